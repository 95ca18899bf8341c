/* SPDX-License-Identifier: MIT
 *
 * Pixel formats: what there is, what each may be used for, and colors to pixels and back.
 *
 * A format is named from the highest bits of the pixel's little-endian word to the lowest. What a family's
 * chips can do with each is theirs to say: struct fl_surface_rules, lib/FAMILY/surface.h.
 */
#ifndef LIB_FL_FORMAT_H
#define LIB_FL_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fl_format {
	FL_C8,       /* 8 bits: a palette index or an intensity */
	FL_ARGB1555, /* 16 bits */
	FL_RGB565,
	FL_ARGB4444,
	FL_ARGB8888, /* bytes in memory: B G R A; what the display shows */
	FL_ABGR8888, /* bytes in memory: R G B A; textures */
	FL_Z16,      /* depth, 16 bits */
	FL_Z24S8,    /* depth in bits 31:8, stencil in bits 7:0 */
	FL_A8,
	FL_LA88, /* luminance in bits 7:0 */
	FL_ARGB2101010,
	FL_R16,
	FL_GR1616,
	FL_ABGR16161616,
	FL_R16F, /* IEEE half */
	FL_GR16F,
	FL_ABGR16F,
	FL_R32F, /* IEEE single */
	FL_GR32F,
	FL_ABGR32F,
	FL_DXT1,
	FL_DXT3,
	FL_DXT5,
	FL_ATI1N, /* one channel, as the alpha of FL_DXT5 */
	FL_ATI2N, /* two of them */
	FL_R32UI, /* whole numbers, which programs of the caller's own write and read as such */
	FL_ABGR8888UI,
	FL_FORMAT_COUNT,
	FL_L8 = FL_C8,
};

/* What a chip may use a format for (fl_surface.h says which) */
#define FL_CAN_TEXTURE 1u
#define FL_CAN_FILTER  2u
#define FL_CAN_TARGET  4u /* color buffer */
#define FL_CAN_BLEND   8u
#define FL_CAN_DEPTH   16u  /* depth buffer */
#define FL_CAN_SAMPLES 32u  /* several samples a pixel */
#define FL_CAN_2D      64u  /* the 2D engine's pixels: 8, 16, 32 bits */
#define FL_BY_COPY     128u /* a texture by a copy of it, for which memory is taken behind it */

/* What it is on every chip */
#define FL_HAS_ALPHA   128u
#define FL_IS_FLOAT    256u /* values are not limited to 0..1 */
#define FL_IS_DEPTH    512u
#define FL_IS_INTEGER  1024u /* whole numbers: they are neither blended nor filtered */

struct fl_format_info {
	char name[13];    /* "ARGB8888" */
	uint8_t bytes;    /* of a pixel; of compressed formats of a block */
	uint8_t block_px; /* 1; of compressed formats 4: the side of a block */
	uint16_t is;      /* FL_HAS_ALPHA, FL_IS_FLOAT, FL_IS_DEPTH, FL_IS_INTEGER */
};

/* NULL: there is no such format. */
const struct fl_format_info *fl_format_info(enum fl_format format);
/* Is it one of what: FL_HAS_ALPHA and so on? False: there is no such format. */
static inline bool fl_format_is(uint32_t format, uint32_t what)
{
	const struct fl_format_info *info = fl_format_info((enum fl_format)format);

	return info && (info->is & what);
}
/* Bytes of a pixel, or of a compressed format's block; 0: there is no such format. */
uint32_t fl_format_bytes(enum fl_format format);

/* A color as the pixel of a format of at most 32 bits. argb is 0xAARRGGBB; fewer bits take the upper ones,
 * more repeat them. Formats of depth and of whole numbers: argb is the pixel. */
uint32_t fl_pixel(enum fl_format format, uint32_t argb);
/* And back: missing bits repeat the upper ones, a missing alpha is 255, other missing channels are 0. FL_C8
 * gives a grey. */
uint32_t fl_pixel_argb(enum fl_format format, uint32_t pixel);

/* The same for every format that is not compressed, with R, G, B, A as numbers (0 to 1 unless FL_IS_FLOAT or
 * FL_IS_INTEGER), to memory and from it: fractions rounded to nearest. Depth is R, stencil A * 255. */
void fl_pixel_pack(enum fl_format format, const float rgba[4], void *pixel);
void fl_pixel_unpack(enum fl_format format, const void *pixel, float rgba[4]);

/* IEEE half precision: rounded to nearest even; what is too large becomes infinity. */
uint16_t fl_half(float f);
float fl_half_float(uint16_t half);

#ifdef __cplusplus
}
#endif

#endif
