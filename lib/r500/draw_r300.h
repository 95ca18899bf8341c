/* SPDX-License-Identifier: MIT
 *
 * Inside lib/r500: the parts of struct fl_r500_gen that are other registers on R3xx and R4xx.
 */
#ifndef LIB_R500_DRAW_R300_H
#define LIB_R500_DRAW_R300_H

#include "lib/fl_draw_chip.h"
#include "lib/r500/gen.h"

#define FL_R300_VS_MAX 256u /* vertex instructions */

uint32_t *fl_r500_r300_init(const struct fl_draw *d, uint32_t *p);
uint32_t *fl_r500_r300_fs(struct fl_draw *d, uint32_t *p, uint64_t key);
uint32_t *fl_r500_r300_clear(uint32_t *p, uint32_t n, const float rgba[4]);
uint32_t *fl_r500_r300_own(const struct fl_program *own, uint32_t *p, const struct fl_r500_route *r);
uint32_t *fl_r500_r300_constants(uint32_t *p, uint32_t first, uint32_t n, const uint32_t (*v)[4]);
uint32_t *fl_r500_r300_raster(uint32_t *p, const struct fl_r500_route *r);
uint32_t *fl_r500_r300_blend_color(uint32_t *p, const float c[4], bool is_float);
enum fl_code fl_r500_r300_fits(const struct fl_program *own, struct fl_err *err);
/* Of the back end (draw_r300_prims.c), and whether polygons are drawn twice: SU_CULL_MODE has no back faces
 * then. */
bool fl_r500_r300_twice(const struct fl_draw *d);
void fl_r500_r300_begin(struct fl_draw *d);
void fl_r500_r300_end(struct fl_draw *d, enum fl_prim prim, uint32_t n);
void fl_r500_r300_arrays(struct fl_draw *d, const struct fl_draw_source *src);

#endif
