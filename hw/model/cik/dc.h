/* SPDX-License-Identifier: MIT
 *
 * DC, the display controllers: what the first of them shows.
 */
#ifndef HW_MODEL_CIK_DC_H
#define HW_MODEL_CIK_DC_H

#include "hw/model/cik/cik.h"

void mcik_dc_new(struct mcik *c);
/* fl_model_ops.screen, screen_row */
bool mcik_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
void mcik_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

#endif
