/* SPDX-License-Identifier: MIT
 *
 * Which steps of a program are compiled together, and when; see us_native.h.
 */
#include "hw/model/r500/us_native.h"
#include "hw/model/num/num.h"
#include "hw/model/r500/us_block.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORTH = 4,            /* lanes of a piece, at least */
	PIECE_MOST = 400,     /* a larger one takes longer to compile than its length says */
	LANES_START = 100000, /* that run in the time that it takes to compile a piece, */
	LANES_EACH = 10000,   /* and each lane of it */
	LANE_DW = 6,          /* of a key */
};

/* ---- one piece ----------------------------------------------------------------------------------------- */
static uint32_t *add_op(uint32_t *to, const struct us_prog *p, const struct us_op *op)
{
	*to++ = op->kind | op->fn << 8 | op->n << 16 | op->has_c << 24;
	for (unsigned i = 0; i < op->n; i++) {
		const struct us_lane *l = &p->lane[op->lane + i];

		*to++ = l->a;
		*to++ = l->b;
		*to++ = l->c;
		*to++ = l->d;
		*to++ = l->mod[0] | l->mod[1] << 4 | l->mod[2] << 8 | l->chan << 16 | l->fin << 24;
		*to++ = (uint32_t)num_bits(l->omod);
	}
	return to;
}

static const struct fl_jit_program *compile(struct us_native *n, const struct us_piece *piece,
					    unsigned n_lane)
{
	uint32_t *key = malloc((1 + piece->n_op + (size_t)LANE_DW * n_lane) * sizeof(*key)), *to = key;
	struct us_piece arg = *piece;
	const struct fl_jit_program *code = NULL;
	enum fl_jit_answer answer;

	if (!key)
		return NULL;
	*to++ = piece->p->legacy_zero | piece->p->flow << 1;
	for (unsigned i = 0; i < piece->n_op; i++)
		to = add_op(to, piece->p, &piece->op[i]);
	answer = fl_jit_get(
	    &(struct fl_jit_ask){n->isa, key, (size_t)(to - key) * sizeof(*key), mr500_us_build, &arg},
	    &code);
	free(key);
	n->later |= answer == FL_JIT_LATER;
	return answer == FL_JIT_HERE ? code : NULL;
}

/* ---- which steps --------------------------------------------------------------------------------------- */
static bool compiles(const struct us_prog *p)
{
	return !p->late && !p->fp24 && p->n_lane && fl_jit_built_in();
}

/* Where lanes part, a derivative would want what its quad's other pixels had before. */
static bool has_derivative(const struct us_prog *p, const struct us_step *s)
{
	for (unsigned i = 0; i < s->n_op; i++)
		if (p->op[s->op + i].kind == US_K_MDH || p->op[s->op + i].kind == US_K_MDV)
			return true;
	return false;
}

static bool fits(const struct us_prog *p, const struct us_step *s)
{
	if (s->in.type > US_OUT || s->rel || s->masked)
		return false;
	return !p->flow || !(s->in.write_inactive || has_derivative(p, s));
}

static unsigned lanes_of(const struct us_prog *p, const struct us_step *s)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_op; i++)
		n += p->op[s->op + i].n;
	return n;
}

static bool is_target(const struct us_prog *p, unsigned step)
{
	for (unsigned i = 0; i < p->n_step; i++)
		if (p->step[i].in.type == US_FC && p->step[i].jump == step)
			return true;
	return false;
}

/* Steps from `first` on that follow each other whatever happens. Their operations lie side by side but for
 * the masked forms between them, so they are gathered. */
static unsigned in_a_row(const struct us_prog *p, unsigned first, struct us_op *op, unsigned *n_op,
			 unsigned *n_lane)
{
	unsigned i = first;

	*n_op = *n_lane = 0;
	while (i < p->n_step && fits(p, &p->step[i]) && (i == first || !is_target(p, i))) {
		const struct us_step *s = &p->step[i];

		if (*n_lane && *n_lane + lanes_of(p, s) > PIECE_MOST)
			break;
		memcpy(&op[*n_op], &p->op[s->op], s->n_op * sizeof(*op));
		*n_op += s->n_op;
		*n_lane += lanes_of(p, s);
		i++;
		if (s->in.last || s->end || s->next != i)
			break;
	}
	return i - first;
}

static void native_free(struct us_native *n) /* all that follow it as well */
{
	while (n) {
		struct us_native *next = n->next;

		for (unsigned i = 0; i < n->n_step; i++)
			fl_jit_put(n->at[i].code);
		free(n);
		n = next;
	}
}

/* NULL: nothing of it is code, or no memory. *never: nor will it be. */
static struct us_native *native_new(const struct us_prog *p, enum fl_isa isa, bool *never)
{
	struct us_native *n = calloc(1, sizeof(*n) + p->n_step * sizeof(n->at[0]));
	struct us_op *op = malloc((p->n_op + 1) * sizeof(*op));

	if (n) {
		n->isa = isa;
		n->n_step = p->n_step;
	}
	for (unsigned i = 0, steps; n && op && i < p->n_step; i += steps ? steps : 1) {
		struct us_piece piece = {.p = p, .op = op};
		unsigned n_lane;

		steps = in_a_row(p, i, op, &piece.n_op, &n_lane);
		if (n_lane < WORTH)
			continue;
		n->at[i].n = (uint16_t)steps;
		n->at[i].code = compile(n, &piece, n_lane);
		n->n_code += n->at[i].code != NULL;
	}
	*never = n && op && !n->n_code && !n->later;
	free(op);
	if (n && n->n_code && !n->later)
		return n;
	native_free(n);
	return NULL;
}

/* ---- when ---------------------------------------------------------------------------------------------- */
static struct fl_worn *worn_of(struct mr500_us *us)
{
	uint64_t h = fl_worn_hash(FL_WORN_HASH, &us->key[1], US_KEYS - 1);

	for (unsigned i = 0; i < us->prog.n_step; i++)
		h = fl_worn_hash(h, us->code[us->step[i].in.addr], 6);
	return fl_worn_of(us->worn, h);
}

void mr500_us_native_changed(struct mr500 *r)
{
	struct mr500_us *us = r->us;

	if (us->native) {
		us->native->next = us->old;
		us->old = us->native;
	}
	us->native = NULL;
	us->never = false;
	us->worn_now = NULL;
}

static bool pays(const struct us_prog *p, uint64_t ran)
{
	return ran >= LANES_START + (uint64_t)LANES_EACH * p->n_lane;
}

void mr500_us_native_get(struct mr500 *r, struct mr500_us_state *s)
{
	struct mr500_us *us = r->us;
	const enum fl_jit_when when = r->base.jit;

	if (us->native && (when == FL_JIT_OFF || us->native->isa != r->isa))
		mr500_us_native_changed(r);
	if (when == FL_JIT_OFF || us->never || !compiles(&us->prog))
		return;
	if (!us->worn_now)
		us->worn_now = worn_of(us);
	if (!us->native &&
	    (when == FL_JIT_ALWAYS || pays(&us->prog, __atomic_load_n(&us->worn_now->ran, __ATOMIC_RELAXED))))
		us->native = native_new(&us->prog, r->isa, &us->never);
	s->native = us->native;
	s->ran = us->native || us->never ? NULL : &us->worn_now->ran;
}

void mr500_us_native_forget(struct mr500 *r)
{
	native_free(r->us->old);
	r->us->old = NULL;
}
