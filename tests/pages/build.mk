# SPDX-License-Identifier: MIT
#
# The manual's pages in a browser: `make check-pages`, SEED=7 draws the same registers again.
PKG_PAGES = $(PKG_DOC) chromium python3
setup-pages:
	$(call install,$(PKG_PAGES))
check-pages: setup-pages
	@$(MAKE) --no-print-directory $(B)/firstlight doc
	@tests/pages/check.py $(B)/firstlight $(B)/gen/hw/regs out/doc/html $(SEED)
.PHONY: check-pages setup-pages
