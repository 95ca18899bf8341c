/* SPDX-License-Identifier: MIT
 *
 * The form of the sources, which no compiler checks: widths, heads, sizes, and comments that a reader who
 * does not know us can follow. Each rule takes a file's name and text, so that it is also tried on planted
 * offences.
 */
#include <criterion/criterion.h>
#include <ctype.h>
#include <ftw.h>
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	COLUMNS = 110,
	TAB = 8,
	FUNCTION_LINES = 100,
	FILE_B = 25 << 10,
	FILES = 4000,
	SAID_B = 16384,
};

/* What the rules object to, a line each. */
static char said[SAID_B];
static unsigned offences;

static void __attribute__((format(printf, 3, 4)))
object(const char *path, unsigned line, const char *fmt, ...)
{
	size_t at = strlen(said);
	va_list args;

	offences++;
	snprintf(said + at, SAID_B - at, "%s:%u: ", path, line);
	at = strlen(said);
	va_start(args, fmt);
	vsnprintf(said + at, SAID_B - at, fmt, args);
	va_end(args);
	at = strlen(said);
	snprintf(said + at, SAID_B - at, "\n");
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);

	return n >= k && !strcmp(s + n - k, end);
}

static bool is_c(const char *path)
{
	return ends_with(path, ".c") || ends_with(path, ".h") || ends_with(path, ".S");
}

/* ---- width, head, size --------------------------------------------------------------------------------- */
/* A row of a table in Markdown cannot be broken. */
static void check_width(const char *path, const char *text)
{
	const bool tables = ends_with(path, ".md");
	const char *start = text;
	unsigned line = 1, column = 0;

	for (const char *c = text; *c; c++) {
		if (*c == '\t')
			column = (column / TAB + 1) * TAB;
		else if ((*c & 0xc0) != 0x80)
			column++; /* The bytes that continue a character of UTF-8 have no width. */
		if (*c != '\n')
			continue;
		if (column > COLUMNS + 1 && !(tables && *start == '|'))
			object(path, line, "%u columns", column - 1);
		line++;
		start = c + 1;
		column = 0;
	}
}

/* The tutorial prints its programs whole, and one of them is known for its thirty lines: they have no
 * head. */
static void check_head(const char *path, const char *text)
{
	static const char head[] = "/* SPDX-License-Identifier: MIT\n *\n * ";

	if (is_c(path) && strncmp(path, "demos/tutorial/", 15) &&
	    (strncmp(text, head, sizeof(head) - 1) || !isgraph((unsigned char)text[sizeof(head) - 1])))
		object(path, 1, "no license and purpose at the top");
}

/* Only what is written by hand counts: the register database is tables, and has no limit. */
static void check_size(const char *path, const char *text)
{
	if (!ends_with(path, ".xml") && strlen(text) > FILE_B)
		object(path, 1, "%zu bytes", strlen(text));
}

static void check_functions(const char *path, const char *text)
{
	unsigned line = 1, open = 0;

	if (!is_c(path))
		return;
	for (const char *c = text; *c; c = strchr(c, '\n') ? strchr(c, '\n') + 1 : "", line++) {
		if (*c == '{')
			open = line;
		if (*c != '}' || !open)
			continue;
		if (line - open - 1 > FUNCTION_LINES)
			object(path, open, "a function of %u lines", line - open - 1);
		open = 0;
	}
}

/* ---- comments ------------------------------------------------------------------------------------------ */
/* The end of the string or character literal that starts at c. */
static const char *skip_literal(const char *c)
{
	char quote = *c++;

	while (*c && *c != quote && *c != '\n')
		c += *c == '\\' && c[1] ? 2 : 1;
	return *c ? c + 1 : c;
}

/* The next comment from *at on, as one line: blanks, line ends and the stars at the left become one blank.
 * NULL when there are no more. In files that are not C a comment is a line behind its sign, or the whole
 * text. */
static const char *next_comment(const char *path, const char **at, char *out, size_t size)
{
	const char *from = *at, *end;
	bool c_like = is_c(path), xml = ends_with(path, ".xml"), prose = ends_with(path, ".md");
	size_t n = 0;

	while (!prose && *from) {
		if (c_like && (*from == '"' || *from == '\'')) {
			from = skip_literal(from);
			continue;
		}
		if (c_like ? !strncmp(from, "/*", 2) : xml ? !strncmp(from, "<!--", 4) : *from == '#')
			break;
		from++;
	}
	if (!*from)
		return NULL;
	end = prose ? from + strlen(from) : strstr(from, c_like ? "*/" : xml ? "-->" : "\n");
	if (!end)
		end = from + strlen(from);
	*at = from;
	for (const char *c = from; c < end && n + 1 < size; c++) {
		bool blank = isspace((unsigned char)*c) || (c_like && *c == '*') || (!c_like && *c == '#');

		if (!blank)
			out[n++] = *c;
		else if (n && out[n - 1] != ' ')
			out[n++] = ' ';
	}
	out[n] = 0;
	return end;
}

static unsigned line_of(const char *text, const char *at)
{
	unsigned line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* Words that only their author understands, or that stand for a plainer one; unless: where they are right. */
static const struct tic {
	const char *words, *unless;
} tics[] = {
    {"\\btold\\b", NULL},
    {"\\btells\\b", NULL},
    {"\\blacks\\b", NULL},
    {"\\bthat is none\\b", NULL},
    {"\\bby itself\\b", NULL},
    {"\\ball the same\\b", "(are|is|be|were|not) all the same"},
    {"\\b(has|have|had) not what\\b", NULL},
    {"\\bof [A-Z][A-Za-z0-9]*'s([.,;:)]| (is|has|was|that|which|without|with|as|in|on|at|for|to|says)\\b)",
     NULL},
    {"\\b(come|comes|follow|follows|start|starts|dwords?|bytes?|bits?|words?) behind\\b", NULL},
    {"\\bfacts:", NULL},
};
enum { TICS = sizeof(tics) / sizeof(*tics) };

static bool found(const char *pattern, const char *text, size_t from, regmatch_t *m)
{
	static struct {
		const char *pattern;
		regex_t re;
	} known[2 * TICS + 4];
	unsigned i = 0;

	while (known[i].pattern && strcmp(known[i].pattern, pattern))
		i++;
	if (!known[i].pattern) {
		cr_assert_eq(regcomp(&known[i].re, pattern, REG_EXTENDED | REG_ICASE), 0, "%s", pattern);
		known[i].pattern = pattern;
	}
	if (regexec(&known[i].re, text + from, 1, m, 0))
		return false;
	m->rm_so += (regoff_t)from;
	m->rm_eo += (regoff_t)from;
	return true;
}

static void check_tics(const char *path, unsigned line, const char *comment)
{
	enum { AROUND = 12 }; /* as far as a pattern of an exception reaches to the left */

	for (unsigned i = 0; i < TICS; i++) {
		regmatch_t m, good;

		for (size_t at = 0; found(tics[i].words, comment, at, &m); at = (size_t)m.rm_eo) {
			size_t left = m.rm_so > AROUND ? (size_t)m.rm_so - AROUND : 0;

			if (!tics[i].unless || !found(tics[i].unless, comment, left, &good) ||
			    good.rm_so > m.rm_so)
				object(path, line, "\"%.*s\"", (int)(m.rm_eo - m.rm_so), comment + m.rm_so);
		}
	}
}

/* ---- citations ----------------------------------------------------------------------------------------- */
static const char *files[FILES];
static unsigned n_files;

/* A file's path, or its last part. */
static bool in_repository(const char *name)
{
	for (unsigned i = 0; i < n_files; i++) {
		const char *last = strrchr(files[i], '/');

		if (!strcmp(files[i], name) || (last && !strcmp(last + 1, name)))
			return true;
	}
	return false;
}

/* Generated headers, and patterns with a word in capitals for what varies. */
static bool stands_for_many(const char *name)
{
	regmatch_t m;

	return found("^hw/regs/[a-z0-9]+(_reset|_table)?\\.[ch]$", name, 0, &m) || strstr(name, "FAMILY") ||
	       strstr(name, "NAME");
}

/* What looks like a path of this repository, and each document, must be there; QEMU has a folder hw/, too. */
static void check_citations(const char *path, unsigned line, const char *comment)
{
	static const char cited[] =
	    "(^|[^][A-Za-z0-9_/.<-])((lib|hw|tests|demos|boot|linker)/[A-Za-z0-9_/.-]+"
	    "\\.(c|h|S|md|mk|xml|sh)|[A-Za-z0-9_-]+\\.md)\\b";
	regmatch_t m;

	for (size_t at = 0; found(cited, comment, at, &m); at = (size_t)m.rm_eo) {
		char name[256];
		size_t from = (size_t)m.rm_so;

		from += !isalnum((unsigned char)comment[from]);
		snprintf(name, sizeof(name), "%.*s", (int)((size_t)m.rm_eo - from), comment + from);
		if (from >= 5 && !strncmp(comment + from - 5, "QEMU ", 5))
			continue;
		if (!in_repository(name) && !stands_for_many(name))
			object(path, line, "%s is not here", name);
	}
}

/* The star at the left of a comment's line has a blank after it. Where it has none, a formatter took the
 * lines of a table or of a list for one paragraph. Where a line was too long for it, it left the end of the
 * comment alone. */
static void check_stars(const char *path, unsigned line, const char *comment, const char *end)
{
	const char *second = memchr(comment, '\n', (size_t)(end - comment));

	if (second && second + 1 + strspn(second + 1, " \t") == end)
		object(path, line, "the end of a comment of one line stands alone");
	for (const char *c = comment; c < end; c++) {
		if (*c != '\n')
			continue;
		line++;
		c += strspn(c + 1, " \t");
		if (c[1] == '*' && c + 2 < end && isgraph((unsigned char)c[2]))
			object(path, line, "\"%.*s\"", (int)strcspn(c + 1, "\n"), c + 1);
	}
}

static void check_comments(const char *path, const char *text)
{
	char *comment = malloc(strlen(text) + 1);

	cr_assert(comment);
	for (const char *at = text, *end; (end = next_comment(path, &at, comment, strlen(text) + 1));
	     at = end) {
		check_tics(path, line_of(text, at), comment);
		check_citations(path, line_of(text, at), comment);
		if (is_c(path))
			check_stars(path, line_of(text, at), at, end);
	}
	free(comment);
}

/* ---- the tree ------------------------------------------------------------------------------------------ */
static bool is_ours(const char *path)
{
	static const char *const kinds[] = {".c",       ".h",   ".S",  ".md",  ".mk",
					    "Makefile", ".xml", ".sh", ".conf"};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (ends_with(path, kinds[i]))
			return true;
	return false;
}

static int take(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	path += strncmp(path, "./", 2) ? 0 : 2;
	if (kind == FTW_D && where->level == 1 &&
	    (*path == '.' || !strcmp(path, "build") || !strcmp(path, "out")))
		return FTW_SKIP_SUBTREE;
	if (kind == FTW_F && is_ours(path) && n_files < FILES)
		files[n_files++] = strdup(path);
	return FTW_CONTINUE;
}

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text;
	long size;

	cr_assert(f, "%s", path);
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	text = calloc(1, (size_t)size + 1);
	cr_assert(text && fread(text, 1, (size_t)size, f) == (size_t)size, "%s", path);
	fclose(f);
	return text;
}

typedef void rule_fn(const char *path, const char *text);

static void check_tree(rule_fn *rule)
{
	cr_assert_eq(nftw(".", take, 16, FTW_ACTIONRETVAL | FTW_PHYS), 0);
	cr_assert(n_files > 500 && n_files < FILES, "%u files", n_files);
	for (unsigned i = 0; i < n_files; i++) {
		char *text;

		if (!strcmp(files[i], "README.md"))
			continue;
		text = read_text(files[i]);
		rule(files[i], text);
		free(text);
	}
	cr_assert_eq(offences, 0, "%u offences:\n%s", offences, said);
}

Test(words, lines_are_no_wider_than_a_page)
{
	check_tree(check_width);
}

Test(words, every_file_says_what_it_is_for)
{
	check_tree(check_head);
}

Test(words, files_are_no_longer_than_one_thing)
{
	check_tree(check_size);
}

Test(words, functions_fit_a_look)
{
	check_tree(check_functions);
}

Test(words, comments_are_plain_whole_and_cite_what_is_here, .timeout = 60)
{
	check_tree(check_comments);
}

/* ---- the rules themselves ------------------------------------------------------------------------------ */
/* How many offences a rule finds in a text. */
static unsigned tried(rule_fn *rule, const char *path, const char *text)
{
	offences = 0;
	said[0] = 0;
	rule(path, text);
	return offences;
}

static char *lines(const char *line, unsigned n)
{
	char *text = calloc(n, strlen(line) + 1);

	cr_assert(text);
	for (unsigned i = 0; i < n; i++)
		strcpy(text + i * strlen(line), line);
	return text;
}

Test(words, wide_lines_are_seen)
{
	char line[512] = "";

	memset(line, 'x', COLUMNS);
	strcpy(line + COLUMNS, "\n");
	cr_expect_eq(tried(check_width, "a.c", line), 0);
	strcpy(line + COLUMNS, "x\n");
	cr_expect_eq(tried(check_width, "a.c", line), 1);
	memset(line, ' ', COLUMNS - TAB + 1);
	line[0] = '\t';
	strcpy(line + COLUMNS - TAB + 1, "\n");
	cr_expect_eq(tried(check_width, "a.c", line), 0);
	strcpy(line + COLUMNS - TAB + 1, "x\n");
	cr_expect_eq(tried(check_width, "a.c", line), 1);
	strcpy(line + COLUMNS - TAB, "\xe2\x80\xa6\n"); /* an ellipsis: three bytes, one column */
	cr_expect_eq(tried(check_width, "a.c", line), 0);
}

Test(words, missing_heads_are_seen)
{
	cr_expect_eq(tried(check_head, "a.c", "/* SPDX-License-Identifier: MIT\n *\n * What it is.\n */\n"),
		     0);
	cr_expect_eq(tried(check_head, "a.c", "/* SPDX-License-Identifier: MIT */\n#include <x.h>\n"), 1);
	cr_expect_eq(tried(check_head, "a.h", "/* What it is. */\n"), 1);
	cr_expect_eq(tried(check_head, "a.S", "/* SPDX-License-Identifier: MIT\n *\n * \n */\n"), 1);
	cr_expect_eq(tried(check_head, "a.md", "# What it is\n"), 0);
}

Test(words, long_files_and_functions_are_seen)
{
	char *body = lines("\tx++;\n", FUNCTION_LINES), *much = lines("x", FILE_B), text[4096];

	snprintf(text, sizeof(text), "int f(void)\n{\n%s}\n", body);
	cr_expect_eq(tried(check_functions, "a.c", text), 0);
	snprintf(text, sizeof(text), "int f(void)\n{\n%s\treturn x;\n}\n", body);
	cr_expect_eq(tried(check_functions, "a.c", text), 1);
	cr_expect_eq(tried(check_size, "a.c", much), 0);
	free(much);
	much = lines("x", FILE_B + 1);
	cr_expect_eq(tried(check_size, "a.c", much), 1);
	cr_expect_eq(tried(check_size, "a.xml", much), 0);
	free(much);
	free(body);
}

Test(words, tics_are_seen)
{
	static const struct {
		const char *path, *text;
		unsigned n;
	} sample[] = {
	    {"a.c", "/* It is told so. */", 1},
	    {"a.c", "/* It is\n * told so. */", 1},
	    {"a.c", "f(\"/* it is told so */\"); /* It says so. */ g('\"'); /* Told. */", 1},
	    {"a.c", "/* What no document tells, it lacks. */", 2},
	    {"a.c", "/* A type that is none. It runs by itself. */", 2},
	    {"a.c", "/* It runs all the same. */", 1},
	    {"a.c", "/* They are all the same. */", 0},
	    {"a.c", "/* It has not what it needs. */", 1},
	    {"a.c", "/* A device of QEMU's, without a guest. */", 1},
	    {"a.c", "/* What the device of QEMU's machine takes. */ /* The code of Mesa's driver. */", 0},
	    {"a.c", "/* The dword behind it: facts: my notes */", 2},
	    {"a.mk", "# Which is told by its folder.\nX := told\n", 1},
	    {"a.xml", "<!-- It is told. --><x a=\"told\"/>", 1},
	    {"a.md", "It is told.\n", 1},
	};

	for (unsigned i = 0; i < sizeof(sample) / sizeof(*sample); i++)
		cr_expect_eq(tried(check_comments, sample[i].path, sample[i].text), sample[i].n, "%s: %s",
			     sample[i].text, said);
}

Test(words, stars_without_a_blank_are_seen)
{
	static const struct {
		const char *path, *text;
		unsigned n;
	} sample[] = {
	    {"a.h", "/* format  bits\n *\tFL_Z16  16\n * *_simd.c\n *\n */", 0},
	    {"a.h", "/* format  bits\n *are 0 FL_Z16  16\n *(guide)\n */", 2},
	    {"a.h", "\t/* format\n\t *bits */", 1},
	    {"a.h", "\t/* format bits\n\t */", 1},
	    {"a.c", "/* It is set: */\n\t*p = 1;", 0},
	    {"a.md", "Here\n*it* is set.\n", 0},
	};

	for (unsigned i = 0; i < sizeof(sample) / sizeof(*sample); i++)
		cr_expect_eq(tried(check_comments, sample[i].path, sample[i].text), sample[i].n, "%s: %s",
			     sample[i].text, said);
}

Test(words, citations_of_what_is_not_here_are_seen)
{
	static const struct {
		const char *text;
		unsigned n;
	} sample[] = {
	    {"/* See hw/regs/README.md, README.md and tests/unit/test_words.c. */", 0},
	    {"/* See hw/regs/r500.h and hw/regs/FAMILY_reset.h, which are generated. */", 0},
	    {"/* QEMU hw/display/ati.c, Mesa r300_emit.c, /usr/lib/x.h, <libdrm/radeon_drm.h> */", 0},
	    {"/* See notes.md. */", 1},
	    {"/* (lib/nothing.c) */", 1},
	    {"/* hw/regs/r500/nothing.xml, tests/unit/nothing.h */", 2},
	};

	cr_assert_eq(nftw(".", take, 16, FTW_ACTIONRETVAL | FTW_PHYS), 0);
	for (unsigned i = 0; i < sizeof(sample) / sizeof(*sample); i++)
		cr_expect_eq(tried(check_comments, "a.c", sample[i].text), sample[i].n, "%s: %s",
			     sample[i].text, said);
}
