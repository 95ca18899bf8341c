/* SPDX-License-Identifier: MIT
 *
 * A surface as RS and BLT go over it: pixels in a row, read through tile status and written past it, and
 * rectangles copied from one surface to another.
 */
#ifndef HW_MODEL_GC_LAYOUT_IMAGE_H
#define HW_MODEL_GC_LAYOUT_IMAGE_H

#include "hw/model/gc/layout.h"
#include "hw/model/gc/pe.h" /* struct mgc_ts */

enum {
	MGC_IMAGE_RUN = 4,      /* pixels that stand one after the other, from a multiple of four on */
	MGC_IMAGE_CHUNK = 64,   /* pixels that are copied at a time */
	MGC_IMAGE_CPP = 8,      /* bytes of the largest pixel */
	MGC_IMAGE_SIDE = 16384, /* of the largest rectangle that anything is done for: choices.md */
};

struct mgc_image {
	uint32_t addr[2]; /* of the buffers of a multi layout */
	uint32_t stride_B;
	uint8_t layout; /* enum mgc_layout */
	uint8_t cpp;
	uint8_t client; /* enum mgc_client */
	struct mgc_ts ts;
};

/* Windows of an image's memory, by pipe, and of its status. All zeros at first. */
struct mgc_image_near {
	struct {
		struct mgc_ts_near ts;
		struct mgc_window px; /* of the image's client, which need not be the status's */
	} pipe[2];
};
uint32_t mgc_image_at(const struct mgc_image *m, uint32_t x, uint32_t y);
/* n pixels from (x, y) on. False: there is no memory. */
bool mgc_image_read(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n, void *to,
		    struct mgc_image_near *near);
bool mgc_image_write(struct mgc *g, const struct mgc_image *m, uint32_t x, uint32_t y, unsigned n,
		     const void *from, struct mgc_image_near *near);

/* ---- formats of RS and BLT, whose numbers agree (layout_format.c) ------------------------------------ */
struct mgc_copy_format {
	uint8_t cpp;             /* 0: there is none */
	uint8_t at[4], width[4]; /* R, G, B, A: bits. Width 0: alpha is 1, the others 0 */
	bool raw;                /* bits that are no colors */
	bool one;                /* luminance: R, G, B are one field */
};
const struct mgc_copy_format *mgc_copy_format(unsigned format);
/* The fields of a pixel, R, G, B, A. */
void mgc_copy_fields(const struct mgc_copy_format *f, const uint8_t *px, uint16_t v[4]);
/* They become components of 16 bits, and a pixel of those. */
void mgc_copy_widen(const struct mgc_copy_format *f, uint16_t v[4]);
void mgc_copy_pack(const struct mgc_copy_format *f, const uint16_t v[4], uint8_t *px);

/* ---- copies (layout_copy.c) -------------------------------------------------------------------------- */
/* Pixel (dx + i, dy + j) of dst is the mean of down_x by down_y pixels of src, fields halves up, from
 * (sx + i * down_x, sy + j * down_y) on; with flip, rows of src come in reverse. */
struct mgc_copy {
	struct mgc_image src, dst;
	const struct mgc_copy_format *from, *to;
	bool convert; /* else bytes are copied */
	bool flip;
	bool one_sample;        /* the first of the pixels in place of their mean */
	uint8_t down_x, down_y; /* 1, or 2 */
	uint8_t swizzle[4];     /* GC_TEXTURE_SWIZZLE__… of R, G, B, A */
	uint32_t sx, sy, dx, dy, w, h;
};
/* False: memory is missing where something was to be written. */
bool mgc_copy_pixels(struct mgc *g, const struct mgc_copy *c);
/* n tiles of the status from its surface on are written out, and are normal after it. */
void mgc_copy_in_place(struct mgc *g, const struct mgc_ts *ts, uint32_t tiles);

#endif
