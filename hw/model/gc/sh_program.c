/* SPDX-License-Identifier: MIT
 *
 * SH: a stage's program for a draw: the decoded code with the uniforms of now, in the batch's memory.
 */
#include "hw/model/gc/sh_code.h"

#include <stdlib.h>

/* The last one of a full list goes. */
static void drop_last(struct mgc_sh *s, struct sh_cached **list)
{
	unsigned n = 0;

	for (; *list && n < SH_CACHED; n++)
		list = &(*list)->next;
	if (*list) {
		(*list)->next = s->dropped;
		s->dropped = *list;
		*list = NULL;
	}
}

/* Decoded anew where there is none of these words, with what else the decoder looks at. What is refused is
 * looked at again: each draw with it says so. NULL: refused, or no memory. */
static struct sh_cached *decoded(struct mgc *g, enum mgc_stage stage, const uint32_t *words, unsigned n,
				 unsigned temps)
{
	struct sh_cached **list = &g->sh->cached[stage], *c;
	struct sh_decoder d = {.g = g, .stage = stage, .temps = temps};

	for (struct sh_cached **at = list; (c = *at); at = &c->next)
		if (c->n_inst == n && c->temps == temps && !memcmp(c->words, words, (size_t)n * 16)) {
			*at = c->next;
			c->next = *list;
			*list = c;
			return c;
		}
	c = calloc(1, sizeof(*c) + (size_t)n * 16);
	if (!c)
		return NULL;
	c->n_inst = n;
	c->temps = temps;
	memcpy(c->words, words, (size_t)n * 16);
	d.code = &c->code;
	d.uniforms = stage == MGC_VERTEX ? g->variant->vs_uniforms : g->variant->ps_uniforms;
	if (!mgc_sh_decode(&d, c->words, n)) {
		mgc_sh_code_free(&c->code);
		free(c);
		return NULL;
	}
	c->code.facts.serial = ++g->sh->serial;
	c->next = *list;
	*list = c;
	drop_last(g->sh, list);
	return c;
}

static bool dual16(struct mgc *g, enum mgc_stage stage)
{
	if (!GC_SH_CONFIG__DUAL16__GET(GC_STATE(g, SH_CONFIG)) &&
	    (stage == MGC_VERTEX || !GC_PS_INPUT_COUNT__DUAL16__GET(GC_STATE(g, PS_INPUT_COUNT))))
		return false;
	mgc_report(g, FL_REFUSE, "SH", "GC facts 5", "dual-16 mode: how its registers divide is not public");
	return true;
}

/* Uniforms 0 to n - 1 of the stage; those that are not there are zeros. */
static bool uniforms(struct mgc *g, struct mgc_program *p, struct fl_arena *a)
{
	uint32_t base = p->stage == MGC_VERTEX ? GC_STATE(g, VS_UNIFORM_BASE) : GC_STATE(g, PS_UNIFORM_BASE);
	uint32_t(*u)[4] = fl_arena_alloc(a, sizeof(*u) * (p->code->n_uniform + 1), 64);

	if (!u)
		return false;
	if (!sh_unified_uniforms(g))
		base = p->stage == MGC_VERTEX ? 0 : SH_UNIFORMS_STAGE;
	p->n_uniform = p->code->n_uniform;
	for (unsigned i = 0; i < p->n_uniform; i++)
		for (unsigned c = 0; c < 4; c++)
			u[i][c] =
			    base < SH_UNIFORMS && base + i < SH_UNIFORMS ? g->sh->uniform[base + i][c] : 0;
	p->uniform = u;
	return true;
}

static bool table(struct mgc_program *p, struct fl_arena *a)
{
	uint32_t(*t)[MGC_LANES] = fl_arena_alloc(a, sizeof(*t) * (p->code->n_konst + 1), 64);

	if (!t)
		return false;
	for (unsigned i = 0; i < p->code->n_konst; i++) {
		const struct sh_konst *k = &p->code->konst[i];
		uint32_t v = k->value;
		if (k->from != SH_VALUE)
			v = k->from / 4u < p->n_uniform ? p->uniform[k->from / 4][k->from % 4] : 0;
		v = k->from == SH_VALUE ? v : mgc_sh_modified(v, k->mod);
		for (unsigned lane = 0; lane < MGC_LANES; lane++)
			t[i][lane] = v;
	}
	p->table = t;
	return true;
}

const struct mgc_program *mgc_sh_program(struct mgc *g, enum mgc_stage stage, struct fl_arena *a)
{
	const uint32_t control = stage == MGC_VERTEX ? GC_STATE(g, VS_TEMP_REGISTER_CONTROL)
						     : GC_STATE(g, PS_TEMP_REGISTER_CONTROL);
	unsigned n, start;
	const uint32_t *words;
	struct sh_cached *c;
	struct mgc_program *p;

	if (dual16(g, stage))
		return NULL;
	words = mgc_sh_words(g, stage, &n, &start);
	c = words ? decoded(g, stage, words, n, GC_VS_TEMP_REGISTER_CONTROL__NUM_TEMPS__GET(control)) : NULL;
	if (!c)
		return NULL;
	p = fl_arena_alloc(a, sizeof(*p), 64);
	if (!p)
		return NULL;
	*p = (struct mgc_program){
	    .code = &c->code, .native = mgc_sh_native(g, c), .stage = stage, .start = start};
	/* one place that all threads write to is dear */
	p->ran = mgc_sh_native_waits(g, c) ? &c->ran : NULL;
	p->round_zero = g->variant->halti >= 5 ? !GC_SH_CONFIG__RTNE_ROUNDING__GET(GC_STATE(g, SH_CONFIG))
					       : !GC_VS_NEW_UNK00860__RTNE__GET(GC_STATE(g, VS_NEW_UNK00860));
	p->old_lookup = g->variant->halti < 5;
	if (!uniforms(g, p, a) || !table(p, a))
		return NULL;
	return p;
}

const struct mgc_program_facts *mgc_program_facts(const struct mgc_program *p)
{
	return &p->code->facts;
}
