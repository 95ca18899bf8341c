/* SPDX-License-Identifier: MIT
 *
 * A card of cardboard: registers are plain memory, unless a hook says otherwise; the clock moves a
 * microsecond an access. For the tests of what must happen when a card lies.
 */
#ifndef TESTS_UNIT_TEST_DEV_RIG_H
#define TESTS_UNIT_TEST_DEV_RIG_H

#include "hw/fl_dev.h"

#include <stdlib.h>
#include <string.h>

enum { RIG_REGS = 0x10000, RIG_VRAM = 1 << 20 };

struct rig {
	struct fl_dev dev; /* first */
	uint32_t reg[RIG_REGS / 4];
	uint8_t vram[RIG_VRAM];
	uint8_t cfg[256];
	uint64_t now;
	bool clock_stands;
	unsigned reads, writes;
	/* May change *value; for writes, returning false drops the write. */
	void (*on_read)(struct rig *r, uint32_t offset, uint32_t *value);
	bool (*on_write)(struct rig *r, uint32_t offset, uint32_t *value);
	uint32_t state[16]; /* the hooks' own */
	/* Configuration space: the card is off the bus from this access on, up to that one. Each write is
	 * noted. */
	unsigned cfg_accesses, away_from, away_to;
	void (*on_cfg_write)(struct rig *r, uint32_t at, unsigned n, uint32_t value);
};

static uint32_t rig_read32(struct fl_dev *d, uint32_t at)
{
	struct rig *r = d->priv;
	uint32_t v = at < RIG_REGS ? r->reg[at / 4] : 0xffffffff;

	r->reads++;
	r->now += !r->clock_stands;
	if (r->on_read)
		r->on_read(r, at, &v);
	return v;
}

static void rig_write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	struct rig *r = d->priv;

	r->writes++;
	r->now += !r->clock_stands;
	if ((!r->on_write || r->on_write(r, at, &v)) && at < RIG_REGS)
		r->reg[at / 4] = v;
}

static uint8_t rig_read8(struct fl_dev *d, uint32_t at)
{
	return (uint8_t)(rig_read32(d, at & ~3u) >> 8 * (at & 3));
}

static void rig_write8(struct fl_dev *d, uint32_t at, uint8_t v)
{
	struct rig *r = d->priv;
	uint32_t shift = 8 * (at & 3), old = r->reg[at / 4];

	rig_write32(d, at & ~3u, (old & ~(0xffu << shift)) | (uint32_t)v << shift);
}

static void rig_vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	struct rig *r = d->priv;

	if (at + n > RIG_VRAM)
		abort();
	memcpy(to, r->vram + at, n);
}

static void rig_vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	struct rig *r = d->priv;

	if (at + n > RIG_VRAM)
		abort();
	memcpy(r->vram + at, from, n);
}

static bool rig_away(struct rig *r)
{
	unsigned now = r->cfg_accesses++;

	return now >= r->away_from && now < r->away_to;
}

static uint32_t rig_cfg_read(struct fl_dev *d, uint32_t at, unsigned n)
{
	struct rig *r = d->priv;
	uint32_t v = 0;

	if (rig_away(r))
		return 0xffffffff >> (32 - 8 * n);
	memcpy(&v, r->cfg + at, n);
	return v;
}

static void rig_cfg_write(struct fl_dev *d, uint32_t at, unsigned n, uint32_t v)
{
	struct rig *r = d->priv;

	if (r->on_cfg_write)
		r->on_cfg_write(r, at, n, v);
	if (!rig_away(r))
		memcpy(r->cfg + at, &v, n);
}

static uint64_t rig_now(struct fl_dev *d)
{
	return ((struct rig *)d->priv)->now;
}

static void rig_delay(struct fl_dev *d, uint64_t us)
{
	struct rig *r = d->priv;

	if (!r->clock_stands)
		r->now += us;
}

static const struct fl_bus rig_bus = {
    .name = "rig",
    .read32 = rig_read32,
    .write32 = rig_write32,
    .read8 = rig_read8,
    .write8 = rig_write8,
    .vram_read = rig_vram_read,
    .vram_write = rig_vram_write,
    .cfg_read = rig_cfg_read,
    .cfg_write = rig_cfg_write,
    .now_us = rig_now,
    .delay_us = rig_delay,
};

static inline struct rig *rig_new(uint16_t device)
{
	struct rig *r = calloc(1, sizeof(*r));

	r->dev.bus = &rig_bus;
	r->dev.priv = r;
	r->dev.regs_size_B = RIG_REGS;
	r->dev.vram_size_B = RIG_VRAM;
	r->dev.vendor = 0x1002;
	r->dev.device = device;
	memcpy(r->cfg, &r->dev.vendor, 2);
	memcpy(r->cfg + 2, &r->dev.device, 2);
	strcpy(r->dev.name, "rig");
	return r;
}

#endif
