/* SPDX-License-Identifier: MIT
 *
 * Where the words that set up a texture unit stand: states of TE (GC880, GC2000), of NTE (GC3000), or a
 * descriptor in memory and sampler states (GC7000L). GC facts 9.
 */
#include "hw/model/gc/tx.h"

#include <string.h>

enum { DESCRIPTOR_B = 256, TE_UNITS = 12 };

static float fixed(uint32_t v, unsigned bits, unsigned fraction)
{
	return (float)((int32_t)(v << (32 - bits)) >> (32 - bits)) / (float)(1u << fraction);
}

/* LOD_CONFIG of TE and NTE: 5.5 bits each; the bias is signed. */
static void lods(struct mgc_sampler *s, uint32_t lod)
{
	s->lod_bits = 5;
	s->lod_max = (float)GC_TE_SAMPLER_LOD_CONFIG__MAX__GET(lod) / 32;
	s->lod_min = (float)GC_TE_SAMPLER_LOD_CONFIG__MIN__GET(lod) / 32;
	if (GC_TE_SAMPLER_LOD_CONFIG__BIAS_ENABLE__GET(lod))
		s->lod_bias = fixed(GC_TE_SAMPLER_LOD_CONFIG__BIAS__GET(lod), 10, 5);
}

/* Wraps and filters, which stand in CONFIG0. */
static void filters(struct mgc_sampler *s)
{
	const uint32_t c = s->config0;

	s->wrap[0] = GC_TE_SAMPLER_CONFIG0__UWRAP__GET(c);
	s->wrap[1] = GC_TE_SAMPLER_CONFIG0__VWRAP__GET(c);
	s->wrap[2] = GC_TEXDESC_3D_CONFIG__WRAP__GET(s->depth);
	s->min = GC_TE_SAMPLER_CONFIG0__MIN__GET(c);
	s->mag = GC_TE_SAMPLER_CONFIG0__MAG__GET(c);
	s->mip = GC_TE_SAMPLER_CONFIG0__MIP__GET(c);
	s->aniso = (uint8_t)(GC_TE_SAMPLER_CONFIG0__ANISOTROPY__GET(c) >> 5); /* 3.5 bits */
}

static void te(const struct mgc *g, unsigned i, struct mgc_sampler *s)
{
	s->config0 = GC_STATE_AT(g, TE_SAMPLER_CONFIG0, i);
	s->config1 = GC_STATE_AT(g, TE_SAMPLER_CONFIG1, i);
	s->size = GC_STATE_AT(g, TE_SAMPLER_SIZE, i);
	s->depth = GC_STATE_AT(g, TE_SAMPLER_3D_CONFIG, i);
	for (unsigned l = 0; l < MGC_TX_LEVELS; l++)
		s->addr[l] = g->state[GC_TE_SAMPLER_LOD_ADDR(i, l) / 4];
	s->linear_stride_B = g->state[GC_TE_SAMPLER_LINEAR_STRIDE(i, 0) / 4];
	s->astc = GC_STATE_AT(g, TE_SAMPLER_ASTC0, i);
	s->srgb = GC_TEXDESC_LOG_SIZE__SRGB__GET(GC_STATE_AT(g, TE_SAMPLER_LOG_SIZE, i));
	filters(s);
	lods(s, GC_STATE_AT(g, TE_SAMPLER_LOD_CONFIG, i));
}

static void nte(const struct mgc *g, unsigned i, struct mgc_sampler *s)
{
	const uint32_t base = GC_STATE_AT(g, NTE_SAMPLER_BASELOD, i);

	s->config0 = GC_STATE_AT(g, NTE_SAMPLER_CONFIG0, i);
	s->config1 = GC_STATE_AT(g, NTE_SAMPLER_CONFIG1, i);
	s->size = GC_STATE_AT(g, NTE_SAMPLER_SIZE, i);
	s->depth = GC_STATE_AT(g, NTE_SAMPLER_3D_CONFIG, i); /* so Mesa writes it: etnaviv_emit.c */
	for (unsigned l = 0; l < MGC_TX_LEVELS; l++)
		s->addr[l] = g->state[GC_NTE_SAMPLER_ADDR_LOD(i, l) / 4];
	/* the reference document has no name for it; Mesa etnaviv_texture_state.c writes the stride there */
	s->linear_stride_B = GC_STATE_AT(g, NTE_SAMPLER_UNK10280, i);
	s->astc = GC_STATE_AT(g, NTE_SAMPLER_ASTC0, i);
	s->srgb = GC_TEXDESC_LOG_SIZE__SRGB__GET(GC_STATE_AT(g, NTE_SAMPLER_LOG_SIZE, i));
	filters(s);
	lods(s, GC_STATE_AT(g, NTE_SAMPLER_LOD_CONFIG, i));
	s->compare = GC_NTE_SAMPLER_BASELOD__COMPARE_ENABLE__GET(base);
	s->compare_func = GC_NTE_SAMPLER_BASELOD__COMPARE_FUNC__GET(base);
}

/* The tile status of samplers 0 to 7: one level. */
static void status(const struct mgc *g, unsigned i, bool large, struct mgc_sampler *s)
{
	const uint32_t config = GC_STATE_AT(g, TS_SAMPLER_CONFIG, i);
	const uint32_t clear = GC_STATE_AT(g, TS_SAMPLER_CLEAR_VALUE, i);
	const bool wide = mgc_tx_format(GC_TEXDESC_CONFIG0__FORMAT__GET(s->config0),
					GC_TEXDESC_CONFIG1__FORMAT_EXT__GET(s->config1))
			      ->bits == 64;

	s->ts.on = GC_TS_SAMPLER_CONFIG__ENABLE__GET(config);
	s->ts.client = MGC_TX;
	s->ts.bits = g->variant->ts_bits;
	s->ts.tile_B = g->variant->cache_128_256 ? large ? 256 : 128 : 64;
	s->ts.status = GC_STATE_AT(g, TS_SAMPLER_STATUS_BASE, i);
	s->ts.surface = s->addr[0];
	s->ts.clear = clear | (uint64_t)(wide ? GC_STATE_AT(g, TS_SAMPLER_CLEAR_VALUE2, i) : clear) << 32;
}

static uint32_t word(const uint8_t *d, uint32_t at)
{
	uint32_t w;

	memcpy(&w, d + at, sizeof(w));
	return w;
}

/* The core reads a descriptor once, until TX_INVALIDATE or another address. False: there is no memory. */
static const uint8_t *descriptor(struct mgc *g, unsigned i)
{
	const uint32_t at = GC_STATE_AT(g, NTE_DESCRIPTOR_ADDR, i);
	struct mgc_tx *t = g->tx;

	if (!(t->known >> i & 1) || t->at[i] != at) {
		if (!mgc_read(g, MGC_TX, at, t->descriptor[i], DESCRIPTOR_B))
			return NULL;
		t->known |= 1u << i;
		t->at[i] = at;
	}
	return t->descriptor[i];
}

static bool newer(struct mgc *g, unsigned i, struct mgc_sampler *s)
{
	const uint32_t ctrl0 = GC_STATE_AT(g, NTE_DESCRIPTOR_SAMP_CTRL0, i),
		       ctrl1 = GC_STATE_AT(g, NTE_DESCRIPTOR_SAMP_CTRL1, i),
		       lod = GC_STATE_AT(g, NTE_DESCRIPTOR_SAMP_LOD_MINMAX, i),
		       bias = GC_STATE_AT(g, NTE_DESCRIPTOR_SAMP_LOD_BIAS, i),
		       tx = GC_STATE_AT(g, NTE_DESCRIPTOR_TX_CTRL, i);
	const uint8_t *d = descriptor(g, i);

	if (!d) {
		mgc_report(g, FL_REFUSE, "TX", "GC facts 9",
			   "unit %u: its descriptor at 0x%08x is not in memory: the core hangs", i,
			   GC_STATE_AT(g, NTE_DESCRIPTOR_ADDR, i));
		return false;
	}
	s->config0 = word(d, GC_TEXDESC_CONFIG0);
	s->config1 = word(d, GC_TEXDESC_CONFIG1);
	s->size = word(d, GC_TEXDESC_SIZE);
	s->depth = word(d, GC_TEXDESC_3D_CONFIG);
	s->linear_stride_B = word(d, GC_TEXDESC_LINEAR_STRIDE);
	s->astc = word(d, GC_TEXDESC_ASTC0);
	/* addresses count from level 0 on, SIZE and LODs from BASELOD on: the recorded scene tex_genmip */
	const uint32_t base = word(d, GC_TEXDESC_BASELOD);
	const unsigned first = GC_TEXDESC_BASELOD__BASELOD__GET(base);

	for (unsigned l = 0; l < MGC_TX_LEVELS && l + first < GC_TEXDESC_LOD_ADDR__COUNT; l++)
		s->addr[l] = word(d, GC_TEXDESC_LOD_ADDR(l + first));
	s->limited = true;
	if (GC_TEXDESC_BASELOD__MAXLOD__GET(base) > first)
		s->last_level = (uint8_t)(GC_TEXDESC_BASELOD__MAXLOD__GET(base) - first);
	s->wrap[0] = GC_NTE_DESCRIPTOR_SAMP_CTRL0__UWRAP__GET(ctrl0);
	s->wrap[1] = GC_NTE_DESCRIPTOR_SAMP_CTRL0__VWRAP__GET(ctrl0);
	s->wrap[2] = GC_NTE_DESCRIPTOR_SAMP_CTRL0__WWRAP__GET(ctrl0);
	s->min = GC_NTE_DESCRIPTOR_SAMP_CTRL0__MIN__GET(ctrl0);
	s->mag = GC_NTE_DESCRIPTOR_SAMP_CTRL0__MAG__GET(ctrl0);
	s->mip = GC_NTE_DESCRIPTOR_SAMP_CTRL0__MIP__GET(ctrl0);
	/* Mesa asks for comparisons in the descriptor, the data base has them in the sampler: either */
	s->compare = GC_TEXDESC_BASELOD__COMPARE_ENABLE__GET(base);
	s->compare_func = GC_TEXDESC_BASELOD__COMPARE_FUNC__GET(base);
	if (!s->compare) {
		s->compare = GC_NTE_DESCRIPTOR_SAMP_CTRL0__COMPARE_ENABLE__GET(ctrl0);
		s->compare_func = GC_NTE_DESCRIPTOR_SAMP_CTRL0__COMPARE_FUNC__GET(ctrl0);
	}
	s->srgb = GC_NTE_DESCRIPTOR_SAMP_CTRL1__SRGB__GET(ctrl1) ||
		  GC_TEXDESC_LOG_SIZE__SRGB__GET(word(d, GC_TEXDESC_LOG_SIZE));
	s->stencil = GC_NTE_DESCRIPTOR_SAMP_CTRL0__DEPTH_STENCIL_MODE__GET(ctrl0);
	s->aniso = (uint8_t)(GC_STATE_AT(g, NTE_DESCRIPTOR_SAMP_ANISOTROPY, i) >> 8); /* 8.8, as LODs are */
	s->lod_bits = 8;
	s->lod_max = (float)GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX__MAX__GET(lod) / 256;
	s->lod_min = (float)GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX__MIN__GET(lod) / 256;
	if (GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS__ENABLE__GET(bias))
		s->lod_bias = fixed(GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS__BIAS__GET(bias), 16, 8);
	s->signed8 = GC_TEXDESC_CONFIG2__SIGNED_INT8__GET(word(d, GC_TEXDESC_CONFIG2));
	s->signed16 = GC_TEXDESC_CONFIG2__SIGNED_INT16__GET(word(d, GC_TEXDESC_CONFIG2));
	for (unsigned c = 0; c < 4; c++)
		s->border[c] = mgc_float(word(d, GC_TEXDESC_BORDER_COLOR_R + 4 * c));
	if (GC_NTE_DESCRIPTOR_TX_CTRL__TS_ENABLE__GET(tx)) {
		status(g, GC_NTE_DESCRIPTOR_TX_CTRL__TS_INDEX__GET(tx),
		       GC_NTE_DESCRIPTOR_TX_CTRL__TS_MODE__GET(tx), s);
		s->ts.on = true;
	}
	return true;
}

bool mgc_tx_sampler(struct mgc *g, unsigned unit, struct mgc_sampler *s)
{
	memset(s, 0, sizeof(*s));
	if (g->variant->tx_descriptor) {
		if (!newer(g, unit, s))
			return false;
	} else if (g->variant->unified_samplers) {
		nte(g, unit, s);
	} else if (unit < TE_UNITS) {
		te(g, unit, s);
	}
	if (!g->variant->tx_descriptor && unit < GC_TS_SAMPLER_CONFIG__COUNT)
		status(g, unit, false, s);
	if (GC_TE_SAMPLER_CONFIG0__TYPE__GET(s->config0))
		return true;
	mgc_report(g, FL_REFUSE, "TX", "GC facts 12",
		   "a program looks up texture unit %u, which is not set up (CONFIG0 0x%08x): the core hangs",
		   unit, s->config0);
	return false;
}
