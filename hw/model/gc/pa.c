/* SPDX-License-Identifier: MIT
 *
 * PA and SE: clipping, viewport, faces, sizes, depths (GC facts 7), decoded once a draw.
 */
#include "hw/model/gc/pe.h"
#include "hw/model/gc/vs.h"
#include "hw/model/pixel/depth.h"
#include "hw/model/raster/state.h"

#include <math.h>
#include <string.h>

enum {
	POINT_MAX_PX = 8192,
	Z_DIV_MODEL = 0x1000,
	PSIZE_NONE = 0x7f, /* GL_HALTI5_SH_SPECIALS */
};

int mgc_psize_output(const struct mgc *g)
{
	if (!(GC_STATE(g, PA_CONFIG) & GC_PA_CONFIG__POINT_SIZE_ENABLE__MASK))
		return -1;
	if (g->variant->halti >= 5) {
		const uint32_t out =
		    GC_GL_HALTI5_SH_SPECIALS__VS_PSIZE_OUT__GET(GC_STATE(g, GL_HALTI5_SH_SPECIALS));

		return out == 0 || out == PSIZE_NONE ? -1 : (int)mgc_vs_output(g, out / 4);
	}
	return (int)mgc_vs_output(g, GC_STATE(g, VS_OUTPUT_COUNT) ? GC_STATE(g, VS_OUTPUT_COUNT) - 1 : 0);
}

/* GC facts 7: the depth that PE sees is (ndc + 1) / 2 * SCALE_Z + OFFSET_Z; chips before GC1000 but for GC880
 * take clip space from 0 on (GC facts 5.3). */
static void viewport(const struct mgc *g, struct fl_raster_viewport *t)
{
	const float scale = mgc_float(GC_STATE(g, PA_VIEWPORT_SCALE_Z)),
		    offset = mgc_float(GC_STATE(g, PA_VIEWPORT_OFFSET_Z));

	t->scale[0] = mgc_float(GC_STATE(g, PA_VIEWPORT_SCALE_X));
	t->scale[1] = mgc_float(GC_STATE(g, PA_VIEWPORT_SCALE_Y));
	t->offset[0] = mgc_float(GC_STATE(g, PA_VIEWPORT_OFFSET_X));
	t->offset[1] = mgc_float(GC_STATE(g, PA_VIEWPORT_OFFSET_Y));
	t->scale[2] = g->variant->z_div ? scale : scale / 2;
	t->offset[2] = g->variant->z_div ? offset : scale / 2 + offset;
	t->w_is_w = true;
}

/* Positions may leave the viewport as far as setup can count; what is outside of it altogether is dropped. */
static float guard(float scale, float offset)
{
	enum { REACH_PX = 16384 };
	const float s = fabsf(scale);

	return s > 0 ? fmaxf(1.0f, (REACH_PX - fabsf(offset)) / s) : 1.0f;
}

void mgc_pa_exports(struct mgc *g, struct fl_raster_exports *pa, const struct mgc_inputs *in)
{
	struct fl_raster_front *f = &pa->front;

	memset(pa, 0, sizeof(*pa));
	pa->point_size = mgc_psize_output(g) >= 0;
	pa->misc = 1;
	viewport(g, &f->viewport);
	pa->clip = pa->near = pa->far = true;
	f->z_from_zero = g->variant->z_div;
	f->clip_x = guard(f->viewport.scale[0], f->viewport.offset[0]);
	f->clip_y = guard(f->viewport.scale[1], f->viewport.offset[1]);
	/* points and wide lines are seen as far as they reach into the window */
	pa->disc_x = f->clip_x;
	pa->disc_y = f->clip_y;
	f->point_size[0] = f->point_size[1] = 2 * mgc_float(GC_STATE(g, PA_POINT_SIZE));
	fl_raster_state_carried(pa, in->n, in->src, 4 * in->n, 0);
}

static void faces(const struct mgc *g, struct fl_raster_setup *su)
{
	static const uint8_t fill[4] = {
	    [GC_PA_CONFIG__FILL_MODE__POINT] = FL_RASTER_FILL_POINTS,
	    [GC_PA_CONFIG__FILL_MODE__WIREFRAME] = FL_RASTER_FILL_LINES,
	    [GC_PA_CONFIG__FILL_MODE__SOLID] = FL_RASTER_FILL_TRIANGLES,
	    FL_RASTER_FILL_TRIANGLES,
	};
	const uint32_t c = GC_STATE(g, PA_CONFIG);
	const unsigned cull = GC_PA_CONFIG__CULL_FACE_MODE__GET(c);

	/* CW drops the faces whose area in memory rows is positive, which are those of i0.x = 1; CCW the
	 * others. GC facts 7 infer the opposite; with Mesa's driver live the demos' cubes and gears show
	 * their insides so, and two-sided lighting takes the wrong side (make check-gl-arm). */
	su->face_cw = true;
	su->cull_front = cull == GC_PA_CONFIG__CULL_FACE_MODE__CW;
	su->cull_back = cull == GC_PA_CONFIG__CULL_FACE_MODE__CCW;
	su->fill[0] = su->fill[1] = fill[GC_PA_CONFIG__FILL_MODE__GET(c)];
	su->poly = su->fill[0] != FL_RASTER_FILL_TRIANGLES;
}

/* Half of a size in pixels, to subpixels. */
static int32_t half_size(float half)
{
	half = half > 0 ? half : 0;
	half = half < POINT_MAX_PX ? half : POINT_MAX_PX;
	return (int32_t)(half * FL_RASTER_SUB + 0.5f);
}

static void sizes(struct mgc *g, struct fl_raster_setup *su)
{
	const float line = mgc_float(GC_STATE(g, PA_LINE_WIDTH));

	if (line != mgc_float(GC_STATE(g, PA_LINE_UNK00A38)) ||
	    line != mgc_float(GC_STATE(g, PA_LINE_UNK00A3C)))
		mgc_report(g, FL_WARN, "PA", "GC facts 7",
			   "PA_LINE_WIDTH is %g, and 0xA38, 0xA3C are %g, %g: all three are half of a width",
			   (double)line, (double)mgc_float(GC_STATE(g, PA_LINE_UNK00A38)),
			   (double)mgc_float(GC_STATE(g, PA_LINE_UNK00A3C)));
	fl_raster_state_sizes(su, 0, 0, 0, false);
	su->point_w = su->point_h = half_size(mgc_float(GC_STATE(g, PA_POINT_SIZE)));
	su->line_half = half_size(line);
	su->line_end = FL_RASTER_END_SQUARE;
	su->point_min = 0.5f * (float)su->coarse;
	su->point_max = POINT_MAX_PX / 2 * (float)su->coarse;
	su->has_psize = mgc_psize_output(g) >= 0;
}

/* SE_DEPTH_SCALE counts slopes a pixel, SE_DEPTH_BIAS depths of 0 … 1 (GC facts 7). */
static void depths(const struct mgc *g, struct fl_raster_setup *su)
{
	const uint32_t word[4] = {GC_STATE(g, SE_DEPTH_SCALE), GC_STATE(g, SE_DEPTH_BIAS),
				  GC_STATE(g, SE_DEPTH_SCALE), GC_STATE(g, SE_DEPTH_BIAS)};
	const struct fl_raster_state_depth d = {.min = mgc_float(GC_STATE(g, PE_DEPTH_NEAR)),
						.max = mgc_float(GC_STATE(g, PE_DEPTH_FAR)),
						.word = word};

	fl_raster_state_depths(su, &d);
	/* the room counts slopes in sixteenths of a pixel */
	for (unsigned i = 0; i < 2; i++) {
		su->po_scale[i] = mgc_float(word[0]) * FL_RASTER_SUB;
		su->po_on[i] = word[0] || word[1];
	}
	su->po_para = false;
}

const struct fl_raster_setup *mgc_pa_setup(struct mgc *g, struct fl_arena *a, const struct mgc_inputs *in)
{
	struct fl_raster_setup *su = fl_arena_alloc(a, sizeof(*su), 16);

	if (!su)
		return NULL;
	memset(su, 0, sizeof(*su));
	/* The grid is chosen: 1/256 of a pixel, in place of 1/16 (GC facts 7). Pictures differ only where
	 * edges cross close to samples; those of the traces want the finer one. */
	fl_raster_state_positions(su, 5, !(GC_STATE(g, PA_SYSTEM_MODE) & MGC_HALF_PIXEL), 0, 0);
	su->nearest = true;
	faces(g, su);
	sizes(g, su);
	depths(g, su);
	fl_raster_state_planes(su, 4 * in->n, in->src, in->group);
	return su;
}
