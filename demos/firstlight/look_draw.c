/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: the state in force at an event, by reading the streams up to it (lib/stream), with the
 * memory that the host wrote. The form is that of look.h.
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "demos/firstlight/stream_number.h"
#include "demos/firstlight/stream_pages.h"
#include "demos/firstlight/stream_state.h"
#include "hw/fl_decimal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	const struct fl_look_event *before, *event; /* before: NULL, the event is the first */
	struct fl_stream_state *state;
	struct fl_stream stream;
	struct fl_stream_pages pages;
	uint32_t run; /* of the scene's streams so far */
	bool aside;   /* the next stream only reads the picture back */
	/* the stream's last draw */
	uint32_t draw, draw_run, draw_at;
	bool passed, done; /* the event before, and the event */
	struct fl_json *json;
	/* In place of JSON of one event: all of them, to cell() */
	const struct fl_look_list *list;
	uint32_t n;
	void (*cell)(void *arg, uint32_t event, const struct fl_stream_cell *c);
	void *arg;
};

/* ---- a word -------------------------------------------------------------------------------------------- */
struct fields {
	struct fl_json *json;
	const struct fl_reg *reg;
	uint32_t word;
};

static void field(void *arg, const struct fl_reg_field *f, uint32_t value, const char *name)
{
	struct fields *w = arg;
	char meant[96];
	uint32_t plus = 0;

	if (name)
		fl_reg_value_name(w->reg, f, w->word, &plus);
	if (name && plus) {
		snprintf(meant, sizeof meant, "%s+%u", name, plus);
		fl_json_text(w->json, f->name, meant);
	} else if (name) {
		fl_json_text(w->json, f->name, name);
	} else {
		fl_json_uint(w->json, f->name, value);
	}
}

static void put_number(struct reader *r, const struct fl_stream_cell *c)
{
	char number[128] = "";

	if (c->packed.width[0] && !c->is_float) {
		char one[32];

		for (unsigned i = 0; fl_stream_packed_text(&c->packed, i, c->value, one, sizeof one); i++)
			snprintf(number + strlen(number), sizeof number - strlen(number), "%s%s",
				 i ? " " : "", one);
		fl_json_text(r->json, "number", number);
		return;
	}
	if (c->is_float)
		fl_decimal_write(c->value, number, sizeof number);
	else if (!c->has_word || c->word.n_fields ||
		 fl_reg_number(&c->word, NULL, c->value, number, sizeof number) <= 0)
		*number = 0;
	if (*number)
		fl_json_text(r->json, "number", number);
}

static const char *space_of(const struct fl_stream_cell *c, char *room, size_t size)
{
	if (c->space == FL_STREAM_MMIO)
		return "register";
	if (c->object)
		return c->object;
	/* a port's cells are called PORT[row].word */
	snprintf(room, size, "%.*s", (int)strcspn(c->name, "["), c->name);
	return room;
}

static void put_cell(struct reader *r, const struct fl_stream_cell *c, bool with_was)
{
	struct fields w = {.json = r->json, .word = c->value};
	char space[80];

	fl_json_open(r->json, NULL, '{');
	fl_json_text(r->json, "name", c->name);
	fl_json_text(r->json, "space", space_of(c, space, sizeof space));
	fl_json_uint(r->json, "address", c->index);
	fl_json_uint(r->json, "value", c->value);
	if (with_was && c->was_set)
		fl_json_uint(r->json, "was", c->was);
	else if (with_was)
		fl_json_null(r->json, "was");
	put_number(r, c);
	fl_json_open(r->json, "fields", '{');
	for (unsigned i = 0; i < 2 && !c->is_float; i++) {
		w.reg = i ? c->has_more ? &c->more : NULL : c->has_word ? &c->word : NULL;
		if (w.reg)
			fl_reg_decode(w.reg, c->value, r->stream.chips, field, &w);
	}
	fl_json_close(r->json, '}');
	fl_json_close(r->json, '}');
}

/* Objects in memory are those of the event's own draw. */
static bool counts(const struct reader *r, const struct fl_stream_cell *c)
{
	const bool draws = r->draw && r->draw_run == r->event->run && r->draw_at <= r->event->at_dw &&
			   !(r->before && r->before->run == r->draw_run && r->before->at_dw >= r->draw_at);

	return c->set && (c->space != FL_STREAM_OBJECT || (draws && c->draw == r->draw));
}

static void put_state(struct reader *r)
{
	size_t n;
	struct fl_stream_cell **c = fl_stream_state_cells(r->state, &n);

	fl_json_open(r->json, "changed", '[');
	for (size_t i = 0; i < n; i++)
		if (counts(r, c[i]) && (!c[i]->was_set || c[i]->was != c[i]->value))
			put_cell(r, c[i], true);
	fl_json_close(r->json, ']');
	fl_json_open(r->json, "state", '[');
	for (size_t i = 0; i < n; i++)
		if (counts(r, c[i]))
			put_cell(r, c[i], false);
	fl_json_close(r->json, ']');
}

/* ---- the streams --------------------------------------------------------------------------------------- */
/* Is dword `at` of the stream at hand after that event's? */
static bool is_after(const struct reader *r, uint32_t at, const struct fl_look_event *e)
{
	return r->run > e->run || (r->run == e->run && at > e->at_dw);
}

/* The state at each event that dword `at` is after. */
static void until_all(struct reader *r, uint32_t at)
{
	for (; r->n < r->list->n && is_after(r, at, &r->list->e[r->n]); r->n++) {
		size_t n;
		struct fl_stream_cell **c = fl_stream_state_cells(r->state, &n);

		r->before = r->n ? &r->list->e[r->n - 1] : NULL;
		r->event = &r->list->e[r->n];
		for (size_t i = 0; i < n; i++)
			if (counts(r, c[i]))
				r->cell(r->arg, r->n, c[i]);
	}
	r->done = r->n == r->list->n;
}

static void until(struct reader *r, uint32_t at)
{
	if (r->list) {
		until_all(r, at);
		return;
	}
	if (!r->passed && r->before && is_after(r, at, r->before)) {
		fl_stream_state_drawn(r->state, r->draw);
		r->passed = true;
	}
	if (!r->done && is_after(r, at, r->event)) {
		put_state(r);
		r->done = true;
	}
}

static void on_event(void *arg, const struct fl_stream_event *e)
{
	struct reader *r = arg;

	until(r, e->at);
	if (r->done)
		return;
	fl_stream_state_event(r->state, e);
	if (e->kind == FL_STREAM_DRAW) {
		r->draw = e->draw;
		r->draw_run = r->run;
		r->draw_at = e->at;
	}
}

static bool on_memory(void *arg, uint64_t address, void *out, uint32_t size_B)
{
	struct reader *r = arg;

	return fl_stream_pages_read(&r->pages, address, out, size_B);
}

static enum fl_code stream(struct reader *r, const struct fl_gtrc_record *rec, struct fl_err *err)
{
	const uint32_t n = fl_gtrc_u32(rec->data + 8);
	uint32_t *dw = malloc(n ? n * sizeof *dw : 1);
	enum fl_code code;

	if (!dw)
		return fl_fail(err, FL_FAILED, "no memory for %u dwords", n);
	for (uint32_t i = 0; i < n; i++)
		dw[i] = fl_gtrc_u32(rec->data + 16 + 4ul * i);
	code = fl_stream_decode(&r->stream, dw, n, err);
	free(dw);
	/* What is wrong after the event is no matter. */
	return r->done ? FL_OK : code;
}

static enum fl_code record(struct reader *r, const struct fl_gtrc_record *rec, struct fl_err *err)
{
	enum fl_code code = fl_stream_pages_record(&r->pages, rec);

	if (code)
		return fl_fail(err, code, "no memory for what the host wrote");
	switch (rec->tag) {
	case FL_GTRC_CBUF:
		r->aside = true;
		break;
	case FL_GTRC_IB:
		if (!r->aside) {
			code = stream(r, rec, err);
			r->run++;
			if (!code)
				until(r, 0);
		}
		r->aside = false;
		break;
	default:
		break;
	}
	return code;
}

static enum fl_code read_streams(struct reader *r, const struct fl_look_trace *t, struct fl_err *err)
{
	struct fl_gtrc g;
	struct fl_gtrc_record rec;
	char chip[32] = "";
	enum fl_code code = fl_gtrc_open(&g, t->data, t->size_B, err);
	int more = code ? 0 : fl_gtrc_next(&g, &rec, err);

	if (more > 0 && rec.tag == FL_GTRC_INFO)
		fl_gtrc_info(&rec, "chip", chip, sizeof chip);
	if (more > 0)
		code = fl_stream_init(&r->stream, g.family,
				      fl_regs_chip(g.family->regs(), chip) ? chip : NULL, on_event, r, err);
	r->stream.on_memory = on_memory;
	fl_stream_with_vertices(&r->stream);
	for (; !code && more > 0 && !r->done; more = fl_gtrc_next(&g, &rec, err))
		code = record(r, &rec, err);
	return more < 0 ? FL_FAILED : code;
}

/* ---- the answer ---------------------------------------------------------------------------------------- */
static void put_reports(struct fl_json *j, const struct fl_look_list *list, uint32_t n)
{
	static const char *const severity[] = {"note", "warning", "refused"};

	fl_json_open(j, "reports", '[');
	for (unsigned i = 0; i < list->n_reports; i++) {
		const struct fl_report *r = &list->report[i];

		if (list->report_event[i] != n)
			continue;
		fl_json_open(j, NULL, '{');
		fl_json_text(j, "severity", severity[r->severity]);
		fl_json_text(j, "block", r->block);
		fl_json_text(j, "section", r->section);
		fl_json_text(j, "where", r->where);
		fl_json_text(j, "text", r->text);
		fl_json_uint(j, "count", r->count);
		fl_json_close(j, '}');
	}
	fl_json_close(j, ']');
}

static void put_textures(struct fl_json *j, const struct fl_look_list *list, uint32_t n)
{
	fl_json_open(j, "textures", '[');
	for (unsigned i = 0; i < list->n_textures; i++) {
		if (list->texture[i].event != n)
			continue;
		fl_json_open(j, NULL, '{');
		fl_look_put_texture(j, &list->texture[i]);
		fl_json_close(j, '}');
	}
	fl_json_close(j, ']');
}

static void reader_free(struct reader *r)
{
	if (r) {
		fl_stream_pages_free(&r->pages);
		fl_stream_state_free(r->state);
	}
	free(r);
}

enum fl_code fl_look_states(const struct fl_look_trace *t, const struct fl_look_list *list,
			    void (*to)(void *arg, uint32_t event, const struct fl_stream_cell *c), void *arg,
			    struct fl_err *err)
{
	struct reader *r = calloc(1, sizeof(*r));
	enum fl_code code;

	if (!r || !(r->state = fl_stream_state_new())) {
		free(r);
		return fl_fail(err, FL_FAILED, "no memory for the state");
	}
	r->list = list;
	r->cell = to;
	r->arg = arg;
	code = list->n ? read_streams(r, t, err) : FL_OK;
	reader_free(r);
	return code;
}

static enum fl_code answer(const struct fl_look_trace *t, const struct fl_look_list *list, uint32_t n,
			   struct fl_json *j, struct fl_err *err)
{
	struct reader *r = calloc(1, sizeof(*r)); /* it is large */
	enum fl_code code = FL_OK;

	if (!r || !(r->state = fl_stream_state_new())) {
		free(r);
		return fl_fail(err, FL_FAILED, "no memory for the state");
	}
	r->before = n ? &list->e[n - 1] : NULL;
	r->event = &list->e[n];
	r->json = j;
	fl_json_open(j, NULL, '{');
	fl_json_uint(j, "n", n);
	fl_json_text(j, "kind", fl_look_kind_name(r->event->kind));
	fl_json_text(j, "name", r->event->name);
	code = read_streams(r, t, err);
	if (!code && !r->done)
		code = fl_fail(err, FL_FAILED, "event %u is not in the streams", n);
	put_textures(j, list, n);
	put_reports(j, list, n);
	fl_json_close(j, '}');
	reader_free(r);
	return code;
}

char *fl_look_listed_draw_json(const struct fl_look_trace *t, const struct fl_look_list *list, uint32_t n,
			       struct fl_err *err)
{
	struct fl_json j = {.s = NULL};
	char *s;

	if (n >= list->n) {
		fl_look_no_event(n, t->name, list->n, err);
		return NULL;
	}
	const enum fl_code code = answer(t, list, n, &j, err);
	s = fl_json_take(&j);
	if (code) {
		free(s);
		return NULL;
	}
	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}

char *fl_look_draw_json(const struct fl_look_trace *t, uint32_t n, struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_replay_result res;
	char *s;

	if (fl_look_list(t, &list, NULL, &res, err))
		return NULL;
	s = fl_look_listed_draw_json(t, &list, n, err);
	fl_look_list_free(&list);
	return s;
}
