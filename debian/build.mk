# SPDX-License-Identifier: MIT
#
# make deb: Debian's source package and what it builds, in $(B)/deb, from the tree as git has it; lintian has
# the last word. make check-deb: the packages unpacked into a folder, and used from there.
DEB := $(B)/deb/firstlight-$(VERSION)
PKG_DEB := build-essential debhelper lintian
deb:
	$(call install,$(PKG_WEB) $(PKG_DEB))
	@rm -rf $(B)/deb; mkdir -p $(DEB)
	@git ls-files -z | tar -c --null -T - | tar -x -C $(DEB)
	@tar -I 'xz -1 -T0' -cf $(B)/deb/firstlight_$(VERSION).orig.tar.xz \
		--exclude firstlight-$(VERSION)/debian -C $(B)/deb firstlight-$(VERSION)
	cd $(DEB) && dpkg-buildpackage -us -uc -j$(shell nproc) >../log 2>&1 || { tail -n 40 ../log; exit 1; }
	lintian --fail-on error,warning,info $(B)/deb/*.changes
	@ls $(B)/deb/*.deb $(B)/deb/*.dsc

check-deb: deb
	@debian/check.sh $(B)/deb
.PHONY: deb check-deb
