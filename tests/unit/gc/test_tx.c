/* SPDX-License-Identifier: MIT
 *
 * Texture units of Vivante's cores: states of TE (GC2000) and NTE (GC3000), descriptors (GC7000L); formats,
 * places, coordinates, levels, what caches keep, what is said of mistakes. Expected values are formulas of
 * GC facts 9, 8.1, and OpenGL's of wrapping and filtering (OpenGL 2.1, 3.8.7 and 3.8.8).
 */
#include "hw/model/gc/tx.h"
#include "tests/unit/gc/front_rig.h"

#include <math.h>

enum { IMAGE = 0x400000, LEVEL_STEP = 0x10000, DESCRIPTOR = 0x380000, W = 16, H = 16, DESCRIPTOR_DW = 64 };

struct bench {
	struct gc_rig r;
	struct fl_arena a;
	const struct mgc_units *units;
	uint32_t config0, config1, size, lod; /* as the next bind() writes them */
	unsigned levels;
	unsigned last_level; /* MAXLOD and 1; 0: that of levels */
};

static struct bench bench_new(const char *chip)
{
	return (struct bench){.r = rig_new(chip),
			      .config0 = GC_TEXDESC_CONFIG0__TYPE(GC_TEXTURE_TYPE_H5__2D) |
					 GC_TEXDESC_CONFIG0__MIN(GC_TEXTURE_FILTER__NEAREST) |
					 GC_TEXDESC_CONFIG0__MAG(GC_TEXTURE_FILTER__NEAREST),
			      .config1 = 0x00321000, /* R, G, B, A */
			      .size = W | H << 16,
			      .levels = 1};
}

static void bench_free(struct bench *b)
{
	fl_arena_free(&b->a);
	rig_free(&b->r);
}

static uint32_t level_at(const struct bench *b, unsigned level)
{
	return b->r.base + IMAGE + level * LEVEL_STEP;
}

/* GC7000L: the same words in a descriptor, and those of samplers beside it. */
static void describe(struct bench *b)
{
	uint32_t d[DESCRIPTOR_DW] = {0};

	for (unsigned i = 0; i < b->levels; i++)
		d[GC_TEXDESC_LOD_ADDR(i) / 4] = level_at(b, i);
	d[GC_TEXDESC_CONFIG0 / 4] = b->config0;
	d[GC_TEXDESC_CONFIG1 / 4] = b->config1;
	d[GC_TEXDESC_SIZE / 4] = b->size;
	d[GC_TEXDESC_3D_CONFIG / 4] = 1;
	d[GC_TEXDESC_BASELOD / 4] =
	    GC_TEXDESC_BASELOD__MAXLOD(b->last_level ? b->last_level - 1 : b->levels - 1);
	memcpy(b->r.mem + DESCRIPTOR, d, sizeof(d));
	mgc_state(b->r.g, GC_NTE_DESCRIPTOR_ADDR(0), b->r.base + DESCRIPTOR);
	mgc_state(b->r.g, GC_NTE_DESCRIPTOR_SAMP_CTRL0(0),
		  GC_TEXDESC_CONFIG0__UWRAP__GET(b->config0) |
		      GC_TEXDESC_CONFIG0__VWRAP__GET(b->config0) << 3 |
		      GC_NTE_DESCRIPTOR_SAMP_CTRL0__MIN(GC_TEXDESC_CONFIG0__MIN__GET(b->config0)) |
		      GC_NTE_DESCRIPTOR_SAMP_CTRL0__MIP(GC_TEXDESC_CONFIG0__MIP__GET(b->config0)) |
		      GC_NTE_DESCRIPTOR_SAMP_CTRL0__MAG(GC_TEXDESC_CONFIG0__MAG__GET(b->config0)));
	mgc_state(b->r.g, GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX(0),
		  GC_TE_SAMPLER_LOD_CONFIG__MAX__GET(b->lod) * 8 |
		      GC_TE_SAMPLER_LOD_CONFIG__MIN__GET(b->lod) * 8 << 16);
}

/* States as they are now, decoded as a draw begins that looks up units 0 and 1. */
static void look(struct bench *b)
{
	fl_arena_reset(&b->a);
	b->units = mgc_draw_textures(b->r.g, &b->a, 1);
	cr_assert(b->units);
}

static void bind(struct bench *b)
{
	struct mgc *g = b->r.g;
	const bool nte = g->variant->unified_samplers;

	if (g->variant->tx_descriptor) {
		describe(b);
		mgc_state(g, GC_NTE_DESCRIPTOR_INVALIDATE, GC_NTE_DESCRIPTOR_INVALIDATE__UNK29__MASK);
	} else {
		mgc_state(g, nte ? GC_NTE_SAMPLER_CONFIG0(0) : GC_TE_SAMPLER_CONFIG0(0), b->config0);
		mgc_state(g, nte ? GC_NTE_SAMPLER_CONFIG1(0) : GC_TE_SAMPLER_CONFIG1(0), b->config1);
		mgc_state(g, nte ? GC_NTE_SAMPLER_SIZE(0) : GC_TE_SAMPLER_SIZE(0), b->size);
		mgc_state(g, nte ? GC_NTE_SAMPLER_LOD_CONFIG(0) : GC_TE_SAMPLER_LOD_CONFIG(0), b->lod);
		for (unsigned i = 0; i < b->levels; i++)
			mgc_state(g, nte ? GC_NTE_SAMPLER_ADDR_LOD(0, i) : GC_TE_SAMPLER_LOD_ADDR(0, i),
				  level_at(b, i));
	}
	mgc_tx_flush(g, false);
	look(b);
}

struct texel {
	float v[4];
};

/* At (u, v), of the level that lod asks for. */
static struct texel at(struct bench *b, float u, float v, float lod)
{
	static _Alignas(64) float in[4][MGC_LANES], out[4][MGC_LANES];
	struct mgc_sh_lookup q = {.op = GC_INST_OPCODE__TEXLDL, .lanes = 1, .lod = in[3]};
	struct texel t;

	for (unsigned i = 0; i < MGC_LANES; i++) {
		in[0][i] = u;
		in[1][i] = v;
		in[2][i] = 0;
		in[3][i] = lod;
	}
	for (unsigned c = 0; c < 4; c++) {
		q.coord[c] = in[c];
		q.out[c] = out[c];
	}
	cr_assert(mgc_draw_lookup((void *)(uintptr_t)b->units, &q));
	for (unsigned c = 0; c < 4; c++)
		t.v[c] = out[c][0];
	return t;
}

static struct texel texel(struct bench *b, unsigned x, unsigned y)
{
	return at(b, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, 0);
}

/* TILED: tiles of 4 x 4 in rows of them (GC facts 8.1). */
static uint8_t *tiled(struct bench *b, unsigned level, unsigned width, unsigned x, unsigned y, unsigned cpp)
{
	return b->r.mem + IMAGE + level * LEVEL_STEP + y / 4 * (width * 4 * cpp) + x / 4 * 16 * cpp +
	       (y % 4 * 4 + x % 4) * cpp;
}

/* ---- formats ------------------------------------------------------------------------------------------- */
static float part(uint64_t bits, unsigned from, unsigned n)
{
	return (float)(bits >> from & ((UINT64_C(1) << n) - 1)) / (float)((UINT64_C(1) << n) - 1);
}

#define BITS UINT64_C(0x93c5a71e6bd42f80)

/* Bits that red, green, blue and alpha come from: from, count; 0: 0; ONE: 1. */
#define ONE  255
static const struct {
	unsigned format, ext, cpp;
	uint8_t part[4][2];
} formats[] = {
    {GC_TEXTURE_FORMAT_H5__A8, 0, 1, {{0}, {0}, {0}, {0, 8}}},
    {GC_TEXTURE_FORMAT_H5__L8, 0, 1, {{0, 8}, {0, 8}, {0, 8}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__I8, 0, 1, {{0, 8}, {0, 8}, {0, 8}, {0, 8}}},
    {GC_TEXTURE_FORMAT_H5__A8L8, 0, 2, {{0, 8}, {0, 8}, {0, 8}, {8, 8}}},
    {GC_TEXTURE_FORMAT_H5__A4R4G4B4, 0, 2, {{8, 4}, {4, 4}, {0, 4}, {12, 4}}},
    {GC_TEXTURE_FORMAT_H5__X4R4G4B4, 0, 2, {{8, 4}, {4, 4}, {0, 4}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__A8R8G8B8, 0, 4, {{16, 8}, {8, 8}, {0, 8}, {24, 8}}},
    {GC_TEXTURE_FORMAT_H5__X8R8G8B8, 0, 4, {{16, 8}, {8, 8}, {0, 8}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__A8B8G8R8, 0, 4, {{0, 8}, {8, 8}, {16, 8}, {24, 8}}},
    {GC_TEXTURE_FORMAT_H5__X8B8G8R8, 0, 4, {{0, 8}, {8, 8}, {16, 8}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__R5G6B5, 0, 2, {{11, 5}, {5, 6}, {0, 5}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__A1R5G5B5, 0, 2, {{10, 5}, {5, 5}, {0, 5}, {15, 1}}},
    {GC_TEXTURE_FORMAT_H5__X1R5G5B5, 0, 2, {{10, 5}, {5, 5}, {0, 5}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__D16, 0, 2, {{0, 16}, {0, 16}, {0, 16}, {ONE}}},
    {GC_TEXTURE_FORMAT_H5__D24X8, 0, 4, {{8, 24}, {8, 24}, {8, 24}, {ONE}}},
    {0, GC_TEXTURE_FORMAT_EXT_H5__A2B10G10R10, 4, {{0, 10}, {10, 10}, {20, 10}, {30, 2}}},
    {0, GC_TEXTURE_FORMAT_EXT_H5__G8R8, 2, {{0, 8}, {8, 8}, {0}, {ONE}}},
};

Test(gc_tx, formats_of_fields)
{
	static const char *const chips[] = {"gc2000", "gc3000", "gc7000l"};

	for (unsigned c = 0; c < 3; c++)
		for (unsigned n = 0; n < sizeof(formats) / sizeof(*formats); n++) {
			struct bench b = bench_new(chips[c]);
			const uint64_t bits = BITS;

			if (formats[n].ext == GC_TEXTURE_FORMAT_EXT_H5__G8R8 && !c) {
				bench_free(&b);
				continue; /* HALTI1 */
			}
			b.config0 |= GC_TEXDESC_CONFIG0__FORMAT(formats[n].format);
			b.config1 |= GC_TEXDESC_CONFIG1__FORMAT_EXT(formats[n].ext) |
				     GC_TEXDESC_CONFIG1__HALIGN(GC_TEXTURE_HALIGN__SIXTEEN);
			memcpy(tiled(&b, 0, W, 5, 6, formats[n].cpp), &bits, formats[n].cpp);
			bind(&b);
			const struct texel t = texel(&b, 5, 6);

			for (unsigned k = 0; k < 4; k++) {
				const uint8_t *p = formats[n].part[k];
				const float want = p[0] == ONE ? 1 : p[1] ? part(bits, p[0], p[1]) : 0;

				cr_assert_float_eq(t.v[k], want, 1e-6f,
						   "%s: format %u, %u, channel %u: %g, not %g", chips[c],
						   formats[n].format, formats[n].ext, k, (double)t.v[k],
						   (double)want);
			}
			cr_assert_not(fl_model_report(b.r.m, 0));
			bench_free(&b);
		}
}

Test(gc_tx, swizzles)
{
	struct bench b = bench_new("gc2000");
	const uint32_t bits = (uint32_t)BITS;

	memcpy(tiled(&b, 0, W, 0, 0, 4), &bits, 4);
	b.config0 |= GC_TEXDESC_CONFIG0__FORMAT(GC_TEXTURE_FORMAT_H5__A8B8G8R8);
	for (unsigned s = 0; s < 6; s++) {
		b.config1 = s << 8 | (s + 1) % 6 << 12 | (s + 2) % 6 << 16 | (s + 3) % 6 << 20;
		bind(&b);
		const struct texel t = texel(&b, 0, 0);

		for (unsigned c = 0; c < 4; c++) {
			const unsigned from = (s + c) % 6;

			cr_expect_float_eq(t.v[c], from < 4 ? part(bits, 8 * from, 8) : from == 5, 1e-6f);
		}
	}
	bench_free(&b);
}

/* ---- places -------------------------------------------------------------------------------------------- */
/* Each texel of 16 x 16 has a number of its own; tiles of 4 x 4, rows of 16 either way. */
static void number(struct bench *b)
{
	b->config0 |= GC_TEXDESC_CONFIG0__FORMAT(GC_TEXTURE_FORMAT_H5__A8);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			*tiled(b, 0, W, x, y, 1) = (uint8_t)(y * W + x);
}

static unsigned numbered(const struct texel *t)
{
	return (unsigned)lroundf(t->v[3] * 255);
}

Test(gc_tx, tiles)
{
	struct bench b = bench_new("gc2000");

	number(&b);
	bind(&b);
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			const struct texel t = texel(&b, x, y);

			cr_assert_eq(numbered(&t), y * W + x);
		}
	bench_free(&b);
}

/* OpenGL 2.1, table 3.20: what texel a whole coordinate means. */
static unsigned wrapped(unsigned code, int i)
{
	const int n = W, m = ((i % (2 * n)) + 2 * n) % (2 * n);

	switch (code) {
	case GC_TEXTURE_WRAPMODE_H5__REPEAT:
		return (unsigned)(m % n);
	case GC_TEXTURE_WRAPMODE_H5__MIRRORED_REPEAT:
		return (unsigned)(m < n ? m : 2 * n - 1 - m);
	default:
		return (unsigned)(i < 0 ? 0 : i >= n ? n - 1 : i);
	}
}

Test(gc_tx, wraps)
{
	static const char *const chips[] = {"gc2000", "gc3000", "gc7000l"};

	for (unsigned k = 0; k < 3; k++)
		for (unsigned code = 0; code < 9; code++) {
			const unsigned u = code % 3, v = code / 3;
			struct bench b = bench_new(chips[k]);

			number(&b);
			b.config0 |= GC_TEXDESC_CONFIG0__UWRAP(u) | GC_TEXDESC_CONFIG0__VWRAP(v);
			b.config1 |= GC_TEXDESC_CONFIG1__HALIGN(GC_TEXTURE_HALIGN__SIXTEEN);
			bind(&b);
			for (int y = -2 * H; y < 3 * H; y += 3)
				for (int x = -2 * W; x < 3 * W; x++) {
					const struct texel t =
					    at(&b, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, 0);

					cr_assert_eq(numbered(&t), wrapped(v, y) * W + wrapped(u, x),
						     "%s: %d, %d, modes %u, %u", chips[k], x, y, u, v);
				}
			bench_free(&b);
		}
}

Test(gc_tx, the_mean_of_four)
{
	struct bench b = bench_new("gc3000");

	number(&b);
	b.config0 = (b.config0 & ~(GC_TEXDESC_CONFIG0__MIN__MASK | GC_TEXDESC_CONFIG0__MAG__MASK)) |
		    GC_TEXDESC_CONFIG0__MIN(GC_TEXTURE_FILTER__LINEAR) |
		    GC_TEXDESC_CONFIG0__MAG(GC_TEXTURE_FILTER__LINEAR);
	bind(&b);
	for (unsigned y = 1; y < H; y++)
		for (unsigned x = 1; x < W; x++) {
			const struct texel t = at(&b, (float)x / W, (float)y / H, 0);
			const float want =
			    ((float)(y * W + x) - 8.5f) / 255; /* of the four around a corner */

			cr_assert_float_eq(t.v[3], want, 1e-5f);
		}
	bench_free(&b);
}

/* ---- levels -------------------------------------------------------------------------------------------- */
static void fill_levels(struct bench *b)
{
	b->levels = 5;
	b->config0 |= GC_TEXDESC_CONFIG0__FORMAT(GC_TEXTURE_FORMAT_H5__A8) |
		      GC_TEXDESC_CONFIG0__MIP(GC_TEXTURE_FILTER__NEAREST);
	for (unsigned l = 0; l < b->levels; l++)
		memset(b->r.mem + IMAGE + l * LEVEL_STEP, (int)(10 + l), 256);
}

Test(gc_tx, levels)
{
	static const char *const chips[] = {"gc2000", "gc3000", "gc7000l"};

	for (unsigned k = 0; k < 3; k++)
		for (unsigned max = 0; max <= 4; max++)
			for (unsigned min = 0; min <= max; min++) {
				struct bench b = bench_new(chips[k]);

				fill_levels(&b);
				b.lod = GC_TE_SAMPLER_LOD_CONFIG__MAX(max * 32) |
					GC_TE_SAMPLER_LOD_CONFIG__MIN(min * 32);
				bind(&b);
				for (unsigned l = 0; l < 7; l++) {
					const struct texel t = at(&b, 0.5f, 0.5f, (float)l);
					const unsigned want = 10 + (l < min ? min : l > max ? max : l);

					cr_assert_eq(numbered(&t), want, "%s: %u to %u, level %u: %u",
						     chips[k], min, max, l, numbered(&t));
				}
				bench_free(&b);
			}
}

/* GC7000L: whatever LODs say, MAXLOD is the last level, 0 too. */
Test(gc_tx, levels_end_with_the_descriptor)
{
	for (unsigned last = 0; last <= 3; last++) {
		struct bench b = bench_new("gc7000l");

		fill_levels(&b);
		b.last_level = last + 1;
		b.lod = GC_TE_SAMPLER_LOD_CONFIG__MAX(4 * 32) | GC_TE_SAMPLER_LOD_CONFIG__MIN(32);
		bind(&b);
		for (unsigned l = 0; l < 6; l++) {
			const struct texel t = at(&b, 0.5f, 0.5f, (float)l);
			const unsigned asked = l < 1 ? 1 : l;

			cr_expect_eq(numbered(&t), 10 + (asked < last ? asked : last),
				     "MAXLOD %u, LOD %u: %u", last, l, numbered(&t));
		}
		bench_free(&b);
	}
}

/* Mesa's driver: without mipmaps both LODs are the level that is wanted; on GC7000L BASELOD is. */
Test(gc_tx, without_mip_the_level_of_the_least_lod_alone)
{
	static const char *const chips[] = {"gc880", "gc2000", "gc3000", "gc7000l"};

	for (unsigned k = 0; k < 4; k++)
		for (unsigned min = 0; min <= 3; min++)
			for (unsigned max = min; max <= 4; max += 4 - min) {
				struct bench b = bench_new(chips[k]);

				fill_levels(&b);
				b.config0 &= ~GC_TEXDESC_CONFIG0__MIP__MASK;
				b.lod = GC_TE_SAMPLER_LOD_CONFIG__MAX(max * 32) |
					GC_TE_SAMPLER_LOD_CONFIG__MIN(min * 32);
				bind(&b);
				for (unsigned l = 0; l < 5; l++) {
					const struct texel t = at(&b, 0.5f, 0.5f, (float)l);

					cr_expect_eq(numbered(&t), k == 3 ? 10 : 10 + min,
						     "%s: %u to %u, LOD %u: %u", chips[k], min, max, l,
						     numbered(&t));
				}
				bench_free(&b);
			}
}

/* ---- caches -------------------------------------------------------------------------------------------- */
Test(gc_tx, texels_stay_until_a_flush)
{
	struct bench b = bench_new("gc3000");
	struct texel t;

	number(&b);
	bind(&b);
	t = texel(&b, 3, 0);
	cr_expect_eq(numbered(&t), 3u);
	*tiled(&b, 0, W, 3, 0, 1) = 200;
	look(&b);
	t = texel(&b, 3, 0);
	cr_expect_eq(numbered(&t), 3u, "what is in the cache is not read again");
	mgc_state(b.r.g, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTURE__MASK);
	look(&b);
	t = texel(&b, 3, 0);
	cr_expect_eq(numbered(&t), 200u);
	bench_free(&b);
}

Test(gc_tx, descriptors_stay_until_they_are_invalidated)
{
	struct bench b = bench_new("gc7000l");
	uint32_t *swizzle;
	struct texel t;

	number(&b);
	b.config1 |= GC_TEXDESC_CONFIG1__HALIGN(GC_TEXTURE_HALIGN__SIXTEEN);
	bind(&b);
	swizzle = (uint32_t *)(void *)(b.r.mem + DESCRIPTOR + GC_TEXDESC_CONFIG1);
	t = texel(&b, 9, 2);
	cr_expect_eq(numbered(&t), 2u * W + 9);
	*swizzle = (*swizzle & ~GC_TEXDESC_CONFIG1__SWIZZLE_A__MASK) |
		   GC_TEXDESC_CONFIG1__SWIZZLE_A(GC_TEXTURE_SWIZZLE__ONE);
	look(&b);
	t = texel(&b, 9, 2);
	cr_expect_eq(numbered(&t), 2u * W + 9);
	mgc_state(b.r.g, GC_NTE_DESCRIPTOR_INVALIDATE, GC_NTE_DESCRIPTOR_INVALIDATE__UNK29__MASK | 1);
	look(&b);
	t = texel(&b, 9, 2);
	cr_expect_eq(numbered(&t), 2u * W + 9, "that was unit 1");
	mgc_state(b.r.g, GC_NTE_DESCRIPTOR_INVALIDATE, GC_NTE_DESCRIPTOR_INVALIDATE__UNK29__MASK);
	look(&b);
	t = texel(&b, 9, 2);
	cr_expect_eq(numbered(&t), 255u);
	bench_free(&b);
}

/* ---- mistakes ------------------------------------------------------------------------------------------ */
static bool hangs(struct bench *b)
{
	const struct mgc_sh_lookup q = {.op = GC_INST_OPCODE__TEXLDL, .lanes = 1};

	return !b->units->unit[0] && !mgc_draw_lookup((void *)(uintptr_t)b->units, &q);
}

Test(gc_tx, mistakes_are_named)
{
	struct bench b = bench_new("gc2000");

	number(&b);
	b.config0 &= ~GC_TEXDESC_CONFIG0__TYPE__MASK;
	bind(&b);
	cr_expect(hangs(&b));
	rig_said(&b.r, FL_REFUSE, "looks up texture unit 0, which is not set up");

	b.config0 |= GC_TEXDESC_CONFIG0__TYPE(GC_TEXTURE_TYPE_H5__2D);
	b.config0 = (b.config0 & ~GC_TEXDESC_CONFIG0__FORMAT__MASK) | GC_TEXDESC_CONFIG0__FORMAT(31);
	bind(&b);
	cr_expect(hangs(&b));
	rig_said(&b.r, FL_REFUSE, "there is no FORMAT 31 with FORMAT_EXT 0");

	b.config0 = (b.config0 & ~GC_TEXDESC_CONFIG0__FORMAT__MASK) |
		    GC_TEXDESC_CONFIG0__FORMAT(GC_TEXTURE_FORMAT_H5__A8) | GC_TEXDESC_CONFIG0__UWRAP(3);
	bind(&b);
	rig_said(&b.r, FL_WARN, "clamps to a border");
	b.config0 &= ~GC_TEXDESC_CONFIG0__UWRAP__MASK;

	b.size = W;
	bind(&b);
	rig_said(&b.r, FL_WARN, "SIZE is 16 by 0");
	b.size = W | H << 16;

	mgc_state(b.r.g, GC_TE_SAMPLER_LOD_ADDR(0, 0), b.r.base + IMAGE + 4);
	mgc_tx_flush(b.r.g, false);
	look(&b);
	rig_said(&b.r, FL_WARN, "no multiple of 64 bytes");

	mgc_state(b.r.g, GC_TE_SAMPLER_LOD_ADDR(0, 0), 0x7ff00000);
	mgc_tx_flush(b.r.g, false);
	look(&b);
	rig_said(&b.r, FL_WARN, "is not all in memory");
	bench_free(&b);
}

Test(gc_tx, levels_far_apart)
{
	struct bench b = bench_new("gc2000");

	fill_levels(&b);
	b.lod = GC_TE_SAMPLER_LOD_CONFIG__MAX(32);
	bind(&b);
	mgc_state(b.r.g, GC_TE_SAMPLER_LOD_ADDR(0, 1), b.r.base + 0x20000000);
	look(&b);
	cr_expect(hangs(&b));
	rig_said(&b.r, FL_REFUSE, "its levels lie over");
	bench_free(&b);
}
