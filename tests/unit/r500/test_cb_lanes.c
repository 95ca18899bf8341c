/* SPDX-License-Identifier: MIT
 *
 * Waves of which a single pixel is covered, or all but one: what is not covered stays, on every path that
 * colors take to memory, as a block and as quads anywhere.
 */
#include "tests/unit/r500/test_rb_rig.h"

enum { PITCH_PX = 256, OLD = 0x40506070, SIDE = 8 };

/* Where a lane of the block's wave is: quads of two by two pixels, four of them side by side. */
static unsigned place(unsigned lane)
{
	const unsigned q = lane / 4;

	return (q / 4 * 2 + lane % 4 / 2) * PITCH_PX + q % 4 * 2 + lane % 2;
}

/* Blue is the lane's number and one, alpha is 1: ARGB8888. */
static uint32_t colored(unsigned lane, unsigned mask)
{
	const uint32_t keeps = (mask & 1 ? 0xff : 0) | (mask & 2 ? 0xff00 : 0) | (mask & 4 ? 0xff0000 : 0) |
			       (mask & 8 ? 0xff000000 : 0);

	return ((0xff000000 | (lane + 1)) & keeps) | (OLD & ~keeps);
}

static void draw(struct rb_rig *g, enum fl_isa isa, unsigned quads, bool block, uint64_t cover, unsigned mask)
{
	rig_fill(g, 0, PITCH_PX * SIDE * 4, OLD);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	cr_assert(rig_open(g, 0, 0));
	rig_block(g, 0, 0, cover);
	g->t->wave.n_quads = quads;
	g->t->wave.block = block;
	for (unsigned i = 0; i < FL_WAVE_PX; i++) {
		const float c[4] = {0, 0, (float)(i + 1) / 255, 1};

		for (unsigned k = 0; k < 4; k++)
			mr500_px_of(g->t)->out[0][k][i] = c[k];
	}
	rig_run_cb(g, isa);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	fl_arena_reset(&g->arena);
	for (unsigned i = 0; i < FL_WAVE_PX; i++) {
		const bool on = i < 4 * quads && cover >> i & 1;

		cr_assert_eq(rig_dword(g, 4 * place(i)), on ? colored(i, mask) : OLD,
			     "set %u, %u quads, block %u, cover 0x%llx, lane %u: 0x%08x", isa, quads, block,
			     (unsigned long long)cover, i, rig_dword(g, 4 * place(i)));
	}
}

/* Stored as it is; blended by (1, 1 - alpha), of which alpha 1 leaves the color; blended by (alpha, 0); and
 * with channels that stay. */
Test(cb, one_lane_or_all_but_one)
{
	static const struct {
		uint32_t blend, mask;
	} of[] = {
	    {0, 15},
	    {0, 7},
	    {5 | 33u << 16 | 39u << 24, 15},
	    {5 | 38u << 16 | 32u << 24, 15},
	    {5 | 33u << 16 | 39u << 24, 9},
	};
	enum fl_isa isas[4];
	const unsigned n_isas = rig_isas(isas);

	for (unsigned s = 0; s < n_isas; s++)
		for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
			struct rb_rig *g = rb_rig_new("r580");

			rig_set(g, R500_RB3D_BLENDCNTL, of[i].blend);
			rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, of[i].mask);
			for (unsigned lane = 0; lane < FL_WAVE_PX; lane++)
				for (unsigned all = 0; all < 2; all++) {
					const uint64_t one = 1ull << lane, cover = all ? ~one : one;

					draw(g, isas[s], FL_WAVE_QUADS, true, cover, of[i].mask);
					draw(g, isas[s], FL_WAVE_QUADS, false, cover, of[i].mask);
					draw(g, isas[s], lane / 4 + 1, false,
					     cover & (~0ull >> (60 - lane / 4 * 4)), of[i].mask);
				}
			draw(g, isas[s], FL_WAVE_QUADS, true, ~0ull, of[i].mask);
			draw(g, isas[s], FL_WAVE_QUADS, false, ~0ull, of[i].mask);
			cr_expect_eq(g->r->base.n_reports, 0u, "%s", g->r->base.reports[0].text);
			rb_rig_delete(g);
		}
}
