/* SPDX-License-Identifier: MIT
 *
 * Generated kernels (tests/compute/kernels.h) on the model of a Bonaire, as clang-15 compiles them, against
 * what the same text gives on the CPU. One of each kind here; `make check-cl` runs FL_KERNELS=200 of them, by
 * FL_SEED.
 */
#include "tests/compute/kernels.h"
#include "tests/unit/cik/compute_rig.h"

#include <dlfcn.h>

TestSuite(cik_compute_generated, .timeout = 3600);

enum { THREADS = 128, MEMORY = 64 << 20, A_FILE = 10, FEW = 3, CLANG_S = 30 };

typedef void on_host(uint32_t *out, const uint32_t *in, uint32_t *atomics, uint32_t threads);

static unsigned number_of(const char *name, unsigned otherwise)
{
	const char *s = getenv(name);

	return s ? (unsigned)strtoul(s, NULL, 0) : otherwise;
}

static void *host(const char *source)
{
	char object[64], command[256];
	void *so;

	snprintf(object, sizeof object, "%s.so", source);
	snprintf(command, sizeof command,
		 "clang-15 -x c -std=gnu11 -O1 -w -ffp-contract=off -fPIC -shared -o %s %s", object, source);
	cr_assert_eq(system(command), 0);
	so = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	cr_assert(so, "%s", dlerror());
	unlink(object);
	return so;
}

static void compare(struct compute_rig *r, void *so, unsigned number, const uint32_t *in, const char *where)
{
	static uint32_t got[THREADS * KERNELS_OUT], wanted[THREADS * KERNELS_OUT];
	const uint32_t atomics[KERNELS_ATOMICS] = {0, ~0u, 0, ~0u, 0, 0, 0, 0};
	uint32_t atomics_got[KERNELS_ATOMICS], atomics_wanted[KERNELS_ATOMICS];
	char name[32];
	on_host *fn;
	struct fl_memory out = compute_memory(r, NULL, sizeof got),
			 from = compute_memory(r, in, 4 * KERNELS_IN);
	struct fl_memory at = compute_memory(r, atomics, sizeof atomics);

	snprintf(name, sizeof name, "k%u_host", number);
	*(void **)&fn = dlsym(so, name);
	cr_assert(fn, "%s", name);
	memcpy(atomics_wanted, atomics, sizeof atomics);
	fn(wanted, in, atomics_wanted, THREADS);
	snprintf(name, sizeof name, "k%u", number);
	COMPUTE_RUN(r, name, ((struct fl_grid){.global = {THREADS}, .local = {KERNELS_GROUP}}),
		    FL_ARG_MEMORY(out), FL_ARG_MEMORY(from), FL_ARG_MEMORY(at));
	compute_get(r, out, got, sizeof got);
	compute_get(r, at, atomics_got, sizeof atomics_got);
	for (unsigned i = 0; i < THREADS * KERNELS_OUT; i++)
		cr_assert_eq(got[i], wanted[i], "%s, %s: thread %u, word %u is %08x, the CPU says %08x",
			     where, name, i / KERNELS_OUT, i % KERNELS_OUT, got[i], wanted[i]);
	for (unsigned i = 0; i < KERNELS_ATOMICS; i++)
		cr_assert_eq(atomics_got[i], atomics_wanted[i], "%s, %s: atomic %u", where, name, i);
}

static void numbers(uint32_t in[KERNELS_IN], uint64_t seed)
{
	for (unsigned i = 0; i < KERNELS_IN; i++) {
		seed = seed * 6364136223846793005ull + 1442695040888963407ull;
		in[i] = (uint32_t)(seed >> 32) >> (i & 1 ? seed >> 60 : 0);
	}
}

/* Divisions in the kernels' forms, of numbers whose highest bits are the same: clang knows that, and divides
 * what is extended from fewer bits as floats, wrongly, if it also knows it of the divisor (see kernels.c). */
Test(cik_compute_generated, divisions)
{
	static const char text[] =
	    "static void divide(MEM uint *o, uint a, uint b)\n"
	    "{\n"
	    "o[0] = (uint)(short)a / ODD((uint)(char)b); o[1] = (uint)(short)a % ODD((uint)(char)b);\n"
	    "o[2] = (a & 255) / ODD((b & 31) - 16); o[3] = (a & 255) % ODD((b & 31) - 16);\n"
	    "o[4] = (uint)((int)a >> 20) / ODD((uint)((int)b >> 12)); o[5] = (uint)(char)a % ODD(9u);\n"
	    "o[6] = (a & 4194303) / (ODD(b) & 4194303); o[7] = (a & 4194303) % (ODD(b) & 4194303);\n"
	    "o[8] = (a & 4194303) / (ODD(b & 127) & 4194303); o[9] = (uint)(short)a / ODD(4294967295u);\n"
	    "for (uint i = 10; i < 24; i++) o[i] = (uint)(short)(a + i) % ODD((uint)(short)(b >> i));\n"
	    "}\n"
	    "#ifdef __OPENCL_C_VERSION__\n"
	    "kernel void k0(global uint *out, global const uint *in, global uint *atomics)\n"
	    "{ uint i = get_global_id(0); divide(out + 24 * i, in[i], in[255 - i]); }\n"
	    "#else\n"
	    "void k0_host(uint *out, const uint *in, uint *atomics, uint threads)\n"
	    "{ for (uint i = 0; i < threads; i++) divide(out + 24 * i, in[i], in[255 - i]); }\n"
	    "#endif\n";
	static struct compute_rig r;
	char path[] = "/tmp/kernels-XXXXXX";
	uint32_t in[KERNELS_IN];
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	void *so;

	cr_assert(f);
	kernels_head(f);
	fputs(text, f);
	fclose(f);
	compute_load(&r, path, COMPUTE_HSA, "-w", MEMORY);
	so = host(path);
	unlink(path);
	numbers(in, 1);
	compare(&r, so, 0, in, "divisions");
	dlclose(so);
	compute_close(&r);
}

/* Kernels first to end - 1, in a file; where clang is not done with that in time, each of them alone. */
static void run(unsigned first, unsigned end, unsigned seed, enum compute_kind kind)
{
	static struct compute_rig r;
	char path[] = "/tmp/kernels-XXXXXX", where[64];
	uint32_t in[KERNELS_IN];
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	void *so;
	bool loaded;

	cr_assert(f);
	kernels_head(f);
	for (unsigned i = first; i < end; i++)
		kernels_make(f, i, (enum kernels_kind)(i % KERNELS_KINDS), seed);
	fclose(f);
	snprintf(where, sizeof where, "seed %u", seed);
	/* Unrolled, loops in loops keep clang busy for half an hour. */
	loaded = compute_load(&r, path, kind, "-w -fno-unroll-loops", MEMORY);
	if (loaded) {
		numbers(in, seed);
		so = host(path);
		for (unsigned i = first; i < end; i++)
			compare(&r, so, i, in, where);
		dlclose(so);
		compute_close(&r);
	} else if (end - first == 1) {
		cr_log_warn("%s: kernel %u is left out: clang takes more than %u s", where, first,
			    compute_clang_s);
	}
	unlink(path);
	for (unsigned i = first; !loaded && end - first > 1 && i < end; i++)
		run(i, i + 1, seed, kind);
}

Test(cik_compute_generated, kernels)
{
	const unsigned n = number_of("FL_KERNELS", KERNELS_KINDS), seed = number_of("FL_SEED", 1);
	const unsigned a_file = n > A_FILE ? A_FILE : FEW;

	compute_clang_s = CLANG_S;
	for (unsigned first = 0; first < n; first += a_file)
		run(first, first + a_file < n ? first + a_file : n, seed,
		    first / a_file % 2 ? COMPUTE_MESA : COMPUTE_HSA);
}
