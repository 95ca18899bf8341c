/* SPDX-License-Identifier: MIT
 *
 * 2D on R6xx and R7xx: the engine. lib/fl_draw2d_3d.h says what each call becomes.
 */
#include "lib/r600/draw2d.h"
#include "lib/r600/draw2d_own.h"
#include "lib/r600/start.h"

#include <string.h>

static void start(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	memset(e, 0, sizeof(*e));
	e->setup = *(const struct fl_r600_2d_setup *)g->priv;
	g->priv = NULL;
	e->family = r600_chip_family(e->setup.chip);
	e->base.chip = &fl_r600_2d_chip;
	e->base.overlap_addr = e->setup.own_addr + FL_R600_2D_PROGRAMS_B;
}

void fl_r600_2d_begin(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr,
		      const struct fl_r600_2d_setup *setup)
{
	fl_2d_init(g, &fl_r600_3d2d, NULL, cs, (void *)(uintptr_t)setup, vram_addr, FL_R600_2D_CAPS);
}

static enum fl_code target(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);

	e->at = NULL; /* somebody else may have used the engine */
	return FL_OK;
}

static enum fl_code finish(struct fl_2d *g)
{
	struct fl_r600_2d *e = fl_r600_2d_of(g);
	uint32_t *p;

	if (!e->drawn)
		return g->code;
	p = fl_cs_room(g->cs, FL_R600_FLUSH_DW);
	if (p)
		fl_cs_done(g->cs, fl_r600_flush(p, e->family));
	e->drawn = false;
	return g->code;
}

const struct fl_2d_engine fl_r600_3d2d = {
    .name = "3D of R6xx",
    .reach = FL_R600_2D_REACH,
    .span = FL_R600_2D_SPAN,
    .host_dw = FL_2D_PICTURE_DW,
    .start = start,
    .target = target,
    .source = fl_2d_3d_source,
    .fill = fl_2d_3d_fill,
    .copy = fl_2d_3d_copy,
    .host = fl_2d_3d_host,
    .finish = finish,
};
