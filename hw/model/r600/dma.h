/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA engine, which has a ring of its own.
 */
#ifndef HW_MODEL_R600_DMA_H
#define HW_MODEL_R600_DMA_H

#include "hw/model/r600/r600.h"

struct mr600_dma {
	bool stuck; /* it hangs until it is reset */
};

void mr600_dma_soft_reset(struct mr600 *r);
void mr600_dma_work(struct mr600 *r);
bool mr600_dma_busy(const struct mr600 *r);

#endif
