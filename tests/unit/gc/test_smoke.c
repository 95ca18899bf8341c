/* SPDX-License-Identifier: MIT
 *
 * The smoke test of Vivante's cores on the model: whole ones pass, and a fault is found where it is.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_smoke.h"
#include "hw/gc/card.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

static struct fl_model *m;
static struct fl_dev dev;
static union fl_card_state card;
static struct fl_err err;
static char first_failed[64];

static void on_check(void *arg, const struct fl_check_result *r)
{
	/* It does what must not be done, and the model says so. */
	if (!strcmp(r->name, "where nothing is mapped"))
		fl_model_reports_clear(m);
	if (r->verdict == FL_FAIL && !*first_failed)
		strncpy(first_failed, r->name, sizeof(first_failed) - 1);
}

static enum fl_code smoke(const char *chip, const char *fault, struct fl_smoke_counts *n)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};

	m = fl_model_new(chip, &cfg, NULL, 0);
	cr_assert(m);
	cr_assert(!fault || fl_model_break(m, fault), "%s", fault);
	cr_assert_eq(fl_open_model(&dev, m, chip, &err), FL_OK);
	fl_family_init(&gc_family, &card.up, &dev);
	*first_failed = 0;
	return fl_smoke(&gc_family, &card.up, on_check, NULL, n, &err);
}

/* All but the checks of the copier that the core has not. */
Test(gc_smoke, whole_cores_pass)
{
	for (unsigned i = 0; i < CHIPS; i++) {
		struct fl_smoke_counts n;

		cr_expect_eq(smoke(chips[i], NULL, &n), FL_OK, "%s: %s", chips[i], err.text);
		cr_expect_eq(n.n[FL_SKIP], i ? 2 : 3, "%s", chips[i]); /* a GC400 has no fast clear */
		cr_expect_eq(n.n[FL_PASS] + n.n[FL_SKIP], fl_smoke_planned(&gc_family), "%s: %u", chips[i],
			     n.n[FL_PASS]);
		cr_expect_null(fl_model_report(m, 0), "%s: %s", chips[i], fl_model_report(m, 0)->text);
		fl_model_delete(m);
	}
}

Test(gc_smoke, faults_are_found_where_they_are)
{
	/* The check of cores with RS; of cores with BLT, if it is another; with tables of version 1. */
	static const struct {
		const char *fault, *check, *blt, *v1;
	} faults[] = {
	    {"no-clock", "identity", NULL, NULL},
	    {"mc-busy", "window", NULL, NULL},
	    {"no-bus-master", "bus master", NULL, NULL},
	    {"fe-stuck", "FE takes commands", NULL, NULL},
	    {"no-interrupt", "event", NULL, NULL},
	    {"pe-stuck", "semaphore and stall", NULL, NULL},
	    {"copy-stuck", "RS fills", "BLT fills", NULL},
	    {"ts-dead", "tiles' status", NULL, NULL},
	    {"sh-dead", "3D triangle", NULL, NULL},
	    {"pipe-dead", "pixel pipes", NULL, NULL},
	    {"tx-dead", "texture", NULL, NULL},
	    {"mmu-dead", "tables of pages", NULL, "through a mapping"},
	};

	for (unsigned i = 0; i < CHIPS; i++)
		for (unsigned k = 0; k < sizeof(faults) / sizeof(*faults); k++) {
			const bool v1 = !strcmp(chips[i], "gc880") || !strcmp(chips[i], "gc2000");
			const bool blt = !strcmp(chips[i], "gc7000l");
			struct fl_smoke_counts n;

			if (!strcmp(faults[k].fault, "ts-dead") && !i)
				continue;
			cr_expect_eq(smoke(chips[i], faults[k].fault, &n), FL_FAILED);
			cr_expect_str_eq(first_failed,
					 blt && faults[k].blt ? faults[k].blt
					 : v1 && faults[k].v1 ? faults[k].v1
							      : faults[k].check,
					 "%s, %s is found in \"%s\": %s", chips[i], faults[k].fault,
					 first_failed, err.text);
			fl_model_delete(m);
		}
}
