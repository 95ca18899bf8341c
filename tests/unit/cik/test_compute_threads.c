/* SPDX-License-Identifier: MIT
 *
 * Workgroups on several threads of the host: what they compute, and the order that atomics show, are those of
 * groups that run one after the other.
 */
#include "tests/unit/cik/compute_rig.h"

TestSuite(cik_compute_threads, .timeout = 120);

enum { GROUP = 64, GROUPS = 400, ALL = GROUP * GROUPS };

static uint32_t expected(uint32_t id)
{
	uint32_t x = id;

	for (uint32_t k = 0; k < id / GROUP * 7 % 32; k++)
		x = x * 1664525 + 1013904223;
	return x;
}

static void counted_by(unsigned threads)
{
	static struct compute_rig r;
	static uint32_t out[2 * ALL];
	const uint32_t zero = 0;

	compute_threads = threads;
	compute_load(&r, "tests/unit/cik/threads.cl", COMPUTE_HSA, "", 32 << 20);
	const struct fl_memory to = compute_memory(&r, NULL, sizeof out);

	for (unsigned again = 0; again < 3; again++) {
		const struct fl_memory count = compute_memory(&r, &zero, sizeof zero);

		COMPUTE_RUN(&r, "counted", ((struct fl_grid){.global = {ALL, 1, 1}, .local = {GROUP, 1, 1}}),
			    FL_ARG_MEMORY(to), FL_ARG_MEMORY(count));
		compute_get(&r, to, out, sizeof out);
		for (uint32_t i = 0; i < ALL; i++) {
			const uint32_t other = i / GROUP * GROUP + GROUP - 1 - i % GROUP;

			cr_assert(out[2 * i] == expected(other), "%u threads: %u has 0x%08x", threads, i,
				  out[2 * i]);
			cr_assert(out[2 * i + 1] == i, "%u threads: %u was number %u", threads, i,
				  out[2 * i + 1]);
		}
	}
	compute_close(&r);
}

Test(cik_compute_threads, atomics_show_the_order_of_groups)
{
	counted_by(1);
	counted_by(2);
	counted_by(5);
}

Test(cik_compute_threads, each_thread_for_itself)
{
	static struct compute_rig r;
	static uint32_t out[ALL];

	for (unsigned threads = 1; threads <= 4; threads++) {
		compute_threads = threads;
		compute_load(&r, "tests/unit/cik/threads.cl", COMPUTE_HSA, "", 32 << 20);
		const struct fl_memory to = compute_memory(&r, NULL, sizeof out);

		COMPUTE_RUN(&r, "alone", ((struct fl_grid){.global = {ALL, 1, 1}, .local = {GROUP, 1, 1}}),
			    FL_ARG_MEMORY(to));
		compute_get(&r, to, out, sizeof out);
		for (uint32_t i = 0; i < ALL; i++)
			cr_assert(out[i] == expected(i), "%u threads: %u has 0x%08x", threads, i, out[i]);
		compute_close(&r);
	}
}

static uint32_t in_scratch(uint32_t id)
{
	uint32_t a[40];

	for (uint32_t k = 0; k < 40; k++)
		a[k] = id * 40 + k;
	for (uint32_t k = 0; k < 400; k++)
		a[(k * 7 + id) % 40] += a[(k + id) % 40];
	return a[id % 40];
}

Test(cik_compute_threads, scratch_is_each_groups_own)
{
	static struct compute_rig r;
	static uint32_t out[ALL];

	compute_threads = 4;
	compute_load(&r, "tests/unit/cik/threads.cl", COMPUTE_HSA, "", 32 << 20);
	const struct fl_memory to = compute_memory(&r, NULL, sizeof out);

	for (unsigned again = 0; again < 3; again++) {
		COMPUTE_RUN(&r, "scratch", ((struct fl_grid){.global = {ALL, 1, 1}, .local = {GROUP, 1, 1}}),
			    FL_ARG_MEMORY(to));
		compute_get(&r, to, out, sizeof out);
		for (uint32_t i = 0; i < ALL; i++)
			cr_assert(out[i] == in_scratch(i), "%u has 0x%08x", i, out[i]);
	}
	compute_close(&r);
}
