/* SPDX-License-Identifier: MIT
 *
 * Pictures on displays: which fit, and what is written to the old CRTC of R3xx and R4xx, on a card of
 * cardboard: registers and values are those of Linux radeon (radeon_legacy_crtc.c, radeon_display.c), by
 * hand; and its table of colors, kept and given back.
 */
#include "hw/fl_crtc.h"
#include "hw/fl_display.h"
#include "hw/r500/card.h"
#include "hw/r500/crtc_r300.h"
#include "hw/r500/crtc.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_writes_rig.h"

#include <criterion/criterion.h>

enum { VRAM = 0x40000000, AT = 0x80000, PITCH = 704, COLORS = 256, DIRT = 0x5a5a5a5a };

static struct r500_card c;
static struct fl_err err;

/* Memory ends at the last byte of the last line; a picture as large as the mode is shown in it. */
Test(crtc, pictures_that_fit)
{
	struct fl_bringup up = {.vram_addr = VRAM, .vram_B = 0x2000 + 4 * 128 * 50};
	struct fl_crtc_picture p;

	static const struct {
		unsigned width, height;
		uint32_t offset_B;
		unsigned pitch_px;
		bool fits;
	} rows[] = {
	    {128, 50, 0x2000, 128, true},   {128, 51, 0x2000, 128, false}, {128, 50, 0x3000, 128, false},
	    {127, 50, 0x2000, 128, true},   {129, 10, 0x2000, 128, false}, {100, 10, 0x2000, 127, false},
	    {100, 10, 0x2000, 160, false},  {100, 10, 0x2000, 192, true},  {100, 10, 0x1800, 128, false},
	    {100, 10, 0x2fff, 128, false},  {64, 10, 0, 64, true},         {65, 10, 0, 64, false},
	    {100, 10, 0x80000, 128, false},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		enum fl_code code = fl_crtc_picture(&up, rows[i].width, rows[i].height, rows[i].offset_B,
						    rows[i].pitch_px, &p, &err);

		cr_expect_eq(code, rows[i].fits ? FL_OK : FL_USAGE, "%u: %s", i, err.text);
		if (i == 1) /* 8 KiB and 50 lines of 512 bytes, cut off */
			cr_expect_str_eq(err.text, "CRTC: 51 lines of 128 pixels at 0x2000 do not fit into "
						   "33 KiB of VRAM");
		if (code)
			continue;
		cr_expect(p.width == rows[i].width && p.height == rows[i].height &&
			  p.pitch_px == rows[i].pitch_px && p.addr == VRAM + rows[i].offset_B);
	}
	for (unsigned w = 639; w <= 641; w++)
		for (unsigned h = 479; h <= 481; h++) {
			p = (struct fl_crtc_picture){.width = w, .height = h};
			cr_expect_eq(fl_crtc_keeps(&up, 2, 640, 480, &p, &err),
				     w > 640 || h > 480 ? FL_USAGE : FL_OK, "%ux%u", w, h);
		}
}

/* ---- the old CRTC -------------------------------------------------------------------------------------- */
static uint32_t palette[2][COLORS];

/* Entry after entry: where the next is read, and where it is written (xf86-video-ati, INPAL and OUTPAL; the
 * second display's table by DAC_CNTL2, bit 5). */
static void old_reads(struct rig *r, uint32_t at, uint32_t *v)
{
	if (at == R500_PALETTE_30_DATA)
		*v = palette[r->reg[R500_DAC_CNTL2 / 4] >> 5 & 1][r->state[0]++ % COLORS];
	if (at == (0x3cc & ~3u)) /* GENMO_RD is where GENMO_WT, the byte at 0x3c2, is read */
		*v = r->reg[0x3c0 / 4] >> 16 & 0xff;
}

static bool old_writes(struct rig *r, uint32_t at, uint32_t *v)
{
	note(r, at, v);
	if (at == R500_PALETTE_INDEX) {
		r->state[0] = *v >> 16 & 0xff;
		r->state[1] = *v & 0xff;
	}
	if (at == R500_PALETTE_30_DATA)
		palette[r->reg[R500_DAC_CNTL2 / 4] >> 5 & 1][r->state[1]++ % COLORS] = *v;
	return true;
}

static struct rig *old_card(void)
{
	struct rig *r = rig_new(0x4e44); /* an R300 */

	r500_card_init(&c, &r->dev);
	c.chip = fl_chip_find(&r500_chips, 0x1002, 0x4e44);
	c.family = r500_chip_family(c.chip);
	c.up.vram_addr = VRAM;
	c.up.vram_B = 16 << 20;
	r->on_read = old_reads;
	r->on_write = old_writes;
	r->reg[0x3c0 / 4] = 0x670000;   /* GENMO: VGA's memory is on (bit 1) */
	r->state[0] = r->state[1] = 77; /* of the palette another left the index somewhere */
	n_written = 0;
	return r;
}

/* Values by hand for 640x480 by VESA: 800 dots a line, sync from 656 for 96; 525 lines, sync from 490 for
 * 2, both negative. What a picture changes whatever the mode; and what a mode is. */
static const struct write base[] = {
    {0x23c, VRAM},                        /* DISPLAY_BASE_ADDR */
    {0x350, 0},                           /* CRTC_TILE_X0_Y0 */
    {0x228, 1u << 28},                    /* CRTC_OFFSET_CNTL: GUI_TRIG_OFFSET_LEFT_EN */
    {0x224, AT},                          /* CRTC_OFFSET */
    {0x22c, PITCH / 8 | PITCH / 8 << 16}, /* CRTC_PITCH */
};
static const struct write mode[] = {
    {0x200, 99 | 79 << 16},
    {0x204, (656 - 8) | 12 << 16 | 1 << 23},
    {0x208, 524 | 479 << 16},
    {0x20c, 489 | 2 << 16 | 1u << 23},
    {0x250, 99 | 79 << 16},
    {0x254, 524 | 479 << 16},
    {0x2c4, (656 - 8) | 12 << 16 | 1 << 23},
    {0x2c8, 489 | 2 << 16 | 1u << 23},
};
enum { BASE = sizeof(base) / sizeof(*base), MODE = sizeof(mode) / sizeof(*mode) };
enum { GEN = 0x50, EXT = 0x54, MERGE = 0xd60, DAC2 = 0x7c };

static void expect_all(const struct rig *r, const struct write *want, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		cr_expect_eq(r->reg[want[i].at / 4], want[i].value, "0x%03x is 0x%08x, want 0x%08x",
			     want[i].at, r->reg[want[i].at / 4], want[i].value);
}

/* The nth write to a register, among all; ~0: there is none. */
static unsigned nth(uint32_t at, unsigned n)
{
	for (unsigned i = 0; i < n_written; i++)
		if (written[i].at == at && !n--)
			return i;
	return ~0u;
}

static void expect_a_straight_table(void)
{
	for (uint32_t i = 0; i < COLORS; i++) {
		uint32_t v = i << 2 | i >> 6;

		cr_expect_eq(palette[0][i], v << 20 | v << 10 | v, "entry %u", i);
		cr_expect_eq(palette[1][i], (uint32_t)DIRT, "the other table");
	}
}

/* VGA text, which is CRTC_EN (bit 25) without EXT_DISP_EN (24), or nothing at all. Of CRTC_GEN_CNTL a new
 * mode keeps icon (15), cursor (16) and its kind (22:20). */
Test(crtc, a_mode_of_the_old_crtc)
{
	static const uint32_t lit = 1u << 25, own = 1u << 24, gens[] = {0, lit, lit | own, lit | own, own};

	enum { NO_LINES = 2, NO_HEIGHT = 3 };

	for (unsigned i = 0; i < sizeof(gens) / sizeof(*gens); i++) {
		struct rig *r = old_card();

		memset(palette, DIRT & 0xff, sizeof(palette));
		for (unsigned k = 0; k < BASE; k++)
			r->reg[base[k].at / 4] = DIRT;
		for (unsigned k = 0; k < MODE; k++)
			r->reg[mode[k].at / 4] = DIRT;
		/* No length of a line, or of a picture, is no mode. */
		r->reg[0x200 / 4] = 79 << 16 | (i == NO_LINES ? 0 : 99);
		r->reg[0x208 / 4] = 479 << 16 | (i == NO_HEIGHT ? 0 : 524);
		r->reg[GEN / 4] = gens[i] | 3 << 8 | 1 << 15 | 1 << 16 | 5 << 20 | 1 << 0 | 1 << 4;
		r->reg[EXT / 4] = 0x8000;
		r->reg[MERGE / 4] = 1 << 8 | 0x40;
		r->reg[DAC2 / 4] = 1 << 5 | 0x8;
		cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, PITCH, &err), FL_OK, "%s", err.text);
		/* VGA's text alone has a clock that stays. */
		cr_expect_eq(!!strstr(c.up.did, "by the clock of VGA text"), gens[i] == lit, "%s", c.up.did);
		cr_expect(strstr(c.up.did, "CRTC 1: 640x480"), "%s", c.up.did);
		expect_all(r, base, BASE);
		expect_all(r, mode, MODE);
		expect_a_straight_table();
		/* 32 bits (6 at 8), EXT_DISP_EN, CRTC_EN; no request is held back (26). */
		cr_expect_eq(r->reg[GEN / 4], 6u << 8 | 1 << 15 | 1 << 16 | 5 << 20 | 1u << 24 | 1u << 25,
			     "0x%08x", r->reg[GEN / 4]);
		cr_expect_eq(r->reg[EXT / 4], 0x8000u | 1 << 6, "XCRT_CNT_EN: 0x%08x", r->reg[EXT / 4]);
		cr_expect_eq(r->reg[MERGE / 4], 0x40u);
		cr_expect_eq(r->reg[DAC2 / 4], 8u);
		cr_expect_eq(r->reg[0x3c0 / 4], 0x650000u, "VGA's memory is off");
		/* Dark and without requests before anything changes, light at the end. */
		cr_expect_eq(written[nth(GEN, 0)].value & 1u << 26, 1u << 26);
		cr_expect_eq(written[nth(EXT, 0)].value, 0x8000u | 1 << 6 | 7 << 8);
		cr_expect(nth(GEN, 0) < nth(0x23c, 0) && nth(EXT, 0) < nth(0x23c, 0));
		cr_expect(nth(GEN, 1) > nth(0x2c8, 0) && nth(EXT, 1) == n_written - 1);
		free(r);
	}
}

/* A mode that another has set stays: timings and the other bits of CRTC_GEN_CNTL. */
Test(crtc, the_old_crtc_keeps_its_mode)
{
	struct rig *r = old_card();
	const uint32_t kept = 1u << 25 | 1u << 24 | 1 << 0 | 1 << 4 | 1 << 15;

	memset(palette, DIRT & 0xff, sizeof(palette));
	for (unsigned k = 0; k < MODE; k++)
		r->reg[mode[k].at / 4] = DIRT;
	r->reg[0x200 / 4] = 127 << 16 | 160; /* 1024 x 768 */
	r->reg[0x208 / 4] = 767 << 16 | 800;
	r->reg[GEN / 4] = kept | 4 << 8 | 1u << 26; /* as waking leaves it: it reads nothing */
	cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, PITCH, &err), FL_OK, "%s", err.text);
	cr_expect(strstr(c.up.did, "CRTC 1 keeps its mode of 1024x768"), "%s", c.up.did);
	expect_all(r, base, BASE);
	expect_a_straight_table();
	cr_expect_eq(r->reg[0x200 / 4], 127u << 16 | 160);
	cr_expect_eq(r->reg[0x208 / 4], 767u << 16 | 800);
	for (unsigned k = 0; k < MODE; k++)
		cr_expect(mode[k].at == 0x200 || mode[k].at == 0x208 ||
			      r->reg[mode[k].at / 4] == (uint32_t)DIRT,
			  "0x%03x", mode[k].at);
	cr_expect_eq(r->reg[GEN / 4], kept | 6u << 8, "0x%08x", r->reg[GEN / 4]);
	n_written = 0;
	cr_expect_eq(r500_crtc_set(&c, 1025, 480, AT, 1088, &err), FL_USAGE);
	cr_expect_eq(r500_crtc_set(&c, 640, 769, AT, PITCH, &err), FL_USAGE);
	cr_expect_eq(r500_crtc_set(&c, 1024, 768, AT, 1024, &err), FL_OK, "%s", err.text);
	free(r);
}

/* Linux radeon_reg.h: CRTC_DISPLAY_DIS is bit 10; CRTC_CUR_EN 16 and CRTC_DISP_REQ_EN_B 26, of the second
 * display too, which has CRTC2_DISP_DIS at 23. All else stays. */
Test(crtc, the_old_displays_stop)
{
	enum { OVERLAY = 0x420, GEN2 = 0x3f8 };

	for (unsigned all = 0; all < 2; all++) {
		struct rig *r = old_card();
		const uint32_t before = all ? ~0u : 0;

		r->reg[GEN / 4] = r->reg[EXT / 4] = r->reg[GEN2 / 4] = r->reg[OVERLAY / 4] = before;
		r500_crtc_r300_stop(&r->dev);
		cr_expect_eq(r->reg[EXT / 4], before | 1 << 10, "0x%08x", r->reg[EXT / 4]);
		cr_expect_eq(r->reg[GEN / 4], (before & ~(1u << 16)) | 1 << 26, "0x%08x", r->reg[GEN / 4]);
		cr_expect_eq(r->reg[GEN2 / 4], (before & ~(1u << 16)) | 1 << 23 | 1 << 26, "0x%08x",
			     r->reg[GEN2 / 4]);
		cr_expect_eq(r->reg[OVERLAY / 4], 0u);
		free(r);
	}
}

/* An address that does not come through is said. */
static bool deaf(struct rig *r, uint32_t at, uint32_t *v)
{
	return at != r->state[2];
}

Test(crtc, an_address_that_does_not_come_through)
{
	static const uint32_t at[] = {0x23c, 0x224};

	for (unsigned i = 0; i < 2; i++) {
		struct rig *r = old_card();

		r->on_write = deaf;
		r->state[2] = at[i];
		cr_expect_eq(r500_crtc_set(&c, 640, 480, AT, PITCH, &err), FL_FAILED);
		cr_expect(strstr(err.text, "CRTC 1: its surface's address reads 0x"), "%s", err.text);
		free(r);
	}
}

/* ---- kept, and given back ------------------------------------------------------------------------------ */
/* All that setting a mode writes, and what stops the displays. */
static const uint16_t given[] = {0x200, 0x204, 0x208, 0x20c, 0x250, 0x254, 0x2c4, 0x2c8, 0x23c, 0x33c,
				 0x350, 0x228, 0x224, 0x22c, 0xd60, 0x420, 0x7c,  0x3f8, 0x50,  0x54};
enum { GIVEN = sizeof(given) / sizeof(*given) };

Test(crtc, the_old_display_comes_back)
{
	static struct fl_display kept;
	uint32_t before[2][COLORS];
	struct rig *r = old_card();

	for (unsigned i = 0; i < GIVEN; i++)
		r->reg[given[i] / 4] = 0x01020304 * (i + 1) & 0x7fffffdf; /* the first display's table */
	for (uint32_t i = 0; i < 2 * COLORS; i++)
		before[i / COLORS][i % COLORS] = i * 0x1f3d5b & 0x3fffffff;
	memcpy(palette, before, sizeof(palette));
	r->reg[R500_CONFIG_MEMSIZE / 4] = RIG_VRAM;
	cr_assert_eq(fl_display_take(&kept, &r500_family, &r->dev, &err), FL_OK, "%s", err.text);
	cr_expect_eq(r->reg[0x3c0 / 4] >> 16 & 2, 0u, "VGA's memory is off");
	n_written = 0;
	for (unsigned i = 0; i < GIVEN; i++)
		r->reg[given[i] / 4] = DIRT;
	memset(palette, 0x2a, sizeof(palette));
	memcpy(palette[1], before[1], sizeof(before[1]));
	cr_assert_eq(fl_display_give(&kept, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < GIVEN; i++)
		cr_expect_eq(r->reg[given[i] / 4], 0x01020304 * (i + 1) & 0x7fffffdf, "0x%03x is 0x%08x",
			     given[i], r->reg[given[i] / 4]);
	cr_expect_eq(r->reg[0x3c0 / 4] >> 16 & 0xff, 0x67u);
	cr_expect(!memcmp(palette, before, sizeof(palette)), "the colors are others");
	free(r);
}
