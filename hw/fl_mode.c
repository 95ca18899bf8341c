/* SPDX-License-Identifier: MIT
 *
 * The table of standard display modes, and the search in it.
 */
#include "hw/fl_mode.h"

#include <stddef.h>

/* DMT ids 04h, 09h, 10h, 23h */
static const struct fl_mode modes[] = {
    {640, 480, 800, 656, 96, 525, 490, 2, true},
    {800, 600, 1056, 840, 128, 628, 601, 4, false},
    {1024, 768, 1344, 1048, 136, 806, 771, 6, true},
    {1280, 1024, 1688, 1328, 112, 1066, 1025, 3, false},
};

const struct fl_mode *fl_mode_find(unsigned width, unsigned height)
{
	for (unsigned i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		if (modes[i].width == width && modes[i].height == height)
			return &modes[i];
	return NULL;
}
