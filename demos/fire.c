/* SPDX-License-Identifier: MIT
 *
 * fire: two layers of noise rise at different speeds; their product, less the height, picks a color out of a
 * row of embers. The second look-up goes where the first one says.
 */
#include "demos/cik_text.h"
#include "demos/demo.h"
#include "demos/r600_text.h"
#include "demos/shape.h"
#include "demos/viv_text.h"
#include "lib/fl_program.h"

enum { SIDE = 128, EMBERS = 256 };

static float chance(uint32_t x, uint32_t y)
{
	uint32_t h = (x * 374761393u + y * 668265263u) ^ 0x27d4eb2fu;

	h = (h ^ h >> 13) * 1274126177u;
	return (float)((h ^ h >> 16) >> 8 & 0xffff) / 65536;
}

/* Noise that repeats every cells cells, smooth between them. */
static float smooth(float x, float y, uint32_t cells)
{
	uint32_t x0 = (uint32_t)x, y0 = (uint32_t)y;
	float u = x - (float)x0, v = y - (float)y0, a, b;

	u = u * u * (3 - 2 * u);
	v = v * v * (3 - 2 * v);
	a = chance(x0 % cells, y0 % cells) * (1 - u) + chance((x0 + 1) % cells, y0 % cells) * u;
	b = chance(x0 % cells, (y0 + 1) % cells) * (1 - u) + chance((x0 + 1) % cells, (y0 + 1) % cells) * u;
	return a * (1 - v) + b * v;
}

static uint32_t noise(uint32_t x, uint32_t y)
{
	float sum = 0, part = 0.5f;

	for (uint32_t cells = 8; cells <= 64; cells *= 2) {
		sum += part * smooth((float)x * (float)cells / SIDE, (float)y * (float)cells / SIDE, cells);
		part /= 2;
	}
	return 0xff000000u | (uint32_t)(fl_clampf(sum, 0, 1) * 255) * 0x010101u;
}

/* From black over red and yellow to white. */
static uint32_t ember(uint32_t x, uint32_t y)
{
	float k = (float)x / (EMBERS - 1);

	return 0xff000000u | (uint32_t)(255 * fl_clampf(k * 2.6f, 0, 1)) << 16 |
	       (uint32_t)(255 * fl_clampf(k * 2.4f - 0.75f, 0, 1)) << 8 |
	       (uint32_t)(255 * fl_clampf(k * 3 - 2, 0, 1));
}

static const char fragment[] = "!!US\n"
			       "in uv : texcoord0\n"
			       "out pixel : A\n"
			       "const rise\n" /* r, g: how far each layer has risen */
			       "temp slow\n"
			       "temp fast\n"
			       "temp heat\n"
			       "MAD slow.rg, uv, 1.5, rise.0r0\n"
			       "MAD fast.rg, uv, 2.7, rise.0g0\n"
			       "LD slow, slow, tex0\n"
			       "LD fast, fast, tex0\n"
			       /* hot at the bottom, cold at the top and at the sides */
			       "MUL heat.r, slow, fast\n"
			       "MAD heat.g, uv.r, 2, -1\n"
			       "MUL heat.g, heat.g, heat.g\n"
			       "MAD heat.g, heat.g, 0.7, uv.g\n"
			       "MAD heat.r, heat.r, 3.1, -heat.g\n"
			       "MAD.sat heat.r, heat.r, 0.8, 0.22\n"
			       "MOV heat.g, 0.5\n"
			       "LD heat, heat, tex1\n"
			       "MOV pixel, heat\n";

static const char fragment_r600[] = "!!R600\n"
				    "fragment\n"
				    "in uv : texcoord0\n"
				    "const rise\n"
				    "temp slow\n"
				    "temp fast\n"
				    "temp heat\n"
				    "ALU\n"
				    "MUL slow.x, uv.x, 1.5\n"
				    "MULADD slow.y, uv.y, 1.5, rise.x\n"
				    "MUL fast.x, uv.x, 2.7\n"
				    "MULADD fast.y, uv.y, 2.7, rise.y\n"
				    "TEX\n"
				    "SAMPLE slow.xyzw, slow.xy00, RID:0 SID:0 CT:NNNN\n"
				    "SAMPLE fast.xyzw, fast.xy00, RID:0 SID:0 CT:NNNN\n"
				    "ALU\n"
				    "MUL heat.x, slow.x, fast.x\n"
				    "MULADD heat.y, uv.x, 2.0, -1.0\n"
				    "MUL heat.y, heat.y, heat.y\n"
				    "MULADD heat.y, heat.y, 0.7, uv.y\n"
				    "MULADD heat.x, heat.x, 3.1, -heat.y\n"
				    "MULADD_sat heat.x, heat.x, 0.8, 0.22\n"
				    "MOV heat.y, 0.5\n"
				    "TEX\n"
				    "SAMPLE heat.xyzw, heat.xy00, RID:1 SID:1 CT:NNNN\n"
				    "EXPORT_DONE PIXEL 0, heat.xyzw\n";

/* clang-format off */
static const char fragment_cik[] =
    "; !!GFX7\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "texture noise : 0\n"
    "texture embers : 1\n"
    "const rise\n"
    "temp slow\n"
    "temp fast\n"
    "temp heat\n"
    "v_mul_f32 slow.x, 1.5, uv.x\n"
    "v_mul_f32 slow.y, 1.5, uv.y\n"
    "v_add_f32 slow.y, rise.x, slow.y\n"
    "v_mul_f32 fast.x, 2.7, uv.x\n"
    "v_mul_f32 fast.y, 2.7, uv.y\n"
    "v_add_f32 fast.y, rise.y, fast.y\n"
    GFX7_SAMPLE("slow", "slow", "noise") GFX7_SAMPLE("fast", "fast", "noise")
    "# hot at the bottom, cold at the top and at the sides\n"
    "v_mad_f32 heat.y, uv.x, 2.0, -1.0\n"
    "v_mul_f32 heat.y, heat.y, heat.y\n"
    "v_madmk_f32 heat.y, heat.y, 0.7, uv.y\n"
    "s_waitcnt vmcnt(0)\n"
    "v_mul_f32 heat.x, slow.x, fast.x\n"
    "v_mul_f32 heat.x, 3.1, heat.x\n"
    "v_sub_f32 heat.x, heat.x, heat.y\n"
    "v_mul_f32 heat.x, 0.8, heat.x\n"
    "v_add_f32 heat.x, 0.22, heat.x\n"
    "v_max_f32 heat.x, heat.x, heat.x clamp\n"
    "v_mov_b32 heat.y, 0.5\n"
    GFX7_SAMPLE("heat", "heat", "embers")
    "s_mov_b64 exec, live\n"
    "s_waitcnt vmcnt(0)\n"
    GFX7_PIXEL("heat");
/* clang-format on */

/* clang-format off */
static const char fragment_gc[] =
    "!!GC2000\n"
    "fragment\n"
    "in uv : texcoord0\n"
    "out pixel\n"
    "const rise\n"
    "const k = {1.5, 2.7, 0.7, 3.1}\n"
    "const c = {2, -1, 0.8, 0.22}\n"
    "const half = 0.5\n"
    "temp slow\n"
    "temp fast\n"
    "temp heat\n"
    "mul slow.xy__, uv.xyyy, k.xxxx, void\n"
    "add slow._y__, slow.yyyy, void, rise.xxxx\n"
    "mul fast.xy__, uv.xyyy, k.yyyy, void\n"
    "add fast._y__, fast.yyyy, void, rise.yyyy\n"
    "texld slow, tex0.xyzw, slow.xyyy, void, void\n"
    "texld fast, tex0.xyzw, fast.xyyy, void, void\n"
    "# hot at the bottom, cold at the top and at the sides\n"
    "mul heat.x___, slow.xxxx, fast.xxxx, void\n"
    "mad heat._y__, uv.xxxx, c.xxxx, c.yyyy\n"
    "mul heat._y__, heat.yyyy, heat.yyyy, void\n"
    "mad heat._y__, heat.yyyy, k.zzzz, uv.yyyy\n"
    "mad heat.x___, heat.xxxx, k.wwww, -heat.yyyy\n"
    "mad.sat heat.x___, heat.xxxx, c.zzzz, c.wwww\n"
    "mov heat._y__, void, void, half.xxxx\n"
    "texld pixel, tex1.xyzw, heat.xyyy, void, void\n";
/* clang-format on */

static const struct fl_program_text programs[] = {{"r500", fl_screen_vertex, fragment},
						  {"r600", R600_SCREEN, fragment_r600},
						  {"cik", GFX7_SCREEN, fragment_cik},
						  {"gc", VIV_SCREEN, fragment_gc},
						  {0}};

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = fl_stage_image(s, &s->texture[0].image, SIDE, SIDE, FL_ARGB8888, noise, err);

	if (!code)
		code = fl_stage_image(s, &s->texture[1].image, EMBERS, 1, FL_ARGB8888, ember, err);
	s->texture[0].linear = s->texture[1].linear = true;
	s->texture[1].wrap_s = s->texture[1].wrap_t = FL_CLAMP;
	return code ? code : fl_program_choose(&s->d, fl_stage_program(s, 0), programs, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	struct fl_program *p = fl_stage_program(s, 0);
	const float rise[1][4] = {{-fl_demo_seconds(n) * 0.5f, -fl_demo_seconds(n) * 1.1f, 0, 0}};

	fl_texture(d, 0, &s->texture[0]);
	fl_texture(d, 1, &s->texture[1]);
	fl_program(d, p);
	fl_program_set(p, FL_FRAGMENT, fl_program_const(p, FL_FRAGMENT, "rise"), 1, rise);
	fl_shape_screen(d, 0, 0, 1, 1);
	return FL_OK;
}

const struct fl_demo fl_demo_fire = {
    .name = "fire",
    .what = "two layers of noise and a row of embers: a look-up that depends on look-ups",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
