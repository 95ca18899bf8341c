/* SPDX-License-Identifier: MIT
 *
 * Command streams: a program for the command processor, written a batch at a time through a local cursor.
 *
 *	uint32_t *p = fl_cs_room(cs, 6);      // room for 6 dwords, asked for once
 *	*p++ = …                              // packets, by the family's helpers: hw/r500/pm4.h
 *	fl_cs_done(cs, p);
 *
 * The cursor stays in a machine register, so a draw of 48 dwords costs some 10 ns; the memory may be the
 * card's own, write-combined: it is written in order and never read. Room that is not used costs nothing.
 * When the batch is full, fl_cs_room() hands it to submit() and goes on with an empty one; the chip keeps its
 * state in between.
 */
#ifndef LIB_FL_CS_H
#define LIB_FL_CS_H

#include "hw/fl_err.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_cs {
	uint32_t *start, *at, *end; /* the batch: [start, at) is written, [at, end) is free */
	/* Where the chip finds start, if it can read it beside the command processor's way; else 0. */
	uint64_t address;
	bool fetched; /* the batch holds data that other parts of the chip read: submit() clears it, and keeps
		       * the memory until the 3D engine is idle */
	/* Run [start, at), then make start, at and end describe an empty batch (the same memory if it may be
	 * written again at once). Called with at > start. On failure the words are dropped. */
	enum fl_code (*submit)(struct fl_cs *cs, struct fl_err *err);
	void *priv;        /* submit's own */
	uint32_t batches;  /* submitted so far */
	enum fl_code code; /* the first failure of submit; err says why */
	struct fl_err err;
};

/* Hand the batch over, if there is anything in it. Returns the first failure so far. */
enum fl_code fl_cs_flush(struct fl_cs *cs);

/* fl_cs_room() when the batch is full. */
uint32_t *fl_cs_more(struct fl_cs *cs, uint32_t n_dw);

/* No call of the library asks for more room than this in one piece; every batch must hold it. */
#define FL_CS_MIN_DW 2048u

/* Start over with the memory [words, words + n_dw). FL_USAGE: less than FL_CS_MIN_DW. */
enum fl_code fl_cs_init(struct fl_cs *cs, uint32_t *words, uint32_t n_dw,
			enum fl_code (*submit)(struct fl_cs *cs, struct fl_err *err), void *priv);

/* A cursor with room for n_dw dwords. NULL, and cs->code, when a whole batch does not hold so many; that
 * cannot happen up to FL_CS_MIN_DW. */
static inline uint32_t *fl_cs_room(struct fl_cs *cs, uint32_t n_dw)
{
	if (__builtin_expect((uintptr_t)cs->end - (uintptr_t)cs->at < (uintptr_t)n_dw * 4, 0))
		return fl_cs_more(cs, n_dw);
	return cs->at;
}

/* What was written ends at p. */
static inline void fl_cs_done(struct fl_cs *cs, uint32_t *p)
{
	cs->at = p;
}

/* Where the chip finds the word at p, which lies in the batch; address is not 0. */
static inline uint64_t fl_cs_address(const struct fl_cs *cs, const uint32_t *p)
{
	return cs->address + 4 * (uint64_t)(p - cs->start);
}

static inline uint32_t fl_f32(float f)
{
	union {
		float f;
		uint32_t u;
	} x = {.f = f};

	return x.u;
}

#ifdef __cplusplus
}
#endif

#endif
