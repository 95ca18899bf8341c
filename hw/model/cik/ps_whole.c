/* SPDX-License-Identifier: MIT
 *
 * Whole pixel programs; see ps_whole.h.
 */
#include "hw/model/cik/ps_whole.h"
#include "hw/model/cik/sq_vop.h"

#include <stdlib.h>
#include <string.h>

/* Waves after which a program is worth compiling: what they take is about what LLVM takes. */
enum { ENOUGH = 8000, AGAIN = 64 };

static void forget(struct mcik_whole *p)
{
	for (unsigned k = 0; k < p->n_steps; k++)
		for (unsigned n = 0; n < 2; n++)
			fl_jit_put(p->step[k].program[n]);
	p->n_steps = 0;
	p->serial = 0;
	p->ready = p->tried = p->failed = false;
}

void mcik_wholes_free(struct mcik_wholes *all)
{
	for (unsigned k = 0; all && k < MCIK_WHOLES; k++) {
		if (all->one[k])
			forget(all->one[k]);
		free(all->one[k]);
	}
	free(all);
}

/* ---- which program, and when --------------------------------------------------------------------------- */
static struct mcik_whole *made(struct mcik_wholes *all)
{
	struct mcik_whole *p = aligned_alloc(64, (sizeof *p + 63) & ~(size_t)63);

	if (p) {
		memset(p, 0, sizeof *p);
		p->all = all;
	}
	return p;
}

/* Of another draw: one with the program of d, or the one to be used for something else. */
static struct mcik_whole *other(struct mcik_wholes *all, const struct mcik_draw_state *d)
{
	struct mcik_whole *alike = NULL, *oldest = NULL;
	unsigned k;

	for (k = 0; k < MCIK_WHOLES && all->one[k]; k++) {
		struct mcik_whole *p = all->one[k];

		if (p->ready && mcik_whole_is_of(p, d) && (!alike || p->used < alike->used))
			alike = p;
		if (!oldest || p->used < oldest->used)
			oldest = p;
	}
	if (!alike && k < MCIK_WHOLES)
		return all->one[k] = made(all);
	return alike ? alike : oldest;
}

struct mcik_whole *mcik_whole_of(struct mcik_px *px, const struct mcik_spi *s,
				 const struct mcik_draw_state *d)
{
	struct mcik_whole *p = NULL;

	if (!px->wholes && s->env.isa != FL_ISA_SCALAR && s->env.jit != FL_JIT_OFF && fl_jit_built_in())
		px->wholes = calloc(1, sizeof *px->wholes);
	if (!px->wholes)
		return NULL;
	for (unsigned k = 0; !p && k < MCIK_WHOLES && px->wholes->one[k]; k++)
		if (px->wholes->one[k]->serial == d->ps->serial)
			p = px->wholes->one[k];
	if (!p)
		p = other(px->wholes, d);
	if (p)
		p->used = ++px->wholes->clock;
	return p;
}

static unsigned seen(struct mcik_wholes *all, uint64_t pc)
{
	unsigned at;

	for (at = 0; at < MCIK_WHOLE_SEEN; at++)
		if (all->seen[at].pc == pc)
			return at;
	at = all->oldest++ % MCIK_WHOLE_SEEN;
	all->seen[at].pc = pc;
	all->seen[at].waves = 0;
	all->seen[at].never = false;
	return at;
}

bool mcik_whole_next(struct mcik_whole *p, const struct mcik_draw_state *d, enum fl_jit_when when)
{
	unsigned at;

	if (p->serial != d->ps->serial) {
		forget(p);
		p->serial = d->ps->serial;
	}
	if (p->tried)
		return false;
	at = seen(p->all, d->ps->pc);
	if (p->all->seen[at].never || (++p->all->seen[at].waves < ENOUGH && when != FL_JIT_ALWAYS))
		return false;
	mcik_sq_record_begin(&p->record, CIK_SPI_SHADER_PGM_RSRC2_PS__USER_SGPR__GET(d->ps->rsrc2));
	p->failed = false;
	return true;
}

/* ---- steps --------------------------------------------------------------------------------------------- */
static struct mcik_whole_step *add(struct mcik_whole *p, enum mcik_whole_kind kind, unsigned first,
				   unsigned n)
{
	struct mcik_whole_step *s = &p->step[p->n_steps];

	if (p->n_steps == MCIK_WHOLE_STEPS)
		return NULL;
	p->n_steps++;
	*s = (struct mcik_whole_step){.kind = (uint8_t)kind, .first = (uint16_t)first, .n = (uint16_t)n};
	return s;
}

static bool divide(struct mcik_whole *p, const struct mcik_draw_state *d, enum fl_isa isa)
{
	const struct mcik_record *r = &p->record;

	for (unsigned at = 0; at < r->n;) {
		struct sq_part part = {.at = 0};
		struct mcik_whole_step *s;

		while (at + part.n < r->n &&
		       mcik_whole_takes(&part, &r->note[at + part.n], d->ps, p->mode, isa))
			;
		s = part.n ? add(p, MCIK_WHOLE_PART, at, part.n)
			   : add(p, r->note[at].inst.unit == SQ_VMEM ? MCIK_WHOLE_IMAGE : MCIK_WHOLE_EXPORT,
				 at, 1);
		if (!s || (!part.n && r->note[at].inst.unit == SQ_VALU))
			return false;
		s->key = part.key ? part.key : (uint8_t)sq_arithmetic_key(p->mode, SQ_EXACT);
		at += s->n;
	}
	return true;
}

static void mark(uint64_t *set, unsigned first, unsigned n, bool on)
{
	for (unsigned v = first; v < first + n && v < MCIK_VGPRS; v++)
		set[v / 64] = (set[v / 64] & ~(UINT64_C(1) << v % 64)) | (uint64_t)on << v % 64;
}

static void mark_ranges(uint64_t *set, const struct sq_range *r, unsigned n, bool on)
{
	for (unsigned k = 0; k < n; k++)
		if (r[k].first >= SQ_VGPR)
			mark(set, r[k].first - SQ_VGPR, r[k].n, on);
}

/* From the last to the first: which registers something reads yet. */
static void find_live(struct mcik_whole *p)
{
	uint64_t live[MCIK_VGPRS / 64] = {0};

	for (unsigned k = p->n_steps; k--;) {
		struct mcik_whole_step *s = &p->step[k];

		memcpy(s->live, live, sizeof live);
		for (unsigned n = s->first + s->n; n-- > s->first;) {
			const struct sq_note *note = &p->record.note[n];
			const struct mcik_mimg_ready *image = &p->image[note->image];

			if (s->kind == MCIK_WHOLE_IMAGE) {
				mark(live, note->inst.src[1] - SQ_VGPR, image->n_out, false);
				mark(live, note->inst.src[0] - SQ_VGPR, image->n_address, true);
				continue;
			}
			mark_ranges(live, note->inst.writes, note->inst.n_writes, false);
			mark_ranges(live, note->inst.reads, note->inst.n_reads, true);
		}
	}
	memcpy(p->cleared, live, sizeof live);
}

/* The inputs need not be cleared. */
static void leave_inputs(struct mcik_whole *p, const struct mcik_spi_ps *s)
{
	enum { PULL_MODEL = 3, PAIRS = 7 };

	for (uint32_t left = s->ena; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);

		mark(p->cleared, s->vgpr[i], i == PULL_MODEL ? 3 : i < PAIRS ? 2 : 1, false);
	}
}

static struct mcik_whole_of of(const struct mcik_draw_state *d)
{
	struct mcik_whole_of o = {.pc = d->ps->pc,
				  .vmid = d->vmid,
				  .rsrc1 = d->ps->rsrc1,
				  .rsrc2 = d->ps->rsrc2,
				  .ena = d->spi->ena,
				  .planes = d->spi->planes,
				  .norm = d->ps->norm,
				  .norm10 = d->ps->norm10,
				  .n_attrs = d->spi->n_attrs,
				  .first_attr = d->spi->first_attr};

	memcpy(o.format, d->ps->format, sizeof o.format);
	memcpy(o.to, d->ps->to, sizeof o.to);
	memcpy(o.vgpr, d->spi->vgpr, sizeof o.vgpr);
	return o;
}

bool mcik_whole_is_of(const struct mcik_whole *p, const struct mcik_draw_state *d)
{
	const struct mcik_whole_of o = of(d);

	return !memcmp(&p->of, &o, sizeof o);
}

static bool images(struct mcik_whole *p, struct mcik_spi *s)
{
	for (unsigned k = 0; k < p->record.n_images; k++)
		if (!mcik_mimg_get_ready(&s->mimg, &p->record.image[k], &p->image[k]))
			return false;
	return true;
}

static bool attributes_there(const struct mcik_whole *p, unsigned n_attrs)
{
	for (unsigned k = 0; k < p->record.n; k++) {
		const struct sq_inst *i = &p->record.note[k].inst;

		if (mcik_sq_is_vintrp(i) && CIK_VINTRP_WORD0__ATTR__GET(i->word[0]) >= n_attrs)
			return false;
	}
	return true;
}

static enum fl_jit_answer compile(struct mcik_whole *p, const struct mcik_draw_state *d, enum fl_isa isa)
{
	for (unsigned k = 0; k < p->n_steps; k++)
		for (unsigned several = 0; p->step[k].kind == MCIK_WHOLE_PART && several < 2; several++) {
			const struct mcik_whole_ask ask = {&p->record, &p->step[k], d->ps,
							   p->mode,    isa,         several};
			const enum fl_jit_answer a = mcik_whole_compile(&ask, &p->step[k].program[several]);

			if (a != FL_JIT_HERE)
				return a;
		}
	return FL_JIT_HERE;
}

/* What exports in the parts say beside their colors. */
static void find_exports(struct mcik_whole *p, const struct mcik_ps *ps)
{
	for (struct mcik_whole_step *s = p->step; s < p->step + p->n_steps; s++)
		for (unsigned k = s->first; k < s->first + (unsigned)s->n; k++) {
			const struct sq_note *n = &p->record.note[k];
			const uint32_t w0 = n->inst.word[0];

			if (s->kind != MCIK_WHOLE_PART || n->inst.unit != SQ_EXPORT)
				continue;
			s->has_out |= 1u << ps->to[CIK_EXP_WORD0__TGT__GET(w0)];
			s->done |= CIK_EXP_WORD0__DONE__GET(w0);
			if (CIK_EXP_WORD0__VM__GET(w0))
				s->keeps = n->phase == SQ_QUADS ? MCIK_KEEPS_QUADS : MCIK_KEEPS_BEGUN;
		}
}

void mcik_whole_noted(struct mcik_whole *p, struct mcik_spi *s, const struct mcik_draw_state *d,
		      uint32_t mode)
{
	const unsigned at = seen(p->all, d->ps->pc);
	const uint32_t serial = p->serial;
	enum fl_jit_answer a = FL_JIT_NEVER;

	p->mode = mode;
	if (p->record.fits && p->record.ended && !p->failed && images(p, s) &&
	    attributes_there(p, d->spi->n_attrs) && divide(p, d, s->env.isa)) {
		find_live(p);
		leave_inputs(p, d->spi);
		mcik_sq_note_constants(p->record.note, p->record.n, p->constants);
		find_exports(p, d->ps);
		a = compile(p, d, s->env.isa);
	}
	if (a == FL_JIT_HERE) {
		p->ready = p->tried = true;
		p->of = of(d);
		return;
	}
	forget(p);
	p->serial = serial;
	p->tried = a == FL_JIT_NEVER;
	p->all->seen[at].never = a == FL_JIT_NEVER;
	p->all->seen[at].waves = ENOUGH - AGAIN;
}

bool mcik_whole_renewed(struct mcik_whole *p, struct mcik_spi *s, const struct mcik_draw_state *d)
{
	for (unsigned k = 0; k < p->record.n_images; k++) {
		const struct mcik_mimg_ready was = p->image[k];

		if (!mcik_mimg_get_ready(&s->mimg, &p->record.image[k], &p->image[k]) ||
		    p->image[k].n_address != was.n_address || p->image[k].n_out != was.n_out)
			return false;
	}
	mcik_sq_note_constants(p->record.note, p->record.n, p->constants);
	p->serial = d->ps->serial;
	return true;
}

/* ---- run ----------------------------------------------------------------------------------------------- */
/* Lanes of whole quads. */
static uint64_t quads(uint64_t lanes)
{
	uint64_t q = lanes | lanes >> 1;

	q = (q | q >> 2) & UINT64_C(0x1111111111111111);
	return q * 15;
}

static void take_export(struct mcik_whole *p, struct mcik_spi *s, struct mcik_px *px, const struct sq_note *n,
			uint64_t lanes)
{
	const uint32_t w0 = n->inst.word[0];
	struct mcik_export e = {.target = (uint8_t)CIK_EXP_WORD0__TGT__GET(w0),
				.en = (uint8_t)CIK_EXP_WORD0__EN__GET(w0),
				.compr = CIK_EXP_WORD0__COMPR__GET(w0),
				.done = CIK_EXP_WORD0__DONE__GET(w0),
				.vm = CIK_EXP_WORD0__VM__GET(w0),
				.lanes = lanes};

	for (unsigned k = 0; k < 4; k++)
		e.src[k] = s->wave[0].v[n->inst.word[1] >> 8 * k & 255];
	mcik_ps_export(s, &s->wave[0], &e);
}

static void run_part(struct mcik_whole *p, struct mcik_spi *s, struct mcik_px *px,
		     const struct mcik_whole_step *step, bool several)
{
	struct mcik_wave *w = &s->wave[0];

	if (w->arithmetic != step->key)
		mcik_sq_set_arithmetic(w, step->key);
	step->program[several]->run(w->v, px->out, p->constants + 3 * step->first, p->attributes);
}

void mcik_whole_run(struct mcik_whole *p, struct mcik_spi *s, struct mcik_px *px, uint64_t lanes,
		    uint64_t pixels, bool several)
{
	struct mcik_wave *w = &s->wave[0];
	const uint64_t whole = quads(lanes), wanted = quads(pixels);

	for (unsigned k = 0; k < MCIK_VGPRS / 64; k++)
		for (uint64_t m = p->cleared[k]; m; m &= m - 1)
			memset(w->v[64 * k + (unsigned)__builtin_ctzll(m)], 0, sizeof *w->v);
	w->owner = px;
	for (unsigned k = 0; k < p->n_steps; k++) {
		const struct mcik_whole_step *step = &p->step[k];
		const struct sq_note *n = &p->record.note[step->first];
		const uint64_t exec = n->phase == SQ_QUADS ? whole : lanes;

		if (step->kind == MCIK_WHOLE_PART) {
			run_part(p, s, px, step, several);
			px->has_out |= step->has_out;
			px->done |= step->done;
			if (step->keeps)
				px->keep = step->keeps == MCIK_KEEPS_QUADS ? whole : lanes;
			continue;
		}
		mcik_sq_set_arithmetic(w, 0);
		if (step->kind == MCIK_WHOLE_IMAGE)
			mcik_mimg_again(&s->mimg, w, &p->image[n->image], exec & wanted,
					n->inst.src[0] - SQ_VGPR, n->inst.src[1] - SQ_VGPR);
		else
			take_export(p, s, px, n, exec);
	}
	mcik_sq_set_arithmetic(w, 0);
}
