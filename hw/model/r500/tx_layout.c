/* SPDX-License-Identifier: MIT
 *
 * TX: where the levels, faces and layers of a texture stand (R5xx guide 4; Mesa r300_texture_desc.c, with
 * which drivers lay out what the chip reads).
 */
#include "hw/model/r500/tile_addr.h"
#include "hw/model/r500/tx_block.h"

#include <string.h>

/* A level stays macro-tiled while it is as wide and as high as a macro-tile; wider and higher with
 * MACRO_SWITCH, and on R300. The guide (11.9) speaks of the width only; Mesa checks both, and its textures
 * are what cards draw. */
static bool stays_macro(const struct fl_texel_image *t, unsigned cpp, uint32_t w, uint32_t h)
{
	unsigned micro = t->tile[MR500_TX_MICRO];
	uint32_t tw = mr500_tile_align_w(cpp, micro, true), th = mr500_tile_align_h(cpp, micro, true);

	return t->tile[MR500_TX_MACRO] &&
	       (t->tile[MR500_TX_MACRO_SWITCH] ? w > tw && h > th : w >= tw && h >= th);
}

enum { ROW_ALIGN_B = 32 }; /* of blocks and one-bit texels */

/* Pitch, rows and size of a layer of cols x rows texels. Returns how far its last row reaches beyond it: a
 * pitch below the width makes rows overlap. */
static uint64_t lay_out(const struct mr500_tx_format *f, const struct fl_texel_image *t,
			struct fl_texel_level *l, uint32_t cols, uint32_t rows)
{
	uint64_t reach_B, row_B;

	l->run = 1;
	if (f->block == 4) {
		row_B = fl_texel_align((cols + 3) / 4 * f->bits / 8, ROW_ALIGN_B);
		reach_B = fl_texel_align((l->width + 3) / 4 * f->bits / 8, ROW_ALIGN_B);
		l->pitch = (uint32_t)row_B * 8 / f->bits * 4;
		l->rows = fl_texel_align(rows, 4);
		l->layer_B = row_B * (l->rows / 4);
	} else if (f->bits == 1) {
		l->pitch = fl_texel_align(cols, ROW_ALIGN_B * 8);
		l->rows = rows;
		row_B = l->pitch / 8;
		reach_B = fl_texel_align(l->width, ROW_ALIGN_B * 8) / 8;
		l->layer_B = row_B * rows;
	} else {
		const unsigned cpp = f->bits / 8, micro = t->tile[MR500_TX_MICRO];

		l->tile = stays_macro(t, cpp, l->width, l->height);
		const uint32_t w = mr500_tile_align_w(cpp, micro, l->tile),
			       h = mr500_tile_align_h(cpp, micro, l->tile);
		l->pitch = fl_texel_align(cols, w);
		l->rows = fl_texel_align(rows, h);
		row_B = (uint64_t)l->pitch * cpp * h;
		reach_B = (uint64_t)fl_texel_align(l->width, w) * cpp * h;
		l->layer_B = row_B * (l->rows / h);
		if (f->block == 1)
			l->run = micro || l->tile ? 1u << mr500_micro_log2_w(cpp, micro) : l->pitch;
	}
	return reach_B > row_B ? reach_B - row_B : 0;
}

bool mr500_tx_layout(const struct mr500_tx_format *f, struct fl_texel_unit *u)
{
	const struct fl_texel_image *t = &u->image;
	uint64_t at = 0;

	memset(u->level, 0, sizeof(u->level));
	u->size_B = 0;
	if (!f->exists || t->n_levels > MR500_TX_LEVELS)
		return false;
	for (unsigned i = 0; i < t->n_levels; i++) {
		struct fl_texel_level *l = &u->level[i];
		uint32_t pitch = t->pitch ? t->pitch >> i : 0;

		l->width = t->width >> i ? t->width >> i : 1;
		l->height = t->height >> i ? t->height >> i : 1;
		l->depth = t->kind == FL_TEXEL_CUBE ? 6
			   : t->kind != FL_TEXEL_3D ? 1
			   : t->depth >> i          ? t->depth >> i
						    : 1;
		uint32_t rows =
		    t->kind != FL_TEXEL_2D || t->n_levels > 1 ? fl_texel_pow2(l->height) : l->height;
		uint32_t cols = pitch ? pitch : t->kind == FL_TEXEL_3D ? fl_texel_pow2(l->width) : l->width;
		l->at_B = at;
		uint64_t over = lay_out(f, t, l, cols, rows);
		at += l->layer_B * l->depth;
		if (at + over > u->size_B)
			u->size_B = at + over;
		if (at + over > UINT32_MAX)
			return false;
	}
	return true;
}

void mr500_tx_row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		  uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B)
{
	const struct fl_texel_format *f = &t->format;
	uint64_t from = l->at_B + layer * l->layer_B;
	unsigned micro = t->tile[MR500_TX_MICRO], cpp = f->bits / 8u / f->block_w;

	if (f->block_h == 4 || cpp == 0) { /* blocks of 4x4, bytes of eight texels: rows of them */
		uint64_t row = from + (uint64_t)y * (l->pitch / f->block_w) * (f->bits / 8u);
		for (uint32_t i = 0; i < n; i++)
			at_B[i] = row + (uint64_t)(x + i * step) * (f->bits / 8u);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		at_B[i] =
		    from + mr500_tile_addr((x + i * step) * f->block_w, y, cpp, l->pitch, micro, l->tile);
}
