/* SPDX-License-Identifier: MIT
 *
 * Vector memory in haste: lanes whose elements lie in one piece of memory, as those of neighbors mostly do.
 * It is asked for once, and what lanes load or store is moved without another question. Lanes take turns,
 * from the first on: of two stores to one place the last one stays, as one by one.
 */
#include "hw/model/cik/sq_kit.h"
#include "hw/model/cik/sq_memory.h"

/* Of the lanes that exec names; all are asked by the kit. */
static void some_reach(uint64_t exec, const uint32_t *low, const uint32_t *high, struct sq_reach *r)
{
	const uint32_t upper = high[__builtin_ctzll(exec)];
	uint32_t differs = 0;

	*r = (struct sq_reach){.low = UINT32_MAX};
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);

		differs |= high[l] ^ upper;
		r->low = low[l] < r->low ? low[l] : r->low;
		r->high = low[l] > r->high ? low[l] : r->high;
	}
	r->together = !differs;
}

static void load_dwords(const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, uint32_t mask,
			unsigned n, mcik_plane *got)
{
	for (unsigned k = 0; !~exec && k < n; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			memcpy(&got[k][l], p + ((at[l] & mask) - from) + 4 * k, 4);
	for (exec = ~exec ? exec : 0; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);

		for (unsigned k = 0; k < n; k++)
			memcpy(&got[k][l], p + ((at[l] & mask) - from) + 4 * k, 4);
	}
}

/* Over the addresses: these are put aside. */
static __attribute__((noinline)) void load_over(const uint8_t *p, uint64_t exec, const uint32_t *at,
						uint32_t from, uint32_t mask, unsigned n, mcik_plane *got)
{
	mcik_plane kept;

	load_dwords(p, exec, memcpy(kept, at, sizeof kept), from, mask, n, got);
}

static void load_bytes(const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, bool has_sign,
		       uint32_t *got)
{
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);
		const uint8_t v = p[at[l] - from];

		got[l] = has_sign ? (uint32_t)(int8_t)v : v;
	}
}

static void load_halves(const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, bool has_sign,
			uint32_t *got)
{
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);
		uint16_t v;

		memcpy(&v, p + (at[l] - from), 2);
		got[l] = has_sign ? (uint32_t)(int16_t)v : v;
	}
}

static void store_dwords(uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, uint32_t mask,
			 unsigned n, const mcik_plane *data)
{
	if (!~exec && n == 4) {
		for (unsigned l = 0; l < MCIK_LANES; l++) {
			const uint32_t dw[4] = {data[0][l], data[1][l], data[2][l], data[3][l]};

			memcpy(p + ((at[l] & mask) - from), dw, sizeof dw);
		}
		return;
	}
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);

		for (unsigned k = 0; k < n; k++)
			memcpy(p + ((at[l] & mask) - from) + 4 * k, &data[k][l], 4);
	}
}

static void store_small(uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, unsigned size_B,
			const uint32_t *data)
{
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);

		memcpy(p + (at[l] - from), &data[l], size_B);
	}
}

static void load(const struct mcik_wave *w, const struct sq_mem_op *m, const struct sq_reach *r,
		 const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t mask, mcik_plane *got)
{
	if (r->in_row)
		w->kit->load_row(got, p, m->n);
	else if (m->size_B == 4 && at >= got[0] && at < got[m->n])
		load_over(p, exec, at, r->low, mask, m->n, got);
	else if (m->size_B == 4)
		load_dwords(p, exec, at, r->low, mask, m->n, got);
	else if (m->size_B == 2)
		load_halves(p, exec, at, r->low, m->has_sign, got[0]);
	else
		load_bytes(p, exec, at, r->low, m->has_sign, got[0]);
}

static void store(const struct mcik_wave *w, const struct sq_mem_op *m, const struct sq_reach *r, uint8_t *p,
		  uint64_t exec, const uint32_t *at, uint32_t mask, const mcik_plane *data)
{
	if (r->in_row)
		w->kit->store_row(p, data, m->n);
	else if (m->size_B == 4)
		store_dwords(p, exec, at, r->low, mask, m->n, data);
	else
		store_small(p, exec, at, r->low, m->size_B, data[0]);
}

bool mcik_sq_row(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t exec, const uint32_t *low,
		 const uint32_t *high, const mcik_plane *data, mcik_plane *got)
{
	const struct mcik_sq_env *env = w->env;
	const unsigned size_B = m->n * m->size_B;
	struct sq_window window = {0};
	struct sq_hole hole = {0};
	struct sq_reach r;

	if (m->kind == SQ_ATOMIC || !(m->kind == SQ_LOAD ? (bool)env->peek : (bool)env->poke))
		return false;
	if (~exec)
		some_reach(exec, low, high, &r);
	else
		w->kit->reach(low, high, size_B, &r);
	const uint32_t mask = m->size_B < 4 || env->unaligned ? UINT32_MAX : ~UINT32_C(3);

	r.low &= mask;
	r.high &= mask;
	if (!r.together || r.high - r.low >= UINT32_MAX - size_B)
		return false;
	r.in_row = r.in_row && m->size_B == 4 && r.high - r.low == (MCIK_LANES - 1) * size_B;
	const uint64_t va = r.low | (uint64_t)high[__builtin_ctzll(exec)] << 32;
	const unsigned all_B = r.high - r.low + size_B;

	if (m->kind == SQ_LOAD) {
		const uint8_t *p = sq_window_at(w, &window, va, all_B);

		if (p)
			load(w, m, &r, p, exec, low, mask, got);
		return p;
	}
	uint8_t *p = sq_hole_at(w, &hole, va, all_B);

	if (p)
		store(w, m, &r, p, exec, low, mask, data);
	return p;
}
