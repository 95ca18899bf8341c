/* SPDX-License-Identifier: MIT
 *
 * Geometry programs of the caller's own, and what is around them: the vertex program before one, which runs
 * as ES, leaves its vertices in one ring (ESGS), the geometry program those that it emits in another (GSVS).
 * The copy program runs where vertex programs do else: once for each of these, whose place in the ring it has
 * in v0. Rings as Mesa has them (CIK facts 4.6).
 */
#include "lib/cik/emit.h"
#include "lib/cik/program_state.h"

#include <string.h>

enum {
	VECTOR = 4,
	WAVE = 64,       /* vertices of a wave stand side by side in the ESGS ring, */
	RING_LANES = 16, /* so many primitives in the GSVS ring */
	NEAR_B = 4096,   /* below it: offsets of instructions */
	DWORD_LOG2 = 2,
};

static uint32_t dword(uint32_t op, uint32_t at_B)
{
	return CIK_MUBUF_WORD0__OP(op) | CIK_MUBUF_WORD0__GLC(1) | CIK_MUBUF_WORD0__OFFSET(at_B);
}

static void times_4(struct fl_cik_code *c, uint32_t vgpr)
{
	const struct fl_cik_src s[2] = {fl_cik_s(CIK_SSRC__SRC_0 + DWORD_LOG2), fl_cik_v(vgpr)};

	fl_cik_valu(c, FL_CIK_V2(LSHLREV_B32), vgpr, s, 2, false);
}

static void set_scalar(struct fl_cik_code *c, uint32_t sgpr, uint32_t value)
{
	fl_cik_sop1(c, CIK_OP_SOP1__S_MOV_B32, sgpr, FL_CIK_LITERAL);
	fl_cik_word(c, value);
}

/* ---- before and behind the texts ----------------------------------------------------------------------- */
void fl_cik_end_hand(struct fl_cik_code *c, const struct fl_cik_declared *d)
{
	for (uint32_t i = 0; i < VECTOR * (uint32_t)d->n_hand; i++)
		fl_cik_mubuf(c, dword(CIK_OP_MUBUF__BUFFER_STORE_DWORD, 4 * i),
			     d->hand[i / VECTOR] + i % VECTOR, 0, d->ring_sgpr[0], FL_CIK_OWN_RING_AT);
}

/* All corners of the primitive, as far as the text has them */
void fl_cik_begin_geometry(struct fl_cik_code *c, const struct fl_cik_declared *d)
{
	static const uint8_t corner[FL_ASM_TRIANGLES] = {0, 1, 3}; /* their registers: facts 4.3 */
	const struct fl_cik_src zero = fl_cik_s(CIK_SSRC__SRC_0);
	const uint32_t n = VECTOR * (uint32_t)d->n_in,
		       corners = d->takes < FL_ASM_TRIANGLES ? d->takes : (uint32_t)FL_ASM_TRIANGLES;

	fl_cik_valu(c, FL_CIK_V1(MOV_B32), FL_CIK_OWN_EMITTED, &zero, 1, false);
	for (uint32_t k = 0; k < corners; k++)
		times_4(c, corner[k]);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t at_B = 4 * WAVE * i, far_B = at_B / NEAR_B * NEAR_B;

		if (far_B && at_B == far_B)
			set_scalar(c, FL_CIK_OWN_FAR, far_B);
		for (uint32_t k = 0; k < corners; k++) {
			const uint32_t to =
			    FL_CIK_OWN_INPUTS + VECTOR * (corners * (i / VECTOR) + k) + i % VECTOR;

			if (d->has_vgpr[to / 32] >> to % 32 & 1)
				fl_cik_mubuf(c,
					     dword(CIK_OP_MUBUF__BUFFER_LOAD_DWORD, at_B - far_B) |
						 CIK_MUBUF_WORD0__OFFEN(1),
					     to, corner[k], d->ring_sgpr[1],
					     far_B ? (uint32_t)FL_CIK_OWN_FAR : (uint32_t)CIK_SSRC__SRC_0);
		}
	}
}

void fl_cik_end_geometry(struct fl_cik_code *c)
{
	fl_cik_wait_vm(c, 0);
	fl_cik_message(c, FL_CIK_OWN_GS_WAVE, FL_CIK_GS_DONE);
}

/* ---- the copy program ---------------------------------------------------------------------------------- */
/* The user's registers are the buffers; behind them the chip's own of stream-out. */
enum {
	FAR = FL_CIK_OWN_SGPRS,
	STREAM = FAR + 4, /* as in fl_cik_begin_stream() */
	SGPRS = STREAM + 8,
	PLACE = 0, /* vector registers, */
	INDEX = 1,
	RECORD = 2, /* and those of the vertex */
};

static void copy(struct fl_cik_code *c, uint32_t vertices, uint32_t vectors)
{
	times_4(c, PLACE);
	for (uint32_t i = 0; i < VECTOR * vectors; i++) {
		set_scalar(c, FAR, 4 * RING_LANES * i * vertices);
		fl_cik_mubuf(c, dword(CIK_OP_MUBUF__BUFFER_LOAD_DWORD, 0) | CIK_MUBUF_WORD0__OFFEN(1),
			     RECORD + i, PLACE, FL_CIK_COPY_RING, FAR);
	}
	fl_cik_wait_vm(c, 0);
	for (uint32_t i = 0; i < vectors; i++) {
		const uint32_t first = RECORD + VECTOR * i;
		const uint8_t v[4] = {(uint8_t)first, (uint8_t)(first + 1), (uint8_t)(first + 2),
				      (uint8_t)(first + 3)};

		fl_cik_export(c, i ? CIK_EXP_TGT__EXP_PARAM + i - 1 : (uint32_t)CIK_EXP_TGT__EXP_POS, 15, v,
			      CIK_EXP_WORD0__DONE(!i));
	}
	fl_cik_begin_stream(c, STREAM, INDEX);
	fl_cik_sop1(c, CIK_OP_SOP1__S_MOV_B64, CIK_SSRC__EXEC_LO, STREAM + FL_CIK_STREAM_MASK);
	for (uint32_t i = 0; i < vectors; i++)
		fl_cik_mubuf(
		    c, dword(CIK_OP_MUBUF__BUFFER_STORE_DWORDX4, 4 * VECTOR * i) | CIK_MUBUF_WORD0__IDXEN(1),
		    RECORD + VECTOR * i, INDEX, FL_CIK_COPY_STREAM, STREAM + FL_CIK_STREAM_AT);
	fl_cik_sopp(c, CIK_OP_SOPP__S_ENDPGM, 0);
}

bool fl_cik_make_copy(struct fl_program *p)
{
	struct fl_cik_geometry *g = &p->geometry;
	const uint32_t vectors = g->record_dw / VECTOR;
	struct fl_cik_code c = {.words = g->copy, .room = FL_CIK_COPY_DW};

	copy(&c, g->vertices, vectors);
	g->copy_n = c.n;
	g->copy_vgprs = (uint16_t)(RECORD + g->record_dw);
	g->copy_sgprs = SGPRS + 2;
	g->copy_key = fl_program_hash(FL_PROGRAM_HASH ^ FL_CIK_OWN_STAGES, g->copy, c.n);
	return c.n <= FL_CIK_COPY_DW;
}

/* ---- what is known of the two programs ----------------------------------------------------------------- */
enum fl_code fl_cik_keep_geometry(struct fl_program *p, struct fl_err *err)
{
	const struct fl_cik_declared *d = &p->source.declared;
	struct fl_cik_geometry *g = &p->geometry;

	if (!d->takes || !d->emits)
		return fl_fail(err, FL_USAGE,
			       "geometry program: it does not say what it takes and emits: `takes points`, "
			       "`emits triangles 4`");
	*g = (struct fl_cik_geometry){.takes = d->takes,
				      .emits = d->emits,
				      .vertices = d->vertices,
				      .record_dw = (uint16_t)(VECTOR * (1u + d->n_out)),
				      .n_in = d->n_in,
				      .writes = d->ring_const[0],
				      .reads = d->ring_const[1]};
	p->n_out = d->n_out;
	memcpy(p->out, d->out, sizeof(p->out));
	if (!d->record[0] || !d->n_out)
		return fl_fail(err, FL_USAGE,
			       "geometry program: it has no output that is the position, or none beside it; "
			       "the chip wants one param");
	if ((uint32_t)g->record_dw * g->vertices > FL_CIK_RECORDS_DW)
		return fl_fail(err, FL_USAGE,
			       "geometry program: %u vertices of %u dwords are more than %u dwords",
			       g->vertices, g->record_dw, FL_CIK_RECORDS_DW);
	if (!fl_cik_make_copy(p))
		return fl_fail(err, FL_USAGE, "geometry program: it has too many outputs");
	return FL_OK;
}

enum fl_code fl_cik_keep_hand(struct fl_program *p, struct fl_err *err)
{
	const struct fl_cik_declared *d = &p->source.declared;

	p->geometry.hands = d->ring_const[0];
	p->geometry.hand_dw = (uint16_t)(VECTOR * (uint32_t)d->n_hand);
	if (d->n_out || d->streams)
		return fl_fail(err, FL_USAGE,
			       "vertex program: outputs are the geometry program's, which comes behind it");
	if (!d->n_hand || d->n_hand != p->geometry.n_in)
		return fl_fail(err, FL_USAGE,
			       "vertex program: it hands %u vectors to the geometry program, which has %u "
			       "inputs",
			       d->n_hand, p->geometry.n_in);
	return FL_OK;
}
