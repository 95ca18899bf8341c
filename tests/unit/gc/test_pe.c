/* SPDX-License-Identifier: MIT
 *
 * PE's colors: formats, blending, logic operations, masks, several targets, two pipes. What a pixel has to be
 * follows from OpenGL ES 3.0, 4.1.7 and 2.1.6, in the test's own words.
 */
#include "tests/unit/gc/draw_rig.h"
#include "tests/unit/gc/place.h"

static double clamp01(double x)
{
	return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Colors are 8 bits before they are cut to fewer (choices.md). */
static uint32_t unorm(double x, unsigned bits)
{
	const double c = clamp01(x);

	return bits < 8 ? (uint32_t)(c * 255 + 0.5) >> (8 - bits) : (uint32_t)(c * ((1u << bits) - 1) + 0.5);
}

/* ---- formats ------------------------------------------------------------------------------------------- */
static const struct {
	unsigned format, cpp;
	struct {
		unsigned at, bits; /* R, G, B, A; bits 0: none */
	} ch[4];
} unorms[] = {
    {GC_PE_FORMAT__A4R4G4B4, 2, {{8, 4}, {4, 4}, {0, 4}, {12, 4}}},
    {GC_PE_FORMAT__A1R5G5B5, 2, {{10, 5}, {5, 5}, {0, 5}, {15, 1}}},
    {GC_PE_FORMAT__R5G6B5, 2, {{11, 5}, {5, 6}, {0, 5}, {0, 0}}},
    {GC_PE_FORMAT__A8R8G8B8, 4, {{16, 8}, {8, 8}, {0, 8}, {24, 8}}},
    {GC_PE_FORMAT__A8, 1, {{0, 0}, {0, 0}, {0, 0}, {0, 8}}},
    {GC_PE_FORMAT__A2B10G10R10, 4, {{0, 10}, {10, 10}, {20, 10}, {30, 2}}},
    {GC_PE_FORMAT__G8R8, 2, {{0, 8}, {8, 8}, {0, 0}, {0, 0}}},
    {GC_PE_FORMAT__R8, 1, {{0, 8}, {0, 0}, {0, 0}, {0, 0}}},
};

Test(gc_pe, unorm_formats)
{
	static const float colors[][4] = {
	    {0, 0, 0, 0}, {1, 1, 1, 1}, {0.25f, 0.5f, 0.75f, 1}, {-1, 2, 0.1f, 0.6f}};

	for (unsigned i = 0; i < sizeof(unorms) / sizeof(unorms[0]); i++)
		for (unsigned k = 0; k < sizeof(colors) / sizeof(colors[0]); k++) {
			struct draw_rig d = draw_new("gc3000");
			uint32_t want = 0, got = 0;

			draw_target(&d, unorms[i].format, unorms[i].cpp);
			draw_color(&d, colors[k]);
			draw_all(&d, 0);
			for (unsigned c = 0; c < 4; c++)
				if (unorms[i].ch[c].bits)
					want |= unorm((double)colors[k][c],
						      unorms[i].ch[c].bits == 2 ? 8 : unorms[i].ch[c].bits) >>
						(unorms[i].ch[c].bits == 2 ? 6 : 0) << unorms[i].ch[c].at;
			memcpy(&got, draw_at(&d, DRAW_TARGET, 13, 42, unorms[i].cpp), unorms[i].cpp);
			/* two bits of alpha are rounded from 10, which is the same for these but not in
			 * general */
			cr_assert_eq(got, want, "format %u: %08x, not %08x", unorms[i].format, got, want);
			cr_assert(rig_quiet(&d.r));
			draw_free(&d);
		}
}

/* A nibble of PE_DITHER each for 4x4 pixels, from the lowest on: sixteenths of the last bit that it takes to
 * be the next number (choices.md). */
Test(gc_pe, dithering)
{
	static const uint32_t table[2] = {0x6e4ca280, 0x5d7f91b3};
	static const unsigned byte[3] = {77, 141, 204};
	const float color[4] = {77 / 255.0f, 141 / 255.0f, 204 / 255.0f, 1};
	static const unsigned at[3] = {11, 5, 0}, bits[3] = {5, 6, 5};
	struct draw_rig d = draw_new("gc3000");

	draw_target(&d, GC_PE_FORMAT__R5G6B5, 2);
	draw_state(&d, GC_PE_DITHER(0), table[0]);
	draw_state(&d, GC_PE_DITHER(1), table[1]);
	draw_color(&d, color);
	draw_all(&d, 0);
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++) {
			const unsigned n = table[y % 4 / 2] >> 4 * (4 * (y % 2) + x % 4) & 15;
			uint16_t got;

			memcpy(&got, draw_at(&d, DRAW_TARGET, x, y, 2), 2);
			for (unsigned c = 0; c < 3; c++) {
				const double most = (1u << bits[c]) - 1,
					     want = floor(byte[c] / 255.0 * most + (2 * n + 1) / 32.0);

				cr_assert_eq(got >> at[c] & (unsigned)most, (unsigned)want,
					     "(%u, %u), channel %u: %04x, want %f", x, y, c, got, want);
			}
		}
	cr_assert(rig_quiet(&d.r));
	draw_free(&d);
}

Test(gc_pe, what_is_said_of_dithering)
{
	struct draw_rig d = draw_new("gc2000");
	static const float color[4] = {0.5f, 0.5f, 0.5f, 0.5f};

	draw_color(&d, color);
	draw_state(&d, GC_PE_DITHER(0), 0x6e4ca280);
	draw_state(&d, GC_PE_DITHER(1), 0x5d7f91b3);
	draw_all(&d, 0);
	cr_assert(rig_quiet(&d.r));
	draw_state(&d, GC_PE_ALPHA_CONFIG,
		   GC_PE_ALPHA_CONFIG__BLEND_ENABLE_COLOR(1) |
		       GC_PE_ALPHA_CONFIG__SRC_FUNC_COLOR(GC_BLEND_FUNC__SRC_ALPHA) |
		       GC_PE_ALPHA_CONFIG__DST_FUNC_COLOR(GC_BLEND_FUNC__ONE_MINUS_SRC_ALPHA));
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "cores with the feature PE_DITHER_FIX");
	draw_state(&d, GC_PE_DITHER(1), 0);
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "PE_DITHER 6e4ca280 00000000");
	draw_free(&d);
}

Test(gc_pe, float_formats)
{
	static const struct {
		unsigned format, cpp, n, bits;
	} of[] = {{GC_PE_FORMAT__R16F, 2, 1, 16},
		  {GC_PE_FORMAT__G16R16F, 4, 2, 16},
		  {GC_PE_FORMAT__A16B16G16R16F, 8, 4, 16},
		  {GC_PE_FORMAT__R32F, 4, 1, 32},
		  {GC_PE_FORMAT__G32R32F, 8, 2, 32}};
	static const float color[4] = {-2.5f, 1024, 0.125f, 3};
	static const uint16_t half[4] = {0xc100, 0x6400, 0x3000, 0x4200}; /* IEEE 754 binary16 of these */

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct draw_rig d = draw_new("gc3000");

		draw_target(&d, of[i].format, of[i].cpp);
		draw_state(&d, GC_PS_CONTROL, 0);
		draw_color(&d, color);
		draw_all(&d, 0);
		cr_assert_eq(memcmp(draw_at(&d, DRAW_TARGET, 7, 9, of[i].cpp),
				    of[i].bits == 16 ? (const void *)half : (const void *)color, of[i].cpp),
			     0, "format %u", of[i].format);
		draw_free(&d);
	}
}

Test(gc_pe, what_no_core_draws_to_is_refused)
{
	struct draw_rig d = draw_new("gc2000");

	draw_target(&d, GC_PE_FORMAT__YUY2, 2);
	draw_vertex(&d, 0, 0, 0, 0);
	draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1);
	rig_said(&d.r, FL_REFUSE, "cannot draw to");
	draw_free(&d);
}

/* ---- blending ------------------------------------------------------------------------------------------ */
static const double src[4] = {0.8, 0.4, 0.2, 0.6}, dst[4] = {0.2, 1.0, 0.4, 0.4},
		    con[4] = {51 / 255.0, 0.4, 0.6, 0.8};

static double factor_of(unsigned f, unsigned c)
{
	switch (f) {
	case GC_BLEND_FUNC__ZERO:
		return 0;
	case GC_BLEND_FUNC__ONE:
		return 1;
	case GC_BLEND_FUNC__SRC_COLOR:
		return src[c];
	case GC_BLEND_FUNC__ONE_MINUS_SRC_COLOR:
		return 1 - src[c];
	case GC_BLEND_FUNC__SRC_ALPHA:
		return src[3];
	case GC_BLEND_FUNC__ONE_MINUS_SRC_ALPHA:
		return 1 - src[3];
	case GC_BLEND_FUNC__DST_ALPHA:
		return dst[3];
	case GC_BLEND_FUNC__ONE_MINUS_DST_ALPHA:
		return 1 - dst[3];
	case GC_BLEND_FUNC__DST_COLOR:
		return dst[c];
	case GC_BLEND_FUNC__ONE_MINUS_DST_COLOR:
		return 1 - dst[c];
	case GC_BLEND_FUNC__SRC_ALPHA_SATURATE:
		return c == 3 ? 1 : fmin(src[3], 1 - dst[3]);
	case GC_BLEND_FUNC__CONSTANT_ALPHA:
		return con[3];
	case GC_BLEND_FUNC__ONE_MINUS_CONSTANT_ALPHA:
		return 1 - con[3];
	case GC_BLEND_FUNC__CONSTANT_COLOR:
		return con[c];
	default:
		return 1 - con[c];
	}
}

static double blended(unsigned eq, unsigned s, unsigned d, unsigned c)
{
	const double a = src[c] * factor_of(s, c), b = dst[c] * factor_of(d, c);

	switch (eq) {
	case GC_BLEND_EQ__ADD:
		return a + b;
	case GC_BLEND_EQ__SUBTRACT:
		return a - b;
	case GC_BLEND_EQ__REVERSE_SUBTRACT:
		return b - a;
	case GC_BLEND_EQ__MIN:
		return fmin(src[c], dst[c]);
	default:
		return fmax(src[c], dst[c]);
	}
}

static uint32_t argb(const double c[4])
{
	return unorm(c[3], 8) << 24 | unorm(c[0], 8) << 16 | unorm(c[1], 8) << 8 | unorm(c[2], 8);
}

static void put_dst(struct draw_rig *d)
{
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++) {
			const uint32_t v = argb(dst);

			memcpy(draw_at(d, DRAW_TARGET, x, y, 4), &v, 4);
		}
}

/* Every factor of source and destination with every equation, alpha apart or like color: 8 bits, one off
 * at most. */
Test(gc_pe, every_blend)
{
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc3000");

	draw_color(&d, color);
	draw_state(&d, GC_PE_ALPHA_BLEND_COLOR, argb(con));
	for (unsigned eq = 0; eq <= GC_BLEND_EQ__MAX; eq++)
		for (unsigned s = 0; s <= GC_BLEND_FUNC__ONE_MINUS_CONSTANT_COLOR; s++)
			for (unsigned f = 0; f <= GC_BLEND_FUNC__ONE_MINUS_CONSTANT_COLOR; f++) {
				const unsigned eq_a = (eq + 1) % 5, s_a = (s + 3) % 15, f_a = (f + 7) % 15;
				uint32_t got;

				put_dst(&d);
				draw_state(&d, GC_PE_ALPHA_CONFIG,
					   GC_PE_ALPHA_CONFIG__BLEND_ENABLE_COLOR(1) |
					       GC_PE_ALPHA_CONFIG__EQ_COLOR(eq) |
					       GC_PE_ALPHA_CONFIG__SRC_FUNC_COLOR(s) |
					       GC_PE_ALPHA_CONFIG__DST_FUNC_COLOR(f) |
					       GC_PE_ALPHA_CONFIG__BLEND_SEPARATE_ALPHA(1) |
					       GC_PE_ALPHA_CONFIG__EQ_ALPHA(eq_a) |
					       GC_PE_ALPHA_CONFIG__SRC_FUNC_ALPHA(s_a) |
					       GC_PE_ALPHA_CONFIG__DST_FUNC_ALPHA(f_a));
				draw_all(&d, 0);
				got = draw_px(&d, 21, 33);
				for (unsigned c = 0; c < 4; c++) {
					static const uint8_t at[4] = {16, 8, 0, 24};
					const double want = 255 * clamp01(c == 3 ? blended(eq_a, s_a, f_a, 3)
										 : blended(eq, s, f, c));

					cr_assert(fabs((got >> at[c] & 255) - want) <= 1.0,
						  "equation %u, factors %u, %u, component %u: %u, not %g",
						  c == 3 ? eq_a : eq, c == 3 ? s_a : s, c == 3 ? f_a : f, c,
						  got >> at[c] & 255, want);
				}
			}
	cr_assert(rig_quiet(&d.r));
	draw_free(&d);
}

/* OpenGL ES 1.1, table 4.2: bit by bit */
Test(gc_pe, every_logic_operation)
{
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc3000");
	const uint32_t s = argb(src), t = argb(dst);
	const uint32_t want[16] = {0,     ~(s | t), ~s & t, ~s,     s & ~t, ~t,     s ^ t, ~(s & t),
				   s & t, ~(s ^ t), t,      ~s | t, s,      s | ~t, s | t, ~UINT32_C(0)};

	draw_color(&d, color);
	for (unsigned op = 0; op < 16; op++) {
		put_dst(&d);
		draw_state(&d, GC_PE_LOGIC_OP, DRAW_LOGIC | DRAW_ONE_BUFFER | op);
		draw_all(&d, 0);
		cr_assert_eq(draw_px(&d, 1, 2), want[op], "operation %u: %08x, not %08x", op,
			     draw_px(&d, 1, 2), want[op]);
	}
	draw_free(&d);
}

Test(gc_pe, every_mask)
{
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	static const uint32_t byte[4] = {0xff0000, 0xff00, 0xff, 0xff000000};
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	for (unsigned mask = 0; mask < 16; mask++) {
		uint32_t written = 0;

		for (unsigned c = 0; c < 4; c++)
			written |= mask >> c & 1 ? byte[c] : 0;
		put_dst(&d);
		draw_state(&d, GC_PE_COLOR_FORMAT,
			   GC_PE_FORMAT__A8R8G8B8 | GC_PE_COLOR_FORMAT__COMPONENTS(mask) |
			       GC_PE_COLOR_FORMAT__SUPER_TILED(1));
		draw_all(&d, 0);
		cr_assert_eq(draw_px(&d, 60, 3), (argb(src) & written) | (argb(dst) & ~written), "mask %x",
			     mask);
	}
	draw_free(&d);
}

/* ---- targets ------------------------------------------------------------------------------------------- */
/* Every pixel of a triangle's half of the target, in the buffers of both pipes. */
Test(gc_pe, two_pipes_draw_to_buffers_of_their_own)
{
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	draw_vertex(&d, 0, -1, -1, 0);
	draw_vertex(&d, 1, 1, -1, 0);
	draw_vertex(&d, 2, -1, 1, 0);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	draw_flush(&d);
	for (unsigned y = 0; y < DRAW_SIDE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++)
			if (x + y + 1 != DRAW_SIDE) /* middles on the long edge are the fill rule's */
				cr_assert_eq(draw_px(&d, x, y), x + y + 1 < DRAW_SIDE ? argb(src) : 0,
					     "(%u, %u)", x, y);
	cr_assert(rig_quiet(&d.r));
	draw_free(&d);
}

/* Nothing is in memory until PE's cache is flushed. */
/* No state says how high a target is: one of 64 by 192 pixels has all its rows, in the buffer of colors and
 * in that of depths, and none of the 64 rows of memory that come after them. */
Test(gc_pe, targets_higher_than_wide)
{
	enum { ROWS = 192, MORE = 64, STRIDE_B = DRAW_SIDE * 4 };
	static const float color[4] = {1, 0, 0, 1};
	const uint32_t depth = (uint32_t)((0.5 + 1) / 2 * 16777215); /* GC facts 7 */
	struct draw_rig d = draw_new("gc3000");

	draw_float(&d, GC_PA_VIEWPORT_SCALE_Y, ROWS / 2);
	draw_float(&d, GC_PA_VIEWPORT_OFFSET_Y, ROWS / 2);
	draw_float(&d, GC_SE_SCISSOR_BOTTOM, ROWS);
	draw_state(&d, GC_PE_DEPTH_CONFIG,
		   GC_PE_DEPTH_CONFIG__DEPTH_MODE__Z | GC_PE_DEPTH_CONFIG__DEPTH_FORMAT(1) |
		       GC_PE_DEPTH_CONFIG__DEPTH_FUNC(GC_COMPARE_FUNC__ALWAYS) |
		       GC_PE_DEPTH_CONFIG__WRITE_ENABLE(1) | GC_PE_DEPTH_CONFIG__SUPER_TILED(1));
	draw_color(&d, color);
	draw_all(&d, 0.5f);
	for (unsigned y = 0; y < ROWS + MORE; y++)
		for (unsigned x = 0; x < DRAW_SIDE; x++) {
			const uint64_t at = place_super(x, y, STRIDE_B, 4, false);
			uint32_t px, z;

			memcpy(&px, d.r.mem + DRAW_TARGET + at, 4);
			memcpy(&z, d.r.mem + DRAW_DEPTH + at, 4);
			cr_assert_eq(px, y < ROWS ? 0xffff0000 : 0, "(%u, %u): %08x", x, y, px);
			cr_assert_eq(z >> 8, y < ROWS ? depth : 0, "(%u, %u): depth %06x", x, y, z >> 8);
		}
	draw_free(&d);
}

Test(gc_pe, the_cache_is_honest)
{
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc3000");
	const char *which = NULL;

	draw_color(&d, color);
	cr_assert(draw_primitives(&d, GC_PRIMITIVE_TYPE__TRIANGLES, 1));
	mgc_finish(d.r.g);
	cr_assert_eq(draw_px(&d, 5, 5), 0);
	cr_assert(mgc_pe_holds(d.r.g, d.r.base + DRAW_TARGET, 64, &which));
	mgc_flush(d.r.g, GC_GL_FLUSH_CACHE__DEPTH__MASK);
	cr_assert_eq(draw_px(&d, 5, 5), 0);
	mgc_flush(d.r.g, GC_GL_FLUSH_CACHE__COLOR__MASK);
	cr_assert_eq(draw_px(&d, 5, 5), argb(src));
	cr_assert(!mgc_pe_holds(d.r.g, d.r.base + DRAW_TARGET, 64, &which));
	draw_free(&d);
}

/* Two targets on a core with eight: the second has another format, and gets the register that PS_OUTPUT_REG
 * says. */
Test(gc_pe, second_target)
{
	enum { SECOND = 0x480000, R5G6B5_B = 2 };
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc3000");
	uint16_t got;

	draw_color(&d, color);
	draw_state(&d, GC_PS_CONTROL, 2 | 4 | 1 << 8);
	draw_state(&d, GC_PS_OUTPUT_REG, 1 | 1 << 8);
	draw_state(&d, GC_PE_RT_CONFIG_8(0),
		   GC_PE_RT_CONFIG_8__STRIDE(DRAW_SIDE * R5G6B5_B) |
		       GC_PE_RT_CONFIG_8__FORMAT(GC_PE_FORMAT__R5G6B5) | GC_PE_RT_CONFIG_8__SUPER_TILED(1));
	for (unsigned p = 0; p < 2; p++)
		draw_state(&d, GC_PE_RT_ADDR_8_PIPE(0, p), d.r.base + SECOND);
	draw_all(&d, 0);
	cr_assert_eq(draw_px(&d, 30, 40), argb(src));
	memcpy(&got, draw_at(&d, SECOND, 30, 40, R5G6B5_B), R5G6B5_B);
	cr_assert_eq(got, unorm(src[0], 5) << 11 | unorm(src[1], 6) << 5 | unorm(src[2], 5));
	draw_free(&d);
}

/* The same on a core with four: states of another place, two buffers each. */
Test(gc_pe, second_target_of_four)
{
	enum { SECOND = 0x480000 };
	static const float color[4] = {0.8f, 0.4f, 0.2f, 0.6f};
	struct draw_rig d = draw_new("gc2000");

	draw_color(&d, color);
	draw_state(&d, GC_PS_CONTROL, 2 | 4 | 1 << 8);
	draw_state(&d, GC_PS_OUTPUT_REG, 1 | 1 << 8);
	draw_state(&d, GC_PE_UNK01580(0),
		   GC_PE_RT_CONFIG_8__STRIDE(DRAW_SIDE * 4) |
		       GC_PE_RT_CONFIG_8__FORMAT(GC_PE_FORMAT__A8R8G8B8) | GC_PE_RT_CONFIG_8__SUPER_TILED(1));
	draw_state(&d, GC_PE_PIPE_ADDR_UNK01500(0), d.r.base + SECOND);
	draw_state(&d, GC_PE_PIPE_ADDR_UNK01500(1), d.r.base + SECOND + DRAW_HALF);
	draw_all(&d, 0);
	for (unsigned y = 0; y < DRAW_SIDE; y += 5)
		for (unsigned x = 0; x < DRAW_SIDE; x += 5) {
			uint32_t got;

			memcpy(&got, draw_at(&d, SECOND, x, y, 4), 4);
			cr_assert_eq(draw_px(&d, x, y), argb(src));
			cr_assert_eq(got, argb(src));
		}
	draw_free(&d);
}

/* Integers pass as bits, and what does not fit goes to the nearest that does; signed by the output mode. */
Test(gc_pe, integer_formats)
{
	static const struct {
		int32_t value;
		unsigned mode; /* PS_CONTROL_EXT: 3 U8, 5 I8 (GC facts 5.3) */
		uint8_t want;
	} of[] = {{5, 3, 5},     {200, 3, 200}, {300, 3, 255},  {5, 5, 5},
		  {-3, 5, 0xfd}, {300, 5, 127}, {-300, 5, 0x80}};

	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct draw_rig d = draw_new("gc3000");
		float bits[4];

		for (unsigned c = 0; c < 4; c++)
			memcpy(&bits[c], &of[i].value, 4);
		draw_target(&d, GC_PE_FORMAT__R8I, 1);
		draw_state(&d, GC_PS_CONTROL, 0);
		draw_state(&d, GC_PS_CONTROL_EXT, of[i].mode);
		draw_color(&d, bits);
		draw_all(&d, 0);
		cr_assert_eq(*draw_at(&d, DRAW_TARGET, 3, 3, 1), of[i].want, "%d: %02x, not %02x",
			     of[i].value, *draw_at(&d, DRAW_TARGET, 3, 3, 1), of[i].want);
		draw_free(&d);
	}
}

/* Every function of the alpha test, below, at and above the reference: of 8 bits on this core. */
Test(gc_pe, alpha_test)
{
	enum { REF = 100 };

	for (unsigned func = 0; func < 8; func++)
		for (int step = -1; step <= 1; step++) {
			struct draw_rig d = draw_new("gc2000");
			const float color[4] = {1, 1, 1, (float)(REF + step) / 255.0f};
			const bool pass[8] = {false, step<0, step == 0, step <= 0, step> 0, step != 0,
					      step >= 0, true};

			draw_color(&d, color);
			draw_state(&d, GC_PE_ALPHA_OP,
				   GC_PE_ALPHA_OP__ALPHA_TEST(1) | GC_PE_ALPHA_OP__ALPHA_FUNC(func) |
				       GC_PE_ALPHA_OP__ALPHA_REF(REF));
			draw_all(&d, 0);
			cr_assert_eq(draw_px(&d, 8, 8) != 0, pass[func], "function %u, %d", func, step);
			draw_free(&d);
		}
}

/* ---- what streams do wrong ----------------------------------------------------------------------------- */
Test(gc_pe, mistakes_are_named)
{
	struct draw_rig d = draw_new("gc2000");

	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(0), d.r.base + DRAW_TARGET + 4);
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "bases are 64-byte aligned");
	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(0), d.r.base + DRAW_TARGET);
	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(1), d.r.base + DRAW_TARGET);
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "buffers of their own");
	draw_state(&d, GC_PE_PIPE_COLOR_ADDR(1), d.r.base + DRAW_TARGET + DRAW_HALF);
	draw_state(&d, GC_PE_COLOR_STRIDE, DRAW_SIDE * 4 + 2);
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "not of whole tiles");
	draw_target(&d, GC_PE_FORMAT__A8R8G8B8, 4);
	draw_state(&d, GC_PE_COLOR_FORMAT,
		   GC_PE_FORMAT__A8R8G8B8 | GC_PE_COLOR_FORMAT__COMPONENTS(7) |
		       GC_PE_COLOR_FORMAT__SUPER_TILED(1) | GC_PE_COLOR_FORMAT__OVERWRITE(1));
	draw_all(&d, 0);
	rig_said(&d.r, FL_WARN, "OVERWRITE");
	draw_free(&d);
}
