/* SPDX-License-Identifier: MIT
 *
 * The stage: waking, memory, command buffers, frames.
 */
#include "lib/fl_stage_family.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"

#include <string.h>

/* ---- command buffers: two, so that one is written while the other is read ---- */

static void batch_memory(struct fl_stage *s)
{
	const struct fl_bringup *up = &s->card.up;
	uint32_t *words = s->staging;

	/* fl_dev.vram is the aperture itself: written in order, as write-combined memory wants it. */
	if (up->transport == FL_TRANSPORT_SYSTEM)
		words = (uint32_t *)(uintptr_t)up->commands.cpu + s->batch_now * FL_STAGE_BATCH_DW;
	else if (up->transport == FL_TRANSPORT_VRAM && s->dev->vram)
		words = (uint32_t *)(uintptr_t)(s->dev->vram + s->batch_B[s->batch_now]);
	memcpy(words, s->head, sizeof(s->head[0]) * s->head_dw);
	s->cs.address =
	    4 * s->head_dw + (s->family->one_memory ? up->commands.addr + 4 * s->batch_now * FL_STAGE_BATCH_DW
						    : up->vram_addr + s->batch_B[s->batch_now]);
	s->cs.start = s->cs.at = words + s->head_dw;
	s->cs.end = words + FL_STAGE_BATCH_DW - s->family->tail_dw;
}

static enum fl_code submit(struct fl_cs *cs, struct fl_err *err)
{
	struct fl_stage *s = cs->priv;
	uint32_t *words = cs->start - s->head_dw, n_dw = (uint32_t)(cs->at - words);
	enum fl_code code;

	/* Where commands do not come from VRAM, what else is read of them does. */
	if (s->card.up.transport == FL_TRANSPORT_VRAM ? !s->dev->vram : cs->fetched && !s->family->one_memory)
		fl_vram_write(s->dev, s->batch_B[s->batch_now], words, 4ull * n_dw);
	s->batch_fence[s->batch_now] = ++s->batch_count;
	code = s->family->submit(s, n_dw, cs->fetched, err);
	if (code)
		return code;
	cs->fetched = false;
	s->batch_now ^= 1;
	code = s->family->reached(s, s->batch_fence[s->batch_now], err);
	batch_memory(s);
	return code;
}

enum fl_code fl_stage_stream(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	if (s->card.up.transport == FL_TRANSPORT_SYSTEM &&
	    s->card.up.commands.size_B < sizeof(s->staging) * 2)
		return fl_fail(err, FL_FAILED, "no memory for command buffers");
	for (int i = 0; i < 2 && !code && !s->family->one_memory; i++)
		code = fl_vram_alloc(&s->vram, 4ull * FL_STAGE_BATCH_DW, 4096, &s->batch_B[i], err);
	if (!code)
		code = fl_cs_init(&s->cs, s->staging, FL_STAGE_BATCH_DW, submit, s);
	if (code)
		return code;
	batch_memory(s);
	if (s->no_3d || !(s->vram.rules->can[FL_Z24S8] & FL_CAN_DEPTH))
		return FL_OK; /* there are no depth buffers */
	return fl_surface_place(&s->depth, &s->vram, s->width, s->height, FL_Z24S8, FL_MICRO, FL_USE_3D, err);
}

/* A failure that was noted earlier comes out. */
static enum fl_code noted(struct fl_err *err, const struct fl_err *from, enum fl_code code)
{
	if (err && code)
		*err = *from;
	return code;
}

/* ---- opening ---- */

/* What the kit draws on, as a message names it: "R3xx to R5xx cards and the RV100's 2D engine". */
static enum fl_code no_family(const struct fl_dev *dev, struct fl_err *err)
{
	char names[160] = "";
	size_t n = 0;

	for (const struct fl_stage_family *const *f = fl_stages; *f && n < sizeof(names); f++)
		n += (size_t)fl_format(names + n, sizeof(names) - n, "%s%s",
				       f == fl_stages ? ""
				       : f[1]         ? ", "
						      : " and ",
				       (*f)->draws);
	return fl_fail(err, FL_NO_DEVICE, "%s: nothing can be drawn on it; the kit drives %s", dev->name,
		       names);
}

static const struct fl_stage_family *family_of(struct fl_dev *dev)
{
	struct fl_card card;

	if (!fl_card_of(dev, &card) || !card.wakes)
		return NULL;
	for (const struct fl_stage_family *const *f = fl_stages; *f; f++)
		if ((*f)->family == card.family)
			return *f;
	return NULL;
}

bool fl_stage_shows(struct fl_dev *dev)
{
	const struct fl_stage_family *f = family_of(dev);

	return f && f->show;
}

const struct fl_2d_engine *fl_stage_engine(const char *name)
{
	for (const struct fl_stage_family *const *f = fl_stages; *f; f++)
		if ((*f)->engine && fl_str_same((*f)->engine->name, name))
			return (*f)->engine;
	return NULL;
}

static enum fl_code set_up(struct fl_stage *s, const struct fl_stage_options *o, struct fl_err *err)
{
	enum fl_code code = s->family->open(s, o, err);

	if (code)
		return code;
	s->chip_name = s->card.up.chip;
	s->has_3d = !s->no_3d;
	code = fl_surface_place(&s->screen, &s->vram, s->width, s->height, FL_ARGB8888, FL_LINEAR,
				FL_USE_2D | FL_USE_DISPLAY | (s->has_3d ? FL_USE_3D : 0), err);
	if (!code)
		code = s->family->engines(s, err);
	if (!code && o->show) {
		code = s->family->show(s, err);
		if (o->progress)
			o->progress(o->progress_arg, &(const struct fl_step){.name = "display"}, code,
				    &s->card.up, err);
	}
	s->vram_mark = fl_vram_mark(&s->vram);
	return code ? code : fl_stage_reset(s, err);
}

enum fl_code fl_stage_open(struct fl_stage *s, struct fl_dev *dev, const struct fl_stage_options *o,
			   struct fl_err *err)
{
	struct fl_err late;
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
	s->family = family_of(dev);
	if (!s->family)
		return no_family(dev, err);
	if (o->show && !s->family->show)
		return fl_fail(err, FL_NO_DEVICE,
			       "%s: it has no display; another part of the board shows what it draws",
			       dev->name);
	fl_family_init(s->family->family, &s->card.up, dev);
	s->card.up.images = o->images;
	s->card.up.transport = o->transport;
	code = set_up(s, o, err);
	if (code)
		fl_sleep(s->family->family, dev, &late);
	return code;
}

enum fl_code fl_stage_close(struct fl_stage *s, struct fl_err *err)
{
	return s->family ? fl_sleep(s->family->family, s->dev, err) : FL_OK;
}

enum fl_code fl_stage_reset(struct fl_stage *s, struct fl_err *err)
{
	enum fl_code code;

	fl_vram_release(&s->vram, s->vram_mark);
	memset(s->texture, 0, sizeof(s->texture));
	memset(s->surface, 0, sizeof(s->surface));
	code = noted(err, &s->g.err, fl_2d_target(&s->g, &s->screen));
	if (code)
		return code;
	if (s->has_3d) {
		const struct fl_draw_chip chip = s->d.chip;

		fl_draw_init(&s->d, &s->cs, &chip);
		fl_draw_target(&s->d, &s->screen, s->depth.rules ? &s->depth : NULL);
	}
	return FL_OK;
}

enum fl_code fl_stage_finish(struct fl_stage *s, struct fl_err *err)
{
	const bool stream = s->cs.submit != NULL;
	enum fl_code code = FL_OK;

	fl_2d_finish(&s->g);
	if (s->has_3d)
		fl_draw_finish(&s->d);
	if (stream)
		code = noted(err, &s->cs.err, fl_cs_flush(&s->cs));
	if (!code)
		code = noted(err, &s->d.err, s->d.code);
	if (!code)
		code = noted(err, &s->g.err, s->g.code);
	return code || !stream ? code : s->family->wait(s, err);
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
	enum fl_code code = fl_surface_place(
	    image, &s->vram, width, height, format, FL_LINEAR,
	    FL_USE_TEXTURE | (info && (s->vram.rules->can[format] & FL_CAN_2D) ? FL_USE_2D : 0), err);

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
