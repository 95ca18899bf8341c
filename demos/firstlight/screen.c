/* SPDX-License-Identifier: MIT
 *
 * Reads what a model's display shows out of its memory.
 */
#include "demos/firstlight/screen.h"

#include <stdlib.h>

uint8_t *fl_screen_read(struct fl_model *m, const char *path, unsigned *w, unsigned *h, struct fl_err *err)
{
	struct fl_model_screen s;
	uint8_t *rgb;
	char why[160];

	if (!fl_model_screen(m, &s, why, sizeof why)) {
		fl_fail(err, FL_FAILED, "%s: not written, the card shows nothing: %s", path, why);
		return NULL;
	}
	rgb = malloc((size_t)s.width * s.height * 3);
	for (unsigned y = 0; rgb && y < s.height; y++)
		fl_model_screen_row(m, &s, y, rgb + (size_t)y * s.width * 3);
	if (!rgb)
		fl_fail(err, FL_FAILED, "out of memory for a picture of %u x %u", s.width, s.height);
	*w = s.width;
	*h = s.height;
	return rgb;
}
