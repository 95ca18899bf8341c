/* SPDX-License-Identifier: MIT
 *
 * Descriptors of images and samplers (T# and S#; reference: SQ_IMG_RSRC, SQ_IMG_SAMP; facts 6), as the common
 * room of textures has them. No chip is needed here: what memory holds is asked through the cache of texels.
 */
#ifndef HW_MODEL_CIK_TX_H
#define HW_MODEL_CIK_TX_H

#include "hw/model/cik/tile.h"
#include "hw/model/texture/texel.h"

enum { MCIK_T_WORDS = 8, MCIK_S_WORDS = 4 };

/* What an image is, beside its unit. */
struct mcik_image_kind {
	bool line;  /* of one dimension */
	bool array; /* the last coordinate counts layers, or faces */
	bool cube;
	uint8_t samples_log2;
	uint32_t size[4]; /* what image_get_resinfo says: width, height, depth or layers, levels */
};

/* Clear the unit, fill its image and its levels' places from a T#, with the chip's tables of tile modes: all
 * that a fetch without a sampler needs. NULL, or why the image cannot be read: "has …". */
const char *mcik_tx_image(struct fl_texel_unit *u, struct mcik_image_kind *kind,
			  const struct mcik_tile_tables *c, const uint32_t word[MCIK_T_WORDS]);
/* Then the sampler's part from an S#, whose LODs count from the image's base level. colors: its entry of the
 * border color table, for border colors that come from there; NULL: there is no table. */
void mcik_tx_sampler(struct fl_texel_unit *u, const uint32_t word[MCIK_S_WORDS], const float colors[4]);
/* The entry of the border color table that an S# names; -1: none. */
int mcik_tx_border(const uint32_t word[MCIK_S_WORDS]);

#endif
