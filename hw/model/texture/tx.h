/* SPDX-License-Identifier: MIT
 *
 * TX, the texture units of the R3xx-R5xx model.
 *
 *   registers --tx.c: mr500_tx_decode--> struct tx_unit (one a unit that is on), with its texels out of the
 *   texture cache
 *     (tx_cache.c, which asks tx_format.c for decoded texels), --> look-ups: tx_scalar.c for everything,
 *     pixel by pixel, tx_simd.c for the common cases; both give the same bits.
 *
 * Choices where no document decides (tx_body.h): 8 bits of fraction for bilinear weights, 6 (R5xx) or 5 bits
 * for weights between levels; LOD is log2 of the longer of the two gradients.
 */
#ifndef HW_MODEL_TEXTURE_TX_H
#define HW_MODEL_TEXTURE_TX_H

#include "hw/model/r500/draw.h"
#include "hw/model/vec.h"

enum { TX_UNITS = 16, TX_LEVELS = 13 };
enum tx_type { TX_2D, TX_3D, TX_CUBE };
enum tx_store {
	TX_STORE_8,      /* uint8_t[4]: R, G, B, A, 0-255 for 0-1 */
	TX_STORE_F,      /* float[4] */
	TX_STORE_DIRECT, /* too large for the cache: each texel is decoded when it is read */
};
enum tx_filter { TX_FILTER4, TX_POINT, TX_LINEAR, TX_ANISO };
enum tx_clamp {
	TX_WRAP,
	TX_MIRROR,
	TX_CLAMP_LAST,
	TX_MIRROR_ONCE_LAST,
	TX_CLAMP_HALF,
	TX_MIRROR_ONCE_HALF,
	TX_CLAMP_BORDER,
	TX_MIRROR_ONCE_BORDER,
};
enum { TX_CHROMA_OFF, TX_CHROMA_KILL, TX_CHROMA_BLEND };

/* How the texels of a unit stand in memory. Two units with the same bytes here read the same texels. */
struct tx_desc {
	uint32_t addr;     /* MC address */
	uint8_t format;    /* TXFORMAT with TXFORMAT_MSB as bit 5 */
	uint8_t is_signed; /* bits: component 0-3 */
	uint8_t sel[4];    /* for R, G, B, A: 0-3 component, 4 zero, 5 one, 6, 7 as 7.1 of the format */
	uint8_t gamma, yuv, swap_yuv, pow2, dxtc_swizzle;
	uint8_t type;
	uint8_t endian, macro, micro, macro_switch;
	uint8_t kind;   /* enum mr500_kind: R3xx switches to macro-linear earlier */
	uint8_t levels; /* highest level */
	uint8_t log2_depth;
	uint16_t width, height; /* of level 0 */
	uint16_t pitch;         /* texels of level 0, 0: from the width */
	uint8_t key_mode;       /* chroma key takes part in decoding: keyed texels are marked */
	uint32_t key;
};

struct tx_level {
	uint32_t width, height, depth; /* texels; depth: layers, or 6 faces */
	uint32_t pitch;   /* texels (of compressed formats too) from row to row in memory, padded */
	uint32_t rows;    /* padded */
	uint32_t layer_B; /* from layer to layer, or face to face */
	uint32_t at_B;    /* from the base */
	bool macro;
	const void *texels; /* decoded, rows of `width`, layer after layer; NULL: TX_STORE_DIRECT */
};

struct tx_layout {
	struct tx_level level[TX_LEVELS];
	unsigned n_levels;
	uint64_t size_B;
};

struct tx_unit {
	bool on;
	uint8_t clamp[3], mag, min, mip, vol;
	uint8_t min_level, max_level; /* finest, coarsest */
	uint8_t aniso;                /* log2 of the most samples */
	uint8_t trilinear_bits, tri_perf;
	uint8_t filter4_comp;
	bool mpeg_round, mpeg_truncate;
	bool projected;
	bool scale_pow2; /* all sizes are powers of two */
	float lod_bias;
	uint8_t store;
	float to_float;  /* TX_STORE_8: a byte's unit, 1/255 or 1/256 */
	uint8_t fixed;   /* bits R, G, B, A: the channel is 1 by selection, whatever to_float says */
	float border[4]; /* R, G, B, A */
	uint8_t border8[4];
	struct tx_desc desc;
	struct tx_layout lay;
	const uint8_t *memory;         /* of the base, for TX_STORE_DIRECT; NULL: not mapped */
	const int16_t (*kernel)[9][4]; /* TX_FILTER4: [direction][phase][weight], s1.9 */
};

struct mr500_tx_state {
	const struct tx_unit *unit[TX_UNITS]; /* NULL: off, returns A = 1, RGB = 0 */
	int16_t kernel[2][9][4];
};

/* One look-up for a wave. */
struct mr500_tx_request {
	uint8_t unit, op; /* enum us_tex_op */
	bool unscaled;
	unsigned n_quads;
	uint64_t lanes;             /* whose results are wanted */
	const float *coord[4];      /* S, T, R, Q: 64 lanes each, 64-byte aligned */
	const float *dx[4], *dy[4]; /* US_TEX_DXDY */
	float *out[4];              /* R, G, B, A; not the arrays that are read */
};

/* Returns the lanes that the chroma key kills. */
FL_SIMD_DECLARE(uint64_t, mr500_tx_lookup,
		(const struct mr500_tx_state *tx, const struct mr500_tx_request *q));

/* tx_layout.c: where levels, faces and layers stand. False: sizes that do not fit the format. */
bool tx_layout(const struct tx_desc *d, struct tx_layout *out);

/* tx_format.c */
struct tx_format {
	uint8_t bits;  /* a texel; of compressed formats: a block */
	uint8_t block; /* 1, or 4: blocks of 4x4; 2: pairs of 2x1 */
	uint8_t store; /* enum tx_store, if unsigned and without gamma */
	uint8_t n_comp;
	bool exists;
	const char *name;
};
const struct tx_format *tx_format(unsigned format, unsigned kind);
/* One texel: bytes of its texel or block (endianness already right), its place in the block; R, G, B, A
 * out. */
void tx_texel(const struct tx_desc *d, const uint8_t *src, unsigned x, unsigned y, float out[4]);
/* The texel (x, y) of a layer of a level straight from memory. Keyed: it matches the chroma key. */
void tx_read(const struct tx_desc *d, const struct tx_level *l, const uint8_t *base, unsigned x, unsigned y,
	     unsigned layer, float out[4], bool *keyed);
void tx_border(const struct tx_desc *d, uint32_t value, float out[4]);

/* tx_s3tc.c: blocks of 4x4, components as the texture unit numbers them. */
void tx_dxt_color(const uint8_t block[8], bool dxt1, unsigned x, unsigned y, uint8_t rgba[4]);
uint8_t tx_dxt3_alpha(const uint8_t block[8], unsigned x, unsigned y);
uint8_t tx_dxt5_alpha(const uint8_t block[8], unsigned x, unsigned y);
int tx_ati1n_signed(const uint8_t block[8], unsigned x, unsigned y);

/* tx_cache.c */
struct mr500;
struct tx_cache;
struct tx_cache *tx_cache_new(uint64_t budget_B);
void tx_cache_free(struct tx_cache *c);
void tx_cache_invalidate(struct tx_cache *c);
/* Fill in u->store and the levels' texels. */
bool tx_cache_get(struct mr500 *r, struct tx_cache *c, struct tx_unit *u);
void tx_cache_stats(const struct tx_cache *c, uint64_t *held_B, uint64_t *decoded);

#endif
