/* SPDX-License-Identifier: MIT
 *
 * Pixels that are not drawn leave nothing in the caches: these hold nothing of them, and no flush writes a
 * byte there.
 */
#include <criterion/criterion.h>

#include "tests/unit/r500/test_rb_rig.h"

enum {
	ARGB8888 = 6,
	OVER = 1 | 4 | 38 << 16 | 39 << 24, /* ALPHA_BLEND_ENABLE, READ_ENABLE; SRC_ALPHA, 1 - SRC_ALPHA */
	MULTIPLY = 1 | 4 | 36 << 16 | 32 << 24,
	DISCARD_A = 1 << 3, /* DISCARD_SRC_PIXELS: where alpha is 0 */
};

/* The ways that a color takes, by format, what leaves the shader, blending, mask and operation. */
static const struct way {
	const char *name;
	unsigned format, out_fmt;
	uint32_t blend, mask, rop;
} ways[] = {
    {"stored", ARGB8888, 0x1b00, 0, 15, 0},
    {"blended over", ARGB8888, 0x1b00, OVER, 15, 0},
    {"multiplied", ARGB8888, 0x1b00, MULTIPLY, 15, 0},
    {"three channels", ARGB8888, 0x1b00, 0, 7, 0},
    {"inverted", ARGB8888, 0x1b00, 0, 15, 1 << 2 | 5 << 8},
    {"16 bits", 4, 0x1b00, 0, 15, 0},
    {"16 bits, blended", 4, 0x1b00, OVER, 15, 0},
    {"10 bits", 5, 0x1b01, 0, 15, 0},
    {"halves", 10, 0x1b00 | R500_US_OUT_FMT__OUT_FMT__C4_16_FP, 0, 15, 0},
    {"halves, blended", 10, 0x1b00 | R500_US_OUT_FMT__OUT_FMT__C4_16_FP, OVER, 15, 0},
    {"floats", 7, 0x1b00 | R500_US_OUT_FMT__OUT_FMT__C4_32_FP, 0, 15, 0},
};
enum { WAYS = sizeof(ways) / sizeof(*ways), PITCH = 256, BACKGROUND = 0xa5c35a3c };

static void set(struct rb_rig *g, const struct way *w)
{
	rig_fill(g, 0, PITCH * 64 * 16, BACKGROUND);
	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	rig_set(g, R500_RB3D_COLORPITCH(0), PITCH | w->format << 21);
	rig_set(g, R500_US_OUT_FMT(0), w->out_fmt);
	rig_set(g, R500_RB3D_BLENDCNTL, w->blend);
	rig_set(g, R500_RB3D_COLOR_CHANNEL_MASK, w->mask);
	rig_set(g, R500_RB3D_ROPCNTL, w->rop);
	cr_assert(rig_open(g, 0, 0), "%s", w->name);
	rig_color(g, 0, 0.25f, 0.5f, 0.75f, 1.0f);
}

/* Do the caches hold anything of the rows from `from` to before `to`? */
static bool holds(const struct rb_rig *g, unsigned from, unsigned to)
{
	const uint32_t row_B = PITCH * g->t->tile.color[0]->cpp;
	const char *which;

	return mr500_rb_holds(g->r, RIG_BASE + from * row_B, (to - from) * row_B, &which);
}

/* Are these rows as they were, after a flush? */
static bool untouched(struct rb_rig *g, unsigned from, unsigned to)
{
	const uint32_t row_B = PITCH * g->t->tile.color[0]->cpp;
	bool same = true;

	rig_set(g, R500_RB3D_DSTCACHE_CTLSTAT, 0xa);
	for (uint32_t at = from * row_B; at < to * row_B; at += 4)
		same &= rig_dword(g, at) == BACKGROUND;
	return same;
}

/* A wave of two quads in blocks far from each other; the first of them is off. */
Test(rb_clean, quads_that_are_off)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < WAYS; k++) {
			struct fl_wave *w = &g->t->wave;

			set(g, &ways[k]);
			w->n_quads = 2;
			w->block = false;
			w->back = 0;
			w->qx[0] = w->qy[0] = w->qx[1] = 0;
			w->qy[1] = 32;
			w->cover[0] = 0xf0;
			rig_run_cb(g, isa[i]);
			cr_expect_not(holds(g, 0, 32), "%s", ways[k].name);
			cr_expect(holds(g, 32, 34), "%s", ways[k].name);
			cr_expect(untouched(g, 0, 32), "%s", ways[k].name);
			cr_expect_not(untouched(g, 32, 34), "%s", ways[k].name);
			fl_arena_reset(&g->arena);
		}
	rb_rig_delete(g);
}

/* Of one sample nothing but the first mask says what is covered, whatever stands in the masks of the others:
 * half of a block whose other half memory has. */
Test(rb_clean, masks_of_no_sample)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < WAYS; k++) {
			set(g, &ways[k]);
			rig_block(g, 8, 8, 0xffffffff);
			for (unsigned s = 1; s < FL_WAVE_SAMPLES; s++)
				g->t->wave.cover[s] = ~0ull;
			rig_run_cb(g, isa[i]);
			cr_expect_not(holds(g, 12, 64), "%s", ways[k].name);
			cr_expect(untouched(g, 12, 64), "%s", ways[k].name);
			cr_expect_not(untouched(g, 8, 12), "%s", ways[k].name);
			fl_arena_reset(&g->arena);
		}
	rb_rig_delete(g);
}

/* No pixel of a wave is drawn: its lanes are off, all channels are masked, or what is blended is discarded by
 * an alpha of 0. */
Test(rb_clean, waves_of_nothing)
{
	struct rb_rig *g = rb_rig_new("r580");
	enum { OFF, MASKED, DISCARDED, WHYS };
	enum fl_isa isa[4];
	unsigned n = rig_isas(isa);

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < WAYS * WHYS; k++) {
			struct way w = ways[k % WAYS];
			const unsigned why = k / WAYS;

			if (why == DISCARDED && !w.blend)
				continue;
			w.mask = why == MASKED ? 0 : w.mask;
			w.blend |= why == DISCARDED ? DISCARD_A : 0;
			set(g, &w);
			if (why == DISCARDED)
				rig_color(g, 0, 0.25f, 0.5f, 0.75f, 0);
			rig_block(g, 8, 8, why == OFF ? 0 : ~0ull);
			rig_run_cb(g, isa[i]);
			cr_expect_not(holds(g, 0, 64), "%s, %u", w.name, why);
			cr_expect(untouched(g, 0, 64), "%s, %u", w.name, why);
			fl_arena_reset(&g->arena);
		}
	rb_rig_delete(g);
}
