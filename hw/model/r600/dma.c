/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine: its ring and its indirect buffers. Linux r600_dma.c, r600d.h.
 */
#include "hw/model/r600/dma.h"
#include "hw/model/r600/grbm.h"
#include <stdlib.h>

bool mr600_dma_new(struct mr600 *r)
{
	r->dma = calloc(1, sizeof(*r->dma));
	return r->dma;
}

void mr600_dma_free(struct mr600 *r)
{
	free(r->dma);
	r->dma = NULL;
}

void mr600_dma_soft_reset(struct mr600 *r)
{
	*r->dma = (struct mr600_dma){0};
	R600_REG(r, DMA_RB_CNTL) &= ~R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK;
}

void mr600_dma_reset(struct mr600 *r)
{
	mr600_dma_soft_reset(r);
}

void mr600_dma_hang(struct mr600 *r)
{
	r->dma->stuck = true;
}

static bool on(const struct mr600 *r)
{
	return R600_REG(r, DMA_RB_CNTL) & R600_DMA_RB_CNTL__DMA_RB_ENABLE__MASK;
}

static uint32_t ring_dw(const struct mr600 *r)
{
	return 1u << (R600_DMA_RB_CNTL__DMA_RB_SIZE__GET(R600_REG(r, DMA_RB_CNTL)) & 0xf);
}

bool mr600_dma_busy(const struct mr600 *r)
{
	const struct mr600_dma *d = r->dma;

	return d->stuck || (on(r) && (d->ib.active || d->rptr != d->wptr));
}

/* ---- the stream ---------------------------------------------------------------------------------------- */
static uint32_t avail(const struct mr600 *r)
{
	const struct mr600_dma *d = r->dma;

	return d->ib.active ? d->ib.size_dw - d->ib.at_dw : (d->wptr - d->rptr) & (ring_dw(r) - 1);
}

static uint64_t place(const struct mr600 *r, uint32_t i)
{
	const struct mr600_dma *d = r->dma;

	if (d->ib.active)
		return d->ib.addr + 4ull * (d->ib.at_dw + i);
	return ((uint64_t)R600_REG(r, DMA_RB_BASE) << 8) + 4ull * ((d->rptr + i) & (ring_dw(r) - 1));
}

static void tell_rptr(struct mr600 *r)
{
	uint64_t at = (R600_REG(r, DMA_RB_RPTR_ADDR_LO) & ~3u) |
		      (uint64_t)(R600_REG(r, DMA_RB_RPTR_ADDR_HI) & 0xff) << 32;

	if (!(R600_REG(r, DMA_RB_CNTL) & R600_DMA_RB_CNTL__DMA_RPTR_WRITEBACK_ENABLE__MASK))
		return;
	if (!fl_mem_write32(&r->base.mem, at, r->dma->rptr * 4))
		mr600_report(r, FL_WARN, "DMA", "Linux r600_dma_resume",
			     "the read pointer's copy goes to 0x%llx (DMA_RB_RPTR_ADDR), where no memory is",
			     (unsigned long long)at);
}

static void take(struct mr600 *r, uint32_t n)
{
	struct mr600_dma *d = r->dma;

	if (d->ib.active) {
		d->ib.at_dw += n;
		d->ib.active = d->ib.at_dw < d->ib.size_dw;
		return;
	}
	d->rptr = (d->rptr + n) & (ring_dw(r) - 1);
	tell_rptr(r);
}

/* ---- packets ------------------------------------------------------------------------------------------- */
/* Dwords after the header; of WRITE without its data. */
static uint32_t body_dw(const struct mr600 *r, unsigned command, bool tiled)
{
	switch (command) {
	case MR600_DMA_WRITE:
		return tiled ? 4 : 2;
	case MR600_DMA_COPY:
		return tiled ? 6 : r->variant->r7xx ? 4 : 3;
	case MR600_DMA_INDIRECT_BUFFER:
	case MR600_DMA_SEMAPHORE:
		return 2;
	case MR600_DMA_FENCE:
	case MR600_DMA_CONSTANT_FILL:
		return 3;
	}
	return 0;
}

static struct mr600_dma_packet decode(const struct mr600 *r, uint32_t header)
{
	struct mr600_dma_packet p = {
	    .header = header,
	    .command = header >> 28,
	    .tiled = header >> 23 & 1,
	    .signal = header >> 22 & 1,
	    .count = header & MR600_DMA_MAX_DW,
	};

	p.body_dw = body_dw(r, p.command, p.tiled);
	return p;
}

static bool fetch(struct mr600 *r, uint32_t i, uint32_t *value)
{
	if (fl_mem_read32(&r->base.mem, place(r, i), value))
		return true;
	mr600_report(r, FL_REFUSE, "DMA", "Linux r600_dma_resume",
		     "the ring or indirect buffer at 0x%llx: no memory answers there; the engine hangs",
		     (unsigned long long)place(r, i));
	mr600_dma_hang(r);
	return false;
}

/* What follows WRITE's address goes round the ring's end: so it is carried out piece by piece. */
static void write_data(struct mr600 *r, struct mr600_dma_packet *p)
{
	const uint32_t at = 1 + p->body_dw, count = p->count;

	for (uint32_t i = 0; i < count && !r->dma->stuck; i++) {
		struct mr600_dma_packet one = *p;

		one.count = 1;
		one.body[0] += 4 * i;
		one.body[1] += one.body[0] < p->body[0];
		mr600_dma_execute(r, &one, place(r, at + i));
	}
}

/* False: nothing more can be done now. */
static bool step(struct mr600 *r)
{
	struct mr600_dma_packet p;
	uint32_t header, n = avail(r), whole;

	if (!n || !fetch(r, 0, &header))
		return false;
	p = decode(r, header);
	whole = 1 + p.body_dw + (p.command == MR600_DMA_WRITE ? p.count : 0);
	if (n < whole) {
		if (r->dma->ib.active) {
			mr600_report(r, FL_REFUSE, "DMA", "R6xx facts 8",
				     "the indirect buffer ends inside the packet 0x%08x; the engine hangs",
				     header);
			mr600_dma_hang(r);
		}
		return false;
	}
	for (uint32_t i = 0; i < p.body_dw; i++)
		if (!fetch(r, 1 + i, &p.body[i]))
			return false;
	if (!fl_spend(&r->base, (uint64_t)whole * MR600_DMA_DW_WORK, "the commands of the DMA engine"))
		return false;
	if (p.command == MR600_DMA_WRITE && !p.tiled) {
		write_data(r, &p);
		take(r, whole);
		return !r->dma->stuck;
	}
	if (p.command == MR600_DMA_INDIRECT_BUFFER) /* it is taken before the buffer takes its place */
		take(r, whole);
	r->dma->waits = !mr600_dma_execute(r, &p, place(r, 1 + p.body_dw));
	if (p.command != MR600_DMA_INDIRECT_BUFFER && !r->dma->waits)
		take(r, whole);
	return !r->dma->waits && !r->dma->stuck;
}

void mr600_dma_work(struct mr600 *r)
{
	while (on(r) && !r->dma->stuck && step(r))
		;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
uint32_t mr600_dma_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	switch (offset) {
	case R600_DMA_RB_RPTR:
		return r->dma->rptr * 4;
	case R600_DMA_RB_WPTR:
		return r->dma->wptr * 4;
	case R600_DMA_STATUS_REG:
		return R600_DMA_STATUS_REG__DMA_IDLE(!mr600_dma_busy(r));
	}
	return r->reg[offset / 4];
}

void mr600_dma_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	switch (offset) {
	case R600_DMA_RB_RPTR:
		r->dma->rptr = value / 4 & (ring_dw(r) - 1);
		break;
	case R600_DMA_RB_WPTR:
		if (value / 4 >= ring_dw(r))
			mr600_report(r, FL_WARN, "DMA", "Linux r600_dma_resume",
				     "DMA_RB_WPTR = 0x%x is beyond the ring of 0x%x bytes; it wraps", value,
				     4 * ring_dw(r));
		r->dma->wptr = value / 4 & (ring_dw(r) - 1);
		break;
	}
}
