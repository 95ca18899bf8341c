/* SPDX-License-Identifier: MIT
 *
 * Scalar instructions with two sources (SOP2), comparisons (SOPC), and those with a constant of 16 bits
 * (SOPK). Sea Islands reference, chapter 4.3: SCC as each says there.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_scalar.h"
#include "hw/regs/cik.h"

static bool is_wide(unsigned op) /* SOP2 with a result of 64 bits */
{
	return op == CIK_OP_SOP2__S_CSELECT_B64 || op == CIK_OP_SOP2__S_BFM_B64 ||
	       op == CIK_OP_SOP2__S_BFE_U64 || op == CIK_OP_SOP2__S_BFE_I64 ||
	       (op >= CIK_OP_SOP2__S_AND_B32 && op <= CIK_OP_SOP2__S_ASHR_I64 && op & 1);
}

/* ---- SOP2 ---------------------------------------------------------------------------------------------- */
static void run_sum(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t a = mcik_sq_read32(w, i, i->src[0]), b = mcik_sq_read32(w, i, i->src[1]);
	const bool subtract = i->opcode & 1, with_carry = i->opcode >= CIK_OP_SOP2__S_ADDC_U32;
	const uint32_t in = with_carry ? w->scc : 0;
	const uint32_t d = subtract ? a - b - in : a + b + in;

	if (i->opcode == CIK_OP_SOP2__S_ADD_I32 || i->opcode == CIK_OP_SOP2__S_SUB_I32)
		w->scc = ((subtract ? a ^ b : ~(a ^ b)) & (a ^ d)) >> 31;
	else
		w->scc = subtract ? (uint64_t)b + in > a : ((uint64_t)a + b + in) >> 32;
	w->s[i->dst] = d;
}

static void run_choice(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t a = mcik_sq_read32(w, i, i->src[0]), b = mcik_sq_read32(w, i, i->src[1]);
	bool first = w->scc;

	switch (i->opcode) {
	case CIK_OP_SOP2__S_MIN_I32:
		first = (int32_t)a < (int32_t)b;
		break;
	case CIK_OP_SOP2__S_MIN_U32:
		first = a < b;
		break;
	case CIK_OP_SOP2__S_MAX_I32:
		first = (int32_t)a > (int32_t)b;
		break;
	case CIK_OP_SOP2__S_MAX_U32:
		first = a > b;
		break;
	}
	w->scc = first;
	w->s[i->dst] = first ? a : b;
}

static void run_select64(struct mcik_wave *w, const struct sq_inst *i)
{
	sq_set_pair(w, i->dst, mcik_sq_read64(w, i, i->src[!w->scc], SQ_U64));
}

/* s_and_b32 to s_xnor_b64: those of 64 bits have the odd opcodes. */
static void run_logic(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode & 1;
	const uint64_t a = sq_source(w, i, 0, wide), b = sq_source(w, i, 1, wide);

	sq_result(w, i, wide, mcik_sq_logic((i->opcode - CIK_OP_SOP2__S_AND_B32) / 2, a, b), true);
}

static void run_shift(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode & 1;
	const uint64_t a = sq_source(w, i, 0, wide);
	const unsigned by = mcik_sq_read32(w, i, i->src[1]) & (wide ? 63 : 31);
	uint64_t d;

	if (i->opcode <= CIK_OP_SOP2__S_LSHL_B64)
		d = a << by;
	else if (i->opcode <= CIK_OP_SOP2__S_LSHR_B64)
		d = a >> by;
	else
		d = (uint64_t)((wide ? (int64_t)a : (int64_t)(int32_t)a) >> by);
	sq_result(w, i, wide, d, true);
}

static void run_field(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = is_wide(i->opcode),
		   has_sign = i->opcode == CIK_OP_SOP2__S_BFE_I32 || i->opcode == CIK_OP_SOP2__S_BFE_I64;
	const uint32_t b = mcik_sq_read32(w, i, i->src[1]);
	const unsigned size = wide ? 64 : 32, at = b & (size - 1), width = b >> 16 & 127;
	uint64_t a = sq_source(w, i, 0, wide), d = 0;

	if (has_sign && !wide)
		a = (uint64_t)(int64_t)(int32_t)a;
	if (width && at + width >= size)
		d = has_sign ? (uint64_t)((int64_t)a >> at) : a >> at;
	else if (width) {
		d = a << (64 - at - width);
		d = has_sign ? (uint64_t)((int64_t)d >> (64 - width)) : d >> (64 - width);
	}
	sq_result(w, i, wide, d, true);
}

static void run_mask(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = is_wide(i->opcode);
	const unsigned bits = wide ? 63 : 31;
	const unsigned n = mcik_sq_read32(w, i, i->src[0]) & bits,
		       at = mcik_sq_read32(w, i, i->src[1]) & bits;

	sq_result(w, i, wide, ((1ull << n) - 1) << at, false);
}

static void run_product(struct mcik_wave *w, const struct sq_inst *i)
{
	w->s[i->dst] = mcik_sq_read32(w, i, i->src[0]) * mcik_sq_read32(w, i, i->src[1]);
}

static void run_difference(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t d = mcik_sq_read32(w, i, i->src[0]) - mcik_sq_read32(w, i, i->src[1]);

	sq_result(w, i, false, (int32_t)d < 0 ? 0u - d : d, true);
}

/* The wave's two halves take turns: the smaller is executed first, the other waits on a stack of registers,
 * four a level: EXEC, and the address. */
static void fork_to(struct mcik_wave *w, uint64_t taken, uint64_t target)
{
	const uint64_t exec = sq_exec_mask(w), yes = exec & taken, no = exec & ~taken;
	unsigned csp = w->mode >> MCIK_MODE_CSP_SHIFT;

	if (yes == exec) {
		w->pc = target;
		return;
	}
	if (no == exec)
		return;
	const bool jump = __builtin_popcountll(yes) <= __builtin_popcountll(no);

	sq_set_pair(w, csp * 4, jump ? no : yes);
	sq_set_pair(w, csp * 4 + 2, jump ? w->pc : target);
	sq_set_pair(w, MCIK_EXEC, jump ? yes : no);
	w->mode = (w->mode & ~(7u << MCIK_MODE_CSP_SHIFT)) | ((csp + 1) & 7) << MCIK_MODE_CSP_SHIFT;
	if (jump)
		w->pc = target;
}

static void run_g_fork(struct mcik_wave *w, const struct sq_inst *i)
{
	fork_to(w, mcik_sq_read64(w, i, i->src[0], SQ_U64), mcik_sq_read64(w, i, i->src[1], SQ_U64));
}

static sq_exec *sop2_of(unsigned op)
{
	if (op <= CIK_OP_SOP2__S_SUBB_U32)
		return run_sum;
	if (op <= CIK_OP_SOP2__S_CSELECT_B32)
		return run_choice;
	if (op == CIK_OP_SOP2__S_CSELECT_B64)
		return run_select64;
	if (op >= CIK_OP_SOP2__S_AND_B32 && op <= CIK_OP_SOP2__S_XNOR_B64)
		return run_logic;
	if (op >= CIK_OP_SOP2__S_LSHL_B32 && op <= CIK_OP_SOP2__S_ASHR_I64)
		return run_shift;
	if (op == CIK_OP_SOP2__S_BFM_B32 || op == CIK_OP_SOP2__S_BFM_B64)
		return run_mask;
	if (op == CIK_OP_SOP2__S_MUL_I32)
		return run_product;
	if (op >= CIK_OP_SOP2__S_BFE_U32 && op <= CIK_OP_SOP2__S_BFE_I64)
		return run_field;
	if (op == CIK_OP_SOP2__S_CBRANCH_G_FORK)
		return run_g_fork;
	return op == CIK_OP_SOP2__S_ABSDIFF_I32 ? run_difference : NULL;
}

void mcik_sq_sop2(struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	i->opcode = (uint16_t)CIK_SOP2_WORD0__OP__GET(word);
	i->src[0] = (uint16_t)CIK_SOP2_WORD0__SSRC0__GET(word);
	i->src[1] = (uint16_t)CIK_SOP2_WORD0__SSRC1__GET(word);
	i->dst = (uint16_t)CIK_SOP2_WORD0__SDST__GET(word);
	i->unit = SQ_SALU;
	i->run = sop2_of(i->opcode);

	const bool fork = i->run == run_g_fork, wide = is_wide(i->opcode);
	const bool one = i->run == run_shift || i->run == run_field; /* the second has 32 bits */

	mcik_sq_reads(i, i->src[0], fork || (wide && i->run != run_mask) ? 2 : 1);
	mcik_sq_reads(i, i->src[1], fork || (wide && i->run != run_mask && !one) ? 2 : 1);
	if (!fork)
		mcik_sq_writes(i, i->dst, wide ? 2 : 1);
	i->plain = !fork;
}

/* ---- SOPC and s_cmpk ----------------------------------------------------------------------------------- */
/* In the order of the opcodes, from 0 for equality on */
static bool compare(unsigned how, uint32_t a, uint32_t b, bool has_sign)
{
	const int64_t x = has_sign ? (int64_t)(int32_t)a : (int64_t)a;
	const int64_t y = has_sign ? (int64_t)(int32_t)b : (int64_t)b;

	switch (how) {
	case 0:
		return x == y;
	case 1:
		return x != y;
	case 2:
		return x > y;
	case 3:
		return x >= y;
	case 4:
		return x < y;
	default:
		return x <= y;
	}
}

enum { COMPARISONS = 6 };

static void run_compare(struct mcik_wave *w, const struct sq_inst *i)
{
	w->scc = compare(i->opcode % COMPARISONS, mcik_sq_read32(w, i, i->src[0]),
			 mcik_sq_read32(w, i, i->src[1]), i->opcode < COMPARISONS);
}

static void run_bit(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool wide = i->opcode >= CIK_OP_SOPC__S_BITCMP0_B64;
	const unsigned bit = mcik_sq_read32(w, i, i->src[1]) & (wide ? 63 : 31);

	w->scc = (sq_source(w, i, 0, wide) >> bit & 1) == (i->opcode & 1);
}

static void run_setvskip(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool on = mcik_sq_read32(w, i, i->src[0]) >> (mcik_sq_read32(w, i, i->src[1]) & 31) & 1;

	w->mode = on ? w->mode | MCIK_MODE_VSKIP : w->mode & ~(uint32_t)MCIK_MODE_VSKIP;
}

void mcik_sq_sopc(struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	i->opcode = (uint16_t)CIK_SOPC_WORD0__OP__GET(word);
	i->src[0] = (uint16_t)CIK_SOPC_WORD0__SSRC0__GET(word);
	i->src[1] = (uint16_t)CIK_SOPC_WORD0__SSRC1__GET(word);
	i->unit = SQ_SALU;
	i->run = i->opcode <= CIK_OP_SOPC__S_CMP_LE_U32    ? run_compare
		 : i->opcode <= CIK_OP_SOPC__S_BITCMP1_B64 ? run_bit
		 : i->opcode == CIK_OP_SOPC__S_SETVSKIP    ? run_setvskip
							   : NULL;
	mcik_sq_reads(i, i->src[0], i->run == run_bit && i->opcode >= CIK_OP_SOPC__S_BITCMP0_B64 ? 2 : 1);
	mcik_sq_reads(i, i->src[1], 1);
	i->plain = i->run != run_setvskip;
}

/* ---- SOPK ---------------------------------------------------------------------------------------------- */
static void run_constant(struct mcik_wave *w, const struct sq_inst *i)
{
	const int32_t k = (int16_t)i->word[0];
	const uint32_t a = w->s[i->dst], u = (uint32_t)k;

	switch (i->opcode) {
	case CIK_OP_SOPK__S_MOVK_I32:
		w->s[i->dst] = u;
		break;
	case CIK_OP_SOPK__S_CMOVK_I32:
		w->s[i->dst] = w->scc ? u : a;
		break;
	case CIK_OP_SOPK__S_ADDK_I32:
		w->s[i->dst] = a + u;
		w->scc = (~(a ^ u) & (a ^ (a + u))) >> 31;
		break;
	case CIK_OP_SOPK__S_MULK_I32:
		w->s[i->dst] = a * u;
		break;
	}
}

static void run_comparek(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned how = i->opcode - CIK_OP_SOPK__S_CMPK_EQ_I32;
	const bool has_sign = how < COMPARISONS;

	w->scc = compare(how % COMPARISONS, w->s[i->dst],
			 has_sign ? (uint32_t)(int16_t)i->word[0] : i->word[0] & 0xffff, has_sign);
}

static void run_i_fork(struct mcik_wave *w, const struct sq_inst *i)
{
	fork_to(w, sq_pair(w, i->dst), w->pc + 4ull * (uint64_t)(int64_t)(int16_t)i->word[0]);
}

/* Hardware registers: the number in bits 5:0 of the constant, the lowest bit in 10:6, their number - 1 in
 * 15:11. */
enum {
	HW_MODE = 1,
	HW_STATUS,
	HW_TRAPSTS,
	HW_HW_ID,
	HW_GPR_ALLOC,
	HW_LDS_ALLOC,
	HW_IB_STS,
	HW_PC_LO,
	HW_PC_HI
};
enum { STATUS_EXECZ = 9, STATUS_VCCZ = 10, STATUS_VALID = 16, GRANULE_SGPR = 8, GRANULE_VGPR = 4 };

static uint32_t hardware(struct mcik_wave *w, unsigned number)
{
	switch (number) {
	case HW_MODE:
		return w->mode;
	case HW_STATUS:
		return w->status | w->scc | (uint32_t)(sq_exec_mask(w) == 0) << STATUS_EXECZ |
		       (uint32_t)(sq_pair(w, MCIK_VCC) == 0) << STATUS_VCCZ | 1u << STATUS_VALID;
	case HW_TRAPSTS:
		return w->trapsts;
	case HW_HW_ID:
		return w->hw_id;
	case HW_GPR_ALLOC:
		return (uint32_t)((w->n_vgprs + GRANULE_VGPR - 1) / GRANULE_VGPR - 1) << 8 |
		       (uint32_t)((w->n_sgprs + GRANULE_SGPR - 1) / GRANULE_SGPR - 1) << 24;
	case HW_LDS_ALLOC:
		return (w->group ? w->group->lds_B / 256 : 0) << 12;
	case HW_PC_LO:
		return (uint32_t)w->pc;
	case HW_PC_HI:
		return (uint32_t)(w->pc >> 32);
	default:
		return 0;
	}
}

static void run_hardware(struct mcik_wave *w, const struct sq_inst *i)
{
	const unsigned number = i->word[0] & 63, at = i->word[0] >> 6 & 31,
		       size = (i->word[0] >> 11 & 31) + 1;
	const uint32_t mask = (uint32_t)(((1ull << size) - 1) << at);

	if (i->opcode == CIK_OP_SOPK__S_GETREG_B32) {
		mcik_sq_space(w, w->setreg_at[number], 2, "s_getreg after s_setreg of the same register");
		w->s[i->dst] = (hardware(w, number) & mask) >> at;
		return;
	}
	mcik_sq_space(w, w->setreg_at[number], 1, "s_setreg after s_setreg of the same register");
	w->setreg_at[number] = w->now;
	const uint32_t from = i->opcode == CIK_OP_SOPK__S_SETREG_B32 ? w->s[i->dst] : i->literal;
	uint32_t *to = number == HW_MODE      ? &w->mode
		       : number == HW_TRAPSTS ? &w->trapsts
		       : number == HW_STATUS  ? &w->status
					      : NULL;

	if (!to) {
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.3", "s_setreg of register %u, which is read only",
			       number);
		return;
	}
	if (number == HW_MODE && mask & MCIK_MODE_VSKIP) {
		w->vskip_at = w->now;
		w->watched = true;
	}
	*to = (*to & ~mask) | (from << at & mask);
	if (number == HW_STATUS && mask & 1)
		w->scc = *to & 1;
	w->status &= ~1u; /* SCC lives apart */
}

void mcik_sq_sopk(struct sq_inst *i)
{
	const unsigned op = CIK_SOPK_WORD0__OP__GET(i->word[0]);

	i->opcode = (uint16_t)op;
	i->dst = (uint16_t)CIK_SOPK_WORD0__SDST__GET(i->word[0]);
	i->unit = SQ_SALU;
	if (op >= CIK_OP_SOPK__S_CMPK_EQ_I32 && op <= CIK_OP_SOPK__S_CMPK_LE_U32)
		i->run = run_comparek;
	else if (op == CIK_OP_SOPK__S_CBRANCH_I_FORK)
		i->run = run_i_fork;
	else if (op == CIK_OP_SOPK__S_GETREG_B32 || op == CIK_OP_SOPK__S_SETREG_B32 ||
		 op == CIK_OP_SOPK__S_SETREG_IMM32_B32)
		i->run = run_hardware;
	else if (op == CIK_OP_SOPK__S_MOVK_I32 || op == CIK_OP_SOPK__S_CMOVK_I32 ||
		 op == CIK_OP_SOPK__S_ADDK_I32 || op == CIK_OP_SOPK__S_MULK_I32)
		i->run = run_constant;
	if (op != CIK_OP_SOPK__S_MOVK_I32 && op != CIK_OP_SOPK__S_GETREG_B32 &&
	    op != CIK_OP_SOPK__S_SETREG_IMM32_B32)
		mcik_sq_reads(i, i->dst, i->run == run_i_fork ? 2 : 1);
	if (i->run == run_constant || op == CIK_OP_SOPK__S_GETREG_B32)
		mcik_sq_writes(i, i->dst, 1);
	i->plain = i->run == run_constant || i->run == run_comparek;
}
