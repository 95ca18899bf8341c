/* SPDX-License-Identifier: MIT
 *
 * The frame debugger: what events cost, a count a pixel, as values and as pictures. The form is that of
 * look.h.
 */
#include "demos/firstlight/json_text.h"
#include "demos/firstlight/look_run.h"
#include "hw/fl_fmt.h"

#include <stdlib.h>
#include <string.h>

enum { SQUARE_PX = 64 };

const char *fl_look_cost_name(enum fl_look_cost_of of)
{
	static const char *const name[FL_LOOK_COSTS] = {"shaded", "written", "steps"};

	return name[of];
}

/* ---- counting ------------------------------------------------------------------------------------------ */
struct counting {
	struct fl_look_costs *out;
	bool grows;  /* the size is not known */
	bool failed; /* out of memory */
};

/* Another size; what was counted stays. */
static bool resize(struct fl_look_costs *c, uint32_t w, uint32_t h)
{
	uint32_t *bigger[FL_LOOK_COSTS];
	bool ok = true;

	for (unsigned i = 0; i < FL_LOOK_COSTS; i++) {
		bigger[i] = calloc((size_t)w * h + 1, sizeof(*bigger[i]));
		ok = ok && bigger[i];
	}
	for (unsigned i = 0; i < FL_LOOK_COSTS; i++) {
		for (uint32_t y = 0; ok && y < c->height; y++)
			memcpy(bigger[i] + (size_t)y * w, c->count[i] + (size_t)y * c->width,
			       c->width * sizeof(*bigger[i]));
		free(ok ? c->count[i] : bigger[i]);
		c->count[i] = ok ? bigger[i] : c->count[i];
	}
	c->width = ok ? w : c->width;
	c->height = ok ? h : c->height;
	return ok;
}

static uint32_t to_square(uint32_t has, uint32_t at)
{
	return at < has ? has : (at / SQUARE_PX + 1) * SQUARE_PX;
}

static void cost(void *arg, struct fl_model *m, const struct fl_look_cost *of)
{
	struct counting *n = arg;
	struct fl_look_costs *c = n->out;

	(void)m;
	if (n->grows && (of->x >= c->width || of->y >= c->height))
		n->failed |= !resize(c, to_square(c->width, of->x), to_square(c->height, of->y));
	if (of->x >= c->width || of->y >= c->height)
		return;
	const size_t at = (size_t)of->y * c->width + of->x;
	const uint32_t more[FL_LOOK_COSTS] = {of->shaded, of->written, of->steps};

	for (unsigned i = 0; i < FL_LOOK_COSTS; i++) {
		c->count[i][at] += more[i];
		c->total[i] += more[i];
		c->most[i] = c->count[i][at] > c->most[i] ? c->count[i][at] : c->most[i];
	}
}

/* The depth buffer that is used with that color target. */
static uint64_t depth_with(const struct fl_look_list *list, uint64_t target)
{
	for (unsigned n = 0; n < list->n; n++)
		for (unsigned i = 0; i < FL_LOOK_TARGETS; i++)
			if (list->e[n].color[i] == target && list->e[n].depth != FL_LOOK_NONE)
				return list->e[n].depth;
	return FL_LOOK_NONE;
}

static void flip(struct fl_look_costs *c)
{
	for (unsigned i = 0; i < FL_LOOK_COSTS; i++)
		for (uint32_t y = 0; y < c->height / 2; y++)
			for (uint32_t x = 0; x < c->width; x++) {
				uint32_t *a = &c->count[i][(size_t)y * c->width + x],
					 *b = &c->count[i][(size_t)(c->height - 1 - y) * c->width + x],
					 was = *a;

				*a = *b;
				*b = was;
			}
}

/* Which surface it is: of one event that does not draw to the picture's target, its own. False: none. */
static bool choose(const struct fl_look_list *list, uint64_t picture, struct fl_look_costs *c,
		   uint64_t *depth)
{
	const struct fl_look_event *e = &list->e[c->last];

	*depth = depth_with(list, picture);
	c->target = picture;
	if (c->first != c->last || (e->color[0] == FL_LOOK_NONE && e->depth == *depth))
		return picture != FL_LOOK_NONE;
	c->target = fl_look_target_of(e, picture);
	if (c->target == FL_LOOK_NONE)
		c->target = *depth = e->depth;
	return c->target != FL_LOOK_NONE;
}

enum fl_code fl_look_listed_costs(const struct fl_look_trace *t, const struct fl_look_list *list,
				  const struct fl_look_film *film, uint32_t first, uint32_t last,
				  struct fl_look_costs *out, struct fl_err *err)
{
	struct counting n = {.out = out};
	struct fl_look look = {.cost = cost, .watched = true, .x = UINT32_MAX, .y = UINT32_MAX, .arg = &n};
	struct fl_replay_result res;
	uint32_t w, h;
	const uint64_t picture = fl_replay_target(t->data, t->size_B, &w, &h);
	enum fl_code code;

	*out = (struct fl_look_costs){.first = first, .last = last};
	if (last == FL_LOOK_TO_THE_END && list->n)
		out->last = list->n - 1;
	if (out->last >= list->n || first > out->last)
		return fl_look_no_event(first > out->last ? first : out->last, t->name, list->n, err);
	if (!choose(list, picture, out, &look.cost_depth))
		return fl_fail(err, FL_USAGE, "event %u draws no pixels, which would cost something", last);
	n.grows = out->target != picture;
	look.target = out->target;
	look.cost_from = first;
	look.stop = out->last + 1;
	if (!n.grows && !resize(out, w, h))
		return fl_fail(err, FL_FAILED, "no memory for what %u x %u pixels cost", w, h);
	code = fl_look_run(t, &look, NULL, &res, err);
	free(res.shot);
	if (!code && n.failed)
		code = fl_fail(err, FL_FAILED, "no memory for what pixels cost");
	if (code)
		fl_look_costs_free(out);
	else if (!n.grows && film->usable && film->flip)
		flip(out);
	return code;
}

enum fl_code fl_look_costs(const struct fl_look_trace *t, uint32_t first, uint32_t last,
			   struct fl_look_costs *out, struct fl_err *err)
{
	struct fl_look_list list;
	struct fl_look_film film;
	struct fl_replay_result res;
	enum fl_code code = fl_look_list(t, &list, &film, &res, err);

	*out = (struct fl_look_costs){.first = first};
	if (code)
		return code;
	code = fl_look_listed_costs(t, &list, &film, first, last, out, err);
	fl_look_film_free(&film);
	fl_look_list_free(&list);
	return code;
}

void fl_look_costs_free(struct fl_look_costs *c)
{
	for (unsigned i = 0; i < FL_LOOK_COSTS; i++)
		free(c->count[i]);
	memset(c, 0, sizeof(*c));
}

/* ---- pictures ------------------------------------------------------------------------------------------ */
enum fl_code fl_look_cost_picture(const struct fl_look_costs *c, enum fl_look_cost_of of,
				  struct fl_look_picture *out, struct fl_err *err)
{
	static const uint8_t heat[][3] = {{0, 0, 0},     {40, 40, 200},   {200, 30, 60},
					  {255, 200, 0}, {255, 255, 255}, {255, 255, 255}};
	enum { PARTS = sizeof heat / sizeof *heat - 2 };
	const size_t n = (size_t)c->width * c->height;
	const uint64_t most = c->most[of] ? c->most[of] : 1;

	*out = (struct fl_look_picture){c->width, c->height, malloc(4 * n + 1)};
	if (!out->rgba)
		return fl_fail(err, FL_FAILED, "no memory for a picture");
	for (size_t i = 0; i < n; i++) {
		const uint64_t at = c->count[of][i] * (uint64_t)PARTS, k = at / most, part = at % most;

		for (unsigned ch = 0; ch < 3; ch++)
			out->rgba[4 * i + ch] =
			    (uint8_t)((heat[k][ch] * (most - part) + heat[k + 1][ch] * part) / most);
		out->rgba[4 * i + 3] = 255;
	}
	return FL_OK;
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */
void fl_look_put_costs(struct fl_json *j, const struct fl_look_costs *c, bool pixels)
{
	char address[24];

	fl_format(address, sizeof address, "0x%08llx", (unsigned long long)c->target);
	fl_json_uint(j, "first", c->first);
	fl_json_uint(j, "last", c->last);
	fl_json_text(j, "target", address);
	fl_json_uint(j, "width", c->width);
	fl_json_uint(j, "height", c->height);
	for (unsigned i = 0; i < FL_LOOK_COSTS; i++) {
		fl_json_open(j, fl_look_cost_name(i), '{');
		fl_json_uint(j, "total", c->total[i]);
		fl_json_uint(j, "most", c->most[i]);
		if (pixels)
			fl_json_open(j, "pixels", '[');
		for (size_t k = 0; pixels && k < (size_t)c->width * c->height; k++)
			fl_json_uint(j, NULL, c->count[i][k]);
		if (pixels)
			fl_json_close(j, ']');
		fl_json_close(j, '}');
	}
}

char *fl_look_costs_json(const struct fl_look_trace *t, uint32_t first, uint32_t last, struct fl_err *err)
{
	struct fl_look_costs c;
	struct fl_json j = {.s = NULL};
	char *s;

	if (fl_look_costs(t, first, last, &c, err))
		return NULL;
	fl_json_open(&j, NULL, '{');
	fl_look_put_costs(&j, &c, true);
	fl_json_close(&j, '}');
	fl_look_costs_free(&c);
	s = fl_json_take(&j);
	if (!s)
		fl_fail(err, FL_FAILED, "no memory for the answer");
	return s;
}
