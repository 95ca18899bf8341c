/* SPDX-License-Identifier: MIT */
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void log_access(void *arg, const struct fl_access *a)
{
	static const char *const kind[] = {"read",       "write",    "read8",     "write8", "vram read",
					   "vram write", "cfg read", "cfg write", "delay"};
	struct fl_device *d = arg;

	fprintf(d->log, "%10llu us  %-10s 0x%06llx", (unsigned long long)a->time_us, kind[a->kind],
		(unsigned long long)a->offset_B);
	if (a->kind == FL_ACCESS_VRAM_READ || a->kind == FL_ACCESS_VRAM_WRITE)
		fprintf(d->log, "  %llu bytes\n", (unsigned long long)a->size_B);
	else
		fprintf(d->log, "  0x%08llx\n", (unsigned long long)a->value);
}

static enum fl_code open_model(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	struct fl_model_config cfg = {.threads = a->threads, .scalar = a->scalar, .isa = a->isa, .posted = true};
	const char *chip = a->chip ? a->chip : "r580";
	char why[256];

	d->model = fl_model_new(chip, &cfg, why, sizeof why);
	if (!d->model)
		return fl_fail(err, FL_NO_DEVICE, "%s", why);
	if (a->fault && !fl_model_break(d->model, a->fault))
		return fl_fail(err, FL_USAGE, "there is no fault '%s': `firstlight list` names them", a->fault);
	return fl_open_model(&d->inner, d->model, chip, err);
}

enum fl_code fl_device_open(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	struct fl_open_options o = {.path = a->via};
	enum fl_code code;

	memset(d, 0, sizeof *d);
	if (a->fault && a->device)
		return fl_fail(err, FL_USAGE, "--break is for models; a card is broken enough");
	if (a->via && strcmp(a->via, "sysfs") && strcmp(a->via, "devmem"))
		return fl_fail(err, FL_USAGE, "--via sysfs or --via devmem, not '%s'", a->via);
	code = a->device ? fl_open_card(&d->inner, a->device, &o, err) : open_model(d, a, err);
	if (!code && a->log) {
		d->log = fopen(a->log, "w");
		if (!d->log)
			code = fl_fail(err, FL_FAILED, "%s: %s", a->log, strerror(errno));
	}
	if (!code) {
		d->dev = d->inner;
		if (d->log) {
			d->record = (struct fl_record){.inner = &d->inner, .told = log_access, .arg = d};
			fl_record_open(&d->dev, &d->record);
		}
	} else {
		fl_device_close(d);
	}
	return code;
}

enum fl_code fl_device_microcode(struct fl_device *d, const struct fl_args *a, const char *name, struct fl_err *err)
{
	if (d->model && !a->microcode) {
		fl_synthetic_microcode(d->microcode);
		d->microcode_B = 2048;
		return FL_OK;
	}
	return fl_firmware_read(a->microcode, name, NULL, d->microcode, sizeof d->microcode, &d->microcode_B, err);
}

unsigned fl_device_reports(struct fl_device *d)
{
	static const char *const name[] = {"note", "warning", "refused"};
	const struct fl_report *r;
	unsigned n = 0;

	for (unsigned i = 0; d->model && (r = fl_model_report(d->model, i)); i++) {
		enum fl_ink c = r->severity == FL_REFUSE ? FL_RED : r->severity == FL_WARN ? FL_YELLOW : FL_DIM;

		n += r->severity != FL_NOTE;
		fprintf(stderr, "%smodel: %s: %s:%s %s (%s; at %s)\n", fl_ink(stderr, c), r->block, name[r->severity],
			fl_ink(stderr, FL_PLAIN), r->text, r->section, r->where);
	}
	return n;
}

void fl_device_close(struct fl_device *d)
{
	if (d->inner.bus)
		fl_dev_close(&d->inner);
	if (d->model)
		fl_model_delete(d->model);
	if (d->log)
		fclose(d->log);
	memset(d, 0, sizeof *d);
}
