/* SPDX-License-Identifier: MIT
 *
 * The stage: waking, memory, command buffers, frames.
 */
#include "lib/fl_stage.h"
#include "hw/r100/crtc.h"
#include "hw/r500/crtc.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw.h"

#include <string.h>

#define SCRATCH_BATCH  2u /* 0 and 1 are the bring-up's (hw/r500/card.h) */
#define TIMEOUT_US     10000000u
#define QEMU_SUBSYSTEM 0x1af4 /* subsystem vendor of QEMU's devices */

/* ---- command buffers: two, so that one is written while the other is read ---- */

static void batch_memory(struct fl_stage *s)
{
	/* fl_dev.vram is the aperture itself: written in order, as write-combined memory wants it. */
	uint32_t *words =
	    s->dev->vram ? (uint32_t *)(uintptr_t)(s->dev->vram + s->batch_B[s->batch_now]) : s->staging;

	s->cs.start = s->cs.at = words;
	s->cs.end = words + FL_STAGE_BATCH_DW;
	s->cs.address = s->vram_addr + s->batch_B[s->batch_now];
}

static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	struct fl_stage *s = cs->priv;
	struct r500_ring *ring = &s->r500.ring;
	uint32_t n_dw = (uint32_t)(cs->at - cs->start);
	enum fl_code code;

	if (!s->dev->vram)
		fl_vram_write(s->dev, s->batch_B[s->batch_now], s->staging, 4ull * n_dw);
	code = r500_ring_begin(ring, 7, err);
	if (code)
		return code;
	r500_ring_ib(ring, (uint32_t)(s->vram_addr + s->batch_B[s->batch_now]), n_dw);
	if (cs->fetched) /* its vertices are read after its packets */
		r500_ring_reg(ring, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_3D_IDLE(1));
	cs->fetched = false;
	s->batch_fence[s->batch_now] = ++s->batch_count;
	r500_ring_reg(ring, R500_SCRATCH_REG(SCRATCH_BATCH), s->batch_count);
	r500_ring_commit(ring);
	/* The next batch's memory was read when its number has arrived: packets are carried out in order. */
	s->batch_now ^= 1;
	code = fl_poll32_reached(s->dev, R500_SCRATCH_REG(SCRATCH_BATCH), s->batch_fence[s->batch_now],
				 TIMEOUT_US, "command buffer read", "SCRATCH_REG2", err);
	batch_memory(s);
	return code;
}

/* ---- opening ---- */

static enum fl_code open_r500(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	enum fl_code code;

	s->is_r500 = true;
	r500_card_init(&s->r500, s->dev);
	s->r500.up.images = o->images;
	code = o->by_registers
		   ? fl_wake_to(&r500_family, &s->r500.up, "pipes", o->progress, o->progress_arg, err)
		   : fl_wake(&r500_family, &s->r500.up, o->progress, o->progress_arg, err);
	if (code)
		return code;
	s->chip_name = s->r500.family->name;
	s->vram_addr = s->r500.up.vram_addr;
	s->has_3d = !o->by_registers;
	fl_vram_init(&s->vram, 0, o->by_registers ? s->r500.up.visible_B : s->r500.up.free_B);
	return FL_OK;
}

static enum fl_code open_r100(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code;

	r100_card_init(&s->r100, s->dev);
	code = r100_identify(&s->r100.up, err);
	if (code)
		return code;
	if (s->r100.chip->pitch_in_pixels)
		return fl_fail(err, FL_FAILED, "%s: no drawing: a Rage 128 has its pitches in another layout",
			       s->dev->name);
	s->chip_name = s->r100.chip->name;
	/* QEMU's ati-vga drops a blit that ends exactly at the end of memory: stay away from it. */
	fl_vram_init(&s->vram, 0,
		     (s->r100.up.visible_B < s->r100.up.vram_B ? s->r100.up.visible_B : s->r100.up.vram_B) -
			 4096);
	return FL_OK;
}

static enum fl_code open_3d(struct fl_stage *s, struct fl_err *err)
{
	const bool rv530 = s->r500.chip->family == R500_FAMILY_RV530;
	const struct fl_draw_chip chip = {.backend = &fl_r500_backend,
					  .vram_addr = s->vram_addr,
					  .info = s->r500.chip,
					  .occlusion_words =
					      (uint8_t)(rv530 ? s->r500.z_pipes : s->r500.pipes)};
	enum fl_code code;

	for (int i = 0; i < 2; i++) {
		code = fl_vram_alloc(&s->vram, 4ull * FL_STAGE_BATCH_DW, 4096, &s->batch_B[i], err);
		if (code)
			return code;
	}
	code = fl_cs_init(&s->cs, s->staging, FL_STAGE_BATCH_DW, submit, s);
	if (code)
		return code;
	fl_write32(s->dev, R500_SCRATCH_REG(SCRATCH_BATCH), 0);
	batch_memory(s);
	code = fl_surface_place(&s->depth, &s->vram, s->width, s->height, FL_Z24S8, FL_MICRO, FL_USE_3D, err);
	if (code)
		return code;
	fl_draw_init(&s->d, &s->cs, &chip);
	fl_2d_init_stream(&s->g, &s->cs, s->vram_addr, FL_2D_R500);
	return FL_OK;
}

static enum fl_code show(struct fl_stage *s, struct fl_err *err)
{
	uint32_t at = (uint32_t)s->screen.offset_B;

	return s->is_r500 ? r500_crtc_set(&s->r500, s->width, s->height, at, s->screen.pitch_px, err)
			  : r100_crtc_set(&s->r100, s->width, s->height, at, s->screen.pitch_px, err);
}

enum fl_code fl_stage_open(struct fl_stage *s, struct fl_dev *dev, const struct fl_stage_options *o,
			   struct fl_err *err)
{
	const struct r500_chip *chip = r500_chip_find(dev->vendor, dev->device);
	enum fl_code code;

	memset(s, 0, sizeof(*s));
	s->dev = dev;
	s->width = o->width ? o->width : 1024;
	s->height = o->height ? o->height : 768;
	if (s->width < FL_STAGE_MIN || s->height < FL_STAGE_MIN || s->width > FL_STAGE_MAX_WIDTH ||
	    s->height > FL_STAGE_MAX_HEIGHT)
		return fl_fail(err, FL_USAGE,
			       "a picture of %u x %u pixels; it must be 64 x 64 to 4032 x 4096", s->width,
			       s->height);
	if (chip && r500_chip_family(chip)->wakes)
		code = open_r500(s, o, err);
	else if (r100_chip_find(dev->vendor, dev->device))
		code = open_r100(s, err);
	else
		code = fl_fail(
		    err, FL_NO_DEVICE,
		    "%s: nothing can be drawn on it; the kit drives R5xx cards and the RV100's 2D engine",
		    dev->name);
	if (code)
		return code;
	code = fl_surface_place(&s->screen, &s->vram, s->width, s->height, FL_ARGB8888, FL_LINEAR,
				FL_USE_2D | FL_USE_DISPLAY | (s->has_3d ? FL_USE_3D : 0), err);
	if (code)
		return code;
	if (s->has_3d)
		code = open_3d(s, err);
	else
		fl_2d_init_mmio(&s->g, dev, s->vram_addr,
				!s->is_r500 && dev->subsys_vendor == QEMU_SUBSYSTEM ? FL_2D_ATI_VGA
										    : FL_2D_R500);
	if (!code && o->show)
		code = show(s, err);
	s->vram_mark = fl_vram_mark(&s->vram);
	return code ? code : fl_stage_reset(s, err);
}

enum fl_code fl_stage_close(struct fl_stage *s, struct fl_err *err)
{
	return s->is_r500 && s->has_3d ? r500_sleep(&s->r500.up, err) : FL_OK;
}

enum fl_code fl_stage_reset(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code;

	fl_vram_release(&s->vram, s->vram_mark);
	memset(s->texture, 0, sizeof(s->texture));
	memset(s->surface, 0, sizeof(s->surface));
	code = fl_2d_target(&s->g, &s->screen);
	if (code) {
		if (err)
			*err = s->g.err;
		return code;
	}
	if (s->has_3d) {
		const struct fl_draw_chip chip = s->d.chip;

		fl_draw_init(&s->d, &s->cs, &chip);
		fl_draw_target(&s->d, &s->screen, &s->depth);
	}
	return FL_OK;
}

enum fl_code fl_stage_finish(struct fl_stage *s, struct fl_err *err)
{
	fl_2d_finish(&s->g);
	if (s->has_3d) {
		fl_draw_finish(&s->d);
		if (fl_cs_flush(&s->cs)) {
			if (err)
				*err = s->cs.err;
			return s->cs.code;
		}
		if (s->d.code) {
			if (err)
				*err = s->d.err;
			return s->d.code;
		}
	}
	if (s->g.code) {
		if (err)
			*err = s->g.err;
		return s->g.code;
	}
	return s->has_3d ? r500_fence_sync(&s->r500.fence, &s->r500.ring, TIMEOUT_US, err) : FL_OK;
}

void fl_stage_row(struct fl_stage *s, uint32_t y, uint32_t *argb)
{
	fl_vram_read(s->dev, s->screen.offset_B + fl_surface_at(&s->screen, 0, y), argb, 4ull * s->width);
}

void fl_stage_3d_done(struct fl_stage *s)
{
	fl_draw_finish(&s->d);
	fl_2d_target(&s->g, &s->screen);
}

void fl_stage_2d_done(struct fl_stage *s)
{
	fl_2d_finish(&s->g);
}

enum fl_code fl_stage_image(struct fl_stage *s, struct fl_surface *image, uint32_t width, uint32_t height,
			    enum fl_format format, uint32_t (*texel)(uint32_t x, uint32_t y),
			    struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info(format);
	uint8_t row[64 * 16];
	enum fl_code code =
	    fl_surface_place(image, &s->vram, width, height, format, FL_LINEAR,
			     FL_USE_TEXTURE | (info && (info->can & FL_CAN_2D) ? FL_USE_2D : 0), err);

	if (code)
		return code;
	if (info && info->block_px > 1)
		return fl_fail(err, FL_USAGE,
			       "an image of %s: it is compressed; fl_image_write() takes its blocks",
			       info->name);
	for (uint32_t y = 0; y < height; y++)
		for (uint32_t x = 0, n; x < width; x += n) {
			n = width - x < 64 ? width - x : 64;
			for (uint32_t i = 0; i < n; i++) {
				uint32_t argb = texel(x + i, y), pixel = fl_pixel(format, argb);
				float rgba[4];

				if (image->bytes_px > 4) {
					fl_pixel_unpack(FL_ARGB8888, &argb, rgba);
					fl_pixel_pack(format, rgba, row + i * image->bytes_px);
				} else {
					memcpy(row + i * image->bytes_px, &pixel, image->bytes_px);
				}
			}
			fl_image_write(s->dev, image, x, y, n, row);
		}
	return FL_OK;
}
