/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: the program of one vertex or pixel, step by step. The form is that of look.h.
 */
#include "demos/firstlight/isa.h"
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is asked for --------------------------------------------------------------------------------- */
struct program {
	const struct fl_look_whose *whose;
	void (*step)(void *arg, struct fl_model *m, const struct fl_look_step *s);
	void *arg;
	unsigned n;
};

static void step(void *arg, struct fl_model *m, const struct fl_look_step *s)
{
	struct program *p = arg;

	p->n++;
	p->step(p->arg, m, s);
}

enum fl_code fl_look_listed_program(const struct fl_look_trace *t, const struct fl_look_list *list,
				    const struct fl_look_film *film, const struct fl_look_whose *whose,
				    void (*to)(void *arg, struct fl_model *m, const struct fl_look_step *s),
				    void *arg, struct fl_err *err)
{
	struct program p = {.whose = whose, .step = to, .arg = arg};
	struct fl_look look = {.stop = whose->event + 1,
			       .step = step,
			       .step_pixel = whose->pixel,
			       .step_event = whose->event,
			       .step_index = whose->index,
			       .step_instance = whose->instance,
			       .arg = &p};
	struct fl_replay_result res;
	enum fl_code code;
	uint32_t w, h;
	const uint64_t own = fl_replay_target(t->data, t->size_B, &w, &h);

	if (whose->event >= list->n)
		return fl_look_no_event(whose->event, t->name, list->n, err);
	if (whose->pixel) {
		look.watched = true;
		look.target = fl_look_target_of(&list->e[whose->event], own);
		look.x = whose->x;
		look.y = look.target == own && film->usable && film->flip ? h - 1 - whose->y : whose->y;
		if (look.target == FL_LOOK_NONE || (look.target == own && whose->y >= h))
			return fl_fail(err, FL_USAGE, "event %u draws to no such pixel", whose->event);
	}
	code = fl_look_run(t, &look, NULL, &res, err);
	free(res.shot);
	if (!code && !p.n)
		code = fl_fail(err, FL_USAGE, "event %u runs no program for that %s", whose->event,
			       whose->pixel ? "pixel" : "vertex");
	return code;
}

enum fl_code fl_look_program(const struct fl_look_trace *t, const struct fl_look_whose *whose,
			     void (*to)(void *arg, struct fl_model *m, const struct fl_look_step *s),
			     void *arg, struct fl_replay_result *res, struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_look_film film;
	enum fl_code code = fl_look_list(t, &list, &film, res, err);

	if (code)
		return code;
	code = fl_look_listed_program(t, &list, &film, whose, to, arg, err);
	fl_look_film_free(&film);
	fl_look_list_free(&list);
	return code;
}

/* ---- instructions as text ------------------------------------------------------------------------------ */
/* The instruction set of a chip's programs: all have one, or it is named after the stage. */
static const struct fl_asm_isa *isa_of(const char *chip, bool pixel)
{
	const struct fl_asm_isa *isa = fl_isa_of_chip(chip);

	for (unsigned i = 0; !isa && fl_isa_at(i); i++)
		if (!*fl_isa_at(i)->chips && !strcmp(fl_isa_at(i)->what, pixel ? "fragment" : "vertex"))
			return fl_isa_at(i);
	return isa;
}

/* The last line of what the disassembler says of it alone, without what it says of the place. */
void fl_look_step_text(const char *chip, const struct fl_look_step *s, char *out, size_t size)
{
	const struct fl_asm_isa *isa = s->n_words ? isa_of(chip, s->pixel) : NULL;
	char text[1200];
	struct fl_asm_out o;
	char *line, *end;

	snprintf(out, size, "%s", s->text ? s->text : s->at == FL_LOOK_BEGINS ? "begins" : "");
	if (s->text || !isa || s->n_words % isa->words)
		return;
	fl_asm_out(&o, text, sizeof text);
	isa->disassemble(s->word, s->n_words / isa->words, &o);
	end = text + strlen(text);
	while (end > text && strchr(" \t\n", end[-1]))
		*--end = 0;
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	line += strspn(line, " \t");
	snprintf(out, size, "%s", line);
}

/* "t3.x", "v7", "vcc_lo" */
void fl_look_register_text(const struct fl_look_written *w, char *out, size_t size)
{
	if (w->alone)
		snprintf(out, size, "%s", w->bank);
	else if (w->has_components)
		snprintf(out, size, "%s%u.%c", w->bank, w->index, "xyzw"[w->component & 3]);
	else
		snprintf(out, size, "%s%u", w->bank, w->index);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */
struct listed {
	struct fl_json json;
	const char *chip;
};

static void list_step(void *arg, struct fl_model *m, const struct fl_look_step *s)
{
	struct listed *l = arg;
	struct fl_json *j = &l->json;
	char text[400], name[24];

	(void)m;
	fl_look_step_text(l->chip, s, text, sizeof text);
	fl_json_open(j, NULL, '{');
	fl_json_uint(j, "run", s->run);
	if (s->pixel)
		fl_json_uint(j, "primitive", s->primitive);
	else
		fl_json_null(j, "primitive");
	if (s->at == FL_LOOK_BEGINS)
		fl_json_null(j, "at");
	else
		fl_json_uint(j, "at", s->at);
	fl_json_text(j, "text", text);
	fl_json_bool(j, "active", s->active);
	fl_json_open(j, "words", '[');
	for (unsigned i = 0; i < s->n_words; i++)
		fl_json_uint(j, NULL, s->word[i]);
	fl_json_close(j, ']');
	fl_json_open(j, "written", '[');
	for (unsigned i = 0; i < s->n_written; i++) {
		float f;

		memcpy(&f, &s->written[i].bits, sizeof f);
		fl_look_register_text(&s->written[i], name, sizeof name);
		fl_json_open(j, NULL, '{');
		fl_json_text(j, "register", name);
		fl_json_uint(j, "bits", s->written[i].bits);
		fl_json_float(j, "float", (double)f);
		fl_json_close(j, '}');
	}
	fl_json_close(j, ']');
	fl_json_close(j, '}');
}

static void begin(struct listed *l, const struct fl_look_whose *w)
{
	fl_json_open(&l->json, NULL, '{');
	fl_json_uint(&l->json, "event", w->event);
	fl_json_text(&l->json, "of", w->pixel ? "pixel" : "vertex");
	fl_json_uint(&l->json, w->pixel ? "x" : "index", w->pixel ? w->x : w->index);
	fl_json_uint(&l->json, w->pixel ? "y" : "instance", w->pixel ? w->y : w->instance);
	fl_json_open(&l->json, "steps", '[');
}

static char *end(struct listed *l, enum fl_code code, struct fl_err *err)
{
	char *s;

	fl_json_close(&l->json, ']');
	fl_json_close(&l->json, '}');
	s = fl_json_take(&l->json);
	if (!code && s)
		return s;
	if (!code)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	free(s);
	return NULL;
}

char *fl_look_listed_program_json(const struct fl_look_trace *t, const struct fl_look_list *list,
				  const struct fl_look_film *film, const char *chip,
				  const struct fl_look_whose *whose, struct fl_err *err)
{
	struct listed l = {.chip = chip};

	begin(&l, whose);
	return end(&l, fl_look_listed_program(t, list, film, whose, list_step, &l, err), err);
}

char *fl_look_program_json(const struct fl_look_trace *t, const struct fl_look_whose *whose,
			   struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_look_film film;
	struct fl_replay_result res;
	char *s;

	if (fl_look_list(t, &list, &film, &res, err))
		return NULL;
	s = fl_look_listed_program_json(t, &list, &film, res.chip, whose, err);
	fl_look_film_free(&film);
	fl_look_list_free(&list);
	return s;
}
