# SPDX-License-Identifier: MIT
#
# The fuzzer: `make fuzz` builds every target with libFuzzer, address and undefined-behavior sanitizers, makes
# seeds out of the recorded traces, runs each target for MINUTES on one core, and prints which part of the
# lines the inputs reach, by folder. What it finds is left in FB/found.
#
#   make fuzz MINUTES=30 FUZZ_TARGETS=model
#
# `make check` runs the same functions, without libFuzzer, over tests/fuzz/corpus/TARGET/: an input that once
# failed stays there.
FUZZ_TARGETS ?= model writer gtrc stream regtool pci proxy asm vanish contact program code tree
MINUTES      ?= 1
FB           ?= build/fuzz
CORPUS_MAX_B := 4096
FUZZ_SAN     := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
PKG_FUZZ      = $(PKG_BUILD) clang llvm libclang-rt-14-dev xz-utils

# A trace of compares costs the pixel blocks half of their time and finds nothing.
ifneq ($(findstring fuzzer,$(SAN)),)
$(foreach f,$(wildcard hw/model/r500/*_scalar.c hw/model/raster/gather.c hw/model/r500/cp_ram.c \
		hw/model/tiles/surface.c),\
	$(eval FLAGS_$(f) += -fno-sanitize-coverage=trace-cmp))
endif

FUZZ_SRC := $(addprefix tests/fuzz/,fuzz.c same.c writer.c beside.c mutate.c program_text.c) \
	tests/fuzz/program_text_gc.c $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_OBJ := $(FUZZ_SRC:%.c=$(B)/host/%.o)

# The unit tests replay the corpus.
$(B)/unit: $(FUZZ_OBJ)

setup-fuzz:
	$(call install,$(PKG_FUZZ))

# In a make of its own, that has clang, the sanitizers and libFuzzer's counters everywhere.
$(B)/fuzz_model $(B)/fuzz_writer: $(B)/host/tests/fuzz/mutator.o
$(B)/fuzz_%: $(B)/host/tests/fuzz/driver_%.o $(FUZZ_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(FUZZ_SAN) -fsanitize=fuzzer $(TOOL_LIBS)
$(B)/host/tests/fuzz/driver_%.o: tests/fuzz/driver.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< ($*)"
	@$(CC) $(CFLAGS) $(HOST) -DFUZZ_TARGET=fuzz_$(if $(filter writer,$*),model,$*) -c -o $@ $<
FUZZ_SEEDS_OBJ := $(patsubst %.c,$(B)/host/%.o,$(wildcard tests/fuzz/seeds*.c))
$(B)/fuzz-seeds: $(FUZZ_SEEDS_OBJ) $(FUZZ_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)
$(B)/fuzz-run: $(B)/host/tests/fuzz/run.o $(FUZZ_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)
$(B)/campaign: $(B)/host/tests/fuzz/campaign.o $(FUZZ_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(TOOL_LIBS)
.SECONDARY: $(FUZZ_TARGETS:%=$(B)/host/tests/fuzz/driver_%.o)

# The register generator leaks on its way out, as programs that end may.
fuzz-build: setup-fuzz
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory B=$(FB) CC=clang HOSTCC=clang \
		CFLAGS="-O1 -g" SAN="-fsanitize=fuzzer-no-link $(FUZZ_SAN)" \
		$(FUZZ_TARGETS:%=$(FB)/fuzz_%) $(FB)/fuzz-seeds $(FB)/campaign

$(FB)/seeds/done: $(wildcard tests/traces/*.tar.xz) $(wildcard tests/fuzz/seeds*.c) | fuzz-build
	@$(FB)/fuzz-seeds $(FB)/seeds $(wildcard tests/traces/*.tar.xz)
	@touch $@

# Slow: over a second. libFuzzer says so beyond -report_slow_units, and fails beyond -timeout.
fuzz: $(FB)/seeds/done
	@export ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=4 UBSAN_OPTIONS=print_stacktrace=1; \
	for t in $(FUZZ_TARGETS); do \
		echo "== $$t, $(MINUTES) min"; mkdir -p $(FB)/corpus/$$t $(FB)/found; \
		extra=""; [ -d tests/fuzz/corpus/$$t ] && extra="tests/fuzz/corpus/$$t"; \
		seeds=""; [ -d $(FB)/seeds/$$t ] && seeds="$(FB)/seeds/$$t"; \
		nice -n 10 $(FB)/fuzz_$$t -max_total_time=$$((60 * $(MINUTES))) -max_len=65536 -timeout=10 \
			-report_slow_units=1 -rss_limit_mb=2048 -print_final_stats=1 \
			-artifact_prefix=$(FB)/found/$$t- \
			$(FB)/corpus/$$t $$extra $$seeds || exit 1; \
	done
	@$(MAKE) --no-print-directory fuzz-coverage

# What the fuzzer found worth keeping, minimized, becomes the corpus of the repository; what failed stays.
corpus: | fuzz-build
	@for t in $(FUZZ_TARGETS); do \
		rm -rf $(FB)/merged/$$t; mkdir -p $(FB)/merged/$$t $(FB)/corpus/$$t; \
		$(FB)/fuzz_$$t -set_cover_merge=1 -use_counters=0 -max_len=$(CORPUS_MAX_B) $(FB)/merged/$$t \
			tests/fuzz/corpus/$$t $(FB)/corpus/$$t 2>/dev/null || exit 1; \
		find tests/fuzz/corpus/$$t -type f ! -name 'crash-*' -delete; \
		for f in $(FB)/merged/$$t/*; do \
			n=$${f##*/}; cp $$f tests/fuzz/corpus/$$t/grown-$$(echo $$n | cut -c -10); \
		done; \
	done

# Campaigns: so many trials by a seed, which is printed; a trial that finds something is an input in FB/found.
# The whole takes about an hour; SHARE=100 is a hundredth of it.
#
#   make campaign SEED=7 SHARE=100
SHARE ?= 1
campaign: $(FB)/seeds/done
	@seed=$(or $(SEED),$$(date +%s)); \
	for k in streams:10000:model writer:10000:writer beside:2000:model vanish:2000: \
		programs:10000:; do \
		set -- $$(echo $$k | tr : ' '); \
		nice -n 10 $(FB)/campaign $$1 $$(($$2 / $(SHARE))) $$seed $(FB)/found \
			$${3:+$(FB)/seeds/$$3} || exit 1; \
	done

# ThreadSanitizer and MemorySanitizer, over the traces (unpacked, for liblzma is not theirs) and the corpora,
# by a program of their own: the test library does not start under them. SHARE=8: an eighth of the files, by
# SEED.
UNPACKED := build/unpacked
$(UNPACKED)/%: tests/traces/%.tar.xz
	@mkdir -p $@; tar -xJf $< -C $@; touch $@
unpacked: $(patsubst tests/traces/%.tar.xz,$(UNPACKED)/%,$(wildcard tests/traces/r[345]00*.tar.xz \
	tests/traces/r420*.tar.xz))

TSAN := -fsanitize=thread
MSAN := -fsanitize=memory -fsanitize-memory-track-origins
tsan msan: setup-fuzz unpacked
	@$(MAKE) --no-print-directory build/regsgen
	@$(MAKE) --no-print-directory B=build/$@ CC=clang CFLAGS="-O1 -g" REGS_GEN=build/regsgen \
		SAN="$(if $(filter tsan,$@),$(TSAN),$(MSAN))" build/$@/fuzz-run
	@seed=$(or $(SEED),$$(date +%s)); echo "$@: a $(SHARE)th of the files, seed $$seed"; \
	TSAN_OPTIONS=halt_on_error=1 nice -n 10 build/$@/fuzz-run -k $(SHARE) $$seed $(UNPACKED) \
		tests/fuzz/corpus 2>build/$@/log || { tail -n 40 build/$@/log; exit 1; }

# For a build server, some eight minutes on two processors: a fortieth of the campaigns, signals at other
# accesses, three quarters of a minute of one target of the fuzzer, and one of five: an eighth of what tsan
# or msan run, other draws in the browser, or a few planted faults. A seed draws them, and is printed. What is
# new is reported, and left in FB/found: a sample that another seed draws says nothing about the change that
# it happens to run with, so none of it fails. What has failed once belongs into the tests.
SAMPLE_S := 45
fuzz-sample: $(FB)/seeds/done
	@seed=$(or $(SEED),$$(date +%s)); set -- $(FUZZ_TARGETS); shift $$((seed % $$#)); \
	echo "fuzz-sample: $$1, seed $$seed, $(SAMPLE_S) s"; \
	mkdir -p $(FB)/found $(FB)/corpus/$$1 $(FB)/seeds/$$1 tests/fuzz/corpus/$$1; \
	$(FB)/fuzz_$$1 -seed=$$((seed % 1000000 + 1)) -max_total_time=$(SAMPLE_S) -max_len=65536 -timeout=10 \
		-rss_limit_mb=2048 -artifact_prefix=$(FB)/found/$$1- $(FB)/corpus/$$1 \
		tests/fuzz/corpus/$$1 $(FB)/seeds/$$1 >$(FB)/sample.log 2>&1 || { \
		tail -n 60 $(FB)/sample.log; echo "fuzz-sample: something new was found:"; \
		ls $(FB)/found; }
samples:
	@seed=$(or $(SEED),$$(date +%s)); echo "samples of seed $$seed"; \
	sample() { $(MAKE) --no-print-directory "$$@" SEED=$$seed || echo "samples: $$* found something"; }; \
	sample campaign SHARE=40; \
	sample signals TRIALS=10; \
	sample fuzz-sample; \
	case $$((seed % 5)) in \
	0) sample tsan SHARE=8;; \
	1) sample msan SHARE=8;; \
	2) sample check-web;; \
	3) sample check-pages;; \
	*) sample mutate-sample;; \
	esac

.PHONY: fuzz corpus fuzz-build setup-fuzz campaign tsan msan unpacked fuzz-sample samples
