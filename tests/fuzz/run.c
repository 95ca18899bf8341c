/* SPDX-License-Identifier: MIT
 *
 * Runs what there is, once: run [-k SHARE SEED] FOLDER…; with -k only a SHARE-th of it, drawn by SEED.
 *
 * A file in a folder that has the name of a fuzz target is an input of that target; every other file is a
 * trace, which is replayed by the vector path on two threads and by the scalar path. For sanitizers that
 * neither the test library nor liblzma can live with, and for counting what is covered. Ends with 1 if there
 * was nothing to run, and by abort() where a target does.
 */
#include "demos/firstlight/replay.h"
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE_S = 300, XZ = 0xfd };

static unsigned n_run, share = 1;
static uint32_t seed;

static void replay(const uint8_t *data, size_t size_B, const char *name)
{
	for (unsigned scalar = 0; scalar < 2; scalar++) {
		const struct fl_replay_options o = {
		    .model = {.running = true, .threads = scalar ? 1 : 2, .scalar = scalar}};
		struct fl_replay_result res;
		struct fl_err err = {0};

		if (fl_replay(data, size_B, name, &o, &res, &err))
			fprintf(stderr, "%s: %s\n", name, err.text);
		free(res.picture);
	}
}

/* By the name of the folder that the file is in. */
static const struct fuzz_target *target_of(const char *path)
{
	const char *end = strrchr(path, '/'), *from = end;

	while (from && from > path && from[-1] != '/')
		from--;
	for (const struct fuzz_target *t = fuzz_targets; from && t->name; t++)
		if (strlen(t->name) == (size_t)(end - from) && !strncmp(from, t->name, (size_t)(end - from)))
			return t;
	return NULL;
}

/* FNV-1a over the path, from a start that the seed turns. */
static bool drawn(const char *path)
{
	uint32_t h = 2166136261u ^ seed;

	for (; *path; path++)
		h = (h ^ (uint8_t)*path) * 16777619u;
	return (h >> 8) % share == 0;
}

static void on_file(const char *path, size_t size_B)
{
	const struct fuzz_target *t = target_of(path);
	FILE *f = fopen(path, "rb");
	uint8_t *data = f ? malloc(size_B + 1) : NULL;

	size_B = data ? fread(data, 1, size_B, f) : 0;
	if (f)
		fclose(f);
	alarm(PATIENCE_S);
	if (size_B && data[0] != XZ) {
		fprintf(stderr, "%s\n", path); /* the last line says what it was at */
		if (t)
			t->run(data, size_B);
		else
			replay(data, size_B, path);
		n_run++;
	}
	free(data);
}

/* nftw() is a stranger to MemorySanitizer. */
static void on_folder(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char path[1024];
		struct stat st;

		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		if (e->d_name[0] == '.' || stat(path, &st))
			continue;
		if (S_ISDIR(st.st_mode))
			on_folder(path);
		else if (drawn(path))
			on_file(path, (size_t)st.st_size);
	}
	if (d)
		closedir(d);
}

int main(int argc, char **argv)
{
	int i = 1;

	if (argc > 3 && !strcmp(argv[1], "-k")) {
		share = (unsigned)strtoul(argv[2], NULL, 10);
		share = share ? share : 1;
		seed = (uint32_t)strtoul(argv[3], NULL, 10);
		i = 4;
	}
	for (; i < argc; i++)
		on_folder(argv[i]);
	printf("%u files, nothing found\n", n_run);
	return n_run == 0;
}
