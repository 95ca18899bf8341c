/* SPDX-License-Identifier: MIT
 *
 * A trace run with a look into the model, its events, the picture after one of them.
 */
#include "demos/firstlight/look_run.h"

#include <stdlib.h>
#include <string.h>

enum fl_code fl_look_run(const struct fl_look_trace *t, const struct fl_look *look, struct fl_look_film *film,
			 struct fl_replay_result *res, struct fl_err *err)
{
	struct fl_replay_options o = {.model = t->config, .look = look, .film = film};
	enum fl_code code;

	*err = (struct fl_err){0};
	if (look->texture || look->step || look->cost)
		o.model.threads = 1;
	code = fl_replay(t->data, t->size_B, t->name, &o, res, err);
	free(res->picture);
	res->picture = NULL;
	return res->events || !code ? FL_OK : code;
}

/* ---- events -------------------------------------------------------------------------------------------- */
static bool add_report(struct fl_look_list *l, const struct fl_report *r, uint32_t event)
{
	struct fl_report *report = realloc(l->report, (l->n_reports + 1) * sizeof(*report));
	uint32_t *of;

	if (!report)
		return false;
	l->report = report;
	of = realloc(l->report_event, (l->n_reports + 1) * sizeof(*of));
	if (!of)
		return false;
	l->report_event = of;
	l->report[l->n_reports] = *r;
	l->report_event[l->n_reports++] = event;
	return true;
}

static void event(void *arg, struct fl_model *m, const struct fl_look_event *e)
{
	struct fl_look_list *l = arg;
	const struct fl_report *r;

	if (l->n == l->cap) {
		const unsigned cap = l->cap ? 2 * l->cap : 64;
		struct fl_look_event *more = realloc(l->e, cap * sizeof(*more));

		if (!more) {
			l->failed = true;
			return;
		}
		l->e = more;
		l->cap = cap;
	}
	l->e[l->n++] = *e;
	while ((r = fl_model_report(m, l->n_reports)))
		if (!add_report(l, r, e->n)) {
			l->failed = true;
			return;
		}
}

static void texture(void *arg, struct fl_model *m, const struct fl_look_texture *x)
{
	struct fl_look_list *l = arg;
	struct fl_look_texture *more = realloc(l->texture, (l->n_textures + 1) * sizeof(*more));

	(void)m;
	l->failed |= !more;
	if (!more)
		return;
	l->texture = more;
	l->texture[l->n_textures++] = *x;
}

enum fl_code fl_look_list(const struct fl_look_trace *t, struct fl_look_list *list, struct fl_look_film *film,
			  struct fl_replay_result *res, struct fl_err *err)
{
	const struct fl_look look = {
	    .stop = FL_LOOK_TO_THE_END, .event = event, .texture = texture, .arg = list};
	enum fl_code code;

	memset(list, 0, sizeof(*list));
	if (film)
		*film = (struct fl_look_film){.full = true};
	code = fl_look_run(t, &look, film, res, err);
	free(res->shot);
	res->shot = NULL;
	if (!code && list->failed)
		code = fl_fail(err, FL_FAILED, "no memory for the events of %s", res->scene);
	if (code)
		fl_look_list_free(list);
	if (code && film)
		fl_look_film_free(film);
	return code;
}

void fl_look_list_free(struct fl_look_list *list)
{
	free(list->e);
	free(list->report);
	free(list->report_event);
	free(list->texture);
	memset(list, 0, sizeof(*list));
}

enum fl_code fl_look_only_film(const struct fl_look_trace *t, struct fl_look_film *film, struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_replay_result res;
	const enum fl_code code = fl_look_list(t, &list, film, &res, err);

	if (!code)
		fl_look_list_free(&list);
	return code;
}

uint64_t fl_look_target_of(const struct fl_look_event *e, uint64_t picture)
{
	for (unsigned i = 0; i < FL_LOOK_TARGETS; i++)
		if (e->color[i] == picture)
			return picture;
	return e->color[0];
}

enum fl_code fl_look_no_event(uint32_t n, const char *scene, uint32_t events, struct fl_err *err)
{
	return fl_fail(err, FL_USAGE, "there is no event %u in %s: it has %u, counted from 0", n, scene,
		       events);
}

/* ---- the picture --------------------------------------------------------------------------------------- */
enum fl_code fl_look_picture_cut(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
				 struct fl_err *err)
{
	const struct fl_look look = {.stop = n == UINT32_MAX ? n : n + 1};
	struct fl_replay_result res;
	enum fl_code code = fl_look_run(t, &look, NULL, &res, err);

	memset(out, 0, sizeof(*out));
	if (code)
		return code;
	if (n >= res.events)
		code = fl_look_no_event(n, res.scene, res.events, err);
	else if (!res.shot)
		code = fl_fail(err, FL_FAILED, "%s has no picture to look at: %s", res.scene,
			       err->code ? err->text : "no EXPT record");
	if (code) {
		free(res.shot);
		return code;
	}
	*out = (struct fl_look_picture){res.w, res.h, res.shot};
	return FL_OK;
}

enum fl_code fl_look_filmed_picture(const struct fl_look_trace *t, const struct fl_look_film *film,
				    uint32_t n, struct fl_look_picture *out, struct fl_err *err)
{
	*out = (struct fl_look_picture){film->w, film->h, malloc((size_t)film->w * film->h * 4 + 1)};
	if (!out->rgba)
		return fl_fail(err, FL_FAILED, "no memory for a picture of %u x %u", film->w, film->h);
	if (fl_look_film_picture(film, n, out->rgba))
		return FL_OK;
	free(out->rgba);
	return fl_look_picture_cut(t, n, out, err);
}

enum fl_code fl_look_picture(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
			     struct fl_err *err)
{
	struct fl_look_film film;
	enum fl_code code = fl_look_only_film(t, &film, err);

	*out = (struct fl_look_picture){.rgba = NULL};
	if (code)
		return code;
	code = fl_look_filmed_picture(t, &film, n, out, err);
	fl_look_film_free(&film);
	return code;
}
