/* SPDX-License-Identifier: MIT
 *
 * Registers of targets and of setup that immediate mode sends, over all that they depend on: places of
 * samples, layouts of buffers, resolves, lines, points, the modes of polygons, counts of samples.
 */
#include "hw/regs/r500.h"
#include "lib/fl_buffer.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/surface.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>

enum { VRAM = 0x40000000, COLOR_AT = 0x20000, DEPTH_AT = 0x80000, RESULT_AT = 0x100000 };

static struct fl_surface color, depth;

static void begin(struct fl_draw *d, struct fl_cs *cs, uint32_t samples)
{
	words_begin(d, cs, VRAM);
	if (samples > 1) {
		cr_assert_eq(
		    fl_surface_init_samples(&color, &fl_r500_surfaces, 128, 64, FL_ARGB8888, samples, NULL),
		    FL_OK);
		cr_assert_eq(
		    fl_surface_init_samples(&depth, &fl_r500_surfaces, 128, 64, FL_Z24S8, samples, NULL),
		    FL_OK);
	} else {
		fl_surface_init(&color, &fl_r500_surfaces, 128, 64, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
		fl_surface_init(&depth, &fl_r500_surfaces, 128, 64, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	}
	color.offset_B = COLOR_AT;
	depth.offset_B = DEPTH_AT;
	fl_draw_target(d, &color, &depth);
}

static void primitive(struct fl_draw *d, enum fl_prim prim)
{
	fl_begin(d, prim);
	fl_vertex(d, -0.81f, -0.73f, 0);
	fl_vertex(d, 0.77f, -0.62f, 0);
	fl_vertex(d, 0.13f, 0.83f, 0);
	fl_end(d);
}

/* ---- samples ------------------------------------------------------------------------------------------- */
/* Places in twelfths of a pixel that Mesa's r300 driver has (r300_emit.c); fewer than six: the last again. */
static const uint8_t places[4][12] = {{6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6},
				      {3, 9, 9, 3, 9, 3, 9, 3, 9, 3, 9, 3},
				      {4, 4, 8, 8, 2, 10, 10, 2, 10, 2, 10, 2},
				      {3, 1, 7, 3, 11, 5, 1, 7, 5, 9, 9, 10}};

/* R5xx guide 11.4: of MSPOS0 three places, X below Y, and the least Y and X; of MSPOS1 three more, and the
 * least of all. */
static void expect_places(const struct fl_cs *cs, const uint8_t p[12])
{
	uint32_t want[2] = {0, 0}, least_x = 12, least_y = 12;

	for (unsigned i = 0; i < 12; i++) {
		want[i / 6] |= (uint32_t)p[i] << 4 * (i % 6);
		if (i % 2 && p[i] < least_y)
			least_y = p[i];
		if (i % 2 == 0 && p[i] < least_x)
			least_x = p[i];
	}
	want[0] |= least_y << 24 | least_x << 28;
	want[1] |= (least_x < least_y ? least_x : least_y) << 24;
	cr_expect_eq(words_last(cs, R500_GB_MSPOS0), want[0], "0x%08x, not 0x%08x",
		     words_last(cs, R500_GB_MSPOS0), want[0]);
	cr_expect_eq(words_last(cs, R500_GB_MSPOS1), want[1], "0x%08x, not 0x%08x",
		     words_last(cs, R500_GB_MSPOS1), want[1]);
}

/* GB_AA_CONFIG: bit 0 on; 2:1 two, three, four, six samples. A resolve takes the middle of each pixel. */
Test(lib_setup_words, places_of_samples)
{
	static const struct {
		uint32_t samples, config;
	} of[4] = {{1, 0}, {2, 1}, {4, 1 | 2 << 1}, {6, 1 | 3 << 1}};

	for (unsigned i = 0; i < 4; i++) {
		struct fl_surface to;
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs, of[i].samples);
		primitive(&d, FL_TRIANGLES);
		expect_places(&cs, places[i]);
		cr_expect_eq(words_last(&cs, R500_GB_AA_CONFIG), of[i].config);
		if (of[i].samples == 1)
			continue;
		fl_surface_init(&to, &fl_r500_surfaces, 128, 64, FL_ARGB8888, FL_MICRO, FL_USE_3D, NULL);
		to.offset_B = RESULT_AT;
		cs.at = cs.start;
		fl_resolve(&d, &color, &to);
		expect_places(&cs, places[0]);
		cr_expect_eq(words_last(&cs, R500_GB_AA_CONFIG), of[i].config);
		/* The tiling of COLORPITCH is the result's (Mesa r300_blit.c); AARESOLVE_CTL is off at the
		 * end. */
		cr_expect_eq(words_last(&cs, R500_RB3D_COLOROFFSET(0)), VRAM + COLOR_AT);
		cr_expect_eq(words_last(&cs, R500_RB3D_COLORPITCH(0)), color.pitch_px | 1 << 17 | 6 << 21,
			     "0x%08x", words_last(&cs, R500_RB3D_COLORPITCH(0)));
		cr_expect_eq(words_last(&cs, R500_RB3D_AARESOLVE_OFFSET), VRAM + RESULT_AT);
		cr_expect_eq(words_last(&cs, R500_RB3D_AARESOLVE_PITCH), to.pitch_px);
		cr_expect_eq(words_count(&cs, cs.start, R500_RB3D_AARESOLVE_CTL), 2);
		cr_expect_eq(words_last(&cs, R500_RB3D_AARESOLVE_CTL), 0);
		for (unsigned k = 0; k < 4; k++)
			cr_expect_eq(words_last(&cs, R500_US_OUT_FMT(k)), k ? 0xf : 0x1b00);
		cr_expect_eq(words_last(&cs, R500_ZB_CNTL), 0);
		cr_expect_eq(words_last(&cs, R500_RB3D_COLOR_CHANNEL_MASK), 15);
		cr_expect_eq(words_last(&cs, R500_SC_SCISSOR0), 0);
		cr_expect_eq(words_last(&cs, R500_SC_SCISSOR1), 127 | 63 << 13);
		/* What is drawn next is drawn to the target again. */
		cs.at = cs.start;
		primitive(&d, FL_TRIANGLES);
		expect_places(&cs, places[i]);
		cr_expect_eq(words_last(&cs, R500_RB3D_COLORPITCH(0)) >> 16 & 7,
			     (color.tiling & FL_MACRO ? 1 : 0) | (color.tiling & FL_MICRO ? 1 << 1 : 0));
	}
}

/* R5xx guide 10.8.2: what was drawn is in memory before the resolve begins, and the result before it is
 * switched off: both caches are flushed and freed, and waited for. */
Test(lib_setup_words, a_resolve_stands_between_flushes)
{
	enum { FLUSH_AND_FREE_COLOR = 2 | 2 << 2, FLUSH_AND_FREE_DEPTH = 3, CLEAN = 1 << 17 };
	struct fl_surface to;
	struct fl_draw d;
	struct fl_cs cs;
	uint32_t drawn = 0, *at;

	begin(&d, &cs, 4);
	primitive(&d, FL_TRIANGLES);
	fl_surface_init(&to, &fl_r500_surfaces, 128, 64, FL_ARGB8888, FL_MICRO, FL_USE_3D, NULL);
	at = cs.at;
	fl_resolve(&d, &color, &to);
	for (unsigned color_is = 0, depth_is = 0, clean = 0, on = 0; at < cs.at;) {
		const uint32_t head = *at++, n = (head >> 16 & 0x3fff) + 1;
		const bool packet0 = head >> 30 == 0;

		for (uint32_t i = 0; i < n && packet0; i++)
			switch ((head & 0x1fff) * 4 + (head & 0x8000 ? 0 : 4 * i)) {
			case R500_RB3D_DSTCACHE_CTLSTAT:
				color_is = at[i] == FLUSH_AND_FREE_COLOR;
				break;
			case R500_ZB_ZCACHE_CTLSTAT:
				depth_is = at[i] == FLUSH_AND_FREE_DEPTH;
				break;
			case R500_WAIT_UNTIL:
				clean = color_is && depth_is && at[i] == CLEAN;
				break;
			case R500_RB3D_AARESOLVE_CTL:
				cr_expect(clean, "dword %td: mode 0x%x", at - cs.start, at[i]);
				cr_expect_eq(at[i] & 1, !on);
				on = at[i] & 1;
				break;
			}
		if (head >> 30 == 3) { /* the rectangle */
			cr_expect(on);
			color_is = depth_is = clean = 0;
			drawn++;
		}
		at += n;
	}
	cr_expect_eq(drawn, 1u);
}

/* ---- buffers ------------------------------------------------------------------------------------------- */
/* R5xx guide 11.2 and 11.12: COLORPITCH has the pitch, bit 16 macro tiles, 18:17 micro tiles (2: square),
 * 24:21 the format; DEPTHPITCH the same two at 16 and 18:17; ZB_FORMAT 0 is 16 bits, 2 is 24 and 8. */
Test(lib_setup_words, layouts_of_buffers)
{
	static const struct {
		enum fl_format format;
		uint32_t code;
	} formats[] = {{FL_ARGB8888, 6}, {FL_RGB565, 4}, {FL_A8, 9}, {FL_ABGR16F, 10}, {FL_ABGR32F, 7}};
	static const uint32_t tilings[] = {FL_LINEAR, FL_MICRO, FL_MACRO, FL_MACRO | FL_MICRO,
					   FL_MICRO | FL_SQUARE};
	unsigned squares = 0;

	for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); f++)
		for (unsigned t = 0; t < sizeof(tilings) / sizeof(*tilings); t++)
			for (unsigned z = 0; z < 4; z++) {
				const bool z16 = z & 1, macro = z & 2;
				struct fl_draw d;
				struct fl_cs cs;

				words_begin(&d, &cs, VRAM);
				if (fl_surface_init(&color, &fl_r500_surfaces, 192, 64, formats[f].format,
						    tilings[t], FL_USE_3D, NULL))
					continue; /* no such tiling of that format */
				squares += tilings[t] & FL_SQUARE;
				cr_assert_eq(fl_surface_init(
						 &depth, &fl_r500_surfaces, 192, 64, z16 ? FL_Z16 : FL_Z24S8,
						 FL_MICRO | (macro ? FL_MACRO : 0), FL_USE_3D, NULL),
					     FL_OK);
				color.offset_B = COLOR_AT;
				depth.offset_B = DEPTH_AT;
				fl_draw_target(&d, &color, &depth);
				primitive(&d, FL_TRIANGLES);
				cr_expect_eq(words_last(&cs, R500_RB3D_COLOROFFSET(0)), VRAM + COLOR_AT);
				cr_expect_eq(words_last(&cs, R500_RB3D_COLORPITCH(0)),
					     color.pitch_px | (tilings[t] & FL_MACRO ? 1u << 16 : 0) |
						 (tilings[t] & FL_SQUARE  ? 2u << 17
						  : tilings[t] & FL_MICRO ? 1u << 17
									  : 0) |
						 formats[f].code << 21,
					     "format %u, tiling %u: 0x%08x", f, t,
					     words_last(&cs, R500_RB3D_COLORPITCH(0)));
				cr_expect_eq(words_last(&cs, R500_ZB_FORMAT), z16 ? 0 : 2);
				cr_expect_eq(words_last(&cs, R500_ZB_DEPTHOFFSET), VRAM + DEPTH_AT);
				cr_expect_eq(words_last(&cs, R500_ZB_DEPTHPITCH),
					     depth.pitch_px | (macro ? 1u << 16 : 0) | 1u << 17);
			}
	cr_expect(squares, "square tiles were tried");
}

/* RB3D_CCTL: bit 14 formats of their own, on at all times; 12 masks of their own, of several. US_OUT_FMT of
 * what is not there is 15, unused; without a color buffer the first is on, and its mask 0. */
Test(lib_setup_words, several_targets)
{
	for (uint32_t n = 0; n <= FL_TARGETS; n++) {
		struct fl_surface s[FL_TARGETS];
		const struct fl_surface *to[FL_TARGETS];
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs, 1);
		for (uint32_t i = 0; i < FL_TARGETS; i++) {
			fl_surface_init(&s[i], &fl_r500_surfaces, 128, 64, FL_ABGR8888, FL_LINEAR, FL_USE_3D,
					NULL);
			s[i].offset_B = COLOR_AT + i * 0x8000;
			to[i] = &s[i];
		}
		cs.at = cs.start;
		fl_draw_targets(&d, n, to, &depth);
		primitive(&d, FL_TRIANGLES);
		cr_expect_eq(words_last(&cs, R500_RB3D_CCTL), 1u << 14 | (n > 1 ? 1u << 12 : 0),
			     "%u targets: 0x%08x", n, words_last(&cs, R500_RB3D_CCTL));
		for (uint32_t i = 0; i < FL_TARGETS; i++)
			cr_expect_eq(words_count(&cs, cs.start, R500_RB3D_COLOROFFSET(i)), i < n);
		for (uint32_t i = 0; i < n; i++)
			cr_expect_eq(words_last(&cs, R500_RB3D_COLOROFFSET(i)), VRAM + s[i].offset_B);
		cr_expect_eq(words_last(&cs, R500_RB3D_COLOR_CHANNEL_MASK), n ? (1u << 4 * n) - 1 : 0,
			     "%u targets", n);
		/* Fixed function writes the first alone. */
		for (uint32_t i = 1; i < FL_TARGETS; i++)
			cr_expect_eq(words_last(&cs, R500_US_OUT_FMT(i)), 15);
		cr_expect_neq(words_last(&cs, R500_US_OUT_FMT(0)), 15);
	}
}

/* ---- setup --------------------------------------------------------------------------------------------- */
/* Half sizes in twelfths of a pixel: six a pixel, at least 1, at most 65535. */
static uint32_t half(float px)
{
	const double twelfths = (double)px * 6;

	return twelfths < 1 ? 1 : twelfths > 65535 ? 65535 : (uint32_t)twelfths;
}

Test(lib_setup_words, lines_and_points)
{
	static const float sizes[] = {0, 0.1f, 0.25f, 1, 1.5f, 7, 64, 4096, 10922.5f, 20000};

	for (unsigned i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		for (unsigned how = 0; how < 8; how++) {
			const bool points = how & 1, shrink = how & 2, sprite = how & 4;
			const uint32_t size = half(sizes[i]);
			struct fl_texture t = {.wrap_s = FL_REPEAT};
			struct fl_draw d;
			struct fl_cs cs;

			begin(&d, &cs, 1);
			fl_surface_init(&t.image, &fl_r500_surfaces, 32, 32, FL_ABGR8888, FL_LINEAR,
					FL_USE_TEXTURE, NULL);
			t.image.offset_B = RESULT_AT;
			fl_line_width(&d, sizes[i]);
			fl_point_size(&d, sizes[i]);
			fl_point_sprite(&d, sprite);
			if (sprite)
				fl_texture(&d, 0, &t);
			fl_point_attenuation(&d, 1, shrink ? 2 : 0, 0);
			primitive(&d, points ? FL_POINTS : FL_LINES);
			cr_expect_eq(words_last(&cs, R500_GA_LINE_CNTL), size | 2 << 16, "%g pixels: 0x%08x",
				     (double)sizes[i],
				     words_last(&cs, R500_GA_LINE_CNTL)); /* END_TYPE square */
			cr_expect_eq(words_last(&cs, R500_GA_POINT_SIZE), size << 16 | size);
			cr_expect_eq(words_last(&cs, R500_GA_POINT_MINMAX),
				     points && shrink ? 6 | 24576u << 16 : size | size << 16,
				     "%g pixels, %u: 0x%08x", (double)sizes[i], how,
				     words_last(&cs, R500_GA_POINT_MINMAX));
			/* POINT_STUFF_ENABLE, and texture 0 (17:16) by s and t (1); its corners, S and T
			 * counting down */
			cr_expect_eq(words_last(&cs, R500_GB_ENABLE), points && sprite ? 1u | 1u << 16 : 0,
				     "0x%08x", words_last(&cs, R500_GB_ENABLE));
			cr_expect_eq(words_last(&cs, R500_GA_POINT_S0), 0);
			cr_expect_eq(words_last(&cs, R500_GA_POINT_T0), points && sprite ? 0x3f800000 : 0);
			cr_expect_eq(words_last(&cs, R500_GA_POINT_S1), 0x3f800000);
			cr_expect_eq(words_last(&cs, R500_GA_POINT_T1), 0);
		}
}

/* GA_POLY_MODE: 1 two modes; 6:4 the front's, 9:7 the back's: 0 points, 1 lines, 2 triangles. SU_CULL_MODE:
 * 1 the front, 2 the back. SU_POLY_OFFSET_ENABLE: 1 the front, 2 the back; a scale by twelfths of a pixel.
 * */
Test(lib_setup_words, polygons)
{
	static const uint8_t code[3] = {[FL_FILL] = 2, [FL_OUTLINE] = 1, [FL_CORNERS] = 0};

	for (unsigned front = 0; front < 3; front++)
		for (unsigned back = 0; back < 3; back++)
			for (unsigned cull = 0; cull < 3; cull++) {
				const bool offset = (front + back + cull) & 1;
				const float factor = offset ? (float)front - 1.5f : 0, units = offset ? 3 : 0;
				struct fl_draw d;
				struct fl_cs cs;

				begin(&d, &cs, 1);
				fl_polygon_mode(&d, FL_FRONT, (enum fl_polygon_mode)front);
				fl_polygon_mode(&d, FL_BACK, (enum fl_polygon_mode)back);
				fl_cull(&d, (enum fl_face)cull);
				fl_flat(&d, cull == 1);
				fl_polygon_offset(&d, factor, units);
				primitive(&d, FL_TRIANGLES);
				cr_expect_eq(words_last(&cs, R500_GA_POLY_MODE),
					     front || back
						 ? 1u | (uint32_t)code[front] << 4 | (uint32_t)code[back] << 7
						 : 0,
					     "modes %u and %u: 0x%08x", front, back,
					     words_last(&cs, R500_GA_POLY_MODE));
				cr_expect_eq(words_last(&cs, R500_SU_CULL_MODE), cull);
				/* a color and an alpha of four: 1 flat, 2 smooth; the last vertex (3) gives
				 * it */
				cr_expect_eq(words_last(&cs, R500_GA_COLOR_CONTROL),
					     (cull == 1 ? 0x5555u : 0xaaaau) | 3u << 16);
				cr_expect_eq(words_last(&cs, R500_SU_POLY_OFFSET_ENABLE), offset ? 3 : 0);
				if (!offset)
					continue;
				cr_expect_eq(words_last(&cs, R500_SU_POLY_OFFSET_FRONT_SCALE),
					     fl_f32(12 * factor));
				cr_expect_eq(words_last(&cs, R500_SU_POLY_OFFSET_FRONT_OFFSET),
					     fl_f32(2 * units));
				cr_expect_eq(words_last(&cs, R500_SU_POLY_OFFSET_BACK_SCALE),
					     fl_f32(12 * factor));
				cr_expect_eq(words_last(&cs, R500_SU_POLY_OFFSET_BACK_OFFSET),
					     fl_f32(2 * units));
			}
}

/* GA_LINE_STIPPLE_CONFIG: 1 the pattern begins with each line; the rest a float without its two lowest bits:
 * one over the pattern's length in twelfths of a pixel. GB_ENABLE: bit 1, and texture 7 (31:30) by s, t, r
 * (2). */
Test(lib_setup_words, stippled_lines)
{
	for (uint32_t repeat = 0; repeat <= 256; repeat += repeat < 4 ? 1 : 63)
		for (unsigned k = 0; k < 3; k++) {
			static const enum fl_prim prims[] = {FL_LINES, FL_LINE_STRIP, FL_TRIANGLES};
			const bool on = repeat && k < 2;
			const float scale = 1.0f / (16 * 12 * (float)repeat);
			struct fl_draw d;
			struct fl_cs cs;

			begin(&d, &cs, 1);
			primitive(&d, FL_TRIANGLES);
			cs.at = cs.start;
			fl_line_stipple(&d, repeat, 0x5a3c);
			primitive(&d, prims[k]);
			if (on) {
				cr_expect_eq(words_last(&cs, R500_GA_LINE_STIPPLE_CONFIG),
					     (fl_f32(scale) & ~3u) | (k == 0), "repeat %u: 0x%08x", repeat,
					     words_last(&cs, R500_GA_LINE_STIPPLE_CONFIG));
				cr_expect_eq(words_last(&cs, R500_GA_LINE_STIPPLE_VALUE), 0);
				cr_expect_eq(words_last(&cs, R500_GB_ENABLE), 2u | 2u << 30);
			} else {
				const uint32_t enable = words_last(&cs, R500_GB_ENABLE);

				cr_expect(enable == 0 || enable == 0xdeadbeef, "0x%08x", enable);
			}
		}
}

/* From -1 .. 1 to the viewport's pixels, rows counting down, and to the range of depths: half of the
 * difference, and the middle. VAP_VTE_CNTL: all six of them, and 1/W (bit 10) with the position. */
Test(lib_setup_words, viewports)
{
	static const float ranges[][2] = {{0, 1}, {1, 0}, {0.25f, 0.75f}, {0.5f, 0.5f}, {0.125f, 1}};

	for (int x = -8; x <= 8; x += 8)
		for (int w = 1; w < 128; w *= 5)
			for (unsigned i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
				const float near_z = ranges[i][0], far_z = ranges[i][1];
				const int y = 3 - x, h = w + 7;
				struct fl_draw d;
				struct fl_cs cs;

				begin(&d, &cs, 1);
				fl_viewport(&d, x, y, w, h);
				fl_depth_range(&d, near_z, far_z);
				primitive(&d, FL_TRIANGLES);
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_XSCALE), fl_f32((float)w / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_XOFFSET),
					     fl_f32((float)x + (float)w / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_YSCALE), fl_f32((float)-h / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_YOFFSET),
					     fl_f32((float)y + (float)h / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_ZSCALE),
					     fl_f32((far_z - near_z) / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VPORT_ZOFFSET),
					     fl_f32((far_z + near_z) / 2));
				cr_expect_eq(words_last(&cs, R500_VAP_VTE_CNTL), 0x3fu | 1 << 10);
			}
}

/* ---- counts -------------------------------------------------------------------------------------------- */
/* Each pipe writes its own count (R5xx guide 11.12, ZB_ZPASS_ADDR); SU_REG_DEST, FG_ZBREG_DEST on RV530, says
 * which are written to. The second pipe of R300 is bit 3 (Mesa r300_chipset.c). */
Test(lib_setup_words, counts_of_each_pipe)
{
	static const struct {
		uint16_t device;
		uint32_t select, all;
		uint8_t pipe[4];
	} of[] = {{0x7249, R500_SU_REG_DEST, 15, {1, 2, 4, 8}},  /* R580 */
		  {0x71c0, R500_FG_ZBREG_DEST, 3, {1, 2, 0, 0}}, /* RV530 */
		  {0x4e44, R500_SU_REG_DEST, 15, {1, 8, 4, 8}},  /* R300 */
		  {0x4a49, R500_SU_REG_DEST, 15, {1, 2, 4, 8}}}; /* R420 */

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		static uint32_t words[1 << 14];
		const struct fl_draw_chip chip = {.backend = &fl_r500_backend,
						  .vram_addr = VRAM,
						  .info = fl_chip_find(&r500_chips, 0x1002, of[i].device)};
		struct fl_draw d;
		struct fl_cs cs;
		uint32_t value = 0, selected = 0, pipe = 0;

		cr_assert(chip.info);
		fl_cs_init(&cs, words, sizeof(words) / 4, words_no_submit, NULL);
		fl_draw_init(&d, &cs, &chip);
		fl_occlusion_begin(&d);
		cr_expect_eq(words_last(&cs, of[i].select), of[i].all);
		cr_expect_eq(words_last(&cs, R500_ZB_ZPASS_DATA), 0);
		cs.at = cs.start;
		fl_occlusion_end(&d, RESULT_AT);
		for (uint32_t *p = cs.start; p < cs.at; p += 2) { /* one register a packet */
			cr_assert_eq(*p >> 16, 0u);
			value = p[1];
			if ((*p & 0x1fff) * 4 == of[i].select) {
				selected = value;
			} else if ((*p & 0x1fff) * 4 == R500_ZB_ZPASS_ADDR) {
				cr_expect_eq(value, VRAM + RESULT_AT + 4 * pipe);
				cr_expect_eq(selected, of[i].pipe[pipe], "chip %u, pipe %u: %u", i, pipe,
					     selected);
				pipe++;
			}
		}
		cr_expect_eq(pipe, fl_occlusion_words(&d));
		cr_expect_eq(selected, of[i].all);
	}
}

/* ---- arrays -------------------------------------------------------------------------------------------- */
/* 3D_LOAD_VBPNTR (R5xx guide 6.2.3.8): how many arrays, prefetched unless indices say what is read (bit 5,
 * as in Mesa's r300_emit_vertex_arrays()); of two at a time dwords and strides, and their addresses. Then
 * the draw: VAP_VF_CNTL has the primitive (4: triangles), its walk (1 indices, 2 a list) at 4, INDEX_SIZE at
 * 11, USE_ALT_NUM_VERTS at 14, the number from 16 on. */
Test(lib_setup_words, arrays_and_elements)
{
	enum { ARRAYS_AT = 0x200000, STRIDE = 20, FIRST = 5, INDICES_AT = 0x280000, N_VERTICES = 70000 };
	const struct fl_arrays a = {
	    .position = {.offset_B = ARRAYS_AT, .stride_B = STRIDE, .type = FL_FLOAT, .size = 3},
	    .color = {.offset_B = ARRAYS_AT + 12, .stride_B = STRIDE, .type = FL_UBYTE, .size = 4}};

	for (unsigned index_B = 0; index_B <= 4; index_B += 2)
		for (uint32_t count = 65535; count <= 65536; count++) {
			const uint32_t at = VRAM + ARRAYS_AT + (index_B ? 0 : FIRST * STRIDE);
			const uint32_t pointers[] = {3u << 30 | 3 << 16 | 0x2f << 8,
						     2u | (index_B ? 0 : 1 << 5),
						     3u | 5 << 8 | 1 << 16 | 5 << 24, at, at + 12};
			const uint32_t vf_cntl = 4u | (index_B ? 1 : 2) << 4 | (index_B == 4 ? 1 << 11 : 0) |
						 (count > 65535 ? 1 << 14 : count << 16);
			const uint32_t draw[2] = {3u << 30 | (index_B ? 0x36 : 0x34) << 8, vf_cntl};
			const uint32_t indices[4] = {3u << 30 | 2 << 16 | 0x33 << 8, 1u << 31 | 0x2040 / 4,
						     VRAM + INDICES_AT,
						     index_B == 4 ? count : (count + 1) / 2};
			const uint32_t *end;
			bool found = false;
			struct fl_draw d;
			struct fl_cs cs;

			begin(&d, &cs, 1);
			if (index_B)
				fl_draw_elements(&d, FL_TRIANGLES, &a, INDICES_AT, index_B, count,
						 N_VERTICES);
			else
				fl_draw_arrays(&d, FL_TRIANGLES, &a, FIRST, count);
			for (const uint32_t *p = cs.start; p + 5 <= cs.at; p++)
				found |= !memcmp(p, pointers, sizeof(pointers));
			cr_expect(found, "the arrays of %u bytes an index", index_B);
			cr_expect_eq(words_last(&cs, R500_VAP_VF_MAX_VTX_INDX),
				     (index_B ? N_VERTICES : count) - 1);
			cr_expect_eq(words_count(&cs, cs.start, R500_VAP_ALT_NUM_VERTICES), count > 65535);
			cr_expect(count <= 65535 || words_last(&cs, R500_VAP_ALT_NUM_VERTICES) == count);
			end = cs.at - (index_B ? 6 : 2);
			cr_expect_arr_eq(end, draw, sizeof(draw), "0x%08x 0x%08x", end[0], end[1]);
			if (index_B)
				cr_expect_arr_eq(end + 2, indices, sizeof(indices), "0x%08x", end[5]);
			/* Once more, and nothing but the draw is sent. */
			cs.at = cs.start;
			if (index_B)
				fl_draw_elements(&d, FL_TRIANGLES, &a, INDICES_AT, index_B, count,
						 N_VERTICES);
			else
				fl_draw_arrays(&d, FL_TRIANGLES, &a, FIRST, count);
			cr_expect_eq(cs.at - cs.start, (index_B ? 6 : 2) + (count > 65535 ? 2 : 0));
		}
}

/* VAP_PROG_STREAM_CNTL (R5xx guide 6.2.3.8): two elements a register, each with its type in bits 3:0 (0 to 3
 * floats of so many components and one more, 4 bytes); bit 13 is on of the last one alone. */
Test(lib_setup_words, types_of_three_arrays)
{
	enum { LAST = 1 << 13 };
	const struct fl_arrays a = {.position = {.stride_B = 32, .type = FL_FLOAT, .size = 3},
				    .color = {.stride_B = 32, .type = FL_UBYTE, .size = 4},
				    .texcoord[0] = {.stride_B = 32, .type = FL_FLOAT, .size = 2}};
	static const uint8_t types[3] = {2, 4, 1};
	struct fl_texture t;
	struct fl_draw d;
	struct fl_cs cs;

	begin(&d, &cs, 1);
	cr_assert_eq(
	    fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
	    FL_OK);
	fl_texture(&d, 0, &t);
	fl_draw_arrays(&d, FL_TRIANGLES, &a, 0, 3);
	for (unsigned i = 0; i < 3; i++) {
		const uint32_t w = words_last(&cs, R500_VAP_PROG_STREAM_CNTL(i / 2)) >> i % 2 * 16;

		cr_expect_eq(w & 15, types[i], "array %u: 0x%x", i, w & 0xffff);
		cr_expect_eq((w & LAST) != 0, i == 2, "array %u: 0x%x", i, w & 0xffff);
	}
}

/* What was on the stack. */
static __attribute__((noinline)) void litter(void)
{
	volatile uint8_t much[8192];

	for (unsigned i = 0; i < sizeof(much); i++)
		much[i] = 0xa5;
}

/* From one array to seven: two a register, and nothing beside the last of an odd number. 3D_LOAD_VBPNTR has a
 * dword of two sizes and strides, then an address for each. */
Test(lib_setup_words, arrays_of_every_number)
{
	enum { AT = 0x200000, APART = 0x1000, LAST = 1 << 13, MOST = 6 };
	static struct fl_texture t;

	cr_assert_eq(
	    fl_texture_init(&t, &fl_r500_surfaces, FL_TEX_2D, 16, 16, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
	    FL_OK);
	for (unsigned units = 0; units <= 4; units++) {
		struct fl_arrays a = {
		    .position = {.offset_B = AT, .stride_B = 16, .type = FL_FLOAT, .size = 3},
		    .color = {.offset_B = AT + APART, .stride_B = 20, .type = FL_UBYTE, .size = 4}};
		uint32_t dw[MOST] = {3, 1}, stride_dw[MOST] = {4, 5}, n = 2, at = 0;
		uint32_t packet[2 + MOST + MOST / 2] = {0};
		bool found = false;
		struct fl_draw d;
		struct fl_cs cs;

		begin(&d, &cs, 1);
		for (unsigned u = 0; u < units; u++, n++) {
			fl_texture(&d, u, &t);
			dw[n] = 2 + u % 3;
			stride_dw[n] = 8 + u;
			a.texcoord[u] = (struct fl_array){.offset_B = AT + n * APART,
							  .stride_B = (uint8_t)(4 * stride_dw[n]),
							  .type = FL_FLOAT,
							  .size = (uint8_t)dw[n]};
		}
		litter();
		fl_draw_arrays(&d, FL_TRIANGLES, &a, 0, 3);
		packet[at++] = 3u << 30 | (n + (n + 1) / 2) << 16 | 0x2f << 8;
		packet[at++] = n | 1 << 5;
		for (unsigned i = 0; i < n; i += 2) {
			packet[at] = dw[i] | stride_dw[i] << 8;
			packet[at++] |= i + 1 < n ? dw[i + 1] << 16 | stride_dw[i + 1] << 24 : 0;
			packet[at++] = VRAM + AT + i * APART;
			if (i + 1 < n)
				packet[at++] = VRAM + AT + (i + 1) * APART;
		}
		for (const uint32_t *p = cs.start; p + at <= cs.at; p++)
			found |= !memcmp(p, packet, 4 * at);
		cr_expect(found, "%u arrays", n);
		for (unsigned i = 0; i < n + n % 2; i++) {
			const uint32_t w = words_last(&cs, R500_VAP_PROG_STREAM_CNTL(i / 2)) >> i % 2 * 16,
				       x = words_last(&cs, R500_VAP_PROG_STREAM_CNTL_EXT(i / 2)) >>
					   i % 2 * 16;

			cr_expect_eq((w & LAST) != 0, i == n - 1, "array %u of %u: 0x%x", i, n, w & 0xffff);
			cr_expect_eq((x & 0xffff) != 0, i < n, "array %u of %u: 0x%x", i, n, x & 0xffff);
			cr_expect(i < n || !(w & 0xffff), "array %u of %u: 0x%x", i, n, w & 0xffff);
		}
	}
}
