/* SPDX-License-Identifier: MIT
 *
 * What every display controller is asked in the same words: does this picture fit, which mode is set for it,
 * and did the registers take it. The controllers themselves are hw/avivo and each family's crtc.c.
 */
#ifndef HW_FL_CRTC_H
#define HW_FL_CRTC_H

#include "hw/fl_family.h"
#include "hw/fl_mode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 32 bits a pixel. */
struct fl_crtc_picture {
	unsigned width, height, pitch_px;
	uint32_t addr; /* as the chip sees it */
};

/* The picture at offset_B of VRAM (a multiple of 4 KiB), pitch_px pixels a line (a multiple of 64, at least
 * the width). After the step "memory". FL_USAGE: it does not fit into memory. */
enum fl_code fl_crtc_picture(const struct fl_bringup *up, unsigned width, unsigned height, uint32_t offset_B,
			     unsigned pitch_px, struct fl_crtc_picture *p, struct fl_err *err);
/* CRTC number keeps its mode of x * y: does the picture fit? */
enum fl_code fl_crtc_keeps(struct fl_bringup *up, unsigned number, unsigned x, unsigned y,
			   const struct fl_crtc_picture *p, struct fl_err *err);
/* It gets a mode of the picture's size: which, and is it one that a monitor takes, if VGA's clock runs? */
enum fl_code fl_crtc_mode(struct fl_bringup *up, unsigned number, bool vga, const struct fl_crtc_picture *p,
			  const struct fl_mode **mode, struct fl_err *err);
/* FL_FAILED: the address that the CRTC shows reads as addr, and not as the picture's. */
enum fl_code fl_crtc_took(unsigned number, uint32_t addr, const struct fl_crtc_picture *p,
			  struct fl_err *err);

/* A kind of controllers; they count from 0. */
struct fl_crtc_ops {
	bool (*lit)(const struct fl_bringup *up, unsigned i);
	bool (*vga)(const struct fl_bringup *up, unsigned i); /* what it shows is VGA's */
	/* It is in a graphics mode, of *x by *y. */
	bool (*graphics)(const struct fl_bringup *up, unsigned i, unsigned *x, unsigned *y);
	/* Show the picture. m: the mode to set; NULL: it has one. */
	enum fl_code (*show)(struct fl_bringup *up, unsigned i, const struct fl_mode *m,
			     const struct fl_crtc_picture *p, struct fl_err *err);
};

/* Show the picture on one of n: those that are in a graphics mode keep it; where none is, the first that is
 * lit gets a mode, or the first of all. Errors as above, and those of show. */
enum fl_code fl_crtc_show(struct fl_bringup *up, const struct fl_crtc_ops *ops, unsigned n,
			  const struct fl_crtc_picture *p, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
