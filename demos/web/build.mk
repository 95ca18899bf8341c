# SPDX-License-Identifier: MIT
#
# The showroom: `make web` makes out/web, a page that has the kit and its models in it as WebAssembly. It
# needs no server: out/web/index.html opens from a file, and from any host of static pages.
WEB      := $(B)/web
PKG_WEB  := $(PKG_BUILD) clang lld wasi-libc libclang-rt-14-dev-wasm32
# One thread, memory that grows, vectors of 128 bits. What the C library does not
# have, locks and pages, stands in sysroot/.
WEB_CC   := clang --target=wasm32-wasi
WEB_FLAGS = -std=gnu11 $(WARN) -ffp-contract=off -fno-strict-aliasing -I. -I$(B)/gen -MMD -MP -O2 \
            -msimd128 -mbulk-memory -mnontrapping-fptoint -msign-ext -D_Thread_local= \
            -ffunction-sections -fdata-sections -D_GNU_SOURCE \
            -isystem demos/web/sysroot
WEB_LINK := -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576 \
            -lm
# The library and the models; of what talks to a system, only the bus of a model in the same process.
WEB_HOST := $(filter-out hw/drm/% hw/bus/hosted/% lib/hosted/% hw/model/proxy/% hw/model/vanish.c,$(HOST_SRC))
WEB_SRC  := $(FREE_SRC) $(WEB_HOST) hw/bus/hosted/model.c hw/bus/hosted/firmware.c \
            $(wildcard demos/web/*.c demos/*.c) \
            $(addprefix demos/firstlight/,gtrc.c isa.c json_text.c readback.c replay.c visible.c \
            stream_name.c stream_number.c stream_pages.c stream_state.c) $(wildcard demos/firstlight/look*.c)
WEB_OBJ  := $(WEB_SRC:%.c=$(WEB)/%.o) $(SIMD_SRC:%.c=$(WEB)/%.base.o) $(GEN_C:$(B)/gen/%.c=$(WEB)/gen/%.o)

$(WEB)/%.base.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (wasm)"
	@$(WEB_CC) $(WEB_FLAGS) -O3 -DFL_ISA=base -c -o $@ $<
$(WEB)/gen/%.o: $(B)/gen/%.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (wasm)"
	@$(WEB_CC) $(WEB_FLAGS) -c -o $@ $<
$(WEB)/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (wasm)"
	@$(WEB_CC) $(WEB_FLAGS) -c -o $@ $<
$(WEB)/firstlight.wasm: $(WEB_OBJ)
	@echo "  LD    $@"
	@$(WEB_CC) -o $@ $^ $(WEB_LINK)

# The frame debugger, which `firstlight replay --html` takes and `make install` installs.
FRAMES := $(addprefix demos/web/,frames.html controls.css frames.css engine.js frames_worker.js frames.js \
          frames_picture.js frames_tables.js frames_main.js)
$(WEB)/frames.html: demos/web/frames.sh $(FRAMES) hw/regs/page/theme.css $(WEB)/firstlight.wasm
	@echo "  PAGE  $@"
	@demos/web/frames.sh $@ $(WEB)/firstlight.wasm

setup-web:
	$(call install,$(PKG_WEB))
web: setup-web
	@$(MAKE) $(JOBS) --no-print-directory $(WEB)/frames.html $(FAMILIES:%=$(B)/gen/hw/regs/%.json)
	@demos/web/page.sh out/web $(WEB)/firstlight.wasm
	@cp $(WEB)/frames.html out/web/
	@hw/regs/page/page.sh out/web $(B)/gen/hw/regs $(FAMILIES)
	@echo "out/web/index.html"
.PHONY: web setup-web
