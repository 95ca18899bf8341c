# The register database: XML to C headers and tables, by a generator that runs on the building machine.
# GEN_H must exist before any object is compiled; depfiles do the rest. The generator leaves a file alone whose content
# would not change, so an edit of a comment rebuilds nothing.

REGS_GEN_SRC := $(wildcard hw/regs/gen/*.c)
REGS_GEN_OBJ := $(REGS_GEN_SRC:%.c=$(B)/tool/%.o)
REGS_GEN     := $(B)/regsgen

REGS_FAMILIES := r100 r500
GEN_H += $(REGS_FAMILIES:%=$(B)/gen/hw/regs/%.h)

$(B)/tool/%.o: %.c
	@mkdir -p $(@D); echo "  CC    $<"
	@$(CC) $(CFLAGS) $(HOST) -c -o $@ $<
$(REGS_GEN): $(REGS_GEN_OBJ)
	@echo "  LD    $@"
	@$(CC) $(CFLAGS) $(SAN) -o $@ $^ -lexpat

# family.xml comes first: it names the family, and the chips that the others' variants refer to. Blocks that families
# have in common are in shared/.
REGS_SHARED_r100 := e2
REGS_SHARED_r500 := e2
regs_xml = $(wildcard hw/regs/$(1)/family.xml) $(filter-out hw/regs/$(1)/family.xml,$(sort $(wildcard hw/regs/$(1)/*.xml))) \
           $(REGS_SHARED_$(1):%=hw/regs/shared/%.xml)

# One run writes all of a family's files. They keep their time when their content is the same, so the stamp tells make
# that the run is done; a file that went missing is written again.
define regs_family
$(B)/gen/hw/regs/$(1).stamp: $(REGS_GEN) $(call regs_xml,$(1))
	@mkdir -p $$(@D); echo "  GEN   $(1)"
	@$(REGS_GEN) --header $(B)/gen/hw/regs/$(1).h $(call regs_xml,$(1))
	@touch $$@
$(B)/gen/hw/regs/$(1).h: $(B)/gen/hw/regs/$(1).stamp
	@test -f $$@ || { rm -f $$<; $$(MAKE) --no-print-directory $$<; }
endef
$(foreach f,$(REGS_FAMILIES),$(eval $(call regs_family,$(f))))
