/* SPDX-License-Identifier: MIT
 *
 * Blocks of 4x4 texels: ETC1, ETC2 and EAC, as appendix C of the OpenGL ES 3.0 specification has them. A
 * block is 64 bits, whose first byte holds the highest; texels count down the columns.
 */
#include "hw/model/texture/texel.h"

enum { DIFF = 33, FLIP = 32 }; /* bits of a block; DIFF is "opaque" with punch-through */

static uint64_t bits_of(const uint8_t b[8])
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		v = v << 8 | b[i];
	return v;
}

static unsigned part(uint64_t v, unsigned high, unsigned low)
{
	return (unsigned)(v >> low & ((1u << (high - low + 1)) - 1));
}

/* n bits, repeated from the top of eight down. */
static int widen(unsigned v, unsigned n)
{
	return (int)(v << (8 - n) | v >> (2 * n - 8));
}

static uint8_t clamped(int v)
{
	return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

static void put(uint8_t out[4], const int c[3], int add)
{
	for (unsigned i = 0; i < 3; i++)
		out[i] = clamped(c[i] + add);
	out[3] = 255;
}

/* What a texel's two bits are: the higher in the upper half of the lower word. */
static unsigned code_of(uint64_t v, unsigned x, unsigned y)
{
	const unsigned i = 4 * x + y;

	return (unsigned)(v >> (16 + i) & 1) << 1 | (unsigned)(v >> i & 1);
}

/* ---- two halves, with a color and a table each --------------------------------------------------------- */
static int modifier(unsigned table, unsigned code, bool transparent)
{
	static const uint8_t tables[8][2] = {{2, 8},   {5, 17},  {9, 29},   {13, 42},
					     {18, 60}, {24, 80}, {33, 106}, {47, 183}};
	const int small = transparent ? 0 : tables[table][0], large = tables[table][1];

	return code & 1 ? code & 2 ? -large : large : code & 2 ? -small : small;
}

static void halves(uint64_t v, bool diff, bool transparent, unsigned x, unsigned y, uint8_t out[4])
{
	const bool second = v >> FLIP & 1 ? y >= 2 : x >= 2;
	const unsigned table = second ? part(v, 36, 34) : part(v, 39, 37);
	int c[3];

	for (unsigned i = 0; i < 3; i++) {
		const unsigned top = 63 - 8 * i;

		if (diff) {
			const int delta = (int)(part(v, top - 5, top - 7) ^ 4) - 4;
			const int base = (int)part(v, top, top - 4) + (second ? delta : 0);

			c[i] = widen((unsigned)base & 31, 5);
		} else {
			c[i] = widen(second ? part(v, top - 4, top - 7) : part(v, top, top - 3), 4);
		}
	}
	put(out, c, modifier(table, code_of(v, x, y), transparent));
}

/* ---- ETC2: modes where a color and its difference are beyond five bits --------------------------------- */
static bool beyond(uint64_t v, unsigned top)
{
	const int delta = (int)(part(v, top - 5, top - 7) ^ 4) - 4, sum = (int)part(v, top, top - 4) + delta;

	return sum < 0 || sum > 31;
}

static const uint8_t distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

static void t_mode(uint64_t v, bool swapped, unsigned code, uint8_t out[4])
{
	const int c[2][3] = {
	    {widen(part(v, 60, 59) << 2 | part(v, 57, 56), 4), widen(part(v, 55, 52), 4),
	     widen(part(v, 51, 48), 4)},
	    {widen(part(v, 47, 44), 4), widen(part(v, 43, 40), 4), widen(part(v, 39, 36), 4)}};
	const int d = distances[part(v, 35, 34) << 1 | part(v, 32, 32)];

	put(out, c[(code != 0) ^ swapped], code == 1 ? d : code == 3 ? -d : 0);
}

static void h_mode(uint64_t v, unsigned code, uint8_t out[4])
{
	const unsigned c[2][3] = {
	    {part(v, 62, 59), part(v, 58, 56) << 1 | part(v, 52, 52), part(v, 51, 51) << 3 | part(v, 49, 47)},
	    {part(v, 46, 43), part(v, 42, 39), part(v, 38, 35)}};
	const unsigned first = c[0][0] << 8 | c[0][1] << 4 | c[0][2],
		       second = c[1][0] << 8 | c[1][1] << 4 | c[1][2];
	const int d = distances[part(v, 34, 34) << 2 | part(v, 32, 32) << 1 | (first >= second)];
	int wide[3];

	for (unsigned i = 0; i < 3; i++)
		wide[i] = widen(c[code >> 1][i], 4);
	put(out, wide, code & 1 ? -d : d);
}

static void planar(uint64_t v, unsigned x, unsigned y, uint8_t out[4])
{
	const int o[3] = {widen(part(v, 62, 57), 6), widen(part(v, 56, 56) << 6 | part(v, 54, 49), 7),
			  widen(part(v, 48, 48) << 5 | part(v, 44, 43) << 3 | part(v, 41, 39), 6)};
	const int h[3] = {widen(part(v, 38, 34) << 1 | part(v, 32, 32), 6), widen(part(v, 31, 25), 7),
			  widen(part(v, 24, 19), 6)};
	const int w[3] = {widen(part(v, 18, 13), 6), widen(part(v, 12, 6), 7), widen(part(v, 5, 0), 6)};

	for (unsigned i = 0; i < 3; i++) {
		const int sum = (int)x * (h[i] - o[i]) + (int)y * (w[i] - o[i]) + 4 * o[i] + 2;

		out[i] = clamped(sum < 0 ? 0 : sum >> 2);
	}
	out[3] = 255;
}

void fl_texel_etc_color(const uint8_t b[8], enum fl_texel_etc kind, bool swapped, unsigned x, unsigned y,
			uint8_t rgba[4])
{
	const uint64_t v = bits_of(b);
	const bool punch = kind == FL_TEXEL_ETC_PUNCH, transparent = punch && !(v >> DIFF & 1),
		   diff = punch || (v >> DIFF & 1), modes = diff && kind != FL_TEXEL_ETC_FIRST;
	const unsigned code = code_of(v, x, y);

	if (modes && !beyond(v, 63) && !beyond(v, 55) && beyond(v, 47)) {
		planar(v, x, y, rgba);
		return;
	}
	if (transparent && code == 2) {
		rgba[0] = rgba[1] = rgba[2] = rgba[3] = 0;
		return;
	}
	if (modes && beyond(v, 63))
		t_mode(v, swapped, code, rgba);
	else if (modes && beyond(v, 55))
		h_mode(v, code, rgba);
	else
		halves(v, diff, transparent, x, y, rgba);
}

/* ---- EAC ----------------------------------------------------------------------------------------------- */
static int eac(uint64_t v, unsigned x, unsigned y)
{
	static const int8_t tables[16][8] = {
	    {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12},
	    {-2, -4, -6, -13, 1, 3, 5, 12}, {-3, -6, -8, -12, 2, 5, 7, 11},  {-3, -7, -9, -11, 2, 6, 8, 10},
	    {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},  {-2, -6, -8, -10, 1, 5, 7, 9},
	    {-2, -5, -8, -10, 1, 4, 7, 9},  {-2, -4, -8, -10, 1, 3, 7, 9},   {-2, -5, -7, -10, 1, 4, 6, 9},
	    {-3, -4, -7, -10, 2, 3, 6, 9},  {-1, -2, -3, -10, 0, 1, 2, 9},   {-4, -6, -8, -9, 3, 5, 7, 8},
	    {-3, -5, -7, -9, 2, 4, 6, 8}};

	return tables[part(v, 51, 48)][v >> (45 - 3 * (4 * x + y)) & 7];
}

uint8_t fl_texel_eac_alpha(const uint8_t b[8], unsigned x, unsigned y)
{
	const uint64_t v = bits_of(b);

	return clamped((int)part(v, 63, 56) + eac(v, x, y) * (int)part(v, 55, 52));
}

int fl_texel_eac_11(const uint8_t b[8], bool is_signed, unsigned x, unsigned y)
{
	const uint64_t v = bits_of(b);
	const unsigned multiplier = part(v, 55, 52);
	const int add = eac(v, x, y) * (multiplier ? 8 * (int)multiplier : 1);
	int r;

	if (!is_signed) {
		r = b[0] * 8 + 4 + add;
		return r < 0 ? 0 : r > 2047 ? 2047 : r;
	}
	r = (b[0] == 0x80 ? -127 : (int8_t)b[0]) * 8 + add; /* what would be -128 is -127 */
	return r < -1023 ? -1023 : r > 1023 ? 1023 : r;
}
