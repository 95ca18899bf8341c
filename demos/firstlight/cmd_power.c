/* SPDX-License-Identifier: MIT
 *
 * firstlight power: what gives a core of a board's own chip power and clocks, in order, as an image says it
 * by power=n (hw/fl_soc.h). Nothing is read and nothing written: where Linux runs, clocks are the kernel's.
 */
#include "demos/firstlight/cmd.h"
#include "demos/firstlight/out.h"
#include "hw/fl_soc.h"

#include <string.h>
#include <strings.h>

/* A board goes by the name in its device tree, with the vendor's or without. */
static bool is_board(const struct fl_soc_core *c, const char *name)
{
	const char *comma = strchr(c->compatible, ',');

	return !strcasecmp(name, c->compatible) || (comma && !strcasecmp(name, comma + 1));
}

/* The core of that name; without a name the one that draws. found: is there such a board? */
static const struct fl_soc_core *find(const char *board, const char *core, bool *found)
{
	const struct fl_soc_core *c;

	*found = false;
	for (unsigned i = 0; (c = fl_soc_core_at(i)); i++) {
		if (!is_board(c, board))
			continue;
		*found = true;
		if (core ? !strcasecmp(core, c->core) : c->draws)
			return c;
	}
	return NULL;
}

static void list(void)
{
	const struct fl_soc_core *c;

	for (unsigned i = 0; (c = fl_soc_core_at(i)); i++)
		printf("%-14s %-9s %s, at 0x%08x%s\n", c->compatible, c->core, c->soc, c->regs_addr,
		       c->draws ? "" : "; draws no 3D");
}

static void say_line(void *arg, const char *text)
{
	printf("power: %s\n", text);
}

int fl_cmd_power(const struct fl_args *a)
{
	const bool off = a->n_operands > 1 && !strcmp(a->operand[a->n_operands - 1], "off");
	const int names = a->n_operands - off;
	const char *core = names > 1 ? a->operand[1] : NULL;
	const struct fl_soc_core *c;
	bool found;

	if (!names) {
		list();
		return FL_OK;
	}
	if (names > 2)
		return fl_cmd_usage(fl_cmd_find("power"), "'%s' is one operand too many", a->operand[2]);
	c = find(a->operand[0], core, &found);
	if (!c && found)
		return fl_complain(FL_NO_DEVICE,
				   "the board '%s' has no core '%s': `firstlight power` shows them",
				   a->operand[0], core ? core : "that draws");
	if (!c)
		return fl_complain(FL_NO_DEVICE, "no table has a board '%s': `firstlight power` shows them",
				   a->operand[0]);
	printf("%s of an %s, %s: on bare metal this is done; here it is only said\n", c->core, c->soc,
	       off ? "off" : "on");
	fl_soc_rehearse(c, !off, say_line, NULL);
	return FL_OK;
}
