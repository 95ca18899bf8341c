/* SPDX-License-Identifier: MIT
 *
 * The line editor's completion. The completer is asked twice: what all that it offers have in common, then, if that is no
 * more than what was typed and Tab is pressed again, what there is.
 */
#include "lib/fl_edit_key.h"

#include "lib/fl_mon_str.h"

struct common {
	char text[128];
	size_t n;
	unsigned offers;
	char then;
	size_t widest;
};

static void narrow(void *to, const char *word, char then, const char *what)
{
	struct common *c = to;
	size_t n = fl_str_length(word);

	if (n > c->widest)
		c->widest = n;
	if (!c->offers++) {
		c->n = n < sizeof c->text ? n : sizeof c->text - 1;
		memcpy(c->text, word, c->n);
		c->then = then;
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

static void list(struct fl_edit *e, const struct common *c)
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

void fl_edit_tab(struct fl_edit *e)
{
	struct common c = {.n = 0};
	size_t from;

	e->line[e->length] = 0;
	from = e->complete ? e->complete(e->arg, e->line, e->at, narrow, &c) : 0;
	if (!c.offers || from > e->at) {
		fl_edit_bell(e);
		return;
	}
	if (c.offers == 1 && c.then && c.n + 1 < sizeof c.text && e->line[e->at] != c.then)
		c.text[c.n++] = c.then;
	if (c.n > e->at - from || (c.n == e->at - from && memcmp(c.text, e->line + from, c.n)))
		fl_edit_replace(e, from, e->at, c.text, c.n);
	else if (c.offers > 1 && e->after_tab)
		list(e, &c);
	else
		fl_edit_bell(e);
}
