/* SPDX-License-Identifier: MIT
 *
 * A program of the caller's own, into the chip: words, what is between its two halves, constants.
 */
#include "lib/cik/alpha.h"
#include "lib/cik/draw_state.h"
#include "lib/cik/program_regs.h"
#include "lib/cik/program_state.h"
#include "lib/cik/upload.h"

/* ---- words --------------------------------------------------------------------------------------------- */
static const struct fl_resident *vertex_program(struct fl_draw *d, const struct fl_program *program)
{
	enum { ALL_NUMBERS = 3 }; /* of vertices, instances */
	const struct fl_cik_own *own = &program->stage[FL_VERTEX];
	const struct fl_resident what = {
	    .key = own->key,
	    .regs = {fl_cik_rsrc1(own->vgprs, own->sgprs) |
		     CIK_SPI_SHADER_PGM_RSRC1_VS__VGPR_COMP_CNT(program->instances ? ALL_NUMBERS : 0)}};
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, what.key);

	return found ? found : fl_cik_bring(d, &what, own->words, own->n);
}

static const struct fl_resident *other_program(struct fl_draw *d, uint64_t key, const uint32_t *words,
					       uint32_t n, uint32_t rsrc1)
{
	const struct fl_resident what = {.key = key, .regs = {rsrc1}};
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, key);

	return found ? found : fl_cik_bring(d, &what, words, n);
}

static void geometry_programs(struct fl_draw *d, const struct fl_program *program, struct fl_cik_set *s)
{
	const struct fl_cik_own *own = &program->stage[FL_GEOMETRY];
	const struct fl_cik_geometry *g = &program->geometry;

	s->es = s->vs;
	s->gs = other_program(d, own->key, own->words, own->n, fl_cik_rsrc1(own->vgprs, own->sgprs));
	s->vs = other_program(d, g->copy_key, g->copy, g->copy_n, fl_cik_rsrc1(g->copy_vgprs, g->copy_sgprs));
}

static const struct fl_resident *pixel_program(struct fl_draw *d, const struct fl_program *program)
{
	const struct fl_cik_own *own = &program->stage[FL_FRAGMENT];
	const uint64_t alpha = program->targets & 1 ? fl_cik_alpha_key(d) : 0;
	const struct fl_resident what = {.key = own->key ^ alpha,
					 .regs = {fl_cik_rsrc1(own->vgprs, own->sgprs), program->inputs},
					 .kills = program->kills || alpha};
	const struct fl_resident *found = fl_resident(&fl_cik_of(d)->programs, what.key);
	uint32_t words[FL_CIK_OWN_MAX + FL_CIK_ALPHA_DW], n = own->n;

	if (found)
		return found;
	memcpy(words, own->words, 4ull * n);
	if (alpha)
		n = fl_cik_alpha_test(words, n, d->alpha_func, (float)d->alpha_ref / 255);
	return fl_cik_bring(d, &what, words, n);
}

/* ---- routing ------------------------------------------------------------------------------------------- */
/* The parameter that has the meaning; -1: none has. */
static int32_t output_at(const struct fl_program *program, uint32_t meaning)
{
	for (uint32_t i = 0; i < program->n_out; i++)
		if (program->out[i] == meaning)
			return (int32_t)i;
	return -1;
}

/* What no output has is 0, 0, 0, 1. */
static uint32_t *put_inputs(uint32_t *p, const struct fl_program *program)
{
	enum { NO_OUTPUT = 32, W_1 = 1 };

	p = cik_pm4_put(p, CIK_SPI_PS_IN_CONTROL, CIK_SPI_PS_IN_CONTROL__NUM_INTERP(program->n_in));
	if (!program->n_in)
		return p;
	p = cik_pm4_context(p, CIK_SPI_PS_INPUT_CNTL(0), program->n_in);
	for (uint32_t i = 0; i < program->n_in; i++) {
		const uint32_t meaning = program->in[i];
		const int32_t at = output_at(program, meaning);

		*p++ = CIK_SPI_PS_INPUT_CNTL__OFFSET(at < 0 ? (uint32_t)NO_OUTPUT : (uint32_t)at) |
		       CIK_SPI_PS_INPUT_CNTL__DEFAULT_VAL(W_1) |
		       CIK_SPI_PS_INPUT_CNTL__FLAT_SHADE(at >= 0 && meaning < FL_MEANS_TEXCOORD) |
		       CIK_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(meaning == FL_MEANS_TEXCOORD);
	}
	return p;
}

static uint32_t *set_up(struct fl_draw *d, uint32_t *p)
{
	struct fl_cik_draw *r = fl_cik_of(d);
	const struct fl_program *program = d->program;
	struct fl_cik_set s = {.params = program->n_out,
			       .sized = program->sized,
			       .addr = FL_CIK_OWN_ADDR,
			       .targets = program->targets,
			       .depth = program->depth,
			       .streams = program->streams || program->geometry.emits};
	uint32_t turn;

	if (r->vs == program->stage[FL_VERTEX].key && r->own == program &&
	    !(d->dirty & (FL_D_VERTEX | FL_D_ALPHA)))
		return p;
	fl_cs_done(d->cs, p);
	do {
		turn = r->programs.turn;
		s.vs = vertex_program(d, program);
		s.fs = pixel_program(d, program);
		if (program->geometry.emits)
			geometry_programs(d, program, &s);
	} while (turn != r->programs.turn);
	p = fl_cik_put_set(d, fl_cs_room(d->cs, FL_CIK_STATE_DW), &s);
	if (r->vs != program->stage[FL_VERTEX].key)
		r->arrays_set = false;
	r->vs = program->stage[FL_VERTEX].key;
	r->fs = s.fs->key;
	return put_inputs(p, program);
}

/* ---- constants ----------------------------------------------------------------------------------------- */
/* The state_… constants that dirty touches. */
static void states(const struct fl_draw *d, struct fl_program *p, uint32_t dirty)
{
	for (uint32_t i = 0; i < p->states.n; i++) {
		const uint32_t stage = p->states.of[i].stage, first = p->states.of[i].first;
		float v[FL_FF_GROUP_MAX][4] = {{0}};

		if (!fl_program_state(d, &p->states, i, dirty, v))
			continue;
		memcpy(p->stage[stage].value[first], v, 16u * p->states.of[i].count);
		fl_program_touch(&p->dirty[stage], first, p->states.of[i].count);
	}
}

/* Where vertices are stored. The chip says how many fit, so that the buffer has no end. */
static void put_stream(struct fl_draw *d, struct fl_program *program)
{
	const struct fl_cik_draw *r = fl_cik_of(d);
	uint32_t w[4] = {0}, *to = program->stage[FL_VERTEX].value[program->stream];

	if (r->stream_addr)
		fl_cik_buffer(w, r->stream_addr, r->stream_B, ~0u, fl_cik_format(FL_FLOAT, 1, false));
	if (!memcmp(to, w, sizeof(w)))
		return;
	memcpy(to, w, sizeof(w));
	fl_program_touch(&program->dirty[FL_VERTEX], program->stream, 1);
}

/* Short ones go with the stream, when tables are written; long ones to memory that stays, now. */
static void constants(struct fl_draw *d)
{
	static const uint8_t stale[FL_CIK_OWN_STAGES] = {[FL_VERTEX] = FL_CIK_VS_CONSTANTS,
							 [FL_FRAGMENT] = FL_CIK_FS_CONSTANTS,
							 [FL_GEOMETRY] = FL_CIK_GS_CONSTANTS};
	struct fl_cik_draw *r = fl_cik_of(d);
	struct fl_program *program = d->program;
	uint32_t dirty = d->dirty;

	if (r->own != program) {
		r->own = program;
		r->stale |= FL_CIK_TEXTURES; /* vertex programs of fixed function have none */
		dirty = FL_D_ALL;
		if (program->geometry.emits)
			fl_cik_geometry_rings(d, program);
		for (uint32_t i = 0; i < FL_CIK_OWN_STAGES; i++)
			fl_program_touch(&program->dirty[i], 0, program->stage[i].n_constants);
	}
	states(d, program, dirty);
	if (program->streams)
		put_stream(d, program);
	for (uint32_t i = 0; i < FL_CIK_OWN_STAGES; i++) {
		struct fl_program_dirty *changed = &program->dirty[i];

		if (changed->first == changed->end)
			continue;
		r->stale |= stale[i];
		if (program->stage[i].n_constants > FL_CIK_IN_STREAM)
			fl_cik_upload(d->cs, fl_cik_long_constants(d, i) + 16ull * changed->first,
				      program->stage[i].value[changed->first],
				      4u * (changed->end - changed->first));
		*changed = (struct fl_program_dirty){0};
	}
}

uint32_t *fl_cik_program_state(struct fl_draw *d, uint32_t *p)
{
	const uint32_t routes =
	    FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_POINT | FL_D_ALPHA;
	uint8_t size[FL_TEXCOORDS];

	if (d->dirty & routes) {
		for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
			size[u] = d->unit[u].size;
		fl_cik_immediate(d, d->program->attributes, size);
		p = set_up(d, p);
		d->dirty |= FL_D_DEPTH | FL_D_OUTPUT;
	}
	fl_cs_done(d->cs, p);
	constants(d);
	p = fl_cs_room(d->cs, FL_CIK_STATE_DW);
	return d->program->geometry.emits ? fl_cik_put_copied(d, p) : p;
}

uint32_t *fl_cik_program_constants(const struct fl_draw *d, uint32_t *p, uint32_t stage, uint32_t reg)
{
	const struct fl_cik_own *own = &d->program->stage[stage];
	uint64_t addr = fl_cik_long_constants(d, stage);

	if (!own->n_constants)
		return p;
	if (own->n_constants <= FL_CIK_IN_STREAM) {
		p = cik_pm4_pkt3(p, CIK_PKT3_NOP, 4 * own->n_constants);
		addr = fl_cs_address(d->cs, p);
		memcpy(p, own->value, 16ull * own->n_constants);
		p += 4 * own->n_constants;
	}
	p = cik_pm4_sh(p, reg, 2);
	*p++ = (uint32_t)addr;
	*p++ = (uint32_t)(addr >> 32);
	return p;
}
