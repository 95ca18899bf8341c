/* SPDX-License-Identifier: MIT
 *
 * CB and ZB: what the model objects to in the registers of a draw, each rule just broken and just kept.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tests/unit/r500/test_rb_rig.h"

/* One register more than the rig sets, and what is said then; NULL: nothing. */
struct rule {
	const char *says;
	uint32_t reg, value, reg2, value2;
	bool refused;
};

static void check(const struct rule *of, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct rb_rig *g = rb_rig_new("r580");
		const struct fl_report *said;

		rig_set(g, of[i].reg, of[i].value);
		if (of[i].reg2)
			rig_set(g, of[i].reg2, of[i].value2);
		cr_assert_eq(rig_open(g, 0, 0), !of[i].refused, "case %u", i);
		said = g->r->base.n_reports ? &g->r->base.reports[0] : NULL;
		if (!of[i].says) {
			cr_assert_null(said, "case %u: %s", i, said->text);
		} else {
			cr_assert(said && strstr(said->text, of[i].says), "case %u, want \"%s\": %s", i,
				  of[i].says, said ? said->text : "nothing");
			cr_assert_eq(said->severity, of[i].refused ? FL_REFUSE : FL_WARN, "case %u", i);
			cr_assert_eq(g->r->base.n_reports, 1, "case %u", i);
		}
		rb_rig_delete(g);
	}
}

#define CHECK(rules) check(rules, sizeof(rules) / sizeof(*(rules)))

enum { ARGB8888 = 6 << 21, ARGB32 = 7 << 21, I8 = 9 << 21, ARGB16 = 10 << 21, RGB565 = 4 << 21 };

/* R5xx guide 11.2, 11.10: reserved codes; 10.8.1: samples; 10.1.17: what the blender takes. */
Test(rb_reports, targets)
{
	static const struct rule rules[] = {
	    {NULL, R500_RB3D_COLORPITCH(0), 256 | ARGB8888, 0, 0, false},
	    {"RB3D_COLORPITCH0.COLORFORMAT 2 is reserved", R500_RB3D_COLORPITCH(0), 256 | 2 << 21, 0, 0,
	     true},
	    {"RB3D_COLORPITCH0.COLORFORMAT 8 is reserved", R500_RB3D_COLORPITCH(0), 256 | 8 << 21, 0, 0,
	     true},
	    /* of a target that gets nothing the format does not matter */
	    {NULL, R500_RB3D_COLORPITCH(0), 256 | 8 << 21, R500_US_OUT_FMT(0), 15, false},
	    {"US_OUT_FMT_0.OUT_FMT 14 is reserved", R500_US_OUT_FMT(0), 0x1b00 | 14, 0, 0, true},
	    {"US_OUT_FMT_0.OUT_FMT 22 is reserved", R500_US_OUT_FMT(0), 0x1b00 | 22, 0, 0, true},
	    {"US_OUT_FMT_0.OUT_FMT 31 is reserved", R500_US_OUT_FMT(0), 0x1b00 | 31, 0, 0, true},
	    {NULL, R500_US_OUT_FMT(0), 0x1b00 | 2, 0, 0, false},
	    /* 128 bits a pixel take 32 a channel */
	    {"8 or 10 bits a channel to a buffer of 128", R500_RB3D_COLORPITCH(0), 256 | ARGB32, 0, 0, false},
	    {NULL, R500_RB3D_COLORPITCH(0), 256 | ARGB32, R500_US_OUT_FMT(0), 0x1b15, false},
	    {NULL, R500_RB3D_COLORPITCH(0), 256 | ARGB16, 0, 0, false},
	    /* samples: 32 and 64 bits a pixel */
	    {NULL, R500_GB_AA_CONFIG, 1, R500_RB3D_COLORPITCH(0), 256 | ARGB8888, false},
	    {NULL, R500_GB_AA_CONFIG, 1, R500_RB3D_COLORPITCH(0), 256 | ARGB16, false},
	    {"anti-aliasing of a buffer of 16 bits", R500_GB_AA_CONFIG, 1, R500_RB3D_COLORPITCH(0),
	     256 | RGB565, false},
	    {"anti-aliasing of a buffer of 8 bits", R500_GB_AA_CONFIG, 1, R500_RB3D_COLORPITCH(0), 256 | I8,
	     false},
	    {NULL, R500_GB_AA_CONFIG, 0, R500_RB3D_COLORPITCH(0), 256 | RGB565, false},
	    /* resolving wants samples */
	    {"AARESOLVE_MODE is on and GB_AA_CONFIG says one sample", R500_RB3D_AARESOLVE_CTL, 1, 0, 0,
	     false},
	    {NULL, R500_RB3D_AARESOLVE_CTL, 1, R500_GB_AA_CONFIG, 1, false},
	    /* blending: 8 or 10 bits, and halves of four channels */
	    {NULL, R500_RB3D_BLENDCNTL, 1 | 4 | 38u << 16 | 39u << 24, 0, 0, false},
	    {"US_OUT_FMT_0.OUT_FMT 3, which the blender cannot take", R500_RB3D_BLENDCNTL,
	     1 | 4 | 38u << 16 | 39u << 24, R500_US_OUT_FMT(0), 0x1b03, false},
	    {"US_OUT_FMT_0.OUT_FMT 19, which the blender cannot take", R500_RB3D_BLENDCNTL,
	     1 | 4 | 38u << 16 | 39u << 24, R500_US_OUT_FMT(0), 0x1b13, false},
	    {NULL, R500_RB3D_BLENDCNTL, 38u << 16 | 39u << 24, R500_US_OUT_FMT(0), 0x1b03, false},
	    /* pixels of the source that are dropped */
	    {NULL, R500_RB3D_BLENDCNTL, 1 | 4 | 6 << 3 | 38u << 16 | 39u << 24, 0, 0, false},
	    {"DISCARD_SRC_PIXELS 7 is reserved", R500_RB3D_BLENDCNTL, 1 | 4 | 7 << 3 | 38u << 16 | 39u << 24,
	     0, 0, false},
	};

	CHECK(rules);
}

/* R5xx guide 10.1.17: fixed point is blended, and halves of four channels on their way to 64 bits a
 * pixel; nothing else, in any buffer. */
Test(rb_reports, what_the_blender_takes)
{
	enum {
		FIXED_POINT = 2,
		FOUR_HALVES = 18,
		RESERVED = 14,
		UNUSED = 15,
		FORMATS = 22,
		FROM = 0x1b00,
		ARGB10101010 = 0
	};
	unsigned taken = 0, said = 0;

	for (unsigned format = 0; format < 16; format++)
		for (unsigned out = 0; out < FORMATS; out++) {
			struct rb_rig *g = rb_rig_new("r580");
			bool refused = false;

			rig_set(g, R500_RB3D_COLORPITCH(0), 256 | format << 21);
			rig_set(g, R500_US_OUT_FMT(0), FROM | out);
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | 4 | 38u << 16 | 39u << 24);
			if (out != RESERVED && out != UNUSED && rig_open(g, 0, 0)) {
				for (unsigned i = 0; i < g->r->base.n_reports; i++)
					refused |= strstr(g->r->base.reports[i].text,
							  "the blender cannot take") != NULL;
				const bool takes = out <= FIXED_POINT ||
						   (out == FOUR_HALVES &&
						    (format == ARGB10101010 || format << 21 == ARGB16));

				cr_assert_eq(refused, !takes, "format %u, from %u", format, out);
				taken += takes;
				said += refused;
			}
			rb_rig_delete(g);
		}
	cr_assert(taken > 20 && said > 100, "%u and %u", taken, said);
}

/* R5xx guide 10.5.1: with READ_ENABLE (bit 2) 0 an equation that needs the destination gets 0. A factor of
 * the source needs it as much as that of the destination: by code, source and destination, GL's and
 * Direct3D's. */
Test(rb_reports, blending_without_reading)
{
	for (unsigned i = 0; i < 4; i++) {
		const bool alpha = i & 1, d3d = i & 2;

		for (unsigned code = d3d ? 1 : 32; code <= (d3d ? 11u : 46u); code++) {
			const unsigned one = d3d ? 2 : 33, zero = d3d ? 1 : 32;
			bool reads = d3d ? code >= 7 : code == 36 || code == 37 || (code >= 40 && code <= 42);
			struct rb_rig *g = rb_rig_new("r580");

			if (alpha) {
				rig_set(g, R500_RB3D_BLENDCNTL, 1 | 2 | one << 16 | zero << 24);
				rig_set(g, R500_RB3D_ABLENDCNTL, code << 16 | zero << 24);
			} else {
				rig_set(g, R500_RB3D_BLENDCNTL, 1 | code << 16 | zero << 24);
			}
			cr_assert(rig_open(g, 0, 0));
			cr_assert_eq(g->r->base.n_reports, reads, "code %u, alpha %d", code, alpha);
			if (reads)
				cr_assert(strstr(g->r->base.reports[0].text, "READ_ENABLE is 0"));
			rig_set(g, R500_RB3D_BLENDCNTL, 1 | one << 16 | code << 24);
			cr_assert(rig_open(g, 0, 0));
			cr_assert_eq(g->r->base.n_reports, reads || code != zero, "code %u, destination",
				     code);
			rb_rig_delete(g);
		}
	}
}

/* R5xx guide 10.4.4: FAST_FILL (bit 2), RD_COMP_ENABLE (3), WR_COMP_ENABLE (4) of ZB_BW_CNTL go together in
 * four ways; 11.12: formats 0 to 2. Bit 1 of ZB_CNTL is Z_ENABLE, 2 ZWRITEENABLE. */
Test(rb_reports, depth)
{
	for (unsigned mode = 0; mode < 8; mode++) {
		unsigned fast = mode >> 2, rd = mode >> 1 & 1, wr = mode & 1;
		bool good = (!rd && !wr) || (fast && rd);

		for (unsigned on = 0; on < 2; on++) {
			struct rb_rig *g = rb_rig_new("r580");

			rig_set(g, R500_ZB_CNTL, on ? 2 | 4 : 0);
			rig_set(g, R500_ZB_DEPTHPITCH,
				256 | 1 << 17); /* micro-tiled, as fast fills want it */
			rig_set(g, R500_ZB_BW_CNTL,
				R500_ZB_BW_CNTL__FAST_FILL(fast) | R500_ZB_BW_CNTL__RD_COMP_ENABLE(rd) |
				    R500_ZB_BW_CNTL__WR_COMP_ENABLE(wr));
			cr_assert(rig_open(g, 0, 0));
			cr_assert_eq(g->r->base.n_reports, on && !good, "mode %u, on %u", mode, on);
			if (on && !good) {
				char want[80];

				snprintf(want, sizeof(want),
					 "FAST_FILL %u, RD_COMP_ENABLE %u, WR_COMP_ENABLE %u is invalid",
					 fast, rd, wr);
				cr_assert(strstr(g->r->base.reports[0].text, want), "%s",
					  g->r->base.reports[0].text);
			}
			rb_rig_delete(g);
		}
	}
	/* Bit 0 of ZB_CNTL is STENCIL_ENABLE; only format 2 has stencils. */
	for (unsigned test = 0; test < 8; test++) {
		struct rb_rig *g = rb_rig_new("r580");
		const bool z16 = test & 4;

		rig_set(g, R500_ZB_CNTL, test & 3);
		rig_set(g, R500_ZB_FORMAT, z16 ? 0 : 2);
		cr_assert(rig_open(g, 0, 0));
		cr_expect_eq(g->d.base.targets.depth_used, test & 2 || (test & 1 && !z16), "case %u", test);
		rb_rig_delete(g);
	}
	for (uint32_t format = 0; format < 16; format++) {
		struct rb_rig *g = rb_rig_new("r580");

		rig_set(g, R500_ZB_FORMAT, format);
		cr_assert(rig_open(g, 0, 0), "without a depth test it does not matter");
		cr_assert_eq(g->r->base.n_reports, 0);
		rig_set(g, R500_ZB_CNTL, 2);
		cr_assert_eq(rig_open(g, 0, 0), format < 3, "format %u", format);
		cr_assert_eq(g->r->base.n_reports, format >= 3, "format %u", format);
		rb_rig_delete(g);
	}
}

Test(rb_reports, fast_fills_want_micro_tiles)
{
	static const struct rule rules[] = {
	    {"not micro-tiled: the chip locks up", R500_ZB_CNTL, 2 | 4, R500_ZB_BW_CNTL, 1 << 2, false},
	    {NULL, R500_ZB_CNTL, 2 | 4, R500_ZB_BW_CNTL, 0, false},
	    {NULL, R500_ZB_CNTL, 0, R500_ZB_BW_CNTL, 1 << 2, false},
	};

	CHECK(rules);
}

/* R5xx guide 10.4.5: when a draw may change depth or stencil. ZB_CNTL: bit 0 stencil, 1 depth test, 2
 * writes. */
Test(rb_reports, what_may_write_depth_or_stencil)
{
	enum { ALWAYS = 7, STENCIL_ALWAYS = 7 << 3, REPLACE = 2, ALL = 0xffffff };
	static const struct {
		uint32_t cntl, ops, refmask, bw;
		bool writes;
	} of[] = {
	    {0, 0, ALL, 0, false},
	    {2, ALWAYS, ALL, 0, false},
	    {4, ALWAYS, ALL, 0, false},
	    {2 | 4, ALWAYS, ALL, 0, true},
	    {1, STENCIL_ALWAYS, ALL, 0, false},
	    {1, STENCIL_ALWAYS | REPLACE << 6, ALL, 0, true},
	    {1, STENCIL_ALWAYS | REPLACE << 9, ALL, 0, true},
	    {1, STENCIL_ALWAYS | REPLACE << 12, ALL, 0, true},
	    {1, STENCIL_ALWAYS | REPLACE << 9, 0x00ffff, 0, false}, /* STENCILWRITEMASK is 0 */
	    {0, STENCIL_ALWAYS | REPLACE << 9, ALL, 0, false},
	    {0, 0, ALL, R500_ZB_BW_CNTL__ZB_CB_CLEAR(1), true},
	    {4, 0, ALL, R500_ZB_BW_CNTL__FAST_FILL(1), true}, /* decompression: 10.4.4 */
	};

	for (unsigned i = 0; i < sizeof(of) / sizeof(*of); i++) {
		struct rb_rig *g = rb_rig_new("r580");

		rig_set(g, R500_ZB_DEPTHPITCH, 256 | 1 << 17);
		rig_set(g, R500_ZB_CNTL, of[i].cntl);
		rig_set(g, R500_ZB_ZSTENCILCNTL, of[i].ops);
		rig_set(g, R500_ZB_STENCILREFMASK, of[i].refmask);
		rig_set(g, R500_ZB_BW_CNTL, of[i].bw);
		cr_assert(rig_open(g, 0, 0));
		cr_assert_eq(mr500_zb_writes(g->d.base.depth), of[i].writes, "case %u", i);
		rb_rig_delete(g);
	}
}
