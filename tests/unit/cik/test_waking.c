/* SPDX-License-Identifier: MIT
 *
 * Waking Sea Islands cards: on the model of each chip.
 */
#include "hw/cik/status.h"
#include "hw/cik/transport.h"
#include "tests/unit/cik/test_card_rig.h"

/* By hand: Linux cik_gpu_init(); the row by the straps that the model has (CIK facts 0). */
static const struct {
	const char *chip, *name;
	unsigned engines, cus, backends;
	uint32_t addr_config;
} chips[] = {
    {"bonaire", "Bonaire", 2, 14, 4, 0x12010001}, {"hawaii", "Hawaii", 4, 44, 16, 0x12011003},
    {"kaveri", "Kaveri", 1, 8, 2, 0x12010001},    {"kabini", "Kabini", 1, 2, 1, 0x02010001},
    {"mullins", "Mullins", 1, 2, 1, 0x02010001},
};
enum { CHIPS = sizeof(chips) / sizeof(*chips) };

Test(cik_waking, every_chip_wakes_and_sleeps)
{
	for (unsigned i = 0; i < CHIPS; i++)
		for (enum fl_transport via = FL_TRANSPORT_VRAM; via <= FL_TRANSPORT_SYSTEM; via++) {
			struct fl_model *m = card_on_model(chips[i].chip, true, via);
			unsigned cus = 0;

			woken();
			for (unsigned se = 0; se < CIK_MOST_ENGINES; se++)
				cus += cik_ones(card.cus[se]);
			cr_expect_str_eq(card.up.chip, chips[i].name);
			cr_expect_eq(card.family->engines, chips[i].engines);
			cr_expect_eq(cus, chips[i].cus);
			cr_expect_eq(cik_ones(card.backends), chips[i].backends);
			cr_expect_eq(fl_read32(&dev, CIK_GB_ADDR_CONFIG), chips[i].addr_config, "%s: 0x%08x",
				     chips[i].chip, fl_read32(&dev, CIK_GB_ADDR_CONFIG));
			cr_expect_eq(card.up.transport, via);
			/* 64 KiB: log2(65536 / 8) = 13; blocks of 2^9; no update */
			cr_expect_eq(fl_read32(&dev, CIK_CP_RB0_CNTL), 13 | 9 << 8 | 1 << 27);
			cr_expect_eq(fl_read32(&dev, CIK_CP_ME_CNTL), 0);
			cr_expect_eq(fl_read32(&dev, CIK_RLC_CNTL), 1);
			/* Awake again, over what the last run left */
			woken();
			cr_assert_eq(fl_sleep(&cik_family, &dev, &err), FL_OK, "%s", err.text);
			/* all halted: Linux cik_gpu_soft_reset() */
			cr_expect_eq(fl_read32(&dev, CIK_CP_ME_CNTL), 1 << 28 | 1 << 26 | 1 << 24);
			cr_expect_eq(fl_read32(&dev, CIK_CP_MEC_CNTL), 1 << 30 | 1 << 28);
			cr_expect_eq(fl_read32(&dev, CIK_RLC_CNTL), 0);
			nothing_reported(m, chips[i].chip);
			fl_model_delete(m);
		}
}

/* CIK facts 0.1, by hand: what Linux's tables come to. */
static const struct {
	const char *chip;
	uint32_t mode[31], macro[16];
} tilings[] = {
    {"bonaire",
     {0x00800150, 0x00800950, 0x00801150, 0x00801950, 0x00802950, 0x00800148, 0x00801158, 0x00802958,
      0x00000144, 0x00000148, 0x02000150, 0x02000114, 0x02000158, 0x00400148, 0x02400150, 0,
      0x02400114, 0x02400158, 0,          0,          0,          0,          0,          0,
      0,          0,          0,          0x00c00148, 0x02c00150, 0x02c00114, 0x02c00158},
     {0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40, 0}},
    {"kaveri",
     {0x00800110, 0x00800910, 0x00801110, 0x00801910, 0x00802910, 0x00800108, 0x00801118, 0x00802918,
      0x00000104, 0x00000108, 0x02000110, 0x02000114, 0x02000118, 0x00400108, 0x02400110, 0,
      0x02400114, 0x02400118, 0,          0,          0,          0,          0,          0,
      0,          0,          0,          0x00c00108, 0x02c00110, 0x02c00114, 0x02c00118},
     {0xe8, 0xe4, 0xd0, 0xd0, 0xd0, 0x90, 0x40, 0, 0xed, 0xe9, 0xe8, 0xe4, 0xd0, 0x90, 0x40, 0}},
    {"kabini",
     {0x00800010, 0x00800810, 0x00801010, 0x00801810, 0x00802010, 0x00800008, 0x00801018, 0x00802018,
      0x00000004, 0x00000008, 0x02000010, 0x02000014, 0x02000018, 0x00400008, 0x02400010, 0,
      0x02400014, 0x02400018, 0,          0,          0,          0,          0,          0,
      0,          0,          0,          0x00c00008, 0x02c00010, 0x02c00014, 0x02c00018},
     {0xe9, 0xe5, 0xe4, 0xe0, 0xe0, 0xe0, 0x90, 0, 0xee, 0xea, 0xe9, 0xe5, 0xe4, 0xe0, 0x90, 0}},
    {"hawaii",
     {0x00800450, 0x00800c50, 0x00801450, 0x00801c50, 0x00802c50, 0x00800448, 0x00801458, 0x00802c58,
      0x00000444, 0x00000448, 0x02000450, 0x02000414, 0x02000458, 0x00400448, 0x02400450, 0,
      0x02400414, 0x02400458, 0,          0,          0,          0,          0,          0,
      0,          0,          0,          0x00c00448, 0x02c00450, 0x02c00414, 0x02c00458},
     {0xd8, 0xd4, 0xc0, 0xc0, 0x80, 0x40, 0, 0, 0xd8, 0xd4, 0xc0, 0x80, 0x40, 0, 0, 0}},
};

Test(cik_waking, tables_of_tiles)
{
	uint32_t mode[CIK_TILE_MODES], macro[CIK_MACRO_MODES];

	for (unsigned i = 0; i < sizeof(tilings) / sizeof(*tilings); i++) {
		struct fl_model *m = card_on_model(tilings[i].chip, true, FL_TRANSPORT_VRAM);

		woken();
		for (unsigned k = 0; k < 31; k++)
			cr_expect_eq(fl_read32(&dev, 0x9910 + 4 * k), tilings[i].mode[k], "%s %u: 0x%08x",
				     tilings[i].chip, k, fl_read32(&dev, 0x9910 + 4 * k));
		for (unsigned k = 0; k < 16; k++)
			cr_expect_eq(fl_read32(&dev, 0x9990 + 4 * k), tilings[i].macro[k], "%s macro %u",
				     tilings[i].chip, k);
		fl_model_delete(m);
	}
	/* The same document: Hawaii with rows of 4 KiB. */
	cik_tile_modes(CIK_FAMILY_HAWAII, 0x22011003, mode, macro);
	cr_expect_eq(mode[4], 0x00803450);
	cr_expect_eq(mode[7], 0x00803458);
	cr_expect_eq(mode[3], 0x00801c50);
}

Test(cik_waking, unposted_card_is_refused)
{
	struct fl_model *m = card_on_model("bonaire", false, FL_TRANSPORT_VRAM);

	cr_assert_eq(fl_wake(&cik_family, &card.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "not posted"), "%s", err.text);
	fl_model_delete(m);
}

/* ci_mc_load_microcode(): bit 0 of MC_SEQ_SUP_CNTL says that it runs. On APUs nobody loads any. */
Test(cik_waking, memory_controller_without_microcode_is_refused)
{
	struct fl_model *m = card_on_model("hawaii", true, FL_TRANSPORT_VRAM);

	fl_write32(&dev, 0x28c8, 0x10);
	cr_assert_eq(fl_wake(&cik_family, &card.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "MC_SEQ_SUP_CNTL 0x00000010"), "%s", err.text);
	fl_model_delete(m);
	m = card_on_model("kabini", true, FL_TRANSPORT_VRAM);
	cr_assert_eq(fl_read32(&dev, 0x28c8) & 1, 0);
	woken();
	fl_model_delete(m);
}

/* A chip of which parts were fused off: engine 1 has lost compute units 0 and 3, and backend 1. */
Test(cik_waking, what_was_fused_off_is_not_counted)
{
	struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_VRAM);

	fl_write32(&dev, 0x30800, 1 << 30 | 1 << 29 | 1 << 16); /* GRBM_GFX_INDEX */
	fl_write32(&dev, 0x89bc, 9 << 16);                      /* CC_GC_SHADER_ARRAY_CONFIG */
	fl_write32(&dev, 0x98f4, 2 << 16 | 1);                  /* CC_RB_BACKEND_DISABLE */
	fl_write32(&dev, 0x30800, 0xe0000000);
	woken();
	cr_expect_eq(card.cus[0], 0x7f);
	cr_expect_eq(card.cus[1], 0x76);
	cr_expect_eq(card.backends, 0x7);
	fl_model_delete(m);
}

/* What waking changes and gives back; set to what no step would write. Addresses: Linux cikd.h. */
Test(cik_waking, what_was_there_is_there_again)
{
	static const uint32_t regs[] = {0x2028, 0x202c, 0x2030, 0x2034, 0x2038, 0x203c,  0x2064,  0x1400,
					0x1408, 0x1410, 0x1414, 0x153c, 0x155c, 0x157c,  0x1518,  0x2c04,
					0x2c08, 0x2c0c, 0xc40c, 0xc424, 0xc420, 0x3c000, 0xc1e4,  0xc318,
					0x5490, 0x0300, 0x0328, 0x6e70, 0x7a70, 0x10670, 0x12a74, 0xc1a8};
	enum { REGS = sizeof(regs) / sizeof(*regs) };

	for (const struct fl_step *s = cik_family.steps; s->name; s++) {
		struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_SYSTEM);
		uint32_t before[REGS];

		for (unsigned i = 0; i < REGS; i++) {
			fl_write32(&dev, regs[i], fl_read32(&dev, regs[i]) ^ 0x101);
			before[i] = fl_read32(&dev, regs[i]);
		}
		fl_wake_to(&cik_family, &card.up, s->name, NULL, NULL, &err);
		cr_assert_eq(fl_sleep(&cik_family, &dev, &err), FL_OK, "after %s: %s", s->name, err.text);
		for (unsigned i = 0; i < REGS; i++)
			cr_expect_eq(fl_read32(&dev, regs[i]), before[i], "after %s 0x%x is 0x%x, was 0x%x",
				     s->name, regs[i], fl_read32(&dev, regs[i]), before[i]);
		fl_model_delete(m);
	}
}

/* ---- hangs --------------------------------------------------------------------------------------------- */
Test(cik_waking, a_hang_is_explained_and_reset)
{
	struct fl_model *m = card_on_model("bonaire", true, FL_TRANSPORT_VRAM);
	const uint32_t wait[] = {
	    CIK_PM4(CIK_PKT3_WAIT_REG_MEM, 6), 3, CIK_SCRATCH_REG0 / 4, 0, 0x600d, ~0u, 10};
	char text[1000];

	woken();
	cr_assert_eq(fl_ring_submit(&card.ring, wait, 7, &err), FL_OK);
	cr_assert_eq(cik_fence_sync(&card.fence, &card.ring, 1000, &err), FL_TIMEOUT);
	cr_expect(strstr(err.text, "GUI_ACTIVE CP_BUSY"), "%s", err.text);
	cik_hang_report(&dev, text, sizeof(text));
	cr_expect(strstr(text, "CP_STAT 0x") && strstr(text, "ME_BUSY"), "%s", text);
	card.up.force_reset = false;
	woken();
	cr_assert_eq(cik_fence_sync(&card.fence, &card.ring, 100000, &err), FL_OK, "%s", err.text);
	fl_model_delete(m);
}

/* ---- cards --------------------------------------------------------------------------------------------- */
Test(cik_waking, every_id_that_linux_has)
{
	/* include/drm/drm_pciids.h, counted by hand with grep */
	static const unsigned count[CIK_FAMILIES] = {11, 12, 22, 16, 16};
	unsigned got[CIK_FAMILIES] = {0};
	const struct fl_chip *c;
	struct fl_card found;

	for (unsigned i = 0; (c = fl_chip_at(&cik_chips, i)); i++) {
		got[c->family]++;
		cr_expect_eq(c->tested, FL_CHIP_NT);
		cr_expect(!i || c[-1].device < c->device);
		cr_assert(cik_family.find(0x1002, c->device, &found));
		cr_expect_eq(found.regs_bar, 5);
	}
	for (unsigned i = 0; i < CIK_FAMILIES; i++)
		cr_expect_eq(got[i], count[i], "%s: %u", cik_family_at(i)->name, got[i]);
	cr_assert(cik_family.find(0x1002, 0x67b9, &found));
	cr_expect_str_eq(found.chip, "Hawaii");
	cr_expect_str_eq(found.product, "Radeon R9 295X2");
	cr_expect(!cik_family.find(0x1002, 0x6798, &found), "Tahiti is no Sea Islands chip");
}
