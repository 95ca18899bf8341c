/* SPDX-License-Identifier: MIT
 *
 * The checks of the smoke test (hw/fl_smoke.h) that are this family's own, one file a block: FL_OK, or the
 * reason. smoke.c has the list.
 */
#ifndef HW_R500_SMOKE_H
#define HW_R500_SMOKE_H

#include "hw/fl_smoke.h"
#include "hw/r500/card.h"

extern const struct fl_check r500_checks[];

/* smoke_mem.c */
enum fl_code r500_check_memory(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_mm_index(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_vram_address(struct fl_bringup *up, struct fl_err *err);
/* smoke_cp.c */
enum fl_code r500_check_scratch(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_microcode_ram(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_pio(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_ring(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_system(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_ring_wrap(struct fl_bringup *up, struct fl_err *err);
/* smoke_2d.c */
enum fl_code r500_check_fill(struct fl_bringup *up, struct fl_err *err);
enum fl_code r500_check_copy(struct fl_bringup *up, struct fl_err *err);
/* smoke_3d.c */
enum fl_code r500_check_triangle(struct fl_bringup *up, struct fl_err *err);
/* Last of all: does the 3D pipe still hang? Then which unit of which pipe (r500_hang_report). */
enum fl_code r500_check_idle_units(struct fl_bringup *up, struct fl_err *err);

#endif
