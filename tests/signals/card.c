/* SPDX-License-Identifier: MIT
 *
 * The card of a trial; see card.h.
 */
#include "tests/signals/card.h"
#include "hw/bus/hosted/hosted.h"
#include "lib/tool/fl_regtool.h"
#include "tests/signals/families.h"

#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_REGS = 1 << 16, CONFIG_DW = 64 };

struct trial *trial;

static struct fl_dev looker; /* the same model, past the counting */
static struct fl_regtool tool;
static struct fl_regtool_op everything;
static bool looking;
static uint64_t signal_us;

static struct {
	uint32_t reg[MAX_REGS], config[CONFIG_DW];
	unsigned n;
} before;

static void __attribute__((format(printf, 1, 2))) wrong(const char *fmt, ...)
{
	size_t n = strlen(trial->wrong);
	va_list ap;

	trial->n_wrong++;
	va_start(ap, fmt);
	if (n < sizeof(trial->wrong) - 200) {
		n += (size_t)vsnprintf(trial->wrong + n, sizeof(trial->wrong) - n, fmt, ap);
		snprintf(trial->wrong + n, sizeof(trial->wrong) - n, "\n");
	}
	va_end(ap);
}

/* ---- before and after ---------------------------------------------------------------------------------- */
/* Does one of the patterns fit, by name or by block:NAME? */
static bool is_of(const char *const *patterns, const struct fl_reg *r, const char *name)
{
	static const char block[] = "block:";

	for (; *patterns; patterns++)
		if (strncmp(*patterns, block, strlen(block)) ? !fnmatch(*patterns, name, 0)
							     : !strcmp(*patterns + strlen(block), r->block))
			return true;
	return false;
}

static bool promised(const struct fl_regtool_place *p, const char *name)
{
	const char *const scratch[] = {trial->family->scratch, NULL};

	if (!(p->reg.access & FL_REG_W) || p->reg.access & FL_REG_W1C)
		return false; /* states of the moment, what happened so far */
	if (is_of(trial->family->counters, &p->reg, name))
		return false;
	return trial->promise == SAME ||
	       (trial->promise == SCRATCH_WRITTEN && !is_of(scratch, &p->reg, name)) ||
	       is_of(trial->family->outside, &p->reg, name);
}

static bool note(void *arg, const struct fl_regtool_place *p, const char *why)
{
	if (!why && before.n < MAX_REGS)
		before.reg[before.n++] = fl_regtool_get(&tool, p);
	return true;
}

static bool compare(void *arg, const struct fl_regtool_place *p, const char *why)
{
	unsigned *i = arg;
	uint32_t was, is;
	char name[80];

	if (why || *i >= MAX_REGS)
		return true;
	was = before.reg[(*i)++];
	is = fl_regtool_get(&tool, p);
	fl_regtool_name(p, name, sizeof(name));
	if (was != is && promised(p, name))
		wrong("%s (%s) is 0x%08x, and was 0x%08x", name, p->reg.block, is, was);
	return true;
}

/* Registers, or fields, that must hold what the words say ("NAME.FIELD=1"). */
static void must_be(const char *const *words)
{
	struct fl_regtool_op op;
	struct fl_err err;

	for (; *words; words++) {
		if (fl_regtool_parse(&tool, FL_REGTOOL_POLL, *words, &op, &err))
			wrong("%s: %s", *words, err.text);
		else if ((fl_regtool_get(&tool, &op.place) ^ op.value) & op.mask)
			wrong("%s is not so: 0x%08x", *words, fl_regtool_get(&tool, &op.place));
	}
}

static void dress(struct fl_dev *d)
{
	struct fl_regtool_op op;
	struct fl_err err;
	struct fl_regtool forced = tool;

	unsigned worn = 0;

	forced.force = ~0u;
	for (const char *const *word = trial->family->dress; *word; word++)
		if (!fl_regtool_parse(&forced, FL_REGTOOL_WRITE, *word, &op, &err)) {
			fl_regtool_put(&forced, &op.place,
				       (fl_regtool_get(&forced, &op.place) & ~op.mask) | op.value);
			worn++;
		}
	if (!worn)
		wrong("nothing that a BIOS leaves could be set: %s", err.text);
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY | FL_PCI_COMMAND_MASTER);
}

enum fl_code __real_fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err);
enum fl_code __wrap_fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err);
enum fl_code __wrap_fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err)
{
	struct fl_err own;
	enum fl_code code;

	looking = true;
	code = __real_fl_open_model(d, m, chip, err);
	looker = *d;
	if (code || fl_regtool_for(&tool, &looker, &own) ||
	    fl_regtool_parse(&tool, FL_REGTOOL_SAFE, "*", &everything, &own)) {
		wrong("the model cannot be looked at");
	} else {
		dress(&looker);
		fl_regtool_walk(&tool, &everything, note, NULL);
		for (unsigned i = 0; i < CONFIG_DW; i++)
			before.config[i] = d->bus->cfg_read(d, 4 * i, 4);
		fl_model_reports_clear(m);
		trial->opened = true;
	}
	looking = false;
	return code;
}

static bool is_provoked(const char *text)
{
	for (const char *const *p = trial->family->provoked; *p; p++)
		if (strstr(text, *p))
			return true;
	return false;
}

void __real_fl_model_delete(struct fl_model *m);
void __wrap_fl_model_delete(struct fl_model *m);
void __wrap_fl_model_delete(struct fl_model *m)
{
	const struct fl_report *r;
	unsigned at = 0;

	looking = true;
	trial->after_us = signal_us ? fl_model_now_us(m) - signal_us : 0;
	/* What the card was asked for while it was half there says nothing. */
	for (unsigned i = 0; !trial->away_from && (r = fl_model_report(m, i)); i++)
		if (r->severity != FL_NOTE && trial->promise != ASLEEP_BUT_BUSY && !is_provoked(r->text))
			wrong("the model objects: %s: %s", r->block, r->text);
	if (trial->opened) {
		if (trial->promise == ASLEEP || trial->promise == ASLEEP_BUT_BUSY)
			must_be(trial->family->halted);
		if (trial->promise != ASLEEP_BUT_BUSY)
			must_be(trial->family->idle);
		fl_regtool_walk(&tool, &everything, compare, &at);
		for (unsigned i = 0; i < CONFIG_DW; i++) {
			uint32_t is = looker.bus->cfg_read(&looker, 4 * i, 4);

			if (is != before.config[i])
				wrong("configuration space at 0x%02x is 0x%08x, and was 0x%08x", 4 * i, is,
				      before.config[i]);
		}
	}
	looking = false;
	trial->closed = true;
	__real_fl_model_delete(m);
}

/* ---- accesses ------------------------------------------------------------------------------------------ */
/* Count one. True: the card is off the bus. */
static bool access_to(struct fl_model *m, bool vram)
{
	unsigned now;

	if (looking)
		return false;
	trial->vram += vram;
	trial->accesses += !vram || trial->count_vram;
	now = trial->accesses;
	if (vram && !trial->count_vram)
		return now >= trial->away_from && now < trial->away_to;
	if (now == trial->signal_at) {
		signal_us = fl_model_now_us(m);
		raise(trial->signal);
	}
	if (now == trial->second_at)
		raise(trial->signal);
	return now >= trial->away_from && now < trial->away_to;
}

#define WRAP(type, name, ...)            \
	type __real_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__); \
	type __wrap_##name(__VA_ARGS__)

WRAP(uint32_t, fl_model_read, struct fl_model *m, uint32_t offset_B, unsigned size_B)
{
	return access_to(m, false) ? ~0u : __real_fl_model_read(m, offset_B, size_B);
}

WRAP(void, fl_model_write, struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value)
{
	if (!access_to(m, false))
		__real_fl_model_write(m, offset_B, size_B, value);
}

WRAP(uint32_t, fl_model_cfg_read, struct fl_model *m, unsigned where_B, unsigned size_B)
{
	return access_to(m, false) ? ~0u : __real_fl_model_cfg_read(m, where_B, size_B);
}

WRAP(void, fl_model_cfg_write, struct fl_model *m, unsigned where_B, unsigned size_B, uint32_t value)
{
	if (!access_to(m, false))
		__real_fl_model_cfg_write(m, where_B, size_B, value);
}

WRAP(void, fl_model_vram_read, struct fl_model *m, uint64_t offset_B, void *to, size_t n_B)
{
	if (access_to(m, true))
		memset(to, 0xff, n_B);
	else
		__real_fl_model_vram_read(m, offset_B, to, n_B);
}

WRAP(void, fl_model_vram_write, struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B)
{
	if (!access_to(m, true))
		__real_fl_model_vram_write(m, offset_B, from, n_B);
}

/* A delay: time passes, whether the card is there or not. */
WRAP(void, fl_model_tick, struct fl_model *m, uint64_t us)
{
	access_to(m, false);
	__real_fl_model_tick(m, us);
}
