/* SPDX-License-Identifier: MIT
 *
 * Textures of several layers: what a program reads of layer i is what it reads of a texture that is that one
 * image, at every level; and what chips say that have none.
 */
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { LAYERS = 7, CELL = 24 };

static const struct {
	uint32_t w, h, levels, tiling;
	enum fl_format format;
} shapes[] = {{24, 20, 1, FL_LINEAR, FL_ARGB8888},
	      {64, 32, FL_ALL_LEVELS, FL_LINEAR, FL_ARGB8888},
	      {64, 64, FL_ALL_LEVELS, FL_MICRO, FL_ARGB8888},
	      {64, 64, FL_ALL_LEVELS, FL_MICRO | FL_MACRO, FL_RGB565},
	      {40, 48, 1, FL_MICRO, FL_C8}};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

#define VERTEX                                                            \
	"!!R600\nvertex\nin position\nin texcoord0\nout pos : position\n" \
	"out uv : texcoord0\nconst state_mvp[4]\nCALL_FS\n"               \
	"ALU\n"                                                           \
	"MULADD pos.x, position.x, state_mvp[0].x, state_mvp[0].w\n"      \
	"MULADD pos.y, position.y, state_mvp[1].y, state_mvp[1].w\n"      \
	"EXPORT_DONE POS 60, pos.xy01\nEXPORT_DONE PARAM 0, texcoord0.xyz1\n"
#define PIXEL "!!R600\nfragment\nin uv : texcoord0\n"

static const struct fl_program_text of_layers[] = {
    {"r600", VERTEX,
     PIXEL "ALU\nRNDNE uv.z, uv.z\nTEX\nSAMPLE uv.xyzw, uv.xyz0, RID:0 SID:0 CT:NNUN\n"
	   "EXPORT_DONE PIXEL 0, uv.xyzw\n"},
    {0}};
static const struct fl_program_text of_one[] = {
    {"r600", VERTEX,
     PIXEL "TEX\nSAMPLE uv.xyzw, uv.xy00, RID:0 SID:0 CT:NNNN\nEXPORT_DONE PIXEL 0, uv.xyzw\n"},
    {0}};

static unsigned shape, level;
static bool one_by_one;

static void fill(struct fl_stage *s, struct fl_texture *t)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_LAYERS, shapes[shape].w, shapes[shape].h, LAYERS,
				      shapes[shape].levels, shapes[shape].format, shapes[shape].tiling, &err),
		     FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < LAYERS; i++) {
		struct fl_surface image;

		cr_assert(fl_texture_image(t, i, 0, &image));
		for (uint32_t y = 0; y < image.height_px; y++)
			for (uint32_t x = 0; x < image.width_px; x++) {
				const uint32_t texel =
				    fl_pixel(shapes[shape].format, 0xff000000u | (x * 3 + i * 20) << 16 |
								       (y * 4) << 8 | (i * 37 ^ x));

				fl_image_write(s->dev, &image, x, y, 1, &texel);
			}
	}
	cr_assert(!fl_texture_image(t, LAYERS, 0, &t[1].image));
	cr_assert_eq(fl_texture_mipmaps(s->dev, t, &err), FL_OK);
	t->linear = true;
	t->wrap_s = FL_REPEAT;
	t->wrap_t = FL_MIRROR;
}

static void draw_layers(struct fl_stage *s)
{
	struct fl_texture *t = &s->texture[0], *single = &s->texture[2];
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;
	struct fl_err err = {0};

	fill(s, t);
	cr_assert_eq(fl_program_choose(d, p, one_by_one ? of_one : of_layers, &err), FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0xff000000, 1, 0);
	pixels(d);
	fl_texcoord_size(d, 0, 3);
	*single = *t;
	t->level_min = (uint8_t)level; /* and no other */
	for (uint32_t i = 0; i < LAYERS; i++) {
		const float x = 2.25f + (float)(i * (CELL + 3)), y = 3.5f;

		if (one_by_one) {
			struct fl_surface image;

			fl_texture_image(t, i, level, &image);
			fl_texture_of(single, &image);
			fl_texture(d, 0, single);
		} else {
			fl_texture(d, 0, t);
		}
		fl_texcoord_size(d, 0, 3);
		fl_program(d, p);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			const float u = c == 1 || c == 2, v = c > 1;

			fl_texcoord_of(d, 0, u * 1.7f - 0.4f, v * 1.3f - 0.2f, (float)i, 1);
			fl_vertex(d, x + CELL * u, y + 100 * v, 0);
		}
		fl_end(d);
	}
	fl_program(d, NULL);
	fl_texture(d, 0, NULL);
}

static void compare(const char *chip)
{
	static uint32_t want[W * H];

	for (int pass = 0; pass < 2; pass++) {
		struct rig *r = rig_open_chip(chip, W, H, false);
		unsigned wrong = 0, drawn = 0;

		one_by_one = !pass;
		rig_draw(r, draw_layers);
		for (unsigned i = 0; i < W * H; i++) {
			wrong += pass && want[i] != r->picture[i];
			drawn += (r->picture[i] & 0xffffff) != 0;
			want[i] = r->picture[i];
		}
		cr_assert_eq(wrong, 0, "%s: shape %u, level %u: %u pixels differ", chip, shape, level, wrong);
		cr_assert_gt(drawn, LAYERS * CELL * 90);
		rig_close(r);
	}
}

static void every_level(const char *chip)
{
	for (shape = 0; shape < SHAPES; shape++)
		for (level = 0; level < (shapes[shape].levels == 1 ? 1 : 4); level++)
			compare(chip);
}

Test(r600_layers, same_as_single_images, .timeout = 60)
{
	every_level("rv770");
	every_level("r600");
	every_level("rv710");
}

/* Another image in each layer, drawn there. */
static void draw_into(struct fl_stage *s)
{
	struct fl_texture *t = &s->texture[0];
	struct fl_err err = {0};

	cr_assert_eq(fl_texture_place(t, &s->vram, FL_TEX_LAYERS, 16, 16, 3, 1, FL_ARGB8888, FL_MICRO, &err),
		     FL_OK);
	for (uint32_t i = 0; i < 3; i++) {
		struct fl_surface image;

		fl_texture_image(t, i, 0, &image);
		fl_draw_target(&s->d, &image, NULL);
		fl_clear(&s->d, FL_CLEAR_COLOR, 0xff000000 | 0x40u << 8 * i, 1, 0);
	}
	fl_draw_target(&s->d, &s->screen, NULL);
	cr_assert_eq(fl_program_choose(&s->d, fl_stage_program(s, 0), of_layers, &err), FL_OK, "%s",
		     err.text);
	pixels(&s->d);
	fl_texture(&s->d, 0, t);
	fl_program(&s->d, fl_stage_program(s, 0));
	for (uint32_t i = 0; i < 3; i++) {
		fl_begin(&s->d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			fl_texcoord_of(&s->d, 0, 0, 0, (float)i, 1);
			fl_vertex(&s->d, (float)i * 64 + (c == 1 || c == 2 ? 64.0f : 0), c > 1 ? H : 0, 0);
		}
		fl_end(&s->d);
	}
	fl_program(&s->d, NULL);
	fl_texture(&s->d, 0, NULL);
}

static void check_into(struct rig *r)
{
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			cr_assert_eq(rig_at(r, x, y), 0xff000000 | 0x40u << 8 * (x / 64), "(%u, %u): 0x%08x",
				     x, y, rig_at(r, x, y));
}

Test(r600_layers, drawn_into)
{
	draw_on("rv770", draw_into, check_into);
	draw_on("r600", draw_into, check_into);
}

Test(r600_layers, refused)
{
	static const char *const chips[] = {"r580", "rv770"};
	struct fl_err err = {0};

	for (int i = 0; i < 2; i++) {
		struct rig *r = rig_open_chip(chips[i], 64, 64, false);
		struct fl_texture t;

		cr_expect_eq(fl_draw_does(&r->stage.d, FL_DOES_LAYERS), i);
		cr_expect_eq(fl_texture_init(&t, r->stage.vram.rules, FL_TEX_LAYERS, 8, 8, 0, 1, FL_ARGB8888,
					     FL_LINEAR, &err),
			     i ? FL_OK : FL_USAGE);
		cr_expect(i || strstr(err.text, "this chip has no kind 3"), "%s", err.text);
		cr_expect_eq(fl_texture_init(&t, r->stage.vram.rules, FL_TEX_LAYERS, 8, 8, 8193, 1,
					     FL_ARGB8888, FL_LINEAR, &err),
			     FL_USAGE);
		cr_expect(!i || strstr(err.text, "8193 slices"), "%s", err.text);
		cr_expect_eq(fl_texture_init(&t, r->stage.vram.rules, FL_TEX_2D, 8, 8, 2, 1, FL_ARGB8888,
					     FL_LINEAR, &err),
			     FL_USAGE);
		rig_close(r);
	}
}
