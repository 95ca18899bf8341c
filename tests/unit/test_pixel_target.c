/* SPDX-License-Identifier: MIT
 *
 * Which way a color target goes, what its equations need of the destination, and which numbers are integers:
 * every pair of factors, every number and every width.
 */
#include <criterion/criterion.h>
#include <string.h>

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
