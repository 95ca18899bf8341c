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

# `make check-keys`: what has to be typed, beside setpci and busybox's devmem, in the same guest with a shell.
# KEYS=write puts the table into the manual; KEYS=6 types so many of the tasks, by SEED=1, and counts all.
KEYS_HAVE := /bin/bash /usr/bin/setpci /bin/busybox
PKG_KEYS  := $(PKG_LINUX) bash pciutils busybox
$(B)/check-keys: $(LINUX_OBJ:%/check.o=%/keys.o) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lpci -lpng -lm

$(LINUX)/typing: tests/linux/typing.c
	@mkdir -p $(@D); echo "  CC    $< (static)"
	@$(CC) $(CFLAGS) $(HOST) -MF $@.d -static -s -o $@ $<

$(LINUX)/keys: $(LINUX)/initrd $(LINUX)/typing tests/linux/build.mk
	@echo "  CPIO  $@"; rm -rf $(LINUX)/keys-root; cp -r $(LINUX)/root $(LINUX)/keys-root
	@cp -L $(KEYS_HAVE) $(LINUX)/typing $(LINUX)/keys-root/bin/
	@for l in $$(ldd $(KEYS_HAVE) | grep -o '/[^ ]*[^ :]' | grep '\.so'); do \
		install -D $$l $(LINUX)/keys-root$$l; done
	@install -D /lib/terminfo/d/dumb $(LINUX)/keys-root/lib/terminfo/d/dumb
	@mkdir -p $(LINUX)/keys-root/etc
	@for a in $$(busybox --list); do [ -e $(LINUX)/keys-root/bin/$$a ] || \
		ln -s busybox $(LINUX)/keys-root/bin/$$a; done
	@$(B)/firstlight completion bash >$(LINUX)/keys-root/etc/firstlight.bash
	@printf '%s\n' "PS1='$$ '" 'bind "set enable-bracketed-paste off"' '. /etc/firstlight.bash' \
		>$(LINUX)/keys-root/etc/keys.rc
	@(cd $(LINUX)/keys-root && find . | cpio --quiet -o -H newc) > $@

setup-keys: setup-check
	$(call install,$(PKG_KEYS))
check-keys: setup-keys
	@$(MAKE) --no-print-directory build $(B)/check-keys $(LINUX)/keys
	@timeout 1800 $(B)/check-keys $(B) $(LINUX)/vmlinuz $(LINUX)/keys demos/manual/shell.md \
		$(if $(KEYS),$(KEYS) $(or $(SEED),1))
.PHONY: check-keys setup-keys

# `make check-linux-arm64`: the same for ARM, in QEMU's virt. The command is built for it with libraries out
# of Debian's packages, and in haste: what is slow there is the emulator.
ARM_GUEST     := $(B)/linux-arm64
ARM_GUEST_KO  := drm gpu-sched etnaviv
ARM_GUEST_LIB  = $(patsubst %,$(CURDIR)/$(ARM_GUEST)/guest/root/%/aarch64-linux-gnu,usr/lib lib)
ARM_GUEST_CC   = aarch64-linux-gnu-gcc -idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu \
                 -L$(CURDIR)/$(ARM_GUEST)/lib $(ARM_GUEST_LIB:%=-Wl$(comma)-rpath-link$(comma)%)
PKG_ARM_GUEST := $(PKG_LINUX) gcc-aarch64-linux-gnu libc6-dev-arm64-cross device-tree-compiler \
                 qemu-system-arm

$(B)/check-linux-arm64: $(LINUX_OBJ:%/check.o=%/check_arm64.o) $(B)/libfirstlight-hosted.a \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lpci -lpng -lm

$(ARM_GUEST)/guest/vmlinuz: tests/linux/arm64-root.sh
	@mkdir -p $(ARM_GUEST); echo "  GET   Linux for ARM, and libraries (65 MB)"
	@tests/linux/arm64-root.sh $(ARM_GUEST)/guest $(ARM_GUEST_KO)
	@touch $@

# Names for the linker, which the packages of libraries alone do not bring.
$(ARM_GUEST)/lib: $(ARM_GUEST)/guest/vmlinuz
	@rm -rf $@; mkdir -p $@
	@for l in pci png16 z lzma jansson edit seccomp; do \
		for d in $(ARM_GUEST_LIB); do for f in $$d/lib$$l.so.[0-9]*; do \
			[ ! -e $$f ] || ln -sf $$f $@/lib$${l%16}.so; done; done; done

$(ARM_GUEST)/firstlight: $(ARM_GUEST)/lib FORCE
	@$(MAKE) --no-print-directory B=$(ARM_GUEST)/build CC="$(ARM_GUEST_CC)" AR=aarch64-linux-gnu-ar \
		SAN= SDL2= CFLAGS="-O1 -Wno-maybe-uninitialized" $(ARM_GUEST)/build/firstlight
	@cmp -s $(ARM_GUEST)/build/firstlight $@ || cp $(ARM_GUEST)/build/firstlight $@

$(ARM_GUEST)/init: tests/linux/init.c
	@mkdir -p $(@D); echo "  CC    $< (arm64, static)"
	@aarch64-linux-gnu-gcc -O1 $(HOST) -MF $@.d -static -s -o $@ $<

$(ARM_GUEST)/initrd: $(ARM_GUEST)/init $(ARM_GUEST)/firstlight
	@echo "  CPIO  $@"; rm -rf $(ARM_GUEST)/root
	@mkdir -p $(ARM_GUEST)/root/bin $(ARM_GUEST)/root/lib/modules
	@cp $(ARM_GUEST)/init $(ARM_GUEST)/root/
	@cp $(ARM_GUEST)/guest/modules/* $(ARM_GUEST)/root/lib/modules/
	@aarch64-linux-gnu-strip -o $(ARM_GUEST)/root/bin/firstlight $(ARM_GUEST)/firstlight
	@cp $(ARM_GUEST)/guest/root/lib/ld-linux-aarch64.so.1 $(ARM_GUEST)/root/lib/
	@for l in c m pci png16 z lzma jansson edit seccomp udev tinfo bsd md resolv; do \
		for d in $(ARM_GUEST_LIB); do for f in $$d/lib$$l.so.[0-9]*; do \
			[ ! -e $$f ] || cp -L $$f $(ARM_GUEST)/root/lib/; done; done; done
	@(cd $(ARM_GUEST)/root && find . | cpio --quiet -o -H newc) > $@

$(ARM_GUEST)/virt.dtb: tests/linux/arm64.dts
	@mkdir -p $(@D); echo "  DTC   $<"
	@qemu-system-aarch64 -M virt,dumpdtb=$@.qemu -cpu cortex-a53 -m 512 -display none >/dev/null 2>&1
	@(dtc -q -I dtb -O dts $@.qemu; cat $<) | dtc -q -I dts -O dtb -o $@

setup-linux-arm64: setup-check
	$(call install,$(PKG_ARM_GUEST))
check-linux-arm64: setup-linux-arm64
	@$(MAKE) --no-print-directory build $(B)/firstlight $(B)/check-linux-arm64 $(ARM_GUEST)/initrd \
		$(ARM_GUEST)/virt.dtb
	@timeout 600 $(B)/check-linux-arm64 $(B) $(ARM_GUEST)/guest/vmlinuz $(ARM_GUEST)/initrd \
		$(ARM_GUEST)/virt.dtb
.PHONY: check-linux-arm64 setup-linux-arm64
