/* SPDX-License-Identifier: MIT
 *
 * The displays of Sea Islands (DCE 8), as far as a card that is woken has to do with them: whether they read
 * memory, and stopping that.
 */
#ifndef HW_CIK_CRTC_H
#define HW_CIK_CRTC_H

#include "hw/fl_dev.h"

enum { CIK_DISPLAYS = 6 };

/* A register of display i, given that of the first (CIK_CRTC_CONTROL(0), say). */
uint32_t cik_display_reg(uint32_t first, unsigned i);
/* How many of n displays are on. */
unsigned cik_displays_on(struct fl_dev *d, unsigned n);
/* They show black and read no memory any more, and VGA neither (Linux evergreen_mc_stop()). */
void cik_displays_stop(struct fl_dev *d, unsigned n);

#endif
