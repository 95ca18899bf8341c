/* SPDX-License-Identifier: MIT
 *
 * 2D on Vivante's cores: the engine. Which way it goes draw2d.h says.
 */
#include "lib/gc/draw2d_own.h"

#include <string.h>

enum {
	LONGEST = 8192, /* sides of targets and textures */
	BAND_ALIGN_ROWS = 64,
	ROW_ALIGN_B = 64,
};

static uint64_t rounded(uint64_t n, uint64_t unit)
{
	return (n + unit - 1) / unit * unit;
}

uint64_t fl_gc_2d_own_B(const struct fl_gc_info *info, const struct fl_surface *target)
{
	const uint64_t all_B = rounded(target->pitch_px, FL_GC_WINDOW_PX) * target->bytes_px *
			       rounded(target->height_px, BAND_ALIGN_ROWS);

	if (info->blt || (info->linear_target && (info->pipes == 1 || info->single_buffer)))
		return FL_GC_2D_COPY_B;
	return FL_GC_2D_COPY_B + all_B < FL_GC_2D_LEAST_B ? FL_GC_2D_LEAST_B : FL_GC_2D_COPY_B + all_B;
}

static void start(struct fl_2d *g)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);

	memset(e, 0, sizeof(*e));
	e->setup = *(const struct fl_gc_2d_setup *)g->priv;
	g->priv = NULL;
}

void fl_gc_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr, const struct fl_gc_2d_setup *setup)
{
	fl_2d_init(g, &fl_gc_2d, NULL, cs, (void *)(uintptr_t)setup, vram_addr, FL_GC_2D_CAPS);
}

/* Somebody else may have used the core, or drawn to what a band was taken from. */
static enum fl_code target(struct fl_2d *g)
{
	fl_gc_band_close(g, true);
	fl_gc_2d_of(g)->at = NULL;
	return g->code;
}

static enum fl_code source(struct fl_2d *g, const struct fl_surface *s)
{
	if (s->rules && s->rules->can && (fl_surface_can(s) & FL_CAN_2D) && s->samples <= 1 &&
	    !fl_gc_has_halves(s) && !(s->tiling & FL_MACRO) && !(s->offset_B % s->align_B) &&
	    (s->tiling || !(fl_surface_pitch_B(s) % ROW_ALIGN_B)) && s->width_px <= LONGEST &&
	    s->height_px <= LONGEST)
		return FL_OK;
	fl_fail(fl_2d_err(g), FL_USAGE,
		"2D: cannot address a surface at 0x%llx of %u x %u pixels of %u bytes, in rows of %u, tiling "
		"%u; lay it out with FL_USE_2D, of 16 or 32 bits a pixel, linear or FL_MICRO, up to %u x %u",
		(unsigned long long)s->offset_B, s->width_px, s->height_px, s->bytes_px, s->pitch_px,
		s->tiling, LONGEST, LONGEST);
	return fl_2d_fail(g, FL_USAGE);
}

/* Operations of P alone: what each value of a bit of P becomes. */
static uint32_t color_of(const struct fl_brush *brush, uint32_t rop)
{
	enum { P_0 = 1, P_1 = 16 };

	return (rop & P_1 ? brush->color : 0) | (rop & P_0 ? ~brush->color : 0);
}

static void fill(struct fl_2d *g, const struct fl_2d_box *boxes, uint32_t n, const struct fl_brush *brush,
		 uint32_t rop)
{
	const uint32_t color = color_of(brush, rop) & (~0u >> (32 - 8 * g->dst->bytes_px));

	if (fl_gc_2d_of(g)->setup.info->blt)
		fl_gc_2d_blt_fill(g, boxes, n, color);
	else
		fl_gc_rects_fill(g, boxes, n, color);
}

/* Through the engine's own place, as much as it holds at a time. The resolve engine works on whole windows:
 * what comes there begins a little before what is wanted. */
static void copy_by_rects(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to,
			  int32_t dx, int32_t dy, bool left, bool up)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const uint32_t px =
	    ROW_ALIGN_B / src->bytes_px > FL_GC_WINDOW_PX ? ROW_ALIGN_B / src->bytes_px : FL_GC_WINDOW_PX;
	const uint32_t rows = FL_GC_WINDOW_ROWS;
	const int32_t w = FL_GC_2D_PLACE_W - (int32_t)px, h = FL_GC_2D_PLACE_H - (int32_t)rows;
	const int32_t nx = (to->x1 - to->x0 + w - 1) / w, ny = (to->y1 - to->y0 + h - 1) / h;

	for (int32_t k = 0; k < nx * ny; k++) {
		const int32_t i = left ? nx - 1 - k % nx : k % nx, j = up ? ny - 1 - k / nx : k / nx;
		const struct fl_2d_box part = {to->x0 + i * w, to->y0 + j * h,
					       i + 1 < nx ? to->x0 + (i + 1) * w : to->x1,
					       j + 1 < ny ? to->y0 + (j + 1) * h : to->y1};
		const uint32_t sx = (uint32_t)(part.x0 + dx), sy = (uint32_t)(part.y0 + dy);
		const uint32_t x0 = sx / px * px, y0 = sy / rows * rows;
		const uint32_t wide = sx - x0 + (uint32_t)(part.x1 - part.x0),
			       high = sy - y0 + (uint32_t)(part.y1 - part.y0);
		struct fl_gc_image from = fl_gc_image_of(src, g->vram_addr),
				   place = fl_gc_2d_place(e, src->bytes_px);

		fl_gc_band_close(g, false);
		from.addr[0] = from.addr[1] =
		    (uint32_t)(g->vram_addr + src->offset_B + fl_surface_at(src, x0, y0));
		fl_gc_2d_resolve(g, &from, &place, src->bytes_px,
				 (wide + FL_GC_WINDOW_PX - 1) / FL_GC_WINDOW_PX * FL_GC_WINDOW_PX,
				 (high + rows - 1) / rows * rows);
		fl_gc_rects_copy(g, &part, sx - x0, sy - y0);
	}
}

static void copy(struct fl_2d *g, const struct fl_surface *src, const struct fl_2d_box *to, int32_t dx,
		 int32_t dy, bool left, bool up, const struct fl_brush *brush, uint32_t rop)
{
	const struct fl_2d_box from = {to->x0 + dx, to->y0 + dy, to->x1 + dx, to->y1 + dy};
	struct fl_2d_box both;

	(void)brush, (void)rop; /* it is a plain copy: there are no others */
	if (fl_gc_2d_of(g)->setup.info->blt)
		fl_gc_2d_blt_copy(g, src, to, dx, dy, up,
				  src->offset_B == g->dst->offset_B && fl_2d_meet(&from, to, &both));
	else
		copy_by_rects(g, src, to, dx, dy, left, up);
}

static enum fl_code finish(struct fl_2d *g)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	uint32_t *p;

	if (e->setup.info->blt) {
		fl_gc_2d_blt_finish(g);
		return g->code;
	}
	fl_gc_band_close(g, true);
	if (!e->program)
		return g->code;
	p = fl_cs_room(g->cs, FL_GC_FLUSH_DW);
	if (p)
		fl_cs_done(g->cs, fl_gc_flush(p, e->setup.info));
	e->program = FL_GC_2D_NONE;
	e->at = NULL;
	return g->code;
}

const struct fl_2d_engine fl_gc_2d = {
    .name = "3D of GC",
    .reach = LONGEST,
    .span = LONGEST,
    .start = start,
    .target = target,
    .source = source,
    .fill = fill,
    .copy = copy,
    .finish = finish,
};
