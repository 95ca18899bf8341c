/* SPDX-License-Identifier: MIT
 *
 * The checks of the smoke test (hw/fl_smoke.h) that are this family's own, one file a block: FL_OK, or the
 * reason. smoke.c has the list.
 */
#ifndef HW_R600_SMOKE_H
#define HW_R600_SMOKE_H

#include "hw/fl_smoke.h"
#include "hw/r600/card.h"

extern const struct fl_check r600_checks[];

/* smoke_mem.c */
enum fl_code r600_check_memory(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_mm_index(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_vram_address(struct fl_bringup *up, struct fl_err *err);
/* smoke_cp.c */
enum fl_code r600_check_scratch(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_microcode(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_ring(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_system(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_ring_wrap(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_event(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_cp_dma(struct fl_bringup *up, struct fl_err *err);
/* smoke_dma.c */
enum fl_code r600_check_dma_ring(struct fl_bringup *up, struct fl_err *err);
enum fl_code r600_check_dma_copy(struct fl_bringup *up, struct fl_err *err);
/* smoke_3d.c */
enum fl_code r600_check_triangle(struct fl_bringup *up, struct fl_err *err);
/* Last of all: is every block of the engine idle? Which is not. */
enum fl_code r600_check_idle_units(struct fl_bringup *up, struct fl_err *err);

#endif
