/* SPDX-License-Identifier: MIT
 *
 * CB of Sea Islands: what a draw's targets are made of, from the words that Mesa's driver writes (facts 9),
 * and from each field.
 */
#include "hw/model/cik/cb.h"
#include "tests/unit/cik/test_model_rig.h"

enum {
	BGRA8 = 0x28828,
	RGBA8 = 0x28028,
	RGB10A2 = 0x28024,
	RGBA32F = 0x60738,
	THIN_2D = 0x1ce, /* CB_COLOR0_ATTRIB of Mesa's */
	LINEAR = 0x108,
	NORMAL = 0xcc0010,
	RESOLVE = 0xcc0030
};

struct cb_rig {
	struct cik_rig g;
	struct mcik *c;
	struct fl_pixel_color cb;
};

static void set(struct cb_rig *r, uint32_t reg, uint32_t value)
{
	r->c->reg[reg / 4] = value;
}

/* Buffer i, of 128x64 pixels at 1 MiB * (i + 1). */
static void buffer(struct cb_rig *r, unsigned i, uint32_t info, uint32_t attrib)
{
	set(r, CIK_CB_COLOR_BASE(i), (i + 1) << 12);
	set(r, CIK_CB_COLOR_PITCH(i), CIK_CB_COLOR_PITCH__TILE_MAX(128 / 8 - 1));
	set(r, CIK_CB_COLOR_SLICE(i), CIK_CB_COLOR_SLICE__TILE_MAX(128 * 64 / 64 - 1));
	set(r, CIK_CB_COLOR_VIEW(i), 0);
	set(r, CIK_CB_COLOR_INFO(i), info);
	set(r, CIK_CB_COLOR_ATTRIB(i), attrib);
}

static struct cb_rig rig(uint32_t info)
{
	struct cb_rig r = {.g = cik_rig_running("bonaire")};

	r.c = (struct mcik *)r.g.m;
	set(&r, CIK_CB_COLOR_CONTROL, NORMAL);
	set(&r, CIK_CB_TARGET_MASK, 0xf);
	set(&r, CIK_CB_SHADER_MASK, 0xf);
	buffer(&r, 0, info, THIN_2D);
	return r;
}

static void end(struct cb_rig *r)
{
	no_reports(&r->g);
	fl_model_delete(r->g.m);
}

Test(cik_cb, words_of_a_driver)
{
	static const struct {
		uint32_t info;
		uint8_t cpp, path;
		uint8_t at[4], bits[4]; /* of R, G, B, A */
	} want[] = {
	    {RGBA8, 4, FL_PIXEL_COLOR_STORE8888, {0, 8, 16, 24}, {8, 8, 8, 8}},
	    {BGRA8, 4, FL_PIXEL_COLOR_STORE8888, {0, 8, 16, 24}, {8, 8, 8, 8}},
	    {RGB10A2, 4, FL_PIXEL_COLOR_FIXED, {0, 10, 20, 30}, {10, 10, 10, 2}},
	    {RGBA32F, 16, FL_PIXEL_COLOR_WIDE, {0, 32, 64, 96}, {32, 32, 32, 32}},
	};

	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct cb_rig r = rig(want[i].info);
		const struct fl_pixel_target *t = &r.cb.target[0];

		cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
		cr_assert_eq(r.cb.n, 1);
		cr_expect_eq(t->key.cpp, want[i].cpp, "%u", i);
		cr_expect_eq(t->path, want[i].path, "%u", i);
		cr_expect_eq(t->key.pitch_px, 128);
		cr_expect_eq(t->key.rows, 64);
		cr_expect_eq(t->key.base, 1 << 20);
		for (unsigned k = 0; k < 4; k++) {
			cr_expect_eq(t->ch[k].at, want[i].at[k], "%u %u", i, k);
			cr_expect_eq(t->ch[k].bits, want[i].bits[k], "%u %u", i, k);
		}
		/* of bytes, which of the shader's colors goes to each */
		if (want[i].cpp == 4 && want[i].bits[0] == 8)
			for (unsigned k = 0; k < 3; k++)
				cr_expect_eq(t->sel[k], want[i].info == BGRA8 ? 2 - k : k);
		cr_expect_not(r.cb.rop_on);
		end(&r);
	}
}

Test(cik_cb, formats)
{
	static const uint8_t cpp[32] = {[1] = 1, 2, 2,         4,        4, 4, 4, 4, 4, 4,
					8,       8, [14] = 16, [16] = 2, 2, 2, 2, 4, 4, 8};

	for (unsigned f = 1; f < 32; f++) {
		struct cb_rig r = rig(CIK_CB_COLOR_INFO__FORMAT(f));

		cr_expect_eq(mcik_cb_decode(r.c, 0, &r.cb), cpp[f] != 0, "format %u", f);
		if (cpp[f])
			cr_expect_eq(r.cb.target[0].key.cpp, cpp[f], "format %u", f);
		else
			cr_expect(reported(&r.g, FL_REFUSE, "no color format"));
		fl_model_delete(r.g.m);
	}
}

/* Masks let channels through; a target without any is none. */
Test(cik_cb, masks)
{
	struct cb_rig r = rig(RGBA8);

	set(&r, CIK_CB_TARGET_MASK, 0x5);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.target[0].mask[0], 0x00ff00ff);
	cr_expect(r.cb.target[0].partial && r.cb.target[0].reads);
	cr_expect_eq(r.cb.target[0].path, FL_PIXEL_COLOR_ANY8888);
	set(&r, CIK_CB_SHADER_MASK, 0x2);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 0);
	set(&r, CIK_CB_TARGET_MASK, 0xf00);
	set(&r, CIK_CB_SHADER_MASK, 0xfff);
	buffer(&r, 2, RGBA8, LINEAR);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 3);
	cr_expect_eq(r.cb.target[0].key.cpp, 0);
	cr_expect_eq(r.cb.target[2].key.base, 3 << 20);
	cr_expect_eq(r.cb.target[2].from, 2);
	set(&r, CIK_CB_COLOR_CONTROL, 0);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 0);
	end(&r);
}

/* Every pair of factors of every function: a source of five bits, a destination, for color and alpha. */
Test(cik_cb, equations)
{
	static const uint8_t func[5] = {FL_PIXEL_FUNC_ADD, FL_PIXEL_FUNC_SUB, FL_PIXEL_FUNC_MIN,
					FL_PIXEL_FUNC_MAX, FL_PIXEL_FUNC_REVERSE_SUB};
	struct cb_rig r = rig(RGBA8);

	for (uint32_t f = 0; f < 5; f++) {
		/* SRC_ALPHA, ONE_MINUS_SRC_ALPHA; alpha apart: ONE, CONSTANT_COLOR */
		set(&r, CIK_CB_BLEND_CONTROL(0),
		    CIK_CB_BLEND_CONTROL__COLOR_SRCBLEND(4) | CIK_CB_BLEND_CONTROL__COLOR_DESTBLEND(5) |
			CIK_CB_BLEND_CONTROL__COLOR_COMB_FCN(f) | CIK_CB_BLEND_CONTROL__ALPHA_SRCBLEND(1) |
			CIK_CB_BLEND_CONTROL__ALPHA_DESTBLEND(13) |
			CIK_CB_BLEND_CONTROL__SEPARATE_ALPHA_BLEND(1) | CIK_CB_BLEND_CONTROL__ENABLE(1));
		cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
		const struct fl_pixel_equation *eq = r.cb.target[0].eq;
		const bool plain = f == 2 || f == 3; /* the smaller and the larger have no factors */

		cr_expect_eq(eq[0].func, func[f]);
		cr_expect_eq(eq[0].src, plain ? FL_PIXEL_BF_ONE : FL_PIXEL_BF_SRC_ALPHA);
		cr_expect_eq(eq[0].dst, plain ? FL_PIXEL_BF_ONE : FL_PIXEL_BF_INV_SRC_ALPHA);
		cr_expect_eq(eq[1].func, FL_PIXEL_FUNC_ADD);
		cr_expect_eq(eq[1].src, FL_PIXEL_BF_ONE);
		cr_expect_eq(eq[1].dst, FL_PIXEL_BF_CONST_COLOR);
		cr_expect(r.cb.target[0].blend && r.cb.target[0].reads);
	}
	/* off: by ENABLE, by BLEND_BYPASS */
	set(&r, CIK_CB_BLEND_CONTROL(0), 4 | 5 << 8);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_not(r.cb.target[0].blend);
	set(&r, CIK_CB_BLEND_CONTROL(0), 4 | 5 << 8 | CIK_CB_BLEND_CONTROL__ENABLE(1));
	set(&r, CIK_CB_COLOR_INFO(0), RGBA8 | CIK_CB_COLOR_INFO__BLEND_BYPASS(1));
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_not(r.cb.target[0].blend);
	end(&r);
}

/* The second source leaves target 1 without its output. */
Test(cik_cb, second_source)
{
	struct cb_rig r = rig(RGBA8);

	set(&r, CIK_CB_TARGET_MASK, 0xff);
	set(&r, CIK_CB_SHADER_MASK, 0xff);
	buffer(&r, 1, RGBA8, THIN_2D);
	set(&r, CIK_CB_BLEND_CONTROL(0), 1 | 15 << 8 | CIK_CB_BLEND_CONTROL__ENABLE(1));
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 1);
	cr_expect_eq(r.cb.target[0].eq[0].dst, FL_PIXEL_BF_SRC1_COLOR);
	cr_expect_eq(r.cb.target[0].path, FL_PIXEL_COLOR_WIDE);
	end(&r);
}

/* Layers of a view, samples, logic operations, a swizzled base, an alpha that reads as 1. */
Test(cik_cb, fields)
{
	struct cb_rig r = rig(RGBA8);

	set(&r, CIK_CB_COLOR_VIEW(0), CIK_CB_COLOR_VIEW__SLICE_START(2) | CIK_CB_COLOR_VIEW__SLICE_MAX(4));
	set(&r, CIK_CB_COLOR_BASE(0), 1 << 12 | 5);
	set(&r, CIK_CB_COLOR_ATTRIB(0), 0x91ce | CIK_CB_COLOR_ATTRIB__FORCE_DST_ALPHA_1(1));
	set(&r, CIK_CB_COLOR_CONTROL, 0x660010);
	cr_assert(mcik_cb_decode(r.c, 1, &r.cb));
	cr_expect_eq(r.cb.target[0].key.layer, 3);
	cr_expect_eq(r.cb.target[0].key.samples, 2);
	cr_expect_eq(r.cb.target[0].key.base, 1 << 20);
	cr_expect(r.cb.rop_on);
	cr_expect_eq(r.cb.rop, 6); /* exclusive or: of s & ~d, and of ~s & d */
	cr_assert(mcik_cb_decode(r.c, 9, &r.cb));
	cr_expect_eq(r.cb.target[0].key.layer, 4);
	set(&r, CIK_CB_COLOR_INFO(0), RGBA32F);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.target[0].ch[3].read, 4);
	cr_expect_eq(r.cb.target[0].key.layer, 2);
	end(&r);
}

Test(cik_cb, resolve)
{
	struct cb_rig r = rig(RGBA8);

	set(&r, CIK_CB_COLOR_ATTRIB(0), 0x91ce);
	buffer(&r, 1, RGBA8, THIN_2D);
	set(&r, CIK_CB_COLOR_CONTROL, RESOLVE);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 1);
	cr_expect_eq(r.cb.resolve.cpp, 4);
	cr_expect_eq(r.cb.resolve.samples, 1);
	cr_expect_eq(r.cb.resolve.base, 2 << 20);
	no_reports(&r.g);
	set(&r, CIK_CB_COLOR_INFO(1), RGB10A2);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_eq(r.cb.n, 0);
	cr_expect(reported(&r.g, FL_WARN, "of one format"));
	fl_model_delete(r.g.m);
}

/* Mistakes that a card would not tell of. */
Test(cik_cb, reports)
{
	static const struct {
		uint32_t reg, value;
		enum fl_severity severity;
		const char *says;
	} mistake[] = {
	    {CIK_CB_COLOR_PITCH(0), 8, FL_WARN, "wants multiples of"},
	    {CIK_CB_COLOR_CONTROL, 0xca0010, FL_WARN, "depends on a pattern"},
	    {CIK_CB_COLOR_CONTROL, 0xcc0040, FL_REFUSE, "MODE 4"},
	    {CIK_CB_BLEND_CONTROL(0), 11 | 1 << 30, FL_WARN, "reserved"},
	    {CIK_CB_BLEND_CONTROL(0), 21 << 8 | 1 << 30, FL_WARN, "reserved"},
	    {CIK_CB_COLOR_ATTRIB(0), LINEAR | 1 << 15, FL_WARN, "several want a tiled"},
	};

	for (unsigned i = 0; i < sizeof(mistake) / sizeof(mistake[0]); i++) {
		struct cb_rig r = rig(RGBA8);

		set(&r, mistake[i].reg, mistake[i].value);
		cr_expect_eq(mcik_cb_decode(r.c, 0, &r.cb), mistake[i].severity != FL_REFUSE, "%u", i);
		cr_expect(reported(&r.g, mistake[i].severity, mistake[i].says), "%u", i);
		fl_model_delete(r.g.m);
	}
	/* integers that would be blended */
	struct cb_rig r = rig(CIK_CB_COLOR_INFO__FORMAT(10) | CIK_CB_COLOR_INFO__NUMBER_TYPE(4));

	set(&r, CIK_CB_BLEND_CONTROL(0), 4 | 5 << 8 | 1 << 30);
	cr_assert(mcik_cb_decode(r.c, 0, &r.cb));
	cr_expect_not(r.cb.target[0].blend);
	cr_expect(reported(&r.g, FL_WARN, "of integers"));
	fl_model_delete(r.g.m);
}
