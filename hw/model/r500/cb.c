/* SPDX-License-Identifier: MIT
 *
 * CB: the color buffer registers and US_OUT_FMT, decoded once a draw. R5xx guide 11.2, 10.5, 10.8; US_OUT_FMT
 * 11.10.
 */
#include "hw/model/pixel/cb.h"

#include <string.h>

#include "hw/model/r500/chips.h"
#include "hw/model/num/num.h"
#include "hw/regs/r500.h"
#include "hw/model/r500/tile_addr.h"

/* ---- formats
 * ------------------------------------------------------------------------------------------------------
 * RB3D_COLORPITCH.COLORFORMAT. C0 is B and the lowest; I8 and UV88 take C2, and C2 (low) and C0 (Mesa
 * r300_texture.c). Their channel masks show which channel stands for which: of UV88 C3 goes with C0 and C1
 * with C2, so the destination is read back that way; of I8 all four are the same. The containers of 10-bit
 * channels (formats 0, 1, 14) are 16 bits wide, the channel in their low bits: assumed. */
static const struct format {
	uint8_t cpp;
	uint8_t at[4], bits[4], read[4];
} formats[16] = {
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB10101010] = {8, {0, 16, 32, 48}, {10, 10, 10, 10}, {0, 1, 2, 3}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__UV1010] = {4, {16, 0, 0, 0}, {10, 0, 10, 0}, {0, 2, 2, 0}},
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
    [R500_RB3D_COLORPITCH__COLORFORMAT__UV88] = {2, {8, 0, 0, 0}, {8, 0, 8, 0}, {0, 2, 2, 0}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__I10] = {2, {0, 0, 0, 0}, {0, 0, 10, 0}, {2, 2, 2, 2}},
    [R500_RB3D_COLORPITCH__COLORFORMAT__ARGB4444] = {2, {0, 4, 8, 12}, {4, 4, 4, 4}, {0, 1, 2, 3}},
};

/* C_6_5_6 has 17 bits by its name; its texture format is C_5_6_5 (guide 3), and so it is taken here. */
const struct mr500_cb_raw mr500_cb_raw[32] = {
    [R500_US_OUT_FMT__OUT_FMT__C_16] = {1, MR500_PACK_FIXED, false, {0}, {16}},
    [R500_US_OUT_FMT__OUT_FMT__C2_16] = {2, MR500_PACK_FIXED, false, {0, 16}, {16, 16}},
    [R500_US_OUT_FMT__OUT_FMT__C4_16] = {4, MR500_PACK_FIXED, false, {0, 16, 32, 48}, {16, 16, 16, 16}},
    [R500_US_OUT_FMT__OUT_FMT__C_16_MPEG] = {1, MR500_PACK_FIXED, true, {0}, {16}},
    [R500_US_OUT_FMT__OUT_FMT__C2_16_MPEG] = {2, MR500_PACK_FIXED, true, {0, 16}, {16, 16}},
    [R500_US_OUT_FMT__OUT_FMT__C2_4] = {2, MR500_PACK_FIXED, false, {0, 4}, {4, 4}},
    [R500_US_OUT_FMT__OUT_FMT__C_3_3_2] = {3, MR500_PACK_FIXED, false, {0, 2, 5}, {2, 3, 3}},
    [R500_US_OUT_FMT__OUT_FMT__C_6_5_6] = {3, MR500_PACK_FIXED, false, {0, 5, 11}, {5, 6, 5}},
    [R500_US_OUT_FMT__OUT_FMT__C_11_11_10] = {3, MR500_PACK_FIXED, false, {0, 10, 21}, {10, 11, 11}},
    [R500_US_OUT_FMT__OUT_FMT__C_10_11_11] = {3, MR500_PACK_FIXED, false, {0, 11, 22}, {11, 11, 10}},
    [R500_US_OUT_FMT__OUT_FMT__C_2_10_10_10] = {4, MR500_PACK_FIXED, false, {0, 10, 20, 30}, {10, 10, 10, 2}},
    [R500_US_OUT_FMT__OUT_FMT__C_16_FP] = {1, MR500_PACK_HALF, false, {0}, {16}},
    [R500_US_OUT_FMT__OUT_FMT__C2_16_FP] = {2, MR500_PACK_HALF, false, {0, 16}, {16, 16}},
    [R500_US_OUT_FMT__OUT_FMT__C4_16_FP] = {4, MR500_PACK_HALF, false, {0, 16, 32, 48}, {16, 16, 16, 16}},
    [R500_US_OUT_FMT__OUT_FMT__C_32_FP] = {1, MR500_PACK_FLOAT, false, {0}, {32}},
    [R500_US_OUT_FMT__OUT_FMT__C2_32_FP] = {2, MR500_PACK_FLOAT, false, {0, 32}, {32, 32}},
    [R500_US_OUT_FMT__OUT_FMT__C4_32_FP] = {4, MR500_PACK_FLOAT, false, {0, 32, 64, 96}, {32, 32, 32, 32}},
};

/* ---- blending ------------------------------------------------------------------------------------------ */
static uint8_t factor(struct mr500 *r, unsigned code)
{
	static const uint8_t d3d[11] = {0,
					MR500_BF_ZERO,
					MR500_BF_ONE,
					MR500_BF_SRC_COLOR,
					MR500_BF_INV_SRC_COLOR,
					MR500_BF_SRC_ALPHA,
					MR500_BF_INV_SRC_ALPHA,
					MR500_BF_DST_ALPHA,
					MR500_BF_INV_DST_ALPHA,
					MR500_BF_DST_COLOR,
					MR500_BF_INV_DST_COLOR};

	if (code >= 1 && code <= 10)
		return d3d[code];
	if (code == R500_RB3D_BLENDCNTL__SRCBLEND__D3D_SRCALPHASAT)
		return MR500_BF_SAT;
	if (code >= R500_RB3D_BLENDCNTL__SRCBLEND__GL_ZERO &&
	    code <= R500_RB3D_BLENDCNTL__SRCBLEND__GL_ONE_MINUS_CONSTANT_ALPHA)
		return (uint8_t)(code - R500_RB3D_BLENDCNTL__SRCBLEND__GL_ZERO);
	mr500_report(r, FL_WARN, "CB", "R5xx guide 11.2", "blend factor %u is reserved: taken as zero", code);
	return MR500_BF_ZERO;
}

static struct mr500_cb_equation equation(struct mr500 *r, uint32_t cntl)
{
	struct mr500_cb_equation e = {.func = R500_RB3D_BLENDCNTL__COMB_FCN__GET(cntl)};
	unsigned src = R500_RB3D_BLENDCNTL__SRCBLEND__GET(cntl),
		 dst = R500_RB3D_BLENDCNTL__DESTBLEND__GET(cntl);

	if (src == R500_RB3D_BLENDCNTL__SRCBLEND__D3D_BOTHSRCALPHA) {
		e.src = MR500_BF_SRC_ALPHA;
		e.dst = MR500_BF_INV_SRC_ALPHA;
	} else if (src == R500_RB3D_BLENDCNTL__SRCBLEND__D3D_BOTHINVSRCALPHA) {
		e.src = MR500_BF_INV_SRC_ALPHA;
		e.dst = MR500_BF_SRC_ALPHA;
	} else if (e.func != R500_RB3D_BLENDCNTL__COMB_FCN__MIN &&
		   e.func != R500_RB3D_BLENDCNTL__COMB_FCN__MAX) {
		e.src = factor(r, src);
		e.dst = factor(r, dst);
	} else { /* forced to one */
		e.src = e.dst = MR500_BF_ONE;
	}
	return e;
}

static bool equation_reads(const struct mr500_cb_equation *e)
{
	return e->dst != MR500_BF_ZERO || e->src == MR500_BF_DST_COLOR || e->src == MR500_BF_INV_DST_COLOR ||
	       e->src == MR500_BF_DST_ALPHA || e->src == MR500_BF_INV_DST_ALPHA || e->src == MR500_BF_SAT;
}

static bool equation_is(const struct mr500_cb_equation *e, unsigned src, unsigned dst)
{
	return e->func <= R500_RB3D_BLENDCNTL__COMB_FCN__ADD_NO_CLAMP && e->src == src && e->dst == dst;
}

static void constant(const struct mr500 *r, struct mr500_cb_target *t)
{
	if (r->variant->kind == MR500_KIND_R5XX) {
		uint32_t ar = R500_REG(r, RB3D_CONSTANT_COLOR_AR), gb = R500_REG(r, RB3D_CONSTANT_COLOR_GB);
		uint32_t c[4] = {gb & 0xffff, gb >> 16, ar & 0xffff, ar >> 16};

		for (unsigned k = 0; k < 4; k++) {
			uint32_t c10 = c[k] & 0x3ff; /* 0.10 fixed */

			if (t->path == MR500_CB_FLOAT)
				t->constant[k] = t->sign ? (float)c10 / 1023.0f : num_from_half(c[k]);
			else
				t->constant[k] = (float)(t->bits == 8 ? (c10 * 255 * 2 + 1023) / 2046 : c10);
		}
		return;
	}
	uint32_t c = R500_REG(r, RB3D_CONSTANT_COLOR);
	for (unsigned k = 0; k < 4; k++) {
		uint32_t c8 = c >> k * 8 & 255;

		t->constant[k] = t->path == MR500_CB_FLOAT ? (float)c8 / 255.0f
				 : t->bits == 8            ? (float)c8
							   : (float)((c8 * 1023 * 2 + 255) / 510);
	}
}

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
	k->endian = R500_RB3D_COLORPITCH__COLORENDIAN__GET(tiling);
	if (samples == 1) { /* R5xx guide 10.8.1: the tiling fields say nothing of a multi-sampled buffer */
		k->micro = R500_RB3D_COLORPITCH__COLORMICROTILE__GET(tiling);
		k->macro = R500_RB3D_COLORPITCH__COLORTILE__GET(tiling);
		k->pitch_px &= ~(mr500_tile_align_w(cpp, k->micro, k->macro) - 1);
	}
	if (k->pitch_px == 0)
		memset(k, 0, sizeof(*k));
}

/* The bits of the pixel that RB3D_COLOR_CHANNEL_MASK lets through. */
static void masks(struct mr500_cb_target *t, const struct format *f, unsigned mask)
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

static bool target(struct mr500 *r, const struct fl_pixel_color *cb, struct mr500_cb_target *t, unsigned i,
		   unsigned from, uint32_t out, uint32_t pitch, uint32_t tiling, unsigned mask,
		   unsigned samples, bool read_enable)
{
	static const uint8_t channel[4] = {3, 0, 1, 2}; /* C*_SEL: A, R, G, B */
	unsigned code = R500_RB3D_COLORPITCH__COLORFORMAT__GET(tiling);
	const struct format *f = &formats[code];
	const struct mr500_cb_raw *raw;
	bool blend = cb->blend, eq_reads = equation_reads(&cb->eq[0]) || equation_reads(&cb->eq[1]);

	t->from = (uint8_t)from;
	t->out_fmt = R500_US_OUT_FMT__OUT_FMT__GET(out) & 31;
	t->sel[0] = channel[R500_US_OUT_FMT__C0_SEL__GET(out)];
	t->sel[1] = channel[R500_US_OUT_FMT__C1_SEL__GET(out)];
	t->sel[2] = channel[R500_US_OUT_FMT__C2_SEL__GET(out)];
	t->sel[3] = channel[R500_US_OUT_FMT__C3_SEL__GET(out)];
	t->sign = R500_US_OUT_FMT__OUT_SIGN__GET(out);
	if (t->out_fmt == R500_US_OUT_FMT__OUT_FMT__UNUSED)
		return true;
	raw = &mr500_cb_raw[t->out_fmt];
	if (!f->cpp) {
		mr500_report(r, FL_REFUSE, "CB", "R5xx guide 11.2",
			     "RB3D_COLORPITCH%u.COLORFORMAT %u is reserved", i, code);
		return false;
	}
	if (t->out_fmt > R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA && !raw->n) {
		mr500_report(r, FL_REFUSE, "US", "R5xx guide 11.10", "US_OUT_FMT_%u.OUT_FMT %u is reserved",
			     from, t->out_fmt);
		return false;
	}

	surface(
	    &t->key, r->reg[R500_RB3D_COLOROFFSET(i) / 4] & R500_RB3D_COLOROFFSET__COLOROFFSET__MASK,
	    R500_RB3D_COLORPITCH__COLORPITCH__GET(pitch) << 1,
	    (tiling & ~(R500_RB3D_COLORPITCH__COLORTILE__MASK | R500_RB3D_COLORPITCH__COLORMICROTILE__MASK)) |
		(pitch &
		 (R500_RB3D_COLORPITCH__COLORTILE__MASK | R500_RB3D_COLORPITCH__COLORMICROTILE__MASK)),
	    f->cpp, samples, i);
	if (samples > 1 && i == 0 && R500_RB3D_CCTL__CMASK_ENABLE__GET(R500_REG(r, RB3D_CCTL)))
		t->key.fast = 1;
	if (samples > 1 && f->cpp != 4 && f->cpp != 8)
		mr500_report(r, FL_WARN, "CB", "R5xx guide 10.8.1",
			     "anti-aliasing of a buffer of %u bits a pixel", f->cpp * 8u);

	t->words = f->cpp <= 4 ? 1 : f->cpp / 4;
	t->yuv = code == R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_VYUY ||
		 code == R500_RB3D_COLORPITCH__COLORFORMAT__YUV422_YVYU;
	for (unsigned k = 0; k < 4; k++)
		t->ch[k] = (struct mr500_cb_channel){f->at[k], f->bits[k], f->read[k]};
	masks(t, f, mask);

	/* Which way it goes. */
	t->bits = t->out_fmt == R500_US_OUT_FMT__OUT_FMT__C4_8 ? 8 : 10;
	t->gamma = t->out_fmt == R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA;
	if (t->out_fmt <= R500_US_OUT_FMT__OUT_FMT__C4_10_GAMMA) {
		t->path = t->sign ? MR500_CB_FLOAT : MR500_CB_FIXED;
		if (f->cpp == 16) {
			mr500_report(
			    r, FL_WARN, "CB", "R5xx guide 11.10",
			    "US_OUT_FMT_%u gives 8 or 10 bits a channel to a buffer of 128 bits a pixel: not "
			    "drawn",
			    from);
			t->path = MR500_CB_NONE;
		}
	} else if (t->out_fmt == R500_US_OUT_FMT__OUT_FMT__C4_16_FP && blend && f->cpp == 8) {
		t->path = MR500_CB_FLOAT;
		t->sign = 0;
	} else {
		t->path = MR500_CB_RAW;
		if (blend)
			mr500_report(
			    r, FL_WARN, "CB", "R5xx guide 10.1.17",
			    "blending is on for US_OUT_FMT_%u.OUT_FMT %u, which the blender cannot take: "
			    "drawn unblended",
			    from, t->out_fmt);
		blend = false;
	}
	t->blend_reads = blend && eq_reads && read_enable;
	if (blend && eq_reads && !read_enable)
		mr500_report(r, FL_WARN, "CB", "R5xx guide 10.5.1",
			     "RB3D_BLENDCNTL.READ_ENABLE is 0 and the blend equation needs the destination: "
			     "taken as 0");
	t->reads = t->blend_reads || t->partial || cb->rop_on;
	constant(r, t);

	bool any = false;
	for (unsigned k = 0; k < t->words; k++)
		any |= t->mask[k] != 0;
	if (!any)
		t->path = MR500_CB_NONE;

	/* The fast ones. */
	if (t->path == MR500_CB_FIXED && t->bits == 8 &&
	    code == R500_RB3D_COLORPITCH__COLORFORMAT__ARGB8888) {
		bool plain = !t->partial && !cb->rop_on && !cb->clrcmp;

		if (plain &&
		    (!blend || (cb->discard == 0 && equation_is(&cb->eq[0], MR500_BF_ONE, MR500_BF_ZERO) &&
				equation_is(&cb->eq[1], MR500_BF_ONE, MR500_BF_ZERO)))) {
			t->path = MR500_CB_STORE8888;
			t->reads = t->blend_reads = false;
		} else if (plain && cb->discard <= 1 && read_enable && !cb->skip0 &&
			   equation_is(&cb->eq[0], MR500_BF_SRC_ALPHA, MR500_BF_INV_SRC_ALPHA) &&
			   equation_is(&cb->eq[1], MR500_BF_SRC_ALPHA, MR500_BF_INV_SRC_ALPHA)) {
			t->path =
			    MR500_CB_OVER8888; /* skip1 does not show: there the destination counts nothing */
		} else if (cb->discard == 0 ||
			   cb->discard == R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ALPHA_LE_THRESHOLD ||
			   cb->discard == R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__SRC_ALPHA_GE_THRESHOLD) {
			t->path = MR500_CB_ANY8888;
		}
	}
	return true;
}

const struct fl_pixel_color *mr500_cb_decode(struct mr500 *r, struct fl_arena *a)
{
	uint32_t cctl = R500_REG(r, RB3D_CCTL), blend = R500_REG(r, RB3D_BLENDCNTL),
		 rop = R500_REG(r, RB3D_ROPCNTL);
	uint32_t mask = R500_REG(r, RB3D_COLOR_CHANNEL_MASK), resolve = R500_REG(r, RB3D_AARESOLVE_CTL);
	uint32_t dither = R500_REG(r, RB3D_DITHER_CTL), pitch0 = r->reg[R500_RB3D_COLORPITCH(0) / 4];
	struct fl_pixel_color *cb = fl_arena_alloc(a, sizeof(*cb), _Alignof(struct fl_pixel_color));
	unsigned samples = aa_samples(r), copies = R500_RB3D_CCTL__NUM_MULTIWRITES__GET(cctl);

	if (!cb)
		return NULL;
	memset(cb, 0, sizeof(*cb));
	cb->blend = R500_RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE__GET(blend);
	if (cb->blend) {
		cb->eq[0] = cb->eq[1] = equation(r, blend);
		if (R500_RB3D_BLENDCNTL__SEPARATE_ALPHA_ENABLE__GET(blend))
			cb->eq[1] = equation(r, R500_REG(r, RB3D_ABLENDCNTL));
		cb->discard = R500_RB3D_BLENDCNTL__DISCARD_SRC_PIXELS__GET(blend);
		if (cb->discard == 7) {
			mr500_report(r, FL_WARN, "CB", "R5xx guide 11.2", "DISCARD_SRC_PIXELS 7 is reserved");
			cb->discard = 0;
		}
		cb->skip0 = R500_RB3D_BLENDCNTL__SRC_ALPHA_0_NO_READ__GET(blend);
		cb->skip1 = R500_RB3D_BLENDCNTL__SRC_ALPHA_1_NO_READ__GET(blend);
	}
	for (unsigned k = 0; k < 4; k++) {
		cb->lte[k] = (uint8_t)(R500_REG(r, RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD) >> k * 8);
		cb->gte[k] = (uint8_t)(R500_REG(r, RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD) >> k * 8);
	}
	cb->rop = R500_RB3D_ROPCNTL__ROP__GET(rop);
	cb->rop_on = R500_RB3D_ROPCNTL__ROP_ENABLE__GET(rop) && cb->rop != 0xc;
	cb->clrcmp = R500_RB3D_CCTL__CLRCMP_FLIPE_ENABLE__GET(cctl);
	cb->cmp_clr = R500_REG(r, RB3D_CLRCMP_CLR);
	cb->cmp_msk = R500_REG(r, RB3D_CLRCMP_MSK);
	cb->cmp_flip = R500_REG(r, RB3D_CLRCMP_FLIPE);
	cb->dither[0] = R500_RB3D_DITHER_CTL__DITHER_MODE__GET(dither);
	cb->dither[1] = R500_RB3D_DITHER_CTL__ALPHA_DITHER_MODE__GET(dither);

	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++) {
		unsigned from = copies ? 0 : i;
		uint32_t out = r->reg[R500_US_OUT_FMT(from) / 4], pitch = r->reg[R500_RB3D_COLORPITCH(i) / 4];
		uint32_t tiling = R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE__GET(cctl) ? pitch : pitch0;
		unsigned m =
		    R500_RB3D_CCTL__INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE__GET(cctl) ? mask >> i * 4 : mask;

		if (copies ? i > copies
			   : R500_US_OUT_FMT__OUT_FMT__GET(out) == R500_US_OUT_FMT__OUT_FMT__UNUSED)
			continue;
		if (!target(r, cb, &cb->target[i], i, from, out, pitch, tiling, m & 15, samples,
			    R500_RB3D_BLENDCNTL__READ_ENABLE__GET(blend)))
			return NULL;
		cb->n = i + 1;
	}

	if (R500_RB3D_AARESOLVE_CTL__AARESOLVE_MODE__GET(resolve) && cb->n) {
		/* The tiling of COLORPITCH0 is the resolve buffer's: R5xx guide 10.8.2. */
		surface(
		    &cb->resolve,
		    R500_REG(r, RB3D_AARESOLVE_OFFSET) & R500_RB3D_AARESOLVE_OFFSET__AARESOLVE_OFFSET__MASK,
		    R500_RB3D_AARESOLVE_PITCH__AARESOLVE_PITCH__GET(R500_REG(r, RB3D_AARESOLVE_PITCH)) << 1,
		    pitch0, cb->target[0].key.cpp, 1, 4);
		if (samples == 1)
			mr500_report(
			    r, FL_WARN, "CB", "R5xx guide 10.8.2",
			    "AARESOLVE_MODE is on and GB_AA_CONFIG says one sample: pixels are copied");
		cb->resolve_gamma = R500_RB3D_AARESOLVE_CTL__AARESOLVE_GAMMA__GET(resolve);
		cb->resolve_alpha = R500_RB3D_AARESOLVE_CTL__AARESOLVE_ALPHA__GET(resolve) &&
				    r->variant->kind == MR500_KIND_R5XX;
		cb->n = 1; /* one buffer at a time */
	}
	return cb;
}
