/* SPDX-License-Identifier: MIT
 *
 * The demo text on bare metal and QEMU's ati-vga: every pixel of the screen against the font's bitmaps, laid
 * out here.
 */
#include "lib/fl_font.h"
#include "tests/unit/test_image.h"

enum { W = 640, H = 480, BACK = 0x1b2230, PLAIN = 0xd8dee9 };

static uint32_t want[H][W];

static void put(unsigned x, unsigned y, unsigned scale, uint32_t color, int64_t background, const char *s)
{
	for (; *s; s++, x += FL_FONT_W * scale)
		for (unsigned py = 0; py < FL_FONT_H * scale; py++)
			for (unsigned px = 0; px < FL_FONT_W * scale; px++) {
				bool set = fl_font_glyph((uint8_t)*s)[py / scale] >> (7 - px / scale) & 1;

				if (x + px < W && y + py < H && (set || background >= 0))
					want[y + py][x + px] = set ? color : (uint32_t)background;
			}
}

/* Letters four times as large, in a color that depends on the pixel; 0: not drawn. */
static void put_pattern(unsigned x, unsigned y, uint32_t (*color)(unsigned x, unsigned y), const char *s)
{
	for (; *s; s++, x += 32)
		for (unsigned py = 0; py < 64; py++)
			for (unsigned px = 0; px < 32; px++)
				if (fl_font_glyph((uint8_t)*s)[py / 4] >> (7 - px / 4) & 1 &&
				    color(x + px, y + py))
					want[y + py][x + px] = color(x + px, y + py);
}

/* Stripes 3 wide: downwards to the right. */
static uint32_t stripes(unsigned x, unsigned y)
{
	return (x - y + 1) % 8 < 3 ? 0xffa94d : 0xc92a2a;
}

static uint32_t dots(unsigned x, unsigned y)
{
	return (x / 2 + y / 2) % 2 ? 0 : 0x8ce99a;
}

static uint32_t tiles(unsigned x, unsigned y)
{
	return (0x40 + 0x18 * (x % 8)) << 16 | (0x60 + 0x10 * (y % 8)) << 8 | 0xff;
}

/* Dashes of 4 around a frame of 201 x 231, clockwise from its upper left corner. */
static void dashes(void)
{
	for (unsigned i = 0; i < 2 * (200 + 230); i++) {
		unsigned x = i < 200 ? i : i < 430 ? 200 : i < 630 ? 630 - i : 0;
		unsigned y = i < 200 ? 0 : i < 430 ? i - 200 : i < 630 ? 230 : 860 - i;

		if (i % 8 < 4)
			want[208 + y][412 + x] = 0x66d9e8;
	}
}

/* The page, from top to bottom. */
static void layout(void)
{
	static const uint32_t rainbow[8] = {0xff6b6b, 0xffa94d, 0xffe066, 0x8ce99a,
					    0x66d9e8, 0x74c0fc, 0xb197fc, 0xf783ac};

	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++)
			want[y][x] = BACK;
	put(24, 24, 4, 0xffe9b0, -1, "First light");
	put(24, 96, 1, PLAIN, -1, "RV100   640 x 480   frame 0");
	for (unsigned c = 32; c < 32 + FL_FONT_COUNT; c++) {
		char s[2] = {(char)c, 0};

		put(24 + c % 32 * 8, 128 + (c / 32 - 1) * 20, 1, PLAIN, -1, s);
	}
	put(24, 220, 1, PLAIN, -1, "8 x 16");
	put(24, 242, 2, PLAIN, -1, "16 x 32");
	put(24, 280, 3, PLAIN, -1, "24 x 48");
	for (unsigned i = 0; i < 8; i++) {
		put(24 + i * 48, 334, 2, rainbow[i], -1, "Aa");
		put(24 + i * 48, 372, 2, BACK, rainbow[i], "Aa");
	}
	put_pattern(432, 220, stripes, "mono");
	put_pattern(432, 292, dots, "dots");
	put_pattern(432, 364, tiles, "color");
	dashes();
	put(24, 418, 1, 0x8ce99a, -1, "\x80 it works");
	put(24 + 96, 418, 1, 0xff6b6b, -1, "\x81 it does not");
}

Test(boot, text_is_exact, .timeout = 60)
{
	unsigned w = 0, h = 0, wrong = 0, x0 = 0, y0 = 0;
	struct qemu q;

	start(&q, (const char *const[]){IMAGE, "-append", "demo text", ATI_VGA, NULL});
	wait_text(&q, "text: done", 30000);
	uint8_t *rgb = qemu_screen(&q, &w, &h);
	qemu_end(&q);
	cr_assert(rgb && w == W && h == H, "no screen of 640 x 480");
	layout();
	for (unsigned y = 0; y < H; y++)
		for (unsigned x = 0; x < W; x++) {
			const uint8_t *p = rgb + (y * W + x) * 3;

			if (((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) != want[y][x] && !wrong++)
				x0 = x, y0 = y;
		}
	free(rgb);
	cr_assert_eq(wrong, 0u, "%u pixels differ, first at %u,%u", wrong, x0, y0);
}
