/* SPDX-License-Identifier: MIT */
/* Step 5: lit and textured. */
#include "lib/hosted/fl_host.h"

static void cube(struct fl_draw *d)
{
	static const float corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

	fl_begin(d, FL_QUADS);
	for (int face = 0; face < 6; face++) {
		int axis = face / 2;
		float side = face % 2 ? 1 : -1, p[3], n[3] = {0};

		n[axis] = side;
		fl_normal(d, n[0], n[1], n[2]);
		for (int i = 0; i < 4; i++) {
			p[axis] = side;
			p[(axis + 1) % 3] = corner[i][0] * side;
			p[(axis + 2) % 3] = corner[i][1];
			fl_texcoord(d, (corner[i][0] + 1) / 2, (1 - corner[i][1]) / 2);
			fl_vertex(d, p[0], p[1], p[2]);
		}
	}
	fl_end(d);
}

/* The texture: a chessboard of 8 x 8 squares of 8 texels. */
static uint32_t texel(uint32_t x, uint32_t y)
{
	return (x / 8 ^ y / 8) & 1 ? 0xffffffff : 0xff806040;
}

static void draw(struct fl_draw *d, const struct fl_texture *board)
{
	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff203040, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_perspective(d, 45, 640.0f / 480, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_light_position(d, 0, 1, 1, 2, 0);
	fl_lighting(d, true);
	fl_texture(d, 0, board);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, 25, 1, 0, 0);
	fl_rotate(d, 35, 0, 1, 0);
	fl_depth(d, true, FL_LESS, true);
	cube(d);
}

int main(void)
{
	static struct fl_host h;
	struct fl_texture board = {.linear = true};

	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	if (fl_stage_image(&h.stage, &board.image, 64, 64, FL_ARGB8888, texel, &h.err))
		return fl_host_fail(&h);
	draw(&h.stage.d, &board);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step5.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
