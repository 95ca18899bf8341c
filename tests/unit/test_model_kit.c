/* SPDX-License-Identifier: MIT
 *
 * What all models are built on: memory ranges, arena, threads.
 */
#include "hw/model/chip.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Against a plain list: many ranges mapped and unmapped in random order, VRAM behind them, the machine's
 * memory behind that, and not always in reach. */
Test(model_kit, ranges_agree_with_a_plain_list)
{
	enum { PAGES = 256, PAGE_B = 4096, VRAM_B = 64 * PAGE_B, VRAM_AT = 96 * PAGE_B };
	static uint8_t host[PAGES * PAGE_B], outside[PAGES * PAGE_B];
	/* pages 0 to 99, 150 to 169, 200 to 255; of them 96 to 159 behind VRAM */
	const struct fl_model_ram ram[] = {{0, 100 * PAGE_B, outside},
					   {200 * PAGE_B, 56 * PAGE_B, outside + 200 * PAGE_B},
					   {150 * PAGE_B, 20 * PAGE_B, outside + 150 * PAGE_B}};
	struct fl_mem mem;
	int owner[PAGES]; /* 0 nothing, 1 VRAM, 2 mapped */
	struct {
		unsigned at, n;
	} piece[PAGES];
	unsigned n_pieces = 0, seed = 1;

	cr_assert(fl_mem_init(&mem, NULL, VRAM_B, PAGES * PAGE_B));
	fl_mem_place_vram(&mem, VRAM_AT);
	cr_assert(fl_mem_set_ram(&mem, ram, 3));
	for (unsigned i = 0; i < PAGES; i++)
		owner[i] = i >= 96 && i < 160;
	for (unsigned round = 0; round < 4000; round++) {
		unsigned at = (seed = seed * 1664525 + 1013904223) >> 24, n = 1 + (seed >> 20) % 5;

		if (round % 2 || !n_pieces) {
			bool free_ = at + n <= PAGES;

			for (unsigned i = at; free_ && i < at + n; i++)
				free_ = owner[i] != 2;
			cr_assert_eq(fl_mem_map(&mem, at * PAGE_B, host + at * PAGE_B, n * PAGE_B), free_);
			if (free_) {
				for (unsigned i = at; i < at + n; i++)
					owner[i] = 2;
				piece[n_pieces].at = at;
				piece[n_pieces++].n = n;
			}
		} else {
			unsigned k = at % n_pieces;

			cr_assert(fl_mem_unmap(&mem, piece[k].at * PAGE_B, piece[k].n * PAGE_B));
			for (unsigned i = piece[k].at; i < piece[k].at + piece[k].n; i++)
				owner[i] = i >= 96 && i < 160;
			piece[k] = piece[--n_pieces];
		}
		bool reach = round / 3 % 2;
		fl_mem_ram_on(&mem, reach);
		for (unsigned i = 0; i < PAGES; i++) {
			bool is_ram = i < 100 || (i >= 150 && i < 170) || i >= 200;
			uint64_t left_B;
			uint8_t *p = fl_mem_at(&mem, i * PAGE_B + 5, &left_B);
			uint8_t *want = owner[i] == 2     ? host + i * PAGE_B + 5
					: owner[i] == 1   ? mem.vram + (i - 96) * PAGE_B + 5
					: is_ram && reach ? outside + i * PAGE_B + 5
							  : NULL;

			cr_assert_eq(p, want, "page %u", i);
			cr_assert_eq(fl_mem_is_vram(&mem, i * PAGE_B), owner[i] == 1);
			cr_assert_eq(fl_mem_is_ram(&mem, i * PAGE_B), is_ram);
			if (p) {
				cr_assert_geq(left_B, PAGE_B - 5u);
				cr_assert_not_null(fl_mem_span(&mem, i * PAGE_B, PAGE_B));
			}
		}
	}
	cr_assert_null(fl_mem_span(&mem, PAGES * PAGE_B - 4, 8));
	cr_assert_null(fl_mem_at(&mem, UINT64_MAX, NULL));
	/* pieces that are none: nothing changes */
	cr_assert(!fl_mem_set_ram(&mem, (struct fl_model_ram[]){{0, PAGE_B, NULL}}, 1));
	cr_assert(!fl_mem_set_ram(&mem, (struct fl_model_ram[]){{16, PAGE_B, host}}, 1));
	cr_assert(!fl_mem_set_ram(&mem, (struct fl_model_ram[]){{0, 0, host}}, 1));
	cr_assert(!fl_mem_set_ram(&mem, (struct fl_model_ram[]){{PAGES * PAGE_B, PAGE_B, host}}, 1));
	cr_assert(
	    !fl_mem_set_ram(&mem, (struct fl_model_ram[]){{0, 2 * PAGE_B, host}, {PAGE_B, PAGE_B, host}}, 2));
	cr_assert(fl_mem_is_ram(&mem, 0));
	cr_assert(fl_mem_set_ram(&mem, NULL, 0));
	cr_assert(!fl_mem_is_ram(&mem, 0));
	fl_mem_free(&mem);
}

Test(model_kit, arena_aligns_and_is_reused)
{
	struct fl_arena a = {0};
	uint8_t *first = fl_arena_alloc(&a, 100, 64);

	cr_assert_eq((uintptr_t)first % 64, 0);
	for (unsigned i = 0; i < 20000; i++) {
		size_t align = 1u << i % 8;
		uint8_t *p = fl_arena_alloc(&a, i % 300, align);

		cr_assert_not_null(p);
		cr_assert_eq((uintptr_t)p % align, 0);
		memset(p, (int)i, i % 300);
	}
	cr_assert_not_null(fl_arena_alloc(&a, 5 << 20, 4096));
	cr_assert_null(fl_arena_alloc(&a, SIZE_MAX - 10, 16));
	fl_arena_reset(&a);
	cr_assert_eq(a.used_B, 0);
	cr_assert_eq(fl_arena_alloc(&a, 100, 64), first);
	fl_arena_free(&a);
}

static unsigned threads_now(void)
{
	DIR *d = opendir("/proc/self/task");
	unsigned n = 0;

	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static atomic_uint done[1000];

static void mark(void *arg, unsigned item, unsigned thread)
{
	atomic_fetch_add(&done[item], 1);
	cr_assert_lt(thread, *(unsigned *)arg);
}

Test(model_kit, pool_runs_each_item_once)
{
	unsigned n_threads = 3, before = threads_now();
	struct fl_pool *p = fl_pool_new(n_threads);

	cr_assert_eq(threads_now(), before, "nothing is started before there is work");
	fl_pool_run(p, 1, mark, &n_threads);
	cr_assert_eq(threads_now(), before, "one item is the caller's");
	for (unsigned round = 0; round < 2000; round++)
		fl_pool_run(p, round % 40, mark, &n_threads);
	cr_assert_eq(threads_now(), before + 2);
	fl_pool_run(p, 1000, mark, &n_threads);
	cr_assert_eq(done[999], 1);
	cr_assert_eq(done[39], 1);
	cr_assert_eq(done[38], 1 + 50);      /* rounds of 39 items */
	cr_assert_eq(done[0], 2 + 39 * 50u); /* every round but those of none, and the two others */
	fl_pool_free(p);
	cr_assert_eq(threads_now(), before);
}

static atomic_bool may_end;

static void wait_for_the_caller(void *arg, unsigned item, unsigned thread)
{
	while (thread && !may_end)
		;
	mark(arg, item, thread);
}

Test(model_kit, a_job_is_done_beside_the_caller)
{
	unsigned n_threads = 2;
	struct fl_pool *p = fl_pool_new(n_threads);

	fl_pool_begin(p, 1, wait_for_the_caller, &n_threads);
	cr_assert_eq(done[0], 0, "who begins a job goes on");
	may_end = true;
	fl_pool_end(p);
	cr_assert_eq(done[0], 1);
	fl_pool_end(p);
	cr_assert_eq(done[0], 1, "no job, nothing to end");
	for (unsigned round = 0; round < 2000; round++) {
		fl_pool_begin(p, 3, mark, &n_threads);
		fl_pool_run(p, 2, mark, &n_threads); /* ends it */
		cr_assert_eq(done[2], 1 + round);
	}
	fl_pool_begin(p, 3, mark, &n_threads);
	fl_pool_run(p, 1, mark, &n_threads); /* so does one item, which is the caller's */
	cr_assert_eq(done[2], 2001);
	fl_pool_end(p);
	cr_assert_eq(done[2], 2001);
	fl_pool_free(p);
}

Test(model_kit, one_thread_is_the_callers)
{
	unsigned n_threads = 1, before = threads_now();
	struct fl_pool *p = fl_pool_new(n_threads);

	fl_pool_run(p, 1000, mark, &n_threads);
	cr_assert_eq(threads_now(), before);
	cr_assert_eq(done[500], 1);
	fl_pool_begin(p, 1000, mark, &n_threads);
	fl_pool_end(p);
	cr_assert_eq(threads_now(), before);
	cr_assert_eq(done[500], 2);
	fl_pool_free(p);
}
