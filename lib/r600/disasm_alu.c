/* SPDX-License-Identifier: MIT
 *
 * ALU clauses as text: a group a number, an operation a line.
 */
#include "lib/r600/asm_own.h"

const char fl_r600_swizzle_letters[9] = "xyzw01?_";
const char *const fl_r600_index_modes[8] = {"AR.x", "AR.y",   "AR.z",      "AR.w",
					    "AL",   "GLOBAL", "GLOBAL_AR", "INDEX_7"};
const char *const fl_r600_vec[6] = {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"};
const char *const fl_r600_scl[4] = {"SCL_210", "SCL_122", "SCL_212", "SCL_221"};
const char *const fl_r600_doubles[4] = {"DBL_1_LOW", "DBL_1_HIGH", "DBL_0_5_LOW", "DBL_0_5_HIGH"};

enum { OPERANDS = 36, BEHIND = 72 }; /* columns */
#define SMALL \
	0x10000u /* whole numbers below it are written as such: as floats they are too small to be meant */

/* ---- operands ------------------------------------------------------------------------------------------ */
void fl_r600_put_gpr(struct fl_asm_out *o, uint32_t gpr, bool rel, uint32_t mode)
{
	if (rel)
		fl_asm_put(o, "R[%u+%s]", gpr, fl_r600_index_modes[mode]);
	else if (gpr >= FL_R600_TEMPS)
		fl_asm_put(o, "T%u", gpr - FL_R600_TEMPS);
	else
		fl_asm_put(o, "R%u", gpr);
}

/* As fl_asm_float() and fl_asm_integer() read it back: whole numbers stand for floats only with a point. */
static void put_literal(struct fl_asm_out *o, uint32_t bits)
{
	struct fl_asm_out number;
	char text[24];
	bool is_float = false;

	if (bits && bits < SMALL) {
		fl_asm_put(o, "[%u]", bits);
		return;
	}
	if (bits > 0u - SMALL) { /* a NaN, if it were a float */
		fl_asm_put(o, "[-%u]", 0u - bits);
		return;
	}
	fl_asm_out(&number, text, sizeof text);
	fl_asm_put_float(&number, bits);
	for (uint32_t i = 0; i < number.need_B; i++)
		is_float |= text[i] == '.' || text[i] == 'x';
	fl_asm_put(o, "[%s%s]", text, is_float ? "" : ".0");
}

static void put_constant(struct fl_asm_out *o, uint32_t sel, const char *set, uint32_t base, bool rel,
			 uint32_t mode)
{
	if (rel)
		fl_asm_put(o, "%s[%u+%s]", set, sel - base, fl_r600_index_modes[mode]);
	else
		fl_asm_put(o, "%s[%u]", set, sel - base);
}

/* Returns whether its channel is to be written. */
static bool put_selector(struct fl_asm_out *o, const struct fl_r600_src *s, uint32_t mode,
			 const uint32_t *literals)
{
	if (s->sel < FL_R600_SRC_KCACHE)
		fl_r600_put_gpr(o, s->sel, s->rel, mode);
	else if (s->sel < FL_R600_SRC_KCACHE + 32)
		put_constant(o, s->sel, "KC0", FL_R600_SRC_KCACHE, s->rel, mode);
	else if (s->sel < FL_R600_SRC_KCACHE_END)
		put_constant(o, s->sel, "KC1", FL_R600_SRC_KCACHE + 32, s->rel, mode);
	else if (s->sel >= FL_R600_SRC_CFILE)
		put_constant(o, s->sel, "C", FL_R600_SRC_CFILE, s->rel, mode);
	else if (s->sel == FL_R600_SRC_LITERAL)
		put_literal(o, literals[s->chan]);
	else if (s->sel == FL_R600_SRC_PV)
		fl_asm_put(o, "PV");
	else if (s->sel < FL_R600_SRC_DOUBLE)
		fl_asm_put(o, "SRC%u", s->sel);
	else {
		static const char *const names[] = {"0", "1.0", "1", "-1", "0.5"};
		/* -1 is one of them: a sign before it needs brackets to be one */
		bool whole = s->sel == FL_R600_SRC_1_INT || s->sel == FL_R600_SRC_M_1_INT;

		if (s->sel == FL_R600_SRC_PS)
			fl_asm_put(o, "PS");
		else if (s->sel < FL_R600_SRC_0)
			fl_asm_put(o, "%s", fl_r600_doubles[s->sel - FL_R600_SRC_DOUBLE]);
		else
			fl_asm_put(o, whole && s->neg && !s->abs ? "(%s)" : "%s",
				   names[s->sel - FL_R600_SRC_0]);
		return s->chan != 0;
	}
	return true;
}

static void put_source(struct fl_asm_out *o, const uint32_t w[2], uint32_t k, const uint32_t *literals,
		       uint32_t said[2])
{
	uint32_t mode = R600_SQ_ALU_WORD0__INDEX_MODE__GET(w[0]);
	struct fl_r600_src s;

	fl_r600_alu_src(w, k, &s);
	s.rel = s.rel && fl_r600_can_rel(s.sel);
	fl_asm_put(o, "%s%s%s", k ? ", " : "", s.neg ? "-" : "", s.abs ? "|" : "");
	if (put_selector(o, &s, mode, literals))
		fl_asm_put(o, ".%c", fl_r600_swizzle_letters[s.chan]);
	if (s.abs)
		fl_asm_put(o, "|");
	fl_r600_alu_set_src(said, k, &s);
	if (s.rel)
		said[0] |= w[0] & R600_SQ_ALU_WORD0__INDEX_MODE__MASK;
}

static void put_destination(struct fl_asm_out *o, const uint32_t w[2], bool sources, uint32_t said[2])
{
	uint32_t gpr = R600_SQ_ALU_WORD1__DST_GPR__GET(w[1]), mode = R600_SQ_ALU_WORD0__INDEX_MODE__GET(w[0]);
	bool rel = R600_SQ_ALU_WORD1__DST_REL__GET(w[1]), writes = fl_r600_alu_writes(w);

	if (!writes)
		fl_asm_put(o, "__");
	if (writes || gpr || rel)
		fl_r600_put_gpr(o, gpr, rel, mode);
	fl_asm_put(o, ".%c%s", fl_r600_swizzle_letters[R600_SQ_ALU_WORD1__DST_CHAN__GET(w[1])],
		   sources ? ", " : "");
	said[1] |= w[1] & (R600_SQ_ALU_WORD1__DST_GPR__MASK | R600_SQ_ALU_WORD1__DST_REL__MASK |
			   R600_SQ_ALU_WORD1__DST_CHAN__MASK);
	if (!fl_r600_is_op3(w))
		said[1] |= w[1] & R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK__MASK;
	if (rel)
		said[0] |= w[0] & R600_SQ_ALU_WORD0__INDEX_MODE__MASK;
}

/* ---- operations ---------------------------------------------------------------------------------------- */
static void put_name(struct fl_asm_out *o, bool r700, const uint32_t w[2], const char *name, uint32_t said[2])
{
	static const char *const omods[] = {"", "*2", "*4", "/2"};
	uint32_t inst = fl_r600_alu_inst(r700, w), pred = R600_SQ_ALU_WORD0__PRED_SEL__GET(w[0]);
	bool op3 = fl_r600_is_op3(w);

	if (pred > 1) {
		fl_asm_put(o, pred == 2 ? "(!p) " : "(p) ");
		said[0] |= w[0] & R600_SQ_ALU_WORD0__PRED_SEL__MASK;
	}
	if (name[0])
		fl_asm_put(o, "%s", name);
	else
		fl_asm_put(o, "OP%u_0x%02x", op3 ? 3u : 2u, inst);
	fl_asm_put(o, "%s%s ", op3 ? "" : omods[fl_r600_alu_omod(r700, w)],
		   R600_SQ_ALU_WORD1__CLAMP__GET(w[1]) ? "_sat" : "");
	said[1] |= w[1] & R600_SQ_ALU_WORD1__CLAMP__MASK;
	if (op3)
		said[1] |= w[1] & R600_SQ_ALU_WORD1_OP3__ALU_INST__MASK;
	else if (r700)
		said[1] |=
		    w[1] & (R600_SQ_ALU_WORD1_OP2_V2__OMOD__MASK | R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__MASK);
	else
		said[1] |= w[1] & (R600_SQ_ALU_WORD1_OP2__OMOD__MASK | R600_SQ_ALU_WORD1_OP2__ALU_INST__MASK);
}

/* Swizzles that are not the first; the first too where that is not what the assembler would choose. */
static void put_swizzle(struct fl_asm_out *o, const uint32_t w[2], uint32_t unit, bool even_first,
			uint32_t said[2])
{
	uint32_t v = fl_r600_swizzle(w);

	if (v || even_first) {
		if (v < (unit == FL_R600_SLOT_T ? 4 : 6))
			fl_asm_put(o, " %s", unit == FL_R600_SLOT_T ? fl_r600_scl[v] : fl_r600_vec[v]);
		else
			fl_asm_put(o, " BS:%u", v);
	}
	said[1] |= w[1] & R600_SQ_ALU_WORD1__BANK_SWIZZLE__MASK;
}

static void put_op(struct fl_r600_dis *d, const struct fl_r600_group *g, uint32_t i, const uint32_t *literals,
		   bool even_first)
{
	const uint32_t *w = g->w[i];
	const struct fl_r600_op *op = fl_r600_alu_of(d->r700, w);
	struct fl_asm_out *o = d->out;
	uint32_t said[2] = {0, 0};
	size_t from = o->need_B;

	if (i)
		fl_asm_put(o, "            ");
	else
		fl_asm_put(o, "      %4u  ", d->groups);
	fl_asm_put(o, "%c: ", "xyzwt"[g->unit[i]]);
	put_name(o, d->r700, w, op->name, said);
	fl_r600_pad(o, from, OPERANDS);
	put_destination(o, w, op->sources, said);
	for (uint32_t k = 0; k < op->sources; k++)
		put_source(o, w, k, literals, said);
	if (i + 1 == g->n)
		said[0] |= R600_SQ_ALU_WORD0__LAST(1);
	if (memcmp(said, w, sizeof said) || (even_first && !i))
		fl_r600_pad(o, from, BEHIND);
	put_swizzle(o, w, g->unit[i], even_first && !i, said);
	fl_r600_attrs_put(o, fl_r600_alu_attrs(d->r700, fl_r600_is_op3(w)), w, said);
	fl_asm_put_residue(o, w, said, 2);
}

/* ---- groups -------------------------------------------------------------------------------------------- */
uint32_t fl_r600_group_size(const uint32_t (*w)[2], uint32_t left, uint32_t *slots)
{
	*slots = left;
	for (uint32_t n = 1; n <= left && n <= FL_R600_SLOTS; n++)
		if (R600_SQ_ALU_WORD0__LAST__GET(w[n - 1][0])) {
			*slots = n + fl_r600_literal_slots(w, n);
			return *slots <= left ? n : 0;
		}
	return 0;
}

/* What stands where no operand of the text puts a literal */
static void put_junk(struct fl_r600_dis *d, const struct fl_r600_group *g, const uint32_t *literals,
		     uint32_t n_words)
{
	uint32_t known = 0;
	bool junk = false;

	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < fl_r600_alu_of(d->r700, g->w[i])->sources; k++) {
			struct fl_r600_src s;

			fl_r600_alu_src(g->w[i], k, &s);
			if (s.sel == FL_R600_SRC_LITERAL)
				known |= 1u << s.chan;
		}
	for (uint32_t i = 0; i < n_words; i++)
		junk |= !(known >> i & 1) && literals[i];
	if (!junk)
		return;
	fl_asm_put(d->out, "            literals");
	for (uint32_t i = 0; i < n_words; i++)
		fl_asm_put(d->out, " 0x%08x", literals[i]);
	fl_asm_put(d->out, "\n");
}

static bool group_is_valid(struct fl_r600_group *g, struct fl_r600_clause *c, struct fl_r600_rule *broken)
{
	return fl_r600_group_units(g, broken) && fl_r600_group_check(g, c, broken) &&
	       fl_r600_group_ports(g, broken);
}

void fl_r600_put_alu(struct fl_r600_dis *d, const uint32_t cf[2], const uint32_t (*w)[2], uint32_t slots)
{
	struct fl_r600_clause c;

	fl_r600_clause_begin(&c, cf);
	for (uint32_t at = 0, used; at < slots; at += used) {
		struct fl_r600_group g = {.r700 = d->r700,
					  .n = fl_r600_group_size(w + at, slots - at, &used)};
		struct fl_r600_rule broken = {NULL, 0}, none;
		uint32_t literals[4] = {0};
		bool zeros = true, even_first;

		memcpy(g.w, w[at], g.n * sizeof g.w[0]);
		if (used > g.n) /* not to read from where nothing is */
			memcpy(literals, w[at + g.n], (used - g.n) * sizeof w[0]);
		if (!group_is_valid(&g, &c, &broken))
			c.groups++;
		for (uint32_t i = 0; i < g.n; i++)
			zeros &= !fl_r600_swizzle(g.w[i]);
		even_first = zeros && !fl_r600_group_ports(&g, &none);
		for (uint32_t i = 0; i < g.n; i++) {
			put_op(d, &g, i, literals, even_first);
			if (broken.text && broken.at == i)
				fl_r600_put_invalid(d, broken.text);
			fl_asm_put(d->out, "\n");
		}
		put_junk(d, &g, literals, 2 * (used - g.n));
		d->groups++;
	}
}
