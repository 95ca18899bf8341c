# SPDX-License-Identifier: MIT
#
# make install: under $(DESTDIR)$(prefix) the command, both libraries with their headers and pkg-config files,
# the bare-metal image, man page and completions. demos/install.sh does it, and keeps a list for uninstall.
bindir     ?= $(prefix)/bin
libdir     ?= $(prefix)/lib
# Where the command looks for what it loads into a program: beside its own folder.
ownlibdir  ?= $(prefix)/lib
includedir ?= $(prefix)/include
datadir    ?= $(prefix)/share
INSTALL    ?= install
MANIFEST   ?= $(datadir)/firstlight/installed
# For those two alone: in the environment of others, of tests among them, a make would take them for its own.
$(foreach v,DESTDIR bindir libdir ownlibdir includedir datadir INSTALL MANIFEST,\
	$(eval install uninstall: export $(v) := $$($(v))))

# boot/x86_64/build.mk makes it.
BOOT_LIB   := $(if $(filter x86_64,$(ARCH)),$(B)/libfirstlight-boot.a)

# All headers, by their path from the top, so that #include "lib/fl_draw.h" reads alike here and there.
# What a room or a family keeps to itself stays here.
INST_OWN   := %/internal.h %_own.h %_state.h %_regs.h %_rows.h %/states.h %/us.h %/pvs.h %/rs.h %/asm_fs.h \
              %/asm_fs_half.h %/asm_vs.h
INST_H     := $(filter-out $(INST_OWN),$(wildcard $(FREE_DIR:%=%/*.h) hw/bus/hosted/*.h lib/hosted/*.h)) \
              hw/model/fl_model.h hw/model/fl_model_look.h lib/fl_program_state.h hw/regs/fl_regs.h \
              $(if $(BOOT_LIB),boot/boot.h demos/bare/machine.h)
INST_IMAGE := $(if $(filter x86_64,$(ARCH)),$(B)/firstlight.elf)

define PC
prefix=$(prefix)
includedir=$(includedir)
libdir=$(libdir)

Name: firstlight
Description: GPU bring-up kit: the freestanding library
Version: $(VERSION)
Cflags: -I"$${includedir}/firstlight"
Libs: -L"$${libdir}" -lfirstlight
endef
define PC_HOSTED
prefix=$(prefix)
libdir=$(libdir)

Name: firstlight-hosted
Description: GPU bring-up kit: cards under Linux, and the models
Version: $(VERSION)
Requires: firstlight
Libs: -L"$${libdir}" -lfirstlight-hosted -lfirstlight -lpci -lm -pthread
endef
BOOT_LINK  := -static -no-pie -nostdlib -Wl,--gc-sections -Wl,-z,max-page-size=4096 -Wl,--build-id=none \
              -Wl,-z,noexecstack
BOOT_LIBS  := -Wl,--start-group -lfirstlight-boot -lfirstlight -Wl,--end-group
define PC_BOOT
prefix=$(prefix)
includedir=$(includedir)
libdir=$(libdir)
datadir=$(datadir)

Name: firstlight-boot
Description: GPU bring-up kit: programs for a machine without an operating system
Version: $(VERSION)
Cflags: -I"$${includedir}/firstlight" -ffreestanding -fno-pie -fno-stack-protector -mno-red-zone
Libs: $(BOOT_LINK) -T "$${datadir}/firstlight/x86_64.ld" -L"$${libdir}" $(BOOT_LIBS)
endef
export PC PC_HOSTED PC_BOOT

# The frame debugger's page, where `make web` has built it: what it wants is no part of every build.
INST_WEB   := $(wildcard $(B)/web/frames.html)

# Files that the command writes about itself. A command for another machine does not run here: then one of
# this machine's is named by FIRSTLIGHT, or they are left out.
FIRSTLIGHT ?= $(if $(filter $(ARCH),$(shell uname -m)),$(B)/firstlight)
INST_MADE  := $(if $(FIRSTLIGHT),$(addprefix $(B)/install/,firstlight.1 firstlight.bash _firstlight \
              firstlight.fish))
$(B)/install/firstlight.1: $(B)/firstlight
	@mkdir -p $(@D); $(FIRSTLIGHT) help --man > $@
$(B)/install/firstlight.bash: $(B)/firstlight
	@mkdir -p $(@D); $(FIRSTLIGHT) completion bash > $@
$(B)/install/_firstlight: $(B)/firstlight
	@mkdir -p $(@D); $(FIRSTLIGHT) completion zsh > $@
$(B)/install/firstlight.fish: $(B)/firstlight
	@mkdir -p $(@D); $(FIRSTLIGHT) completion fish > $@

install: build $(INST_IMAGE) $(INST_MADE) $(BOOT_LIB)
	@mkdir -p $(B)/install
	@printf '%s\n' "$$PC" > $(B)/install/firstlight.pc
	@printf '%s\n' "$$PC_HOSTED" > $(B)/install/firstlight-hosted.pc
	@printf '%s\n' "$$PC_BOOT" > $(B)/install/firstlight-boot.pc
	@{ printf '755 %s bin firstlight\n' $(B)/firstlight; \
	printf '644 $(B)/firstlight-gl.so own firstlight/firstlight-gl.so\n'; \
	printf '644 $(B)/%s lib %s\n' $(foreach f,libfirstlight.a libfirstlight-hosted.a,$(f) $(f)); \
	printf '644 $(B)/install/%s lib pkgconfig/%s\n' \
		$(foreach f,firstlight.pc firstlight-hosted.pc,$(f) $(f)); \
	printf '644 %s include firstlight/%s\n' $(foreach h,$(INST_H),$(h) $(h)); \
	cd $(B)/gen && printf '644 $(B)/gen/%s include firstlight/%s\n' $$(printf '%s %s\n' \
		$$(for h in hw/regs/*.h; do echo $$h $$h; done)); cd - >/dev/null; \
	printf '644 demos/examples/%s data firstlight/examples/%s\n' \
		$(foreach f,hosted.c emulator.c Makefile,$(f) $(f)) $(if $(BOOT_LIB),bare.c bare.c); \
	$(if $(BOOT_LIB),printf '644 %s %s %s\n' $(BOOT_LIB) lib libfirstlight-boot.a \
		$(B)/install/firstlight-boot.pc lib pkgconfig/firstlight-boot.pc \
		linker/x86_64.ld data firstlight/x86_64.ld;) \
	$(if $(INST_WEB),printf '644 %s data firstlight/web/frames.html\n' $(INST_WEB);) \
	$(if $(INST_IMAGE),printf '644 %s data firstlight/firstlight.elf\n' $(INST_IMAGE);) \
	$(if $(INST_MADE),printf '644 $(B)/install/%s data %s\n' firstlight.1 man/man1/firstlight.1 \
		firstlight.bash bash-completion/completions/firstlight \
		_firstlight zsh/site-functions/_firstlight \
		firstlight.fish fish/vendor_completions.d/firstlight.fish;) } | demos/install.sh install
	@$(if $(INST_MADE),,echo "no man page, no completions: the command is for another machine;" \
		"FIRSTLIGHT=... names one of this")

# With the prefix and DESTDIR of the install.
uninstall:
	@demos/install.sh uninstall
.PHONY: install uninstall
