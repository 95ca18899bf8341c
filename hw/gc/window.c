/* SPDX-License-Identifier: MIT
 *
 * Step: memory for commands, and how the core sees it before there are page tables. Version 1 adds a base,
 * five times over (GC facts 2.4); version 2 takes addresses as physical ones (2.5).
 */
#include "hw/gc/card.h"
#include "hw/regs/gc.h"

#define WINDOW_B (UINT64_C(1) << 31)
#define ALIGN_B  (UINT64_C(128) << 20) /* as Linux rounds the base down */

enum { WITHOUT_TABLES_B = GC_OWN_B + GC_COMMANDS_B };

/* Version 1 can do without its table, which is large. */
static enum fl_code memory(const struct gc_card *c, struct fl_dma *m, struct fl_err *err)
{
	enum fl_code code = fl_dma_alloc(c->up.dev, WITHOUT_TABLES_B + gc_mmu_size_B(&c->core), m, err);

	return code && gc_core_mmu(&c->core) == 1 ? fl_dma_alloc(c->up.dev, WITHOUT_TABLES_B, m, err) : code;
}

enum fl_code gc_window(struct fl_bringup *up, struct fl_err *err)
{
	static const uint16_t base[] = {GC_MC_MEMORY_BASE_ADDR_RA, GC_MC_MEMORY_BASE_ADDR_FE,
					GC_MC_MEMORY_BASE_ADDR_TX, GC_MC_MEMORY_BASE_ADDR_PEZ,
					GC_MC_MEMORY_BASE_ADDR_PE};
	struct gc_card *c = gc_card(up);
	struct fl_dev *d = up->dev;
	struct fl_dma *m = &d->dma;
	const bool windows = gc_core_mmu(&c->core) == 1;
	enum fl_code code = m->cpu ? FL_OK : memory(c, m, err);

	if (code)
		return code;
	c->mmu = (struct gc_mmu){0};
	if (m->size_B >= WITHOUT_TABLES_B + gc_mmu_size_B(&c->core))
		c->mmu = (struct gc_mmu){.cpu = (volatile uint32_t *)m->cpu + WITHOUT_TABLES_B / 4,
					 .addr = (uint32_t)m->addr + WITHOUT_TABLES_B};
	c->window = windows && m->addr + m->size_B > WINDOW_B ? (uint32_t)(m->addr & ~(ALIGN_B - 1)) : 0;
	for (unsigned i = 0; windows && i < sizeof(base) / sizeof(*base); i++) {
		fl_write32(d, base[i], c->window);
		if (fl_read32(d, base[i]) != c->window)
			return fl_fail(err, FL_FAILED,
				       "window: MC: register 0x%03x reads 0x%08x after 0x%08x was written",
				       base[i], fl_read32(d, base[i]), c->window);
	}
	c->cpu = m->cpu;
	c->addr = (uint32_t)(m->addr - c->window);
	up->transport = FL_TRANSPORT_SYSTEM;
	up->commands =
	    (struct fl_dma){(volatile uint8_t *)m->cpu + GC_OWN_B, c->addr + GC_OWN_B, GC_COMMANDS_B};
	if (windows)
		fl_did(up, "commands at 0x%08x, in a window that begins at physical 0x%08x", c->addr,
		       c->window);
	else
		fl_did(up, "commands at physical 0x%08x", c->addr);
	return FL_OK;
}
