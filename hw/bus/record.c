/* SPDX-License-Identifier: MIT
 *
 * The recorder; see record.h.
 */
#include "hw/bus/record.h"

#include <string.h>

static void tell(struct fl_record *r, enum fl_access_kind kind, uint64_t offset_B, uint64_t value,
		 uint64_t size_B)
{
	struct fl_access a = {kind, offset_B, value, size_B, fl_now_us(r->inner)};

	r->told(r->arg, &a);
}

static uint32_t read32(struct fl_dev *d, uint32_t offset_B)
{
	struct fl_record *r = d->priv;
	uint32_t value = fl_read32(r->inner, offset_B);

	tell(r, FL_ACCESS_READ32, offset_B, value, 4);
	return value;
}

static void write32(struct fl_dev *d, uint32_t offset_B, uint32_t value)
{
	struct fl_record *r = d->priv;

	fl_write32(r->inner, offset_B, value);
	tell(r, FL_ACCESS_WRITE32, offset_B, value, 4);
}

static uint8_t read8(struct fl_dev *d, uint32_t offset_B)
{
	struct fl_record *r = d->priv;
	uint8_t value = fl_read8(r->inner, offset_B);

	tell(r, FL_ACCESS_READ8, offset_B, value, 1);
	return value;
}

static void write8(struct fl_dev *d, uint32_t offset_B, uint8_t value)
{
	struct fl_record *r = d->priv;

	fl_write8(r->inner, offset_B, value);
	tell(r, FL_ACCESS_WRITE8, offset_B, value, 1);
}

static uint64_t first_bytes(const void *data, size_t n_B)
{
	uint64_t v = 0;

	memcpy(&v, data, n_B < 8 ? n_B : 8);
	return v;
}

static void vram_read(struct fl_dev *d, uint64_t offset_B, void *to, size_t n_B)
{
	struct fl_record *r = d->priv;

	fl_vram_read(r->inner, offset_B, to, n_B);
	tell(r, FL_ACCESS_VRAM_READ, offset_B, first_bytes(to, n_B), n_B);
}

static void vram_write(struct fl_dev *d, uint64_t offset_B, const void *from, size_t n_B)
{
	struct fl_record *r = d->priv;

	fl_vram_write(r->inner, offset_B, from, n_B);
	tell(r, FL_ACCESS_VRAM_WRITE, offset_B, first_bytes(from, n_B), n_B);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t where_B, unsigned size_B)
{
	struct fl_record *r = d->priv;
	uint32_t value = r->inner->bus->cfg_read(r->inner, where_B, size_B);

	tell(r, FL_ACCESS_CFG_READ, where_B, value, size_B);
	return value;
}

static void cfg_write(struct fl_dev *d, uint32_t where_B, unsigned size_B, uint32_t value)
{
	struct fl_record *r = d->priv;

	r->inner->bus->cfg_write(r->inner, where_B, size_B, value);
	tell(r, FL_ACCESS_CFG_WRITE, where_B, value, size_B);
}

static uint64_t now_us(struct fl_dev *d)
{
	struct fl_record *r = d->priv;

	return fl_now_us(r->inner);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	struct fl_record *r = d->priv;

	fl_delay_us(r->inner, us);
	tell(r, FL_ACCESS_DELAY, 0, us, 0);
}

static enum fl_code dma_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err)
{
	struct fl_record *r = d->priv;

	return fl_dma_alloc(r->inner, size_B, m, err);
}

static void dma_sync(struct fl_dev *d, volatile void *at, size_t n_B)
{
	struct fl_record *r = d->priv;

	fl_dma_sync(r->inner, at, n_B);
}

static enum fl_code irq_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err)
{
	struct fl_record *r = d->priv;

	return fl_irq_wait(r->inner, timeout_us, err);
}

static const struct fl_bus bus = {
    .name = "record",
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
    .dma_sync = dma_sync,
    .irq_wait = irq_wait,
};

void fl_record_open(struct fl_dev *d, struct fl_record *r)
{
	*d = *r->inner; /* identity and sizes */
	d->bus = &bus;
	d->priv = r;
	d->regs = NULL;
	d->vram = NULL;
}
