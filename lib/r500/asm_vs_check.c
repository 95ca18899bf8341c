/* SPDX-License-Identifier: MIT
 *
 * What the guide asks of a vertex instruction: ports (R5xx guide 7.5.1), dual operations (7.5.6), ranges, A0
 * (7.5.9).
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

struct ports {
	uint32_t n[4], seen[4][4], a0; /* a0: 1 + the component that indexes constants */
};

static bool port(struct fl_asm *a, struct ports *p, uint32_t w, const char *at, uint32_t channels, bool macro)
{
	static const char *const what[] = {"temporaries", "input", "constant", "alternate temporary"};
	static const char prefix[][4] = {"r", "v", "c", "alt"};
	static const uint16_t limit[] = {32, 32, 256, 20};
	uint32_t type = SRC_TYPE(w), mode = PVS_MODE_OF(w), id = w & PVS_REGISTER, i = 0;

	for (uint32_t c = 0; c < 4; c++)
		if (channels >> c & 1 && pvs_selector(w, c) > R500_PVS_SWIZZLE__FORCE_1)
			return fl_asm_wrong(a, at, "a reserved selector is read");
	if (mode != R500_PVS_ADDR_MODE__RELATIVE_A0)
		id &= ~R500_PVS_SRC_OPERAND_0__PVS_SRC_ADDR_SEL__MASK;
	if (mode == R500_PVS_ADDR_MODE__ABSOLUTE && SRC_AT(w) >= limit[type])
		return fl_asm_wrong(a, at, "registers are %s0 to %s%u", prefix[type], prefix[type],
				    limit[type] - 1u);
	if (mode == R500_PVS_ADDR_MODE__RELATIVE_A0 && type == R500_PVS_SRC_REG_TYPE__CONSTANT) {
		if (p->a0 && p->a0 != 1 + SRC_SEL(w))
			return fl_asm_wrong(a, at, "an instruction indexes constants by one component of a0");
		p->a0 = 1 + SRC_SEL(w);
	}
	while (i < p->n[type] && p->seen[type][i] != id)
		i++;
	if (i < p->n[type])
		return true;
	p->seen[type][p->n[type]++] = id;
	if (type != R500_PVS_SRC_REG_TYPE__TEMPORARY && p->n[type] > 1)
		return fl_asm_wrong(a, at, "an instruction reads one %s; this is the second", what[type]);
	if (type == R500_PVS_SRC_REG_TYPE__TEMPORARY && p->n[type] > 2 && !macro)
		return fl_asm_wrong(a, at,
				    "an instruction reads two temporaries, three only as MAD or MADX2");
	return true;
}

bool fl_r500_vs_check(struct fl_asm *a, const uint32_t w[4], const char *const at[5])
{
	static const struct ports none;
	struct ports p = none;
	const char *why;
	const struct fl_r500_vs_op *op = fl_r500_vs_op_of(w, &why);
	uint32_t used, mop = DUAL_OP(w[3]), to = DST_AT(w[0]), type = DST_TYPE(w[0]);
	bool math = w[0] & MATH, dual = w[0] & DUAL, macro = w[0] & MACRO;

	if (!op)
		return fl_asm_wrong(a, at[4], "not a valid instruction: %s", why);
	bool fix = !math && (op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_FLT2FIX_DX] ||
			     op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_FLT2FIX_DX_RND]);
	used = op->used;
	if (dual && used & 4)
		return fl_asm_wrong(a, at[4], "the vector half of a dual operation has at most two sources");
	if (dual && type == R500_PVS_DST_REG_TYPE__ALT_TEMPORARY)
		return fl_asm_wrong(
		    a, at[4], "the vector half of a dual operation does not write alternate temporaries");
	if (dual && fl_r500_me_ops[mop].used == 7)
		return fl_asm_wrong(a, at[4], "%s has three sources, and cannot be half of a dual operation",
				    fl_r500_vs_op_name(&fl_r500_me_ops[mop]));
	for (uint32_t k = 0; k < 3; k++)
		if (used >> k & 1 &&
		    !port(a, &p, w[1 + k], at[k],
			  math                                                        ? 8
			  : op == &fl_r500_ve_ops[R500_PVS_VE_OPCODE__VE_DOT_PRODUCT] ? 15
										      : PVS_WRITES(w[0]),
			  macro))
			return false;
	if (dual && mop && !port(a, &p, w[3], at[3], fl_r500_me_ops[mop].used > 1 ? 3 : 1, false))
		return false;
	if (!op->used && !PVS_WRITES(w[0]))
		return true;
	if (type == R500_PVS_DST_REG_TYPE__A0 && !fix)
		return fl_asm_wrong(a, at[4], "a0 is written by ARL and ARR only");
	if (PVS_TO_MODE_OF(w[0]) == R500_PVS_ADDR_MODE__ABSOLUTE &&
	    to >= (type == R500_PVS_DST_REG_TYPE__ALT_TEMPORARY ? 20u : 32u))
		return fl_asm_wrong(a, at[4], "%s registers are 0 to %u",
				    type == R500_PVS_DST_REG_TYPE__ALT_TEMPORARY ? "alternate temporary"
				    : type == R500_PVS_DST_REG_TYPE__TEMPORARY   ? "temporary"
				    : type == R500_PVS_DST_REG_TYPE__INPUT       ? "input"
										 : "output",
				    type == R500_PVS_DST_REG_TYPE__ALT_TEMPORARY ? 19u : 31u);
	return true;
}
