/* SPDX-License-Identifier: MIT
 *
 * Asks the terminal: for kitty's graphics by a query that shows nothing, for the size of a character in
 * pixels (XTWINOPS 16), and for its attributes (DA1), where 4 is sixel. What it does not know it leaves out;
 * DA1 is answered by all, and so is asked for last.
 */
#include "demos/firstlight/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 300 };

static const char question[] = "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\" /* kitty's documentation */
			       "\033[16t"
			       "\033[c";

unsigned fl_terminal_colors(const char *term, const char *colorterm, const char *no_color)
{
	if ((no_color && *no_color) || !term || !*term || !strcmp(term, "dumb"))
		return 0;
	if ((colorterm && (!strcmp(colorterm, "truecolor") || !strcmp(colorterm, "24bit"))) ||
	    strstr(term, "-direct") || strstr(term, "kitty"))
		return 1u << 24;
	return strstr(term, "256color") ? 256 : 16;
}

static bool utf8(void)
{
	locale_t l = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool is = l && !strcmp(nl_langinfo_l(CODESET, l), "UTF-8");

	if (l)
		freelocale(l);
	return is;
}

/* The numbers after "ESC [" and a '?' that may be there, up to the letter that ends the answer; how many. */
static unsigned numbers(const char *s, const char *end, unsigned v[16], char *letter)
{
	unsigned n = 0;

	*letter = 0;
	for (v[0] = 0; s < end; s++) {
		if (*s >= '0' && *s <= '9') {
			v[n] = v[n] < 10000 ? v[n] * 10 + (unsigned)(*s - '0') : v[n];
		} else if (*s == ';') {
			if (n == 15)
				return 0;
			v[++n] = 0;
		} else {
			*letter = *s;
			return n + 1;
		}
	}
	return 0;
}

bool fl_terminal_answered(struct fl_terminal *t, const char *text, size_t n)
{
	const char *end = text + n;

	for (const char *s = text; s + 2 < end; s++) {
		unsigned v[16], count;
		bool private;
		char letter;

		if (s[0] != '\033')
			continue;
		if ((size_t)(end - s) >= 10 && !memcmp(s, "\033_Gi=31;OK", 10))
			t->kitty = true;
		if (s[1] != '[')
			continue;
		private = s[2] == '?';
		count = numbers(s + 2 + private, end, v, &letter);
		if (letter == 't' && !private && count == 3 && v[0] == 6 && v[1] && v[2] && v[1] < 256 &&
		    v[2] < 256) {
			t->cell_h = v[1];
			t->cell_w = v[2];
		}
		if (letter != 'c' || !private)
			continue;
		for (unsigned i = 1; i < count; i++)
			t->sixel |= v[i] == 4;
		return true;
	}
	return false;
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void ask(struct fl_terminal *t)
{
	struct termios was, raw;
	struct stat in, out;
	char answer[256];
	size_t n = 0;
	int ahead = 0;
	bool done = false;

	if (!isatty(STDIN_FILENO) || fstat(STDIN_FILENO, &in) || fstat(STDOUT_FILENO, &out) ||
	    in.st_rdev != out.st_rdev || tcgetpgrp(STDIN_FILENO) != getpgrp() ||
	    tcgetattr(STDIN_FILENO, &was))
		return;
	raw = was;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 0;
	raw.c_cc[VTIME] = 0;
	fflush(stdout);
	if (tcsetattr(STDIN_FILENO, TCSANOW, &raw))
		return;
	/* What was typed ahead is somebody else's. */
	if (!ioctl(STDIN_FILENO, FIONREAD, &ahead) && !ahead &&
	    write(STDOUT_FILENO, question, sizeof question - 1) == (ssize_t)sizeof question - 1) {
		int64_t end = now_ms() + WAIT_MS;

		while (!done && n < sizeof answer) {
			struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
			int64_t left = end - now_ms();
			ssize_t got;

			if (left <= 0 || poll(&p, 1, (int)left) <= 0)
				break;
			got = read(STDIN_FILENO, answer + n, sizeof answer - n);
			if (got <= 0)
				break;
			n += (size_t)got;
			done = fl_terminal_answered(t, answer, n);
		}
	}
	tcsetattr(STDIN_FILENO, TCSANOW, &was);
}

void fl_terminal_look(struct fl_terminal *t)
{
	const char *term = getenv("TERM");
	struct winsize ws = {0};

	*t = (struct fl_terminal){.columns = 80, .rows = 24};
	if (!isatty(STDOUT_FILENO))
		return;
	t->colors = fl_terminal_colors(term, getenv("COLORTERM"), getenv("NO_COLOR"));
	t->utf8 = utf8();
	if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws)) {
		t->columns = ws.ws_col ? ws.ws_col : t->columns;
		t->rows = ws.ws_row ? ws.ws_row : t->rows;
		t->cell_w = ws.ws_xpixel / t->columns;
		t->cell_h = ws.ws_ypixel / t->rows;
	}
	/* The kernel's console takes what it does not know for text. */
	if (t->colors && strcmp(term, "linux"))
		ask(t);
}
