/* SPDX-License-Identifier: MIT
 *
 * Draws. The engines that carry them out are not modelled yet: they are counted, and said so once.
 */
#include "hw/model/cik/draw.h"
#include "hw/model/cik/draw_state.h"

void mcik_draw(struct mcik *c, const struct mcik_draw *d)
{
	mcik_report(c, FL_REFUSE, "VGT", "CIK facts 1.2",
		    "a draw of %u %s, %u instances: the model does not draw yet; it is counted, and left out",
		    d->count, d->indexed ? "indices" : "vertices", d->instances);
}

void mcik_finish(struct mcik *c)
{
	(void)c;
}

bool mcik_drawing(const struct mcik *c)
{
	(void)c;
	return false;
}

bool mcik_sc_each_sample(const struct mcik *c)
{
	(void)c;
	return false;
}
