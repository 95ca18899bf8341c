/* SPDX-License-Identifier: MIT
 *
 * The CP's three streams: the ring, and indirect buffers one inside the other. Linux r600_cp_resume,
 * r600_ring_ib_execute.
 */
#include "hw/model/r600/cp.h"
#include <stdlib.h>
#include <string.h>

#define FILLER 0x80000000u /* a type-2 packet */

unsigned mr600_cp_stream(const struct mr600 *r)
{
	return r->cp->ib[MR600_CP_IB2].active   ? MR600_CP_IB2
	       : r->cp->ib[MR600_CP_IB1].active ? MR600_CP_IB1
						: MR600_CP_RING;
}

/* CP_RB_CNTL.RB_BUFSZ is the log2 of quadwords. */
static uint32_t ring_dw(const struct mr600 *r)
{
	unsigned n = R600_CP_RB_CNTL__RB_BUFSZ__GET(R600_REG(r, CP_RB_CNTL));

	return 2u << (n > 22 ? 22 : n);
}

uint64_t mr600_cp_ring(const struct mr600 *r, uint64_t *size_B)
{
	*size_B = 4ull * ring_dw(r);
	return (uint64_t)R600_REG(r, CP_RB_BASE) << 8;
}

uint64_t mr600_cp_avail(const struct mr600 *r, unsigned stream)
{
	const struct mr600_cp *cp = r->cp;

	if (stream == MR600_CP_RING)
		return (cp->wptr - cp->rptr) & (ring_dw(r) - 1);
	return cp->ib[stream].active ? cp->ib[stream].size_dw - cp->ib[stream].at_dw : 0;
}

uint32_t mr600_cp_swap(uint32_t v, unsigned how)
{
	switch (how) {
	case 1:
		return (v & 0xff00ff) << 8 | (v >> 8 & 0xff00ff);
	case 2:
		return __builtin_bswap32(v);
	case 3:
		return v << 16 | v >> 16;
	}
	return v;
}

/* May the chip access addr? Memory of the host needs bus mastering. */
static bool reachable(struct mr600 *r, const void *p, uint64_t addr, const char *what)
{
	bool master = fl_pci_master_on(&r->base) && !r->cp->no_master;

	if (!p && (master || !fl_mem_is_ram(&r->base.mem, addr))) {
		mr600_report(r, FL_REFUSE, "CP", "Linux r600_cp_resume",
			     "the %s at 0x%llx: no memory answers there; the command processor hangs", what,
			     (unsigned long long)addr);
		mr600_cp_hang(r);
		return false;
	}
	if (!master && (!p || !fl_mem_is_vram(&r->base.mem, addr))) {
		mr600_report(r, FL_REFUSE, "CP", "PCI 3.0, 6.2.2",
			     "the %s at 0x%llx is memory of the host, and bus mastering is off (PCI COMMAND "
			     "bit 2): the command processor hangs",
			     what, (unsigned long long)addr);
		mr600_cp_hang(r);
		return false;
	}
	return true;
}

bool mr600_cp_read_mem(struct mr600 *r, uint64_t addr, uint32_t *value, const char *what)
{
	const void *p = fl_mem_span(&r->base.mem, addr, 4);

	if (!reachable(r, p, addr, what))
		return false;
	memcpy(value, p, 4);
	return true;
}

bool mr600_cp_write_mem(struct mr600 *r, uint64_t addr, uint32_t value, const char *what)
{
	void *p = fl_mem_span(&r->base.mem, addr, 4);

	if (!reachable(r, p, addr, what))
		return false;
	memcpy(p, &value, 4);
	return true;
}

static const uint32_t *fetch(struct mr600 *r, uint64_t addr, uint32_t n, uint32_t *got, const char *what)
{
	static const uint32_t filler = FILLER;
	uint64_t left_B;
	const uint32_t *p = (const uint32_t *)(const void *)fl_mem_at(&r->base.mem, addr, &left_B);

	if (!reachable(r, p && left_B >= 4 ? p : NULL, addr, what))
		return NULL;
	*got = n < left_B / 4 ? n : (uint32_t)(left_B / 4);
	if (r->cp->no_vram && fl_mem_is_vram(&r->base.mem, addr)) {
		*got = 1;
		return &filler;
	}
	return p;
}

const uint32_t *mr600_cp_peek(struct mr600 *r, unsigned stream, uint32_t n, uint32_t *got)
{
	struct mr600_cp *cp = r->cp;
	struct mr600_cp_ib *ib = &cp->ib[stream];
	uint64_t avail = mr600_cp_avail(r, stream), size_B;

	if (n > avail)
		n = (uint32_t)avail;
	if (stream == MR600_CP_RING) {
		uint32_t to_end = ring_dw(r) - cp->rptr;

		return fetch(r, mr600_cp_ring(r, &size_B) + 4ull * cp->rptr, n < to_end ? n : to_end, got,
			     "ring");
	}
	if (ib->host) {
		*got = n;
		return ib->host + ib->at_dw;
	}
	return fetch(r, ib->addr + 4ull * ib->at_dw, n, got,
		     stream == MR600_CP_IB1 ? "indirect buffer" : "indirect buffer 2");
}

/* Drivers wait for the engine (WAIT_UNTIL 3D_IDLE, PS_PARTIAL_FLUSH) and then have its caches written back:
 * what is known while it draws spares a way through memory (fl_tile_may_leave()). Where the stream changes
 * after it was looked at, pixels have gone to memory early, as they may at any time. */
unsigned mr600_cp_flush_ahead(const struct mr600 *r)
{
	enum { META_DB = 44, META_CB = 46, PACKET_DW = 2 };
	const uint32_t header = (uint32_t)R600_PKT3 << 30 | R600_PKT3_EVENT_WRITE << 8;
	const struct mr600_cp_ib *ib = &r->cp->ib[mr600_cp_stream(r)];
	const uint32_t left_dw = ib->active ? ib->size_dw - ib->at_dw : 0;
	uint64_t left_B = 4ull * left_dw;
	const uint8_t *p = (const uint8_t *)(ib->host ? ib->host + ib->at_dw : NULL);

	if (!left_dw)
		return 0;
	if (!p)
		p = fl_mem_at(&r->base.mem, ib->addr + 4ull * ib->at_dw, &left_B);
	if (left_B > 4ull * left_dw)
		left_B = 4ull * left_dw;
	for (; p && left_B >= 4 * PACKET_DW; p += 4 * PACKET_DW, left_B -= 4 * PACKET_DW) {
		uint32_t dw[PACKET_DW];
		unsigned event;

		memcpy(dw, p, sizeof(dw));
		event = R600_VGT_EVENT_INITIATOR__EVENT_TYPE__GET(dw[1]);
		if (dw[0] != header)
			return 0;
		if (event != META_DB && event != META_CB)
			return mr600_rb_flushes(event);
	}
	return 0;
}

void mr600_cp_take(struct mr600 *r, unsigned stream, uint32_t n)
{
	struct mr600_cp *cp = r->cp;
	struct mr600_cp_ib *ib = &cp->ib[stream];
	uint32_t block_dw;

	cp->budget -= n;
	cp->clock += n;
	fl_spend(&r->base, (uint64_t)n * MR600_CP_DW_WORK, "the commands");
	if (stream != MR600_CP_RING) {
		ib->at_dw += n;
		if (ib->at_dw >= ib->size_dw)
			ib->active = false;
		return;
	}
	block_dw = 2u << (R600_CP_RB_CNTL__RB_BLKSZ__GET(R600_REG(r, CP_RB_CNTL)) & 0x1f);
	cp->rptr = (cp->rptr + n) & (ring_dw(r) - 1);
	if (cp->rptr == cp->wptr || ((cp->rptr - cp->rptr_told) & (ring_dw(r) - 1)) >= block_dw)
		mr600_cp_tell_rptr(r);
}

/* The host's copy of the read pointer. */
void mr600_cp_tell_rptr(struct mr600 *r)
{
	uint32_t lo = R600_REG(r, CP_RB_RPTR_ADDR);
	uint64_t at = (lo & ~3u) | (uint64_t)(R600_REG(r, CP_RB_RPTR_ADDR_HI) & 0xff) << 32;

	r->cp->rptr_told = r->cp->rptr;
	if (R600_REG(r, CP_RB_CNTL) & R600_CP_RB_CNTL__RB_NO_UPDATE__MASK)
		return;
	if (!fl_mem_write32(&r->base.mem, at, mr600_cp_swap(r->cp->rptr, lo & 3)))
		mr600_report(r, FL_WARN, "CP", "Linux r600_cp_resume",
			     "the read pointer's copy goes to 0x%llx (CP_RB_RPTR_ADDR), where no memory is; "
			     "set the address, or CP_RB_CNTL.RB_NO_UPDATE",
			     (unsigned long long)at);
}

bool mr600_cp_start_ib(struct mr600 *r, unsigned stream, const uint32_t *host, uint64_t addr,
		       uint32_t size_dw)
{
	if (!size_dw)
		return true;
	r->cp->ib[stream] = (struct mr600_cp_ib){true, false, addr, host, 0, size_dw};
	return true;
}

bool mr600_cp_own_ib(struct mr600 *r)
{
	struct mr600_cp *cp = r->cp;
	struct mr600_cp_ib *ib = &cp->ib[MR600_CP_IB1];
	uint32_t *copy, n = ib->size_dw - ib->at_dw;

	if (!ib->active || !ib->host)
		return true;
	copy = malloc(4ull * n);
	if (copy) {
		memcpy(copy, ib->host + ib->at_dw, 4ull * n);
		free(cp->own);
		cp->own = copy;
		ib->host = copy;
		ib->at_dw = 0;
		ib->size_dw = n;
		return true;
	}
	mr600_report(r, FL_REFUSE, "CP", "", "out of memory for the commands that still wait; dropped");
	ib->active = false;
	mr600_cp_hang(r);
	return false;
}

void mr600_cp_wptr(struct mr600 *r, uint32_t value)
{
	if (value >= ring_dw(r)) {
		mr600_report(
		    r, FL_WARN, "CP", "Linux r600_cp_resume",
		    "CP_RB_WPTR = 0x%x is beyond the ring of 0x%x dwords (CP_RB_CNTL.RB_BUFSZ); it wraps",
		    value, ring_dw(r));
		value &= ring_dw(r) - 1;
	}
	r->cp->wptr = value;
}
