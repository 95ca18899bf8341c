/* SPDX-License-Identifier: MIT
 *
 * DC, the display controller: what the first display shows, by D1CRTC, D1GRPH and D1MODE. R5xx only: R3xx and
 * R4xx have another one, which is not modelled.
 */
#ifndef HW_MODEL_R500_DC_H
#define HW_MODEL_R500_DC_H

#include "hw/model/r500/r500.h"

/* After a register of D1CRTC, D1GRPH or D2's was written; and what one reads. */
void mr500_dc_write(struct mr500 *r, uint32_t offset);
uint32_t mr500_dc_read(struct mr500 *r, uint32_t offset);

bool mr500_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
void mr500_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

#endif
