/* SPDX-License-Identifier: MIT
 *
 * DC of R3xx and R4xx: what the first CRTC shows. The meaning of the registers is from Linux radeon,
 * radeon_legacy_crtc.c. The table of colors is the straight one.
 */
#include "hw/model/r500/dc.h"

enum { CHARACTER_PX = 8 };

/* In the form that D1GRPH_CONTROL has; 0: not modelled. */
static uint32_t control(unsigned pix_width, uint32_t offset_cntl)
{
	uint32_t v;

	switch (pix_width) {
	case R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_15:
		v = R500_D1GRPH_CONTROL__D1GRPH_DEPTH(R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_16);
		break;
	case R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_16:
		v = R500_D1GRPH_CONTROL__D1GRPH_DEPTH(R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_16) |
		    R500_D1GRPH_CONTROL__D1GRPH_FORMAT(1);
		break;
	case R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_32:
		v = R500_D1GRPH_CONTROL__D1GRPH_DEPTH(R500_D1GRPH_CONTROL__D1GRPH_DEPTH__BPP_32);
		break;
	default:
		return 0;
	}
	if (offset_cntl & R500_CRTC_OFFSET_CNTL__CRTC_MICRO_TILE_EN__MASK)
		v |= R500_D1GRPH_CONTROL__D1GRPH_TILED(1);
	if (offset_cntl & R500_CRTC_OFFSET_CNTL__CRTC_MACRO_TILE_EN__MASK)
		v |= R500_D1GRPH_CONTROL__D1GRPH_MACRO_ADDRESS_MODE(1);
	return v;
}

bool mr500_dc_r300_screen(const struct mr500 *r, struct fl_model_screen *s, char *why, size_t why_size)
{
	uint32_t gen = R500_REG(r, CRTC_GEN_CNTL), offset_cntl = R500_REG(r, CRTC_OFFSET_CNTL);
	uint32_t start = R500_REG(r, CRTC_TILE_X0_Y0);
	unsigned pix_width = R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__GET(gen);

	if (!(gen & R500_CRTC_GEN_CNTL__CRTC_EN__MASK))
		return fl_dc_off(why, why_size, "the first CRTC is off (CRTC_GEN_CNTL.CRTC_EN)");
	if (!(gen & R500_CRTC_GEN_CNTL__CRTC_EXT_DISP_EN__MASK))
		return fl_dc_off(why, why_size,
				 "the first CRTC shows VGA (CRTC_GEN_CNTL.CRTC_EXT_DISP_EN is 0)");
	if (gen & R500_CRTC_GEN_CNTL__CRTC_DISP_REQ_EN_B__MASK)
		return fl_dc_off(why, why_size,
				 "the first CRTC reads no memory (CRTC_GEN_CNTL.CRTC_DISP_REQ_EN_B)");
	if (R500_REG(r, CRTC_EXT_CNTL) & R500_CRTC_EXT_CNTL__CRTC_DISPLAY_DIS__MASK)
		return fl_dc_off(why, why_size, "the display is dark (CRTC_EXT_CNTL.CRTC_DISPLAY_DIS)");
	s->code[FL_DC_CONTROL] = control(pix_width, offset_cntl);
	if (!s->code[FL_DC_CONTROL])
		return fl_dc_off(why, why_size,
				 "CRTC_GEN_CNTL.CRTC_PIX_WIDTH: only 15, 16 and 32 bits are modelled");
	s->bytes_px = pix_width == R500_CRTC_GEN_CNTL__CRTC_PIX_WIDTH__BPP_32 ? 4 : 2;
	s->width = (R500_CRTC_H_TOTAL_DISP__DISP__GET(R500_REG(r, CRTC_H_TOTAL_DISP)) + 1) * CHARACTER_PX;
	s->height = R500_CRTC_V_TOTAL_DISP__DISP__GET(R500_REG(r, CRTC_V_TOTAL_DISP)) + 1;
	s->pitch_px = R500_CRTC_PITCH__CRTC_PITCH__GET(R500_REG(r, CRTC_PITCH)) * CHARACTER_PX;
	if (!s->pitch_px)
		return fl_dc_off(why, why_size, "the pitch is zero (CRTC_PITCH)");
	s->addr = (uint64_t)R500_REG(r, DISPLAY_BASE_ADDR) +
		  R500_CRTC_OFFSET__CRTC_OFFSET__GET(R500_REG(r, CRTC_OFFSET));
	if (offset_cntl & R500_CRTC_OFFSET_CNTL__CRTC_X_Y_MODE_EN__MASK) {
		s->code[FL_DC_X_SHIFT] = R500_CRTC_TILE_X0_Y0__X__GET(start);
		s->code[FL_DC_Y_SHIFT] = R500_CRTC_TILE_X0_Y0__Y__GET(start);
	}
	return true;
}
