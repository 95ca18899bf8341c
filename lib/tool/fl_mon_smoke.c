/* SPDX-License-Identifier: MIT
 *
 * The monitor's smoke test, a command of its own: an image that does without it is smaller.
 */
#include "hw/fl_smoke.h"
#include "lib/tool/fl_mon.h"

struct smoke {
	struct fl_mon *m;
	unsigned n;
};

static void on_check(void *arg, const struct fl_check_result *r)
{
	struct smoke *s = arg;
	bool ok = r->verdict == FL_PASS || r->verdict == FL_SKIP;

	fl_mon_printf(s->m, "%s %u - %s: %s%s\n  # %s\n", ok ? "ok" : "not ok", ++s->n, r->block, r->name,
		      r->verdict == FL_SKIP ? " # SKIP" : "", r->text);
}

static enum fl_code run_smoke(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	const struct fl_family *f = fl_family_of(m->dev);
	union fl_card_state card;
	struct smoke s = {.m = m};

	if (fl_smoke_refuses(f, m->dev, err))
		return err->code;
	fl_family_init(f, &card.up, m->dev);
	card.up.images = m->images;
	fl_mon_printf(m, "1..%u\n", fl_smoke_planned(f));
	return fl_smoke(f, &card.up, on_check, &s, NULL, err);
}

const struct fl_mon_cmd fl_mon_smoke_cmds[] = {
    {"smoke", "", 0, 0, FL_MON_NOTHING, true, "what works, in TAP; which block is broken", "", "", run_smoke,
     NULL},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};
