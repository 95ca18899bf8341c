/* SPDX-License-Identifier: MIT
 *
 * Groups of the ALU from operations: literals, units, bank swizzles; and which operations without a unit may
 * share a group.
 */
#include "lib/r600/asm_own.h"

static bool wrong(struct fl_r600_as *s, bool quiet, uint32_t i, const char *why)
{
	return quiet ? false : fl_asm_wrong(s->a, s->line[i].at, "%s", why);
}

/* ---- literals ------------------------------------------------------------------------------------------ */
static void put_channel(uint32_t w[2], uint32_t k, uint32_t chan)
{
	struct fl_r600_src s = {.chan = chan};

	fl_r600_alu_set_src(w, k, &s);
}

/* Those with a channel first, then the others into what is the same or free. */
static bool make_literals(struct fl_r600_as *s, bool quiet, uint32_t (*w)[2], uint32_t values[4])
{
	uint32_t taken = 0;

	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < s->n_lines; i++)
			for (uint32_t k = 0; k < 3; k++) {
				const struct fl_r600_line *l = &s->line[i];
				struct fl_r600_src src;
				uint32_t c = 0;

				if (!(l->literals >> k & 1) || (l->placed >> k & 1) == pass)
					continue;
				fl_r600_alu_src(w[i], k, &src);
				if (!pass)
					c = src.chan;
				while (pass && c < 4 && taken >> c & 1 && values[c] != l->literal[k])
					c++;
				if (c == 4)
					return wrong(s, quiet, i, "a group has four literals");
				if (taken >> c & 1 && values[c] != l->literal[k])
					return wrong(s, quiet, i, "this channel has another literal");
				taken |= 1u << c;
				values[c] = l->literal[k];
				if (pass)
					put_channel(w[i], k, c);
			}
	return true;
}

/* ---- a group ------------------------------------------------------------------------------------------- */
static bool check_units(struct fl_r600_as *s, bool quiet, struct fl_r600_group *g)
{
	static const char *const chosen[] = {
	    "the chip puts this into unit x", "the chip puts this into unit y",
	    "the chip puts this into unit z", "the chip puts this into unit w",
	    "the chip puts this into unit t"};
	struct fl_r600_rule broken;

	if (!fl_r600_group_units(g, &broken))
		return s->p->nocheck || wrong(s, quiet, broken.at, broken.text);
	for (uint32_t i = 0; i < g->n && !s->p->nocheck; i++)
		if (s->line[i].slot < FL_R600_SLOTS && s->line[i].slot != g->unit[i])
			return wrong(s, quiet, i, chosen[g->unit[i]]);
	return true;
}

static bool check_rules(struct fl_r600_as *s, struct fl_r600_clause *c, bool quiet, struct fl_r600_group *g)
{
	struct fl_r600_rule broken;
	bool given = false;

	for (uint32_t i = 0; i < g->n; i++)
		given |= s->line[i].swizzle;
	if (s->p->nocheck) {
		if (!given)
			fl_r600_group_search(g, &broken);
		return true;
	}
	if (!fl_r600_group_check(g, c, &broken) ||
	    !(given ? fl_r600_group_ports(g, &broken) : fl_r600_group_search(g, &broken)))
		return wrong(s, quiet, broken.at, broken.text);
	return true;
}

uint32_t fl_r600_make_group(struct fl_r600_as *s, struct fl_r600_clause *c, bool quiet,
			    uint32_t out[FL_R600_GROUP_MAX][2])
{
	struct fl_r600_group g = {.r700 = s->p->r700, .n = s->n_lines};
	uint32_t values[4] = {0}, slots;

	for (uint32_t i = 0; i < g.n; i++)
		memcpy(g.w[i], s->line[i].w, sizeof g.w[i]);
	if (!make_literals(s, quiet, g.w, values))
		return 0;
	g.w[g.n - 1][0] |= R600_SQ_ALU_WORD0__LAST(1);
	for (uint32_t i = 0; i < g.n; i++)
		for (uint32_t k = 0; k < 2; k++)
			g.w[i][k] ^= s->line[i].residue[k];
	if (!check_units(s, quiet, &g) || !check_rules(s, c, quiet, &g))
		return 0;
	memcpy(out, g.w, g.n * sizeof g.w[0]);
	slots = fl_r600_literal_slots(out, g.n);
	if (s->n_junk && s->n_junk != 2 * slots) {
		wrong(s, quiet, 0,
		      "the line `literals` has as many words as the group has literals, two or four");
		return 0;
	}
	memcpy(out[g.n], s->n_junk ? s->junk : values, slots * sizeof out[0]);
	return g.n + slots;
}

static void forget(struct fl_r600_as *s)
{
	s->n_lines = s->n_junk = 0;
	s->fixed = false;
}

/* R6xx but RV670, RS780 and RS880, and RV770 read a register too early that the group before wrote with a
 * relative address; the driver puts a group of NOPs between (Mesa r600_asm.c insert_nop_r6xx). */
static void add_nops(struct fl_r600_as *s, const char *at)
{
	enum { NOP = 0x1a };
	uint32_t(*out)[2] = fl_r600_room(s, FL_R600_SLOTS, at);

	for (uint32_t i = 0; out && i < FL_R600_SLOTS; i++) {
		out[i][0] = R600_SQ_ALU_WORD0__LAST(i + 1 == FL_R600_SLOTS);
		out[i][1] = (s->p->r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST(NOP)
					: R600_SQ_ALU_WORD1_OP2__ALU_INST(NOP)) |
			    (i & 3) << R600_SQ_ALU_WORD1__DST_CHAN__SHIFT;
	}
}

void fl_r600_end_group(struct fl_r600_as *s)
{
	uint32_t made[FL_R600_GROUP_MAX][2], n, (*out)[2] = NULL;
	struct fl_r600_clause trial = s->state;
	bool rel = false, bad = s->a->bad;

	if (!s->n_lines)
		return;
	s->a->bad = false;
	/* A clause that has no room goes on in another, in which PV and AR have no value yet. */
	n = fl_r600_make_group(s, &trial, true, made);
	if (n)
		out = fl_r600_room(s, n, s->line[0].at);
	n = fl_r600_make_group(s, &s->state, false, made);
	if (n && out) {
		memcpy(out, made, n * sizeof made[0]);
		for (uint32_t i = 0; i < s->n_lines; i++)
			rel |= fl_r600_alu_writes(made[i]) && R600_SQ_ALU_WORD1__DST_REL__GET(made[i][1]);
		if (rel && !s->fixed)
			add_nops(s, s->line[0].at);
	}
	forget(s);
	s->a->bad = bad;
}

/* ---- which operations may share a group ---------------------------------------------------------------- */
/* The group with one line more, in the order of the units. False: it stays as it was. */
static bool insert(struct fl_r600_as *s, const struct fl_r600_line *l)
{
	struct fl_r600_line before[FL_R600_SLOTS];
	uint32_t made[FL_R600_GROUP_MAX][2], n = s->n_lines, taken = 0, unit, at;
	struct fl_r600_clause c = s->state;
	bool ok;

	for (uint32_t i = 0; i < n; i++) {
		if (fl_r600_depends(s->p->r700, s->line[i].w, l->w))
			return false;
		taken |= 1u << fl_r600_free_unit(s->p->r700, s->line[i].w, taken);
	}
	unit = fl_r600_free_unit(s->p->r700, l->w, taken);
	if (unit == FL_R600_SLOTS)
		return false;
	memcpy(before, s->line, sizeof before);
	for (at = 0; taken & ((1u << unit) - 1); taken &= taken - 1, at++)
		;
	memmove(&s->line[at + 1], &s->line[at], (n - at) * sizeof s->line[0]);
	s->line[at] = *l;
	s->n_lines++;
	ok = fl_r600_make_group(s, &c, true, made);
	if (!ok) {
		memcpy(s->line, before, sizeof before);
		s->n_lines = n;
	}
	return ok;
}

void fl_r600_add_line(struct fl_r600_as *s, const struct fl_r600_line *l)
{
	struct fl_r600_src src;

	for (uint32_t k = 0; k < fl_r600_alu_of(s->p->r700, l->w)->sources; k++) {
		fl_r600_alu_src(l->w, k, &src);
		if (src.sel == FL_R600_SRC_PV || src.sel == FL_R600_SRC_PS) {
			fl_asm_wrong(s->a, l->at,
				     "PV and PS want groups that the text gives: begin the line "
				     "with a number");
			return;
		}
	}
	if (s->fixed)
		fl_r600_end_group(s);
	if (s->n_lines && insert(s, l))
		return;
	fl_r600_end_group(s);
	s->line[0] = *l;
	s->n_lines = 1;
}
