/* SPDX-License-Identifier: MIT
 *
 * rain: 2,048 signs that fall in columns, in one draw. Each is an instance of one square; which sign it is,
 * where and how bright, the vertex program makes of its number and of the time. The signs are the layers of
 * one texture.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/viv_text.h"
#include "lib/fl_buffer.h"
#include "lib/fl_font.h"
#include "lib/fl_program.h"

enum { COLUMNS = 64, ROWS = 32, SIGNS = 94, FIRST_SIGN = '!', SIDE = 16 };

static const char vertex_r600[] =
    "!!R600\n"
    "vertex\n"
    "in position\n"
    "out pos : position\n"
    "out shade : color0\n"
    "out uv : texcoord0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "temp own\n"
    "temp sign\n"
    "temp at\n"
    "CALL_FS\n"
    "ALU\n"
    "# column and row\n"
    "AND_INT at.x, R0.w, 63\n"
    "LSHR_INT at.y, R0.w, 6\n"
    "UINT_TO_FLT at.x, at.x\n"
    "UINT_TO_FLT at.y, at.y\n"
    "# numbers between 0 and 1 that show no pattern, a column's own\n"
    "MULADD own.x, at.x, ratio.x, 0.5\n"
    "MULADD own.y, at.x, ratio.y, 0.5\n"
    "MULADD own.z, at.x, ratio.z, 0.5\n"
    "FRACT own.x, own.x\n"
    "FRACT own.y, own.y\n"
    "FRACT own.z, own.z\n"
    "# how far the sign is behind the column's drop, of 14\n"
    "MULADD sign.x, own.y, 0.25, 0.12\n"
    "MULADD sign.x, time.x, sign.x, own.z\n"
    "FRACT sign.x, sign.x\n"
    "MUL sign.x, sign.x, 46.0\n"
    "ADD sign.x, sign.x, -at.y\n"
    "SETGE sign.y, sign.x, 0.0\n"
    "MULADD_sat sign.z, sign.x, -0.0714, 1.0\n"
    "MUL sign.y, sign.y, sign.z\n"
    "# the drop itself is white\n"
    "MULADD_sat sign.z, sign.x, -0.5, 1.0\n"
    "MUL sign.z, sign.z, sign.y\n"
    "MUL shade.x, sign.z, 0.75\n"
    "MULADD shade.y, sign.y, 0.7, shade.x\n"
    "MULADD shade.z, sign.y, 0.25, shade.x\n"
    "# another sign four times a second\n"
    "MULADD sign.w, time.x, 4.0, own.x\n"
    "FLOOR sign.w, sign.w\n"
    "MULADD sign.w, sign.w, ratio.w, own.z\n"
    "MULADD sign.w, at.y, ratio.x, sign.w\n"
    "FRACT sign.w, sign.w\n"
    "MUL sign.w, sign.w, 94.0\n"
    "FLOOR uv.z, sign.w\n"
    "MOV uv.x, position.x\n"
    "ADD uv.y, 1.0, -position.y\n"
    "# where: the columns are near and far\n"
    "MULADD at.x, own.x, 12.0, -6.0\n"
    "MULADD at.x, position.x, 0.3, at.x\n"
    "MULADD at.y, at.y, -0.32, 5.0\n"
    "MULADD at.y, position.y, 0.3, at.y\n"
    "MUL at.z, own.y, -6.0\n"
    "MOV at.w, 1.0\n" R600_ROWS("pos", "state_mvp", "at") "EXPORT_DONE POS 60, pos.xyzw\n"
							  "EXPORT PARAM 0, shade.xyz1\n"
							  "EXPORT_DONE PARAM 1, uv.xyz1\n";

static const char fragment_r600[] = "!!R600\n"
				    "fragment\n"
				    "in shade : color0\n"
				    "in uv : texcoord0\n"
				    "temp texel\n"
				    "ALU\n"
				    "RNDNE uv.z, uv.z\n"
				    "TEX\n"
				    "SAMPLE texel.xyzw, uv.xyz0, RID:0 SID:0 CT:NNUN\n"
				    "ALU\n"
				    "MUL texel.x, texel.x, shade.x\n"
				    "MUL texel.y, texel.y, shade.y\n"
				    "MUL texel.z, texel.z, shade.z\n"
				    "EXPORT_DONE PIXEL 0, texel.xyz1\n";

/* clang-format off */
static const char vertex_cik[] =
    "; !!GFX7\n"
    "vertex\n"
    "in position\n"
    "out pos : position\n"
    "out shade : color0\n"
    "out uv : texcoord0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "temp own\n"
    "temp sign\n"
    "temp at\n"
    "# column and row\n"
    "v_and_b32 at.x, 63, v3\n"
    "v_lshrrev_b32 at.y, 6, v3\n"
    "v_cvt_f32_u32 at.x, at.x\n"
    "v_cvt_f32_u32 at.y, at.y\n"
    "# numbers between 0 and 1 that show no pattern, a column's own\n"
    "v_mad_f32 own.x, at.x, ratio.x, 0.5\n"
    "v_mad_f32 own.y, at.x, ratio.y, 0.5\n"
    "v_mad_f32 own.z, at.x, ratio.z, 0.5\n"
    GFX7_XYZ1("v_fract_f32", "own", "own")
    "# how far the sign is behind the column's drop, of 14\n"
    "v_mov_b32 sign.x, 0.12\n"
    "v_madmk_f32 sign.x, own.y, 0.25, sign.x\n"
    "v_mad_f32 sign.x, time.x, sign.x, own.z\n"
    "v_fract_f32 sign.x, sign.x\n"
    "v_mul_f32 sign.x, 46.0, sign.x\n"
    "v_sub_f32 sign.x, sign.x, at.y\n"
    "v_mul_f32 sign.z, -0.0714, sign.x\n"
    "v_add_f32 sign.z, sign.z, 1.0 clamp\n"
    "v_cmp_le_f32 vcc, 0, sign.x\n"
    "v_cndmask_b32 sign.y, 0, sign.z, vcc\n"
    "# the drop itself is white\n"
    "v_mad_f32 sign.z, sign.x, -0.5, 1.0 clamp\n"
    "v_mul_f32 sign.z, sign.z, sign.y\n"
    "v_mul_f32 shade.x, 0.75, sign.z\n"
    "v_madmk_f32 shade.y, sign.y, 0.7, shade.x\n"
    "v_madmk_f32 shade.z, sign.y, 0.25, shade.x\n"
    "v_mov_b32 shade.w, 1.0\n"
    "# another sign four times a second\n"
    "v_mad_f32 sign.w, time.x, 4.0, own.x\n"
    "v_floor_f32 sign.w, sign.w\n"
    "v_mad_f32 sign.w, sign.w, ratio.w, own.z\n"
    "v_mad_f32 sign.w, at.y, ratio.x, sign.w\n"
    "v_fract_f32 sign.w, sign.w\n"
    "v_mul_f32 sign.w, 94.0, sign.w\n"
    "v_floor_f32 uv.z, sign.w\n"
    "v_mov_b32 uv.x, position.x\n"
    "v_sub_f32 uv.y, 1.0, position.y\n"
    "v_mov_b32 uv.w, 1.0\n"
    "# where: the columns are near and far\n"
    "v_mul_f32 at.x, 12.0, own.x\n"
    "v_add_f32 at.x, -6.0, at.x\n"
    "v_madmk_f32 at.x, position.x, 0.3, at.x\n"
    "v_mul_f32 at.y, -0.32, at.y\n"
    "v_add_f32 at.y, 5.0, at.y\n"
    "v_madmk_f32 at.y, position.y, 0.3, at.y\n"
    "v_mul_f32 at.z, -6.0, own.y\n"
    "v_mov_b32 at.w, 1.0\n"
    GFX7_ROWS("pos", "state_mvp", "at")
    GFX7_EXPORT("pos0", "pos", " done") GFX7_EXPORT("param0", "shade", "") GFX7_EXPORT("param1", "uv", "");

static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in shade : color0\n"
    "in uv : texcoord0\n"
    "texture signs : 0\n"
    "temp texel\n"
    "v_rndne_f32 uv.z, uv.z\n"
    "image_sample texel, uv.xyz, signs, signs.sampler dmask:0xf da\n"
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    GFX7_XYZ2("v_mul_f32", "texel", "texel", "shade")
    "v_mov_b32 texel.w, 1.0\n"
    GFX7_PIXEL("texel");
/* clang-format on */

/* clang-format off */
static const char vertex_gc[] =
    "!!GC3000\n"
    "vertex\n"
    "in position\n"
    "out pos : position\n"
    "out shade : color0\n"
    "out uv : texcoord0\n"
    "const state_mvp[4]\n"
    "const time\n"
    "const ratio = {0.61803399, 0.75487767, 0.56984029, 0.32471796}\n"
    "const drop = {0.25, 0.12, 46, -0.0714}\n"
    "const more = {0.7, 94, -0.32, 0.3}\n"
    "temp chip_number\n"
    "temp own\n"
    "temp sign\n"
    "temp at\n"
    "# column and row\n"
    "and.u32 at.x___, chip_number.yyyy, void, 63:u20\n"
    "rshift.u32 at._y__, chip_number.yyyy, void, 6:u20\n"
    "i2f.u32 at.xy__, at.xyyy, void, void\n"
    "# numbers between 0 and 1 that show no pattern, a column's own\n"
    "mad own.xyz_, at.xxxx, ratio, 0.5:f20\n"
    "frc own.xyz_, void, void, own\n"
    "# how far the sign is behind the column's drop, of 14\n"
    "mad sign.x___, own.yyyy, drop.xxxx, drop.yyyy\n"
    "mad sign.x___, sign.xxxx, time.xxxx, own.zzzz\n"
    "frc sign.x___, void, void, sign.xxxx\n"
    "mul sign.x___, sign.xxxx, drop.zzzz, void\n"
    "add sign.x___, sign.xxxx, void, -at.yyyy\n"
    "set.ge sign._y__, sign.xxxx, 0.0:f20, void\n"
    "mad.sat sign.__z_, sign.xxxx, drop.wwww, 1.0:f20\n"
    "mul sign._y__, sign.yyyy, sign.zzzz, void\n"
    "# the drop itself is white\n"
    "mad.sat sign.__z_, -sign.xxxx, 0.5:f20, 1.0:f20\n"
    "mul sign.__z_, sign.zzzz, sign.yyyy, void\n"
    "mul shade.x___, sign.zzzz, 0.75:f20, void\n"
    "mad shade._y__, sign.yyyy, more.xxxx, shade.xxxx\n"
    "mad shade.__z_, sign.yyyy, 0.25:f20, shade.xxxx\n"
    "mov shade.___w, void, void, 1.0:f20\n"
    "# another sign four times a second\n"
    "mad sign.___w, time.xxxx, 4.0:f20, own.xxxx\n"
    "floor sign.___w, void, void, sign.wwww\n"
    "mad sign.___w, sign.wwww, ratio.wwww, own.zzzz\n"
    "mad sign.___w, at.yyyy, ratio.xxxx, sign.wwww\n"
    "frc sign.___w, void, void, sign.wwww\n"
    "mul sign.___w, sign.wwww, more.yyyy, void\n"
    "floor uv.__z_, void, void, sign.wwww\n"
    "mov uv.x___, void, void, position.xxxx\n"
    "add uv._y__, -position.yyyy, void, 1.0:f20\n"
    "mov uv.___w, void, void, 1.0:f20\n"
    "# where: the columns are near and far\n"
    "mad at.x___, own.xxxx, 12.0:f20, -6.0:f20\n"
    "mad at.x___, position.xxxx, more.wwww, at.xxxx\n"
    "mad at._y__, at.yyyy, more.zzzz, 5.0:f20\n"
    "mad at._y__, position.yyyy, more.wwww, at.yyyy\n"
    "mul at.__z_, own.yyyy, -6.0:f20, void\n"
    "mov at.___w, void, void, 1.0:f20\n"
    VIV_ROWS("pos", "state_mvp", "at");

static const char fragment_gc[] =
    "!!GC3000\n"
    "fragment\n"
    "in shade : color0\n"
    "in uv : texcoord0\n"
    "out pixel\n"
    "temp place\n"
    "mov place.xy__, void, void, uv.xyyy\n"
    "add place.__z_, uv.zzzz, void, 0.5:f20\n"
    "floor place.__z_, void, void, place.zzzz\n"
    "texld pixel, tex0.xyzw, place.xyzz, void, void\n"
    "mul pixel.xyz_, pixel, shade, void\n"
    "mov pixel.___w, void, void, 1.0:f20\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r600", vertex_r600, fragment_r600},
						  {"cik", vertex_cik, fragment_cik},
						  {"gc", vertex_gc, fragment_gc},
						  {0}};

/* A layer for each sign of the font, and its smaller levels. */
static enum fl_code make_signs(struct fl_stage *s, struct fl_texture *t, struct fl_err *err)
{
	enum fl_code code = fl_texture_place(t, &s->vram, FL_TEX_LAYERS, SIDE, SIDE, SIGNS, FL_ALL_LEVELS,
					     FL_ARGB8888, FL_LINEAR, err);

	for (uint32_t i = 0; !code && i < SIGNS; i++) {
		const uint8_t *glyph = fl_font_glyph((uint8_t)(FIRST_SIGN + i));
		struct fl_surface image;
		uint32_t row[SIDE];

		fl_texture_image(t, i, 0, &image);
		for (uint32_t y = 0; y < SIDE; y++) {
			for (uint32_t x = 0; x < SIDE; x++)
				row[x] = x >= 4 && x < 12 && glyph[y] & 0x80 >> (x - 4) ? 0xffffffff : 0;
			fl_image_write(s->dev, &image, 0, y, SIDE, row);
		}
	}
	t->linear = true;
	t->mip = FL_MIP_LINEAR;
	t->wrap_s = t->wrap_t = FL_CLAMP;
	return code ? code : fl_texture_mipmaps(s->dev, t, err);
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
	/* Where the square is, the stage keeps: a surface that has no more than a place. */
	enum fl_code code = fl_vram_alloc(&s->vram, sizeof(corner), 4, &s->surface[0].offset_B, err);

	if (!code)
		code = make_signs(s, &s->texture[0], err);
	if (code)
		return code;
	fl_vram_write(s->dev, s->surface[0].offset_B, corner, sizeof(corner));
	fl_vram_settle(s->dev, s->surface[0].offset_B);
	return fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	const float time[1][4] = {{fl_demo_seconds(n), 0, 0, 0}};
	const struct fl_arrays a = {
	    .position = {.offset_B = s->surface[0].offset_B, .stride_B = 12, .type = FL_FLOAT, .size = 3}};
	struct fl_program *p = fl_stage_program(s, 0);
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, 0xff010803, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 50, (float)s->width / (float)s->height, 0.5f, 30);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_translate(d, 0, 0, -7);
	fl_rotate(d, 9 * fl_sinf(time[0][0] * 0.6f), 0, 1, 0);
	fl_texture(d, 0, &s->texture[0]);
	fl_blend(d, FL_ONE, FL_ONE);
	fl_program(d, p);
	fl_program_set(p, FL_VERTEX, fl_program_const(p, FL_VERTEX, "time"), 1, time);
	fl_instances(d, COLUMNS * ROWS);
	fl_draw_arrays(d, FL_QUADS, &a, 0, 4);
	fl_instances(d, 1);
	fl_program(d, NULL);
	fl_blend(d, FL_ONE, FL_ZERO);
	fl_texture(d, 0, NULL);
	return FL_OK;
}

const struct fl_demo fl_demo_rain = {
    .name = "rain",
    .what = "falling signs: instances of a square, layers of a texture",
    .needs = FL_NEEDS_3D,
    .does = FL_DOES_INSTANCES | FL_DOES_LAYERS,
    .asks = "instances and textures of several layers",
    .begin = begin,
    .frame = frame,
};
