/* SPDX-License-Identifier: MIT
 *
 * 2D by rectangles that PE draws: the state that they are drawn with. Values are those of Mesa's recorded
 * streams where no comment names another source.
 */
#include "lib/gc/draw2d_own.h"
#include "lib/gc/isa.h"

#include <string.h>

enum {
	H0 = 0,
	H2 = 2,
	VIEW_HALF = 4096 << 16, /* the viewport's half of 8192 pixels, 16 bits of fraction */
	EDGE = 8192,
	PIXEL_FIRST = 256, /* the pixel program's first instruction, where both kinds are in one memory */
	TEMPS = 2,
	VARYINGS = 1,
	INST_DW = FL_GC_WORDS,
	LOG = 32, /* a step of a logarithm in LOG_SIZE */
	LOG_W = 10,
	LOG_H = 8,
};
_Static_assert(1 << LOG_W == FL_GC_2D_PLACE_W && 1 << LOG_H == FL_GC_2D_PLACE_H, "logarithms of the place");

/* The vertex program does nothing: t0 is the position, t1 the color or the place. The pixel program gives t1,
 * and before that, for copies, looks it up: TEXLD t1, tex0.xyzw, t1. */
static const uint32_t nop[INST_DW], look_up[INST_DW] = {0x07811018, 0x39001f20, 0, 0};

/* ---- what never changes -------------------------------------------------------------------------------- */
static uint32_t *plain(uint32_t *p, const struct fl_gc_info *info)
{
	static const struct {
		uint32_t state, value;
	} rows[] = {
	    {GC_PA_LINE_WIDTH, 0x3f000000},
	    {GC_PA_POINT_SIZE, 0x3f000000},
	    {GC_PA_SYSTEM_MODE, 0x11},
	    {GC_PA_ATTRIBUTE_ELEMENT_COUNT, GC_PA_ATTRIBUTE_ELEMENT_COUNT__COUNT(VARYINGS)},
	    {GC_PA_CONFIG, 0x00412000}, /* solid, smooth, nothing culled */
	    {GC_PA_LINE_UNK00A38, 0x3f000000},
	    {GC_PA_LINE_UNK00A3C, 0x3f000000},
	    {GC_PA_VIEWPORT_SCALE_Z, 0x3f800000},
	    {GC_PA_VIEWPORT_OFFSET_Z, 0},
	    {GC_SE_DEPTH_SCALE, 0},
	    {GC_SE_DEPTH_BIAS, 0},
	    {GC_RA_CONTROL, 1},
	    {GC_RA_EARLY_DEPTH, 0x30},
	    {GC_PE_DEPTH_CONFIG, GC_PE_DEPTH_CONFIG__DEPTH_FUNC(7) | GC_PE_DEPTH_CONFIG__DISABLE_ZS(1)},
	    {GC_PE_DEPTH_NORMALIZE, 0x4b7fffff},
	    {GC_PE_DEPTH_STRIDE, 0},
	    {GC_PE_STENCIL_OP, 0},
	    {GC_PE_STENCIL_CONFIG, 0},
	    {GC_PE_STENCIL_CONFIG_EXT, 0},
	    {GC_PE_STENCIL_CONFIG_EXT2, 0},
	    {GC_PE_ALPHA_OP, 0},
	    {GC_PE_ALPHA_BLEND_COLOR, 0},
	    {GC_PE_ALPHA_CONFIG, 0},
	    {GC_VS_OUTPUT_COUNT, 1 + VARYINGS},
	    {GC_VS_INPUT_COUNT, GC_VS_INPUT_COUNT__COUNT(2) | GC_VS_INPUT_COUNT__UNK8(1)},
	    {GC_VS_TEMP_REGISTER_CONTROL, TEMPS},
	    {GC_VS_OUTPUT(0), 0x0100},
	    {GC_VS_INPUT(0), 0x0100},
	    {GC_PA_SHADER_ATTRIBUTES(0), 0x2f1},
	    {GC_PS_OUTPUT_REG, 1},
	    {GC_PS_INPUT_COUNT, GC_PS_INPUT_COUNT__COUNT(1 + VARYINGS) | GC_PS_INPUT_COUNT__UNK8(31)},
	    {GC_PS_TEMP_REGISTER_CONTROL, TEMPS},
	    {GC_PS_CONTROL, GC_PS_CONTROL__UNK1(1)},
	    {GC_GL_VARYING_TOTAL_COMPONENTS, 4 * VARYINGS},
	    {GC_GL_VARYING_NUM_COMPONENTS, 4},
	};

	p = fl_gc_start(p, info);
	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		p = fl_gc_put(p, rows[i].state, rows[i].value);
	p = fl_gc_fill(p, GC_GL_VARYING_COMPONENT_USE(0), 2, 0);
	if (info->halti >= H0)
		p = fl_gc_put(p, GC_GL_VARYING_NUM_COMPONENTS2, 0);
	p = fl_gc_put(p, GC_VS_LOAD_BALANCING, fl_gc_balance(info, VARYINGS));
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_SCALE_X, VIEW_HALF);
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_SCALE_Y, VIEW_HALF);
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_OFFSET_X, VIEW_HALF);
	p = fl_gc_put_fixed(p, GC_PA_VIEWPORT_OFFSET_Y, VIEW_HALF);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_LEFT, 0);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_TOP, 0);
	/* GC facts 7: right and bottom lie a little further on */
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_RIGHT, EDGE << 16 | 0x1119);
	p = fl_gc_put_fixed(p, GC_SE_SCISSOR_BOTTOM, EDGE << 16 | 0x1111);
	p = fl_gc_put_fixed(p, GC_SE_CLIP_RIGHT, EDGE << 16 | 0xffff);
	p = fl_gc_put_fixed(p, GC_SE_CLIP_BOTTOM, EDGE << 16 | 0xffff);
	if (info->half_float) {
		p = fl_gc_put(p, GC_PE_UNK014B0, 0);
		p = fl_gc_put(p, GC_PE_UNK014B4, 0);
	}
	return info->halti >= H2 ? fl_gc_put(p, GC_NFE_VERTEX_STREAMS_VERTEX_DIVISOR(0), 0) : p;
}

/* ---- the target ---------------------------------------------------------------------------------------- */
static uint32_t *put_target(uint32_t *p, const struct fl_gc_info *info, const struct fl_gc_image *to,
			    uint32_t format, uint32_t px_B)
{
	enum { LOGIC = 0x000e4060, BUFFER_AT = 8, LINEAR = 1, ONE = 2, ONE_OF_16 = 3 }; /* GC facts 8 */
	static const uint8_t formats[FL_FORMAT_COUNT] = {
	    [FL_ARGB1555] = GC_PE_FORMAT__A1R5G5B5,
	    [FL_RGB565] = GC_PE_FORMAT__R5G6B5,
	    [FL_ARGB4444] = GC_PE_FORMAT__A4R4G4B4,
	    [FL_ARGB8888] = GC_PE_FORMAT__A8R8G8B8,
	};
	const uint32_t buffer = !to->tiled ? LINEAR : !info->single_buffer ? 0u : px_B == 2 ? ONE_OF_16 : ONE;

	p = fl_gc_flush(p, info); /* what the cache holds of the last one */
	p = fl_gc_put(p, GC_PE_COLOR_FORMAT,
		      GC_PE_COLOR_FORMAT__FORMAT(formats[format]) | GC_PE_COLOR_FORMAT__COMPONENTS(15));
	p = fl_gc_put(p, GC_PE_LOGIC_OP, LOGIC | GC_PE_LOGIC_OP__OP(GC_LOGIC_OP__COPY) | buffer << BUFFER_AT);
	p = fl_gc_put(p, GC_PE_COLOR_STRIDE, to->pitch_B);
	if (info->one_address)
		return fl_gc_put(p, GC_PE_COLOR_ADDR, to->addr[0]);
	p = fl_gc_put(p, GC_PE_PIPE_COLOR_ADDR(0), to->addr[0]);
	return fl_gc_put(p, GC_PE_PIPE_COLOR_ADDR(1), to->addr[1]);
}

/* ---- programs ------------------------------------------------------------------------------------------ */
static uint32_t *put_programs(uint32_t *p, const struct fl_gc_info *info, const uint32_t *pixel)
{
	const bool apart = info->code == FL_GC_CODE_APART, cached = info->code == FL_GC_CODE_CACHED;

	p = fl_gc_put(p, GC_VS_START_PC, 0);
	p = fl_gc_put(p, GC_VS_END_PC, 1);
	p = fl_gc_put(p, GC_PS_START_PC, 0);
	p = fl_gc_put(p, GC_PS_END_PC, 1);
	if (cached)
		p = fl_gc_put(p, GC_SH_ICACHE_CONTROL,
			      GC_SH_ICACHE_CONTROL__FLUSH_VS(1) | GC_SH_ICACHE_CONTROL__FLUSH_PS(1));
	if (!apart) {
		p = fl_gc_put(p, GC_VS_RANGE, 0);
		p = fl_gc_put(p, GC_PS_RANGE, GC_PS_RANGE__LOW(PIXEL_FIRST) | GC_PS_RANGE__HIGH(PIXEL_FIRST));
	}
	p = fl_gc_load(p, apart ? GC_VS_INST_MEM(0) : GC_SH_INST_MEM(0), INST_DW, nop);
	return fl_gc_load(p,
			  apart    ? GC_PS_INST_MEM(0)
			  : cached ? GC_SH_UNK0C000_MIRROR(INST_DW * PIXEL_FIRST)
				   : GC_SH_INST_MEM(INST_DW * PIXEL_FIRST),
			  INST_DW, pixel);
}

static uint32_t element(uint32_t type, uint32_t n, bool normalized, uint32_t start_B, uint32_t end_B,
			bool last)
{
	return GC_FE_VERTEX_ELEMENT_CONFIG__TYPE(type) | GC_FE_VERTEX_ELEMENT_CONFIG__NUM(n & 3) |
	       GC_FE_VERTEX_ELEMENT_CONFIG__NORMALIZE(normalized) |
	       GC_FE_VERTEX_ELEMENT_CONFIG__START(start_B) | GC_FE_VERTEX_ELEMENT_CONFIG__END(end_B) |
	       GC_FE_VERTEX_ELEMENT_CONFIG__NONCONSECUTIVE(last);
}

static uint32_t *put_vertices(uint32_t *p, const struct fl_gc_info *info, bool copy)
{
	const uint32_t elements[2] = {element(GC_FE_DATA_TYPE__FLOAT, 2, false, 0, 8, false),
				      copy ? element(GC_FE_DATA_TYPE__FLOAT, 2, false, 8, 16, true)
					   : element(GC_FE_DATA_TYPE__UNSIGNED_BYTE, 4, true, 8, 12, true)};

	p = fl_gc_load(p, GC_FE_VERTEX_ELEMENT_CONFIG(0), 2, elements);
	return info->halti >= H2 ? fl_gc_fill(p, GC_FE_GENERIC_ATTRIB_SCALE(0), 2, fl_f32(1)) : p;
}

/* ---- the texture --------------------------------------------------------------------------------------- */
static uint32_t *put_texture(uint32_t *p, const struct fl_gc_2d *e, uint32_t format, uint32_t px_B)
{
	enum { INT_FILTER = 1 << 29 }; /* of LOG_SIZE: GC facts 9 */
	static const uint8_t formats[FL_FORMAT_COUNT] = {
	    [FL_ARGB1555] = GC_TEXTURE_FORMAT__A1R5G5B5,
	    [FL_RGB565] = GC_TEXTURE_FORMAT__R5G6B5,
	    [FL_ARGB4444] = GC_TEXTURE_FORMAT__A4R4G4B4,
	    [FL_ARGB8888] = GC_TEXTURE_FORMAT__A8R8G8B8,
	};
	const bool nte = e->setup.info->halti >= H2;
	const uint32_t config0 = GC_TE_SAMPLER_CONFIG0__TYPE(GC_TE_SAMPLER_CONFIG0__TYPE__2D) |
				 GC_TE_SAMPLER_CONFIG0__UWRAP(GC_TE_SAMPLER_CONFIG0__UWRAP__CLAMP_TO_EDGE) |
				 GC_TE_SAMPLER_CONFIG0__VWRAP(GC_TE_SAMPLER_CONFIG0__VWRAP__CLAMP_TO_EDGE) |
				 GC_TE_SAMPLER_CONFIG0__MIN(GC_TE_SAMPLER_CONFIG0__MIN__NEAREST) |
				 GC_TE_SAMPLER_CONFIG0__MAG(GC_TE_SAMPLER_CONFIG0__MAG__NEAREST) |
				 GC_TE_SAMPLER_CONFIG0__FORMAT(formats[format]);
	const uint32_t config1 = GC_TE_SAMPLER_CONFIG1__SWIZZLE_G(1) | GC_TE_SAMPLER_CONFIG1__SWIZZLE_B(2) |
				 GC_TE_SAMPLER_CONFIG1__SWIZZLE_A(3) |
				 GC_TE_SAMPLER_CONFIG1__HALIGN(GC_TE_SAMPLER_CONFIG1__HALIGN__SIXTEEN);
	const uint32_t size =
	    GC_TE_SAMPLER_SIZE__WIDTH(FL_GC_2D_PLACE_W) | GC_TE_SAMPLER_SIZE__HEIGHT(FL_GC_2D_PLACE_H);
	const uint32_t log_size = GC_TE_SAMPLER_LOG_SIZE__WIDTH(LOG_W * LOG) |
				  GC_TE_SAMPLER_LOG_SIZE__HEIGHT(LOG_H * LOG) | INT_FILTER;

	p = fl_gc_put(p, GC_TS_SAMPLER_CONFIG(0), 0);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_CONFIG0(0) : GC_TE_SAMPLER_CONFIG0(0), config0);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_SIZE(0) : GC_TE_SAMPLER_SIZE(0), size);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_LOG_SIZE(0) : GC_TE_SAMPLER_LOG_SIZE(0), log_size);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_LOD_CONFIG(0) : GC_TE_SAMPLER_LOD_CONFIG(0), 0);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_3D_CONFIG(0) : GC_TE_SAMPLER_3D_CONFIG(0), 1);
	p = fl_gc_put(p, nte ? GC_NTE_SAMPLER_CONFIG1(0) : GC_TE_SAMPLER_CONFIG1(0), config1);
	if (nte)
		p = fl_gc_put(p, GC_NTE_SAMPLER_BASELOD(0), 0);
	return fl_gc_put(p, nte ? GC_NTE_SAMPLER_ADDR_LOD(0, 0) : GC_TE_SAMPLER_LOD_ADDR(0, 0),
			 fl_gc_2d_place(e, px_B).addr[0]);
}

/* ---- all ----------------------------------------------------------------------------------------------- */
static bool same(const struct fl_gc_image *a, const struct fl_gc_image *b)
{
	return a->addr[0] == b->addr[0] && a->addr[1] == b->addr[1] && a->pitch_B == b->pitch_B &&
	       a->tiled == b->tiled;
}

uint32_t *fl_gc_2d_state(struct fl_2d *g, uint32_t *p, uint8_t program, const struct fl_gc_image *target)
{
	struct fl_gc_2d *e = fl_gc_2d_of(g);
	const struct fl_gc_info *info = e->setup.info;
	const uint32_t format = g->dst->format, px_B = g->dst->bytes_px;
	const bool known = fl_gc_2d_known(g);

	if (!known) {
		p = plain(p, info);
		if (e->setup.draw)
			fl_draw_invalidate(e->setup.draw);
	}
	if (!known || !same(&e->target, target) || e->format != format)
		p = put_target(p, info, target, format, px_B);
	/* Programs and samplers that draws still use are left alone. */
	if (!known || e->program != program || (program == FL_GC_2D_COPY && e->format != format)) {
		p = fl_gc_fe_waits(p, GC_SYNC_RECIPIENT__PE);
		p = put_vertices(p, info, program == FL_GC_2D_COPY);
		p = put_programs(p, info, program == FL_GC_2D_COPY ? look_up : nop);
		if (program == FL_GC_2D_COPY)
			p = put_texture(p, e, format, px_B);
	}
	e->program = program;
	e->target = *target;
	e->format = (uint8_t)format;
	return p;
}
