/* SPDX-License-Identifier: MIT
 *
 * The laws of the house, each a function of a source tree that names the first offence it finds. Every law is
 * tried twice: on this tree, which must keep it, and on a small tree made here with one offence planted,
 * which must not pass.
 *
 *   layers     dependencies point down: demos, lib, hw, boot
 *   families   no family's folder includes another's
 *   judge      the model includes generated register headers, and nothing of lib/ or of the bring-up
 *   neutral    neutral folders name no family
 *   one list   hw/fl_families.h is the only place outside the families' folders that lists them
 *   prefixes   what an object gives to the linker begins with the prefix of its folder
 */
#include "tests/unit/test_built.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <fnmatch.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 512, WHY = 2048, FAMILIES = 16 };

/* A source file: its path from the top, and its text without comments and without what strings hold. Include
 * directives are kept whole in a list of their own. */
struct source {
	char path[PATH];
	char *code;
	struct include {
		char path[PATH];
	} * include;
	unsigned n_includes;
};

struct tree {
	const char *top;
	struct source *source;
	unsigned n, cap;
	char family[FAMILIES][16]; /* of the one list */
	unsigned n_families;
};

/* ---- reading a tree ------------------------------------------------------------------------------------ */
static char *slurp(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t n = 0;

	if (!f)
		return NULL;
	if (getdelim(&text, &n, 0, f) < 0)
		text = calloc(1, 1);
	fclose(f);
	return text;
}

/* Comments become blanks, strings and characters lose their content. */
static void strip(char *s)
{
	while (*s) {
		if (s[0] == '/' && s[1] == '*') {
			char *end = strstr(s + 2, "*/");

			for (end = end ? end + 2 : s + strlen(s); s < end; s++)
				*s = *s == '\n' ? '\n' : ' ';
		} else if (s[0] == '/' && s[1] == '/') {
			for (; *s && *s != '\n'; s++)
				*s = ' ';
		} else if (*s == '"' || *s == '\'') {
			const char quote = *s++;

			for (; *s && *s != quote; s++) {
				if (*s == '\\' && s[1])
					*s++ = ' ';
				*s = ' ';
			}
			s += *s != 0;
		} else {
			s++;
		}
	}
}

static void add_source(struct tree *t, const char *path)
{
	char full[2 * PATH];
	struct source *s;
	char *text;

	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 256;
		t->source = realloc(t->source, t->cap * sizeof(*t->source));
	}
	s = &t->source[t->n++];
	memset(s, 0, sizeof(*s));
	snprintf(s->path, sizeof s->path, "%s", path);
	snprintf(full, sizeof full, "%s/%s", t->top, path);
	text = slurp(full);
	cr_assert(text, "%s", full);
	for (const char *at = text; (at = strstr(at, "#include \"")); at++) {
		if (at != text && at[-1] != '\n')
			continue;
		s->include = realloc(s->include, (s->n_includes + 1) * sizeof(*s->include));
		snprintf(s->include[s->n_includes].path, PATH, "%.*s", (int)strcspn(at + 10, "\"\n"),
			 at + 10);
		s->n_includes++;
	}
	strip(text);
	s->code = text;
}

static struct tree *walking;

static int visit(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	const char *rest = path + strlen(walking->top) + 1, *dot = strrchr(path, '.');

	if (kind == FTW_F && dot && (!strcmp(dot, ".c") || !strcmp(dot, ".h") || !strcmp(dot, ".S")))
		add_source(walking, rest);
	return 0;
}

static void read_families(struct tree *t)
{
	char path[2 * PATH], *text;

	snprintf(path, sizeof path, "%s/hw/fl_families.h", t->top);
	text = slurp(path);
	cr_assert(text, "%s is not there", path);
	for (char *at = text; (at = strstr(at, "\tX(")); at++)
		snprintf(t->family[t->n_families++], sizeof t->family[0], "%.*s", (int)strcspn(at + 3, ", )"),
			 at + 3);
	free(text);
	cr_assert(t->n_families > 0);
}

static struct tree tree_read(const char *top)
{
	static const char *const rooms[] = {"boot", "hw", "lib", "demos"};
	struct tree t = {.top = top};
	char path[PATH];

	read_families(&t);
	walking = &t;
	for (unsigned i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s/%s", top, rooms[i]);
		nftw(path, visit, 16, FTW_PHYS);
	}
	walking = NULL;
	return t;
}

static void tree_free(struct tree *t)
{
	for (unsigned i = 0; i < t->n; i++) {
		free(t->source[i].code);
		free(t->source[i].include);
	}
	free(t->source);
}

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* The family whose folder the path is in, hw/F/, lib/F/, hw/model/F/ or hw/drm/F/, or whose registers it is,
 * hw/regs/F.h; NULL: none. */
static const char *family_of(const struct tree *t, const char *path)
{
	static const char *const rooms[] = {"hw/model/", "hw/regs/", "hw/drm/", "hw/", "lib/"};

	for (unsigned r = 0; r < 5; r++) {
		if (!starts(path, rooms[r]))
			continue;
		for (unsigned f = 0; f < t->n_families; f++) {
			const char *rest = path + strlen(rooms[r]);
			size_t n = strlen(t->family[f]);

			if (!strncmp(rest, t->family[f], n) &&
			    (rest[n] == '/' || (r == 1 && strchr("._", rest[n]))))
				return t->family[f];
		}
	}
	return NULL;
}

/* ---- the laws: true if kept, else why names the offence ------------------------------------------------ */
static bool law_layers(const struct tree *t, char *why)
{
	static const char *const layer[] = {"boot/", "hw/", "lib/", "demos/", "tests/"};

	for (unsigned i = 0; i < t->n; i++)
		for (unsigned k = 0; k < t->source[i].n_includes; k++) {
			unsigned from = 0, to = 0;

			while (from < 5 && !starts(t->source[i].path, layer[from]))
				from++;
			while (to < 5 && !starts(t->source[i].include[k].path, layer[to]))
				to++;
			if (to < 5 && to > from) {
				snprintf(why, WHY, "%s includes %s, of a layer above it", t->source[i].path,
					 t->source[i].include[k].path);
				return false;
			}
		}
	return true;
}

static bool law_families(const struct tree *t, char *why)
{
	for (unsigned i = 0; i < t->n; i++) {
		const char *own = family_of(t, t->source[i].path);

		for (unsigned k = 0; own && k < t->source[i].n_includes; k++) {
			const char *other = family_of(t, t->source[i].include[k].path);

			if (other && strcmp(own, other)) {
				snprintf(why, WHY, "%s includes %s", t->source[i].path,
					 t->source[i].include[k].path);
				return false;
			}
		}
	}
	return true;
}

/* A header of registers: of a family, hw/regs/F.h, or of a block that families share, which has a folder
 * hw/regs/BLOCK as they do. */
static bool is_generated(const struct tree *t, const char *path)
{
	char xml[2 * PATH];

	if (!starts(path, "hw/regs/"))
		return false;
	snprintf(xml, sizeof xml, "%s/%.*s/family.xml", t->top, (int)strcspn(path, "."), path);
	return family_of(t, path) || access(xml, F_OK) == 0;
}

static bool law_judge(const struct tree *t, char *why)
{
	for (unsigned i = 0; i < t->n; i++) {
		if (!starts(t->source[i].path, "hw/model/"))
			continue;
		for (unsigned k = 0; k < t->source[i].n_includes; k++) {
			const char *p = t->source[i].include[k].path;
			/* hw/fl_families.h is a list of names, and no code. */
			bool ok =
			    starts(p, "hw/model/") || is_generated(t, p) || !strcmp(p, "hw/fl_families.h");

			if (!ok) {
				snprintf(why, WHY,
					 "%s includes %s: the model shares nothing with what it judges",
					 t->source[i].path, p);
				return false;
			}
		}
	}
	return true;
}

/* Is a word of the code a family's name, or one of its folders' (r500_, mr500_, fl_r500_, fl_stage_r500;
 * small letters or capitals)? */
static bool is_named_after(const char *word, size_t n, const char *family)
{
	const size_t f = strlen(family);
	bool ours = n > 3 && !strncasecmp(word, "fl_", 3);
	const char *rest = word + (ours ? 3 : (*word == 'm' || *word == 'M') && n > f ? 1 : 0);
	size_t left = n - (size_t)(rest - word);

	if (left >= f && !strncasecmp(rest, family, f) && (left == f || rest[f] == '_'))
		return true;
	if (n >= f && !strncasecmp(word, family, f) && (n == f || word[f] == '_'))
		return true;
	return ours && left > f && rest[left - f - 1] == '_' && !strncasecmp(rest + left - f, family, f);
}

static bool names(const char *code, const char *family)
{
	for (const char *at = code; *at;) {
		size_t n = 0;

		while (isalnum((unsigned char)at[n]) || at[n] == '_')
			n++;
		if (n && !isdigit((unsigned char)*at) && is_named_after(at, n, family))
			return true;
		at += n ? n : 1;
	}
	return false;
}

/* Folders that belong to no family. What is in demos/ itself are programs, which may be one family's. */
static bool is_neutral(const struct tree *t, const char *path)
{
	return !family_of(t, path) && strcmp(path, "hw/fl_families.h") && !fnmatch("*/*", path, 0) &&
	       (!starts(path, "demos/") || starts(path, "demos/firstlight/") || starts(path, "demos/bare/"));
}

static bool law_neutral(const struct tree *t, char *why)
{
	for (unsigned i = 0; i < t->n; i++)
		for (unsigned f = 0; f < t->n_families && is_neutral(t, t->source[i].path); f++) {
			if (names(t->source[i].code, t->family[f])) {
				snprintf(why, WHY, "%s names %s in its code", t->source[i].path,
					 t->family[f]);
				return false;
			}
			for (unsigned k = 0; k < t->source[i].n_includes; k++)
				if (family_of(t, t->source[i].include[k].path)) {
					snprintf(why, WHY, "%s includes %s", t->source[i].path,
						 t->source[i].include[k].path);
					return false;
				}
		}
	return true;
}

static bool law_one_list(const struct tree *t, char *why)
{
	for (unsigned i = 0; i < t->n; i++) {
		unsigned named = 0;

		if (!strcmp(t->source[i].path, "hw/fl_families.h"))
			continue;
		for (unsigned f = 0; f < t->n_families; f++)
			named += names(t->source[i].code, t->family[f]);
		if (named > 1) {
			snprintf(why, WHY, "%s names %u families: the list is hw/fl_families.h",
				 t->source[i].path, named);
			return false;
		}
	}
	return true;
}

/* Is this what a source of today was compiled to, and not left from one that has moved? Objects of *_simd.c
 * have the instruction set before the suffix. */
static bool has_source(const char *object)
{
	char path[PATH];
	const char *from = strchr(object, '/') + 1, *slash = strrchr(from, '/');

	snprintf(path, sizeof path, "%.*s.c", (int)((slash - from) + (ptrdiff_t)strcspn(slash, ".")), from);
	return access(path, F_OK) == 0;
}

/* Objects lie under free/ and host/ as their sources do: the folder's prefix begins each name. */
static bool law_prefixes(const struct tree *t, char *why)
{
	char cmd[2 * PATH], line[PATH], object[PATH / 2] = "";
	bool ok = true;
	FILE *f;

	snprintf(cmd, sizeof cmd,
		 "cd %s && find free/hw free/lib host/hw host/lib -name '*.o' 2>/dev/null | xargs nm -Ag "
		 "--defined-only",
		 t->top);
	f = popen(cmd, "r");
	cr_assert(f);
	while (fgets(line, sizeof line, f)) {
		char name[256], want[64];
		const char *family;

		if (sscanf(line, "%255[^:]:%*x %*c %255s", object, name) != 2 || starts(name, "__"))
			continue;
		if (!has_source(object))
			continue;
		family = family_of(t, strchr(object, '/') + 1);
		if (!family)
			snprintf(want, sizeof want, "fl_");
		else if (strstr(object, "hw/model/"))
			snprintf(want, sizeof want, "m%s_", family);
		else
			snprintf(want, sizeof want, strstr(object, "lib/") ? "fl_%s_" : "%s_", family);
		/* The entries of the layers' tables are called fl_stage_FAMILY, fl_stream_FAMILY, … */
		if (family && strstr(object, "lib/") && is_named_after(name, strlen(name), family) &&
		    !strcmp(name + strlen(name) - strlen(family), family))
			continue;
		if (ok && !starts(name, want))
			snprintf(why, WHY, "%s gives the linker %s: it should begin with %s", object, name,
				 want);
		ok = ok && starts(name, want);
	}
	pclose(f);
	return ok;
}

/* ---- trials -------------------------------------------------------------------------------------------- */
static const struct law {
	const char *name;
	bool (*kept)(const struct tree *t, char *why);
	const char *file, *offence; /* planted: this text in this file */
	const char *says;           /* in the answer */
} laws[] = {
    {"layers", law_layers, "hw/bus/record.c", "#include \"lib/fl_cs.h\"\n", "lib/fl_cs.h"},
    {"families", law_families, "lib/r600/draw.c", "#include \"lib/r500/draw.h\"\n", "lib/r600/draw.c"},
    {"families", law_families, "hw/model/r600/sq.c", "#include \"hw/regs/r500.h\"\n", "hw/regs/r500.h"},
    {"judge", law_judge, "hw/model/tiles/cache.c", "#include \"hw/fl_dev.h\"\n", "hw/fl_dev.h"},
    {"judge", law_judge, "hw/model/tiles/cache.c", "#include \"hw/regs/fl_regs.h\"\n", "hw/regs/fl_regs.h"},
    {"judge", law_judge, "hw/model/r500/cp.c", "#include \"hw/r500/ring.h\"\n", "hw/r500/ring.h"},
    {"neutral", law_neutral, "lib/fl_stage.c", "int f(void) { return r500_wake(); }\n",
     "lib/fl_stage.c names r500"},
    {"neutral", law_neutral, "hw/model/raster/setup.c", "#include \"hw/regs/r600.h\"\n", "hw/regs/r600.h"},
    {"neutral", law_neutral, "demos/firstlight/cmd.c", "enum { A = R500_RBBM_STATUS };\n", "names r500"},
    {"one list", law_one_list, "demos/demos.c", "void *of[] = {&r500_family, &r600_family};\n",
     "names 2 families"},
};

Test(laws, this_tree_keeps_them)
{
	struct tree t = tree_read(".");
	char why[WHY] = "";

	cr_assert_gt(t.n, 300u);
	for (unsigned i = 0; i < sizeof laws / sizeof *laws; i++)
		cr_expect(laws[i].kept(&t, why), "%s: %s", laws[i].name, why);
	tree_free(&t);
}

static void put(const char *top, const char *path, const char *text)
{
	char cmd[3 * PATH], full[2 * PATH];
	FILE *f;

	snprintf(full, sizeof full, "%s/%s", top, path);
	snprintf(cmd, sizeof cmd, "mkdir -p $(dirname %s)", full);
	cr_assert_eq(system(cmd), 0);
	f = fopen(full, "w");
	cr_assert(f);
	fputs(text, f);
	fclose(f);
}

static void plant(char top[32])
{
	strcpy(top, "/tmp/fl-laws-XXXXXX");
	cr_assert(mkdtemp(top));
	put(top, "hw/fl_families.h", "#define FL_FAMILIES(X) \\\n\tX(r500, yes) \\\n\tX(r600, no)\n");
	/* What must not be taken for an offence: comments, strings, a family's own folder. */
	put(top, "lib/fl_cs.h",
	    "/* as r500_ring.h and r600_ring.h do */\nstatic const char *s = \"r500_x\";\n");
	put(top, "hw/r500/ring.c", "#include \"hw/regs/r500.h\"\n#include \"hw/fl_dev.h\"\nint r500_ring;\n");
}

static void uproot(const char *top)
{
	char cmd[64];

	snprintf(cmd, sizeof cmd, "rm -rf %s", top);
	cr_assert_eq(system(cmd), 0);
}

Test(laws, a_planted_offence_is_found)
{
	for (unsigned i = 0; i < sizeof laws / sizeof *laws; i++) {
		char top[32], why[WHY] = "";
		struct tree t;

		plant(top);
		t = tree_read(top);
		for (unsigned k = 0; k < sizeof laws / sizeof *laws; k++)
			cr_expect(laws[k].kept(&t, why), "%s, with nothing planted: %s", laws[k].name, why);
		tree_free(&t);
		put(top, laws[i].file, laws[i].offence);
		t = tree_read(top);
		cr_expect_not(laws[i].kept(&t, why), "%s: %s was not found", laws[i].name, laws[i].offence);
		cr_expect(strstr(why, laws[i].says), "%s: \"%s\"", laws[i].name, why);
		tree_free(&t);
		uproot(top);
	}
}

Test(laws, prefixes)
{
	static const struct {
		const char *path, *code;
	} bad[] = {{"free/hw/r500/ring", "int fl_r500_ring;"},
		   {"free/lib/r500/draw", "int r500_draw;"},
		   {"host/hw/model/r500/cp", "int r500_cp;"},
		   {"host/hw/model/tiles/cache", "int mr500_tiles;"}};
	struct tree t = {0};
	char why[WHY] = "";

	if (getenv("FL_SANITIZED"))
		cr_skip_test("sanitizers add symbols of their own");
	t.top = ".";
	read_families(&t);
	t.top = build_dir();
	cr_expect(law_prefixes(&t, why), "%s", why);
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		char top[32], cmd[PATH];

		plant(top);
		t.top = top;
		snprintf(cmd, sizeof cmd, "mkdir -p $(dirname %s/%s) && echo '%s' | gcc -x c -c -o %s/%s.o -",
			 top, bad[i].path, bad[i].code, top, bad[i].path);
		cr_assert_eq(system(cmd), 0);
		cr_expect_not(law_prefixes(&t, why), "%s", bad[i].code);
		uproot(top);
	}
}
