/* SPDX-License-Identifier: MIT
 *
 * CB: blend equations (R6xx facts 7.2; R600 alone has one equation for all targets, 0).
 */
#include <string.h>

#include "hw/model/r600/cb.h"
#include "hw/model/r600/chips.h"

/* The fields of CB_BLEND_CONTROL and CB_BLENDi_CONTROL stand alike. */
bool mr600_cb_equations(struct mr600 *r, unsigned i, struct fl_pixel_equation eq[2])
{
	const uint32_t color = R600_REG(r, CB_COLOR_CONTROL);
	const bool per_target =
	    R600_CB_COLOR_CONTROL__PER_MRT_BLEND__GET(color) && strcmp(r->variant->name, "r600") != 0;
	const uint32_t c = per_target ? r->reg[R600_CB_BLEND0_CONTROL(i) / 4] : R600_REG(r, CB_BLEND_CONTROL);

	if (!(R600_CB_COLOR_CONTROL__TARGET_BLEND_ENABLE__GET(color) >> i & 1))
		return false;
	if (!fl_pixel_equations(c, eq))
		mr600_report(
		    r, FL_WARN, "CB", "R6xx facts 7.2",
		    "the blend control word 0x%08x of color buffer %u has a factor or a function that is "
		    "reserved: taken as zero, or as an addition",
		    c, i);
	return true;
}
