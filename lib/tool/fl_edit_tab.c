/* SPDX-License-Identifier: MIT
 *
 * The line editor's completion. The completer is asked twice: what all that it offers have in common, then,
 * if that is no more than what was typed and Tab is pressed again, what there is.
 */
#include "lib/tool/fl_edit_key.h"

#include "hw/fl_str.h"

struct narrowing {
	struct fl_edit_common *c;
	char then;
};

static void narrow(void *to, const char *word, char then, const char *what)
{
	struct narrowing *all = to;
	struct fl_edit_common *c = all->c;
	size_t n = fl_str_length(word);

	if (n > c->widest)
		c->widest = n;
	if (!c->offers++) {
		c->n = n < sizeof c->text - 1 ? n : sizeof c->text - 2; /* and what follows, and NUL */
		memcpy(c->text, word, c->n);
		all->then = then;
		return;
	}
	for (size_t i = 0; i < c->n; i++)
		if (fl_str_lower(word[i]) != fl_str_lower(c->text[i]))
			c->n = i;
}

struct list {
	struct fl_edit *e;
	size_t width, column;
	unsigned shown;
};

static void list_one(void *to, const char *word, char then, const char *what)
{
	struct list *l = to;
	size_t columns = l->e->columns ? l->e->columns : FL_EDIT_COLUMNS;
	char cell[140];

	if (l->shown++ >= FL_EDIT_LISTED)
		return;
	if (l->column && l->column + l->width > columns) {
		fl_edit_say(l->e, "\n");
		l->column = 0;
	}
	fl_format(cell, sizeof cell, "%-*s", (int)l->width, word);
	fl_edit_say(l->e, cell);
	l->column += l->width;
}

static void list(struct fl_edit *e, const struct fl_edit_common *c)
{
	struct list l = {.e = e, .width = c->widest + 2};
	char more[64];

	if (l.width > 128)
		l.width = 128;
	fl_edit_say(e, "\n");
	e->complete(e->arg, e->line, e->at, list_one, &l);
	fl_edit_say(e, "\n");
	if (l.shown > FL_EDIT_LISTED) {
		fl_format(more, sizeof more, "... and %u more\n", l.shown - FL_EDIT_LISTED);
		fl_edit_say(e, more);
	}
	fl_edit_show(e);
}

bool fl_edit_common(fl_edit_complete *complete, void *arg, const char *line, size_t n,
		    struct fl_edit_common *c)
{
	struct narrowing all = {.c = c};

	*c = (struct fl_edit_common){.offers = 0};
	c->from = complete(arg, line, n, narrow, &all);
	if (!c->offers || c->from > n)
		return false;
	if (c->offers == 1 && all.then && c->n + 1 < sizeof c->text && line[n] != all.then)
		c->text[c->n++] = all.then;
	c->text[c->n] = 0;
	return c->n > n - c->from || (c->n == n - c->from && memcmp(c->text, line + c->from, c->n));
}

void fl_edit_tab(struct fl_edit *e)
{
	struct fl_edit_common c = {.offers = 0};

	e->line[e->length] = 0;
	if (e->complete && fl_edit_common(e->complete, e->arg, e->line, e->at, &c))
		fl_edit_replace(e, c.from, e->at, c.text, c.n);
	else if (c.offers > 1 && e->after_tab)
		list(e, &c);
	else
		fl_edit_bell(e);
}
