/* SPDX-License-Identifier: MIT
 *
 * The checks of the smoke test (hw/fl_smoke.h) that are this family's own, one file a block: FL_OK, or the
 * reason. smoke.c has the list. What they work on lies in the memory for the caller's commands.
 */
#ifndef HW_GC_SMOKE_H
#define HW_GC_SMOKE_H

#include "hw/fl_smoke.h"
#include "hw/gc/card.h"

extern const struct fl_check gc_checks[];

/* The bytes from offset_B on of that memory, as the processor and the core reach them. */
static inline volatile uint32_t *gc_smoke_cpu(const struct gc_card *c, uint32_t offset_B)
{
	return (volatile uint32_t *)((volatile uint8_t *)c->up.commands.cpu + offset_B);
}
static inline uint32_t gc_smoke_addr(const struct gc_card *c, uint32_t offset_B)
{
	return (uint32_t)c->up.commands.addr + offset_B;
}
/* Carry out what is in w, and wait for PE and the event that follows. */
enum fl_code gc_smoke_run(struct gc_card *c, struct gc_words *w, const char *what, struct fl_err *err);

/* smoke_3d.c, for others that draw: the triangle, by a program of n instructions that gives a color in t1,
 * with one uniform, and on the states that w begins with. */
struct gc_smoke_program {
	const uint32_t (*code)[4];
	unsigned n;
	const uint32_t *uniform;
};
enum fl_code gc_smoke_draw(struct gc_card *c, const struct gc_smoke_program *p, struct gc_words *w,
			   const char *what, struct fl_err *err);
/* A pixel of it. */
uint32_t gc_smoke_drawn(const struct gc_card *c, uint32_t x, uint32_t y);
/* HALTI0 to HALTI5 as a number; -1: before. */
int gc_smoke_level(const struct gc_core *k);

/* smoke_fe.c */
enum fl_code gc_check_window(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_memory(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_fetch(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_walk(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_event(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_wraps(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_recover(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_idle(struct fl_bringup *up, struct fl_err *err);
/* smoke_copy.c: FL_NO_DEVICE where the core has the other one */
enum fl_code gc_check_rs_fill(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_rs_copy(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_blt_fill(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_blt_copy(struct fl_bringup *up, struct fl_err *err);
/* smoke_3d.c: a triangle, whose pixels are counted by pipe */
enum fl_code gc_check_triangle(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_pipes(struct fl_bringup *up, struct fl_err *err);
/* smoke_tx.c: the same triangle, in the color of a texel */
enum fl_code gc_check_texture(struct fl_bringup *up, struct fl_err *err);
/* smoke_copy.c: tiles that are said to be cleared are read by RS or BLT */
enum fl_code gc_check_status(struct fl_bringup *up, struct fl_err *err);
/* smoke_mmu.c */
enum fl_code gc_check_mapping(struct fl_bringup *up, struct fl_err *err);
enum fl_code gc_check_fault(struct fl_bringup *up, struct fl_err *err);

#endif
