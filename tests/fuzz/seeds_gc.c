/* SPDX-License-Identifier: MIT
 *
 * What seeds of Vivante's traces have of their own: commands for the front end, in memory, between WAIT and
 * LINK.
 */
#include "hw/regs/gc.h"
#include "tests/fuzz/ops.h"
#include "tests/fuzz/seeds.h"

#include <string.h>

enum {
	LOOP_DW = 4,
	QWORD_DW = 2,
	DELAY = 200,
	SCISSOR_PX = 48,
	SCISSOR_MARGIN = 0xffff, /* the fraction, which drivers add */
	RING_PAGES = 32,
};

static const uint32_t wait = GC_FE_WAIT_HEADER__OP(GC_FE_OPCODE__WAIT) | GC_FE_WAIT_HEADER__DELAY(DELAY);

static uint32_t link(uint32_t n_dw)
{
	return GC_FE_LINK_HEADER__OP(GC_FE_OPCODE__LINK) | GC_FE_LINK_HEADER__PREFETCH(n_dw / QWORD_DW);
}

void seeds_gc_scissors(uint32_t *dw, uint32_t n)
{
	for (uint32_t at = 0; at < n;) {
		const uint32_t h = dw[at], first = GC_FE_LOAD_STATE_HEADER__OFFSET__GET(h);
		uint32_t body = 1;

		switch (GC_FE_LOAD_STATE_HEADER__OP__GET(h)) {
		case GC_FE_OPCODE__LOAD_STATE:
			body = GC_FE_LOAD_STATE_HEADER__COUNT__GET(h);
			body = (body ? body : 1024) | 1;
			for (uint32_t i = 0; i < body && at + 1 + i < n; i++)
				if ((first + i == GC_SE_SCISSOR_RIGHT / 4 ||
				     first + i == GC_SE_SCISSOR_BOTTOM / 4) &&
				    dw[at + 1 + i] > SCISSOR_PX << 16 &&
				    GC_FE_LOAD_STATE_HEADER__FIXP__GET(h))
					dw[at + 1 + i] = SCISSOR_PX << 16 | SCISSOR_MARGIN;
			break;
		case GC_FE_OPCODE__DRAW_PRIMITIVES:
		case GC_FE_OPCODE__DRAW_INSTANCED:
		case GC_FE_OPCODE__CALL:
			body = 3;
			break;
		case GC_FE_OPCODE__DRAW_INDEXED_PRIMITIVES:
			body = 5;
			break;
		default:
			break;
		}
		at += 1 + body;
	}
}

/* What Linux appends: the caches are flushed, and FE waits for PE. */
uint32_t seeds_gc_fence(uint32_t dw[SEEDS_GC_FENCE_DW])
{
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) |
			       GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__PE);
	const uint32_t load =
	    GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1);
	const uint32_t all[SEEDS_GC_FENCE_DW] = {
	    load | GC_FE_LOAD_STATE_HEADER__OFFSET(GC_GL_FLUSH_CACHE / 4),
	    GC_GL_FLUSH_CACHE__DEPTH(1) | GC_GL_FLUSH_CACHE__COLOR(1),
	    load | GC_FE_LOAD_STATE_HEADER__OFFSET(GC_GL_SEMAPHORE_TOKEN / 4),
	    token,
	    GC_FE_STALL_HEADER__OP(GC_FE_OPCODE__STALL),
	    token};

	memcpy(dw, all, sizeof(all));
	return SEEDS_GC_FENCE_DW;
}

static void memory(struct seed *o, uint32_t addr, const uint32_t *dw, uint32_t n)
{
	seed_put_n(o, FUZZ_MEM, 1);
	seed_put_n(o, addr, 4);
	seed_put_n(o, 4ul * n, 2);
	seed_put(o, dw, 4ul * n);
}

static void write(struct seed *o, uint32_t offset, uint32_t value)
{
	seed_put_n(o, FUZZ_WRITE, 1);
	seed_put_n(o, offset / 4, 2);
	seed_put_n(o, value, 4);
}

/* The front end goes round in a WAIT and a LINK: FUZZ_RING can follow. */
void seeds_gc_ring(struct seed *o, bool secure)
{
	const uint32_t loop[LOOP_DW] = {wait, 0, link(LOOP_DW), FUZZ_STREAM_GC_AT},
		       go = GC_FE_COMMAND_CONTROL__ENABLE(1) | GC_FE_COMMAND_CONTROL__PREFETCH(2);

	seed_put_n(o, FUZZ_MAP, 1);
	seed_put_n(o, FUZZ_STREAM_GC_AT / 4096, 4);
	seed_put_n(o, RING_PAGES, 2);
	memory(o, FUZZ_STREAM_GC_AT, loop, LOOP_DW);
	write(o, GC_FE_COMMAND_ADDRESS, FUZZ_STREAM_GC_AT);
	write(o, GC_FE_COMMAND_CONTROL, go);
	if (secure)
		write(o, GC_MMUv2_SEC_COMMAND_CONTROL, go);
}

/* In memory: a WAIT and a LINK to the commands, a LINK back, END. Or a CALL, which returns. */
void seeds_gc_last(struct seed *o, uint32_t *dw, uint32_t n, bool call)
{
	const uint32_t head_dw = call ? 6 : 4, tail = FUZZ_STREAM_GC_AT + 4 * (head_dw + n + 2);
	const uint32_t body = FUZZ_STREAM_GC_AT + 4 * head_dw, end = GC_FE_END_HEADER__OP(GC_FE_OPCODE__END);
	uint32_t head[6] = {wait, 0, link(n + 2), body};
	const uint32_t back[4] = {call ? GC_FE_RETURN_HEADER__OP(GC_FE_OPCODE__RETURN) : link(2), tail, end};
	static uint32_t all[SEEDS_GC_MAX_DW + 16];

	if (call) {
		const uint32_t called[4] = {GC_FE_CALL_HEADER__OP(GC_FE_OPCODE__CALL) |
						GC_FE_CALL_HEADER__PREFETCH((n + 2) / QWORD_DW),
					    body, link(2), tail};

		memcpy(head + 2, called, sizeof(called));
	}
	n &= ~1u;
	memcpy(all, head, 4ul * head_dw);
	memcpy(all + head_dw, dw, 4ul * n);
	memcpy(all + head_dw + n, back, sizeof(back));
	memory(o, FUZZ_STREAM_GC_AT, all, head_dw + n + 4);
	seed_put_n(o, FUZZ_RUN_IB, 1);
	seed_put_n(o, FUZZ_STREAM_GC_AT, 4);
	seed_put_n(o, head_dw, 2);
}
