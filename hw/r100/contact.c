/* SPDX-License-Identifier: MIT
 *
 * The first contact with an RV100-class card: it needs no waking, and has checks of memory and the 2D engine
 * by registers.
 */
#include "hw/fl_contact.h"
#include "hw/r100/identify.h"

static enum fl_code address_lines(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "CONFIG_MEMSIZE", err);
}

static const struct fl_check checks[] = {
    {"PCI id and registers", "BIF", r100_identify, 0, 0, false},
    {"VRAM data lines", "MC", fl_smoke_data_lines, 0, 0, false},
    {"VRAM address lines", "MC", address_lines, 0, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};

static const struct fl_contact_row rows[] = {
    {FL_CONTACT_READS, "PCI id and registers", NULL,
     "All ones: memory decoding is off, the card is asleep (D3), or gone. CONFIG_MEMSIZE 0: no video BIOS "
     "ran."},
    {FL_CONTACT_MEMORY, "VRAM data lines", NULL, "A bit stays 0 or 1: a memory chip, or its connection."},
    {FL_CONTACT_MEMORY, "VRAM address lines", NULL,
     "Two addresses are one place: there is less memory than CONFIG_MEMSIZE says."},
    {FL_CONTACT_2D, "2D by registers", "E2",
     "The 2D engine does not draw, or what it draws does not arrive where the host reads it."},
    {FL_CONTACT_PICTURE, "a picture", "E2", "It hung, or could not be set up."},
    {0, NULL, NULL, NULL},
};

extern const struct fl_contact_list r100_contact;
const struct fl_contact_list r100_contact = {&r100_family, checks, rows};
