/* SPDX-License-Identifier: MIT
 *
 * CB: the registers of blending, decoded once a draw. R5xx guide 11.2, 10.5.
 */
#include "hw/model/r500/cb.h"

#include "hw/model/num/num.h"
#include "hw/model/r500/chips.h"

#define FACTOR(name) R500_RB3D_BLENDCNTL__SRCBLEND__##name

static uint8_t factor(struct mr500 *r, unsigned code)
{
	/* One above, so that what is not named is 0: reserved. */
	static const uint8_t factors[64] = {
	    [FACTOR(D3D_ZERO)] = 1 + FL_PIXEL_BF_ZERO,
	    [FACTOR(D3D_ONE)] = 1 + FL_PIXEL_BF_ONE,
	    [FACTOR(D3D_SRCCOLOR)] = 1 + FL_PIXEL_BF_SRC_COLOR,
	    [FACTOR(D3D_INVSRCCOLOR)] = 1 + FL_PIXEL_BF_INV_SRC_COLOR,
	    [FACTOR(D3D_SRCALPHA)] = 1 + FL_PIXEL_BF_SRC_ALPHA,
	    [FACTOR(D3D_INVSRCALPHA)] = 1 + FL_PIXEL_BF_INV_SRC_ALPHA,
	    [FACTOR(D3D_DESTALPHA)] = 1 + FL_PIXEL_BF_DST_ALPHA,
	    [FACTOR(D3D_INVDESTALPHA)] = 1 + FL_PIXEL_BF_INV_DST_ALPHA,
	    [FACTOR(D3D_DESTCOLOR)] = 1 + FL_PIXEL_BF_DST_COLOR,
	    [FACTOR(D3D_INVDESTCOLOR)] = 1 + FL_PIXEL_BF_INV_DST_COLOR,
	    [FACTOR(D3D_SRCALPHASAT)] = 1 + FL_PIXEL_BF_SAT,
	    [FACTOR(GL_ZERO)] = 1 + FL_PIXEL_BF_ZERO,
	    [FACTOR(GL_ONE)] = 1 + FL_PIXEL_BF_ONE,
	    [FACTOR(GL_SRC_COLOR)] = 1 + FL_PIXEL_BF_SRC_COLOR,
	    [FACTOR(GL_ONE_MINUS_SRC_COLOR)] = 1 + FL_PIXEL_BF_INV_SRC_COLOR,
	    [FACTOR(GL_DST_COLOR)] = 1 + FL_PIXEL_BF_DST_COLOR,
	    [FACTOR(GL_ONE_MINUS_DST_COLOR)] = 1 + FL_PIXEL_BF_INV_DST_COLOR,
	    [FACTOR(GL_SRC_ALPHA)] = 1 + FL_PIXEL_BF_SRC_ALPHA,
	    [FACTOR(GL_ONE_MINUS_SRC_ALPHA)] = 1 + FL_PIXEL_BF_INV_SRC_ALPHA,
	    [FACTOR(GL_DST_ALPHA)] = 1 + FL_PIXEL_BF_DST_ALPHA,
	    [FACTOR(GL_ONE_MINUS_DST_ALPHA)] = 1 + FL_PIXEL_BF_INV_DST_ALPHA,
	    [FACTOR(GL_SRC_ALPHA_SATURATE)] = 1 + FL_PIXEL_BF_SAT,
	    [FACTOR(GL_CONSTANT_COLOR)] = 1 + FL_PIXEL_BF_CONST_COLOR,
	    [FACTOR(GL_ONE_MINUS_CONSTANT_COLOR)] = 1 + FL_PIXEL_BF_INV_CONST_COLOR,
	    [FACTOR(GL_CONSTANT_ALPHA)] = 1 + FL_PIXEL_BF_CONST_ALPHA,
	    [FACTOR(GL_ONE_MINUS_CONSTANT_ALPHA)] = 1 + FL_PIXEL_BF_INV_CONST_ALPHA,
	};

	if (factors[code])
		return factors[code] - 1;
	mr500_report(r, FL_WARN, "CB", "R5xx guide 11.2", "blend factor %u is reserved: taken as zero", code);
	return FL_PIXEL_BF_ZERO;
}

#define FUNC(name) R500_RB3D_BLENDCNTL__COMB_FCN__##name

static struct fl_pixel_equation equation(struct mr500 *r, uint32_t cntl)
{
	static const struct fl_pixel_equation funcs[8] = {
	    [FUNC(ADD_CLAMP)] = {.func = FL_PIXEL_FUNC_ADD, .clamp = true},
	    [FUNC(ADD_NO_CLAMP)] = {.func = FL_PIXEL_FUNC_ADD},
	    [FUNC(SUB_SRC_DST_CLAMP)] = {.func = FL_PIXEL_FUNC_SUB, .clamp = true},
	    [FUNC(SUB_SRC_DST_NO_CLAMP)] = {.func = FL_PIXEL_FUNC_SUB},
	    [FUNC(SUB_DST_SRC_CLAMP)] = {.func = FL_PIXEL_FUNC_REVERSE_SUB, .clamp = true},
	    [FUNC(SUB_DST_SRC_NO_CLAMP)] = {.func = FL_PIXEL_FUNC_REVERSE_SUB},
	    [FUNC(MIN)] = {.func = FL_PIXEL_FUNC_MIN},
	    [FUNC(MAX)] = {.func = FL_PIXEL_FUNC_MAX},
	};
	struct fl_pixel_equation e = funcs[R500_RB3D_BLENDCNTL__COMB_FCN__GET(cntl)];
	unsigned src = R500_RB3D_BLENDCNTL__SRCBLEND__GET(cntl),
		 dst = R500_RB3D_BLENDCNTL__DESTBLEND__GET(cntl);

	if (src == FACTOR(D3D_BOTHSRCALPHA)) {
		e.src = FL_PIXEL_BF_SRC_ALPHA;
		e.dst = FL_PIXEL_BF_INV_SRC_ALPHA;
	} else if (src == FACTOR(D3D_BOTHINVSRCALPHA)) {
		e.src = FL_PIXEL_BF_INV_SRC_ALPHA;
		e.dst = FL_PIXEL_BF_SRC_ALPHA;
	} else if (e.func != FL_PIXEL_FUNC_MIN && e.func != FL_PIXEL_FUNC_MAX) {
		e.src = factor(r, src);
		e.dst = factor(r, dst);
	} else { /* forced to one */
		e.src = e.dst = FL_PIXEL_BF_ONE;
	}
	return e;
}

static bool equation_reads(const struct fl_pixel_equation *e)
{
	return e->dst != FL_PIXEL_BF_ZERO || e->src == FL_PIXEL_BF_DST_COLOR ||
	       e->src == FL_PIXEL_BF_INV_DST_COLOR || e->src == FL_PIXEL_BF_DST_ALPHA ||
	       e->src == FL_PIXEL_BF_INV_DST_ALPHA || e->src == FL_PIXEL_BF_SAT;
}

bool mr500_cb_blend_is(const struct mr500_cb_blend *b, enum fl_pixel_factor src, enum fl_pixel_factor dst)
{
	bool is = true;

	for (unsigned i = 0; i < 2; i++)
		is &= b->eq[i].func == FL_PIXEL_FUNC_ADD && b->eq[i].src == src && b->eq[i].dst == dst;
	return is;
}

#define DISCARD(name) R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__##name

static void discard(struct mr500 *r, struct fl_pixel_color *cb, uint32_t cntl)
{
	enum { COLOR = 7, ALPHA = 8 }; /* bits of C0..C3 */
	static const uint8_t channels[8] = {
	    [DISCARD(SRC_ALPHA_LE_THRESHOLD)] = ALPHA,
	    [DISCARD(SRC_COLOR_LE_THRESHOLD)] = COLOR,
	    [DISCARD(SRC_ARGB_LE_THRESHOLD)] = COLOR | ALPHA,
	    [DISCARD(SRC_ALPHA_GE_THRESHOLD)] = ALPHA,
	    [DISCARD(SRC_COLOR_GE_THRESHOLD)] = COLOR,
	    [DISCARD(SRC_ARGB_GE_THRESHOLD)] = COLOR | ALPHA,
	};
	unsigned how = R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__GET(cntl);

	if (how > DISCARD(SRC_ARGB_GE_THRESHOLD))
		mr500_report(r, FL_WARN, "CB", "R5xx guide 11.2", "DISCARD_SRC_PIXELS 7 is reserved");
	cb->discard = channels[how];
	cb->discard_ge = cb->discard && how >= DISCARD(SRC_ALPHA_GE_THRESHOLD);
	for (unsigned k = 0; k < 4; k++)
		cb->limit[k] =
		    (uint8_t)((cb->discard_ge ? R500_REG(r, RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD)
					      : R500_REG(r, RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD)) >>
			      k * 8);
}

void mr500_cb_blend_decode(struct mr500 *r, struct fl_pixel_color *cb, struct mr500_cb_blend *b)
{
	uint32_t cntl = R500_REG(r, RB3D_BLENDCNTL);

	b->on = R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE__GET(cntl);
	b->read_enable = R500_RB3D_BLENDCNTL__READ_ENABLE__GET(cntl);
	if (!b->on)
		return;
	b->eq[0] = b->eq[1] = equation(r, cntl);
	if (R500_RB3D_BLENDCNTL__SEPARATE_ALPHA_ENABLE__GET(cntl))
		b->eq[1] = equation(r, R500_REG(r, RB3D_ABLENDCNTL));
	b->eq_reads = equation_reads(&b->eq[0]) || equation_reads(&b->eq[1]);
	discard(r, cb, cntl);
	cb->skip0 = R500_RB3D_BLENDCNTL__SRC_ALPHA_0_NO_READ__GET(cntl);
	cb->skip1 = R500_RB3D_BLENDCNTL__SRC_ALPHA_1_NO_READ__GET(cntl);
}

void mr500_cb_constant(const struct mr500 *r, struct fl_pixel_target *t)
{
	bool is_float = t->path == FL_PIXEL_COLOR_FLOAT;

	if (r->variant->kind == MR500_KIND_R5XX) {
		uint32_t ar = R500_REG(r, RB3D_CONSTANT_COLOR_AR), gb = R500_REG(r, RB3D_CONSTANT_COLOR_GB);
		uint32_t c[4] = {gb & 0xffff, gb >> 16, ar & 0xffff, ar >> 16};

		for (unsigned k = 0; k < 4; k++) {
			uint32_t c10 = c[k] & 0x3ff; /* 0.10 fixed */

			if (is_float)
				t->constant[k] = t->sign ? (float)c10 / 1023.0f : num_from_half(c[k]);
			else
				t->constant[k] = (float)(t->bits == 8 ? (c10 * 255 * 2 + 1023) / 2046 : c10);
		}
		return;
	}
	uint32_t c = R500_REG(r, RB3D_CONSTANT_COLOR);
	for (unsigned k = 0; k < 4; k++) {
		uint32_t c8 = c >> k * 8 & 255;

		t->constant[k] = is_float       ? (float)c8 / 255.0f
				 : t->bits == 8 ? (float)c8
						: (float)((c8 * 1023 * 2 + 255) / 510);
	}
}
