/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: scissor, depth and stencil, alpha test, blending (GC facts 7, 8).
 */
#include "lib/gc/draw_state.h"

/* Edges lie a little behind the last pixel's middle, as Mesa has them. */
uint32_t *fl_gc_put_window(const struct fl_draw *d, uint32_t *p, const int32_t w[4])
{
	enum { ONE = 1 << 16, RIGHT = 0x1119, BOTTOM = 0x1111, CLIP = 0xffff };

	(void)d;
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_LEFT, w[0] * ONE);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_TOP, w[1] * ONE);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_RIGHT, w[2] * ONE + RIGHT);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_BOTTOM, w[3] * ONE + BOTTOM);
	p = fl_gc_put_fixed(p, GC_SE_CLIP_RIGHT, w[2] * ONE + CLIP);
	return fl_gc_put_fixed(p, GC_SE_CLIP_BOTTOM, w[3] * ONE + CLIP);
}

/* What leaves the viewport is not clipped where setup can count it: the scissor keeps it out (Mesa
 * etnaviv_state.c). */
uint32_t *fl_gc_draw_scissor(struct fl_draw *d, uint32_t *p)
{
	int32_t w[4];

	fl_draw_window(d, w);
	for (uint32_t i = 0; i < 2; i++) {
		const int32_t end = d->viewport[i] + d->viewport[2 + i];

		w[i] = d->viewport[i] > w[i] ? d->viewport[i] : w[i];
		w[2 + i] = end < w[2 + i] ? end : w[2 + i];
	}
	if (w[0] >= w[2] || w[1] >= w[3])
		w[0] = w[1] = w[2] = w[3] = 1;
	return fl_gc_put_window(d, p, w);
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */
/* The core counts comparisons and operations as enum fl_func and enum fl_stencil_op do. */
#define OP(field) GC_PE_STENCIL_OP__##field
_Static_assert((uint32_t)FL_LESS == GC_COMPARE_FUNC__LESS && (uint32_t)FL_EQUAL == GC_COMPARE_FUNC__EQUAL &&
		   (uint32_t)FL_LEQUAL == GC_COMPARE_FUNC__LEQUAL &&
		   (uint32_t)FL_GREATER == GC_COMPARE_FUNC__GREATER &&
		   (uint32_t)FL_NOTEQUAL == GC_COMPARE_FUNC__NOTEQUAL &&
		   (uint32_t)FL_GEQUAL == GC_COMPARE_FUNC__GEQUAL &&
		   (uint32_t)FL_ALWAYS == GC_COMPARE_FUNC__ALWAYS,
	       "comparisons");
_Static_assert((uint32_t)FL_REPLACE_OP == OP(PASS_FRONT__REPLACE) &&
		   (uint32_t)FL_INCR == OP(PASS_FRONT__INCR) && (uint32_t)FL_DECR == OP(PASS_FRONT__DECR) &&
		   (uint32_t)FL_INVERT == OP(PASS_FRONT__INVERT) &&
		   (uint32_t)FL_INCR_WRAP == OP(PASS_FRONT__INCR_WRAP) &&
		   (uint32_t)FL_DECR_WRAP == OP(PASS_FRONT__DECR_WRAP),
	       "operations");

/* "Front" of these states are the faces that PA calls CW, which are our backs (draw_raster.c). */
static uint32_t *put_stencil(uint32_t *p, const struct fl_stencil *front, const struct fl_stencil *back)
{
	p = fl_gc_put(p, GC_PE_STENCIL_OP,
		      OP(FUNC_FRONT)(back->func) | OP(PASS_FRONT)(back->zpass) | OP(FAIL_FRONT)(back->fail) |
			  OP(DEPTH_FAIL_FRONT)(back->zfail) | OP(FUNC_BACK)(front->func) |
			  OP(PASS_BACK)(front->zpass) | OP(FAIL_BACK)(front->fail) |
			  OP(DEPTH_FAIL_BACK)(front->zfail));
	p = fl_gc_put(p, GC_PE_STENCIL_CONFIG,
		      GC_PE_STENCIL_CONFIG__MODE(GC_PE_STENCIL_CONFIG__MODE__TWO_SIDED) |
			  GC_PE_STENCIL_CONFIG__REF_FRONT(back->ref) |
			  GC_PE_STENCIL_CONFIG__MASK_FRONT(back->mask) |
			  GC_PE_STENCIL_CONFIG__WRITE_MASK(back->write_mask));
	return fl_gc_put(p, GC_PE_STENCIL_CONFIG_EXT2,
			 GC_PE_STENCIL_CONFIG_EXT2__MASK_BACK(front->mask) |
			     GC_PE_STENCIL_CONFIG_EXT2__WRITE_MASK_BACK(front->write_mask));
}

/* Depths are tested and written after the program, whatever it does: that is always right. */
uint32_t *fl_gc_put_depth(const struct fl_draw *d, uint32_t *p, bool test, bool write, uint32_t func,
			  const struct fl_stencil *front, const struct fl_stencil *back)
{
#define PE(field) GC_PE_DEPTH_CONFIG__##field
	enum { RA_BASE = 0x30, RA_NO_HDEPTH = 1 << 24, RA_NO_WRITE = 1 << 28, UNK18 = 1 << 18 };
	const bool z16 = d->has_depth && d->depth_buffer.format == FL_Z16, any = test || front;
	const uint32_t on = any ? PE(DEPTH_MODE)(PE(DEPTH_MODE__Z)) : PE(DISABLE_ZS)(1);

	p = fl_gc_put(p, GC_RA_EARLY_DEPTH,
		      RA_BASE |
			  (fl_gc_info_of(d)->ra_writes_depth ? RA_NO_WRITE | (any ? RA_NO_HDEPTH : 0u) : 0u));
	p = fl_gc_put(p, GC_PE_DEPTH_CONFIG,
		      on | UNK18 | PE(DEPTH_FORMAT)(z16 ? PE(DEPTH_FORMAT__D16) : PE(DEPTH_FORMAT__D24S8)) |
			  PE(DEPTH_FUNC)(test ? func : FL_ALWAYS) | PE(WRITE_ENABLE)(test && write));
	p = fl_gc_put_float(p, GC_PE_DEPTH_NORMALIZE, z16 ? 65535.0f : 16777215.0f);
	if (front)
		return put_stencil(p, front, back ? back : front);
	return fl_gc_put(p, GC_PE_STENCIL_CONFIG, 0);
}

uint32_t *fl_gc_draw_depth(struct fl_draw *d, uint32_t *p)
{
	enum { H2 = 2 }; /* the first that are known to have a reference of each side */
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;
	/* Points and lines are fronts. Which states the core takes for them nobody says: both are alike. */
	const bool two_sided = stencil && d->stencil_two_sided && d->prim_class == FL_CLASS_POLYGONS;
	const bool alpha = d->alpha_test && !info->no_alpha_test && !fl_draw_is_integer(d);

	if (two_sided && info->halti < H2 && d->stencil[0].ref != d->stencil[1].ref && !d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s has one reference for the stencils of both sides",
				  info->name);
	p = fl_gc_put_depth(d, p, d->depth_test && d->has_depth, d->depth_write, d->depth_func,
			    stencil ? &d->stencil[0] : NULL, two_sided ? &d->stencil[1] : NULL);
	p = fl_gc_put(p, GC_PE_STENCIL_CONFIG_EXT,
		      GC_PE_STENCIL_CONFIG_EXT__REF_BACK(d->stencil[0].ref) |
			  GC_PE_STENCIL_CONFIG_EXT__UNK16(
			      info->half_float && alpha ? fl_half((float)d->alpha_ref / 255) : 0u));
	return fl_gc_put(p, GC_PE_ALPHA_OP,
			 GC_PE_ALPHA_OP__ALPHA_TEST(alpha) |
			     GC_PE_ALPHA_OP__ALPHA_FUNC(alpha ? d->alpha_func : 0u) |
			     GC_PE_ALPHA_OP__ALPHA_REF(alpha ? d->alpha_ref : 0u));
}

/* ---- blending ------------------------------------------------------------------------------------------ */
/* By enum fl_factor. A target without alpha reads as alpha 1. */
static uint32_t factor(bool has_alpha, uint32_t f)
{
#define F(x) GC_BLEND_FUNC__##x
	static const uint8_t codes[] = {
	    [FL_ZERO] = F(ZERO),
	    [FL_ONE] = F(ONE),
	    [FL_SRC_COLOR] = F(SRC_COLOR),
	    [FL_ONE_MINUS_SRC_COLOR] = F(ONE_MINUS_SRC_COLOR),
	    [FL_DST_COLOR] = F(DST_COLOR),
	    [FL_ONE_MINUS_DST_COLOR] = F(ONE_MINUS_DST_COLOR),
	    [FL_SRC_ALPHA] = F(SRC_ALPHA),
	    [FL_ONE_MINUS_SRC_ALPHA] = F(ONE_MINUS_SRC_ALPHA),
	    [FL_DST_ALPHA] = F(DST_ALPHA),
	    [FL_ONE_MINUS_DST_ALPHA] = F(ONE_MINUS_DST_ALPHA),
	    [FL_SRC_ALPHA_SATURATE] = F(SRC_ALPHA_SATURATE),
	    [FL_CONSTANT_COLOR] = F(CONSTANT_COLOR),
	    [FL_ONE_MINUS_CONSTANT_COLOR] = F(ONE_MINUS_CONSTANT_COLOR),
	    [FL_CONSTANT_ALPHA] = F(CONSTANT_ALPHA),
	    [FL_ONE_MINUS_CONSTANT_ALPHA] = F(ONE_MINUS_CONSTANT_ALPHA),
	};

	if (!has_alpha) {
		if (f == FL_DST_ALPHA)
			f = FL_ONE;
		else if (f == FL_ONE_MINUS_DST_ALPHA || f == FL_SRC_ALPHA_SATURATE)
			f = FL_ZERO;
	}
	return codes[f];
}

/* Equations count as enum fl_blend_op does. */
static uint32_t equation(bool has_alpha, uint32_t op, uint32_t src, uint32_t dst)
{
	if (op == FL_MIN || op == FL_MAX) /* take no factors; whether the core does is not said */
		src = dst = FL_ONE;
	return GC_PE_ALPHA_CONFIG__EQ_COLOR(op <= FL_MAX ? op : FL_ADD) |
	       GC_PE_ALPHA_CONFIG__SRC_FUNC_COLOR(factor(has_alpha, src)) |
	       GC_PE_ALPHA_CONFIG__DST_FUNC_COLOR(factor(has_alpha, dst));
}
_Static_assert((uint32_t)FL_SUBTRACT == GC_BLEND_EQ__SUBTRACT &&
		   (uint32_t)FL_REVERSE_SUBTRACT == GC_BLEND_EQ__REVERSE_SUBTRACT &&
		   (uint32_t)FL_MIN == GC_BLEND_EQ__MIN && (uint32_t)FL_MAX == GC_BLEND_EQ__MAX,
	       "equations");

uint32_t *fl_gc_draw_blend(struct fl_draw *d, uint32_t *p)
{
	enum { TO_ALPHA = 16, H5 = 5 }; /* from the fields of color on */
	const bool on = d->blend_on && d->logic_op == FL_LOGIC_COPY && d->has_color;
	const bool has_alpha = d->has_color && fl_format_is(d->color_buffer.format, FL_HAS_ALPHA);
	uint32_t word = 0;

	if (on) {
		word = GC_PE_ALPHA_CONFIG__BLEND_ENABLE_COLOR(1) |
		       GC_PE_ALPHA_CONFIG__BLEND_SEPARATE_ALPHA(1) |
		       equation(has_alpha, d->blend_op, d->blend_src, d->blend_dst) |
		       equation(has_alpha, d->blend_op_alpha, d->blend_src_alpha, d->blend_dst_alpha)
			   << TO_ALPHA;
		if (fl_draw_is_integer(d) && !d->code)
			d->code =
			    fl_fail(&d->err, FL_USAGE,
				    "blending into %s: whole numbers are not blended; fl_blend(d, FL_ONE, "
				    "FL_ZERO)",
				    fl_format_info((enum fl_format)d->color_buffer.format)->name);
	}
	for (uint32_t i = 1; i < d->n_color && fl_gc_info_of(d)->halti >= H5; i++)
		p = fl_gc_put(p, GC_PE_HALTI5_RT_ALPHA_CONFIG(i - 1), word);
	p = fl_gc_put_dither(d, p);
	return fl_gc_put(p, GC_PE_ALPHA_CONFIG, word);
}
