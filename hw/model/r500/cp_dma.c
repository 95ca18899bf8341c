/* SPDX-License-Identifier: MIT
 *
 * The CP's DMA engines, started by their direct registers: R5xx guide 5.7, 5.14. (The table registers have no known
 * offset.) A transfer is queued when its command is written, and done when the host lets time pass, or when a stream
 * waits for it.
 */
#include "hw/model/r500/cp.h"
#include "hw/model/r500/rbbm.h"
#include <string.h>

enum {
	BYTE_COUNT = 0x1fffff,
	SRC_SWAP_SHIFT = 22,
	DST_SWAP_SHIFT = 24,
	SAS = 1 << 26,  /* the source is registers */
	DAS = 1 << 27,  /* the destination is registers */
	SAIC = 1 << 28, /* the source address stays (Linux r200_copy_dma: 0 is increment) */
	DAIC = 1 << 29,
};

static uint32_t swap(uint32_t v, unsigned how)
{
	return how == 1   ? (v & 0xff00ff) << 8 | (v >> 8 & 0xff00ff)
	       : how == 2 ? __builtin_bswap32(v)
	       : how == 3 ? v << 16 | v >> 16
			  : v;
}

static bool move_bytes(struct r500 *r, const struct r500_cp_dma *d, uint32_t n_B)
{
	uint64_t src = d->src, dst = d->dst;

	while (n_B) {
		uint64_t a, b;
		const uint8_t *from = fl_mem_at(&r->base.mem, src, &a);
		uint8_t *to = fl_mem_at(&r->base.mem, dst, &b);
		uint32_t n = n_B;

		if (!from || !to)
			return false;
		n = n < a ? n : (uint32_t)a;
		n = n < b ? n : (uint32_t)b;
		if (!r500_spend(r, n / 16 + 1, "the transfers"))
			return true;
		memmove(to, from, n);
		src += n;
		dst += n;
		n_B -= n;
	}
	return true;
}

static bool move_dwords(struct r500 *r, const struct r500_cp_dma *d, uint32_t n)
{
	uint32_t src = d->src & ~3u, dst = d->dst & ~3u, v = 0;

	for (; n && r500_spend(r, R500_CP_DW_WORK, "the transfers"); n--) {
		if (d->command & SAS)
			v = r500_reg_read(r, src, R500_CP);
		else if (!fl_mem_read32(&r->base.mem, src, &v))
			return false;
		v = swap(swap(v, d->command >> SRC_SWAP_SHIFT & 3), d->command >> DST_SWAP_SHIFT & 3);
		if (d->command & DAS)
			r500_reg_write(r, dst, v, R500_CP);
		else if (!fl_mem_write32(&r->base.mem, dst, v))
			return false;
		src += d->command & SAIC ? 0 : 4;
		dst += d->command & DAIC ? 0 : 4;
	}
	return true;
}

static void transfer(struct r500 *r, const struct r500_cp_dma *d)
{
	uint32_t n_B = d->command & BYTE_COUNT;
	const char *which;
	bool done;

	if (!(d->command & SAS) && r->base.ops->holds(&r->base, d->src, n_B, &which))
		r500_report(
		    r, FL_WARN, "CP", "R5xx guide 10.5.3",
		    "DMA reads 0x%08x while the %s still holds newer data of it: flush it and WAIT_UNTIL idle first",
		    d->src, which);
	if (d->command & (SAS | DAS | SAIC | DAIC) || d->command >> SRC_SWAP_SHIFT & 15)
		done = move_dwords(r, d, n_B / 4);
	else
		done = move_bytes(r, d, n_B);
	if (!done)
		r500_report(r, FL_REFUSE, "CP", "R5xx guide 5.7",
			    "DMA of 0x%x bytes from 0x%08x to 0x%08x leaves the memory that there is; it stopped there",
			    n_B, d->src, d->dst);
}

void r500_cp_dma_finish(struct r500 *r)
{
	struct r500_cp *cp = r->cp;

	/* a descriptor may write the registers that start another one: not more than a queue of them a call */
	for (unsigned left = R500_CP_DMA_QUEUE; cp->n_dma && left; left--) {
		struct r500_cp_dma d = cp->dma[0];

		memmove(cp->dma, cp->dma + 1, --cp->n_dma * sizeof(cp->dma[0]));
		transfer(r, &d);
	}
}

void r500_cp_dma_start(struct r500 *r, uint32_t command_offset, enum r500_from from)
{
	struct r500_cp *cp = r->cp;
	uint32_t src = command_offset - 8, dst = command_offset - 4;

	if (from == R500_HOST && cp->n_dma == R500_CP_DMA_QUEUE)
		r500_cp_dma_finish(r); /* the bus stalls */
	if (cp->n_dma == R500_CP_DMA_QUEUE) {
		if (from == R500_CP)
			r500_cp_dma_finish(r);
		if (cp->n_dma == R500_CP_DMA_QUEUE) {
			r500_report(r, FL_REFUSE, "CP", "R5xx guide 5.14",
				    "the DMA queue is full; the transfer was dropped");
			return;
		}
	}
	cp->dma[cp->n_dma++] = (struct r500_cp_dma){r->reg[src / 4], r->reg[dst / 4], r->reg[command_offset / 4]};
}

void r500_cp_dma_reset(struct r500 *r)
{
	r->cp->n_dma = 0;
}
