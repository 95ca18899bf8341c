/* SPDX-License-Identifier: MIT
 *
 * Fragment programs: declarations, flow control with its blocks, rules, and what follows from the whole. R5xx
 * guide 8.2, 8.6.
 */
#include "lib/r500/asm_fs.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { DEPTH = 40, NOWHERE = 0xffff, LAST_TEMP = 127 };
enum block_kind { B_IF, B_LOOP, B_REP };

struct block {
	uint8_t kind;
	bool dynamic, has_else;
	uint16_t at, other;     /* the statement that opened it; its ELSE */
	uint16_t breaks, conts; /* chains through link[] of jumps that wait for the end */
	const char *where;
};

struct fs_asm {
	struct fl_asm *a;
	struct fl_r500_fs *p;
	uint32_t temp_taken[4];
	uint32_t joins[FL_R500_FS_MAX / 32 + 1],
	    fix[FL_R500_FS_MAX / 32]; /* labels stand there; a label's symbol is in JUMP_ADDR */
	uint32_t n_blocks;
	struct block block[DEPTH];
	uint16_t link[FL_R500_FS_MAX];
};

struct condition {
	bool given, dynamic;
	uint32_t func, pred, boolean; /* func: jump when it is true */
};

/* ---- flow control -------------------------------------------------------------------------------------- */
/* [!] bN | p.r | cc */
static bool condition(struct fl_asm *a, struct condition *c)
{
	static const char rgba[] = "rgba";
	const char *name, *at = fl_asm_here(a);
	bool inverted = fl_asm_take(a, '!');
	uint32_t n = fl_asm_peek_name(a, &name);
	int32_t b = fl_asm_register(name, n, "b");

	*c = (struct condition){.func = R500_US_FC_JUMP_FUNC__ALWAYS};
	if (n && b >= 0) {
		if (b > 31)
			return fl_asm_wrong(a, name, "booleans are b0 to b31");
		c->boolean = (uint32_t)b;
		c->func = R500_US_FC_JUMP_FUNC__BOOLEAN;
	} else if (n && fl_asm_is(name, n, "cc")) {
		c->func = R500_US_FC_JUMP_FUNC__ALU_RESULT;
		c->dynamic = true;
	} else if (n == 1 && *name == 'p') {
		c->func = R500_US_FC_JUMP_FUNC__PREDICATE;
		c->dynamic = true;
	} else {
		if (inverted)
			return fl_asm_expected(a, "a condition: bN, p.r, p.g, p.b, p.a or cc");
		a->at = at;
		return true;
	}
	a->at += n;
	c->given = true;
	if (c->func == R500_US_FC_JUMP_FUNC__PREDICATE) {
		if (!fl_asm_want(a, '.'))
			return false;
		n = fl_asm_peek_name(a, &name);
		for (c->pred = 0; c->pred < 4 && !(n == 1 && *name == rgba[c->pred]); c->pred++)
			;
		if (c->pred == 4)
			return fl_asm_expected(a, "r, g, b or a: flow control has one predicate bit");
		c->pred += R500_US_CMN_INST__RGB_PRED_SEL__US_PRED_SEL_RRRR;
		a->at++;
	}
	if (inverted)
		c->func ^= R500_US_FC_JUMP_FUNC__ALWAYS;
	return true;
}

static uint32_t *fc(struct fs_asm *s, const char *at, uint32_t op, uint32_t func, const struct condition *c)
{
	uint32_t *w;

	if (s->p->n == FL_R500_FS_MAX) {
		fl_asm_wrong(s->a, at, "a program has at most %u instructions", FL_R500_FS_MAX);
		return NULL;
	}
	w = s->p->words[s->p->n++];
	memset(w, 0, 24);
	w[0] = TYPE_FC;
	w[2] = R500_US_FC_INST__OP(op) | R500_US_FC_INST__JUMP_FUNC(func);
	if (c) {
		w[0] |= R500_US_CMN_INST__RGB_PRED_SEL(c->pred);
		w[3] = R500_US_FC_ADDR__BOOL_ADDR(c->boolean);
	}
	return w;
}

static void to(struct fs_asm *s, uint32_t i, uint32_t address)
{
	if (i >= FL_R500_FS_MAX) /* there was no room for it */
		return;
	s->p->words[i][3] |= R500_US_FC_ADDR__JUMP_ADDR(address);
	fl_r500_set(s->joins, address < FL_R500_FS_MAX ? address : FL_R500_FS_MAX);
}

static struct block *open_block(struct fs_asm *s, uint8_t kind, const char *at)
{
	struct block *b = &s->block[s->n_blocks];

	if (s->n_blocks == DEPTH) {
		fl_asm_wrong(s->a, at, "blocks are nested at most %u deep", DEPTH);
		return NULL;
	}
	s->n_blocks++;
	*b = (struct block){
	    .kind = kind, .at = (uint16_t)s->p->n, .breaks = NOWHERE, .conts = NOWHERE, .where = at};
	return b;
}

enum { OP_NONE, OP_DECR, OP_INCR };
#define B0(x)   R500_US_FC_INST__B_OP0(x)
#define B1(x)   R500_US_FC_INST__B_OP1(x)
#define POPS(x) R500_US_FC_INST__B_POP_CNT(x)
#define ANY     R500_US_FC_INST__JUMP_ANY(1)

/* The guide's table 8.6.4, a statement a function. */
static bool if_(struct fs_asm *s, const char *at)
{
	struct condition c;
	struct block *b = open_block(s, B_IF, at); /* also if the rest is wrong: its ENDIF is not */
	uint32_t *w, depth = 0;

	if (!b || !condition(s->a, &c))
		return false;
	if (!c.given)
		return fl_asm_expected(s->a, "a condition: bN, p.r, p.g, p.b, p.a or cc");
	w = fc(s, at, R500_US_FC_INST__OP__US_FC_OP_JUMP, c.func ^ R500_US_FC_JUMP_FUNC__ALWAYS, &c);
	if (!w)
		return false;
	b->dynamic = c.dynamic;
	if (c.dynamic)
		w[2] |= B0(OP_INCR);
	for (uint32_t i = 0; i < s->n_blocks; i++)
		depth += s->block[i].kind == B_IF && s->block[i].dynamic;
	if (depth > 4)
		s->p->full_flow = true;
	if (depth > 32)
		return fl_asm_wrong(s->a, at, "conditions are nested at most 32 deep (guide 8.6.2)");
	return true;
}

static struct block *inner(struct fs_asm *s, bool is_if, const char *at, const char *what)
{
	struct block *b = s->n_blocks ? &s->block[s->n_blocks - 1] : NULL;

	if (!b || (b->kind == B_IF) != is_if) {
		fl_asm_wrong(s->a, at, "%s", what);
		return NULL;
	}
	return b;
}

static bool else_(struct fs_asm *s, const char *at)
{
	struct block *b = inner(s, true, at, "no IF is open here");
	uint32_t *w;

	if (!b)
		return false;
	if (b->has_else)
		return fl_asm_wrong(s->a, at, "this IF has an ELSE already");
	w = fc(s, at, R500_US_FC_INST__OP__US_FC_OP_JUMP,
	       b->dynamic ? R500_US_FC_JUMP_FUNC__NEVER : R500_US_FC_JUMP_FUNC__ALWAYS, NULL);
	if (!w)
		return false;
	b->has_else = true;
	b->other = (uint16_t)(s->p->n - 1);
	if (b->dynamic) {
		w[2] |= B1(OP_DECR) | POPS(1) | R500_US_FC_INST__B_ELSE(1);
		if (b->at < FL_R500_FS_MAX)
			s->p->words[b->at][2] |= B1(OP_INCR);
	}
	to(s, b->at, s->p->n);
	return true;
}

static bool endif(struct fs_asm *s, const char *at)
{
	struct block *b = inner(s, true, at, "no IF is open here");

	if (!b)
		return false;
	if (b->dynamic) {
		uint32_t *w =
		    fc(s, at, R500_US_FC_INST__OP__US_FC_OP_JUMP, R500_US_FC_JUMP_FUNC__NEVER, NULL);

		if (!w)
			return false;
		w[2] |= ANY | B0(OP_DECR) | POPS(1);
	}
	to(s, b->has_else ? b->other : b->at, s->p->n);
	s->n_blocks--;
	return true;
}

static bool loop(struct fs_asm *s, uint8_t kind, const char *at)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(s->a, &name), depth = 1, *w;
	int32_t i = fl_asm_register(name, n, "i");
	struct block *b;

	if (!n || i < 0 || i > 31)
		return fl_asm_expected(s->a, "an integer constant: i0 to i31");
	s->a->at += n;
	for (uint32_t k = 0; k < s->n_blocks; k++)
		depth += s->block[k].kind != B_IF;
	if (depth > 4)
		return fl_asm_wrong(s->a, at, "loops are nested at most 4 deep (guide 8.6.2)");
	b = open_block(s, kind, at);
	w = b ? fc(s, at,
		   kind == B_LOOP ? R500_US_FC_INST__OP__US_FC_OP_LOOP : R500_US_FC_INST__OP__US_FC_OP_REP, 0,
		   NULL)
	      : NULL;
	if (!w)
		return false;
	w[3] = R500_US_FC_ADDR__INT_ADDR((uint32_t)i);
	fl_r500_set(s->joins, s->p->n);
	return true;
}

static bool endloop(struct fs_asm *s, uint8_t kind, const char *at)
{
	struct block *b = inner(s, false, at, s->n_blocks ? "an IF is still open" : "no loop is open");
	uint32_t *w;

	if (!b)
		return false;
	if (b->kind != kind)
		return fl_asm_wrong(s->a, at, "expected %s", b->kind == B_LOOP ? "ENDLOOP" : "ENDREP");
	w = fc(s, at,
	       kind == B_LOOP ? R500_US_FC_INST__OP__US_FC_OP_ENDLOOP : R500_US_FC_INST__OP__US_FC_OP_ENDREP,
	       R500_US_FC_JUMP_FUNC__ALWAYS, NULL);
	if (!w)
		return false;
	w[2] |= ANY;
	to(s, s->p->n - 1, b->at + 1u);
	to(s, b->at, s->p->n);
	for (uint16_t i = b->breaks, next; i != NOWHERE; i = next) {
		next = s->link[i];
		to(s, i, s->p->n);
	}
	for (uint16_t i = b->conts, next; i != NOWHERE; i = next) {
		next = s->link[i];
		to(s, i, s->p->n - 1);
	}
	s->n_blocks--;
	return true;
}

static bool leave(struct fs_asm *s, bool again, const char *at)
{
	struct condition c;
	uint32_t i = s->n_blocks, pops = 0, *w, op;
	struct block *b;

	if (!condition(s->a, &c))
		return false;
	for (; i && s->block[i - 1].kind == B_IF; i--)
		pops += s->block[i - 1].dynamic;
	if (!i)
		return fl_asm_wrong(s->a, at, "no loop is open");
	b = &s->block[i - 1];
	op = again               ? R500_US_FC_INST__OP__US_FC_OP_CONTINUE
	     : b->kind == B_LOOP ? R500_US_FC_INST__OP__US_FC_OP_BREAKLOOP
				 : R500_US_FC_INST__OP__US_FC_OP_BREAKREP;
	w = fc(s, at, op, c.func, &c);
	if (!w)
		return false;
	w[2] |= B1(OP_DECR) | POPS(pops & 31);
	uint16_t *chain = again ? &b->conts : &b->breaks;
	s->link[s->p->n - 1] = *chain;
	*chain = (uint16_t)(s->p->n - 1);
	return true;
}

static bool call(struct fs_asm *s, bool returns, const char *at)
{
	struct condition c;
	uint32_t label, *w;

	if (!condition(s->a, &c) || (c.given && !fl_asm_want(s->a, ',')))
		return false;
	if (!fl_r500_asm_label(s->a, &label))
		return false;
	w = fc(s, at, 0, c.func, &c);
	if (!w)
		return false;
	if (returns) {
		w[2] |= ANY | R500_US_FC_INST__A_OP(R500_US_FC_INST__A_OP__US_FC_A_OP_PUSH) | B1(OP_INCR);
		s->p->full_flow = true;
	}
	w[3] |= R500_US_FC_ADDR__JUMP_ADDR(label);
	fl_r500_set(s->fix, s->p->n - 1);
	return true;
}

static bool ret(struct fs_asm *s, const char *at)
{
	uint32_t *w = fc(s, at, R500_US_FC_INST__OP__US_FC_OP_JUMP, R500_US_FC_JUMP_FUNC__ALWAYS, NULL);

	if (!w)
		return false;
	w[2] |= R500_US_FC_INST__A_OP(R500_US_FC_INST__A_OP__US_FC_A_OP_POP) | B1(OP_DECR) | POPS(1);
	s->p->full_flow = true;
	return true;
}

/* ---- rules --------------------------------------------------------------------------------------------- */
/* Operations whose result goes on bit by bit when the output modifier is disabled */
static bool exact(uint32_t half, uint32_t op)
{
	if (half)
		return op == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MIN ||
		       op == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_MAX ||
		       op == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_CND ||
		       op == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_CMP;
	return op == R500_US_ALU_RGBA_INST__RGB_OP__OP_MIN || op == R500_US_ALU_RGBA_INST__RGB_OP__OP_MAX ||
	       op == R500_US_ALU_RGBA_INST__RGB_OP__OP_CND || op == R500_US_ALU_RGBA_INST__RGB_OP__OP_CMP;
}

bool fl_r500_fs_check(struct fl_asm *a, const uint32_t w[6], const char *at)
{
	const char *why = fl_r500_fs_invalid(w);
	uint32_t rgb = us_op(w, 0), alpha = us_op(w, 1), c = w[0];

	if (why)
		return fl_asm_wrong(a, at, "not a valid instruction: %s", why);
	if (CMN_TYPE(c) > TYPE_OUT)
		return true;
	bool result = R500_US_ALU_RGB_INST__ALU_WMASK__GET(w[3]),
	     of_alpha = R500_US_CMN_INST__ALU_RESULT_SEL__GET(c);
	bool writes[2] = {c & (US_WMASK(7u) | US_OMASK(7u)) || (result && !of_alpha),
			  c & (US_WMASK(8u) | US_OMASK(8u)) || R500_US_ALU_ALPHA_INST__W_OMASK__GET(w[4]) ||
			      (result && of_alpha)};
	for (uint32_t h = 0; h < 2; h++) {
		uint32_t omod = us_omod(w, h);

		if (!writes[h])
			continue;
		if (omod == R500_OMOD__DISABLED && !exact(h, h ? alpha : rgb))
			return fl_asm_wrong(a, at, ".exact is for MIN, MAX, CND and CMP (guide 8.4.5.1)");
		if (omod == R500_OMOD__DISABLED && US_CLAMP_OF(c, h))
			return fl_asm_wrong(a, at, ".exact does not clamp (guide 8.4.5.1)");
	}
	if (writes[0] && rgb == R500_US_ALU_RGBA_INST__RGB_OP__OP_SOP && (alpha < 8 || alpha > 13))
		return fl_asm_wrong(
		    a, at, "SOP takes the result of EX2, LN2, RCP, RSQ, SIN or COS in the alpha half");
	if (writes[1] && alpha == R500_US_ALU_ALPHA_INST__ALPHA_OP__OP_DP && (rgb < 1 || rgb > 3))
		return fl_asm_wrong(a, at, "DP takes the result of DP3, DP4 or D2A in the RGB half");
	return true;
}

/* ---- declarations -------------------------------------------------------------------------------------- */
static bool declare(struct fs_asm *s, uint8_t kind, struct fl_asm_symbol **y)
{
	uint32_t first;

	*y = fl_r500_asm_new_name(s->a, kind);
	if (!*y || !fl_asm_take_count(s->a, *y, 128) ||
	    !fl_r500_asm_place(s->a, "r", s->temp_taken, 128, (*y)->count, &first))
		return false;
	(*y)->first = (uint16_t)first;
	return true;
}

static bool declare_in(struct fs_asm *s)
{
	struct fl_asm_symbol *y;
	const char *at;
	uint8_t meaning = 0;

	if (!declare(s, FL_R500_SYM_IN, &y) || !fl_asm_want(s->a, ':'))
		return false;
	at = fl_asm_here(s->a);
	if (!fl_r500_asm_meaning(s->a, &meaning))
		return false;
	if (meaning <= FL_R500_POINT_SIZE)
		return fl_asm_wrong(s->a, at, "expected color0-3, texcoord0-7, face or pixel");
	for (uint32_t i = 0; i < s->p->n_inputs; i++)
		if (s->p->input[i].meaning == meaning)
			return fl_asm_wrong(s->a, at, "this input is declared already");
	if (y->count != 1 || s->p->n_inputs == FL_R500_FS_INPUTS)
		return fl_asm_wrong(s->a, at, "an input is one vector, and there are at most %u",
				    FL_R500_FS_INPUTS);
	s->p->input[s->p->n_inputs++] = (struct fl_r500_fs_input){meaning, (uint8_t)y->first};
	return true;
}

/* out NAME : A to D, or depth */
static bool declare_out(struct fs_asm *s)
{
	static const char places[][6] = {"A", "B", "C", "D", "depth"};
	struct fl_asm_symbol *y = fl_r500_asm_new_name(s->a, FL_R500_SYM_OUT);

	if (!y || !fl_asm_want(s->a, ':'))
		return false;
	y->count = 1;
	for (uint32_t i = 0; i < 5; i++)
		if (fl_asm_take_word(s->a, places[i])) {
			y->first = (uint16_t)i;
			return true;
		}
	return fl_asm_expected(s->a, "a target, A to D, or depth");
}

/* ---- the program --------------------------------------------------------------------------------------- */
/* reg: as us_to() has it */
static void touch(struct fl_r500_fs *p, uint32_t reg)
{
	uint32_t last = reg & US_RELATIVE ? LAST_TEMP : reg & LAST_TEMP;

	if (last > p->last_temp)
		p->last_temp = (uint8_t)last;
}

static void account(struct fl_r500_fs *p, const uint32_t w[6])
{
	struct fl_r500_fs_use u[24];
	uint32_t n = fl_r500_fs_reads(w, u), mask = US_WMASK_OF(w[0]), type = CMN_TYPE(w[0]);

	if (type == TYPE_FC) {
		p->full_flow |= R500_US_FC_INST__OP__GET(w[2]) || R500_US_FC_INST__A_OP__GET(w[2]);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		touch(p, u[i].reg == 255 ? US_RELATIVE : u[i].reg);
	if (type == TYPE_TEX) {
		uint32_t op = R500_US_TEX_INST__INST__GET(w[1]);

		if (op == R500_US_TEX_INST__INST__NOP || op == R500_US_TEX_INST__INST__TEXKILL)
			return;
		p->textures |= (uint16_t)(1u << R500_US_TEX_INST__TEX_ID__GET(w[1]));
		if (mask)
			touch(p, us_tex_register(w[2], US_TEX_HIGH));
		return;
	}
	if (mask & 7)
		touch(p, us_to(w, 0));
	if (mask & 8)
		touch(p, us_to(w, 1));
	for (uint32_t b = 0; b < 2; b++)
		for (uint32_t i = 0; i < 3; i++) {
			uint32_t reg = us_source(w, b, i);

			if (reg & SRC_CONST && !(reg & SRC_REL))
				fl_r500_set(p->consts.taken, reg & 255);
		}
	if (type != TYPE_OUT)
		return;
	if (US_OMASK_OF(w[0]) & 7)
		p->targets |= (uint8_t)(1u << us_target(w, 0));
	if (US_OMASK_OF(w[0]) & 8)
		p->targets |= (uint8_t)(1u << us_target(w, 1));
	p->depth |= R500_US_ALU_ALPHA_INST__W_OMASK__GET(w[4]);
}

static void finish(struct fs_asm *s)
{
	struct fl_r500_fs *p = s->p;
	struct fl_asm *a = s->a;
	const struct fl_asm_symbol *start = fl_asm_find(a, "main", 4);

	a->bad = false;
	if (s->n_blocks && !a->n_errors)
		fl_asm_wrong(a, s->block[s->n_blocks - 1].where, "this block is still open at the end");
	if (fl_r500_asm_labels_known(a))
		for (uint32_t i = 0; i < p->n; i++)
			if (fl_r500_bit(s->fix, i)) {
				uint32_t label = R500_US_FC_ADDR__JUMP_ADDR__GET(p->words[i][3]);

				p->words[i][3] &= ~R500_US_FC_ADDR__JUMP_ADDR__MASK;
				to(s, i, a->symbol[label].first);
			}
	/* The program ends with an OUT, which no jump may skip past. */
	bool past = fl_r500_bit(s->joins, p->n < FL_R500_FS_MAX ? p->n : FL_R500_FS_MAX);
	if (!(p->options & FL_R500_ASM_NOSCHED) || !p->n) {
		uint32_t *last = p->n ? p->words[p->n - 1] : NULL;
		bool bits = last && CMN_TYPE(last[0]) == TYPE_ALU && US_OMASK_OF(last[0]);

		if (!last || past || bits || CMN_TYPE(last[0]) > TYPE_OUT) {
			a->bad = false;
			if (p->n == FL_R500_FS_MAX) {
				fl_asm_wrong(a, a->end,
					     "there is no room for the OUT that a program ends with");
			} else {
				last = p->words[p->n++];
				memset(last, 0, 24);
				last[0] = TYPE_OUT | SEM_WAIT;
				last[1] = last[2] = US_ADDR(US_NONE, US_NONE, US_NONE);
			}
		}
	}
	if (!(p->options & FL_R500_ASM_NOSCHED))
		fl_r500_fs_schedule(p, s->joins);
	p->first = start && start->kind == FL_R500_SYM_LABEL ? start->first : 0;
	p->last_temp = 1;
	for (uint32_t i = 0; i < p->n_inputs; i++)
		touch(p, p->input[i].reg);
	for (uint32_t i = 0; i < p->n; i++)
		account(p, p->words[i]);
}

static bool is_tex(const char *name, uint32_t n)
{
	for (uint32_t i = 0; i < 7; i++)
		if (n && fl_asm_is(name, n, fl_r500_fs_tex_ops[i]))
			return true;
	return false;
}

/* The operation of the statement, after its predicate. */
static uint32_t operation(struct fl_asm *a, const char **name)
{
	const char *at = fl_asm_here(a);
	uint32_t n;

	if (fl_asm_take(a, '('))
		while (fl_asm_peek(a) && !fl_asm_take(a, ')'))
			a->at++;
	n = fl_asm_peek_name(a, name);
	a->at = at;
	return n;
}

static bool statement(struct fs_asm *s)
{
	struct fl_asm *a = s->a;
	struct fl_r500_fs *p = s->p;
	struct fl_asm_symbol *y;
	const char *at = fl_asm_here(a), *name;
	uint32_t n, label;

	if (fl_asm_take_word(a, "in"))
		return declare_in(s);
	if (fl_asm_take_word(a, "out"))
		return declare_out(s);
	if (fl_asm_take_word(a, "temp"))
		return declare(s, FL_R500_SYM_TEMP, &y);
	if (fl_asm_take_word(a, "const"))
		return fl_r500_asm_const(a, &p->consts);
	if (fl_asm_take_word(a, "option"))
		return fl_r500_asm_option(a, &p->options);
	if (fl_asm_take_word(a, "IF"))
		return if_(s, at);
	if (fl_asm_take_word(a, "ELSE"))
		return else_(s, at);
	if (fl_asm_take_word(a, "ENDIF"))
		return endif(s, at);
	if (fl_asm_take_word(a, "LOOP"))
		return loop(s, B_LOOP, at);
	if (fl_asm_take_word(a, "REP"))
		return loop(s, B_REP, at);
	if (fl_asm_take_word(a, "ENDLOOP"))
		return endloop(s, B_LOOP, at);
	if (fl_asm_take_word(a, "ENDREP"))
		return endloop(s, B_REP, at);
	if (fl_asm_take_word(a, "BRK"))
		return leave(s, false, at);
	if (fl_asm_take_word(a, "CONT"))
		return leave(s, true, at);
	if (fl_asm_take_word(a, "CALL"))
		return call(s, true, at);
	if (fl_asm_take_word(a, "JUMP"))
		return call(s, false, at);
	if (fl_asm_take_word(a, "RET"))
		return ret(s, at);
	if (p->n == FL_R500_FS_MAX)
		return fl_asm_wrong(a, at, "a program has at most %u instructions", FL_R500_FS_MAX);
	uint32_t *w = p->words[p->n];
	memset(w, 0, 24);
	n = operation(a, &name);
	if (fl_asm_take_word(a, "words")) {
		if (!fl_asm_words(a, w, 6))
			return false;
	} else if (n && fl_asm_is(name, n, "FC")) {
		if (!fl_r500_fs_raw_fc(a, w, &label))
			return false;
		if (label != UINT32_MAX) {
			w[3] |= R500_US_FC_ADDR__JUMP_ADDR(label);
			fl_r500_set(s->fix, p->n);
		} else {
			fl_r500_set(s->joins, R500_US_FC_ADDR__JUMP_ADDR__GET(w[3]));
		}
	} else if (!(is_tex(name, n) ? fl_r500_fs_tex(a, p, w) : fl_r500_fs_instruction(a, p, w)) ||
		   !fl_asm_statement_end(a) ||
		   (!(p->options & FL_R500_ASM_NOCHECK) && !fl_r500_fs_check(a, w, at))) {
		return false;
	}
	p->n++;
	return true;
}

bool fl_r500_fs_asm(struct fl_r500_fs *p, const char *text, size_t size_B)
{
	struct fs_asm s = {.a = &p->source, .p = p};
	const char *name;
	uint32_t n;

	memset(p, 0, sizeof(*p));
	fl_asm_begin(s.a, text, size_B);
	if (!fl_asm_head(s.a, "US"))
		return false;
	while (fl_asm_next(s.a)) {
		while (!s.a->bad && (n = fl_asm_take_label(s.a, &name))) {
			fl_r500_asm_define_label(s.a, name, n, p->n);
			fl_r500_set(s.joins, p->n);
		}
		if (!s.a->bad && fl_asm_peek(s.a) && statement(&s))
			fl_asm_statement_end(s.a);
	}
	finish(&s);
	return !s.a->n_errors;
}
