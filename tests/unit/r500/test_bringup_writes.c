/* SPDX-License-Identifier: MIT
 *
 * What the steps of a wake-up write, in order, on cards of cardboard: addresses and values are those of Linux
 * radeon (r520.c, rv515.c, r420.c, r100.c), by hand.
 */
#include "hw/r500/card.h"
#include "hw/r500/clocks.h"
#include "hw/r500/crtc.h"
#include "hw/r500/mc.h"
#include "hw/r500/smoke.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_writes_rig.h"

#include <criterion/criterion.h>

static uint32_t mc[256]; /* behind MC_IND_INDEX and MC_IND_DATA */
static uint32_t frames, status;

static bool note_mc(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == 0x74 && r->reg[0x70 / 4] & 0x800000)
		mc[r->reg[0x70 / 4] & 0xff] = *v;
	return note(r, at, v);
}

static void idle(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = status;
	if (at == 0x74)
		*v = mc[r->reg[0x70 / 4] & 0xff];
	if (at == 0x60a4)
		*v = ++frames;
}

static struct rig *card(uint16_t device, struct r500_card *c)
{
	struct rig *r = rig_new(device);

	r->on_read = idle;
	r->on_write = note_mc;
	memset(mc, 0, sizeof(mc));
	mc[0] = 2;          /* R520: MC_STATUS, idle */
	mc[8] = 0x10;       /* RV515: the same */
	mc[4] = 0x0fff0000; /* R520: MC_FB_LOCATION, 256 MiB at 0 */
	mc[1] = 0x0fff0000; /* RV515 */
	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r500_card_init(c, &r->dev);
	c->chip = fl_chip_find(&r500_chips, 0x1002, device);
	c->family = r500_chip_family(c->chip);
	n_written = 0;
	status = 0x40; /* idle, with room for 64 register writes */
	return r;
}

/* rv515_vga_render_disable(), r420_pipes_init(), r520_gpu_init() */
Test(bringup, pipes_are_set_up_as_in_linux)
{
	static const struct write want[] = {
	    {0x300, 0xa000000f},                         /* VGA_RENDER_CONTROL: VGA_VSTATUS_CNTL to 0 */
	    {0x4274, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3}, /* GA_ENHANCE */
	    {0x42c8, 0xf},                               /* SU_REG_DEST */
	    {0x4018, 1 << 0 | 7 << 1 | 1 << 4},          /* GB_TILE_CONFIG: tiling, four pipes, 16 pixels */
	    {0x170c, 1u << 31 | 2 << 2},                 /* DST_PIPE_CONFIG: PIPE_AUTO_CONFIG */
	    {0x3428, 0x20 | 1 << 8 | 1 << 17},           /* RB2D_DSTCACHE_MODE */
	    {0x08, 0x8d},                                /* PLL register 0x0d, to be written */
	    {0x0c, 1 << 2 | 0xb << 4}, /* the current pipe, and the mask of GB_PIPE_SELECT */
	    {0x08, 0x0d},
	    {0x70, 0x7f0000}, /* MC_IND_INDEX */
	    {0x70, 0},
	};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;

	r->reg[0x300 / 4] = 0xa003000f;
	r->reg[0x402c / 4] = 3 << 12 | 0xb << 8;
	r->reg[0x4018 / 4] = 0x1f;
	r->reg[0x170c / 4] = 2 << 2;
	r->reg[0x3428 / 4] = 0x20;
	cr_assert_eq(r500_pipes(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(want);
	cr_assert_eq(c.pipes, 4);
	cr_assert_eq(c.z_pipes, 1);
	free(r);
}

/* Linux r420_pipes_init() and r300_gpu_init(): PIPE_COUNT is 0, 3, 6 or 7 at bit 1; tiling at bit 0, of 16
 * pixels at bit 4. */
Test(bringup, tiles_by_the_number_of_pipes)
{
	static const uint32_t want[] = {0x11, 0x17, 0x1d, 0x1f};

	for (unsigned pipes = 1; pipes <= 4; pipes++)
		cr_expect_eq(r500_tile_config(pipes), want[pipes - 1], "%u: 0x%x", pipes,
			     r500_tile_config(pipes));
}

/* Guide 10.4.1: after a change of the number of pipes GA is reset, and its status is not looked at for a
 * millisecond. Where the number stays it is not reset. */
static uint64_t ga_reset_at, looked_at;

static bool notes_ga(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == 0x429c)
		ga_reset_at = r->now;
	return note_mc(r, at, v);
}

static void notes_looks(struct rig *r, uint32_t at, uint32_t *v)
{
	idle(r, at, v);
	if (at == R500_RBBM_STATUS && ga_reset_at && !looked_at)
		looked_at = r->now;
}

Test(bringup, other_pipes_want_a_reset)
{
	for (unsigned other = 0; other < 2; other++) {
		struct r500_card c;
		struct rig *r = card(0x7249, &c);
		struct fl_err err;
		unsigned resets = 0;

		r->on_write = notes_ga;
		r->on_read = notes_looks;
		r->reg[0x402c / 4] = 3 << 12 | 0xf << 8;
		r->reg[0x4018 / 4] = other ? 0x17 : 0x1f;
		ga_reset_at = looked_at = 0;
		cr_assert_eq(r500_pipes(&c.up, &err), FL_OK, "%s", err.text);
		for (unsigned i = 0; i < n_written; i++) {
			resets += written[i].at == 0x429c;
			cr_expect(written[i].at != 0x429c || written[i].value == 0x200);
		}
		cr_expect_eq(resets, other);
		if (other)
			cr_expect(looked_at >= ga_reset_at + 1000 && looked_at < ga_reset_at + 1100, "%u us",
				  (unsigned)(looked_at - ga_reset_at));
		free(r);
	}
}

/* RV530: 0x4128 is GB_FIFO_SIZE2; GB_PIPE_SELECT2 (0x4124), bits 1:0 equal to 3, says that there are two Z
 * pipes. */
Test(bringup, pipes_of_rv530)
{
	for (uint32_t two = 0; two < 4; two++) {
		struct r500_card c;
		struct rig *r = card(0x71c1, &c);
		struct fl_err err;

		r->reg[0x4018 / 4] = 0x11;
		r->reg[0x4124 / 4] = two;
		cr_assert_eq(r500_pipes(&c.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(written[1].at, 0x4128);
		cr_assert_eq(written[1].value, 0xff);
		cr_assert_eq(written[4].value, 0x11);
		cr_assert_eq(c.z_pipes, two == 3 ? 2 : 1, "%u", two);
		cr_expect(strstr(c.up.did, two == 3 ? ", 2 Z pipes, " : ", 1 Z pipe, "), "%s", c.up.did);
		free(r);
	}
}

/* rv515_clock_startup(): CP (PLL register 0x0f), E2 (0x11) and IDCT (0x13), bit 0. */
Test(bringup, clocks_are_forced_on)
{
	static const struct write want[] = {
	    {8, 0x0f}, {8, 0x8f}, {12, 0x55}, {8, 0x0f}, {8, 0x0f},  {8, 0x11}, {8, 0x91}, {12, 0x55},
	    {8, 0x11}, {8, 0x11}, {8, 0x13},  {8, 0x93}, {12, 0x55}, {8, 0x13}, {8, 0x13},
	};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;

	r->reg[12 / 4] = 0x54;
	cr_assert_eq(r500_clocks(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(want);
	free(r);
}

/* r100_cp_init(), r500's values of the command stream queue: rings of 4 KiB, 8 KiB. */
Test(bringup, ring_is_started_as_in_linux)
{
	const uint32_t cntl = 10 | 9 << 8 | 1 << 18 | 1 << 27; /* 8192 / 8 = 2^10 */
	const struct write want[] = {
	    {0x740, 0},          {0x744, 0},          {0x718, 64},
	    {0x704, cntl},       {0x700, 0x40002000}, {0x704, cntl | 1u << 31},
	    {0x71c, 0},          {0x714, 0},          {0x70c, 0},
	    {0x774, 0},          {0x770, 0},          {0x704, cntl},
	    {0x718, 0xf0000400}, {0x744, 0x4d4d},     {0x740, 4u << 28},
	};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct r500_ring ring;
	struct fl_err err;

	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0x2000, 0x40002000, 8192, &err), FL_OK, "%s", err.text);
	compare(want, sizeof(want) / sizeof(*want));
	free(r);
}

/* r520_mc_program(), rv515_mc_program(): an AGP aperture that nothing hits, by the registers of each. */
Test(bringup, memory_has_no_agp)
{
	static const struct write r520[] = {
	    {0x70, 0x7f0000}, {0x70, 0},                     /* MC_STATUS is 0 */
	    {0x70, 0x7f0004}, {0x70, 0},                     /* MC_FB_LOCATION */
	    {0x70, 0x7f0008}, {0x70, 0},                     /* MC_CNTL0 */
	    {0x70, 0xff0005}, {0x74, 0xffffffff}, {0x70, 0}, /* MC_AGP_LOCATION */
	    {0x70, 0xff0006}, {0x74, 0},          {0x70, 0}, {0x70, 0xff0007}, {0x74, 0}, {0x70, 0},
	};
	static const struct write rv515[] = {
	    {0x70, 0x7f0008}, {0x70, 0},        {0x70, 0x7f0001},   {0x70, 0}, {0x70, 0x7f0005},
	    {0x70, 0},        {0x70, 0xff0002}, {0x74, 0xffffffff}, {0x70, 0}, {0x70, 0xff0003},
	    {0x74, 0},        {0x70, 0},        {0x70, 0xff0004},   {0x74, 0}, {0x70, 0},
	};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;

	cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(r520);
	cr_expect(strstr(c.up.did, " MiB at 0x00000000, 1 MiB of it visible"), "%s", c.up.did);
	free(r);
	r = card(0x7142, &c);
	cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
	COMPARE(rv515);
	free(r);
}

/* The check of the memory controller: one that rests leaves the display alone; one that does not is tried
 * again without displays (rv515_mc_stop()); and what it says of memory comes before what it does. */
Test(bringup, a_display_is_stopped_only_for_a_controller_that_works)
{
	enum { READS = 1 << 24, LIT = 0x301 };

	for (unsigned how = 0; how < 4; how++) {
		const bool rests = !(how & 1), sized = !(how & 2);
		struct r500_card c;
		struct rig *r = card(0x7249, &c);
		struct fl_err err = {0};

		r->reg[0x6080 / 4] = LIT;
		mc[0] = rests ? 2 : 0;
		if (!sized)
			r->reg[R500_CONFIG_MEMSIZE / 4] = 0;
		cr_expect_eq(r500_check_memory(&c.up, &err),
			     !sized  ? FL_FAILED
			     : rests ? FL_OK
				     : FL_TIMEOUT,
			     "%u: %s", how, err.text);
		cr_expect(sized || strstr(err.text, "CONFIG_MEMSIZE is 0x0"), "%s", err.text);
		cr_expect_eq(r->reg[0x6080 / 4], sized && !rests ? LIT | READS : LIT, "%u", how);
		free(r);
	}
}

/* HDP_FB_LOCATION says where the host sees memory: it is set to where the memory controller has it (256 MiB
 * at 0x40000000 here), and one that does not take it ends the step. */
static bool hdp_is_deaf(struct rig *r, uint32_t at, uint32_t *v)
{
	return at != 0x134 && note_mc(r, at, v);
}

Test(bringup, the_host_sees_memory_where_it_is)
{
	for (unsigned deaf = 0; deaf < 2; deaf++) {
		struct r500_card c;
		struct rig *r = card(0x7249, &c);
		struct fl_err err;

		mc[4] = 0x4fff4000;
		r->reg[0x134 / 4] = 0x1234;
		r->on_write = deaf ? hdp_is_deaf : note_mc;
		cr_expect_eq(r500_memory(&c.up, &err), deaf ? FL_FAILED : FL_OK, "%s", err.text);
		cr_expect_eq(r->reg[0x134 / 4], deaf ? 0x1234u : 0x4000u);
		if (deaf)
			cr_expect(strstr(err.text, "stays at 0x1234, VRAM is at 0x4000"), "%s", err.text);
		else
			cr_expect_eq(c.up.vram_addr, 0x40000000u);
		free(r);
	}
}

/* r520_vram_get_type(): 32 bits times a power of two (MC_CNTL0, bits 25:24), doubled by bit 23;
 * rv515_vram_get_type(): 64 or 128 (MC_CNTL, bits 1:0). */
Test(bringup, width_of_the_memory_bus)
{
	struct r500_card c;
	struct fl_err err;

	for (uint32_t channels = 0; channels < 4; channels++)
		for (uint32_t wide = 0; wide < 2; wide++) {
			struct rig *r = card(0x7249, &c);

			mc[8] = channels << 24 | wide << 23;
			cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
			cr_assert_eq(c.vram_width_bits, (32u << channels) * (wide ? 2 : 1));
			free(r);
		}
	for (uint32_t channels = 0; channels < 2; channels++) {
		struct rig *r = card(0x7142, &c);

		mc[5] = channels;
		cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(c.vram_width_bits, channels ? 128 : 64);
		free(r);
	}
}

/* rv515_mc_stop(): a display that is on reads no more from its next frame on; one that is off is left
 * alone. */
Test(bringup, displays_stop_as_in_linux)
{
	static const struct write want[] = {{0x300, 0}, {0x60e8, 1}, {0x6080, 0x301 | 1 << 24}, {0x60e8, 0}};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);

	r->reg[0x6080 / 4] = 0x301;
	r->reg[0x6880 / 4] = 0x300;
	frames = 0;
	r500_displays_stop(&c);
	COMPARE(want);
	cr_assert_eq(frames, 2, "the frame before, and the next one");
	free(r);
}

/* RBBM_STATUS (R5xx guide 10.1.9): what GA (bit 26) or VAP (20) still do after a reset, no reset ends.
 * Others, as E2 (17), do not count. */
Test(bringup, reset_looks_at_ga_and_vap)
{
	static const struct {
		uint32_t busy;
		enum fl_code code;
	} after[] = {{0, FL_OK}, {1u << 17, FL_OK}, {1u << 26, FL_FAILED}, {1u << 20, FL_FAILED}};

	for (unsigned i = 0; i < 4; i++) {
		struct r500_card c;
		struct rig *r = card(0x7249, &c);
		struct fl_err err;

		status |= after[i].busy;
		c.up.force_reset = true;
		cr_assert_eq(r500_reset(&c.up, &err), after[i].code, "0x%08x: %s", status, err.text);
		if (after[i].code)
			cr_assert(strstr(err.text, "GA or VAP is still busy"), "%s", err.text);
		else
			cr_assert(strstr(c.up.did, "reset VAP, GA, CP and MC"), "%s", c.up.did);
		free(r);
	}
}

/* A command processor that takes every dword and carries out none. */
Test(bringup, packets_by_hand_that_nobody_carries_out)
{
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;

	r->on_write = NULL;
	r->reg[R500_CP_CSQ_AVAIL / 4] = 1;
	c.up.visible_B = RIG_VRAM;
	cr_assert_neq(r500_check_pio(&c.up, &err), FL_OK);
	cr_assert(strstr(err.text, "packet: SCRATCH_REG5 is 0x00000000"), "%s", err.text);
	cr_assert(strstr(err.text, "RBBM_STATUS 0x00000040"), "%s", err.text);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0, "left on");
	free(r);
}

/* The first packets: a read pointer that stands is a time-out, though all engines look idle. */
Test(bringup, first_packets_that_are_not_read)
{
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;

	r->on_write = NULL;
	c.pipes = 1;
	cr_assert_eq(r500_ring_start(&c.ring, &r->dev, 0x2000, 0x40002000, 8192, &err), FL_OK);
	cr_assert_eq(r500_first_packets(&c.up, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "reads to the end"), "%s", err.text);
	free(r);
}

/* 640x480 by VESA: 800 dots a line, sync from 656 for 96; 525 lines, sync from 490 for 2, both negative.
 * Counters start with sync. A straight table of colors: Linux avivo_crtc_load_lut(). */
Test(bringup, a_display_is_set_up)
{
	enum { AT = 0x100000, VRAM = 0x40000000, PITCH = 704, LUT_30_COLOR = 0x6494 };
	static const struct write want[] = {
	    {0x0300, 0},               /* VGA_RENDER_CONTROL */
	    {0x0330, 0},               /* D1VGA_CONTROL */
	    {0x6000, 799},             /* D1CRTC_H_TOTAL */
	    {0x6004, 784 | 144 << 16}, /* H_BLANK_START_END */
	    {0x6008, 96 << 16},        /* H_SYNC_A */
	    {0x600c, 1},               /* H_SYNC_A_CNTL: negative */
	    {0x6020, 524},             /* V_TOTAL */
	    {0x6024, 515 | 35 << 16},  /* V_BLANK_START_END */
	    {0x6028, 2 << 16},         /* V_SYNC_A */
	    {0x602c, 1},               /* V_SYNC_A_CNTL */
	    {0x6100, 1},               /* D1GRPH_ENABLE */
	    {0x6104, 2},               /* CONTROL: 32 bits, ARGB8888 */
	    {0x6108, 0},               /* LUT_SEL */
	    {0x6110, VRAM + AT},       /* PRIMARY_SURFACE_ADDRESS */
	    {0x6118, VRAM + AT},       /* SECONDARY_SURFACE_ADDRESS */
	    {0x6120, PITCH},           /* PITCH */
	    {0x6124, 0},               /* SURFACE_OFFSET_X, _Y */
	    {0x6128, 0},
	    {0x612c, 0}, /* X_START, Y_START */
	    {0x6130, 0},
	    {0x6134, 640}, /* X_END, Y_END */
	    {0x6138, 480},
	    {0x6590, 0},               /* D1SCL_SCALER_ENABLE */
	    {0x652c, 480},             /* D1MODE_DESKTOP_HEIGHT */
	    {0x6580, 0},               /* D1MODE_VIEWPORT_START */
	    {0x6584, 640 << 16 | 480}, /* D1MODE_VIEWPORT_SIZE */
	    {0x6480, 0},               /* DC_LUT_RW_SELECT, RW_MODE, WRITE_EN_MASK */
	    {0x6484, 0},
	    {0x649c, 0x3f},
	    {0x64c0, 0}, /* DC_LUTA_CONTROL, and offsets of black and white */
	    {0x64c4, 0},
	    {0x64c8, 0},
	    {0x64cc, 0},
	    {0x64d0, 0xffff},
	    {0x64d4, 0xffff},
	    {0x64d8, 0xffff},
	};
	struct r500_card c;
	struct rig *r = card(0x7249, &c);
	struct fl_err err;
	unsigned entry = 0;

	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++)
		r->reg[want[i].at / 4] = 0xdeadbeef;
	r->reg[0x6080 / 4] = 0x300;
	c.up.vram_addr = VRAM;
	c.up.vram_B = 16 << 20;
	cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, PITCH, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < sizeof(want) / sizeof(*want); i++)
		cr_assert_eq(r->reg[want[i].at / 4], want[i].value, "0x%04x is 0x%08x, want 0x%08x",
			     want[i].at, r->reg[want[i].at / 4], want[i].value);
	cr_assert(written[0].at == 0x6080 && written[0].value == (0x300 | 1 << 24), "reads stop first");
	cr_assert_eq(r->reg[0x6080 / 4], 0x301, "and begin at the end");
	for (unsigned i = 0; i < n_written; i++)
		if (written[i].at == LUT_30_COLOR) {
			uint32_t v = entry << 2 | entry >> 6; /* 8 bits as 10 */

			cr_assert_eq(written[i].value, v << 20 | v << 10 | v, "entry %u", entry);
			entry++;
		}
	cr_assert_eq(entry, 256);
	free(r);
}
