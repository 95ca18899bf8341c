/* SPDX-License-Identifier: MIT
 *
 * The packets of the asynchronous DMA engine. Linux r600_dma.c, r600d.h; Mesa r600_state.c (tiled copies);
 * R6xx facts 8.
 */
#include "hw/model/look.h"
#include "hw/model/r600/dma.h"
#include "hw/model/r600/ih.h"
#include <string.h>

#define SECTION "R6xx facts 8"

static uint64_t address(uint32_t lo, uint32_t hi)
{
	return lo | (uint64_t)(hi & 0xff) << 32;
}

static bool refuse(struct mr600 *r, const struct mr600_dma_packet *p, const char *what)
{
	mr600_report(r, FL_REFUSE, "DMA", SECTION, "packet 0x%08x: %s; the engine hangs", p->header, what);
	mr600_dma_hang(r);
	return true;
}

static bool no_memory(struct mr600 *r, const struct mr600_dma_packet *p, uint64_t at)
{
	mr600_report(r, FL_REFUSE, "DMA", SECTION,
		     "packet 0x%08x leaves the memory that there is, at 0x%llx; the engine hangs", p->header,
		     (unsigned long long)at);
	mr600_dma_hang(r);
	return true;
}

/* Nothing keeps this engine in step with the others: what their caches hold it does not see. */
static void check_caches(struct mr600 *r, uint64_t at, uint64_t size_B)
{
	const char *which;

	if (mr600_rb_holds(r, at, size_B, &which))
		mr600_report(
		    r, FL_WARN, "DMA", SECTION,
		    "DMA at 0x%llx while the %s holds newer data of it: flush it, and let a fence or a "
		    "semaphore say so, first",
		    (unsigned long long)at, which);
}

static bool copy_linear(struct mr600 *r, const struct mr600_dma_packet *p)
{
	enum { R6XX_MAX_DW = 0xfffe };
	bool r7xx = r->variant->r7xx;
	uint64_t dst = address(p->body[0], r7xx ? p->body[2] : p->body[2] >> 16);
	uint64_t src = address(p->body[1], r7xx ? p->body[3] : p->body[2]), a, b;

	if (!r7xx && p->count > R6XX_MAX_DW)
		return refuse(r, p, "R6xx copy 0xfffe dwords at most");
	if ((dst | src) & 3)
		return refuse(r, p, "an address is not aligned to a dword");
	check_caches(r, src, 4ull * p->count);
	for (uint64_t left_B = 4ull * p->count; left_B;) {
		const uint8_t *from = fl_mem_at(&r->base.mem, src, &a);
		uint8_t *to = fl_mem_at(&r->base.mem, dst, &b);
		uint64_t n = left_B;

		if (!from || !to)
			return no_memory(r, p, from ? dst : src);
		n = n < a ? n : a;
		n = n < b ? n : b;
		if (!fl_spend(&r->base, n / 16 + 1, "the transfers of the DMA engine"))
			return true;
		memmove(to, from, n);
		src += n;
		dst += n;
		left_B -= n;
	}
	return true;
}

static bool copy_tiled(struct mr600 *r, const struct mr600_dma_packet *p)
{
	const char *what = mr600_dma_copy_tiled(r, p);

	return !what || refuse(r, p, what);
}

static bool fill(struct mr600 *r, const struct mr600_dma_packet *p)
{
	uint64_t at = address(p->body[0], p->body[2] >> 16);

	if (!r->variant->r7xx)
		return refuse(r, p, "R6xx do not have CONSTANT_FILL");
	for (uint32_t i = 0; i < p->count; i++, at += 4)
		if (!fl_mem_write32(&r->base.mem, at, p->body[1]))
			return no_memory(r, p, at);
	return true;
}

static bool write_linear(struct mr600 *r, const struct mr600_dma_packet *p, uint64_t data)
{
	uint64_t at = address(p->body[0], p->body[1]);
	uint32_t value;

	if (at & 3)
		return refuse(r, p, "its address is not aligned to a dword");
	if (!fl_mem_read32(&r->base.mem, data, &value))
		return no_memory(r, p, data);
	return fl_mem_write32(&r->base.mem, at, value) || no_memory(r, p, at);
}

static bool indirect_buffer(struct mr600 *r, const struct mr600_dma_packet *p)
{
	struct mr600_dma *d = r->dma;

	if (!(R600_REG(r, DMA_IB_CNTL) & R600_DMA_IB_CNTL__DMA_IB_ENABLE__MASK))
		return refuse(r, p, "indirect buffers are off: DMA_IB_CNTL.DMA_IB_ENABLE");
	if (d->ib.active)
		return refuse(r, p, "an indirect buffer in another");
	if (p->body[0] & 0x1f)
		return refuse(r, p, "its address is not aligned to 32 bytes");
	if (d->rptr % 8)
		return refuse(r, p, "it does not end on a boundary of 8 dwords: pad with NOPs before it");
	d->ib.addr = address(p->body[0], p->body[1]);
	d->ib.at_dw = 0;
	d->ib.size_dw = p->body[1] >> 16;
	d->ib.active = d->ib.size_dw;
	return true;
}

static bool semaphore(struct mr600 *r, const struct mr600_dma_packet *p)
{
	uint64_t at = address(p->body[0] & ~7u, p->body[1]);

	if (!p->signal)
		return mr600_semaphore_take(r, at);
	mr600_semaphore_give(r, at);
	return true;
}

static bool fence(struct mr600 *r, const struct mr600_dma_packet *p)
{
	uint64_t at = address(p->body[0] & ~3u, p->body[1]);

	return fl_mem_write32(&r->base.mem, at, p->body[2]) || no_memory(r, p, at);
}

/* Carried out as an event of somebody who looks (hw/model/look.h). */
static bool event(struct mr600 *r, const struct mr600_dma_packet *p, const char *name,
		  bool (*packet)(struct mr600 *, const struct mr600_dma_packet *))
{
	bool ok;

	if (!fl_look_begin(&r->base, FL_LOOK_DMA, name))
		return true;
	ok = packet(r, p);
	fl_look_end(&r->base);
	return ok;
}

bool mr600_dma_execute(struct mr600 *r, const struct mr600_dma_packet *p, uint64_t data)
{
	switch (p->command) {
	case MR600_DMA_WRITE:
		return p->tiled
			   ? refuse(r, p, "writes to tiled surfaces are not modelled: no driver sends them")
			   : write_linear(r, p, data);
	case MR600_DMA_COPY:
		return event(r, p, "DMA_COPY", p->tiled ? copy_tiled : copy_linear);
	case MR600_DMA_INDIRECT_BUFFER:
		return indirect_buffer(r, p);
	case MR600_DMA_SEMAPHORE:
		return semaphore(r, p);
	case MR600_DMA_FENCE:
		return fence(r, p);
	case MR600_DMA_TRAP:
		if (R600_REG(r, DMA_CNTL) & R600_DMA_CNTL__TRAP_ENABLE__MASK)
			mr600_ih_raise(r, MR600_IH_DMA, 0);
		return true;
	case MR600_DMA_CONSTANT_FILL:
		return event(r, p, "DMA_CONSTANT_FILL", fill);
	case MR600_DMA_NOP:
		return true;
	}
	return refuse(r, p, "there is no such command");
}
