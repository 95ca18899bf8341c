/* SPDX-License-Identifier: MIT
 *
 * Programs step by step (demos/firstlight/look.h), in recorded scenes: by the plain path, beside what the
 * fast one makes of the same vertices and pixels; and beside what the scenes' programs of OpenGL say.
 */
#include "tests/unit/look_scene.h"

#include <criterion/parameterized.h>
#include <math.h>

enum { REGISTERS = 512, MOST_NAME = 16 };

/* Registers as the steps leave them. */
struct seen {
	unsigned n, steps, runs, begins, active;
	struct {
		char name[MOST_NAME]; /* without the component */
		uint32_t v[4];
		bool by_step; /* an instruction has written it */
	} r[REGISTERS];
	bool single;   /* registers have no components */
	char last[64]; /* instruction */
	const char *chip;
};

static void write_to(struct seen *s, const struct fl_look_written *w, bool by_step)
{
	char name[MOST_NAME];
	unsigned i = 0;

	snprintf(name, sizeof name, "%s%u", w->bank, w->index);
	while (i < s->n && strcmp(s->r[i].name, name))
		i++;
	cr_assert(i < REGISTERS && w->component < 4);
	if (i == s->n)
		snprintf(s->r[s->n++].name, MOST_NAME, "%s", name);
	s->r[i].v[w->component] = w->bits;
	s->single |= !w->has_components;
	s->r[i].by_step |= by_step;
}

static void note(void *arg, struct fl_model *m, const struct fl_look_step *step)
{
	struct seen *s = arg;

	(void)m;
	s->runs = step->run + 1;
	if (step->at == FL_LOOK_BEGINS) {
		cr_expect_eq(step->n, 0);
		s->n = 0;
		s->begins++;
		memset(s->r, 0, sizeof s->r);
	} else {
		s->steps++;
		s->active += step->active;
		if (s->chip)
			fl_look_step_text(s->chip, step, s->last, sizeof s->last);
	}
	for (unsigned i = 0; i < step->n_written; i++)
		write_to(s, &step->written[i], step->at != FL_LOOK_BEGINS);
}

static bool holds_at(const struct seen *s, unsigned i, unsigned c, float v, double apart)
{
	float f;

	memcpy(&f, &s->r[i].v[c], sizeof f);
	return fabs((double)f - (double)v) <= apart;
}

/* Does a register hold these numbers? n of them, to so much. Registers of Sea Islands hold one each. */
static bool holds(const struct seen *s, const float *v, unsigned n, double apart, bool by_step)
{
	unsigned each = 0;

	for (unsigned i = 0; i < s->n; i++) {
		bool is = !by_step || s->r[i].by_step;

		for (unsigned c = 0; c < n; c++)
			is = is && holds_at(s, i, c, v[c], apart);
		if (is)
			return true;
	}
	for (unsigned c = 0; c < n; c++)
		for (unsigned i = 0; i < s->n; i++)
			if (s->single && (!by_step || s->r[i].by_step) && holds_at(s, i, 0, v[c], apart)) {
				each++;
				break;
			}
	return each == n;
}

/* A half as a number; no infinities. */
static double half(unsigned h)
{
	const unsigned e = h >> 10 & 31;
	const double m = ldexp((h & 0x3ff) + (e ? 0x400 : 0), (e ? (int)e : 1) - 25);

	return h >> 15 & 1 ? -m : m;
}

/* A register that an instruction has written holds a pair of halves; what becomes of halves on their way to
 * the target is less than the next one. */
static bool holds_pair(const struct seen *s, const float *v)
{
	for (unsigned i = 0; i < s->n; i++) {
		const double apart[2] = {half(s->r[i].v[0] & 0xffff) - (double)v[0],
					 half(s->r[i].v[0] >> 16) - (double)v[1]};

		if (s->r[i].by_step && fabs(apart[0]) < 0x1p-10 * (double)v[0] &&
		    fabs(apart[1]) < 0x1p-10 * (double)v[1])
			return true;
	}
	return false;
}

/* The last draw that has primitives. */
static uint32_t last_draw(const struct fl_look_trace *t)
{
	struct fl_look_list list = look_events(t);
	uint32_t n = list.n;

	while (n && (list.e[n - 1].kind != FL_LOOK_DRAW || !list.e[n - 1].primitives))
		n--;
	cr_assert(n);
	fl_look_list_free(&list);
	return n - 1;
}

struct set {
	char name[16];
};
static const struct set sets[] = {{"r300"},   {"r500"},    {"r600"}, {"r600_rv710"}, {"gc"},
				  {"gc3000"}, {"gc7000l"}, {"cik"},  {"cik_hawaii"}};

/* ---- vertices ------------------------------------------------------------------------------------------ */
ParameterizedTestParameters(look_program, a_vertex)
{
	return cr_make_param_array(struct set, (void *)(uintptr_t)sets, sizeof sets / sizeof *sets);
}

/* depth_less passes positions and colors on: the second vertex is green. */
ParameterizedTest(struct set *set, look_program, a_vertex)
{
	static const float position[3] = {0.9f, 0.8f, -0.4f}, color[4] = {0, 1, 0, 1};
	const struct fl_look_trace t = look_open(set->name, "depth_less");
	const struct fl_look_whose whose = {.event = last_draw(&t), .index = 1};
	struct fl_replay_result res;
	struct seen s = {.chip = NULL};
	struct fl_err err = {0};

	cr_assert_eq(fl_look_program(&t, &whose, note, &s, &res, &err), FL_OK, "%s: %s", set->name, err.text);
	cr_expect(s.runs == 1 && s.begins == 1, "%s: %u, %u", set->name, s.runs, s.begins);
	cr_expect(s.steps >= 1 && s.active == s.steps, "%s: %u steps, %u", set->name, s.steps, s.active);
	cr_expect(holds(&s, position, 3, 0, false), "%s: no register has the position", set->name);
	cr_expect(holds(&s, color, 3, 0, false), "%s: no register has the color", set->name);
	free((void *)(uintptr_t)t.data);
}

/* ---- instances ----------------------------------------------------------------------------------------- */
/* instanced: a fifth of the triangle's corner, and what the instance adds. */
Test(look_program, a_vertex_of_an_instance)
{
	const struct fl_look_trace t = look_open("r600", "instanced");
	struct fl_look_whose whose = {.event = last_draw(&t), .index = 1};
	struct fl_replay_result res;
	struct fl_err err = {0};

	/* corners (-1, -1), (1, -1), (0, 1) in rows of three at -0.7, 0, 0.7 */
	for (whose.instance = 0; whose.instance < 9; whose.instance++) {
		const double at[2] = {-0.7 + 0.7 * (whose.instance % 3), -0.7 + 0.7 * (whose.instance / 3)};
		const float want[2] = {(float)(0.2 + at[0]), (float)(-0.2 + at[1])};
		struct seen s = {.chip = NULL};

		cr_assert_eq(fl_look_program(&t, &whose, note, &s, &res, &err), FL_OK, "%s", err.text);
		cr_expect(holds(&s, want, 2, 1e-6, true), "instance %u: no instruction gives %g, %g",
			  whose.instance, (double)want[0], (double)want[1]);
	}
	cr_expect_eq(fl_look_program(&t, &whose, note, &(struct seen){.n = 0}, &res, &err), FL_USAGE);
	cr_expect(strstr(err.text, "runs no program for that vertex"), "%s", err.text);
	free((void *)(uintptr_t)t.data);
}

/* gl3_gs draws four points, of which its geometry program makes squares. The points' own program is run by a
 * stage before the geometry; what copies the squares' corners has numbers of its own, 0 to 3, 16 to 19 ... */
Test(look_program, a_vertex_before_a_geometry_program)
{
	static const struct {
		uint32_t index, runs;
	} of[] = {{0, 2}, {3, 2}, {16, 1}, {19, 1}, {4, 0}};
	const struct fl_look_trace t = look_open("cik", "gl3_gs");
	struct fl_look_whose whose = {.event = last_draw(&t)};
	struct fl_replay_result res;
	struct fl_err err = {0};

	for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
		struct seen s = {.chip = "bonaire"};

		whose.index = of[i].index;
		cr_expect_eq(fl_look_program(&t, &whose, note, &s, &res, &err), of[i].runs ? FL_OK : FL_USAGE,
			     "vertex %u: %s", whose.index, err.text);
		cr_expect(s.runs == of[i].runs && s.begins == of[i].runs, "vertex %u: %u, %u", whose.index,
			  s.runs, s.begins);
		cr_expect(s.active == s.steps, "vertex %u: %u steps, %u", whose.index, s.steps, s.active);
		cr_expect_str_eq(s.last, of[i].runs ? "s_endpgm" : "");
	}
	cr_expect(strstr(err.text, "runs no program for that vertex"), "%s", err.text);
	free((void *)(uintptr_t)t.data);
}

/* ---- pixels -------------------------------------------------------------------------------------------- */
struct color {
	bool there;
	uint32_t event, primitive;
	float v[4];
};

static void note_color(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	struct color *c = arg;

	(void)m;
	if (!f->has_source || f->event != c->event)
		return;
	c->there = true;
	c->primitive = f->primitive;
	memcpy(c->v, f->source, sizeof c->v);
}

ParameterizedTestParameters(look_program, pixels)
{
	return cr_make_param_array(struct set, (void *)(uintptr_t)sets, sizeof sets / sizeof *sets);
}

/* The color that a pixel gets (its history, by the fast path) is in a register when the steps are over. */
ParameterizedTest(struct set *set, look_program, pixels)
{
	static const char *const names[] = {"tri_gouraud", "fs_math", "tex_linear"};
	/* R3xx: on their way to the target colors are rounded to 16 bits, after the program. */
	const double apart = strcmp(set->name, "r300") ? 0 : 1e-5;
	/* those programs of Sea Islands export halves */
	const bool halves = !strncmp(set->name, "cik", 3);

	for (unsigned k = 0; k < 3; k++) {
		const struct fl_look_trace t = look_open(set->name, names[k]);
		struct fl_look_whose whose = {.event = last_draw(&t), .pixel = true};
		unsigned judged = 0, steps = 0;

		for (unsigned i = 0; i < 6; i++) {
			struct color c = {.event = whose.event};
			struct seen s = {.chip = NULL};
			struct fl_replay_result res;
			struct fl_err err = {0};

			whose.x = 40 + 9 * i;
			whose.y = 60 + 3 * i;
			cr_assert_eq(
			    fl_look_history(&t, FL_LOOK_NONE, whose.x, whose.y, note_color, &c, &res, &err),
			    FL_OK, "%s", err.text);
			if (!c.there)
				continue;
			cr_assert_eq(fl_look_program(&t, &whose, note, &s, &res, &err), FL_OK, "%s/%s: %s",
				     set->name, names[k], err.text);
			judged++;
			steps += s.steps;
			cr_expect(halves ? holds_pair(&s, c.v) && holds_pair(&s, c.v + 2)
					 : holds(&s, c.v, 3, apart, false),
				  "%s/%s: (%u, %u): no register has the color %.9g, %.9g, %.9g", set->name,
				  names[k], whose.x, whose.y, (double)c.v[0], (double)c.v[1], (double)c.v[2]);
		}
		cr_expect(judged >= 3 && steps >= judged, "%s/%s: %u pixels, %u steps", set->name, names[k],
			  judged, steps);
		free((void *)(uintptr_t)t.data);
	}
}

/* ---- the picture stays the same ------------------------------------------------------------------------ */
static void nothing(void *arg, struct fl_model *m, const struct fl_look_step *s)
{
	(void)m;
	(void)s;
	++*(unsigned *)arg;
}

Test(look_program, a_pixel_that_is_looked_at_is_drawn_as_ever)
{
	static const char *const names[] = {"r500", "r600", "gc", "cik"};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		const struct fl_look_trace t = look_open(names[i], "fs_math");
		unsigned n = 0;
		struct fl_look look = {.stop = FL_LOOK_TO_THE_END, .watched = true, .x = 64, .y = 64};
		struct fl_replay_result plain, looked;
		struct fl_err err = {0};
		uint32_t w, h;

		look.target = fl_replay_target(t.data, t.size_B, &w, &h);
		cr_assert_eq(fl_look_run(&t, &look, NULL, &plain, &err), FL_OK, "%s", err.text);
		look.step = nothing;
		look.arg = &n;
		look.step_pixel = true;
		look.step_event = last_draw(&t);
		cr_assert_eq(fl_look_run(&t, &look, NULL, &looked, &err), FL_OK, "%s", err.text);
		cr_expect(n > 1, "%s: %u steps", names[i], n);
		cr_assert(plain.shot && looked.shot);
		cr_expect(!memcmp(plain.shot, looked.shot, (size_t)plain.w * plain.h * 4), "%s", names[i]);
		free(plain.shot);
		free(looked.shot);
		free((void *)(uintptr_t)t.data);
	}
}

/* ---- words ------------------------------------------------------------------------------------------- */
/* Instructions are the disassembler's; what is asked wrongly has a reason. */
Test(look_program, words)
{
	const struct fl_look_trace t = look_open("gc", "fs_math");
	struct fl_look_whose whose = {.event = last_draw(&t), .pixel = true, .x = 64, .y = 64};
	struct fl_replay_result res;
	struct seen s = {.chip = "gc2000"};
	struct fl_err err = {0};
	char *json;

	cr_assert_eq(fl_look_program(&t, &whose, note, &s, &res, &err), FL_OK, "%s", err.text);
	cr_expect(strlen(s.last) > 2 && !strchr(s.last, '\n'), "'%s'", s.last);
	json = fl_look_program_json(&t, &whose, &err);
	cr_assert(json, "%s", err.text);
	cr_expect(strstr(json, s.last) && strstr(json, "\"begins\""), "%s is not in %.300s", s.last, json);
	free(json);
	whose.event = 1000;
	cr_expect_null(fl_look_program_json(&t, &whose, &err));
	cr_expect(strstr(err.text, "there is no event 1000"), "%s", err.text);
	whose.event = 0; /* a clear */
	whose.pixel = false;
	cr_expect_null(fl_look_program_json(&t, &whose, &err));
	cr_expect(strstr(err.text, "runs no program"), "%s", err.text);
	free((void *)(uintptr_t)t.data);
}

/* Programs of Sea Islands run with the processor's denormals flushed; what is said of their registers is not:
 * 163756 is that many times 2^-149. */
Test(look_program, denormals_are_said_as_they_are)
{
	const struct fl_look_trace t = look_open("cik", "depth_funcs");
	const struct fl_look_whose whose = {.event = last_draw(&t)};
	struct fl_err err = {0};
	char *json = fl_look_program_json(&t, &whose, &err), want[64];

	cr_assert(json, "%s", err.text);
	snprintf(want, sizeof want, "\"bits\":163756,\"float\":%.9g", ldexp(163756, -149));
	cr_expect(strstr(json, want), "no %s", want);
	free(json);
	free((void *)(uintptr_t)t.data);
}
