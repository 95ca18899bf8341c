/* SPDX-License-Identifier: MIT
 *
 * Addresses for PCI functions; see pci_assign.h.
 */
#include "hw/bus/pci_assign.h"

#include <string.h>

/* The header of a bridge, PCI-to-PCI Bridge Architecture 1.2, 3.2. */
enum {
	PRIMARY = 0x18,
	SECONDARY = 0x19,
	SUBORDINATE = 0x1a,
	IO_BASE = 0x1c,
	IO_LIMIT = 0x1d,
	MEM_BASE = 0x20,
	MEM_LIMIT = 0x22,
	PREF_BASE = 0x24,
	PREF_LIMIT = 0x26,
	PREF_BASE_HIGH = 0x28,
	PREF_LIMIT_HIGH = 0x2c,
	IO_HIGH = 0x30,
	COMMAND_FORWARD = FL_PCI_COMMAND_IO | FL_PCI_COMMAND_MEMORY | FL_PCI_COMMAND_MASTER,
	DEPTH = 8,
	MEM_STEP_B = 1 << 20,
	IO_STEP_B = 4096
};

struct room {
	uint64_t next, end;
};

struct state {
	const struct fl_pci *p;
	struct fl_pci_assigned *did;
	struct room io, mem32, mem64;
	unsigned next_bus, depth;
};

static bool is_bridge(const struct fl_pci_function *f)
{
	return (f->header & 0x7f) == 1 && f->class_code >> 8 == 0x0604;
}

/* The functions of a bus, from *bdf on. */
static bool next_of_bus(const struct fl_pci *p, unsigned bus, uint32_t *at, struct fl_pci_function *f)
{
	while (*at < 256) {
		uint32_t bdf = bus << 8 | (*at)++;

		if (fl_pci_read_function(p, bdf, f)) {
			if (!(bdf & 7) && !(f->header & FL_PCI_HEADER_MULTI))
				*at = (*at | 7) + 1;
			return true;
		}
		if (!(bdf & 7))
			*at = (*at | 7) + 1;
	}
	return false;
}

static bool been_here(const struct fl_pci *p)
{
	struct fl_pci_function f;

	for (uint32_t at = 0; next_of_bus(p, 0, &at, &f);) {
		if (is_bridge(&f) && p->read(p, f.bdf, SECONDARY, 1))
			return true;
		for (unsigned i = 0; i < FL_PCI_BARS; i++)
			if (f.bar[i].addr)
				return true;
	}
	return false;
}

static uint64_t up(uint64_t v, uint64_t step)
{
	return (v + step - 1) & ~(step - 1);
}

/* size_B, a power of two, at a multiple of itself; 0: no room. Address 0 is never given: it reads as none. */
static uint64_t take(struct room *r, uint64_t size_B)
{
	uint64_t at = up(r->next ? r->next : 1, size_B);

	if (at < r->next || at >= r->end || size_B > r->end - at)
		return 0;
	r->next = at + size_B;
	return at;
}

static void assign_bars(struct state *s, struct fl_pci_function *f)
{
	fl_pci_size_bars(s->p, f);
	for (unsigned i = 0; i < FL_PCI_BARS; i++) {
		const struct fl_pci_bar *b = &f->bar[i];
		uint64_t addr;

		if (!b->size_B)
			continue;
		addr = take(b->io ? &s->io : &s->mem32, b->size_B);
		if (!addr && b->is64 && (b->prefetch || !s->depth))
			addr = take(&s->mem64, b->size_B);
		s->did->bars += addr != 0;
		s->did->left_out += !addr;
		s->p->write(s->p, f->bdf, FL_PCI_BAR0 + 4 * i, 4, (uint32_t)addr);
		if (b->is64)
			s->p->write(s->p, f->bdf, FL_PCI_BAR0 + 4 * i + 4, 4, (uint32_t)(addr >> 32));
	}
}

static void align_rooms(struct state *s)
{
	s->io.next = up(s->io.next, IO_STEP_B);
	s->mem32.next = up(s->mem32.next, MEM_STEP_B);
	s->mem64.next = up(s->mem64.next, MEM_STEP_B);
}

/* What the bridge passes on: [from, next). A window whose limit is below its base is shut. */
static void open_bridge(struct state *s, uint32_t bdf, const struct state *from)
{
	const struct fl_pci *p = s->p;
	uint64_t io = from->io.next, io_end = s->io.next - 1;
	uint64_t mem = from->mem32.next, mem_end = s->mem32.next - 1;
	uint64_t pref = from->mem64.next, pref_end = s->mem64.next - 1;

	if (io_end < io || !s->io.end)
		io = 0xf000, io_end = 0x0fff;
	if (mem_end < mem)
		mem = 0xfff00000, mem_end = 0x000fffff;
	if (pref_end < pref || !s->mem64.end)
		pref = 0xfff00000, pref_end = 0x000fffff;
	p->write(p, bdf, IO_BASE, 1, (uint32_t)(io >> 8 & 0xf0));
	p->write(p, bdf, IO_LIMIT, 1, (uint32_t)(io_end >> 8 & 0xf0));
	p->write(p, bdf, IO_HIGH, 4, (uint32_t)(io >> 16 & 0xffff) | (uint32_t)(io_end >> 16) << 16);
	p->write(p, bdf, MEM_BASE, 2, (uint32_t)(mem >> 16 & 0xfff0));
	p->write(p, bdf, MEM_LIMIT, 2, (uint32_t)(mem_end >> 16 & 0xfff0));
	p->write(p, bdf, PREF_BASE_HIGH, 4, (uint32_t)(pref >> 32));
	p->write(p, bdf, PREF_LIMIT_HIGH, 4, (uint32_t)(pref_end >> 32));
	p->write(p, bdf, PREF_BASE, 2, (uint32_t)(pref >> 16 & 0xfff0));
	p->write(p, bdf, PREF_LIMIT, 2, (uint32_t)(pref_end >> 16 & 0xfff0));
	p->write(p, bdf, FL_PCI_COMMAND, 2, p->read(p, bdf, FL_PCI_COMMAND, 2) | COMMAND_FORWARD);
}

static void assign_bus(struct state *s, unsigned bus)
{
	struct fl_pci_function f;

	for (uint32_t at = 0; next_of_bus(s->p, bus, &at, &f);) {
		s->did->functions++;
		assign_bars(s, &f);
		if (!is_bridge(&f) || s->depth == DEPTH || s->next_bus > s->p->last_bus)
			continue;

		struct state from;
		unsigned behind = s->next_bus++;

		s->did->bridges++;
		align_rooms(s);
		from = *s;
		s->p->write(s->p, f.bdf, PRIMARY, 1, bus);
		s->p->write(s->p, f.bdf, SECONDARY, 1, behind);
		/* All that may lie behind, until it is known. */
		s->p->write(s->p, f.bdf, SUBORDINATE, 1, s->p->last_bus);
		s->depth++;
		assign_bus(s, behind);
		s->depth--;
		align_rooms(s);
		s->p->write(s->p, f.bdf, SUBORDINATE, 1, s->next_bus - 1);
		open_bridge(s, f.bdf, &from);
	}
}

static struct room room(const struct fl_pci_window *w)
{
	return (struct room){w->addr, w->addr + w->size_B};
}

void fl_pci_assign(const struct fl_pci *p, const struct fl_pci_windows *w, struct fl_pci_assigned *did)
{
	struct state s = {p, did, room(&w->io), room(&w->mem32), room(&w->mem64), 1, 0};

	memset(did, 0, sizeof(*did));
	did->before = been_here(p);
	if (!did->before)
		assign_bus(&s, 0);
}
