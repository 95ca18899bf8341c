/* SPDX-License-Identifier: MIT
 *
 * State of the texture units.
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/surface.h"
#include "lib/r500/texel.h"

/* Beside what struct fl_r500_gen has: all of FL_Z24S8, and the selectors of FL_DXT1 to FL_DXT5. */
static const uint32_t texel[FL_FORMAT_COUNT] = {
    [FL_C8] = TEXEL(8) | SELECT(5, 0, 0, 0),
    [FL_A8] = TEXEL(8) | SELECT(0, 4, 4, 4),
    [FL_LA88] = TEXEL(8_8) | SELECT(1, 0, 0, 0),
    [FL_ARGB1555] = TEXEL(1_5_5_5) | SELECT(3, 2, 1, 0),
    [FL_RGB565] = TEXEL(5_6_5) | SELECT(5, 2, 1, 0),
    [FL_ARGB4444] = TEXEL(4_4_4_4) | SELECT(3, 2, 1, 0),
    [FL_ARGB8888] = TEXEL(8_8_8_8) | SELECT(3, 2, 1, 0),
    [FL_ABGR8888] = TEXEL(8_8_8_8) | SELECT(3, 0, 1, 2),
    [FL_ARGB2101010] = TEXEL(2_10_10_10) | SELECT(3, 2, 1, 0),
    [FL_Z16] = TEXEL(16) | SELECT(5, 0, 0, 0),
    [FL_R16] = TEXEL(16) | SELECT(5, 0, 4, 4),
    [FL_GR1616] = TEXEL(16_16) | SELECT(5, 0, 1, 4),
    [FL_ABGR16161616] = TEXEL(16_16_16_16) | SELECT(3, 0, 1, 2),
    [FL_R16F] = TEXEL(16F) | SELECT(5, 0, 4, 4),
    [FL_GR16F] = TEXEL(16F_16F) | SELECT(5, 0, 1, 4),
    [FL_ABGR16F] = TEXEL(16F_16F_16F_16F) | SELECT(3, 0, 1, 2),
    [FL_R32F] = TEXEL(32F) | SELECT(5, 0, 4, 4),
    [FL_GR32F] = TEXEL(32F_32F) | SELECT(5, 0, 1, 4),
    [FL_ABGR32F] = TEXEL(32F_32F_32F_32F) | SELECT(3, 0, 1, 2),
    [FL_DXT1] = TEXEL(DXT1),
    [FL_DXT3] = TEXEL(DXT3),
    [FL_DXT5] = TEXEL(DXT5),
    [FL_ATI1N] = TEXEL_ATI1N | SELECT(5, 0, 4, 4),
    [FL_ATI2N] = TEXEL(ATI2N) | SELECT(5, 0, 1, 4),
};

/* The registers of a unit */
enum { FILTER0, FILTER1, FORMAT0, FORMAT1, FORMAT2, OFFSET, BORDER, WORDS };

/* Packed like a texel; what has no room in 32 bits has four channels of 8 in the order of its components, and
 * ATI1N its value in the second of four of 4 bits (Mesa r300_state.c, r300_get_border_color()). */
static uint32_t border(uint32_t format, uint32_t argb)
{
	uint32_t red = argb >> 16 & 255;

	switch (format) {
	case FL_Z16:
		return red * 0x0101;
	case FL_Z24S8:
		return red * 0x01010100;
	case FL_ATI1N:
		return red >> 4 << 4;
	case FL_DXT1:
	case FL_DXT3:
	case FL_DXT5:
		return argb;
	}
	return fl_pixel(fl_format_bytes((enum fl_format)format) <= 4 ? (enum fl_format)format : FL_ABGR8888,
			argb);
}

static void filter(const struct fl_r500_gen *gen, const struct fl_texture *t, uint32_t unit,
		   uint32_t w[WORDS])
{
	static const uint8_t wrap[4] = {[FL_REPEAT] = R500_TX_FILTER0__CLAMP_S__WRAP,
					[FL_MIRROR] = R500_TX_FILTER0__CLAMP_S__MIRROR,
					[FL_CLAMP] = R500_TX_FILTER0__CLAMP_S__CLAMP_LAST_TEXEL,
					[FL_BORDER] = R500_TX_FILTER0__CLAMP_S__CLAMP_BORDER};
	const struct fl_format_info *info = fl_format_info((enum fl_format)t->image.format);
	bool can = !(info->is & FL_IS_FLOAT), smooth = t->linear && can;
	uint32_t log2_aniso = 0, kind = R500_TX_FILTER0__MAG_FILTER__POINT, mip = t->mip;
	float bias = fl_clampf(t->lod_bias, -16, 15.9f) * 32;

	while (smooth && log2_aniso < 4 && 2u << log2_aniso <= t->anisotropy)
		log2_aniso++;
	if (smooth)
		kind = log2_aniso ? R500_TX_FILTER0__MAG_FILTER__ANISO : R500_TX_FILTER0__MAG_FILTER__LINEAR;
	if (mip == FL_MIP_LINEAR && !can)
		mip = FL_MIP_NEAREST;
	/* enum fl_mip counts as MIP_FILTER does. Only volumes have a third side (Mesa: 0 for the others). */
	w[FILTER0] = R500_TX_FILTER0__CLAMP_S(wrap[t->wrap_s & 3]) |
		     R500_TX_FILTER0__CLAMP_T(wrap[t->wrap_t & 3]) |
		     R500_TX_FILTER0__CLAMP_R(t->kind == FL_TEX_3D ? wrap[t->wrap_r & 3] : 0u) |
		     R500_TX_FILTER0__MAG_FILTER(kind) | R500_TX_FILTER0__MIN_FILTER(kind) |
		     R500_TX_FILTER0__MIP_FILTER(mip) | R500_TX_FILTER0__MAX_MIP_LEVEL(t->level_min) |
		     R500_TX_FILTER0__MAX_ANISO(log2_aniso) | R500_TX_FILTER0__ID(unit);
	/* A bias of nothing is 1/32 (Mesa r300_state.c). On R5xx the samples are given a second time, in
	 * fractions of 4.2. */
	w[FILTER1] =
	    R500_TX_FILTER1__LOD_BIAS((uint32_t)(int32_t)(bias + 1) & 0x3ff) |
	    R500_TX_FILTER1__BORDER_FIX(1) | (info->block_px > 1 ? gen->s3tc_swizzle : 0u) |
	    (log2_aniso ? R500_TX_FILTER1__MAX_ANISO_HQ(log2_aniso == 4 ? 63u : (42u << log2_aniso) / 10) |
			      R500_TX_FILTER1__ANISO_HIGH_QUALITY(1)
			: 0u);
}

static void unit_words(const struct fl_draw *d, uint32_t unit, uint32_t cache, uint32_t w[WORDS])
{
	static const uint8_t type[3] = {[FL_TEX_2D] = R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_2D,
					[FL_TEX_CUBE] = R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_CUBE,
					[FL_TEX_3D] = R500_TX_FORMAT1__TEX_COORD_TYPE__TEX_3D};
	const struct fl_texture *t = d->unit[unit].texture;
	const struct fl_surface *s = &t->image;
	const struct fl_r500_gen *gen = fl_r500_gen(d);
	uint32_t tile_w, tile_h, natural_px, last, log2_depth = 0;
	bool own_pitch;

	/* The chip derives the pitch from a width that is a power of two; another pitch must be given to
	 * it. */
	fl_surface_tile_px(&fl_r500_surfaces, s->bytes_px, s->tiling, &tile_w, &tile_h);
	tile_w *= s->block_px ? s->block_px : 1;
	natural_px = (s->width_px + tile_w - 1) / tile_w * tile_w;
	own_pitch = (s->width_px & (s->width_px - 1)) || natural_px != s->pitch_px;
	last = t->levels ? t->levels - 1u : 0;
	if (t->level_max && t->level_max < last)
		last = t->level_max;
	if (t->mip == FL_MIP_NONE)
		last = t->level_min;
	while (t->kind == FL_TEX_3D && t->depth >> log2_depth > 1)
		log2_depth++;

	filter(gen, t, unit, w);
	w[FORMAT0] = R500_TX_FORMAT0__TXWIDTH((s->width_px - 1) & 0x7ff) |
		     R500_TX_FORMAT0__TXHEIGHT((s->height_px - 1) & 0x7ff) |
		     R500_TX_FORMAT0__TXDEPTH(log2_depth) | R500_TX_FORMAT0__NUM_LEVELS(last) |
		     R500_TX_FORMAT0__TXPITCH_EN(own_pitch);
	w[FORMAT1] = texel[s->format % FL_FORMAT_COUNT] | (s->format == FL_Z24S8 ? gen->z24_texel : 0u) |
		     (s->format >= FL_DXT1 && s->format <= FL_DXT5 ? gen->s3tc_select : 0u) |
		     R500_TX_FORMAT1__TEX_COORD_TYPE(type[t->kind % 3]) | R500_TX_FORMAT1__CACHE(cache);
	w[FORMAT2] =
	    (own_pitch ? R500_TX_FORMAT2__TXPITCH(s->pitch_px - 1) : 0u) |
	    (R500_TX_FORMAT2__TXFORMAT_MSB(s->format == FL_Z24S8 || s->format == FL_ATI1N) & gen->r5xx) |
	    R500_TX_FORMAT2__TXWIDTH_11((s->width_px - 1) >> 11) |
	    R500_TX_FORMAT2__TXHEIGHT_11((s->height_px - 1) >> 11);
	w[OFFSET] = R500_TX_OFFSET__TXOFFSET((uint32_t)(d->chip.vram_addr + s->offset_B) >> 5) |
		    R500_TX_OFFSET__MACRO_TILE(s->tiling & FL_MACRO ? 1u : 0u) |
		    R500_TX_OFFSET__MICRO_TILE(s->tiling & FL_SQUARE  ? 2u
					       : s->tiling & FL_MICRO ? 1u
								      : 0u);
	w[BORDER] = border(s->format, t->border_argb);
}

uint32_t *fl_r500_draw_texture(struct fl_draw *d, uint32_t *p)
{
	static const uint16_t first_reg[WORDS] = {
	    [FILTER0] = R500_TX_FILTER0(0),    [FILTER1] = R500_TX_FILTER1(0), [FORMAT0] = R500_TX_FORMAT0(0),
	    [FORMAT1] = R500_TX_FORMAT1(0),    [FORMAT2] = R500_TX_FORMAT2(0), [OFFSET] = R500_TX_OFFSET(0),
	    [BORDER] = R500_TX_BORDER_COLOR(0)};
	uint32_t on = 0, n = 0, share, rank = 0, first = FL_TEXTURES, last = 0,
		 words[FL_TEXTURES][WORDS] = {{0}};

	for (uint32_t i = 0; i < FL_TEXTURES; i++)
		if (d->unit[i].texture) {
			on |= 1u << i;
			n++;
		}
	if (d->textures_stale && on) {
		p = r500_pm4_reg(p, R500_TX_INVALTAGS, 0);
		d->textures_stale = false;
	}
	if (on != d->textures_on) /* the cache is shared out anew */
		d->textures_changed |= (uint8_t)on;
	d->textures_on = (uint8_t)on;
	p = r500_pm4_reg(p, R500_TX_ENABLE, on | fl_r500_gen(d)->units_on);
	/* CACHE: each of n units its part: 0 whole, 2 and 3 halves, 4 on fourths, 8 on eighths (R5xx guide
	 * 11.9). */
	share = n <= 1 ? 0 : n <= 2 ? 2 : n <= 4 ? 4 : 8;
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		if (!(on >> i & 1))
			continue;
		unit_words(d, i, share + rank++, words[i]);
		if (d->textures_changed >> i & 1) {
			first = first < i ? first : i;
			last = i;
		}
	}
	d->textures_changed = 0;
	/* What lies between two that changed is sent with them: a register's units stand in a row. */
	for (uint32_t w = 0; w < WORDS && first <= last; w++) {
		p = r500_pm4_regs(p, first_reg[w] + 4 * first, last - first + 1);
		for (uint32_t i = first; i <= last; i++)
			*p++ = words[i][w];
	}
	return p;
}
