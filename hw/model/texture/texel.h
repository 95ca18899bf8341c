/* SPDX-License-Identifier: MIT
 *
 * Textures of the models: records of an image in memory and of the unit that samples it, and the look-ups.
 *
 *   registers or descriptors --family--> struct fl_texel_unit, with its texels out of the cache of decoded
 *     blocks (cache.c, which unpacks them with texel.c, s3tc.c, etc.c, bptc.c, astc.c) --> look-ups:
 *     lookup_scalar.c for everything, pixel by pixel, lookup_simd.c for the common cases; both give the same
 *     bits.
 *
 * What a family does: it fills a unit (fl_texel_derive() completes it), gives the address equation of its
 * texels as a fl_texel_row_fn, and answers the cache's questions (struct fl_texel_family). How many units
 * there are, and which of them an instruction asks for, is the family's business.
 *
 * Integers are texels like others, but that their bits pass as they are: such images are sampled by point.
 * Images of several samples a texel are arrays, with a layer a sample.
 *
 * Choices where no document decides (coord_body.h): 8 bits of fraction for bilinear weights; LOD is log2 of
 * the longer of the two gradients.
 */
#ifndef HW_MODEL_TEXTURE_TEXEL_H
#define HW_MODEL_TEXTURE_TEXEL_H

#include "hw/model/vec.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	FL_TEXEL_LEVELS = 15,    /* the largest image has 16,384 texels a side */
	FL_TEXEL_LANES = 64,     /* pixels of a look-up */
	FL_TEXEL_ELEMENT_B = 16, /* the largest texel or block */
};

/* ---- formats ------------------------------------------------------------------------------------------- */
enum fl_texel_coding {
	FL_TEXEL_FIELDS,    /* components are fields of a texel */
	FL_TEXEL_BITS_UP,   /* eight texels of one bit a byte, from bit 0 up */
	FL_TEXEL_BITS_DOWN, /* the same from bit 7 down */
	FL_TEXEL_DXT1,      /* S3TC: components 0 to 3 are R, G, B, A */
	FL_TEXEL_DXT3,
	FL_TEXEL_DXT5,
	FL_TEXEL_ATI1N, /* one component, SNORM if number[0] says so */
	FL_TEXEL_ATI2N, /* two */
	FL_TEXEL_AVYU,  /* bytes U, Y, V, A */
	FL_TEXEL_VYUY,  /* two texels in bytes Y0, U, Y1, V */
	FL_TEXEL_YVYU,  /* two texels in bytes U, Y0, V, Y1 */
	FL_TEXEL_RGBG,  /* two texels in bytes R, G0, B, G1 */
	FL_TEXEL_GRGB,  /* two texels in bytes G0, R, G1, B */
	FL_TEXEL_E5999, /* three of nine bits with an exponent of five in common, which is the highest */
	FL_TEXEL_AYUV,  /* bytes V, U, Y, A */
	FL_TEXEL_ETC1,  /* components 0 to 3 are R, G, B, A */
	FL_TEXEL_ETC2,
	FL_TEXEL_ETC2_PUNCH, /* alpha is 0 or 1 */
	FL_TEXEL_ETC2_EAC,   /* a block of EAC for alpha, then one of ETC2 */
	FL_TEXEL_EAC1,       /* one component of 11 bits, SNORM if number[0] says so */
	FL_TEXEL_EAC2,       /* two */
	FL_TEXEL_BC6,        /* BPTC: half floats R, G, B, with a sign if number[0] is SNORM */
	FL_TEXEL_BC7,        /* R, G, B, A */
	FL_TEXEL_ASTC,       /* blocks of any size that it has: R, G, B, A of 16 bits */
};

/* What a field's bits mean. */
enum fl_texel_number {
	FL_TEXEL_UNORM,
	FL_TEXEL_UNORM_POW2, /* 1.0 is one above the largest code */
	FL_TEXEL_SNORM,
	FL_TEXEL_FLOAT, /* 16 or 32 bits as IEEE 754 has them; 24: sign, 7 bits of exponent (bias 63), 16 */
	FL_TEXEL_SMALL, /* 10, 11, 24 bits: hw/model/num/small_float.h */
	FL_TEXEL_SNORM_NO_ZERO, /* (2 x + 1) / (2^bits - 1) */
	FL_TEXEL_BIASED,        /* unsigned, less half the range: -1 to 1 */
	FL_TEXEL_USCALED,       /* whole numbers as floats */
	FL_TEXEL_SSCALED,
	FL_TEXEL_UINT, /* bits, extended to 32 */
	FL_TEXEL_SINT,
};

/* Bytes alone: it is compared as part of struct fl_texel_image. */
struct fl_texel_format {
	uint8_t coding;
	uint8_t bits;             /* of an element: a texel, or a block */
	uint8_t block_w, block_h; /* texels of an element */
	uint8_t at[4],
	    width[4]; /* FIELDS: component 0 to 3, from bit `at` of the texel on; width 0: it is 0 */
	uint8_t number[4];
	uint8_t third;   /* bool: component 2 is not stored, but the third of a unit vector */
	uint8_t variant; /* enum fl_texel_variant */
};

/* What a chip's decoder does beside the coding's rules. */
enum fl_texel_variant {
	FL_TEXEL_AS_SPECIFIED,
	FL_TEXEL_T_SWAPPED, /* ETC2: the two colors of mode T in each other's place */
	FL_TEXEL_FOR_SRGB,  /* ASTC: colors are of 8 bits, as those of sRGB are */
};

/* What a channel shows. */
enum fl_texel_select {
	FL_TEXEL_SEL_0, /* component 0 */
	FL_TEXEL_SEL_1,
	FL_TEXEL_SEL_2,
	FL_TEXEL_SEL_3,
	FL_TEXEL_SEL_ZERO,
	FL_TEXEL_SEL_ONE,
	FL_TEXEL_SEL_TWICE, /* and on, component 0 to 3: twice that, 0 where it is above 1 */
};

/* ---- images -------------------------------------------------------------------------------------------- */
/* Of arrays the third coordinate is the number of a layer, rounded to nearest. */
enum fl_texel_kind { FL_TEXEL_2D, FL_TEXEL_3D, FL_TEXEL_CUBE, FL_TEXEL_ARRAY };

/* V, Y, U as R, G, B; or converted as ITU-R BT.601 has it, clamped to 0 and 1 or not. */
enum fl_texel_yuv { FL_TEXEL_YUV_AS_IS, FL_TEXEL_YUV_CLAMPED, FL_TEXEL_YUV_WIDE };

/* A chroma key: texels that match it kill the pixel, or count as 0 in all channels. */
enum fl_texel_key { FL_TEXEL_KEY_OFF, FL_TEXEL_KEY_KILL, FL_TEXEL_KEY_BLEND };

/* How texels stand in memory. Two units with the same bytes here read the same texels: clear the whole struct
 * before it is filled. */
struct fl_texel_image {
	uint64_t addr;                 /* as the family's memory() understands it */
	uint32_t width, height, depth; /* of level 0; depth of 3D images alone */
	uint32_t key;
	struct fl_texel_format format;
	uint8_t sel[4];        /* enum fl_texel_select of R, G, B, A */
	uint8_t srgb;          /* bool: R, G, B are linear after unpacking */
	uint8_t yuv, swap_yuv; /* swap_yuv: the upper bits of U and V are inverted */
	uint8_t kind;
	uint8_t flip; /* byte i stands at i ^ flip: 1 swaps bytes of 16 bits, 3 of 32; 2 swaps halves of 32 */
	uint8_t n_levels;
	uint8_t key_mode;
	uint8_t pow2;  /* bool: bytes of the cache count 1/256, not 1/255 */
	uint8_t exact; /* bool: fields that a byte has to be rounded for are kept as floats */
	/* For the family's layout and address equation alone. */
	uint32_t pitch;
	uint16_t slice; /* the one that is layer, or face, 0 */
	uint8_t tile[4];
};

struct fl_texel_level {
	uint32_t width, height, depth; /* texels; depth: layers, or 6 faces of each cube */
	const void *texels; /* decoded, rows of `width`, layer after layer; not of FL_TEXEL_STORE_DIRECT */
	uint32_t run;       /* elements from a multiple of it on that stand one after the other in memory */
	/* For the family's address equation alone. */
	uint32_t pitch, rows;
	uint64_t at_B, layer_B; /* from the start of the image; from layer to layer, or face to face */
	uint8_t tile;
};

/* Arithmetic of levels, for those who lay them out: v rounded up to a multiple, or to a power of two; and v
 * of level 0 on a smaller one. */
static inline uint32_t fl_texel_align(uint32_t v, uint32_t to)
{
	return (v + to - 1) / to * to;
}

static inline uint32_t fl_texel_pow2(uint32_t v)
{
	uint32_t p = 1;

	while (p < v)
		p *= 2;
	return p;
}

static inline uint32_t fl_texel_smaller(uint32_t v, unsigned level)
{
	return v >> level ? v >> level : 1;
}

/* A family's address equation, asked for a row of elements (texels, or blocks) at a time: at_B[i] becomes the
 * place of element x + i * step of row y of a layer, in bytes from the start of the image. */
typedef void fl_texel_row_fn(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer,
			     uint32_t y, uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B);

/* ---- units --------------------------------------------------------------------------------------------- */
enum fl_texel_store {
	FL_TEXEL_STORE_8,      /* uint8_t[4]: R, G, B, A */
	FL_TEXEL_STORE_F,      /* float[4] */
	FL_TEXEL_STORE_DIRECT, /* not in the cache: each texel is unpacked when it is read */
};

/* Of minification and magnification; between levels and layers NONE, POINT and LINEAR. */
enum fl_texel_filter {
	FL_TEXEL_NONE, /* between levels: the finest alone; between layers: as inside of them */
	FL_TEXEL_POINT,
	FL_TEXEL_LINEAR,
	FL_TEXEL_ANISO,
	FL_TEXEL_KERNEL, /* a loaded kernel of 4x4 for one component, as R5xx has it (TX_FILTER4) */
};

/* In this order: comparisons rely on it. ONCE: mirrored at 0, then clamped. */
enum fl_texel_wrap {
	FL_TEXEL_REPEAT,
	FL_TEXEL_MIRROR,
	FL_TEXEL_CLAMP_EDGE,
	FL_TEXEL_MIRROR_ONCE_EDGE,
	FL_TEXEL_CLAMP_HALF, /* half way to the border */
	FL_TEXEL_MIRROR_ONCE_HALF,
	FL_TEXEL_CLAMP_BORDER,
	FL_TEXEL_MIRROR_ONCE_BORDER,
};

struct fl_texel_unit {
	uint8_t wrap[3], mag, min, mip, vol;
	uint8_t min_level, max_level; /* finest, coarsest */
	uint8_t aniso;                /* log2 of the most samples */
	uint8_t kernel_comp;          /* KERNEL: the component that it filters, the others are bilinear */
	bool round_quarter; /* bilinear results plus 1/4 to whole bytes, as R5xx rounds MPEG motion */
	bool half_steps;    /* bilinear weights in halves, for the same purpose */
	bool gather_point;  /* OP_GATHER begins at the texel that a point filter would take */
	float lod_bias;
	bool lod_clamp; /* of the LOD, before levels are chosen */
	float lod_min, lod_max;
	bool seamless;                    /* cubes: filters reach over the edges of a face */
	uint16_t first_layer, last_layer; /* of arrays */
	uint8_t compare;                  /* of a request with a reference: bits less, equal, greater */
	bool fixed_reference;             /* it is clamped to 0 ... 1, as a depth of fixed point is */
	/* Weight of the coarser of two levels: fraction of the LOD * slope + offset, clamped, in steps. */
	float level_slope, level_offset, level_steps;
	const int16_t (*kernel)[9][4]; /* KERNEL: [direction][phase][weight], s1.9 */
	float border[4];               /* R, G, B, A */
	struct fl_texel_image image;
	struct fl_texel_level level[FL_TEXEL_LEVELS];
	uint64_t size_B;
	fl_texel_row_fn *row;

	/* fl_texel_derive() */
	float to_float; /* STORE_8: a byte's unit */
	uint8_t fixed;  /* bits R, G, B, A: the channel is 1 by selection, whatever to_float says */
	uint8_t border8[4];

	/* fl_texel_cache_get() */
	uint8_t store;
	const uint8_t *memory; /* of the image's start, for STORE_DIRECT; NULL: not mapped */
};

void fl_texel_derive(struct fl_texel_unit *u);

/* ---- look-ups ------------------------------------------------------------------------------------------ */
enum fl_texel_op {
	FL_TEXEL_OP_PLAIN,
	FL_TEXEL_OP_PROJECT,   /* S, T, R are divided by Q */
	FL_TEXEL_OP_BIAS,      /* Q is added to the LOD */
	FL_TEXEL_OP_LOD,       /* Q is the LOD */
	FL_TEXEL_OP_GRADIENTS, /* dx and dy are the coordinates' gradients */
	FL_TEXEL_OP_FETCH,     /* S, T, R, Q are integers: a texel's place, and the level; 0 where
	 * there is none */
	FL_TEXEL_OP_GATHER,    /* one component (of R) of the four texels that a linear filter would take */
	FL_TEXEL_OP_QUERY,     /* the LOD, and what level comes of it */
};

/* One look-up for a wave: 16 quads at most. */
struct fl_texel_request {
	uint8_t op;
	bool unscaled; /* coordinates count texels */
	unsigned n_quads;
	uint64_t lanes;             /* whose results are wanted */
	const float *coord[4];      /* S, T, R, Q: 64 lanes each, 64-byte aligned */
	const float *dx[4], *dy[4]; /* OP_GRADIENTS */
	const float
	    *reference;   /* not NULL: texels are 1 where it compares so with their first channel, else 0 */
	int8_t offset[3]; /* texels of whatever level, added to the place of each */
	const float
	    *face; /* not NULL: which face of a cube it is, whatever the direction says; 6 for each cube
			    * before it */
	const float *bias; /* not NULL: added to the LOD, in any op; aligned too */
	float *out[4];     /* R, G, B, A; not the arrays that are read */
};

/* Returns the lanes that the chroma key kills. u NULL: a unit that is off gives 0, 0, 0, 1. */
FL_SIMD_DECLARE(uint64_t, fl_texel_lookup, (const struct fl_texel_unit *u, const struct fl_texel_request *q));

/* Of a cube's places as its chips' instructions leave them, v[0] and v[1] from 1 to 2 on a face and v[2] its
 * number: v[0] to v[2] become directions, and face the numbers, 0 to 5. */
void fl_texel_directions(float (*v)[FL_TEXEL_LANES], float face[FL_TEXEL_LANES]);

/* ---- texel.c ------------------------------------------------------------------------------------------- */
/* A texel out of the bytes of its element (endianness already right), x and y its place in there. */
void fl_texel_unpack(const struct fl_texel_image *t, const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned x,
		     unsigned y, float out[4]);
/* Are elements four bytes, component 0 in the lowest, of which 255 is 1, with selects of components, 0 and 1
 * alone? Component c of many is then, before selects: */
bool fl_texel_is_bytes(const struct fl_texel_image *t);
static inline void fl_texel_bytes(const uint32_t word[FL_TEXEL_LANES], unsigned c,
				  uint32_t to[FL_TEXEL_LANES])
{
	typedef int32_t ints __attribute__((vector_size(16)));
	typedef float floats __attribute__((vector_size(16)));

	for (unsigned i = 0; i < FL_TEXEL_LANES; i += sizeof(ints) / sizeof(*word)) {
		ints w;
		floats v;

		memcpy(&w, word + i, sizeof(w));
		v = __builtin_convertvector(w >> 8 * c & 255, floats) / 255.0f;
		memcpy(to + i, &v, sizeof(v));
	}
}
/* Does the same texel match the chroma key? */
bool fl_texel_keyed(const struct fl_texel_image *t, const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned x);
/* The bytes of the element at at_B of the image that starts at base. */
void fl_texel_element(const struct fl_texel_image *t, const uint8_t *base, uint64_t at_B,
		      uint8_t b[FL_TEXEL_ELEMENT_B]);
/* The texel (x, y) of a layer of a level straight from memory. keyed, unless NULL: it matches the key. */
void fl_texel_read(const struct fl_texel_unit *u, const struct fl_texel_level *l, unsigned x, unsigned y,
		   unsigned layer, float out[4], bool *keyed);
/* What bytes of the cache can hold of it. */
enum fl_texel_store fl_texel_store(const struct fl_texel_image *t);

/* ---- s3tc.c: blocks of 4x4 ----------------------------------------------------------------------------- */
void fl_texel_dxt_color(const uint8_t block[8], bool dxt1, unsigned x, unsigned y, uint8_t rgba[4]);
uint8_t fl_texel_dxt3_alpha(const uint8_t block[8], unsigned x, unsigned y);
uint8_t fl_texel_dxt5_alpha(const uint8_t block[8], unsigned x, unsigned y);
int fl_texel_ati1n_signed(const uint8_t block[8], unsigned x, unsigned y);

/* ---- etc.c: blocks of 4x4 ------------------------------------------------------------------------------ */
enum fl_texel_etc { FL_TEXEL_ETC_FIRST, FL_TEXEL_ETC_SECOND, FL_TEXEL_ETC_PUNCH };
void fl_texel_etc_color(const uint8_t block[8], enum fl_texel_etc kind, bool swapped, unsigned x, unsigned y,
			uint8_t rgba[4]);
uint8_t fl_texel_eac_alpha(const uint8_t block[8], unsigned x, unsigned y);
/* 0 to 2047, or -1023 to 1023. */
int fl_texel_eac_11(const uint8_t block[8], bool is_signed, unsigned x, unsigned y);

/* ---- bptc.c: blocks of 4x4 ----------------------------------------------------------------------------- */
void fl_texel_bc7(const uint8_t block[FL_TEXEL_ELEMENT_B], unsigned x, unsigned y, uint8_t rgba[4]);
/* Half floats. */
void fl_texel_bc6(const uint8_t block[FL_TEXEL_ELEMENT_B], bool is_signed, unsigned x, unsigned y,
		  uint16_t rgb[3]);

/* ---- astc.c: blocks of w x h --------------------------------------------------------------------------- */
void fl_texel_astc(const uint8_t block[FL_TEXEL_ELEMENT_B], unsigned w, unsigned h, bool srgb, unsigned x,
		   unsigned y, uint16_t rgba[4]);

/* ---- cache.c ------------------------------------------------------------------------------------------- */
/* What the cache asks its family; `of` is what fl_texel_cache_new() was given. */
struct fl_texel_family {
	/* u->size_B bytes at u->image.addr are about to be read. NULL: they are not mapped. A family whose
	 * write caches still hold some of them says so here. */
	const uint8_t *(*memory)(void *of, const struct fl_texel_unit *u);
	/* Draws are gathered that may hold pointers to texels. */
	bool (*gathered)(void *of);
	/* So many bytes are to be decoded. False: the host has no patience left for them. */
	bool (*spend)(void *of, uint64_t texels_B);
};

struct fl_texel_cache;
struct fl_texel_cache *fl_texel_cache_new(uint64_t budget_B, const struct fl_texel_family *family, void *of);
void fl_texel_cache_free(struct fl_texel_cache *c);
void fl_texel_cache_invalidate(struct fl_texel_cache *c);
/* Fill in u->store and the levels' texels. False: not mapped, or no patience left. */
bool fl_texel_cache_get(struct fl_texel_cache *c, struct fl_texel_unit *u);
/* Units that fl_texel_cache_get() has filled in, and that are not FL_TEXEL_STORE_DIRECT, stay good while this
 * stays the same. */
uint32_t fl_texel_cache_epoch(const struct fl_texel_cache *c);
void fl_texel_cache_stats(const struct fl_texel_cache *c, uint64_t *held_B, uint64_t *decoded);

#endif
