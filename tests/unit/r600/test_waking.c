/* SPDX-License-Identifier: MIT
 *
 * Waking R6xx and R7xx cards: on the model of each chip.
 */
#include "hw/bus/pci.h"
#include "hw/fl_smoke.h"
#include "hw/fl_wake.h"
#include "hw/r600/dma.h"
#include "hw/r600/mc.h"
#include "hw/r600/transport.h"
#include "hw/regs/r600.h"
#include "tests/unit/r600/test_card_rig.h"

#include <stdio.h>
#include <string.h>

static struct fl_model *open_chip(const char *chip, bool posted, enum fl_transport via)
{
	struct fl_model *m = card_on_model(chip, &(struct fl_model_config){.posted = posted, .threads = 1});

	card.up.transport = via;
	return m;
}

/* By hand: units of Linux's gpu_init; GB_TILING_CONFIG of the straps that the model has (8 banks), the
 * backend map by r6xx_remap_render_backend(). */
static const struct {
	const char *chip, *name;
	unsigned pipes, simds, backends, contexts;
	uint32_t tiling;
} chips[] = {
    {"r600", "R600", 4, 4, 4, 8, 0xfa500816},    {"rv610", "RV610", 1, 2, 1, 4, 0x00000810},
    {"rv630", "RV630", 2, 3, 1, 8, 0x00000812},  {"rv670", "RV670", 4, 4, 4, 8, 0x00e40814},
    {"rv770", "RV770", 4, 10, 4, 8, 0xfa500816}, {"rv730", "RV730", 2, 8, 2, 8, 0x00500814},
    {"rv710", "RV710", 2, 2, 1, 4, 0x00000812},
};

Test(waking, every_chip_wakes_and_sleeps)
{
	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++)
		for (enum fl_transport via = FL_TRANSPORT_VRAM; via <= FL_TRANSPORT_SYSTEM; via++) {
			struct fl_model *m = open_chip(chips[i].chip, true, via);
			const struct fl_report *r;

			cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_OK, "%s: %s",
				     chips[i].chip, err.text);
			cr_expect_str_eq(card.up.chip, chips[i].name);
			cr_expect_eq(card.pipes, chips[i].pipes);
			cr_expect_eq(card.simds, chips[i].simds);
			cr_expect_eq(card.backends, chips[i].backends);
			cr_expect_eq(card.family->contexts, chips[i].contexts);
			cr_expect_eq(fl_read32(&dev, R600_GB_TILING_CONFIG), chips[i].tiling, "%s: 0x%08x",
				     chips[i].chip, fl_read32(&dev, R600_GB_TILING_CONFIG));
			cr_expect_eq(card.up.transport, via);
			/* 64 KiB: log2(65536 / 8) = 13; blocks of 2^9; no update */
			cr_expect_eq(fl_read32(&dev, R600_CP_RB_CNTL), 13 | 9 << 8 | 1 << 27);
			cr_expect_eq(fl_read32(&dev, R600_CP_ME_CNTL), 0xff);
			cr_expect_eq(fl_read32(&dev, R600_CP_RB_BASE), (uint32_t)(card.ring.area.addr >> 8));
			/* Awake again, over what the last run left */
			cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_OK,
				     "%s, again: %s", chips[i].chip, err.text);
			cr_assert_eq(fl_sleep(&r600_family, &dev, &err), FL_OK, "%s", err.text);
			cr_expect(fl_read32(&dev, R600_CP_ME_CNTL) & 1 << 28);
			cr_expect_eq(fl_read32(&dev, R600_RLC_CNTL), 0);
			r = fl_model_report(m, 0);
			cr_expect_null(r, "%s by %s: %s", chips[i].chip, fl_transport_names[via],
				       r ? r->text : "");
			fl_model_delete(m);
		}
}

Test(waking, whole_cards_pass_the_smoke_test)
{
	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct fl_model *m = open_chip(chips[i].chip, true, FL_TRANSPORT_AUTO);
		const struct fl_report *r;
		struct fl_smoke_counts n;

		cr_expect_eq(fl_smoke(&r600_family, &card.up, NULL, NULL, &n, &err), FL_OK, "%s: %s",
			     chips[i].chip, err.text);
		cr_expect_eq(n.n[FL_PASS], fl_smoke_planned(&r600_family), "%s: %u", chips[i].chip,
			     n.n[FL_PASS]);
		r = fl_model_report(m, 0);
		cr_expect_null(r, "%s: %s", chips[i].chip, r ? r->text : "");
		fl_model_delete(m);
	}
}

static char first_failed[64];

static void on_check(void *arg, const struct fl_check_result *r)
{
	if (r->verdict == FL_FAIL && !*first_failed)
		strncpy(first_failed, r->name, sizeof(first_failed) - 1);
}

Test(waking, faults_are_found_where_they_are)
{
	static const struct {
		const char *fault, *check;
	} faults[] = {
	    {"dead-bar", "PCI id and registers"},       {"mc-busy", "memory controller"},
	    {"vram-bit:0x100:3", "VRAM address lines"}, {"cp-stuck", "ring in system memory"},
	    {"no-microcode-ram", "microcode"},          {"pipe-hung", "3D triangle"},
	    {"no-vram-fetch", "ring in VRAM"},          {"no-bus-master", "ring in system memory"},
	};

	static const char *const on[] = {"rv770", "rv670"};

	for (unsigned i = 0; i < 2 * sizeof(faults) / sizeof(*faults); i++) {
		struct fl_model *m = open_chip(on[i % 2], true, FL_TRANSPORT_AUTO);
		struct fl_smoke_counts n;

		cr_assert(fl_model_break(m, faults[i / 2].fault), "%s", faults[i / 2].fault);
		*first_failed = 0;
		cr_expect_eq(fl_smoke(&r600_family, &card.up, on_check, NULL, &n, &err), FL_FAILED);
		cr_expect_str_eq(first_failed, faults[i / 2].check, "%s is found in \"%s\"",
				 faults[i / 2].fault, first_failed);
		fl_model_delete(m);
	}
}

Test(waking, unposted_card_is_refused)
{
	struct fl_model *m = open_chip("rv770", false, FL_TRANSPORT_VRAM);

	cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "not posted"), "%s", err.text);
	fl_model_delete(m);
}

/* What waking changes and gives back; set to what no step would write. Addresses of R7xx by hand. */
Test(waking, what_was_there_is_there_again)
{
	static const uint16_t regs[] = {0x2028, 0x202c, 0x2030, 0x2034, 0x2038, 0x203c, 0x1400, 0x1404,
					0x1408, 0x1410, 0x153c, 0x155c, 0x157c, 0x1518, 0x2234, 0x2240,
					0x2654, 0x265c, 0x2c04, 0x2c08, 0x2c0c, 0x3f00, 0x5490, 0x0300};
	enum { REGS = sizeof(regs) / sizeof(*regs) };

	for (const struct fl_step *s = r600_family.steps; s->name; s++) {
		struct fl_model *m = open_chip("rv770", true, FL_TRANSPORT_SYSTEM);
		uint32_t before[REGS];
		uint32_t command;

		fl_write32(&dev, 0x2028, 0x1234);
		fl_write32(&dev, 0x2034, 0x4321);
		fl_write32(&dev, 0x0300, 0x10000);
		for (unsigned i = 0; i < REGS; i++)
			before[i] = fl_read32(&dev, regs[i]);
		dev.bus->cfg_write(&dev, FL_PCI_COMMAND, 2, FL_PCI_COMMAND_MEMORY);
		command = dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2);
		cr_assert_eq(fl_wake_to(&r600_family, &card.up, s->name, NULL, NULL, &err), FL_OK, "%s",
			     err.text);
		cr_assert_eq(fl_sleep(&r600_family, &dev, &err), FL_OK, "%s: %s", s->name, err.text);
		for (unsigned i = 0; i < REGS; i++)
			cr_expect_eq(fl_read32(&dev, regs[i]), before[i], "after %s 0x%04x is 0x%x, was 0x%x",
				     s->name, regs[i], fl_read32(&dev, regs[i]), before[i]);
		cr_expect_eq(dev.bus->cfg_read(&dev, FL_PCI_COMMAND, 2), command, "after %s", s->name);
		cr_expect(!dev.awake);
		fl_model_delete(m);
	}
}

Test(waking, images_are_checked)
{
	struct fl_model *m = open_chip("rv770", true, FL_TRANSPORT_VRAM);
	const struct r600_family_info *rv770 = r600_family_at(R600_FAMILY_RV770),
				      *rv630 = r600_family_at(R600_FAMILY_RV630);
	static uint8_t same[R600_MICROCODE_MAX_B];

	/* Linux r600.c: R700_PFP_UCODE_SIZE and its like, in bytes */
	cr_expect_eq(r600_microcode_size(rv770, R600_IMAGE_PFP), 3392);
	cr_expect_eq(r600_microcode_size(rv770, R600_IMAGE_ME), 5440);
	cr_expect_eq(r600_microcode_size(rv770, R600_IMAGE_RLC), 4096);
	cr_expect_eq(r600_microcode_size(rv630, R600_IMAGE_PFP), 2304);
	cr_expect_eq(r600_microcode_size(rv630, R600_IMAGE_ME), 21504);
	cr_expect_eq(r600_microcode_size(rv630, R600_IMAGE_RLC), 3072);
	cr_expect_eq(r600_microcode_check(rv770, R600_IMAGE_ME, images[R600_IMAGE_ME], 5440, &err), FL_OK);
	cr_expect_eq(r600_microcode_check(rv630, R600_IMAGE_ME, images[R600_IMAGE_ME], 5440, &err), FL_USAGE);
	cr_expect(strstr(err.text, "21504"), "%s", err.text);
	cr_expect_eq(r600_microcode_check(rv770, R600_IMAGE_ME, same, 5440, &err), FL_USAGE);
	cr_expect(strstr(err.text, "nothing but 0x00000000"), "%s", err.text);
	card.up.images.of[R600_IMAGE_ME].data = NULL;
	cr_expect_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "radeon/RV770_me.bin") && strstr(err.text, "radeon/R700_rlc.bin"), "%s",
		  err.text);
	fl_model_delete(m);
}

Test(waking, every_id_has_its_files)
{
	struct fl_dev d = {.vendor = 0x1002};
	unsigned n = 0, last = 0;

	for (const struct fl_chip *chip; (chip = fl_chip_at(&r600_chips, n)); n++) {
		const char *name[FL_IMAGES] = {NULL};
		char product[64];

		cr_expect_gt(chip->device, last, "%04x", chip->device);
		last = d.device = chip->device;
		cr_expect_eq(fl_chip_find(&r600_chips, 0x1002, chip->device), chip);
		cr_expect_eq(r600_family.firmware(&d, name), (unsigned)R600_IMAGES);
		fl_chip_product(&r600_chips, chip, product, sizeof(product));
		cr_expect_lt(strlen(product), 40u, "%s", product);
	}
	cr_expect_eq(n, 132u, "%u", n); /* drm_pciids.h */
	cr_expect_null(fl_chip_find(&r600_chips, 0x1002, 0x71c1));
	/* one of each, by drm_pciids.h; RS880 and RV740 have files of others (r600_init_microcode()) */
	static const struct {
		uint16_t device;
		const char *chip, *pfp, *rlc;
	} some[] = {
	    {0x9400, "R600", "R600", "R600"},   {0x94c1, "RV610", "RV610", "R600"},
	    {0x9588, "RV630", "RV630", "R600"}, {0x95c5, "RV620", "RV620", "R600"},
	    {0x9598, "RV635", "RV635", "R600"}, {0x9501, "RV670", "RV670", "R600"},
	    {0x9610, "RS780", "RS780", "R600"}, {0x9710, "RS880", "RS780", "R600"},
	    {0x9440, "RV770", "RV770", "R700"}, {0x9490, "RV730", "RV730", "R700"},
	    {0x9540, "RV710", "RV710", "R700"}, {0x94b3, "RV740", "RV730", "R700"},
	};
	for (unsigned i = 0; i < sizeof(some) / sizeof(*some); i++) {
		const char *name[FL_IMAGES] = {NULL};
		char want[40];

		d.device = some[i].device;
		cr_expect_str_eq(r600_chip_family(fl_chip_find(&r600_chips, 0x1002, d.device))->name,
				 some[i].chip);
		r600_family.firmware(&d, name);
		snprintf(want, sizeof(want), "radeon/%s_pfp.bin", some[i].pfp);
		cr_expect_str_eq(name[R600_IMAGE_PFP], want);
		snprintf(want, sizeof(want), "radeon/%s_rlc.bin", some[i].rlc);
		cr_expect_str_eq(name[R600_IMAGE_RLC], want);
	}
}

/* Copies longer than a packet, a write, a fill; the ring goes around. */
Test(waking, the_dma_engine_moves_memory)
{
	struct fl_model *m = open_chip("rv770", true, FL_TRANSPORT_VRAM);
	const uint64_t from_B = 1 << 20, to_B = 4 << 20, size_B = 0x60000;
	const uint32_t dw[3] = {1, 2, 3};
	const struct fl_report *r;
	struct r600_dma dma;
	uint32_t got;

	cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < size_B; i += 4096) {
		uint32_t v = 0xabc00000 + i;

		fl_vram_write(&dev, from_B + i, &v, 4);
	}
	cr_assert_eq(r600_dma_start(&dma, &card.ring.area, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r600_dma_copy(&dma, card.up.vram_addr + to_B, card.up.vram_addr + from_B, size_B, &err),
		     FL_OK);
	cr_assert_eq(r600_dma_fill(&dma, card.up.vram_addr, 0x77777777, 4096, &err), FL_OK);
	for (unsigned i = 0; i < 200; i++)
		cr_assert_eq(r600_dma_write(&dma, card.up.vram_addr + 64, dw, 3, &err), FL_OK, "%s",
			     err.text);
	cr_assert_eq(r600_dma_sync(&dma, 1000000, &err), FL_OK, "%s", err.text);
	for (uint32_t i = 0; i < size_B; i += 4096) {
		fl_vram_read(&dev, to_B + i, &got, 4);
		cr_assert_eq(got, 0xabc00000 + i, "at 0x%x: 0x%x", i, got);
	}
	fl_vram_read(&dev, 4092, &got, 4);
	cr_expect_eq(got, 0x77777777);
	fl_vram_read(&dev, 72, &got, 4);
	cr_expect_eq(got, 3);
	cr_expect_eq(r600_dma_write(&dma, 0, dw, 0, &err), FL_USAGE);
	r600_dma_stop(&dma);
	cr_expect_eq(r600_dma_sync(&dma, 1000, &err), FL_FAILED);
	r = fl_model_report(m, 0);
	cr_expect_null(r, "%s", r ? r->text : "");
	fl_model_delete(m);
}

/* By the guide: the register says how memory is read; a card without a queue to be written by
 * hand says so. */
Test(waking, a_way_that_is_not_there)
{
	struct fl_model *m = open_chip("rv710", true, FL_TRANSPORT_PIO);

	cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_NO_DEVICE);
	cr_expect(strstr(err.text, "no queue that is written by hand"), "%s", err.text);
	fl_model_delete(m);
}

/* A ring that is full, one that is not read any more, and what is asked of it that can never be. */
Test(waking, a_ring_that_is_not_read)
{
	struct fl_model *m = open_chip("rv770", true, FL_TRANSPORT_VRAM);
	enum fl_code code = FL_OK;

	cr_expect_eq(fl_ring_begin(&card.ring, 1, &err), FL_FAILED); /* not running */
	cr_assert_eq(fl_wake(&r600_family, &card.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_expect_eq(fl_ring_begin(&card.ring, card.ring.size_dw, &err), FL_USAGE);
	cr_assert(fl_model_break(m, "cp-stuck"));
	card.ring.timeout_us = 1000;
	for (unsigned i = 0; i < 100 && !code; i++) {
		code = fl_ring_begin(&card.ring, 1000, &err);
		for (unsigned k = 0; k < 1000 && !code; k++)
			fl_ring_emit(&card.ring, R600_TYPE2);
		fl_ring_commit(&card.ring);
	}
	cr_expect_eq(code, FL_TIMEOUT);
	cr_expect(strstr(err.text, "no room for 1000 dwords") && strstr(err.text, "GRBM_STATUS"), "%s",
		  err.text);
	cr_expect_eq(err.reg, (uint32_t)R600_CP_RB_RPTR);
	cr_expect_eq(r600_fence_sync(&card.fence, &card.ring, 1000, &err), FL_TIMEOUT);
	/* The reset takes the command processor, and the card wakes again when it is whole. */
	cr_expect_eq(fl_sleep(&r600_family, &dev, &err), FL_TIMEOUT);
	cr_expect(fl_read32(&dev, R600_CP_ME_CNTL) & 1 << 28);
	fl_model_delete(m);
}
