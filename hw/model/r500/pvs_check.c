/* SPDX-License-Identifier: MIT
 *
 * What the guide forbids in a vertex program: each instruction that the flow reaches is checked once, when
 * the program is decoded. What is wrong is reported, and the program runs.
 */
#include "hw/model/r500/pvs.h"

#define GUIDE_OVERVIEW "R5xx guide 7.5.1"
#define GUIDE_DUAL     "R5xx guide 7.5.6"
#define GUIDE_WORDS    "R5xx guide 7.5.9"

struct ports {
	unsigned n[4];       /* distinct addresses of each memory */
	uint32_t seen[4][3]; /* address with its addressing */
	bool a0;
	unsigned a0_channel;
	bool a0_twice; /* constants indexed by two address registers */
};

static void source(struct mr500 *r, const struct mr500_pvs *p, unsigned pc, struct ports *ports, uint32_t w,
		   unsigned channels)
{
	static const char *const memory[] = {"temporary", "input", "constant", "alternate temporary"};
	const unsigned limit[] = {MR500_PVS_TEMPS, MR500_PVS_INPUTS, 256, MR500_PVS_ALTS};
	unsigned type = pvs_src_type(w), at = pvs_src_offset(w), mode = pvs_src_mode(w);
	uint32_t id = at | mode << 8 | (mode == PVS_RELATIVE_A0 ? pvs_addr_sel(w) << 10 : 0);
	bool known = false;

	for (unsigned i = 0; i < ports->n[type]; i++)
		known |= ports->seen[type][i] == id;
	if (!known)
		ports->seen[type][ports->n[type]++] = id;
	if (mode == 3)
		mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
			     "vertex program, instruction %u: addressing mode 3 is reserved", pc);
	if (mode == PVS_RELATIVE_A0 && type == PVS_SRC_CONSTANT) {
		ports->a0_twice |= ports->a0 && ports->a0_channel != pvs_addr_sel(w);
		ports->a0 = true;
		ports->a0_channel = pvs_addr_sel(w);
	}
	for (unsigned c = 0; c < 4; c++) /* drivers put 7 where nothing is used */
		if (channels >> c & 1 && pvs_src_select(w, c) > PVS_FORCE_1)
			mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
				     "vertex program, instruction %u: swizzle %u is reserved", pc,
				     pvs_src_select(w, c));
	if (mode == PVS_ABSOLUTE && type == PVS_SRC_CONSTANT && at > p->const_max)
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: constant %u is above PVS_MAX_CONST_ADDR %u and "
			     "reads as 0",
			     pc, at, p->const_max);
	else if (mode == PVS_ABSOLUTE && at >= limit[type])
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: there is no %s vector %u", pc, memory[type],
			     at);
	/* The address that frees the input vectors: guide 11.11, VAP_PVS_CODE_CNTL_1 */
	unsigned freed = R500_VAP_PVS_CODE_CNTL_1__PVS_LAST_VTX_SRC_INST__GET(p->key[1]);
	if (type == PVS_SRC_INPUT && !p->flow_op && p->first <= p->last && pc > freed)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_PVS_CODE_CNTL_1",
			     "vertex program: instruction %u reads input memory, which is given up after "
			     "instruction %u",
			     pc, freed);
}

static void destination(struct mr500 *r, unsigned pc, uint32_t w, unsigned op)
{
	unsigned type = pvs_dst_type(w), at = pvs_dst_offset(w);
	bool whole = op == VE_FLT2FIX_DX || op == VE_FLT2FIX_DX_RND;

	if (type > PVS_DST_INPUT)
		mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
			     "vertex program, instruction %u: destination type %u is reserved", pc, type);
	if (pvs_dst_mode(w) == 3)
		mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
			     "vertex program, instruction %u: destination addressing mode 3 is reserved", pc);
	if (type == PVS_DST_A0 && !whole)
		mr500_report(
		    r, FL_WARN, "VAP", GUIDE_WORDS,
		    "vertex program, instruction %u: only VE_FLT2FIX_DX and VE_FLT2FIX_DX_RND may write A0",
		    pc);
	if (pvs_dst_mode(w) == PVS_ABSOLUTE &&
	    ((type == PVS_DST_ALT && at >= MR500_PVS_ALTS) ||
	     (type == PVS_DST_INPUT && at >= MR500_PVS_INPUTS) ||
	     ((type == PVS_DST_OUT || type == PVS_DST_OUT_REPL_X) && at >= MR500_PVS_OUTPUTS)))
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: there is no destination vector %u of type %u",
			     pc, at, type);
}

void mr500_pvs_check(struct mr500 *r, const struct mr500_pvs *p, unsigned pc, const uint32_t w[4])
{
	static const struct ports none;
	struct ports ports = none;
	bool math = w[0] & PVS_DST_MATH_INST, macro = w[0] & PVS_DST_MACRO_INST,
	     dual = w[0] & PVS_DST_DUAL_MATH_OP;
	unsigned op = pvs_dst_opcode(w[0]), limit = p->r300 ? VE_FLT2FIX_DX_RND + 1 : VE_OPS;
	unsigned me_limit = p->r300 ? ME_COS + 1 - ME : ME_OPS - ME;

	if (macro ? op > 1 : op >= (math ? me_limit : limit)) {
		mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
			     "vertex program, instruction %u: there is no %s opcode %u; it does nothing", pc,
			     macro  ? "macro"
			     : math ? "math"
				    : "vector",
			     op);
		return;
	}
	unsigned which = macro ? (op ? VE_MULTIPLYX2_ADD : VE_MULTIPLY_ADD) : math ? ME + op : op;
	unsigned used = mr500_pvs_operands((enum pvs_op)which);

	if (p->r300 && w[0] & (PVS_DST_VE_SAT | PVS_DST_ME_SAT | PVS_DST_PRED_ENABLE))
		mr500_report(r, FL_WARN, "VAP", GUIDE_WORDS,
			     "vertex program, instruction %u: saturation and predicates came with R5xx", pc);
	if (dual) {
		unsigned mop = pvs_dual_opcode(w[3]);
		if (math || macro)
			mr500_report(r, FL_WARN, "VAP", GUIDE_DUAL,
				     "vertex program, instruction %u: the first half of a dual operation is "
				     "not a plain vector operation",
				     pc);
		if (used & 4)
			mr500_report(r, FL_WARN, "VAP", GUIDE_DUAL,
				     "vertex program, instruction %u: the vector half of a dual operation "
				     "has three operands",
				     pc);
		if (pvs_dst_type(w[0]) == PVS_DST_ALT)
			mr500_report(r, FL_WARN, "VAP", GUIDE_DUAL,
				     "vertex program, instruction %u: the vector half of a dual operation "
				     "writes alternate temporaries",
				     pc);
		if (mop >= me_limit || mr500_pvs_operands((enum pvs_op)(ME + mop)) == 7)
			mr500_report(r, FL_WARN, "VAP", GUIDE_DUAL,
				     "vertex program, instruction %u: math opcode %u cannot be half of a "
				     "dual operation",
				     pc, mop);
		used &= 3;
		/* X; and Y, the second of two operands, where there are two (a program that ran on a real
		 * RV530 has 7 in the Y of ME_SIN and ME_COS) */
		if (mop && mop < me_limit)
			source(r, p, pc, &ports, w[3],
			       mr500_pvs_operands((enum pvs_op)(ME + mop)) == 1 ? 1 : 3);
	}
	for (unsigned k = 0; k < 3; k++)
		if (used >> k & 1)
			source(r, p, pc, &ports, w[1 + k],
			       math                         ? 8
			       : which == VE_DOT_PRODUCT    ? 15
			       : which == VE_MULTIPLY_CLAMP ? 9
							    : pvs_dst_mask(w[0]));
	if (which != VECTOR_NO_OP && which != MATH_NO_OP)
		destination(r, pc, w[0], which);
	if (ports.n[PVS_SRC_INPUT] > 1 || ports.n[PVS_SRC_CONSTANT] > 1 || ports.n[PVS_SRC_ALT_TEMPORARY] > 1)
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: %u inputs, %u constants and %u alternate "
			     "temporaries, of each of which one address may be read",
			     pc, ports.n[PVS_SRC_INPUT], ports.n[PVS_SRC_CONSTANT],
			     ports.n[PVS_SRC_ALT_TEMPORARY]);
	if (ports.n[PVS_SRC_TEMPORARY] > 2 && !macro)
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: three temporaries, which needs the macro form",
			     pc);
	if (ports.a0_twice)
		mr500_report(r, FL_WARN, "VAP", GUIDE_OVERVIEW,
			     "vertex program, instruction %u: constants are indexed by two components of A0",
			     pc);
}
