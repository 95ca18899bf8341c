# SPDX-License-Identifier: MIT
#
# make conformance: the library's fixed function on the model beside Mesa's on its software rasterizer.
PKG_MESA := libegl-dev libopengl-dev libgl-dev libgl1-mesa-dri libegl1 libdrm-dev

MESA_OBJ := $(patsubst %.c,$(B)/host/%.o,$(wildcard tests/mesa/*.c) $(wildcard demos/*.c))
$(B)/conformance: $(MESA_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lEGL -lOpenGL -lpci -lm

setup-mesa: setup-build
	$(call install,$(PKG_MESA))
conformance: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/conformance
	$(B)/conformance
.PHONY: conformance setup-mesa
