/* SPDX-License-Identifier: MIT
 *
 * States that are the same for all that is drawn (GC facts 4), and those of what the kit does not use:
 * several samples, tile status. What has no name is as Mesa's driver writes it.
 */
#include "lib/gc/start.h"
#include "lib/gc/states.h"

enum { H1 = 1, H2 = 2, H3 = 3, H4 = 4, H5 = 5, ANY = -1 };

struct row {
	int8_t from; /* the first level that has it */
	uint8_t n;
	uint32_t state, value;
};

static const struct row rows[] = {
    {ANY, 1, GC_GL_API_MODE, 0}, /* OpenGL */
    {ANY, 1, GC_PA_W_CLIP_LIMIT, 0x34000001},
    {ANY, 1, GC_PA_FLAGS, 0},
    {ANY, 1, GC_PA_VIEWPORT_UNK00A80, 0x38a01404},
    {ANY, 1, GC_PA_VIEWPORT_UNK00A84, 0x46000000}, /* 8192.0: a smaller one scales points down */
    {ANY, 1, GC_PA_VIEWPORT_UNK00A8C, 0},
    {ANY, 1, GC_RA_HDEPTH_CONTROL, 0x7000},
    {ANY, 1, GC_PS_CONTROL_EXT, 0},
    {H1, 1, GC_VS_HALTI1_UNK00884, 0x808},
    {H2, 1, GC_RA_UNK00E0C, 0},
    {H3, 1, GC_PS_HALTI3_UNK0103C, 0x76543210},
    {H4, 1, GC_PS_MSAA_CONFIG, 0x6706667f},
    {H4, 1, GC_PE_HALTI4_UNK014C0, 0},
    {H5, 1, GC_NTE_DESCRIPTOR_CONTROL, GC_NTE_DESCRIPTOR_CONTROL__ENABLE(1)},
    {H5, 1, GC_FE_HALTI5_UNK007D8, 2},
    {H5, 1, GC_PS_SAMPLER_BASE, 0},
    {H5, 1, GC_VS_SAMPLER_BASE, 0x20},
    {H5, 1, GC_SH_CONFIG, GC_SH_CONFIG__RTNE_ROUNDING(1)},
    {H5, 1, GC_NTE_DESCRIPTOR_FLUSH, 0},
    {H5, 1, GC_GL_FLUSH_CACHE,
     GC_GL_FLUSH_CACHE__DESCRIPTOR_UNK12(1) | GC_GL_FLUSH_CACHE__DESCRIPTOR_UNK13(1)},
    {H5, 1, GC_VS_ICACHE_INVALIDATE, 0x1f},
    {H5, 1, GC_PE_MEM_CONFIG, 0x05000000},
    {H5, 1, GC_FE_HALTI5_ID_CONFIG, 0},
    {ANY, 1, GC_GL_MULTI_SAMPLE_CONFIG, 0xf0}, /* one sample; first, for it changes PS_INPUT_COUNT */
    {ANY, 1, GC_RA_MULTISAMPLE_UNK00E04, 0},
    {ANY, 4, GC_RA_MULTISAMPLE_UNK00E10(0), 0},
    {ANY, 16, GC_RA_CENTROID_TABLE(0), 0},
    {ANY, 1, GC_RA_CONTROL, 1},
    {ANY, 1, GC_PA_SYSTEM_MODE, 0x11}, /* the last vertex provokes; pixels have their middle at 1/2 */
    {ANY, 1, GC_SE_CONFIG, 0},
    {ANY, 1, GC_PE_DEPTH_NEAR, 0},
    {ANY, 1, GC_PE_DEPTH_FAR, 0x3f800000},
    {ANY, 1, GC_PE_HDEPTH_CONTROL, 0},
    {ANY, 2, GC_PE_DITHER(0), 0xffffffff},
    {ANY, 1, GC_TS_MEM_CONFIG, 0},
    {ANY, 1, GC_FE_INDEX_STREAM_CONTROL, 0},
    {H2, 1, GC_FE_PRIMITIVE_RESTART_INDEX, 0},
};

uint32_t *fl_gc_start(uint32_t *p, const struct fl_gc_info *info)
{
	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (info->halti >= rows[i].from)
			p = fl_gc_fill(p, rows[i].state, rows[i].n, rows[i].value);
	if (info->halti < H5) {
		p = fl_gc_put(p, GC_GL_VARYING_COMPONENT_USE2, 0);
		p = fl_gc_put(p, GC_GL_VARYING_COMPONENT_USE3, 0);
	}
	if (!info->blt)
		p = fl_gc_put(p, GC_RS_SINGLE_BUFFER, GC_RS_SINGLE_BUFFER__ENABLE(info->single_buffer));
	/* Elements that were there, of others or of chance, are none of ours (GC facts 4). */
	if (info->halti >= H5) {
		p = fl_gc_fill(p, GC_NFE_GENERIC_ATTRIB_CONFIG0(0), GC_NFE_GENERIC_ATTRIB_CONFIG0__COUNT, 0);
		return fl_gc_fill(p, GC_NFE_GENERIC_ATTRIB_CONFIG1(0), GC_NFE_GENERIC_ATTRIB_CONFIG0__COUNT,
				  0);
	}
	return fl_gc_fill(p, GC_FE_VERTEX_ELEMENT_CONFIG(0), GC_FE_VERTEX_ELEMENT_CONFIG__COUNT, 0);
}

/* GC facts 5.3: integer divisions as Mesa has them */
uint32_t fl_gc_balance(const struct fl_gc_info *info, uint32_t varyings)
{
	const uint32_t half = varyings / 2 + 1;
	const uint32_t b = (20480 / (info->output_buffer - 2 * half * info->vertex_cache) + 9) / 10;
	const uint32_t a = (b + 256 / (info->cores * half)) / 2;

	return GC_VS_LOAD_BALANCING__A(a < 255 ? a : 255) | GC_VS_LOAD_BALANCING__B(b < 255 ? b : 255) |
	       GC_VS_LOAD_BALANCING__C(0x3f) | GC_VS_LOAD_BALANCING__D(0x0f);
}
