/* SPDX-License-Identifier: MIT
 *
 * SDMA: two engines that copy, fill and write, with packets of their own. CIK facts 3.
 */
#ifndef HW_MODEL_CIK_SDMA_H
#define HW_MODEL_CIK_SDMA_H

#include "hw/model/cik/cp.h"

enum {
	MCIK_SDMAS = 2,
	MCIK_SDMA_STRIDE_B = 0x800, /* between the engines' registers */
	MCIK_SDMA_DW = 1050,        /* of microcode: Linux CIK_SDMA_UCODE_SIZE */
	MCIK_SDMA_RAM_DW = 2048,
	MCIK_SDMA_WRITE_DW = 1 << 12,
};

struct mcik_sdma_engine {
	uint32_t rptr, wptr; /* of the ring, dwords */
	uint64_t ib_addr;
	uint32_t ib_at, ib_dw; /* ib_at < ib_dw: an indirect buffer is being read */
	uint8_t ib_vmid;
	uint8_t vmid; /* of the packet at hand, which may be the last of its buffer */
	uint32_t ucode_at, ucode_dw;
	uint32_t ucode[MCIK_SDMA_RAM_DW];
	bool stuck;
	bool polls; /* POLL_REG_MEM is at hand: */
	bool poll_memory;
	unsigned poll_function;
	uint64_t poll_at;
	uint32_t poll_reference, poll_mask;
};

struct mcik_sdma {
	struct mcik_sdma_engine engine[MCIK_SDMAS];
	uint32_t data[MCIK_SDMA_WRITE_DW];
	bool fault_stuck; /* of the second engine */
};

/* Packets until there are none, or one waits. True: something was done. */
bool mcik_sdma_work(struct mcik *c);
bool mcik_sdma_busy(const struct mcik *c, unsigned e);

/* What was queued is gone; it halts, and its microcode stays. */
void mcik_sdma_soft_reset(struct mcik *c, unsigned e);

/* sdma_packet.c */
/* Dwords of what the engine reads. */
bool mcik_sdma_peek(struct mcik *c, unsigned e, uint32_t from, uint32_t *to, uint32_t n);
unsigned mcik_sdma_vmid(const struct mcik *c, unsigned e);
enum mcik_client mcik_sdma_client(unsigned e);
/* How many dwords the packet has; 0: there is no such one. And what it does, its header in dw[0]. False: its
 * contents do not fit. */
uint32_t mcik_sdma_length(const uint32_t *dw);
bool mcik_sdma_packet(struct mcik *c, unsigned e, const uint32_t *dw, uint32_t n);

#define CIK_SDMA_REG(c, e, name) ((c)->reg[(CIK_SDMA0_##name + MCIK_SDMA_STRIDE_B * (e)) / 4])

#endif
