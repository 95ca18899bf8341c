/* SPDX-License-Identifier: MIT
 *
 * A wave of pixels on its way through the program: what shade.c, ps_attrs.c and ps_run.c have of each other.
 */
#ifndef HW_MODEL_CIK_SHADE_H
#define HW_MODEL_CIK_SHADE_H

#include "hw/model/cik/ps_whole.h"

/* shade.c: the VGPRs that the program begins with. */
void mcik_ps_inputs(struct fl_raster_thread *t, struct mcik_wave *w);

/* ps_attrs.c: attributes of the wave's primitives to LDS, where interpolation finds them. Returns which quads
 * begin another primitive than the quad before them (bit q: quad q + 1). */
uint32_t mcik_ps_attributes(const struct fl_wave *w, const struct mcik_spi_ps *s, struct mcik_group *g);
/* The same for whole programs, to p. True: there are several primitives. */
bool mcik_ps_whole_attributes(const struct fl_wave *w, const struct mcik_spi_ps *s, struct mcik_whole *p);

/* ps_run.c: the program, in these lanes. False: the wave is stuck, and nothing is drawn. */
bool mcik_ps_run(struct fl_raster_thread *t, struct mcik_spi *s, uint64_t alive);

#endif
