/* SPDX-License-Identifier: MIT
 *
 * The 2D engine of R100 to R5xx: lines. The engine leaves out a line's last pixel.
 */
#include "lib/r500/draw2d.h"

enum { POINTS_MAX = 512 };

/* Coordinates have 14 bits (R5xx guide 6.2.2). */
static bool in_reach(const struct fl_point *p)
{
	return p->x >= -8192 && p->x < 8192 && p->y >= -8192 && p->y < 8192;
}

static bool inside(const struct fl_2d_box *clip, const struct fl_point *p)
{
	return p->x >= clip->x0 && p->x < clip->x1 && p->y >= clip->y0 && p->y < clip->y1;
}

static uint32_t steps(const struct fl_point *a, const struct fl_point *b)
{
	int32_t dx = a->x < b->x ? b->x - a->x : a->x - b->x, dy = a->y < b->y ? b->y - a->y : a->y - b->y;

	return (uint32_t)(dx > dy ? dx : dy);
}

/* R5xx guide 6.2.2.4: one dword a line. */
static void by_packet(struct fl_2d *g, const struct e2_op *op, const struct fl_2d_box *clip,
		      const struct fl_point *points, uint32_t n)
{
	for (uint32_t now; n > 1; points += now - 1, n -= now - 1) {
		struct e2_out o = fl_r500_e2_state(g, op, 0, true);
		uint32_t *head, *p;

		e2_done(&o);
		now = n < POINTS_MAX ? n : POINTS_MAX;
		head = fl_cs_room(g->cs, 1 + E2_SETTINGS_DW + now);
		p = fl_r500_e2_settings(g, head + 1, op, clip);
		for (uint32_t i = 0; i < now; i++)
			*p++ = e2_yx(points[i].y, points[i].x);
		*head = R500_TYPE3(R500_PKT3_POLYLINE, (uint32_t)(p - head) - 1);
		fl_cs_done(g->cs, p);
	}
}

static void by_registers(struct fl_2d *g, const struct e2_op *op, const struct fl_2d_box *clip,
			 const struct fl_point *points, uint32_t n, const struct fl_pen *pen)
{
	uint32_t step = pen->phase, dashes;

	for (uint32_t i = 0; i + 1 < n; i++) {
		uint32_t length = steps(&points[i], &points[i + 1]);
		struct e2_out o;

		if (!length)
			continue;
		o = fl_r500_e2_state(g, op, 9, false);
		if (clip) {
			e2_set(&o, E2_SC_TOP_LEFT, e2_yx(clip->y0, clip->x0));
			e2_set(&o, E2_SC_BOTTOM_RIGHT, e2_yx(clip->y1, clip->x1));
		}
		e2_set(&o, E2_BRUSH_FRGD, pen->color);
		if (pen->dashes) {
			/* The guide starts a line at BRUSH_X_INIT, xf86-video-ati at DST_LINE_PATCOUNT's low
			 * bits: both are 0, and the dashes are turned instead. */
			dashes = step & 31 ? pen->dashes >> (step & 31) | pen->dashes << (32 - (step & 31))
					   : pen->dashes;
			e2_set(&o, E2_BRUSH_BKGD, pen->background);
			e2_set(&o, E2_BRUSH_Y_X, 0);
			e2_put(&o, R500_BRUSH_DATA(0), dashes);
			e2_of(g)->brush_n = 0;
		}
		e2_put2(&o, R500_DST_LINE_START, e2_yx(points[i].y, points[i].x),
			e2_yx(points[i + 1].y, points[i + 1].x));
		e2_done(&o);
		step += length;
	}
}

bool fl_r500_e2_lines(struct fl_2d *g, const struct fl_2d_box *clip, const struct fl_point *points,
		      uint32_t n, const struct fl_pen *pen, uint32_t rop)
{
	struct fl_brush solid = {.color = pen->color};
	struct e2_op op = {.gmc = E2_GMC_COLOR, .rop = rop, .dp_cntl = E2_FORWARD};
	bool all_in = true;

	for (uint32_t i = 0; i < n; i++) {
		if (!in_reach(&points[i]))
			return false;
		all_in = all_in && inside(clip, &points[i]);
	}
	/* Cutting a line would move its steps: a scissor does not. */
	clip = all_in ? NULL : clip;
	if (g->cs && n > 2 && !pen->dashes) {
		op.brush = &solid;
		by_packet(g, &op, clip, points, n);
		return true;
	}
	/* Brush types 13 (color), 6 and 7 (32 x 1) are for lines, the latter with their first step in bit
	 * 0. */
	op.gmc |= R500_DP_GUI_MASTER_CNTL__GMC_DST_CLIPPING(clip != NULL);
	op.pen = true;
	op.gmc |= R500_DP_GUI_MASTER_CNTL__GMC_BYTE_PIX_ORDER(pen->dashes != 0) |
		  R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE(
		      !pen->dashes  ? R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__SOLID_COLOR
		      : pen->opaque ? R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__MONO_32X1_FG_BG
				    : R500_DP_GUI_MASTER_CNTL__GMC_BRUSH_DATATYPE__MONO_32X1_FG);
	by_registers(g, &op, clip, points, n, pen);
	return true;
}
