/* SPDX-License-Identifier: MIT
 *
 * TRIANGLE, by the rooms that all models share: its dwords become the records of a draw, whose "shader" is
 * the interpolated color.
 */
#include "hw/model/toy/chip.h"

#include <string.h>

/* The body, by the order of its dwords in the register database */
enum { TARGET = 1, PITCH, CLIP_TOP_LEFT, CLIP_BOTTOM_RIGHT, CORNERS, CORNER_DW = 3 };
/* Corners count 1/16 pixels, and lie at most so far from the origin; no target is larger. */
enum { SUBPIXELS = 16, FARTHEST = 1 << 23, MAX_PX = FL_RASTER_MAX_PX };

/* ---- linear surfaces ----------------------------------------------------------------------------------- */
static uint64_t at(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return ((uint64_t)y * k->pitch_px + x) * k->cpp;
}

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	b->w_px = 8;
	b->h_px = 1;
	b->reach_B = (uint32_t)at(k, 8, 7, 0);
	for (unsigned i = 0; i < 8; i++)
		b->at[i] = (uint32_t)at(k, 0, i, 0);
}

static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	*flip = 0;
	return at(k, x, y, 0);
}

static void opened(struct fl_tile_surface *s, const struct fl_raster_draw *d)
{
}

static void leaving(struct fl_tile_buf *b)
{
}

static void report(struct fl_tile_cache *c, enum fl_tile_event what, const struct fl_tile_key *k,
		   unsigned column)
{
	if (what != FL_TILE_LOST)
		mtoy_report((struct mtoy *)c->model, FL_WARN, "TRIANGLE: pixels of the target at 0x%08llx %s",
			    (unsigned long long)k->base,
			    what == FL_TILE_OUTSIDE ? "are right of its pitch" : "are not in memory");
}

static const struct fl_tile_layout layout = {.addr = at, .bricks = bricks, .block = block};
static const struct fl_tile_ops tile_ops = {.surface_B = sizeof(struct fl_tile_surface),
					    .layout = &layout,
					    .opened = opened,
					    .leaving = leaving,
					    .report = report};

/* ---- the way of a pixel -------------------------------------------------------------------------------- */
/* All that a thread has of its own is the color of a wave. */
static void shade(struct fl_raster_thread *thread)
{
	FL_SIMD_PICK(((struct mtoy *)thread->model)->ras.isa, fl_raster_interpolate)(thread);
}

static void drawn(struct fl_raster *ras, const uint64_t passed[FL_RASTER_PIPES])
{
}

static void no_memory(struct fl_raster *ras)
{
	mtoy_report((struct mtoy *)ras->model, FL_REFUSE, "out of memory for drawing");
}

static const struct fl_raster_ops raster_ops = {.regs_B = sizeof(float[FL_TILE_TARGETS][4][FL_WAVE_PX]),
						.shade = shade,
						.drawn = drawn,
						.no_memory = no_memory};

/* Red, green, blue and alpha are four values of a vertex, interpolated without perspective. */
static const struct fl_raster_src src[4] = {{.at = 0}, {.at = 1}, {.at = 2}, {.at = 3}};
enum { LANES_B = sizeof(float[FL_WAVE_PX]) };
static const struct fl_raster_input each[4] = {
    {FL_RASTER_IN_PLANE, 0, 0 * LANES_B, 0},
    {FL_RASTER_IN_PLANE, 1, 1 * LANES_B, 0},
    {FL_RASTER_IN_PLANE, 2, 2 * LANES_B, 0},
    {FL_RASTER_IN_PLANE, 3, 3 * LANES_B, 0},
};
static const struct fl_raster_input4 all = {.at_B = 0, .group = 0, .mask = 15};
static const struct fl_raster_inputs inputs = {.in = each, .n = 4, .by4 = &all, .n_by4 = 1};

static const struct fl_raster_setup setup = {.sub = SUBPIXELS,
					     .step = 1,
					     .coarse = SUBPIXELS,
					     .nearest = true,
					     .keep = -1,
					     .far = FARTHEST,
					     .steps = SUBPIXELS,
					     .last_step = FARTHEST,
					     .fill = {FL_RASTER_FILL_TRIANGLES, FL_RASTER_FILL_TRIANGLES},
					     .no_w = true,
					     .n = 4,
					     .src = src};

bool mtoy_draw_new(struct mtoy *t, enum fl_isa isa)
{
	struct mtoy_draw *d = &t->draw;

	t->tiles = (struct fl_tile_cache){.ops = &tile_ops, .model = &t->base};
	d->setup = setup;
	d->setup.group = d->group;
	fl_raster_groups(src, 4, d->group);
	d->scan = (struct fl_raster_scan){.clip_rule = 0xffff, .sub = SUBPIXELS, .samples = 1};
	d->scan.door[0] = ~UINT64_C(0);
	d->scan.rule[FL_RASTER_RULE_TRI] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM;
	for (unsigned i = 0; i < 4; i++) /* the middle of each pixel of a quad */
		fl_raster_scan_add(&d->scan, 0, fl_raster_lanes(i), SUBPIXELS / 2, SUBPIXELS / 2);
	d->color.n = 1;
	d->color.target[0] = (struct fl_pixel_target){.path = FL_PIXEL_COLOR_STORE8888,
						      .sel = {2, 1, 0, 3}, /* memory has B, G, R, A */
						      .bits = 8,
						      .words = 1,
						      .mask = {~0u}};
	for (unsigned i = 0; i < 4; i++)
		d->color.target[0].ch[i] =
		    (struct fl_pixel_channel){.at = (uint8_t)(8 * i), .bits = 8, .read = (uint8_t)i};
	d->base = (struct fl_raster_draw){.setup = &d->setup,
					  .scan = &d->scan,
					  .inputs = &inputs,
					  .color = &d->color,
					  .targets = {.n = 1, .used = 1, .color = {&d->color.target[0].key}},
					  .samples = 1,
					  .cost = 1,
					  .stages = FL_RASTER_SHADE | FL_RASTER_COLOR};
	if (!fl_raster_new(&t->ras, &raster_ops, &t->base, &t->tiles, MAX_PX))
		return false;
	t->ras.isa = isa;
	return true;
}

void mtoy_draw_free(struct mtoy *t)
{
	fl_raster_free(&t->ras);
	fl_tile_drop_all(&t->tiles);
}

static bool vertex(struct mtoy *t, const uint32_t *corner, struct fl_raster_vertex *v)
{
	int32_t x = (int32_t)corner[0], y = (int32_t)corner[1];

	*v = (struct fl_raster_vertex){.x = (float)x / SUBPIXELS, .y = (float)y / SUBPIXELS, .rhw = 1};
	for (unsigned i = 0; i < 4; i++)
		v->attr[i] = (float)(corner[2] >> (i == 3 ? 24 : 16 - 8 * i) & 255) / 255.0f;
	if (x >= -FARTHEST && x <= FARTHEST && y >= -FARTHEST && y <= FARTHEST)
		return true;
	mtoy_report(t, FL_REFUSE, "TRIANGLE: a corner is too far away");
	return false;
}

bool mtoy_triangle(struct mtoy *t, const uint32_t *dw)
{
	struct fl_tile_key *key = &t->draw.color.target[0].key;
	uint32_t x0 = TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__X__GET(dw[CLIP_TOP_LEFT]);
	uint32_t y0 = TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__Y__GET(dw[CLIP_TOP_LEFT]);
	uint32_t x1 = TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__X__GET(dw[CLIP_BOTTOM_RIGHT]);
	uint32_t y1 = TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__Y__GET(dw[CLIP_BOTTOM_RIGHT]);
	struct fl_raster_vertex v[3];

	for (unsigned i = 0; i < 3; i++)
		if (!vertex(t, dw + CORNERS + CORNER_DW * i, &v[i]))
			return false;
	if (x0 > MAX_PX || y0 > MAX_PX || x1 > MAX_PX || y1 > MAX_PX) {
		mtoy_report(t, FL_REFUSE, "TRIANGLE: a box beyond %u pixels", (unsigned)MAX_PX);
		return false;
	}
	t->draw.scan.scissor =
	    (struct fl_raster_rect){(int16_t)x0, (int16_t)y0, (int16_t)(x1 - 1), (int16_t)(y1 - 1)};
	memset(key, 0, sizeof(*key));
	key->base = dw[TARGET];
	key->pitch_px = dw[PITCH];
	key->cpp = 4;
	key->samples = 1;
	t->ras.draw = t->ras.targets = &t->draw.base;
	t->ras.open = true;
	fl_raster_triangle(&t->ras, &v[0], &v[1], &v[2], &v[2], 0);
	/* The chip has no cache: the picture is in memory before the next packet. */
	fl_raster_run(&t->ras);
	fl_tile_flush(&t->tiles, false);
	fl_tile_forget(&t->tiles, false);
	return true;
}
