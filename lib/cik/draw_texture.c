/* SPDX-License-Identifier: MIT
 *
 * The table of textures: of each unit an image's descriptor, and a sampler's (CIK facts 6).
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/surface.h"
#include "lib/cik/upload.h"

/* DATA_FORMAT of a texel, numbers, and where x, y, z and w come from. */
#define DATA(x)            CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT__IMG_DATA_FORMAT_##x
#define NUM(x)             CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT__IMG_NUM_FORMAT_##x
#define SEL(x)             CIK_SQ_IMG_RSRC_WORD3__DST_SEL_X__SQ_SEL_##x
#define SELECT(r, g, b, a) (SEL(r) | SEL(g) << 3 | SEL(b) << 6 | SEL(a) << 9)
#define RGBA               SELECT(X, Y, Z, W)
#define BGRA               SELECT(Z, Y, X, W)

static const struct {
	uint8_t format, numbers;
	uint16_t select;
} texel[FL_FORMAT_COUNT] = {
    [FL_C8] = {DATA(8), NUM(UNORM), SELECT(X, X, X, 1)},
    [FL_A8] = {DATA(8), NUM(UNORM), SELECT(0, 0, 0, X)},
    [FL_LA88] = {DATA(8_8), NUM(UNORM), SELECT(X, X, X, Y)},
    [FL_ARGB1555] = {DATA(1_5_5_5), NUM(UNORM), BGRA},
    [FL_RGB565] = {DATA(5_6_5), NUM(UNORM), SELECT(Z, Y, X, 1)},
    [FL_ARGB4444] = {DATA(4_4_4_4), NUM(UNORM), BGRA},
    [FL_ARGB8888] = {DATA(8_8_8_8), NUM(UNORM), BGRA},
    [FL_ABGR8888] = {DATA(8_8_8_8), NUM(UNORM), RGBA},
    [FL_ARGB2101010] = {DATA(2_10_10_10), NUM(UNORM), BGRA},
    [FL_Z16] = {DATA(16), NUM(UNORM), SELECT(X, X, X, 1)},
    [FL_Z24S8] = {DATA(8_24), NUM(UNORM), SELECT(X, X, X, 1)},
    [FL_R16] = {DATA(16), NUM(UNORM), SELECT(X, 0, 0, 1)},
    [FL_GR1616] = {DATA(16_16), NUM(UNORM), SELECT(X, Y, 0, 1)},
    [FL_ABGR16161616] = {DATA(16_16_16_16), NUM(UNORM), RGBA},
    [FL_R16F] = {DATA(16), NUM(FLOAT), SELECT(X, 0, 0, 1)},
    [FL_GR16F] = {DATA(16_16), NUM(FLOAT), SELECT(X, Y, 0, 1)},
    [FL_ABGR16F] = {DATA(16_16_16_16), NUM(FLOAT), RGBA},
    [FL_R32F] = {DATA(32), NUM(FLOAT), SELECT(X, 0, 0, 1)},
    [FL_GR32F] = {DATA(32_32), NUM(FLOAT), SELECT(X, Y, 0, 1)},
    [FL_ABGR32F] = {DATA(32_32_32_32), NUM(FLOAT), RGBA},
    [FL_R32UI] = {DATA(32), NUM(UINT), SELECT(X, 0, 0, 1)},
    [FL_ABGR8888UI] = {DATA(8_8_8_8), NUM(UINT), RGBA},
    [FL_DXT1] = {DATA(BC1), NUM(UNORM), RGBA},
    [FL_DXT3] = {DATA(BC2), NUM(UNORM), RGBA},
    [FL_DXT5] = {DATA(BC3), NUM(UNORM), RGBA},
    [FL_ATI1N] = {DATA(BC4), NUM(UNORM), SELECT(X, 0, 0, 1)},
    [FL_ATI2N] = {DATA(BC5), NUM(UNORM), SELECT(X, Y, 0, 1)},
};

/* ---- samplers ------------------------------------------------------------------------------------------ */
static bool has_border(const struct fl_texture *t)
{
	return t->wrap_s == FL_BORDER || t->wrap_t == FL_BORDER ||
	       (t->kind == FL_TEX_3D && t->wrap_r == FL_BORDER);
}

/* unit: the entry of the table of borders */
static void sampler(const struct fl_texture *t, uint32_t unit, uint32_t w[4])
{
#define WORD0(x) CIK_SQ_IMG_SAMP_WORD0__##x
#define WORD2(x) CIK_SQ_IMG_SAMP_WORD2__##x
	static const uint8_t wrap[4] = {[FL_REPEAT] = WORD0(CLAMP_X__SQ_TEX_WRAP),
					[FL_MIRROR] = WORD0(CLAMP_X__SQ_TEX_MIRROR),
					[FL_CLAMP] = WORD0(CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL),
					[FL_BORDER] = WORD0(CLAMP_X__SQ_TEX_CLAMP_BORDER)};
	enum { ANISO = 2, ALL_LEVELS = 15 << 8, STEPS = 256 };
	const bool can = fl_surface_can(&t->image) & FL_CAN_FILTER, smooth = t->linear && can;
	uint32_t log2_aniso = 0, kind = WORD2(XY_MAG_FILTER__SQ_TEX_XY_FILTER_POINT), mip = t->mip;

	while (smooth && log2_aniso < 4 && 2u << log2_aniso <= t->anisotropy)
		log2_aniso++;
	if (t->levels <= 1 || t->mip == FL_MIP_NONE) /* not with one level: facts 6 */
		log2_aniso = 0;
	if (smooth)
		kind = WORD2(XY_MAG_FILTER__SQ_TEX_XY_FILTER_BILINEAR) | (log2_aniso ? ANISO : 0u);
	if (mip == FL_MIP_LINEAR && !can)
		mip = FL_MIP_NEAREST;
	/* Cube maps are filtered inside of a face, as on other chips. Fields of anisotropy have no names in
	 * the reference: the ratio's logarithm, half of it, and all of it. */
	w[0] = WORD0(CLAMP_X)(wrap[t->wrap_s & 3]) | WORD0(CLAMP_Y)(wrap[t->wrap_t & 3]) |
	       WORD0(CLAMP_Z)(t->kind == FL_TEX_3D ? wrap[t->wrap_r & 3] : wrap[FL_CLAMP]) |
	       WORD0(RESERVED_9)(log2_aniso) | WORD0(RESERVED_16)(log2_aniso >> 1) |
	       WORD0(RESERVED_21)(log2_aniso) | WORD0(DISABLE_CUBE_WRAP)(1);
	w[1] = CIK_SQ_IMG_SAMP_WORD1__MAX_LOD(ALL_LEVELS) |
	       CIK_SQ_IMG_SAMP_WORD1__PERF_MIP(log2_aniso ? log2_aniso + 6 : 0);
	/* enum fl_mip counts as MIP_FILTER does. */
	w[2] = WORD2(LOD_BIAS)((uint32_t)(int32_t)(fl_clampf(t->lod_bias, -16, 15.9f) * STEPS) & 0x3fff) |
	       WORD2(XY_MAG_FILTER)(kind) | WORD2(XY_MIN_FILTER)(kind) |
	       WORD2(Z_FILTER)(t->kind != FL_TEX_3D ? WORD2(Z_FILTER__SQ_TEX_Z_FILTER_NONE)
			       : smooth             ? WORD2(Z_FILTER__SQ_TEX_Z_FILTER_LINEAR)
						    : WORD2(Z_FILTER__SQ_TEX_Z_FILTER_POINT)) |
	       WORD2(MIP_FILTER)(mip) | WORD2(DISABLE_LSB_CEIL)(1) | WORD2(FILTER_PREC_FIX)(1);
	w[3] = has_border(t) ? CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_PTR(unit) |
				   CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE(
				       CIK_SQ_IMG_SAMP_WORD3__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_REGISTER)
			     : 0;
}

/* ---- images -------------------------------------------------------------------------------------------- */
static void image(const struct fl_draw *d, const struct fl_texture *t, uint32_t w[8])
{
#define WORD3(x) CIK_SQ_IMG_RSRC_WORD3__##x
	static const uint8_t type[4] = {[FL_TEX_2D] = WORD3(TYPE__SQ_RSRC_IMG_2D),
					[FL_TEX_CUBE] = WORD3(TYPE__SQ_RSRC_IMG_CUBE),
					[FL_TEX_3D] = WORD3(TYPE__SQ_RSRC_IMG_3D),
					[FL_TEX_LAYERS] = WORD3(TYPE__SQ_RSRC_IMG_2D_ARRAY)};
	const struct fl_surface *s = &t->image;
	const uint32_t format = s->format % FL_FORMAT_COUNT, levels = t->levels ? t->levels : 1,
		       most = t->depth ? t->depth - 1u : 0;
	const uint64_t addr = fl_cik_addr(d, s);
	uint32_t last = levels - 1;

	if (t->level_max && t->level_max < last)
		last = t->level_max;
	if (t->mip == FL_MIP_NONE)
		last = t->level_min;
	w[0] = (uint32_t)(addr >> 8);
	w[1] = CIK_SQ_IMG_RSRC_WORD1__BASE_ADDRESS_HI((uint32_t)(addr >> 40)) |
	       CIK_SQ_IMG_RSRC_WORD1__DATA_FORMAT(texel[format].format) |
	       CIK_SQ_IMG_RSRC_WORD1__NUM_FORMAT(texel[format].numbers);
	w[2] =
	    CIK_SQ_IMG_RSRC_WORD2__WIDTH(s->width_px - 1) | CIK_SQ_IMG_RSRC_WORD2__HEIGHT(s->height_px - 1);
	w[3] = texel[format].select | WORD3(BASE_LEVEL)(t->level_min) | WORD3(LAST_LEVEL)(last) |
	       WORD3(TILING_INDEX)(fl_cik_tile_index(s)) | WORD3(POW2_PAD)(levels > 1) |
	       WORD3(TYPE)(type[t->kind & 3]);
	w[4] = CIK_SQ_IMG_RSRC_WORD4__DEPTH(t->kind == FL_TEX_3D || t->kind == FL_TEX_LAYERS ? most : 0) |
	       CIK_SQ_IMG_RSRC_WORD4__PITCH(s->pitch_px - 1);
	w[5] = CIK_SQ_IMG_RSRC_WORD5__LAST_ARRAY(t->kind == FL_TEX_LAYERS ? most : 0);
	w[6] = w[7] = 0;
}

/* ---- the table ----------------------------------------------------------------------------------------- */
uint32_t *fl_cik_put_textures(const struct fl_draw *d, uint32_t *p)
{
	uint32_t n = 0;

	for (uint32_t u = 0; u < FL_TEXTURES; u++)
		n = d->unit[u].texture ? u + 1 : n;
	for (uint32_t u = 0; u < n; u++, p += FL_CIK_TEXTURE_B / 4) {
		memset(p, 0, FL_CIK_TEXTURE_B);
		if (!d->unit[u].texture)
			continue;
		image(d, d->unit[u].texture, p);
		sampler(d->unit[u].texture, u, p + FL_CIK_SAMPLER_B / 4);
	}
	return p;
}

/* The border's color comes in place of what the selectors make of a texel. */
static void border(const struct fl_texture *t, uint32_t w[4])
{
	const uint32_t select = texel[t->image.format % FL_FORMAT_COUNT].select;
	float rgba[4];

	fl_pixel_unpack(FL_ARGB8888, &t->border_argb, rgba);
	for (uint32_t c = 0; c < 4; c++) {
		const uint32_t from = select >> 3 * c & 7;

		/* greys have the red in all three */
		w[c] = fl_f32(from == SEL(0)                  ? 0
			      : from == SEL(1)                ? 1
			      : c < 3 && from == (select & 7) ? rgba[0]
							      : rgba[c]);
	}
}

uint32_t *fl_cik_draw_borders(struct fl_draw *d, uint32_t *p)
{
	bool any = false;

	for (uint32_t u = 0; u < FL_TEXTURES; u++) {
		const struct fl_texture *t = d->unit[u].texture;
		uint32_t w[4];

		any |= t != NULL;
		if (!t || !(d->textures_changed >> u & 1) || !has_border(t))
			continue;
		border(t, w);
		fl_cs_done(d->cs, p);
		fl_cik_upload(d->cs, fl_cik_borders(d) + sizeof(w) * u, w, 4);
		p = fl_cs_room(d->cs, FL_CIK_STATE_DW);
	}
	d->textures_changed = 0;
	if (d->textures_stale && any) {
		p = cik_pm4_sync(p,
				 CIK_CP_COHER_CNTL__TCL1_ACTION_ENA(1) | CIK_CP_COHER_CNTL__TC_ACTION_ENA(1));
		d->textures_stale = false;
	}
	return p;
}

uint32_t *fl_cik_put_samples(struct fl_draw *d, uint32_t *p, const struct fl_surface *s)
{
	const struct fl_texture all = {.image = *s};
	const uint32_t last = (uint32_t)__builtin_ctz(s->samples);
	uint64_t addr;

	p = cik_pm4_pkt3(p, CIK_PKT3_NOP, 8);
	addr = fl_cs_address(d->cs, p);
	image(d, &all, p);
	/* The last level says how many: their logarithm. */
	p[3] = (p[3] & ~(WORD3(LAST_LEVEL__MASK) | WORD3(TYPE__MASK))) | WORD3(LAST_LEVEL)(last) |
	       WORD3(TYPE)(WORD3(TYPE__SQ_RSRC_IMG_2D_MSAA));
	p = cik_pm4_sh(p + 8, CIK_SPI_SHADER_USER_DATA_PS(FL_CIK_S_TEXTURES), 2);
	*p++ = (uint32_t)addr;
	*p++ = (uint32_t)(addr >> 32);
	d->cs->fetched = true;
	fl_cik_of(d)->stale |= FL_CIK_TEXTURES;
	return p;
}
