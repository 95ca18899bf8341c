/* SPDX-License-Identifier: MIT
 *
 * Waves of the Sea Islands model judged by a compiler that is not ours: clang makes code for gfx704 of
 * kernels.cl, the model runs it in a group of 256, and the CPU computes the same. Skipped where there is no
 * clang for AMDGPU.
 */
#include "tests/unit/cik/sq_rig.h"
#include "tests/unit/test_random.h"

#include <elf.h>
#include <math.h>
#include <unistd.h>

TestSuite(cik_sq_clang, .timeout = 60);

enum {
	ITEMS = 256,
	IN = 0x10000,
	OUT = 0x20000,
	ARGS = 0x800,
	SCRATCH = 0x80000,
	LANE_SCRATCH_B = 1024,
	CODE_B = 0x2000
};

/* The kernel descriptor (LLVM, AMDGPUUsage, "Kernel Descriptor") */
struct descriptor {
	uint32_t group_B, private_B, kernarg_B, reserved;
	int64_t entry;
	uint8_t reserved2[24];
	uint32_t rsrc1, rsrc2;
	uint16_t properties;
	uint8_t reserved3[6];
};

static uint8_t *object;
static size_t object_B;
static uint32_t in[2 * ITEMS + 64], out[8 * ITEMS];
static void compile(void)
{
	char path[] = "/tmp/sq-clang-XXXXXX", command[512];
	int fd = mkstemp(path);
	FILE *f;

	cr_assert(fd >= 0);
	close(fd);
	snprintf(command, sizeof command,
		 "clang -x cl -cl-std=CL2.0 -target amdgcn--amdhsa -mcpu=gfx704 -nogpulib -O2 -fno-ident "
		 "-cl-fp32-correctly-rounded-divide-sqrt -ffp-contract=off -mcode-object-version=3 "
		 "-Xclang -finclude-default-header -c -o %s tests/unit/cik/kernels.cl 2>/dev/null",
		 path);
	if (system(command) == 0 && (f = fopen(path, "rb"))) {
		fseek(f, 0, SEEK_END);
		object_B = (size_t)ftell(f);
		rewind(f);
		object = malloc(object_B);
		cr_assert(object && fread(object, 1, object_B, f) == object_B);
		fclose(f);
	}
	unlink(path);
	if (!object)
		cr_skip("no clang that compiles OpenCL C for gfx704");
}

/* The symbol's place in the file and, in *section_at, in its section. */
static const uint8_t *symbol(const char *name, uint64_t *section_at)
{
	const Elf64_Ehdr *e = (const Elf64_Ehdr *)object;
	const Elf64_Shdr *s = (const Elf64_Shdr *)(object + e->e_shoff);

	for (unsigned k = 0; k < e->e_shnum; k++) {
		if (s[k].sh_type != SHT_SYMTAB)
			continue;
		const Elf64_Sym *sym = (const Elf64_Sym *)(object + s[k].sh_offset);
		const char *names = (const char *)object + s[s[k].sh_link].sh_offset;

		for (unsigned n = 0; n < s[k].sh_size / sizeof *sym; n++)
			if (!strcmp(names + sym[n].st_name, name)) {
				*section_at = sym[n].st_value;
				return object + s[sym[n].st_shndx].sh_offset + sym[n].st_value;
			}
	}
	cr_assert_fail("%s is not in the object", name);
	return NULL;
}

/* The registers that a wave starts with, as the descriptor asks for them */
static void start(struct mcik_wave *w, const struct descriptor *d, unsigned number)
{
	unsigned at = 0;
	const uint64_t scratch = RIG_BASE + SCRATCH;

	if (d->properties & 1) { /* the scratch buffer: lanes beside each other, 4 bytes each */
		w->s[at++] = (uint32_t)scratch;
		w->s[at++] = (uint32_t)(scratch >> 32) | 1u << 31;
		w->s[at++] = RIG_WAVES * MCIK_LANES * LANE_SCRATCH_B;
		w->s[at++] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15 | 1 << 19 | 3 << 21 | 1 << 23;
	}
	at += d->properties & 2 ? 2 : 0;
	at += d->properties & 4 ? 2 : 0;
	if (d->properties & 8) {
		w->s[at++] = ARGS;
		w->s[at++] = (uint32_t)(RIG_BASE >> 32);
	}
	at += d->properties & 16 ? 2 : 0;
	if (d->properties & 32) {
		w->s[at++] = 0;
		w->s[at++] = LANE_SCRATCH_B;
	}
	at += d->properties & 64 ? 1 : 0;
	cr_assert_eq(at, d->rsrc2 >> 1 & 31);
	for (unsigned k = 7; k < 11; k++) /* of the group: number 0 */
		at += d->rsrc2 >> k & 1;
	if (d->rsrc2 & 1)
		w->s[at] = number * MCIK_LANES * LANE_SCRATCH_B;
	w->n_vgprs = (uint16_t)(((d->rsrc1 & 63) + 1) * 4);
	w->mode = (d->rsrc1 >> 12 & 255) | (d->rsrc1 >> 21 & 1) << 8 | (d->rsrc1 >> 23 & 1) << 9;
	for (unsigned l = 0; l < MCIK_LANES; l++)
		w->v[0][l] = number * MCIK_LANES + l;
}

/* Runs a kernel with in[] and out[] and one number as its arguments; no report is allowed. */
static void run(const char *name, uint32_t number)
{
	const uint64_t args[3] = {RIG_BASE + OUT, RIG_BASE + IN, number};
	char kd[64];
	uint64_t at;

	if (!object)
		compile();
	rig_open(RIG_WAVES);
	rig.env.hidden_private = RIG_BASE + SCRATCH;

	const uint8_t *code = symbol(name, &at);
	const size_t rest = (size_t)(object + object_B - code);

	memcpy(rig.mem + RIG_CODE, code, rest < CODE_B ? rest : CODE_B);
	memcpy(rig.mem + IN, in, sizeof in);
	memcpy(rig.mem + ARGS, args, sizeof args);
	snprintf(kd, sizeof kd, "%s.kd", name);

	const struct descriptor *d = (const struct descriptor *)symbol(kd, &at);

	cr_assert_leq(d->group_B, (uint32_t)RIG_LDS_B);
	for (unsigned k = 0; k < RIG_WAVES; k++)
		start(&rig.wave[k], d, k);
	rig.group.lds_B = (d->group_B + 511) & ~511u;
	cr_assert(mcik_group_run(&rig.group), "%s: %s", name, rig.said);
	cr_expect_eq(rig.reports, 0u, "%s: %s", name, rig.said);
	cr_expect_eq(rig.faults, 0u, "%s: %u faults", name, rig.faults);
	memcpy(out, rig.mem + OUT, sizeof out);
	rig_close();
}

static void expect(const char *name, unsigned item, unsigned k, uint64_t got, uint64_t wanted)
{
	cr_expect_eq(got, wanted, "%s, item %u, result %u: %llx, the CPU says %llx", name, item, k,
		     (unsigned long long)got, (unsigned long long)wanted);
}

static void fill(void)
{
	for (unsigned k = 0; k < sizeof in / sizeof *in; k++)
		in[k] = random32() >> (k & 1 ? random32() & 31 : 0);
}

Test(cik_sq_clang, arithmetic)
{
	fill();
	run("arithmetic", 0);
	for (unsigned id = 0; id < ITEMS; id++) {
		const uint32_t a = in[2 * id], b = in[2 * id + 1];
		const int32_t s = (int32_t)a, t = (int32_t)b;
		const uint32_t wanted[8] = {a * b + (a >> (b & 31)),
					    a / (b | 1),
					    a % (b | 1),
					    (uint32_t)((int64_t)s / (t | 1)),
					    (uint32_t)((uint64_t)a * b >> 32) ^
						(uint32_t)((int64_t)s * t >> 32),
					    (uint32_t)(__builtin_popcount(a) + __builtin_clz(b | 1)),
					    (uint32_t)(s < t ? s : t) + (a > b ? a : b),
					    a << 7 | a >> 25};

		for (unsigned k = 0; k < 8; k++)
			expect("arithmetic", id, k, out[8 * id + k], wanted[k]);
	}
}

Test(cik_sq_clang, wide)
{
	static uint64_t a64[ITEMS], b64[ITEMS];

	for (unsigned id = 0; id < ITEMS / 2; id++) { /* half of them fit in[] */
		a64[id] = (uint64_t)random32() << 32 | random32();
		b64[id] = ((uint64_t)random32() << 32 | random32()) >> (random32() & 63);
		memcpy(&in[4 * id], &a64[id], 8);
		memcpy(&in[4 * id + 2], &b64[id], 8);
	}
	run("wide", 0);
	for (unsigned id = 0; id < ITEMS / 2; id++) {
		const uint64_t a = a64[id], b = b64[id];
		const uint64_t wanted[4] = {a * b + (a >> (b & 63)), a / (b >> 13 | 1),
					    (uint64_t)((int64_t)a >> (b & 31)) - b,
					    (int64_t)a < (int64_t)b ? a << 3 : b << 5};

		for (unsigned k = 0; k < 4; k++) {
			uint64_t got;

			memcpy(&got, &out[8 * id + 2 * k], 8);
			expect("wide", id, k, got, wanted[k]);
		}
	}
}

static float some_float(void)
{
	const int exponent = (int)(random32() % 60) - 30;

	return ldexpf((float)(int32_t)random32() / 0x1p31f, exponent);
}

Test(cik_sq_clang, floats)
{
	float f[2 * ITEMS], got[8 * ITEMS];

	for (unsigned k = 0; k < 2 * ITEMS; k++)
		f[k] = some_float();
	memcpy(in, f, sizeof f);
	run("floats", 0);
	memcpy(got, out, sizeof got);
	for (unsigned id = 0; id < ITEMS; id++) {
		const float a = f[2 * id], b = f[2 * id + 1];
		const float wanted[7] = {
		    a + b, a - b, a * b, a / b, fmaf(a, b, a), floorf(a) + truncf(b), a < b ? a : b};

		for (unsigned k = 0; k < 7; k++)
			expect("floats", id, k, rig_bits(got[8 * id + k]), rig_bits(wanted[k]));
		cr_expect_float_eq(got[8 * id + 7], sqrtf(fabsf(a)), 2e-7f * sqrtf(fabsf(a)), "sqrt %a", a);
	}
}

/* What does not fit becomes the nearest that does. */
static int32_t to_i32(double f)
{
	return f >= 0x1p31 ? INT32_MAX : f <= -0x1p31 ? INT32_MIN : (int32_t)f;
}

static uint32_t to_u32(double f)
{
	return f >= 0x1p32 ? UINT32_MAX : (uint32_t)f;
}

Test(cik_sq_clang, doubles)
{
	static double f[2 * ITEMS], got[8];

	for (unsigned k = 0; k < ITEMS; k++)
		f[k] = ldexp((double)(int32_t)random32() / 0x1p31 + (double)random32() / 0x1p70,
			     k < ITEMS / 2 ? (int)(random32() % 60) - 30 : (int)(random32() % 2040) - 1020);
	memcpy(in, f, sizeof in < sizeof f ? sizeof in : sizeof f);
	run("doubles", 0);
	for (unsigned id = 0; id < ITEMS / 2; id++) {
		const double a = f[2 * id], b = f[2 * id + 1];
		const double wanted[8] = {a + b,
					  a * b,
					  a / b,
					  fma(a, b, -a),
					  floor(a) - ceil(b),
					  (double)to_i32(a) + (double)to_u32(fabs(b)),
					  a > b ? a : -b,
					  (double)(float)a};

		memcpy(got, &out[16 * id], sizeof got);
		for (unsigned k = 0; k < 8; k++)
			cr_expect(!memcmp(&got[k], &wanted[k], 8),
				  "doubles, item %u, result %u: %a, the CPU says %a", id, k, got[k],
				  wanted[k]);
	}
}

Test(cik_sq_clang, conversions)
{
	float f[2 * ITEMS];

	for (unsigned k = 0; k < 2 * ITEMS; k++)
		f[k] = ldexpf(some_float(), -10);
	memcpy(in, f, sizeof f);
	run("conversions", 0);
	for (unsigned id = 0; id < ITEMS; id++) {
		const float a = f[2 * id], b = f[2 * id + 1];
		const uint32_t wanted[8] = {(uint32_t)(int32_t)a,
					    (uint32_t)fabsf(b),
					    rig_bits((float)(int32_t)(a * 1000.0f)),
					    rig_bits((float)rig_bits(b)),
					    (uint32_t)(int16_t)(int32_t)a | (uint32_t)(uint8_t)(int32_t)b
										<< 24,
					    rig_bits((float)(rig_bits(a) >> 8 & 255)),
					    rig_bits((float)(int64_t)(a * 65536.0f)),
					    (uint32_t)(uint64_t)fabsf(b * 1048576.0f)};

		for (unsigned k = 0; k < 8; k++)
			expect("conversions", id, k, out[8 * id + k], wanted[k]);
	}
}

Test(cik_sq_clang, flow)
{
	fill();
	run("flow", 0);
	for (unsigned id = 0; id < ITEMS; id++) {
		uint32_t n = in[2 * id] & 0xffff, steps = 0, sum = 0;

		for (; n > 1 && steps < 300; steps++) {
			n = n & 1 ? 3 * n + 1 : n >> 1;
			if (steps % 7 == 3)
				sum += n;
			else if (steps % 11 == 5)
				sum ^= n << 3;
		}
		const unsigned way = in[2 * id + 1] & 3;

		sum = way == 0 ? sum + 17 : way == 1 ? sum * 3 : way == 2 ? ~sum : sum;
		expect("flow", id, 0, out[2 * id], steps);
		expect("flow", id, 1, out[2 * id + 1], sum);
	}
}

Test(cik_sq_clang, shared_memory)
{
	uint32_t sum[ITEMS], all = 0;

	fill();
	run("shared_memory", 0);
	for (unsigned id = 0; id < ITEMS; id++)
		sum[id] = all += in[id];
	for (unsigned id = 0; id < ITEMS; id++) {
		expect("shared_memory", id, 0, out[id], sum[id]);
		expect("shared_memory", id, 1, out[ITEMS + id], sum[ITEMS - 1 - id]);
	}
}

Test(cik_sq_clang, atomics)
{
	uint32_t sum = 0, most = 0, bits = 0, odd = 0;
	uint64_t squares = 0;

	fill();
	run("atomics", 0);
	for (unsigned id = 0; id < ITEMS; id++) {
		sum += in[id];
		most = in[id] > most ? in[id] : most;
		bits ^= in[id];
		odd += in[id] & 1;
		squares += (uint64_t)in[id] * in[id];
	}
	const uint32_t wanted[6] = {sum, most, bits, odd, (uint32_t)squares, (uint32_t)(squares >> 32)};

	for (unsigned k = 0; k < 6; k++)
		expect("atomics", 0, k, out[k], wanted[k]);
}

Test(cik_sq_clang, vectors)
{
	float f[2 * ITEMS], got[4 * ITEMS];

	for (unsigned k = 0; k < 2 * ITEMS; k++)
		f[k] = some_float();
	memcpy(in, f, sizeof f);
	run("vectors", 0);
	memcpy(got, out, sizeof got);
	for (unsigned id = 0; id < ITEMS; id++) {
		static const float factor[4] = {0.5f, 0.25f, 2.0f, 1.0f};
		const float *a = f + 4 * (id & 127), *b = f + 4 * (127 - (id & 127));

		for (unsigned k = 0; k < 4; k++)
			expect("vectors", id, k, rig_bits(got[4 * id + k]),
			       rig_bits((a[k] + b[3 - k]) * factor[k] - a[k ^ 1]));
	}
}

Test(cik_sq_clang, scratch)
{
	fill();
	run("scratch", 0);
	for (unsigned id = 0; id < ITEMS; id++) {
		uint32_t a[32];

		for (unsigned k = 0; k < 32; k++)
			a[k] = in[k] * id;
		for (unsigned k = 0; k < 32; k++)
			a[(in[k + 32] + id) & 31] ^= a[k] + k;
		expect("scratch", id, 0, out[id], a[in[id] & 31] + a[5]);
	}
}

Test(cik_sq_clang, bytes)
{
	const uint8_t *from = (const uint8_t *)in, *got = (const uint8_t *)out;

	fill();
	run("bytes", 1234);
	for (unsigned id = 0; id < ITEMS; id++) {
		const int16_t s = (int16_t)(from[2 * id] << 8 | from[2 * id + 1]);

		expect("bytes", id, 0, got[2 * id], (uint8_t)(s + 1234));
		expect("bytes", id, 1, got[2 * id + 1], (uint8_t)((s * 1234) >> 5));
	}
}
