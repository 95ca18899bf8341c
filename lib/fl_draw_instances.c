/* SPDX-License-Identifier: MIT
 *
 * Drawing from video memory: several instances at a time.
 */
#include "lib/fl_buffer.h"
#include "lib/fl_draw_chip.h"

void fl_instances(struct fl_draw *d, uint32_t n)
{
	FL_OUTSIDE(d);
	FL_CHECK(d, n, "no instance at all");
	if (n <= 1 || fl_draw_does(d, FL_DOES_INSTANCES))
		d->instances = n;
	else if (!d->code)
		d->code = fl_fail(&d->err, FL_USAGE,
				  "fl_instances(): this chip does not know several instances of a draw "
				  "(FL_DOES_INSTANCES)");
}
