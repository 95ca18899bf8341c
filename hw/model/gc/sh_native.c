/* SPDX-License-Identifier: MIT
 *
 * Programs that have run for long enough get their spans compiled, piece by piece (sh_jit.c). That is decided
 * where the program of a draw is made, by the thread that takes commands; what a draw has found it keeps.
 * Waves whose lanes have parted go through the kernels, and so does everything where there is no compiler.
 */
#include "hw/model/gc/sh_code.h"
#include "hw/model/jit/jit.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORTH = 3,            /* moves of a piece, at least */
	MOVES_START = 100000, /* that run in the time that it takes to compile a piece, */
	MOVES_EACH = 10000,   /* and each move of it */
};

struct key {
	uint32_t rooms;
	struct sh_move move[];
};

static bool fits(const struct sh_move *m)
{
	return m->run < SH_OPS && mgc_sh_compiles(m->run);
}

/* Rooms that moves from m on read before they write them */
static uint32_t read_later(const struct sh_move *m, const struct sh_move *end)
{
	uint32_t written = 0, read = 0;

	for (; m < end; m++) {
		if (m->run >= SH_OPS)
			continue;
		for (unsigned k = 0; k < 3; k++)
			if (m->src[k].base == SH_AT_ROOM)
				read |= 1u << m->src[k].at & ~written;
		if (m->d.base == SH_AT_ROOM)
			written |= 1u << m->d.at;
	}
	return read;
}

/* False: there is no code of these moves, now or ever. */
static bool compile(struct sh_native *n, const struct sh_move *from, unsigned count,
		    const struct sh_move *end)
{
	const size_t key_B = sizeof(struct key) + count * sizeof(*from);
	struct key *key = malloc(key_B);
	struct sh_piece piece = {from, count, read_later(from + count, end)};
	const struct fl_jit_ask ask = {n->isa, key, key_B, mgc_sh_build, &piece};
	enum fl_jit_answer answer = FL_JIT_NEVER;

	if (key) {
		key->rooms = piece.rooms;
		memcpy(key->move, from, count * sizeof(*from));
		answer = fl_jit_get(&ask, &n->piece[n->n_piece]);
	}
	free(key);
	n->later |= answer == FL_JIT_LATER;
	n->n_piece += answer == FL_JIT_HERE;
	return answer == FL_JIT_HERE;
}

static void span(struct sh_native *n, const struct sh_code *c, struct sh_span *s)
{
	const struct sh_move *m = &c->move[s->first_move], *end = m + s->n_move;

	s->first_move = n->n_move;
	while (m < end) {
		unsigned count = 0;

		while (m + count < end && fits(&m[count]))
			count++;
		if (count >= WORTH && compile(n, m, count, end)) {
			n->move[n->n_move++] = (struct sh_move){.run = SH_OPS + SH_PIECE,
								.d = {.at = (uint16_t)(n->n_piece - 1)}};
			m += count;
			continue;
		}
		count = count ? count : 1;
		memcpy(&n->move[n->n_move], m, count * sizeof(*m));
		n->n_move += count;
		m += count;
	}
	s->n_move = n->n_move - s->first_move;
}

void mgc_sh_native_free(struct sh_native *n)
{
	for (unsigned i = 0; n && i < n->n_piece; i++)
		fl_jit_put(n->piece[i]);
	if (n) {
		free(n->piece);
		free(n->move);
		free(n->span);
	}
	free(n);
}

static struct sh_native *made(const struct sh_code *c, enum fl_isa isa)
{
	struct sh_native *n = calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	n->isa = isa;
	n->move = malloc((c->n_move + 1) * sizeof(*n->move));
	n->span = malloc((c->n_inst + 1) * sizeof(*n->span));
	n->piece = malloc((c->n_move + 1) * sizeof(*n->piece));
	if (!n->move || !n->span || !n->piece) {
		mgc_sh_native_free(n);
		return NULL;
	}
	memcpy(n->span, c->span, (c->n_inst + 1) * sizeof(*n->span));
	for (unsigned i = 0; i < c->n_inst; i++)
		if (n->span[i].n_inst)
			span(n, c, &n->span[i]);
	return n;
}

bool mgc_sh_native_waits(const struct mgc *g, const struct sh_cached *c)
{
	return g->base.jit != FL_JIT_OFF && !c->native && c->code.n_move >= WORTH && !c->never;
}

const struct sh_native *mgc_sh_native(struct mgc *g, struct sh_cached *c)
{
	const enum fl_jit_when when = g->base.jit;
	const uint64_t ran = __atomic_load_n(&c->ran, __ATOMIC_RELAXED);

	if (c->native && c->native->isa == g->isa)
		return c->native;
	if (!mgc_sh_native_waits(g, c) ||
	    (when == FL_JIT_AUTO && ran < MOVES_START + (uint64_t)MOVES_EACH * c->code.n_move))
		return NULL;
	c->native = made(&c->code, g->isa);
	if (!c->native || c->native->n_piece)
		return c->native;
	c->never = !c->native->later;
	mgc_sh_native_free(c->native);
	c->native = NULL;
	return NULL;
}
