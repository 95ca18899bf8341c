# SPDX-License-Identifier: MIT
#
# The library that `firstlight gl` preloads into programs. Its names are those of the C library.
GL_CLIENT_SRC := $(wildcard hw/drm/client/*.c)
$(B)/firstlight-gl.so: $(GL_CLIENT_SRC) $(wildcard hw/drm/client/*.h) hw/drm/wire.h hw/drm/build.mk
	@mkdir -p $(@D); echo "  LD    $@"
	@$(CC) $(filter-out $(SAN) -MMD -MP,$(CFLAGS) $(HOST)) -fPIC -shared -fvisibility=hidden \
		-foptimize-sibling-calls -o $@ $(GL_CLIENT_SRC) -ldl

build: $(B)/firstlight-gl.so
