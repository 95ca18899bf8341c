/* SPDX-License-Identifier: MIT
 *
 * 2D on a toy: fills are two triangles, copies are packets. The rest the library makes up from these two.
 */
#include "lib/toy/toy.h"
#include "lib/fl_math.h"

enum { REACH_PX = 16384, PITCH_MAX_PX = 0xffff };

void fl_toy_triangle(struct fl_cs *cs, uint64_t vram_addr, const struct fl_surface *to,
		     const struct fl_2d_box *clip, const struct fl_toy_corner corner[3])
{
	uint32_t *p = fl_cs_room(cs, TOY_TRIANGLE_DW);

	*p++ = TOY_PACKET(TRIANGLE, TOY_TRIANGLE_DW);
	*p++ = (uint32_t)(vram_addr + to->offset_B);
	*p++ = to->pitch_px;
	*p++ = TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__X((uint32_t)clip->x0) |
	       TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__Y((uint32_t)clip->y0);
	*p++ = TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__X((uint32_t)clip->x1) |
	       TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__Y((uint32_t)clip->y1);
	for (int i = 0; i < 3; i++) {
		*p++ = (uint32_t)(int32_t)fl_floorf(corner[i].x * FL_TOY_SUBPIXELS + 0.5f);
		*p++ = (uint32_t)(int32_t)fl_floorf(corner[i].y * FL_TOY_SUBPIXELS + 0.5f);
		*p++ = corner[i].argb;
	}
	fl_cs_done(cs, p);
}

void fl_toy_fill(struct fl_cs *cs, uint64_t vram_addr, const struct fl_surface *to,
		 const struct fl_2d_box *box, uint32_t argb)
{
	float x0 = (float)box->x0, y0 = (float)box->y0, x1 = (float)box->x1, y1 = (float)box->y1;
	const struct fl_toy_corner corner[4] = {
	    {x0, y0, argb}, {x1, y0, argb}, {x0, y1, argb}, {x1, y1, argb}};

	fl_toy_triangle(cs, vram_addr, to, box, corner);
	fl_toy_triangle(cs, vram_addr, to, box, corner + 1);
}

static void start(struct fl_2d *g)
{
}

static enum fl_code target(struct fl_2d *g)
{
	return FL_OK;
}

static enum fl_code source(struct fl_2d *g, const struct fl_surface *src)
{
	if (src->bytes_px == 4 && src->tiling == FL_LINEAR && src->pitch_px <= PITCH_MAX_PX)
		return FL_OK;
	fl_fail(fl_2d_err(g), FL_USAGE, "2D: a toy draws on linear surfaces of 32 bits a pixel only");
	return fl_2d_fail(g, FL_USAGE);
}

/* There is nothing but FL_ROP_PATCOPY: the capabilities promise no other. */
static void fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		 uint32_t rop)
{
	for (uint32_t i = 0; i < n; i++)
		fl_toy_fill(g->cs, g->vram_addr, g->dst, &boxes[i], brush->color);
}

static uint32_t address(const struct fl_2d *g, const struct fl_surface *s, int32_t x, int32_t y)
{
	return (uint32_t)(g->vram_addr + s->offset_B + fl_surface_at(s, (uint32_t)x, (uint32_t)y));
}

/* The chip finds out for itself from where to walk. */
static void copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		 int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop)
{
	uint32_t *p = fl_cs_room(g->cs, TOY_COPY_DW);

	*p++ = TOY_PACKET(COPY, TOY_COPY_DW);
	*p++ = address(g, g->dst, to->x0, to->y0);
	*p++ = address(g, src, to->x0 + dx, to->y0 + dy);
	*p++ = TOY_PKT3_COPY__PITCHES__TO(g->dst->pitch_px) | TOY_PKT3_COPY__PITCHES__FROM(src->pitch_px);
	*p++ = TOY_PKT3_COPY__SIZE__WIDTH((uint32_t)(to->x1 - to->x0)) |
	       TOY_PKT3_COPY__SIZE__HEIGHT((uint32_t)(to->y1 - to->y0));
	fl_cs_done(g->cs, p);
}

static enum fl_code finish(struct fl_2d *g)
{
	return g->code; /* it has no caches */
}

const struct fl_2d_engine fl_toy_2d = {
    .reach = REACH_PX,
    .span = REACH_PX,
    .start = start,
    .target = target,
    .source = source,
    .fill = fill,
    .copy = copy,
    .finish = finish,
};
