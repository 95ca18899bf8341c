# SPDX-License-Identifier: MIT
#
# The showroom and the frame debugger in a browser: `make check-web`, SEED=7 draws the same chips again.
PKG_CHECK_WEB = $(PKG_WEB) chromium chromium-driver python3 $(if $(shell command -v npm),,npm)
setup-check-web:
	$(call install,$(PKG_CHECK_WEB))
check-web: setup-check-web
	@$(MAKE) --no-print-directory $(B)/firstlight web $(AXE)
	@tests/web/check.py $(B)/firstlight out/web tests/traces $(SEED)
	@tests/web/frames.py $(B)/firstlight tests/traces $(AXE) $(SEED)
	@tests/pages/axe.py $(AXE) out/web
.PHONY: check-web setup-check-web
