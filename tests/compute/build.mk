# SPDX-License-Identifier: MIT
#
# make check-cl: KERNELS=200 by SEED=1, compiled by clang-15, on the model of a Bonaire beside the CPU.
PKG_CL := clang-15 libclc-15
KERNELS ?= 200

setup-cl: setup-check
	$(call install,$(PKG_CL))
check-cl: setup-cl
	@$(MAKE) --no-print-directory build $(B)/unit
	FL_KERNELS=$(KERNELS) FL_SEED=$(or $(SEED),1) $(B)/unit --filter 'cik_compute*/*'
.PHONY: setup-cl check-cl
