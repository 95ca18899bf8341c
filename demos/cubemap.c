/* SPDX-License-Identifier: MIT
 *
 * cubemap: chrome under an evening sky. The sky is a cube map; the ring reads it where its surface reflects
 * the view.
 */
#include "demos/demo.h"
#include "demos/shape.h"

enum { SIDE = 256 };

/* The color of the sky in a direction: a sun, clouds as a few waves, a dark plain with lines. */
static uint32_t sky(const float v[3])
{
	static const float sun[3] = {0.48f, 0.27f, -0.83f};
	float c[3], glow = fl_vec3_dot(v, sun);

	if (v[1] > 0) {
		float cloud =
		    fl_sinf(v[0] * 9 + 2 * fl_sinf(v[2] * 7)) * fl_sinf(v[2] * 8 + v[1] * 11) * 0.5f + 0.5f;

		c[0] = 0.9f - 0.75f * v[1] + 0.12f * cloud;
		c[1] = 0.55f - 0.33f * v[1] + 0.12f * cloud;
		c[2] = 0.42f + 0.18f * v[1] + 0.14f * cloud;
	} else {
		float x = v[0] / (0.02f - v[1]), z = v[2] / (0.02f - v[1]);
		bool line =
		    fl_absf(x - fl_floorf(x + 0.5f)) < 0.05f || fl_absf(z - fl_floorf(z + 0.5f)) < 0.05f;

		c[0] = line && v[1] < -0.1f ? 0.6f : 0.14f;
		c[1] = line && v[1] < -0.1f ? 0.4f : 0.12f;
		c[2] = line && v[1] < -0.1f ? 0.5f : 0.20f;
	}
	glow = glow > 0 ? fl_powf(glow, 40) * 0.5f + (glow > 0.995f ? 1.0f : 0.0f) : 0;
	return 0xff000000u | (uint32_t)(fl_clampf(c[0] + glow, 0, 1) * 255) << 16 |
	       (uint32_t)(fl_clampf(c[1] + glow * 0.9f, 0, 1) * 255) << 8 |
	       (uint32_t)(fl_clampf(c[2] + glow * 0.7f, 0, 1) * 255);
}

/* The direction of texel (x, y) of a face: the table of OpenGL. */
static void direction(uint32_t face, float s, float t, float v[3])
{
	static const int8_t axes[6][3][3] = {
	    /* s, t, and outwards */
	    [FL_POS_X] = {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}},
	    [FL_NEG_X] = {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
	    [FL_POS_Y] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
	    [FL_NEG_Y] = {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
	    [FL_POS_Z] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
	    [FL_NEG_Z] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
	};

	for (int i = 0; i < 3; i++)
		v[i] = s * axes[face][0][i] + t * axes[face][1][i] + axes[face][2][i];
	fl_vec3_normalize(v);
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	struct fl_texture *t = &s->texture[0];
	enum fl_code code = fl_texture_place(t, &s->vram, FL_TEX_CUBE, SIDE, SIDE, 1, FL_ALL_LEVELS,
					     FL_ARGB8888, FL_LINEAR, err);
	struct fl_surface image;
	uint32_t row[SIDE];
	float v[3];

	for (uint32_t face = 0; !code && face < 6; face++) {
		fl_texture_image(t, face, 0, &image);
		for (uint32_t y = 0; y < SIDE; y++) {
			for (uint32_t x = 0; x < SIDE; x++) {
				direction(face, ((float)x + 0.5f) * 2 / SIDE - 1,
					  ((float)y + 0.5f) * 2 / SIDE - 1, v);
				row[x] = sky(v);
			}
			fl_image_write(s->dev, &image, 0, y, SIDE, row);
		}
	}
	t->linear = true;
	t->mip = FL_MIP_LINEAR;
	t->wrap_s = t->wrap_t = FL_CLAMP;
	return code ? code : fl_texture_mipmaps(s->dev, t, err);
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	static const float corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
					   {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
	static const uint8_t side[6][4] = {{0, 1, 2, 3}, {5, 4, 7, 6}, {4, 0, 3, 7},
					   {1, 5, 6, 2}, {3, 2, 6, 7}, {4, 5, 1, 0}};
	struct fl_draw *d = &s->d;
	float t = fl_demo_seconds(n), turn = t * 12;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff000000, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 55, (float)s->width / (float)s->height, 0.5f, 40);
	fl_texture(d, 0, &s->texture[0]);
	fl_texenv(d, 0, FL_REPLACE);

	/* the sky: a cube about the eye, each corner its own direction */
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_rotate(d, turn, 0, 1, 0);
	fl_begin(d, FL_QUADS);
	for (int i = 0; i < 24; i++) {
		const float *c = corner[side[i / 4][i % 4]];

		fl_texcoord_of(d, 0, c[0], c[1], c[2], 1);
		fl_vertex(d, c[0] * 20, c[1] * 20, c[2] * 20);
	}
	fl_end(d);

	/* Reflections are directions in eye space: the texture matrix turns them back to the sky's. */
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_rotate(d, -turn, 0, 1, 0);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_texgen(d, 0, FL_GEN_REFLECTION);
	fl_depth(d, true, FL_LESS, true);
	fl_load_identity(d);
	fl_translate(d, 0, 0, -4.5f);
	fl_rotate(d, t * 35, 0.4f, 1, 0.2f);
	fl_shape_torus(d, 1.1f, 0.42f, 80, 48);
	fl_shape_sphere(d, 0.5f, 48, 32);
	fl_texgen(d, 0, FL_GEN_OFF);
	fl_matrix_mode(d, FL_TEXTURE);
	fl_load_identity(d);
	fl_matrix_mode(d, FL_MODELVIEW);
	return FL_OK;
}

const struct fl_demo fl_demo_cubemap = {
    .name = "cubemap",
    .what = "chrome that mirrors an evening sky: a cube map, read along reflections",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
