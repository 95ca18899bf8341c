/* SPDX-License-Identifier: MIT
 *
 * firstlight replay --events, --event, --pixel: a look into one scene.
 */
#include "demos/firstlight/cmd_replay.h"
#include "demos/firstlight/film.h"
#include "demos/firstlight/look_run.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/pack.h"
#include "demos/firstlight/sandbox.h"
#include "demos/firstlight/scribe.h"
#include "demos/firstlight/visible.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is asked for, in numbers. */
struct question {
	const struct fl_args *a;
	uint32_t event, x, y;
	uint64_t target;
	struct fl_look_which which;
	struct fl_look_whose whose;
	enum fl_look_cost_of cost;
	uint32_t last; /* of costs: to that event */
};

/* A number, decimal or 0x…, up to most, and where it ends. */
static bool number(const char **s, uint64_t most, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(*s, &end, 0);
	if (end == *s || errno || **s == '-' || **s == '+' || *value > most)
		return false;
	*s = end;
	return true;
}

/* "X,Y", a pixel; "INDEX" or "INDEX:INSTANCE", a vertex. */
static bool whose(const char *s, struct fl_look_whose *to)
{
	uint64_t a, b = 0;

	if (!number(&s, UINT32_MAX, &a))
		return false;
	to->pixel = *s == ',';
	if (*s) {
		if (*s != ',' && *s != ':')
			return false;
		s++;
		if (!number(&s, UINT32_MAX, &b) || *s)
			return false;
	}
	*(to->pixel ? &to->x : &to->index) = (uint32_t)a;
	*(to->pixel ? &to->y : &to->instance) = (uint32_t)b;
	return true;
}

static bool cost_of(const char *s, enum fl_look_cost_of *to)
{
	unsigned i = 0;

	while (i < FL_LOOK_COSTS && strcmp(s, fl_look_cost_name(i)))
		i++;
	*to = i;
	return i < FL_LOOK_COSTS;
}

static enum fl_code ask(struct question *q, const struct fl_args *a, struct fl_err *err)
{
	const unsigned ways = a->events + (a->event != NULL) + (a->pixel != NULL);
	const char *s;
	uint64_t v = 0, w = 0;

	q->a = a;
	q->target = FL_LOOK_NONE;
	if (ways != 1)
		return fl_fail(err, FL_USAGE,
			       "replay: --events, --event and --pixel are ways of looking into a scene: one "
			       "of them at a time%s",
			       a->target && !ways ? "; --target goes with --pixel" : "");
	if (a->html)
		return fl_fail(err, FL_USAGE,
			       "replay: --html writes a page, which does what --events, --event "
			       "and --pixel do: one of them at a time");
	if (a->n_operands != 1)
		return fl_fail(err, FL_USAGE, "replay: one trace can be looked into, or one scene of a set");
	if (a->event) {
		s = a->event;
		if (!number(&s, UINT32_MAX - 1, &v) || *s)
			return fl_fail(err, FL_USAGE, "--event wants a number, counted from 0, not \"%s\"",
				       a->event);
		q->event = (uint32_t)v;
		if (!a->out && !a->json && !a->vertices && !a->steps && !a->cost)
			return fl_fail(err, FL_USAGE,
				       "--event: give --out for the picture, or --json for the state");
		if (a->out && a->json)
			return fl_fail(err, FL_USAGE, "--event: --out or --json, one at a time");
	} else if (a->out && !a->cost) {
		return fl_fail(err, FL_USAGE, "there is a picture with --event, and none with --%s alone",
			       a->events ? "events" : "pixel");
	}
	if ((a->depths || a->stencils) && !a->event)
		return fl_fail(err, FL_USAGE, "--depth and --stencil go with --event");
	if ((a->vertices || a->steps) && !a->event)
		return fl_fail(err, FL_USAGE, "--vertices and --steps go with --event");
	if (a->cost && a->pixel)
		return fl_fail(err, FL_USAGE, "--cost goes with --event, or of all of them with --events");
	if (a->cost && !cost_of(a->cost, &q->cost))
		return fl_fail(err, FL_USAGE, "--cost wants shaded, written or steps, not \"%s\"", a->cost);
	if (a->cost && a->out && a->json)
		return fl_fail(err, FL_USAGE, "--cost: --out or --json, one at a time");
	if ((a->texture != NULL) + a->depths + a->stencils + a->vertices + (a->steps != NULL) +
		(a->cost != NULL) >
	    1)
		return fl_fail(err, FL_USAGE,
			       "--texture, --depth, --stencil, --vertices, --steps, --cost: one at a time");
	q->last = a->events ? FL_LOOK_TO_THE_END : q->event;
	q->whose.event = q->event;
	if (a->steps && !whose(a->steps, &q->whose))
		return fl_fail(err, FL_USAGE, "--steps wants X,Y or INDEX[:INSTANCE], not \"%s\"", a->steps);
	if (a->steps && a->out)
		return fl_fail(err, FL_USAGE, "there is no picture with --steps");
	if (a->texture) {
		uint32_t *const to[] = {&q->which.number, &q->which.level, &q->which.layer};
		unsigned i = 0;

		s = a->texture;
		q->which.event = q->event;
		do {
			if (!number(&s, UINT16_MAX, &v) || !a->event)
				return fl_fail(err, FL_USAGE,
					       "--texture goes with --event, and wants K, K:LEVEL or "
					       "K:LEVEL:LAYER, not \"%s\"",
					       a->texture);
			*to[i++] = (uint32_t)v;
		} while (i < 3 && *s == ':' && s++);
		if (*s)
			return fl_fail(err, FL_USAGE, "--texture: \"%s\" is too much", s);
	}
	if (a->pixel) {
		s = a->pixel;
		if (!number(&s, UINT16_MAX, &v) || *s++ != ',' || !number(&s, UINT16_MAX, &w) || *s)
			return fl_fail(err, FL_USAGE, "--pixel wants X,Y, not \"%s\"", a->pixel);
		q->x = (uint32_t)v;
		q->y = (uint32_t)w;
	}
	if (a->target) {
		s = a->target;
		if (!a->pixel)
			return fl_fail(err, FL_USAGE, "--target goes with --pixel");
		if (!number(&s, UINT64_MAX, &q->target) || *s)
			return fl_fail(err, FL_USAGE, "--target wants an address, not \"%s\"", a->target);
	}
	return FL_OK;
}

/* ---- answers ------------------------------------------------------------------------------------------- */
static enum fl_code events(const struct fl_look_trace *t, struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_replay_result res;
	enum fl_code code = fl_look_list(t, &list, NULL, &res, err);

	if (code)
		return code;
	printf("%s, %s: %u events\n", res.scene, res.chip, list.n);
	for (unsigned i = 0; i < list.n; i++) {
		const struct fl_look_event *e = &list.e[i];

		printf("%4u  %-8s %-24s stream %u +0x%04x", e->n, fl_look_kind_name(e->kind), e->name, e->run,
		       e->at_dw);
		if (e->primitive)
			printf("  %u vertices, %s", e->vertices, e->primitive);
		if (e->instances > 1)
			printf(", %u times", e->instances);
		if (e->kind == FL_LOOK_DISPATCH)
			printf("  %ux%ux%u groups", e->groups[0], e->groups[1], e->groups[2]);
		if (e->primitive)
			printf(", %llu samples", (unsigned long long)e->written);
		putchar('\n');
	}
	fl_look_list_free(&list);
	return FL_OK;
}

static void bytes(const char *before, const uint8_t *b, unsigned n)
{
	printf("%s0x", before);
	while (n--)
		printf("%02x", b[n]);
}

static void fragment(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	unsigned *n = arg;

	(void)m;
	++*n;
	printf("event %4u  ", f->event);
	if (f->primitive == FL_LOOK_NO_PRIMITIVE)
		printf("%-15s", "as a whole");
	else
		printf("primitive %-5u", f->primitive);
	if (f->sample)
		printf(" sample %u", f->sample);
	printf("  %s%-18s%s", fl_ink(stdout, f->fate == FL_LOOK_WRITTEN ? FL_GREEN : FL_YELLOW),
	       fl_look_fate_name(f->fate), fl_ink(stdout, FL_PLAIN));
	if (f->has_value) {
		bytes("  ", f->before, f->size_B);
		bytes(" -> ", f->after, f->size_B);
	}
	if (f->has_source)
		printf("  color %.4g %.4g %.4g %.4g", (double)f->source[0], (double)f->source[1],
		       (double)f->source[2], (double)f->source[3]);
	if (f->has_depth)
		printf("  depth %.6g, was %.6g", f->depth, f->depth_stored);
	putchar('\n');
}

static enum fl_code pixel(const struct fl_look_trace *t, const struct question *q, struct fl_err *err)
{
	struct fl_replay_result res;
	unsigned n = 0;
	enum fl_code code = fl_look_history(t, q->target, q->x, q->y, fragment, &n, &res, err);

	if (!code && !n)
		printf("nothing touches pixel %u,%u\n", q->x, q->y);
	return code;
}

/* Depths or stencils as a picture; what its grays and colors mean is said. */
static enum fl_code depths(const struct fl_look_trace *t, const struct question *q, struct fl_look_picture *p,
			   struct fl_err *err)
{
	struct fl_look_depths d;
	enum fl_code code = fl_look_depths(t, q->event, &d, err);

	if (!code && q->a->stencils && !d.buffer.has_stencil)
		code = fl_fail(err, FL_USAGE, "the depth buffer of event %u has no stencil: its format is %s",
			       q->event, d.buffer.format);
	if (!code)
		code = fl_look_depth_picture(&d, q->a->stencils, p, err);
	if (!code && !q->a->quiet && !q->a->stencils)
		fprintf(fl_film_is_pipe(q->a->out) ? stderr : stdout,
			"depths from %.9g, black, to %.9g, white\n", d.least, d.most);
	fl_look_depths_free(&d);
	return code;
}

/* All three sums, and where there is most of what is asked for. */
static enum fl_code costs(const struct fl_look_trace *t, const struct question *q, struct fl_look_picture *p,
			  struct fl_err *err)
{
	FILE *to = fl_film_is_pipe(q->a->out) ? stderr : stdout;
	struct fl_look_costs c;
	enum fl_code code = fl_look_costs(t, q->event, q->last, &c, err);
	size_t at = 0;

	if (code)
		return code;
	if (p)
		code = fl_look_cost_picture(&c, q->cost, p, err);
	while (c.most[q->cost] && c.count[q->cost][at] != c.most[q->cost])
		at++;
	for (unsigned i = 0; i < FL_LOOK_COSTS && !q->a->quiet; i++)
		fprintf(to, "%s%llu %s", i ? ", " : "", (unsigned long long)c.total[i], fl_look_cost_name(i));
	if (!q->a->quiet)
		fprintf(to, "; most %s: %u, first at %u,%u\n", fl_look_cost_name(q->cost), c.most[q->cost],
			c.width ? (unsigned)(at % c.width) : 0, c.width ? (unsigned)(at / c.width) : 0);
	fl_look_costs_free(&c);
	return code;
}

static void put_vector(const struct fl_look_vector *v, unsigned lane)
{
	printf("  %s:", v->name);
	for (unsigned c = 0; c < v->n; c++) {
		float f;

		memcpy(&f, &v->v[c][lane], sizeof f);
		if (v->integers)
			printf(" %u", v->v[c][lane]);
		else
			printf(" %.6g", (double)f);
	}
	putchar('\n');
}

static void put_vertices(void *arg, struct fl_model *m, const struct fl_look_vertices *v)
{
	unsigned *n = arg;

	(void)m;
	*n += v->n;
	for (unsigned k = 0; k < v->n; k++) {
		printf("vertex %u", v->index[k]);
		if (v->instance)
			printf(" of instance %u", v->instance);
		printf(", at %.6g, %.6g, depth %.6g\n", (double)v->window[k][0], (double)v->window[k][1],
		       (double)v->window[k][2]);
		for (unsigned i = 0; i < v->n_inputs; i++)
			put_vector(&v->input[i], k);
		puts("  ->");
		for (unsigned i = 0; i < v->n_outputs; i++)
			put_vector(&v->output[i], k);
	}
}

static enum fl_code vertices(const struct fl_look_trace *t, const struct question *q, struct fl_err *err)
{
	unsigned n = 0;
	const struct fl_look_mesh_to to = {.vertices = put_vertices, .arg = &n};
	enum fl_code code = fl_look_mesh(t, q->event, &to, err);

	if (!code && !n)
		printf("event %u has no vertices\n", q->event);
	return code;
}

struct stepping {
	const struct fl_replay_result *res; /* which chip it is */
};

static void put_step(void *arg, struct fl_model *m, const struct fl_look_step *s)
{
	struct stepping *of = arg;
	char text[400], name[24];

	(void)m;
	fl_look_step_text(of->res->chip, s, text, sizeof text);
	if (s->at == FL_LOOK_BEGINS && s->pixel)
		printf("primitive %u\n", s->primitive);
	if (s->at == FL_LOOK_BEGINS)
		printf("      %s\n", text);
	else
		printf("%4u  %s%s\n", s->at, text, s->active ? "" : "  (not for this one)");
	for (unsigned i = 0; i < s->n_written; i++) {
		const struct fl_look_written *w = &s->written[i];
		float f;

		memcpy(&f, &w->bits, sizeof f);
		fl_look_register_text(w, name, sizeof name);
		printf("          %-8s 0x%08x  %.9g\n", name, w->bits, (double)f);
	}
}

static enum fl_code steps(const struct fl_look_trace *t, const struct question *q, struct fl_err *err)
{
	struct fl_replay_result res;
	struct stepping of = {.res = &res};

	return fl_look_program(t, &q->whose, put_step, &of, &res, err);
}

static enum fl_code picture(const struct fl_look_trace *t, const struct question *q,
			    const struct fl_scribe *scribe, struct fl_err *err)
{
	struct fl_look_picture p = {.rgba = NULL};
	enum fl_code code = q->a->cost                       ? costs(t, q, &p, err)
			    : q->a->vertices                 ? fl_look_wires(t, q->event, &p, err)
			    : q->a->texture                  ? fl_look_texture(t, &q->which, &p, err)
			    : q->a->depths || q->a->stencils ? depths(t, q, &p, err)
							     : fl_look_picture(t, q->event, &p, err);

	if (code)
		return code;
	for (size_t i = 0; i < (size_t)p.width * p.height; i++)
		memmove(p.rgba + 3 * i, p.rgba + 4 * i, 3);
	code = fl_scribe_picture(scribe, NULL, p.rgba, p.width, p.height, err);
	free(p.rgba);
	return code;
}

static enum fl_code answer(const struct fl_look_trace *t, const struct question *q,
			   const struct fl_scribe *scribe, struct fl_err *err)
{
	char *json;

	if (!q->a->json)
		return q->a->cost && !q->a->out       ? costs(t, q, NULL, err)
		       : q->a->cost                   ? picture(t, q, scribe, err)
		       : q->a->events                 ? events(t, err)
		       : q->a->vertices && !q->a->out ? vertices(t, q, err)
		       : q->a->steps                  ? steps(t, q, err)
		       : q->a->event                  ? picture(t, q, scribe, err)
						      : pixel(t, q, err);
	json = q->a->cost                       ? fl_look_costs_json(t, q->event, q->last, err)
	       : q->a->events                   ? fl_look_events_json(t, err)
	       : q->a->texture                  ? fl_look_texture_json(t, &q->which, err)
	       : q->a->depths || q->a->stencils ? fl_look_depths_json(t, q->event, err)
	       : q->a->steps                    ? fl_look_program_json(t, &q->whose, err)
	       : q->a->vertices                 ? fl_look_vertices_json(t, q->event, UINT32_MAX, err)
	       : q->a->event                    ? fl_look_draw_json(t, q->event, err)
						: fl_look_pixel_json(t, q->target, q->x, q->y, err);
	if (!json)
		return err->code ? err->code : FL_FAILED;
	puts(json);
	free(json);
	return FL_OK;
}

/* ---- the scene ----------------------------------------------------------------------------------------- */
static const char *scene_of(const char *path, char *out, size_t size)
{
	const char *base = strrchr(path, '/');

	base = base ? base + 1 : path;
	snprintf(out, size, "%.*s", (int)strcspn(base, "."), base);
	return out;
}

/* The one trace of the set that --scene matches. FL_USAGE: there is none, or more than one. */
static enum fl_code find(const struct fl_args *a, const char *path, const uint8_t *data, size_t size_B,
			 struct fl_pack_file *found, struct fl_err *err)
{
	struct fl_pack_file f;
	char scene[64];
	size_t at = 0;
	unsigned n = 0;
	int more;

	while ((more = fl_pack_next(data, size_B, &at, &f, err)) > 0) {
		const size_t len = strlen(f.name);

		if (len <= 6 || strcmp(f.name + len - 6, ".trace") ||
		    (a->scene && fnmatch(a->scene, scene_of(f.name, scene, sizeof scene), 0)))
			continue;
		*found = f;
		n++;
	}
	if (more < 0)
		return err->code;
	if (n != 1)
		return fl_fail(err, FL_USAGE,
			       "%u scenes of %s match: say with --scene which one to look into", n, path);
	return FL_OK;
}

/* A trace as it was read, or a scene of a set. */
struct opened {
	struct fl_look_trace t;
	uint8_t *data;
	char name[64];
};

static enum fl_code open_trace(const struct fl_args *a, const char *path,
			       const struct fl_model_config *config, struct opened *o, struct fl_err *err)
{
	struct fl_pack_file f = {.data = NULL};
	char scene[64];
	size_t size_B;
	const char *name = path;

	o->data = fl_pack_read(path, &size_B, err);
	if (!o->data)
		return err->code;
	o->t = (struct fl_look_trace){.data = o->data, .size_B = size_B, .name = o->name, .config = *config};
	if (fl_pack_is_tar(o->data, size_B)) {
		const enum fl_code code = find(a, path, o->data, size_B, &f, err);

		if (code)
			return code;
		o->t.data = f.data;
		o->t.size_B = f.size_B;
		name = f.name;
	}
	fl_visible(o->name, sizeof o->name, scene_of(name, scene, sizeof scene));
	return FL_OK;
}

static enum fl_code look(const struct fl_args *a, const struct question *q,
			 const struct fl_model_config *config, const struct fl_scribe *scribe,
			 struct fl_err *err)
{
	struct opened o;
	enum fl_code code = open_trace(a, a->operand[0], config, &o, err);

	if (!code)
		code = answer(&o.t, q, scribe, err);
	free(o.data);
	return code;
}

int fl_replay_look(const struct fl_args *a, const struct fl_model_config *config)
{
	struct question q = {.a = a};
	struct fl_scribe scribe = {.fd = -1};
	struct fl_err err = {0};
	enum fl_code code = ask(&q, a, &err);

	if (!code)
		code = fl_scribe_start(&scribe, a->out, &err);
	if (!code)
		code = fl_sandbox_for_files(a, scribe.fd, &err);
	if (!code)
		code = look(a, &q, config, &scribe, &err);
	fl_scribe_stop(&scribe);
	return code ? fl_complain_err(&err) : FL_OK;
}

/* ---- two traces ---------------------------------------------------------------------------------------- */
static void put_state(const struct fl_look_diff *d)
{
	for (unsigned i = 0; i < d->n_cells; i++) {
		const struct fl_look_diff_cell *c = &d->cell[i];

		printf("  %-36s", c->name);
		for (unsigned k = 0; k < 2; k++)
			if (c->set[k])
				printf("%s0x%08x", k ? " -> " : " ", c->value[k]);
			else
				printf("%snot set", k ? " -> " : " ");
		putchar('\n');
	}
}

static void put_calls(const struct fl_look_diff *d)
{
	for (unsigned k = 0; k < 2; k++) {
		const struct fl_look_event *e = &d->call[k];
		const char sign = k ? '+' : '-';

		printf("  %c %s: %s, %u vertices, %u instances, %llu primitives, %llu samples\n", sign,
		       fl_look_kind_name(e->kind), e->name, e->vertices, e->instances,
		       (unsigned long long)e->primitives, (unsigned long long)e->written);
	}
}

static void put_diff(const struct fl_look_diff *d)
{
	static const char *const of[FL_LOOK_DIFFS] = {"what is done", "state", "picture", "depth buffer"};

	for (unsigned i = 0; i < FL_LOOK_DIFFS; i++) {
		const uint32_t n = d->first[i];

		if (n == FL_LOOK_TO_THE_END)
			continue;
		printf("%sevent %u%s, %s:", fl_ink(stdout, FL_BOLD), n, fl_ink(stdout, FL_PLAIN), of[i]);
		if (i == FL_LOOK_DIFF_COLOR)
			printf(" %u pixels differ, first at %u,%u: %02x%02x%02x%02x -> %02x%02x%02x%02x",
			       d->color.n, d->color.x, d->color.y, d->rgba[0][0], d->rgba[0][1],
			       d->rgba[0][2], d->rgba[0][3], d->rgba[1][0], d->rgba[1][1], d->rgba[1][2],
			       d->rgba[1][3]);
		if (i == FL_LOOK_DIFF_DEPTH)
			printf(" %u samples differ, first at %u,%u: %.9g, stencil %u -> %.9g, stencil %u",
			       d->depth.n, d->depth.x, d->depth.y, d->z[0], d->stencil[0], d->z[1],
			       d->stencil[1]);
		putchar('\n');
		if (i == FL_LOOK_DIFF_CALL)
			put_calls(d);
		if (i == FL_LOOK_DIFF_STATE)
			put_state(d);
	}
	if (d->events[0] != d->events[1])
		printf("%u events, and %u\n", d->events[0], d->events[1]);
	if (d->same)
		printf("the same: %u events\n", d->events[0]);
}

static enum fl_code diff(const struct fl_args *a, const struct fl_model_config *config,
			 struct fl_look_diff *d, struct fl_err *err)
{
	struct opened o[2] = {{.data = NULL}};
	enum fl_code code = fl_sandbox_for_files(a, -1, err);
	char *json = NULL;

	for (int i = 0; !code && i < 2; i++)
		code = open_trace(a, a->operand[i], config, &o[i], err);
	if (!code)
		code = fl_look_diff(&o[0].t, &o[1].t, d, err);
	if (!code && a->json) {
		json = fl_look_diff_json(d, err);
		code = json ? FL_OK : err->code;
	}
	if (json)
		puts(json);
	else if (!code)
		put_diff(d);
	free(json);
	free(o[0].data);
	free(o[1].data);
	return code;
}

int fl_replay_diff(const struct fl_args *a, const struct fl_model_config *config)
{
	struct fl_look_diff d = {.same = true};
	struct fl_err err = {0};
	bool same;

	if (a->n_operands != 2)
		return fl_complain(FL_USAGE, "replay: --diff compares two traces, A and B");
	if (a->out || a->html || a->events || a->event || a->pixel)
		return fl_complain(FL_USAGE, "replay: --diff goes with --scene and --json alone");
	if (diff(a, config, &d, &err))
		return fl_complain_err(&err);
	same = d.same;
	fl_look_diff_free(&d);
	return same ? FL_OK : FL_FAILED;
}
