/* SPDX-License-Identifier: MIT
 *
 * What a texture unit is asked for and a card would only answer with a wrong picture: features that the core
 * has not, by the database's names, and words that contradict each other (GC facts 0, 8.1, 9).
 */
#include "hw/model/gc/tx.h"

#include <math.h>

/* ---- features ------------------------------------------------------------------------------------------ */
enum { FEATURES = 12 }; /* the word that stands before the minor ones */

#define MINOR(n, name) n, GC_HI_CHIP_MINOR_FEATURE_##n##__##name##__MASK, #name

static const struct {
	uint8_t word;
	uint32_t mask;
	const char *name;
} features[] = {
    [MGC_TX_DXT] = {FEATURES, GC_HI_CHIP_FEATURE__DXT_TEXTURE_COMPRESSION__MASK, "DXT_TEXTURE_COMPRESSION"},
    [MGC_TX_ETC1] = {FEATURES, GC_HI_CHIP_FEATURE__ETC1_TEXTURE_COMPRESSION__MASK,
		     "ETC1_TEXTURE_COMPRESSION"},
    [MGC_TX_ASTC] = {MINOR(4, TEXTURE_ASTC)},
    [MGC_TX_NPOT] = {MINOR(1, NON_POWER_OF_TWO)},
    [MGC_TX_LINEAR] = {MINOR(1, LINEAR_TEXTURE_SUPPORT)},
    [MGC_TX_SUPER] = {MINOR(2, SUPERTILED_TEXTURE)},
    [MGC_TX_TS] = {MINOR(2, TEXTURE_TILED_READ)},
    [MGC_TX_8K] = {MINOR(0, TEXTURE_8K)},
    [MGC_TX_HALIGN] = {MINOR(1, TEXTURE_HALIGN)},
};

const char *mgc_tx_feature_name(unsigned feature)
{
	return features[feature].name;
}

bool mgc_tx_has(const struct mgc *g, unsigned feature)
{
	enum { NO_ASTC = 1 << 23 }; /* of the sixth minor word: family.xml */
	const struct mgc_variant *v = g->variant;
	const uint32_t word =
	    features[feature].word == FEATURES ? v->features : v->minor[features[feature].word];

	if (feature == MGC_TX_ASTC && v->minor[6] & NO_ASTC)
		return false;
	return feature == MGC_TX_ANY || word & features[feature].mask;
}

static void needs(struct mgc *g, unsigned unit, unsigned feature, const char *what)
{
	if (!mgc_tx_has(g, feature))
		mgc_report(g, FL_WARN, "TX", "GC facts 9", "unit %u: %s is for cores with the feature %s",
			   unit, what, features[feature].name);
}

/* ---- layouts ------------------------------------------------------------------------------------------- */
static void layouts(struct mgc *g, unsigned unit, const struct mgc_sampler *s, const struct fl_texel_unit *u)
{
	const unsigned halign = GC_TEXDESC_CONFIG1__HALIGN__GET(s->config1);

	switch (u->level[0].tile) {
	case MGC_LINEAR:
		if (u->image.format.block_w > 2)
			return;
		needs(g, unit, MGC_TX_LINEAR, "a linear texture");
		if (u->image.n_levels > 1)
			mgc_report(
			    g, FL_WARN, "TX", "GC facts 9",
			    "unit %u: the LODs go to level %u of a linear texture: such textures have one",
			    unit, u->image.n_levels - 1u);
		return;
	case MGC_SUPER_OLD:
	case MGC_SUPER_NEW:
	case MGC_MULTI_SUPER:
		needs(g, unit, MGC_TX_SUPER, "a super-tiled texture");
		break;
	}
	if (mgc_layout_multi(u->level[0].tile) && g->variant->pixel_pipes < 2)
		mgc_report(
		    g, FL_WARN, "TX", "GC facts 8.1",
		    "unit %u: HALIGN %u is of the halves that two pixel pipes draw, and the core has one",
		    unit, halign);
	if (halign)
		needs(g, unit, MGC_TX_HALIGN, "HALIGN");
	if (halign > GC_TEXTURE_HALIGN__SPLIT_SUPER_TILED)
		mgc_report(g, FL_WARN, "TX", "GC facts 9", "unit %u: HALIGN %u: there are 0 to 4", unit,
			   halign);
}

/* ---- sizes --------------------------------------------------------------------------------------------- */
static bool pow2(uint32_t v)
{
	return !(v & (v - 1));
}

static void sizes(struct mgc *g, unsigned unit, const struct mgc_sampler *s, const struct fl_texel_unit *u)
{
	enum { SMALL_PX = 2048, LARGE_PX = 8192 };
	const struct fl_texel_image *t = &u->image;
	const uint32_t limit = mgc_tx_has(g, MGC_TX_8K) ? LARGE_PX : SMALL_PX;

	if (t->width > limit || t->height > limit)
		mgc_report(g, FL_WARN, "TX", "GC facts 0",
			   "unit %u: SIZE is %u by %u, and the core has %u at most", unit, t->width,
			   t->height, limit);
	if (t->kind == FL_TEXEL_CUBE && t->width != t->height)
		mgc_report(g, FL_WARN, "TX", "GC facts 9", "unit %u: the faces of a cube are %u by %u", unit,
			   t->width, t->height);
	if (!(pow2(t->width) && pow2(t->height)) && (s->wrap[0] != GC_TEXTURE_WRAPMODE_H5__CLAMP_TO_EDGE ||
						     s->wrap[1] != GC_TEXTURE_WRAPMODE_H5__CLAMP_TO_EDGE))
		needs(g, unit, MGC_TX_NPOT,
		      "a size that is no power of two, and wraps that are not to the edge,");
}

static void levels(struct mgc *g, unsigned unit, const struct mgc_sampler *s)
{
	const float last = s->mip == GC_TEXTURE_FILTER__NONE ? 0 : s->lod_max;

	if (!g->variant->tx_descriptor && last > MGC_TX_LEVELS - 1)
		mgc_report(g, FL_WARN, "TX", "GC facts 9",
			   "unit %u: LODs go to %g, and a texture has %u levels at most", unit, (double)last,
			   MGC_TX_LEVELS);
	if (s->lod_min > s->lod_max)
		mgc_report(g, FL_WARN, "TX", "GC facts 9", "unit %u: LODs go from %g to %g", unit,
			   (double)s->lod_min, (double)s->lod_max);
}

/* ---- tile status --------------------------------------------------------------------------------------- */
static void status(struct mgc *g, unsigned unit, const struct mgc_sampler *s, const struct fl_texel_unit *u)
{
	if (!s->ts.on)
		return;
	needs(g, unit, MGC_TX_TS, "a texture read through tile status");
	if (u->image.n_levels > 1)
		mgc_report(g, FL_WARN, "TX", "GC facts 9",
			   "unit %u: tile status is of one level, and the LODs go to level %u", unit,
			   u->image.n_levels - 1u);
}

void mgc_tx_rules(struct mgc *g, unsigned unit, const struct mgc_sampler *s, const struct fl_texel_unit *u)
{
	layouts(g, unit, s, u);
	sizes(g, unit, s, u);
	levels(g, unit, s);
	status(g, unit, s, u);
}
