/* SPDX-License-Identifier: MIT
 *
 * Surface layout: sizes, alignment, the address of a pixel, and a memory allocator that is one number.
 */
#include "lib/fl_surface.h"

#define MICRO_TILE_B 32u
#define MACRO_TILE_B 2048u

static const uint8_t format_bytes[FL_FORMAT_COUNT] = {
    [FL_C8] = 1,       [FL_ARGB1555] = 2, [FL_RGB565] = 2, [FL_ARGB4444] = 2,
    [FL_ARGB8888] = 4, [FL_ABGR8888] = 4, [FL_Z16] = 2,    [FL_Z24S8] = 4,
};

uint32_t fl_format_bytes(enum fl_format format)
{
	return (unsigned)format < FL_FORMAT_COUNT ? format_bytes[format] : 0;
}

/* R5xx guide, table of chapter 2. Without FL_MICRO a "micro-tile" is 32 bytes of one row. */
static void micro_px(uint32_t bytes_px, uint32_t tiling, uint32_t *w, uint32_t *h)
{
	if (!(tiling & FL_MICRO)) {
		*w = MICRO_TILE_B / bytes_px;
		*h = 1;
	} else if (tiling & FL_SQUARE) {
		*w = *h = 4;
	} else {
		*w = bytes_px == 4 ? 4 : 8;
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

enum fl_code fl_surface_init(struct fl_surface *s, uint32_t width_px, uint32_t height_px, enum fl_format format,
			     uint32_t tiling, uint32_t use, struct fl_err *err)
{
	uint32_t bytes = fl_format_bytes(format);
	uint32_t tile_w, tile_h, row_unit_px;

	if (!bytes)
		return fl_fail(err, FL_USAGE, "surface: there is no pixel format %d", (int)format);
	if (!width_px || !height_px || width_px > 16384 || height_px > 16384)
		return fl_fail(err, FL_USAGE, "surface: %u x %u pixels; each side must be 1 to 16384", width_px,
			       height_px);
	if (tiling & ~(FL_MICRO | FL_SQUARE | FL_MACRO))
		return fl_fail(err, FL_USAGE, "surface: unknown tiling bits 0x%x", tiling);
	if ((tiling & FL_SQUARE) && (!(tiling & FL_MICRO) || bytes != 2))
		return fl_fail(err, FL_USAGE, "surface: square micro-tiles are for micro-tiled pixels of 16 bits");

	fl_surface_tile_px(bytes, tiling, &tile_w, &tile_h);
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
	s->size_B = (uint64_t)s->pitch_px * bytes * s->height_rows;
	/* Micro-tiles start at multiples of 32 bytes, macro-tiles of 2048 (R5xx guide ch. 2). */
	s->align_B = tiling & FL_MACRO ? MACRO_TILE_B : MICRO_TILE_B;
	if ((use & FL_USE_2D) && s->align_B < 1024)
		s->align_B = 1024;
	if (use & FL_USE_DISPLAY)
		s->align_B = 4096;
	/* SRC_PITCH_OFFSET[29:22]: 8 bits of 64 bytes. */
	if ((use & FL_USE_2D) && fl_surface_pitch_B(s) / 64 > 255)
		return fl_fail(err, FL_USAGE, "surface: rows of %u bytes; the 2D engine addresses at most 16320",
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

	/* Inside a macro-tile the bits of the micro-tile's column and row are interleaved and exclusive-ored, with the
	 * lowest bit of the macro-tile's own number (bit 3) among them. Facts: r5xx_3d.md section 9, which reduces the
	 * four cases of Mesa 7.10 radeon_span.c to this. */
	macro = (my >> 3) * (per_row / 8) + (mx >> 3);
#define BIT(v, n) (((v) >> (n)) & 1u)
	return macro * MACRO_TILE_B + inside_B +
	       (BIT(mx, 0) << 5 | BIT(my, 0) << 6 | (BIT(mx, 1) ^ BIT(my, 2)) << 7 | (BIT(mx, 2) ^ BIT(my, 1)) << 8 |
		(BIT(mx, 2) ^ BIT(my, 3)) << 9 | (BIT(mx, 3) ^ BIT(my, 2)) << 10);
#undef BIT
}

uint32_t fl_pixel(enum fl_format format, uint32_t argb)
{
	uint32_t a = argb >> 24, r = argb >> 16 & 255, g = argb >> 8 & 255, b = argb & 255;

	switch (format) {
	case FL_C8:
		return g;
	case FL_ARGB1555:
		return a >> 7 << 15 | r >> 3 << 10 | g >> 3 << 5 | b >> 3;
	case FL_RGB565:
		return r >> 3 << 11 | g >> 2 << 5 | b >> 3;
	case FL_ARGB4444:
		return a >> 4 << 12 | r >> 4 << 8 | g >> 4 << 4 | b >> 4;
	case FL_ABGR8888:
		return a << 24 | b << 16 | g << 8 | r;
	default:
		return argb;
	}
}

/* n bits to 8, by repeating them. */
static uint32_t widen(uint32_t v, unsigned bits)
{
	uint32_t out = 0;

	v &= (1u << bits) - 1;
	for (int at = 8 - (int)bits; at > -(int)bits; at -= (int)bits)
		out |= at >= 0 ? v << at : v >> -at;
	return out;
}

uint32_t fl_pixel_argb(enum fl_format format, uint32_t p)
{
	switch (format) {
	case FL_C8:
		return 0xff000000u | (p & 255) * 0x010101u;
	case FL_ARGB1555:
		return widen(p >> 15, 1) << 24 | widen(p >> 10, 5) << 16 | widen(p >> 5, 5) << 8 | widen(p, 5);
	case FL_RGB565:
		return 0xff000000u | widen(p >> 11, 5) << 16 | widen(p >> 5, 6) << 8 | widen(p, 5);
	case FL_ARGB4444:
		return widen(p >> 12, 4) << 24 | widen(p >> 8, 4) << 16 | widen(p >> 4, 4) << 8 | widen(p, 4);
	case FL_ABGR8888:
		return (p & 0xff00ff00u) | (p & 255) << 16 | (p >> 16 & 255);
	default:
		return p;
	}
}

enum fl_code fl_vram_alloc(struct fl_vram *v, uint64_t size_B, uint64_t align_B, uint64_t *offset_B, struct fl_err *err)
{
	uint64_t at = (v->next_B + align_B - 1) & ~(align_B - 1);

	if (at < v->next_B || at > v->end_B || size_B > v->end_B - at)
		return fl_fail(
		    err, FL_FAILED,
		    "video memory is full: %llu bytes asked, %llu left of %llu; take smaller or fewer surfaces",
		    (unsigned long long)size_B, (unsigned long long)(at < v->end_B ? v->end_B - at : 0),
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
