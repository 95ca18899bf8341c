/* SPDX-License-Identifier: MIT
 *
 * Images of textures to memory and back, and the smaller levels made of the larger. See fl_texture.h.
 */
#include "hw/fl_dev.h"
#include "lib/fl_texture.h"

#include <string.h>

/* Pixels from x on, n at most, that lie one after the other: a linear row, or a piece of a tile. */
static uint32_t run_px(const struct fl_surface *s, uint32_t x, uint32_t n)
{
	uint32_t run = s->tiling ? s->rules->run_px(s, x) : s->pitch_px;

	return n < run ? n : run;
}

static void move(struct fl_dev *dev, const struct fl_surface *s, uint32_t x, uint32_t y, uint32_t n,
		 const void *from, void *to)
{
	uint32_t block = s->block_px ? s->block_px : 1, run;
	size_t done = 0, size;

	for (; n; n -= run, x += run, done += size) {
		uint64_t at = s->offset_B + fl_surface_at(s, x, y);

		run = run_px(s, x, n);
		size = (size_t)((run + block - 1) / block) * s->bytes_px;
		if (to)
			fl_vram_read(dev, at, (uint8_t *)to + done, size);
		else
			fl_vram_write(dev, at, (const uint8_t *)from + done, size);
	}
}

void fl_image_write(struct fl_dev *dev, const struct fl_surface *image, uint32_t x_px, uint32_t y_px,
		    uint32_t n_px, const void *texels)
{
	move(dev, image, x_px, y_px, n_px, texels, NULL);
	fl_vram_settle(dev, image->offset_B);
}

void fl_image_read(struct fl_dev *dev, const struct fl_surface *image, uint32_t x_px, uint32_t y_px,
		   uint32_t n_px, void *texels)
{
	move(dev, image, x_px, y_px, n_px, NULL, texels);
}

/* ---- mip levels ---------------------------------------------------------------------------------------- */

#define CHUNK_PX 16u /* of the smaller image, at a time */
#define PIXEL_B  16u /* at most */

/* Add n pixels' worth of pairs (or, where the larger image is one pixel wide, pixels) of its row y to sum. */
static void add_row(struct fl_dev *dev, const struct fl_surface *large, uint32_t x, uint32_t y, uint32_t n,
		    uint32_t pair, float (*sum)[4])
{
	uint8_t row[2 * CHUNK_PX * PIXEL_B];
	float rgba[4];

	fl_image_read(dev, large, x * pair, y, n * pair, row);
	for (uint32_t i = 0; i < n * pair; i++) {
		fl_pixel_unpack((enum fl_format)large->format, row + i * large->bytes_px, rgba);
		for (int c = 0; c < 4; c++)
			sum[i / pair][c] += rgba[c];
	}
}

/* One image of the smaller level: of slices [0, n) of the larger one that begin at *large. */
static void shrink(struct fl_dev *dev, const struct fl_surface *large, uint32_t n_slices,
		   const struct fl_surface *small)
{
	uint32_t pair_x = large->width_px > 1 ? 2 : 1, pair_y = large->height_px > 1 ? 2 : 1;
	float mean = 1.0f / (float)(pair_x * pair_y * n_slices), sum[CHUNK_PX][4];
	uint8_t row[CHUNK_PX * PIXEL_B];

	for (uint32_t y = 0; y < small->height_px; y++)
		for (uint32_t x = 0, n; x < small->width_px; x += n) {
			n = small->width_px - x < CHUNK_PX ? small->width_px - x : CHUNK_PX;
			memset(sum, 0, sizeof(sum));
			for (uint32_t k = 0; k < n_slices; k++) {
				struct fl_surface slice = *large;

				slice.offset_B += k * large->size_B;
				for (uint32_t j = 0; j < pair_y; j++)
					add_row(dev, &slice, x, y * pair_y + j, n, pair_x, sum);
			}
			for (uint32_t i = 0; i < n; i++) {
				for (int c = 0; c < 4; c++)
					sum[i][c] *= mean;
				fl_pixel_pack((enum fl_format)small->format, sum[i],
					      row + i * small->bytes_px);
			}
			fl_image_write(dev, small, x, y, n, row);
		}
}

enum fl_code fl_texture_mipmaps(struct fl_dev *dev, const struct fl_texture *t, struct fl_err *err)
{
	const struct fl_format_info *info = fl_format_info((enum fl_format)t->image.format);
	struct fl_surface large, small;

	if (!info || info->block_px > 1)
		return fl_fail(err, FL_USAGE,
			       "mip levels: %s is compressed; make the levels before compressing them",
			       info ? info->name : "?");
	if (info->is & FL_IS_INTEGER)
		return fl_fail(err, FL_USAGE, "mip levels: %s holds whole numbers, which have no mean",
			       info->name);
	for (uint32_t level = 1; level < t->levels; level++) {
		uint32_t n = t->kind == FL_TEX_3D && t->depth >> (level - 1) > 1 ? 2 : 1;

		for (uint32_t i = 0; fl_texture_image(t, i, level, &small); i++) {
			fl_texture_image(t, i * n, level - 1, &large);
			shrink(dev, &large, n, &small);
		}
	}
	return FL_OK;
}
