/* SPDX-License-Identifier: MIT
 *
 * State of the targets: color and depth buffers, their formats, samples.
 */
#include "hw/regs/r500.h"
#include "lib/r500/draw_state.h"
#include "lib/r500/program_state.h"

uint32_t *fl_r500_draw_flush(uint32_t *p)
{
	/* Flush and free both caches, and let the command processor wait for it, as Linux's radeon driver
	 * does (r300.c, r300_ring_start()). */
	p = r500_pm4_reg(p, R500_RB3D_DSTCACHE_CTLSTAT,
			 R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(2) | R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(2));
	p = r500_pm4_reg(p, R500_ZB_ZCACHE_CTLSTAT,
			 R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(1) | R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(1));
	return r500_pm4_reg(p, R500_WAIT_UNTIL, R500_WAIT_UNTIL__WAIT_3D_IDLECLEAN(1));
}

/* ---- color formats ------------------------------------------------------------------------------------ */
/* What the color buffer stores are four channels C0 to C3, C0 lowest; US_OUT_FMT says which color goes to
 * which. I8 stores C2, UV88 C2 below C0. The formats with numbers of 16 and 32 bits are packed by the
 * fragment shader, into C0, C1, … from the lowest bits on, and stored as some format of as many bits (Mesa
 * r300_texture.c: r300_translate_colorformat(), r300_translate_out_fmt(), where GR32F takes C0 and C2; all
 * that is not named there repeats one of them here). */
enum { A, R, G, B }; /* as US_OUT_FMT counts them */
#define CHANNELS(c0, c1, c2, c3) ((c0) | (c1) << 2 | (c2) << 4 | (c3) << 6)
#define BGRA                     CHANNELS(B, G, R, A)
#define RGBA                     CHANNELS(R, G, B, A)
#define ONE(c)                   CHANNELS(c, c, c, c)
#define TWO(c, other)            CHANNELS(c, other, other, other) /* C0, and C1 or C2 */
#define HALVES(c, other)         CHANNELS(c, c, other, other)
#define STORED(f)                R500_RB3D_COLORPITCH__COLORFORMAT__##f
#define PACKED(f)                R500_US_OUT_FMT__OUT_FMT__##f

static const struct target_format {
	uint8_t stored, packed;
	uint8_t channels; /* which color each of C0 to C3 is */
	uint8_t masks;    /* which color's mask holds for the bits of each */
} formats[FL_FORMAT_COUNT] = {
    [FL_C8] = {STORED(I8), PACKED(C4_8), ONE(G), ONE(G)},
    [FL_A8] = {STORED(I8), PACKED(C4_8), ONE(A), ONE(A)},
    [FL_LA88] = {STORED(UV88), PACKED(C4_8), TWO(A, G), HALVES(A, G)},
    [FL_ARGB1555] = {STORED(ARGB1555), PACKED(C4_8), BGRA, BGRA},
    [FL_RGB565] = {STORED(RGB565), PACKED(C4_8), BGRA, BGRA},
    [FL_ARGB4444] = {STORED(ARGB4444), PACKED(C4_8), BGRA, BGRA},
    [FL_ARGB8888] = {STORED(ARGB8888), PACKED(C4_8), BGRA, BGRA},
    [FL_ABGR8888] = {STORED(ARGB8888), PACKED(C4_8), RGBA, RGBA},
    [FL_ARGB2101010] = {STORED(ARGB2101010), PACKED(C4_10), BGRA, BGRA},
    [FL_R16] = {STORED(UV88), PACKED(C_16), ONE(R), ONE(R)},
    [FL_GR1616] = {STORED(ARGB8888), PACKED(C2_16), TWO(R, G), HALVES(R, G)},
    [FL_ABGR16161616] = {STORED(ARGB16161616), PACKED(C4_16), RGBA, RGBA},
    [FL_R16F] = {STORED(UV88), PACKED(C_16_FP), ONE(R), ONE(R)},
    [FL_GR16F] = {STORED(ARGB8888), PACKED(C2_16_FP), TWO(R, G), HALVES(R, G)},
    [FL_ABGR16F] = {STORED(ARGB16161616), PACKED(C4_16_FP), RGBA, RGBA},
    [FL_R32F] = {STORED(ARGB8888), PACKED(C_32_FP), ONE(R), ONE(R)},
    [FL_GR32F] = {STORED(ARGB16161616), PACKED(C2_32_FP), TWO(R, G), HALVES(R, G)},
    [FL_ABGR32F] = {STORED(ARGB32323232), PACKED(C4_32_FP), RGBA, RGBA},
};

const struct fl_surface *fl_r500_target(const struct fl_draw *d, uint32_t i)
{
	return i ? &d->more_color[i - 1] : &d->color_buffer;
}

uint32_t fl_r500_target_channel(const struct fl_draw *d, uint32_t i, uint32_t place)
{
	/* A, R, G, B to the order of colors in numbers: R, G, B, A */
	return ((formats[fl_r500_target(d, i)->format % FL_FORMAT_COUNT].channels >> 2 * place & 3u) + 3) & 3;
}

uint32_t fl_r500_target_mask(const struct fl_draw *d, uint32_t color_mask)
{
	uint32_t out = 0;

	if (color_mask == 15) /* nearly always: whatever the places hold */
		return (1u << 4 * d->n_color) - 1;
	for (uint32_t i = 0; i < d->n_color; i++) {
		uint32_t masks = formats[fl_r500_target(d, i)->format % FL_FORMAT_COUNT].masks;

		for (uint32_t place = 0; place < 4; place++)
			out |= (color_mask >> (((masks >> 2 * place & 3) + 3) & 3) & 1) << (4 * i + place);
	}
	return out;
}

/* COLORMICROTILE, DEPTHMICROTILE: 0 linear, 1 tiled, 2 square */
static uint32_t micro(const struct fl_surface *s)
{
	return s->tiling & FL_SQUARE ? 2 : s->tiling & FL_MICRO ? 1 : 0;
}

uint32_t *fl_r500_draw_color_buffer(const struct fl_draw *d, uint32_t *p, uint32_t i,
				    const struct fl_surface *s, const struct fl_surface *tiled_as)
{
	p = r500_pm4_reg(p, R500_RB3D_COLOROFFSET(i), (uint32_t)(d->chip.vram_addr + s->offset_B));
	return r500_pm4_reg(
	    p, R500_RB3D_COLORPITCH(i),
	    R500_RB3D_COLORPITCH__COLORPITCH(s->pitch_px >> 1) |
		R500_RB3D_COLORPITCH__COLORTILE(tiled_as->tiling & FL_MACRO ? 1u : 0u) |
		R500_RB3D_COLORPITCH__COLORMICROTILE(micro(tiled_as)) |
		R500_RB3D_COLORPITCH__COLORFORMAT(formats[s->format % FL_FORMAT_COUNT].stored));
}

uint32_t fl_r500_out_fmt(const struct fl_surface *s)
{
	const struct target_format *f = &formats[s->format % FL_FORMAT_COUNT];

	return R500_US_OUT_FMT__OUT_FMT(f->packed) | R500_US_OUT_FMT__C0_SEL(f->channels & 3u) |
	       R500_US_OUT_FMT__C1_SEL(f->channels >> 2 & 3u) |
	       R500_US_OUT_FMT__C2_SEL(f->channels >> 4 & 3u) | R500_US_OUT_FMT__C3_SEL(f->channels >> 6);
}

uint32_t *fl_r500_draw_outputs(const struct fl_draw *d, uint32_t *p, uint32_t written)
{
	p = r500_pm4_regs(p, R500_US_OUT_FMT(0), FL_TARGETS);
	/* Without a color buffer the first stays on; its mask is 0. */
	for (uint32_t i = 0; i < FL_TARGETS; i++) {
		bool on = i < d->n_color ? written >> i & 1 : i == 0;

		*p++ = on ? fl_r500_out_fmt(i < d->n_color ? fl_r500_target(d, i) : &d->color_buffer)
			  : R500_US_OUT_FMT__OUT_FMT(R500_US_OUT_FMT__OUT_FMT__UNUSED);
	}
	return p;
}

/* ---- samples ------------------------------------------------------------------------------------------- */
/* Places in 1/12 pixel, x and y: one in the middle, or those of Mesa's r300 driver (r300_emit.c); where there
 * are fewer than six, the last one again. near: the least distance of one to the pixel's edge. */
#define PLACES(x0, y0, x1, y1, x2, y2, x3, y3, x4, y4, x5, y5, near)                                        \
	{                                                                                                   \
		R500_GB_MSPOS0__MS_X0(x0) | R500_GB_MSPOS0__MS_Y0(y0) | R500_GB_MSPOS0__MS_X1(x1) |         \
		    R500_GB_MSPOS0__MS_Y1(y1) | R500_GB_MSPOS0__MS_X2(x2) | R500_GB_MSPOS0__MS_Y2(y2) |     \
		    R500_GB_MSPOS0__MSBD0_Y(near) | R500_GB_MSPOS0__MSBD0_X(near),                          \
		    R500_GB_MSPOS1__MS_X3(x3) | R500_GB_MSPOS1__MS_Y3(y3) | R500_GB_MSPOS1__MS_X4(x4) |     \
			R500_GB_MSPOS1__MS_Y4(y4) | R500_GB_MSPOS1__MS_X5(x5) | R500_GB_MSPOS1__MS_Y5(y5) | \
			R500_GB_MSPOS1__MSBD1(near)                                                         \
	}

uint32_t *fl_r500_draw_samples(uint32_t *p, uint32_t samples, bool in_the_middle)
{
	/* 1, 2, 4, 6 samples */
	static const uint32_t places[4][2] = {PLACES(6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6),
					      PLACES(3, 9, 9, 3, 9, 3, 9, 3, 9, 3, 9, 3, 3),
					      PLACES(4, 4, 8, 8, 2, 10, 10, 2, 10, 2, 10, 2, 2),
					      PLACES(3, 1, 7, 3, 11, 5, 1, 7, 5, 9, 9, 10, 1)};

	p = r500_pm4_regs(p, R500_GB_MSPOS0, 2);
	memcpy(p, places[in_the_middle ? 0 : samples / 2], sizeof(places[0]));
	p += 2;
	/* NUM_AA_SUBSAMPLES: 0 two, 1 three, 2 four, 3 six */
	return r500_pm4_reg(p, R500_GB_AA_CONFIG,
			    samples > 1
				? R500_GB_AA_CONFIG__AA_ENABLE(1) |
				      R500_GB_AA_CONFIG__NUM_AA_SUBSAMPLES(samples == 2 ? 0 : samples / 2)
				: 0u);
}

uint32_t *fl_r500_draw_target(struct fl_draw *d, uint32_t *p)
{
	/* These registers are not pipelined: what was drawn must be out of the caches (R5xx guide 10.3.2). */
	p = fl_r500_draw_flush(p);
	p = r500_pm4_reg(p, R500_RB3D_CCTL,
			 (R500_RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE(1) & fl_r500_gen(d)->r5xx) |
			     R500_RB3D_CCTL__INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE(d->n_color > 1));
	for (uint32_t i = 0; i < d->n_color; i++)
		p = fl_r500_draw_color_buffer(d, p, i, fl_r500_target(d, i), fl_r500_target(d, i));
	p = fl_r500_draw_outputs(d, p, fl_r500_program_targets(d));
	p = fl_r500_draw_samples(p, fl_draw_samples(d), false);
	if (d->has_depth) {
		const struct fl_surface *s = &d->depth_buffer;

		p = r500_pm4_reg(p, R500_ZB_FORMAT,
				 R500_ZB_FORMAT__DEPTHFORMAT(s->format == FL_Z16
								 ? R500_ZB_FORMAT__DEPTHFORMAT__Z16_INT
								 : R500_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8));
		p = r500_pm4_reg(p, R500_ZB_DEPTHOFFSET, (uint32_t)(d->chip.vram_addr + s->offset_B));
		p = r500_pm4_reg(p, R500_ZB_DEPTHPITCH,
				 R500_ZB_DEPTHPITCH__DEPTHPITCH(s->pitch_px >> 2) |
				     R500_ZB_DEPTHPITCH__DEPTHMACROTILE(s->tiling & FL_MACRO ? 1u : 0u) |
				     R500_ZB_DEPTHPITCH__DEPTHMICROTILE(micro(s)));
	}
	return p;
}
