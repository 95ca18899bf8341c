/* SPDX-License-Identifier: MIT
 *
 * VAP registers into the state of a draw: output format (R5xx guide 7.4.5), clipping (7.4.13, 11.11),
 * viewport (7.4.17).
 */
#include "hw/model/r500/vap.h"
#include "hw/model/r500/chips.h"
#include "hw/model/num/num.h"
#include "hw/model/raster/state.h"

#include <string.h>

static float reg_float(const struct mr500 *r, uint32_t offset)
{
	return num_float((int32_t)r->reg[offset / 4]);
}

/* Vectors leave the PVS packed, in the order position, point size, colors, textures. Around the PVS
 * (PVS_BYPASS, or no TCL at all) each has its fixed place in input memory: 0, 1, 2-5, 6-13 (Mesa
 * r300_state_derived.c). */
static void outputs(struct mr500 *r, struct mr500_vap_state *st)
{
	uint32_t f0 = R500_REG(r, VAP_OUT_VTX_FMT_0), f1 = R500_REG(r, VAP_OUT_VTX_FMT_1);
	uint32_t clip = R500_REG(r, VAP_CLIP_CNTL);
	unsigned base = st->bypass ? MR500_PVS_IN : MR500_PVS_OUT, packed = 1, at = 0, n = 2;
	bool psize = R500_VAP_OUT_VTX_FMT_0__VTX_PT_SIZE_PRESENT__GET(f0);
	const struct {
		uint8_t is_texture;
	} color_23[2] = {{R500_VAP_CLIP_CNTL__COLOR2_IS_TEXTURE__GET(clip)},
			 {R500_VAP_CLIP_CNTL__COLOR3_IS_TEXTURE__GET(clip)}};

	if (!R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT__GET(f0))
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.5",
			     "VAP_OUT_VTX_FMT_0 %08x declares no position; vector 0 is taken", f0);
	memset(&st->out, MR500_NO_ATTR, sizeof(st->out));
	st->out.has_psize = st->front.has_psize = psize;
	memset(st->front.wrap, 0, sizeof(st->front.wrap));
	st->front.color_end = 0;
	st->out_reg[0] = (uint8_t)base;
	st->out_reg[1] = (uint8_t)(base + 1);
	if (psize)
		packed++;
	for (unsigned i = 0; i < 4; i++) {
		if (!(f0 & R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1) << i))
			continue;
		if (i >= 2 && color_23[i - 2].is_texture)
			st->out.tex_at[8 + i - 2] = (uint8_t)at;
		else {
			st->out.color_at[i] = (uint8_t)at;
			st->front.color_end = (uint8_t)(at + 4); /* clamped where cut */
		}
		st->out_reg[n] = (uint8_t)(base + (st->bypass ? 2 + i : packed++));
		st->out_at[n] = (uint8_t)at;
		st->out_count[n++] = 4;
		at += 4;
	}
	for (unsigned i = 0; i < 8; i++) {
		unsigned count = f1 >> (3 * i) & 7;
		if (!count)
			continue;
		if (count > 4)
			mr500_report(r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_OUT_VTX_FMT_1",
				     "texture %u has %u components", i, count);
		st->out.tex_at[i] = (uint8_t)at;
		st->front.wrap[0] |= (uint64_t)(R500_REG(r, SU_TEX_WRAP) >> (4 * i) & 15) << at;
		st->out_reg[n] = (uint8_t)(base + (st->bypass ? 6 + i : packed++));
		st->out_at[n] = (uint8_t)at;
		st->out_count[n++] = (uint8_t)(count > 4 ? 4 : count);
		at += 4;
	}
	st->out.n_attr = st->front.n_attr = (uint8_t)at;
	st->n_out = n;
}

/* How points meet user clip planes. Of PVS memory's POINT_VPORT_SCALE (R5xx guide 7.4.11) X and Y are taken
 * as what a size of one pixel across is from the center to the edge, in clip coordinates at W = 1 (half a
 * pixel over the viewport's scale), W as the same for the radius, and Z as what the state's size
 * (GA_POINT_SIZE) is multiplied by where the vertex has none. Where they are 0, nothing is expanded: Mesa
 * sets PS_UCP_MODE 3 and does not write them, and its points are drawn. */
static void points(struct mr500 *r, const struct mr500_pvs *p, struct mr500_vap_state *st)
{
	uint32_t size = R500_REG(r, GA_POINT_SIZE);
	struct fl_raster_front *f = &st->front;

	memcpy(f->point_scale, p->ucp[MR500_PVS_POINT_VPORT_SCALE], sizeof(f->point_scale));
	memcpy(f->point_tex, p->ucp[MR500_PVS_POINT_GEN_TEX], sizeof(f->point_tex));
	/* R5xx guide 11.11 VAP_CLIP_CNTL.PS_UCP_MODE: 0 cull by the center, 1 by the radius, 2 by the radius
	 * and cut what crosses a plane, 3 cut always: enum fl_raster_point_clip in the same order. */
	f->point_clip = R500_VAP_CLIP_CNTL__PS_UCP_MODE__GET(R500_REG(r, VAP_CLIP_CNTL));
	if (!st->clip ||
	    !(f->point_clip == FL_RASTER_POINT_RADIUS ? f->point_scale[3] > 0
						      : f->point_scale[0] > 0 && f->point_scale[1] > 0))
		f->point_clip = FL_RASTER_POINT_CENTER;
	/* half a width, in 1/12 or 1/16 of a pixel: R5xx guide 11.4 GA_POINT_SIZE */
	float unit = R500_GB_TILE_CONFIG__SUBPIXEL__GET(R500_REG(r, GB_TILE_CONFIG)) ? 8.0f : 6.0f;
	f->point_size[0] = (float)R500_GA_POINT_SIZE__WIDTH__GET(size) / unit * f->point_scale[2];
	f->point_size[1] = (float)R500_GA_POINT_SIZE__HEIGHT__GET(size) / unit * f->point_scale[2];
}

static void clipping(struct mr500 *r, const struct mr500_pvs *p, struct mr500_vap_state *st)
{
	uint32_t clip = R500_REG(r, VAP_CLIP_CNTL), round = R500_REG(r, GA_ROUND_MODE);

	st->clip = !R500_VAP_CLIP_CNTL__CLIP_DISABLE__GET(clip);
	st->front.z_from_zero = R500_VAP_CNTL__DX_CLIP_SPACE_DEF__GET(R500_REG(r, VAP_CNTL));
	st->front.ucp_cull_only = R500_VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA__GET(clip);
	st->front.boundary_edges = R500_VAP_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA__GET(clip);
	st->front.clip_y = reg_float(r, R500_VAP_GB_VERT_CLIP_ADJ);
	st->disc_y = reg_float(r, R500_VAP_GB_VERT_DISC_ADJ);
	st->front.clip_x = reg_float(r, R500_VAP_GB_HORZ_CLIP_ADJ);
	st->disc_x = reg_float(r, R500_VAP_GB_HORZ_DISC_ADJ);
	if (st->clip && !(st->front.clip_x > 0 && st->front.clip_y > 0 && st->disc_x > 0 && st->disc_y > 0))
		mr500_report(
		    r, FL_WARN, "VAP", "R5xx guide 11.11 VAP_GB_VERT_CLIP_ADJ",
		    "guard band adjusts are %g %g %g %g; 1.0 is no guard band, and with 0 nothing is inside",
		    (double)st->front.clip_y, (double)st->disc_y, (double)st->front.clip_x,
		    (double)st->disc_x);
	st->front.ucp_mask = clip & 63;
	memcpy(st->front.ucp, p->ucp, 6 * sizeof(st->front.ucp[0]));
	points(r, p, st);
	st->front.clamp_rgb = !R500_GA_ROUND_MODE__RGB_CLAMP__GET(round);
	st->front.clamp_alpha = !R500_GA_ROUND_MODE__ALPHA_CLAMP__GET(round);
}

static void viewport(struct mr500 *r, struct fl_raster_viewport *t)
{
	uint32_t c = R500_REG(r, VAP_VTE_CNTL);

	fl_raster_state_viewport(t, &r->reg[R500_VAP_VPORT_XSCALE / 4], c);
	t->xy_done = R500_VAP_VTE_CNTL__VTX_XY_FMT__GET(c);
	t->z_done = R500_VAP_VTE_CNTL__VTX_Z_FMT__GET(c);
	t->w_is_w = R500_VAP_VTE_CNTL__VTX_W0_FMT__GET(c);
}

/* Guide 7.4.2, 7.5.2: vectors a vertex times slots or controllers must fit their memories. */
static void sizes(struct mr500 *r, const struct mr500_vap *v)
{
	uint32_t c = R500_REG(r, VAP_CNTL);
	unsigned slots = R500_VAP_CNTL__PVS_NUM_SLOTS__GET(c), inputs = 0, outputs = 0;
	unsigned memory = r->variant && r->variant->pvs_vectors ? r->variant->pvs_vectors : 128;

	for (unsigned i = 0; i < MR500_PVS_INPUTS; i++)
		inputs = v->psc.vectors >> i & 1 ? i + 1 : inputs;
	for (unsigned i = 0; i < MR500_PVS_OUTPUTS; i++)
		outputs = v->pvs->writes_outputs >> i & 1 ? i + 1 : outputs;
	if (slots * inputs > memory || slots * outputs > memory)
		mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.2",
			     "%u slots (PVS_NUM_SLOTS) of %u input and %u output vectors do not fit memories "
			     "of %u vectors",
			     slots, inputs, outputs, memory);
}

/* Stream control changes seldom, and draws are often small, so its decoded form is kept. */
static bool stream_control(struct mr500 *r, struct mr500_vap *v, const uint8_t *count, unsigned n_streams)
{
	uint32_t key[sizeof(v->psc_key) / 4] = {0};

	memcpy(key, &r->reg[R500_VAP_PROG_STREAM_CNTL(0) / 4], 8 * 4);
	memcpy(key + 8, &r->reg[R500_VAP_PROG_STREAM_CNTL_EXT(0) / 4], 8 * 4);
	key[16] = R500_REG(r, VAP_PSC_SGN_NORM_CNTL);
	memcpy(key + 17, count, n_streams);
	key[21] = n_streams;
	if (memcmp(key, v->psc_key, sizeof(key))) {
		memcpy(v->psc_key, key, sizeof(key));
		v->psc_ok = mr500_psc_decode(r, count, n_streams, &v->psc);
	}
	return v->psc_ok;
}

/* Is the i-th vector a color of a vertex with colors of two sides? Where a program writes some of those, Mesa
 * declares all four (r300_state_derived.c): the places of the others have to be kept. */
static bool two_sided_color(const struct mr500_vap_out *out, const struct mr500_vap_state *st, unsigned i)
{
	bool is_color = false;

	for (unsigned k = 0; k < 4; k++)
		is_color |= i >= 2 && out->color_at[k] == st->out_at[i];
	return is_color && (out->color_at[2] != MR500_NO_ATTR || out->color_at[3] != MR500_NO_ATTR);
}

bool mr500_vap_decode(struct mr500 *r, struct mr500_vap *v, const uint8_t *count, unsigned n_streams)
{
	struct mr500_vap_state *st = &v->st;
	uint32_t c = R500_REG(r, VAP_CNTL);

	st->bypass = R500_VAP_CNTL_STATUS__PVS_BYPASS__GET(R500_REG(r, VAP_CNTL_STATUS)) ||
		     (r->variant && r->variant->vertex_engines == 0);
	if (!stream_control(r, v, count, n_streams)) {
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.4.7",
			     "stream control writes no input vector: there are no vertices to draw");
		return false;
	}
	if (!st->bypass) {
		if (!R500_VAP_CNTL__PVS_NUM_SLOTS__GET(c) || !R500_VAP_CNTL__PVS_NUM_CNTLRS__GET(c) ||
		    !R500_VAP_CNTL__PVS_NUM_FPUS__GET(c)) {
			mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.4.2",
				     "VAP_CNTL %08x gives the vertex shader no slots, controllers or "
				     "engines: it never starts",
				     c);
			return false;
		}
		if (!mr500_pvs_prepare(r, v->pvs))
			return false;
		sizes(r, v);
	}
	outputs(r, st);
	clipping(r, v->pvs, st);
	viewport(r, &st->front.viewport);
	if (!st->bypass)
		for (unsigned i = 0; i < st->n_out; i++) {
			unsigned vector = st->out_reg[i] - MR500_PVS_OUT;
			if ((i == 1 && !st->out.has_psize) || v->pvs->writes_outputs >> vector & 1)
				continue;
			if (!two_sided_color(&st->out, st, i))
				mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.4.5",
					     "VAP_OUT_VTX_FMT declares output vector %u, which the vertex "
					     "program does not write",
					     vector);
			memset(v->pvs->regs->v[st->out_reg[i]], 0, sizeof(v->pvs->regs->v[0]));
		}
	return true;
}
