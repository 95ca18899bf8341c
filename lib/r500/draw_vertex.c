/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: viewport; of fixed function, vertex format and routing.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
#include "lib/r500/asm.h"
#include "lib/r500/psc.h"
#include "lib/r500/rs.h"

uint32_t *fl_r500_draw_viewport(struct fl_draw *d, uint32_t *p)
{
	float w2 = (float)d->viewport[2] * 0.5f, h2 = (float)d->viewport[3] * 0.5f;

	/* y of clip space points up, rows count down. */
	p = r500_pm4_regs(p, R500_VAP_VPORT_XSCALE, 6);
	*p++ = fl_f32(w2);
	*p++ = fl_f32((float)d->viewport[0] + w2);
	*p++ = fl_f32(-h2);
	*p++ = fl_f32((float)d->viewport[1] + h2);
	*p++ = fl_f32((d->depth_far - d->depth_near) * 0.5f);
	*p++ = fl_f32((d->depth_far + d->depth_near) * 0.5f);
	return r500_pm4_reg(
	    p, R500_VAP_VTE_CNTL,
	    R500_VAP_VTE_CNTL__VPORT_X_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_X_OFFSET_ENA(1) |
		R500_VAP_VTE_CNTL__VPORT_Y_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_Y_OFFSET_ENA(1) |
		R500_VAP_VTE_CNTL__VPORT_Z_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_Z_OFFSET_ENA(1) |
		R500_VAP_VTE_CNTL__VTX_W0_FMT(1));
}

#define FLOATS(n) ((uint32_t)R500_PSC_DATA_TYPE__FLOAT_1 + (n)-1)

/* Stream elements: the vertex as fl_vertex() writes it, each attribute to its input; the size of each texture
 * coordinate. */
uint32_t *fl_r500_put_format(struct fl_draw *d, uint32_t *p, const uint8_t to[FL_ATTRIBUTES],
			     const uint8_t size[FL_TEXCOORDS])
{
	uint32_t element[FL_ATTRIBUTES + 1] = {FL_R500_ELEMENT(FLOATS(3), to[0])},
					 swizzle[FL_ATTRIBUTES + 1] = {FL_R500_SWIZZLE_XYZ1}, n = 1,
					 flags = 0;

	if (to[1] == 255) {
		element[0] |= FL_R500_ELEMENT_SKIP(1);
	} else {
		element[n] = FL_R500_ELEMENT(R500_PSC_DATA_TYPE__BYTE, to[1]) | FL_R500_ELEMENT_NORMALIZED;
		swizzle[n++] = FL_R500_SWIZZLE_XYZW;
	}
	if (to[2] != 255) {
		element[n] = FL_R500_ELEMENT(FLOATS(3), to[2]);
		swizzle[n++] = FL_R500_SWIZZLE_XYZ1;
	}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		if (to[3 + u] != 255) {
			element[n] = FL_R500_ELEMENT(FLOATS(size[u]), to[3 + u]);
			swizzle[n++] = fl_r500_fill[size[u]];
			flags |= FL_V_MORE | FL_V_AT(size[u], u);
		}
	element[n - 1] |= FL_R500_ELEMENT_LAST;
	fl_r500_of(d)->arrays_set = false;
	fl_draw_vertex_format(d, flags | (to[2] != 255 ? FL_V_NORMAL : 0));
	p = fl_r500_put_elements(p, element, swizzle, n);
	return r500_pm4_reg(p, R500_VAP_VTX_SIZE, d->vertex_dw);
}

uint32_t *fl_r500_draw_format(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	static const uint32_t clear[2] = {FL_R500_ELEMENT(FLOATS(4), 0),
					  FL_R500_ELEMENT(FLOATS(4), 1) | FL_R500_ELEMENT_LAST},
			      plain[2] = {FL_R500_SWIZZLE_XYZW, FL_R500_SWIZZLE_XYZW};
	uint8_t to[FL_ATTRIBUTES], size[FL_TEXCOORDS];
	struct fl_ff_places at;

	if (key & FL_FF_VS_CLEAR) {
		fl_r500_of(d)->arrays_set = false;
		return r500_pm4_reg(fl_r500_put_elements(p, clear, plain, 2), R500_VAP_VTX_SIZE, 8);
	}
	fl_ff_vs_places(key, &at);
	memcpy(to, at.in, sizeof(to)); /* in the same order */
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++)
		size[u] = (uint8_t)FL_FF_UNIT_SIZE_OF(FL_FF_VS_UNIT(key, u));
	return fl_r500_put_format(d, p, to, size);
}

_Static_assert(FL_FF_IN_COLOR == 1 && FL_FF_IN_NORMAL == 2 && FL_FF_IN_TEXCOORD == 3 &&
		   FL_FF_NOT_THERE == 255,
	       "attributes and inputs count alike");

uint32_t *fl_r500_put_rs(uint32_t *p, const struct fl_r500_route *r, uint32_t ip, uint32_t inst)
{
	p = r500_pm4_regs(p, ip, r->n_rs);
	memcpy(p, r->rs_ip, 4 * r->n_rs);
	p += r->n_rs;
	p = r500_pm4_regs(p, R500_RS_COUNT, 2);
	*p++ = r->rs_count;
	*p++ = r->rs_inst_count;
	p = r500_pm4_regs(p, inst, r->n_rs);
	memcpy(p, r->rs_inst, 4 * r->n_rs);
	return p + r->n_rs;
}

uint32_t *fl_r500_raster(uint32_t *p, const struct fl_r500_route *r)
{
	return fl_r500_put_rs(p, r, R500_RS_IP(0), R500_RS_INST(0));
}

uint32_t *fl_r500_put_raster(const struct fl_r500_gen *gen, uint32_t *p, const struct fl_r500_route *r)
{
	p = r500_pm4_reg(p, R500_VAP_VSM_VTX_ASSM, r->vap_vsm_vtx_assm);
	p = r500_pm4_regs(p, R500_VAP_OUT_VTX_FMT_0, 2);
	*p++ = r->vap_out_vtx_fmt_0;
	*p++ = r->vap_out_vtx_fmt_1;
	return gen->raster(p, r);
}

/* The rasterizer takes exactly what the vertex program gives, or it locks up: color 0 to r0, each texture
 * coordinate of 4 components to the register after it. What the chip makes itself (R5xx guide 11.5,
 * GB_ENABLE) is no output of the program: Mesa r300_state_derived.c. */
uint32_t *fl_r500_draw_route(const struct fl_r500_gen *gen, uint32_t *p, uint64_t key)
{
	uint8_t output[FL_R500_MEANINGS] = {[FL_R500_COLOR0] = 4};
	struct fl_r500_fs_input in[FL_R500_FS_INPUTS] = {{FL_R500_COLOR0, 0}};
	bool sprite = key & FL_FF_VS_SPRITE;
	struct fl_ff_places at;
	struct fl_r500_route r;
	uint32_t n = 0;

	fl_ff_vs_places(key, &at);
	output[FL_R500_POINT_SIZE] = at.out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE;
	for (uint32_t u = 0; u <= FL_TEXCOORDS; u++) { /* and fog, which comes after them */
		if (at.out[FL_FF_OUT_TEXCOORD + u] == FL_FF_NOT_THERE && !(u == 0 && sprite))
			continue;
		output[FL_R500_TEXCOORD0 + n] = 4;
		n++;
		in[n] = (struct fl_r500_fs_input){(uint8_t)(FL_R500_TEXCOORD0 + n - 1), (uint8_t)n};
	}
	memset(&r, 0, sizeof(r));
	fl_r500_route_raster(output, in, n + 1, sprite, &r);
	/* the chip's seventh coordinate, of 3 components: after the program's */
	if (key & FL_FF_VS_STIPPLE) {
		uint32_t first = R500_RS_COUNT__IT_COUNT__GET(r.rs_count);

		r.rs_ip[n] |= fl_r500_rs_ip(first, 3);
		r.rs_inst[n] |= R500_RS_INST__TEX_ID(n) | R500_RS_INST__TEX_CN(R500_RS_INST__TEX_CN__WRITE) |
				R500_RS_INST__TEX_ADDR(n + 1);
		r.rs_count += R500_RS_COUNT__IT_COUNT(3);
		r.n_rs = n + 1;
		r.rs_inst_count = R500_RS_INST_COUNT__INST_COUNT(n);
	}
	return fl_r500_put_raster(gen, p, &r);
}

_Static_assert((int)FL_FF_OUT_FOG == (int)FL_FF_OUT_TEXCOORD + (int)FL_TEXCOORDS, "fog comes after them");
