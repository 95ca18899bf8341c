/* SPDX-License-Identifier: MIT
 *
 * The toy in software: what its files share. The chip is in tests/toy/README.md.
 */
#ifndef HW_MODEL_TOY_CHIP_H
#define HW_MODEL_TOY_CHIP_H

#include "hw/model/chip.h"
#include "hw/model/pixel/color.h"
#include "hw/model/raster/interp.h"
#include "hw/model/raster/raster.h"
#include "hw/regs/toy.h"

enum { MTOY_TRIANGLE_DW = 14, MTOY_COPY_DW = 5, MTOY_PACKET_DW = MTOY_TRIANGLE_DW };

/* A draw: what the common rooms read. */
struct mtoy_draw {
	struct fl_raster_draw base;
	struct fl_raster_setup setup;
	struct fl_raster_group group[1];
	struct fl_raster_scan scan;
	struct fl_pixel_color color;
};

struct mtoy {
	struct fl_model base;
	uint32_t ring, written, done, screen; /* the registers; written and done are 16 bits each */
	bool stuck;       /* after a packet that it does not know, until RING is written */
	bool fault_stuck; /* fault on purpose: it never begins */
	struct fl_raster ras;
	struct fl_tile_cache tiles;
	struct mtoy_draw draw;
};

void mtoy_report(struct mtoy *t, enum fl_severity severity, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- packets: false: refused, and reported ------------------------------------------------------------- */
bool mtoy_copy(struct mtoy *t, const uint32_t *dw);     /* copy.c */
bool mtoy_triangle(struct mtoy *t, const uint32_t *dw); /* triangle.c */
/* False: out of memory. */
bool mtoy_draw_new(struct mtoy *t, enum fl_isa isa);
void mtoy_draw_free(struct mtoy *t);

#endif
