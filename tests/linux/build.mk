# SPDX-License-Identifier: MIT
#
# `make check-linux`: the hosted command in a Linux guest. The kernel is Debian's own, out of its package,
# which is not installed; the initial file system is made here.
LINUX_OBJ := $(patsubst %.c,$(B)/host/%.o,tests/linux/check.c tests/linux/machine.c tests/linux/guest.c \
             tests/linux/picture.c tests/unit/test_lib_blit_expected.c)
LINUX     := $(B)/linux
# Drivers that hold a card, so that the command is refused, with the modules that radeonfb needs first; and
# VFIO, in the order in which they are loaded.
LINUX_KO  := pci-stub i2c-algo-bit fb_ddc radeonfb \
             irqbypass vfio vfio_iommu_type1 vfio_virqfd vfio-pci-core vfio-pci

$(B)/check-linux: $(LINUX_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lpci -lpng -lm

# The version that the meta package asks for today; the lists of packages may be older than the archive.
$(LINUX)/vmlinuz: tests/linux/build.mk
	@mkdir -p $(LINUX)/deb; echo "  GET   $(PKG_KERNEL)"
	@cd $(LINUX)/deb && rm -f *.deb && get() { \
		p=$$(apt-cache depends $(PKG_KERNEL) | sed -n 's/.*Depends: \(linux-image-.*\)/\1/p'); \
		[ -n "$$p" ] && timeout 300 apt-get -qq -o APT::Sandbox::User=root download "$$p"; }; \
		get || { $(SUDO) apt-get -qq update && get; }
	@dpkg-deb --fsys-tarfile $(LINUX)/deb/*.deb | \
		tar x -C $(LINUX)/deb --wildcards './boot/vmlinuz-*' $(LINUX_KO:%='*/%.ko')
	@rm -rf $(LINUX)/modules; mkdir $(LINUX)/modules
	@find $(LINUX)/deb/lib -name '*.ko' -exec cp {} $(LINUX)/modules/ ';'
	@cp $(LINUX)/deb/boot/vmlinuz-* $@; rm -rf $(LINUX)/deb

$(LINUX)/init: tests/linux/init.c
	@mkdir -p $(@D); echo "  CC    $< (static)"
	@$(CC) $(CFLAGS) $(HOST) -MF $@.d -static -s -o $@ $<

$(LINUX)/initrd: $(LINUX)/init $(LINUX)/vmlinuz $(B)/firstlight
	@echo "  CPIO  $@"; rm -rf $(LINUX)/root
	@mkdir -p $(LINUX)/root/bin $(LINUX)/root/lib/modules $(LINUX)/root/lib/firmware/radeon
	@cp $(LINUX)/init $(LINUX)/root/; cp $(LINUX)/modules/* $(LINUX)/root/lib/modules/
	@strip -o $(LINUX)/root/bin/firstlight $(B)/firstlight
	@for l in $$(ldd $(B)/firstlight | grep -o '/[^ ]*'); do install -D $$l $(LINUX)/root$$l; done
	@(cd $(LINUX)/root && find . | cpio --quiet -o -H newc) > $@

setup-linux: setup-check
	$(call install,$(PKG_LINUX))
check-linux: setup-linux
	@$(MAKE) --no-print-directory build $(B)/check-linux $(LINUX)/initrd
	@timeout 900 $(B)/check-linux $(B) $(LINUX)/vmlinuz $(LINUX)/initrd
.PHONY: check-linux setup-linux
