/* SPDX-License-Identifier: MIT
 *
 * Campaigns: so many trials of a kind, made out of a seed, so that each can be made again.
 *
 *     campaign KIND TRIALS SEED FOUND [FOLDER…]
 *
 * KIND is streams (mutated, on two paths), writer (memory that changes at the n-th fetch), beside (a thread
 * that writes to memory meanwhile), vanish (a card that is off the bus for a while) or programs (valid ones,
 * on two paths). What is mutated are the files in the folders, inputs of fuzz_model. A trial that ends badly,
 * or not within a minute, is left in the folder FOUND as an input of the fuzz target, and the exit code is
 * 1.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/ops.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_INPUTS = 4096, MAX_B = 1 << 20, PATIENCE_S = 60, MOST_FOUND = 20 };

struct input {
	uint8_t *p;
	size_t n_B;
};

static struct input inputs[MAX_INPUTS];
static unsigned n_inputs;

struct trial {
	uint8_t *p;
	size_t n_B;
	uint32_t s; /* state of the random numbers */
};

static void put(struct trial *t, uint32_t v, unsigned n_B)
{
	for (unsigned i = 0; i < n_B; i++)
		t->p[t->n_B++] = (uint8_t)(v >> 8 * i);
}

/* ---- kinds --------------------------------------------------------------------------------------------- */
/* One of the inputs, mutated; of every fourth only the way it is run differs. */
static void take(struct trial *t, unsigned how_keeps, unsigned how_sets)
{
	const struct input *in = &inputs[fuzz_random(&t->s) % n_inputs];

	memcpy(t->p, in->p, in->n_B);
	t->n_B = in->n_B;
	t->p[1] = (uint8_t)((t->p[1] & how_keeps) | how_sets);
	if (fuzz_random(&t->s) % 4)
		fuzz_mutate(t->p, t->n_B, &t->s);
}

static void streams(struct trial *t)
{
	unsigned path = 1 + fuzz_random(&t->s) % 3;

	take(t, 0xff & ~(FUZZ_HOW_PATH | FUZZ_HOW_THREADS | FUZZ_HOW_BESIDE),
	     path | FUZZ_HOW_BOTH | (fuzz_random(&t->s) & FUZZ_HOW_THREADS));
}

static void beside(struct trial *t)
{
	take(t, 0xff & ~FUZZ_HOW_THREADS, FUZZ_HOW_BESIDE | (fuzz_random(&t->s) & FUZZ_HOW_THREADS));
}

/* The writer is armed for the block that the commands are in, or for all, before the first run. */
static void writer(struct trial *t)
{
	static const uint8_t run = FUZZ_RUN_IB;
	size_t at;
	uint8_t tail[64];
	size_t tail_B = 7; /* FUZZ_RUN_IB, its operands: what seeds.c ends these inputs with */

	take(t, 0xff & ~(FUZZ_HOW_THREADS | FUZZ_HOW_BESIDE), FUZZ_HOW_BOTH | 1);
	at = t->n_B > tail_B ? t->n_B - tail_B : 0;
	if (t->p[at] != run)
		return;
	memcpy(tail, t->p + at, tail_B);
	t->n_B = at;
	put(t, FUZZ_WRITER, 1);
	put(t, fuzz_random(&t->s) % 3 ? 0 : UINT8_MAX, 1); /* the commands are in block 0 */
	put(t, 1 + fuzz_random(&t->s) % (fuzz_random(&t->s) % 2 ? 64 : 1024), 2);
	put(t, fuzz_random(&t->s), 4);
	memcpy(t->p + t->n_B, tail, tail_B);
	t->n_B += tail_B;
}

static void vanish(struct trial *t)
{
	uint32_t near = 1u << fuzz_random(&t->s) % 13;

	t->n_B = 0;
	put(t, fuzz_random(&t->s), 1);
	put(t, fuzz_random(&t->s) % 8, 1);
	put(t, fuzz_random(&t->s) % (2 * near), 2);
	put(t, 1 + fuzz_random(&t->s) % (1u << fuzz_random(&t->s) % 16), 2);
}

/* Choices: few make short programs, of which more are run. */
static void programs(struct trial *t)
{
	unsigned n_dw = 4u << fuzz_random(&t->s) % 9;

	t->n_B = 0;
	while (n_dw--)
		put(t, fuzz_random(&t->s), 4);
}

static const struct kind {
	const char *name;
	void (*make)(struct trial *t);
	void (*run)(const uint8_t *data, size_t size_B);
	bool needs_inputs;
} kinds[] = {
    {"streams", streams, fuzz_model, true},      {"writer", writer, fuzz_model, true},
    {"beside", beside, fuzz_model, true},        {"vanish", vanish, fuzz_vanish, false},
    {"programs", programs, fuzz_program, false},
};

/* ---- trials -------------------------------------------------------------------------------------------- */
static void make(const struct kind *k, uint32_t seed, unsigned number, struct trial *t)
{
	t->s = (seed * 2654435761u + number * 40503u) | 1;
	for (unsigned i = 0; i < 8; i++)
		fuzz_random(&t->s);
	k->make(t);
}

static void keep(const char *folder, const struct kind *k, uint32_t seed, unsigned number,
		 const struct trial *t)
{
	char path[512];
	FILE *f;

	if (mkdir(folder, 0777) && errno != EEXIST)
		perror(folder);
	snprintf(path, sizeof(path), "%s/%s-%u-%u", folder, k->name, seed, number);
	f = fopen(path, "wb");
	if (!f || fwrite(t->p, 1, t->n_B, f) != t->n_B || fclose(f))
		perror(path);
	else
		fprintf(stderr, "campaign: trial %u of seed %u: %s\n", number, seed, path);
}

/* A process of its own goes on from *at until it is done, or dies. */
static bool go_on(const struct kind *k, uint32_t seed, unsigned trials, unsigned *at, struct trial *t)
{
	pid_t pid;
	int status = 0;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		for (; *at < trials; ++*at) {
			make(k, seed, *at, t);
			alarm(PATIENCE_S);
			k->run(t->p, t->n_B);
		}
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("campaign");
		exit(2);
	}
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	fprintf(stderr, "campaign: ended by %s %d\n", WIFSIGNALED(status) ? "signal" : "exit code",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return false;
}

static void load(const char *path)
{
	struct input *in = &inputs[n_inputs];
	FILE *f = fopen(path, "rb");

	if (!f || n_inputs == MAX_INPUTS) {
		perror(path);
		exit(2);
	}
	in->p = malloc(MAX_B);
	in->n_B = in->p ? fread(in->p, 1, MAX_B, f) : 0;
	fclose(f);
	n_inputs += in->n_B > 2;
}

static int is_input(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* In the order of their names, so that a trial can be made again. */
static void load_folder(const char *folder)
{
	struct dirent **e;
	int n = scandir(folder, &e, is_input, alphasort);

	for (int i = 0; i < n; i++) {
		char path[512];

		snprintf(path, sizeof(path), "%s/%s", folder, e[i]->d_name);
		load(path);
		free(e[i]);
	}
	if (n >= 0)
		free(e);
}

static const struct kind *kind_of(const char *name)
{
	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct kind *k = argc > 4 ? kind_of(argv[1]) : NULL;
	static uint8_t room[2 * MAX_B];
	struct trial t = {.p = room};
	unsigned *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	unsigned trials, found = 0;
	uint32_t seed;
	time_t start = time(NULL);

	for (int i = 5; i < argc; i++)
		load_folder(argv[i]);
	if (!k || at == MAP_FAILED || (k->needs_inputs && !n_inputs)) {
		fprintf(stderr, "usage: campaign streams|writer|beside|vanish|programs TRIALS SEED FOUND "
				"[FOLDER...]\n");
		return 2;
	}
	trials = (unsigned)strtoul(argv[2], NULL, 0);
	seed = (uint32_t)strtoul(argv[3], NULL, 0);
	while (*at < trials && found < MOST_FOUND && !go_on(k, seed, trials, at, &t)) {
		found++;
		make(k, seed, *at, &t);
		keep(argv[4], k, seed, *at, &t);
		++*at;
	}
	printf("%s: %u trials of seed %u, %u found something, %ld s\n", k->name, *at, seed, found,
	       (long)(time(NULL) - start));
	return found != 0;
}
