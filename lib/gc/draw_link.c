/* SPDX-License-Identifier: MIT
 *
 * What is between a vertex and a pixel program: which registers leave the one and arrive in the other (GC
 * facts 5.3).
 */
#include "lib/gc/draw_state.h"

enum { H2 = 2, H5 = 5, PIXEL_FIRST = 256 };
#define HAS_NUMBERS (1u << 31) /* VS_INPUT_COUNT: GC facts 5.3 */

static void pack_bytes(const uint8_t *from, uint32_t n, uint32_t words[8])
{
	memset(words, 0, 32);
	for (uint32_t i = 0; i < n; i++)
		words[i / 4] |= (uint32_t)from[i] << i % 4 * 8;
}

static uint32_t nibbles(const struct fl_gc_link *l, uint32_t from)
{
	uint32_t word = 0;

	for (uint32_t i = from; i < l->n && i < from + 8; i++)
		word |= 4u << 4 * (i - from);
	return word;
}

static uint32_t *link_old(const struct fl_draw *d, uint32_t *p, const struct fl_gc_link *l,
			  const uint32_t out[8])
{
	uint32_t attributes[10], use[2] = {0}, in[4];
	uint8_t regs[16];

	for (uint8_t i = 0; i < 16; i++)
		regs[i] = i < l->n_in ? i : i == l->n_in && l->numbered ? l->number_reg : 0;
	pack_bytes(regs, 16, attributes);
	memcpy(in, attributes, sizeof(in));
	for (uint32_t i = 0; i < 10; i++) /* 0x2f1: as it is; 0x200: by the shade model */
		attributes[i] = i >= l->n ? 0 : l->flat[i] ? 0x200 : 0x2f1;
	if (l->sprite >= 0 && l->sprite < 8)
		use[l->sprite / 4] |=
		    (GC_VARYING_COMPONENT_USE__POINTCOORD_X | GC_VARYING_COMPONENT_USE__POINTCOORD_Y << 2)
		    << 8 * (l->sprite % 4);
	p = fl_gc_load(p, GC_VS_OUTPUT(0), 4, out);
	p = fl_gc_load(p, GC_VS_INPUT(0), 4, in);
	p = fl_gc_load(p, GC_PA_SHADER_ATTRIBUTES(0), 10, attributes);
	p = fl_gc_put(p, GC_GL_VARYING_NUM_COMPONENTS, nibbles(l, 0));
	p = fl_gc_load(p, GC_GL_VARYING_COMPONENT_USE(0), 2, use);
	if (fl_gc_info_of(d)->halti >= 0)
		p = fl_gc_put(p, GC_GL_VARYING_NUM_COMPONENTS2, nibbles(l, 8));
	return p;
}

static uint32_t *link_halti5(uint32_t *p, const struct fl_gc_link *l, const uint32_t out[8])
{
	enum { NONE = 0x7f };
	uint32_t in[8], components[2], modes[8] = {0};
	uint8_t regs[32];

	for (uint8_t i = 0; i < 32; i++)
		regs[i] = i < l->n_in ? i : i == l->n_in && l->numbered ? l->number_reg : 0;
	pack_bytes(regs, 32, in);
	for (uint32_t i = 0; i < 2; i++)
		components[i] = nibbles(l, 8 * i);
	for (uint32_t i = 0; i < l->n; i++)
		for (uint32_t c = 0; c < 4; c++)
			modes[i / 2] |= (l->flat[i] == 2 ? GC_VARYING_INTERPOLATION_MODE__FLAT : 0u)
					<< (16 * (i % 2) + 4 * c);
	p = fl_gc_put(p, GC_VS_HALTI5_OUTPUT_COUNT,
		      GC_VS_HALTI5_OUTPUT_COUNT__COUNT(l->outputs) | l->outputs << 12);
	p = fl_gc_put(p, GC_VS_HALTI5_UNK008A0, 0x0001000e | (0x110 / l->outputs) << 20);
	p = fl_gc_load(p, GC_VS_HALTI5_OUTPUT(0), 8, out);
	p = fl_gc_load(p, GC_VS_HALTI5_INPUT(0), 8, in);
	p = fl_gc_load(p, GC_PA_VARYING_NUM_COMPONENTS(0), 2, components);
	p = fl_gc_put(p, GC_PA_VS_OUTPUT_COUNT, l->outputs);
	p = fl_gc_load(p, GC_PS_VARYING_NUM_COMPONENTS(0), 2, components);
	p = fl_gc_load(p, GC_GL_HALTI5_SHADER_ATTRIBUTES(0), 8, modes);
	return fl_gc_put(p, GC_GL_HALTI5_SH_SPECIALS,
			 0x7f7f0000u |
			     GC_GL_HALTI5_SH_SPECIALS__VS_PSIZE_OUT(l->sized ? 4 * (l->outputs - 1) : 0) |
			     GC_GL_HALTI5_SH_SPECIALS__PS_PCOORD_IN(l->sprite >= 0 ? 4 * (uint32_t)l->sprite
										   : (uint32_t)NONE));
}

/* Where stages share uniforms, which are whose. And code in memory is fetched ahead. */
static uint32_t *settle(const struct fl_gc_info *info, uint32_t *p)
{
	if (info->halti < H2)
		return p;
	p = fl_gc_put(p, GC_VS_UNIFORM_BASE, 0);
	p = fl_gc_put(p, GC_PS_UNIFORM_BASE, PIXEL_FIRST);
	if (info->code != FL_GC_CODE_MEMORY)
		return p;
	p = fl_gc_put(p, GC_VS_ICACHE_PREFETCH, 0);
	p = fl_gc_put(p, GC_PS_ICACHE_PREFETCH, 0);
	return fl_gc_ra_waits(p);
}

static uint32_t *put_outputs(const struct fl_gc_info *info, uint32_t *p, const struct fl_gc_link *l)
{
	uint32_t out[8];

	pack_bytes(l->target_reg, 8, out);
	p = fl_gc_put(p, GC_PS_OUTPUT_REG, out[0]);
	return info->halti >= H2 ? fl_gc_put(p, GC_PS_OUTPUT_REG2, out[1]) : p;
}

uint32_t *fl_gc_put_link(const struct fl_draw *d, uint32_t *p, const struct fl_gc_link *l)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	const uint32_t n_in = 1 + l->n + (fl_draw_samples(d) > 1); /* GC facts 5.3 */
	uint32_t out[8];

	pack_bytes(l->reg, l->outputs, out);
	p = fl_gc_put(p, GC_VS_OUTPUT_COUNT, l->outputs);
	p = fl_gc_put(p, GC_VS_INPUT_COUNT,
		      GC_VS_INPUT_COUNT__COUNT(l->n_in + l->numbered) |
			  GC_VS_INPUT_COUNT__UNK8((l->n_in + l->numbered + 4 + 15) / 16) |
			  (l->numbered ? HAS_NUMBERS : 0u));
	if (info->halti >= H2)
		p = fl_gc_put(p, GC_FE_HALTI5_ID_CONFIG,
			      !l->numbered
				  ? 0
				  : GC_FE_HALTI5_ID_CONFIG__VERTEX_ID_ENABLE(1) |
					GC_FE_HALTI5_ID_CONFIG__INSTANCE_ID_ENABLE(1) |
					GC_FE_HALTI5_ID_CONFIG__VERTEX_ID_REG(4u * l->number_reg) |
					GC_FE_HALTI5_ID_CONFIG__INSTANCE_ID_REG(4u * l->number_reg + 1));
	p = fl_gc_put(p, GC_VS_TEMP_REGISTER_CONTROL, l->vs_temps);
	p = fl_gc_put(p, GC_VS_LOAD_BALANCING, fl_gc_balance(info, l->n));
	p = fl_gc_put(p, GC_PA_ATTRIBUTE_ELEMENT_COUNT, GC_PA_ATTRIBUTE_ELEMENT_COUNT__COUNT(l->n));
	p = fl_gc_put(p, GC_PS_INPUT_COUNT, GC_PS_INPUT_COUNT__COUNT(n_in) | GC_PS_INPUT_COUNT__UNK8(31));
	p = fl_gc_put(p, GC_PS_TEMP_REGISTER_CONTROL, l->ps_temps > n_in ? l->ps_temps : n_in);
	p = fl_gc_put(p, GC_GL_VARYING_TOTAL_COMPONENTS, 4 * l->n);
	p = put_outputs(info, p, l);
	p = info->halti >= H5 ? link_halti5(p, l, out) : link_old(d, p, l, out);
	return settle(info, p);
}
