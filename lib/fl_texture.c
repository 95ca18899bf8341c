/* SPDX-License-Identifier: MIT
 *
 * Textures: where their images lie. See fl_texture.h.
 */
#include "lib/fl_texture.h"

#include <string.h>

static bool power_of_two(uint32_t v)
{
	return v && !(v & (v - 1));
}

static uint32_t halved(uint32_t v, uint32_t level)
{
	return v >> level ? v >> level : 1;
}

/* Faces of a cube, slices of a volume's level, layers */
static uint32_t images(const struct fl_texture *t, uint32_t level)
{
	return t->kind == FL_TEX_CUBE ? 6 : halved(t->depth, t->kind == FL_TEX_3D ? level : 0);
}

/* Places that they take: some chips leave room between the levels of a cube, or of layers. */
static uint32_t places(const struct fl_texture *t, uint32_t level)
{
	const struct fl_surface_rules *rules = t->image.rules;
	uint32_t n = images(t, level), power = 1;

	if (t->kind == FL_TEX_CUBE && rules->cube_images)
		return rules->cube_images;
	if (t->kind != FL_TEX_LAYERS || !rules->layers_by_powers || t->levels <= 1 ||
	    (!level && !rules->all_by_powers))
		return n;
	while (power < n)
		power *= 2;
	return power;
}

/* Bytes of a level, whose images have that many each. */
static uint64_t level_B(const struct fl_texture *t, uint32_t level, uint64_t image_B)
{
	const uint64_t unit = t->image.rules->level_B ? t->image.rules->level_B : 1;

	return (image_B * places(t, level) + unit - 1) / unit * unit;
}

/* How the images of a level are laid out. */
static enum fl_code level_init(const struct fl_texture *t, uint32_t level, uint32_t tiling,
			       struct fl_surface *s, struct fl_err *err)
{
	const struct fl_surface_rules *rules = t->image.rules;
	const enum fl_format format = (enum fl_format)t->image.format;
	uint32_t w = halved(t->image.width_px, level), h = halved(t->image.height_px, level);

	if (t->kind != FL_TEX_2D && rules->banks_turn)
		tiling &= ~FL_MACRO;
	if (tiling == FL_LINEAR && fl_format_info(format)->block_px == 1)
		tiling = rules->texture_tiling;
	tiling = rules->level_tiling(rules, fl_format_bytes(format), tiling, w, h);
	return fl_surface_init(s, rules, w, h, format, tiling, 0, err);
}

static enum fl_code check(const struct fl_surface_rules *rules, enum fl_tex_kind kind, uint32_t w, uint32_t h,
			  uint32_t depth, uint32_t levels, enum fl_format format, struct fl_err *err)
{
	bool powers = power_of_two(w) && power_of_two(h);
	uint32_t most = rules->texture_px;

	if ((unsigned)format >= FL_FORMAT_COUNT || !(rules->can[format] & FL_CAN_TEXTURE))
		return fl_fail(err, FL_USAGE, "texture: there is no such format");
	if (!w || !h || w > most || h > most)
		return fl_fail(err, FL_USAGE, "texture: %u x %u texels; each side must be 1 to %u", w, h,
			       most);
	if ((unsigned)kind > (rules->layers ? FL_TEX_LAYERS : FL_TEX_3D))
		return fl_fail(err, FL_USAGE, "texture: this chip has no kind %d", (int)kind);
	/* R5xx guide 4.6, 4.7, TX_FORMAT0 */
	if (kind == FL_TEX_CUBE && w != h)
		return fl_fail(err, FL_USAGE, "texture: the faces of a cube are square, not %u x %u", w, h);
	if (kind == FL_TEX_3D ? !power_of_two(depth) || depth > most
			      : depth > (kind == FL_TEX_LAYERS ? rules->layers : 1u))
		return fl_fail(err, FL_USAGE,
			       "texture: %u slices; a volume has 2^n, layers any number up to %u, others 1",
			       depth, most);
	if (!powers && (levels != 1 || kind == FL_TEX_CUBE || kind == FL_TEX_3D))
		return fl_fail(
		    err, FL_USAGE,
		    "texture: %u x %u; cubes, volumes and mip levels need sides that are powers of two", w,
		    h);
	return FL_OK;
}

enum fl_code fl_texture_init(struct fl_texture *t, const struct fl_surface_rules *rules,
			     enum fl_tex_kind kind, uint32_t width_px, uint32_t height_px, uint32_t depth,
			     uint32_t levels, enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	uint32_t longest = width_px > height_px ? width_px : height_px, all = 1;
	struct fl_surface s;
	enum fl_code code;

	memset(t, 0, sizeof(*t));
	code = check(rules, kind, width_px, height_px, depth, levels, format, err);
	if (code)
		return code;
	if (kind == FL_TEX_3D && depth > longest)
		longest = depth;
	while (longest >> all)
		all++;
	if (levels > all)
		return fl_fail(err, FL_USAGE, "texture: %u levels; %u x %u x %u has %u down to one texel",
			       levels, width_px, height_px, depth ? depth : 1, all);
	t->image.rules = rules;
	t->image.width_px = width_px;
	t->image.height_px = height_px;
	t->image.format = (uint8_t)format;
	t->kind = (uint8_t)kind;
	t->depth = (uint16_t)(depth ? depth : 1);
	t->levels = (uint8_t)(levels == FL_ALL_LEVELS ? all : levels);
	for (uint32_t level = t->levels; level--;) {
		code = level_init(t, level, tiling, &s, err);
		if (code)
			return code;
		t->size_B += level_B(t, level, s.size_B);
	}
	t->image = s;
	/* One image that may be drawn into has the height of a target. Between several there is no room for
	 * more, see fl_texture.h. */
	if (t->levels == 1 && kind == FL_TEX_2D && s.block_px == 1)
		while (t->image.height_rows % rules->target_rows) {
			t->image.height_rows++;
			t->image.size_B += fl_surface_pitch_B(&s);
			t->size_B = t->image.size_B;
		}
	if (rules->can[format] & FL_BY_COPY)
		t->size_B *= 2;
	return FL_OK;
}

enum fl_code fl_texture_place(struct fl_texture *t, struct fl_vram *v, enum fl_tex_kind kind,
			      uint32_t width_px, uint32_t height_px, uint32_t depth, uint32_t levels,
			      enum fl_format format, uint32_t tiling, struct fl_err *err)
{
	enum fl_code code =
	    fl_texture_init(t, v->rules, kind, width_px, height_px, depth, levels, format, tiling, err);

	if (code)
		return code;
	return fl_vram_alloc(v, t->size_B, t->image.align_B, &t->image.offset_B, err);
}

bool fl_texture_image(const struct fl_texture *t, uint32_t face_or_slice, uint32_t level,
		      struct fl_surface *image)
{
	uint32_t levels = t->levels ? t->levels : 1;
	uint64_t at = t->image.offset_B;

	if (level >= levels || face_or_slice >= images(t, level))
		return false;
	*image = t->image;
	for (uint32_t i = 0; i < level; i++) {
		at += level_B(t, i, image->size_B);
		if (level_init(t, i + 1, t->image.tiling, image, NULL))
			return false;
	}
	image->offset_B = at + face_or_slice * image->size_B;
	return true;
}

void fl_texture_of(struct fl_texture *t, const struct fl_surface *s)
{
	t->image = *s;
	t->kind = FL_TEX_2D;
	t->levels = 1;
	t->depth = 1;
	t->size_B = s->size_B;
}
