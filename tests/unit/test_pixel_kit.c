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
#include "hw/model/tiles/cache.h"

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

/* Numbers in codes of every width: what is between the steps is rounded to the nearer one or cut off, what is
 * beyond the ends is the end, and what is no number is 0. Sixteenths, and ones beyond the ends. */
Test(pixel_kit, codes_that_numbers_get)
{
	for (unsigned bits = 1; bits <= 32; bits++)
		for (int i = -40; i <= 40; i++)
			for (unsigned cut = 0; cut < 2; cut++) {
				const double all = (double)(1ull << bits) - 1,
					     half = bits == 1 ? 0 : (double)((1ull << (bits - 1)) - 1),
					     x = i / 16.0,
					     in = x < 0   ? 0
						  : x > 1 ? 1
							  : x;
				const double whole = x * 1024,
					     top = whole > all ? all
						   : whole < 0 ? 0
							       : whole,
					     both = whole > half        ? half
						    : whole < -half - 1 ? -half - 1
									: whole,
					     two = (x < -1  ? -1
						    : x > 1 ? 1
							    : x) *
						   half;
				const uint32_t keep = (uint32_t)all;
				const struct {
					unsigned number;
					double units;
					float x;
				} of[] = {{FL_PIXEL_UNORM, in * all, (float)x},
					  {FL_PIXEL_SNORM, two, (float)x},
					  {FL_PIXEL_USCALED, top, (float)whole},
					  {FL_PIXEL_SSCALED, both, (float)whole}};

				for (unsigned k = 0; k < 4; k++) {
					const double u = of[k].units;
					const int64_t want = (int64_t)(cut     ? trunc(u)
								       : u < 0 ? -floor(0.5 - u)
									       : floor(u + 0.5));

					cr_assert_eq(fl_pixel_encode(of[k].number, bits, of[k].x, cut),
						     (uint32_t)want & keep, "kind %u of %u bits, %g: 0x%x",
						     of[k].number, bits, of[k].x,
						     fl_pixel_encode(of[k].number, bits, of[k].x, cut));
					cr_assert_eq(fl_pixel_encode(of[k].number, bits, NAN, cut), 0u);
				}
			}
}

/* Integers are the source's bits, and beyond the ends the end. */
Test(pixel_kit, codes_that_integers_get)
{
	for (unsigned bits = 1; bits <= 32; bits++)
		for (unsigned at = 0; at < 32; at++)
			for (int more = -2; more <= 2; more++)
				for (unsigned negative = 0; negative < 2; negative++) {
					const uint32_t v = negative ? 0u - (1u << at) + (uint32_t)more
								    : (1u << at) + (uint32_t)more;
					const int64_t i = (int32_t)v, all = (1ll << bits) - 1,
						      least = -(1ll << (bits - 1)), most = -least - 1,
						      want = i < least  ? least
							     : i > most ? most
									: i;
					float x;

					memcpy(&x, &v, 4);
					cr_assert_eq(fl_pixel_encode(FL_PIXEL_UINT, bits, x, false),
						     v > (uint32_t)all ? (uint32_t)all : v, "0x%x, %u bits",
						     v, bits);
					/* of one bit there are 0 and -1 */
					cr_assert_eq(fl_pixel_encode(FL_PIXEL_SINT, bits, x, false),
						     (uint32_t)(want & all), "0x%x, %u bits", v, bits);
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

/* ---- what is decided once a draw ----------------------------------------------------------------------- */
/* A block need not be read if all of it is written over: depths and stencils of both faces, whatever was
 * there. Each single setting that is another one ends that. */
static struct fl_pixel_depth over(void)
{
	const struct fl_pixel_stencil face = {
	    .func = FL_PIXEL_IF_ALWAYS, .zpass = FL_PIXEL_STENCIL_REPLACE, .ref = 0x5a, .write_mask = 0xff};

	return (struct fl_pixel_depth){.format = FL_PIXEL_Z24S8,
				       .write = true,
				       .func = FL_PIXEL_IF_ALWAYS,
				       .stencil_on = true,
				       .face = {face, face}};
}

Test(pixel_kit, blocks_that_are_written_over)
{
	struct fl_pixel_depth d = over();

	cr_assert(fl_pixel_depth_over(&d));
	for (unsigned v = 0; v < 256; v++) {
		d = over();
		d.format = (uint8_t)v;
		cr_expect_eq(fl_pixel_depth_over(&d), v == FL_PIXEL_Z24S8, "format %u", v);
		d = over();
		d.func = (uint8_t)v;
		cr_expect_eq(fl_pixel_depth_over(&d), v == FL_PIXEL_IF_ALWAYS, "function %u", v);
		for (unsigned i = 0; i < 2; i++) {
			d = over();
			d.face[i].func = (uint8_t)v;
			cr_expect_eq(fl_pixel_depth_over(&d), v == FL_PIXEL_IF_ALWAYS, "face %u: function %u",
				     i, v);
			d = over();
			d.face[i].zpass = (uint8_t)v;
			cr_expect_eq(fl_pixel_depth_over(&d), v == FL_PIXEL_STENCIL_REPLACE,
				     "face %u: operation %u", i, v);
			d = over();
			d.face[i].write_mask = (uint8_t)v;
			cr_expect_eq(fl_pixel_depth_over(&d), v == 0xff, "face %u: mask 0x%02x", i, v);
			d = over();
			d.face[i].ref = (uint8_t)v;
			cr_expect_eq(fl_pixel_depth_over(&d), v == 0x5a, "face %u: reference 0x%02x", i, v);
		}
	}
	d = over();
	d.is_signed = true;
	cr_expect_not(fl_pixel_depth_over(&d));
	d = over();
	d.write = false;
	cr_expect_not(fl_pixel_depth_over(&d));
	d = over();
	d.stencil_on = false;
	cr_expect_not(fl_pixel_depth_over(&d));
}

/* A whole block that is written over, and one whose setting differs in one bit, by every way: samples of the
 * draw beside those of the buffer, a wave that covers all of it or not all. The pixels are the scalar way's,
 * and so are the samples that go on; bounds that are known hold all depths. */
Test(pixel_kit, blocks_by_every_way)
{
	static const enum fl_isa isas[] = {FL_ISA_SCALAR, FL_ISA_BASE};
	enum { SIDE = FL_TILE_PX, MOST = 4 };
	static _Alignas(64) uint8_t px[2][SIDE * SIDE * 4 * MOST];
	static struct fl_tile_surface surface;
	static struct fl_raster_draw draw;
	struct fl_raster_thread *t = aligned_alloc(64, (sizeof(*t) + 63) & ~(size_t)63);

	cr_assert(t);
	for (unsigned round = 0; round < 2 * 3 * 3 * 3 * 4; round++) {
		const unsigned of_draw = 1u << round / 2 % 3, of_buffer = 1u << round / 6 % 3,
			       bx = round % 5 * 8, by = round % 7 * 8, what = round / 18 % 3;
		uint64_t cover[2][FL_WAVE_SAMPLES];
		struct fl_pixel_depth d = over();

		fl_pixel_count(&d, true, 4);
		d.path = FL_PIXEL_DEPTH_FULL;
		d.key.cpp = 4;
		d.depth_on = d.stencil_writes = true;
		d.face[0].mask = d.face[1].mask = 0xff;
		d.face[1].write_mask = what == 1 ? 0xfe : 0xff;
		d.func = what == 2 ? FL_PIXEL_IF_LESS : FL_PIXEL_IF_ALWAYS;
		draw.depth = &d;
		draw.samples = of_draw;
		for (unsigned way = 0; way < 2; way++) {
			struct fl_tile_buf b = {.px = px[way], .surface = &surface, .cpp = 4};

			b.samples = (uint8_t)of_buffer;
			b.have = ~0ull;
			for (unsigned i = 0; i < sizeof(px[way]); i++)
				px[way][i] = (uint8_t)(i * 37 ^ i >> 8);
			memset(t, 0, sizeof(*t));
			t->tile.depth = &b;
			t->wave.draw = &draw;
			t->wave.block = true;
			t->wave.n_quads = FL_WAVE_QUADS;
			t->wave.back = round % 2 ? 0xf0f0f0f0f0f0f0f0 : 0;
			for (unsigned q = 0; q < FL_WAVE_QUADS; q++) {
				t->wave.qx[q] = (uint8_t)(bx + q % 4 * 2);
				t->wave.qy[q] = (uint8_t)(by + q / 4 * 2);
			}
			for (unsigned s = 0; s < of_draw; s++) {
				/* each sample all of it; or together all of it */
				t->wave.cover[s] = round / 54 % 4 == 0   ? ~0ull
						   : round / 54 % 4 == 1 ? 0x1111111111111111ull << s
						   : round / 54 % 4 == 2 ? s ? ~0ull : 0xffff
									 : ~(1ull << 13);
				for (unsigned i = 0; i < FL_WAVE_PX; i++)
					t->wave.z[s][i] = (i * 0x12345 + s * 0x777 + round) & 0xffffff;
			}
			FL_SIMD_PICK(isas[way], fl_pixel_depth_run)(t);
			memcpy(cover[way], t->wave.cover, sizeof(cover[way]));
			for (unsigned k = 0; k < 64; k++)
				for (unsigned i = 0; i < 64 && b.z_known >> k & 1; i++) {
					uint32_t v;

					memcpy(&v,
					       px[way] + ((k / 8 * 8 + i / 8) * SIDE + k % 8 * 8 + i % 8) * 4,
					       4);
					cr_assert(v >> 8 >= b.z_min[k] && v >> 8 <= b.z_max[k], "block %u",
						  k);
				}
		}
		cr_assert_arr_eq(px[0], px[1], sizeof(px[0]), "round %u", round);
		cr_assert_arr_eq(cover[0], cover[1], sizeof(cover[0]), "round %u", round);
	}
	free(t);
}

/* By turns, blocks of 16 x 16, beside each other and below; or in a place that no backend has. */
Test(pixel_kit, samples_are_counted_by_turns)
{
	for (unsigned backends = 1; backends <= FL_RASTER_PIPES; backends *= 2)
		for (unsigned counts = 0; counts < 2; counts++) {
			struct fl_pixel_depth d = {0};

			fl_pixel_count(&d, counts, backends);
			cr_expect_eq(d.pipes, counts ? backends : 2u, "of one pipe nobody would be asked");
			for (unsigned y = 0; y < 300; y++)
				for (unsigned x = 0; x < 300; x++)
					cr_assert_eq(d.pipe_of(d.pipes, x, y),
						     counts ? ((x / 16) ^ (y / 16)) % backends
							    : FL_RASTER_PIPES - 1u,
						     "(%u, %u) of %u", x, y, backends);
		}
}
