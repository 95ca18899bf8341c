/* SPDX-License-Identifier: MIT
 *
 * Reads what a model's display shows out of its memory, and writes it as a picture.
 */
#include "demos/firstlight/screen.h"
#include "demos/firstlight/png.h"

#include <stdlib.h>

enum fl_code fl_screen_write(struct fl_model *m, const char *path, struct fl_err *err)
{
	struct fl_model_screen s;
	struct fl_png *png;
	enum fl_code code;
	uint8_t *rgb;
	char why[160];

	if (!fl_model_screen(m, &s, why, sizeof why))
		return fl_fail(err, FL_FAILED, "%s: not written, the card shows nothing: %s", path, why);
	rgb = malloc((size_t)s.width * s.height * 3);
	if (!rgb)
		return fl_fail(err, FL_FAILED, "out of memory for a picture of %u x %u", s.width, s.height);
	for (unsigned y = 0; y < s.height; y++)
		fl_model_screen_row(m, &s, y, rgb + (size_t)y * s.width * 3);
	png = fl_png_open(path, s.width, s.height, 1, 0, err);
	code = png ? fl_png_frame(png, rgb, s.width * 3, err) : err->code;
	free(rgb);
	if (png && fl_png_close(png, code ? NULL : err))
		return err->code;
	return code;
}
