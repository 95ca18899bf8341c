/* SPDX-License-Identifier: MIT
 *
 * HDP surfaces, and the byte swaps of the VRAM BAR. A surface is a range of the BAR where tiled memory looks
 * linear to the host. Sources: Linux radeon_reg.h, r300_reg.h and r100_set_surface_reg (bounds are offsets in
 * the BAR, the upper one is the last byte; a row is SURF_PITCHSEL * 8 bytes; INFO = 0 is no surface), R5xx
 * guide 2 and 10.1.10.
 *
 * No register says how large a pixel is, and HDP need not know: of the micro-tiles of guide 2.2 those of 32
 * bits (4x2), 16 bits (8x2) and 64 bits (2x2) are all 16 bytes by 2 rows, those of 8 bits (8x4) and 16 bits
 * (4x4) are 8 bytes by 4 rows.
 *
 * Chosen here, because no document says it: bit 18 of INFO selects the second shape; where surfaces
 * overlap, the one with the lower number counts; SURF_TRANSLATION_DIS switches the swaps off too (Linux
 * radeonfb saw it do so); BAR 0 is aperture 0, whose swap bits count.
 */
#include "hw/model/r500/mc.h"
#include "hw/model/r500/tile_addr.h"

enum {
	BOUND_B = 32, /* the unit of the bounds: guide 10.1.10 */
	BOUND_0_B = 64,
	PITCH_UNIT_B = 8,
};

struct hdp_surface {
	uint64_t first, end; /* end: one beyond */
	uint32_t pitch_B;
	unsigned tile; /* SURF_TILE */
	unsigned swap; /* bit 0 within 16 bits, bit 1 within 32 */
};

static bool surface(const struct mr500 *r, unsigned i, struct hdp_surface *s)
{
	uint32_t info = r->reg[R500_SURFACE_INFO(i) / 4];

	if (!info)
		return false;
	s->first = r->reg[R500_SURFACE_LOWER_BOUND(i) / 4] & ~(BOUND_B - 1u);
	s->end = (uint64_t)(r->reg[R500_SURFACE_UPPER_BOUND(i) / 4] | (BOUND_B - 1)) + 1;
	s->pitch_B = R500_SURFACE_INFO__SURF_PITCHSEL__GET(info) * PITCH_UNIT_B;
	s->tile = R500_SURFACE_INFO__SURF_TILE__GET(info);
	s->swap = R500_SURFACE_INFO__SURF_AP0_SWP_16BPP__GET(info) |
		  R500_SURFACE_INFO__SURF_AP0_SWP_32BPP__GET(info) << 1;
	return s->first < s->end;
}

static unsigned swap_outside(const struct mr500 *r)
{
	uint32_t v = R500_REG(r, SURFACE_CNTL);

	return R500_SURFACE_CNTL__NONSURF_AP0_SWP_16BPP__GET(v) |
	       R500_SURFACE_CNTL__NONSURF_AP0_SWP_32BPP__GET(v) << 1;
}

bool mr500_hdp_moves(const struct mr500 *r)
{
	uint32_t any = 0;

	if (R500_SURFACE_CNTL__SURF_TRANSLATION_DIS__GET(R500_REG(r, SURFACE_CNTL)))
		return false;
	for (unsigned i = 0; i < R500_SURFACE_INFO__COUNT; i++)
		any |= r->reg[R500_SURFACE_INFO(i) / 4];
	return any || swap_outside(r);
}

static void at_most(size_t *run_B, uint64_t n_B)
{
	if (*run_B > n_B)
		*run_B = (size_t)n_B;
}

/* Reorders bytes within 16 or 32 bits. The two bits mean 1: bytes of a word, 2: bytes of a dword, 3: words of
 * a dword. */
static uint64_t swapped(uint64_t at, unsigned swap, size_t *run_B)
{
	static const uint8_t flip[4] = {0, 1, 3, 2};

	if (swap)
		*run_B = 1;
	return at ^ flip[swap];
}

static void check(struct mr500 *r, unsigned i, const struct hdp_surface *s, unsigned align_B)
{
	if (i == 0 && s->end % BOUND_0_B)
		mr500_report(
		    r, FL_WARN, "HDP", "R5xx guide 10.1.10",
		    "SURFACE0_UPPER_BOUND = 0x%08x: the bound of surface 0 needs an alignment of 64 bytes",
		    r->reg[R500_SURFACE_UPPER_BOUND(0) / 4]);
	if (s->pitch_B % align_B)
		mr500_report(r, FL_WARN, "HDP", "R5xx guide 2.2",
			     "surface %u has rows of %u bytes, and its tiles are %u bytes wide: what is left "
			     "over is cut off",
			     i, s->pitch_B, align_B);
}

static uint64_t tiled(struct mr500 *r, unsigned i, const struct hdp_surface *s, uint64_t offset_B,
		      size_t *run_B)
{
	bool macro = s->tile & R500_SURFACE_INFO__SURF_TILE__MACRO;
	bool square = s->tile >= R500_SURFACE_INFO__SURF_TILE__MICRO_SQUARE;
	unsigned micro = !(s->tile & R500_SURFACE_INFO__SURF_TILE__MICRO) ? MR500_MICRO_LINEAR
			 : square                                         ? MR500_MICRO_SQUARE
									  : MR500_MICRO_TILED;
	unsigned cpp = micro == MR500_MICRO_SQUARE ? 2 : 4, lcpp = micro == MR500_MICRO_SQUARE ? 1 : 2;
	unsigned row_B = 1u << (mr500_micro_log2_w(cpp, micro) + lcpp); /* of a micro-tile */
	uint64_t at = offset_B - s->first;
	uint32_t x_B, y;

	check(r, i, s, mr500_tile_align_w(cpp, micro, macro) << lcpp);
	if (!s->pitch_B)
		return offset_B;
	x_B = (uint32_t)(at % s->pitch_B);
	y = (uint32_t)(at / s->pitch_B);
	at_most(run_B, row_B - x_B % row_B);
	at_most(run_B, s->pitch_B - x_B);
	return s->first + mr500_tile_addr(x_B >> lcpp, y, cpp, s->pitch_B >> lcpp, micro, macro) +
	       (x_B & (cpp - 1));
}

uint64_t mr500_hdp_move(struct mr500 *r, uint64_t offset_B, size_t *run_B)
{
	for (unsigned i = 0; i < R500_SURFACE_INFO__COUNT; i++) {
		struct hdp_surface s;
		uint64_t at = offset_B;

		if (!surface(r, i, &s))
			continue;
		if (offset_B < s.first) {
			at_most(run_B, s.first - offset_B);
			continue;
		}
		if (offset_B >= s.end)
			continue;
		at_most(run_B, s.end - offset_B);
		if (s.tile & R500_SURFACE_INFO__SURF_TILE__BOTH)
			at = tiled(r, i, &s, offset_B, run_B);
		return swapped(at, s.swap, run_B);
	}
	return swapped(offset_B, swap_outside(r), run_B);
}
