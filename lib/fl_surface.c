/* SPDX-License-Identifier: MIT
 *
 * Surface layout: sizes, alignment, the address of a pixel, and a memory allocator that is one number.
 */
#include "lib/fl_surface.h"

/* unit: a power of two */
static uint32_t round_up(uint32_t x, uint32_t unit)
{
	return (x + unit - 1) & ~(unit - 1);
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Is there such a surface? */
static enum fl_code check(const struct fl_surface_rules *rules, uint32_t width_px, uint32_t height_px,
			  enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);
	enum fl_code code;

	if (!info)
		return fl_fail(err, FL_USAGE, "surface: there is no pixel format %d", (int)format);
	if (!width_px || !height_px || width_px > 16384 || height_px > 16384)
		return fl_fail(err, FL_USAGE, "surface: %u x %u pixels; each side must be 1 to 16384",
			       width_px, height_px);
	if (tiling & ~(FL_MICRO | FL_SQUARE | FL_MACRO))
		return fl_fail(err, FL_USAGE, "surface: unknown tiling bits 0x%x", tiling);
	code = rules->check_tiling(format, tiling, err);
	if (code)
		return code;
	if (tiling && info->block_px != 1)
		return fl_fail(err, FL_USAGE, "surface: %s is always linear", info->name);
	if ((use & FL_USE_3D) && !(rules->can[format] & (FL_CAN_TARGET | FL_CAN_DEPTH)))
		return fl_fail(err, FL_USAGE, "surface: %s cannot be drawn into; leave out FL_USE_3D",
			       info->name);
	if ((use & FL_USE_2D) && !(rules->can[format] & FL_CAN_2D))
		return fl_fail(
		    err, FL_USAGE,
		    "surface: the 2D engine has pixels of 8, 16 and 32 bits, %s has not; leave out FL_USE_2D",
		    info->name);
	return FL_OK;
}

/* Bytes of all rows. */
static uint64_t plane_B(const struct fl_surface *s)
{
	return (uint64_t)fl_surface_pitch_B(s) * (s->height_rows / s->block_px);
}

enum fl_code fl_surface_init(struct fl_surface *s, const struct fl_surface_rules *rules, uint32_t width_px,
			     uint32_t height_px, enum fl_format format, uint32_t tiling, uint32_t use,
			     struct fl_err *err)
{
	enum fl_code code = check(rules, width_px, height_px, format, tiling, use, err);
	uint32_t tile_w, tile_h, row_unit_B, bytes, block, align_B;

	if (code)
		return code;
	bytes = fl_format_info(format)->bytes;
	block = fl_format_info(format)->block_px;
	if (use & FL_USE_TEXTURE && !tiling && block == 1)
		tiling = rules->texture_tiling;
	align_B = rules->tile_px(rules, bytes, tiling, &tile_w, &tile_h);
	if (block > 1 && rules->blocks_packed)
		tile_w = tile_h = 1;
	tile_w *= block;
	tile_h *= block;
	row_unit_B = tile_w * bytes;
	if (use & FL_USE_2D) {
		if (!tiling || !rules->row_2d_linear)
			row_unit_B = most(row_unit_B, rules->row_2d_B);
		align_B = most(align_B, rules->align_2d_B);
	}
	if (use & FL_USE_DISPLAY) {
		row_unit_B = most(row_unit_B, rules->row_display_B);
		align_B = most(align_B, rules->align_display_B);
	}

	s->rules = rules;
	s->offset_B = 0;
	s->width_px = width_px;
	s->height_px = height_px;
	s->pitch_px = round_up(width_px, row_unit_B / bytes);
	s->height_rows = round_up(
	    height_px, (use & FL_USE_3D) && tile_h < rules->target_rows ? rules->target_rows : tile_h);
	s->bytes_px = (uint8_t)bytes;
	s->tiling = (uint8_t)tiling;
	s->format = (uint8_t)format;
	s->block_px = (uint8_t)block;
	s->samples = 1;
	while (rules->image_B && plane_B(s) % rules->image_B)
		s->pitch_px += row_unit_B / bytes;
	s->size_B = plane_B(s);
	if ((use & FL_USE_3D) && rules->stencil_apart && format == FL_Z24S8)
		s->size_B += s->size_B / bytes;
	s->align_B = align_B;
	if ((use & FL_USE_TEXTURE) && (rules->can[format] & FL_BY_COPY))
		s->size_B *= 2;
	if ((use & FL_USE_2D) && fl_surface_pitch_B(s) > rules->row_2d_max_B)
		return fl_fail(err, FL_USAGE, "surface: rows of %u bytes; the 2D engine addresses at most %u",
			       fl_surface_pitch_B(s), rules->row_2d_max_B);
	if ((use & FL_USE_3D) && (width_px > rules->target_px || height_px > rules->target_px))
		return fl_fail(err, FL_USAGE, "surface: %u x %u pixels; a target of this chip has at most %u",
			       width_px, height_px, rules->target_px);
	return FL_OK;
}

uint64_t fl_surface_at(const struct fl_surface *s, uint32_t x_px, uint32_t y_px)
{
	if (s->block_px > 1)
		return (uint64_t)(y_px / s->block_px) * fl_surface_pitch_B(s) +
		       (uint64_t)(x_px / s->block_px) * s->bytes_px;
	if (s->tiling == FL_LINEAR)
		return ((uint64_t)y_px * s->pitch_px + x_px) * s->bytes_px;
	return s->rules->at(s, x_px, y_px);
}

enum fl_code fl_surface_check_macro_samples(const struct fl_surface_rules *rules, uint32_t width_px,
					    enum fl_format format, uint32_t samples, uint32_t *tiling,
					    struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);

	(void)width_px;
	if (samples != 2 && samples != 4 && samples != 8)
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %u samples a pixel; there are 2, 4 and 8", samples);
	if (info && !(rules->can[format] & FL_CAN_SAMPLES))
		return fl_fail(err, FL_USAGE, "multi-sampled surface: %s has one sample a pixel", info->name);
	*tiling = FL_MICRO | FL_MACRO;
	return FL_OK;
}

enum fl_code fl_surface_init_samples(struct fl_surface *s, const struct fl_surface_rules *rules,
				     uint32_t width_px, uint32_t height_px, enum fl_format format,
				     uint32_t samples, struct fl_err *err)
{
	uint32_t tiling = FL_LINEAR;
	enum fl_code code;

	if (!rules->check_samples)
		return fl_fail(err, FL_USAGE, "multi-sampled surface: the chip has none");
	code = rules->check_samples(rules, width_px, format, samples, &tiling, err);
	if (!code)
		code = fl_surface_init(s, rules, width_px, height_px, format, tiling, FL_USE_3D, err);
	if (code)
		return code;
	s->samples = (uint8_t)samples;
	if (rules->samples_px) {
		const uint64_t before_B = plane_B(s);
		uint32_t w, h;

		s->align_B = rules->samples_px(s, &w, &h);
		s->pitch_px = round_up(s->pitch_px, w);
		s->height_rows = round_up(s->height_rows, h);
		s->size_B = plane_B(s) + (s->size_B - before_B) * plane_B(s) / before_B; /* and stencils */
	}
	s->size_B *= samples;
	return FL_OK;
}

enum fl_code fl_vram_alloc(struct fl_vram *v, uint64_t size_B, uint64_t align_B, uint64_t *offset_B,
			   struct fl_err *err)
{
	uint64_t at = (v->next_B + align_B - 1) & ~(align_B - 1);

	if (at < v->next_B || at > v->end_B || size_B > v->end_B - at)
		return fl_fail(err, FL_FAILED,
			       "video memory is full: %llu bytes asked, %llu left of %llu; take smaller or "
			       "fewer surfaces",
			       (unsigned long long)size_B,
			       (unsigned long long)(at < v->end_B ? v->end_B - at : 0),
			       (unsigned long long)(v->end_B - v->start_B));
	v->next_B = at + size_B;
	*offset_B = at;
	return FL_OK;
}

enum fl_code fl_surface_place(struct fl_surface *s, struct fl_vram *v, uint32_t width_px, uint32_t height_px,
			      enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err)
{
	enum fl_code code = fl_surface_init(s, v->rules, width_px, height_px, format, tiling, use, err);

	return code ? code : fl_vram_alloc(v, s->size_B, s->align_B, &s->offset_B, err);
}

enum fl_code fl_surface_multisample(struct fl_surface *s, struct fl_vram *v, uint32_t width_px,
				    uint32_t height_px, enum fl_format format, uint32_t samples,
				    struct fl_err *err)
{
	enum fl_code code = fl_surface_init_samples(s, v->rules, width_px, height_px, format, samples, err);

	return code ? code : fl_vram_alloc(v, s->size_B, s->align_B, &s->offset_B, err);
}
