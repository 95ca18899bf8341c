/* SPDX-License-Identifier: MIT
 *
 * Each file says its license in its first lines; those that have no place for it are named in .reuse/dep5
 * (Debian's copyright format 1.0, as REUSE 2 has it).
 */
#include <criterion/criterion.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 1200, GLOBS = 40 };

static char glob[GLOBS][100];
static bool used[GLOBS];
static unsigned n_globs;

static bool says(const char *path)
{
	static char head[HEAD + 1];
	FILE *f = fopen(path, "rb");
	size_t n;

	if (!f)
		return true; /* gone from the tree, and not yet from the index */
	n = fread(head, 1, HEAD, f);
	fclose(f);
	head[n] = 0;
	return strstr(head, "SPDX-License-Identifier: MIT") != NULL;
}

static bool named(const char *path)
{
	bool any = false;

	for (unsigned i = 0; i < n_globs; i++)
		if (!fnmatch(glob[i], path, 0))
			any = used[i] = true;
	return any;
}

static void read_globs(void)
{
	char line[300];
	bool files = false;
	FILE *f = fopen(".reuse/dep5", "r");

	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		char *at = line;

		if (!strncmp(line, "Files:", 6)) {
			files = true;
			at += 6;
		} else if (*line != ' ') {
			files = false;
		}
		if (!files || sscanf(at, "%99s", glob[n_globs]) != 1)
			continue;
		cr_assert_lt(++n_globs, GLOBS);
	}
	fclose(f);
}

Test(licenses, in_every_file, .timeout = 30)
{
	char path[300];
	unsigned n = 0;
	FILE *f = popen("git ls-files -z", "r");

	read_globs();
	cr_assert(f);
	for (;;) {
		size_t at;
		int c;

		for (at = 0; (c = getc(f)) != EOF && c; at++)
			path[at < sizeof path - 1 ? at : sizeof path - 1] = (char)c;
		if (c == EOF)
			break;
		path[at < sizeof path - 1 ? at : sizeof path - 1] = 0;
		n++;
		cr_expect(named(path) || says(path), "%s does not say its license", path);
	}
	cr_assert(!pclose(f) && n > 1000, "%u files: is this a git tree?", n);
	for (unsigned i = 0; i < n_globs; i++)
		cr_expect(used[i], ".reuse/dep5: there is no %s", glob[i]);
}
