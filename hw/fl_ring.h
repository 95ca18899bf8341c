/* SPDX-License-Identifier: MIT
 *
 * A ring buffer that an engine of the chip reads: room in it, what is put in, and how the engine hears of
 * it. What starts and stops an engine, and which registers its pointers are, is the family's.
 *
 *	fl_ring_init(&ring, &kind, &area, at_B, …);    and the engine is given its place
 *	fl_ring_begin(&ring, 3, &err);                 room for 3 dwords, waiting for the engine if need be
 *	fl_ring_emit(&ring, dw); …
 *	fl_ring_commit(&ring);                         filled up to whole fetches, and handed over
 */
#ifndef HW_FL_RING_H
#define HW_FL_RING_H

#include "hw/fl_area.h"
#include "hw/fl_family.h"

#ifdef __cplusplus
extern "C" {
#endif

struct fl_ring;

/* What a family says of a kind of ring. */
struct fl_ring_kind {
	const char *name;  /* of messages: "ring", "DMA" */
	uint32_t filler;   /* a dword that does nothing */
	uint32_t align_dw; /* what the engine fetches at a time, a power of two */
	/* The engine's read pointer in dwords. From the ring's size on it is nobody's: the engine is gone. */
	uint32_t (*read)(const struct fl_ring *ring);
	/* Its write pointer is ring->wptr. */
	void (*tell)(const struct fl_ring *ring);
	/* The engine stands: what its registers say, behind the message. Returns code. */
	enum fl_code (*stuck)(const struct fl_ring *ring, enum fl_code code, struct fl_err *err);
};

struct fl_ring {
	const struct fl_ring_kind *kind;
	struct fl_area area;
	enum fl_transport via;
	uint32_t at_B;       /* where in the area */
	uint32_t size_dw;    /* a power of two; 0: not running */
	uint32_t wptr;       /* next dword to fill, below size_dw */
	uint32_t told;       /* what the engine last heard of */
	uint32_t room_dw;    /* dwords that may be filled without looking at the read pointer */
	uint64_t timeout_us; /* how long begin waits for room */
	uint8_t engine;      /* the family's, where several are of this kind */
};

/* *ring is overwritten. Its size_dw dwords are fillers now, which both sides see; it does not run yet. */
void fl_ring_init(struct fl_ring *ring, const struct fl_ring_kind *kind, const struct fl_area *area,
		  uint32_t at_B, uint32_t size_dw, uint64_t timeout_us);
/* The engine has been given all of it, and stands at its start: it runs. */
void fl_ring_go(struct fl_ring *ring, uint32_t size_dw);

/* Make room for n_dw, fill-up included. FL_FAILED: it does not run, or the engine is gone. FL_USAGE: it can
 * never fit. FL_TIMEOUT: the engine does not read on. */
enum fl_code fl_ring_begin(struct fl_ring *ring, uint32_t n_dw, struct fl_err *err);
void fl_ring_emit(struct fl_ring *ring, uint32_t dw);
void fl_ring_commit(struct fl_ring *ring);
/* begin, copy, commit. */
enum fl_code fl_ring_submit(struct fl_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err);

#ifdef __cplusplus
}
#endif

#endif
