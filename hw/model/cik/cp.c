/* SPDX-License-Identifier: MIT
 *
 * CP: its registers, and whose turn it is.
 */
#include "hw/model/cik/chip.h"
#include "hw/model/cik/mec.h"
#include "hw/model/cik/pixels.h"
#include "hw/model/cik/rlc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool mcik_cp_new(struct mcik *c)
{
	c->cp = calloc(1, sizeof(*c->cp));
	return c->cp;
}

void mcik_cp_free(struct mcik *c)
{
	if (c->cp)
		free(c->cp->own);
	free(c->cp);
	c->cp = NULL;
}

/* What was queued is gone; microcode and the ring's place stay. */
void mcik_cp_soft_reset(struct mcik *c)
{
	struct mcik_cp *cp = c->cp;

	cp->gfx = (struct mcik_pm4){.kind = MCIK_ON_GFX, .name = "ring"};
	cp->ce = (struct mcik_pm4){.kind = MCIK_ON_CE, .name = "CE"};
	cp->turn = NULL;
	cp->ce_counter = cp->de_counter = 0;
	cp->index_type_gone = false;
	memset(cp->strmout, 0, sizeof(cp->strmout));
}

void mcik_cp_reset(struct mcik *c)
{
	struct mcik_cp *cp = c->cp;

	mcik_cp_soft_reset(c);
	for (unsigned i = 0; i < MCIK_RAMS; i++)
		cp->ram[i].at = cp->ram[i].written = 0;
	cp->index_base = cp->indirect_base = cp->index_max = 0;
	CIK_REG(c, CP_ME_CNTL) =
	    CIK_CP_ME_CNTL__CE_HALT__MASK | CIK_CP_ME_CNTL__PFP_HALT__MASK | CIK_CP_ME_CNTL__ME_HALT__MASK;
}

void mcik_malformed(struct mcik *c, struct mcik_pm4 *q, const char *what)
{
	if (!q->stuck)
		mcik_report(c, FL_REFUSE, "CP", "CIK facts 1",
			    "malformed packet 0x%08x (%s): %s; the command processor hangs here", q->header,
			    mcik_packet_name(q->header), what);
	q->stuck = true;
}

/* ---- turns --------------------------------------------------------------------------------------------- */
static bool halted(const struct mcik *c, const struct mcik_pm4 *q)
{
	uint32_t v = CIK_REG(c, CP_ME_CNTL);

	switch (q->kind) {
	case MCIK_ON_CE:
		return v & CIK_CP_ME_CNTL__CE_HALT__MASK;
	case MCIK_ON_MEC:
		return CIK_REG(c, CP_MEC_CNTL) & (q->me == 1 ? CIK_CP_MEC_CNTL__MEC_ME1_HALT__MASK
							     : CIK_CP_MEC_CNTL__MEC_ME2_HALT__MASK);
	}
	return v & (CIK_CP_ME_CNTL__PFP_HALT__MASK | CIK_CP_ME_CNTL__ME_HALT__MASK);
}

/* Which RAMs a consumer's microcode is in: one, or two. */
static void rams_of(const struct mcik_pm4 *q, unsigned ram[2])
{
	ram[0] = q->kind == MCIK_ON_CE    ? MCIK_RAM_CE
		 : q->kind == MCIK_ON_MEC ? MCIK_RAM_MEC1 + q->me - 1u
					  : MCIK_RAM_PFP;
	ram[1] = q->kind == MCIK_ON_GFX ? MCIK_RAM_ME : ram[0];
}

static bool has_microcode(struct mcik *c, const struct mcik_pm4 *q)
{
	unsigned ram[2];

	rams_of(q, ram);
	if (!mcik_rlc_runs(c)) {
		mcik_report(c, FL_REFUSE, "CP", "Linux cik_rlc_resume",
			    "commands wait for the %s, but the RLC does not run, without which no command "
			    "processor does: load its microcode, and set RLC_CNTL to 1",
			    q->name);
		return false;
	}
	if (mcik_ram_loaded(c, ram[0]) && mcik_ram_loaded(c, ram[1]))
		return true;
	mcik_report(
	    c, FL_REFUSE, "CP", "Linux cik_cp_gfx_load_microcode",
	    "commands wait, but the engine of the %s has no microcode, or not all of it: with CP_ME_CNTL "
	    "and CP_MEC_CNTL halting the engines, set its address register to 0, and write each dword to "
	    "its data register",
	    q->name);
	return false;
}

static bool may_work(struct mcik *c, const struct mcik_pm4 *q)
{
	const uint32_t resets =
	    CIK_GRBM_SOFT_RESET__SOFT_RESET_CP__MASK | CIK_GRBM_SOFT_RESET__SOFT_RESET_CPG__MASK;

	return mcik_pm4_busy(q) && !q->stuck && !c->cp->fault_stuck && !halted(c, q) &&
	       !(CIK_REG(c, GRBM_SOFT_RESET) & resets) && has_microcode(c, q);
}

/* The host's copy of the read pointer. */
static void tell_rptr(struct mcik *c, struct mcik_pm4 *q)
{
	if (q->rptr_at && q->rptr != q->rptr_told)
		mcik_vm_write(c, q->ring_vmid, q->rptr_at, &q->rptr, sizeof(q->rptr), MCIK_CLIENT_CPF);
	q->rptr_told = q->rptr;
}

static bool turn_of(struct mcik *c, struct mcik_pm4 *q)
{
	bool did = false;

	while (c->cp->budget > 0 && may_work(c, q) && mcik_pm4_step(c, q))
		did = true;
	tell_rptr(c, q);
	return did;
}

bool mcik_cp_work(struct mcik *c, int64_t budget)
{
	struct mcik_cp *cp = c->cp;
	bool did = false, again = true;

	cp->budget = budget;
	while (again) {
		again = turn_of(c, &cp->gfx);
		again |= turn_of(c, &cp->ce);
		for (unsigned i = 0; i < MCIK_ALL_QUEUES; i++)
			if (c->mec->queue[i].ring_dw)
				again |= turn_of(c, &c->mec->queue[i]);
		did |= again;
	}
	return did;
}

bool mcik_cp_busy(const struct mcik *c)
{
	bool busy = mcik_pm4_busy(&c->cp->gfx) || mcik_pm4_busy(&c->cp->ce);

	for (unsigned i = 0; i < MCIK_ALL_QUEUES; i++)
		busy |= mcik_pm4_busy(&c->mec->queue[i]);
	return busy;
}

bool mcik_cp_run(struct mcik *c, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw)
{
	struct mcik_cp *cp = c->cp;
	struct mcik_ib ib = {.addr = gpu_addr, .size_dw = size_dw};
	uint32_t *own = NULL;
	bool done;

	if (!mcik_chip_go_on(c) || halted(c, &cp->gfx) || !has_microcode(c, &cp->gfx))
		return false;
	if (gpu_addr & 3) {
		mcik_report(c, FL_REFUSE, "CP", "CIK facts 1.2",
			    "an indirect buffer at 0x%llx: that is no multiple of 4",
			    (unsigned long long)gpu_addr);
		return false;
	}
	if (!size_dw)
		return true;
	if (dw) {
		own = malloc(4ull * size_dw);
		if (!own)
			return false;
		ib.host = memcpy(own, dw, 4ull * size_dw);
		free(cp->own);
		cp->own = own;
	}
	mcik_pm4_start_ib(c, &cp->gfx, &ib, false);
	done = mcik_chip_go_on(c);
	/* Pixels that are waited for may go on waiting: for the flush that is appended to a submission. */
	if (mcik_rb_is_due(c))
		mcik_rb_settle(c);
	return done;
}

/* ---- what is said -------------------------------------------------------------------------------------- */
static void tell(struct mcik *c, const struct mcik_pm4 *q)
{
	static const char *const what[] = {"",
					   "a dword of memory (WAIT_REG_MEM)",
					   "a register (WAIT_REG_MEM)",
					   "a semaphore (MEM_SEMAPHORE)",
					   "the counter of the constant engine (WAIT_ON_CE_COUNTER)",
					   "the counter of the draws (WAIT_ON_DE_COUNTER_DIFF)"};

	if (q->stuck || q->wait == MCIK_RUNS)
		return;
	mcik_report(
	    c, FL_NOTE, "CP", "CIK facts 1.2",
	    "%s waits for %s at 0x%llx, of which the bits 0x%08x are to compare with 0x%08x, function %u; "
	    "nothing that is left to do changes it",
	    q->name, what[q->wait], (unsigned long long)q->wait_at, q->wait_mask, q->wait_reference,
	    q->wait_function);
}

void mcik_cp_tell_waits(struct mcik *c)
{
	tell(c, &c->cp->gfx);
	tell(c, &c->cp->ce);
	for (unsigned i = 0; i < MCIK_ALL_QUEUES; i++)
		tell(c, &c->mec->queue[i]);
}

void mcik_cp_where(const struct mcik *c, char *out, size_t size)
{
	static const char *const in[] = {"", " IB", " IB2"};
	const struct mcik_pm4 *q = c->cp->turn;

	if (c->grbm->host)
		snprintf(out, size, "host %s 0x%04x", c->grbm->host_write ? "write" : "read",
			 c->grbm->host_offset);
	else if (!q || !q->at_known)
		snprintf(out, size, "host");
	else if (q->at_host)
		snprintf(out, size, "commands+0x%x dw, %s", q->at_dw, mcik_packet_name(q->header));
	else
		snprintf(out, size, "%s%s 0x%llx+0x%x dw, %s", q->name, in[q->at_depth],
			 (unsigned long long)q->at_addr, q->at_dw, mcik_packet_name(q->header));
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static void ring(struct mcik *c)
{
	struct mcik_pm4 *q = &c->cp->gfx;
	uint32_t cntl = CIK_REG(c, CP_RB0_CNTL);

	q->ring_addr = (CIK_REG(c, CP_RB0_BASE) | (uint64_t)CIK_REG(c, CP_RB0_BASE_HI) << 32) << 8;
	q->ring_dw =
	    2u << (CIK_CP_RB0_CNTL__RB_BUFSZ__GET(cntl) > 22 ? 22 : CIK_CP_RB0_CNTL__RB_BUFSZ__GET(cntl));
	q->ring_vmid = CIK_REG(c, CP_RB_VMID) & 0xf;
	q->rptr_at = cntl & CIK_CP_RB0_CNTL__RB_NO_UPDATE__MASK
			 ? 0
			 : mcik_addr(CIK_REG(c, CP_RB0_RPTR_ADDR) & ~3u, CIK_REG(c, CP_RB0_RPTR_ADDR_HI));
	if (cntl & CIK_CP_RB0_CNTL__RB_RPTR_WR_ENA__MASK)
		q->rptr = CIK_REG(c, CP_RB_RPTR_WR) & (q->ring_dw - 1);
	q->rptr &= q->ring_dw - 1;
	q->wptr &= q->ring_dw - 1;
}

static void write_pointer(struct mcik *c, uint32_t value)
{
	struct mcik_pm4 *q = &c->cp->gfx;

	ring(c);
	if (value >= q->ring_dw)
		mcik_report(
		    c, FL_WARN, "CP", "Linux cik_cp_gfx_resume",
		    "CP_RB0_WPTR 0x%x is not inside of the ring, which has 0x%x dwords (CP_RB0_CNTL); it "
		    "wraps",
		    value, q->ring_dw);
	q->wptr = value & (q->ring_dw - 1);
}

static uint32_t status(const struct mcik *c)
{
	const struct mcik_pm4 *q = &c->cp->gfx;
	uint32_t v = 0;

	if (q->wptr != q->rptr)
		v |= CIK_CP_STAT__ROQ_RING_BUSY__MASK;
	if (q->depth)
		v |= CIK_CP_STAT__ROQ_INDIRECT1_BUSY__MASK;
	if (q->depth > 1)
		v |= CIK_CP_STAT__ROQ_INDIRECT2_BUSY__MASK;
	if (q->wait == MCIK_WAIT_SEMAPHORE)
		v |= CIK_CP_STAT__SEMAPHORE_BUSY__MASK;
	if (q->stuck || q->wait != MCIK_RUNS)
		v |= CIK_CP_STAT__ME_BUSY__MASK;
	if (mcik_pm4_busy(&c->cp->ce))
		v |= CIK_CP_STAT__CE_BUSY__MASK;
	return v ? v | CIK_CP_STAT__CP_BUSY__MASK : 0;
}

static uint32_t cp_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	if (mcik_ram_show(c, offset, &stored))
		return stored;
	switch (offset) {
	case CIK_CP_RB0_RPTR:
		return c->cp->gfx.rptr;
	case CIK_CP_RB0_WPTR:
		return c->cp->gfx.wptr;
	case CIK_CP_STAT:
		return status(c);
	case CIK_CP_COHER_STATUS: /* done when it was carried out */
		return 0;
	case CIK_CP_CE_COUNTER:
		return c->cp->ce_counter;
	}
	return stored;
}

static void cp_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	if (mcik_ram_port(c, offset, value))
		return;
	switch (offset) {
	case CIK_CP_RB0_WPTR:
		write_pointer(c, value);
		break;
	case CIK_CP_RB0_BASE:
	case CIK_CP_RB0_BASE_HI:
	case CIK_CP_RB0_CNTL:
	case CIK_CP_RB_VMID:
		ring(c);
		break;
	}
}

const struct mcik_owner mcik_cp_owner = {cp_write, cp_read};
