/* SPDX-License-Identifier: MIT
 *
 * SC: scissors, clip rectangles, sample positions and masks, decoded once a draw (CIK facts 10).
 */
#include "hw/model/cik/vgt.h"

#include <string.h>

enum {
	SUB = 256, /* subpixels */
	NO_OFFSET = 1u << 31,
	LOG2_SAMPLES_MOST = 3,
	LOCATIONS_B = CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_0 - CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0,
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

static int signed16(uint32_t v)
{
	return (int)((v & 0xffff) ^ 0x8000) - 0x8000;
}

/* Of the screen scissor, whose corners have a sign. */
static uint32_t above_zero(uint32_t corner)
{
	const int x = signed16(corner), y = signed16(corner >> 16);

	return (uint32_t)(x > 0 ? x : 0) | (uint32_t)(y > 0 ? y : 0) << 16;
}

static void scissors(const struct mcik *c, struct fl_raster_scan *sc)
{
	const uint32_t offset = CIK_REG(c, PA_SC_WINDOW_OFFSET);
	const int dx = signed16(offset), dy = signed16(offset >> 16);
	const unsigned n = c->vgt->viewport;
	const struct {
		uint32_t tl, br;
		bool on, moves;
	} by[] = {
	    {above_zero(CIK_REG(c, PA_SC_SCREEN_SCISSOR_TL)), above_zero(CIK_REG(c, PA_SC_SCREEN_SCISSOR_BR)),
	     true, false},
	    {CIK_REG(c, PA_SC_WINDOW_SCISSOR_TL), CIK_REG(c, PA_SC_WINDOW_SCISSOR_BR), true, true},
	    {CIK_REG(c, PA_SC_GENERIC_SCISSOR_TL), CIK_REG(c, PA_SC_GENERIC_SCISSOR_BR), true, true},
	    {c->reg[CIK_PA_SC_VPORT_SCISSOR_TL(n) / 4], c->reg[CIK_PA_SC_VPORT_SCISSOR_BR(n) / 4],
	     CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0)), true},
	};

	sc->scissor = (struct fl_raster_rect){0, 0, FL_RASTER_MAX_PX - 1, FL_RASTER_MAX_PX - 1};
	for (unsigned i = 0; i < sizeof(by) / sizeof(*by); i++) {
		const bool moved = by[i].moves && !(by[i].tl & NO_OFFSET);

		if (by[i].on)
			intersect(&sc->scissor, by[i].tl, by[i].br, moved ? dx : 0, moved ? dy : 0);
	}
	for (unsigned i = 0; i < CIK_PA_SC_CLIPRECT_TL__COUNT; i++) {
		sc->rect[i] = (struct fl_raster_rect){INT16_MIN, INT16_MIN, INT16_MAX, INT16_MAX};
		intersect(&sc->rect[i], c->reg[CIK_PA_SC_CLIPRECT_TL(i) / 4],
			  c->reg[CIK_PA_SC_CLIPRECT_BR(i) / 4], 0, 0);
	}
	sc->clip_rule = (uint16_t)CIK_PA_SC_CLIPRECT_RULE__CLIP_RULE__GET(CIK_REG(c, PA_SC_CLIPRECT_RULE));
	sc->clip = sc->clip_rule != 0xffff;
}

/* Signed sixteenths from the middle, one byte a sample, x in the low half. The pixels of a quad may each have
 * their own; those that have are taken as the first one has them. */
static uint32_t location(struct mcik *c, unsigned i)
{
	const uint32_t at = CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 / 4 + i / 4;
	const uint32_t v = c->reg[at] >> i % 4 * 8 & 0xff;

	for (unsigned pixel = 1; pixel < 4; pixel++)
		if ((c->reg[at + pixel * LOCATIONS_B / 4] >> i % 4 * 8 & 0xff) != v)
			mcik_report(
			    c, FL_NOTE, "SC", "CIK facts 10",
			    "PA_SC_AA_SAMPLE_LOCS_PIXEL_*: sample %u lies elsewhere in another pixel of "
			    "the quad; the model takes it where the upper left pixel has it",
			    i);
	return v;
}

static int32_t signed4(uint32_t v)
{
	return (int32_t)((v & 15) ^ 8) - 8;
}

static bool positions(struct mcik *c, struct fl_raster_scan *sc)
{
	const uint32_t config = CIK_REG(c, PA_SC_AA_CONFIG);
	const unsigned log2_samples = CIK_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(config);
	const bool on = CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0));

	if (log2_samples > LOG2_SAMPLES_MOST) {
		mcik_report(c, FL_REFUSE, "SC", "CIK facts 10",
			    "PA_SC_AA_CONFIG 0x%08x: %u samples; 8 are the most that are drawn; not drawn",
			    config, 1u << log2_samples);
		return false;
	}
	sc->sub = SUB;
	sc->samples = 1u << log2_samples;
	for (unsigned i = 0; i < sc->samples; i++) {
		const uint32_t at = log2_samples && on ? location(c, i) : 0;

		fl_raster_scan_add(sc, i, ~UINT64_C(0), SUB / 2 + signed4(at) * (SUB / 16),
				   SUB / 2 + signed4(at >> 4) * (SUB / 16));
	}
	return true;
}

bool mcik_sc_each_sample(const struct mcik *c)
{
	return CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0)) &&
	       CIK_PA_SC_MODE_CNTL_1__PS_ITER_SAMPLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_1));
}

/* Triangles: top left, with y down. What PA_SC_EDGERULE's one value, 0xAA99AAAA, says of points and lines is
 * in no document: OpenGL's rules. */
static const uint8_t rule[FL_RASTER_RULE_N] = {
    [FL_RASTER_RULE_TRI] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_POINT] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_LR] = FL_RASTER_OUT_RIGHT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_RL] = FL_RASTER_OUT_LEFT | FL_RASTER_OUT_BOTTOM,
    [FL_RASTER_RULE_LINE_TB] = FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_BOTTOM | FL_RASTER_OUT_TB_LEFT,
    [FL_RASTER_RULE_LINE_BT] = FL_RASTER_RULE_TB_FIRST | FL_RASTER_OUT_TB_TOP | FL_RASTER_OUT_TB_LEFT,
};

const struct fl_raster_scan *mcik_sc_decode(struct mcik *c, struct fl_arena *a)
{
	const uint32_t mask[2] = {CIK_REG(c, PA_SC_AA_MASK_X0Y0_X1Y0), CIK_REG(c, PA_SC_AA_MASK_X0Y1_X1Y1)};
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	scissors(c, sc);
	if (!positions(c, sc))
		return NULL;
	for (unsigned s = 0; s < sc->samples; s++) {
		for (unsigned p = 0; p < 4; p++)
			if (mask[p / 2] >> (16 * (p % 2) + s) & 1)
				sc->door[s] |= fl_raster_lanes(p);
		sc->door_on |= sc->door[s] != ~UINT64_C(0);
	}
	memcpy(sc->rule, rule, sizeof(sc->rule));
	return sc;
}
