/* SPDX-License-Identifier: MIT
 *
 * What is watched, in place; see watch_screen.h.
 */
#include "demos/firstlight/watch_screen.h"
#include "demos/firstlight/out.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* How long a change stays marked. */
enum { MARKED_US = 1000000 };

bool fl_watch_screen_begin(struct fl_watch_screen *s, unsigned n)
{
	struct winsize ws = {0};

	memset(s, 0, sizeof(*s));
	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) || n + 1 >= ws.ws_row)
		return false;
	s->rows = ws.ws_row;
	s->room = n;
	s->row = calloc(n, sizeof(*s->row));
	s->place = calloc(n, sizeof(*s->place));
	s->changes = calloc(n, sizeof(*s->changes));
	if (s->row && s->place && s->changes)
		return true;
	fl_watch_screen_end(s);
	return false;
}

void fl_watch_screen_end(struct fl_watch_screen *s)
{
	free(s->row);
	free(s->place);
	free(s->changes);
	memset(s, 0, sizeof(*s));
}

void fl_watch_screen_said(struct fl_watch_screen *s, const struct fl_regtool_said *said)
{
	unsigned i = 0;

	while (i < s->n && (s->place[i].offset != said->place->offset || s->row[i].mask != said->mask ||
			    strcmp(s->row[i].name, said->name)))
		i++;
	if (i == s->room)
		return;
	s->n += i == s->n;
	s->row[i] = *said;
	s->place[i] = *said->place;
	s->row[i].place = &s->place[i];
	s->changes[i] += said->kind == FL_REGTOOL_CHANGED;
	s->stale = true;
}

struct picture {
	FILE *f; /* NULL: lines are only counted */
	unsigned lines;
};

static void put(void *arg, const char *text, enum fl_regtool_ink ink)
{
	static const enum fl_ink of[] = {FL_PLAIN, FL_BOLD, FL_GREEN, FL_RED, FL_DIM};
	struct picture *p = arg;
	size_t n = strlen(text);
	bool line = n && text[n - 1] == '\n';

	p->lines += line;
	if (p->f) /* to the end of a line: what was longer there is wiped out */
		fprintf(p->f, "%s%.*s%s%s", fl_ink(p->f, of[ink]), (int)(n - line), text,
			fl_ink(p->f, FL_PLAIN), line ? "\033[K\n" : "");
}

static void rows(struct fl_watch_screen *s, struct picture *p)
{
	struct fl_regtool_text text = {.put = put, .arg = p, .all = true};

	for (unsigned i = 0; i < s->n; i++) {
		struct fl_regtool_said said = s->row[i];

		/* The time is said once, below; and what is no news any more is no change. */
		if (said.has_old && s->now_us - said.time_us > MARKED_US) {
			s->row[i].kind = FL_REGTOOL_VALUE;
			s->row[i].has_old = false;
			said = s->row[i];
		}
		said.timed = false;
		fl_regtool_print(&text, &said);
	}
}

bool fl_watch_screen_draw(struct fl_watch_screen *s, uint64_t now_us)
{
	struct picture p = {0};
	unsigned changes = 0;

	for (unsigned i = 0; i < s->n; i++) {
		changes += s->changes[i];
		s->stale |= s->row[i].has_old && now_us - s->row[i].time_us > MARKED_US;
	}
	if (!s->stale && s->drawn)
		return true;
	s->now_us = now_us;
	if (!s->drawn) {
		rows(s, &p);
		if (p.lines + 2 > s->rows)
			return false;
	}
	p = (struct picture){.f = stdout};
	fputs("\033[?7l", stdout); /* a line that is too long is cut, and stays one */
	if (s->drawn)
		printf("\033[%uA", s->drawn);
	rows(s, &p);
	printf("%s%5u.%06u  %u change%s%s\033[K\n\033[?7h", fl_ink(stdout, FL_DIM),
	       (unsigned)(now_us / 1000000), (unsigned)(now_us % 1000000), changes, changes == 1 ? "" : "s",
	       fl_ink(stdout, FL_PLAIN));
	fflush(stdout);
	s->drawn = p.lines + 1;
	s->stale = false;
	return true;
}
