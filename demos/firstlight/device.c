/* SPDX-License-Identifier: MIT
 *
 * Opening what --chip and --device name; see device.h.
 */
#include "demos/firstlight/device.h"
#include "demos/firstlight/access_log.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/preset.h"
#include "demos/firstlight/quiet.h"
#include "hw/model/jit/jit.h"
#include "lib/tool/fl_regtool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "RBBM_SOFT_RESET", "SCRATCH_REG[3]"; byte accesses: "CLOCK_CNTL_INDEX+1". */
static void name_of(const struct fl_device *d, uint64_t offset_B, char *out, size_t size)
{
	uint32_t at = (uint32_t)offset_B & ~3u;
	struct fl_reg r;
	int n;

	*out = 0;
	if (!d->db || !fl_regs_lookup(d->db, NULL, at, d->chips, 0, &r))
		return;
	n = fl_reg_full_name(&r, out, size);
	if (offset_B & 3 && n > 0 && (size_t)n < size)
		snprintf(out + n, size - (size_t)n, "+%u", (unsigned)(offset_B & 3));
}

/* Whether reading does something: of a register that says so, and of one that is not known. */
static bool acts(const struct fl_device *d, uint64_t offset_B)
{
	struct fl_reg r;

	return !d->db || !fl_regs_lookup(d->db, NULL, (uint32_t)offset_B & ~3u, d->chips, 0, &r) ||
	       r.read_unsafe || r.access & FL_REG_READ_CLEARS;
}

static void log_access(void *arg, const struct fl_access *a)
{
	struct fl_device *d = arg;
	char name[80] = "";

	if (a->kind <= FL_ACCESS_WRITE8)
		name_of(d, a->offset_B, name, sizeof(name));
	if (d->log.f)
		fl_access_print(d->log.f, a, name);
	if (d->state.f)
		fl_state_note(&d->state, a, name, a->kind <= FL_ACCESS_WRITE8 && acts(d, a->offset_B));
}

static const char *chip_of(const struct fl_args *a)
{
	return a->chip ? a->chip : "r580";
}

bool fl_device_isa_known(const char *isa)
{
	return !isa || !strcmp(isa, "base") || !strcmp(isa, "avx2") || !strcmp(isa, "avx512");
}

bool fl_device_jit_known(const char *jit)
{
	enum fl_jit_when when;

	return fl_jit_when(jit, &when);
}

void fl_device_jit_start(const struct fl_args *a, bool lasts)
{
	enum fl_jit_when when;

	if (fl_jit_when(a->jit, &when) && when != FL_JIT_OFF && !a->scalar && (lasts || a->jit))
		fl_jit_start();
}

static enum fl_code bad_fault(struct fl_model *m, const char *fault, struct fl_err *err)
{
	uint64_t vram_B;

	if (strncmp(fault, "vram-bit", 8))
		return fl_fail(err, FL_USAGE, "there is no fault '%s': `firstlight list` names them", fault);
	fl_model_vram(m, &vram_B);
	return fl_fail(err, FL_USAGE,
		       "--break %s: vram-bit:ADDR:BIT wants an address below 0x%llx and a bit from 0 to 7",
		       fault, (unsigned long long)vram_B);
}

struct fl_model *fl_device_model(const struct fl_args *a, const struct fl_model_config *cfg,
				 struct fl_err *err)
{
	const char *chip = chip_of(a);
	char why[256];
	struct fl_model *m = fl_model_new(chip, cfg, why, sizeof why);

	if (!m) {
		bool known =
		    fl_model_describe(chip) && fl_device_isa_known(cfg->isa) && fl_device_jit_known(cfg->jit);

		fl_fail(err, known ? FL_NO_DEVICE : FL_USAGE, "%s", why);
		fl_preset_blame(a, err);
	} else if (a->fault && !fl_model_break(m, a->fault)) {
		bad_fault(m, a->fault, err);
		fl_model_delete(m);
		m = NULL;
	}
	return m;
}

enum fl_code fl_device_transport(const struct fl_args *a, enum fl_transport *t, struct fl_err *err)
{
	*t = a->transport ? fl_transport_find(a->transport) : FL_TRANSPORT_AUTO;
	return *t < FL_TRANSPORTS
		   ? FL_OK
		   : fl_fail(err, FL_USAGE, "--transport auto, pio, vram or system, not '%s'", a->transport);
}

static enum fl_code open_model(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	/* A recording finds in memory what the host wrote: at once, then. */
	struct fl_model_config cfg = {.threads = a->threads,
				      .scalar = a->scalar,
				      .jit = a->jit,
				      .isa = a->isa,
				      .posted = true,
				      .plain_host = a->html != NULL};

	d->model = fl_device_model(a, &cfg, err);
	return d->model ? fl_open_model(&d->inner, d->model, chip_of(a), err) : err->code;
}

/* Before anything else is written to the card. A command that only reads has nothing to give back; and where
 * there is no console there is none to take, but on a model, where this can be tried. */
static enum fl_code keep_display(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	char console[96];
	bool there = fl_card_console(&d->inner, console, sizeof console);

	if (a->reads || !(a->show || (a->take_console && (there || d->model))))
		return FL_OK;
	if (there)
		fl_complain(0, "%s: the console %s is taken; it comes back at the end", d->inner.name,
			    console);
	return fl_quiet_keep(d->family, &d->dev, err);
}

enum fl_code fl_device_open(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	struct fl_open_options o = {
	    .path = a->via, .enable = a->enable, .reads = a->reads, .take_console = a->take_console};
	enum fl_code code;

	memset(d, 0, sizeof *d);
	if ((a->fault || a->state) && a->device && a->preset)
		return fl_fail(err, FL_USAGE,
			       "--%s is for models, and " FL_PRESET
			       "=%s names a card: --chip CHIP takes a model",
			       a->fault ? "break" : "state", a->preset);
	if (a->fault && a->device)
		return fl_fail(err, FL_USAGE, "--break is for models; a card is broken enough");
	if (a->state && a->device)
		return fl_fail(err, FL_USAGE, "--state is for models; a card keeps its own");
	if (a->via && strcmp(a->via, "sysfs") && strcmp(a->via, "devmem") && strcmp(a->via, "vfio"))
		return fl_fail(err, FL_USAGE, "--via sysfs, devmem or vfio, not '%s'", a->via);
	fl_quiet_begin();
	code = a->device ? fl_open_card(&d->inner, a->device, &o, err) : open_model(d, a, err);
	if (code && a->device)
		fl_preset_blame(a, err);
	if (!code && a->state)
		code = fl_state_begin(&d->state, &d->inner, a->state, chip_of(a), err);
	while (d->state.f && fl_model_report(d->model, d->n_reports))
		d->n_reports++; /* it was said when it was done */
	if (!code && a->log)
		code = fl_file_create(&d->log, a->log, err);
	if (!code) {
		d->family = fl_family_of(&d->inner);
		d->inner.stop = fl_quiet_signal;
		d->dev = d->inner;
		if (d->log.f || d->state.f) {
			struct fl_regtool t = {0};
			struct fl_err ignored;

			if (!fl_regtool_for(&t, &d->inner, &ignored)) {
				d->db = t.db;
				d->chips = t.chips;
			}
			d->record = (struct fl_record){.inner = &d->inner, .told = log_access, .arg = d};
			fl_record_open(&d->dev, &d->record);
		}
		if (fl_card_unguarded(&d->inner))
			fl_complain(0, "%s: no IOMMU holds this card back: it can reach all memory",
				    d->inner.name);
		code = keep_display(d, a, err);
	}
	if (code)
		fl_device_close(d, 0);
	return code;
}

enum fl_code fl_device_firmware(struct fl_device *d, const struct fl_args *a, struct fl_err *err)
{
	const struct fl_firmware_source from = {.path = a->microcode, .model = d->model ? chip_of(a) : NULL};

	return d->family ? fl_firmware_load(&d->firmware, d->family, &d->inner, &from, err) : FL_OK;
}

int fl_device_firmware_if_any(struct fl_device *d, const struct fl_args *a, const char *without)
{
	struct fl_err err = {0};

	if (!fl_device_firmware(d, a, &err))
		return FL_OK;
	if (a->microcode)
		return fl_complain_err(&err);
	fl_complain(0, "%s; %s", err.text, without);
	return FL_OK;
}

unsigned fl_device_reports(struct fl_device *d)
{
	static const char *const name[] = {"note", "warning", "refused"};
	const struct fl_report *r;

	for (; d->model && (r = fl_model_report(d->model, d->n_reports)); d->n_reports++) {
		enum fl_ink c = r->severity == FL_REFUSE ? FL_RED
				: r->severity == FL_WARN ? FL_YELLOW
							 : FL_DIM;

		d->n_objections += r->severity != FL_NOTE;
		fprintf(stderr, "%smodel: %s: %s:%s %s (%s; at %s)\n", fl_ink(stderr, c), r->block,
			name[r->severity], fl_ink(stderr, FL_PLAIN), r->text, r->section, r->where);
	}
	return d->n_objections;
}

enum fl_code fl_device_check(struct fl_device *d, struct fl_err *err)
{
	enum fl_code code = fl_qtest_check(&d->inner, err);

	if (!code)
		code = fl_card_check(&d->inner, err);
	d->lost = code;
	return code;
}

int fl_device_close(struct fl_device *d, int code)
{
	struct fl_err lost = {0};

	if (d->inner.bus && !d->lost && fl_device_check(d, &lost))
		code = fl_complain_err(&lost);
	if (d->dev.bus && !d->lost && fl_quiet_rest(d->family, &d->dev, &lost)) {
		fl_complain(0, "the card did not come to rest: %s", lost.text);
		code = code ? code : (int)lost.code;
	}
	if (d->inner.bus)
		fl_dev_close(&d->inner);
	if (d->model)
		fl_model_delete(d->model);
	if (d->log.f && fl_file_close(&d->log, &lost) && !code)
		code = fl_complain_err(&lost);
	if (fl_state_end(&d->state, &lost) && !code)
		code = fl_complain_err(&lost);
	memset(d, 0, sizeof *d);
	return fl_quiet_end(code);
}
