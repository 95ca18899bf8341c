/* SPDX-License-Identifier: MIT
 *
 * TX: registers, and the units' state for a draw (R5xx guide 11.9; what drivers know beyond it: Mesa
 * r300_state.c, r300_texture.c).
 */
#include "hw/model/r500/tx_block.h"

#include <stdlib.h>
#include <string.h>

/* FILTER0: not in the guide, which calls the bits reserved (Mesa r300_reg.h): log2 of the most anisotropic
 * samples. */
#define MAX_ANISO(w)    ((w) >> 21 & 7)
/* FILTER1: selects hold for compressed formats too, components B, G, R, A (Mesa r300_reg.h, R4xx and
 * R5xx). */
#define DXTC_SWIZZLE(w) ((w) >> 21 & 1)

bool mr500_tx_new(struct mr500 *r)
{
	r->tx = calloc(1, sizeof(*r->tx));
	if (r->tx)
		r->tx->cache = tx_cache_new(TX_CACHE_B);
	return r->tx && r->tx->cache;
}

void mr500_tx_free(struct mr500 *r)
{
	if (r->tx)
		tx_cache_free(r->tx->cache);
	free(r->tx);
	r->tx = NULL;
}

void mr500_tx_reset(struct mr500 *r)
{
	tx_cache_invalidate(r->tx->cache);
	memset(r->tx->kernel, 0, sizeof(r->tx->kernel));
}

void mr500_tx_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	if (offset == R500_TX_INVALTAGS) {
		tx_cache_invalidate(r->tx->cache);
	} else if (offset == R500_TX_FILTER4) {
		/* Two weights of one phase (0-8; the other seven mirror them), s1.9: R5xx guide 10.1.2 */
		unsigned phase = R500_TX_FILTER4__PHASE__GET(value),
			 pair = R500_TX_FILTER4__WEIGHT_PAIR__GET(value);
		int16_t *w =
		    r->tx->kernel[R500_TX_FILTER4__DIRECTION__GET(value)][phase > 8 ? 8 : phase] + 2 * pair;
		if (phase > 8)
			mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9", "TX_FILTER4: phase %u of 0-8",
				     phase);
		w[0] = (int16_t)(R500_TX_FILTER4__WEIGHT_0__GET(value) << 5) >> 5;
		w[1] = (int16_t)(R500_TX_FILTER4__WEIGHT_1__GET(value) << 5) >> 5;
	}
}

uint32_t mr500_tx_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
{
	return r->reg[offset / 4];
}

static bool is_pow2(unsigned v)
{
	return (v & (v - 1)) == 0;
}

static void describe(struct mr500 *r, unsigned n, struct tx_desc *d)
{
	uint32_t filter1 = r->reg[R500_TX_FILTER1(n) / 4], f0 = r->reg[R500_TX_FORMAT0(n) / 4];
	uint32_t f1 = r->reg[R500_TX_FORMAT1(n) / 4], f2 = r->reg[R500_TX_FORMAT2(n) / 4],
		 at = r->reg[R500_TX_OFFSET(n) / 4];
	enum mr500_kind kind = r->variant ? r->variant->kind : MR500_KIND_R5XX;
	bool r5xx = kind == MR500_KIND_R5XX;

	memset(d, 0, sizeof(*d)); /* compared as bytes */
	d->kind = kind;
	d->addr = at & R500_TX_OFFSET__TXOFFSET__MASK;
	d->endian = R500_TX_OFFSET__ENDIAN_SWAP__GET(at);
	d->macro = R500_TX_OFFSET__MACRO_TILE__GET(at);
	d->micro = R500_TX_OFFSET__MICRO_TILE__GET(at);
	/* R300 itself already switches at eight micro-tiles (Mesa r300_texture_desc.c). */
	d->macro_switch = R500_TX_FILTER1__MACRO_SWITCH__GET(filter1) ||
			  (r->variant && strcmp(r->variant->name, "r300") == 0);
	d->format =
	    R500_TX_FORMAT1__TXFORMAT__GET(f1) | (r5xx ? R500_TX_FORMAT2__TXFORMAT_MSB__GET(f2) << 5 : 0);
	d->is_signed = R500_TX_FORMAT1__SIGNED_COMP0__GET(f1) | R500_TX_FORMAT1__SIGNED_COMP1__GET(f1) << 1 |
		       R500_TX_FORMAT1__SIGNED_COMP2__GET(f1) << 2 |
		       R500_TX_FORMAT1__SIGNED_COMP3__GET(f1) << 3;
	d->sel[0] = R500_TX_FORMAT1__SEL_RED__GET(f1);
	d->sel[1] = R500_TX_FORMAT1__SEL_GREEN__GET(f1);
	d->sel[2] = R500_TX_FORMAT1__SEL_BLUE__GET(f1);
	d->sel[3] = R500_TX_FORMAT1__SEL_ALPHA__GET(f1);
	d->gamma = R500_TX_FORMAT1__GAMMA__GET(f1);
	d->yuv = R500_TX_FORMAT1__YUV_TO_RGB__GET(f1);
	d->swap_yuv = R500_TX_FORMAT1__SWAP_YUV__GET(f1);
	d->type = R500_TX_FORMAT1__TEX_COORD_TYPE__GET(f1) % 3;
	d->pow2 = r5xx && R500_TX_FORMAT2__POW2FIX2FLT__GET(f2);
	d->dxtc_swizzle = kind != MR500_KIND_R3XX && DXTC_SWIZZLE(filter1);
	d->levels = R500_TX_FORMAT0__NUM_LEVELS__GET(f0);
	d->log2_depth = R500_TX_FORMAT0__TXDEPTH__GET(f0);
	d->width =
	    R500_TX_FORMAT0__TXWIDTH__GET(f0) + (r5xx ? R500_TX_FORMAT2__TXWIDTH_11__GET(f2) << 11 : 0) + 1;
	d->height =
	    R500_TX_FORMAT0__TXHEIGHT__GET(f0) + (r5xx ? R500_TX_FORMAT2__TXHEIGHT_11__GET(f2) << 11 : 0) + 1;
	if (R500_TX_FORMAT0__TXPITCH_EN__GET(f0))
		d->pitch = R500_TX_FORMAT2__TXPITCH__GET(f2) + 1;
	d->key_mode = R500_TX_FILTER1__CHROMA_KEY_MODE__GET(filter1) % 3;
	if (d->key_mode)
		d->key = r->reg[R500_TX_CHROMA_KEY(n) / 4];
	if (d->levels >= TX_LEVELS)
		d->levels = TX_LEVELS - 1;
}

static void check(struct mr500 *r, unsigned n, const struct tx_unit *u)
{
	const struct tx_desc *d = &u->desc;
	const struct tx_format *f = tx_format(d->format, d->kind);
	bool square = is_pow2(d->width) && d->width == d->height;

	if (!f->exists)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9", "unit %u: reserved TXFORMAT %u", n,
			     d->format);
	if (d->micro == 3 || (d->micro == 2 && f->bits != 16))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: MICRO_TILE %u with %u bits a texel", n, d->micro, f->bits);
	if (d->macro && d->addr & 2047)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.3",
			     "unit %u: macro-tiled, but 0x%08x is not 2 KiB aligned", n, d->addr);
	if ((d->macro || d->micro) && f->block == 4)
		mr500_report(r, FL_WARN, "TX", "Mesa r300_texture_desc.c",
			     "unit %u: compressed formats are linear", n);
	if (d->type == TX_CUBE && !square)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.6", "unit %u: cube faces of %ux%u", n, d->width,
			     d->height);
	if (d->type == TX_3D && !(is_pow2(d->width) && is_pow2(d->height)))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.7", "unit %u: 3D texture of %ux%u", n, d->width,
			     d->height);
	if ((u->clamp[0] < TX_CLAMP_LAST && !is_pow2(d->width)) ||
	    (u->clamp[1] < TX_CLAMP_LAST && !is_pow2(d->height)))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: wraps or mirrors, but %ux%u is not a power of two", n, d->width,
			     d->height);
	if (d->format >= 24 && d->format <= 29 && (u->mag != TX_POINT || u->min != TX_POINT || u->mip > 1))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 3", "unit %u: %s cannot be filtered", n, f->name);
	if ((d->format == 22 || d->format == 23) && !(d->is_signed & 1))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 10.6", "unit %u: %s without its SIGNED_COMP bits",
			     n, f->name);
	if (d->pow2 && f->store != TX_STORE_8)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: POW2FIX2FLT is for 8-bit components", n);
}

static struct tx_unit *decode_unit(struct mr500 *r, unsigned n, struct fl_arena *a)
{
	uint32_t f0 = r->reg[R500_TX_FILTER0(n) / 4], f1 = r->reg[R500_TX_FILTER1(n) / 4];
	struct tx_unit *u = fl_arena_alloc(a, sizeof(*u), 64);

	if (!u)
		return NULL;
	memset(u, 0, sizeof(*u));
	describe(r, n, &u->desc);
	const struct tx_desc *d = &u->desc;
	bool r5xx = d->kind == MR500_KIND_R5XX;
	u->clamp[0] = R500_TX_FILTER0__CLAMP_S__GET(f0);
	u->clamp[1] = R500_TX_FILTER0__CLAMP_T__GET(f0);
	u->clamp[2] = R500_TX_FILTER0__CLAMP_R__GET(f0);
	u->mag = R500_TX_FILTER0__MAG_FILTER__GET(f0);
	u->min = R500_TX_FILTER0__MIN_FILTER__GET(f0);
	if (!r5xx && u->mag == TX_FILTER4)
		u->mag = TX_POINT;
	if (!r5xx && u->min == TX_FILTER4)
		u->min = TX_POINT;
	u->mip = R500_TX_FILTER0__MIP_FILTER__GET(f0);
	u->vol = R500_TX_FILTER0__VOL_FILTER__GET(f0);
	u->aniso = MAX_ANISO(f0) > 4 ? 4 : MAX_ANISO(f0);
	u->max_level = d->levels;
	u->min_level = R500_TX_FILTER0__MAX_MIP_LEVEL__GET(f0);
	if (u->min_level > u->max_level)
		u->min_level = u->max_level;
	/* Mesa writes every bias 1/32 higher than asked (trunc(bias * 32 + 1), r300_state.c), and levels
	 * change where they should: so the chip's own LOD is 1/32 low. */
	u->lod_bias = (float)(((int32_t)(R500_TX_FILTER1__LOD_BIAS__GET(f1) << 22) >> 22) - 1) / 32;
	u->trilinear_bits = r5xx ? 6 : 5; /* R5xx guide 10.1.4 */
	u->tri_perf = R500_TX_FILTER1__TRI_PERF__GET(f1);
	u->mpeg_round = R500_TX_FILTER1__MC_ROUND__GET(f1);
	u->mpeg_truncate = R500_TX_FILTER1__MC_COORD_TRUNCATE__GET(f1);
	u->filter4_comp = r5xx ? R500_TX_FORMAT2__SEL_FILTER4__GET(r->reg[R500_TX_FORMAT2(n) / 4]) : 0;
	u->projected = R500_TX_FORMAT0__PROJECTED__GET(r->reg[R500_TX_FORMAT0(n) / 4]);
	check(r, n, u);
	if (!tx_layout(d, &u->lay))
		return NULL;
	u->scale_pow2 = is_pow2(d->width) && is_pow2(d->height);
	u->to_float = d->pow2 ? 1.0f / 256 : 1.0f / 255;
	for (unsigned i = 0; i < 4; i++)
		if (d->sel[i] == 5)
			u->fixed |= 1u << i;
	tx_border(d, r->reg[R500_TX_BORDER_COLOR(n) / 4], u->border);
	for (unsigned i = 0; i < 4; i++) {
		float v = u->border[i] * (d->pow2 ? 256 : 255) + 0.5f;
		u->border8[i] = v > 255 ? 255 : v > 0 ? (uint8_t)v : 0;
	}
	if (!tx_cache_get(r, r->tx->cache, u))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4",
			     "unit %u: nothing is mapped at 0x%08x, %llu bytes", n, d->addr,
			     (unsigned long long)u->lay.size_B);
	u->on = true;
	return u;
}

/* Of a unit that no instruction may ask for too. */
bool mr500_tx_kills(const struct mr500_tx_state *tx)
{
	bool kills = false;

	for (unsigned n = 0; n < TX_UNITS; n++)
		kills |= tx->unit[n] && tx->unit[n]->desc.key_mode == TX_CHROMA_KILL;
	return kills;
}

const struct mr500_tx_state *mr500_tx_decode(struct mr500 *r, struct fl_arena *a)
{
	struct mr500_tx_state *s = fl_arena_alloc(a, sizeof(*s), 64);
	uint32_t enable = R500_REG(r, TX_ENABLE);

	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s));
	memcpy(s->kernel, r->tx->kernel, sizeof(s->kernel));
	for (unsigned n = 0; n < TX_UNITS; n++) {
		if (!(enable >> n & 1))
			continue;
		struct tx_unit *u = decode_unit(r, n, a);
		if (u)
			u->kernel = s->kernel;
		s->unit[n] = u;
	}
	return s;
}
