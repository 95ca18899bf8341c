/* SPDX-License-Identifier: MIT
 *
 * What immediate mode and the 2D engine send, decoded, and compared with what Mesa's r300 driver sends for
 * the same state (values read out of the streams of Mesa 22.3 for an R580 that the set r500_linear holds),
 * and with the layouts of the R5xx guide.
 */
#include "lib/fl_draw.h"
#include "lib/fl_buffer.h"
#include "lib/fl_draw2d.h"
#include "lib/r500/draw.h"
#include "lib/r500/surface.h"
#include "lib/r500/e2.h"
#include "hw/regs/r500.h"
#include "tests/unit/r500/test_lib_words.h"

#include <criterion/criterion.h>

/* A decoder of packets: the last value of each register, and the last draw. */
struct decoded {
	uint32_t reg[0x8000 / 4];
	uint8_t written[0x8000 / 4];
	uint32_t n_dw, n_writes, n_draws;
	const uint32_t *draw; /* body of the last 3D_DRAW_IMMD_2 */
	uint32_t draw_dw;
	const uint32_t *host; /* body of the last HOSTDATA_BLT */
	uint32_t host_dw;
	/* what went to a data port, by the index register's value; the last 16 uploads */
	uint32_t pvs[16][64];
	uint32_t pvs_at[16], us[16][64], us_at[16], n_pvs, n_us;
};

static uint32_t words[1 << 16];
static struct decoded dec;

static enum fl_code no_submit(struct fl_cs *cs, struct fl_err *err)
{
	return fl_fail(err, FL_FAILED, "the test's batch is full");
}

static void decode(const uint32_t *p, const uint32_t *end)
{
	uint32_t pvs_index = 0, us_index = 0;

	dec.n_dw = (uint32_t)(end - p);
	dec.n_writes = dec.n_draws = dec.n_pvs = dec.n_us = 0;
	memset(dec.written, 0, sizeof(dec.written));
	while (p < end) {
		uint32_t head = *p++, n = (head >> 16 & 0x3fff) + 1;

		if (head == 0x80000000) /* type 2 */
			continue;
		cr_assert(p + n <= end, "a packet goes past the end");
		if (head >> 30 == 3) {
			if ((head >> 8 & 0xff) == 0x35) {
				dec.draw = p;
				dec.draw_dw = n;
				dec.n_draws++;
			} else if ((head >> 8 & 0xff) == 0x94) {
				dec.host = p;
				dec.host_dw = n;
			} else {
				cr_assert_fail("packet 0x%08x", head);
			}
			p += n;
			continue;
		}
		cr_assert_eq(head >> 30, 0, "packet 0x%08x", head);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t reg = (head & 0x1fff) * 4 + (head & 0x8000 ? 0 : 4 * i), v = p[i];

			dec.reg[reg / 4] = v;
			dec.written[reg / 4] = 1;
			dec.n_writes++;
			if (reg == 0x2200)
				pvs_index = v;
			if (reg == 0x4250)
				us_index = v;
			if (reg == 0x2208 && i < 64)
				dec.pvs_at[dec.n_pvs] = pvs_index, dec.pvs[dec.n_pvs][i] = v;
			if (reg == 0x4254 && i < 64)
				dec.us_at[dec.n_us] = us_index, dec.us[dec.n_us][i] = v;
		}
		if ((head & 0x1fff) * 4 == 0x2208)
			dec.n_pvs = (dec.n_pvs + 1) & 15;
		if ((head & 0x1fff) * 4 == 0x4254)
			dec.n_us = (dec.n_us + 1) & 15;
		p += n;
	}
}

struct expect {
	uint32_t reg, value;
};

static void compare(const struct expect *e, size_t n, const char *scene)
{
	for (size_t i = 0; i < n; i++) {
		cr_assert(dec.written[e[i].reg / 4], "%s: 0x%04x was not written", scene, e[i].reg);
		cr_assert_eq(dec.reg[e[i].reg / 4], e[i].value, "%s: 0x%04x = 0x%08x, Mesa writes 0x%08x",
			     scene, e[i].reg, dec.reg[e[i].reg / 4], e[i].value);
	}
}

#define COMPARE(table, scene) compare(table, sizeof(table) / sizeof(table[0]), scene)

/* 128 x 128, BGRA at 0x40020000, depth at 0x40030000: as the scenes have it. */
static void scene(struct fl_draw *d, struct fl_cs *cs)
{
	const struct fl_draw_chip r580 = {.backend = &fl_r500_backend,
					  .vram_addr = 0x40000000,
					  .info = fl_chip_find(&r500_chips, 0x1002, 0x7249)};
	struct fl_surface color, depth;

	fl_cs_init(cs, words, sizeof(words) / 4, no_submit, NULL);
	fl_draw_init(d, cs, &r580);
	fl_surface_init(&color, &fl_r500_surfaces, 128, 128, FL_ARGB8888, FL_LINEAR, FL_USE_3D, NULL);
	fl_surface_init(&depth, &fl_r500_surfaces, 128, 128, FL_Z24S8, FL_MICRO, FL_USE_3D, NULL);
	color.offset_B = 0x20000;
	depth.offset_B = 0x30000;
	fl_draw_target(d, &color, &depth);
}

static void triangle(struct fl_draw *d)
{
	fl_begin(d, FL_TRIANGLES);
	fl_color(d, 255, 0, 0, 255);
	fl_vertex(d, -0.81f, -0.73f, 0);
	fl_vertex(d, 0.77f, -0.62f, 0);
	fl_vertex(d, 0.13f, 0.83f, 0);
	fl_end(d);
}

static void start(struct fl_cs *cs)
{
	cs->at = cs->start;
}

Test(lib, stream_state_of_a_first_triangle_is_mesas)
{
	static const struct expect tri_gouraud[] = {
	    {0x43e0, 0x00000000}, {0x43e4, 0x000fe07f}, {0x4e4c, 0x0000000a}, {0x4f18, 0x00000003},
	    {0x1720, 0x00020000}, {0x4020, 0x00000000}, {0x4e88, 0x00000000}, {0x4e00, 0x00004000},
	    {0x4e28, 0x40020000}, {0x4e38, 0x00c00080}, {0x4f10, 0x00000002}, {0x4f20, 0x40030000},
	    {0x4f24, 0x00020080}, {0x4f1c, 0x00000000}, {0x4f28, 0x00000000}, {0x43a4, 0x0000001c},
	    {0x4028, 0x00000000}, {0x4f14, 0x00000001}, {0x4bd4, 0x00000000}, {0x4f00, 0x00000000},
	    {0x4f04, 0x00000000}, {0x4f08, 0x00000000}, {0x4fd4, 0x00000000}, {0x4be0, 0x00000000},
	    {0x4e18, 0x00000000}, {0x4e04, 0x00000000}, {0x4e08, 0x00000000}, {0x4e0c, 0x0000000f},
	    {0x4e50, 0x00000000}, {0x4ef8, 0x00000000}, {0x4efc, 0x00000000}, {0x43e8, 0x00ffffff},
	    {0x401c, 0x00000000}, {0x4bc0, 0x00000000}, {0x4290, 0x00000000}, {0x42a0, 0x00000000},
	    {0x42c0, 0x4b7fffff}, {0x42c4, 0x00000000}, {0x43a8, 0x2da49525}, {0x4ea0, 0x01010101},
	    {0x4ea4, 0xfefefefe}, {0x4258, 0x00000000}, {0x4114, 0x00000000}, {0x2284, 0x00000000},
	    {0x2288, 0x0000ffff}, {0x2220, 0x3f800000}, {0x2224, 0x3f800000}, {0x2228, 0x3f800000},
	    {0x222c, 0x3f800000}, {0x21dc, 0xaaaaaaaa}, {0x2218, 0x00000000}, {0x2080, 0x00b0085a},
	    {0x22dc, 0x00000000}, {0x2180, 0x00005555}, {0x2184, 0x00000005}, {0x2090, 0x00000003},
	    {0x2094, 0x00000000}, {0x4008, 0x00000000}, {0x4074, 0x00000000}, {0x4300, 0x00040080},
	    {0x4304, 0x00000000}, {0x4320, 0x00010000}, {0x2140, 0x00000000}, {0x221c, 0x0000c000},
	    {0x421c, 0x00060006}, {0x4230, 0x00060006}, {0x4234, 0x00020006}, {0x42b4, 0x00000000},
	    {0x42b8, 0x00000000}, {0x4238, 0x00000000}, {0x4260, 0x00000000}, {0x4288, 0x00000000},
	    {0x428c, 0x00000031}, {0x43d0, 0x0000ffff}, {0x4200, 0x00000000}, {0x4204, 0x00000000},
	    {0x4208, 0x3f800000}, {0x420c, 0x00000000}, {0x46a4, 0x00001b00}, {0x46a8, 0x0000000f},
	    {0x46ac, 0x0000000f}, {0x46b0, 0x0000000f}, {0x4010, 0x66666666}, {0x4014, 0x06666666},
	    {0x4600, 0x00000002}, {0x4604, 0x00000001}, {0x4624, 0x00000000}, {0x4634, 0x00000000},
	    {0x4638, 0x00000000}, {0x4630, 0x00000000}, {0x4bd8, 0x00000000}, {0x46b4, 0x00000000},
	    {0x4104, 0x00000000}, {0x208c, 0x00000000}, {0x4278, 0x0003aaaa}, {0x1d98, 0x42800000},
	    {0x1d9c, 0x42800000}, {0x1da0, 0xc2800000}, {0x1da4, 0x42800000}, {0x1da8, 0x3f000000},
	    {0x1dac, 0x3f000000}, {0x20b0, 0x0000043f},
	};
	/* Mesa's fragment program for a plain color, word for word; the identity as constants */
	static const uint32_t us[6] = {0x00078005, 0x08020000, 0x08020000,
				       0x00db0220, 0x00c0c000, 0x20490000};
	/* What Mesa leaves as it was after a reset: R5xx guide 11, and 7.7 for the numbers of vertices */
	static const struct expect as_reset[] = {
	    {0x2134, 0x00ffffff}, /* VAP_VF_MAX_VTX_INDX */
	    {0x2138, 0x00000000}, /* VAP_VF_MIN_VTX_INDX */
	};
	struct fl_draw d;
	struct fl_cs cs;
	bool found = false;

	scene(&d, &cs);
	triangle(&d);
	decode(cs.start, cs.at);
	COMPARE(tri_gouraud, "tri_gouraud");
	COMPARE(as_reset, "after a reset");
	cr_assert_eq(dec.n_draws, 1);
	cr_assert_eq(dec.draw_dw, 1 + 3 * 4);
	cr_assert_eq(dec.draw[0], 0x00030034); /* 3 vertices, embedded, triangles */
	cr_assert_eq(dec.draw[1], 0xbf4f5c29); /* -0.81 */
	cr_assert_eq(dec.draw[4], 0xff0000ff); /* bytes r, g, b, a */
	cr_assert_eq(dec.us_at[0], 0);
	cr_assert_arr_eq(dec.us[0], us, sizeof(us));
	for (uint32_t i = 0; i < dec.n_pvs; i++)
		if (dec.pvs_at[i] == 0x400) {
			found = true;
			for (uint32_t j = 0; j < 16; j++)
				cr_assert_eq(dec.pvs[i][j], j % 5 ? 0 : 0x3f800000);
		}
	cr_assert(found, "no matrix was sent");
	/* VAP_PROG_STREAM_CNTL: 3 floats to vector 0; 4 bytes, normalized, to vector 1, the last one */
	cr_assert_eq(dec.reg[0x2150 / 4], 0x0002 | (0x0004u | 0x0100u | 0x2000u | 0x8000u) << 16);
	cr_assert_eq(dec.reg[0x21e0 / 4], 0xf688fa88);
	cr_assert_eq(dec.reg[0x20b4 / 4], 4);
}

Test(lib, stream_state_of_depth_blend_cull_texture_is_mesas)
{
	static const struct expect depth_less[] = {
	    {0x4f00, 0x00000006}, {0x4f04, 0x00000001}, {0x4f08, 0x00000000}};
	/* Two sets of coordinates cost nothing here: one RS instruction carries color and texture, as that of
	 * Mesa's r300 driver does in recorded scenes with a color. */
	static const struct expect tex_nearest[] = {
	    {0x4104, 0x00000001}, {0x4400, 0x00000a00}, {0x4480, 0x0000f81f}, {0x44c0, 0x0008860c},
	    {0x4500, 0x00000000}, {0x4540, 0x40040000}, {0x4100, 0x00000000}, {0x4074, 0x000c2040},
	    {0x4300, 0x00040084}, {0x4304, 0x00000000}, {0x4320, 0x00010030}, {0x2094, 0x00000004},
	    {0x2184, 0x00000405}, {0x4604, 0x00000001},
	};
	static const uint32_t tex_us[6] = {0x00007807, 0x02400000, 0xe401f401, 0, 0, 0};
	struct fl_texture t = {.wrap_s = FL_REPEAT, .wrap_t = FL_REPEAT};
	struct fl_draw d;
	struct fl_cs cs;
	bool found = false;

	scene(&d, &cs);
	triangle(&d);
	start(&cs);
	fl_depth(&d, true, FL_LESS, true);
	triangle(&d);
	decode(cs.start, cs.at);
	COMPARE(depth_less, "depth_less");
	cr_assert_eq(dec.n_writes, 5, "only what changed is sent: %u writes", dec.n_writes);

	start(&cs);
	fl_surface_init(&t.image, &fl_r500_surfaces, 32, 32, FL_ABGR8888, FL_LINEAR, FL_USE_TEXTURE, NULL);
	t.image.offset_B = 0x40000;
	fl_texture(&d, 0, &t);
	triangle(&d);
	decode(cs.start, cs.at);
	COMPARE(tex_nearest, "tex_nearest");
	for (uint32_t i = 0; i < dec.n_us; i++)
		if (!memcmp(dec.us[i], tex_us, sizeof(tex_us)))
			found = true;
	cr_assert(found, "Mesa's texture instruction is not among what was sent");
	cr_assert_eq(dec.reg[0x20b4 / 4], 6);

	/* programs stay in the chip: going back and forth uploads none */
	start(&cs);
	fl_texture(&d, 0, NULL);
	triangle(&d);
	fl_texture(&d, 0, &t);
	triangle(&d);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.n_us, 0);
	for (uint32_t i = 0; i < dec.n_pvs; i++)
		cr_assert_geq(dec.pvs_at[i], 0x400, "a vertex program was sent again");

	/* no change, no word but the draw's */
	start(&cs);
	triangle(&d);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.n_dw, 2 + 3 * 6);
}

/* RB3D_BLENDCNTL, ZB_ZSTENCILCNTL, SU_CULL_MODE, GA_COLOR_CONTROL, SC_SCISSOR: fields of R5xx guide 11.2 to
 * 11.12, and the values that Mesa's scenes blend_modes, stencil_ops, flat_shade, clear_scissor show. */
Test(lib, stream_other_state)
{
	struct fl_draw d;
	struct fl_cs cs;

	scene(&d, &cs);
	triangle(&d);
	start(&cs);
	fl_blend(&d, FL_SRC_ALPHA, FL_ONE_MINUS_SRC_ALPHA);
	fl_flat(&d, true);
	fl_cull(&d, FL_CULL_BACK);
	fl_stencil(&d, true, FL_NOTEQUAL, 0x12, 0x34, 0x56);
	fl_stencil_op(&d, FL_REPLACE_OP, FL_DECR_WRAP, FL_INCR);
	fl_alpha_test(&d, true, FL_GREATER, 0x80);
	fl_scissor(&d, 3, 5, 20, 30);
	fl_polygon_offset(&d, -1, -1);
	fl_color_mask(&d, true, false, false, true);
	triangle(&d);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.reg[0x4e04 / 4], 1 | 4 | 38 << 16 | 39u << 24);
	cr_assert_eq(dec.reg[0x4278 / 4], 0x00035555);
	cr_assert_eq(dec.reg[0x42b8 / 4], 2);
	cr_assert_eq(dec.reg[0x4f00 / 4], 1);
	cr_assert_eq(dec.reg[0x4f04 / 4], 6 << 3 | 2 << 6 | 3 << 9 | 7 << 12);
	cr_assert_eq(dec.reg[0x4f08 / 4], 0x00563412);
	cr_assert_eq(dec.reg[0x4bd4 / 4], 0x80 | 4 << 8 | 1 << 11 | 1 << 12);
	cr_assert_eq(dec.reg[0x4f14 / 4], 0, "stencil is written: depth must come after the alpha test");
	cr_assert_eq(dec.reg[0x43e0 / 4], 3 | 5 << 13);
	cr_assert_eq(dec.reg[0x43e4 / 4], 22 | 34 << 13);
	cr_assert_eq(dec.reg[0x42b4 / 4], 3);
	cr_assert_eq(dec.reg[0x42a4 / 4], 0xc1400000); /* poly_offset (-1, -1): -12.0, -2.0 */
	cr_assert_eq(dec.reg[0x42a8 / 4], 0xc0000000);
	cr_assert_eq(dec.reg[0x4e0c / 4], 4 | 8); /* red is C2, alpha C3 */
}

/* What a target without alpha reads as alpha is not in the documents: the library names the factor that an
 * alpha of 1 makes, by GL's codes (32 is zero, 33 one; R5xx guide 11.2). */
Test(lib, stream_blend_factors_of_targets_without_alpha)
{
	enum { ZERO = 32, ONE = 33, DST_ALPHA = 40, ONE_MINUS_DST_ALPHA = 41, SRC_ALPHA_SATURATE = 42 };
	static const struct {
		enum fl_format format;
		uint8_t code[3];
	} targets[] = {
	    {FL_RGB565, {ONE, ZERO, ZERO}},
	    {FL_L8, {ONE, ZERO, ZERO}},
	    {FL_ARGB8888, {DST_ALPHA, ONE_MINUS_DST_ALPHA, SRC_ALPHA_SATURATE}},
	    {FL_ARGB1555, {DST_ALPHA, ONE_MINUS_DST_ALPHA, SRC_ALPHA_SATURATE}},
	};
	struct fl_surface s;
	struct fl_draw d;
	struct fl_cs cs;

	for (size_t t = 0; t < sizeof(targets) / sizeof(*targets); t++) {
		const uint8_t *code = targets[t].code;

		scene(&d, &cs);
		cr_assert_eq(fl_surface_init(&s, &fl_r500_surfaces, 128, 128, targets[t].format, FL_LINEAR,
					     FL_USE_3D, NULL),
			     FL_OK);
		fl_draw_target(&d, &s, NULL);
		for (unsigned f = 0; f < 3; f++) {
			enum fl_factor factor = (enum fl_factor)(FL_DST_ALPHA + f);

			start(&cs);
			fl_blend(&d, factor, FL_ONE_MINUS_SRC_COLOR);
			triangle(&d);
			decode(cs.start, cs.at);
			cr_assert_eq(dec.reg[0x4e04 / 4], 1u | 4 | (uint32_t)code[f] << 16 | 35u << 24,
				     "target %zu, source factor %u: 0x%08x", t, f, dec.reg[0x4e04 / 4]);
			if (factor == FL_SRC_ALPHA_SATURATE) /* no destination's */
				continue;
			start(&cs);
			fl_blend_separate(&d, FL_ONE, factor, FL_ADD, factor, FL_ZERO, FL_ADD);
			triangle(&d);
			decode(cs.start, cs.at);
			cr_assert_eq(dec.reg[0x4e04 / 4], 1u | 2 | 4 | 33u << 16 | (uint32_t)code[f] << 24,
				     "target %zu, destination factor %u: 0x%08x", t, f, dec.reg[0x4e04 / 4]);
			cr_assert_eq(dec.reg[0x4e08 / 4], (uint32_t)code[f] << 16 | 32u << 24,
				     "target %zu, alpha's source factor %u: 0x%08x", t, f,
				     dec.reg[0x4e08 / 4]);
		}
	}
}

/* No document says whether MIN (4) and MAX (5) weigh what they compare: both factors are one (33), whatever
 * the caller names; a texture that cannot be filtered (11.9: MIP_FILTER 2 is linear) takes the nearest
 * level. */
Test(lib, stream_state_that_is_not_as_the_caller_says)
{
	struct fl_texture t = {.wrap_s = FL_REPEAT, .wrap_t = FL_REPEAT, .mip = FL_MIP_LINEAR};
	struct fl_draw d;
	struct fl_cs cs;

	for (uint32_t op = FL_MIN; op <= FL_MAX; op++) {
		scene(&d, &cs);
		fl_blend_separate(&d, FL_SRC_ALPHA, FL_DST_ALPHA, (enum fl_blend_op)op, FL_ZERO, FL_DST_COLOR,
				  (enum fl_blend_op)op);
		triangle(&d);
		decode(cs.start, cs.at);
		cr_assert_eq(dec.reg[0x4e04 / 4] & ~2u,
			     1u | 4 | (op == FL_MIN ? 4u : 5u) << 12 | 33u << 16 | 33u << 24, "0x%08x",
			     dec.reg[0x4e04 / 4]);
	}
	for (unsigned filtered = 0; filtered < 2; filtered++) {
		scene(&d, &cs);
		cr_assert_eq(fl_surface_init(&t.image, &fl_r500_surfaces, 32, 32,
					     filtered ? FL_ARGB8888 : FL_R32F, FL_LINEAR, FL_USE_TEXTURE,
					     NULL),
			     FL_OK);
		t.image.offset_B = 0x40000;
		fl_texture(&d, 0, &t);
		triangle(&d);
		decode(cs.start, cs.at);
		cr_assert_eq(dec.reg[0x4400 / 4] >> 13 & 3, filtered ? 2 : 1, "TX_FILTER0_0 0x%08x",
			     dec.reg[0x4400 / 4]);
	}
}

/* Mesa clears with one point over the whole: half sizes in 1/12 pixel, stencil operations "replace". */
Test(lib, stream_clear_is_mesas)
{
	static const struct expect clear[] = {
	    {0x421c, 0x03000300}, {0x221c, 0x00010000}, {0x20b0, 0x00000300}, {0x20b4, 0x00000008},
	    {0x2150, 0x21030003}, {0x21e0, 0xf688f688}, {0x4f00, 0x00000007}, {0x4f04, 0x000024bf},
	    {0x4f08, 0x00ffff00}, {0x4e0c, 0x0000000f}, {0x22d0, 0x00100000}, {0x22d8, 0x00000001},
	};
	static const uint32_t pvs[8] = {0x00f00203, 0x00d10001, 0x01248001, 0x01248001,
					0x00f02203, 0x00d10021, 0x01248021, 0x01248021};
	static const uint32_t body[5] = {0x00010031, 0x42800000, 0x42800000, 0x3f800000, 0x3f800000};
	struct fl_draw d;
	struct fl_cs cs;

	scene(&d, &cs);
	fl_clear(&d, FL_CLEAR_COLOR | FL_CLEAR_DEPTH | FL_CLEAR_STENCIL, 0xff336699, 1, 0);
	decode(cs.start, cs.at);
	COMPARE(clear, "clear");
	cr_assert_eq(dec.draw_dw, 9);
	cr_assert_arr_eq(dec.draw, body, sizeof(body));
	cr_assert_eq(dec.draw[5], fl_f32(0x33 / 255.0f));
	cr_assert_eq(dec.draw[8], 0x3f800000);
	cr_assert_eq(dec.pvs_at[0], 0);
	cr_assert_arr_eq(dec.pvs[0], pvs, sizeof(pvs));
}

/* R5xx guide 6.2.2: the settings word, and HOSTDATA_BLT's body. */
Test(lib, stream_2d)
{
	static const uint8_t bits[2][5] = {{0x80, 0, 0, 0x01, 0xff}, {0x40, 0, 0, 0x02, 0xff}};
	struct fl_surface s, off;
	struct fl_cs cs;
	struct fl_2d g;

	fl_cs_init(&cs, words, sizeof(words) / 4, no_submit, NULL);
	fl_surface_init(&s, &fl_r500_surfaces, 640, 480, FL_ARGB8888, FL_LINEAR, FL_USE_2D, NULL);
	s.offset_B = 0x100000;
	off = s;
	off.offset_B = 0x300000;
	fl_r500_2d_stream(&g, &cs, 0xc0000000, FL_2D_ALL);
	cr_assert_eq(fl_2d_target(&g, &s), FL_OK);
	fl_fill_rect(&g, -10, 20, 40, 1000, 0x11223344);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.reg[0x142c / 4], 0xc0100000 >> 10 | (640 * 4 / 64) << 22);
	/* destination pitch and offset given, solid brush, 32 bpp, color source from memory, P, compare and
	 * mask off */
	cr_assert_eq(dec.reg[0x146c / 4],
		     1u << 1 | 13 << 4 | 6 << 8 | 3 << 12 | 0xf0 << 16 | 2 << 24 | 1 << 28 | 1 << 30);
	cr_assert_eq(dec.reg[0x147c / 4], 0x11223344);
	cr_assert_eq(dec.reg[0x16c0 / 4], 3);
	cr_assert_eq(dec.reg[0x1438 / 4], 20 << 16 | 0);
	cr_assert_eq(dec.reg[0x143c / 4], 460u << 16 | 30); /* clipped */

	/* the same color again: only the place is sent */
	start(&cs);
	fl_fill_rect(&g, 1, 2, 3, 4, 0x11223344);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.n_writes, 2);
	/* nothing visible: nothing is sent */
	start(&cs);
	fl_fill_rect(&g, 640, 0, 3, 4, 1);
	fl_fill_rect(&g, 0, 0, 0, 4, 1);
	fl_fill_rop(&g, 0, 0, 9, 9, 1, FL_ROP_NOP);
	fl_blit(&g, &off, 640, 0, 0, 0, 10, 10);
	cr_assert_eq(cs.at, cs.start);

	/* down and to the right over itself: from the lower right corner, both ways backwards */
	fl_blit(&g, &s, 10, 20, 15, 27, 100, 50);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.reg[0x16c0 / 4], 0);
	cr_assert_eq(dec.reg[0x1434 / 4], (20u + 49) << 16 | (10 + 99));
	cr_assert_eq(dec.reg[0x1438 / 4], (27u + 49) << 16 | (15 + 99));
	cr_assert_eq(dec.reg[0x143c / 4], 50u << 16 | 100);
	/* from elsewhere: forwards; the source's own edge clips */
	start(&cs);
	fl_blit_rop(&g, &off, -3, 400, 0, 0, 100, 100, 0xabcdef, 0xb8);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.reg[0x16c0 / 4], 3);
	cr_assert_eq(dec.reg[0x1428 / 4], 0xc0300000 >> 10 | 40 << 22);
	cr_assert_eq(dec.reg[0x1434 / 4], 400 << 16 | 0);
	cr_assert_eq(dec.reg[0x1438 / 4], 3);
	cr_assert_eq(dec.reg[0x143c / 4], 80 << 16 | 97);
	cr_assert_eq(dec.reg[0x146c / 4] >> 16 & 0xff, 0xb8);
	cr_assert_eq(dec.reg[0x146c / 4] >> 4 & 15, 13, "0xb8 needs the brush");
	cr_assert_eq(dec.reg[0x147c / 4], 0xabcdef);

	start(&cs);
	fl_mono(&g, 100, 50, 33, 2, bits[0], 5, 0x55667788);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.host_dw, 7 + 4);
	cr_assert_eq(dec.host[0] & (1 << 1 | 3 << 12 | 1 << 14 | 7 << 24),
		     1 << 1 | 1 << 12 | 1 << 14 | 3 << 24);
	cr_assert_eq(dec.host[1], 0xc0100000 >> 10 | 40 << 22);
	cr_assert_eq(dec.host[2], 0x55667788);
	cr_assert_eq(dec.host[4], 50 << 16 | 100);
	cr_assert_eq(dec.host[5], 2 << 16 | 64);
	cr_assert_eq(dec.host[6], 4);
	/* the left pixel in bit 0; padding is 0 */
	cr_assert_eq(dec.host[7], 0x80000001);
	cr_assert_eq(dec.host[8], 0x00000001);
	cr_assert_eq(dec.host[9], 0x40000002);
	cr_assert_eq(dec.host[10], 0x00000001);
	/* clipped on the left by 2: the bits move up, the place stays in view */
	start(&cs);
	fl_2d_clip(&g, 102, 0, 131, 51);
	fl_mono(&g, 100, 50, 33, 2, bits[0], 5, 1);
	decode(cs.start, cs.at);
	cr_assert_eq(dec.host[4], 50 << 16 | 102);
	cr_assert_eq(dec.host[5], 1 << 16 | 32);
	cr_assert_eq(dec.host[7], 0); /* pixel 31 is outside */
}

Test(lib, two_d_errors)
{
	struct fl_surface s, narrow, tiled;
	struct fl_cs cs;
	struct fl_2d g;

	fl_cs_init(&cs, words, sizeof(words) / 4, no_submit, NULL);
	fl_surface_init(&s, &fl_r500_surfaces, 640, 480, FL_ARGB8888, FL_LINEAR, FL_USE_2D, NULL);
	fl_surface_init(&narrow, &fl_r500_surfaces, 64, 64, FL_RGB565, FL_LINEAR, FL_USE_2D, NULL);
	fl_surface_init(&tiled, &fl_r500_surfaces, 64, 64, FL_ARGB8888, FL_MICRO, FL_USE_2D, NULL);
	fl_r500_2d_stream(&g, &cs, 0, 0);
	cr_assert_eq(fl_fill_rect(&g, 0, 0, 1, 1, 0), FL_USAGE, "no target");
	fl_r500_2d_stream(&g, &cs, 0, 0);
	cr_assert_eq(fl_2d_target(&g, &s), FL_OK);
	cr_assert_eq(fl_fill_rop(&g, 0, 0, 1, 1, 0, FL_ROP_PATINVERT), FL_FAILED);
	cr_assert(strstr(g.err.text, "0x5a"), "%s", g.err.text);
	/* the first failure stays, the others are still reported to their callers */
	cr_assert_eq(fl_blit_rop(&g, &s, 0, 0, 1, 1, 1, 1, 0, FL_ROP_SRCINVERT), FL_FAILED);
	cr_assert_eq(fl_fill_rop(&g, 0, 0, 1, 1, 0, FL_ROP_SRCCOPY), FL_USAGE);
	cr_assert_eq(fl_blit(&g, &narrow, 0, 0, 1, 1, 1, 1), FL_USAGE);
	cr_assert_eq(fl_2d_target(&g, &tiled), FL_USAGE);
	cr_assert_eq(fl_line(&g, 0, 0, 1 << 20, 1, 0), FL_USAGE);
	cr_assert_eq(fl_mono(&g, 0, 0, -1, 1, NULL, 0, 0), FL_USAGE);
	cr_assert_eq(g.code, FL_FAILED);
	cr_assert(strstr(g.err.text, "0x5a"), "%s", g.err.text);
}

static enum fl_code start_over(struct fl_cs *cs, struct fl_err *err)
{
	cs->at = cs->start;
	cs->end = words + sizeof(words) / sizeof(words[0]);
	return FL_OK;
}

/* The largest vertex has 23 dwords, and a packet whole groups of 12 of them: however little is left of a
 * batch, six vertices are one packet of six. */
Test(lib, stream_of_large_vertices_at_the_end_of_a_batch)
{
	static struct fl_texture texture;
	struct fl_draw d;
	struct fl_cs cs;

	scene(&d, &cs);
	cs.submit = start_over;
	cr_assert_eq(
	    fl_texture_init(&texture, &fl_r500_surfaces, FL_TEX_2D, 8, 8, 1, 1, FL_ARGB8888, FL_LINEAR, NULL),
	    FL_OK);
	for (uint32_t i = 0; i < FL_TEXCOORDS; i++) {
		fl_texture(&d, i, &texture);
		fl_texcoord_size(&d, i, 4);
	}
	fl_lighting(&d, true);
	fl_light(&d, 0, true);
	for (uint32_t left = 200; left < 400; left++) {
		fl_begin(&d, FL_POINTS); /* the state goes before */
		fl_end(&d);
		cs.start = words;
		cs.at = words + 8;
		cs.end = cs.at + left;
		for (uint32_t i = 0; i < 8; i++)
			words[i] = 0x80000000; /* type 2: a filler */
		fl_begin(&d, FL_TRIANGLES);
		for (int i = 0; i < 6; i++)
			fl_vertex(&d, (float)i, 0, 0);
		fl_end(&d);
		cr_assert_eq(d.vertex_dw, 23);
		decode(words, cs.at);
		cr_assert(dec.n_draws == 1 && dec.draw[0] >> 16 == 6 && dec.draw_dw == 1 + 6 * 23,
			  "%u dwords left: %u packets, the last of %u vertices", left, dec.n_draws,
			  dec.draw[0] >> 16);
	}
}

/* ---- elements of arrays -------------------------------------------------------------------------------- */
/* What the vertex fetcher is to read: DATA_TYPE of VAP_PROG_STREAM_CNTL, R5xx guide 11.11. No more components
 * than there are, where the chip has a type for that. */
static const struct {
	uint8_t type, size, want;
} elements[] = {
    {FL_FLOAT, 1, 0},  {FL_FLOAT, 2, 1}, {FL_FLOAT, 3, 2}, {FL_FLOAT, 4, 3},  {FL_UBYTE, 4, 4},
    {FL_BYTE, 2, 4},   {FL_SHORT, 1, 6}, {FL_SHORT, 2, 6}, {FL_USHORT, 2, 6}, {FL_SHORT, 3, 7},
    {FL_USHORT, 4, 7}, {FL_HALF, 1, 11}, {FL_HALF, 2, 11}, {FL_HALF, 3, 12},  {FL_HALF, 4, 12},
};

Test(lib, stream_types_of_elements)
{
	for (unsigned i = 0; i < sizeof(elements) / sizeof(*elements); i++) {
		const struct fl_arrays a = {
		    .position = {.offset_B = 0x1000, .stride_B = 16, .type = FL_FLOAT, .size = 4},
		    .color = {.offset_B = 0x2000,
			      .stride_B = 16,
			      .type = elements[i].type,
			      .size = elements[i].size}};
		struct fl_draw d;
		struct fl_cs cs;

		words_begin(&d, &cs, 0);
		fl_draw_arrays(&d, FL_TRIANGLES, &a, 0, 3);
		cr_assert_eq(words_last(&cs, R500_VAP_PROG_STREAM_CNTL(0)) >> 16 & 15, elements[i].want,
			     "type %u of %u: DATA_TYPE %u", elements[i].type, elements[i].size,
			     words_last(&cs, R500_VAP_PROG_STREAM_CNTL(0)) >> 16 & 15);
	}
}
