/* SPDX-License-Identifier: MIT
 *
 * TX: where a look-up lands and how it is filtered: clamp modes by table, bilinear by formula, levels, faces,
 * layers, tiled layouts, and the vector path against the plain one on random units.
 */
#include "hw/model/r500/tile_addr.h"
#include "tests/unit/r500/test_tx_rig.h"

TestSuite(tx_sample, .timeout = 30);

enum { BORDER = 255 };

/* A row of eight texels 0, 16, 32, …, two rows alike. */
static void ramp(struct tx_rig *t)
{
	for (unsigned y = 0; y < 8; y++)
		for (unsigned x = 0; x < 8; x++)
			t->mem[y * 32 + x] = x * 16;
}

Test(tx_sample, clamp_modes_by_table)
{
	/* texel (point) at s, in eighths of the texture plus a half; border is -1 */
	static const struct {
		int at;
		int want[8]; /* modes 0-7 */
	} row[] = {
	    {-10, {6, 6, 0, 7, 0, 7, -1, -1}}, {-9, {7, 7, 0, 7, 0, 7, -1, -1}},
	    {-8, {0, 7, 0, 7, 0, 7, -1, 7}},   {-2, {6, 1, 0, 1, 0, 1, -1, 1}},
	    {-1, {7, 0, 0, 0, 0, 0, -1, 0}},   {0, {0, 0, 0, 0, 0, 0, 0, 0}},
	    {5, {5, 5, 5, 5, 5, 5, 5, 5}},     {7, {7, 7, 7, 7, 7, 7, 7, 7}},
	    {8, {0, 7, 7, 7, 7, 7, -1, -1}},   {9, {1, 6, 7, 7, 7, 7, -1, -1}},
	    {16, {0, 0, 7, 7, 7, 7, -1, -1}},
	};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	ramp(t);
	us_set(t->g, R500_TX_BORDER_COLOR(0), BORDER);
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		for (unsigned mode = 0; mode < 8; mode++) {
			tx_set(t, 8, 8, 0, SEL_RGBA, POINT | mode | 2 << 3);
			tx_decode(t);
			tx_at(t, ((float)row[i].at + 0.5f) / 8, 0.5f, got);
			int want = row[i].want[mode] < 0 ? BORDER : row[i].want[mode] * 16;
			cr_expect_float_eq(got[0] * 255, want, 1e-3, "mode %u at texel %d: %g, not %d", mode,
					   row[i].at, got[0] * 255, want);
		}
	tx_rig_free(t);
}

Test(tx_sample, bilinear_by_formula)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned y = 0; y < 4; y++)
		for (unsigned x = 0; x < 4; x++)
			t->mem[y * 32 + x] = (x * 67 + y * 101 + x * y * 13) & 255;
	for (unsigned wrap = 0; wrap < 2; wrap++) {
		tx_set(t, 4, 4, 0, SEL_RGBA, LINEAR | (wrap ? 0 : 2 | 2 << 3));
		tx_decode(t);
		for (unsigned i = 0; i < 64; i++) {
			double s = (i * 37 % 64) / 64.0, v = (i * 23 % 64) / 64.0, u = s * 4 - 0.5,
			       w = v * 4 - 0.5;
			double f = u - floor(u), g = w - floor(w), sum = 0;
			for (int j = 0; j < 2; j++)
				for (int k = 0; k < 2; k++) {
					int x = (int)floor(u) + k, y = (int)floor(w) + j;
					x = wrap ? x & 3 : x < 0 ? 0 : x > 3 ? 3 : x;
					y = wrap ? y & 3 : y < 0 ? 0 : y > 3 ? 3 : y;
					sum += t->mem[y * 32 + x] * (k ? f : 1 - f) * (j ? g : 1 - g);
				}
			tx_at(t, s, v, got);
			cr_expect_float_eq(got[0] * 255, sum, 1e-2, "wrap %u (%g, %g): %g, not %g", wrap, s,
					   v, got[0] * 255, sum);
		}
	}
	tx_rig_free(t);
}

/* Half way to the border: at the edge itself, half of each (mode 4); modes 6: bilinear with the border beside
 * it. */
Test(tx_sample, border_in_bilinear)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	ramp(t);
	us_set(t->g, R500_TX_BORDER_COLOR(0), BORDER);
	tx_set(t, 8, 8, 0, SEL_RGBA, LINEAR | 4 | 2 << 3);
	tx_decode(t);
	tx_at(t, 1.5f, 0.5f, got);
	cr_expect_float_eq(got[0] * 255, (112 + 255) / 2.0, 1e-2);
	tx_set(t, 8, 8, 0, SEL_RGBA, LINEAR | 6 | 2 << 3);
	tx_decode(t);
	tx_at(t, 1.5f, 0.5f, got);
	cr_expect_float_eq(got[0] * 255, 255, 1e-2);
	tx_at(t, 1.0f + 0.25f / 8, 0.5f, got);
	cr_expect_float_eq(got[0] * 255, 112 * 0.25 + 255 * 0.75, 1e-2);
	tx_rig_free(t);
}

/* 64x64 RGBA8, macro- and micro-tiled: offsets as in a recorded stream of Mesa's r300 driver. */
Test(tx_sample, levels_of_a_tiled_chain)
{
	static const uint32_t want[7] = {0, 0x4000, 0x5000, 0x5400, 0x5500, 0x5540, 0x5560};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	us_set(t->g, R500_TX_INVALTAGS, 0);
	tx_set(t, 64, 64, 12, SEL_RGBA, POINT | 1 << 13 | 2 | 2 << 3);
	us_set(t->g, R500_TX_FORMAT0(0), 63 | 63 << 11 | 6 << 26);
	us_set(t->g, R500_TX_OFFSET(0), t->addr | 1 << 2 | 1 << 3);
	tx_decode(t);
	for (unsigned i = 0; i < 7; i++)
		cr_expect_eq(t->g->draw.tx->unit[0]->level[i].at_B, want[i], "level %u", i);
	/* Level n holds the value 10 n + 5 in red, and its x in green. */
	for (unsigned i = 0; i < 7; i++) {
		unsigned size = 64 >> i, pitch = size < 4 ? 4 : size;
		for (unsigned y = 0; y < size; y++)
			for (unsigned x = 0; x < size; x++) {
				uint8_t *p =
				    t->mem + want[i] + mr500_tile_addr(x, y, 4, pitch, 1, size >= 32);
				p[0] = 10 * i + 5;
				p[1] = x;
			}
	}
	us_set(t->g, R500_TX_INVALTAGS, 0);
	tx_decode(t);
	t->q.op = FL_TEXEL_OP_LOD;
	for (unsigned i = 0; i < 7; i++) {
		for (unsigned l = 0; l < 64; l++)
			t->in[3][l] = i;
		tx_at(t, 0.8f, 0.3f, got);
		cr_expect_float_eq(got[0] * 255, 10 * i + 5, 1e-3, "level %u: %g", i, got[0] * 255);
		cr_expect_float_eq(got[1] * 255, floor(0.8 * (64 >> i)), 1e-3, "level %u: x %g", i,
				   got[1] * 255);
	}
	tx_rig_free(t);
}

Test(tx_sample, level_of_detail_from_the_quad)
{
	struct tx_rig *t = tx_rig_new("r580");
	const char *name;

	/* 16x16 of bytes: a row is 32 bytes at every level; level n is all 40 n. */
	for (unsigned i = 0, at = 0; i < 5; at += 32 * (16 >> i), i++)
		memset(t->mem + at, 40 * i, 32 * (16 >> i));
	tx_set(t, 16, 16, 0, SEL_RGBA, LINEAR | 2 << 13);
	us_set(t->g, R500_TX_FORMAT0(0), 15 | 15 << 11 | 4 << 26);
	tx_decode(t);
	for (unsigned k = 0; k < 4; k++) {
		tx_look_fn *look = tx_isa(k, &name);
		for (float step = 0.5f; step < 40; step *= 1.37f) { /* texels from pixel to pixel */
			for (unsigned l = 0; l < 64; l++) {
				t->in[0][l] = (float)(l & 1) * step / 16;
				t->in[1][l] = (float)(l >> 1 & 1) * step / 32;
			}
			if (!look)
				continue;
			look(t->g->draw.tx->unit[0], &t->q);
			double lod = log2(step), want = 40 * (lod < 0 ? 0 : lod > 4 ? 4 : lod);
			cr_expect(fabs(t->out[0][0] * 255 - want) < 40.0 / 64 + 0.1,
				  "%s, %g texels: %g, not %g", name, step, t->out[0][0] * 255, want);
		}
	}
	tx_rig_free(t);
}

/* Directions to faces +X -X +Y -Y +Z -Z; the corners of +X as OpenGL's table 8.19 orients them. */
Test(tx_sample, cube_faces)
{
	static const float dir[6][3] = {{1, 0.1f, 0.1f},  {-1, 0.1f, 0.1f}, {0.1f, 1, 0.1f},
					{0.1f, -1, 0.1f}, {0.1f, 0.1f, 1},  {0.1f, 0.1f, -1}};
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned f = 0; f < 6; f++)
		for (unsigned y = 0; y < 4; y++)
			for (unsigned x = 0; x < 4; x++)
				t->mem[f * 128 + y * 32 + x] = f * 32 + y * 4 + x;
	tx_set(t, 4, 4, 0, SEL_RGBA | R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_CUBE << 25, POINT | 2 | 2 << 3);
	tx_decode(t);
	for (unsigned f = 0; f < 6; f++) {
		for (unsigned l = 0; l < 64; l++)
			t->in[2][l] = dir[f][2];
		tx_at(t, dir[f][0], dir[f][1], got);
		cr_expect_eq((int)(got[0] * 255 + 0.5f) / 32, (int)f, "face %u: %g", f, got[0] * 255);
	}
	/* +X: s = (-z / x + 1) / 2, t = (-y / x + 1) / 2 */
	for (unsigned l = 0; l < 64; l++)
		t->in[2][l] = 0.9f;
	tx_at(t, 1, -0.9f, got);
	cr_expect_float_eq(got[0] * 255, 3 * 4 + 0, 1e-3);
	tx_rig_free(t);
}

Test(tx_sample, layers_of_a_volume)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	for (unsigned z = 0; z < 4; z++)
		memset(t->mem + z * 64, 60 * z, 64);
	tx_set(t, 2, 2, 0, SEL_RGBA | R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_3D << 25,
	       POINT | 2 | 2 << 3 | 2 << 6);
	us_set(t->g, R500_TX_FORMAT0(0), 1 | 1 << 11 | 2 << 22);
	for (unsigned vol = 1; vol < 3; vol++) {
		us_set(t->g, R500_TX_FILTER0(0), POINT | 2 | 2 << 3 | 2 << 6 | vol << 15);
		tx_decode(t);
		for (unsigned i = 0; i < 16; i++) {
			float r = ((float)i + 0.5f) / 16, at = r * 4 - 0.5f;
			for (unsigned l = 0; l < 64; l++)
				t->in[2][l] = r;
			tx_at(t, 0.5f, 0.5f, got);
			double want = vol == 1 ? 60 * floor(r * 4) : 60 * (at < 0 ? 0 : at > 3 ? 3 : at);
			cr_expect_float_eq(got[0] * 255, want, 0.3, "vol %u r %g: %g, not %g", vol, r,
					   got[0] * 255, want);
		}
	}
	tx_rig_free(t);
}

Test(tx_sample, vectors_agree_with_the_plain_path)
{
	static const uint8_t formats[] = {12, 0, 6, 10, 13, 14, 24, 29, 15, 17, 20};
	struct tx_rig *t = tx_rig_new("r580");
	uint32_t seed = 12345;

	for (unsigned i = 0; i < 1 << 20; i += 4) {
		uint32_t v = us_random(&seed) & 0x3fff3fff; /* no NaNs among the floats */
		memcpy(t->mem + i, &v, 4);
	}
	for (unsigned n = 0; n < 3000; n++) {
		uint32_t r = us_random(&seed), lw = r % 8, lh = r >> 8 & 7, levels = lw > lh ? lw : lh;
		uint32_t filter = us_random(&seed) & 0x7fff, f1 = us_random(&seed) & (1 << 21);
		if ((filter >> 9 & 3) % 3 == 0)
			filter |= 1 << 9;
		tx_set(t, 1 << lw, 1 << lh, formats[us_random(&seed) % sizeof(formats)],
		       SEL_RGBA | (n % 7 ? 0 : f1), filter & ~(7 << 6));
		if (us_random(&seed) & 1)
			us_set(t->g, R500_TX_FORMAT0(0),
			       ((1 << lw) - 1) | ((1 << lh) - 1) << 11 | levels << 26);
		us_set(t->g, R500_TX_FILTER1(0), us_random(&seed) & 0x1f80f8);
		us_set(t->g, R500_TX_OFFSET(0), t->addr | (us_random(&seed) & 0xc));
		us_set(t->g, R500_TX_BORDER_COLOR(0), us_random(&seed));
		fl_arena_reset(&t->g->arena);
		tx_decode(t);
		static const uint8_t ops[] = {FL_TEXEL_OP_PLAIN, FL_TEXEL_OP_PLAIN, FL_TEXEL_OP_PROJECT,
					      FL_TEXEL_OP_BIAS,  FL_TEXEL_OP_LOD,   FL_TEXEL_OP_GRADIENTS};
		t->q.op = ops[us_random(&seed) % sizeof(ops)];
		t->q.unscaled = us_random(&seed) % 4 == 0;
		for (unsigned c = 0; c < 12; c++)
			for (unsigned l = 0; l < 64; l++) {
				float v = us_random_float(&seed);
				t->in[c][l] = n % 2 ? v : (float)(l % 8) * 0.03f * (c + 1) - v * 0.01f;
			}
		tx_agree(t, n);
	}
	tx_rig_free(t);
}

/* The cache is honest: R5xx guide 11.9, TX_INVALTAGS. */
Test(tx_sample, old_texels_until_the_tags_are_invalidated)
{
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	memset(t->mem, 10, 64);
	tx_set(t, 4, 2, 0, SEL_RGBA, POINT);
	tx_decode(t);
	tx_at(t, 0.1f, 0.1f, got);
	cr_expect_float_eq(got[0] * 255, 10, 1e-3);
	memset(t->mem, 200, 64);
	tx_decode(t);
	tx_at(t, 0.1f, 0.1f, got);
	cr_expect_float_eq(got[0] * 255, 10, 1e-3, "memory was read again without TX_INVALTAGS");
	us_set(t->g, R500_TX_INVALTAGS, 0);
	tx_decode(t);
	tx_at(t, 0.1f, 0.1f, got);
	cr_expect_float_eq(got[0] * 255, 200, 1e-3);
	tx_rig_free(t);
}

/* A unit that is on, but that no program looks up, fetches nothing: what is drawn meanwhile is there when a
 * program does. And what was fetched stays, for the programs that come after. */
Test(tx_sample, units_are_fetched_when_they_are_looked_up)
{
	struct tx_rig *t = tx_rig_new("r580");
	const struct mr500_tx_state *none, *one;
	float got[4];

	memset(t->mem, 10, 64);
	tx_set(t, 4, 2, 0, SEL_RGBA, POINT);
	none = mr500_tx_decode(t->g->r, NULL, 1 << 1, &t->g->arena);
	cr_assert(mr500_tx_lacks(none, 1 << 0) && mr500_tx_lacks(none, 3) && !mr500_tx_lacks(none, 1 << 1));
	memset(t->mem, 200, 64);
	t->g->draw.tx = one = mr500_tx_decode(t->g->r, none, 1 << 0, &t->g->arena);
	cr_assert(!mr500_tx_lacks(one, 3));
	tx_at(t, 0.1f, 0.1f, got);
	cr_expect_float_eq(got[0] * 255, 200, 1e-3, "fetched before anything looked it up");
	memset(t->mem, 30, 64);
	t->g->draw.tx = mr500_tx_decode(t->g->r, one, 1 << 2, &t->g->arena);
	cr_assert(!mr500_tx_lacks(t->g->draw.tx, 7));
	tx_at(t, 0.1f, 0.1f, got);
	cr_expect_float_eq(got[0] * 255, 200, 1e-3, "fetched again");
	tx_rig_free(t);
}

/* After TX_INVALTAGS no change is missed, be it a single bit. */
Test(tx_sample, each_bit_that_changes_is_seen)
{
	enum { W = 64, H = 2 };
	struct tx_rig *t = tx_rig_new("r580");
	float got[4];

	memset(t->mem, 0, (size_t)W * H);
	tx_set(t, W, H, 0, SEL_RGBA, POINT);
	tx_decode(t);
	for (unsigned bit = 0; bit < 8 * W * H; bit++) {
		const unsigned x = bit / 8 % W, y = bit / 8 / W;

		t->mem[bit / 8] = (uint8_t)(1u << bit % 8);
		us_set(t->g, R500_TX_INVALTAGS, 0);
		tx_decode(t);
		tx_at(t, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, got);
		cr_assert_float_eq(got[0] * 255, (float)(1u << bit % 8), 1e-3, "bit %u of (%u, %u)", bit % 8,
				   x, y);
		t->mem[bit / 8] = 0;
		us_set(t->g, R500_TX_INVALTAGS, 0);
		tx_decode(t);
		tx_at(t, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, got);
		cr_assert_float_eq(got[0], 0, 1e-6, "bit %u of (%u, %u) is still there", bit % 8, x, y);
	}
	tx_rig_free(t);
}
