/* SPDX-License-Identifier: MIT
 *
 * Step: does FE take commands, and do we hear of their end? The simplest run that there is (GC facts 2.6): a
 * short buffer that waits for PE, raises an event and ends.
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

enum {
	EVENT = 1,
	WAIT_US = 100000,
	STEP_US = 10,
	QWORD_DW = 2,
};

/* What was raised, and FE does not come to an end for: an error that names it; else FL_OK. Reading takes the
 * bits away: what is for others is kept. */
static enum fl_code look(struct gc_card *c, const char *what, struct fl_err *err)
{
	const uint32_t mmu = GC_HI_INTR_ACKNOWLEDGE__MMU_EXCEPTION__MASK,
		       axi = GC_HI_INTR_ACKNOWLEDGE__AXI_BUS_ERROR__MASK;
	struct fl_dev *d = c->up.dev;
	char fault[100], where[200];

	c->events |= fl_read32(d, GC_HI_INTR_ACKNOWLEDGE);
	if (!(c->events & (mmu | axi)))
		return FL_OK;
	return fl_fail(err, FL_FAILED, "%s: %s: %s; %s", what,
		       c->events & mmu ? "MMU: an exception" : "MC: an AXI bus error",
		       gc_mmu_fault_text(c, fault, sizeof(fault)), gc_hang_text(d, where, sizeof(where)));
}

enum fl_code gc_event_wait(struct gc_card *c, unsigned id, const char *what, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	const uint64_t began = fl_now_us(d);
	char where[260];
	enum fl_code code;

	for (;;) {
		code = look(c, what, err);
		if (code)
			return code;
		if (c->events & 1u << id) {
			c->events &= ~(1u << id);
			return FL_OK;
		}
		if (fl_now_us(d) - began >= WAIT_US || fl_stopped(d))
			break;
		fl_delay_us(d, STEP_US);
	}
	return fl_fail(err, FL_TIMEOUT, "%s: no event %u after %u ms%s; %s", what, id, WAIT_US / 1000,
		       GC_HI_IDLE_STATE__FE__GET(fl_read32(d, GC_HI_IDLE_STATE))
			   ? ", though FE came to its end: HI brings no interrupt"
			   : "",
		       gc_hang_text(d, where, sizeof(where)));
}

enum fl_code gc_fe_start(struct gc_card *c, uint32_t addr, uint32_t qwords, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	const uint32_t control = GC_FE_COMMAND_CONTROL__ENABLE(1) | GC_FE_COMMAND_CONTROL__PREFETCH(qwords);
	enum fl_code code =
	    fl_poll32(d, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK, GC_HI_IDLE_STATE__FE(1), WAIT_US,
		      "FE idle before it is started", "IDLE_STATE", err);

	if (code)
		return code;
	fl_read32(d, GC_HI_INTR_ACKNOWLEDGE);
	c->events = 0;
	fl_dma_sync(d, c->cpu, GC_OWN_B + GC_COMMANDS_B);
	fl_write32(d, GC_FE_COMMAND_ADDRESS, addr);
	fl_write32(d, GC_FE_COMMAND_CONTROL, control);
	if (gc_core_secure(&c->core))
		fl_write32(d, GC_MMUv2_SEC_COMMAND_CONTROL, control);
	return FL_OK;
}

static enum fl_code put_and_start(struct gc_card *c, const uint32_t *dw, unsigned n, const char *what,
				  struct fl_err *err)
{
	if (4 * n > GC_OWN_B - GC_RING_B)
		return fl_fail(err, FL_USAGE, "%s: %u dwords are more than there is room for", what, n);
	for (unsigned i = 0; i < n; i++)
		c->cpu[i] = dw[i];
	return gc_fe_start(c, c->addr, (n + QWORD_DW - 1) / QWORD_DW, err);
}

enum fl_code gc_fe_walk(struct gc_card *c, const uint32_t *dw, unsigned n, const char *what,
			struct fl_err *err)
{
	struct fl_err ignored;
	char where[260];
	enum fl_code code = put_and_start(c, dw, n, what, err);

	if (code)
		return code;
	if (!fl_poll32(c->up.dev, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK, GC_HI_IDLE_STATE__FE(1),
		       WAIT_US, "FE at its END", "IDLE_STATE", &ignored))
		return look(c, what, err);
	code = look(c, what, err);
	return code ? code
		    : fl_fail(err, FL_TIMEOUT, "%s: FE does not come to its END: %s", what,
			      gc_hang_text(c->up.dev, where, sizeof(where)));
}

enum fl_code gc_fe_run(struct gc_card *c, const uint32_t *dw, unsigned n, unsigned id, const char *what,
		       struct fl_err *err)
{
	enum fl_code code = put_and_start(c, dw, n, what, err);

	if (!code)
		code = gc_event_wait(c, id, what, err);
	return code ? code
		    : fl_poll32(c->up.dev, GC_HI_IDLE_STATE, GC_HI_IDLE_STATE__FE__MASK,
				GC_HI_IDLE_STATE__FE(1), WAIT_US, "FE at its END", "IDLE_STATE", err);
}

#define LOAD(offset)                                                                                 \
	(GC_FE_LOAD_STATE_HEADER__OP(GC_FE_OPCODE__LOAD_STATE) | GC_FE_LOAD_STATE_HEADER__COUNT(1) | \
	 GC_FE_LOAD_STATE_HEADER__OFFSET((offset) / 4))

enum fl_code gc_fe(struct fl_bringup *up, struct fl_err *err)
{
	const uint32_t token = GC_GL_SEMAPHORE_TOKEN__FROM(GC_SYNC_RECIPIENT__FE) |
			       GC_GL_SEMAPHORE_TOKEN__TO(GC_SYNC_RECIPIENT__PE);
	const uint32_t dw[] = {
	    LOAD(GC_GL_SEMAPHORE_TOKEN),
	    token,
	    GC_FE_STALL_HEADER__OP(GC_FE_OPCODE__STALL),
	    token,
	    LOAD(GC_GL_EVENT),
	    GC_GL_EVENT__EVENT_ID((uint32_t)EVENT) | GC_GL_EVENT__FROM_PE(1),
	    GC_FE_END_HEADER__OP(GC_FE_OPCODE__END),
	    0,
	};
	enum fl_code code = gc_fe_run(gc_card(up), dw, sizeof(dw) / sizeof(*dw), EVENT, "fe", err);

	if (!code)
		fl_did(up, "FE took %u dwords, PE was waited for, and event %d came",
		       (unsigned)(sizeof(dw) / sizeof(*dw)), EVENT);
	return code;
}
