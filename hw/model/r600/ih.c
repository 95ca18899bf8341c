/* SPDX-License-Identifier: MIT
 *
 * IH: the interrupt ring. Linux r600.c (r600_irq_init, r600_irq_process), r600d.h.
 */
#include "hw/model/r600/ih.h"
#include <stdlib.h>

enum { ENTRY_B = 16 };

bool mr600_ih_new(struct mr600 *r)
{
	r->ih = calloc(1, sizeof(*r->ih));
	return r->ih;
}

void mr600_ih_free(struct mr600 *r)
{
	free(r->ih);
	r->ih = NULL;
}

void mr600_ih_reset(struct mr600 *r)
{
	r->ih->wptr = 0;
	r->ih->overflow = false;
	R600_REG(r, IH_RB_CNTL) = R600_REG(r, IH_RB_RPTR) = 0;
}

static bool on(const struct mr600 *r)
{
	return R600_REG(r, IH_RB_CNTL) & R600_IH_RB_CNTL__IH_RB_ENABLE__MASK;
}

/* IH_RB_SIZE is the log2 of dwords. */
static uint32_t size_B(const struct mr600 *r)
{
	return 4u << R600_IH_RB_CNTL__IH_RB_SIZE__GET(R600_REG(r, IH_RB_CNTL));
}

/* The ring is as long as it is: what comes too fast overwrites the oldest, and RB_OVERFLOW says so. */
void mr600_ih_raise(struct mr600 *r, unsigned source, uint32_t data)
{
	struct mr600_ih *ih = r->ih;
	uint64_t at = ((uint64_t)R600_REG(r, IH_RB_BASE) << 8) + ih->wptr;
	const uint32_t entry[ENTRY_B / 4] = {source, data & 0x0fffffff};

	if (!on(r))
		return;
	for (unsigned i = 0; i < ENTRY_B / 4; i++)
		if (!fl_mem_write32(&r->base.mem, at + 4 * i, entry[i])) {
			mr600_report(r, FL_WARN, "IH", "Linux r600_irq_init",
				     "an interrupt's entry goes to 0x%llx (IH_RB_BASE), where no memory is; "
				     "it is lost",
				     (unsigned long long)at);
			return;
		}
	ih->wptr = (ih->wptr + ENTRY_B) & (size_B(r) - 1);
	if (ih->wptr == R600_REG(r, IH_RB_RPTR))
		ih->overflow = true;
}

bool mr600_ih_pulls(const struct mr600 *r)
{
	return on(r) && r->ih->wptr != R600_REG(r, IH_RB_RPTR);
}

uint32_t mr600_ih_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
{
	if (offset == R600_IH_RB_WPTR)
		return r->ih->wptr | (r->ih->overflow ? R600_IH_RB_WPTR__RB_OVERFLOW__MASK : 0);
	return r->reg[offset / 4];
}

void mr600_ih_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from)
{
	switch (offset) {
	case R600_IH_RB_WPTR: /* Linux sets it to 0 when the ring is set up */
		r->ih->wptr = value & (size_B(r) - 1) & ~(ENTRY_B - 1u);
		break;
	case R600_IH_RB_CNTL:
		if (value & R600_IH_RB_CNTL__IH_WPTR_OVERFLOW_CLEAR__MASK)
			r->ih->overflow = false;
		break;
	}
}
