/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: vertices of a draw as JSON, and its primitives as a wire frame over the picture. The
 * form is that of look.h.
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a draw is made of ---------------------------------------------------------------------------- */
struct mesh {
	const struct fl_look_mesh_to *to;
	uint32_t event;
};

static void vertices(void *arg, struct fl_model *m, const struct fl_look_vertices *v)
{
	const struct mesh *mesh = arg;

	if (v->event == mesh->event)
		mesh->to->vertices(mesh->to->arg, m, v);
}

static void primitive(void *arg, struct fl_model *m, const struct fl_look_primitive *p)
{
	const struct mesh *mesh = arg;

	if (p->event == mesh->event)
		mesh->to->primitive(mesh->to->arg, m, p);
}

enum fl_code fl_look_mesh(const struct fl_look_trace *t, uint32_t n, const struct fl_look_mesh_to *to,
			  struct fl_err *err)
{
	struct mesh mesh = {.to = to, .event = n};
	const struct fl_look look = {.stop = n == UINT32_MAX ? n : n + 1,
				     .vertices = to->vertices ? vertices : NULL,
				     .primitive = to->primitive ? primitive : NULL,
				     .arg = &mesh};
	struct fl_replay_result res;
	enum fl_code code = fl_look_run(t, &look, NULL, &res, err);

	free(res.shot);
	if (code)
		return code;
	if (n >= res.events)
		return fl_look_no_event(n, res.scene, res.events, err);
	return FL_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */
struct listed {
	struct fl_json json;
	uint32_t most, n_vertices, n_primitives;
	float (*corner)[3][4];
	uint8_t *n;
	uint32_t *number;
	bool failed;
};

static void put_names(struct fl_json *j, const char *key, const struct fl_look_vector *v, unsigned n)
{
	fl_json_open(j, key, '[');
	for (unsigned i = 0; i < n; i++)
		fl_json_text(j, NULL, v[i].name);
	fl_json_close(j, ']');
}

static void put_values(struct fl_json *j, const char *key, const struct fl_look_vector *v, unsigned n,
		       unsigned lane)
{
	fl_json_open(j, key, '[');
	for (unsigned i = 0; i < n; i++) {
		fl_json_open(j, NULL, '[');
		for (unsigned c = 0; c < v[i].n; c++) {
			float f;

			memcpy(&f, &v[i].v[c][lane], sizeof(f));
			if (v[i].integers)
				fl_json_uint(j, NULL, v[i].v[c][lane]);
			else
				fl_json_float(j, NULL, (double)f);
		}
		fl_json_close(j, ']');
	}
	fl_json_close(j, ']');
}

static void put_four(struct fl_json *j, const char *key, const float v[4])
{
	fl_json_open(j, key, '[');
	for (unsigned c = 0; c < 4; c++)
		fl_json_float(j, NULL, (double)v[c]);
	fl_json_close(j, ']');
}

static void list_vertices(void *arg, struct fl_model *m, const struct fl_look_vertices *v)
{
	struct listed *l = arg;
	struct fl_json *j = &l->json;
	const bool some = l->n_vertices < l->most;

	(void)m;
	if (some) {
		fl_json_open(j, NULL, '{');
		fl_json_uint(j, "instance", v->instance);
		put_names(j, "inputs", v->input, v->n_inputs);
		put_names(j, "outputs", v->output, v->n_outputs);
		fl_json_open(j, "vertices", '[');
	}
	for (unsigned k = 0; k < v->n; k++, l->n_vertices++) {
		if (l->n_vertices >= l->most)
			continue;
		fl_json_open(j, NULL, '{');
		fl_json_uint(j, "index", v->index[k]);
		put_values(j, "in", v->input, v->n_inputs, k);
		put_values(j, "out", v->output, v->n_outputs, k);
		put_four(j, "window", v->window[k]);
		fl_json_close(j, '}');
	}
	if (!some)
		return;
	fl_json_close(j, ']');
	fl_json_close(j, '}');
}

/* They come between vertices: they are kept until these are listed. */
static void keep_primitive(void *arg, struct fl_model *m, const struct fl_look_primitive *p)
{
	struct listed *l = arg;
	const uint32_t at = l->n_primitives;

	(void)m;
	if (at < l->most && !(at & (at - 1))) { /* room for twice as many */
		const size_t room = at ? 2 * (size_t)at : 1;
		void *corner = realloc(l->corner, room * sizeof(*l->corner));
		void *n = realloc(l->n, room * sizeof(*l->n));
		void *number = realloc(l->number, room * sizeof(*l->number));

		l->corner = corner ? corner : l->corner;
		l->n = n ? n : l->n;
		l->number = number ? number : l->number;
		l->failed |= !corner || !n || !number;
	}
	l->n_primitives++;
	if (at >= l->most || l->failed)
		return;
	memcpy(l->corner[at], p->corner, sizeof(p->corner));
	l->n[at] = (uint8_t)p->n;
	l->number[at] = p->number;
}

char *fl_look_vertices_json(const struct fl_look_trace *t, uint32_t n, uint32_t most, struct fl_err *err)
{
	struct listed l = {.most = most};
	const struct fl_look_mesh_to to = {list_vertices, keep_primitive, &l};
	enum fl_code code;
	char *s;

	fl_json_open(&l.json, NULL, '{');
	fl_json_uint(&l.json, "event", n);
	fl_json_open(&l.json, "waves", '[');
	code = fl_look_mesh(t, n, &to, err);
	fl_json_close(&l.json, ']');
	fl_json_open(&l.json, "primitives", '[');
	for (uint32_t i = 0; i < l.n_primitives && i < most && !l.failed; i++) {
		fl_json_open(&l.json, NULL, '{');
		fl_json_uint(&l.json, "n", l.number[i]);
		fl_json_open(&l.json, "corners", '[');
		for (unsigned k = 0; k < l.n[i]; k++)
			put_four(&l.json, NULL, l.corner[i][k]);
		fl_json_close(&l.json, ']');
		fl_json_close(&l.json, '}');
	}
	fl_json_close(&l.json, ']');
	fl_json_uint(&l.json, "n_vertices", l.n_vertices);
	fl_json_uint(&l.json, "n_primitives", l.n_primitives);
	fl_json_close(&l.json, '}');
	free(l.corner);
	free(l.n);
	free(l.number);
	s = fl_json_take(&l.json);
	if (!code && (l.failed || !s))
		code = fl_fail(err, FL_FAILED, "no memory for the answer");
	if (!code)
		return s;
	free(s);
	return NULL;
}

/* ---- the wire frame ------------------------------------------------------------------------------------ */
struct wires {
	struct fl_look_picture *to;
	bool flip;
};

static void dot(const struct wires *w, double x, double y)
{
	static const uint8_t ink[4] = {255, 160, 0, 255};
	const struct fl_look_picture *p = w->to;

	if (!(x >= 0 && y >= 0 && x < p->width && y < p->height))
		return;
	const uint32_t row = w->flip ? p->height - 1 - (uint32_t)y : (uint32_t)y;

	memcpy(p->rgba + 4 * ((size_t)row * p->width + (uint32_t)x), ink, sizeof ink);
}

/* The part of [from, to] of a line where a + t * d is in [0, end]. */
static void part_in(double a, double d, double end, double *from, double *to)
{
	const double t0 = (0 - a) / d, t1 = (end - a) / d;

	if (d == 0) {
		if (a < 0 || a > end)
			*to = -1;
		return;
	}
	*from = fmax(*from, fmin(t0, t1));
	*to = fmin(*to, fmax(t0, t1));
}

static void line(const struct wires *w, const float a[4], const float b[4])
{
	const double x = (double)a[0], y = (double)a[1], dx = (double)b[0] - x, dy = (double)b[1] - y;
	double from = 0, to = 1;

	if (!isfinite(x + y + dx + dy))
		return;
	part_in(x, dx, w->to->width, &from, &to);
	part_in(y, dy, w->to->height, &from, &to);
	const double steps = ceil(fmax(fabs(dx), fabs(dy)) * (to - from));

	for (double i = 0; from <= to && i <= steps; i++) {
		const double at = steps > 0 ? from + (to - from) * i / steps : from;

		dot(w, x + dx * at, y + dy * at);
	}
}

static void draw(void *arg, struct fl_model *m, const struct fl_look_primitive *p)
{
	const struct wires *w = arg;
	float box[4][4] = {{0}};

	(void)m;
	if (p->n == 1)
		dot(w, (double)p->corner[0][0], (double)p->corner[0][1]);
	for (unsigned i = 0; !p->rectangle && i + 1 < p->n; i++)
		line(w, p->corner[i], p->corner[i + 1]);
	if (!p->rectangle && p->n == 3)
		line(w, p->corner[2], p->corner[0]);
	if (!p->rectangle)
		return;
	for (unsigned c = 0; c < 2; c++) {
		const float *const *k = (const float *const[]){p->corner[0], p->corner[1], p->corner[2]};
		const float low = fminf(fminf(k[0][c], k[1][c]), k[2][c]),
			    high = fmaxf(fmaxf(k[0][c], k[1][c]), k[2][c]);

		for (unsigned i = 0; i < 4; i++)
			box[i][c] = (c ? i / 2 : (i + 1) / 2 % 2) ? high : low;
	}
	for (unsigned i = 0; i < 4; i++)
		line(w, box[i], box[(i + 1) % 4]);
}

enum fl_code fl_look_filmed_wires(const struct fl_look_trace *t, const struct fl_look_film *film, uint32_t n,
				  struct fl_look_picture *out, struct fl_err *err)
{
	struct wires w = {.to = out, .flip = film->usable && film->flip};
	const struct fl_look_mesh_to to = {.primitive = draw, .arg = &w};
	enum fl_code code = fl_look_filmed_picture(t, film, n, out, err);

	if (!code)
		code = fl_look_mesh(t, n, &to, err);
	if (code) {
		free(out->rgba);
		out->rgba = NULL;
	}
	return code;
}

enum fl_code fl_look_wires(const struct fl_look_trace *t, uint32_t n, struct fl_look_picture *out,
			   struct fl_err *err)
{
	struct fl_look_film film;
	enum fl_code code = fl_look_only_film(t, &film, err);

	*out = (struct fl_look_picture){.rgba = NULL};
	if (code)
		return code;
	code = fl_look_filmed_wires(t, &film, n, out, err);
	fl_look_film_free(&film);
	return code;
}
