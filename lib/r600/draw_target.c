/* SPDX-License-Identifier: MIT
 *
 * State of the targets: color and depth buffers, their formats, samples.
 */
#include "lib/r600/draw_state.h"
#include "lib/r600/start.h"
#include "lib/r600/surface.h"

/* ---- color formats ------------------------------------------------------------------------------------- */
/* CB_COLOR_INFO: the fields, which color the lowest is (COMP_SWAP, R6xx facts 7.2), and numbers. Of 11
 * bits at most programs put out 16 bits a channel; of floats of 16 bits too, on R7xx. */
#define INFO(x) R600_CB_COLOR_INFO__##x
#define STORED(f, swap) \
	(INFO(FORMAT)(INFO(FORMAT__COLOR_##f)) | INFO(COMP_SWAP)(INFO(COMP_SWAP__SWAP_##swap)))
#define NORM(f, swap)  (STORED(f, swap) | INFO(BLEND_CLAMP)(1))
#define SMALL(f, swap) (NORM(f, swap) | INFO(SOURCE_FORMAT)(1))
#define FLOATS(f)      (STORED(f, STD) | INFO(NUMBER_TYPE)(INFO(NUMBER_TYPE__NUMBER_FLOAT)))
#define NUMBERS(f) \
	(STORED(f, STD) | INFO(NUMBER_TYPE)(INFO(NUMBER_TYPE__NUMBER_UINT)) | INFO(BLEND_BYPASS)(1))
#define SMALL_FLOATS(f) (FLOATS(f) | INFO(SOURCE_FORMAT)(1))

static const uint32_t formats[FL_FORMAT_COUNT] = {
    [FL_C8] = SMALL(8, STD),
    [FL_A8] = SMALL(8, ALT_REV),
    [FL_LA88] = SMALL(8_8, ALT),
    [FL_ARGB1555] = SMALL(1_5_5_5, ALT),
    [FL_RGB565] = SMALL(5_6_5, STD_REV),
    [FL_ARGB4444] = SMALL(4_4_4_4, ALT),
    [FL_ARGB8888] = SMALL(8_8_8_8, ALT),
    [FL_ABGR8888] = SMALL(8_8_8_8, STD),
    [FL_ARGB2101010] = SMALL(2_10_10_10, ALT),
    [FL_R16] = NORM(16, STD),
    [FL_GR1616] = NORM(16_16, STD),
    [FL_ABGR16161616] = NORM(16_16_16_16, STD),
    [FL_R16F] = SMALL_FLOATS(16_FLOAT),
    [FL_GR16F] = SMALL_FLOATS(16_16_FLOAT),
    [FL_ABGR16F] = SMALL_FLOATS(16_16_16_16_FLOAT),
    [FL_R32F] = FLOATS(32_FLOAT),
    [FL_GR32F] = FLOATS(32_32_FLOAT),
    [FL_ABGR32F] = FLOATS(32_32_32_32_FLOAT),
    [FL_R32UI] = NUMBERS(32),
    [FL_ABGR8888UI] = NUMBERS(8_8_8_8),
    /* the copy that is a texture (R6xx facts 7.3) */
    [FL_Z24S8] = STORED(8_24, STD) | INFO(BLEND_BYPASS)(1),
};

static uint32_t color_info(const struct fl_draw *d, const struct fl_surface *s)
{
	uint32_t info = formats[s->format % FL_FORMAT_COUNT] | INFO(SIMPLE_FLOAT)(1) |
			INFO(ARRAY_MODE)(fl_r600_array_mode(s));

	if (!fl_r600_its(d)->r7xx && (info & INFO(NUMBER_TYPE__MASK)))
		info &= ~INFO(SOURCE_FORMAT__MASK);
	return info;
}

/* ---- targets ------------------------------------------------------------------------------------------- */
/* n registers from reg on, of as many buffers: their addresses, or 0. */
static uint32_t *bases(const struct fl_draw *d, uint32_t *p, uint32_t reg, const struct fl_surface *const s[],
		       uint32_t n)
{
	p = r600_pm4_context(p, reg, n);
	for (uint32_t i = 0; i < n; i++)
		*p++ = (uint32_t)(fl_r600_addr(d, s[i]) >> 8);
	return p;
}

/* The chip takes bases over that a packet names, those that waking wrote, too. */
#define ALL_COLORS 0x1feu

uint32_t *fl_r600_tell_bases(const struct fl_draw *d, uint32_t *p, uint32_t which)
{
	if (!fl_r600_its(d)->tell_bases)
		return p;
	p = r600_pm4_pkt3(p, R600_PKT3_SURFACE_BASE_UPDATE, 1);
	*p = which;
	return p + 1;
}

uint32_t *fl_r600_color_buffers(const struct fl_draw *d, uint32_t *p, const struct fl_surface *const s[],
				uint32_t n)
{
	if (n) {
		p = bases(d, p, R600_CB_COLOR_BASE(0), s, n);
		p = bases(d, p, R600_CB_COLOR_TILE(0), s, n); /* not used, but somewhere */
		p = bases(d, p, R600_CB_COLOR_FRAG(0), s, n);
		p = r600_pm4_context(p, R600_CB_COLOR_SIZE(0), n);
		for (uint32_t i = 0; i < n; i++)
			*p++ = fl_r600_tiles(s[i]);
		p = r600_pm4_context(p, R600_CB_COLOR_VIEW(0), n);
		for (uint32_t i = 0; i < n; i++)
			*p++ = 0;
		p = r600_pm4_context(p, R600_CB_COLOR_MASK(0), n);
		for (uint32_t i = 0; i < n; i++)
			*p++ = 0;
	}
	p = r600_pm4_context(p, R600_CB_COLOR_INFO(0), FL_TARGETS_MAX);
	for (uint32_t i = 0; i < FL_TARGETS_MAX; i++)
		*p++ = i < n ? color_info(d, s[i]) : 0;
	return n ? fl_r600_tell_bases(d, p, ALL_COLORS) : p;
}

uint32_t *fl_r600_depth_buffer(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s)
{
	if (!s)
		return r600_pm4_put(p, R600_DB_DEPTH_INFO, 0);
	p = r600_pm4_context(p, R600_DB_DEPTH_SIZE, 2); /* and DB_DEPTH_VIEW */
	*p++ = fl_r600_tiles(s);
	*p++ = 0;
	p = r600_pm4_context(p, R600_DB_DEPTH_BASE, 3); /* and DB_DEPTH_INFO, DB_HTILE_DATA_BASE */
	*p++ = (uint32_t)(fl_r600_addr(d, s) >> 8);
	*p++ = R600_DB_DEPTH_INFO__FORMAT(s->format == FL_Z16 ? R600_DB_DEPTH_INFO__FORMAT__DEPTH_16
							      : R600_DB_DEPTH_INFO__FORMAT__DEPTH_8_24) |
	       R600_DB_DEPTH_INFO__ARRAY_MODE(fl_r600_array_mode(s));
	*p++ = (uint32_t)(fl_r600_addr(d, s) >> 8); /* not used */
	p = r600_pm4_put(p, R600_DB_HTILE_SURFACE, 0);
	p = r600_pm4_put(p, R600_DB_PREFETCH_LIMIT,
			 R600_DB_PREFETCH_LIMIT__DEPTH_HEIGHT_TILE_MAX(s->height_rows / 8 - 1));
	return fl_r600_tell_bases(d, p, R600_PKT3_SURFACE_BASE_UPDATE__BASES__DEPTH_BASE(1));
}

/* ---- samples ------------------------------------------------------------------------------------------- */
uint32_t *fl_r600_mode(const struct fl_draw *d, uint32_t *p, uint32_t samples)
{
#define SC(x) R600_PA_SC_MODE_CNTL__##x
	const uint32_t always = fl_r600_its(d)->r7xx
				    ? SC(FORCE_EOV_CNTDWN_ENABLE)(1) | SC(FORCE_EOV_REZ_ENABLE)(1) |
					  SC(ZMM_LINE_OFFSET)(1) | SC(VPORT_SCISSOR_ENABLE)(1)
				    : SC(WALK_ALIGN8_PRIM_FITS_ST)(1) | SC(FORCE_EOV_CNTDWN_ENABLE)(1);

	return r600_pm4_put(p, R600_PA_SC_MODE_CNTL,
			    always | SC(MSAA_ENABLE)(samples > 1) |
				SC(LINE_STIPPLE_ENABLE)(fl_draw_stipples(d)));
}

/* Places in signed 1/16 pixel from the middle, x and y of each, and the longest way to one: R6xx facts
 * 3.3. */
uint32_t *fl_r600_samples(const struct fl_draw *d, uint32_t *p, uint32_t samples)
{
	static const uint32_t places[4][2] = {
	    {0, 0}, {0xc44cc44c, 0xc44cc44c}, {0xa66a22ee, 0xa66a22ee}, {0x35b3511f, 0x7bd79df9}};
	static const uint8_t longest[4] = {0, 4, 6, 7};
	const uint32_t log2 = samples >= 8 ? 3 : samples >= 4 ? 2 : samples >= 2 ? 1 : 0;

	p = r600_pm4_context(p, R600_PA_SC_LINE_CNTL, 2); /* and PA_SC_AA_CONFIG */
	*p++ = R600_PA_SC_LINE_CNTL__LAST_PIXEL(1) | R600_PA_SC_LINE_CNTL__EXPAND_LINE_WIDTH(log2 > 0);
	*p++ = R600_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES(log2) |
	       R600_PA_SC_AA_CONFIG__MAX_SAMPLE_DIST(longest[log2]);
	if (!fl_r600_its(d)->one_blend) { /* R600 itself has them elsewhere, set when it was woken */
		p = r600_pm4_context(p, R600_PA_SC_AA_SAMPLE_LOCS_MCTX, 2);
		*p++ = places[log2][0];
		*p++ = places[log2][1];
	}
	return fl_r600_mode(d, p, samples);
}

/* All targets take colors of 16 bits a channel. */
static bool all_half(const struct fl_draw *d, const struct fl_surface *const s[])
{
	bool all = d->n_color > 0;

	for (uint32_t i = 0; i < d->n_color && i < FL_TARGETS_MAX; i++)
		all &= INFO(SOURCE_FORMAT__GET)(color_info(d, s[i]));
	return all;
}

uint32_t *fl_r600_draw_target(struct fl_draw *d, uint32_t *p)
{
	const struct fl_surface *s[FL_TARGETS_MAX] = {&d->color_buffer};

	for (uint32_t i = 1; i < FL_TARGETS_MAX; i++)
		s[i] = &d->more_color[i - 1];
	/* What the caches hold of the last targets is theirs. */
	p = fl_r600_flush(p, r600_chip_family(fl_r600_chip(d)));
	p = fl_r600_color_buffers(d, p, s, d->n_color);
	fl_r600_of(d)->half_pixels = all_half(d, s);
	p = fl_r600_depth_buffer(d, p, d->has_depth ? &d->depth_buffer : NULL);
	return fl_r600_samples(d, p, fl_draw_samples(d));
}
