/* SPDX-License-Identifier: MIT
 *
 * SC: scissors, clip rectangles, sample positions and masks, decoded once a draw (R6xx facts 3.3).
 */
#include "hw/model/r600/vgt.h"
#include "hw/model/raster/state.h"

#include <string.h>

enum {
	MAX_PX = 8192,
	VPORT_SCISSOR_ENABLE = 1 << 22, /* of PA_SC_MODE_CNTL; R7xx */
	SAMPLES_MOST = 8,
};

static void scissors(const struct mr600 *r, struct fl_raster_scan *sc)
{
	const uint32_t offset = R600_REG(r, PA_SC_WINDOW_OFFSET);
	const unsigned n = r->vgt->viewport;
	const struct fl_raster_state_scissor by[] = {
	    {R600_REG(r, PA_SC_SCREEN_SCISSOR_TL), R600_REG(r, PA_SC_SCREEN_SCISSOR_BR), true, false},
	    {R600_REG(r, PA_SC_WINDOW_SCISSOR_TL), R600_REG(r, PA_SC_WINDOW_SCISSOR_BR), true, true},
	    {R600_REG(r, PA_SC_GENERIC_SCISSOR_TL), R600_REG(r, PA_SC_GENERIC_SCISSOR_BR), true, true},
	    {r->reg[R600_PA_SC_VPORT_SCISSOR_TL(n) / 4], r->reg[R600_PA_SC_VPORT_SCISSOR_BR(n) / 4],
	     !r->variant->r7xx || R600_REG(r, PA_SC_MODE_CNTL) & VPORT_SCISSOR_ENABLE, true},
	};

	fl_raster_state_scissors(sc, MAX_PX, by, sizeof(by) / sizeof(*by), mr600_signed15(offset),
				 mr600_signed15(offset >> 16));
	fl_raster_state_cliprects(sc, &r->reg[R600_PA_SC_CLIPRECT_TL(0) / 4],
				  R600_PA_SC_CLIPRECT_RULE__CLIP_RULE__GET(R600_REG(r, PA_SC_CLIPRECT_RULE)));
}

static uint8_t location(const struct mr600 *r, unsigned log2_samples, unsigned i)
{
	static const uint32_t config[4] = {0, R600_PA_SC_AA_SAMPLE_LOCS_2S, R600_PA_SC_AA_SAMPLE_LOCS_4S,
					   R600_PA_SC_AA_SAMPLE_LOCS_8S_WD0};
	uint32_t at = R600_PA_SC_AA_SAMPLE_LOCS_MCTX;

	if (!strcmp(r->variant->name, "r600")) /* of that chip alone they are in no context */
		at = config[log2_samples];
	return (uint8_t)(r->reg[at / 4 + i / 4] >> i % 4 * 8);
}

static void positions(const struct mr600 *r, struct fl_raster_scan *sc)
{
	const uint32_t config = R600_REG(r, PA_SC_AA_CONFIG);
	const unsigned log2_samples = R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES__GET(config);
	const bool on = R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(R600_REG(r, PA_SC_MODE_CNTL));
	uint8_t at[SAMPLES_MOST] = {0};

	for (unsigned i = 0; log2_samples && on && i < 1u << log2_samples; i++)
		at[i] = location(r, log2_samples, i);
	fl_raster_state_samples(sc, 1u << log2_samples, at);
}

bool mr600_sc_each_sample(const struct mr600 *r)
{
	const uint32_t mode = R600_REG(r, PA_SC_MODE_CNTL);

	return R600_PA_SC_MODE_CNTL__MSAA_ENABLE__GET(mode) &&
	       R600_PA_SC_MODE_CNTL__PS_ITER_SAMPLE__GET(mode);
}

const struct fl_raster_scan *mr600_sc_decode(struct mr600 *r, struct fl_arena *a)
{
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);
	const uint32_t all = R600_REG(r, PA_SC_AA_MASK);
	const uint32_t mask[4] = {all & 0xff, all >> 8 & 0xff, all >> 16 & 0xff, all >> 24};

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	scissors(r, sc);
	positions(r, sc);
	fl_raster_state_mask(sc, mask);
	/* What PA_SC_EDGERULE's one value, 0xAAAAAAAA, says of points and lines is in no document: OpenGL's
	 * rules, which drivers of R5xx ask for in as many words (R6xx facts 3.3). */
	fl_raster_state_gl_rules(sc);
	return sc;
}
