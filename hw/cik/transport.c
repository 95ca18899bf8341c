/* SPDX-License-Identifier: MIT
 *
 * Step: a way for commands; see transport.h. First VRAM, which is the card's own; then memory of the machine,
 * where a card that goes wrong reaches no more than what was given to it (gart.c).
 */
#include "hw/cik/transport.h"
#include "hw/bus/pci.h"
#include "hw/cik/hdp.h"
#include "hw/cik/status.h"
#include "hw/cik/vm.h"

enum {
	PAGE_B = 4096,
	GTT_ALIGN_B = 16 << 20,
	SETTLE_US = 100000,
	/* Memory of the machine: the area, the caller's command buffers, and a page for wrong addresses */
	COMMANDS_B = 128 << 10,
	SYSTEM_B = CIK_AREA_B + COMMANDS_B + PAGE_B,
};

static enum fl_code system_memory(struct cik_card *c, struct fl_area *a, struct fl_err *err)
{
	struct fl_dev *d = c->up.dev;
	struct fl_dma *m = &d->dma;
	/* Behind VRAM, where no address means it. */
	const uint64_t gtt =
	    (c->up.vram_addr + c->up.vram_B + GTT_ALIGN_B - 1) & ~(uint64_t)(GTT_ALIGN_B - 1);
	enum fl_code code = m->cpu ? FL_OK : fl_dma_alloc(d, SYSTEM_B, m, err);

	if (code)
		return code;
	c->up.commands =
	    (struct fl_dma){(volatile uint8_t *)m->cpu + CIK_AREA_B, gtt + CIK_AREA_B, COMMANDS_B};
	a->at_B = fl_area_end(&c->up, PAGE_B);
	a->addr = gtt;
	a->cpu = m->cpu;
	d->bus->cfg_write(d, FL_PCI_COMMAND, 2,
			  d->bus->cfg_read(d, FL_PCI_COMMAND, 2) | FL_PCI_COMMAND_MASTER);
	return cik_gart_on(c, m, gtt, a->at_B, err);
}

static void settle(const struct fl_area *a)
{
	cik_hdp_flush(a->dev, a->at_B);
}

static enum fl_code start(struct cik_card *c, enum fl_transport via, struct fl_err *err)
{
	struct fl_area a = {.dev = c->up.dev, .settle = settle};
	enum fl_code code = FL_OK;

	if (via == FL_TRANSPORT_PIO)
		return fl_fail(err, FL_NO_DEVICE, "Sea Islands cards have no queue that is written by hand");
	if (c->up.visible_B < 2 * (uint64_t)CIK_AREA_B)
		return fl_fail(err, FL_FAILED, "%llu KiB of visible VRAM have no room for commands",
			       (unsigned long long)(c->up.visible_B >> 10));
	if (via == FL_TRANSPORT_VRAM)
		fl_area_vram(&a, &c->up, CIK_AREA_B);
	else
		code = system_memory(c, &a, err);
	if (code)
		return code;
	/* A way that was tried before may have ended in a reset, which stops it. */
	fl_write32(c->up.dev, CIK_RLC_CNTL, CIK_RLC_CNTL__RLC_ENABLE_F32(1));
	return cik_ring_start(&c->ring, &a, via, c->chip->family == CIK_FAMILY_HAWAII, err);
}

enum fl_code cik_transport_try(struct fl_bringup *up, enum fl_transport via, struct fl_err *err)
{
	struct cik_card *c = cik_card(up);
	enum fl_code code = start(c, via, err);
	struct fl_err more;
	uint32_t grbm, srbm;

	if (!code)
		code = fl_ring_test_rounds(&c->ring, &cik_ring_test, err);
	c->up.transport = via;
	if (!code)
		return code;
	c->ring.size_dw = 0;
	if (code == FL_NO_DEVICE)
		return code; /* nothing was begun */
	cik_cp_reset(c->up.dev);
	/* What it took for commands may have gone far. */
	if (cik_idle_wait(c->up.dev, SETTLE_US, &more) && cik_reset_wanted(c, &grbm, &srbm))
		cik_reset_now(c, grbm, srbm, &more);
	return code;
}

enum fl_code cik_transport_step(struct fl_bringup *up, struct fl_err *err)
{
	return fl_transport_step(up, FL_TRANSPORT_VRAM, cik_transport_try, err);
}
