/* SPDX-License-Identifier: MIT
 *
 * Under Linux: a triangle on a model, or with a slot ("01:00.0") for the name on a card. `make hosted`
 */
#include "lib/hosted/fl_host.h"

int main(int argc, char **argv)
{
	static struct fl_host h;

	if (fl_host_open(&h, argc > 1 ? argv[1] : "r580", 640, 480))
		return fl_host_fail(&h);
	fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	fl_begin(&h.stage.d, FL_TRIANGLES);
	fl_color(&h.stage.d, 255, 0, 0, 255);
	fl_vertex(&h.stage.d, -0.5f, -0.5f, 0);
	fl_color(&h.stage.d, 0, 255, 0, 255);
	fl_vertex(&h.stage.d, 0.5f, -0.5f, 0);
	fl_color(&h.stage.d, 0, 0, 255, 255);
	fl_vertex(&h.stage.d, 0, 0.5f, 0);
	fl_end(&h.stage.d);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "hosted.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
