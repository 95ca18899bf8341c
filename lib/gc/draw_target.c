/* SPDX-License-Identifier: MIT
 *
 * State of the targets: where they are, their formats, which channels are written, logic operation, constant
 * of blending (GC facts 8).
 */
#include "lib/gc/draw_state.h"

enum { H2 = 2, H5 = 5 };

/* PE's format and 1; 0: none. Names list channels from the highest bits down, as the kit's do. */
#define F(name) (GC_PE_FORMAT__##name + 1)
static const uint8_t formats[FL_FORMAT_COUNT] = {
    [FL_A8] = F(A8),
    [FL_ARGB1555] = F(A1R5G5B5),
    [FL_RGB565] = F(R5G6B5),
    [FL_ARGB4444] = F(A4R4G4B4),
    [FL_ARGB8888] = F(A8R8G8B8),
    [FL_ABGR8888] = F(A8R8G8B8),       /* red and blue change places in the program */
    [FL_ARGB2101010] = F(A2B10G10R10), /* likewise */
    [FL_C8] = F(R8),
    [FL_R16F] = F(R16F),
    [FL_GR16F] = F(G16R16F),
    [FL_ABGR16F] = F(A16B16G16R16F),
    [FL_R32F] = F(R32F),
    [FL_GR32F] = F(G32R32F),
    [FL_R32UI] = F(R32F), /* 32 bits as they are, by the mode of the output */
    [FL_ABGR8888UI] = F(A8B8G8R8I),
};

static const struct fl_surface *target(const struct fl_draw *d, uint32_t i)
{
	return i ? &d->more_color[i - 1] : &d->color_buffer;
}

static bool swaps(const struct fl_surface *s)
{
	return s->format == FL_ABGR8888 || s->format == FL_ARGB2101010;
}

bool fl_gc_swaps(const struct fl_draw *d)
{
	return d->has_color && swaps(&d->color_buffer);
}

static uint32_t swapped(uint32_t mask)
{
	return (mask & 10) | (mask & 1) << 2 | (mask & 4) >> 2;
}

uint32_t *fl_gc_put_output(const struct fl_draw *d, uint32_t *p, uint32_t mask, uint32_t logic_op)
{
	enum { EXT = 16, EXT_AT = 24, LOGIC = 0x000e4060, BUFFER_AT = 8, LINEAR = 1, ONE = 2, ONE_OF_16 = 3 };
	enum { SMALL = 5 << 24 }; /* GC facts 7: of four samples on cores with SMALL_MSAA */
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct fl_surface *s = d->has_color ? &d->color_buffer : &d->depth_buffer;
	const uint32_t format = d->has_color ? formats[s->format % FL_FORMAT_COUNT] : F(A8R8G8B8);
	const bool linear = d->has_color && info->linear_target && s->tiling == FL_LINEAR;
	uint32_t word = GC_PE_COLOR_FORMAT__COMPONENTS(!d->has_color    ? 0
						       : fl_gc_swaps(d) ? swapped(mask)
									: mask);

	if (format > EXT)
		word |= (format - 1) << EXT_AT | GC_PE_COLOR_FORMAT__FORMAT_MASK(1);
	else if (format)
		word |= GC_PE_COLOR_FORMAT__FORMAT(format - 1);
	p = fl_gc_put(p, GC_PE_COLOR_FORMAT, word);
	for (uint32_t i = 1; i < d->n_color && info->halti >= H5; i++)
		p = fl_gc_put(
		    p, GC_PE_HALTI5_RT_COLORMASK(i - 1),
		    GC_PE_HALTI5_RT_COLORMASK__COMPONENTS(GC_PE_COLOR_FORMAT__COMPONENTS__GET(word)));
	return fl_gc_put(p, GC_PE_LOGIC_OP,
			 LOGIC | GC_PE_LOGIC_OP__OP(logic_op) |
			     (info->small_msaa && fl_draw_samples(d) > 1 ? SMALL : 0u) |
			     (linear                 ? LINEAR
			      : !info->single_buffer ? 0u
			      : s->bytes_px == 2     ? ONE_OF_16
						     : ONE)
				 << BUFFER_AT);
}

static uint32_t byte(float v)
{
	return (uint32_t)(fl_clampf(v, 0, 1) * 255 + 0.5f);
}

uint32_t *fl_gc_put_dither(struct fl_draw *d, uint32_t *p)
{
	static const uint32_t tables[2][2] = {{UINT32_MAX, UINT32_MAX}, {0x6e4ca280, 0x5d7f91b3}};
	const bool on = d->dither && (!d->blend_on || fl_gc_info_of(d)->dither_fix);

	if (on == fl_gc_of(d)->dithers)
		return p;
	fl_gc_of(d)->dithers = on;
	return fl_gc_load(p, GC_PE_DITHER(0), 2, tables[on]);
}

uint32_t *fl_gc_draw_output(struct fl_draw *d, uint32_t *p)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const float *c = d->blend_color;
	const uint32_t r = fl_gc_swaps(d) ? 2 : 0, b = 2 - r;

	if (d->logic_op != FL_LOGIC_COPY && !info->has_logic_op && !d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s has no logic operations", info->name);
	p = fl_gc_put(p, GC_PE_ALPHA_BLEND_COLOR,
		      GC_PE_ALPHA_BLEND_COLOR__R(byte(c[r])) | GC_PE_ALPHA_BLEND_COLOR__G(byte(c[1])) |
			  GC_PE_ALPHA_BLEND_COLOR__B(byte(c[b])) | GC_PE_ALPHA_BLEND_COLOR__A(byte(c[3])));
	if (info->half_float) {
		p = fl_gc_put(p, GC_PE_UNK014B0, fl_half(c[b]) | (uint32_t)fl_half(c[1]) << 16);
		p = fl_gc_put(p, GC_PE_UNK014B4, fl_half(c[r]) | (uint32_t)fl_half(c[3]) << 16);
	}
	p = fl_gc_put_dither(d, p);
	p = fl_gc_put_output(d, p, d->color_mask, d->logic_op);
	for (uint32_t i = 1; i < d->n_color && info->halti >= H5; i++) {
		p = fl_gc_put(p, GC_PE_HALTI5_RT_ALPHA_COLOR_EXT0(i - 1),
			      fl_half(c[b]) | (uint32_t)fl_half(c[1]) << 16);
		p = fl_gc_put(p, GC_PE_HALTI5_RT_ALPHA_COLOR_EXT1(i - 1),
			      fl_half(c[r]) | (uint32_t)fl_half(c[3]) << 16);
	}
	return p;
}

/* ---- further targets: 4 of them, or 8 ------------------------------------------------------------------ */
/* Before HALTI5 they have the masks, the blending and the layout of the first. */
static uint32_t *further(struct fl_draw *d, uint32_t *p, uint32_t i)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const struct fl_surface *s = target(d, i);
	const bool eight = info->targets > FL_TARGETS;
	const uint32_t format = formats[s->format % FL_FORMAT_COUNT];
	struct fl_gc_place at;

	if (!d->code && (swaps(s) != fl_gc_swaps(d) || s->tiling != d->color_buffer.tiling))
		d->code = fl_fail(&d->err, FL_USAGE,
				  "%s: color buffers of different layouts, or orders of channels, at a time",
				  info->name);
	p = fl_gc_open(d, p, i, s, &at);
	p = fl_gc_put(p, eight ? GC_PE_RT_CONFIG_8(i - 1) : GC_PE_UNK01580(i - 1),
		      GC_PE_RT_CONFIG_8__STRIDE(at.pitch_B) |
			  GC_PE_RT_CONFIG_8__FORMAT(format ? format - 1 : 0));
	for (uint32_t pipe = 0; pipe < 2; pipe++)
		p = fl_gc_put(p,
			      eight ? GC_PE_RT_ADDR_8_PIPE(i - 1, pipe)
				    : GC_PE_PIPE_ADDR_UNK01500(0) + 0x20 * (i - 1) + 4 * pipe,
			      at.addr[pipe]);
	return p;
}

/* ---- where --------------------------------------------------------------------------------------------- */
static uint32_t *color(struct fl_draw *d, uint32_t *p)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	struct fl_gc_place at = {0};

	if (d->has_color)
		p = fl_gc_open(d, p, 0, &d->color_buffer, &at);
	if (info->one_address) {
		p = fl_gc_put(p, GC_PE_COLOR_ADDR, at.addr[0]);
	} else {
		p = fl_gc_put(p, GC_PE_PIPE_COLOR_ADDR(0), at.addr[0]);
		p = fl_gc_put(p, GC_PE_PIPE_COLOR_ADDR(1), at.addr[1]);
	}
	return fl_gc_put(p, GC_PE_COLOR_STRIDE, at.pitch_B);
}

static uint32_t *depth(struct fl_draw *d, uint32_t *p)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	struct fl_gc_place at;

	if (!d->has_depth)
		return p;
	p = fl_gc_open(d, p, FL_TARGETS_MAX, &d->depth_buffer, &at);
	if (info->one_address) {
		p = fl_gc_put(p, GC_PE_DEPTH_ADDR, at.addr[0]);
	} else {
		p = fl_gc_put(p, GC_PE_PIPE_DEPTH_ADDR(0), at.addr[0]);
		p = fl_gc_put(p, GC_PE_PIPE_DEPTH_ADDR(1), at.addr[1]);
	}
	return fl_gc_put(p, GC_PE_DEPTH_STRIDE, at.pitch_B);
}

/* How what a program puts out gets there (GC facts 5.3): 32 bits as they are, or a color. Before HALTI5 there
 * is one mode of all whole numbers that have fewer bits. */
static uint32_t mode(const struct fl_gc_info *info, const struct fl_surface *s)
{
	switch (s->format) {
	case FL_R32F:
	case FL_GR32F:
	case FL_R32UI:
		return GC_COLOR_OUTPUT_MODE__UIF32;
	case FL_ABGR8888UI:
		return info->halti >= H5 ? GC_COLOR_OUTPUT_MODE__U8 : GC_COLOR_OUTPUT_MODE__A2B10G10R10UI;
	}
	return GC_COLOR_OUTPUT_MODE__NORMAL;
}

static uint32_t *modes(const struct fl_draw *d, uint32_t *p)
{
	enum { NEXT = 4 }; /* from the field of a target to that of the next */
	uint32_t word = 0;

	for (uint32_t i = 0; i < d->n_color; i++)
		word |= mode(fl_gc_info_of(d), target(d, i)) << NEXT * i;
	return fl_gc_put(p, GC_PS_CONTROL_EXT, word);
}

/* What the caches hold of the last targets is theirs. */
uint32_t *fl_gc_draw_target(struct fl_draw *d, uint32_t *p)
{
	p = fl_gc_flush(p, fl_gc_info_of(d));
	p = fl_gc_close(d, p);
	p = fl_gc_put_samples(d, p);
	p = color(d, p);
	for (uint32_t i = 1; i < d->n_color && i < fl_gc_info_of(d)->targets; i++)
		p = further(d, p, i);
	if (d->n_color > fl_gc_info_of(d)->targets && !d->code)
		d->code = fl_fail(&d->err, FL_USAGE, "%s draws into %u color buffers at a time",
				  fl_gc_info_of(d)->name, fl_gc_info_of(d)->targets);
	if (fl_gc_info_of(d)->halti >= H2)
		p = modes(d, p);
	return depth(d, p);
}
