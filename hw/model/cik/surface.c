/* SPDX-License-Identifier: MIT
 *
 * The address equation of color and depth surfaces, for the tile cache: tile.h by blocks of 8x8.
 */
#include "hw/model/cik/surface.h"
#include "hw/model/cik/vm.h"

#include <stddef.h>

/* struct fl_tile_key: config is GB_TILE_MODE's word with the array mode that is in effect, and the size of a
 * DRAM row in bits that it does not use; macro is GB_MACROTILE_MODE's word; micro the swizzle, the bits of
 * the address that number a pipe and a bank, which are not in base. */
enum { ROW_KIB_LOG2 = 3 };

void mcik_surface_key(struct fl_tile_key *k, const struct mcik_layout *t, uint32_t row_B, uint64_t addr)
{
	k->config = (t->mode & ~(CIK_GB_TILE_MODE__ARRAY_MODE__MASK | ROW_KIB_LOG2)) |
		    CIK_GB_TILE_MODE__ARRAY_MODE(t->array) |
		    ((unsigned)__builtin_ctz(row_B / 1024) & ROW_KIB_LOG2);
	k->macro = (uint8_t)t->macro;
	k->micro = 0;
	k->base = addr;
	if (mcik_array_macro(t->array)) {
		k->micro =
		    (uint8_t)(addr / MCIK_INTERLEAVE_B & ((1u << (t->log2_pipes + t->log2_banks)) - 1));
		k->base -= (uint64_t)k->micro * MCIK_INTERLEAVE_B;
	}
}

void mcik_surface_layout_of(const struct fl_tile_key *k, struct mcik_layout *t)
{
	mcik_layout_of(t, k->config & ~(uint32_t)ROW_KIB_LOG2, k->macro, 1024u << (k->config & ROW_KIB_LOG2),
		       k->cpp, k->samples);
}

static const struct mcik_layout *layout_of(const struct fl_tile_key *k)
{
	const char *why;

	return mcik_layout_kept(k->config & ~(uint32_t)ROW_KIB_LOG2, k->macro,
				1024u << (k->config & ROW_KIB_LOG2), k->cpp, k->samples, &why);
}

static uint64_t base_of(const struct fl_tile_key *k)
{
	return k->base + (uint64_t)k->micro * MCIK_INTERLEAVE_B;
}

static uint64_t addr(const struct fl_tile_key *k, uint32_t x, uint32_t y, unsigned s)
{
	return mcik_tile_addr(layout_of(k), base_of(k), k->pitch_px, k->rows, x, y, k->layer, s) - k->base;
}

/* Elements that stand in memory one after the other: how many to the right, then how many such rows. */
static void brick_of(const struct mcik_layout *t, struct fl_tile_bricks *b)
{
	b->w_px = b->h_px = 1;
	while (b->w_px < MCIK_TILE_PX && t->element[b->w_px] == b->w_px * t->bytes)
		b->w_px *= 2;
	/* a brick lies in one split */
	while (b->h_px < MCIK_TILE_PX && t->element[b->h_px * MCIK_TILE_PX] == b->h_px * b->w_px * t->bytes &&
	       2 * b->h_px * b->w_px * t->bytes <= t->tile_B &&
	       2 * b->h_px * b->w_px * t->bytes <= MCIK_INTERLEAVE_B)
		b->h_px *= 2;
}

static void bricks(const struct fl_tile_key *k, struct fl_tile_bricks *b)
{
	struct mcik_layout t;
	uint32_t turn = 0, last = 0;
	unsigned n = 0;

	mcik_surface_layout_of(k, &t);
	if (t.array <= MCIK_ARRAY_LINEAR_ALIGNED) {
		b->w_px = MCIK_TILE_PX;
		b->h_px = 1;
	} else {
		brick_of(&t, b);
	}
	for (uint32_t y = 0; y < MCIK_TILE_PX; y += b->h_px)
		for (uint32_t x = 0; x < MCIK_TILE_PX; x += b->w_px) {
			const uint32_t off = t.element[y * MCIK_TILE_PX + x];
			uint32_t at = off;

			if (t.array <= MCIK_ARRAY_LINEAR_ALIGNED) {
				at = y * k->pitch_px * k->cpp;
			} else if (mcik_array_macro(t.array)) {
				at = (uint32_t)mcik_tile_inside(&t, k->pitch_px, k->rows, off, &turn);
				at |= turn << (8 + t.log2_pipes);
			}
			last = at > last ? at : last;
			b->at[n++] = at;
		}
	/* the bank's bits of a block may be all ones */
	if (mcik_array_macro(t.array))
		last |= ((1u << t.log2_banks) - 1) << (8 + t.log2_pipes);
	b->reach_B = last + b->w_px * b->h_px * k->cpp;
}

/* Slices of thick tiles stand between each other's elements. */
static uint64_t block(const struct fl_tile_key *k, uint32_t x, uint32_t y, uint32_t *flip)
{
	const struct mcik_layout *t = layout_of(k);
	uint32_t bank, turn;
	uint64_t at;

	*flip = 0;
	if (!mcik_array_macro(t->array))
		return mcik_tile_addr(t, base_of(k), k->pitch_px, k->rows, x, y, k->layer, 0) - k->base;
	at = mcik_tile_corner(t, base_of(k), k->pitch_px, k->rows, x, y, k->layer / t->thick, &bank);
	*flip = bank << (8 + t->log2_pipes);
	at += mcik_tile_inside(t, k->pitch_px, k->rows, t->slice[k->layer % t->thick], &turn);
	return at - k->base;
}

/* Of a VMID's addresses: page by page. */
static uint8_t *at(const struct fl_mem *mem, const struct fl_tile_key *k, uint64_t va, bool store,
		   uint64_t *left_B)
{
	struct mcik *c = (struct mcik *)((uintptr_t)mem - offsetof(struct fl_model, mem));

	*left_B = 0;
	return store ? mcik_vm_at(c, k->space, va, true, k->depth ? MCIK_CLIENT_DB : MCIK_CLIENT_CB, left_B)
		     : mcik_vm_look(c, k->space, va, left_B);
}

const struct fl_tile_layout mcik_surface_layout = {.addr = addr, .bricks = bricks, .block = block, .at = at};
