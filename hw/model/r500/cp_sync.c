/* SPDX-License-Identifier: MIT
 *
 * What makes streams wait, skip packets, or inform the host: WAIT_UNTIL, semaphores, predication, scratch
 * registers, CP_RESYNC. R5xx guide 5.9, 6.2.4, 6.2.5.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <string.h>

/* Idle-clean is the same as idle here: waiting for it flushes nothing, so that what the caches hold stays
 * there. */
void mr500_cp_wait_until(struct mr500 *r, uint32_t value)
{
	if (value & (R500_WAIT_UNTIL__WAIT_3D_IDLE__MASK | R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN__MASK |
		     R500_WAIT_UNTIL__WAIT_VAP_IDLE__MASK))
		mr500_ga_finish(r);
	if (value & (R500_WAIT_UNTIL__WAIT_2D_IDLE__MASK | R500_WAIT_UNTIL__WAIT_2D_IDLECLEAN__MASK))
		mr500_e2_finish(r);
	if (value & (R500_WAIT_UNTIL__WAIT_DMA_GUI_IDLE__MASK | R500_WAIT_UNTIL__WAIT_DMA_VID_IDLE__MASK))
		mr500_cp_dma_finish(r);
}

/* ---- scratch registers --------------------------------------------------------------------------------- */
void mr500_cp_scratch(struct mr500 *r, unsigned i, uint32_t value)
{
	uint64_t at = (R500_REG(r, SCRATCH_ADDR) & ~31u) + 4ull * i;

	r->reg[R500_SCRATCH_REG(i) / 4] = value;
	if (!(R500_REG(r, SCRATCH_UMSK) >> i & 1))
		return;
	if (!fl_mem_write32(&r->base.mem, at, value))
		mr500_report(
		    r, FL_WARN, "CP", "R5xx guide 5.9",
		    "scratch register %u is written back to 0x%llx (SCRATCH_ADDR), where no memory is", i,
		    (unsigned long long)at);
}

/* A pair of pulses and a pair of FIFO entries make one scratch write. Pulses that come first are
 * remembered. */
static void resync(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;

	while (cp->sync_pulses && cp->n_resync_addr && cp->n_resync_data) {
		unsigned i = cp->resync_addr[0];
		uint32_t value = cp->resync_data[0];

		cp->sync_pulses--;
		memmove(cp->resync_addr, cp->resync_addr + 1, --cp->n_resync_addr);
		memmove(cp->resync_data, cp->resync_data + 1, --cp->n_resync_data * sizeof(value));
		mr500_cp_scratch(r, i, value);
	}
}

void mr500_cp_resync_write(struct mr500 *r, uint32_t offset, uint32_t value)
{
	struct mr500_cp *cp = r->cp;
	unsigned *n = offset == R500_CP_RESYNC_ADDR ? &cp->n_resync_addr : &cp->n_resync_data;

	if (*n == MR500_CP_RESYNC_QUEUE) {
		mr500_report(r, FL_WARN, "CP", "R5xx guide 5.9",
			     "more than 8 synchronizations wait in CP_RESYNC_*; the queue is 8 deep, and "
			     "this one is lost");
		return;
	}
	if (offset == R500_CP_RESYNC_ADDR)
		cp->resync_addr[(*n)++] = R500_CP_RESYNC_ADDR__RESYNC_ADDR__GET(value);
	else
		cp->resync_data[(*n)++] = value;
	resync(r);
}

/* RB3D_DSTCACHE_CTLSTAT.DC_FINISH: the color buffers signal that all drawing before it is done. */
void mr500_cp_sync_pulse(struct mr500 *r)
{
	if (r->cp->sync_pulses < MR500_CP_RESYNC_QUEUE)
		r->cp->sync_pulses++;
	resync(r);
}

/* ---- packets ------------------------------------------------------------------------------------------- */
bool mr500_cp_wait_over(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;
	uint32_t value, two;

	switch (cp->wait) {
	case MR500_CP_RUNS:
		return true;
	case MR500_CP_WAIT_SEMAPHORE:
		if ((uint32_t)cp->ram[cp->wait_at])
			return false;
		if (cp->wait_resets)
			cp->ram[cp->wait_at] = cp->wait_reset;
		break;
	case MR500_CP_WAIT_MEM:
		if (!mr500_cp_read_mem(r, cp->wait_at, &value, "semaphore") ||
		    !mr500_cp_read_mem(r, cp->wait_at + 4ull, &two, "semaphore"))
			return false;
		if (two != 2) {
			mr500_report(r, FL_REFUSE, "CP", "R5xx guide 6.2.5.2",
				     "WAIT_MEM: the dword behind the semaphore at 0x%08x is 0x%08x and must "
				     "be 2: the microengine gets confused and hangs",
				     cp->wait_at, two);
			mr500_cp_hang(r);
			return false;
		}
		if (value)
			return false;
		break;
	}
	cp->wait = MR500_CP_RUNS;
	return true;
}

static void skip(struct mr500 *r, uint32_t n)
{
	r->cp->skip_dw = n;
	r->cp->skip_stream = r->cp->at_stream;
}

static bool in_ib2(struct mr500 *r, const char *packet)
{
	if (r->cp->at_stream != MR500_CP_IB2)
		return false;
	mr500_report(r, FL_REFUSE, "CP", "R5xx guide 6.2.5",
		     "%s reads memory through indirect buffer 2, so it cannot stand in one", packet);
	mr500_cp_hang(r);
	return true;
}

/* COND_EXEC names no address: the boolean is where CP_IB2_BASE points. Not zero: execute. */
static bool cond_exec(struct mr500 *r, const uint32_t *dw, uint32_t n)
{
	uint32_t boolean;

	if (n != 2 || dw[0] != 2)
		return false;
	if (!in_ib2(r, "COND_EXEC") &&
	    mr500_cp_read_mem(r, R500_REG(r, CP_IB2_BASE) & ~3u, &boolean, "boolean of COND_EXEC") &&
	    !boolean)
		skip(r, R500_PKT3_COND_EXEC__EXEC_COUNT__EXEC_COUNT__GET(dw[1]));
	return true;
}

bool mr500_cp_sync_packet(struct mr500 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	struct mr500_cp *cp = r->cp;

	switch (opcode) {
	case R500_PKT3_PRED_EXEC: /* The model is device 0. */
		if (n != 1)
			return false;
		if (!(R500_PKT3_PRED_EXEC__PRED__DEVICE_SELECT__GET(dw[0]) & 1))
			skip(r, R500_PKT3_PRED_EXEC__PRED__EXEC_COUNT__GET(dw[0]));
		return true;
	case R500_PKT3_COND_EXEC:
		return cond_exec(r, dw, n);
	case R500_PKT3_WAIT_SEMAPHORE:
		if (n > 2 || dw[0] < MR500_CP_SEMAPHORES || dw[0] > 0xff)
			return false;
		cp->wait = MR500_CP_WAIT_SEMAPHORE;
		cp->wait_at = dw[0];
		cp->wait_resets = n == 2;
		cp->wait_reset = n == 2 ? dw[1] : 0;
		return true;
	case R500_PKT3_WAIT_MEM:
		if (n != 2 || dw[0] & 3 || dw[1] != 2)
			return false;
		if (in_ib2(r, "WAIT_MEM"))
			return true;
		cp->wait = MR500_CP_WAIT_MEM;
		cp->wait_at = dw[0];
		return true;
	}
	return false;
}
