/* SPDX-License-Identifier: MIT
 *
 * A wave executed: an instruction after the other, checked and then run; and workgroups, whose waves take
 * turns and meet at barriers.
 */
#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_record.h"
#include "hw/model/num/flush.h"

#include <stdlib.h>

/* ---- reports ------------------------------------------------------------------------------------------- */
void mcik_sq_report(struct mcik_wave *w, enum fl_severity severity, const char *section, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (w->env->report)
		w->env->report(w->env->arg, w, severity, section, fmt, ap);
	va_end(ap);
}

void mcik_sq_refuse(struct mcik_wave *w, const char *section, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (w->env->report)
		w->env->report(w->env->arg, w, FL_REFUSE, section, fmt, ap);
	va_end(ap);
	w->state = MCIK_STUCK;
}

/* ---- scalar operands (Sea Islands 4.2) ----------------------------------------------------------------- */
enum {
	SRC_POSITIVE = 128, /* 0 to 64 */
	SRC_NEGATIVE = 192, /* -1 to -16 */
	SRC_FLOATS = 240,
	SRC_VCCZ = 251,
	SRC_EXECZ = 252,
	SRC_SCC = 253,
};

static const double float_constants[8] = {0.5, -0.5, 1, -1, 2, -2, 4, -4};

/* The integer that a code stands for; false: it is none */
static bool integer_constant(unsigned code, int32_t *value)
{
	if (code >= SRC_POSITIVE && code <= SRC_NEGATIVE)
		*value = (int32_t)code - SRC_POSITIVE;
	else if (code > SRC_NEGATIVE && code <= SRC_NEGATIVE + 16)
		*value = SRC_NEGATIVE - (int32_t)code;
	else
		return false;
	return true;
}

uint32_t mcik_sq_read32(const struct mcik_wave *w, const struct sq_inst *i, unsigned code)
{
	int32_t value;

	if (code < MCIK_SCALARS)
		return w->s[code];
	if (integer_constant(code, &value))
		return (uint32_t)value;
	if (code >= SRC_FLOATS && code < SRC_FLOATS + 8) {
		const float f = (float)float_constants[code - SRC_FLOATS];
		uint32_t bits;

		memcpy(&bits, &f, sizeof bits);
		return bits;
	}
	switch (code) {
	case SRC_VCCZ:
		return sq_pair(w, MCIK_VCC) == 0;
	case SRC_EXECZ:
		return sq_exec_mask(w) == 0;
	case SRC_SCC:
		return w->scc;
	case SQ_LITERAL:
		return i->literal;
	}
	return 0;
}

uint64_t mcik_sq_read64(const struct mcik_wave *w, const struct sq_inst *i, unsigned code,
			enum sq_wide_kind kind)
{
	int32_t value;

	if (code < MCIK_SCALARS)
		return sq_pair(w, code);
	if (integer_constant(code, &value))
		return (uint64_t)(int64_t)value;
	if (code >= SRC_FLOATS && code < SRC_FLOATS + 8) {
		uint64_t bits;

		memcpy(&bits, &float_constants[code - SRC_FLOATS], sizeof bits);
		return bits;
	}
	if (code == SQ_LITERAL)
		return kind == SQ_F64   ? (uint64_t)i->literal << 32
		       : kind == SQ_I64 ? (uint64_t)(int64_t)(int32_t)i->literal
					: i->literal;
	return mcik_sq_read32(w, i, code);
}

/* ---- waves --------------------------------------------------------------------------------------------- */
/* Nothing is on its way, and what hazards there were is over. */
static void settle(struct mcik_wave *w)
{
	enum { LONG = 1 << 16 };

	w->n_pending = w->n_exported = 0;
	w->n_of[MCIK_VM_CNT] = w->n_of[MCIK_LGKM_CNT] = w->n_scalars = 0;
	w->pool_used = 0;
	memset(w->late_v, 0, sizeof w->late_v);
	memset(w->late_s, 0, sizeof w->late_s);
	w->now += LONG;
	w->watched = false;
}

void mcik_wave_settle(struct mcik_wave *w)
{
	for (unsigned at = 0; at < MCIK_SCALARS; at += MCIK_LANES) /* quicker than a short memset() */
		FL_SIMD_PICK(w->env->isa, mcik_sq_kit)()->fill(w->s + at, 0);
	sq_set_pair(w, MCIK_EXEC, UINT64_MAX);
	w->pc = 0;
	w->scc = w->vccz_stale = false;
	w->mode = MCIK_MODE_START;
	w->status = w->trapsts = w->hw_id = 0;
	w->state = MCIK_RUNNING;
	w->priority = 0;
	mcik_wave_allow(w, UINT64_MAX);
	w->planes = 0;
	w->looked = false;
	settle(w);
}

void mcik_wave_reset(struct mcik_wave *w)
{
	mcik_wave_settle(w);
	memset(w->v, 0, sizeof(mcik_plane) * MCIK_VGPRS);
}

bool mcik_wave_init(struct mcik_wave *w, struct mcik_code *code, const struct mcik_sq_env *env,
		    unsigned n_sgprs, unsigned n_vgprs)
{
	const size_t planes = MCIK_VGPRS + (size_t)MCIK_PENDING * MCIK_RESULT;

	memset(w, 0, sizeof *w);
	w->env = env;
	w->code = code;
	w->n_sgprs = (uint16_t)n_sgprs;
	w->n_vgprs = (uint16_t)n_vgprs;
	w->v = aligned_alloc(64, planes * sizeof(mcik_plane));
	if (!w->v)
		return false;
	w->pool = w->v + MCIK_VGPRS;
	mcik_wave_reset(w);
	return true;
}

void mcik_wave_free(struct mcik_wave *w)
{
	free(w->v);
	w->v = NULL;
}

/* What the wave has: fewer registers than the instruction names? */
static bool fits(struct mcik_wave *w, const struct sq_inst *i)
{
	if (i->n_vgprs > w->n_vgprs)
		mcik_sq_refuse(w, "Sea Islands 4.2", "v%u is used, but the wave has %u VGPRs", i->n_vgprs - 1,
			       w->n_vgprs);
	else if (i->n_scalars > w->n_sgprs)
		mcik_sq_refuse(w, "Sea Islands 4.2", "s%u is used, but the wave has %u SGPRs",
			       i->n_scalars - 1, w->n_sgprs);
	return w->state != MCIK_STUCK;
}

static bool is_vector(const struct sq_inst *i)
{
	return i->unit == SQ_VALU || i->unit == SQ_VMEM || i->unit == SQ_LDS || i->unit == SQ_EXPORT;
}

/* What others do for a wave they compute in an arithmetic of their own. Exports meet no denormals: to them
 * rounding alone matters. */
static bool is_others(const struct mcik_wave *w, const struct sq_inst *i)
{
	return i->unit == SQ_VMEM || i->unit == SQ_LDS ||
	       (i->unit == SQ_EXPORT && sq_rounding(w->arithmetic) != FL_NUM_NEAREST);
}

static __attribute__((noinline)) void run_looked(struct mcik_wave *w, const struct sq_inst *i)
{
	const uint32_t word[2] = {i->word[0], sq_second_word(i)};
	const uint64_t pc = w->pc - 4u * i->n_dw, lanes = is_vector(i) ? sq_exec_mask(w) : UINT64_MAX;

	i->run(w, i);
	mcik_sq_set_arithmetic(w, 0); /* who looks has his own */
	w->env->stepped(w->env->arg, w, pc, word, i->n_dw, lanes);
}

static inline void step(struct mcik_wave *w)
{
	const struct sq_inst *i = sq_code_next(w->code, w->vmid, w->pc);

	if (!i) {
		mcik_sq_refuse(w, "Sea Islands 4.1", "no code at 0x%llx", (unsigned long long)w->pc);
		return;
	}
	if (!i->run) {
		mcik_sq_refuse(w, "Sea Islands 4.3", "0x%08x at 0x%llx is no instruction", i->word[0],
			       (unsigned long long)w->pc);
		return;
	}
	w->pc += 4u * i->n_dw;
	if (!fits(w, i))
		return;
	w->now++;
	if (i->hazards || w->watched)
		mcik_sq_check_hazards(w, i);
	if (w->mode & MCIK_MODE_VSKIP && is_vector(i))
		return;
	if (w->n_pending || w->n_exported)
		mcik_sq_check_waits(w, i);
	if (w->arithmetic && is_others(w, i))
		mcik_sq_set_arithmetic(w, 0);
	if (__builtin_expect(w->record != NULL, 0))
		mcik_sq_record(w, i);
	if (__builtin_expect(w->looked, 0))
		run_looked(w, i);
	else
		i->run(w, i);
}

/* The settings are this thread's: they are the caller's again when the wave pauses. */
void mcik_sq_set_arithmetic(struct mcik_wave *w, unsigned key)
{
	if (key) {
		const unsigned denormals = (key - 1) & 3, round = sq_rounding(key);
		const uint64_t was =
		    fl_num_mode_begin((enum fl_num_round)round, denormals & 1, denormals & 2);

		w->arithmetic_was = w->arithmetic ? w->arithmetic_was : was;
	} else if (w->arithmetic) {
		fl_num_flush_end(w->arithmetic_was);
	}
	w->arithmetic = (uint8_t)key;
}

/* The line that pc is in, if an instruction is decoded there that a span may begin with. */
static struct sq_line *span_line(const struct mcik_wave *w)
{
	struct sq_line *l = w->code->last;
	const unsigned at = (unsigned)(w->pc / 4 % SQ_LINE_DW);

	return l && w->pc - l->va < 4 * SQ_LINE_DW && l->vmid == w->vmid && l->decoded[at] &&
		       (l->inst[at].unit == SQ_VALU || l->inst[at].plain)
		   ? l
		   : NULL;
}

enum mcik_wave_state mcik_wave_run(struct mcik_wave *w)
{
	const bool spans = w->env->isa != FL_ISA_SCALAR && !w->record && !w->looked;

	w->kit = FL_SIMD_PICK(w->env->isa, mcik_sq_kit)();
	w->constants = (struct sq_window){0};
	while (w->state == MCIK_RUNNING) {
		struct sq_line *l = spans ? span_line(w) : NULL;

		if (l && mcik_sq_run_span(w, l, (unsigned)(w->pc / 4 % SQ_LINE_DW)))
			continue;
		if (!w->budget--) {
			mcik_sq_refuse(w, "Sea Islands 4.1", "the program finds no end, at 0x%llx",
				       (unsigned long long)w->pc);
			w->budget = 0;
			break;
		}
		step(w);
	}
	mcik_sq_set_arithmetic(w, 0);
	return w->state;
}

/* ---- workgroups ---------------------------------------------------------------------------------------- */
bool mcik_group_run(struct mcik_group *g)
{
	for (;;) {
		unsigned waiting = 0, ended = 0;

		for (unsigned k = 0; k < g->n_waves; k++) {
			const enum mcik_wave_state s = mcik_wave_run(g->wave[k]);

			if (s == MCIK_STUCK || s == MCIK_HALTED)
				return false;
			waiting += s == MCIK_BARRIER;
			ended += s == MCIK_ENDED;
		}
		if (ended == g->n_waves)
			return true;
		/* each has ended or arrived: waves that ended are not waited for */
		for (unsigned k = 0; waiting && k < g->n_waves; k++)
			if (g->wave[k]->state == MCIK_BARRIER)
				g->wave[k]->state = MCIK_RUNNING;
	}
}
