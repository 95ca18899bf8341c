/* SPDX-License-Identifier: MIT
 *
 * Which moves of a program are compiled, and when; see sq_native.h.
 */
#include "hw/model/r600/sq_native.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORTH = 3,            /* moves of a piece, at least */
	PIECE_MOST = 400,     /* a larger one takes longer to compile than its length says */
	MOVES_START = 100000, /* that run in the time that it takes to compile a piece, */
	MOVES_EACH = 10000,   /* and each move of it */
	MOVE_DW = 5,          /* of a key */
	FIRST_DW = 1,
	NONZERO = 1 << 23, /* in a word of a key */
	LIVE = 1 << 22,
};

bool mr600_sq_native_pays(const struct sq_code *c, uint64_t ran)
{
	return ran >= MOVES_START + (uint64_t)MOVES_EACH * c->n_move;
}

/* ---- one piece ----------------------------------------------------------------------------------------- */
static uint32_t word_of(const struct sq_konst *konst, struct sq_place p)
{
	return (uint32_t)p.base << 24 | p.at | (sq_is_nonzero(konst, p) ? NONZERO : 0);
}

static uint32_t room(struct sq_place p)
{
	const unsigned n = sq_place_number(p);

	return n >= SQ_FIRST_ROOM ? 1u << (n - SQ_FIRST_ROOM) : 0;
}

/* Rooms that moves from m on read before they write them, and `open` ones that nothing writes */
static uint32_t read_later(const struct sq_move *m, const struct sq_move *end, uint32_t open)
{
	uint32_t written = 0, read = 0;

	for (; m < end; m++) {
		for (unsigned k = 0; k < 3; k++)
			read |= room(m->src[k]) & ~written;
		written |= room(m->d);
	}
	return read | (open & ~written);
}

static const struct fl_jit_program *compile(struct sq_native *n, const struct sq_piece *p)
{
	const size_t n_dw = FIRST_DW + (size_t)MOVE_DW * p->n;
	uint32_t *key = malloc(n_dw * sizeof(*key)), *to = key;
	struct sq_piece arg = *p;
	const struct fl_jit_program *code = NULL;
	enum fl_jit_answer answer;

	if (!key)
		return NULL;
	*to++ = p->rooms;
	for (unsigned i = 0; i < p->n; i++) {
		*to++ = p->move[i].run;
		*to++ = word_of(p->konst, p->move[i].d) |
			(p->move[i].d.base == SQ_AT_GPR && sq_is_live(p->live, p->move[i].d) ? LIVE : 0);
		for (unsigned k = 0; k < 3; k++)
			*to++ = word_of(p->konst, p->move[i].src[k]);
	}
	answer =
	    fl_jit_get(&(struct fl_jit_ask){n->isa, key, n_dw * sizeof(*key), mr600_sq_build, &arg}, &code);
	free(key);
	n->later |= answer == FL_JIT_LATER;
	return answer == FL_JIT_HERE ? code : NULL;
}

/* ---- spans --------------------------------------------------------------------------------------------- */
static void add(struct sq_native *n, struct sq_span *s, const struct sq_part *part)
{
	struct sq_part *last = &n->part[n->n_part - 1];

	if (!part->code && s->n_part && !last->code) {
		last->n_move += part->n_move;
		return;
	}
	n->part[n->n_part++] = *part;
	n->n_code += part->code != NULL;
	s->whole &= part->code != NULL;
	s->n_part++;
}

/* open, live: rooms and registers that something after the span may read */
static void make_span(struct sq_native *n, const struct sq_code *c, struct sq_span *s, uint32_t first,
		      uint32_t end, uint32_t open, const uint8_t *live)
{
	s->first_part = n->n_part;
	s->whole = true;
	while (first < end) {
		struct sq_part part = {.first_move = first};
		uint32_t count = 0;

		while (first + count < end && count < PIECE_MOST &&
		       mr600_sq_compiles(c->move[first + count].run))
			count++;
		if (count >= WORTH)
			part.code = compile(
			    n, &(struct sq_piece){&c->move[first], c->konst, count,
						  read_later(&c->move[first + count], &c->move[end], open),
						  first + count == end ? live : NULL});
		part.n_move = count ? count : 1;
		add(n, s, &part);
		first += part.n_move;
	}
}

static void make_clause(struct sq_native *n, const struct sq_code *c, const struct sq_step *s)
{
	uint8_t live[MR600_GPRS];

	mr600_sq_live(c, s, live);
	for (uint32_t i = s->first, end = s->first + s->n; i < end;) {
		struct sq_span *span = &n->span[i];
		const uint32_t first = c->group[i].first_move;
		uint32_t moves = 0;

		for (; i < end && c->group[i].planned; i++, span->n_group++)
			moves += c->group[i].n_move;
		if (span->n_group)
			make_span(n, c, span, first, first + moves, i < end ? SQ_ROOMS_PREVIOUS : 0,
				  i < end ? NULL : live);
		else
			i++;
	}
}

struct sq_native *mr600_sq_native_new(const struct sq_code *c, enum fl_isa isa, bool *never)
{
	struct sq_native *n = calloc(1, sizeof(*n));

	*never = false;
	if (!n)
		return NULL;
	n->isa = isa;
	n->span = calloc(c->n_group + 1, sizeof(*n->span));
	n->part = calloc(c->n_move + 1, sizeof(*n->part));
	if (n->span && n->part)
		for (uint32_t i = 0; i < c->n_step; i++)
			if (c->step[i].what == SQ_ALU)
				make_clause(n, c, &c->step[i]);
	if (n->n_code && !n->later)
		return n;
	*never = n->span && n->part && !n->later;
	mr600_sq_native_free(n);
	return NULL;
}

void mr600_sq_native_free(struct sq_native *n)
{
	while (n) {
		struct sq_native *next = n->next;

		for (uint32_t i = 0; n->part && i < n->n_part; i++)
			fl_jit_put(n->part[i].code);
		free(n->part);
		free(n->span);
		free(n);
		n = next;
	}
}
