/* SPDX-License-Identifier: MIT
 *
 * Constants of the fixed-function programs: from the state to vectors.
 */
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/programs.h"

/* Vector memory, in vectors (R5xx guide 7.4.10) */
#define VS_CONST_MEMORY 1024u

uint32_t *fl_r500_draw_vs_const(uint32_t *p, uint32_t first, uint32_t n, const float (*v)[4])
{
	p = r500_pm4_reg(p, R500_VAP_PVS_VECTOR_INDX_REG, VS_CONST_MEMORY + first);
	p = r500_pm4_port(p, R500_VAP_PVS_VECTOR_DATA_REG_128, 4 * n);
	memcpy(p, v, n * 16);
	return p + 4 * n;
}

static uint32_t *fs_const(uint32_t *p, uint32_t at, const float v[4])
{
	p = r500_pm4_reg(p, R500_GA_US_VECTOR_INDEX,
			 R500_GA_US_VECTOR_INDEX__INDEX(at) | R500_GA_US_VECTOR_INDEX__TYPE(1));
	p = r500_pm4_port(p, R500_GA_US_VECTOR_DATA, 4);
	memcpy(p, v, 16);
	return p + 4;
}

/* Row r of a column-major matrix. */
static void row(float out[4], const float m[16], int r)
{
	for (int i = 0; i < 4; i++)
		out[i] = m[4 * i + r];
}

static const float *modelview(const struct fl_draw *d)
{
	return d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]];
}

static uint32_t *send_mvp(const struct fl_draw *d, uint32_t *p)
{
	float v[4][4], m[16];

	fl_mat_mul(m, d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]], modelview(d));
	for (int r = 0; r < 4; r++)
		row(v[r], m, r);
	return fl_r500_draw_vs_const(p, FL_R500_C_MVP, 4, (const float(*)[4])v);
}

static uint32_t *send_eye(const struct fl_draw *d, uint32_t *p)
{
	float v[3][4];

	for (int r = 0; r < 3; r++)
		row(v[r], modelview(d), r);
	return fl_r500_draw_vs_const(p, FL_R500_C_EYE, 3, (const float(*)[4])v);
}

static uint32_t *send_normal(const struct fl_draw *d, uint32_t *p)
{
	float v[3][4] = {{0}}, normal[3][3];

	fl_mat_normal(normal, modelview(d));
	for (int r = 0; r < 3; r++)
		memcpy(v[r], normal[r], sizeof(normal[r]));
	v[0][3] = 0.5f; /* for sphere maps */
	return fl_r500_draw_vs_const(p, FL_R500_C_NORMAL, 3, (const float(*)[4])v);
}

/* Linear: (end - distance) / (end - start), with distance = -z of eye space: linear in the position.
 * Exponential: the exponent of 2 in e^-(density * distance), or what squared and negated is that of
 * e^-(density * distance)^2. */
static uint32_t *send_fog(const struct fl_draw *d, uint32_t *p)
{
	const float log2_e = 1.44269504f, root_of_log2_e = 1.20112241f;
	float v[1][4], scale = d->fog_mode == FL_FOG_LINEAR ? 1 / (d->fog_end - d->fog_start)
			       : d->fog_mode == FL_FOG_EXP  ? d->fog_density * log2_e
							    : d->fog_density * root_of_log2_e;

	row(v[0], modelview(d), 2);
	for (int i = 0; i < 4; i++)
		v[0][i] *= scale;
	if (d->fog_mode == FL_FOG_LINEAR)
		v[0][3] += d->fog_end * scale;
	return fl_r500_draw_vs_const(p, FL_R500_C_FOG, 1, (const float(*)[4])v);
}

static uint32_t *send_point(const struct fl_draw *d, uint32_t *p)
{
	float v[1][4];

	memcpy(v[0], d->point_attenuation, 12);
	v[0][3] = d->point_size_px;
	return fl_r500_draw_vs_const(p, FL_R500_C_POINT, 1, (const float(*)[4])v);
}

static bool fades(const struct fl_light *l)
{
	return l->position[3] != 0 &&
	       !(l->attenuation[0] == 1 && l->attenuation[1] == 0 && l->attenuation[2] == 0);
}

/* base and emission of vs_light.c */
static uint32_t *send_base(const struct fl_draw *d, uint32_t *p)
{
	const struct fl_material *m = &d->material;
	float v[2][4] = {{0}};

	for (int i = 0; i < 3; i++) {
		v[0][i] = d->ambient[i];
		for (uint32_t k = 0; k < FL_LIGHTS; k++)
			if (d->light[k].on && !fades(&d->light[k]))
				v[0][i] += d->light[k].ambient[i];
		if (!d->color_material_on)
			v[0][i] = v[0][i] * m->ambient[i] + m->emission[i];
		v[1][i] = m->emission[i];
	}
	v[1][3] = m->alpha;
	return fl_r500_draw_vs_const(p, FL_R500_C_BASE, 2, (const float(*)[4])v);
}

static uint32_t *send_light(const struct fl_draw *d, uint32_t *p, uint32_t n)
{
	const struct fl_light *l = &d->light[n];
	const struct fl_material *m = &d->material;
	bool tinted = !d->color_material_on;
	float v[FL_R500_L_COUNT][4] = {{0}};

	memcpy(v[FL_R500_L_POSITION], l->position, 16);
	if (l->position[3] != 0) {
		memcpy(v[FL_R500_L_HALF], l->attenuation, 12);
	} else {
		memcpy(v[FL_R500_L_HALF], l->position, 12);
		v[FL_R500_L_HALF][2] += 1; /* the viewer is far away, at +z */
		fl_vec3_normalize(v[FL_R500_L_HALF]);
	}
	for (int i = 0; i < 3; i++) {
		v[FL_R500_L_DIFFUSE][i] = l->diffuse[i] * (tinted ? m->diffuse[i] : 1);
		v[FL_R500_L_SPECULAR][i] = l->specular[i] * m->specular[i];
		v[FL_R500_L_AMBIENT][i] = l->ambient[i] * (tinted ? m->ambient[i] : 1);
	}
	v[FL_R500_L_SPECULAR][3] = m->shininess;
	return fl_r500_draw_vs_const(p, FL_R500_C_LIGHT + FL_R500_L_COUNT * n, FL_R500_L_COUNT,
				     (const float(*)[4])v);
}

static uint32_t *send_unit(const struct fl_draw *d, uint32_t *p, uint32_t u)
{
	float v[4][4];

	fl_r500_unit_rows(d, u, v);
	return fl_r500_draw_vs_const(p, FL_R500_C_UNIT + 4 * u, 4, (const float(*)[4])v);
}

uint32_t *fl_r500_draw_constants(struct fl_draw *d, uint32_t *p, uint32_t groups)
{
	if (groups & FL_R500_G_MVP)
		p = send_mvp(d, p);
	if (groups & FL_R500_G_EYE)
		p = send_eye(d, p);
	if (groups & FL_R500_G_NORMAL)
		p = send_normal(d, p);
	if (groups & FL_R500_G_FOG)
		p = send_fog(d, p);
	if (groups & FL_R500_G_POINT)
		p = send_point(d, p);
	if (groups & FL_R500_G_BASE)
		p = send_base(d, p);
	for (uint32_t i = 0; i < FL_LIGHTS && groups & FL_R500_G_LIGHTS; i++)
		if (groups & FL_R500_G_LIGHT(i))
			p = send_light(d, p, i);
	for (uint32_t u = 0; u < FL_TEXCOORDS && groups & (FL_R500_G_UNITS | FL_R500_G_ENVS); u++) {
		if (groups & FL_R500_G_UNIT(u))
			p = send_unit(d, p, u);
		if (groups & FL_R500_G_ENV(u))
			p = fs_const(p, FL_R500_FC_ENV + u, d->unit[u].env_color);
	}
	if (groups & FL_R500_G_STIPPLE) {
		float repeat = d->stipple_repeat ? (float)d->stipple_repeat : 1;
		const float v[4] = {((float)d->stipple_pattern + 0.5f) / 2, 16, 0.5f, 0.25f / (16 * repeat)};

		p = fs_const(p, FL_R500_FC_STIPPLE, v);
	}
	if (groups & FL_R500_G_FOG_COLOR) {
		float color[4] = {d->fog_color[0], d->fog_color[1], d->fog_color[2], 1};

		p = fs_const(p, FL_R500_FC_FOG, color);
	}
	return p;
}
