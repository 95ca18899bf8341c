/* SPDX-License-Identifier: MIT
 *
 * A wave begins: of its VGPRs those alone are cleared that its program may read before it has written them.
 * Found out once for each program, on its way from the first instruction to the first that is not plainly a
 * step to the next: until then all lanes run.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"

enum { SOP1 = 0x17d, SOPP = 0x17f, MIMG = 0x3c, LONGEST = 512, ADDRESS_MOST = 16 };

static bool has(const uint64_t *set, unsigned at)
{
	return set[at / 64] >> at % 64 & 1;
}

static void put(uint64_t *set, unsigned at)
{
	set[at / 64] |= UINT64_C(1) << at % 64;
}

/* Scalar instructions after which the next one is executed, in the same mode, by the same lanes. */
static bool goes_on(const struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	if (CIK_SOPP_WORD0__ENCODING__GET(word) == SOPP)
		return i->opcode == CIK_OP_SOPP__S_NOP || i->opcode == CIK_OP_SOPP__S_WAITCNT;
	if (CIK_SOP1_WORD0__ENCODING__GET(word) == SOP1)
		return i->opcode == CIK_OP_SOP1__S_MOV_B32 || i->opcode == CIK_OP_SOP1__S_MOV_B64 ||
		       i->opcode == CIK_OP_SOP1__S_WQM_B64;
	return CIK_SOP2_WORD0__ENCODING__GET(word) == 2 && i->opcode != CIK_OP_SOP2__S_CBRANCH_G_FORK;
}

/* Of all lanes, whole quads are all lanes. */
static bool keeps_exec(const struct sq_inst *i)
{
	const bool whole_quads = CIK_SOP1_WORD0__ENCODING__GET(i->word[0]) == SOP1 &&
				 i->opcode == CIK_OP_SOP1__S_WQM_B64 && i->src[0] == MCIK_EXEC &&
				 i->dst == MCIK_EXEC;

	for (unsigned k = 0; k < i->n_writes; k++) {
		const struct sq_range r = i->writes[k];

		if (r.first <= MCIK_EXEC + 1 && r.first + r.n > MCIK_EXEC && !whole_quads)
			return false;
	}
	return true;
}

static bool is_plain(const struct sq_inst *i)
{
	switch (i->unit) {
	case SQ_SALU:
		return goes_on(i);
	case SQ_VALU: /* others write lanes by number, or registers */
		return i->op || mcik_sq_is_vintrp(i);
	case SQ_SMEM:
	case SQ_VMEM:
	case SQ_EXPORT:
		return true;
	}
	return false;
}

/* What is read counts before what is written. Results of memory come later: until then their registers hold
 * what they held. */
static void use(const struct sq_inst *i, uint64_t *written, uint64_t *read)
{
	for (unsigned k = 0; k < i->n_reads; k++) {
		const struct sq_range r = i->reads[k];
		/* images say themselves how long their addresses are */
		const bool image = i->unit == SQ_VMEM && CIK_MIMG_WORD0__ENCODING__GET(i->word[0]) == MIMG;
		const unsigned n = image && r.n < ADDRESS_MOST ? ADDRESS_MOST : r.n;

		for (unsigned v = r.first; r.first >= SQ_VGPR && v < r.first + n && v < SQ_VGPR + MCIK_VGPRS;
		     v++)
			if (!has(written, v - SQ_VGPR))
				put(read, v - SQ_VGPR);
	}
	for (unsigned k = 0; i->unit == SQ_VALU && k < i->n_writes; k++)
		for (unsigned v = i->writes[k].first; v < i->writes[k].first + (unsigned)i->writes[k].n; v++)
			if (v >= SQ_VGPR && v < SQ_VGPR + MCIK_VGPRS)
				put(written, v - SQ_VGPR);
}

static void look(struct mcik_code *c, unsigned vmid, uint64_t pc, uint64_t *read)
{
	uint64_t written[MCIK_VGPRS / 64] = {0};

	memset(read, 0, sizeof written);
	for (unsigned n = 0; n < LONGEST; n++) {
		const struct sq_inst *i = mcik_code_at(c, vmid, pc);

		if (!i || !i->run)
			break;
		if (CIK_SOPP_WORD0__ENCODING__GET(i->word[0]) == SOPP && i->opcode == CIK_OP_SOPP__S_ENDPGM)
			return;
		if (!is_plain(i))
			break;
		use(i, written, read);
		if (!keeps_exec(i))
			break;
		pc += 4u * i->n_dw;
	}
	for (unsigned k = 0; k < MCIK_VGPRS / 64; k++) /* what is beyond may read anything */
		read[k] |= ~written[k];
}

void mcik_wave_begin(struct mcik_wave *w, unsigned vmid, uint64_t pc, uint64_t lanes)
{
	struct mcik_code *c = w->code;

	w->vmid = vmid;
	if (!~lanes && (c->begun.generation != c->generation || c->begun.vmid != vmid || c->begun.pc != pc)) {
		look(c, vmid, pc, c->begun.read);
		c->begun.generation = c->generation;
		c->begun.vmid = vmid;
		c->begun.pc = pc;
	}
	mcik_wave_settle(w);
	w->pc = pc;
	w->s[MCIK_EXEC] = (uint32_t)lanes;
	w->s[MCIK_EXEC + 1] = (uint32_t)(lanes >> 32);
	for (unsigned v = 0, n = 0; v < w->n_vgprs; v += n + 1) { /* and the one after them, which is not */
		for (n = 0; v + n < w->n_vgprs && (~lanes || has(c->begun.read, v + n));)
			n++;
		if (n)
			memset(w->v[v], 0, n * sizeof(*w->v));
	}
}
