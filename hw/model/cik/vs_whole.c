/* SPDX-License-Identifier: MIT
 *
 * Whole vertex programs; see vs_whole.h.
 */
#include "hw/model/cik/vs_whole.h"
#include "hw/model/cik/cp.h"
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_vop.h"

#include <stdlib.h>

/* Waves after which a program is worth compiling: what they take is about what LLVM takes. */
enum { ENOUGH = 8000, AGAIN = 64 };

#define EXP_TARGET(name) CIK_EXP_WORD0__TGT__EXP_##name
#define MORE(name)       CIK_SPI_SHADER_PGM_RSRC2_VS__##name##__MASK
/* What makes scalars that are not the user's. */
#define MORE_SCALARS                                                                                \
	(MORE(SCRATCH_EN) | MORE(OC_LDS_EN) | MORE(SO_EN) | MORE(SO_BASE0_EN) | MORE(SO_BASE1_EN) | \
	 MORE(SO_BASE2_EN) | MORE(SO_BASE3_EN))

bool mcik_vs_wholes_new(struct mcik_vgt *v)
{
	v->wholes = calloc(1, sizeof *v->wholes);
	return v->wholes;
}

/* Its code, and that it was judged; the waves are counted anew. */
static void forget(struct mcik_vs_whole *p)
{
	mcik_sq_steps_free(&p->steps);
	p->waves = 0;
	p->ready = p->never = false;
}

void mcik_vs_wholes_free(struct mcik_vgt *v)
{
	for (unsigned k = 0; v->wholes && k < MCIK_VS_WHOLES; k++) {
		if (v->wholes->one[k])
			forget(v->wholes->one[k]);
		free(v->wholes->one[k]);
	}
	free(v->wholes);
	v->wholes = NULL;
}

/* ---- while a wave is written down ---------------------------------------------------------------------- */
static struct mcik_vs_wholes *noting(void *arg)
{
	return ((struct mcik_spi *)arg)->c->vgt->wholes;
}

/* Both ends of it are shown: a page that stands in for one that is not there is reported, and shown to
 * nobody. */
static bool is_there(void *arg, unsigned vmid, uint64_t va, unsigned size_B)
{
	const struct mcik_sq_env *env = &noting(arg)->was;
	uint64_t left_B;

	return env->peek(arg, vmid, va, &left_B) && env->peek(arg, vmid, va + size_B - 1, &left_B);
}

/* What is reported while a wave is written down, and what memory does not have, will be so in the next. */
static bool noted_load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	noting(arg)->now->failed |= !is_there(arg, vmid, va, size_B);
	return noting(arg)->was.load(arg, vmid, va, to, size_B, access);
}

static void noted_report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
			 const char *fmt, va_list ap)
{
	noting(arg)->now->failed = true;
	noting(arg)->was.report(arg, w, severity, section, fmt, ap);
}

/* While scalars are carried out again: what there is to be said is said when a wave is interpreted. */
static bool quiet_load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	noting(arg)->now->failed |= !is_there(arg, vmid, va, size_B);
	return !noting(arg)->now->failed && noting(arg)->was.load(arg, vmid, va, to, size_B, access);
}

static void quiet_report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
			 const char *fmt, va_list ap)
{
	noting(arg)->now->failed = true;
}

static void begin_noting(struct mcik_vgt *v, __typeof__(noted_load) *load, __typeof__(noted_report) *report)
{
	v->wholes->was = v->env;
	v->env.load = load;
	v->env.report = report;
	v->wholes->now->failed = false;
}

/* ---- what is left of the record ------------------------------------------------------------------------ */
/* What exports say beside their channels. False: something would be reported of them (mcik_vs_export()). */
static bool find_exports(struct mcik_vs_whole *p)
{
	const unsigned count = CIK_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT__GET(p->of.config) + 1;

	p->has_pos = p->has_param = 0;
	p->done = false;
	for (unsigned n = 0; n < p->record.n; n++) {
		const struct sq_inst *i = &p->record.note[n].inst;
		const uint32_t w0 = i->word[0];
		const unsigned target = CIK_EXP_WORD0__TGT__GET(w0), pos = target - EXP_TARGET(POS);

		if (i->unit != SQ_EXPORT || target == EXP_TARGET(NULL))
			continue;
		if (CIK_EXP_WORD0__COMPR__GET(w0))
			return false;
		if (target >= EXP_TARGET(PARAM)) {
			if (target - EXP_TARGET(PARAM) >= count)
				return false;
			p->has_param |= 1u << (target - EXP_TARGET(PARAM));
			continue;
		}
		if (pos >= MCIK_POS || p->done ||
		    (p->of.formats >> 4 * pos & 15) !=
			CIK_SPI_SHADER_POS_FORMAT__POS0_EXPORT_FORMAT__SPI_SHADER_4COMP)
			return false;
		p->has_pos |= 1u << pos;
		p->done = CIK_EXP_WORD0__DONE__GET(w0);
	}
	return true;
}

void mcik_vs_whole_note(struct mcik *c, struct mcik_vs_whole *p)
{
	struct mcik_vgt *v = c->vgt;

	if (!p || p->never || (++p->waves < ENOUGH && v->env.jit != FL_JIT_ALWAYS))
		return;
	mcik_sq_record_vertices(&p->record);
	v->wave.record = &p->record;
	begin_noting(v, noted_load, noted_report);
}

void mcik_vs_whole_noted(struct mcik *c, struct mcik_vs_whole *p, bool ended)
{
	struct mcik_vgt *v = c->vgt;
	enum fl_jit_answer a = FL_JIT_NEVER;

	if (!v->wave.record)
		return;
	v->env = v->wholes->was;
	v->wave.record = NULL;
	if (ended && p->record.fits && p->record.ended && !p->failed && find_exports(p) &&
	    mcik_sq_steps_make(&p->steps, p->record.note, p->record.n, v->stage[MCIK_VS].comps + 1u,
			       v->wave.mode, v->env.isa))
		a = mcik_sq_steps_compile(&p->steps, p->record.note, v->wave.mode, v->env.isa);
	if (a != FL_JIT_HERE)
		forget(p);
	p->ready = a == FL_JIT_HERE;
	p->never = a == FL_JIT_NEVER;
	p->waves = ENOUGH - AGAIN;
	p->draw = v->draws;
}

/* ---- of a draw ----------------------------------------------------------------------------------------- */
static bool renewed(struct mcik *c, struct mcik_vs_whole *p)
{
	struct mcik_vgt *v = c->vgt;
	bool same;

	begin_noting(v, quiet_load, quiet_report);
	mcik_stage_prepare(c, &v->stage[MCIK_VS], &v->wave, MCIK_LANES);
	same = mcik_sq_record_again(&v->wave, &p->record) && !p->failed;
	v->env = v->wholes->was;
	if (same)
		mcik_sq_note_constants(p->record.note, p->record.n, p->steps.constants);
	p->draw = v->draws;
	return same;
}

/* That with the program at hand, or the one to be used for it. */
static struct mcik_vs_whole *find(struct mcik_vs_wholes *all, const struct mcik_vs_of *of)
{
	struct mcik_vs_whole **oldest = &all->one[0];

	for (unsigned k = 0; k < MCIK_VS_WHOLES; k++) {
		if (!all->one[k])
			all->one[k] = calloc(1, sizeof *all->one[k]);
		if (!all->one[k])
			return NULL;
		if (!memcmp(&all->one[k]->of, of, sizeof *of))
			return all->one[k];
		if (all->one[k]->used < (*oldest)->used)
			oldest = &all->one[k];
		if (!all->one[k]->used)
			break;
	}
	forget(*oldest);
	(*oldest)->of = *of;
	return *oldest;
}

struct mcik_vs_whole *mcik_vs_whole_of(struct mcik *c)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_vs_wholes *all = v->wholes;
	const struct mcik_stage *s = &v->stage[MCIK_VS];

	if (all->draw == v->draws)
		return all->now;
	all->draw = v->draws;
	all->now = NULL;
	if (c->base.look || c->isa == FL_ISA_SCALAR || v->env.jit == FL_JIT_OFF || !fl_jit_built_in() ||
	    mcik_strmout_on(c) || s->rsrc2 & MORE_SCALARS)
		return NULL;
	all->now = find(all, &(const struct mcik_vs_of){.pc = s->pc,
							.vmid = c->spi->vmid,
							.rsrc1 = s->rsrc1,
							.rsrc2 = s->rsrc2,
							.config = CIK_REG(c, SPI_VS_OUT_CONFIG),
							.formats = CIK_REG(c, SPI_SHADER_POS_FORMAT),
							.isa = v->env.isa});
	if (!all->now)
		return NULL;
	all->now->used = ++all->clock;
	if (all->now->ready && (all->now->record.n_steps > fl_work_steps(&c->base) || !renewed(c, all->now)))
		forget(all->now);
	return all->now;
}

/* ---- run ----------------------------------------------------------------------------------------------- */
/* Lanes that there are not have the inputs of the last one that there is: what they load is there. */
static void fill_up(mcik_plane *v, unsigned inputs, unsigned n)
{
	for (unsigned r = 0; r < inputs; r++)
		for (unsigned l = n; l < MCIK_LANES; l++)
			v[r][l] = v[r][n - 1];
}

void mcik_vs_whole_run(struct mcik *c, struct mcik_vs_whole *p, unsigned n)
{
	struct mcik_vgt *v = c->vgt;
	struct mcik_wave *w = &v->wave;
	uint64_t lanes = n < MCIK_LANES ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);

	w->kit = FL_SIMD_PICK(v->env.isa, mcik_sq_kit)();
	w->vmid = c->spi->vmid;
	fill_up(w->v, v->stage[MCIK_VS].comps + 1u, n);
	mcik_sq_steps_clear(&p->steps, w);
	for (const struct sq_step *s = p->steps.step; s < p->steps.step + p->steps.n; s++) {
		if (!s->program) {
			const struct sq_fetch *f = &p->record.fetch[p->record.note[s->first].image];

			if (!f->f.dwords) /* its numbers are made by the caller's arithmetic */
				mcik_sq_set_arithmetic(w, 0);
			mcik_sq_fetch(w, f, lanes);
			continue;
		}
		sq_step_run(&p->steps, s, w, v->out, &lanes);
	}
	mcik_sq_set_arithmetic(w, 0);
	v->out->has_pos |= p->has_pos;
	v->out->has_param |= p->has_param;
	v->out->done |= p->done;
}
