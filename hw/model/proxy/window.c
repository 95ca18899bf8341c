/* SPDX-License-Identifier: MIT
 *
 * The windows: an access comes with an absolute address, and the BARs decide which window it belongs to.
 * PCI 3.0, 6.2.5.
 */
#include "hw/model/proxy/internal.h"
#include <string.h>

enum { CFG_BAR0 = 0x10, CFG_ROM = 0x30, BAR_IO = 1, BAR_PREFETCH = 8, ROM_ENABLE = 1 };

static unsigned where(unsigned i)
{
	return i == FL_PROXY_ROM ? CFG_ROM : CFG_BAR0 + 4 * i;
}

static uint32_t flag_bits(unsigned i, uint32_t v)
{
	return i == FL_PROXY_ROM ? ROM_ENABLE : v & BAR_IO ? 3 : 15;
}

void fl_proxy_size_windows(struct fl_proxy *p)
{
	for (unsigned i = 0; i < FL_PROXY_WINDOWS; i++) {
		uint32_t was = fl_model_cfg_read(p->m, where(i), 4), mask;

		fl_model_cfg_write(p->m, where(i), 4, ~0u);
		mask = fl_model_cfg_read(p->m, where(i), 4);
		fl_model_cfg_write(p->m, where(i), 4, was);
		p->window_flags[i] = mask & flag_bits(i, mask);
		mask &= ~flag_bits(i, mask);
		p->window_B[i] = mask ? ~mask + 1 : 0;
		if (p->window_flags[i] & BAR_IO && i != FL_PROXY_ROM)
			p->window_B[i] &= 0xffff;
	}
}

uint32_t fl_proxy_window_at(const struct fl_proxy *p, unsigned i)
{
	uint32_t v = p->window_B[i] ? fl_model_cfg_read(p->m, where(i), 4) : 0;

	if (i == FL_PROXY_ROM && !(v & ROM_ENABLE))
		return 0;
	return v & ~flag_bits(i, v);
}

static bool is_prefetched(const struct fl_proxy *p, unsigned i)
{
	return i < FL_PROXY_BARS && p->window_B[i] && !(p->window_flags[i] & BAR_IO) &&
	       p->window_flags[i] & BAR_PREFETCH;
}

/* Of the memory windows the first one that may be prefetched is VRAM, another is that of doorbells, and the
 * one that may not is the registers. */
bool fl_proxy_is_vram(const struct fl_proxy *p, unsigned i)
{
	bool first = is_prefetched(p, i);

	for (unsigned k = 0; k < i && first; k++)
		first = !is_prefetched(p, k);
	return first;
}

static bool is_doorbells(const struct fl_proxy *p, unsigned i)
{
	return is_prefetched(p, i) && !fl_proxy_is_vram(p, i);
}

static bool is_io(const struct fl_proxy *p, unsigned i)
{
	return i != FL_PROXY_ROM && p->window_flags[i] & BAR_IO;
}

/* The window that an address belongs to. FL_PROXY_WINDOWS: to none (the guest has just moved the window). */
static unsigned find(const struct fl_proxy *p, const struct fl_msg_bar *a, uint32_t *offset)
{
	for (unsigned i = 0; i < FL_PROXY_WINDOWS; i++) {
		uint32_t at = fl_proxy_window_at(p, i);

		if (!at || is_io(p, i) == (bool)a->memory || a->addr < at || a->addr - at >= p->window_B[i] ||
		    a->size_B > p->window_B[i] - (a->addr - at))
			continue;
		*offset = (uint32_t)(a->addr - at);
		return i;
	}
	return FL_PROXY_WINDOWS;
}

static bool good_size(struct fl_proxy *p, const struct fl_msg_bar *a)
{
	if (a->size_B == 1 || a->size_B == 2 || a->size_B == 4 || a->size_B == 8)
		return true;
	return fl_proxy_fail(p, "an access of %u bytes to a BAR; 1, 2, 4 or 8 are possible",
			     (unsigned)a->size_B);
}

static uint64_t rom_read(const struct fl_proxy *p, uint32_t offset, unsigned n_B)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < n_B; i++) {
		uint8_t byte = offset + i < p->config.rom_B ? p->config.rom[offset + i] : 0xff;

		v |= (uint64_t)byte << 8 * i;
	}
	return v;
}

bool fl_proxy_window_read(struct fl_proxy *p, const struct fl_msg_bar *a, uint64_t *value, bool *vram)
{
	uint32_t offset = 0;
	unsigned i = find(p, a, &offset);

	*value = UINT64_MAX;
	if (!good_size(p, a))
		return false;
	if (i == FL_PROXY_ROM) {
		*value = rom_read(p, offset, a->size_B);
	} else if (i < FL_PROXY_BARS && fl_proxy_is_vram(p, i)) {
		*value = 0;
		fl_model_vram_read(p->m, offset, value, a->size_B);
		*vram = true;
	} else if (is_doorbells(p, i)) {
		*value = 0; /* they are for writing */
	} else if (i < FL_PROXY_BARS && is_io(p, i)) {
		if (a->size_B < 8) /* ports have 32 bits at most */
			*value = fl_model_io_read(p->m, offset, a->size_B);
	} else if (i < FL_PROXY_BARS) {
		if (a->size_B == 8) {
			*value = fl_model_read(p->m, offset, 4);
			*value |= (uint64_t)fl_model_read(p->m, offset + 4, 4) << 32;
		} else {
			*value = fl_model_read(p->m, offset, a->size_B);
		}
	}
	return true;
}

bool fl_proxy_window_write(struct fl_proxy *p, const struct fl_msg_bar *a, bool *vram)
{
	uint32_t offset = 0;
	unsigned i = find(p, a, &offset);

	if (!good_size(p, a))
		return false;
	if (i < FL_PROXY_BARS && fl_proxy_is_vram(p, i)) {
		fl_model_vram_write(p->m, offset, &a->value, a->size_B);
		*vram = true;
	} else if (is_doorbells(p, i)) {
		if (a->size_B >= 4)
			fl_model_doorbell(p->m, offset, (uint32_t)a->value);
	} else if (i < FL_PROXY_BARS && is_io(p, i)) {
		if (a->size_B < 8)
			fl_model_io_write(p->m, offset, a->size_B, (uint32_t)a->value);
	} else if (i < FL_PROXY_BARS) {
		fl_model_write(p->m, offset, a->size_B == 8 ? 4 : a->size_B, (uint32_t)a->value);
		if (a->size_B == 8)
			fl_model_write(p->m, offset + 4, 4, (uint32_t)(a->value >> 32));
	}
	return true;
}
