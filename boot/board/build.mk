# SPDX-License-Identifier: MIT
#
# The bare-metal images for ARM boards, 64 bits (CC=aarch64-linux-gnu-gcc) and 32 bits
# (CC=arm-linux-gnueabihf-gcc): firstlight.img and gallery.img, which run wherever they are loaded. What
# carries their own relocations is linked as a position-independent program, then written out flat.
ifneq ($(filter aarch64 arm,$(ARCH)),)
BOARD_SRC := $(wildcard boot/board/*.c boot/$(ARCH)/*.c boot/$(ARCH)/*.S demos/*.c demos/bare/*.c \
             demos/bare/board/*.c)
BOARD_OBJ := $(patsubst %,$(B)/bare/%.o,$(filter-out demos/table.c demos/bare/table.c demos/bare/pc.c, \
             $(BOARD_SRC)))
BARE         := $(FREE) -fpie $(if $(filter boot/%,$<),$(OWN_LOOPS))

$(B)/bare/%.c.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (bare)"
	@$(CC) $(CFLAGS) -Oz $(BARE) -c -o $@ $<
$(B)/bare/%.S.o: %.S
	@mkdir -p $(@D); echo "  AS    $<"
	@$(CC) $(FREE) -c -o $@ $<

$(B)/firstlight.elf: $(B)/bare/demos/bare/table.c.o
$(B)/gallery.elf: $(B)/bare/demos/table.c.o
$(B)/firstlight.elf $(B)/gallery.elf: $(BOARD_OBJ) $(B)/libfirstlight.a linker/$(ARCH).ld
	@echo "  LD    $@"
	@$(CC) -nostdlib -pie -Wl,--no-dynamic-linker -Wl,-Bsymbolic -Wl,-z,text -Wl,--gc-sections \
		-Wl,--build-id=none -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments -T linker/$(ARCH).ld -o $@ \
		$(filter %.o,$^) $(B)/libfirstlight.a $(if $(filter arm,$(ARCH)),-lgcc)
$(B)/%.img: $(B)/%.elf
	@$(CC:%gcc=%)objcopy -O binary $< $@

# QEMU's boards that bring no tree.
$(B)/%.dtb: boot/$(ARCH)/%.dts
	@mkdir -p $(@D); echo "  DTC   $<"
	@dtc -q -I dts -O dtb -o $@ $<

BOARD_IMAGES := $(B)/firstlight.img $(B)/gallery.img \
                $(patsubst boot/$(ARCH)/%.dts,$(B)/%.dtb,$(wildcard boot/$(ARCH)/*.dts))
images: $(BOARD_IMAGES)
.PHONY: images
endif

# The same from a build for x86-64: build/aarch64, build/arm.
ifeq ($(ARCH),x86_64)
CROSS_aarch64 := CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar
CROSS_arm     := CC=arm-linux-gnueabihf-gcc AR=arm-linux-gnueabihf-ar
board_images   = $(MAKE) --no-print-directory B=$(B)/$(1) $(CROSS_$(1)) SAN= images
images-aarch64 images-arm: images-%: FORCE
	@+$(call board_images,$*)
.PHONY: images-aarch64 images-arm
endif
