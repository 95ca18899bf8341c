/* SPDX-License-Identifier: MIT
 *
 * Programs, set up: those of fixed function and the fetch program before them, and which output of the one is
 * which input of the other. Outputs and inputs find each other by numbers (R6xx facts 3.4), which here are
 * their meanings.
 */
#include "lib/fl_ff_form.h"
#include "lib/r600/draw_state.h"
#include "lib/r600/lower.h"
#include "lib/r600/program_state.h"

/* 0 finds nothing. */
#define MEANING(n) (1u + (uint32_t)(n))
enum { OUTPUTS = FL_FF_OUT_COUNT - FL_FF_OUT_COLOR };
#define ONE_COLOR R600_SQ_PGM_EXPORTS_PS__EXPORT_MODE(2)
_Static_assert((int)FL_FF_IN_TEXCOORD - (int)FL_FF_IN_COLOR - 1 ==
		   (int)FL_FF_OUT_TEXCOORD - (int)FL_FF_OUT_COLOR,
	       "there is a normal between them, which no fragment has");

uint64_t fl_r600_immediate_format(struct fl_draw *d, uint32_t reads, const uint8_t size[FL_TEXCOORDS])
{
	static const uint8_t type[3] = {FL_FLOAT, FL_UBYTE, FL_FLOAT}, components[3] = {3, 4, 3};
	uint64_t key = fl_r600_no_attributes(true);
	uint32_t flags = reads >> 2 & 1 ? FL_V_NORMAL : 0;

	for (uint32_t k = 0; k < 3; k++)
		if (reads >> k & 1)
			key = fl_r600_with_attribute(key, k, type[k], components[k], false);
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		if (!(reads >> (3 + u) & 1))
			continue;
		key = fl_r600_with_attribute(key, 3 + u, FL_FLOAT, size[u], false);
		flags |= FL_V_MORE | FL_V_AT(size[u], u);
	}
	fl_draw_vertex_format(d, flags);
	return key;
}

uint64_t fl_r600_immediate(struct fl_draw *d)
{
	const uint64_t vs = fl_ff_vs_key(d);
	uint32_t reads = 3; /* position and color always */
	uint8_t size[FL_TEXCOORDS];
	struct fl_ff_places at;

	fl_ff_vs_places(vs, &at);
	reads |= at.in[FL_FF_IN_NORMAL] != FL_FF_NOT_THERE ? 4u : 0;
	for (uint32_t u = 0; u < FL_TEXCOORDS; u++) {
		size[u] = (uint8_t)FL_FF_UNIT_SIZE_OF(FL_FF_VS_UNIT(vs, u));
		reads |= at.in[FL_FF_IN_TEXCOORD + u] != FL_FF_NOT_THERE ? 8u << u : 0;
	}
	return fl_r600_immediate_format(d, reads, size);
}

/* ---- registers ----------------------------------------------------------------------------------------- */
uint32_t fl_r600_resources(const struct fl_resident *s)
{
	return R600_SQ_PGM_RESOURCES_PS__NUM_GPRS(s->regs[FL_R600_GPRS]) |
	       R600_SQ_PGM_RESOURCES_PS__STACK_SIZE(s->regs[FL_R600_STACK]) |
	       R600_SQ_PGM_RESOURCES_PS__DX10_CLAMP(1);
}

uint32_t *fl_r600_put_programs(struct fl_draw *d, uint32_t *p, const struct fl_r600_set *s, uint32_t exports)
{
	const struct fl_resident *vs = s->gs ? s->copy : s->vs;

	if (s->gs || fl_r600_its(d)->emits)
		p = fl_r600_put_geometry(d, p, s);
	p = r600_pm4_put(p, R600_SQ_PGM_START_PS, s->fs->start);
	p = r600_pm4_context(p, R600_SQ_PGM_RESOURCES_PS, 3); /* and SQ_PGM_EXPORTS_PS, SQ_PGM_START_VS */
	/* R600 itself begins wrong where the first words are cached (R6xx facts 4.1). */
	*p++ = fl_r600_resources(s->fs) |
	       R600_SQ_PGM_RESOURCES_PS__UNCACHED_FIRST_INST(fl_r600_its(d)->one_blend);
	*p++ = exports;
	*p++ = vs->start;
	p = r600_pm4_put(p, R600_SQ_PGM_RESOURCES_VS, fl_r600_resources(vs));
	p = r600_pm4_put(p, R600_SQ_PGM_START_FS, s->fetch->start);
	p = r600_pm4_put(p, R600_VGT_MAX_VTX_INDX, ~0u); /* arrays have fewer */
	return r600_pm4_put(p, R600_SQ_PGM_RESOURCES_FS, 0);
}

/* Outputs of a vertex program of fixed function, behind the position and the size of points. */
static uint32_t *put_outputs(uint32_t *p, uint64_t key)
{
	struct fl_ff_places at;
	uint32_t n, id[2] = {0};

	fl_ff_vs_places(key, &at);
	for (uint32_t i = 0; i < OUTPUTS; i++) {
		if (at.out[FL_FF_OUT_COLOR + i] == FL_FF_NOT_THERE)
			continue;
		n = fl_r600_param(&at, FL_FF_OUT_COLOR + i);
		id[n / 4 & 1] |= MEANING(i) << n % 4 * 8;
	}
	p = r600_pm4_context(p, R600_SPI_VS_OUT_ID(0), 2);
	*p++ = id[0];
	*p++ = id[1];
	p = r600_pm4_put(p, R600_SPI_VS_OUT_CONFIG,
			 R600_SPI_VS_OUT_CONFIG__VS_EXPORT_COUNT(fl_r600_params(&at) - 1));
	return r600_pm4_put(p, R600_PA_CL_VS_OUT_CNTL,
			    key & FL_FF_VS_POINT_SIZE ? R600_PA_CL_VS_OUT_CNTL__USE_VTX_POINT_SIZE(1) |
							    R600_PA_CL_VS_OUT_CNTL__VS_OUT_MISC_VEC_ENA(1)
						      : 0u);
}

/* Inputs of a fragment program: colors may be flat, coordinate 0 may be that of a sprite. */
static uint32_t *put_inputs(uint32_t *p, uint64_t key)
{
	struct fl_ff_places at;
	uint32_t *head = p;

	fl_ff_fs_places(key, &at);
	p = r600_pm4_context(head, R600_SPI_PS_INPUT_CNTL(0), at.n_in);
	for (uint32_t in = FL_FF_IN_COLOR; in <= FL_FF_IN_FOG; in++) {
		if (at.in[in] == FL_FF_NOT_THERE)
			continue;
		*p++ = R600_SPI_PS_INPUT_CNTL__SEMANTIC(
			   in == FL_FF_IN_COLOR ? MEANING(0) : MEANING(in - FL_FF_IN_TEXCOORD + 1)) |
		       R600_SPI_PS_INPUT_CNTL__FLAT_SHADE(in == FL_FF_IN_COLOR) |
		       R600_SPI_PS_INPUT_CNTL__PT_SPRITE_TEX(in == FL_FF_IN_TEXCOORD);
	}
	p = r600_pm4_context(p, R600_SPI_PS_IN_CONTROL_0, 2);
	*p++ =
	    R600_SPI_PS_IN_CONTROL_0__NUM_INTERP(at.n_in) | R600_SPI_PS_IN_CONTROL_0__PERSP_GRADIENT_ENA(1);
	*p++ = 0;
	return p;
}

/* ---- setting them up ----------------------------------------------------------------------------------- */
const struct fl_resident *fl_r600_fetch_program(struct fl_draw *d, uint64_t key)
{
	return fl_r600_fetch(&fl_r600_of(d)->programs, d->cs, key,
			     r600_chip_family(fl_r600_chip(d))->vertex_cache);
}

uint32_t *fl_r600_set_programs(struct fl_draw *d, uint32_t *p, uint64_t fetch)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	/* Lines are stippled by the chip. */
	const uint64_t vs = fl_ff_vs_key(d) & ~FL_FF_VS_STIPPLE, fs = fl_ff_fs_key(d) & ~FL_FF_FS_STIPPLE;
	struct fl_r600_set s = {0};
	uint32_t turn;

	if (d->program)
		return fl_r600_program_set_up(d, p, fetch);
	d->needs = fl_ff_needs(vs, fs);
	if (vs == r->vs && fs == r->fs && fetch == r->fetch)
		return p;
	fl_cs_done(d->cs, p);
	do {
		turn = r->programs.all.turn;
		s.fetch = fl_r600_fetch_program(d, fetch);
		s.vs = fl_r600_ff_vs(&r->programs, d->cs, vs);
		s.fs = fl_r600_ff_fs(&r->programs, d->cs, fs);
	} while (turn != r->programs.all.turn);
	p = fl_r600_put_programs(d, fl_cs_room(d->cs, FL_R600_STATE_DW), &s, ONE_COLOR);
	p = put_inputs(put_outputs(p, vs), fs);
	r->vs = vs;
	r->fs = fs;
	if (fetch != r->fetch) {
		r->fetch = fetch;
		r->arrays_set = false;
	}
	return p;
}

uint32_t *fl_r600_set_plain(struct fl_draw *d, uint32_t *p, uint32_t samples)
{
	struct fl_r600_draw *r = fl_r600_of(d);
	uint64_t fetch = fl_r600_no_attributes(true);
	struct fl_r600_set s = {0};
	uint32_t turn;

	fetch = fl_r600_with_attribute(fetch, 0, FL_FLOAT, 4, false);
	fetch = fl_r600_with_attribute(fetch, 1, FL_FLOAT, 4, false);
	fl_cs_done(d->cs, p);
	do {
		turn = r->programs.all.turn;
		s.fetch = fl_r600_fetch_program(d, fetch);
		s.vs = fl_r600_ff_vs(&r->programs, d->cs, FL_FF_VS_CLEAR);
		s.fs = fl_r600_plain(d, samples);
	} while (turn != r->programs.all.turn);
	p = fl_r600_put_programs(d, fl_cs_room(d->cs, FL_R600_STATE_DW), &s, ONE_COLOR);
	r->vs = r->fs = r->fetch = FL_R600_NO_PROGRAM;
	r->arrays_set = false;
	return put_inputs(put_outputs(p, FL_FF_VS_CLEAR), 0);
}
