# SPDX-License-Identifier: MIT
#
# make check-llvm: the assembler and disassembler of Sea Islands beside LLVM's assembler, by the line.
PKG_LLVM := llvm-14
LLVM_MC  ?= llvm-mc-14

LLVM_OBJ := $(patsubst %.c,$(B)/host/%.o,$(wildcard tests/llvm/*.c))
$(B)/check-llvm: $(LLVM_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK)

setup-llvm: setup-build
	$(call install,$(PKG_LLVM))
check-llvm: setup-llvm
	@$(MAKE) --no-print-directory build $(B)/check-llvm
	LLVM_MC=$(LLVM_MC) $(B)/check-llvm
.PHONY: check-llvm setup-llvm
