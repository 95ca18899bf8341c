/* SPDX-License-Identifier: MIT
 *
 * hiz: left a scene, right what the chip's HiZ RAM holds of it when it has been drawn: for each block of 4x4
 * pixels the farthest depth, in eight bits. The chip drops what lies behind that before it looks at a single
 * pixel.
 *
 * The library has no calls for this: the demo writes the registers into the command stream itself. R5xx guide
 * chapter 9.
 */
#include "demos/demo.h"
#include "demos/shape.h"
#include "hw/r500/pm4.h"
#include "hw/regs/r500.h"
#include "lib/r500/draw.h"

/* Squares of 16x16 pixels side by side that are of different pipes; the RAM's pitch is a multiple of them
 * (Mesa's r300 driver). */
static uint32_t squares(struct fl_stage *s)
{
	uint32_t pipes = fl_occlusion_words(&s->d);

	return pipes == 4 ? 2 : pipes;
}

static uint32_t pitch_px(struct fl_stage *s)
{
	uint32_t unit = 16 * squares(s);

	return (s->depth.pitch_px + unit - 1) / unit * unit;
}

static void registers(struct fl_stage *s, bool on)
{
	uint32_t *p = fl_cs_room(&s->cs, 16), blocks = pitch_px(s) / 8 / squares(s);

	/* Four pipes take turns downwards too: two rows of blocks in four are a pipe's. */
	blocks *= fl_occlusion_words(&s->d) == 4 ? (s->height + 31) / 32 * 2 : (s->height + 7) / 8;
	if (on) { /* as far as can be, everywhere; each pipe clears its own */
		p = r500_pm4_pkt3(p, R500_PKT3_3D_CLEAR_HIZ, 3);
		*p++ = 0;
		*p++ = blocks;
		*p++ = 0xffffffff;
	}
	p = r500_pm4_reg(p, R500_ZB_HIZ_OFFSET, 0);
	p = r500_pm4_reg(p, R500_ZB_HIZ_PITCH, pitch_px(s));
	p = r500_pm4_reg(p, R500_ZB_BW_CNTL, R500_ZB_BW_CNTL__HIZ_ENABLE(on));
	p = r500_pm4_reg(p, R500_SC_HYPERZ_EN, R500_SC_HYPERZ_EN__HZ_EN(on) | R500_SC_HYPERZ_EN__HZ_ADJ(7));
	fl_cs_done(&s->cs, p);
}

static void scene(struct fl_draw *d, float t, float aspect)
{
	static const uint32_t color[4] = {0xffd06848, 0xff58a868, 0xff5888c8, 0xffc8b050};

	fl_matrix_mode(d, FL_PROJECTION);
	fl_load_identity(d);
	fl_perspective(d, 50, aspect, 3.5f, 9);
	fl_matrix_mode(d, FL_MODELVIEW);
	fl_load_identity(d);
	fl_light_position(d, 0, 1, 1, 1, 0);
	fl_lighting(d, true);
	fl_translate(d, 0, 0, -6);
	fl_rotate(d, 25, 1, 0, 0);
	fl_rotate(d, t * 30, 0, 1, 0);
	for (int i = 0; i < 4; i++) {
		fl_color_argb(d, color[i]);
		fl_push_matrix(d);
		fl_rotate(d, (float)i * 90, 0, 1, 0);
		fl_translate(d, 1.3f, 0.5f * fl_sinf(t * 2 + (float)i), 0);
		if (i & 1)
			fl_shape_sphere(d, 0.6f, 32, 20);
		else
			fl_shape_box(d, 0.5f, 0.5f, 0.5f);
		fl_pop_matrix(d);
	}
	fl_color_argb(d, 0xffb0b0b8);
	fl_shape_torus(d, 0.7f, 0.2f, 40, 20);
}

/* The byte of pixel (x, y)'s block: which pipe's RAM, where in it. A pipe has squares of 16x16 pixels (Mesa's
 * r300 driver). */
static uint8_t ram(struct fl_stage *s, uint32_t x, uint32_t y)
{
	uint32_t pipes = fl_occlusion_words(&s->d), bx = x / 8, by = y / 8, across = squares(s);
	uint32_t per_row = pitch_px(s) / 8 / across, row = pipes == 4 ? by / 4 * 2 + by % 2 : by, pipe = 0;

	if (pipes == 4)
		pipe = (x / 16 & 1) + 2 * (y / 16 & 1);
	else if (pipes > 1)
		pipe = (x / 16 + y / 16) % pipes;
	fl_write32(s->dev, fl_r500_z_select(&s->d), fl_r500_z_pipe(&s->d, pipe));
	fl_write32(s->dev, R500_ZB_HIZ_RDINDEX, (row * per_row + bx / (2 * across) * 2 + bx % 2) * 4);
	return (uint8_t)(fl_read32(s->dev, R500_ZB_HIZ_DWORD) >> (y / 4 % 2 * 16 + x / 4 % 2 * 8));
}

/* Mesa r300_chipset.c: RV350 and RV370 have none. RV380 may have, but goes by one name with RV370 here. */
static enum fl_code begin(struct fl_stage *s, struct fl_err *err)
{
	uint8_t family = fl_r500_chip(&s->d)->family;

	if (family == R500_FAMILY_RV350 || family == R500_FAMILY_RV380)
		return fl_fail(err, FL_NO_DEVICE, "hiz shows the HiZ RAM, and %s has none; take another demo",
			       s->chip_name);
	return FL_OK;
}

static enum fl_code frame(struct fl_stage *s, uint32_t n, struct fl_err *err)
{
	struct fl_draw *d = &s->d;
	uint32_t half = s->width / 2 & ~15u;
	enum fl_code code;

	fl_clear(d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH, 0xff141a22, 1, 0);
	registers(s, true);
	fl_viewport(d, 0, 0, (int32_t)half, (int32_t)s->height);
	fl_depth(d, true, FL_LESS, true);
	scene(d, fl_demo_seconds(n), (float)half / (float)s->height);
	registers(s, false);
	code = fl_stage_finish(s, err); /* the Z cache is written back, and the RAM with it */
	if (code)
		return code;

	for (uint32_t y = 0; y < s->height; y += 4)
		for (uint32_t x = 0; x < half; x += 4) {
			uint8_t z = ram(s, x, y);

			fl_fill_rect(&s->g, (int32_t)(half + x), (int32_t)y, 4, 4,
				     0xff000000u | z * 0x010101u);
		}
	fl_write32(s->dev, fl_r500_z_select(&s->d), fl_r500_z_pipe(&s->d, FL_R500_ALL_PIPES));
	return FL_OK;
}

const struct fl_demo fl_demo_hiz = {
    .name = "hiz",
    .what = "a scene, and what the HiZ RAM holds of it: the farthest depth of each 4x4",
    .needs = FL_NEEDS_2D | FL_NEEDS_3D,
    .family = "r500",
    .asks = "the HiZ RAM of R3xx to R5xx",
    .begin = begin,
    .frame = frame,
};
