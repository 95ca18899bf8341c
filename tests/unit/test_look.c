/* SPDX-License-Identifier: MIT
 *
 * The history of a pixel (hw/model/fl_model_look.h, demos/firstlight/look.h) beside pictures of replays that
 * stop after each event, in recorded scenes of all families. Expected values come from the replays, which
 * draw on the fast path; the history comes from a look at the same stream.
 *
 * For 1,350 pixels by chance (the seed is fixed) of 27 scenes: the value after each event, as the history
 * says, is that of the picture; an event that changes the pixel is in the history; what the history calls not
 * written changes nothing. And the pictures that one replay keeps (look_film.h) are those of the replays.
 */
#include "demos/firstlight/gtrc.h"
#include "tests/unit/look_scene.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct scene {
	char set[16], name[24];
} scenes[] = {
    {"r500", "depth_less"},        {"r500", "stencil_ops"},   {"r500", "alpha_test"},
    {"r500_hyperz", "depth_less"}, {"r500", "blend_modes"},   {"r600", "stencil_depth"},
    {"r600", "depth_funcs"},       {"r600", "colormask"},     {"r600", "fs_kill"},
    {"r600", "clear_scissor"},     {"cik", "depth_less"},     {"cik", "stencil_ops"},
    {"cik", "alpha_test"},         {"cik", "blend_modes"},    {"cik_hawaii", "colormask"},
    {"gc", "depth_less"},          {"gc3000", "stencil_ops"}, {"gc", "alpha_test"},
    {"gc7000l", "blend_modes"},    {"gc", "colormask"},       {"r500", "lines"},
    {"r500", "wide_lines"},        {"r500", "points"},        {"r500_hyperz", "depth_funcs"},
    {"r500", "point_size_vs"},     {"r600", "lines"},         {"cik", "points"},
};
enum { SCENES = sizeof(scenes) / sizeof(*scenes), SEED = 20261128, PIXELS = 50, MOST_EVENTS = 200 };

static uint8_t *load(const struct scene *s, size_t *size_B)
{
	return look_load(s->set, s->name, size_B);
}

static uint32_t random_of(uint32_t *state) /* xorshift */
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* ---- the history of one pixel -------------------------------------------------------------------------- */
struct history {
	bool touched[MOST_EVENTS], written[MOST_EVENTS];
	uint8_t after[MOST_EVENTS][4]; /* the last of each event */
	unsigned fragments, other;     /* other: events too many */
	bool order;                    /* they came in their order */
	uint32_t last;
};

static void note(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	struct history *h = arg;

	h->fragments++;
	h->order &= f->event >= h->last;
	h->last = f->event;
	if (f->event >= MOST_EVENTS || f->sample || (f->has_value && f->size_B != 4)) {
		h->other++;
		return;
	}
	h->touched[f->event] = true;
	if (!f->has_value)
		return;
	if (f->fate == FL_LOOK_WRITTEN) {
		h->written[f->event] = true;
		memcpy(h->after[f->event], f->after, 4);
	}
}

/* R, G, B, A of the bytes of a pixel: all these targets have B, G, R, A, or (bgra false) R, G, B, A. */
static bool same(const uint8_t *picture, const uint8_t *bytes, bool bgra, bool alpha)
{
	return picture[0] == bytes[bgra ? 2 : 0] && picture[1] == bytes[1] &&
	       picture[2] == bytes[bgra ? 0 : 2] && (!alpha || picture[3] == bytes[3]);
}

/* How many samples the pixel's history has. */
static unsigned one_pixel(const struct scene *s, const struct fl_look_trace *t,
			  const struct fl_look_picture *after, unsigned n_events, uint32_t x, uint32_t y)
{
	struct history h = {.order = true};
	struct fl_replay_result res;
	struct fl_err err = {0};
	const size_t at = ((size_t)y * after[0].width + x) * 4;
	enum fl_code code = fl_look_history(t, FL_LOOK_NONE, x, y, note, &h, &res, &err);

	cr_assert_eq(code, FL_OK, "%s/%s: %s", s->set, s->name, err.text);
	cr_expect_eq(h.other, 0);
	cr_expect(h.order, "%s/%s: the history of %u,%u is in order", s->set, s->name, x, y);
	for (unsigned n = 0; n < n_events; n++) {
		const uint8_t *now = after[n].rgba + at, *was = n ? after[n - 1].rgba + at : NULL;

		if (h.written[n])
			cr_expect(same(now, h.after[n], true, false),
				  "%s/%s: %u,%u after event %u: the history says %02x%02x%02x (B, G, R), the "
				  "picture has %02x%02x%02x (R, G, B)",
				  s->set, s->name, x, y, n, h.after[n][0], h.after[n][1], h.after[n][2],
				  now[0], now[1], now[2]);
		else if (was)
			cr_expect(!memcmp(now, was, 3),
				  "%s/%s: %u,%u: event %u changes the pixel, and the history %s", s->set,
				  s->name, x, y, n,
				  h.touched[n] ? "says that it was not written" : "does not have it");
	}
	return h.fragments;
}

/* ---- the pictures of one replay ------------------------------------------------------------------------ */
static void film(const struct scene *s, const struct fl_look_film *film, const struct fl_look_picture *after,
		 unsigned n_events)
{
	const size_t n_px = (size_t)after[0].width * after[0].height;
	uint8_t *rgba = malloc(n_px * 4);
	unsigned kept = 0;

	cr_assert(rgba);
	cr_expect(film->usable, "%s/%s: the target's words are the picture", s->set, s->name);
	for (unsigned n = 0; n < n_events; n++) {
		unsigned differ = 0;

		if (!fl_look_film_picture(film, n, rgba))
			continue;
		kept++;
		for (size_t i = 0; i < n_px; i++)
			differ += memcmp(rgba + 4 * i, after[n].rgba + 4 * i, 3) != 0;
		cr_expect_eq(differ, 0, "%s/%s: %u pixels after event %u are not those of a replay", s->set,
			     s->name, differ, n);
	}
	cr_expect(fl_look_film_picture(film, n_events - 1, rgba), "%s/%s: the last picture is kept", s->set,
		  s->name);
	cr_expect(2 * kept >= n_events, "%s/%s: %u pictures of %u are kept", s->set, s->name, kept, n_events);
	cr_expect_not(fl_look_film_picture(film, n_events, rgba));
	free(rgba);
}

/* ---- a scene ------------------------------------------------------------------------------------------- */
ParameterizedTestParameters(look, histories)
{
	return cr_make_param_array(struct scene, (void *)(uintptr_t)scenes, SCENES);
}

ParameterizedTest(struct scene *s, look, histories)
{
	struct fl_look_trace t = {.config = {.running = true, .threads = 1, .fine = true}, .name = s->name};
	struct fl_look_picture after[MOST_EVENTS];
	struct fl_look_list list;
	struct fl_look_film films;
	struct fl_replay_result res;
	struct fl_err err = {0};
	/* With sanitizers it takes ten times as long; all of them are for the plain build. */
	const unsigned n_pixels = getenv("FL_SANITIZED") ? PIXELS / 10 : PIXELS;
	uint32_t state = SEED;
	unsigned fragments = 0;
	uint8_t *data = load(s, &t.size_B);

	t.data = data;
	for (const char *c = s->name; *c; c++)
		state = state * 31 + (unsigned char)*c;
	cr_assert_eq(fl_look_list(&t, &list, &films, &res, &err), FL_OK, "%s", err.text);
	cr_assert(list.n && list.n <= MOST_EVENTS, "%s/%s: %u events", s->set, s->name, list.n);
	for (unsigned n = 0; n < list.n; n++)
		cr_assert_eq(fl_look_picture_cut(&t, n, &after[n], &err), FL_OK, "%s/%s, event %u: %s",
			     s->set, s->name, n, err.text);
	film(s, &films, after, list.n);
	for (unsigned i = 0; i < n_pixels; i++) {
		const uint32_t x = random_of(&state) % after[0].width,
			       y = random_of(&state) % after[0].height;

		fragments += one_pixel(s, &t, after, list.n, x, y);
	}
	cr_expect(fragments >= n_pixels, "%s/%s: %u samples", s->set, s->name, fragments);
	for (unsigned n = 0; n < list.n; n++)
		free(after[n].rgba);
	fl_look_film_free(&films);
	fl_look_list_free(&list);
	free(data);
}

/* ---- two fast clears ----------------------------------------------------------------------------------- */
/* The trace with its first stream twice; the second time `from` is `to` in it. */
static uint8_t *twice(const uint8_t *data, size_t size_B, uint32_t from, uint32_t to, size_t *out_B)
{
	uint8_t *out = malloc(2 * size_B);
	struct fl_gtrc g;
	struct fl_gtrc_record r;
	struct fl_err err;
	size_t n_B = 16, again;

	cr_assert(out && !fl_gtrc_open(&g, data, size_B, &err));
	memcpy(out, data, n_B);
	*out_B = 0;
	while (fl_gtrc_next(&g, &r, &err) > 0) {
		const size_t whole_B = 8 + r.size_B;

		memcpy(out + n_B, data + r.at, whole_B);
		n_B += whole_B;
		if (r.tag != FL_GTRC_IB || *out_B)
			continue;
		memcpy(out + n_B, data + r.at, whole_B);
		for (again = n_B + 8 + 16; again < n_B + whole_B; again += 4)
			if (fl_gtrc_u32(out + again) == from)
				memcpy(out + again, &to, 4);
		n_B += whole_B;
		*out_B = 1;
	}
	*out_B = n_B;
	return out;
}

struct clears {
	unsigned n;
	struct fl_look_fragment f[8];
};

static void note_clear(void *arg, struct fl_model *m, const struct fl_look_fragment *f)
{
	struct clears *c = arg;

	if (c->n < 8)
		c->f[c->n] = *f;
	c->n++;
}

/* A fast clear marks tiles as cleared; the color that these have then is a state which the driver sets with
 * the next draw. So the clear to another color changes no bit that is there when it is over. */
Test(look, a_fast_clear_to_another_color_is_in_the_history)
{
	enum { FIRST = 0xff331a4c, SECOND = 0xff112233, EVENTS = 7 };
	static const struct scene of[] = {{"gc", "clear_scissor"}, {"gc7000l", "clear_scissor"}};

	for (unsigned i = 0; i < 2; i++) {
		struct fl_look_trace t = {.config = {.running = true, .threads = 1, .fine = true},
					  .name = of[i].name};
		struct fl_replay_result res;
		struct fl_err err = {0};
		struct clears c = {.n = 0};
		size_t size_B;
		uint8_t *one = load(&of[i], &size_B), *two = twice(one, size_B, FIRST, SECOND, &t.size_B);
		uint32_t after[2];

		t.data = two;
		cr_assert_eq(fl_look_history(&t, FL_LOOK_NONE, 5, 5, note_clear, &c, &res, &err), FL_OK, "%s",
			     err.text);
		cr_assert_eq(c.n, 2, "%s: %u", of[i].set, c.n);
		memcpy(&after[0], c.f[0].after, 4);
		memcpy(&after[1], c.f[1].after, 4);
		cr_expect_eq(c.f[0].event, 0);
		cr_expect_eq(c.f[1].event, EVENTS, "%s: event %u", of[i].set, c.f[1].event);
		cr_expect_eq(c.f[1].primitive, FL_LOOK_NO_PRIMITIVE);
		cr_expect_eq(after[0], FIRST, "%s: 0x%08x", of[i].set, after[0]);
		cr_expect_eq(after[1], SECOND, "%s: 0x%08x", of[i].set, after[1]);
		free(one);
		free(two);
	}
}

/* ---- textures ------------------------------------------------------------------------------------------ */
/* The first texture that a scene's events look up; its level 0. */
static struct fl_look_picture texture_of(const struct scene *s, unsigned *n_levels)
{
	struct fl_look_trace t = {.config = {.running = true, .threads = 1, .fine = true}, .name = s->name};
	struct fl_look_which which = {0};
	struct fl_look_picture p;
	struct fl_look_list list;
	struct fl_look_film films;
	struct fl_replay_result res;
	struct fl_err err = {0};
	uint8_t *data = load(s, &t.size_B);
	char *json;

	t.data = data;
	cr_assert_eq(fl_look_list(&t, &list, &films, &res, &err), FL_OK, "%s", err.text);
	cr_assert(list.n_textures, "%s/%s: no texture", s->set, s->name);
	which.event = list.texture[0].event;
	*n_levels = list.texture[0].n_levels;
	cr_assert_eq(fl_look_texture(&t, &which, &p, &err), FL_OK, "%s/%s: %s", s->set, s->name, err.text);
	json = fl_look_texture_json(&t, &which, &err);
	cr_assert(json, "%s", err.text);
	cr_expect(strstr(json, "\"texels\":"));
	free(json);
	which.level = *n_levels;
	cr_expect_eq(fl_look_texture(&t, &which, &(struct fl_look_picture){0}, &err), FL_USAGE);
	which.number = 1000;
	cr_expect_eq(fl_look_texture(&t, &which, &(struct fl_look_picture){0}, &err), FL_USAGE);
	cr_expect(strstr(err.text, "has no texture 1000"), "%s", err.text);
	fl_look_film_free(&films);
	fl_look_list_free(&list);
	free(data);
	return p;
}

/* A scene is one program of OpenGL: each family's driver lays out its texture in its own way, and each model
 * finds the same texels. */
Test(look, textures_of_a_scene_are_the_same_in_four_families)
{
	static const char *const sets[] = {"r500", "r600", "cik", "gc"}, *const names[] = {
									     "tex_nearest", "tex_npot",
									     "tex_dxt1", "tex_dxt5"};

	for (unsigned k = 0; k < 2; k++) {
		struct fl_look_picture first = {0};
		unsigned levels = 0, n_levels;

		for (unsigned i = 0; i < 4; i++) {
			struct scene s;
			struct fl_look_picture p;
			unsigned colors = 0;

			snprintf(s.set, sizeof s.set, "%s", sets[i]);
			snprintf(s.name, sizeof s.name, "%s", names[k]);
			p = texture_of(&s, &n_levels);
			for (size_t px = 1; px < (size_t)p.width * p.height; px++)
				colors += memcmp(p.rgba + 4 * px, p.rgba, 4) != 0;
			cr_expect(colors, "%s/%s: the texture has one color alone", s.set, s.name);
			if (!i) {
				first = p;
				levels = n_levels;
				continue;
			}
			cr_expect_eq(n_levels, levels, "%s/%s: %u levels", s.set, s.name, n_levels);
			cr_assert(p.width == first.width && p.height == first.height, "%s/%s: %ux%u", s.set,
				  s.name, p.width, p.height);
			cr_expect(!memcmp(p.rgba, first.rgba, (size_t)p.width * p.height * 4),
				  "%s/%s: the texels are not those of %s", s.set, s.name, sets[0]);
			free(p.rgba);
		}
		free(first.rgba);
	}
}

/* Blocks are texels of their coding; floats are read as they are. */
Test(look, formats_of_textures)
{
	static const struct {
		struct scene of;
		const char *format;
	} t[] = {{{"r500", "tex_dxt1"}, "DXT1"},
		 {{"r500", "tex_dxt5"}, "DXT5"},
		 {{"r500", "tex_fp32"}, "32 float"}};

	for (unsigned i = 0; i < sizeof(t) / sizeof(*t); i++) {
		const struct fl_look_trace trace = look_open(t[i].of.set, t[i].of.name);
		struct fl_look_list list = look_events(&trace);
		struct fl_look_which which = {0};
		struct fl_err err = {0};
		char *json;

		cr_assert(list.n_textures);
		which.event = list.texture[0].event;
		json = fl_look_texture_json(&trace, &which, &err);
		cr_assert(json, "%s", err.text);
		cr_expect(strstr(json, t[i].format), "%s: %.200s", t[i].of.name, json);
		free(json);
		fl_look_list_free(&list);
		free((void *)(uintptr_t)trace.data);
	}
}

/* ---- what is asked wrongly ----------------------------------------------------------------------------- */
Test(look, there_is_no_such_event_or_pixel)
{
	struct fl_look_trace t = {.config = {.running = true, .threads = 1}, .name = "tri_flat"};
	struct fl_look_picture picture;
	struct fl_err err = {0};
	uint8_t *data = load(&(const struct scene){"r600", "tri_flat"}, &t.size_B);

	t.data = data;
	cr_expect_eq(fl_look_picture(&t, 1000, &picture, &err), FL_USAGE);
	cr_expect(strstr(err.text, "there is no event 1000"), "%s", err.text);
	cr_expect_null(fl_look_draw_json(&t, 1000, &err));
	cr_expect_eq(err.code, FL_USAGE);
	cr_expect_null(fl_look_pixel_json(&t, FL_LOOK_NONE, 128, 0, &err));
	cr_expect(strstr(err.text, "outside of the picture"), "%s", err.text);
	cr_expect_null(fl_look_pixel_json(&t, 0x123000, 0, 0, &err));
	cr_expect(strstr(err.text, "nothing draws to"), "%s", err.text);
	free(data);
}
