/* SPDX-License-Identifier: MIT
 *
 * Smoke test: memory and the way to it, FE and its ring, and a reset in the midst of work.
 */
#include "hw/gc/smoke.h"
#include "hw/regs/gc.h"

enum {
	WAIT_US = 100000,
	FETCH_US = 1000,
	EVENT_FE = 3,
	EVENT_RUN = 4,
	ROUNDS = 100, /* appended buffers: the ring wraps around several times */
	NOPS = 16,
};

/* Memory for the caller's commands holds what is written: each dword its own number, and the inverse. */
enum fl_code gc_check_memory(struct fl_bringup *up, struct fl_err *err)
{
	volatile uint32_t *m = up->commands.cpu;
	const uint32_t n = (uint32_t)(up->commands.size_B / 4);

	for (unsigned pass = 0; pass < 2; pass++) {
		const uint32_t flip = pass ? ~0u : 0;

		for (uint32_t i = 0; i < n; i++)
			m[i] = i ^ flip;
		fl_dma_sync(up->dev, m, 4 * (size_t)n);
		for (uint32_t i = 0; i < n; i++)
			if (m[i] != (i ^ flip))
				return fl_fail(err, FL_FAILED,
					       "dword %u reads 0x%08x after 0x%08x was written", i, m[i],
					       i ^ flip);
	}
	fl_did(up, "%u KiB at 0x%08x hold what is written", n / 256, (unsigned)up->commands.addr);
	return FL_OK;
}

/* An END alone: can FE read memory at all? Whether it comes to an end is the next check's. */
enum fl_code gc_check_fetch(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	struct fl_dev *d = up->dev;
	char fault[100];
	enum fl_code code;

	c->cpu[0] = GC_FE_END_HEADER__OP(GC_FE_OPCODE__END);
	c->cpu[1] = 0;
	code = gc_fe_start(c, c->addr, 1, err);
	if (code)
		return code;
	fl_delay_us(d, FETCH_US);
	if (fl_read32(d, GC_HI_INTR_ACKNOWLEDGE) & GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK)
		return fl_fail(err, FL_FAILED, "MC: an AXI bus error where FE fetches, at 0x%08x: %s",
			       c->addr, gc_mmu_fault_text(c, fault, sizeof(fault)));
	fl_did(up, "no bus error where FE fetches, at 0x%08x", c->addr);
	return FL_OK;
}

/* NOPs and an END: FE goes there and no further, which needs no other unit and no interrupt. */
enum fl_code gc_check_walk(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	struct fl_dev *d = up->dev;
	const uint32_t end = c->addr + 8 * NOPS;
	struct gc_words w = {0};
	uint32_t at;
	enum fl_code code;

	for (unsigned i = 0; i < NOPS; i++)
		gc_word(&w, GC_FE_NOP_HEADER__OP(GC_FE_OPCODE__NOP), 0);
	gc_end(&w);
	code = gc_fe_walk(c, w.dw, w.n, "commands that do nothing", err);
	if (code)
		return code;
	fl_read32(d, GC_FE_DMA_ADDRESS);
	at = fl_read32(d, GC_FE_DMA_ADDRESS);
	if (at - end > 16)
		return fl_fail(err, FL_FAILED, "FE is idle at 0x%08x, and its END is at 0x%08x", at, end);
	fl_did(up, "%d commands were skipped, and FE ended at 0x%08x", NOPS, at);
	return FL_OK;
}

enum fl_code gc_check_event(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_words w = {0};
	enum fl_code code;

	gc_load(&w, GC_GL_EVENT, GC_GL_EVENT__EVENT_ID((uint32_t)EVENT_FE) | GC_GL_EVENT__FROM_FE(1));
	gc_end(&w);
	code = gc_fe_run(gc_card(up), w.dw, w.n, EVENT_FE, "an event of FE", err);
	if (!code)
		fl_did(up, "event %d of FE came", EVENT_FE);
	return code;
}

enum fl_code gc_check_wraps(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	volatile uint32_t *dw = up->commands.cpu;
	unsigned wraps = 0;
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < ROUNDS && !code; i++) {
		const uint32_t was = c->ring.end_dw;

		dw[0] = GC_FE_NOP_HEADER__OP(GC_FE_OPCODE__NOP);
		dw[1] = i;
		code = gc_ring_append(c, dw, (uint32_t)up->commands.addr, 2, err);
		if (!code)
			code = gc_ring_wait(c, err);
		wraps += c->ring.end_dw < was;
	}
	if (!code)
		code = gc_ring_stop(c, err);
	if (!code)
		fl_did(up, "%d buffers, %u times around, and FE ended", ROUNDS, wraps);
	return code;
}

/* Is the way to memory at rest before anything begins? Then windows on it. */
enum fl_code gc_check_window(struct fl_bringup *up, struct fl_err *err)
{
	const enum fl_code code = fl_poll32(up->dev, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__MC__MASK,
					    GC_HI_IDLE_STATE__MC(1), WAIT_US, "MC idle", "IDLE_STATE", err);

	return code ? code : gc_window(up, err);
}

enum fl_code gc_smoke_run(struct gc_card *c, struct gc_words *w, const char *what, struct fl_err *err)
{
	enum fl_code code;

	gc_wait_for(w, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
	gc_load(w, GC_GL_EVENT, GC_GL_EVENT__EVENT_ID((uint32_t)EVENT_RUN) | GC_GL_EVENT__FROM_PE(1));
	gc_end(w);
	code = gc_fe_run(c, w->dw, w->n, EVENT_RUN, what, err);
	fl_dma_sync(c->up.dev, c->up.commands.cpu, c->up.commands.size_B); /* for who reads what came out */
	return code;
}

/* FE goes round, and nobody stops it: a reset does, and the core can be used after it. */
enum fl_code gc_check_recover(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	enum fl_code code = gc_ring_start(c, err);

	if (code)
		return code;
	if (GC_HI_IDLE_STATE__FE__GET(fl_read32(up->dev, GC_HI_IDLE_STATE)))
		return fl_fail(err, FL_FAILED, "FE is idle in the midst of its ring");
	code = gc_recover(c, err);
	if (!code)
		code = gc_fe(up, err);
	if (!code)
		fl_did(up, "FE was reset in its ring, and takes commands again");
	return code;
}

/* Last of all: every unit idle but AXI's own bit (GC facts 2.6). */
enum fl_code gc_check_idle(struct fl_bringup *up, struct fl_err *err)
{
	const uint32_t all = ~(uint32_t)GC_HI_IDLE_STATE__AXI_LP__MASK;
	char where[260];

	if (fl_poll32(up->dev, GC_HI_IDLE_STATE, all, all, WAIT_US, "all units idle", "IDLE_STATE", err))
		return fl_fail(err, FL_TIMEOUT, "%s", gc_hang_text(up->dev, where, sizeof(where)));
	fl_did(up, "IDLE_STATE 0x%08x", fl_read32(up->dev, GC_HI_IDLE_STATE));
	return FL_OK;
}
