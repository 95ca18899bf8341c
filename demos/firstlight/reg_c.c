/* SPDX-License-Identifier: MIT
 *
 * Registers as the generated headers call them, see reg_c.h.
 */
#include "demos/firstlight/reg_c.h"

#include <stdio.h>

bool fl_reg_c_name(const struct fl_regs *db, uint32_t chips, uint32_t offset_B, char *out, size_t size)
{
	struct fl_reg r;

	if (!fl_regs_lookup(db, NULL, offset_B, chips, 0, &r) || r.offset != offset_B)
		return false;
	if (r.dims == 2)
		snprintf(out, size, "%s_%s(%u, %u)", r.prefix, r.name, r.index[0], r.index[1]);
	else if (r.dims)
		snprintf(out, size, "%s_%s(%u)", r.prefix, r.name, r.index[0]);
	else
		snprintf(out, size, "%s_%s", r.prefix, r.name);
	return true;
}
