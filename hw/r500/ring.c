/* SPDX-License-Identifier: MIT
 *
 * The ring buffer of the command processor; see ring.h.
 */
#include "hw/bus/pci.h"
#include "hw/r500/idle.h"
#include "hw/r500/pio.h"
#include "hw/regs/r500.h"

#include <string.h>

extern inline void r500_ring_emit(struct r500_ring *ring, uint32_t dw);
extern inline void r500_ring_reg(struct r500_ring *ring, uint32_t reg, uint32_t value);

/* A write pointer in a ring in VRAM is held back so many clocks, some microseconds, however often it is
 * written: guide 5.5. */
enum {
	HOLD = R500_CP_RB_WPTR_DELAY__PRE_WRITE_TIMER(1024) | R500_CP_RB_WPTR_DELAY__PRE_WRITE_LIMIT(15),
};

bool r500_cp_off(struct fl_dev *d)
{
	bool off = fl_put32(d, R500_CP_CSQ_CNTL, 0, R500_CP_CSQ_CNTL__CSQ_MODE__MASK);

	return fl_put32(d, R500_CP_CSQ_MODE, 0, ~0u) && off;
}

static uint32_t log2_of(uint32_t v)
{
	uint32_t n = 0;

	while (v >>= 1)
		n++;
	return n;
}

/* What the ring is and where stands in *ring. */
static enum fl_code start(struct r500_ring *ring, struct fl_dev *d, uint32_t size_dw, uint32_t delay,
			  struct fl_err *err)
{
	uint32_t cntl, gpu_addr = ring->gpu_addr;
	enum fl_code code;

	ring->dev = d;
	ring->hdp_cntl =
	    fl_read32(d, R500_HOST_PATH_CNTL) & ~R500_HOST_PATH_CNTL__HDP_READ_BUFFER_INVALIDATE__MASK;
	ring->timeout_us = R500_RING_TIMEOUT_US;

	/* Guide 5.8, step 1: the command processor is off while its pointers are set. */
	r500_cp_off(d);

	/* Whatever is in the ring before the chip reads it is harmless: fillers. */
	for (uint32_t i = 0; i < size_dw; i++)
		r500_ring_put(ring, i, R500_TYPE2);
	fl_write_barrier();

	/* The order and the values of Linux r100_cp_init(): a write pointer that is held back 64 clocks while
	 * things are set up, a read-pointer block of 2^9 quadwords, fetches of two double octwords, no
	 * write-back of the read pointer. */
	fl_write32(d, R500_CP_RB_WPTR_DELAY, R500_CP_RB_WPTR_DELAY__PRE_WRITE_TIMER(64));
	cntl = R500_CP_RB_CNTL__RB_BUFSZ(log2_of(size_dw / 2)) | R500_CP_RB_CNTL__RB_BLKSZ(9) |
	       R500_CP_RB_CNTL__MAX_FETCH(R500_CP_RB_CNTL__MAX_FETCH__DOUBLE_OCTWORDS_2) |
	       R500_CP_RB_CNTL__RB_NO_UPDATE(R500_CP_RB_CNTL__RB_NO_UPDATE__NO_HOST_RPTR_COPY);
	fl_write32(d, R500_CP_RB_CNTL, cntl);
	fl_write32(d, R500_CP_RB_BASE, gpu_addr);
	/* Guide 5.8, steps 3 to 6: the read pointer takes the value of RPTR_WR when WPTR is written. */
	fl_write32(d, R500_CP_RB_CNTL, cntl | R500_CP_RB_CNTL__RB_RPTR_WR_ENA(1));
	fl_write32(d, R500_CP_RB_RPTR_WR, 0);
	fl_write32(d, R500_CP_RB_WPTR, 0);
	fl_write32(d, R500_CP_RB_RPTR_ADDR, 0);
	fl_write32(d, R500_SCRATCH_ADDR, 0);
	fl_write32(d, R500_SCRATCH_UMSK, 0); /* scratch registers stay in the chip */
	fl_write32(d, R500_CP_RB_CNTL, cntl);
	fl_delay_us(d, 10);
	fl_write32(d, R500_CP_RB_WPTR_DELAY, delay);
	fl_write32(d, R500_CP_CSQ_MODE, R500_CSQ_MODE_STARTS);
	fl_write32(d, R500_CP_CSQ_CNTL,
		   R500_CP_CSQ_CNTL__CSQ_MODE(R500_CP_CSQ_CNTL__CSQ_MODE__PRIMARY_BM_INDIRECT_BM));

	/* Does the chip hold what it was given? A dead command processor reads back zeros or ones. */
	if (fl_read32(d, R500_CP_RB_BASE) != gpu_addr || (fl_read32(d, R500_CP_RB_CNTL) & cntl) != cntl ||
	    fl_read32(d, R500_CP_RB_RPTR) || fl_read32(d, R500_CP_RB_WPTR)) {
		code =
		    fl_fail(err, FL_FAILED,
			    "the command processor does not answer: CP_RB_BASE reads 0x%08x after 0x%08x was "
			    "written, CP_RB_CNTL 0x%08x after 0x%08x, RPTR 0x%x, WPTR 0x%x",
			    fl_read32(d, R500_CP_RB_BASE), gpu_addr, fl_read32(d, R500_CP_RB_CNTL), cntl,
			    fl_read32(d, R500_CP_RB_RPTR), fl_read32(d, R500_CP_RB_WPTR));
		r500_cp_off(d);
		return code;
	}
	ring->size_dw = size_dw;
	ring->room_dw = size_dw - 1;
	return FL_OK;
}

enum fl_code r500_ring_start(struct r500_ring *ring, struct fl_dev *d, uint64_t at_B, uint32_t gpu_addr,
			     uint32_t size_B, struct fl_err *err)
{
	memset(ring, 0, sizeof(*ring));
	if (size_B < R500_RING_MIN_B || size_B > R500_RING_MAX_B || (size_B & (size_B - 1)) || at_B % 4096 ||
	    gpu_addr % 4096 || at_B > d->vram_size_B || size_B > d->vram_size_B - at_B)
		return fl_fail(
		    err, FL_USAGE,
		    "ring: %u bytes at 0x%llx: it takes a power of two from 4 KiB to 8 MiB, on a 4 KiB "
		    "boundary, in the VRAM aperture of %llu MiB",
		    size_B, (unsigned long long)at_B, (unsigned long long)(d->vram_size_B >> 20));
	ring->via = FL_TRANSPORT_VRAM;
	ring->mem = d->vram ? (volatile uint32_t *)(d->vram + at_B) : NULL;
	ring->at_B = at_B;
	ring->gpu_addr = gpu_addr;
	return start(ring, d, size_B / 4, HOLD, err);
}

enum fl_code r500_ring_start_system(struct r500_ring *ring, struct fl_dev *d, const struct fl_dma *m,
				    uint64_t at_B, struct fl_err *err)
{
	memset(ring, 0, sizeof(*ring));
	ring->via = FL_TRANSPORT_SYSTEM;
	ring->mem = m->cpu;
	ring->at_B = at_B;
	ring->gpu_addr = (uint32_t)m->addr;
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2,
			  d->bus->cfg_read(d, FL_PCI_COMMAND, 2) | FL_PCI_COMMAND_MASTER);
	return start(ring, d, R500_RING_DEFAULT_B / 4, 0, err);
}

/* Free dwords: one is always left, because equal pointers mean empty (guide 5.4). */
static uint32_t room(const struct r500_ring *ring, uint32_t rptr)
{
	return (rptr - ring->wptr - 1) & (ring->size_dw - 1);
}

/* Read the read pointer; a value outside the ring is a dead card. */
static enum fl_code read_rptr(struct r500_ring *ring, uint32_t *rptr, struct fl_err *err)
{
	*rptr = fl_read32(ring->dev, R500_CP_RB_RPTR);
	if (*rptr >= ring->size_dw)
		return fl_fail(err, FL_FAILED,
			       "ring: CP_RB_RPTR reads 0x%08x, past the ring's 0x%x dwords: %s", *rptr,
			       ring->size_dw,
			       *rptr == 0xffffffff ? "the card is gone" : "the ring was set up elsewhere");
	return FL_OK;
}

/* Wait for it: *need, or by PIO any. */
static enum fl_code wait_room(struct r500_ring *ring, uint32_t n_dw, struct fl_err *err)
{
	bool pio = ring->via == FL_TRANSPORT_PIO;
	uint32_t need = pio ? 1 : n_dw + R500_RING_ALIGN_DW, rptr = 0;
	uint64_t start, waited;
	enum fl_code code;

	/* Not a plain poll of one register: the room wraps around. The deadline is the same kind. */
	start = fl_now_us(ring->dev);
	for (unsigned reads = 0;; reads++) {
		code = pio ? FL_OK : read_rptr(ring, &rptr, err);
		if (code)
			return code;
		ring->room_dw = pio ? r500_pio_room(ring->dev) : room(ring, rptr);
		if (ring->room_dw >= need)
			return FL_OK;
		waited = fl_now_us(ring->dev) - start;
		if ((reads && (waited >= ring->timeout_us || fl_stopped(ring->dev))) || reads > 1 << 20)
			break;
		fl_delay_us(ring->dev, 10);
	}
	code = fl_fail(err, FL_TIMEOUT,
		       "ring: no room for %u dwords after %llu ms: CP_RB_RPTR is 0x%x, CP_RB_WPTR 0x%x", n_dw,
		       (unsigned long long)(waited / 1000), rptr, ring->told);
	if (err) {
		err->reg = R500_CP_RB_RPTR;
		err->mask = 0xffffffff;
		err->want = ring->told;
		err->got = rptr;
	}
	return r500_explain_state(ring->dev, code, err);
}

/* What anybody wrote to VRAM is there. */
static void settle_all(struct r500_ring *ring)
{
	uint32_t dw = 0;

	fl_vram_write(ring->dev, ring->at_B, &dw, 4);
	fl_vram_settle(ring->dev, ring->at_B);
}

enum fl_code r500_ring_begin(struct r500_ring *ring, uint32_t n_dw, struct fl_err *err)
{
	if (!ring->size_dw || ring->lost)
		return fl_fail(err, FL_FAILED, "ring: %s", ring->lost ? "it hangs" : "not running");
	if (n_dw >= ring->size_dw - R500_RING_ALIGN_DW)
		return fl_fail(err, FL_USAGE, "ring: %u dwords do not fit into a ring of %u", n_dw,
			       ring->size_dw);
	if (ring->via == FL_TRANSPORT_PIO) {
		settle_all(ring); /* what is put in is carried out at once */
		return wait_room(ring, n_dw, err);
	}
	return ring->room_dw >= n_dw + R500_RING_ALIGN_DW ? FL_OK : wait_room(ring, n_dw, err);
}

void r500_ring_put(struct r500_ring *ring, uint32_t i, uint32_t dw)
{
	struct fl_err ignored;

	if (ring->mem)
		ring->mem[i] = dw;
	else if (ring->via == FL_TRANSPORT_VRAM)
		fl_vram_write(ring->dev, ring->at_B + 4ull * i, &dw, 4);
	else if (!ring->lost && (ring->room_dw || !wait_room(ring, 1, &ignored)))
		fl_write32(ring->dev, R500_CP_CSQ_APER_PRIMARY(0), dw);
	else
		ring->lost = true; /* it hangs: whoever waits for what was to come will see */
}

void r500_ring_commit(struct r500_ring *ring)
{
	if (ring->via == FL_TRANSPORT_PIO)
		return;
	/* Whole fetches: Linux pads the same way (align_mask of 16 dwords). */
	while (ring->wptr % R500_RING_ALIGN_DW)
		r500_ring_emit(ring, R500_TYPE2);
	if (ring->wptr == ring->told)
		return;
	/* The dwords are in memory before the pointer says so. */
	if (ring->via == FL_TRANSPORT_VRAM)
		fl_vram_settle(ring->dev, ring->at_B + 4ull * ((ring->wptr - 1) & (ring->size_dw - 1)));
	else
		settle_all(ring);
	fl_write32(ring->dev, R500_CP_RB_WPTR, ring->wptr);
	fl_read32(ring->dev, R500_CP_RB_WPTR); /* and the pointer is out of the posted-write buffers */
	ring->told = ring->wptr;
}

enum fl_code r500_ring_drain(struct r500_ring *ring, uint64_t timeout_us, struct fl_err *err)
{
	bool pio = ring->via == FL_TRANSPORT_PIO;

	if (fl_poll32(ring->dev, pio ? R500_CP_STAT : R500_CP_RB_RPTR,
		      pio ? R500_CP_STAT__CMDSTRM_BUSY__MASK : 0xffffffff, pio ? 0 : ring->told, timeout_us,
		      "command processor reads to the end", pio ? "CP_STAT" : "CP_RB_RPTR", err))
		return r500_explain_state(ring->dev, FL_TIMEOUT, err);
	return FL_OK;
}

enum fl_code r500_ring_submit(struct r500_ring *ring, const uint32_t *dw, uint32_t n_dw, struct fl_err *err)
{
	enum fl_code code = r500_ring_begin(ring, n_dw, err);

	if (code)
		return code;
	for (uint32_t i = 0; i < n_dw; i++)
		r500_ring_emit(ring, dw[i]);
	r500_ring_commit(ring);
	return FL_OK;
}

void r500_ring_ib(struct r500_ring *ring, uint32_t gpu_addr, uint32_t size_dw)
{
	/* Guide 5.10: the size is the last write of the packet; it starts the fetch. */
	r500_ring_emit(ring, R500_TYPE0(R500_CP_IB_BASE, 2));
	r500_ring_emit(ring, gpu_addr);
	r500_ring_emit(ring, size_dw);
}

enum fl_code r500_ring_stop(struct r500_ring *ring, struct fl_err *err)
{
	enum fl_code code;

	if (!ring->size_dw)
		return FL_OK;
	code = r500_ring_drain(ring, ring->timeout_us, err);
	if (!code)
		code = r500_idle_wait(ring->dev, ring->timeout_us, err);
	if (!r500_cp_off(ring->dev) && !code)
		code = fl_fail(err, FL_FAILED, "the command processor does not go off");
	ring->size_dw = 0;
	return code;
}
