/* SPDX-License-Identifier: MIT
 *
 * The toy's two packets: TRIANGLE and COPY.
 */
#include "hw/model/toy/chip.h"

#include <stdlib.h>
#include <string.h>

#define PACKET(opcode, n) (TOY_PKT3__TYPE(TOY_PKT3) | TOY_PKT3__IT_OPCODE(opcode) | TOY_PKT3__COUNT((n)-2))
/* Bodies, by the order of their dwords in the register database */
enum { TARGET = 1, PITCH, CLIP_TOP_LEFT, CLIP_BOTTOM_RIGHT, CORNERS, CORNER_DW = 3, TRIANGLE_DW = 14 };
enum { TO = 1, FROM, PITCHES, SIZE, COPY_DW };
/* Corners count 1/16 pixels, and lie at most so far from the origin: products of two fit into 64 bits. */
enum { SUBPIXELS = 16, FARTHEST = 1 << 24, BAND_ROWS = 64 };
_Static_assert((int)TRIANGLE_DW == (int)MTOY_PACKET_DW, "the longest packet");

uint32_t mtoy_packet_dw(uint32_t header)
{
	return header == PACKET(TOY_PKT3_TRIANGLE, TRIANGLE_DW) ? TRIANGLE_DW
	       : header == PACKET(TOY_PKT3_COPY, COPY_DW)       ? COPY_DW
								: 0;
}

/* A triangle to be drawn: corners in 1/16 pixel, clockwise as they are seen; the box of pixels that it can
 * reach, x1 and y1 outside; and the sum of the weights that the corners have at any place. */
struct triangle {
	int64_t x[3], y[3], sum;
	uint32_t color[3];
	int64_t x0, y0, x1, y1;
};

/* Twice the area of a, b, c: positive if they go around clockwise. */
static int64_t area(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t cx, int64_t cy)
{
	return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/* Of two corners, one after the other: both sides of a triangle are drawn. */
static void turn_around(struct triangle *tri)
{
	const struct triangle was = *tri;

	tri->x[1] = was.x[2], tri->y[1] = was.y[2], tri->color[1] = was.color[2];
	tri->x[2] = was.x[1], tri->y[2] = was.y[1], tri->color[2] = was.color[1];
	tri->sum = -was.sum;
}

static void clip(int64_t *low, int64_t *high, const int64_t corner[3])
{
	int64_t least = corner[0], most = corner[0];

	for (unsigned i = 1; i < 3; i++) {
		least = corner[i] < least ? corner[i] : least;
		most = corner[i] > most ? corner[i] : most;
	}
	*low = least / SUBPIXELS > *low ? least / SUBPIXELS : *low;
	*high = most / SUBPIXELS + 1 < *high ? most / SUBPIXELS + 1 : *high;
}

static bool read_triangle(struct mtoy *t, const uint32_t *dw, struct triangle *tri)
{
	for (unsigned i = 0; i < 3; i++) {
		const uint32_t *corner = dw + CORNERS + CORNER_DW * i;

		tri->x[i] = (int32_t)corner[0];
		tri->y[i] = (int32_t)corner[1];
		tri->color[i] = corner[2];
		if (llabs(tri->x[i]) > FARTHEST || llabs(tri->y[i]) > FARTHEST) {
			mtoy_report(t, FL_REFUSE, "TRIANGLE: corner %u is too far away", i);
			return false;
		}
	}
	tri->sum = area(tri->x[0], tri->y[0], tri->x[1], tri->y[1], tri->x[2], tri->y[2]);
	if (tri->sum < 0)
		turn_around(tri);
	tri->x0 = TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__X__GET(dw[CLIP_TOP_LEFT]);
	tri->y0 = TOY_PKT3_TRIANGLE__CLIP_TOP_LEFT__Y__GET(dw[CLIP_TOP_LEFT]);
	tri->x1 = TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__X__GET(dw[CLIP_BOTTOM_RIGHT]);
	tri->y1 = TOY_PKT3_TRIANGLE__CLIP_BOTTOM_RIGHT__Y__GET(dw[CLIP_BOTTOM_RIGHT]);
	clip(&tri->x0, &tri->x1, tri->x);
	clip(&tri->y0, &tri->y1, tri->y);
	return true;
}

/* The weights of the corners at the middle of a pixel. False: it is outside. A middle on an edge belongs to
 * the triangle whose upper or left edge it is. */
static bool weights(const struct triangle *tri, int64_t px, int64_t py, int64_t weight[3])
{
	for (unsigned i = 0; i < 3; i++) {
		unsigned a = (i + 1) % 3, b = (i + 2) % 3;
		int64_t dx = tri->x[b] - tri->x[a], dy = tri->y[b] - tri->y[a];

		weight[i] = area(tri->x[a], tri->y[a], tri->x[b], tri->y[b], SUBPIXELS * px + SUBPIXELS / 2,
				 SUBPIXELS * py + SUBPIXELS / 2);
		if (weight[i] < 0 || (!weight[i] && !(dy < 0 || (!dy && dx > 0))))
			return false;
	}
	return true;
}

/* Each channel to the nearest whole number */
static uint32_t mix(const struct triangle *tri, const int64_t weight[3])
{
	uint32_t out = 0;

	for (unsigned shift = 0; shift < 32; shift += 8) {
		int64_t v = tri->sum / 2;

		for (unsigned i = 0; i < 3; i++)
			v += weight[i] * (tri->color[i] >> shift & 255);
		out |= (uint32_t)(v / tri->sum) << shift;
	}
	return out;
}

/* A triangle that threads draw, a band of rows each. */
struct job {
	struct mtoy *t;
	struct triangle tri;
	uint64_t target, pitch_B;
	bool refused;
};

static bool row(struct job *j, int64_t y)
{
	const struct triangle *tri = &j->tri;
	uint64_t n_px = (uint64_t)(tri->x1 - tri->x0);
	uint8_t *at = fl_mem_span(&j->t->base.mem,
				  j->target + (uint64_t)y * j->pitch_B + 4 * (uint64_t)tri->x0, 4 * n_px);

	if (!at) {
		mtoy_report(j->t, FL_REFUSE, "TRIANGLE: a row of the target is not in memory");
		return false;
	}
	if (!fl_work(&j->t->base, n_px))
		return false;
	for (int64_t x = tri->x0; x < tri->x1; x++, at += 4) {
		int64_t weight[3];
		uint32_t pixel;

		if (!weights(tri, x, y, weight))
			continue;
		pixel = mix(tri, weight);
		memcpy(at, &pixel, 4);
	}
	return true;
}

static void band(void *arg, unsigned item, unsigned thread)
{
	struct job *j = arg;
	int64_t y = j->tri.y0 + item * (int64_t)BAND_ROWS, end = y + BAND_ROWS;

	for (; y < end && y < j->tri.y1; y++)
		if (!row(j, y)) {
			__atomic_store_n(&j->refused, true, __ATOMIC_RELAXED);
			return;
		}
}

static bool triangle(struct mtoy *t, const uint32_t *dw)
{
	struct job j = {.t = t, .target = dw[TARGET], .pitch_B = 4ull * dw[PITCH]};

	if (!read_triangle(t, dw, &j.tri))
		return false;
	if (j.tri.sum && j.tri.x0 < j.tri.x1 && j.tri.y0 < j.tri.y1)
		fl_pool_run(t->base.pool, (unsigned)((j.tri.y1 - j.tri.y0 + BAND_ROWS - 1) / BAND_ROWS), band,
			    &j);
	return !j.refused;
}

/* Rows are taken from the end that the picture moves to, so that the two may overlap. */
static bool copy(struct mtoy *t, const uint32_t *dw)
{
	uint32_t width = TOY_PKT3_COPY__SIZE__WIDTH__GET(dw[SIZE]);
	uint32_t height = TOY_PKT3_COPY__SIZE__HEIGHT__GET(dw[SIZE]);
	uint64_t to_B = 4 * TOY_PKT3_COPY__PITCHES__TO__GET(dw[PITCHES]);
	uint64_t from_B = 4 * TOY_PKT3_COPY__PITCHES__FROM__GET(dw[PITCHES]);

	for (uint32_t i = 0; width && i < height; i++) {
		uint32_t y = dw[TO] > dw[FROM] ? height - 1 - i : i;
		uint8_t *to = fl_mem_span(&t->base.mem, dw[TO] + y * to_B, 4ull * width);
		const uint8_t *from = fl_mem_span(&t->base.mem, dw[FROM] + y * from_B, 4ull * width);

		if (!to || !from) {
			mtoy_report(t, FL_REFUSE, "COPY: row %u is not in memory", y);
			return false;
		}
		if (!fl_work(&t->base, width))
			return false;
		memmove(to, from, 4ull * width);
	}
	return true;
}

bool mtoy_packet(struct mtoy *t, const uint32_t *dw)
{
	return TOY_PKT3__IT_OPCODE__GET(dw[0]) == TOY_PKT3_TRIANGLE ? triangle(t, dw) : copy(t, dw);
}
