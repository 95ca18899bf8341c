/* SPDX-License-Identifier: MIT
 *
 * firstlight help: what the table of commands says, as text or as a man page.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/man.h"

#include <stdio.h>
#include <string.h>

void fl_cmd_help_on(const struct fl_cmd *c)
{
	printf("firstlight %s%s%s%s\n    %s\n\n", c->name, *c->operands ? " " : "", c->operands,
	       *c->opts ? " [options]" : "", c->what);
	if (*c->teach)
		printf("%s\n", c->teach);
	if (fl_cmd_leaves(c))
		printf("%s\n", fl_cmd_leaves(c));
	if (*c->opts)
		printf("\nOptions\n");
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		char left[40];

		if (!fl_cmd_opt(c, o->name, strlen(o->name)))
			continue;
		snprintf(left, sizeof left, "--%s%s%s", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
		printf("  %-18s %s\n", left, o->help);
	}
}

int fl_cmd_help(const struct fl_args *a)
{
	if (a->man) {
		fl_man();
		return FL_OK;
	}
	if (a->n_operands > 0) {
		const struct fl_cmd *c = fl_cmd_find(a->operand[0]);

		if (!c)
			return fl_cmd_usage(NULL, "there is no command '%s'", a->operand[0]);
		fl_cmd_help_on(c);
		return FL_OK;
	}
	printf("firstlight wakes old GPUs, or models of them, without a driver.\n\n"
	       "  firstlight COMMAND [options]\n\n");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		printf("  %-10s %s\n", c->name, c->what);
	printf("  %-10s %s\n", "--version", "which version this is");
	printf("\nEvery command that takes --device works on a model without it, so each can be learned at "
	       "no risk:\n"
	       "  firstlight demo cube --out cube.png\n"
	       "  firstlight smoke\n"
	       "\nExit codes:");
	for (const struct fl_exit *e = fl_exits; e->what; e++)
		printf("%s %d %s", e == fl_exits ? "" : ",", e->code, e->what);
	puts(".");
	return FL_OK;
}
