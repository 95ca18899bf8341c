/* SPDX-License-Identifier: MIT
 *
 * What the lowerings of vertex and of fragment programs share: registers, operations of the ALU packed into
 * groups, clauses, exports.
 */
#include "lib/r600/lower_own.h"

#include <string.h>

#define XYZW FL_FF_SELECT(FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W)

/* The numbers of the selectors are the chip's. */
_Static_assert((int)FL_FF_X == R600_SQ_TEX_WORD2__SRC_SEL_X__SQ_SEL_X &&
		   (int)FL_FF_W == R600_SQ_TEX_WORD2__SRC_SEL_X__SQ_SEL_W &&
		   (int)FL_FF_0 == R600_SQ_TEX_WORD2__SRC_SEL_X__SQ_SEL_0 &&
		   (int)FL_FF_1 == R600_SQ_TEX_WORD2__SRC_SEL_X__SQ_SEL_1,
	       "selectors");

void fl_r600_low_begin(struct fl_r600_low *l, bool r700, const struct fl_ff_places *at, uint32_t first_in,
		       struct fl_r600_lowered *out)
{
	*l = (struct fl_r600_low){.out = out,
				  .at = at,
				  .r700 = r700,
				  .first_in = (uint8_t)first_in,
				  .scratch = FL_R600_NO_GPR,
				  .next = (uint8_t)(first_in + at->n_in)};
	l->group.r700 = r700;
	memset(l->temp, FL_R600_NO_GPR, sizeof(l->temp));
	memset(l->put_out, FL_R600_NO_GPR, sizeof(l->put_out));
	for (uint32_t i = 0; i < FL_FF_OUT_COUNT; i++)
		l->select[i] = XYZW;
	out->n = 0;
	out->stack = 0;
	out->kills = false;
}

/* ---- registers ----------------------------------------------------------------------------------------- */
static uint32_t own(struct fl_r600_low *l, uint8_t *gpr)
{
	if (*gpr == FL_R600_NO_GPR)
		*gpr = l->next++;
	return *gpr;
}

uint32_t fl_r600_low_gpr(struct fl_r600_low *l, uint32_t file, uint32_t at)
{
	if (file == FL_FF_IN)
		return (uint32_t)l->first_in + l->at->in[at];
	return own(l, file == FL_FF_OUT ? &l->put_out[at] : &l->temp[at]);
}

struct fl_r600_src fl_r600_low_src(struct fl_r600_low *l, struct fl_ff_src s, uint32_t k)
{
	uint32_t select = FL_FF_SELECTOR(s, k);
	struct fl_r600_src src = {.sel = select == FL_FF_0 ? FL_R600_SRC_0 : FL_R600_SRC_1,
				  .neg = s.select & FL_FF_NEGATE};

	if (select < FL_FF_0) {
		src.sel = s.file == FL_FF_CONST ? FL_R600_SRC_CFILE + (uint32_t)s.at
						: fl_r600_low_gpr(l, s.file, s.at);
		src.chan = select;
	}
	return src;
}

/* ---- the ALU ------------------------------------------------------------------------------------------- */
void fl_r600_low_op(const struct fl_r600_low *l, uint32_t w[2], uint32_t op, struct fl_r600_to to,
		    const struct fl_r600_src *s, uint32_t n)
{
	uint32_t inst = op & 0xff;

	w[0] = 0;
	if (op > 0xff)
		w[1] = R600_SQ_ALU_WORD1_OP3__ALU_INST(inst);
	else
		w[1] = (l->r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST(inst)
				: R600_SQ_ALU_WORD1_OP2__ALU_INST(inst)) |
		       R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK(to.gpr != FL_R600_NO_GPR);
	w[1] |= R600_SQ_ALU_WORD1__DST_CHAN(to.chan) | R600_SQ_ALU_WORD1__CLAMP(to.clamp);
	if (to.gpr != FL_R600_NO_GPR)
		w[1] |= R600_SQ_ALU_WORD1__DST_GPR(to.gpr);
	for (uint32_t k = 0; k < n; k++)
		fl_r600_alu_set_src(w, k, &s[k]);
}

/* One operation more, at the place of its unit. False: that is taken. */
static bool insert(struct fl_r600_group *g, const uint32_t w[2])
{
	uint32_t taken = 0, unit, at = 0;

	for (uint32_t i = 0; i < g->n; i++)
		taken |= 1u << g->unit[i];
	unit = fl_r600_free_unit(g->r700, w, taken);
	if (unit == FL_R600_SLOTS)
		return false;
	while (at < g->n && g->unit[at] < unit)
		at++;
	for (uint32_t i = g->n++; i > at; i--) {
		memcpy(g->w[i], g->w[i - 1], sizeof(g->w[i]));
		g->unit[i] = g->unit[i - 1];
	}
	memcpy(g->w[at], w, sizeof(g->w[at]));
	g->unit[at] = (uint8_t)unit;
	return true;
}

/* Do they fit into the group beside what it has? */
static bool join(const struct fl_r600_low *l, const uint32_t (*w)[2], uint32_t n, struct fl_r600_group *g)
{
	struct fl_r600_rule broken;

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < l->group.n; k++)
			if (fl_r600_depends(l->r700, l->group.w[k], w[i]))
				return false;
		if (!insert(g, w[i]))
			return false;
	}
	return fl_r600_group_search(g, &broken);
}

static uint32_t *slot(struct fl_r600_low *l)
{
	return l->out->words[l->out->n++];
}

/* The group's words, into the clause or a new one; nothing of a group depends on what its clause has before
 * it. */
static void close_group(struct fl_r600_low *l)
{
	struct fl_r600_group *g = &l->group;
	uint32_t literals, last = l->n_cf - 1u;

	if (!g->n)
		return;
	literals = fl_r600_literal_slots((const uint32_t(*)[2])g->w, g->n);
	if (!l->n_cf || !fl_r600_cf_is_alu(l->cf[last][1]) ||
	    l->slots[last] + g->n + literals > FL_R600_CLAUSE_MAX) {
		fl_r600_low_cf(l, 0,
			       R600_SQ_CF_ALU_WORD1__CF_INST(R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU));
		last = l->n_cf - 1u;
	}
	g->w[g->n - 1][0] |= R600_SQ_ALU_WORD0__LAST(1);
	for (uint32_t i = 0; i < g->n; i++)
		memcpy(slot(l), g->w[i], sizeof(g->w[i]));
	for (uint32_t i = 0; i < literals; i++) {
		uint32_t *w = slot(l);

		w[0] = fl_f32(1.5f);
		w[1] = 0;
	}
	l->slots[last] = (uint16_t)(l->slots[last] + g->n + literals);
	g->n = 0;
}

void fl_r600_low_put(struct fl_r600_low *l, const uint32_t (*w)[2], uint32_t n)
{
	struct fl_r600_group g = l->group;

	if (!join(l, w, n, &g)) {
		close_group(l);
		g = l->group;
		join(l, w, n, &g); /* alone they always fit: operand k of all of them is one register */
	}
	l->group = g;
}

void fl_r600_low_one(struct fl_r600_low *l, uint32_t op, struct fl_r600_to to, const struct fl_r600_src *s,
		     uint32_t n)
{
	uint32_t w[1][2];

	fl_r600_low_op(l, w[0], op, to, s, n);
	fl_r600_low_put(l, (const uint32_t(*)[2])w, 1);
}

/* How the form's operations are done: by one operation for each component that is written; by one for all
 * of them, in the vector units; in the transcendental unit. */
enum { EACH, WIDE, ONCE };
static const struct {
	uint16_t op;
	uint8_t sources, how;
} table[FL_FF_OPS] = {
    [FL_FF_MOV] = {FL_R600_OP2(MOV), 1, EACH},
    [FL_FF_ADD] = {FL_R600_OP2(ADD), 2, EACH},
    [FL_FF_MUL] = {FL_R600_OP2(MUL), 2, EACH},
    [FL_FF_MAD] = {FL_R600_OP3(MULADD), 3, EACH},
    [FL_FF_DP3] = {FL_R600_OP2(DOT4), 2, WIDE},
    [FL_FF_DP4] = {FL_R600_OP2(DOT4), 2, WIDE},
    [FL_FF_MAX] = {FL_R600_OP2(MAX), 2, EACH},
    [FL_FF_FRC] = {FL_R600_OP2(FRACT), 1, EACH},
    [FL_FF_RSQ] = {FL_R600_OP2(RECIPSQRT_IEEE), 1, ONCE},
    [FL_FF_RCP] = {FL_R600_OP2(RECIP_IEEE), 1, ONCE},
    [FL_FF_EX2] = {FL_R600_OP2(EXP_IEEE), 1, ONCE},
};

/* What the transcendental unit put into the first component that is written, in the others, too. */
static void spread(struct fl_r600_low *l, uint32_t gpr, uint32_t first, uint32_t mask)
{
	const struct fl_r600_src s = {.sel = gpr, .chan = first};
	uint32_t w[4][2], n = 0;

	for (uint32_t k = first + 1; k < 4; k++)
		if (mask >> k & 1)
			fl_r600_low_op(l, w[n++], FL_R600_OP2(MOV),
				       (struct fl_r600_to){.gpr = (uint8_t)gpr, .chan = (uint8_t)k}, &s, 1);
	if (n)
		fl_r600_low_put(l, (const uint32_t(*)[2])w, n);
}

/* An input that is put out as it came: it is exported from where it is. Of a fragment program, that is its
 * last instruction. */
static bool passes(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	if (i->op != FL_FF_MOV || i->to.file != FL_FF_OUT || i->to.mask != 15 || i->to.saturate ||
	    i->a.file != FL_FF_IN || i->a.select & FL_FF_NEGATE)
		return false;
	l->put_out[i->to.at] = (uint8_t)fl_r600_low_gpr(l, FL_FF_IN, i->a.at);
	l->select[i->to.at] = i->a.select;
	return true;
}

void fl_r600_low_alu(struct fl_r600_low *l, const struct fl_ff_inst *i)
{
	const struct fl_ff_src from[3] = {i->a, i->b, i->c};
	uint32_t how = table[i->op].how, first = (uint32_t)__builtin_ctz(i->to.mask | 16u), w[4][2], n = 0;
	uint32_t gpr;

	if (passes(l, i))
		return;
	gpr = fl_r600_low_gpr(l, i->to.file, i->to.at);

	for (uint32_t k = 0; k < 4; k++) {
		bool written = i->to.mask >> k & 1;
		struct fl_r600_to to = {.gpr = written ? (uint8_t)gpr : FL_R600_NO_GPR,
					.chan = (uint8_t)k,
					.clamp = i->to.saturate && written};
		struct fl_r600_src s[3];

		if (how == ONCE ? k != first : how == EACH && !written)
			continue;
		for (uint32_t o = 0; o < table[i->op].sources; o++)
			s[o] = i->op == FL_FF_DP3 && k == 3 ? (struct fl_r600_src){.sel = FL_R600_SRC_0}
							    : fl_r600_low_src(l, from[o], k);
		fl_r600_low_op(l, w[n++], table[i->op].op, to, s, table[i->op].sources);
	}
	fl_r600_low_put(l, (const uint32_t(*)[2])w, n);
	if (how == ONCE)
		spread(l, gpr, first, i->to.mask);
}

/* ---- control flow -------------------------------------------------------------------------------------- */
void fl_r600_low_flush(struct fl_r600_low *l)
{
	close_group(l);
}

void fl_r600_low_cf(struct fl_r600_low *l, uint32_t word0, uint32_t word1)
{
	uint32_t i = l->n_cf++;

	l->cf[i][0] = word0;
	l->cf[i][1] = word1 | R600_SQ_CF_WORD1__BARRIER(1);
	l->first[i] = (uint16_t)l->out->n;
	l->slots[i] = 0;
}

void fl_r600_low_export(struct fl_r600_low *l, uint32_t what, uint32_t type, uint32_t at, bool done)
{
	const struct fl_ff_src s = {.select = l->select[what]};

	fl_r600_low_flush(l);
	fl_r600_low_cf(l,
		       R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE(at) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE(type) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR(l->put_out[what]) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE(3),
		       R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_X(FL_FF_SELECTOR(s, 0)) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_Y(FL_FF_SELECTOR(s, 1)) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_Z(FL_FF_SELECTOR(s, 2)) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_W(FL_FF_SELECTOR(s, 3)) |
			   R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST(
			       done ? R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT_DONE
				    : R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST__SQ_CF_INST_EXPORT));
}

/* The clause of instruction i goes to slot `to`, what is there has been moved on. */
static void move(struct fl_r600_low *l, uint32_t i, uint32_t to)
{
	uint32_t(*words)[2] = l->out->words;

	memmove(words[to], words[l->first[i]], sizeof(words[0]) * l->slots[i]);
	if (fl_r600_cf_is_alu(l->cf[i][1])) {
		l->cf[i][0] |= R600_SQ_CF_ALU_WORD0__ADDR(to);
		l->cf[i][1] |= R600_SQ_CF_ALU_WORD1__COUNT(l->slots[i] - 1u);
	} else {
		memset(words[to - 1], 0, sizeof(words[0])); /* the gap, if there is one */
		l->cf[i][0] |= to;
		l->cf[i][1] |= R600_SQ_CF_WORD1__COUNT(l->slots[i] / 2u - 1);
	}
}

/* Clauses follow control flow in its order; those of fetches begin at even slots. */
void fl_r600_low_end(struct fl_r600_low *l)
{
	uint32_t to[FL_R600_LOW_CF], at = l->n_cf;

	l->cf[l->n_cf - 1][1] |= R600_SQ_CF_WORD1__END_OF_PROGRAM(1);
	for (uint32_t i = 0; i < l->n_cf; i++) {
		to[i] = l->slots[i] && !fl_r600_cf_is_alu(l->cf[i][1]) ? at + (at & 1) : at;
		at = to[i] + l->slots[i];
	}
	l->out->n = at;
	l->out->gprs = l->next;
	for (uint32_t i = l->n_cf; i-- > 0;)
		if (l->slots[i])
			move(l, i, to[i]);
	memcpy(l->out->words, l->cf, sizeof(l->cf[0]) * l->n_cf);
}
