/* SPDX-License-Identifier: MIT
 *
 * The checks of the smoke test (hw/fl_smoke.h) that are this family's own, one file a block: FL_OK, or the
 * reason. smoke.c has the list.
 */
#ifndef HW_CIK_SMOKE_H
#define HW_CIK_SMOKE_H

#include "hw/cik/card.h"
#include "hw/fl_smoke.h"

extern const struct fl_check cik_checks[];

/* smoke_mem.c */
enum fl_code cik_check_memory(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_mm_index(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_vram_address(struct fl_bringup *up, struct fl_err *err);
/* smoke_cp.c */
enum fl_code cik_check_scratch(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_microcode(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_ring(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_system(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_ring_wrap(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_cp_dma(struct fl_bringup *up, struct fl_err *err);
/* smoke_sdma.c: each engine */
enum fl_code cik_check_sdma0(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_sdma1(struct fl_bringup *up, struct fl_err *err);
/* smoke_compute.c: a compute queue; a program on each compute unit */
enum fl_code cik_check_compute_queue(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_units(struct fl_bringup *up, struct fl_err *err);
/* smoke_3d.c: a triangle; the same by each render backend alone */
enum fl_code cik_check_triangle(struct fl_bringup *up, struct fl_err *err);
enum fl_code cik_check_backends(struct fl_bringup *up, struct fl_err *err);
/* Last of all: is every block of the engine idle, and did no access fault? Which is not. */
enum fl_code cik_check_idle_units(struct fl_bringup *up, struct fl_err *err);

#endif
