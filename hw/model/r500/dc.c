/* SPDX-License-Identifier: MIT
 *
 * DC: what the displays show and when that changes; the picture of the first one of R5xx, and the rows of
 * any. The meaning of the registers is from Linux radeon, atombios_crtc.c (avivo_crtc_do_set_base), rv515.c.
 * The gamma table is the linear one that it is after reset.
 */
#include "hw/model/r500/dc.h"
#include "hw/model/r500/surface.h"
#include <stdio.h>
#include <string.h>

enum { MAX_PX = 8192 }; /* the size fields have 13 bits (Linux: viewports up to 8191) */

/* ---- registers: frames, flips -------------------------------------------------------------------------- */
enum { D2 = R500_D2CRTC_H_TOTAL - R500_D1CRTC_H_TOTAL, FRAMES_HZ = 60, US_A_SECOND = 1000000 };

static uint64_t frame(const struct mr500 *r)
{
	return r->base.now_us * FRAMES_HZ / US_A_SECOND;
}

static uint32_t reg(const struct mr500 *r, unsigned display, uint32_t d1_offset)
{
	return r->reg[(d1_offset + D2 * display) / 4];
}

/* A new surface is shown from the next frame on; with D1GRPH_SURFACE_UPDATE_H_RETRACE_EN from the next line
 * on, which is at once here, and so it is where nothing is shown. D1GRPH_UPDATE_LOCK holds it back. */
static void flip(struct mr500 *r, unsigned display)
{
	struct mr500_dc *dc = &r->dc[display];
	bool shows = reg(r, display, R500_D1CRTC_CONTROL) & R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK &&
		     reg(r, display, R500_D1GRPH_ENABLE) & R500_D1GRPH_ENABLE__D1GRPH_ENABLE__MASK;
	bool line = reg(r, display, R500_D1GRPH_FLIP_CONTROL) &
		    R500_D1GRPH_FLIP_CONTROL__D1GRPH_SURFACE_UPDATE_H_RETRACE_EN__MASK;

	if (!dc->pending ||
	    reg(r, display, R500_D1GRPH_UPDATE) & R500_D1GRPH_UPDATE__D1GRPH_UPDATE_LOCK__MASK)
		return;
	if (shows && !line && frame(r) == dc->since)
		return;
	dc->shown = reg(r, display, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS);
	dc->pending = false;
}

void mr500_dc_write(struct mr500 *r, uint32_t offset)
{
	unsigned display = offset >= R500_D2CRTC_H_TOTAL;
	struct mr500_dc *dc = &r->dc[display];

	switch (offset - D2 * display) {
	case R500_D1GRPH_PRIMARY_SURFACE_ADDRESS:
		dc->pending = true;
		dc->since = frame(r);
		break;
	case R500_D1GRPH_UPDATE: /* a lock that is released: from the next frame on */
		dc->since = frame(r);
		break;
	}
	flip(r, display);
}

uint32_t mr500_dc_read(struct mr500 *r, uint32_t offset)
{
	unsigned display = offset >= R500_D2CRTC_H_TOTAL;

	flip(r, display);
	switch (offset - D2 * display) {
	case R500_D1CRTC_FRAME_COUNT:
		return (uint32_t)frame(r) & 0xffffff;
	case R500_D1GRPH_UPDATE:
		return r->reg[offset / 4] |
		       R500_D1GRPH_UPDATE__D1GRPH_SURFACE_UPDATE_PENDING(r->dc[display].pending);
	}
	return r->reg[offset / 4];
}

/* ---- the picture --------------------------------------------------------------------------------------- */
/* The meaning of the entries of fl_model_screen's code[] for this family. */
enum { CONTROL = MR500_DC_CONTROL, X_SHIFT = MR500_DC_X_SHIFT, Y_SHIFT = MR500_DC_Y_SHIFT };

bool mr500_dc_off(char *why, size_t size, const char *text)
{
	snprintf(why, size, "%s", text);
	return false;
}

static unsigned pixel_B(uint32_t control)
{
	switch (R500_D1GRPH_CONTROL__D1GRPH_DEPTH__GET(control)) {
	case R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_16:
		return 2;
	case R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32:
		return 4;
	}
	return 0; /* a palette, or 64 bits a pixel */
}

bool mr500_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	struct mr500 *r = (struct mr500 *)m;
	uint32_t view = R500_REG(r, D1MODE_VIEWPORT_SIZE), start = R500_REG(r, D1MODE_VIEWPORT_START);

	memset(s, 0, sizeof(*s));
	if (r->variant->kind != MR500_KIND_R5XX)
		return mr500_dc_r300_screen(r, s, why, why_size);
	if (!(R500_REG(r, D1CRTC_CONTROL) & R500_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK))
		return mr500_dc_off(why, why_size, "the first CRTC is off (D1CRTC_CONTROL.D1CRTC_MASTER_EN)");
	if (R500_REG(r, D1VGA_CONTROL) & R500_D1VGA_CONTROL__D1VGA_MODE_ENABLE__MASK)
		return mr500_dc_off(why, why_size,
				    "the first CRTC shows VGA (D1VGA_CONTROL.D1VGA_MODE_ENABLE)");
	if (!(R500_REG(r, D1GRPH_ENABLE) & R500_D1GRPH_ENABLE__D1GRPH_ENABLE__MASK))
		return mr500_dc_off(why, why_size, "no surface is shown (D1GRPH_ENABLE)");
	s->code[CONTROL] = R500_REG(r, D1GRPH_CONTROL);
	s->bytes_px = pixel_B(s->code[CONTROL]);
	if (!s->bytes_px)
		return mr500_dc_off(why, why_size,
				    "D1GRPH_CONTROL.D1GRPH_DEPTH: only 16 and 32 bits are modelled");
	s->width = R500_D1MODE_VIEWPORT_SIZE__X__GET(view);
	s->height = R500_D1MODE_VIEWPORT_SIZE__Y__GET(view);
	s->pitch_px = R500_REG(r, D1GRPH_PITCH) & 0xffff;
	flip(r, 0);
	s->addr = r->dc[0].shown & ~0xfffu;
	if (!s->width || !s->height || s->width > MAX_PX || s->height > MAX_PX)
		return mr500_dc_off(why, why_size, "the size is zero (D1MODE_VIEWPORT_SIZE)");
	if (!s->pitch_px)
		return mr500_dc_off(why, why_size, "the pitch is zero (D1GRPH_PITCH)");
	/* pixel (0, 0) of the viewport, in the surface */
	s->code[X_SHIFT] = R500_D1MODE_VIEWPORT_START__X__GET(start) - R500_REG(r, D1GRPH_X_START) +
			   R500_REG(r, D1GRPH_SURFACE_OFFSET_X);
	s->code[Y_SHIFT] = R500_D1MODE_VIEWPORT_START__Y__GET(start) - R500_REG(r, D1GRPH_Y_START) +
			   R500_REG(r, D1GRPH_SURFACE_OFFSET_Y);
	return true;
}

/* Widens n bits to 8 by repeating them from the top. */
static uint8_t wide(uint32_t v, unsigned n)
{
	v &= (1u << n) - 1;
	return (uint8_t)(n == 10  ? v >> 2
			 : n == 4 ? v * 17
			 : n == 5 ? v << 3 | v >> 2
			 : n == 6 ? v << 2 | v >> 4
				  : v);
}

/* The values of D1GRPH_FORMAT depend on the depth: see the register database. */
static void to_rgb(uint32_t control, uint32_t v, uint8_t *rgb)
{
	static const struct {
		uint8_t r, g, b, r_bits, g_bits;
	} f16[] = {{10, 5, 0, 5, 5}, {11, 5, 0, 5, 6}, {8, 4, 0, 4, 4}},
	  f32[] = {{16, 8, 0, 8, 8}, {20, 10, 0, 10, 10}};
	bool deep =
	    R500_D1GRPH_CONTROL__D1GRPH_DEPTH__GET(control) == R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32;
	unsigned format = R500_D1GRPH_CONTROL__D1GRPH_FORMAT__GET(control);

	if (format > (deep ? 1 : 2))
		format = 0;
	const typeof(f16[0]) *f = deep ? &f32[format] : &f16[format];
	unsigned swap = control & R500_D1GRPH_CONTROL__D1GRPH_SWAP_RB__MASK ? 2 : 0;

	rgb[swap] = wide(v >> f->r, f->r_bits);
	rgb[1] = wide(v >> f->g, f->g_bits);
	rgb[2 - swap] = wide(v >> f->b, f->r_bits);
}

/* Where D1GRPH ends in memory; the older CRTC shows all of its picture. */
static uint32_t end(const struct mr500 *r, uint32_t end, uint32_t offset)
{
	return r->variant->kind == MR500_KIND_R5XX ? r->reg[end / 4] + r->reg[offset / 4] : UINT32_MAX;
}

void mr500_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	struct mr500 *r = (struct mr500 *)m;
	uint32_t control = s->code[CONTROL];
	struct fl_tile_key k;
	uint32_t py = y + s->code[Y_SHIFT];
	uint32_t x_end = end(r, R500_D1GRPH_X_END, R500_D1GRPH_SURFACE_OFFSET_X);

	memset(&k, 0, sizeof(k));
	k.base = s->addr;
	k.pitch_px = s->pitch_px;
	k.cpp = (uint8_t)s->bytes_px;
	k.samples = 1;
	k.micro = !!(control & R500_D1GRPH_CONTROL__D1GRPH_TILED__MASK);
	k.macro = !!(control & R500_D1GRPH_CONTROL__D1GRPH_MACRO_ADDRESS_MODE__MASK);
	memset(rgb, 0, 3ull * s->width);
	if (y >= s->height || py >= end(r, R500_D1GRPH_Y_END, R500_D1GRPH_SURFACE_OFFSET_Y))
		return;
	/* The usual case: rows of whole words. */
	const uint8_t *row =
	    k.micro || k.macro || s->code[X_SHIFT] || s->width > s->pitch_px || s->width > x_end
		? NULL
		: fl_mem_span(&m->mem, s->addr + mr500_surface_addr(&k, 0, py, 0),
			      (uint64_t)s->width * s->bytes_px);
	for (unsigned x = 0; row && x < s->width; x++) {
		uint32_t v = 0;

		memcpy(&v, row + (size_t)x * s->bytes_px, s->bytes_px);
		to_rgb(control, v, rgb + 3 * x);
	}
	for (unsigned x = 0; !row && x < s->width; x++) {
		uint32_t px = x + s->code[X_SHIFT], v = 0;
		const uint8_t *p;

		if (px >= s->pitch_px || px >= x_end)
			continue;
		p = fl_mem_span(&m->mem, s->addr + mr500_surface_addr(&k, px, py, 0), s->bytes_px);
		if (!p)
			continue;
		memcpy(&v, p, s->bytes_px);
		to_rgb(control, v, rgb + 3 * x);
	}
}
