/* SPDX-License-Identifier: MIT
 *
 * Does a picture fit, and in which mode; see fl_crtc.h.
 */
#include "hw/fl_crtc.h"

enum {
	/* VGA's two clocks: of 8 and of 9 pixels a character. Which one runs cannot be read safely. */
	VGA_CLOCK_HZ = 25175000,
	VGA_CLOCK_9_HZ = 28322000,
	/* What monitors take: VESA DMT 1.13 has no mode outside of it but reduced ones for flat panels. */
	MIN_HZ = 50,
	MAX_HZ = 85,
};

enum fl_code fl_crtc_picture(const struct fl_bringup *up, unsigned width, unsigned height, uint32_t offset_B,
			     unsigned pitch_px, struct fl_crtc_picture *p, struct fl_err *err)
{
	p->width = width;
	p->height = height;
	p->pitch_px = pitch_px;
	p->addr = (uint32_t)up->vram_addr + offset_B;
	if (pitch_px < width || pitch_px % 64 || offset_B % 4096)
		return fl_fail(
		    err, FL_USAGE,
		    "CRTC: a pitch of %u pixels at 0x%x cannot be shown: 64 pixels, 4 KiB, at least %u",
		    pitch_px, offset_B, width);
	if (4ull * pitch_px * height + offset_B > up->vram_B)
		return fl_fail(err, FL_USAGE,
			       "CRTC: %u lines of %u pixels at 0x%x do not fit into %llu KiB of VRAM", height,
			       pitch_px, offset_B, (unsigned long long)(up->vram_B >> 10));
	return FL_OK;
}

enum fl_code fl_crtc_keeps(struct fl_bringup *up, unsigned number, unsigned x, unsigned y,
			   const struct fl_crtc_picture *p, struct fl_err *err)
{
	if (p->width > x || p->height > y)
		return fl_fail(err, FL_USAGE, "CRTC %u keeps its mode of %ux%u, in which %ux%u do not fit",
			       number, x, y, p->width, p->height);
	fl_did(up, "CRTC %u keeps its mode of %ux%u", number, x, y);
	return FL_OK;
}

enum fl_code fl_crtc_mode(struct fl_bringup *up, unsigned number, bool vga, const struct fl_crtc_picture *p,
			  const struct fl_mode **mode, struct fl_err *err)
{
	const struct fl_mode *m = *mode = fl_mode_find(p->width, p->height);
	uint32_t total, low, high;

	if (!m)
		return fl_fail(err, FL_USAGE,
			       "no mode of %ux%u; there are 640x480, 800x600, 1024x768 and 1280x1024",
			       p->width, p->height);
	if (!vga) {
		fl_did(up, "CRTC %u: %ux%u", number, p->width, p->height);
		return FL_OK;
	}
	total = (uint32_t)m->h_total * m->v_total;
	low = (VGA_CLOCK_HZ + total / 2) / total;
	high = (VGA_CLOCK_9_HZ + total / 2) / total;
	if (low < MIN_HZ) /* too fast is no mode that there is: 640x480, the smallest, has 60 and 67 Hz */
		return fl_fail(err, FL_USAGE,
			       "CRTC %u shows VGA text, whose clock makes %u to %u Hz of %ux%u: "
			       "monitors take %u to %u Hz. Take 640x480",
			       number, low, high, p->width, p->height, MIN_HZ, MAX_HZ);
	fl_did(up, "CRTC %u: %ux%u at %u or %u Hz, by the clock of VGA text", number, p->width, p->height,
	       low, high);
	return FL_OK;
}

enum fl_code fl_crtc_took(unsigned number, uint32_t addr, const struct fl_crtc_picture *p, struct fl_err *err)
{
	if (addr == p->addr)
		return FL_OK;
	return fl_fail(err, FL_FAILED, "CRTC %u: its surface's address reads 0x%08x after 0x%08x was written",
		       number, addr, p->addr);
}

enum fl_code fl_crtc_show(struct fl_bringup *up, const struct fl_crtc_ops *ops, unsigned n,
			  const struct fl_crtc_picture *p, struct fl_err *err)
{
	const struct fl_mode *m;
	enum fl_code code = FL_OK;
	bool kept = false;
	unsigned i, x, y;

	for (i = 0; i < n && !code; i++) {
		if (!ops->graphics(up, i, &x, &y))
			continue;
		kept = true;
		code = fl_crtc_keeps(up, i + 1, x, y, p, err);
		if (!code)
			code = ops->show(up, i, NULL, p, err);
	}
	if (kept)
		return code;
	for (i = 0; i < n && !ops->lit(up, i);)
		i++;
	i = i < n ? i : 0;
	code = fl_crtc_mode(up, i + 1, ops->vga(up, i), p, &m, err);
	return code ? code : ops->show(up, i, m, p, err);
}
