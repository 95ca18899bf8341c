/* SPDX-License-Identifier: MIT
 *
 * Vertices and primitives of a draw (demos/firstlight/look.h), in recorded scenes of all families: what their
 * programs of OpenGL gave is written down here, and what becomes of it follows from that.
 */
#include "tests/unit/look_scene.h"

#include <criterion/parameterized.h>
#include <math.h>

enum { SIDE = 128, MOST = 300 };

struct seen {
	unsigned n, waves, n_primitives;
	struct vertex {
		uint32_t index, instance;
		float in[2][4], position[4], first[4], window[4]; /* first: output after the position */
		uint8_t n_in[2];
	} v[MOST];
	struct fl_look_primitive p[MOST];
};

static void vector(const struct fl_look_vector *from, unsigned lane, float to[4])
{
	for (unsigned c = 0; c < from->n; c++)
		memcpy(&to[c], &from->v[c][lane], sizeof(*to));
}

static void note_vertices(void *arg, struct fl_model *m, const struct fl_look_vertices *v)
{
	struct seen *s = arg;

	(void)m;
	s->waves++;
	cr_assert(v->n_inputs >= 1 && v->n_outputs >= 2, "%u, %u", v->n_inputs, v->n_outputs);
	cr_expect_str_eq(v->output[0].name, "position");
	for (unsigned k = 0; k < v->n; k++) {
		struct vertex *to = &s->v[s->n++];

		cr_assert(s->n < MOST);
		to->index = v->index[k];
		to->instance = v->instance;
		for (unsigned i = 0; i < 2 && i < v->n_inputs; i++) {
			vector(&v->input[i], k, to->in[i]);
			to->n_in[i] = v->input[i].n;
		}
		vector(&v->output[0], k, to->position);
		vector(&v->output[1], k, to->first);
		memcpy(to->window, v->window[k], sizeof to->window);
	}
}

static void note_primitive(void *arg, struct fl_model *m, const struct fl_look_primitive *p)
{
	struct seen *s = arg;

	(void)m;
	cr_assert(s->n_primitives < MOST);
	s->p[s->n_primitives++] = *p;
}

/* Of the last draw that has primitives. */
static struct seen *look(const char *set, const char *name)
{
	const struct fl_look_trace t = look_open(set, name);
	struct fl_look_list list = look_events(&t);
	struct seen *s = calloc(1, sizeof *s);
	const struct fl_look_mesh_to to = {note_vertices, note_primitive, s};
	struct fl_err err = {0};
	uint32_t n = list.n;

	while (n && (list.e[n - 1].kind != FL_LOOK_DRAW || !list.e[n - 1].primitives))
		n--;
	cr_assert(s && n);
	cr_assert_eq(fl_look_mesh(&t, n - 1, &to, &err), FL_OK, "%s", err.text);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)t.data);
	return s;
}

static bool same(const float *a, const float *b, unsigned n)
{
	for (unsigned c = 0; c < n; c++)
		if (a[c] != b[c])
			return false;
	return true;
}

static bool near(float a, double b)
{
	return fabs((double)a - b) < 1e-3;
}

/* OpenGL's viewport over the whole picture, rows from above. */
static void expect_window(const char *set, const struct vertex *v)
{
	cr_expect(near(v->window[0], ((double)v->position[0] + 1) * SIDE / 2) &&
		      near(v->window[1], (1 - (double)v->position[1]) * SIDE / 2) &&
		      near(v->window[2], ((double)v->position[2] + 1) / 2) && v->window[3] == 1,
		  "%s: vertex %u at %g, %g, %g, %g", set, v->index, (double)v->window[0],
		  (double)v->window[1], (double)v->window[2], (double)v->window[3]);
}

struct set {
	char name[16];
};

static const struct set sets[] = {{"r300"}, {"r500"},       {"r600"}, {"r600_rv710"},
				  {"cik"},  {"cik_hawaii"}, {"gc"},   {"gc7000l"}};

/* ---- without indices ----------------------------------------------------------------------------------- */
ParameterizedTestParameters(look_vertex, two_triangles)
{
	return cr_make_param_array(struct set, (void *)(uintptr_t)sets, sizeof sets / sizeof *sets);
}

/* depth_less: the program passes positions and colors on. */
ParameterizedTest(struct set *set, look_vertex, two_triangles)
{
	static const float corner[6][3] = {{-0.9f, 0.8f, 0.6f}, {0.9f, 0.8f, -0.4f}, {0, -0.9f, 0.1f},
					   {-0.9f, 0.1f, 0.3f}, {0.9f, 0.3f, -0.2f}, {0.2f, -0.7f, -0.6f}};
	struct seen *s = look(set->name, "depth_less");

	cr_assert(s->n == 6 && s->n_primitives == 2, "%s: %u, %u", set->name, s->n, s->n_primitives);
	for (unsigned i = 0; i < 6; i++) {
		const struct vertex *v = &s->v[i];
		const unsigned at = same(v->in[0], corner[i], 3) ? 0 : 1; /* the colors are the other */

		cr_expect_eq(v->index, i);
		cr_expect_eq(v->instance, 0);
		cr_expect(same(v->in[at], corner[i], 3), "%s: vertex %u is fetched as %g, %g, %g", set->name,
			  i, (double)v->in[at][0], (double)v->in[at][1], (double)v->in[at][2]);
		cr_expect(same(v->position, corner[i], 3) && v->position[3] == 1, "%s: %u", set->name, i);
		cr_expect(same(v->first, v->in[1 - at], v->n_in[1 - at]), "%s: color of %u", set->name, i);
		expect_window(set->name, v);
		cr_expect(same(s->p[i / 3].corner[i % 3], v->window, 4), "%s: corner %u", set->name, i);
		cr_expect_eq(s->p[i / 3].number, i / 3);
		cr_expect_eq(s->p[i / 3].n, 3);
	}
	free(s);
}

/* ---- with indices -------------------------------------------------------------------------------------- */
ParameterizedTestParameters(look_vertex, a_vertex_that_comes_again_runs_once)
{
	return cr_make_param_array(struct set, (void *)(uintptr_t)sets, sizeof sets / sizeof *sets);
}

/* idx16: 94 triangles of 62 vertices. */
ParameterizedTest(struct set *set, look_vertex, a_vertex_that_comes_again_runs_once)
{
	struct seen *s = look(set->name, "idx16");
	bool there[256] = {false};
	unsigned strange = 0;

	cr_assert_eq(s->n, 62, "%s: %u vertices", set->name, s->n);
	cr_assert_eq(s->n_primitives, 94, "%s: %u triangles", set->name, s->n_primitives);
	for (unsigned i = 0; i < s->n; i++) {
		cr_assert(s->v[i].index < 256 && !there[s->v[i].index], "%s: %u", set->name, s->v[i].index);
		there[s->v[i].index] = true;
		cr_expect(same(s->v[i].position, s->v[i].in[0], s->v[i].n_in[0]));
		expect_window(set->name, &s->v[i]);
	}
	/* each corner is one of the vertices */
	for (unsigned i = 0; i < s->n_primitives; i++)
		for (unsigned k = 0; k < 3; k++) {
			bool found = false;

			for (unsigned v = 0; v < s->n; v++)
				found |= same(s->p[i].corner[k], s->v[v].window, 4);
			strange += !found;
		}
	cr_expect_eq(strange, 0, "%s: %u corners are no vertices", set->name, strange);
	free(s);
}

/* ---- instances ----------------------------------------------------------------------------------------- */
/* instanced: a fifth of the triangle, moved by what its instance says: nine of them. */
Test(look_vertex, instances)
{
	static const char *const names[] = {"r600", "cik"};

	for (unsigned i = 0; i < 2; i++) {
		struct seen *s = look(names[i], "instanced");
		bool there[9] = {false};

		cr_assert(s->n == 27 && s->waves == 9 && s->n_primitives == 9, "%s: %u", names[i], s->n);
		for (unsigned k = 0; k < s->n; k++) {
			const struct vertex *v = &s->v[k];

			cr_assert_lt(v->instance, 9u);
			there[v->instance] = true;
			cr_expect_eq(v->index, k % 3);
			for (unsigned c = 0; c < 2; c++)
				cr_expect(
				    near(v->position[c], 0.2 * (double)v->in[0][c] + (double)v->in[1][c]),
				    "%s: vertex %u of instance %u", names[i], v->index, v->instance);
		}
		for (unsigned k = 0; k < 9; k++)
			cr_expect(there[k], "%s: instance %u", names[i], k);
		free(s);
	}
}

/* ---- the wire frame ------------------------------------------------------------------------------------ */
/* Over the picture: of three sides, and nothing else. */
Test(look_vertex, a_wire_frame)
{
	static const struct {
		const char *set;
		bool below;
	} of[] = {{"r500", true}, {"r600", true}, {"cik", true}, {"gc", false}};
	static const double corner[3][2] = {{-0.9, -0.8}, {0.9, -0.8}, {0, 0.9}}; /* of the first draw */

	for (unsigned i = 0; i < 4; i++) {
		const struct fl_look_trace t = look_open(of[i].set, "depth_less");
		struct fl_look_list list = look_events(&t);
		struct fl_look_picture p, w;
		struct fl_err err = {0};
		unsigned inked = 0, far = 0;
		const uint32_t n = list.n - 2;

		cr_assert_eq(fl_look_picture(&t, n, &p, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_look_wires(&t, n, &w, &err), FL_OK, "%s", err.text);
		for (unsigned at = 0; at < SIDE * SIDE; at++) {
			const double x = at % SIDE + 0.5,
				     y = of[i].below ? at / SIDE + 0.5 : SIDE - (at / SIDE) - 0.5;
			double least = SIDE;

			if (!memcmp(p.rgba + 4 * at, w.rgba + 4 * at, 4))
				continue;
			inked++;
			for (unsigned k = 0; k < 3; k++) {
				const double ax = (corner[k][0] + 1) * 64, ay = (corner[k][1] + 1) * 64,
					     dx = (corner[(k + 1) % 3][0] + 1) * 64 - ax,
					     dy = (corner[(k + 1) % 3][1] + 1) * 64 - ay;

				least = fmin(least, fabs((x - ax) * dy - (y - ay) * dx) / hypot(dx, dy));
			}
			far += least > 0.8;
		}
		cr_expect_eq(far, 0, "%s: %u pixels are on no side", of[i].set, far);
		/* 115 pixels to the right, twice 109 up */
		cr_expect(inked > 325 && inked < 340, "%s: %u pixels", of[i].set, inked);
		free(p.rgba);
		free(w.rgba);
		fl_look_list_free(&list);
		free((void *)(uintptr_t)t.data);
	}
}

Test(look_vertex, events_without_vertices)
{
	const struct fl_look_trace t = look_open("gc", "depth_less");
	struct fl_look_picture w;
	struct fl_err err = {0};
	char *json = fl_look_vertices_json(&t, 0, UINT32_MAX, &err);

	cr_assert(json, "%s", err.text);
	cr_expect(strstr(json, "\"n_vertices\":0") || strstr(json, "\"n_vertices\": 0"), "%s", json);
	free(json);
	json = fl_look_vertices_json(&t, 3, 4, &err);
	cr_assert(json, "%s", err.text);
	cr_expect(strstr(json, "\"index\":3") || strstr(json, "\"index\": 3"));
	cr_expect(!strstr(json, "\"index\":4") && !strstr(json, "\"index\": 4"), "four at most: %s", json);
	cr_expect(strstr(json, "\"n_vertices\":6") || strstr(json, "\"n_vertices\": 6"));
	free(json);
	cr_expect_null(fl_look_vertices_json(&t, 1000, 4, &err));
	cr_expect(strstr(err.text, "there is no event 1000"), "%s", err.text);
	cr_expect_eq(fl_look_wires(&t, 1000, &w, &err), FL_USAGE);
	free((void *)(uintptr_t)t.data);
}

/* Mesa copies a buffer by vertices that are streamed to memory: they never come to the rasterizer, and those
 * of the copy that takes the picture, after all events, are no other's. */
Test(look_vertex, vertices_that_go_to_memory)
{
	const struct fl_look_trace t = look_open("r600", "depth_tex");
	struct fl_err err = {0};
	char *json = fl_look_vertices_json(&t, 1, UINT32_MAX, &err);

	cr_assert(json, "%s", err.text);
	cr_expect(strstr(json, "\"n_vertices\":0") || strstr(json, "\"n_vertices\": 0"), "%.300s", json);
	cr_expect(!strstr(json, "\"index\""), "%.300s", json);
	free(json);
	free((void *)(uintptr_t)t.data);
}
