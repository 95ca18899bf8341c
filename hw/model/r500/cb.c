/* SPDX-License-Identifier: MIT
 *
 * CB: the color buffer registers and US_OUT_FMT, decoded once a draw. R5xx guide 11.2, 10.5, 10.8; US_OUT_FMT
 * 11.10.
 */
#include "hw/model/r500/cb.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/r500/surface.h"
#include "hw/model/r500/tile_addr.h"

/* ---- formats -------------------------------------------------------------------------------------------
 * RB3D_COLORPITCH.COLORFORMAT. C0 is B and the lowest; I8 and UV88 take C2, and C2 (low) and C0 (Mesa
 * r300_texture.c). Their channel masks show which channel stands for which: of UV88 C1 goes with C2, so the
 * destination is read back that way; of I8 all four are the same. Alpha of UV88 reads as 1: on a real RV530
 * piglit's fbo-blending-formats passes for GL_RG8, whose factor DST_ALPHA is to be 1, and fails for
 * GL_LUMINANCE8_ALPHA8, whose is to be C0, and Mesa sends both the same. The containers of 10-bit channels
 * (formats 0, 1, 14) are 16 bits wide, the channel in their low bits: assumed. */
static const struct format {
	uint8_t cpp;
	uint8_t at[4], bits[4], read[4];
} formats[16] = {
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB10101010] = {8, {0, 16, 32, 48}, {10, 10, 10, 10}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__UV1010] = {4, {16, 0, 0, 0}, {10, 0, 10, 0}, {0, 2, 2, 4}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB1555] = {2, {0, 5, 10, 15}, {5, 5, 5, 1}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__RGB565] = {2, {0, 5, 11, 0}, {5, 6, 5, 0}, {0, 1, 2, 4}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB2101010] = {4, {0, 10, 20, 30}, {10, 10, 10, 2}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB8888] = {4, {0, 8, 16, 24}, {8, 8, 8, 8}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB32323232] = {16, {0, 32, 64, 96}, {32, 32, 32, 32}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__I8] = {1, {0, 0, 0, 0}, {0, 0, 8, 0}, {2, 2, 2, 2}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB16161616] = {8, {0, 16, 32, 48}, {16, 16, 16, 16}, {0, 1, 2, 3}},
    /* 4:2:2, a pixel's 16 bits are Y and one of U, V in turn; C0 is U, C1 Y, C2 V (TX's AVYU). Every pixel
     * gives its own: U of the even ones, V of the odd ones. VYUY has Y low (guide 3: V Y1 U Y0), YVYU has it
     * high. */
    [R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_VYUY] = {2, {8, 0, 0, 0}, {8, 8, 0, 0}, {0, 1, 0, 4}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_YVYU] = {2, {0, 8, 0, 0}, {8, 8, 0, 0}, {0, 1, 0, 4}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__UV88] = {2, {8, 0, 0, 0}, {8, 0, 8, 0}, {0, 2, 2, 4}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__I10] = {2, {0, 0, 0, 0}, {0, 0, 10, 0}, {2, 2, 2, 2}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB4444] = {2, {0, 4, 8, 12}, {4, 4, 4, 4}, {0, 1, 2, 3}},
};

/* US_OUT_FMT of other kinds than C4_8 and C4_10 (16 and 32 bits a channel, small ones) are packed as they
 * are, whatever the buffer's format: the drivers pair them with one of as many bits a pixel (C_16 with UV88,
 * C2_16 with ARGB8888 ...). C_6_5_6 has 17 bits by its name; its texture format is C_5_6_5 (guide 3), and so
 * it is taken here. C2_32_FP is C0 and C2, not C0 and C1: Mesa's r300 wires a format of two floats so
 * (r300_texture.c, r300_translate_out_fmt), and tests of RG32F pass on a real RV530. */
#define IN_ORDER           \
	{                  \
		0, 1, 2, 3 \
	}
static const struct fl_pixel_raw raws[32] = {
    [R500_US_OUT_FMT__OUT_FMT__C_16] = {1, FL_PIXEL_PACK_FIXED, {0}, {16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C2_16] = {2, FL_PIXEL_PACK_FIXED, {0, 16}, {16, 16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C4_16] = {4, FL_PIXEL_PACK_FIXED, {0, 16, 32, 48}, {16, 16, 16, 16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_16_MPEG] = {1, FL_PIXEL_PACK_FIXED, {0}, {16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C2_16_MPEG] = {2, FL_PIXEL_PACK_FIXED, {0, 16}, {16, 16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C2_4] = {2, FL_PIXEL_PACK_FIXED, {0, 4}, {4, 4}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_3_3_2] = {3, FL_PIXEL_PACK_FIXED, {0, 2, 5}, {2, 3, 3}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_6_5_6] = {3, FL_PIXEL_PACK_FIXED, {0, 5, 11}, {5, 6, 5}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_11_11_10] = {3, FL_PIXEL_PACK_FIXED, {0, 10, 21}, {10, 11, 11}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_10_11_11] = {3, FL_PIXEL_PACK_FIXED, {0, 11, 22}, {11, 11, 10}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_2_10_10_10] =
	{4, FL_PIXEL_PACK_FIXED, {0, 10, 20, 30}, {10, 10, 10, 2}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_16_FP] = {1, FL_PIXEL_PACK_HALF, {0}, {16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C2_16_FP] = {2, FL_PIXEL_PACK_HALF, {0, 16}, {16, 16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C4_16_FP] =
	{4, FL_PIXEL_PACK_HALF, {0, 16, 32, 48}, {16, 16, 16, 16}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C_32_FP] = {1, FL_PIXEL_PACK_FLOAT, {0}, {32}, IN_ORDER},
    [R500_US_OUT_FMT__OUT_FMT__C2_32_FP] = {2, FL_PIXEL_PACK_FLOAT, {0, 32}, {32, 32}, {0, 2}},
    [R500_US_OUT_FMT__OUT_FMT__C4_32_FP] =
	{4, FL_PIXEL_PACK_FLOAT, {0, 32, 64, 96}, {32, 32, 32, 32}, IN_ORDER},
};

/* ---- targets ------------------------------------------------------------------------------------------- */
static unsigned aa_samples(const struct mr500 *r)
{
	static const uint8_t n[4] = {2, 3, 4, 6};
	uint32_t aa = R500_REG(r, GB_AA_CONFIG);

	return R500_GB_AA_CONFIG__AA_ENABLE__GET(aa) ? n[R500_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__GET(aa)] : 1;
}

static void surface(struct fl_tile_key *k, uint32_t base, uint32_t pitch_px, uint32_t tiling, unsigned cpp,
		    unsigned samples, unsigned slot)
{
	memset(k, 0, sizeof(*k));
	k->base = base;
	k->pitch_px = pitch_px;
	k->cpp = (uint8_t)cpp;
	k->samples = (uint8_t)samples;
	k->slot = (uint8_t)slot;
	k->swap = mr500_surface_swap(R500_RB3D_COLORPITCH__COLORENDIAN__GET(tiling));
	if (samples == 1) { /* R5xx guide 10.8.1: the tiling fields say nothing of a multi-sampled buffer */
		k->micro = R500_RB3D_COLORPITCH__COLORMICROTILE__GET(tiling);
		k->macro = R500_RB3D_COLORPITCH__COLORTILE__GET(tiling);
		k->pitch_px &= ~(mr500_tile_align_w(cpp, k->micro, k->macro) - 1);
	}
	if (k->pitch_px == 0)
		memset(k, 0, sizeof(*k));
}

/* The bits of the pixel that RB3D_COLOR_CHANNEL_MASK lets through. */
static void masks(struct fl_pixel_target *t, const struct format *f, unsigned mask)
{
	bool all = true;

	for (unsigned k = 0; k < 4; k++) {
		unsigned on = mask >> k & 1, bits = f->bits[k], at = f->at[k];

		if (t->yuv && k == 0) /* the byte is U's or V's */
			on |= mask >> 2 & 1;
		if (!bits)
			continue;
		all &= on;
		if (on)
			t->mask[at / 32] |= (bits == 32 ? ~0u : (1u << bits) - 1) << at % 32;
	}
	if (all) {
		memset(t->mask, 0xff, sizeof(t->mask));
		if (f->cpp < 4)
			t->mask[0] = (1u << f->cpp * 8) - 1;
	}
	t->partial = !all;
}

/* One render target: the registers that count for it. */
struct source {
	unsigned i, from;       /* color buffer, and output of the shader */
	uint32_t out;           /* US_OUT_FMT */
	uint32_t pitch, tiling; /* RB3D_COLORPITCH: its own, and the one whose format counts */
	unsigned mask;          /* of channels */
	unsigned samples;
};

static unsigned out_fmt(const struct source *s)
{
	return R500_US_OUT_FMT__OUT_FMT__GET(s->out);
}

static unsigned color_format(const struct source *s)
{
	return R500_RB3D_COLORPITCH__COLORFORMAT__GET(s->tiling);
}

/* What leaves the shader. */
static bool output(struct mr500 *r, struct fl_pixel_target *t, const struct source *s)
{
	static const uint8_t channel[4] = {3, 0, 1, 2}; /* C*_SEL: A, R, G, B */

	t->from = (uint8_t)s->from;
	t->sel[0] = channel[R500_US_OUT_FMT__C0_SEL__GET(s->out)];
	t->sel[1] = channel[R500_US_OUT_FMT__C1_SEL__GET(s->out)];
	t->sel[2] = channel[R500_US_OUT_FMT__C2_SEL__GET(s->out)];
	t->sel[3] = channel[R500_US_OUT_FMT__C3_SEL__GET(s->out)];
	t->sign = R500_US_OUT_FMT__OUT_SIGN__GET(s->out);
	t->raw = raws[out_fmt(s)];
	t->bits = out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__C4_8 ? 8 : 10;
	t->gamma = out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA;
	if (out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__UNUSED ||
	    out_fmt(s) <= R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA || t->raw.n)
		return true;
	mr500_report(r, FL_REFUSE, "US", "R5xx guide 11.10", "US_OUT_FMT_%u.OUT_FMT %u is reserved", s->from,
		     out_fmt(s));
	return false;
}

/* The buffer that it goes to. */
static void buffer(struct mr500 *r, struct fl_pixel_target *t, const struct source *s)
{
	const uint32_t tiled =
	    R500_RB3D_COLORPITCH__COLORTILE__MASK | R500_RB3D_COLORPITCH__COLORMICROTILE__MASK;
	const struct format *f = &formats[color_format(s)];

	surface(&t->key, r->reg[R500_RB3D_COLOROFFSET(s->i) / 4] & R500_RB3D_COLOROFFSET__COLOROFFSET__MASK,
		R500_RB3D_COLORPITCH__COLORPITCH__GET(s->pitch) << 1,
		(s->tiling & ~tiled) | (s->pitch & tiled), f->cpp, s->samples, s->i);
	if (s->samples > 1 && s->i == 0 && R500_RB3D_CCTL__CMASK_ENABLE__GET(R500_REG(r, RB3D_CCTL)))
		t->key.fast = 1;
	if (s->samples > 1 && f->cpp != 4 && f->cpp != 8)
		mr500_report(r, FL_WARN, "CB", "R5xx guide 10.8.1",
			     "anti-aliasing of a buffer of %u bits a pixel", f->cpp * 8u);
	t->words = f->cpp <= 4 ? 1 : f->cpp / 4;
	t->yuv = color_format(s) == R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_VYUY ||
		 color_format(s) == R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_YVYU;
	for (unsigned k = 0; k < 4; k++)
		t->ch[k] = (struct fl_pixel_channel){f->at[k], f->bits[k], f->read[k]};
	masks(t, f, s->mask);
}

/* Which way it goes: with the blender, and how, or around it. */
static void choose_path(struct mr500 *r, const struct fl_pixel_color *cb, struct fl_pixel_target *t,
			const struct source *s, const struct mr500_cb_blend *b)
{
	const struct format *f = &formats[color_format(s)];
	bool blend = b->on;

	if (out_fmt(s) <= R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA) {
		t->path = t->sign ? FL_PIXEL_COLOR_FLOAT : FL_PIXEL_COLOR_FIXED;
		if (f->cpp == 16) {
			mr500_report(
			    r, FL_WARN, "CB", "R5xx guide 11.10",
			    "US_OUT_FMT_%u gives 8 or 10 bits a channel to a buffer of 128 bits a pixel: not "
			    "drawn",
			    s->from);
			t->path = FL_PIXEL_COLOR_NONE;
		}
	} else if (out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__C4_16_FP && blend && f->cpp == 8) {
		t->path = FL_PIXEL_COLOR_FLOAT;
		t->sign = 0;
	} else {
		t->path = FL_PIXEL_COLOR_RAW;
		if (out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__C_16_MPEG ||
		    out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__C2_16_MPEG)
			t->sign = 15;
		if (blend)
			mr500_report(
			    r, FL_WARN, "CB", "R5xx guide 10.1.17",
			    "blending is on for US_OUT_FMT_%u.OUT_FMT %u, which the blender cannot take: "
			    "drawn unblended",
			    s->from, out_fmt(s));
		blend = false;
	}
	t->blend_reads = blend && b->eq_reads && b->read_enable;
	if (blend && b->eq_reads && !b->read_enable)
		mr500_report(r, FL_WARN, "CB", "R5xx guide 10.5.1",
			     "RB3D_BLENDCNTL.READ_ENABLE is 0 and the blend equation needs the destination: "
			     "taken as 0");
	t->reads = t->blend_reads || t->partial || cb->rop_on;

	bool any = false;
	for (unsigned k = 0; k < t->words; k++)
		any |= t->mask[k] != 0;
	if (!any)
		t->path = FL_PIXEL_COLOR_NONE;
}

/* Four bytes have faster ways. */
static void choose_8888(const struct fl_pixel_color *cb, struct fl_pixel_target *t,
			const struct mr500_cb_blend *b)
{
	bool plain = !t->partial && !cb->rop_on && !cb->compare;
	/* DISCARD_SRC_PIXELS looks at alpha at most */
	bool alpha_alone = cb->discard == 0 || cb->discard == 8;

	if (plain &&
	    (!b->on || (cb->discard == 0 && mr500_cb_blend_is(b, FL_PIXEL_BF_ONE, FL_PIXEL_BF_ZERO)))) {
		t->path = FL_PIXEL_COLOR_STORE8888;
		t->reads = t->blend_reads = false;
	} else if (plain && alpha_alone && !cb->discard_ge && b->read_enable && !cb->skip0 &&
		   mr500_cb_blend_is(b, FL_PIXEL_BF_SRC_ALPHA, FL_PIXEL_BF_INV_SRC_ALPHA)) {
		/* skip1 does not show: there the destination counts nothing */
		t->path = FL_PIXEL_COLOR_OVER8888;
	} else if (alpha_alone) {
		t->path = FL_PIXEL_COLOR_ANY8888;
	}
}

/* RB3D_DITHER_CTL. Of C4_10, whose alpha has two bits left in ARGB2101010, truncation gives the nearest
 * value: that is what Mesa's streams, which always leave the register 0, want drawn (0.8 is 2, not 3). The
 * chip's table is not published. */
static uint8_t dither(const struct fl_pixel_target *t, unsigned mode)
{
	if (mode == R500_RB3D_DITHER_CTL__DITHER_MODE__LUT_DITHER)
		return FL_PIXEL_DITHER;
	return mode == R500_RB3D_DITHER_CTL__DITHER_MODE__TRUNCATE && t->bits == 8 ? FL_PIXEL_TRUNCATE
										   : FL_PIXEL_ROUND;
}

static bool target(struct mr500 *r, const struct fl_pixel_color *cb, struct fl_pixel_target *t,
		   const struct source *s, const struct mr500_cb_blend *b)
{
	uint32_t ctl = R500_REG(r, RB3D_DITHER_CTL);

	if (out_fmt(s) != R500_US_OUT_FMT__OUT_FMT__UNUSED && !formats[color_format(s)].cpp) {
		mr500_report(r, FL_REFUSE, "CB", "R5xx guide 11.2",
			     "RB3D_COLORPITCH%u.COLORFORMAT %u is reserved", s->i, color_format(s));
		return false;
	}
	if (!output(r, t, s))
		return false;
	if (out_fmt(s) == R500_US_OUT_FMT__OUT_FMT__UNUSED)
		return true;
	buffer(r, t, s);
	t->blend = b->on;
	memcpy(t->eq, b->eq, sizeof(t->eq));
	t->dither[0] = dither(t, R500_RB3D_DITHER_CTL__DITHER_MODE__GET(ctl));
	t->dither[1] = dither(t, R500_RB3D_DITHER_CTL__ALPHA_DITHER_MODE__GET(ctl));
	choose_path(r, cb, t, s, b);
	mr500_cb_constant(r, t);
	if (color_format(s) == R500_RB3D_COLORPITCH__COLORFORMAT__I8 ||
	    color_format(s) == R500_RB3D_COLORPITCH__COLORFORMAT__I10) {
		/* Mesa (r300_state.c) puts the constant of a single channel, be it red or alpha, into green,
		 * and piglit's fbo-blending-formats passes for GL_R8 and GL_ALPHA8 on a real RV530. */
		for (unsigned k = 0; k < 4; k++)
			t->constant[k] = t->constant[1];
	}
	if (t->path == FL_PIXEL_COLOR_FIXED && t->bits == 8 &&
	    color_format(s) == R500_RB3D_COLORPITCH__COLORFORMAT__ARGB8888)
		choose_8888(cb, t, b);
	return true;
}

/* AARESOLVE: R5xx guide 10.8.2. */
static void resolve(struct mr500 *r, struct fl_pixel_color *cb, unsigned samples)
{
	uint32_t ctl = R500_REG(r, RB3D_AARESOLVE_CTL);

	if (!R500_RB3D_AARESOLVE_CTL__AARESOLVE_MODE__GET(ctl) || !cb->n)
		return;
	/* The tiling of COLORPITCH0 is the resolve buffer's. */
	surface(&cb->resolve,
		R500_REG(r, RB3D_AARESOLVE_OFFSET) & R500_RB3D_AARESOLVE_OFFSET__AARESOLVE_OFFSET__MASK,
		R500_RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH__GET(R500_REG(r, RB3D_AARESOLVE_PITCH)) << 1,
		r->reg[R500_RB3D_COLORPITCH(0) / 4], cb->target[0].key.cpp, 1, MR500_MAX_TARGETS);
	if (samples == 1)
		mr500_report(r, FL_WARN, "CB", "R5xx guide 10.8.2",
			     "AARESOLVE_MODE is on and GB_AA_CONFIG says one sample: pixels are copied");
	cb->resolve_gamma = R500_RB3D_AARESOLVE_CTL__AARESOLVE_GAMMA__GET(ctl);
	cb->resolve_alpha =
	    R500_RB3D_AARESOLVE_CTL__AARESOLVE_ALPHA__GET(ctl) && r->variant->kind == MR500_KIND_R5XX;
	cb->n = 1; /* one buffer at a time */
}

const struct fl_pixel_color *mr500_cb_decode(struct mr500 *r, struct fl_arena *a)
{
	enum { ROP_COPY = 0xc };
	uint32_t cctl = R500_REG(r, RB3D_CCTL), rop = R500_REG(r, RB3D_ROPCNTL);
	uint32_t mask = R500_REG(r, RB3D_COLOR_CHANNEL_MASK), pitch0 = r->reg[R500_RB3D_COLORPITCH(0) / 4];
	struct fl_pixel_color *cb = fl_arena_alloc(a, sizeof(*cb), _Alignof(struct fl_pixel_color));
	unsigned samples = aa_samples(r), copies = R500_RB3D_CCTL__NUM_MULTIWRITES__GET(cctl);
	struct mr500_cb_blend blend = {.on = false};

	if (!cb)
		return NULL;
	memset(cb, 0, sizeof(*cb));
	mr500_cb_blend_decode(r, cb, &blend);
	cb->rop = R500_RB3D_ROPCNTL__ROP__GET(rop);
	cb->rop_on = R500_RB3D_ROPCNTL__ROP_ENABLE__GET(rop) && cb->rop != ROP_COPY;
	/* RB3D_CLRCMP_*: a color that the 2D engine would key away is flipped to another (Rage 128's
	 * CMP_EQ_FLIP). */
	cb->compare = R500_RB3D_CCTL__CLRCMP_FLIPE_ENABLE__GET(cctl);
	cb->cmp_clr = R500_REG(r, RB3D_CLRCMP_CLR);
	cb->cmp_msk = R500_REG(r, RB3D_CLRCMP_MSK);
	cb->cmp_flip = R500_REG(r, RB3D_CLRCMP_FLIPE);

	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++) {
		unsigned from = copies ? 0 : i;
		uint32_t pitch = r->reg[R500_RB3D_COLORPITCH(i) / 4];
		bool own_mask = R500_RB3D_CCTL__INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE__GET(cctl);
		const struct source s = {
		    .i = i,
		    .from = from,
		    .out = r->reg[R500_US_OUT_FMT(from) / 4],
		    .pitch = pitch,
		    .tiling = R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE__GET(cctl) ? pitch : pitch0,
		    .mask = (own_mask ? mask >> i * 4 : mask) & 15,
		    .samples = samples,
		};

		if (copies ? i > copies : out_fmt(&s) == R500_US_OUT_FMT__OUT_FMT__UNUSED)
			continue;
		if (!target(r, cb, &cb->target[i], &s, &blend))
			return NULL;
		cb->n = i + 1;
	}
	resolve(r, cb, samples);
	return cb;
}
