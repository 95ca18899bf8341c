/* SPDX-License-Identifier: MIT
 *
 * Waking R3xx to R5xx cards: on the model of each chip, and on cards of cardboard that lie.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/bus/record.h"
#include "hw/r500/transport.h"
#include "hw/r500/idle.h"
#include "hw/r500/mc.h"
#include "hw/r500/microcode.h"
#include "hw/r500/smoke.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"
#include "tests/unit/test_dev_rig.h"

#include <criterion/criterion.h>

static uint8_t image[2048];

static struct fl_model *wake_model(const char *chip, bool posted, struct fl_dev *d, struct r500_card *c)
{
	struct fl_model_config cfg = {.posted = posted, .threads = 1};
	char why[200] = "";
	struct fl_model *m = fl_model_new(chip, &cfg, why, sizeof(why));
	struct fl_err err;

	cr_assert(m, "%s", why);
	cr_assert_eq(fl_open_model(d, m, chip, &err), FL_OK);
	fl_model_firmware("r580", 0, image, 2048);
	r500_card_init(c, d);
	c->up.images.of[0].data = image;
	c->up.images.of[0].size_B = sizeof(image);
	c->up.transport = FL_TRANSPORT_VRAM;
	return m;
}

/* What Linux r420_pipes_init() finds, and for RV530 what its log on a real card says. */
static const struct {
	const char *chip, *name;
	unsigned pipes, z_pipes;
	uint32_t tile_config;
} chips[] = {
    {"r520", "R520", 4, 1, 0x1f},
    {"rv515", "RV515", 1, 1, 0x11},
    {"rv530", "RV530", 1, 2, 0x11},
    {"rv560", "RV560", 2, 1, 0x17},
    {"rv570", "RV570", 3, 1, 0x1d},
    {"r580", "R580", 4, 1, 0x1f},
    /* r300_gpu_init(): by the chip; r420_pipes_init() again */
    {"r300", "R300", 2, 1, 0x17},
    {"rv350", "RV350", 1, 1, 0x11},
    {"r420", "R420", 4, 1, 0x1f},
    {"rv410", "RV410", 2, 1, 0x17},
};

Test(bringup, every_chip_wakes)
{
	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct r500_card c;
		struct fl_err err;
		struct fl_dev d;
		struct fl_model *m = wake_model(chips[i].chip, true, &d, &c);
		uint64_t first, last;

		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s: %s", chips[i].chip,
			     err.text);
		cr_assert_str_eq(c.family->name, chips[i].name);
		cr_assert_eq(c.pipes, chips[i].pipes);
		cr_assert_eq(c.z_pipes, chips[i].z_pipes);
		cr_assert_eq(fl_read32(&d, R500_GB_TILE_CONFIG), chips[i].tile_config);
		if (c.family->gen != R500_GEN_R300) /* R3xx: left alone */
			cr_assert_eq(fl_read32(&d, R500_SU_REG_DEST), (1u << chips[i].pipes) - 1);
		cr_assert_eq(fl_read32(&d, R500_DST_PIPE_CONFIG) >> 31, 1);
		cr_assert_eq(fl_read32(&d, R500_CP_CSQ_CNTL) >> 28, 4);
		cr_assert_eq(fl_read32(&d, R500_CP_CSQ_MODE) & 0x7f7f, 0x4d4d);
		/* 64 KiB: log2(65536 / 8) = 13; blocks of 2^9, fetch 1, no update */
		cr_assert_eq(fl_read32(&d, R500_CP_RB_CNTL), 13 | 9 << 8 | 1 << 18 | 1 << 27);
		r500_mc_get_location(&c, &first, &last);
		cr_assert_eq(c.up.vram_addr, first);
		cr_assert_eq(c.ring.gpu_addr, first + c.ring.at_B);
		cr_assert_eq(fl_read32(&d, R500_CP_RB_BASE), c.ring.gpu_addr);
		cr_assert_eq(c.up.free_B, c.up.visible_B - 65536);
		cr_assert_null(fl_model_report(m, 0), "%s: %s", chips[i].chip, fl_model_report(m, 0)->text);
		/* Awake again, over what the last run left */
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s, again: %s",
			     chips[i].chip, err.text);
		cr_assert_eq(r500_sleep(&c.up, &err), FL_OK, "%s", err.text);
		cr_assert_eq(fl_read32(&d, R500_CP_CSQ_CNTL) >> 28, 0);
		cr_assert_eq(r500_ring_begin(&c.ring, 1, &err), FL_FAILED);
		fl_model_delete(m);
	}
}

Test(bringup, unposted_card_is_refused)
{
	struct r500_card c;
	struct fl_err err;
	struct fl_dev d;
	struct fl_model *m = wake_model("r580", false, &d, &c);

	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "not posted"), "%s", err.text);
	fl_model_delete(m);
}

struct log {
	const char *names[16];
	enum fl_code codes[16];
	unsigned n;
};

static void note(void *arg, const struct fl_step *s, enum fl_code code, const struct fl_bringup *up,
		 const struct fl_err *e)
{
	struct log *l = arg;

	l->names[l->n] = s->name;
	l->codes[l->n++] = code;
	cr_assert(code ? *e->text : *up->did, "step %s says nothing", s->name);
}

Test(bringup, progress_tells_each_step_until_one_fails)
{
	struct log l = {.n = 0};
	struct r500_card c;
	struct fl_err err;
	struct fl_dev d;
	struct fl_model *m = wake_model("rv530", true, &d, &c);

	c.up.images.of[0].data = NULL;
	cr_assert_eq(fl_wake(&r500_family, &c.up, note, &l, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "radeon/R520_cp.bin"), "%s", err.text);
	cr_assert_eq(l.n, 8);
	cr_assert_str_eq(l.names[0], "identify");
	cr_assert_str_eq(l.names[7], "microcode");
	cr_assert_eq(l.codes[6], FL_OK);
	cr_assert_eq(l.codes[7], FL_NO_DEVICE);
	l.n = 0;
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "pipes", note, &l, &err), FL_OK);
	cr_assert_eq(l.n, 7);
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "no such step", note, &l, &err), FL_USAGE);
	fl_model_delete(m);
}

Test(bringup, a_probe_only_reads)
{
	static unsigned writes;
	struct rig *r = rig_new(0x71c1);
	struct r500_card c;
	struct fl_err err;

	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	cr_assert_eq(r500_posted(&c.up, &err), FL_OK);
	cr_assert_eq(r->writes, writes);
	cr_assert_eq(c.family->max_pipes, 1);
	free(r);
}

/* The same on chips whose memory controller is not behind an index: 128 MiB at 0xe0000000, and at 0. */
Test(bringup, vram_of_r3xx_is_where_the_bios_left_it)
{
	struct r500_card c;
	struct fl_err err;
	struct fl_dev d;
	struct fl_model *m = wake_model("rv350", true, &d, &c);

	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_mc_set_location(&c, 0xe0000000, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_read32(&d, 0x148), 0xe7ffe000);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_addr, 0xe0000000);
	cr_assert_eq(c.ring.gpu_addr, 0xe7ff0000);
	cr_assert_eq(r500_sleep(&c.up, &err), FL_OK);
	cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
	fl_model_delete(m);
}

Test(bringup, vram_is_where_the_bios_left_it)
{
	struct r500_card c;
	struct fl_err err;
	struct fl_dev d;
	struct fl_model *m = wake_model("rv515", true, &d, &c);

	/* RV515: index 1. 256 MiB at 0xe0000000, as was seen on a card, and at 0, as Linux puts it. */
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_mc_set_location(&c, 0xe0000000, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_mc_ind_read(&d, 1), 0xefffe000);
	cr_assert_eq(fl_read32(&d, R500_HDP_FB_LOCATION), 0xe000);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_addr, 0xe0000000);
	cr_assert_eq(c.ring.gpu_addr, 0xefff0000);
	cr_assert_eq(r500_sleep(&c.up, &err), FL_OK);
	cr_assert_eq(r500_mc_set_location(&c, 0, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_addr, 0);
	cr_assert_eq(r500_sleep(&c.up, &err), FL_OK);
	cr_assert_eq(r500_mc_set_location(&c, 0xf8000000, &err), FL_USAGE); /* past 4 GiB */
	cr_assert_eq(r500_mc_set_location(&c, 0x1234, &err), FL_USAGE);
	fl_model_delete(m);
}

Test(bringup, reset_of_a_busy_card)
{
	struct r500_card c;
	struct fl_err err;
	struct fl_dev d;

	for (unsigned i = 0; i < sizeof(chips) / sizeof(*chips); i++) {
		struct fl_model *m = wake_model(chips[i].chip, true, &d, &c);

		c.up.force_reset = true;
		cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_OK, "%s", err.text);
		cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
		cr_assert_eq(r500_sleep(&c.up, &err), FL_OK);
		fl_model_delete(m);
	}
}

/* ---- the order of a reset, on cardboard ---------------------------------------------------------------- */
static uint32_t resets[8], config_at_reset;
static unsigned n_resets;
static uint64_t reset_time[8];

static bool watch_reset(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_SOFT_RESET) {
		reset_time[n_resets] = r->now;
		resets[n_resets++] = *v;
		memcpy(&config_at_reset, r->cfg + 4, 4);
		if (*v == 1u << 8) { /* the memory controller forgets; PCI configuration is shaken */
			r->state[0] = 1;
			memset(r->cfg + 0x10, 0, 4);
		}
		r->reg[R500_RBBM_STATUS / 4] = 0x40;
	}
	if (at == R500_MC_IND_DATA && r->reg[R500_MC_IND_INDEX / 4] == 0xff0004)
		r->state[1] = *v;
	return true;
}

static void mc_port(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at != R500_MC_IND_DATA)
		return;
	if ((r->reg[R500_MC_IND_INDEX / 4] & 0xffff) == 0)
		*v = 2; /* idle */
	if ((r->reg[R500_MC_IND_INDEX / 4] & 0xffff) == 4)
		*v = r->state[0] && !r->state[1] ? 0 : 0x0fff0000;
}

Test(bringup, reset_goes_in_linux_order)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r->reg[R500_RBBM_STATUS / 4] = 0x84000040; /* GA hangs */
	r->reg[R500_CP_RB_CNTL / 4] = 0x1234;
	r->cfg[4] = 7;
	r->cfg[0x13] = 0xd0;
	r->on_write = watch_reset;
	r->on_read = mc_port;
	r500_card_init(&c, &r->dev);
	c.ring.size_dw = 1024;
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	cr_assert_eq(r500_reset(&c.up, &err), FL_OK, "%s", err.text);
	/* VAP and GA, CP, MC; 500 ms each, released for 1 ms */
	static const uint32_t order[] = {0x2004, 0, 1, 0, 0x100, 0};

	cr_assert_eq(n_resets, 6);
	cr_assert_arr_eq(resets, order, sizeof(order));
	for (unsigned i = 0; i < 6; i += 2)
		cr_assert_geq(reset_time[i + 1] - reset_time[i], 500000);
	cr_assert_geq(reset_time[2] - reset_time[1], 1000);
	cr_assert_eq(config_at_reset & 7, 3, "bus mastering was on during the reset");
	cr_assert_eq(r->cfg[4], 7, "the command register was not restored");
	cr_assert_eq(r->cfg[0x13], 0xd0, "BAR 0 was not restored");
	cr_assert_eq(r->state[1], 0x0fff0000, "VRAM was not put back");
	cr_assert_eq(r->reg[R500_CP_RB_CNTL / 4], 0x1234);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0);
	cr_expect_eq(c.ring.size_dw, 0u);
	cr_expect_eq(c.up.vram_B, 256u << 20);
	free(r);
}

static void stays_busy(struct rig *r, uint32_t at, uint32_t *v)
{
	mc_port(r, at, v);
	if (at == R500_RBBM_STATUS)
		*v = 0x84100040;
}

Test(bringup, reset_that_does_not_help)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;
	uint32_t ga_idle;
	char text[400];

	r->on_read = stays_busy;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r->reg[R500_GA_IDLE / 4] = 0x07ffffff & ~(1u << 19 | 1u << 13 | 1u << 7);
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	cr_assert_eq(r500_reset(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "GUI_ACTIVE VAP_BUSY GA_BUSY"), "%s", err.text);
	cr_assert_lt(r->now, 5000000);
	/* guide 10.1.9 */
	cr_assert_eq(r500_hang_report(&c, &ga_idle, text, sizeof(text), &err), FL_OK);
	cr_assert(strstr(text, "not idle: pipe 2 US, pipe 0 ZB, pipe 0 US"), "%s", text);
	cr_assert_eq(r->reg[R500_GA_SOFT_RESET / 4], 0x200);
	c.pipes = 1; /* what a chip does not have cannot hang */
	r500_hang_report(&c, &ga_idle, text, sizeof(text), &err);
	cr_assert(strstr(text, "not idle: pipe 0 ZB, pipe 0 US"), "%s", text);
	for (size_t n = 0; n < 64; n++) { /* short buffers */
		memset(text, '#', sizeof(text));
		r500_hang_report(&c, &ga_idle, text, n, &err);
		cr_assert_eq(text[n], '#');
	}
	free(r);
}

/* ---- cards that lie ------------------------------------------------------------------------------------ */
static void all_ones(struct rig *r, uint32_t at, uint32_t *v)
{
	*v = 0xffffffff;
}

Test(bringup, all_ones)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->on_read = all_ones;
	r500_card_init(&c, &r->dev);
	fl_model_firmware("r580", 0, image, 2048);
	c.up.images.of[0].data = image;
	c.up.images.of[0].size_B = sizeof(image);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "all ones"), "%s", err.text);
	/* and each step alone: an end, and a reason */
	c.chip = fl_chip_find(&r500_chips, 0x1002, 0x7249);
	c.family = r500_chip_family(c.chip);
	c.up.vram_B = c.up.visible_B = RIG_VRAM;
	c.pipes = 4;
	for (const struct fl_step *s = r500_family.steps; s->name; s++) {
		uint64_t start = r->now;

		if (s->run == r500_posted)
			continue; /* all ones look like a CRTC that is on; the step before reports them */
		memset(&err, 0, sizeof(err));
		cr_assert_neq(s->run(&c.up, &err), FL_OK, "step %s believes a dead card", s->name);
		cr_assert(*err.text);
		cr_assert_lt(r->now - start, 10000000, "step %s takes too long", s->name);
	}
	free(r);
}

Test(bringup, all_zeros)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r500_card_init(&c, &r->dev);
	cr_assert_eq(fl_wake(&r500_family, &c.up, NULL, NULL, &err), FL_FAILED);
	cr_assert(strstr(err.text, "not posted"), "%s", err.text);
	cr_assert_eq(r500_idle_wait(&r->dev, 1000, &err), FL_TIMEOUT); /* no room in the FIFO */
	r->on_read = all_ones;
	cr_assert_eq(r500_idle_wait(&r->dev, 1000, NULL), FL_FAILED);
	r->on_read = NULL;
	cr_assert(strstr(err.text, "register FIFO"), "%s", err.text);
	free(r);
}

Test(bringup, other_cards_are_named)
{
	struct rig *r = rig_new(0x9440);
	struct r500_card c;
	struct fl_err err;

	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_NO_DEVICE);
	cr_assert(strstr(err.text, "1002:9440"), "%s", err.text);
	r->dev.device = 0x7249;
	r->dev.vendor = 0x10de;
	cr_assert_eq(r500_identify(&c.up, &err), FL_NO_DEVICE);
	r->dev.vendor = 0x1002;
	r->dev.regs_size_B = 0x4000;
	cr_assert_eq(r500_identify(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "16384 bytes"), "%s", err.text);
	free(r);
}

Test(bringup, id_table)
{
	/* Counts of Linux's list; sorted, so that the search finds all of it */
	unsigned count[13] = {0};
	static const unsigned want[13] = {8, 8, 13, 15, 15, 22, 12, 14, 38, 16, 7, 5, 15};
	const struct fl_chip *c;
	unsigned last = 0;

	for (unsigned i = 0; (c = fl_chip_at(&r500_chips, i)); i++) {
		cr_assert_gt(c->device, last);
		last = c->device;
		cr_assert_eq(fl_chip_find(&r500_chips, 0x1002, c->device), c);
		cr_assert_lt(c->family, 13);
		count[c->family]++;
	}
	cr_assert_arr_eq(count, want, sizeof(want));
	cr_assert_null(fl_chip_find(&r500_chips, 0x1002, 0x71e1)); /* a second head is not a card */
	cr_assert_str_eq(r500_chip_family(fl_chip_find(&r500_chips, 0x1002, 0x71c1))->name, "RV530");
	cr_assert_str_eq(r500_chip_family(fl_chip_find(&r500_chips, 0x1002, 0x7291))->name, "RV560");
	cr_assert_str_eq(r500_chip_microcode(r500_chip_family(fl_chip_find(&r500_chips, 0x1002, 0x7142))),
			 "radeon/R520_cp.bin");
	cr_assert_str_eq(r500_chip_microcode(r500_chip_family(fl_chip_find(&r500_chips, 0x1002, 0x4e44))),
			 "radeon/R300_cp.bin");
	cr_assert_str_eq(r500_chip_microcode(r500_chip_family(fl_chip_find(&r500_chips, 0x1002, 0x5e4b))),
			 "radeon/R420_cp.bin");
}

static void status_never_idle(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x80020040;
}

Test(bringup, idle_names_who_is_busy)
{
	struct rig *r = rig_new(0x7249);
	struct fl_err err;
	char text[20];

	r->on_read = status_never_idle;
	cr_assert_eq(r500_idle_wait(&r->dev, 20000, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "GUI idle: RBBM_STATUS is 0x80020040, want 0 under 0x80000000, after 2"),
		  "%s", err.text);
	cr_assert(strstr(err.text, "(GUI_ACTIVE E2_BUSY)"), "%s", err.text);
	r500_status_text(text, sizeof(text), 0x40);
	cr_assert_str_eq(text, "idle");
	memset(text, '#', sizeof(text));
	r500_status_text(text, 8, 0xfffffffe);
	cr_assert_eq(text[7], 0);
	cr_assert_eq(text[8], '#');
	free(r);
}

static void stuck_clock(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CLOCK_CNTL_DATA && (r->reg[R500_CLOCK_CNTL_INDEX / 4] & 0x3f) == 0x11)
		*v = 0;
}

Test(bringup, clock_that_does_not_come_on)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->on_read = stuck_clock;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	cr_assert_eq(r500_clocks(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "E2_DYN_CNTL"), "%s", err.text);
	free(r);
}

static void one_pipe_too_few(struct rig *r, uint32_t at, uint32_t *v)
{
	mc_port(r, at, v);
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == R500_GB_TILE_CONFIG)
		*v = 0x17;
}

Test(bringup, pipes_that_do_not_switch)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->on_read = one_pipe_too_few;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 1 << 20;
	r->reg[R500_GB_PIPE_SELECT / 4] = 3 << 12;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	cr_assert_eq(r500_pipes(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "does not run 4 pipes"), "%s", err.text);
	cr_assert_eq(r->reg[R500_GA_SOFT_RESET / 4], 0x200, "guide 10.4.1: a change of pipes takes a reset");
	free(r);
}

static void mc_never_idle(struct rig *r, uint32_t at, uint32_t *v)
{
	mc_port(r, at, v);
	if (at == R500_MC_IND_DATA && !(r->reg[R500_MC_IND_INDEX / 4] & 0xffff))
		*v = 0;
}

/* A display that reads keeps it busy: waking says so, and goes on (Linux r520_mc_program()). */
Test(bringup, a_memory_controller_that_never_rests)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	r->on_read = mc_never_idle;
	cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert(strstr(c.up.did, "never idle"), "%s", c.up.did);
	cr_assert_eq(r500_mc_set_location(&c, 0, &err), FL_OK, "%s", err.text);
	/* Nothing but itself keeps it busy once the displays are off: the smoke test stops them. */
	r->reg[R500_D1CRTC_CONTROL / 4] = 1;
	cr_assert_eq(r500_check_memory(&c.up, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "memory controller idle"), "%s", err.text);
	cr_assert(r->reg[R500_D1CRTC_CONTROL / 4] &
		  R500_D1CRTC_CONTROL__D1CRTC_DISP_READ_REQUEST_DISABLE__MASK);
	free(r);
}

Test(bringup, memory_that_is_not_there)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r->reg[R500_CONFIG_MEMSIZE / 4] = 256 << 20;
	r500_card_init(&c, &r->dev);
	cr_assert_eq(r500_identify(&c.up, &err), FL_OK);
	r->on_read = mc_port;
	r->on_write = watch_reset;
	r->state[0] = 1; /* MC_FB_LOCATION 0 */
	cr_assert_eq(r500_memory(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "not set up"), "%s", err.text);
	r->state[0] = 0;
	r->reg[R500_CONFIG_MEMSIZE / 4] = 0;
	cr_assert_eq(r500_memory(&c.up, &err), FL_FAILED);
	cr_assert(strstr(err.text, "CONFIG_MEMSIZE is 0"), "%s", err.text);
	/* 512 MiB behind an aperture of 1 MiB, MC says 256: the smallest counts */
	r->reg[R500_CONFIG_MEMSIZE / 4] = 512 << 20;
	cr_assert_eq(r500_memory(&c.up, &err), FL_OK, "%s", err.text);
	cr_assert_eq(c.up.vram_B, 256 << 20);
	cr_assert_eq(c.up.visible_B, RIG_VRAM);
	free(r);
}

/* ---- rings that do not run ----------------------------------------------------------------------------- */
static void idle_status(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_RBBM_STATUS)
		*v = 0x40;
	if (at == R500_CP_RB_RPTR && r->state[2]) /* a command processor that reads everything */
		*v = r->reg[R500_CP_RB_WPTR / 4];
}

Test(bringup, ring_arguments)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	struct fl_err err;

	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 3000, &err), FL_USAGE);
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 2048, &err), FL_USAGE);
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0, 16 << 20, &err), FL_USAGE);
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 64, 64, 4096, &err), FL_USAGE);
	cr_assert_eq(r500_ring_start(&ring, &r->dev, RIG_VRAM, 0, 4096, &err), FL_USAGE);
	cr_assert_eq(r500_ring_start(&ring, &r->dev, ~0ull << 12, 0, 4096, &err), FL_USAGE);
	cr_assert_eq(r->writes, 0);
	free(r);
}

Test(bringup, ring_pads_wraps_and_keeps_its_distance)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	struct fl_err err;
	uint32_t dw;

	r->on_read = idle_status;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0x2000, 0x40002000, 4096, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r->reg[R500_CP_RB_BASE / 4], 0x40002000);
	cr_assert_eq(r->reg[R500_CP_RB_CNTL / 4] & 0x3f, 9); /* 4096 / 8 = 2^9 */
	cr_assert_eq(r->reg[R500_SCRATCH_UMSK / 4], 0);
	cr_assert_eq(r->reg[R500_CP_RB_WPTR_DELAY / 4], 0xf0000400); /* guide 5.5: held back */
	for (unsigned i = 0; i < 1024; i++) { /* fillers, from the first dword to the last */
		memcpy(&dw, r->vram + 0x2000 + 4 * i, 4);
		cr_assert_eq(dw, 0x80000000, "dword %u", i);
	}

	uint32_t packet[] = {R500_TYPE0(R500_SCRATCH_REG(0), 1), 0xdeadbeef};

	cr_assert_eq(packet[0], 0x15e0 >> 2);
	cr_assert_eq(r500_ring_submit(&ring, packet, 2, &err), FL_OK);
	cr_assert_eq(r->reg[R500_CP_RB_WPTR / 4], 16);
	memcpy(&dw, r->vram + 0x2004, 4);
	cr_assert_eq(dw, 0xdeadbeef);
	memcpy(&dw, r->vram + 0x2008, 4);
	cr_assert_eq(dw, 0x80000000);
	r500_ring_commit(&ring); /* nothing new: nothing is reported */
	cr_assert_eq(r->reg[R500_CP_RB_WPTR / 4], 16);
	r500_ring_begin(&ring, 3, &err);
	r500_ring_ib(&ring, 0x40001000, 8);
	memcpy(&dw, r->vram + 0x2040, 4);
	cr_assert_eq(dw, 0x1 << 16 | 0x738 >> 2);
	r500_ring_commit(&ring);

	/* RPTR is 0: the ring fills, but never to the last dword, and then says so. */
	ring.timeout_us = 5000;
	while (!r500_ring_begin(&ring, 16, &err)) {
		for (unsigned i = 0; i < 16; i++)
			r500_ring_emit(&ring, 0x11111111);
		r500_ring_commit(&ring);
		cr_assert_neq(r->reg[R500_CP_RB_WPTR / 4], 0, "the write pointer ran into the read pointer");
	}
	cr_assert_eq(err.code, FL_TIMEOUT);
	cr_assert(strstr(err.text, "CP_RB_RPTR is 0x0"), "%s", err.text);
	cr_assert(strstr(err.text, "RBBM_STATUS"), "%s", err.text);
	cr_assert_eq(r500_ring_begin(&ring, 1024, &err), FL_USAGE);
	cr_assert_eq(r500_ring_drain(&ring, 1000, &err), FL_TIMEOUT);
	r->state[2] = 1; /* it wakes up */
	cr_assert_eq(r500_ring_begin(&ring, 900, &err), FL_OK);
	for (unsigned i = 0; i < 900; i++)
		r500_ring_emit(&ring, i);
	r500_ring_commit(&ring);
	cr_assert_lt(ring.wptr, 1024);
	cr_assert_eq(ring.wptr % 16, 0);
	cr_assert_eq(r500_ring_stop(&ring, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0);
	for (unsigned i = 0; i < 0x2000; i++)
		cr_assert_eq(r->vram[i], 0, "written before the ring");
	for (unsigned i = 0x3000; i < 0x4000; i++)
		cr_assert_eq(r->vram[i], 0, "written behind the ring");
	free(r);
}

static void base_lost(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_RB_BASE)
		*v = 0;
}

static void rptr_off(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_CP_RB_RPTR)
		*v = r->state[2];
}

Test(bringup, ring_of_a_dead_command_processor)
{
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring;
	struct fl_err err;

	r->on_read = base_lost;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0x10000, 4096, &err), FL_FAILED);
	cr_assert(strstr(err.text, "does not answer"), "%s", err.text);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0, "left on");
	r->on_read = rptr_off;
	r->state[2] = 7;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0x10000, 4096, &err), FL_FAILED);
	cr_assert(strstr(err.text, "RPTR 0x7"), "%s", err.text);
	r->state[2] = 0;
	cr_assert_eq(r500_ring_start(&ring, &r->dev, 0, 0x10000, 4096, &err), FL_OK);
	ring.room_dw = 0;
	r->state[2] = 0xffffffff;
	cr_assert_eq(r500_ring_begin(&ring, 16, &err), FL_FAILED);
	cr_assert(strstr(err.text, "the card is gone"), "%s", err.text);
	free(r);
}

Test(bringup, a_packet_that_is_not_carried_out)
{
	struct rig *r = rig_new(0x7249);
	struct r500_card c;
	struct fl_err err;

	r500_card_init(&c, &r->dev);
	c.up.visible_B = c.up.vram_B = RIG_VRAM;
	c.ring_size_B = 4096;
	cr_assert_eq(r500_transport_try(&c.up, FL_TRANSPORT_VRAM, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "packet: SCRATCH_REG5 is 0x00000000, want 0x"), "%s", err.text);
	cr_assert(strstr(err.text, "RBBM_STATUS"), "%s", err.text);
	cr_assert_eq(r->reg[R500_CP_CSQ_CNTL / 4], 0, "left on");
	r->on_read = idle_status;
	cr_assert_eq(r500_ring_start(&c.ring, &r->dev, 0, 0x10000, 4096, &err), FL_OK);
	cr_assert_eq(r500_fence_step(&c.up, &err), FL_TIMEOUT);
	cr_assert(strstr(err.text, "fence: SCRATCH_REG1 is 0x00000000, want to reach 0x1"), "%s", err.text);
	free(r);
}

Test(bringup, fence_packets)
{
	/* Linux r300_fence_ring_emit(), r100_copy_blit(): header and value by hand */
	static const uint32_t want[R500_FENCE_DW] = {
	    1u << 16 | 0x43e0 >> 2,
	    0,
	    0,
	    0x4e4c >> 2,
	    2,
	    0x4f18 >> 2,
	    1,
	    0x1714 >> 2,
	    0xf,
	    0x1720 >> 2,
	    1u << 16 | 1u << 17 | 1u << 9,
	    0x130 >> 2,
	    0x08000005,
	    0x130 >> 2,
	    5,
	    0x15e4 >> 2,
	    1,
	};
	struct rig *r = rig_new(0x7249);
	struct r500_ring ring = {.dev = &r->dev, .hdp_cntl = 5};
	uint32_t got[R500_FENCE_DW];
	struct r500_fence f;

	r500_fence_init(&f, &r->dev, 1);
	cr_assert_eq(r500_fence_write(&f, &ring, got), 1);
	cr_assert_arr_eq(got, want, sizeof(want));
	f.last = 0xffffffff; /* numbers wrap around */
	cr_assert_eq(r500_fence_write(&f, &ring, got), 0);
	r->reg[R500_SCRATCH_REG(1) / 4] = 0xfffffffe;
	cr_assert_not(r500_fence_passed(&f, &ring, 0));
	cr_assert(r500_fence_passed(&f, &ring, 0xfffffff0));
	r->reg[R500_SCRATCH_REG(1) / 4] = 0;
	cr_assert(r500_fence_passed(&f, &ring, 0xffffffff));
	free(r);
}
