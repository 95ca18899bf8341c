/* SPDX-License-Identifier: MIT
 *
 * Where an element (a texel, a pixel, a block of 4x4) stands in memory: all array modes of R6xx and R7xx, the
 * one address function that color and depth buffers, textures, the host path and the DMA engine share.
 *
 * The equations are those of R6xx facts 6.2. Bits of an address below the group size count inside a memory
 * channel ("pipe"); a pipe and a bank are chosen by exclusive ors of coordinate bits. What is uncertain: the
 * order of bits with "optimal bank swap" (row sizes 4 to 7), which no open driver sets: taken as without.
 */
#ifndef HW_MODEL_R600_TILE_ADDR_H
#define HW_MODEL_R600_TILE_ADDR_H

#include <stdbool.h>
#include <stdint.h>

/* The ARRAY_MODE and TILE_MODE fields of CB_COLOR_INFO, DB_DEPTH_INFO and texture resources. */
enum mr600_array {
	MR600_ARRAY_LINEAR_GENERAL,
	MR600_ARRAY_LINEAR_ALIGNED,
	MR600_ARRAY_1D_THIN1,
	MR600_ARRAY_1D_THICK,
	MR600_ARRAY_2D_THIN1,
	MR600_ARRAY_2D_THIN2,
	MR600_ARRAY_2D_THIN4,
	MR600_ARRAY_2D_THICK,
	MR600_ARRAY_2B_THIN1,
	MR600_ARRAY_2B_THIN2,
	MR600_ARRAY_2B_THIN4,
	MR600_ARRAY_2B_THICK,
	MR600_ARRAY_3D_THIN1,
	MR600_ARRAY_3D_THICK,
	MR600_ARRAY_3B_THIN1,
	MR600_ARRAY_3B_THICK,
};

enum {
	MR600_TILE_PX = 8,
	MR600_TILE_LOG2_PX = 3,
	MR600_TILE_ELEMENTS = 64,
	MR600_THICK = 4,
	MR600_SWIZZLE_AT = 16
};

/* What the equation needs to know of a surface. */
struct mr600_tiled {
	uint64_t base; /* address of the surface; of macro modes without the bits below a macro tile's */
	uint32_t pitch, height; /* elements, aligned to the mode */
	uint32_t config;        /* low half of GB_TILING_CONFIG; above: mr600_tile_base() */
	uint8_t mode;           /* enum mr600_array */
	uint8_t bpe;            /* bytes an element, of one sample */
	uint8_t samples;
	bool depth; /* TILE_TYPE: elements of a tile in the order of a depth buffer, samples interleaved */
};

/* ---- GB_TILING_CONFIG (R6xx facts 0.1) ---------------------------------------------------------------- */
static inline unsigned mr600_log2_pipes(uint32_t config)
{
	unsigned n = config >> 1 & 7;

	return n < 3 ? n : 3; /* more than 8 do not exist */
}

static inline unsigned mr600_log2_banks(uint32_t config)
{
	return (config >> 4 & 3) ? 3 : 2;
}

static inline unsigned mr600_log2_group(uint32_t config)
{
	return (config >> 6 & 3) ? 9 : 8;
}

static inline unsigned mr600_row_B(uint32_t config)
{
	return 1024u << (config >> 8 & 3);
}

static inline unsigned mr600_swap_B(uint32_t config)
{
	unsigned n = config >> 11 & 7;

	return 128u << (n < 3 ? n : 3);
}

static inline unsigned mr600_split_B(uint32_t config)
{
	return 1024u << (config >> 14 & 3);
}

/* ---- array modes --------------------------------------------------------------------------------------- */
static inline bool mr600_array_macro(unsigned mode)
{
	return mode >= MR600_ARRAY_2D_THIN1;
}

static inline bool mr600_array_thick(unsigned mode)
{
	return 1u << mode &
	       (1u << MR600_ARRAY_1D_THICK | 1u << MR600_ARRAY_2D_THICK | 1u << MR600_ARRAY_2B_THICK |
		1u << MR600_ARRAY_3D_THICK | 1u << MR600_ARRAY_3B_THICK);
}

static inline bool mr600_array_swapped(unsigned mode)
{
	return (mode >= MR600_ARRAY_2B_THIN1 && mode <= MR600_ARRAY_2B_THICK) || mode >= MR600_ARRAY_3B_THIN1;
}

/* Base and config for struct mr600_tiled: of macro modes the bits of an address that number a pipe and a bank
 * choose where the surface begins to count them. */
static inline uint64_t mr600_tile_base(uint64_t addr, unsigned mode, uint32_t tiling, uint32_t *config)
{
	const unsigned lg = mr600_log2_group(tiling);
	const uint32_t places = 1u << (mr600_log2_pipes(tiling) + mr600_log2_banks(tiling));

	*config = tiling & ((1u << MR600_SWIZZLE_AT) - 1);
	if (!mr600_array_macro(mode))
		return addr;
	*config |= ((uint32_t)(addr >> lg) & (places - 1)) << MR600_SWIZZLE_AT;
	return addr & ~(((uint64_t)places << lg) - 1);
}

/* A macro tile is banks / aspect tiles wide and pipes * aspect high: log2 of the aspect. */
static inline unsigned mr600_array_aspect(unsigned mode)
{
	return mode == MR600_ARRAY_2D_THIN2 || mode == MR600_ARRAY_2B_THIN2   ? 1
	       : mode == MR600_ARRAY_2D_THIN4 || mode == MR600_ARRAY_2B_THIN4 ? 2
									      : 0;
}

/* ---- inside a micro tile ------------------------------------------------------------------------------- */
static inline unsigned mr600_bit(uint32_t v, unsigned from, unsigned to)
{
	return (v >> from & 1) << to;
}

/* Number of element (x, y) of its tile of 8x8. */
static inline unsigned mr600_tile_element(unsigned bpe, bool depth, uint32_t x, uint32_t y)
{
	if (depth)
		return mr600_bit(x, 0, 0) | mr600_bit(y, 0, 1) | mr600_bit(x, 1, 2) | mr600_bit(y, 1, 3) |
		       mr600_bit(x, 2, 4) | mr600_bit(y, 2, 5);
	switch (bpe) {
	case 1:
		return (x & 7) | mr600_bit(y, 1, 3) | mr600_bit(y, 0, 4) | mr600_bit(y, 2, 5);
	case 2:
		return (x & 7) | (y & 7) << 3;
	case 8:
		return mr600_bit(x, 0, 0) | mr600_bit(y, 0, 1) | (x >> 1 & 3) << 2 | (y >> 1 & 3) << 4;
	case 16:
		return mr600_bit(y, 0, 0) | mr600_bit(x, 0, 1) | (x >> 1 & 3) << 2 | (y >> 1 & 3) << 4;
	default:
		return (x & 3) | mr600_bit(y, 0, 2) | mr600_bit(x, 2, 3) | (y >> 1 & 3) << 4;
	}
}

/* ---- pipes and banks ----------------------------------------------------------------------------------- */
static inline unsigned mr600_tile_pipe(unsigned log2_pipes, uint32_t x, uint32_t y)
{
	x >>= 3;
	y >>= 3;
	switch (log2_pipes) {
	case 0:
		return 0;
	case 1:
		return (x ^ y) & 1;
	case 2:
		return ((x >> 1 ^ y) & 1) | ((x ^ y >> 1) & 1) << 1;
	default:
		return ((x >> 2 ^ y) & 1) | ((x >> 1 ^ x >> 2 ^ y >> 1) & 1) << 1 | ((x ^ y >> 2) & 1) << 2;
	}
}

static inline unsigned mr600_tile_bank(unsigned log2_banks, unsigned log2_pipes, uint32_t x, uint32_t y)
{
	x >>= 3;
	y >>= 3 + log2_pipes;
	if (log2_banks == 2)
		return ((x ^ y >> 1) & 1) | ((x >> 1 ^ y) & 1) << 1;
	return ((x ^ y >> 2) & 1) | ((x >> 1 ^ y >> 1 ^ y >> 2) & 1) << 1 | ((x >> 2 ^ y) & 1) << 2;
}

/* Columns after which a "B" mode changes its banks; n: samples that count, split: pieces of a tile. */
static inline uint32_t mr600_swap_width(const struct mr600_tiled *s, unsigned n)
{
	const unsigned lp = mr600_log2_pipes(s->config), banks = 1u << mr600_log2_banks(s->config);
	const unsigned bpp = 8u * s->bpe, tile_B = MR600_TILE_ELEMENTS * s->bpe;
	const unsigned fit = mr600_split_B(s->config) / tile_B; /* samples of a piece */
	const unsigned split = fit && n > fit ? n / fit : 1, aspect = 1u << mr600_array_aspect(s->mode);

	if (mr600_array_thick(s->mode))
		n = MR600_THICK;
	const uint32_t tiles = mr600_swap_B(s->config) / 2 / bpp,
		       most = (banks * mr600_row_B(s->config) << lp) / ((n * aspect * bpp << lp) / split);
	const uint32_t least = (8 * banks << mr600_log2_group(s->config)) / (n * tile_B / split);
	uint32_t w = (tiles ? tiles : 1) * 8 * banks;

	w = w > least ? w : least;
	w = w < most ? w : most;
	while (w >= 2 * s->pitch)
		w >>= 1;
	return w ? w : 1;
}

/* ---- the address --------------------------------------------------------------------------------------- */
static inline uint64_t mr600_macro_addr(const struct mr600_tiled *s, uint32_t x, uint32_t y, uint32_t z,
					uint32_t elem, unsigned thick)
{
	static const uint8_t gray[8] = {0, 1, 3, 2, 6, 7, 5, 4};
	const unsigned lp = mr600_log2_pipes(s->config), lb = mr600_log2_banks(s->config),
		       lg = mr600_log2_group(s->config), aspect = mr600_array_aspect(s->mode);
	const uint32_t pipes = 1u << lp, banks = 1u << lb, group_mask = (1u << lg) - 1;
	const uint32_t tile_B = MR600_TILE_ELEMENTS * s->bpe * thick * s->samples;
	uint32_t ns = s->samples, piece = 0, pieces = 1;

	if (ns > 1 && tile_B > mr600_split_B(s->config)) {
		const uint32_t split = mr600_split_B(s->config);
		const uint32_t fit = split / (MR600_TILE_ELEMENTS * s->bpe);

		piece = elem / split;
		pieces = tile_B / split;
		elem %= split;
		ns = fit ? fit : 1;
	}

	uint32_t bank = mr600_tile_bank(lb, lp, x, y);
	if (mr600_array_swapped(s->mode))
		bank ^= gray[x / mr600_swap_width(s, ns) & (banks - 1)];
	const uint32_t slice = thick > 1 ? z / MR600_THICK : z, swizzle = s->config >> MR600_SWIZZLE_AT;
	const uint32_t rotation =
	    s->mode >= MR600_ARRAY_3D_THIN1 ? (pipes >= 4 ? pipes / 2 - 1 : 1) : pipes * (banks / 2 - 1);
	uint32_t at = mr600_tile_pipe(lp, x, y) | bank << lp;

	at ^= pipes * piece * (banks / 2 + 1) ^ (swizzle + slice * rotation);
	at &= pipes * banks - 1;

	/* a macro tile's sizes are powers of two */
	const unsigned log2_wide = MR600_TILE_LOG2_PX + lb - aspect,
		       log2_high = MR600_TILE_LOG2_PX + lp + aspect;
	const uint64_t across = s->pitch >> log2_wide, down = y >> log2_high;
	const uint64_t macro =
	    (down * across + (x >> log2_wide)) * (MR600_TILE_ELEMENTS * (uint64_t)s->bpe * ns * thick)
	    << (lp + lb);
	const uint64_t over =
	    (uint64_t)s->pitch * s->height * s->bpe * ns * thick * (piece + pieces * (uint64_t)slice);
	const uint64_t total = elem + ((macro + over) >> (lp + lb));

	return s->base + ((total & ~(uint64_t)group_mask) << (lp + lb)) +
	       ((uint64_t)at << lg | (total & group_mask));
}

/* Address of sample `sample` of element (x, y) of slice z. */
static inline uint64_t mr600_tile_addr(const struct mr600_tiled *s, uint32_t x, uint32_t y, uint32_t z,
				       unsigned sample)
{
	if (s->mode <= MR600_ARRAY_LINEAR_ALIGNED)
		return s->base + (((uint64_t)z * s->height + y) * s->pitch + x) * s->bpe;

	const unsigned thick = mr600_array_thick(s->mode) ? MR600_THICK : 1;
	uint32_t elem = mr600_tile_element(s->bpe, s->depth, x, y) + z % thick * MR600_TILE_ELEMENTS;

	if (s->depth)
		elem = (elem * s->samples + sample) * s->bpe;
	else
		elem = (sample * MR600_TILE_ELEMENTS * thick + elem) * s->bpe;
	if (mr600_array_macro(s->mode))
		return mr600_macro_addr(s, x, y, z, elem, thick);

	const uint64_t tile = (uint64_t)(y / MR600_TILE_PX) * (s->pitch / MR600_TILE_PX) + x / MR600_TILE_PX;
	const uint64_t slice = (uint64_t)s->pitch * s->height * s->bpe * s->samples * thick;

	return s->base + z / thick * slice +
	       tile * (MR600_TILE_ELEMENTS * (uint64_t)s->bpe * s->samples * thick) + elem;
}

#endif
