/* SPDX-License-Identifier: MIT
 *
 * Parts of straight programs in LLVM's terms: exports of vertices beside what sq_lower_jit.c says. All lanes
 * compute, and those that the wave has are exported. The function's arguments are the VGPRs, struct
 * mcik_vs_out (programs without exports: nothing), constants and scalars, three an instruction, and the mask
 * of lanes.
 */
#include "hw/model/cik/sq_steps.h"
#include "hw/model/cik/vgt.h"

#ifndef FL_JIT
bool mcik_sq_step_takes(struct sq_part *part, const struct sq_note *n, uint32_t mode, enum fl_isa isa)
{
	return false;
}

enum fl_jit_answer mcik_sq_step_compile(struct sq_step *step, const struct sq_note *note, uint32_t mode,
					enum fl_isa isa)
{
	return FL_JIT_NEVER;
}
#else
#include "hw/model/cik/sq_lower.h"

#define EXP_TARGET(name) CIK_EXP_WORD0__TGT__EXP_##name

bool mcik_sq_step_takes(struct sq_part *part, const struct sq_note *n, uint32_t mode, enum fl_isa isa)
{
	if (n->inst.unit != SQ_EXPORT)
		return mcik_sq_part_takes_alone(part, &n->inst, mode, isa);
	if (part->n == SQ_PART_MOST)
		return false;
	part->n++;
	return true;
}

/* Where a target's channel goes. */
static uint64_t place_B(unsigned target, unsigned channel)
{
	const bool position = target < EXP_TARGET(PARAM);
	const unsigned at = target - (position ? EXP_TARGET(POS) : EXP_TARGET(PARAM));

	return (position ? offsetof(struct mcik_vs_out, pos) : offsetof(struct mcik_vs_out, param)) +
	       (4 * at + channel) * sizeof(mcik_plane);
}

static void export(struct sq_low *l, const struct sq_inst *i, LV lanes)
{
	const uint32_t w0 = i->word[0];

	if (CIK_EXP_WORD0__TGT__GET(w0) == EXP_TARGET(NULL))
		return;
	for (unsigned k = 0; k < 4; k++) {
		LV to, v;

		if (!(CIK_EXP_WORD0__EN__GET(w0) >> k & 1))
			continue;
		to = fl_emit_at(l->e, l->e->arg[1], place_B(CIK_EXP_WORD0__TGT__GET(w0), k));
		v = mcik_sq_vector(l, i->word[1] >> 8 * k & 255, false);
		fl_emit_store(l->e, SELECT(lanes, v, fl_emit_load(l->e, to)), to);
	}
}

struct ask {
	const struct sq_note *note;
	const struct sq_step *step;
	uint32_t mode;
	enum fl_isa isa;
};

static bool lower(struct fl_emit *e, void *arg)
{
	const struct ask *ask = arg;
	const struct sq_step *step = ask->step;
	struct sq_low low = {.e = e, .mode = ask->mode, .isa = ask->isa, .whole = true};
	LV lanes;

	low.flushes = !((step->key - 1) & 1);
	fl_emit_loop(e, MCIK_LANES);
	low.exec = e->llvm->ConstAllOnes(e->v1);
	lanes = fl_emit_mask(e, e->arg[3], 0);
	for (; low.n < step->n; low.n++) {
		const struct sq_inst *i = &ask->note[step->first + low.n].inst;

		if (i->unit == SQ_EXPORT)
			export(&low, i, lanes);
		else
			mcik_sq_say(&low, i);
	}
	for (unsigned v = 0; v < MCIK_VGPRS; v++)
		if (low.wrote_v[v] && step->live[v / 64] >> v % 64 & 1)
			fl_emit_store(e, mcik_sq_vector(&low, v, false),
				      fl_emit_at(e, e->arg[0], v * sizeof(mcik_plane)));
	fl_emit_loop_end(e);
	return true;
}

enum fl_jit_answer mcik_sq_step_compile(struct sq_step *step, const struct sq_note *note, uint32_t mode,
					enum fl_isa isa)
{
	struct ask ask = {note, step, mode, isa};
	struct {
		uint32_t mode, key;
		uint64_t live[MCIK_VGPRS / 64];
		uint32_t word[SQ_PART_MOST][3];
	} key = {.mode = mode & SQ_JIT_MODE, .key = step->key};

	memcpy(key.live, step->live, sizeof key.live);
	for (unsigned n = 0; n < step->n; n++) {
		const struct sq_inst *i = &note[step->first + n].inst;

		memcpy(key.word[n], i->word, sizeof i->word);
		key.word[n][2] = i->literal;
	}
	return fl_jit_get(&(struct fl_jit_ask){isa, &key,
					       offsetof(__typeof__(key), word) + step->n * sizeof key.word[0],
					       lower, &ask},
			  &step->program);
}
#endif
