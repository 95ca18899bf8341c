/* SPDX-License-Identifier: MIT
 *
 * Vertex programs to text. Each instruction is written, read back by the assembler itself, and what would be
 * lost (bits that the chip ignores) is written after it: so the text always gives the same words.
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

#include <string.h>

static const char selector[] = "xyzw016_";

static void put_reg(struct fl_asm_out *o, const char *prefix, uint32_t at, uint32_t mode, uint32_t sel)
{
	if (mode == R500_PVS_ADDR_MODE__ABSOLUTE)
		fl_asm_put(o, "%s%u", prefix, at);
	else if (mode == R500_PVS_ADDR_MODE__RELATIVE_A0)
		fl_asm_put(o, "%s[a0.%c", prefix, selector[sel]);
	else
		fl_asm_put(o, "%s[i0", prefix);
	if (mode != R500_PVS_ADDR_MODE__ABSOLUTE) {
		if (at)
			fl_asm_put(o, " + %u]", at);
		else
			fl_asm_put(o, "]");
	}
}

static void put_mask(struct fl_asm_out *o, uint32_t mask)
{
	if (mask == 15)
		return;
	fl_asm_put(o, mask ? "." : "._");
	for (uint32_t i = 0; i < 4; i++)
		if (mask >> i & 1)
			fl_asm_put(o, "%c", selector[i]);
}

/* n: selectors that there are, 4 or 2 */
static void put_source(struct fl_asm_out *o, uint32_t w, uint32_t n)
{
	static const char prefix[][4] = {"r", "v", "c", "alt"};
	uint32_t negate = PVS_NEGATED(w) & ((1u << n) - 1), all = (1u << n) - 1;
	bool same = true, plain = n == 4;

	for (uint32_t i = 0; i < n; i++) {
		same &= pvs_selector(w, i) == pvs_selector(w, 0);
		plain &= pvs_selector(w, i) == i;
	}
	if (negate == all) {
		fl_asm_put(o, "-");
		negate = 0;
	}
	if (w & SRC_ABS)
		fl_asm_put(o, "|");
	put_reg(o, prefix[SRC_TYPE(w)], SRC_AT(w), PVS_MODE_OF(w), SRC_SEL(w));
	if (!plain || negate)
		fl_asm_put(o, ".");
	for (uint32_t i = 0; (!plain || negate) && i < (same && !negate ? 1 : n); i++)
		fl_asm_put(o, "%s%c", negate >> i & 1 ? "-" : "", selector[pvs_selector(w, i)]);
	if (w & SRC_ABS)
		fl_asm_put(o, "|");
}

static void put_instruction(struct fl_asm_out *o, const uint32_t w[4], const struct fl_r500_vs_op *op)
{
	static const char prefix[][4] = {"r", "", "o", "ox", "alt", "v"};
	const uint32_t destination = R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE__MASK |
				     R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET__MASK |
				     R500_PVS_OP_DST_OPERAND__PVS_DST_ADDR_MODE_1__MASK | PVS_WRITE(15u);
	bool math = w[0] & MATH, dual = w[0] & DUAL, macro = w[0] & MACRO;
	bool mad = !math && (op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_MULTIPLY_ADD] ||
			     op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_MULTIPLYX2_ADD]);
	uint32_t used = op->used, n_slots = dual ? 2 : 3, last = 0;
	bool mov = op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_ADD] && !math && w[2] == pvs_zeros(w[1]);

	if (w[0] & PRED)
		fl_asm_put(o, "(%sp) ", w[0] & SENSE ? "" : "!");
	fl_asm_put(o, "%s", mov ? "MOV" : fl_r500_vs_op_name(op));
	if (w[0] & (math ? ME_SAT : VE_SAT))
		fl_asm_put(o, ".sat");
	if (mad && macro != (!dual && fl_r500_vs_three_temps(w)))
		fl_asm_put(o, macro ? ".macro" : ".plain");
	if (mov)
		used = 1;
	if (!used && !(w[0] & destination) && !w[1] && !w[2] && (dual || !w[3])) {
		if (!dual)
			return;
		goto dual;
	}
	fl_asm_put(o, " ");
	if (DST_TYPE(w[0]) == R500_PVS_DST_REG_TYPE__A0)
		fl_asm_put(o, "a0");
	else
		put_reg(o, prefix[DST_TYPE(w[0])], DST_AT(w[0]), PVS_TO_MODE_OF(w[0]), DST_SEL(w[0]));
	put_mask(o, PVS_WRITES(w[0]));
	for (uint32_t k = 0; k < n_slots; k++)
		if (used >> k & 1) {
			fl_asm_put(o, ", ");
			put_source(o, w[1 + k], 4);
			last = w[1 + k];
		}
	/* What the others hold, unless it is what they would be filled with; in order, so up to the last that
	 * is not. */
	uint32_t filler = used ? fl_r500_vs_filler(last, math) : 0;
	uint32_t n = n_slots;
	while (n && (used >> (n - 1) & 1 || w[n] == filler))
		n--;
	for (uint32_t k = 0; k < n; k++)
		if (!(used >> k & 1)) {
			fl_asm_put(o, ", unused ");
			put_source(o, w[1 + k], 4);
		}
dual:
	if (!dual)
		return;
	fl_asm_put(o, " & %s%s alt%u.%c, ", fl_r500_vs_op_name(&fl_r500_me_ops[DUAL_OP(w[3])]),
		   w[0] & ME_SAT ? ".sat" : "", R500_PVS_DUAL_MATH__DUAL_MATH_DST_OFFSET__GET(w[3]),
		   selector[R500_PVS_DUAL_MATH__PVS_DST_WE_SEL__GET(w[3])]);
	put_source(o, w[3], 2);
}

uint32_t fl_r500_vs_disasm(const uint32_t (*words)[4], uint32_t n, struct fl_asm_out *out)
{
	uint32_t invalid = 0;

	fl_asm_put(out, "!!PVS\noption nosched nocheck\n");
	for (uint32_t i = 0; i < n; i++) {
		const char *why, *at[5];
		const struct fl_r500_vs_op *op = fl_r500_vs_op_of(words[i], &why);
		struct fl_asm_out line;
		struct fl_asm back;
		uint32_t got[4] = {0};
		char text[256];

		if (!op) {
			invalid++;
			fl_r500_asm_put_words(out, words[i], 4, why);
			fl_asm_put(out, "\n");
			continue;
		}
		fl_asm_out(&line, text, sizeof(text));
		put_instruction(&line, words[i], op);
		fl_asm_begin(&back, text, line.need_B);
		fl_r500_vs_instruction(&back, NULL, got, at);
		fl_asm_put(out, "%s", text);
		fl_asm_put_residue(out, words[i], got, 4);
		fl_asm_put(out, "\n");
	}
	return invalid;
}

void fl_r500_vs_disasm_flow(const struct fl_r500_vs_flow *flow, uint32_t n, struct fl_asm_out *out)
{
	for (uint32_t i = 0; i < n; i++)
		fl_asm_put(out, "flow op=%u act=%u target=%u last=%u rtn=%u index=0x%x\n", flow[i].op,
			   flow[i].act, flow[i].target, flow[i].last, flow[i].rtn, flow[i].index);
}
