/* SPDX-License-Identifier: MIT
 *
 * The first contact with an R3xx to R5xx card: which check of the smoke test belongs to which stage, and what
 * it means if it fails.
 */
#include "hw/fl_contact.h"
#include "hw/r500/smoke.h"

static const struct fl_contact_row rows[] = {
    {FL_CONTACT_READS, "PCI id and registers", NULL,
     "All ones: memory decoding is off, the card is asleep (D3), or gone. Another id: not a card that the "
     "kit wakes."},
    {FL_CONTACT_READS, "posted", NULL,
     "No video BIOS ran. A machine with UEFI and no CSM never starts such a card, and a second card often "
     "stays asleep."},
    {FL_CONTACT_SCRATCH, "scratch registers", NULL, "A register did not hold what was written to it."},
    {FL_CONTACT_MEMORY, "idle, or reset", NULL,
     "Something was at work already and does not stop: another driver left it so, or the engine hung before. "
     "A cold start is the way out."},
    {FL_CONTACT_MEMORY, "memory controller", NULL,
     "It never comes to rest, or does not know where memory is: a display that reads all the time can look "
     "so."},
    {FL_CONTACT_MEMORY, "host path", NULL, "The host's way to memory could not be set up."},
    {FL_CONTACT_MEMORY, "MM_INDEX and MM_DATA", NULL,
     "Memory through the registers and through the aperture is not the same: HDP_FB_LOCATION is to be "
     "doubted, or a surface that the BIOS left."},
    {FL_CONTACT_MEMORY, "VRAM data lines", NULL, "A bit stays 0 or 1: a memory chip, or its connection."},
    {FL_CONTACT_MEMORY, "VRAM address lines", NULL,
     "Two addresses are one place: there is less memory than CONFIG_MEMSIZE says, or the aperture shows half "
     "of it twice."},
    {FL_CONTACT_2D, "clocks", NULL, "The clocks' registers do not take what is written."},
    {FL_CONTACT_2D, "pipes", NULL,
     "How many pipes are alive cannot be, or the registers for them do not hold."},
    {FL_CONTACT_2D, "2D by registers", "E2",
     "The 2D engine does not draw, or what it draws does not arrive where the host reads it."},
    {FL_CONTACT_MICROCODE, "microcode RAM", NULL, "The command processor's memory loses bits."},
    {FL_CONTACT_MICROCODE, "microcode", NULL, "The file is not for this chip, or the RAM loses bits."},
    {FL_CONTACT_PIO, "packets by hand (PIO)", NULL,
     "The micro engine does not run. This is the one way that is known to have worked on a real RV530."},
    {FL_CONTACT_3D, "2D fill", NULL, "The ring works, and the 2D engine does not hear it."},
    {FL_CONTACT_3D, "2D copy", NULL, "The 2D engine writes, and does not read."},
    {FL_CONTACT_3D, "3D triangle", NULL,
     "Vertices, rasterizer, shader or color buffer: the smoke test's text "
     "says which unit was busy."},
    {FL_CONTACT_3D, "back end idle", NULL, "A unit of a pipe is stuck."},
    {FL_CONTACT_PICTURE, "a picture", "3D", "It hung, or could not be set up."},
    {0, NULL, NULL, NULL},
};

extern const struct fl_contact_list r500_contact;
const struct fl_contact_list r500_contact = {&r500_family, r500_checks, rows};
