/* SPDX-License-Identifier: MIT
 *
 * IH: the interrupt ring. Each interrupt is an entry of 16 bytes that the chip writes to memory; the write
 * pointer follows, and the line is pulled while it is not the read pointer.
 */
#ifndef HW_MODEL_R600_IH_H
#define HW_MODEL_R600_IH_H

#include "hw/model/r600/r600.h"

/* Sources: Linux r600_irq_process. */
enum { MR600_IH_CP_RB = 176, MR600_IH_CP_EOP = 181, MR600_IH_DMA = 224, MR600_IH_GUI_IDLE = 233 };

struct mr600_ih {
	uint32_t wptr; /* bytes */
	bool overflow;
};

/* An interrupt of that source, if its enable lets it through (the caller looks). */
void mr600_ih_raise(struct mr600 *r, unsigned source, uint32_t data);
bool mr600_ih_pulls(const struct mr600 *r);

#endif
