/* SPDX-License-Identifier: MIT
 *
 * The smoke test of R3xx to R5xx. The list of checks is to be read: this is what happens, in this order.
 */
#include "hw/r500/smoke.h"

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0, /* registers can be read */
	MEMORY = 1 << 1,  /* we know where VRAM is */
	VRAM = 1 << 2,    /* VRAM holds what is written to it */
	CLOCKS = 1 << 3,
	PIPES = 1 << 4,
	LOADED = 1 << 5, /* the command processor has its microcode */
	RING = 1 << 6,   /* a ring in VRAM is read */
	WAY = 1 << 7,    /* commands come through somehow */
	FENCES = 1 << 8, /* and we hear when they are done */
};

const struct fl_check r500_checks[] = {
    {"PCI id and registers", "BIF", r500_identify, 0, ANSWERS, false},
    {"posted", "BIOS", r500_posted, ANSWERS, 0, false},
    {"idle, or reset", "RBBM", r500_reset, ANSWERS, 0, false},
    {"memory controller", "MC", r500_check_memory, ANSWERS, MEMORY, false},
    {"host path", "HDP", r500_host_path, MEMORY, 0, false},
    {"clocks", "CG", r500_clocks, ANSWERS, CLOCKS, false},
    {"pipes", "GA", r500_pipes, ANSWERS | MEMORY, PIPES, false},
    {"MM_INDEX and MM_DATA", "HDP", r500_check_mm_index, MEMORY, 0, false},
    {"VRAM data lines", "MC", fl_smoke_data_lines, MEMORY, VRAM, false},
    {"VRAM address lines", "MC", r500_check_vram_address, MEMORY, 0, false},
    {"scratch registers", "CP", r500_check_scratch, ANSWERS, 0, false},
    {"microcode RAM", "CP", r500_check_microcode_ram, CLOCKS, 0, false},
    {"microcode", "CP", r500_microcode, CLOCKS, LOADED, true},
    {"packets by hand (PIO)", "CP", r500_check_pio, LOADED, 0, true},
    {"ring in system memory", "CP", r500_check_system, LOADED, 0, FL_CHECK_MAY_LACK},
    {"ring in VRAM", "CP", r500_check_ring, LOADED | VRAM, RING, true},
    {"ring wraps around", "CP", r500_check_ring_wrap, RING, 0, true},
    {"transport", "CP", r500_transport_step, LOADED | MEMORY, WAY, true},
    {"first packets", "CP", r500_first_packets, WAY | PIPES, 0, true},
    {"fence", "CP", r500_fence_step, WAY, FENCES, true},
    {"2D fill", "E2", r500_check_fill, FENCES, 0, true},
    {"2D copy", "E2", r500_check_copy, FENCES, 0, true},
    {"3D triangle", "3D", r500_check_triangle, FENCES | PIPES, 0, true},
    {"back end idle", "GA", r500_check_idle_units, ANSWERS, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
