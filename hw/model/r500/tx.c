/* SPDX-License-Identifier: MIT
 *
 * TX: registers, and the units' state for a draw (R5xx guide 11.9; what drivers know beyond it: Mesa
 * r300_state.c, r300_texture.c).
 */
#include "hw/model/look.h"
#include "hw/model/r500/tx_block.h"

#include <stdlib.h>
#include <string.h>

/* ---- the cache of decoded texels ----------------------------------------------------------------------- */
static const uint8_t *memory(void *of, const struct fl_texel_unit *u)
{
	struct mr500 *r = of;
	const struct fl_texel_image *t = &u->image;
	const uint8_t *src = fl_mem_span(&r->base.mem, t->addr, u->size_B);
	const char *which;

	if (src && mr500_holds(r, t->addr, u->size_B, &which))
		mr500_report(
		    r, FL_WARN, "TX", "R5xx guide 10.5.3",
		    "texture at 0x%08x: the %s cache still holds pixels of it; flush before texturing",
		    (unsigned)t->addr, which);
	return src;
}

static bool gathered(void *of)
{
	return mr500_ga_busy(of);
}

static bool spend(void *of, uint64_t texels_B)
{
	return fl_spend(of, texels_B, "the textures");
}

static const struct fl_texel_family family = {.memory = memory, .gathered = gathered, .spend = spend};

/* ---- registers ----------------------------------------------------------------------------------------- */
bool mr500_tx_new(struct mr500 *r)
{
	r->tx = calloc(1, sizeof(*r->tx));
	if (r->tx)
		r->tx->cache = fl_texel_cache_new(MR500_TX_CACHE_B, &family, r);
	return r->tx && r->tx->cache;
}

void mr500_tx_free(struct mr500 *r)
{
	if (r->tx)
		fl_texel_cache_free(r->tx->cache);
	free(r->tx);
	r->tx = NULL;
}

void mr500_tx_reset(struct mr500 *r)
{
	fl_texel_cache_invalidate(r->tx->cache);
	memset(r->tx->kernel, 0, sizeof(r->tx->kernel));
}

void mr500_tx_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from)
{
	if (offset == R500_TX_INVALTAGS) {
		fl_texel_cache_invalidate(r->tx->cache);
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

enum { MAX_ANISO_LOG2 = 4 }; /* 16 samples */

/* ---- units --------------------------------------------------------------------------------------------- */
static bool is_r5xx(const struct mr500 *r)
{
	return !r->variant || r->variant->kind == MR500_KIND_R5XX;
}

static void describe(struct mr500 *r, unsigned n, struct fl_texel_image *t)
{
	static const uint8_t kinds[4] = {[R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_2D] = FL_TEXEL_2D,
					 [R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_3D] = FL_TEXEL_3D,
					 [R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_CUBE] = FL_TEXEL_CUBE,
					 [3] = FL_TEXEL_2D}; /* reserved */
	static const uint8_t keys[4] = {[R500_TX_FILTER1__CHROMA_KEY_MODE__DISABLE] = FL_TEXEL_KEY_OFF,
					[R500_TX_FILTER1__CHROMA_KEY_MODE__CHROMAKEY] = FL_TEXEL_KEY_KILL,
					[R500_TX_FILTER1__CHROMA_KEY_MODE__CHROMAKEYBLEND] =
					    FL_TEXEL_KEY_BLEND,
					[3] = FL_TEXEL_KEY_OFF};
	/* ENDIAN_SWAP: none, bytes of 16 bits, bytes of 32, halves of 32. */
	static const uint8_t flips[4] = {0, 1, 3, 2};
	uint32_t filter1 = r->reg[R500_TX_FILTER1(n) / 4], f0 = r->reg[R500_TX_FORMAT0(n) / 4];
	uint32_t f1 = r->reg[R500_TX_FORMAT1(n) / 4], f2 = r->reg[R500_TX_FORMAT2(n) / 4],
		 at = r->reg[R500_TX_OFFSET(n) / 4];
	bool r5xx = is_r5xx(r);

	memset(t, 0, sizeof(*t));
	mr500_tx_format_decode(r, n, t);
	t->addr = at & R500_TX_OFFSET__TXOFFSET__MASK;
	t->flip = flips[R500_TX_OFFSET__ENDIAN_SWAP__GET(at)];
	t->tile[MR500_TX_MACRO] = R500_TX_OFFSET__MACRO_TILE__GET(at);
	t->tile[MR500_TX_MICRO] = R500_TX_OFFSET__MICRO_TILE__GET(at);
	/* R300 itself already switches at eight micro-tiles (Mesa r300_texture_desc.c). */
	t->tile[MR500_TX_MACRO_SWITCH] = R500_TX_FILTER1__MACRO_SWITCH__GET(filter1) ||
					 (r->variant && strcmp(r->variant->name, "r300") == 0);
	t->kind = kinds[R500_TX_FORMAT1__TEX_COORD_TYPE__GET(f1)];
	t->n_levels = R500_TX_FORMAT0__NUM_LEVELS__GET(f0) + 1;
	if (t->n_levels > MR500_TX_LEVELS)
		t->n_levels = MR500_TX_LEVELS;
	t->depth = 1u << R500_TX_FORMAT0__TXDEPTH__GET(f0);
	t->width =
	    R500_TX_FORMAT0__TXWIDTH__GET(f0) + (r5xx ? R500_TX_FORMAT2__TXWIDTH_11__GET(f2) << 11 : 0) + 1;
	t->height =
	    R500_TX_FORMAT0__TXHEIGHT__GET(f0) + (r5xx ? R500_TX_FORMAT2__TXHEIGHT_11__GET(f2) << 11 : 0) + 1;
	if (R500_TX_FORMAT0__TXPITCH_EN__GET(f0))
		t->pitch = R500_TX_FORMAT2__TXPITCH__GET(f2) + 1;
	t->key_mode = keys[R500_TX_FILTER1__CHROMA_KEY_MODE__GET(filter1)];
	if (t->key_mode)
		t->key = r->reg[R500_TX_CHROMA_KEY(n) / 4];
}

static void check(struct mr500 *r, unsigned n, const struct mr500_tx_format *f, const struct fl_texel_unit *u)
{
	const struct fl_texel_image *d = &u->image;
	const unsigned code = mr500_tx_code(r, n), micro = d->tile[MR500_TX_MICRO];
	const bool macro = d->tile[MR500_TX_MACRO];
	bool square = is_pow2(d->width) && d->width == d->height;

	if (!f->exists)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9", "unit %u: reserved TXFORMAT %u", n, code);
	if (micro == 3 || (micro == 2 && f->bits != 16))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: MICRO_TILE %u with %u bits a texel", n, micro, f->bits);
	if (macro && d->addr & 2047)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.3",
			     "unit %u: macro-tiled, but 0x%08x is not 2 KiB aligned", n, (unsigned)d->addr);
	if ((macro || micro) && f->block == 4)
		mr500_report(r, FL_WARN, "TX", "Mesa r300_texture_desc.c",
			     "unit %u: compressed formats are linear", n);
	if (d->kind == FL_TEXEL_CUBE && !square)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.6", "unit %u: cube faces of %ux%u", n, d->width,
			     d->height);
	if (d->kind == FL_TEXEL_3D && !(is_pow2(d->width) && is_pow2(d->height)))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4.7", "unit %u: 3D texture of %ux%u", n, d->width,
			     d->height);
	if ((u->wrap[0] < FL_TEXEL_CLAMP_EDGE && !is_pow2(d->width)) ||
	    (u->wrap[1] < FL_TEXEL_CLAMP_EDGE && !is_pow2(d->height)))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: wraps or mirrors, but %ux%u is not a power of two", n, d->width,
			     d->height);
	if (code >= 24 && code <= 29 &&
	    (u->mag != FL_TEXEL_POINT || u->min != FL_TEXEL_POINT || u->mip == FL_TEXEL_LINEAR))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 3", "unit %u: %s cannot be filtered", n, f->name);
	if ((code == 22 || code == 23) && d->format.number[0] != FL_TEXEL_SNORM)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 10.6", "unit %u: %s without its SIGNED_COMP bits",
			     n, f->name);
	if (d->pow2 && !f->byte_comps)
		mr500_report(r, FL_WARN, "TX", "R5xx guide 11.9",
			     "unit %u: POW2FIX2FLT is for 8-bit components", n);
}

static void filters(const struct mr500 *r, unsigned n, struct fl_texel_unit *u)
{
	static const uint8_t wraps[8] = {
	    [R500_TX_FILTER0__CLAMP_S__WRAP] = FL_TEXEL_REPEAT,
	    [R500_TX_FILTER0__CLAMP_S__MIRROR] = FL_TEXEL_MIRROR,
	    [R500_TX_FILTER0__CLAMP_S__CLAMP_LAST_TEXEL] = FL_TEXEL_CLAMP_EDGE,
	    [R500_TX_FILTER0__CLAMP_S__MIRRORONCE_LAST_TEXEL] = FL_TEXEL_MIRROR_ONCE_EDGE,
	    [R500_TX_FILTER0__CLAMP_S__CLAMP_HALF_BORDER] = FL_TEXEL_CLAMP_HALF,
	    [R500_TX_FILTER0__CLAMP_S__MIRRORONCE_HALF_BORDER] = FL_TEXEL_MIRROR_ONCE_HALF,
	    [R500_TX_FILTER0__CLAMP_S__CLAMP_BORDER] = FL_TEXEL_CLAMP_BORDER,
	    [R500_TX_FILTER0__CLAMP_S__MIRRORONCE_BORDER] = FL_TEXEL_MIRROR_ONCE_BORDER,
	};
	static const uint8_t in_level[4] = {[R500_TX_FILTER0__MAG_FILTER__FILTER4] = FL_TEXEL_KERNEL,
					    [R500_TX_FILTER0__MAG_FILTER__POINT] = FL_TEXEL_POINT,
					    [R500_TX_FILTER0__MAG_FILTER__LINEAR] = FL_TEXEL_LINEAR,
					    [R500_TX_FILTER0__MAG_FILTER__ANISO] = FL_TEXEL_ANISO};
	static const uint8_t between[4] = {[R500_TX_FILTER0__MIP_FILTER__NONE] = FL_TEXEL_NONE,
					   [R500_TX_FILTER0__MIP_FILTER__POINT] = FL_TEXEL_POINT,
					   [R500_TX_FILTER0__MIP_FILTER__LINEAR] = FL_TEXEL_LINEAR,
					   [3] = FL_TEXEL_LINEAR}; /* reserved */
	/* TRI_PERF: the weight stays 0 up to its breakpoint, and is 1 as far below the next level. */
	static const float slope[4] = {1, 4.0f / 3, 2, 4}, offset[4] = {0, -1.0f / 6, -0.5f, -1.5f};
	uint32_t f0 = r->reg[R500_TX_FILTER0(n) / 4], f1 = r->reg[R500_TX_FILTER1(n) / 4];
	unsigned aniso = R500_TX_FILTER0__MAX_ANISO__GET(f0), tri_perf = R500_TX_FILTER1__TRI_PERF__GET(f1);
	bool r5xx = is_r5xx(r);

	u->wrap[0] = wraps[R500_TX_FILTER0__CLAMP_S__GET(f0)];
	u->wrap[1] = wraps[R500_TX_FILTER0__CLAMP_T__GET(f0)];
	u->wrap[2] = wraps[R500_TX_FILTER0__CLAMP_R__GET(f0)];
	u->mag = in_level[R500_TX_FILTER0__MAG_FILTER__GET(f0)];
	u->min = in_level[R500_TX_FILTER0__MIN_FILTER__GET(f0)];
	if (!r5xx && u->mag == FL_TEXEL_KERNEL)
		u->mag = FL_TEXEL_POINT;
	if (!r5xx && u->min == FL_TEXEL_KERNEL)
		u->min = FL_TEXEL_POINT;
	u->mip = between[R500_TX_FILTER0__MIP_FILTER__GET(f0)];
	u->vol = between[R500_TX_FILTER0__VOL_FILTER__GET(f0)];
	u->aniso = aniso > MAX_ANISO_LOG2 ? MAX_ANISO_LOG2 : aniso;
	u->max_level = u->image.n_levels - 1;
	u->min_level = R500_TX_FILTER0__MAX_MIP_LEVEL__GET(f0);
	if (u->min_level > u->max_level)
		u->min_level = u->max_level;
	/* Mesa writes every bias 1/32 higher than asked (trunc(bias * 32 + 1), r300_state.c), and levels
	 * change where they should: so the chip's own LOD is 1/32 low. */
	u->lod_bias = (float)(((int32_t)(R500_TX_FILTER1__LOD_BIAS__GET(f1) << 22) >> 22) - 1) / 32;
	u->level_steps = r5xx ? 64 : 32; /* 6 or 5 bits: R5xx guide 10.1.4 */
	u->level_slope = slope[tri_perf];
	u->level_offset = offset[tri_perf];
	u->round_quarter = R500_TX_FILTER1__MC_ROUND__GET(f1);
	u->half_steps = R500_TX_FILTER1__MC_COORD_TRUNCATE__GET(f1);
	u->kernel_comp = (uint8_t)mr500_tx_component(
	    r, n, r5xx ? R500_TX_FORMAT2__SEL_FILTER4__GET(r->reg[R500_TX_FORMAT2(n) / 4]) : 0);
}

/* What a program does not look up is not fetched: a driver may have drawn to it by the next draw, and sends
 * TX_INVALTAGS when it sets a texture, not when it draws (Mesa, which decompresses a depth buffer so). */
static struct fl_texel_unit *decode_unit(struct mr500 *r, unsigned n, bool fetch, struct fl_arena *a)
{
	struct fl_texel_unit *u = fl_arena_alloc(a, sizeof(*u), 64);
	const struct mr500_tx_format *f =
	    mr500_tx_format(mr500_tx_code(r, n), r->variant ? r->variant->kind : MR500_KIND_R5XX);

	if (!u)
		return NULL;
	memset(u, 0, sizeof(*u));
	describe(r, n, &u->image);
	filters(r, n, u);
	check(r, n, f, u);
	if (!mr500_tx_layout(f, u))
		return NULL;
	u->row = mr500_tx_row;
	mr500_tx_border(r, n, &u->image, u->border);
	fl_texel_derive(u);
	if (fetch && !fl_texel_cache_get(r->tx->cache, u))
		mr500_report(r, FL_WARN, "TX", "R5xx guide 4",
			     "unit %u: nothing is mapped at 0x%08x, %llu bytes", n, (unsigned)u->image.addr,
			     (unsigned long long)u->size_B);
	else if (fetch)
		fl_look_note_texture(&r->base, u, "unit", n);
	return u;
}

/* Of a unit that no instruction may ask for too. */
bool mr500_tx_kills(const struct mr500_tx_state *tx)
{
	bool kills = false;

	for (unsigned n = 0; n < MR500_TX_UNITS; n++)
		kills |= tx->unit[n] && tx->unit[n]->image.key_mode == FL_TEXEL_KEY_KILL;
	return kills;
}

bool mr500_tx_in_memory(const struct mr500_tx_state *tx)
{
	bool in_memory = false;

	for (unsigned n = 0; n < MR500_TX_UNITS; n++)
		in_memory |= tx->unit[n] && tx->unit[n]->store == FL_TEXEL_STORE_DIRECT;
	return in_memory;
}

bool mr500_tx_lacks(const struct mr500_tx_state *tx, unsigned units)
{
	return units & ~tx->units;
}

const struct mr500_tx_state *mr500_tx_decode(struct mr500 *r, const struct mr500_tx_state *before,
					     unsigned units, struct fl_arena *a)
{
	struct mr500_tx_state *s = fl_arena_alloc(a, sizeof(*s), 64);
	uint32_t enable = R500_REG(r, TX_ENABLE);

	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s));
	s->units = before ? units | before->units : units;
	memcpy(s->kernel, r->tx->kernel, sizeof(s->kernel));
	for (unsigned n = 0; n < MR500_TX_UNITS; n++) {
		if (!(enable >> n & 1))
			continue;
		struct fl_texel_unit *u = decode_unit(r, n, s->units >> n & 1, a);
		if (u)
			u->kernel = s->kernel;
		s->unit[n] = u;
	}
	return s;
}
