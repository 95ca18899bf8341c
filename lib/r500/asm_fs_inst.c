/* SPDX-License-Identifier: MIT
 *
 * One ALU instruction from text to words: its halves, and which source slot holds which operand. R5xx guide
 * 8.4.
 */
#include "lib/r500/asm_fs_half.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { NONE = 0xffff };

/* ---- slots --------------------------------------------------------------------------------------------- */
struct slots {
	uint16_t bank[2][3]; /* RGB, alpha: the register word, or NONE */
	uint8_t presub[2];
	bool presub_set[2];
	bool explicit;
};

struct place { /* an operand of a half on its way into a slot */
	struct fl_r500_fs_arg *arg;
	uint8_t half, index; /* the first, second or third of that half */
	uint8_t fixed;       /* must be src0 */
	uint8_t swz[3], n;   /* what it selects in this half */
	uint8_t needs;       /* bit 0: RGB, bit 1: alpha */
	uint8_t sel;
};

static bool fits(const struct slots *s, const struct place *pl, uint32_t slot)
{
	for (uint32_t b = 0; b < 2; b++)
		if (pl->needs >> b & 1 && s->bank[b][slot] != NONE && s->bank[b][slot] != pl->arg->reg[0])
			return false;
	return true;
}

/* Operands i .. n into slots; what was tried is undone. At most 3^6 ways. */
static bool assign(struct slots *s, struct place *pl, uint32_t i, uint32_t n)
{
	if (i == n)
		return true;
	if (pl[i].arg->kind != ARG_REG || !pl[i].needs)
		return assign(s, pl, i + 1, n);
	for (uint32_t slot = 0; slot < (pl[i].fixed ? 1u : 3u); slot++) {
		struct slots saved = *s;

		if (!fits(s, &pl[i], slot))
			continue;
		for (uint32_t b = 0; b < 2; b++)
			if (pl[i].needs >> b & 1)
				s->bank[b][slot] = pl[i].arg->reg[0];
		pl[i].sel = (uint8_t)slot;
		if (assign(s, pl, i + 1, n))
			return true;
		*s = saved;
	}
	return false;
}

static bool put_presub(struct fl_asm *a, struct slots *s, struct place *pl)
{
	static const char text[] =
	    "the presubtracts of an instruction use the same registers, and src0 and src1 are theirs";
	struct fl_r500_fs_arg *g = pl->arg;
	uint32_t n = g->presub == 1 || g->presub == 2 ? 2 : 1;

	for (uint32_t b = 0; b < 2; b++) {
		if (!(pl->needs >> b & 1))
			continue;
		if (s->presub_set[b] && s->presub[b] != g->presub)
			return fl_asm_wrong(a, g->at, "a half computes one presubtract");
		for (uint32_t i = 0; i < n; i++) {
			if (s->bank[b][i] != NONE && s->bank[b][i] != g->reg[i])
				return fl_asm_wrong(a, g->at, "%s", text);
			s->bank[b][i] = g->reg[i];
		}
		s->presub[b] = g->presub;
		s->presub_set[b] = true;
	}
	pl->sel = 3;
	return true;
}

/* from r0, c1, _ / r0, _, _ : sub / inv */
static bool from(struct fl_asm *a, struct fl_r500_fs *p, struct slots *s)
{
	static const char ops[][5] = {"bias", "sub", "add", "inv"};

	if (!fl_asm_take_word(a, "from"))
		return true;
	s->explicit = true;
	for (uint32_t b = 0; b < 2; b++) {
		if (b && !fl_asm_want(a, '/'))
			return false;
		for (uint32_t i = 0; i < 3; i++) {
			uint32_t reg = 0;

			if (i && !fl_asm_take_on(a, ','))
				return fl_asm_expected(a, "',' and three registers, or _");
			if (!fl_r500_fs_register(a, p, &reg))
				return false;
			s->bank[b][i] = (uint16_t)reg;
		}
	}
	if (!fl_asm_take(a, ':'))
		return true;
	for (uint32_t b = 0; b < 2; b++) {
		uint32_t i = 0;

		if (b && !fl_asm_want(a, '/'))
			return false;
		while (i < 4 && !fl_asm_take_word(a, ops[i]))
			i++;
		if (i == 4)
			return fl_asm_expected(a, "bias, sub, add or inv");
		s->presub[b] = (uint8_t)i;
	}
	return true;
}

/* ---- the instruction ----------------------------------------------------------------------------------- */
static bool mask_for(struct fl_asm *a, const struct fl_r500_fs_half *h, uint32_t given, uint32_t channels,
		     uint32_t *mask)
{
	*mask = given == 255 ? channels : given;
	if (*mask & ~channels)
		return fl_asm_wrong(
		    a, h->at, channels == 7 ? "the RGB half writes r, g and b" : "the alpha half writes a");
	return true;
}

/* One half's word fields. channels: 7 or 8; or 15 where one text stands for both halves. */
static bool dests(struct fl_asm *a, struct fl_r500_fs_half *h, uint32_t channels, uint32_t w[6])
{
	uint32_t wmask = 0, omask = 0;

	if (h->temp && !mask_for(a, h, h->wmask, channels, &wmask))
		return false;
	if ((h->out || h->bits) && !mask_for(a, h, h->omask, channels, &omask))
		return false;
	if (h->depth && !(channels & 8))
		return fl_asm_wrong(a, h->at, "depth is written by the alpha half");
	if (h->bits && (h->depth || CMN_TYPE(w[0]) == TYPE_OUT))
		return fl_asm_wrong(a, h->at, "an instruction writes outputs or predicate bits, not both");
	w[0] |= US_WMASK(wmask) | US_OMASK(omask);
	if (h->result) {
		w[0] |= R500_US_CMN_INST__ALU_RESULT_SEL(h->result_sel) |
			R500_US_CMN_INST__ALU_RESULT_OP(h->result_op);
		w[3] |= R500_US_ALU_RGB_INST__ALU_WMASK(1);
	}
	if (h->depth)
		w[4] |= R500_US_ALU_ALPHA_INST__W_OMASK(1);
	if (h->out || h->depth)
		w[0] |= TYPE_OUT;
	if (channels & 7) {
		w[0] |= R500_US_CMN_INST__RGB_CLAMP(h->clamp) |
			R500_US_CMN_INST__RGB_PRED_SEL(h->pred[0] & 7) |
			R500_US_CMN_INST__RGB_PRED_INV(h->pred[0] >> 3);
		w[3] |= R500_US_ALU_RGB_INST__OMOD(h->omod) | R500_US_ALU_RGB_INST__TARGET(h->target);
		w[5] |= R500_US_ALU_RGBA_INST__RGB_ADDRD(h->reg) |
			R500_US_ALU_RGBA_INST__RGB_ADDRD_REL((h->reg & SRC_REL) != 0);
	}
	if (channels & 8) {
		w[0] |= R500_US_CMN_INST__ALPHA_CLAMP(h->clamp) |
			R500_US_CMN_INST__ALPHA_PRED_SEL(h->pred[1] & 7) |
			R500_US_CMN_INST__ALPHA_PRED_INV(h->pred[1] >> 3);
		w[4] |= R500_US_ALU_ALPHA_INST__OMOD(h->omod) | R500_US_ALU_ALPHA_INST__TARGET(h->target) |
			R500_US_ALU_ALPHA_INST__ALPHA_ADDRD(h->reg) |
			R500_US_ALU_ALPHA_INST__ALPHA_ADDRD_REL((h->reg & SRC_REL) != 0);
	}
	return true;
}

static void put_arg(uint32_t w[6], const struct place *pl)
{
	const struct fl_r500_us_operand o = {pl->sel, {pl->swz[0], pl->swz[1], pl->swz[2]}, pl->arg->mod};

	fl_r500_us_put_operand(w, pl->half, pl->index, &o);
}

/* What an argument selects in one half. full: one text for both halves. */
static bool select_in(struct fl_asm *a, struct place *pl, bool full, bool scalar)
{
	const struct fl_r500_fs_arg *g = pl->arg;

	pl->n = pl->half ? 1 : 3;
	for (uint32_t i = 0; i < pl->n; i++)
		pl->swz[i] = pl->half ? 3 : (uint8_t)i;
	if (g->n_swz == 1) {
		for (uint32_t i = 0; i < pl->n; i++)
			pl->swz[i] = g->swz[0];
	} else if (scalar && full) {
		if (g->kind != ARG_REG || g->reg[0] < SRC_NONE || g->reg[0] >= SRC_CONST)
			return fl_asm_wrong(a, g->at,
					    "expected one component: this operation is the alpha half's");
	} else if (g->n_swz) {
		if (!full && g->n_swz != (pl->half ? 1 : 3))
			return fl_asm_wrong(a, g->at,
					    pl->half ? "the alpha half selects one component"
						     : "the RGB half selects one or three components");
		if (pl->half && g->n_swz == 3)
			return fl_asm_wrong(a, g->at, "expected one or four selectors: alpha is written too");
		for (uint32_t i = 0; i < pl->n; i++)
			pl->swz[i] = g->swz[pl->half ? 3 : i];
	}
	pl->needs = 0;
	for (uint32_t i = 0; i < pl->n; i++)
		pl->needs |= pl->swz[i] < 3 ? 1 : pl->swz[i] == 3 ? 2 : 0;
	pl->sel = g->kind == ARG_SLOT ? g->sel : 0;
	if (pl->fixed)
		pl->needs = pl->half ? 2 : 1;
	return true;
}

/* One text for both halves: which of them it takes (*rgb, *alpha), and what they write. */
static bool whole(struct fl_asm *a, struct fl_r500_fs_half half[2], bool *rgb, bool *alpha, uint32_t w[6])
{
	struct fl_r500_fs_half *h = &half[0];
	uint32_t masks = (h->temp ? h->wmask & 15 : 0) | (h->out || h->bits ? h->omask & 15 : 0);

	*rgb = masks & 7 || (h->result && !h->result_sel);
	*alpha = masks & 8 || h->depth || (h->result && h->result_sel);
	if (!*rgb && !*alpha) /* nothing is written: as if everything were */
		*rgb = *alpha = true;
	if (h->op->rgb < 0 && h->op->alpha == 1)
		return fl_asm_wrong(a, h->at,
				    "DP takes the RGB half's dot product: it is half of an instruction");
	if (h->op->rgb == 10)
		return fl_asm_wrong(a, h->at,
				    "SOP takes the alpha half's result: it is half of an instruction");
	half[1] = *h;
	half[1].result = false;
	if (h->n_pred == 2 && !(*rgb && *alpha))
		return fl_asm_wrong(a, h->at, "predicates for two halves, of which there is one");
	if (!dests(a, h, (*rgb ? 7u : 0) | (*alpha ? 8u : 0), w))
		return false;
	/* The unit that computes goes along even if it writes nothing. */
	if (h->op->kind == FL_R500_FS_DOT) {
		*rgb = true;
		if (h->op->rgb == 2)
			*alpha = true;
	}
	if (h->op->kind == FL_R500_FS_SCALAR)
		*alpha = true;
	return true;
}

/* A text for each half. */
static bool halves(struct fl_asm *a, struct fl_r500_fs_half half[2], uint32_t w[6])
{
	for (uint32_t i = 0; i < 2; i++) {
		if (!half[i].there)
			continue;
		if ((i ? half[i].op->alpha : half[i].op->rgb) < 0)
			return fl_asm_wrong(a, half[i].at, "the %s half has no such operation",
					    i ? "alpha" : "RGB");
		if (half[i].n_pred == 2)
			return fl_asm_wrong(a, half[i].at, "one predicate to a half");
		if (!dests(a, &half[i], i ? 8 : 7, w))
			return false;
	}
	if (half[0].result && half[1].there && half[1].result)
		return fl_asm_wrong(a, half[1].at, "one ALU result to an instruction");
	if ((half[0].bits || half[1].bits) && CMN_TYPE(w[0]) == TYPE_OUT)
		return fl_asm_wrong(a, half[0].at,
				    "an instruction writes outputs or predicate bits, not both");
	return true;
}

/* The operation of half i, and which operands it reads; those after the n that are there. */
static bool operation(struct fl_asm *a, struct fl_r500_fs_half *h, uint32_t i, bool full, struct place pl[6],
		      uint32_t *n, uint32_t w[6])
{
	const struct fl_r500_fs_op *op = h->op;
	/* One text: a scalar operation is the alpha half's, and RGB takes its result (SOP); a dot product is
	 * the RGB half's, and alpha takes that (DP). */
	bool sop = full && op->kind == FL_R500_FS_SCALAR && i == 0,
	     dp = full && op->kind == FL_R500_FS_DOT && i == 1;

	if (i)
		w[4] |= (uint32_t)(dp ? 1 : op->alpha);
	else
		w[5] |= (uint32_t)(sop ? 10 : op->rgb);
	for (uint32_t k = 0; k < h->n; k++) {
		struct place *to = &pl[*n];

		if (sop || (dp && (op->rgb != 2 || k > 1)))
			continue;
		*to = (struct place){.arg = &h->arg[k], .half = (uint8_t)i, .index = (uint8_t)k};
		to->fixed = op->rgb >= 11 && k == 0 && to->arg->kind == ARG_REG;
		if (!select_in(a, to, full, full && op->kind == FL_R500_FS_SCALAR))
			return false;
		(*n)++;
	}
	return true;
}

/* Each operand into a slot, unless `from` has said what they hold. */
static bool place_all(struct fl_asm *a, struct slots *s, struct place pl[6], uint32_t n, const char *at)
{
	for (uint32_t k = 0; k < n; k++) {
		const struct fl_r500_fs_arg *g = pl[k].arg;

		if (s->explicit && (g->kind == ARG_REG || g->kind == ARG_PRESUB))
			return fl_asm_wrong(a, g->at, "with `from`, sources are src0, src1, src2 and srcp");
		if (!s->explicit && g->kind == ARG_SLOT && (pl[k].needs || pl[k].sel))
			return fl_asm_wrong(a, g->at, "source slots want `from`, which says what they hold");
	}
	if (s->explicit)
		return true;
	for (uint32_t k = 0; k < n; k++)
		if (pl[k].arg->kind == ARG_PRESUB && !put_presub(a, s, &pl[k]))
			return false;
	return assign(s, pl, 0, n) ||
	       fl_asm_wrong(a, at, "the sources do not fit three RGB and three alpha slots");
}

static bool encode(struct fl_asm *a, struct fl_r500_fs_half half[2], bool full, struct slots *s,
		   uint32_t w[6])
{
	struct place pl[6] = {0};
	uint32_t n = 0;
	bool rgb = half[0].there, alpha = half[1].there;

	if (!(full ? whole(a, half, &rgb, &alpha, w) : halves(a, half, w)) ||
	    (rgb && !operation(a, &half[0], 0, full, pl, &n, w)) ||
	    (alpha && !operation(a, &half[1], 1, full, pl, &n, w)) ||
	    !place_all(a, s, pl, n, half[0].there ? half[0].at : half[1].at))
		return false;
	for (uint32_t k = 0; k < n; k++)
		put_arg(w, &pl[k]);
	for (uint32_t b = 0; b < 2; b++) {
		uint32_t source[3];

		for (uint32_t i = 0; i < 3; i++)
			source[i] = s->bank[b][i] == NONE ? US_NONE : s->bank[b][i];
		w[1 + b] = US_ADDR(source[0], source[1], source[2]) |
			   (b ? R500_US_ALU_ALPHA_ADDR__SRCP_OP(s->presub[b])
			      : R500_US_ALU_RGB_ADDR__SRCP_OP(s->presub[b]));
	}
	return true;
}

bool fl_r500_fs_instruction(struct fl_asm *a, struct fl_r500_fs *p, uint32_t w[6])
{
	struct slots s = {.bank = {{NONE, NONE, NONE}, {NONE, NONE, NONE}}};
	struct fl_r500_fs_half half[2] = {{0}};
	bool full = true;

	memset(w, 0, 24);
	if (!fl_r500_fs_half(a, p, &half[0]))
		return false;
	if (fl_asm_take_on(a, '&')) {
		full = false;
		if (!fl_r500_fs_half(a, p, &half[1]))
			return false;
	} else if (!half[0].there) {
		return fl_asm_expected(a, "'&' and the alpha half");
	}
	return from(a, p, &s) && encode(a, half, full, &s, w) && fl_r500_fs_flags(a, w) &&
	       fl_asm_residue(a, w, 6);
}
