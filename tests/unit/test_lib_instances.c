/* SPDX-License-Identifier: MIT
 *
 * Several instances of a draw: the same picture as one draw for each, and a count of samples by formula; what
 * chips say that do not know them.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { INSTANCES = 37, VERTICES = 6 };

/* A program draws its vertices moved by the steps of its number in clip space; the color says the number,
 * too. */
#define HEAD                                                          \
	"!!R600\nvertex\nin position\nin color\nout pos : position\n" \
	"out col : color0\nconst number\nCALL_FS\nALU\n"
#define TAIL                                                                                      \
	"MULADD pos.x, col.w, 0.045, position.x\nMULADD pos.y, col.w, 0.03, position.y\n"         \
	"MULADD col.x, col.w, 0.02, color.x\nMOV col.y, color.y\nMULADD col.z, col.w, -0.02, 1\n" \
	"EXPORT_DONE POS 60, pos.xy01\nEXPORT_DONE PARAM 0, col.xyz1\n"
static const char by_instance[] = HEAD "UINT_TO_FLT col.w, R0.w\n" TAIL;
static const char by_constant[] = HEAD "MOV col.w, number.x\n" TAIL;
static const char fragment[] = "!!R600\nfragment\nin col : color0\nEXPORT_DONE PIXEL 0, col.xyzw\n";

/* The same of Sea Islands. */
#define HEAD_CIK                                                                          \
	"; !!GFX7\nvertex\nin position\nin color\nout pos : position\nout col : color0\n" \
	"const number\n"
#define TAIL_CIK                                                              \
	"v_mul_f32 pos.x, 0.045, col.w\nv_add_f32 pos.x, pos.x, position.x\n" \
	"v_mul_f32 pos.y, 0.03, col.w\nv_add_f32 pos.y, pos.y, position.y\n"  \
	"v_mov_b32 pos.z, 0\nv_mov_b32 pos.w, 1.0\n"                          \
	"v_mul_f32 col.x, 0.02, col.w\nv_add_f32 col.x, col.x, color.x\n"     \
	"v_mov_b32 col.y, color.y\nv_mul_f32 col.z, -0.02, col.w\n"           \
	"v_add_f32 col.z, 1.0, col.z\nv_mov_b32 col.w, 1.0\n"                 \
	"exp pos0 pos.x, pos.y, pos.z, pos.w done\nexp param0 col.x, col.y, col.z, col.w\n"
static const char by_instance_cik[] = HEAD_CIK "v_cvt_f32_u32 col.w, v3\n" TAIL_CIK;
static const char by_constant_cik[] = HEAD_CIK "v_mov_b32 col.w, number.x\n" TAIL_CIK;
static const char fragment_cik[] =
    "; !!GFX7\nfragment\nin col : color0\nexp mrt0 col.x, col.y, col.z, col.w done vm\n";

static bool one_by_one;

static struct fl_arrays upload(struct fl_stage *s, uint64_t *indices_B)
{
	static const struct {
		float at[3];
		uint32_t color;
	} v[VERTICES] = {{{-0.95f, -0.9f, 0}, 0xff000000}, {{-0.8f, -0.85f, 0}, 0xff008000},
			 {{-0.9f, -0.6f, 0}, 0xff00ff00},  {{-0.85f, -0.95f, 0}, 0xff000040},
			 {{-0.7f, -0.9f, 0}, 0xff0000ff},  {{-0.75f, -0.7f, 0}, 0xff004080}};
	static const uint16_t index[VERTICES] = {3, 4, 5, 0, 1, 2};
	struct fl_arrays a = {.position = {.stride_B = 16, .type = FL_FLOAT, .size = 3},
			      .color = {.stride_B = 16, .type = FL_UBYTE, .size = 4}};

	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(v), 4, &a.position.offset_B, NULL), FL_OK);
	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(index), 4, indices_B, NULL), FL_OK);
	a.color.offset_B = a.position.offset_B + 12;
	fl_vram_write(s->dev, a.position.offset_B, v, sizeof(v));
	fl_vram_write(s->dev, *indices_B, index, sizeof(index));
	fl_vram_settle(s->dev, *indices_B);
	return a;
}

static void draw_all(struct fl_stage *s)
{
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;
	uint64_t indices_B = 0;
	const struct fl_arrays a = upload(s, &indices_B);
	const struct fl_program_text text[] = {
	    {"r600", one_by_one ? by_constant : by_instance, fragment},
	    {"cik", one_by_one ? by_constant_cik : by_instance_cik, fragment_cik},
	    {0}};
	struct fl_err err = {0};

	cr_assert_eq(fl_program_choose(d, p, text, &err), FL_OK, "%s", err.text);
	fl_clear(d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	fl_program(d, p);
	if (!one_by_one)
		fl_instances(d, INSTANCES);
	for (int way = 0; way < 2; way++)
		for (int i = 0; i < (one_by_one ? INSTANCES : 1); i++) {
			const float number[1][4] = {{(float)i}};

			fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "number"), 1, number);
			if (way)
				fl_draw_elements(d, FL_TRIANGLES, &a, indices_B, 2, 3, VERTICES);
			else
				fl_draw_arrays(d, FL_TRIANGLES, &a, 0, 3);
		}
	fl_instances(d, 1);
	/* One of each again: number 0. */
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "number"), 1, (const float[1][4]){{0}});
	fl_draw_arrays(d, FL_TRIANGLES, &a, 1, 3);
	fl_program(d, NULL);
}

static void same_as_one_by_one(const char *chip)
{
	static uint32_t want[W * H];
	unsigned wrong = 0, drawn = 0;

	for (int pass = 0; pass < 2; pass++) {
		struct rig *r = rig_open_chip(chip, W, H, false);

		one_by_one = !pass;
		rig_draw(r, draw_all);
		for (unsigned i = 0; i < W * H; i++) {
			wrong += pass && want[i] != r->picture[i];
			drawn += r->picture[i] != 0xff203040;
			want[i] = r->picture[i];
		}
		rig_close(r);
	}
	cr_assert_eq(wrong, 0, "%s: %u pixels differ", chip, wrong);
	cr_assert_gt(drawn, 2 * 20 * INSTANCES);
}

Test(lib_instances, same_as_one_by_one)
{
	same_as_one_by_one("rv770");
	same_as_one_by_one("r600");
	same_as_one_by_one("rv710");
	same_as_one_by_one("bonaire");
	same_as_one_by_one("hawaii");
}

/* Fixed function draws all of them in one place; fl_begin() draws once. */
static void samples_of_all(const char *chip)
{
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_arrays a = {.position = {.stride_B = 12, .type = FL_FLOAT, .size = 3}};
	static const float q[4][3] = {{64, 8, 0}, {64, 40, 0}, {96, 40, 0}, {96, 8, 0}};
	uint32_t words[2][FL_OCCLUSION_WORDS_MAX];
	uint64_t count_B = 0, quad_B = 0;
	struct fl_err err = {0};

	cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(words), 256, &count_B, &err), FL_OK);
	cr_assert_eq(fl_vram_alloc(&r->stage.vram, sizeof(q), 4, &quad_B, &err), FL_OK);
	a.position.offset_B = quad_B;
	fl_vram_write(&r->dev, quad_B, q, sizeof(q));
	fl_vram_settle(&r->dev, quad_B);
	pixels(d);
	fl_instances(d, 5);
	fl_occlusion_begin(d);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	fl_occlusion_end(d, count_B);
	fl_occlusion_begin(d);
	rect(d, 0, 0, 8, 8, 0);
	fl_occlusion_end(d, count_B + sizeof(words[0]));
	rig_finish(r);
	fl_vram_read(&r->dev, count_B, words, sizeof(words));
	cr_expect_eq(fl_occlusion_count(d, words[0]), 5u * 32 * 32);
	cr_expect_eq(fl_occlusion_count(d, words[1]), 8u * 8);
	rig_close(r);
}

Test(lib_instances, samples_of_all)
{
	samples_of_all("rv770");
	samples_of_all("hawaii");
}

/* An attribute behind the color that no program reads is where its array says. */
static void draw_normals(struct fl_stage *s)
{
	static const struct fl_program_text text[] = {
	    {"r600",
	     "!!R600\nvertex\nin position\nin normal\nout pos : position\nout col : color0\nCALL_FS\n"
	     "EXPORT_DONE POS 60, position.xyz1\nEXPORT_DONE PARAM 0, normal.xyz1\n",
	     fragment},
	    {"cik",
	     "; !!GFX7\nvertex\nin position\nin normal\nout col : color0\nv_mov_b32 normal.w, 1.0\n"
	     "exp pos0 position.x, position.y, position.z, position.w done\n"
	     "exp param0 normal.x, normal.y, normal.z, normal.w\n",
	     fragment_cik},
	    {0}};
	static const float v[4][6] = {{-1, -1, 0, 0.2f, 0.4f, 0.6f},
				      {1, -1, 0, 0.2f, 0.4f, 0.6f},
				      {1, 1, 0, 0.2f, 0.4f, 0.6f},
				      {-1, 1, 0, 0.2f, 0.4f, 0.6f}};
	struct fl_arrays a = {.position = {.stride_B = 24, .type = FL_FLOAT, .size = 3},
			      .normal = {.stride_B = 24, .type = FL_FLOAT, .size = 3}};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_err err = {0};

	cr_assert_eq(fl_vram_alloc(&s->vram, sizeof(v), 4, &a.position.offset_B, &err), FL_OK);
	a.normal.offset_B = a.position.offset_B + 12;
	fl_vram_write(s->dev, a.position.offset_B, v, sizeof(v));
	fl_vram_settle(s->dev, a.position.offset_B);
	cr_assert_eq(fl_program_choose(&s->d, p, text, &err), FL_OK, "%s", err.text);
	fl_program(&s->d, p);
	fl_draw_arrays(&s->d, FL_QUADS, &a, 0, 4);
	fl_program(&s->d, NULL);
}

static void check_normals(struct rig *r)
{
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			cr_assert_eq(rig_at(r, x, y), 0xff336699, "(%u, %u): 0x%08x", x, y, rig_at(r, x, y));
}

Test(lib_instances, arrays_behind_a_color_that_is_not_read)
{
	draw_on("rv770", draw_normals, check_normals);
	draw_on("bonaire", draw_normals, check_normals);
}

/* A chip without them says so, and draws once. */
Test(lib_instances, unknown_to_r5xx)
{
	struct rig *r = rig_open_chip("r580", W, H, false);
	struct fl_draw *d = &r->stage.d;

	cr_assert(!fl_draw_does(d, FL_DOES_INSTANCES) && !fl_draw_does(d, FL_DOES_8_TARGETS));
	fl_instances(d, 1);
	cr_assert_eq(d->code, FL_OK);
	fl_instances(d, 2);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "this chip does not know several instances"), "%s", d->err.text);
	cr_expect_leq(d->instances, 1u);
	d->code = FL_OK;
	rig_close(r);
}
