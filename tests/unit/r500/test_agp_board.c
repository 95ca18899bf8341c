/* SPDX-License-Identifier: MIT
 *
 * A chip of PCI Express on a board for AGP, behind a bridge. What it says of itself is from the boot log of a
 * machine with an AGP X1650: a conventional endpoint, BARs 0 and 2 of 64 bits, MSI, a second function.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { CAP_MSI = 0x05, CAP_PCIE = 0x10, MEM64 = 4 };

static struct fl_model *new_board(void)
{
	struct fl_model *m = fl_model_new(
	    "rv530", &(struct fl_model_config){.posted = true, .threads = 1, .bridged = true}, NULL, 0);

	cr_assert_not_null(m);
	return m;
}

static bool has_capability(struct fl_model *m, unsigned id)
{
	for (unsigned at = fl_model_cfg_read(m, 0x34, 1); at; at = fl_model_cfg_read(m, at + 1, 1))
		if (fl_model_cfg_read(m, at, 1) == id)
			return true;
	return false;
}

Test(agp_board, says_what_the_card_said)
{
	struct fl_model *m = new_board();

	cr_assert(!has_capability(m, CAP_PCIE), "conventional");
	cr_assert(has_capability(m, CAP_MSI));
	cr_assert_eq(fl_model_cfg_read(m, FL_PCI_HEADER, 1), FL_PCI_HEADER_MULTI);
	for (unsigned i = 0; i <= 2; i += 2) {
		unsigned at = FL_PCI_BAR0 + 4 * i;

		cr_assert_eq(fl_model_cfg_read(m, at, 4) & 7, MEM64, "BAR %u", i);
		/* PCI 3.0, 6.2.5.1: the upper half is an address too */
		fl_model_cfg_write(m, at + 4, 4, 0x12);
		cr_assert_eq(fl_model_cfg_read(m, at + 4, 4), 0x12);
	}
	fl_model_delete(m);
}

/* All steps of the wake-up. */
Test(agp_board, wakes)
{
	static uint8_t image[2048];
	struct fl_model *m = new_board();
	struct fl_err err = {0};
	struct r500_card c;
	struct fl_dev d;

	cr_assert_eq(fl_open_model(&d, m, "rv530", &err), FL_OK);
	r500_card_init(&c, &d);
	c.up.images.of[0] = (struct fl_image){image, fl_model_firmware("rv530", 0, image, sizeof image)};
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.visible_B, 256u << 20);
	cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
	fl_model_delete(m);
}
