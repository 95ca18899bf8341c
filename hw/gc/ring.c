/* SPDX-License-Identifier: MIT
 *
 * The ring, see ring.h; and the step that starts it.
 */
#include "hw/gc/ring.h"
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum {
	QWORD_DW = 2,
	WAIT_CYCLES = 200, /* GC facts 2.6 */
	EVENTS = 29,       /* 30 and 31 say what went wrong; Linux keeps one more for itself */
	RING_DW = GC_RING_B / 4,
	MOST_DW = 30, /* of what closes a buffer, with the link to the buffer */
	LAST_PREFETCH = 0xffff,
	STOP_US = 100000,
};

#define LOAD(offset)                                                                                 \
	(GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) | \
	 GC_FE_LOAD_STATE_HEADER__OFFSET((offset) / 4))
#define LINK(qwords) (GC_FE_LINK_HEADER__OP(GC_FE_OPCODE__LINK) | GC_FE_LINK_HEADER__PREFETCH(qwords))

static void put(struct gc_ring *r, uint32_t first, uint32_t second)
{
	r->cpu[r->end_dw++] = first;
	r->cpu[r->end_dw++] = second;
}

static void load(struct gc_ring *r, uint32_t offset, uint32_t value)
{
	put(r, LOAD(offset), value);
}

static void stall(struct gc_ring *r, uint32_t unit)
{
	const uint32_t token =
	    GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) | GC_GL_SEMAPHORE_TOKEN__TO(unit);

	load(r, GC_GL_SEMAPHORE_TOKEN, token);
	put(r, GC_FE_STALL_HEADER__OP(GC_FE_OPCODE__STALL), token);
}

static void wait_here(struct gc_ring *r)
{
	r->wait_dw = r->end_dw;
	put(r, GC_FE_WAIT_HEADER__OP(GC_FE_OPCODE__WAIT) | GC_FE_WAIT_HEADER__DELAY(WAIT_CYCLES), 0);
	put(r, LINK(2), r->addr + 4 * r->wait_dw);
}

/* The sequence of Linux's etnaviv_buffer_queue() for 3D. */
static void close_buffer(struct gc_ring *r, bool copier)
{
	load(r, GC_GL_FLUSH_CACHE,
	     GC_GL_FLUSH_CACHE__DEPTH(1) | GC_GL_FLUSH_CACHE__COLOR(1) | GC_GL_FLUSH_CACHE__SHADER_L1(1));
	if (copier) {
		load(r, GC_BLT_ENABLE, 1);
		load(r, GC_BLT_SET_COMMAND, 1);
		load(r, GC_BLT_ENABLE, 0);
	} else
		load(r, GC_TS_FLUSH_CACHE, GC_TS_FLUSH_CACHE__FLUSH(1));
	stall(r, GC_SYNC_RECIPIENT__PE);
	if (copier) {
		load(r, GC_BLT_ENABLE, 1);
		stall(r, GC_SYNC_RECIPIENT__BLT);
		load(r, GC_BLT_ENABLE, 0);
	}
	load(r, GC_GL_EVENT, GC_GL_EVENT__EVENT_ID(r->event) | GC_GL_EVENT__FROM_PE(1));
	wait_here(r);
}

static void sync(struct gc_card *c, uint32_t at_dw, uint32_t n_dw)
{
	fl_dma_sync(c->up.dev, c->ring.cpu + at_dw, 4 * n_dw);
}

enum fl_code gc_ring_start(struct gc_card *c, struct fl_err *err)
{
	struct gc_ring *r = &c->ring;
	enum fl_code code;

	*r = (struct gc_ring){.cpu = c->cpu + (GC_OWN_B - GC_RING_B) / 4,
			      .addr = c->addr + GC_OWN_B - GC_RING_B};
	r->limit_dw = RING_DW;
	wait_here(r);
	code = gc_fe_start(c, r->addr, 2, err);
	r->running = !code;
	return code;
}

enum fl_code gc_ring_append(struct gc_card *c, volatile uint32_t *dw, uint32_t addr, uint32_t n_dw,
			    struct fl_err *err)
{
	const bool copier =
	    GC_HI_CHIP_MINOR_FEATURE_5__BLT_ENGINE__GET(c->core.features[GC_FEATURE_READABLE - 1]);
	struct gc_ring *r = &c->ring;
	const uint32_t old = r->wait_dw, qwords = n_dw / QWORD_DW + 1;
	uint32_t begin, landing;
	enum fl_code code;

	if (n_dw % QWORD_DW || addr % (4 * QWORD_DW) || qwords > LAST_PREFETCH)
		return fl_fail(err, FL_USAGE,
			       "a buffer of %u dwords at 0x%08x: quadwords, at most %u of them", n_dw, addr,
			       LAST_PREFETCH - 1);
	/* What lies at the beginning must have been carried out, and an event is raised for one buffer. */
	if (r->end_dw + MOST_DW > r->limit_dw || r->behind == EVENTS) {
		code = gc_ring_wait(c, err);
		if (code)
			return code;
	}
	if (r->end_dw + MOST_DW > RING_DW) {
		r->end_dw = 0;
		r->limit_dw = r->wait_dw; /* where FE goes round now, until it has taken what comes */
	}
	r->event = (uint8_t)((r->event + 1) % EVENTS);
	r->behind++;
	begin = r->end_dw;
	if (n_dw)
		put(r, LINK(qwords), addr);
	landing = r->end_dw;
	close_buffer(r, copier);
	if (n_dw) {
		dw[n_dw] = LINK((r->end_dw - landing) / QWORD_DW);
		dw[n_dw + 1] = r->addr + 4 * landing;
	}
	/* FE may read the WAIT at any time: the target first, then what makes it count. */
	sync(c, begin, r->end_dw - begin);
	if (n_dw)
		fl_dma_sync(c->up.dev, dw, 4 * (n_dw + GC_RING_BUFFER_END_DW));
	r->cpu[old + 1] = r->addr + 4 * begin;
	sync(c, old, QWORD_DW);
	r->cpu[old] = LINK(n_dw ? 1 : (r->end_dw - landing) / QWORD_DW);
	sync(c, old, QWORD_DW);
	return FL_OK;
}

/* Buffers are done in order: the last one's event is the end of all. */
enum fl_code gc_ring_wait(struct gc_card *c, struct fl_err *err)
{
	struct gc_ring *r = &c->ring;
	enum fl_code code = r->behind ? gc_event_wait(c, r->event, "ring", err) : FL_OK;

	if (!code) {
		r->behind = 0;
		r->limit_dw = RING_DW;
		c->events = 0;
	}
	return code;
}

enum fl_code gc_ring_reached(struct gc_card *c, uint32_t but, uint64_t timeout_us, struct fl_err *err)
{
	struct gc_ring *r = &c->ring;
	const uint64_t began = fl_now_us(c->up.dev);
	enum fl_code code = FL_OK;

	/* Each of them raises an event, which is taken before its number comes around again. */
	while (r->behind > but && !code) {
		code = gc_event_wait(c, (r->event + 1 + EVENTS - r->behind) % EVENTS, "ring", err);
		if (!code)
			r->behind--;
		else if (code == FL_TIMEOUT && fl_now_us(c->up.dev) - began < timeout_us &&
			 !fl_stopped(c->up.dev))
			code = FL_OK; /* it may be a long one */
	}
	if (!code && !r->behind)
		r->limit_dw = RING_DW;
	return code;
}

enum fl_code gc_ring_stop(struct gc_card *c, struct fl_err *err)
{
	struct gc_ring *r = &c->ring;
	enum fl_code code = r->running ? gc_ring_wait(c, err) : FL_OK;

	if (code || !r->running)
		return code;
	r->cpu[r->wait_dw] = GC_FE_END_HEADER__OP(GC_FE_OPCODE__END);
	sync(c, r->wait_dw, QWORD_DW);
	r->running = false;
	return fl_poll32(c->up.dev, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK, GC_HI_IDLE_STATE__FE(1),
			 STOP_US, "FE at the END of its ring", "IDLE_STATE", err);
}

enum fl_code gc_ring_step(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	enum fl_code code = gc_ring_start(c, err);

	if (!code)
		code = gc_ring_append(c, NULL, 0, 0, err);
	if (!code)
		code = gc_ring_wait(c, err);
	if (!code)
		fl_did(up, "FE goes round at 0x%08x, took what was appended, and event %u came", c->ring.addr,
		       c->ring.event);
	return code;
}
