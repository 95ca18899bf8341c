/* SPDX-License-Identifier: MIT
 *
 * Drawing into whole numbers: clearing them.
 */
#include "lib/fl_draw_chip.h"

#include <string.h>

void fl_clear_uint(struct fl_draw *d, const uint32_t rgba[4])
{
	float bits[4];

	FL_OUTSIDE(d);
	if (!fl_draw_is_integer(d)) {
		if (!d->code)
			d->code = fl_fail(&d->err, FL_USAGE,
					  "fl_clear_uint(): there is no color buffer of whole numbers "
					  "(FL_R32UI, FL_ABGR8888UI)");
		return;
	}
	/* The bits are what counts: back ends hand them on as they are. */
	memcpy(bits, rgba, sizeof(bits));
	d->chip.backend->clear(d, FL_CLEAR_COLOR, bits, 0, 0);
}
