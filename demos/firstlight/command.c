/* SPDX-License-Identifier: MIT
 *
 * The firstlight command as a whole: parsing by the table, and running.
 */
#include "demos/firstlight/chip_name.h"
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/databases.h"
#include "demos/firstlight/file.h"
#include "demos/firstlight/near.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/preset.h"
#include "lib/fl_stage.h"
#include "lib/tool/fl_regtool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct fl_cmd *fl_cmd_find(const char *name)
{
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

const struct fl_opt *fl_cmd_opt(const struct fl_cmd *c, const char *name, size_t n)
{
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		if (strlen(o->name) != n || strncmp(o->name, name, n))
			continue;
		for (const char *p = c->opts; (p = strstr(p, o->name)); p += n)
			if ((p == c->opts || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
				return o;
	}
	return NULL;
}

int fl_cmd_usage(const struct fl_cmd *c, const char *fmt, const char *what)
{
	fprintf(stderr, "firstlight%s%s: ", c ? " " : "", c ? c->name : "");
	fprintf(stderr, fmt, what);
	fprintf(stderr, "\nTry 'firstlight help%s%s'.\n", c ? " " : "", c ? c->name : "");
	return FL_USAGE;
}

int fl_cmd_unknown(const char *name)
{
	struct fl_near near = {.word = name};

	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		fl_near_offer(&near, c->name);
	fl_complain(0,
		    near.found ? "there is no command '%s': did you mean '%s'?" : "there is no command '%s'",
		    name, near.found);
	fprintf(stderr, "Try 'firstlight help'.\n");
	return FL_USAGE;
}

static int unknown_option(const struct fl_cmd *c, const char *word, size_t n)
{
	struct fl_near near = {.word = word + 2, .length = n};
	char *text = NULL;

	for (const struct fl_opt *o = fl_opts; o->name; o++)
		if (fl_cmd_opt(c, o->name, strlen(o->name)))
			fl_near_offer(&near, o->name);
	if (near.found && asprintf(&text, "%s' here: did you mean '--%s", word, near.found) < 0)
		text = NULL;
	fl_cmd_usage(c, text ? "there is no option '%s'?" : "there is no option '%s' here",
		     text ? text : word);
	free(text);
	return FL_USAGE;
}

/* A plain decimal count: no sign, no blanks, no surprises. */
static bool parse_count(const char *s, const char **end, unsigned min, unsigned max, unsigned *out)
{
	char *e;

	if (*s < '0' || *s > '9')
		return false;
	errno = 0;
	unsigned long v = strtoul(s, &e, 10);
	if (errno || v < min || v > max)
		return false;
	*out = (unsigned)v;
	*end = e;
	return true;
}

/* N of them, or those from A to B. */
static bool parse_frames(const char *s, const struct fl_opt *o, struct fl_args *a)
{
	unsigned first, last;
	const char *end;

	a->some_frames = true;
	if (parse_count(s, &end, o->min, o->max, &a->frames) && !*end)
		return true;
	if (!parse_count(s, &end, 0, o->max, &first) || *end != '-' ||
	    !parse_count(end + 1, &end, first, o->max, &last) || *end)
		return false;
	a->first = first;
	a->frames = last - first + 1;
	return true;
}

static int set_opt(const struct fl_cmd *c, const struct fl_opt *o, const char *value, struct fl_args *a)
{
	void *at = (char *)a + o->at;
	const char *end;
	char why[160];

	switch (o->kind) {
	case FL_OPT_FLAG:
		*(bool *)at = true;
		return 0;
	case FL_OPT_TEXT:
		if (!*value)
			return fl_cmd_usage(c, "--%s wants an argument that is not empty", o->name);
		*(const char **)at = value;
		return 0;
	case FL_OPT_LIST: /* the table has the list; there is one */
		a->given[a->n_given++] = (char *)(uintptr_t)value;
		return 0;
	case FL_OPT_COUNT:
		if (parse_count(value, &end, o->min, o->max, at) && !*end)
			return 0;
		snprintf(why, sizeof why, "--%s wants a number from %u to %u, not '%.60s'", o->name, o->min,
			 o->max, value);
		return fl_cmd_usage(c, "%s", why);
	case FL_OPT_FRAMES:
		if (parse_frames(value, o, a))
			return 0;
		snprintf(why, sizeof why,
			 "--%s wants a number from %u to %u, or the first and the last as A-B, "
			 "not '%.60s'",
			 o->name, o->min, o->max, value);
		return fl_cmd_usage(c, "%s", why);
	case FL_OPT_SIZE:
		if (parse_count(value, &end, FL_STAGE_MIN, FL_STAGE_MAX_WIDTH, &a->width) && *end == 'x' &&
		    parse_count(end + 1, &end, FL_STAGE_MIN, FL_STAGE_MAX_HEIGHT, &a->height) && !*end)
			return 0;
		snprintf(why, sizeof why, "--%s wants WIDTHxHEIGHT, %ux%u to %ux%u, not '%.60s'", o->name,
			 FL_STAGE_MIN, FL_STAGE_MIN, FL_STAGE_MAX_WIDTH, FL_STAGE_MAX_HEIGHT, value);
		return fl_cmd_usage(c, "%s", why);
	}
	return 0;
}

static int parse(const struct fl_cmd *c, int argc, char **argv, struct fl_args *a)
{
	static char rehearse[] = "--rehearse", registers[] = "--registers";
	bool more = true;

	for (int i = 0; i < argc; i++) {
		char *s = argv[i];

		if (!more || s[0] != '-' || !s[1] || (s[1] >= '0' && s[1] <= '9')) { /* -3 is a number */
			a->operand[a->n_operands++] = s;
			continue;
		}
		if (!strcmp(s, "--")) {
			more = false;
			continue;
		}
		if (!strcmp(s, "-n"))
			s = rehearse;
		if (!strcmp(s, "-r"))
			s = registers;
		if (!strcmp(s, "-h") || !strcmp(s, "--help")) {
			a->n_operands = -1;
			return 0;
		}
		if (s[1] != '-')
			return fl_cmd_usage(c, "options are written out: '%s' is not one", s);

		size_t n = strcspn(s + 2, "=");
		const struct fl_opt *o = fl_cmd_opt(c, s + 2, n);
		const char *value = s[2 + n] ? s + 3 + n : NULL;
		if (!o)
			return unknown_option(c, s, n);
		if (o->kind == FL_OPT_FLAG && value)
			return fl_cmd_usage(c, "--%s takes no argument", o->name);
		if (o->kind != FL_OPT_FLAG && !value) {
			if (++i >= argc)
				return fl_cmd_usage(c, "--%s wants an argument", o->name);
			value = argv[i];
		}
		int bad = set_opt(c, o, value, a);
		if (bad)
			return bad;
	}
	if (a->n_operands < c->min_operands)
		return fl_cmd_usage(c, "%s is missing", c->operands);
	if (c->max_operands >= 0 && a->n_operands > c->max_operands)
		return fl_cmd_usage(c, "'%s' is one operand too many", a->operand[c->max_operands]);
	if (a->chip && a->device)
		return fl_cmd_usage(c, "--chip names a model and --device a card: one of them, not %s",
				    "both");
	return 0;
}

/* Where standard input or output is closed, the next file to be opened would take its place, and get what is
 * printed. What takes it here can be neither read nor written. */
static void keep_standard_files(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}

/* Of md, mw and pci the name can end in the width of an access: md.b. */
static const struct fl_cmd *find_called(const char *name)
{
	const struct fl_cmd *c = fl_cmd_find(name);
	size_t n = strcspn(name, ".");

	for (const struct fl_cmd *k = fl_cmds; !c && name[n] && k->name; k++)
		if (k->run == fl_cmd_mon && strlen(k->name) == n && !strncmp(k->name, name, n))
			c = k;
	return c;
}

/* As at the monitor's prompt: a register where a command is expected is read, or with a '=' written. */
static const struct fl_cmd *find_verb(const char *word)
{
	struct fl_regtool_op op;
	struct fl_err err;

	if (strchr(word, '='))
		return *word == '-' ? NULL : fl_cmd_find("write");
	for (const struct fl_regs *const *db = fl_databases(); *db; db++) {
		struct fl_regtool t = {.db = *db, .chips = FL_REGS_ANY_CHIP, .chip = ""};

		if (!fl_regtool_parse(&t, FL_REGTOOL_DECODE, word, &op, &err))
			return fl_cmd_find("read");
	}
	return NULL;
}

static int run(int argc, char **argv)
{
	struct fl_args a = {
	    .width = 1024, .height = 768, .frames = 1, .timeout_ms = 1000, .interval_ms = 100};
	const struct fl_cmd *c;
	int code, named = 2;

	if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		fl_cmd_help(&a);
		return argc < 2 ? FL_USAGE : FL_OK;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		if (argc > 2)
			return fl_cmd_usage(NULL, "'%s' behind --version is one word too many", argv[2]);
		printf("firstlight %s\n", fl_version);
		return FL_OK;
	}
	c = find_called(argv[1]);
	if (!c) {
		c = find_verb(argv[1]);
		named = 1;
	}
	if (!c)
		return fl_cmd_unknown(argv[1]);
	a.operand = calloc((size_t)argc, sizeof *a.operand);
	a.given = calloc((size_t)argc, sizeof *a.given);
	if (!a.operand || !a.given) {
		free(a.operand);
		free(a.given);
		return FL_FAILED;
	}
	a.called = argv[1];
	a.reads = c->leaves == FL_LEAVES_AS_IT_WAS;
	code = parse(c, argc - named, argv + named, &a);
	if (!code && a.n_operands >= 0)
		code = fl_preset_take(c, &a);
	if (!code && a.chip)
		a.chip = fl_chip_called(a.chip);
	if (!code && a.n_operands < 0)
		fl_cmd_help_on(c);
	else if (!code)
		code = c->run(&a);
	free(a.operand);
	free(a.given);
	return code;
}

int fl_command(int argc, char **argv)
{
	struct fl_file out;
	struct fl_err err = {0};
	int code;

	keep_standard_files();
	code = run(argc, argv);
	fl_file_create(&out, NULL, &err);
	if (!fl_file_close(&out, &err))
		return code;
	fl_complain_err(&err);
	return code ? code : (int)err.code;
}
