/* SPDX-License-Identifier: MIT
 *
 * The first contact with a Vivante core: which check of the smoke test belongs to which stage, and what it
 * means if it fails. There is no PCI, no BIOS, no microcode, and no memory but the machine's.
 */
#include "hw/fl_contact.h"
#include "hw/gc/smoke.h"

static const struct fl_contact_row rows[] = {
    {FL_CONTACT_READS, "identity", NULL,
     "All ones, or a machine that stops: nothing is at that address. Zeros: no clock, or no power; the "
     "board's clocks and power domain come first. Another model: not a core that the kit knows."},
    {FL_CONTACT_SCRATCH, "reset", NULL,
     "The core does not come to rest: IDLE_3D stays 0 without a clock for shaders, FE stays busy where "
     "the reset does not reach it."},
    {FL_CONTACT_SCRATCH, "setup", NULL,
     "A register did not hold what was written to it: the bus for registers, or a core that is reset "
     "from elsewhere."},
    {FL_CONTACT_MEMORY, "window", NULL,
     "The way to memory is busy before anything begins, or its windows do not hold what is written: "
     "something else uses the core, or the AXI clock is off."},
    {FL_CONTACT_MEMORY, "memory", NULL,
     "The processor does not read what it wrote: that memory is not what it is said to be."},
    {FL_CONTACT_MEMORY, "bus master", NULL,
     "The core's accesses are refused: another address than the processor's, an IOMMU or a firewall of "
     "the bus between, or AXI_CONFIG."},
    {FL_CONTACT_PIO, "FE takes commands", NULL,
     "FE does not start, or does not come to its end. On secure cores SEC_COMMAND_CONTROL starts it; "
     "else what it fetched last says whether it reads what was written (caches)."},
    {FL_CONTACT_PIO, "event", NULL,
     "Commands run, and INTR_ACKNOWLEDGE says nothing: INTR_ENBL, or somebody else reads the "
     "interrupts away."},
    {FL_CONTACT_PIO, "semaphore and stall", NULL, "PE is never done: it has no clock, or hangs."},
    {FL_CONTACT_RING, "ring", NULL, "FE does not go round, or does not see what is appended (caches)."},
    {FL_CONTACT_RING, "ring wraps around", NULL, "What was appended is not what FE fetches."},
    {FL_CONTACT_RING, "reset at work", NULL,
     "A core that is busy cannot be reset: after the first hang the board has to be started again."},
    {FL_CONTACT_3D, "RS fills", NULL, "RS hangs, or fills elsewhere: addresses of each pipe, or the window."},
    {FL_CONTACT_3D, "RS copies", NULL, "RS fills, and does not read, or lays tiles out otherwise."},
    {FL_CONTACT_3D, "BLT fills", NULL, "BLT hangs, or fills elsewhere."},
    {FL_CONTACT_3D, "BLT copies", NULL, "BLT fills, and does not read, or lays tiles out otherwise."},
    {FL_CONTACT_3D, "tiles' status", NULL,
     "A surface is read without its tiles' status: fast clears will show what was there before."},
    {FL_CONTACT_3D, "tables of pages", NULL,
     "FE does not get on once addresses are translated: the tables lie elsewhere than the core thinks, "
     "or the processor's caches still hold them."},
    {FL_CONTACT_3D, "through a mapping", NULL, "A page leads to another: the tables' form, or the TLB."},
    {FL_CONTACT_3D, "where nothing is mapped", NULL,
     "What is not mapped is accessed anyway, or nobody hears of it: mistakes will end in strange "
     "memory."},
    {FL_CONTACT_3D, "3D triangle", NULL,
     "The 3D engine hangs, or gives pixels another color: programs, uniforms, or how tiles lie."},
    {FL_CONTACT_3D, "pixel pipes", NULL,
     "All pixels of one pipe are missing: it is dead. All of both: no vertex arrives, or programs end "
     "early."},
    {FL_CONTACT_3D, "texture", NULL,
     "Programs run, and look-ups in textures hang or find something else: the unit's states, or how tiles "
     "lie."},
    {FL_CONTACT_3D, "units idle", NULL, "A unit hangs: which, is what IDLE_STATE says."},
    {FL_CONTACT_PICTURE, "a picture", "3D", "It hung, or could not be set up."},
    {0, NULL, NULL, NULL},
};

extern const struct fl_contact_list gc_contact;
const struct fl_contact_list gc_contact = {&gc_family, gc_checks, rows};
