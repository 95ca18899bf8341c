/* SPDX-License-Identifier: MIT
 *
 * The first display of R5xx: what the model shows for registers written by hand, and what the bring-up code
 * writes for a standard mode. Formats: Linux radeon r500_reg.h (AVIVO_D1GRPH_CONTROL_*); timings worked out
 * from VESA DMT 1.13.
 */
#include "hw/bus/hosted/hosted.h"
#include "hw/r500/crtc.h"
#include "hw/fl_wake.h"
#include "hw/r500/card.h"
#include "hw/regs/r500.h"

#include <criterion/criterion.h>
#include <string.h>

enum { AT = 0x40000, W = 5, H = 3, PITCH = 64, BASE = 0x10000000 };

static struct fl_model *m;
static uint8_t *vram;

static void wr(uint32_t reg, uint32_t value)
{
	fl_model_write(m, reg, 4, value);
}

static void set_up(void)
{
	m = fl_model_new("rv530", &(struct fl_model_config){.posted = true, .threads = 1, .vram_B = 16 << 20},
			 NULL, 0);
	cr_assert(m);
	vram = fl_model_vram(m, NULL);
}

static void tear_down(void)
{
	fl_model_delete(m);
}

static uint32_t vram_base(void)
{
	struct fl_dev d;
	struct fl_err err;
	struct r500_card c;

	cr_assert_eq(fl_open_model(&d, m, "rv530", &err), FL_OK);
	r500_card_init(&c, &d);
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
	return c.up.vram_addr;
}

/* The time of a frame. */
static void next_frame(void)
{
	fl_model_tick(m, 1000000 / 60 + 1);
}

static void show(uint32_t control)
{
	wr(R500_D1VGA_CONTROL, 0);
	wr(R500_D1CRTC_CONTROL, 1);
	wr(R500_D1GRPH_ENABLE, 1);
	wr(R500_D1GRPH_CONTROL, control);
	wr(R500_D1GRPH_PRIMARY_SURFACE_ADDRESS, vram_base() + AT);
	wr(R500_D1GRPH_PITCH, PITCH);
	wr(R500_D1GRPH_X_END, W);
	wr(R500_D1GRPH_Y_END, H);
	wr(R500_D1MODE_VIEWPORT_SIZE, W << 16 | H);
	next_frame();
}

TestSuite(dc, .init = set_up, .fini = tear_down);

Test(dc, formats)
{
	/* control: depth in bits 1:0, format in 10:8, bit 16 swaps red and blue */
	static const struct {
		uint32_t control, pixel;
		uint8_t rgb[3];
	} cases[] = {
	    {2, 0x80123456, {0x12, 0x34, 0x56}},
	    {2 | 1 << 16, 0x80123456, {0x56, 0x34, 0x12}},
	    {2 | 1 << 8, 0x3ffu << 20 | 0x200 << 10 | 0x004, {0xff, 0x80, 0x01}},
	    {1, 0x1f << 10 | 0x10 << 5 | 0x01, {0xff, 0x84, 0x08}},
	    {1 | 1 << 8, 0x10 << 11 | 0x20 << 5 | 0x1f, {0x84, 0x82, 0xff}},
	    {1 | 2 << 8, 0xf8a1, {0x88, 0xaa, 0x11}},
	};

	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned n = (cases[i].control & 3) == 2 ? 4 : 2;
		struct fl_model_screen s;
		uint8_t row[3 * W];
		char why[100];

		memset(vram + AT, 0, 4 * PITCH * H);
		memcpy(vram + AT + (2 * PITCH + 3) * n, &cases[i].pixel, n); /* at 3,2 */
		show(cases[i].control);
		cr_assert(fl_model_screen(m, &s, why, sizeof why), "%s", why);
		cr_assert(s.width == W && s.height == H && s.bytes_px == n);
		for (unsigned y = 0; y < H; y++) {
			fl_model_screen_row(m, &s, y, row);
			for (unsigned x = 0; x < W; x++)
				cr_assert_eq(
				    memcmp(row + 3 * x, x == 3 && y == 2 ? cases[i].rgb : (uint8_t[3]){0}, 3),
				    0, "case %u at %u,%u: %02x %02x %02x", i, x, y, row[3 * x],
				    row[3 * x + 1], row[3 * x + 2]);
		}
	}
}

/* The surface is smaller than the viewport, moved inside memory, and the viewport is moved over it. */
Test(dc, windows)
{
	struct fl_model_screen s;
	uint8_t row[3 * W];

	for (uint32_t i = 0; i < PITCH * 16; i++)
		memcpy(vram + AT + 4 * i, &i, 4); /* pixel (x, y) holds y * 64 + x */
	show(2);
	wr(R500_D1GRPH_X_END, 4);
	wr(R500_D1GRPH_SURFACE_OFFSET_X, 2);
	wr(R500_D1GRPH_SURFACE_OFFSET_Y, 1);
	wr(R500_D1MODE_VIEWPORT_START, 1 << 16 | 1);
	cr_assert(fl_model_screen(m, &s, NULL, 0));
	fl_model_screen_row(m, &s, 0, row);
	/* viewport (0, 0) is desktop (1, 1), which is (3, 2) in memory; desktop columns 4 and up are not the
	 * surface's */
	for (unsigned x = 0; x < W; x++)
		cr_assert_eq(row[3 * x + 2], x < 3 ? 2 * 64 + 3 + x : 0, "column %u", x);
	fl_model_screen_row(m, &s, 1, row);
	cr_assert_eq(row[2], 3 * 64 + 3);
	fl_model_screen_row(m, &s, 2, row); /* desktop row 3: behind the end */
	cr_assert_eq(row[2], 0);
	/* no memory there: black */
	wr(R500_D1GRPH_PRIMARY_SURFACE_ADDRESS, BASE);
	next_frame();
	cr_assert(fl_model_screen(m, &s, NULL, 0));
	fl_model_screen_row(m, &s, 0, row);
	cr_assert_eq(row[2], 0);
}

static uint64_t shown_at(void)
{
	struct fl_model_screen s;

	cr_assert(fl_model_screen(m, &s, NULL, 0));
	return s.addr;
}

static bool pending(uint32_t update)
{
	return fl_model_read(m, update, 4) & 1 << 2;
}

/* As a program that ran on an RV530 flips its pages: D1CRTC_DOUBLE_BUFFER_CONTROL is 0x100, the address goes
 * to 0x6110, and bit 2 of 0x6144 is polled until it is clear. */
Test(dc, flip)
{
	enum { OTHER = AT + 0x10000, UPDATE_LOCK = 1 << 16, H_RETRACE = 1 };
	uint32_t base = vram_base();
	unsigned polls = 0;

	cr_assert_eq(fl_model_read(m, 0x60ec, 4), 0x100);
	show(2);
	cr_assert_eq(shown_at(), base + AT);
	wr(0x6110, base + OTHER);
	cr_assert_eq(fl_model_read(m, 0x6110, 4), base + OTHER);
	cr_assert(pending(0x6144));
	cr_assert_eq(shown_at(), base + AT, "the frame that has begun is finished");
	for (; pending(0x6144); polls++)
		cr_assert_lt(polls, 20000u, "no frame ends");
	cr_assert_eq(shown_at(), base + OTHER);

	/* the lock holds it back, for as many frames as it is there */
	wr(0x6144, UPDATE_LOCK);
	wr(0x6110, base + AT);
	next_frame();
	next_frame();
	cr_assert(pending(0x6144));
	cr_assert_eq(shown_at(), base + OTHER);
	wr(0x6144, 0);
	cr_assert(pending(0x6144));
	next_frame();
	cr_assert(!pending(0x6144));
	cr_assert_eq(shown_at(), base + AT);

	/* at the next line */
	wr(R500_D1GRPH_FLIP_CONTROL, H_RETRACE);
	wr(0x6110, base + OTHER);
	cr_assert(!pending(0x6144));
	cr_assert_eq(shown_at(), base + OTHER);
	cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
}

/* The second display's registers are 0x800 behind; while it is off nothing has to be waited for. */
Test(dc, flip_of_the_second_display)
{
	wr(R500_D2GRPH_PRIMARY_SURFACE_ADDRESS, BASE);
	cr_assert(!pending(R500_D2GRPH_UPDATE));
	wr(R500_D2CRTC_CONTROL, 1);
	wr(R500_D2GRPH_ENABLE, 1);
	wr(R500_D2GRPH_PRIMARY_SURFACE_ADDRESS, BASE + 0x1000);
	cr_assert(pending(R500_D2GRPH_UPDATE));
	cr_assert(!pending(R500_D1GRPH_UPDATE));
	next_frame();
	cr_assert(!pending(R500_D2GRPH_UPDATE));
}

/* Display registers that a dump of a real card has: known by name, without a report. */
Test(dc, registers_by_name)
{
	static const uint32_t known[] = {0x0308, 0x0450, 0x0480, 0x60ec, 0x60f8, 0x6400,
					 0x6520, 0x68ec, 0x6c14, 0x7800, 0x7804, 0x7880,
					 0x7904, 0x7a80, 0x7af0, 0x7d30, 0x7e40, 0x7e9c};

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		fl_model_read(m, known[i], 4);
	cr_assert_null(fl_model_report(m, 0), "%s", fl_model_report(m, 0)->text);
}

Test(dc, says_why_nothing_is_shown)
{
	static const struct {
		uint32_t reg, value;
		const char *says;
	} cases[] = {
	    {R500_D1CRTC_CONTROL, 0, "D1CRTC_MASTER_EN"},
	    {R500_D1VGA_CONTROL, 1, "VGA"},
	    {R500_D1GRPH_ENABLE, 0, "D1GRPH_ENABLE"},
	    {R500_D1GRPH_CONTROL, 0, "D1GRPH_DEPTH"},
	    {R500_D1MODE_VIEWPORT_SIZE, 0, "D1MODE_VIEWPORT_SIZE"},
	    {R500_D1GRPH_PITCH, 0, "D1GRPH_PITCH"},
	};
	struct fl_model_screen s;
	char why[100];

	cr_assert(!fl_model_screen(m, &s, why, sizeof why));
	cr_assert(strstr(why, "VGA"), "a posted card shows text: %s", why);
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		show(2);
		cr_assert(fl_model_screen(m, &s, why, sizeof why));
		wr(cases[i].reg, cases[i].value);
		cr_assert(!fl_model_screen(m, &s, why, sizeof why));
		cr_assert(strstr(why, cases[i].says), "%s", why);
	}
}

/* DMT 04: 800 pixels a line, 640 shown, 16 front porch, 96 sync, 48 back porch; 525 lines, 480, 10, 2, 33;
 * both syncs negative. The counters start with sync: the picture from 96 + 48 to 144 + 640, and from 2 + 33
 * to 35 + 480. */
Test(dc, standard_mode)
{
	static const struct {
		uint32_t reg, value;
	} want[] = {
	    {R500_D1CRTC_H_TOTAL, 799},
	    {R500_D1CRTC_H_BLANK_START_END, 144 << 16 | 784},
	    {R500_D1CRTC_H_SYNC_A, 96 << 16},
	    {R500_D1CRTC_H_SYNC_A_CNTL, 1},
	    {R500_D1CRTC_V_TOTAL, 524},
	    {R500_D1CRTC_V_BLANK_START_END, 35 << 16 | 515},
	    {R500_D1CRTC_V_SYNC_A, 2 << 16},
	    {R500_D1CRTC_V_SYNC_A_CNTL, 1},
	    {R500_D1CRTC_CONTROL, 1},
	    {R500_D1VGA_CONTROL, 0},
	    {R500_D1GRPH_ENABLE, 1},
	    {R500_D1GRPH_CONTROL, 2},
	    {R500_D1GRPH_PITCH, 640},
	    {R500_D1GRPH_X_END, 640},
	    {R500_D1GRPH_Y_END, 480},
	    {R500_D1MODE_VIEWPORT_SIZE, 640 << 16 | 480},
	    {R500_DC_LUT_WRITE_EN_MASK, 0x3f},
	    {R500_DC_LUTA_WHITE_OFFSET_RED, 0xffff},
	    {R500_DC_LUT_30_COLOR, 0x3fffffff}, /* the last of 256 entries: white */
	};
	struct fl_model_screen s;
	struct fl_err err = {0};
	struct r500_card c;
	struct fl_dev d;

	cr_assert_eq(fl_open_model(&d, m, "rv530", &err), FL_OK);
	r500_card_init(&c, &d);
	cr_assert_eq(fl_wake_to(&r500_family, &c.up, "memory", NULL, NULL, &err), FL_OK, "%s", err.text);
	cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, 640, &err), FL_OK, "%s", err.text);
	for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
		cr_assert_eq(fl_read32(&d, want[i].reg), want[i].value, "0x%04x is 0x%08x, not 0x%08x",
			     want[i].reg, fl_read32(&d, want[i].reg), want[i].value);
	cr_assert_eq(fl_read32(&d, R500_D1GRPH_PRIMARY_SURFACE_ADDRESS), c.up.vram_addr + AT);
	cr_assert(fl_model_screen(m, &s, NULL, 0));
	cr_assert(s.width == 640 && s.height == 480);
	cr_assert_null(fl_model_report(m, 0), "the model objects: %s", fl_model_report(m, 0)->text);
	/* DMT 09 has positive syncs. From VGA text it would come to 38 Hz: without it. */
	wr(R500_D1CRTC_CONTROL, 0);
	cr_assert_eq(r500_crtc_set(&c, 800, 600, AT, 832, &err), FL_OK, "%s", err.text);
	cr_assert_eq(fl_read32(&d, R500_D1CRTC_H_SYNC_A_CNTL), 0);

	wr(R500_D1CRTC_CONTROL, 0);
	cr_assert_eq(r500_crtc_set(&c, 641, 480, AT, 704, &err), FL_USAGE);
	cr_assert(strstr(err.text, "no mode of 641x480"), "%s", err.text);
	cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, 639, &err), FL_USAGE);
	cr_assert_eq(r500_crtc_set(&c, 640, 480, AT, 650, &err), FL_USAGE);
	cr_assert_eq(r500_crtc_set(&c, 640, 480, 0x100, 640, &err), FL_USAGE);
	cr_assert_eq(r500_crtc_set(&c, 640, 480, (16 << 20) - 4096, 640, &err), FL_USAGE);
	cr_assert(strstr(err.text, "do not fit"), "%s", err.text);
}
