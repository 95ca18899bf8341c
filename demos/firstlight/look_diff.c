/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: two traces compared, event by event. The form is that of look.h.
 *
 * What is large, the state and the depth buffer, is compared by checksums at first; the values of the first
 * event that differs are fetched by another replay.
 */
#include "demos/firstlight/gtrc.h"
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "demos/firstlight/stream_state.h"

#include <stdlib.h>
#include <string.h>

/* A place of the state, and what it holds. */
struct held {
	char name[80];
	unsigned space;
	uint32_t index, value;
};

struct side {
	const struct fl_look_trace *t;
	struct fl_look_list list;
	struct fl_look_film film;
	struct fl_replay_result res;
	bool listed;
	uint64_t *state, *depth; /* checksums, an event each */
	/* the state at one event */
	uint32_t wanted;
	struct held *held;
	unsigned n_held, cap_held;
	bool failed; /* out of memory */
};

static uint64_t mixed(uint64_t sum, uint64_t v)
{
	sum = (sum ^ v) * UINT64_C(0x9e3779b97f4a7c15);
	return sum ^ sum >> 29;
}

/* ---- checksums ----------------------------------------------------------------------------------------- */
static void sum_cell(void *arg, uint32_t event, const struct fl_stream_cell *c)
{
	struct side *s = arg;
	uint64_t sum = mixed(mixed(c->space, c->index), c->value);

	for (const char *p = c->name; *p; p++)
		sum = mixed(sum, (uint8_t)*p);
	s->state[event] += sum; /* in whatever order */
}

static void sum_depth(void *arg, struct fl_model *m, const struct fl_look_event *e)
{
	struct side *s = arg;
	struct fl_look_depth_buffer b;
	const bool shown = fl_look_target_of(e, s->res.target) == s->res.target;
	size_t n;
	double *depth;
	uint8_t *stencil;

	if (e->n >= s->list.n || !fl_model_look_depth_buffer(m, &b))
		return;
	b.width = shown ? s->res.w : b.width;
	b.height = shown ? s->res.h : b.height;
	n = (size_t)b.width * b.height * b.samples;
	depth = calloc(n + 1, sizeof(*depth));
	stencil = calloc(n + 1, 1);
	s->failed |= !depth || !stencil;
	if (depth && stencil && fl_model_look_depths(m, 0, 0, b.width, b.height, depth, stencil))
		for (size_t i = 0; i < n; i++) {
			uint64_t z;

			memcpy(&z, &depth[i], sizeof z);
			s->depth[e->n] = mixed(s->depth[e->n], z ^ (uint64_t)stencil[i] << 56);
		}
	free(depth);
	free(stencil);
}

static enum fl_code no_memory(struct fl_err *err)
{
	return fl_fail(err, FL_FAILED, "no memory for what is compared");
}

static enum fl_code run(struct side *s, const struct fl_look_trace *t, struct fl_err *err)
{
	const struct fl_look look = {.stop = FL_LOOK_TO_THE_END, .event = sum_depth, .arg = s};
	struct fl_replay_result res;
	enum fl_code code;

	s->t = t;
	code = fl_look_list(t, &s->list, &s->film, &s->res, err);
	if (code)
		return code;
	s->listed = true;
	s->state = calloc(s->list.n + 1, sizeof(*s->state));
	s->depth = calloc(s->list.n + 1, sizeof(*s->depth));
	if (!s->state || !s->depth)
		return no_memory(err);
	code = fl_look_states(t, &s->list, sum_cell, s, err);
	if (code)
		return code;
	code = fl_look_run(t, &look, NULL, &res, err);
	free(res.shot);
	return code ? code : s->failed ? no_memory(err) : FL_OK;
}

static void side_free(struct side *s)
{
	if (s->listed) {
		fl_look_list_free(&s->list);
		fl_look_film_free(&s->film);
	}
	free(s->state);
	free(s->depth);
	free(s->held);
}

/* ---- what differs -------------------------------------------------------------------------------------- */
static bool same_call(const struct fl_look_event *a, const struct fl_look_event *b)
{
	const bool named = a->primitive && b->primitive;

	return a->kind == b->kind && !strcmp(a->name, b->name) && !a->primitive == !b->primitive &&
	       (!named || !strcmp(a->primitive, b->primitive)) && a->vertices == b->vertices &&
	       a->instances == b->instances && !memcmp(a->groups, b->groups, sizeof a->groups) &&
	       a->primitives == b->primitives && a->written == b->written;
}

static void hold(void *arg, uint32_t event, const struct fl_stream_cell *c)
{
	struct side *s = arg;

	if (event != s->wanted || s->failed)
		return;
	if (s->n_held == s->cap_held) {
		const unsigned cap = s->cap_held ? 2 * s->cap_held : 512;
		struct held *more = realloc(s->held, cap * sizeof(*more));

		s->failed = !more;
		if (!more)
			return;
		s->held = more;
		s->cap_held = cap;
	}
	struct held *h = &s->held[s->n_held++];

	*h = (struct held){.space = c->space, .index = c->index, .value = c->value};
	memcpy(h->name, c->name, sizeof h->name);
}

static const struct held *find(const struct side *s, const struct held *h)
{
	for (unsigned i = 0; i < s->n_held; i++)
		if (s->held[i].space == h->space && s->held[i].index == h->index &&
		    !strcmp(s->held[i].name, h->name))
			return &s->held[i];
	return NULL;
}

/* Named as in `of`, which is one of them; NULL: not set. */
static bool add_cell(struct fl_look_diff *d, const struct held *of, const struct held *a,
		     const struct held *b)
{
	struct fl_look_diff_cell *more = realloc(d->cell, (d->n_cells + 1) * sizeof(*more));
	struct fl_look_diff_cell *c;

	if (!more)
		return false;
	d->cell = more;
	c = &d->cell[d->n_cells++];
	*c = (struct fl_look_diff_cell){.set = {a, b}};
	memcpy(c->name, of->name, sizeof c->name);
	c->value[0] = a ? a->value : 0;
	c->value[1] = b ? b->value : 0;
	return true;
}

static enum fl_code states(struct side s[2], struct fl_look_diff *d, struct fl_err *err)
{
	bool ok = true;

	for (unsigned i = 0; i < 2; i++) {
		enum fl_code code;

		s[i].wanted = d->first[FL_LOOK_DIFF_STATE];
		code = fl_look_states(s[i].t, &s[i].list, hold, &s[i], err);
		if (code)
			return code;
		ok = ok && !s[i].failed;
	}
	for (unsigned i = 0; ok && i < s[0].n_held; i++) {
		const struct held *a = &s[0].held[i], *b = find(&s[1], a);

		if (!b || a->value != b->value)
			ok = add_cell(d, a, a, b);
	}
	for (unsigned i = 0; ok && i < s[1].n_held; i++)
		if (!find(&s[0], &s[1].held[i]))
			ok = add_cell(d, &s[1].held[i], NULL, &s[1].held[i]);
	return ok ? FL_OK : no_memory(err);
}

/* A pixel that is not the same: the first one is kept. */
static void differs(struct fl_look_diff_pixels *p, uint32_t at, uint32_t width)
{
	if (!p->n++) {
		p->x = at % width;
		p->y = at / width;
	}
}

/* Are the pictures after event n the same? */
static enum fl_code pictures(struct side s[2], uint32_t n, struct fl_look_diff *d, struct fl_err *err)
{
	struct fl_look_picture p[2] = {{.rgba = NULL}};
	enum fl_code code = fl_look_filmed_picture(s[0].t, &s[0].film, n, &p[0], err);

	if (!code)
		code = fl_look_filmed_picture(s[1].t, &s[1].film, n, &p[1], err);
	for (uint32_t i = 0; !code && i < p[0].width * p[0].height; i++) {
		const uint8_t *a = p[0].rgba + 4 * (size_t)i, *b = p[1].rgba + 4 * (size_t)i;

		if (!memcmp(a, b, 4))
			continue;
		if (!d->color.n) {
			memcpy(d->rgba[0], a, 4);
			memcpy(d->rgba[1], b, 4);
		}
		differs(&d->color, i, p[0].width);
	}
	free(p[0].rgba);
	free(p[1].rgba);
	return code;
}

static enum fl_code depths(struct side s[2], struct fl_look_diff *d, struct fl_err *err)
{
	struct fl_look_depths z[2] = {{.depth = NULL}};
	const uint32_t n = d->first[FL_LOOK_DIFF_DEPTH];
	enum fl_code code = fl_look_filmed_depths(s[0].t, &s[0].film, n, &z[0], err);
	const struct fl_look_depth_buffer *a = &z[0].buffer, *b = &z[1].buffer;

	if (!code)
		code = fl_look_filmed_depths(s[1].t, &s[1].film, n, &z[1], err);
	if (!code && (a->width != b->width || a->height != b->height || a->samples != b->samples))
		code = fl_fail(err, FL_FAILED, "the depth buffers of event %u have different sizes", n);
	for (uint32_t i = 0; !code && i < a->width * a->height * a->samples; i++) {
		if (!memcmp(&z[0].depth[i], &z[1].depth[i], sizeof *z[0].depth) &&
		    z[0].stencil[i] == z[1].stencil[i])
			continue;
		for (unsigned k = 0; !d->depth.n && k < 2; k++) {
			d->z[k] = z[k].depth[i];
			d->stencil[k] = z[k].stencil[i];
		}
		differs(&d->depth, i / a->samples, a->width);
	}
	fl_look_depths_free(&z[0]);
	fl_look_depths_free(&z[1]);
	return code;
}

static enum fl_code compare(struct side s[2], struct fl_look_diff *d, struct fl_err *err)
{
	const uint32_t both = s[0].list.n < s[1].list.n ? s[0].list.n : s[1].list.n;
	uint32_t *first = d->first;
	enum fl_code code = FL_OK;

	for (uint32_t n = both; n--;) {
		if (!same_call(&s[0].list.e[n], &s[1].list.e[n]))
			first[FL_LOOK_DIFF_CALL] = n;
		if (s[0].state[n] != s[1].state[n])
			first[FL_LOOK_DIFF_STATE] = n;
		if (s[0].depth[n] != s[1].depth[n])
			first[FL_LOOK_DIFF_DEPTH] = n;
	}
	for (uint32_t n = 0; !code && n < both && !d->color.n && s[0].res.w && s[1].res.w; n++) {
		code = pictures(s, n, d, err);
		if (!code && d->color.n)
			first[FL_LOOK_DIFF_COLOR] = n;
	}
	if (!code && first[FL_LOOK_DIFF_CALL] != FL_LOOK_TO_THE_END)
		for (unsigned i = 0; i < 2; i++)
			d->call[i] = s[i].list.e[first[FL_LOOK_DIFF_CALL]];
	if (!code && first[FL_LOOK_DIFF_STATE] != FL_LOOK_TO_THE_END)
		code = states(s, d, err);
	if (!code && first[FL_LOOK_DIFF_DEPTH] != FL_LOOK_TO_THE_END)
		code = depths(s, d, err);
	d->event = FL_LOOK_TO_THE_END;
	for (unsigned i = 0; i < FL_LOOK_DIFFS; i++)
		d->event = first[i] < d->event ? first[i] : d->event;
	if (d->event == FL_LOOK_TO_THE_END && d->events[0] != d->events[1])
		d->event = both; /* one has it, and the other not */
	d->same = d->event == FL_LOOK_TO_THE_END;
	return code;
}

static enum fl_code of_one_kind(const struct fl_look_trace *a, const struct fl_look_trace *b,
				struct fl_err *err)
{
	struct fl_gtrc g, h;
	enum fl_code code = fl_gtrc_open(&g, a->data, a->size_B, err);

	if (!code)
		code = fl_gtrc_open(&h, b->data, b->size_B, err);
	if (!code && g.family != h.family)
		code = fl_fail(err, FL_USAGE, "%s is of family %s, and %s of %s: what differs is everything",
			       a->name, g.family->name, b->name, h.family->name);
	return code;
}

enum fl_code fl_look_diff(const struct fl_look_trace *a, const struct fl_look_trace *b,
			  struct fl_look_diff *out, struct fl_err *err)
{
	struct side *s = calloc(2, sizeof(*s));
	enum fl_code code = s ? of_one_kind(a, b, err) : no_memory(err);

	memset(out, 0, sizeof(*out));
	memset(out->first, 0xff, sizeof(out->first));
	for (unsigned i = 0; !code && i < 2; i++) {
		code = run(&s[i], i ? b : a, err);
		out->events[i] = s[i].list.n;
	}
	if (!code && (s[0].res.w != s[1].res.w || s[0].res.h != s[1].res.h))
		code = fl_fail(err, FL_USAGE, "the picture of %s has %u x %u pixels, that of %s %u x %u",
			       a->name, s[0].res.w, s[0].res.h, b->name, s[1].res.w, s[1].res.h);
	if (!code)
		code = compare(s, out, err);
	for (unsigned i = 0; s && i < 2; i++)
		side_free(&s[i]);
	free(s);
	if (code)
		fl_look_diff_free(out);
	return code;
}

void fl_look_diff_free(struct fl_look_diff *d)
{
	free(d->cell);
	memset(d, 0, sizeof(*d));
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */
/* An object with the first event in it; false: null, for nothing differs. */
static bool begin(struct fl_json *j, const char *key, uint32_t event)
{
	if (event == FL_LOOK_TO_THE_END) {
		fl_json_null(j, key);
		return false;
	}
	fl_json_open(j, key, '{');
	fl_json_uint(j, "event", event);
	return true;
}

static void put_cells(struct fl_json *j, const struct fl_look_diff *d)
{
	fl_json_open(j, "cells", '[');
	for (unsigned i = 0; i < d->n_cells; i++) {
		const struct fl_look_diff_cell *c = &d->cell[i];

		fl_json_open(j, NULL, '{');
		fl_json_text(j, "name", c->name);
		for (unsigned k = 0; k < 2; k++)
			if (c->set[k])
				fl_json_uint(j, k ? "b" : "a", c->value[k]);
			else
				fl_json_null(j, k ? "b" : "a");
		fl_json_close(j, '}');
	}
	fl_json_close(j, ']');
}

static void put_pixels(struct fl_json *j, const struct fl_look_diff_pixels *p)
{
	fl_json_uint(j, "differ", p->n);
	fl_json_uint(j, "x", p->x);
	fl_json_uint(j, "y", p->y);
}

char *fl_look_diff_json(const struct fl_look_diff *d, struct fl_err *err)
{
	struct fl_json j = {.s = NULL};
	char *s;

	fl_json_open(&j, NULL, '{');
	fl_json_bool(&j, "same", d->same);
	if (d->same)
		fl_json_null(&j, "event");
	else
		fl_json_uint(&j, "event", d->event);
	fl_json_open(&j, "events", '[');
	fl_json_uint(&j, NULL, d->events[0]);
	fl_json_uint(&j, NULL, d->events[1]);
	fl_json_close(&j, ']');
	if (begin(&j, "call", d->first[FL_LOOK_DIFF_CALL])) {
		for (unsigned k = 0; k < 2; k++)
			fl_look_put_event(&j, k ? "b" : "a", &d->call[k]);
		fl_json_close(&j, '}');
	}
	if (begin(&j, "state", d->first[FL_LOOK_DIFF_STATE])) {
		put_cells(&j, d);
		fl_json_close(&j, '}');
	}
	if (begin(&j, "color", d->first[FL_LOOK_DIFF_COLOR])) {
		put_pixels(&j, &d->color);
		for (unsigned k = 0; k < 2; k++) {
			fl_json_open(&j, k ? "b" : "a", '[');
			for (unsigned c = 0; c < 4; c++)
				fl_json_uint(&j, NULL, d->rgba[k][c]);
			fl_json_close(&j, ']');
		}
		fl_json_close(&j, '}');
	}
	if (begin(&j, "depth", d->first[FL_LOOK_DIFF_DEPTH])) {
		put_pixels(&j, &d->depth);
		for (unsigned k = 0; k < 2; k++) {
			fl_json_open(&j, k ? "b" : "a", '{');
			fl_json_float(&j, "depth", d->z[k]);
			fl_json_uint(&j, "stencil", d->stencil[k]);
			fl_json_close(&j, '}');
		}
		fl_json_close(&j, '}');
	}
	fl_json_close(&j, '}');
	s = fl_json_take(&j);
	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}
