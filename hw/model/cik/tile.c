/* SPDX-License-Identifier: MIT
 *
 * The address equations of Sea Islands (facts 7.1 to 7.3); see tile.h.
 */
#include "hw/model/cik/tile.h"

#include <stddef.h>

/* ---- the tables of the equations ----------------------------------------------------------------------- */
/* PIPE_CONFIG (facts 7.2). The terms that the sources have for P4_32x32, P8_16x16_8x16 and P8_32x64_32x32
 * give places twice; no chip of this generation uses them. */
enum { PIPE_CONFIGS = MCIK_P16_32X32_16X16 + 1 };

static const struct {
	uint8_t log2_pipes;
	struct mcik_pipe_bit bit[4];
} pipe_configs[PIPE_CONFIGS] = {
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P2] = {1, {{1, 1}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_8X16] = {2, {{2, 1}, {1, 2}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_16X16] = {2, {{3, 1}, {2, 2}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P4_16X32] = {2, {{3, 1}, {2, 4}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_16X32_8X16] = {3, {{6, 1}, {1, 2}, {2, 4}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_32X32_8X16] = {3, {{6, 1}, {1, 2}, {4, 4}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_16X32_16X16] = {3, {{3, 1}, {4, 2}, {2, 4}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_32X32_16X16] = {3, {{3, 1}, {2, 2}, {4, 4}}},
    [CIK_GB_TILE_MODE__PIPE_CONFIG__ADDR_SURF_P8_32X32_16X32] = {3, {{3, 1}, {2, 8}, {4, 4}}},
    [MCIK_P16_32X32_8X16] = {4, {{2, 1}, {1, 2}, {4, 8}, {8, 4}}},
    [MCIK_P16_32X32_16X16] = {4, {{3, 1}, {2, 2}, {4, 8}, {8, 4}}},
};

/* Likewise a bank's bits, of x / 8 / (pipes * bank width) and y / 8 / bank height; by log2 of the banks. */
static const struct mcik_pipe_bit bank_bits[5][4] = {
    {{0}}, {{1, 1}}, {{1, 2}, {2, 1}}, {{1, 4}, {2, 6}, {4, 1}}, {{1, 8}, {2, 12}, {4, 2}, {8, 1}},
};

/* Orders of a tile's elements: where each bit of an element's number comes from, low first (facts 7.1). */
enum { X0, X1, X2, Y0, Y1, Y2, Z0, Z1, Z2, ORDER_BITS };

static const uint8_t thin_order[ORDER_BITS] = {X0, Y0, X1, Y1, X2, Y2, Z0, Z1, Z2};
static const uint8_t display_order[5][ORDER_BITS] = {
    {X0, X1, X2, Y1, Y0, Y2, Z0, Z1, Z2}, {X0, X1, X2, Y0, Y1, Y2, Z0, Z1, Z2},
    {X0, X1, Y0, X2, Y1, Y2, Z0, Z1, Z2}, {X0, Y0, X1, X2, Y1, Y2, Z0, Z1, Z2},
    {Y0, X0, X1, X2, Y1, Y2, Z0, Z1, Z2},
};
static const uint8_t rotated_order[4][ORDER_BITS] = {
    {Y0, Y1, Y2, X1, X0, X2, Z0, Z1, Z2},
    {Y0, Y1, Y2, X0, X1, X2, Z0, Z1, Z2},
    {Y0, Y1, X0, Y2, X1, X2, Z0, Z1, Z2},
    {Y0, X0, Y1, X1, X2, Y2, Z0, Z1, Z2},
};
static const uint8_t thick_order[5][ORDER_BITS] = {
    {X0, Y0, X1, Y1, Z0, Z1, X2, Y2, Z2}, {X0, Y0, X1, Y1, Z0, Z1, X2, Y2, Z2},
    {X0, Y0, X1, Z0, Y1, Z1, X2, Y2, Z2}, {X0, Y0, Z0, X1, Y1, Z1, X2, Y2, Z2},
    {X0, Y0, Z0, X1, Y1, Z1, X2, Y2, Z2},
};

/* What an array mode does. */
static const struct {
	uint8_t thick;
	uint8_t thinner;  /* the mode to fall back to where a tile is larger than a row of DRAM */
	bool prt;         /* has the second half of GB_MACROTILE_MODE */
	bool inside;      /* pipe and bank see coordinates in the macro tile alone */
	bool bank_turns;  /* from slice to slice */
	bool pipe_turns;  /* likewise: 3D */
	bool split_turns; /* banks, from one split to the next */
} arrays[MCIK_ARRAYS] = {
    [MCIK_ARRAY_LINEAR_GENERAL] = {1, 0, false, false, false, false, false},
    [MCIK_ARRAY_LINEAR_ALIGNED] = {1, 0, false, false, false, false, false},
    [MCIK_ARRAY_1D_THIN] = {1, 0, false, false, false, false, false},
    [MCIK_ARRAY_1D_THICK] = {4, MCIK_ARRAY_1D_THICK, false, false, false, false, false},
    [MCIK_ARRAY_2D_THIN] = {1, 0, false, false, true, false, true},
    [MCIK_ARRAY_PRT_THIN] = {1, 0, true, true, false, false, false},
    [MCIK_ARRAY_PRT_2D_THIN] = {1, 0, true, false, false, false, true},
    [MCIK_ARRAY_2D_THICK] = {4, MCIK_ARRAY_2D_THIN, false, false, true, false, false},
    [MCIK_ARRAY_2D_XTHICK] = {8, MCIK_ARRAY_2D_THICK, false, false, true, false, false},
    [MCIK_ARRAY_PRT_THICK] = {4, MCIK_ARRAY_PRT_THIN, true, true, false, false, false},
    [MCIK_ARRAY_PRT_2D_THICK] = {4, MCIK_ARRAY_PRT_2D_THIN, true, false, false, false, false},
    [MCIK_ARRAY_PRT_3D_THIN] = {1, 0, true, false, false, false, true},
    [MCIK_ARRAY_3D_THIN] = {1, 0, false, false, false, true, true},
    [MCIK_ARRAY_3D_THICK] = {4, MCIK_ARRAY_3D_THIN, false, false, false, true, false},
    [MCIK_ARRAY_3D_XTHICK] = {8, MCIK_ARRAY_3D_THICK, false, false, false, true, false},
    [MCIK_ARRAY_PRT_3D_THICK] = {4, MCIK_ARRAY_PRT_3D_THIN, true, false, false, false, false},
};

/* ---- small arithmetic ---------------------------------------------------------------------------------- */
static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static unsigned log2_of(uint32_t power)
{
	return (unsigned)__builtin_ctz(power);
}

static uint32_t gathered(const struct mcik_pipe_bit *bit, unsigned n, uint32_t x, uint32_t y)
{
	uint32_t v = 0;

	for (unsigned i = 0; i < n; i++)
		v |= (uint32_t)__builtin_parity((x & bit[i].x) ^ ((y & bit[i].y) << 16)) << i;
	return v;
}

/* ---- how a surface lies -------------------------------------------------------------------------------- */
static const uint8_t *order_of(const struct mcik_layout *t)
{
	const unsigned size = log2_of(t->bytes);

	switch (t->micro) {
	case MCIK_MICRO_DISPLAY:
		return display_order[size];
	case MCIK_MICRO_ROTATED:
		return size < sizeof(rotated_order) / sizeof(rotated_order[0]) ? rotated_order[size] : NULL;
	case MCIK_MICRO_THICK:
		return t->thick > 1 ? thick_order[size] : thin_order;
	default:
		return thin_order;
	}
}

/* The number of the element whose coordinates have these bits, X0 to Z2. */
static uint32_t number_of(const uint8_t *order, uint32_t coordinates)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < ORDER_BITS; i++)
		n |= (coordinates >> order[i] & 1) << i;
	return n;
}

static const char *lay_elements(struct mcik_layout *t)
{
	const uint8_t *order = order_of(t);
	const bool together = t->micro == MCIK_MICRO_DEPTH; /* an element's samples */
	const uint32_t element_B = together ? (uint32_t)t->bytes * t->samples : t->bytes;

	if (!order)
		return "rotates elements of 16 bytes, which have no order";
	for (uint32_t y = 0; y < MCIK_TILE_PX; y++)
		for (uint32_t x = 0; x < MCIK_TILE_PX; x++)
			t->element[y * MCIK_TILE_PX + x] = number_of(order, x << X0 | y << Y0) * element_B;
	for (uint32_t z = 0; z < MCIK_THICKEST; z++)
		t->slice[z] = z < t->thick ? number_of(order, z << Z0) * element_B : 0;
	t->sample_B = together ? t->bytes : MCIK_TILE_ELEMENTS * (uint32_t)t->bytes;
	return NULL;
}

/* Bytes of a tile that stay together: the rest is in slices of its own (facts 7.2). */
static uint32_t split_of(uint32_t mode, uint32_t one_B, uint32_t row_B)
{
	uint32_t split_B;

	if (CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW__GET(mode) == MCIK_MICRO_DEPTH)
		split_B = 64u << CIK_GB_TILE_MODE__TILE_SPLIT__GET(mode);
	else
		split_B = most(MCIK_INTERLEAVE_B, one_B << CIK_GB_TILE_MODE__SAMPLE_SPLIT__GET(mode));
	return least(split_B, row_B);
}

static void shape_macro(struct mcik_layout *t, uint32_t row_B)
{
	const uint32_t one_B = MCIK_TILE_ELEMENTS * (uint32_t)t->bytes * t->thick;
	const uint32_t split_B = split_of(t->mode, one_B, row_B);

	t->log2_bank_w = CIK_GB_MACROTILE_MODE__BANK_WIDTH__GET(t->macro);
	t->log2_bank_h = CIK_GB_MACROTILE_MODE__BANK_HEIGHT__GET(t->macro);
	t->log2_aspect = CIK_GB_MACROTILE_MODE__MACRO_TILE_ASPECT__GET(t->macro);
	t->log2_banks = (uint8_t)(CIK_GB_MACROTILE_MODE__NUM_BANKS__GET(t->macro) + 1);
	t->macro_w = (uint32_t)MCIK_TILE_PX << (t->log2_bank_w + t->log2_pipes + t->log2_aspect);
	t->macro_h = (uint32_t)MCIK_TILE_PX << (t->log2_bank_h + t->log2_banks) >> t->log2_aspect;
	if (t->thick == 1 && t->tile_B > split_B) {
		t->splits = (uint8_t)(t->tile_B / split_B);
		t->tile_B = split_B;
	}
}

/* Thick tiles that are larger than a row of DRAM are thinner ones. */
static unsigned array_of(uint32_t mode, unsigned bytes, uint32_t row_B)
{
	unsigned array = CIK_GB_TILE_MODE__ARRAY_MODE__GET(mode);

	while (arrays[array].thick > 1 && array != MCIK_ARRAY_1D_THICK &&
	       MCIK_TILE_ELEMENTS * bytes * arrays[array].thick > row_B)
		array = arrays[array].thinner;
	return array;
}

void mcik_layout_words(const struct mcik_tile_tables *c, unsigned index, unsigned bytes, unsigned samples,
		       uint32_t *mode, uint32_t *macro)
{
	*mode = c->tiling.mode[index % MCIK_TILE_MODES];
	const unsigned array = array_of(*mode, bytes, c->row_B);
	const uint32_t one_B = MCIK_TILE_ELEMENTS * bytes * arrays[array].thick;
	const uint32_t tile_B = least(split_of(*mode, one_B, c->row_B), one_B * samples);
	const unsigned row = log2_of(most(tile_B, 64) / 64) + (arrays[array].prt ? MCIK_MACRO_MODES / 2 : 0);

	*macro = c->tiling.macro[row % MCIK_MACRO_MODES];
}

const char *mcik_layout(struct mcik_layout *t, const struct mcik_tile_tables *c, unsigned index,
			unsigned bytes, unsigned samples)
{
	uint32_t mode, macro;

	mcik_layout_words(c, index, bytes, samples, &mode, &macro);
	return mcik_layout_of(t, mode, macro, c->row_B, bytes, samples);
}

const char *mcik_layout_of(struct mcik_layout *t, uint32_t mode, uint32_t macro, uint32_t row_B,
			   unsigned bytes, unsigned samples)
{
	const uint8_t config = CIK_GB_TILE_MODE__PIPE_CONFIG__GET(mode);

	*t = (struct mcik_layout){.mode = mode,
				  .macro = macro,
				  .config = config,
				  .array = (uint8_t)array_of(mode, bytes, row_B),
				  .micro = CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW__GET(mode),
				  .bytes = (uint8_t)bytes,
				  .samples = (uint8_t)samples,
				  .splits = 1,
				  .macro_w = MCIK_TILE_PX,
				  .macro_h = MCIK_TILE_PX};
	t->thick = arrays[t->array].thick;
	if (t->thick > 1 && samples > 1)
		return "has thick tiles, which have one sample";
	if (t->micro > MCIK_MICRO_THICK)
		return "has a MICRO_TILE_MODE_NEW above 4, which is none";
	t->tile_B = MCIK_TILE_ELEMENTS * bytes * samples * t->thick;
	if (mcik_array_macro(t->array)) {
		if (config >= PIPE_CONFIGS || !pipe_configs[config].log2_pipes)
			return "has a PIPE_CONFIG whose addresses nobody describes";
		t->pipe = pipe_configs[config].bit;
		t->log2_pipes = pipe_configs[config].log2_pipes;
		shape_macro(t, row_B);
		if (t->log2_aspect > t->log2_banks)
			return "has a macro tile aspect of more than its banks, which gives places twice";
		if (t->splits > 1 && t->tile_B << (t->log2_bank_w + t->log2_bank_h) < MCIK_INTERLEAVE_B)
			return "splits tiles so that a macro tile does not fill 256 bytes of a bank";
	}
	return lay_elements(t);
}

struct mcik_tile_align mcik_tile_align(const struct mcik_layout *t)
{
	struct mcik_tile_align a = {MCIK_INTERLEAVE_B, t->macro_w, t->macro_h, MCIK_INTERLEAVE_B};

	if (mcik_array_macro(t->array))
		a.base_B = most(MCIK_INTERLEAVE_B, t->tile_B << (t->log2_pipes + t->log2_banks +
								 t->log2_bank_w + t->log2_bank_h));
	else if (t->array == MCIK_ARRAY_LINEAR_GENERAL)
		a = (struct mcik_tile_align){t->bytes, 1, 1, 1};
	else if (t->array == MCIK_ARRAY_LINEAR_ALIGNED)
		a = (struct mcik_tile_align){MCIK_INTERLEAVE_B, most(8, 64 / t->bytes), 1,
					     most(MCIK_INTERLEAVE_B, 64 * t->bytes)};
	return a;
}

uint32_t mcik_tile_pipe(const struct mcik_layout *t, uint32_t tx, uint32_t ty)
{
	return gathered(t->pipe, t->log2_pipes, tx, ty);
}

/* ---- addresses ----------------------------------------------------------------------------------------- */
uint64_t mcik_tile_corner(const struct mcik_layout *t, uint64_t base, uint32_t pitch, uint32_t height,
			  uint32_t x, uint32_t y, uint32_t z, uint32_t *bank)
{
	const uint32_t pipes = 1u << t->log2_pipes, banks = 1u << t->log2_banks;
	const unsigned above = mcik_above_banks(t);
	const uint64_t macro = (uint64_t)z * t->splits * mcik_slice_macros(t, pitch, height) +
			       (uint64_t)(y / t->macro_h) * (pitch / t->macro_w) + x / t->macro_w;
	uint32_t tx = x / MCIK_TILE_PX, ty = y / MCIK_TILE_PX;
	const uint32_t in_macro =
	    (ty % (1u << t->log2_bank_h)) << t->log2_bank_w | (tx >> t->log2_pipes) % (1u << t->log2_bank_w);
	const uint64_t tot = ((macro << (t->log2_bank_w + t->log2_bank_h)) + in_macro) * t->tile_B;
	uint32_t pipe = (uint32_t)(base >> 8);

	*bank = (uint32_t)(base >> (8 + t->log2_pipes));
	if (arrays[t->array].inside) {
		tx %= t->macro_w / MCIK_TILE_PX;
		ty %= t->macro_h / MCIK_TILE_PX;
	}
	if (arrays[t->array].pipe_turns) {
		const uint32_t turn = most(1, pipes / 2 - 1) * z;

		pipe += turn;
		*bank += turn / pipes;
	}
	if (arrays[t->array].bank_turns)
		*bank += (banks / 2 - 1) * z;
	pipe ^= mcik_tile_pipe(t, tx, ty);
	*bank ^= gathered(bank_bits[t->log2_banks], t->log2_banks, tx >> t->log2_bank_w >> t->log2_pipes,
			  ty >> t->log2_bank_h);
	*bank &= banks - 1;
	return (base >> above << above) + tot % MCIK_INTERLEAVE_B + (uint64_t)(pipe & (pipes - 1)) * 256 +
	       (tot / MCIK_INTERLEAVE_B << above);
}

uint64_t mcik_tile_inside(const struct mcik_layout *t, uint32_t pitch, uint32_t height, uint32_t off,
			  uint32_t *turn)
{
	const uint32_t split = off / t->tile_B, in_split = off % t->tile_B, banks = 1u << t->log2_banks;
	const uint64_t split_B =
	    (mcik_slice_macros(t, pitch, height) << (t->log2_bank_w + t->log2_bank_h)) * t->tile_B;

	*turn = arrays[t->array].split_turns ? (banks / 2 + 1) * split & (banks - 1) : 0;
	return in_split % MCIK_INTERLEAVE_B +
	       ((in_split / MCIK_INTERLEAVE_B + split * (split_B / MCIK_INTERLEAVE_B))
		<< mcik_above_banks(t));
}

uint64_t mcik_tile_addr(const struct mcik_layout *t, uint64_t base, uint32_t pitch, uint32_t height,
			uint32_t x, uint32_t y, uint32_t z, unsigned s)
{
	uint32_t off, bank, turn;
	uint64_t tile;

	if (t->array <= MCIK_ARRAY_LINEAR_ALIGNED)
		return base + (((uint64_t)z * height + y) * pitch + x) * t->bytes;
	off = t->element[y % MCIK_TILE_PX * MCIK_TILE_PX + x % MCIK_TILE_PX] + t->slice[z % t->thick] +
	      s * t->sample_B;
	z /= t->thick;
	if (mcik_array_macro(t->array)) {
		tile = mcik_tile_corner(t, base, pitch, height, x, y, z, &bank);
		tile += mcik_tile_inside(t, pitch, height, off, &turn);
		return tile + ((uint64_t)(bank ^ turn) << (8 + t->log2_pipes));
	}
	tile = (uint64_t)(y / MCIK_TILE_PX) * (pitch / MCIK_TILE_PX) + x / MCIK_TILE_PX;
	return base + ((uint64_t)z * pitch * height / MCIK_TILE_ELEMENTS + tile) * t->tile_B + off;
}
