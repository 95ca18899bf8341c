/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: viewport; of fixed function, vertex format and routing.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"
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

/* What fl_vertex() writes: position, color, normal, texture coordinates. */
uint32_t *fl_r500_draw_format(struct fl_draw *d, uint32_t *p, uint64_t key)
{
	struct fl_ff_places at;
	uint32_t element[3 + FL_TEXCOORDS + 1] = {0}, swizzle[3 + FL_TEXCOORDS + 1] = {0}, n = 2, flags = 0,
					    size_dw = 4;

	fl_r500_of(d)->arrays_set = false;
	fl_ff_vs_places(key, &at);
	if (key & FL_FF_VS_CLEAR) {
		element[0] = FL_R500_ELEMENT(FLOATS(4), 0);
		element[1] = FL_R500_ELEMENT(FLOATS(4), 1);
		swizzle[0] = swizzle[1] = FL_R500_SWIZZLE_XYZW;
		size_dw = 8;
	} else {
		element[0] = FL_R500_ELEMENT(FLOATS(3), 0);
		swizzle[0] = FL_R500_SWIZZLE_XYZ1;
		element[1] = FL_R500_ELEMENT(R500_PSC_DATA_TYPE__BYTE, 1) | FL_R500_ELEMENT_NORMALIZED;
		swizzle[1] = FL_R500_SWIZZLE_XYZW;
	}
	if (at.in[FL_FF_IN_NORMAL] != FL_FF_NOT_THERE) {
		element[n] = FL_R500_ELEMENT(FLOATS(3), at.in[FL_FF_IN_NORMAL]);
		swizzle[n++] = FL_R500_SWIZZLE_XYZ1;
		flags |= FL_V_NORMAL;
		size_dw += 3;
	}
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		uint32_t size = FL_FF_UNIT_SIZE_OF(FL_FF_VS_UNIT(key, u));

		if (at.in[FL_FF_IN_TEXCOORD + u] == FL_FF_NOT_THERE)
			continue;
		element[n] = FL_R500_ELEMENT(FLOATS(size), at.in[FL_FF_IN_TEXCOORD + u]);
		swizzle[n++] = fl_r500_fill[size];
		flags |= FL_V_MORE | FL_V_AT(size, u);
		size_dw += size;
	}
	element[n - 1] |= FL_R500_ELEMENT_LAST;
	p = fl_r500_put_elements(p, element, swizzle, n);
	/* The common case has a flag of its own: one texture, two components. */
	if ((flags & ~FL_V_NORMAL) == (FL_V_MORE | FL_V_AT(2, 0)))
		flags = (flags & FL_V_NORMAL) | FL_V_TEXCOORD;
	if (!(key & FL_FF_VS_CLEAR))
		fl_draw_vertex_format(d, flags);
	return r500_pm4_reg(p, R500_VAP_VTX_SIZE, size_dw);
}

/* Texture coordinate n to the nth register after the color's */
static uint32_t texture_inst(uint32_t n)
{
	return R500_RS_INST__TEX_ID(n) | R500_RS_INST__TEX_CN(R500_RS_INST__TEX_CN__WRITE) |
	       R500_RS_INST__TEX_ADDR(1 + n);
}

uint32_t *fl_r500_draw_route(uint32_t *p, uint64_t key)
{
	struct fl_ff_places at;
	uint32_t ip[FL_TEXCOORDS + 2] = {0}, inst[FL_TEXCOORDS + 2] = {0}, n = 0, components = 0, format = 0,
				   n_rs;
	uint32_t assembly = R500_VAP_VSM_VTX_ASSM__POSITION(1) | R500_VAP_VSM_VTX_ASSM__COLOR(1);
	bool sprite = key & FL_FF_VS_SPRITE;

	fl_ff_vs_places(key, &at);
	/* The rasterizer takes exactly what the vertex program gives, or it locks up: color 0 to r0, each
	 * texture coordinate of 4 components to the register after it. What the chip makes itself (R5xx guide
	 * 11.5, GB_ENABLE) has 2, and is no output of the program: Mesa r300_state_derived.c. */
	for (uint32_t u = 0; u <= FL_TEXCOORDS; u++) {
		bool made = u == 0 && sprite;
		uint32_t place = u < FL_TEXCOORDS ? at.out[FL_FF_OUT_TEXCOORD + u] : at.out[FL_FF_OUT_FOG],
			 c = made ? 2 : 4;

		if (place == FL_FF_NOT_THERE && !made)
			continue;
		ip[n] = fl_r500_rs_ip(components, c);
		inst[n] = texture_inst(n);
		if (!made) {
			assembly |= R500_VAP_VSM_VTX_ASSM__TEXCOORD0(1) << n;
			format |= R500_VAP_OUT_VTX_FMT_1__TEX_0_COMP_CNT(c)
				  << n * R500_VAP_OUT_VTX_FMT_1__TEX_1_COMP_CNT__SHIFT;
		}
		components += c;
		n++;
	}
	if (key &
	    FL_FF_VS_STIPPLE) { /* of 3 components, the chip's seventh coordinate: after the program's */
		ip[n] = fl_r500_rs_ip(components, 3);
		inst[n] = texture_inst(n);
		components += 3;
		n++;
	}
	n_rs = n ? n : 1;
	/* Color pointer and format 0 are color 0, RGBA. */
	inst[0] |= R500_RS_INST__COL_ID(0) | R500_RS_INST__COL_CN(R500_RS_INST__COL_CN__WRITE) |
		   R500_RS_INST__COL_ADDR(0);
	p = r500_pm4_reg(p, R500_VAP_VSM_VTX_ASSM, assembly);
	p = r500_pm4_regs(p, R500_VAP_OUT_VTX_FMT_0, 2);
	*p++ = R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) | R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1) |
	       R500_VAP_OUT_VTX_FMT_0__VTX_PT_SIZE_PRESENT(at.out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE);
	*p++ = format;
	p = r500_pm4_regs(p, R500_RS_IP(0), n_rs);
	for (uint32_t i = 0; i < n_rs; i++)
		*p++ = ip[i];
	p = r500_pm4_regs(p, R500_RS_COUNT, 2);
	*p++ = R500_RS_COUNT__IT_COUNT(components) | R500_RS_COUNT__IC_COUNT(1) | R500_RS_COUNT__HIRES_EN(1);
	*p++ = R500_RS_INST_COUNT__INST_COUNT(n_rs - 1);
	p = r500_pm4_regs(p, R500_RS_INST(0), n_rs);
	for (uint32_t i = 0; i < n_rs; i++)
		*p++ = inst[i];
	return p;
}
