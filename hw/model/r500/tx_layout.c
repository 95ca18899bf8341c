/* SPDX-License-Identifier: MIT
 *
 * TX: where the levels, faces and layers of a texture stand (R5xx guide 4; Mesa r300_texture_desc.c, with
 * which drivers lay out what the chip reads).
 */
#include "hw/model/r500/tile_addr.h"
#include "hw/model/texture/tx.h"

#include <string.h>

static uint32_t align(uint32_t v, uint32_t to)
{
	return (v + to - 1) / to * to;
}

static uint32_t pow2(uint32_t v)
{
	uint32_t p = 1;
	while (p < v)
		p *= 2;
	return p;
}

/* A level stays macro-tiled while it is as wide and as high as a macro-tile; wider and higher with
 * MACRO_SWITCH, and on R300. The guide (11.9) speaks of the width only; Mesa checks both, and its textures
 * are what cards draw. */
static bool stays_macro(const struct tx_desc *d, unsigned cpp, uint32_t w, uint32_t h)
{
	uint32_t tw = mr500_tile_align_w(cpp, d->micro, true), th = mr500_tile_align_h(cpp, d->micro, true);

	return d->macro && (d->macro_switch ? w > tw && h > th : w >= tw && h >= th);
}

bool tx_layout(const struct tx_desc *d, struct tx_layout *out)
{
	const struct tx_format *f = tx_format(d->format, d->kind);
	uint64_t at = 0;

	memset(out, 0, sizeof(*out));
	if (!f->exists || d->levels >= TX_LEVELS)
		return false;
	out->n_levels = d->levels + 1u;
	for (unsigned i = 0; i < out->n_levels; i++) {
		struct tx_level *l = &out->level[i];
		uint32_t pitch = d->pitch ? d->pitch >> i : 0;

		l->width = d->width >> i ? d->width >> i : 1;
		l->height = d->height >> i ? d->height >> i : 1;
		l->depth = d->type == TX_CUBE  ? 6
			   : d->type != TX_3D  ? 1
			   : d->log2_depth > i ? 1u << (d->log2_depth - i)
					       : 1;
		uint64_t over =
		    0; /* a pitch below the width makes rows overlap, and the last one reach further */
		uint32_t rows = d->type != TX_2D || d->levels ? pow2(l->height) : l->height;
		uint32_t cols = pitch ? pitch : d->type == TX_3D ? pow2(l->width) : l->width;
		l->at_B = (uint32_t)at;
		if (f->block == 4) {
			uint32_t row_B = align((cols + 3) / 4 * f->bits / 8, 32);
			l->pitch = row_B * 8 / f->bits * 4;
			l->rows = align(rows, 4);
			over = align((l->width + 3) / 4 * f->bits / 8, 32);
			l->layer_B = row_B * (l->rows / 4);
		} else if (f->bits == 1) {
			l->pitch = align(cols, 256);
			l->rows = rows;
			l->layer_B = l->pitch / 8 * rows;
			over = align(l->width, 256) / 8;
		} else {
			unsigned cpp = f->bits / 8;
			l->macro = stays_macro(d, cpp, l->width, l->height);
			l->pitch = align(cols, mr500_tile_align_w(cpp, d->micro, l->macro));
			l->rows = align(rows, mr500_tile_align_h(cpp, d->micro, l->macro));
			l->layer_B = l->pitch * cpp * l->rows;
			over = (uint64_t)align(l->width, mr500_tile_align_w(cpp, d->micro, l->macro)) *
			       mr500_tile_align_h(cpp, d->micro, l->macro) * cpp;
		}
		at += (uint64_t)l->layer_B * l->depth;
		if (cols < l->width && at + over > out->size_B)
			out->size_B = at + over;
		if (at + over > 0xffffffff)
			return false;
	}
	if (at > out->size_B)
		out->size_B = at;
	return true;
}
