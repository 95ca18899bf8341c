/* SPDX-License-Identifier: MIT
 *
 * Reads the pictures that a guest drew.
 */
#include "tests/linux/picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

static bool finish(png_image *image, struct picture *p)
{
	image->format = PNG_FORMAT_RGB;
	p->w = image->width;
	p->h = image->height;
	p->rgb = malloc(PNG_IMAGE_SIZE(*image));
	if (p->rgb && png_image_finish_read(image, NULL, p->rgb, 0, NULL))
		return true;
	png_image_free(image);
	picture_free(p);
	return false;
}

bool picture_decode(struct picture *p, const void *png, size_t size)
{
	png_image image = {.version = PNG_IMAGE_VERSION};

	*p = (struct picture){0};
	return png_image_begin_read_from_memory(&image, png, size) && finish(&image, p);
}

bool picture_read(struct picture *p, const char *path)
{
	png_image image = {.version = PNG_IMAGE_VERSION};

	*p = (struct picture){0};
	return png_image_begin_read_from_file(&image, path) && finish(&image, p);
}

void picture_free(struct picture *p)
{
	free(p->rgb);
	*p = (struct picture){0};
}
