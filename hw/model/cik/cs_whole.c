/* SPDX-License-Identifier: MIT
 *
 * Whole compute programs; see cs_whole.h.
 */
#include "hw/model/cik/cs_whole.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_vop.h"

#include <stdlib.h>

/* Groups after which a program is worth compiling: what they take is about what LLVM takes. */
enum { ENOUGH = 8000, AGAIN = 64, SOPP = 0x17f, FLAT = 0x37 };

/* ---- a wave that does nothing -------------------------------------------------------------------------- */
static void judged_report(void *arg, const struct mcik_wave *w, enum fl_severity severity,
			  const char *section, const char *fmt, va_list ap)
{
	((struct mcik_cs_whole *)arg)->failed = true;
}

static bool any(const uint64_t *set, struct sq_range r)
{
	for (unsigned k = r.first; k < r.first + (unsigned)r.n && k < MCIK_SCALARS; k++)
		if (set[k / 64] >> k % 64 & 1)
			return true;
	return false;
}

static void mark(uint64_t *set, struct sq_range r, bool is)
{
	for (unsigned k = r.first; k < r.first + (unsigned)r.n && k < MCIK_SCALARS; k++) {
		set[k / 64] &= ~(UINT64_C(1) << k % 64);
		set[k / 64] |= (uint64_t)is << k % 64;
	}
}

/* Scalars that vector instructions have made are nowhere but in the part that made them. made: these. */
static bool scalar(struct mcik_cs_whole *p, const struct sq_inst *i, uint64_t *made)
{
	enum { SRC_VCCZ = 251 };

	if (p->n_scalars == MCIK_CS_SCALARS || i->src[0] == SRC_VCCZ || i->src[1] == SRC_VCCZ)
		return false;
	for (unsigned k = 0; k < i->n_reads; k++)
		if (any(made, i->reads[k]))
			return false;
	for (unsigned k = 0; k < i->n_writes; k++)
		mark(made, i->writes[k], false);
	p->scalar[p->n_scalars++] = (struct mcik_cs_scalar){*i, p->n_taken};
	return true;
}

static struct sq_note *noted(struct mcik_cs_whole *p, const struct sq_inst *i)
{
	struct sq_note *n = &p->note[p->n_notes];

	if (p->n_notes == SQ_NOTES)
		return NULL;
	p->n_notes++;
	*n = (struct sq_note){.inst = *i};
	return n;
}

static bool vector(struct mcik_cs_whole *p, const struct sq_inst *i, uint64_t *made)
{
	if (!i->op || !noted(p, i))
		return false;
	for (unsigned k = 0; k < i->n_src && k < 3; k++) {
		if (i->src[k] >= MCIK_SCALARS)
			continue;
		if (any(made, (struct sq_range){i->src[k], 1}))
			return false;
		p->taken[p->n_taken].from = i->src[k];
		p->taken[p->n_taken++].to = (uint16_t)(3 * (p->n_notes - 1) + k);
	}
	for (unsigned k = 0; k < i->n_writes; k++)
		mark(made, i->writes[k], true);
	return true;
}

/* A result on its way to both counters, as with all flat instructions. */
static bool flat(struct mcik_cs_whole *p, struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_mem_op m;

	if (i->word[0] >> 26 != FLAT || CIK_FLAT_WORD0__GLC__GET(i->word[0]) ||
	    !mcik_sq_mem_op(i->opcode, &m) || m.kind == SQ_ATOMIC || !noted(p, i))
		return false;
	p->op[p->n_notes - 1] = m;
	mcik_sq_late(w, MCIK_VM_CNT, i->dst, m.kind == SQ_LOAD ? m.n : 0, ~UINT64_C(0));
	mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, 0, 0);
	return true;
}

static bool has_memory(const struct mcik_cs_whole *p)
{
	for (unsigned n = 0; n < p->n_notes; n++)
		if (p->note[n].inst.unit == SQ_VMEM)
			return true;
	return false;
}

static bool is_sopp(const struct sq_inst *i, unsigned op)
{
	return CIK_SOPP_WORD0__ENCODING__GET(i->word[0]) == SOPP && i->opcode == op;
}

/* Scalar loads come before all that memory may have been changed by. */
static bool takes(struct mcik_cs_whole *p, struct mcik_wave *w, const struct sq_inst *i, uint64_t *made)
{
	const bool waits = is_sopp(i, CIK_OP_SOPP__S_WAITCNT);

	if (waits || is_sopp(i, CIK_OP_SOPP__S_NOP)) {
		if (waits && w->n_scalars && !scalar(p, i, made))
			return false;
		i->run(w, i);
		return true;
	}
	switch (i->unit) {
	case SQ_SALU:
		return i->plain && scalar(p, i, made);
	case SQ_SMEM:
		if (!i->plain || has_memory(p) || !scalar(p, i, made))
			return false;
		mcik_sq_late(w, MCIK_LGKM_CNT, i->dst, i->writes[0].n, 0);
		return true;
	case SQ_VALU:
		return vector(p, i, made);
	case SQ_VMEM:
		return flat(p, w, i);
	}
	return false;
}

static bool names_exec(const struct sq_inst *i)
{
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].first <= MCIK_EXEC + 1 && i->writes[k].first + i->writes[k].n > MCIK_EXEC)
			return true;
	return false;
}

/* From the first instruction to the last, as the interpreter does it (sq_run.c), but for what they do. */
static bool walk(struct mcik_cs_whole *p, struct mcik_wave *w)
{
	uint64_t pc = p->of.pc, made[MCIK_SCALARS / 64] = {0};

	for (p->n_steps = 0; p->n_steps < SQ_WENT;) {
		const struct sq_inst *i = mcik_code_at(w->code, p->of.vmid, pc);

		if (!i || !i->run || i->n_vgprs > p->of.n_vgprs || i->n_scalars > p->of.n_sgprs ||
		    names_exec(i))
			return false;
		p->word[p->n_steps][0] = i->word[0];
		p->word[p->n_steps++][1] = sq_second_word(i);
		pc += 4u * i->n_dw;
		w->now++;
		if (i->hazards || w->watched)
			mcik_sq_check_hazards(w, i);
		if (w->n_pending)
			mcik_sq_check_waits(w, i);
		if (is_sopp(i, CIK_OP_SOPP__S_ENDPGM))
			return !p->failed;
		if (!takes(p, w, i, made))
			return false;
	}
	return false;
}

static bool judge(struct mcik_cs_whole *p, struct mcik_wave *w)
{
	const struct mcik_sq_env *env = w->env, quiet = {.arg = p, .report = judged_report, .isa = env->isa};
	bool good;

	p->failed = false;
	p->n_scalars = p->n_taken = p->n_notes = 0;
	w->env = &quiet;
	w->kit = FL_SIMD_PICK(env->isa, mcik_sq_kit)();
	mcik_wave_settle(w);
	good = walk(p, w);
	w->env = env;
	return good;
}

static void compile(struct mcik_cs_whole *p, struct mcik_wave *w)
{
	const enum fl_isa isa = (enum fl_isa)p->of.isa;
	enum fl_jit_answer a = FL_JIT_NEVER;

	if (judge(p, w) &&
	    mcik_sq_steps_make(&p->steps, p->note, p->n_notes, p->of.n_inputs, p->of.mode, isa))
		a = mcik_sq_steps_compile(&p->steps, p->note, p->of.mode, isa);
	if (a != FL_JIT_HERE)
		mcik_sq_steps_free(&p->steps);
	p->ready = a == FL_JIT_HERE;
	p->never = a == FL_JIT_NEVER;
	p->waves = ENOUGH - AGAIN;
}

/* ---- which one ----------------------------------------------------------------------------------------- */
static void forget(struct mcik_cs_whole *p)
{
	mcik_sq_steps_free(&p->steps);
	p->waves = 0;
	p->ready = p->never = false;
}

void mcik_cs_wholes_free(struct mcik_cs_wholes *all)
{
	for (unsigned k = 0; k < MCIK_CS_WHOLES; k++) {
		if (all->one[k])
			forget(all->one[k]);
		free(all->one[k]);
		all->one[k] = NULL;
	}
}

static bool is_of(const struct mcik_cs_whole *p, const struct mcik_cs_of *of)
{
	return p && p->of.pc == of->pc && p->of.vmid == of->vmid && p->of.mode == of->mode &&
	       p->of.isa == of->isa && p->of.n_sgprs == of->n_sgprs && p->of.n_vgprs == of->n_vgprs &&
	       p->of.n_inputs == of->n_inputs;
}

static struct mcik_cs_whole *find(struct mcik_cs_wholes *all, const struct mcik_cs_of *of)
{
	if (is_of(all->one[all->last], of))
		return all->one[all->last];
	for (all->last = 0; all->last < MCIK_CS_WHOLES; all->last++)
		if (is_of(all->one[all->last], of))
			return all->one[all->last];
	all->last = all->oldest++ % MCIK_CS_WHOLES;
	if (!all->one[all->last])
		all->one[all->last] = calloc(1, sizeof *all->one[0]);
	else
		forget(all->one[all->last]);
	if (all->one[all->last])
		all->one[all->last]->of = *of;
	return all->one[all->last];
}

/* The code has been fetched again: is it what it was? */
static bool same_code(const struct mcik_cs_whole *p, struct mcik_code *c)
{
	uint64_t pc = p->of.pc;

	for (unsigned k = 0; k < p->n_steps; k++) {
		const struct sq_inst *i = mcik_code_at(c, p->of.vmid, pc);

		if (!i || i->word[0] != p->word[k][0] || sq_second_word(i) != p->word[k][1])
			return false;
		pc += 4u * i->n_dw;
	}
	return true;
}

struct mcik_cs_whole *mcik_cs_whole_of(struct mcik_cs_wholes *all, struct mcik_wave *w,
				       const struct mcik_cs_of *of)
{
	struct mcik_cs_whole *p = find(all, of);

	if (!p)
		return NULL;
	if (p->generation != w->code->generation) {
		p->generation = w->code->generation;
		if (p->never || (p->ready && !same_code(p, w->code)))
			forget(p);
	}
	if (!p->ready && !p->never && (++p->waves >= ENOUGH || w->env->jit == FL_JIT_ALWAYS))
		compile(p, w);
	return p->ready ? p : NULL;
}

/* ---- run ----------------------------------------------------------------------------------------------- */
void mcik_cs_whole_begin(const struct mcik_cs_whole *p, struct mcik_wave *w, uint64_t lanes)
{
	mcik_wave_settle(w);
	w->kit = FL_SIMD_PICK(w->env->isa, mcik_sq_kit)();
	w->vmid = p->of.vmid;
	w->s[MCIK_EXEC] = (uint32_t)lanes;
	w->s[MCIK_EXEC + 1] = (uint32_t)(lanes >> 32);
	mcik_sq_steps_clear(&p->steps, w);
}

static void run_scalars(struct mcik_cs_whole *p, struct mcik_wave *w)
{
	uint32_t *to = p->steps.constants;
	unsigned t = 0;

	w->constants = (struct sq_window){0};
	for (unsigned k = 0; k < p->n_scalars; k++) {
		const struct mcik_cs_scalar *s = &p->scalar[k];

		for (; t < s->n_taken; t++)
			to[p->taken[t].to] = w->s[p->taken[t].from];
		s->inst.run(w, &s->inst);
	}
	for (; t < p->n_taken; t++)
		to[p->taken[t].to] = w->s[p->taken[t].from];
	mcik_sq_wait(w, 0, 0, 0); /* loads that nobody waits for */
}

/* What cannot be had at once comes as the interpreter has it, and is there when the next one begins. */
static void run_memory(struct mcik_cs_whole *p, struct mcik_wave *w, unsigned n, uint64_t lanes)
{
	const struct sq_inst *i = &p->note[n].inst;

	if (mcik_sq_flat_row(w, i, &p->op[n], lanes, w->v + (i->dst - SQ_VGPR)))
		return;
	mcik_sq_set_arithmetic(w, 0);
	i->run(w, i);
	mcik_sq_wait(w, 0, 0, 0);
}

bool mcik_cs_whole_run(struct mcik_cs_whole *p, struct mcik_wave *w)
{
	uint64_t lanes = sq_exec_mask(w);

	run_scalars(p, w);
	for (const struct sq_step *s = p->steps.step;
	     s < p->steps.step + p->steps.n && w->state == MCIK_RUNNING; s++)
		if (s->program)
			sq_step_run(&p->steps, s, w, NULL, &lanes);
		else
			run_memory(p, w, s->first, lanes);
	mcik_sq_set_arithmetic(w, 0);
	return w->state == MCIK_RUNNING;
}
