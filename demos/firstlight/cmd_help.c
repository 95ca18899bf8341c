/* SPDX-License-Identifier: MIT
 *
 * firstlight help: what the table of commands says, as text or as a man page.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/man.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, COMMENT = 6, OPTION = 21 };

/* Running text from column `column` on; further lines are indented. Ends the line. */
static void flow(const char *s, unsigned column, unsigned indent)
{
	bool first = true;

	for (;;) {
		size_t n;

		s += strspn(s, " \n");
		n = strcspn(s, " \n");
		if (!n)
			break;
		if (!first && column + 1 + n > WIDTH) {
			printf("\n%*s", (int)indent, "");
			column = indent;
		} else if (!first) {
			putchar(' ');
			column++;
		}
		fwrite(s, 1, n, stdout);
		column += (unsigned)n;
		s += n;
		first = false;
	}
	putchar('\n');
}

/* An example: a command and, behind a gap, what it does; that has lines of its own where there is no room. */
static void example(const char *line)
{
	const char *gap = strstr(line + strspn(line, " "), "   ");

	if (strlen(line) <= WIDTH || !gap) {
		puts(line);
		return;
	}
	printf("%.*s\n%*s", (int)(gap - line), line, COMMENT, "");
	flow(gap, COMMENT, COMMENT);
}

/* Lines that begin with a blank are examples; the others run on. */
static void teach(const char *s)
{
	char text[2000];
	size_t n, prose = 0;

	for (; *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		if (*s != ' ' && prose + n + 2 < sizeof text) {
			memcpy(text + prose, s, n);
			prose += n;
			text[prose++] = ' ';
			text[prose] = 0;
			continue;
		}
		if (prose)
			flow(text, 0, 0);
		prose = 0;
		snprintf(text, sizeof text, "%.*s", (int)n, s);
		example(text);
	}
	if (prose)
		flow(text, 0, 0);
}

void fl_cmd_help_on(const struct fl_cmd *c)
{
	printf("firstlight %s%s%s%s\n    %s\n\n", c->name, *c->operands ? " " : "", c->operands,
	       *c->opts ? " [options]" : "", c->what);
	if (*c->teach)
		teach(c->teach);
	if (fl_cmd_leaves(c)) {
		putchar('\n');
		flow(fl_cmd_leaves(c), 0, 0);
	}
	if (*c->opts)
		printf("\nOptions\n");
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		char left[40];
		int n;

		if (!fl_cmd_opt(c, o->name, strlen(o->name)))
			continue;
		n = snprintf(left, sizeof left, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
		printf("  %-18s ", left);
		flow(o->help, n > OPTION - 3 ? (unsigned)n + 3 : OPTION, OPTION);
	}
}

int fl_cmd_help(const struct fl_args *a)
{
	unsigned column = 11;
	char item[60];

	if (a->man) {
		fl_man();
		return FL_OK;
	}
	if (a->n_operands > 0) {
		const struct fl_cmd *c = fl_cmd_find(a->operand[0]);

		if (!c)
			return fl_cmd_unknown(a->operand[0]);
		fl_cmd_help_on(c);
		return FL_OK;
	}
	printf("firstlight wakes old GPUs, or models of them, without a driver.\n\n"
	       "  firstlight COMMAND [options]\n\n");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		printf("  %-10s ", c->name);
		flow(c->what, 13, 13);
	}
	printf("  %-10s %s\n", "--version", "or -V: which version this is");
	printf("  %-10s %s\n\n", "REGISTER", "as read REGISTER; REGISTER=VALUE: as write");
	flow("Every command that takes --device works on a model without it, so each can be learned at no "
	     "risk:",
	     0, 0);
	printf("  firstlight demo cube --out cube.png\n"
	       "  firstlight smoke\n\n");
	flow("FIRSTLIGHT_DEVICE in the environment names the device of commands that are given neither "
	     "--device nor --chip:",
	     0, 0);
	printf("  export FIRSTLIGHT_DEVICE=01:00.0             or a model: rv770\n\n");
	fputs("Exit codes:", stdout);
	for (const struct fl_exit *e = fl_exits; e->what; e++) {
		int n = snprintf(item, sizeof item, "%d %s%s", e->code, e->what, e[1].what ? "," : ".");
		bool room = column + 1 + (unsigned)n <= WIDTH;

		printf(room ? " %s" : "\n  %s", item);
		column = (room ? column + 1 : 2) + (unsigned)n;
	}
	putchar('\n');
	return FL_OK;
}
