/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine.
 */
#include "hw/model/r600/dma.h"
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
	r->dma->stuck = false;
}

void mr600_dma_reset(struct mr600 *r)
{
	mr600_dma_soft_reset(r);
}

bool mr600_dma_busy(const struct mr600 *r)
{
	return r->dma->stuck;
}

uint32_t mr600_dma_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	return r->reg[offset / 4];
}

void mr600_dma_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
}

void mr600_dma_work(struct mr600 *r)
{
}
