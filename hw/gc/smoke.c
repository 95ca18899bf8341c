/* SPDX-License-Identifier: MIT
 *
 * The smoke test of Vivante's cores. The list of checks is to be read: this is what happens, in this order.
 * Memory is what the bus gave for commands: a core has none of its own.
 */
#include "hw/gc/smoke.h"

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0,
	QUIET = 1 << 1,
	SET_UP = 1 << 2,
	MEMORY = 1 << 3, /* for commands */
	READS = 1 << 4,  /* FE reads it */
	WALKS = 1 << 5,  /* and carries out what is there */
	HEARD = 1 << 6,  /* and its events come */
	WAITED = 1 << 7, /* PE can be waited for */
	COPIES = 1 << 8, /* by RS or BLT */
	TABLES = 1 << 9, /* of pages */
	RING = 1 << 10,
	DRAWN = 1 << 11, /* a triangle */
};

const struct fl_check gc_checks[] = {
    {"identity", "HI", gc_identify, 0, ANSWERS, false},
    {"reset", "HI", gc_reset, ANSWERS, QUIET, false},
    {"setup", "HI", gc_setup, QUIET, SET_UP, false},
    {"window", "MC", gc_check_window, SET_UP, MEMORY, false},
    {"memory", "MC", gc_check_memory, MEMORY, 0, false},
    {"bus master", "MC", gc_check_fetch, MEMORY, READS, false},
    {"FE takes commands", "FE", gc_check_walk, READS, WALKS, false},
    {"event", "HI", gc_check_event, WALKS, HEARD, false},
    {"semaphore and stall", "PE", gc_fe, HEARD, WAITED, false},
    {"RS fills", "RS", gc_check_rs_fill, WAITED, 0, FL_CHECK_MAY_LACK},
    {"RS copies", "RS", gc_check_rs_copy, WAITED, COPIES, FL_CHECK_MAY_LACK},
    {"BLT fills", "BLT", gc_check_blt_fill, WAITED, 0, FL_CHECK_MAY_LACK},
    {"BLT copies", "BLT", gc_check_blt_copy, WAITED, COPIES, FL_CHECK_MAY_LACK},
    {"tiles' status", "TS", gc_check_status, COPIES, 0, FL_CHECK_MAY_LACK},
    {"tables of pages", "MMU", gc_mmu_step, WAITED, TABLES, false},
    {"through a mapping", "MMU", gc_check_mapping, TABLES | COPIES, 0, false},
    {"where nothing is mapped", "MMU", gc_check_fault, TABLES | COPIES, 0, false},
    {"reset at work", "HI", gc_check_recover, WAITED, 0, false},
    {"ring", "FE", gc_ring_step, WAITED, RING, false},
    {"ring wraps around", "FE", gc_check_wraps, RING, 0, false},
    {"3D triangle", "SH", gc_check_triangle, WAITED, DRAWN, false},
    {"pixel pipes", "PE", gc_check_pipes, DRAWN, 0, false},
    {"texture", "TX", gc_check_texture, DRAWN, 0, false},
    {"units idle", "HI", gc_check_idle, QUIET, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
