/* SPDX-License-Identifier: MIT
 *
 * State of the texture units (GC facts 9): words that all cores have, and where each keeps them.
 *
 * A texture is TILED, or rows of blocks. The units begin at level_min: what comes before is left out. Before
 * GC7000L there is no color of borders: they are refused.
 */
#include "lib/gc/draw_state.h"

#define BASE_B 64u /* GC facts 8.1 */
enum { H0 = 0, H1 = 1, H2 = 2, H5 = 5, ANY = -1, LEVELS = 14, UNITS = 32 };

/* ---- formats ------------------------------------------------------------------------------------------- */
#define SELECT(r, g, b, a) ((r) | (g) << 4 | (b) << 8 | (a) << 12)
enum { R, G, B, A, ZERO, ONE };
#define RGBA   SELECT(R, G, B, A)
#define BGRA   SELECT(B, G, R, A)
#define OLD(f) GC_TEXTURE_FORMAT_H5__##f, 0
#define EXT(f) 0, GC_TEXTURE_FORMAT_EXT_H5__##f

/* The format, or the extended one; where the four components come from; the first level that has it. */
static const struct texel {
	uint8_t format, ext;
	uint16_t select;
	int8_t halti;
	bool norm; /* numbers of at most 8 bits, which are filtered as such */
} texel[FL_FORMAT_COUNT] = {
    [FL_C8] = {OLD(L8), RGBA, ANY, true},
    [FL_A8] = {OLD(A8), RGBA, ANY, true},
    [FL_LA88] = {OLD(A8L8), RGBA, ANY, true},
    [FL_ARGB1555] = {OLD(A1R5G5B5), RGBA, ANY, true},
    [FL_RGB565] = {OLD(R5G6B5), RGBA, ANY, true},
    [FL_ARGB4444] = {OLD(A4R4G4B4), RGBA, ANY, true},
    [FL_ARGB8888] = {OLD(A8R8G8B8), RGBA, ANY, true},
    [FL_ABGR8888] = {OLD(A8B8G8R8), RGBA, ANY, true},
    [FL_ARGB2101010] = {EXT(A2B10G10R10), BGRA, H0, false},
    [FL_Z16] = {OLD(D16), RGBA, ANY, false},
    [FL_Z24S8] = {OLD(D24X8), RGBA, ANY, false},
    [FL_R16F] = {EXT(R16F), RGBA, H0, false},
    [FL_GR16F] = {EXT(G16R16F), RGBA, H0, false},
    [FL_ABGR16F] = {EXT(A16B16G16R16F), RGBA, H0, false},
    [FL_R32F] = {EXT(R32F), RGBA, H0, false},
    [FL_GR32F] = {EXT(G32R32F), RGBA, H0, false},
    [FL_R32UI] = {EXT(R32F), RGBA, H2, false}, /* unfiltered, what a texel has are bits */
    [FL_ABGR8888UI] = {EXT(A8B8G8R8I), RGBA, H2, false},
    [FL_DXT1] = {OLD(DXT1), RGBA, ANY, true},
    [FL_DXT3] = {OLD(DXT2_DXT3), RGBA, ANY, true},
    [FL_DXT5] = {OLD(DXT4_DXT5), RGBA, ANY, true},
};

/* ---- words that all cores have ------------------------------------------------------------------------- */
struct words {
	uint32_t config0, config1, size, log_size, depth, addr[LEVELS];
	uint32_t n_levels;
	uint8_t wrap[3], filter, mip;
	uint8_t aniso; /* log2 of the most samples, in 32nds */
	int32_t bias;  /* in 256ths of a level */
	struct fl_surface first;
	const struct fl_texture *texture;
};

/* The logarithm to the base of 2, in 32nds, to the nearest: log2(37) = 0xa7 (GC facts 9). */
static uint32_t log2_32nds(uint32_t n)
{
	uint32_t log = 31u - (uint32_t)__builtin_clz(n | 1);
	float x = (float)n / (float)(1u << log);

	for (int i = 0; i < 6; i++) {
		x *= x;
		log = log << 1 | (x >= 2);
		if (x >= 2)
			x /= 2;
	}
	return (log + 1) >> 1;
}

static uint8_t wrap_of(const struct fl_gc_info *info, uint32_t wrap)
{
	static const uint8_t code[4] = {[FL_REPEAT] = GC_TEXTURE_WRAPMODE_H5__REPEAT,
					[FL_MIRROR] = GC_TEXTURE_WRAPMODE_H5__MIRRORED_REPEAT,
					[FL_CLAMP] = GC_TEXTURE_WRAPMODE_H5__CLAMP_TO_EDGE,
					[FL_BORDER] = GC_TEXTURE_WRAPMODE_H5__CLAMP_TO_BORDER};

	return code[wrap == FL_BORDER && info->halti < H5 ? (uint32_t)FL_CLAMP : wrap & 3];
}

static uint32_t clamped(const struct fl_texture *t, uint32_t level)
{
	const uint32_t last = t->levels ? t->levels - 1u : 0;

	return level < last ? level : last;
}

static void levels(const struct fl_draw *d, const struct fl_texture *t, struct words *w)
{
	const uint32_t first = clamped(t, t->level_min),
		       last =
			   t->mip == FL_MIP_NONE ? first : clamped(t, t->level_max ? t->level_max : LEVELS);
	struct fl_surface s;

	w->n_levels = 0;
	for (uint32_t l = first; l <= last && w->n_levels < LEVELS; l++) {
		if (!fl_texture_image(t, 0, l, &s))
			break;
		w->addr[w->n_levels++] = fl_gc_addr(d, &s) & ~(BASE_B - 1);
	}
	fl_texture_image(t, 0, first, &w->first);
}

static uint32_t depth_of(const struct fl_texture *t, uint32_t first)
{
	if (t->kind == FL_TEX_3D)
		return t->depth >> first ? (uint32_t)t->depth >> first : 1;
	return t->kind == FL_TEX_LAYERS && t->depth ? t->depth : 1;
}

static uint32_t type_of(const struct fl_gc_info *info, const struct fl_texture *t)
{
	if (info->halti < H1 && t->kind != FL_TEX_CUBE)
		return GC_TEXTURE_TYPE_H5__2D;
	return t->kind == FL_TEX_CUBE ? GC_TEXTURE_TYPE_H5__CUBE_MAP
	       : t->kind == FL_TEX_3D ? GC_TEXTURE_TYPE_H5__3D
				      : GC_TEXTURE_TYPE_H5__2D;
}

static void describe(const struct fl_draw *d, const struct fl_texture *t, struct words *w)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct texel *own = &texel[t->image.format % FL_FORMAT_COUNT],
			   *f = own->halti > info->halti || (!own->format && !own->ext) ? &texel[FL_C8] : own;
	const bool smooth = t->linear && (fl_surface_can(&t->image) & FL_CAN_FILTER);
	const bool blocks = t->image.block_px > 1;
	const uint32_t halign =
	    blocks || info->blt ? GC_TEXTURE_HALIGN_H5__FOUR : GC_TEXTURE_HALIGN_H5__SIXTEEN;

	*w = (struct words){.texture = t};
	levels(d, t, w);
	w->wrap[0] = wrap_of(info, t->wrap_s);
	w->wrap[1] = wrap_of(info, t->wrap_t);
	w->wrap[2] = wrap_of(info, t->wrap_r);
	w->filter = smooth ? GC_TEXTURE_FILTER__LINEAR : GC_TEXTURE_FILTER__NEAREST;
	w->aniso = smooth && t->anisotropy > 1 ? (uint8_t)log2_32nds(t->anisotropy) : 0;
	w->mip = w->n_levels < 2 ? GC_TEXTURE_FILTER__NONE
		 : t->mip == FL_MIP_LINEAR && (fl_surface_can(&t->image) & FL_CAN_FILTER)
		     ? GC_TEXTURE_FILTER__LINEAR
		     : GC_TEXTURE_FILTER__NEAREST;
	w->bias = (int32_t)(fl_clampf(t->lod_bias, -15.9f, 15.9f) * 256);
	w->size = GC_TEXDESC_SIZE__WIDTH(w->first.width_px) | GC_TEXDESC_SIZE__HEIGHT(w->first.height_px);
	w->depth = GC_TEXDESC_3D_CONFIG__DEPTH(depth_of(t, clamped(t, t->level_min))) |
		   GC_TEXDESC_3D_CONFIG__LOG_DEPTH(
		       t->kind == FL_TEX_3D ? log2_32nds(depth_of(t, clamped(t, t->level_min))) : 0) |
		   GC_TEXDESC_3D_CONFIG__WRAP(w->wrap[2]);
	w->config0 = GC_TEXDESC_CONFIG0__TYPE(type_of(info, t)) | GC_TEXDESC_CONFIG0__UWRAP(w->wrap[0]) |
		     GC_TEXDESC_CONFIG0__VWRAP(w->wrap[1]) | GC_TEXDESC_CONFIG0__FORMAT(f->format);
	w->config1 = GC_TEXDESC_CONFIG1__FORMAT_EXT(f->ext) | GC_TEXDESC_CONFIG1__SWIZZLE_R(f->select & 7u) |
		     GC_TEXDESC_CONFIG1__SWIZZLE_G(f->select >> 4 & 7) |
		     GC_TEXDESC_CONFIG1__SWIZZLE_B(f->select >> 8 & 7) |
		     GC_TEXDESC_CONFIG1__SWIZZLE_A(f->select >> 12 & 7) |
		     GC_TEXDESC_CONFIG1__TEXTURE_ARRAY(t->kind == FL_TEX_LAYERS) |
		     GC_TEXDESC_CONFIG1__HALIGN(halign);
	w->log_size = GC_TEXDESC_LOG_SIZE__WIDTH(log2_32nds(w->first.width_px)) |
		      GC_TEXDESC_LOG_SIZE__HEIGHT(log2_32nds(w->first.height_px)) |
		      GC_TEXDESC_LOG_SIZE__INT_FILTER(f->norm && t->kind == FL_TEX_2D);
}

/* ---- GC400 to GC2000, GC3000 --------------------------------------------------------------------------- */
static uint32_t lod_config(const struct words *w)
{
	const int32_t bias = w->bias / 8; /* 32nds */

	return GC_TE_SAMPLER_LOD_CONFIG__MAX(w->mip ? 32 * (w->n_levels - 1) : 0) |
	       GC_TE_SAMPLER_LOD_CONFIG__BIAS_ENABLE(bias != 0) |
	       GC_TE_SAMPLER_LOD_CONFIG__BIAS((uint32_t)bias & 0x3ff);
}

static uint32_t with_filters(const struct words *w)
{
	return w->config0 | GC_TE_SAMPLER_CONFIG0__MIN(w->filter) | GC_TE_SAMPLER_CONFIG0__MIP(w->mip) |
	       GC_TE_SAMPLER_CONFIG0__MAG(w->filter) | GC_TE_SAMPLER_CONFIG0__ANISOTROPY(w->aniso) |
	       GC_TE_SAMPLER_CONFIG0__ROUND_UV(w->filter == GC_TEXTURE_FILTER__LINEAR);
}

static uint32_t *put_te(uint32_t *p, uint32_t i, const struct words *w)
{
	p = fl_gc_put(p, GC_TE_SAMPLER_CONFIG0(i), with_filters(w));
	p = fl_gc_put(p, GC_TE_SAMPLER_SIZE(i), w->size);
	p = fl_gc_put(p, GC_TE_SAMPLER_LOG_SIZE(i), w->log_size);
	p = fl_gc_put(p, GC_TE_SAMPLER_LOD_CONFIG(i), lod_config(w));
	p = fl_gc_put(p, GC_TE_SAMPLER_3D_CONFIG(i), w->depth);
	p = fl_gc_put(p, GC_TE_SAMPLER_CONFIG1(i), w->config1);
	for (uint32_t l = 0; l < w->n_levels; l++)
		p = fl_gc_put(p, GC_TE_SAMPLER_LOD_ADDR(i, l), w->addr[l]);
	return fl_gc_put(p, GC_TE_SAMPLER_LINEAR_STRIDE(i, 0), 0);
}

static uint32_t *put_nte(uint32_t *p, uint32_t i, const struct words *w)
{
	enum { NO_ASTC = 0x0c0c0c00 };

	p = fl_gc_put(p, GC_NTE_SAMPLER_CONFIG0(i), with_filters(w));
	p = fl_gc_put(p, GC_NTE_SAMPLER_SIZE(i), w->size);
	p = fl_gc_put(p, GC_NTE_SAMPLER_LOG_SIZE(i), w->log_size);
	p = fl_gc_put(p, GC_NTE_SAMPLER_LOD_CONFIG(i), lod_config(w));
	p = fl_gc_put(p, GC_NTE_SAMPLER_UNK10280(i), 0);
	p = fl_gc_put(p, GC_NTE_SAMPLER_3D_CONFIG(i), w->depth);
	p = fl_gc_put(p, GC_NTE_SAMPLER_CONFIG1(i), w->config1);
	p = fl_gc_put(p, GC_NTE_SAMPLER_ASTC0(i), NO_ASTC);
	p = fl_gc_put(p, GC_NTE_SAMPLER_BASELOD(i), 0);
	return fl_gc_load(p, GC_NTE_SAMPLER_ADDR_LOD(i, 0), w->n_levels, w->addr);
}

/* ---- GC7000L: descriptors at the end of the batch ------------------------------------------------------ */
enum { DESCRIPTOR_B = 256 };

static void describe_in(uint32_t *to, const struct words *w)
{
	enum { NO_ASTC = 0x0c0c0c00 };
	const uint32_t stride_B = fl_surface_pitch_B(&w->first);
	float border[4];

	memset(to, 0, DESCRIPTOR_B);
	for (uint32_t l = 0; l < w->n_levels; l++)
		to[GC_TEXDESC_LOD_ADDR(l) / 4] = w->addr[l];
	to[GC_TEXDESC_CONFIG0 / 4] = w->config0;
	to[GC_TEXDESC_SIZE / 4] = w->size;
	to[GC_TEXDESC_LINEAR_STRIDE / 4] = stride_B;
	to[GC_TEXDESC_CONFIG1 / 4] = w->config1;
	to[GC_TEXDESC_ASTC0 / 4] = NO_ASTC;
	to[GC_TEXDESC_CONFIG2 / 4] = GC_TEXDESC_CONFIG2__UNK16(1) | GC_TEXDESC_CONFIG2__UNK17(1);
	/* 256ths here, 16 bits for each */
	to[GC_TEXDESC_LOG_SIZE_EXT / 4] = GC_TEXDESC_LOG_SIZE__WIDTH__GET(w->log_size) << 3 |
					  GC_TEXDESC_LOG_SIZE__HEIGHT__GET(w->log_size) << 19;
	to[GC_TEXDESC_BASELOD / 4] = GC_TEXDESC_BASELOD__MAXLOD(w->n_levels ? w->n_levels - 1 : 0);
	to[GC_TEXDESC_SLICE / 4] = (uint32_t)w->first.size_B;
	to[GC_TEXDESC_3D_CONFIG / 4] = w->depth;
	fl_pixel_unpack(FL_ARGB8888, &w->texture->border_argb, border);
	memcpy(to + GC_TEXDESC_BORDER_COLOR_R / 4, border, sizeof(border));
}

static uint32_t *put_sampler(uint32_t *p, uint32_t i, const struct words *w)
{
#define CTRL(x) GC_NTE_DESCRIPTOR_SAMP_CTRL0__##x
	const uint32_t bias = (uint32_t)w->bias & 0xffff;

	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_TX_CTRL(i), GC_NTE_DESCRIPTOR_TX_CTRL__128B_TILE(1));
	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_SAMP_CTRL0(i),
		      CTRL(UWRAP)(w->wrap[0]) | CTRL(VWRAP)(w->wrap[1]) | CTRL(WWRAP)(w->wrap[2]) |
			  CTRL(MIN)(w->filter) | CTRL(MIP)(w->mip) | CTRL(MAG)(w->filter) | CTRL(UNK21)(1) |
			  CTRL(INT_FILTER)(GC_TEXDESC_LOG_SIZE__INT_FILTER__GET(w->log_size)));
	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_SAMP_CTRL1(i), GC_NTE_DESCRIPTOR_SAMP_CTRL1__UNK1(1));
	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX(i),
		      GC_NTE_DESCRIPTOR_SAMP_LOD_MINMAX__MAX(w->mip ? 256 * (w->n_levels - 1) : 0));
	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS(i),
		      bias | GC_NTE_DESCRIPTOR_SAMP_LOD_BIAS__ENABLE(bias != 0));
	return fl_gc_put(p, GC_NTE_DESCRIPTOR_SAMP_ANISOTROPY(i), 8u * w->aniso); /* 256ths */
}

static uint32_t *put_descriptor(struct fl_draw *d, uint32_t *p, uint32_t i, const struct words *w)
{
	uint32_t *to;

	fl_cs_done(d->cs, p);
	fl_cs_room(d->cs, FL_GC_STATE_DW + 2 * DESCRIPTOR_B / 4);
	to = fl_gc_tail(d->cs, DESCRIPTOR_B / 4, DESCRIPTOR_B);
	describe_in(to, w);
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = put_sampler(p, i, w);
	p = fl_gc_put(p, GC_NTE_DESCRIPTOR_ADDR(i), (uint32_t)fl_cs_address(d->cs, to));
	return fl_gc_put(p, GC_NTE_DESCRIPTOR_INVALIDATE,
			 GC_NTE_DESCRIPTOR_INVALIDATE__UNK29(1) | GC_NTE_DESCRIPTOR_INVALIDATE__IDX(i));
}

/* ---- all of them --------------------------------------------------------------------------------------- */
/* NULL: the core reads it. */
static const char *wrong(const struct fl_gc_info *info, const struct fl_texture *t)
{
	const struct texel *f = &texel[t->image.format % FL_FORMAT_COUNT];

	if ((!f->format && !f->ext) || f->halti > info->halti)
		return "textures of this format";
	if (!(fl_surface_can(&t->image) & FL_CAN_TEXTURE)) /* it lies in two halves */
		return "depth buffers as textures";
	if (info->halti < H5 && (t->wrap_s == FL_BORDER || t->wrap_t == FL_BORDER ||
				 (t->kind == FL_TEX_3D && t->wrap_r == FL_BORDER)))
		return "textures with a color of borders";
	if (t->kind == FL_TEX_3D && info->halti < H1)
		return "volumes";
	if (t->kind == FL_TEX_LAYERS && info->halti < H1)
		return "layers";
	if (t->image.offset_B % BASE_B)
		return "textures between multiples of 64 bytes";
	return t->image.block_px <= 1 && t->image.tiling != FL_MICRO ? "textures that are not micro-tiled"
								     : NULL;
}

static uint32_t *put(struct fl_draw *d, uint32_t *p, uint32_t i, const struct fl_texture *t)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	struct words w;

	describe(d, t, &w);
	if (info->halti >= H5)
		return put_descriptor(d, p, i, &w);
	fl_cs_done(d->cs, p);
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	return info->halti >= H2 ? put_nte(p, i, &w) : put_te(p, i, &w);
}

uint32_t *fl_gc_draw_texture(struct fl_draw *d, uint32_t *p)
{
	bool any = false;

	p = fl_gc_idle(d, p); /* samplers change while none is read */
	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		const struct fl_texture *t = d->unit[i].texture;
		const char *why = t ? wrong(fl_gc_info_of(d), t) : NULL;

		if (why && !d->code)
			d->code =
			    fl_fail(&d->err, FL_USAGE, "%s does not read %s", fl_gc_info_of(d)->name, why);
		any |= t != NULL;
		/* One that is not read is set up nevertheless, as far as it goes: a core hangs that looks up
		 * a unit which is not (GC facts 12). */
		if (t && (d->textures_changed >> i & 1))
			p = put(d, p, i, t);
	}
	d->textures_changed = 0;
	if (d->textures_stale && any) {
		p = fl_gc_put(p, GC_GL_FLUSH_CACHE, GC_GL_FLUSH_CACHE__TEXTURE(1));
		p = fl_gc_ra_waits(p);
		d->textures_stale = false;
	}
	return p;
}
