/* SPDX-License-Identifier: MIT
 *
 * Step: which core is it, and does it answer? Reads only.
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

#include <string.h>

void gc_card_init(struct gc_card *c, struct fl_dev *dev)
{
	fl_family_init(&gc_family, &c->up, dev);
}

static uint32_t word(const void *arg, uint32_t reg)
{
	return fl_read32((struct fl_dev *)(uintptr_t)arg, reg);
}

enum fl_code gc_identify(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	struct fl_dev *d = up->dev;
	const uint32_t control = fl_read32(d, GC_HI_CLOCK_CONTROL);
	struct gc_core first;

	if (d->regs_size_B < GC_REGS_B)
		return fl_fail(err, FL_FAILED, "%s: there are %u bytes of registers, the core has %d",
			       d->name, d->regs_size_B, GC_REGS_B);
	if (control == 0xffffffff)
		return fl_fail(err, FL_FAILED, "%s: every register reads all ones: no core answers", d->name);
	/* Twice: a core that was away while it was read would have features that it has not. */
	gc_core_read(&first, word, d);
	gc_core_read(&c->core, word, d);
	if (memcmp(&first, &c->core, sizeof(first)))
		return fl_fail(
		    err, FL_NO_DEVICE,
		    "%s: HI: what the core says of itself differs from one time to the next: it is off "
		    "the bus at times",
		    d->name);
	up->chip = gc_core_name(&c->core);
	if (!up->chip && !c->core.model && !c->core.features[0])
		return fl_fail(err, FL_FAILED,
			       "%s: HI: CHIP_MODEL and CHIP_FEATURE read 0, and CLOCK_CONTROL 0x%08x: the "
			       "core has no clock, or no power",
			       d->name, control);
	if (!up->chip)
		return fl_fail(err, FL_NO_DEVICE, "%s: CHIP_MODEL 0x%x is no core of the family", d->name,
			       c->core.model);
	fl_did(up, "%s revision %04x%s", up->chip, c->core.revision,
	       GC_HI_CHIP_FEATURE__PIPE_3D__GET(c->core.features[0]) ? "" : ", which does not draw in 3D");
	return FL_OK;
}
