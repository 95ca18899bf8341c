/* SPDX-License-Identifier: MIT
 *
 * Speed, measured and never asserted: frames recorded from Mesa's drivers (archives beside this file;
 * record.sh makes that of captures), run on the model. Between the marks lies only what the chip does:
 * packets in, pixels in memory. Beside it what Mesa's software renderers take for the same frames (their
 * time includes OpenGL's front end), where they are installed. A machine that is shared is slow for seconds
 * at a time: so the model and llvmpipe take turns, ROUNDS times, each with the best of REPEATS frames, and
 * what is printed are the medians, of the rates and of the rounds' ratios. Both draw the frame once before,
 * untimed: a program's frames find the one before them in the caches.
 *
 *	bench [-m] [-t THREADS] [-n REPEATS] [-r ROUNDS] [-b BUILD] [-o FILE] [CASE…]
 *
 * Kernels of OpenCL follow, beside pocl, where clang-15 with libclc makes code for the chip.
 *
 * CASE is the name of a row ("rv770.fill_flat", "r580.*"), or of a frame on every chip ("fill_flat").
 * -m: the model alone. With -b, rows about starting follow: the command, the bare-metal image. -o writes the
 * rows to a file, too, as tests/bench/history/ keeps them: name, threads, unit, and the rates of the model,
 * of llvmpipe (of kernels: of pocl) and of softpipe, with tabs between; empty: not measured.
 */
#include "demos/firstlight/pack.h"
#include "demos/firstlight/replay.h"
#include "tests/bench/compute.h"
#include "tests/bench/emit.h"
#include "tests/bench/lookup.h"
#include "tests/bench/peers.h"
#include "tests/bench/start.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ROUNDS = 15 };

struct bench {
	unsigned repeats, rounds;
	unsigned threads[2];
	bool peers;
	FILE *out; /* NULL: no file is asked for */
	int n_cases;
	char **cases;
};

/* chip.frame, or the frame alone */
static bool wanted(const struct bench *b, const char *name, const char *frame)
{
	for (int i = 0; i < b->n_cases; i++)
		if (!fnmatch(b->cases[i], name, 0) || !fnmatch(b->cases[i], frame, 0))
			return true;
	return b->n_cases == 0;
}

static int by_size(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(const double *v, unsigned n)
{
	double sorted[MAX_ROUNDS];

	memcpy(sorted, v, n * sizeof *v);
	qsort(sorted, n, sizeof *sorted, by_size);
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Seconds of the model and of its peer, round by round. */
struct turns {
	unsigned n;
	double model_s[MAX_ROUNDS], peer_s[MAX_ROUNDS];
	bool peer_failed;
};

static void turn(struct turns *t, double model_s, double peer_s)
{
	t->model_s[t->n] = model_s;
	t->peer_s[t->n++] = peer_s;
	t->peer_failed |= peer_s <= 0;
}

/* How many times as fast as its peer the model was in the middle one of the rounds. */
static double ratio(const struct turns *t)
{
	double of[MAX_ROUNDS];

	for (unsigned i = 0; i < t->n; i++)
		of[i] = t->peer_s[i] / t->model_s[i];
	return median(of, t->n);
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

enum { SOFTPIPE_REPEATS = 2 }; /* slow and steady */

/* A peer's rate, and how many times as fast the model is. */
static void compare(double rate, double times)
{
	if (times > 0)
		printf(" %9.4g %6.2f", rate, times);
	else
		printf(" %9s %6s", "failed", "");
}

/* Pixels that are known to differ from the recorded picture. In vs_xform four samples lie between two places
 * of an edge, because a corner of the triangle is, to the bit, halfway between two 256ths of a pixel. The
 * model goes up, as the chip is taken to do (fl_raster_snap()); llvmpipe, which drew the picture, goes to the
 * even one where it has SSE2, and away from zero elsewhere (Mesa lp_setup_tri.c, calc_fixed_position()). Not
 * one more may differ, nor one less. */
static unsigned known_to_differ(const char *name)
{
	return strcmp(name, "vs_xform") ? 0 : 4;
}

/* A line of the file: rates of this many threads; 0: not measured. */
static void keep(const struct bench *b, const char *name, unsigned threads, const char *unit,
		 const double rate[3])
{
	if (!b->out)
		return;
	fprintf(b->out, "%s\t%u\t%s", name, threads, unit);
	for (unsigned i = 0; i < 3; i++)
		rate[i] > 0 ? fprintf(b->out, "\t%.4g", rate[i]) : fprintf(b->out, "\t");
	fputc('\n', b->out);
}

/* name: chip.frame */
static void row(const struct bench *b, const struct fl_pack_file *f, const char *name, const char *frame)
{
	struct fl_replay_result res = {0};
	unsigned known = known_to_differ(frame);
	double work = 1, first = -1, scale = 1, peer, rate[2][3] = {{0}};
	char unit[32] = "frames";
	bool wrong = false;

	printf("%-30s", name);
	for (unsigned i = 0; i < 2 && b->threads[i]; i++) {
		struct turns turns = {0};
		double t = 0;

		for (unsigned k = 0; k < b->rounds && t >= 0; k++) {
			t = best(b, f, name, b->threads[i], &res);
			if (t >= 0)
				turn(&turns, t,
				     b->peers ? bench_peer(BENCH_LLVMPIPE, b->threads[i], frame, b->repeats)
					      : 0);
		}
		if (t < 0) {
			printf(" %9s", "failed");
			continue;
		}
		t = median(turns.model_s, turns.n);
		sscanf(res.work, "work=%lf unit=%31s", &work, unit);
		scale = strcmp(unit, "frames") ? 1e-6 : 1;
		if (i == 0) {
			printf(" %-9s", scale == 1                ? "frames/s"
					: !strcmp(unit, "pixels") ? "Mpixel/s"
								  : "M/s");
			first = t;
		}
		rate[i][0] = work / t * scale;
		printf(" %9.4g", rate[i][0]);
		if (res.sums) /* a capture: it is as it was, or it is not */
			known = 0;
		wrong |= res.sums ? !res.pass : (res.pass ? 0 : res.differ) != known;
		fflush(stdout);
		if (!b->peers)
			continue;
		if (!turns.peer_failed)
			rate[i][1] = work / median(turns.peer_s, turns.n) * scale;
		compare(rate[i][1], turns.peer_failed ? -1 : ratio(&turns));
		fflush(stdout);
	}
	if (b->peers && first > 0) {
		peer = bench_peer(BENCH_SOFTPIPE, 1, frame, SOFTPIPE_REPEATS);
		if (peer > 0)
			rate[0][2] = work / peer * scale;
		compare(rate[0][2], peer / first);
	}
	for (unsigned i = 0; i < 2 && b->threads[i] && !wrong; i++)
		keep(b, name, b->threads[i],
		     scale == 1               ? "frames/s"
		     : strcmp(unit, "pixels") ? "M/s"
					      : "Mpixel/s",
		     rate[i]);
	if (wrong && res.sums)
		printf("  WRONG: %u of %u pieces of memory differ", res.sums_differ, res.sums);
	else if (wrong)
		printf("  WRONG: %u pixels, not %u", res.differ, known);
	else if (known)
		printf("  %u pixels differ: ties", known);
	putchar('\n');
}

static void head(const struct bench *b)
{
	printf("%-40s", "");
	for (unsigned i = 0; i < 2 && b->threads[i]; i++)
		printf(" %9u %-*s", b->threads[i], b->peers ? 16 : -1,
		       b->threads[i] == 1 ? "thread" : "threads");
	printf("\n%-30s %-9s", "frame", "");
	for (unsigned i = 0; i < 2 && b->threads[i]; i++)
		printf(b->peers ? " %9s %9s %6s" : " %9s", "model", "llvmpipe", "ratio");
	puts(b->peers ? "  softpipe  ratio" : "");
}

/* All frames of an archive: CHIP.FRAME.trace. */
static enum fl_code rows(const struct bench *b, const char *path)
{
	struct fl_pack_file f;
	struct fl_err err;
	size_t size_B, at = 0;
	int more;
	uint8_t *tar = fl_pack_read(path, &size_B, &err);

	if (!tar) {
		fprintf(stderr, "bench: %s (run it from the top of the checkout)\n", err.text);
		return err.code;
	}
	while ((more = fl_pack_next(tar, size_B, &at, &f, &err)) > 0) {
		char name[sizeof(f.name)], *frame;
		const char *base = strrchr(f.name, '/');

		snprintf(name, sizeof(name), "%s", base ? base + 1 : f.name);
		frame = strchr(name, '.');
		if (!frame || !strchr(++frame, '.'))
			continue;
		*strchr(frame, '.') = 0;
		if (wanted(b, name, frame))
			row(b, &f, name, frame);
	}
	free(tar);
	return more < 0 ? FL_FAILED : FL_OK;
}

static void compute_row(const struct bench *b, unsigned i, const char *name)
{
	struct bench_compute r;
	char unit[16];

	for (unsigned t = 0; t < 2 && b->threads[t]; t++) {
		struct turns turns = {0};
		bool wrong = false;

		do {
			if (!bench_compute(i, b->threads[t], b->repeats, b->peers, &r)) {
				printf("%-30s no clang-15 with libclc-15\n", name);
				return;
			}
			turn(&turns, r.model_s, r.pocl_s);
			wrong |= r.wrong;
		} while (r.model_s >= 0 && turns.n < b->rounds);
		snprintf(unit, sizeof unit, "M%s/s", r.unit);
		if (!t)
			printf("%-30s %-9s", name, unit);
		if (r.model_s < 0) {
			printf(" %9s", "failed");
			continue;
		}
		const double rate[3] = {
		    r.work / median(turns.model_s, turns.n) * 1e-6,
		    turns.peer_failed ? 0 : r.work / median(turns.peer_s, turns.n) * 1e-6,
		};

		printf(" %9.4g", rate[0]);
		if (b->peers)
			compare(rate[1], turns.peer_failed ? -1 : ratio(&turns));
		if (wrong)
			printf("  WRONG: not what pocl computes");
		else
			keep(b, name, b->threads[t], unit, rate);
		fflush(stdout);
	}
	putchar('\n');
}

static void compute_rows(const struct bench *b)
{
	bool any = false;
	char row[64];

	for (unsigned i = 0; bench_compute_name(i); i++) {
		snprintf(row, sizeof row, "bonaire.%s", bench_compute_name(i));
		if (!wanted(b, row, bench_compute_name(i)))
			continue;
		if (!any && b->peers)
			printf("\n%-40s %9s %9s %6s\n", "kernel", "model", "pocl", "ratio");
		any = true;
		compute_row(b, i, row);
	}
}

int main(int argc, char **argv)
{
	struct bench b = {.repeats = 3, .rounds = 3, .threads = {1, 2}, .peers = true};
	static const char *const archive[] = {"tests/bench/r580.tar.xz", "tests/bench/rv770.tar.xz",
					      "tests/bench/captures.tar.xz"};
	enum fl_code code = FL_OK;
	const char *build = NULL;
	int c;

	while ((c = getopt(argc, argv, "mt:n:r:b:o:")) != -1) {
		if (c == 't')
			b.threads[0] = (unsigned)atoi(optarg), b.threads[1] = 0;
		else if (c == 'n')
			b.repeats = (unsigned)atoi(optarg);
		else if (c == 'r')
			b.rounds = (unsigned)atoi(optarg);
		else if (c == 'b')
			build = optarg;
		else if (c == 'o') {
			b.out = fopen(optarg, "we");
			if (!b.out) {
				perror(optarg);
				return FL_FAILED;
			}
		} else if (c == 'm')
			b.peers = false;
		else
			return FL_USAGE;
	}
	if (b.rounds < 1 || b.rounds > MAX_ROUNDS) {
		fprintf(stderr, "bench: -r takes 1 to %d rounds\n", MAX_ROUNDS);
		return FL_USAGE;
	}
	b.n_cases = argc - optind;
	b.cases = argv + optind;
	const double rss_mb = build ? bench_start_rss_mb(build) : 0;
	if (b.peers && !bench_peers()) {
		b.peers = false;
		puts("Mesa's renderers are not here (packages libegl-dev libgl-dev libegl1 "
		     "libgl1-mesa-dri): the model alone");
	}
	head(&b);
	for (unsigned i = 0; i < sizeof(archive) / sizeof(archive[0]); i++) {
		enum fl_code now = rows(&b, archive[i]);

		code = code ? code : now;
	}
	compute_rows(&b);
	if (build) {
		bench_emit();
		bench_emit_2d();
		bench_lookup();
		bench_start(build, rss_mb);
	}
	if (b.out && fclose(b.out)) {
		perror("bench: -o");
		return FL_FAILED;
	}
	return code;
}
