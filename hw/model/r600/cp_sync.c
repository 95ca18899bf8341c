/* SPDX-License-Identifier: MIT
 *
 * What makes streams wait, or informs the host: WAIT_UNTIL, WAIT_REG_MEM, semaphores, scratch registers.
 * R6xx/R7xx guide 5.3.3, 5.3.5; Linux r600_semaphore_ring_emit.
 */
#include "hw/model/clock.h"
#include "hw/model/r600/cp.h"
#include "hw/model/r600/dma.h"

enum { CLOCK_PER_US = 27 }; /* the reference clock: 27 MHz */

uint64_t mr600_cp_clock(struct mr600 *r)
{
	return fl_clock(&r->base, &r->cp->clock, CLOCK_PER_US);
}

/* Idle-clean is the same as idle here: waiting for it flushes nothing, so that what the caches hold stays
 * there. */
void mr600_cp_wait_until(struct mr600 *r, uint32_t value)
{
	if (value & (R600_WAIT_UNTIL__WAIT_3D_IDLE__MASK | R600_WAIT_UNTIL__WAIT_3D_IDLECLEAN__MASK)) {
		mr600_finish_for(r, mr600_cp_flush_ahead(r));
		r->cp->idle_due = false;
	}
}

void mr600_cp_scratch(struct mr600 *r, unsigned i, uint32_t value)
{
	uint64_t at = ((uint64_t)R600_REG(r, SCRATCH_ADDR) << 8) + 4ull * i;

	if (!(R600_REG(r, SCRATCH_UMSK) >> i & 1))
		return;
	if (!fl_mem_write32(&r->base.mem, at, value))
		mr600_report(
		    r, FL_WARN, "CP", "Linux r600_cp_resume",
		    "scratch register %u is written back to 0x%llx (SCRATCH_ADDR), where no memory is", i,
		    (unsigned long long)at);
}

/* ---- WAIT_REG_MEM -------------------------------------------------------------------------------------- */
bool mr600_cp_compare(unsigned function, uint32_t value, uint32_t reference)
{
	switch (function) {
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__LESS:
		return value < reference;
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__LESS_EQUAL:
		return value <= reference;
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__EQUAL:
		return value == reference;
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__NOT_EQUAL:
		return value != reference;
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__GREATER_EQUAL:
		return value >= reference;
	case R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__GREATER:
		return value > reference;
	}
	return true;
}

static bool poll(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;
	uint32_t value;

	if (cp->wait == MR600_CP_WAIT_REG)
		value = mr600_reg_read(r, (uint32_t)cp->wait_at, MR600_CP);
	else if (!mr600_cp_read_mem(r, cp->wait_at, &value, "place that WAIT_REG_MEM polls"))
		return false;
	return mr600_cp_compare(cp->wait_function, value & cp->wait_mask, cp->wait_reference);
}

/* ---- semaphores: counters of 64 bits in memory --------------------------------------------------------- */
bool mr600_semaphore_take(struct mr600 *r, uint64_t at)
{
	uint32_t lo, hi;

	if (!mr600_cp_read_mem(r, at, &lo, "semaphore") || !mr600_cp_read_mem(r, at + 4, &hi, "semaphore"))
		return false;
	if (!lo && !hi)
		return false;
	hi -= !lo;
	return mr600_cp_write_mem(r, at, lo - 1, "semaphore") &&
	       mr600_cp_write_mem(r, at + 4, hi, "semaphore");
}

void mr600_semaphore_give(struct mr600 *r, uint64_t at)
{
	uint32_t lo, hi;

	if (mr600_cp_read_mem(r, at, &lo, "semaphore") && mr600_cp_read_mem(r, at + 4, &hi, "semaphore") &&
	    mr600_cp_write_mem(r, at, lo + 1, "semaphore"))
		mr600_cp_write_mem(r, at + 4, hi + !(lo + 1), "semaphore");
}

bool mr600_cp_wait_over(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;

	if (cp->wait == MR600_CP_RUNS)
		return true;
	if (cp->wait == MR600_CP_WAIT_SEMAPHORE ? !mr600_semaphore_take(r, cp->wait_at) : !poll(r))
		return false;
	cp->wait = MR600_CP_RUNS;
	return true;
}

static bool wait_reg_mem(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 6, RESERVED = 7 };
	struct mr600_cp *cp = r->cp;
	bool memory = R600_PKT3_WAIT_REG_MEM__CTRL__MEM_SPACE__GET(dw[0]);

	if (n != DWORDS || R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__GET(dw[0]) == RESERVED)
		return false;
	cp->wait_function = R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__GET(dw[0]);
	cp->wait_reference = dw[3];
	cp->wait_mask = dw[4];
	if (R600_PKT3_WAIT_REG_MEM__CTRL__ENGINE__GET(dw[0]) &&
	    (!memory || cp->wait_function != R600_PKT3_WAIT_REG_MEM__CTRL__FUNCTION__GREATER_EQUAL)) {
		mr600_report(r, FL_REFUSE, "CP", "R6xx/R7xx guide 5.3.3",
			     "WAIT_REG_MEM on the prefetch parser (bit 8) of 0x%08x: it waits for memory "
			     "only, and for \"greater or equal\" only; the command processor hangs",
			     dw[0]);
		mr600_cp_hang(r);
		return true;
	}
	cp->wait = memory ? MR600_CP_WAIT_MEM : MR600_CP_WAIT_REG;
	cp->wait_at = memory ? (dw[1] & ~3u) | (uint64_t)(dw[2] & 0xff) << 32 : (dw[1] & 0xffff) * 4ull;
	return true;
}

static bool semaphore(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	uint64_t at = (dw[0] & ~7u) | (uint64_t)(dw[1] & 0xff) << 32;

	if (n != 2 || dw[0] & 7)
		return false;
	switch (R600_PKT3_MEM_SEMAPHORE__SEM_SEL_ADDRESS_HI__SEM_SEL__GET(dw[1])) {
	case R600_PKT3_MEM_SEMAPHORE__SEM_SEL_ADDRESS_HI__SEM_SEL__SIGNAL:
		mr600_semaphore_give(r, at);
		return true;
	case R600_PKT3_MEM_SEMAPHORE__SEM_SEL_ADDRESS_HI__SEM_SEL__WAIT:
		r->cp->wait = MR600_CP_WAIT_SEMAPHORE;
		r->cp->wait_at = at;
		return true;
	}
	return false;
}

bool mr600_cp_sync_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	return opcode == R600_PKT3_WAIT_REG_MEM ? wait_reg_mem(r, dw, n) : semaphore(r, dw, n);
}
