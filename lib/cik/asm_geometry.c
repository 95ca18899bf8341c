/* SPDX-License-Identifier: MIT
 *
 * Geometry programs in texts: what they take and emit, what vertex programs hand to them, and the two lines
 * that stand for instructions: `emit` and `cut`. CIK facts 4.6.
 */
#include "lib/cik/asm_own.h"
#include "lib/cik/emit.h"

enum { VECTOR = 4, BUFFER_SGPRS = 4 };

/* ---- declarations -------------------------------------------------------------------------------------- */
static bool take_hand(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_OUT, fl_cik_is_language);
	uint32_t sgpr;

	if (!symbol)
		return false;
	if (d->n_hand == FL_CIK_HANDS)
		return fl_asm_wrong(a, symbol->name, "a vertex program hands over %u vectors at most",
				    FL_CIK_HANDS);
	if (!d->n_hand) {
		if (!fl_cik_give_buffer(a, symbol, BUFFER_SGPRS, &sgpr, &d->ring_const[0]))
			return false;
		d->ring_sgpr[0] = (uint8_t)sgpr;
	}
	if (!fl_cik_give_vgprs(a, symbol, VECTOR))
		return false;
	d->hand[d->n_hand++] = (uint8_t)symbol->first;
	return true;
}

static bool take_corners(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_CORNERS, fl_cik_is_language);
	uint32_t sgpr;

	if (!symbol)
		return false;
	if (!d->takes || d->vgprs != FL_CIK_OWN_INPUTS + VECTOR * d->takes * d->n_in)
		return fl_asm_wrong(a, symbol->name, "inputs come behind `takes`, and before other names");
	if (d->n_in == FL_CIK_HANDS)
		return fl_asm_wrong(a, symbol->name, "a vertex program hands over %u vectors at most",
				    FL_CIK_HANDS);
	if (!d->n_in) {
		if (!fl_cik_give_buffer(a, symbol, BUFFER_SGPRS, &sgpr, &d->ring_const[1]))
			return false;
		d->ring_sgpr[1] = (uint8_t)sgpr;
	}
	d->n_in++;
	symbol->count = d->takes; /* FL_ASM_TRIANGLES is 3 */
	return fl_cik_give_vgprs(a, symbol, VECTOR * d->takes);
}

static bool take_record(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_OUT, fl_cik_is_language);
	uint32_t meaning, sgpr;

	if (!symbol || !fl_asm_take_meaning(a, symbol, &meaning))
		return false;
	if (meaning == FL_MEANS_FACE || meaning == FL_MEANS_POINT_SIZE)
		return fl_asm_wrong(a, symbol->name, "%s",
				    meaning == FL_MEANS_FACE
					? "the chip makes the face, of no output"
					: "points that a geometry program emits are of fl_point_size()");
	if (d->n_out == FL_MEANINGS_COMMON || (meaning == FL_MEANS_POSITION && d->record[0]))
		return fl_asm_expected(a, "fewer outputs");
	if (!d->ring_sgpr[0]) {
		if (!fl_cik_give_buffer(a, symbol, BUFFER_SGPRS, &sgpr, &d->ring_const[0]))
			return false;
		d->ring_sgpr[0] = (uint8_t)sgpr;
	}
	if (!fl_cik_give_vgprs(a, symbol, VECTOR))
		return false;
	if (meaning == FL_MEANS_POSITION) {
		d->record[0] = (uint8_t)symbol->first;
		return true;
	}
	d->out[d->n_out++] = (uint8_t)meaning;
	d->record[d->n_out] = (uint8_t)symbol->first;
	return true;
}

/* ---- instructions -------------------------------------------------------------------------------------- */
/* All of a vertex, where the lane's next one is: components stand apart by as many vertices as there can be.
 * The counter's sum is one that leaves VCC alone. */
static void emit(struct fl_cik_code *c, const struct fl_cik_declared *d)
{
	const struct fl_cik_src next[3] = {fl_cik_s(CIK_SSRC__SRC_0 + 1), fl_cik_s(CIK_SSRC__SRC_0 + 4),
					   fl_cik_v(FL_CIK_OWN_EMITTED)};

	for (uint32_t i = 0; i < VECTOR * (1u + d->n_out); i++)
		fl_cik_mubuf(c,
			     CIK_MUBUF_WORD0__OP(CIK_OP_MUBUF__BUFFER_STORE_DWORD) |
				 CIK_MUBUF_WORD0__OFFEN(1) | CIK_MUBUF_WORD0__GLC(1) |
				 CIK_MUBUF_WORD0__OFFSET(4 * i * d->vertices),
			     d->record[i / VECTOR] + i % VECTOR, FL_CIK_OWN_EMITTED, d->ring_sgpr[0],
			     FL_CIK_OWN_RING_AT);
	fl_cik_wait_stored(c);
	fl_cik_valu(c, FL_CIK_V3(MAD_U32_U24), FL_CIK_OWN_EMITTED, next, 3, false);
	fl_cik_message(c, FL_CIK_OWN_GS_WAVE, FL_CIK_GS_EMIT);
}

static bool take_message(struct fl_asm *a, bool emits)
{
	const struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_cik_program *p = (struct fl_cik_program *)(void *)a;
	struct fl_cik_code c = {.words = p->words + p->n, .room = FL_CIK_PROGRAM_MAX - p->n};

	/* offsets have 12 bits, and so much of the ring is a lane's */
	if (!d->emits || !d->record[0] || VECTOR * (1u + d->n_out) * d->vertices > FL_CIK_RECORDS_DW)
		return fl_asm_expected(a, "`emits`, and an output that is the position; and vertices of 1024 "
					  "dwords in all at most");
	if (emits)
		emit(&c, d);
	else
		fl_cik_message(&c, FL_CIK_OWN_GS_WAVE, FL_CIK_GS_CUT);
	if (c.n > c.room)
		return fl_asm_expected(a, "a shorter program");
	p->n += c.n;
	return true;
}

int fl_cik_take_geometry(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	bool ok;

	if (d->stage == FL_CIK_VERTEX && fl_asm_take_word(a, "hand"))
		ok = take_hand(a);
	else if (d->stage != FL_CIK_GEOMETRY)
		return 0;
	else if (fl_asm_take_word(a, "takes"))
		ok = fl_asm_take_primitive(a, &d->takes);
	else if (fl_asm_take_word(a, "emits"))
		ok = fl_asm_take_emits(a, &d->emits, &d->vertices);
	else if (fl_asm_take_word(a, "in"))
		ok = take_corners(a);
	else if (fl_asm_take_word(a, "out"))
		ok = take_record(a);
	else if (fl_asm_take_word(a, "emit"))
		ok = take_message(a, true);
	else if (fl_asm_take_word(a, "cut"))
		ok = take_message(a, false);
	else
		return 0;
	return ok && fl_asm_statement_end(a) ? 1 : -1;
}
