/* SPDX-License-Identifier: MIT
 *
 * CP_DMA: the command processor copies between memory and registers. Linux r600d.h, r600_copy_cpdma. A
 * transfer is done when its packet was read, whatever CP_SYNC says.
 */
#include "hw/model/look.h"
#include "hw/model/r600/cp.h"
#include <string.h>

struct transfer {
	uint64_t src, dst;
	uint32_t size_B;
	unsigned src_swap, dst_swap;
	bool src_reg, dst_reg, src_stays, dst_stays;
};

static struct transfer decode(const uint32_t *dw)
{
	return (struct transfer){
	    .src = dw[0] | (uint64_t)(dw[1] & 0xff) << 32,
	    .dst = dw[2] | (uint64_t)(dw[3] & 0xff) << 32,
	    .size_B = dw[4] & 0x1fffff,
	    .src_swap = dw[4] >> 22 & 3,
	    .dst_swap = dw[4] >> 24 & 3,
	    .src_reg = dw[4] >> 26 & 1,
	    .dst_reg = dw[4] >> 27 & 1,
	    .src_stays = dw[4] >> 28 & 1,
	    .dst_stays = dw[4] >> 29 & 1,
	};
}

/* From memory to memory, in the order of the bytes. */
static bool move_bytes(struct mr600 *r, const struct transfer *t)
{
	uint64_t src = t->src, dst = t->dst, a, b;

	for (uint32_t left = t->size_B; left;) {
		const uint8_t *from = fl_mem_at(&r->base.mem, src, &a);
		uint8_t *to = fl_mem_at(&r->base.mem, dst, &b);
		uint32_t n = left;

		if (!from || !to)
			return false;
		n = n < a ? n : (uint32_t)a;
		n = n < b ? n : (uint32_t)b;
		if (!fl_spend(&r->base, n / 16 + 1, "the transfers"))
			return true;
		memmove(to, from, n);
		src += n;
		dst += n;
		left -= n;
	}
	return true;
}

/* 8 in 16, 8 in 32; 8 in 64 is the latter with the dwords of a pair changed too. */
static uint32_t swap(uint32_t v, unsigned how)
{
	return mr600_cp_swap(v, how == 3 ? 2 : how);
}

static bool move_dwords(struct mr600 *r, const struct transfer *t)
{
	uint64_t src = t->src & ~3ull, dst = t->dst & ~3ull;
	uint32_t v = 0;

	for (uint32_t i = 0; i < t->size_B / 4; i++) {
		uint64_t from = src + (t->src_stays ? 0 : 4ull * (t->src_swap == 3 ? i ^ 1 : i));
		uint64_t to = dst + (t->dst_stays ? 0 : 4ull * (t->dst_swap == 3 ? i ^ 1 : i));

		if (!fl_spend(&r->base, MR600_CP_DW_WORK, "the transfers"))
			return true;
		if (t->src_reg)
			v = mr600_reg_read(r, (uint32_t)from, MR600_CP);
		else if (!fl_mem_read32(&r->base.mem, from, &v))
			return false;
		v = swap(swap(v, t->src_swap), t->dst_swap);
		if (t->dst_reg)
			mr600_reg_write(r, (uint32_t)to, v, MR600_CP);
		else if (!fl_mem_write32(&r->base.mem, to, v))
			return false;
	}
	return true;
}

static bool plain(const struct transfer *t)
{
	return !t->src_reg && !t->dst_reg && !t->src_stays && !t->dst_stays && !t->src_swap && !t->dst_swap;
}

bool mr600_cp_dma_packet(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n)
{
	enum { DWORDS = 5 };
	struct transfer t = decode(dw);
	const char *which;

	if (n != DWORDS || dw[4] & 1u << 21 || dw[4] >> 30)
		return false;
	if (!fl_look_begin(&r->base, FL_LOOK_DMA, NULL))
		return true;
	if (mr600_drawing(r)) {
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.1",
			     "CP_DMA while draws are under way: WAIT_UNTIL 3D_IDLE comes first");
		mr600_finish(r);
	}
	if (!t.src_reg && mr600_rb_holds(r, t.src, t.size_B, &which))
		mr600_report(r, FL_WARN, "CP", "R6xx facts 1.4",
			     "CP_DMA reads 0x%llx while the %s still holds newer data of it: flush it first",
			     (unsigned long long)t.src, which);
	if (!(plain(&t) ? move_bytes(r, &t) : move_dwords(r, &t))) {
		mr600_report(
		    r, FL_REFUSE, "CP", "Linux r600_copy_cpdma",
		    "CP_DMA of 0x%x bytes from 0x%llx to 0x%llx leaves the memory that there is; the "
		    "command processor hangs",
		    t.size_B, (unsigned long long)t.src, (unsigned long long)t.dst);
		mr600_cp_hang(r);
	}
	fl_look_end(&r->base);
	return true;
}
