/* SPDX-License-Identifier: MIT
 *
 * CB: ROP, masks and formats against values written down here; and the vector paths against the scalar one on
 * random states.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "tests/unit/r500/test_rb_rig.h"

/* ---- ROP, masks ---------------------------------------------------------------------------------------- */
Test(cb, every_rop)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {0xcc / 255.0f, 0xaa / 255.0f, 0x0f / 255.0f, 0xff / 255.0f};
	const uint32_t s = 0xffccaa0f, d = 0x5af03300;
	/* GDI's ROP2 codes 1 to 16, as wingdi.h names them: R2_BLACK ... R2_WHITE */
	const uint32_t want[16] = {0,     ~(s | d), ~s & d, ~s,     s & ~d, ~d,     s ^ d, ~(s & d),
				   s & d, ~(s ^ d), d,      ~s | d, s,      s | ~d, s | d, 0xffffffff};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned rop = 0; rop < 16; rop++) {
			rig_set(g, R500_RB3D_ROPCNTL, 1 << 2 | rop << 8);
			cr_assert_eq(rig_draw_one(g, isa[i], d, c), want[rop], "isa %u rop %u", isa[i], rop);
		}
	rb_rig_delete(g);
}

Test(cb, every_channel_mask)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {1.0f, 1.0f, 1.0f, 1.0f};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned mask = 0; mask < 16; mask++) {
			uint32_t want = 0x11223344;

			for (unsigned k = 0; k < 4; k++)
				want |= mask >> k & 1 ? 0xffu << k * 8 : 0;
			rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, mask);
			cr_assert_eq(rig_draw_one(g, isa[i], 0x11223344, c), want);
		}
	rb_rig_delete(g);
}

Test(cb, color_compare_flips)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {1.0f, 0.0f, 1.0f, 0.0f};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_CCTL, g->r->reg[R500_RB3D_CCTL / 4] | R500_RB3D_CCTL__CLRCMP_FLIPE_ENABLE(1));
	rig_set(g, R500_RB3D_CLRCMP_MSK, 0xffffff);
	rig_set(g, R500_RB3D_CLRCMP_FLIPE, 1);
	for (unsigned i = 0; i < n; i++) {
		rig_set(g, R500_RB3D_CLRCMP_CLR, 0xff00ff);
		cr_assert_eq(rig_draw_one(g, isa[i], 0, c), 0x00ff00fe);
		rig_set(g, R500_RB3D_CLRCMP_CLR, 0xff00fe);
		cr_assert_eq(rig_draw_one(g, isa[i], 0, c), 0x00ff00ff);
	}
	rb_rig_delete(g);
}

/* ---- formats: COLORFORMAT, US_OUT_FMT, and what the bytes then are (little endian words) --------------- */
Test(cb, every_format)
{
	/* R 1.0, G 0.5, B 0.25, A 0.75: of 8 bits 255, 128, 64, 191; of 10 bits 1023, 512, 256, 767; of 16
	 * bits 65535, 32768, 16384, 49151; halves 3c00, 3800, 3400, 3a00 */
	static const float c[4] = {1.0f, 0.5f, 0.25f, 0.75f};
	static const struct {
		const char *name;
		unsigned format;
		uint32_t out;
		unsigned bytes;
		uint8_t want[16];
	} f[] = {
	    {"ARGB8888", 6, 0x1b00, 4, {64, 128, 255, 191}},
	    {"RGBA8888", 6, 0x3900, 4, {255, 128, 64, 191}},
	    {"ARGB1555", 3, 0x1b00, 2, {0x08, 0xfe}}, /* 1 11111 10000 01000 */
	    {"RGB565", 4, 0x1b00, 2, {0x08, 0xfc}},   /* 11111 100000 01000 */
	    {"ARGB4444", 15, 0x1b00, 2, {0x84, 0xbf}},
	    {"ARGB2101010", 5, 0x1b01, 4, {0x00, 0x01, 0xf8, 0xbf}}, /* 2 | 3ff | 200 | 100 */
	    {"I8 takes C2", 9, 0x1b00, 1, {255}},
	    {"I8, alpha in all", 9, 0x0000, 1, {191}},
	    {"UV88 takes C2 and C0", 13, 0x1b00, 2, {255, 64}},
	    {"R16", 13, 0x3903, 2, {0xff, 0xff}},
	    {"RG16", 6, 0x3904, 4, {0xff, 0xff, 0x00, 0x80}},
	    {"RGBA16", 10, 0x3905, 8, {0xff, 0xff, 0x00, 0x80, 0x00, 0x40, 0xff, 0xbf}},
	    {"R16F", 13, 0x3910, 2, {0x00, 0x3c}},
	    {"RG16F", 6, 0x3911, 4, {0x00, 0x3c, 0x00, 0x38}},
	    {"RGBA16F", 10, 0x3912, 8, {0x00, 0x3c, 0x00, 0x38, 0x00, 0x34, 0x00, 0x3a}},
	    {"R32F", 6, 0x3913, 4, {0, 0, 0x80, 0x3f}},
	    /* C0 and C2; and with R and G in them, as Mesa's r300 sets it */
	    {"RG32F", 10, 0x3914, 8, {0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3e}},
	    {"RG32F, R and G", 10, 0x2114, 8, {0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f}},
	    {"RGBA32F", 7, 0x3915, 16, {0, 0, 0x80, 0x3f, 0, 0, 0, 0x3f, 0, 0, 0x80, 0x3e, 0, 0, 0x40, 0x3f}},
	    {"C2_4", 9, 0x3908, 1, {0x8f}},
	    {"C_3_3_2", 9, 0x1b09, 1, {0xf1}},                      /* 111 100 01 */
	    {"C_11_11_10", 6, 0x1b0b, 4, {0x00, 0x01, 0xf0, 0xff}}, /* 2047 | 1024 | 256 */
	    {"C_10_11_11", 6, 0x1b0c, 4, {0x00, 0x02, 0xe0, 0xff}}, /* 1023 | 1024 | 512 */
	    {"C_2_10_10_10", 6, 0x1b0d, 4, {0x00, 0x01, 0xf8, 0xbf}},
	    /* ten bits stand low in sixteen; of the first three, all, C0 above C2, and C2 */
	    {"ARGB10101010", 0, 0x1b01, 8, {0x00, 0x01, 0x00, 0x02, 0xff, 0x03, 0xff, 0x02}},
	    {"UV1010", 1, 0x1b01, 4, {0xff, 0x03, 0x00, 0x01}},
	    {"I10", 14, 0x1b01, 2, {0xff, 0x03}},
	    {"C_16 for MPEG, signed", 13, 0x3906, 2, {0xff, 0x7f}},
	    {"C2_16 for MPEG, signed", 6, 0x3907, 4, {0xff, 0x7f, 0x00, 0x40}},
	    {"C_6_5_6", 13, 0x1b0a, 2, {0x08, 0xfc}}, /* 11111 100000 01000 */
	    {"RGBA8 signed", 6, 0xf3900, 4, {127, 64, 32, 95}},
	    {"C_2_10_10_10 signed", 6, 0xf1b0d, 4, {0x80, 0x00, 0xf4, 0x5f}}, /* 1 | 511 | 256 | 128 */
	    {"RG16 signed", 6, 0xf3904, 4, {0xff, 0x7f, 0x00, 0x40}},
	};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < sizeof(f) / sizeof(f[0]); j++) {
			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | f[j].format << 21);
			rig_set(g, R500_US_OUT_FMT(0), f[j].out);
			rig_draw_one(g, isa[i], 0, c);
			for (unsigned b = 0; b < f[j].bytes; b++) {
				cr_assert_eq(g->mem[b], f[j].want[b], "%s, isa %u, byte %u: %02x not %02x",
					     f[j].name, isa[i], b, g->mem[b], f[j].want[b]);
				/* and the next pixel */
				cr_assert_eq(g->mem[b + f[j].bytes], f[j].want[b]);
			}
		}
	cr_assert_eq(g->r->base.n_reports, 0);
	rb_rig_delete(g);
}

Test(cb, each_channel_has_its_bits)
{
	enum { FLOATS = 0x10 };
	/* US_OUT_FMT, COLORFORMAT of as many bits, C0 to C3 from bit 0 up (C2_32_FP: C0, C2) */
	static const struct {
		unsigned out, format, bits[4];
	} f[] = {{3, 13, {16}},          {4, 6, {16, 16}},        {5, 10, {16, 16, 16, 16}},
		 {8, 9, {4, 4}},         {9, 9, {2, 3, 3}},       {0xa, 13, {5, 6, 5}},
		 {0xb, 6, {10, 11, 11}}, {0xc, 6, {11, 11, 10}},  {0xd, 6, {10, 10, 10, 2}},
		 {0x10, 13, {16}},       {0x11, 6, {16, 16}},     {0x12, 10, {16, 16, 16, 16}},
		 {0x13, 6, {32}},        {0x14, 10, {32, 0, 32}}, {0x15, 7, {32, 32, 32, 32}}};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n * sizeof(f) / sizeof(*f); i++)
		for (unsigned which = 0; which < 16; which++) {
			const unsigned j = i / n;
			uint32_t want[4] = {0}, got[4] = {0};
			unsigned at = 0, size_B;
			float c[4];

			for (unsigned k = 0; k < 4; at += f[j].bits[k++]) {
				/* -2 of floats: the sign, and the exponent's highest bit */
				const unsigned bits = f[j].bits[k];
				const uint32_t v = f[j].out < FLOATS ? (uint32_t)((UINT64_C(1) << bits) - 1)
						   : bits == 16      ? 0xc000
								     : 0xc0000000;

				c[k] = !(which >> k & 1) ? 0 : f[j].out < FLOATS ? 1 : -2;
				if (bits && which >> k & 1)
					want[at / 32] |= v << at % 32;
			}
			size_B = at / 8;
			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | f[j].format << 21);
			rig_set(g, R500_US_OUT_FMT(0), f[j].out | 0x3900); /* R, G, B, A */
			rig_draw_one(g, isa[i % n], 0x5a5a5a5a, c);
			memcpy(got, g->mem, size_B);
			cr_assert_arr_eq(got, want, size_B, "format 0x%x, channels %x: 0x%08x 0x%08x",
					 f[j].out, which, got[0], got[1]);
		}
	rb_rig_delete(g);
}

Test(cb, packed_yuv)
{
	/* C0 = B = 0.25 is U, C1 = G = 0.5 is Y, C2 = R = 1.0 is V */
	static const float c[4] = {1.0f, 0.5f, 0.25f, 0.75f};
	struct rb_rig *g = rb_rig_new("r580");

	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 11u << 21); /* VYUY, V highest */
	cr_assert_eq(rig_draw_one(g, FL_ISA_BASE, 0, c), 0xff804080);
	cr_assert_eq(rig_draw_one(g, FL_ISA_SCALAR, 0, c), 0xff804080);
	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 12u << 21); /* YVYU */
	cr_assert_eq(rig_draw_one(g, FL_ISA_BASE, 0, c), 0x80ff8040);
	cr_assert_eq(rig_draw_one(g, FL_ISA_SCALAR, 0, c), 0x80ff8040);
	rb_rig_delete(g);
}

/* Y is C1; the byte beside it is U of even pixels and V of odd ones, C0 and C2, whose masks it goes by. */
Test(cb, channels_of_packed_yuv)
{
	static const float c[4] = {1.0f, 0.5f, 0.25f, 0.75f};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned mask = 0; mask < 16; mask++)
			for (unsigned y_high = 0; y_high < 2; y_high++) {
				const uint32_t y = mask & 2 ? 0x80 : 0x11, u = mask & 5 ? 0x40 : 0x11,
					       v = mask & 5 ? 0xff : 0x11;
				const uint32_t want =
				    y_high ? y << 24 | v << 16 | y << 8 | u : v << 24 | y << 16 | u << 8 | y;
				uint32_t got;

				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | (11u + y_high) << 21);
				rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, mask);
				got = rig_draw_one(g, isa[i], 0x11111111, c);
				cr_assert_eq(got, want, "isa %u, mask %u: 0x%08x, not 0x%08x", isa[i], mask,
					     got, want);
			}
	rb_rig_delete(g);
}

Test(cb, dither_modes)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned v = 0; v < 256; v += 5) {
			const float f = v / 255.0f, c[4] = {f, f, f, f};
			double exact = v * 31 / 255.0;
			unsigned sum = 0;

			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 3u << 21);
			for (unsigned mode = 0; mode < 2; mode++) {
				rig_set(g, R500_RB3D_DITHER_CTL, mode * 5);
				cr_assert_eq(rig_draw_one(g, isa[i], 0, c) & 31,
					     mode ? (unsigned)floor(exact + 0.5) : v / 8);
			}
			rig_set(g, R500_RB3D_DITHER_CTL, 10);
			rig_draw_one(g, isa[i], 0, c);
			for (unsigned y = 0; y < 8; y++)
				for (unsigned x = 0; x < 8; x++) {
					unsigned got = g->mem[(y * 256 + x) * 2] & 31;

					cr_assert(got >= floor(exact) && got <= ceil(exact));
					sum += got;
				}
			/* on average it is the color, to 1/32 of a step */
			cr_assert_leq(fabs(sum / 64.0 - exact), 1 / 32.0 + 1e-9, "%u: %f not %f", v,
				      sum / 64.0, exact);
		}
	rb_rig_delete(g);
}

/* Colors and alpha have a mode each: 0 cut off, 1 rounded, 2 dithered, which is neither everywhere. */
Test(cb, dither_modes_of_color_and_alpha)
{
	enum { ARGB4444 = 15, V = 140 }; /* 140 * 15 / 255 = 8.2; cut off 8, rounded 8, in some places 9 */
	static const unsigned values[] = {140, 135, 152};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | ARGB4444 << 21);
	for (unsigned i = 0; i < n * 9; i++)
		for (unsigned v = 0; v < 3; v++) {
			const unsigned modes[2] = {i / n % 3, i / n / 3};
			const double exact = values[v] * 15 / 255.0;
			const float f = (float)values[v] / 255, c[4] = {f, f, f, f};

			rig_set(g, R500_RB3D_DITHER_CTL, modes[0] | modes[1] << 2);
			rig_draw_one(g, isa[i % n], 0, c);
			for (unsigned k = 0; k < 4; k++) {
				unsigned low = 15, high = 0, cut = values[v] / 16,
					 near = (unsigned)(exact + 0.5);

				for (unsigned at = 0; at < 64; at++) {
					const unsigned got =
					    g->mem[(at / 8 * 256 + at % 8) * 2 + k / 2] >> k % 2 * 4 & 15;

					low = got < low ? got : low;
					high = got > high ? got : high;
				}
				if (modes[k == 3] < 2)
					cr_expect(low == high && low == (modes[k == 3] ? near : cut),
						  "modes %u, %u, channel %u: %u to %u", modes[0], modes[1], k,
						  low, high);
				else
					cr_expect(low == (unsigned)floor(exact) &&
						      high == (unsigned)ceil(exact),
						  "modes %u, %u, channel %u: %u to %u", modes[0], modes[1], k,
						  low, high);
			}
		}
	rb_rig_delete(g);
}

Test(cb, fp16_blend)
{
	struct rb_rig *g = rb_rig_new("r580");
	const float c[4] = {2.0f, -0.0f, 0.25f, 0.5f};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_COLORPITCH(0), 256 | 10u << 21);
	rig_set(g, R500_US_OUT_FMT(0), 0x3912);
	for (unsigned i = 0; i < n; i++) {
		/* add, no clamp: 2.0 * 0.5 + 1.5 * 0.5 = 1.75; old 3e00 = 1.5 everywhere */
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 1 << 12 | 38u << 16 | 39u << 24);
		rig_draw_one(g, isa[i], 0x3e003e00, c);
		cr_assert_eq(rig_dword(g, 0), 0x3a003f00);
		/* negative zero: kept without blending, gone with it (R5xx guide 10.1.17) */
		rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 1 << 12 | 33u << 16 | 32u << 24);
		rig_draw_one(g, isa[i], 0, c);
		cr_assert_eq(rig_dword(g, 0), 0x00004000);
		rig_set(g, R500_RB3D_BLENDCNTL, 0);
		rig_draw_one(g, isa[i], 0, c);
		cr_assert_eq(rig_dword(g, 0), 0x80004000);
	}
	rb_rig_delete(g);
}

Test(cb, several_targets_and_copies)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned k = 1; k < 4; k++) {
		rig_set(g, R500_RB3D_COLOROFFSET(k), RIG_BASE + k * 0x100000);
		rig_set(g, R500_RB3D_COLORPITCH(k), 256 | 6u << 21);
	}
	for (unsigned i = 0; i < n; i++) {
		for (unsigned k = 0; k < 4; k++)
			rig_fill(g, k * 0x100000, 8192, 0);
		/* two outputs, masks of their own: target 1 takes only green */
		rig_set(g, R500_RB3D_CCTL, 1u << 14 | 1u << 12);
		rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 0x2f);
		rig_set(g, R500_US_OUT_FMT(1), 0x1b00);
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, ~0ull);
		rig_color(g, 0, 1, 0, 0, 1);
		rig_color(g, 1, 1, 1, 1, 1);
		rig_run_cb(g, isa[i]);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		cr_assert_eq(rig_dword(g, 0), 0xffff0000);
		cr_assert_eq(rig_dword(g, 0x100000), 0x0000ff00);
		cr_assert_eq(rig_dword(g, 0x200000), 0);
		/* one output to four buffers: R5xx guide 10.8.6 */
		rig_set(g, R500_RB3D_CCTL, 1u << 14 | 3u << 5);
		rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, 0xf);
		rig_set(g, R500_US_OUT_FMT(1), 15);
		cr_assert(rig_open(g, 0, 0));
		rig_run_cb(g, isa[i]);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		for (unsigned k = 0; k < 4; k++)
			cr_assert_eq(rig_dword(g, k * 0x100000), 0xffff0000);
	}
	rb_rig_delete(g);
}

/* ---- multi-sampling ------------------------------------------------------------------------------------ */
/* The samples of the block at (at, at), into rows of 64 pixels at RESOLVED. */
enum { RESOLVED = 0x800000 };
static void resolve_from(struct rb_rig *g, uint32_t ctl)
{
	rig_set(g, R500_RB3D_AARESOLVE_CTL, ctl);
	rig_set(g, R500_RB3D_AARESOLVE_OFFSET, RIG_BASE + RESOLVED);
	rig_set(g, R500_RB3D_AARESOLVE_PITCH, 64);
	cr_assert(rig_open(g, 0, 0));
}

static void resolve_lanes(struct rb_rig *g, enum fl_isa isa, uint32_t ctl, unsigned at, uint64_t lanes)
{
	resolve_from(g, ctl);
	rig_block(g, at, at, lanes);
	rig_run_cb(g, isa);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
}

static void resolve(struct rb_rig *g, enum fl_isa isa, uint32_t ctl, unsigned at)
{
	resolve_lanes(g, isa, ctl, at, ~0ull);
}

Test(cb, resolve_averages)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++) {
		rig_fill(g, 0, 1 << 20, 0);
		rig_set(g, R500_GB_AA_CONFIG, 1 | 2 << 1); /* 4 samples */
		rig_set(g, R500_RB3D_AARESOLVE_CTL, 0);
		rig_set(g, R500_RB3D_BLENDCNTL, 0);
		cr_assert(rig_open(g, 0, 0));
		for (unsigned s = 0; s < 4; s++) { /* samples 0 to 3 are 10, 20, 30, 41 */
			static const float v[4] = {10 / 255.0f, 20 / 255.0f, 30 / 255.0f, 41 / 255.0f};

			rig_block(g, 8, 8, 0);
			g->t->wave.cover[s] = ~0ull;
			rig_color(g, 0, v[s], v[s], v[s], v[s]);
			rig_run_cb(g, isa[i]);
		}
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		resolve(g, isa[i], 5, 8);
		/* 101 / 4 = 25.25 */
		cr_assert_eq(rig_dword(g, RESOLVED + (8 * 64 + 8) * 4), 0x19191919);
		cr_assert_eq(rig_dword(g, RESOLVED + (15 * 64 + 15) * 4), 0x19191919);
		cr_assert_eq(rig_dword(g, RESOLVED + (8 * 64 + 7) * 4), 0);
		/* alpha of sample 0 */
		resolve(g, isa[i], 1, 8);
		cr_assert_eq(rig_dword(g, RESOLVED + (8 * 64 + 8) * 4), 0x0a191919);
	}
	rb_rig_delete(g);
}

/* Pixels that the rectangle leaves out keep what memory has, although their block was not read yet. */
Test(cb, resolve_of_some_pixels)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned some = 0; some < 2; some++) {
			rig_fill(g, 0, 1 << 20, 0x40404040);
			rig_fill(g, RESOLVED, 64 * 64 * 4, 0x12345678);
			rig_set(g, R500_GB_AA_CONFIG, 1 | 2 << 1);
			rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
			resolve_lanes(g, isa[i], 5, 8, some ? 0xf : ~0ull);
			/* the first quad, and the second one */
			cr_expect_eq(rig_dword(g, RESOLVED + (8 * 64 + 8) * 4), 0x40404040);
			cr_expect_eq(rig_dword(g, RESOLVED + (8 * 64 + 10) * 4),
				     some ? 0x12345678 : 0x40404040);
			cr_expect_eq(rig_dword(g, RESOLVED + (15 * 64 + 15) * 4),
				     some ? 0x12345678 : 0x40404040);
		}
	rb_rig_delete(g);
}

/* A block is resolved whole, and before anything is flushed a quad of it again: the others stay resolved. */
Test(cb, resolves_that_follow_each_other)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++) {
		rig_fill(g, 0, 1 << 20, 0x40404040);
		rig_fill(g, RESOLVED, 64 * 64 * 4, 0x12345678);
		rig_set(g, R500_GB_AA_CONFIG, 1 | 2 << 1);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		resolve_from(g, 5);
		for (unsigned again = 0; again < 2; again++) {
			rig_block(g, 8, 8, again ? 0xf : ~0ull);
			rig_run_cb(g, isa[i]);
		}
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		for (unsigned px = 0; px < 8; px++)
			cr_expect_eq(rig_dword(g, RESOLVED + ((8 + px) * 64 + 8 + px) * 4), 0x40404040);
	}
	rb_rig_delete(g);
}

/* Each channel of a pixel is the mean of its samples, to the nearest; without AARESOLVE_ALPHA the fourth is
 * that of the first sample; with AARESOLVE_GAMMA colors count by their power of 2.2. */
Test(cb, resolve_of_every_channel)
{
	static const struct {
		unsigned format, out, at[4], bits[4]; /* C0 to C3 */
	} f[] = {{6, 0x1b00, {0, 8, 16, 24}, {8, 8, 8, 8}},
		 {4, 0x1b00, {0, 5, 11}, {5, 6, 5}},
		 {5, 0x1b01, {0, 10, 20, 30}, {10, 10, 10, 2}},
		 {15, 0x1b00, {0, 4, 8, 12}, {4, 4, 4, 4}}};
	static const unsigned samples[] = {2, 3, 4, 6};
	struct rb_rig *g = rb_rig_new("r580");
	uint32_t seed = 77;
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned round = 0; round < 4 * 4 * 4 * n; round++) {
		const unsigned j = round / n % 4, of = round / n / 4 % 4, ctl = round / n / 16;
		const bool alpha = ctl & 1, gamma = ctl & 2;
		uint32_t word[6], got, cpp = f[j].format == 4 || f[j].format == 15 ? 2 : 4;

		rig_set(g, R500_RB3D_COLORPITCH(0), 256 | f[j].format << 21);
		rig_set(g, R500_US_OUT_FMT(0), f[j].out);
		rig_set(g, R500_GB_AA_CONFIG, 1 | of << 1);
		rig_set(g, R500_RB3D_AARESOLVE_CTL, 1 | gamma << 1 | alpha << 2);
		rig_set(g, R500_RB3D_AARESOLVE_OFFSET, RIG_BASE + RESOLVED);
		rig_set(g, R500_RB3D_AARESOLVE_PITCH, 64);
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, ~0ull);
		fl_tile_need(g->t->tile.color[0], ~0ull);
		for (unsigned s = 0; s < samples[of]; s++) {
			word[s] = rig_random(&seed) & (cpp == 2 ? 0xffff : ~0u);
			memcpy(fl_tile_at(g->t->tile.color[0], &g->t->wave, 5, s), &word[s], cpp);
		}
		rig_run_cb(g, isa[round % n]);
		got = 0;
		memcpy(&got, fl_tile_at(g->t->tile.resolve, &g->t->wave, 5, 0), cpp);
		for (unsigned c = 0; c < 4 && f[j].bits[c]; c++) {
			const double most = (1u << f[j].bits[c]) - 1;
			double sum = 0;
			int want;

			for (unsigned s = 0; s < samples[of]; s++) {
				const double v = word[s] >> f[j].at[c] & (unsigned)most;

				sum += gamma && c != 3 ? pow(v / most, 2.2) : v;
			}
			sum /= samples[of];
			want = (int)floor((gamma && c != 3 ? pow(sum, 1 / 2.2) * most : sum) + 0.5);
			if (c == 3 && !alpha)
				want = (int)(word[0] >> f[j].at[c] & (unsigned)most);
			cr_assert_eq((int)(got >> f[j].at[c] & (unsigned)most), want,
				     "format %u, %u samples, control %u, channel %u: 0x%08x", f[j].format,
				     samples[of], ctl, c, got);
		}
	}
	rb_rig_delete(g);
}

/* R5xx guide 11.2, RB3D_COLOR_CLEAR_VALUE: blocks whose CMASK is 0 have the clear color, until they are drawn
 * to. */
Test(cb, cmask_clear_shows_in_the_resolve)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++) {
		rig_fill(g, 0, 1 << 20, 0x77777777);
		rig_set(g, R500_GB_AA_CONFIG, 1); /* 2 samples */
		rig_set(g, R500_RB3D_CCTL,
			1u << 14 | R500_RB3D_CCTL__AA_COMPRESSION_ENABLE(1) |
			    R500_RB3D_CCTL__CMASK_ENABLE(1));
		rig_set(g, R500_RB3D_COLOR_CLEAR_VALUE, 0x10203040);
		rig_set(g, R500_RB3D_CMASK_PITCH(0), 256);
		rig_set(g, R500_RB3D_AARESOLVE_CTL, 0);
		mr500_rb_clear_ram(g->r, 0x38, 0, 256 * 64 / 1024, 0);
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, 0xf); /* one quad */
		rig_color(g, 0, 1, 1, 1, 1);
		rig_run_cb(g, isa[i]);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		resolve(g, isa[i], 5, 0);
		for (unsigned y = 0; y < 8; y++)
			for (unsigned x = 0; x < 8; x++)
				cr_assert_eq(rig_dword(g, RESOLVED + (y * 64 + x) * 4),
					     x < 2 && y < 2 ? 0xffffffff : 0x10203040);
		/* in memory only the block that was drawn to is new: 4x4 pixels, 2 samples, 32 bytes a
		 * word */
		cr_assert_eq(rig_dword(g, 0), 0xffffffff);
		cr_assert_eq(rig_dword(g, 60), 0x10203040);
		cr_assert_eq(rig_dword(g, 128), 0x77777777);
	}
	rb_rig_delete(g);
}

/* ---- the vector paths against the scalar one ----------------------------------------------------------- */
static float random_float(uint32_t *seed)
{
	static const float odd[] = {0.0f,     -0.0f, 1.0f,     0.5f,      -1.0f, 2.0f,
				    70000.0f, 1e-6f, INFINITY, -INFINITY, NAN};
	uint32_t v = rig_random(seed);

	return v % 8 == 0 ? odd[v / 8 % 11]
			  : (float)(int32_t)v / 2147483648.0f * (v % 8 == 1 ? 100.0f : 1.0f) + 0.4f;
}

Test(cb, vectors_agree_with_scalar)
{
	static const uint8_t formats[] = {0, 1, 3, 4, 5, 6, 6, 6, 7, 9, 10, 11, 12, 13, 14, 15};
	static const uint8_t outs[] = {0, 0,  0,  0,  1,  2,  3,  4,  5,  6, 8,
				       9, 10, 11, 12, 13, 16, 18, 18, 19, 21};
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	uint32_t seed = 0x1234567;

	struct rb_rig *g = rb_rig_new("r580");
	for (unsigned round = 0; round < 10000; round++) {
		unsigned aa = rig_random(&seed) % 4 ? 0 : rig_random(&seed) & 7;
		unsigned out = outs[rig_random(&seed) % sizeof(outs)];
		unsigned sign = rig_random(&seed) % 4 ? 0 : rig_random(&seed) & 15;

		rig_set(g, R500_GB_AA_CONFIG, aa);
		rig_set(g, R500_RB3D_COLORPITCH(0), 64 | (uint32_t)formats[rig_random(&seed) % 16] << 21);
		rig_set(g, R500_US_OUT_FMT(0), out | (rig_random(&seed) & 0xff00) | sign << 16);
		rig_set(g, R500_RB3D_BLENDCNTL,
			rig_random(&seed) & 3
			    ? (rig_random(&seed) & 0xc000703d) | 1 | (32 + rig_random(&seed) % 15) << 16 |
				  (32 + rig_random(&seed) % 10) << 24
			    : rig_random(&seed) & ~1u);
		if (rig_random(&seed) % 4 == 0)
			rig_set(g, R500_RB3D_BLENDCNTL, 0x27260005 | (rig_random(&seed) & 8));
		rig_set(g, R500_RB3D_ABLENDCNTL,
			(rig_random(&seed) & 0x7000) | (32 + rig_random(&seed) % 15) << 16 |
			    (32 + rig_random(&seed) % 10) << 24);
		rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, rig_random(&seed) % 2 ? 15 : rig_random(&seed) & 15);
		rig_set(g, R500_RB3D_ROPCNTL, rig_random(&seed) % 4 ? 0 : 4 | (rig_random(&seed) & 0xf00));
		rig_set(g, R500_RB3D_DITHER_CTL, rig_random(&seed) % 3 | (rig_random(&seed) % 3) << 2);
		rig_set(g, R500_RB3D_CCTL, 1u << 14 | (rig_random(&seed) % 8 ? 0 : 1u << 7));
		rig_set(g, R500_RB3D_CLRCMP_MSK, rig_random(&seed) & 0x01010101);
		rig_set(g, R500_RB3D_CLRCMP_FLIPE, rig_random(&seed));
		rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, rig_random(&seed) & 0x3fff3fff);
		rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, rig_random(&seed) & 0x3fff3fff);
		rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD, rig_random(&seed));
		rig_set(g, R500_RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD, rig_random(&seed));
		cr_assert(rig_open(g, 0, 0));
		for (unsigned k = 0; k < 4; k++)
			for (unsigned i = 0; i < FL_WAVE_PX; i++)
				mr500_px_of(g->t)->out[0][k][i] = random_float(&seed);
		if (rig_random(&seed) & 1) {
			rig_block(g, 16, 40, rig_random(&seed) & 1 ? ~0ull : rig_random64(&seed));
			for (unsigned s = 1; s < g->d.base.samples; s++)
				g->t->wave.cover[s] = rig_random64(&seed);
		} else {
			rig_quads(g, 1 + rig_random(&seed) % 16, &seed);
		}

		struct fl_tile_buf *b = g->t->tile.color[0];
		size_t size_B = 4096u * b->cpp * b->samples;
		uint8_t *old = malloc(size_B), *want = malloc(size_B);
		uint64_t dirty[16];

		for (size_t i = 0; i < size_B; i += 4) {
			uint32_t v = rig_random(&seed);
			memcpy(old + i, &v, 4);
		}
		for (unsigned i = 0; i < n; i++) {
			memcpy(b->px, old, size_B);
			memset(b->dirty, 0, sizeof(b->dirty));
			b->have = ~0ull;
			rig_run_cb(g, isa[i]);
			if (i == 0) {
				memcpy(want, b->px, size_B);
				memcpy(dirty, b->dirty, sizeof(dirty));
				continue;
			}
			for (size_t k = 0; k < size_B; k++)
				cr_assert_eq(
				    b->px[k], want[k],
				    "round %u isa %u byte %zu (%u a pixel, %u samples): %02x not %02x, "
				    "format %u out %x blend %08x %08x path %u",
				    round, isa[i], k, b->cpp, b->samples, b->px[k], want[k],
				    g->r->reg[R500_RB3D_COLORPITCH(0) / 4] >> 21,
				    g->r->reg[R500_US_OUT_FMT(0) / 4], g->r->reg[R500_RB3D_BLENDCNTL / 4],
				    g->r->reg[R500_RB3D_ABLENDCNTL / 4], g->d.base.color->target[0].path);
			cr_assert(memcmp(dirty, b->dirty, sizeof(dirty)) == 0, "round %u isa %u", round,
				  isa[i]);
		}
		free(old);
		free(want);
		fl_tile_drop_all(&g->r->rb->tiles);
		fl_arena_reset(&g->arena);
	}
	rb_rig_delete(g);
}
