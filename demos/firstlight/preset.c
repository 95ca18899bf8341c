/* SPDX-License-Identifier: MIT
 *
 * The device out of the environment; see preset.h. There is no file that names one: what a command writes to
 * should be seen where it is typed, or have been exported in the same session.
 */
#include "demos/firstlight/preset.h"
#include "demos/firstlight/out.h"
#include "hw/bus/hosted/hosted.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CARDS = 32 };

/* Slots and addresses have a colon in them, names of chips never. */
static bool is_device(const char *name)
{
	return strchr(name, ':') || !strcmp(name, "qtest");
}

const char *fl_preset_chip(const char *slot)
{
	static struct fl_listed card[MAX_CARDS];
	size_t length = strlen(slot);
	unsigned n = 0;

	if (!length || fl_list_cards(NULL, card, MAX_CARDS, &n, NULL))
		return NULL;
	for (unsigned i = 0; i < n && i < MAX_CARDS; i++) {
		size_t listed = strlen(card[i].slot);
		bool ends = length >= listed ? !strcmp(slot + length - listed, card[i].slot)
					     : !strcmp(card[i].slot + listed - length, slot);

		if (ends && card[i].known)
			return card[i].card.chip;
	}
	return NULL;
}

/* What they read says which chip it is for. */
static bool file_decides(const struct fl_cmd *c)
{
	return c->run == fl_cmd_stream || c->run == fl_cmd_asm || c->run == fl_cmd_disasm;
}

enum fl_code fl_preset_take(const struct fl_cmd *c, struct fl_args *a)
{
	const char *name = getenv(FL_PRESET);
	bool device;

	if (!name || !*name || a->chip || a->device || !fl_cmd_opt(c, "chip", 4) || file_decides(c))
		return FL_OK;
	device = is_device(name);
	if (!device || fl_cmd_opt(c, "device", 6)) {
		*(device ? &a->device : &a->chip) = name;
		a->preset = name;
		return FL_OK;
	}
	if (c->run != fl_cmd_decode && c->run != fl_cmd_names)
		return FL_OK; /* it takes models alone */
	a->chip = fl_preset_chip(name);
	a->preset = name;
	if (a->chip)
		return FL_OK;
	return fl_complain(FL_USAGE,
			   "what chip " FL_PRESET "=%s is cannot be seen from here: say --chip CHIP", name);
}

enum fl_code fl_preset_blame(const struct fl_args *a, struct fl_err *err)
{
	if (err->code && a->preset)
		fl_fail_more(err, err->code, " (named by " FL_PRESET ")");
	return err->code;
}
