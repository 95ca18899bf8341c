/* SPDX-License-Identifier: MIT
 *
 * TX, the texture units: states or descriptors become units of hw/model/texture, once a draw. One job a file:
 *
 *   tx.c         the block, look-ups of programs, the cache of texels
 *   tx_state.c   where a unit's words stand: TE, NTE, descriptors in memory
 *   tx_unit.c    words to a unit
 *   tx_layout.c  where texels stand
 *   tx_format.c  formats
 *   tx_rules.c   what a card would only answer with a wrong picture
 */
#ifndef HW_MODEL_GC_TX_H
#define HW_MODEL_GC_TX_H

#include "hw/model/gc/draw.h"
#include "hw/model/gc/layout.h"
#include "hw/model/texture/texel.h"

enum {
	MGC_UNITS = 32, /* absolute numbers of texture units */
	MGC_TX_LEVELS = 14,
};

struct gathering; /* tx.c */

struct mgc_tx {
	struct fl_texel_cache *texels;
	uint8_t descriptor[MGC_UNITS][256]; /* as the core has read it; */
	uint32_t known;                     /* a bit each: until it is invalidated */
	uint32_t at[MGC_UNITS];             /* from there */
	const struct gathering *now;        /* whose texels are asked for */
	bool pointed;                       /* a unit of the draw that is decoded points to texels already */
};

/* What sets up a unit, wherever it stands. Fields of newer cores are where all cores have them, or 0. */
struct mgc_sampler {
	uint32_t config0, config1, size, depth; /* depth: 3D_CONFIG */
	uint32_t addr[MGC_TX_LEVELS];
	uint32_t linear_stride_B;
	uint8_t wrap[3], min, mag, mip; /* GC_TEXTURE_WRAPMODE_H5__…, GC_TEXTURE_FILTER__… */
	float lod_min, lod_max, lod_bias;
	uint8_t lod_bits; /* of fraction */
	bool limited;     /* last_level counts, too; else it is the LOD alone */
	uint8_t last_level;
	uint8_t aniso; /* log2 of the most samples */
	uint32_t astc; /* TE_SAMPLER_ASTC0 */
	bool compare, srgb, stencil;
	uint8_t compare_func; /* GC_TEXTURE_COMPARE_FUNC__… */
	float border[4];
	bool signed8, signed16; /* whole numbers are signed */
	struct mgc_ts ts;
};

/* The units that the programs of a draw look up. */
struct mgc_units {
	struct mgc *g;
	const struct fl_texel_unit *unit[MGC_UNITS]; /* NULL: not set up, and whoever looks there hangs */
	uint32_t compare; /* a bit each: it compares, if only to find that no reference will do */
};

/* tx.c: those of `used`, a bit each. NULL: no memory. */
const struct mgc_units *mgc_draw_textures(struct mgc *g, struct fl_arena *a, uint32_t used);
/* Does one of them read texels from memory while it draws? */
bool mgc_units_in_memory(const struct mgc_units *units);
bool mgc_draw_lookup(void *ctx, const struct mgc_sh_lookup *q); /* ctx: struct mgc_units */

/* tx_state.c. False: nothing is set up there, reported. */
bool mgc_tx_sampler(struct mgc *g, unsigned unit, struct mgc_sampler *s);
/* tx_unit.c. NULL: refused, reported. */
const struct fl_texel_unit *mgc_tx_unit(struct mgc *g, struct fl_arena *a, unsigned unit,
					const struct mgc_sampler *s);

/* tx_layout.c: fills in the levels; image.pitch, .key, .addr. False: no memory can hold that. */
bool mgc_tx_layout(const struct mgc *g, struct fl_texel_unit *u, const struct mgc_sampler *s);
/* Bytes of a level. */
uint64_t mgc_tx_level_B(const struct fl_texel_image *t, const struct fl_texel_level *l);

/* tx_format.c */
struct mgc_tx_format {
	uint8_t coding, bits, block_w, block_h;
	uint8_t at[4], width[4];
	uint8_t number;  /* enum fl_texel_number, of all */
	uint8_t base[4]; /* enum fl_texel_select: what red, green, blue, alpha of the format are */
	bool yuv;
	int8_t halti; /* the first that has it */
};
/* By FORMAT, or FORMAT_EXT where that is 0. bits 0: there is no such format. */
const struct mgc_tx_format *mgc_tx_format(unsigned format, unsigned ext);
/* Width and height of a block of ASTC, by GC_TEXTURE_FORMAT_ASTC__…; 0: there is no such. */
const uint8_t *mgc_tx_astc(unsigned code);

/* tx_rules.c: features of texture units, by the database's names. */
enum mgc_tx_feature {
	MGC_TX_ANY,
	MGC_TX_DXT,
	MGC_TX_ETC1,
	MGC_TX_ASTC,
	MGC_TX_NPOT,
	MGC_TX_LINEAR,
	MGC_TX_SUPER,
	MGC_TX_TS,
	MGC_TX_8K,
	MGC_TX_HALIGN,
};
bool mgc_tx_has(const struct mgc *g, unsigned feature);
const char *mgc_tx_feature_name(unsigned feature);
void mgc_tx_rules(struct mgc *g, unsigned unit, const struct mgc_sampler *s, const struct fl_texel_unit *u);

#endif
