/* SPDX-License-Identifier: MIT
 *
 * DC, the display controller: what the first display shows. R5xx: by D1CRTC, D1GRPH and D1MODE (dc.c); R3xx
 * and R4xx: by the CRTC that Radeons had before (dc_r300.c).
 */
#ifndef HW_MODEL_R500_DC_H
#define HW_MODEL_R500_DC_H

#include "hw/model/r500/r500.h"

/* After a register of D1CRTC, D1GRPH or D2's was written; and what one reads. */
void mr500_dc_write(struct mr500 *r, uint32_t offset);
uint32_t mr500_dc_read(struct mr500 *r, uint32_t offset);

/* fl_model_screen.code[]: the format as D1GRPH_CONTROL has it, and what is added to a pixel's place. */
enum { MR500_DC_CONTROL, MR500_DC_X_SHIFT, MR500_DC_Y_SHIFT };

bool mr500_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
void mr500_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

bool mr500_dc_r300_screen(const struct mr500 *r, struct fl_model_screen *s, char *why, size_t why_size);
/* Nothing is shown: false, and the reason. */
bool mr500_dc_off(char *why, size_t size, const char *text);

#endif
