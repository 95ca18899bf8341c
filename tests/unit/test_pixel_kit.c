/* SPDX-License-Identifier: MIT
 *
 * What all ways of storing pixels share: numbers of fewer and of more bits, dithering, gamma, raster
 * operations of two operands, where depth and stencil stand in the bytes of a sample, and which blocks the
 * bounds of their depths hide.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw/model/pixel/color.h"
#include "hw/model/pixel/depth.h"

enum { MOST_BITS = 16 };

/* More bits: those that there are, from the highest on, again and again. */
static uint32_t repeated(uint32_t v, unsigned from, unsigned to)
{
	uint32_t out = 0;

	for (unsigned i = 0; i < to; i++)
		out = out << 1 | (v >> (from - 1 - i % from) & 1);
	return out;
}

/* Fewer: cut off; or v (2^to - 1) / (2^from - 1), to the nearest, or with so many 32nds added before it is
 * cut off. In whole numbers, all of it times 32. */
static uint32_t scaled(uint32_t v, unsigned from, unsigned to, unsigned thirtyseconds)
{
	const uint64_t most = (1ull << from) - 1, all = (1ull << to) - 1;

	return (uint32_t)((32 * v * all + thirtyseconds * most) / (32 * most));
}

Test(pixel_kit, numbers_of_other_widths)
{
	for (unsigned from = 1; from <= MOST_BITS; from++)
		for (unsigned to = 1; to <= MOST_BITS && to <= 2 * from; to++)
			for (uint32_t v = 0;
			     v<1u << from; v += from> 10 && v % 256 > 3 && v % 256 < 250 ? 7 : 1)
				for (unsigned bayer = 0; bayer < 16; bayer++) {
					const uint32_t cut = fl_pixel_reduce(v, from, to, FL_PIXEL_TRUNCATE,
									     bayer),
						       near = fl_pixel_reduce(v, from, to, FL_PIXEL_ROUND,
									      bayer),
						       table = fl_pixel_reduce(v, from, to, FL_PIXEL_DITHER,
									       bayer);

					if (from < to) {
						cr_assert_eq(cut, repeated(v, from, to), "%u bits to %u",
							     from, to);
						cr_assert(near == cut && table == cut);
						continue;
					}
					cr_assert_eq(cut, v >> (from - to), "%u bits to %u", from, to);
					cr_assert_eq(near, scaled(v, from, to, 16), "0x%x, %u bits to %u", v,
						     from, to);
					cr_assert_eq(table, scaled(v, from, to, 2 * bayer + 1),
						     "0x%x, %u bits to %u, %u", v, from, to, bayer);
				}
}

/* The usual table, by its rule: bits of x ^ y and of y in turn, the lowest first. */
Test(pixel_kit, table_of_dithering)
{
	for (unsigned x = 0; x < 8; x++)
		for (unsigned y = 0; y < 8; y++) {
			const unsigned a = x ^ y, want = (a & 1) << 3 | (y & 1) << 2 | (a & 2) | (y & 2) >> 1;

			cr_expect_eq(fl_pixel_bayer(x, y), want, "(%u, %u)", x, y);
		}
}

Test(pixel_kit, gamma)
{
	for (int i = -20; i <= 300; i++) {
		const double x = i / 255.0, want = x <= 0 ? 0 : x >= 1 ? 1 : pow(x, 1 / 2.2);

		cr_expect_float_eq(fl_pixel_to_gamma((float)x), want, 2e-6, "%g: %g, not %g", x,
				   fl_pixel_to_gamma((float)x), want);
	}
	cr_expect_eq(fl_pixel_to_gamma(NAN), 0);
	cr_expect_eq(fl_pixel_to_gamma(INFINITY), 1);
}

/* Bit 2 s + d of the operation is the result where the source has s and the destination d. */
Test(pixel_kit, raster_operations)
{
	for (unsigned rop = 0; rop < 16; rop++)
		for (unsigned s = 0; s < 2; s++)
			for (unsigned d = 0; d < 2; d++)
				cr_expect_eq(fl_pixel_rop2(rop, s ? 0xf0f0f0f0 : 0, d ? 0xf0f0f0f0 : 0) >> 4 &
						 15,
					     rop >> (2 * s + d) & 1 ? 15u : 0u, "%u of %u, %u", rop, s, d);
}

Test(pixel_kit, fields_of_a_pixel)
{
	static const uint32_t word[4] = {0x89abcdef, 0x01234567, 0x76543210, 0xfedcba98};

	for (unsigned bits = 1; bits <= 32; bits++)
		for (unsigned at = 0; at < 128; at++) {
			uint64_t wide = (uint64_t)(at / 32 < 3 ? word[at / 32 + 1] : 0) << 32 | word[at / 32];

			if (at % 32 + bits <= 32) /* no field stands in two words */
				cr_assert_eq(fl_pixel_field(word, at, bits),
					     (uint32_t)(wide >> at % 32 & ((1ull << bits) - 1)), "%u from %u",
					     bits, at);
		}
}

/* Z16 alone; a stencil below 24 bits; a float; a float and four more bytes, the first of which is stencil. */
Test(pixel_kit, bytes_of_a_sample)
{
	static const struct {
		uint8_t format, cpp, depth_at, depth_bits;
		int8_t stencil_at;
	} formats[] = {{FL_PIXEL_Z16, 2, 0, 16, -1},  {FL_PIXEL_Z13E3, 2, 0, 16, -1},
		       {FL_PIXEL_Z24S8, 4, 8, 24, 0}, {FL_PIXEL_Z20E4S8, 4, 8, 24, 0},
		       {FL_PIXEL_Z32F, 4, 0, 32, -1}, {FL_PIXEL_Z32FS8, 8, 0, 32, 32}};

	for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		struct fl_pixel_depth d = {.format = formats[i].format, .key.cpp = formats[i].cpp};
		const uint64_t depth_mask = (1ull << formats[i].depth_bits) - 1;

		cr_expect_eq(fl_pixel_depth_bits(&d), formats[i].depth_bits);
		for (unsigned bit = 0; bit < 64; bit++) {
			const uint64_t px = 1ull << bit;
			const bool there = bit < 8u * formats[i].cpp;
			const uint32_t depth = there ? (uint32_t)(px >> formats[i].depth_at & depth_mask) : 0,
				       stencil = !there || formats[i].stencil_at < 0
						     ? 0
						     : (uint32_t)(px >> formats[i].stencil_at & 255);
			uint32_t value[2] = {77, 77};
			uint8_t stored[12];
			uint64_t back;

			fl_pixel_depth_stored(&d, (const uint8_t *)&px, value);
			cr_expect_eq(value[0], depth, "format %u, bit %u", i, bit);
			cr_expect_eq(value[1], stencil, "format %u, bit %u", i, bit);
			memset(stored, 0xa5, sizeof(stored));
			fl_pixel_depth_store(&d, stored, value);
			memcpy(&back, stored, 8);
			if (depth || stencil)
				cr_expect_eq(back & ~0ull >> (64 - 8 * formats[i].cpp), px,
					     "format %u, bit %u", i, bit);
			for (unsigned b = formats[i].cpp; b < sizeof(stored); b++)
				cr_expect_eq(stored[b], 0xa5, "format %u, byte %u", i, b);
		}
	}
}

/* ---- blocks that the bounds of their depths hide ------------------------------------------------------- */
static bool passes(unsigned func, uint32_t z, uint32_t there)
{
	const bool all[8] = {false, z<there, z <= there, z == there, z >= there, z> there, z != there, true};

	return all[func];
}

/* Does none of the depths low to high pass against any of the others? Of "not equal" nobody asks. */
static bool none_passes(unsigned func, const uint32_t z[2], const uint32_t there[2])
{
	if (func == FL_PIXEL_IF_NOT_EQUAL)
		return false;
	for (uint32_t a = z[0]; a <= z[1]; a++)
		for (uint32_t b = there[0]; b <= there[1]; b++)
			if (passes(func, a, b))
				return false;
	return true;
}

/* The block's own bounds count, if they are known; and only where depth alone decides. */
Test(pixel_kit, blocks_that_are_hidden)
{
	struct fl_raster_thread *t = aligned_alloc(64, (sizeof(*t) + 63) & ~(size_t)63);
	struct fl_tile_buf b = {0};
	struct fl_pixel_depth d = {.path = FL_PIXEL_DEPTH_ALONE};
	struct fl_raster_draw draw = {.depth = &d};

	cr_assert(t);
	memset(t, 0, sizeof(*t));
	for (unsigned i = 0; i < 64; i++)
		for (unsigned round = 0; round < 8 * 256; round++) {
			const uint32_t z[2] = {round / 8 % 4 + 1, round / 32 % 4 + 1},
				       there[2] = {round / 128 % 4 + 1, round / 512 + 1};
			const unsigned bx = i % 8 * 8, by = i / 8 * 8;

			if (z[0] > z[1] || there[0] > there[1])
				continue;
			d.func = round % 8;
			/* of the blocks beside, which all depths pass, or none */
			for (unsigned k = 0; k < 64; k++) {
				b.z_min[k] = k == i ? there[0] : k % 2 * 9;
				b.z_max[k] = k == i ? there[1] : k % 2 * 9;
			}
			t->tile.depth = &b;
			b.z_known = 1ull << i;
			cr_assert_eq(fl_pixel_depth_hides(t, &draw, bx, by, z[0], z[1]),
				     none_passes(d.func, z, there),
				     "block %u: %u to %u, function %u, %u to %u", i, z[0], z[1], d.func,
				     there[0], there[1]);
			b.z_known = ~(1ull << i);
			cr_assert(!fl_pixel_depth_hides(t, &draw, bx, by, z[0], z[1]), "block %u", i);
		}
	d.func = FL_PIXEL_IF_NEVER;
	b.z_known = 1;
	for (unsigned path = 0; path <= FL_PIXEL_DEPTH_WIDE; path++)
		for (unsigned there = 0; there < 2; there++) {
			d.path = (uint8_t)path;
			t->tile.depth = there ? &b : NULL;
			cr_expect_eq(fl_pixel_depth_hides(t, &draw, 0, 0, 1, 1),
				     there && path == FL_PIXEL_DEPTH_ALONE, "path %u, %u", path, there);
		}
	free(t);
}
