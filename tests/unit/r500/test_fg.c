/* SPDX-License-Identifier: MIT
 *
 * FG: alpha test, alpha to mask, fog and the shader's depth against formulas, and the vector paths against
 * the scalar one.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "hw/model/num/num.h"
#include "tests/unit/r500/test_rb_rig.h"

static void fg_run(struct rb_rig *g, enum fl_isa isa)
{
	rig_run(FL_SIMD_PICK(isa, mr500_fg_run), g);
}

/* AF_FUNC: never, less, equal, less or equal, greater, not equal, greater or equal, always */
static bool passes(unsigned func, double a, double b)
{
	const bool r[8] = {false, a<b, a == b, a <= b, a> b, a != b, a >= b, true};

	return r[func];
}

Test(fg, every_alpha_function)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned func = 0; func < 8; func++)
			for (unsigned how = 0; how < 3; how++) { /* 8 bits, 10 bits, FP16 */
				const double ref[3] = {128, 513, 0.5};
				uint32_t set = func << 8 | 1 << 11 | 128;

				rig_set(g, R500_FG_ALPHA_FUNC,
					set | (how == 0   ? 1u << 12
					       : how == 2 ? 1u << 28
							  : 0));
				rig_set(g, R500_FG_ALPHA_VALUE, how == 1 ? 513 : 0x3800);
				cr_assert(rig_open(g, 0, 0));
				cr_assert_eq(mr500_fg_kills(g->d.fg), func != 7);
				rig_block(g, 0, 0, ~0ull);
				for (unsigned l = 0; l < 64; l++)
					mr500_px_of(g->t)->out[0][3][l] =
					    (float)((int)l - 32) / 1023.0f * 0.25f + 0.501f;
				fg_run(g, isa[i]);
				for (unsigned l = 0; l < 64; l++) {
					float a = mr500_px_of(g->t)->out[0][3][l];
					/* halves of this size have 11 bits: steps of 1/2048 */
					double v = how == 0   ? nearbyint(a * 255.0f)
						   : how == 1 ? nearbyint(a * 1023.0f)
						   : a < 0.5f ? nearbyint(a * 4096.0) / 4096
							      : nearbyint(a * 2048.0) / 2048;

					cr_assert_eq(g->t->wave.cover[0] >> l & 1, passes(func, v, ref[how]),
						     "isa %u func %u how %u alpha %f", isa[i], func, how, a);
				}
			}
	rb_rig_delete(g);
}

Test(fg, alpha_to_mask)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_GB_AA_CONFIG, 1 | 3 << 1); /* 6 samples */
	rig_set(g, R500_FG_ALPHA_FUNC, 1 << 16 | 1 << 17);
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k <= 60; k++) {
			cr_assert(rig_open(g, 0, 0));
			rig_block(g, 0, 0, ~0ull);
			rig_color(g, 0, 0, 0, 0, (float)k / 60.0f);
			fg_run(g, isa[i]);
			for (unsigned s = 0; s < 6; s++)
				cr_assert_eq(g->t->wave.cover[s], s < (k + 5) / 10 ? ~0ull : 0,
					     "%u of 60, sample %u", k, s);
		}
	rb_rig_delete(g);
}

Test(fg, fog)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_FG_FOG_COLOR_R, 1023);
	rig_set(g, R500_FG_FOG_COLOR_G, 0);
	rig_set(g, R500_FG_FOG_COLOR_B, 512);
	rig_set(g, R500_FG_FOG_FACTOR, 256);
	for (unsigned i = 0; i < n; i++)
		for (unsigned fn = 0; fn < 4; fn++) {
			rig_set(g, R500_FG_FOG_BLEND, 1 | fn << 1);
			cr_assert(rig_open(g, 0, 0));
			cr_assert_eq(mr500_fg_wants_fog(g->d.fg), fn != 3);
			rig_block(g, 0, 0, ~0ull);
			rig_color(g, 0, 0.25f, 0.5f, 0.75f, 0.125f);
			for (unsigned l = 0; l < 64; l++)
				mr500_px_of(g->t)->fog[l] = (float)l / 32.0f - 0.2f;
			fg_run(g, isa[i]);
			for (unsigned l = 0; l < 64; l++) {
				double v = mr500_px_of(g->t)->fog[l];
				double f = fn == 0   ? v
					   : fn == 1 ? exp(-v)
					   : fn == 2 ? exp(-v * v)
						     : 256 / 1023.0;

				f = fmin(fmax(f, 0), 1);
				cr_assert_float_eq(mr500_px_of(g->t)->out[0][0][l], f * 0.25 + (1 - f), 1e-5);
				cr_assert_float_eq(mr500_px_of(g->t)->out[0][1][l], f * 0.5, 1e-5);
				cr_assert_float_eq(mr500_px_of(g->t)->out[0][2][l],
						   f * 0.75 + (1 - f) * 512 / 1023, 1e-5);
				cr_assert_eq(mr500_px_of(g->t)->out[0][3][l], 0.125f);
			}
		}
	rb_rig_delete(g);
}

/* 24 bits fixed: 0 … 1. W0: "always zero". W24_FP of 1.m * 2^e: m in 16 bits below e + 63. */
Test(fg, depth_of_the_shader)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	static const float w[8] = {0.0f, 0.5f, 1.0f, 2.0f, -1.0f, 1.5f, 0x1.8p-20f, 0x1.1p100f};
	static const uint32_t z[4][8] = {
	    {0},
	    {0, 0x7fffff, 0xffffff, 0xffffff, 0, 0xffffff, 0x17, 0xffffff},
	    {0, 62 << 16, 63 << 16, 64 << 16, 0, 63 << 16 | 0x8000, 43 << 16 | 0x8000, 0x7fffff},
	    {0, 0x7fffff, 0xffffff, 0xffffff, 0, 0xffffff, 0x17, 0xffffff}, /* reserved */
	};

	rig_set(g, R500_FG_DEPTH_SRC, 1);
	for (unsigned i = 0; i < n; i++)
		for (unsigned fmt = 0; fmt < 4; fmt++)
			for (unsigned raster = 0; raster < 2; raster++) {
				rig_set(g, R500_US_W_FMT, fmt | raster << 2);
				cr_assert(rig_open(g, 0, 0));
				cr_assert(mr500_fg_takes_depth(g->d.fg));
				rig_block(g, 0, 0, ~0ull);
				/* the other one is not looked at */
				for (unsigned l = 0; l < 64; l++) {
					mr500_px_of(g->t)->out_w[l] = raster ? 0.25f : w[l % 8];
					mr500_px_of(g->t)->raster_w[l] = raster ? w[l % 8] : 0.25f;
				}
				fg_run(g, isa[i]);
				for (unsigned l = 0; l < 64; l++)
					cr_assert_leq(abs((int)g->t->wave.z[0][l] - (int)z[fmt][l % 8]),
						      (int)(fmt % 2),
						      "isa %u, W_FMT %u, %g: 0x%06x, not 0x%06x", isa[i], fmt,
						      w[l % 8], g->t->wave.z[0][l], z[fmt][l % 8]);
			}
	cr_assert_eq(g->r->base.n_reports, 1, "W_FMT 3 is reserved");
	rb_rig_delete(g);
}

Test(fg, vectors_agree_with_scalar)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	uint32_t seed = 0x600d;

	for (unsigned round = 0; round < 10000; round++) {
		static struct mr500_px px0, want_px;
		struct fl_wave w0, want;

		rig_set(g, R500_GB_AA_CONFIG, rig_random(&seed) & 7);
		rig_set(g, R500_FG_ALPHA_FUNC, rig_random(&seed) & 0x10031fff);
		rig_set(g, R500_FG_ALPHA_VALUE, rig_random(&seed) & 0x3fff);
		rig_set(g, R500_FG_FOG_BLEND, rig_random(&seed) & 7);
		rig_set(g, R500_FG_FOG_FACTOR, rig_random(&seed) & 0x3ff);
		rig_set(g, R500_FG_FOG_COLOR_R, rig_random(&seed) & 0x3ff);
		rig_set(g, R500_FG_DEPTH_SRC, rig_random(&seed) & 1);
		rig_set(g, R500_US_W_FMT,
			rig_random(&seed) % 7 == 3 ? 0 : rig_random(&seed) & 7 & ~(rig_random(&seed) & 1));
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, rig_random64(&seed));
		for (unsigned l = 0; l < 64; l++) {
			for (unsigned k = 0; k < 4; k++)
				mr500_px_of(g->t)->out[0][k][l] =
				    (float)(rig_random(&seed) % 3000) / 2000.0f - 0.25f;
			mr500_px_of(g->t)->out_w[l] = (float)(rig_random(&seed) % 3000) / 2000.0f - 0.25f;
			mr500_px_of(g->t)->raster_w[l] = (float)(rig_random(&seed) % 3000) / 20.0f - 0.25f;
			mr500_px_of(g->t)->fog[l] = (float)(rig_random(&seed) % 3000) / 1000.0f - 0.25f;
		}
		w0 = g->t->wave;
		px0 = *mr500_px_of(g->t);
		for (unsigned i = 0; i < n; i++) {
			g->t->wave = w0;
			*mr500_px_of(g->t) = px0;
			fg_run(g, isa[i]);
			if (i == 0) {
				want = g->t->wave;
				want_px = *mr500_px_of(g->t);
				continue;
			}
			cr_assert(memcmp(&want, &g->t->wave, sizeof(want)) == 0, "round %u isa %u", round,
				  isa[i]);
			cr_assert(memcmp(want_px.out, mr500_px_of(g->t)->out, sizeof(want_px.out)) == 0,
				  "round %u isa %u", round, isa[i]);
		}
		fl_arena_reset(&g->arena);
	}
	rb_rig_delete(g);
}
