/* SPDX-License-Identifier: MIT
 *
 * The prompt of `firstlight monitor`: libedit, with the monitor's own completion, and a history that outlives
 * it.
 */
#include "demos/firstlight/cmd_monitor.h"
#include "demos/firstlight/device.h"
#include "demos/firstlight/out.h"
#include "demos/firstlight/quiet.h"

#include <errno.h>
#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HISTORY = 1000, LISTED = 400 };

struct prompt {
	struct fl_mon *m;
	char text[40];
	unsigned columns, column, shown;
	size_t width;
	char last_tab[FL_EDIT_MAX]; /* the line when Tab was pressed last */
};

static char *prompt_text(EditLine *el)
{
	struct prompt *p;

	el_get(el, EL_CLIENTDATA, (void **)&p);
	return p->text;
}

/* ---- Tab ----------------------------------------------------------------------------------------------- */
static void list_one(void *to, const char *word, char then, const char *what)
{
	struct prompt *p = to;

	if (p->shown++ >= LISTED)
		return;
	if (p->column && p->column + p->width > p->columns) {
		putchar('\n');
		p->column = 0;
	}
	printf("%-*s", (int)p->width, word);
	p->column += (unsigned)p->width;
}

static void list(struct prompt *p, const char *line, size_t n, size_t widest)
{
	struct winsize ws;

	p->columns = ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) || !ws.ws_col ? 80 : ws.ws_col;
	p->width = widest + 2;
	p->column = p->shown = 0;
	putchar('\n');
	fl_mon_complete(p->m, line, n, list_one, p);
	putchar('\n');
	if (p->shown > LISTED)
		printf("... and %u more\n", p->shown - LISTED);
	fflush(stdout);
}

static unsigned char tab(EditLine *el, wint_t key)
{
	const LineInfo *li = el_line(el);
	struct fl_edit_common c;
	char line[FL_EDIT_MAX];
	struct prompt *p;
	size_t n = (size_t)(li->cursor - li->buffer), all = (size_t)(li->lastchar - li->buffer);
	bool again;

	el_get(el, EL_CLIENTDATA, (void **)&p);
	if (all >= sizeof line)
		return CC_ERROR;
	memcpy(line, li->buffer, all);
	line[all] = 0;
	if (fl_edit_common(fl_mon_complete, p->m, line, n, &c)) {
		el_deletestr(el, (int)(n - c.from));
		if (el_insertstr(el, c.text))
			return CC_ERROR;
		/* The next Tab lists, if there is nothing to add. */
		snprintf(p->last_tab, sizeof p->last_tab, "%.*s%s%s", (int)c.from, line, c.text, line + n);
		return CC_REFRESH;
	}
	again = !strcmp(p->last_tab, line);
	memcpy(p->last_tab, line, all + 1);
	if (c.offers < 2 || !again)
		return CC_REFRESH_BEEP;
	list(p, line, n, c.widest);
	return CC_REDISPLAY;
}

/* ---- history: in the file that XDG's base directories give, or nowhere --------------------------------- */
static bool history_path(char *out, size_t size)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n;

	if (state && *state == '/')
		n = snprintf(out, size, "%s/firstlight/monitor_history", state);
	else if (home && *home == '/')
		n = snprintf(out, size, "%s/.local/state/firstlight/monitor_history", home);
	else
		return false;
	return n > 0 && (size_t)n < size;
}

static void save(History *h, const char *path)
{
	char dir[4096];
	HistEvent ev;

	/* The directories on the way, that may all be there. */
	for (const char *p = path + 1; (p = strchr(p, '/')); p++) {
		memcpy(dir, path, (size_t)(p - path));
		dir[p - path] = 0;
		mkdir(dir, 0700);
	}
	history(h, &ev, H_SAVE, path);
}

/* ---- the prompt ---------------------------------------------------------------------------------------- */
static void loop(EditLine *el, History *h, struct fl_mon *m)
{
	HistEvent ev;
	int n;

	while (!m->leave && !*fl_quiet_signal) {
		const char *got = el_gets(el, &n);
		char line[FL_EDIT_MAX];

		if (!got && n < 0 && errno == EINTR && *fl_quiet_signal == SIGINT) {
			fl_quiet_forget();
			printf("^C\n");
			el_reset(el);
			continue;
		}
		fl_quiet_forget(); /* one that came too late */
		if (!got || n <= 0 || *fl_quiet_signal)
			break;
		if (got[strspn(got, " \t\n")])
			history(h, &ev, H_ENTER, got);
		if ((size_t)n >= sizeof line) {
			fl_complain(0, "a line has %u characters at most", (unsigned)sizeof line - 1);
			continue;
		}
		memcpy(line, got, (size_t)n + 1);
		line[strcspn(line, "\r\n")] = 0;
		m->depth = 0;
		fl_mon_line(m, line);
		fl_quiet_forget();
		fflush(stdout);
	}
	if (!m->leave)
		putchar('\n'); /* C-d */
}

int fl_monitor_prompt(struct fl_mon *m)
{
	struct prompt p = {.m = m};
	EditLine *el = el_init("firstlight", stdin, stdout, stderr);
	History *h = history_init();
	char path[4096];
	HistEvent ev;
	bool keep = history_path(path, sizeof path);

	if (!el || !h)
		return fl_complain(FL_FAILED, "libedit does not start on this terminal");
	printf("%s: `help` tells what there is, Tab completes, `exit` ends it\n", m->dev->name);
	snprintf(p.text, sizeof p.text, "%s> ", m->tool.chip ? m->tool.chip : "card");
	history(h, &ev, H_SETSIZE, HISTORY);
	history(h, &ev, H_SETUNIQUE, 1);
	if (keep)
		history(h, &ev, H_LOAD, path);
	el_set(el, EL_CLIENTDATA, &p);
	el_set(el, EL_PROMPT, prompt_text);
	el_set(el, EL_EDITOR, "emacs");
	el_set(el, EL_SIGNAL, 0);
	el_set(el, EL_HIST, history, h);
	/* The wide one keeps the names as they are; the other one copies them, and never frees the copies. */
	el_wset(el, EL_ADDFN, L"fl-complete", L"complete names", tab);
	el_set(el, EL_BIND, "^I", "fl-complete", NULL);
	/* As readline has them, where libedit's own differ. */
	el_set(el, EL_BIND, "^W", "ed-delete-prev-word", NULL);
	el_set(el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	el_set(el, EL_BIND, "\\e[1;5C", "em-next-word", NULL);
	el_set(el, EL_BIND, "\\e[1;5D", "ed-prev-word", NULL);
	loop(el, h, m);
	if (keep)
		save(h, path);
	history_end(h);
	el_end(el);
	return *fl_quiet_signal ? FL_FAILED : m->leave_code;
}
