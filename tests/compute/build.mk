# SPDX-License-Identifier: MIT
#
# make check-cl: KERNELS=200 by SEED=1, compiled by clang-15, on the model of a Bonaire beside the CPU. Those
# that keep clang busy for half a minute are named and left out (of seeds 2 and 7 some are).
# make check-spans: SPANS=10000 random programs of its vector engine, on each set of instructions beside the
# plain path, some ten minutes; one of EVERY=20 is compiled just in time too, which takes half a second each.
PKG_CL := clang-15 libclc-15
KERNELS ?= 200
SPANS ?= 10000
EVERY ?= 20

setup-cl: setup-check
	$(call install,$(PKG_CL))
check-cl: setup-cl
	@$(MAKE) --no-print-directory build $(B)/unit
	FL_KERNELS=$(KERNELS) FL_SEED=$(or $(SEED),1) $(B)/unit --filter 'cik_compute*/*'
check-spans: setup-check
	@$(MAKE) --no-print-directory build $(B)/unit
	FL_SPANS=$(SPANS) FL_EVERY=$(EVERY) $(B)/unit --filter 'cik_sq_spans/*'
.PHONY: setup-cl check-cl check-spans
