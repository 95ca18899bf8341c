/* SPDX-License-Identifier: MIT
 *
 * Programs as steps; see sq_steps.h.
 */
#include "hw/model/cik/sq_steps.h"
#include "hw/model/cik/sq_kit.h"

static bool divide(struct sq_steps *s, const struct sq_note *note, unsigned n, uint32_t mode, enum fl_isa isa)
{
	for (unsigned at = 0; at < n; s->n++) {
		struct sq_step *step = &s->step[s->n];
		struct sq_part part = {.at = 0};

		if (s->n == SQ_STEPS)
			return false;
		while (at + part.n < n && mcik_sq_step_takes(&part, &note[at + part.n], mode, isa))
			;
		if (!part.n && note[at].inst.unit != SQ_VMEM)
			return false;
		*step = (struct sq_step){.first = (uint16_t)at, .n = part.n ? part.n : 1};
		step->key = part.key      ? part.key
			    : part.floats ? (uint8_t)sq_arithmetic_key(mode, SQ_EXACT)
					  : 0;
		at += step->n;
	}
	return true;
}

static void put(uint64_t *set, const struct sq_range *r, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		for (unsigned v = r[k].first; v < r[k].first + (unsigned)r[k].n; v++)
			if (v >= SQ_VGPR && v < SQ_VGPR + MCIK_VGPRS)
				set[(v - SQ_VGPR) / 64] |= UINT64_C(1) << v % 64;
}

/* Whatever a later step reads is live; what no step before has written is cleared, but for the inputs. */
static void find_live(struct sq_steps *s, const struct sq_note *note, unsigned n, unsigned inputs)
{
	uint64_t live[MCIK_VGPRS / 64] = {0}, written[MCIK_VGPRS / 64] = {0};

	for (unsigned k = s->n; k--;) {
		memcpy(s->step[k].live, live, sizeof live);
		for (unsigned m = s->step[k].first; m < s->step[k].first + (unsigned)s->step[k].n; m++)
			put(live, note[m].inst.reads, note[m].inst.n_reads);
	}
	memset(s->cleared, 0, sizeof s->cleared);
	put(written, &(struct sq_range){SQ_VGPR, (uint8_t)inputs}, 1);
	for (unsigned m = 0; m < n; m++) {
		uint64_t read[MCIK_VGPRS / 64] = {0};

		put(read, note[m].inst.reads, note[m].inst.n_reads);
		for (unsigned k = 0; k < MCIK_VGPRS / 64; k++)
			s->cleared[k] |= read[k] & ~written[k];
		put(written, note[m].inst.writes, note[m].inst.n_writes);
	}
}

bool mcik_sq_steps_make(struct sq_steps *s, const struct sq_note *note, unsigned n, unsigned inputs,
			uint32_t mode, enum fl_isa isa)
{
	if (!divide(s, note, n, mode, isa))
		return false;
	find_live(s, note, n, inputs);
	mcik_sq_note_constants(note, n, s->constants);
	return true;
}

enum fl_jit_answer mcik_sq_steps_compile(struct sq_steps *s, const struct sq_note *note, uint32_t mode,
					 enum fl_isa isa)
{
	enum fl_jit_answer a = FL_JIT_HERE;

	for (unsigned k = 0; k < s->n && a == FL_JIT_HERE; k++)
		if (note[s->step[k].first].inst.unit != SQ_VMEM)
			a = mcik_sq_step_compile(&s->step[k], note, mode, isa);
	return a;
}

void mcik_sq_steps_free(struct sq_steps *s)
{
	for (unsigned k = 0; k < s->n; k++)
		fl_jit_put(s->step[k].program);
	s->n = 0;
}

void mcik_sq_steps_clear(const struct sq_steps *s, struct mcik_wave *w)
{
	for (unsigned k = 0; k < MCIK_VGPRS / 64; k++)
		for (uint64_t m = s->cleared[k]; m; m &= m - 1)
			w->kit->fill(w->v[64 * k + (unsigned)__builtin_ctzll(m)], 0);
}
