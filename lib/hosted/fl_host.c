/* SPDX-License-Identifier: MIT
 *
 * Opening, waking, and keeping the picture, for programs under Linux.
 */
#include "lib/hosted/fl_host.h"
#include "hw/fl_wake.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The card is asleep already where all went well, and here where it did not. */
static void let_go(struct fl_host *h)
{
	struct fl_err late;

	if (h->dev.bus) {
		fl_stage_close(&h->stage, &late);
		fl_dev_close(&h->dev);
	}
	if (h->model)
		fl_model_delete(h->model);
	h->dev.bus = NULL;
	h->model = NULL;
}

/* from: where the card's firmware comes from. A card that cannot be woken wants none: opening the stage says
 * why. */
static enum fl_code open_stage(struct fl_host *h, const struct fl_firmware_source *from, uint32_t width,
			       uint32_t height)
{
	struct fl_stage_options o = {.width = width, .height = height};
	const struct fl_family *f = fl_family_of(&h->dev);
	enum fl_code code = FL_OK;

	if (!fl_wake_first(f, &h->dev, &h->err))
		code = fl_firmware_load(&h->firmware, f, &h->dev, from, &h->err);
	o.images = h->firmware.images;
	return code ? code : fl_stage_open(&h->stage, &h->dev, &o, &h->err);
}

enum fl_code fl_host_open_model(struct fl_host *h, const char *chip, const struct fl_model_config *config,
				uint32_t width, uint32_t height)
{
	struct fl_model_config posted = *config;
	enum fl_code code;
	char why[256];

	memset(h, 0, sizeof(*h));
	posted.posted = true;
	h->model = fl_model_new(chip, &posted, why, sizeof(why));
	if (!h->model)
		return fl_fail(&h->err, FL_NO_DEVICE, "%s", why);
	code = fl_open_model(&h->dev, h->model, chip, &h->err);
	return code ? code : open_stage(h, &(const struct fl_firmware_source){.model = chip}, width, height);
}

enum fl_code fl_host_open_card(struct fl_host *h, const char *slot, const struct fl_open_options *options,
			       uint32_t width, uint32_t height)
{
	const struct fl_firmware_source from = {.root = options ? options->root : NULL};
	enum fl_code code;

	memset(h, 0, sizeof(*h));
	code = fl_open_card(&h->dev, slot, options, &h->err);
	return code ? code : open_stage(h, &from, width, height);
}

enum fl_code fl_host_open(struct fl_host *h, const char *what, uint32_t width, uint32_t height)
{
	/* A slot has a colon in it, and no chip's name has. */
	if (!strchr(what, ':') && strcmp(what, "qtest"))
		return fl_host_open_model(h, what, &(const struct fl_model_config){0}, width, height);
	return fl_host_open_card(h, what, &(const struct fl_open_options){0}, width, height);
}

enum fl_code fl_host_picture(struct fl_host *h, const char *path)
{
	const struct fl_cs *cs = &h->stage.cs;
	uint32_t row[4096];
	bool bad;
	FILE *f;

	if (cs->at != cs->start)
		return fl_fail(
		    &h->err, FL_USAGE,
		    "%s: what was drawn still waits to be sent: fl_stage_finish() comes before the picture",
		    path);
	f = fopen(path, "wb");
	if (!f)
		return fl_fail(&h->err, FL_FAILED, "%s: %s", path, strerror(errno));
	fprintf(f, "P6\n%u %u\n255\n", h->stage.width, h->stage.height);
	for (uint32_t y = 0; y < h->stage.height; y++) {
		fl_stage_row(&h->stage, y, row);
		for (uint32_t x = 0; x < h->stage.width; x++) {
			const uint8_t rgb[3] = {(uint8_t)(row[x] >> 16), (uint8_t)(row[x] >> 8),
						(uint8_t)row[x]};

			fwrite(rgb, 1, 3, f);
		}
	}
	bad = ferror(f);
	if (fclose(f) || bad)
		return fl_fail(&h->err, FL_FAILED, "%s: %s", path, strerror(errno));
	return FL_OK;
}

/* How many of the model's reports were more than notes. */
static unsigned objections(struct fl_host *h)
{
	const struct fl_report *r;
	unsigned n = 0;

	for (unsigned i = 0; h->model && (r = fl_model_report(h->model, i)); i++)
		if (r->severity != FL_NOTE) {
			fprintf(stderr, "model: %s: %s (%s; at %s)\n", r->block, r->text, r->section,
				r->where);
			n++;
		}
	return n;
}

int fl_host_fail(struct fl_host *h)
{
	int code = h->err.code;

	fprintf(stderr, "%s\n", h->err.text);
	objections(h);
	let_go(h);
	return code;
}

int fl_host_close(struct fl_host *h)
{
	int code;

	if (fl_stage_close(&h->stage, &h->err) || fl_card_check(&h->dev, &h->err))
		return fl_host_fail(h);
	code = objections(h) ? FL_FAILED : FL_OK;
	let_go(h);
	return code;
}
