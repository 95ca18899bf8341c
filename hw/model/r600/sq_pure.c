/* SPDX-License-Identifier: MIT
 *
 * Which pixel programs are functions of their inputs, the same in every lane: those that go straight from
 * planned groups (sq_plan.c) to colors, and read no register that they have not written, but for the first.
 * Of the others the last wave that ran on a thread may show through.
 */
#include "hw/model/r600/sq_code.h"

#include <string.h>

#define ALU(name)  R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_##name
#define OUT(name)  R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_##name
#define TYPE(name) R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_##name

enum { MASKED = 7 }; /* the selector of a channel that is not exported */

struct pure {
	/* a bit a channel: what it wrote, and what it read before that */
	uint8_t written[MR600_GPRS], needed[MR600_GPRS];
};

static void reads(struct pure *p, unsigned gpr, unsigned chan)
{
	p->needed[gpr] |= (uint8_t)(1u << chan & ~p->written[gpr]);
}

/* PV and PS of a clause's first group are what the clause before it left: nobody's. */
static bool group(struct pure *p, const struct sq_code *c, const struct sq_group *g, bool first)
{
	const struct sq_op *op = &c->op[g->op];

	if (!g->planned)
		return false;
	for (unsigned i = 0; i < g->n; i++)
		for (unsigned k = 0; k < op[i].code->sources && k < 3; k++) {
			if (first && op[i].src[k].from == SQ_PREVIOUS)
				return false;
			if (op[i].src[k].from == SQ_GPR)
				reads(p, op[i].src[k].index, op[i].src[k].chan);
		}
	for (unsigned i = 0; i < g->n; i++)
		if (op[i].write)
			p->written[op[i].dst] |= (uint8_t)(1u << op[i].chan);
	return true;
}

static bool clause(struct pure *p, const struct sq_code *c, const struct sq_step *s)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (!group(p, c, &c->group[s->first + i], i == 0))
			return false;
	return s->inst == ALU(ALU);
}

static bool out(struct pure *p, const struct sq_step *s)
{
	const unsigned gpr = R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR__GET(s->word[0]);
	const unsigned n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(s->word[1]) + 1;

	if ((s->inst != OUT(EXPORT) && s->inst != OUT(EXPORT_DONE)) || s->vpm || gpr + n > MR600_GPRS ||
	    R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_REL__GET(s->word[0]) ||
	    R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(s->word[0]) != TYPE(PIXEL) ||
	    R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(s->word[0]) + n > MR600_TARGETS)
		return false;
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 4; k++)
			if ((s->word[1] >> 3 * k & 7) == MASKED)
				return false; /* what was there stays */
			else if ((s->word[1] >> 3 * k & 7) < 4)
				reads(p, gpr + i, s->word[1] >> 3 * k & 7);
	return true;
}

/* From a step on to the end */
static bool walk(struct pure *p, const struct sq_code *c, unsigned at)
{
	for (uint32_t i = 0; i < c->n_step; i++, at = c->step[at].next) {
		const struct sq_step *s = &c->step[at];

		if (s->what == SQ_ALU ? !clause(p, c, s) : s->what != SQ_OUT || !out(p, s))
			return false;
		if (s->end)
			return true;
	}
	return false;
}

unsigned mr600_sq_pure(const struct sq_code *c)
{
	struct pure p = {.written = {0}};
	unsigned inputs = MR600_GPRS;

	if (c->flow || c->kills || c->writes_z || !walk(&p, c, 0))
		return SQ_IMPURE;
	while (inputs && !p.needed[inputs - 1])
		inputs--;
	return inputs;
}

void mr600_sq_live(const struct sq_code *c, const struct sq_step *clause, uint8_t live[MR600_GPRS])
{
	struct pure p = {.written = {0}};

	if (c->pure == SQ_IMPURE || (!clause->end && !walk(&p, c, clause->next)))
		memset(live, 0xff, MR600_GPRS);
	else
		memcpy(live, p.needed, MR600_GPRS);
}
