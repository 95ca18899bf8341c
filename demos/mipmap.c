/* SPDX-License-Identifier: MIT
 *
 * mipmap: one road, three filters: the nearest texel, mipmaps, and mipmaps with 16 samples along the slope.
 */
#include "demos/demo.h"

enum { SIDE = 128 };

static uint32_t texel(uint32_t x, uint32_t y)
{
	uint32_t in = (x / 16 ^ y / 16) & 1;

	if (x % 64 < 3 || y % 64 < 3)
		return 0xffd8402c;
	return in ? 0xfff0f0e8 : 0xff283038;
}

static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	uint32_t row[SIDE];
	struct fl_texture *t = &s->texture[0];
	enum fl_code code = fl_texture_place(t, &s->vram, FL_TEX_2D, SIDE, SIDE, 1, FL_ALL_LEVELS,
					     FL_ARGB8888, FL_LINEAR, err);

	for (uint32_t y = 0; !code && y < SIDE; y++) {
		for (uint32_t x = 0; x < SIDE; x++)
			row[x] = texel(x, y);
		fl_image_write(s->dev, &t->image, 0, y, SIDE, row);
	}
	if (!code)
		code = fl_texture_mipmaps(s->dev, t, err);
	/* the same image, read in two more ways */
	s->texture[1] = s->texture[2] = *t;
	for (int i = 1; i < 3; i++) {
		s->texture[i].linear = true;
		s->texture[i].mip = FL_MIP_LINEAR;
	}
	s->texture[2].anisotropy = 16;
	return code;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	float gone = fl_demo_seconds(n) * 1.5f;
	int32_t w = (int32_t)s->width, h = (int32_t)s->height, third = w / 3;

	fl_clear(d, FL_CLEAR_COLOR, 0xff90b0d0, 1, 0);
	fl_texenv(d, 0, FL_REPLACE);
	for (int i = 0; i < 3; i++) {
		fl_viewport(d, i * third, 0, third - 4, h);
		fl_matrix_mode(d, FL_PROJECTION);
		fl_load_identity(d);
		fl_perspective(d, 60, (float)(third - 4) / (float)h, 0.1f, 200);
		fl_matrix_mode(d, FL_MODELVIEW);
		fl_load_identity(d);
		fl_rotate(d, 14, 1, 0, 0);
		fl_translate(d, 0, -1, 0);
		fl_texture(d, 0, &s->texture[i]);
		fl_begin(d, FL_QUADS);
		for (int c = 0; c < 4; c++) {
			float x = c == 1 || c == 2 ? 40 : -40, z = c > 1 ? -160 : 1;

			fl_texcoord(d, x * 0.5f, z * 0.5f - gone);
			fl_vertex(d, x, 0, z);
		}
		fl_end(d);
	}
	return FL_OK;
}

const struct fl_demo fl_demo_mipmap = {
    .name = "mipmap",
    .what = "a road, filtered three ways: nearest texel, mipmaps, anisotropic",
    .needs = FL_NEEDS_3D,
    .begin = begin,
    .frame = frame,
};
