/* SPDX-License-Identifier: MIT
 *
 * Scalar instructions with one source (SOP1). Sea Islands reference, chapter 4.3.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_scalar.h"
#include "hw/regs/cik.h"

enum { NOTHING = 0xffffffff };

uint64_t mcik_sq_logic(unsigned how, uint64_t a, uint64_t b)
{
	switch (how) {
	case 0:
		return a & b;
	case 1:
		return a | b;
	case 2:
		return a ^ b;
	case 3:
		return a & ~b;
	case 4:
		return a | ~b;
	case 5:
		return ~(a & b);
	case 6:
		return ~(a | b);
	default:
		return ~(a ^ b);
	}
}

static uint64_t reversed(uint64_t a, unsigned bits)
{
	uint64_t d = 0;

	for (unsigned k = 0; k < bits; k++)
		d |= (a >> k & 1) << (bits - 1 - k);
	return d;
}

/* A bit for each four: is any of them set? quad: all four get it, else they become one. */
static uint64_t fours(uint64_t a, bool quad)
{
	uint64_t d = 0;

	for (unsigned k = 0; k < 16; k++)
		if (a >> 4 * k & 15)
			d |= quad ? 15ull << 4 * k : 1ull << k;
	return d;
}

static uint32_t lowest(uint64_t a)
{
	return a ? (uint32_t)__builtin_ctzll(a) : NOTHING;
}

static uint32_t highest(uint64_t a, unsigned bits) /* counted from the top */
{
	return a ? (uint32_t)__builtin_clzll(a) - (64 - bits) : NOTHING;
}

/* Those whose result has 32 bits, whatever the source has; *scc: it is set */
static bool count(const struct sq_inst *i, uint64_t a, bool wide, uint32_t *d, bool *scc)
{
	const unsigned bits = wide ? 64 : 32;
	const uint64_t all = wide ? ~0ull : 0xffffffffull, sign = a >> (bits - 1) & 1;

	*scc = false;
	switch (i->opcode) {
	case CIK_OP_SOP1__S_BCNT0_I32_B32:
	case CIK_OP_SOP1__S_BCNT0_I32_B64:
		*scc = true;
		*d = (uint32_t)__builtin_popcountll(~a & all);
		return true;
	case CIK_OP_SOP1__S_BCNT1_I32_B32:
	case CIK_OP_SOP1__S_BCNT1_I32_B64:
		*scc = true;
		*d = (uint32_t)__builtin_popcountll(a);
		return true;
	case CIK_OP_SOP1__S_FF0_I32_B32:
	case CIK_OP_SOP1__S_FF0_I32_B64:
		*d = lowest(~a & all);
		return true;
	case CIK_OP_SOP1__S_FF1_I32_B32:
	case CIK_OP_SOP1__S_FF1_I32_B64:
		*d = lowest(a);
		return true;
	case CIK_OP_SOP1__S_FLBIT_I32_B32:
	case CIK_OP_SOP1__S_FLBIT_I32_B64_22:
		*d = highest(a, bits);
		return true;
	case CIK_OP_SOP1__S_FLBIT_I32:
	case CIK_OP_SOP1__S_FLBIT_I32_I64:
		*d = highest(sign ? ~a & all : a, bits);
		return true;
	}
	return false;
}

static void run_count(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->src[1];
	uint32_t d = 0;
	bool scc;

	count(i, sq_source(w, i, 0, wide), wide, &d, &scc);
	sq_result(w, i, false, d, scc);
}

/* One source, one result, of the same size */
static void run_one(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->src[1];
	const uint64_t a = sq_source(w, i, 0, wide);

	switch (i->opcode) {
	case CIK_OP_SOP1__S_MOV_B32:
	case CIK_OP_SOP1__S_MOV_B64:
	case CIK_OP_SOP1__S_MOV_FED_B32:
		sq_result(w, i, wide, a, false);
		break;
	case CIK_OP_SOP1__S_CMOV_B32:
	case CIK_OP_SOP1__S_CMOV_B64:
		if (w->scc)
			sq_result(w, i, wide, a, false);
		break;
	case CIK_OP_SOP1__S_NOT_B32:
	case CIK_OP_SOP1__S_NOT_B64:
		sq_result(w, i, wide, ~a, true);
		break;
	case CIK_OP_SOP1__S_WQM_B32:
	case CIK_OP_SOP1__S_WQM_B64:
		sq_result(w, i, wide, fours(a, true), true);
		break;
	case CIK_OP_SOP1__S_QUADMASK_B32:
	case CIK_OP_SOP1__S_QUADMASK_B64:
		sq_result(w, i, wide, fours(a, false), true);
		break;
	case CIK_OP_SOP1__S_BREV_B32:
	case CIK_OP_SOP1__S_BREV_B64:
		sq_result(w, i, wide, reversed(a, wide ? 64 : 32), false);
		break;
	case CIK_OP_SOP1__S_SEXT_I32_I8:
		sq_result(w, i, false, (uint32_t)(int8_t)a, false);
		break;
	case CIK_OP_SOP1__S_SEXT_I32_I16:
		sq_result(w, i, false, (uint32_t)(int16_t)a, false);
		break;
	case CIK_OP_SOP1__S_ABS_I32:
		sq_result(w, i, false, (uint32_t)a >> 31 ? 0u - (uint32_t)a : (uint32_t)a, true);
		break;
	}
}

static void run_bitset(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode == CIK_OP_SOP1__S_BITSET0_B64 || i->opcode == CIK_OP_SOP1__S_BITSET1_B64;
	const bool set = i->opcode >= CIK_OP_SOP1__S_BITSET1_B32;
	const uint64_t bit = 1ull << (mcik_sq_read32(w, i, i->src[0]) & (wide ? 63 : 31));
	const uint64_t d = wide ? sq_pair(w, i->dst) : w->s[i->dst];

	sq_result(w, i, wide, set ? d | bit : d & ~bit, false);
}

static void run_saveexec(struct mcik_wave *w, const struct sq_inst *i)
{
	/* and, or, xor, andn2, orn2, nand, nor, xnor with S0 as the first source */
	const uint64_t a = mcik_sq_read64(w, i, i->src[0], SQ_U64), exec = sq_exec_mask(w);
	const uint64_t d = mcik_sq_logic(i->opcode - CIK_OP_SOP1__S_AND_SAVEEXEC_B64, a, exec);

	sq_set_pair(w, i->dst, exec);
	sq_set_pair(w, MCIK_EXEC, d);
	w->scc = d != 0;
}

static void run_pc(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint64_t next = w->pc;

	if (i->opcode != CIK_OP_SOP1__S_GETPC_B64)
		w->pc = mcik_sq_read64(w, i, i->src[0], SQ_U64) & ~3ull;
	if (i->opcode == CIK_OP_SOP1__S_GETPC_B64 || i->opcode == CIK_OP_SOP1__S_SWAPPC_B64)
		sq_set_pair(w, i->dst, next);
}

/* The register's number, plus M0 */
static void run_movrel(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->src[1], from = i->opcode <= CIK_OP_SOP1__S_MOVRELS_B64;
	const unsigned at = (from ? i->src[0] : i->dst) + w->s[MCIK_M0];

	if (at + wide >= MCIK_SCALARS) {
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.3", "a relative register is s%u, out of range", at);
		return;
	}
	if (from)
		sq_result(w, i, wide, wide ? sq_pair(w, at) : w->s[at], false);
	else if (wide)
		sq_set_pair(w, at, sq_source(w, i, 0, true));
	else
		w->s[at] = (uint32_t)sq_source(w, i, 0, false);
}

static void run_join(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned csp = w->mode >> MCIK_MODE_CSP_SHIFT;

	if (csp == w->s[i->src[0]])
		return;
	const unsigned top = (csp - 1) & 7;

	w->mode = (w->mode & ~(7u << MCIK_MODE_CSP_SHIFT)) | top << MCIK_MODE_CSP_SHIFT;
	sq_set_pair(w, MCIK_EXEC, sq_pair(w, top * 4));
	w->pc = sq_pair(w, top * 4 + 2);
}

static bool is_wide(unsigned op) /* of 64 bits */
{
	if (op >= CIK_OP_SOP1__S_MOV_B32 && op <= CIK_OP_SOP1__S_BREV_B64)
		return !(op & 1);
	if (op <= CIK_OP_SOP1__S_FLBIT_I32_I64)
		return !(op & 1); /* counts: of the source */
	return (op >= CIK_OP_SOP1__S_GETPC_B64 && op <= CIK_OP_SOP1__S_XNOR_SAVEEXEC_B64) ||
	       op == CIK_OP_SOP1__S_QUADMASK_B64 || op == CIK_OP_SOP1__S_MOVRELS_B64 ||
	       op == CIK_OP_SOP1__S_MOVRELD_B64;
}

static sq_exec *run_of(unsigned op)
{
	if (op < CIK_OP_SOP1__S_MOV_B32 || op == 35 || op == CIK_OP_SOP1__S_MOV_REGRD_B32)
		return NULL;
	if (op >= CIK_OP_SOP1__S_BCNT0_I32_B32 && op <= CIK_OP_SOP1__S_FLBIT_I32_I64)
		return run_count;
	if (op >= CIK_OP_SOP1__S_BITSET0_B32 && op <= CIK_OP_SOP1__S_BITSET1_B64)
		return run_bitset;
	if (op >= CIK_OP_SOP1__S_GETPC_B64 && op <= CIK_OP_SOP1__S_RFE_B64)
		return run_pc;
	if (op >= CIK_OP_SOP1__S_AND_SAVEEXEC_B64 && op <= CIK_OP_SOP1__S_XNOR_SAVEEXEC_B64)
		return run_saveexec;
	if (op >= CIK_OP_SOP1__S_MOVRELS_B32 && op <= CIK_OP_SOP1__S_MOVRELD_B64)
		return run_movrel;
	if (op == CIK_OP_SOP1__S_CBRANCH_JOIN)
		return run_join;
	return op <= CIK_OP_SOP1__S_MOV_FED_B32 ? run_one : NULL;
}

void mcik_sq_sop1(struct sq_inst *i)
{
	const uint32_t word = i->word[0];
	const unsigned op = CIK_SOP1_WORD0__OP__GET(word);
	const bool wide = is_wide(op);

	i->opcode = (uint16_t)op;
	i->src[0] = (uint16_t)CIK_SOP1_WORD0__SSRC0__GET(word);
	i->dst = (uint16_t)CIK_SOP1_WORD0__SDST__GET(word);
	i->src[1] = wide; /* for run_one() and its like */
	i->unit = SQ_SALU;
	i->run = run_of(op);
	if (op != CIK_OP_SOP1__S_GETPC_B64)
		mcik_sq_reads(i, i->src[0], wide ? 2 : 1);
	if (i->run == run_saveexec)
		mcik_sq_reads(i, MCIK_EXEC, 2);
	if (i->run == run_bitset)
		mcik_sq_writes(i, i->dst,
			       op == CIK_OP_SOP1__S_BITSET0_B64 || op == CIK_OP_SOP1__S_BITSET1_B64 ? 2 : 1);
	else if (i->run != run_join && op != CIK_OP_SOP1__S_SETPC_B64 && op != CIK_OP_SOP1__S_RFE_B64)
		mcik_sq_writes(i, i->dst, wide && i->run != run_count ? 2 : 1);
	i->plain = i->run == run_one || i->run == run_count || i->run == run_bitset;
}
