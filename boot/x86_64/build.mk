# SPDX-License-Identifier: MIT
#
# The bare-metal images for x86-64: the boot code, demos, and the freestanding library. firstlight.elf has the
# monitor and the demos that show a card awake, gallery.elf every demo. Linked as ELF64, then renamed to
# ELF32, the one form that QEMU's -kernel and GRUB (BIOS and UEFI) all load.
ifeq ($(ARCH),x86_64)
BOOT_SRC := $(wildcard boot/x86_64/*.c boot/x86_64/*.S demos/*.c demos/bare/*.c)
BOOT_OBJ := $(patsubst %,$(B)/bare/%.o,$(filter-out demos/table.c demos/bare/table.c,$(BOOT_SRC)))
# No position independence: the image is linked at a fixed address, and needs no relocation to start.
BARE     := $(FREE) -fno-pie -mno-red-zone

# The tables of families, without those that are on no PC (hw/fl_families.h): a card's registers, waking and
# drawing are linked when a table names its family.
PC_TABLES := $(patsubst %,$(B)/bare/%.o,$(shell grep -l 'FL_FAMILIES..*ROW' $(FREE_SRC)))
$(PC_TABLES): BARE += -DFL_PC

$(B)/bare/%.c.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $< (bare)"
	@$(CC) $(CFLAGS) -Oz $(DENSE) $(BARE) -c -o $@ $<
$(B)/bare/%.S.o: %.S
	@mkdir -p $(@D); echo "  AS    $<"
	@$(CC) $(BARE) -c -o $@ $<

$(B)/firstlight64.elf: $(B)/bare/demos/bare/table.c.o
$(B)/gallery64.elf: $(B)/bare/demos/table.c.o
$(B)/firstlight64.elf $(B)/gallery64.elf: $(BOOT_OBJ) $(PC_TABLES) $(B)/libfirstlight.a linker/x86_64.ld
	@echo "  LD    $@"
	@$(CC) -static -no-pie -nostdlib -Wl,--gc-sections -Wl,-z,max-page-size=4096 -Wl,--build-id=none \
		-Wl,-z,noexecstack -T linker/x86_64.ld -o $@ $(filter %.o,$^) $(B)/libfirstlight.a
$(B)/firstlight.elf $(B)/gallery.elf $(B)/before.elf: $(B)/%.elf: $(B)/%64.elf
	@objcopy -O elf32-i386 --strip-all $< $@

# The boot code alone, with what makes a machine of it, for programs out of this tree: `make install`.
BOOT_LIB_OBJ := $(patsubst %,$(B)/bare/%.o,$(wildcard boot/x86_64/*.c boot/x86_64/*.S) \
                demos/bare/machine.c demos/bare/pc.c)
$(BOOT_LIB): $(BOOT_LIB_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
	@echo "  AR    $@"

# Images of one family, made to be measured (tests/unit/test_size.c): with the whole drawing library and the
# monitor, nothing left out; and without drawing.
OTHER_FAMILIES := $(filter-out r500,$(FAMILIES))
SIZE_OTHERS    := $(foreach f,$(OTHER_FAMILIES), \
                  $(B)/free/hw/$(f)/% $(B)/free/lib/$(f)/% $(B)/free/gen/hw/regs/$(f)_%)
SIZE_TABLES    := $(B)/free/hw/fl_families.o $(B)/free/hw/fl_smokes.o $(B)/free/lib/fl_stages.o \
                  $(B)/free/lib/fl_asm_isas.o $(B)/free/lib/fl_programs.o \
                  $(B)/free/lib/stream/fl_stream_families.o \
                  $(B)/free/hw/regs/fl_regs_family.o
# What only a first contact needs, and what chips of this family cannot do: it is linked where somebody asks
# for it.
SIZE_ASKED     := $(B)/free/hw/fl_display% $(B)/free/hw/avivo/display% $(B)/free/hw/r500/display% \
                  $(B)/free/hw/fl_contact% $(B)/free/hw/r500/contact.o $(B)/free/lib/tool/fl_contact% \
                  $(B)/free/hw/bus/pci_rom.o $(B)/free/hw/bus/pci_assign.o $(B)/free/hw/bus/mailbox.o \
                  $(B)/free/hw/bus/onchip.o $(B)/free/hw/fl_soc% $(B)/free/boot/board/% \
                  $(B)/free/lib/stream/fl_stream_vert% $(B)/free/lib/r500/stream_vertex.o \
                  $(B)/free/lib/fl_draw_instances.o \
                  $(B)/free/lib/fl_draw_stream.o $(B)/free/lib/fl_draw_integer.o \
                  $(B)/free/lib/fl_compute% $(B)/free/lib/fl_elf.o $(B)/free/lib/fl_msgpack.o \
                  $(B)/free/hw/fl_area.o $(B)/free/hw/fl_bits.o $(B)/free/hw/fl_kept.o \
                  $(B)/free/hw/fl_ring% $(B)/free/hw/fl_pages.o $(B)/free/hw/fl_smoke_window.o \
                  $(B)/free/hw/fl_status.o $(B)/free/lib/fl_draw2d_3d.o \
                  $(B)/free/lib/fl_draw2d_picture.o $(B)/free/lib/fl_resident.o
SIZE_LINK       = $(CC) -static -no-pie -nostdlib -Wl,-z,max-page-size=4096 -Wl,--build-id=none \
                  -Wl,-z,noexecstack -T linker/x86_64.ld -o $@

SIZE_SRC       := $(wildcard boot/x86_64/*.c boot/x86_64/*.S) \
                  $(filter-out demos/bare/commands.c,$(wildcard demos/bare/*.c)) \
                  demos/demos.c demos/monitor.c \
                  $(shell grep -o 'fl_demo_[a-z]*' demos/bare/table.c | sed 's:fl_demo_\(.*\):demos/\1.c:')

$(B)/size-draw.elf: $(patsubst %,$(B)/bare/%.o,$(SIZE_SRC) tests/size/one_family.c tests/size/draw.c) \
		$(filter-out $(SIZE_OTHERS) $(SIZE_TABLES) $(SIZE_ASKED),$(FREE_OBJ))
	@echo "  LD    $@"
	@$(SIZE_LINK) $^
$(B)/size-wake.elf: $(patsubst %,$(B)/bare/%.o,$(wildcard boot/x86_64/*.c boot/x86_64/*.S) \
		demos/bare/machine.c demos/bare/pc.c tests/size/one_family.c tests/size/wake.c) \
		$(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(SIZE_LINK) -Wl,--gc-sections $^

# Waking as it was before anybody thought of a first contact, for tests.
$(B)/before64.elf: $(patsubst %,$(B)/bare/%.o,$(wildcard boot/x86_64/*.c boot/x86_64/*.S) \
		demos/bare/machine.c demos/bare/pc.c demos/bare/images.c demos/bare/say.c \
		demos/bare/screen.c \
		tests/before/before.c tests/before/image.c) $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(SIZE_LINK) -Wl,--gc-sections $^

# MICROCODE=DIR: the files of it that a card of the kit may want go onto the disc, and each entry of the menu
# loads them. The image takes what its card wants.
FIRMWARE := $(shell grep -ho 'radeon/[A-Z0-9]*_cp\.bin' $(wildcard hw/*/chips.c) | sed 's:.*/::' | sort -u)
MODULES  := $(if $(MICROCODE),$(notdir $(wildcard $(FIRMWARE:%=$(MICROCODE)/%))))

# A disc that starts under BIOS and UEFI alike. $(1): GRUB's time-out, $(2): what it boots, a line each.
define iso
	@rm -rf $@.d; mkdir -p $@.d/boot/grub; cp $(filter %.elf,$^) $(MODULES:%=$(MICROCODE)/%) $@.d/boot/
	@printf '%s\n' 'serial --unit=0 --speed=115200' 'terminal_input serial console' \
		'terminal_output serial console' 'insmod all_video' 'set timeout=$(1)' $(2) \
		> $@.d/boot/grub/grub.cfg
	@grub-mkrescue -o $@ $@.d >$@.log 2>&1 || { cat $@.log; exit 1; }
	@rm -rf $@.d $@.log; echo "  ISO   $@"
endef
load  = multiboot2 /boot/$(1).elf $(1).elf $(2)$(foreach m,$(MODULES),; module2 /boot/$m $m)
entry = "menuentry '$(1)' { $(call load,$(2),$(3)) }"
demos = $(foreach i,$(1),$(call entry,firstlight: demo $(i),firstlight,demo $(i)))
menu  = $(call demos,blit text cube) \
        $(foreach i,smoke list monitor,$(call entry,firstlight: $(i),firstlight,$(i))) \
        $(call entry,the monitor with all demos,gallery,monitor)

ISO ?= $(B)/firstlight.iso
$(ISO): $(B)/firstlight.elf $(B)/gallery.elf
	$(call iso,10,$(menu))
# The same disc with no menu, for the tests.
$(B)/firstlight-blit.iso: $(B)/firstlight.elf
	$(call iso,0,$(call demos,blit))

images: setup-check
	@$(MAKE) --no-print-directory $(B)/firstlight.elf $(B)/gallery.elf $(ISO) images-aarch64 images-arm
no_microcode = MICROCODE=$(MICROCODE): none of $(FIRMWARE) is there. Debian's firmware-amd-graphics has them \
               in /lib/firmware/radeon; a file that ends in .xz or .zst has to be unpacked first
# The disc made anew, with MICROCODE or without.
iso: setup-check
	$(if $(MICROCODE),$(if $(MODULES),,$(error $(no_microcode))))
	@rm -f $(ISO)
	@$(MAKE) --no-print-directory $(ISO)
	@echo "On the disc: $(or $(MODULES),no microcode; what needs none runs)$(if \
		$(MODULES),$(patsubst %,; % is not there,$(filter-out $(MODULES),$(FIRMWARE))))"
.PHONY: images iso
endif
