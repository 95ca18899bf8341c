/* SPDX-License-Identifier: MIT */
/* Step 1: a card, a color, a picture. */
#include "lib/hosted/fl_host.h"

int main(void)
{
	static struct fl_host h; /* large: not on the stack */

	if (fl_host_open(&h, "r580", 640, 480))
		return fl_host_fail(&h);
	fl_clear(&h.stage.d, FL_CLEAR_COLOR, 0xff203040, 1, 0);
	if (fl_stage_finish(&h.stage, &h.err) || fl_host_picture(&h, "step1.ppm"))
		return fl_host_fail(&h);
	return fl_host_close(&h);
}
