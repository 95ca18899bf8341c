/* SPDX-License-Identifier: MIT
 *
 * Programs of fixed function, set up: their words, and which output of the one is which input of the other
 * (GC facts 5.1, 5.3).
 */
#include "lib/gc/draw_state.h"

enum { H2 = 2, H5 = 5, PIXEL_FIRST = 256, INST_DW = FL_GC_WORDS, NO_REG = 255 };

/* ---- words --------------------------------------------------------------------------------------------- */
/* Into the core, as many as one command takes at a time. */
static void load_words(struct fl_cs *cs, uint32_t state, const struct fl_gc_lowered *l)
{
	enum { CHUNK = 64 };

	for (uint32_t i = 0; i < l->n; i += CHUNK) {
		const uint32_t n = l->n - i < CHUNK ? l->n - i : CHUNK;
		uint32_t *p = fl_cs_room(cs, INST_DW * n + 2);

		fl_cs_done(cs, fl_gc_load(p, state + 4 * INST_DW * i, INST_DW * n, l->words[i]));
	}
}

static void vertex_in_core(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	const uint32_t code = fl_gc_info_of(d)->code;
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	if (code == FL_GC_CODE_CACHED)
		p = fl_gc_put(p, GC_SH_ICACHE_CONTROL,
			      GC_SH_ICACHE_CONTROL__FLUSH_VS(1) | GC_SH_ICACHE_CONTROL__FLUSH_PS(1));
	if (code != FL_GC_CODE_APART)
		p = fl_gc_put(p, GC_VS_RANGE, GC_VS_RANGE__LOW(0) | GC_VS_RANGE__HIGH(l->n - 1));
	p = fl_gc_put(p, GC_VS_START_PC, 0);
	fl_cs_done(d->cs, fl_gc_put(p, GC_VS_END_PC, l->n));
	load_words(d->cs, code == FL_GC_CODE_APART ? GC_VS_INST_MEM(0) : GC_SH_INST_MEM(0), l);
}

static void pixel_in_core(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	const uint32_t code = fl_gc_info_of(d)->code;
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	if (code == FL_GC_CODE_CACHED)
		p = fl_gc_put(p, GC_SH_ICACHE_CONTROL,
			      GC_SH_ICACHE_CONTROL__FLUSH_VS(1) | GC_SH_ICACHE_CONTROL__FLUSH_PS(1));
	if (code != FL_GC_CODE_APART)
		p = fl_gc_put(p, GC_PS_RANGE,
			      GC_PS_RANGE__LOW(PIXEL_FIRST) | GC_PS_RANGE__HIGH(PIXEL_FIRST + l->n - 1));
	p = fl_gc_put(p, GC_PS_START_PC, 0);
	fl_cs_done(d->cs, fl_gc_put(p, GC_PS_END_PC, l->n));
	load_words(d->cs,
		   code == FL_GC_CODE_APART    ? GC_PS_INST_MEM(0)
		   : code == FL_GC_CODE_SHARED ? GC_SH_INST_MEM(INST_DW * PIXEL_FIRST)
					       : GC_SH_UNK0C000_MIRROR(INST_DW * PIXEL_FIRST),
		   l);
}

/* At the end of the batch, at a multiple of 256; the cache may know what was there before. */
static uint32_t in_memory(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	enum { ALIGN_B = 256 };
	uint32_t *to;

	fl_cs_room(d->cs, FL_GC_STATE_DW + INST_DW * l->n + ALIGN_B / 4);
	to = fl_gc_tail(d->cs, INST_DW * l->n, ALIGN_B);
	memcpy(to, l->words, 4 * INST_DW * (size_t)l->n);
	return (uint32_t)fl_cs_address(d->cs, to);
}

static void vertex_in_memory(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	const uint32_t addr = in_memory(d, l);
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	p = fl_gc_put(p, GC_VS_ICACHE_INVALIDATE, 0x1f);
	p = fl_gc_put(p, GC_VS_NEWRANGE_LOW, 0);
	p = fl_gc_put(p, GC_VS_HALTI5_RANGE_HIGH, l->n);
	p = fl_gc_put(p, GC_VS_INST_ADDR, addr);
	p = fl_gc_put(p, GC_SH_ICACHE_CONTROL, GC_SH_ICACHE_CONTROL__ENABLE(1));
	fl_cs_done(d->cs, fl_gc_put(p, GC_VS_ICACHE_COUNT, l->n - 1));
}

static void pixel_in_memory(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	const uint32_t addr = in_memory(d, l);
	uint32_t *p = fl_cs_room(d->cs, FL_GC_STATE_DW);

	p = fl_gc_put(p, GC_VS_ICACHE_INVALIDATE, 0x1f);
	p = fl_gc_put(p, GC_PS_NEWRANGE_LOW, 0);
	p = fl_gc_put(p, GC_PS_HALTI5_RANGE_HIGH, l->n);
	p = fl_gc_put(p, GC_PS_INST_ADDR, addr);
	p = fl_gc_put(p, GC_SH_ICACHE_CONTROL, GC_SH_ICACHE_CONTROL__ENABLE(1));
	fl_cs_done(d->cs, fl_gc_put(p, GC_PS_ICACHE_COUNT, l->n - 1));
}

/* ---- what is between them ------------------------------------------------------------------------------ */
struct link {
	uint32_t n;       /* varyings */
	uint8_t reg[16];  /* of the vertex program; the first is the position, then the varyings */
	uint8_t flat[16]; /* a varying that a flat shade model makes flat */
	uint32_t outputs; /* registers that leave: position, varyings, size of points */
	int32_t sprite;   /* the varying that is where in the point a pixel lies, or -1 */
	bool sized;
};

static void pack_bytes(const uint8_t *from, uint32_t n, uint32_t words[8])
{
	memset(words, 0, 32);
	for (uint32_t i = 0; i < n; i++)
		words[i / 4] |= (uint32_t)from[i] << i % 4 * 8;
}

static uint32_t nibbles(const struct link *l, uint32_t from)
{
	uint32_t word = 0;

	for (uint32_t i = from; i < l->n && i < from + 8; i++)
		word |= 4u << 4 * (i - from);
	return word;
}

/* GC facts 5.3: integer divisions as Mesa has them */
static uint32_t balance(const struct fl_gc_info *info, uint32_t varyings)
{
	const uint32_t half = varyings / 2 + 1;
	const uint32_t b = (20480 / (info->output_buffer - 2 * half * info->vertex_cache) + 9) / 10;
	const uint32_t a = (b + 256 / (info->cores * half)) / 2;

	return GC_VS_LOAD_BALANCING__A(a < 255 ? a : 255) | GC_VS_LOAD_BALANCING__B(b < 255 ? b : 255) |
	       GC_VS_LOAD_BALANCING__C(0x3f) | GC_VS_LOAD_BALANCING__D(0x0f);
}

static uint32_t *link_old(const struct fl_draw *d, uint32_t *p, const struct link *l, const uint32_t out[8],
			  uint32_t n_in)
{
	uint32_t attributes[10], use[2] = {0}, in[4];
	uint8_t regs[16];

	for (uint8_t i = 0; i < 16; i++)
		regs[i] = i < n_in ? i : 0;
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

static uint32_t *link_halti5(uint32_t *p, const struct link *l, const uint32_t out[8], uint32_t n_in)
{
	enum { NONE = 0x7f };
	uint32_t in[8], components[2], modes[8] = {0};
	uint8_t regs[32];

	for (uint8_t i = 0; i < 32; i++)
		regs[i] = i < n_in ? i : 0;
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

static uint32_t *put_link(const struct fl_draw *d, uint32_t *p, const struct link *l, uint32_t n_in,
			  uint32_t vs_temps)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);
	uint32_t out[8];

	pack_bytes(l->reg, l->outputs, out);
	p = fl_gc_put(p, GC_VS_OUTPUT_COUNT, l->outputs);
	p = fl_gc_put(p, GC_VS_INPUT_COUNT,
		      GC_VS_INPUT_COUNT__COUNT(n_in) | GC_VS_INPUT_COUNT__UNK8((n_in + 4 + 15) / 16));
	p = fl_gc_put(p, GC_VS_TEMP_REGISTER_CONTROL, vs_temps);
	p = fl_gc_put(p, GC_VS_LOAD_BALANCING, balance(info, l->n));
	p = fl_gc_put(p, GC_PA_ATTRIBUTE_ELEMENT_COUNT, GC_PA_ATTRIBUTE_ELEMENT_COUNT__COUNT(l->n));
	p = fl_gc_put(p, GC_PS_INPUT_COUNT, GC_PS_INPUT_COUNT__COUNT(1 + l->n) | GC_PS_INPUT_COUNT__UNK8(31));
	p = fl_gc_put(p, GC_GL_VARYING_TOTAL_COMPONENTS, 4 * l->n);
	return info->halti >= H5 ? link_halti5(p, l, out, n_in) : link_old(d, p, l, out, n_in);
}

/* Inputs of the pixel program find the outputs of their meaning. */
static struct link link_of(const struct fl_draw *d, const uint8_t *out_reg, const struct fl_ff_places *vs,
			   const struct fl_ff_places *ps)
{
	struct link l = {.n = ps->n_in, .outputs = 1u + ps->n_in, .sprite = -1};

	l.reg[0] = out_reg[FL_FF_OUT_POSITION];
	for (uint32_t in = FL_FF_IN_COLOR; in <= FL_FF_IN_FOG; in++) {
		const uint32_t i = ps->in[in], out = in == FL_FF_IN_COLOR
							 ? (uint32_t)FL_FF_OUT_COLOR
							 : in - FL_FF_IN_TEXCOORD + FL_FF_OUT_TEXCOORD;

		if (in == FL_FF_IN_NORMAL || i == FL_FF_NOT_THERE)
			continue;
		if (out_reg[out] != NO_REG)
			l.reg[1 + i] = out_reg[out];
		else if (in == FL_FF_IN_TEXCOORD && fl_draw_sprites(d))
			l.sprite = (int32_t)i;
		if (in == FL_FF_IN_COLOR)
			l.flat[i] = d->flat ? 2 : 1;
	}
	l.sized = vs->out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE;
	if (l.sized)
		l.reg[l.outputs++] = out_reg[FL_FF_OUT_POINT_SIZE];
	return l;
}

/* ---- setting them up ----------------------------------------------------------------------------------- */
static void bring_vertex(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	if (fl_gc_info_of(d)->code == FL_GC_CODE_MEMORY)
		vertex_in_memory(d, l);
	else
		vertex_in_core(d, l);
}

static void bring_pixel(struct fl_draw *d, const struct fl_gc_lowered *l)
{
	uint32_t *p;

	if (fl_gc_info_of(d)->code == FL_GC_CODE_MEMORY)
		pixel_in_memory(d, l);
	else
		pixel_in_core(d, l);
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = fl_gc_put(p, GC_PS_TEMP_REGISTER_CONTROL, l->temps);
	fl_cs_done(d->cs, fl_gc_put(p, GC_PS_OUTPUT_REG, l->out_reg[FL_FF_OUT_COLOR]));
}

/* Colors of targets that hold no floats are clamped. */
static uint32_t control(const struct fl_draw *d)
{
	return GC_PS_CONTROL__UNK1(!d->has_color || !fl_format_is(d->color_buffer.format, FL_IS_FLOAT));
}

/* Where stages share uniforms, which are whose. And code in memory is fetched ahead. */
static uint32_t *settle(const struct fl_draw *d, uint32_t *p)
{
	const struct fl_gc_info *info = fl_gc_info_of(d);

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

static void lower_vertex(struct fl_draw *d, uint64_t key, const struct fl_ff_places *at,
			 struct fl_gc_lowered *l)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];

	fl_gc_vs_lower(fl_gc_info_of(d), inst, fl_ff_vs_make(key, inst), at, l);
}

static void lower_pixel(struct fl_draw *d, uint64_t key, const struct fl_ff_places *at, uint32_t extra,
			struct fl_gc_lowered *l)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];

	fl_gc_ps_lower(fl_gc_info_of(d), inst, fl_ff_fs_make(key, inst), at, extra, l);
}

static uint32_t extra_of(const struct fl_draw *d)
{
	return (d->alpha_test && fl_gc_info_of(d)->no_alpha_test ? FL_GC_PS_TESTS(d->alpha_func) : 0u) |
	       (fl_gc_swaps(d) ? FL_GC_PS_SWAPS : 0u);
}

static __attribute__((noinline)) uint8_t bring(struct fl_draw *d, uint64_t vs, uint64_t ps, uint32_t extra,
					       const struct fl_ff_places at[2])
{
	struct fl_gc_draw *r = fl_gc_of(d);
	struct fl_gc_lowered l;
	uint8_t temps;

	lower_vertex(d, vs, &at[0], &l);
	temps = l.temps;
	memcpy(r->out_reg, l.out_reg, sizeof(r->out_reg));
	bring_vertex(d, &l);
	lower_pixel(d, ps, &at[1], extra, &l);
	bring_pixel(d, &l);
	return temps;
}

uint32_t *fl_gc_set_programs(struct fl_draw *d, uint32_t *p)
{
	struct fl_gc_draw *r = fl_gc_of(d);
	/* There is no stipple of lines (draw_raster.c). */
	const uint64_t vs = fl_ff_vs_key(d) & ~FL_FF_VS_STIPPLE, ps = fl_ff_fs_key(d) & ~FL_FF_FS_STIPPLE;
	const uint32_t extra = extra_of(d);
	struct fl_ff_places at[2];
	struct link l;
	uint8_t temps;

	d->needs = fl_ff_needs(vs, ps);
	p = fl_gc_put_vertex(d, p, vs);
	p = fl_gc_put(p, GC_PS_CONTROL, control(d));
	if (vs == r->vs && ps == r->ps && extra == r->ps_extra && !(d->dirty & (FL_D_FRAGMENT | FL_D_POINT)))
		return p;
	fl_ff_vs_places(vs, &at[0]);
	fl_ff_fs_places(ps, &at[1]);
	p = fl_gc_idle(d, p);
	fl_cs_done(d->cs, p);
	temps = bring(d, vs, ps, extra, at);
	r->vs = vs;
	r->ps = ps;
	r->ps_extra = extra;
	l = link_of(d, r->out_reg, &at[0], &at[1]);
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = put_link(d, p, &l, at[0].n_in, temps);
	return settle(d, p);
}

/* ---- clears -------------------------------------------------------------------------------------------- */
uint32_t *fl_gc_set_plain(struct fl_draw *d, uint32_t *p)
{
	static const struct fl_ff_inst color = {
	    .op = FL_FF_MOV,
	    .to = {.file = FL_FF_OUT, .at = FL_FF_OUT_COLOR, .mask = 15},
	    .a = {.file = FL_FF_CONST, .select = FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)}};
	static const struct fl_gc_element position = {
	    .type = GC_FE_DATA_TYPE__FLOAT, .size = 4, .size_B = 16};
	struct fl_gc_draw *r = fl_gc_of(d);
	struct fl_gc_lowered l = {.n = 1, .temps = 1}; /* NOP; the position stays in t0 */
	const struct fl_ff_places none = {0};
	const struct link link = {.outputs = 1, .sprite = -1};

	p = fl_gc_idle(d, p);
	fl_cs_done(d->cs, p);
	memset(l.words[0], 0, sizeof(l.words[0]));
	bring_vertex(d, &l);
	fl_gc_ps_lower(fl_gc_info_of(d), &color, 1, &none, fl_gc_swaps(d) ? FL_GC_PS_SWAPS : 0, &l);
	bring_pixel(d, &l);
	r->vs = r->ps = FL_GC_NO_PROGRAM;
	r->format = ~0u;
	r->program_sent = NULL;
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = fl_gc_put_elements(d, p, &position, 1);
	p = fl_gc_put(p, GC_PS_CONTROL, control(d));
	p = put_link(d, p, &link, 1, 1);
	return settle(d, p);
}
