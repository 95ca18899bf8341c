# The fuzzer: `make fuzz` builds every target with libFuzzer, address and undefined-behavior sanitizers, makes
# seeds out of the recorded traces, and runs each target for FUZZ_TIME seconds on one core. What it finds is
# left in FB.
#
#   make fuzz FUZZ_TIME=1800 FUZZ_TARGETS=model
#
# `make check` runs the same functions, without libFuzzer, over tests/fuzz/corpus/TARGET/: an input that once
# failed stays there.
FUZZ_TARGETS ?= model gtrc stream regtool pci proxy
FUZZ_TIME    ?= 60
FB           ?= build/fuzz
FUZZ_SAN     := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
PKG_FUZZ      = $(PKG_BUILD) clang libclang-rt-14-dev

# A trace of compares costs the pixel blocks half of their time and finds nothing.
ifneq ($(findstring fuzzer,$(SAN)),)
$(foreach f,$(wildcard hw/model/r500/*_scalar.c hw/model/raster/gather.c hw/model/r500/cp_ram.c \
		hw/model/tiles/surface.c),\
	$(eval FLAGS_$(f) += -fno-sanitize-coverage=trace-cmp))
endif

FUZZ_SRC := tests/fuzz/fuzz.c $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_OBJ := $(FUZZ_SRC:%.c=$(B)/host/%.o)

# The unit tests replay the corpus.
$(B)/unit: $(FUZZ_OBJ)

setup-fuzz:
	$(call install,$(PKG_FUZZ))

# In a make of its own, that has clang, the sanitizers and libFuzzer's counters everywhere.
$(B)/fuzz_model: $(B)/host/tests/fuzz/mutate.o
$(B)/fuzz_%: $(B)/host/tests/fuzz/driver_%.o $(FUZZ_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(FUZZ_SAN) -fsanitize=fuzzer $(TOOL_LIBS)
$(B)/host/tests/fuzz/driver_%.o: tests/fuzz/driver.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< ($*)"
	@$(CC) $(CFLAGS) $(HOST) -DFUZZ_TARGET=fuzz_$* -c -o $@ $<
$(B)/fuzz-seeds: $(B)/host/tests/fuzz/seeds.o $(TOOL_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)
.SECONDARY: $(FUZZ_TARGETS:%=$(B)/host/tests/fuzz/driver_%.o)

# The register generator leaks on its way out, as programs that end may.
fuzz-build: setup-fuzz
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory B=$(FB) CC=clang HOSTCC=clang \
		CFLAGS="-O1 -g" SAN="-fsanitize=fuzzer-no-link $(FUZZ_SAN)" \
		$(FUZZ_TARGETS:%=$(FB)/fuzz_%) $(FB)/fuzz-seeds

$(FB)/seeds/done: $(wildcard tests/traces/*.tar.xz) tests/fuzz/seeds.c | fuzz-build
	@$(FB)/fuzz-seeds $(FB)/seeds $(wildcard tests/traces/*.tar.xz)
	@touch $@

# Slow: over a second. libFuzzer says so beyond -report_slow_units, and fails beyond -timeout.
fuzz: $(FB)/seeds/done
	@export ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=4 UBSAN_OPTIONS=print_stacktrace=1; \
	for t in $(FUZZ_TARGETS); do \
		echo "== $$t, $(FUZZ_TIME) s"; mkdir -p $(FB)/corpus/$$t $(FB)/found; \
		extra=""; [ -d tests/fuzz/corpus/$$t ] && extra="tests/fuzz/corpus/$$t"; \
		seeds=""; [ -d $(FB)/seeds/$$t ] && seeds="$(FB)/seeds/$$t"; \
		nice -n 10 $(FB)/fuzz_$$t -max_total_time=$(FUZZ_TIME) -max_len=65536 -timeout=10 \
			-report_slow_units=1 -rss_limit_mb=2048 -print_final_stats=1 \
			-artifact_prefix=$(FB)/found/$$t- \
			$(FB)/corpus/$$t $$extra $$seeds || exit 1; \
	done

.PHONY: fuzz fuzz-build setup-fuzz
