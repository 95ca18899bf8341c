/* SPDX-License-Identifier: MIT
 *
 * Vertex dwords into input vectors, one vertex after the other: the reference for psc_simd.c.
 */
#include "hw/model/r500/vap.h"
#include "hw/model/num/num.h"

static float convert(const struct mr500_psc_comp *c, uint32_t w)
{
	int64_t v = w >> c->shift & ((1ull << c->bits) - 1);
	float f;

	switch (c->kind) {
	case PSC_FLOAT:
		return num_float((int32_t)w);
	case PSC_HALF:
		return num_from_half((uint32_t)v);
	case PSC_SINT:
		if (v >> (c->bits - 1))
			v -= 1ll << c->bits;
		break;
	}
	f = ((float)v * c->mul + c->add) / c->div;
	return f > c->least ? f : c->least;
}

void mr500_psc_fetch_scalar(const struct mr500_psc_comp *comp, unsigned n_comps, const uint8_t *base,
			    uint32_t stride_B, unsigned dwords, const uint32_t *index, unsigned n,
			    float (*in)[4][MR500_PVS_LANES])
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < n_comps; k++) {
			const struct mr500_psc_comp *c = &comp[k];
			uint32_t w = 0;
			if (c->kind != PSC_CONST)
				memcpy(&w, base + (size_t)index[i] * stride_B + c->at * 4, 4);
			in[c->dst][c->channel][i] = c->kind == PSC_CONST ? c->value : convert(c, w);
		}
}
