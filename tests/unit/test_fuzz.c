/* SPDX-License-Identifier: MIT
 *
 * The fuzzer's corpus, replayed by the same functions: what once crashed, hung or came out differently must
 * not again. A target that finds something wrong calls abort(); the input that it was at is then named here.
 */
#include "tests/fuzz/fuzz.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CORPUS "tests/fuzz/corpus"

/* Processor time of an input; sanitizers slow everything down. */
#if defined(__SANITIZE_ADDRESS__)
#define SECONDS_MAX 10.0
#else
#define SECONDS_MAX 1.0
#endif

static char now[600];

static void died(int sig)
{
	static const char text[] = ": this input of the fuzzer ended the test\n";

	if (write(2, now, strlen(now)) < 0 || write(2, text, sizeof(text) - 1) < 0)
		_exit(1);
	signal(sig, SIG_DFL);
	raise(sig);
}

static uint8_t *whole(const char *path, size_t *size_B)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data;
	long n;

	cr_assert(f, "%s", path);
	fseek(f, 0, SEEK_END);
	n = ftell(f);
	rewind(f);
	data = malloc(n ? (size_t)n : 1);
	cr_assert(data);
	*size_B = fread(data, 1, (size_t)n, f);
	cr_assert_eq(*size_B, (size_t)n, "%s", path);
	fclose(f);
	return data;
}

static void replay(const char *target)
{
	const struct fuzz_target *t = fuzz_targets;
	char path[256];
	struct dirent *e;
	unsigned n = 0;
	clock_t all = clock();
	DIR *d;

	while (t->name && strcmp(t->name, target))
		t++;
	cr_assert(t->name, "no target %s", target);
	snprintf(path, sizeof(path), CORPUS "/%s", target);
	d = opendir(path);
	cr_assert(d, "%s: no such folder", path);
	signal(SIGABRT, died);
	signal(SIGSEGV, died);
	signal(SIGALRM, died);
	while ((e = readdir(d))) {
		clock_t start = clock();
		double took;
		uint8_t *data;
		size_t size_B;

		if (e->d_name[0] == '.')
			continue;
		snprintf(now, sizeof(now), "%s/%s", path, e->d_name);
		data = whole(now, &size_B);
		alarm(60);
		t->run(data, size_B);
		alarm(0);
		free(data);
		n++;
		took = (double)(clock() - start) / CLOCKS_PER_SEC;
		cr_expect(took < SECONDS_MAX, "%s takes %.2f s", now, took);
	}
	closedir(d);
	cr_expect(n, "%s is empty", path);
	printf("fuzz: %u inputs of %s, %.2f s\n", n, target, (double)(clock() - all) / CLOCKS_PER_SEC);
	fflush(stdout);
}

TestSuite(fuzz, .timeout = 240);

Test(fuzz, model)
{
	replay("model");
}

Test(fuzz, gtrc)
{
	replay("gtrc");
}

Test(fuzz, stream)
{
	replay("stream");
}

Test(fuzz, regtool)
{
	replay("regtool");
}

Test(fuzz, pci)
{
	replay("pci");
}

Test(fuzz, proxy)
{
	replay("proxy");
}

Test(fuzz, writer)
{
	replay("writer");
}

Test(fuzz, contact)
{
	replay("contact");
}

Test(fuzz, asm)
{
	replay("asm");
}

Test(fuzz, vanish)
{
	replay("vanish");
}

Test(fuzz, program)
{
	replay("program");
}

Test(fuzz, code)
{
	replay("code");
}

Test(fuzz, tree)
{
	replay("tree");
}
