/* SPDX-License-Identifier: MIT
 *
 * Types of vertex elements (GC facts 6; etna_viv rnndb/state.xml, FE_DATA_TYPE).
 */
#include "hw/model/gc/vs.h"
#include "hw/model/num/num.h"

#include <string.h>

#define TYPE(name) GC_FE_DATA_TYPE__##name

/* Of fields: bits each, signed, from the lowest up. */
static const struct type {
	uint8_t bits; /* of a component; packed ones: of the whole */
	bool is_signed, packed, integer;
	uint8_t width[4];
} types[16] = {
    [TYPE(BYTE)] = {8, true, false, false, {0}},
    [TYPE(UNSIGNED_BYTE)] = {8, false, false, false, {0}},
    [TYPE(SHORT)] = {16, true, false, false, {0}},
    [TYPE(UNSIGNED_SHORT)] = {16, false, false, false, {0}},
    [TYPE(INT)] = {32, true, false, false, {0}},
    [TYPE(UNSIGNED_INT)] = {32, false, false, false, {0}},
    [TYPE(INT_2_10_10_10_REV)] = {32, true, true, false, {10, 10, 10, 2}},
    [TYPE(UNSIGNED_INT_2_10_10_10_REV)] = {32, false, true, false, {10, 10, 10, 2}},
    [TYPE(FLOAT)] = {32, true, false, false, {0}},
    [TYPE(HALF_FLOAT)] = {16, true, false, false, {0}},
    [TYPE(FIXED)] = {32, true, false, false, {0}},
    [TYPE(INT_10_10_10_2)] = {32, true, true, false, {2, 10, 10, 10}},
    [TYPE(UNSIGNED_INT_10_10_10_2)] = {32, false, true, false, {2, 10, 10, 10}},
    [TYPE(BYTE_I)] = {8, true, false, true, {0}},
    [TYPE(SHORT_I)] = {16, true, false, true, {0}},
};

unsigned mgc_element_B(unsigned type, unsigned n)
{
	const struct type *t = &types[type & 15];

	return t->packed ? t->bits / 8u : t->bits / 8u * n;
}

static int64_t extended(uint32_t v, unsigned bits, bool is_signed)
{
	if (!is_signed)
		return v;
	return (int64_t)((v ^ 1ull << (bits - 1)) - (1ull << (bits - 1)));
}

/* A whole number as the program sees it. Signed ones are divided by 2^(n - 1) - 1, and the one that has no
 * counterpart is -1 too (GC facts 6). */
static uint32_t number(int64_t v, unsigned bits, bool is_signed, unsigned normalize)
{
	const double most = (double)((1ull << (is_signed ? bits - 1 : bits)) - 1);
	double x = (double)v;

	if (normalize) {
		x /= most;
		x = x < -1 ? -1 : x;
	}
	return (uint32_t)num_bits((float)x);
}

static uint32_t component(const struct type *t, unsigned type, uint32_t raw, unsigned normalize,
			  bool integers)
{
	switch (type) {
	case TYPE(FLOAT):
		return raw;
	case TYPE(HALF_FLOAT):
		return (uint32_t)num_bits(num_from_half((uint16_t)raw));
	case TYPE(FIXED):
		return (uint32_t)num_bits((float)((double)(int32_t)raw / 65536));
	}
	if (t->integer || (integers && !normalize))
		return (uint32_t)extended(raw, t->bits, t->is_signed);
	return number(extended(raw, t->bits, t->is_signed), t->bits, t->is_signed, normalize);
}

void mgc_element(const uint8_t *src, unsigned type, unsigned n, unsigned normalize, uint32_t one,
		 uint32_t out[4])
{
	const struct type *t = &types[type & 15];
	const bool integers = one == 1; /* as the scale of integer elements is set: GC facts 6 */

	out[0] = out[1] = out[2] = 0;
	out[3] = one;
	if (t->packed) {
		uint32_t v;
		/* 10:10:10:2 has its first component in the highest bits */
		const bool last = t->width[0] == 2;

		memcpy(&v, src, sizeof(v));
		for (unsigned c = 0, at = 0; c < 4; at += t->width[c], c++) {
			const unsigned bits = t->width[c];
			const int64_t x = extended(v >> at & ((1u << bits) - 1), bits, t->is_signed);

			out[last ? 3 - c : c] = number(x, bits, t->is_signed, normalize);
		}
		if (n < 4)
			out[3] = one;
		return;
	}
	for (unsigned c = 0; c < n; c++) {
		uint32_t raw = 0;

		memcpy(&raw, src + c * (t->bits / 8u), t->bits / 8u);
		out[c] = component(t, type, raw, normalize, integers);
	}
}
