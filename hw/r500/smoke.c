/* SPDX-License-Identifier: MIT
 *
 * The smoke test's list, and the walk over it; see smoke.h.
 */
#include "hw/r500/smoke.h"

#include <string.h>

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0, /* registers can be read */
	MEMORY = 1 << 1,  /* we know where VRAM is */
	VRAM = 1 << 2,    /* VRAM holds what is written to it */
	CLOCKS = 1 << 3,
	PIPES = 1 << 4,
	LOADED = 1 << 5, /* the command processor has its microcode */
	RING = 1 << 6,
	RUNS = 1 << 7,   /* packets are carried out */
	FENCES = 1 << 8, /* and we hear when they are done */
};

static const struct check {
	const char *name;
	char block[5];
	enum fl_code (*run)(struct r500_card *c, struct fl_err *err);
	uint16_t needs, gives;
	bool microcode; /* skipped without an image */
} checks[] = {
    {"PCI id and registers", "BIF", r500_identify, 0, ANSWERS, false},
    {"posted", "BIOS", r500_posted, ANSWERS, 0, false},
    {"idle, or reset", "RBBM", r500_reset, ANSWERS, 0, false},
    {"memory controller", "MC", r500_memory, ANSWERS, MEMORY, false},
    {"clocks", "CG", r500_clocks, ANSWERS, CLOCKS, false},
    {"pipes", "GA", r500_pipes, ANSWERS | MEMORY, PIPES, false},
    {"MM_INDEX and MM_DATA", "HDP", r500_check_mm_index, MEMORY, 0, false},
    {"VRAM data lines", "MC", r500_check_vram_data, MEMORY, VRAM, false},
    {"VRAM address lines", "MC", r500_check_vram_address, MEMORY, 0, false},
    {"scratch registers", "CP", r500_check_scratch, ANSWERS, 0, false},
    {"microcode RAM", "CP", r500_check_microcode_ram, CLOCKS, 0, false},
    {"microcode", "CP", r500_microcode, CLOCKS, LOADED, true},
    {"packets by hand (PIO)", "CP", r500_check_pio, LOADED, 0, true},
    {"ring", "CP", r500_ring_step, LOADED | VRAM, RING, true},
    {"first packets", "CP", r500_first_packets, RING | PIPES, 0, true},
    {"ring test", "CP", r500_ring_test, RING, RUNS, true},
    {"fence", "CP", r500_fence_step, RUNS, FENCES, true},
    {"ring wraps around", "CP", r500_check_ring_wrap, FENCES, 0, true},
    {"indirect buffer", "CP", r500_check_ib, FENCES, 0, true},
    {"2D fill", "E2", r500_check_fill, FENCES, 0, true},
    {"2D copy", "E2", r500_check_copy, FENCES, 0, true},
    {"3D triangle", "3D", r500_check_triangle, FENCES | PIPES, 0, true},
    {"back end idle", "GA", r500_check_idle_units, ANSWERS, 0, false},
};

enum { CHECKS = sizeof(checks) / sizeof(*checks) };

unsigned r500_smoke_planned(void)
{
	return CHECKS;
}

const char *r500_verdict_name(enum r500_verdict v)
{
	static const char *const names[] = {"PASS", "FAIL", "SKIP", "UNPREP"};

	return names[v];
}

/* The first check that should have given what is missing. */
static const char *giver(unsigned missing)
{
	for (unsigned i = 0; i < CHECKS; i++)
		if (checks[i].gives & missing)
			return checks[i].name;
	return "?";
}

enum fl_code r500_smoke(struct r500_card *c, void (*told)(void *arg, const struct r500_check_result *r),
			void *arg, struct r500_smoke_counts *counts, struct fl_err *err)
{
	struct r500_smoke_counts own;
	unsigned have = 0;
	enum fl_code first = FL_OK;
	struct fl_err e;

	if (!counts)
		counts = &own;
	memset(counts, 0, sizeof(*counts));
	for (unsigned i = 0; i < CHECKS; i++) {
		const struct check *k = &checks[i];
		struct r500_check_result r = {k->name, k->block, R500_PASS, c->did};
		unsigned missing = k->needs & ~have;

		memset(&e, 0, sizeof(e));
		c->did[0] = 0;
		if (k->microcode && !c->microcode) {
			r.verdict = R500_SKIP;
			r.text = "no microcode was given";
		} else if (missing) {
			r.verdict = R500_UNPREP;
			r500_card_did(c, "stands on \"%s\", which did not pass", giver(missing));
		} else if (k->run(c, &e)) {
			r.verdict = R500_FAIL;
			r.text = e.text;
			if (!first) {
				first = FL_FAILED;
				fl_fail(err, FL_FAILED, "%s: %s", k->name, e.text);
			}
		} else {
			have |= k->gives;
		}
		counts->n[r.verdict]++;
		if (told)
			told(arg, &r);
	}
	if (c->ring.size_dw) {
		enum fl_code code = r500_sleep(c, &e);

		if (code && !first) {
			first = FL_FAILED;
			fl_fail(err, FL_FAILED, "going to sleep: %s", e.text);
		}
	}
	return first;
}
