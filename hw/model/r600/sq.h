/* SPDX-License-Identifier: MIT
 *
 * SQ: programs of all stages, decoded once a draw, run a wave of 64 lanes at a time. The lanes of pixel waves
 * are quads (lane = 4 * quad + 2 * dy + dx).
 */
#ifndef HW_MODEL_R600_SQ_H
#define HW_MODEL_R600_SQ_H

#include "hw/model/r600/r600.h"

enum mr600_stage { MR600_PS, MR600_VS, MR600_GS, MR600_ES };

/* A wave on its way through a program. The caller fills it in; run() may be called on any thread, with a
 * wave of that thread's. */
struct mr600_wave {
	struct mr600 *r;
	const struct mr600_program *program;
	union mr600_value (*gpr)[4]; /* MR600_GPRS of them */
	uint64_t valid;              /* lanes that there are, with or without the helper ones */
	uint64_t killed;             /* out: of valid, those that KILL ended */
	bool looked_up;              /* out: it fetched something */
	uint64_t units, steps;       /* out: of work: instructions times lanes; clauses and flow */
	uint64_t helper;             /* pixels: lanes that run for the sake of gradients alone */
	/* exports: the one that the stage has is not NULL */
	struct mr600_vs_out *vs;
	struct mr600_px *px;
	/* MEM_STREAM0-3 of a vertex or geometry wave: called with the mask of lanes that export, the stream,
	 * the place of the element, the channels that are written, and the register; order in the draw is
	 * the caller's. NULL: refused. */
	void (*stream)(struct mr600_wave *w, unsigned stream, unsigned array_base, unsigned mask,
		       const union mr600_value value[4], uint64_t lanes);
	/* MEM_RING, EMIT_VERTEX, CUT_VERTEX of the stages that have them; NULL: refused. */
	void (*ring)(struct mr600_wave *w, const uint32_t cf[2], uint64_t lanes);
	void (*emit)(struct mr600_wave *w, bool emit, bool cut, uint64_t lanes);
	void *arg;                       /* the caller's */
	struct fl_raster_thread *thread; /* pixels: whose budget is used; else NULL: fl_spend() */
	struct mr600_sq_state *state;    /* SQ's own, one a thread: mr600_sq_state_new() */
};

/* The program of a stage as the registers say: checked whole, what is wrong is reported (NULL: refused). */
const struct mr600_program *mr600_sq_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage);
/* No draw has a program that was decoded before. */
void mr600_sq_forget(struct mr600 *r);
bool mr600_sq_kills(const struct mr600_program *p);    /* may drop pixels */
bool mr600_sq_writes_z(const struct mr600_program *p); /* exports a depth */
/* Of a program that makes its colors of its first registers alone, lane for lane: how many. Others: ~0. */
unsigned mr600_sq_needs(const struct mr600_program *p);
/* Reads or writes memory while it runs, and not decoded texels and constants alone. */
bool mr600_sq_in_memory(const struct mr600_program *p);
uint64_t mr600_sq_serial(const struct mr600_program *p); /* no two programs have the same; never 0 */
unsigned mr600_sq_length(const struct mr600_program *p); /* instructions, loops taken once: for cost */
struct mr600_sq_state *mr600_sq_state_new(void);         /* NULL: no memory */
/* Has a program hung the chip? Then it says so, and no more are decoded. */
bool mr600_sq_hung(struct mr600 *r);
void mr600_sq_state_free(struct mr600_sq_state *s);
/* False: the program found no end, or the budget is used up: reported, the chip hangs. */
bool mr600_sq_run(struct mr600_wave *w);

/* ---- fetches (fetch.c, tx_*.c, vtx_*.c) ------------------------------------------------------------- */
/* An instruction of a TEX or VTX clause with what its resource and sampler said when the draw began. word:
 * the 128 bits as they stand. VTX: the resource is read when it runs if its number is relative. NULL:
 * refused. */
struct mr600_fetch;
const struct mr600_fetch *mr600_fetch_decode(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage,
					     const uint32_t word[4], bool vtx);
/* For `lanes` of the wave (all lanes of a quad are there where gradients are wanted): reads the source
 * register, writes the destination. SQ resolves relative source and destination registers: src, dst. */
void mr600_fetch_run(const struct mr600_fetch *f, struct mr600_wave *w, unsigned src, unsigned dst,
		     uint64_t lanes);

#endif
