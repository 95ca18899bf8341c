/* SPDX-License-Identifier: MIT
 *
 * Addresses for PCI functions that no firmware has seen (hw/bus/pci_assign.h), on a made-up bus: where they
 * lie is worked out here from the windows and the sizes; and what bridges pass on must hold all that is
 * behind them.
 */
#include "hw/bus/pci_assign.h"

#include <criterion/criterion.h>
#include <string.h>

enum { MAX = 8, IO = 1, BAR64 = 4, PREFETCH = 8 };

/* A function: its configuration space, and which bits of each BAR can be written. */
struct fake {
	uint32_t bdf; /* bus: that of the bridge `behind`, as it is numbered at the time */
	int behind;   /* index of a bridge; -1: on bus 0 */
	uint8_t space[256];
	uint32_t mask[6];
};
static struct fake fake[MAX];
static unsigned n_fake;

static uint32_t get(const struct fake *f, unsigned at, unsigned size_B)
{
	uint32_t v = 0;

	memcpy(&v, f->space + at, size_B);
	return v;
}

static void set(struct fake *f, unsigned at, unsigned size_B, uint32_t v)
{
	memcpy(f->space + at, &v, size_B);
}

static struct fake *find(uint32_t bdf)
{
	for (unsigned i = 0; i < n_fake; i++) {
		uint32_t bus = fake[i].behind < 0 ? 0 : get(&fake[fake[i].behind], 0x19, 1);

		if ((fake[i].behind < 0 || bus) && (bus << 8 | fake[i].bdf) == bdf)
			return &fake[i];
	}
	return NULL;
}

static uint32_t cfg_read(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	const struct fake *f = find(bdf);

	return f ? get(f, where_B, size_B) : 0xffffffff >> (32 - 8 * size_B);
}

static void cfg_write(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t v)
{
	struct fake *f = find(bdf);

	if (!f)
		return;
	if (where_B >= 0x10 && where_B < (f->space[0x0e] ? 0x18 : 0x28) && size_B == 4) {
		unsigned i = (where_B - 0x10) / 4;

		v = (v & f->mask[i]) | (get(f, where_B, 4) & ~f->mask[i]);
	}
	set(f, where_B, size_B, v);
}

static const struct fl_pci pci = {cfg_read, cfg_write, NULL, 255};
static const struct fl_pci_windows windows = {
    .io = {0, 0x10000}, .mem32 = {0x10000000, 0x10000000}, .mem64 = {0x8000000000, 0x8000000000}};

static struct fake *add(unsigned dev, int behind, bool bridge)
{
	struct fake *f = &fake[n_fake++];

	*f = (struct fake){.bdf = dev << 3, .behind = behind};
	set(f, 0, 4, 0x51591002);
	set(f, 8, 4, bridge ? 0x06040000 : 0x03000000);
	f->space[0x0e] = bridge;
	return f;
}

/* A BAR of 1 << log2 bytes. */
static void bar(struct fake *f, unsigned i, unsigned log2, uint32_t flags)
{
	uint64_t mask = ~((UINT64_C(1) << log2) - 1);

	f->mask[i] = (uint32_t)mask;
	set(f, 0x10 + 4 * i, 4, flags);
	if (flags & BAR64)
		f->mask[i + 1] = (uint32_t)(mask >> 32);
}

static uint64_t address(const struct fake *f, unsigned i)
{
	uint32_t low = get(f, 0x10 + 4 * i, 4);

	if (low & IO)
		return low & ~3u;
	return (low & ~15u) | (low & BAR64 ? (uint64_t)get(f, 0x14 + 4 * i, 4) << 32 : 0);
}

Test(pci_assign, bars_of_one_bus)
{
	struct fl_pci_assigned did;
	struct fake *a = add(1, -1, false), *b = add(2, -1, false);

	bar(a, 0, 24, PREFETCH);
	bar(a, 1, 8, IO);
	bar(a, 2, 14, 0);
	bar(b, 0, 26, PREFETCH | BAR64);
	fl_pci_assign(&pci, &windows, &did);
	cr_assert_eq(did.functions, 2u);
	cr_assert_eq(did.bars, 4u);
	cr_assert_eq(did.left_out, 0u);
	cr_assert(!did.before);
	cr_assert_eq(address(a, 0), 0x10000000u);
	cr_assert_eq(address(a, 1), 0x100u, "I/O address 0 means none");
	cr_assert_eq(address(a, 2), 0x11000000u);
	cr_assert_eq(address(b, 0), 0x14000000u, "at a multiple of its size");
	cr_assert_eq(get(a, 4, 2), 0u, "decoding stays off");
	/* Once more: somebody has been here. */
	fl_pci_assign(&pci, &windows, &did);
	cr_assert(did.before);
	cr_assert_eq(address(b, 0), 0x14000000u);
}

Test(pci_assign, no_room)
{
	struct fl_pci_assigned did;
	struct fake *a = add(1, -1, false), *b = add(2, -1, false);

	bar(a, 0, 29, 0); /* twice the window, 32 bits */
	bar(a, 2, 12, 0);
	bar(b, 0, 29, PREFETCH | BAR64);
	fl_pci_assign(&pci, &windows, &did);
	cr_assert_eq(did.left_out, 1u);
	cr_assert_eq(address(a, 0), 0u);
	cr_assert_eq(address(a, 2), 0x10000000u);
	cr_assert_eq(address(b, 0), 0x8000000000u);
}

/* [base, limit] of a bridge's memory window; empty: limit is below. */
static void window(const struct fake *b, uint64_t *base, uint64_t *end)
{
	*base = (uint64_t)(get(b, 0x20, 2) & 0xfff0) << 16;
	*end = ((uint64_t)(get(b, 0x22, 2) & 0xfff0) << 16) + 0x100000;
}

static void prefetch_window(const struct fake *b, uint64_t *base, uint64_t *end)
{
	*base = (uint64_t)(get(b, 0x24, 2) & 0xfff0) << 16 | (uint64_t)get(b, 0x28, 4) << 32;
	*end = ((uint64_t)(get(b, 0x26, 2) & 0xfff0) << 16 | (uint64_t)get(b, 0x2c, 4) << 32) + 0x100000;
}

Test(pci_assign, behind_bridges)
{
	struct fl_pci_assigned did;
	struct fake *outer = add(0, -1, true), *inner = add(3, 0, true), *card = add(0, 1, false);
	struct fake *near = add(4, 0, false), *last = add(5, -1, false), *empty = add(6, -1, true);
	uint64_t base, end;

	bar(card, 0, 28, PREFETCH | BAR64); /* all of mem32, which `near` needs a part of: to mem64 */
	bar(card, 2, 16, 0);
	bar(card, 4, 8, IO);
	bar(near, 0, 12, 0);
	bar(last, 0, 12, 0);
	fl_pci_assign(&pci, &windows, &did);
	cr_assert_eq(did.functions, 6u);
	cr_assert_eq(did.bridges, 3u);
	cr_assert_eq(get(outer, 0x18, 4) & 0xffffff, 0x020100u, "buses 1 and 2 behind the outer one");
	cr_assert_eq(get(inner, 0x18, 4) & 0xffffff, 0x020201u);
	cr_assert_eq(get(empty, 0x18, 4) & 0xffffff, 0x030300u);

	/* The first is as big as the window, and taken while nothing else was there: 32 bits. */
	cr_assert_eq(address(card, 0), 0x10000000u);
	cr_assert_eq(address(card, 2), 0u, "nothing is left for it");
	cr_assert_eq(did.left_out, 3u);

	window(inner, &base, &end);
	cr_assert(base <= address(card, 0) && address(card, 0) + (1 << 28) <= end);
	window(outer, &base, &end);
	cr_assert(base <= address(card, 0) && address(card, 0) + (1 << 28) <= end);
	window(empty, &base, &end);
	cr_assert_gt(base, end, "shut");
	prefetch_window(empty, &base, &end);
	cr_assert_gt(base, end, "shut");
	cr_assert_eq(address(card, 4) & 0xff, 0u);
	cr_assert(address(card, 4) >> 12 == get(inner, 0x1c, 1) >> 4, "its I/O is passed on");
	cr_assert_eq(get(outer, 4, 2) & 7, 7u, "bridges are switched on");
}

Test(pci_assign, above_4_gib_behind_a_bridge)
{
	static const struct fl_pci_windows small = {.mem32 = {0x10000000, 0x1000000},
						    .mem64 = {0x8000000000, 0x8000000000}};
	struct fl_pci_assigned did;
	struct fake *bridge = add(0, -1, true), *card = add(0, 0, false);
	uint64_t base, end;

	bar(card, 0, 28, PREFETCH | BAR64);
	bar(card, 2, 16, 0);
	bar(card, 4, 25, BAR64); /* may not be read ahead: no bridge passes that on above 4 GiB */
	fl_pci_assign(&pci, &small, &did);
	cr_assert_eq(address(card, 0), 0x8000000000u);
	cr_assert_eq(address(card, 2), 0x10000000u);
	cr_assert_eq(address(card, 4), 0u);
	cr_assert_eq(did.left_out, 1u);
	prefetch_window(bridge, &base, &end);
	cr_assert_eq(base, 0x8000000000u);
	cr_assert_eq(end, 0x8010000000u);
	window(bridge, &base, &end);
	cr_assert_eq(base, 0x10000000u);
	cr_assert_eq(end, 0x10100000u);
}
