/* SPDX-License-Identifier: MIT
 *
 * firstlight run as a command: kernels that clang-15 compiled, arguments of every kind, files, and what it
 * says of mistakes. Skipped where there is no clang-15 with libclc.
 */
#include "tests/unit/test_command.h"

#include <stdint.h>

TestSuite(run, .timeout = 120);

static const char source[] = "kernel void count(global uint *out, uint n, local uint *l)\n"
			     "{ uint i = get_local_id(0); l[i] = n; barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "  out[get_global_id(0)] = get_global_id(0) * l[get_local_size(0) - 1 - i]; }\n"
			     "kernel void halves(global float *out, global const float *in, float4 v)\n"
			     "{ out[get_global_id(0)] = in[get_global_id(0)] * 0.5f + v.w; }\n";

#define COMPILE                                                                                   \
	"clang-15 -x cl -cl-std=CL1.2 -target amdgcn--amdhsa -mcpu=gfx704 -nogpulib -O2 -Xclang " \
	"-finclude-default-header -Xclang -mlink-builtin-bitcode -Xclang /usr/lib/clc/amdgcn--amdhsa.bc -c "

static void begin(void)
{
	char cmd[500];

	command_begin();
	put("k.cl", source);
	snprintf(cmd, sizeof cmd, "cd %s && " COMPILE "-o k.o k.cl 2>/dev/null", dir);
	if (system(cmd)) {
		command_end();
		cr_skip("no clang-15 with libclc-15");
	}
}

Test(run, prints, .init = begin, .fini = command_end)
{
	SAYS(0, "run k.o --kernel count --global 10 --arg print:u32:10 --arg u32:7 --arg local:1K --quiet",
	     "0 7 14 21 28 35 42 49\n56 63\n");
	SAYS(0,
	     "run k.o --kernel count --global 6 --local 3 --arg print:i16:12 --arg u32:0xffffffff --arg "
	     "local:12",
	     "0 0 -1 -1 -2 -1 -3 -1\n-4 -1 -5 -1\n");
	SAYS(0, "run k.o --kernel count --global 6 --local 3 --arg print:u32:6 --arg u32:1 --arg local:12",
	     "count: 6 x 1 x 1 threads in groups of 3 x 1 x 1 on model:bonaire");
	SAYS(0,
	     "run --chip hawaii k.o --kernel count --global 2 --arg print:u32:2 --arg u32:5 --arg local:1K "
	     "--json",
	     "\"values\": [\n    0,\n    5\n   ]");
}

Test(run, files, .init = begin, .fini = command_end)
{
	float in[5] = {1, 2, 3, 4, 5}, out[6] = {0};
	FILE *f = fopen(in_dir("in"), "wb");

	cr_assert(f && fwrite(in, 4, 5, f) == 5 && !fclose(f));
	SAYS(0, "run k.o --kernel halves --global 5 --arg out:result:24 --arg in:in --arg f32:9,9,9,0.25",
	     "halves:");
	f = fopen(in_dir("result"), "rb");
	cr_assert(f && fread(out, 4, 6, f) == 6 && fgetc(f) == EOF);
	fclose(f);
	for (unsigned i = 0; i < 5; i++)
		cr_expect_eq(out[i], in[i] * 0.5f + 0.25f);
	cr_expect_eq(out[5], 0);
	SAYS(0, "run k.o --kernel halves --global 5 --arg inout:result:again --arg in:in --arg f32:0,0,0,1",
	     "halves:");
	f = fopen(in_dir("again"), "rb");
	cr_assert(f && fread(out, 4, 6, f) == 6 && fgetc(f) == EOF);
	fclose(f);
	cr_expect_eq(out[4], 3.5f);
}

Test(run, mistakes, .init = begin, .fini = command_end)
{
	SAYS(2, "run", "KERNEL.o is missing");
	SAYS(2, "run k.o", "how many threads? --global");
	SAYS(2, "run k.o --global 0", "--global wants N, NxN or NxNxN threads, not '0'");
	SAYS(2, "run k.o --global 4x", "not '4x'");
	SAYS(2, "run k.o --global 4", "which kernel is meant?; the code object has: count halves");
	SAYS(3, "run k.o --global 4 --kernel no", "there is no kernel no; the code object has: count halves");
	SAYS(3, "run none.o --global 4", "none.o");
	SAYS(2, "run k.cl --global 4", "no ELF file");
	SAYS(2, "run k.o --global 4 --kernel count --arg u32:5", "takes 3 arguments, and was given 1");
	SAYS(2, "run k.o --global 4 --kernel halves --arg u32:5 --arg zero:4 --arg zero:4",
	     "argument 0 is memory");
	SAYS(2, "run k.o --global 4 --arg u8:256", "a number of that type was expected");
	SAYS(2, "run k.o --global 4 --arg i8:-129", "a number of that type was expected");
	SAYS(2, "run k.o --global 4 --arg f32:1,2,3,4,5", "vectors are of 2, 3, 4, 8 or 16");
	SAYS(2, "run k.o --global 4 --arg what:5", "TYPE:NUMBER, in:FILE");
	SAYS(2, "run k.o --global 4 --arg out:x", "wants a file and a size");
	SAYS(2, "run k.o --global 4 --arg zero:5G", "wants a size");
	SAYS(3, "run k.o --global 4 --arg in:missing", "missing");
	SAYS(3, "run k.o --global 4 --chip r580", "kernels run on no such card");
}
