/* SPDX-License-Identifier: MIT
 *
 * What the steps that wake an R6xx or R7xx write, in order, on cards of cardboard: addresses and values are
 * those of Linux radeon (r600.c, rv770.c, r600_dma.c), by hand.
 */
#include "hw/r600/card.h"
#include "hw/r600/dma.h"
#include "hw/r600/mc.h"
#include "hw/r600/microcode.h"
#include "hw/r600/status.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

struct write {
	uint32_t at, value;
};

static struct write written[20000];
static unsigned n_written;
static struct r600_card card;
static struct fl_err err;
static uint32_t frames;

static bool note(struct rig *r, uint32_t at, uint32_t *v)
{
	cr_assert_lt(n_written, sizeof(written) / sizeof(*written));
	written[n_written++] = (struct write){at, *v};
	return true;
}

static void answer(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == 0x60a4)
		*v = ++frames; /* a display whose clock runs */
}

static struct rig *start(uint16_t device)
{
	struct rig *r = rig_new(device);

	r->on_write = note;
	r->on_read = answer;
	r->reg[0x5428 / 4] = 1 << 20;                         /* CONFIG_MEMSIZE */
	r->reg[0xd034 / 4] = 1;                               /* DMA_STATUS_REG: idle */
	r->reg[0x2024 / 4] = r->reg[0x2180 / 4] = 0x00d000d0; /* VRAM at 0xd0000000 */
	r600_card_init(&card, &r->dev);
	cr_assert_eq(r600_identify(&card.up, &err), FL_OK, "%s", err.text);
	n_written = 0;
	return r;
}

/* The writes want[0 … n - 1] are among what was written, one behind the other. */
static void in_order(const struct write *want, unsigned n)
{
	unsigned k = 0;

	for (unsigned i = 0; i < n_written && k < n; i++)
		k += written[i].at == want[k].at && written[i].value == want[k].value;
	cr_assert_eq(k, n, "0x%04x = 0x%08x was not written where it should be", want[k < n ? k : 0].at,
		     want[k < n ? k : 0].value);
}
#define IN_ORDER(want) in_order(want, sizeof(want) / sizeof(*(want)))

static bool was_written(uint32_t at)
{
	for (unsigned i = 0; i < n_written; i++)
		if (written[i].at == at)
			return true;
	return false;
}

/* r600_gpu_soft_reset(): which blocks of a chip hang, and what is pulsed. */
Test(waking_writes, a_reset_takes_what_hangs)
{
	static const struct {
		uint16_t device;
		uint32_t grbm, srbm, dma_idle, want_grbm, want_srbm;
	} cases[] = {
	    {0x9440, 1u << 25, 0, 1, 0x7f6a, 0},      /* PA: RV770's 3D blocks */
	    {0x9501, 1u << 25, 0, 1, 0x7fee, 0},      /* RV670: and CR, SMX */
	    {0x9440, 1u << 14, 0, 1, 0x7f6a, 0},      /* TA of R7xx */
	    {0x9501, 1u << 18, 0, 1, 0x7fee, 0},      /* TA of R6xx */
	    {0x9501, 1u << 14, 0, 1, 0, 0},           /* which R6xx does not have there */
	    {0x9440, 1u << 29, 0, 1, 0x4001, 1 << 8}, /* CP: with VGT, and GRBM */
	    {0x9440, 0, 0, 0, 0, 1 << 20},            /* DMA of R7xx */
	    {0x9501, 0, 0, 0, 0, 1 << 12},            /* and of R6xx */
	    {0x9440, 0, 1 << 15, 1, 0, 1 << 13},      /* RLC */
	    {0x9440, 0, 1 << 17, 1, 0, 1 << 10},      /* IH */
	    {0x9440, 0, 1 << 14, 1, 0, 1 << 15},      /* SEM */
	    {0x9440, 0, 1 << 8, 1, 0, 1 << 17},       /* VMC */
	    {0x9440, 0, 1 << 9, 1, 0, 0},             /* the memory controller never */
	    {0x9440, 1u << 10, 0, 1, 0x7f6b, 1 << 8}, /* GRBM sees a fault of its own: all */
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct rig *r = start(cases[i].device);
		uint32_t grbm, srbm;

		r->reg[0x8010 / 4] = cases[i].grbm;
		r->reg[0x0e50 / 4] = cases[i].srbm;
		r->reg[0xd034 / 4] = cases[i].dma_idle;
		cr_expect_eq(r600_reset_wanted(&card, &grbm, &srbm), cases[i].want_grbm || cases[i].want_srbm,
			     "case %u", i);
		cr_expect_eq(grbm, cases[i].want_grbm, "case %u: GRBM_SOFT_RESET 0x%x", i, grbm);
		cr_expect_eq(srbm, cases[i].want_srbm, "case %u: SRBM_SOFT_RESET 0x%x", i, srbm);
		free(r);
	}
}

Test(waking_writes, a_reset_goes_in_linux_order)
{
	static const struct write r7xx[] = {
	    {0x86d8, 0x14000000}, {0x8540, 0}, /* CP_ME_CNTL: both engines; SCRATCH_UMSK */
	    {0x3f00, 0},          {0xd000, 0}, /* RLC_CNTL, DMA_RB_CNTL */
	    {0x0300, 0},          {0x60e8, 1}, /* VGA; D1CRTC locked, reads off, unlocked */
	    {0x6080, 0x01000001}, {0x60e8, 0}, {0x8020, 0x4001}, {0x8020, 0}, /* GRBM_SOFT_RESET */
	    {0x0e60, 0x100},      {0x0e60, 0},                                /* SRBM_SOFT_RESET */
	};
	struct rig *r = start(0x9440);

	r->reg[0x6080 / 4] = 1;
	cr_assert_eq(r600_reset_now(&card, 0x4001, 0x100, &err), FL_OK, "%s", err.text);
	IN_ORDER(r7xx);
	cr_expect_gt(r->now, 51000u); /* 50 ms and more */
	free(r);
	r = start(0x9501);
	cr_assert_eq(r600_reset_now(&card, 1, 0, &err), FL_OK);
	cr_expect_eq(written[0].at, 0x86d8u);
	cr_expect_eq(written[0].value, 0x10000000u); /* R6xx: the micro engine alone */
	cr_expect(!was_written(0x0e60));
	r->reg[0x8010 / 4] = 1u << 31;
	cr_expect_eq(r600_reset_now(&card, 1, 0, &err), FL_FAILED);
	cr_expect(strstr(err.text, "GUI_ACTIVE"), "%s", err.text);
	free(r);
}

/* r600_mc_program(), rv770_mc_program(), with VRAM where it is */
Test(waking_writes, memory_stays_where_it_is)
{
	static const struct write r7xx[] = {
	    {0x5490, 3},          {0x1410, 0},          {0x1414, 0}, {0x1428, 0},
	    {0x2034, 0xd0000},    {0x2038, 0xd0fff},    {0x2030, 0}, {0x2028, 0x0fffffff},
	    {0x202c, 0x0fffffff}, {0x2c14, 0},          {0x2f0c, 0}, {0x2c04, 0xd00000},
	    {0x2c08, 0x100},      {0x2c0c, 0x3fffffff},
	};
	static const struct write r6xx[] = {
	    {0x5490, 3}, {0x1410, 0},          {0x2190, 0xd0000},    {0x2194, 0xd0fff},
	    {0x218c, 0}, {0x2184, 0x0fffffff}, {0x2188, 0x0fffffff}, {0x2c14, 0},
	    {0x54a0, 0}, {0x2c04, 0xd00000},
	};
	struct rig *r = start(0x9440);

	cr_assert_eq(r600_memory(&card.up, &err), FL_OK, "%s", err.text);
	IN_ORDER(r7xx);
	cr_expect(!was_written(0x2024));
	cr_expect(!was_written(0x54a0)); /* R7xx reads HDP_DEBUG1 instead */
	cr_expect_eq(card.up.vram_addr, 0xd0000000);
	cr_expect_eq(card.up.vram_B, 1u << 20);
	free(r);
	r = start(0x9501);
	cr_assert_eq(r600_memory(&card.up, &err), FL_OK);
	IN_ORDER(r6xx);
	cr_expect(!was_written(0x2180));
	/* Busy without a display that reads: it hangs. */
	r->reg[0x0e50 / 4] = 1 << 9;
	cr_expect_eq(r600_memory(&card.up, &err), FL_TIMEOUT);
	r->reg[0x6880 / 4] = 1;
	cr_expect_eq(r600_memory(&card.up, &err), FL_OK);
	cr_expect(strstr(card.up.did, "in use"), "%s", card.up.did);
	free(r);
}

/* Each generation's own way to empty the host's path: r600_mmio_hdp_flush(). */
Test(waking_writes, the_host_path_is_emptied)
{
	struct rig *r = start(0x9501);

	r600_hdp_flush(&r->dev, false, 0);
	cr_expect_eq(n_written, 1u);
	cr_expect(written[0].at == 0x5480 && written[0].value == 1);
	r600_hdp_flush(&r->dev, true, 0);
	cr_expect_eq(n_written, 2u);
	cr_expect(written[1].at == 0x2f34 && written[1].value == 0);
	free(r);
}

/* r600_gpu_init(), rv770_gpu_init(), r6xx_remap_render_backend(): straps, and what was fused off. */
Test(waking_writes, tiling_follows_straps_and_fuses)
{
	static const struct {
		enum r600_family family;
		uint32_t ramcfg, disable, want;
	} cases[] = {
	    {R600_FAMILY_R600, 0x000, 0, 0xfa500806},
	    {R600_FAMILY_R600, 0x101, 0, 0xfa500856},           /* banks, bursts */
	    {R600_FAMILY_R600, 0x014, 0, 0xfa50cb06},           /* rows: 5, of which 3 is the most */
	    {R600_FAMILY_R600, 0x004, 0, 0xfa504906},           /* rows: 1 */
	    {R600_FAMILY_RV770, 0x000, 0, 0xfa500816},          /* always 8 banks */
	    {R600_FAMILY_RV770, 0x208, 0, 0xfa504956},          /* other places: bursts 9, rows 3 */
	    {R600_FAMILY_RV730, 0x002, 0, 0x00500814},          /* two bits of banks */
	    {R600_FAMILY_RV770, 0x000, 0x00020000, 0xfea00816}, /* backend 1 is off: 3, 3, 3, 2, 2, 2, 0, 0 */
	    {R600_FAMILY_RV770, 0x000, 0x000f0000, 0xfa500816}, /* none left: it does not say the truth */
	    {R600_FAMILY_RV710, 0x000, 0, 0x00000802},
	    {R600_FAMILY_RV740, 0x000, 0, 0x00e40804},
	};

	for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint32_t got =
		    r600_tiling_config(r600_family_at(cases[i].family), cases[i].ramcfg, cases[i].disable);

		cr_expect_eq(got, cases[i].want, "case %u: 0x%08x, want 0x%08x", i, got, cases[i].want);
	}
}

Test(waking_writes, pipes_that_are_off_are_not_counted)
{
	struct rig *r = start(0x9440);

	r->reg[0x8950 / 4] = 0x000c0c00; /* two SIMDs, two quad pipes */
	r->reg[0x98f4 / 4] = 0x00020000;
	cr_assert_eq(r600_pipes(&card.up, &err), FL_OK, "%s", err.text);
	cr_expect_eq(card.pipes, 2u);
	cr_expect_eq(card.simds, 8u);
	cr_expect_eq(card.backends, 3u);
	cr_expect_eq(r->reg[0x98f0 / 4], 0xfea00816u);
	cr_expect_eq(r->reg[0x6ca0 / 4], 0x0816u);
	cr_expect_eq(r->reg[0x2f3c / 4], 0x0816u);
	cr_expect_eq(r->reg[0x3ec8 / 4], 0x0816u); /* R7xx */
	cr_expect_eq(r->reg[0xd0b8 / 4], 0x0816u);
	free(r);
	r = start(0x9501);
	cr_assert_eq(r600_pipes(&card.up, &err), FL_OK);
	cr_expect_eq(r->reg[0x3ec4 / 4], 0x0804u);
	cr_expect(!was_written(0x3ec8));
	free(r);
}

/* What is in the registers when Linux is done, computed by hand from its lists; registers that were 0. */
Test(waking_writes, state_is_what_linux_leaves)
{
	static const struct {
		uint16_t device;
		struct write want[40];
	} chips[] = {
	    {0x9440, /* RV770 */
	     {{0x8d00, 0x0e0e0074}, {0x8d04, 0x013a2b34}, {0x9508, 2},          {0x9058, 0x0fffc40f},
	      {0x240c, 0x380},      {0x733c, 2},          {0x7300, 0x1000f0},   {0x9698, 0x18000000},
	      {0x8760, 0x2b16},     {0x8764, 0x30},       {0xa020, 0x37e},      {0xa02c, 0x1e4},
	      {0x98b0, 0xf800},     {0x900c, 0x1b031f},   {0x8bcc, 0x130300f9}, {0x8974, 1},
	      {0x913c, 4},          {0x8cf0, 0x08e00120}, {0x8c00, 0xe4000007}, {0x8c04, 0x40380082},
	      {0x8c08, 0x001f001f}, {0x8c0c, 0x04043cb4}, {0x8c10, 0x00800080}, {0x8c14, 0x00800080},
	      {0x8db0, 0x98989898}, {0x8dcc, 0x98989898}, {0x8b24, 0xff0fff},   {0x88c4, 0xc2},
	      {0x88cc, 128},        {0x88c8, 256},        {0x88e8, 2},          {0x88d4, 16},
	      {0x8a14, 7},          {0x9100, 0},          {0xa180, 0},          {0xa008, 0},
	      {0x9b8c, 0},          {0x8000, 0xff}}},
	    {0x94b3, /* RV740 */
	     {{0x8d00, 0x0e0e003a},
	      {0x8d04, 0x013a0e2a},
	      {0x9698, 0x18000000},
	      {0xa180, 0x3f3f},
	      {0xa008, 0x3f3f},
	      {0xa02c, 0},
	      {0x98b0, 0xf800},
	      {0x9b8c, 0x40},
	      {0x900c, 0x3b033f},
	      {0x8bcc, 0x13030100},
	      {0x8cf0, 0x08e00420},
	      {0x88c8, 256}}},
	    {0x9490, /* RV730 */
	     {{0x0b4c, 0x20},
	      {0x98b0, 0x1000},
	      {0x900c, 0x3b033f},
	      {0x8db0, 0x4c4c4c4c},
	      {0x8c04, 0x40240054},
	      {0x8c08, 0},
	      {0x9698, 0}}},
	    {0x9540, /* RV710 */
	     {{0x8c00, 0xe4000006},
	      {0x88c4, 0xc1},
	      {0x88c8, 160},
	      {0x8bcc, 0x13030040},
	      {0x8cf0, 0x08e00110},
	      {0x0b4c, 0x20}}},
	    {0x9400, /* R600 */
	     {{0x9508, 0x07000002}, {0x9608, 0x200},      {0x9054, 1},          {0x9830, 0x80000000},
	      {0x9838, 0x01020204}, {0x8bf0, 0xfff},      {0x8b40, 0xc44c},     {0x8b44, 0xa66a22ee},
	      {0x8b48, 0xea61c4be}, {0x8b4c, 0x874b0016}, {0x8974, 0},          {0x8764, 0x40400000},
	      {0x2418, 0x40000000}, {0x8cf0, 0x00040000}, {0x8c00, 0xe4000005}, {0x8c04, 0x403800c0},
	      {0x8c0c, 0x04043088}, {0x8c10, 0x00800080}, {0x8c14, 0},          {0x88c4, 2},
	      {0x88c8, 64}}},
	    {0x9501, /* RV670 */
	     {{0x246c, 0x21},
	      {0x9054, 0x10001},
	      {0x9830, 0},
	      {0x9608, 0},
	      {0x88c8, 192},
	      {0x8c04, 0x40280090}}},
	    {0x94c1, /* RV610 */
	     {{0x9608, 0x100},
	      {0x8cf0, 0x08e00a0a},
	      {0x8c00, 0xe4000004},
	      {0x88c4, 1},
	      {0x88c8, 48},
	      {0x9830, 0x80000000}}},
	    {0x9588, /* RV630 */
	     {{0x9608, 0x80}, {0x8cf0, 0x00040000}, {0x88c8, 32}, {0x9830, 0x80000000}}},
	    {0x9598, /* RV635 */
	     {{0x9608, 0x80}, {0x8cf0, 0}, {0x9830, 0}}},
	};

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct rig *r = start(chips[i].device);

		card.pipes = 4;
		cr_assert_eq(r600_state(&card.up, &err), FL_OK, "%s", err.text);
		for (const struct write *w = chips[i].want; w->at; w++)
			cr_expect_eq(r->reg[w->at / 4], w->value, "%s: 0x%04x is 0x%08x, want 0x%08x",
				     card.up.chip, w->at, r->reg[w->at / 4], w->value);
		free(r);
	}
}

/* No chip gives away more than it has: facts of Mesa r600_state.c. */
Test(waking_writes, shares_fit)
{
	for (unsigned i = 0; i < R600_FAMILIES; i++) {
		const struct r600_family_info *f = r600_family_at(i);
		unsigned gprs = 2u * f->split.temps, threads = 0, stack = 0;

		for (unsigned k = 0; k < 4; k++) {
			gprs += f->split.gprs[k];
			threads += f->split.threads[k];
			stack += f->split.stack[k];
			cr_expect_eq(f->split.threads[k] % 4, 0, "%s: threads in fours", f->name);
		}
		cr_expect_leq(gprs, f->gprs, "%s: %u registers", f->name, gprs);
		cr_expect_leq(threads, f->threads, "%s: %u threads", f->name, threads);
		cr_expect_leq(stack, f->stack, "%s: %u stack entries", f->name, stack);
	}
}

/* r600_fence_ring_emit(), both kinds */
Test(waking_writes, fences_are_those_of_linux)
{
	static const uint32_t scratch[] = {
	    0xc0034300, 0x09900000, 0xffffffff, 0,          10,    0xc0004600, 22,
	    0xc0016800, 0x10,       0x28000,    0xc0016800, 0x147, 1,
	};
	static const uint32_t event[] = {
	    0xc0034300, 0x09800000, 0xffffffff, 0, 10, 0xc0044700, 0x514, 0x10000, 0x20000000 | 0x12, 1, 0,
	};
	struct fl_ring ring = {
	    .area = {.addr = 0x1200000000, .generation = true, .settle = r600_area_settle}};
	struct r600_fence f = {.scratch = 0x851c};
	uint32_t dw[R600_FENCE_DW];

	cr_assert_eq(r600_fence_write(&f, &ring, dw), 13u);
	cr_assert_arr_eq(dw, scratch, sizeof(scratch));
	f = (struct r600_fence){.scratch = 0};
	ring.area.generation = false;
	cr_assert_eq(r600_fence_write(&f, &ring, dw), 11u);
	cr_assert_arr_eq(dw, event, sizeof(event));
}

/* r600d.h: GRBM_STATUS. The other bits count entries, or say that something is clean. */
Test(waking_writes, each_bit_of_the_status_is_named)
{
	static const char *const names[32] = {
	    [5] = "SRBM_RQ_PENDING", [6] = "CP_RQ_PENDING", [7] = "CF_RQ_PENDING", [8] = "PF_RQ_PENDING",
	    [10] = "GRBM_EE_BUSY",   [11] = "VC_BUSY",      [14] = "TA_BUSY",      [16] = "VGT_BUSY_NO_DMA",
	    [17] = "VGT_BUSY",       [18] = "TA03_BUSY",    [19] = "TC_BUSY",      [20] = "SX_BUSY",
	    [21] = "SH_BUSY",        [22] = "SPI03_BUSY",   [23] = "SMX_BUSY",     [24] = "SC_BUSY",
	    [25] = "PA_BUSY",        [26] = "DB03_BUSY",    [27] = "CR_BUSY",      [28] = "CP_COHERENCY_BUSY",
	    [29] = "CP_BUSY",        [30] = "CB03_BUSY",    [31] = "GUI_ACTIVE",
	};
	char text[64];

	for (unsigned bit = 0; bit < 32; bit++) {
		r600_status_text(text, sizeof(text), 1u << bit);
		cr_expect_str_eq(text, names[bit] ? names[bit] : "idle", "bit %u", bit);
	}
	r600_status_text(text, sizeof(text), 0xffffffff);
	cr_expect_str_eq(text, "no answer: all ones");
}

/* rs600.c: an entry is valid, in the machine's memory, snooped, read and written. r600_pcie_gart_enable(),
 * rv770_pcie_gart_enable(): what is written. */
Test(waking_writes, addresses_are_translated_to_themselves)
{
	static const struct write r7xx[] = {
	    {0x1400, 0x1c203}, {0x1404, 0},       {0x1408, 0x80},    {0x2654, 0x16801b}, {0x2240, 0x16801b},
	    {0x155c, 0x12340}, {0x157c, 0x12347}, {0x153c, 0xd0010}, {0x1410, 0x11},     {0x1518, 0x12347},
	    {0x2f34, 0},       {0x1490, 0x12340}, {0x14b0, 0x12347}, {0x1470, 1},
	};
	static const struct write r6xx[] = {
	    {0x1400, 0xe203},  {0x1404, 0},       {0x1408, 0x20},    {0x219c, 0x2d8c3}, {0x2204, 0x2d8c7},
	    {0x220c, 0x2dcc3}, {0x1594, 0x12340}, {0x15b4, 0x12347}, {0x1574, 0xd0010}, {0x1410, 0x11},
	    {0x1554, 0x12347}, {0x5480, 1},       {0x1470, 1},
	};
	const struct fl_dma m = {.addr = 0x12340000, .size_B = 8 * 4096};
	const struct fl_dma large = {.addr = 0x12340000, .size_B = 513 * 4096};
	struct rig *r = start(0x9440);
	uint32_t entry[2];

	card.up.vram_addr = 0xd0000000;
	cr_assert_eq(r600_gart_on(&card, &m, 0x10000, &err), FL_OK, "%s", err.text);
	IN_ORDER(r7xx);
	cr_expect(!was_written(0x2698)); /* RV740's */
	for (uint32_t i = 0; i < 8; i++) {
		memcpy(entry, r->vram + 0x10000 + 8 * i, 8);
		cr_expect_eq(entry[0], 0x12340067u + 0x1000 * i, "entry %u: 0x%x", i, entry[0]);
		cr_expect_eq(entry[1], 0u);
	}
	cr_expect_eq(r600_gart_on(&card, &large, 0x10000, &err), FL_USAGE);
	free(r);
	r = start(0x9501);
	card.up.vram_addr = 0xd0000000;
	cr_assert_eq(r600_gart_on(&card, &m, 0x10000, &err), FL_OK);
	IN_ORDER(r6xx);
	r->on_write = NULL;
	r->reg[0x1470 / 4] = 0;
	r->on_read = NULL;
	free(r);
}

/* RAMs behind a port: the address moves on with the data, or (RLC) is written each time. */
static uint32_t ram[3][8192], ram_at[3];
static int dead; /* this one does not answer */

static bool ram_write(struct rig *r, uint32_t at, uint32_t *v)
{
	const uint32_t data[3] = {0xc154, 0xc160, 0x3f30};

	note(r, at, v);
	if (at == 0xc150)
		ram_at[0] = *v;
	if (at == 0xc158 || at == 0xc15c)
		ram_at[1] = *v;
	if (at == 0x3f2c)
		ram_at[2] = *v;
	for (unsigned i = 0; i < 3; i++)
		if (at == data[i])
			ram[i][ram_at[i]++ % 8192] = *v;
	return true;
}

static void ram_read(struct rig *r, uint32_t at, uint32_t *v)
{
	const uint32_t data[3] = {0xc154, 0xc160, 0x3f30};

	for (int i = 0; i < 3; i++)
		if (at == data[i])
			*v = i == dead ? 0 : ram[i][ram_at[i]++ % 8192];
}

static unsigned first_write(uint32_t at)
{
	unsigned i = 0;

	while (i < n_written && written[i].at != at)
		i++;
	return i;
}

Test(waking_writes, microcode_in_the_order_of_each_generation)
{
	static const uint16_t devices[] = {0x9440, 0x9501};
	static uint8_t image[3][R600_MICROCODE_MAX_B];

	for (unsigned k = 0; k < 2; k++) {
		struct rig *r = start(devices[k]);

		r->on_write = ram_write;
		r->on_read = ram_read;
		dead = -1;
		for (unsigned i = 0; i < 3; i++) {
			for (unsigned b = 0; b < sizeof(image[i]); b++)
				image[i][b] = (uint8_t)(b * 7 + i + (b >> 8));
			card.up.images.of[i] =
			    (struct fl_image){image[i], r600_microcode_size(card.family, i)};
		}
		cr_assert_eq(r600_microcode(&card.up, &err), FL_OK, "%s", err.text);
		cr_expect(strstr(card.up.did, "read back the same") && !strstr(card.up.did, "as far"), "%s",
			  card.up.did);
		/* big-endian; r600_cp_load_microcode() has the micro engine first, rv770_cp_load_microcode()
		 * the parser */
		cr_expect_eq(ram[1][0], 0x01080f16u, "0x%08x", ram[1][0]);
		cr_expect_eq(first_write(0xc154) < first_write(0xc160), k == 0);
		cr_expect_lt(first_write(0x86d8), first_write(0xc160)); /* halted before */
		cr_expect_eq(r->reg[0x3f00 / 4], 1u);
		/* A RAM that cannot be read is no failure; one that loses a bit is. */
		dead = 2;
		cr_expect_eq(r600_microcode(&card.up, &err), FL_OK, "%s", err.text);
		cr_expect(strstr(card.up.did, "as far as the chip shows it"), "%s", card.up.did);
		dead = -1;
		ram[0][5] ^= 4;
		ram_at[0] = 0;
		bool back;
		cr_expect_eq(r600_microcode_verify(&r->dev, card.family, 0, image[0], &back, &err),
			     FL_FAILED);
		cr_expect(strstr(err.text, "dword 5 of the pfp RAM"), "%s", err.text);
		free(r);
	}
}

/* r600_dma.c, rv770_dma.c: a copy has its high addresses in one dword, or in two. */
Test(waking_writes, dma_packets_of_each_generation)
{
	static const uint32_t r6xx[] = {0x30000010, 0x2000, 0x1000, 0x00340012, 0xf0000000};
	static const uint32_t r7xx[] = {0x30000010, 0x2000, 0x1000, 0x34, 0x12, 0xf0000000};
	const uint32_t setup[][2] = {{0xd000, 10 << 1}, {0xd008, 0}, {0xd024, 1}, {0xd000, 10 << 1 | 1}};

	for (unsigned k = 0; k < 2; k++) {
		struct rig *r = start(k ? 0x9440 : 0x9501);
		struct fl_area a = {.dev = &r->dev,
				    .vram = true,
				    .addr = 0xd0000000,
				    .generation = (uint8_t)k,
				    .settle = r600_area_settle};
		struct r600_dma dma;

		cr_assert_eq(r600_dma_start(&dma, &a, &err), FL_OK, "%s", err.text);
		in_order((const struct write *)setup, 4);
		cr_expect_eq(was_written(0xd0bc), k == 1); /* DMA_MODE */
		cr_assert_eq(r600_dma_copy(&dma, 0x3400002000, 0x1200001000, 64, &err), FL_OK);
		if (k)
			cr_expect_arr_eq(r->vram + R600_AREA_DMA_B, r7xx, sizeof(r7xx));
		else
			cr_expect_arr_eq(r->vram + R600_AREA_DMA_B, r6xx, sizeof(r6xx));
		cr_expect_eq(r->reg[0xd00c / 4], 64u); /* bytes: padded to 16 dwords */
		cr_expect_eq(r600_dma_fill(&dma, 0, 0, 64, &err), k ? FL_OK : FL_NO_DEVICE);
		free(r);
	}
}
