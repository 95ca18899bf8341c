/* SPDX-License-Identifier: MIT
 *
 * Texture and raw flow control instructions from text to words; flags and predicates of all. R5xx guide 8.5,
 * 8.6.3.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#include <string.h>

bool fl_r500_fs_flags(struct fl_asm *a, uint32_t w[6])
{
	uint32_t v, type = CMN_TYPE(w[0]);

	if (!fl_asm_take(a, '['))
		return true;
	while (!fl_asm_take(a, ']')) {
		const struct fl_r500_fs_flag *f = fl_r500_fs_flag, *end = f + FL_R500_FS_FLAGS;

		while (f < end && !(f->types >> type & 1 && fl_asm_take_word(a, f->name)))
			f++;
		if (f < end)
			w[f->word] |= f->bit;
		else if (fl_asm_take_word(a, "stat")) {
			if (!fl_asm_want(a, '=') || !fl_asm_integer(a, 15, "a mask", &v))
				return false;
			w[0] |= R500_US_CMN_INST__STAT_WE(v);
		} else if (type <= TYPE_OUT && fl_asm_take_word(a, "out"))
			w[0] |= TYPE_OUT;
		else
			return fl_asm_expected(
			    a, type == TYPE_TEX  ? "wait, acquire, unscaled, uncovered, aluwait, nop, "
						   "last, inactive, stat or ]"
			       : type == TYPE_FC ? "wait, uncovered, aluwait, nop, last, inactive, stat or ]"
						 : "out, wait, nop, aluwait, last, inactive, stat or ]");
	}
	return true;
}

bool fl_r500_fs_predicate(struct fl_asm *a, uint32_t pred[2], uint32_t *n)
{
	static const char letters[] = "rgbaxyzw";

	pred[0] = pred[1] = *n = 0;
	if (!fl_asm_take(a, '('))
		return true;
	do {
		const char *name;
		uint32_t inverted = fl_asm_take(a, '!') ? 8 : 0, i = 0;

		if (!inverted && fl_asm_take_word(a, "_")) {
			pred[(*n)++] = 0;
			continue;
		}
		if (!fl_asm_take_word(a, "p"))
			return fl_asm_expected(a, "p, p.r, p.g, p.b or p.a");
		pred[*n] = R500_US_CMN_INST__RGB_PRED_SEL__US_PRED_SEL_RGBA | inverted;
		if (fl_asm_take(a, '.')) {
			uint32_t k = fl_asm_peek_name(a, &name);

			while (i < 8 && !(k == 1 && *name == letters[i]))
				i++;
			if (i == 8)
				return fl_asm_expected(a, "r, g, b or a");
			a->at++;
			pred[*n] = (R500_US_CMN_INST__RGB_PRED_SEL__US_PRED_SEL_RRRR + (i & 3)) | inverted;
		}
		++*n;
	} while (*n < 2 && fl_asm_take(a, '/'));
	if (*n == 1)
		pred[1] = pred[0];
	return fl_asm_want(a, ')');
}

/* ---- texture ------------------------------------------------------------------------------------------- */
/* .rgba, four or one; n: 4. */
static bool swizzle(struct fl_asm *a, uint32_t *bits)
{
	static const char letters[] = "rgbaxyzwstpq";
	const char *name;
	uint32_t n, v = 0;

	*bits = US_TEX_PLAIN;
	if (!fl_asm_take(a, '.'))
		return true;
	n = fl_asm_peek_name(a, &name);
	*bits = 0;
	if (n != 1 && n != 4)
		return fl_asm_expected(a, "a swizzle: one or four of r g b a");
	for (uint32_t i = 0; i < 4; i++) {
		for (v = 0; v < 12 && letters[v] != name[n == 1 ? 0 : i]; v++)
			;
		if (v == 12)
			return fl_asm_expected(a, "a swizzle: one or four of r g b a");
		*bits |= (v & 3) << (2 * i);
	}
	a->at += n;
	return true;
}

static bool coordinate(struct fl_asm *a, struct fl_r500_fs *p, uint32_t *word, uint32_t half)
{
	uint32_t reg, swz;

	if (!fl_asm_take_on(a, ','))
		return fl_asm_expected(a, "','");
	if (!fl_r500_fs_temp(a, p, &reg, "a temporary: r or a name") || !swizzle(a, &swz))
		return false;
	*word |= us_tex_half(reg, swz) << half;
	return true;
}

bool fl_r500_fs_tex(struct fl_asm *a, struct fl_r500_fs *p, uint32_t w[6])
{
	const char *name;
	uint32_t pred[2], n_pred, n, op = 7, reg, mask, swz;
	bool given;

	memset(w, 0, 24);
	if (!fl_r500_fs_predicate(a, pred, &n_pred))
		return false;
	n = fl_asm_name(a, &name);
	for (uint32_t i = 0; i < 7; i++)
		if (fl_asm_is(name, n, fl_r500_fs_tex_ops[i]))
			op = i;
	w[0] = TYPE_TEX | R500_US_CMN_INST__RGB_PRED_SEL(pred[0] & 7) |
	       R500_US_CMN_INST__RGB_PRED_INV(pred[0] >> 3) | R500_US_CMN_INST__ALPHA_PRED_SEL(pred[1] & 7) |
	       R500_US_CMN_INST__ALPHA_PRED_INV(pred[1] >> 3);
	w[1] = R500_US_TEX_INST__INST(op);
	if (op == R500_US_TEX_INST__INST__NOP)
		return fl_r500_fs_flags(a, w) && fl_asm_residue(a, w, 6);
	if (!fl_r500_fs_temp(a, p, &reg, "a temporary: r or a name") || !fl_r500_fs_mask(a, &mask, &given))
		return false;
	w[0] |= US_WMASK(mask);
	if (op == R500_US_TEX_INST__INST__TEXKILL) {
		w[2] = us_tex_half(reg, US_TEX_PLAIN) << US_TEX_LOW; /* swizzles are ignored */
		return fl_r500_fs_flags(a, w) && fl_asm_residue(a, w, 6);
	}
	if (!coordinate(a, p, &w[2], US_TEX_LOW))
		return false;
	if (!fl_asm_take_on(a, ','))
		return fl_asm_expected(a, "',' and a texture");
	n = fl_asm_peek_name(a, &name);
	int32_t unit = fl_asm_register(name, n, "tex");
	if (unit < 0 || unit > 15)
		return fl_asm_expected(a, "tex0 to tex15");
	a->at += n;
	w[1] |= R500_US_TEX_INST__TEX_ID((uint32_t)unit);
	if (!swizzle(a, &swz))
		return false;
	w[2] |= us_tex_half(reg, swz) << US_TEX_HIGH;
	if (op == R500_US_TEX_INST__INST__DXDY &&
	    (!coordinate(a, p, &w[3], US_TEX_LOW) || !coordinate(a, p, &w[3], US_TEX_HIGH)))
		return false;
	return fl_r500_fs_flags(a, w) && fl_asm_residue(a, w, 6);
}

/* ---- flow control, field by field ---------------------------------------------------------------------- */
/* (p.r) FC JUMP func=0x0f any else a=push b0=incr b1=decr pop=1 bool=0 int=0 to=7 global [aluwait] */
bool fl_r500_fs_raw_fc(struct fl_asm *a, uint32_t w[6], uint32_t *label)
{
	static const char a_ops[][5] = {"none", "pop", "push"}, b_ops[][5] = {"none", "decr", "incr"};
	uint32_t pred[2], n_pred, v;

	memset(w, 0, 24);
	*label = UINT32_MAX;
	if (!fl_r500_fs_predicate(a, pred, &n_pred))
		return false;
	if (n_pred > 1)
		return fl_asm_wrong(a, fl_asm_here(a), "flow control has one predicate");
	w[0] = TYPE_FC | R500_US_CMN_INST__RGB_PRED_SEL(pred[0] & 7) |
	       R500_US_CMN_INST__RGB_PRED_INV(pred[0] >> 3);
	if (!fl_asm_take_word(a, "FC"))
		return fl_asm_expected(a, "FC");
	for (v = 0; v < 8 && !fl_asm_take_word(a, fl_r500_fs_fc_ops[v]); v++)
		;
	if (v == 8)
		return fl_asm_expected(a,
				       "JUMP, LOOP, ENDLOOP, REP, ENDREP, BREAKLOOP, BREAKREP or CONTINUE");
	w[2] = R500_US_FC_INST__OP(v);
	while (fl_asm_peek(a) && fl_asm_peek(a) != '[' && fl_asm_peek(a) != '^') {
		static const char key[][5] = {"func", "a", "b0", "b1", "pop", "bool", "int", "to"};
		static const uint16_t max[] = {255, 0, 0, 0, 31, 31, 31, 511};
		uint32_t k = 0;

		if (fl_asm_take_word(a, "any")) {
			w[2] |= R500_US_FC_INST__JUMP_ANY(1);
			continue;
		}
		if (fl_asm_take_word(a, "else")) {
			w[2] |= R500_US_FC_INST__B_ELSE(1);
			continue;
		}
		if (fl_asm_take_word(a, "global")) {
			w[3] |= R500_US_FC_ADDR__JUMP_GLOBAL(1);
			continue;
		}
		while (k < 8 && !fl_asm_take_word(a, key[k]))
			k++;
		if (k == 8)
			return fl_asm_expected(a,
					       "func, any, else, a, b0, b1, pop, bool, int, to, global or [");
		if (!fl_asm_want(a, '='))
			return false;
		if (k >= 1 && k <= 3) {
			for (v = 0; v < 3 && !fl_asm_take_word(a, k == 1 ? a_ops[v] : b_ops[v]); v++)
				;
			if (v == 3)
				return fl_asm_expected(a,
						       k == 1 ? "none, pop or push" : "none, decr or incr");
		} else if (k == 7 && !fl_asm_is_number(a)) {
			if (!fl_r500_asm_label(a, label))
				return false;
			continue;
		} else if (!fl_asm_integer(a, max[k], "a number", &v)) {
			return false;
		}
		w[2] |= k == 0   ? R500_US_FC_INST__JUMP_FUNC(v)
			: k == 1 ? R500_US_FC_INST__A_OP(v)
			: k == 2 ? R500_US_FC_INST__B_OP0(v)
			: k == 3 ? R500_US_FC_INST__B_OP1(v)
			: k == 4 ? R500_US_FC_INST__B_POP_CNT(v)
				 : 0;
		w[3] |= k == 5   ? R500_US_FC_ADDR__BOOL_ADDR(v)
			: k == 6 ? R500_US_FC_ADDR__INT_ADDR(v)
			: k == 7 ? R500_US_FC_ADDR__JUMP_ADDR(v)
				 : 0;
	}
	return fl_r500_fs_flags(a, w) && fl_asm_residue(a, w, 6);
}
