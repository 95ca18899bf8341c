/* SPDX-License-Identifier: MIT
 *
 * Fast clears: the ZMASK and CMASK RAMs hold 2 bits a block of pixels. 0 says that the block has the clear
 * value, whatever memory holds (R5xx guide 11.12, ZB_DEPTHCLEARVALUE; 11.2, RB3D_COLOR_CLEAR_VALUE); a
 * program that looks at such memory sees old pixels until the buffer was decompressed. The meaning of 1 to 3
 * is not published: here 3 is a block that stands in memory as it is, and what a program can see of
 * compression is no more than that.
 *
 * How blocks are spread over the dwords: from the counts that Mesa's driver clears (r300_texture_desc.c): one
 * dword of every pipe covers 16x16 pixels with one pipe, 32x16, 48x16 and 32x32 with two, three and four, in
 * blocks of 4x4.
 */
#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/rb.h"
#include "hw/regs/r500.h"

enum { WRITTEN = 3 };

struct place {
	unsigned pipe, dword, shift;
};

static struct place place_of(const struct mr500 *r, const struct mr500_surface *s, unsigned x, unsigned y)
{
	static const uint8_t width[5] = {1, 1, 2, 3, 2}, height[5] = {1, 1, 1, 1, 2};
	unsigned pipes = s->base.key.depth ? mr500_rb_z_pipes(r) : mr500_rb_pipes(r);
	unsigned px = s->mask_block_px, w = width[pipes] * 4 * px, h = height[pipes] * 4 * px;
	unsigned per_row = (s->mask_pitch + w - 1) / w;
	unsigned i = y % h / px * (w / px) + x % w / px; /* 0 to 16 * pipes - 1 */
	uint32_t size = s->base.key.depth ? r->variant->zmask_dw : r->variant->cmask_dw;
	struct place p = {.pipe = i % pipes, .shift = i / pipes * 2};

	p.dword = s->mask_start + y / h * per_row + x / w;
	if (size == 0 || size > MR500_RB_RAM_DW)
		size = MR500_RB_RAM_DW;
	p.dword %= size;
	return p;
}

/* Is the block of pixel (x, y) in the cleared state; and leave that state. */
static bool cleared(const struct mr500 *r, const struct mr500_surface *s, unsigned x, unsigned y)
{
	struct place p = place_of(r, s, x, y);
	const uint32_t(*ram)[MR500_RB_RAM_DW] = s->base.key.depth ? r->rb->zmask : r->rb->cmask;

	return (ram[p.pipe][p.dword] >> p.shift & 3) == 0;
}

static void set_written(struct mr500 *r, const struct mr500_surface *s, unsigned x, unsigned y)
{
	struct place p = place_of(r, s, x, y);
	uint32_t(*ram)[MR500_RB_RAM_DW] = s->base.key.depth ? r->rb->zmask : r->rb->cmask;

	ram[p.pipe][p.dword] |= (uint32_t)WRITTEN << p.shift;
}

void mr500_rb_fast_state(const struct mr500 *r, struct mr500_surface *s)
{
	if (s->base.key.depth) {
		s->clear[0] = s->clear[1] = R500_REG(r, ZB_DEPTHCLEARVALUE);
		s->mask_start = R500_REG(r, ZB_ZMASK_OFFSET) >> 2;
		s->mask_pitch = R500_REG(r, ZB_ZMASK_PITCH);
		s->mask_block_px = R500_GB_Z_PEQ_CONFIG__Z_PEQ_SIZE__GET(R500_REG(r, GB_Z_PEQ_CONFIG)) &&
					   s->base.key.samples == 1
				       ? 8
				       : 4;
	} else {
		s->clear[0] = s->clear[1] = R500_REG(r, RB3D_COLOR_CLEAR_VALUE);
		if (s->base.key.cpp == 8) {
			s->clear[0] = R500_REG(r, RB3D_COLOR_CLEAR_VALUE_GB);
			s->clear[1] = R500_REG(r, RB3D_COLOR_CLEAR_VALUE_AR);
		}
		s->mask_start = r->reg[R500_RB3D_CMASK_OFFSET(0) / 4] >> 2;
		s->mask_pitch = r->reg[R500_RB3D_CMASK_PITCH(0) / 4];
		s->mask_block_px = 4;
	}
	if (s->mask_pitch == 0)
		s->mask_pitch = s->base.key.pitch_px;
}

/* The 4x4 pixels at (x, y) of the tile: the smallest block there is, and all blocks are aligned to it. */
static void fill(const struct fl_tile_buf *b, unsigned x, unsigned y)
{
	const struct mr500_surface *s = mr500_surface_of(b);
	unsigned n = 4u * b->samples;

	for (unsigned j = 0; j < 4; j++) {
		uint8_t *row = b->px + ((y + j) * FL_TILE_PX + x) * b->samples * b->cpp;

		for (unsigned i = 0; i < n * b->cpp; i += b->cpp)
			for (unsigned c = 0; c < b->cpp; c += b->cpp < 4 ? b->cpp : 4)
				memcpy(row + i + c, &s->clear[c / 4 & 1], b->cpp < 4 ? b->cpp : 4);
	}
}

void mr500_rb_fast_load(const struct mr500 *r, const struct fl_tile_buf *b, uint64_t blocks)
{
	for (; blocks; blocks &= blocks - 1) {
		unsigned i = (unsigned)__builtin_ctzll(blocks), x0 = i % 8 * 8, y0 = i / 8 * 8;

		for (unsigned y = y0; y < y0 + 8; y += 4)
			for (unsigned x = x0; x < x0 + 8; x += 4)
				if (cleared(r, mr500_surface_of(b), b->tx * FL_TILE_PX + x,
					    b->ty * FL_TILE_PX + y))
					fill(b, x, y);
	}
}

void mr500_rb_fast_store(struct mr500 *r, struct fl_tile_buf *b)
{
	const struct mr500_surface *s = mr500_surface_of(b);
	unsigned px = s->mask_block_px, q = px / 2; /* quads a side */
	uint64_t mask = (1ull << q) - 1;

	for (unsigned y = 0; y < FL_TILE_PX; y += px)
		for (unsigned x = 0; x < FL_TILE_PX; x += px) {
			uint64_t any = 0;

			for (unsigned j = 0; j < q; j++) {
				unsigned qy = y / 2 + j;
				any |= b->dirty[qy / 2] >> ((qy & 1) * 32 + x / 2) & mask;
			}
			if (!any || !cleared(r, s, b->tx * FL_TILE_PX + x, b->ty * FL_TILE_PX + y))
				continue;
			for (unsigned j = 0; j < q; j++) {
				unsigned qy = y / 2 + j;
				b->dirty[qy / 2] |= mask << ((qy & 1) * 32 + x / 2);
			}
			set_written(r, s, b->tx * FL_TILE_PX + x, b->ty * FL_TILE_PX + y);
		}
}
