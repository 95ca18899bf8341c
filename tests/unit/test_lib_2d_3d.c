/* SPDX-License-Identifier: MIT
 *
 * 2D by 3D engines, on models of R6xx and R7xx and of Sea Islands: the test card, and every raster operation
 * of a copy and of a fill, against formulas. Models that object fail the test.
 */
#include "tests/unit/test_lib_blit_expected.h"
#include "tests/unit/test_lib_rig.h"

static const char *const chips[] = {"rv770",  "r600",   "rv710",   "bonaire", "hawaii",
				    "kabini", "kaveri", "mullins", "rv670",   "rv610"};
enum { N_CHIPS = sizeof(chips) / sizeof(chips[0]) };

Test(lib_2d_3d, test_card)
{
	enum { WIDTH = 640, HEIGHT = 480 };

	for (unsigned c = 0; c < N_CHIPS; c++) {
		struct rig *r = rig_open_chip(chips[c], WIDTH, HEIGHT, false);
		unsigned wrong = 0;

		rig_frame(r, &fl_demo_blit, 0);
		for (uint32_t y = 0; y < HEIGHT; y++)
			for (uint32_t x = 0; x < WIDTH; x++)
				wrong +=
				    rig_at(r, x, y) != fl_blit_expected(x, y, WIDTH, HEIGHT, r->stage.g.caps);
		cr_expect_eq(wrong, 0, "%s: %u pixels differ", chips[c], wrong);
		rig_close(r);
	}
}

/* ---- raster operations --------------------------------------------------------------------------------- */
enum { SQUARE = 8, ACROSS = 16, FILLS_AT = ACROSS * SQUARE };

static uint32_t bits_at(uint32_t x, uint32_t y, uint32_t salt)
{
	uint32_t v = (x * 2654435761u) ^ (y * 2246822519u) ^ salt;

	v ^= v >> 15;
	v *= 2246822519u;
	return v ^ v >> 13;
}

static uint32_t rop_of(unsigned code, uint32_t p, uint32_t s, uint32_t d)
{
	uint32_t out = 0;

	for (unsigned i = 0; i < 32; i++)
		out |= (code >> ((p >> i & 1) << 2 | (s >> i & 1) << 1 | (d >> i & 1)) & 1u) << i;
	return out;
}

static uint32_t source_bits(uint32_t x, uint32_t y)
{
	return bits_at(x, y, 1);
}

static uint32_t target_bits(uint32_t x, uint32_t y)
{
	return bits_at(x, y, 2);
}

static const uint32_t brush_bits = 0x5a3cf096;

static bool has_s(unsigned rop)
{
	return (rop ^ rop >> 2) & 0x33;
}

/* Copies with every operation, and below them fills with those that have no source. */
static void draw_all(struct rig *r, struct fl_surface *s, struct fl_surface *d)
{
	struct fl_2d *g = &r->stage.g;

	cr_assert_eq(fl_2d_target(g, d), FL_OK);
	for (unsigned rop = 0; rop < 256; rop++) {
		int32_t x = (int32_t)(rop % ACROSS) * SQUARE, y = (int32_t)(rop / ACROSS) * SQUARE;

		fl_blit_rop(g, s, x + 3, y + 5, x, y, SQUARE, SQUARE, brush_bits, rop);
		if (!has_s(rop))
			fl_fill_rop(g, x, y + FILLS_AT, SQUARE, SQUARE, brush_bits, rop);
	}
	cr_assert_eq(g->code, FL_OK, "%s", g->err.text);
	rig_finish(r);
}

static void fill_image(struct rig *r, const struct fl_surface *s, uint32_t (*bits)(uint32_t x, uint32_t y))
{
	for (uint32_t y = 0; y < s->height_px; y++) {
		uint8_t row[160 * 4];

		for (uint32_t x = 0; x < s->width_px; x++) {
			uint32_t v = bits(x, y);

			memcpy(row + x * s->bytes_px, &v, s->bytes_px);
		}
		fl_image_write(&r->dev, s, 0, y, s->width_px, row);
	}
}

Test(lib_2d_3d, every_raster_operation)
{
	static const enum fl_format formats[] = {FL_ARGB8888, FL_RGB565, FL_C8};
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MICRO | FL_MACRO};

	for (unsigned i = 0; i < 3 * 6; i++) { /* to Kabini */
		struct rig *r = rig_open_chip(chips[i / 3], 64, 64, false);
		struct fl_surface s, d;
		struct fl_err err;
		uint32_t mask = i % 3 ? (1u << 16 / (i % 3)) - 1 : ~0u;
		unsigned wrong = 0;

		cr_assert_eq(fl_surface_place(&d, &r->stage.vram, 160, 2 * FILLS_AT, formats[i % 3],
					      tilings[i / 3 % 3], FL_USE_2D, &err),
			     FL_OK, "%s", err.text);
		cr_assert_eq(fl_surface_place(&s, &r->stage.vram, 160, 160, formats[i % 3],
					      tilings[(i + 1) % 3], FL_USE_2D, &err),
			     FL_OK, "%s", err.text);
		fill_image(r, &s, source_bits);
		fill_image(r, &d, target_bits);
		draw_all(r, &s, &d);
		for (uint32_t y = 0; y < 2 * FILLS_AT; y++)
			for (uint32_t x = 0; x < FILLS_AT; x++) {
				unsigned rop = y % FILLS_AT / SQUARE * ACROSS + x / SQUARE;
				bool fill = y >= FILLS_AT;
				uint32_t was = target_bits(x, y), got = 0, want = was;

				if (!fill || !has_s(rop))
					want = rop_of(rop, brush_bits, source_bits(x + 3, y + 5), was);
				fl_vram_read(&r->dev, d.offset_B + fl_surface_at(&d, x, y), &got, d.bytes_px);
				if (((got ^ want) & mask) && wrong++ < 3)
					cr_log_warn("%s: %s operation 0x%02x at (%u, %u): 0x%x, want 0x%x",
						    chips[i / 3], fill ? "fill" : "copy", rop, x, y, got,
						    want & mask);
			}
		cr_expect_eq(wrong, 0, "%s: %u pixels of %u bytes differ", chips[i / 3], wrong, d.bytes_px);
		rig_close(r);
	}
}

/* A copy over itself, to all sides, of more than the engine has room for in one piece. */
Test(lib_2d_3d, copies_over_themselves)
{
	enum { WIDTH = 1024, HEIGHT = 768, AT_X = 40, AT_Y = 30, BOX_W = 900, BOX_H = 700 };
	static const int to[][2] = {{3, 2}, {-3, 2}, {3, -2}, {-3, -2}, {0, 9}, {0, -9}, {7, 0}, {-7, 0}};

	for (unsigned k = 0; k < sizeof(to) / sizeof(to[0]); k++) {
		struct rig *r = rig_open_chip(chips[k % N_CHIPS], WIDTH, HEIGHT, false);
		unsigned wrong = 0;

		for (uint32_t y = 0; y < HEIGHT; y++) {
			uint32_t row[WIDTH];

			for (uint32_t x = 0; x < WIDTH; x++)
				row[x] = bits_at(x, y, 3);
			fl_image_write(&r->dev, &r->stage.screen, 0, y, WIDTH, row);
		}
		fl_blit(&r->stage.g, &r->stage.screen, AT_X, AT_Y, AT_X + to[k][0], AT_Y + to[k][1], BOX_W,
			BOX_H);
		rig_finish(r);
		for (uint32_t y = 0; y < HEIGHT; y++)
			for (uint32_t x = 0; x < WIDTH; x++) {
				int fx = (int)x - to[k][0], fy = (int)y - to[k][1];
				bool in = fx >= AT_X && fx < AT_X + BOX_W && fy >= AT_Y && fy < AT_Y + BOX_H;

				wrong += rig_at(r, x, y) !=
					 (in ? bits_at((uint32_t)fx, (uint32_t)fy, 3) : bits_at(x, y, 3));
			}
		cr_expect_eq(wrong, 0, "by (%d, %d): %u pixels differ", to[k][0], to[k][1], wrong);
		rig_close(r);
	}
}
