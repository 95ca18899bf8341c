/* SPDX-License-Identifier: MIT
 *
 * Read ports of ALU groups. A group is read in three cycles; in each of them every channel of the register
 * file delivers one register, and an operation's bank swizzle says in which cycle each operand comes.
 * Constants have ports of their own; the transcendental unit takes them in its first cycles (Mesa
 * r600_asm.c).
 */
#include "hw/model/r600/sq_code.h"

#define ISA "R6xx facts 4.3, read ports"

enum { CYCLES = 3, FREE = 0xffff };

static const uint8_t vector_cycle[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t trans_cycle[4][3] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};

static bool is_constant(uint32_t sel)
{
	return (sel >= SQ_SEL_CACHE && sel < SQ_SEL_CACHE_END) || sel >= SQ_SEL_FILE;
}

static uint32_t name_of(const uint32_t w[2], unsigned k)
{
	return sq_src_sel(w, k) | (uint32_t)sq_src_rel(w, k) << 9;
}

/* Distinct constants: of R6xx channels, of R7xx pairs of them */
static unsigned constants_of(const struct sq_decoder *d, const struct sq_words_of_group *g)
{
	uint32_t seen[SQ_UNITS * 3];
	unsigned n = 0, j;

	for (unsigned i = 0; i < g->n; i++)
		for (unsigned k = 0; k < g->code[i]->sources; k++) {
			uint32_t chan = sq_src_chan(g->w[i], k);
			uint32_t what = name_of(g->w[i], k) << 2 | (d->code->r7xx ? chan / 2 : chan);

			if (!is_constant(sq_src_sel(g->w[i], k)))
				continue;
			for (j = 0; j < n && seen[j] != what; j++)
				;
			if (j == n)
				seen[n++] = what;
		}
	return n;
}

static bool take(uint16_t port[CYCLES][4], const uint32_t w[2], unsigned k, unsigned cycle)
{
	uint16_t *p = &port[cycle][sq_src_chan(w, k)], what = (uint16_t)name_of(w, k);

	if (*p == FREE)
		*p = what;
	return *p == what;
}

static bool vector_reads(uint16_t port[CYCLES][4], const struct sq_words_of_group *g, unsigned i)
{
	const uint32_t *w = g->w[i];
	uint32_t swizzle = R600_SQ_ALU_WORD1__BANK_SWIZZLE__GET(w[1]);

	for (unsigned k = 0; k < g->code[i]->sources && swizzle < 6; k++) {
		bool shared =
		    k == 1 && name_of(w, 0) == name_of(w, 1) && sq_src_chan(w, 0) == sq_src_chan(w, 1);

		if (sq_src_sel(w, k) < SQ_SEL_CACHE && !shared && !take(port, w, k, vector_cycle[swizzle][k]))
			return false;
	}
	return true;
}

static bool trans_reads(struct sq_decoder *d, uint16_t port[CYCLES][4], const struct sq_words_of_group *g,
			unsigned i)
{
	const uint32_t *w = g->w[i];
	uint32_t swizzle = R600_SQ_ALU_WORD1__BANK_SWIZZLE__GET(w[1]);
	unsigned constants = 0;

	for (unsigned k = 0; k < g->code[i]->sources; k++) {
		uint32_t sel = sq_src_sel(w, k);

		constants += is_constant(sel) || (sel >= SQ_SEL_1_DOUBLE_LOW && sel <= SQ_SEL_LITERAL);
	}
	if (constants > 2)
		SQ_WARN(d, ISA, "%s reads %u constants: the transcendental unit reads two", g->code[i]->name,
			constants);
	for (unsigned k = 0; k < g->code[i]->sources && swizzle < 4; k++) {
		uint32_t sel = sq_src_sel(w, k);
		unsigned cycle = trans_cycle[swizzle][k];
		bool gpr = sel < SQ_SEL_CACHE;

		if ((gpr || sel == SQ_SEL_PV || sel == SQ_SEL_PS) && cycle < constants)
			return false;
		if (gpr && !take(port, w, k, cycle))
			return false;
	}
	return true;
}

void mr600_sq_group_ports(struct sq_decoder *d, const struct sq_words_of_group *g)
{
	uint16_t port[CYCLES][4];
	unsigned constants = constants_of(d, g);

	for (unsigned c = 0; c < CYCLES * 4; c++)
		port[c / 4][c % 4] = FREE;
	if (constants > (d->code->r7xx ? 2u : 4u))
		SQ_WARN(d, ISA,
			"a group reads %u constants: R6xx reads four channels of them, R7xx two halves (xy "
			"or zw)",
			constants);
	for (unsigned i = 0; i < g->n; i++)
		if (!(g->unit[i] == SQ_T ? trans_reads(d, port, g, i) : vector_reads(port, g, i)))
			SQ_WARN(d, ISA, "the bank swizzles of a group give %s no read port for an operand",
				g->code[i]->name);
}
