/* SPDX-License-Identifier: MIT
 *
 * Step: a way for commands; see transport.h. First VRAM, which is the card's own; then memory of the machine,
 * where a card that goes wrong reaches no more than what was given to it (gart.c).
 */
#include "hw/r600/transport.h"
#include "hw/bus/pci.h"
#include "hw/r600/mc.h"
#include "hw/r600/status.h"

enum {
	PAGE_B = 4096,
	SETTLE_US = 100000,
	/* Memory of the machine: the area, the caller's command buffers, and a page for wrong addresses */
	COMMANDS_B = 128 << 10,
	SYSTEM_B = R600_AREA_B + COMMANDS_B + PAGE_B,
};

static enum fl_code system_memory(struct r600_card *c, struct fl_area *a, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	struct fl_dma *m = &d->dma;
	enum fl_code code = m->cpu ? FL_OK : fl_dma_alloc(d, SYSTEM_B, m, err);

	if (code)
		return code;
	/* Where VRAM is, an address is VRAM's. */
	if (m->addr + m->size_B > c->up.vram_addr && m->addr < c->up.vram_addr + c->up.vram_B)
		return fl_fail(err, FL_FAILED, "the memory at 0x%llx is hidden by VRAM at 0x%llx",
			       (unsigned long long)m->addr, (unsigned long long)c->up.vram_addr);
	c->up.commands =
	    (struct fl_dma){(volatile uint8_t *)m->cpu + R600_AREA_B, m->addr + R600_AREA_B, COMMANDS_B};
	a->at_B = fl_area_end(&c->up, PAGE_B);
	a->addr = m->addr;
	a->cpu = m->cpu;
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2,
			  d->bus->cfg_read(d, FL_PCI_COMMAND, 2) | FL_PCI_COMMAND_MASTER);
	return r600_gart_on(c, m, a->at_B, err);
}

static enum fl_code start(struct r600_card *c, enum fl_transport via, struct fl_err *err)
{
	struct fl_area a = {.dev = c->up.dev, .generation = c->family->r7xx, .settle = r600_area_settle};
	enum fl_code code = FL_OK;

	if (via == FL_TRANSPORT_PIO)
		return fl_fail(err, FL_NO_DEVICE, "R6xx and R7xx have no queue that is written by hand");
	if (c->up.visible_B < 2 * (uint64_t)R600_AREA_B)
		return fl_fail(err, FL_FAILED, "%llu KiB of visible VRAM have no room for commands",
			       (unsigned long long)(c->up.visible_B >> 10));
	if (via == FL_TRANSPORT_VRAM)
		fl_area_vram(&a, &c->up, R600_AREA_B);
	else
		code = system_memory(c, &a, err);
	return code ? code : r600_ring_start(&c->ring, &a, via, c->family->contexts, err);
}

enum fl_code r600_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err)
{
	struct r600_card *c = r600_card(up);
	enum fl_code code = start(c, via, err);
	struct fl_err more;
	uint32_t grbm, srbm;

	if (!code)
		code = fl_ring_test_rounds(&c->ring, &r600_ring_test, err);
	c->up.transport = via;
	if (!code)
		return code;
	c->ring.size_dw = 0;
	if (code == FL_NO_DEVICE)
		return code; /* nothing was begun */
	r600_cp_reset(c->up.dev, c->family->r7xx);
	/* What it took for commands may have gone far. */
	if (r600_idle_wait(c->up.dev, SETTLE_US, &more) && r600_reset_wanted(c, &grbm, &srbm))
		r600_reset_now(c, grbm, srbm, &more);
	return code;
}

enum fl_code r600_transport_step(struct fl_bringup *up, struct fl_err *err)
{
	return fl_transport_step(up, FL_TRANSPORT_VRAM, r600_transport_try, err);
}
