/* SPDX-License-Identifier: MIT
 *
 * A woken card under the render node; see gl_card.h. The stage (lib/fl_stage.h) wakes it and carries the
 * commands; nothing else of the drawing library is used.
 */
#include "demos/firstlight/gl_card.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "lib/fl_stage.h"

#include <stdio.h>
#include <string.h>

#define MODEL      "model:" /* of --device */
#define PAGES(n_B) (((n_B) + 4095) & ~UINT64_C(4095))

/* These are large. */
static struct {
	bool open, awake;
	struct fl_args a;
	struct fl_device device;
	struct fl_stage stage;
	struct fl_stage_options options;
} card;

static uint32_t card_cfg(void *arg, uint32_t where, unsigned size_B)
{
	struct fl_dev *d = &card.device.dev;

	return d->bus->cfg_read(d, where, size_B);
}

static uint32_t card_reg(void *arg, uint32_t reg)
{
	return fl_read32(&card.device.dev, reg);
}

static void card_write(void *arg, uint64_t at_B, const void *from, size_t n_B)
{
	fl_vram_write(&card.device.dev, at_B, from, n_B);
}

static void card_read(void *arg, uint64_t at_B, void *to, size_t n_B)
{
	fl_vram_read(&card.device.dev, at_B, to, n_B);
}

/* Dwords of the packet that begins with this one: types 0 and 3 have the count in bits 29 to 16, less one. */
static uint32_t packet_dw(uint32_t head)
{
	return head >> 30 == 2 ? 1 : (head >> 16 & 0x3fff) + 2;
}

/* A program's stream may be longer than a command buffer: it is cut between packets. */
static bool card_run(void *arg, const uint32_t *dw, uint32_t n_dw, char *why, size_t size)
{
	struct fl_err err = {0};

	for (uint32_t at = 0, n; at < n_dw; at += n) {
		uint32_t *p;

		n = packet_dw(dw[at]);
		n = n < n_dw - at ? n : n_dw - at;
		p = fl_cs_room(&card.stage.cs, n);
		if (!p) {
			snprintf(why, size, "%s", card.stage.cs.err.text);
			return false;
		}
		memcpy(p, dw + at, 4ul * n);
		fl_cs_done(&card.stage.cs, p + n);
	}
	if (!fl_stage_finish(&card.stage, &err) && !fl_device_check(&card.device, &err))
		return true;
	snprintf(why, size, "%s", err.text);
	return false;
}

static enum fl_code wake(struct fl_err *err)
{
	enum fl_code code = fl_stage_open(&card.stage, &card.device.dev, &card.options, err);

	card.awake = !code;
	if (!code && !card.stage.has_3d)
		return fl_fail(err, FL_NO_DEVICE, "%s: it has no 3D that the kit drives, which OpenGL needs",
			       card.device.dev.name);
	return code;
}

/* As --transport says; else the first of two ways that works. */
static enum fl_code wake_somehow(struct fl_err *err)
{
	enum fl_code code;

	if (card.options.transport != FL_TRANSPORT_AUTO)
		return wake(err);
	card.options.transport = FL_TRANSPORT_VRAM;
	code = wake(err);
	if (code != FL_TIMEOUT && code != FL_FAILED)
		return code;
	card.options.transport = FL_TRANSPORT_SYSTEM;
	return wake(err);
}

/* The steps of waking begin with the reset; what is in video memory stays. */
static bool card_reset(void *arg)
{
	struct fl_err err = {0};

	if (!wake(&err))
		return true;
	fl_complain(FL_FAILED, "the card could not be reset: %s", err.text);
	return false;
}

static const struct fl_report *card_report(void *arg, unsigned i)
{
	return card.device.model ? fl_model_report(card.device.model, i) : NULL;
}

static enum fl_code open_device(const struct fl_args *a, struct fl_err *err)
{
	enum fl_code code;

	card.a = *a;
	card.a.log = NULL; /* of submissions, not of accesses */
	if (!strncmp(a->device, MODEL, strlen(MODEL))) {
		card.a.device = NULL;
		card.a.chip = a->device + strlen(MODEL);
	}
	code = fl_device_transport(a, &card.options.transport, err);
	if (!code)
		code = fl_device_open(&card.device, &card.a, err);
	card.open = !code;
	/* a card that cannot be woken wants no firmware */
	if (!code)
		code = fl_wake_first(card.device.family, &card.device.dev, err);
	return code ? code : fl_device_firmware(&card.device, &card.a, err);
}

enum fl_code fl_gl_card_open(const struct fl_args *a, struct fl_drm_metal *metal, const char **chip,
			     struct fl_err *err)
{
	const struct fl_bringup *up = &card.stage.card.up;
	enum fl_code code = open_device(a, err);

	card.options.width = card.options.height = FL_STAGE_MIN; /* nobody looks at its screen */
	card.options.images = card.device.firmware.images;
	/* Pushed by hand (PIO), commands write single dwords, and Mesa's constants of vertex programs are
	 * whole vectors of R5xx. */
	if (!code && card.options.transport == FL_TRANSPORT_PIO)
		code =
		    fl_fail(err, FL_USAGE, "--transport pio: OpenGL wants commands fetched: vram or system");
	if (!code)
		code = wake_somehow(err);
	if (code)
		return code;
	*chip = card.a.device ? card.stage.chip_name : card.a.chip;
	*metal = (struct fl_drm_metal){.vram_B = up->vram_B,
				       .vram_addr = up->vram_addr,
				       .first_B = PAGES(fl_vram_mark(&card.stage.vram)),
				       .end_B = card.stage.vram.end_B,
				       .cfg = card_cfg,
				       .reg = card_reg,
				       .write = card_write,
				       .read = card_read,
				       .run = card_run,
				       .reset = card_reset,
				       .report = card_report};
	return FL_OK;
}

int fl_gl_card_close(int code)
{
	struct fl_err err = {0};

	if (card.awake && fl_stage_close(&card.stage, &err) && !code)
		code = fl_complain_err(&err);
	card.awake = false;
	if (!card.open)
		return code;
	card.open = false;
	return fl_device_close(&card.device, code);
}
