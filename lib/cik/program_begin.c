/* SPDX-License-Identifier: MIT
 *
 * Programs of the caller's own: what is put before the first instruction of the text. A vertex program has
 * its inputs fetched, a fragment program has them interpolated, as far as the text has their registers; both
 * have their constants and descriptors loaded; and all of it is waited for.
 */
#include "lib/cik/emit.h"
#include "lib/cik/program_state.h"

#include <string.h>

enum {
	SGPRS = 104,
	VGPRS = 256,
	DESCRIPTOR_DW = 4,
	TEXTURE_DW = FL_CIK_TEXTURE_B / 4,
	SAMPLER_DW = FL_CIK_SAMPLER_B / 4
};

static bool has_vgpr(const struct fl_cik_declared *d, uint32_t vgpr)
{
	return d->has_vgpr[vgpr / 32] >> vgpr % 32 & 1;
}

/* Constants that stand one behind the other in memory and in registers come in loads of up to four. */
static void load_constants(struct fl_cik_code *c, const struct fl_cik_program *s)
{
	for (uint32_t i = 0, n; i < s->n_constants; i += n) {
		const uint32_t to = s->sgpr[i];

		n = 1;
		if (!to)
			continue;
		while (n < 4 && i + n < s->n_constants && s->sgpr[i + n] == to + 4 * n)
			n++;
		n = n == 3 ? 2 : n;
		fl_cik_load(c, to, FL_CIK_S_CONSTANTS, 4 * i, 4 * n);
	}
}

static void load_textures(struct fl_cik_code *c, const struct fl_cik_declared *d)
{
	for (uint32_t u = 0; u < FL_CIK_UNITS; u++) {
		const uint32_t to = d->image[u];

		if (!to)
			continue;
		fl_cik_load(c, to, FL_CIK_S_TEXTURES, TEXTURE_DW * u, SAMPLER_DW);
		fl_cik_load(c, to + SAMPLER_DW, FL_CIK_S_TEXTURES, TEXTURE_DW * u + SAMPLER_DW, 4);
	}
}

static void add_scalar(struct fl_cik_code *c, uint32_t vgpr, uint32_t sgpr)
{
	const struct fl_cik_src s[2] = {fl_cik_s(sgpr), fl_cik_v(vgpr)};

	fl_cik_valu(c, FL_CIK_V2(ADD_I32), vgpr, s, 2, false);
}

/* Which of the buffer's vertices the lane's is: lanes are vertices in the order in which they are written.
 * The chip says how many of them fit, none when nothing is streamed out, how many there were before, and
 * where the buffer goes on (facts 4.2, 4.6). */
void fl_cik_begin_stream(struct fl_cik_code *c, uint32_t sgpr, uint32_t vgpr)
{
	enum { COUNT_BITS = 7, COUNT_SHIFT = 16, DWORD_LOG2 = 2 };
	const uint32_t at = sgpr + FL_CIK_STREAM_AT;
	const struct fl_cik_src all = fl_cik_s(CIK_SSRC__SRC_M_1_INT), zero = fl_cik_s(CIK_SSRC__SRC_0),
				lane = fl_cik_v(vgpr);

	fl_cik_valu(c, FL_CIK_V2(MBCNT_LO_U32_B32), vgpr, (const struct fl_cik_src[]){all, zero}, 2, false);
	fl_cik_valu(c, FL_CIK_V2(MBCNT_HI_U32_B32), vgpr, (const struct fl_cik_src[]){all, lane}, 2, false);
	fl_cik_sop2(c, CIK_OP_SOP2__S_BFE_U32, at, FL_CIK_OWN_STREAM_COUNT, FL_CIK_LITERAL);
	fl_cik_word(c, COUNT_SHIFT | COUNT_BITS << 16);
	fl_cik_valu(c, FL_CIK_VC(CMP_GT_U32), sgpr + FL_CIK_STREAM_MASK,
		    (const struct fl_cik_src[]){fl_cik_s(at), lane}, 2, false);
	add_scalar(c, vgpr, FL_CIK_OWN_STREAM_FIRST);
	fl_cik_sop2(c, CIK_OP_SOP2__S_LSHL_B32, at, FL_CIK_OWN_STREAM_AT, CIK_SSRC__SRC_0 + DWORD_LOG2);
}

/* Descriptors stand where constants will: they are read when a fetch is issued. */
static void begin_vertex(struct fl_cik_code *c, const struct fl_cik_program *s)
{
	const struct fl_cik_declared *d = &s->declared;

	for (uint32_t i = 0; i < d->n_in; i++)
		fl_cik_load(c, FL_CIK_OWN_SGPRS + DESCRIPTOR_DW * i, FL_CIK_S_VERTICES, DESCRIPTOR_DW * i,
			    DESCRIPTOR_DW);
	add_scalar(c, FL_CIK_OWN_VERTEX, FL_CIK_S_FIRST_VERTEX);
	if (has_vgpr(d, FL_CIK_OWN_INSTANCE))
		add_scalar(c, FL_CIK_OWN_INSTANCE, FL_CIK_S_FIRST_INSTANCE);
	fl_cik_wait_lgkm(c);
	for (uint32_t i = 0; i < d->n_in; i++)
		fl_cik_fetch(c, FL_CIK_OWN_VERTEX_INPUTS + 4 * i, FL_CIK_OWN_VERTEX,
			     FL_CIK_OWN_SGPRS + DESCRIPTOR_DW * i);
	load_constants(c, s);
	load_textures(c, d);
	if (d->streams)
		fl_cik_begin_stream(c, d->stream_sgpr, d->stream_vgpr);
	fl_cik_wait_vm(c, 0);
	fl_cik_wait_lgkm(c);
}

static void begin_geometry(struct fl_cik_code *c, const struct fl_cik_program *s)
{
	load_constants(c, s);
	load_textures(c, &s->declared);
	fl_cik_wait_lgkm(c);
	fl_cik_begin_geometry(c, &s->declared);
	fl_cik_wait_vm(c, 0);
}

static bool looks_up(const struct fl_cik_declared *d)
{
	for (uint32_t u = 0; u < FL_CIK_UNITS; u++)
		if (d->image[u])
			return true;
	return false;
}

static void begin_fragment(struct fl_cik_code *c, const struct fl_cik_program *s)
{
	const struct fl_cik_declared *d = &s->declared;

	fl_cik_sop1(c, CIK_OP_SOP1__S_MOV_B32, CIK_SSRC__M0, FL_CIK_S_PRIM_MASK);
	fl_cik_sop1(c, CIK_OP_SOP1__S_MOV_B64, FL_CIK_OWN_LIVE, CIK_SSRC__EXEC_LO);
	if (looks_up(d))
		fl_cik_sop1(c, CIK_OP_SOP1__S_WQM_B64, CIK_SSRC__EXEC_LO, CIK_SSRC__EXEC_LO);
	load_constants(c, s);
	load_textures(c, d);
	for (uint32_t i = 0; i < d->n_in; i++)
		for (uint32_t k = 0; k < 4; k++)
			if (has_vgpr(d, FL_CIK_OWN_INPUTS + 4 * i + k))
				fl_cik_interpolate(c, FL_CIK_OWN_INPUTS + 4 * i + k, FL_CIK_OWN_WEIGHTS, i,
						   k);
	fl_cik_wait_lgkm(c);
}

/* One more than the last register of the set, from `least` on */
static uint32_t after(const uint32_t *set, uint32_t n, uint32_t least)
{
	for (uint32_t i = n; i-- > least;)
		if (set[i / 32] >> i % 32 & 1)
			return i + 1;
	return least;
}

bool fl_cik_own_words(struct fl_program *p, enum fl_stage_of stage)
{
	const struct fl_cik_program *s = &p->source;
	const struct fl_cik_declared *d = &s->declared;
	struct fl_cik_own *to = &p->stage[stage];
	struct fl_cik_code c = {.words = to->words, .room = FL_CIK_OWN_MAX};
	const uint32_t end = FL_CIK_HEAD_SOPP | CIK_SOPP_WORD0__OP(CIK_OP_SOPP__S_ENDPGM);
	const uint32_t descriptors = FL_CIK_OWN_SGPRS + DESCRIPTOR_DW * (uint32_t)d->n_in;
	const uint32_t n = s->n && s->words[s->n - 1] == end ? s->n - 1 : s->n;
	uint32_t sgprs = after(d->has_sgpr, SGPRS, d->sgprs);

	if (stage == FL_VERTEX)
		begin_vertex(&c, s);
	else if (stage == FL_GEOMETRY)
		begin_geometry(&c, s);
	else
		begin_fragment(&c, s);
	if (stage == FL_VERTEX && sgprs < descriptors)
		sgprs = descriptors;
	for (uint32_t i = 0; i < n; i++)
		fl_cik_word(&c, s->words[i]);
	if (stage == FL_VERTEX)
		fl_cik_end_hand(&c, d);
	else if (stage == FL_GEOMETRY)
		fl_cik_end_geometry(&c);
	fl_cik_word(&c, end);
	to->n = c.n;
	to->vgprs = (uint16_t)after(d->has_vgpr, VGPRS, d->vgprs);
	to->sgprs = (uint16_t)(sgprs + 2);
	return c.n <= FL_CIK_OWN_MAX;
}
