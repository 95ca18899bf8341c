/* SPDX-License-Identifier: MIT
 *
 * CB: what its files hand to each other while they decode a draw.
 */
#ifndef HW_MODEL_R500_CB_H
#define HW_MODEL_R500_CB_H

#include "hw/model/pixel/color.h"
#include "hw/model/r500/r500.h"

/* What all targets share. */
struct mr500_cb_blend {
	bool on;          /* ALPHA_BLEND_ENABLE */
	bool read_enable; /* READ_ENABLE */
	bool eq_reads;    /* an equation needs the destination */
	struct fl_pixel_equation eq[2];
};

/* cb_blend.c: RB3D_BLENDCNTL and its like; what stands in cb itself too: discard, skips. */
void mr500_cb_blend_decode(struct mr500 *r, struct fl_pixel_color *cb, struct mr500_cb_blend *b);
/* The blend constant as the blender of t takes it. */
void mr500_cb_constant(const struct mr500 *r, struct fl_pixel_target *t);
/* Additions of source * src + destination * dst in all channels? */
bool mr500_cb_blend_is(const struct mr500_cb_blend *b, enum fl_pixel_factor src, enum fl_pixel_factor dst);

#endif
