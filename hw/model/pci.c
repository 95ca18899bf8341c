/* SPDX-License-Identifier: MIT
 *
 * A card as a PCI function: configuration space of type 0, BARs that can be sized and moved, capabilities.
 * PCI Local Bus Specification 3.0, chapter 6.
 */
#include "hw/model/chip.h"
#include <string.h>

enum {
	VENDOR = 0x00,
	DEVICE = 0x02,
	COMMAND = 0x04,
	STATUS = 0x06,
	REVISION = 0x08,
	CLASS = 0x0a, /* subclass and class; the programming interface before it is 0 */
	CACHE_LINE = 0x0c,
	LATENCY = 0x0d,
	BAR0 = 0x10,
	SUBSYSTEM_VENDOR = 0x2c,
	SUBSYSTEM = 0x2e,
	ROM = 0x30,
	CAPABILITIES = 0x34,
	INTERRUPT_LINE = 0x3c,
	INTERRUPT_PIN = 0x3d,
};

enum {
	COMMAND_IO = 1,
	COMMAND_MEMORY = 2,
	COMMAND_MASTER = 4,
	COMMAND_NO_INTX = 0x400,
	STATUS_CAPABILITIES = 0x10
};

static void put(uint8_t *at, uint32_t value, unsigned size_B)
{
	for (unsigned i = 0; i < size_B; i++)
		at[i] = (uint8_t)(value >> (8 * i));
}

void fl_pci_init(struct fl_model *m, const struct fl_pci_id *id, const struct fl_model_bar *bar,
		 unsigned n_bars)
{
	uint8_t *c = m->config, *w = m->config_mask;

	memset(c, 0, sizeof(m->config));
	memset(w, 0, sizeof(m->config_mask));
	put(c + VENDOR, id->vendor, 2);
	put(c + DEVICE, id->device, 2);
	/* Firmware gives a display its windows; whether it may read the host's memory is for the driver to
	 * say. */
	put(c + COMMAND, COMMAND_IO | COMMAND_MEMORY, 2);
	put(w + COMMAND, 0x0547, 2); /* I/O, memory, master, parity, SERR#, INTx disable */
	put(c + REVISION, id->revision, 1);
	put(c + CLASS, 0x0300, 2); /* VGA-compatible display */
	put(w + CACHE_LINE, 0xff, 1);
	put(w + LATENCY, 0xff, 1);
	put(c + SUBSYSTEM_VENDOR, id->subsystem_vendor, 2);
	put(c + SUBSYSTEM, id->subsystem, 2);
	put(w + INTERRUPT_LINE, 0xff, 1);
	put(c + INTERRUPT_LINE, 10, 1);
	put(c + INTERRUPT_PIN, 1, 1);
	if (id->rom_B)
		put(w + ROM, ~(id->rom_B - 1) | 1,
		    4); /* address and enable; unassigned, as firmware leaves it */
	for (unsigned i = 0; i < n_bars; i++) {
		unsigned at = BAR0 + 4 * bar[i].index;
		uint64_t mask = ~(bar[i].size_B - 1);

		put(c + at, (uint32_t)bar[i].addr | bar[i].flags, 4);
		put(w + at, (uint32_t)mask, 4);
		if (bar[i].flags & FL_BAR_MEM64) {
			put(c + at + 4, (uint32_t)(bar[i].addr >> 32), 4);
			put(w + at + 4, (uint32_t)(mask >> 32), 4);
		}
	}
}

void fl_pci_add_capability(struct fl_model *m, unsigned at, const uint8_t *bytes, const uint8_t *mask,
			   unsigned n)
{
	uint8_t *link = &m->config[CAPABILITIES];

	while (*link)
		link = &m->config[*link + 1];
	*link = (uint8_t)at;
	memcpy(&m->config[at], bytes, n);
	m->config[at + 1] = 0;
	if (mask)
		memcpy(&m->config_mask[at], mask, n);
	m->config[STATUS] |= STATUS_CAPABILITIES;
}

/* PCI 3.0, 6.2.2 and 6.2.5: COMMAND is 0 after reset, and so are the address bits of the BARs. */
void fl_pci_unassign(struct fl_model *m)
{
	if (m->on_chip)
		return;
	put(m->config + COMMAND, 0, 2);
	for (unsigned at = BAR0; at < BAR0 + 24; at++)
		m->config[at] &= (uint8_t)~m->config_mask[at];
	for (unsigned at = ROM; at < ROM + 4; at++)
		m->config[at] &= (uint8_t)~m->config_mask[at];
	m->config[INTERRUPT_LINE] = 0;
	fl_mem_ram_on(&m->mem, false);
}

bool fl_pci_memory_on(const struct fl_model *m)
{
	return m->on_chip || m->config[COMMAND] & COMMAND_MEMORY;
}

bool fl_pci_io_on(const struct fl_model *m)
{
	return m->config[COMMAND] & COMMAND_IO;
}

bool fl_pci_master_on(const struct fl_model *m)
{
	return m->config[COMMAND] & COMMAND_MASTER;
}

bool fl_pci_intx_off(const struct fl_model *m)
{
	return !m->on_chip && m->config[COMMAND + 1] & COMMAND_NO_INTX >> 8;
}

static bool good_access(unsigned where_B, unsigned size_B)
{
	return (size_B == 1 || size_B == 2 || size_B == 4) && where_B % size_B == 0 &&
	       where_B + size_B <= 256;
}

uint32_t fl_model_cfg_read(struct fl_model *m, unsigned where_B, unsigned size_B)
{
	uint32_t v = 0;

	if (m->on_chip || where_B >= 256 || !good_access(where_B, size_B))
		return UINT32_MAX;
	for (unsigned i = 0; i < size_B; i++)
		v |= (uint32_t)m->config[where_B + i] << (8 * i);
	return v;
}

void fl_model_cfg_write(struct fl_model *m, unsigned where_B, unsigned size_B, uint32_t value)
{
	if (m->on_chip || where_B >= 256 || !good_access(where_B, size_B))
		return;
	for (unsigned i = 0; i < size_B; i++) {
		uint8_t mask = m->config_mask[where_B + i];
		uint8_t byte = (uint8_t)(value >> (8 * i));

		m->config[where_B + i] = (m->config[where_B + i] & ~mask) | (byte & mask);
	}
	fl_mem_ram_on(&m->mem, fl_pci_master_on(m));
}
