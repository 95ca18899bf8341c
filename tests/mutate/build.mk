# SPDX-License-Identifier: MIT
#
# How many small faults do the tests notice? `make mutate` plants N of them, chosen by SEED, in a copy of the
# tree (B/mutate), and lists those that no test notices. The same SEED again goes on where it ended.
#
#   make mutate SEED=7 N=300
#   make mutate N=50 MUTATE_FILES="hw/model/mem.c hw/model/ranges.c"
#
# `make mutate-sample` is for a build server: faults in one AREA of the sources (the seed draws it), judged by
# the quick tests nearest to it, in two minutes at most. It says which seed it took, and fails only if it
# cannot work.
N              ?= 300
SEED           ?=
MUTATE_FILES   ?=
AREA           ?= any
MUTATE          = tests/mutate/mutate.py --build $(B) --tree $(B)/mutate $(if $(SEED),--seed $(SEED))
PKG_MUTATE      = $(PKG_BUILD) libcriterion-dev python3-clang-14

setup-mutate:
	$(call install,$(PKG_MUTATE))
mutate: setup-mutate
	@$(MAKE) --no-print-directory build $(B)/unit $(B)/firstlight
	@$(MUTATE) --count $(N) $(MUTATE_FILES)
mutate-sample: setup-mutate
	@$(MAKE) --no-print-directory build $(B)/unit $(B)/firstlight
	@$(MUTATE) --area "$(AREA)" --count 60 --most 0.5 --minutes 2

.PHONY: mutate mutate-sample setup-mutate
