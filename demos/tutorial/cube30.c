#include "lib/hosted/fl_host.h" /* SPDX-License-Identifier: MIT */
static uint32_t texel(uint32_t x, uint32_t y)
{
	return (x / 8 ^ y / 8) & 1 ? 0xffffffff : 0xff806040;
}
int main(void)
{
	static struct fl_host h;
	struct fl_texture board = {.linear = true};
	struct fl_draw *d = &h.stage.d;
	if (fl_host_open(&h, "r580", 640, 480) ||
	    fl_stage_image(&h.stage, &board.image, 64, 64, FL_ARGB8888, texel, &h.err))
		return fl_host_fail(&h);
	fl_clear(d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	fl_texture(d, 0, &board);
	fl_lighting(d, true);
	fl_cull(d, FL_CULL_BACK);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_perspective(d, 45, 640.0f / 480, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW), fl_translate(d, 0, 0, -5);
	fl_rotate(d, 40, 1, 1, 0);
	for (int face = 0; face < 6; face++, fl_rotate(d, 90, !(face & 1), face & 1, 0)) {
		fl_begin(d, FL_QUADS);
		for (int i = 0; i < 4; i++)
			fl_texcoord(d, i % 3 > 0, i < 2), fl_vertex(d, i % 3 ? 1 : -1, i < 2 ? -1 : 1, 1);
		fl_end(d);
	}
	bool failed = fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "c.ppm");
	return failed ? fl_host_fail(&h) : fl_host_close(&h);
}
