/* SPDX-License-Identifier: MIT
 *
 * Fragment programs to text. Each instruction is tried in three forms: one text for both halves; two halves;
 * two halves with their source slots spelled out. The first that the assembler reads back to the same words
 * is taken; what even the last does not say (bits that the chip ignores) is written after it.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#include <string.h>

enum style { WHOLE, HALVES, SLOTS, STYLES };

static const char rgba[] = "rgba0h1_";
static const char tests[][3] = {"eq", "lt", "ge", "ne"};

/* A half's operand: of the RGB half three selectors, of the alpha half one; as one text for both halves
 * four */
struct arg {
	uint8_t sel, swz[4], n, mod;
};

static struct arg arg_of(const uint32_t w[6], uint32_t half, uint32_t i)
{
	const struct fl_r500_us_operand o = fl_r500_us_operand(w, half, i);

	return (struct arg){o.sel, {o.swz[0], o.swz[1], o.swz[2]}, half ? 1 : 3, o.mod};
}

static void put_reg(struct fl_asm_out *o, uint32_t reg)
{
	const char *prefix = reg & SRC_CONST ? "c" : reg & SRC_NONE ? "k" : "r";
	uint32_t at = reg & SRC_CONST ? reg & 255 : reg & 127;

	if (reg & SRC_REL && (reg & SRC_CONST || !(reg & SRC_NONE))) {
		if (at)
			fl_asm_put(o, "%s[aL + %u]", prefix, at);
		else
			fl_asm_put(o, "%s[aL]", prefix);
	} else {
		fl_asm_put(o, "%s%u", prefix, at);
	}
}

static void put_arg(struct fl_asm_out *o, const uint32_t w[6], const struct arg *g, enum style style)
{
	uint32_t needs = 0, bank;
	bool same = true, plain = true, constant;

	for (uint32_t i = 0; i < g->n; i++) {
		needs |= g->swz[i] < R500_ALU_SWIZ__ALPHA ? 1 : g->swz[i] == R500_ALU_SWIZ__ALPHA ? 2 : 0;
		same &= g->swz[i] == g->swz[0];
		plain &= g->swz[i] == (g->n == 1 ? R500_ALU_SWIZ__ALPHA : i);
	}
	constant = !needs && same && g->swz[0] <= R500_ALU_SWIZ__ONE && g->mod <= R500_ALU_MOD__NEG;
	bank = needs == 2;
	fl_asm_put(o, "%s%s", g->mod & R500_ALU_MOD__NEG ? "-" : "", g->mod & R500_ALU_MOD__ABS ? "|" : "");
	if (constant && (!g->sel || style != SLOTS)) {
		fl_asm_put(o, "%s",
			   g->swz[0] == R500_ALU_SWIZ__ZERO   ? "0"
			   : g->swz[0] == R500_ALU_SWIZ__HALF ? "0.5"
							      : "1");
		return;
	}
	if (style == SLOTS) {
		fl_asm_put(o, "src%c", "012p"[g->sel]);
	} else if (g->sel == R500_ALU_SEL__SRCP) {
		static const char format[][5] = {"1-2*", "-", "+", "1-"};
		uint32_t op = us_presubtract(w, bank);
		bool two = op == R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_MINUS_RGB0 ||
			   op == R500_US_ALU_RGB_ADDR__SRCP_OP__RGB1_PLUS_RGB0;

		fl_asm_put(o, "(");
		if (two)
			put_reg(o, us_source(w, bank, 1));
		fl_asm_put(o, "%s", format[op]);
		put_reg(o, us_source(w, bank, 0));
		fl_asm_put(o, ")");
	} else {
		uint32_t reg = us_source(w, bank, g->sel);

		if (plain && (reg & ~0x7fu) == SRC_NONE && (reg & 127) >= 8 &&
		    !(g->mod & R500_ALU_MOD__ABS)) {
			fl_asm_put_float(o, fl_r500_fs_inline_value(reg & 127));
			return;
		}
		put_reg(o, reg);
	}
	if (!plain) {
		fl_asm_put(o, ".");
		for (uint32_t i = 0; i < (same ? 1 : g->n); i++)
			fl_asm_put(o, "%c", rgba[g->swz[i]]);
	}
	if (g->mod & R500_ALU_MOD__ABS)
		fl_asm_put(o, "|");
}

static void put_predicate(struct fl_asm_out *o, uint32_t sel, uint32_t inverted)
{
	if (!sel)
		fl_asm_put(o, "_");
	else
		fl_asm_put(o, sel == R500_US_PRED_SEL__US_PRED_SEL_RGBA ? "%sp" : "%sp.%c",
			   inverted ? "!" : "", rgba[(sel - R500_US_PRED_SEL__US_PRED_SEL_RRRR) & 3]);
}

static void put_predicates(struct fl_asm_out *o, uint32_t cmn, uint32_t halves)
{
	uint32_t s0 = R500_US_CMN_INST__RGB_PRED_SEL__GET(cmn), i0 = R500_US_CMN_INST__RGB_PRED_INV__GET(cmn);
	uint32_t s1 = R500_US_CMN_INST__ALPHA_PRED_SEL__GET(cmn),
		 i1 = R500_US_CMN_INST__ALPHA_PRED_INV__GET(cmn);

	if (!(halves & 1 && s0) && !(halves & 2 && s1))
		return;
	fl_asm_put(o, "(");
	if (halves & 1)
		put_predicate(o, s0, i0);
	if (halves == 3 && (s0 != s1 || i0 != i1)) {
		fl_asm_put(o, " / ");
		put_predicate(o, s1, i1);
	} else if (halves == 2) {
		put_predicate(o, s1, i1);
	}
	fl_asm_put(o, ") ");
}

static void put_mask(struct fl_asm_out *o, uint32_t mask, uint32_t all)
{
	if (mask == all)
		return;
	fl_asm_put(o, mask ? "." : "._");
	for (uint32_t i = 0; i < 4; i++)
		if (mask >> i & 1)
			fl_asm_put(o, "%c", rgba[i]);
}

static bool writes_depth(const uint32_t w[6])
{
	return R500_US_ALU_ALPHA_INST__W_OMASK__GET(w[4]) && CMN_TYPE(w[0]) == TYPE_OUT;
}

/* halves: 1 RGB, 2 alpha, 3 one text for both. whole: the masks' default is rgba. */
static void put_dests(struct fl_asm_out *o, const uint32_t w[6], uint32_t halves, bool whole)
{
	uint32_t c = w[0], channels = (halves & 1 ? 7u : 0) | (halves & 2 ? 8u : 0),
		 all = whole ? 15 : 16; /* of one half, always said */
	uint32_t wmask = US_WMASK_OF(c) & channels, omask = US_OMASK_OF(c) & channels;
	uint32_t half = halves & 1 ? 0 : 1, reg = us_to(w, half), target = us_target(w, half);
	bool updates = R500_US_ALU_RGB_INST__ALU_WMASK__GET(w[3]), result = halves & 1 && updates,
	     depth = halves & 2 && writes_depth(w);
	const char *plus = "";

	if (whole && halves != 3 && updates)
		result = true;
	if (wmask || reg || (!omask && !target && !result && !depth)) {
		put_reg(o, reg);
		put_mask(o, wmask, all);
		plus = "+";
	}
	if (omask || target) {
		if (CMN_TYPE(c) == TYPE_OUT)
			fl_asm_put(o, "%sout%c", plus, "ABCD"[target]);
		else
			fl_asm_put(o, "%sp", plus);
		put_mask(o, omask, all);
		if (CMN_TYPE(c) != TYPE_OUT)
			fl_asm_put(o, ":%s", tests[target]);
		plus = "+";
	}
	if (depth) {
		fl_asm_put(o, "%sdepth", plus);
		plus = "+";
	}
	if (result)
		fl_asm_put(o, "%scc.%c:%s", plus, R500_US_CMN_INST__ALU_RESULT_SEL__GET(c) ? 'a' : 'r',
			   tests[R500_US_CMN_INST__ALU_RESULT_OP__GET(c)]);
}

static void put_modifiers(struct fl_asm_out *o, bool clamp, uint32_t omod)
{
	static const char omods[][7] = {"", ".x2", ".x4", ".x8", ".d2", ".d4", ".d8", ".exact"};

	fl_asm_put(o, "%s%s", clamp ? ".sat" : "", omods[omod]);
}

/* Does a half say anything? */
static bool there(const uint32_t w[6], uint32_t half)
{
	const uint32_t alpha_c = R500_US_ALU_RGBA_INST__ALPHA_SEL_C__MASK |
				 R500_US_ALU_RGBA_INST__ALPHA_SWIZ_C__MASK |
				 R500_US_ALU_RGBA_INST__ALPHA_MOD_C__MASK;

	if (half)
		return w[4] & ~R500_US_ALU_ALPHA_INST__W_OMASK__MASK || w[5] & alpha_c ||
		       w[0] & (US_WMASK(8u) | US_OMASK(8u) | R500_US_CMN_INST__ALPHA_CLAMP__MASK |
			       R500_US_CMN_INST__ALPHA_PRED_INV__MASK |
			       R500_US_CMN_INST__ALPHA_PRED_SEL__MASK) ||
		       writes_depth(w);
	return w[3] || w[5] & ~alpha_c ||
	       w[0] & (US_WMASK(7u) | US_OMASK(7u) | R500_US_CMN_INST__RGB_CLAMP__MASK |
		       R500_US_CMN_INST__RGB_PRED_INV__MASK | R500_US_CMN_INST__RGB_PRED_SEL__MASK);
}

static const struct fl_r500_fs_op *op_of(uint32_t half, uint32_t code)
{
	for (uint32_t i = 0; i < FL_R500_FS_OPS; i++)
		if ((half ? fl_r500_fs_ops[i].alpha : fl_r500_fs_ops[i].rgb) == (int32_t)code)
			return &fl_r500_fs_ops[i];
	return &fl_r500_fs_ops[0];
}

static bool same_arg(const struct arg *x, const struct arg *y)
{
	return x->sel == y->sel && x->mod == y->mod && x->n == y->n &&
	       !memcmp(x->swz, y->swz, x->n * sizeof(x->swz[0]));
}

static bool is_all(const struct arg *g, uint32_t swz)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (g->swz[i] != swz)
			return false;
	return g->mod == R500_ALU_MOD__NOP;
}

/* Short forms of MAX and MAD. */
static const char *short_form(const struct fl_r500_fs_op *op, struct arg g[3], uint32_t *n, uint32_t *omod,
			      bool clamp)
{
	if (op == &fl_r500_fs_ops[FL_R500_FS_MAX_OF] && same_arg(&g[0], &g[1]) && *n == 2) {
		*n = 1;
		if (*omod == R500_OMOD__DISABLED && !clamp) {
			*omod = R500_OMOD__MUL_1;
			return "MOV";
		}
		if (*omod == R500_OMOD__MUL_1 && clamp)
			return "MOV";
		*n = 2;
	}
	if (op == &fl_r500_fs_ops[FL_R500_FS_MAD] && *n == 3 && is_all(&g[2], R500_ALU_SWIZ__ZERO)) {
		*n = 2;
		return "MUL";
	}
	if (op == &fl_r500_fs_ops[FL_R500_FS_MAD] && *n == 3 && is_all(&g[1], R500_ALU_SWIZ__ONE)) {
		g[1] = g[2];
		*n = 2;
		return g[1].mod == R500_ALU_MOD__NEG ? (g[1].mod = R500_ALU_MOD__NOP, "SUB") : "ADD";
	}
	return op->name;
}

static void put_half(struct fl_asm_out *o, const uint32_t w[6], uint32_t half, enum style style, bool alone)
{
	const struct fl_r500_fs_op *op = op_of(half, us_op(w, half));
	uint32_t n = op->args, omod = us_omod(w, half), args = n;
	bool clamp = US_CLAMP_OF(w[0], half),
	     open = op->rgb >= (int32_t)R500_US_ALU_RGBA_INST__RGB_OP__OP_MDH ||
		    op->alpha == (int32_t)R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_DP;
	struct arg g[3];
	const char *name = op->name;

	for (uint32_t i = 0; i < 3; i++) {
		g[i] = arg_of(w, half, i);
		if (i >= args && (g[i].sel || g[i].mod || g[i].swz[0] || g[i].swz[1] || g[i].swz[2]))
			n = i + 1;
	}
	put_predicates(o, w[0], 1u << half);
	if (style != SLOTS && n == args) {
		name = short_form(op, g, &n, &omod, clamp);
		args = n;
	}
	fl_asm_put(o, "%s", name);
	put_modifiers(o, clamp, omod);
	fl_asm_put(o, " ");
	put_dests(o, w, 1u << half, alone);
	for (uint32_t i = 0; i < n; i++) {
		fl_asm_put(o, i >= args && !open ? ", unused " : ", ");
		put_arg(o, w, &g[i], style);
	}
}

/* A scalar operation's operand in one text for both halves: alpha, which put_arg() takes as understood, is
 * said. */
static bool put_alpha_arg(struct fl_asm_out *o, const uint32_t w[6], const struct arg *g)
{
	const char *bar = g->mod & R500_ALU_MOD__ABS ? "|" : "";
	uint32_t reg;

	if (g->n != 1 || g->swz[0] != R500_ALU_SWIZ__ALPHA || g->sel == R500_ALU_SEL__SRCP)
		return false;
	reg = us_source(w, 1, g->sel);
	if ((reg & ~0x7fu) == SRC_NONE)
		return false;
	fl_asm_put(o, "%s%s", g->mod & R500_ALU_MOD__NEG ? "-" : "", bar);
	put_reg(o, reg);
	fl_asm_put(o, ".a%s", bar);
	return true;
}

/* One text for both halves, if they do the same. */
static bool put_whole(struct fl_asm_out *o, const uint32_t w[6])
{
	const struct fl_r500_fs_op *rgb = op_of(0, us_op(w, 0)), *alpha = op_of(1, us_op(w, 1)), *op = rgb;
	uint32_t omod = us_omod(w, 0), halves = 3, n;
	bool clamp = US_CLAMP_OF(w[0], 0), writes_rgb = w[0] & (US_WMASK(7u) | US_OMASK(7u)), writes_alpha,
	     dp4;
	struct arg g[3];
	const char *name;

	writes_alpha = w[0] & (US_WMASK(8u) | US_OMASK(8u)) || writes_depth(w);
	if (rgb->alpha == -1 && us_op(w, 0) == R500_US_ALU_RGBA_INST__RGB_OP__OP_SOP) /* and a function */
		op = alpha;
	else if (rgb->kind == FL_R500_FS_DOT ? us_op(w, 1) != R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_DP
					     : rgb != alpha)
		return false;
	if (op->kind != FL_R500_FS_VECTOR && !writes_rgb)
		halves = 2;
	else if (op->kind != FL_R500_FS_VECTOR && !writes_alpha)
		halves = 1;
	if (halves == 2) {
		omod = us_omod(w, 1);
		clamp = US_CLAMP_OF(w[0], 1);
	}
	n = op->args;
	dp4 = op->rgb == (int32_t)R500_US_ALU_RGBA_INST__RGB_OP__OP_DP4;
	for (uint32_t i = 0; i < 3; i++) {
		struct arg x = arg_of(w, 0, i), y = arg_of(w, 1, i);

		if (op->kind == FL_R500_FS_SCALAR) {
			g[i] = y;
			continue;
		}
		g[i] = x;
		if (op->kind == FL_R500_FS_DOT && !dp4)
			continue;
		if (i < n && x.mod != y.mod)
			return false;
		if (dp4 && x.sel != y.sel)
			return false;
		g[i].n = 4;
		g[i].swz[3] = y.swz[0];
		/* A component alone may come from elsewhere; then the other says the register. */
	}
	put_predicates(o, w[0], halves);
	name = short_form(op, g, &n, &omod, clamp);
	fl_asm_put(o, "%s", name);
	put_modifiers(o, clamp, omod);
	fl_asm_put(o, " ");
	put_dests(o, w, halves, true);
	for (uint32_t i = 0; i < n; i++) {
		fl_asm_put(o, ", ");
		if (op->kind != FL_R500_FS_SCALAR || !put_alpha_arg(o, w, &g[i]))
			put_arg(o, w, &g[i], WHOLE);
	}
	return true;
}

static void put_slots(struct fl_asm_out *o, const uint32_t w[6])
{
	static const char ops[][5] = {"bias", "sub", "add", "inv"};

	fl_asm_put(o, " from ");
	for (uint32_t b = 0; b < 2; b++)
		for (uint32_t i = 0; i < 3; i++) {
			fl_asm_put(o, "%s", i ? ", " : b ? " / " : "");
			if (us_source(w, b, i) == SRC_NONE)
				fl_asm_put(o, "_");
			else
				put_reg(o, us_source(w, b, i));
		}
	if (us_presubtract(w, 0) || us_presubtract(w, 1))
		fl_asm_put(o, " : %s / %s", ops[us_presubtract(w, 0)], ops[us_presubtract(w, 1)]);
}

static void put_flags(struct fl_asm_out *o, const uint32_t w[6])
{
	const char *before = " [";
	uint32_t type = CMN_TYPE(w[0]);

	if (type == TYPE_OUT && !US_OMASK_OF(w[0]) && !writes_depth(w)) {
		fl_asm_put(o, " [out");
		before = " ";
	}
	for (const struct fl_r500_fs_flag *f = fl_r500_fs_flag; f < fl_r500_fs_flag + FL_R500_FS_FLAGS; f++)
		if (f->types >> type & 1 && w[f->word] & f->bit) {
			fl_asm_put(o, "%s%s", before, f->name);
			before = " ";
		}
	if (R500_US_CMN_INST__STAT_WE__GET(w[0])) {
		fl_asm_put(o, "%sstat=%u", before, R500_US_CMN_INST__STAT_WE__GET(w[0]));
		before = " ";
	}
	if (before[1] == 0)
		fl_asm_put(o, "]");
}

static void put_alu(struct fl_asm_out *o, const uint32_t w[6], enum style style)
{
	bool rgb = there(w, 0), alpha = there(w, 1);

	if (style == WHOLE && rgb && alpha) {
		if (!put_whole(o, w))
			fl_asm_put(o, "?"); /* which is not read back: the next form */
	} else if (style == WHOLE && (rgb || alpha)) {
		put_half(o, w, alpha, style, true);
	} else {
		if (rgb)
			put_half(o, w, 0, style, false);
		fl_asm_put(o, rgb ? " & " : "_ & ");
		if (alpha)
			put_half(o, w, 1, style, false);
		else
			fl_asm_put(o, "_");
		if (style == SLOTS)
			put_slots(o, w);
	}
	put_flags(o, w);
}

/* ---- texture, flow control ----------------------------------------------------------------------------- */
static void put_swizzle(struct fl_asm_out *o, uint32_t s)
{
	bool same = s == US_TEX_SELECT(s & 3, s & 3, s & 3, s & 3);

	if (s == US_TEX_PLAIN)
		return;
	fl_asm_put(o, ".");
	for (uint32_t i = 0; i < (same ? 1u : 4u); i++)
		fl_asm_put(o, "%c", rgba[s >> (2 * i) & 3]);
}

/* A half of an address word: a register and its selectors */
static void put_tex_half(struct fl_asm_out *o, uint32_t w, uint32_t half)
{
	put_reg(o, us_tex_register(w, half));
	put_swizzle(o, us_tex_select(w, half));
}

static void put_tex(struct fl_asm_out *o, const uint32_t w[6])
{
	uint32_t op = R500_US_TEX_INST__INST__GET(w[1]), mask = US_WMASK_OF(w[0]);

	put_predicates(o, w[0], 3);
	fl_asm_put(o, "%s", fl_r500_fs_tex_ops[op]);
	if (op == R500_US_TEX_INST__INST__TEXKILL) {
		fl_asm_put(o, " ");
		put_reg(o, us_tex_register(w[2], US_TEX_LOW));
		put_mask(o, mask, 15);
	} else if (op != R500_US_TEX_INST__INST__NOP) {
		fl_asm_put(o, " ");
		put_reg(o, us_tex_register(w[2], US_TEX_HIGH));
		put_mask(o, mask, 15);
		fl_asm_put(o, ", ");
		put_tex_half(o, w[2], US_TEX_LOW);
		fl_asm_put(o, ", tex%u", R500_US_TEX_INST__TEX_ID__GET(w[1]));
		put_swizzle(o, us_tex_select(w[2], US_TEX_HIGH));
		if (op == R500_US_TEX_INST__INST__DXDY) {
			fl_asm_put(o, ", ");
			put_tex_half(o, w[3], US_TEX_LOW);
			fl_asm_put(o, ", ");
			put_tex_half(o, w[3], US_TEX_HIGH);
		}
	}
	put_flags(o, w);
}

static void put_number(struct fl_asm_out *o, const char *name, uint32_t value)
{
	if (value)
		fl_asm_put(o, " %s=%u", name, value);
}

static void put_fc(struct fl_asm_out *o, const uint32_t w[6])
{
	static const char a_ops[][5] = {"none", "pop", "push"}, b_ops[][5] = {"none", "decr", "incr"};
	put_predicates(o, w[0], 1);
	fl_asm_put(o, "FC %s func=0x%02x", fl_r500_fs_fc_ops[R500_US_FC_INST__OP__GET(w[2])],
		   R500_US_FC_INST__JUMP_FUNC__GET(w[2]));
	if (R500_US_FC_INST__JUMP_ANY__GET(w[2]))
		fl_asm_put(o, " any");
	if (R500_US_FC_INST__B_ELSE__GET(w[2]))
		fl_asm_put(o, " else");
	if (R500_US_FC_INST__A_OP__GET(w[2]))
		fl_asm_put(o, " a=%s", a_ops[R500_US_FC_INST__A_OP__GET(w[2])]);
	if (R500_US_FC_INST__B_OP0__GET(w[2]))
		fl_asm_put(o, " b0=%s", b_ops[R500_US_FC_INST__B_OP0__GET(w[2])]);
	if (R500_US_FC_INST__B_OP1__GET(w[2]))
		fl_asm_put(o, " b1=%s", b_ops[R500_US_FC_INST__B_OP1__GET(w[2])]);
	put_number(o, "pop", R500_US_FC_INST__B_POP_CNT__GET(w[2]));
	put_number(o, "bool", R500_US_FC_ADDR__BOOL_ADDR__GET(w[3]));
	put_number(o, "int", R500_US_FC_ADDR__INT_ADDR__GET(w[3]));
	put_number(o, "to", R500_US_FC_ADDR__JUMP_ADDR__GET(w[3]));
	if (R500_US_FC_ADDR__JUMP_GLOBAL__GET(w[3]))
		fl_asm_put(o, " global");
	put_flags(o, w);
}

/* What flow control most likely means, as a comment: guide 8.6.4. */
static void put_hint(struct fl_asm_out *o, const uint32_t w[6])
{
	uint32_t f = R500_US_FC_INST__JUMP_FUNC__GET(w[2]), b0 = R500_US_FC_INST__B_OP0__GET(w[2]);
	uint32_t op = R500_US_FC_INST__OP__GET(w[2]), a_op = R500_US_FC_INST__A_OP__GET(w[2]);
	const char *hint = NULL;

	if (op != R500_US_FC_INST__OP__US_FC_OP_JUMP)
		return;
	if (R500_US_FC_INST__B_ELSE__GET(w[2]))
		hint = "ELSE";
	else if (b0 == R500_US_FC_INST__B_OP0__US_FC_B_OP_INCR)
		hint = f == JUMP_UNLESS(ALU_RESULT)            ? "IF cc"
		       : f == R500_US_FC_JUMP_FUNC__ALU_RESULT ? "IF !cc"
		       : f == JUMP_UNLESS(PREDICATE)           ? "IF p"
		       : f == R500_US_FC_JUMP_FUNC__PREDICATE  ? "IF !p"
							       : "IF";
	else if (b0 == R500_US_FC_INST__B_OP0__US_FC_B_OP_DECR)
		hint = "ENDIF";
	else if (a_op == R500_US_FC_INST__A_OP__US_FC_A_OP_PUSH)
		hint = "CALL";
	else if (a_op == R500_US_FC_INST__A_OP__US_FC_A_OP_POP)
		hint = "RET";
	else if (f == JUMP_UNLESS(BOOLEAN))
		hint = "IF b";
	if (hint)
		fl_asm_put(o, "  # %s", hint);
}

/* ---- */
static bool read_back(const char *text, size_t size_B, uint32_t type, uint32_t got[6])
{
	struct fl_asm a;
	uint32_t label;

	fl_asm_begin(&a, text, size_B);
	if (type == TYPE_FC)
		return fl_r500_fs_raw_fc(&a, got, &label) && !fl_asm_peek(&a);
	if (type == TYPE_TEX)
		return fl_r500_fs_tex(&a, NULL, got) && !fl_asm_peek(&a);
	return fl_r500_fs_instruction(&a, NULL, got) && !fl_asm_peek(&a);
}

uint32_t fl_r500_fs_disasm(const uint32_t (*words)[6], uint32_t n, struct fl_asm_out *out)
{
	uint32_t invalid = 0;

	fl_asm_put(out, "!!US\noption nosched nocheck\n");
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *w = words[i];
		const char *why = fl_r500_fs_invalid(w);
		uint32_t got[6] = {0}, type = CMN_TYPE(w[0]);
		struct fl_asm_out line;
		char text[512];

		if (why) {
			invalid++;
			fl_r500_asm_put_words(out, w, 6, why);
			fl_asm_put(out, "\n");
			continue;
		}
		for (enum style style = type > TYPE_OUT ? SLOTS : WHOLE; style < STYLES; style++) {
			fl_asm_out(&line, text, sizeof(text));
			if (type == TYPE_FC)
				put_fc(&line, w);
			else if (type == TYPE_TEX)
				put_tex(&line, w);
			else
				put_alu(&line, w, style);
			if (line.need_B >= sizeof(text) || !read_back(text, line.need_B, type, got))
				memset(got, 0, sizeof(got));
			else if (!memcmp(got, w, sizeof(got)))
				break;
		}
		fl_asm_put(out, "%s", text);
		fl_asm_put_residue(out, w, got, 6);
		if (type == TYPE_FC)
			put_hint(out, w);
		fl_asm_put(out, "\n");
	}
	return invalid;
}
