/* SPDX-License-Identifier: MIT
 *
 * What the blocks of a surface have in common, worked out once; copy.h.
 */
#include "hw/model/tiles/copy.h"

enum {
	BLOCK_PX = 8,
	LINE_PX = FL_TILE_LINE_B / 4, /* of four bytes each */
	PAIR_PX = 2 * BLOCK_PX,       /* two rows of a block */
};

/* What is asked for early; blocks that take more lines than there is room for are not asked for whole. */
static void lines(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	const unsigned n = BLOCK_PX / b->w_px * (BLOCK_PX / b->h_px), brick_B = b->w_px * b->h_px * k->cpp;

	b->n_lines = 0;
	for (unsigned i = 0; i < n; i++)
		for (unsigned in = 0; in < brick_B; in += FL_TILE_LINE_B) {
			const uint32_t line = (b->at[i] + in) / FL_TILE_LINE_B * FL_TILE_LINE_B;
			unsigned l = 0;

			while (l < b->n_lines && b->line[l] != line)
				l++;
			if (l == b->n_lines && l < FL_TILE_LINES)
				b->line[b->n_lines++] = line;
		}
}

/* Pixel (x, y) of a block of four bytes a pixel. */
static uint32_t place(const struct fl_tile_bricks *b, unsigned x, unsigned y)
{
	return b->at[y / b->h_px * (BLOCK_PX / b->w_px) + x / b->w_px] +
	       (y % b->h_px * b->w_px + x % b->w_px) * 4;
}

/* Pixel `to` of t is pixel `px` of the source that is called `from`. False: that would be the third. */
static bool add(struct fl_tile_turn *t, bool have[2], unsigned to, uint32_t from, unsigned px)
{
	for (unsigned s = 0; s < 2; s++)
		if (!have[s] || t->from[s] == from) {
			have[s] = true;
			t->from[s] = from;
			t->px[to] = (int32_t)(s * LINE_PX + px);
			return true;
		}
	return false;
}

/* Where a block takes as many lines as its pixels need, two rows of it come out of two of them at most, and
 * each line out of two pairs of rows: so all tilings have it. */
static bool by_lines(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	bool have_in[FL_TILE_TURNS][2] = {0}, have_out[FL_TILE_TURNS][2] = {0};

	if (k->cpp != 4 || b->n_lines != FL_TILE_TURNS)
		return false;
	for (unsigned y = 0; y < BLOCK_PX; y++)
		for (unsigned x = 0; x < BLOCK_PX; x++) {
			const uint32_t at = place(b, x, y), line = at / FL_TILE_LINE_B * FL_TILE_LINE_B;
			const unsigned pair = y / 2, in = y % 2 * BLOCK_PX + x, px = at % FL_TILE_LINE_B / 4;
			unsigned l = 0;

			while (l < b->n_lines && b->line[l] != line)
				l++;
			if (l == b->n_lines) /* a brick that begins in one and ends in the next */
				return false;
			if (!add(&b->in[pair], have_in[pair], in, line, px) ||
			    !add(&b->out[l], have_out[l], px, pair, in))
				return false;
		}
	/* where one source is enough, it is both */
	for (unsigned i = 0; i < FL_TILE_TURNS; i++) {
		b->in[i].from[1] = have_in[i][1] ? b->in[i].from[1] : b->in[i].from[0];
		b->out[i].from[1] = have_out[i][1] ? b->out[i].from[1] : b->out[i].from[0];
	}
	return true;
}

void fl_tile_copy_init(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	static const struct {
		uint8_t cpp, w_px, h_px, copy;
	} shapes[] = {{4, 2, 2, FL_TILE_COPY_2X2_4}, {4, 4, 2, FL_TILE_COPY_4X2_4},
		      {4, 4, 4, FL_TILE_COPY_4X4_4}, {4, 8, 1, FL_TILE_COPY_8X1_4},
		      {2, 8, 2, FL_TILE_COPY_8X2_2}, {1, 2, 2, FL_TILE_COPY_2X2_1}};

	lines(k, b);
	b->by_lines = by_lines(k, b);
	for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		if (k->cpp == shapes[i].cpp && b->w_px == shapes[i].w_px && b->h_px == shapes[i].h_px)
			b->copy = shapes[i].copy;
}
