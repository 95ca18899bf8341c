/* SPDX-License-Identifier: MIT
 *
 * Configuration mechanism 1; see cf8.h.
 */
#include "hw/bus/cf8.h"

enum { CONFIG_ADDRESS = 0xcf8, CONFIG_DATA = 0xcfc };

static uint32_t in(const struct fl_ports *ports, uint16_t port, unsigned size_B)
{
	if (ports)
		return ports->in(ports->arg, port, size_B);
#if defined(__x86_64__) || defined(__i386__)
	uint32_t value = 0;

	if (size_B == 1) {
		uint8_t v;

		__asm__ volatile("inb %1, %0" : "=a"(v) : "Nd"(port));
		value = v;
	} else if (size_B == 2) {
		uint16_t v;

		__asm__ volatile("inw %1, %0" : "=a"(v) : "Nd"(port));
		value = v;
	} else {
		__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
	}
	return value;
#else
	return 0xffffffff;
#endif
}

static void out(const struct fl_ports *ports, uint16_t port, unsigned size_B, uint32_t value)
{
	if (ports) {
		ports->out(ports->arg, port, size_B, value);
		return;
	}
#if defined(__x86_64__) || defined(__i386__)
	if (size_B == 1)
		__asm__ volatile("outb %0, %1" ::"a"((uint8_t)value), "Nd"(port));
	else if (size_B == 2)
		__asm__ volatile("outw %0, %1" ::"a"((uint16_t)value), "Nd"(port));
	else
		__asm__ volatile("outl %0, %1" ::"a"(value), "Nd"(port));
#endif
}

/* Only domain 0 and the first 256 bytes of a function can be reached this way. */
static bool select(const struct fl_pci *p, uint32_t bdf, uint32_t where_B)
{
	if (bdf >> 16 || where_B > 0xff)
		return false;
	out(p->priv, CONFIG_ADDRESS, 4, 1u << 31 | bdf << 8 | (where_B & 0xfc));
	return true;
}

static uint32_t ones(unsigned size_B)
{
	return size_B == 4 ? 0xffffffff : (1u << 8 * size_B) - 1;
}

static uint32_t cfg_read(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B)
{
	if (!select(p, bdf, where_B))
		return ones(size_B);
	return in(p->priv, (uint16_t)(CONFIG_DATA + (where_B & 3)), size_B) & ones(size_B);
}

static void cfg_write(const struct fl_pci *p, uint32_t bdf, uint32_t where_B, unsigned size_B, uint32_t value)
{
	if (select(p, bdf, where_B))
		out(p->priv, (uint16_t)(CONFIG_DATA + (where_B & 3)), size_B, value & ones(size_B));
}

void fl_cf8_init(struct fl_pci *p, const struct fl_ports *ports)
{
	/* priv is not written through: the accessors above only read it. */
	*p = (struct fl_pci){cfg_read, cfg_write, (void *)(uintptr_t)ports, 255};
}
