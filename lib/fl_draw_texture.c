/* SPDX-License-Identifier: MIT
 *
 * Immediate-mode 3D: the textures of the units.
 */
#include "lib/fl_draw_chip.h"

#ifdef FL_DEBUG
/* What the chip cannot do with it; NULL: it can. */
static const char *wrong(const struct fl_texture *t)
{
	const struct fl_surface_rules *rules = t->image.rules;

	return rules && t->image.bytes_px && rules->wrong_texture ? rules->wrong_texture(t) : NULL;
}
#endif

void fl_texture(struct fl_draw *d, uint32_t unit, const struct fl_texture *t)
{
	struct fl_unit *u = &d->unit[unit % FL_TEXTURES];

	FL_OUTSIDE(d);
	FL_CHECK(d, unit < FL_TEXTURES, "units are 0 to 7");
	FL_CHECK(d, !t || t->image.bytes_px, "a texture without an image");
	FL_CHECK(d, !t || (fl_surface_can(&t->image) & FL_CAN_TEXTURE), "a format that is no texture");
	FL_CHECK(d, !t || t->image.samples <= 1, "a surface of several samples: fl_resolve() it first");
	FL_CHECK(d, !t || !wrong(t), wrong(t));
	FL_CHECK(d, !t || t->anisotropy <= 1 || t->linear, "anisotropy without linear");
	FL_CHECK(d, !t || t->level_min <= (t->levels ? t->levels - 1 : 0), "level_min above the last level");
	FL_CHECK(d, !t || !t->level_max || t->level_max >= t->level_min, "level_max below level_min");
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
