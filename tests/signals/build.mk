# SPDX-License-Identifier: MIT
#
# C-c at any access: `make signals` runs each command that touches a card until TRIALS runs got SIGINT, at an
# access that SEED draws. Other signals and absences of the card come beside, 1.9 for each. `make check` runs
# a few of these trials. FAMILY="R7xx" tries that one's chips alone.
#
#   make signals TRIALS=500 SEED=7
#   build/signals -s 7 -t 123 ring      one trial again, with what the command says
TRIALS ?= 500

SIGNALS_WRAP := fl_open_model fl_model_delete fl_model_tick \
	$(addprefix fl_model_,read write cfg_read cfg_write vram_read vram_write)
SIGNALS_OBJ  := $(patsubst %.c,$(B)/host/%.o,$(wildcard tests/signals/*.c))

$(B)/signals: $(SIGNALS_OBJ) $(TOOL_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) $(SIGNALS_WRAP:%=-Wl,--wrap=%) $(TOOL_LIBS)

signals: $(B)/signals
	@nice -n 10 $(B)/signals -n $(TRIALS) -s $(or $(SEED),$$(date +%s)) $(if $(FAMILY),-f "$(FAMILY)")
.PHONY: signals
