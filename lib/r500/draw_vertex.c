/* SPDX-License-Identifier: MIT
 *
 * State of the vertex end: viewport, programs, vertex format and routing, constants.
 */
#include "lib/r500/draw_state.h"
#include "hw/regs/r500.h"

/* Vector memory, in vectors (R5xx guide 7.4.10) */
#define VS_CONST_MEMORY 1024u

uint32_t *r500_draw_viewport(struct fl_draw *d, uint32_t *p)
{
	float w2 = (float)d->viewport[2] * 0.5f, h2 = (float)d->viewport[3] * 0.5f;

	/* y of clip space points up, rows count down. */
	p = fl_cs_regs(p, R500_VAP_VPORT_XSCALE, 6);
	*p++ = fl_f32(w2);
	*p++ = fl_f32((float)d->viewport[0] + w2);
	*p++ = fl_f32(-h2);
	*p++ = fl_f32((float)d->viewport[1] + h2);
	*p++ = fl_f32((d->depth_far - d->depth_near) * 0.5f);
	*p++ = fl_f32((d->depth_far + d->depth_near) * 0.5f);
	return fl_cs_reg(p, R500_VAP_VTE_CNTL,
			 R500_VAP_VTE_CNTL__VPORT_X_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_X_OFFSET_ENA(1) |
			     R500_VAP_VTE_CNTL__VPORT_Y_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_Y_OFFSET_ENA(1) |
			     R500_VAP_VTE_CNTL__VPORT_Z_SCALE_ENA(1) | R500_VAP_VTE_CNTL__VPORT_Z_OFFSET_ENA(1) |
			     R500_VAP_VTE_CNTL__VTX_W0_FMT(1));
}

uint32_t *r500_draw_vs(struct fl_draw *d, uint32_t *p, uint32_t key)
{
	uint32_t words[4 * R500_VS_SLOT], n, position, slot;

	for (slot = 0; slot < FL_PROGRAMS && d->vs_key[slot] != key; slot++)
		;
	/* One write of this register lets everything that is under way finish before programs and constants change
	 * (R5xx guide 7.4.8, 7.4.11). */
	p = fl_cs_reg(p, R500_VAP_PVS_STATE_FLUSH_REG, 0);
	if (slot == FL_PROGRAMS) {
		slot = d->vs_next;
		d->vs_next = (uint8_t)((slot + 1) % FL_PROGRAMS);
		n = r500_vs_make(key, words, &position);
		d->vs_key[slot] = key;
		d->vs_end[slot] = (uint8_t)(n - 1);
		d->vs_pos[slot] = (uint8_t)position;
		p = fl_cs_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, slot * R500_VS_SLOT);
		p = fl_cs_port(p, R500_VAP_PVS_VECTOR_DATA_REG_128, 4 * n);
		memcpy(p, words, n * 16);
		p += 4 * n;
	}
	p = fl_cs_reg(p, R500_VAP_PVS_CODE_CNTL_0,
		      R500_VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST(slot * R500_VS_SLOT) |
			  R500_VAP_PVS_CODE_CNTL_0__PVS_XYZW_VALID_INST(slot * R500_VS_SLOT + d->vs_pos[slot]) |
			  R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST(slot * R500_VS_SLOT + d->vs_end[slot]));
	return fl_cs_reg(p, R500_VAP_PVS_CODE_CNTL_1,
			 R500_VAP_PVS_CODE_CNTL_1__PVS_LAST_VTX_SRC_INST(slot * R500_VS_SLOT + d->vs_end[slot]));
}

uint32_t *r500_draw_vs_const(uint32_t *p, uint32_t first, uint32_t n, const float (*v)[4])
{
	p = fl_cs_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, VS_CONST_MEMORY + first);
	p = fl_cs_port(p, R500_VAP_PVS_VECTOR_DATA_REG_128, 4 * n);
	memcpy(p, v, n * 16);
	return p + 4 * n;
}

/* Stream elements: type, destination, flags; and their swizzles (VAP_PROG_STREAM_CNTL, _EXT; 16 bits an element). */
enum { FLOAT_2 = 1, FLOAT_3 = 2, FLOAT_4 = 3, BYTES = 4 };
#define ELEMENT(type, input) ((uint32_t)(type) | (uint32_t)(input) << 8)
#define LAST                 0x2000u
#define NORMALIZED           0x8000u
#define XYZW                 0xf688u
#define XYZ1                 0xfa88u
#define XY01                 0xfb08u

uint32_t *r500_draw_route(uint32_t *p, uint32_t key)
{
	uint32_t element[4] = {0}, swizzle[4] = {0}, n = 0, size_dw, texcoords;
	uint32_t assembly = 5; /* VAP_VSM_VTX_ASSM: position, color 0 */

	if (key & R500_VS_CLEAR) {
		element[n] = ELEMENT(FLOAT_4, n);
		swizzle[n++] = XYZW;
		element[n] = ELEMENT(FLOAT_4, n);
		swizzle[n++] = XYZW;
		size_dw = 8;
	} else {
		element[n] = ELEMENT(FLOAT_3, n);
		swizzle[n++] = XYZ1;
		element[n] = ELEMENT(BYTES, n) | NORMALIZED;
		swizzle[n++] = XYZW;
		size_dw = 4;
		if (key & R500_VS_LIGHT) {
			element[n] = ELEMENT(FLOAT_3, n);
			swizzle[n++] = XYZ1;
			size_dw += 3;
		}
		if (key & R500_VS_TEX) {
			element[n] = ELEMENT(FLOAT_2, n);
			swizzle[n++] = XY01;
			size_dw += 2;
		}
	}
	element[n - 1] |= LAST;

	p = fl_cs_regs(p, R500_VAP_PROG_STREAM_CNTL(0), n > 2 ? 2 : 1);
	*p++ = element[0] | element[1] << 16;
	if (n > 2)
		*p++ = element[2] | element[3] << 16;
	p = fl_cs_regs(p, R500_VAP_PROG_STREAM_CNTL_EXT(0), n > 2 ? 2 : 1);
	*p++ = swizzle[0] | swizzle[1] << 16;
	if (n > 2)
		*p++ = swizzle[2] | swizzle[3] << 16;
	p = fl_cs_reg(p, R500_VAP_VTX_SIZE, size_dw);

	/* The rasterizer takes exactly what the vertex program gives, or it locks up: color 0 to r0, each texture
	 * coordinate of 4 components to the register after it. */
	texcoords = (key & R500_VS_TEX ? 1u : 0u) + (key & R500_VS_FOG ? 1u : 0u);
	for (uint32_t i = 0; i < texcoords; i++)
		assembly |= 1u << (10 + i);
	p = fl_cs_reg(p, R500_VAP_VSM_VTX_ASSM, assembly);
	p = fl_cs_regs(p, R500_VAP_OUT_VTX_FMT_0, 2);
	*p++ = R500_VAP_OUT_VTX_FMT_0__VTX_POS_PRESENT(1) | R500_VAP_OUT_VTX_FMT_0__VTX_COLOR_0_PRESENT(1);
	*p++ = (texcoords > 0 ? R500_VAP_OUT_VTX_FMT_1__TEX_0_COMP_CNT(4) : 0u) |
	       (texcoords > 1 ? R500_VAP_OUT_VTX_FMT_1__TEX_1_COMP_CNT(4) : 0u);
	p = fl_cs_regs(p, R500_RS_IP(0), texcoords > 1 ? 2 : 1);
	/* Color pointer and format 0 are color 0, RGBA; a texture coordinate's components are counted one by one. */
	*p++ = texcoords == 0 ? 0u
			      : R500_RS_IP__TEX_PTR_S(0) | R500_RS_IP__TEX_PTR_T(1) | R500_RS_IP__TEX_PTR_R(2) |
				    R500_RS_IP__TEX_PTR_Q(3);
	if (texcoords > 1)
		*p++ = R500_RS_IP__TEX_PTR_S(4) | R500_RS_IP__TEX_PTR_T(5) | R500_RS_IP__TEX_PTR_R(6) |
		       R500_RS_IP__TEX_PTR_Q(7);
	p = fl_cs_regs(p, R500_RS_COUNT, 2);
	*p++ = R500_RS_COUNT__IT_COUNT(4 * texcoords) | R500_RS_COUNT__IC_COUNT(1) | R500_RS_COUNT__HIRES_EN(1);
	*p++ = R500_RS_INST_COUNT__INST_COUNT(texcoords > 1 ? 1u : 0u);
	p = fl_cs_regs(p, R500_RS_INST(0), texcoords > 1 ? 2 : 1);
	*p++ = R500_RS_INST__COL_ID(0) | R500_RS_INST__COL_CN(1) | R500_RS_INST__COL_ADDR(0) |
	       (texcoords > 0 ? R500_RS_INST__TEX_ID(0) | R500_RS_INST__TEX_CN(1) | R500_RS_INST__TEX_ADDR(1) : 0u);
	if (texcoords > 1)
		*p++ = R500_RS_INST__TEX_ID(1) | R500_RS_INST__TEX_CN(1) | R500_RS_INST__TEX_ADDR(2);
	return p;
}

/* Row r of a column-major matrix. */
static void row(float out[4], const float m[16], int r)
{
	for (int i = 0; i < 4; i++)
		out[i] = m[4 * i + r];
}

uint32_t *r500_draw_matrices(struct fl_draw *d, uint32_t *p)
{
	const float *modelview = d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]];
	float v[4][4], m[16], normal[3][3];

	if (d->dirty & FL_D_MVP) {
		fl_mat_mul(m, d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]], modelview);
		for (int r = 0; r < 4; r++)
			row(v[r], m, r);
		p = r500_draw_vs_const(p, R500_C_MVP, 4, v);
	}
	if ((d->dirty & FL_D_TEXMAT) && d->unit[0].texture) {
		for (int r = 0; r < 4; r++)
			row(v[r], d->matrix[FL_TEXTURE][d->matrix_top[FL_TEXTURE]], r);
		p = r500_draw_vs_const(p, R500_C_TEXMAT, 4, v);
	}
	if ((d->dirty & FL_D_NORMAL) && d->lighting_on) {
		fl_mat_normal(normal, modelview);
		for (int r = 0; r < 3; r++) {
			memcpy(v[r], normal[r], sizeof(normal[r]));
			v[r][3] = 0;
		}
		p = r500_draw_vs_const(p, R500_C_NORMAL, 3, v);
	}
	if ((d->dirty & FL_D_FOG) && d->fog_on) {
		/* (end - distance) / (end - start) with distance = -z of eye space: linear in the position. */
		float scale = 1 / (d->fog_end - d->fog_start);

		row(v[0], modelview, 2);
		for (int i = 0; i < 4; i++)
			v[0][i] *= scale;
		v[0][3] += d->fog_end * scale;
		p = r500_draw_vs_const(p, R500_C_FOG, 1, v);
	}
	return p;
}

uint32_t *r500_draw_light(struct fl_draw *d, uint32_t *p)
{
	float v[5][4] = {{0}};

	memcpy(v[0], d->light[0].position, 12);
	memcpy(v[1], d->light[0].position, 12);
	v[1][2] += 1; /* the viewer is far away, at +z */
	fl_vec3_normalize(v[1]);
	v[1][3] = d->material.shininess;
	for (int i = 0; i < 3; i++) {
		v[2][i] = d->ambient[i] + d->light[0].ambient[i];
		v[3][i] = d->light[0].diffuse[i];
		v[4][i] = d->material.specular[i] * d->light[0].specular[i];
	}
	return r500_draw_vs_const(p, R500_C_LIGHT, 5, (const float(*)[4])v);
}
