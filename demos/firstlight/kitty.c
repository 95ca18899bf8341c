/* SPDX-License-Identifier: MIT
 *
 * A picture by kitty's graphics protocol: a PNG, in base64, in pieces of 4096 letters.
 */
#include "demos/firstlight/base64.h"
#include "demos/firstlight/preview.h"

#include <png.h>
#include <stdlib.h>

enum { PIECE = 4096 };

bool fl_kitty(FILE *f, const struct fl_picture *p)
{
	png_image image = {
	    .version = PNG_IMAGE_VERSION, .width = p->w, .height = p->h, .format = PNG_FORMAT_RGB};
	png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
	uint8_t *png = malloc(size);

	if (!png ||
	    !png_image_write_to_memory(&image, png, &size, 0, p->rgb, (png_int_32)p->stride_B, NULL)) {
		free(png);
		return false;
	}
	/* a=T: show it at once; q=2: no answers; m: more follows */
	for (size_t at = 0, n; at < size; at += n) {
		n = size - at < PIECE / 4 * 3 ? size - at : PIECE / 4 * 3;
		fprintf(f, "\033_G%sm=%d;", at ? "" : "a=T,f=100,q=2,", at + n < size);
		fl_base64(f, png + at, n);
		fputs("\033\\", f);
	}
	free(png);
	return true;
}
