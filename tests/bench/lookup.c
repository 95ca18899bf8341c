/* SPDX-License-Identifier: MIT
 *
 * What a look-up of a register costs, by name and by address.
 */
#include "tests/bench/lookup.h"
#include "hw/regs/fl_regs.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SAMPLE = 512, RUNS = 7, ROUNDS = 200 };

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

/* Registers with an address, spread evenly over the table. */
static unsigned pick(const struct fl_regs *db, struct fl_reg *out)
{
	unsigned count = fl_regs_count(db), n = 0;

	for (unsigned i = 0; i < SAMPLE; i++)
		if (fl_regs_at(db, (unsigned)((uint64_t)i * count / SAMPLE), &out[n]) && out[n].space[0])
			n++;
	return n;
}

static void family(const struct fl_regs *db)
{
	static struct fl_reg sample[SAMPLE];
	struct fl_reg r;
	unsigned n = pick(db, sample), found = 0;
	double by_name = 1e9, by_address = 1e9;

	for (unsigned run = 0; run < RUNS; run++) {
		double t = now_ns();

		for (unsigned i = 0; i < ROUNDS * n; i++)
			found += fl_regs_find(db, sample[i % n].name, FL_REGS_ANY_CHIP, &r);
		t = (now_ns() - t) / (ROUNDS * n);
		by_name = t < by_name ? t : by_name;
		t = now_ns();
		for (unsigned i = 0; i < ROUNDS * n; i++)
			found += fl_regs_lookup(db, sample[i % n].space, sample[i % n].offset,
						FL_REGS_ANY_CHIP, 0, &r);
		t = (now_ns() - t) / (ROUNDS * n);
		by_address = t < by_address ? t : by_address;
	}
	printf("register look-up in %-14s %9.1f ns by name %9.1f ns by address%s\n", fl_regs_name(db),
	       by_name, by_address, found == 2u * RUNS * ROUNDS * n ? "" : " (some not found)");
}

void bench_lookup(void)
{
	family(fl_regs_r500());
	family(fl_regs_r600());
	family(fl_regs_cik());
	family(fl_regs_gc());
}
