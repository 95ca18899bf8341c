/* SPDX-License-Identifier: MIT
 *
 * SC: scissors, clip rectangles, sample positions and masks, decoded once a draw (R6xx facts 3.3).
 */
#include "hw/model/r600/vgt.h"

#include <string.h>

enum {
	SUB = 256, /* subpixels */
	MAX_PX = 8192,
	VPORT_SCISSOR_ENABLE = 1 << 22, /* of PA_SC_MODE_CNTL; R7xx */
	NO_OFFSET = 1u << 31,
};

/* Corners as the registers hold them: the second one is outside. */
static void intersect(struct fl_raster_rect *s, uint32_t tl, uint32_t br, int dx, int dy)
{
	const int x0 = (int)(tl & 0x7fff) + dx, y0 = (int)(tl >> 16 & 0x7fff) + dy;
	const int x1 = (int)(br & 0x7fff) - 1 + dx, y1 = (int)(br >> 16 & 0x7fff) - 1 + dy;

	s->x0 = (int16_t)(x0 > s->x0 ? x0 : s->x0);
	s->y0 = (int16_t)(y0 > s->y0 ? y0 : s->y0);
	s->x1 = (int16_t)(x1 < s->x1 ? x1 : s->x1);
	s->y1 = (int16_t)(y1 < s->y1 ? y1 : s->y1);
}

static void scissors(const struct mr600 *r, struct fl_raster_scan *sc)
{
	const uint32_t offset = R600_REG(r, PA_SC_WINDOW_OFFSET);
	const int dx = mr600_signed15(offset), dy = mr600_signed15(offset >> 16);
	const unsigned n = r->vgt->viewport;
	const struct {
		uint32_t tl, br;
		bool on, moves;
	} by[] = {
	    {R600_REG(r, PA_SC_SCREEN_SCISSOR_TL), R600_REG(r, PA_SC_SCREEN_SCISSOR_BR), true, false},
	    {R600_REG(r, PA_SC_WINDOW_SCISSOR_TL), R600_REG(r, PA_SC_WINDOW_SCISSOR_BR), true, true},
	    {R600_REG(r, PA_SC_GENERIC_SCISSOR_TL), R600_REG(r, PA_SC_GENERIC_SCISSOR_BR), true, true},
	    {r->reg[R600_PA_SC_VPORT_SCISSOR_TL(n) / 4], r->reg[R600_PA_SC_VPORT_SCISSOR_BR(n) / 4],
	     !r->variant->r7xx || R600_REG(r, PA_SC_MODE_CNTL) & VPORT_SCISSOR_ENABLE, true},
	};

	sc->scissor = (struct fl_raster_rect){0, 0, MAX_PX - 1, MAX_PX - 1};
	for (unsigned i = 0; i < sizeof(by) / sizeof(*by); i++) {
		const bool moved = by[i].moves && !(by[i].tl & NO_OFFSET);

		if (by[i].on)
			intersect(&sc->scissor, by[i].tl, by[i].br, moved ? dx : 0, moved ? dy : 0);
	}
	for (unsigned i = 0; i < R600_PA_SC_CLIPRECT_TL__COUNT; i++) {
		sc->rect[i] = (struct fl_raster_rect){INT16_MIN, INT16_MIN, INT16_MAX, INT16_MAX};
		intersect(&sc->rect[i], r->reg[R600_PA_SC_CLIPRECT_TL(i) / 4],
			  r->reg[R600_PA_SC_CLIPRECT_BR(i) / 4], 0, 0);
	}
	sc->clip_rule = (uint16_t)R600_PA_SC_CLIPRECT_RULE__CLIP_RULE__GET(R600_REG(r, PA_SC_CLIPRECT_RULE));
	sc->clip = sc->clip_rule != 0xffff;
}

/* Signed sixteenths from the middle, one byte a sample, x in the low half. */
static uint32_t location(const struct mr600 *r, unsigned log2_samples, unsigned i)
{
	static const uint32_t config[4] = {0, R600_PA_SC_AA_SAMPLE_LOCS_2S, R600_PA_SC_AA_SAMPLE_LOCS_4S,
					   R600_PA_SC_AA_SAMPLE_LOCS_8S_WD0};
	uint32_t at = R600_PA_SC_AA_SAMPLE_LOCS_MCTX;

	if (!strcmp(r->variant->name, "r600")) /* of that chip alone they are in no context */
		at = config[log2_samples];
	return r->reg[at / 4 + i / 4] >> i % 4 * 8 & 0xff;
}

static int32_t signed4(uint32_t v)
{
	return (int32_t)((v & 15) ^ 8) - 8;
}

static void positions(const struct mr600 *r, struct fl_raster_scan *sc)
{
	const uint32_t config = R600_REG(r, PA_SC_AA_CONFIG);
	const unsigned log2_samples = R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(config);
	const bool on = R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(R600_REG(r, PA_SC_MODE_CNTL));

	sc->sub = SUB;
	sc->samples = 1u << log2_samples;
	for (unsigned i = 0; i < sc->samples; i++) {
		const uint32_t at = log2_samples && on ? location(r, log2_samples, i) : 0;

		fl_raster_scan_add(sc, i, ~UINT64_C(0), SUB / 2 + signed4(at) * (SUB / 16),
				   SUB / 2 + signed4(at >> 4) * (SUB / 16));
	}
}

bool mr600_sc_each_sample(const struct mr600 *r)
{
	const uint32_t mode = R600_REG(r, PA_SC_MODE_CNTL);

	return R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(mode) &&
	       R600_PA_SC_MODE_CNTL__PS_ITER_SAMPLE__GET(mode);
}

/* Triangles: top left, with y down (R6xx facts 3.3). What PA_SC_EDGERULE's one value, 0xAAAAAAAA, says for
 * points and lines is in no document: these are OpenGL's rules, which drivers of R5xx ask for in as many
 * words. */
static const uint8_t rule[FL_RASTER_RULE_N] = {
    [FL_RASTER_RULE_TRI] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_POINT] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_LR] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_RL] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_TB] = FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_BOTTOM | FL_RASTER_OUT_TB_LEFT,
    [FL_RASTER_RULE_LINE_BT] = FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_TOP | FL_RASTER_OUT_TB_LEFT,
};

const struct fl_raster_scan *mr600_sc_decode(struct mr600 *r, struct fl_arena *a)
{
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);
	const uint32_t mask = R600_REG(r, PA_SC_AA_MASK);

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	scissors(r, sc);
	positions(r, sc);
	for (unsigned s = 0; s < sc->samples; s++) {
		for (unsigned p = 0; p < 4; p++)
			if (mask >> (8 * p + s) & 1)
				sc->door[s] |= fl_raster_lanes(p);
		sc->door_on |= sc->door[s] != ~UINT64_C(0);
	}
	memcpy(sc->rule, rule, sizeof(sc->rule));
	return sc;
}
