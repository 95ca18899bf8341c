/* SPDX-License-Identifier: MIT
 *
 * What single steps of a wake-up say, and how long they wait, on cards of cardboard. Bits are those of the
 * R5xx guide, chapter 11; times are those of chapters 5.8 and 10.4.1, and of Linux radeon.
 */
#include "hw/bus/pci.h"
#include "hw/fl_cards.h"
#include "hw/r500/card.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>
#include <stdio.h>

enum { RB_RPTR_WR_ENA = 1u << 31, CSQ_RUNS = 4 << 28 };

static void idle(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
}

/* R5xx guide 11: RBBM_STATUS. Bits 0 to 13 count entries of FIFOs, and are nobody's work. */
Test(bringup_steps, each_bit_of_the_status_is_named)
{
	static const char *const names[32] = {
	    [14] = "CF_PIPE_BUSY", [15] = "ENG_EV_BUSY", [16] = "CP_CMDSTRM_BUSY", [17] = "E2_BUSY",
	    [18] = "RB2D_BUSY",    [19] = "RB3D_BUSY",   [20] = "VAP_BUSY",        [21] = "RE_BUSY",
	    [22] = "TAM_BUSY",     [23] = "TDM_BUSY",    [24] = "PB_BUSY",         [25] = "TIM_BUSY",
	    [26] = "GA_BUSY",      [27] = "CBA2D_BUSY",  [28] = "RBBM_HIBUSY",     [29] = "SKID_CFBUSY",
	    [30] = "VAP_VF_BUSY",  [31] = "GUI_ACTIVE",
	};
	char text[64];

	for (unsigned bit = 0; bit < 32; bit++) {
		int n = r500_status_text(text, sizeof(text), 1u << bit);

		cr_expect_str_eq(text, names[bit] ? names[bit] : "idle", "bit %u", bit);
		cr_expect_eq(n, (int)strlen(text));
	}
	r500_status_text(text, sizeof(text), 0xffffffff);
	cr_expect_str_eq(text, "no answer: all ones");
}

/* Linux radeon_card_posted(): either display, or the size of memory. A bit turns a display's timing on: bit 0
 * on R5xx, bit 25 before. */
static void expect_posted(uint16_t device, uint32_t crtc1, uint32_t crtc2, unsigned bit)
{
	static const char *const said[4] = {"displays off,", "CRTC 1 on,", "CRTC 2 on,",
					    "CRTC 1 on, CRTC 2 on,"};

	for (unsigned on = 0; on < 4; on++)
		for (unsigned memory = 0; memory < 2; memory++) {
			struct rig *r = rig_new(device);
			struct r500_card c;
			struct fl_err err;
			char want[80];

			r->reg[crtc1 / 4] = (on & 1u) << bit;
			r->reg[crtc2 / 4] = (on >> 1) << bit;
			r->reg[R500_CONFIG_MEMSIZE / 4] = memory << 28;
			r500_card_init(&c, &r->dev);
			cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
			cr_assert_eq(r500_posted(&c.up, &err), on || memory ? FL_OK : FL_FAILED);
			cr_assert_eq(c.posted, on || memory);
			snprintf(want, sizeof(want), "posted: %s CONFIG_MEMSIZE %u MiB", said[on],
				 memory ? 256 : 0);
			if (on || memory)
				cr_assert_str_eq(c.up.did, want);
			free(r);
		}
}

Test(bringup_steps, posted_is_either_display_or_the_size_of_memory)
{
	expect_posted(0x7249, 0x6080, 0x6880, 0);
	expect_posted(0x4150, 0x50, 0x3f8, 25);
	expect_posted(0x5e4b, 0x50, 0x3f8, 25);
}

static char facts[256];

static void on_fact(void *arg, const struct fl_fact *f)
{
	strcat(strcat(strcat(strcat(facts, f->label), ": "), f->text), "\n");
}

Test(bringup_steps, facts_are_what_the_registers_say)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;

	r->reg[R500_CONFIG_MEMSIZE / 4] = 512 << 20;
	r->reg[0x402c / 4] = 3 << 12 | 0xb << 8; /* GB_PIPE_SELECT: MAX_PIPE is 3 */
	r->reg[R500_RBBM_STATUS / 4] = 1u << 31 | 0x3f;
	r500_card_init(&c, &r->dev);
	r500_family.describe(&c.up, on_fact, NULL);
	cr_assert_str_eq(facts, "memory: 512 MiB (CONFIG_MEMSIZE)\n"
				"pipes: 4 (GB_PIPE_SELECT 0x00003b00)\n"
				"RBBM_STATUS: 0x8000003f: the engine is busy, 63 free entries in the command "
				"FIFO\n");
	free(r);
}

/* Who has no spaces of index and data registers gets no table, and no count of one. */
Test(bringup_steps, unknown_cards_have_no_spaces_and_no_family)
{
	struct rig *r = rig_new(0x1234);
	struct fl_card card;
	unsigned n = 77;

	cr_assert_null(r500_family.spaces(&r->dev, &n));
	cr_assert_eq(n, 0);
	cr_assert_not(fl_card_of(&r->dev, &card));
	r->dev.vendor = 0; /* no PCI: by registers, of which none are these */
	cr_assert_not(fl_card_of(&r->dev, &card));
	free(r);
}

Test(bringup_steps, families_are_listed_by_chips_or_by_title)
{
	char list[200];

	cr_assert(strstr(fl_family_list(FL_GOAL_RING, FL_FAMILY_CHIPS, list, sizeof(list)), "R3xx to R5xx"));
	cr_assert_not(strstr(list, "family"));
	cr_assert(
	    strstr(fl_family_list(FL_GOAL_RING, FL_FAMILY_TITLE, list, sizeof(list)), "R400-R500 family"));
	cr_assert_not(strstr(list, " to "));
	memset(list, '#', sizeof(list));
	cr_expect_str_empty(fl_family_list((enum fl_goal)99, FL_FAMILY_CHIPS, list, sizeof(list)));
}

/* Files of microcode: R3xx to R5xx take one, chips without a command processor that takes any have none. */
Test(bringup_steps, who_needs_no_files)
{
	struct rig *r = rig_new(0x7249);

	for (const struct fl_family *const *f = fl_families; *f; f++) {
		const char *name[FL_IMAGES];
		const unsigned n = fl_family_firmware(*f, &r->dev, name);

		if (!(*f)->firmware)
			cr_expect_eq(n, 0u, "%s", (*f)->title);
		else if (*f == &r500_family)
			cr_expect_eq(n, 1u, "%s", (*f)->title);
	}
	free(r);
}

/* The smoke test is for some families: the error for the card of another names them. */
Test(bringup_steps, no_smoke_test_names_who_has_one)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err = {0};
	unsigned with = 0, without = 0;

	for (const struct fl_family *const *f = fl_families; *f; f++) {
		const struct fl_smoke_list *l = fl_smokes;

		while (l->family && l->family != *f)
			l++;
		if (l->family) {
			cr_expect_eq(fl_smoke_refuses(*f, &r->dev, &err), FL_OK, "%s", (*f)->title);
			with++;
			continue;
		}
		without++;
		cr_expect_eq(fl_smoke_refuses(*f, &r->dev, &err), FL_NO_DEVICE, "%s", (*f)->title);
		cr_expect(strstr(err.text, "the smoke test is for "), "%s", err.text);
		cr_expect(strstr(err.text, ", not for rig"), "%s", err.text);
		for (l = fl_smokes; l->family; l++)
			cr_expect(strstr(err.text, l->family->chips), "%s", err.text);
	}
	cr_expect(with > 1 && without, "%u families have one, %u have none", with, without);
	free(r);
}

Test(bringup_steps, the_ring_names_the_aperture_and_its_patience)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	struct fl_err err;

	cr_assert_eq(r500_ring_start(&ring, &r->dev, RIG_VRAM - 4096, 0, 8192, &err), FL_USAGE);
	cr_assert_str_eq(err.text, "ring: 8192 bytes at 0xff000: it takes a power of two from 4 KiB to 8 "
				   "MiB, on a 4 KiB boundary, in "
				   "the VRAM aperture of 1 MiB");
	r->on_read = idle;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 4096, &err), FL_OK, "%s", err.text);
	while (!r500_ring_begin(&ring, 16, &err)) {
		for (unsigned i = 0; i < 16; i++)
			r500_ring_emit(&ring, R500_TYPE2);
		r500_ring_commit(&ring);
	}
	cr_assert(strstr(err.text, "no room for 16 dwords after 1000 ms"), "%s", err.text);
	free(r);
}

/* The card takes what is in the ring between two looks at its read pointer: the second look counts, even if
 * the user has asked for an end meanwhile. */
static void reads_at_last(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_RB_RPTR)
		*v = ++r->state[0] > 1 ? r->reg[R500_CP_RB_WPTR / 4] : 0;
}

Test(bringup_steps, room_is_looked_for_twice_before_a_stop_counts)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	volatile int stop = 1;
	struct fl_err err;

	r->on_read = idle;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 4096, &err), FL_OK, "%s", err.text);
	r->on_read = reads_at_last;
	r->dev.stop = &stop;
	ring.room_dw = 0;
	ring.wptr = 512;
	r->reg[R500_CP_RB_WPTR / 4] = 512;
	r->state[0] = 0;
	/* the first read finds no room, the second all of it */
	cr_assert_eq(r500_ring_begin(&ring, 1000, &err), FL_OK, "%s", err.text);
	free(r);
}

/* ---- resets -------------------------------------------------------------------------------------------- */
static uint64_t cp_off_at, master_off_at, reset_at, ga_reset_at, ga_idle_at;
static uint32_t rb_cntl[2], reset_over_at;
static unsigned n_rb_cntl;

static bool reset_writes(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_CSQ_CNTL && !*v)
		cp_off_at = r->now;
	if (at == R500_CP_RB_CNTL)
		rb_cntl[n_rb_cntl++ % 2] = *v;
	if (at == R500_RBBM_SOFT_RESET && *v && !reset_at)
		reset_at = r->now;
	if (at == R500_RBBM_SOFT_RESET && !*v)
		reset_over_at = (uint32_t)r->now;
	if (at == R500_GA_SOFT_RESET)
		ga_reset_at = r->now;
	return true;
}

static void reset_config(struct rig *r, uint32_t at, unsigned n, uint32_t v)
{
	if (at == FL_PCI_COMMAND && !(v & FL_PCI_COMMAND_MASTER))
		master_off_at = r->now;
}

static uint32_t status;

static void reset_reads(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = status;
	if (at == R500_GA_IDLE && !ga_idle_at)
		ga_idle_at = r->now;
}

static struct rig *reset_card(struct r500_card *c)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;

	r->cfg[FL_PCI_COMMAND] = 7;
	r->cfg[0x13] = 0xd0;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r->on_read = reset_reads;
	status = 0x40;
	r500_card_init(c, &r->dev);
	cr_assert_eq(r500_identify(&c->up, &err), FL_OK, "%s", err.text);
	r->on_write = reset_writes;
	r->on_cfg_write = reset_config;
	r->reg[R500_CP_RB_CNTL / 4] = 0x08040909;
	r->reg[R500_CP_CSQ_CNTL / 4] = CSQ_RUNS;
	return r;
}

/* Guide 5.8, step 1: the command processor is off, its pointers are 0; the ring's size stays meanwhile. */
Test(bringup_steps, an_idle_card_is_not_reset_but_its_command_processor_is_off)
{
	struct r500_card c;
	struct rig *r = reset_card(&c);
	struct fl_err err;

	cr_assert_eq(r500_reset(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert_eq(reset_at, 0);
	cr_assert_gt(cp_off_at, 0);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0);
	cr_assert_eq(n_rb_cntl, 2);
	cr_assert_eq(rb_cntl[0], 0x08040909 | RB_RPTR_WR_ENA);
	cr_assert_eq(rb_cntl[1], 0x08040909);
	free(r);
}

/* Linux r520/r300 asic_reset: bus mastering off, then a millisecond for what is under way. */
Test(bringup_steps, a_reset_waits_for_the_bus)
{
	struct r500_card c;
	struct rig *r = reset_card(&c);
	struct fl_err err;

	cr_assert_eq(r500_reset_now(&c, &err), FL_OK, "%s", err.text);
	cr_assert_gt(master_off_at, 0);
	cr_assert_geq(reset_at - master_off_at, 1000);
	cr_assert_eq(rb_cntl[0], 0x08040909 | RB_RPTR_WR_ENA);
	free(r);
}

/* Linux rv515_mc_stop(): what the memory controller has begun it ends before anything is reset; it is given a
 * tenth of a second. */
Test(bringup_steps, a_reset_waits_for_the_memory_controller)
{
	for (unsigned rests = 0; rests < 2; rests++) {
		struct r500_card c;
		struct rig *r = reset_card(&c);
		struct fl_err err;

		r->reg[R500_MC_IND_DATA / 4] = rests ? ~0u : 0;
		cr_assert_eq(r500_reset_now(&c, &err), FL_OK, "%s", err.text);
		if (rests)
			cr_expect_lt(cp_off_at, 1000, "%u us", (unsigned)cp_off_at);
		else
			cr_expect(cp_off_at >= 100000 && cp_off_at < 102000, "%u us", (unsigned)cp_off_at);
		free(r);
	}
}

static uint64_t moved_at;

static bool moves(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_MC_IND_DATA)
		moved_at = r->now;
	return true;
}

/* Linux rv515_mc_stop(): a controller that rests has a tenth of a millisecond before its memory is moved. */
Test(bringup_steps, a_controller_settles_before_its_memory_moves)
{
	struct r500_card c;
	struct rig *r = reset_card(&c);
	struct fl_err err;
	uint64_t start;

	r->reg[R500_MC_IND_DATA / 4] = ~0u;
	r->on_write = moves;
	c.up.vram_B = 256 << 20;
	start = r->now;
	r500_mc_set_location(&c, 0x40000000, &err); /* the rig keeps one register for all that is indexed */
	cr_expect(moved_at >= start + 100 && moved_at < start + 200, "%u us", (unsigned)(moved_at - start));
	free(r);
}

/* Whoever had the card had its scratch registers copied to memory that is no longer his (R5xx guide 11.1,
 * SCRATCH_UMSK: a bit a register): that ends with his command processor, reset or not. */
Test(bringup_steps, scratch_registers_stay_in_the_chip)
{
	for (unsigned how = 0; how < 3; how++) {
		struct r500_card c;
		struct rig *r = reset_card(&c);
		struct fl_err err;
		uint32_t ga_idle;
		char text[400];

		r->reg[R500_SCRATCH_UMSK / 4] = 0xff;
		c.up.force_reset = how == 1;
		if (how == 2)
			cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK, "%s",
				     err.text);
		else
			cr_assert_eq(r500_reset(&c.up, &err), FL_OK, "%s", err.text);
		cr_expect_eq(r->reg[R500_SCRATCH_UMSK / 4], 0, "%u", how);
		free(r);
	}
}

/* If a bit of MM_INDEX is not as it was written, what is written by it may lead anywhere: so nothing is. */
static uint32_t index_flips;
static unsigned n_mm_data;

static void mm_reads(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_MM_INDEX)
		*v ^= index_flips;
	if (at == R500_MM_DATA)
		*v = r->reg[R500_MM_INDEX / 4] == R500_CONFIG_MEMSIZE ? r->reg[R500_CONFIG_MEMSIZE / 4] : 0;
}

static bool mm_writes(struct rig *r, uint32_t at, uint32_t *v)
{
	n_mm_data += at == R500_MM_DATA;
	return true;
}

Test(bringup_steps, no_data_behind_an_index_that_is_wrong)
{
	for (unsigned bit = 0; bit <= 32; bit++) {
		struct rig *r = rig_new(0x7249);
		struct r500_card c;
		struct fl_err err;

		r->reg[R500_CONFIG_MEMSIZE / 4] = 64 << 20;
		r->on_read = mm_reads;
		r->on_write = mm_writes;
		index_flips = 0;
		r500_card_init(&c, &r->dev);
		cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
		index_flips = bit < 32 ? 1u << bit : 0;
		n_mm_data = 0;
		cr_expect_eq(r500_check_mm_index(&c.up, &err), FL_FAILED, "bit %u", bit);
		cr_expect_eq(n_mm_data, bit < 32 ? 0 : 1, "bit %u", bit);
		free(r);
	}
}

/* Guide 10.4.1: a millisecond after GA_SOFT_RESET until the status can be trusted. */
Test(bringup_steps, a_hang_report_waits_for_the_status)
{
	struct r500_card c;
	struct rig *r = reset_card(&c);
	struct fl_err err;
	uint32_t ga_idle;
	char text[400];

	status = 0x84100040; /* GA and VAP are busy */
	cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK, "%s", err.text);
	cr_assert_geq(ga_reset_at - reset_over_at, 1000);
	cr_assert_geq(ga_idle_at - ga_reset_at, 1000);
	free(r);
}

static uint32_t soft_resets[4], flushed[2];
static unsigned n_soft_resets;

static bool notes_resets(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_SOFT_RESET && n_soft_resets < 4)
		soft_resets[n_soft_resets++] = *v;
	if (at == R500_RB3D_DSTCACHE_CTLSTAT)
		flushed[0] = *v;
	if (at == R500_ZB_ZCACHE_CTLSTAT)
		flushed[1] = *v;
	return true;
}

/* Guide 11, RBBM_SOFT_RESET: CP is bit 0, VAP 2, GA 13; its two halves of CP, of R5xx alone, are 16 and 17.
 * The ring is lost with it. */
Test(bringup_steps, a_hang_report_resets_who_hangs)
{
	const uint32_t halves =
	    R500_RBBM_SOFT_RESET__SOFT_RESET_CP_NO_DMA__MASK | R500_RBBM_SOFT_RESET__SOFT_RESET_CP_DMA__MASK;

	for (unsigned old = 0; old < 2; old++) {
		struct rig *r = rig_new(old ? 0x4e44 : 0x7249);
		struct r500_card c;
		struct fl_err err;
		uint32_t ga_idle;
		char text[400];

		r500_card_init(&c, &r->dev);
		r->reg[R500_CONFIG_MEMSIZE / 4] = 64 << 20;
		cr_assert_eq(r500_identify(&c.up, &err), FL_OK, "%s", err.text);
		n_soft_resets = 0;
		r->on_write = notes_resets;
		c.ring.size_dw = 1024;
		cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK, "%s", err.text);
		cr_expect_eq(n_soft_resets, 2u);
		cr_expect_eq(soft_resets[0], 1u | 1u << 2 | 1u << 13 | (old ? 0 : halves), "0x%x",
			     soft_resets[0]);
		cr_expect_eq(soft_resets[1], 0u);
		cr_expect_eq(c.ring.size_dw, 0u);
		free(r);
	}
}

/* A command processor that was on may have left pixels in the caches: they are flushed, and not otherwise.
 * Guide 11: RB3D_DSTCACHE_CTLSTAT flushes and frees by 2 and 2 << 2, ZB_ZCACHE_CTLSTAT by 1 and 1 << 1. */
Test(bringup_steps, what_the_caches_hold_is_flushed)
{
	for (unsigned on = 0; on < 2; on++) {
		struct r500_card c;
		struct rig *r = reset_card(&c);
		struct fl_err err;

		flushed[0] = flushed[1] = 0;
		r->on_write = notes_resets;
		r->on_read = idle;
		r->reg[R500_CP_CSQ_CNTL / 4] = on ? CSQ_RUNS : 0;
		cr_assert_eq(r500_reset(&c.up, &err), FL_OK, "%s", err.text);
		cr_expect_eq(flushed[0], on ? 2u | 2 << 2 : 0, "0x%x", flushed[0]);
		cr_expect_eq(flushed[1], on ? 1u | 1 << 1 : 0, "0x%x", flushed[1]);
		free(r);
	}
}

/* ---- rings --------------------------------------------------------------------------------------------- */
static uint64_t cntl_at, delay_at;

static bool notes_times(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_RB_CNTL)
		cntl_at = r->now;
	if (at == R500_CP_RB_WPTR_DELAY)
		delay_at = r->now;
	return true;
}

/* Linux r100_cp_init(): ten microseconds after the ring is set up. */
Test(bringup_steps, a_ring_settles)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	struct fl_err err;

	r->on_read = idle;
	r->on_write = notes_times;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 4096, &err), FL_OK, "%s", err.text);
	cr_expect(delay_at >= cntl_at + 10 && delay_at < cntl_at + 20, "%u us",
		  (unsigned)(delay_at - cntl_at));
	free(r);
}

static bool stays_on(struct rig *r, uint32_t at, uint32_t *v)
{
	return at != R500_CP_CSQ_CNTL;
}

Test(bringup_steps, a_ring_that_does_not_go_off)
{
	for (unsigned goes = 0; goes < 2; goes++) {
		struct rig *r = rig_new(0x7249);
		struct r500_ring ring = {.dev = &r->dev, .size_dw = 1024, .timeout_us = 1000};
		struct fl_err err = {0};

		r->on_read = idle;
		r->on_write = goes ? NULL : stays_on;
		r->reg[R500_CP_CSQ_CNTL / 4] = CSQ_RUNS;
		cr_expect_eq(r500_ring_stop(&ring, &err), goes ? FL_OK : FL_FAILED, "%s", err.text);
		cr_expect(goes || strstr(err.text, "the command processor does not go off"), "%s", err.text);
		cr_expect_eq(ring.size_dw, 0u);
		free(r);
	}
}

static uint64_t vram_writes, vram_reads, vram_at[2];

static void notes_vram_write(struct fl_dev *d, uint64_t at, const void *from, size_t n)
{
	vram_writes++;
	vram_at[0] = at;
	rig_vram_write(d, at, from, n);
}

static void notes_vram_read(struct fl_dev *d, uint64_t at, void *to, size_t n)
{
	vram_reads += vram_writes != 0; /* behind the write */
	vram_at[1] = at;
	rig_vram_read(d, at, to, n);
}

/* What was written to VRAM is there before commands are, which is known when a dword that was written behind
 * it is read: of commands by hand before the first, of a ring in system memory before its pointer. */
Test(bringup_steps, memory_is_settled_before_commands)
{
	enum { AT = 0x8000 };
	static uint32_t memory[1024];
	struct fl_bus bus = rig_bus;

	bus.vram_write = notes_vram_write;
	bus.vram_read = notes_vram_read;
	for (unsigned system = 0; system < 2; system++) {
		struct rig *r = rig_new(0x7249);
		struct r500_ring ring = {.dev = &r->dev,
					 .at_B = AT,
					 .size_dw = 1024,
					 .room_dw = 1000,
					 .via = system ? FL_TRANSPORT_SYSTEM : FL_TRANSPORT_PIO,
					 .mem = system ? memory : NULL};
		struct fl_err err;

		r->dev.bus = &bus;
		r->on_read = idle;
		vram_writes = vram_reads = 0;
		r500_ring_begin(&ring, 4, &err);
		if (system) {
			cr_expect_eq(vram_writes, 0u);
			r500_ring_emit(&ring, 0x80000000);
			r500_ring_commit(&ring);
		}
		cr_expect_eq(vram_writes, 1u, "%u: %u", system, (unsigned)vram_writes);
		cr_expect_eq(vram_reads, 1u, "%u: %u", system, (unsigned)vram_reads);
		cr_expect(vram_at[0] == AT && vram_at[1] == AT);
		free(r);
	}
}

/* GA_IDLE by the guide's names (11.1), a unit of a pipe in each bit: of pipes that the chip has, and of all
 * where it is not known how many that are. */
Test(bringup_steps, a_hang_report_names_units_of_pipes_that_there_are)
{
	enum { IDLE = 0x07ffffff };
#define PIPES(b, a, unit)                                             \
	{R500_GA_IDLE__PIPE##b##_##unit##_IDLE__MASK, b, #unit},      \
	{                                                             \
		R500_GA_IDLE__PIPE##a##_##unit##_IDLE__MASK, a, #unit \
	}
	static const struct {
		uint32_t bit;
		unsigned pipe;
		const char *unit;
	} of[] = {PIPES(3, 2, Z),  PIPES(3, 2, CB), PIPES(3, 2, FG), PIPES(3, 2, US),
		  PIPES(3, 2, SC), PIPES(3, 2, RS), PIPES(1, 0, Z),  PIPES(1, 0, CB),
		  PIPES(1, 0, FG), PIPES(1, 0, US), PIPES(1, 0, SC), PIPES(1, 0, RS)};
#undef PIPES

	for (unsigned pipes = 0; pipes <= 4; pipes++)
		for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
			const bool there = !pipes || of[i].pipe < pipes;
			struct r500_card c;
			struct rig *r = reset_card(&c);
			struct fl_err err;
			uint32_t ga_idle;
			char text[400], want[60];

			c.pipes = (uint8_t)pipes;
			r->reg[R500_GA_IDLE / 4] = IDLE & ~of[i].bit;
			cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK);
			cr_expect_eq(ga_idle, IDLE & ~of[i].bit);
			snprintf(want, sizeof(want), "%spipe %u %s", there ? "not idle: " : "", of[i].pipe,
				 strcmp(of[i].unit, "Z") ? of[i].unit : "ZB");
			cr_expect_eq(strstr(text, want) != NULL, there, "%u pipes: %s", pipes, text);
			cr_expect_eq(strstr(text, "all units idle again") != NULL, !there, "%u pipes: %s",
				     pipes, text);
			free(r);
		}
}

/* GA_IDLE: 1 is idle; bits 24 to 26 are SU, GA and GA's second unit (guide 11). */
Test(bringup_steps, a_hang_report_names_who_is_not_idle_or_nobody)
{
	struct r500_card c;
	struct rig *r = reset_card(&c);
	struct fl_err err;
	uint32_t ga_idle;
	char text[400];

	r->reg[R500_GA_IDLE / 4] = 0x07ffffff;
	cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK, "%s", err.text);
	cr_assert_str_eq(text, "RBBM_STATUS 0x00000040, 0x00000040 after the reset; GA_IDLE 0x07ffffff, all "
			       "units idle again");
	r->reg[R500_GA_IDLE / 4] = 0x00ffffff;
	cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK, "%s", err.text);
	cr_assert(strstr(text, "GA_IDLE 0x00ffffff, not idle: SU, GA, GA unit 2"), "%s", text);
	free(r);
}
