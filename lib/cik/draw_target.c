/* SPDX-License-Identifier: MIT
 *
 * State of the targets: color and depth buffers, their formats (CIK facts 8, 9).
 */
#include "lib/cik/draw_state.h"
#include "lib/cik/start.h"
#include "lib/cik/surface.h"

/* ---- color formats ------------------------------------------------------------------------------------- */
/* CB_COLOR_INFO: the fields, which color the lowest is (COMP_SWAP), and numbers. */
#define INFO(x) CIK_CB_COLOR_INFO__##x
#define STORED(f, swap) \
	(INFO(FORMAT)(INFO(FORMAT__COLOR_##f)) | INFO(COMP_SWAP)(INFO(COMP_SWAP__SWAP_##swap)))
#define NORM(f, swap) (STORED(f, swap) | INFO(BLEND_CLAMP)(1))
#define CUT           INFO(ROUND_MODE)(INFO(ROUND_MODE__ROUND_TRUNCATE))
#define FLOATS(f)     (STORED(f, STD) | INFO(NUMBER_TYPE)(INFO(NUMBER_TYPE__NUMBER_FLOAT)) | CUT)
#define NUMBERS(f) \
	(STORED(f, STD) | INFO(NUMBER_TYPE)(INFO(NUMBER_TYPE__NUMBER_UINT)) | INFO(BLEND_BYPASS)(1) | CUT)

static const uint32_t formats[FL_FORMAT_COUNT] = {
    [FL_C8] = NORM(8, STD),
    [FL_A8] = NORM(8, ALT_REV),
    [FL_LA88] = NORM(8_8, ALT),
    [FL_ARGB1555] = NORM(1_5_5_5, ALT),
    [FL_RGB565] = NORM(5_6_5, STD_REV),
    [FL_ARGB4444] = NORM(4_4_4_4, ALT),
    [FL_ARGB8888] = NORM(8_8_8_8, ALT),
    [FL_ABGR8888] = NORM(8_8_8_8, STD),
    [FL_ARGB2101010] = NORM(2_10_10_10, ALT),
    [FL_R16] = NORM(16, STD),
    [FL_GR1616] = NORM(16_16, STD),
    [FL_ABGR16161616] = NORM(16_16_16_16, STD),
    [FL_R16F] = FLOATS(16),
    [FL_GR16F] = FLOATS(16_16),
    [FL_ABGR16F] = FLOATS(16_16_16_16),
    [FL_R32F] = FLOATS(32),
    [FL_GR32F] = FLOATS(32_32),
    [FL_ABGR32F] = FLOATS(32_32_32_32),
    [FL_R32UI] = NUMBERS(32),
    [FL_ABGR8888UI] = NUMBERS(8_8_8_8),
};

static uint32_t log2_samples(const struct fl_surface *s)
{
	return s->samples > 1 ? (uint32_t)__builtin_ctz(s->samples) : 0;
}

/* What blending reads of a target without alpha is 1. */
static uint32_t *color_buffer(const struct fl_draw *d, uint32_t *p, uint32_t i, const struct fl_surface *s)
{
	const uint32_t index = fl_cik_tile_index(s);

	p = cik_pm4_context(p, CIK_CB_COLOR_BASE(i), 6);
	*p++ = (uint32_t)(fl_cik_addr(d, s) >> 8);
	*p++ = CIK_CB_COLOR_PITCH__TILE_MAX(fl_cik_tiles_wide(s));
	*p++ = CIK_CB_COLOR_SLICE__TILE_MAX(fl_cik_tiles(s));
	*p++ = 0; /* CB_COLOR_VIEW */
	*p++ = formats[s->format % FL_FORMAT_COUNT] | INFO(SIMPLE_FLOAT)(1);
	*p++ = CIK_CB_COLOR_ATTRIB__TILE_MODE_INDEX(index) |
	       CIK_CB_COLOR_ATTRIB__FMASK_TILE_MODE_INDEX(index) |
	       CIK_CB_COLOR_ATTRIB__NUM_SAMPLES(log2_samples(s)) |
	       CIK_CB_COLOR_ATTRIB__NUM_FRAGMENTS(log2_samples(s)) |
	       CIK_CB_COLOR_ATTRIB__FORCE_DST_ALPHA_1(!fl_format_is(s->format, FL_HAS_ALPHA));
	return p;
}

uint32_t *fl_cik_color_buffers(const struct fl_draw *d, uint32_t *p, const struct fl_surface *const s[],
			       uint32_t n)
{
	for (uint32_t i = 0; i < FL_TARGETS_MAX; i++)
		p = i < n ? color_buffer(d, p, i, s[i]) : cik_pm4_put(p, CIK_CB_COLOR_INFO(i), 0);
	return p;
}

/* ---- depth and stencil --------------------------------------------------------------------------------- */
/* How it is tiled, as the tables say that the surface's mode is. */
static uint32_t depth_info(const struct fl_surface *s)
{
	const uint32_t mode = fl_cik_tile_mode(s), macro = fl_cik_macro_mode(s);

	return CIK_DB_DEPTH_INFO__ARRAY_MODE(CIK_GB_TILE_MODE__ARRAY_MODE__GET(mode)) |
	       CIK_DB_DEPTH_INFO__PIPE_CONFIG(CIK_GB_TILE_MODE__PIPE_CONFIG__GET(mode)) |
	       CIK_DB_DEPTH_INFO__BANK_WIDTH(CIK_GB_MACROTILE_MODE__BANK_WIDTH__GET(macro)) |
	       CIK_DB_DEPTH_INFO__BANK_HEIGHT(CIK_GB_MACROTILE_MODE__BANK_HEIGHT__GET(macro)) |
	       CIK_DB_DEPTH_INFO__MACRO_TILE_ASPECT(CIK_GB_MACROTILE_MODE__MACRO_TILE_ASPECT__GET(macro)) |
	       CIK_DB_DEPTH_INFO__NUM_BANKS(CIK_GB_MACROTILE_MODE__NUM_BANKS__GET(macro));
}

uint32_t *fl_cik_depth_buffer(const struct fl_draw *d, uint32_t *p, const struct fl_surface *s)
{
	enum { Z_24 = 2 }; /* the reference does not list it: facts 8 */
	uint64_t addr, stencil;
	uint32_t split;

	if (!s) {
		p = cik_pm4_context(p, CIK_DB_Z_INFO, 2); /* and DB_STENCIL_INFO */
		*p++ = 0;
		*p++ = 0;
		return p;
	}
	addr = fl_cik_addr(d, s) >> 8;
	stencil = addr + fl_cik_stencil_B(s) / 256;
	split = CIK_GB_TILE_MODE__TILE_SPLIT__GET(fl_cik_tile_mode(s));
	p = cik_pm4_context(p, CIK_DB_DEPTH_INFO, 9);
	*p++ = depth_info(s);
	*p++ = CIK_DB_Z_INFO__FORMAT(s->format == FL_Z16 ? CIK_DB_Z_INFO__FORMAT__Z_16 : Z_24) |
	       CIK_DB_Z_INFO__NUM_SAMPLES(log2_samples(s)) | CIK_DB_Z_INFO__TILE_SPLIT(split);
	*p++ =
	    CIK_DB_STENCIL_INFO__FORMAT(fl_cik_stencil_B(s) ? CIK_DB_STENCIL_INFO__FORMAT__STENCIL_8
							    : CIK_DB_STENCIL_INFO__FORMAT__STENCIL_INVALID) |
	    CIK_DB_STENCIL_INFO__TILE_SPLIT(split) | CIK_DB_STENCIL_INFO__TILE_STENCIL_DISABLE(1);
	*p++ = (uint32_t)addr; /* read from, and written to */
	*p++ = (uint32_t)stencil;
	*p++ = (uint32_t)addr;
	*p++ = (uint32_t)stencil;
	*p++ = CIK_DB_DEPTH_SIZE__PITCH_TILE_MAX(fl_cik_tiles_wide(s)) |
	       CIK_DB_DEPTH_SIZE__HEIGHT_TILE_MAX(s->height_rows / 8 - 1);
	*p++ = CIK_DB_DEPTH_SLICE__SLICE_TILE_MAX(fl_cik_tiles(s));
	return p;
}

/* ---- the whole ----------------------------------------------------------------------------------------- */
uint32_t *fl_cik_mode(const struct fl_draw *d, uint32_t *p)
{
	return cik_pm4_put(p, CIK_PA_SC_MODE_CNTL_0,
			   CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE(1) |
			       CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE(fl_draw_samples(d) > 1) |
			       CIK_PA_SC_MODE_CNTL_0__LINE_STIPPLE_ENABLE(fl_draw_stipples(d)));
}

/* Places in signed 1/16 pixel from the middle, four samples a word, of each pixel of a quad alike; which of
 * them stand for the centroid; and the longest way to one: facts 10. */
uint32_t *fl_cik_samples(const struct fl_draw *d, uint32_t *p, uint32_t samples)
{
	static const uint32_t places[4][2] = {
	    {0, 0}, {0x000044cc, 0}, {0xe62a62ae, 0}, {0x973f15bd, 0xd15b73f9}};
	static const uint32_t priority[4] = {0, 0x10101010, 0x32103210, 0x35460127};
	static const uint8_t longest[4] = {0, 4, 6, 7};
	enum { QUAD = 4, WORDS = 4 };
	const uint32_t log2 = (uint32_t)__builtin_ctz(samples);

	p = cik_pm4_context(p, CIK_PA_SC_CENTROID_PRIORITY_0, 2); /* and _1 */
	*p++ = priority[log2];
	*p++ = priority[log2];
	p = cik_pm4_context(p, CIK_PA_SC_LINE_CNTL, 2); /* and PA_SC_AA_CONFIG */
	*p++ = CIK_PA_SC_LINE_CNTL__EXPAND_LINE_WIDTH(log2 > 0);
	*p++ = CIK_PA_SC_AA_CONFIG__MSAA_NUM_SAMPLES(log2) |
	       CIK_PA_SC_AA_CONFIG__MAX_SAMPLE_DIST(longest[log2]) |
	       CIK_PA_SC_AA_CONFIG__MSAA_EXPOSED_SAMPLES(log2);
	p = cik_pm4_context(p, CIK_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0, QUAD * WORDS);
	for (uint32_t i = 0; i < QUAD * WORDS; i++)
		*p++ = i % WORDS < 2 ? places[log2][i % WORDS] : 0;
	p = cik_pm4_put(p, CIK_DB_EQAA,
			CIK_DB_EQAA__MAX_ANCHOR_SAMPLES(log2) | CIK_DB_EQAA__MASK_EXPORT_NUM_SAMPLES(log2) |
			    CIK_DB_EQAA__ALPHA_TO_MASK_NUM_SAMPLES(log2) |
			    CIK_DB_EQAA__HIGH_QUALITY_INTERSECTIONS(1) |
			    CIK_DB_EQAA__INCOHERENT_EQAA_READS(1) | CIK_DB_EQAA__INTERPOLATE_COMP_Z(1) |
			    CIK_DB_EQAA__STATIC_ANCHOR_ASSOCIATIONS(1));
	return cik_pm4_put(p, CIK_PA_SC_MODE_CNTL_0,
			   CIK_PA_SC_MODE_CNTL_0__VPORT_SCISSOR_ENABLE(1) |
			       CIK_PA_SC_MODE_CNTL_0__MSAA_ENABLE(log2 > 0) |
			       CIK_PA_SC_MODE_CNTL_0__LINE_STIPPLE_ENABLE(fl_draw_stipples(d)));
}

uint32_t *fl_cik_draw_target(struct fl_draw *d, uint32_t *p)
{
	const struct fl_surface *s[FL_TARGETS_MAX] = {&d->color_buffer};

	for (uint32_t i = 1; i < FL_TARGETS_MAX; i++)
		s[i] = &d->more_color[i - 1];
	/* What the caches hold of the last targets is theirs. */
	p = fl_cik_flush(p);
	p = fl_cik_color_buffers(d, p, s, d->n_color);
	p = fl_cik_depth_buffer(d, p, d->has_depth ? &d->depth_buffer : NULL);
	return fl_cik_samples(d, p, fl_draw_samples(d));
}
