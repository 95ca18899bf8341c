/* SPDX-License-Identifier: MIT
 *
 * The first contact with an R6xx or R7xx card: which check of the smoke test belongs to which stage, and what
 * it means if it fails. There is no 2D engine and no queue that is written by hand.
 */
#include "hw/fl_contact.h"
#include "hw/r600/smoke.h"

static const struct fl_contact_row rows[] = {
    {FL_CONTACT_READS, "PCI id and registers", NULL,
     "All ones: memory decoding is off, the card is asleep (D3), or gone. Another id: not a card that the "
     "kit "
     "wakes."},
    {FL_CONTACT_READS, "posted", NULL,
     "No video BIOS ran. A second card often stays asleep, and so does a card without a UEFI driver."},
    {FL_CONTACT_SCRATCH, "scratch registers", NULL, "A register did not hold what was written to it."},
    {FL_CONTACT_MEMORY, "idle, or reset", NULL,
     "Something was at work already and does not stop: another driver left it so, or the engine hung before. "
     "A "
     "cold start is the way out."},
    {FL_CONTACT_MEMORY, "memory controller", NULL,
     "It does not know where memory is, or the host's way to memory does not hold what is written."},
    {FL_CONTACT_MEMORY, "MM_INDEX and MM_DATA", NULL,
     "Memory through the registers and through the aperture is not the same: HDP_NONSURFACE_BASE is to be "
     "doubted, or a surface that the BIOS left."},
    {FL_CONTACT_MEMORY, "VRAM data lines", NULL, "A bit stays 0 or 1: a memory chip, or its connection."},
    {FL_CONTACT_MEMORY, "VRAM address lines", NULL,
     "Two addresses are the same place: a line, or less memory than CONFIG_MEMSIZE says."},
    {FL_CONTACT_MEMORY, "pipes", NULL,
     "How many pipes are alive cannot be, or the registers for them do not hold."},
    {FL_CONTACT_MEMORY, "start-up state", NULL, "The 3D engine's registers do not take what is written."},
    {FL_CONTACT_MICROCODE, "microcode", NULL, "A file is not for this chip, or a RAM loses bits."},
    {FL_CONTACT_3D, "end-of-pipe event", NULL,
     "Commands run, and the 3D engine does not say that it is done: VGT, SX or a cache behind them hangs."},
    {FL_CONTACT_3D, "DMA ring", NULL, "The DMA engine does not fetch, or does not write: DMA_STATUS_REG."},
    {FL_CONTACT_3D, "DMA copy", NULL, "The DMA engine writes, and does not read, or takes other packets."},
    {FL_CONTACT_3D, "3D triangle", NULL,
     "The 3D engine does not draw, or draws otherwise: GRBM_STATUS says which blocks are still busy; wrong "
     "pixels that come in stripes or blocks point to how memory is tiled, or to a pipe."},
    {FL_CONTACT_3D, "blocks idle", NULL, "A block hangs: which, is what the status registers say."},
    {0, NULL, NULL, NULL},
};

extern const struct fl_contact_list r600_contact;
const struct fl_contact_list r600_contact = {&r600_family, r600_checks, rows};
