/* SPDX-License-Identifier: MIT
 *
 * The CP's three streams and their sources: the ring, indirect buffers, dwords pushed by the host. R5xx guide
 * 5.3 to 5.6, 5.10, 5.11.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <stdlib.h>
#include <string.h>

enum { ENGINE_CLOCKS_PER_US = 500 };
#define FILLER 0x80000000u /* a type-2 packet */

/* CP_CSQ_CNTL.CSQ_MODE, overridden stream by stream by CP_CSQ_MODE: guide 11.1. */
enum mr500_cp_mode mr500_cp_mode(const struct mr500 *r, unsigned stream)
{
	enum { OFF = MR500_CP_OFF, PIO = MR500_CP_PIO, BM = MR500_CP_BM };
	static const uint8_t primary[16] = {OFF, PIO, BM, PIO, BM, PIO, BM, PIO, BM, [15] = PIO};
	static const uint8_t indirect[16] = {OFF, OFF, OFF, BM, BM, BM, BM, BM, BM, [15] = PIO};
	static const uint32_t enable[] = {R500_CP_CSQ_MODE__CSQ_PRIMARY_ENABLE__MASK,
					  R500_CP_CSQ_MODE__CSQ_INDIRECT1_ENABLE__MASK,
					  R500_CP_CSQ_MODE__CSQ_INDIRECT2_ENABLE__MASK};
	static const uint32_t master[] = {R500_CP_CSQ_MODE__CSQ_PRIMARY_MODE__MASK,
					  R500_CP_CSQ_MODE__CSQ_INDIRECT1_MODE__MASK,
					  R500_CP_CSQ_MODE__CSQ_INDIRECT2_MODE__MASK};
	uint32_t mode = R500_REG(r, CP_CSQ_MODE);
	unsigned code = R500_CP_CSQ_CNTL__CSQ_MODE__GET(R500_REG(r, CP_CSQ_CNTL));

	if (mode & enable[stream])
		return mode & master[stream] ? MR500_CP_BM : MR500_CP_PIO;
	return stream == MR500_CP_PRIMARY ? primary[code] : indirect[code];
}

unsigned mr500_cp_stream(const struct mr500 *r)
{
	return r->cp->ib[MR500_CP_IB2].active   ? MR500_CP_IB2
	       : r->cp->ib[MR500_CP_IB1].active ? MR500_CP_IB1
						: MR500_CP_PRIMARY;
}

/* Dwords: 2^(RB_BUFSZ + 1), RB_BUFSZ clamped to 2 … 22. */
static uint32_t ring_dw(const struct mr500 *r)
{
	unsigned n = R500_CP_RB_CNTL__RB_BUFSZ__GET(R500_REG(r, CP_RB_CNTL));

	return 2u << (n < 2 ? 2 : n > 22 ? 22 : n);
}

uint64_t mr500_cp_ring(const struct mr500 *r, uint64_t *size_B)
{
	*size_B = 4ull * ring_dw(r);
	return R500_REG(r, CP_RB_BASE) & ~3u;
}

uint64_t mr500_cp_avail(const struct mr500 *r, unsigned stream)
{
	const struct mr500_cp *cp = r->cp;
	enum mr500_cp_mode mode = mr500_cp_mode(r, stream);

	if (stream != MR500_CP_PRIMARY) {
		const struct mr500_cp_ib *ib = &cp->ib[stream];

		if (ib->pio && cp->pio[stream].n < ib->size_dw - ib->at_dw)
			return cp->pio[stream].n;
		return ib->size_dw - ib->at_dw;
	}
	if (mode == MR500_CP_BM)
		return (cp->wptr - cp->rptr) & (ring_dw(r) - 1);
	return mode == MR500_CP_PIO ? cp->pio[stream].n : 0;
}

uint32_t mr500_cp_swap(uint32_t v, unsigned how)
{
	switch (how) {
	case R500_CP_RB_CNTL__BUF_SWAP__SWAP_16BIT:
		return (v & 0xff00ff) << 8 | (v >> 8 & 0xff00ff);
	case R500_CP_RB_CNTL__BUF_SWAP__SWAP_32BIT:
		return __builtin_bswap32(v);
	case R500_CP_RB_CNTL__BUF_SWAP__SWAP_HALF_DWORD:
		return v << 16 | v >> 16;
	}
	return v;
}

/* May the chip fetch from addr? Memory of the host needs bus mastering. */
static bool fetchable(struct mr500 *r, const void *p, uint64_t addr, const char *what)
{
	bool master = fl_pci_master_on(&r->base) && !r->cp->no_master;

	if (!p && (master || !fl_mem_is_ram(&r->base.mem, addr))) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.4",
			     "the %s at 0x%llx: no memory answers there; the command processor hangs", what,
			     (unsigned long long)addr);
		return false;
	}
	if (!master && (!p || !fl_mem_is_vram(&r->base.mem, addr))) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.3",
			     "the %s at 0x%llx is memory of the host, and bus mastering is off (PCI COMMAND "
			     "bit 2): the command processor hangs",
			     what, (unsigned long long)addr);
		return false;
	}
	return true;
}

bool mr500_cp_read_mem(struct mr500 *r, uint64_t addr, uint32_t *value, const char *what)
{
	const void *p = fl_mem_span(&r->base.mem, addr, 4);

	if (!fetchable(r, p, addr, what)) {
		mr500_cp_hang(r);
		return false;
	}
	memcpy(value, p, 4);
	return true;
}

/* n dwords of memory, a packet's body at most; BUF_SWAP applies to memory of the host only. */
static const uint32_t *fetch(struct mr500 *r, uint64_t addr, uint32_t n, uint32_t *got, const char *what)
{
	unsigned how = R500_CP_RB_CNTL__BUF_SWAP__GET(R500_REG(r, CP_RB_CNTL));
	uint64_t left_B;
	const uint32_t *p = (const uint32_t *)(const void *)fl_mem_at(&r->base.mem, addr, &left_B);

	if (!fetchable(r, p && left_B >= 4 ? p : NULL, addr, what)) {
		mr500_cp_hang(r);
		return NULL;
	}
	*got = n < left_B / 4 ? n : (uint32_t)(left_B / 4);
	if (r->cp->no_vram && fl_mem_is_vram(&r->base.mem, addr)) {
		for (uint32_t i = 0; i < *got; i++)
			r->cp->swapped[i] = FILLER;
		return r->cp->swapped;
	}
	if (!how || fl_mem_is_vram(&r->base.mem, addr))
		return p;
	for (uint32_t i = 0; i < *got; i++)
		r->cp->swapped[i] = mr500_cp_swap(p[i], how);
	return r->cp->swapped;
}

const uint32_t *mr500_cp_peek(struct mr500 *r, unsigned stream, uint32_t n, uint32_t *got)
{
	struct mr500_cp *cp = r->cp;
	uint64_t avail = mr500_cp_avail(r, stream);
	const struct mr500_cp_ib *ib = &cp->ib[stream];

	if (n > avail)
		n = (uint32_t)avail;
	if (stream == MR500_CP_PRIMARY ? mr500_cp_mode(r, stream) == MR500_CP_PIO : ib->pio) {
		const struct mr500_cp_pio *pio = &cp->pio[stream];

		*got = n < MR500_CP_PIO_DW - pio->first ? n : MR500_CP_PIO_DW - pio->first;
		return pio->dw + pio->first;
	}
	if (stream == MR500_CP_PRIMARY) {
		uint32_t to_end = ring_dw(r) - cp->rptr;
		uint64_t size_B;

		return fetch(r, mr500_cp_ring(r, &size_B) + 4ull * cp->rptr, n < to_end ? n : to_end, got,
			     "ring");
	}
	if (ib->host) {
		*got = n;
		return ib->host + ib->at_dw;
	}
	return fetch(r, ib->addr + 4ull * ib->at_dw, n, got,
		     stream == MR500_CP_IB1 ? "indirect buffer" : "indirect buffer 2");
}

void mr500_cp_take(struct mr500 *r, unsigned stream, uint32_t n)
{
	struct mr500_cp *cp = r->cp;
	struct mr500_cp_ib *ib = &cp->ib[stream];

	cp->budget -= n;
	fl_spend(&r->base, (uint64_t)n * MR500_CP_DW_WORK, "the commands");
	if (stream == MR500_CP_PRIMARY ? mr500_cp_mode(r, stream) == MR500_CP_PIO : ib->pio) {
		cp->pio[stream].first = (cp->pio[stream].first + n) % MR500_CP_PIO_DW;
		cp->pio[stream].n -= n;
	}
	if (stream != MR500_CP_PRIMARY) {
		ib->at_dw += n;
		if (ib->at_dw >= ib->size_dw)
			ib->active = false;
		return;
	}
	if (mr500_cp_mode(r, stream) == MR500_CP_BM) {
		unsigned block = R500_CP_RB_CNTL__RB_BLKSZ__GET(R500_REG(r, CP_RB_CNTL));
		uint32_t block_dw = 2u << (block > 22 ? 22 : block);

		cp->rptr = (cp->rptr + n) & (ring_dw(r) - 1);
		if (cp->rptr == cp->wptr || ((cp->rptr - cp->rptr_told) & (ring_dw(r) - 1)) >= block_dw)
			mr500_cp_tell_rptr(r);
	}
}

/* The host's copy of the read pointer: guide 5.4. */
void mr500_cp_tell_rptr(struct mr500 *r)
{
	uint32_t at = R500_REG(r, CP_RB_RPTR_ADDR);

	r->cp->rptr_told = r->cp->rptr;
	if (R500_REG(r, CP_RB_CNTL) & R500_CP_RB_CNTL__RB_NO_UPDATE__MASK)
		return;
	if (!fl_mem_write32(&r->base.mem, at & ~3u, mr500_cp_swap(r->cp->rptr, at & 3)))
		mr500_report(r, FL_WARN, "CP", "R5xx guide 5.4",
			     "the read pointer's copy goes to CP_RB_RPTR_ADDR = 0x%08x, where no memory is; "
			     "set the address, or CP_RB_CNTL.RB_NO_UPDATE",
			     at);
}

bool mr500_cp_start_ib(struct mr500 *r, unsigned stream, const uint32_t *host, uint64_t addr,
		       uint32_t size_dw)
{
	struct mr500_cp *cp = r->cp;
	unsigned from = cp->executing ? cp->at_stream : mr500_cp_stream(r);
	enum mr500_cp_mode mode = mr500_cp_mode(r, stream);

	if (mode == MR500_CP_OFF) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.11",
			     "indirect buffer %u was started, but its stream is off: CP_CSQ_CNTL = 0x%08x; "
			     "the command processor hangs",
			     stream, R500_REG(r, CP_CSQ_CNTL));
		mr500_cp_hang(r);
		return false;
	}
	if (from >= stream) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.6",
			     "indirect buffer %u was started from indirect buffer %u: the ring starts 1, and "
			     "1 starts 2; the command processor hangs",
			     stream, from);
		mr500_cp_hang(r);
		return false;
	}
	if (!size_dw)
		return true;
	cp->ib[stream] = (struct mr500_cp_ib){true, mode == MR500_CP_PIO && !host, addr, host, 0, size_dw};
	return true;
}

bool mr500_cp_own_ib(struct mr500 *r)
{
	struct mr500_cp *cp = r->cp;
	struct mr500_cp_ib *ib = &cp->ib[MR500_CP_IB1];
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
	mr500_report(r, FL_REFUSE, "CP", "", "out of memory for the commands that still wait; dropped");
	ib->active = false;
	mr500_cp_hang(r);
	return false;
}

bool mr500_cp_pushed(const struct mr500 *r)
{
	const struct mr500_cp *cp = r->cp;

	return cp->executing &&
	       (cp->at_stream == MR500_CP_PRIMARY ? mr500_cp_mode(r, MR500_CP_PRIMARY) == MR500_CP_PIO
						  : cp->ib[cp->at_stream].pio);
}

/* ---- the host's side ----------------------------------------------------------------------------------- */
void mr500_cp_pio(struct mr500 *r, unsigned stream, uint32_t value)
{
	struct mr500_cp_pio *pio = &r->cp->pio[stream];

	if (mr500_cp_mode(r, stream) != MR500_CP_PIO) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.11",
			     "0x%08x was pushed through the aperture of stream %u, which is not in PIO mode: "
			     "CP_CSQ_CNTL = 0x%08x, and 1<<28 makes it so; dropped",
			     value, stream, R500_REG(r, CP_CSQ_CNTL));
		return;
	}
	/* The bus stalls until the queue has room, and the chip works meanwhile. */
	if (pio->n == MR500_CP_PIO_DW)
		mr500_cp_work(r, MR500_CP_PIO_DW);
	if (pio->n == MR500_CP_PIO_DW) {
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.11",
			     "the command stream queue is full and the command processor does not take from "
			     "it (CP_CSQ_AVAIL says how many dwords fit): on a card the bus stalls; dropped");
		return;
	}
	if (r->cp->no_pio)
		return;
	pio->dw[(pio->first + pio->n++) % MR500_CP_PIO_DW] = value;
}

void mr500_cp_take_wptr(struct mr500 *r)
{
	r->cp->wptr = r->cp->wptr_staged;
	r->cp->wptr_due_us = 0;
	r->cp->wptr_writes = 0;
}

void mr500_cp_wptr(struct mr500 *r, uint32_t value)
{
	struct mr500_cp *cp = r->cp;
	uint32_t delay = R500_REG(r, CP_RB_WPTR_DELAY);

	if (R500_REG(r, CP_RB_CNTL) & R500_CP_RB_CNTL__RB_RPTR_WR_ENA__MASK)
		cp->rptr = R500_REG(r, CP_RB_RPTR_WR) & (ring_dw(r) - 1);
	if (value >= ring_dw(r)) {
		mr500_report(
		    r, FL_WARN, "CP", "R5xx guide 5.4",
		    "CP_RB_WPTR = 0x%x is beyond the ring of 0x%x dwords (CP_RB_CNTL.RB_BUFSZ); it wraps",
		    value, ring_dw(r));
		value &= ring_dw(r) - 1;
	}
	if (value != cp->rptr && mr500_cp_mode(r, MR500_CP_PRIMARY) != MR500_CP_BM)
		mr500_report(r, FL_REFUSE, "CP", "R5xx guide 5.8",
			     "CP_RB_WPTR was moved to 0x%x, but the ring is not being read: CP_CSQ_CNTL = "
			     "0x%08x; write 4<<28 (primary and indirect streams by bus master)",
			     value, R500_REG(r, CP_CSQ_CNTL));
	cp->wptr_staged = value;
	cp->wptr_writes++;
	/* Guide 5.5: the new value is held back for PRE_WRITE_TIMER clocks, or until it was written
	 * PRE_WRITE_LIMIT times. */
	cp->wptr_due_us =
	    r->base.now_us + R500_CP_RB_WPTR_DELAY__PRE_WRITE_TIMER__GET(delay) / ENGINE_CLOCKS_PER_US;
	if (cp->wptr_due_us == r->base.now_us ||
	    cp->wptr_writes > R500_CP_RB_WPTR_DELAY__PRE_WRITE_LIMIT__GET(delay) + 1)
		mr500_cp_take_wptr(r);
}
