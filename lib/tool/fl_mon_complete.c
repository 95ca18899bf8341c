/* SPDX-License-Identifier: MIT
 *
 * What Tab offers: commands, their options, registers, fields, values, the names of address spaces, and what
 * a command says of its own operands.
 */
#include "hw/fl_fmt.h"
#include "lib/tool/fl_mon.h"
#include "hw/fl_str.h"

struct ask {
	struct fl_mon *m;
	const char *word; /* what is to be completed */
	size_t n;
	fl_edit_offer *offer;
	void *to;
};

static void offer(const struct ask *a, const char *name, char then, const char *what)
{
	if (fl_str_begins(name, a->word, a->n))
		a->offer(a->to, name, then, what);
}

/* Returns whether there is one. */
static bool commands(const struct ask *a)
{
	const struct fl_mon_cmd *c;
	bool any = false;

	for (unsigned i = 0; (c = fl_mon_cmd_at(a->m, i)); i++) {
		any |= fl_str_begins(c->name, a->word, a->n);
		offer(a, c->name, ' ', c->what);
	}
	return any;
}

static void options(const struct ask *a, const struct fl_mon_cmd *c)
{
	const char *shown, *what;

	for (unsigned i = 0; (shown = fl_mon_option_at(i, &what)); i++) {
		size_t dashes = 0, n = 0;
		char text[24];

		while (shown[dashes] == '-')
			dashes++;
		while (shown[dashes + n] && shown[dashes + n] != ' ' && shown[dashes + n] != '=')
			n++;
		if (!fl_str_in_list(c->opts, shown + dashes, n))
			continue;
		fl_format(text, sizeof text, "%.*s", (int)(dashes + n), shown);
		offer(a, text, shown[dashes + n] == '=' ? '=' : ' ', what);
	}
}

static void hazards(const struct ask *a)
{
	for (unsigned bit = 1; bit <= FL_REGTOOL_UNKNOWN; bit <<= 1) {
		const char *name = fl_regtool_hazard_name(bit);
		char text[32];

		if (fl_regtool_hazard(name) != bit)
			continue;
		fl_format(text, sizeof text, "--force=%s", name);
		offer(a, text, ' ', NULL);
	}
}

static void memory(const struct ask *a)
{
	static const char *const names[] = {"vram:", "regs:", "mem:"};

	for (unsigned i = 0; i < 3; i++)
		offer(a, names[i], 0, NULL);
}

/* NAME.FIELD, and NAME.FIELD=VALUE; head: how much of the word is the register's name. */
static void fields(const struct ask *a, size_t head, bool values)
{
	size_t eq = head + 1, name_n;
	struct fl_reg_field f;
	struct fl_reg r;
	char text[160];
	uint32_t v;

	fl_format(text, sizeof text, "%.*s", (int)head, a->word);
	if (!fl_regs_find(a->m->tool.db, text, a->m->tool.chips, &r))
		return;
	while (eq < a->n && a->word[eq] != '=')
		eq++;
	name_n = eq - head - 1;
	for (unsigned i = 0; fl_reg_field(&r, i, &f); i++) {
		const char *name;

		if (!(f.chips & a->m->tool.chips))
			continue;
		if (eq == a->n) {
			fl_format(text, sizeof text, "%.*s.%s", (int)head, a->word, f.name);
			offer(a, text, values ? '=' : ' ', NULL);
			continue;
		}
		if (!values || fl_str_length(f.name) != name_n ||
		    !fl_str_begins(f.name, a->word + head + 1, name_n))
			continue;
		for (unsigned k = 0; (name = fl_reg_value_at(&r, &f, k, &v)); k++) {
			fl_format(text, sizeof text, "%.*s=%s", (int)eq, a->word, name);
			offer(a, text, ' ', NULL);
		}
	}
}

static void registers(const struct ask *a, bool values)
{
	const struct fl_regs *db = a->m->tool.db;
	const char *colon = NULL, *last = "";
	char glob[80], text[100];
	struct fl_reg r;
	int i = -1;

	if (!db)
		return;
	for (size_t k = 0; k < a->n; k++) {
		if (a->word[k] == '.' || a->word[k] == '=') {
			if (a->word[k] == '.')
				fields(a, k, values);
			return;
		}
		if (a->word[k] == ':')
			colon = a->word + k + 1;
	}
	/* "mc:" is offered as a name once it is typed; the name after it completes as any other. */
	size_t head = colon ? (size_t)(colon - a->word) : 0;
	if (a->n - head >= sizeof glob - 2)
		return;
	fl_format(glob, sizeof glob, "%.*s*", (int)(a->n - head), a->word + head);
	while (fl_regs_match(db, glob, a->m->tool.chips, &i, &r)) {
		if (!*r.space ||
		    (head && (fl_str_length(r.space) != head - 1 || memcmp(r.space, a->word, head - 1))) ||
		    fl_str_same(r.name, last))
			continue;
		last = r.name;
		fl_format(text, sizeof text, "%.*s%s%s", (int)head, a->word, r.name, r.dims ? "[" : "");
		offer(a, text, r.dims ? 0 : values ? '=' : ' ', NULL);
	}
}

static void own(const struct ask *a, const struct fl_mon_cmd *c, unsigned operand)
{
	const char *word;

	for (unsigned i = 0; c->offer && (word = c->offer(a->m, operand, i)); i++)
		offer(a, word, ' ', NULL);
}

static bool has(const char *s, size_t n, char c)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return true;
	return false;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

size_t fl_mon_complete(void *arg, const char *line, size_t n, fl_edit_offer *offer_to, void *to)
{
	struct fl_mon *m = arg;
	size_t start = 0, from = n, first, first_n = 0;
	const struct fl_mon_cmd *c;
	unsigned operand = 0;

	for (size_t i = 0; i < n; i++)
		if (line[i] == ';')
			start = i + 1;
	while (from > start && !blank(line[from - 1]))
		from--;
	const struct ask a = {m, line + from, n - from, offer_to, to};
again:
	for (first = start; first < n && blank(line[first]); first++)
		;
	if (first >= from) {
		/* A register alone is a line, too; with a value it is written. */
		if (!commands(&a))
			registers(&a, has(a.word, a.n, '='));
		return from;
	}
	for (first_n = 0; !blank(line[first + first_n]) && line[first + first_n] != '.'; first_n++)
		;
	c = fl_mon_cmd_find(m, line + first, first_n);
	if (!c)
		return from;
	operand = 0;
	for (size_t i = first; i < from; i++)
		if (blank(line[i]) && i + 1 < from && !blank(line[i + 1]) && line[i + 1] != '-')
			operand++;
	if (fl_str_in_list(c->opts, "rest", 4) && operand) {
		/* What is repeated is a command again. */
		for (start = first; !blank(line[start]); start++)
			;
		for (; blank(line[start]); start++)
			;
		for (; start < from && !blank(line[start]); start++)
			;
		goto again;
	}
	if (a.n && a.word[0] == '-') {
		if (fl_str_begins(a.word, "--force=", 8) && fl_str_in_list(c->opts, "force", 5))
			hazards(&a);
		else
			options(&a, c);
		return from;
	}
	switch (c->takes) {
	case FL_MON_COMMANDS:
		commands(&a);
		if (a.n && !fl_str_in_list(c->opts, "rest", 4))
			registers(&a, false);
		break;
	case FL_MON_REGISTERS:
		registers(&a, false);
		break;
	case FL_MON_VALUES:
		registers(&a, true);
		break;
	case FL_MON_MEMORY:
		if (!operand)
			memory(&a);
		break;
	case FL_MON_OWN:
		own(&a, c, operand);
		break;
	case FL_MON_NOTHING:
		break;
	}
	return from;
}
