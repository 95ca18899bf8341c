/* SPDX-License-Identifier: MIT
 *
 * DC: what the displays show and when that changes; see dc.h. The meaning of the registers is from Linux
 * radeon, atombios_crtc.c (avivo_crtc_do_set_base), rv515.c. The gamma table is the linear one that it is
 * after reset.
 */
#include "hw/model/avivo/dc.h"
#include "hw/regs/avivo.h"
#include <stdio.h>
#include <string.h>

enum { MAX_PX = 8192 }; /* the size fields have 13 bits (Linux: viewports up to 8191) */

const struct fl_dc_places fl_dc_avivo = {
    .d = "D1",
    .view = "MODE_VIEWPORT_SIZE",
    .displays = 2,
    .behind = {0, AVIVO_D2CRTC_H_TOTAL - AVIVO_D1CRTC_H_TOTAL},
    .first = AVIVO_D1CRTC_H_TOTAL,
    .end = AVIVO_D2CRTC_H_TOTAL,
    .below = 0xfff,
    .vga_control = AVIVO_D1VGA_CONTROL,
    .crtc_control = AVIVO_D1CRTC_CONTROL,
    .frame_count = AVIVO_D1CRTC_FRAME_COUNT,
    .double_buffer = AVIVO_D1CRTC_DOUBLE_BUFFER_CONTROL,
    .enable = AVIVO_D1GRPH_ENABLE,
    .control = AVIVO_D1GRPH_CONTROL,
    .primary = AVIVO_D1GRPH_PRIMARY_SURFACE_ADDRESS,
    .pitch = AVIVO_D1GRPH_PITCH,
    .offset_x = AVIVO_D1GRPH_SURFACE_OFFSET_X,
    .offset_y = AVIVO_D1GRPH_SURFACE_OFFSET_Y,
    .x_start = AVIVO_D1GRPH_X_START,
    .y_start = AVIVO_D1GRPH_Y_START,
    .x_end = AVIVO_D1GRPH_X_END,
    .y_end = AVIVO_D1GRPH_Y_END,
    .update = AVIVO_D1GRPH_UPDATE,
    .flip = AVIVO_D1GRPH_FLIP_CONTROL,
    .view_start = AVIVO_D1MODE_VIEWPORT_START,
    .view_size = AVIVO_D1MODE_VIEWPORT_SIZE,
};

#define VGA(dc, name) ((dc)->reg[AVIVO_##name / 4])
#define REG(dc, name) ((dc)->reg[(dc)->at->name / 4])

void fl_dc_reset(struct fl_dc *dc)
{
	memset(dc->display, 0, sizeof(dc->display));
}

void fl_dc_post(struct fl_dc *dc, uint32_t vram)
{
	REG(dc, crtc_control) = AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN(1);
	for (unsigned i = 0; i < dc->at->displays; i++)
		dc->reg[(dc->at->double_buffer + dc->at->behind[i]) / 4] =
		    AVIVO_D1CRTC_DOUBLE_BUFFER_CONTROL__D1CRTC_UPDATE_INSTANTLY(1);
	VGA(dc, VGA_RENDER_CONTROL) = AVIVO_VGA_RENDER_CONTROL__VGA_VSTATUS_CNTL(1);
	VGA(dc, VGA_MEMORY_BASE_ADDRESS) = vram;
	REG(dc, vga_control) = AVIVO_D1VGA_CONTROL__D1VGA_MODE_ENABLE(1);
}

/* ---- registers: frames, flips -------------------------------------------------------------------------- */
enum { FRAMES_HZ = 60, US_A_SECOND = 1000000 };

static uint64_t frame(const struct fl_dc *dc)
{
	return dc->m->now_us * FRAMES_HZ / US_A_SECOND;
}

static uint32_t reg(const struct fl_dc *dc, unsigned display, uint32_t first)
{
	return dc->reg[(first + dc->at->behind[display]) / 4];
}

/* Whose register it is, and which one of the first display it is like. */
static unsigned display_of(const struct fl_dc *dc, uint32_t *offset)
{
	unsigned i = dc->at->displays;

	while (--i &&
	       (*offset < dc->at->first + dc->at->behind[i] || *offset >= dc->at->end + dc->at->behind[i]))
		;
	*offset -= dc->at->behind[i];
	return i;
}

/* A new surface is shown from the next frame on; with D1GRPH_SURFACE_UPDATE_H_RETRACE_EN from the next line
 * on, which is at once here, and so it is where nothing is shown. D1GRPH_UPDATE_LOCK holds it back. */
static void flip(struct fl_dc *dc, unsigned display)
{
	struct fl_dc_display *d = &dc->display[display];
	bool shows = reg(dc, display, dc->at->crtc_control) & AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK &&
		     reg(dc, display, dc->at->enable) & AVIVO_D1GRPH_ENABLE__D1GRPH_ENABLE__MASK;
	bool line = reg(dc, display, dc->at->flip) &
		    AVIVO_D1GRPH_FLIP_CONTROL__D1GRPH_SURFACE_UPDATE_H_RETRACE_EN__MASK;

	if (!d->pending || reg(dc, display, dc->at->update) & AVIVO_D1GRPH_UPDATE__D1GRPH_UPDATE_LOCK__MASK)
		return;
	if (shows && !line && frame(dc) == d->since)
		return;
	d->shown = reg(dc, display, dc->at->primary);
	d->pending = false;
}

void fl_dc_write(struct fl_dc *dc, uint32_t offset)
{
	unsigned display = display_of(dc, &offset);
	struct fl_dc_display *d = &dc->display[display];

	if (offset == dc->at->primary) {
		d->pending = true;
		d->since = frame(dc);
	} else if (offset == dc->at->update) { /* a lock that is released: from the next frame on */
		d->since = frame(dc);
	}
	flip(dc, display);
}

uint32_t fl_dc_read(struct fl_dc *dc, uint32_t offset)
{
	uint32_t value = dc->reg[offset / 4];
	unsigned display = display_of(dc, &offset);

	flip(dc, display);
	if (offset == dc->at->frame_count)
		return (uint32_t)frame(dc) & 0xffffff;
	if (offset == dc->at->update)
		value = (value & ~AVIVO_D1GRPH_UPDATE__D1GRPH_SURFACE_UPDATE_PENDING__MASK) |
			AVIVO_D1GRPH_UPDATE__D1GRPH_SURFACE_UPDATE_PENDING(dc->display[display].pending);
	return value;
}

/* ---- the picture --------------------------------------------------------------------------------------- */
enum { CONTROL = FL_DC_CONTROL, X_SHIFT = FL_DC_X_SHIFT, Y_SHIFT = FL_DC_Y_SHIFT };

bool fl_dc_off(char *why, size_t size, const char *text)
{
	snprintf(why, size, "%s", text);
	return false;
}

/* The same, and the register that says so; field: which of its bits, or "". */
static bool off_by(const struct fl_dc *dc, char *why, size_t size, const char *text, const char *reg,
		   const char *field)
{
	snprintf(why, size, "%s (%s%s%s%s%s)", text, dc->at->d, reg, *field ? "." : "",
		 *field ? dc->at->d : "", field);
	return false;
}

static unsigned pixel_B(uint32_t control)
{
	switch (AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__GET(control)) {
	case AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_16:
		return 2;
	case AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32:
		return 4;
	}
	return 0; /* a palette, or 64 bits a pixel */
}

bool fl_dc_screen(struct fl_dc *dc, struct fl_model_screen *s, char *why, size_t why_size)
{
	uint32_t view = REG(dc, view_size), start = REG(dc, view_start);

	memset(s, 0, sizeof(*s));
	if (!(REG(dc, crtc_control) & AVIVO_D1CRTC_CONTROL__D1CRTC_MASTER_EN__MASK))
		return off_by(dc, why, why_size, "the first CRTC is off", "CRTC_CONTROL", "CRTC_MASTER_EN");
	if (REG(dc, vga_control) & AVIVO_D1VGA_CONTROL__D1VGA_MODE_ENABLE__MASK)
		return fl_dc_off(why, why_size, "the first CRTC shows VGA (D1VGA_CONTROL.D1VGA_MODE_ENABLE)");
	if (!(REG(dc, enable) & AVIVO_D1GRPH_ENABLE__D1GRPH_ENABLE__MASK))
		return off_by(dc, why, why_size, "no surface is shown", "GRPH_ENABLE", "");
	s->code[CONTROL] = REG(dc, control);
	s->bytes_px = pixel_B(s->code[CONTROL]);
	if (!s->bytes_px)
		return off_by(dc, why, why_size, "only 16 and 32 bits a pixel are modelled", "GRPH_CONTROL",
			      "GRPH_DEPTH");
	s->width = AVIVO_D1MODE_VIEWPORT_SIZE__X__GET(view);
	s->height = AVIVO_D1MODE_VIEWPORT_SIZE__Y__GET(view);
	s->pitch_px = REG(dc, pitch) & 0xffff;
	flip(dc, 0);
	s->addr = dc->display[0].shown & ~(uint32_t)dc->at->below;
	if (!s->width || !s->height || s->width > MAX_PX || s->height > MAX_PX)
		return off_by(dc, why, why_size, "the size is zero", dc->at->view, "");
	if (!s->pitch_px)
		return off_by(dc, why, why_size, "the pitch is zero", "GRPH_PITCH", "");
	/* pixel (0, 0) of the viewport, in the surface */
	s->code[X_SHIFT] = AVIVO_D1MODE_VIEWPORT_START__X__GET(start) - REG(dc, x_start) + REG(dc, offset_x);
	s->code[Y_SHIFT] = AVIVO_D1MODE_VIEWPORT_START__Y__GET(start) - REG(dc, y_start) + REG(dc, offset_y);
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
	    AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__GET(control) == AVIVO_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32;
	unsigned format = AVIVO_D1GRPH_CONTROL__D1GRPH_FORMAT__GET(control);

	if (format > (deep ? 1 : 2))
		format = 0;
	const typeof(f16[0]) *f = deep ? &f32[format] : &f16[format];
	unsigned swap = control & AVIVO_D1GRPH_CONTROL__D1GRPH_SWAP_RB__MASK ? 2 : 0;

	rgb[swap] = wide(v >> f->r, f->r_bits);
	rgb[1] = wide(v >> f->g, f->g_bits);
	rgb[2 - swap] = wide(v >> f->b, f->r_bits);
}

void fl_dc_surface(const struct fl_dc *dc, const struct fl_model_screen *s, struct fl_dc_surface *out)
{
	memset(out, 0, sizeof(*out));
	out->key.base = s->addr;
	out->key.pitch_px = s->pitch_px;
	out->key.cpp = (uint8_t)s->bytes_px;
	out->key.samples = 1;
	out->x_end = REG(dc, x_end) + REG(dc, offset_x);
	out->y_end = REG(dc, y_end) + REG(dc, offset_y);
}

void fl_dc_row(const struct fl_dc *dc, const struct fl_model_screen *s, const struct fl_dc_surface *f,
	       unsigned y, uint8_t *rgb)
{
	const struct fl_mem *mem = &dc->m->mem;
	uint32_t control = s->code[CONTROL], py = y + s->code[Y_SHIFT];

	memset(rgb, 0, 3ull * s->width);
	if (y >= s->height || py >= f->y_end)
		return;
	/* The usual case: rows of whole words. */
	const uint8_t *row =
	    !f->linear || s->code[X_SHIFT] || s->width > s->pitch_px || s->width > f->x_end
		? NULL
		: fl_mem_span(mem, s->addr + f->addr(&f->key, 0, py, 0), (uint64_t)s->width * s->bytes_px);
	for (unsigned x = 0; row && x < s->width; x++) {
		uint32_t v = 0;

		memcpy(&v, row + (size_t)x * s->bytes_px, s->bytes_px);
		to_rgb(control, v, rgb + 3 * x);
	}
	for (unsigned x = 0; !row && x < s->width; x++) {
		uint32_t px = x + s->code[X_SHIFT], v = 0;
		const uint8_t *p;

		if (px >= s->pitch_px || px >= f->x_end)
			continue;
		p = fl_mem_span(mem, s->addr + f->addr(&f->key, px, py, 0), s->bytes_px);
		if (!p)
			continue;
		memcpy(&v, p, s->bytes_px);
		to_rgb(control, v, rgb + 3 * x);
	}
}
