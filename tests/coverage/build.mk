# SPDX-License-Identifier: MIT
#
# Which lines run: `make coverage` counts those that the unit tests and the fuzzer's corpora reach, prints a
# table by folder and the lines that never ran and have no reason in tests/coverage/reasons.txt, and fails if
# there is one, or if less than COVERED percent of the model ran. It names, too, the reasons that no line
# needs any more. (Some laws of the house do not hold for objects that count; the tests' verdicts are those of
# `make check`.) The models of R6xx, Sea Islands and Vivante are younger: in the table alone.
COVERED  := 95
CB       := build/coverage
PROFILES := $(CURDIR)/$(CB)/prof/%4m.profraw
# The generator of registers is another build's: it runs while this one is built.
COUNTING := B=$(CB) CC=clang CFLAGS="-O1 -g" REGS_GEN=build/regsgen \
	SAN="-fprofile-instr-generate -fcoverage-mapping" FLAGS_demos/firstlight/sandbox.c=-DFL_COUNTS

coverage-run: setup-fuzz unpacked
	@$(MAKE) --no-print-directory build/regsgen
	@$(MAKE) --no-print-directory $(COUNTING) $(CB)/fuzz-run
	@rm -rf $(CB)/prof

coverage: coverage-run setup-check
	@$(MAKE) --no-print-directory B=build $(UNIT_NEEDS)
	@$(MAKE) --no-print-directory $(COUNTING) $(CB)/unit $(CB)/firstlight $(CB)/firstlight-gl.so
	@cp build/firstlight.elf build/gallery.elf build/before.elf build/firstlight-blit.iso $(CB)/
	@LLVM_PROFILE_FILE=$(PROFILES) $(CB)/fuzz-run $(UNPACKED) tests/fuzz/corpus \
		2>$(CB)/log
	@LLVM_PROFILE_FILE=$(PROFILES) FL_BUILD=$(CB) FL_SANITIZED=1 $(CB)/unit $(UNIT_ARGS) || true
	@tests/coverage/coverage.sh $(CB) $(COVERED) hw/model hw/model/r600 hw/model/cik hw/model/gc

# What the fuzzer's own corpora reach.
fuzz-coverage: coverage-run
	@LLVM_PROFILE_FILE=$(PROFILES) $(CB)/fuzz-run $(wildcard $(FB)/corpus tests/fuzz/corpus) \
		2>$(CB)/log
	@{ tests/coverage/coverage.sh $(CB) 0 hw/model || true; } | grep ' %  .* lines  '

.PHONY: coverage coverage-run fuzz-coverage
