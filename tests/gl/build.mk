# SPDX-License-Identifier: MIT
#
# make check-gl: scenes through stock Mesa on the models, beside its software rasterizer.
GL_CHIPS := r580 rv530 rv515 r420 r300 rv770 rv710 r600 bonaire hawaii kabini
GL_SCENES := $(if $(BENCH_GL),$(B)/gl-scenes)

GL_SCENES_OBJ := $(patsubst %.c,$(B)/host/%.o,$(addprefix tests/mesa/,backend.c scenes.c stage.c)) \
                 $(patsubst %.c,$(B)/host/%.o,$(wildcard demos/*.c))
$(B)/gl-scenes: $(B)/host/tests/gl/main.o
$(B)/gl-trouble: $(B)/host/tests/gl/trouble.o
$(B)/gl-scenes $(B)/gl-trouble: $(GL_SCENES_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lEGL -lOpenGL -lpci -lm

# Its window, under a pretended display.
PKG_GL_WINDOW := libsdl2-dev xvfb xdotool imagemagick x11-utils
FLAGS_tests/gl/window.c := $(if $(SDL2),$(shell pkg-config --cflags sdl2))
$(B)/gl-window: $(B)/host/tests/gl/window.o
	@echo "  LD    $@"
	@$(LINK) $(shell pkg-config --libs sdl2)
setup-gl-window: setup-mesa
	$(call install,$(PKG_GL_WINDOW))
check-gl-window: setup-gl-window
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/gl-window
	tests/gl/window.sh $(B) r580
	tests/gl/window.sh $(B) rv770
.PHONY: setup-gl-window check-gl-window

# Three games of Debian for a minute each, pictures and a table of times, and captures of them: a quarter of
# an hour; PROGRAM_SECONDS=10 is for a quick look.
PKG_GL_PROGRAMS := neverputt neverball chromium-bsu bsdextrautils
PROGRAM_SECONDS ?= 60
$(B)/gl-swaps.so: tests/gl/swaps.c
	@mkdir -p $(@D); echo "  LD    $@"
	@$(CC) $(filter-out $(SAN) -MMD -MP,$(CFLAGS) $(HOST)) -fPIC -shared -o $@ $< -ldl
setup-gl-programs: setup-mesa
	$(call install,$(PKG_GL_PROGRAMS))
check-gl-programs: setup-gl-programs
	@$(MAKE) --no-print-directory build $(B)/gl-swaps.so
	tests/gl/programs.sh $(B) out/gallery $(PROGRAM_SECONDS)
.PHONY: setup-gl-programs check-gl-programs

check-gl: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/gl-trouble
	tests/gl/check.sh $(B) $(GL_CHIPS)
	tests/gl/clients.sh $(B) rv770 20
	@$(MAKE) --no-print-directory check-gl-window

# Eight clients at once, three of them in trouble.
MINUTES ?= 10
check-gl-clients: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/gl-trouble
	tests/gl/clients.sh $(B) rv770 $$(($(MINUTES) * 60))
.PHONY: check-gl check-gl-clients

# Vivante's cores: Debian has their driver for ARM alone, so the scenes are a program for ARM, in qemu-user.
PKG_ARM64     := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
GL_CHIPS_ARM  := gc880 gc2000 gc3000 gc7000l
ARM64_CC      := aarch64-linux-gnu-gcc
ARM64_ROOT    := $(B)/arm64/root
ARM64_FLAGS   := $(filter-out $(SAN) -MMD -MP,$(CFLAGS) $(HOST)) -idirafter /usr/include
ARM64_LIB      = $(addprefix $(ARM64_ROOT),/usr/lib/aarch64-linux-gnu /lib/aarch64-linux-gnu)
$(ARM64_ROOT):
	@mkdir -p $(@D); tests/gl/arm64-root.sh $@
$(B)/arm64/firstlight-gl.so: $(GL_CLIENT_SRC) $(wildcard hw/drm/client/*.h) hw/drm/wire.h hw/drm/etnaviv.h
	@mkdir -p $(@D); echo "  LD    $@"
	@$(ARM64_CC) $(ARM64_FLAGS) -fPIC -shared -fvisibility=hidden -foptimize-sibling-calls -o $@ \
		$(GL_CLIENT_SRC) -ldl
$(B)/arm64/gl-scenes: tests/gl/main.c $(addprefix tests/mesa/,backend.c scenes.c stage.c) \
		$(wildcard demos/*.c) $(B)/aarch64/libfirstlight.a | $(ARM64_ROOT)
	@echo "  LD    $@"
	@$(ARM64_CC) $(ARM64_FLAGS) -o $@ $(filter-out $(ARM64_ROOT),$^) $(addprefix -L,$(ARM64_LIB)) \
		$(addprefix -Wl$(comma)-rpath-link$(comma),$(ARM64_LIB)) -l:libEGL.so.1 -l:libOpenGL.so.0 -lm
comma := ,

$(B)/arm64/bench-gl: $(BENCH_GL_SRC) tests/bench/gl/gl.h | $(ARM64_ROOT)
	@echo "  LD    $@"
	@$(ARM64_CC) $(ARM64_FLAGS) -o $@ $(BENCH_GL_SRC) $(addprefix -L,$(ARM64_LIB)) \
		$(addprefix -Wl$(comma)-rpath-link$(comma),$(ARM64_LIB)) -l:libEGL.so.1 -l:libOpenGL.so.0 -lm

# make bench-arm: what a draw costs the processor, ours and Mesa's, both in qemu-user.
$(B)/arm64/emit-arm: tests/bench/arm/emit.c images-aarch64
	@mkdir -p $(@D); echo "  LD    $@"
	@$(ARM64_CC) $(ARM64_FLAGS) -o $@ $< build/aarch64/libfirstlight.a
bench-arm: setup-arm64
	@$(MAKE) --no-print-directory build $(B)/arm64/firstlight-gl.so $(B)/arm64/bench-gl \
		$(B)/arm64/emit-arm
	tests/bench/arm/emit.sh $(B) gc880 gc2000 gc3000 gc7000l
.PHONY: bench-arm

setup-arm64: setup-mesa
	$(call install,$(PKG_ARM64))
check-gl-arm: setup-arm64
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/arm64/firstlight-gl.so $(B)/arm64/gl-scenes
	GL_RUN="tests/gl/arm64.sh $(B)" GL_SCENES=$(B)/arm64/gl-scenes tests/gl/check.sh $(B) $(GL_CHIPS_ARM)

# Piglit for ARM (tests/gl/piglit.py --chip gc2000): 30 MB more, 2.4 GB unpacked.
$(B)/arm64/piglit:
	@mkdir -p $(@D); tests/gl/arm64-root.sh $@ piglit libwaffle-1-0 libgles2
piglit-arm: setup-arm64
	@$(MAKE) --no-print-directory build $(B)/arm64/firstlight-gl.so $(B)/arm64/piglit

# The frames of `make bench` that are captures, recorded anew: after a change that moves pixels.
bench-record: setup-arm64
	@$(MAKE) --no-print-directory build $(B)/bench-gl $(B)/arm64/firstlight-gl.so $(B)/arm64/bench-gl
	tests/bench/record.sh $(B) bonaire gc2000 gc7000l
.PHONY: setup-arm64 check-gl-arm bench-record piglit-arm

# Piglit beside llvmpipe and what real chips fail: 300 tests, on RV530 and RV770; hours for whole sets, and it
# goes on where it was ended: make conformance-gl GL_PIGLIT='--chip rv770 --count 500'
GL_PIGLIT ?= --count 150
setup-piglit: setup-mesa
	$(if $(PIGLIT),,$(call install,piglit))
conformance-gl: setup-piglit
	@$(MAKE) --no-print-directory build
	python3 tests/gl/piglit.py --build $(B) $(GL_PIGLIT)

# Piglit's 710 tests of OpenCL, through the Clover of Debian's backports on a model, and where it fails
# through pocl.
PKG_PIGLIT_CL := mesa-opencl-icd libclc-15 pocl-opencl-icd ocl-icd-libopencl1
PIGLIT_CL     ?= --chip hawaii
piglit-cl: setup-piglit
	$(call install,$(PKG_PIGLIT_CL))
	@$(MAKE) --no-print-directory build
	tests/gl/later-mesa.sh $(B)/later-mesa
	LATER_MESA=$(B)/later-mesa python3 tests/gl/piglit.py --build $(B) --cl $(PIGLIT_CL)
.PHONY: conformance-gl piglit-cl setup-piglit

# The unit tests run some of the scenes, where Mesa's headers were there to build them.
UNIT_NEEDS += $(GL_SCENES) $(GL_SCENES:%scenes=%trouble)
