/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: scissor, depth and stencil, blending (CIK facts 8, 9).
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/program_state.h"

__attribute__((cold)) uint32_t *fl_cik_put_window(uint32_t *p, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	p = cik_pm4_context(p, CIK_PA_SC_WINDOW_SCISSOR_TL, 2);
	*p++ = CIK_PA_SC_WINDOW_SCISSOR_TL__TL_X((uint32_t)x0) |
	       CIK_PA_SC_WINDOW_SCISSOR_TL__TL_Y((uint32_t)y0) |
	       CIK_PA_SC_WINDOW_SCISSOR_TL__WINDOW_OFFSET_DISABLE(1);
	*p++ =
	    CIK_PA_SC_WINDOW_SCISSOR_BR__BR_X((uint32_t)x1) | CIK_PA_SC_WINDOW_SCISSOR_BR__BR_Y((uint32_t)y1);
	return p;
}

__attribute__((cold)) uint32_t *fl_cik_draw_scissor(struct fl_draw *d, uint32_t *p)
{
	int32_t w[4];

	fl_draw_window(d, w);
	return fl_cik_put_window(p, w[0], w[1], w[2], w[3]);
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */
/* The chip counts comparisons as enum fl_func does. */
#define DB(field) CIK_DB_DEPTH_CONTROL__##field
_Static_assert((uint32_t)FL_NEVER == DB(ZFUNC__FRAG_NEVER) && (uint32_t)FL_LESS == DB(ZFUNC__FRAG_LESS) &&
		   (uint32_t)FL_EQUAL == DB(ZFUNC__FRAG_EQUAL) &&
		   (uint32_t)FL_LEQUAL == DB(ZFUNC__FRAG_LEQUAL) &&
		   (uint32_t)FL_GREATER == DB(ZFUNC__FRAG_GREATER) &&
		   (uint32_t)FL_NOTEQUAL == DB(ZFUNC__FRAG_NOTEQUAL) &&
		   (uint32_t)FL_GEQUAL == DB(ZFUNC__FRAG_GEQUAL) &&
		   (uint32_t)FL_ALWAYS == DB(ZFUNC__FRAG_ALWAYS),
	       "comparisons");

#define OP(name) CIK_DB_STENCIL_CONTROL__STENCILFAIL__STENCIL_##name

/* A side in DB_STENCIL_CONTROL: that of the front, and further up alike that of the back */
enum { BACK = CIK_DB_STENCIL_CONTROL__STENCILFAIL_BF__SHIFT - CIK_DB_STENCIL_CONTROL__STENCILFAIL__SHIFT };
_Static_assert(CIK_DB_STENCIL_CONTROL__STENCILZFAIL_BF__SHIFT - CIK_DB_STENCIL_CONTROL__STENCILZFAIL__SHIFT ==
		   BACK,
	       "both sides are laid out alike");

static uint32_t side(const struct fl_stencil *s)
{
	static const uint8_t op[8] = {
	    [FL_KEEP] = OP(KEEP),          [FL_ZERO_OP] = OP(ZERO),       [FL_REPLACE_OP] = OP(REPLACE_TEST),
	    [FL_INCR] = OP(ADD_CLAMP),     [FL_DECR] = OP(SUB_CLAMP),     [FL_INVERT] = OP(INVERT),
	    [FL_INCR_WRAP] = OP(ADD_WRAP), [FL_DECR_WRAP] = OP(SUB_WRAP),
	};

	return CIK_DB_STENCIL_CONTROL__STENCILFAIL(op[s->fail & 7]) |
	       CIK_DB_STENCIL_CONTROL__STENCILZPASS(op[s->zpass & 7]) |
	       CIK_DB_STENCIL_CONTROL__STENCILZFAIL(op[s->zfail & 7]);
}

/* Sums are of the operations' own value. */
static uint32_t refmask(const struct fl_stencil *s)
{
	return CIK_DB_STENCILREFMASK__STENCILTESTVAL(s->ref) | CIK_DB_STENCILREFMASK__STENCILMASK(s->mask) |
	       CIK_DB_STENCILREFMASK__STENCILWRITEMASK(s->write_mask) |
	       CIK_DB_STENCILREFMASK__STENCILOPVAL(1);
}

uint32_t *fl_cik_put_depth(uint32_t *p, bool test, bool write, uint32_t func, const struct fl_stencil *front,
			   const struct fl_stencil *back)
{
	static const struct fl_stencil none;
	const bool two = back != NULL;
	const struct fl_stencil *f = front ? front : &none, *b = two ? back : f;

	p = cik_pm4_put(p, CIK_DB_DEPTH_CONTROL,
			(test ? DB(Z_ENABLE)(1) | DB(Z_WRITE_ENABLE)(write) | DB(ZFUNC)(func) : 0u) |
			    (front ? DB(STENCIL_ENABLE)(1) | DB(BACKFACE_ENABLE)(two) |
					 DB(STENCILFUNC)(f->func) | DB(STENCILFUNC_BF)(b->func)
				   : 0u));
	p = cik_pm4_context(p, CIK_DB_STENCIL_CONTROL, 3); /* and DB_STENCILREFMASK, that of the back */
	*p++ = side(f) | side(b) << BACK;
	*p++ = refmask(f);
	*p++ = refmask(b);
	return p;
}

uint32_t *fl_cik_put_counting(const struct fl_draw *d, uint32_t *p, bool counting)
{
	enum { ALL_SLICES = 1 };
	const uint32_t samples = fl_draw_samples(d);

	return cik_pm4_put(p, CIK_DB_COUNT_CONTROL,
			   counting
			       ? CIK_DB_COUNT_CONTROL__PERFECT_ZPASS_COUNTS(1) |
				     CIK_DB_COUNT_CONTROL__SAMPLE_RATE((uint32_t)__builtin_ctz(samples)) |
				     CIK_DB_COUNT_CONTROL__ZPASS_ENABLE(1) |
				     CIK_DB_COUNT_CONTROL__SLICE_EVEN_ENABLE(ALL_SLICES) |
				     CIK_DB_COUNT_CONTROL__SLICE_ODD_ENABLE(ALL_SLICES)
			       : 0u);
}

uint32_t *fl_cik_put_order(uint32_t *p, bool kills, bool depth)
{
	return cik_pm4_put(
	    p, CIK_DB_SHADER_CONTROL,
	    CIK_DB_SHADER_CONTROL__Z_ORDER(kills || depth
					       ? CIK_DB_SHADER_CONTROL__Z_ORDER__LATE_Z
					       : CIK_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z) |
		CIK_DB_SHADER_CONTROL__KILL_ENABLE(kills) | CIK_DB_SHADER_CONTROL__Z_EXPORT_ENABLE(depth));
}

__attribute__((cold)) uint32_t *fl_cik_draw_depth(struct fl_draw *d, uint32_t *p)
{
	const bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;

	p = fl_cik_put_depth(p, d->depth_test && d->has_depth, d->depth_write, d->depth_func,
			     stencil ? &d->stencil[0] : NULL,
			     stencil && d->stencil_two_sided ? &d->stencil[1] : NULL);
	p = fl_cik_put_order(p, fl_cik_its(d)->kills, fl_cik_its(d)->depth);
	return fl_cik_put_counting(d, p, d->counting);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
#define BLEND(x) CIK_CB_BLEND_CONTROL__COLOR_SRCBLEND__BLEND_##x

/* COMB_FCN and factors, as they stand for color. A target without alpha reads as alpha 1 (draw_target.c). */
static uint32_t equation(uint32_t op, uint32_t src, uint32_t dst)
{
	static const uint8_t function[] = {
	    [FL_ADD] = CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_PLUS_SRC,
	    [FL_SUBTRACT] = CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_SRC_MINUS_DST,
	    [FL_REVERSE_SUBTRACT] = CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_MINUS_SRC,
	    [FL_MIN] = CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MIN_DST_SRC,
	    [FL_MAX] = CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MAX_DST_SRC};
	static const uint8_t factor[] = {
	    [FL_ZERO] = BLEND(ZERO),
	    [FL_ONE] = BLEND(ONE),
	    [FL_SRC_COLOR] = BLEND(SRC_COLOR),
	    [FL_ONE_MINUS_SRC_COLOR] = BLEND(ONE_MINUS_SRC_COLOR),
	    [FL_DST_COLOR] = BLEND(DST_COLOR),
	    [FL_ONE_MINUS_DST_COLOR] = BLEND(ONE_MINUS_DST_COLOR),
	    [FL_SRC_ALPHA] = BLEND(SRC_ALPHA),
	    [FL_ONE_MINUS_SRC_ALPHA] = BLEND(ONE_MINUS_SRC_ALPHA),
	    [FL_DST_ALPHA] = BLEND(DST_ALPHA),
	    [FL_ONE_MINUS_DST_ALPHA] = BLEND(ONE_MINUS_DST_ALPHA),
	    [FL_SRC_ALPHA_SATURATE] = BLEND(SRC_ALPHA_SATURATE),
	    [FL_CONSTANT_COLOR] = BLEND(CONSTANT_COLOR),
	    [FL_ONE_MINUS_CONSTANT_COLOR] = BLEND(ONE_MINUS_CONSTANT_COLOR),
	    [FL_CONSTANT_ALPHA] = BLEND(CONSTANT_ALPHA),
	    [FL_ONE_MINUS_CONSTANT_ALPHA] = BLEND(ONE_MINUS_CONSTANT_ALPHA),
	};

	if (op == FL_MIN || op == FL_MAX) /* take no factors; whether the chip does is not said */
		src = dst = FL_ONE;
	return CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN(function[op <= FL_MAX ? op : FL_ADD]) |
	       CIK_CB_BLEND_CONTROL__COLOR_SRCBLEND(factor[src]) |
	       CIK_CB_BLEND_CONTROL__COLOR_DESTBLEND(factor[dst]);
}

enum { ALPHA = CIK_CB_BLEND_CONTROL__ALPHA_SRCBLEND__SHIFT - CIK_CB_BLEND_CONTROL__COLOR_SRCBLEND__SHIFT };
_Static_assert(CIK_CB_BLEND_CONTROL__ALPHA_DESTBLEND__SHIFT - CIK_CB_BLEND_CONTROL__COLOR_DESTBLEND__SHIFT ==
		   ALPHA,
	       "color and alpha are laid out alike");

uint32_t *fl_cik_draw_blend(struct fl_draw *d, uint32_t *p)
{
	const uint32_t n = d->n_color ? d->n_color : 1;
	uint32_t word = 0;

	if (d->blend_on && d->logic_op == FL_LOGIC_COPY) {
		word = equation(d->blend_op, d->blend_src, d->blend_dst) |
		       equation(d->blend_op_alpha, d->blend_src_alpha, d->blend_dst_alpha) << ALPHA |
		       CIK_CB_BLEND_CONTROL__SEPARATE_ALPHA_BLEND(1) | CIK_CB_BLEND_CONTROL__ENABLE(1);
		if (fl_draw_is_integer(d) && !d->code)
			d->code =
			    fl_fail(&d->err, FL_USAGE,
				    "blending into %s: whole numbers are not blended; fl_blend(d, FL_ONE, "
				    "FL_ZERO)",
				    fl_format_info((enum fl_format)d->color_buffer.format)->name);
	}
	p = cik_pm4_context(p, CIK_CB_BLEND_CONTROL(0), n);
	for (uint32_t i = 0; i < n && i < FL_TARGETS_MAX; i++)
		*p++ = word;
	/* A pattern, which there is not, would make the upper half another. */
	return cik_pm4_put(p, CIK_CB_COLOR_CONTROL,
			   CIK_CB_COLOR_CONTROL__MODE(CIK_CB_COLOR_CONTROL__MODE__CB_NORMAL) |
			       CIK_CB_COLOR_CONTROL__ROP3(0x11u * d->logic_op));
}

/* ---- what is written ----------------------------------------------------------------------------------- */
uint32_t *fl_cik_draw_output(struct fl_draw *d, uint32_t *p)
{
	const uint32_t there = (1u << d->n_color) - 1, written = fl_cik_program_targets(d);

	p = cik_pm4_context(p, CIK_CB_TARGET_MASK, 2); /* and CB_SHADER_MASK */
	*p++ = fl_draw_channels(there & written, d->color_mask);
	*p++ = fl_draw_channels(written, 15);
	p = cik_pm4_context(p, CIK_CB_BLEND_RED, 4);
	for (uint32_t i = 0; i < 4; i++)
		*p++ = fl_f32(d->blend_color[i]);
	return p;
}
