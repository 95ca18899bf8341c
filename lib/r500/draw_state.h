/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: one function a group of state; each writes at p and returns where it stopped.
 */
#ifndef LIB_R500_DRAW_STATE_H
#define LIB_R500_DRAW_STATE_H

#include "lib/fl_draw_chip.h"
#include "lib/r500/programs.h"

/* Room that sending state or a clear takes at most: the initial state (150), both programs
 * (64 * 4 + 16 * 6 + 30), constants (17 * 4 + 20), the other groups (130). */
#define R500_STATE_DW 800u

uint32_t *r500_draw_init(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_target(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_scissor(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_viewport(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_depth(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_blend(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_raster(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_texture(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_matrices(struct fl_draw *d, uint32_t *p);
uint32_t *r500_draw_light(struct fl_draw *d, uint32_t *p);
/* Caches to memory, and wait until that is done. */
uint32_t *r500_draw_flush(uint32_t *p);

#endif
