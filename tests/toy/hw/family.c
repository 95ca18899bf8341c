/* SPDX-License-Identifier: MIT
 *
 * The toy as the neutral code sees it: how it is found, woken and described.
 */
#include "hw/toy/card.h"
#include "hw/fl_fmt.h"
#include "hw/regs/fl_regs.h"

enum { VENDOR = 0x1234, DEVICE = 0x7017 };

static const struct fl_step steps[] = {
    {"identify", toy_identify, FL_GOAL_PROBE}, /* does it answer, and how much memory has it? */
    {"reset", toy_reset, FL_GOAL_RESET},       /* quiet */
    {"ring", toy_ring, FL_GOAL_NONE},          /* give it a place to read packets from */
    {"fence", toy_fence, FL_GOAL_RING},        /* are they carried out, and do we hear of it? */
    {NULL, NULL, FL_GOAL_NONE},
};

static bool find(uint16_t vendor, uint16_t device, struct fl_card *card)
{
	if (vendor != VENDOR || device != DEVICE)
		return false;
	*card = (struct fl_card){.chip = "TOY",
				 .product = "a toy",
				 .tested = "NT",
				 .wakes = true,
				 .vram_bar = 0,
				 .regs_bar = 2,
				 .regs_B = TOY_SCREEN + 4};
	return true;
}

static void describe(struct fl_bringup *up, fl_on_fact *on_fact, void *arg)
{
	char text[32];

	fl_format(text, sizeof(text), "%u MiB (ID)", (unsigned)(up->vram_B >> 20));
	on_fact(arg, &(struct fl_fact){"memory", text, "vram", up->vram_B});
}

const struct fl_family toy_family = {
    .name = "toy",
    .chips = "the toy",
    .title = "the toy of the tests",
    .regs = fl_regs_toy,
    .find = find,
    .card_B = sizeof(struct toy_card),
    .steps = steps,
    .describe = describe,
    .sleep = toy_reset,
};
