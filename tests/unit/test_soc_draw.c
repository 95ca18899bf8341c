/* SPDX-License-Identifier: MIT
 *
 * A core of the machine's chip is woken, tested and drawn on by plain loads and stores, as on a board:
 * through the bus of a bare-metal image, and through /dev/mem of Linux. The machine's memory is an array that
 * model and library share; what a core reads, and what is drawn, lies in a region of it.
 */
#include "demos/bare/machine.h"
#include "demos/bare/say.h"
#include "demos/demo.h"
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/onchip.h"
#include "hw/fl_smoke.h"
#include "lib/fl_stage.h"
#include "tests/unit/test_plain_loads.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WIDE = 192, HIGH = 128, FRAME = 37, CORE = 0x130000, RAM_ADDR = 0x10000000, RAM_B = 64 << 20 };
enum { REGION_ADDR = RAM_ADDR + (16 << 20), REGION_B = 48 << 20 };

static struct fl_model *model;
static int ram_fd;
static uint8_t *ram;
static void *regs;
static uint32_t want[WIDE * HIGH], got[WIDE * HIGH];

static void draw(struct fl_dev *d, const char *name, uint32_t *picture)
{
	static struct fl_stage s;
	const struct fl_stage_options so = {.width = WIDE, .height = HIGH};
	const struct fl_demo *demo = fl_demo_find(name);
	struct fl_err err = {0};

	cr_assert(demo);
	cr_assert_eq(fl_stage_open(&s, d, &so, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_begin(demo, &s, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_demo_frame(demo, &s, FRAME, &err), FL_OK, "%s", err.text);
	for (uint32_t y = 0; y < HIGH; y++)
		fl_stage_row(&s, y, picture + y * WIDE);
	cr_assert_eq(fl_stage_close(&s, &err), FL_OK, "%s", err.text);
}

static struct fl_model *make(const char *chip)
{
	const struct fl_model_config cfg = {.threads = 1};
	char why[200];
	struct fl_model *m = fl_model_new(chip, &cfg, why, sizeof(why));

	cr_assert(m, "%s", why);
	return m;
}

/* The picture as the model's own bus has it. False: this processor cannot play registers. */
static bool begin(const char *chip, const char *demo)
{
	struct fl_model *other = make(chip);
	struct fl_model_ram r = {RAM_ADDR, RAM_B, NULL};
	struct fl_err err;
	struct fl_dev d;

	cr_assert_eq(fl_open_model(&d, other, chip, &err), FL_OK, "%s", err.text);
	draw(&d, demo, want);
	fl_dev_close(&d);
	fl_model_delete(other);

	ram_fd = memfd_create("ram", MFD_CLOEXEC);
	cr_assert(ram_fd >= 0 && !ftruncate(ram_fd, RAM_B));
	ram = mmap(NULL, RAM_B, PROT_READ | PROT_WRITE, MAP_SHARED, ram_fd, 0);
	cr_assert(ram != MAP_FAILED);
	r.host = ram;
	model = make(chip);
	cr_assert(fl_model_set_ram(model, &r, 1));
	regs = plain_loads_begin(model, 0x4000);
	return regs;
}

static void drawn(struct fl_dev *d, const char *chip, const char *demo)
{
	struct fl_smoke_counts counts = {0};
	union fl_card_state card;
	struct fl_err err = {0};
	const struct fl_report *report;
	unsigned n = 0;

	fl_family_init(fl_family_of(d), &card.up, d);
	cr_assert_eq(fl_smoke(fl_family_of(d), &card.up, NULL, NULL, &counts, &err), FL_OK, "%s", err.text);
	cr_expect_gt(counts.n[FL_PASS], 10);
	/* The smoke test asks page tables for what they have not. */
	while (fl_model_report(model, n))
		n++;
	draw(d, demo, got);
	cr_expect_arr_eq(got, want, sizeof(want), "%s on %s: another picture", demo, chip);
	for (; (report = fl_model_report(model, n)); n++)
		cr_expect_eq(report->severity, FL_NOTE, "%s", report->text);
	cr_expect_gt(plain_loads(), 100);
	cr_expect_gt(plain_stores(), 100);
}

/* ---- bare metal ---------------------------------------------------------------------------------------- */
static uint64_t used_B;

void fl_say(const char *fmt, ...)
{
}

static volatile void *map(void *arg, uint64_t addr, uint64_t size_B, bool write_combined)
{
	if (addr == CORE)
		return write_combined ? NULL : regs;
	return addr >= RAM_ADDR && addr - RAM_ADDR <= RAM_B && size_B <= RAM_B - (addr - RAM_ADDR)
		   ? ram + (addr - RAM_ADDR)
		   : NULL;
}

static void *pages(void *arg, size_t size_B, uint64_t *addr)
{
	void *p = ram + used_B;

	if (size_B > RAM_B - used_B)
		return NULL;
	*addr = RAM_ADDR + used_B;
	used_B += size_B;
	return p;
}

static uint64_t now_us(void *arg)
{
	fl_model_tick(model, 1);
	return fl_model_now_us(model);
}

static void delay_us(void *arg, uint64_t us)
{
	fl_model_tick(model, us);
}

static const struct fl_machine machine = {.map = map, .now_us = now_us, .delay_us = delay_us, .pages = pages};

static void on_bare_metal(const char *chip, const char *demo, bool reserved)
{
	struct fl_soc_part part = {.addr = CORE, .size_B = 0x4000, .irq = 9, .enabled = true};
	struct fl_card card;
	struct fl_err err;
	struct fl_dev d;

	if (!begin(chip, demo))
		cr_skip_test("not on this processor");
	if (reserved) {
		/* Not at whole large pages: what is around it stays as it is mapped. */
		part.mem_addr = REGION_ADDR - 4096;
		part.mem_size_B = REGION_B + 4096 - (1 << 20);
	}
	cr_assert_eq(fl_bare_core_open(&d, &machine, &part, &card, &err), FL_OK, "%s", err.text);
	cr_expect_eq(d.vram_addr, (reserved ? REGION_ADDR : RAM_ADDR) + FL_ONCHIP_GIVEN_B);
	cr_expect_eq(d.vram_size_B, (reserved ? REGION_B - (2 << 20) : 32 << 20) - FL_ONCHIP_GIVEN_B);
	drawn(&d, chip, demo);
}

/* Without page tables, in the window below 2 GiB; and with them. */
Test(soc_draw, bare_gc2000_in_a_region, .timeout = 120)
{
	on_bare_metal("gc2000", "cube", true);
}

Test(soc_draw, bare_gc7000l_in_the_machines_memory, .timeout = 120)
{
	on_bare_metal("gc7000l", "triangle", false);
}

/* ---- Linux --------------------------------------------------------------------------------------------- */
static void *map_file(void *at, size_t size_B, int prot, int flags, int fd, off_t offset)
{
	if (offset == CORE)
		return regs;
	return mmap(NULL, size_B, prot, flags, ram_fd, offset - RAM_ADDR);
}

Test(soc_draw, by_dev_mem, .timeout = 120)
{
	const struct fl_system calls = {.mmap = map_file};
	char root[] = "/tmp/firstlight-core-XXXXXX", command[200], name[64];
	struct fl_open_options o = {.root = root, .system = &calls};
	struct fl_err err;
	struct fl_dev d;

	if (!begin("gc3000", "cube"))
		cr_skip_test("not on this processor");
	cr_assert(mkdtemp(root));
	snprintf(command, sizeof(command), "mkdir %s/dev && : >%s/dev/mem", root, root);
	cr_assert_eq(system(command), 0);
	snprintf(name, sizeof(name), "mmio:0x%x,mem=0x%x+0x%x", CORE, REGION_ADDR, REGION_B);
	cr_assert_eq(fl_open_card(&d, name, &o, &err), FL_OK, "%s", err.text);
	cr_expect_eq(d.vram_addr, REGION_ADDR + FL_ONCHIP_GIVEN_B);
	drawn(&d, "gc3000", "cube");
	fl_dev_close(&d);
	snprintf(command, sizeof(command), "rm -r %s", root);
	cr_assert_eq(system(command), 0);
}
