/* SPDX-License-Identifier: MIT
 *
 * Vector memory in haste: lanes whose elements lie in one piece of memory, as those of neighbors mostly do.
 * It is asked for once, and what lanes load or store is moved without another question. Lanes take turns,
 * from the first on: of two stores to one place the last one stays, as one by one.
 */
#include "hw/model/cik/sq_memory.h"

struct reach {
	uint32_t low, high; /* of the lanes' addresses, below 4 GiB: the first and the last */
	bool together;      /* they have the upper half in common */
};

static struct reach reach_of(uint64_t exec, const uint32_t *low, const uint32_t *high)
{
	const uint32_t upper = high[__builtin_ctzll(exec)];
	struct reach r = {.low = UINT32_MAX};
	uint32_t differs = 0;

	if (!~exec) {
		for (unsigned l = 0; l < MCIK_LANES; l++) {
			differs |= high[l] ^ upper;
			r.low = low[l] < r.low ? low[l] : r.low;
			r.high = low[l] > r.high ? low[l] : r.high;
		}
	} else {
		for (; exec; exec &= exec - 1) {
			const unsigned l = (unsigned)__builtin_ctzll(exec);

			differs |= high[l] ^ upper;
			r.low = low[l] < r.low ? low[l] : r.low;
			r.high = low[l] > r.high ? low[l] : r.high;
		}
	}
	r.together = !differs;
	return r;
}

static void load_dwords(const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from, uint32_t mask,
			unsigned n, mcik_plane *got)
{
	for (unsigned k = 0; !~exec && k < n; k++)
		for (unsigned l = 0; l < MCIK_LANES; l++)
			memcpy(&got[k][l], p + ((at[l] & mask) - from) + 4 * k, 4);
	if (!~exec)
		return;
	memset(got, 0, n * sizeof *got);
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);

		for (unsigned k = 0; k < n; k++)
			memcpy(&got[k][l], p + ((at[l] & mask) - from) + 4 * k, 4);
	}
}

static void load_small(const uint8_t *p, uint64_t exec, const uint32_t *at, uint32_t from,
		       const struct sq_mem_op *m, uint32_t *got)
{
	memset(got, 0, sizeof(mcik_plane));
	for (; exec; exec &= exec - 1) {
		const unsigned l = (unsigned)__builtin_ctzll(exec);
		uint16_t v = 0;

		memcpy(&v, p + (at[l] - from), m->size_B);
		got[l] = !m->has_sign ? v : m->size_B == 1 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
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

bool mcik_sq_row(struct mcik_wave *w, const struct sq_mem_op *m, uint64_t exec, const uint32_t *low,
		 const uint32_t *high, const mcik_plane *data, mcik_plane *got)
{
	const struct mcik_sq_env *env = w->env;
	const unsigned size_B = m->n * m->size_B;
	struct sq_window window = {0};
	struct sq_hole hole = {0};

	if (m->kind == SQ_ATOMIC || !(m->kind == SQ_LOAD ? (bool)env->peek : (bool)env->poke))
		return false;
	struct reach r = reach_of(exec, low, high);
	const uint32_t mask = m->size_B < 4 || env->unaligned ? UINT32_MAX : ~UINT32_C(3);

	r.low &= mask;
	r.high &= mask;
	if (!r.together || r.high - r.low >= UINT32_MAX - size_B)
		return false;
	const uint64_t va = r.low | (uint64_t)high[__builtin_ctzll(exec)] << 32;
	const unsigned all_B = r.high - r.low + size_B;

	if (m->kind == SQ_LOAD) {
		const uint8_t *p = sq_window_at(w, &window, va, all_B);

		if (p && m->size_B == 4)
			load_dwords(p, exec, low, r.low, mask, m->n, got);
		else if (p)
			load_small(p, exec, low, r.low, m, got[0]);
		return p;
	}
	uint8_t *p = sq_hole_at(w, &hole, va, all_B);

	if (p && m->size_B == 4)
		store_dwords(p, exec, low, r.low, mask, m->n, data);
	else if (p)
		store_small(p, exec, low, r.low, m->size_B, data[0]);
	return p;
}
