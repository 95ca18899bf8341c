/* SPDX-License-Identifier: MIT
 *
 * Pictures and text on a screen; see screen.h.
 */
#include "demos/bare/screen.h"
#include "lib/fl_font.h"

static struct fl_boot_screen screen;
static bool own; /* it is our card's memory */
static uint32_t column, line;

void fl_screen_use(const struct fl_boot_screen *s, const struct fl_dev *dev)
{
	screen = *s;
	/* Bare metal maps memory one to one (boot/x86_64): a BAR's pointer is its address. */
	own = dev && s->addr - (uintptr_t)dev->vram < dev->vram_size_B;
}

bool fl_screen_stage(const struct fl_stage *s)
{
	if (s && (own || !screen.pixels)) {
		screen = (struct fl_boot_screen){
		    .pixels = (uint8_t *)(uintptr_t)s->dev->vram + s->screen.offset_B,
		    .width = s->width,
		    .height = s->height,
		    .pitch_B = s->screen.pitch_px * 4,
		    .bytes_px = 4,
		    .red = {16, 8},
		    .green = {8, 8},
		    .blue = {0, 8},
		};
		own = true;
	}
	return screen.pixels;
}

static uint32_t channel(struct fl_boot_channel c, uint32_t v8)
{
	return (c.n < 8 ? v8 >> (8 - c.n) : v8 << (c.n - 8)) << c.at;
}

/* Each store is an access of its own to the card: a pixel of four bytes, the usual one, is one, and two black
 * ones are. */
typedef uint32_t word __attribute__((aligned(1), may_alias));
typedef uint64_t words __attribute__((aligned(1), may_alias));

static void put(uint8_t **at, uint32_t argb)
{
	uint32_t v = channel(screen.red, argb >> 16 & 255) | channel(screen.green, argb >> 8 & 255) |
		     channel(screen.blue, argb & 255);

	if (screen.bytes_px == sizeof(word)) {
		*(volatile word *)*at = v;
		*at += sizeof(word);
		return;
	}
	for (unsigned i = 0; i < screen.bytes_px; i++)
		*(*at)++ = (uint8_t)(v >> 8 * i);
}

static uint8_t *pixel(uint32_t x, uint32_t y)
{
	return screen.pixels + (size_t)y * screen.pitch_B + (size_t)x * screen.bytes_px;
}

static void fill(uint32_t y0, uint32_t y1)
{
	for (uint32_t y = y0; y < y1 && y < screen.height; y++) {
		uint8_t *at = pixel(0, y), *const end = at + (size_t)screen.width * screen.bytes_px;

		for (; end - at >= (ptrdiff_t)sizeof(words); at += sizeof(words))
			*(volatile words *)at = 0;
		while (at < end)
			*at++ = 0;
	}
}

void fl_screen_clear(void)
{
	column = line = 0;
	fill(0, screen.height);
}

void fl_screen_picture(struct fl_stage *s)
{
	static uint32_t row[4096]; /* a stage is no wider */
	uint32_t w = s->width < screen.width ? s->width : screen.width;
	uint32_t h = s->height < screen.height ? s->height : screen.height;
	uint32_t x0 = (screen.width - w) / 2, y0 = (screen.height - h) / 2;

	if (own || !screen.pixels)
		return;
	fill(0, y0);
	for (uint32_t y = 0; y < h; y++) {
		uint8_t *at = pixel(0, y0 + y);

		fl_stage_row(s, (s->height - h) / 2 + y, row);
		for (uint32_t x = 0; x < screen.width; x++)
			put(&at, x - x0 < w ? row[(s->width - w) / 2 + x - x0] : 0);
	}
	fill(y0 + h, screen.height);
}

static void glyph(uint8_t code)
{
	const uint8_t *rows = fl_font_glyph(code);

	for (uint32_t y = 0; y < FL_FONT_H; y++) {
		uint8_t *at = pixel(column * FL_FONT_W, line * FL_FONT_H + y);

		for (uint32_t x = 0; x < FL_FONT_W; x++)
			put(&at, rows[y] & 0x80 >> x ? 0xffffffff : 0);
	}
}

void fl_screen_text(const char *text, size_t n)
{
	if (screen.width < FL_FONT_W || screen.height < FL_FONT_H)
		return;
	for (; n; n--, text++) {
		if (*text == '\r')
			column = 0;
		else if (*text == '\b' && column)
			column--;
		if (*text == '\n' || column == screen.width / FL_FONT_W) {
			column = 0;
			line = (line + 1) % (screen.height / FL_FONT_H);
			fill(line * FL_FONT_H, (line + 1) * FL_FONT_H);
		}
		if ((uint8_t)*text >= ' ') {
			glyph((uint8_t)*text);
			column++;
		}
	}
}
