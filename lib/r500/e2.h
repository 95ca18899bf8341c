/* SPDX-License-Identifier: MIT
 *
 * The 2D engine of R100 to R5xx, for who begins a struct fl_2d without a stage.
 */
#ifndef LIB_R500_E2_H
#define LIB_R500_E2_H

#include "lib/fl_draw2d_engine.h"

extern const struct fl_2d_engine fl_r500_e2;

/* Draw through a command stream. vram_addr: the GPU address of video memory (MC_FB_LOCATION). */
static inline void fl_r500_2d_stream(struct fl_2d *g, struct fl_cs *cs, uint64_t vram_addr, uint32_t caps)
{
	fl_2d_init(g, &fl_r500_e2, NULL, cs, NULL, vram_addr, caps);
}

/* The same by register writes. The engine must be idle and reset; vram_addr is 0 on chips with raw
 * offsets. */
static inline void fl_r500_2d_mmio(struct fl_2d *g, struct fl_dev *dev, uint64_t vram_addr, uint32_t caps)
{
	fl_2d_init(g, &fl_r500_e2, dev, NULL, NULL, vram_addr, caps);
}

#endif
