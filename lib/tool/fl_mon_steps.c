/* SPDX-License-Identifier: MIT
 *
 * The monitor's commands that wake a card, one step at a time.
 */
#include "hw/fl_wake.h"
#include "lib/tool/fl_mon.h"

static void on_step(void *arg, const struct fl_step *step, enum fl_code code, const struct fl_bringup *up,
		    const struct fl_err *err)
{
	fl_mon_printf(arg, "%s %-14s %s\n", code ? "FAIL" : "ok  ", step->name, code ? err->text : up->did);
}

static enum fl_code wake(struct fl_mon *m, enum fl_goal goal, struct fl_err *err)
{
	const struct fl_family *f = fl_family_of(m->dev);
	union fl_card_state card;
	char list[128];

	if (!f || !fl_family_goes(f, goal))
		return fl_fail(err, FL_NO_DEVICE, "%s is not %s: there is nothing to wake", m->dev->name,
			       fl_family_list(goal, FL_FAMILY_CHIPS, list, sizeof(list)));
	fl_family_init(f, &card.up, m->dev);
	card.up.images = m->images;
	return fl_wake_goal(f, &card.up, goal, on_step, m, err);
}

static enum fl_code run_probe(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	struct fl_dev *d = m->dev;
	enum fl_code code = wake(m, FL_GOAL_PROBE, err);

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
	return wake(m, FL_GOAL_RESET, err);
}

static enum fl_code run_microcode(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	return wake(m, FL_GOAL_FIRMWARE, err);
}

static enum fl_code run_ring(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	return wake(m, FL_GOAL_RING, err);
}

const struct fl_mon_cmd fl_mon_step_cmds[] = {
    {"probe", "", 0, 0, FL_MON_NOTHING, true, "who is the card? Reads only", "", "", run_probe, NULL},
    {"reset", "", 0, 0, FL_MON_NOTHING, true, "the soft reset",
     "Stops the command processor and pulses the engines' soft resets.\n", "", run_reset, NULL},
    {"microcode", "", 0, 0, FL_MON_NOTHING, true, "load the command processor's microcode and read it back",
     "", "", run_microcode, NULL},
    {"ring", "", 0, 0, FL_MON_NOTHING, true, "start the ring: every step of a wake-up, up to a fence", "", "",
     run_ring, NULL},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
