/* SPDX-License-Identifier: MIT
 *
 * Many ranges of memory behind GPU addresses: in any order, as fast as they are few; and where exactly a
 * range ends.
 */
#include "hw/model/chip.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE_B = 4096 };

static uint32_t next(uint32_t *seed)
{
	return (*seed = *seed * 1664525 + 1013904223) >> 8;
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Single pages in random order, mapped, looked up, and unmapped in another: each found where it was put. */
Test(model_ranges, leaves_agree_with_a_table)
{
	enum { PAGES = 5000 };
	static uint8_t host[PAGES][16];
	static bool there[PAGES];
	struct fl_mem mem;
	uint32_t seed = 7;

	cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 40));
	for (unsigned round = 0; round < 60000; round++) {
		unsigned i = next(&seed) % PAGES;
		bool grow = round % 20000 < 10000 || next(&seed) % 4 == 0;

		if (grow)
			cr_assert_eq(fl_mem_map(&mem, (uint64_t)i * PAGE_B, host[i], PAGE_B), !there[i]);
		else
			cr_assert_eq(fl_mem_unmap(&mem, (uint64_t)i * PAGE_B, PAGE_B), there[i]);
		there[i] = grow;
		i = next(&seed) % PAGES;
		cr_assert_eq(fl_mem_at(&mem, (uint64_t)i * PAGE_B + 7, NULL), there[i] ? host[i] + 7 : NULL,
			     "round %u, page %u", round, i);
	}
	for (unsigned i = 0; i < PAGES; i++) {
		uint64_t left_B;

		cr_assert_eq(fl_mem_at(&mem, (uint64_t)i * PAGE_B, &left_B), there[i] ? host[i] : NULL);
		cr_assert_eq(left_B, there[i] ? PAGE_B : 0);
		cr_assert_eq(fl_mem_unmap(&mem, (uint64_t)i * PAGE_B, PAGE_B), there[i]);
	}
	cr_assert_eq(mem.map.n, 0);
	fl_mem_free(&mem);
}

/* A trace may have 80,000 buffers, or more: upwards, downwards, at random. */
Test(model_ranges, many_are_not_slow, .timeout = 60)
{
	enum { MANY = 1 << 17 };
	static uint8_t host[PAGE_B];

	for (unsigned order = 0; order < 3; order++) {
		struct fl_mem mem;
		double start = now_s(), took;

		cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 40));
		for (unsigned k = 0; k < MANY; k++) {
			unsigned i = order == 0   ? k
				     : order == 1 ? MANY - 1 - k
						  : (k * 40503u + 12345u) % MANY;

			cr_assert(fl_mem_map(&mem, (uint64_t)i * 2 * PAGE_B, host, PAGE_B));
		}
		for (unsigned k = 0; k < MANY; k++)
			cr_assert(fl_mem_unmap(&mem, (uint64_t)k * 2 * PAGE_B, PAGE_B));
		took = now_s() - start;
		cr_assert_lt(took, 1.5, "order %u: %.2f s", order, took);
		fl_mem_free(&mem);
	}
}

/* A run of bytes fits when its last byte is the last of the range, and not with one byte more: in memory that
 * was mapped, in VRAM, in the machine's memory, and in front of a range that hides the rest. */
Test(model_ranges, the_last_byte_and_the_one_after_it)
{
	static uint8_t host[2 * PAGE_B], outside[4 * PAGE_B];
	const struct fl_model_ram ram = {8 * PAGE_B, 4 * PAGE_B, outside};
	/* VRAM: pages 0 to 3, of which page 3 is hidden; mapped: 3 and 4; the machine's: 8 to 11, 10
	 * hidden */
	static const struct {
		uint64_t end_B; /* the byte after the range's last */
		uint64_t most_B;
	} range[] = {{3 * PAGE_B, 3 * PAGE_B},
		     {5 * PAGE_B, 2 * PAGE_B},
		     {10 * PAGE_B, 2 * PAGE_B},
		     {11 * PAGE_B, PAGE_B},
		     {12 * PAGE_B, PAGE_B}};
	struct fl_mem mem;
	uint32_t v = 0x01020304, got;

	cr_assert(fl_mem_init(&mem, NULL, 4 * PAGE_B, UINT64_C(1) << 32));
	fl_mem_place_vram(&mem, 0);
	cr_assert(fl_mem_map(&mem, 3 * PAGE_B, host, 2 * PAGE_B));
	cr_assert(fl_mem_map(&mem, 10 * PAGE_B, host, PAGE_B));
	cr_assert(fl_mem_set_ram(&mem, &ram, 1));
	fl_mem_ram_on(&mem, true);
	for (unsigned i = 0; i < sizeof range / sizeof *range; i++)
		for (uint64_t n = 1; n <= range[i].most_B; n = n < 9 ? n + 1 : n * 2) {
			uint64_t at = range[i].end_B - n;

			cr_assert_not_null(fl_mem_span(&mem, at, n), "range %u, %u bytes", i, (unsigned)n);
			cr_assert_null(fl_mem_span(&mem, at, n + 1), "range %u, %u bytes", i,
				       (unsigned)n + 1);
			cr_assert_eq(fl_mem_write32(&mem, at, v), n >= 4);
			cr_assert_eq(fl_mem_read32(&mem, at, &got), n >= 4);
			cr_assert_eq(got, n >= 4 ? v : UINT32_MAX);
		}
	fl_mem_free(&mem);
}

/* What addresses are translated to may begin before the machine's memory, or behind it: nobody answers
 * there. */
Test(model_ranges, translations_to_where_no_memory_is)
{
	static uint8_t outside[4 * PAGE_B];
	const struct fl_model_ram ram = {8 * PAGE_B, 4 * PAGE_B, outside};
	struct fl_mem mem;
	uint64_t left_B;

	cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 40));
	cr_assert(fl_mem_set_ram(&mem, &ram, 1));
	fl_mem_ram_on(&mem, true);
	fl_mem_translate(&mem, true);
	for (unsigned i = 0; i < 16; i++) /* page 64 + 2 i to page i */
		cr_assert(fl_mem_translate_add(&mem, (64 + 2 * i) * PAGE_B, i * PAGE_B, PAGE_B));
	for (unsigned i = 0; i < 32; i++) {
		const bool is = i % 2 == 0 && i / 2 >= 8 && i / 2 < 12;
		const uint8_t *got = fl_mem_at(&mem, (64 + i) * PAGE_B + 5, &left_B);

		cr_expect_eq(got, is ? outside + (i / 2 - 8) * PAGE_B + 5 : NULL, "page %u", i);
		cr_expect_eq(left_B, is ? PAGE_B - 5 : 0, "page %u: %llu", i, (unsigned long long)left_B);
	}
	fl_mem_free(&mem);
}

/* The machine's memory behind translations: what is found ends where the translation does, where the memory
 * that it leads to does, and where another layer begins; whichever comes first. */
Test(model_ranges, translations_end_where_the_first_thing_ends)
{
	enum { VIA = 0x100000, BUS = 0x900000, PAGES = 4 };
	static uint8_t host[PAGES * PAGE_B];

	for (uint64_t via = 1; via <= 2 * PAGES; via++)
		for (uint64_t ram = 1; ram <= PAGES; ram++)
			for (uint64_t skip = 0; skip < ram;
			     skip++) { /* the translation leads into the middle */
				const struct fl_model_ram r = {
				    .addr = BUS, .host = host, .size_B = ram * PAGE_B};
				struct fl_mem mem;

				cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 32));
				cr_assert(fl_mem_set_ram(&mem, &r, 1));
				mem.ram_on = true;
				fl_mem_translate(&mem, true);
				cr_assert(fl_mem_translate_add(&mem, VIA, BUS + skip * PAGE_B, via * PAGE_B));
				for (uint64_t at = 0; at < (2 * PAGES + 1) * PAGE_B; at += 1000) {
					const uint64_t to = skip * PAGE_B + at;
					const bool there = at < via * PAGE_B && to < ram * PAGE_B;
					const uint64_t one = via * PAGE_B - at, other = ram * PAGE_B - to;
					uint64_t left_B = 0;
					const uint8_t *p = fl_mem_at(&mem, VIA + at, &left_B);

					cr_assert_eq(p, there ? host + to : NULL, "%u pages to %u, from %u",
						     (unsigned)via, (unsigned)ram, (unsigned)skip);
					cr_assert(!there || left_B == (one < other ? one : other), "%u left",
						  (unsigned)left_B);
				}
				fl_mem_free(&mem);
			}
}

/* What was lists before is given back, however often memory is said anew. */
Test(model_ranges, memory_said_anew_takes_no_more)
{
	enum { RANGES = 200, TIMES = 50 };
	static uint8_t host[PAGE_B];
	static struct fl_model_ram ram[RANGES];
	size_t first = 0;
	struct fl_mem mem;

	for (unsigned i = 0; i < RANGES; i++)
		ram[i] = (struct fl_model_ram){.addr = (2 * i + 1) * PAGE_B, .host = host, .size_B = PAGE_B};
	cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 32));
	for (unsigned i = 0; i < TIMES; i++) {
		cr_assert(fl_mem_set_ram(&mem, ram, RANGES));
		if (!i)
			first = mallinfo2().uordblks;
	}
	cr_expect_leq(mallinfo2().uordblks, first + sizeof(ram), "%zu bytes, of which %zu were there",
		      mallinfo2().uordblks, first);
	fl_mem_free(&mem);
}

/* What is unmapped range by range, from the first on, from the last on or from the middle, leaves nothing but
 * the list of leaves. */
Test(model_ranges, memory_that_is_taken_away_takes_nothing)
{
	enum { RANGES = 2000, TIMES = 12 };
	static uint8_t host[PAGE_B];
	struct fl_ranges s = {0};
	size_t first = 0;

	for (unsigned i = 0; i < TIMES; i++) {
		for (unsigned k = 0; k < RANGES; k++) {
			const struct fl_range r = {
			    .addr = (2ull * k + 1) * PAGE_B, .host = host, .size_B = PAGE_B};

			cr_assert(fl_ranges_add(&s, &r));
		}
		for (unsigned k = 0; k < RANGES; k++) {
			const unsigned at = i % 3 == 0   ? k
					    : i % 3 == 1 ? RANGES - 1 - k
							 : (k + RANGES / 2) % RANGES;

			cr_assert(fl_ranges_remove(&s, (2ull * at + 1) * PAGE_B, PAGE_B));
		}
		cr_assert_eq(s.n, 0u);
		if (i == 2)
			first = mallinfo2().uordblks;
	}
	cr_expect_leq(mallinfo2().uordblks, first + sizeof(struct fl_range),
		      "%zu bytes, of which %zu were there", mallinfo2().uordblks, first);
	fl_ranges_free(&s);
}

/* Of a list that is refused, for one range overlaps another or is no whole pages, nothing is kept. */
Test(model_ranges, memory_that_is_refused_takes_nothing)
{
	enum { RANGES = 200, TIMES = 50 };
	static uint8_t host[PAGE_B];
	static struct fl_model_ram ram[RANGES + 1];
	struct fl_mem mem;

	for (unsigned i = 0; i <= RANGES; i++)
		ram[i] = (struct fl_model_ram){.addr = (2 * i + 1) * PAGE_B, .host = host, .size_B = PAGE_B};
	cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 32));
	for (unsigned how = 0; how < 2; how++) {
		size_t first = 0;

		ram[RANGES].addr = how ? PAGE_B : (2 * RANGES + 1) * PAGE_B;
		ram[RANGES].size_B = how ? PAGE_B : PAGE_B - 1;
		for (unsigned i = 0; i < TIMES; i++) {
			cr_assert_not(fl_mem_set_ram(&mem, ram, RANGES + 1));
			if (!i)
				first = mallinfo2().uordblks;
		}
		cr_expect_leq(mallinfo2().uordblks, first, "%zu bytes, of which %zu were there",
			      mallinfo2().uordblks, first);
	}
	fl_mem_free(&mem);
}

/* The machine's memory by its own address, whatever the chip's space has there: while it is in reach, from
 * the first byte of a range to its last. */
Test(model_ranges, the_machines_memory_by_its_own_address)
{
	static uint8_t host[2][3 * PAGE_B];
	static const struct {
		uint64_t at, size_B;
	} range[2] = {{4 * PAGE_B, 3 * PAGE_B}, {9 * PAGE_B, PAGE_B}};
	struct fl_model_ram ram[2];
	struct fl_mem mem;

	for (unsigned i = 0; i < 2; i++)
		ram[i] =
		    (struct fl_model_ram){.addr = range[i].at, .host = host[i], .size_B = range[i].size_B};
	cr_assert(fl_mem_init(&mem, NULL, PAGE_B, UINT64_C(1) << 32));
	cr_assert(fl_mem_set_ram(&mem, ram, 2));
	for (unsigned on = 0; on < 2; on++) {
		fl_mem_ram_on(&mem, on);
		for (uint64_t at = 0; at < 12 * PAGE_B; at += PAGE_B / 2 - 1) {
			uint8_t *want = NULL, *got;
			uint64_t left_B = 0, want_B = 0;

			for (unsigned i = 0; on && i < 2; i++)
				if (at >= range[i].at && at - range[i].at < range[i].size_B) {
					want = host[i] + (at - range[i].at);
					want_B = range[i].size_B - (at - range[i].at);
				}
			got = fl_mem_bus_at(&mem, at, &left_B);
			cr_expect_eq(got, want, "at 0x%x", (unsigned)at);
			cr_expect(!want || left_B == want_B, "at 0x%x: %u bytes left, not %u", (unsigned)at,
				  (unsigned)left_B, (unsigned)want_B);
		}
		for (unsigned i = 0; on && i < 2; i++) {
			uint64_t left_B;

			cr_expect_eq(fl_mem_bus_at(&mem, range[i].at + range[i].size_B - 1, &left_B),
				     host[i] + range[i].size_B - 1);
			cr_expect_eq(left_B, 1);
			cr_expect_null(fl_mem_bus_at(&mem, range[i].at - 1, &left_B));
			cr_expect_null(fl_mem_bus_at(&mem, range[i].at + range[i].size_B, &left_B));
		}
	}
	fl_mem_free(&mem);
}

/* Memory of the model's own is in whole pages, a page apart, behind VRAM where that would hide it, and ends
 * where addresses do. */
Test(model_ranges, memory_of_the_models_own)
{
	enum { VRAM_B = 1 << 24 };
	const uint64_t limit_B = UINT64_C(1) << 32;
	struct fl_mem mem;
	uint64_t first, at, again;
	uint8_t *p, *q;

	cr_assert(fl_mem_init(&mem, NULL, VRAM_B, limit_B));
	fl_mem_place_vram(&mem, 0);
	at = 77;
	for (uint64_t size_B = 0; size_B < 2 * PAGE_B; size_B += size_B % PAGE_B == 1 ? PAGE_B - 2 : 1)
		if (size_B % PAGE_B || !size_B)
			cr_expect_null(fl_mem_own_ram(&mem, size_B, &at), "%u bytes", (unsigned)size_B);
	cr_expect_null(fl_mem_own_ram(&mem, limit_B, &at));
	cr_expect_null(fl_mem_own_ram(&mem, limit_B + PAGE_B, &at));
	cr_expect_null(fl_mem_own_ram(&mem, UINT64_MAX - PAGE_B + 1, &at));
	cr_expect_eq(at, 77u, "nothing is said of what is not there");
	p = fl_mem_own_ram(&mem, PAGE_B, &first);
	cr_assert_not_null(p);
	p[0] = p[PAGE_B - 1] = 1;
	q = fl_mem_own_ram(&mem, 3 * PAGE_B, &at);
	cr_assert(q && q != p);
	cr_expect_eq(at, first + 2 * PAGE_B, "a page is between them");
	cr_expect(fl_mem_is_ram(&mem, first) && fl_mem_is_ram(&mem, first + PAGE_B - 1) &&
		  fl_mem_is_ram(&mem, at) && fl_mem_is_ram(&mem, at + 3 * PAGE_B - 1));
	cr_expect(!fl_mem_is_ram(&mem, first - 1) && !fl_mem_is_ram(&mem, first + PAGE_B) &&
		  !fl_mem_is_ram(&mem, at - 1) && !fl_mem_is_ram(&mem, at + 3 * PAGE_B));
	/* as much as is left, and not a page more */
	again = limit_B - (at + 4 * PAGE_B);
	cr_expect_null(fl_mem_own_ram(&mem, again + PAGE_B, &at));
	fl_mem_free(&mem);

	static const int64_t places[] = {-VRAM_B - PAGE_B, -VRAM_B, -VRAM_B + PAGE_B, -VRAM_B / 2,
					 -PAGE_B,          0,       PAGE_B,           2 * PAGE_B};

	for (unsigned i = 0; i < sizeof(places) / sizeof(*places); i++)
		for (uint64_t size_B = PAGE_B; size_B <= 2 * PAGE_B; size_B += PAGE_B) {
			const uint64_t vram = first + (uint64_t)places[i];
			const bool hides = vram < first + size_B && first < vram + VRAM_B;

			cr_assert(fl_mem_init(&mem, NULL, VRAM_B, limit_B));
			fl_mem_place_vram(&mem, vram);
			cr_assert_not_null(fl_mem_own_ram(&mem, size_B, &at));
			cr_expect_eq(at, hides ? vram + VRAM_B : first, "VRAM at 0x%llx",
				     (unsigned long long)vram);
			fl_mem_free(&mem);
		}
}

/* More memory than a processor has addresses for (48 bits, or 57) is not to be had: that is said, nothing is
 * held, and it can be given back. */
Test(model_ranges, memory_that_is_not_to_be_had)
{
	struct fl_mem mem;
	uint64_t addr = 77;

	cr_expect_not(fl_mem_init(&mem, NULL, UINT64_C(1) << 62, UINT64_C(1) << 63));
	cr_expect_null(mem.vram);
	cr_expect_null(fl_mem_own_ram(&mem, UINT64_C(1) << 62, &addr));
	cr_expect_eq(addr, 77u);
	cr_expect_eq(mem.own.n, 0u);
	fl_mem_free(&mem);
}
