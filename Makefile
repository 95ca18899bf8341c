# SPDX-License-Identifier: MIT
#
# firstlight: `make help` lists the targets.
#
# Objects go by who may use them: build/*/free is the freestanding part (libfirstlight.a), build/*/host the
# rest of the library (libfirstlight-hosted.a). A file's folder alone decides where it belongs.
# The folders that need more than a pattern rule bring a build.mk of their own.

CC      ?= gcc
ifeq ($(origin CC),default)
CC      := gcc
endif
# What the build itself runs, when CC is a cross compiler.
HOSTCC  ?= gcc
ARCH    := $(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1)
# The machine to build for, where it is another than this; its objects do not go among this one's.
CROSS   := $(filter-out $(shell $(HOSTCC) -dumpmachine 2>/dev/null | cut -d- -f1),$(ARCH))
B       ?= $(if $(CROSS),build/$(CROSS),build)
ifeq ($(origin AR),default)
AR      := $(if $(CROSS),$(shell $(CC) -dumpmachine)-)ar
endif
prefix  ?= /usr/local
# What `firstlight --version`, the man page and the pkg-config files say.
VERSION := 0.3

WARN    := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
           -Wpointer-arith -Wundef -Wwrite-strings -Wno-unused-parameter -Wno-psabi
CFLAGS  ?= -O2 -g
# Linux on ARM maps memory that nobody else has as a device's, which takes no unaligned access; before the MMU
# is on, all memory is that.
STRICT_aarch64 := -mstrict-align -DFL_STRICT_ALIGN
STRICT_arm     := -mno-unaligned-access -DFL_STRICT_ALIGN
# No contraction: the vector and the scalar path of the model must round alike, on every machine.
BASE    := -std=gnu11 $(WARN) -ffp-contract=off -fno-strict-aliasing -I. -I$(B)/gen -MMD -MP $(SAN) \
           $(STRICT_$(ARCH))
FREE    := $(BASE) -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections \
           -fdata-sections
# For structures of some hundred bytes gcc takes "rep stos" and "rep movs", which begin slowly: a wave of
# pixels of a simple draw took a fifth longer. Clang does not, and knows no such switch.
comma   := ,
LOOPS   := $(foreach f,memset memcpy,-m$(f)-strategy=vector_loop:512:noalign$(comma)libcall:-1:noalign)
LOOPS   := $(if $(shell $(CC) $(LOOPS) -fsyntax-only -x c /dev/null 2>&1),,$(LOOPS))
# Nothing of straight code is packed into vectors: gcc 12 then takes a pair of doubles that were made floats
# and doubles again for what they were (in hw/model/raster/setup_tri.c, which wants that difference).
HOST    := $(BASE) -D_GNU_SOURCE -pthread -fno-tree-slp-vectorize
# A program out of the objects and archives that it depends on; libraries come after it.
LINK     = $(CC) $(CFLAGS) $(SAN) -pthread -o $@ $(filter %.o,$^) \
           -Wl,--start-group $(filter %.a,$^) -Wl,--end-group
# The freestanding part is built for size (an image carries it), but for what every 3D draw passes through and
# the look-up of registers.
HOT     := hw/regs/fl_regs.c lib/fl_buffer.c lib/fl_ff_const.c \
           $(addprefix lib/fl_draw,_begin.c _state.c) \
           $(wildcard $(addprefix lib/*/draw,.c _array.c _const.c _immd.c _pixel.c))
# Tables there are aligned as the language asks, with no holes between them: gcc does more on x86.
DENSE   := $(if $(shell $(CC) -malign-data=abi -fsyntax-only -x c /dev/null 2>&1),,-malign-data=abi)
SMALL    = $(if $(filter -O2,$(CFLAGS)),$(if $(filter $(HOT),$<),,-Oz $(DENSE)))

.DEFAULT_GOAL := all
.SUFFIXES:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# What the user's own commands work on is nothing that a build or a test should touch.
unexport FIRSTLIGHT_DEVICE

# ---- sources ----------------------------------------------------------------------------------------------
# The families' names, out of the one list.
FAMILIES := $(shell sed -n 's/.*\bX.\([a-z][a-z0-9]*\),.*/\1/p' hw/fl_families.h)
FREE_DIR := hw hw/regs hw/bus hw/avivo $(FAMILIES:%=hw/%) lib lib/tool lib/stream $(FAMILIES:%=lib/%)
HOST_DIR := lib/hosted hw/bus/hosted hw/model \
            $(addprefix hw/model/,num raster tiles pixel texture jit avivo proxy $(FAMILIES)) \
            hw/drm $(FAMILIES:%=hw/drm/%)
FREE_SRC := $(wildcard $(FREE_DIR:%=%/*.c)) boot/board/tree.c
HOST_SRC := $(wildcard $(HOST_DIR:%=%/*.c))
# On ARM programs get the four functions that images have, for those of libc take any address for memory.
OWN_LOOPS := -fno-tree-loop-distribute-patterns
FLAGS_boot/board/mem.c := -ffreestanding $(OWN_LOOPS)
HOST_SRC += $(if $(STRICT_$(ARCH)),boot/board/mem.c)
SIMD_SRC := $(filter %_simd.c,$(HOST_SRC))
HOST_SRC := $(filter-out %_simd.c,$(HOST_SRC))

# The models compile programs of shader engines where LLVM's headers were found (hw/model/jit); JIT=no: they
# do without. The library itself is loaded at run time. The memory sanitizer cannot look into it.
LLVM_CONFIG := $(if $(CROSS),,$(shell command -v llvm-config-14 || command -v llvm-config))
JIT     ?= $(if $(and $(LLVM_CONFIG),$(filter x86_64,$(ARCH)),$(if $(findstring memory,$(SAN)),,no-msan), \
           $(filter 14.%,$(shell $(or $(LLVM_CONFIG),:) --version 2>/dev/null))),yes,no)
JIT     := $(JIT)
JIT_SRC := $(filter hw/model/jit/% %_jit.c,$(HOST_SRC))
ifeq ($(JIT),yes)
$(foreach f,$(JIT_SRC),$(eval FLAGS_$(f) := -DFL_JIT -DFL_LLVM_SO='"libLLVM-14.so.1"' \
	-isystem $(shell $(LLVM_CONFIG) --includedir)))
endif

# Hot files of the model, *_simd.c, are built once an instruction set; the widest is chosen at run time.
ifeq ($(ARCH),x86_64)
ISAS     := base avx2 avx512
else
ISAS     := base
endif
ISA_base   :=
ISA_avx2   := -march=x86-64-v3
ISA_avx512 := -march=x86-64-v4 -mprefer-vector-width=512
SIMD_O     ?= -O3

GEN_H    :=
GEN_C    :=
CLEAN    :=
include $(wildcard hw/regs/build.mk)

FREE_OBJ := $(FREE_SRC:%.c=$(B)/free/%.o) $(GEN_C:$(B)/gen/%.c=$(B)/free/gen/%.o)
HOST_OBJ := $(HOST_SRC:%.c=$(B)/host/%.o) $(foreach i,$(ISAS),$(SIMD_SRC:%.c=$(B)/host/%.$(i).o))

# All processors, if nobody said how many.
JOBS = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))

# "(12 of 987)" behind a file that is compiled: of those that were missing when make began.
COMPILED :=
progress  = $(eval COMPILED += x)$(if $(word $(words $(COMPILED)),$(MISSING)), \
	($(words $(COMPILED)) of $(words $(MISSING))))

# The README's examples write to out/.
all: packages
	@mkdir -p out
	@$(MAKE) $(JOBS) --no-print-directory build
build: $(B)/libfirstlight.a $(B)/libfirstlight-hosted.a

$(B)/libfirstlight.a: $(FREE_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
	@echo "  AR    $@"
$(B)/libfirstlight-hosted.a: $(HOST_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
	@echo "  AR    $@"

# The same libraries with a freestanding one that checks each drawing call (FL_CHECK), for programs that go
# wrong.
$(B)/debug-lib/libfirstlight.a: FORCE
	@$(MAKE) --no-print-directory B=$(B)/debug-lib CFLAGS="$(CFLAGS) -DFL_DEBUG" $@
debug: packages
	@$(MAKE) -s --no-print-directory $(B)/libfirstlight-hosted.a $(B)/debug-lib/libfirstlight.a
	@cp -p $(B)/libfirstlight-hosted.a $(B)/debug-lib/
	@echo "$(B)/debug-lib has the libraries that check each drawing call:" \
		"put -L$(abspath $(B)/debug-lib) before the other -L"

$(B)/free/%.o: %.c Makefile | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<$(progress)"
	@$(CC) $(CFLAGS) $(SMALL) $(FREE) $(FLAGS_$<) -c -o $@ $<
$(B)/free/gen/%.o: $(B)/gen/%.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<$(progress)"
	@$(CC) $(CFLAGS) $(FREE) -c -o $@ $<
$(B)/host/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<$(progress)"
	@$(CC) $(CFLAGS) $(HOST) $(LOOPS) $(FLAGS_$<) -c -o $@ $<
define simd_rule
$(B)/host/%.$(1).o: %.c | $(GEN_H)
	@mkdir -p $$(@D); echo "  CC    $$< ($(1))$$(progress)"
	@$(CC) $(CFLAGS) $(SIMD_O) $(HOST) $(LOOPS) -DFL_ISA=$(1) $(ISA_$(1)) -c -o $$@ $$<
endef
$(foreach i,$(ISAS),$(eval $(call simd_rule,$(i))))

# Once LLVM is there, the objects are others.
$(JIT_SRC:%.c=$(B)/host/%.o): $(B)/jit-$(JIT)
$(B)/jit-%:
	@mkdir -p $(@D); rm -f $(B)/jit-*; touch $@

include $(wildcard demos/build.mk demos/web/build.mk hw/drm/build.mk boot/x86_64/build.mk \
                   boot/board/build.mk \
                   $(addprefix tests/,build.mk fuzz/build.mk coverage/build.mk signals/build.mk \
                     mutate/build.mk mesa/build.mk gl/build.mk linux/build.mk pages/build.mk web/build.mk \
                     llvm/build.mk compute/build.mk) debian/build.mk)
MISSING := $(FREE_OBJ) $(HOST_OBJ) $(TOOL_OBJ) $(B)/host/demos/firstlight/main.o
MISSING := $(if $(filter build $(B)/firstlight,$(MAKECMDGOALS)),\
           $(filter-out $(wildcard $(MISSING)),$(MISSING)))

# ---- packages ---------------------------------------------------------------------------------------------
# Debian's names. `make demo` and `make check` install what is missing; plain `make` only says what it is.
PKG_LIBS  := libpci-dev libpng-dev zlib1g-dev liblzma-dev libjansson-dev libedit-dev libseccomp-dev libdrm-dev
# For another machine: its libraries, by Debian's name for it; the register generator runs here.
DEB_arm   := armhf
DEB_ARCH  := $(or $(DEB_$(CROSS)),$(patsubst aarch64,arm64,$(patsubst x86_64,amd64,$(CROSS:i%86=i386))))
PKG_BUILD := gcc libexpat1-dev $(if $(CROSS),$(PKG_LIBS:%=%:$(DEB_ARCH)),$(PKG_LIBS))
PKG_CHECK := $(PKG_BUILD) llvm-14-dev libcriterion-dev clang clang-format binutils gcc-aarch64-linux-gnu \
             libc6-dev-arm64-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross device-tree-compiler \
             qemu-system-arm u-boot-qemu qemu-system-x86 ovmf grub-common grub-pc-bin grub-efi-amd64-bin \
             xorriso mtools \
             man-db bsdextrautils pkgconf doxygen fish
PKG_LINUX := cpio
# Unpacked by tests/linux, not installed.
PKG_KERNEL := linux-image-amd64
ROOT      := $(shell [ "$$(id -u)" != 0 ] || echo yes)
# By sudo, or as root; where there is neither, somebody else must.
SUDO      := $(if $(ROOT),,$(shell command -v sudo))
HINT       = $(if $(ROOT)$(SUDO),Install them with:  $(if $(ROOT),,sudo ),As root:  )apt-get install
missing    = $(shell for p in $(1); do \
	dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done)
define install
	@m="$(call missing,$(1))"; [ -z "$$m" ] || [ -n "$(ROOT)$(SUDO)" ] || { \
	echo "Missing packages:" $$m; echo "$(HINT)" $$m; exit 1; }; \
	[ -z "$$m" ] || { echo "Installing:" $$m; $(SUDO) apt-get -qq update && \
	DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get -qq -y --no-install-recommends install $$m \
		>/dev/null; }
endef
setup-build:
	$(call install,$(PKG_BUILD))
setup-check:
	$(call install,$(PKG_CHECK))
setup-doc:
	$(call install,$(PKG_BUILD) doxygen python3)
# Before anything is compiled by plain `make`: name what is missing, once. What a cross compiler finds, in a
# sysroot of its own, needs no package.
CROSS_FINDS = $(if $(CROSS),$(shell mkdir -p $(B); \
	printf '\043include <pci/pci.h>\nint main(void) {return 0;}' | \
	$(CC) $(CFLAGS) -x c - -o $(B)/finds $(TOOL_LIBS) 2>/dev/null && echo yes))
packages:
	@m="$(if $(CROSS_FINDS),,$(call missing,$(PKG_BUILD)))"; [ -z "$$m" ] || { \
	echo "Missing packages:" $$m; \
	$(if $(CROSS),echo "For $(CROSS): dpkg --add-architecture $(DEB_ARCH); apt-get update";) \
	echo "$(HINT)" $$m; $(if $(CROSS)$(if $(ROOT)$(SUDO),,x),,echo "or let 'make demo' do it.";) exit 1; }

help:
	@echo "make demo     install what is missing, build, draw the cube on the model of an R580:" \
		"out/cube.png"; \
	echo "make check    install what is missing, build, run the tests"; \
	echo "make check-linux   the command in a Linux guest; downloads Debian's kernel, 70 MB"; \
	echo "make check-keys  what has to be typed, beside setpci and devmem, in that guest"; \
	echo "make check-linux-arm64  the same on ARM, with Vivante's core by /dev/mem; 65 MB more"; \
	echo "make check-gl   stock Mesa's drivers on the models, beside its software rasterizer"; \
	echo "make check-gl-clients  eight programs on one model for 10 minutes, three of them in trouble"; \
	echo "make check-gl-arm  the same scenes through Mesa for ARM on Vivante's cores, in qemu-user"; \
	echo "make check-pages  the manual's page of registers in a browser, chromium"; \
	echo "make web      the showroom: kit and models in a page, without a server: out/web/index.html"; \
	echo "make check-web  the showroom and the frame debugger in chromium, beside what the command" \
		"says"; \
	echo "make conformance-gl  piglit on the models, beside that and what real chips fail"; \
	echo "make piglit-cl  piglit's tests of OpenCL, through Mesa's Clover on the model of a Hawaii"; \
	echo "make          build the libraries and build/firstlight; installs nothing"; \
	echo "make images   the bare-metal images, x86-64 and ARM, and a bootable ISO"; \
	echo "make iso      the ISO anew, MICROCODE=/lib/firmware/radeon with your microcode on it"; \
	echo "make gallery  every demo's picture, and a page of them: out/gallery/index.html"; \
	echo "make doc      the manual of the API and a tutorial, out of the headers:" \
		"out/doc/html/index.html"; \
	echo "make conformance  fixed function and the demos on the model beside Mesa's software" \
		"rasterizer"; \
	echo "make check-llvm  the assembler and disassembler of Sea Islands beside LLVM's, by the line"; \
	echo "make check-cl kernels by SEED, compiled by clang, on the model of Sea Islands beside the CPU"; \
	echo "make check-spans random programs of Sea Islands on all paths of its model"; \
	echo "make bench    speed: fill rates, triangles, vertices, draws, start-up"; \
	echo "make bench-arm  what a draw costs on boards with Vivante's cores, beside Mesa, in qemu-user"; \
	echo "make fuzz     the fuzzers, with sanitizers (clang), MINUTES=1 each, and what they cover"; \
	echo "make samples  a little of fuzzers, campaigns, sanitizers, planted faults, by SEED"; \
	echo "make campaign 10,000 mutated streams, 10,000 in memory that changes, 10,000 programs, …"; \
	echo "make signals  C-c at TRIALS=500 accesses of each command: is the card asleep afterwards?"; \
	echo "make mutate   which of N=300 small faults, planted by SEED=..., do the tests notice?"; \
	echo "make debug    the libraries with a check of each drawing call (FL_DEBUG): build/debug-lib"; \
	echo "make install  binaries, libraries, headers, man page and completions under" \
		"prefix=/usr/local (DESTDIR=...)"; \
	echo "make uninstall  removes them, and nothing else"; \
	echo "make deb      Debian's packages and their source: build/deb; check-deb tries them"; \
	echo "make pictures the README's pictures anew"; \
	echo "make tsan msan  the traces and the corpora under thread and memory sanitizers"; \
	echo "make coverage which lines the tests and the corpora reach, by folder"; \
	echo "make asan     the tests under address and undefined-behavior sanitizers"; \
	echo "make lint     static analysis, by clang"; \
	echo "make clean    remove build/ and out/"; \
	echo "B=DIR builds elsewhere than in build/, CC=clang with another compiler."

clean:
	rm -rf build out $(CLEAN)

-include $(shell find $(B) -name '*.d' -type f 2>/dev/null)
.PHONY: all build debug clean help packages setup-build setup-check setup-doc
