/* SPDX-License-Identifier: MIT
 *
 * The first contact with a Sea Islands card: which check of the smoke test belongs to which stage, and what
 * it means if it fails. There is no 2D engine and no queue that is written by hand.
 */
#include "hw/cik/smoke.h"
#include "hw/fl_contact.h"

static const struct fl_contact_row rows[] = {
    {FL_CONTACT_READS, "PCI id and registers", NULL,
     "All ones: memory decoding is off, the card is asleep (D3), or gone. Another id: not a card that the "
     "kit wakes."},
    {FL_CONTACT_READS, "posted", NULL,
     "No video BIOS ran. A second card often stays asleep, and so does a card without a UEFI driver; the "
     "memory controller has no microcode of its own then."},
    {FL_CONTACT_SCRATCH, "scratch registers", NULL, "A register did not hold what was written to it."},
    {FL_CONTACT_MEMORY, "idle, or reset", NULL,
     "Something was at work already and does not stop: another driver left it so, or the engine hung before. "
     "A cold start is the way out."},
    {FL_CONTACT_MEMORY, "clock and power gating", NULL,
     "The RLC does not let go of clocks: blocks that sleep answer with old values, or not at all."},
    {FL_CONTACT_MEMORY, "memory controller", NULL,
     "It does not know where memory is, or the host's way to memory does not hold what is written."},
    {FL_CONTACT_MEMORY, "units", NULL,
     "How many shader engines, compute units and backends are alive cannot be, or is not said of each "
     "engine: GRBM_GFX_INDEX is to be doubted."},
    {FL_CONTACT_MEMORY, "tiling", NULL, "The tables of tile modes do not hold what is written."},
    {FL_CONTACT_MEMORY, "start-up state", NULL, "The 3D engine's registers do not take what is written."},
    {FL_CONTACT_MEMORY, "MM_INDEX and MM_DATA", NULL,
     "Memory through the registers and through the aperture is not the same: HDP_NONSURFACE_BASE is to be "
     "doubted, or a surface that the BIOS left."},
    {FL_CONTACT_MEMORY, "VRAM data lines", NULL, "A bit stays 0 or 1: a memory chip, or its connection."},
    {FL_CONTACT_MEMORY, "VRAM address lines", NULL,
     "Two addresses are the same place: a line, or less memory than CONFIG_MEMSIZE says."},
    {FL_CONTACT_MICROCODE, "microcode", NULL, "A file is not for this chip, or a RAM loses bits."},
    {FL_CONTACT_3D, "SDMA0", NULL,
     "The first DMA engine does not fetch, or does not write: SDMA0_STATUS_REG."},
    {FL_CONTACT_3D, "SDMA1", NULL,
     "The second DMA engine does not fetch, or does not write; the first one does."},
    {FL_CONTACT_3D, "compute queue", NULL,
     "The compute microengine does not see its queue, or starts no program: the selection of queues by "
     "SRBM_GFX_CNTL, or its microcode."},
    {FL_CONTACT_3D, "compute units", NULL,
     "Programs run, and not on each unit that is said to be alive: that unit was cut off at the factory and "
     "is not marked, or it is broken."},
    {FL_CONTACT_3D, "3D triangle", NULL,
     "The 3D engine does not draw, or draws otherwise: GRBM_STATUS says which blocks are still busy; wrong "
     "pixels that come in blocks point to a backend, or to the map of backends."},
    {FL_CONTACT_3D, "render backends", NULL,
     "All of them together draw, and one alone does not: it was cut off at the factory and is not marked, or "
     "it is broken. PA_SC_RASTER_CONFIG is the map."},
    {FL_CONTACT_3D, "blocks idle", NULL, "A block hangs: which, is what the status registers say."},
    {FL_CONTACT_PICTURE, "a picture", "3D", "It hung, or could not be set up."},
    {0, NULL, NULL, NULL},
};

extern const struct fl_contact_list cik_contact;
const struct fl_contact_list cik_contact = {&cik_family, cik_checks, rows};
