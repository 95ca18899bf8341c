/* SPDX-License-Identifier: MIT
 *
 * The completion scripts. Commands, options and what follows them are written into the script; what the
 * program alone knows (registers, chips, cards) the script asks it for.
 */
#include "demos/firstlight/completion.h"

#include <stdio.h>
#include <string.h>

static void cases(const char *quote)
{
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		printf("\t%s) kind=%s%s%s; opts=%s", c->name, quote, fl_completes_operands(c), quote, quote);
		for (const struct fl_opt *o = fl_opts; o->name; o++)
			if (fl_cmd_opt(c, o->name, strlen(o->name)))
				printf("--%s ", o->name);
		printf("%s ;;\n", quote);
	}
}

static void arguments(void)
{
	for (const struct fl_opt *o = fl_opts; o->name; o++)
		if (o->arg)
			printf("\t--%s) kind='%s' ;;\n", o->name, fl_completes_option(o));
}

void fl_completion_bash(void)
{
	puts("# firstlight: completion for bash; made by `firstlight completion bash`.\n"
	     "\n"
	     "# How the operands of command $1 complete, and its options.\n"
	     "_firstlight_command() {\n"
	     "\tcase $1 in");
	cases("'");
	puts("\t*) kind=''; opts='' ;;\n"
	     "\tesac\n"
	     "}\n"
	     "\n"
	     "# How the argument of option $1 completes; false if it takes none.\n"
	     "_firstlight_option() {\n"
	     "\tcase $1 in");
	arguments();
	puts("\t*) return 1 ;;\n"
	     "\tesac\n"
	     "}\n"
	     "\n"
	     "_firstlight() {\n"
	     "\tlocal line=${COMP_LINE:0:COMP_POINT} kind='' opts='' cur prev head='' breaks i program\n"
	     "\tlocal -a w ask\n"
	     "\n"
	     "\tCOMPREPLY=()\n"
	     "\t# Words as blanks part them: bash itself also cuts at '=' and ':', which are in the names of "
	     "registers.\n"
	     "\tread -ra w <<<\"$line\"\n"
	     "\t[[ $line == *[[:blank:]] ]] && w+=('')\n"
	     "\tcur=${w[-1]}\n"
	     "\tprogram=${w[0]/#\\~/$HOME}\n"
	     "\tif ((${#w[@]} == 2)); then");
	fputs("\t\tCOMPREPLY=($(compgen -W '", stdout);
	for (const struct fl_cmd *c = fl_cmds; c->name; c++)
		printf("%s%s", c == fl_cmds ? "" : " ", c->name);
	puts(
	    " --help --version' -- \"$cur\"))\n"
	    "\t\t((${#COMPREPLY[@]})) && return\n"
	    "\t\tkind=@$([[ $cur == *=* ]] && echo values || echo registers)\n"
	    "\tfi\n"
	    "\tfor ((i = 2; i < ${#w[@]} - 1; i++)); do\n"
	    "\t\tcase ${w[i]} in\n"
	    "\t\t--chip | --device) ((i + 2 < ${#w[@]})) && ask+=(\"${w[i]}\" \"${w[i + 1]}\") ;;\n"
	    "\t\t--chip=* | --device=*) ask+=(\"${w[i]}\") ;;\n"
	    "\t\tesac\n"
	    "\tdone\n"
	    "\tprev=${w[-2]}\n"
	    "\t# A register where a command is expected is read.\n"
	    "\t[[ $kind ]] || _firstlight_command \"${w[1]%.[bwl]}\"\n"
	    "\tif [[ $cur == --*=* ]]; then\n"
	    "\t\thead=${cur%%=*}=\n"
	    "\t\tcur=${cur#*=}\n"
	    "\t\t_firstlight_option \"${head%=}\" || return\n"
	    "\telif ((${#w[@]} > 3)) && _firstlight_option \"$prev\"; then\n"
	    "\t\t:\n"
	    "\telif [[ $cur == -* ]]; then\n"
	    "\t\tkind=$opts\n"
	    "\tfi\n"
	    "\t# These know chips that there is no model of.\n"
	    "\t[[ $kind == @chips && ${w[1]} == @(decode|stream|names) ]] && kind=@known-chips\n"
	    "\tcase $kind in\n"
	    "\t'') return ;;\n"
	    "\t/)\n"
	    "\t\tcompopt -o filenames 2>/dev/null\n"
	    "\t\tlocal IFS=$'\\n'\n"
	    "\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n"
	    "\t\treturn\n"
	    "\t\t;;\n"
	    "\t@*) mapfile -t COMPREPLY < <(\"$program\" completion \"${kind#@}\" \"${ask[@]}\" -- \"$cur\" "
	    "2>/dev/null) ;;\n"
	    "\t*) COMPREPLY=($(compgen -W \"$kind\" -- \"$cur\")) ;;\n"
	    "\tesac\n"
	    "\t[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[\\[=:] ]] && compopt -o nospace 2>/dev/null\n"
	    "\t# Readline replaces only what follows the last '=' or ':'.\n"
	    "\t[[ $COMP_WORDBREAKS == *=* && $COMP_WORDBREAKS == *:* ]] && head=''\n"
	    "\tbreaks=${cur%\"${cur##*[=:]}\"}\n"
	    "\t[[ $COMP_WORDBREAKS == *=* ]] || breaks=''\n"
	    "\tfor i in \"${!COMPREPLY[@]}\"; do\n"
	    "\t\tCOMPREPLY[i]=$head${COMPREPLY[i]:${#breaks}}\n"
	    "\tdone\n"
	    "}\n"
	    "complete -F _firstlight firstlight");
}

/* Text between single quotes, its colons marked for _describe. */
static void quoted(const char *s)
{
	for (; *s; s++) {
		if (*s == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*s);
	}
}

void fl_completion_zsh(void)
{
	puts("#compdef firstlight\n"
	     "# firstlight: completion for zsh; made by `firstlight completion zsh`.\n"
	     "\n"
	     "_firstlight() {\n"
	     "local kind='' opts='' cur=$words[CURRENT] prev=$words[CURRENT-1] name i\n"
	     "local -a list ask found names all\n"
	     "\n"
	     "if (( CURRENT == 2 )); then\n"
	     "\tlist=(");
	for (const struct fl_cmd *c = fl_cmds; c->name; c++) {
		printf("\t\t'%s:", c->name);
		quoted(c->what);
		puts("'");
	}
	puts("\t\t'--help:what there is'\n"
	     "\t\t'--version:which version this is'\n"
	     "\t)\n"
	     "\t_describe -t commands command list && return\n"
	     "\t# A register where a command is expected is read.\n"
	     "\tkind=@registers\n"
	     "fi\n"
	     "for (( i = 3; i < CURRENT; i++ )); do\n"
	     "\tcase $words[i] in\n"
	     "\t--chip|--device) (( i + 1 < CURRENT )) && ask+=($words[i] $words[i+1]) ;;\n"
	     "\t--chip=*|--device=*) ask+=($words[i]) ;;\n"
	     "\tesac\n"
	     "done\n"
	     "case ${words[2]%.[bwl]} in");
	cases("'");
	puts("esac\n"
	     "case $cur in\n"
	     "--*=*) prev=${cur%%=*}; compset -P '*='; cur=${cur#*=} ;;\n"
	     "-*)\n"
	     "\tall=(");
	for (const struct fl_opt *o = fl_opts; o->name; o++) {
		printf("\t\t'--%s:", o->name);
		quoted(o->help);
		puts("'");
	}
	puts("\t)\n"
	     "\tfor name in ${=opts}; do list+=(${(M)all:#$name:*}); done\n"
	     "\t_describe -t options option list\n"
	     "\treturn\n"
	     "\t;;\n"
	     "esac\n"
	     "case $prev in");
	arguments();
	puts("esac\n"
	     "[[ $kind == @chips && $words[2] == (decode|stream|names) ]] && kind=@known-chips\n"
	     "case $kind in\n"
	     "'') return 1 ;;\n"
	     "/) _files ;;\n"
	     "@*)\n"
	     "\tfound=(${(f)\"$(${(e)~words[1]} completion ${kind#@} $ask -- $cur 2>/dev/null)\"})\n"
	     "\t# The program has matched them, in any case of letters. Some go on.\n"
	     "\tnames=(${found:#*[\\[=:]})\n"
	     "\t(( $#names )) && compadd -U -Q -a names\n"
	     "\tnames=(${(M)found:#*[\\[=:]})\n"
	     "\t(( $#names )) && compadd -U -Q -S '' -a names\n"
	     "\t;;\n"
	     "*) compadd -- ${=kind} ;;\n"
	     "esac\n"
	     "}\n"
	     "\n"
	     "_firstlight \"$@\"");
}
