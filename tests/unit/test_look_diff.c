/* SPDX-License-Identifier: MIT
 *
 * Two traces compared (demos/firstlight/look.h): a recorded scene, and a copy of it in which one register of
 * one draw was changed here.
 */
#include "demos/firstlight/gtrc.h"
#include "tests/unit/look_scene.h"

#include <criterion/parameterized.h>

/* colormask draws sixteen squares, one for each mask: in the last but one red alone is off. */
struct scene {
	char set[16], name[32];
	unsigned shift, red; /* of the mask in the register, and which bit of it is red */
};

static const struct scene scenes[] = {{"r500", "RB3D_COLOR_CHANNEL_MASK", 0, 2},
				      {"r600", "CB_TARGET_MASK", 0, 0},
				      {"cik", "CB_TARGET_MASK", 0, 0},
				      {"gc", "PE_COLOR_FORMAT", 8, 0}};

/* The last write of a register, whose value has these bits. */
struct write {
	const char *name;
	uint32_t mask, has;
	uint32_t at;
	bool found;
};

static void note(void *arg, const struct fl_stream_event *e)
{
	struct write *w = arg;

	if (e->kind != FL_STREAM_REG || !e->word || strcmp(e->word->name, w->name) ||
	    (e->value & w->mask) != w->has)
		return;
	w->at = e->at;
	w->found = true;
}

/* A copy of a trace in which that write has other bits. */
static struct fl_look_trace changed(const struct fl_look_trace *t, const char *name, uint32_t mask,
				    uint32_t has, uint32_t becomes)
{
	struct fl_look_trace to = *t;
	uint8_t *data = malloc(t->size_B), *last = NULL;
	struct fl_gtrc g;
	struct fl_gtrc_record rec;
	struct fl_err err = {0};

	memcpy(data, t->data, t->size_B);
	to.data = data;
	to.name = "changed";
	cr_assert_eq(fl_gtrc_open(&g, data, t->size_B, &err), FL_OK);
	while (fl_gtrc_next(&g, &rec, &err) > 0) {
		struct write w = {.name = name, .mask = mask, .has = has};
		struct fl_stream s;
		const uint32_t n = rec.tag == FL_GTRC_IB ? fl_gtrc_u32(rec.data + 8) : 0;
		uint32_t *dw = malloc(n * sizeof *dw + 1);

		for (uint32_t i = 0; i < n; i++)
			dw[i] = fl_gtrc_u32(rec.data + 16 + 4 * (size_t)i);
		cr_assert_eq(fl_stream_init(&s, g.family, NULL, note, &w, &err), FL_OK);
		if (n)
			fl_stream_decode(&s, dw, n, &err);
		free(dw);
		if (w.found)
			last = data + (rec.data - data) + 16 + 4 * (size_t)w.at;
	}
	cr_assert(last, "no write of %s", name);
	const uint32_t value = (fl_gtrc_u32(last) & ~mask) | becomes;

	for (unsigned i = 0; i < 4; i++)
		last[i] = (uint8_t)(value >> 8 * i);
	return to;
}

ParameterizedTestParameters(look_diff, a_register_of_a_draw)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_diff, a_register_of_a_draw)
{
	const struct fl_look_trace a = look_open(s->set, "colormask");
	const uint32_t all = 0xfu << s->shift, red = 1u << (s->shift + s->red);
	const struct fl_look_trace b = changed(&a, s->name, all, all & ~red, all);
	struct fl_look_list list = look_events(&a);
	const uint32_t n = list.n - 2;
	struct fl_look_diff d;
	struct fl_err err = {0};
	char *json;

	cr_assert_eq(fl_look_diff(&a, &b, &d, &err), FL_OK, "%s", err.text);
	cr_expect(!d.same && d.event == n && d.events[0] == list.n && d.events[1] == list.n, "%s: event %u",
		  s->set, d.event);
	cr_expect(d.first[FL_LOOK_DIFF_STATE] == n && d.first[FL_LOOK_DIFF_COLOR] == n);
	cr_expect(d.first[FL_LOOK_DIFF_CALL] == FL_LOOK_TO_THE_END &&
		  d.first[FL_LOOK_DIFF_DEPTH] == FL_LOOK_TO_THE_END);
	cr_assert_eq(d.n_cells, 1);
	cr_expect_str_eq(d.cell[0].name, s->name);
	cr_expect(d.cell[0].set[0] && d.cell[0].set[1]);
	cr_expect_eq(d.cell[0].value[0] ^ d.cell[0].value[1], red);
	/* All of the square: the channel has another value than before it. */
	cr_expect_eq(d.color.n, list.e[n].written);
	cr_expect(d.rgba[0][0] != d.rgba[1][0] && !memcmp(d.rgba[0] + 1, d.rgba[1] + 1, 3));
	json = fl_look_diff_json(&d, &err);
	cr_expect(json && strstr(json, "\"same\":false") && strstr(json, s->name) &&
		      strstr(json, "\"depth\":null"),
		  "%s", json);
	free(json);
	fl_look_diff_free(&d);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)a.data);
	free((void *)(uintptr_t)b.data);
}

ParameterizedTestParameters(look_diff, the_same)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, sizeof scenes / sizeof *scenes);
}

ParameterizedTest(struct scene *s, look_diff, the_same)
{
	const struct fl_look_trace a = look_open(s->set, "depth_less");
	struct fl_look_diff d;
	struct fl_err err = {0};

	cr_assert_eq(fl_look_diff(&a, &a, &d, &err), FL_OK, "%s", err.text);
	cr_expect(d.same && d.event == FL_LOOK_TO_THE_END && d.n_cells == 0 && !d.color.n && !d.depth.n);
	fl_look_diff_free(&d);
	free((void *)(uintptr_t)a.data);
}

/* Without the comparison of depths, the last triangle stands in the buffer. */
Test(look_diff, depths)
{
	enum { FUNC = 7, LESS = 1, ALWAYS = 7 };
	const struct fl_look_trace a = look_open("r500", "depth_less");
	const struct fl_look_trace b = changed(&a, "ZB_ZSTENCILCNTL", FUNC, LESS, ALWAYS);
	struct fl_look_list list = look_events(&a);
	struct fl_look_diff d;
	struct fl_look_depths z[2];
	struct fl_err err = {0};
	uint32_t n, differ = 0;

	cr_assert_eq(fl_look_diff(&a, &b, &d, &err), FL_OK, "%s", err.text);
	n = d.first[FL_LOOK_DIFF_DEPTH];
	cr_assert_lt(n, list.n);
	cr_expect_str_eq(d.cell[0].name, "ZB_ZSTENCILCNTL");
	/* more samples pass */
	cr_expect(d.first[FL_LOOK_DIFF_CALL] == n && d.call[1].written > d.call[0].written);
	cr_assert_eq(fl_look_depths(&a, n, &z[0], &err), FL_OK);
	cr_assert_eq(fl_look_depths(&b, n, &z[1], &err), FL_OK);
	for (uint32_t i = 0; i < z[0].buffer.width * z[0].buffer.height; i++)
		differ += memcmp(&z[0].depth[i], &z[1].depth[i], sizeof(double)) != 0;
	cr_expect(differ && d.depth.n == differ, "%u and %u", d.depth.n, differ);
	cr_expect(d.z[1] > d.z[0]); /* what is drawn over a nearer one lies behind it */
	fl_look_depths_free(&z[0]);
	fl_look_depths_free(&z[1]);
	fl_look_diff_free(&d);
	fl_look_list_free(&list);
	free((void *)(uintptr_t)a.data);
	free((void *)(uintptr_t)b.data);
}

/* Two scenes, the second with more events: the first draw of each has another size. */
Test(look_diff, other_scenes)
{
	const struct fl_look_trace a = look_open("gc", "colormask"), b = look_open("gc", "blend_modes"),
				   c = look_open("r500", "colormask");
	struct fl_look_diff d;
	struct fl_err err = {0};

	cr_assert_eq(fl_look_diff(&a, &b, &d, &err), FL_OK, "%s", err.text);
	cr_expect(!d.same && d.events[0] < d.events[1]);
	cr_expect_neq(d.first[FL_LOOK_DIFF_CALL], FL_LOOK_TO_THE_END);
	cr_expect_neq(d.call[0].written, d.call[1].written);
	fl_look_diff_free(&d);
	cr_expect_eq(fl_look_diff(&a, &c, &d, &err), FL_USAGE);
	cr_expect(strstr(err.text, "is of family gc") && strstr(err.text, "r500"), "%s", err.text);
	free((void *)(uintptr_t)a.data);
	free((void *)(uintptr_t)b.data);
	free((void *)(uintptr_t)c.data);
}
