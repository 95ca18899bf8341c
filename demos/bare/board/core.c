/* SPDX-License-Identifier: MIT
 *
 * A core of the board's own chip, at an address that the device tree has: registers are mapped, its memory is
 * a region that the tree reserves for it, or some of the machine's, and there is no configuration space.
 */
#include "boot/board/tree.h"
#include "demos/bare/machine.h"
#include "demos/bare/say.h"
#include "hw/bus/onchip.h"
#include "hw/fl_fmt.h"

#include <string.h>

/* What Vivante's cores say of themselves (GC facts 0): identity, features, model, revision. */
enum { IDENTITY = 0x18, IDENTITY_DW = 4 };
/* What is mapped is whole pages of the processor's largest kind (boot.h): a region's other neighbors stay as
 * they are. Where none is reserved, so much of the machine's memory is taken, or half, and so on. */
enum { LARGE_PAGE_B = 2 << 20, OWN_B = 32 << 20, OWN_LEAST_B = 2 << 20 };

unsigned fl_bare_cores(const struct fl_boot *boot, struct fl_soc_part part[FL_SOC_PARTS])
{
	unsigned n = boot->fdt ? fl_soc_tree(boot->fdt, FL_TREE_MAX_B, part, FL_SOC_PARTS) : 0, kept = 0;

	for (unsigned i = 0; i < n && i < FL_SOC_PARTS; i++)
		if (part[i].enabled)
			part[kept++] = part[i];
	return kept;
}

/* The one that is open. */
static struct {
	const struct fl_machine *machine;
	struct fl_onchip memory;
} open;

static uint64_t now_us(struct fl_dev *d)
{
	return open.machine->now_us(open.machine->arg);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	open.machine->delay_us(open.machine->arg, us);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *dma, struct fl_err *err)
{
	return fl_onchip_alloc(&open.memory, size_B, dma, err);
}

static const struct fl_bus bus = {
    .name = "board",
    .read32 = fl_mapped_read32,
    .write32 = fl_mapped_write32,
    .read8 = fl_mapped_read8,
    .write8 = fl_mapped_write8,
    .vram_read = fl_mapped_vram_read,
    .vram_write = fl_mapped_vram_write,
    .cfg_read = fl_onchip_cfg_read,
    .cfg_write = fl_onchip_cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
    .dma_alloc = dma_alloc,
};

/* ---- memory -------------------------------------------------------------------------------------------- */
static void memory(const struct fl_machine *m, const struct fl_soc_part *p)
{
	const uint64_t from = (p->mem_addr + LARGE_PAGE_B - 1) & ~(uint64_t)(LARGE_PAGE_B - 1),
		       to = (p->mem_addr + p->mem_size_B) & ~(uint64_t)(LARGE_PAGE_B - 1);
	struct fl_onchip *o = &open.memory;

	*o = (struct fl_onchip){.addr = from, .size_B = to - from};
	if (from < to)
		o->cpu = (volatile uint8_t *)m->map(m->arg, from, to - from, true);
	for (size_t size_B = OWN_B; !o->cpu && size_B >= OWN_LEAST_B; size_B /= 2) {
		o->size_B = size_B;
		o->cpu = (volatile uint8_t *)m->pages(m->arg, size_B, &o->addr);
	}
}

/* ---- power --------------------------------------------------------------------------------------------- */
static volatile uint32_t *reg(const struct fl_machine *m, uint64_t addr)
{
	return (volatile uint32_t *)m->map(m->arg, addr, sizeof(uint32_t), false);
}

static uint32_t read_reg(void *arg, uint64_t addr)
{
	volatile uint32_t *r = reg(arg, addr);

	return r ? *r : UINT32_MAX;
}

static void write_reg(void *arg, uint64_t addr, uint32_t value)
{
	volatile uint32_t *r = reg(arg, addr);

	if (r)
		*r = value;
}

static void wait_us(void *arg, uint64_t us)
{
	const struct fl_machine *m = arg;

	m->delay_us(m->arg, us);
}

static void say_line(void *arg, const char *text)
{
	fl_say("power: %s\n", text);
}

enum fl_code fl_bare_core_power(const struct fl_machine *machine, const struct fl_soc_part *part,
				bool rehearse, struct fl_err *err)
{
	const struct fl_soc_bus system = {read_reg, write_reg, wait_us, (void *)(uintptr_t)machine};
	enum fl_code code;

	if (!part->core)
		return fl_fail(
		    err, FL_NO_DEVICE,
		    "no table has what the core at 0x%llx needs to switch it on: the device tree names "
		    "no chip that the kit knows",
		    (unsigned long long)part->addr);
	if (rehearse) {
		fl_soc_rehearse(part->core, true, say_line, NULL);
		return FL_OK;
	}
	code = fl_soc_power(part->core, &system, true, err);
	if (!code)
		fl_say("power: on, as for the %s of an %s\n", part->core->core, part->core->soc);
	return code;
}

/* ---- opening ------------------------------------------------------------------------------------------- */
enum fl_code fl_bare_core_open(struct fl_dev *d, const struct fl_machine *machine,
			       const struct fl_soc_part *part, struct fl_card *card, struct fl_err *err)
{
	uint32_t id[IDENTITY_DW], any = 0, all = 0xffffffff;

	memset(d, 0, sizeof(*d));
	d->regs = (volatile uint32_t *)machine->map(machine->arg, part->addr, part->size_B, false);
	if (!d->regs)
		return fl_fail(err, FL_FAILED, "the core at 0x%llx cannot be mapped",
			       (unsigned long long)part->addr);
	d->bus = &bus;
	open.machine = machine;
	d->regs_size_B = (uint32_t)part->size_B;
	fl_format(d->name, sizeof(d->name), "core at 0x%llx", (unsigned long long)part->addr);
	if (fl_card_of(d, card)) {
		memory(machine, part);
		fl_onchip_memory(d, &open.memory);
		return FL_OK;
	}
	for (unsigned i = 0; i < IDENTITY_DW; i++) {
		id[i] = fl_read32(d, IDENTITY + 4 * i);
		any |= id[i];
		all &= id[i];
	}
	return fl_fail(err, FL_NO_DEVICE,
		       "no core answers at 0x%llx: its identity reads %08x %08x %08x %08x%s",
		       (unsigned long long)part->addr, (unsigned)id[0], (unsigned)id[1], (unsigned)id[2],
		       (unsigned)id[3],
		       !any || all == 0xffffffff
			   ? " (nothing there, as in an emulator, or no power or clock: see the word power)"
			   : ", which is none that the kit knows");
}
