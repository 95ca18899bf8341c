/* SPDX-License-Identifier: MIT
 *
 * The smoke test of Sea Islands. The list of checks is to be read: this is what happens, in this order.
 */
#include "hw/cik/smoke.h"

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0, /* registers can be read */
	MEMORY = 1 << 1,  /* we know where VRAM is */
	VRAM = 1 << 2,    /* VRAM holds what is written to it */
	UNITS = 1 << 3,
	STATE = 1 << 4,
	LOADED = 1 << 5, /* the engines have their microcode */
	RING = 1 << 6,   /* a ring in VRAM is read */
	WAY = 1 << 7,    /* commands come through somehow */
	FENCES = 1 << 8, /* and we hear when they are done */
	READY = 1 << 9,  /* the clear state is loaded */
	DRAWS = 1 << 10,
};

const struct fl_check cik_checks[] = {
    {"PCI id and registers", "BIF", cik_identify, 0, ANSWERS, false},
    {"posted", "BIOS", cik_posted, ANSWERS, 0, false},
    {"idle, or reset", "GRBM", cik_reset, ANSWERS, 0, false},
    {"clock and power gating", "RLC", cik_gating, ANSWERS, 0, false},
    {"memory controller", "MC", cik_check_memory, ANSWERS, MEMORY, false},
    {"units", "GRBM", cik_units, ANSWERS, UNITS, false},
    {"tiling", "GB", cik_tiling, ANSWERS, 0, false},
    {"start-up state", "GRBM", cik_state, UNITS, STATE, false},
    {"MM_INDEX and MM_DATA", "HDP", cik_check_mm_index, MEMORY, 0, false},
    {"VRAM data lines", "MC", fl_smoke_data_lines, MEMORY, VRAM, false},
    {"VRAM address lines", "MC", cik_check_vram_address, MEMORY, 0, false},
    {"scratch registers", "CP", cik_check_scratch, ANSWERS, 0, false},
    {"microcode", "CP", cik_check_microcode, ANSWERS | MEMORY, LOADED, true},
    {"ring in system memory", "CP", cik_check_system, LOADED | MEMORY, 0, FL_CHECK_MAY_LACK},
    {"ring in VRAM", "CP", cik_check_ring, LOADED | VRAM, RING, true},
    {"ring wraps around", "CP", cik_check_ring_wrap, RING, 0, true},
    {"transport", "CP", cik_transport_step, LOADED | MEMORY, WAY, true},
    {"first packets", "CP", cik_first_packets, WAY | STATE, READY, true},
    {"fence", "CP", cik_fence_step, WAY, FENCES, true},
    {"copy by the command processor", "CP", cik_check_cp_dma, FENCES, 0, true},
    {"SDMA0", "SDMA", cik_check_sdma0, FENCES, 0, true},
    {"SDMA1", "SDMA", cik_check_sdma1, FENCES, 0, true},
    {"compute queue", "MEC", cik_check_compute_queue, FENCES, 0, true},
    {"compute units", "SPI", cik_check_units, FENCES | STATE | READY, 0, true},
    {"3D triangle", "3D", cik_check_triangle, FENCES | STATE | READY, DRAWS, true},
    {"render backends", "DB", cik_check_backends, DRAWS, 0, true},
    {"blocks idle", "GRBM", cik_check_idle_units, ANSWERS, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
