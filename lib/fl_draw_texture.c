/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the textures of the units.
 */
#include "lib/fl_draw_chip.h"

#ifdef FL_DEBUG
static bool wraps(uint32_t wrap)
{
	return wrap == FL_REPEAT || wrap == FL_MIRROR;
}

static bool can(const struct fl_texture *t, uint32_t what)
{
	const struct fl_format_info *info = fl_format_info((enum fl_format)t->image.format);

	return info && (info->can & what);
}

/* The sampler reads macro-tiles only where the image is as wide and as high as one. */
static bool too_small(const struct fl_surface *s)
{
	uint32_t w, h;

	if (!(s->tiling & FL_MACRO))
		return false;
	fl_surface_tile_px(s->bytes_px, s->tiling, &w, &h);
	return s->width_px < w || s->height_px < h;
}
#endif

void fl_texture(struct fl_draw *d, uint32_t unit, const struct fl_texture *t)
{
	struct fl_unit *u = &d->unit[unit % FL_TEXTURES];

	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXTURES, "units are 0 to 7");
	FL_CHECK(d, !t || t->image.bytes_px, "a texture without an image");
	FL_CHECK(d, !t || can(t, FL_CAN_TEXTURE), "a format that is no texture");
	FL_CHECK(d, !t || t->image.samples <= 1, "a surface of several samples: fl_resolve() it first");
	FL_CHECK(d, !t || (t->image.width_px <= 4096 && t->image.height_px <= 4096),
		 "a texture above 4096 x 4096");
	FL_CHECK(d, !t || !wraps(t->wrap_s) || !(t->image.width_px & (t->image.width_px - 1)),
		 "FL_REPEAT and FL_MIRROR need a width that is a power of two");
	FL_CHECK(d, !t || !wraps(t->wrap_t) || !(t->image.height_px & (t->image.height_px - 1)),
		 "FL_REPEAT and FL_MIRROR need a height that is a power of two");
	FL_CHECK(d, !t || (!t->linear && t->mip != FL_MIP_LINEAR) || can(t, FL_CAN_FILTER),
		 "float formats cannot be filtered (R5xx guide 3)");
	FL_CHECK(d, !t || t->anisotropy <= 1 || t->linear, "anisotropy without linear");
	FL_CHECK(d, !t || t->level_min <= (t->levels ? t->levels - 1 : 0), "level_min above the last level");
	FL_CHECK(d, !t || !t->level_max || t->level_max >= t->level_min, "level_max below level_min");
	FL_CHECK(d, !t || !too_small(&t->image), "an image smaller than a macro-tile, with FL_MACRO");
	if (t && !t->image.bytes_px)
		t = NULL; /* there is nothing to send */
	const uint8_t kind = t ? (uint8_t)(t->kind + 1) : 0;
	if (kind != u->kind) {
		d->dirty |= FL_D_VERTEX | FL_D_FRAGMENT | FL_D_TEXMAT | (d->point_sprite ? FL_D_POINT : 0u);
		if (kind)
			u->size = kind - 1 == FL_TEX_2D ? 2 : 3;
	}
	/* The same once more: its image was changed. Another: what the chip holds of it is as old as the last
	 * fl_draw_finish() at most, and that has noted it. */
	if (t && t == u->texture)
		d->textures_stale = true;
	u->texture = t;
	u->kind = kind;
	d->textures_changed |= (uint8_t)(1u << unit % FL_TEXTURES);
	d->dirty |= FL_D_TEXTURE;
}
