/* SPDX-License-Identifier: MIT
 *
 * Draws and dispatches. The engines that carry them out are not modelled yet: they are counted, and said so
 * once.
 */
#include "hw/model/cik/draw.h"

void mcik_draw(struct mcik *c, const struct mcik_draw *d)
{
	mcik_report(c, FL_REFUSE, "VGT", "CIK facts 1.2",
		    "a draw of %u %s, %u instances: the model does not draw yet; it is counted, and left out",
		    d->count, d->indexed ? "indices" : "vertices", d->instances);
}

void mcik_dispatch(struct mcik *c, const struct mcik_dispatch *d)
{
	mcik_report(c, FL_REFUSE, "SPI", "CIK facts 1.2",
		    "a dispatch of %u x %u x %u: the model does not compute yet; it is counted, and left out",
		    d->size[0], d->size[1], d->size[2]);
}
