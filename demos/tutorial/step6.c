/* SPDX-License-Identifier: MIT */
/* Step 6: the lit cube out of two buffers: vertices, and indices of them. */
#include "lib/fl_buffer.h"
#include "lib/hosted/fl_host.h"

struct vertex {
	float position[3];
	int8_t normal[4];
};

struct cube {
	struct vertex vertex[24];
	uint16_t index[36];
};

static void make(struct cube *c)
{
	static const int8_t corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
	static const uint8_t two_triangles[6] = {0, 1, 2, 0, 2, 3};

	for (int face = 0; face < 6; face++) {
		int axis = face / 2, side = face % 2 ? 1 : -1;

		for (int i = 0; i < 4; i++) {
			struct vertex *v = &c->vertex[4 * face + i];

			v->position[axis] = (float)side;
			v->position[(axis + 1) % 3] = (float)(corner[i][0] * side);
			v->position[(axis + 2) % 3] = corner[i][1];
			v->normal[axis] = (int8_t)(127 * side);
		}
		for (int i = 0; i < 6; i++)
			c->index[6 * face + i] = (uint16_t)(4 * face + two_triangles[i]);
	}
}

static void draw(struct fl_draw *d, uint64_t at)
{
	const struct fl_arrays arrays = {
	    .position = {.offset_B = at, .stride_B = sizeof(struct vertex), .type = FL_FLOAT, .size = 3},
	    .normal = {.offset_B = at + offsetof(struct vertex, normal),
		       .stride_B = sizeof(struct vertex),
		       .type = FL_BYTE,
		       .size = 3},
	};

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff203040, 1, 0);
	fl_matrix_mode(d, FL_PROJECTION);
	fl_perspective(d, 45, 640.0f / 480, 1, 10);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_light_position(d, 0, 1, 1, 2, 0);
	fl_lighting(d, true);
	fl_translate(d, 0, 0, -5);
	fl_rotate(d, 25, 1, 0, 0);
	fl_rotate(d, 35, 0, 1, 0);
	fl_depth(d, true, FL_LESS, true);
	fl_color(d, 220, 180, 120, 255);
	fl_draw_elements(d, FL_TRIANGLES, &arrays, at + offsetof(struct cube, index), 2, 36, 24);
}

int main(void)
{
	static struct fl_host h;
	static struct cube c;
	uint64_t at;

	make(&c);
	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	if (fl_vram_alloc(&h.stage.vram, sizeof c, 256, &at, &h.err))
		return fl_host_fail(&h);
	fl_vram_write(&h.dev, at, &c, sizeof c);
	draw(&h.stage.d, at);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step6.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
