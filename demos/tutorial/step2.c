/* SPDX-License-Identifier: MIT */
/* Step 2: a triangle. */
#include "lib/hosted/fl_host.h"

static void draw(struct fl_draw *d)
{
	fl_clear(d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	fl_begin(d, FL_TRIANGLES);
	fl_color(d, 255, 0, 0, 255);
	fl_vertex(d, -0.5f, -0.5f, 0);
	fl_color(d, 0, 255, 0, 255);
	fl_vertex(d, 0.5f, -0.5f, 0);
	fl_color(d, 0, 0, 255, 255);
	fl_vertex(d, 0, 0.5f, 0);
	fl_end(d);
}

int main(void)
{
	static struct fl_host h;

	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	draw(&h.stage.d);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step2.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
