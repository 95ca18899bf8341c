/* SPDX-License-Identifier: MIT
 *
 * The completion script for fish: a line a command, and a line an option with the commands that take it.
 */
#include "demos/firstlight/completion.h"

#include <stdio.h>
#include <string.h>

/* Text between single quotes. */
static void quoted(const char *s)
{
	putchar('\'');
	for (; *s; s++) {
		if (*s == '\'' || *s == '\\')
			putchar('\\');
		putchar(*s);
	}
	putchar('\'');
}

/* What follows an option or a command: "/" files, "@KIND" what the program says, else words. */
static void follows(const char *as)
{
	if (!strcmp(as, "/"))
		fputs(" -F", stdout);
	else if (*as == '@')
		printf(" -a '(__firstlight_ask %s)'", as + 1);
	else if (*as)
		printf(" -a '%s'", as);
}

/* An option, in the commands that take it; those that know chips without a model have a line of their own. */
static void option(const struct fl_opt *o, const char *as, bool modelless)
{
	unsigned n = 0;

	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		bool known =
		    !strcmp(c->name, "decode") || !strcmp(c->name, "stream") || !strcmp(c->name, "names");

		if (!fl_cmd_opt(c, o->name, strlen(o->name)) || known != modelless)
			continue;
		printf("%s%s", n++ ? " " : "complete -c firstlight -n '__firstlight_in ", c->name);
	}
	if (!n)
		return;
	printf("' -l %s%s", o->name, o->arg ? " -r" : "");
	if (o->arg)
		follows(modelless && !strcmp(as, "@chips") ? "@known-chips" : as);
	fputs(" -d ", stdout);
	quoted(o->help);
	putchar('\n');
}

void fl_completion_fish(void)
{
	fputs("# firstlight: completion for fish; made by `firstlight completion fish`.\n\n"
	      "set -g __firstlight_commands",
	      stdout);
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		printf(" %s", c->name);
	puts("\n"
	     "\n"
	     "# Is the command one of these?\n"
	     "function __firstlight_in\n"
	     "\tset -l w (commandline -opc)\n"
	     "\ttest (count $w) -ge 2; and contains -- (string replace -r '\\.[bwl]$' '' -- $w[2]) $argv\n"
	     "end\n"
	     "\n"
	     "# No command so far.\n"
	     "function __firstlight_first\n"
	     "\ttest (count (commandline -opc)) -eq 1\n"
	     "end\n"
	     "\n"
	     "# What the program alone knows; of the chip or the card that the line names.\n"
	     "function __firstlight_ask\n"
	     "\tset -l w (commandline -opc)\n"
	     "\tset -l n (count $w)\n"
	     "\tset -l ask\n"
	     "\tfor i in (seq 3 $n)\n"
	     "\t\tswitch $w[$i]\n"
	     "\t\t\tcase --chip --device\n"
	     "\t\t\t\ttest $i -lt $n; and set -a ask $w[$i] $w[(math $i + 1)]\n"
	     "\t\t\tcase '--chip=*' '--device=*'\n"
	     "\t\t\t\tset -a ask $w[$i]\n"
	     "\t\tend\n"
	     "\tend\n"
	     "\t$w[1] completion $argv[1] $ask -- (string replace -r '^--[a-z-]+=' '' -- (commandline -ct)) "
	     "2>/dev/null\n"
	     "end\n"
	     "\n"
	     "# No command begins so: a register, which is read.\n"
	     "function __firstlight_register\n"
	     "\t__firstlight_first; or return\n"
	     "\tset -l cur (commandline -ct)\n"
	     "\ttest -n \"$cur\"; and not string match -q -- \"$cur*\" $__firstlight_commands\n"
	     "end\n"
	     "\n"
	     "complete -c firstlight -f\n"
	     "complete -c firstlight -n __firstlight_register -a '(__firstlight_ask registers)'\n"
	     "complete -c firstlight -n __firstlight_first -l help -s h -d 'what there is'\n"
	     "complete -c firstlight -n __firstlight_first -l version -s V -d 'which version this is'");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		printf("complete -c firstlight -n __firstlight_first -a %s -d ", c->name);
		quoted(c->what);
		putchar('\n');
		if (!*fl_completes_operands(c))
			continue;
		printf("complete -c firstlight -n '__firstlight_in %s'", c->name);
		follows(fl_completes_operands(c));
		putchar('\n');
	}
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		option(o, fl_completes_option(o), false);
		option(o, fl_completes_option(o), true);
	}
}
