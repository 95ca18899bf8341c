# SPDX-License-Identifier: MIT
#
# The showroom in a browser: `make check-web`, SEED=7 draws the same chips again.
PKG_CHECK_WEB = $(PKG_WEB) chromium chromium-driver python3
setup-check-web:
	$(call install,$(PKG_CHECK_WEB))
check-web: setup-check-web
	@$(MAKE) --no-print-directory $(B)/firstlight web
	@tests/web/check.py $(B)/firstlight out/web tests/traces $(SEED)
.PHONY: check-web setup-check-web
