/* SPDX-License-Identifier: MIT
 *
 * The keys, and the line on the screen. The history is fl_edit_history.c's, completion fl_edit_tab.c's.
 */
#include "lib/tool/fl_edit_key.h"

#include "hw/fl_str.h"

void fl_edit_say(struct fl_edit *e, const char *s)
{
	e->put(e->arg, s, fl_str_length(s));
}

void fl_edit_bell(struct fl_edit *e)
{
	e->put(e->arg, "\a", 1);
}

/* ---- the screen: one row, of which the line gets what the prompt leaves, but the last column, where
 * terminals differ --- */
static size_t room(const struct fl_edit *e)
{
	size_t columns = e->columns ? e->columns : FL_EDIT_COLUMNS, used = fl_str_length(e->prompt) + 1;

	return columns > used + 8 ? columns - used : 8;
}

void fl_edit_show(struct fl_edit *e)
{
	size_t width = room(e), shown;
	char back[16];

	/* Half a row at a time, so that the eye can follow. */
	if (e->at < e->first)
		e->first = e->at > width / 2 ? e->at - width / 2 : 0;
	if (e->at > e->first + width)
		e->first = e->at - width / 2;
	shown = e->length - e->first < width ? e->length - e->first : width;
	fl_edit_say(e, "\r");
	fl_edit_say(e, e->prompt);
	e->put(e->arg, e->line + e->first, shown);
	fl_edit_say(e, "\033[K");
	if (e->first + shown > e->at) {
		fl_format(back, sizeof back, "\033[%uD", (unsigned)(e->first + shown - e->at));
		fl_edit_say(e, back);
	}
}

/* ---- changing the line --------------------------------------------------------------------------------- */
void fl_edit_replace(struct fl_edit *e, size_t from, size_t to, const char *s, size_t n)
{
	bool append = from == to && to == e->length && n == 1;

	if (e->length - (to - from) + n >= FL_EDIT_MAX) {
		fl_edit_bell(e);
		return;
	}
	memmove(e->line + from + n, e->line + to, e->length - to);
	memmove(e->line + from, s, n);
	e->length = e->length - (to - from) + n;
	e->at = from + n;
	/* What is typed at the end goes out as it is: a paste at line speed costs a byte a byte. */
	if (append && e->at <= e->first + room(e))
		e->put(e->arg, s, 1);
	else
		fl_edit_show(e);
}

static void cut(struct fl_edit *e, size_t from, size_t to)
{
	if (from == to)
		return;
	memcpy(e->cut, e->line + from, to - from);
	e->cut[to - from] = 0;
	fl_edit_replace(e, from, to, "", 0);
}

static void go(struct fl_edit *e, size_t to)
{
	if (to > e->length)
		to = e->length;
	if (to == e->at)
		return;
	e->at = to;
	fl_edit_show(e);
}

static bool in_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static size_t word_left(const struct fl_edit *e)
{
	size_t at = e->at;

	while (at && !in_word(e->line[at - 1]))
		at--;
	while (at && in_word(e->line[at - 1]))
		at--;
	return at;
}

static size_t word_right(const struct fl_edit *e)
{
	size_t at = e->at;

	while (at < e->length && !in_word(e->line[at]))
		at++;
	while (at < e->length && in_word(e->line[at]))
		at++;
	return at;
}

/* C-w cuts back to a blank, as at a shell. */
static size_t blank_left(const struct fl_edit *e)
{
	size_t at = e->at;

	while (at && e->line[at - 1] == ' ')
		at--;
	while (at && e->line[at - 1] != ' ')
		at--;
	return at;
}

static void swap(struct fl_edit *e)
{
	size_t at = e->at < e->length ? e->at : e->length - 1;
	char two[2];

	if (e->length < 2 || !at)
		return;
	two[0] = e->line[at];
	two[1] = e->line[at - 1];
	fl_edit_replace(e, at - 1, at + 1, two, 2);
}

/* ---- keys ---------------------------------------------------------------------------------------------- */
enum {
	KEY_LEFT = 0x100,
	KEY_RIGHT,
	KEY_UP,
	KEY_DOWN,
	KEY_HOME,
	KEY_END,
	KEY_DELETE,
	KEY_WORD_LEFT,
	KEY_WORD_RIGHT,
	KEY_NONE
};

#define CTRL(c) ((c)&0x1f)

static int final_key(int c, bool modified)
{
	switch (c) {
	case 'A':
		return KEY_UP;
	case 'B':
		return KEY_DOWN;
	case 'C':
		return modified ? KEY_WORD_RIGHT : KEY_RIGHT;
	case 'D':
		return modified ? KEY_WORD_LEFT : KEY_LEFT;
	case 'H':
		return KEY_HOME;
	case 'F':
		return KEY_END;
	}
	return KEY_NONE;
}

/* Behind ESC: "[A", "OA", "[1;5C", "[3~"; or a letter with Alt. A sequence that is not known is swallowed
 * whole. */
static int escape(struct fl_edit *e)
{
	int c = e->get(e->arg), number = 0, semicolon = 0;

	if (c == 'b')
		return KEY_WORD_LEFT;
	if (c == 'f')
		return KEY_WORD_RIGHT;
	if (c == 'O')
		return final_key(e->get(e->arg), false);
	if (c != '[')
		return c < 0 ? c : KEY_NONE;
	while ((c = e->get(e->arg)) >= 0 && c < 0x40) {
		if (c == ';')
			semicolon = 1;
		else if (c >= '0' && c <= '9' && !semicolon && number < 100)
			number = number * 10 + c - '0';
	}
	if (c != '~')
		return c < 0 ? c : final_key(c, semicolon);
	switch (number) {
	case 1:
	case 7:
		return KEY_HOME;
	case 3:
		return KEY_DELETE;
	case 4:
	case 8:
		return KEY_END;
	}
	return KEY_NONE;
}

static int key(struct fl_edit *e)
{
	int c;

	do {
		c = e->get(e->arg);
		if (c == '\n' && e->after_cr) {
			e->after_cr = false;
			continue;
		}
		break;
	} while (true);
	e->after_cr = c == '\r';
	return c == 0x1b ? escape(e) : c;
}

static void press(struct fl_edit *e, int k)
{
	char c = (char)k;

	switch (k) {
	case CTRL('a'):
	case KEY_HOME:
		go(e, 0);
		break;
	case CTRL('e'):
	case KEY_END:
		go(e, e->length);
		break;
	case CTRL('b'):
	case KEY_LEFT:
		go(e, e->at ? e->at - 1 : 0);
		break;
	case CTRL('f'):
	case KEY_RIGHT:
		go(e, e->at + 1);
		break;
	case KEY_WORD_LEFT:
		go(e, word_left(e));
		break;
	case KEY_WORD_RIGHT:
		go(e, word_right(e));
		break;
	case CTRL('h'):
	case 0x7f:
		if (e->at)
			fl_edit_replace(e, e->at - 1, e->at, "", 0);
		break;
	case CTRL('d'):
	case KEY_DELETE:
		if (e->at < e->length)
			fl_edit_replace(e, e->at, e->at + 1, "", 0);
		break;
	case CTRL('k'):
		cut(e, e->at, e->length);
		break;
	case CTRL('u'):
		cut(e, 0, e->at);
		break;
	case CTRL('w'):
		cut(e, blank_left(e), e->at);
		break;
	case CTRL('y'):
		fl_edit_replace(e, e->at, e->at, e->cut, fl_str_length(e->cut));
		break;
	case CTRL('t'):
		swap(e);
		break;
	case CTRL('l'):
		fl_edit_say(e, "\033[H\033[J");
		fl_edit_show(e);
		break;
	case CTRL('p'):
	case KEY_UP:
		fl_edit_older(e);
		break;
	case CTRL('n'):
	case KEY_DOWN:
		fl_edit_newer(e);
		break;
	case '\t':
		fl_edit_tab(e);
		break;
	case 0:
	case KEY_NONE:
		break;
	default:
		if (k < 0x20 || k > 0x7e)
			fl_edit_bell(e); /* names and numbers are ASCII */
		else
			fl_edit_replace(e, e->at, e->at, &c, 1);
	}
	e->after_tab = k == '\t';
}

enum fl_edit_end fl_edit_read(struct fl_edit *e, const char *prompt, char *out, size_t size)
{
	enum fl_edit_end end = FL_EDIT_READ;
	int k;

	e->prompt = prompt;
	e->length = e->at = e->first = 0;
	e->back = e->history_B;
	e->fresh[0] = 0;
	e->after_tab = false;
	fl_edit_show(e);
	for (;;) {
		k = key(e);
		if (k == '\r' || k == '\n')
			break;
		if (k < 0 || k == CTRL('c') || (k == CTRL('d') && !e->length)) {
			end = k == CTRL('c') ? FL_EDIT_DROPPED : FL_EDIT_END;
			/* A last line without its end is one: input that comes from a file. */
			if (k < 0 && e->length)
				end = FL_EDIT_READ;
			else
				e->length = 0;
			if (k == CTRL('c'))
				fl_edit_say(e, "^C");
			break;
		}
		press(e, k);
	}
	fl_edit_say(e, "\n");
	e->line[e->length] = 0;
	fl_edit_remember(e);
	if (size) {
		size_t n = e->length < size ? e->length : size - 1;

		memcpy(out, e->line, n);
		out[n] = 0;
	}
	return end;
}
