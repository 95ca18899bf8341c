/* SPDX-License-Identifier: MIT
 *
 * What the registers of a display hold for a mode and a picture. Where they are differs from AVIVO to its
 * successors, as far as DCE 8; what is in them, and in which order they come here, does not.
 */
#ifndef HW_AVIVO_MODE_H
#define HW_AVIVO_MODE_H

#include "hw/fl_crtc.h"

/* Of a display: what is shown, timing and viewport, how its table of colors is used, and the table. */
enum { FL_AVIVO_GRPH_REGS = 11, FL_AVIVO_TIMING_REGS = 12, FL_AVIVO_LUT_REGS = 7, FL_AVIVO_COLORS = 256 };

/* Enable, the surface twice, control, offsets, start and end of what is shown of it, pitch. control: how its
 * pixels stand in memory; they are ARGB8888. */
void fl_avivo_grph(const struct fl_crtc_picture *p, uint32_t control, uint32_t value[FL_AVIVO_GRPH_REGS]);
/* Total, blank, sync and its sign, horizontal and then vertical; scaler, height, viewport. */
void fl_avivo_timings(const struct fl_mode *m, uint32_t value[FL_AVIVO_TIMING_REGS]);
/* Write n of them; each register is `more` behind what the list says. */
void fl_avivo_write(struct fl_dev *d, const uint16_t *reg, uint32_t more, const uint32_t *value, unsigned n);
/* The registers of a table of colors, the first of which is this one: entries are taken as they are. */
void fl_avivo_lut_control(struct fl_dev *d, uint32_t first);
/* All colors, from black to white, to the port of a table of colors: of red, green and blue 10 bits each. */
void fl_avivo_ramp(struct fl_dev *d, uint32_t port);

#endif
