/* SPDX-License-Identifier: MIT
 *
 * Targets and textures of whole numbers: every bit that a program puts out, by formula, beside a target of
 * colors and alone; every bit of a clear; the same numbers read by a program; and what is said of blending,
 * of fixed function's clears, and by chips that have no such targets.
 */
#include "lib/fl_program.h"
#include "tests/unit/test_lib_rig.h"

enum { SIDE = 64, HIGH = 0x9e3779b1 };

/* Of the pixel (x, y): x + y * 64, times a number with its highest bit; and x, y, their sum and 255 - x. */
static const char numbers_fragment[] =
    "!!R600\nfragment\nin at : position\nin uv : texcoord0\ntemp one\ntemp four\nALU\n"
    "FLOOR at.x, at.x\nFLOOR at.y, at.y\nFLT_TO_UINT four.x, at.x\nFLT_TO_UINT four.y, at.y\n"
    "ADD_INT four.z, four.x, four.y\nSUB_INT four.w, 255, four.x\n"
    "MULLO_UINT one.x, four.y, 64\nADD_INT one.x, one.x, four.x\nMULLO_UINT one.x, one.x, 0x9e3779b1\n"
    "EXPORT PIXEL 0, one.xxxx\nEXPORT_DONE PIXEL 1, four.xyzw\n";

static const char read_fragment[] =
    "!!R600\nfragment\nin at : position\nin uv : texcoord0\ntemp one\ntemp four\nALU\n"
    "FLT_TO_INT at.x, at.x\nFLT_TO_INT at.y, at.y\nTEX\n"
    "LD one.xyzw, at.xy00, RID:0 SID:0 CT:UUUU\nLD four.xyzw, at.xy00, RID:1 SID:1 CT:UUUU\nALU\n"
    "ADD_INT four.x, four.x, four.w\nADD_INT one.x, one.x, four.x\nADD_INT one.x, one.x, four.z\n"
    "EXPORT_DONE PIXEL 0, one.xxxx\n";

static const char screen[] = "!!R600\nvertex\nin position\nin texcoord0\nout uv : texcoord0\nCALL_FS\n"
			     "EXPORT_DONE POS 60, position.xyzw\nEXPORT_DONE PARAM 0, texcoord0.xyzw\n";

/* The same of Sea Islands. */
static const char screen_cik[] = "; !!GFX7\nvertex\nin position\nin texcoord0\nout uv : texcoord0\n"
				 "exp pos0 position.x, position.y, position.z, position.w done\n"
				 "exp param0 texcoord0.x, texcoord0.y, texcoord0.z, texcoord0.w\n";

static const char numbers_cik[] =
    "; !!GFX7\nfragment\nin at : position\ntemp one\ntemp four\n"
    "v_cvt_u32_f32 four.x, at.x\nv_cvt_u32_f32 four.y, at.y\n"
    "v_add_i32 four.z, vcc, four.x, four.y\nv_sub_i32 four.w, vcc, 0xff, four.x\n"
    "v_lshlrev_b32 one.x, 6, four.y\nv_add_i32 one.x, vcc, one.x, four.x\n"
    "v_mov_b32 one.y, 0x9e3779b1\nv_mul_lo_u32 one.x, one.x, one.y\n"
    "exp mrt0 one.x, one.x, one.x, one.x\nexp mrt1 four.x, four.y, four.z, four.w done vm\n";

static const char read_cik[] =
    "; !!GFX7\nfragment\nin at : position\ntexture a : 0\ntexture b : 1\ntemp one\ntemp four\n"
    "v_cvt_u32_f32 at.x, at.x\nv_cvt_u32_f32 at.y, at.y\n"
    "image_load one.x, at.xy, a dmask:0x1\nimage_load four, at.xy, b dmask:0xf\ns_waitcnt vmcnt(0)\n"
    "v_add_i32 four.x, vcc, four.x, four.w\nv_add_i32 one.x, vcc, one.x, four.x\n"
    "v_add_i32 one.x, vcc, one.x, four.z\ns_mov_b64 exec, live\n"
    "exp mrt0 one.x, one.x, one.x, one.x done vm\n";

/* And of Vivante's cores, of HALTI2 and later. */
static const char screen_gc[] = "!!GC3000\nvertex\nin position\nin texcoord0\nout pos : position\n"
				"out uv : texcoord0\nmov pos, void, void, position\n"
				"mov uv, void, void, texcoord0\n";

static const char numbers_gc[] =
    "!!GC3000\nfragment\nin at : position\nin uv : texcoord0\nout one\nout four\ntemp high\n"
    "f2i.u32 four.x___, at.xxxx, void, void\nf2i.u32 four._y__, at.yyyy, void, void\n"
    "add.u32 four.__z_, four.xxxx, void, four.yyyy\nxor.u32 four.___w, four.xxxx, void, 255:u20\n"
    "mov high.x___, void, void, 0x9e377:f20\nadd.u32 high.x___, high.xxxx, void, 0x9b1:u20\n"
    "lshift.u32 one.x___, four.yyyy, void, 6:u20\nadd.u32 one.x___, one.xxxx, void, four.xxxx\n"
    "imullo0.u32 one.x___, one.xxxx, high.xxxx, void\n";

static const char read_gc[] =
    "!!GC3000\nfragment\nin at : position\nin uv : texcoord0\nout one\ntemp four\ntemp place\n"
    "mul place.xy__, at.xyyy, 0.015625:f20, void\n"
    "texld one, tex0.xyzw, place.xyyy, void, void\ntexld four, tex1.xyzw, place.xyyy, void, void\n"
    "add.u32 four.x___, four.xxxx, void, four.wwww\nadd.u32 one.x___, one.xxxx, void, four.xxxx\n"
    "add.u32 one.x___, one.xxxx, void, four.zzzz\n";

static const struct fl_program_text texts[2][4] = {
    {{"r600", screen, numbers_fragment},
     {"cik", screen_cik, numbers_cik},
     {"gc", screen_gc, numbers_gc},
     {0}},
    {{"r600", screen, read_fragment}, {"cik", screen_cik, read_cik}, {"gc", screen_gc, read_gc}, {0}}};

static uint32_t one(unsigned x, unsigned y)
{
	return (x + y * SIDE) * HIGH;
}

static uint32_t four(unsigned x, unsigned y)
{
	return x | y << 8 | (x + y) << 16 | (255 - x) << 24;
}

static const uint32_t cleared[4] = {0x00000001, 0x7fc0beef, 0xffffffff, 0x80000000}; /* no useful floats */
static const uint32_t small[4] = {1, 200, 3, 255};

static void read_back(struct rig *r, const struct fl_surface *s, uint32_t got[SIDE][SIDE])
{
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++)
			fl_vram_read(&r->dev, s->offset_B + fl_surface_at(s, x, y), &got[y][x],
				     sizeof(got[y][x]));
}

static void place(struct rig *r, struct fl_surface *s, enum fl_format format)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_surface_place(s, &r->stage.vram, SIDE, SIDE, format, FL_LINEAR,
				      FL_USE_3D | FL_USE_TEXTURE, &err),
		     FL_OK, "%s", err.text);
}

static void draw_screen(struct fl_draw *d, float right)
{
	fl_begin(d, FL_QUADS);
	for (int c = 0; c < 4; c++)
		fl_vertex(d, c == 1 || c == 2 ? right : -1, c > 1 ? 1 : -1, 0);
	fl_end(d);
}

/* The left half is drawn, the right is cleared; then a program adds up what it reads. */
static void every_bit(const char *chip)
{
	static uint32_t got[3][SIDE][SIDE];
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_surface *s = r->stage.surface;
	const struct fl_surface *both[2] = {&s[0], &s[1]};
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};

	place(r, &s[0], FL_R32UI);
	place(r, &s[1], FL_ABGR8888UI);
	place(r, &s[2], FL_R32UI);
	for (unsigned i = 0; i < 2; i++) {
		struct fl_program *p = fl_stage_program(&r->stage, i);

		cr_assert_eq(fl_program_choose(d, p, texts[i], &err), FL_OK, "%s", err.text);
		fl_draw_target(d, both[i], NULL);
		fl_clear_uint(d, i ? small : cleared);
		fl_texture_of(&r->stage.texture[i], both[i]);
	}
	fl_draw_targets(d, 2, both, NULL);
	fl_program(d, fl_stage_program(&r->stage, 0));
	draw_screen(d, 0);
	fl_draw_target(d, &s[2], NULL);
	fl_program(d, fl_stage_program(&r->stage, 1));
	for (unsigned i = 0; i < 2; i++)
		fl_texture(d, i, &r->stage.texture[i]);
	draw_screen(d, 1);
	fl_program(d, NULL);
	for (unsigned i = 0; i < 2; i++)
		fl_texture(d, i, NULL);
	fl_draw_target(d, &r->stage.screen, NULL);
	rig_finish(r);
	for (unsigned i = 0; i < 3; i++)
		read_back(r, &s[i], got[i]);
	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			const bool drawn = x < SIDE / 2;
			const uint32_t a = drawn ? one(x, y) : cleared[0];
			const uint32_t b =
			    drawn ? four(x, y) : small[0] | small[1] << 8 | small[2] << 16 | small[3] << 24;
			const uint32_t sum = a + (b & 0xff) + (b >> 16 & 0xff) + (b >> 24);

			cr_assert_eq(got[0][y][x], a, "%s (%u, %u): %08x, not %08x", chip, x, y, got[0][y][x],
				     a);
			cr_assert_eq(got[1][y][x], b, "%s (%u, %u): %08x, not %08x", chip, x, y, got[1][y][x],
				     b);
			cr_assert_eq(got[2][y][x], sum, "%s (%u, %u): %08x, not %08x", chip, x, y,
				     got[2][y][x], sum);
		}
	rig_close(r);
}

Test(lib_integers, every_bit)
{
	every_bit("rv770");
	every_bit("r600");
	every_bit("rv670");
	every_bit("rv710");
	every_bit("bonaire");
	every_bit("kabini");
	every_bit("gc3000");
	every_bit("gc7000l");
}

/* Each channel of a clear alone, with bits that are no useful float. */
static void clears(const char *chip)
{
	static uint32_t got[SIDE][SIDE];
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_draw *d = &r->stage.d;

	place(r, &r->stage.surface[0], FL_R32UI);
	for (unsigned i = 0; i < 4; i++) {
		const uint32_t value[4] = {cleared[i], 0, 0, 0};

		fl_draw_target(d, &r->stage.surface[0], NULL);
		fl_clear_uint(d, value);
		fl_draw_target(d, &r->stage.screen, NULL);
		rig_finish(r);
		read_back(r, &r->stage.surface[0], got);
		for (unsigned k = 0; k < SIDE * SIDE; k++)
			cr_assert_eq(got[k / SIDE][k % SIDE], cleared[i], "%08x, not %08x",
				     got[k / SIDE][k % SIDE], cleared[i]);
	}
	rig_close(r);
}

Test(lib_integers, clears)
{
	clears("rv770");
	clears("bonaire");
	clears("gc3000");
	clears("gc7000l");
}

Test(lib_integers, what_is_refused)
{
	struct rig *r = rig_open_chip("rv770", W, H, false);
	struct fl_draw *d = &r->stage.d;
	struct fl_err err = {0};
	struct fl_texture t;

	cr_expect_eq(fl_surface_place(&r->stage.surface[1], &r->stage.vram, 64, 64, FL_R32UI, FL_LINEAR,
				      FL_USE_3D, &err),
		     FL_OK);
	cr_expect_eq(
	    fl_surface_init_samples(&r->stage.surface[2], r->stage.vram.rules, 64, 64, FL_R32UI, 4, &err),
	    FL_USAGE);
	cr_assert_eq(fl_program_choose(d, fl_stage_program(&r->stage, 0), texts[0], &err), FL_OK);
	fl_clear_uint(d, cleared);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "no color buffer of whole numbers"), "%s", d->err.text);
	d->code = FL_OK;
	fl_draw_target(d, &r->stage.surface[1], NULL);
	fl_program(d, fl_stage_program(&r->stage, 0));
	fl_blend(d, FL_ONE, FL_ONE);
	draw_screen(d, 1);
	cr_expect_eq(d->code, FL_USAGE);
	cr_expect(strstr(d->err.text, "blending into R32UI"), "%s", d->err.text);
	d->code = FL_OK;
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_program(d, NULL);
	cr_assert_eq(fl_texture_place(&t, &r->stage.vram, FL_TEX_2D, 8, 8, 1, FL_ALL_LEVELS, FL_R32UI,
				      FL_LINEAR, &err),
		     FL_OK, "%s", err.text);
	cr_expect_eq(fl_texture_mipmaps(&r->dev, &t, &err), FL_USAGE);
	cr_expect(strstr(err.text, "no mean"), "%s", err.text);
	fl_draw_target(d, &r->stage.screen, NULL);
	rig_finish(r);
	rig_close(r);
}

static void refuses(const char *chip)
{
	struct rig *r = rig_open_chip(chip, W, H, false);
	struct fl_err err = {0};

	cr_expect_eq(fl_surface_place(&r->stage.surface[0], &r->stage.vram, 64, 64, FL_R32UI, FL_LINEAR,
				      FL_USE_3D, &err),
		     FL_USAGE);
	cr_expect(strstr(err.text, "R32UI"), "%s", err.text);
	rig_close(r);
}

Test(lib_integers, unknown_to_others)
{
	refuses("r580");
	refuses("gc880");
	refuses("gc2000");
}

/* Numbers as they are, to memory and from it; colors of 8 bits are the pixel. */
Test(lib_integers, packed)
{
	static const float rgba[4] = {16777215, 2, 3.9f, 300};
	uint32_t pixel = 0;
	float back[4];

	fl_pixel_pack(FL_R32UI, rgba, &pixel);
	cr_expect_eq(pixel, 16777215u);
	fl_pixel_pack(FL_ABGR8888UI, rgba, &pixel);
	cr_expect_eq(pixel, 0xff0302ffu, "%08x", pixel);
	fl_pixel_unpack(FL_ABGR8888UI, &pixel, back);
	cr_expect(back[0] == 255 && back[1] == 2 && back[2] == 3 && back[3] == 255);
	pixel = 0xffffffffu;
	fl_pixel_unpack(FL_R32UI, &pixel, back);
	cr_expect(back[0] == 4294967296.0f && back[3] == 1);
	cr_expect_eq(fl_pixel(FL_R32UI, 0x80112233), 0x80112233u);
	cr_expect_eq(fl_pixel_argb(FL_ABGR8888UI, 0x80112233), 0x80112233u);
}
