/* SPDX-License-Identifier: MIT
 *
 * The table of demos.
 */
#include "demos/demo.h"

const struct fl_demo *const fl_demos[] = {
    &fl_demo_clear,  &fl_demo_triangle,  &fl_demo_cube, &fl_demo_gears, &fl_demo_teapot,
    &fl_demo_tunnel, &fl_demo_starfield, &fl_demo_blit, &fl_demo_text,  NULL,
};

const struct fl_demo *fl_demo_find(const char *name)
{
	for (const struct fl_demo *const *d = fl_demos; *d; d++) {
		const char *a = (*d)->name, *b = name;

		while (*a && *a == *b)
			a++, b++;
		if (*a == *b)
			return *d;
	}
	return NULL;
}
