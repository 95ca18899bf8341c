/* SPDX-License-Identifier: MIT
 *
 * Lights and the material: the state. lib/fl_ff_light.c makes a part of the vertex program of it.
 */
#include "lib/fl_draw_chip.h"

void fl_light_defaults(struct fl_draw *d)
{
	for (int i = 0; i < 3; i++) {
		d->ambient[i] = 0.2f;
		d->light[0].diffuse[i] = d->light[0].specular[i] = 1;
		d->material.ambient[i] = 0.2f;
		d->material.diffuse[i] = 0.8f;
	}
	for (uint32_t i = 0; i < FL_LIGHTS; i++) {
		d->light[i].position[2] = 1;
		d->light[i].attenuation[0] = 1;
	}
	d->light[0].on = true;
	d->material.alpha = 1;
	d->material.shininess = 1;
	d->color_material_on = true;
}

void fl_lighting(struct fl_draw *d, bool on)
{
	FL_OUTSIDE(d);
	if (on != d->lighting_on)
		d->dirty |= FL_D_VERTEX | FL_D_NORMAL | FL_D_LIGHT | FL_D_MATERIAL;
	d->lighting_on = on;
}

void fl_light(struct fl_draw *d, uint32_t i, bool on)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, i < FL_LIGHTS, "a light above FL_LIGHTS - 1");
	if (i >= FL_LIGHTS)
		return;
	if (on != d->light[i].on)
		d->dirty |= FL_D_VERTEX | FL_D_LIGHT;
	d->light[i].on = on;
}

void fl_light_position(struct fl_draw *d, uint32_t i, float x, float y, float z, float w)
{
	const float object[4] = {x, y, z, w};
	float at[4];

	FL_OUTSIDE(d);
	FL_CHECK(d, w != 0 || x != 0 || y != 0 || z != 0, "a light far away in no direction");
	FL_CHECK(d, i < FL_LIGHTS, "a light above FL_LIGHTS - 1");
	if (i >= FL_LIGHTS)
		return;
	fl_mat_apply(at, d->matrix[FL_MODELVIEW][d->matrix_top[FL_MODELVIEW]], object);
	if (w == 0) {
		fl_vec3_normalize(at);
		at[3] = 0;
	} else {
		for (int k = 0; k < 4; k++)
			at[k] /= at[3];
	}
	memcpy(d->light[i].position, at, sizeof(at));
	d->dirty |= FL_D_LIGHT;
}

void fl_light_color(struct fl_draw *d, uint32_t i, const float ambient[3], const float diffuse[3],
		    const float specular[3])
{
	FL_OUTSIDE(d);
	FL_CHECK(d, i < FL_LIGHTS, "a light above FL_LIGHTS - 1");
	if (i >= FL_LIGHTS)
		return;
	memcpy(d->light[i].ambient, ambient, sizeof(d->light[i].ambient));
	memcpy(d->light[i].diffuse, diffuse, sizeof(d->light[i].diffuse));
	memcpy(d->light[i].specular, specular, sizeof(d->light[i].specular));
	d->dirty |= FL_D_LIGHT;
}

void fl_light_attenuation(struct fl_draw *d, uint32_t i, float constant, float linear, float quadratic)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, constant >= 0 && linear >= 0 && quadratic >= 0 && constant + linear + quadratic > 0,
		 "an attenuation that is not positive");
	FL_CHECK(d, i < FL_LIGHTS, "a light above FL_LIGHTS - 1");
	if (i >= FL_LIGHTS)
		return;
	d->light[i].attenuation[0] = constant;
	d->light[i].attenuation[1] = linear;
	d->light[i].attenuation[2] = quadratic;
	d->dirty |= FL_D_LIGHT;
}

void fl_ambient(struct fl_draw *d, const float rgb[3])
{
	FL_OUTSIDE(d);
	memcpy(d->ambient, rgb, sizeof(d->ambient));
	d->dirty |= FL_D_LIGHT;
}

void fl_material(struct fl_draw *d, const struct fl_material *m)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, m->shininess >= 1 && m->shininess <= 128, "shininess is 1 to 128");
	d->material = *m;
	d->material.shininess = fl_clampf(m->shininess, 1, 128);
	d->dirty |= FL_D_MATERIAL;
}

void fl_color_material(struct fl_draw *d, bool on)
{
	FL_OUTSIDE(d);
	if (on != d->color_material_on)
		d->dirty |= FL_D_VERTEX | FL_D_MATERIAL;
	d->color_material_on = on;
}
