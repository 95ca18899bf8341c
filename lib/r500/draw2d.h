/* SPDX-License-Identifier: MIT
 *
 * Inside the 2D engine of R100 to R5xx: the two ways out of it, and its registers' cached values.
 *
 * Registers or packets? A register write whose value the chip already has is left out, so a small rectangle
 * after another is 3 dwords (DST_Y_X and DST_HEIGHT_WIDTH in one type-0 packet), and a copy 4. The 2D packets
 * of R5xx guide 6.2.2 bring their settings each time, 4 dwords and more; they are the better way where one
 * packet carries much: PAINT_MULTI for a list of rectangles (2 dwords each), POLYLINE (1 dword a line) and
 * HOSTDATA_BLT (the only way in which host data are known to go through the ring: xf86-video-ati,
 * RADEONHostDataBlit). BITBLT_MULTI would save a dword of 4, TRANS_BITBLT carries the keys again with each
 * copy: copies go by registers.
 *
 * An operation sets the state, then asks for room for its n registers, and puts them in order:
 *	struct e2_out o = fl_r500_e2_state(g, …, 2);
 *	e2_put2(&o, R500_DST_Y_X, …);
 *	e2_done(&o);
 */
#ifndef LIB_R500_DRAW2D_H
#define LIB_R500_DRAW2D_H

#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/e2.h"

/* Registers whose values are cached: the places in struct fl_r500_e2's value. */
enum e2_cached {
	E2_GMC,
	E2_DST_PITCH_OFFSET,
	E2_SRC_PITCH_OFFSET,
	E2_SC_TOP_LEFT,
	E2_SC_BOTTOM_RIGHT,
	E2_BRUSH_FRGD,
	E2_BRUSH_BKGD,
	E2_BRUSH_Y_X,
	E2_SRC_FRGD,
	E2_SRC_BKGD,
	E2_DP_CNTL,
	E2_CMP_CNTL,
	E2_CMP_SRC,
	E2_CMP_DST,
	E2_CMP_MSK,
	E2_WRITE_MSK,
	E2_CACHED,
};

/* What the engine keeps in a struct fl_2d: what the registers hold, to write only what changed. */
struct fl_r500_e2 {
	uint32_t dst_gmc, dst_pitch_offset;
	uint32_t fifo_free; /* entries known to be free */
	uint32_t valid;     /* bit i: value[i] is known */
	uint32_t value[E2_CACHED];
	uint32_t brush_n, brush[64]; /* BRUSH_DATA: so many are known */
};
_Static_assert(sizeof(struct fl_r500_e2) <= FL_2D_OWN_B, "the engine's state fits into struct fl_2d");

static inline struct fl_r500_e2 *e2_of(const struct fl_2d *g)
{
	return (struct fl_r500_e2 *)(uintptr_t)g->own;
}

struct e2_out {
	struct fl_2d *g;
	uint32_t *p;     /* the stream's cursor, or NULL: by registers */
	uint32_t unused; /* FIFO entries waited for and not used */
};

#define E2_FORWARD (R500_DP_CNTL__DST_X_DIR(1) | R500_DP_CNTL__DST_Y_DIR(1))

/* Wait until the command FIFO has n free entries; 64 is all that it has. */
enum fl_code fl_r500_e2_fifo(struct fl_2d *g, uint32_t n);

static inline struct e2_out e2_room(struct fl_2d *g, uint32_t n_regs)
{
	struct e2_out o = {.g = g, .unused = n_regs};

	if (g->cs)
		o.p = fl_cs_room(g->cs, 2 * n_regs);
	else
		fl_r500_e2_fifo(g, n_regs);
	return o;
}

static inline void e2_put(struct e2_out *o, uint32_t reg, uint32_t value)
{
	if (o->p) {
		o->p = r500_pm4_reg(o->p, reg, value);
		return;
	}
	/* What takes no more writes is not written to. */
	if (o->g->code != FL_TIMEOUT)
		fl_write32(o->g->dev, reg, value);
	o->unused--;
}

/* Consecutive registers: one header. */
static inline void e2_put2(struct e2_out *o, uint32_t reg, uint32_t a, uint32_t b)
{
	if (o->p) {
		o->p = r500_pm4_regs(o->p, reg, 2);
		o->p[0] = a;
		o->p[1] = b;
		o->p += 2;
		return;
	}
	e2_put(o, reg, a);
	e2_put(o, reg + 4, b);
}

extern const uint16_t fl_r500_e2_cached_reg[E2_CACHED];

/* Puts a cached register, unless it has the value. */
static inline void e2_set(struct e2_out *o, enum e2_cached which, uint32_t value)
{
	struct fl_r500_e2 *e2 = e2_of(o->g);

	if ((e2->valid >> which & 1) && e2->value[which] == value)
		return;
	e2->value[which] = value;
	e2->valid |= 1u << which;
	e2_put(o, fl_r500_e2_cached_reg[which], value);
}

static inline void e2_done(struct e2_out *o)
{
	if (o->p)
		fl_cs_done(o->g->cs, o->p);
	else if (o->g->code != FL_TIMEOUT)
		e2_of(o->g)->fifo_free += o->unused;
}

/* What an operation is, beside its place. */
struct e2_op {
	uint32_t gmc; /* DP_GUI_MASTER_CNTL's source and brush type; the rest is added */
	uint32_t rop;
	uint32_t dp_cntl;
	const struct fl_brush *brush; /* NULL: none */
	bool pen;                     /* gmc holds the brush type */
	bool src_key;                 /* the source's key holds */
	int32_t base_x, base_y;       /* the pixel of the target that becomes (0, 0) */
};

/* Sets the state, with room left for n_regs more. packet: what HOSTDATA_BLT and its like bring themselves is
 * left out. */
struct e2_out fl_r500_e2_state(struct fl_2d *g, const struct e2_op *op, uint32_t n_regs, bool packet);
/* The SETTINGS of a 2D packet for this operation (R5xx guide 6.2.2), up to E2_SETTINGS_DW, after
 * fl_r500_e2_state(…, true). clip: NULL for none; the packet clips to it. */
enum { E2_SETTINGS_DW = 4 + 64 + 1 };
uint32_t *fl_r500_e2_settings(struct fl_2d *g, uint32_t *p, const struct e2_op *op,
			      const struct fl_2d_box *clip);
/* The corner of the window in which a box of the target lies. */
void fl_r500_e2_base(const struct fl_2d *g, const struct fl_2d_box *box, struct e2_op *op);

void fl_r500_e2_host(struct fl_2d *g, const struct fl_2d_host *h);
bool fl_r500_e2_lines(struct fl_2d *g, const struct fl_2d_box *clip, const struct fl_point *points,
		      uint32_t n, const struct fl_pen *pen, uint32_t rop);

static inline uint32_t e2_yx(int32_t y, int32_t x)
{
	return (uint32_t)y << 16 | ((uint32_t)x & 0xffffu);
}

#define E2_GMC_COLOR                                                                                         \
	(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_DATATYPE__SAME_AS_DST) | \
	 R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE(R500_DP_GUI_MASTER_CNTL__GMC_SRC_SOURCE__VIDEO_MEMORY))

#endif
