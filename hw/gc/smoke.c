/* SPDX-License-Identifier: MIT
 *
 * The smoke test of Vivante's cores. The list of checks, at the end, is to be read: this is what happens, in
 * this order. Memory is what the bus gave for commands: a core has none of its own.
 */
#include "hw/fl_smoke.h"
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum {
	WAIT_US = 100000,
	EVENT_FE = 3,
	ROUNDS = 100, /* appended buffers: the ring wraps around several times */
	NOPS = 16,
};

/* Memory for the caller's commands holds what is written: each dword its own number, and the inverse. */
static enum fl_code memory(struct fl_bringup *up, struct fl_err *err)
{
	volatile uint32_t *m = up->commands.cpu;
	const uint32_t n = (uint32_t)(up->commands.size_B / 4);

	for (unsigned pass = 0; pass < 2; pass++) {
		const uint32_t flip = pass ? ~0u : 0;

		for (uint32_t i = 0; i < n; i++)
			m[i] = i ^ flip;
		fl_write_barrier();
		for (uint32_t i = 0; i < n; i++)
			if (m[i] != (i ^ flip))
				return fl_fail(err, FL_FAILED,
					       "dword %u reads 0x%08x after 0x%08x was written", i, m[i],
					       i ^ flip);
	}
	fl_did(up, "%u KiB at 0x%08x hold what is written", n / 256, (unsigned)up->commands.addr);
	return FL_OK;
}

/* NOPs and an END: FE goes there and no further, which needs no other unit and no interrupt. */
static enum fl_code walks(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	struct fl_dev *d = up->dev;
	const uint32_t end = c->addr + 8 * NOPS;
	uint32_t at;
	enum fl_code code;
	char where[260];

	for (unsigned i = 0; i < 2 * NOPS; i++)
		c->cpu[i] = i % 2 ? 0 : GC_FE_NOP_HEADER__OP(GC_FE_OPCODE__NOP);
	c->cpu[2 * NOPS] = GC_FE_END_HEADER__OP(GC_FE_OPCODE__END);
	c->cpu[2 * NOPS + 1] = 0;
	code = gc_fe_start(c, c->addr, NOPS + 1, err);
	if (code)
		return code;
	if (fl_poll32(d, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK, GC_HI_IDLE_STATE__FE(1), WAIT_US,
		      "FE at its END", "IDLE_STATE", err))
		return fl_fail(err, FL_TIMEOUT, "FE does not come to its END: %s",
			       gc_hang_text(d, where, sizeof(where)));
	fl_read32(d, GC_FE_DMA_ADDRESS);
	at = fl_read32(d, GC_FE_DMA_ADDRESS);
	if (at - end > 16)
		return fl_fail(err, FL_FAILED, "FE is idle at 0x%08x, and its END is at 0x%08x", at, end);
	fl_did(up, "%d commands were skipped, and FE ended at 0x%08x", NOPS, at);
	return FL_OK;
}

static enum fl_code event(struct fl_bringup *up, struct fl_err *err)
{
	const uint32_t dw[] = {
	    GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) |
		GC_FE_LOAD_STATE_HEADER__OFFSET(GC_GL_EVENT / 4),
	    GC_GL_EVENT__EVENT_ID((uint32_t)EVENT_FE) | GC_GL_EVENT__FROM_FE(1),
	    GC_FE_END_HEADER__OP(GC_FE_OPCODE__END),
	    0,
	};
	enum fl_code code =
	    gc_fe_run(gc_card(up), dw, sizeof(dw) / sizeof(*dw), EVENT_FE, "an event of FE", err);

	if (!code)
		fl_did(up, "event %d of FE came", EVENT_FE);
	return code;
}

static enum fl_code wraps(struct fl_bringup *up, struct fl_err *err)
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

/* What a check stands on, and what it gives to those after it. */
enum {
	ANSWERS = 1 << 0,
	QUIET = 1 << 1,
	SET_UP = 1 << 2,
	MEMORY = 1 << 3, /* for commands */
	WALKS = 1 << 4,  /* FE carries them out */
	HEARD = 1 << 5,  /* and its events come */
	WAITED = 1 << 6, /* PE can be waited for */
	RING = 1 << 7,
};

extern const struct fl_check gc_checks[];
const struct fl_check gc_checks[] = {
    {"identity", "HI", gc_identify, 0, ANSWERS, false},
    {"reset", "HI", gc_reset, ANSWERS, QUIET, false},
    {"setup", "HI", gc_setup, QUIET, SET_UP, false},
    {"window", "MC", gc_window, SET_UP, MEMORY, false},
    {"memory", "MC", memory, MEMORY, 0, false},
    {"FE takes commands", "FE", walks, MEMORY, WALKS, false},
    {"event", "HI", event, WALKS, HEARD, false},
    {"semaphore and stall", "PE", gc_fe, HEARD, WAITED, false},
    {"ring", "FE", gc_ring_step, WAITED, RING, false},
    {"ring wraps around", "FE", wraps, RING, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
