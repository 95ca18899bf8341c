# make install: under $(DESTDIR)$(prefix) the command, both libraries with their headers and pkg-config files,
# the bare-metal image, man page and completions.
bindir     ?= $(prefix)/bin
libdir     ?= $(prefix)/lib
includedir ?= $(prefix)/include
datadir    ?= $(prefix)/share
INSTALL    ?= install

# All headers, by their path from the top, so that #include "lib/fl_draw.h" reads alike here and there.
INST_H     := $(wildcard $(FREE_DIR:%=%/*.h) hw/bus/hosted/*.h lib/hosted/*.h) \
              hw/model/fl_model.h
INST_IMAGE := $(if $(filter x86_64,$(ARCH)),$(B)/firstlight.elf)

define PC
prefix=$(prefix)
includedir=$(includedir)
libdir=$(libdir)

Name: firstlight
Description: GPU bring-up kit: the freestanding library
Version: $(VERSION)
Cflags: -I$${includedir}/firstlight
Libs: -L$${libdir} -lfirstlight
endef
define PC_HOSTED
prefix=$(prefix)
libdir=$(libdir)

Name: firstlight-hosted
Description: GPU bring-up kit: cards under Linux, and the models
Version: $(VERSION)
Requires: firstlight
Libs: -L$${libdir} -lfirstlight-hosted -lfirstlight -lpci -lm -pthread
endef
export PC PC_HOSTED

install: build $(INST_IMAGE)
	$(INSTALL) -d $(DESTDIR)$(bindir) $(DESTDIR)$(libdir)/pkgconfig $(DESTDIR)$(datadir)/man/man1 \
		$(DESTDIR)$(datadir)/bash-completion/completions $(DESTDIR)$(datadir)/zsh/site-functions \
		$(DESTDIR)$(datadir)/firstlight $(DESTDIR)$(libdir)/firstlight
	$(INSTALL) -m 755 $(B)/firstlight $(DESTDIR)$(bindir)/
	$(INSTALL) -m 644 $(B)/firstlight-gl.so $(DESTDIR)$(libdir)/firstlight/
	$(INSTALL) -m 644 $(B)/libfirstlight.a $(B)/libfirstlight-hosted.a $(DESTDIR)$(libdir)/
	@for h in $(INST_H); do \
		$(INSTALL) -D -m 644 $$h $(DESTDIR)$(includedir)/firstlight/$$h || exit 1; done
	@cd $(B)/gen && for h in hw/regs/*.h; do \
		$(INSTALL) -D -m 644 $$h $(DESTDIR)$(includedir)/firstlight/$$h || exit 1; done
	@printf '%s\n' "$$PC" > $(DESTDIR)$(libdir)/pkgconfig/firstlight.pc
	@printf '%s\n' "$$PC_HOSTED" > $(DESTDIR)$(libdir)/pkgconfig/firstlight-hosted.pc
	$(if $(INST_IMAGE),$(INSTALL) -m 644 $(INST_IMAGE) $(DESTDIR)$(datadir)/firstlight/)
	$(B)/firstlight help --man > $(DESTDIR)$(datadir)/man/man1/firstlight.1
	$(B)/firstlight completion bash > $(DESTDIR)$(datadir)/bash-completion/completions/firstlight
	$(B)/firstlight completion zsh > $(DESTDIR)$(datadir)/zsh/site-functions/_firstlight

# With the prefix and DESTDIR of the install.
uninstall:
	rm -f $(addprefix $(DESTDIR),$(bindir)/firstlight \
		$(libdir)/libfirstlight.a $(libdir)/libfirstlight-hosted.a \
		$(libdir)/pkgconfig/firstlight.pc $(libdir)/pkgconfig/firstlight-hosted.pc \
		$(datadir)/man/man1/firstlight.1 $(datadir)/bash-completion/completions/firstlight \
		$(datadir)/zsh/site-functions/_firstlight)
	rm -rf $(addprefix $(DESTDIR),$(includedir)/firstlight $(datadir)/firstlight $(libdir)/firstlight)
.PHONY: install uninstall
