/* SPDX-License-Identifier: MIT
 *
 * Which way a color target goes, what its equations need of the destination, and which numbers are integers:
 * every pair of factors, every number and every width; what a draw has of its targets, and what a copy of
 * depths makes of one.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "hw/model/pixel/depth.h"
#include "hw/model/pixel/target.h"

enum { FACTORS = FL_PIXEL_BF_INV_SRC1_ALPHA + 1, NUMBERS = FL_PIXEL_FLOATS + 1 };

static bool is_any(unsigned f, const uint8_t *of, unsigned n)
{
	bool any = false;

	for (unsigned i = 0; i < n; i++)
		any |= f == of[i];
	return any;
}

static const uint8_t of_destination[] = {FL_PIXEL_BF_DST_COLOR, FL_PIXEL_BF_INV_DST_COLOR,
					 FL_PIXEL_BF_DST_ALPHA, FL_PIXEL_BF_INV_DST_ALPHA, FL_PIXEL_BF_SAT};
static const uint8_t of_second[] = {FL_PIXEL_BF_SRC1_COLOR, FL_PIXEL_BF_INV_SRC1_COLOR,
				    FL_PIXEL_BF_SRC1_ALPHA, FL_PIXEL_BF_INV_SRC1_ALPHA};

/* The color's equation and the alpha's: one of them is a copy, the other has every pair of factors. */
Test(pixel_target, what_equations_need)
{
	for (unsigned which = 0; which < 2; which++)
		for (unsigned src = 0; src < FACTORS; src++)
			for (unsigned dst = 0; dst < FACTORS; dst++) {
				struct fl_pixel_equation eq[2] = {{.src = FL_PIXEL_BF_ONE},
								  {.src = FL_PIXEL_BF_ONE}};

				eq[which].src = (uint8_t)src;
				eq[which].dst = (uint8_t)dst;
				cr_assert_eq(fl_pixel_blend_reads(eq),
					     dst != FL_PIXEL_BF_ZERO || is_any(src, of_destination, 5),
					     "equation %u, factors %u and %u", which, src, dst);
				cr_assert_eq(fl_pixel_second_source(eq),
					     is_any(src, of_second, 4) || is_any(dst, of_second, 4),
					     "equation %u, factors %u and %u", which, src, dst);
				cr_assert_eq(fl_pixel_equation_is(eq, src, dst),
					     src == FL_PIXEL_BF_ONE && dst == FL_PIXEL_BF_ZERO);
				eq[1 - which] = eq[which];
				cr_assert(fl_pixel_equation_is(eq, src, dst));
				eq[which].func = FL_PIXEL_FUNC_SUB;
				cr_assert_not(fl_pixel_equation_is(eq, src, dst));
			}
}

Test(pixel_target, integers)
{
	for (unsigned k = 0; k < 4; k++)
		for (unsigned number = 0; number < NUMBERS; number++)
			for (unsigned stored = 0; stored < 2; stored++) {
				struct fl_pixel_target t;

				memset(&t, 0, sizeof(t));
				t.ch[k].bits = stored ? 8 : 0;
				t.wide.number[k] = (uint8_t)number;
				cr_expect_eq(fl_pixel_is_integer(&t),
					     stored && (number == FL_PIXEL_UINT || number == FL_PIXEL_SINT),
					     "channel %u, number %u", k, number);
			}
}

/* Four normalized bytes, in the order of the fields. */
static struct fl_pixel_target bytes(unsigned swap)
{
	static const struct fl_pixel_fields f = {4, 4, {8, 8, 8, 8}, false};
	struct fl_pixel_target t;

	memset(&t, 0, sizeof(t));
	t.path = FL_PIXEL_COLOR_WIDE;
	t.key.cpp = 4;
	fl_pixel_channels(&t, &f, swap, 0);
	fl_pixel_masks(&t, 15);
	for (unsigned k = 0; k < 4; k++)
		t.constant[k] = (float)(10 * k + 5) / 255;
	return t;
}

static enum fl_pixel_color_path way(struct fl_pixel_target *t, bool rop)
{
	struct fl_pixel_color cb = {.rop_on = rop};

	fl_pixel_choose_bytes(&cb, t);
	return t->path;
}

/* Stored, blended over, or the general way of bytes; what a second source blends, or whose alpha is not the
 * last byte, stays on the wide one. */
Test(pixel_target, ways_of_bytes)
{
	for (unsigned src = 0; src < FACTORS; src++)
		for (unsigned dst = 0; dst < FACTORS; dst++)
			for (unsigned flags = 0; flags < 32; flags++) {
				const bool blend = flags & 1, partial = flags & 2, rop = flags & 4,
					   truncate = flags & 8, reversed = flags & 16;
				/* R, G, B, A in memory; or A, B, G, R, whose alpha is first */
				struct fl_pixel_target t = bytes(reversed ? 2 : 0);
				const bool second = is_any(src, of_second, 4) || is_any(dst, of_second, 4);
				const bool over =
				    src == FL_PIXEL_BF_SRC_ALPHA && dst == FL_PIXEL_BF_INV_SRC_ALPHA;
				const enum fl_pixel_color_path want =
				    truncate || (blend && (second || reversed)) ? FL_PIXEL_COLOR_WIDE
				    : partial || rop                            ? FL_PIXEL_COLOR_ANY8888
				    : !blend                                    ? FL_PIXEL_COLOR_STORE8888
				    : over                                      ? FL_PIXEL_COLOR_OVER8888
										: FL_PIXEL_COLOR_ANY8888;

				t.eq[0] = t.eq[1] =
				    (struct fl_pixel_equation){.src = (uint8_t)src, .dst = (uint8_t)dst};
				t.blend = blend;
				t.partial = partial;
				t.wide.truncate = truncate;
				cr_assert_eq(way(&t, rop), want, "factors %u and %u, flags %u: %u", src, dst,
					     flags, t.path);
				if (want == FL_PIXEL_COLOR_WIDE)
					continue;
				for (unsigned c = 0; c < 4; c++) {
					const unsigned k = reversed ? 3 - c : c;

					cr_assert_eq(t.sel[c], k);
					cr_assert_eq(t.constant[c], 10 * k + 5);
					cr_assert(t.ch[c].at == 8 * c && t.ch[c].bits == 8 &&
						  t.ch[c].read == c);
				}
				cr_assert_eq(t.bits, 8);
				cr_assert(t.dither[0] == FL_PIXEL_ROUND && t.dither[1] == FL_PIXEL_ROUND);
			}
	for (unsigned number = 1; number < NUMBERS; number++)
		for (unsigned k = 0; k < 4; k++) {
			struct fl_pixel_target t = bytes(0);

			t.wide.number[k] = (uint8_t)number;
			cr_expect_eq(way(&t, false), FL_PIXEL_COLOR_WIDE);
		}
}

/* Normalized fields of up to 10 bits, in at most four bytes: a blender of 8 bits, or of 10. */
Test(pixel_target, ways_of_fixed_point)
{
	for (unsigned width = 1; width <= 16; width++)
		for (unsigned n = 1; n <= 4; n++)
			for (unsigned number = 0; number < NUMBERS; number++)
				for (unsigned bad = 0; bad < 4; bad++) {
					/* bad: nothing; a second source; truncated; more than four bytes */
					const struct fl_pixel_fields f = {
					    4, (uint8_t)n, {(uint8_t)width, 2, 2, 2}, false};
					const bool fixed = number == 0 && width <= 10 && !bad;
					const unsigned bits = width <= 8 ? 8 : 10;
					struct fl_pixel_target t;

					memset(&t, 0, sizeof(t));
					t.path = FL_PIXEL_COLOR_WIDE;
					t.key.cpp = bad == 3 ? 8 : 4;
					fl_pixel_channels(&t, &f, 0, number);
					t.wide.truncate = bad == 2;
					t.eq[1].dst = bad == 1 ? FL_PIXEL_BF_SRC1_ALPHA : FL_PIXEL_BF_ZERO;
					t.constant[0] = t.constant[3] = 0.5f;
					fl_pixel_choose_fixed(&t);
					cr_assert_eq(t.path,
						     fixed ? FL_PIXEL_COLOR_FIXED : FL_PIXEL_COLOR_WIDE,
						     "%u fields, the first of %u bits, number %u, %u", n,
						     width, number, bad);
					if (!fixed)
						continue;
					cr_assert_eq(t.bits, bits);
					cr_assert_eq(t.dither[0],
						     bits == 8 ? FL_PIXEL_TRUNCATE : FL_PIXEL_ROUND);
					cr_assert_eq(t.dither[1], t.dither[0]);
					for (unsigned k = 0; k < 4; k++) {
						const unsigned half = bits == 8 ? 128 : 512;

						cr_assert_eq(t.sel[k], k);
						cr_assert_eq(t.constant[k], k % 3 ? 0 : half);
						/* a color that is not stored reads one that is; alpha is 1 */
						cr_assert_eq(t.ch[k].read, k < n ? k : k < 3 ? n - 1 : 4);
					}
				}
}

/* ---- formats ------------------------------------------------------------------------------------------- */
/* COMP_SWAP in the order of memory, by the number of fields: Mesa's r600_translate_colorswap()
 * (r600_texture.c) for one, two and four; of three, the alternate orders are those of two with green in the
 * middle. */
static const char *const orders[4][4] = {{"R", "G", "B", "A"},
					 {"RG", "RA", "GR", "AR"},
					 {"RGB", "RGA", "BGR", "AGR"},
					 {"RGBA", "BGRA", "ABGR", "ARGB"}};
/* NUMBER_TYPE, 0 to 7, as target.h has them. */
static const uint8_t numbers[8] = {FL_PIXEL_UNORM, FL_PIXEL_SNORM, FL_PIXEL_USCALED, FL_PIXEL_SSCALED,
				   FL_PIXEL_UINT,  FL_PIXEL_SINT,  FL_PIXEL_SRGB,    FL_PIXEL_FLOATS};
static const struct fl_pixel_fields formats[] = {{1, 1, {8}, false},
						 {2, 1, {16}, true},
						 {4, 1, {32}, true},
						 {1, 2, {4, 4}, false},
						 {4, 2, {24, 8}, true},
						 {8, 2, {32, 32}, false},
						 {2, 3, {5, 6, 5}, false},
						 {4, 3, {11, 11, 10}, true},
						 {4, 4, {8, 8, 8, 8}, false},
						 {4, 4, {10, 10, 10, 2}, false},
						 {8, 4, {16, 16, 16, 16}, true},
						 {16, 4, {32, 32, 32, 32}, true}};
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

static struct fl_pixel_target of_format(unsigned format, unsigned swap, unsigned number)
{
	struct fl_pixel_target t;

	memset(&t, 0, sizeof(t));
	memset(t.ch, 0x55, sizeof(t.ch)); /* whatever was there */
	t.path = FL_PIXEL_COLOR_WIDE;
	t.key.cpp = formats[format].cpp;
	fl_pixel_channels(&t, &formats[format], swap, number);
	return t;
}

Test(pixel_target, channels_of_every_order_and_number)
{
	for (unsigned format = 0; format < FORMATS; format++)
		for (unsigned swap = 0; swap < 4; swap++)
			for (unsigned number = 0; number < 8; number++) {
				const struct fl_pixel_fields *f = &formats[format];
				const struct fl_pixel_target t = of_format(format, swap, number);
				unsigned at = 0, there = 0;

				for (unsigned i = 0; i < f->n; i++) {
					const unsigned k =
					    (unsigned)(strchr("RGBA", orders[f->n - 1][swap][i]) - "RGBA");
					const unsigned want = f->is_float && f->width[i] == 8 ? FL_PIXEL_UINT
							      : f->is_float           ? FL_PIXEL_FLOATS
							      : number == 6 && k == 3 ? FL_PIXEL_UNORM
										      : numbers[number];

					cr_assert(t.ch[k].at == at && t.ch[k].bits == f->width[i] &&
						      t.ch[k].read == k,
						  "format %u, order %u, field %u", format, swap, i);
					cr_assert_eq(t.wide.number[k], want,
						     "format %u, number %u, field %u: %u", format, number, i,
						     t.wide.number[k]);
					at += f->width[i];
					there |= 1u << k;
				}
				for (unsigned k = 0; k < 4;
				     k++) /* of a missing alpha the most, else what there is */
					if (!(there >> k & 1))
						cr_assert(t.ch[k].bits == 0 &&
							  t.ch[k].read == (k == 3 ? 4 : k));
			}
}

Test(pixel_target, bits_that_a_mask_of_channels_lets_through)
{
	for (unsigned format = 0; format < FORMATS; format++)
		for (unsigned swap = 0; swap < 4; swap++)
			for (unsigned mask = 0; mask < 16; mask++) {
				const struct fl_pixel_fields *f = &formats[format];
				struct fl_pixel_target t = of_format(format, swap, 0);
				uint32_t want[4] = {0};
				unsigned at = 0, on = 0;

				for (unsigned i = 0; i < f->n; at += f->width[i++]) {
					const unsigned k =
					    (unsigned)(strchr("RGBA", orders[f->n - 1][swap][i]) - "RGBA");

					on += mask >> k & 1;
					for (unsigned bit = at; bit < at + f->width[i] && mask >> k & 1;
					     bit++)
						want[bit / 32] |= 1u << bit % 32;
				}
				fl_pixel_masks(&t, mask);
				cr_assert_eq(t.partial, on < f->n, "format %u, mask %u", format, mask);
				cr_assert_eq(t.path, on ? FL_PIXEL_COLOR_WIDE : FL_PIXEL_COLOR_NONE);
				for (unsigned b = 0; b < 4u * f->cpp; b += 16) {
					const uint32_t bits = f->cpp < 4 ? (1u << 8 * f->cpp) - 1 : ~0u;

					cr_assert_eq(t.mask[b / 16], on == f->n ? bits : want[b / 16],
						     "format %u, mask %u: 0x%08x", format, mask,
						     t.mask[b / 16]);
				}
			}
}

/* ---- equations ----------------------------------------------------------------------------------------- */
/* COLOR_SRCBLEND and COMB_FCN of CB_BLEND_CONTROL, in the order of the R6xx register reference: 11 and 12
 * stand for two factors at once. */
static const uint8_t factor_codes[21] = {FL_PIXEL_BF_ZERO,
					 FL_PIXEL_BF_ONE,
					 FL_PIXEL_BF_SRC_COLOR,
					 FL_PIXEL_BF_INV_SRC_COLOR,
					 FL_PIXEL_BF_SRC_ALPHA,
					 FL_PIXEL_BF_INV_SRC_ALPHA,
					 FL_PIXEL_BF_DST_ALPHA,
					 FL_PIXEL_BF_INV_DST_ALPHA,
					 FL_PIXEL_BF_DST_COLOR,
					 FL_PIXEL_BF_INV_DST_COLOR,
					 FL_PIXEL_BF_SAT,
					 FL_PIXEL_BF_SRC_ALPHA,
					 FL_PIXEL_BF_INV_SRC_ALPHA,
					 FL_PIXEL_BF_CONST_COLOR,
					 FL_PIXEL_BF_INV_CONST_COLOR,
					 FL_PIXEL_BF_SRC1_COLOR,
					 FL_PIXEL_BF_INV_SRC1_COLOR,
					 FL_PIXEL_BF_SRC1_ALPHA,
					 FL_PIXEL_BF_INV_SRC1_ALPHA,
					 FL_PIXEL_BF_CONST_ALPHA,
					 FL_PIXEL_BF_INV_CONST_ALPHA};
static const uint8_t func_codes[5] = {FL_PIXEL_FUNC_ADD, FL_PIXEL_FUNC_SUB, FL_PIXEL_FUNC_MIN,
				      FL_PIXEL_FUNC_MAX, FL_PIXEL_FUNC_REVERSE_SUB};

static bool equation_of(unsigned func, unsigned src, unsigned dst, struct fl_pixel_equation *e)
{
	e->func = func < 5 ? func_codes[func] : FL_PIXEL_FUNC_ADD;
	e->src = src < 21 ? factor_codes[src] : FL_PIXEL_BF_ZERO;
	e->dst = dst < 21 ? factor_codes[dst] : FL_PIXEL_BF_ZERO;
	if (src == 11)
		e->dst = FL_PIXEL_BF_INV_SRC_ALPHA;
	if (src == 12)
		e->dst = FL_PIXEL_BF_SRC_ALPHA;
	if (func == 2 || func == 3) /* the smaller and the larger are taken of the bare numbers */
		e->src = e->dst = FL_PIXEL_BF_ONE;
	return func < 5 && src < 21 && dst < 21;
}

Test(pixel_target, every_word_of_equations)
{
	for (unsigned func = 0; func < 8; func++)
		for (unsigned src = 0; src < 32; src++)
			for (unsigned dst = 0; dst < 32; dst++) {
				struct fl_pixel_equation want, other, eq[2];
				const bool known = equation_of(func, src, dst, &want);
				/* beside them, for alpha: destination minus source; source color, constant
				 * alpha */
				const uint32_t word = src | func << 5 | dst << 8,
					       alpha = 2u | 4u << 5 | 19u << 8;

				equation_of(4, 2, 19, &other);
				for (unsigned way = 0; way < 4; way++) { /* separate; in the place of alpha */
					const bool separate = way & 1, second = way & 2;
					const uint32_t c = second ? alpha | word << 16 : word | alpha << 16;
					const struct fl_pixel_equation *a = second ? &other : &want,
								       *b = !separate ? a
									    : second  ? &want
										      : &other;

					cr_assert_eq(fl_pixel_equations(c | (uint32_t)separate << 29, eq),
						     known || (second && !separate), "0x%08x", c);
					cr_assert(eq[0].func == a->func && eq[0].src == a->src &&
						      eq[0].dst == a->dst && eq[0].clamp,
						  "0x%08x: %u %u %u", c, eq[0].func, eq[0].src, eq[0].dst);
					cr_assert(eq[1].func == b->func && eq[1].src == b->src &&
						      eq[1].dst == b->dst && eq[1].clamp,
						  "0x%08x: %u %u %u", c, eq[1].func, eq[1].src, eq[1].dst);
				}
			}
}

/* ---- of a draw ----------------------------------------------------------------------------------------- */
/* Depth goes to the first channel, stencil to the second, or to the only one. */
static uint32_t field_mask(unsigned at, unsigned bits)
{
	uint32_t mask = 0;

	for (unsigned i = at % 32; i < at % 32 + bits; i++)
		mask |= 1u << i;
	return mask;
}

Test(pixel_target, copies_of_depth)
{
	static const uint8_t bits[3] = {8, 16, 32};

	for (unsigned round = 0; round < 3 * 4 * 3 * 8; round++) {
		const unsigned first = bits[round % 3], second = round / 3 % 4 ? bits[round / 3 % 4 - 1] : 0,
			       at = round / 12 % 3 * 32, sample = round / 36;

		for (unsigned what = 1; what < 4; what++) {
			const bool depth = what & 1, stencil = what & 2, only = !depth && !second;
			const unsigned second_at = only ? at : at + 32, second_bits = only ? first : second;
			uint32_t want[4] = {0};
			struct fl_pixel_target t;

			memset(&t, 0, sizeof(t));
			memset(t.mask, 0xff, sizeof(t.mask)); /* whatever was there */
			t.path = FL_PIXEL_COLOR_WIDE;
			t.blend = t.blend_reads = true;
			t.ch[0] = (struct fl_pixel_channel){.at = (uint8_t)at, .bits = (uint8_t)first};
			t.ch[1] =
			    (struct fl_pixel_channel){.at = (uint8_t)(at + 32), .bits = (uint8_t)second};
			fl_pixel_copies_depth(&t, depth, stencil, sample);
			if (depth)
				want[at / 32] |= field_mask(at, first);
			if (stencil)
				want[second_at / 32] |= field_mask(second_at, second_bits);
			for (unsigned i = 0; i < 4; i++)
				cr_assert_eq(t.mask[i], want[i], "%u and %u bits at %u, %u: 0x%08x", first,
					     second, at, what, t.mask[i]);
			cr_assert(t.path == FL_PIXEL_COLOR_COPY && !t.blend && !t.blend_reads && t.reads &&
				  t.partial && t.wide.sample == sample);
			cr_assert_eq(t.ch[0].bits, depth ? first : 0);
			cr_assert_eq(t.ch[1].bits, stencil ? second_bits : 0);
			cr_assert(t.ch[0].at == at && t.ch[1].at == second_at);
		}
	}
}

Test(pixel_target, surfaces_of_a_draw)
{
	static struct fl_pixel_color color;
	static struct fl_pixel_depth depth;
	static struct fl_raster_draw d;

	d.color = &color;
	d.depth = &depth;
	for (unsigned round = 0; round < 1u << FL_TILE_TARGETS; round++) {
		const unsigned n = round % (FL_TILE_TARGETS + 1);
		const bool tests = round & 1, resolves = round & 2;

		memset(&d.targets, 0xff, sizeof(d.targets)); /* of the draw before */
		color.n = (uint8_t)n;
		color.resolve.cpp = resolves ? 4 : 0;
		depth.path = tests ? FL_PIXEL_DEPTH_ALONE : FL_PIXEL_DEPTH_PASS;
		for (unsigned i = 0; i < FL_TILE_TARGETS; i++)
			color.target[i].path = round >> i & 1 ? FL_PIXEL_COLOR_WIDE : FL_PIXEL_COLOR_NONE;
		fl_pixel_targets(&d);
		cr_assert_eq(d.targets.n, n);
		cr_assert_eq(d.targets.used, round & ((1u << n) - 1), "%u: 0x%x", round, d.targets.used);
		for (unsigned i = 0; i < FL_TILE_TARGETS; i++)
			cr_assert_eq(d.targets.color[i], i < n ? &color.target[i].key : NULL, "%u of %u", i,
				     n);
		cr_assert(d.targets.depth == &depth.key && d.targets.depth_used == tests);
		cr_assert_eq(d.targets.resolve, resolves ? &color.resolve : NULL);
	}
}
