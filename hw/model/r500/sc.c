/* SPDX-License-Identifier: MIT
 *
 * SC: its registers, decoded once a draw: scissor, clip rectangles, screen door, sample positions and edge
 * rules.
 */
#include "hw/model/r500/sc.h"
#include "hw/model/r500/ga.h"

#include <string.h>

/* R3xx and R4xx count scissor and clip rectangles from (1440, 1440) in the 1/12 mode, 1088 in the 1/16 mode;
 * R5xx from zero: Mesa r300_emit.c, R5xx guide 10.3.4.1. ALT_OFFSET: 672 in the place of 1440. */
static int origin(const struct mr500 *r)
{
	uint32_t tile = R500_REG(r, GB_TILE_CONFIG);

	if (mr500_ga_is_r5xx(r))
		return 0;
	if (R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile))
		return 1088;
	return R500_GB_TILE_CONFIG__ALT_OFFSET__GET(tile) ? 672 : 1440;
}

static struct fl_raster_rect rect(uint32_t a, uint32_t b, int from)
{
	struct fl_raster_rect c = {
	    .x0 = (int16_t)((int)R500_SC_SCISSOR0__XS0__GET(a) - from),
	    .y0 = (int16_t)((int)R500_SC_SCISSOR0__YS0__GET(a) - from),
	    .x1 = (int16_t)((int)R500_SC_SCISSOR1__XS1__GET(b) - from),
	    .y1 = (int16_t)((int)R500_SC_SCISSOR1__YS1__GET(b) - from),
	};
	return c;
}

static void positions(const struct mr500 *r, struct fl_raster_scan *sc)
{
	uint32_t ms[2] = {R500_REG(r, GB_MSPOS0), R500_REG(r, GB_MSPOS1)};
	uint32_t aa = R500_REG(r, GB_AA_CONFIG), tile = R500_REG(r, GB_TILE_CONFIG);
	static const uint8_t count[4] = {2, 3, 4, 6};
	int32_t fine = mr500_ga_fine(r);

	sc->sub = (R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile) ? 16 : 12) * fine;
	sc->samples =
	    R500_GB_AA_CONFIG__AA_ENABLE__GET(aa) ? count[R500_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__GET(aa)] : 1;
	for (unsigned i = 0; i < (sc->samples > 1 ? sc->samples : 4); i++) {
		uint32_t w = ms[i / 3] >> i % 3 * 8;
		bool multi = sc->samples > 1;

		/* One sample a pixel: a position for each pixel of the quad, R5xx guide 10.4.6. */
		fl_raster_scan_add(sc, multi ? i : 0, multi ? ~UINT64_C(0) : fl_raster_lanes(i),
				   (int32_t)(w & 15) * fine, (int32_t)(w >> 4 & 15) * fine);
	}
}

const struct fl_raster_scan *mr500_sc_decode(struct mr500 *r, struct fl_arena *a)
{
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);
	uint32_t er = R500_REG(r, SC_EDGERULE), door = R500_REG(r, SC_SCREENDOOR);
	int from = origin(r), max = MR500_MAX_PX - 1;

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	positions(r, sc);
	sc->scissor = rect(R500_REG(r, SC_SCISSOR0), R500_REG(r, SC_SCISSOR1), from);
	if (sc->scissor.x0 < 0)
		sc->scissor.x0 = 0;
	if (sc->scissor.y0 < 0)
		sc->scissor.y0 = 0;
	if (sc->scissor.x1 > max)
		sc->scissor.x1 = (int16_t)max;
	if (sc->scissor.y1 > max)
		sc->scissor.y1 = (int16_t)max;
	for (unsigned i = 0; i < 4; i++)
		sc->rect[i] =
		    rect(r->reg[R500_SC_CLIP_0_A / 4 + 2 * i], r->reg[R500_SC_CLIP_0_B / 4 + 2 * i], from);
	sc->clip_rule = (uint16_t)R500_SC_CLIP_RULE__CLIP_RULE__GET(R500_REG(r, SC_CLIP_RULE));
	sc->clip = sc->clip_rule != 0xffff;
	for (unsigned i = 0; i < FL_RASTER_RULE_N; i++)
		sc->rule[i] = er >> 5 * i & 31; /* the codes are those of scan.h: see sc.h */
	/* Bit 6 * pixel + sample. With one sample a pixel, pixel p of the quad uses sample p: R5xx guide
	 * 10.8.1. */
	for (unsigned s = 0; s < sc->samples; s++) {
		for (unsigned p = 0; p < 4; p++)
			if (door >> (6 * p + (sc->samples > 1 ? s : p)) & 1)
				sc->door[s] |= fl_raster_lanes(p);
		if (~sc->door[s])
			sc->door_on = true;
	}
	return sc;
}
