/* SPDX-License-Identifier: MIT
 *
 * DC: which of its displays a chip has, and how what they show is tiled.
 */
#include "hw/model/r500/dc.h"
#include "hw/model/r500/surface.h"
#include <string.h>

bool mr500_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	struct mr500 *r = (struct mr500 *)m;

	if (r->variant->kind == MR500_KIND_R5XX)
		return fl_dc_screen(&r->dc, s, why, why_size);
	memset(s, 0, sizeof(*s));
	return mr500_dc_r300_screen(r, s, why, why_size);
}

void mr500_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	const struct mr500 *r = (const struct mr500 *)m;
	uint32_t control = s->code[FL_DC_CONTROL];
	struct fl_dc_surface f;

	fl_dc_surface(&r->dc, s, &f);
	f.key.micro = !!(control & R500_D1GRPH_CONTROL__D1GRPH_TILED__MASK);
	f.key.macro = !!(control & R500_D1GRPH_CONTROL__D1GRPH_MACRO_ADDRESS_MODE__MASK);
	f.linear = !f.key.micro && !f.key.macro;
	f.addr = mr500_surface_addr;
	if (r->variant->kind != MR500_KIND_R5XX)
		f.x_end = f.y_end = UINT32_MAX; /* the older CRTC shows all of its picture */
	fl_dc_row(&r->dc, s, &f, y, rgb);
}
