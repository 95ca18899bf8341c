/* SPDX-License-Identifier: MIT
 *
 * CB: what its files hand to each other while they decode a draw.
 */
#ifndef HW_MODEL_R600_CB_H
#define HW_MODEL_R600_CB_H

#include "hw/model/pixel/color.h"
#include "hw/model/r600/r600.h"

/* cb_format.c: CB_COLOR_INFO.FORMAT. */
struct mr600_cb_format {
	uint8_t cpp, n;   /* cpp 0: there is none */
	uint8_t width[4]; /* fields, from bit 0 up */
	bool is_float;
};
const struct mr600_cb_format *mr600_cb_format(unsigned format);
/* Where C0..C3, which are R, G, B, A, stand: ch, and number of wide. */
void mr600_cb_channels(struct fl_pixel_target *t, const struct mr600_cb_format *f, unsigned swap,
		       unsigned number);

/* cb_blend.c: the equations of target i; and is the blender on for it. */
bool mr600_cb_equations(struct mr600 *r, unsigned i, struct fl_pixel_equation eq[2]);
bool mr600_cb_second_source(const struct fl_pixel_equation eq[2]);
bool mr600_cb_reads(const struct fl_pixel_equation eq[2]);

#endif
