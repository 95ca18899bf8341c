/* SPDX-License-Identifier: MIT
 *
 * Rules of ALU groups: units, writes, what only one operation may be. See group.h.
 */
#include "lib/r600/group.h"

static bool breaks(struct fl_r600_rule *broken, uint32_t at, const char *text)
{
	*broken = (struct fl_r600_rule){text, at};
	return false;
}

void fl_r600_clause_begin(struct fl_r600_clause *c, const uint32_t cf[2])
{
	*c = (struct fl_r600_clause){
	    {R600_SQ_CF_ALU_WORD0__KCACHE_MODE0__GET(cf[0]), R600_SQ_CF_ALU_WORD1__KCACHE_MODE1__GET(cf[1])},
	    0,
	    false};
}

bool fl_r600_group_units(struct fl_r600_group *g, struct fl_r600_rule *broken)
{
	uint32_t taken = 0;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t flags = fl_r600_alu_of(g->r700, g->w[i])->flags;
		uint32_t unit = R600_SQ_ALU_WORD1__DST_CHAN__GET(g->w[i][1]);

		if (flags & (g->r700 ? FL_R600_TRANS : FL_R600_TRANS | FL_R600_TRANS_R6) ||
		    (taken >> unit & 1 && !(flags & FL_R600_VECTOR)))
			unit = FL_R600_SLOT_T;
		if (taken >> unit & 1)
			return breaks(broken, i,
				      "its unit of the group is taken: x, y, z and w serve the "
				      "channel written, t one operation more");
		if (taken >> unit)
			return breaks(broken, i,
				      "the operations of a group stand in the order x, y, z, w, t");
		g->unit[i] = (uint8_t)unit;
		taken |= 1u << unit;
	}
	return true;
}

static const char *check_source(const struct fl_r600_clause *c, const struct fl_r600_src *s)
{
	uint32_t set = s->sel >= FL_R600_SRC_KCACHE + 32, line = (s->sel - FL_R600_SRC_KCACHE) % 32 / 16;

	if (s->sel >= FL_R600_SRC_KCACHE_END && s->sel < FL_R600_SRC_DOUBLE)
		return "its source is reserved";
	if (s->rel && !fl_r600_can_rel(s->sel))
		return "only registers and constants can be addressed relatively";
	if (fl_r600_is_kcache(s->sel) && !c->mode[set])
		return set ? "the clause locks no constants as KC1" : "the clause locks no constants as KC0";
	if (fl_r600_is_kcache(s->sel) && c->mode[set] == 1 && line)
		return "the clause locks the first 16 constants of this set only";
	if ((s->sel == FL_R600_SRC_PV || s->sel == FL_R600_SRC_PS) && !c->groups)
		return "PV and PS have no value in the first group of a clause";
	return NULL;
}

static bool reads_rel(bool r700, const uint32_t w[2])
{
	const struct fl_r600_op *op = fl_r600_alu_of(r700, w);
	struct fl_r600_src s;

	for (uint32_t k = 0; k < op->sources; k++) {
		fl_r600_alu_src(w, k, &s);
		if (s.rel)
			return true;
	}
	return false;
}

static bool uses_rel(bool r700, const uint32_t w[2])
{
	return reads_rel(r700, w) || (fl_r600_alu_writes(w) && R600_SQ_ALU_WORD1__DST_REL__GET(w[1]));
}

/* One operation, whatever the others are */
static const char *check_op(const struct fl_r600_group *g, const struct fl_r600_clause *c, uint32_t i)
{
	const uint32_t *w = g->w[i];
	const struct fl_r600_op *op = fl_r600_alu_of(g->r700, w);
	uint32_t mode = R600_SQ_ALU_WORD0__INDEX_MODE__GET(w[0]);
	struct fl_r600_src s;
	const char *why;

	if (!op->name[0])
		return "this opcode is reserved";
	if (op->flags & (g->r700 ? FL_R600_ONLY_R6 : FL_R600_ONLY_R7))
		return g->r700 ? "only R6xx has this operation" : "only R7xx has this operation";
	if (R600_SQ_ALU_WORD0__PRED_SEL__GET(w[0]) == 1)
		return "PRED_SEL 1 is reserved";
	if (!fl_r600_is_op3(w) && fl_r600_alu_omod(g->r700, w) && !(op->flags & FL_R600_FLOAT))
		return "only results that are floats can be multiplied or divided";
	if (fl_r600_swizzle(w) > (g->unit[i] == FL_R600_SLOT_T ? 3 : 5))
		return "this bank swizzle is reserved";
	for (uint32_t k = 0; k < op->sources; k++) {
		fl_r600_alu_src(w, k, &s);
		why = check_source(c, &s);
		if (why)
			return why;
	}
	if (!uses_rel(g->r700, w))
		return NULL;
	if (mode == FL_R600_INDEX_RESERVED || (mode > FL_R600_LOOP && !g->r700))
		return "this index mode is reserved";
	if (mode != FL_R600_LOOP && mode != FL_R600_GLOBAL && !c->ar)
		return "no earlier group of the clause loads AR";
	return NULL;
}

/* Operation i beside those before it */
static const char *check_pair(const struct fl_r600_group *g, uint32_t i, uint32_t k)
{
	const uint32_t *a = g->w[i], *b = g->w[k];
	const uint32_t where = R600_SQ_ALU_WORD1__DST_GPR__MASK | R600_SQ_ALU_WORD1__DST_REL__MASK |
			       R600_SQ_ALU_WORD1__DST_CHAN__MASK;

	if (fl_r600_alu_writes(a) && fl_r600_alu_writes(b) && !((a[1] ^ b[1]) & where))
		return "two operations of a group write the same channel";
	if (uses_rel(g->r700, a) && uses_rel(g->r700, b) &&
	    (a[0] ^ b[0]) & R600_SQ_ALU_WORD0__INDEX_MODE__MASK)
		return "a group has one index mode";
	return NULL;
}

/* DOT4 and the like: the same operation in all the units that make its result */
static bool check_wide(const struct fl_r600_group *g, struct fl_r600_rule *broken)
{
	const struct fl_r600_op *in[FL_R600_SLOTS] = {NULL};

	for (uint32_t i = 0; i < g->n; i++)
		in[g->unit[i]] = fl_r600_alu_of(g->r700, g->w[i]);
	for (uint32_t i = 0; i < g->n; i++) {
		const struct fl_r600_op *op = in[g->unit[i]];
		uint32_t u = g->unit[i];

		for (uint32_t k = 0; op->flags & FL_R600_ALL_FOUR && k < FL_R600_SLOT_T; k++)
			if (in[k] != op)
				return breaks(broken, i, "this operation takes all four vector units");
		if ((op->flags & FL_R600_VECTOR) && (op->flags & FL_R600_ONLY_R7) && in[u ^ 1] != op)
			return breaks(broken, i, "doubles take the units x and y, or z and w");
	}
	return true;
}

bool fl_r600_group_check(const struct fl_r600_group *g, struct fl_r600_clause *c, struct fl_r600_rule *broken)
{
	uint32_t tests = 0;
	bool loads = false;
	const char *why;

	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t flags = fl_r600_alu_of(g->r700, g->w[i])->flags;

		why = check_op(g, c, i);
		for (uint32_t k = 0; k < i && !why; k++)
			why = check_pair(g, i, k);
		if (why)
			return breaks(broken, i, why);
		/* a test of doubles stands in two units */
		tests += flags & FL_R600_TEST && !(flags & FL_R600_ONLY_R7 && g->unit[i] & 1);
		if (tests > 1)
			return breaks(broken, i, "a group has one KILL or PRED_SET");
		loads |= flags & FL_R600_MOVA;
	}
	if (!check_wide(g, broken))
		return false;
	c->groups++;
	c->ar |= loads;
	return true;
}

/* ---- which operations may share a group ---------------------------------------------------------------- */
bool fl_r600_depends(bool r700, const uint32_t a[2], const uint32_t b[2])
{
	const uint32_t channel = R600_SQ_ALU_WORD1__DST_GPR__MASK | R600_SQ_ALU_WORD1__DST_CHAN__MASK;
	uint32_t flags = fl_r600_alu_of(r700, a)->flags;
	bool rel = R600_SQ_ALU_WORD1__DST_REL__GET(a[1]), rel_b = R600_SQ_ALU_WORD1__DST_REL__GET(b[1]);
	struct fl_r600_src s;

	if (flags & FL_R600_TEST)
		return true;
	if (flags & FL_R600_MOVA && (reads_rel(r700, b) || rel_b))
		return true;
	if (!fl_r600_alu_writes(a))
		return false;
	if (fl_r600_alu_writes(b) && (rel || rel_b || !((a[1] ^ b[1]) & channel)))
		return true;
	for (uint32_t k = 0; k < fl_r600_alu_of(r700, b)->sources; k++) {
		fl_r600_alu_src(b, k, &s);
		if (s.sel < FL_R600_SRC_KCACHE && (rel || s.rel ||
						   (s.sel == R600_SQ_ALU_WORD1__DST_GPR__GET(a[1]) &&
						    s.chan == R600_SQ_ALU_WORD1__DST_CHAN__GET(a[1]))))
			return true;
	}
	return false;
}

uint32_t fl_r600_free_unit(bool r700, const uint32_t w[2], uint32_t taken)
{
	uint32_t flags = fl_r600_alu_of(r700, w)->flags, chan = R600_SQ_ALU_WORD1__DST_CHAN__GET(w[1]);
	bool trans = flags & (r700 ? FL_R600_TRANS : FL_R600_TRANS | FL_R600_TRANS_R6);

	if (!trans && !(taken >> chan & 1))
		return chan;
	return flags & FL_R600_VECTOR || taken >> FL_R600_SLOT_T & 1 ? FL_R600_SLOTS : FL_R600_SLOT_T;
}
