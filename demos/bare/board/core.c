/* SPDX-License-Identifier: MIT
 *
 * A core of the board's own chip, at an address that the device tree has: registers are mapped, its memory is
 * the machine's, and there is no configuration space.
 */
#include "boot/board/tree.h"
#include "demos/bare/machine.h"
#include "hw/fl_fmt.h"

#include <string.h>

/* Linux, Documentation/devicetree/bindings/gpu/vivante,gc.yaml: for all cores of the maker's. */
#define BINDING "vivante,gc"
/* What they say of themselves (GC facts 0): identity, features, model, revision. */
enum { IDENTITY = 0x18, IDENTITY_DW = 4 };

struct cores {
	struct fl_bare_core *core;
	unsigned n;
};

static bool is_core(void *arg, const struct fl_tree *t)
{
	struct cores *c = arg;
	const char *status = fl_tree_text(t, "status");
	struct fl_bare_core core;

	if (fl_tree_is(t, BINDING) && (!status || (status[0] == 'o' && status[1] == 'k')) &&
	    fl_tree_reg(t, 0, &core.addr, &core.size_B))
		c->core[c->n++] = core;
	return c->n == FL_BARE_CORES;
}

unsigned fl_bare_cores(const struct fl_boot *boot, struct fl_bare_core core[FL_BARE_CORES])
{
	struct cores c = {core, 0};

	if (boot->fdt)
		fl_tree_walk(boot->fdt, is_core, &c);
	return c.n;
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	return 0xffffffff >> (32 - 8 * size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
}

static uint64_t now_us(struct fl_dev *d)
{
	const struct fl_machine *m = d->priv;

	return m->now_us(m->arg);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	const struct fl_machine *m = d->priv;

	m->delay_us(m->arg, us);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	const struct fl_machine *m = d->priv;

	dma->cpu = m->pages(m->arg, size_B, &dma->addr);
	dma->size_B = size_B;
	return dma->cpu ? FL_OK
			: fl_fail(err, FL_FAILED, "no %u KiB of memory left", (unsigned)(size_B >> 10));
}

static const struct fl_bus bus = {
    .name = "board",
    .read32 = fl_mapped_read32,
    .write32 = fl_mapped_write32,
    .read8 = fl_mapped_read8,
    .write8 = fl_mapped_write8,
    .vram_read = fl_mapped_vram_read,
    .vram_write = fl_mapped_vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
    .dma_alloc = dma_alloc,
};

enum fl_code fl_bare_core_open(struct fl_dev *d, const struct fl_machine *machine,
			       const struct fl_bare_core *core, struct fl_card *card, struct fl_err *err)
{
	uint32_t id[IDENTITY_DW], any = 0, all = 0xffffffff;

	memset(d, 0, sizeof(*d));
	d->regs = (volatile uint32_t *)machine->map(machine->arg, core->addr, core->size_B, false);
	if (!d->regs)
		return fl_fail(err, FL_FAILED, "the core at 0x%llx cannot be mapped",
			       (unsigned long long)core->addr);
	d->bus = &bus;
	d->priv = (void *)(uintptr_t)machine; /* only read */
	d->regs_size_B = (uint32_t)core->size_B;
	fl_format(d->name, sizeof(d->name), "core at 0x%llx", (unsigned long long)core->addr);
	if (fl_card_of(d, card))
		return FL_OK;
	for (unsigned i = 0; i < IDENTITY_DW; i++) {
		id[i] = fl_read32(d, IDENTITY + 4 * i);
		any |= id[i];
		all &= id[i];
	}
	return fl_fail(err, FL_NO_DEVICE,
		       "no core answers at 0x%llx: its identity reads %08x %08x %08x %08x%s",
		       (unsigned long long)core->addr, (unsigned)id[0], (unsigned)id[1], (unsigned)id[2],
		       (unsigned)id[3],
		       !any || all == 0xffffffff ? " (nothing there, as in an emulator, or no power or clock)"
						 : ", which is none that the kit knows");
}
