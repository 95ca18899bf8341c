/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: events and the history of a pixel as JSON. The form is that of look.h.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "hw/fl_fmt.h"

#include <stdlib.h>
#include <string.h>

/* An address; FL_LOOK_NONE: null. */
static void address(struct fl_json *j, const char *key, uint64_t value)
{
	char s[24];

	fl_format(s, sizeof s, "0x%08llx", (unsigned long long)value);
	fl_json_text(j, key, value == FL_LOOK_NONE ? NULL : s);
}

static const char *family_of(const struct fl_look_trace *t)
{
	struct fl_gtrc g;
	struct fl_err err;

	return fl_gtrc_open(&g, t->data, t->size_B, &err) ? NULL : g.family->name;
}

static char *taken(struct fl_json *j, struct fl_err *err)
{
	char *s = fl_json_take(j);

	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}

/* ---- events -------------------------------------------------------------------------------------------- */
void fl_look_put_event(struct fl_json *j, const char *key, const struct fl_look_event *e)
{
	unsigned n = FL_LOOK_TARGETS;

	fl_json_open(j, key, '{');
	fl_json_uint(j, "n", e->n);
	fl_json_text(j, "kind", fl_look_kind_name(e->kind));
	fl_json_text(j, "name", e->name);
	fl_json_text(j, "where", e->where);
	fl_json_uint(j, "stream", e->run);
	fl_json_uint(j, "dw", e->at_dw);
	fl_json_text(j, "primitive", e->primitive);
	fl_json_uint(j, "vertices", e->vertices);
	fl_json_uint(j, "instances", e->instances);
	if (e->kind == FL_LOOK_DISPATCH) {
		fl_json_open(j, "groups", '[');
		for (unsigned i = 0; i < 3; i++)
			fl_json_uint(j, NULL, e->groups[i]);
		fl_json_close(j, ']');
	} else {
		fl_json_null(j, "groups");
	}
	fl_json_uint(j, "primitives", e->primitives);
	fl_json_uint(j, "written", e->written);
	while (n && e->color[n - 1] == FL_LOOK_NONE)
		n--;
	fl_json_open(j, "color", '[');
	for (unsigned i = 0; i < n; i++)
		address(j, NULL, e->color[i]);
	fl_json_close(j, ']');
	address(j, "depth", e->depth);
	fl_json_close(j, '}');
}

char *fl_look_listed_events_json(const struct fl_look_trace *t, const struct fl_look_list *list,
				 const struct fl_replay_result *res, struct fl_err *err)
{
	struct fl_json j = {.s = NULL};

	fl_json_open(&j, NULL, '{');
	fl_json_text(&j, "scene", res->scene);
	fl_json_text(&j, "chip", res->chip);
	fl_json_text(&j, "family", family_of(t));
	fl_json_uint(&j, "width", res->w);
	fl_json_uint(&j, "height", res->h);
	address(&j, "target", res->target);
	fl_json_open(&j, "events", '[');
	for (unsigned i = 0; i < list->n; i++)
		fl_look_put_event(&j, NULL, &list->e[i]);
	fl_json_close(&j, ']');
	fl_json_text(&j, "error", err->code ? err->text : NULL);
	fl_json_close(&j, '}');
	return taken(&j, err);
}

char *fl_look_events_json(const struct fl_look_trace *t, struct fl_err *err)
{
	struct fl_replay_result res;
	struct fl_look_list list;
	char *s;

	if (fl_look_list(t, &list, NULL, &res, err))
		return NULL;
	s = fl_look_listed_events_json(t, &list, &res, err);
	fl_look_list_free(&list);
	return s;
}

/* ---- a pixel ------------------------------------------------------------------------------------------- */
static void fragment(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	struct fl_json *j = arg;

	(void)m;
	fl_json_open(j, NULL, '{');
	fl_json_uint(j, "event", f->event);
	if (f->primitive == FL_LOOK_NO_PRIMITIVE)
		fl_json_null(j, "primitive");
	else
		fl_json_uint(j, "primitive", f->primitive);
	fl_json_uint(j, "sample", f->sample);
	fl_json_text(j, "fate", fl_look_fate_name(f->fate));
	fl_json_bool(j, "back", f->back);
	if (f->has_source) {
		fl_json_open(j, "source", '[');
		for (unsigned i = 0; i < 4; i++)
			fl_json_float(j, NULL, (double)f->source[i]);
		fl_json_close(j, ']');
	} else {
		fl_json_null(j, "source");
	}
	if (f->has_depth) {
		fl_json_float(j, "depth", f->depth);
		fl_json_float(j, "depth_stored", f->depth_stored);
		fl_json_uint(j, "stencil_stored", f->stencil_stored);
	} else {
		fl_json_null(j, "depth");
		fl_json_null(j, "depth_stored");
		fl_json_null(j, "stencil_stored");
	}
	if (f->has_value) {
		fl_json_hex(j, "before", f->before, f->size_B);
		fl_json_hex(j, "after", f->after, f->size_B);
	} else {
		fl_json_null(j, "before");
		fl_json_null(j, "after");
	}
	fl_json_close(j, '}');
}

char *fl_look_pixel_json(const struct fl_look_trace *t, uint64_t target, uint32_t x, uint32_t y,
			 struct fl_err *err)
{
	struct fl_json j = {.s = NULL};
	struct fl_replay_result res;
	enum fl_code code;

	fl_json_open(&j, NULL, '{');
	fl_json_uint(&j, "x", x);
	fl_json_uint(&j, "y", y);
	fl_json_open(&j, "history", '[');
	code = fl_look_history(t, target, x, y, fragment, &j, &res, err);
	fl_json_close(&j, ']');
	address(&j, "target", target != FL_LOOK_NONE ? target : res.target);
	fl_json_close(&j, '}');
	if (code) {
		free(fl_json_take(&j));
		return NULL;
	}
	return taken(&j, err);
}
