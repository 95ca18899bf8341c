/* SPDX-License-Identifier: MIT
 *
 * Vector instructions that are no operation a lane (lanes read and written by number, relative registers),
 * and the interpolation of attributes (VINTRP). Sea Islands reference, chapters 4.3 and 4.6.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_vop.h"

/* ---- lanes --------------------------------------------------------------------------------------------- */
static uint32_t lane_value(struct mcik_wave *w, const struct sq_inst *i, unsigned lane)
{
	return i->src[0] >= SQ_VGPR ? w->v[i->src[0] - SQ_VGPR][lane] : mcik_sq_read32(w, i, i->src[0]);
}

static unsigned lane_of(const struct mcik_wave *w, const struct sq_inst *i)
{
	return mcik_sq_read32(w, i, i->src[1]) % MCIK_LANES;
}

static void run_readlane(struct mcik_wave *w, const struct sq_inst *i)
{
	w->s[i->sdst] = lane_value(w, i, lane_of(w, i));
}

static void run_readfirstlane(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint64_t exec = sq_exec_mask(w);

	w->s[i->sdst] = lane_value(w, i, exec ? (unsigned)__builtin_ctzll(exec) : 0);
}

static void run_writelane(struct mcik_wave *w, const struct sq_inst *i)
{
	w->v[i->dst - SQ_VGPR][lane_of(w, i)] = mcik_sq_read32(w, i, i->src[0]);
}

/* ---- relative registers: the number, plus M0 ----------------------------------------------------------- */
static void run_movrel(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool from = i->opcode != SQ_V1(V_MOVRELD_B32), to = i->opcode != SQ_V1(V_MOVRELS_B32);
	const uint32_t m0 = w->s[MCIK_M0], exec_all = from && i->src[0] < SQ_VGPR;
	const uint32_t src = i->src[0] - (i->src[0] >= SQ_VGPR ? SQ_VGPR : 0) + (from ? m0 : 0);
	const uint32_t dst = i->dst - SQ_VGPR + (to ? m0 : 0);
	const uint64_t exec = sq_exec_mask(w);

	if (dst >= w->n_vgprs || (i->src[0] >= SQ_VGPR && src >= w->n_vgprs) || exec_all) {
		mcik_sq_report(w, FL_WARN, "Sea Islands 4.3", "a relative register is out of range: M0 is %u",
			       m0);
		return;
	}
	mcik_plane same;

	if (i->src[0] < SQ_VGPR)
		w->kit->fill(same, mcik_sq_read32(w, i, i->src[0]));
	w->kit->blend(w->v[dst], i->src[0] >= SQ_VGPR ? w->v[src] : same, exec);
}

bool mcik_sq_is_relative(const struct sq_inst *i)
{
	return i->run == run_movrel;
}

static void run_nop(struct mcik_wave *w, const struct sq_inst *i)
{
	if (i->opcode == SQ_V1(V_CLREXCP))
		w->trapsts &= ~0x1ffu;
}

bool mcik_sq_special(struct sq_inst *i)
{
	switch (i->opcode) {
	case SQ_V1(V_NOP):
	case SQ_V1(V_CLREXCP):
		i->run = run_nop;
		return true;
	case SQ_V1(V_READFIRSTLANE_B32):
	case SQ_V2(V_READLANE_B32):
		i->run = i->opcode == SQ_V2(V_READLANE_B32) ? run_readlane : run_readfirstlane;
		i->sdst = (uint16_t)(i->dst - SQ_VGPR);
		if (i->sdst >= MCIK_SCALARS)
			i->run = NULL;
		mcik_sq_reads(i, i->src[0], 1);
		if (i->opcode == SQ_V2(V_READLANE_B32))
			mcik_sq_reads(i, i->src[1], 1);
		mcik_sq_writes(i, i->sdst, 1);
		return true;
	case SQ_V2(V_WRITECHAN_WRITE_VALUE_ONE_VGPR):
		i->run = run_writelane;
		mcik_sq_reads(i, i->src[0], 1);
		mcik_sq_reads(i, i->src[1], 1);
		mcik_sq_writes(i, i->dst, 1);
		return true;
	case SQ_V1(V_MOVRELD_B32):
	case SQ_V1(V_MOVRELS_B32):
	case SQ_V1(V_MOVRELSD_B32):
		i->run = run_movrel;
		mcik_sq_reads(i, i->src[0], 1);
		mcik_sq_reads(i, MCIK_M0, 1);
		mcik_sq_writes(i, i->dst, 1);
		return true;
	}
	return false;
}

/* ---- attributes: in LDS, twelve dwords for each attribute of a primitive ------------------------------- */
/* Chosen, for nothing decides it: a product and its sum are rounded once. */
enum { PRIM_DW = 12, P20_AT = 8, NEW_PRIM_SHIFT = 16, QUADS = 16 };
enum { MOV_P10, MOV_P20, MOV_P0 };

/* Of each quad's primitive, the first of which has parameters at LDS address `at`. */
static void parameters(const struct mcik_wave *w, const struct sq_inst *i, uint32_t fresh, unsigned which,
		       uint32_t value[QUADS])
{
	const unsigned attr = CIK_VINTRP_WORD0__ATTR__GET(i->word[0]);
	const unsigned chan = CIK_VINTRP_WORD0__ATTRCHAN__GET(i->word[0]);
	const unsigned prims = 1 + (unsigned)__builtin_popcount(fresh);
	const unsigned part = which == MOV_P20 ? P20_AT + chan : 2 * chan + (which == MOV_P10);
	const uint8_t *lds = w->group ? w->group->lds : NULL;
	const uint64_t size_B = lds ? w->group->lds_B : 0;
	uint64_t at = ((w->s[MCIK_M0] & 0xffff) + 4ull * (PRIM_DW * attr * prims + part)) & ~UINT64_C(3);

	for (unsigned q = 0; q < (fresh ? QUADS : 1); q++) {
		at += q && fresh >> (q - 1) & 1 ? 4 * PRIM_DW : 0;
		value[q] = 0;
		if (lds && at + 4 <= size_B)
			memcpy(&value[q], lds + at, 4);
	}
}

/* The same as a plane. */
static void parameter(const struct mcik_wave *w, const struct sq_inst *i, uint32_t fresh, unsigned which,
		      uint32_t *plane)
{
	uint32_t value[QUADS];

	parameters(w, i, fresh, which, value);
	if (fresh)
		w->kit->quads(plane, value);
	else
		w->kit->fill(plane, value[0]);
}

/* P1 and P2 of all lanes, which are of one primitive: P0 and P10 stand side by side. */
static void interpolate(struct mcik_wave *w, const struct sq_inst *i)
{
	const bool first = i->opcode == CIK_OP_VINTRP__V_INTERP_P1_F32;
	const uint32_t *ij = w->v[i->src[0] - SQ_VGPR];
	const unsigned attr = CIK_VINTRP_WORD0__ATTR__GET(i->word[0]);
	const unsigned chan = CIK_VINTRP_WORD0__ATTRCHAN__GET(i->word[0]);
	const uint32_t at =
	    ((w->s[MCIK_M0] & 0xffff) & ~3u) + 4 * (PRIM_DW * attr + (first ? 2 * chan : P20_AT + chan));
	uint32_t *d = w->v[i->dst - SQ_VGPR], value[QUADS], slope[QUADS];

	if (w->group && w->group->lds && at + 8 <= w->group->lds_B) {
		memcpy(value, w->group->lds + at, 8);
		slope[0] = value[first];
	} else {
		parameters(w, i, 0, first ? MOV_P0 : MOV_P20, value);
		parameters(w, i, 0, first ? MOV_P10 : MOV_P20, slope);
	}
	sq_want_arithmetic(w, SQ_FLUSHED);
	if (first)
		w->kit->interp_first(d, slope[0], ij, value[0]);
	else
		w->kit->interp_second(d, slope[0], ij);
}

/* Where the quads' primitives are in LDS, from the first's on. */
static const uint32_t *quad_places(struct mcik_wave *w, uint32_t fresh)
{
	for (unsigned q = 1; q < QUADS && w->fresh != fresh; q++)
		w->quad_at[q] = w->quad_at[q - 1] + (fresh >> (q - 1) & 1 ? 4 * PRIM_DW : 0);
	w->fresh = fresh;
	return w->quad_at;
}

/* P1 and P2 of all lanes, of several primitives. False: not all of it is in LDS. */
static bool interpolate_quads(struct mcik_wave *w, const struct sq_inst *i, uint32_t fresh)
{
	const bool first = i->opcode == CIK_OP_VINTRP__V_INTERP_P1_F32;
	const uint32_t *ij = w->v[i->src[0] - SQ_VGPR], *at = quad_places(w, fresh);
	const unsigned attr = CIK_VINTRP_WORD0__ATTR__GET(i->word[0]);
	const unsigned chan = CIK_VINTRP_WORD0__ATTRCHAN__GET(i->word[0]);
	const uint32_t prims = at[QUADS - 1] / (4 * PRIM_DW) + 1;
	const uint32_t from = ((w->s[MCIK_M0] & 0xffff) & ~3u) +
			      4 * (PRIM_DW * attr * prims + (first ? 2 * chan : P20_AT + chan));
	const uint8_t *p;

	if (!w->group || !w->group->lds || from + at[QUADS - 1] + 8 > w->group->lds_B)
		return false;
	p = w->group->lds + from;
	sq_want_arithmetic(w, SQ_FLUSHED);
	w->kit->interp_quads(w->v[i->dst - SQ_VGPR], first ? p + 4 : p, ij, first ? p : NULL, at);
	return true;
}

static void run_vintrp(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t fresh = w->s[MCIK_M0] >> NEW_PRIM_SHIFT & 0x7fff; /* bit q: quad q + 1 begins one */
	const uint32_t *ij = w->v[i->src[0] - SQ_VGPR];
	uint32_t *d = w->v[i->dst - SQ_VGPR];
	const uint64_t exec = sq_exec_mask(w);
	mcik_plane own, base;
	uint32_t *to = ~exec ? own : d;

	if (!fresh && !~exec && i->opcode != CIK_OP_VINTRP__V_INTERP_MOV_F32) {
		interpolate(w, i);
		return;
	}
	if (!~exec && i->opcode != CIK_OP_VINTRP__V_INTERP_MOV_F32 && interpolate_quads(w, i, fresh))
		return;
	switch (i->opcode) {
	case CIK_OP_VINTRP__V_INTERP_MOV_F32:
		if (w->planes >> CIK_VINTRP_WORD0__ATTR__GET(i->word[0]) & 1) {
			mcik_sq_refuse(
			    w, "CIK facts 4.4",
			    "v_interp_mov_f32 of attribute %u, which is not flat: the model has its corners "
			    "only beside pull-model weights, or beside weights with and without perspective",
			    CIK_VINTRP_WORD0__ATTR__GET(i->word[0]));
			return;
		}
		parameter(w, i, fresh, CIK_VINTRP_WORD0__VSRC__GET(i->word[0]) % 3, to);
		break;
	case CIK_OP_VINTRP__V_INTERP_P1_F32:
		sq_want_arithmetic(w, SQ_FLUSHED);
		parameter(w, i, fresh, MOV_P10, own);
		parameter(w, i, fresh, MOV_P0, base);
		w->kit->interp(to, own, ij, base);
		break;
	default:
		sq_want_arithmetic(w, SQ_FLUSHED);
		parameter(w, i, fresh, MOV_P20, own);
		w->kit->interp(to, own, ij, d);
	}
	if (~exec)
		w->kit->blend(d, own, exec);
}

bool mcik_sq_is_vintrp(const struct sq_inst *i)
{
	return i->run == run_vintrp;
}

void mcik_sq_vintrp(struct sq_inst *i)
{
	const uint32_t word = i->word[0];
	const bool mov = CIK_VINTRP_WORD0__OP__GET(word) == CIK_OP_VINTRP__V_INTERP_MOV_F32;

	i->opcode = (uint16_t)CIK_VINTRP_WORD0__OP__GET(word);
	i->src[0] = (uint16_t)(SQ_VGPR + (mov ? 0 : CIK_VINTRP_WORD0__VSRC__GET(word)));
	i->dst = (uint16_t)(SQ_VGPR + CIK_VINTRP_WORD0__VDST__GET(word));
	i->unit = SQ_VALU;
	if (i->opcode > CIK_OP_VINTRP__V_INTERP_MOV_F32)
		return;
	i->run = run_vintrp;
	if (!mov)
		mcik_sq_reads(i, i->src[0], 1);
	if (i->opcode == CIK_OP_VINTRP__V_INTERP_P2_F32)
		mcik_sq_reads(i, i->dst, 1);
	mcik_sq_reads(i, MCIK_M0, 1);
	mcik_sq_writes(i, i->dst, 1);
}
