/* SPDX-License-Identifier: MIT
 *
 * Textures of R6xx whose texels share bits: blocks BC1 to BC5, pairs, eight texels a byte, a common exponent;
 * and depths with what stands beside them. Each texel by formula.
 */
#include <math.h>

#include "tests/unit/r600/test_fetch_rig.h"

enum { BC1 = 49, BC2, BC3, BC4, BC5, SIDE = 4, BLOCKS = 200 };

/* EXT_texture_compression_s3tc */
static void color(const uint8_t *b, bool bc1, unsigned i, double rgba[4])
{
	const unsigned c[2] = {b[0] | b[1] << 8, b[2] | b[3] << 8}, code = b[4 + i / 4] >> i % 4 * 2 & 3;
	double end[2][3];

	for (unsigned k = 0; k < 2; k++) {
		end[k][0] = (c[k] >> 11) / 31.0;
		end[k][1] = (c[k] >> 5 & 63) / 63.0;
		end[k][2] = (c[k] & 31) / 31.0;
	}
	rgba[3] = bc1 && c[0] <= c[1] && code == 3 ? 0 : 1;
	for (unsigned k = 0; k < 3; k++)
		rgba[k] = code < 2              ? end[code][k]
			  : !bc1 || c[0] > c[1] ? (end[code & 1][k] * 2 + end[!(code & 1)][k]) / 3
			  : code == 2           ? (end[0][k] + end[1][k]) / 2
						: 0;
}

/* Eight values, or six and the ends of the range. */
static double ramp(const uint8_t *b, unsigned i, bool sign)
{
	const double e0 = sign ? fmax((int8_t)b[0], -127) / 127.0 : b[0] / 255.0,
		     e1 = sign ? fmax((int8_t)b[1], -127) / 127.0 : b[1] / 255.0;
	const bool eight = sign ? (int8_t)b[0] > (int8_t)b[1] : b[0] > b[1];
	uint64_t bits = 0;
	unsigned code;

	for (unsigned k = 0; k < 6; k++)
		bits |= (uint64_t)b[2 + k] << 8 * k;
	code = bits >> 3 * i & 7;
	if (code < 2)
		return code ? e1 : e0;
	if (eight)
		return ((8 - code) * e0 + (code - 1) * e1) / 7;
	if (code < 6)
		return ((6 - code) * e0 + (code - 1) * e1) / 5;
	return code == 7 ? 1 : sign ? -1 : 0;
}

static void texel(const uint8_t *b, unsigned format, bool sign, unsigned i, double want[4])
{
	want[1] = want[2] = 0;
	want[3] = 1;
	switch (format) {
	case BC1:
		color(b, true, i, want);
		break;
	case BC2:
		color(b + 8, false, i, want);
		want[3] = (b[i / 2] >> i % 2 * 4 & 15) / 15.0;
		break;
	case BC3:
		color(b + 8, false, i, want);
		want[3] = ramp(b, i, false);
		break;
	case BC5:
		want[1] = ramp(b + 8, i, sign);
		/* fall through */
	default:
		want[0] = ramp(b, i, sign);
	}
}

/* Ends of 8 bits, and what lies between them again: a step and a half of them. */
static void check(struct fetch_rig *f, unsigned format, bool sign, unsigned i)
{
	const unsigned channels = format < BC4 ? 4 : format == BC4 ? 1 : 2;
	double want[4];

	texel(f->g->mem, format, sign, i, want);
	ld(f, (int)(i % SIDE), (int)(i / SIDE), 0, 0);
	for (unsigned c = 0; c < channels; c++)
		cr_assert_float_eq(got(f, c), want[c], 1.5 / (sign ? 127 : 255),
				   "BC%u, signed %u, texel %u, channel %u: %g, not %g", format - BC1 + 1,
				   sign, i, c, (double)got(f, c), want[c]);
}

Test(r600_fetch_blocks, compressed)
{
	struct fetch_rig f = rig_new();
	uint32_t seed = 3;

	for (unsigned format = BC1; format <= BC5; format++)
		for (unsigned sign = 0; sign <= (format >= BC4); sign++)
			for (unsigned n = 0; n < BLOCKS; n++) {
				for (unsigned k = 0; k < 16; k++)
					f.g->mem[k] = (uint8_t)(rig_random(&seed) >> 8);
				image(&f, &(struct image){DIM_2D, format, 1, SIDE, SIDE, 0, 256, 1, 0, sign});
				for (unsigned i = 0; i < 16; i++)
					check(&f, format, sign, i);
			}
	rb_rig_delete(f.g);
}

/* The low bits of a macro-tiled base are no part of where the texels stand: they say in which pipe and bank
 * texel 0, 0 is (R6xx facts 6.2). All of the tile is read, once, and nothing below it or above: memory ends
 * with it. */
Test(r600_fetch_blocks, base_in_another_bank)
{
	enum { SQUARE = 64, GROUP_B = 256, PLACES = 64, RGBA8 = 26, MACRO = 4 };
	struct fetch_rig f = rig_new();
	bool seen[SQUARE * SQUARE];
	const uint32_t tile = RIG_MEM_B - sizeof(uint32_t) * SQUARE * SQUARE;

	for (unsigned place = 0; place < PLACES; place += 7) {
		for (unsigned i = 0; i < SQUARE * SQUARE; i++)
			memcpy(f.g->mem + tile + 4 * i, &i, 4);
		image(&f, &(struct image){DIM_2D, RGBA8, MACRO, SQUARE, SQUARE, 0, SQUARE, 1, 0, 0});
		word(&f, 0, 2, (RIG_BASE + tile + place * GROUP_B) >> 8);
		memset(seen, 0, sizeof(seen));
		for (unsigned i = 0; i < SQUARE * SQUARE; i++) {
			unsigned at = 0;

			ld(&f, (int)(i % SQUARE), (int)(i / SQUARE), 0, 0);
			for (unsigned c = 0; c < 4; c++)
				at |= (unsigned)lround(got(&f, c) * 255) << 8 * c;
			cr_assert_lt(at, SQUARE * SQUARE, "place %u: texel %u is at %u", place, i, at);
			cr_assert(!seen[at], "place %u: two texels are at %u", place, at);
			cr_assert(i || at == place * GROUP_B / 4, "place %u begins at %u", place, at);
			seen[at] = true;
		}
	}
	rb_rig_delete(f.g);
}

/* Blocks lie in tiles as elements of 64 and 128 bits do. */
Test(r600_fetch_blocks, in_tiles)
{
	struct fetch_rig f = rig_new();

	for (unsigned format = BC1; format <= BC3; format += 2)
		for (unsigned mode = 2; mode <= 4; mode += 2) {
			const unsigned bpe = format == BC1 ? 8 : 16;
			const struct mr600_tiled s = {.base = RIG_BASE,
						      .pitch = 128,
						      .height = 64,
						      .config = 0x16,
						      .mode = (uint8_t)mode,
						      .bpe = (uint8_t)bpe,
						      .samples = 1};

			for (uint32_t y = 0; y < 64; y++)
				for (uint32_t x = 0; x < 128; x++) {
					/* all of one color: red counts columns, blue rows */
					const uint16_t c = (uint16_t)((x & 31) << 11 | (y & 31));
					uint8_t b[16] = {0};

					memcpy(b + bpe - 8, &c, 2);
					memcpy(b + bpe - 6, &c, 2);
					memcpy(f.g->mem + (mr600_tile_addr(&s, x, y, 0, 0) - RIG_BASE), b,
					       bpe);
				}
			image(&f, &(struct image){DIM_2D, format, mode, 512, 256, 0, 512, 1, 0, 0});
			for (int y = 0; y < 256; y += 7)
				for (int x = 0; x < 512; x += 13) {
					ld(&f, x, y, 0, 0);
					cr_assert_float_eq(got(&f, 0) * 31, x / 4 % 32, 0.2, "%d %d: %g", x,
							   y, got(&f, 0) * 31);
					cr_assert_float_eq(got(&f, 2) * 31, y / 4 % 32, 0.2);
				}
		}
	rb_rig_delete(f.g);
}

/* GB_GR and BG_RG: names from the upper end; two texels share R and B. */
Test(r600_fetch_blocks, pairs)
{
	enum { GB_GR = 39, BG_RG = 40 };
	static const uint8_t bytes[4] = {20, 90, 160, 230};
	struct fetch_rig f = rig_new();

	memcpy(f.g->mem, bytes, 4);
	for (unsigned odd = 0; odd < 2; odd++) {
		image(&f, &(struct image){DIM_2D, GB_GR, 1, 64, 1, 0, 64, 1, 0, 0});
		ld(&f, (int)odd, 0, 0, 0); /* bytes R, G0, B, G1 */
		cr_expect_float_eq(got(&f, 0) * 255, 20, 0.1);
		cr_expect_float_eq(got(&f, 1) * 255, odd ? 230 : 90, 0.1);
		cr_expect_float_eq(got(&f, 2) * 255, 160, 0.1);
		image(&f, &(struct image){DIM_2D, BG_RG, 1, 64, 1, 0, 64, 1, 0, 0});
		ld(&f, (int)odd, 0, 0, 0); /* bytes G0, R, G1, B */
		cr_expect_float_eq(got(&f, 0) * 255, 90, 0.1);
		cr_expect_float_eq(got(&f, 1) * 255, odd ? 160 : 20, 0.1);
		cr_expect_float_eq(got(&f, 2) * 255, 230, 0.1);
	}
	rb_rig_delete(f.g);
}

Test(r600_fetch_blocks, bits)
{
	enum { FMT_1 = 37, FMT_1_REVERSED = 38 };
	struct fetch_rig f = rig_new();

	f.g->mem[0] = 0x35;
	f.g->mem[1] = 0x80;
	for (unsigned reversed = 0; reversed < 2; reversed++)
		for (unsigned i = 0; i < 16; i++) {
			const unsigned bit = reversed ? 7 - i % 8 : i % 8;

			image(&f, &(struct image){DIM_2D, reversed ? FMT_1_REVERSED : FMT_1, 1, 64, 1, 0,
						  2048, 1, 0, 0});
			ld(&f, (int)i, 0, 0, 0);
			cr_expect_eq(got(&f, 0), (float)(f.g->mem[i / 8] >> bit & 1), "%u, texel %u: %g",
				     reversed, i, got(&f, 0));
		}
	rb_rig_delete(f.g);
}

/* EXT_texture_shared_exponent: m / 512 * 2^(e - 15) */
Test(r600_fetch_blocks, common_exponent)
{
	enum { FMT_5_9_9_9 = 43 };
	struct fetch_rig f = rig_new();
	uint32_t seed = 9;

	for (unsigned n = 0; n < 200; n++) {
		const uint32_t v = rig_random(&seed);

		memcpy(f.g->mem, &v, 4);
		image(&f, &(struct image){DIM_2D, FMT_5_9_9_9, 1, 64, 1, 0, 64, 1, 0, 0});
		ld(&f, 0, 0, 0, 0);
		for (unsigned c = 0; c < 3; c++)
			cr_expect_eq(got(&f, c),
				     ldexpf((float)(v >> 9 * c & 511) / 512, (int)(v >> 27) - 15));
	}
	rb_rig_delete(f.g);
}

/* X24_8_32_FLOAT: a float, then a byte that integers read. */
Test(r600_fetch_blocks, depth_with_stencil)
{
	enum { X24_8_32F = 28, INT = 1 };
	const float z = 0.3f;
	struct fetch_rig f = rig_new();

	memcpy(f.g->mem + 8, &z, 4);
	f.g->mem[12] = 0xa5;
	image(&f, &(struct image){DIM_2D, X24_8_32F, 1, 64, 1, 0, 64, 1, INT, 0});
	ld(&f, 1, 0, 0, 0);
	cr_expect_eq(got(&f, 0), z);
	cr_expect_eq(f.px->gpr[2][1].u[0], 0xa5);
	rb_rig_delete(f.g);
}

/* Codes that no source explains read as if nothing was there, and are reported. */
Test(r600_fetch_blocks, formats_that_there_are_not)
{
	struct fetch_rig f = rig_new();

	for (unsigned format = 0; format < 64; format++) {
		const bool known = (format >= 1 && format <= 35 && format != 4 && format != 33) ||
				   (format >= 37 && format <= 40) || (format >= 43 && format <= 53);

		fl_model_reports_clear(&f.g->r->base);
		image(&f, &(struct image){DIM_2D, format, 1, 64, 4, 0, 2048, 1, 0, 0});
		ld(&f, 0, 0, 0, 0);
		cr_expect_eq(fl_model_report(&f.g->r->base, 0) == NULL, known, "format %u", format);
		if (!known)
			cr_expect(got(&f, 0) == 0 && got(&f, 3) == 1, "format %u: %g %g", format, got(&f, 0),
				  got(&f, 3));
	}
	rb_rig_delete(f.g);
}
