/* SPDX-License-Identifier: MIT
 *
 * A program of the caller's own, into the core: words, what is between its two halves, uniforms. Fixed
 * function has the same uniforms, which are sent again when programs change.
 */
#include "lib/gc/draw_state.h"
#include "lib/gc/program.h"

/* What is added behind a program's last instruction takes no more. */
enum { TAIL = 4, CHUNK = 64, LAST_UNIFORM = 63, LITERALS_APART = 255 };

/* ---- words --------------------------------------------------------------------------------------------- */
struct code {
	uint32_t n, temps;
	uint32_t words[FL_GC_OWN_MAX + TAIL][FL_GC_WORDS];
};

static void append(struct code *c, const struct fl_gc_inst *i)
{
	fl_gc_inst_words(i, c->words[c->n++]);
}

static void begin(struct code *c, const struct fl_gc_own *own)
{
	c->n = own->n;
	c->temps = own->temps;
	memcpy(c->words, own->words, sizeof(own->words[0]) * own->n);
}

#define SWIZ(x, y, z, w) ((uint8_t)((x) | (y) << 2 | (z) << 4 | (w) << 6))

static struct fl_gc_src temp(uint32_t reg, uint8_t swiz)
{
	return (struct fl_gc_src){
	    .use = true, .reg = (uint16_t)reg, .swiz = swiz, .group = GC_INST_RGROUP__TEMP};
}

static struct fl_gc_src uniform(uint32_t reg, uint8_t swiz)
{
	return (struct fl_gc_src){.use = true,
				  .reg = (uint16_t)(reg % FL_GC_UNIFORM_HALF),
				  .swiz = swiz,
				  .group = reg < FL_GC_UNIFORM_HALF ? GC_INST_RGROUP__UNIFORM_0
								    : GC_INST_RGROUP__UNIFORM_1};
}

static struct fl_gc_inst to(uint32_t op, uint32_t reg, uint8_t mask)
{
	return (struct fl_gc_inst){
	    .op = (uint8_t)op, .form = FL_GC_ALU, .dst = {.use = true, .reg = (uint8_t)reg, .mask = mask}};
}

/* Cores whose clip space begins at 0: z becomes (z + w) / 2. */
static void from_zero(struct code *c, uint32_t reg)
{
	struct fl_gc_inst add = to(GC_INST_OPCODE__ADD, reg, 4), mul = to(GC_INST_OPCODE__MUL, reg, 4);

	add.src[0] = temp(reg, SWIZ(2, 2, 2, 2));
	add.src[2] = temp(reg, SWIZ(3, 3, 3, 3));
	mul.src[0] = temp(reg, SWIZ(2, 2, 2, 2));
	mul.src[1] = uniform(LITERALS_APART, SWIZ(3, 3, 3, 3));
	append(c, &add);
	append(c, &mul);
}

/* GC7000L has no alpha test: x of the last uniform is the reference. */
static void test_alpha(struct code *c, uint32_t func, uint32_t reg)
{
	static const uint8_t fails[8] = {
	    GC_INST_CONDITION__TRUE, GC_INST_CONDITION__GE, GC_INST_CONDITION__NE, GC_INST_CONDITION__GT,
	    GC_INST_CONDITION__LE,   GC_INST_CONDITION__EQ, GC_INST_CONDITION__LT, GC_INST_CONDITION__TRUE};
	struct fl_gc_inst clamped = to(GC_INST_OPCODE__MOV, c->temps, 1);
	struct fl_gc_inst kill = {.op = GC_INST_OPCODE__TEXKILL, .form = FL_GC_ALU, .cond = fails[func & 7]};

	if (func == FL_ALWAYS)
		return;
	clamped.sat = true;
	clamped.src[2] = temp(reg, SWIZ(3, 3, 3, 3));
	kill.src[0] = temp(c->temps++, SWIZ(0, 0, 0, 0));
	kill.src[1] = uniform(LAST_UNIFORM, SWIZ(0, 0, 0, 0));
	append(c, &clamped);
	append(c, &kill);
}

static uint32_t swap(struct code *c, uint32_t reg)
{
	struct fl_gc_inst mov = to(GC_INST_OPCODE__MOV, c->temps, 15);

	mov.src[2] = temp(reg, SWIZ(2, 1, 0, 3));
	append(c, &mov);
	return c->temps++;
}

/* ---- what is between ----------------------------------------------------------------------------------- */
static struct fl_gc_link link_of(const struct fl_draw *d, const struct fl_program *program)
{
	struct fl_gc_link l = {.n = program->n_in, .outputs = 1u + program->n_in, .sprite = -1};

	l.reg[0] = program->position_reg;
	for (uint32_t i = 0; i < program->n_in && i < FL_MEANINGS_COMMON; i++) {
		l.reg[1 + i] = program->position_reg;
		for (uint32_t o = 0; o < program->n_out; o++)
			if (program->out[o] == program->in[i])
				l.reg[1 + i] = program->out_reg[o];
		if (program->in[i] < FL_MEANS_TEXCOORD)
			l.flat[i] = d->flat ? 2 : 1;
		if (program->in[i] == FL_MEANS_TEXCOORD && fl_draw_sprites(d))
			l.sprite = (int32_t)i;
	}
	l.sized = program->point_size_reg < FL_GC_TEMPS;
	if (l.sized)
		l.reg[l.outputs++] = program->point_size_reg;
	for (uint32_t left = program->attributes; left; left &= left - 1)
		l.n_in++;
	memcpy(l.target_reg, program->target_reg, sizeof(l.target_reg));
	l.numbered = program->number_reg < FL_GC_TEMPS;
	l.number_reg = program->number_reg;
	return l;
}

static uint32_t extra_of(const struct fl_draw *d)
{
	return (d->alpha_test && fl_gc_info_of(d)->no_alpha_test ? FL_GC_PS_TESTS(d->alpha_func) : 0u) |
	       (fl_gc_swaps(d) ? FL_GC_PS_SWAPS : 0u);
}

static uint32_t *set_up(struct fl_draw *d, uint32_t *p)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct fl_program *program = d->program;
	const uint32_t extra = extra_of(d);
	struct fl_gc_draw *r = fl_gc_of(d);
	struct fl_gc_link l = link_of(d, program);
	struct code c;

	p = fl_gc_idle(d, p);
	fl_cs_done(d->cs, p);
	begin(&c, &program->stage[FL_VERTEX].code[info->level]);
	if (info->z_from_zero)
		from_zero(&c, program->position_reg);
	l.vs_temps = c.temps;
	fl_gc_bring(d, false, c.n, (const uint32_t(*)[FL_GC_WORDS])c.words);
	begin(&c, &program->stage[FL_FRAGMENT].code[info->level]);
	if (extra & 8)
		test_alpha(&c, extra & 7, program->target_reg[0]);
	if (extra & FL_GC_PS_SWAPS)
		l.target_reg[0] = (uint8_t)swap(&c, program->target_reg[0]);
	l.ps_temps = c.temps;
	fl_gc_bring(d, true, c.n, (const uint32_t(*)[FL_GC_WORDS])c.words);
	r->vs = program->stage[FL_VERTEX].key;
	r->ps = program->stage[FL_FRAGMENT].key;
	r->own = true;
	r->ps_extra = extra;
	return fl_gc_put_link(d, fl_cs_room(d->cs, FL_GC_STATE_DW), &l);
}

/* ---- uniforms ------------------------------------------------------------------------------------------ */
/* The state_… constants that dirty touches. */
static void states(struct fl_draw *d, struct fl_program *p, uint32_t dirty)
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

static void send(struct fl_draw *d, struct fl_program *program, uint32_t stage)
{
	struct fl_program_dirty *dirty = &program->dirty[stage];

	for (uint32_t first = dirty->first, n; first < dirty->end; first += n) {
		uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

		n = dirty->end - first < CHUNK ? dirty->end - first : CHUNK;
		fl_cs_done(d->cs, fl_gc_put_uniforms(
				      fl_gc_info_of(d), p, stage == FL_FRAGMENT, first, n,
				      (const float(*)[4])(const void *)program->stage[stage].value[first]));
	}
	*dirty = (struct fl_program_dirty){0};
}

static void uniforms(struct fl_draw *d)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	struct fl_program *program = d->program;
	struct fl_gc_draw *r = fl_gc_of(d);
	const float reference[1][4] = {{(float)d->alpha_ref / 255}};
	uint32_t dirty = d->dirty, *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	p = fl_gc_idle(d, p);
	if (info->no_alpha_test && d->alpha_test)
		p = fl_gc_put_uniforms(info, p, true, LAST_UNIFORM, 1, reference);
	if (r->program_sent != program) {
		r->program_sent = program;
		r->literals = false;
		dirty = FL_D_ALL;
		for (uint32_t i = 0; i < FL_GC_OWN_STAGES; i++)
			fl_program_touch(&program->dirty[i], 0, program->stage[i].n_constants);
		if (info->z_from_zero)
			p = fl_gc_put_uniforms(info, p, false, LITERALS_APART, 1, &fl_gc_literals);
	}
	fl_cs_done(d->cs, p);
	states(d, program, dirty);
	send(d, program, FL_VERTEX);
	send(d, program, FL_FRAGMENT);
}

uint32_t *fl_gc_program_state(struct fl_draw *d, uint32_t *p)
{
	const uint32_t routes = FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | FL_D_TEXGEN | FL_D_POINT |
				FL_D_ALPHA | FL_D_TARGET | FL_D_OUTPUT | FL_D_RASTER;
	const struct fl_gc_draw *r = fl_gc_its(d);
	const struct fl_program *program = d->program;
	uint8_t size[FL_TEXCOORDS];

	d->needs = 0; /* what fixed function is owed is owed later */
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		size[u] = d->unit[u].size;
	if (d->dirty & routes) {
		p = fl_gc_put_vertex(d, p, program->attributes, size);
		p = fl_gc_put(p, GC_PS_CONTROL, fl_gc_ps_control(d, program->n_targets));
		if (!r->own || r->vs != program->stage[FL_VERTEX].key ||
		    r->ps != program->stage[FL_FRAGMENT].key || r->ps_extra != extra_of(d) ||
		    (d->dirty & (FL_D_VERTEX | FL_D_FRAGMENT | FL_D_POINT | FL_D_RASTER)))
			p = set_up(d, p);
	}
	if (!(d->dirty & (FL_D_PROGRAM_STATES | FL_D_PROGRAM | FL_D_VERTEX | FL_D_ALPHA)))
		return p;
	fl_cs_done(d->cs, p);
	uniforms(d);
	return fl_cs_room(d->cs, FL_GC_STATE_DW);
}

uint32_t fl_gc_program_targets(const struct fl_draw *d)
{
	return d->program ? (1u << d->program->n_targets) - 1 : 1u;
}

bool fl_gc_program_depth(const struct fl_draw *d)
{
	return d->program && d->program->depth;
}

uint32_t fl_gc_program_attributes(const struct fl_draw *d)
{
	return d->program->attributes;
}

bool fl_gc_program_sized(const struct fl_draw *d)
{
	return d->program && d->program->point_size_reg < FL_GC_TEMPS;
}
