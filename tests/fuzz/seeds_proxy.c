/* SPDX-License-Identifier: MIT
 *
 * Seeds for fuzz_proxy: what a guest's driver makes QEMU send while it wakes a card and draws with it, each
 * access a message, in the language of fuzz_proxy.c.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/seeds.h"

#include <stdlib.h>
#include <string.h>

/* First bytes of operations: fuzz_proxy.c, one_op(). The size is 1 << bits 5:4. */
enum {
	CFG_READ = 1,
	CFG_WRITE = 2,
	BAR_READ = 3,
	BAR_WRITE = 4,
	SYSMEM = 5,
	BYTE = 0 << 4,
	DWORD = 2 << 4,
	AT_REGS = 1, /* 16 bits of address from the start of the registers */
	AT_ALL = 4,  /* 32 bits of address */
	REGISTER_OP_B = 4,
	MAX_BYTES = 256,
};

#define VRAM_AT UINT32_C(0xd0000000)

struct spy {
	struct fl_dev card;
	struct seed o;
	uint32_t last; /* written to VRAM */
};

/* A poll is one message here. */
static bool again(const struct spy *s, size_t n_B)
{
	const uint8_t *end = s->o.p + s->o.n;

	return s->o.n >= 2 * n_B && !memcmp(end - n_B, end - 2 * n_B, n_B);
}

static void register_op(struct spy *s, unsigned op, uint32_t at)
{
	seed_put_n(&s->o, op, 1);
	seed_put_n(&s->o, AT_REGS, 1);
	seed_put_n(&s->o, at, 2);
}

static uint32_t read32(struct fl_dev *d, uint32_t at)
{
	struct spy *s = d->priv;

	register_op(s, BAR_READ | DWORD, at);
	if (again(s, REGISTER_OP_B))
		s->o.n -= REGISTER_OP_B;
	return fl_read32(&s->card, at);
}

static void write32(struct fl_dev *d, uint32_t at, uint32_t v)
{
	struct spy *s = d->priv;

	register_op(s, BAR_WRITE | DWORD, at);
	seed_put_n(&s->o, v, 4);
	fl_write32(&s->card, at, v);
}

static uint8_t read8(struct fl_dev *d, uint32_t at)
{
	struct spy *s = d->priv;

	register_op(s, BAR_READ | BYTE, at);
	return fl_read8(&s->card, at);
}

static void write8(struct fl_dev *d, uint32_t at, uint8_t v)
{
	struct spy *s = d->priv;

	register_op(s, BAR_WRITE | BYTE, at);
	seed_put_n(&s->o, v, 4);
	fl_write8(&s->card, at, v);
}

static void vram_op(struct spy *s, unsigned op, uint64_t at)
{
	seed_put_n(&s->o, op | DWORD, 1);
	seed_put_n(&s->o, AT_ALL, 1);
	seed_put_n(&s->o, VRAM_AT + at, 4);
}

static void vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n_B)
{
	struct spy *s = d->priv;

	for (size_t i = 0; i + 4 <= n_B && i < MAX_BYTES; i += 4)
		vram_op(s, BAR_READ, at + i);
	fl_vram_read(&s->card, at, to, n_B);
}

static void vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n_B)
{
	struct spy *s = d->priv;

	for (size_t i = 0; i + 4 <= n_B && i < MAX_BYTES; i += 4) {
		if (!memcmp((const uint8_t *)from + i, &s->last, 4))
			continue; /* a ring is filled with one and the same */
		memcpy(&s->last, (const uint8_t *)from + i, 4);
		vram_op(s, BAR_WRITE, at + i);
		seed_put(&s->o, (const uint8_t *)from + i, 4);
	}
	fl_vram_write(&s->card, at, from, n_B);
}

static void cfg_op(struct spy *s, unsigned op, uint32_t at, unsigned n_B, uint32_t v)
{
	seed_put_n(&s->o, op | n_B / 2 << 4, 1);
	seed_put_n(&s->o, at, 1);
	seed_put_n(&s->o, v, 4);
}

static uint32_t cfg_read(struct fl_dev *d, uint32_t at, unsigned n_B)
{
	struct spy *s = d->priv;

	cfg_op(s, CFG_READ, at, n_B, 0);
	return s->card.bus->cfg_read(&s->card, at, n_B);
}

static void cfg_write(struct fl_dev *d, uint32_t at, unsigned n_B, uint32_t v)
{
	struct spy *s = d->priv;

	cfg_op(s, CFG_WRITE, at, n_B, v);
	s->card.bus->cfg_write(&s->card, at, n_B, v);
}

static uint64_t now_us(struct fl_dev *d)
{
	return fl_now_us(&((struct spy *)d->priv)->card);
}

static void delay_us(struct fl_dev *d, uint64_t us)
{
	fl_delay_us(&((struct spy *)d->priv)->card, us);
}

static const struct fl_bus bus = {.name = "spy",
				  .read32 = read32,
				  .write32 = write32,
				  .read8 = read8,
				  .write8 = write8,
				  .vram_read = vram_read,
				  .vram_write = vram_write,
				  .cfg_read = cfg_read,
				  .cfg_write = cfg_write,
				  .now_us = now_us,
				  .delay_us = delay_us};

static enum fl_code smoke(const struct fl_family *f, struct fl_bringup *up, struct fl_err *err)
{
	struct fl_smoke_counts counts = {0};

	return fl_smoke(f, up, NULL, NULL, &counts, err);
}

static enum fl_code wake(const struct fl_family *f, struct fl_bringup *up, struct fl_err *err)
{
	return fl_wake(f, up, NULL, NULL, err);
}

static void record(const char *dir, const char *name,
		   enum fl_code (*f)(const struct fl_family *f, struct fl_bringup *up, struct fl_err *err))
{
	const struct fl_model_config cfg = {
	    .conventional = true, .posted = true, .threads = 1, .vram_B = 16 << 20};
	struct fl_model *m = fl_model_new("rv515", &cfg, NULL, 0);
	static uint8_t image[1 << 16];
	union fl_card_state card;
	struct spy s = {0};
	struct fl_err err = {0};
	struct fl_dev d;

	if (!m || fl_open_model(&s.card, m, "rv515", &err))
		exit(1);
	d = s.card;
	d.bus = &bus;
	d.priv = &s;
	d.vram = NULL;
	fl_family_init(fl_family_of(&s.card), &card.up, &d);
	card.up.images.of[0].data = image;
	card.up.images.of[0].size_B = fl_model_firmware("rv515", 0, image, sizeof(image));
	/* a piece of memory: one page of it, at 1 MiB */
	seed_put_n(&s.o, SYSMEM, 1);
	seed_put_n(&s.o, 1, 1);
	seed_put_n(&s.o, 1 << 4, 1);
	seed_put_n(&s.o, 0x100, 2);
	f(fl_family_of(&s.card), &card.up, &err);
	seed_save(dir, "proxy", name, &s.o);
	free(s.o.p);
	fl_model_delete(m);
}

void seeds_proxy(const char *dir)
{
	record(dir, "wake", wake);
	record(dir, "smoke", smoke);
}
