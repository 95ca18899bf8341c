/* SPDX-License-Identifier: MIT
 *
 * Commands for FE, written one after the other (GC facts 3): each begins on a quadword.
 *
 *	struct gc_words w = {0};
 *
 *	gc_load(&w, GC_GL_PIPE_SELECT, 0);
 *	gc_wait_for(&w, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
 *	gc_end(&w);
 */
#ifndef HW_GC_WORDS_H
#define HW_GC_WORDS_H

#include "hw/regs/gc.h"

enum { GC_WORDS = 512 }; /* as many as the bring-up's own memory has room for */

struct gc_words {
	unsigned n;
	uint32_t dw[GC_WORDS];
};

static inline void gc_word(struct gc_words *w, uint32_t first, uint32_t second)
{
	if (w->n + 2 > GC_WORDS)
		return; /* FE runs to the end of what there is, and hangs: that is reported */
	w->dw[w->n++] = first;
	w->dw[w->n++] = second;
}

/* One state. */
static inline void gc_load(struct gc_words *w, uint32_t offset, uint32_t value)
{
	gc_word(w,
		GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) |
		    GC_FE_LOAD_STATE_HEADER__OFFSET(offset / 4),
		value);
}

/* The same of a number in 65536ths, which the state receives as it wants it (FIXP). */
static inline void gc_load_fixed(struct gc_words *w, uint32_t offset, uint32_t value)
{
	gc_word(w,
		GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) |
		    GC_FE_LOAD_STATE_HEADER__FIXP(1) | GC_FE_LOAD_STATE_HEADER__OFFSET(offset / 4),
		value);
}

/* The unit `from` goes no further until `to` has done what came before (GC facts 3.1). */
static inline void gc_wait_for(struct gc_words *w, uint32_t from, uint32_t to)
{
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(from) | GC_GL_SEMAPHORE_TOKEN__TO(to);

	gc_load(w, GC_GL_SEMAPHORE_TOKEN, token);
	if (from == GC_SYNC_RECIPIENT__FE)
		gc_word(w, GC_FE_STALL_HEADER__OP(GC_FE_OPCODE__STALL), token);
	else
		gc_load(w, GC_GL_STALL_TOKEN, token);
}

static inline void gc_end(struct gc_words *w)
{
	gc_word(w, GC_FE_END_HEADER__OP(GC_FE_OPCODE__END), 0);
}

#endif
