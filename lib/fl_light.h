/* SPDX-License-Identifier: MIT
 *
 * Light and material of fixed function, as in OpenGL 1.x: a vertex' color becomes
 *
 *	emission + ambient * scene + sum over the lights of
 *		attenuation * (ambient * light.ambient + max(n.l, 0) * diffuse * light.diffuse +
 *		(n.h)^shininess * specular * light.specular)
 *
 * clamped to 0..1, with the material's ambient, diffuse, specular and emission; alpha is that of diffuse.
 * Everything is in eye space, the viewer infinitely far away at +z. (n.h)^shininess counts only where n.l >
 * 0.
 */
#ifndef LIB_FL_LIGHT_H
#define LIB_FL_LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fl_draw;

#define FL_LIGHTS 4u

struct fl_light {
	bool on;
	float position[4]; /* eye space; w = 0: a direction, of length 1, towards the light */
	float ambient[3], diffuse[3], specular[3];
	float attenuation[3]; /* 1 / (k0 + k1 * distance + k2 * distance^2); for w = 1 */
};

struct fl_material {
	float ambient[3], diffuse[3], specular[3], emission[3];
	float alpha;
	float shininess; /* 1 to 128 */
};

/* Lighting as a whole. On, normals are turned by the modelview matrix and made of length 1. */
void fl_lighting(struct fl_draw *d, bool on);
/* Light i, 0 to FL_LIGHTS - 1. Light 0 is white and shines from the viewer; the others are black. Off at
 * first, but for light 0. */
void fl_light(struct fl_draw *d, uint32_t i, bool on);
/* Where it is: turned by the modelview matrix as it is now. w 0: far away, in direction (x, y, z). w 1: a
 * point. */
void fl_light_position(struct fl_draw *d, uint32_t i, float x, float y, float z, float w);
void fl_light_color(struct fl_draw *d, uint32_t i, const float ambient[3], const float diffuse[3],
		    const float specular[3]);
void fl_light_attenuation(struct fl_draw *d, uint32_t i, float constant, float linear, float quadratic);
/* The scene's own ambient light; at first 0.2, 0.2, 0.2. */
void fl_ambient(struct fl_draw *d, const float rgb[3]);
/* The material of the vertices that follow. *m is copied. */
void fl_material(struct fl_draw *d, const struct fl_material *m);
/* On (at first): the vertex' color stands for the material's ambient, diffuse and alpha. */
void fl_color_material(struct fl_draw *d, bool on);

#ifdef __cplusplus
}
#endif

#endif
