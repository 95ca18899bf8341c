/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: making them, and what the caller sets. program_load.c sends them.
 */
#include "lib/r500/program.h"
#include "hw/regs/r500.h"
#include "lib/fl_draw_chip.h"
#include "lib/r500/asm_decl.h"
#include "lib/r500/draw.h"
#include "lib/r500/draw_own.h"
#include "lib/r500/gen.h"
#include "lib/r500/program_state.h"

#include <string.h>

static size_t length(const char *text)
{
	size_t n = 0;

	while (text[n])
		n++;
	return n;
}

static bool is(const char *name, uint32_t n, const char *word)
{
	return n == length(word) && !memcmp(name, word, n);
}

static enum fl_code wrong(struct fl_err *err, const char *stage, const struct fl_asm_symbol *s,
			  const char *text)
{
	char name[FL_ASM_NAME + 1];
	uint32_t n = s->length < FL_ASM_NAME ? s->length : FL_ASM_NAME;

	memcpy(name, s->name, n);
	name[n] = 0;
	return fl_fail(err, FL_USAGE, "%s program: '%s': %s", stage, name, text);
}

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
		while (k < 3 + FL_TEXCOORDS && !is(s->name, s->length, names[k]))
			k++;
		if (k == 3 + FL_TEXCOORDS)
			return wrong(err, "vertex", s,
				     "inputs are called position, color, normal, texcoord0, texcoord1, "
				     "texcoord2, texcoord3");
		p->attribute[k] = (uint8_t)s->first;
	}
	if (p->attribute[0] == 255)
		return fl_fail(err, FL_USAGE, "vertex program: it has no input that is called position");
	return FL_OK;
}

static enum fl_code find_states(struct fl_program *p, enum fl_stage_of stage, struct fl_err *err)
{
	enum { PREFIX = sizeof("state_") - 1 };
	static const struct {
		char name[11]; /* after state_ */
		uint8_t what, most;
	} table[] = {
	    {"mvp", FL_R500_STATE_MVP, 4},
	    {"modelview", FL_R500_STATE_MODELVIEW, 4},
	    {"projection", FL_R500_STATE_PROJECTION, 4},
	    {"normal", FL_R500_STATE_NORMAL, 3},
	    {"texture0", FL_R500_STATE_TEXTURE, 4},
	    {"texture1", FL_R500_STATE_TEXTURE + 1, 4},
	    {"texture2", FL_R500_STATE_TEXTURE + 2, 4},
	    {"texture3", FL_R500_STATE_TEXTURE + 3, 4},
	    {"viewport", FL_R500_STATE_VIEWPORT, 1},
	    {"light0", FL_R500_STATE_LIGHT, 1},
	    {"light1", FL_R500_STATE_LIGHT + 1, 1},
	    {"light2", FL_R500_STATE_LIGHT + 2, 1},
	    {"light3", FL_R500_STATE_LIGHT + 3, 1},
	};
	const struct fl_asm *a = stage == FL_VERTEX ? &p->vs.source : &p->fs.source;
	const char *name = stage == FL_VERTEX ? "vertex" : "fragment";

	for (uint32_t i = 0; i < a->n_symbols; i++) {
		const struct fl_asm_symbol *s = &a->symbol[i];
		uint32_t k = 0, n = sizeof(table) / sizeof(table[0]);

		if (s->kind != FL_R500_SYM_CONST || s->length < PREFIX || memcmp(s->name, "state_", PREFIX))
			continue;
		while (k < n && !is(s->name + PREFIX, s->length - PREFIX, table[k].name))
			k++;
		if (k == n)
			return wrong(err, name, s,
				     "state_… are mvp, modelview, projection, normal, texture0 to 3, "
				     "viewport, light0 to 3");
		if (s->count > table[k].most)
			return wrong(err, name, s, "there are not so many rows");
		if (p->n_states == FL_PROGRAM_STATES)
			return wrong(err, name, s, "too many constants of the state");
		p->state[p->n_states].what = table[k].what;
		p->state[p->n_states].stage = (uint8_t)stage;
		p->state[p->n_states].first = s->first;
		p->state[p->n_states].count = s->count;
		p->n_states++;
	}
	return FL_OK;
}

/* FNV-1a, by words: equal programs share their place in the chip. */
static uint64_t hash(uint64_t h, const uint32_t *words, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		h = (h ^ words[i]) * UINT64_C(0x100000001b3);
	return h;
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

static const struct fl_program_kind kind;

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
	p->n_states = 0;
	if (!fl_r500_vs_asm(&p->vs, vertex, length(vertex))) {
		fl_asm_error_text(&p->vs.source, 0, text, sizeof(text));
		return fl_fail(err, FL_USAGE, "vertex program %s", text);
	}
	if (!fl_r500_fs_asm(&p->fs, fragment, length(fragment))) {
		fl_asm_error_text(&p->fs.source, 0, text, sizeof(text));
		return fl_fail(err, FL_USAGE, "fragment program %s", text);
	}
	code = find_inputs(p, err);
	if (!code)
		code = find_states(p, FL_VERTEX, err);
	if (!code)
		code = find_states(p, FL_FRAGMENT, err);
	if (code)
		return code;
	if (!fl_r500_asm_route(&p->vs, &p->fs, 0, 0, false, &route, &why) &&
	    !fl_r500_asm_route(&p->vs, &p->fs, 0, 0, true, &route, &why))
		return fl_fail(err, FL_USAGE, "the two programs: %s", why);
	p->kills = kills(&p->fs);
	p->code = hash(UINT64_C(0xcbf29ce484222325), p->vs.words[0], 4 * p->vs.n);
	p->code = hash(p->code ^ p->vs.n, p->fs.words[0], 6 * p->fs.n);
	if (!p->code)
		p->code = 1; /* 0 is no program */
	p->head.kind = &kind;
	return FL_OK;
}

static int32_t place(struct fl_program *p, enum fl_stage_of stage, const char *name)
{
	struct fl_asm *a = stage == FL_VERTEX ? &p->vs.source : &p->fs.source;
	const struct fl_asm_symbol *s = fl_asm_find(a, name, (uint32_t)length(name));

	return s && s->kind == FL_R500_SYM_CONST ? s->first : -1;
}

void fl_r500_program_touch(struct fl_program *p, uint32_t stage, uint32_t first, uint32_t n)
{
	uint32_t end = first + n;

	if (p->dirty[stage].first == p->dirty[stage].end) {
		p->dirty[stage].first = (uint16_t)first;
		p->dirty[stage].end = (uint16_t)end;
		return;
	}
	if (first < p->dirty[stage].first)
		p->dirty[stage].first = (uint16_t)first;
	if (end > p->dirty[stage].end)
		p->dirty[stage].end = (uint16_t)end;
}

static void set(struct fl_program *p, enum fl_stage_of stage, uint32_t at, uint32_t n, const float (*v)[4])
{
	struct fl_r500_consts *k = stage == FL_VERTEX ? &p->vs.consts : &p->fs.consts;

	memcpy(k->value[at], v, 16 * n);
	fl_r500_program_touch(p, stage, at, n);
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

static const struct fl_program_kind kind = {
    .fits = fits,
    .backend = &fl_r500_backend,
    .constants = 256,
    .place = place,
    .set = set,
    .boolean = boolean,
    .integer = integer,
};
