/* SPDX-License-Identifier: MIT
 *
 * Decodes the control flow of programs: every instruction that can be reached from the first, in the order of
 * their addresses, so that programs without jumps lie in a row.
 */
#include "hw/model/r600/sq_code.h"

#include <stdlib.h>
#include <string.h>

#define ISA "R6xx facts 4.1, 4.2"

enum {
	CF_B = 8,
	FETCH_DW = 4,
	NONE = 0xffff,
	CF_ALU_FIRST = 0x40, /* CF_INST of seven bits: ALU clauses begin with 1 */
	CF_OUT_FIRST = R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_MEM_STREAM0,
	CF_OUT_LAST = R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT_DONE,
	/* R7xx, of which xf86-video-ati has no names: Mesa r600_isa.h */
	CF_WAIT_ACK = 0x1a,
	CF_TEX_ACK = 0x1b,
	CF_VTX_ACK = 0x1c,
	CF_VTX_TC_ACK = 0x1d,
	CF_MEM_EXPORT = 0x3a,
};
#define CF(name) R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_##name

void *mr600_sq_more(void *array, uint32_t *cap, uint32_t n, size_t size_B)
{
	uint32_t more = *cap ? *cap * 2 : 64;
	void *grown;

	if (n < *cap)
		return array;
	grown = realloc(array, more * size_B);
	if (grown)
		*cap = more;
	return grown;
}

void mr600_sq_code_free(struct sq_code *c)
{
	free(c->step);
	free(c->group);
	free(c->op);
	free(c->fetch);
	free(c->konst);
	free(c->move);
	memset(c, 0, sizeof(*c));
}

bool mr600_sq_words(struct sq_decoder *d, uint32_t at, uint32_t *words, unsigned n_dw)
{
	const uint8_t *from = fl_mem_span(&d->r->base.mem, d->base + (uint64_t)at * CF_B, n_dw * 4);

	if (!from)
		return SQ_REFUSE(d, ISA, "nothing is at 0x%llx, where it goes on",
				 (unsigned long long)(d->base + (uint64_t)at * CF_B));
	memcpy(words, from, n_dw * 4);
	return mr600_sq_log_add(d->log, d->base + (uint64_t)at * CF_B, words, n_dw);
}

/* ---- clauses of fetches -------------------------------------------------------------------------------- */
static bool decode_fetch(struct sq_decoder *d, struct sq_fetch *f, uint32_t at, bool vtx)
{
	struct sq_code *c = d->code;
	uint32_t inst;

	memset(f, 0, sizeof(*f));
	if (!mr600_sq_words(d, at, f->word, FETCH_DW))
		return false;
	inst = R600_SQ_TEX_WORD0__TEX_INST__GET(f->word[0]);
	/* TEX clauses of chips without a vertex cache fetch vertices too (VTX_TC); the
	 * instruction says it. */
	f->vtx = inst <= R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_VTX_SEMANTIC;
	if (vtx != f->vtx && inst != R600_SQ_MEM_RD_WORD0__MEM_INST__SQ_VTX_INST_MEM)
		return SQ_REFUSE(d, "R6xx facts 4.7", "fetch instruction %u is of the other kind of clause",
				 inst);
	f->src = (uint8_t)R600_SQ_TEX_WORD0__SRC_GPR__GET(f->word[0]);
	f->src_rel = R600_SQ_TEX_WORD0__SRC_REL__GET(f->word[0]);
	f->dst = (uint8_t)R600_SQ_TEX_WORD1__DST_GPR__GET(f->word[1]);
	f->dst_rel = R600_SQ_TEX_WORD1__DST_REL__GET(f->word[1]);
	f->whole_quad = R600_SQ_TEX_WORD0__FETCH_WHOLE_QUAD__GET(f->word[0]);
	if (inst == R600_SQ_MEM_RD_WORD0__MEM_INST__SQ_VTX_INST_MEM) {
		uint32_t op = R600_SQ_MEM_RD_WORD0__MEM_OP__GET(f->word[0]);

		if (!c->r7xx || op > R600_SQ_MEM_RD_WORD0__MEM_OP__SQ_MEM_OP_RD_SCATTER)
			return SQ_REFUSE(d, "R6xx facts 4.7", "the chip has no memory read of this kind (%u)",
					 op);
		f->kind = (uint8_t)(SQ_READ_SCRATCH + op);
	} else if (inst == R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_VTX_SEMANTIC) {
		uint32_t id = R600_SQ_VTX_WORD1_SEM__SEMANTIC_ID__GET(f->word[1]), i = 0;

		while (i < R600_SQ_VTX_SEMANTIC__COUNT &&
		       R600_SQ_VTX_SEMANTIC__SEMANTIC_ID__GET(d->r->reg[R600_SQ_VTX_SEMANTIC(i) / 4]) != id)
			i++;
		/* SQ_VTX_SEMANTIC_n is of R(n + 1): R0 has the indices. Only emulators of Latte say so. */
		if (i == R600_SQ_VTX_SEMANTIC__COUNT)
			return SQ_REFUSE(d, "R6xx facts 4.7", "no SQ_VTX_SEMANTIC has the id %u", id);
		f->dst = (uint8_t)(i + 1);
		f->dst_rel = false;
	}
	if (!f->src_rel && f->src >= c->gprs && f->src < c->temps)
		SQ_WARN(d, "R6xx facts 0.2", "a fetch reads R%u, and the program has %u registers (NUM_GPRS)",
			f->src, c->gprs);
	/* Mesa's fetch programs load attributes that the vertex program does not read,
	 * beyond its registers. */
	if (!f->dst_rel && f->dst >= c->gprs && !d->in_fetch)
		SQ_WARN(d, "R6xx facts 0.2",
			"a fetch writes R%u, and the program has %u registers (NUM_GPRS)", f->dst, c->gprs);
	return true;
}

bool mr600_sq_decode_fetches(struct sq_decoder *d, struct sq_step *s)
{
	struct sq_code *c = d->code;
	uint32_t n = R600_SQ_CF_WORD1__COUNT__GET(s->word[1]) + 1;
	bool vtx = s->inst != CF(TEX) && s->inst != CF_TEX_ACK;

	if (R600_SQ_CF_WORD1__COUNT_3__GET(s->word[1])) {
		if (!c->r7xx)
			return SQ_REFUSE(d, ISA, "COUNT_3 is of R7xx: a clause has at most 8 fetches");
		n += 8;
	}
	if (s->word[0] % 2)
		SQ_WARN(d, ISA, "a clause of fetches starts at a multiple of 16 bytes; its ADDR is 0x%x",
			s->word[0]);
	s->first = c->n_fetch;
	s->n = n;
	for (uint32_t i = 0; i < n; i++) {
		struct sq_fetch *more = mr600_sq_more(c->fetch, &d->cap_fetch, c->n_fetch, sizeof(*more));

		if (!more)
			return false;
		c->fetch = more;
		if (!decode_fetch(d, &c->fetch[c->n_fetch], s->word[0] + 2 * i, vtx))
			return false;
		c->n_fetch++;
	}
	return true;
}

/* ---- one instruction ----------------------------------------------------------------------------------- */
static bool is_only_r7xx(unsigned inst)
{
	return (inst >= CF_WAIT_ACK && inst <= CF_VTX_TC_ACK) || inst == CF_MEM_EXPORT;
}

static bool jumps(const struct sq_step *s)
{
	return s->what == SQ_FLOW &&
	       ((s->inst >= CF(LOOP_START) && s->inst <= CF(PUSH_ELSE)) || s->inst == CF(ELSE) ||
		(s->inst >= CF(POP_JUMP) && s->inst <= CF(CALL)));
}

static void decode_words(struct sq_step *s)
{
	uint32_t w1 = s->word[1];
	unsigned inst = R600_SQ_CF_WORD1__CF_INST__GET(w1);

	s->wqm = R600_SQ_CF_WORD1__WHOLE_QUAD_MODE__GET(w1);
	if (inst >= CF_ALU_FIRST) {
		s->what = SQ_ALU;
		s->inst = (uint8_t)R600_SQ_CF_ALU_WORD1__CF_INST__GET(w1);
		return;
	}
	s->inst = (uint8_t)inst;
	s->end = R600_SQ_CF_WORD1__END_OF_PROGRAM__GET(w1);
	s->vpm = R600_SQ_CF_WORD1__VALID_PIXEL_MODE__GET(w1);
	if ((inst >= CF_OUT_FIRST && inst <= CF_OUT_LAST) || inst == CF_MEM_EXPORT) {
		s->what = SQ_OUT;
		return;
	}
	s->what = (inst >= CF(TEX) && inst <= CF(VTX_TC)) || (inst >= CF_TEX_ACK && inst <= CF_VTX_TC_ACK)
		      ? SQ_FETCHES
		      : SQ_FLOW;
	s->pops = (uint8_t)R600_SQ_CF_WORD1__POP_COUNT__GET(w1);
	s->cond = (uint8_t)R600_SQ_CF_WORD1__COND__GET(w1);
	s->konst = (uint8_t)R600_SQ_CF_WORD1__CF_CONST__GET(w1);
}

static bool decode_step(struct sq_decoder *d, struct sq_step *s)
{
	struct sq_code *c = d->code;

	decode_words(s);
	if (s->what == SQ_ALU)
		return mr600_sq_decode_alu(d, s);
	if (is_only_r7xx(s->inst) && !c->r7xx)
		return SQ_REFUSE(d, ISA, "only R7xx has the instruction 0x%x", s->inst);
	if (s->what == SQ_FETCHES)
		return mr600_sq_decode_fetches(d, s);
	if (s->what == SQ_OUT)
		return mr600_sq_check_out(d, s);
	if (s->inst > CF(KILL) && s->inst != CF_WAIT_ACK)
		return SQ_REFUSE(d, ISA, "the instruction 0x%x is reserved", s->inst);
	c->flow |= jumps(s);
	c->kills |= s->inst == CF(KILL);
	if (s->inst == CF(CALL_FS)) {
		if (d->stage != MR600_VS && d->stage != MR600_ES)
			return SQ_REFUSE(d, ISA, "CALL_FS is of vertex programs");
		if (s->end)
			return SQ_REFUSE(d, ISA, "a program that ends with CALL_FS hangs the chip");
		c->fs = 1; /* for now: wanted */
	}
	return true;
}

/* ---- all of them --------------------------------------------------------------------------------------- */
struct reach {
	uint16_t step_at[SQ_CF_MAX], todo[SQ_CF_MAX];
	unsigned n_todo;
};

static bool visit(struct sq_decoder *d, struct reach *reach, unsigned at)
{
	struct sq_code *c = d->code;

	for (; reach->step_at[at] == NONE; at++) {
		struct sq_step *more = mr600_sq_more(c->step, &d->cap_step, c->n_step, sizeof(*more)), *s;

		d->cf = at;
		if (!more)
			return false;
		c->step = more;
		if (!fl_spend(&d->r->base, 1, "the programs"))
			return false;
		s = &c->step[c->n_step];
		memset(s, 0, sizeof(*s));
		s->at = (uint16_t)at;
		if (!mr600_sq_words(d, at, s->word, 2) || !decode_step(d, s))
			return false;
		reach->step_at[at] = (uint16_t)c->n_step++;
		if (jumps(s)) {
			if (s->word[0] >= SQ_CF_MAX)
				return SQ_REFUSE(d, ISA, "it goes to instruction 0x%x; the model follows %u",
						 s->word[0], SQ_CF_MAX);
			if (reach->step_at[s->word[0]] == NONE && reach->n_todo < SQ_CF_MAX)
				reach->todo[reach->n_todo++] = (uint16_t)s->word[0];
		}
		if (s->end || (s->what == SQ_FLOW && s->cond <= R600_SQ_CF_WORD1__COND__SQ_CF_COND_FALSE &&
			       (s->inst == CF(RETURN) || (s->inst == CF(JUMP) && s->cond))))
			return true;
		if (at + 1 == SQ_CF_MAX)
			return SQ_REFUSE(d, ISA, "it has no end (END_OF_PROGRAM)");
	}
	return true;
}

static bool reach_all(struct sq_decoder *d, struct reach *reach, uint32_t *first)
{
	struct sq_code *c = d->code;
	uint32_t from = c->n_step;

	memset(reach->step_at, 0xff, sizeof(reach->step_at));
	*first = from;
	reach->todo[0] = 0;
	reach->n_todo = 1;
	while (reach->n_todo)
		if (!visit(d, reach, reach->todo[--reach->n_todo]))
			return false;
	for (uint32_t i = from; i < c->n_step; i++) {
		struct sq_step *s = &c->step[i];

		s->next = s->at + 1u < SQ_CF_MAX && reach->step_at[s->at + 1] != NONE
			      ? reach->step_at[s->at + 1]
			      : (uint16_t)i;
		if (jumps(s))
			s->jump = reach->step_at[s->word[0]];
	}
	return true;
}

bool mr600_sq_decode_flow(struct sq_decoder *d, uint64_t addr, uint32_t *first)
{
	struct reach *reach = malloc(sizeof(*reach));
	bool ok;

	d->base = addr;
	d->cf = 0;
	ok = reach && reach_all(d, reach, first);
	free(reach);
	return ok;
}
