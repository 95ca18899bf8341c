/* SPDX-License-Identifier: MIT
 *
 * Surface layout: sizes, alignment, the address of a pixel, and a memory allocator that is one number.
 */
#include "lib/fl_surface.h"

#define MICRO_TILE_B 32u
#define MACRO_TILE_B 2048u

/* R5xx guide, table of chapter 2. Without FL_MICRO a "micro-tile" is 32 bytes of one row. */
static void micro_px(uint32_t bytes_px, uint32_t tiling, uint32_t *w, uint32_t *h)
{
	if (!(tiling & FL_MICRO)) {
		*w = MICRO_TILE_B / bytes_px;
		*h = 1;
	} else if (tiling & FL_SQUARE) {
		*w = *h = 4;
	} else {
		*w = bytes_px == 8 ? 2 : bytes_px == 4 ? 4 : 8;
		*h = MICRO_TILE_B / bytes_px / *w;
	}
}

void fl_surface_tile_px(uint32_t bytes_px, uint32_t tiling, uint32_t *width_px, uint32_t *height_px)
{
	micro_px(bytes_px, tiling, width_px, height_px);
	if (tiling & FL_MACRO) {
		*width_px *= 8;
		*height_px *= 8;
	}
}

static uint32_t round_up(uint32_t x, uint32_t unit)
{
	return (x + unit - 1) / unit * unit;
}

enum fl_code fl_surface_init(struct fl_surface *s, uint32_t width_px, uint32_t height_px,
			     enum fl_format format, uint32_t tiling, uint32_t use, struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);
	uint32_t tile_w, tile_h, row_unit_px, bytes, block;

	if (!info)
		return fl_fail(err, FL_USAGE, "surface: there is no pixel format %d", (int)format);
	bytes = info->bytes;
	block = info->block_px;
	if (!width_px || !height_px || width_px > 16384 || height_px > 16384)
		return fl_fail(err, FL_USAGE, "surface: %u x %u pixels; each side must be 1 to 16384",
			       width_px, height_px);
	if (tiling & ~(FL_MICRO | FL_SQUARE | FL_MACRO))
		return fl_fail(err, FL_USAGE, "surface: unknown tiling bits 0x%x", tiling);
	if ((tiling & FL_SQUARE) && (!(tiling & FL_MICRO) || bytes != 2))
		return fl_fail(err, FL_USAGE,
			       "surface: square micro-tiles are for micro-tiled pixels of 16 bits");
	/* R5xx guide, table of 10.8.5; Mesa r300_texture_desc.c */
	if ((tiling & FL_MICRO) && bytes == 16 && block == 1)
		return fl_fail(err, FL_USAGE, "surface: %s has no micro-tiles; take FL_LINEAR or FL_MACRO",
			       info->name);
	if (tiling && block != 1)
		return fl_fail(err, FL_USAGE, "surface: %s is always linear", info->name);
	if ((use & FL_USE_3D) && !(info->can & (FL_CAN_TARGET | FL_CAN_DEPTH)))
		return fl_fail(err, FL_USAGE, "surface: %s cannot be drawn into; leave out FL_USE_3D",
			       info->name);
	if ((use & FL_USE_2D) && !(info->can & FL_CAN_2D))
		return fl_fail(
		    err, FL_USAGE,
		    "surface: the 2D engine has pixels of 8, 16 and 32 bits, %s has not; leave out FL_USE_2D",
		    info->name);

	fl_surface_tile_px(bytes, tiling, &tile_w, &tile_h);
	/* A row of blocks takes whole 32 bytes (Mesa r300_texture_desc.c). */
	tile_w *= block;
	tile_h *= block;
	row_unit_px = tile_w;
	/* R5xx guide 6.2.2: the 2D engine's pitch counts 64 bytes. */
	if ((use & FL_USE_2D) && row_unit_px * bytes < 64)
		row_unit_px = 64 / bytes;
	/* Linux radeon, radeon_align_pitch(): linear scan-out pitches are multiples of 64 pixels. */
	if ((use & FL_USE_DISPLAY) && row_unit_px * bytes < 256)
		row_unit_px = 256 / bytes;

	s->offset_B = 0;
	s->width_px = width_px;
	s->height_px = height_px;
	s->pitch_px = round_up(width_px, row_unit_px);
	/* R5xx guide 10.8.5: the number of rows of a linear color buffer is even. */
	s->height_rows = round_up(height_px, (use & FL_USE_3D) && tile_h < 2 ? 2 : tile_h);
	s->bytes_px = (uint8_t)bytes;
	s->tiling = (uint8_t)tiling;
	s->format = (uint8_t)format;
	s->block_px = (uint8_t)block;
	s->samples = 1;
	s->size_B = (uint64_t)s->pitch_px / block * bytes * (s->height_rows / block);
	/* Micro-tiles start at multiples of 32 bytes, macro-tiles of 2048 (R5xx guide ch. 2). */
	s->align_B = tiling & FL_MACRO ? MACRO_TILE_B : MICRO_TILE_B;
	if ((use & FL_USE_2D) && s->align_B < 1024)
		s->align_B = 1024;
	if (use & FL_USE_DISPLAY)
		s->align_B = 4096;
	/* SRC_PITCH_OFFSET[29:22]: 8 bits of 64 bytes. */
	if ((use & FL_USE_2D) && fl_surface_pitch_B(s) / 64 > 255)
		return fl_fail(err, FL_USAGE,
			       "surface: rows of %u bytes; the 2D engine addresses at most 16320",
			       fl_surface_pitch_B(s));
	/* RB3D_COLORPITCH.COLORPITCH[13:1] */
	if ((use & FL_USE_3D) && s->pitch_px > 8191 * 2)
		return fl_fail(err, FL_USAGE, "surface: rows of %u pixels; a color buffer has at most 16382",
			       s->pitch_px);
	return FL_OK;
}

uint64_t fl_surface_at(const struct fl_surface *s, uint32_t x_px, uint32_t y_px)
{
	uint32_t w, h, mx, my, inside_B;
	uint64_t per_row, macro;

	if (s->block_px > 1)
		return (uint64_t)(y_px / s->block_px) * fl_surface_pitch_B(s) +
		       (uint64_t)(x_px / s->block_px) * s->bytes_px;
	if (s->tiling == FL_LINEAR)
		return ((uint64_t)y_px * s->pitch_px + x_px) * s->bytes_px;

	/* Rows of the micro-tile in order, pixels in order inside a row. */
	micro_px(s->bytes_px, s->tiling, &w, &h);
	mx = x_px / w;
	my = y_px / h;
	inside_B = ((y_px % h) * w + x_px % w) * s->bytes_px;
	per_row = s->pitch_px / w;
	if (!(s->tiling & FL_MACRO))
		return (my * per_row + mx) * MICRO_TILE_B + inside_B;

	/* Inside a macro-tile the bits of the micro-tile's column and row are interleaved and exclusive-ored,
	 * with the lowest bit of the macro-tile's own number (bit 3) among them. The four cases of Mesa 7.10
	 * radeon_span.c reduce to this. */
	macro = (my >> 3) * (per_row / 8) + (mx >> 3);
#define BIT(v, n) (((v) >> (n)) & 1u)
	return macro * MACRO_TILE_B + inside_B +
	       (BIT(mx, 0) << 5 | BIT(my, 0) << 6 | (BIT(mx, 1) ^ BIT(my, 2)) << 7 |
		(BIT(mx, 2) ^ BIT(my, 1)) << 8 | (BIT(mx, 2) ^ BIT(my, 3)) << 9 |
		(BIT(mx, 3) ^ BIT(my, 2)) << 10);
#undef BIT
}

enum fl_code fl_surface_multisample(struct fl_surface *s, struct fl_vram *v, uint32_t width_px,
				    uint32_t height_px, enum fl_format format, uint32_t samples,
				    struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);
	uint32_t widest = 4096;
	enum fl_code code;

	if (samples != 2 && samples != 4 && samples != 6)
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %u samples a pixel; there are 2, 4 and 6", samples);
	if (info && !(info->can & FL_CAN_SAMPLES))
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %s has one sample a pixel; take ARGB8888, ABGR8888, "
			       "ARGB2101010, ABGR16F or Z24S8",
			       info->name);
	if (info && samples == 6)
		widest = info->bytes == 8 ? 1360 : 2720;
	else if (info && samples == 4 && info->bytes == 8)
		widest = 2048;
	if (width_px > widest)
		return fl_fail(err, FL_USAGE,
			       "multi-sampled surface: %u pixels wide; %s of %u samples has at most %u",
			       width_px, info ? info->name : "", samples, widest);
	/* Blocks of 4x4 pixels in rows of 8 lines (R5xx guide 10.8.3, 10.8.5); Mesa takes whole macro-tiles,
	 * and so here. */
	code = fl_surface_init(s, width_px, height_px, format, FL_MICRO | FL_MACRO, FL_USE_3D, err);
	if (code)
		return code;
	s->samples = (uint8_t)samples;
	s->size_B *= samples;
	return v ? fl_vram_alloc(v, s->size_B, s->align_B, &s->offset_B, err) : FL_OK;
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
	enum fl_code code = fl_surface_init(s, width_px, height_px, format, tiling, use, err);

	if (code)
		return code;
	return fl_vram_alloc(v, s->size_B, s->align_B, &s->offset_B, err);
}
