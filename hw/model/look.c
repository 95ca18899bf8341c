/* SPDX-License-Identifier: MIT
 *
 * A look into a model: events counted, and the ones after the last that is asked for read over. See
 * fl_model_look.h.
 */
#include "hw/model/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fl_look_kind_name(enum fl_look_kind kind)
{
	static const char *const name[] = {"draw", "clear", "copy", "resolve", "dispatch", "dma"};

	return name[kind];
}

const char *fl_look_fate_name(enum fl_look_fate fate)
{
	static const char *const name[FL_LOOK_FATES] = {
	    "written", "scissor",       "clip rectangle", "sample mask", "stipple", "hierarchical depth",
	    "shader",  "alpha",         "depth bounds",   "stencil",     "depth",   "discard",
	    "masked",  "no such target"};

	return name[fate];
}

/* ---- the look ------------------------------------------------------------------------------------------ */
void fl_look_free(struct fl_model *m)
{
	if (m->look) {
		free(m->look->bound);
		free(m->look->wave);
		free(m->look->program);
	}
	if (m->look)
		fl_raster_look_free(&m->look->raster);
	free(m->look);
	m->look = NULL;
}

static void draw_what_waits(struct fl_model *m)
{
	if (m->ops->let_go)
		m->ops->let_go(m);
}

bool fl_model_look(struct fl_model *m, const struct fl_look *look)
{
	struct fl_look_state *l;

	draw_what_waits(m);
	fl_look_free(m);
	if (!look)
		return true;
	l = calloc(1, sizeof(*l));
	if (!l)
		return false;
	l->ask = *look;
	l->wave = look->vertices ? calloc(1, sizeof(*l->wave)) : NULL;
	l->program = look->step || look->cost ? calloc(1, sizeof(*l->program)) : NULL;
	if ((look->vertices && !l->wave) || ((look->step || look->cost) && !l->program)) {
		free(l->wave);
		free(l->program);
		free(l);
		return false;
	}
	if (l->program) {
		l->program->lane = -1;
		l->program->counts = look->cost;
	}
	l->raster.ras = m->ras;
	l->raster.watched = look->watched;
	l->raster.given = look->form;
	if (look->form && look->form->known)
		memcpy(&l->raster.form, look->form->is, sizeof(l->raster.form));
	l->raster.last_drawn = look->form && look->form->known ? l->raster.form.last_drawn : UINT32_MAX;
	l->raster.depth = FL_LOOK_NONE;
	l->raster.target = look->target;
	l->raster.x = look->x;
	l->raster.y = look->y;
	m->look = l;
	return true;
}

uint32_t fl_model_look_events(const struct fl_model *m)
{
	return m->look ? m->look->n : 0;
}

void fl_model_look_aside(struct fl_model *m, bool aside)
{
	if (!m->look)
		return;
	draw_what_waits(m);
	m->look->aside = aside;
}

/* ---- events -------------------------------------------------------------------------------------------- */
static bool observed(const struct fl_look_state *l)
{
	return l->ask.event || l->ask.texture || l->ask.vertices || l->ask.primitive || l->ask.step ||
	       l->raster.watched;
}

/* "IB 0x40040000+0x123 dw, DRAW_INDEX": the packet's name, and how far it is from the beginning. */
static void place(struct fl_model *m, struct fl_look_event *e, const char *name)
{
	const char *plus, *comma;

	m->ops->where(m, e->where, sizeof(e->where));
	plus = strchr(e->where, '+');
	e->at_dw = plus ? (uint32_t)strtoul(plus + 1, NULL, 0) : 0;
	comma = strchr(e->where, ',');
	snprintf(e->name, sizeof(e->name), "%.47s", name ? name : comma ? comma + 2 : e->where);
}

bool fl_look_began(struct fl_model *m, enum fl_look_kind kind, const char *name)
{
	struct fl_look_state *l = m->look;

	if (l->aside || l->nest) {
		l->nest++;
		return true;
	}
	if (l->n >= l->ask.stop) {
		l->n++;
		return false;
	}
	l->nest++;
	l->at_hand = observed(l);
	if (!l->at_hand)
		return true;
	l->event = (struct fl_look_event){.n = l->n, .kind = kind, .run = l->runs ? l->runs - 1 : 0};
	l->n_bound = 0;
	if (l->wave)
		l->wave->open = false;
	place(m, &l->event, name);
	fl_raster_look_begin(&l->raster, &l->event);
	return true;
}

void fl_look_ended(struct fl_model *m)
{
	struct fl_look_state *l = m->look;

	if (!l->nest || --l->nest || l->aside)
		return;
	l->n++;
	if (!l->at_hand)
		return;
	draw_what_waits(m);
	fl_raster_look_end(&l->raster, &l->event);
	l->at_hand = false;
	if (l->wave) /* vertices that only go to memory never become the rasterizer's */
		l->wave->open = false;
	l->event.primitives = l->raster.number;
	l->event.written = l->raster.written;
	fl_raster_look_targets(&l->raster, &l->event);
	for (unsigned i = 0; l->ask.fragment && i < l->raster.n_found; i++)
		l->ask.fragment(l->ask.arg, m, &l->raster.found[i]);
	if (l->ask.event)
		l->ask.event(l->ask.arg, m, &l->event);
}

static const char *type_name(enum fl_raster_type type)
{
	static const char *const name[] = {
	    [FL_RASTER_POINT_LIST] = "points",
	    [FL_RASTER_LINE_LIST] = "lines",
	    [FL_RASTER_LINE_STRIP] = "line strip",
	    [FL_RASTER_LINE_LOOP] = "line loop",
	    [FL_RASTER_TRIANGLE_LIST] = "triangles",
	    [FL_RASTER_TRIANGLE_STRIP] = "triangle strip",
	    [FL_RASTER_TRIANGLE_FAN] = "triangle fan",
	    [FL_RASTER_QUAD_LIST] = "quads",
	    [FL_RASTER_QUAD_STRIP] = "quad strip",
	    [FL_RASTER_POLYGON] = "polygon",
	    [FL_RASTER_RECT_LIST] = "rectangles",
	    [FL_RASTER_LINE_LIST_ADJ] = "lines with adjacency",
	    [FL_RASTER_LINE_STRIP_ADJ] = "line strip with adjacency",
	    [FL_RASTER_TRIANGLE_LIST_ADJ] = "triangles with adjacency",
	    [FL_RASTER_TRIANGLE_STRIP_ADJ] = "triangle strip with adjacency",
	    [FL_RASTER_NO_TYPE] = "patches",
	};

	return name[type];
}

void fl_look_note_draw(struct fl_model *m, enum fl_raster_type type, uint32_t vertices)
{
	struct fl_look_event *e = &m->look->event;

	e->primitive = type_name(type);
	e->vertices = vertices;
	e->instances++;
}

void fl_look_note_groups(struct fl_model *m, const uint32_t groups[3])
{
	if (m->look)
		memcpy(m->look->event.groups, groups, sizeof(m->look->event.groups));
}

/* ---- pixels -------------------------------------------------------------------------------------------- */
static const struct fl_raster_look *target_of(const struct fl_model *m, uint64_t target)
{
	const struct fl_raster_look *l = m->look ? &m->look->raster : NULL;

	return l && l->ras && l->watched && l->form.key.cpp && l->target == target ? l : NULL;
}

unsigned fl_model_look_pixel(struct fl_model *m, uint64_t target, uint32_t x, uint32_t y,
			     uint8_t out[FL_LOOK_PIXEL_B])
{
	const struct fl_raster_look *l = target_of(m, target);

	return l ? fl_raster_look_pixel(l->ras, &l->form, NULL, x, y, 0, out) : 0;
}

unsigned fl_model_look_rect(struct fl_model *m, uint64_t target, uint32_t x, uint32_t y, uint32_t w,
			    uint32_t h, uint8_t *out)
{
	const struct fl_raster_look *l = target_of(m, target);

	return l && l->form.key.samples == 1 ? fl_raster_look_rect(l->ras, &l->form, x, y, w, h, out) : 0;
}

bool fl_model_look_touched(const struct fl_model *m, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
	const struct fl_raster_look *l = m->look ? &m->look->raster : NULL;

	return !l || !l->ras || !l->form.key.cpp || fl_raster_look_touched(l, x, y, w, h);
}

bool fl_model_look_certain(const struct fl_model *m)
{
	return m->look && m->look->raster.certain;
}

bool fl_model_look_depth_buffer(const struct fl_model *m, struct fl_look_depth_buffer *out)
{
	return m->look && fl_raster_look_depth_buffer(&m->look->raster, out);
}

bool fl_model_look_depths(const struct fl_model *m, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
			  double *depth, uint8_t *stencil)
{
	return m->look && fl_raster_look_depths(&m->look->raster, x, y, w, h, depth, stencil);
}
