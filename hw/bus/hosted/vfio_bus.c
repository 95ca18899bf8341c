/* SPDX-License-Identifier: MIT
 *
 * The bus of a card that is reached through VFIO: through its mapped BARs, or, where one is not mapped, with
 * a system call an access.
 */
#include "hw/bus/hosted/vfio.h"

static struct fl_vfio *vfio_of(struct fl_dev *d)
{
	struct fl_hosted *h = d->priv;

	return h->vfio;
}

/* By a system call. Little endian, as PCI and the machines that the kit runs on are. */
static uint32_t value_at(struct fl_vfio *v, const struct fl_vfio_region *r, uint32_t at_B, unsigned size_B)
{
	uint32_t value = 0;

	fl_vfio_read(v, r, at_B, &value, size_B);
	return value;
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	struct fl_vfio *v = vfio_of(d);

	return d->regs ? fl_mapped_read32(d, offset_B) : value_at(v, &v->regs, offset_B, 4);
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	struct fl_vfio *v = vfio_of(d);

	if (d->regs)
		fl_mapped_write32(d, offset_B, value);
	else
		fl_vfio_write(v, &v->regs, offset_B, &value, sizeof(value));
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	struct fl_vfio *v = vfio_of(d);

	return d->regs ? fl_mapped_read8(d, offset_B) : (uint8_t)value_at(v, &v->regs, offset_B, 1);
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	struct fl_vfio *v = vfio_of(d);

	if (d->regs)
		fl_mapped_write8(d, offset_B, value);
	else
		fl_vfio_write(v, &v->regs, offset_B, &value, sizeof(value));
}

static void vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	struct fl_vfio *v = vfio_of(d);

	if (d->vram)
		fl_mapped_vram_read(d, offset_B, to, n_B);
	else
		fl_vfio_read(v, &v->vram, offset_B, to, n_B);
}

static void vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	struct fl_vfio *v = vfio_of(d);

	if (d->vram)
		fl_mapped_vram_write(d, offset_B, from, n_B);
	else
		fl_vfio_write(v, &v->vram, offset_B, from, n_B);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	struct fl_vfio *v = vfio_of(d);

	return value_at(v, &v->config, where_B, size_B);
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	struct fl_vfio *v = vfio_of(d);

	fl_vfio_write(v, &v->config, where_B, &value, size_B);
}

const struct fl_bus fl_vfio_bus = {
    .name = "vfio",
    .read32 = read32,
    .write32 = write32,
    .read8 = read8,
    .write8 = write8,
    .vram_read = vram_read,
    .vram_write = vram_write,
    .cfg_read = cfg_read,
    .cfg_write = cfg_write,
    .now_us = fl_clock_now_us,
    .delay_us = fl_clock_delay_us,
    .dma_alloc = fl_vfio_dma_alloc,
    .irq_wait = fl_vfio_irq_wait,
    .close = fl_card_close,
};
