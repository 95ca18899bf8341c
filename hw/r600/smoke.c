/* SPDX-License-Identifier: MIT
 *
 * The smoke test of R6xx and R7xx. The list of checks is to be read: this is what happens, in this order.
 */
#include "hw/r600/smoke.h"

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0, /* registers can be read */
	MEMORY = 1 << 1,  /* we know where VRAM is */
	VRAM = 1 << 2,    /* VRAM holds what is written to it */
	PIPES = 1 << 3,
	STATE = 1 << 4,
	LOADED = 1 << 5, /* the command processor has its microcode */
	RING = 1 << 6,   /* a ring in VRAM is read */
	WAY = 1 << 7,    /* commands come through somehow */
	FENCES = 1 << 8, /* and we hear when they are done */
	DMA = 1 << 9,    /* the DMA engine answers */
};

const struct fl_check r600_checks[] = {
    {"PCI id and registers", "BIF", r600_identify, 0, ANSWERS, false},
    {"posted", "BIOS", r600_posted, ANSWERS, 0, false},
    {"idle, or reset", "GRBM", r600_reset, ANSWERS, 0, false},
    {"memory controller", "MC", r600_check_memory, ANSWERS, MEMORY, false},
    {"pipes", "GB", r600_pipes, ANSWERS, PIPES, false},
    {"start-up state", "GRBM", r600_state, PIPES, STATE, false},
    {"MM_INDEX and MM_DATA", "HDP", r600_check_mm_index, MEMORY, 0, false},
    {"VRAM data lines", "MC", fl_smoke_data_lines, MEMORY, VRAM, false},
    {"VRAM address lines", "MC", r600_check_vram_address, MEMORY, 0, false},
    {"scratch registers", "CP", r600_check_scratch, ANSWERS, 0, false},
    {"microcode", "CP", r600_check_microcode, ANSWERS | MEMORY, LOADED, true},
    {"ring in system memory", "CP", r600_check_system, LOADED | MEMORY, 0, FL_CHECK_MAY_LACK},
    {"ring in VRAM", "CP", r600_check_ring, LOADED | VRAM, RING, true},
    {"ring wraps around", "CP", r600_check_ring_wrap, RING, 0, true},
    {"transport", "CP", r600_transport_step, LOADED | MEMORY, WAY, true},
    {"first packets", "CP", r600_first_packets, WAY | STATE, 0, true},
    {"fence", "CP", r600_fence_step, WAY, FENCES, true},
    {"end-of-pipe event", "VGT", r600_check_event, FENCES, 0, true},
    {"copy by the command processor", "CP", r600_check_cp_dma, FENCES, 0, true},
    {"DMA ring", "DMA", r600_check_dma_ring, WAY, DMA, true},
    {"DMA copy", "DMA", r600_check_dma_copy, DMA | VRAM, 0, true},
    {"3D triangle", "3D", r600_check_triangle, FENCES | STATE | VRAM, 0, true},
    {"blocks idle", "GRBM", r600_check_idle_units, ANSWERS, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
