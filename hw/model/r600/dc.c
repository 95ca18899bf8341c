/* SPDX-License-Identifier: MIT
 *
 * DC: AVIVO's displays (hw/model/avivo/dc.c) with what R6xx and R7xx have of their own: array modes, and on
 * R7xx addresses of more than 32 bits (Linux r600_reg.h, atombios_crtc.c).
 */
#include "hw/model/r600/surface.h"

#include "hw/model/r600/r600.h"

bool mr600_dc_screen(struct mr600 *r, struct fl_model_screen *s, char *why, size_t why_size)
{
	if (!fl_dc_screen(&r->dc, s, why, why_size))
		return false;
	if (r->variant->r7xx)
		s->addr |= (uint64_t)r->reg[R700_D1GRPH_PRIMARY_SURFACE_ADDRESS_HIGH / 4] << 32;
	return true;
}

void mr600_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	const struct mr600 *r = (const struct mr600 *)m;
	struct fl_dc_surface f;

	fl_dc_surface(&r->dc, s, &f);
	f.key.micro = R600_D1GRPH_CONTROL__D1GRPH_ARRAY_MODE__GET(s->code[FL_DC_CONTROL]);
	f.key.config = R600_REG(r, GB_TILING_CONFIG) & 0xffff;
	f.key.rows = s->height;
	f.linear = f.key.micro <= MR600_ARRAY_LINEAR_ALIGNED;
	f.addr = mr600_surface_layout.addr;
	fl_dc_row(&r->dc, s, &f, y, rgb);
}
