/* SPDX-License-Identifier: MIT
 *
 * Constants of a caller's program that follow the state. See fl_program_state.h.
 */
#include "lib/fl_program_state.h"
#include "lib/fl_asm_decl.h"

#include <string.h>

enum {
	MVP,
	MODELVIEW,
	PROJECTION,
	NORMAL,
	VIEWPORT,
	TEXTURE_0,                               /* + coordinate */
	LIGHT_0 = TEXTURE_0 + (int)FL_TEXCOORDS, /* + light */
};

/* By these. dirty: what changes it, as the number of its bit */
#define BIT(flag) ((uint8_t)__builtin_ctz(flag))
static const struct {
	char name[11]; /* after state_ */
	uint8_t most, dirty;
} table[] = {
    {"mvp", 4, BIT(FL_D_MVP)},         {"modelview", 4, BIT(FL_D_NORMAL)},  {"projection", 4, BIT(FL_D_MVP)},
    {"normal", 3, BIT(FL_D_NORMAL)},   {"viewport", 1, BIT(FL_D_VIEWPORT)}, {"texture0", 4, BIT(FL_D_TEXMAT)},
    {"texture1", 4, BIT(FL_D_TEXMAT)}, {"texture2", 4, BIT(FL_D_TEXMAT)},   {"texture3", 4, BIT(FL_D_TEXMAT)},
    {"light0", 1, BIT(FL_D_LIGHT)},    {"light1", 1, BIT(FL_D_LIGHT)},      {"light2", 1, BIT(FL_D_LIGHT)},
    {"light3", 1, BIT(FL_D_LIGHT)},
};

enum fl_code fl_program_wrong(struct fl_err *err, enum fl_stage_of stage, const struct fl_asm_symbol *s,
			      const char *text)
{
	static const char of[][9] = {
	    [FL_VERTEX] = "vertex", [FL_FRAGMENT] = "fragment", [FL_GEOMETRY] = "geometry"};

	return fl_fail(err, FL_USAGE, "%s program: '%.*s': %s", of[stage], s->length, s->name, text);
}

static bool is(const char *name, uint32_t n, const char *word)
{
	for (uint32_t i = 0; i < n; i++)
		if (!word[i] || name[i] != word[i])
			return false;
	return !word[n];
}

bool fl_program_is(const struct fl_asm_symbol *s, const char *name)
{
	return is(s->name, s->length, name);
}

enum fl_code fl_program_find_states(struct fl_program_states *states, enum fl_stage_of stage,
				    const struct fl_asm *a, uint8_t kind, struct fl_err *err)
{
	enum { PREFIX = sizeof("state_") - 1 };

	for (uint32_t i = 0; i < a->n_symbols; i++) {
		const struct fl_asm_symbol *s = &a->symbol[i];
		uint32_t k = 0, n = sizeof(table) / sizeof(table[0]);

		if (s->kind != kind || s->length < PREFIX || memcmp(s->name, "state_", PREFIX))
			continue;
		while (k < n && !is(s->name + PREFIX, s->length - PREFIX, table[k].name))
			k++;
		if (k == n)
			return fl_program_wrong(
			    err, stage, s,
			    "state_... are mvp, modelview, projection, normal, texture0 to 3, "
			    "viewport, light0 to 3");
		if (s->count > table[k].most)
			return fl_program_wrong(err, stage, s, "there are not so many rows");
		if (states->n == FL_PROGRAM_STATES)
			return fl_program_wrong(err, stage, s, "too many constants of the state");
		states->of[states->n].what = (uint8_t)k;
		states->of[states->n].stage = (uint8_t)stage;
		states->of[states->n].first = s->first;
		states->of[states->n].count = s->count;
		states->n++;
	}
	return FL_OK;
}

static void rows(float v[4][4], const float m[16])
{
	for (int r = 0; r < 4; r++)
		for (int i = 0; i < 4; i++)
			v[r][i] = m[4 * i + r];
}

static const float *top(const struct fl_draw *d, uint32_t which)
{
	return d->matrix[which][d->matrix_top[which]];
}

/* Those that fixed function has, too, are its. */
static void values(const struct fl_draw *d, uint32_t what, float v[FL_FF_GROUP_MAX][4])
{
	uint32_t first;

	if (what == MVP) {
		fl_ff_values(d, FL_FF_G_MVP, &first, v);
	} else if (what == NORMAL) {
		fl_ff_values(d, FL_FF_G_NORMAL, &first, v);
		v[0][3] = 0;
	} else if (what == VIEWPORT) {
		for (int c = 0; c < 4; c++)
			v[0][c] = (float)d->viewport[c];
	} else if (what >= LIGHT_0) {
		memcpy(v[0], d->light[what - LIGHT_0].position, sizeof(v[0]));
	} else {
		rows(v, top(d, what == MODELVIEW    ? FL_MODELVIEW
			       : what == PROJECTION ? FL_PROJECTION
						    : FL_TEXTURE + what - TEXTURE_0));
	}
}

bool fl_program_state(const struct fl_draw *d, const struct fl_program_states *states, uint32_t i,
		      uint32_t dirty, float v[FL_FF_GROUP_MAX][4])
{
	uint32_t what = states->of[i].what;

	if (!(dirty >> table[what].dirty & 1))
		return false;
	values(d, what, v);
	return true;
}

void fl_program_touch(struct fl_program_dirty *dirty, uint32_t first, uint32_t n)
{
	uint32_t end = first + n;
	bool none = dirty->first == dirty->end;

	if (none || first < dirty->first)
		dirty->first = (uint16_t)first;
	if (none || end > dirty->end)
		dirty->end = (uint16_t)end;
}

void fl_program_takes_not(struct fl_draw *d, uint32_t takes)
{
	static const char name[][10] = {
	    [FL_ASM_POINTS] = "points", [FL_ASM_LINES] = "lines", [FL_ASM_TRIANGLES] = "triangles"};

	if (!d->code)
		d->code = fl_fail(&d->err, FL_USAGE,
				  "the geometry program takes %s (lists, strips, loops or fans of them), and "
				  "something else is drawn",
				  name[takes]);
}

uint64_t fl_program_hash(uint64_t h, const uint32_t *words, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		h = (h ^ words[i]) * UINT64_C(0x100000001b3);
	return h;
}
