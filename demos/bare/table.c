/* SPDX-License-Identifier: MIT
 *
 * The demos of the small image: what shows that a card is awake. The gallery's image has all of
 * demos/table.c.
 */
#include "demos/demo.h"

const struct fl_demo *const fl_demos[] = {
    &fl_demo_clear, &fl_demo_triangle, &fl_demo_cube, &fl_demo_gears, &fl_demo_blit, &fl_demo_text, NULL,
};
