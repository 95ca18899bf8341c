/* SPDX-License-Identifier: MIT
 *
 * Vertex dwords into input vectors, a component of all lanes at a time. Plain loops: the compiler makes
 * gathers and vector conversions of them.
 */
#include "hw/model/r500/vap.h"
#include "hw/model/num/num.h"
#include "hw/model/raster/turn.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t dword(const uint8_t *base, uint32_t index, uint32_t stride_B)
{
	uint32_t w;
	memcpy(&w, base + (size_t)index * stride_B, 4);
	return w;
}

INLINE void integers(const struct mr500_psc_comp *c, const uint8_t *base, uint32_t stride_B,
		     const uint32_t *index, unsigned n, float *to, bool is_signed)
{
	unsigned left = 32u - c->shift - c->bits, right = 32u - c->bits;
	float mul = c->mul, add = c->add, div = c->div, least = c->least;

	for (unsigned i = 0; i < n; i++) {
		uint32_t w = dword(base, index[i], stride_B) << left;
		float f = is_signed ? (float)((int32_t)w >> right) : (float)(int32_t)(w >> right);
		f = (f * mul + add) / div;
		to[i] = f > least ? f : least;
	}
}

/* How many from this one on are dwords as they are, one behind the other, up to four. */
INLINE unsigned together(const struct mr500_psc_comp *c, const struct mr500_psc_comp *end, unsigned dwords)
{
	unsigned n = 0;

	while (n < 4 && c + n < end && c[n].kind == PSC_FLOAT && c[n].at == c->at + n && c[n].at < dwords)
		n++;
	return n;
}

/* Fours side by side, as many as registers hold. IN_FOURS: numbers of two such into one, alike in each four;
 * those of the second are B(0) to B(3). */
#if defined(__AVX512F__)
#define FOURS 4
typedef vu fours;
#define IN_FOURS(a, b, c, d) \
	a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d, 8 + a, 8 + b, 8 + c, 8 + d, 12 + a, 12 + b, 12 + c, 12 + d
#elif defined(__AVX2__)
#define FOURS                2
typedef vu fours;
#define IN_FOURS(a, b, c, d) a, b, c, d, 4 + a, 4 + b, 4 + c, 4 + d
#else
#define FOURS                1
typedef fl_four fours;
#define IN_FOURS(a, b, c, d) a, b, c, d
#endif
#define B(i) (4 * FOURS + (i))

/* fl_turn() of each four. */
INLINE void turn(fours m[4])
{
	const fours low0 = __builtin_shufflevector(m[0], m[1], IN_FOURS(0, B(0), 1, B(1))),
		    low1 = __builtin_shufflevector(m[2], m[3], IN_FOURS(0, B(0), 1, B(1))),
		    high0 = __builtin_shufflevector(m[0], m[1], IN_FOURS(2, B(2), 3, B(3))),
		    high1 = __builtin_shufflevector(m[2], m[3], IN_FOURS(2, B(2), 3, B(3)));

	m[0] = __builtin_shufflevector(low0, low1, IN_FOURS(0, 1, B(0), B(1)));
	m[1] = __builtin_shufflevector(low0, low1, IN_FOURS(2, 3, B(2), B(3)));
	m[2] = __builtin_shufflevector(high0, high1, IN_FOURS(0, 1, B(0), B(1)));
	m[3] = __builtin_shufflevector(high0, high1, IN_FOURS(2, 3, B(2), B(3)));
}

/* Four dwords of every fourth vertex. */
INLINE fours every_fourth(const uint8_t *base, uint32_t stride_B, const uint32_t *index)
{
	fl_four m[FOURS];

	for (unsigned k = 0; k < FOURS; k++)
		memcpy(&m[k], base + (size_t)index[4 * k] * stride_B, sizeof(m[k]));
#if FOURS == 4
	typedef uint32_t eight __attribute__((vector_size(32)));
	const eight low = __builtin_shufflevector(m[0], m[1], 0, 1, 2, 3, 4, 5, 6, 7),
		    high = __builtin_shufflevector(m[2], m[3], 0, 1, 2, 3, 4, 5, 6, 7);

	return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif FOURS == 2
	return __builtin_shufflevector(m[0], m[1], 0, 1, 2, 3, 4, 5, 6, 7);
#else
	return m[0];
#endif
}

/* Those: of each vertex four dwords in a row, and these turned over. So many can be read of a
 * vertex: where the last of them are meant, some before them are read too. */
INLINE void floats(const struct mr500_psc_comp *c, unsigned some, const uint8_t *base, uint32_t stride_B,
		   unsigned dwords, const uint32_t *index, unsigned n, float (*in)[4][MR500_PVS_LANES])
{
	const unsigned first = c->at + 4u <= dwords ? c->at : dwords - 4;

	base += first * 4;
	for (unsigned l = 0; l < n; l += 4 * FOURS) {
		const uint32_t *at = index + l;
		uint32_t last[4 * FOURS];
		fours m[4];

		if (n - l < 4 * FOURS) { /* the others are one of them */
			for (unsigned k = 0; k < 4 * FOURS; k++)
				last[k] = at[k < n - l ? k : 0];
			at = last;
		}
		for (unsigned k = 0; k < 4; k++)
			m[k] = every_fourth(base, stride_B, at + k);
		turn(m);
		for (unsigned j = 0; j < some; j++)
			memcpy(&in[c[j].dst][c[j].channel][l], &m[c->at - first + j], sizeof(m[0]));
	}
}

void FL_SIMD(mr500_psc_fetch)(const struct mr500_psc_comp *comp, unsigned n_comps, const uint8_t *base,
			      uint32_t stride_B, unsigned dwords, const uint32_t *index, unsigned n,
			      float (*in)[4][MR500_PVS_LANES])
{
	for (const struct mr500_psc_comp *c = comp; c < comp + n_comps; c++) {
		const unsigned some = dwords >= 4 ? together(c, comp + n_comps, dwords) : 1;
		float *restrict to = in[c->dst][c->channel];

		if (some > 1) {
			floats(c, some, base, stride_B, dwords, index, n, in);
			c += some - 1;
			continue;
		}
		const uint8_t *from = base + c->at * 4;

		switch (c->kind) {
		case PSC_CONST:
			for (unsigned i = 0; i < n; i++)
				to[i] = c->value;
			break;
		case PSC_FLOAT:
			for (unsigned i = 0; i < n; i++) {
				uint32_t w = dword(from, index[i], stride_B);
				memcpy(&to[i], &w, 4);
			}
			break;
		case PSC_UINT:
			integers(c, from, stride_B, index, n, to, false);
			break;
		case PSC_SINT:
			integers(c, from, stride_B, index, n, to, true);
			break;
		case PSC_HALF:
			for (unsigned i = 0; i < n; i++)
				to[i] = num_from_half(dword(from, index[i], stride_B) >> c->shift & 0xffff);
			break;
		}
	}
}
