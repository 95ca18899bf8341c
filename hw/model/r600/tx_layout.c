/* SPDX-License-Identifier: MIT
 *
 * Where the levels, faces, layers and samples of a texture stand (R6xx facts 6.1; libdrm radeon_surface.c,
 * with which drivers lay out what the chip reads).
 */
#include "hw/model/r600/fetch.h"

#include <string.h>

#include "hw/model/r600/surface.h"

/* The image has the tiling in pitch's place: levels have pitches of their own. */
static struct mr600_tiled tiled_of(const struct fl_texel_image *t, const struct fl_texel_level *l)
{
	return (struct mr600_tiled){.pitch = l->pitch,
				    .height = l->rows,
				    .config = t->key,
				    .mode = l->tile,
				    .bpe = (uint8_t)(t->format.bits / 8u),
				    .samples = t->tile[MR600_TX_SAMPLES],
				    .depth = t->tile[MR600_TX_DEPTH]};
}

static void row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B)
{
	struct mr600_tiled s = tiled_of(t, l);
	const unsigned samples = s.samples;

	s.base = mr600_tile_base(t->addr + l->at_B, s.mode, t->key, &s.config);
	for (uint32_t i = 0; i < n; i++)
		at_B[i] = mr600_tile_addr(&s, x + i * step, y, layer / samples, layer % samples) - t->addr;
}

/* Sizes in elements, rounded up to what the mode asks for; 2D modes fall back to 1D where a level is smaller
 * than a macro tile, and stay there. */
static void size_of(const struct fl_texel_unit *u, struct fl_texel_level *l, unsigned i, uint8_t *mode)
{
	const struct fl_texel_image *t = &u->image;
	const struct fl_texel_format *f = &t->format;
	const unsigned bpe = f->bits / 8u, samples = t->tile[MR600_TX_SAMPLES];
	uint32_t w = l->width, h = l->height;

	if (i) {
		w = fl_texel_pow2(w);
		h = fl_texel_pow2(h);
	}
	w = (w + f->block_w - 1) / f->block_w;
	h = (h + f->block_h - 1) / f->block_h;
	struct mr600_align a = mr600_surface_align(*mode, bpe, samples, t->key);

	if (i && mr600_array_macro(*mode) && (w < a.pitch || h < a.height)) {
		*mode = mr600_array_thick(*mode) ? MR600_ARRAY_1D_THICK : MR600_ARRAY_1D_THIN1;
		a = mr600_surface_align(*mode, bpe, samples, t->key);
	}
	l->tile = *mode;
	l->pitch = i ? fl_texel_align(w, a.pitch) : t->pitch / f->block_w;
	l->rows = fl_texel_align(h, a.height);
	l->layer_B = (uint64_t)l->pitch * l->rows * bpe * samples;
	l->run = 1;
	if (*mode <= MR600_ARRAY_LINEAR_ALIGNED && f->block_w == 1)
		l->run = l->pitch;
	/* mr600_tile_element(): four of a row stand side by side */
	else if (bpe == 4 && f->block_w == 1 && !t->tile[MR600_TX_DEPTH])
		l->run = 4;
}

/* Slices that a level takes up in memory. */
static uint32_t slices_of(const struct fl_texel_image *t, const struct fl_texel_level *l, unsigned i)
{
	uint32_t n = l->depth / t->tile[MR600_TX_SAMPLES];

	if (t->kind == FL_TEXEL_CUBE)
		n = n < t->tile[MR600_TX_CUBE_PAD] ? t->tile[MR600_TX_CUBE_PAD] : n;
	/* layers as well: Mesa's levels of three layers are four apart, and piglit's texelFetch tests pass so
	 * on real chips (r600-rv770-fails.txt does not name them) */
	if ((t->kind == FL_TEXEL_3D || t->kind == FL_TEXEL_ARRAY) && i)
		n = fl_texel_pow2(n);
	return mr600_array_thick(l->tile) ? fl_texel_align(n, MR600_THICK) : n;
}

bool mr600_tx_layout(struct fl_texel_unit *u, uint64_t base, uint64_t mips, uint32_t config)
{
	struct fl_texel_image *t = &u->image;
	uint8_t mode = t->tile[MR600_TX_MODE];
	uint64_t at = mips, end = 0;

	t->key = config & 0xffff;
	t->addr = t->n_levels > 1 && mips < base ? mips : base;
	/* the low bits of a macro-tiled base are a pipe and a bank: texels stand below it, too */
	t->addr = mr600_tile_base(t->addr, mode, t->key, &(uint32_t){0});
	u->row = row;
	for (unsigned i = 0; i < t->n_levels; i++) {
		struct fl_texel_level *l = &u->level[i];

		l->width = fl_texel_smaller(t->width, i);
		l->height = fl_texel_smaller(t->height, i);
		l->depth = t->kind == FL_TEXEL_CUBE ? 6
			   : t->kind == FL_TEXEL_3D ? fl_texel_smaller(t->depth, i)
						    : t->depth;
		l->depth *= t->tile[MR600_TX_SAMPLES];
		size_of(u, l, i, &mode);
		if (!l->pitch)
			return false;
		l->at_B = (i ? at : base) - t->addr;
		const uint64_t size = l->layer_B * slices_of(t, l, i);

		if (i)
			at += size;
		/* of the slices behind the last that is read nothing need be there */
		const uint64_t used = l->layer_B * ((l->depth / t->tile[MR600_TX_SAMPLES]) +
						    (mr600_array_thick(l->tile) ? MR600_THICK - 1 : 0));
		const uint64_t from =
		    mr600_tile_base(t->addr + l->at_B, l->tile, t->key, &(uint32_t){0}) - t->addr;

		end = from + used > end ? from + used : end;
	}
	u->size_B = end;
	return end <= UINT32_MAX;
}
