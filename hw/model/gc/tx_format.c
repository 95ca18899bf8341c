/* SPDX-License-Identifier: MIT
 *
 * Formats of textures (GC facts 9; etna_viv rnndb). Names list fields from the highest bits down; here are
 * where fields begin, how wide they are, and which of them red, green, blue and alpha are.
 */
#include "hw/model/gc/tx.h"

#define F(name) GC_TEXTURE_FORMAT_H5__##name
#define E(name) GC_TEXTURE_FORMAT_EXT_H5__##name
#define SELECT(r, g, b, a)                                                             \
	{                                                                              \
		FL_TEXEL_SEL_##r, FL_TEXEL_SEL_##g, FL_TEXEL_SEL_##b, FL_TEXEL_SEL_##a \
	}
#define RGBA     SELECT(0, 1, 2, 3)
#define RGB1     SELECT(0, 1, 2, ONE)
#define RG01     SELECT(0, 1, ZERO, ONE)
#define R001     SELECT(0, ZERO, ZERO, ONE)
#define RRR1     SELECT(0, 0, 0, ONE)
#define RRRR     SELECT(0, 0, 0, 0)
#define RRRG     SELECT(0, 0, 0, 1)
#define ALPHA    SELECT(ZERO, ZERO, ZERO, 0)
#define UNORM    FL_TEXEL_UNORM
#define PLAIN    FL_TEXEL_FIELDS
#define PIXEL(n) PLAIN, n, 1, 1
#define BLOCK(n)      \
	n, 4, 4, {0}, \
	{             \
		0     \
	}

static const struct mgc_tx_format formats[32] = {
    [F(A8)] = {PIXEL(8), {0}, {8}, UNORM, ALPHA, false, -1},
    [F(L8)] = {PIXEL(8), {0}, {8}, UNORM, RRR1, false, -1},
    [F(I8)] = {PIXEL(8), {0}, {8}, UNORM, RRRR, false, -1},
    [F(A8L8)] = {PIXEL(16), {0, 8}, {8, 8}, UNORM, RRRG, false, -1},
    [F(A4R4G4B4)] = {PIXEL(16), {8, 4, 0, 12}, {4, 4, 4, 4}, UNORM, RGBA, false, -1},
    [F(X4R4G4B4)] = {PIXEL(16), {8, 4, 0, 12}, {4, 4, 4, 4}, UNORM, RGB1, false, -1},
    [F(A8R8G8B8)] = {PIXEL(32), {16, 8, 0, 24}, {8, 8, 8, 8}, UNORM, RGBA, false, -1},
    [F(X8R8G8B8)] = {PIXEL(32), {16, 8, 0, 24}, {8, 8, 8, 8}, UNORM, RGB1, false, -1},
    [F(A8B8G8R8)] = {PIXEL(32), {0, 8, 16, 24}, {8, 8, 8, 8}, UNORM, RGBA, false, -1},
    [F(X8B8G8R8)] = {PIXEL(32), {0, 8, 16, 24}, {8, 8, 8, 8}, UNORM, RGB1, false, -1},
    [F(R5G6B5)] = {PIXEL(16), {11, 5, 0}, {5, 6, 5}, UNORM, RGB1, false, -1},
    [F(A1R5G5B5)] = {PIXEL(16), {10, 5, 0, 15}, {5, 5, 5, 1}, UNORM, RGBA, false, -1},
    [F(X1R5G5B5)] = {PIXEL(16), {10, 5, 0, 15}, {5, 5, 5, 1}, UNORM, RGB1, false, -1},
    [F(YUY2)] = {FL_TEXEL_VYUY, 32, 2, 1, {0}, {0}, UNORM, RGB1, true, -1},
    [F(UYVY)] = {FL_TEXEL_YVYU, 32, 2, 1, {0}, {0}, UNORM, RGB1, true, -1},
    [F(D16)] = {PIXEL(16), {0}, {16}, UNORM, RRR1, false, -1},
    [F(D24X8)] = {PIXEL(32), {8}, {24}, UNORM, RRR1, false, -1},
    [F(DXT1)] = {FL_TEXEL_DXT1, BLOCK(64), UNORM, RGBA, false, -1},
    [F(DXT2_DXT3)] = {FL_TEXEL_DXT3, BLOCK(128), UNORM, RGBA, false, -1},
    [F(DXT4_DXT5)] = {FL_TEXEL_DXT5, BLOCK(128), UNORM, RGBA, false, -1},
    [F(ETC1)] = {FL_TEXEL_ETC1, BLOCK(64), UNORM, RGB1, false, -1},
    [F(E5B9G9R9)] = {FL_TEXEL_E5999, 32, 1, 1, {0}, {0}, FL_TEXEL_FLOAT, RGB1, false, 2},
};

#define UINT FL_TEXEL_UINT

/* ASTC's blocks have the sizes of another word (mgc_tx_astc()). */
static const struct mgc_tx_format more[64] = {
    [E(NONE)] = {FL_TEXEL_ETC2, BLOCK(64), UNORM, RGB1, false, 0}, /* Mesa etnaviv_format.c: ETC2_RGB8 */
    [E(RGB8_PUNCHTHROUGH_ALPHA1_ETC2)] = {FL_TEXEL_ETC2_PUNCH, BLOCK(64), UNORM, RGBA, false, 0},
    [E(RGBA8_ETC2_EAC)] = {FL_TEXEL_ETC2_EAC, BLOCK(128), UNORM, RGBA, false, 0},
    [E(R11_EAC)] = {FL_TEXEL_EAC1, BLOCK(64), UNORM, R001, false, 0},
    [E(RG11_EAC)] = {FL_TEXEL_EAC2, BLOCK(128), UNORM, RG01, false, 0},
    [E(SIGNED_R11_EAC)] = {FL_TEXEL_EAC1, BLOCK(64), FL_TEXEL_SNORM, R001, false, 0},
    [E(SIGNED_RG11_EAC)] = {FL_TEXEL_EAC2, BLOCK(128), FL_TEXEL_SNORM, RG01, false, 0},
    [E(ASTC)] = {FL_TEXEL_ASTC, BLOCK(128), UNORM, RGBA, false, 2},
    [E(D24S8)] = {PIXEL(32), {0}, {8}, UINT, R001, false, 5}, /* the stencil; tx_unit.c has the depth */
    [E(AYUV)] = {FL_TEXEL_AYUV, 32, 1, 1, {0}, {0}, UNORM, RGBA, true, 5},
    [E(G8R8)] = {PIXEL(16), {0, 8}, {8, 8}, UNORM, RG01, false, 1},
    [E(R16F)] = {PIXEL(16), {0}, {16}, FL_TEXEL_FLOAT, R001, false, 0},
    [E(G16R16F)] = {PIXEL(32), {0, 16}, {16, 16}, FL_TEXEL_FLOAT, RG01, false, 0},
    [E(A16B16G16R16F)] = {PIXEL(64), {0, 16, 32, 48}, {16, 16, 16, 16}, FL_TEXEL_FLOAT, RGBA, false, 0},
    [E(R32F)] = {PIXEL(32), {0}, {32}, FL_TEXEL_FLOAT, R001, false, 0},
    [E(G32R32F)] = {PIXEL(64), {0, 32}, {32, 32}, FL_TEXEL_FLOAT, RG01, false, 0},
    [E(A2B10G10R10)] = {PIXEL(32), {0, 10, 20, 30}, {10, 10, 10, 2}, UNORM, RGBA, false, 0},
    [E(R8_SNORM)] = {PIXEL(8), {0}, {8}, FL_TEXEL_SNORM, R001, false, 1},
    [E(G8R8_SNORM)] = {PIXEL(16), {0, 8}, {8, 8}, FL_TEXEL_SNORM, RG01, false, 1},
    [E(X8B8G8R8_SNORM)] = {PIXEL(32), {0, 8, 16, 24}, {8, 8, 8, 8}, FL_TEXEL_SNORM, RGB1, false, 1},
    [E(A8B8G8R8_SNORM)] = {PIXEL(32), {0, 8, 16, 24}, {8, 8, 8, 8}, FL_TEXEL_SNORM, RGBA, false, 1},
    [E(R8I)] = {PIXEL(8), {0}, {8}, UINT, R001, false, 2},
    [E(G8R8I)] = {PIXEL(16), {0, 8}, {8, 8}, UINT, RG01, false, 2},
    [E(A8B8G8R8I)] = {PIXEL(32), {0, 8, 16, 24}, {8, 8, 8, 8}, UINT, RGBA, false, 2},
    [E(R16I)] = {PIXEL(16), {0}, {16}, UINT, R001, false, 2},
    [E(G16R16I)] = {PIXEL(32), {0, 16}, {16, 16}, UINT, RG01, false, 2},
    [E(A16B16G16R16I)] = {PIXEL(64), {0, 16, 32, 48}, {16, 16, 16, 16}, UINT, RGBA, false, 2},
    [E(B10G11R11F)] = {PIXEL(32), {0, 11, 22}, {11, 11, 10}, FL_TEXEL_SMALL, RGB1, false, 2},
    [E(A2B10G10R10UI)] = {PIXEL(32), {0, 10, 20, 30}, {10, 10, 10, 2}, UINT, RGBA, false, 2},
    [E(R8)] = {PIXEL(8), {0}, {8}, UNORM, R001, false, 5},
    [E(R32I)] = {PIXEL(32), {0}, {32}, UINT, R001, false, 5},
    [E(G32R32I)] = {PIXEL(64), {0, 32}, {32, 32}, UINT, RG01, false, 5},
};

const struct mgc_tx_format *mgc_tx_format(unsigned format, unsigned ext)
{
	return format ? &formats[format & 31] : &more[ext & 63];
}

const uint8_t *mgc_tx_astc(unsigned code)
{
	static const uint8_t sizes[16][2] = {{4, 4}, {5, 4},  {5, 5},  {6, 5},  {6, 6},   {8, 5},   {8, 6},
					     {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12}};

	return sizes[code & 15];
}
