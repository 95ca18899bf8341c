/* SPDX-License-Identifier: MIT
 *
 * State of the pixel end: scissor, depth and stencil, blending.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/program_state.h"

__attribute__((cold)) uint32_t *fl_r600_put_window(uint32_t *p, int32_t x0, int32_t y0, int32_t x1,
						   int32_t y1)
{
	p = r600_pm4_context(p, R600_PA_SC_WINDOW_SCISSOR_TL, 2);
	*p++ = R600_PA_SC_WINDOW_SCISSOR_TL__TL_X((uint32_t)x0) |
	       R600_PA_SC_WINDOW_SCISSOR_TL__TL_Y((uint32_t)y0) |
	       R600_PA_SC_WINDOW_SCISSOR_TL__WINDOW_OFFSET_DISABLE(1);
	*p++ = R600_PA_SC_WINDOW_SCISSOR_BR__BR_X((uint32_t)x1) |
	       R600_PA_SC_WINDOW_SCISSOR_BR__BR_Y((uint32_t)y1);
	return p;
}

__attribute__((cold)) uint32_t *fl_r600_draw_scissor(struct fl_draw *d, uint32_t *p)
{
	int32_t w[4];

	fl_draw_window(d, w);
	return fl_r600_put_window(p, w[0], w[1], w[2], w[3]);
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */
/* The chip counts comparisons and operations as enum fl_func and enum fl_stencil_op do. */
#define DB(field) R600_DB_DEPTH_CONTROL__##field
_Static_assert((uint32_t)FL_NEVER == DB(ZFUNC__FRAG_NEVER) && (uint32_t)FL_LESS == DB(ZFUNC__FRAG_LESS) &&
		   (uint32_t)FL_EQUAL == DB(ZFUNC__FRAG_EQUAL) &&
		   (uint32_t)FL_LEQUAL == DB(ZFUNC__FRAG_LEQUAL) &&
		   (uint32_t)FL_GREATER == DB(ZFUNC__FRAG_GREATER) &&
		   (uint32_t)FL_NOTEQUAL == DB(ZFUNC__FRAG_NOTEQUAL) &&
		   (uint32_t)FL_GEQUAL == DB(ZFUNC__FRAG_GEQUAL) &&
		   (uint32_t)FL_ALWAYS == DB(ZFUNC__FRAG_ALWAYS),
	       "comparisons");
_Static_assert((uint32_t)FL_KEEP == DB(STENCILFAIL__STENCIL_KEEP) &&
		   (uint32_t)FL_ZERO_OP == DB(STENCILFAIL__STENCIL_ZERO) &&
		   (uint32_t)FL_REPLACE_OP == DB(STENCILFAIL__STENCIL_REPLACE) &&
		   (uint32_t)FL_INCR == DB(STENCILFAIL__STENCIL_INCR_CLAMP) &&
		   (uint32_t)FL_DECR == DB(STENCILFAIL__STENCIL_DECR_CLAMP) &&
		   (uint32_t)FL_INVERT == DB(STENCILFAIL__STENCIL_INVERT) &&
		   (uint32_t)FL_INCR_WRAP == DB(STENCILFAIL__STENCIL_INCR_WRAP) &&
		   (uint32_t)FL_DECR_WRAP == DB(STENCILFAIL__STENCIL_DECR_WRAP),
	       "operations");

/* A side in DB_DEPTH_CONTROL: that of the front, and further up alike that of the back */
enum { BACK = DB(STENCILFUNC_BF__SHIFT) - DB(STENCILFUNC__SHIFT) };
_Static_assert(DB(STENCILZFAIL_BF__SHIFT) - DB(STENCILZFAIL__SHIFT) == BACK, "both sides are laid out alike");

static uint32_t side(const struct fl_stencil *s)
{
	return DB(STENCILFUNC)(s->func) | DB(STENCILFAIL)(s->fail) | DB(STENCILZPASS)(s->zpass) |
	       DB(STENCILZFAIL)(s->zfail);
}

static uint32_t refmask(const struct fl_stencil *s)
{
	return R600_DB_STENCILREFMASK__STENCILREF(s->ref) | R600_DB_STENCILREFMASK__STENCILMASK(s->mask) |
	       R600_DB_STENCILREFMASK__STENCILWRITEMASK(s->write_mask);
}

/* R6xx facts 7.1 */
uint32_t *fl_r600_put_render(const struct fl_draw *d, uint32_t *p, uint32_t copies)
{
#define OVER(field) R600_DB_RENDER_OVERRIDE__##field
	enum { OFF = R600_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_DISABLE };
	enum { DTT_8_SAMPLES = 6 }; /* RV770 wants it (R6xx facts 9); it is as good elsewhere */
	const bool counts = d->counting && !copies, r7xx = fl_r600_its(d)->r7xx;

	p = r600_pm4_context(p, R600_DB_RENDER_CONTROL, 2);
	*p++ = copies | (!counts ? R600_DB_RENDER_CONTROL__ZPASS_INCREMENT_DISABLE(1)
			 : r7xx  ? R600_DB_RENDER_CONTROL__PERFECT_ZPASS_COUNTS(1)
				 : 0);
	*p++ = OVER(FORCE_HIZ_ENABLE)(OFF) | OVER(FORCE_HIS_ENABLE0)(OFF) | OVER(FORCE_HIS_ENABLE1)(OFF) |
	       OVER(NOOP_CULL_DISABLE)(counts || (copies && !r7xx)) |
	       OVER(MAX_TILES_IN_DTT)(fl_draw_samples(d) == 8 ? DTT_8_SAMPLES : 0u);
	return p;
}

uint32_t *fl_r600_put_order(const struct fl_draw *d, uint32_t *p, bool late, bool kills, bool depth)
{
	return r600_pm4_put(
	    p, R600_DB_SHADER_CONTROL,
	    R600_DB_SHADER_CONTROL__Z_ORDER(late || kills || depth
						? R600_DB_SHADER_CONTROL__Z_ORDER__LATE_Z
						: R600_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z) |
		R600_DB_SHADER_CONTROL__KILL_ENABLE(kills) | R600_DB_SHADER_CONTROL__Z_EXPORT_ENABLE(depth) |
		R600_DB_SHADER_CONTROL__DUAL_EXPORT_ENABLE(fl_r600_its(d)->half_pixels && !depth));
}

uint32_t *fl_r600_put_depth(uint32_t *p, bool test, bool write, uint32_t func, const struct fl_stencil *front,
			    const struct fl_stencil *back)
{
	static const struct fl_stencil none;
	const bool two = back != NULL;

	p = r600_pm4_put(p, R600_DB_DEPTH_CONTROL,
			 (test ? DB(Z_ENABLE)(1) | DB(Z_WRITE_ENABLE)(write) | DB(ZFUNC)(func) : 0u) |
			     (front ? DB(STENCIL_ENABLE)(1) | DB(BACKFACE_ENABLE)(two) | side(front) |
					  side(two ? back : front) << BACK
				    : 0u));
	p = r600_pm4_context(p, R600_DB_STENCILREFMASK, 2); /* and that of the back */
	*p++ = refmask(front ? front : &none);
	*p++ = refmask(two ? back : front ? front : &none);
	return p;
}

__attribute__((cold)) uint32_t *fl_r600_draw_depth(struct fl_draw *d, uint32_t *p)
{
	const bool stencil = d->stencil_on && d->has_depth && d->depth_buffer.format == FL_Z24S8;

	p = fl_r600_put_depth(p, d->depth_test && d->has_depth, d->depth_write, d->depth_func,
			      stencil ? &d->stencil[0] : NULL,
			      stencil && d->stencil_two_sided ? &d->stencil[1] : NULL);
	/* ALPHA_FUNC counts as enum fl_func does. */
	p = r600_pm4_put(p, R600_SX_ALPHA_TEST_CONTROL,
			 R600_SX_ALPHA_TEST_CONTROL__ALPHA_FUNC(d->alpha_func) |
			     R600_SX_ALPHA_TEST_CONTROL__ALPHA_TEST_ENABLE(d->alpha_test) |
			     R600_SX_ALPHA_TEST_CONTROL__ALPHA_TEST_BYPASS(fl_draw_is_integer(d)));
	p = r600_pm4_put(p, R600_SX_ALPHA_REF, fl_f32((float)d->alpha_ref / 255));
	p = fl_r600_put_order(d, p, d->alpha_test, d->program && d->program->kills,
			      d->program && d->program->depth);
	return fl_r600_put_render(d, p, 0);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
/* By enum fl_factor: R6xx facts 7.2. A target without alpha reads as alpha 1. */
static uint32_t factor(bool has_alpha, uint32_t f)
{
	static const uint8_t codes[] = {
	    [FL_ZERO] = 0,
	    [FL_ONE] = 1,
	    [FL_SRC_COLOR] = 2,
	    [FL_ONE_MINUS_SRC_COLOR] = 3,
	    [FL_DST_COLOR] = 8,
	    [FL_ONE_MINUS_DST_COLOR] = 9,
	    [FL_SRC_ALPHA] = 4,
	    [FL_ONE_MINUS_SRC_ALPHA] = 5,
	    [FL_DST_ALPHA] = 6,
	    [FL_ONE_MINUS_DST_ALPHA] = 7,
	    [FL_SRC_ALPHA_SATURATE] = 10,
	    [FL_CONSTANT_COLOR] = 13,
	    [FL_ONE_MINUS_CONSTANT_COLOR] = 14,
	    [FL_CONSTANT_ALPHA] = 19,
	    [FL_ONE_MINUS_CONSTANT_ALPHA] = 20,
	};

	if (!has_alpha) {
		if (f == FL_DST_ALPHA)
			f = FL_ONE;
		else if (f == FL_ONE_MINUS_DST_ALPHA || f == FL_SRC_ALPHA_SATURATE)
			f = FL_ZERO;
	}
	return codes[f];
}

/* COMB_FCN and factors, as they stand for color; is: of the target's format. */
static uint32_t equation(uint32_t is, uint32_t op, uint32_t src, uint32_t dst)
{
	static const uint8_t function[] = {
	    [FL_ADD] = 0, [FL_SUBTRACT] = 1, [FL_REVERSE_SUBTRACT] = 4, [FL_MIN] = 2, [FL_MAX] = 3};

	if (op == FL_MIN || op == FL_MAX) /* take no factors; whether the chip does is not said */
		src = dst = FL_ONE;
	return R600_CB_BLEND_CONTROL__COLOR_COMB_FCN(function[op <= FL_MAX ? op : FL_ADD]) |
	       R600_CB_BLEND_CONTROL__COLOR_SRCBLEND(factor(is & FL_HAS_ALPHA, src)) |
	       R600_CB_BLEND_CONTROL__COLOR_DESTBLEND(factor(is & FL_HAS_ALPHA, dst));
}

enum { ALPHA = R600_CB_BLEND_CONTROL__ALPHA_SRCBLEND__SHIFT - R600_CB_BLEND_CONTROL__COLOR_SRCBLEND__SHIFT };
_Static_assert(R600_CB_BLEND_CONTROL__ALPHA_DESTBLEND__SHIFT -
		       R600_CB_BLEND_CONTROL__COLOR_DESTBLEND__SHIFT ==
		   ALPHA,
	       "color and alpha are laid out alike");

uint32_t *fl_r600_draw_blend(struct fl_draw *d, uint32_t *p)
{
	const struct fl_r600_draw *r = fl_r600_its(d);
	const bool on = d->blend_on && d->logic_op == FL_LOGIC_COPY;
	const uint32_t n = d->n_color ? d->n_color : 1;
	/* A pattern, which there is not, would make the upper half another. */
	uint32_t control = R600_CB_COLOR_CONTROL__ROP3(0x11u * d->logic_op) |
			   R600_CB_COLOR_CONTROL__PER_MRT_BLEND(!r->one_blend);

	if (on) {
		const uint32_t is = fl_format_info((enum fl_format)d->color_buffer.format)->is,
			       word = equation(is, d->blend_op, d->blend_src, d->blend_dst) |
				      equation(is, d->blend_op_alpha, d->blend_src_alpha, d->blend_dst_alpha)
					  << ALPHA |
				      R600_CB_BLEND_CONTROL__SEPARATE_ALPHA_BLEND(1);

		if (d->has_color && (is & FL_IS_INTEGER) && !d->code)
			d->code =
			    fl_fail(&d->err, FL_USAGE,
				    "blending into %s: whole numbers are not blended; fl_blend(d, FL_ONE, "
				    "FL_ZERO)",
				    fl_format_info((enum fl_format)d->color_buffer.format)->name);
		control |= R600_CB_COLOR_CONTROL__TARGET_BLEND_ENABLE((1u << n) - 1);
		if (r->one_blend) {
			p = r600_pm4_put(p, R600_CB_BLEND_CONTROL, word);
		} else {
			p = r600_pm4_context(p, R600_CB_BLEND0_CONTROL(0), n);
			for (uint32_t i = 0; i < n && i < FL_TARGETS_MAX; i++)
				*p++ = word;
		}
	}
	return r600_pm4_put(p, R600_CB_COLOR_CONTROL, control);
}
