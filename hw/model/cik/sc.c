/* SPDX-License-Identifier: MIT
 *
 * SC: scissors, clip rectangles, sample positions and masks, decoded once a draw (CIK facts 10).
 */
#include "hw/model/cik/vgt.h"
#include "hw/model/raster/state.h"

#include <string.h>

enum {
	LOG2_SAMPLES_MOST = 3,
	LOCATIONS_B = CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_0 - CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0,
};

/* Of the screen scissor, whose corners have a sign. */
static uint32_t above_zero(uint32_t corner)
{
	const int16_t x = (int16_t)corner, y = (int16_t)(corner >> 16);

	return (uint32_t)(x > 0 ? x : 0) | (uint32_t)(y > 0 ? y : 0) << 16;
}

static void scissors(const struct mcik *c, struct fl_raster_scan *sc)
{
	const uint32_t offset = CIK_REG(c, PA_SC_WINDOW_OFFSET);
	const unsigned n = c->vgt->viewport;
	const struct fl_raster_state_scissor by[] = {
	    {above_zero(CIK_REG(c, PA_SC_SCREEN_SCISSOR_TL)), above_zero(CIK_REG(c, PA_SC_SCREEN_SCISSOR_BR)),
	     true, false},
	    {CIK_REG(c, PA_SC_WINDOW_SCISSOR_TL), CIK_REG(c, PA_SC_WINDOW_SCISSOR_BR), true, true},
	    {CIK_REG(c, PA_SC_GENERIC_SCISSOR_TL), CIK_REG(c, PA_SC_GENERIC_SCISSOR_BR), true, true},
	    {c->reg[CIK_PA_SC_VPORT_SCISSOR_TL(n) / 4], c->reg[CIK_PA_SC_VPORT_SCISSOR_BR(n) / 4],
	     CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0)), true},
	};

	fl_raster_state_scissors(sc, FL_RASTER_MAX_PX, by, sizeof(by) / sizeof(*by), (int16_t)offset,
				 (int16_t)(offset >> 16));
	fl_raster_state_cliprects(sc, &c->reg[CIK_PA_SC_CLIPRECT_TL(0) / 4],
				  CIK_PA_SC_CLIPRECT_RULE__CLIP_RULE__GET(CIK_REG(c, PA_SC_CLIPRECT_RULE)));
}

/* The pixels of a quad may each have their own; those that have are taken as the first one has them. */
static uint8_t location(struct mcik *c, unsigned i)
{
	const uint32_t at = CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 / 4 + i / 4;
	const uint8_t v = (uint8_t)(c->reg[at] >> i % 4 * 8);

	for (unsigned pixel = 1; pixel < 4; pixel++)
		if ((c->reg[at + pixel * LOCATIONS_B / 4] >> i % 4 * 8 & 0xff) != v)
			mcik_report(
			    c, FL_NOTE, "SC", "CIK facts 10",
			    "PA_SC_AA_SAMPLE_LOCS_PIXEL_*: sample %u lies elsewhere in another pixel of "
			    "the quad; the model takes it where the upper left pixel has it",
			    i);
	return v;
}

/* The most that a surface has which is drawn to, as a logarithm. */
static unsigned stored(const struct mcik *c)
{
	const uint32_t z = CIK_REG(c, DB_Z_INFO);
	unsigned most =
	    CIK_DB_Z_INFO__FORMAT__GET(z) || CIK_DB_STENCIL_INFO__FORMAT__GET(CIK_REG(c, DB_STENCIL_INFO))
		? CIK_DB_Z_INFO__NUM_SAMPLES__GET(z)
		: 0;

	for (unsigned i = 0; i < FL_TILE_TARGETS; i++) {
		const unsigned n =
		    CIK_CB_COLOR_ATTRIB__NUM_FRAGMENTS__GET(c->reg[CIK_CB_COLOR_ATTRIB(i) / 4]);

		if (CIK_REG(c, CB_TARGET_MASK) >> 4 * i & 15 &&
		    CIK_CB_COLOR_INFO__FORMAT__GET(c->reg[CIK_CB_COLOR_INFO(i) / 4]) && n > most)
			most = n;
	}
	return most < LOG2_SAMPLES_MOST ? most : LOG2_SAMPLES_MOST;
}

/* Where surfaces have more samples than are scanned, each that is scanned stands for several. */
static bool positions(struct mcik *c, struct fl_raster_scan *sc)
{
	const uint32_t config = CIK_REG(c, PA_SC_AA_CONFIG);
	const unsigned log2_samples = CIK_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(config);
	const bool on = CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0));
	uint8_t at[1 << LOG2_SAMPLES_MOST] = {0};
	unsigned all;

	if (log2_samples > LOG2_SAMPLES_MOST) {
		mcik_report(c, FL_REFUSE, "SC", "CIK facts 10",
			    "PA_SC_AA_CONFIG 0x%08x: %u samples; 8 are the most that are drawn; not drawn",
			    config, 1u << log2_samples);
		return false;
	}
	all = stored(c) > log2_samples ? stored(c) : log2_samples;
	for (unsigned i = 0; log2_samples && on && i < 1u << all; i++)
		at[i] = location(c, i % (1u << log2_samples));
	fl_raster_state_samples(sc, 1u << all, at);
	return true;
}

bool mcik_sc_each_sample(const struct mcik *c)
{
	return CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_0)) &&
	       CIK_PA_SC_MODE_CNTL_1__PS_ITER_SAMPLE__GET(CIK_REG(c, PA_SC_MODE_CNTL_1));
}

const struct fl_raster_scan *mcik_sc_decode(struct mcik *c, struct fl_arena *a)
{
	const uint32_t upper = CIK_REG(c, PA_SC_AA_MASK_X0Y0_X1Y0),
		       lower = CIK_REG(c, PA_SC_AA_MASK_X0Y1_X1Y1);
	const uint32_t mask[4] = {upper & 0xffff, upper >> 16, lower & 0xffff, lower >> 16};
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	scissors(c, sc);
	if (!positions(c, sc))
		return NULL;
	fl_raster_state_mask(sc, mask);
	/* What PA_SC_EDGERULE's one value, 0xAA99AAAA, says of points and lines is in no document. */
	fl_raster_state_gl_rules(sc);
	return sc;
}
