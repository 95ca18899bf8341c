/* SPDX-License-Identifier: MIT
 *
 * DC, the display controller: what the first display shows. R5xx: AVIVO's (hw/model/avivo/dc.h); R3xx and
 * R4xx: the CRTC that Radeons had before (dc_r300.c).
 */
#ifndef HW_MODEL_R500_DC_H
#define HW_MODEL_R500_DC_H

#include "hw/model/r500/r500.h"

bool mr500_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
void mr500_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

bool mr500_dc_r300_screen(const struct mr500 *r, struct fl_model_screen *s, char *why, size_t why_size);

#endif
