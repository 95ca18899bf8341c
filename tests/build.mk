# SPDX-License-Identifier: MIT
#
# Tests. `make check` builds everything with gcc and with clang, cross-compiles the freestanding part, and
# ends with the summary of the unit tests: one Criterion program, each test in a process of its own.
UNIT_SRC ?= $(wildcard tests/unit/*.c tests/unit/*/*.c tests/qemu/*.c) tests/linux/picture.c \
            tests/before/before.c tests/compute/kernels.c boot/board/facts.c demos/bare/board/core.c
UNIT_OBJ := $(UNIT_SRC:%.c=$(B)/host/%.o)

# The checks of the library's debug build: its sources that have any (and the one of programs, which must know
# the same back end), compiled with FL_DEBUG and linked into one object with their test, out of which none of
# their names is seen.
DEBUG_TEST := tests/unit/test_lib_debug.c
DEBUG_SRC  := lib/r500/program.c $(shell grep -lE 'FL_CHECK|FL_DEBUG' lib/*.c lib/*/*.c)
UNIT_OBJ   := $(filter-out $(DEBUG_TEST:%.c=$(B)/host/%.o),$(UNIT_OBJ)) \
	$(if $(filter $(DEBUG_TEST),$(UNIT_SRC)),$(B)/debug/test_lib_debug.o)

$(B)/debug/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (FL_DEBUG)"
	@$(CC) $(CFLAGS) $(HOST) -DFL_DEBUG -c -o $@ $<
$(B)/debug/test_lib_debug.o: $(B)/host/$(DEBUG_TEST:%.c=%.o) $(DEBUG_SRC:%.c=$(B)/debug/%.o)
	@echo "  LD    $@"
	@ld -r -o $@ $^ && objcopy -w -L 'fl_*' -L '__odr_asan.*' $@

$(B)/unit: $(UNIT_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS) -lcriterion

# What the tests run as programs or read as files.
UNIT_NEEDS := $(B)/firstlight images-aarch64 images-arm $(B)/debug-lib/firstlight \
              $(B)/firstlight.elf $(B)/gallery.elf $(B)/firstlight-blit.iso \
              $(B)/size-draw.elf $(B)/size-wake.elf $(B)/before.elf $(B)/signals

FORCE:

# Every folder's warnings, by the other compiler.
check-clang: FORCE
	@$(MAKE) --no-print-directory B=$(B)/clang CC=clang CFLAGS="-O1 -g" $(B)/clang/firstlight \
		$(B)/clang/unit $(B)/clang/check-linux $(B)/clang/check-linux-arm64

check-format: FORCE
	@clang-format --dry-run -Werror $$(git ls-files '*.c' '*.h')

check: setup-check
	@$(MAKE) $(JOBS) --no-print-directory build $(B)/unit $(UNIT_NEEDS)
	@$(MAKE) $(JOBS) --no-print-directory check-format check-clang doc
	FL_BUILD=$(B) $(B)/unit $(UNIT_ARGS)

# Address and undefined-behavior sanitizers over the same tests. The image and the cross-compiled archive are
# the plain build's; leaks of the test library itself do not count. Tests that run make get the same SAN.
# Suites that install, compile or read sources find nothing more here than in `make check`.
ASAN := -fsanitize=address,undefined -fno-sanitize-recover=all
ASAN_ARGS = --filter '!(install|toy|tutorial|licenses|words|size|freestanding)/*'
asan: setup-check
	@$(MAKE) --no-print-directory B=build $(UNIT_NEEDS)
	@$(MAKE) --no-print-directory B=build/asan SAN="$(ASAN)" \
		UNIT_NEEDS=build/asan/firstlight build/asan/unit build/asan/firstlight build/asan/signals \
		build/asan/firstlight-gl.so
	@cp build/firstlight.elf build/gallery.elf build/before.elf build/firstlight-blit.iso build/asan/
	@for a in aarch64 arm; do mkdir -p build/asan/$$a; cp build/$$a/*.img $$(ls build/$$a/*.dtb \
		2>/dev/null) build/asan/$$a/; done
	SAN="$(ASAN)" FL_BUILD=build/asan FL_SANITIZED=1 LSAN_OPTIONS=suppressions=tests/lsan.supp \
		build/asan/unit $(or $(UNIT_ARGS),$(ASAN_ARGS))

# Static analysis by clang, a file at a time. It writes no file; -o - because a compiler that runs as root
# must not be given /dev/null for one, which it may replace. OWN_LOOPS is a flag of gcc alone. LINT_NODES: how
# far it goes into a function before it gives up; with a quarter of clang's own number it takes half the time.
LINT_boot/aarch64 := --target=aarch64-linux-gnu
LINT_boot/arm     := --target=arm-linux-gnueabihf
LINT := $(FREE_SRC) $(HOST_SRC) $(SIMD_SRC) $(wildcard demos/*.c demos/*/*.c demos/bare/board/*.c boot/*/*.c \
	tests/bench/*.c tests/bench/*/*.c tests/fuzz/*.c tests/linux/*.c tests/mesa/*.c tests/qemu/*.c \
	tests/signals/*.c tests/before/*.c)
lint: setup-bench
	@$(MAKE) --no-print-directory $(LINT:%=lint/%)
	@echo "$(words $(LINT)) files, nothing found"
lint/%.c: %.c $(GEN_H) FORCE
	@echo "  LINT  $<"
	@clang --analyze --analyzer-output text -Xclang -analyzer-werror \
		$(LINT_NODES:%=-Xclang -analyzer-config -Xclang max-nodes=%) \
		$(LINT_$(<D)) \
		$(filter-out -MMD -MP,$(if $(filter $(FREE_SRC) boot/%,$<),$(FREE),$(HOST))) \
		$(filter-out $(OWN_LOOPS),$(FLAGS_$<)) -DFL_ISA=base -o - $<

.PHONY: check check-clang check-format asan lint FORCE

# Speed: a table, the best of several runs; compare within one run only, machines differ.
BENCH_OBJ := $(patsubst %.c,$(B)/host/%.o,$(wildcard tests/bench/*.c tests/qemu/*.c))
$(B)/bench: $(BENCH_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)

# The same frames through OpenGL, for Mesa's software renderers; left out where its headers are missing.
BENCH_GL_SRC := $(wildcard tests/bench/gl/*.c)
BENCH_GL     := $(if $(and $(wildcard /usr/include/EGL/egl.h),$(wildcard /usr/include/GL/gl.h)),$(B)/bench-gl)
$(B)/bench-gl: $(BENCH_GL_SRC:%.c=$(B)/host/%.o)
	@echo "  LD    $@"
	@$(CC) $(CFLAGS) -o $@ $^ -lEGL -lOpenGL -lm

# A render node without a card, to be preloaded: Mesa's r300 and r600 drivers run on it.
BENCH_NODE_SRC := $(wildcard tests/bench/node/*.c)
BENCH_NODE     := $(if $(and $(BENCH_GL),$(wildcard /usr/include/libdrm/radeon_drm.h)),$(B)/bench-node.so)
$(B)/bench-node.so: $(BENCH_NODE_SRC) tests/bench/node/node.h
	@mkdir -p $(@D); echo "  LD    $@"
	@$(CC) $(CFLAGS) $(filter-out -MMD -MP,$(HOST)) -fPIC -shared -o $@ $(BENCH_NODE_SRC) -ldl

# Kernels through OpenCL, for pocl; left out where its headers are missing.
BENCH_CL := $(if $(wildcard /usr/include/CL/cl.h),$(B)/bench-cl)
$(B)/bench-cl: $(B)/host/tests/bench/cl/cl.o
	@echo "  LD    $@"
	@$(CC) $(CFLAGS) -o $@ $^ -lOpenCL
PKG_BENCH := clang-15 libclc-15 pocl-opencl-icd ocl-icd-opencl-dev
setup-bench: setup-check setup-mesa
	$(call install,$(PKG_BENCH))

# In a make of its own, which sees what was installed just before.
bench-programs: build $(B)/bench $(BENCH_GL) $(BENCH_NODE) $(BENCH_CL) $(B)/firstlight.elf
bench: setup-bench
	@$(MAKE) --no-print-directory bench-programs
	@$(B)/bench -b $(B)
# The same, kept for the manual's page on speed: only on a machine that does nothing else, and of a commit.
BENCH_KEPT = tests/bench/history/$(shell git log -1 --format=%cd-%h --date=format:%Y%m%d).tsv
bench-keep: setup-bench
	@$(MAKE) --no-print-directory bench-programs
	@mkdir -p $(@D) tests/bench/history
	@$(B)/bench -b $(B) -o $(B)/history.tsv
	@{ echo '# SPDX-License-Identifier: MIT'; \
		sed -n 's/^model name[^:]*:/#/p' /proc/cpuinfo | head -n 1; \
		cat $(B)/history.tsv; } >$(BENCH_KEPT); echo $(BENCH_KEPT)
.PHONY: bench bench-keep bench-programs setup-bench
