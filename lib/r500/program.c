/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: making them, and what the caller sets. program_load.c sends them.
 */
#include "lib/r500/program.h"
#include "hw/fl_str.h"
#include "hw/regs/r500.h"
#include "lib/fl_draw_chip.h"
#include "lib/r500/asm_decl.h"
#include "lib/r500/draw.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/gen.h"
#include "lib/r500/program_state.h"

#include <string.h>

static enum fl_code find_inputs(struct fl_program *p, struct fl_err *err)
{
	static const char names[3 + FL_TEXCOORDS][10] = {"position",  "color",     "normal",   "texcoord0",
							 "texcoord1", "texcoord2", "texcoord3"};
	const struct fl_asm *a = &p->vs.source;

	memset(p->attribute, 255, sizeof(p->attribute));
	for (uint32_t i = 0; i < a->n_symbols; i++) {
		const struct fl_asm_symbol *s = &a->symbol[i];
		uint32_t k = 0;

		if (s->kind != FL_R500_SYM_IN)
			continue;
		while (k < 3 + FL_TEXCOORDS && !fl_program_is(s, names[k]))
			k++;
		if (k == 3 + FL_TEXCOORDS)
			return fl_program_wrong(
			    err, FL_VERTEX, s,
			    "inputs are called position, color, normal, texcoord0, texcoord1, "
			    "texcoord2, texcoord3");
		p->attribute[k] = (uint8_t)s->first;
	}
	if (p->attribute[0] == 255)
		return fl_fail(err, FL_USAGE, "vertex program: it has no input that is called position");
	return FL_OK;
}

static bool kills(const struct fl_r500_fs *fs)
{
	for (uint32_t i = 0; i < fs->n; i++)
		if (R500_US_CMN_INST__TYPE__GET(fs->words[i][0]) ==
			R500_US_CMN_INST__TYPE__US_INST_TYPE_TEX &&
		    R500_US_TEX_INST__INST__GET(fs->words[i][1]) == R500_US_TEX_INST__INST__TEXKILL)
			return true;
	return false;
}

enum fl_code fl_r500_program_make(struct fl_program *p, const char *vertex, const char *fragment,
				  struct fl_err *err)
{
	struct fl_r500_route route;
	enum fl_code code;
	const char *why;
	char text[200];

	p->head = (struct fl_program_head){0};
	p->code = 0;
	p->booleans = 0;
	p->fs_booleans = 0;
	memset(p->fs_int, 0, sizeof(p->fs_int));
	memset(p->dirty, 0, sizeof(p->dirty));
	p->states.n = 0;
	if (!fl_r500_vs_asm(&p->vs, vertex, fl_str_length(vertex))) {
		fl_asm_error_text(&p->vs.source, 0, text, sizeof(text));
		return fl_fail(err, FL_USAGE, "vertex program %s", text);
	}
	if (!fl_r500_fs_asm(&p->fs, fragment, fl_str_length(fragment))) {
		fl_asm_error_text(&p->fs.source, 0, text, sizeof(text));
		return fl_fail(err, FL_USAGE, "fragment program %s", text);
	}
	code = find_inputs(p, err);
	if (!code)
		code = fl_program_find_states(&p->states, FL_VERTEX, &p->vs.source, FL_R500_SYM_CONST, err);
	if (!code)
		code = fl_program_find_states(&p->states, FL_FRAGMENT, &p->fs.source, FL_R500_SYM_CONST, err);
	if (code)
		return code;
	if (!fl_r500_asm_route(&p->vs, &p->fs, 0, 0, false, &route, &why) &&
	    !fl_r500_asm_route(&p->vs, &p->fs, 0, 0, true, &route, &why))
		return fl_fail(err, FL_USAGE, "the two programs: %s", why);
	p->kills = kills(&p->fs);
	p->code = fl_program_hash(FL_PROGRAM_HASH, p->vs.words[0], 4 * p->vs.n);
	p->code = fl_program_hash(p->code ^ p->vs.n, p->fs.words[0], 6 * p->fs.n);
	if (!p->code)
		p->code = 1; /* 0 is no program */
	p->head.kind = &fl_r500_programs;
	return FL_OK;
}

static int32_t place(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	struct fl_asm *a = stage == FL_VERTEX ? &p->vs.source : &p->fs.source;
	const struct fl_asm_symbol *s = fl_asm_find(a, name, (uint32_t)fl_str_length(name));

	return s && s->kind == FL_R500_SYM_CONST ? s->first : -1;
}

static void set(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n, const float (*v)[4])
{
	struct fl_r500_consts *k = stage == FL_VERTEX ? &p->vs.consts : &p->fs.consts;

	memcpy(k->value[at], v, 16 * n);
	fl_program_touch(&p->dirty[stage], at, n);
}

static void boolean(struct fl_program *p, enum fl_stage_of stage, uint32_t i, bool on)
{
	if (stage == FL_VERTEX && i < 16)
		p->booleans = (uint16_t)((p->booleans & ~(1u << i)) | (uint32_t)on << i);
	else if (stage == FL_FRAGMENT && i < 32)
		p->fs_booleans = (p->fs_booleans & ~(1u << i)) | (uint32_t)on << i;
}

static void integer(struct fl_program *p, uint32_t i, uint8_t count, uint8_t first, int8_t step)
{
	if (i < 32)
		p->fs_int[i] = R500_US_FC_INT_CONST__KR(count) | R500_US_FC_INT_CONST__KG(first) |
			       R500_US_FC_INT_CONST__KB((uint8_t)step);
}

static enum fl_code fits(const struct fl_draw *d, const struct fl_program *p, struct fl_err *err)
{
	const struct fl_r500_gen *gen = fl_r500_gen(d);
	enum fl_code code = gen->fits ? gen->fits(p, err) : FL_OK;

	return code ? fl_fail_more(err, code, " (%s)", gen->name) : FL_OK;
}

const struct fl_program_kind fl_r500_programs = {
    .name = "r500",
    .make = fl_r500_program_make,
    .fits = fits,
    .backend = &fl_r500_backend,
    .constants = 256,
    .place = place,
    .set = set,
    .boolean = boolean,
    .integer = integer,
};
