/* SPDX-License-Identifier: MIT
 *
 * Blocks of 4x4 texels, 128 bits: BPTC as ARB_texture_compression_bptc specifies it. Names of fields are that
 * specification's.
 */
#include "hw/model/texture/texel.h"

#include <string.h>

enum { TEXELS = 16, SUBSETS = 3, PARTITIONS = 64, END_POINTS = 2 * SUBSETS };

/* ---- partitions ---------------------------------------------------------------------------------------- */
/* Of two subsets: the texels of the second, a bit each. */
static const uint16_t two[PARTITIONS] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8,
    0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110,
    0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696,
    0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720,
    0xc936, 0x936c, 0x39c6, 0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};

/* Of three: two bits a texel. */
static const uint32_t three[PARTITIONS] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};

/* Texels whose index has a bit less, beside the first one: of the second subset of two, of the second and of
 * the third of three. A digit each. */
static const char anchor_of[SUBSETS][PARTITIONS + 1] = {
    "fffffffffffffffff282288f28228822ff6828ff28222ff66268ff22fffff22f",
    "33ff83ff88666533338f336a588685ff8f356a8ff3f5ffff3f55585a5a8dfc33",
    "f883ff38fffffff8f8f3f8f83f6affa8f3faa89a6f8f3668f3ffffffffff3ff8",
};

static unsigned digit(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static unsigned subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
	return subsets == 1   ? 0
	       : subsets == 2 ? two[partition] >> texel & 1
			      : three[partition] >> 2 * texel & 3;
}

static bool is_anchor(unsigned subsets, unsigned partition, unsigned texel)
{
	if (subsets == 2 && texel == digit(anchor_of[0][partition]))
		return true;
	if (subsets == 3 &&
	    (texel == digit(anchor_of[1][partition]) || texel == digit(anchor_of[2][partition])))
		return true;
	return !texel;
}

/* ---- bits ---------------------------------------------------------------------------------------------- */
static unsigned take(const uint8_t *b, unsigned *at, unsigned n)
{
	unsigned v = 0;

	for (unsigned i = 0; i < n; i++, ++*at)
		v |= (unsigned)(b[*at / 8] >> *at % 8 & 1) << i;
	return v;
}

/* The index of a texel, in a list of `bits` each that begins at `at`, which goes behind the list. */
static unsigned index_of(const uint8_t *b, unsigned *at, unsigned bits, unsigned subsets, unsigned partition,
			 unsigned texel)
{
	unsigned found = 0;

	for (unsigned i = 0; i < TEXELS; i++) {
		const unsigned v = take(b, at, bits - is_anchor(subsets, partition, i));

		found = i == texel ? v : found;
	}
	return found;
}

static int weigh(int a, int b, unsigned bits, unsigned index)
{
	static const uint8_t weight[3][16] = {{0, 21, 43, 64},
					      {0, 9, 18, 27, 37, 46, 55, 64},
					      {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
	const int w = weight[bits - 2][index];

	return ((64 - w) * a + w * b + 32) >> 6;
}

/* ---- colors of 8 bits ---------------------------------------------------------------------------------- */
void fl_texel_bc7(const uint8_t block[FL_TEXEL_ELEMENT_B], unsigned x, unsigned y, uint8_t rgba[4])
{
	/* NS, PB, RB, ISB, CB, AB, EPB, SPB, IB, IB2 */
	static const struct mode {
		uint8_t subsets, partition, rotation, selection, color, alpha, each, shared, index, second;
	} modes[8] = {{3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
		      {3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
		      {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
		      {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}};
	const unsigned number = block[0] ? (unsigned)__builtin_ctz(block[0]) : 8, texel = 4 * y + x;
	unsigned end[4][END_POINTS] = {{0}}, at = number + 1, index[2], bits[2];
	const struct mode *m = &modes[number % 8];

	memset(rgba, 0, 4);
	if (number == 8)
		return;
	const unsigned partition = take(block, &at, m->partition), rotation = take(block, &at, m->rotation),
		       selection = take(block, &at, m->selection),
		       subset = subset_of(m->subsets, partition, texel);

	for (unsigned c = 0; c < 4; c++)
		for (unsigned e = 0; e < 2u * m->subsets; e++)
			end[c][e] = take(block, &at, c < 3 ? m->color : m->alpha);
	for (unsigned e = 0; e < 2u * m->subsets && (m->each || m->shared); e++) {
		const unsigned low = m->each || e % 2 == 0 ? take(block, &at, 1) : end[0][e - 1] & 1;

		for (unsigned c = 0; c < 4; c++)
			end[c][e] = end[c][e] << 1 | low;
	}
	bits[0] = m->index;
	bits[1] = m->second ? m->second : m->index;
	index[0] = index[1] = index_of(block, &at, bits[0], m->subsets, partition, texel);
	if (m->second)
		index[1] = index_of(block, &at, bits[1], m->subsets, partition, texel);
	for (unsigned c = 0; c < 4; c++) {
		const unsigned n = (c < 3 ? m->color : m->alpha) + m->each + m->shared,
			       which = (c == 3) ^ selection;
		int v[2];

		rgba[c] = 255;
		if (c == 3 && !m->alpha)
			break;
		for (unsigned e = 0; e < 2; e++)
			v[e] =
			    (int)(end[c][2 * subset + e] << (8 - n) | end[c][2 * subset + e] >> (2 * n - 8));
		rgba[c] = (uint8_t)weigh(v[0], v[1], bits[which], index[which]);
	}
	if (rotation) {
		const uint8_t alpha = rgba[3];

		rgba[3] = rgba[rotation - 1];
		rgba[rotation - 1] = alpha;
	}
}

/* ---- colors of half floats ----------------------------------------------------------------------------- */
struct float_mode {
	uint8_t subsets, bits, delta[3]; /* no deltas: end points as they are */
	/* Fields from the lowest bit up: color, end point (w to z), highest and lowest bit, a hexadecimal
	 * digit each; the bits of one whose lowest is the first come in reverse. */
	const char *fields;
};

static const struct float_mode *float_mode(const uint8_t *b, unsigned *at)
{
#define MODE(subsets, bits, r, g, b, fields)     \
	{                                        \
		subsets, bits, {r, g, b}, fields \
	}
	static const struct float_mode modes[18] = {
	    MODE(2, 10, 5, 5, 5,
		 "gy44by44bz44rw90gw90bw90rx40gz44gy30gx40bz00gz30bx40bz11by30ry40bz22rz40"
		 "bz33"),
	    MODE(2, 7, 6, 6, 6,
		 "gy55gz44gz55rw60bz00bz11by44gw60by55bz22gy44bw60bz33bz55bz44rx50gy30gx50"
		 "gz30bx50by30ry50rz50"),
	    MODE(2, 11, 5, 4, 4, "rw90gw90bw90rx40rwaagy30gx30gwaabz00gz30bx30bwaabz11by30ry40bz22rz40bz33"),
	    MODE(1, 10, 0, 0, 0, "rw90gw90bw90rx90gx90bx90"),
	    MODE(2, 11, 4, 5, 4,
		 "rw90gw90bw90rx30rwaagz44gy30gx40gwaagz30bx30bwaabz11by30ry30bz00bz22rz30"
		 "gy44bz33"),
	    MODE(1, 11, 9, 9, 9, "rw90gw90bw90rx80rwaagx80gwaabx80bwaa"),
	    MODE(2, 11, 4, 4, 5,
		 "rw90gw90bw90rx30rwaaby44gy30gx30gwaabz00gz30bx40bwaaby30ry30bz11bz22rz30"
		 "bz44bz33"),
	    MODE(1, 12, 8, 8, 8, "rw90gw90bw90rx70rwabgx70gwabbx70bwab"),
	    MODE(2, 9, 5, 5, 5,
		 "rw80by44gw80gy44bw80bz44rx40gz44gy30gx40bz00gz30bx40bz11by30ry40bz22rz40"
		 "bz33"),
	    MODE(1, 16, 4, 4, 4, "rw90gw90bw90rx30rwafgx30gwafbx30bwaf"),
	    MODE(2, 8, 6, 5, 5,
		 "rw70gz44by44gw70bz22gy44bw70bz33bz44rx50gy30gx40bz00gz30bx40bz11by30ry50"
		 "rz50"),
	    {0},
	    MODE(2, 8, 5, 6, 5,
		 "rw70bz00by44gw70gy55gy44bw70gz55bz44rx40gz44gy30gx50gz30bx40bz11by30ry40"
		 "bz22rz40bz33"),
	    {0},
	    MODE(2, 8, 5, 5, 6,
		 "rw70bz11by44gw70by55gy44bw70bz55bz44rx40gz44gy30gx40bz00gz30bx50by30ry40"
		 "bz22rz40bz33"),
	    {0},
	    MODE(2, 6, 0, 0, 0,
		 "rw50gz44bz00bz11by44gw50gy55by55bz22gy44bw50gz55bz33bz55bz44rx50gy30gx50"
		 "gz30bx50by30ry50rz50"),
	    {0}};
#undef MODE
	const unsigned low = take(b, at, 2), high = low < 2 ? 0 : take(b, at, 3);

	return &modes[low < 2 ? low : 2 + 2 * high + (low & 1)];
}

static void float_ends(const struct float_mode *m, const uint8_t *b, unsigned *at, int end[4][3])
{
	for (const char *f = m->fields; *f; f += 4) {
		const unsigned c = *f == 'r'   ? 0
				   : *f == 'g' ? 1
					       : 2,
			       e = (unsigned)(f[1] - 'w'), high = digit(f[2]), low = digit(f[3]);

		if (high < low)
			for (unsigned i = low + 1; i-- > high;)
				end[e][c] |= (int)(take(b, at, 1) << i);
		else
			end[e][c] |= (int)(take(b, at, high - low + 1) << low);
	}
}

static int extended(int v, unsigned bits)
{
	return (int)((unsigned)v << (32 - bits)) >> (32 - bits);
}

static int unquantized(int v, unsigned bits, bool is_signed)
{
	const int size = v < 0 ? -v : v, most = (1 << (bits - is_signed)) - 1;
	int out;

	if (bits >= 15u + is_signed || !v)
		return v;
	out = size >= most ? (is_signed ? 0x7fff : 0xffff) : ((size << 15) + 0x4000) >> (bits - 1);
	return v < 0 ? -out : out;
}

void fl_texel_bc6(const uint8_t block[FL_TEXEL_ELEMENT_B], bool is_signed, unsigned x, unsigned y,
		  uint16_t rgb[3])
{
	unsigned at = 0, partition, subset, index;
	const struct float_mode *m = float_mode(block, &at);
	const unsigned texel = 4 * y + x;
	int end[4][3] = {{0}};

	memset(rgb, 0, 3 * sizeof(*rgb));
	if (!m->fields)
		return;
	float_ends(m, block, &at, end);
	partition = m->subsets == 2 ? take(block, &at, 5) : 0;
	subset = subset_of(m->subsets, partition, texel);
	index = index_of(block, &at, m->subsets == 2 ? 3 : 4, m->subsets, partition, texel);
	for (unsigned c = 0; c < 3; c++) {
		int v[2], out;

		for (unsigned e = 0; e < 4; e++) {
			if (e && m->delta[c])
				end[e][c] =
				    (end[0][c] + extended(end[e][c], m->delta[c])) & ((1 << m->bits) - 1);
		}
		for (unsigned e = 0; e < 2; e++) {
			v[e] = end[2 * subset + e][c];
			v[e] = unquantized(is_signed ? extended(v[e], m->bits) : v[e], m->bits, is_signed);
		}
		out = weigh(v[0], v[1], m->subsets == 2 ? 3 : 4, index);
		if (is_signed)
			rgb[c] = (uint16_t)(out < 0 ? 0x8000 | (-out * 31 >> 5) : out * 31 >> 5);
		else
			rgb[c] = (uint16_t)(out * 31 >> 6);
	}
}
