/* SPDX-License-Identifier: MIT
 *
 * A machine whose core does not look into the processor's caches: what the processor wrote to memory that the
 * bus gave is there for the core after fl_dma_sync() and not before, and what the core wrote reaches the
 * processor likewise. The cache here never writes back what nothing asked it to, which is the worst that one
 * can do; it keeps whole lines, so that a sync of too much is seen, too.
 */
#include "hw/fl_smoke.h"
#include "tests/unit/test_lib_rig.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_B = 64, WIDE = 160, HIGH = 96, FRAME = 5 };

static struct {
	struct fl_bus bus;
	struct fl_dma memory;    /* as the core sees it */
	uint8_t *cached, *clean; /* as the processor does; and what it last had from memory */
	unsigned synced;
} c;

static enum fl_code cached_alloc(struct fl_dev *d, size_t size_B, struct fl_dma *m, struct fl_err *err)
{
	uint64_t addr;
	void *memory = fl_model_own_ram(d->priv, (size_B + 4095) & ~(size_t)4095, &addr);

	(void)err;
	cr_assert(memory && !c.cached);
	c.memory = (struct fl_dma){memory, addr, size_B};
	c.cached = aligned_alloc(4096, (size_B + 4095) & ~(size_t)4095);
	c.clean = calloc(1, size_B + LINE_B);
	memset(c.cached, 0, size_B);
	*m = (struct fl_dma){c.cached, addr, size_B};
	return FL_OK;
}

static void cached_sync(struct fl_dev *d, volatile void *at, size_t n_B)
{
	const size_t from_B = (size_t)((uint8_t *)(uintptr_t)at - c.cached);

	cr_assert(n_B && from_B + n_B <= c.memory.size_B, "0x%zx bytes at 0x%zx are synced", n_B, from_B);
	for (size_t line = from_B & ~(size_t)(LINE_B - 1); line < from_B + n_B; line += LINE_B) {
		uint8_t *memory = (uint8_t *)(uintptr_t)c.memory.cpu + line;

		if (memcmp(c.cached + line, c.clean + line, LINE_B)) /* dirty */
			memcpy(memory, c.cached + line, LINE_B);
		memcpy(c.cached + line, memory, LINE_B);
		memcpy(c.clean + line, memory, LINE_B);
	}
	c.synced++;
}

static void cached(struct fl_dev *d)
{
	c.bus = *d->bus;
	c.bus.dma_alloc = cached_alloc;
	c.bus.dma_sync = cached_sync;
	d->bus = &c.bus;
}

static void forget(void)
{
	free(c.cached);
	free(c.clean);
	memset(&c, 0, sizeof(c));
}

static const char *const chips[] = {"gc400", "gc880", "gc2000", "gc3000", "gc7000l"};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

static struct fl_model *m;

static void on_check(void *arg, const struct fl_check_result *r)
{
	(void)arg;
	/* It does what must not be done, and the model says so. */
	if (!strcmp(r->name, "where nothing is mapped"))
		fl_model_reports_clear(m);
	cr_expect_neq(r->verdict, FL_FAIL, "%s: %s", r->name, r->text);
}

/* Identity, tables of pages, the ring, programs and results: all that the checks have in memory. */
Test(gc_caches, checks_pass)
{
	static const struct fl_model_config cfg = {.threads = 1, .vram_B = 16 << 20};

	for (unsigned i = 0; i < CHIPS; i++) {
		struct fl_smoke_counts n;
		union fl_card_state card;
		struct fl_dev dev;
		struct fl_err err;

		m = fl_model_new(chips[i], &cfg, NULL, 0);
		cr_assert(m && !fl_open_model(&dev, m, chips[i], &err));
		cached(&dev);
		fl_family_init(&gc_family, &card.up, &dev);
		cr_expect_eq(fl_smoke(&gc_family, &card.up, on_check, NULL, &n, &err), FL_OK, "%s: %s",
			     chips[i], err.text);
		cr_expect_null(fl_model_report(m, 0), "%s: %s", chips[i], fl_model_report(m, 0)->text);
		cr_expect_gt(c.synced, 100, "%s", chips[i]);
		fl_model_delete(m);
		forget();
	}
}

static void picture(const char *chip, const char *demo, bool with_caches, uint32_t *out)
{
	struct rig *r;

	rig_dev_opened = with_caches ? cached : NULL;
	r = rig_open_chip(chip, WIDE, HIGH, false);
	rig_frame(r, fl_demo_find(demo), FRAME);
	memcpy(out, r->picture, WIDE * HIGH * sizeof(*out));
	rig_close(r);
	if (with_caches)
		forget();
}

/* Commands, vertices, programs and textures of whole pictures. */
Test(gc_caches, pictures_are_the_same)
{
	static const char *const demos[] = {"cube", "blit", "shadow", "starfield"};
	static uint32_t want[WIDE * HIGH], got[WIDE * HIGH];

	for (unsigned i = 1; i < CHIPS; i++)
		for (unsigned k = 0; k < sizeof(demos) / sizeof(*demos); k++) {
			picture(chips[i], demos[k], false, want);
			picture(chips[i], demos[k], true, got);
			cr_expect_arr_eq(got, want, sizeof(want), "%s on %s", demos[k], chips[i]);
		}
}
