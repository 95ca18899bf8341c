/* SPDX-License-Identifier: MIT
 *
 * The monitor's commands that are about the monitor: help, repeat, wait, echo, exit.
 */
#include "hw/fl_fmt.h"
#include "lib/tool/fl_mon.h"
#include "hw/fl_str.h"

static enum fl_code run_help(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err);

static enum fl_code run_repeat(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	char text[FL_EDIT_MAX];
	enum fl_code code;
	uint64_t times;
	size_t n = 0;

	code = fl_mon_number(l->word[0], 1000000000, l->word[0], &times, err);
	if (code)
		return code;
	for (uint64_t i = 0; i < times; i++) {
		n = 0;
		for (int w = 1; w < l->n; w++)
			n += (size_t)fl_format(text + n, sizeof text - n, "%s ", l->word[w]);
		code = fl_mon_line(m, text);
		if (code) /* it has been reported */
			return fl_fail(err, code, "repeat: ended in round %llu of %llu",
				       (unsigned long long)i + 1, (unsigned long long)times);
		if (m->leave)
			break;
		if (fl_mon_interrupted(m))
			return fl_fail(err, FL_FAILED, "repeat: interrupted after round %llu of %llu",
				       (unsigned long long)i + 1, (unsigned long long)times);
	}
	return FL_OK;
}

bool fl_mon_wait(struct fl_mon *m, uint32_t ms)
{
	enum { SLICE_MS = 10 };

	for (uint32_t now; ms; ms -= now) {
		now = ms < SLICE_MS ? ms : SLICE_MS;
		fl_delay_us(m->dev, 1000ull * now);
		if (fl_mon_interrupted(m))
			return false;
	}
	return true;
}

static enum fl_code run_wait(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	uint64_t ms;
	enum fl_code code = fl_mon_number(l->word[0], 3600000, l->word[0], &ms, err);

	if (!code && !fl_mon_wait(m, (uint32_t)ms))
		code = fl_fail(err, FL_FAILED, "wait: interrupted");
	return code;
}

static enum fl_code run_echo(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	for (int i = 0; i < l->n; i++)
		fl_mon_printf(m, "%s%s", i ? " " : "", l->word[i]);
	fl_mon_printf(m, "\n");
	return FL_OK;
}

static enum fl_code run_exit(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	uint64_t v = 0;
	enum fl_code code = l->n ? fl_mon_number(l->word[0], 127, l->word[0], &v, err) : FL_OK;

	if (code)
		return code;
	m->leave = true;
	m->leave_code = (int)v;
	return FL_OK;
}

const struct fl_mon_cmd fl_mon_core_cmds[] = {
    {"help", "[COMMAND | REGISTER]", 0, 1, FL_MON_COMMANDS, false,
     "this text; what a command does; what is known of a register",
     "  help write\n"
     "  help RBBM_STATUS\n",
     "", run_help, NULL},
    {"repeat", "TIMES COMMAND...", 2, -1, FL_MON_COMMANDS, false, "the same command, again and again",
     "Stops at the first error, or at C-c.\n"
     "  repeat 10 read --brief RBBM_STATUS\n"
     "  repeat 1000 write DP_BRUSH_FRGD_CLR=0x55   # for the oscilloscope\n",
     "rest", run_repeat, NULL},
    {"wait", "MILLISECONDS", 1, 1, FL_MON_NOTHING, true, "let time pass", "", "", run_wait, NULL},
    {"echo", "WORD...", 0, -1, FL_MON_NOTHING, false, "say something: a mark in a log", "", "", run_echo,
     NULL},
    {"exit", "[CODE]", 0, 1, FL_MON_NOTHING, false, "leave the monitor", "", "", run_exit, NULL},
    {NULL, NULL, 0, 0, 0, false, NULL, NULL, NULL, NULL, NULL},
};

/* ---- help ---------------------------------------------------------------------------------------------- */
static void help_command(struct fl_mon *m, const struct fl_mon_cmd *c)
{
	const char *shown, *what;
	bool width = fl_str_in_list(c->opts, "width", 5);

	fl_mon_printf(m, "%s%s%s%s\n  %s\n", c->name, width ? "[.b|.w|.l]" : "", *c->operands ? " " : "",
		      c->operands, c->what);
	if (*c->teach) {
		fl_mon_printf(m, "\n");
		m->put(m->arg, c->teach, fl_str_length(c->teach));
	}
	for (unsigned i = 0, any = 0; (shown = fl_mon_option_at(i, &what)); i++) {
		const char *name = shown;
		size_t n = 0;

		while (*name == '-')
			name++;
		while (name[n] && name[n] != ' ' && name[n] != '=')
			n++;
		if (!fl_str_in_list(c->opts, name, n))
			continue;
		if (!any++)
			fl_mon_printf(m, "\n");
		fl_mon_printf(m, "  %-16s %s\n", shown, what);
	}
}

static enum fl_code help_register(struct fl_mon *m, const char *name, struct fl_err *err)
{
	struct fl_regtool_op *op = &m->op[0];
	enum fl_code code;

	if (!m->tool.db)
		return fl_fail(err, FL_USAGE, "there is no command '%.40s': `help` names them", name);
	code = fl_regtool_parse(&m->tool, FL_REGTOOL_DECODE, name, op, err);
	if (code)
		return fl_fail_more(err, code, "; nor is it a command");
	fl_regtool_describe(&m->text, &m->tool, &op->place);
	return FL_OK;
}

static const char overview[] =
    "\n"
    "Tab completes commands, options, registers, fields and values; up and down go\n"
    "through what was typed; C-c ends what is going on. Numbers: 10, 0x10, 0b10.\n"
    "Several commands on a line: a; b. # starts a comment.\n"
    "\n"
    "Nothing is lost by looking. Try:\n"
    "  names *STATUS*           # which registers are called so?\n"
    "  help RBBM_STATUS         # what is in it?\n"
    "  read RBBM_STATUS         # what does it say now?\n"
    "  write -n DP_CNTL=1       # what would happen?\n"
    "Writing what can take the machine down (clocks, memory, display) needs --force\n"
    "and the name of the risk.\n";

static enum fl_code run_help(struct fl_mon *m, const struct fl_mon_line *l, struct fl_err *err)
{
	const struct fl_mon_cmd *c;

	if (l->n) {
		c = fl_mon_cmd_find(m, l->word[0], fl_str_length(l->word[0]));
		if (!c)
			return help_register(m, l->word[0], err);
		help_command(m, c);
		return FL_OK;
	}
	for (unsigned i = 0; (c = fl_mon_cmd_at(m, i)); i++)
		fl_mon_printf(m, "  %-10s %s\n", c->name, c->what);
	m->put(m->arg, overview, sizeof overview - 1); /* too long to be printed by format */
	return FL_OK;
}
