# make check-gl: scenes through stock Mesa on the models, beside its software rasterizer.
GL_CHIPS := r580 rv530 rv515 r420 r300 rv770 rv710 r600 bonaire hawaii kabini
GL_SCENES := $(if $(BENCH_GL),$(B)/gl-scenes)

GL_SCENES_OBJ := $(patsubst %.c,$(B)/host/%.o,$(addprefix tests/mesa/,backend.c scenes.c stage.c)) \
                 $(patsubst %.c,$(B)/host/%.o,$(wildcard demos/*.c))
$(B)/gl-scenes: $(B)/host/tests/gl/main.o
$(B)/gl-trouble: $(B)/host/tests/gl/trouble.o
$(B)/gl-scenes $(B)/gl-trouble: $(GL_SCENES_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lEGL -lOpenGL -lpci -lm

check-gl: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/gl-trouble
	tests/gl/check.sh $(B) $(GL_CHIPS)
	tests/gl/clients.sh $(B) rv770 20

# Eight clients at once, three of them in trouble.
MINUTES ?= 10
check-gl-clients: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/gl-scenes $(B)/gl-trouble
	tests/gl/clients.sh $(B) rv770 $$(($(MINUTES) * 60))
.PHONY: check-gl check-gl-clients

# Piglit beside llvmpipe and what real chips fail; hours for whole sets, and it goes on where it was ended:
# make conformance-gl GL_PIGLIT='--chip rv770 --count 500'
GL_PIGLIT ?= --count 500
conformance-gl: setup-mesa
	@$(MAKE) --no-print-directory build
	python3 tests/gl/piglit.py --build $(B) $(GL_PIGLIT)
.PHONY: conformance-gl

# The unit tests run some of the scenes, where Mesa's headers were there to build them.
UNIT_NEEDS += $(GL_SCENES)
