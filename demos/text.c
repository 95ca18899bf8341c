/* SPDX-License-Identifier: MIT
 *
 * text: the font, through the 2D engine: all its characters, sizes, colors, patterns, and a line that
 * counts frames.
 */
#include "demos/demo.h"
#include "lib/fl_text.h"

/* Letters cut out of patterns, inside a dashed frame whose dashes move on a step a frame. */
static void patterns(struct fl_2d *g, uint32_t n)
{
	static const struct fl_point frame[5] = {{412, 208}, {612, 208}, {612, 438}, {412, 438}, {412, 208}};
	static const struct fl_pen pen = {.color = 0xff66d9e8, .dashes = 0x0f0f0f0f};
	struct fl_pen moving = pen;
	struct fl_brush stripes = {.kind = FL_BRUSH_MONO,
				   .color = 0xffffa94d,
				   .background = 0xffc92a2a,
				   .bits = {0xc1, 0xe0, 0x70, 0x38, 0x1c, 0x0e, 0x07, 0x83}};
	struct fl_brush dots = {.kind = FL_BRUSH_TRANSPARENT,
				.color = 0xff8ce99a,
				.bits = {0xcc, 0xcc, 0x33, 0x33, 0xcc, 0xcc, 0x33, 0x33}};
	uint32_t pixels[64];
	struct fl_brush tiles = {.kind = FL_BRUSH_COLOR, .pixels = pixels};
	struct fl_text_style style = {.scale = 4, .brush = &stripes};

	for (uint32_t i = 0; i < 64; i++)
		pixels[i] = 0xff4060ff + 0x00180000 * (i % 8) + 0x00001000 * (i / 8);
	fl_text(g, 432, 220, &style, "mono");
	style.brush = &dots;
	fl_text(g, 432, 292, &style, "dots");
	style.brush = &tiles;
	fl_text(g, 432, 364, &style, "color");
	moving.phase = n;
	fl_polyline(g, frame, 5, &moving, FL_ROP_PATCOPY);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const uint32_t rainbow[8] = {0xffff6b6b, 0xffffa94d, 0xffffe066, 0xff8ce99a,
					    0xff66d9e8, 0xff74c0fc, 0xffb197fc, 0xfff783ac};
	struct fl_text_style plain = {.color = 0xffd8dee9}, style = plain;
	struct fl_2d *g = &s->g;
	int32_t y = 24;
	char line[33];

	fl_fill_rect(g, 0, 0, (int32_t)s->width, (int32_t)s->height, 0xff1b2230);

	style.scale = 4;
	style.color = 0xffffe9b0;
	fl_text(g, 24, y, &style, "First light");
	y += 72;
	fl_textf(g, 24, y, &plain, "%s   %u x %u   frame %u", s->chip_name, s->width, s->height, n);
	y += 32;

	/* every character, 32 a line */
	for (uint32_t row = 0; row < 4; row++) {
		uint32_t i;

		for (i = 0; i < 32 && 32 + row * 32 + i < 32 + FL_FONT_COUNT; i++)
			line[i] = (char)(32 + row * 32 + i);
		line[i] = 0;
		if (row < 3 || i)
			fl_text(g, 24, y, &plain, line);
		y += 20;
	}
	y += 12;

	/* sizes */
	for (uint8_t scale = 1; scale <= 3; scale++) {
		style.scale = scale;
		style.color = plain.color;
		fl_textf(g, 24, y, &style, "%u x %u", FL_FONT_W * scale, FL_FONT_H * scale);
		y += (int32_t)FL_FONT_H * scale + 6;
	}

	/* colors, and cells with a background */
	for (int32_t i = 0; i < 8; i++) {
		style = (struct fl_text_style){.color = rainbow[i], .scale = 2};
		fl_text(g, 24 + i * 48, y, &style, "Aa");
		style = (struct fl_text_style){
		    .color = 0xff1b2230, .background = rainbow[i], .opaque = true, .scale = 2};
		fl_text(g, 24 + i * 48, y + 38, &style, "Aa");
	}
	y += 84;
	patterns(g, n);
	style = (struct fl_text_style){.color = 0xff8ce99a};
	fl_text(g, 24, y, &style, "\x80 it works");
	style.color = 0xffff6b6b;
	fl_text(g, 24 + 12 * FL_FONT_W, y, &style, "\x81 it does not");
	return FL_OK;
}

const struct fl_demo fl_demo_text = {
    .name = "text",
    .what = "the bitmap font: characters, sizes, colors, patterns",
    .needs = FL_NEEDS_2D,
    .frame = frame,
};
