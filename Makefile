# firstlight: `make help` lists the targets.
#
# Objects go by who may use them: build/*/free is the freestanding part (libfirstlight.a), build/*/host the
# rest of the library (libfirstlight-hosted.a). Which file belongs where is told by its folder, nothing else.
# The folders that need more than a pattern rule bring a build.mk of their own.

CC      ?= gcc
ifeq ($(origin CC),default)
CC      := gcc
endif
AR      ?= ar
ARCH    := $(shell $(CC) -dumpmachine | cut -d- -f1)
B       ?= build
prefix  ?= /usr/local

WARN    := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
           -Wpointer-arith -Wundef -Wwrite-strings -Wno-unused-parameter -Wno-psabi
CFLAGS  ?= -O2 -g
# No contraction: the vector and the scalar path of the model must round alike, on every machine.
BASE    := -std=gnu11 $(WARN) -ffp-contract=off -fno-strict-aliasing -I. -I$(B)/gen -MMD -MP $(SAN)
FREE    := $(BASE) -ffreestanding -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
HOST    := $(BASE) -D_GNU_SOURCE -pthread

.DEFAULT_GOAL := all
.SUFFIXES:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# ---- sources --------------------------------------------------------------------------------------------------
FREE_SRC := $(wildcard hw/*.c hw/regs/*.c hw/bus/*.c hw/r100/*.c hw/r500/*.c lib/*.c lib/r500/*.c)
HOST_SRC := $(wildcard hw/bus/hosted/*.c hw/model/*.c hw/model/r500/*.c)
SIMD_SRC := $(filter %_simd.c,$(HOST_SRC))
HOST_SRC := $(filter-out %_simd.c,$(HOST_SRC))

# Hot files of the model, *_simd.c, are built once an instruction set; the widest is chosen at run time.
ifeq ($(ARCH),x86_64)
ISAS     := base avx2 avx512
else
ISAS     := base
endif
ISA_base   :=
ISA_avx2   := -march=x86-64-v3
ISA_avx512 := -march=x86-64-v4 -mprefer-vector-width=512

GEN_H    :=
GEN_C    :=
CLEAN    :=
include $(wildcard hw/regs/build.mk)

FREE_OBJ := $(FREE_SRC:%.c=$(B)/free/%.o) $(GEN_C:$(B)/gen/%.c=$(B)/free/gen/%.o)
HOST_OBJ := $(HOST_SRC:%.c=$(B)/host/%.o) $(foreach i,$(ISAS),$(SIMD_SRC:%.c=$(B)/host/%.$(i).o))
LIBS     := -lpci -lpng -llzma -lm

all: $(B)/libfirstlight.a $(B)/libfirstlight-hosted.a

$(B)/libfirstlight.a: $(FREE_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
	@echo "  AR    $@"
$(B)/libfirstlight-hosted.a: $(HOST_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
	@echo "  AR    $@"

$(B)/free/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<"
	@$(CC) $(CFLAGS) $(FREE) $(FLAGS_$<) -c -o $@ $<
$(B)/free/gen/%.o: $(B)/gen/%.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<"
	@$(CC) $(CFLAGS) $(FREE) -c -o $@ $<
$(B)/host/%.o: %.c | $(GEN_H)
	@mkdir -p $(@D); echo "  CC    $<"
	@$(CC) $(CFLAGS) $(HOST) $(FLAGS_$<) -c -o $@ $<
define simd_rule
$(B)/host/%.$(1).o: %.c | $(GEN_H)
	@mkdir -p $$(@D); echo "  CC    $$< ($(1))"
	@$(CC) $(CFLAGS) -O3 $(HOST) -DFL_ISA=$(1) $(ISA_$(1)) -c -o $$@ $$<
endef
$(foreach i,$(ISAS),$(eval $(call simd_rule,$(i))))

include $(wildcard demos/build.mk boot/x86_64/build.mk tests/build.mk)

clean:
	rm -rf build out $(CLEAN)

-include $(shell find $(B) -name '*.d' 2>/dev/null)
.PHONY: all clean
