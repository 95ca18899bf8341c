# make check-gl: scenes through stock Mesa on the models, beside its software rasterizer.
GL_CHIPS := r580 rv530 rv515 r420 r300 rv770 rv710 r600
GL_SCENES := $(if $(BENCH_GL),$(B)/gl-scenes)

GL_SCENES_OBJ := $(B)/host/tests/gl/main.o \
                 $(patsubst %.c,$(B)/host/%.o,$(addprefix tests/mesa/,backend.c scenes.c stage.c)) \
                 $(patsubst %.c,$(B)/host/%.o,$(wildcard demos/*.c))
$(B)/gl-scenes: $(GL_SCENES_OBJ) $(B)/libfirstlight-hosted.a $(B)/libfirstlight.a
	@echo "  LD    $@"
	@$(LINK) -lEGL -lOpenGL -lpci -lm

check-gl: setup-mesa
	@$(MAKE) --no-print-directory build $(B)/gl-scenes
	tests/gl/check.sh $(B) $(GL_CHIPS)
.PHONY: check-gl

# The unit tests run some of the scenes, where Mesa's headers were there to build them.
UNIT_NEEDS += $(GL_SCENES)
