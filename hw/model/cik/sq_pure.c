/* SPDX-License-Identifier: MIT
 *
 * Which pixel programs make the same colors in all lanes, and in the next wave again, where their attributes
 * are the same in all pixels: programs that go straight to their end, and compute with attributes, constants
 * and what memory holds. Places and weights are read by interpolation alone; masks of lanes, EXEC among them,
 * only say which lanes take part; no lane asks for its number.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"

enum { LONGEST = 512, SOP1 = 0x17d, SOPP = 0x17f };

struct pure {
	uint64_t varying[MCIK_VGPRS / 64]; /* registers that may differ from lane to lane */
	uint64_t mask[MCIK_SCALARS / 64];  /* scalars that depend on which lanes there are */
};

static bool has(const uint64_t *set, unsigned first, unsigned n)
{
	for (unsigned k = first; k < first + n; k++)
		if (set[k / 64] >> k % 64 & 1)
			return true;
	return false;
}

static void put(uint64_t *set, unsigned first, unsigned n, bool on)
{
	for (unsigned k = first; k < first + n; k++)
		set[k / 64] = (set[k / 64] & ~(1ull << k % 64)) | (uint64_t)on << k % 64;
}

/* Does it read what differs? */
static bool reads_some(const struct pure *p, const struct sq_inst *i)
{
	for (unsigned k = 0; k < i->n_reads; k++) {
		const struct sq_range r = i->reads[k];

		if (r.first >= SQ_VGPR ? has(p->varying, r.first - SQ_VGPR, r.n)
				       : r.first < MCIK_SCALARS && has(p->mask, r.first, r.n))
			return true;
	}
	return false;
}

static void writes(struct pure *p, const struct sq_inst *i, bool mask)
{
	for (unsigned k = 0; k < i->n_writes; k++) {
		const struct sq_range r = i->writes[k];

		if (r.first >= SQ_VGPR)
			put(p->varying, r.first - SQ_VGPR, r.n, false);
		else if (r.first < MCIK_SCALARS)
			put(p->mask, r.first, r.n, mask);
	}
}

static bool is_exec(unsigned code)
{
	return code == MCIK_EXEC || code == MCIK_EXEC + 1;
}

/* Of SOPP, those that only take time. */
static bool is_wait(const struct sq_inst *i)
{
	return CIK_SOPP_WORD0__ENCODING__GET(i->word[0]) == SOPP &&
	       (i->opcode == CIK_OP_SOPP__S_NOP || i->opcode == CIK_OP_SOPP__S_WAITCNT);
}

/* Moves of masks, whole quads, and the way back; else nothing about masks. */
static bool salu(struct pure *p, const struct sq_inst *i)
{
	const uint32_t word = i->word[0];
	const bool one = CIK_SOP1_WORD0__ENCODING__GET(word) == SOP1;
	const bool masks = reads_some(p, i);

	if (CIK_SOPP_WORD0__ENCODING__GET(word) == SOPP)
		return is_wait(i);
	if (one ? i->opcode != CIK_OP_SOP1__S_MOV_B32 && i->opcode != CIK_OP_SOP1__S_MOV_B64 &&
		      i->opcode != CIK_OP_SOP1__S_WQM_B64
		: CIK_SOP2_WORD0__ENCODING__GET(word) != 2 ||
		      (i->opcode != CIK_OP_SOP2__S_AND_B32 && i->opcode != CIK_OP_SOP2__S_AND_B64))
		return false;
	if (is_exec(i->dst) &&
	    !(one ? has(p->mask, i->src[0] & 127, 2) && i->src[0] < MCIK_SCALARS
		  : is_exec(i->src[0]) && i->src[1] < MCIK_SCALARS && has(p->mask, i->src[1], 2)))
		return false;
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].n > 2)
			return false;
	writes(p, i, masks || is_exec(i->dst));
	return true;
}

static bool valu(struct pure *p, const struct sq_inst *i)
{
	const unsigned mask = i->reads_mask ? i->reads[i->n_reads - 1].first : 0;

	if (!i->op) /* interpolation, or what is no operation a lane */
		return false;
	if (i->opcode == SQ_V2(V_MBCNT_LO_U32_B32) || i->opcode == SQ_V2(V_MBCNT_HI_U32_B32))
		return false;
	for (unsigned k = 0; k < i->n_reads; k++) {
		const struct sq_range r = i->reads[k];

		if (r.first >= SQ_VGPR ? has(p->varying, r.first - SQ_VGPR, r.n)
				       : r.first < MCIK_SCALARS && has(p->mask, r.first, r.n) &&
					     !(i->reads_mask && r.first == mask && !is_exec(mask)))
			return false;
	}
	for (unsigned k = 0; k < i->n_src; k++)
		if (i->src[k] == SQ_LDS_DIRECT || is_exec(i->src[k]) ||
		    (i->src[k] >= 251 && i->src[k] <= 253))
			return false;
	for (unsigned k = 0; k < i->n_writes; k++)
		if (is_exec(i->writes[k].first))
			return false;
	writes(p, i, true);
	return true;
}

/* The destination is read by the second half of it. */
static bool vintrp(struct pure *p, const struct sq_inst *i)
{
	if (i->opcode == CIK_OP_VINTRP__V_INTERP_P2_F32 && has(p->varying, i->dst - SQ_VGPR, 1))
		return false;
	writes(p, i, false);
	return true;
}

static bool step(struct pure *p, const struct sq_inst *i)
{
	enum { MRTS = 8 };

	if (!i->run)
		return false;
	switch (i->unit) {
	case SQ_SALU:
		return salu(p, i);
	case SQ_SMEM:
		if (reads_some(p, i) || i->opcode > CIK_OP_SMRD__S_BUFFER_LOAD_DWORDX16 || !i->n_writes ||
		    has(p->mask, i->writes[0].first, i->writes[0].n))
			return false;
		return true;
	case SQ_VALU:
		return mcik_sq_is_vintrp(i) ? vintrp(p, i) : valu(p, i);
	case SQ_EXPORT:
		for (unsigned k = 0; k < i->n_reads; k++)
			if (i->reads[k].first >= SQ_VGPR &&
			    has(p->varying, i->reads[k].first - SQ_VGPR, i->reads[k].n))
				return false;
		return CIK_EXP_WORD0__TGT__GET(i->word[0]) < MRTS ||
		       CIK_EXP_WORD0__TGT__GET(i->word[0]) == CIK_EXP_WORD0__TGT__EXP_NULL;
	}
	return false;
}

static bool look(struct mcik_code *c, unsigned vmid, uint64_t pc, unsigned masks_at, unsigned n_inputs)
{
	struct pure p = {.varying = {0}};

	put(p.varying, 0, n_inputs, true);
	put(p.mask, masks_at, 1, true);
	put(p.mask, MCIK_EXEC, 2, true);
	put(p.mask, MCIK_VCC, 2, true);
	for (unsigned n = 0; n < LONGEST; n++) {
		const struct sq_inst *i = mcik_code_at(c, vmid, pc);

		if (!i)
			return false;
		if (CIK_SOPP_WORD0__ENCODING__GET(i->word[0]) == SOPP && i->opcode == CIK_OP_SOPP__S_ENDPGM)
			return true;
		if (!step(&p, i))
			return false;
		pc += 4u * i->n_dw;
	}
	return false;
}

bool mcik_sq_pure(struct mcik_code *c, unsigned vmid, uint64_t pc, unsigned masks_at, unsigned n_inputs)
{
	__typeof__(c->pure[0]) *p = &c->pure[n_inputs != 0];

	if (p->generation != c->generation || p->pc != pc || p->vmid != vmid || p->masks_at != masks_at ||
	    p->n_inputs != n_inputs) {
		p->is = look(c, vmid, pc, masks_at, n_inputs);
		p->generation = c->generation;
		p->pc = pc;
		p->vmid = vmid;
		p->masks_at = masks_at;
		p->n_inputs = n_inputs;
	}
	return p->is;
}

bool mcik_sq_reaches_memory(struct mcik_code *c, unsigned vmid, uint64_t pc)
{
	for (unsigned n = 0; n < LONGEST; n++) {
		const struct sq_inst *i = mcik_code_at(c, vmid, pc);

		if (!i || !i->run)
			return true;
		if (CIK_SOPP_WORD0__ENCODING__GET(i->word[0]) == SOPP && i->opcode == CIK_OP_SOPP__S_ENDPGM)
			return false;
		switch (i->unit) {
		case SQ_SALU:
			if (i->plain || is_wait(i))
				break;
			return true;
		case SQ_VALU:
		case SQ_EXPORT:
			break;
		default:
			return true;
		}
		pc += 4u * i->n_dw;
	}
	return true;
}
