/* SPDX-License-Identifier: MIT
 *
 * The DMA engine's copies between a tiled surface and a linear one of the same pitch: whole rows. Mesa
 * r600_state.c (r600_dma_copy_tile); R6xx facts 8.
 */
#include "hw/model/r600/dma.h"
#include "hw/model/r600/tile_addr.h"
#include <string.h>

static uint32_t tiling(const struct mr600 *r)
{
	return r->variant->r7xx ? R700_DMA_TILING_CONFIG : R600_DMA_TILING_CONFIG;
}

struct area {
	struct mr600_tiled tiled;
	uint64_t linear;
	uint32_t x, y, z;
	bool to_linear;
};

static struct area decode(const struct mr600 *r, const struct mr600_dma_packet *p)
{
	uint32_t pitch = ((p->body[1] & 0x3ff) + 1) * 8, tiles = (p->body[2] >> 12) + 1;
	struct area a = {
	    .tiled = {.mode = p->body[1] >> 27 & 0xf,
		      .bpe = (uint8_t)(1u << (p->body[1] >> 24 & 7)),
		      .samples = 1,
		      .pitch = pitch,
		      .height = tiles * MR600_TILE_ELEMENTS / pitch},
	    .linear = (p->body[4] & ~3u) | (uint64_t)(p->body[5] & 0xff) << 32,
	    .x = p->body[3] >> 3 & 0x3fff,
	    .y = p->body[3] >> 17,
	    .z = p->body[2] & 0xfff,
	    .to_linear = p->body[1] >> 31,
	};

	a.tiled.base =
	    mr600_tile_base((uint64_t)p->body[0] << 8, a.tiled.mode, r->reg[tiling(r) / 4], &a.tiled.config);
	return a;
}

static const char *wrong(const struct area *a, uint32_t size_B)
{
	uint32_t row_B = a->tiled.pitch * a->tiled.bpe;

	if (a->tiled.mode <= MR600_ARRAY_LINEAR_ALIGNED)
		return "its surface is linear";
	if (a->tiled.bpe > 16)
		return "elements have 16 bytes at most";
	if (a->x || a->y % MR600_TILE_PX)
		return "it does not begin at x = 0, y a multiple of 8";
	if (size_B % (row_B * MR600_TILE_PX))
		return "it does not copy whole rows of tiles";
	return NULL;
}

static bool move(struct mr600 *r, const struct area *a, uint32_t x, uint32_t y, uint64_t at)
{
	unsigned n = a->tiled.bpe;
	uint8_t *tiled = fl_mem_span(&r->base.mem, mr600_tile_addr(&a->tiled, x, a->y + y, a->z, 0), n);
	uint8_t *linear = fl_mem_span(&r->base.mem, at, n);

	if (!tiled || !linear)
		return false;
	memcpy(a->to_linear ? linear : tiled, a->to_linear ? tiled : linear, n);
	return true;
}

const char *mr600_dma_copy_tiled(struct mr600 *r, const struct mr600_dma_packet *p)
{
	const struct area a = decode(r, p);
	const char *what = wrong(&a, 4 * p->count);
	uint32_t rows = 4 * p->count / (a.tiled.pitch * a.tiled.bpe);
	uint64_t at = a.linear;

	if (what)
		return what;
	if (!fl_spend(&r->base, (uint64_t)rows * a.tiled.pitch, "the transfers of the DMA engine"))
		return NULL;
	for (uint32_t y = 0; y < rows; y++)
		for (uint32_t x = 0; x < a.tiled.pitch; x++, at += a.tiled.bpe)
			if (!move(r, &a, x, y, at))
				return "it leaves the memory that there is";
	return NULL;
}
