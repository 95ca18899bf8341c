/* SPDX-License-Identifier: MIT
 *
 * A card behind a page of memory: the asking side (hw/bus/mailbox.h) against the answering side, which is
 * given its turn whenever the asker looks at the clock. And what a machine that means no good writes into the
 * page.
 */
#include "hw/bus/hosted/mailbox_host.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { RAM_B = 4 << 20, RAM_ADDR = 0x10000000 };

static struct fl_mailbox_host host;
static struct fl_model *model;
static uint8_t *ram;
static uint64_t clock_us;
static bool deaf; /* nobody answers */

static uint64_t now_us(void *arg)
{
	if (!deaf && host.page)
		fl_mailbox_host_serve(&host);
	return clock_us += 1000;
}

static void delay_us(void *arg, uint64_t us)
{
	clock_us += us;
}

static const struct fl_machine machine = {.now_us = now_us, .delay_us = delay_us};

static void setup(void)
{
	struct fl_model_config cfg = {.posted = true, .plain_host = true, .threads = 1};

	ram = aligned_alloc(4096, RAM_B);
	memset(ram, 0, RAM_B);
	model = fl_model_new("rv530", &cfg, NULL, 0);
	cr_assert(ram && model);
	fl_mailbox_host_begin(&host, ram, RAM_B, model, "rv530");
}

static void teardown(void)
{
	fl_model_delete(model);
	free(ram);
}

static enum fl_code open_box(struct fl_dev *d, struct fl_mailbox *b, struct fl_err *err)
{
	return fl_mailbox_open(d, b, &machine, RAM_ADDR, ram, RAM_B, err);
}

TestSuite(mailbox, .init = setup, .fini = teardown);

Test(mailbox, registers_memory_and_configuration)
{
	uint8_t out[5000], in[5000];
	struct fl_mailbox b;
	struct fl_dev d;
	struct fl_err err;

	cr_assert_eq(open_box(&d, &b, &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(d.name, "mailbox:rv530");
	cr_assert_eq(d.vendor, 0x1002);
	cr_assert_eq(d.device, fl_model_cfg_read(model, FL_PCI_DEVICE, 2));
	cr_assert_eq(d.regs_size_B, fl_model_regs_size_B(model));
	fl_write32(&d, R500_SCRATCH_REG(1), 0x600dcafe);
	cr_assert_eq(fl_model_read(model, R500_SCRATCH_REG(1), 4), 0x600dcafeu);
	cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(1)), 0x600dcafeu);
	fl_write8(&d, R500_SCRATCH_REG(1) + 1, 0x12);
	cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(1)), 0x600d12feu);
	cr_assert_eq(fl_read8(&d, R500_SCRATCH_REG(1) + 3), 0x60u);

	/* In more than two goes. */
	for (unsigned i = 0; i < sizeof out; i++)
		out[i] = (uint8_t)(i * 7 + i / 256);
	fl_vram_write(&d, 0x1234, out, sizeof out);
	cr_assert_arr_eq((uint8_t *)fl_model_vram(model, NULL) + 0x1234, out, sizeof out);
	memset(in, 0, sizeof in);
	fl_vram_read(&d, 0x1234, in, sizeof in);
	cr_assert_arr_eq(in, out, sizeof out);
	d.bus->cfg_write(&d, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MASTER);
	cr_assert(fl_model_cfg_read(model, FL_PCI_COMMAND, 2) & FL_PCI_COMMAND_MASTER);
}

Test(mailbox, firmware)
{
	uint8_t data[5000], in[6000] = {0};
	struct fl_mailbox b;
	struct fl_dev d;
	struct fl_err err;

	for (unsigned i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(i ^ i >> 8);
	host.images.of[1] = (struct fl_image){data, sizeof data};
	cr_assert_eq(open_box(&d, &b, &err), FL_OK);
	cr_assert_eq(fl_mailbox_file(&b, 0, in, sizeof in), 0u);
	cr_assert_eq(fl_mailbox_file(&b, FL_IMAGES, in, sizeof in), 0u);
	cr_assert_eq(fl_mailbox_file(&b, 1, NULL, 0), sizeof data);
	cr_assert_eq(fl_mailbox_file(&b, 1, in, sizeof in), sizeof data);
	cr_assert_arr_eq(in, data, sizeof data);
}

Test(mailbox, none_there)
{
	struct fl_mailbox b;
	struct fl_dev d;
	struct fl_err err;

	ram[RAM_B - FL_MAILBOX_B + 8] ^= 1;
	cr_assert_eq(open_box(&d, &b, &err), FL_NO_DEVICE);
	cr_assert_eq(fl_mailbox_open(&d, &b, &machine, 0, NULL, 0, &err), FL_NO_DEVICE);
}

/* Every wait has an end, and there is only one such wait. */
Test(mailbox, nobody_answers)
{
	struct fl_mailbox b;
	struct fl_dev d;
	struct fl_err err;
	uint64_t before;

	deaf = true;
	cr_assert_eq(open_box(&d, &b, &err), FL_TIMEOUT);
	deaf = false;
	cr_assert_eq(open_box(&d, &b, &err), FL_OK);
	deaf = true;
	cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(0)), 0xffffffffu);
	before = clock_us;
	for (unsigned i = 0; i < 1000; i++)
		cr_assert_eq(fl_read32(&d, R500_SCRATCH_REG(0)), 0xffffffffu);
	cr_assert_eq(clock_us, before, "nothing is waited for any more");
}

/* Questions at random: each is answered, and none does harm (a sanitizer would tell). */
Test(mailbox, questions_at_random, .timeout = 60)
{
	volatile struct fl_mailbox_page *p = host.page;
	uint64_t seed = 1;

	for (unsigned i = 0; i < 20000; i++) {
		uint64_t r[3];

		for (unsigned k = 0; k < 3; k++)
			r[k] = (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 16;
		p->op = r[0] & 1 ? r[0] >> 1 & 15 : (uint32_t)r[0];
		p->offset_B = r[1] & 3 ? r[1] >> 2 & 0xffff : r[1] << 20 | r[2];
		p->size_B = r[2] & 1 ? 1u << (r[2] >> 1 & 3) : r[2] & 2 ? r[2] >> 2 & 4095 : (uint32_t)r[2];
		p->value = (uint32_t)(r[1] >> 8);
		p->asked++;
		cr_assert(fl_mailbox_host_serve(&host));
		cr_assert_eq(p->answered, p->asked);
	}
}
