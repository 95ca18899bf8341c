/* SPDX-License-Identifier: MIT
 *
 * Cores in a device tree, see fl_soc.h. Bindings: Linux, Documentation/devicetree/bindings:
 * gpu/vivante,gc.yaml, interrupt-controller/arm,gic.yaml; dt-schema: reserved-memory/reserved-memory.yaml.
 */
#include "boot/board/tree.h"
#include "hw/fl_family.h"
#include "hw/fl_soc.h"
#include "hw/fl_str.h"

#include <string.h>

enum { GIC_CELLS = 3, GIC_SPI = 0 };
#define OWN_REGION "firstlight" /* a region that is for whichever core has none of its own */

struct finding {
	struct fl_soc_part *part;
	unsigned n, max;
	const struct fl_soc_table *table; /* of the family that is looked for */
	struct fl_tree root;
	uint32_t handle[FL_SOC_PARTS]; /* of a part's memory-region; 0: none */
};

static uint32_t number(const struct fl_tree *t, const char *name, unsigned cell, uint32_t otherwise)
{
	uint32_t n;
	const uint8_t *p = fl_tree_prop(t, t->depth, name, &n);

	return p && n >= 4 * (cell + 1) ? (uint32_t)fl_tree_cells(p + 4 * cell, 1) : otherwise;
}

static bool has(const struct fl_tree *t, const char *name)
{
	uint32_t n;

	return fl_tree_prop(t, t->depth, name, &n);
}

static int spi(const struct fl_tree *t)
{
	uint32_t n;
	const uint8_t *p = fl_tree_prop(t, t->depth, "interrupts", &n);

	return p && n >= 4 * GIC_CELLS && fl_tree_cells(p, 1) == GIC_SPI
		   ? (int)(fl_tree_cells(p + 4, 1) & 0x3ff)
		   : -1;
}

/* The machine is the first of the table's that the root is compatible with. */
static const struct fl_soc_core *known(const struct finding *f, uint64_t addr)
{
	for (const struct fl_soc_core *c = f->table->core; c->soc; c++)
		if (c->regs_addr == addr && fl_tree_is(&f->root, c->compatible))
			return c;
	return NULL;
}

static bool is_core(void *arg, const struct fl_tree *t)
{
	struct finding *f = arg;
	const char *status = fl_tree_text(t, "status");
	struct fl_soc_part p = {.irq = -1};

	if (!t->depth)
		f->root = *t;
	if (!t->depth || !fl_tree_is(t, f->table->binding) || !fl_tree_reg(t, 0, &p.addr, &p.size_B))
		return false;
	if (f->n++ >= f->max)
		return false;
	for (size_t i = 0; i < sizeof(p.name) - 1 && t->node[t->depth].name[i]; i++)
		p.name[i] = t->node[t->depth].name[i];
	p.irq = spi(t);
	p.enabled = !status || fl_str_starts(status, "ok");
	p.owned = has(t, "clocks") || has(t, "power-domains") || has(t, "resets");
	p.core = known(f, p.addr);
	f->handle[f->n - 1] = number(t, "memory-region", 0, 0);
	f->part[f->n - 1] = p;
	return false;
}

/* A region that nobody else uses, at a fixed place. */
static bool is_region(void *arg, const struct fl_tree *t)
{
	struct finding *f = arg;
	const uint32_t handle = number(t, "phandle", 0, 0);
	const bool own = t->depth == 2 && fl_str_starts(t->node[2].name, OWN_REGION);
	uint64_t addr, size_B;

	if (t->depth != 2 || !fl_str_same(t->node[1].name, "reserved-memory") || !has(t, "no-map") ||
	    !fl_tree_reg(t, 0, &addr, &size_B))
		return false;
	for (unsigned i = 0; i < f->n && i < f->max; i++) {
		struct fl_soc_part *p = &f->part[i];
		const bool its = f->handle[i] ? f->handle[i] == handle : own;

		if (!its || p->mem_size_B)
			continue;
		p->mem_addr = addr;
		p->mem_size_B = size_B;
	}
	return false;
}

unsigned fl_soc_tree(const void *blob, size_t blob_B, struct fl_soc_part *part, unsigned max)
{
	struct finding f = {.part = part, .max = max < FL_SOC_PARTS ? max : FL_SOC_PARTS};

	if (!fl_tree_fits(blob, blob_B))
		return 0;
	for (const struct fl_family *const *i = fl_families; *i; i++) {
		f.table = (*i)->soc;
		if (f.table)
			fl_tree_walk(blob, is_core, &f);
	}
	fl_tree_walk(blob, is_region, &f);
	return f.n;
}

const struct fl_soc_core *fl_soc_core_at(unsigned i)
{
	for (const struct fl_family *const *f = fl_families; *f; f++)
		for (const struct fl_soc_core *c = (*f)->soc ? (*f)->soc->core : NULL; c && c->soc; c++)
			if (!i--)
				return c;
	return NULL;
}
