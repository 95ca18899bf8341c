/* SPDX-License-Identifier: MIT
 *
 * The frame debugger's side of the module: looks into the recorded stream at fl_web_trace(), as the command's
 * (demos/firstlight/look.h).
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "demos/web/web.h"
#include "demos/web/web_own.h"

#include <stdlib.h>
#include <string.h>

/* The trace's events, and the pictures after them, as far as they are kept. */
static struct fl_look_list list;
static struct fl_look_film film;
static bool listed;
static char chip[32]; /* whose trace it is */
/* What was asked for last. */
static struct fl_look_depths depths;
static struct fl_look_costs costs;
static uint8_t *other; /* trace */

static struct fl_look_trace trace_at(const uint8_t *data, size_t size_B, const char *name)
{
	/* fine: as `firstlight replay`, for the pictures are a software rasterizer's. */
	return (struct fl_look_trace){.data = data,
				      .size_B = size_B,
				      .name = name,
				      .config = {.running = true, .threads = 1, .fine = true}};
}

static struct fl_look_trace trace(size_t size_B)
{
	return trace_at(fl_web_traced(), size_B, "trace");
}

static enum fl_code give(char *json, const struct fl_err *err)
{
	if (json)
		fl_web_say(FL_WEB_JSON, json, strlen(json));
	else
		fl_web_say(FL_WEB_ERROR, err->text, strlen(err->text));
	free(json);
	return json ? FL_OK : err->code;
}

/* Once a trace: it runs to its end. */
static bool look(const struct fl_look_trace *t, struct fl_replay_result *res, struct fl_err *err)
{
	if (!listed) {
		listed = !fl_look_list(t, &list, &film, res, err);
		memcpy(chip, res->chip, sizeof chip);
	}
	return listed;
}

enum fl_code fl_web_look_events(size_t size_B)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_replay_result res;
	struct fl_err err = {.code = FL_FAILED};

	if (listed) { /* of another trace */
		fl_look_list_free(&list);
		fl_look_film_free(&film);
	}
	listed = false;
	return give(look(&t, &res, &err) ? fl_look_listed_events_json(&t, &list, &res, &err) : NULL, &err);
}

enum fl_code fl_web_look_draw(size_t size_B, uint32_t n)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_replay_result res;
	struct fl_err err = {.code = FL_FAILED};

	return give(look(&t, &res, &err) ? fl_look_listed_draw_json(&t, &list, n, &err) : NULL, &err);
}

/* 0x80000000 and above are addresses too. */
enum fl_code fl_web_look_pixel(size_t size_B, uint32_t target_high, uint32_t target, uint32_t x, uint32_t y)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_err err = {.code = FL_FAILED};

	return give(fl_look_pixel_json(&t, (uint64_t)target_high << 32 | target, x, y, &err), &err);
}

bool fl_web_look_filmed(uint32_t n)
{
	return listed && film.usable && n < film.n && film.has[n];
}

/* A picture, or why there is none. */
static enum fl_code show(enum fl_code code, struct fl_look_picture *p, struct fl_err *err)
{
	uint32_t *rgba = code ? NULL : fl_web_canvas(p->width, p->height);

	if (!code && !rgba)
		code = fl_fail(err, FL_FAILED, "out of memory for a picture of %u x %u", p->width, p->height);
	if (!code)
		memcpy(rgba, p->rgba, (size_t)p->width * p->height * 4);
	else
		fl_web_say(FL_WEB_ERROR, err->text, strlen(err->text));
	free(p->rgba);
	return code;
}

enum fl_code fl_web_look_picture(size_t size_B, uint32_t n)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_look_picture p = {0};
	struct fl_err err = {0};

	return show(listed ? fl_look_filmed_picture(&t, &film, n, &p, &err)
			   : fl_look_picture_cut(&t, n, &p, &err),
		    &p, &err);
}

enum fl_code fl_web_look_texture(size_t size_B, uint32_t n, uint32_t number, uint32_t level, uint32_t layer)
{
	const struct fl_look_trace t = trace(size_B);
	const struct fl_look_which which = {n, number, level, layer};
	struct fl_look_picture p = {0};
	struct fl_err err = {0};

	return show(fl_look_texture(&t, &which, &p, &err), &p, &err);
}

enum fl_code fl_web_look_depths(size_t size_B, uint32_t n, bool stencil)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_look_picture p = {0};
	struct fl_json j = {.s = NULL};
	struct fl_err err = {0};
	enum fl_code code;

	fl_look_depths_free(&depths);
	code = listed ? fl_look_filmed_depths(&t, &film, n, &depths, &err)
		      : fl_fail(&err, FL_FAILED, "the events are to be asked for first");
	if (!code)
		code = fl_look_depth_picture(&depths, stencil, &p, &err);
	code = show(code, &p, &err);
	if (code)
		return code;
	fl_json_open(&j, NULL, '{');
	fl_look_put_depths(&j, &depths, n);
	fl_json_close(&j, '}');
	return give(fl_json_take(&j), &err);
}

const double *fl_web_depths(void)
{
	return depths.depth;
}

const uint8_t *fl_web_stencils(void)
{
	return depths.stencil;
}

enum fl_code fl_web_look_costs(size_t size_B, uint32_t first, uint32_t last, uint32_t of)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_look_picture p = {0};
	struct fl_json j = {.s = NULL};
	struct fl_err err = {0};
	enum fl_code code;

	fl_look_costs_free(&costs);
	code = !listed               ? fl_fail(&err, FL_FAILED, "the events are to be asked for first")
	       : of >= FL_LOOK_COSTS ? fl_fail(&err, FL_USAGE, "there is no cost %u", of)
				     : fl_look_listed_costs(&t, &list, &film, first, last, &costs, &err);
	if (!code)
		code = fl_look_cost_picture(&costs, of, &p, &err);
	code = show(code, &p, &err);
	if (code)
		return code;
	fl_json_open(&j, NULL, '{');
	fl_look_put_costs(&j, &costs, false);
	fl_json_close(&j, '}');
	return give(fl_json_take(&j), &err);
}

const uint32_t *fl_web_costs(uint32_t of)
{
	return of < FL_LOOK_COSTS ? costs.count[of] : NULL;
}

enum fl_code fl_web_look_vertices(size_t size_B, uint32_t n, uint32_t most)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_err err = {.code = FL_FAILED};

	return give(fl_look_vertices_json(&t, n, most, &err), &err);
}

enum fl_code fl_web_look_wires(size_t size_B, uint32_t n)
{
	const struct fl_look_trace t = trace(size_B);
	struct fl_look_picture p = {0};
	struct fl_err err = {0};

	return show(listed ? fl_look_filmed_wires(&t, &film, n, &p, &err)
			   : fl_fail(&err, FL_FAILED, "the events are to be asked for first"),
		    &p, &err);
}

enum fl_code fl_web_look_program(size_t size_B, uint32_t n, bool pixel, uint32_t a, uint32_t b)
{
	const struct fl_look_trace t = trace(size_B);
	const struct fl_look_whose whose = {
	    .event = n, .pixel = pixel, .index = a, .instance = b, .x = a, .y = b};
	struct fl_err err = {.code = FL_FAILED};

	if (!listed)
		fl_fail(&err, FL_FAILED, "the events are to be asked for first");
	return give(listed ? fl_look_listed_program_json(&t, &list, &film, chip, &whose, &err) : NULL, &err);
}

uint8_t *fl_web_other(size_t size_B)
{
	free(other);
	other = malloc(size_B);
	return other;
}

enum fl_code fl_web_look_diff(size_t size_B, size_t other_B)
{
	const struct fl_look_trace a = trace(size_B), b = trace_at(other, other_B, "the other trace");
	struct fl_look_diff d = {.cell = NULL};
	struct fl_err err = {.code = FL_FAILED};
	char *json = fl_look_diff(&a, &b, &d, &err) ? NULL : fl_look_diff_json(&d, &err);

	fl_look_diff_free(&d);
	return give(json, &err);
}
