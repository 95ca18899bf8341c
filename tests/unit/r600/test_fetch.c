/* SPDX-License-Identifier: MIT
 *
 * Fetches of R6xx: every format of textures and vertices by formula; tiles, levels, layers, samples; filters,
 * offsets, comparisons, cubes.
 */
#include <math.h>

#include "tests/unit/r600/test_fetch_rig.h"

/* ---- formats: the same in textures and vertices -------------------------------------------------------- */
static const struct fields {
	unsigned format, bits, n, width[4];
	bool is_float;
} fields[] = {
    {1, 8, 1, {8}, false},
    {2, 8, 2, {4, 4}, false},
    {3, 8, 3, {2, 3, 3}, false},
    {5, 16, 1, {16}, false},
    {6, 16, 1, {16}, true},
    {7, 16, 2, {8, 8}, false},
    {8, 16, 3, {5, 6, 5}, false},
    {9, 16, 3, {5, 5, 6}, false},
    {10, 16, 4, {5, 5, 5, 1}, false},
    {11, 16, 4, {4, 4, 4, 4}, false},
    {12, 16, 4, {1, 5, 5, 5}, false},
    {13, 32, 1, {32}, false},
    {14, 32, 1, {32}, true},
    {15, 32, 2, {16, 16}, false},
    {16, 32, 2, {16, 16}, true},
    {17, 32, 2, {24, 8}, false},
    {19, 32, 2, {8, 24}, false},
    {21, 32, 3, {11, 11, 10}, false},
    {22, 32, 3, {11, 11, 10}, true},
    {23, 32, 3, {10, 11, 11}, false},
    {24, 32, 3, {10, 11, 11}, true},
    {25, 32, 4, {10, 10, 10, 2}, false},
    {26, 32, 4, {8, 8, 8, 8}, false},
    {27, 32, 4, {2, 10, 10, 10}, false},
    {29, 64, 2, {32, 32}, false},
    {30, 64, 2, {32, 32}, true},
    {31, 64, 4, {16, 16, 16, 16}, false},
    {32, 64, 4, {16, 16, 16, 16}, true},
    {34, 128, 4, {32, 32, 32, 32}, false},
    {35, 128, 4, {32, 32, 32, 32}, true},
    {44, 24, 3, {8, 8, 8}, false},
    {45, 48, 3, {16, 16, 16}, false},
    {46, 48, 3, {16, 16, 16}, true},
    {47, 96, 3, {32, 32, 32}, false},
    {48, 96, 3, {32, 32, 32}, true},
};

enum { NORM, INT, SCALED };

static uint32_t field(const uint8_t *px, unsigned at, unsigned width)
{
	uint64_t w = 0;

	for (unsigned i = 0; i < 5 && at / 8 + i < 16; i++)
		w |= (uint64_t)px[at / 8 + i] << 8 * i;
	return (uint32_t)(w >> at % 8) & (width == 32 ? ~0u : (1u << width) - 1);
}

static uint32_t by_formula(const struct fields *l, unsigned width, uint32_t code, unsigned number, bool sign,
			   bool no_zero)
{
	const double max = ldexp(1, (int)width) - 1, half = ldexp(1, (int)width - 1) - 1;
	const double s = code > half ? code - (max + 1) : code;
	const unsigned m = width < 16 ? width - 5 : 10;

	if (l->is_float)
		return width == 32 ? code
		       : width == 16
			   ? (uint32_t)num_bits(num_from_half(code))
			   : (uint32_t)num_bits((float)ldexp(1 + (code & ((1u << m) - 1)) * ldexp(1, -(int)m),
							     (int)(code >> m) - 15));
	if (number == INT)
		return sign ? (uint32_t)(int32_t)s : code;
	if (number == SCALED)
		return (uint32_t)num_bits((float)(sign ? s : code));
	if (!sign)
		return (uint32_t)num_bits((float)((float)code / (float)max));
	if (no_zero)
		return (uint32_t)num_bits((2 * (float)s + 1) / (float)max);
	if (width == 1)
		return (uint32_t)num_bits((float)s);
	return (uint32_t)num_bits(s < -half ? -1.0f : (float)s / (float)half);
}

static void expect_field(const struct fields *l, unsigned i, uint32_t want, uint32_t is, const char *what)
{
	float a, b;

	memcpy(&a, &want, 4);
	memcpy(&b, &is, 4);
	cr_expect(want == is || fabsf(a - b) <= 1e-6f * fabsf(a),
		  "%s, format %u, field %u: %08x (%g), not %08x (%g)", what, l->format, i, is, b, want, a);
}

/* Bytes whose float fields are finite. */
static void fill(const struct fields *l, uint8_t *px, uint32_t *seed)
{
	for (unsigned i = 0; i < 16; i++)
		px[i] = (uint8_t)(rig_random(seed) >> 8);
	if (!l->is_float)
		return;
	for (unsigned i = 0, at = 0; i < l->n; at += l->width[i++]) {
		const unsigned width = l->width[i];
		const uint32_t code =
		    width == 32   ? (uint32_t)num_bits((float)(int)(rig_random(seed) % 999) / 8 - 50)
		    : width == 16 ? num_to_half((float)(int)(rig_random(seed) % 999) / 8 - 50)
				  : (10 + rig_random(seed) % 10) << (width - 5) | rig_random(seed) % 32;

		for (unsigned b = 0; b < width; b++)
			px[(at + b) / 8] = (uint8_t)((px[(at + b) / 8] & ~(1u << (at + b) % 8)) |
						     (code >> b & 1) << (at + b) % 8);
	}
}

Test(r600_fetch, formats)
{
	struct fetch_rig f = rig_new();
	uint32_t seed = 17;

	for (unsigned n = 0; n < sizeof(fields) / sizeof(fields[0]); n++)
		for (unsigned number = NORM; number <= SCALED; number++)
			for (unsigned sign = 0; sign < 2; sign++)
				for (unsigned no_zero = 0; no_zero < 2; no_zero++) {
					const struct fields *l = &fields[n];
					uint8_t px[16];
					uint32_t vtx[4];

					fill(l, px, &seed);
					memcpy(f.g->mem + 3 * l->bits / 8, px, l->bits / 8);
					image(&f, &(struct image){DIM_2D, l->format, 1, 64, 4, 0, 64, 1,
								  number, sign});
					word(&f, 0, 4,
					     f.g->r->reg[R600_SQ_TEX_RESOURCE_WORD4(0) / 4] | no_zero << 10);
					ld(&f, 3, 0, 0, 0);
					for (unsigned i = 0, at = 0; i < l->n; at += l->width[i++])
						expect_field(l, i,
							     by_formula(l, l->width[i],
									field(px, at, l->width[i]), number,
									sign, no_zero),
							     f.px->gpr[2][i].u[0], "texture");

					word(&f, 1, 0, RIG_BASE);
					word(&f, 1, 1, 4 * l->bits / 8 - 1);
					word(&f, 1, 2, l->bits / 8 << 8);
					word(&f, 1, 6, 3u << 30);
					const uint32_t w[4] = {1 << 8 | 1 << 16 | 2 << 5,
							       2 | DST_XYZW | l->format << 22 | number << 28 |
								   sign << 30 | no_zero << 31};
					for (unsigned i = 0; i < 64; i++)
						f.px->gpr[1][0].u[i] = i < 32 ? 3 : 4;
					const struct mr600_fetch *x =
					    mr600_fetch_decode(f.g->r, &f.g->arena, MR600_PS, w, true);
					cr_assert(x, "format %u", l->format);
					mr600_fetch_run(x, &f.w, 1, 2, ~0ull);
					for (unsigned i = 0; i < 4; i++)
						vtx[i] = f.px->gpr[2][i].u[0];
					for (unsigned i = 0, at = 0; i < l->n; at += l->width[i++]) {
						expect_field(l, i,
							     by_formula(l, l->width[i],
									field(px, at, l->width[i]), number,
									sign, no_zero),
							     vtx[i], "vertex");
						if (number != NORM || !no_zero || l->is_float)
							cr_expect_eq(f.px->gpr[2][i].u[63], 0, "outside");
					}
					if (l->n < 4)
						cr_expect_eq(
						    vtx[3],
						    number == INT && !l->is_float ? 1u
										  : (uint32_t)num_bits(1.0f),
						    "format %u: the fourth is %08x", l->format, vtx[3]);
				}
	rb_rig_delete(f.g);
}

/* ---- places -------------------------------------------------------------------------------------------- */
/* Each texel of each mode, level and layer stands where the equation says. */
Test(r600_fetch, places)
{
	static const unsigned modes[] = {0, 1, 2, 4, 7, 12};
	struct fetch_rig f = rig_new();

	for (unsigned m = 0; m < sizeof(modes) / sizeof(modes[0]); m++) {
		const bool thick = mr600_array_thick(modes[m]);
		const struct image i = {
		    thick ? DIM_3D : DIM_2D_ARRAY, 13, modes[m], 100, 70, 4, thick ? 128 : 128, 1, INT, 0};
		struct mr600_tiled s = {.base = RIG_BASE,
					.pitch = 128,
					.height = modes[m] < 2   ? 70
						  : modes[m] < 4 ? 72
								 : 128,
					.config = 0x16,
					.mode = (uint8_t)modes[m],
					.bpe = 4,
					.samples = 1};

		for (uint32_t z = 0; z < 4; z++)
			for (uint32_t y = 0; y < 70; y++)
				for (uint32_t x = 0; x < 100; x++) {
					const uint32_t v = z << 16 | y << 8 | x;

					memcpy(f.g->mem + (mr600_tile_addr(&s, x, y, z, 0) - RIG_BASE), &v,
					       4);
				}
		image(&f, &i);
		for (uint32_t z = 0; z < 4; z++)
			for (uint32_t y = 0; y < 70; y += 23)
				for (uint32_t x = 0; x < 100; x += 33) {
					ld(&f, (int)x, (int)y, (int)z, 0);
					cr_expect_eq(f.px->gpr[2][0].u[0], z << 16 | y << 8 | x,
						     "mode %u (%u %u %u): %x", modes[m], x, y, z,
						     f.px->gpr[2][0].u[0]);
				}
		ld(&f, 100, 0, 0, 0);
		cr_expect_eq(f.px->gpr[2][0].u[0], 0);
	}
	rb_rig_delete(f.g);
}

/* Levels are laid out as libdrm does: powers of two, 2D tiles down to a macro tile, then 1D. */
Test(r600_fetch, levels)
{
	struct fetch_rig f = rig_new();
	static const uint32_t at[] = {0, 0, 128 * 128 * 4, 128 * 128 * 4 + 64 * 64 * 4,
				      128 * 128 * 4 + 64 * 64 * 4 + 32 * 32 * 4};

	for (unsigned level = 1; level < 5; level++)
		for (unsigned i = 0; i < 64; i++) {
			const uint32_t v = 100 * level;

			memcpy(f.g->mem + (4 << 20) + at[level] + 4 * i, &v, 4);
		}
	image(&f, &(struct image){DIM_2D, 13, 4, 200, 200, 0, 256, 5, INT, 0});
	for (int level = 1; level < 5; level++) {
		ld(&f, 0, 0, 0, level);
		cr_expect_eq(f.px->gpr[2][0].i[0], 100 * level, "level %d: %d", level, f.px->gpr[2][0].i[0]);
	}
	/* 200, 100, 50, 25, 12 */
	for (unsigned level = 0; level < 5; level++) {
		for (unsigned i = 0; i < 64; i++)
			f.px->gpr[1][0].u[i] = level;
		cr_assert(run(&f, RESINFO, 0, 0));
		cr_expect_eq(f.px->gpr[2][0].u[0], 200u >> level);
		cr_expect_eq(f.px->gpr[2][3].u[0], 5);
	}
	rb_rig_delete(f.g);
}

/* Levels of an array of n layers of 8 x 8 texels or fewer, a tile of 256 bytes each, are a power of two of
 * tiles apart: so Mesa lays them out. */
Test(r600_fetch, levels_of_arrays)
{
	for (uint32_t n = 1; n <= 9; n++) {
		struct fetch_rig f = rig_new();
		uint32_t apart = 1;

		while (apart < n)
			apart *= 2;
		for (uint32_t level = 1; level < 4; level++)
			for (uint32_t layer = 0; layer < n; layer++) {
				const uint32_t v = 100 * level + layer;

				memcpy(f.g->mem + (4 << 20) + ((level - 1) * apart + layer) * 256, &v, 4);
			}
		image(&f, &(struct image){DIM_2D_ARRAY, 13, 2, 8, 8, n, 8, 4, INT, 0});
		for (uint32_t level = 1; level < 4; level++)
			for (uint32_t layer = 0; layer < n; layer++) {
				ld(&f, 0, 0, (int)layer, (int)level);
				cr_expect_eq(f.px->gpr[2][0].u[0], 100 * level + layer,
					     "%u layers, level %u, layer %u: %u", n, level, layer,
					     f.px->gpr[2][0].u[0]);
			}
		rb_rig_delete(f.g);
	}
}

/* Samples: what a buffer of four samples was drawn with, LD reads by number. */
Test(r600_fetch, samples)
{
	struct fetch_rig f = rig_new();
	const struct mr600_tiled s = {
	    .base = RIG_BASE, .pitch = 64, .height = 64, .config = 0x16, .mode = 4, .bpe = 4, .samples = 4};

	for (unsigned n = 0; n < 4; n++) {
		const uint32_t v = n + 7;

		memcpy(f.g->mem + (mr600_tile_addr(&s, 20, 30, 0, n) - RIG_BASE), &v, 4);
	}
	image(&f, &(struct image){DIM_2D_MSAA, 13, 4, 64, 64, 0, 64, 3, INT, 0});
	for (int n = 0; n < 4; n++) {
		ld(&f, 20, 30, 0, n);
		cr_expect_eq(f.px->gpr[2][0].i[0], n + 7, "sample %d: %d", n, f.px->gpr[2][0].i[0]);
	}
	rb_rig_delete(f.g);
}

/* ---- filters ------------------------------------------------------------------------------------------- */
/* Texels x + 16 y of 16 x 16, 8 bits. */
static void ramp(struct fetch_rig *f)
{
	for (unsigned y = 0; y < 16; y++)
		for (unsigned x = 0; x < 16; x++)
			f->g->mem[y * 256 + x] = (uint8_t)(x + 16 * y);
	image(f, &(struct image){DIM_2D, 1, 1, 16, 16, 0, 256, 1, NORM, 0});
}

Test(r600_fetch, filters)
{
	struct fetch_rig f = rig_new();

	ramp(&f);
	sampler(&f, 2, 0, 0);
	set_all(&f, 5.5f / 16, 3.5f / 16, 0, 0);
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect_float_eq(got(&f, 0) * 255, 5 + 16 * 3, 0.01);
	cr_assert(run(&f, SAMPLE, NORMALIZED, (2 & 31) | (28 & 31) << 5)); /* offsets of 1 and -2 texels */
	cr_expect_float_eq(got(&f, 0) * 255, 6 + 16 * 1, 0.01);
	sampler(&f, 2, 1, 0);
	set_all(&f, 6.0f / 16, 3.75f / 16, 0, 0);
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect_float_eq(got(&f, 0) * 255, 5.5 + 16 * 3.25, 0.1);
	set_all(&f, 6, 3.75f, 0, 0);
	cr_assert(run(&f, SAMPLE, 0, 0));
	cr_expect_float_eq(got(&f, 0) * 255, 5.5 + 16 * 3.25, 0.1);
	sampler(&f, 6, 0, 0);
	set_all(&f, -0.1f, 0.5f, 0, 0);
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect(got(&f, 0) == 0 && got(&f, 3) == 1, "opaque black border: %g %g", got(&f, 0), got(&f, 3));
	rb_rig_delete(f.g);
}

/* 1 where the reference compares so with the texel. */
Test(r600_fetch, comparisons)
{
	struct fetch_rig f = rig_new();

	ramp(&f);
	for (unsigned func = 0; func < 8; func++)
		for (unsigned i = 0; i < 3; i++) {
			const float texel = 53 / 255.0f, ref = i == 0   ? texel - 0.1f
							       : i == 1 ? texel
									: texel + 0.1f;

			sampler(&f, 2, 0, 0);
			rig_set(f.g, R600_SQ_TEX_SAMPLER_WORD(0),
				f.g->r->reg[R600_SQ_TEX_SAMPLER_WORD(0) / 4] | func << 26);
			set_all(&f, 5.5f / 16, 3.5f / 16, 0, i == 1 ? 53 * (1.0f / 255) : ref);
			cr_assert(run(&f, SAMPLE + 8, NORMALIZED, 0));
			cr_expect_eq(got(&f, 0), func >> i & 1 ? 1 : 0, "function %u, case %u: %g", func, i,
				     got(&f, 0));
		}
	rb_rig_delete(f.g);
}

/* Each face has its number; a place between two is a mean of both, unless TA_CNTL_AUX says no. */
Test(r600_fetch, cubes)
{
	struct fetch_rig f = rig_new();

	for (unsigned face = 0; face < 6; face++)
		memset(f.g->mem + face * 256 * 16, (int)(face + 1) * 40, 256 * 16);
	image(&f, &(struct image){DIM_CUBE, 1, 1, 16, 16, 0, 256, 1, NORM, 0});
	sampler(&f, 2, 1, 0);
	for (unsigned face = 0; face < 6; face++) {
		set_all(&f, 1.5f, 1.5f, (float)face, 0);
		cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
		cr_expect_float_eq(got(&f, 0) * 255, (face + 1) * 40, 0.1, "face %u: %g", face,
				   got(&f, 0) * 255);
	}
	/* +X near its left edge, which meets +Z: a twelfth of a texel inside */
	set_all(&f, 1 + 1 / 192.0f, 1.5f, 0, 0);
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect_float_eq(got(&f, 0) * 255, 40 + (200 - 40) * 5 / 12.0, 1.5, "%g", got(&f, 0) * 255);
	rig_set(f.g, R600_TA_CNTL_AUX, 1);
	cr_assert(run(&f, SAMPLE, NORMALIZED, 0));
	cr_expect_float_eq(got(&f, 0) * 255, 40, 1.5);
	rb_rig_delete(f.g);
}
