/* SPDX-License-Identifier: MIT
 *
 * The words of a texture unit, decoded to a unit of hw/model/texture (GC facts 9).
 */
#include "hw/model/gc/tx.h"

#include <math.h>
#include <string.h>

/* ---- the image ----------------------------------------------------------------------------------------- */
static void selects(const struct mgc_tx_format *f, uint32_t config1, uint8_t sel[4])
{
	const unsigned swizzle[4] = {
	    GC_TEXDESC_CONFIG1__SWIZZLE_R__GET(config1), GC_TEXDESC_CONFIG1__SWIZZLE_G__GET(config1),
	    GC_TEXDESC_CONFIG1__SWIZZLE_B__GET(config1), GC_TEXDESC_CONFIG1__SWIZZLE_A__GET(config1)};

	for (unsigned c = 0; c < 4; c++)
		sel[c] = swizzle[c] < 4                          ? f->base[swizzle[c]]
			 : swizzle[c] == GC_TEXTURE_SWIZZLE__ONE ? FL_TEXEL_SEL_ONE
								 : FL_TEXEL_SEL_ZERO;
}

/* FORMAT_EXT's D24S8 shows the stencil or, where the sampler asks for it, the depth. */
static const struct mgc_tx_format *shown(const struct mgc_tx_format *f, const struct mgc_sampler *s)
{
	return f == mgc_tx_format(0, GC_TEXTURE_FORMAT_EXT_H5__D24S8) && !s->stencil
		   ? mgc_tx_format(GC_TEXTURE_FORMAT_H5__D24X8, 0)
		   : f;
}

/* Rules of a coding that are this core's or this texture's: before HALTI1 ETC2's mode T has its colors the
 * other way around, which Mesa's driver undoes in the blocks (etnaviv_etc2.c). */
static void variant_of(const struct mgc *g, const struct mgc_sampler *s, struct fl_texel_image *t)
{
	const bool astc = t->format.coding == FL_TEXEL_ASTC;
	const uint8_t *size = mgc_tx_astc(GC_TEXDESC_ASTC0__ASTC_FORMAT__GET(s->astc));

	if (astc) {
		t->srgb |= GC_TEXDESC_ASTC0__ASTC_SRGB__GET(s->astc);
		t->format.variant = t->srgb ? FL_TEXEL_FOR_SRGB : FL_TEXEL_AS_SPECIFIED;
		t->format.block_w = size[0];
		t->format.block_h = size[1];
	} else if (t->format.block_w == 4 && g->variant->halti < 1) {
		t->format.variant = FL_TEXEL_T_SWAPPED;
	}
}

static void format_of(const struct mgc_tx_format *f, const struct mgc_sampler *s, struct fl_texel_image *t)
{
	t->format = (struct fl_texel_format){
	    .coding = f->coding, .bits = f->bits, .block_w = f->block_w, .block_h = f->block_h};
	memcpy(t->format.at, f->at, sizeof(f->at));
	memcpy(t->format.width, f->width, sizeof(f->width));
	for (unsigned c = 0; c < 4; c++) {
		const bool is_signed = f->width[0] == 8 ? s->signed8 : f->width[0] == 16 && s->signed16;

		t->format.number[c] =
		    f->number == FL_TEXEL_UINT && is_signed ? (uint8_t)FL_TEXEL_SINT : f->number;
	}
	selects(f, s->config1, t->sel);
	t->yuv = f->yuv ? FL_TEXEL_YUV_CLAMPED : FL_TEXEL_YUV_AS_IS;
	t->srgb = s->srgb;
	t->exact = true;
}

static unsigned kind_of(const struct mgc_sampler *s)
{
	if (GC_TEXDESC_CONFIG1__TEXTURE_ARRAY__GET(s->config1))
		return FL_TEXEL_ARRAY;
	switch (GC_TEXDESC_CONFIG0__TYPE__GET(s->config0)) {
	case GC_TEXTURE_TYPE_H5__3D:
		return FL_TEXEL_3D;
	case GC_TEXTURE_TYPE_H5__CUBE_MAP:
		return FL_TEXEL_CUBE;
	}
	return FL_TEXEL_2D;
}

/* Levels that can be looked up: by the largest LOD, and as many as the size has. */
static unsigned levels_of(const struct mgc_sampler *s, uint32_t largest)
{
	const unsigned has = 32 - (unsigned)__builtin_clz(largest | 1);
	const float only = s->limited ? 0 : s->lod_min;
	const float last = ceilf(s->mip == GC_TEXTURE_FILTER__NONE ? only : s->lod_max);
	unsigned n = last < MGC_TX_LEVELS - 1 ? (unsigned)last + 1 : MGC_TX_LEVELS;

	if (s->limited && n > s->last_level + 1u)
		n = s->last_level + 1u;
	return n < has ? n : has;
}

static void image(struct mgc *g, unsigned unit, const struct mgc_sampler *s, struct fl_texel_unit *u)
{
	struct fl_texel_image *t = &u->image;
	const uint32_t w = GC_TEXDESC_SIZE__WIDTH__GET(s->size), h = GC_TEXDESC_SIZE__HEIGHT__GET(s->size),
		       d = GC_TEXDESC_3D_CONFIG__DEPTH__GET(s->depth);
	uint32_t largest;

	if (!w || !h)
		mgc_report(g, FL_WARN, "TX", "GC facts 9", "unit %u: SIZE is %u by %u: taken for 1", unit, w,
			   h);
	t->kind = (uint8_t)kind_of(s);
	t->width = w ? w : 1;
	t->height = h && GC_TEXDESC_CONFIG0__TYPE__GET(s->config0) != GC_TEXTURE_TYPE_H5__1D ? h : 1;
	t->depth = (t->kind == FL_TEXEL_3D || t->kind == FL_TEXEL_ARRAY) && d ? d : 1;
	largest = t->width > t->height ? t->width : t->height;
	if (t->kind == FL_TEXEL_3D && t->depth > largest)
		largest = t->depth;
	t->n_levels = (uint8_t)levels_of(s, largest);
	u->max_level = t->n_levels - 1;
	if (t->kind == FL_TEXEL_ARRAY)
		u->last_layer = (uint16_t)(t->depth - 1);
	for (unsigned i = 0; i < t->n_levels; i++)
		if (s->addr[i] % 64)
			mgc_report(g, FL_WARN, "TX", "GC facts 8.1",
				   "unit %u: level %u is at 0x%08x, no multiple of 64 bytes", unit, i,
				   s->addr[i]);
}

/* ---- the sampler --------------------------------------------------------------------------------------- */
static uint8_t wrap_of(struct mgc *g, unsigned code)
{
	static const uint8_t wraps[4] = {FL_TEXEL_REPEAT, FL_TEXEL_MIRROR, FL_TEXEL_CLAMP_EDGE,
					 FL_TEXEL_CLAMP_BORDER};

	if (code == GC_TEXTURE_WRAPMODE_H5__CLAMP_TO_BORDER && !g->variant->tx_descriptor) {
		mgc_report(g, FL_WARN, "TX", "GC facts 9",
			   "a sampler clamps to a border, which these cores do not have: taken for the edge");
		return FL_TEXEL_CLAMP_EDGE;
	}
	return wraps[code & 3];
}

static uint8_t filter_of(unsigned code)
{
	return code >= GC_TEXTURE_FILTER__LINEAR ? FL_TEXEL_LINEAR : FL_TEXEL_POINT;
}

/* GC_TEXTURE_COMPARE_FUNC__… as bits: less, equal, greater. */
static uint8_t compare_of(unsigned func)
{
	static const uint8_t bits[8] = {
	    [GC_TEXTURE_COMPARE_FUNC__LEQUAL] = 3, [GC_TEXTURE_COMPARE_FUNC__GEQUAL] = 6,
	    [GC_TEXTURE_COMPARE_FUNC__LESS] = 1,   [GC_TEXTURE_COMPARE_FUNC__GREATER] = 4,
	    [GC_TEXTURE_COMPARE_FUNC__EQUAL] = 2,  [GC_TEXTURE_COMPARE_FUNC__NOTEQUAL] = 5,
	    [GC_TEXTURE_COMPARE_FUNC__ALWAYS] = 7, [GC_TEXTURE_COMPARE_FUNC__NEVER] = 0};

	return bits[func & 7];
}

enum { ANISO_MAX = 4 }; /* 16 samples */

static void sampler(struct mgc *g, const struct mgc_sampler *s, struct fl_texel_unit *u)
{
	for (unsigned c = 0; c < 3; c++)
		u->wrap[c] = wrap_of(g, s->wrap[c]);
	u->mag = filter_of(s->mag);
	u->min = filter_of(s->min);
	u->mip = s->mip == GC_TEXTURE_FILTER__NONE     ? FL_TEXEL_NONE
		 : s->mip >= GC_TEXTURE_FILTER__LINEAR ? FL_TEXEL_LINEAR
						       : FL_TEXEL_POINT;
	u->lod_bias = s->lod_bias;
	u->lod_min = s->lod_min;
	u->lod_max = s->lod_max;
	u->lod_clamp = true;
	/* Without mipmaps drivers choose the one level by the least LOD, or by BASELOD where descriptors have
	 * it (GC facts 9; choices.md). */
	if (s->mip == GC_TEXTURE_FILTER__NONE && s->lod_min > 0 && !s->limited) {
		u->mip = FL_TEXEL_POINT;
		u->lod_max = s->lod_min;
	}
	u->aniso = s->aniso < ANISO_MAX ? s->aniso : ANISO_MAX;
	if (u->aniso && u->min == FL_TEXEL_LINEAR)
		u->min = u->mag = FL_TEXEL_ANISO;
	u->level_slope = 1;
	u->level_steps = (float)(1u << s->lod_bits);
	u->compare = s->compare ? compare_of(s->compare_func) : 0;
	u->fixed_reference = u->image.format.number[0] == FL_TEXEL_UNORM;
	u->seamless = g->variant->seamless_cube && GC_TEXDESC_CONFIG1__SEAMLESS_CUBE_MAP__GET(s->config1);
	memcpy(u->border, s->border, sizeof(u->border));
	if (u->image.format.number[0] >= FL_TEXEL_UINT) {
		u->mag = u->min = FL_TEXEL_POINT;
		u->mip = u->mip ? FL_TEXEL_POINT : FL_TEXEL_NONE;
	}
}

/* ---- formats that a core has not ----------------------------------------------------------------------- */
static unsigned feature_of(unsigned coding)
{
	switch (coding) {
	case FL_TEXEL_DXT1:
	case FL_TEXEL_DXT3:
	case FL_TEXEL_DXT5:
		return MGC_TX_DXT;
	case FL_TEXEL_ETC1:
		return MGC_TX_ETC1;
	case FL_TEXEL_ASTC:
		return MGC_TX_ASTC;
	}
	return MGC_TX_ANY;
}

static bool known(struct mgc *g, unsigned unit, const struct mgc_tx_format *f, unsigned code, unsigned ext,
		  const struct mgc_sampler *s)
{
	const unsigned size = GC_TEXDESC_ASTC0__ASTC_FORMAT__GET(s->astc);

	if (!f->bits)
		mgc_report(g, FL_REFUSE, "TX", "GC facts 9",
			   "unit %u: there is no FORMAT %u with FORMAT_EXT %u: the core hangs", unit, code,
			   ext);
	else if (!mgc_tx_has(g, feature_of(f->coding)))
		mgc_report(
		    g, FL_REFUSE, "TX", "GC facts 9",
		    "unit %u: FORMAT %u, FORMAT_EXT %u is for cores with the feature %s: the core hangs",
		    unit, code, ext, mgc_tx_feature_name(feature_of(f->coding)));
	else if (f->halti > g->variant->halti)
		mgc_report(
		    g, FL_REFUSE, "TX", "GC facts 9",
		    "unit %u: FORMAT %u, FORMAT_EXT %u is for cores with the feature HALTI%d: the core "
		    "hangs",
		    unit, code, ext, f->halti);
	else if (f->coding == FL_TEXEL_ASTC && !mgc_tx_astc(size)[0])
		mgc_report(g, FL_REFUSE, "TX", "GC facts 9",
			   "unit %u: ASTC_FORMAT %u: there are no blocks of that size: the core hangs", unit,
			   size);
	else
		return true;
	return false;
}

/* ---- all ----------------------------------------------------------------------------------------------- */
const struct fl_texel_unit *mgc_tx_unit(struct mgc *g, struct fl_arena *a, unsigned unit,
					const struct mgc_sampler *s)
{
	const unsigned code = GC_TEXDESC_CONFIG0__FORMAT__GET(s->config0),
		       ext = GC_TEXDESC_CONFIG1__FORMAT_EXT__GET(s->config1);
	const struct mgc_tx_format *f = mgc_tx_format(code, ext);
	struct fl_texel_unit *u;

	if (!known(g, unit, f, code, ext, s))
		return NULL;
	f = shown(f, s);
	u = fl_arena_alloc(a, sizeof(*u), 64);
	if (!u) {
		mgc_report(g, FL_REFUSE, "TX", "", "out of memory for a texture unit");
		return NULL;
	}
	memset(u, 0, sizeof(*u));
	format_of(f, s, &u->image);
	variant_of(g, s, &u->image);
	image(g, unit, s, u);
	sampler(g, s, u);
	if (!mgc_tx_layout(g, u, s)) {
		mgc_report(g, FL_REFUSE, "TX", "GC facts 9",
			   "unit %u: its levels lie over %llu bytes of memory: the core hangs", unit,
			   (unsigned long long)u->size_B);
		return NULL;
	}
	mgc_tx_rules(g, unit, s, u);
	fl_texel_derive(u);
	return u;
}
