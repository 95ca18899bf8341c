/* SPDX-License-Identifier: MIT
 *
 * fl_compute on the model of a Bonaire, with kernels that clang-15 makes of compute.cl: every part of a
 * launch. Skipped where there is no clang-15 with libclc. Expected values are what OpenCL C says of each
 * function.
 */
#include "tests/unit/cik/compute_rig.h"

TestSuite(cik_compute_lib, .timeout = 60);

#define SOURCE "tests/unit/cik/compute.cl"

enum { MEMORY = 64 << 20 };

static const struct {
	enum compute_kind kind;
	const char *more;
} objects[] = {
    {COMPUTE_HSA, "-mcode-object-version=3"},
    {COMPUTE_HSA, "-mcode-object-version=4"},
    {COMPUTE_HSA, "-mcode-object-version=5"},
    {COMPUTE_MESA, ""},
};

enum { OBJECTS = sizeof(objects) / sizeof(objects[0]) };

static uint32_t packed(uint32_t x, uint32_t y, uint32_t z)
{
	return x | y << 8 | z << 16;
}

static void check_ids(struct compute_rig *r, struct fl_grid g, const uint32_t local[3], uint32_t dims)
{
	enum { MOST = 4096 };
	static uint32_t out[8 * MOST];
	const uint32_t *size = g.global, n = size[0] * size[1] * size[2];
	struct fl_memory m = compute_memory(r, NULL, 32ul * n);

	cr_assert_leq(n, MOST);
	COMPUTE_RUN(r, "ids", g, FL_ARG_MEMORY(m));
	compute_get(r, m, out, 32ul * n);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t id[3] = {i % size[0], i / size[0] % size[1], i / (size[0] * size[1])};
		uint32_t in[3], group[3], groups[3], here[3];

		for (unsigned k = 0; k < 3; k++) {
			groups[k] = (size[k] + local[k] - 1) / local[k];
			group[k] = id[k] / local[k];
			in[k] = id[k] % local[k];
			here[k] = local[k];
		}
		const uint32_t wanted[8] = {id[0] + g.offset[0],
					    (id[1] + g.offset[1]) << 16 | (id[2] + g.offset[2]),
					    packed(in[0], in[1], in[2]),
					    packed(group[0], group[1], group[2]),
					    packed(here[0], here[1], here[2]),
					    packed(groups[0], groups[1], groups[2]),
					    packed(size[0], size[1], size[2]),
					    dims};

		for (unsigned k = 0; k < 8; k++)
			cr_assert(out[8 * i + k] == wanted[k] || (k == 7 && !dims),
				  "thread %u, word %u: 0x%x, not 0x%x", i, k, out[8 * i + k], wanted[k]);
	}
}

/* libclc knows hidden arguments as Clover lays them out: no version 5, and offsets there alone. */
static const unsigned with_libclc[] = {0, 1, 3};

#define EACH_OBJECT(r)                                                                          \
	for (unsigned o_ = 0; o_ < 3 && (compute_load(r, SOURCE, objects[with_libclc[o_]].kind, \
						      objects[with_libclc[o_]].more, MEMORY),   \
					 true);                                                 \
	     compute_close(r), o_++)

Test(cik_compute_lib, ids)
{
	static struct compute_rig r;

	EACH_OBJECT(&r)
	{
		const struct fl_grid grids[] = {{.global = {192, 1, 1}},
						{.global = {8, 12, 4}, .local = {4, 3, 2}},
						{.global = {16, 16, 1}, .local = {16, 8}}};
		const uint32_t local[][3] = {{64, 1, 1}, {4, 3, 2}, {16, 8, 1}};
		struct fl_grid moved = grids[1];

		for (unsigned i = 0; i < 3; i++)
			check_ids(&r, grids[i], local[i], 0);
		moved.offset[0] = 100;
		moved.offset[1] = 7;
		moved.offset[2] = 3;
		if (objects[with_libclc[o_]].kind == COMPUTE_MESA)
			check_ids(&r, moved, local[1], 0);
	}
}

/* Hidden arguments by their offsets behind the others: LLVM, "User Guide for AMDGPU Backend", kernel argument
 * metadata of versions 3 and 5; Mesa clover, kernel.cpp. */
Test(cik_compute_lib, hidden)
{
	static struct compute_rig r;
	uint32_t out[56];

	for (unsigned o = 0; o < OBJECTS; o++) {
		struct fl_memory m;

		compute_load(&r, SOURCE, objects[o].kind, objects[o].more, MEMORY);
		m = compute_memory(&r, NULL, sizeof out);
		COMPUTE_RUN(
		    &r, "hidden",
		    ((struct fl_grid){.global = {10, 9, 4}, .local = {4, 3, 2}, .offset = {100, 200, 300}}),
		    FL_ARG_MEMORY(m));
		compute_get(&r, m, out, sizeof out);
		if (objects[o].kind == COMPUTE_MESA) {
			const uint32_t wanted[4] = {3, 100, 200, 300};

			cr_expect_arr_eq(out, wanted, sizeof wanted);
		} else if (o < 2) {
			const uint32_t wanted[6] = {100, 0, 200, 0, 300, 0};

			cr_expect_arr_eq(out, wanted, sizeof wanted);
		} else {
			const uint32_t wanted[6] = {3, 3, 2, 4 | 3 << 16, 2 | 2 << 16, 0};
			const uint32_t offsets[7] = {100, 0, 200, 0, 300, 0, 3};

			cr_expect_arr_eq(out, wanted, sizeof wanted);
			cr_expect_arr_eq(out + 10, offsets, sizeof offsets - 4);
			cr_expect_eq(out[16] & 0xffff, 3);
		}
		compute_close(&r);
	}
}

Test(cik_compute_lib, arguments)
{
	static struct compute_rig r;

	EACH_OBJECT(&r)
	{
		const int8_t a = -7;
		const int16_t b = -12345;
		const int32_t c = -123456789;
		const int64_t d = -1234567890123456789;
		const float e[4] = {1.5f, -2.25f, 3e-10f, 0};
		const double f = -1e300;
		const uint8_t g[2] = {200, 100};
		uint64_t out[8], bits;
		uint32_t w[3];
		struct fl_memory m = compute_memory(&r, NULL, sizeof out);

		COMPUTE_RUN(&r, "arguments", (struct fl_grid){.global = {1}}, FL_ARG_MEMORY(m),
			    FL_ARG_VALUE(a), FL_ARG_VALUE(b), FL_ARG_VALUE(c), FL_ARG_VALUE(d),
			    FL_ARG_VALUE(e), FL_ARG_VALUE(f), FL_ARG_VALUE(g));
		compute_get(&r, m, out, sizeof out);
		memcpy(&bits, &f, 8);
		memcpy(w, e, 12);
		const uint64_t wanted[8] = {(uint64_t)a, (uint64_t)b, (uint64_t)c, (uint64_t)d,
					    w[0],        w[1] ^ w[2], bits,        200 | 100 << 8};
		for (unsigned i = 0; i < 8; i++)
			cr_expect_eq(out[i], wanted[i], "%u: %llx", i, (unsigned long long)out[i]);
	}
}

Test(cik_compute_lib, local_memory)
{
	static struct compute_rig r;

	EACH_OBJECT(&r)
	{
		enum { N = 192, GROUP = 48 };
		uint32_t out[N], n = 5;
		struct fl_memory m = compute_memory(&r, NULL, sizeof out);

		COMPUTE_RUN(&r, "turned", ((struct fl_grid){.global = {N}, .local = {GROUP}}),
			    FL_ARG_MEMORY(m), FL_ARG_LOCAL(4 * GROUP), FL_ARG_VALUE(n),
			    FL_ARG_LOCAL(8 * GROUP));
		compute_get(&r, m, out, sizeof out);
		for (uint32_t i = 0; i < N; i++)
			cr_expect_eq(out[i], i * 5 + (i - i % GROUP + GROUP - 1 - i % GROUP), "%u: %u", i,
				     out[i]);
	}
}

Test(cik_compute_lib, scratch)
{
	static const uint32_t table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
	static struct compute_rig r;

	EACH_OBJECT(&r)
	{
		enum { N = 512 };
		uint32_t in[64], out[N];
		struct fl_memory from, m;

		for (uint32_t i = 0; i < 64; i++)
			in[i] = i * 2654435761u >> 7;
		from = compute_memory(&r, in, sizeof in);
		m = compute_memory(&r, NULL, sizeof out);
		COMPUTE_RUN(&r, "scratch", ((struct fl_grid){.global = {N}, .local = {128}}),
			    FL_ARG_MEMORY(m), FL_ARG_MEMORY(from));
		compute_get(&r, m, out, sizeof out);
		for (uint32_t i = 0; i < N; i++) {
			uint32_t a[40];

			for (uint32_t k = 0; k < 40; k++)
				a[k] = in[k] + table[(k + i) & 7];
			for (uint32_t k = 0; k < 40; k++)
				a[in[(k + i) & 63] % 40] += a[k] * 3;
			cr_expect_eq(out[i], a[i % 40] ^ a[in[i & 63] % 40], "%u", i);
		}
	}
}

/* Kernels, fills and copies go one after the other; events say when. */
Test(cik_compute_lib, order)
{
	static struct compute_rig r;
	enum { N = 1000 };
	uint32_t out[N], n = 7;
	struct fl_memory a, b;
	struct fl_kernel k;
	struct fl_event e;
	struct fl_err err = {0};
	bool happened = false;

	compute_load(&r, SOURCE, COMPUTE_HSA, "", MEMORY);
	a = compute_memory(&r, NULL, sizeof out);
	b = compute_memory(&r, NULL, sizeof out + 4);
	const struct fl_arg args[] = {FL_ARG_MEMORY(a), FL_ARG_VALUE(n)};

	cr_assert(!fl_kernel_find(&k, &r.code, "add", &err), "%s", err.text);
	cr_assert(!fl_memory_fill(&r.c, &a, 0, sizeof out, 2, &err));
	cr_assert(!fl_memory_fill(&r.c, &b, 0, sizeof out + 4, 0, &err));
	for (unsigned i = 0; i < 3; i++) /* 13, 46, 145 */
		cr_assert(!fl_compute_run(&r.c, &k, &(struct fl_grid){.global = {N}}, args, 2, &err), "%s",
			  err.text);
	cr_assert(!fl_memory_copy(&r.c, &b, 4, &a, 0, sizeof out, &err));
	cr_assert(!fl_compute_run(&r.c, &k, &(struct fl_grid){.global = {N}}, args, 2, &err));
	cr_assert(!fl_compute_event(&r.c, &e, &err));
	cr_assert(!fl_event_test(&r.c, &e, &happened, &err));
	cr_assert(!fl_event_wait(&r.c, &e, &err), "%s", err.text);
	cr_assert(!fl_event_test(&r.c, &e, &happened, &err) && happened);
	no_reports(&r.g);
	compute_get(&r, a, out, sizeof out);
	for (uint32_t i = 0; i < N; i++)
		cr_assert_eq(out[i], 145 * 3 + 7);
	cr_assert(!fl_memory_read(&r.c, &b, 4, out, sizeof out, &err));
	for (uint32_t i = 0; i < N; i++)
		cr_assert_eq(out[i], 145u);
	e.number += 5; /* one that nobody asked for */
	r.c.chip.timeout_us = 1000;
	cr_expect_eq(fl_event_wait(&r.c, &e, &err), FL_TIMEOUT);
	cr_expect(strstr(err.text, "has not happened"), "%s", err.text);
	compute_close(&r);
}

static void refused(struct compute_rig *r, const char *name, struct fl_grid g, const struct fl_arg *args,
		    uint32_t n, const char *says)
{
	struct fl_kernel k;
	struct fl_err err = {0};

	cr_assert(!fl_kernel_find(&k, &r->code, name, &err), "%s", err.text);
	cr_expect_eq(fl_compute_run(&r->c, &k, &g, args, n, &err), FL_USAGE);
	cr_expect(strstr(err.text, says), "%s", err.text);
}

Test(cik_compute_lib, rules)
{
	static struct compute_rig r;
	uint32_t n = 1;
	uint64_t wide = 1;
	struct fl_memory m;
	struct fl_kernel k;
	struct fl_err err = {0};

	compute_load(&r, SOURCE, COMPUTE_HSA, "", MEMORY);
	m = compute_memory(&r, NULL, 4096);
	const struct fl_arg good[] = {FL_ARG_MEMORY(m), FL_ARG_VALUE(n)},
			    swapped[] = {FL_ARG_VALUE(n), FL_ARG_MEMORY(m)};
	const struct fl_arg large[] = {FL_ARG_MEMORY(m), FL_ARG_VALUE(wide)};
	const struct fl_arg local[] = {FL_ARG_MEMORY(m), FL_ARG_LOCAL(60000), FL_ARG_VALUE(n),
				       FL_ARG_LOCAL(8000)};

	refused(&r, "add", (struct fl_grid){.global = {0}}, good, 2, "no threads");
	refused(&r, "add", (struct fl_grid){.global = {512}, .local = {512}}, good, 2, "256 at most");
	refused(&r, "add", (struct fl_grid){.global = {64}, .local = {65536, 65536, 2}}, good, 2,
		"256 at most");
	refused(&r, "add", (struct fl_grid){.global = {64}}, good, 1, "takes 2 arguments");
	refused(&r, "add", (struct fl_grid){.global = {64}}, swapped, 2, "argument 0 is memory");
	refused(&r, "add", (struct fl_grid){.global = {64}}, large, 2, "has 4 bytes, not 8");
	refused(&r, "turned", (struct fl_grid){.global = {64}}, local, 4, "the chip has 65536");
	refused(&r, "made_for_8_by_4", (struct fl_grid){.global = {64}, .local = {64}}, good, 1, "8 x 4 x 1");
	cr_expect_eq(fl_kernel_find(&k, &r.code, "missing", &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "ids hidden arguments turned scratch made_for_8_by_4 add never"), "%s",
		  err.text);
	cr_expect_eq(fl_kernel_find(&k, &r.code, NULL, &err), FL_USAGE);
	cr_expect_eq(fl_memory_copy(&r.c, &m, 4096, &m, 0, 4, &err), FL_USAGE);
	cr_expect_eq(fl_memory_fill(&r.c, &m, 2, 4, 0, &err), FL_USAGE);
	/* what it is made for is what it gets */
	COMPUTE_RUN(&r, "made_for_8_by_4", ((struct fl_grid){.global = {32, 32}}), FL_ARG_MEMORY(m));
	for (uint32_t i = 0; i < 1024; i++) {
		uint32_t v;

		fl_memory_read(&r.c, &m, 4 * i, &v, 4, &err);
		cr_expect_eq(v, i / 32 % 4 * 8 + i % 8);
	}
	compute_close(&r);
}

/* A kernel that does not end is a time-out, or a model that says that it hangs. */
Test(cik_compute_lib, never)
{
	static struct compute_rig r;
	struct fl_memory m;
	struct fl_kernel k;
	struct fl_err err = {0};
	enum fl_code code;
	uint32_t words[2] = {0, 0};

	compute_load(&r, SOURCE, COMPUTE_HSA, "", MEMORY);
	m = compute_memory(&r, words, sizeof words);
	const struct fl_arg args[] = {FL_ARG_MEMORY(m)};

	cr_assert(!fl_kernel_find(&k, &r.code, "never", &err));
	cr_assert(!fl_compute_run(&r.c, &k, &(struct fl_grid){.global = {64}}, args, 1, &err));
	code = fl_compute_finish(&r.c, &err);
	cr_expect(code == FL_FAILED || code == FL_TIMEOUT, "%d", code);
	compute_close(&r);
}
