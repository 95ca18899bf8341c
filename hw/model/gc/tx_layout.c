/* SPDX-License-Identifier: MIT
 *
 * Where the levels, faces and layers of a texture stand (GC facts 8.1, 9): each level has an address of its
 * own; faces and layers lie behind each other from there on.
 */
#include "hw/model/gc/tx.h"

#define SPAN_B (UINT64_C(1) << 28) /* from the lowest level to the end of the highest; more is no texture */

/* Of struct fl_texel_image.tile. */
enum { TILE_LAYOUT };

/* Layouts place pixels: the two of a pair of YUY2 or UYVY have 16 bits each. A block counts for one. */
static unsigned pixels_of(const struct fl_texel_format *f)
{
	return f->block_w == 2 ? 2 : 1;
}

static void row(const struct fl_texel_image *t, const struct fl_texel_level *l, uint32_t layer, uint32_t y,
		uint32_t x, uint32_t step, uint32_t n, uint64_t *at_B)
{
	const unsigned px = pixels_of(&t->format), cpp = t->format.bits / 8u / px;
	const uint64_t base = l->at_B + layer * l->layer_B;

	for (uint32_t i = 0; i < n; i++) {
		unsigned pipe;

		at_B[i] = base + mgc_layout_at(l->tile, (x + i * step) * px, y, l->pitch, cpp, &pipe);
		if (pipe)
			at_B[i] += l->layer_B / 2;
	}
}

static unsigned layout_of(const struct mgc *g, const struct mgc_sampler *s, bool blocks)
{
	const bool linear =
	    GC_TEXDESC_CONFIG0__ADDRESSING_MODE__GET(s->config0) == GC_TEXTURE_ADDRESSING_MODE__LINEAR;

	if (linear || blocks) /* compressed textures are rows of blocks, whatever the mode says */
		return MGC_LINEAR;
	switch (GC_TEXDESC_CONFIG1__HALIGN__GET(s->config1)) {
	case GC_TEXTURE_HALIGN__SUPER_TILED:
		return g->variant->cache_128_256 ? MGC_SUPER_NEW : MGC_SUPER_OLD;
	case GC_TEXTURE_HALIGN__SPLIT_TILED:
		return MGC_MULTI_TILED;
	case GC_TEXTURE_HALIGN__SPLIT_SUPER_TILED:
		return MGC_MULTI_SUPER;
	}
	return MGC_TILED;
}

/* What widths and heights are rounded up to, in pixels. */
static struct mgc_layout_align align_of(const struct mgc_sampler *s, unsigned layout)
{
	const bool sixteen = GC_TEXDESC_CONFIG1__HALIGN__GET(s->config1) == GC_TEXTURE_HALIGN__SIXTEEN;

	return layout == MGC_LINEAR ? (struct mgc_layout_align){1, 1}
				    : mgc_layout_align(layout, !sixteen, sixteen);
}

uint64_t mgc_tx_level_B(const struct fl_texel_image *t, const struct fl_texel_level *l)
{
	return l->layer_B * (t->kind == FL_TEXEL_CUBE ? 6 : l->depth);
}

static void size_of(const struct fl_texel_image *t, struct fl_texel_level *l, const struct mgc_sampler *s,
		    unsigned layout)
{
	const struct fl_texel_format *f = &t->format;
	const struct mgc_layout_align a = align_of(s, layout);
	const unsigned px = pixels_of(f);
	const uint32_t w = (l->width + f->block_w - 1) / f->block_w * px,
		       h = (l->height + f->block_h - 1) / f->block_h;
	const bool linear =
	    GC_TEXDESC_CONFIG0__ADDRESSING_MODE__GET(s->config0) == GC_TEXTURE_ADDRESSING_MODE__LINEAR;

	l->tile = (uint8_t)layout;
	l->pitch = fl_texel_align(w, a.w) * (f->bits / 8u / px);
	if (linear && s->linear_stride_B)
		l->pitch = s->linear_stride_B;
	l->rows = fl_texel_align(h, a.h);
	l->layer_B = (uint64_t)l->pitch * l->rows;
	l->run = layout == MGC_LINEAR ? w / px : MGC_TILE_PX / px;
}

bool mgc_tx_layout(const struct mgc *g, struct fl_texel_unit *u, const struct mgc_sampler *s)
{
	struct fl_texel_image *t = &u->image;
	const unsigned layout = layout_of(g, s, t->format.block_w > 2);
	uint32_t low = s->addr[0];

	for (unsigned i = 1; i < t->n_levels; i++)
		low = s->addr[i] < low ? s->addr[i] : low;
	t->addr = low;
	t->tile[TILE_LAYOUT] = (uint8_t)layout;
	u->row = row;
	u->size_B = 0;
	for (unsigned i = 0; i < t->n_levels; i++) {
		struct fl_texel_level *l = &u->level[i];

		l->width = fl_texel_smaller(t->width, i);
		l->height = fl_texel_smaller(t->height, i);
		l->depth = t->kind == FL_TEXEL_CUBE ? 6
			   : t->kind == FL_TEXEL_3D ? fl_texel_smaller(t->depth, i)
						    : t->depth;
		size_of(t, l, s, layout);
		l->at_B = s->addr[i] - low;
		if (l->at_B + mgc_tx_level_B(t, l) > u->size_B)
			u->size_B = l->at_B + mgc_tx_level_B(t, l);
	}
	return u->size_B <= SPAN_B;
}
