/* SPDX-License-Identifier: MIT
 *
 * A line editor for a serial port, or for any terminal that is two callbacks: no heap, no termios, no
 * terminal database. What it sends are CR, BEL and three ECMA-48 sequences that every terminal has had since
 * the VT100 (EL, CUF, CUB).
 *
 *	static struct fl_edit e = {.get = uart_get, .put = uart_put, .complete = names, .arg = me};
 *	// e is large, about 6 KiB
 *	while (fl_edit_read(&e, "> ", line, sizeof line) != FL_EDIT_END) …
 *
 * Keys: left, right, home, end, backspace, delete, up and down (history), Tab; and as Emacs and readline have
 * them: C-a C-e C-b C-f C-p C-n, C-d (delete; on an empty line: end), C-k C-u C-w (cut) C-y (paste), C-t,
 * C-l, M-b M-f C-left C-right (words), C-c (drop the line). A line longer than the terminal scrolls sideways.
 */
#ifndef LIB_TOOL_FL_EDIT_H
#define LIB_TOOL_FL_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FL_EDIT_MAX = 512, FL_EDIT_HISTORY_B = 4096, FL_EDIT_COLUMNS = 80, FL_EDIT_LISTED = 200 };

/* Called with one possible completion: what the word becomes, what follows it if it is the only one (a blank,
 * or 0 for nothing), and a few words about it, or NULL. */
typedef void fl_edit_offer(void *to, const char *word, char then, const char *what);
/* Offer every completion of the word that ends at line[n]; returns where that word begins. Called more than
 * once for one key: it must say the same again. */
typedef size_t fl_edit_complete(void *arg, const char *line, size_t n, fl_edit_offer *offer, void *to);

/* What all offers have in common, for a Tab of another editor. */
struct fl_edit_common {
	char text[128]; /* what the word becomes; the blank after it too, if there is one offer */
	size_t n;       /* its length */
	size_t from;    /* where the word begins */
	size_t widest;  /* the longest offer */
	unsigned offers;
};
/* line[n] is what stands at the cursor, or 0. True: the text is more than what stands there, or in other
 * letters. */
bool fl_edit_common(fl_edit_complete *complete, void *arg, const char *line, size_t n,
		    struct fl_edit_common *c);

struct fl_edit {
	/* ---- the caller's ---- */
	int (*get)(void *arg); /* the next byte, waited for; -1: there will be no more */
	void (*put)(void *arg, const char *s, size_t n);
	fl_edit_complete *complete; /* NULL: Tab rings the bell */
	void *arg;
	unsigned columns; /* of the terminal; 0: 80 */

	/* ---- its own; zeros to begin with ---- */
	const char *prompt;
	char line[FL_EDIT_MAX], fresh[FL_EDIT_MAX], cut[FL_EDIT_MAX];
	size_t length, at, first; /* first: the leftmost character shown */
	char history[FL_EDIT_HISTORY_B];
	size_t history_B; /* lines, each with its NUL, oldest first */
	size_t back;      /* where in history the shown line begins; history_B: the fresh one */
	bool after_cr;    /* a LF that follows is the same key */
	bool after_tab;   /* a second one lists */
};

enum fl_edit_end {
	FL_EDIT_READ,    /* a line */
	FL_EDIT_DROPPED, /* C-c: the line is empty */
	FL_EDIT_END      /* C-d on an empty line, or no more input */
};

/* Show the prompt (of printable characters), read a line into out (always ended, cut to size). Lines that are
 * not blank enter the history. */
enum fl_edit_end fl_edit_read(struct fl_edit *e, const char *prompt, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
