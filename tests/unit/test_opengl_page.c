/* SPDX-License-Identifier: MIT
 *
 * The page for OpenGL programmers: every call of the kit's that it names is declared in a header, every call
 * that draws or sets state in 3D is named, and none of OpenGL's stands twice.
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 48, NAMES = 256 };

struct names {
	char name[NAMES][NAME];
	unsigned n;
};

static char *slurp(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = calloc(1, 1 << 18);

	cr_assert(f && text, "%s", path);
	cr_assert_lt(fread(text, 1, (1 << 18) - 1, f), (1 << 18) - 1);
	fclose(f);
	return text;
}

static bool has(const struct names *list, const char *name)
{
	for (unsigned i = 0; i < list->n; i++)
		if (!strcmp(list->name[i], name))
			return true;
	return false;
}

/* The word at s, if what follows it is `after`. */
static bool word(const char *s, char after, char out[NAME])
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	if (!n || n >= NAME || s[n] != after)
		return false;
	snprintf(out, NAME, "%.*s", (int)n, s);
	return true;
}

/* Words that begin with `prefix` and end before `after`. */
static void collect(struct names *list, const char *text, const char *prefix, char after)
{
	char name[NAME];

	for (const char *s = text; (s = strstr(s, prefix)); s++)
		if ((s == text || !(isalnum((unsigned char)s[-1]) || s[-1] == '_')) && word(s, after, name) &&
		    !has(list, name)) {
			cr_assert_lt(list->n, NAMES);
			snprintf(list->name[list->n++], NAME, "%s", name);
		}
}

static const char page[] = "demos/tutorial/opengl.md";

Test(opengl_page, names_calls_that_there_are)
{
	static struct names named, declared;
	char *text = slurp(page);
	glob_t g;

	cr_assert_eq(glob("lib/*.h", 0, NULL, &g), 0);
	cr_assert_eq(glob("lib/hosted/*.h", GLOB_APPEND, NULL, &g), 0);
	collect(&named, text, "fl_", '(');
	cr_assert_gt(named.n, 80);
	for (size_t i = 0; i < g.gl_pathc; i++) {
		static struct names here;
		char *header = slurp(g.gl_pathv[i]);

		memset(&here, 0, sizeof here);
		collect(&here, header, "fl_", '(');
		for (unsigned k = 0; k < named.n; k++)
			if (has(&here, named.name[k]) && !has(&declared, named.name[k]))
				snprintf(declared.name[declared.n++], NAME, "%s", named.name[k]);
		free(header);
	}
	for (unsigned k = 0; k < named.n; k++)
		cr_expect(has(&declared, named.name[k]), "%s() is in no header", named.name[k]);
	globfree(&g);
	free(text);
}

/* Of the three headers that stand for OpenGL 1.x every function, but for those that are the library's own. */
Test(opengl_page, leaves_no_call_out)
{
	static const char *const headers[] = {"lib/fl_draw.h", "lib/fl_light.h", "lib/fl_buffer.h"};
	static const char *const own[] = {"fl_draw_init",       "fl_draw_invalidate", "fl_draw_does",
					  "fl_occlusion_words", "fl_draw_split",      "fl_draw_texcoords"};
	static struct names named;
	char *text = slurp(page);

	collect(&named, text, "fl_", '(');
	for (unsigned i = 0; i < 3; i++) {
		char *header = slurp(headers[i]), *line = header, *end;

		for (; (end = strchr(line, '\n')); line = end + 1) {
			const char *s = strstr(line, " fl_");
			char name[NAME];
			bool mine = false;

			*end = 0;
			if ((strncmp(line, "void ", 5) && strncmp(line, "static inline ", 14) &&
			     strncmp(line, "uint32_t ", 9)) ||
			    !s || !word(s + 1, '(', name))
				continue;
			for (unsigned k = 0; k < sizeof own / sizeof *own; k++)
				mine |= !strcmp(own[k], name);
			cr_expect(mine || has(&named, name), "%s has %s(), and the page has not", headers[i],
				  name);
		}
		free(header);
	}
	free(text);
}

Test(opengl_page, names_each_call_of_opengl_once)
{
	static struct names seen;
	char *text = slurp(page), *table = strstr(text, "## Call by call"), name[NAME];

	cr_assert(table);
	for (char *s = table; (s = strstr(s, "`gl")) && *s; s++)
		if (word(s + 1, '`', name)) {
			cr_expect(!has(&seen, name), "%s stands twice", name);
			snprintf(seen.name[seen.n++], NAME, "%s", name);
		}
	cr_expect_gt(seen.n, 60);
	free(text);
}
