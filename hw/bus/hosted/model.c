/* SPDX-License-Identifier: MIT
 *
 * The model as a bus: a struct fl_dev over a struct fl_model.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/pci.h"
#include "hw/fl_fmt.h"

#include <string.h>

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	return fl_model_read(d->priv, offset_B, 4);
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	fl_model_write(d->priv, offset_B, 4, value);
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	return (uint8_t)fl_model_read(d->priv, offset_B, 1);
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	fl_model_write(d->priv, offset_B, 1, value);
}

static void vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	fl_model_vram_read(d->priv, offset_B, to, n_B);
}

static void vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	fl_model_vram_write(d->priv, offset_B, from, n_B);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	return fl_model_cfg_read(d->priv, where_B, size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	fl_model_cfg_write(d->priv, where_B, size_B, value);
}

static uint64_t now_us(struct fl_dev *d)
{
	return fl_model_now_us(d->priv);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	fl_model_tick(d->priv, us);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err)
{
	enum { PAGE_B = 4096 };
	uint64_t whole_B = ((uint64_t)size_B + PAGE_B - 1) & ~(uint64_t)(PAGE_B - 1);

	m->cpu = fl_model_own_ram(d->priv, whole_B, &m->addr);
	m->size_B = size_B;
	return m->cpu ? FL_OK : fl_fail(err, FL_FAILED, "no %zu KiB of memory left", size_B >> 10);
}

static const struct fl_bus bus = {
    .name = "model",
    .read32 = read32,
    .write32 = write32,
    .read8 = read8,
    .write8 = write8,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = now_us,
    .delay_us = delay_us,
    .dma_alloc = dma_alloc,
};

enum fl_code fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err)
{
	if (!m)
		return fl_fail(err, FL_USAGE, "no model to open");
	memset(d, 0, sizeof(*d));
	d->bus = &bus;
	d->priv = m;
	d->regs_size_B = fl_model_regs_size_B(m);
	d->vram = fl_model_vram_late(m) ? NULL : fl_model_vram(m, NULL); /* as late as on a card */
	d->vram_size_B = fl_model_vram_bar_B(m);
	d->vram_addr = fl_model_vram_addr(m);
	fl_pci_identify(d);
	fl_format(d->name, sizeof(d->name), "model:%s", chip ? chip : "card");
	return FL_OK;
}

struct fl_model *fl_model_of(struct fl_dev *d)
{
	return d->bus == &bus ? d->priv : NULL;
}
