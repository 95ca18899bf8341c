/* SPDX-License-Identifier: MIT
 *
 * GA, SU and GB registers to struct fl_raster_setup, and the way from the vertex to each plane that RS asks
 * for.
 */
#include "hw/model/r500/ga.h"

#include <string.h>

/* GA_POLY_MODE's, GA_LINE_CNTL's and GA_LINE_STIPPLE_CONFIG's codes. */
static const uint8_t fill[8] = {
    [R500_GA_POLY_MODE__FRONT_PTYPE__POINTS] = FL_RASTER_FILL_POINTS,
    [R500_GA_POLY_MODE__FRONT_PTYPE__LINES] = FL_RASTER_FILL_LINES,
    [R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES] = FL_RASTER_FILL_TRIANGLES,
};
static const uint8_t line_end[4] = {
    [R500_GA_LINE_CNTL__END_TYPE__HORIZONTAL] = FL_RASTER_END_HORIZONTAL,
    [R500_GA_LINE_CNTL__END_TYPE__VERTICAL] = FL_RASTER_END_VERTICAL,
    [R500_GA_LINE_CNTL__END_TYPE__SQUARE] = FL_RASTER_END_SQUARE,
    [R500_GA_LINE_CNTL__END_TYPE__COMPUTED] = FL_RASTER_END_COMPUTED,
};
static const uint8_t stipple[4] = {
    [R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_LINE] = FL_RASTER_STIPPLE_PER_LINE,
    [R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__PER_PACKET] = FL_RASTER_STIPPLE_PER_DRAW,
};

enum { FAR = 1 << 22 }; /* vertices further out are moved in: more than the chip's coordinates can be */

/* One component of the rasterizer's input packet. */
struct component {
	uint8_t kind; /* MR500_SRC_* */
	uint8_t at;
	uint8_t tex, ch;
};

static float reg_float(const struct mr500 *r, uint32_t offset)
{
	return mr500_bits_float(r->reg[offset / 4]);
}

static bool ps3_mode(const struct mr500 *r)
{
	return mr500_ga_is_r5xx(r) && R500_PS3_ENABLE__PS3_MODE__GET(R500_REG(r, PS3_ENABLE));
}

/* Texture t is flat: R5xx guide 11.4 GA_COLOR_CONTROL_PS3, "undefined(0), flat(1) and Gouraud(2/def)"; its
 * list of values calls 0 solid. In PS3 mode alone: drivers that never enter it leave zeros there. */
static bool flat_texture(struct mr500 *r, unsigned t)
{
	unsigned shading = R500_REG(r, GA_COLOR_CONTROL_PS3) >> 2 * t & 3;

	if (!ps3_mode(r))
		return false;
	if (shading != R500_GA_COLOR_CONTROL_PS3__TEX0_SHADING_PS3__FLAT &&
	    shading != R500_GA_COLOR_CONTROL_PS3__TEX0_SHADING_PS3__GOURAUD)
		mr500_report(r, FL_WARN, "GA", "R5xx guide 11.4 GA_COLOR_CONTROL_PS3",
			     "texture %u is rasterized in PS3 mode with shading %u, which is undefined: "
			     "Gouraud is taken",
			     t, shading);
	return shading == R500_GA_COLOR_CONTROL_PS3__TEX0_SHADING_PS3__FLAT;
}

/* What PS3 mode's registers get wrong. */
static void check_ps3(struct mr500 *r, const struct fl_raster_setup *ga)
{
	uint32_t source = R500_REG(r, PS3_TEX_SOURCE), count = R500_REG(r, PS3_VTX_FMT);

	for (unsigned t = 0; t < 10; t++) {
		if ((source >> 2 * t & 3) == 3)
			mr500_report(r, FL_WARN, "GB", "R5xx guide 11.5 PS3_TEX_SOURCE",
				     "TEX%u_SOURCE 3 is reserved", t);
		if ((count >> 3 * t & 7) > 4)
			mr500_report(r, FL_WARN, "GB", "R5xx guide 11.5 PS3_VTX_FMT",
				     "TEX_%u_COMP_CNT is %u: a texture has 4 components", t,
				     count >> 3 * t & 7);
	}
	if (ga->poly)
		mr500_report(
		    r, FL_NOTE, "GA", "R5xx guide 10.9.2",
		    "polygon mode and PS3 mode: the chip computes texture coordinates wrongly without "
		    "GA_PERF.PERF3_SEL bit 4, which is not modelled: they are right here");
}

/* The packet's texture components in order: the active sets, each with as many components as the vertex
 * format has; one component travels as two (R5xx guide 11.5 PS3_VTX_FMT), stuffed sets have two or three
 * (10.7.5). */
static unsigned packet(struct mr500 *r, const struct mr500_vap_out *out, struct component c[64])
{
	bool ps3 = ps3_mode(r);
	uint32_t source = ps3 ? R500_REG(r, PS3_TEX_SOURCE) : R500_REG(r, GB_ENABLE) >> 16;
	uint32_t count = ps3 ? R500_REG(r, PS3_VTX_FMT) : R500_REG(r, VAP_OUT_VTX_FMT_1);
	unsigned n = 0;

	for (unsigned t = 0; t < (ps3 ? 10 : 8); t++) {
		unsigned src = source >> 2 * t & 3, comps = count >> 3 * t & 7;
		bool given = out->tex_at[t] != MR500_NO_ATTR && comps;

		if (src && given && !ps3) {
			mr500_report(r, FL_WARN, "GA", "R5xx guide 7.4.5",
				     "texture coordinate %u is to be stuffed (GB_ENABLE), but "
				     "VAP_OUT_VTX_FMT_1 has it "
				     "too: the vertex's is taken",
				     t);
			src = 0;
		}
		if (src == 0) {
			if (!given)
				continue;
			comps = comps == 1 ? 2 : comps > 4 ? 4 : comps;
		} else {
			comps = src == 1 ? 2 : 3;
		}
		for (unsigned k = 0; k < comps && n < 62; k++, n++) {
			c[n].kind = (uint8_t)(src ? FL_RASTER_SRC_S + k : FL_RASTER_SRC_VTX);
			c[n].at = (uint8_t)(out->tex_at[t] + k);
			c[n].tex = (uint8_t)t;
			c[n].ch = (uint8_t)k;
		}
	}
	return n;
}

static void color(struct mr500 *r, struct fl_raster_setup *ga, struct fl_raster_src *src,
		  const struct mr500_vap_out *out, const struct mr500_rs_state *rs, unsigned n, unsigned ch)
{
	uint32_t control = R500_REG(r, GA_COLOR_CONTROL), round = R500_REG(r, GA_ROUND_MODE);
	unsigned shading = control >> (4 * n + (ch == 3 ? 2 : 0)) & 3;
	uint8_t at, back;

	src->clamp = !(ch == 3 ? R500_GA_ROUND_MODE__ALPHA_CLAMP__GET(round)
			       : R500_GA_ROUND_MODE__RGB_CLAMP__GET(round));
	if (shading == R500_GA_COLOR_CONTROL__RGB0_SHADING__SOLID) {
		float x = r->ga->solid[ch];

		if (src->clamp)
			x = x > 0 ? x < 1 ? x : 1.0f : 0.0f;
		src->kind = FL_RASTER_SRC_CONST;
		src->value = x;
		return;
	}
	/* COLORn_TEX_OVERRIDE: the color's way, its shading and clamp, with a texture's values. Which of the
	 * two shadings counts then is not said; nor that it needs PS3 mode. */
	at = out->color_at[n];
	back = n < 2 && rs->n_col <= 2 ? out->color_at[n + 2] : MR500_NO_ATTR;
	if (n < 2 && mr500_ga_is_r5xx(r)) {
		unsigned from =
		    n ? R500_GA_COLOR_CONTROL_PS3__COLOR1_TEX_OVERRIDE__GET(R500_REG(r, GA_COLOR_CONTROL_PS3))
		      : R500_GA_COLOR_CONTROL_PS3__COLOR0_TEX_OVERRIDE__GET(
			    R500_REG(r, GA_COLOR_CONTROL_PS3));

		if (from > 10) {
			mr500_report(r, FL_WARN, "GA", "R5xx guide 11.4 GA_COLOR_CONTROL_PS3",
				     "COLOR%u_TEX_OVERRIDE %u is reserved: no override", n, from);
		} else if (from) {
			at = out->tex_at[from - 1];
			back = MR500_NO_ATTR;
			if (at == MR500_NO_ATTR)
				mr500_report(
				    r, FL_WARN, "GA", "R5xx guide 11.4 GA_COLOR_CONTROL_PS3",
				    "COLOR%u_TEX_OVERRIDE takes texture %u, which the vertex does not have",
				    n, from - 1);
		}
	}
	if (at == MR500_NO_ATTR) {
		mr500_report(
		    r, FL_WARN, "RS", "R5xx guide 11.6 RS_IP",
		    "color %u is rasterized, but VAP_OUT_VTX_FMT_0 does not output it: the chip may hang", n);
		src->kind = FL_RASTER_SRC_CONST;
		src->value = 0;
		return;
	}
	src->kind =
	    shading == R500_GA_COLOR_CONTROL__RGB0_SHADING__FLAT ? FL_RASTER_SRC_FLAT : FL_RASTER_SRC_COLOR;
	src->at = src->back = (uint8_t)(at + ch);
	/* Two-sided: with no more than two colors rasterized, colors 2 and 3 are those of the back. Mesa
	 * r300_vs.c */
	if (back != MR500_NO_ATTR)
		src->back = (uint8_t)(back + ch);
}

/* R5xx guide 10.7.6: the fog value in the place of a texture component. Which scale and offset GA applies is
 * not said; they are applied to W and Z, and a color's alpha goes as it is. */
static void fog(struct mr500 *r, struct fl_raster_src *src, const struct mr500_vap_out *out)
{
	unsigned from = R500_GB_SELECT__FOG_SELECT__GET(R500_REG(r, GB_SELECT));

	if (from <= R500_GB_SELECT__FOG_SELECT__C3A && out->color_at[from] != MR500_NO_ATTR) {
		src->kind = FL_RASTER_SRC_COLOR;
		src->at = src->back = (uint8_t)(out->color_at[from] + 3);
	} else if (from <= R500_GB_SELECT__FOG_SELECT__C3A) {
		src->kind = FL_RASTER_SRC_CONST;
	} else {
		src->kind = from == R500_GB_SELECT__FOG_SELECT__Z ? FL_RASTER_SRC_Z : FL_RASTER_SRC_W;
	}
}

static void sources(struct mr500 *r, struct fl_raster_setup *ga, struct fl_raster_src *to,
		    const struct mr500_rs_state *rs, const struct mr500_vap_out *out)
{
	struct component c[64];
	unsigned n = packet(r, out, c);
	uint32_t select = R500_REG(r, GB_SELECT);
	bool fogged = mr500_ga_is_r5xx(r) && R500_GB_SELECT__FOG_STUFF_ENABLE__GET(select);

	for (unsigned i = 0; i < rs->n_planes; i++) {
		struct fl_raster_src *src = &to[i];
		unsigned from = rs->source[i];

		memset(src, 0, sizeof(*src));
		if (!rs->used[i]) {
			src->kind = FL_RASTER_SRC_CONST;
			if (from < n && c[from].kind == FL_RASTER_SRC_VTX) {
				/* as its neighbours, so that the group is fast */
				src->kind = FL_RASTER_SRC_VTX;
				src->at = c[from].at;
			} else if (from >= MR500_RS_COLOR && from < MR500_RS_FOG_VALUE) {
				color(r, ga, src, out, rs, from % 64 / 4, from % 4);
			}
		} else if (from == MR500_RS_FOG_VALUE) {
			fog(r, src, out);
		} else if (from >= MR500_RS_COLOR) {
			from -= MR500_RS_COLOR;
			color(r, ga, src, out, rs, from / 4, from % 4);
		} else if (from < n) {
			unsigned t = c[from].tex, ch = c[from].ch;

			src->kind = c[from].kind;
			src->at = src->back = c[from].at;
			if (src->kind == FL_RASTER_SRC_VTX && flat_texture(r, t)) {
				src->kind = FL_RASTER_SRC_FLAT;
				continue;
			}
			if (t < 8)
				src->wrap = R500_REG(r, SU_TEX_WRAP) >> (4 * t + ch) & 1;
			else
				src->wrap = R500_REG(r, SU_TEX_WRAP_PS3) >> (4 * (9 - t) + ch) & 1;
			if (fogged && t == R500_GB_SELECT__FOG_STUFF_TEX__GET(select) &&
			    ch == R500_GB_SELECT__FOG_STUFF_COMP__GET(select))
				fog(r, src, out);
			ga->stuff |= src->kind >= FL_RASTER_SRC_S && src->kind <= FL_RASTER_SRC_R;
		} else {
			/* An IT_COUNT of 0 says that no texture is iterated, whatever RS_INST still holds:
			 * programs that clear so ran on a real RV530. */
			if (rs->n_tex)
				mr500_report(
				    r, FL_WARN, "RS", "R5xx guide 11.6 RS_IP",
				    "texture component %u is rasterized, but the vertex has only %u: the "
				    "chip may hang",
				    from, n);
			src->kind = FL_RASTER_SRC_CONST;
		}
	}
}

const struct fl_raster_setup *mr500_ga_decode(struct mr500 *r, struct fl_arena *a,
					      const struct mr500_rs_state *rs,
					      const struct mr500_vap_out *out)
{
	struct fl_raster_setup *ga = fl_arena_alloc(a, sizeof(*ga), 16);
	struct fl_raster_src *src = fl_arena_alloc(a, rs->n_planes * sizeof(*src), 16);
	struct fl_raster_group *group = fl_arena_alloc(a, rs->n_planes / 4 * sizeof(*group), 16);
	uint32_t tile = R500_REG(r, GB_TILE_CONFIG), round = R500_REG(r, GA_ROUND_MODE), w;
	int32_t fine;

	if (!ga || !src || !group)
		return NULL;
	memset(ga, 0, sizeof(*ga));
	ga->far = FAR;
	ga->has_psize = out->has_psize;
	fine = mr500_ga_fine(r);
	ga->coarse = R500_GB_TILE_CONFIG__SUBPIXEL__GET(tile) ? 16 : 12;
	ga->sub = ga->coarse * fine;
	ga->step = fine > 1 ? ga->sub / 256 : 1;
	fl_raster_count_steps(ga);
	ga->nearest =
	    R500_GA_ROUND_MODE__GEOMETRY_ROUND__GET(round) == R500_GA_ROUND_MODE__GEOMETRY_ROUND__NEAREST;
	ga->keep = fine > 1 ? ~(int32_t)R500_GA_ROUND_MODE__GEOMETRY_MASK__GET(round) : -1;
	w = R500_REG(r, GA_OFFSET);
	ga->off_x = (int16_t)R500_GA_OFFSET__X_OFFSET__GET(w) * fine;
	ga->off_y = (int16_t)R500_GA_OFFSET__Y_OFFSET__GET(w) * fine;

	w = R500_REG(r, SU_CULL_MODE);
	ga->cull_front = R500_SU_CULL_MODE__CULL_FRONT__GET(w);
	ga->cull_back = R500_SU_CULL_MODE__CULL_BACK__GET(w);
	ga->face_cw = R500_SU_CULL_MODE__FACE__GET(w);
	w = R500_REG(r, GA_POLY_MODE);
	ga->poly = R500_GA_POLY_MODE__POLY_MODE__GET(w) == R500_GA_POLY_MODE__POLY_MODE__DUAL;
	ga->fill[0] = fill[R500_GA_POLY_MODE__FRONT_PTYPE__GET(w)];
	ga->fill[1] = fill[R500_GA_POLY_MODE__BACK_PTYPE__GET(w)];
	if (R500_GA_POLY_MODE__POLY_MODE__GET(w) > 1 ||
	    (ga->poly &&
	     (R500_GA_POLY_MODE__FRONT_PTYPE__GET(w) > R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES ||
	      R500_GA_POLY_MODE__BACK_PTYPE__GET(w) > R500_GA_POLY_MODE__FRONT_PTYPE__TRIANGLES)))
		mr500_report(r, FL_WARN, "GA", "R5xx guide 11.4 GA_POLY_MODE",
			     "reserved value: GA_POLY_MODE = 0x%08x", w);

	w = R500_REG(r, GA_POINT_SIZE);
	ga->point_w = (int32_t)R500_GA_POINT_SIZE__WIDTH__GET(w) * fine;
	ga->point_h = (int32_t)R500_GA_POINT_SIZE__HEIGHT__GET(w) * fine;
	w = R500_REG(r, GA_POINT_MINMAX);
	ga->point_min = (float)R500_GA_POINT_MINMAX__MIN_SIZE__GET(w);
	ga->point_max = (float)R500_GA_POINT_MINMAX__MAX_SIZE__GET(w);
	ga->s0 = reg_float(r, R500_GA_POINT_S0);
	ga->t0 = reg_float(r, R500_GA_POINT_T0);
	ga->s1 = reg_float(r, R500_GA_POINT_S1);
	ga->t1 = reg_float(r, R500_GA_POINT_T1);
	w = R500_REG(r, GB_ENABLE);
	ga->stuff_point = R500_GB_ENABLE__POINT_STUFF_ENABLE__GET(w);
	ga->stuff_line = R500_GB_ENABLE__LINE_STUFF_ENABLE__GET(w);
	ga->stuff_tri = R500_GB_ENABLE__TRIANGLE_STUFF_ENABLE__GET(w);
	w = R500_REG(r, GA_TRIANGLE_STIPPLE);
	ga->tri_shift_x = R500_GA_TRIANGLE_STIPPLE__X_SHIFT__GET(w);
	ga->tri_shift_y = R500_GA_TRIANGLE_STIPPLE__Y_SHIFT__GET(w);

	w = R500_REG(r, GA_LINE_CNTL);
	ga->line_half = (int32_t)R500_GA_LINE_CNTL__WIDTH__GET(w) * fine;
	ga->line_end = line_end[R500_GA_LINE_CNTL__END_TYPE__GET(w) & 3];
	ga->line_sort = mr500_ga_is_r5xx(r) && R500_GA_LINE_CNTL__SORT__GET(w);
	ga->line_s0 = reg_float(r, R500_GA_LINE_S0);
	ga->line_s1 = reg_float(r, R500_GA_LINE_S1);
	w = R500_REG(r, GA_LINE_STIPPLE_CONFIG);
	ga->stipple_reset = stipple[w & R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__MASK];
	/* a float that lost its two lowest bits */
	ga->stipple_scale = mr500_bits_float(w & ~R500_GA_LINE_STIPPLE_CONFIG__LINE_RESET__MASK);

	ga->z_scale = reg_float(r, R500_SU_DEPTH_SCALE);
	ga->z_offset = reg_float(r, R500_SU_DEPTH_OFFSET);
	ga->z_min = R500_GB_TILE_CONFIG__Z_EXTENDED__GET(tile) ? -33554432.0f : 0.0f;
	ga->z_max = R500_GB_TILE_CONFIG__Z_EXTENDED__GET(tile) ? 33554432.0f : 16777215.0f;
	ga->z_low = 0;
	ga->z_high = FL_RASTER_Z24_MAX;
	w = R500_REG(r, GB_SELECT);
	ga->z_from_w = R500_GB_SELECT__DEPTH_SELECT__GET(w);
	ga->no_w = R500_GB_SELECT__W_SELECT__GET(w);
	w = R500_REG(r, SU_POLY_OFFSET_ENABLE);
	ga->po_on[0] = R500_SU_POLY_OFFSET_ENABLE__FRONT_ENABLE__GET(w);
	ga->po_on[1] = R500_SU_POLY_OFFSET_ENABLE__BACK_ENABLE__GET(w);
	ga->po_para = R500_SU_POLY_OFFSET_ENABLE__PARA_ENABLE__GET(w);
	/* The slope is one of 1/12 or 1/16 pixels: with SUBPRECISION our subpixels are finer. */
	ga->po_scale[0] = reg_float(r, R500_SU_POLY_OFFSET_FRONT_SCALE) * (float)fine;
	ga->po_scale[1] = reg_float(r, R500_SU_POLY_OFFSET_BACK_SCALE) * (float)fine;
	ga->po_offset[0] = reg_float(r, R500_SU_POLY_OFFSET_FRONT_OFFSET);
	ga->po_offset[1] = reg_float(r, R500_SU_POLY_OFFSET_BACK_OFFSET);

	ga->fog_scale = reg_float(r, R500_GA_FOG_SCALE);
	ga->fog_offset = reg_float(r, R500_GA_FOG_OFFSET);
	ga->n = rs->n_planes;
	ga->src = src;
	ga->group = group;
	sources(r, ga, src, rs, out);
	if (ps3_mode(r))
		check_ps3(r, ga);
	fl_raster_groups(src, ga->n, group);
	return ga;
}
