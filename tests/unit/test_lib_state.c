/* SPDX-License-Identifier: MIT
 *
 * Immediate mode on the model: per-fragment state, each value of each call, with pixels from formulas that
 * stand here.
 */
#include "hw/r500/card.h"
#include "tests/unit/test_lib_rig.h"

static void cell(struct fl_draw *d, int x, int y)
{
	rect(d, (float)x, (float)y, (float)x + 1, (float)y + 1, 0);
}

/* ---- blending: each factor on each side; then each operation, for color and alpha apart ---- */

enum { SRC = 0xb06090c8u, DST = 0x50e07030u }; /* ARGB */
static const double blend_color[4] = {0.2, 0.7, 0.45, 0.6};

/* Channel 0 to 3: r, g, b, a */
static double channel(uint32_t argb, int i)
{
	return (argb >> (i == 3 ? 24 : 16 - 8 * i) & 255) / 255.0;
}

static double factor(int f, int i)
{
	double s = channel(SRC, i), d = channel(DST, i), sa = channel(SRC, 3), da = channel(DST, 3);

	switch (f) {
	case FL_ZERO:
		return 0;
	case FL_ONE:
		return 1;
	case FL_SRC_COLOR:
		return s;
	case FL_ONE_MINUS_SRC_COLOR:
		return 1 - s;
	case FL_DST_COLOR:
		return d;
	case FL_ONE_MINUS_DST_COLOR:
		return 1 - d;
	case FL_SRC_ALPHA:
		return sa;
	case FL_ONE_MINUS_SRC_ALPHA:
		return 1 - sa;
	case FL_DST_ALPHA:
		return da;
	case FL_ONE_MINUS_DST_ALPHA:
		return 1 - da;
	case FL_SRC_ALPHA_SATURATE:
		return i == 3 ? 1 : fmin(sa, 1 - da);
	case FL_CONSTANT_COLOR:
		return blend_color[i];
	case FL_ONE_MINUS_CONSTANT_COLOR:
		return 1 - blend_color[i];
	case FL_CONSTANT_ALPHA:
		return blend_color[3];
	default:
		return 1 - blend_color[3];
	}
}

static double equation(int op, int src, int dst, int i)
{
	double s = channel(SRC, i), d = channel(DST, i), fs = s * factor(src, i), fd = d * factor(dst, i);

	switch (op) {
	case FL_ADD:
		return fmin(1, fs + fd);
	case FL_SUBTRACT:
		return fmax(0, fs - fd);
	case FL_REVERSE_SUBTRACT:
		return fmax(0, fd - fs);
	case FL_MIN:
		return fmin(s, d);
	default:
		return fmax(s, d);
	}
}

static uint32_t blended(int op, int src, int dst, int op_a, int src_a, int dst_a)
{
	uint32_t out = 0;

	for (int i = 0; i < 3; i++)
		out |= (uint32_t)lround(equation(op, src, dst, i) * 255) << (16 - 8 * i);
	return out | (uint32_t)lround(equation(op_a, src_a, dst_a, 3) * 255) << 24;
}

static void f_factors(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, DST, 1, 0);
	pixels(d);
	fl_color_argb(d, SRC);
	fl_blend_color(d, (float)blend_color[0], (float)blend_color[1], (float)blend_color[2],
		       (float)blend_color[3]);
	for (int src = 0; src <= FL_ONE_MINUS_CONSTANT_ALPHA; src++)
		for (int dst = 0; dst <= FL_ONE_MINUS_CONSTANT_ALPHA; dst++) {
			if (dst == FL_SRC_ALPHA_SATURATE)
				continue;
			fl_blend(d, (enum fl_factor)src, (enum fl_factor)dst);
			cell(d, src, dst);
			/* alpha the other way round */
			fl_blend_separate(d, (enum fl_factor)src, (enum fl_factor)dst, FL_ADD,
					  src == FL_SRC_ALPHA_SATURATE ? FL_ONE : (enum fl_factor)dst,
					  src == FL_SRC_ALPHA_SATURATE ? FL_ONE : (enum fl_factor)src,
					  FL_ADD);
			cell(d, src, 16 + dst);
		}
	for (int op = 0; op <= FL_MAX; op++)
		for (int op_a = 0; op_a <= FL_MAX; op_a++) {
			fl_blend_separate(d, FL_SRC_ALPHA, FL_DST_ALPHA, (enum fl_blend_op)op, FL_ONE, FL_ONE,
					  (enum fl_blend_op)op_a);
			cell(d, 32 + op, op_a);
		}
	/* back to plain addition, and off */
	fl_blend(d, FL_ONE, FL_ONE);
	cell(d, 40, 0);
	fl_blend(d, FL_ONE, FL_ZERO);
	cell(d, 41, 0);
}

static void c_factors(struct rig *r)
{
	for (int src = 0; src <= FL_ONE_MINUS_CONSTANT_ALPHA; src++)
		for (int dst = 0; dst <= FL_ONE_MINUS_CONSTANT_ALPHA; dst++) {
			bool saturate = src == FL_SRC_ALPHA_SATURATE;

			if (dst == FL_SRC_ALPHA_SATURATE)
				continue;
			ASSERT_NEAR(r, src, dst, blended(FL_ADD, src, dst, FL_ADD, src, dst), 1);
			ASSERT_NEAR(r, src, 16 + dst,
				    blended(FL_ADD, src, dst, FL_ADD, saturate ? FL_ONE : dst,
					    saturate ? FL_ONE : src),
				    1);
		}
	for (int op = 0; op <= FL_MAX; op++)
		for (int op_a = 0; op_a <= FL_MAX; op_a++)
			ASSERT_NEAR(r, 32 + op, op_a,
				    blended(op, FL_SRC_ALPHA, FL_DST_ALPHA, op_a, FL_ONE, FL_ONE), 1);
	ASSERT_NEAR(r, 40, 0, blended(FL_ADD, FL_ONE, FL_ONE, FL_ADD, FL_ONE, FL_ONE), 0);
	cr_assert_eq(rig_at(r, 41, 0), SRC);
}

Test(lib, state_blend_factors_and_operations)
{
	draw(f_factors, c_factors);
}

/* ---- logic operations: bit by bit, in place of blending ---- */

static void f_logic(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR, DST, 1, 0);
	pixels(d);
	fl_color_argb(d, SRC);
	fl_blend(d, FL_ONE, FL_ONE);
	for (uint8_t op = 0; op < 16; op++) {
		fl_logic_op(d, op);
		cell(d, op, 0);
	}
	/* a clear is not an operation, and what was off before is on again */
	fl_logic_op(d, 6);
	fl_scissor(d, 0, 8, 8, 8);
	fl_clear(d, FL_CLEAR_COLOR, 0xff123456, 1, 0);
	fl_scissor_off(d);
	cell(d, 0, 8);
	fl_logic_op(d, FL_LOGIC_COPY);
	cell(d, 16, 0);
}

static void c_logic(struct rig *r)
{
	for (uint32_t op = 0; op < 16; op++) {
		uint32_t want = 0;

		for (int bit = 0; bit < 32; bit++) {
			uint32_t src = (uint32_t)SRC >> bit & 1, dst = (uint32_t)DST >> bit & 1;

			want |= (op >> (src << 1 | dst) & 1) << bit;
		}
		if (op == FL_LOGIC_COPY) /* it is off: blending is on */
			want = blended(FL_ADD, FL_ONE, FL_ONE, FL_ADD, FL_ONE, FL_ONE);
		cr_assert_eq(rig_at(r, op, 0), want, "op %u: 0x%08x, want 0x%08x", op, rig_at(r, op, 0),
			     want);
	}
	cr_assert_eq(rig_at(r, 1, 8), 0xff123456);
	cr_assert_eq(rig_at(r, 0, 8), (uint32_t)SRC ^ 0xff123456);
	ASSERT_NEAR(r, 16, 0, blended(FL_ADD, FL_ONE, FL_ONE, FL_ADD, FL_ONE, FL_ONE), 0);
}

Test(lib, state_logic_operations)
{
	draw(f_logic, c_logic);
}

/* ---- stencil: for each side, what each operation makes of stored values, and each function with its own
 * reference ---- Values are read back by comparing: 256 rectangles, each drawn where the stored value is its
 * number. */

static const uint8_t stored[4] = {0, 1, 0x80, 255};
enum { REF = 0x3c, WRITE = 0xfe };

static uint8_t operate(int op, uint8_t v)
{
	switch (op) {
	case FL_KEEP:
		return v;
	case FL_ZERO_OP:
		return 0;
	case FL_REPLACE_OP:
		return REF;
	case FL_INCR:
		return v == 255 ? 255 : (uint8_t)(v + 1);
	case FL_DECR:
		return v ? (uint8_t)(v - 1) : 0;
	case FL_INVERT:
		return (uint8_t)~v;
	case FL_INCR_WRAP:
		return (uint8_t)(v + 1);
	default:
		return (uint8_t)(v - 1);
	}
}

/* A rectangle of one side: back is wound the other way. */
static void sided(struct fl_draw *d, bool back, int x, int y, float z)
{
	float x0 = (float)x, x1 = x0 + 1, y0 = (float)y, y1 = y0 + 1;

	fl_begin(d, FL_QUADS);
	fl_vertex(d, x0, y0, z);
	fl_vertex(d, back ? x1 : x0, back ? y0 : y1, z);
	fl_vertex(d, x1, y1, z);
	fl_vertex(d, back ? x0 : x1, back ? y1 : y0, z);
	fl_end(d);
}

/* The stored values of the first rows as colors. */
static void as_colors(struct fl_draw *d, float rows)
{
	fl_depth(d, false, FL_ALWAYS, false);
	for (uint32_t v = 0; v < 256; v++) {
		fl_stencil(d, true, FL_EQUAL, (uint8_t)v, 0xff, 0);
		fl_color_argb(d, 0xff000000 | v);
		rect(d, 0, 0, 32, rows, 0);
	}
}

/* Row 4 * case + side: columns op + 8 * value. Cases: fails, depth fails, depth passes. */
static void f_stencil_side(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 0.5f, 0);
	for (int v = 0; v < 4; v++) {
		fl_scissor(d, 8 * v, 0, 8, 32);
		fl_clear(d, FL_CLEAR_STENCIL, 0, 1, stored[v]);
	}
	fl_scissor_off(d);
	pixels(d);
	fl_depth(d, true, FL_LESS, false);
	fl_stencil(d, true, FL_ALWAYS, REF, 0xff, 0xff);
	for (int when = 0; when < 3; when++)
		for (int side = 0; side < 2; side++)
			for (int op = 0; op < 8; op++) {
				/* the other side would leave something else behind */
				struct fl_stencil it = {when == 0 ? FL_NEVER : FL_ALWAYS,
							REF,
							0xff,
							WRITE,
							(uint8_t)(when == 0 ? op : FL_KEEP),
							(uint8_t)(when == 1 ? op : FL_KEEP),
							(uint8_t)(when == 2 ? op : FL_KEEP)};
				struct fl_stencil other = {FL_ALWAYS,     0x55,          0xff,         0xff,
							   FL_REPLACE_OP, FL_REPLACE_OP, FL_REPLACE_OP};

				fl_stencil_side(d, FL_BOTH, &other);
				fl_stencil_side(d, side ? FL_BACK : FL_FRONT, &it);
				for (int v = 0; v < 4; v++)
					sided(d, side, 8 * v + op, 4 * when + side,
					      when == 1 ? 0.75f : 0.25f);
			}
	/* functions: reference 2 and 3 on either side against the stored 1 under the mask 3, at (8 + func, 16
	 * + ...) */
	for (int side = 0; side < 2; side++)
		for (int func = 0; func < 8; func++)
			for (uint8_t ref = 0; ref < 3; ref++) {
				struct fl_stencil it = {(uint8_t)func, ref, 3, 0, 0, 0, 0},
						  never = {FL_NEVER, 0, 0, 0, 0, 0, 0};

				fl_stencil_side(d, FL_BOTH, &never);
				fl_stencil_side(d, side ? FL_BACK : FL_FRONT, &it);
				fl_color_argb(d, 0xffffffff);
				sided(d, side, 8 + func, 16 + side * 4 + ref, 0.25f);
			}
	/* one function for both again: also the back passes; operations of both sides are kept */
	fl_stencil(d, true, FL_ALWAYS, 0, 0xff, 0xff);
	fl_stencil_op(d, FL_KEEP, FL_KEEP, FL_KEEP);
	fl_color_argb(d, 0xff00ff00);
	sided(d, true, 0, 30, 0.25f);
	as_colors(d, 12);
}

static void c_stencil_side(struct rig *r)
{
	static const char passes[8][4] = {"000", "100", "010", "110", "001", "101", "011", "111"};

	for (int when = 0; when < 3; when++)
		for (int side = 0; side < 2; side++)
			for (int v = 0; v < 4; v++)
				for (int op = 0; op < 8; op++) {
					uint8_t old = stored[v],
						want = (uint8_t)((operate(op, old) & WRITE) | (old & ~WRITE));
					uint32_t x = (uint32_t)(8 * v + op), y = (uint32_t)(4 * when + side);

					cr_assert_eq(rig_at(r, x, y) & 255, want,
						     "case %d, side %d, op %d of 0x%02x: 0x%02x, want 0x%02x",
						     when, side, op, old, rig_at(r, x, y) & 255, want);
				}
	for (uint32_t side = 0; side < 2; side++)
		for (uint32_t func = 0; func < 8; func++)
			for (uint32_t ref = 0; ref < 3; ref++)
				cr_assert_eq(rig_at(r, 8 + func, 16 + side * 4 + ref) == 0xffffffff,
					     passes[func][ref] == '1', "side %u, func %u, ref %u", side, func,
					     ref);
	cr_assert_eq(rig_at(r, 0, 30), 0xff00ff00);
}

Test(lib, state_stencil_sides)
{
	draw(f_stencil_side, c_stencil_side);
}

/* ---- dithering: a target of 5 and 6 bits; the mean of a block comes near, and nothing is more than a step
 * away --- */

static struct fl_surface small;
static uint32_t copied[2][64 * 64];

static void f_dither(struct fl_stage *s)
{
	struct fl_draw *d = &s->d;
	uint16_t row[64];

	cr_assert_eq(fl_surface_place(&small, &s->vram, 64, 64, FL_RGB565, FL_LINEAR, FL_USE_3D, NULL),
		     FL_OK);
	for (int on = 0; on < 2; on++) {
		fl_draw_target(d, &small, NULL);
		fl_dither(d, false);
		fl_clear(d, FL_CLEAR_COLOR, 0, 1, 0);
		fl_matrix_mode(d, FL_PROJECTION);
		fl_load_identity(d);
		fl_ortho(d, 0, 64, 64, 0, 0, -1);
		fl_matrix_mode(d, FL_MODELVIEW);
		fl_dither(d, on);
		for (int i = 0; i < 4; i++) {
			fl_color(d, (uint8_t)(i * 64 + 3), (uint8_t)(i * 60 + 2), (uint8_t)(i * 50 + 5), 255);
			rect(d, (float)i * 16, 0, (float)i * 16 + 16, 64, 0);
		}
		fl_draw_finish(d);
		fl_cs_flush(&s->cs);
		cr_assert_eq(r500_fence_sync(&r500_card(&s->card.up)->fence, &r500_card(&s->card.up)->ring,
					     1000000, NULL),
			     FL_OK);
		for (uint32_t y = 0; y < 64; y++) {
			fl_vram_read(s->dev, small.offset_B + fl_surface_at(&small, 0, y), row, sizeof(row));
			for (uint32_t x = 0; x < 64; x++)
				copied[on][y * 64 + x] = row[x];
		}
	}
	fl_draw_target(d, &s->screen, &s->depth);
}

static void c_dither(struct rig *r)
{
	static const int shift[3] = {11, 5, 0}, max[3] = {31, 63, 31};

	for (int i = 0; i < 4; i++)
		for (int c = 0; c < 3; c++) {
			const int value[3] = {i * 64 + 3, i * 60 + 2, i * 50 + 5};
			double want = value[c] / 255.0 * max[c], mean = 0;

			for (int y = 0; y < 64; y++)
				for (int x = 16 * i; x < 16 * i + 16; x++) {
					int off = (int)(copied[0][y * 64 + x] >> shift[c]) & max[c],
					    on = (int)(copied[1][y * 64 + x] >> shift[c]) & max[c];

					cr_assert_lt(fabs(off - want), 1, "not dithered: %d for %g", off,
						     want);
					cr_assert_eq(off, (int)(copied[0][16 * i] >> shift[c]) & max[c]);
					cr_assert_lt(fabs(on - want), 1.05, "dithered: %d for %g", on, want);
					mean += on / 1024.0;
				}
			cr_assert_lt(fabs(mean - want), 0.15, "color %d of %d: %g, want %g", c, i, mean,
				     want);
		}
}

Test(lib, state_dither)
{
	draw_r500(f_dither, c_dither);
}
