/* SPDX-License-Identifier: MIT
 *
 * CB: what blending makes of what is stored, in every format, and of constants of signed channels.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "tests/unit/r500/test_rb_rig.h"

/* Constants are fractions of ten bits with signed channels, too, each channel's its own: of the source's ones
 * they are what is stored. */
Test(cb, constants_of_signed_channels)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 1 << 12 | 43u << 16 | 32u << 24); /* times the constant */
	for (unsigned i = 0; i < n; i++)
		for (unsigned sign = 1; sign < 16; sign++)
			for (unsigned c = 0; c < 1024; c += 31) {
				const float ones[4] = {1, 1, 1, 1};
				/* C0 to C3: B, G, R, A */
				const unsigned constant[4] = {c, 1023 - c, c / 2, 1023 - c / 3};
				uint32_t got;

				rig_set(g, R500_RB3D_CONSTANT_COLOR_AR, constant[2] | constant[3] << 16);
				rig_set(g, R500_RB3D_CONSTANT_COLOR_GB, constant[0] | constant[1] << 16);
				rig_set(g, R500_US_OUT_FMT(0), 0x1b00 | R500_US_OUT_FMT__OUT_SIGN(sign));
				got = rig_draw_one(g, isa[i], 0, ones);
				for (unsigned k = 0; k < 4; k++) {
					const double x = constant[k] / 1023.0 * (sign >> k & 1 ? 127 : 255);

					/* to the nearest, or in the middle between two */
					cr_assert_leq(fabs((got >> 8 * k & 255) - x), 0.5 + 1e-4,
						      "isa %u, sign %u, channel %u: %g is %u", isa[i], sign,
						      k, x, got >> 8 * k & 255);
				}
			}
	rb_rig_delete(g);
}

/* What is there is read as what wrote it takes it: alone, it stays, in every format that is blended. */
Test(cb, the_destination_alone_stays_in_every_format)
{
	static const struct {
		uint8_t format, cpp, out;
		uint16_t bits; /* that a channel has, of each 16 */
	} f[] = {{0, 8, 1, 0x3ff},   {1, 4, 1, 0x3ff},   {3, 2, 0, 0xffff}, {4, 2, 0, 0xffff},
		 {5, 4, 1, 0xffff},  {6, 4, 0, 0xffff},  {9, 1, 0, 0xffff}, {11, 2, 0, 0xffff},
		 {12, 2, 0, 0xffff}, {13, 2, 0, 0xffff}, {14, 2, 1, 0x3ff}, {15, 2, 0, 0xffff}};
	static const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);
	uint32_t seed = 4711;

	rig_set(g, R500_RB3D_BLENDCNTL, 1 | 1 << 2 | 1 << 12 | 32u << 16 | 33u << 24);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < sizeof(f) / sizeof(*f); j++)
			for (unsigned round = 0; round < 50; round++) {
				const uint32_t mask = f[j].bits * 0x10001u, old = rig_random(&seed) & mask;
				uint32_t got;

				rig_set(g, R500_RB3D_COLORPITCH(0), 256 | (uint32_t)f[j].format << 21);
				rig_set(g, R500_US_OUT_FMT(0), 0x1b00u | f[j].out);
				got = rig_draw_one(g, isa[i], old, half) & mask;
				cr_assert_eq(got, old, "isa %u, format %u: 0x%08x was 0x%08x", isa[i],
					     f[j].format, got, old);
			}
	rb_rig_delete(g);
}

/* RB3D_CCTL.CMASK_ENABLE and RB3D_COLOR_CLEAR_VALUE (R5xx guide 11.2) are about buffers of several samples.
 * Of one that has one, blocks that are drawn to in part keep what memory has. */
Test(cb, cmask_is_of_several_samples)
{
	for (unsigned samples = 1; samples < 3; samples++) {
		struct rb_rig *g = rb_rig_new("r580");

		rig_fill(g, 0, 1 << 20, 0x77777777);
		rig_set(g, R500_GB_AA_CONFIG, samples > 1);
		rig_set(g, R500_RB3D_CCTL, 1u << 14 | R500_RB3D_CCTL__CMASK_ENABLE(1));
		rig_set(g, R500_RB3D_COLOR_CLEAR_VALUE, 0x10203040);
		rig_set(g, R500_RB3D_CMASK_PITCH(0), 256);
		mr500_rb_clear_ram(g->r, 0x38, 0, 256 * 64 / 1024, 0);
		cr_assert(rig_open(g, 0, 0));
		rig_block(g, 0, 0, 0xf); /* one quad */
		rig_color(g, 0, 1, 1, 1, 1);
		rig_run_cb(g, FL_ISA_BASE);
		rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
		cr_expect_eq(rig_dword(g, 0), 0xffffffffu);
		/* (2, 0); and of two samples a pixel that was not drawn to, in the same word of CMASK */
		cr_expect_eq(rig_dword(g, samples > 1 ? 60 : 8), samples > 1 ? 0x10203040u : 0x77777777u,
			     "%u: 0x%08x", samples, rig_dword(g, 8));
		rb_rig_delete(g);
	}
}
