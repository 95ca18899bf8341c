/* SPDX-License-Identifier: MIT
 *
 * What differs between the generations of the family for whoever draws: limits, bits that came later, places
 * of memories, and the parts that are other registers. A row a generation; which of them is chosen once, when
 * the state of drawing is started (fl_r500_draw.gen).
 *
 * Fragment programs and what the rasterizer does are R5xx's words wherever the library has them. R3xx and
 * R4xx have other registers for both: lower_fs_r300.c and draw_r300.c translate the words into those.
 */
#ifndef LIB_R500_GEN_H
#define LIB_R500_GEN_H

#include "hw/r500/chips.h"
#include "lib/fl_draw.h"

struct fl_r500_route;

struct fl_r500_gen {
	char name[8];                            /* "R3xx" */
	const struct fl_surface_rules *surfaces; /* formats and sizes, but for R300 */
	uint32_t r5xx;                           /* ~0 or 0: bits of registers that came with R5xx */
	uint32_t z24_texel; /* TX_FORMAT1 of FL_Z24S8 and, but for the format, of FL_DXT1 to 5 */
	uint32_t s3tc_select;
	uint32_t s3tc_swizzle;     /* TX_FILTER1.DXTC_SWIZZLE of them */
	uint16_t vs_max, vs_fixed; /* vertex instructions, and how many of them are fixed function's */
	uint16_t vs_const, vs_ucp; /* where constants and clip planes lie in the memories of the PVS */
	uint16_t scissor_px;       /* x and y of the first pixel of a target in SC_SCISSOR */
	uint8_t vectors;           /* of vertex memory, in fours */
	uint8_t fixed_slots; /* VAP_CNTL.PVS_NUM_SLOTS of fixed function, which takes 8 vectors at most */
	uint8_t units_on;    /* mask: they are on, with a texture or without */

	/* The registers that are set once and are not alike on all chips. */
	uint32_t *(*init)(const struct fl_draw *d, uint32_t *p);
	/* The fragment program of key; a program that writes rgba to the first n targets; the caller's. */
	uint32_t *(*fs)(struct fl_draw *d, uint32_t *p, uint64_t key);
	uint32_t *(*clear)(uint32_t *p, uint32_t n, const float rgba[4]);
	uint32_t *(*own)(const struct fl_program *program, uint32_t *p, const struct fl_r500_route *r);
	/* n constants of fragment programs from first on. */
	uint32_t *(*constants)(uint32_t *p, uint32_t first, uint32_t n, const uint32_t (*v)[4]);
	uint32_t *(*raster)(uint32_t *p, const struct fl_r500_route *r);
	/* The color of blending for places C0 to C3 of a target. */
	uint32_t *(*blend_color)(uint32_t *p, const float c[4], bool is_float);
	/* FL_USAGE: the chip cannot run the caller's programs, and why. NULL: it runs all. */
	enum fl_code (*fits)(const struct fl_program *program, struct fl_err *err);
};

/* By enum r500_gen */
extern const struct fl_r500_gen fl_r500_gens[3];

#endif
