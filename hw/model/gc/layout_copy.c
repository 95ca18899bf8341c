/* SPDX-License-Identifier: MIT
 *
 * Copies of rectangles, as RS and BLT do them (layout_image.h).
 */
#include "hw/model/gc/layout_image.h"

enum { DOWN = 2 };

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

bool mgc_copy_pixels(struct mgc *g, const struct mgc_copy *c)
{
	uint8_t from[DOWN][DOWN * MGC_IMAGE_CHUNK * MGC_IMAGE_CPP], to[MGC_IMAGE_CHUNK * MGC_IMAGE_CPP];
	const uint8_t *const rows[DOWN] = {from[0], from[1]};

	for (uint32_t y = 0; y < c->h; y++)
		for (uint32_t x = 0; x < c->w; x += MGC_IMAGE_CHUNK) {
			const unsigned n = c->w - x < MGC_IMAGE_CHUNK ? c->w - x : MGC_IMAGE_CHUNK;
			const uint32_t sy = c->sy + (c->flip ? c->h - 1 - y : y) * c->down_y;

			for (unsigned k = 0; k < c->down_y; k++)
				mgc_image_read(g, &c->src, c->sx + x * c->down_x, sy + k, n * c->down_x,
					       from[k]);
			for (unsigned i = 0; i < n && c->convert; i++) {
				uint16_t v[4], out[4];

				mean(c, rows, i, v);
				for (unsigned k = 0; k < 4; k++)
					out[k] = swizzled(v, c->swizzle[k]);
				mgc_copy_pack(c->to, out, to + i * c->dst.cpp);
			}
			if (!mgc_image_write(g, &c->dst, c->dx + x, c->dy + y, n, c->convert ? to : from[0]))
				return false;
		}
	return true;
}

void mgc_copy_in_place(struct mgc *g, const struct mgc_ts *ts, uint32_t tiles)
{
	for (uint64_t i = 0; i < tiles && ts->surface + i * ts->tile_B <= UINT32_MAX; i++)
		mgc_ts_written(g, ts, (uint32_t)(ts->surface + i * ts->tile_B));
}
