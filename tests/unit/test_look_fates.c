/* SPDX-License-Identifier: MIT
 *
 * What becomes of a sample (hw/model/fl_model_look.h): a pixel is watched while the library draws over it, on
 * a chip of each family, so that a known test, and no other, stops the draw there. The fates are those that
 * the functions' manual promises (lib/fl_draw.h).
 */
#include "hw/model/fl_model_look.h"
#include "tests/unit/test_lib_rig.h"

#include <criterion/parameterized.h>

enum { X = 20, Y = 20, MOST = 16 };
static const float MIDDLE = 20.5f, NEAR = 0.25f, FAR = 0.75f;

struct seen {
	uint64_t target;
	unsigned n, draws;
	struct fl_look_fragment f[MOST];
};

static void event(void *arg, struct fl_model *m, const struct fl_look_event *e)
{
	struct seen *s = arg;

	if (e->kind == FL_LOOK_DRAW && e->color[0] != FL_LOOK_NONE)
		s->target = e->color[0];
	s->draws += !strcmp(fl_look_kind_name(e->kind), "draw");
}

static void fragment(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	struct seen *s = arg;

	cr_assert_lt(s->n, (unsigned)MOST);
	s->f[s->n++] = *f;
}

/* ---- what is drawn over the pixel ---------------------------------------------------------------------- */
static void fill(struct fl_draw *d)
{
	rect(d, 2, 2, 60, 60, FAR);
}

static void line(struct fl_draw *d)
{
	fl_begin(d, FL_LINES);
	fl_vertex(d, 3.5f, MIDDLE, FAR);
	fl_vertex(d, 60.5f, MIDDLE, FAR);
	fl_end(d);
}

static void point(struct fl_draw *d)
{
	fl_point_size(d, 5);
	fl_begin(d, FL_POINTS);
	fl_vertex(d, MIDDLE, MIDDLE, FAR);
	fl_end(d);
}

/* ---- what stops it ------------------------------------------------------------------------------------- */
static void nothing(struct fl_draw *d)
{
}

static void scissor(struct fl_draw *d)
{
	fl_scissor(d, 4, 4, 12, 12);
}

static void behind(struct fl_draw *d)
{
	fl_depth(d, true, FL_LESS, true);
}

static void stencil(struct fl_draw *d)
{
	fl_stencil(d, true, FL_EQUAL, 7, 0xff, 0xff);
}

static void alpha(struct fl_draw *d)
{
	fl_alpha_test(d, true, FL_GREATER, 0xf0);
}

/* The pattern's bit k is for the k-th pixel of the line: pixel 20 is the 17th of one that begins at 3. */
static void pattern(struct fl_draw *d)
{
	fl_line_stipple(d, 1, 0xfffd);
}

struct row {
	void (*set)(struct fl_draw *d);
	void (*draw)(struct fl_draw *d);
	enum fl_look_fate fate;
	const char *name;
};
static const struct row rows[] = {
    {nothing, fill, FL_LOOK_WRITTEN, "written"},  {nothing, line, FL_LOOK_WRITTEN, "written"},
    {nothing, point, FL_LOOK_WRITTEN, "written"}, {scissor, fill, FL_LOOK_SCISSOR, "scissor"},
    {scissor, line, FL_LOOK_SCISSOR, "scissor"},  {scissor, point, FL_LOOK_SCISSOR, "scissor"},
    {behind, fill, FL_LOOK_DEPTH, "depth"},       {behind, line, FL_LOOK_DEPTH, "depth"},
    {stencil, fill, FL_LOOK_STENCIL, "stencil"},  {stencil, point, FL_LOOK_STENCIL, "stencil"},
    {alpha, fill, FL_LOOK_ALPHA, "alpha"},        {pattern, line, FL_LOOK_STIPPLE, "stipple"},
    {pattern, fill, FL_LOOK_WRITTEN, "written"},
};

struct chip {
	char name[16];
	enum fl_look_fate
	    stipple; /* FL_LOOK_ALPHA: a texture holds the pattern; FL_LOOK_FATES: there is none */
};
static const struct chip chips[] = {{"r580", FL_LOOK_ALPHA},
				    {"rv770", FL_LOOK_STIPPLE},
				    {"bonaire", FL_LOOK_STIPPLE},
				    {"gc2000", FL_LOOK_FATES}};

ParameterizedTestParameters(look_fates, each)
{
	return cr_make_param_array(struct chip, (void *)(uintptr_t)chips, sizeof(chips) / sizeof(*chips));
}

/* The depth buffer holds what is near, the stencils 3, the color has an alpha of half. */
static void begin(struct rig *r, const struct chip *c)
{
	struct fl_draw *d = &r->stage.d;

	fl_scissor_off(d);
	fl_depth(d, false, FL_ALWAYS, false);
	fl_stencil(d, false, FL_ALWAYS, 0, 0xff, 0xff);
	fl_alpha_test(d, false, FL_ALWAYS, 0);
	fl_color_mask(d, true, true, true, true);
	if (c->stipple != FL_LOOK_FATES)
		fl_line_stipple(d, 0, 0);
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff000000, NEAR, 3);
	pixels(d);
	fl_color_argb(d, 0x80ff8040);
}

static void finish(struct rig *r)
{
	struct fl_err err = {0};

	cr_assert_eq(fl_stage_finish(&r->stage, &err), FL_OK, "%s", err.text);
}

ParameterizedTest(struct chip *c, look_fates, each, .timeout = 60)
{
	struct rig *r = rig_open_chip(c->name, W, H, false);
	struct seen s = {0};
	struct fl_look look = {
	    .stop = FL_LOOK_TO_THE_END, .event = event, .fragment = fragment, .arg = &s, .x = X, .y = Y};
	uint64_t target;

	begin(r, c);
	fill(&r->stage.d);
	cr_assert(fl_model_look(r->m, &look));
	finish(r);
	target = s.target;
	cr_assert(s.draws);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct row *row = &rows[i];
		const enum fl_look_fate want = row->fate == FL_LOOK_STIPPLE ? c->stipple : row->fate;
		unsigned of = 0;

		if (row->set == pattern && c->stipple == FL_LOOK_FATES)
			continue;
		begin(r, c);
		finish(r);
		row->set(&r->stage.d);
		row->draw(&r->stage.d);
		memset(&s, 0, sizeof(s));
		look.watched = true;
		look.target = target;
		cr_assert(fl_model_look(r->m, &look));
		finish(r);
		cr_assert(s.n, "%s, row %u: the history is empty", c->name, i);
		for (unsigned k = 0; k < s.n; k++)
			of += s.f[k].fate == want;
		cr_expect(of == s.n, "%s, row %u: %u of %u are not \"%s\"; the first is \"%s\"", c->name, i,
			  s.n - of, s.n, row->name, fl_look_fate_name(s.f[0].fate));
		cr_expect_str_eq(fl_look_fate_name(row->fate), row->name);
		if (row->fate == FL_LOOK_DEPTH)
			cr_expect(fabs(s.f[0].depth - (double)FAR) < 1e-4 &&
				  fabs(s.f[0].depth_stored - (double)NEAR) < 1e-4);
		if (row->fate == FL_LOOK_STENCIL)
			cr_expect_eq(s.f[0].stencil_stored, 3);
		cr_assert(fl_model_look(r->m, NULL));
	}
	rig_close(r);
}
