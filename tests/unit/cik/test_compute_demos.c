/* SPDX-License-Identifier: MIT
 *
 * The kernels of demos/compute on the model of a Bonaire, compiled by clang-15, against the CPU: exact where
 * only whole numbers, sums, products and comparisons of floats are in it. Both kinds of code objects.
 */
#include "tests/unit/cik/compute_rig.h"
#include "tests/unit/test_random.h"

#include <math.h>

TestSuite(cik_compute_demos, .timeout = 120);

enum { MEMORY = 64 << 20 };

static struct compute_rig rig;
static float random_float(void)
{
	return (float)(int32_t)random32() / 0x1p31f;
}

#define EACH(file)                                                                                    \
	for (unsigned kind_ = 0;                                                                      \
	     kind_ < 2 &&                                                                             \
	     (compute_load(&rig, "demos/compute/" file, (enum compute_kind)kind_, "", MEMORY), true); \
	     compute_close(&rig), kind_++)

Test(cik_compute_demos, mandelbrot)
{
	enum { W = 96, H = 64, MOST = 200 };
	static uint32_t got[W * H];
	const float left = -2, top = -1.25f, pixel = 3.0f / W;
	const uint32_t most = MOST;

	EACH("mandelbrot.cl")
	{
		struct fl_memory m = compute_memory(&rig, NULL, sizeof got);
		uint32_t inside = 0;

		COMPUTE_RUN(&rig, "mandelbrot", ((struct fl_grid){.global = {W, H}}), FL_ARG_MEMORY(m),
			    FL_ARG_VALUE(left), FL_ARG_VALUE(top), FL_ARG_VALUE(pixel), FL_ARG_VALUE(most));
		compute_get(&rig, m, got, sizeof got);
		for (uint32_t k = 0; k < W * H; k++) {
			const float cr = left + pixel * (float)(k % W), ci = top + pixel * (float)(k / W);
			float r = 0, i = 0, next;
			uint32_t n = 0;

			for (; n < MOST && r * r + i * i <= 4; n++) {
				next = r * r - i * i + cr;
				i = 2 * r * i + ci;
				r = next;
			}
			cr_assert_eq(got[k], n, "pixel %u: %u steps, not %u", k, got[k], n);
			inside += n == MOST;
		}
		cr_expect(inside > W * H / 10 && inside < W * H / 2);
	}
}

Test(cik_compute_demos, nbody)
{
	enum { N = 256, GROUP = 64 };
	static float from[N][4], speed[N][4], to[N][4], v[N][4];
	const float dt = 0.01f;

	for (unsigned i = 0; i < N; i++)
		for (unsigned k = 0; k < 4; k++) {
			from[i][k] = k == 3 ? 0.5f + fabsf(random_float()) : random_float();
			speed[i][k] = k == 3 ? 0 : random_float();
		}
	EACH("nbody.cl")
	{
		struct fl_memory a = compute_memory(&rig, NULL, sizeof to),
				 b = compute_memory(&rig, speed, sizeof speed);
		struct fl_memory c = compute_memory(&rig, from, sizeof from);

		COMPUTE_RUN(&rig, "nbody", ((struct fl_grid){.global = {N}, .local = {GROUP}}),
			    FL_ARG_MEMORY(a), FL_ARG_MEMORY(b), FL_ARG_MEMORY(c), FL_ARG_LOCAL(16 * GROUP),
			    FL_ARG_VALUE(dt));
		compute_get(&rig, a, to, sizeof to);
		compute_get(&rig, b, v, sizeof v);
		for (unsigned i = 0; i < N; i++) {
			double pull[3] = {0, 0, 0};

			for (unsigned k = 0; k < N; k++) {
				double d[3], far = 0.01;

				for (unsigned x = 0; x < 3; x++) {
					d[x] = (double)from[k][x] - from[i][x];
					far += d[x] * d[x];
				}
				for (unsigned x = 0; x < 3; x++)
					pull[x] += d[x] * from[k][3] / (far * sqrt(far));
			}
			/* Sums of 256 floats of either sign, of which the largest is some 500. */
			for (unsigned x = 0; x < 3; x++) {
				cr_expect_float_eq(v[i][x], speed[i][x] + pull[x] * dt, 1e-4);
				cr_expect_float_eq(to[i][x], from[i][x] + (double)v[i][x] * dt, 1e-6);
			}
			cr_expect_eq(to[i][3], from[i][3]);
		}
	}
}

static int by_size(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

Test(cik_compute_demos, sort)
{
	enum { N = 1024 };
	uint32_t in[N], got[N];

	for (unsigned i = 0; i < N; i++)
		in[i] = random32() >> (i & 31);
	EACH("sort.cl")
	{
		struct fl_memory m = compute_memory(&rig, in, sizeof in);

		for (uint32_t row = 2; row <= N; row *= 2)
			for (uint32_t apart = row / 2; apart; apart /= 2)
				COMPUTE_RUN(&rig, "sort", ((struct fl_grid){.global = {N / 2}}),
					    FL_ARG_MEMORY(m), FL_ARG_VALUE(row), FL_ARG_VALUE(apart));
		compute_get(&rig, m, got, sizeof got);
		uint32_t wanted[N];
		memcpy(wanted, in, sizeof in);
		qsort(wanted, N, 4, by_size);
		cr_expect_arr_eq(got, wanted, sizeof got);
	}
}

/* Digests that FIPS 180-4's examples and NIST's test vectors (SHA256ShortMsg) give. */
Test(cik_compute_demos, sha256)
{
	static const struct {
		const char *text;
		uint32_t digest[8];
	} known[] = {
	    {"abc",
	     {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
	      0xf20015ad}},
	    {"",
	     {0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924, 0x27ae41e4, 0x649b934c, 0xa495991b,
	      0x7852b855}},
	};
	enum { N = 128, WORDS = 8 };
	static char messages[N][64];
	static uint32_t length[N], got[N][WORDS];

	for (unsigned i = 0; i < N; i++) {
		length[i] = i < 2 ? (uint32_t)strlen(known[i].text) : i % 56;
		for (unsigned k = 0; k < length[i]; k++)
			messages[i][k] = i < 2 ? known[i].text[k] : (char)random32();
	}
	EACH("sha256.cl")
	{
		struct fl_memory to = compute_memory(&rig, NULL, sizeof got);
		struct fl_memory from = compute_memory(&rig, messages, sizeof messages);
		struct fl_memory lengths = compute_memory(&rig, length, sizeof length);
		char path[] = "/tmp/sha-XXXXXX", command[64], line[80], ours[72];
		int fd = mkstemp(path);

		close(fd);
		COMPUTE_RUN(&rig, "sha256", (struct fl_grid){.global = {N}}, FL_ARG_MEMORY(to),
			    FL_ARG_MEMORY(from), FL_ARG_MEMORY(lengths));
		compute_get(&rig, to, got, sizeof got);
		for (unsigned i = 0; i < 2; i++)
			cr_expect_arr_eq(got[i], known[i].digest, sizeof got[i]);
		/* The others as coreutils has them */
		snprintf(command, sizeof command, "sha256sum %s", path);
		for (unsigned i = 2; i < N; i += 9) {
			FILE *f = fopen(path, "wb");

			fwrite(messages[i], 1, length[i], f);
			fclose(f);
			f = popen(command, "r");
			cr_assert(f && fgets(line, sizeof line, f));
			pclose(f);
			for (unsigned k = 0; k < WORDS; k++)
				snprintf(ours + 8 * k, 9, "%08x", got[i][k]);
			cr_expect(!strncmp(line, ours, 64), "message %u: %s, not %.64s", i, ours, line);
		}
		unlink(path);
	}
}

Test(cik_compute_demos, product)
{
	enum { N = 64 };
	static float a[N][N], b[N][N], got[N][N];

	for (unsigned i = 0; i < N * N; i++) {
		a[i / N][i % N] = random_float();
		b[i / N][i % N] = random_float();
	}
	EACH("product.cl")
	{
		struct fl_memory c = compute_memory(&rig, NULL, sizeof got);
		struct fl_memory ma = compute_memory(&rig, a, sizeof a),
				 mb = compute_memory(&rig, b, sizeof b);

		/* Objects of Mesa's kind do not say which groups a kernel is made for. */
		COMPUTE_RUN(&rig, "product", ((struct fl_grid){.global = {N, N}, .local = {16, 16}}),
			    FL_ARG_MEMORY(c), FL_ARG_MEMORY(ma), FL_ARG_MEMORY(mb));
		compute_get(&rig, c, got, sizeof got);
		for (unsigned y = 0; y < N; y++)
			for (unsigned x = 0; x < N; x++) {
				float sum = 0;

				for (unsigned k = 0; k < N; k++)
					sum = fmaf(a[y][k], b[k][x], sum);
				cr_assert_eq(got[y][x], sum, "%u %u: %a, not %a", x, y, (double)got[y][x],
					     (double)sum);
			}
	}
}

Test(cik_compute_demos, sums)
{
	enum { GROUP = 128, N = GROUP * GROUP };
	static uint32_t in[N], got[N];

	for (unsigned i = 0; i < N; i++)
		in[i] = random32();
	EACH("sums.cl")
	{
		struct fl_memory a = compute_memory(&rig, in, sizeof in),
				 groups = compute_memory(&rig, NULL, 4 * GROUP);
		struct fl_memory all = compute_memory(&rig, NULL, 4);
		uint32_t sum = 0;

		COMPUTE_RUN(&rig, "sums", ((struct fl_grid){.global = {N}, .local = {GROUP}}),
			    FL_ARG_MEMORY(a), FL_ARG_MEMORY(groups), FL_ARG_LOCAL(4 * GROUP));
		COMPUTE_RUN(&rig, "sums", ((struct fl_grid){.global = {GROUP}, .local = {GROUP}}),
			    FL_ARG_MEMORY(groups), FL_ARG_MEMORY(all), FL_ARG_LOCAL(4 * GROUP));
		COMPUTE_RUN(&rig, "add_before", ((struct fl_grid){.global = {N}, .local = {GROUP}}),
			    FL_ARG_MEMORY(a), FL_ARG_MEMORY(groups));
		compute_get(&rig, a, got, sizeof got);
		for (unsigned i = 0; i < N; i++)
			cr_assert_eq(got[i], sum += in[i], "%u", i);
	}
}

/* Against the definition, in doubles */
Test(cik_compute_demos, fft)
{
	enum { N = 256 };
	static float in[N][2], got[N][2];

	for (unsigned i = 0; i < N; i++) {
		in[i][0] = random_float();
		in[i][1] = random_float();
	}
	EACH("fft.cl")
	{
		struct fl_memory from = compute_memory(&rig, in, sizeof in),
				 to = compute_memory(&rig, NULL, sizeof in);

		for (uint32_t half = 1; half < N; half *= 2) {
			struct fl_memory was = from;

			COMPUTE_RUN(&rig, "fft", (struct fl_grid){.global = {N / 2}}, FL_ARG_MEMORY(to),
				    FL_ARG_MEMORY(from), FL_ARG_VALUE(half));
			from = to;
			to = was;
		}
		compute_get(&rig, from, got, sizeof got);
		for (unsigned k = 0; k < N; k++) {
			double re = 0, im = 0;

			for (unsigned i = 0; i < N; i++) {
				const double turn = -2 * M_PI * (double)(i * k % N) / N;

				re += in[i][0] * cos(turn) - in[i][1] * sin(turn);
				im += in[i][0] * sin(turn) + in[i][1] * cos(turn);
			}
			cr_expect_float_eq(got[k][0], re, 1e-4, "%u: %f, not %f", k, (double)got[k][0], re);
			cr_expect_float_eq(got[k][1], im, 1e-4);
		}
	}
}
