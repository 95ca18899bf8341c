/* SPDX-License-Identifier: MIT
 *
 * Command streams: a program for the command processor, written a batch at a time through a local cursor.
 *
 *	uint32_t *p = fl_cs_room(cs, 6);                      // room for 6 dwords, asked for once
 *	p = fl_cs_reg(p, R500_SC_SCISSOR0, 0);                // 2 dwords
 *	p = fl_cs_regs(p, R500_ZB_CNTL, 2);                   // 1 dword, 2 values follow
 *	*p++ = zb_cntl;
 *	*p++ = zb_zstencilcntl;
 *	...
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

/* Packets (R5xx guide 6.1). A type-0 packet writes n consecutive registers, a type-3 packet has an opcode and
 * n dwords of body, a type-2 packet is a filler of one dword. */
#define FL_PKT0(reg, n)     ((uint32_t)((n)-1u) << 16 | (uint32_t)(reg) >> 2)
#define FL_PKT0_ONE(reg, n) (FL_PKT0(reg, n) | 0x8000u) /* all n to the same register */
#define FL_PKT2             0x80000000u
#define FL_PKT3(op, n)      (0xc0000000u | (uint32_t)((n)-1u) << 16 | (uint32_t)(op) << 8)

/* Type-3 opcodes (R5xx guide 6.2.1) */
#define FL_OP_NOP           0x10u
#define FL_OP_LOAD_VBPNTR   0x2fu
#define FL_OP_INDX_BUFFER   0x33u
#define FL_OP_DRAW_VBUF_2   0x34u
#define FL_OP_DRAW_IMMD_2   0x35u
#define FL_OP_DRAW_INDX_2   0x36u
#define FL_OP_HOSTDATA_BLT  0x94u

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

static inline uint32_t *fl_cs_reg(uint32_t *p, uint32_t reg, uint32_t value)
{
	p[0] = FL_PKT0(reg, 1);
	p[1] = value;
	return p + 2;
}

/* A header; the values of the n registers from reg on follow. */
static inline uint32_t *fl_cs_regs(uint32_t *p, uint32_t reg, uint32_t n)
{
	*p = FL_PKT0(reg, n);
	return p + 1;
}

/* A header; n values for one register follow: a data port. */
static inline uint32_t *fl_cs_port(uint32_t *p, uint32_t reg, uint32_t n)
{
	*p = FL_PKT0_ONE(reg, n);
	return p + 1;
}

static inline uint32_t *fl_cs_pkt3(uint32_t *p, uint32_t op, uint32_t n)
{
	*p = FL_PKT3(op, n);
	return p + 1;
}

static inline uint32_t fl_f32(float f)
{
	union {
		float f;
		uint32_t u;
	} x = {.f = f};

	return x.u;
}

#endif
