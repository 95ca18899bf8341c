/* SPDX-License-Identifier: MIT
 *
 * Blocks of 4x4 texels: S3TC as EXT_texture_compression_s3tc specifies it (two 565 colors, two bits a texel;
 * DXT1 with a transparent fourth entry), and the interpolated 8-bit blocks that DXT5 alpha, ATI1N and ATI2N
 * share.
 */
#include "hw/model/texture/texel.h"

static unsigned expand(unsigned v, unsigned bits)
{
	return bits == 5 ? v << 3 | v >> 2 : v << 2 | v >> 4;
}

void fl_texel_dxt_color(const uint8_t b[8], bool dxt1, unsigned x, unsigned y, uint8_t rgba[4])
{
	unsigned c0 = b[0] | b[1] << 8, c1 = b[2] | b[3] << 8, code = b[4 + y] >> (2 * x) & 3;
	unsigned e0[3] = {expand(c0 >> 11, 5), expand(c0 >> 5 & 63, 6), expand(c0 & 31, 5)};
	unsigned e1[3] = {expand(c1 >> 11, 5), expand(c1 >> 5 & 63, 6), expand(c1 & 31, 5)};
	bool three = dxt1 && c0 <= c1;

	rgba[3] = three && code == 3 ? 0 : 255;
	for (unsigned i = 0; i < 3; i++) {
		if (code == 0)
			rgba[i] = e0[i];
		else if (code == 1)
			rgba[i] = e1[i];
		else if (three)
			rgba[i] = code == 2 ? (e0[i] + e1[i]) / 2 : 0;
		else
			rgba[i] = code == 2 ? (2 * e0[i] + e1[i]) / 3 : (e0[i] + 2 * e1[i]) / 3;
	}
}

uint8_t fl_texel_dxt3_alpha(const uint8_t b[8], unsigned x, unsigned y)
{
	return (b[y * 2 + x / 2] >> (x & 1 ? 4 : 0) & 15) * 17;
}

static unsigned code3(const uint8_t b[8], unsigned x, unsigned y)
{
	uint64_t bits = 0;
	for (unsigned i = 0; i < 6; i++)
		bits |= (uint64_t)b[2 + i] << (8 * i);
	return bits >> (3 * (4 * y + x)) & 7;
}

uint8_t fl_texel_dxt5_alpha(const uint8_t b[8], unsigned x, unsigned y)
{
	unsigned a0 = b[0], a1 = b[1], code = code3(b, x, y);

	if (code < 2)
		return code ? a1 : a0;
	if (a0 > a1)
		return ((8 - code) * a0 + (code - 1) * a1) / 7;
	return code == 6 ? 0 : code == 7 ? 255 : ((6 - code) * a0 + (code - 1) * a1) / 5;
}

/* The same with signed end points: -127 … 127. */
int fl_texel_ati1n_signed(const uint8_t b[8], unsigned x, unsigned y)
{
	int a0 = (int8_t)b[0], a1 = (int8_t)b[1], code = (int)code3(b, x, y);

	if (a0 < -127)
		a0 = -127;
	if (a1 < -127)
		a1 = -127;
	if (code < 2)
		return code ? a1 : a0;
	if (a0 > a1)
		return ((8 - code) * a0 + (code - 1) * a1) / 7;
	return code == 6 ? -127 : code == 7 ? 127 : ((6 - code) * a0 + (code - 1) * a1) / 5;
}
