/* SPDX-License-Identifier: MIT
 *
 * FG: its registers, decoded once a draw. R5xx guide 11.3; see fg.h.
 */
#include "hw/model/r500/fg.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/num/num.h"

bool mr500_fg_kills(const struct mr500_fg_state *fg)
{
	return fg->alpha != MR500_FG_ALPHA_OFF || fg->to_mask;
}

bool mr500_fg_takes_depth(const struct mr500_fg_state *fg)
{
	return fg->shader_depth;
}

bool mr500_fg_wants_fog(const struct mr500_fg_state *fg)
{
	return fg->fog && fg->fog_fn != R500_FG_FOG_BLEND__FN__CONSTANT;
}

const struct mr500_fg_state *mr500_fg_decode(struct mr500 *r, struct fl_arena *a)
{
	uint32_t af = R500_REG(r, FG_ALPHA_FUNC), value = R500_REG(r, FG_ALPHA_VALUE),
		 fog = R500_REG(r, FG_FOG_BLEND);
	struct mr500_fg_state *fg = fl_arena_alloc(a, sizeof(*fg), _Alignof(struct mr500_fg_state));

	if (!fg)
		return NULL;
	memset(fg, 0, sizeof(*fg));
	fg->func = R500_FG_ALPHA_FUNC__AF_FUNC__GET(af);
	if (R500_FG_ALPHA_FUNC__AF_EN__GET(af) && fg->func != R500_FG_ALPHA_FUNC__AF_FUNC__AF_ALWAYS) {
		/* AF_EN_8BIT, FP16_ENABLE and FG_ALPHA_VALUE came with R5xx; before, AF_VAL is all there
		 * is. */
		bool is_r5xx = r->variant->kind == MR500_KIND_R5XX;

		if (!is_r5xx || R500_FG_ALPHA_FUNC__AF_EN_8BIT__GET(af)) {
			fg->alpha = MR500_FG_ALPHA_8;
			fg->ref = (float)R500_FG_ALPHA_FUNC__AF_VAL__GET(af);
		} else if (R500_FG_ALPHA_FUNC__FP16_ENABLE__GET(af)) {
			fg->alpha = MR500_FG_ALPHA_FP16;
			fg->ref = num_from_half(value & 0xffff);
		} else {
			fg->alpha = MR500_FG_ALPHA_10;
			fg->ref = (float)(value & 0x3ff);
		}
	}
	fg->to_mask = R500_FG_ALPHA_FUNC__AM_EN__GET(af);
	fg->fog = R500_FG_FOG_BLEND__ENABLE__GET(fog);
	fg->fog_fn = R500_FG_FOG_BLEND__FN__GET(fog);
	fg->fog_color[0] = (float)R500_FG_FOG_COLOR_R__RED__GET(R500_REG(r, FG_FOG_COLOR_R)) / 1023.0f;
	fg->fog_color[1] = (float)R500_FG_FOG_COLOR_G__GREEN__GET(R500_REG(r, FG_FOG_COLOR_G)) / 1023.0f;
	fg->fog_color[2] = (float)R500_FG_FOG_COLOR_B__BLUE__GET(R500_REG(r, FG_FOG_COLOR_B)) / 1023.0f;
	fg->fog_factor = (float)R500_FG_FOG_FACTOR__FACTOR__GET(R500_REG(r, FG_FOG_FACTOR)) / 1023.0f;
	fg->shader_depth = R500_FG_DEPTH_SRC__DEPTH_SRC__GET(R500_REG(r, FG_DEPTH_SRC)) ==
			   R500_FG_DEPTH_SRC__DEPTH_SRC__SHADER;
	fg->raster_w = R500_US_W_FMT__W_SRC__GET(R500_REG(r, US_W_FMT));
	fg->w_fmt = R500_US_W_FMT__W_FMT__GET(R500_REG(r, US_W_FMT));
	if (fg->shader_depth && fg->w_fmt > R500_US_W_FMT__W_FMT__W24_FP) {
		mr500_report(r, FL_WARN, "FG", "R5xx guide 11.10 US_W_FMT",
			     "W_FMT %u is reserved: 24 bits, fixed, are taken", fg->w_fmt);
		fg->w_fmt = R500_US_W_FMT__W_FMT__W24;
	}
	fg->idle = !fg->alpha && !fg->to_mask && !fg->fog && !fg->shader_depth;
	return fg;
}
