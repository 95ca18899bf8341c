/* SPDX-License-Identifier: MIT
 *
 * The instruction cache: lines of code as they were fetched, decoded once (Sea Islands reference, chapter 4:
 * encodings). After an invalidation a line is fetched again, and decoded again if it has changed.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/regs/cik.h"

#include <stdlib.h>

struct mcik_code *mcik_code_new(const struct mcik_sq_env *env)
{
	struct mcik_code *c = calloc(1, sizeof *c);

	if (c) {
		c->env = env;
		c->generation = 1;
	}
	return c;
}

void mcik_code_free(struct mcik_code *c)
{
	for (unsigned i = 0; c && i < SQ_CHAINS; i++)
		for (struct sq_line *l = c->chain[i], *next; l; l = next) {
			next = l->next;
			mcik_sq_plan_free(l);
			free(l);
		}
	free(c);
}

void mcik_code_invalidate(struct mcik_code *c)
{
	c->generation++;
	c->last = NULL;
}

void mcik_sq_reads(struct sq_inst *i, unsigned first, unsigned n)
{
	if ((first >= SQ_INLINE && first < SQ_VGPR) || i->n_reads == SQ_READS)
		return;
	i->reads[i->n_reads++] = (struct sq_range){(uint16_t)first, (uint8_t)n};
	if (first < MCIK_SGPRS && first + n > i->n_scalars)
		i->n_scalars = (uint16_t)(first + n);
	if (first >= SQ_VGPR && first + n - SQ_VGPR > i->n_vgprs)
		i->n_vgprs = (uint16_t)(first + n - SQ_VGPR);
}

void mcik_sq_writes(struct sq_inst *i, unsigned first, unsigned n)
{
	const uint8_t before = i->n_reads;

	if (!n || i->n_writes == SQ_WRITES)
		return;
	i->writes[i->n_writes++] = (struct sq_range){(uint16_t)first, (uint8_t)n};
	i->n_reads = 0; /* counted as those that are read are, but not one of them */
	const struct sq_range kept = i->reads[0];

	mcik_sq_reads(i, first, n);
	i->reads[0] = kept;
	i->n_reads = before;
}

/* Has its first operand, of so many bits at 0, a literal? Likewise the second, at 8. */
static bool literal_at(uint32_t word, unsigned shift, unsigned bits)
{
	return (word >> shift & ((1u << bits) - 1)) == SQ_LITERAL;
}

struct encoding {
	uint32_t match, mask;
	sq_decoder *decode;
	uint8_t n_dw;
	uint8_t literals; /* operands that can be one: of 8 bits at 0, and at 8; 9: of 9 bits at 0 */
};

/* In an order in which the first that matches is right */
static const struct encoding encodings[] = {
    {0x7c000000, 0xfe000000, mcik_sq_vopc, 1, 9},  {0x7e000000, 0xfe000000, mcik_sq_vop1, 1, 9},
    {0x00000000, 0x80000000, mcik_sq_vop2, 1, 9},  {0xbe800000, 0xff800000, mcik_sq_sop1, 1, 1},
    {0xbf000000, 0xff800000, mcik_sq_sopc, 1, 2},  {0xbf800000, 0xff800000, mcik_sq_sopp, 1, 0},
    {0xb0000000, 0xf0000000, mcik_sq_sopk, 1, 0},  {0x80000000, 0xc0000000, mcik_sq_sop2, 1, 2},
    {0xc0000000, 0xf8000000, mcik_sq_smrd, 1, 0},  {0xc8000000, 0xfc000000, mcik_sq_vintrp, 1, 0},
    {0xd0000000, 0xfc000000, mcik_sq_vop3, 2, 0},  {0xd8000000, 0xfc000000, mcik_sq_ds, 2, 0},
    {0xdc000000, 0xfc000000, mcik_sq_flat, 2, 0},  {0xe0000000, 0xfc000000, mcik_sq_mubuf, 2, 0},
    {0xe8000000, 0xfc000000, mcik_sq_mtbuf, 2, 0}, {0xf0000000, 0xfc000000, mcik_sq_mimg, 2, 0},
    {0xf8000000, 0xfc000000, mcik_sq_exp, 2, 0},
};

/* Instructions of one dword that are followed by 32 bits, whatever their operands are. */
static bool takes_constant(const struct encoding *e, uint32_t word)
{
	const unsigned vop2 = CIK_VOP2_WORD0__OP__GET(word);

	if (e->decode == mcik_sq_vop2)
		return vop2 == CIK_OP_VOP2__V_MADMK_F32 || vop2 == CIK_OP_VOP2__V_MADAK_F32;
	if (e->decode == mcik_sq_sopk)
		return CIK_SOPK_WORD0__OP__GET(word) == CIK_OP_SOPK__S_SETREG_IMM32_B32;
	if (e->decode == mcik_sq_smrd)
		return !CIK_SMRD_WORD0__IMM__GET(word) && literal_at(word, 0, 8);
	return false;
}

static void decode(struct sq_inst *i, const uint32_t *dw, uint32_t n)
{
	const struct encoding *e = NULL;

	memset(i, 0, sizeof *i);
	i->word[0] = dw[0];
	i->n_dw = 1;
	for (unsigned k = 0; !e && k < sizeof(encodings) / sizeof(*encodings); k++)
		if ((dw[0] & encodings[k].mask) == encodings[k].match)
			e = &encodings[k];
	if (!e)
		return;
	const bool literal = takes_constant(e, dw[0]) || (e->literals == 9 && literal_at(dw[0], 0, 9)) ||
			     (e->literals && e->literals < 9 && literal_at(dw[0], 0, 8)) ||
			     (e->literals == 2 && literal_at(dw[0], 8, 8));

	i->n_dw = (uint8_t)(e->n_dw + literal);
	if (i->n_dw > n)
		return;
	i->literal = literal ? dw[1] : 0;
	i->word[1] = e->n_dw == 2 ? dw[1] : 0;
	e->decode(i);
	i->hazards = mcik_sq_has_hazards(i);
}

static void fetch(struct mcik_code *c, struct sq_line *l)
{
	uint32_t dw[SQ_LINE_DW + SQ_AHEAD_DW] = {0};
	const uint32_t n = c->env->code(c->env->arg, l->vmid, l->va, dw, SQ_LINE_DW + SQ_AHEAD_DW);

	if (n != l->n || memcmp(dw, l->dw, sizeof dw)) {
		memcpy(l->dw, dw, sizeof dw);
		memset(l->decoded, 0, sizeof l->decoded);
		mcik_sq_plan_free(l);
		l->n = n;
	}
	l->fetched = c->generation;
}

static struct sq_line *line_of(struct mcik_code *c, unsigned vmid, uint64_t va)
{
	struct sq_line **chain = &c->chain[(va / (4 * SQ_LINE_DW) ^ vmid * 37u) % SQ_CHAINS], *l = *chain;

	while (l && (l->va != va || l->vmid != vmid))
		l = l->next;
	if (!l) {
		l = calloc(1, sizeof *l);
		if (!l)
			return NULL;
		l->va = va;
		l->vmid = vmid;
		l->next = *chain;
		*chain = l;
	}
	if (l->fetched != c->generation)
		fetch(c, l);
	c->last = l;
	return l;
}

const struct sq_inst *mcik_code_at(struct mcik_code *c, unsigned vmid, uint64_t pc)
{
	const uint64_t va = pc & ~(uint64_t)(4 * SQ_LINE_DW - 1);
	const uint32_t at = (uint32_t)(pc - va) / 4;
	struct sq_line *l = c->last;

	if (!l || l->va != va || l->vmid != vmid)
		l = line_of(c, vmid, va);
	if (!l || at >= l->n)
		return NULL;
	if (!l->decoded[at]) {
		decode(&l->inst[at], l->dw + at, l->n - at);
		l->decoded[at] = true;
	}
	return &l->inst[at];
}
