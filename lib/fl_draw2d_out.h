/* SPDX-License-Identifier: MIT
 *
 * Inside fl_draw2d: the two ways out of it, and what its files share.
 *
 * An operation asks for room for its n registers, then puts them in order:
 *	struct fl_2d_out o = fl_2d_room(g, 3);
 *	fl_2d_put(&o, R500_DST_Y_X, …);
 *	fl_2d_done(&o);
 */
#ifndef FL_DRAW2D_OUT_H
#define FL_DRAW2D_OUT_H

#include "hw/regs/r500.h"
#include "lib/fl_draw2d.h"

struct fl_2d_out {
	struct fl_2d *g;
	uint32_t *p; /* the stream's cursor, or NULL: by registers */
};

/* Wait until the command FIFO has n free entries. */
enum fl_code fl_2d_fifo(struct fl_2d *g, uint32_t n);
enum fl_code fl_2d_fail(struct fl_2d *g, enum fl_code code);

static inline struct fl_2d_out fl_2d_room(struct fl_2d *g, uint32_t n_regs)
{
	struct fl_2d_out o = {.g = g};

	if (g->cs)
		o.p = fl_cs_room(g->cs, 2 * n_regs);
	else
		fl_2d_fifo(g, n_regs);
	return o;
}

static inline void fl_2d_put(struct fl_2d_out *o, uint32_t reg, uint32_t value)
{
	if (o->p)
		o->p = fl_cs_reg(o->p, reg, value);
	else
		fl_write32(o->g->dev, reg, value);
}

static inline void fl_2d_done(struct fl_2d_out *o)
{
	if (o->p)
		fl_cs_done(o->g->cs, o->p);
}

/* Room for n_regs more, and the state of an operation: DP_GUI_MASTER_CNTL, the brush, the direction. */
struct fl_2d_out fl_2d_state(struct fl_2d *g, uint32_t gmc, uint32_t brush, uint32_t dp_cntl, uint32_t n_regs);

#define FL_2D_FORWARD (R500_DP_CNTL__DST_X_DIR(1) | R500_DP_CNTL__DST_Y_DIR(1))

static inline uint32_t fl_2d_yx(int32_t x, int32_t y)
{
	return (uint32_t)y << 16 | ((uint32_t)x & 0xffffu);
}

#endif
