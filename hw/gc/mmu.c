/* SPDX-License-Identifier: MIT
 *
 * Step: memory management (GC facts 2.4, 2.5). Version 1's table may be left away: nothing in the window
 * needs it. Of version 2, FE loads where the tables are, and the host enables it; a reset alone turns it
 * off. See mmu.h.
 */
#include "hw/gc/mmu.h"
#include "hw/fl_fmt.h"
#include "hw/gc/card.h"
#include "hw/regs/fl_regs.h"

#include <string.h>

enum {
	PAGE_SHIFT = 12,
	PAGE_DW = GC_MMU_PAGE_B / 4,
	V1_ENTRIES = 512 << 10,
	SLAVE_SHIFT = 22,
	/* entries of version 2 */
	PRESENT = 1,
	EXCEPTION = 2,
	WRITABLE = 4,
	HIGH_SHIFT = 4, /* bits 39:32 of a physical address are in 11:4 */
	/* version 2: pages of the tables, in order */
	MASTER = 0,
	ARRAY = 1,
	SPARE = 2,
	SLAVES = 3,
	UNITS = 4, /* that STATUS has fields for */
	FLUSH_ALL = 0x1f,
};
#define PATTERN UINT32_C(0xdead55aa) /* Linux's, of the spare page */

uint32_t gc_mmu_size_B(const struct gc_core *k)
{
	return gc_core_mmu(k) == 1 ? 4u * V1_ENTRIES + GC_MMU_PAGE_B
				   : (SLAVES + GC_MMU_SLAVES) * (uint32_t)GC_MMU_PAGE_B;
}

static volatile uint32_t *page_of(const struct gc_mmu *m, unsigned page)
{
	return m->cpu + page * PAGE_DW;
}

static uint32_t addr_of(const struct gc_mmu *m, unsigned page)
{
	return m->addr + page * GC_MMU_PAGE_B;
}

static void set_all(volatile uint32_t *dw, uint32_t n, uint32_t value)
{
	for (uint32_t i = 0; i < n; i++)
		dw[i] = value;
}

/* ---- mappings ------------------------------------------------------------------------------------------ */
/* The slave table of an address, made if there is none. NULL: no room. */
static volatile uint32_t *slave_of(struct gc_card *c, uint32_t addr)
{
	struct gc_mmu *m = &c->mmu;
	volatile uint32_t *entry = page_of(m, MASTER) + (addr >> SLAVE_SHIFT);
	unsigned page;

	if (*entry & PRESENT)
		return page_of(m, (*entry - m->addr) >> PAGE_SHIFT);
	if (m->slaves == GC_MMU_SLAVES)
		return NULL;
	page = SLAVES + m->slaves++;
	set_all(page_of(m, page), PAGE_DW, EXCEPTION);
	fl_dma_sync(c->up.dev, page_of(m, page), GC_MMU_PAGE_B); /* it is whole before it is found */
	*entry = addr_of(m, page) | PRESENT;
	return page_of(m, page);
}

enum fl_code gc_mmu_map(struct gc_card *c, uint32_t addr, uint64_t physical, uint64_t n_B, bool writable,
			struct fl_err *err)
{
	struct gc_mmu *m = &c->mmu;
	const bool v1 = gc_core_mmu(&c->core) == 1;
	const uint32_t first = v1 ? GC_MMU_V1_FIRST : GC_MMU_V2_FIRST;

	if (!m->cpu)
		return fl_fail(err, FL_FAILED, "MMU: there are no tables");
	if ((addr | physical | n_B) % GC_MMU_PAGE_B || addr < first || n_B > (UINT64_C(1) << 32) - addr ||
	    (v1 && physical + n_B > UINT64_C(1) << 32) || physical + n_B > UINT64_C(1) << 40)
		return fl_fail(err, FL_USAGE, "MMU: 0x%llx bytes at 0x%llx cannot be mapped to 0x%08x",
			       (unsigned long long)n_B, (unsigned long long)physical, addr);
	for (uint64_t at = 0; at < n_B; at += GC_MMU_PAGE_B) {
		const uint32_t to = addr + (uint32_t)at;
		const uint64_t from = physical + at;
		volatile uint32_t *slave;

		if (v1) {
			m->cpu[(to - GC_MMU_V1_FIRST) >> PAGE_SHIFT] = (uint32_t)from;
			continue;
		}
		slave = slave_of(c, to);
		if (!slave)
			return fl_fail(err, FL_FAILED,
				       "MMU: no room for a table of 0x%08x: %d of them are in use", to,
				       GC_MMU_SLAVES);
		slave[to >> PAGE_SHIFT & (PAGE_DW - 1)] = (uint32_t)from |
							  (uint32_t)(from >> 32) << HIGH_SHIFT |
							  (writable ? WRITABLE : 0) | PRESENT;
	}
	if (v1)
		fl_dma_sync(c->up.dev, m->cpu + ((addr - GC_MMU_V1_FIRST) >> PAGE_SHIFT),
			    4 * (size_t)(n_B >> PAGE_SHIFT));
	else
		fl_dma_sync(c->up.dev, m->cpu, (SLAVES + m->slaves) * (size_t)GC_MMU_PAGE_B);
	return FL_OK;
}

void gc_mmu_flush(const struct gc_card *c, struct gc_words *w)
{
	if (gc_core_mmu(&c->core) == 1)
		gc_load(w, GC_GL_FLUSH_MMU, FLUSH_ALL);
	else if (gc_core_secure(&c->core))
		gc_load(w, GC_MMUv2_PTA_CONFIG, GC_MMUv2_PTA_CONFIG__INDEX(0));
	else
		gc_load(w, GC_MMUv2_CONFIGURATION,
			GC_MMUv2_CONFIGURATION__MODE_MASK(1) |
			    GC_MMUv2_CONFIGURATION__FLUSH(GC_MMUv2_CONFIGURATION__FLUSH__FLUSH) |
			    (addr_of(&c->mmu, MASTER) & GC_MMUv2_CONFIGURATION__ADDRESS__MASK));
	gc_wait_for(w, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
}

/* ---- faults -------------------------------------------------------------------------------------------- */
static const char *exception(uint32_t why)
{
	struct fl_reg r;
	struct fl_reg_field f;
	uint32_t plus;
	const char *name;

	if (!fl_regs_lookup(fl_regs_gc(), NULL, GC_MMUv2_STATUS, FL_REGS_ANY_CHIP, 0, &r) ||
	    !fl_reg_field_find(&r, "EXCEPTION0", &f))
		return "?";
	name = fl_reg_value_name(&r, &f, why, &plus);
	return name && !plus ? name : "?";
}

static const char *bus_fault_text(struct fl_dev *d, char *out, size_t size)
{
	const uint32_t v = fl_read32(d, GC_HI_AXI_STATUS);

	if (!(v & (GC_HI_AXI_STATUS__DET_RD_ERR__MASK | GC_HI_AXI_STATUS__DET_WR_ERR__MASK)))
		return out;
	fl_format(out, size, "AXI_STATUS 0x%03x: %s of master %u", v,
		  v & GC_HI_AXI_STATUS__DET_RD_ERR__MASK ? "a read" : "a write",
		  v & GC_HI_AXI_STATUS__DET_RD_ERR__MASK ? GC_HI_AXI_STATUS__RD_ERR_ID__GET(v)
							 : GC_HI_AXI_STATUS__WR_ERR_ID__GET(v));
	return out;
}

bool gc_mmu_fault(const struct gc_card *c, struct gc_mmu_fault *f)
{
	struct fl_dev *d = c->up.dev;
	const bool secure = gc_core_secure(&c->core);
	uint32_t status;

	if (gc_core_mmu(&c->core) == 1)
		return false;
	status = fl_read32(d, secure ? GC_MMUv2_SEC_STATUS : GC_MMUv2_STATUS);
	for (f->unit = 0; f->unit < UNITS; f->unit++) {
		f->why = status >> 4 * f->unit & 0xf;
		if (!f->why)
			continue;
		f->addr =
		    fl_read32(d, secure ? GC_MMUv2_SEC_EXCEPTION_ADDR : GC_MMUv2_EXCEPTION_ADDR(f->unit));
		return true;
	}
	return false;
}

const char *gc_mmu_fault_text(const struct gc_card *c, char *out, size_t size)
{
	struct gc_mmu_fault f;

	*out = 0;
	if (!gc_mmu_fault(c, &f))
		return bus_fault_text(c->up.dev, out, size);
	fl_format(out, size, "unit %u: %s at 0x%08x", f.unit, exception(f.why), f.addr);
	return out;
}

/* ---- the step ------------------------------------------------------------------------------------------ */
static enum fl_code version_1(struct gc_card *c, struct fl_err *err)
{
	static const uint16_t table[] = {GC_MC_MMU_FE_PAGE_TABLE, GC_MC_MMU_TX_PAGE_TABLE,
					 GC_MC_MMU_PE_PAGE_TABLE, GC_MC_MMU_PEZ_PAGE_TABLE,
					 GC_MC_MMU_RA_PAGE_TABLE};
	const uint32_t spare = c->mmu.addr + 4u * V1_ENTRIES;
	struct fl_dev *d = c->up.dev;
	struct gc_words w = {0};

	set_all(c->mmu.cpu, V1_ENTRIES, spare);
	set_all(c->mmu.cpu + V1_ENTRIES, PAGE_DW, PATTERN);
	fl_dma_sync(d, c->mmu.cpu, gc_mmu_size_B(&c->core));
	for (unsigned i = 0; i < sizeof(table) / sizeof(*table); i++) {
		fl_write32(d, table[i], c->mmu.addr);
		if (fl_read32(d, table[i]) != c->mmu.addr)
			return fl_fail(err, FL_FAILED,
				       "mmu: MC: register 0x%03x reads 0x%08x after 0x%08x was written",
				       table[i], fl_read32(d, table[i]), c->mmu.addr);
	}
	gc_mmu_flush(c, &w);
	gc_end(&w);
	return gc_fe_walk(c, w.dw, w.n, "FE after FLUSH_MMU", err);
}

/* What the bus gave, at the addresses that it has; not the tables themselves. */
static enum fl_code as_it_was(struct gc_card *c, struct fl_err *err)
{
	const struct fl_dma *m = &c->up.dev->dma;
	const uint64_t before = c->mmu.addr - m->addr, behind = before + gc_mmu_size_B(&c->core);
	const uint64_t end = m->size_B / GC_MMU_PAGE_B * GC_MMU_PAGE_B;
	enum fl_code code = gc_mmu_map(c, (uint32_t)m->addr, m->addr, before, true, err);

	if (!code && end > behind)
		code = gc_mmu_map(c, (uint32_t)(m->addr + behind), m->addr + behind, end - behind, true, err);
	return code;
}

static void secure_registers(struct gc_card *c)
{
	struct fl_dev *d = c->up.dev;
	volatile uint32_t *array = page_of(&c->mmu, ARRAY);

	set_all(array, PAGE_DW, 0);
	array[0] = addr_of(&c->mmu, MASTER);
	fl_dma_sync(d, array, GC_MMU_PAGE_B);
	fl_write32(d, GC_MMUv2_PTA_ADDRESS_LOW, addr_of(&c->mmu, ARRAY));
	fl_write32(d, GC_MMUv2_PTA_ADDRESS_HIGH, 0);
	fl_write32(d, GC_MMUv2_PTA_CONTROL, GC_MMUv2_PTA_CONTROL__ENABLE(1));
	fl_write32(d, GC_MMUv2_NONSEC_SAFE_ADDR_LOW, addr_of(&c->mmu, SPARE));
	fl_write32(d, GC_MMUv2_SEC_SAFE_ADDR_LOW, addr_of(&c->mmu, SPARE));
	fl_write32(d, GC_MMUv2_SAFE_ADDRESS_CONFIG,
		   GC_MMUv2_SAFE_ADDRESS_CONFIG__NON_SEC_SAFE_ADDR_HIGH(0) |
		       GC_MMUv2_SAFE_ADDRESS_CONFIG__SEC_SAFE_ADDR_HIGH(0));
}

/* FE runs on physical addresses for the last time: it loads where the tables are. */
static enum fl_code version_2(struct gc_card *c, struct fl_err *err)
{
	const bool secure = gc_core_secure(&c->core);
	struct gc_words w = {0}, nothing = {0};
	enum fl_code code;

	c->mmu.slaves = 0;
	set_all(page_of(&c->mmu, MASTER), PAGE_DW, EXCEPTION);
	set_all(page_of(&c->mmu, SPARE), PAGE_DW, PATTERN);
	code = as_it_was(c, err);
	if (code)
		return code;
	if (secure) {
		secure_registers(c);
		gc_load(&w, GC_MMUv2_PTA_CONFIG, GC_MMUv2_PTA_CONFIG__INDEX(0));
	} else {
		gc_load(&w, GC_MMUv2_CONFIGURATION,
			GC_MMUv2_CONFIGURATION__MODE(GC_MMUv2_CONFIGURATION__MODE__MODE4_K) |
			    (addr_of(&c->mmu, MASTER) & GC_MMUv2_CONFIGURATION__ADDRESS__MASK));
		gc_load(&w, GC_MMUv2_SAFE_ADDRESS, addr_of(&c->mmu, SPARE));
		gc_wait_for(&w, GC_SYNC_RECIPIENT__FE, GC_SYNC_RECIPIENT__PE);
	}
	gc_end(&w);
	code = gc_fe_walk(c, w.dw, w.n, "FE loads where the tables are", err);
	if (code)
		return code;
	if (secure)
		fl_write32(c->up.dev, GC_MMUv2_SEC_CONTROL, GC_MMUv2_SEC_CONTROL__ENABLE(1));
	else
		fl_write32(c->up.dev, GC_MMUv2_CONTROL, GC_MMUv2_CONTROL__ENABLE(1));
	gc_end(&nothing);
	return gc_fe_walk(c, nothing.dw, nothing.n, "the first fetch through the tables", err);
}

enum fl_code gc_mmu_step(struct fl_bringup *up, struct fl_err *err)
{
	struct gc_card *c = gc_card(up);
	const bool v1 = gc_core_mmu(&c->core) == 1;
	enum fl_code code;

	c->mmu.on = false;
	if (!c->mmu.cpu) {
		if (!v1)
			return fl_fail(err, FL_FAILED, "mmu: no memory for tables was given");
		fl_did(up, "no memory for a table: the window alone");
		return FL_OK;
	}
	code = v1 ? version_1(c, err) : version_2(c, err);
	if (code)
		return fl_fail_more(err, code, " (MMU)");
	c->mmu.on = true;
	if (v1)
		fl_did(up, "a table at physical 0x%08x, for addresses from 2 GiB on", c->mmu.addr);
	else
		fl_did(up, "tables at physical 0x%08x, %u of %d for 4 MiB in use%s", c->mmu.addr,
		       c->mmu.slaves, GC_MMU_SLAVES, gc_core_secure(&c->core) ? ", found by an array" : "");
	return FL_OK;
}
