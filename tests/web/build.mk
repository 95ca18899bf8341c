# SPDX-License-Identifier: MIT
#
# The showroom and the frame debugger in a browser: `make check-web`, SEED=7 draws other chips than 1 does.
PKG_CHECK_WEB = $(PKG_WEB) chromium chromium-driver python3 $(if $(shell command -v npm),,npm)
setup-check-web:
	$(call install,$(PKG_CHECK_WEB))
check-web: setup-check-web
	@$(MAKE) --no-print-directory $(B)/firstlight web $(AXE)
	@tests/web/check.py $(B)/firstlight out/web tests/traces $(or $(SEED),1)
	@tests/web/frames.py $(B)/firstlight tests/traces $(AXE) $(or $(SEED),1)
	@tests/pages/axe.py $(AXE) out/web
.PHONY: check-web setup-check-web
