# SPDX-License-Identifier: MIT
#
# The manual's pages in a browser: `make check-pages`, SEED=7 draws other registers than 1 does. Axe, from
# npm at the version of package-lock.json, looks at each page that is not one of many alike, at some of these,
# and with AXE_ALL=1 at all; the blocks of code in them are compiled, the commands run.
PKG_PAGES = $(PKG_DOC) chromium python3 npm device-tree-compiler qemu-system-x86 qemu-system-arm
AXE       = $(B)/pages/node_modules/axe-core
$(AXE): tests/pages/package.json tests/pages/package-lock.json
	@mkdir -p $(B)/pages; cp $^ $(B)/pages/
	@cd $(B)/pages && npm ci --silent --no-audit --no-fund
	@touch $@
setup-pages:
	$(call install,$(if $(shell command -v npm),$(filter-out npm,$(PKG_PAGES)),$(PKG_PAGES)))
check-pages: setup-pages
	@$(MAKE) --no-print-directory $(B)/firstlight doc images
	@tests/pages/blocks.py $(B)/firstlight
	@tests/pages/check.py $(B)/firstlight $(B)/gen/hw/regs out/doc/html $(or $(SEED),1)
	@$(MAKE) --no-print-directory $(AXE)
	@tests/pages/axe.py $(AXE) out/doc/html $(if $(AXE_ALL),,$(or $(SEED),1))
.PHONY: check-pages setup-pages
