/* SPDX-License-Identifier: MIT
 *
 * Waking a toy: its steps, in order; and its display.
 */
#include "hw/toy/card.h"
#include "hw/fl_mode.h"

enum fl_code toy_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct fl_dev *d = up->dev;
	uint32_t id = fl_read32(d, TOY_ID);

	if (TOY_ID__CHIP__GET(id) != TOY_ID__CHIP__TOY)
		return fl_fail(err, FL_FAILED, "%s: ID reads 0x%08x, which is no toy's", d->name, id);
	up->chip = "TOY";
	up->vram_B = (uint64_t)TOY_ID__MEMORY_MIB__GET(id) << 20;
	up->visible_B = d->vram_size_B < up->vram_B ? d->vram_size_B : up->vram_B;
	up->free_B = up->visible_B;
	fl_did(up, "a toy with %u MiB", (unsigned)(up->vram_B >> 20));
	return FL_OK;
}

enum fl_code toy_reset(struct fl_bringup *up, struct fl_err *err)
{
	fl_write32(up->dev, TOY_RING, 0);
	fl_did(up, "the ring is off");
	return fl_poll32(up->dev, TOY_POINTER, ~0u, 0, TOY_TIMEOUT_US, "reset", "POINTER", err);
}

enum fl_code toy_ring(struct fl_bringup *up, struct fl_err *err)
{
	struct toy_card *c = toy_card(up);

	c->written = 0;
	c->ring_B = up->visible_B - (4u << TOY_RING_LOG2_DW);
	up->free_B = c->ring_B;
	up->transport = FL_TRANSPORT_VRAM;
	fl_did(up, "%u dwords at 0x%llx", 1u << TOY_RING_LOG2_DW, (unsigned long long)c->ring_B);
	return toy_ring_start(up->dev, c->ring_B, err);
}

/* A pixel is copied, and the ring says when. */
enum fl_code toy_fence(struct fl_bringup *up, struct fl_err *err)
{
	struct toy_card *c = toy_card(up);
	const uint64_t at_B = up->free_B - 8;
	const uint32_t pixels[2] = {0xcafe5678, 0};
	const uint32_t copy[TOY_COPY_DW] = {TOY_PACKET(COPY, TOY_COPY_DW), (uint32_t)at_B + 4, (uint32_t)at_B,
					    0,
					    TOY_PKT3_COPY__SIZE__WIDTH(1) | TOY_PKT3_COPY__SIZE__HEIGHT(1)};
	uint32_t got;
	enum fl_code code;

	fl_vram_write(up->dev, at_B, pixels, sizeof(pixels));
	code = toy_ring_send(c, copy, TOY_COPY_DW, err);
	if (code)
		return code;
	fl_vram_read(up->dev, at_B + 4, &got, 4);
	if (got != pixels[0])
		return fl_fail(err, FL_FAILED, "fence: a pixel was copied as 0x%08x, and was 0x%08x", got,
			       pixels[0]);
	fl_did(up, "a pixel was copied, and POINTER says so");
	return FL_OK;
}

enum fl_code toy_show(struct fl_dev *d, unsigned width, unsigned height, uint64_t at_B, struct fl_err *err)
{
	static const unsigned widths[] = {[TOY_SCREEN__MODE__MODE_640X480] = 640,
					  [TOY_SCREEN__MODE__MODE_800X600] = 800,
					  [TOY_SCREEN__MODE__MODE_1024X768] = 1024,
					  [TOY_SCREEN__MODE__MODE_1280X1024] = 1280};
	uint32_t mode = fl_mode_find(width, height) ? TOY_SCREEN__MODE__MODE_1280X1024 : 0;

	while (mode && widths[mode] != width)
		mode--;
	if (!mode)
		return fl_fail(err, FL_USAGE, "%s: no mode of %ux%u", d->name, width, height);
	fl_write32(d, TOY_SCREEN,
		   TOY_SCREEN__MODE(mode) | TOY_SCREEN__BASE((uint32_t)(at_B >> TOY_SCREEN__BASE__SHIFT)));
	return FL_OK;
}
