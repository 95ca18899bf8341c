/* SPDX-License-Identifier: MIT
 *
 * Commands of Vivante's front end (GC facts 3): each writes at p and returns where it stopped. Every command
 * begins at 8 bytes, so each of these leaves the stream at an even number of dwords.
 */
#ifndef LIB_GC_STATES_H
#define LIB_GC_STATES_H

#include "hw/regs/gc.h"
#include "lib/fl_cs.h"
#include "lib/gc/cores.h"

#include <string.h>

#define FL_GC_OP(name) ((uint32_t)GC_FE_OPCODE__##name << 27)
enum {
	FL_GC_LOAD_MAX = 1022, /* states of one command, with the header an odd number of pairs less one */
	FL_GC_TOKEN_DW = 4,
};

static inline uint32_t fl_gc_load_header(uint32_t state, uint32_t n)
{
	return FL_GC_OP(LOAD_STATE) | (n & 0x3ff) << 16 | state / 4;
}

static inline uint32_t *fl_gc_put(uint32_t *p, uint32_t state, uint32_t value)
{
	p[0] = fl_gc_load_header(state, 1);
	p[1] = value;
	return p + 2;
}

static inline uint32_t *fl_gc_put_float(uint32_t *p, uint32_t state, float value)
{
	return fl_gc_put(p, state, fl_f32(value));
}

/* n states from `state` on; n + 2 dwords at most. */
static inline uint32_t *fl_gc_load(uint32_t *p, uint32_t state, uint32_t n, const uint32_t *values)
{
	*p++ = fl_gc_load_header(state, n);
	memcpy(p, values, 4 * (size_t)n);
	p += n;
	if (!(n & 1))
		*p++ = 0;
	return p;
}

/* n states from `state` on, one value for all. */
static inline uint32_t *fl_gc_fill(uint32_t *p, uint32_t state, uint32_t n, uint32_t value)
{
	*p++ = fl_gc_load_header(state, n);
	for (uint32_t i = 0; i < n; i++)
		*p++ = value;
	if (!(n & 1))
		*p++ = 0;
	return p;
}

/* A signed number in 65536ths, which the state receives as a float (FIXP). */
static inline uint32_t *fl_gc_put_fixed(uint32_t *p, uint32_t state, int32_t value)
{
	p[0] = fl_gc_load_header(state, 1) | 1u << 26;
	p[1] = (uint32_t)value;
	return p + 2;
}

/* RA waits until PE has done what came before; FE does (GC facts 3.1). */
static inline uint32_t *fl_gc_ra_waits(uint32_t *p)
{
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__RA) |
			       GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__PE);

	p = fl_gc_put(p, GC_GL_SEMAPHORE_TOKEN, token);
	return fl_gc_put(p, GC_GL_STALL_TOKEN, token);
}

static inline uint32_t *fl_gc_fe_waits(uint32_t *p, uint32_t unit)
{
	const uint32_t token =
	    GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) | GC_GL_SEMAPHORE_TOKEN__TO(unit);

	p = fl_gc_put(p, GC_GL_SEMAPHORE_TOKEN, token);
	p[0] = FL_GC_OP(STALL);
	p[1] = token;
	return p + 2;
}

/* What was drawn comes to memory, and RA waits for it. */
static inline uint32_t *fl_gc_flush(uint32_t *p, const struct fl_gc_info *info)
{
	enum { HALTI5_FLUSH = 0xc23 }; /* as Mesa writes it: GC facts 3.1 */

	p = fl_gc_put(p, GC_GL_FLUSH_CACHE,
		      info->blt ? HALTI5_FLUSH : GC_GL_FLUSH_CACHE__COLOR(1) | GC_GL_FLUSH_CACHE__DEPTH(1));
	return fl_gc_ra_waits(p);
}
enum { FL_GC_FLUSH_DW = 6 };

/* n_dw dwords at the end of the batch, at a multiple of align_B, for data that goes with it: cs->end moves
 * there, and FL_GC_LINK_DW further down, for what the ring writes behind the last command. There has to be
 * room: fl_cs_room() of that much, FL_GC_LINK_DW and align_B more. */
enum { FL_GC_LINK_DW = 2 };
static inline uint32_t *fl_gc_tail(struct fl_cs *cs, uint32_t n_dw, uint32_t align_B)
{
	const uint64_t end = fl_cs_address(cs, cs->end) + 4ull * FL_GC_LINK_DW;
	const uint64_t at = (end - 4ull * n_dw) & ~(uint64_t)(align_B - 1);
	uint32_t *data = cs->start + (at - cs->address) / 4;

	cs->end = data - FL_GC_LINK_DW;
	cs->fetched = true;
	return data;
}

#endif
