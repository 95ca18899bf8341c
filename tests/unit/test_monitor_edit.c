/* SPDX-License-Identifier: MIT
 *
 * The serial line editor: keys in, and what a terminal shows of what comes out. The terminal here knows just
 * the sequences that fl_edit.h names, and fails on others.
 */
#include "lib/tool/fl_edit.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COLUMNS = 40, ROWS = 64 };

static struct {
	const char *keys;
	size_t n_keys;
	char cell[ROWS][COLUMNS + 1];
	unsigned row, column, bells, scrolled;
	int state, number; /* of an escape sequence */
} t;

static struct fl_edit e;

static int get(void *arg)
{
	if (!t.n_keys)
		return -1;
	t.n_keys--;
	return (unsigned char)*t.keys++;
}

static void next_row(void)
{
	if (t.row + 1 < ROWS) {
		t.row++;
		return;
	}
	t.scrolled++;
	memmove(t.cell[0], t.cell[1], sizeof t.cell - sizeof t.cell[0]);
	memset(t.cell[ROWS - 1], ' ', COLUMNS);
}

static void put(void *arg, const char *s, size_t n)
{
	for (; n; n--, s++) {
		unsigned char c = (unsigned char)*s;

		if (t.state == 1) {
			cr_assert_eq(c, '[');
			t.state = 2;
			t.number = 0;
		} else if (t.state == 2 && c >= '0' && c <= '9') {
			t.number = t.number * 10 + c - '0';
		} else if (t.state == 2) {
			t.state = 0;
			if (c == 'K') {
				memset(t.cell[t.row] + t.column, ' ', COLUMNS - t.column);
			} else if (c == 'D') {
				cr_assert_leq((unsigned)t.number, t.column, "left of the screen");
				t.column -= (unsigned)t.number;
			} else if (c == 'H') {
				t.row = t.column = 0;
			} else if (c == 'J') {
				memset(t.cell, ' ', sizeof t.cell);
			} else {
				cr_assert_fail("ESC [ %c", c);
			}
		} else if (c == 0x1b) {
			t.state = 1;
		} else if (c == '\a') {
			t.bells++;
		} else if (c == '\r') {
			t.column = 0;
		} else if (c == '\n') {
			next_row();
			t.column = 0; /* the console writes CR LF */
		} else {
			cr_assert(c >= 0x20 && c < 0x7f, "byte 0x%02x", c);
			cr_assert_lt(t.column, (unsigned)COLUMNS, "past the last column");
			t.cell[t.row][t.column++] = (char)c;
		}
	}
}

static void begin(void)
{
	memset(&t, 0, sizeof t);
	memset(t.cell, ' ', sizeof t.cell);
	memset(&e, 0, sizeof e);
	e.get = get;
	e.put = put;
	e.columns = COLUMNS;
}

static enum fl_edit_end type(const char *keys, char *out, size_t size)
{
	t.keys = keys;
	t.n_keys = strlen(keys);
	return fl_edit_read(&e, "> ", out, size);
}

static void becomes(const char *keys, const char *line)
{
	char out[FL_EDIT_MAX];

	cr_expect_eq(type(keys, out, sizeof out), FL_EDIT_READ);
	cr_expect_str_eq(out, line);
}

#define LEFT    "\033[D"
#define RIGHT   "\033[C"
#define UP      "\033[A"
#define DOWN    "\033[B"
#define CTRL(c) ((char[]){(c)&0x1f, 0})

Test(monitor_edit, keys)
{
	begin();
	becomes("read x\r", "read x");
	becomes("\nread y\n", "read y"); /* the LF of a CR LF is no line of its own, */
	becomes("\n", "");               /* any other is */
	becomes("ac" LEFT "b\r", "abc");
	becomes("bc\001a\005d\r", "abcd");
	becomes("bc\033[Ha\033[Fd\r", "abcd");
	becomes("bc\033[1~a\033[4~d\033OHx\033OFy\r", "xabcdy");
	becomes("abx\177c\r", "abc");
	becomes("abx\010c\r", "abc");
	becomes("axb" LEFT LEFT "\033[3~\r", "ab");
	becomes("axb" LEFT LEFT "\004\r", "ab");
	becomes("one two\001\006\006\006\013\r", "one");
	becomes("one two\002\002\002\025\r", "two");
	becomes("read CP_RB_CNTL\027GA\r", "read GA");
	becomes("one two\027\001\031 \r", "two one ");
	becomes("one two" LEFT LEFT "\033[1;5D\033[1;5Dx\r", "xone two");
	becomes("one two\001\033f, \033bx\r", "xone,  two");
	becomes("ab\024\r", "ba");
	becomes("ab\033[99;5~\033[20~\033[Zc\r", "abc"); /* keys nobody knows: swallowed */
	becomes("caf\303\251\r", "caf");                 /* not ASCII: refused */
	cr_expect_eq(t.bells, 2u);
}

Test(monitor_edit, endings)
{
	char out[8];

	begin();
	cr_expect_eq(type("abc\003", out, sizeof out), FL_EDIT_DROPPED);
	cr_expect_str_eq(out, "");
	cr_expect_eq(type("\004", out, sizeof out), FL_EDIT_END);
	cr_expect_eq(type("", out, sizeof out), FL_EDIT_END);
	cr_expect_eq(type("last", out, sizeof out), FL_EDIT_READ, "a last line without an end is one");
	cr_expect_str_eq(out, "last");
	cr_expect_eq(type("much too long\r", out, sizeof out), FL_EDIT_READ);
	cr_expect_str_eq(out, "much to");
	cr_expect_eq(type("\033[", out, sizeof out), FL_EDIT_END, "the end in the middle of a key");
}

Test(monitor_edit, history)
{
	char line[FL_EDIT_MAX];

	begin();
	becomes("one\r", "one");
	becomes("two\r", "two");
	becomes("two\r", "two");
	becomes("   \r", "   ");
	becomes(UP "\r", "two");
	becomes(UP UP "\r", "one");
	becomes("fresh" UP UP DOWN DOWN "!\r", "fresh!");
	becomes(UP UP UP UP UP UP UP UP UP "\r", "one");
	becomes("\020\020\016x\r", "onex");
	/* More than it can hold: the oldest go, and the newest are all there. */
	for (int i = 0; i < 1000; i++) {
		char keys[40];

		snprintf(keys, sizeof keys, "write SCRATCH_REG[0]=%d\r", i);
		type(keys, line, sizeof line);
		cr_assert_leq(e.history_B, (size_t)FL_EDIT_HISTORY_B);
	}
	char up[3 * 50 + 2] = "";
	for (int i = 0; i < 50; i++)
		strcat(up, UP);
	strcat(up, "\r");
	becomes(up, "write SCRATCH_REG[0]=950");
}

static const char *const words[] = {"read", "repeat", "reset", "ring", "RBBM_STATUS", "RBBM_SOFT_RESET"};

static size_t complete(void *arg, const char *line, size_t n, fl_edit_offer *offer, void *to)
{
	size_t from = n;

	while (from && line[from - 1] != ' ')
		from--;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strncasecmp(words[i], line + from, n - from))
			offer(to, words[i], ' ', NULL);
	return from;
}

Test(monitor_edit, tab)
{
	begin();
	e.complete = complete;
	becomes("rea\t\r", "read ");
	becomes("read rbbm_st\t\r", "read RBBM_STATUS ");
	becomes("read rbbm\t\r", "read RBBM_S");
	cr_expect_eq(t.bells, 0u);
	becomes("re\t\r", "re");
	cr_expect_eq(t.bells, 1u);
	becomes("x\t\r", "x");
	cr_expect_eq(t.bells, 2u);
	becomes("rea x\002\002\t\r", "read x"); /* before a blank no second one */
	t.row = 0;
	memset(t.cell, ' ', sizeof t.cell);
	becomes("re\t\t", "re");
	cr_expect_eq(memcmp(t.cell[1], "read    repeat  reset   ", 24), 0, "%s", t.cell[1]);
	cr_expect_eq(memcmp(t.cell[2], "> re  ", 6), 0);
}

/* Random keys, beside the plainest editor there is; after each the screen must show the line around the
 * cursor. */
Test(monitor_edit, random_keys_show_what_they_do)
{
	static const char *const keys[] = {"a",   "b",    "_",    " ",    "x",    "y",    LEFT,
					   RIGHT, "\001", "\005", "\177", "\004", "\013", "\025"};
	enum { N = sizeof keys / sizeof *keys };
	unsigned seed = 1;

	for (int round = 0; round < 300; round++) {
		char ref[FL_EDIT_MAX] = "", all[2000] = "", out[FL_EDIT_MAX];
		size_t n = 0, at = 0;

		begin();
		for (int i = 0; i < 120; i++) {
			unsigned k;

			seed = seed * 1103515245u + 12345u;
			k = (seed >> 16) % (N + 40);
			k = k < N ? k : k % 6; /* most of them letters, so that lines get long */
			if (k == 11 && !n)     /* it would end the input */
				continue;
			strcat(all, keys[k]);
			if (k < 6) {
				memmove(ref + at + 1, ref + at, n - at + 1);
				ref[at++] = keys[k][0];
				n++;
			} else if (k == 6) {
				at -= at > 0;
			} else if (k == 7) {
				at += at < n;
			} else if (k == 8 || k == 9) {
				at = k == 8 ? 0 : n;
			} else if (k == 10 && at) {
				memmove(ref + at - 1, ref + at, n - at + 1);
				at--, n--;
			} else if (k == 11 && at < n) {
				memmove(ref + at, ref + at + 1, n - at);
				n--;
			} else if (k == 12) {
				ref[n = at] = 0;
			} else if (k == 13) {
				memmove(ref, ref + at, n - at + 1);
				n -= at, at = 0;
			}
		}
		/* Without a Return the keys run out, and the row still stands; the line comes back as one
		 * without an end. */
		enum fl_edit_end end = type(all, out, sizeof out);
		cr_assert_eq(end, n ? FL_EDIT_READ : FL_EDIT_END);
		cr_assert_str_eq(out, ref);
		const char *row = t.cell[t.row - 1];
		size_t shown = COLUMNS - 3; /* prompt, and the last column stays free */
		while (shown && row[1 + shown] == ' ')
			shown--;
		cr_assert_eq(memcmp(row, "> ", 2), 0);
		/* e.first is where the view begins. */
		char want[COLUMNS + 1];
		snprintf(want, sizeof want, "%-37.37s", ref + e.first);
		cr_assert_eq(memcmp(row + 2, want, 37), 0, "shows '%.37s', the line is '%s' from %zu",
			     row + 2, ref, e.first);
		cr_assert(e.at >= e.first && e.at <= e.first + 37, "the cursor is out of view");
		cr_assert_eq(e.at, at);
	}
}

Test(monitor_edit, long_lines_stay_in_bounds)
{
	static char keys[3000];
	char out[FL_EDIT_MAX];

	begin();
	memset(keys, 'k', sizeof keys - 2);
	keys[sizeof keys - 2] = '\r';
	type(keys, out, sizeof out);
	cr_expect_eq(strlen(out), (size_t)FL_EDIT_MAX - 1);
	cr_expect_eq(t.bells, (unsigned)sizeof keys - 2 - (FL_EDIT_MAX - 1));
}
