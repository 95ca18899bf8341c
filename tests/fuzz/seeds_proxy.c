/* SPDX-License-Identifier: MIT
 *
 * Seeds for fuzz_proxy: what a guest's driver makes QEMU send while it wakes a card and draws with it, each
 * access a message, in the language of fuzz_proxy.c.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/record.h"
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

static void vram_op(struct spy *s, unsigned op, uint64_t at)
{
	seed_put_n(&s->o, op | DWORD, 1);
	seed_put_n(&s->o, AT_ALL, 1);
	seed_put_n(&s->o, VRAM_AT + at, 4);
}

/* What was written is read back: the recorder hands on the first bytes alone. A ring is filled with one and
 * the same. */
static void vram_write(struct spy *s, uint64_t at)
{
	uint32_t v;

	fl_vram_read(&s->card, at, &v, 4);
	if (v == s->last)
		return;
	s->last = v;
	vram_op(s, BAR_WRITE, at);
	seed_put_n(&s->o, v, 4);
}

static void cfg_op(struct spy *s, unsigned op, const struct fl_access *a)
{
	seed_put_n(&s->o, op | (unsigned)a->size_B / 2 << 4, 1);
	seed_put_n(&s->o, (uint32_t)a->offset_B, 1);
	seed_put_n(&s->o, op == CFG_WRITE ? (uint32_t)a->value : 0, 4);
}

static void told(void *arg, const struct fl_access *a)
{
	const uint32_t at = (uint32_t)a->offset_B;
	struct spy *s = arg;

	switch (a->kind) {
	case FL_ACCESS_READ32:
		register_op(s, BAR_READ | DWORD, at);
		if (again(s, REGISTER_OP_B))
			s->o.n -= REGISTER_OP_B;
		break;
	case FL_ACCESS_WRITE32:
		register_op(s, BAR_WRITE | DWORD, at);
		seed_put_n(&s->o, (uint32_t)a->value, 4);
		break;
	case FL_ACCESS_READ8:
		register_op(s, BAR_READ | BYTE, at);
		break;
	case FL_ACCESS_WRITE8:
		register_op(s, BAR_WRITE | BYTE, at);
		seed_put_n(&s->o, (uint32_t)a->value, 4);
		break;
	case FL_ACCESS_VRAM_READ:
	case FL_ACCESS_VRAM_WRITE:
		for (uint64_t i = 0; i + 4 <= a->size_B && i < MAX_BYTES; i += 4)
			if (a->kind == FL_ACCESS_VRAM_READ)
				vram_op(s, BAR_READ, a->offset_B + i);
			else
				vram_write(s, a->offset_B + i);
		break;
	case FL_ACCESS_CFG_READ:
		cfg_op(s, CFG_READ, a);
		break;
	case FL_ACCESS_CFG_WRITE:
		cfg_op(s, CFG_WRITE, a);
		break;
	case FL_ACCESS_DELAY:
		break;
	}
}

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
	struct fl_record r = {.inner = &s.card, .told = told, .arg = &s};
	struct fl_err err = {0};
	struct fl_dev d;

	if (!m || fl_open_model(&s.card, m, "rv515", &err))
		exit(1);
	fl_record_open(&d, &r);
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
