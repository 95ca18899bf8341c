/* SPDX-License-Identifier: MIT
 *
 * What immediate mode sends to R300 and R420 for a first triangle, beside what Mesa's r300 driver sends for
 * the same one: values read out of the second draw of tri_gouraud, of the sets r300_linear and r420_linear.
 * Programs, formats of vertices and the places of both are the library's own: each stands where it begins.
 */
#include "hw/regs/r500.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>

struct expect {
	uint32_t reg, value;
};

static const struct expect both[] = {
    {0x1720, 0x00020000}, {0x2090, 0x00000003}, {0x2094, 0x00000000}, {0x20b0, 0x0000043f},
    {0x2138, 0x00000000}, {0x2140, 0x00000000}, {0x2180, 0x00005555}, {0x2184, 0x00000005},
    {0x21dc, 0xaaaaaaaa}, {0x2200, 0x00000200}, {0x221c, 0x0000c000}, {0x2220, 0x3f800000},
    {0x2224, 0x3f800000}, {0x2228, 0x3f800000}, {0x222c, 0x3f800000}, {0x2284, 0x00000000},
    {0x2288, 0x0000ffff}, {0x4008, 0x00000000}, {0x4010, 0x66666666}, {0x4014, 0x06666666},
    {0x401c, 0x00000000}, {0x4020, 0x00000000}, {0x4104, 0x00000001}, {0x4200, 0x00000000},
    {0x4204, 0x00000000}, {0x4208, 0x3f800000}, {0x420c, 0x00000000}, {0x421c, 0x00060006},
    {0x4230, 0x00060006}, {0x4234, 0x00020006}, {0x4238, 0x00000000}, {0x4260, 0x00000000},
    {0x4278, 0x0003aaaa}, {0x4288, 0x00000000}, {0x428c, 0x00000001}, {0x4290, 0x00000000},
    {0x42a0, 0x00000000}, {0x42b4, 0x00000000}, {0x42b8, 0x00000000}, {0x42c0, 0x4b7fffff},
    {0x42c4, 0x00000000}, {0x4300, 0x00040080}, {0x4304, 0x00000000}, {0x4310, 0x00000000},
    {0x4330, 0x00004000}, {0x43a4, 0x0000001c}, {0x43a8, 0x2da49525}, {0x43d0, 0x0000ffff},
    {0x43e0, 0x00b405a0}, {0x43e4, 0x00c3e61f}, {0x43e8, 0x00ffffff}, {0x4600, 0x00000000},
    {0x46a4, 0x00001b00}, {0x46a8, 0x0000000f}, {0x46ac, 0x0000000f}, {0x46b0, 0x0000000f},
    {0x46b4, 0x00000000}, {0x4bc0, 0x00000000}, {0x4bd4, 0x00000000}, {0x4bd8, 0x00000000},
    {0x4e00, 0x00000000}, {0x4e04, 0x00000000}, {0x4e08, 0x00000000}, {0x4e0c, 0x0000000f},
    {0x4e10, 0x00000000}, {0x4e18, 0x00000000}, {0x4e28, 0x40030000}, {0x4e38, 0x00c00080},
    {0x4e4c, 0x0000000a}, {0x4e50, 0x00000000}, {0x4e88, 0x00000000}, {0x4f00, 0x00000000},
    {0x4f04, 0x00000000}, {0x4f08, 0x00000000}, {0x4f10, 0x00000002}, {0x4f14, 0x00000001},
    {0x4f18, 0x00000003}, {0x4f1c, 0x00000000}, {0x4f20, 0x40040000}, {0x4f24, 0x00020080},
    {0x4f28, 0x00000000},
};
static const struct expect r420[] = {
    {0x4028, 0x00000000}, {0x46b8, 0x00000000}, {0x46bc, 0x00000000},
    {0x4ea0, 0x01010101}, {0x4ea4, 0xfefefefe},
};

static void begin(struct fl_draw *d, struct fl_cs *cs, uint16_t device)
{
	static uint32_t words[1 << 14];
	const struct fl_draw_chip chip = {.backend = &fl_r500_backend,
					  .vram_addr = 0x40000000,
					  .info = fl_chip_find(&r500_chips, 0x1002, device)};

	fl_cs_init(cs, words, sizeof(words) / 4, words_no_submit, NULL);
	fl_draw_init(d, cs, &chip);
}

/* 128 x 128, BGRA and depth, where the scene has them. */
static void first_triangle(struct fl_cs *cs, uint16_t device)
{
	struct fl_surface color, depth;
	struct fl_draw d;

	begin(&d, cs, device);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	color.offset_B = 0x30000;
	depth.offset_B = 0x40000;
	fl_draw_target(&d, &color, &depth);
	fl_begin(&d, FL_TRIANGLES);
	fl_color(&d, 255, 0, 0, 255);
	fl_vertex(&d, -0.81f, -0.73f, 0);
	fl_vertex(&d, 0.77f, -0.62f, 0);
	fl_vertex(&d, 0.13f, 0.83f, 0);
	fl_end(&d);
}

static void compare(const struct fl_cs *cs, const char *chip, const struct expect *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t last = 0;

		cr_expect(words_written(cs, cs->start, e[i].reg, &last), "%s: 0x%04x was not written", chip,
			  e[i].reg);
		cr_expect_eq(last, e[i].value, "%s: 0x%04x = 0x%08x, Mesa writes 0x%08x", chip, e[i].reg,
			     last, e[i].value);
	}
}

Test(lib_words_r300, state_of_a_first_triangle_is_mesas)
{
	struct fl_cs cs;

	first_triangle(&cs, 0x4e44);
	compare(&cs, "R300", both, sizeof(both) / sizeof(*both));
	first_triangle(&cs, 0x4a49);
	compare(&cs, "R420", both, sizeof(both) / sizeof(*both));
	compare(&cs, "R420", r420, sizeof(r420) / sizeof(*r420));
}

/* Unit 0 is on at all times, for KIL (Mesa r300_state_derived.c): a texture of one texel of 32 bits. It
 * stands where nothing draws. TX_FORMAT0 has width and height less one. */
Test(lib_words_r300, a_texture_that_nobody_gave)
{
	static const uint16_t devices[] = {0x4e44, 0x4150, 0x4a49};

	for (unsigned i = 0; i < sizeof(devices) / sizeof(*devices); i++) {
		struct fl_cs cs;
		uint32_t last = ~0u;

		first_triangle(&cs, devices[i]);
		for (uint32_t reg = R500_TX_FILTER0(0); reg <= R500_TX_OFFSET(0); reg += 0x40) {
			const uint32_t want = reg == R500_TX_FORMAT1(0) ? 12u /* TX_FMT_8_8_8_8, guide 11.9 */
					      : reg == R500_TX_OFFSET(0) ? 0x40000000u
									 : 0;

			if (reg != R500_TX_FILTER0(0) && reg != R500_TX_FORMAT0(0) &&
			    reg != R500_TX_FORMAT1(0) && reg != R500_TX_OFFSET(0))
				continue;
			cr_expect_eq(words_written(&cs, cs.start, reg, &last), 1u, "0x%04x of 0x%04x", reg,
				     devices[i]);
			cr_expect_eq(last, want, "0x%04x = 0x%08x", reg, last);
		}
		for (uint32_t unit = 1; unit < 4; unit++)
			cr_expect_eq(words_count(&cs, cs.start, R500_TX_FORMAT0(unit)), 0u, "unit %u", unit);
	}
}

/* Look-ups stand at the program's start, one a unit, each of its own: US_TEX_INST has the unit in bits 14:11,
 * and LD is 1 in bits 17:15. So do operations, of which each has four words, as many as US_CODE_OFFSET and
 * US_CODE_ADDR say; nothing stands behind them. */
Test(lib_words_r300, programs_begin_at_their_start)
{
	static struct fl_texture t;

	cr_assert_eq(
	    fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
	    FL_OK);
	for (unsigned units = 0; units < 16; units++) {
		static const uint32_t words[4] = {R300_US_ALU_RGB_ADDR(0), R300_US_ALU_ALPHA_ADDR(0),
						  R300_US_ALU_RGB_INST(0), R300_US_ALU_ALPHA_INST(0)};
		uint32_t n = 0, last = 0, offset, lookups = 0;
		struct fl_surface color;
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs, 0x4e44);
		fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
		fl_draw_target(&d, &color, NULL);
		for (unsigned u = 0; u < 4; u++)
			fl_texture(&d, u, units >> u & 1 ? &t : NULL);
		words_triangle(&d);
		for (unsigned u = 0; u < 4; u++) {
			if (!(units >> u & 1))
				continue;
			cr_expect_eq(words_written(&cs, cs.start, R300_US_TEX_INST(n), &last), 1u,
				     "units 0x%x: look-up %u", units, n);
			cr_expect_eq(last >> 11 & 15, u, "units 0x%x: look-up %u is 0x%08x", units, n, last);
			cr_expect_eq(last >> 15 & 7, 1u, "units 0x%x: look-up %u is 0x%08x", units, n, last);
			n++;
		}
		cr_expect_eq(words_count(&cs, cs.start, R300_US_TEX_INST(n)), 0u);
		for (; words_count(&cs, cs.start, words[0] + 4 * lookups); lookups++)
			for (unsigned k = 1; k < 4; k++)
				cr_expect_eq(words_count(&cs, cs.start, words[k] + 4 * lookups), 1u);
		for (unsigned k = 0; k < 4; k++)
			cr_expect_eq(words_count(&cs, cs.start, words[k] + 4 * lookups), 0u);
		/* ALU_OFFSET 5:0, ALU_SIZE less one 11:6, TEX_OFFSET 17:13, TEX_SIZE less one 22:18 */
		offset = words_last(&cs, R300_US_CODE_OFFSET);
		cr_expect_eq((offset >> 6 & 0x3f) + 1, lookups, "units 0x%x: 0x%08x", units, offset);
		cr_expect_eq(offset >> 18 & 0x1f, n ? n - 1 : 0, "units 0x%x: 0x%08x", units, offset);
		cr_expect_eq(offset & 0x3f, 0u);
		cr_expect_eq(offset >> 13 & 0x1f, 0u);
	}
}

/* Before R5xx both sides of a stencil with masks of their own are two draws: half of the room is for the
 * copy. The batch is not overrun, wherever the vertices end in it. */
Test(lib_words_r300, two_sides_stay_in_the_batch)
{
	enum { MORE_DW = 160, GUARD_DW = 64, GUARD = 0x5afe5afe, TRIANGLES = 700 };
	static uint32_t words[FL_CS_MIN_DW + MORE_DW + GUARD_DW];
	const struct fl_stencil back = {.func = FL_ALWAYS, .ref = 7, .mask = 0x0f, .write_mask = 0xf0};
	const struct fl_draw_chip chip = {.backend = &fl_r500_backend,
					  .vram_addr = 0x40000000,
					  .info = fl_chip_find(&r500_chips, 0x1002, 0x4e44)};
	struct fl_surface color, depth;
	struct fl_draw d;
	struct fl_cs cs;

	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	color.offset_B = 0x30000;
	depth.offset_B = 0x40000;
	for (unsigned size_dw = FL_CS_MIN_DW; size_dw < FL_CS_MIN_DW + MORE_DW; size_dw++) {
		for (unsigned i = 0; i < size_dw + GUARD_DW; i++)
			words[i] = GUARD;
		cr_assert_eq(fl_cs_init(&cs, words, size_dw, words_no_submit, NULL), FL_OK);
		fl_draw_init(&d, &cs, &chip);
		fl_draw_target(&d, &color, &depth);
		fl_stencil(&d, true, FL_ALWAYS, 3, 0xff, 0xff);
		fl_stencil_side(&d, FL_BACK, &back);
		fl_begin(&d, FL_TRIANGLES);
		for (unsigned i = 0; i < 3 * TRIANGLES; i++)
			fl_vertex(&d, 0.001f * (float)i, -0.5f, 0);
		fl_end(&d);
		cr_assert_leq(cs.at, cs.end, "of %u dwords", size_dw);
		for (unsigned i = 0; i < GUARD_DW; i++)
			cr_assert_eq(words[size_dw + i], (uint32_t)GUARD, "%u dwords behind %u", i, size_dw);
	}
}
