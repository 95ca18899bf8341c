/* SPDX-License-Identifier: MIT
 *
 * Image instructions: what a wave asks of its images, with their descriptors in its registers (facts 5.5, 6).
 */
#ifndef HW_MODEL_CIK_MIMG_H
#define HW_MODEL_CIK_MIMG_H

#include "hw/model/cik/sq.h"
#include "hw/model/cik/tx.h"

/* An image that was made of its descriptors, for the next instruction that has the same. */
struct mcik_mimg_kept {
	uint32_t word[MCIK_T_WORDS], sampler[MCIK_S_WORDS];
	bool is_there, fetch;
	uint32_t epoch; /* of the cache of texels */
	struct mcik_tile_tables tables;
	struct mcik_image_kind kind;
	struct fl_texel_unit unit;
};

struct mcik_mimg {
	const struct mcik_tile_tables *tables;
	struct fl_texel_cache
	    *texels;        /* images are asked of its family's memory by the addresses of their T# */
	uint64_t border_va; /* TA_BC_BASE: the border color table, in the wave's memory */
	struct mcik_mimg_kept kept[16];
	unsigned oldest;                  /* of these */
	const struct fl_texel_unit *seen; /* what the last instruction read texels of; NULL: nothing */
};

/* Do i, of a wave whose env is the caller's. Loads and samples see what the cache of texels holds, stores and
 * atomics go to the wave's memory. What is not modelled is reported, and gives 0. */
void mcik_mimg(struct mcik_mimg *x, struct mcik_wave *w, const struct mcik_image *i);

/* ---- the same again ------------------------------------------------------------------------------------ */
/* An instruction of a program whose scalars are known, with its image. */
struct mcik_mimg_ready {
	struct mcik_image image;
	struct mcik_mimg_kept kept;
	uint8_t op;        /* enum fl_texel_op, of those that are */
	bool plain;        /* no more than coordinates, and perhaps a level */
	bool has_level;    /* after them */
	uint8_t dims;      /* coordinates */
	uint8_t n_address; /* registers in all */
	uint8_t n_out;
};

/* For i, which has just been carried out: its descriptors, not its registers. False: it is to be carried out
 * by mcik_mimg(). */
bool mcik_mimg_get_ready(struct mcik_mimg *x, const struct mcik_image *i, struct mcik_mimg_ready *r);
/* From w's VGPRs from address on, to those from out on, which are written at once. Other lanes may become
 * anything. */
void mcik_mimg_again(struct mcik_mimg *x, struct mcik_wave *w, struct mcik_mimg_ready *r, uint64_t lanes,
		     unsigned address, unsigned out);

#endif
