/* SPDX-License-Identifier: MIT
 *
 * The pixel program of a wave: an instruction after the other, or as a whole (ps_whole.h).
 */
#include "hw/model/cik/shade.h"
#include "hw/model/look.h"

enum { NEW_PRIM_SHIFT = 16 };

#define RSRC1(p, name) CIK_SPI_SHADER_PGM_RSRC1_PS__##name##__GET((p)->rsrc1)
#define RSRC2(p, name) CIK_SPI_SHADER_PGM_RSRC2_PS__##name##__GET((p)->rsrc2)

static void scalars(const struct mcik_px *px, struct mcik_wave *w, uint32_t fresh)
{
	enum { EXTRA_LDS_UNIT_B = 512 };
	const struct mcik_ps *p = px->ps;
	unsigned at = RSRC2(p, USER_SGPR);

	for (unsigned i = 0; i < at; i++) /* quicker than a short memcpy() */
		w->s[i] = p->user[i];
	w->s[at++] = fresh << NEW_PRIM_SHIFT;
	if (RSRC2(p, WAVE_CNT_EN))
		w->s[at++] = 0;
	if (RSRC2(p, SCRATCH_EN))
		w->s[at++] = px->number * p->wave_scratch_B;
	w->group->lds_B += RSRC2(p, EXTRA_LDS_SIZE) * EXTRA_LDS_UNIT_B;
	if (w->group->lds_B > MCIK_LDS_B)
		w->group->lds_B = MCIK_LDS_B;
}

static uint32_t mode_of(const struct mcik_ps *p)
{
	return RSRC1(p, FLOAT_MODE) | (RSRC1(p, DX10_CLAMP) ? MCIK_MODE_DX10_CLAMP : 0) |
	       (RSRC1(p, IEEE_MODE) ? MCIK_MODE_IEEE : 0);
}

static bool interpret(struct fl_raster_thread *t, struct mcik_spi *s, uint64_t alive,
		      struct mcik_record *record)
{
	const struct mcik_draw_state *d = mcik_draw_of(t->wave.draw);
	struct mcik_px *px = mcik_px_of(t);
	struct mcik_wave *w = &s->wave[0];
	struct mcik_wave *waves[1] = {w};
	struct mcik_group group = {.lds = s->lds, .wave = waves, .n_waves = 1};
	bool ended;

	w->n_sgprs = (uint16_t)((RSRC1(d->ps, SGPRS) + 1) * 8);
	w->n_vgprs = (uint16_t)((RSRC1(d->ps, VGPRS) + 1) * 4);
	mcik_wave_begin(w, d->vmid, d->ps->pc, alive);
	mcik_spi_look_begin(s, w);
	w->group = &group;
	w->owner = px;
	w->mode = mode_of(d->ps);
	w->planes = d->spi->planes;
	mcik_wave_allow(w, fl_work_steps(t->model));
	w->record = record;
	scalars(px, w, mcik_ps_attributes(&t->wave, d->spi, &group));
	mcik_ps_inputs(t, w);
	mcik_spi_look(s, w);
	ended = mcik_group_run(&group);
	if (fl_look_counts(t->model))
		fl_look_counted(t->model, fl_work_steps(t->model) - (uint32_t)w->budget, UINT64_MAX);
	w->record = NULL;
	return ended;
}

/* What is reported while a wave is written down, and what memory does not have, will be so in the next. */
static bool noted_load(void *arg, unsigned vmid, uint64_t va, void *to, unsigned size_B, unsigned access)
{
	struct mcik_spi *s = arg;
	const bool there = s->env_was.load(arg, vmid, va, to, size_B, access);

	s->noting->failed |= !there;
	return there;
}

static void noted_report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
			 const char *fmt, va_list ap)
{
	struct mcik_spi *s = arg;

	s->noting->failed = true;
	s->env_was.report(arg, w, severity, section, fmt, ap);
}

static bool interpret_noted(struct fl_raster_thread *t, struct mcik_spi *s, struct mcik_whole *p,
			    uint64_t alive)
{
	const struct mcik_draw_state *d = mcik_draw_of(t->wave.draw);
	bool ended;

	s->env_was = s->env;
	s->noting = p;
	s->env.load = noted_load;
	s->env.report = noted_report;
	ended = interpret(t, s, alive, &p->record);
	s->env = s->env_was;
	p->failed |= !ended;
	mcik_whole_noted(p, s, d, mode_of(d->ps));
	return ended;
}

/* What there is to be said is said when an instruction is carried out after the other. */
static void quiet_report(void *arg, const struct mcik_wave *w, enum fl_severity severity, const char *section,
			 const char *fmt, va_list ap)
{
	struct mcik_spi *s = arg;

	s->noting->failed = true;
}

/* For another draw, of the same program. */
static bool renew(struct fl_raster_thread *t, struct mcik_spi *s, struct mcik_whole *p)
{
	const struct mcik_draw_state *d = mcik_draw_of(t->wave.draw);
	struct mcik_wave *w = &s->wave[0];
	struct mcik_group group = {.lds = s->lds};
	bool same;

	s->env_was = s->env;
	s->noting = p;
	s->env.load = noted_load;
	s->env.report = quiet_report;
	mcik_wave_settle(w);
	w->vmid = d->vmid;
	w->pc = d->ps->pc;
	w->mode = mode_of(d->ps);
	w->group = &group;
	scalars(mcik_px_of(t), w, 0);
	same = mcik_sq_record_again(w, &p->record) && !p->failed && mcik_whole_renewed(p, s, d);
	s->env = s->env_was;
	return same;
}

bool mcik_ps_run(struct fl_raster_thread *t, struct mcik_spi *s, uint64_t alive)
{
	struct mcik_px *px = mcik_px_of(t);
	const struct mcik_draw_state *d = mcik_draw_of(t->wave.draw);
	struct mcik_whole *p = mcik_whole_of(px, s, d);

	if (!p || t->model->look) /* who looks is asked an instruction at a time */
		return interpret(t, s, alive, NULL);
	if (p->ready && p->record.n_steps <= fl_work_steps(t->model) &&
	    (p->serial == d->ps->serial || (mcik_whole_is_of(p, d) && renew(t, s, p)))) {
		const bool several = mcik_ps_whole_attributes(&t->wave, d->spi, p);

		mcik_ps_inputs(t, &s->wave[0]);
		t->looked_up = p->record.n_images; /* one that is interpreted does not say so */
		mcik_whole_run(p, s, px, alive, fl_wave_alive(&t->wave, d->base.samples), several);
		return true;
	}
	return mcik_whole_next(p, d, s->env.jit) ? interpret_noted(t, s, p, alive)
						 : interpret(t, s, alive, NULL);
}
