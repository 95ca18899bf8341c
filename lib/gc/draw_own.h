/* SPDX-License-Identifier: MIT
 *
 * What the back end of Vivante's cores keeps in a struct fl_draw.
 */
#ifndef LIB_GC_DRAW_OWN_H
#define LIB_GC_DRAW_OWN_H

#include "lib/fl_draw.h"
#include "lib/fl_ff_form.h"

#define FL_GC_NO_PROGRAM UINT64_MAX

/* A target that is drawn into elsewhere (lib/gc/shadow.c). */
struct fl_gc_shadow {
	bool used;
	uint32_t addr;
	uint32_t pitch_px, rows;
	struct fl_surface home;
};

struct fl_gc_draw {
	uint64_t vs, ps;   /* keys of the programs that are set up; FL_GC_NO_PROGRAM: none */
	uint32_t ps_extra; /* and what the form does not say: FL_GC_PS_TESTS() … */
	uint32_t format;   /* the vertex format that is set up: fl_draw.vertex_flags; ~0: none */
	bool busy;         /* draws may be running: programs and uniforms wait */
	bool literals;     /* they are in the core */
	uint8_t out_reg[FL_FF_OUT_COUNT]; /* of the vertex program */
	uint8_t clip_reg[2], ps_reg, vs_temps, ps_temps;

	/* ---- room for vertices, at the end of the batch ---- */
	uint32_t batch; /* that they are in: cs->batches */
	uint32_t *at, *end;

	uint32_t own_used_B;
	struct fl_gc_shadow shadow[FL_TARGETS_MAX + 1]; /* of the color buffers; the last one of depth */

	uint8_t samples; /* a pixel; 0: not known */
	bool dithers;
	bool own;                              /* vs and ps are of the caller's program */
	const struct fl_program *program_sent; /* whose uniforms are in the core */
};

_Static_assert(sizeof(struct fl_gc_draw) <= FL_BACKEND_B, "the back end's state fits into struct fl_draw");

static inline struct fl_gc_draw *fl_gc_of(struct fl_draw *d)
{
	return (struct fl_gc_draw *)(void *)d->own;
}

static inline const struct fl_gc_draw *fl_gc_its(const struct fl_draw *d)
{
	return (const struct fl_gc_draw *)(const void *)d->own;
}

#endif
