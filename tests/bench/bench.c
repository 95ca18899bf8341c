/* SPDX-License-Identifier: MIT
 *
 * Speed, measured and never asserted: frames recorded from Mesa's r300 driver (tests/bench/r580.tar.xz), run on the
 * model, best of several. Between the marks lies only what the chip does: packets in, pixels in memory.
 *
 *	bench [-t THREADS] [-n REPEATS] [-b BUILD] [CASE…]
 *
 * With -b, rows about starting follow: the command, the bare-metal image.
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"
#include "tests/bench/emit.h"
#include "tests/bench/start.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct bench {
	unsigned repeats;
	unsigned threads[2];
	int n_cases;
	char **cases;
};

static bool wanted(const struct bench *b, const char *name)
{
	for (int i = 0; i < b->n_cases; i++)
		if (!fnmatch(b->cases[i], name, 0))
			return true;
	return b->n_cases == 0;
}

/* Best time of one case on so many threads, in seconds; < 0 if it failed. */
static double best(const struct bench *b, const struct fl_pack_file *f, const char *name, unsigned threads,
		   struct fl_replay_result *res)
{
	/* one pass more than is asked for: the first finds its memory untouched */
	struct fl_replay_options opt = {.model = {.threads = threads, .running = true, .fine = true},
					.passes = b->repeats + 1};
	struct fl_err err = {0};

	if (fl_replay(f->data, f->size_B, name, &opt, res, &err)) {
		fprintf(stderr, "bench: %s: %s\n", name, err.text);
		return -1;
	}
	return res->frame_s;
}

static void row(const struct bench *b, const struct fl_pack_file *f, const char *name)
{
	struct fl_replay_result res;
	double work = 1;
	char unit[32] = "frames";

	printf("%-18s", name);
	for (unsigned i = 0; i < 2 && b->threads[i]; i++) {
		double t = best(b, f, name, b->threads[i], &res);

		if (t < 0) {
			printf("  failed");
			continue;
		}
		sscanf(res.work, "work=%lf unit=%31s", &work, unit);
		if (!strcmp(unit, "frames"))
			printf("  %9.1f frames/s", work / t);
		else
			printf("  %9.2f M%.8s/s", work / t * 1e-6, unit);
		printf(" %8.3f ms", t * 1e3);
		if (!res.pass)
			printf(" (WRONG: %u pixels)", res.differ);
		fflush(stdout);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct bench b = {.repeats = 5, .threads = {1, 2}};
	struct fl_pack_file f;
	struct fl_err err;
	size_t size_B, at = 0;
	const char *build = NULL;
	int c, more;

	while ((c = getopt(argc, argv, "t:n:b:")) != -1) {
		if (c == 't')
			b.threads[0] = (unsigned)atoi(optarg), b.threads[1] = 0;
		else if (c == 'n')
			b.repeats = (unsigned)atoi(optarg);
		else if (c == 'b')
			build = optarg;
		else
			return FL_USAGE;
	}
	b.n_cases = argc - optind;
	b.cases = argv + optind;
	uint8_t *tar = fl_pack_read("tests/bench/r580.tar.xz", &size_B, &err);
	if (!tar) {
		fprintf(stderr, "bench: %s (run it from the top of the checkout)\n", err.text);
		return err.code;
	}
	printf("%-18s", "the model");
	for (unsigned i = 0; i < 2 && b.threads[i]; i++)
		printf("  %u thread%-26s", b.threads[i], b.threads[i] == 1 ? "" : "s");
	putchar('\n');
	while ((more = fl_pack_next(tar, size_B, &at, &f, &err)) > 0) {
		char name[64];
		const char *base = strrchr(f.name, '/');

		/* r580.CASE.trace */
		if (sscanf(base ? base + 1 : f.name, "r580.%63[^.].trace", name) == 1 && wanted(&b, name))
			row(&b, &f, name);
	}
	free(tar);
	if (build) {
		bench_emit();
		bench_start(build);
	}
	return more < 0 ? FL_FAILED : FL_OK;
}
