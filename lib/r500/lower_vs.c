/* SPDX-License-Identifier: MIT
 *
 * Fixed-function vertex programs (lib/fl_ff_form.h) in the words of the PVS (R5xx guide 7.5.7 to 7.5.9). An
 * operand that the operation does not use repeats a register that is used anyway (7.5.8).
 */
#include "lib/r500/programs.h"
#include "lib/r500/pvs.h"

#define VE(opcode) R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_VE_OPCODE__##opcode)
#define ME(opcode)                                                               \
	(R500_PVS_OP_DST_OPERAND__PVS_DST_OPCODE(R500_PVS_ME_OPCODE__##opcode) | \
	 R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST(1))

/* Beyond those of programs (lib/fl_ff_compose.h), and within what vertex memory has for each of
 * FL_R500_FIXED_CONTROLLERS: 72 / 5. */
#define CLAMP_TEMP 13u

static const uint32_t opcode[FL_FF_OPS] = {
    [FL_FF_MOV] = VE(VE_ADD), /* of 0 */
    [FL_FF_ADD] = VE(VE_ADD),
    [FL_FF_MUL] = VE(VE_MULTIPLY),
    [FL_FF_MAD] = VE(VE_MULTIPLY_ADD),
    [FL_FF_DP3] = VE(VE_DOT_PRODUCT), /* with 0 in place of w */
    [FL_FF_DP4] = VE(VE_DOT_PRODUCT),
    [FL_FF_MAX] = VE(VE_MAXIMUM),
    [FL_FF_RSQ] = ME(ME_RECIP_SQRT_DX),
    [FL_FF_RCP] = ME(ME_RECIP_DX),
    [FL_FF_EX2] = ME(ME_EXP_BASE2_FULL_DX),
    [FL_FF_LIT] = ME(ME_LIGHT_COEFF_DX),
};

/* The numbers of the selectors are the chip's. */
_Static_assert((int)FL_FF_X == R500_PVS_SWIZZLE__X && (int)FL_FF_W == R500_PVS_SWIZZLE__W &&
		   (int)FL_FF_0 == R500_PVS_SWIZZLE__FORCE_0 && (int)FL_FF_1 == R500_PVS_SWIZZLE__FORCE_1,
	       "selectors");

static uint32_t destination(struct fl_ff_dst to, bool math, const struct fl_ff_places *at)
{
	uint32_t w = to.file == FL_FF_OUT
			 ? R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(R500_PVS_DST_REG_TYPE__OUT) |
			       R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(at->out[to.at])
			 : R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(R500_PVS_DST_REG_TYPE__TEMPORARY) |
			       R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(to.at);

	if (to.saturate)
		w |= math ? R500_PVS_OP_DST_OPERAND__PVS_DST_ME_SAT(1)
			  : R500_PVS_OP_DST_OPERAND__PVS_DST_VE_SAT(1);
	return w | PVS_WRITE(to.mask);
}

/* A literal repeats the register of the operand before it. */
static uint32_t source(struct fl_ff_src s, uint32_t before, const struct fl_ff_places *at)
{
	static const uint8_t type[] = {[FL_FF_TEMP] = R500_PVS_SRC_REG_TYPE__TEMPORARY,
				       [FL_FF_IN] = R500_PVS_SRC_REG_TYPE__INPUT,
				       [FL_FF_CONST] = R500_PVS_SRC_REG_TYPE__CONSTANT};
	uint32_t w = PVS_SELECT(FL_FF_SELECTOR(s, 0), FL_FF_SELECTOR(s, 1), FL_FF_SELECTOR(s, 2),
				FL_FF_SELECTOR(s, 3));

	if (s.select & FL_FF_NEGATE)
		w |= PVS_NEGATE(15u);
	if (s.file == FL_FF_LITERAL)
		return (before & PVS_REGISTER) | w;
	return w | R500_PVS_SRC_OPERAND_0__PVS_SRC_REG_TYPE(type[s.file]) |
	       R500_PVS_SRC_OPERAND_0__PVS_SRC_OFFSET(s.file == FL_FF_IN ? at->in[s.at] : s.at);
}

/* x, y, z and 0 of a vector. An input's w is a number as it is, and the other operand's is 0. */
static struct fl_ff_src three(struct fl_ff_src s)
{
	if (s.file != FL_FF_IN)
		s.select =
		    (uint16_t)((s.select & ~FL_FF_SELECT(0, 0, 0, 7)) | FL_FF_SELECT(0, 0, 0, FL_FF_0));
	return s;
}

static bool same(struct fl_ff_src s, struct fl_ff_src t)
{
	return s.file == t.file && s.at == t.at && s.select == t.select;
}

/* The same product is added once more to what i has made: VE_MULTIPLYX2_ADD does both. */
static bool adds_again(const struct fl_ff_inst *i, const struct fl_ff_inst *next)
{
	const struct fl_ff_src made = {
	    .file = i->to.file, .at = i->to.at, .select = FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)};

	return i->op == FL_FF_MAD && next->op == FL_FF_MAD && same(next->a, i->a) && same(next->b, i->b) &&
	       same(next->c, made) && next->to.file == made.file && next->to.at == made.at &&
	       next->to.mask == i->to.mask && !(i->a.file == made.file && i->a.at == made.at) &&
	       !(i->b.file == made.file && i->b.at == made.at);
}

static void put(uint32_t *w, const struct fl_ff_inst *i, uint32_t op, const struct fl_ff_places *at)
{
	bool dp3 = i->op == FL_FF_DP3;
	uint32_t a = source(dp3 ? three(i->a) : i->a, 0, at), b = a, c;

	switch (i->op) {
	case FL_FF_MOV:
		b = c = pvs_zeros(a);
		break;
	case FL_FF_RSQ:
	case FL_FF_RCP:
	case FL_FF_EX2:
		c = a;
		break;
	case FL_FF_MAD:
	case FL_FF_LIT:
		b = source(i->b, a, at);
		c = source(i->c, b, at);
		break;
	default:
		b = source(dp3 ? three(i->b) : i->b, a, at);
		c = pvs_zeros(b);
		break;
	}
	w[0] = op | destination(i->to, R500_PVS_OP_DST_OPERAND__PVS_DST_MATH_INST__GET(op), at);
	w[1] = a;
	w[2] = b;
	w[3] = c;
}

/* What i would saturate, where the chip does not: colors as they are, which GA clamps; else by way of a
 * temporary that no program has. Returns how many instructions more it took. */
#define XYZW FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)
#define ALL(selector)                                                                                 \
	{                                                                                             \
		.file = FL_FF_LITERAL, .select = FL_FF_SELECT(selector, selector, selector, selector) \
	}
static uint32_t clamp(uint32_t *w, const struct fl_ff_inst *i, uint32_t op, const struct fl_ff_places *at)
{
	static const struct fl_ff_inst low = {.op = FL_FF_MAX,
					      .to = {.file = FL_FF_TEMP, .at = CLAMP_TEMP, .mask = 15},
					      .a = {.file = FL_FF_TEMP, .at = CLAMP_TEMP, .select = XYZW},
					      .b = ALL(FL_FF_0)},
				       ones = {.b = ALL(FL_FF_1)};
	struct fl_ff_inst raw = *i, high = low;

	raw.to.saturate = false;
	if (i->to.at == FL_FF_OUT_COLOR) {
		put(w, &raw, op, at);
		return 0;
	}
	high.to = raw.to;
	high.b = ones.b;
	raw.to = low.to;
	put(w, &raw, op, at);
	put(w + FL_R500_VS_DW, &low, VE(VE_MAXIMUM), at);
	put(w + 2 * FL_R500_VS_DW, &high, VE(VE_MINIMUM), at);
	return 2;
}

uint32_t fl_r500_vs_lower(const struct fl_ff_inst *inst, uint32_t n, const struct fl_ff_places *at,
			  bool saturates, uint32_t *words, uint32_t *last_position)
{
	uint32_t made = 0;

	for (uint32_t k = 0; k < n; k++) {
		const struct fl_ff_inst *i = &inst[k];
		uint32_t op = opcode[i->op];

		if (k + 1 < n && adds_again(i, i + 1)) {
			op = VE(VE_MULTIPLYX2_ADD);
			k++; /* and the second's destination is the first's */
		}
		if (i->to.file == FL_FF_OUT && i->to.at == FL_FF_OUT_POSITION)
			*last_position = made;
		if (i->to.saturate && !saturates)
			made += clamp(words + FL_R500_VS_DW * made, i, op, at);
		else
			put(words + FL_R500_VS_DW * made, i, op, at);
		made++;
	}
	return made;
}
