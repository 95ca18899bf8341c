/* SPDX-License-Identifier: MIT
 *
 * Every recorded scene of R3xx to R7xx, of Sea Islands and of Vivante on the model, strictly: streams that
 * Mesa's drivers wrote, pictures that its software rasterizer drew. A set a test; what fails is listed by
 * name.
 *
 * A few pictures cannot come out of their streams. The table below says which and why, and for each there is
 * a check of what the stream really asks for.
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"
#include "tests/unit/cik/singles.h"
#include "tests/unit/gc/meant.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct set {
	char name[16];
	unsigned scenes;
	unsigned repaired; /* those whose recording is without a program: demos/firstlight/readback.h */
} sets[] = {
    {"r500_linear", 68, 0}, {"r500", 68, 0},    {"r500_hyperz", 68, 0}, {"r500_rv530", 68, 0},
    {"r300_linear", 65, 0}, {"r300", 65, 0},    {"r420_linear", 65, 0}, {"r420", 65, 0},
    {"r600_simple", 75, 1}, {"r600", 75, 1},    {"r600_r600", 70, 52},  {"r600_rv710", 76, 57},
    {"cik_simple", 76, 0},  {"cik", 76, 0},     {"cik_hawaii", 75, 0},  {"gc", 61, 0},
    {"gc3000", 62, 0},      {"gc7000l", 63, 0},
};

static const uint8_t background[3] = {0x33, 0x1a, 0x4c};

/* The model's pixel: the middle third of the picture. */
static const uint8_t *got(const struct fl_replay_result *r, unsigned x, unsigned y)
{
	return r->picture + ((size_t)y * 3 + 1) * r->w * 3 + (size_t)x * 3;
}

static unsigned apart(const uint8_t *a, const uint8_t *b)
{
	unsigned worst = 0;

	for (unsigned c = 0; c < 3; c++) {
		unsigned d = (unsigned)abs(a[c] - b[c]);

		worst = d > worst ? d : worst;
	}
	return worst;
}

/* ---- what the streams of the exceptions ask for: true if the picture is that --------------------------- */
static bool only_the_clear(const struct fl_replay_result *r)
{
	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++)
			if (apart(got(r, x, y), background))
				return false;
	return true;
}

/* A rectangle from -0.8 to 0.8 of the 128 x 128 pixels, all of it, in (0.9, 0.7, 0.1). */
static bool whole_rectangle(const struct fl_replay_result *r)
{
	const uint8_t color[3] = {230, 178, 26};

	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++) {
			bool in = x + 0.5 > 12.8 && x + 0.5 < 115.2 && y + 0.5 > 12.8 && y + 0.5 < 115.2;

			if (apart(got(r, x, y), in ? color : background) > 1)
				return false;
		}
	return true;
}

/* Three triangles with a depth test, sampled in those parts of a pixel, and averaged. */
static bool samples(const struct fl_replay_result *r, unsigned n, const uint8_t at[][2], double parts)
{
	static const struct {
		double v[3][3]; /* -1 … 1 */
		uint8_t color[3];
	} tri[3] = {
	    {{{-0.9, -0.8, -0.5}, {0.9, -0.8, 0.5}, {0, 0.9, 0}}, {255, 0, 0}},
	    {{{-0.9, 0.8, 0.6}, {0.9, 0.8, -0.4}, {0, -0.9, 0.1}}, {0, 255, 0}},
	    {{{-0.9, 0.1, 0.3}, {0.9, 0.3, -0.2}, {0.2, -0.7, -0.6}}, {0, 0, 255}},
	};
	unsigned wrong = 0;

	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++) {
			double sum[3] = {0};
			uint8_t want[3];

			for (unsigned s = 0; s < n; s++) {
				double px = (x + at[s][0] / parts) / 64 - 1,
				       py = (y + at[s][1] / parts) / 64 - 1;
				const uint8_t *color = background;
				double nearest = 1;

				for (unsigned t = 0; t < 3; t++) {
					const double(*v)[3] = tri[t].v;
					double e[3], all = 0, z = 0;

					/* barycentric: each edge's area with the point, opposite to a
					 * vertex */
					for (unsigned i = 0; i < 3; i++) {
						const double *a = v[(i + 1) % 3], *b = v[(i + 2) % 3];
						e[i] =
						    (b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0]);
						all += e[i];
					}
					for (unsigned i = 0; i < 3; i++)
						z += e[i] / all * v[i][2];
					if (e[0] / all >= 0 && e[1] / all >= 0 && e[2] / all >= 0 &&
					    z < nearest) {
						nearest = z;
						color = tri[t].color;
					}
				}
				for (unsigned c = 0; c < 3; c++)
					sum[c] += color[c];
			}
			for (unsigned c = 0; c < 3; c++)
				want[c] = (uint8_t)lrint(sum[c] / n);
			wrong += apart(got(r, x, y), want) > 2;
		}
	/* vertices are snapped to 1/256 of a pixel: a sample here and there lies that close to an edge */
	return wrong <= 4;
}

static bool two_samples(const struct fl_replay_result *r)
{
	static const uint8_t at[2][2] = {{3, 9}, {9, 3}};

	return samples(r, 2, at, 12);
}

/* R6xx: PA_SC_AA_SAMPLE_LOCS, sixteenths from the middle */
static bool two_samples_r600(const struct fl_replay_result *r)
{
	static const uint8_t at[2][2] = {{4, 12}, {12, 4}};

	return samples(r, 2, at, 16);
}

static bool six_samples(const struct fl_replay_result *r)
{
	static const uint8_t at[6][2] = {{3, 1}, {7, 3}, {11, 5}, {1, 7}, {5, 9}, {9, 10}};

	return samples(r, 6, at, 12);
}

/* Sea Islands: 28BF8 and those after it, sixteenths from the middle */
static bool two_samples_cik(const struct fl_replay_result *r)
{
	static const uint8_t at[2][2] = {{4, 4}, {12, 12}};

	return samples(r, 2, at, 16);
}

static bool eight_samples_cik(const struct fl_replay_result *r)
{
	static const uint8_t at[8][2] = {{5, 3}, {13, 9},  {7, 11}, {15, 1},
					 {1, 7}, {11, 15}, {3, 13}, {9, 5}};

	return samples(r, 8, at, 16);
}

/* Two pixels of one row, beside the border between columns 65 and 66. */
static bool one_row_of_a_line(const struct fl_replay_result *r)
{
	return r->differ <= 2 && r->x == 65 && r->y == 32;
}

/* The same where rows of memory are rows of the picture: Vivante's. */
static bool one_row_of_a_line_gc(const struct fl_replay_result *r)
{
	return r->differ <= 2 && r->x == 65 && r->y == 95;
}

/* What is drawn where the picture has the background alone, and nothing else, differs: pixels that a test of
 * alpha would have dropped. */
static bool more_is_drawn(const struct fl_replay_result *r)
{
	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++) {
			const uint8_t *want = got(r, x, y) - (size_t)r->w * 3;

			if (apart(got(r, x, y), want) > 1 && apart(want, background))
				return false;
		}
	return r->differ > 0;
}

/* Is this so of all pixels that differ, and are there any? */
static bool all_that_differ(const struct fl_replay_result *r,
			    bool (*so)(const uint8_t *got, const uint8_t *want, unsigned x, unsigned y))
{
	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++) {
			const uint8_t *want = got(r, x, y) - (size_t)r->w * 3;

			if (apart(got(r, x, y), want) > 1 && !so(got(r, x, y), want, x, y))
				return false;
		}
	return r->differ > 0;
}

static const uint8_t nothing[3];

/* Where the picture has the color of the border. */
static bool is_border(const uint8_t *is, const uint8_t *want, unsigned x, unsigned y)
{
	const uint8_t border[3] = {0xff, 0, 0xff};

	return !apart(want, border);
}

static bool only_the_border(const struct fl_replay_result *r)
{
	return all_that_differ(r, is_border);
}

/* Beside the light box, which is 16 texels from texel 11 of 64 on, at two pixels a texel nearly: less than
 * the seven texels to either side that a line of 32 bytes may begin before it, or end behind it. */
static bool is_beside_box(const uint8_t *is, const uint8_t *want, unsigned x, unsigned y)
{
	return !apart(is, nothing) && y >= 50 && y < 94 && x >= 14 && x < 72;
}

static bool lines_beside_a_box(const struct fl_replay_result *r)
{
	return all_that_differ(r, is_beside_box) && r->differ < 300;
}

/* Where the picture has the background, and memory nothing. */
static bool is_not_resolved(const uint8_t *is, const uint8_t *want, unsigned x, unsigned y)
{
	return !apart(is, nothing) && !apart(want, background);
}

static bool cleared_by_status_alone(const struct fl_replay_result *r)
{
	return all_that_differ(r, is_not_resolved);
}

/* Only on the edges of the cube, which are the diagonals of the lower right quarter: a channel of the color
 * shows the face there, and elsewhere it is met. */
static bool is_cube_edge_r300(const uint8_t *is, const uint8_t *want, unsigned x, unsigned y)
{
	return x >= 64 && y >= 64 && (x == y || x + y == 64 + 127);
}

static bool cube_edges(const struct fl_replay_result *r)
{
	return all_that_differ(r, is_cube_edge_r300) && r->differ <= 64;
}

/* The same diagonals of the upper right quarter: the picture is upside down. */
static bool is_cube_edge(const uint8_t *is, const uint8_t *want, unsigned x, unsigned y)
{
	return x >= 64 && y < 64 && (x + y == 127 || x == y + 64);
}

static bool cube_edges_gc(const struct fl_replay_result *r)
{
	return all_that_differ(r, is_cube_edge) && r->differ <= 25;
}

/* From -0.9 to 0.9, in the white that its stream has in the first constant. */
static bool white_rectangle(const struct fl_replay_result *r)
{
	const uint8_t white[3] = {255, 255, 255};

	for (unsigned y = 0; y < r->h; y++)
		for (unsigned x = 0; x < r->w; x++) {
			bool in = x + 0.5 > 6.4 && x + 0.5 < 121.6 && y + 0.5 > 6.4 && y + 0.5 < 121.6;

			if (apart(got(r, x, y), in ? white : background) > 1)
				return false;
		}
	return true;
}

static const struct exception {
	const char *set, *scene;
	bool (*really)(const struct fl_replay_result *r);
	/* In place of a check: changes the trace. What differed was due to what it takes away if the picture
	 * comes out then, strictly. */
	bool (*without)(uint8_t *trace, size_t size_B);
} exceptions[] = {
    /* Mesa 22.3 r300_draw_elements(): the 8-bit indices are made 16-bit ones, then uploaded again as they
     * were, so that the chip reads pairs of them, all beyond the last vertex. Fixed in later releases. No
     * triangle is drawn. */
    {"r[345]*", "idx8", .really = only_the_clear},
    /* Mesa's r300 and r600 have no polygon stipple: the streams have no word of it. */
    {"r[3456]*", "poly_stipple", .really = whole_rectangle},
    /* The rasterizer that drew the pictures knows four samples alone. Of their 675 mixed pixels 534 are
     * quarters, which a mean of two or six samples does not come within 2 of: 3.3 % of the picture, whatever
     * the model does. */
    {"r[345]*", "msaa2", .really = two_samples},
    {"r[345]*", "msaa6", .really = six_samples},
    {"r600*", "msaa2", .really = two_samples_r600},
    {"cik*", "msaa2", .really = two_samples_cik},
    {"cik*", "msaa6", .really = eight_samples_cik}, /* Mesa takes eight for six */
    /* Programs of Sea Islands export colors for 8 bits and less as halves: a value next to the border of two
     * steps has lost what decides. */
    {"cik*", "gl3_int", .without = cik_export_singles},
    {"cik*", "wide_lines", .without = cik_export_singles},
    {"cik*", "dither_off_565", .without = cik_export_singles},
    /* Mesa's etnaviv has no polygon stipple either. */
    {"gc*", "poly_stipple", .really = whole_rectangle},
    /* GC facts 14: the streams do not say that colors are flat, or say it as of what must not be. */
    {"gc*", "flat_shade", .without = gc_flat_colors},
    /* Mesa's driver did not know that this core has no alpha test (PE_NO_ALPHA_TEST): its program discards
     * nothing. */
    {"gc7000l", "alpha_test", .really = more_is_drawn},
    {"gc*", "fs_math5", .without = gc_whole_scale},
    {"gc*", "texenv", .without = gc_whole_scale},
    {"gc*", "rtt", .without = gc_whole_scale},
    /* Mesa's etnaviv has no border: it asks for the edge. */
    {"gc*", "tex_wrap", .really = only_the_border},
    {"gc7000l", "tex_shadow", .without = gc_compares},
    /* Mesa copies out of a surface into itself, past its tile status, and then reads it without: tiles that
     * were cleared are what memory has. */
    {"gc7000l", "copypixels", .really = cleared_by_status_alone},
    /* The recorder had no core: what the resolve engine had put into memory for the program to change a box
     * of it was not there, and lines of 32 bytes around the box came into the trace as zeros. */
    {"gc", "tex_subimage", .really = lines_beside_a_box},
    {"gc3000", "tex_subimage", .really = lines_beside_a_box},
    {"gc*", "lines", .really = one_row_of_a_line_gc},
    /* In this row the line passes the border between two columns 0.0002 pixels to the left; with its ends
     * snapped to 1/256 pixel it passes 0.0001 to the right. */
    {"*", "lines", .really = one_row_of_a_line},
    /* Before R5xx shaders have 16 bits of mantissa: on the edges of the cube two coordinates are the same
     * number there, whose last bits decided in the picture. Either face is right. */
    {"r300*", "tex_cube", .really = cube_edges},
    {"r420*", "tex_cube", .really = cube_edges},
    /* Nor are they exactly the same number where sums and products round toward zero (GC facts 5.2). */
    {"gc*", "tex_cube", .really = cube_edges_gc},
    /* OpenGL 2 on this chip: the program with the uniform buffer was refused, and white is drawn. */
    {"r600_r600", "gl3_ubo", .really = white_rectangle},
};

/* Reports that Mesa's streams give cause for. On R600 the scene's target is the texture that it samples. */
static const struct allowed {
	const char *scene, *text;
} allowed[] = {{"gl3_rg", "pixels of it are still in the cache"},
	       {"alpha_test", "this core has no alpha test"},
	       {NULL, NULL}};

struct tally {
	char text[4096]; /* what went wrong, a line each */
	size_t n;
};

static void say(struct tally *t, const char *scene, const char *what, const char *more)
{
	int n = snprintf(t->text + t->n, sizeof t->text - t->n, "\n  %s: %s%s", scene, what, more);

	t->n += n > 0 && (size_t)n < sizeof t->text - t->n ? (size_t)n : 0;
}

static void on_report(void *arg, const char *scene, const struct fl_report *r)
{
	struct tally *t = arg;

	if (r->severity == FL_NOTE)
		return;
	for (const struct allowed *a = allowed; a->scene; a++)
		if (!fnmatch(a->scene, scene, 0) && strstr(r->text, a->text))
			return;
	say(t, scene, "the model objects: ", r->text);
}

/* The plain path of the model draws the same, to the bit. */
static bool agrees(const struct fl_replay_result *r, const char *scene, const struct fl_pack_file *f)
{
	struct fl_replay_options opt = {
	    .model = {.threads = 1, .scalar = true, .running = true, .fine = true}, .want_picture = true};
	struct fl_replay_result plain;
	struct fl_err err = {0};
	bool same = !fl_replay(f->data, f->size_B, scene, &opt, &plain, &err) && r->picture &&
		    plain.picture && !memcmp(r->picture, plain.picture, (size_t)r->w * r->h * 9) &&
		    r->differ == plain.differ;

	free(plain.picture);
	return same;
}

/* Does the trace pass without what it is an exception for? */
static bool passes(const struct exception *e, const char *scene, const struct fl_pack_file *f,
		   struct tally *t)
{
	struct fl_replay_options opt = {
	    .model = {.threads = 1, .running = true, .fine = true}, .report = on_report, .arg = t};
	struct fl_replay_result res = {.pass = false};
	uint8_t *copy = malloc(f->size_B);
	struct fl_err err = {0};

	cr_assert(copy);
	memcpy(copy, f->data, f->size_B);
	if (!e->without(copy, f->size_B))
		say(t, scene, "has nothing of what it is an exception for", "");
	else if (fl_replay(copy, f->size_B, scene, &opt, &res, &err))
		say(t, scene, "does not run when changed: ", err.text);
	free(res.picture);
	free(copy);
	return res.pass;
}

static bool one(const struct set *set, const char *scene, const struct fl_pack_file *f, struct tally *t)
{
	struct fl_replay_options opt = {.model = {.threads = 1, .running = true, .fine = true},
					.want_picture = true,
					.report = on_report,
					.arg = t};
	const struct exception *e = exceptions, *end = e + sizeof exceptions / sizeof *e;
	struct fl_replay_result res;
	struct fl_err err = {0};
	char more[96];

	if (fl_replay(f->data, f->size_B, scene, &opt, &res, &err)) {
		say(t, scene, "does not run: ", err.text);
		free(res.picture);
		return false;
	}
	if (!agrees(&res, scene, f))
		say(t, scene, "the plain path draws another picture", "");
	while (e < end && (fnmatch(e->set, set->name, 0) || strcmp(e->scene, scene)))
		e++;
	if (e < end) {
		/* passing would mean that the entry is to go */
		if (res.pass)
			say(t, scene, "passes, but is listed as an exception", "");
		else if (e->without ? !passes(e, scene, f, t) : !res.picture || !e->really(&res))
			say(t, scene, "is not what its stream asks for", "");
	} else if (!res.pass) {
		snprintf(more, sizeof more, "%u pixels differ, by %u at most, first at %u,%u", res.differ,
			 res.max_diff, res.x, res.y);
		say(t, scene, more, "");
	}
	free(res.picture);
	return res.repaired;
}

ParameterizedTestParameters(replay, set)
{
	/* Criterion may hand parameters to another process: they are copied */
	return cr_make_param_array(const struct set, (void *)sets, sizeof sets / sizeof *sets);
}

ParameterizedTest(const struct set *set, replay, set)
{
	char path[64];
	struct fl_err err = {0};
	struct fl_pack_file f;
	struct tally t = {.n = 0};
	size_t size_B, at = 0;
	unsigned scenes = 0, repaired = 0;
	uint8_t *data;
	int more;

	snprintf(path, sizeof path, "tests/traces/%s.tar.xz", set->name);
	data = fl_pack_read(path, &size_B, &err);
	cr_assert(data, "%s", err.text);
	while ((more = fl_pack_next(data, size_B, &at, &f, &err)) > 0) {
		const char *base = strrchr(f.name, '/');
		char scene[64];

		base = base ? base + 1 : f.name;
		if (fnmatch("*.trace", base, 0))
			continue;
		snprintf(scene, sizeof scene, "%.*s", (int)strcspn(base, "."), base);
		repaired += one(set, scene, &f, &t);
		scenes++;
	}
	free(data);
	cr_assert_eq(more, 0, "%s", err.text);
	cr_expect_eq(scenes, set->scenes, "%s: %u scenes", set->name, scenes);
	cr_expect_eq(repaired, set->repaired, "%s: %u recordings lack a program", set->name, repaired);
	cr_expect(!t.n, "%s:%s", set->name, t.text);
}
