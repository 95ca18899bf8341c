/* SPDX-License-Identifier: MIT
 *
 * Copies of rectangles, as RS and BLT do them (layout_image.h).
 */
#include "hw/model/gc/layout_image.h"

#include <string.h>

enum { DOWN = 2, BRICK_B = 64, ROW_B = 16, PAGE_B = 4096 };

/* The mean of what one pixel of the destination comes from. */
static void mean(const struct mgc_copy *c, const uint8_t *const rows[DOWN], unsigned i, uint16_t v[4])
{
	const unsigned w = c->one_sample ? 1 : c->down_x, h = c->one_sample ? 1 : c->down_y;
	const unsigned n = w * h;
	uint32_t sum[4] = {0};

	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++) {
			mgc_copy_fields(c->from, rows[y] + (i * c->down_x + x) * c->src.cpp, v);
			for (unsigned k = 0; k < 4; k++)
				sum[k] += v[k];
		}
	for (unsigned k = 0; k < 4; k++)
		v[k] = (uint16_t)(n > 1 ? (sum[k] + n / 2) / n : sum[k]);
	mgc_copy_widen(c->from, v);
}

static uint16_t swizzled(const uint16_t v[4], unsigned swizzle)
{
	switch (swizzle) {
	case GC_TEXTURE_SWIZZLE__ZERO:
		return 0;
	case GC_TEXTURE_SWIZZLE__ONE:
		return UINT16_MAX;
	default:
		return v[swizzle & 3];
	}
}

/* ---- bricks -------------------------------------------------------------------------------------------- */
/* What every frame ends with: 4x4 pixels of four bytes, 64 bytes in a row, to four rows of a linear surface,
 * which shares no memory with the source. */
static bool may_go_by_bricks(const struct mgc_copy *c)
{
	const struct mgc_image *s = &c->src, *d = &c->dst;
	const uint32_t first = s->addr[0] < s->addr[1] ? s->addr[0] : s->addr[1],
		       last = s->addr[0] < s->addr[1] ? s->addr[1] : s->addr[0];
	const uint64_t end = last + mgc_layout_size_B(s->layout, s->stride_B, c->sy + c->h),
		       dst_end = d->addr[0] + (uint64_t)d->stride_B * (c->dy + c->h);

	return !c->convert && c->down_x == 1 && c->down_y == 1 && s->cpp == 4 && d->cpp == 4 &&
	       s->layout != MGC_LINEAR && d->layout == MGC_LINEAR && !d->ts.on &&
	       (c->sx | c->sy | c->w | c->h) % MGC_TILE_PX == 0 &&
	       (!s->ts.on || (s->ts.tile_B % BRICK_B == 0 && (s->addr[0] - s->ts.surface) % BRICK_B == 0 &&
			      (s->addr[1] - s->ts.surface) % BRICK_B == 0)) &&
	       end <= UINT32_MAX && dst_end <= UINT32_MAX && (end <= d->addr[0] || dst_end <= first);
}

/* All of the destination is there. */
static bool is_there(struct mgc *g, const struct mgc_copy *c)
{
	struct mgc_window w = {0};

	for (uint32_t y = 0; y < c->h; y++) {
		const uint32_t from = mgc_image_at(&c->dst, c->dx, c->dy + y), to = from + c->w * c->dst.cpp;

		for (uint32_t at = from, n; at < to; at += n) {
			n = PAGE_B - at % PAGE_B < to - at ? PAGE_B - at % PAGE_B : to - at;
			if (!mgc_near(g, (enum mgc_client)c->dst.client, at, n, true, &w))
				return false;
		}
	}
	return true;
}

/* The four rows of bricks from (x, y) of the source on, and for how many bricks they go on there; 0: one of
 * them is not there. */
static uint32_t rows_of(struct mgc *g, const struct mgc_copy *c, uint32_t x, uint32_t y,
			struct mgc_window w[MGC_TILE_PX], uint8_t *to[MGC_TILE_PX])
{
	uint64_t left_B = (uint64_t)(c->w - x) * c->dst.cpp;

	for (unsigned k = 0; k < MGC_TILE_PX; k++) {
		const uint32_t row = c->flip ? c->h - 1 - y - k : y + k,
			       at = mgc_image_at(&c->dst, c->dx + x, c->dy + row);
		uint64_t in_B;

		to[k] = mgc_near(g, (enum mgc_client)c->dst.client, at, ROW_B, true, &w[k]);
		if (!to[k])
			return 0;
		in_B = w[k].n_B - (at - w[k].from);
		left_B = in_B < left_B ? in_B : left_B;
	}
	return (uint32_t)(left_B / ROW_B);
}

/* A brick of the source; *cleared: its status says so, and it is NULL. */
static const uint8_t *brick_of(struct mgc *g, const struct mgc_copy *c, uint32_t x, uint32_t y, bool *cleared,
			       struct mgc_image_near *near)
{
	unsigned pipe;
	const uint64_t in =
	    mgc_layout_at(c->src.layout, c->sx + x, c->sy + y, c->src.stride_B, c->src.cpp, &pipe);
	const uint32_t at = c->src.addr[pipe] + (uint32_t)in;

	*cleared = c->src.ts.on && mgc_ts_cleared_near(g, &c->src.ts, at, &near->pipe[pipe].ts);
	return *cleared
		   ? NULL
		   : mgc_near(g, (enum mgc_client)c->src.client, at, BRICK_B, false, &near->pipe[pipe].px);
}

/* False: memory is not as usual, and pixels go row by row, with their reports. */
static bool by_bricks(struct mgc *g, const struct mgc_copy *c)
{
	const uint64_t clear[2] = {c->src.ts.clear, c->src.ts.clear};
	struct mgc_image_near near = {0};
	struct mgc_window rows[MGC_TILE_PX] = {0};
	uint8_t *to[MGC_TILE_PX];

	if (!may_go_by_bricks(c) || !is_there(g, c))
		return false;
	for (uint32_t y = 0; y < c->h; y += MGC_TILE_PX)
		for (uint32_t x = 0, left = 0; x < c->w; x += MGC_TILE_PX, left--) {
			const uint8_t *from;
			bool cleared;

			if (!left)
				left = rows_of(g, c, x, y, rows, to);
			from = brick_of(g, c, x, y, &cleared, &near);
			if (!left || (!cleared && !from))
				return false;
			for (unsigned k = 0; k < MGC_TILE_PX; k++) {
				memcpy(to[k], cleared ? (const uint8_t *)clear : from + k * ROW_B, ROW_B);
				to[k] += ROW_B;
			}
		}
	return true;
}

/* ---- all others ---------------------------------------------------------------------------------------- */
bool mgc_copy_pixels(struct mgc *g, const struct mgc_copy *c)
{
	uint8_t from[DOWN][DOWN * MGC_IMAGE_CHUNK * MGC_IMAGE_CPP], to[MGC_IMAGE_CHUNK * MGC_IMAGE_CPP];
	const uint8_t *const rows[DOWN] = {from[0], from[1]};
	struct mgc_image_near src = {0}, dst = {0};

	if (by_bricks(g, c))
		return true;
	for (uint32_t y = 0; y < c->h; y++)
		for (uint32_t x = 0; x < c->w; x += MGC_IMAGE_CHUNK) {
			const unsigned n = c->w - x < MGC_IMAGE_CHUNK ? c->w - x : MGC_IMAGE_CHUNK;
			const uint32_t sy = c->sy + (c->flip ? c->h - 1 - y : y) * c->down_y;

			for (unsigned k = 0; k < c->down_y; k++)
				mgc_image_read(g, &c->src, c->sx + x * c->down_x, sy + k, n * c->down_x,
					       from[k], &src);
			for (unsigned i = 0; i < n && c->convert; i++) {
				uint16_t v[4], out[4];

				mean(c, rows, i, v);
				for (unsigned k = 0; k < 4; k++)
					out[k] = swizzled(v, c->swizzle[k]);
				mgc_copy_pack(c->to, out, to + i * c->dst.cpp);
			}
			if (!mgc_image_write(g, &c->dst, c->dx + x, c->dy + y, n, c->convert ? to : from[0],
					     &dst))
				return false;
		}
	return true;
}

void mgc_copy_in_place(struct mgc *g, const struct mgc_ts *ts, uint32_t tiles)
{
	struct mgc_ts_near near = {0};

	for (uint64_t i = 0; i < tiles && ts->surface + i * ts->tile_B <= UINT32_MAX; i++)
		mgc_ts_written_near(g, ts, (uint32_t)(ts->surface + i * ts->tile_B), false, &near);
}
