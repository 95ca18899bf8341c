/* SPDX-License-Identifier: MIT
 *
 * The line editor's history: lines in one buffer, each with its NUL, the oldest dropped when it is full.
 */
#include "lib/tool/fl_edit_key.h"

#include "hw/fl_str.h"

/* Where the line before `at` begins. */
static size_t before(const struct fl_edit *e, size_t at)
{
	at--;
	while (at && e->history[at - 1])
		at--;
	return at;
}

static void load(struct fl_edit *e, const char *s)
{
	e->length = fl_str_length(s);
	memcpy(e->line, s, e->length);
	e->at = e->length;
	e->first = 0;
	fl_edit_show(e);
}

void fl_edit_older(struct fl_edit *e)
{
	if (!e->back) {
		fl_edit_bell(e);
		return;
	}
	if (e->back == e->history_B) {
		memcpy(e->fresh, e->line, e->length);
		e->fresh[e->length] = 0;
	}
	e->back = before(e, e->back);
	load(e, e->history + e->back);
}

void fl_edit_newer(struct fl_edit *e)
{
	if (e->back == e->history_B) {
		fl_edit_bell(e);
		return;
	}
	e->back += fl_str_length(e->history + e->back) + 1;
	load(e, e->back == e->history_B ? e->fresh : e->history + e->back);
}

void fl_edit_remember(struct fl_edit *e)
{
	size_t n = fl_str_length(e->line) + 1, drop = 0;

	bool blank = true;

	for (size_t i = 0; i < e->length; i++)
		blank &= e->line[i] == ' ';
	if (blank || (e->history_B && fl_str_same(e->history + before(e, e->history_B), e->line)))
		return;
	while (e->history_B - drop + n > FL_EDIT_HISTORY_B)
		drop += fl_str_length(e->history + drop) + 1;
	memmove(e->history, e->history + drop, e->history_B - drop);
	e->history_B -= drop;
	memcpy(e->history + e->history_B, e->line, n);
	e->history_B += n;
}
