/* SPDX-License-Identifier: MIT
 *
 * Programs of fixed function, set up, and those of clears.
 */
#include "lib/gc/draw_state.h"

enum { NO_REG = 255 };

/* Inputs of the pixel program find the outputs of their meaning. */
static struct fl_gc_link link_of(const struct fl_draw *d, const uint8_t *out_reg,
				 const struct fl_ff_places *vs, const struct fl_ff_places *ps)
{
	struct fl_gc_link l = {.n = ps->n_in, .outputs = 1u + ps->n_in, .sprite = -1};

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
	for (uint32_t i = 0; i < fl_gc_its(d)->ps_extra >> 5; i += 4)
		l.reg[l.outputs++] = fl_gc_its(d)->clip_reg[i / 4];
	l.n = l.outputs - 1;
	l.sized = vs->out[FL_FF_OUT_POINT_SIZE] != FL_FF_NOT_THERE;
	if (l.sized)
		l.reg[l.outputs++] = out_reg[FL_FF_OUT_POINT_SIZE];
	return l;
}

/* Colors of targets that hold no floats are clamped: of targets from the fifth on by their registers. */
uint32_t fl_gc_ps_control(const struct fl_draw *d, uint32_t n_targets)
{
	enum { SATURATE_AT = 1, SATURATES = 0x1e, COUNT_AT = 8 };
	const bool clamps =
	    !d->has_color || !fl_format_is(d->color_buffer.format, FL_IS_FLOAT | FL_IS_INTEGER);
	const uint32_t there =
	    d->n_color < fl_gc_info_of(d)->targets ? d->n_color : fl_gc_info_of(d)->targets;
	const uint32_t n = n_targets < there ? n_targets : there;

	return (clamps ? ((2u << (n ? n - 1 : 0)) - 1) << SATURATE_AT & SATURATES : 0u) | (n ? n - 1 : 0)
											      << COUNT_AT;
}

static uint32_t extra_of(const struct fl_draw *d)
{
	return (d->alpha_test && fl_gc_info_of(d)->no_alpha_test ? FL_GC_PS_TESTS(d->alpha_func) : 0u) |
	       (fl_gc_swaps(d) ? FL_GC_PS_SWAPS : 0u) | FL_GC_PS_CLIPS(fl_gc_planes(d, NULL));
}

static uint32_t bring_vertex(struct fl_draw *d, uint64_t key, const struct fl_ff_places *at, uint32_t planes)
{
	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
	struct fl_gc_lowered l;

	fl_gc_vs_lower(fl_gc_info_of(d), inst, fl_ff_vs_make(key, inst), at, planes, &l);
	memcpy(fl_gc_of(d)->out_reg, l.out_reg, sizeof(l.out_reg));
	memcpy(fl_gc_of(d)->clip_reg, l.clip_reg, sizeof(l.clip_reg));
	fl_gc_bring(d, false, l.n, (const uint32_t(*)[FL_GC_WORDS])l.words);
	return l.temps;
}

static uint32_t bring_pixel(struct fl_draw *d, uint64_t key, const struct fl_ff_places *at, uint32_t extra,
			    uint8_t *reg)
{
	struct fl_ff_inst inst[FL_FF_FS_LONGEST];
	struct fl_gc_lowered l;

	fl_gc_ps_lower(fl_gc_info_of(d), inst, fl_ff_fs_make(key, inst), at, extra, &l);
	fl_gc_bring(d, true, l.n, (const uint32_t(*)[FL_GC_WORDS])l.words);
	*reg = l.out_reg[FL_FF_OUT_COLOR];
	return l.temps;
}

/* Attributes that a vertex program reads: position and color always. */
static uint32_t *vertex_format(struct fl_draw *d, uint32_t *p, uint64_t vs, const struct fl_ff_places *at)
{
	uint8_t size[FL_TEXCOORDS];
	uint32_t reads = 3 | (at->in[FL_FF_IN_NORMAL] != FL_FF_NOT_THERE ? 4u : 0);

	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		size[u] = (uint8_t)FL_FF_UNIT_SIZE_OF(FL_FF_VS_UNIT(vs, u));
		reads |= at->in[FL_FF_IN_TEXCOORD + u] != FL_FF_NOT_THERE ? 8u << u : 0;
	}
	return fl_gc_put_vertex(d, p, reads, size);
}

uint32_t *fl_gc_set_programs(struct fl_draw *d, uint32_t *p)
{
	struct fl_gc_draw *r = fl_gc_of(d);
	/* There is no stipple of lines (draw_raster.c). */
	const uint64_t vs = fl_ff_vs_key(d) & ~FL_FF_VS_STIPPLE, ps = fl_ff_fs_key(d) & ~FL_FF_FS_STIPPLE;
	const uint32_t extra = extra_of(d);
	struct fl_ff_places at[2];
	struct fl_gc_link l;

	d->needs = fl_ff_needs(vs, ps);
	fl_ff_vs_places(vs, &at[0]);
	p = vertex_format(d, p, vs, &at[0]);
	p = fl_gc_put(p, GC_PS_CONTROL, fl_gc_ps_control(d, 1));
	if (r->own)
		r->vs = r->ps = FL_GC_NO_PROGRAM;
	r->own = false;
	if (vs == r->vs && ps == r->ps && extra == r->ps_extra &&
	    !(d->dirty & (FL_D_FRAGMENT | FL_D_POINT | FL_D_RASTER)))
		return p;
	fl_ff_fs_places(ps, &at[1]);
	p = fl_gc_idle(d, p);
	fl_cs_done(d->cs, p);
	if (vs != r->vs || (extra ^ r->ps_extra) >> 5)
		r->vs_temps = (uint8_t)bring_vertex(d, vs, &at[0], extra >> 5);
	if (ps != r->ps || extra != r->ps_extra)
		r->ps_temps = (uint8_t)bring_pixel(d, ps, &at[1], extra, &r->ps_reg);
	r->vs = vs;
	r->ps = ps;
	r->ps_extra = extra;
	l = link_of(d, r->out_reg, &at[0], &at[1]);
	l.n_in = at[0].n_in;
	l.vs_temps = r->vs_temps;
	l.ps_temps = r->ps_temps;
	l.target_reg[0] = r->ps_reg;
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	return fl_gc_put_link(d, p, &l);
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
	static const uint32_t nop[1][FL_GC_WORDS]; /* the position stays in t0 */
	const struct fl_ff_places none = {0};
	struct fl_gc_draw *r = fl_gc_of(d);
	struct fl_gc_link link = {.outputs = 1, .sprite = -1, .n_in = 1, .vs_temps = 1};
	struct fl_gc_lowered l;

	p = fl_gc_idle(d, p);
	fl_cs_done(d->cs, p);
	fl_gc_bring(d, false, 1, nop);
	fl_gc_ps_lower(fl_gc_info_of(d), &color, 1, &none, fl_gc_swaps(d) ? FL_GC_PS_SWAPS : 0, &l);
	fl_gc_bring(d, true, l.n, (const uint32_t(*)[FL_GC_WORDS])l.words);
	r->vs = r->ps = FL_GC_NO_PROGRAM;
	r->own = false;
	r->format = ~0u;
	link.ps_temps = l.temps;
	memset(link.target_reg, l.out_reg[FL_FF_OUT_COLOR], sizeof(link.target_reg));
	p = fl_cs_room(d->cs, FL_GC_STATE_DW);
	p = fl_gc_put_elements(d, p, &position, 1);
	p = fl_gc_put(p, GC_PS_CONTROL, fl_gc_ps_control(d, d->n_color));
	return fl_gc_put_link(d, p, &link);
}
