/* SPDX-License-Identifier: MIT
 *
 * TX: what the block keeps between draws, what a draw has of it, and what its files share.
 */
#ifndef HW_MODEL_R500_TX_BLOCK_H
#define HW_MODEL_R500_TX_BLOCK_H

#include "hw/model/r500/r500.h"
#include "hw/model/r500/us.h"
#include "hw/model/texture/texel.h"

enum { MR500_TX_UNITS = 16, MR500_TX_LEVELS = 13, MR500_TX_CACHE_B = 24 << 20 };

struct mr500_tx {
	struct fl_texel_cache *cache;
	int16_t kernel[2][9][4]; /* TX_FILTER4: horizontal, vertical; phases; weights s1.9 */
};

struct mr500_tx_state {
	const struct fl_texel_unit *unit[MR500_TX_UNITS]; /* NULL: off, returns A = 1, RGB = 0 (TX_ENABLE) */
	int16_t kernel[2][9][4];
	uint32_t units; /* those that were fetched; no other may be looked up */
};

static inline const struct fl_texel_unit *mr500_tx_unit(const struct mr500_tx_state *tx, unsigned n)
{
	return tx->unit[n & (MR500_TX_UNITS - 1)];
}

/* How an instruction of US looks up; its code has three bits, and 7 is nobody's. */
static inline uint8_t mr500_tx_op(enum us_tex_op op)
{
	static const uint8_t ops[8] = {[US_TEX_LD] = FL_TEXEL_OP_PLAIN,
				       [US_TEX_PROJ] = FL_TEXEL_OP_PROJECT,
				       [US_TEX_LODBIAS] = FL_TEXEL_OP_BIAS,
				       [US_TEX_LOD] = FL_TEXEL_OP_LOD,
				       [US_TEX_DXDY] = FL_TEXEL_OP_GRADIENTS};
	return ops[op];
}

/* ---- tx_format.c --------------------------------------------------------------------------------------- */
struct mr500_tx_format {
	const char *name;
	uint8_t bits;  /* a texel; of compressed formats: a block */
	uint8_t block; /* 1, or 4: blocks of 4x4; 2: pairs of 2x1 */
	uint8_t coding;
	bool exists;
	bool byte_comps; /* no component has more than 8 bits: POW2FIX2FLT is for these */
	uint8_t width[4], at[4];
};
/* code: TXFORMAT with TXFORMAT_MSB as bit 5. */
const struct mr500_tx_format *mr500_tx_format(unsigned code, enum mr500_kind kind);
/* The format of the texels that unit n looks up. */
unsigned mr500_tx_code(const struct mr500 *r, unsigned n);
/* Formats and channels of unit n into t: format, sel, srgb, yuv, swap_yuv, pow2. */
void mr500_tx_format_decode(const struct mr500 *r, unsigned n, struct fl_texel_image *t);
/* A component as selected in registers is which of the image's. */
unsigned mr500_tx_component(const struct mr500 *r, unsigned n, unsigned component);
/* TX_BORDER_COLOR. */
void mr500_tx_border(const struct mr500 *r, unsigned n, const struct fl_texel_image *t, float out[4]);

/* ---- tx_layout.c: where levels, faces and layers stand ------------------------------------------------- */
/* struct fl_texel_image, tile[] */
enum { MR500_TX_MACRO, MR500_TX_MICRO, MR500_TX_MACRO_SWITCH };
/* Fills in levels and size_B. f is the image's format. False: sizes that do not fit the format. */
bool mr500_tx_layout(const struct mr500_tx_format *f, struct fl_texel_unit *u);
/* A fl_texel_row_fn. */
void mr500_tx_row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		  uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B);

#endif
