/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: making them, and what the caller sets. program_load.c sends them.
 */
#include "lib/r600/program.h"
#include "hw/fl_str.h"
#include "lib/fl_draw_chip.h"
#include "lib/fl_stage.h"
#include "lib/r600/draw_own.h"
#include "lib/r600/isa.h"
#include "lib/r600/program_state.h"

#include <string.h>

_Static_assert(sizeof(struct fl_program) <= FL_STAGE_PROGRAM_B, "the stage has room for programs");

/* ---- what the words say -------------------------------------------------------------------------------- */
static uint32_t export_type(const uint32_t w[2])
{
	return R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__GET(w[0]);
}

/* Exports of a program: targets, depth, parameters, the size of points */
static void read_exports(struct fl_program *p, enum fl_stage_of stage, uint32_t *params)
{
	const struct fl_r600_program *s = &p->source;
	enum { DEPTH = 61, MISC = 61 };

	*params = 0;
	for (uint32_t i = 0; i < s->n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(s->words[i][1]);
		uint32_t base = R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE__GET(s->words[i][0]);
		uint32_t n = R600_SQ_CF_ALLOC_EXPORT_WORD1__BURST_COUNT__GET(s->words[i][1]) + 1;
		uint32_t type = export_type(s->words[i]);

		if (cf->kind != FL_R600_CF_EXPORT)
			continue;
		if (stage == FL_FRAGMENT && base < 8)
			p->targets |= (uint8_t)(((1u << n) - 1) << base);
		else if (stage == FL_FRAGMENT)
			p->depth |= base == DEPTH;
		else if (type == R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_PARAM && base < 32)
			*params |= (uint32_t)(((UINT64_C(1) << n) - 1) << base);
		else
			p->sized |= base == MISC;
	}
}

static bool kills(const struct fl_r600_program *s)
{
	for (uint32_t i = 0; i < s->n_cf; i++) {
		const struct fl_r600_cf *cf = fl_r600_cf_of(s->words[i][1]);
		uint32_t at = R600_SQ_CF_ALU_WORD0__ADDR__GET(s->words[i][0]);

		if (FL_R600_CF_IS(cf, KILL))
			return true;
		if (cf->kind != FL_R600_CF_ALU)
			continue;
		for (uint32_t k = at; k < at + fl_r600_cf_slots(s->r700, cf, s->words[i][1]) && k < s->n; k++)
			if (fl_asm_is(fl_r600_alu_of(s->r700, s->words[k])->name, 4, "KILL"))
				return true; /* or a literal that looks so, which costs time alone */
	}
	return false;
}

static bool loops(const struct fl_r600_program *s)
{
	for (uint32_t i = 0; i < s->n_cf; i++)
		if (fl_asm_is(fl_r600_cf_of(s->words[i][1])->name, 10, "LOOP_START"))
			return true;
	return false;
}

/* ---- making -------------------------------------------------------------------------------------------- */
void fl_r600_keep_words(struct fl_r600_own *to, const struct fl_r600_program *s, uint32_t stage)
{
	uint64_t hash = fl_program_hash(FL_PROGRAM_HASH ^ stage, s->words[0], 2 * s->n);

	to->key = FL_R600_KEY(FL_R600_OWN, (hash ^ hash >> 56) & ((UINT64_C(1) << 56) - 1));
	to->n = s->n;
	to->gprs = s->gprs > s->named ? s->gprs : s->named;
	to->stack = s->stack;
	to->stack_narrow = s->stack_narrow;
	memcpy(to->words, s->words, sizeof(s->words[0]) * s->n);
}

static enum fl_code keep_names(struct fl_program *p, enum fl_stage_of stage, struct fl_err *err)
{
	const struct fl_asm *a = &p->source.source;
	struct fl_r600_own_stage *to = &p->stage[stage];

	to->n_names = 0;
	to->turn = -1;
	for (uint32_t i = 0; i < a->n_symbols; i++) {
		if (a->symbol[i].kind != FL_R600_SYM_CONST)
			continue;
		if (to->n_names == FL_R600_OWN_NAMES)
			return fl_program_wrong(err, stage, &a->symbol[i], "too many names of constants");
		if (fl_program_is(&a->symbol[i], "chip_turn"))
			to->turn = a->symbol[i].first;
		to->name[to->n_names++] = a->symbol[i];
	}
	to->n_constants = p->source.n_constants;
	memcpy(to->value, p->source.constant, sizeof(to->value[0]) * to->n_constants);
	return fl_program_find_states(&p->states, stage, a, FL_R600_SYM_CONST, err);
}

static enum fl_code keep_outputs(struct fl_program *p, const char *name, uint32_t params, struct fl_err *err)
{
	const struct fl_r600_program *s = &p->source;

	p->n_out = s->n_out;
	memcpy(p->out, s->out, sizeof(p->out));
	if (!s->n_out)
		return fl_fail(err, FL_USAGE,
			       "%s program: it has no output beside position; the chip wants one PARAM",
			       name);
	if (params & ~((1u << s->n_out) - 1))
		return fl_fail(err, FL_USAGE,
			       "%s program: it exports a PARAM for which no output is declared", name);
	return FL_OK;
}

static enum fl_code keep(struct fl_program *p, enum fl_stage_of stage, const char *name, struct fl_err *err)
{
	static const uint8_t is[FL_R600_OWN_STAGES] = {FL_R600_VERTEX, FL_R600_FRAGMENT, FL_R600_GEOMETRY};
	const struct fl_r600_program *s = &p->source;
	uint32_t params;

	if (s->stage != is[stage])
		return fl_fail(err, FL_USAGE, "%s program: it does not say `%s` after its first line", name,
			       name);
	if (s->n > FL_R600_OWN_MAX)
		return fl_fail(err, FL_USAGE, "%s program: it has %u slots, of %u", name, s->n,
			       FL_R600_OWN_MAX);
	if (stage == FL_GEOMETRY) {
		enum fl_code code = fl_r600_keep_geometry(p, err);

		return code ? code : keep_outputs(p, name, 0, err);
	}
	read_exports(p, stage, &params);
	if (stage == FL_FRAGMENT) {
		p->kills = kills(s);
		p->loops = loops(s);
		p->n_in = s->n_in;
		memcpy(p->in, s->in, sizeof(p->in));
		return FL_OK;
	}
	p->attributes = s->attributes;
	if (!(s->attributes & 1))
		return fl_fail(err, FL_USAGE, "vertex program: it has no input that is called position");
	return p->geometry.emits ? fl_r600_keep_export(p, err) : keep_outputs(p, name, params, err);
}

static enum fl_code assemble(struct fl_program *p, bool r700, enum fl_stage_of stage, const char *text,
			     struct fl_err *err)
{
	static const char names[FL_R600_OWN_STAGES][9] = {"vertex", "fragment", "geometry"};
	struct fl_r600_own *own = &p->stage[stage].code[r700];
	char why[200];
	enum fl_code code;

	if (!fl_r600_asm(&p->source, r700, text, fl_str_length(text))) {
		fl_asm_error_text(&p->source.source, 0, why, sizeof(why));
		return fl_fail(err, FL_USAGE, "%s program %s", names[stage], why);
	}
	code = keep(p, stage, names[stage], err);
	if (!code && p->geometry.emits)
		code = fl_r600_from_memory(&p->source, names[stage], err);
	if (code)
		return code;
	fl_r600_keep_words(own, &p->source, stage);
	return keep_names(p, stage, err);
}

/* For one generation. The names, which are alike, are those of the last. */
static enum fl_code make(struct fl_program *p, bool r700, const char *const text[FL_R600_OWN_STAGES],
			 struct fl_err *err)
{
	/* What a geometry program takes is said before the vertex program that hands it over. */
	static const uint8_t order[FL_R600_OWN_STAGES] = {FL_GEOMETRY, FL_VERTEX, FL_FRAGMENT};
	enum fl_code code = FL_OK;

	p->depth = p->sized = false;
	p->targets = 0;
	p->states.n = 0;
	p->geometry.emits = 0;
	for (uint32_t i = 0; i < FL_R600_OWN_STAGES && !code; i++)
		if (text[order[i]])
			code = assemble(p, r700, (enum fl_stage_of)order[i], text[order[i]], err);
	if (!code && p->geometry.emits)
		fl_r600_make_copy(p, r700);
	return code;
}

static enum fl_code make_for_all(struct fl_program *p, const char *const text[FL_R600_OWN_STAGES],
				 struct fl_err *err)
{
	enum fl_code code[2];

	p->head = (struct fl_program_head){0};
	memset(p->booleans, 0, sizeof(p->booleans));
	memset(p->loop, 0, sizeof(p->loop));
	memset(p->dirty, 0, sizeof(p->dirty));
	p->stage[FL_GEOMETRY].n_names = p->stage[FL_GEOMETRY].n_constants = 0;
	for (int r700 = 0; r700 < 2; r700++) {
		code[r700] = make(p, r700, text, err);
		p->made[r700] = !code[r700];
		if (code[r700])
			p->why = *err;
	}
	/* What R7xx say of a text that neither takes is said: all texts can be theirs. */
	if (code[0] && code[1])
		return code[1];
	if (code[1]) /* what is known of both is that of a text in error */
		code[0] = make(p, false, text, err);
	p->head.kind = &fl_r600_programs;
	return FL_OK;
}

enum fl_code fl_r600_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				  struct fl_err *err)
{
	const char *const text[FL_R600_OWN_STAGES] = {vertex, fragment, NULL};

	return make_for_all(p, text, err);
}

enum fl_code fl_r600_program_make_geometry(struct fl_program *p, const char *vertex, const char *geometry,
					   const char *fragment, struct fl_err *err)
{
	const char *const text[FL_R600_OWN_STAGES] = {vertex, fragment, geometry};

	return make_for_all(p, text, err);
}

/* ---- what the caller sets ------------------------------------------------------------------------------ */
static int32_t place(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	const struct fl_r600_own_stage *s = &p->stage[stage];

	for (uint32_t i = 0; i < s->n_names; i++)
		if (fl_program_is(&s->name[i], name))
			return s->name[i].first;
	return -1;
}

static void set(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n, const float (*v)[4])
{
	memcpy(p->stage[stage].value[at], v, 16 * n);
	fl_program_touch(&p->dirty[stage], at, n);
}

static void boolean(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on)
{
	if (i < 32)
		p->booleans[stage] = (p->booleans[stage] & ~(1u << i)) | (uint32_t)on << i;
}

static void integer(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step)
{
	if (i < 32)
		p->loop[i] = R600_SQ_LOOP_CONST__LOOP_COUNT(count) | R600_SQ_LOOP_CONST__INIT(first) |
			     R600_SQ_LOOP_CONST__INC((uint8_t)step);
}

static enum fl_code fits(const struct fl_draw *d, const struct fl_program *p, struct fl_err *err)
{
	static const struct {
		char name[9];
		uint8_t share;
	} of[FL_R600_OWN_STAGES] = {
	    [FL_VERTEX] = {"vertex", 1}, [FL_FRAGMENT] = {"fragment", 0}, [FL_GEOMETRY] = {"geometry", 2}};
	const struct r600_family_info *chip = r600_chip_family(fl_r600_chip(d));
	const bool geometry = p->geometry.emits;
	const struct r600_split split = geometry ? r600_split_evenly(chip) : chip->split;

	if (!p->made[chip->r7xx]) {
		*err = p->why;
		return fl_fail_more(err, FL_USAGE, " (%s)", chip->name);
	}
	/* one that takes more hangs the chip: R6xx facts 0.2 */
	for (uint32_t stage = 0; stage < FL_R600_OWN_STAGES - !geometry; stage++) {
		const struct fl_r600_own *own = &p->stage[stage].code[chip->r7xx];
		uint32_t gprs = split.gprs[of[stage].share], stack = split.stack[of[stage].share];

		if (own->gprs > gprs || fl_r600_own_stack(own, fl_r600_chip(d)) > stack)
			return fl_fail(
			    err, FL_USAGE,
			    "%s program: it takes %u registers and %u entries of the stack; %s has "
			    "%u and %u for it",
			    of[stage].name, own->gprs, fl_r600_own_stack(own, fl_r600_chip(d)), chip->name,
			    gprs, stack);
	}
	return FL_OK;
}

const struct fl_program_kind fl_r600_programs = {
    .name = "r600",
    .make = fl_r600_program_make,
    .make_geometry = fl_r600_program_make_geometry,
    .backend = &fl_r600_backend,
    .fits = fits,
    .constants = FL_R600_CONSTANTS,
    .place = place,
    .set = set,
    .boolean = boolean,
    .integer = integer,
};
