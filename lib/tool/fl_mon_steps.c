/* SPDX-License-Identifier: MIT
 *
 * The monitor's commands that wake a card, one step at a time, and test it: R3xx to R5xx; of the RV100 class,
 * which needs no waking, its identity.
 */
#include "hw/r100/identify.h"
#include "hw/r500/smoke.h"
#include "hw/r500/wake.h"
#include "lib/tool/fl_mon.h"
#include "lib/tool/fl_mon_str.h"

static void on_step(void *arg, const struct r500_step *step, enum fl_code code, const struct r500_card *c,
		    const struct fl_err *err)
{
	fl_mon_printf(arg, "%s %-14s %s\n", code ? "FAIL" : "ok  ", step->name, code ? err->text : c->did);
}

static enum fl_code wake(struct fl_mon *m, const char *last, struct fl_err *err)
{
	struct r500_card card;

	if (!r500_chip_find(m->dev->vendor, m->dev->device))
		return fl_fail(err, FL_NO_DEVICE, "%s is not R3xx to R5xx: there is nothing to wake",
			       m->dev->name);
	r500_card_init(&card, m->dev);
	card.microcode = m->microcode;
	card.microcode_B = m->microcode_B;
	card.force_reset = fl_str_same(last, "reset");
	return r500_wake_to(&card, last, on_step, m, err);
}

static enum fl_code run_probe(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct r100_card r100;
	struct fl_dev *d = m->dev;
	enum fl_code code;

	if (!r100_chip_find(d->vendor, d->device)) {
		code = wake(m, "posted", err);
	} else {
		code = r100_identify(&r100, d, err);
		if (!code)
			fl_mon_printf(m, "ok   %-14s %s (%s), %llu KiB of VRAM\n", "identify",
				      r100.chip->name, r100.chip->product,
				      (unsigned long long)(r100.vram_B >> 10));
	}
	if (!code)
		fl_mon_printf(m,
			      "  device        %s, revision %02x, subsystem %04x:%04x, by %s\n"
			      "  apertures     %u KiB of registers, %llu KiB of VRAM\n",
			      d->name, d->revision, d->subsys_vendor, d->subsys, d->bus->name,
			      (unsigned)(d->regs_size_B >> 10), (unsigned long long)(d->vram_size_B >> 10));
	return code;
}

static enum fl_code run_reset(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	return wake(m, "reset", err);
}

static enum fl_code run_microcode(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	return wake(m, "microcode", err);
}

static enum fl_code run_ring(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	return wake(m, "fence", err);
}

struct smoke {
	struct fl_mon *m;
	unsigned n;
};

static void on_check(void *arg, const struct r500_check_result *r)
{
	struct smoke *s = arg;
	bool ok = r->verdict == R500_PASS || r->verdict == R500_SKIP;

	fl_mon_printf(s->m, "%s %u - %s: %s%s\n  # %s\n", ok ? "ok" : "not ok", ++s->n, r->block, r->name,
		      r->verdict == R500_SKIP ? " # SKIP" : "", r->text);
}

static enum fl_code run_smoke(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct r500_smoke_counts counts;
	struct r500_card card;
	struct smoke s = {.m = m};

	if (!r500_chip_find(m->dev->vendor, m->dev->device))
		return fl_fail(err, FL_NO_DEVICE, "the smoke test is for R3xx to R5xx, not for %s",
			       m->dev->name);
	r500_card_init(&card, m->dev);
	card.microcode = m->microcode;
	card.microcode_B = m->microcode_B;
	fl_mon_printf(m, "1..%u\n", r500_smoke_planned());
	return r500_smoke(&card, on_check, &s, &counts, err);
}

const struct fl_mon_cmd fl_mon_step_cmds[] = {
    {"probe", "", 0, 0, "who is the card? Reads only", "", "", FL_MON_NOTHING, run_probe, NULL, true},
    {"reset", "", 0, 0, "the soft reset",
     "Stops the command processor and pulses the engines' soft resets.\n", "", FL_MON_NOTHING, run_reset,
     NULL, true},
    {"microcode", "", 0, 0, "load the command processor's microcode and read it back", "", "", FL_MON_NOTHING,
     run_microcode, NULL, true},
    {"ring", "", 0, 0, "start the ring: every step of a wake-up, up to a fence", "", "", FL_MON_NOTHING,
     run_ring, NULL, true},
    {"smoke", "", 0, 0, "what works, in TAP; which block is broken", "", "", FL_MON_NOTHING, run_smoke, NULL,
     true},
    {NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL, NULL, false},
};
