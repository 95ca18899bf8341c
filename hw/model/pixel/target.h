/* SPDX-License-Identifier: MIT
 *
 * Color targets as the color blocks of two families have them: numbers of formats, equations, masks in words
 * that are alike; and which of the ways of color.h their pixels go.
 */
#ifndef HW_MODEL_PIXEL_TARGET_H
#define HW_MODEL_PIXEL_TARGET_H

#include "hw/model/pixel/color.h"

/* The fields of a format. */
struct fl_pixel_fields {
	uint8_t cpp, n;   /* bytes a pixel, 0: there is no such format; fields */
	uint8_t width[4]; /* of the fields, from bit 0 up */
	bool is_float;    /* but for fields of 8 bits, which are integers then */
};

/* Where C0..C3, which are R, G, B, A, stand, and what their numbers are: t->ch, t->wide.number. swap is a
 * COMP_SWAP (0 standard, 1 alternate, 2 and 3 the same reversed), number a NUMBER_TYPE: 0 UNORM, 1 SNORM, 2
 * USCALED, 3 SSCALED, 4 UINT, 5 SINT, 6 SRGB, 7 FLOAT. */
void fl_pixel_channels(struct fl_pixel_target *t, const struct fl_pixel_fields *f, unsigned swap,
		       unsigned number);
/* The bits of the pixel that a mask of channels lets through: t->mask, partial, and the path if none is. */
void fl_pixel_masks(struct fl_pixel_target *t, unsigned mask);
/* Some channel is an integer: such a target is never blended. */
bool fl_pixel_is_integer(const struct fl_pixel_target *t);

/* The equations of a CB_BLEND_CONTROL. Returns false if a factor or a function is reserved, and taken as
 * zero, or as an addition. */
bool fl_pixel_equations(uint32_t blend_control, struct fl_pixel_equation eq[2]);
/* Both equations add source * src and destination * dst. */
bool fl_pixel_equation_is(const struct fl_pixel_equation eq[2], unsigned src, unsigned dst);
bool fl_pixel_second_source(const struct fl_pixel_equation eq[2]);
bool fl_pixel_blend_reads(const struct fl_pixel_equation eq[2]);

/* Of a target that is filled in and would go the wide way (path is FL_PIXEL_COLOR_WIDE): a quicker one, if
 * there is one that gives the same. Bytes, normalized: */
void fl_pixel_choose_bytes(const struct fl_pixel_color *cb, struct fl_pixel_target *t);
/* Normalized channels of up to 10 bits, clamped: a blender of 8 bits whose low bits are dropped, or of 10,
 * rounded. Pictures of Mesa's rasterizer, beside which such buffers are judged, want the first; the chips'
 * way is not published. */
void fl_pixel_choose_fixed(struct fl_pixel_target *t);
/* The last step of a target that has its channels and its equations: masks, what is read, and the way. */
void fl_pixel_finish(const struct fl_pixel_color *cb, struct fl_pixel_target *t, unsigned mask);

/* ---- target_draw.c ------------------------------------------------------------------------------------- */
/* In place of colors the target gets what the depth buffer has of a sample: depth in its first channel,
 * stencil in the second, or in the only one. */
void fl_pixel_copies_depth(struct fl_pixel_target *t, bool depth, bool stencil, unsigned sample);
/* d->targets, out of d->color and d->depth. */
void fl_pixel_targets(struct fl_raster_draw *d);

#endif
