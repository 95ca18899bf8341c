/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine, which has a ring of its own: beside the 3D engine, and not in step with it.
 */
#ifndef HW_MODEL_R600_DMA_H
#define HW_MODEL_R600_DMA_H

#include "hw/model/r600/r600.h"

enum {
	MR600_DMA_WRITE = 2,
	MR600_DMA_COPY = 3,
	MR600_DMA_INDIRECT_BUFFER = 4,
	MR600_DMA_SEMAPHORE = 5,
	MR600_DMA_FENCE = 6,
	MR600_DMA_TRAP = 7,
	MR600_DMA_CONSTANT_FILL = 13,
	MR600_DMA_NOP = 15,
};
enum { MR600_DMA_DW_WORK = 64, MR600_DMA_MAX_DW = 0xffff };

/* A packet: what its header says, and where what follows stands. */
struct mr600_dma_packet {
	uint32_t header, body[8]; /* of WRITE, the address alone */
	uint32_t body_dw;
	unsigned command;
	bool tiled, signal;
	uint32_t count; /* dwords */
};

struct mr600_dma {
	uint32_t rptr, wptr; /* dwords */
	struct {
		bool active;
		uint64_t addr;
		uint32_t at_dw, size_dw;
	} ib;
	bool waits; /* at a semaphore */
	bool stuck; /* it hangs until it is reset */
};

void mr600_dma_soft_reset(struct mr600 *r);
void mr600_dma_work(struct mr600 *r); /* all that is there, until it waits */
bool mr600_dma_busy(const struct mr600 *r);
void mr600_dma_hang(struct mr600 *r);
/* dma_packet.c: carries one out. data: address of what follows the body. False: it waits, and is to be tried
 * again. */
bool mr600_dma_execute(struct mr600 *r, const struct mr600_dma_packet *p, uint64_t data);
/* dma_tiled.c: NULL, or what is wrong with it. */
const char *mr600_dma_copy_tiled(struct mr600 *r, const struct mr600_dma_packet *p);
/* A counter of 64 bits in memory: up; or, if it is not 0, down (false: it is). cp_sync.c */
void mr600_semaphore_give(struct mr600 *r, uint64_t at);
bool mr600_semaphore_take(struct mr600 *r, uint64_t at);

#endif
