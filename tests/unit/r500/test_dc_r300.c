/* SPDX-License-Identifier: MIT
 *
 * What the first display of an R3xx or R4xx shows, by its registers (Linux radeon_legacy_crtc.c), and why it
 * shows nothing.
 */
#include "tests/unit/r500/test_model_rig.h"

enum {
	EN = 1 << 25,
	OWN = 1 << 24,
	NO_READS = 1 << 26,
	BPP_15 = 3,
	BPP_16 = 4,
	BPP_24 = 5,
	BPP_32 = 6,
	AT = 0x40000
};

static struct rig g;
static struct fl_model_screen s;
static char why[160];

static bool shown(void)
{
	*why = 0;
	return fl_model_screen(g.m, &s, why, sizeof(why));
}

/* 64 x 32, 128 pixels a line. */
static void start(void)
{
	g = rig_new("rv350");
	wr(&g, R500_CRTC_H_TOTAL_DISP, 7 << 16 | 20);
	wr(&g, R500_CRTC_V_TOTAL_DISP, 31 << 16 | 40);
	wr(&g, R500_CRTC_PITCH, 128 / 8);
	wr(&g, R500_DISPLAY_BASE_ADDR, g.base);
	wr(&g, R500_CRTC_OFFSET, AT);
	wr(&g, R500_CRTC_EXT_CNTL, 0);
	wr(&g, R500_CRTC_OFFSET_CNTL, 0);
	wr(&g, R500_CRTC_GEN_CNTL, EN | OWN | BPP_32 << 8);
}

Test(dc_r300, why_nothing_is_shown)
{
	static const struct {
		uint32_t gen, ext, pitch;
		const char *why;
	} rows[] = {
	    {OWN | BPP_32 << 8, 0, 16, "CRTC_GEN_CNTL.CRTC_EN"},
	    {EN | BPP_32 << 8, 0, 16, "shows VGA"},
	    {EN | OWN | NO_READS | BPP_32 << 8, 0, 16, "reads no memory"},
	    {EN | OWN | BPP_32 << 8, 1 << 10, 16, "the display is dark"},
	    {EN | OWN | BPP_24 << 8, 0, 16, "only 15, 16 and 32 bits"},
	    {EN | OWN | BPP_32 << 8, 0, 0, "the pitch is zero"},
	};

	start();
	cr_assert(shown(), "%s", why);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		wr(&g, R500_CRTC_GEN_CNTL, rows[i].gen);
		wr(&g, R500_CRTC_EXT_CNTL, rows[i].ext);
		wr(&g, R500_CRTC_PITCH, rows[i].pitch);
		cr_expect(!shown() && strstr(why, rows[i].why), "%u: \"%s\"", i, why);
	}
	rig_delete(&g);
}

/* Five, six and five bits, or three times five, brought to eight: v * 255 / max, or bits repeated. */
Test(dc_r300, formats)
{
	static const struct {
		uint32_t width, word;
		uint8_t rgb[3];
	} rows[] = {
	    {BPP_32, 0x00ff2010, {0xff, 0x20, 0x10}},
	    {BPP_16, 0x1f << 11, {0xff, 0, 0}},
	    {BPP_16, 0x3f << 5, {0, 0xff, 0}},
	    {BPP_16, 0x1f, {0, 0, 0xff}},
	    {BPP_15, 0x1f << 10, {0xff, 0, 0}},
	    {BPP_15, 0x1f << 5, {0, 0xff, 0}},
	    {BPP_15, 0x1f, {0, 0, 0xff}},
	};
	uint8_t row[3 * 64];

	start();
	for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const unsigned bytes = rows[i].width == BPP_32 ? 4 : 2, at = AT + bytes * (128 * 31 + 63);

		wr(&g, R500_CRTC_GEN_CNTL, EN | OWN | rows[i].width << 8);
		fl_model_vram_write(g.m, at, &rows[i].word, bytes);
		cr_assert(shown(), "%s", why);
		cr_expect(s.width == 64 && s.height == 32 && s.pitch_px == 128);
		fl_model_screen_row(g.m, &s, 31, row);
		cr_expect(!memcmp(row + 3 * 63, rows[i].rgb, 3), "%u: %02x %02x %02x", i, row[189], row[190],
			  row[191]);
	}
	rig_delete(&g);
}

/* Where the picture begins within tiles, and whether these are small or large ones. */
Test(dc_r300, tiles)
{
	enum { SEEN = 16, BYTES = 4 * 128 * 64 };
	static uint8_t row[2][3 * 64];

	start();
	for (uint32_t i = 0; i < BYTES; i += 4)
		vram_wr(&g, AT + i, i * 0x9e3779b9u >> 8);
	cr_assert(shown(), "%s", why);
	fl_model_screen_row(g.m, &s, 0, row[0]);
	/* CRTC_OFFSET_CNTL: micro tiles (13), macro tiles (15); any of them reads in another order */
	for (uint32_t how = 1; how < 4; how++) {
		wr(&g, R500_CRTC_OFFSET_CNTL, (how & 1) << 13 | (how & 2) << 14);
		cr_assert(shown(), "%s", why);
		fl_model_screen_row(g.m, &s, 1, row[1]);
		cr_expect(memcmp(row[0], row[1], 3 * SEEN), "%u", how);
	}
	/* X_Y_MODE_EN (9): from (8, 1) on */
	wr(&g, R500_CRTC_OFFSET_CNTL, 0);
	cr_assert(shown(), "%s", why);
	fl_model_screen_row(g.m, &s, 1, row[0]);
	wr(&g, R500_CRTC_OFFSET_CNTL, 1 << 9);
	wr(&g, R500_CRTC_TILE_X0_Y0, 1 << 16 | 8);
	cr_assert(shown(), "%s", why);
	fl_model_screen_row(g.m, &s, 0, row[1]);
	cr_expect(!memcmp(row[0] + 3 * 8, row[1], 3 * SEEN), "it does not begin at (8, 1)");
	rig_delete(&g);
}
