/* SPDX-License-Identifier: MIT
 *
 * Smoke test of a toy: each of its packets draws, and the picture is read back.
 */
#include "hw/toy/card.h"
#include "hw/fl_smoke.h"

enum { COPY_X = 5, COPY_Y = 9, FROM_X = 3, FROM_Y = 2, W = 37, H = 21, SIDE = FL_SMOKE_SIDE };

static uint32_t ground(unsigned x, unsigned y)
{
	return 0x01000193u * (x + 257 * y) ^ 0x00c0ffee;
}

static uint32_t copied(unsigned x, unsigned y)
{
	return x - COPY_X < W && y - COPY_Y < H ? ground(x - COPY_X + FROM_X, y - COPY_Y + FROM_Y)
						: ground(x, y);
}

/* The upper left half of the picture: red grows to the right, green downwards, of each the nearest whole
 * number at the middle of the pixel. Of the pixels whose middle is on the long edge, which is a lower right
 * one, none is drawn. */
static uint32_t drawn(unsigned x, unsigned y)
{
	uint32_t red = (255 * (2 * x + 1) + SIDE) / (2 * SIDE),
		 green = (255 * (2 * y + 1) + SIDE) / (2 * SIDE);

	return x + y < SIDE - 1 ? 0xff000000u | red << 16 | green << 8 : ground(x, y);
}

static uint32_t at(uint64_t picture_B, unsigned x, unsigned y)
{
	return (uint32_t)picture_B + 4 * (x + SIDE * y);
}

static enum fl_code draws(struct fl_bringup *up, uint64_t picture_B, const uint32_t *dw, uint32_t n,
			  fl_smoke_pixel *want, const char *what, struct fl_err *err)
{
	enum fl_code code;

	fl_smoke_paint(up, picture_B, ground);
	code = toy_ring_send(toy_card(up), dw, n, err);
	if (!code)
		code = fl_smoke_compare(up, picture_B, what, want, err);
	if (!code)
		fl_did(up, "%s: every pixel is right, and nothing else touched", what);
	return code;
}

/* Onto itself, to the right and down: what is overwritten must have been read before. */
enum fl_code toy_check_copy(struct fl_bringup *up, struct fl_err *err)
{
	uint64_t picture_B;
	enum fl_code code = fl_smoke_picture(up, 0, &picture_B, err);
	const uint32_t dw[TOY_COPY_DW] = {
	    TOY_PACKET(COPY, TOY_COPY_DW), at(picture_B, COPY_X, COPY_Y), at(picture_B, FROM_X, FROM_Y),
	    TOY_PKT3_COPY__PITCHES__TO(SIDE) | TOY_PKT3_COPY__PITCHES__FROM(SIDE),
	    TOY_PKT3_COPY__SIZE__WIDTH(W) | TOY_PKT3_COPY__SIZE__HEIGHT(H)};

	return code ? code : draws(up, picture_B, dw, TOY_COPY_DW, copied, "copy", err);
}

enum fl_code toy_check_triangle(struct fl_bringup *up, struct fl_err *err)
{
	uint64_t picture_B;
	enum fl_code code = fl_smoke_picture(up, 0, &picture_B, err);
	const uint32_t dw[TOY_TRIANGLE_DW] = {TOY_PACKET(TRIANGLE, TOY_TRIANGLE_DW),
					      (uint32_t)picture_B,
					      SIDE,
					      0,
					      TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__X(SIDE) |
						  TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__Y(SIDE),
					      0,
					      0,
					      0xff000000,
					      16 * SIDE,
					      0,
					      0xffff0000,
					      0,
					      16 * SIDE,
					      0xff00ff00};

	return code ? code : draws(up, picture_B, dw, TOY_TRIANGLE_DW, drawn, "triangle", err);
}

/* What a check stands on, and what it gives to those after it. */
enum { ANSWERS = 1, VRAM = 2, RING = 4, RUNS = 8 };

static enum fl_code address_lines(struct fl_bringup *up, struct fl_err *err)
{
	return fl_smoke_address_lines(up, "ID", err);
}

extern const struct fl_check toy_checks[];
const struct fl_check toy_checks[] = {
    {"identity", "TOY", toy_identify, 0, ANSWERS, false},
    {"reset", "TOY", toy_reset, ANSWERS, 0, false},
    {"VRAM data lines", "MC", fl_smoke_data_lines, ANSWERS, VRAM, false},
    {"VRAM address lines", "MC", address_lines, ANSWERS, 0, false},
    {"ring", "TOY", toy_ring, ANSWERS | VRAM, RING, false},
    {"fence", "TOY", toy_fence, RING, RUNS, false},
    {"copy", "TOY", toy_check_copy, RUNS, 0, false},
    {"triangle", "TOY", toy_check_triangle, RUNS, 0, false},
    {NULL, NULL, NULL, 0, 0, false},
};
