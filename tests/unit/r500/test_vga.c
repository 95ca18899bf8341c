/* SPDX-License-Identifier: MIT
 *
 * VGA text memory under a kernel's console: what writes there, and which registers keep it out. Where the
 * memory is, and what switches it off: radeonhd rhd_vga.c; CONFIG_CNTL bit 9 is what a program that ran on an
 * RV530 without a driver clears the decoding with. And BARs that show less than all of VRAM.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "tests/unit/r500/test_model_rig.h"

enum { MIB = 1 << 20, WINDOW_B = 256 << 10, CELL_B = 8, LONG_US = 100000 };

static struct rig console_rig(const char *chip)
{
	struct rig g = rig_new(chip);

	cr_assert(fl_model_break(g.m, "console"));
	return g;
}

/* Bytes of the window that are not zero. */
static unsigned written(struct rig *g)
{
	const uint8_t *vram = fl_model_vram(g->m, NULL);
	unsigned n = 0;

	for (unsigned i = 0; i < WINDOW_B; i++)
		n += vram[i] != 0;
	return n;
}

static void clear(struct rig *g)
{
	memset(fl_model_vram(g->m, NULL), 0, WINDOW_B);
}

Test(vga, console_writes_characters_as_time_passes)
{
	static const char *const chips[] = {"rv530", "r300"};

	for (unsigned i = 0; i < 2; i++) {
		struct rig g = console_rig(chips[i]);
		const uint8_t *vram = fl_model_vram(g.m, NULL);
		unsigned n;

		fl_model_tick(g.m, 1000);
		n = written(&g);
		cr_assert(n > 0 && n < 500, "%u", n);
		fl_model_tick(g.m, LONG_US);
		cr_assert_eq(written(&g), 2u * 80 * 25);
		for (unsigned c = 0; c < 80 * 25; c++) {
			cr_assert(vram[c * CELL_B] >= ' ' && vram[c * CELL_B] < 0x7f);
			cr_assert_eq(vram[c * CELL_B + 1], 7);
		}
		/* it is the same screen again and again */
		clear(&g);
		fl_model_tick(g.m, LONG_US);
		cr_assert_eq(vram[0], 'T');
		rig_delete(&g);
	}
}

Test(vga, what_keeps_the_console_out)
{
	static const struct {
		const char *chip;
		uint32_t reg, off, on;
	} row[] = {
	    {"rv530", R500_VGA_HDP_CONTROL, 0x00010010, 0},
	    {"rv530", R500_CONFIG_CNTL, 1 << 9, 0},
	    {"r300", R500_CONFIG_CNTL, 1 << 9, 0},
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct rig g = console_rig(row[i].chip);

		wr(&g, row[i].reg, row[i].off);
		clear(&g);
		fl_model_tick(g.m, LONG_US);
		cr_assert_eq(written(&g), 0, "row %u", i);
		wr(&g, row[i].reg, row[i].on);
		fl_model_tick(g.m, LONG_US);
		cr_assert_gt(written(&g), 0, "row %u", i);
		no_reports(&g);
		/* PCI COMMAND: no memory accesses */
		fl_model_cfg_write(g.m, 4, 2, 1);
		clear(&g);
		fl_model_tick(g.m, LONG_US);
		cr_assert_eq(written(&g), 0);
		rig_delete(&g);
	}
}

/* The window follows VGA_MEMORY_BASE_ADDRESS, and without a console nothing is written. */
Test(vga, base_address)
{
	struct rig g = rig_new("rv530");
	const uint8_t *vram = fl_model_vram(g.m, NULL);

	cr_assert_eq(rd(&g, R500_VGA_MEMORY_BASE_ADDRESS), g.base);
	fl_model_tick(g.m, LONG_US);
	cr_assert_eq(written(&g), 0);
	cr_assert(fl_model_break(g.m, "console"));
	wr(&g, R500_VGA_MEMORY_BASE_ADDRESS, g.base + MIB);
	fl_model_tick(g.m, LONG_US);
	cr_assert_eq(written(&g), 0);
	cr_assert_eq(vram[MIB + 1], 7);
	/* nowhere: nothing */
	wr(&g, R500_VGA_MEMORY_BASE_ADDRESS, g.base - MIB);
	fl_model_tick(g.m, LONG_US);
	rig_delete(&g);
}

/* What a card of vram_B shows through a BAR of bar_B bytes; 0: what the model chooses. */
static void bar(const char *chip, unsigned vram_MiB, unsigned bar_MiB, unsigned want_MiB)
{
	const struct fl_model_config cfg = {.posted = true,
					    .plain_host = true,
					    .threads = 1,
					    .vram_B = (uint64_t)vram_MiB * MIB,
					    .bar_B = (uint64_t)bar_MiB * MIB};
	struct fl_model *m = fl_model_new(chip, &cfg, NULL, 0);
	struct fl_err err = {0};
	struct r500_card c;
	struct fl_dev d;
	uint32_t v = 1;

	cr_assert_not_null(m);
	fl_model_cfg_write(m, 0x10, 4, ~0u); /* PCI 3.0, 6.2.5.1: sizing */
	cr_assert_eq(-(fl_model_cfg_read(m, 0x10, 4) & ~0xfu), want_MiB * (uint32_t)MIB);
	fl_model_vram_read(m, (uint64_t)want_MiB * MIB - 4, &v, 4);
	cr_assert_eq(v, 0);
	fl_model_vram_read(m, (uint64_t)want_MiB * MIB, &v, 4);
	cr_assert_eq(v, ~0u);
	cr_assert_eq(fl_open_model(&d, m, chip, &err), FL_OK);
	cr_assert_eq(d.vram_size_B, (uint64_t)want_MiB * MIB);
	r500_card_init(&c, &d);
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_B, (uint64_t)vram_MiB * MIB);
	cr_assert_eq(c.up.visible_B, (uint64_t)want_MiB * MIB);
	cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
	fl_model_delete(m);
}

Test(vga, bar_smaller_than_memory)
{
	char why[128];

	bar("rv530", 256, 0, 256);
	bar("rv530", 512, 0, 256);
	bar("r580", 512, 128, 128);
	bar("rv515", 1024, 64, 64);
	bar("rv350", 256, 64, 64);
	bar("r420", 512, 128, 128);
	cr_assert_null(fl_model_new("rv530", &(struct fl_model_config){.bar_B = 3 * MIB}, why, sizeof(why)));
	cr_assert(strstr(why, "power of two"), "%s", why);
	cr_assert_null(fl_model_new("rv530", &(struct fl_model_config){.vram_B = 16 * MIB, .bar_B = 32 * MIB},
				    why, sizeof(why)));
}
