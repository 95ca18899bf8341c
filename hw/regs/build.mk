# SPDX-License-Identifier: MIT
#
# The register database: XML to C headers, tables and JSON, by a generator that runs on the building machine.
# GEN_H must exist before any object is compiled; depfiles do the rest. The generator leaves a file alone
# whose content would not change, so an edit of a comment rebuilds nothing.

# It runs here, whatever CC makes programs for.
HOSTCC ?= $(if $(filter $(ARCH),$(shell uname -m)),$(CC),cc)

REGS_GEN_SRC := $(wildcard hw/regs/gen/*.c)
REGS_GEN_OBJ := $(REGS_GEN_SRC:%.c=$(B)/tool/%.o)
# A build whose sanitizer does not bear the generator's libraries is given that of another build.
REGS_GEN     ?= $(B)/regsgen

# Blocks that families share and that shared code reaches: a header each, as if they were families.
REGS_BLOCKS := avivo

GEN_H += $(FAMILIES:%=$(B)/gen/hw/regs/%.h) $(FAMILIES:%=$(B)/gen/hw/regs/%_reset.h) \
         $(REGS_BLOCKS:%=$(B)/gen/hw/regs/%.h)
GEN_C += $(FAMILIES:%=$(B)/gen/hw/regs/%_table.c)

$(B)/tool/%.o: %.c
	@mkdir -p $(@D); echo "  CC    $<"
	@$(HOSTCC) $(CFLAGS) $(filter-out $(STRICT_$(ARCH)),$(HOST)) -c -o $@ $<
$(B)/regsgen: $(REGS_GEN_OBJ)
	@echo "  LD    $@"
	@$(HOSTCC) $(CFLAGS) $(SAN) -o $@ $^ -lexpat

# family.xml comes first: it names the family, and the chips that the others' variants refer to. Blocks that
# families have in common are in shared/; a family's build.mk says which it has (REGS_SHARED_FAMILY).
include $(wildcard $(FAMILIES:%=hw/regs/%/build.mk))
$(foreach b,$(REGS_BLOCKS),$(eval REGS_SHARED_$(b) := $(b)))
regs_xml = $(wildcard hw/regs/$(1)/family.xml) \
           $(filter-out hw/regs/$(1)/family.xml,$(sort $(wildcard hw/regs/$(1)/*.xml))) \
           $(REGS_SHARED_$(1):%=hw/regs/shared/%.xml)

# One run writes all of a family's files. They keep their time when their content is the same, so a stamp
# shows make that the run is done; a file that went missing is written again.
regs_out = $(B)/gen/hw/regs/$(1).h $(B)/gen/hw/regs/$(1)_table.c $(B)/gen/hw/regs/$(1)_reset.h \
           $(B)/gen/hw/regs/$(1).json
regs_missing = $(filter-out $(wildcard $(call regs_out,$(1))),$(call regs_out,$(1)))
define regs_family
$(B)/gen/hw/regs/$(1).stamp: $(REGS_GEN) $(call regs_xml,$(1)) $(if $(call regs_missing,$(1)),FORCE)
	@mkdir -p $$(@D); echo "  GEN   $(1)"
	@$(REGS_GEN) --header $(B)/gen/hw/regs/$(1).h --table $(B)/gen/hw/regs/$(1)_table.c \
		--reset $(B)/gen/hw/regs/$(1)_reset.h --json $(B)/gen/hw/regs/$(1).json $(call regs_xml,$(1))
	@touch $$@
$(call regs_out,$(1)): $(B)/gen/hw/regs/$(1).stamp ;
endef
$(foreach f,$(FAMILIES) $(REGS_BLOCKS),$(eval $(call regs_family,$(f))))
.PHONY: FORCE

# The tests of the generator run it, and the compiler on what must not compile.
FLAGS_tests/unit/test_regs_gen.c   := -DFL_REGSGEN='"$(abspath $(REGS_GEN))"'
FLAGS_tests/unit/test_regs_field.c := -DFL_CC='"$(CC)"' -DFL_TOP='"$(CURDIR)"'
