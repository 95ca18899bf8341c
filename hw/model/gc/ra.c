/* SPDX-License-Identifier: MIT
 *
 * RA: scissors, samples, and which outputs of the vertex program become which registers of the pixel program
 * (GC facts 5.3, 7), decoded once a draw.
 */
#include "hw/model/gc/pe.h"
#include "hw/model/gc/vs.h"
#include "hw/model/raster/state.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum {
	HALTI5 = 5,
	MAX_PX = 8192,
	ROW_B = sizeof(union mgc_lanes),
	/* GL_VARYING_COMPONENT_USE: two bits a component */
	USE_POINT_X = 2,
	USE_POINT_Y = 3,
	PCOORD_NONE = 0x7f,
};

unsigned mgc_samples(const struct mgc *g)
{
	static const uint8_t n[4] = {1, 2, 4, 1};

	return n[GC_GL_MULTI_SAMPLE_CONFIG__MSAA_SAMPLES__GET(GC_STATE(g, GL_MULTI_SAMPLE_CONFIG))];
}

/* ---- scissors and samples ------------------------------------------------------------------------------ */
/* Edges are loaded as 16.16, and come as singles; the right and lower ones lie just beyond the last sample
 * (GC facts 3, 7). The first pixel whose middle is right of an edge. */
static int first_px(uint32_t edge)
{
	const float px = ceilf(mgc_float(edge) - 0.5f);

	return px > 0 ? px < MAX_PX ? (int)px : MAX_PX : 0;
}

/* The second pair ends just before the next pixel. */
static int last_px(uint32_t edge)
{
	const float px = ceilf(mgc_float(edge));

	return px > 0 ? px < MAX_PX ? (int)px - 1 : MAX_PX : 0;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static void scissors(struct mgc *g, struct fl_raster_scan *sc)
{
	const uint32_t right = GC_STATE(g, SE_SCISSOR_RIGHT), bottom = GC_STATE(g, SE_SCISSOR_BOTTOM);
	int x1 = first_px(right), y1 = first_px(bottom);

	/* cores that have no second pair leave it at 0 */
	if (GC_STATE(g, SE_CLIP_RIGHT) || GC_STATE(g, SE_CLIP_BOTTOM)) {
		x1 = least(x1, last_px(GC_STATE(g, SE_CLIP_RIGHT)));
		y1 = least(y1, last_px(GC_STATE(g, SE_CLIP_BOTTOM)));
	}
	sc->scissor = (struct fl_raster_rect){(int16_t)first_px(GC_STATE(g, SE_SCISSOR_LEFT)),
					      (int16_t)first_px(GC_STATE(g, SE_SCISSOR_TOP)),
					      (int16_t)(x1 - 1), (int16_t)(y1 - 1)};
}

/* Positions in nibbles, sixteenths of a pixel from its corner (GC facts 7): the first sample lowest. */
static void samples(struct mgc *g, struct fl_raster_scan *sc)
{
	enum { SIXTEENTH = FL_RASTER_SUB / 16 };
	const unsigned n = mgc_samples(g);
	const uint32_t at = GC_STATE_AT(g, RA_MULTISAMPLE_UNK00E10, 0),
		       on = GC_GL_MULTI_SAMPLE_CONFIG__MSAA_ENABLES__GET(GC_STATE(g, GL_MULTI_SAMPLE_CONFIG));
	const uint32_t left = n > 1 ? on : 1, mask[4] = {left, left, left, left};

	sc->sub = FL_RASTER_SUB;
	sc->samples = n;
	if (n == 1)
		fl_raster_scan_add(sc, 0, ~UINT64_C(0), FL_RASTER_SUB / 2, FL_RASTER_SUB / 2);
	for (unsigned i = 0; n > 1 && i < n; i++)
		fl_raster_scan_add(sc, i, ~UINT64_C(0), (int32_t)(at >> 8 * i & 15) * SIXTEENTH,
				   (int32_t)(at >> (8 * i + 4) & 15) * SIXTEENTH);
	fl_raster_state_mask(sc, mask);
	if (n > 1 && !g->variant->msaa)
		mgc_report(g, FL_WARN, "RA", "GC facts 0", "%u samples a pixel: this core has no MSAA", n);
	if (n == 2 && g->variant->small_msaa)
		mgc_report(g, FL_WARN, "RA", "GC facts 7",
			   "2 samples a pixel: cores with SMALL_MSAA have only 4");
}

const struct fl_raster_scan *mgc_ra_scan(struct mgc *g, struct fl_arena *a)
{
	struct fl_raster_scan *sc = fl_arena_alloc(a, sizeof(*sc), 16);

	if (!sc)
		return NULL;
	memset(sc, 0, sizeof(*sc));
	scissors(g, sc);
	samples(g, sc);
	fl_raster_state_gl_rules(sc);
	return sc;
}

/* ---- inputs -------------------------------------------------------------------------------------------- */
static unsigned use(const struct mgc *g, unsigned i, unsigned c)
{
	const unsigned at = 2 * (4 * i + c);

	return at < 64 ? GC_STATE_AT(g, GL_VARYING_COMPONENT_USE, at / 32) >> at % 32 & 3 : 0;
}

/* Where in a point a pixel lies: on HALTI5 a number of a component says which varying that is. */
static unsigned point_component(const struct mgc *g, unsigned i, unsigned c)
{
	const uint32_t at = GC_GL_HALTI5_SH_SPECIALS__PS_PCOORD_IN__GET(GC_STATE(g, GL_HALTI5_SH_SPECIALS));

	if (!(GC_STATE(g, PA_CONFIG) & GC_PA_CONFIG__POINT_SPRITE_ENABLE__MASK) && g->variant->halti < HALTI5)
		return 0;
	if (g->variant->halti < HALTI5)
		return use(g, i, c);
	if (at == PCOORD_NONE)
		return 0;
	return at == 4 * i + c ? USE_POINT_X : at + 1 == 4 * i + c ? USE_POINT_Y : 0;
}

/* GC facts 5.3: varyings without bypass bit are flat where PA_CONFIG says so. On HALTI5 each component has a
 * mode of its own (etna_viv rnndb, HALTI5_SHADER_ATTRIBUTES), and PA_CONFIG says nothing: Mesa's blits have
 * the shade model of the draw before them, and their coordinates vary (GC facts 14). */
static bool is_flat(const struct mgc *g, unsigned i, unsigned c)
{
	const unsigned n = GC_PA_SHADER_ATTRIBUTES__COUNT, at = 4 * (4 * i + c);

	if (g->variant->halti >= HALTI5)
		return GC_GL_HALTI5_SHADER_ATTRIBUTES__V0_X_MODE__GET(
			   GC_STATE_AT(g, GL_HALTI5_SHADER_ATTRIBUTES, at / 32) >> at % 32) ==
		       GC_VARYING_INTERPOLATION_MODE__FLAT;
	return GC_PA_CONFIG__SHADE_MODEL__GET(GC_STATE(g, PA_CONFIG)) == GC_PA_CONFIG__SHADE_MODEL__FLAT &&
	       !(i < n &&
		 GC_STATE_AT(g, PA_SHADER_ATTRIBUTES, i) & GC_PA_SHADER_ATTRIBUTES__BYPASS_FLAT__MASK);
}

static void varying(struct mgc *g, struct mgc_inputs *s, unsigned i)
{
	s->reg[i] = (uint8_t)mgc_vs_output(g, 1 + i);
	for (unsigned c = 0; c < 4; c++) {
		struct fl_raster_src *src = &s->src[4 * i + c];
		const unsigned point = point_component(g, i, c);
		const bool flat = is_flat(g, i, c);

		*src = (struct fl_raster_src){.kind = flat ? FL_RASTER_SRC_FLAT : FL_RASTER_SRC_VTX,
					      .at = (uint8_t)(4 * i + c),
					      .back = (uint8_t)(4 * i + c)};
		if (point == USE_POINT_X)
			src->sprite = FL_RASTER_SRC_S;
		if (point == USE_POINT_Y)
			src->sprite = FL_RASTER_SRC_T;
		s->in[s->inputs.n++] = (struct fl_raster_input){
		    .kind = flat ? FL_RASTER_IN_FLAT : FL_RASTER_IN_PLANE,
		    .plane = (uint8_t)(4 * i + c),
		    .at_B = (uint32_t)offsetof(struct mgc_px, wave.t) + (4 * (1 + i) + c) * ROW_B};
	}
}

/* The same once more for the fast path: planes by four, and the rest. */
static void sort(struct mgc_inputs *s)
{
	struct fl_raster_inputs *to = &s->inputs;

	to->in = s->in;
	to->by4 = s->by4;
	to->rest = s->rest;
	for (unsigned i = 0; i < to->n; i += 4) {
		bool planes = true;

		for (unsigned c = 0; c < 4; c++)
			planes &= s->in[i + c].kind == FL_RASTER_IN_PLANE;
		if (planes) {
			s->by4[to->n_by4++] = (struct fl_raster_input4){
			    .at_B = s->in[i].at_B, .group = s->in[i].plane / 4, .mask = 15};
			continue;
		}
		for (unsigned c = 0; c < 4; c++)
			s->rest[to->n_rest++] = (uint8_t)(i + c);
	}
}

const struct mgc_inputs *mgc_ra_inputs(struct mgc *g, struct fl_arena *a)
{
	struct mgc_inputs *s = fl_arena_alloc(a, sizeof(*s), 16);
	const uint32_t inputs = GC_STATE(g, PS_INPUT_COUNT) & 0x1f;
	unsigned n = GC_PA_ATTRIBUTE_ELEMENT_COUNT__COUNT__GET(GC_STATE(g, PA_ATTRIBUTE_ELEMENT_COUNT));

	if (!s)
		return NULL;
	memset(s, 0, sizeof(*s));
	if (n > g->variant->varyings || n > MGC_VARYINGS) {
		mgc_report(g, FL_WARN, "RA", "GC facts 0",
			   "PA_ATTRIBUTE_ELEMENT_COUNT has %u varyings, of %u that there are", n,
			   g->variant->varyings);
		n = g->variant->varyings < MGC_VARYINGS ? g->variant->varyings : MGC_VARYINGS;
	}
	if (inputs != n + 1 && !(inputs == n + 2 && mgc_samples(g) > 1))
		mgc_report(g, FL_WARN, "RA", "GC facts 5.3",
			   "PS_INPUT_COUNT %u, and PA_ATTRIBUTE_ELEMENT_COUNT has %u varyings: one more is "
			   "wanted, or two "
			   "with MSAA",
			   inputs, n);
	s->n = n;
	for (unsigned i = 0; i < n; i++)
		varying(g, s, i);
	sort(s);
	fl_raster_groups(s->src, 4 * n, s->group);
	return s;
}
