/* SPDX-License-Identifier: MIT
 *
 * A wave's instructions written down; see sq_record.h. Scalars are followed by what they hold: a value that
 * all waves of the draw have, or a mask, which may be moved about and become EXEC and M0, and nothing else.
 */
#include "hw/model/cik/sq_record.h"
#include "hw/model/cik/sq_vop.h"
#include "hw/regs/cik.h"

enum { SOP1 = 0x17d, SOPC = 0x17e, SOPP = 0x17f, SOPK = 0xb };

enum sq_holds {
	SAME,  /* in all waves of the draw */
	NEW,   /* the mask of quads that begin another primitive */
	LANES, /* half of the mask of lanes that the wave began with */
	WHOLE, /* half of that of their whole quads */
	MADE,  /* by a vector instruction */
};

static void begin(struct mcik_record *r)
{
	memset(r, 0, offsetof(struct mcik_record, went));
	r->fits = true;
	r->holds[MCIK_EXEC] = r->holds[MCIK_EXEC + 1] = LANES;
}

void mcik_sq_record_begin(struct mcik_record *r, unsigned masks_at)
{
	begin(r);
	r->holds[masks_at % MCIK_SCALARS] = NEW;
}

void mcik_sq_record_vertices(struct mcik_record *r)
{
	begin(r);
	r->vertices = true;
}

static uint8_t held(const struct mcik_record *r, unsigned code)
{
	return code < MCIK_SCALARS ? r->holds[code] : SAME;
}

static void set(struct mcik_record *r, const struct sq_inst *i, uint8_t holds)
{
	for (unsigned k = 0; k < i->n_writes; k++)
		for (unsigned s = i->writes[k].first; s < i->writes[k].first + (unsigned)i->writes[k].n; s++)
			if (s < MCIK_SCALARS)
				r->holds[s] = holds;
}

static bool reads_same(const struct mcik_record *r, const struct sq_inst *i)
{
	for (unsigned k = 0; k < i->n_reads; k++)
		for (unsigned s = i->reads[k].first; s < i->reads[k].first + (unsigned)i->reads[k].n; s++)
			if (held(r, s) != SAME && !(s == MCIK_EXEC || s == MCIK_EXEC + 1))
				return false;
	return true;
}

static bool names_exec(const struct sq_inst *i)
{
	for (unsigned k = 0; k < i->n_writes; k++)
		if (i->writes[k].first <= MCIK_EXEC + 1 && i->writes[k].first + i->writes[k].n > MCIK_EXEC)
			return true;
	for (unsigned k = 0; k < 2; k++)
		if (i->src[k] == MCIK_EXEC || i->src[k] == MCIK_EXEC + 1)
			return true;
	return false;
}

/* Whether a mask is 0 is asked of the mask that each wave has: VCCZ, EXECZ. */
static bool asks_masks(const struct sq_inst *i)
{
	enum { SRC_VCCZ = 251, SRC_EXECZ };

	for (unsigned k = 0; k < 2; k++)
		if (i->src[k] == SRC_VCCZ || i->src[k] == SRC_EXECZ)
			return true;
	return false;
}

/* EXEC becomes this mask. */
static bool exec(struct mcik_record *r, uint8_t holds)
{
	if (holds == WHOLE)
		return r->phase == SQ_QUADS;
	if (holds != LANES)
		return false;
	r->phase = r->phase == SQ_BEGUN ? SQ_BEGUN : SQ_AGAIN;
	r->holds[MCIK_EXEC] = r->holds[MCIK_EXEC + 1] = LANES;
	return true;
}

/* Every vector instruction so far has been executed by whole quads. */
static bool in_quads(const struct mcik_record *r)
{
	for (unsigned k = 0; k < r->n; k++)
		if (r->note[k].phase != SQ_QUADS)
			return false;
	return true;
}

static bool sop1(struct mcik_record *r, const struct sq_inst *i)
{
	switch (i->opcode) {
	case CIK_OP_SOP1__S_WQM_B64:
		if (i->src[0] != MCIK_EXEC || i->dst != MCIK_EXEC || !in_quads(r))
			return false;
		r->phase = SQ_QUADS;
		r->scc_differs = true;
		set(r, i, WHOLE);
		return true;
	case CIK_OP_SOP1__S_MOV_B64:
		if (held(r, i->src[0]) == SAME && i->dst != MCIK_EXEC) {
			set(r, i, SAME);
			return reads_same(r, i);
		}
		if (held(r, i->src[0]) != held(r, i->src[0] + 1u))
			return false;
		if (i->dst == MCIK_EXEC)
			return exec(r, held(r, i->src[0]));
		set(r, i, held(r, i->src[0]));
		return held(r, i->src[0]) != MADE;
	case CIK_OP_SOP1__S_MOV_B32:
		if (names_exec(i) || held(r, i->src[0]) > NEW)
			return false;
		set(r, i, held(r, i->src[0]));
		return true;
	case CIK_OP_SOP1__S_NOT_B32:
	case CIK_OP_SOP1__S_BREV_B32:
		set(r, i, SAME);
		r->scc_differs = false;
		return reads_same(r, i) && !names_exec(i);
	}
	return false;
}

static bool sop2(struct mcik_record *r, const struct sq_inst *i)
{
	switch (i->opcode) {
	case CIK_OP_SOP2__S_CBRANCH_G_FORK:
		return false;
	case CIK_OP_SOP2__S_ADDC_U32:
	case CIK_OP_SOP2__S_SUBB_U32:
	case CIK_OP_SOP2__S_CSELECT_B32:
	case CIK_OP_SOP2__S_CSELECT_B64:
		if (r->scc_differs)
			return false;
		break;
	case CIK_OP_SOP2__S_AND_B64: /* of whole quads and lanes: lanes */
		if (i->dst == MCIK_EXEC && (i->src[0] == MCIK_EXEC || i->src[1] == MCIK_EXEC)) {
			const unsigned other = i->src[i->src[0] == MCIK_EXEC];

			r->scc_differs = true;
			return held(r, other) == held(r, other + 1) && exec(r, held(r, other));
		}
		break;
	}
	if (names_exec(i) || !reads_same(r, i))
		return false;
	r->scc_differs = false;
	set(r, i, SAME);
	return true;
}

static bool sopp(struct mcik_record *r, const struct sq_inst *i)
{
	switch (i->opcode) {
	case CIK_OP_SOPP__S_ENDPGM:
		r->ended = true;
		return true;
	case CIK_OP_SOPP__S_NOP:
	case CIK_OP_SOPP__S_WAITCNT:
		return true;
	case CIK_OP_SOPP__S_CBRANCH_SCC0:
	case CIK_OP_SOPP__S_CBRANCH_SCC1:
		return !r->scc_differs;
	}
	return false;
}

static bool scalar(struct mcik_record *r, const struct sq_inst *i)
{
	const uint32_t word = i->word[0];

	if (asks_masks(i))
		return false;
	switch (CIK_SOP1_WORD0__ENCODING__GET(word)) {
	case SOP1:
		return sop1(r, i);
	case SOPC:
		r->scc_differs = false;
		return reads_same(r, i) && !names_exec(i);
	case SOPP:
		return sopp(r, i);
	}
	if (CIK_SOP2_WORD0__ENCODING__GET(word) == 2 && CIK_SOPK_WORD0__ENCODING__GET(word) != SOPK)
		return sop2(r, i);
	set(r, i, SAME);
	return CIK_SOPK_WORD0__ENCODING__GET(word) == SOPK && i->opcode == CIK_OP_SOPK__S_MOVK_I32 &&
	       !names_exec(i);
}

/* ---- vectors ------------------------------------------------------------------------------------------- */
static struct sq_note *note(struct mcik_record *r, const struct sq_inst *i)
{
	struct sq_note *n = &r->note[r->n];

	if (r->n == SQ_NOTES)
		return NULL;
	r->n++;
	n->inst = *i;
	n->phase = r->phase;
	return n;
}

static bool vector(struct mcik_record *r, const struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_note *n = note(r, i);

	if (!n)
		return false;
	if (mcik_sq_is_vintrp(i))
		return r->holds[MCIK_M0] == NEW;
	for (unsigned k = 0; k < 3; k++) {
		n->value[k] = k < i->n_src && i->src[k] < MCIK_SCALARS ? w->s[i->src[k]] : 0;
		if (k < i->n_src && held(r, i->src[k]) != SAME)
			return false;
	}
	set(r, i, MADE);
	return i->op && r->holds[MCIK_EXEC] != MADE && r->holds[MCIK_EXEC + 1] != MADE;
}

static bool fetch(struct mcik_record *r, struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_note *n = note(r, i);

	if (!n || !reads_same(r, i) || r->n_fetches == SQ_NOTED_FETCHES ||
	    !mcik_sq_fetch_of(w, i, &r->fetch[r->n_fetches]))
		return false;
	n->image = (uint8_t)r->n_fetches++;
	return true;
}

static bool image(struct mcik_record *r, const struct mcik_wave *w, const struct sq_inst *i)
{
	struct sq_note *n = note(r, i);

	if (!n || !reads_same(r, i) || r->n_images == SQ_NOTED_IMAGES ||
	    !mcik_sq_image(w, i, &r->image[r->n_images]))
		return false;
	n->image = (uint8_t)r->n_images++;
	return true;
}

static bool load(struct mcik_record *r, const struct sq_inst *i)
{
	const bool same = reads_same(r, i) && !names_exec(i);

	set(r, i, SAME);
	return same && i->opcode <= CIK_OP_SMRD__S_BUFFER_LOAD_DWORDX16;
}

static bool fits(struct mcik_record *r, struct mcik_wave *w, const struct sq_inst *i)
{
	switch (i->unit) {
	case SQ_SALU:
	case SQ_BRANCH:
		return scalar(r, i);
	case SQ_SMEM:
		return load(r, i);
	case SQ_VALU:
		return vector(r, w, i);
	case SQ_VMEM:
		return r->vertices ? fetch(r, w, i) : image(r, w, i);
	case SQ_EXPORT:
		return note(r, i);
	}
	return false;
}

void mcik_sq_record(struct mcik_wave *w, const struct sq_inst *i)
{
	struct mcik_record *r = w->record;

	if (r->n_steps < SQ_WENT) {
		r->went[r->n_steps].pc = w->pc - 4u * i->n_dw;
		r->went[r->n_steps].word[0] = i->word[0];
		r->went[r->n_steps].word[1] = sq_second_word(i);
	}
	r->n_steps++;
	r->fits = r->fits && fits(r, w, i);
}

/* ---- again --------------------------------------------------------------------------------------------- */
static void look_again(const struct mcik_wave *w, struct sq_note *n)
{
	for (unsigned k = 0; k < 3 && k < n->inst.n_src; k++)
		if (n->inst.src[k] < MCIK_SCALARS)
			n->value[k] = w->s[n->inst.src[k]];
}

bool mcik_sq_record_again(struct mcik_wave *w, struct mcik_record *r)
{
	struct sq_note *note = r->note;
	struct mcik_image *image = r->image;
	struct sq_fetch *fetch = r->fetch;

	w->constants = (struct sq_window){0};
	if (r->n_steps > SQ_WENT)
		return false;
	for (unsigned k = 0; k < r->n_steps && w->state == MCIK_RUNNING; k++) {
		const struct sq_inst *i = sq_code_next(w->code, w->vmid, w->pc);

		if (!i || w->pc != r->went[k].pc || i->word[0] != r->went[k].word[0] ||
		    sq_second_word(i) != r->went[k].word[1])
			return false;
		w->pc += 4u * i->n_dw;
		switch (i->unit) {
		case SQ_VALU:
			look_again(w, note++);
			break;
		case SQ_VMEM:
			note++;
			if (r->vertices ? !mcik_sq_fetch_of(w, i, fetch++) : !mcik_sq_image(w, i, image++))
				return false;
			break;
		case SQ_EXPORT:
			note++;
			break;
		default:
			i->run(w, i);
		}
	}
	return w->state == MCIK_ENDED;
}

void mcik_sq_note_constants(const struct sq_note *note, unsigned n, uint32_t to[3 * SQ_NOTES])
{
	for (unsigned m = 0; m < n; m++) {
		const struct sq_inst *i = &note[m].inst;

		for (unsigned k = 0; i->op && k < i->n_src && k < 3; k++)
			if (i->src[k] < MCIK_SCALARS)
				to[3 * m + k] = note[m].value[k];
			else if (mcik_sq_is_constant(i->src[k]))
				to[3 * m + k] = mcik_sq_read32(NULL, i, i->src[k]);
	}
}
