/* SPDX-License-Identifier: MIT
 *
 * State of the texture units: resources and samplers of pixel programs, whose numbers are the units' (R6xx
 * facts 5).
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/surface.h"

/* DATA_FORMAT of a texel, and where x, y, z and w come from: its components, from the lowest bits up, 4
 * zero, 5 one. */
#define SELECT(r, g, b, a) ((r) | (g) << 3 | (b) << 6 | (a) << 9)
enum { ZERO = 4, ONE };
#define RGBA SELECT(0, 1, 2, 3)
#define BGRA SELECT(2, 1, 0, 3)

static const struct {
	uint8_t format;
	uint16_t select;
} texel[FL_FORMAT_COUNT] = {
    [FL_C8] = {1, SELECT(0, 0, 0, ONE)},
    [FL_A8] = {1, SELECT(ZERO, ZERO, ZERO, 0)},
    [FL_LA88] = {7, SELECT(0, 0, 0, 1)},
    [FL_ARGB1555] = {10, BGRA},
    [FL_RGB565] = {8, SELECT(2, 1, 0, ONE)},
    [FL_ARGB4444] = {11, BGRA},
    [FL_ARGB8888] = {26, BGRA},
    [FL_ABGR8888] = {26, RGBA},
    [FL_ARGB2101010] = {25, BGRA},
    [FL_Z16] = {5, SELECT(0, 0, 0, ONE)},
    [FL_Z24S8] = {17, SELECT(0, 0, 0, ONE)},
    [FL_R16] = {5, SELECT(0, ZERO, ZERO, ONE)},
    [FL_GR1616] = {15, SELECT(0, 1, ZERO, ONE)},
    [FL_ABGR16161616] = {31, RGBA},
    [FL_R16F] = {6, SELECT(0, ZERO, ZERO, ONE)},
    [FL_GR16F] = {16, SELECT(0, 1, ZERO, ONE)},
    [FL_ABGR16F] = {32, RGBA},
    [FL_R32F] = {14, SELECT(0, ZERO, ZERO, ONE)},
    [FL_GR32F] = {30, SELECT(0, 1, ZERO, ONE)},
    [FL_ABGR32F] = {35, RGBA},
    [FL_R32UI] = {13, SELECT(0, ZERO, ZERO, ONE)},
    [FL_ABGR8888UI] = {26, RGBA},
    [FL_DXT1] = {49, RGBA},
    [FL_DXT3] = {50, RGBA},
    [FL_DXT5] = {51, RGBA},
    [FL_ATI1N] = {52, SELECT(0, ZERO, ZERO, ONE)},
    [FL_ATI2N] = {53, SELECT(0, 1, ZERO, ONE)},
};

/* ---- samplers ------------------------------------------------------------------------------------------ */
static bool has_border(const struct fl_texture *t)
{
	return t->wrap_s == FL_BORDER || t->wrap_t == FL_BORDER ||
	       (t->kind == FL_TEX_3D && t->wrap_r == FL_BORDER);
}

static uint32_t *sampler(const struct fl_texture *t, uint32_t unit, uint32_t *p)
{
#define WORD0(x) R600_SQ_TEX_SAMPLER_WORD__##x
	static const uint8_t wrap[4] = {[FL_REPEAT] = WORD0(CLAMP_X__SQ_TEX_WRAP),
					[FL_MIRROR] = WORD0(CLAMP_X__SQ_TEX_MIRROR),
					[FL_CLAMP] = WORD0(CLAMP_X__SQ_TEX_CLAMP_LAST_TEXEL),
					[FL_BORDER] = WORD0(CLAMP_X__SQ_TEX_CLAMP_BORDER)};
	enum { ANISO = 4 }; /* a bit of the filters, R6xx facts 5.3 */
	const bool can = fl_surface_can(&t->image) & FL_CAN_FILTER, smooth = t->linear && can;
	uint32_t log2_aniso = 0, kind = WORD0(XY_MAG_FILTER__SQ_TEX_XY_FILTER_POINT), mip = t->mip;

	while (smooth && log2_aniso < 4 && 2u << log2_aniso <= t->anisotropy)
		log2_aniso++;
	if (smooth)
		kind = WORD0(XY_MAG_FILTER__SQ_TEX_XY_FILTER_BILINEAR) | (log2_aniso ? ANISO : 0u);
	if (mip == FL_MIP_LINEAR && !can)
		mip = FL_MIP_NEAREST;
	p = r600_pm4_sampler(p, unit, 1);
	/* enum fl_mip counts as MIP_FILTER does. */
	*p++ = WORD0(CLAMP_X)(wrap[t->wrap_s & 3]) | WORD0(CLAMP_Y)(wrap[t->wrap_t & 3]) |
	       WORD0(CLAMP_Z)(t->kind == FL_TEX_3D ? wrap[t->wrap_r & 3] : wrap[FL_CLAMP]) |
	       WORD0(XY_MAG_FILTER)(kind) | WORD0(XY_MIN_FILTER)(kind) |
	       WORD0(Z_FILTER)(t->kind != FL_TEX_3D ? WORD0(Z_FILTER__SQ_TEX_Z_FILTER_NONE)
			       : smooth             ? WORD0(Z_FILTER__SQ_TEX_Z_FILTER_LINEAR)
						    : WORD0(Z_FILTER__SQ_TEX_Z_FILTER_POINT)) |
	       WORD0(TEX_ARRAY_OVERRIDE)(t->kind == FL_TEX_LAYERS) | WORD0(MIP_FILTER)(mip) |
	       WORD0(MAX_ANISO_RATIO)(log2_aniso) |
	       WORD0(BORDER_COLOR_TYPE)(has_border(t) ? WORD0(BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_REGISTER)
						      : 0u);
	/* all levels; a bias of 5.6 bits and a sign */
	*p++ = R600_SQ_TEX_SAMPLER_WORD1__MAX_LOD(15 << 6) |
	       R600_SQ_TEX_SAMPLER_WORD1__LOD_BIAS(
		   (uint32_t)(int32_t)(fl_clampf(t->lod_bias, -16, 15.9f) * 64) & 0xfff);
	*p++ = R600_SQ_TEX_SAMPLER_WORD2__TYPE(1);
	return p;
}

/* The border's color comes in place of what the selectors make of a texel. */
static uint32_t *border(const struct fl_texture *t, uint32_t unit, uint32_t *p)
{
	const uint32_t select = texel[t->image.format % FL_FORMAT_COUNT].select;
	float rgba[4];

	fl_pixel_unpack(FL_ARGB8888, &t->border_argb, rgba);
	p = r600_pm4_config(p, R600_TD_PS_SAMPLER_BORDER_RED(unit), 4);
	for (uint32_t c = 0; c < 4; c++) {
		const uint32_t from = select >> 3 * c & 7;

		/* greys have the red in all three */
		*p++ = fl_f32(from == ZERO                    ? 0
			      : from == ONE                   ? 1
			      : c < 3 && from == (select & 7) ? rgba[0]
							      : rgba[c]);
	}
	return p;
}

/* ---- resources ----------------------------------------------------------------------------------------- */
/* What the levels and layers of a resource are. */
struct shape {
	uint32_t dim, depth, last_array, base_level, last_level;
};

static uint32_t *resource(const struct fl_draw *d, uint32_t *p, uint32_t unit, const struct fl_surface *s,
			  const struct fl_surface *second, const struct shape *shape)
{
	const uint32_t format = s->format % FL_FORMAT_COUNT;

	p = r600_pm4_resource(p, unit, 1);
	*p++ = R600_SQ_TEX_RESOURCE_WORD__DIM(shape->dim) |
	       R600_SQ_TEX_RESOURCE_WORD__TILE_MODE(fl_r600_array_mode(s)) |
	       R600_SQ_TEX_RESOURCE_WORD__TILE_TYPE((fl_surface_can(s) & (FL_CAN_DEPTH | FL_BY_COPY)) ==
						    FL_CAN_DEPTH) |
	       R600_SQ_TEX_RESOURCE_WORD__PITCH(s->pitch_px / 8 - 1) |
	       R600_SQ_TEX_RESOURCE_WORD__TEX_WIDTH(s->width_px - 1);
	*p++ = R600_SQ_TEX_RESOURCE_WORD1__TEX_HEIGHT(s->height_px - 1) |
	       R600_SQ_TEX_RESOURCE_WORD1__TEX_DEPTH(shape->depth) |
	       R600_SQ_TEX_RESOURCE_WORD1__DATA_FORMAT(texel[format].format);
	*p++ = (uint32_t)(fl_r600_addr(d, s) >> 8);
	*p++ = (uint32_t)(fl_r600_addr(d, second) >> 8);
	*p++ = R600_SQ_TEX_RESOURCE_WORD4__REQUEST_SIZE(1) |
	       R600_SQ_TEX_RESOURCE_WORD4__NUM_FORMAT_ALL(fl_format_is(s->format, FL_IS_INTEGER)) |
	       (uint32_t)texel[format].select << R600_SQ_TEX_RESOURCE_WORD4__DST_SEL_X__SHIFT |
	       R600_SQ_TEX_RESOURCE_WORD4__BASE_LEVEL(shape->base_level);
	*p++ = R600_SQ_TEX_RESOURCE_WORD5__LAST_LEVEL(shape->last_level) |
	       R600_SQ_TEX_RESOURCE_WORD5__LAST_ARRAY(shape->last_array);
	*p++ = R600_SQ_TEX_RESOURCE_WORD6__MAX_ANISO_RATIO(4) |
	       R600_SQ_TEX_RESOURCE_WORD6__TYPE(R600_SQ_TEX_RESOURCE_WORD6__TYPE__SQ_TEX_VTX_VALID_TEXTURE);
	return p;
}

#define DIM(x) R600_SQ_TEX_RESOURCE_WORD__DIM__SQ_TEX_DIM_##x

static uint32_t *texture(const struct fl_draw *d, uint32_t *p, uint32_t unit, const struct fl_texture *t)
{
	static const uint8_t dim[4] = {[FL_TEX_2D] = DIM(2D),
				       [FL_TEX_CUBE] = DIM(CUBEMAP),
				       [FL_TEX_3D] = DIM(3D),
				       [FL_TEX_LAYERS] = DIM(2D_ARRAY)};
	const uint32_t levels = t->levels ? t->levels : 1, last = t->depth ? t->depth - 1u : 0;
	struct shape shape = {.dim = dim[t->kind & 3],
			      .depth = t->kind == FL_TEX_3D || t->kind == FL_TEX_LAYERS ? last : 0,
			      .last_array = t->kind == FL_TEX_CUBE     ? 5
					    : t->kind == FL_TEX_LAYERS ? last
								       : 0,
			      .base_level = t->level_min,
			      .last_level = levels - 1};
	struct fl_surface first = t->image, second = first;

	if (levels > 1)
		fl_texture_image(t, 0, 1, &second);
	if (fl_surface_can(&first) & FL_BY_COPY) {
		first.offset_B += fl_r600_copy_B(t);
		second.offset_B += fl_r600_copy_B(t);
	}
	if (t->level_max && t->level_max < shape.last_level)
		shape.last_level = t->level_max;
	if (t->mip == FL_MIP_NONE)
		shape.last_level = t->level_min;
	return resource(d, p, unit, &first, &second, &shape);
}

uint32_t *fl_r600_put_samples(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s)
{
	/* The last level says how many: their logarithm. */
	const struct shape shape = {.dim = DIM(2D_MSAA),
				    .last_level = s->samples == 8   ? 3
						  : s->samples == 4 ? 2
								    : 1};

	return resource(d, p, 0, s, s, &shape);
}

uint32_t *fl_r600_draw_texture(struct fl_draw *d, uint32_t *p)
{
	bool any = false;

	for (uint32_t i = 0; i < FL_TEXTURES; i++) {
		const struct fl_texture *t = d->unit[i].texture;

		any |= t != NULL;
		if (!t || !(d->textures_changed >> i & 1))
			continue;
		p = sampler(t, i, texture(d, p, i, t));
		if (has_border(t))
			p = border(t, i, p);
	}
	d->textures_changed = 0;
	if (d->textures_stale && any) {
		p = r600_pm4_sync(p, R600_CP_COHER_CNTL__TC_ACTION_ENA(1));
		d->textures_stale = false;
	}
	return p;
}
