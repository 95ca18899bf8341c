/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: making them, and what the caller sets. program_load.c sends them.
 */
#include "lib/gc/program.h"
#include "hw/fl_str.h"
#include "hw/regs/gc.h"
#include "lib/fl_stage.h"
#include "lib/gc/draw.h"

#include <string.h>

_Static_assert(sizeof(struct fl_program) <= FL_STAGE_PROGRAM_B, "the stage has room for programs");

/* ---- making -------------------------------------------------------------------------------------------- */
static void look_at(struct fl_program *p, const struct fl_gc_program *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const struct fl_gc_op *op = fl_gc_op_of(s->words[i]);
		struct fl_gc_inst inst;

		if (!op)
			continue;
		fl_gc_inst_of(&inst, s->words[i], op->form);
		p->kills |= op->op == GC_INST_OPCODE__TEXKILL;
		p->depth |= inst.dst.use && inst.dst.reg == 0 && (inst.dst.mask & 4) &&
			    op->form != FL_GC_ADDRESS && op->form != FL_GC_STORE;
	}
}

static enum fl_code keep_names(struct fl_program *p, enum fl_stage_of stage, struct fl_err *err)
{
	const struct fl_asm *a = &p->source.source;
	struct fl_gc_own_stage *to = &p->stage[stage];

	to->n_names = 0;
	for (uint32_t i = 0; i < a->n_symbols; i++) {
		if (a->symbol[i].kind != FL_GC_SYM_CONST)
			continue;
		if (to->n_names == FL_GC_OWN_NAMES)
			return fl_program_wrong(err, stage, &a->symbol[i], "too many names of constants");
		to->name[to->n_names++] = a->symbol[i];
	}
	to->n_constants = p->source.n_constants;
	memcpy(to->value, p->source.constant, sizeof(to->value[0]) * to->n_constants);
	return fl_program_find_states(&p->states, stage, a, FL_GC_SYM_CONST, err);
}

static enum fl_code keep_vertex(struct fl_program *p, struct fl_err *err)
{
	const struct fl_gc_program *s = &p->source;

	if (!(s->attributes & 1))
		return fl_fail(err, FL_USAGE, "vertex program: it has no input that is called position");
	if (s->position_reg >= FL_GC_TEMPS)
		return fl_fail(err, FL_USAGE, "vertex program: it has no output that is a position");
	p->attributes = s->attributes;
	p->n_out = s->n_out;
	memcpy(p->out, s->out, sizeof(p->out));
	memcpy(p->out_reg, s->out_reg, sizeof(p->out_reg));
	p->position_reg = s->position_reg;
	p->point_size_reg = s->point_size_reg;
	p->number_reg = FL_GC_TEMPS;
	for (uint32_t i = 0; i < s->source.n_symbols; i++)
		if (s->source.symbol[i].kind == FL_GC_SYM_TEMP &&
		    fl_program_is(&s->source.symbol[i], "chip_number"))
			p->number_reg = (uint8_t)s->source.symbol[i].first;
	if (p->number_reg < FL_GC_TEMPS && s->level == FL_GC_LEVEL_0)
		return fl_fail(err, FL_USAGE, "vertex program: chip_number is there from GC3000 on");
	return FL_OK;
}

static enum fl_code keep_fragment(struct fl_program *p, struct fl_err *err)
{
	const struct fl_gc_program *s = &p->source;

	if (!s->n_targets)
		return fl_fail(err, FL_USAGE, "fragment program: it has no output");
	p->n_in = s->n_in;
	memcpy(p->in, s->in, sizeof(p->in));
	p->n_targets = s->n_targets;
	memcpy(p->target_reg, s->target_reg, sizeof(p->target_reg));
	look_at(p, s);
	return FL_OK;
}

static enum fl_code assemble(struct fl_program *p, uint8_t level, enum fl_stage_of stage, const char *text,
			     struct fl_err *err)
{
	static const char names[FL_GC_OWN_STAGES][9] = {"vertex", "fragment"};
	static const uint8_t is[FL_GC_OWN_STAGES] = {FL_GC_VERTEX, FL_GC_FRAGMENT};
	struct fl_gc_program *s = &p->source;
	struct fl_gc_own *own = &p->stage[stage].code[level];
	enum fl_code code;
	char why[200];

	if (!fl_gc_asm(s, level, text, fl_str_length(text))) {
		fl_asm_error_text(&s->source, 0, why, sizeof(why));
		return fl_fail(err, FL_USAGE, "%s program %s", names[stage], why);
	}
	if (s->stage != is[stage])
		return fl_fail(err, FL_USAGE, "%s program: it does not say `%s` after its first line",
			       names[stage], names[stage]);
	if (s->n > FL_GC_OWN_MAX)
		return fl_fail(err, FL_USAGE, "%s program: it has %u instructions, of %u", names[stage], s->n,
			       FL_GC_OWN_MAX);
	code = stage == FL_VERTEX ? keep_vertex(p, err) : keep_fragment(p, err);
	if (code)
		return code;
	own->n = s->n;
	own->temps = s->temps > s->named ? s->temps : s->named;
	memcpy(own->words, s->words, sizeof(s->words[0]) * s->n);
	p->stage[stage].key =
	    fl_program_hash(FL_PROGRAM_HASH ^ stage, s->words[0], FL_GC_WORDS * s->n) & ~(UINT64_C(1) << 63);
	return keep_names(p, stage, err);
}

static enum fl_code make(struct fl_program *p, uint8_t level, const char *vertex, const char *fragment,
			 struct fl_err *err)
{
	enum fl_code code;

	p->states.n = 0;
	p->kills = p->depth = false;
	code = assemble(p, level, FL_VERTEX, vertex, err);
	return code ? code : assemble(p, level, FL_FRAGMENT, fragment, err);
}

enum fl_code fl_gc_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				struct fl_err *err)
{
	int last = -1;

	p->head = (struct fl_program_head){0};
	memset(p->dirty, 0, sizeof(p->dirty));
	for (uint8_t level = 0; level < FL_GC_LEVELS; level++) {
		enum fl_code code = make(p, level, vertex, fragment, err);

		p->made[level] = !code;
		if (code)
			p->why = *err;
		else
			last = level;
	}
	/* What the highest level says of a text that none takes is said: all texts can be its. */
	if (last < 0)
		return FL_USAGE;
	if (!p->made[FL_GC_LEVELS - 1]) /* what is known of all is that of a text in error */
		make(p, (uint8_t)last, vertex, fragment, err);
	p->head.kind = &fl_gc_programs;
	return FL_OK;
}

/* ---- what the caller sets ------------------------------------------------------------------------------ */
static int32_t place(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	const struct fl_gc_own_stage *s = &p->stage[stage];

	for (uint32_t i = 0; i < s->n_names; i++)
		if (fl_program_is(&s->name[i], name))
			return s->name[i].first;
	return -1;
}

static void set(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n, const float (*v)[4])
{
	memcpy(p->stage[stage].value[at], v, 16 * (size_t)n);
	fl_program_touch(&p->dirty[stage], at, n);
}

static void boolean(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on)
{
	(void)p;
	(void)stage;
	(void)i;
	(void)on;
}

static void integer(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step)
{
	(void)p;
	(void)i;
	(void)count;
	(void)first;
	(void)step;
}

static enum fl_code fits(const struct fl_draw *d, const struct fl_program *p, struct fl_err *err)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);

	if (!p->made[info->level]) {
		*err = p->why;
		return fl_fail_more(err, FL_USAGE, " (%s)", info->name);
	}
	if (p->n_in > info->varyings)
		return fl_fail(err, FL_USAGE, "fragment program: it has %u inputs; %s has %u", p->n_in,
			       info->name, info->varyings);
	if (p->n_targets > info->targets)
		return fl_fail(err, FL_USAGE, "fragment program: it has %u outputs; %s has %u targets",
			       p->n_targets, info->name, info->targets);
	return FL_OK;
}

const struct fl_program_kind fl_gc_programs = {
    .name = "gc",
    .make = fl_gc_program_make,
    .backend = &fl_gc_backend,
    .fits = fits,
    .constants = FL_GC_CONSTANTS,
    .place = place,
    .set = set,
    .boolean = boolean,
    .integer = integer,
};
