/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: its registers, and the loop that makes packets out of a stream.
 */
#include "hw/model/r600/cp.h"
#include "hw/model/r600/grbm.h"
#include "hw/model/r600/ih.h"
#include <stdlib.h>
#include <string.h>

bool mr600_cp_new(struct mr600 *r)
{
	r->cp = calloc(1, sizeof(*r->cp));
	return r->cp;
}

void mr600_cp_free(struct mr600 *r)
{
	if (r->cp)
		free(r->cp->own);
	free(r->cp);
	r->cp = NULL;
}

/* The state at power-on, when the RAMs hold nothing. */
void mr600_cp_reset(struct mr600 *r)
{
	mr600_cp_soft_reset(r);
	mr600_cp_ram_reset(r);
	R600_REG(r, CP_ME_CNTL) = R600_CP_ME_CNTL__ME_HALT__MASK | R600_CP_ME_CNTL__PFP_HALT__MASK;
}

/* Streams and the current packet are dropped, and the pointers are 0; RAMs, ring address and scratch
 * registers stay. */
void mr600_cp_soft_reset(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;

	cp->rptr = cp->wptr = cp->rptr_told = 0;
	memset(cp->ib, 0, sizeof(cp->ib));
	cp->in_packet = cp->stuck = cp->initialized = false;
	cp->wait = MR600_CP_RUNS;
	cp->at_known = cp->predicated = false;
	cp->strmout_bases = cp->surface_bases = cp->int_status = cp->loads = 0;
	R600_REG(r, CP_RB_WPTR) = 0;
	R600_REG(r, CP_STRMOUT_CNTL) = 0;
}

void mr600_cp_hang(struct mr600 *r)
{
	r->cp->stuck = true;
}

void mr600_cp_malformed(struct mr600 *r, const char *what)
{
	mr600_report(r, FL_REFUSE, "CP", "R6xx/R7xx guide 5",
		     "malformed packet 0x%08x (%s): %s; the command processor hangs here", r->cp->header,
		     mr600_cp_packet_name(r->cp->header), what);
	mr600_cp_hang(r);
}

/* ---- packets ------------------------------------------------------------------------------------------- */
static void packet0(struct mr600 *r, uint32_t header, const uint32_t *dw, uint32_t n)
{
	uint32_t reg = R600_PKT0__BASE_INDEX__GET(header) << 2;

	for (uint32_t i = 0; i < n && !r->cp->stuck; i++, reg += 4)
		mr600_reg_write(r, reg, dw[i], MR600_CP);
}

static void execute(struct mr600 *r, const uint32_t *dw, uint32_t n)
{
	uint32_t header = r->cp->header;

	r->cp->executing = true;
	if (R600_PKT3__TYPE__GET(header) == R600_PKT3)
		mr600_cp_packet3(r, header, dw, n);
	else
		packet0(r, header, dw, n);
	r->cp->executing = false;
}

/* ---- the loop ------------------------------------------------------------------------------------------ */
static void mark(struct mr600 *r, unsigned stream)
{
	struct mr600_cp *cp = r->cp;
	uint64_t size_B;

	cp->at_known = true;
	cp->at_stream = stream;
	cp->at_host = false;
	if (stream == MR600_CP_RING) {
		cp->at_addr = mr600_cp_ring(r, &size_B);
		cp->at_dw = cp->rptr;
	} else {
		cp->at_addr = cp->ib[stream].addr;
		cp->at_dw = cp->ib[stream].at_dw;
		cp->at_host = cp->ib[stream].host;
	}
}

static bool halted(const struct mr600 *r)
{
	return R600_REG(r, CP_ME_CNTL) & (R600_CP_ME_CNTL__ME_HALT__MASK | R600_CP_ME_CNTL__PFP_HALT__MASK);
}

static bool engines_run(struct mr600 *r)
{
	const char *missing;

	if (halted(r))
		return false;
	if (mr600_cp_loaded(r, &missing))
		return true;
	mr600_report(
	    r, FL_REFUSE, "CP", "Linux r600_cp_load_microcode",
	    "commands wait, but the %s has no microcode, or not all of it: write its address register "
	    "to 0 and then every dword of the image to its data register, while CP_ME_CNTL halts both "
	    "engines",
	    missing);
	return false;
}

/* Reads one packet, or as much of it as is there, and carries it out when it is whole. False: nothing more
 * can be done now. */
static bool step(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;
	unsigned stream = mr600_cp_stream(r);
	const uint32_t *dw;
	uint32_t got, need;

	if (!mr600_cp_avail(r, stream) || !engines_run(r))
		return false;
	if (!cp->in_packet) {
		mark(r, stream);
		dw = mr600_cp_peek(r, stream, 1, &got);
		if (!dw)
			return false;
		cp->header = *dw;
		cp->have_dw = 0;
		cp->need_dw =
		    R600_PKT3__TYPE__GET(cp->header) == 2 ? 0 : R600_PKT3__COUNT__GET(cp->header) + 1;
		if (R600_PKT3__TYPE__GET(cp->header) == 1) {
			mr600_cp_malformed(r, "the family has no packets of type 1");
			return false;
		}
		if (stream != MR600_CP_RING && cp->need_dw >= cp->ib[stream].size_dw - cp->ib[stream].at_dw) {
			mr600_cp_malformed(r, "the indirect buffer ends inside it");
			return false;
		}
		mr600_cp_take(r, stream, 1);
		if (!cp->need_dw)
			return true;
		cp->in_packet = true;
	}
	need = cp->need_dw - cp->have_dw;
	if (!mr600_cp_avail(r, stream))
		return false;
	dw = mr600_cp_peek(r, stream, need, &got);
	if (!dw)
		return false;
	/* A copy, whether the packet comes whole or in pieces: what it does may write to where it stands, and
	 * so may others at any time. What was checked is what is carried out. */
	memcpy(cp->body + cp->have_dw, dw, 4ull * got);
	cp->have_dw += got;
	mr600_cp_take(r, stream, got);
	if (got < need)
		return true;
	cp->in_packet = false;
	execute(r, cp->body, cp->need_dw);
	return true;
}

static bool may_work(const struct mr600 *r)
{
	return !r->cp->stuck && !r->cp->fault_stuck && !r->grbm->pipe_hung && !halted(r) &&
	       !(r->grbm->in_reset & R600_GRBM_SOFT_RESET__SOFT_RESET_CP__MASK);
}

void mr600_cp_work(struct mr600 *r, int64_t budget)
{
	struct mr600_cp *cp = r->cp;

	cp->budget = budget;
	while (cp->budget > 0 && may_work(r) && mr600_cp_wait_over(r) && step(r))
		;
}

bool mr600_cp_busy(const struct mr600 *r)
{
	const struct mr600_cp *cp = r->cp;

	return cp->stuck || cp->in_packet || cp->wait != MR600_CP_RUNS || cp->ib[MR600_CP_IB1].active ||
	       cp->ib[MR600_CP_IB2].active || mr600_cp_avail(r, MR600_CP_RING);
}

/* There is something to do, and nothing prevents it. */
bool mr600_cp_can_progress(const struct mr600 *r)
{
	return may_work(r) && mr600_cp_busy(r);
}

bool mr600_cp_run(struct mr600 *r, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	struct mr600_cp *cp = r->cp;

	if (!r->base.ops->wait(&r->base) || !engines_run(r))
		return false;
	if (gpu_addr & 3) {
		mr600_report(r, FL_REFUSE, "CP", "R6xx/R7xx guide 5.3.2",
			     "the indirect buffer at 0x%llx is not aligned to a dword",
			     (unsigned long long)gpu_addr);
		return false;
	}
	if (!mr600_cp_start_ib(r, MR600_CP_IB1, dw, gpu_addr, size_dw))
		return false;
	while (mr600_cp_busy(r)) {
		mr600_cp_work(r, 1 << 20);
		if ((cp->budget > 0 && mr600_cp_busy(r)) || !may_work(r))
			break; /* it waits for the host, or hangs */
	}
	mr600_cp_tell_waits(r);
	if (!mr600_cp_own_ib(r))
		return false;
	return !mr600_cp_busy(r) && !r->grbm->pipe_hung;
}

void mr600_cp_tell_waits(struct mr600 *r)
{
	const struct mr600_cp *cp = r->cp;

	if (cp->stuck)
		return;
	if (cp->wait == MR600_CP_WAIT_SEMAPHORE)
		mr600_report(r, FL_NOTE, "CP", "Linux r600_semaphore_ring_emit",
			     "the stream waits at a semaphore, 0x%llx, that nobody signals",
			     (unsigned long long)cp->wait_at);
	else if (cp->wait != MR600_CP_RUNS)
		mr600_report(r, FL_NOTE, "CP", "R6xx/R7xx guide 5.3.3",
			     "the stream waits (WAIT_REG_MEM) for 0x%llx, of which the bits 0x%08x are to "
			     "compare with 0x%08x, function %u; nothing that is left to do changes it",
			     (unsigned long long)cp->wait_at, cp->wait_mask, cp->wait_reference,
			     cp->wait_function);
}

static bool overlaps(uint64_t a, uint64_t a_B, uint64_t b, uint64_t b_B)
{
	return a < b + b_B && b < a + a_B;
}

bool mr600_cp_polled(const struct mr600 *r, uint64_t addr, uint64_t size_B)
{
	uint64_t ring_B, ring = mr600_cp_ring(r, &ring_B);
	uint64_t rptr =
	    (R600_REG(r, CP_RB_RPTR_ADDR) & ~3u) | (uint64_t)(R600_REG(r, CP_RB_RPTR_ADDR_HI) & 0xff) << 32;

	return overlaps(addr, size_B, rptr, 4) || overlaps(addr, size_B, ring, ring_B) ||
	       overlaps(addr, size_B, (uint64_t)R600_REG(r, SCRATCH_ADDR) << 8, 32);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static uint32_t stat(const struct mr600 *r)
{
	const struct mr600_cp *cp = r->cp;
	uint32_t v = 0;

	if (mr600_cp_avail(r, MR600_CP_RING))
		v |= R600_CP_STAT__CSF_RING_BUSY__MASK | R600_CP_STAT__ROQ_RING_BUSY__MASK;
	if (cp->ib[MR600_CP_IB1].active)
		v |= R600_CP_STAT__CSF_INDIRECT1_BUSY__MASK | R600_CP_STAT__ROQ_INDIRECT1_BUSY__MASK;
	if (cp->ib[MR600_CP_IB2].active)
		v |= R600_CP_STAT__CSF_INDIRECT2_BUSY__MASK | R600_CP_STAT__ROQ_INDIRECT2_BUSY__MASK;
	if (cp->wait == MR600_CP_WAIT_SEMAPHORE)
		v |= R600_CP_STAT__SEMAPHORE_BUSY__MASK;
	if (cp->in_packet || cp->stuck || cp->wait != MR600_CP_RUNS)
		v |= R600_CP_STAT__ME_BUSY__MASK | R600_CP_STAT__MEQ_BUSY__MASK;
	return v ? v | R600_CP_STAT__CP_BUSY__MASK : 0;
}

uint32_t mr600_cp_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	switch (offset) {
	case R600_CP_RB_RPTR:
		return r->cp->rptr;
	case R600_CP_RB_WPTR:
		return r->cp->wptr;
	case R600_CP_STAT:
		return stat(r);
	case R600_CP_ME_RAM_DATA:
	case R600_CP_PFP_UCODE_DATA:
		return mr600_cp_ram_read(r, offset);
	case R600_CP_INT_STATUS:
		return r->cp->int_status;
	case R600_CP_COHER_STATUS: /* SURFACE_SYNC is done when it was carried out */
		return 0;
	}
	return r->reg[offset / 4];
}

void mr600_cp_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	if (offset >= R600_SCRATCH_REG0 && offset <= R600_SCRATCH_REG7) {
		mr600_cp_scratch(r, (offset - R600_SCRATCH_REG0) / 4, value);
		return;
	}
	switch (offset) {
	case R600_WAIT_UNTIL:
		mr600_cp_wait_until(r, value);
		break;
	case R600_CP_RB_WPTR:
		mr600_cp_wptr(r, value);
		break;
	case R600_CP_RB_RPTR_WR:
		if (R600_REG(r, CP_RB_CNTL) & R600_CP_RB_CNTL__RB_RPTR_WR_ENA__MASK)
			r->cp->rptr = r->cp->rptr_told = value;
		break;
	case R600_CP_INT_STATUS: /* from the stream: raised; from the host: acknowledged */
		if (from == MR600_CP)
			mr600_cp_interrupt(r, value, MR600_IH_CP_RB);
		else
			r->cp->int_status &= ~value;
		break;
	case R600_CP_PFP_UCODE_ADDR:
	case R600_CP_PFP_UCODE_DATA:
	case R600_CP_ME_RAM_RADDR:
	case R600_CP_ME_RAM_WADDR:
	case R600_CP_ME_RAM_DATA:
		mr600_cp_ram_write(r, offset, value);
		break;
	}
}
