/* SPDX-License-Identifier: MIT
 *
 * The monitor: from a line to a command that runs. The commands are in fl_mon_*.c, each table in a file of
 * its own.
 */
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "lib/tool/fl_mon.h"

enum { MAX_DEPTH = 3 };

static const struct fl_mon_cmd *const built_in[] = {fl_mon_core_cmds, fl_mon_reg_cmds, fl_mon_mem_cmds,
						    fl_mon_pci_cmds};
enum { BUILT_IN = sizeof built_in / sizeof *built_in };

/* ---- output -------------------------------------------------------------------------------------------- */
void fl_mon_printf(struct fl_mon *m, const char *fmt, ...)
{
	char text[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = fl_vformat(text, sizeof text, fmt, ap);
	va_end(ap);
	m->put(m->arg, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

static void put_inked(void *arg, const char *text, enum fl_regtool_ink ink)
{
	struct fl_mon *m = arg;
	const char *on = m->ink && ink != FL_REGTOOL_PLAIN ? m->ink(m->arg, ink) : "";
	size_t n = fl_str_length(text);
	bool end = n && text[n - 1] == '\n';

	/* The color ends before the line does. */
	m->put(m->arg, on, fl_str_length(on));
	m->put(m->arg, text, n - end);
	if (*on)
		m->put(m->arg, m->ink(m->arg, FL_REGTOOL_PLAIN),
		       fl_str_length(m->ink(m->arg, FL_REGTOOL_PLAIN)));
	if (end)
		m->put(m->arg, "\n", 1);
}

static enum fl_code complain(struct fl_mon *m, const struct fl_err *err)
{
	if (m->complain)
		m->complain(m->arg, err);
	else
		fl_mon_printf(m, "error: %s\n", err->text);
	return err->code;
}

bool fl_mon_interrupted(struct fl_mon *m)
{
	return m->interrupted && m->interrupted(m->arg);
}

enum fl_code fl_mon_number(const char *s, uint64_t max, const char *word, uint64_t *value, struct fl_err *err)
{
	uint32_t high = 0, low = 0;
	size_t n = fl_str_length(s);
	enum fl_code code;
	char part[12] = "0x";

	if (s[0] != '0' || (s[1] | 0x20) != 'x' || n <= 10 || n > 18 || max <= UINT32_MAX) {
		code = fl_regtool_number(s, max < UINT32_MAX ? (uint32_t)max : UINT32_MAX, word, &low, err);
		*value = low;
		return code;
	}
	/* More than 32 bits: two halves. */
	memcpy(part + 2, s + 2, n - 10);
	part[n - 8] = 0;
	code = fl_regtool_number(part, UINT32_MAX, word, &high, err);
	memcpy(part + 2, s + n - 8, 9);
	if (!code)
		code = fl_regtool_number(part, UINT32_MAX, word, &low, err);
	*value = (uint64_t)high << 32 | low;
	if (!code && *value > max)
		code = fl_fail(err, FL_USAGE, "'%.60s': %.20s is out of range: 0 to 0x%llx", word, s,
			       (unsigned long long)max);
	return code;
}

/* ---- commands and options ------------------------------------------------------------------------------ */
const struct fl_mon_cmd *fl_mon_cmd_at(const struct fl_mon *m, unsigned i)
{
	for (unsigned t = 0; t < BUILT_IN + FL_MON_TABLES; t++) {
		const struct fl_mon_cmd *c = t < BUILT_IN ? built_in[t] : m->more[t - BUILT_IN];

		for (; c && c->name; c++)
			if (!i--)
				return c;
	}
	return NULL;
}

const struct fl_mon_cmd *fl_mon_cmd_find(const struct fl_mon *m, const char *name, size_t n)
{
	const struct fl_mon_cmd *c;

	if ((n == 1 || n == 4) && !memcmp(name, "quit", n)) /* as other prompts call it */
		name = "exit", n = 4;
	for (unsigned i = 0; (c = fl_mon_cmd_at(m, i)); i++)
		if (fl_str_length(c->name) == n && !memcmp(c->name, name, n))
			return c;
	return NULL;
}

enum kind { FLAG, NUMBER, SIZE, HAZARD };

static const struct option {
	const char *name, *shown;
	enum kind kind;
	size_t at;
	uint32_t max;
	const char *what;
} options[] = {
    {"force", "--force=HAZARD", HAZARD, offsetof(struct fl_mon_line, force), 0,
     "accept a risk: clock, memory, voltage, display, bus, unknown"},
    {"unsafe-read", "--unsafe-read", FLAG, offsetof(struct fl_mon_line, unsafe_read), 0,
     "accept reads that have side effects or can hang"},
    {"n", "-n", FLAG, offsetof(struct fl_mon_line, rehearse), 0, "say what would be written, and do not"},
    {"brief", "--brief", FLAG, offsetof(struct fl_mon_line, brief), 0,
     "a line a register, without its fields"},
    {"timeout", "--timeout MS", NUMBER, offsetof(struct fl_mon_line, timeout_ms), 3600000,
     "how long to wait (default 1000 ms)"},
    {"interval", "--interval MS", NUMBER, offsetof(struct fl_mon_line, interval_ms), 3600000,
     "between two looks (default 100 ms)"},
    {"count", "--count N", NUMBER, offsetof(struct fl_mon_line, count), 1000000000,
     "how many times to look (default: until C-c)"},
    {"size", "--size WxH", SIZE, offsetof(struct fl_mon_line, width), 4096, "picture size in pixels"},
    {"frames", "--frames N", NUMBER, offsetof(struct fl_mon_line, frames), 100000,
     "frames to draw (default 1)"},
    {"registers", "--registers", FLAG, offsetof(struct fl_mon_line, registers), 0,
     "draw by register writes, without the command processor"},
};

const char *fl_mon_option_at(unsigned i, const char **what)
{
	if (i >= sizeof options / sizeof *options)
		return NULL;
	*what = options[i].what;
	return options[i].shown;
}

static const struct option *find_option(const struct fl_mon_cmd *c, const char *name, size_t n)
{
	for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
		if (fl_str_length(options[i].name) == n && !memcmp(options[i].name, name, n) &&
		    fl_str_in_list(c->opts, name, n))
			return &options[i];
	return NULL;
}

static enum fl_code set_size(const struct option *o, char *value, struct fl_mon_line *l, struct fl_err *err)
{
	char *x = (char *)(uintptr_t)fl_str_find(value, 'x');
	uint64_t w, h;
	enum fl_code code;

	if (!x)
		return fl_fail(err, FL_USAGE, "--size wants WIDTHxHEIGHT, not '%.40s'", value);
	*x = 0;
	code = fl_mon_number(value, o->max, "--size", &w, err);
	if (!code)
		code = fl_mon_number(x + 1, o->max, "--size", &h, err);
	if (!code)
		l->width = (uint32_t)w, l->height = (uint32_t)h;
	return code;
}

static enum fl_code set_option(const struct option *o, char *value, struct fl_mon_line *l, struct fl_err *err)
{
	void *at = (char *)l + o->at;
	enum fl_code code = FL_OK;
	unsigned bit;
	uint64_t v;

	switch (o->kind) {
	case FLAG:
		*(bool *)at = true;
		break;
	case NUMBER:
		code = fl_mon_number(value, o->max, o->shown, &v, err);
		if (!code)
			*(uint32_t *)at = (uint32_t)v;
		break;
	case SIZE:
		code = set_size(o, value, l, err);
		break;
	case HAZARD:
		for (char *end; value; value = end) {
			end = (char *)(uintptr_t)fl_str_find(value, ',');
			if (end)
				*end++ = 0;
			bit = fl_regtool_hazard(value);
			if (!bit)
				return fl_fail(
				    err, FL_USAGE,
				    "--force=%.40s: the risks are clock, memory, voltage, display, bus, "
				    "unknown; several: clock,bus",
				    value);
			l->force |= bit;
		}
		break;
	}
	return code;
}

/* ---- a line -------------------------------------------------------------------------------------------- */
/* Cut s into words; returns how many, or FL_MON_WORDS + 1 if they are too many. */
static int split(char *s, char **word)
{
	int n = 0;

	for (;;) {
		while (*s == ' ' || *s == '\t')
			*s++ = 0;
		if (!*s)
			return n;
		if (n == FL_MON_WORDS)
			return n + 1;
		word[n++] = s;
		while (*s && *s != ' ' && *s != '\t')
			s++;
	}
}

/* ".b", ".w", ".l" after the command's name. */
static enum fl_code take_width(const struct fl_mon_cmd *c, const char *suffix, struct fl_mon_line *l,
			       struct fl_err *err)
{
	static const char letters[] = "bwl";
	const char *at = suffix[0] == '.' && suffix[1] && !suffix[2] ? fl_str_find(letters, suffix[1]) : NULL;

	if (!at || !fl_str_in_list(c->opts, "width", 5))
		return fl_fail(err, FL_USAGE, "%s%.20s: %s", c->name, suffix,
			       fl_str_in_list(c->opts, "width", 5)
				   ? "the widths are .b (8 bits), .w (16) and .l (32)"
				   : "this command has no widths");
	l->width_B = 1u << (at - letters);
	return FL_OK;
}

static enum fl_code take(const struct fl_mon_cmd *c, int n, char **word, struct fl_mon_line *l,
			 struct fl_err *err)
{
	bool rest = fl_str_in_list(c->opts, "rest", 4);

	for (int i = 0; i < n; i++) {
		char *w = word[i], *value;
		const struct option *o;
		enum fl_code code;
		size_t length = 0;

		if (w[0] != '-' || !w[1] || (w[1] >= '0' && w[1] <= '9') || (rest && l->n)) {
			l->word[l->n++] = w;
			continue;
		}
		w += w[1] == '-' ? 2 : 1;
		while (w[length] && w[length] != '=')
			length++;
		value = w[length] ? w + length + 1 : NULL;
		o = find_option(c, w, length);
		if (!o || (o->shown[1] == '-') != (w == word[i] + 2))
			return fl_fail(err, FL_USAGE,
				       "%s has no option '%.40s': `help %s` names those that it has", c->name,
				       word[i], c->name);
		if (o->kind == FLAG && value)
			return fl_fail(err, FL_USAGE, "%s takes no argument", o->shown);
		if (o->kind != FLAG && !value && ++i < n)
			value = word[i];
		if (o->kind != FLAG && (!value || !*value))
			return fl_fail(err, FL_USAGE, "an argument is missing: %s", o->shown);
		code = set_option(o, value, l, err);
		if (code)
			return code;
	}
	if (l->n < c->min_operands)
		return fl_fail(err, FL_USAGE, "%s wants %s: `help %s` shows how", c->name, c->operands,
			       c->name);
	if (c->max_operands >= 0 && l->n > c->max_operands)
		return fl_fail(err, FL_USAGE, "'%.60s' is one operand too many: `help %s` shows how",
			       l->word[c->max_operands], c->name);
	return FL_OK;
}

struct job {
	struct fl_mon *m;
	const struct fl_mon_cmd *cmd;
	struct fl_mon_line line;
	struct fl_err err;
	enum fl_code code;
};

static void run_job(void *arg)
{
	struct job *j = arg;

	j->code = j->cmd->run(j->m, &j->line, &j->err);
}

/* How many letters must be put in, taken out or changed (Levenshtein). */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[17], n = (unsigned)fl_str_length(b);

	if (n > 16)
		return 16;
	for (unsigned j = 0; j <= n; j++)
		row[j] = j;
	for (; *a; a++) {
		unsigned corner = row[0]++;

		for (unsigned j = 1; j <= n; j++) {
			unsigned change = corner + (*a != b[j - 1]), put = row[j - 1] + 1, out = row[j] + 1;

			corner = row[j];
			row[j] = change < put ? change : put;
			row[j] = row[j] < out ? row[j] : out;
		}
	}
	return row[n];
}

/* A register where a command is expected is read, or written if there is a '='. */
static const char *verb_of(struct fl_mon *m, const char *word)
{
	struct fl_err err;

	if (fl_str_find(word, '='))
		return "write";
	return m->tool.db && !fl_regtool_parse(&m->tool, FL_REGTOOL_DECODE, word, &m->op[0], &err) ? "read"
												   : NULL;
}

static enum fl_code no_command(struct fl_mon *m, const char *word, struct fl_err *err)
{
	const struct fl_mon_cmd *c, *near = NULL;
	unsigned best = 3; /* two mistakes can be guessed from, three not */

	for (unsigned i = 0; (c = fl_mon_cmd_at(m, i)); i++) {
		unsigned d = distance(c->name, word);

		if (d < best)
			best = d, near = c;
	}
	if (near)
		return fl_fail(err, FL_USAGE,
			       "there is no command '%.40s': perhaps %s? `help` names them all", word,
			       near->name);
	return fl_fail(err, FL_USAGE, "there is no command '%.40s': `help` names them", word);
}

enum fl_code fl_mon_words(struct fl_mon *m, int n, char **word)
{
	struct job j = {.m = m, .line = {.timeout_ms = 1000, .interval_ms = 100, .frames = 1}};
	const char *verb;
	size_t name = 0;
	int named = 1;

	while (word[0][name] && word[0][name] != '.')
		name++;
	j.cmd = fl_mon_cmd_find(m, word[0], name);
	verb = j.cmd ? NULL : verb_of(m, word[0]);
	if (verb) {
		named = 0;
		j.cmd = fl_mon_cmd_find(m, verb, fl_str_length(verb));
	}
	if (n > FL_MON_WORDS)
		j.code = fl_fail(&j.err, FL_USAGE, "more than %d words", FL_MON_WORDS);
	else if (!j.cmd)
		j.code = no_command(m, word[0], &j.err);
	else if (named && word[0][name])
		j.code = take_width(j.cmd, word[0] + name, &j.line, &j.err);
	if (!j.code)
		j.code = take(j.cmd, n - named, word + named, &j.line, &j.err);
	if (!j.code && j.cmd->card && !m->dev)
		j.code = fl_fail(&j.err, FL_NO_DEVICE, "%s needs a card, and there is none", j.cmd->name);
	if (j.code)
		return complain(m, &j.err);
	m->tool.force = j.line.force;
	m->tool.unsafe_read = j.line.unsafe_read;
	m->tool.rehearse = j.line.rehearse;
	m->text = (struct fl_regtool_text){.put = put_inked, .arg = m, .brief = j.line.brief};
	m->tool.said = fl_regtool_print;
	m->tool.arg = &m->text;
	if (!m->guard)
		run_job(&j);
	else if (!m->guard(m->arg, run_job, &j))
		j.code =
		    fl_fail(&j.err, FL_FAILED, "%s was ended by an exception of the processor", j.cmd->name);
	return j.code ? complain(m, &j.err) : FL_OK;
}

static enum fl_code one(struct fl_mon *m, char *s)
{
	char *word[FL_MON_WORDS];
	int n = split(s, word);

	return n ? fl_mon_words(m, n, word) : FL_OK;
}

enum fl_code fl_mon_line(struct fl_mon *m, char *line)
{
	enum fl_code first = FL_OK;
	struct fl_err err;

	if (m->depth == MAX_DEPTH) {
		fl_fail(&err, FL_USAGE, "repeat in repeat in repeat is enough");
		return complain(m, &err);
	}
	m->depth++;
	for (bool more = true; more && !m->leave && !first;) {
		char *end = line;

		while (*end && *end != ';' && *end != '#')
			end++;
		more = *end == ';';
		*end = 0;
		first = one(m, line);
		line = end + 1;
	}
	m->depth--;
	return first;
}

int fl_mon_run(struct fl_mon *m, struct fl_edit *e)
{
	char line[FL_EDIT_MAX], prompt[32];

	fl_format(prompt, sizeof prompt, "%.20s> ", m->tool.chip ? m->tool.chip : "no card");
	m->leave = false;
	while (!m->leave) {
		enum fl_edit_end end = fl_edit_read(e, prompt, line, sizeof line);

		if (end == FL_EDIT_END)
			break;
		m->depth = 0; /* an exception may have left it */
		if (end == FL_EDIT_READ)
			fl_mon_line(m, line);
	}
	return m->leave_code;
}
