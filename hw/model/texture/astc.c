/* SPDX-License-Identifier: MIT
 *
 * Blocks of ASTC, two-dimensional, of the profile with colors from 0 to 1 (Khronos Data Format Specification
 * 1.3, chapter 23; section numbers below are its): 128 bits for 4x4 to 12x12 texels. What is no block of that
 * profile is magenta, as 23.20 has it.
 */
#include "hw/model/texture/texel.h"

#include <string.h>

enum {
	BLOCK_BITS = 128,
	MAX_WEIGHTS = 64,
	MAX_WEIGHT_BITS = 96,
	MIN_WEIGHT_BITS = 24,
	MAX_VALUES = 18, /* of colors */
	MIN_RANGE = 4,   /* of colors: 0 to 5 */
	PARTS = 4,
	ONE_PART_AT = 17, /* where colors begin */
	MORE_PARTS_AT = 29,
};

/* Ranges of integers: so many bits, and a trit (3) or a quint (5) above them (table 23.7). */
static const struct range {
	uint8_t radix, bits;
} ranges[] = {{1, 1}, {3, 0}, {1, 2}, {5, 0}, {3, 1}, {1, 3}, {5, 1}, {3, 2}, {1, 4}, {5, 2}, {3, 3},
	      {1, 5}, {5, 3}, {3, 4}, {1, 6}, {5, 4}, {3, 5}, {1, 7}, {5, 5}, {3, 6}, {1, 8}};
enum { RANGES = sizeof(ranges) / sizeof(ranges[0]) };

static unsigned bits_at(const uint8_t *b, unsigned at, unsigned n)
{
	unsigned v = 0;

	for (unsigned i = 0; i < n && at + i < BLOCK_BITS; i++)
		v |= (unsigned)(b[(at + i) / 8] >> (at + i) % 8 & 1) << i;
	return v;
}

/* ---- sequences of integers (23.12) --------------------------------------------------------------------- */
static unsigned sequence_bits(const struct range *r, unsigned n)
{
	return n * r->bits + (r->radix == 3 ? (8 * n + 4) / 5 : r->radix == 5 ? (7 * n + 2) / 3 : 0);
}

static void trits(unsigned t, uint8_t out[5])
{
	unsigned c = t & 31;

	if ((t >> 2 & 7) == 7) {
		c = t >> 5 << 2 | (t & 3);
		out[4] = out[3] = 2;
	} else if ((t >> 5 & 3) == 3) {
		out[4] = 2;
		out[3] = (uint8_t)(t >> 7);
	} else {
		out[4] = (uint8_t)(t >> 7);
		out[3] = t >> 5 & 3;
	}
	if ((c & 3) == 3) {
		out[2] = 2;
		out[1] = (uint8_t)(c >> 4);
		out[0] = (uint8_t)((c >> 3 & 1) << 1 | (c >> 2 & ~(c >> 3) & 1));
	} else if ((c >> 2 & 3) == 3) {
		out[2] = out[1] = 2;
		out[0] = c & 3;
	} else {
		out[2] = (uint8_t)(c >> 4);
		out[1] = c >> 2 & 3;
		out[0] = (uint8_t)((c >> 1 & 1) << 1 | (c & ~(c >> 1) & 1));
	}
}

static void quints(unsigned q, uint8_t out[5])
{
	unsigned c = q & 31;

	if ((q >> 1 & 3) == 3 && !(q >> 5 & 3)) {
		const unsigned low = q & 1;

		out[2] = (uint8_t)(low << 2 | ((q >> 4 & ~low & 1) << 1) | (q >> 3 & ~low & 1));
		out[1] = out[0] = 4;
		return;
	}
	if ((q >> 1 & 3) == 3) {
		out[2] = 4;
		c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | (q & 1);
	} else {
		out[2] = q >> 5 & 3;
	}
	out[1] = (c & 7) == 5 ? 4 : (uint8_t)(c >> 3);
	out[0] = (c & 7) == 5 ? (uint8_t)(c >> 3) : c & 7;
}

/* n integers from bit `at` on: low[] their bits, high[] their trits or quints. Bits from `end` on read 0. */
static void sequence(const uint8_t *b, unsigned at, unsigned end, const struct range *r, unsigned n,
		     uint8_t *low, uint8_t *high)
{
	static const uint8_t parts[2][5] = {{2, 2, 1, 2, 1}, {3, 2, 2}}; /* bits of the packed, after each */
	const unsigned group = r->radix == 3 ? 5 : r->radix == 5 ? 3 : 1;

	for (unsigned i = 0; i < n; i += group) {
		unsigned packed = 0, have = 0;
		uint8_t digit[5] = {0};

		for (unsigned k = 0; k < group; k++) {
			const unsigned more = r->radix > 1 ? parts[r->radix == 5][k] : 0;
			const unsigned left = at < end ? end - at : 0;
			const unsigned v = bits_at(b, at, r->bits < left ? r->bits : left);

			if (i + k < n)
				low[i + k] = (uint8_t)v;
			at += r->bits;
			const unsigned rest = at < end ? end - at : 0;

			packed |= bits_at(b, at, more < rest ? more : rest) << have;
			have += more;
			at += more;
		}
		if (r->radix == 3)
			trits(packed, digit);
		else if (r->radix == 5)
			quints(packed, digit);
		for (unsigned k = 0; k < group && i + k < n; k++)
			high[i + k] = digit[k];
	}
}

/* v's bits, repeated from the top of n down. */
static unsigned repeated(unsigned v, unsigned from, unsigned n)
{
	unsigned r = 0;

	for (int at = (int)n - (int)from; at > -(int)from; at -= (int)from)
		r |= at >= 0 ? v << at : v >> -at;
	return r;
}

/* Bits of v (without the lowest: b, c, …) to the places that the letters of pattern say, highest first. */
static unsigned spread(const char *pattern, unsigned v)
{
	unsigned r = 0;

	for (; *pattern; pattern++)
		r = r << 1 | (*pattern == '0' ? 0 : v >> (*pattern - 'a') & 1);
	return r;
}

/* Of a trit or quint above bits: 23.13 for colors, 23.17 for weights. */
struct scale {
	uint8_t radix, bits, c;
	const char *b;
};

static unsigned scaled(const struct scale *s, const struct range *r, unsigned low, unsigned high,
		       unsigned top)
{
	const unsigned a = low & 1 ? 4 * top - 1 : 0;

	while (s->radix != r->radix || s->bits != r->bits)
		s++;
	return (a & top) | ((high * s->c + spread(s->b, low)) ^ a) >> 2;
}

static uint8_t color_value(const struct range *r, unsigned low, unsigned high)
{
	static const struct scale scales[] = {
	    {3, 1, 204, ""},         {5, 1, 113, ""},         {3, 2, 93, "b000b0bb0"},
	    {5, 2, 54, "b0000bb00"}, {3, 3, 44, "cb000cbcb"}, {5, 3, 26, "cb0000cbc"},
	    {3, 4, 22, "dcb000dcb"}, {5, 4, 13, "dcb0000dc"}, {3, 5, 11, "edcb000ed"},
	    {5, 5, 6, "edcb0000e"},  {3, 6, 5, "fedcb000f"}};

	return (uint8_t)(r->radix == 1 ? repeated(low, r->bits, 8) : scaled(scales, r, low, high, 0x80));
}

static uint8_t weight_value(const struct range *r, unsigned low, unsigned high)
{
	static const struct scale scales[] = {{3, 1, 50, ""},
					      {5, 1, 28, ""},
					      {3, 2, 23, "b000b0b"},
					      {5, 2, 13, "b0000b0"},
					      {3, 3, 11, "cb000cb"}};
	static const uint8_t three[] = {0, 32, 63}, five[] = {0, 16, 32, 47, 63};
	unsigned v;

	if (r->radix == 1)
		v = repeated(low, r->bits, 6);
	else if (!r->bits)
		v = r->radix == 3 ? three[high] : five[high];
	else
		v = scaled(scales, r, low, high, 0x20);
	return (uint8_t)(v > 32 ? v + 1 : v);
}

/* ---- a block ------------------------------------------------------------------------------------------- */
struct block {
	uint8_t bytes[FL_TEXEL_ELEMENT_B], w, h;
	bool error, flat;    /* flat: all texels are color */
	bool magenta[PARTS]; /* partitions whose colors are of the other profile */
	uint16_t color[4];
	uint8_t grid_w, grid_h, planes, parts, plane_of; /* plane_of: the component of the second plane */
	uint16_t pattern;
	uint8_t weight[MAX_WEIGHTS];
	uint8_t end[PARTS][2][4];
};

/* 23.10: the grid of weights. */
static bool mode_of(unsigned m, struct block *k, const struct range **range)
{
	const unsigned a = m >> 5 & 3, b = m >> 7 & 3;
	unsigned r, w, h, high = m >> 9 & 1, dual = m >> 10 & 1;

	if (m & 3) {
		r = (m & 3) << 1 | (m >> 4 & 1);
		switch (m >> 2 & 3) {
		case 0:
			w = b + 4, h = a + 2;
			break;
		case 1:
			w = b + 8, h = a + 2;
			break;
		case 2:
			w = a + 2, h = b + 8;
			break;
		default:
			w = b & 2 ? (b & 1) + 2 : a + 2;
			h = b & 2 ? a + 2 : (b & 1) + 6;
		}
	} else {
		r = (m >> 2 & 3) << 1 | (m >> 4 & 1);
		switch (b) {
		case 0:
			w = 12, h = a + 2;
			break;
		case 1:
			w = a + 2, h = 12;
			break;
		case 2:
			w = a + 6, h = (m >> 9 & 3) + 6;
			high = dual = 0;
			break;
		default:
			if (a > 1)
				return false;
			w = a ? 10 : 6, h = a ? 6 : 10;
		}
	}
	if (r < 2)
		return false;
	k->grid_w = (uint8_t)w;
	k->grid_h = (uint8_t)h;
	k->planes = (uint8_t)(1 + dual);
	*range = &ranges[r - 2 + 6 * high];
	return w <= k->w && h <= k->h;
}

/* 23.22: one color; bits 12 to 63 say for where, which is not looked at. */
static bool void_extent(const uint8_t *b, struct block *k)
{
	enum { ALL = 0x1fff };
	const unsigned s0 = bits_at(b, 12, 13), s1 = bits_at(b, 25, 13), t0 = bits_at(b, 38, 13),
		       t1 = bits_at(b, 51, 13);
	const bool everywhere = s0 == ALL && s1 == ALL && t0 == ALL && t1 == ALL;

	k->flat = true;
	for (unsigned i = 0; i < 4; i++)
		k->color[i] = (uint16_t)bits_at(b, 64 + 16 * i, 16);
	return !bits_at(b, 9, 1) && bits_at(b, 10, 2) == 3 && (everywhere || (s0 < s1 && t0 < t1));
}

/* ---- end points (23.14) -------------------------------------------------------------------------------- */
static uint8_t clamped(int v)
{
	return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* A base, and a signed offset that takes one of its bits. */
static void transfer(int *offset, int *base)
{
	*base = *base >> 1 | (*offset & 0x80);
	*offset = (((*offset >> 1) & 0x3f) ^ 0x20) - 0x20;
}

static void point(uint8_t out[4], int r, int g, int b, int a, bool contract)
{
	out[0] = clamped(contract ? (r + b) >> 1 : r);
	out[1] = clamped(contract ? (g + b) >> 1 : g);
	out[2] = clamped(b);
	out[3] = clamped(a);
}

static bool end_points(unsigned mode, const uint8_t *from, uint8_t e[2][4])
{
	int v[8] = {0};
	bool swap;

	for (unsigned i = 0; i < (mode / 4 + 1) * 2; i++)
		v[i] = from[i];
	if (mode < 12) /* no alpha, but where a mode has it elsewhere */
		v[6] = v[7] = 255;
	switch (mode) {
	case 0: /* luminance */
		point(e[0], v[0], v[0], v[0], 255, false);
		point(e[1], v[1], v[1], v[1], 255, false);
		return true;
	case 1: {
		const int l0 = v[0] >> 2 | (v[1] & 0xc0), l1 = l0 + (v[1] & 0x3f);

		point(e[0], l0, l0, l0, 255, false);
		point(e[1], l1, l1, l1, 255, false);
		return true;
	}
	case 4: /* with alpha */
		point(e[0], v[0], v[0], v[0], v[2], false);
		point(e[1], v[1], v[1], v[1], v[3], false);
		return true;
	case 5:
		transfer(&v[1], &v[0]);
		transfer(&v[3], &v[2]);
		point(e[0], v[0], v[0], v[0], v[2], false);
		point(e[1], v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3], false);
		return true;
	case 6:  /* RGB, and a scale */
	case 10: /* and two alphas */
		point(e[0], v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 6 ? 255 : v[4],
		      false);
		point(e[1], v[0], v[1], v[2], mode == 6 ? 255 : v[5], false);
		return true;
	case 8:
	case 12: /* RGB, RGBA */
		swap = v[1] + v[3] + v[5] < v[0] + v[2] + v[4];
		point(e[swap], v[0], v[2], v[4], v[6], swap);
		point(e[!swap], v[1], v[3], v[5], v[7], swap);
		return true;
	case 9:
	case 13: /* with offsets */
		transfer(&v[1], &v[0]);
		transfer(&v[3], &v[2]);
		transfer(&v[5], &v[4]);
		if (mode == 13)
			transfer(&v[7], &v[6]);
		else
			v[7] = 0;
		swap = v[1] + v[3] + v[5] < 0;
		point(e[swap], v[0], v[2], v[4], v[6], swap);
		point(e[!swap], v[0] + v[1], v[2] + v[3], v[4] + v[5], v[6] + v[7], swap);
		return true;
	}
	return false; /* of the profile with more than 1 */
}

/* 23.11: modes of the partitions' end points; where colors begin, and end, in the block. */
static unsigned modes_of(const uint8_t *b, const struct block *k, unsigned below, uint8_t mode[PARTS],
			 unsigned *end)
{
	unsigned bits, extra;

	*end = below - (k->planes == 2 ? 2 : 0);
	if (k->parts == 1) {
		mode[0] = (uint8_t)bits_at(b, 13, 4);
		return ONE_PART_AT;
	}
	bits = bits_at(b, 23, 6);
	if (!(bits & 3)) {
		memset(mode, (int)bits >> 2, PARTS);
		return MORE_PARTS_AT;
	}
	extra = 3u * k->parts - 4;
	bits |= bits_at(b, below - extra, extra) << 6;
	for (unsigned i = 0; i < k->parts; i++)
		mode[i] = (uint8_t)(((bits & 3) - 1 + (bits >> (2 + i) & 1)) << 2 |
				    (bits >> (2 + k->parts + 2 * i) & 3));
	*end -= extra;
	return MORE_PARTS_AT;
}

static bool decode(const uint8_t *b, struct block *k)
{
	const unsigned m = bits_at(b, 0, 11);
	uint8_t low[MAX_WEIGHTS], high[MAX_WEIGHTS], back[FL_TEXEL_ELEMENT_B] = {0}, mode[PARTS], *v = low;
	const struct range *range;
	unsigned n, weight_bits, at, end, values = 0, r;

	if ((m & 0x1ff) == 0x1fc)
		return void_extent(b, k);
	if (!mode_of(m, k, &range))
		return false;
	n = (unsigned)k->grid_w * k->grid_h * k->planes;
	weight_bits = n <= MAX_WEIGHTS ? sequence_bits(range, n) : 0;
	k->parts = (uint8_t)(1 + bits_at(b, 11, 2));
	if (weight_bits < MIN_WEIGHT_BITS || weight_bits > MAX_WEIGHT_BITS ||
	    (k->parts == 4 && k->planes == 2))
		return false;
	for (unsigned i = 0; i < BLOCK_BITS; i++) /* weights begin at the end */
		back[i / 8] |= (uint8_t)(bits_at(b, BLOCK_BITS - 1 - i, 1) << i % 8);
	sequence(back, 0, weight_bits, range, n, low, high);
	for (unsigned i = 0; i < n; i++)
		k->weight[i] = weight_value(range, low[i], high[i]);

	k->pattern = (uint16_t)bits_at(b, 13, 10);
	at = modes_of(b, k, BLOCK_BITS - weight_bits, mode, &end);
	k->plane_of = k->planes == 2 ? (uint8_t)bits_at(b, end, 2) : 0;
	for (unsigned i = 0; i < k->parts; i++)
		values += (mode[i] / 4u + 1) * 2;
	if (values > MAX_VALUES || end < at)
		return false;
	for (r = RANGES; r && sequence_bits(&ranges[r - 1], values) > end - at; r--)
		;
	if (r <= MIN_RANGE)
		return false;
	range = &ranges[r - 1];
	sequence(b, at, at + sequence_bits(range, values), range, values, low, high);
	for (unsigned i = 0; i < values; i++)
		low[i] = color_value(range, low[i], high[i]);
	for (unsigned i = 0; i < k->parts; i++) {
		k->magenta[i] = !end_points(mode[i], v, k->end[i]);
		v += (mode[i] / 4u + 1) * 2;
	}
	return true;
}

/* ---- texels -------------------------------------------------------------------------------------------- */
static uint32_t hash(uint32_t v)
{
	v ^= v >> 15;
	v -= v << 17;
	v += v << 7;
	v += v << 4;
	v ^= v >> 5;
	v += v << 16;
	v ^= v >> 7;
	v ^= v >> 3;
	v ^= v << 6;
	return v ^ v >> 17;
}

/* 23.21: the partition of a texel; small blocks have their patterns twice as fine. */
static unsigned partition(const struct block *k, unsigned x, unsigned y)
{
	static const uint8_t from[8] = {0, 4, 8, 12, 16, 20, 24, 28}, add[PARTS] = {14, 10, 6, 2};
	const unsigned seed = k->pattern, bits = hash(seed + 1024u * (k->parts - 1u)),
		       five = k->parts == 3 ? 6 : 5, four = seed & 2 ? 4 : 5,
		       shift[2] = {seed & 1 ? four : five, seed & 1 ? five : four};
	unsigned best = 0, most = 0;

	if (k->w * k->h < 31) {
		x *= 2;
		y *= 2;
	}
	for (unsigned i = 0; i < k->parts; i++) {
		const unsigned s = bits >> from[2 * i] & 15, t = bits >> from[2 * i + 1] & 15;
		const unsigned v =
		    ((s * s >> shift[0]) * x + (t * t >> shift[1]) * y + (bits >> add[i])) & 63;

		if (!i || v > most) {
			best = i;
			most = v;
		}
	}
	return best;
}

/* 23.18: a texel's weight between those of the grid. */
static unsigned weight(const struct block *k, unsigned x, unsigned y, unsigned plane)
{
	const unsigned dx = (1024 + k->w / 2u) / (k->w - 1u), dy = (1024 + k->h / 2u) / (k->h - 1u);
	const unsigned gx = (dx * x * (k->grid_w - 1u) + 32) >> 6, gy = (dy * y * (k->grid_h - 1u) + 32) >> 6;
	const unsigned fx = gx & 15, fy = gy & 15, both = (fx * fy + 8) >> 4;
	const unsigned part[4] = {16 - fx - fy + both, fx - both, fy - both, both};
	unsigned sum = 8;

	for (unsigned i = 0; i < 4; i++)
		if (part[i]) {
			const unsigned at = (gy / 16 + i / 2) * k->grid_w + gx / 16 + i % 2;

			sum += part[i] * k->weight[at * k->planes + plane];
		}
	return sum >> 4;
}

static const struct block *block(const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned w, unsigned h)
{
	static _Thread_local struct block last; /* texels of a block are asked for one after the other */

	if (last.w != w || last.h != h || memcmp(last.bytes, b, sizeof(last.bytes)) != 0) {
		memset(&last, 0, sizeof(last));
		memcpy(last.bytes, b, sizeof(last.bytes));
		last.w = (uint8_t)w;
		last.h = (uint8_t)h;
		last.error = !decode(b, &last);
	}
	return &last;
}

void fl_texel_astc(const uint8_t b[FL_TEXEL_ELEMENT_B], unsigned w, unsigned h, bool srgb, unsigned x,
		   unsigned y, uint16_t rgba[4])
{
	static const uint16_t magenta[4] = {UINT16_MAX, 0, UINT16_MAX, UINT16_MAX};
	const struct block *k = block(b, w, h);
	const unsigned p = k->parts > 1 && !k->error && !k->flat ? partition(k, x, y) : 0;
	unsigned one[2] = {0};

	if (k->error || k->flat || k->magenta[p]) {
		memcpy(rgba, k->flat && !k->error ? k->color : magenta, sizeof(magenta));
	} else {
		for (unsigned i = 0; i < k->planes; i++)
			one[i] = weight(k, x, y, i);
		for (unsigned c = 0; c < 4; c++) {
			const unsigned e0 = k->end[p][0][c], e1 = k->end[p][1][c];
			const unsigned t = one[k->planes == 2 && c == k->plane_of];
			const unsigned low0 = srgb ? 0x80 : e0, low1 = srgb ? 0x80 : e1;

			rgba[c] = (uint16_t)(((e0 << 8 | low0) * (64 - t) + (e1 << 8 | low1) * t + 32) >> 6);
		}
	}
	for (unsigned c = 0; c < 4 && srgb; c++) /* the upper 8 bits count */
		rgba[c] = (uint16_t)((rgba[c] >> 8) * 257);
}
