/* SPDX-License-Identifier: MIT
 *
 * Configuration space on a board: the PCI Express host bridge that the device tree names
 * (pci-host-ecam-generic: Linux, Documentation/devicetree/bindings/pci/host-generic-pci.yaml). Where no
 * firmware ran, its functions have no addresses yet, and get them out of the bridge's windows.
 */
#include "boot/board/tree.h"
#include "demos/bare/machine.h"
#include "demos/bare/say.h"
#include "hw/bus/ecam.h"
#include "hw/bus/pci_assign.h"

/* The first cell of an address in "ranges" (IEEE 1275 PCI binding 2.1, 2.2.1.1): the kind of window. */
enum { SPACE_SHIFT = 24, SPACE_IO = 1, SPACE_MEM32 = 2, SPACE_MEM64 = 3, PCI_CELLS = 3, SIZE_CELLS = 2 };

struct host {
	uint64_t ecam, ecam_B;
	unsigned last_bus;
	struct fl_pci_windows windows;
};

/* Windows in which a card's address is not the processor's are left alone: nothing here translates. */
static void read_windows(struct host *h, const struct fl_tree *t)
{
	uint32_t n, m;
	const uint8_t *r = fl_tree_prop(t, t->depth, "ranges", &n);
	const uint8_t *c = fl_tree_prop(t, t->depth - 1, "#address-cells", &m);
	uint32_t pc = c && m == 4 ? (uint32_t)fl_tree_cells(c, 1) : 2,
		 row = (PCI_CELLS + pc + SIZE_CELLS) * 4;

	for (; r && pc <= 2 && n >= row; r += row, n -= row) {
		unsigned space = (unsigned)fl_tree_cells(r, 1) >> SPACE_SHIFT & 3;
		uint64_t bus = fl_tree_cells(r + 4, 2), cpu = fl_tree_cells(r + PCI_CELLS * 4, pc);
		struct fl_pci_window w = {bus, fl_tree_cells(r + (PCI_CELLS + pc) * 4, SIZE_CELLS)};

		if (space == SPACE_IO)
			h->windows.io = w;
		else if (space == SPACE_MEM32 && bus == cpu && bus + w.size_B <= UINT64_C(1) << 32)
			h->windows.mem32 = w;
		else if (space == SPACE_MEM64 && bus == cpu)
			h->windows.mem64 = w;
	}
}

static bool is_host(void *arg, const struct fl_tree *t)
{
	struct host *h = arg;
	uint32_t n;
	const uint8_t *buses;

	if (!t->depth || !fl_tree_is(t, "pci-host-ecam-generic") || !fl_tree_reg(t, 0, &h->ecam, &h->ecam_B))
		return false;
	buses = fl_tree_prop(t, t->depth, "bus-range", &n);
	h->last_bus = buses && n == 8 ? (unsigned)fl_tree_cells(buses + 4, 1) & 255 : 255;
	if (h->last_bus >= h->ecam_B >> 20)
		h->last_bus = (unsigned)(h->ecam_B >> 20) - 1;
	read_windows(h, t);
	return true;
}

static uint32_t nothing(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	return 0xffffffff >> (32 - 8 * size_B);
}

static void nowhere(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t value)
{
}

void fl_bare_pci(struct fl_pci *pci, const struct fl_boot *boot)
{
	static struct fl_ecam ecam;
	struct host h = {0};
	struct fl_pci_assigned did;

	*pci = (struct fl_pci){nothing, nowhere, NULL, 0};
	if (!boot->fdt || !fl_tree_walk(boot->fdt, is_host, &h) || !h.ecam_B)
		return;
	ecam =
	    (struct fl_ecam){.base = fl_boot_map(h.ecam, h.ecam_B, FL_BOOT_UNCACHED), .last_bus = h.last_bus};
	if (!ecam.base) {
		fl_say("pci: configuration space at 0x%llx is out of this processor's reach (QEMU: -M "
		       "virt,highmem=off)\n",
		       (unsigned long long)h.ecam);
		return;
	}
	fl_ecam_init(pci, &ecam);
	fl_pci_assign(pci, &h.windows, &did);
	if (did.before)
		fl_say("pci: addresses as the firmware gave them\n");
	else
		fl_say("pci: %u functions, %u BARs given addresses\n", did.functions, did.bars);
	if (did.left_out)
		fl_say("pci: no room for %u BARs\n", did.left_out);
}
