/* SPDX-License-Identifier: MIT
 *
 * 2D with a 3D engine: bitmaps, images and patterns, which go with the stream, in the body of a packet that
 * does nothing, and are read from there by words.
 */
#include "lib/fl_draw2d_3d.h"

#include <string.h>

enum { WORD_B = 4, WORD_BITS = 32, LOG2_BITS = 5, IN_BYTE = 7, SIDE = 8 };

/* Pixels of 1 bit have the left one in the highest of a byte. */
static void bits(struct fl_2d_picture *of, uint32_t color, uint32_t background, bool opaque)
{
	of->log2_px = LOG2_BITS;
	of->in_word = WORD_BITS - 1;
	of->log2_bits = 0;
	of->flip = IN_BYTE;
	of->values = 1;
	of->times = color ^ background;
	of->invert = background;
	of->drop = opaque ? 1 : ~0u;
}

static void pixels(struct fl_2d_picture *of, uint32_t bytes_px, uint32_t log2_px)
{
	of->log2_px = log2_px;
	of->in_word = (1u << log2_px) - 1;
	of->log2_bits = LOG2_BITS - log2_px;
	of->values = ~0u >> (WORD_BITS - 8 * bytes_px);
	of->times = 1;
	of->drop = 1;
}

/* The header of a packet for n words; `of` notes which is the first. */
struct to {
	const struct fl_2d *g;
	uint32_t *(*nop)(uint32_t *p, uint32_t n);
};

static uint32_t *header(const struct to *t, uint32_t *p, uint32_t n, struct fl_2d_picture *of)
{
	p = t->nop(p, n);
	of->first = (uint32_t)(p - t->g->cs->start);
	return p;
}

/* Rows become whole words. Those of a bitmap begin with the byte in which the first pixel is. */
static uint32_t *host(const struct to *t, uint32_t *p, const struct fl_2d_host *h,
		      const struct fl_2d_image *to, struct fl_2d_picture *of)
{
	const uint32_t bytes_px = t->g->dst->bytes_px, skipped = h->bitmap ? (uint32_t)h->left & IN_BYTE : 0;
	const uint32_t w = (uint32_t)(h->to.x1 - h->to.x0), n = (uint32_t)(h->to.y1 - h->to.y0);
	const uint32_t row_B = h->bitmap ? (skipped + w + IN_BYTE) / 8 : w * bytes_px;
	const uint32_t row_dw = (row_B + WORD_B - 1) / WORD_B;
	const uint8_t *from = h->rows + (h->bitmap ? (uint32_t)h->left / 8 : (uint32_t)h->left * bytes_px);

	if (h->bitmap)
		bits(of, h->bitmap->color, h->bitmap->background, h->bitmap->opaque);
	else
		pixels(of, bytes_px, bytes_px == 1 ? 2 : bytes_px == 2 ? 1 : 0);
	of->pitch = row_dw << of->log2_px;
	of->away[0] = skipped + (uint32_t)(to->x - h->to.x0);
	of->away[1] = (uint32_t)(to->y - h->to.y0);
	of->wrap[0] = of->wrap[1] = ~0u;
	p = header(t, p, n * row_dw, of);
	for (uint32_t y = 0; y < n; y++, p += row_dw, from += h->pitch_B) {
		p[row_dw - 1] = 0;
		memcpy(p, from, row_B);
	}
	return p;
}

static uint32_t *brush(const struct to *t, uint32_t *p, const struct fl_brush *b,
		       const struct fl_2d_image *to, struct fl_2d_picture *of)
{
	const bool colors = b->kind == FL_BRUSH_COLOR;
	const uint32_t n = colors ? SIDE * SIDE : SIDE / WORD_B;

	if (colors)
		pixels(of, t->g->dst->bytes_px, 0);
	else
		bits(of, b->color, b->background, b->kind == FL_BRUSH_MONO);
	of->pitch = SIDE;
	of->away[0] = (uint32_t)to->x - (uint32_t)b->x;
	of->away[1] = (uint32_t)to->y - (uint32_t)b->y;
	of->wrap[0] = of->wrap[1] = SIDE - 1;
	p = header(t, p, n, of);
	memcpy(p, colors ? (const void *)b->pixels : b->bits, WORD_B * (size_t)n);
	return p + n;
}

uint32_t *fl_2d_3d_pictures(const struct fl_2d *g, uint32_t *p, struct fl_2d_job *j,
			    uint32_t *(*nop)(uint32_t *p, uint32_t n))
{
	const struct to t = {.g = g, .nop = nop};
	struct fl_2d_picture of;

	_Static_assert(sizeof(of) == 4 * sizeof(j->constants[0]), "a picture is four constants");
	if (j->host) {
		memset(&of, 0, sizeof(of));
		p = host(&t, p, j->host, j->to, &of);
		memcpy(j->constants[FL_2D_SOURCE], &of, sizeof(of));
	}
	if (j->brush) {
		memset(&of, 0, sizeof(of));
		p = brush(&t, p, j->brush, j->to, &of);
		memcpy(j->constants[FL_2D_BRUSH], &of, sizeof(of));
	}
	return p;
}
