/* SPDX-License-Identifier: MIT
 *
 * A picture that a guest drew, to be compared pixel by pixel.
 */
#ifndef TESTS_LINUX_PICTURE_H
#define TESTS_LINUX_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct picture {
	unsigned w, h;
	uint8_t *rgb; /* rows from the top, three bytes a pixel */
};

/* From a PNG in memory, or in a file. False: it is none. */
bool picture_decode(struct picture *p, const void *png, size_t size);
bool picture_read(struct picture *p, const char *path);
void picture_free(struct picture *p);

#endif
