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

/* Those: of four vertices at a time four dwords in a row, and these turned over. A vertex has as many: where
 * the last of them are meant, some before them are read too. */
INLINE void floats(const struct mr500_psc_comp *c, unsigned some, const uint8_t *base, uint32_t stride_B,
		   unsigned dwords, const uint32_t *index, unsigned n, float (*in)[4][MR500_PVS_LANES])
{
	const unsigned first = c->at + 4u <= dwords ? c->at : dwords - 4;

	for (unsigned l = 0; l < n; l += 4) {
		fl_four m[4] = {{0}};

		for (unsigned k = 0; k < 4 && l + k < n; k++)
			memcpy(&m[k], base + (size_t)index[l + k] * stride_B + first * 4, sizeof(m[k]));
		fl_turn(m);
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
