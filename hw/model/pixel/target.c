/* SPDX-License-Identifier: MIT
 *
 * Color targets; see target.h.
 */
#include "hw/model/pixel/target.h"

#include <string.h>

/* ---- channels ------------------------------------------------------------------------------------------ */
/* COMP_SWAP: which of R, G, B, A each field is, by the number of fields. Of three fields the alternate orders
 * are inferred from those of two. */
static const uint8_t order[4][4][4] = {
    {{0}, {1}, {2}, {3}},
    {{0, 1}, {0, 3}, {1, 0}, {3, 0}},
    {{0, 1, 2}, {0, 1, 3}, {2, 1, 0}, {3, 1, 0}},
    {{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 2, 1, 0}, {3, 0, 1, 2}},
};

void fl_pixel_channels(struct fl_pixel_target *t, const struct fl_pixel_fields *f, unsigned swap,
		       unsigned number)
{
	static const uint8_t numbers[8] = {FL_PIXEL_UNORM, FL_PIXEL_SNORM, FL_PIXEL_USCALED, FL_PIXEL_SSCALED,
					   FL_PIXEL_UINT,  FL_PIXEL_SINT,  FL_PIXEL_SRGB,    FL_PIXEL_FLOATS};
	unsigned at = 0;

	memset(t->ch, 0, sizeof(t->ch));
	for (unsigned k = 0; k < 4; k++)
		t->ch[k].read = (uint8_t)(k == 3 ? 4 : k);
	for (unsigned i = 0; i < f->n; i++) {
		const unsigned k = order[f->n - 1][swap & 3][i];

		t->ch[k] = (struct fl_pixel_channel){(uint8_t)at, f->width[i], (uint8_t)k};
		at += f->width[i];
		t->wide.number[k] = f->is_float && f->width[i] != 8 ? FL_PIXEL_FLOATS
				    : f->is_float                   ? FL_PIXEL_UINT
								    : numbers[number & 7];
	}
	/* Alpha is linear. */
	if (t->wide.number[3] == FL_PIXEL_SRGB)
		t->wide.number[3] = FL_PIXEL_UNORM;
}

void fl_pixel_masks(struct fl_pixel_target *t, unsigned mask)
{
	bool all = true, any = false;

	for (unsigned k = 0; k < 4; k++) {
		const struct fl_pixel_channel *c = &t->ch[k];
		const bool on = mask >> k & 1;

		if (!c->bits)
			continue;
		all &= on;
		any |= on;
		if (on)
			t->mask[c->at / 32] |= (c->bits == 32 ? ~0u : (1u << c->bits) - 1) << c->at % 32;
	}
	if (all) {
		memset(t->mask, 0xff, sizeof(t->mask));
		if (t->key.cpp < 4)
			t->mask[0] = (1u << t->key.cpp * 8) - 1;
	}
	t->partial = !all;
	if (!any)
		t->path = FL_PIXEL_COLOR_NONE;
}

bool fl_pixel_is_integer(const struct fl_pixel_target *t)
{
	for (unsigned k = 0; k < 4; k++)
		if (t->ch[k].bits &&
		    (t->wide.number[k] == FL_PIXEL_UINT || t->wide.number[k] == FL_PIXEL_SINT))
			return true;
	return false;
}

/* ---- equations ----------------------------------------------------------------------------------------- */
/* COLOR_SRCBLEND and its like. */
enum {
	BLEND_ZERO,
	BLEND_ONE,
	BLEND_SRC_COLOR,
	BLEND_ONE_MINUS_SRC_COLOR,
	BLEND_SRC_ALPHA,
	BLEND_ONE_MINUS_SRC_ALPHA,
	BLEND_DST_ALPHA,
	BLEND_ONE_MINUS_DST_ALPHA,
	BLEND_DST_COLOR,
	BLEND_ONE_MINUS_DST_COLOR,
	BLEND_SRC_ALPHA_SATURATE,
	BLEND_BOTH_SRC_ALPHA,
	BLEND_BOTH_INV_SRC_ALPHA,
	BLEND_CONST_COLOR,
	BLEND_ONE_MINUS_CONST_COLOR,
	BLEND_SRC1_COLOR,
	BLEND_INV_SRC1_COLOR,
	BLEND_SRC1_ALPHA,
	BLEND_INV_SRC1_ALPHA,
	BLEND_CONST_ALPHA,
	BLEND_ONE_MINUS_CONST_ALPHA,
	BLEND_FACTORS
};

static uint8_t factor(unsigned code, bool *known)
{
	static const uint8_t factors[BLEND_FACTORS] = {
	    [BLEND_ZERO] = FL_PIXEL_BF_ZERO,
	    [BLEND_ONE] = FL_PIXEL_BF_ONE,
	    [BLEND_SRC_COLOR] = FL_PIXEL_BF_SRC_COLOR,
	    [BLEND_ONE_MINUS_SRC_COLOR] = FL_PIXEL_BF_INV_SRC_COLOR,
	    [BLEND_SRC_ALPHA] = FL_PIXEL_BF_SRC_ALPHA,
	    [BLEND_ONE_MINUS_SRC_ALPHA] = FL_PIXEL_BF_INV_SRC_ALPHA,
	    [BLEND_DST_ALPHA] = FL_PIXEL_BF_DST_ALPHA,
	    [BLEND_ONE_MINUS_DST_ALPHA] = FL_PIXEL_BF_INV_DST_ALPHA,
	    [BLEND_DST_COLOR] = FL_PIXEL_BF_DST_COLOR,
	    [BLEND_ONE_MINUS_DST_COLOR] = FL_PIXEL_BF_INV_DST_COLOR,
	    [BLEND_SRC_ALPHA_SATURATE] = FL_PIXEL_BF_SAT,
	    [BLEND_BOTH_SRC_ALPHA] = FL_PIXEL_BF_SRC_ALPHA,
	    [BLEND_BOTH_INV_SRC_ALPHA] = FL_PIXEL_BF_INV_SRC_ALPHA,
	    [BLEND_CONST_COLOR] = FL_PIXEL_BF_CONST_COLOR,
	    [BLEND_ONE_MINUS_CONST_COLOR] = FL_PIXEL_BF_INV_CONST_COLOR,
	    [BLEND_SRC1_COLOR] = FL_PIXEL_BF_SRC1_COLOR,
	    [BLEND_INV_SRC1_COLOR] = FL_PIXEL_BF_INV_SRC1_COLOR,
	    [BLEND_SRC1_ALPHA] = FL_PIXEL_BF_SRC1_ALPHA,
	    [BLEND_INV_SRC1_ALPHA] = FL_PIXEL_BF_INV_SRC1_ALPHA,
	    [BLEND_CONST_ALPHA] = FL_PIXEL_BF_CONST_ALPHA,
	    [BLEND_ONE_MINUS_CONST_ALPHA] = FL_PIXEL_BF_INV_CONST_ALPHA,
	};

	if (code < BLEND_FACTORS)
		return factors[code];
	*known = false;
	return FL_PIXEL_BF_ZERO;
}

static struct fl_pixel_equation equation(unsigned func, unsigned src, unsigned dst, bool *known)
{
	static const uint8_t funcs[8] = {FL_PIXEL_FUNC_ADD, FL_PIXEL_FUNC_SUB, FL_PIXEL_FUNC_MIN,
					 FL_PIXEL_FUNC_MAX, FL_PIXEL_FUNC_REVERSE_SUB};
	struct fl_pixel_equation e = {
	    .func = funcs[func], .src = factor(src, known), .dst = factor(dst, known), .clamp = true};

	*known &= func <= 4;
	if (src == BLEND_BOTH_SRC_ALPHA)
		e.dst = FL_PIXEL_BF_INV_SRC_ALPHA;
	if (src == BLEND_BOTH_INV_SRC_ALPHA)
		e.dst = FL_PIXEL_BF_SRC_ALPHA;
	if (e.func == FL_PIXEL_FUNC_MIN || e.func == FL_PIXEL_FUNC_MAX)
		e.src = e.dst = FL_PIXEL_BF_ONE;
	return e;
}

/* Of five bits a source, of three a function, of five a destination: those of color, and those of alpha. */
bool fl_pixel_equations(uint32_t blend_control, struct fl_pixel_equation eq[2])
{
	enum { FACTOR = 31, FUNC = 7, FUNC_AT = 5, DST_AT = 8, ALPHA_AT = 16, SEPARATE_ALPHA = 1 << 29 };
	const uint32_t c = blend_control, a = blend_control >> ALPHA_AT;
	bool known = true;

	eq[0] = eq[1] = equation(c >> FUNC_AT & FUNC, c & FACTOR, c >> DST_AT & FACTOR, &known);
	if (c & SEPARATE_ALPHA)
		eq[1] = equation(a >> FUNC_AT & FUNC, a & FACTOR, a >> DST_AT & FACTOR, &known);
	return known;
}

bool fl_pixel_equation_is(const struct fl_pixel_equation eq[2], unsigned src, unsigned dst)
{
	bool is = true;

	for (unsigned i = 0; i < 2; i++)
		is &= eq[i].func == FL_PIXEL_FUNC_ADD && eq[i].src == src && eq[i].dst == dst;
	return is;
}

static bool of_second(unsigned f)
{
	return f >= FL_PIXEL_BF_SRC1_COLOR && f <= FL_PIXEL_BF_INV_SRC1_ALPHA;
}

bool fl_pixel_second_source(const struct fl_pixel_equation eq[2])
{
	return of_second(eq[0].src) || of_second(eq[0].dst) || of_second(eq[1].src) || of_second(eq[1].dst);
}

static bool of_destination(unsigned f)
{
	return f == FL_PIXEL_BF_DST_COLOR || f == FL_PIXEL_BF_INV_DST_COLOR || f == FL_PIXEL_BF_DST_ALPHA ||
	       f == FL_PIXEL_BF_INV_DST_ALPHA || f == FL_PIXEL_BF_SAT;
}

bool fl_pixel_blend_reads(const struct fl_pixel_equation eq[2])
{
	return eq[0].dst != FL_PIXEL_BF_ZERO || eq[1].dst != FL_PIXEL_BF_ZERO || of_destination(eq[0].src) ||
	       of_destination(eq[1].src);
}

/* ---- ways ---------------------------------------------------------------------------------------------- */
/* Bytes 0 to 3, normalized: the ways that are known of old, which want channels in the order of memory, and
 * alpha last where they blend. */
void fl_pixel_choose_bytes(const struct fl_pixel_color *cb, struct fl_pixel_target *t)
{
	static const uint8_t at[4] = {0, 8, 16, 24};
	float constant[4];

	for (unsigned k = 0; k < 4; k++)
		if (t->ch[k].bits != 8 || t->wide.number[k] != FL_PIXEL_UNORM)
			return;
	if ((t->blend && (t->ch[3].at != 24 || fl_pixel_second_source(t->eq))) || t->wide.truncate)
		return;
	for (unsigned k = 0; k < 4; k++) {
		const unsigned c = t->ch[k].at / 8;

		t->sel[c] = (uint8_t)k;
		constant[c] = (float)(uint32_t)(t->constant[k] * 255.0f + 0.5f);
	}
	memcpy(t->constant, constant, sizeof(constant));
	for (unsigned c = 0; c < 4; c++)
		t->ch[c] = (struct fl_pixel_channel){at[c], 8, (uint8_t)c};
	t->bits = 8;
	t->dither[0] = t->dither[1] = FL_PIXEL_ROUND;
	t->path = FL_PIXEL_COLOR_ANY8888;
	if (t->partial || cb->rop_on)
		return;
	if (!t->blend)
		t->path = FL_PIXEL_COLOR_STORE8888;
	else if (fl_pixel_equation_is(t->eq, FL_PIXEL_BF_SRC_ALPHA, FL_PIXEL_BF_INV_SRC_ALPHA))
		t->path = FL_PIXEL_COLOR_OVER8888;
}

void fl_pixel_choose_fixed(struct fl_pixel_target *t)
{
	unsigned most = 0, any = 0;

	for (unsigned k = 0; k < 4; k++) {
		if (!t->ch[k].bits)
			continue;
		if (t->wide.number[k] != FL_PIXEL_UNORM || t->ch[k].bits > 10)
			return;
		most = t->ch[k].bits > most ? t->ch[k].bits : most;
		any = k;
	}
	if (fl_pixel_second_source(t->eq) || t->wide.truncate || t->key.cpp > 4)
		return;
	t->path = FL_PIXEL_COLOR_FIXED;
	t->bits = most <= 8 ? 8 : 10;
	t->dither[0] = t->dither[1] = most <= 8 ? FL_PIXEL_TRUNCATE : FL_PIXEL_ROUND;
	for (unsigned k = 0; k < 4; k++) {
		t->sel[k] = (uint8_t)k;
		t->constant[k] = (float)(uint32_t)(t->constant[k] * (float)((1u << t->bits) - 1) + 0.5f);
		if (!t->ch[k].bits && k < 3) /* of no consequence: nothing of it is stored */
			t->ch[k].read = (uint8_t)any;
	}
}

void fl_pixel_finish(const struct fl_pixel_color *cb, struct fl_pixel_target *t, unsigned mask)
{
	fl_pixel_masks(t, mask);
	t->reads = t->blend_reads || t->partial || cb->rop_on;
	if (t->path == FL_PIXEL_COLOR_WIDE && !t->wide.fixed)
		fl_pixel_choose_bytes(cb, t);
	if (t->path == FL_PIXEL_COLOR_WIDE && !t->wide.fixed && t->wide.clamp)
		fl_pixel_choose_fixed(t);
}
