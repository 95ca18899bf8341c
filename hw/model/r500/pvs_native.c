/* SPDX-License-Identifier: MIT
 *
 * Which steps of a vertex program are compiled together, and when; see pvs_native.h.
 */
#include "hw/model/r500/pvs_native.h"
#include "hw/model/num/num.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORTH = 3,              /* steps of a piece, at least */
	PIECE_MOST = 128,       /* a larger one takes longer to compile than its length says */
	STEPS_MOST = 4096,      /* of a program: code is not to fill the room alone */
	STEPS_START = 10000000, /* of vertices, that run in the time that it takes to compile a piece, */
	STEPS_EACH = 1000000,   /* and each step of it */
};

_Static_assert(PVS_PLACES == MR500_PVS_REGS * 4 + 4 + 2 && PVS_PLACE_A0 == MR500_PVS_REGS * 4,
	       "rows of lanes follow each other");

const float mr500_pvs_hidden[PVS_HIDDEN] = {[PVS_HIDDEN_1] = 1.0f, [PVS_HIDDEN_MAX] = NUM_MAX_FLOAT};

/* ---- a step without pointers --------------------------------------------------------------------------- */
static unsigned place_of(const struct mr500_pvs *p, const float *at)
{
	return (unsigned)((size_t)((const char *)at - (const char *)p->regs) / PVS_PLACE_B);
}

static struct pvs_move move_of(const struct mr500_pvs *p, const struct mr500_pvs_step *s)
{
	struct pvs_move m;

	memset(&m, 0, sizeof(m));
	m.op = s->op;
	m.pred = s->pred;
	if (s->op == PVS_STEP_SNAPSHOT)
		return m;
	m.pred_from = s->pred_from;
	m.sat = s->sat;
	m.replicate_x = s->replicate_x;
	m.to_a0 = s->to_a0;
	for (unsigned i = 0; i < s->n; i++) {
		m.mask |= (uint8_t)(1u << s->ch[i]);
		m.dst[s->ch[i]] = (uint16_t)place_of(p, s->dst[s->ch[i]]);
	}
	for (unsigned k = 0; k < 3; k++)
		for (unsigned c = 0; c < 4; c++) {
			const float *at = s->src[k][c];

			if (s->same[k][c])
				m.src[k][c] = (uint16_t)place_of(p, at);
			else
				m.src[k][c] =
				    (uint16_t)(PVS_POOLED | ((const float(*)[16])(const void *)at - p->pool));
			m.absolute |= (uint16_t)((s->keep[k][c] == 0x7fffffff) << (k * 4 + c));
			m.negated |= (uint16_t)((s->flip[k][c] != 0) << (k * 4 + c));
		}
	return m;
}

static bool compiles(const struct mr500_pvs_step *s)
{
	return s->op != PVS_STEP_GATHER && s->op != PVS_STEP_SCATTER;
}

/* ---- what is read -------------------------------------------------------------------------------------- */
static void live(uint32_t set[PVS_LIVE_DW], unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++)
		set[i / 32] |= 1u << (i % 32);
}

/* What it leaves in lanes that it does not write is read by those who read it later. */
static void reads_of_move(const struct pvs_move *m, uint32_t set[PVS_LIVE_DW])
{
	for (unsigned k = 0; k < 3; k++)
		for (unsigned c = 0; c < 4; c++)
			if (!(m->src[k][c] & PVS_POOLED))
				live(set, m->src[k][c], 1);
	if (m->pred >= 0)
		live(set, PVS_PLACE_PRED + m->pred_from, 1);
}

/* Places that a step may read: those that the address register may choose as well. */
static void reads(const struct mr500_pvs *p, const struct mr500_pvs_step *s, uint32_t set[PVS_LIVE_DW])
{
	struct pvs_move m;

	switch (s->op) {
	case PVS_STEP_SNAPSHOT:
		live(set, PVS_PLACE_PRED, 1);
		live(set, MR500_PVS_ALT * 4, 16);
		break;
	case PVS_STEP_GATHER:
		live(set, PVS_PLACE_A0 + s->a0, 1);
		live(set, s->base * 4u, s->size * 4u);
		break;
	case PVS_STEP_SCATTER:
		live(set, PVS_PLACE_A0 + s->a0, 1);
		live(set, PVS_PLACE_PRED + s->pred_from, 1);
		live(set, (MR500_PVS_SCRATCH + 3) * 4, 4);
		break;
	default:
		m = move_of(p, s);
		reads_of_move(&m, set);
	}
}

/* ---- parts --------------------------------------------------------------------------------------------- */
/* In a row from s on, of as many as are left, those that are alike in this. */
static unsigned in_a_row(const struct mr500_pvs_step *s, unsigned left, bool code)
{
	unsigned n = 0;

	while (n < left && n < PIECE_MOST && compiles(&s[n]) == code)
		n++;
	return n;
}

/* Rows in turn: what is compiled, and what is not, or too little. */
static void make_parts(const struct mr500_pvs *p, struct mr500_pvs_native *n)
{
	for (unsigned i = 0, steps; i < p->n_steps; i += steps) {
		const bool code = compiles(&p->step[i]);

		steps = in_a_row(&p->step[i], p->n_steps - i, code);
		n->part[n->n_part++] =
		    (struct pvs_part){.first = i, .n = steps, .piece = code && steps >= WORTH};
	}
}

static const struct fl_jit_program *compile(struct mr500_pvs *p, struct mr500_pvs_native *n,
					    const struct pvs_part *part, const uint32_t set[PVS_LIVE_DW],
					    bool *later)
{
	struct pvs_piece *piece = calloc(1, sizeof(*piece) + part->n * sizeof(piece->move[0]));
	const struct fl_jit_program *code = NULL;
	enum fl_jit_answer answer;

	if (!piece)
		return NULL;
	piece->n = part->n;
	memcpy(piece->live, set, sizeof(piece->live));
	for (unsigned i = 0; i < part->n; i++)
		piece->move[i] = move_of(p, &p->step[part->first + i]);
	answer =
	    fl_jit_get(&(struct fl_jit_ask){n->isa, piece, sizeof(*piece) + part->n * sizeof(piece->move[0]),
					    mr500_pvs_build, piece},
		       &code);
	free(piece);
	*later |= answer == FL_JIT_LATER;
	return code;
}

static void native_free(struct mr500_pvs_native *n)
{
	for (unsigned i = 0; n && i < n->n_part; i++)
		fl_jit_put(n->part[i].code);
	free(n);
}

/* NULL: nothing of it is code, or no memory. *never: nor will it be. */
static struct mr500_pvs_native *native_new(struct mr500_pvs *p, enum fl_isa isa, bool *never)
{
	struct mr500_pvs_native *n = calloc(1, sizeof(*n) + p->n_steps * sizeof(n->part[0]));
	uint32_t set[PVS_LIVE_DW] = {0};
	unsigned n_code = 0;
	bool later = false;

	if (!n)
		return NULL;
	n->isa = isa;
	make_parts(p, n);
	live(set, MR500_PVS_OUT * 4, MR500_PVS_OUTPUTS * 4);
	for (unsigned i = n->n_part; i--;) {
		struct pvs_part *part = &n->part[i];

		if (part->piece)
			part->code = compile(p, n, part, set, &later);
		n_code += part->code != NULL;
		for (unsigned k = 0; k < part->n; k++)
			reads(p, &p->step[part->first + k], set);
	}
	if (n_code && !later)
		return n;
	*never = !later;
	native_free(n);
	return NULL;
}

/* ---- when ---------------------------------------------------------------------------------------------- */
void mr500_pvs_native_drop(struct mr500_pvs *p)
{
	native_free(p->native);
	p->native = NULL;
	p->never = false;
	p->worn_now = NULL;
}

static struct fl_worn *worn_of(struct mr500_pvs *p)
{
	uint64_t h = fl_worn_hash(FL_WORN_HASH, p->key, sizeof(p->key) / sizeof(p->key[0]));

	for (unsigned i = p->first; i <= p->last; i++)
		h = fl_worn_hash(h, p->code[i], 4);
	return fl_worn_of(p->worn, h);
}

static bool pays(const struct mr500_pvs *p)
{
	return p->worn_now->ran * p->n_steps >= STEPS_START + (uint64_t)STEPS_EACH * p->n_steps;
}

void mr500_pvs_native_get(struct mr500 *r, struct mr500_pvs *p)
{
	const enum fl_jit_when when = r->base.jit;

	if (p->native && (when == FL_JIT_OFF || p->native->isa != r->isa))
		mr500_pvs_native_drop(p);
	if (p->native || p->never || when == FL_JIT_OFF || r->isa == FL_ISA_SCALAR || !fl_jit_built_in() ||
	    p->n_steps < WORTH || p->n_steps > STEPS_MOST)
		return;
	if (!p->worn_now)
		p->worn_now = worn_of(p);
	if (when == FL_JIT_ALWAYS || pays(p))
		p->native = native_new(p, r->isa, &p->never);
}
