/* SPDX-License-Identifier: MIT
 *
 * DC: the displays (hw/model/avivo/dc.c) at DCE 8's places, with what it has of its own: tiled surfaces by
 * the fields of GRPH_CONTROL, addresses of more than 32 bits, red and blue exchanged by GRPH_SWAP_CNTL
 * (Linux cik_reg.h, evergreen_reg.h, dce_8_0_sh_mask.h; atombios_crtc.c: dce4_crtc_do_set_base).
 */
#include "hw/model/cik/dc.h"
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/surface.h"
#include "hw/regs/avivo.h"

#include <string.h>

enum {
	SECOND = CIK_CRTC_CONTROL(1) - CIK_CRTC_CONTROL(0),
	HIGH = CIK_CRTC_HIGH_CONTROL(0) - CIK_CRTC_CONTROL(0),
};

static const struct fl_dc_places places = {
    .d = "",
    .view = "VIEWPORT_SIZE",
    .displays = FL_DC_DISPLAYS,
    .behind = {0, SECOND, HIGH, HIGH + SECOND, HIGH + 2 * SECOND, HIGH + 3 * SECOND},
    .first = CIK_GRPH_ENABLE(0),
    .end = CIK_GRPH_ENABLE(1),
    .below = 0xff,
    .vga_control = CIK_D1VGA_CONTROL,
    .crtc_control = CIK_CRTC_CONTROL(0),
    .frame_count = CIK_CRTC_STATUS_FRAME_COUNT(0),
    .double_buffer = CIK_CRTC_DOUBLE_BUFFER_CONTROL(0),
    .enable = CIK_GRPH_ENABLE(0),
    .control = CIK_GRPH_CONTROL(0),
    .primary = CIK_GRPH_PRIMARY_SURFACE_ADDRESS(0),
    .pitch = CIK_GRPH_PITCH(0),
    .offset_x = CIK_GRPH_SURFACE_OFFSET_X(0),
    .offset_y = CIK_GRPH_SURFACE_OFFSET_Y(0),
    .x_start = CIK_GRPH_X_START(0),
    .y_start = CIK_GRPH_Y_START(0),
    .x_end = CIK_GRPH_X_END(0),
    .y_end = CIK_GRPH_Y_END(0),
    .update = CIK_GRPH_UPDATE(0),
    .flip = CIK_GRPH_FLIP_CONTROL(0),
    .view_start = CIK_VIEWPORT_START(0),
    .view_size = CIK_VIEWPORT_SIZE(0),
};

void mcik_dc_new(struct mcik *c)
{
	c->dc = (struct fl_dc){.at = &places, .m = &c->base, .reg = c->reg};
}

static void dc_write(struct mcik *c, uint32_t offset, uint32_t value, enum mcik_from from)
{
	fl_dc_write(&c->dc, offset);
}

static uint32_t dc_read(struct mcik *c, uint32_t offset, uint32_t stored)
{
	return fl_dc_read(&c->dc, offset);
}

const struct mcik_owner mcik_dc_owner = {dc_write, dc_read};

bool mcik_dc_screen(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size)
{
	struct mcik *c = (struct mcik *)m;
	uint32_t swap = CIK_REG(c, GRPH_SWAP_CNTL(0));

	if (!fl_dc_screen(&c->dc, s, why, why_size))
		return false;
	s->addr |= (uint64_t)CIK_REG(c, GRPH_PRIMARY_SURFACE_ADDRESS_HIGH(0)) << 32;
	s->code[FL_DC_CONTROL] &= ~AVIVO_D1GRPH_CONTROL__D1GRPH_SWAP_RB__MASK;
	if (CIK_GRPH_SWAP_CNTL__GRPH_RED_CROSSBAR__GET(swap) == CIK_GRPH_SWAP_CNTL__GRPH_RED_CROSSBAR__B &&
	    CIK_GRPH_SWAP_CNTL__GRPH_BLUE_CROSSBAR__GET(swap) == CIK_GRPH_SWAP_CNTL__GRPH_BLUE_CROSSBAR__R)
		s->code[FL_DC_CONTROL] |= AVIVO_D1GRPH_CONTROL__D1GRPH_SWAP_RB(1);
	return true;
}

/* The words of GB_TILE_MODE and GB_MACROTILE_MODE that say the same as GRPH_CONTROL. */
static const char *layout(struct mcik_layout *t, uint32_t control, uint32_t row_B, unsigned bytes_px)
{
	uint32_t mode =
	    CIK_GB_TILE_MODE__ARRAY_MODE(CIK_GRPH_CONTROL__GRPH_ARRAY_MODE__GET(control)) |
	    CIK_GB_TILE_MODE__PIPE_CONFIG(CIK_GRPH_CONTROL__GRPH_PIPE_CONFIG__GET(control)) |
	    CIK_GB_TILE_MODE__TILE_SPLIT(CIK_GRPH_CONTROL__GRPH_TILE_SPLIT__GET(control)) |
	    CIK_GB_TILE_MODE__MICRO_TILE_MODE_NEW(CIK_GRPH_CONTROL__GRPH_MICRO_TILE_MODE__GET(control)) |
	    CIK_GB_TILE_MODE__SAMPLE_SPLIT(1);
	uint32_t macro =
	    CIK_GB_MACROTILE_MODE__BANK_WIDTH(CIK_GRPH_CONTROL__GRPH_BANK_WIDTH__GET(control)) |
	    CIK_GB_MACROTILE_MODE__BANK_HEIGHT(CIK_GRPH_CONTROL__GRPH_BANK_HEIGHT__GET(control)) |
	    CIK_GB_MACROTILE_MODE__MACRO_TILE_ASPECT(CIK_GRPH_CONTROL__GRPH_MACRO_TILE_ASPECT__GET(control)) |
	    CIK_GB_MACROTILE_MODE__NUM_BANKS(CIK_GRPH_CONTROL__GRPH_NUM_BANKS__GET(control));

	return mcik_layout_of(t, mode, macro, row_B, bytes_px, 1);
}

void mcik_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb)
{
	const struct mcik *c = (const struct mcik *)m;
	uint32_t control = s->code[FL_DC_CONTROL], row_B = c->variant->row_KiB * 1024u;
	struct fl_model_screen at = *s;
	struct fl_dc_surface f;
	struct mcik_layout t;

	fl_dc_surface(&c->dc, s, &f);
	f.key.rows = s->height;
	if (layout(&t, control, row_B, s->bytes_px)) { /* no surface lies so: nothing is seen */
		memset(rgb, 0, 3 * (size_t)s->width);
		return;
	}
	mcik_surface_key(&f.key, &t, row_B, s->addr);
	at.addr = f.key.base;
	f.linear = t.array <= MCIK_ARRAY_LINEAR_ALIGNED;
	f.addr = mcik_surface_layout.addr;
	fl_dc_row(&c->dc, &at, &f, y, rgb);
}
