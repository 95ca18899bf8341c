/* SPDX-License-Identifier: MIT
 *
 * SDMA's rings and registers. Linux cik_sdma.c (cik_sdma_gfx_resume, cik_sdma_load_microcode).
 */
#include "hw/model/cik/sdma.h"
#include "hw/model/cik/grbm.h"
#include <stdlib.h>
#include <string.h>

bool mcik_sdma_new(struct mcik *c)
{
	c->sdma = calloc(1, sizeof(*c->sdma));
	return c->sdma;
}

void mcik_sdma_free(struct mcik *c)
{
	free(c->sdma);
	c->sdma = NULL;
}

void mcik_sdma_reset(struct mcik *c)
{
	bool fault_stuck = c->sdma->fault_stuck;

	memset(c->sdma, 0, sizeof(*c->sdma));
	c->sdma->fault_stuck = fault_stuck;
	for (unsigned e = 0; e < MCIK_SDMAS; e++)
		CIK_SDMA_REG(c, e, F32_CNTL) = CIK_SDMA0_F32_CNTL__HALT__MASK;
}

void mcik_sdma_soft_reset(struct mcik *c, unsigned e)
{
	struct mcik_sdma_engine *s = &c->sdma->engine[e];

	s->rptr = s->wptr = s->ib_at = s->ib_dw = 0;
	s->stuck = s->polls = false;
	CIK_SDMA_REG(c, e, F32_CNTL) = CIK_SDMA0_F32_CNTL__HALT__MASK;
	CIK_SDMA_REG(c, e, GFX_RB_CNTL) &= ~CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK;
}

static uint32_t ring_dw(const struct mcik *c, unsigned e)
{
	enum { LEAST_LOG2 = 4, MOST_LOG2 = 20 };
	unsigned n = CIK_SDMA0_GFX_RB_CNTL__RB_SIZE__GET(CIK_SDMA_REG(c, e, GFX_RB_CNTL));

	return 1u << (n < LEAST_LOG2 ? LEAST_LOG2 : n > MOST_LOG2 ? MOST_LOG2 : n);
}

static uint32_t avail(const struct mcik *c, unsigned e)
{
	const struct mcik_sdma_engine *s = &c->sdma->engine[e];

	if (s->ib_at < s->ib_dw)
		return s->ib_dw - s->ib_at;
	if (!(CIK_SDMA_REG(c, e, GFX_RB_CNTL) & CIK_SDMA0_GFX_RB_CNTL__RB_ENABLE__MASK))
		return 0;
	return (s->wptr - s->rptr) & (ring_dw(c, e) - 1);
}

bool mcik_sdma_busy(const struct mcik *c, unsigned e)
{
	const struct mcik_sdma_engine *s = &c->sdma->engine[e];

	return s->stuck || s->polls || avail(c, e);
}

unsigned mcik_sdma_vmid(const struct mcik *c, unsigned e)
{
	return c->sdma->engine[e].vmid;
}

enum mcik_client mcik_sdma_client(unsigned e)
{
	return e ? MCIK_CLIENT_SDM1 : MCIK_CLIENT_SDM0;
}

bool mcik_sdma_peek(struct mcik *c, unsigned e, uint32_t from, uint32_t *to, uint32_t n)
{
	const struct mcik_sdma_engine *s = &c->sdma->engine[e];
	uint64_t ring = (CIK_SDMA_REG(c, e, GFX_RB_BASE) | (uint64_t)CIK_SDMA_REG(c, e, GFX_RB_BASE_HI) << 32)
			<< 8;
	unsigned vmid = mcik_sdma_vmid(c, e);

	if (s->ib_at < s->ib_dw)
		return mcik_vm_read(c, vmid, s->ib_addr + 4ull * (s->ib_at + from), to, 4ull * n,
				    mcik_sdma_client(e));
	for (uint32_t i = 0; i < n; i++)
		if (!mcik_vm_read(c, vmid, ring + 4ull * ((s->rptr + from + i) & (ring_dw(c, e) - 1)), &to[i],
				  4, mcik_sdma_client(e)))
			return false;
	return true;
}

/* ---- turns --------------------------------------------------------------------------------------------- */
static bool may_work(struct mcik *c, unsigned e)
{
	const struct mcik_sdma_engine *s = &c->sdma->engine[e];

	if ((e && c->sdma->fault_stuck) || s->stuck || !avail(c, e) ||
	    CIK_SDMA_REG(c, e, F32_CNTL) & CIK_SDMA0_F32_CNTL__HALT__MASK)
		return false;
	if (s->ucode_dw >= MCIK_SDMA_DW)
		return true;
	mcik_report(
	    c, FL_REFUSE, "SDMA", "Linux cik_sdma_load_microcode",
	    "packets wait, but engine %u has no microcode, or not all of it: SDMA0_UCODE_ADDR = 0, and each "
	    "dword to SDMA0_UCODE_DATA, while SDMA0_F32_CNTL halts it",
	    e);
	return false;
}

static bool still_polls(struct mcik *c, unsigned e)
{
	struct mcik_sdma_engine *s = &c->sdma->engine[e];
	uint32_t value = 0;

	if (!s->polls)
		return false;
	if (!s->poll_memory)
		value = mcik_reg_read(c, (uint32_t)s->poll_at, MCIK_CP);
	else if (!mcik_vm_read(c, mcik_sdma_vmid(c, e), s->poll_at, &value, 4, mcik_sdma_client(e)))
		return s->polls = false;
	s->polls = !mcik_compare(s->poll_function, value & s->poll_mask, s->poll_reference);
	return s->polls;
}

static bool step(struct mcik *c, unsigned e)
{
	enum { HEADER_DW = 4 }; /* of a packet's, enough to know its length */
	struct mcik_sdma_engine *s = &c->sdma->engine[e];
	uint32_t *dw = c->sdma->data, there = avail(c, e), n;
	bool in_ib = s->ib_at < s->ib_dw, ok;

	s->vmid = in_ib ? s->ib_vmid : CIK_SDMA0_GFX_RB_CNTL__RB_VMID__GET(CIK_SDMA_REG(c, e, GFX_RB_CNTL));
	memset(dw, 0, 4 * HEADER_DW);
	n = mcik_sdma_peek(c, e, 0, dw, there < HEADER_DW ? there : HEADER_DW) ? mcik_sdma_length(dw) : 0;
	if (n > there && !in_ib)
		return false;
	if (n && n <= there && n <= MCIK_SDMA_WRITE_DW && mcik_sdma_peek(c, e, 0, dw, n) &&
	    fl_spend(&c->base, n, "the packets of SDMA")) {
		if (in_ib)
			s->ib_at += n;
		else
			s->rptr = (s->rptr + n) & (ring_dw(c, e) - 1);
		c->packet_vmid = in_ib ? s->ib_vmid : 0;
		c->packet_forbidden = false;
		ok = mcik_sdma_packet(c, e, dw, n);
		c->packet_vmid = 0;
		s->stuck |= c->packet_forbidden;
		if (ok)
			return !s->stuck;
	}
	mcik_report(
	    c, FL_REFUSE, "SDMA", "CIK facts 3",
	    "malformed packet 0x%08x: there is no such one, or it does not fit in its buffer; engine %u "
	    "hangs here",
	    dw[0], e);
	s->stuck = true;
	return false;
}

static void tell_rptr(struct mcik *c, unsigned e)
{
	uint64_t at =
	    CIK_SDMA_REG(c, e, GFX_RB_RPTR_ADDR_LO) | (uint64_t)CIK_SDMA_REG(c, e, GFX_RB_RPTR_ADDR_HI) << 32;
	uint32_t bytes = 4 * c->sdma->engine[e].rptr;

	if (CIK_SDMA_REG(c, e, GFX_RB_CNTL) & CIK_SDMA0_GFX_RB_CNTL__RPTR_WRITEBACK_ENABLE__MASK)
		mcik_vm_write(c, 0, at, &bytes, sizeof(bytes), mcik_sdma_client(e));
}

bool mcik_sdma_work(struct mcik *c)
{
	bool did = false;

	for (unsigned e = 0; e < MCIK_SDMAS; e++) {
		bool some = false;

		while (!still_polls(c, e) && may_work(c, e) && step(c, e))
			some = true;
		if (some)
			tell_rptr(c, e);
		did |= some;
	}
	return did;
}

/* ---- registers: those of engine 0, and 0x800 above them those of 1 ------------------------------------- */
static uint32_t sdma_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	unsigned e = (offset - CIK_SDMA0_UCODE_ADDR) / MCIK_SDMA_STRIDE_B;
	struct mcik_sdma_engine *s = &c->sdma->engine[e];

	switch (offset - MCIK_SDMA_STRIDE_B * e) {
	case CIK_SDMA0_GFX_RB_RPTR:
		return 4 * c->sdma->engine[e].rptr;
	case CIK_SDMA0_UCODE_DATA:
		stored = s->ucode_at < MCIK_SDMA_RAM_DW ? s->ucode[s->ucode_at] : 0;
		s->ucode_at++;
		return stored;
	case CIK_SDMA0_STATUS_REG:
		return mcik_sdma_busy(c, e) ? 0 : CIK_SDMA0_STATUS_REG__IDLE__MASK;
	}
	return stored;
}

static void sdma_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	unsigned e = (offset - CIK_SDMA0_UCODE_ADDR) / MCIK_SDMA_STRIDE_B;
	struct mcik_sdma_engine *s = &c->sdma->engine[e];

	switch (offset - MCIK_SDMA_STRIDE_B * e) {
	case CIK_SDMA0_UCODE_ADDR:
		s->ucode_at = value;
		break;
	case CIK_SDMA0_UCODE_DATA:
		if (s->ucode_at < MCIK_SDMA_RAM_DW)
			s->ucode[s->ucode_at] = value;
		s->ucode_dw += s->ucode_at == s->ucode_dw;
		s->ucode_at++;
		break;
	case CIK_SDMA0_GFX_RB_RPTR: /* bytes, as the next */
		s->rptr = value / 4 & (ring_dw(c, e) - 1);
		break;
	case CIK_SDMA0_GFX_RB_WPTR:
		s->wptr = value / 4 & (ring_dw(c, e) - 1);
		break;
	}
}

const struct mcik_owner mcik_sdma_owner = {sdma_write, sdma_read};
