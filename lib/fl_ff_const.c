/* SPDX-License-Identifier: MIT
 *
 * Fixed function: values of its programs' constants, from the state. They may go straight into the command
 * stream, so what is written is not read again. Hot: a matrix changes with every object.
 */
#include "lib/fl_ff.h"

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

static void mvp(const struct fl_draw *d, float v[4][4])
{
	float m[16];

	fl_mat_mul(m, d->matrix[FL_PROJECTION][d->matrix_top[FL_PROJECTION]], modelview(d));
	for (int r = 0; r < 4; r++)
		row(v[r], m, r);
}

static void normal(const struct fl_draw *d, float v[3][4])
{
	float m[3][3];

	fl_mat_normal(m, modelview(d));
	for (int r = 0; r < 3; r++) {
		memcpy(v[r], m[r], sizeof(m[r]));
		v[r][3] = 0;
	}
	v[0][3] = 0.5f; /* for sphere maps */
}

/* Linear: (end - distance) / (end - start), with distance = -z of eye space: linear in the position.
 * Exponential: the exponent of 2 in e^-(density * distance), or what squared and negated is that of
 * e^-(density * distance)^2. */
static __attribute__((cold)) void fog(const struct fl_draw *d, float v[4])
{
	const float log2_e = 1.44269504f, root_of_log2_e = 1.20112241f;
	float z[4], scale = d->fog_mode == FL_FOG_LINEAR ? 1 / (d->fog_end - d->fog_start)
			    : d->fog_mode == FL_FOG_EXP  ? d->fog_density * log2_e
							 : d->fog_density * root_of_log2_e;

	row(z, modelview(d), 2);
	for (int i = 0; i < 3; i++)
		v[i] = z[i] * scale;
	v[3] = d->fog_mode == FL_FOG_LINEAR ? z[3] * scale + d->fog_end * scale : z[3] * scale;
}

/* Base and emission: see fl_ff_light.c. */
static __attribute__((cold)) void base(const struct fl_draw *d, float v[2][4])
{
	const struct fl_material *m = &d->material;

	for (int i = 0; i < 3; i++) {
		float ambient = d->ambient[i];

		for (uint32_t k = 0; k < FL_LIGHTS; k++)
			if (d->light[k].on && !fl_ff_fades(&d->light[k]))
				ambient += d->light[k].ambient[i];
		v[0][i] = d->color_material_on ? ambient : ambient * m->ambient[i] + m->emission[i];
		v[1][i] = m->emission[i];
	}
	v[0][3] = 0;
	v[1][3] = m->alpha;
}

static __attribute__((cold)) void light(const struct fl_draw *d, uint32_t n, float v[FL_FF_L_COUNT][4])
{
	const struct fl_light *l = &d->light[n];
	const struct fl_material *m = &d->material;
	bool tinted = !d->color_material_on;
	float half[3];

	memcpy(v[FL_FF_L_POSITION], l->position, 16);
	memcpy(half, l->position[3] != 0 ? l->attenuation : l->position, 12);
	if (l->position[3] == 0) {
		half[2] += 1; /* the viewer is far away, at +z */
		fl_vec3_normalize(half);
	}
	memcpy(v[FL_FF_L_HALF], half, 12);
	for (int i = 0; i < 3; i++) {
		v[FL_FF_L_DIFFUSE][i] = l->diffuse[i] * (tinted ? m->diffuse[i] : 1);
		v[FL_FF_L_SPECULAR][i] = l->specular[i] * m->specular[i];
		v[FL_FF_L_AMBIENT][i] = l->ambient[i] * (tinted ? m->ambient[i] : 1);
	}
	v[FL_FF_L_HALF][3] = v[FL_FF_L_DIFFUSE][3] = v[FL_FF_L_AMBIENT][3] = 0;
	v[FL_FF_L_SPECULAR][3] = m->shininess;
}

/* See the stipple in fl_ff_fs.c. */
static __attribute__((cold)) void stipple(const struct fl_draw *d, float v[4])
{
	float repeat = d->stipple_repeat ? (float)d->stipple_repeat : 1;

	v[0] = ((float)d->stipple_pattern + 0.5f) / 2;
	v[1] = 16;
	v[2] = 0.5f;
	v[3] = 0.25f / (16 * repeat);
}

/* The groups that are one of several alike, lights and units. */
static __attribute__((cold)) uint32_t one_of_several(const struct fl_draw *d, uint32_t group, uint32_t *first,
						     float v[FL_FF_GROUP_MAX][4])
{
	uint32_t i = 0;

	if (group & FL_FF_G_LIGHTS) {
		while (group != FL_FF_G_LIGHT(i))
			i++;
		light(d, i, v);
		*first = FL_FF_C_LIGHT + FL_FF_L_COUNT * i;
		return FL_FF_L_COUNT;
	}
	while (!(group & (FL_FF_G_UNIT(i) | FL_FF_G_ENV(i))))
		i++;
	if (group & FL_FF_G_ENVS) {
		memcpy(v[0], d->unit[i].env_color, 16);
		*first = FL_FF_FC_ENV + i;
		return 1;
	}
	fl_ff_unit_rows(d, i, v);
	*first = FL_FF_C_UNIT + 4 * i;
	return 4;
}

uint32_t fl_ff_values(const struct fl_draw *d, uint32_t group, uint32_t *first, float v[FL_FF_GROUP_MAX][4])
{
	switch (group) {
	case FL_FF_G_MVP:
		mvp(d, v);
		*first = FL_FF_C_MVP;
		return 4;
	case FL_FF_G_EYE:
		for (int r = 0; r < 3; r++)
			row(v[r], modelview(d), r);
		*first = FL_FF_C_EYE;
		return 3;
	case FL_FF_G_NORMAL:
		normal(d, v);
		*first = FL_FF_C_NORMAL;
		return 3;
	case FL_FF_G_FOG:
		fog(d, v[0]);
		*first = FL_FF_C_FOG;
		return 1;
	case FL_FF_G_POINT:
		memcpy(v[0], d->point_attenuation, 12);
		v[0][3] = d->point_size_px;
		*first = FL_FF_C_POINT;
		return 1;
	case FL_FF_G_BASE:
		base(d, v);
		*first = FL_FF_C_BASE;
		return 2;
	case FL_FF_G_STIPPLE:
		stipple(d, v[0]);
		*first = FL_FF_FC_STIPPLE;
		return 1;
	case FL_FF_G_FOG_COLOR:
		memcpy(v[0], d->fog_color, 12);
		v[0][3] = 1;
		*first = FL_FF_FC_FOG;
		return 1;
	default:
		return one_of_several(d, group, first, v);
	}
}
