/* SPDX-License-Identifier: MIT
 *
 * Vertex programs: declarations, flow control, and what follows from the whole program. R5xx guide 7.4.5,
 * 7.5.5, 11.11.
 */
#include "lib/r500/asm_vs.h"
#include "hw/regs/r500.h"

#include <string.h>

enum { DEPTH = 8, JUMP = 1, LOOP = 2, CALL = 3 };

struct vs_asm {
	struct fl_asm *a;
	struct fl_r500_vs *p;
	uint32_t in_taken[1], temp_taken[1], alt_taken[1];
	struct fl_asm_symbol *out[FL_R500_MEANINGS];
	/* A flow statement acts after an instruction, and that must be one that leads here and nowhere else:
	 * not after a label, nor after another flow statement. Else a NOP is put in. */
	bool fresh;
	uint32_t n_open, open[DEPTH]; /* loops */
	uint32_t since_ret;           /* address of the first label since the last RET */
	uint32_t n_rets;
	uint16_t ret_from[FL_R500_VS_FLOWS], ret_at[FL_R500_VS_FLOWS];
};

static bool room(struct vs_asm *s, const char *at)
{
	return s->p->n < FL_R500_VS_MAX ||
	       fl_asm_wrong(s->a, at, "a program has at most %u instructions", FL_R500_VS_MAX);
}

static void put_nop(struct vs_asm *s, const char *at)
{
	if (room(s, at))
		memset(s->p->words[s->p->n++], 0, 16);
}

/* ---- declarations -------------------------------------------------------------------------------------- */
static bool declare_out(struct vs_asm *s)
{
	struct fl_asm *a = s->a;
	struct fl_asm_symbol *y = fl_r500_asm_new_name(a, FL_R500_SYM_OUT);
	const char *at, *name;
	uint8_t meaning = 0;
	uint32_t n = 4, at_n = 0;

	if (!y)
		return false;
	y->count = 1;
	at = (fl_asm_want(a, ':'), fl_asm_here(a));
	if (a->bad || !fl_r500_asm_meaning(a, &meaning))
		return false;
	if (meaning >= FL_R500_MEANINGS)
		return fl_asm_wrong(a, at, "a vertex program has no such output");
	if (s->out[meaning])
		return fl_asm_wrong(a, at, "this output is declared already");
	if (s->p->n)
		return fl_asm_wrong(a, at, "outputs are declared before the first instruction");
	if (fl_asm_take(a, '.')) {
		n = fl_asm_name(a, &name);
		if (n < 1 || n > 4 || memcmp(name, "xyzw", n))
			return fl_asm_wrong(a, name, "expected x, xy, xyz or xyzw");
		if (meaning < FL_R500_TEXCOORD0 && n < 4)
			return fl_asm_wrong(a, name,
					    "only texture coordinates have fewer than four components");
	}
	s->out[meaning] = y;
	s->p->output[meaning] = (uint8_t)n;
	for (uint32_t i = 0; i < FL_R500_MEANINGS; i++) /* they are packed in this order */
		if (s->out[i])
			s->out[i]->first = (uint16_t)at_n++;
	return true;
}

static bool declare(struct vs_asm *s, uint8_t kind, const char *prefix, uint32_t *taken, uint32_t limit)
{
	struct fl_asm *a = s->a;
	struct fl_asm_symbol *y = fl_r500_asm_new_name(a, kind);
	uint32_t first;

	if (!y || !fl_asm_take_count(a, y, limit) ||
	    !fl_r500_asm_place(a, prefix, taken, limit, y->count, &first))
		return false;
	y->first = (uint16_t)first;
	return true;
}

/* ---- flow ---------------------------------------------------------------------------------------------- */
static struct fl_r500_vs_flow *flow(struct vs_asm *s, uint8_t op, const char *at)
{
	struct fl_r500_vs *p = s->p;
	struct fl_r500_vs_flow *f;

	if (p->n_flows == FL_R500_VS_FLOWS) {
		fl_asm_wrong(s->a, at, "a program has at most %u jumps, calls and loops", FL_R500_VS_FLOWS);
		return NULL;
	}
	if (!s->fresh && !(p->options & FL_R500_ASM_NOSCHED))
		put_nop(s, at);
	else if (!p->n)
		fl_asm_wrong(s->a, at, "an instruction must come before the first jump, call or loop");
	if (s->a->bad)
		return NULL;
	f = &p->flow[p->n_flows++];
	*f = (struct fl_r500_vs_flow){.op = op, .boolean = 255, .act = (uint16_t)(p->n - 1)};
	s->fresh = false;
	return f;
}

static bool jump(struct vs_asm *s, uint8_t op, const char *at)
{
	struct fl_asm *a = s->a;
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), label = 0;
	int32_t b = fl_asm_register(name, n, "b");

	if (n && b >= 0) {
		if (b > 15)
			return fl_asm_wrong(a, name, "booleans are b0 to b15");
		a->at += n;
		if (!fl_asm_want(a, ','))
			return false;
	}
	if (!fl_r500_asm_label(a, &label))
		return false;
	struct fl_r500_vs_flow *f = flow(s, op, at);
	if (!f)
		return false;
	f->target = (uint16_t)label; /* until all of them are known */
	f->boolean = n && b >= 0 ? (uint8_t)b : 255;
	f->rtn = op == CALL ? (uint16_t)(f->act + 1) : 0;
	return true;
}

static bool loop(struct vs_asm *s, bool repeat, const char *at)
{
	struct fl_asm *a = s->a;
	uint32_t count, init = 0, step = 0;
	bool minus = false;

	if (!fl_asm_integer(a, 255, "how often, from 1 to 255", &count))
		return false;
	if (!count)
		return fl_asm_wrong(a, at,
				    "a loop runs once at least: the chip tests at its end (guide 7.5.5)");
	if (!repeat && fl_asm_take_on(a, ',')) {
		if (!fl_asm_integer(a, 255, "the index's first value", &init))
			return false;
		step = 1;
	}
	if (fl_asm_take_on(a, ',')) {
		minus = fl_asm_take(a, '-');
		if (!fl_asm_integer(a, minus ? 128 : 127, "the index's step, from -128 to 127", &step))
			return false;
	}
	if (s->n_open == DEPTH)
		return fl_asm_wrong(a, at, "loops and calls are nested at most %u deep", DEPTH);
	struct fl_r500_vs_flow *f = flow(s, LOOP, at);
	if (!f)
		return false;
	f->target = (uint16_t)count;
	f->rtn = (uint16_t)(f->act + 1);
	f->index =
	    R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_INIT_VAL_0(init) |
	    R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_STEP_VAL_0((minus ? 0 - step : step) & 255) |
	    R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_REPEAT_NO_FLI_0(repeat);
	s->open[s->n_open++] = s->p->n_flows - 1;
	return true;
}

/* The end of a loop, or of a subroutine: an instruction of its own that nothing else ends or starts at. */
static bool close_here(struct vs_asm *s, const char *at)
{
	if (!s->fresh && !(s->p->options & FL_R500_ASM_NOSCHED))
		put_nop(s, at);
	else if (!s->p->n)
		fl_asm_wrong(s->a, at, "there is no instruction before this");
	s->fresh = false;
	return !s->a->bad;
}

static bool end_loop(struct vs_asm *s, bool repeat, const char *at)
{
	struct fl_r500_vs_flow *f;

	if (!s->n_open)
		return fl_asm_wrong(s->a, at, "no loop is open");
	f = &s->p->flow[s->open[--s->n_open]];
	if (repeat != R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX__PVS_FC_LOOP_REPEAT_NO_FLI_0__GET(f->index))
		return fl_asm_wrong(s->a, at, "expected %s", repeat ? "ENDLOOP" : "ENDREP");
	if (!close_here(s, at))
		return false;
	f->last = (uint16_t)(s->p->n - 1);
	return true;
}

static bool ret(struct vs_asm *s, const char *at)
{
	if (s->since_ret == UINT32_MAX)
		return fl_asm_wrong(s->a, at, "RET ends a subroutine, which begins with a label");
	if (s->n_rets == FL_R500_VS_FLOWS)
		return fl_asm_wrong(s->a, at, "a program has at most %u subroutines", FL_R500_VS_FLOWS);
	if (!close_here(s, at))
		return false;
	s->ret_from[s->n_rets] = (uint16_t)s->since_ret;
	s->ret_at[s->n_rets++] = (uint16_t)(s->p->n - 1);
	s->since_ret = UINT32_MAX;
	return true;
}

/* flow 0 op=2 act=3 target=5 last=7 rtn=4 index=0x100: a register set as it is */
static bool raw_flow(struct vs_asm *s)
{
	struct fl_asm *a = s->a;
	const char *at = fl_asm_here(a);
	uint32_t v;

	if (s->p->n_flows == FL_R500_VS_FLOWS)
		return fl_asm_wrong(a, at, "a program has at most %u jumps, calls and loops",
				    FL_R500_VS_FLOWS);
	struct fl_r500_vs_flow *f = &s->p->flow[s->p->n_flows++];
	*f = (struct fl_r500_vs_flow){.boolean = 254}; /* 254, while it is read: nothing to resolve */
	while (fl_asm_peek(a)) {
		static const char key[][7] = {"op", "act", "target", "last", "rtn", "index"};
		unsigned k = 0;

		while (k < 6 && !fl_asm_take_word(a, key[k]))
			k++;
		if (k == 6)
			return fl_asm_expected(a, "op, act, target, last, rtn or index");
		if (!fl_asm_want(a, '=') || !fl_asm_integer(a,
							    k == 0   ? 3
							    : k == 5 ? UINT32_MAX
								     : 65535,
							    "a number", &v))
			return false;
		*(k == 1   ? &f->act
		  : k == 2 ? &f->target
		  : k == 3 ? &f->last
			   : &f->rtn) = (uint16_t)(k && k < 5 ? v : f->rtn);
		if (k == 0)
			f->op = (uint8_t)v;
		if (k == 5)
			f->index = v;
	}
	return true;
}

static void resolve(struct vs_asm *s)
{
	struct fl_r500_vs *p = s->p;

	for (uint32_t i = 0; i < p->n_flows; i++) {
		struct fl_r500_vs_flow *f = &p->flow[i];

		if (f->boolean == 254) {
			f->boolean = 255;
			continue;
		}
		if (f->op != JUMP && f->op != CALL)
			continue;
		const struct fl_asm_symbol *y = &s->a->symbol[f->target];
		f->target = y->first;
		if (f->op == CALL) {
			uint32_t k = 0;

			while (k < s->n_rets && !(s->ret_from[k] <= y->first && y->first <= s->ret_at[k]))
				k++;
			s->a->bad = false;
			if (k == s->n_rets)
				fl_asm_wrong(s->a, y->name, "no RET follows this subroutine");
			else
				f->last = s->ret_at[k];
		}
	}
}

/* ---- the program --------------------------------------------------------------------------------------- */
static void touch(struct fl_r500_vs *p, uint32_t type, uint32_t at, bool relative)
{
	uint32_t n = relative ? 32 : at + 1;

	if (n > 255)
		n = 255;
	switch (type) {
	case R500_PVS_SRC_REG_TYPE__TEMPORARY:
		if (p->n_temps < n)
			p->n_temps = (uint8_t)n;
		break;
	case R500_PVS_SRC_REG_TYPE__INPUT:
		if (relative)
			p->inputs = UINT32_MAX;
		else if (at < 32)
			p->inputs |= 1u << at;
		break;
	case R500_PVS_SRC_REG_TYPE__CONSTANT:
		if (!relative)
			fl_r500_set(p->consts.taken, at & 255);
		break;
	default:
		n = relative ? 20 : n;
		if (p->n_alts < n)
			p->n_alts = (uint8_t)n;
	}
}

/* Who is read and written, by instruction i. */
static void account(struct fl_r500_vs *p, uint32_t i, uint32_t *outputs)
{
	const uint32_t *w = p->words[i];
	const char *why;
	const struct fl_r500_vs_op *op = fl_r500_vs_op_of(w, &why);
	uint32_t type = DST_TYPE(w[0]), at = DST_AT(w[0]);
	bool relative = PVS_TO_MODE_OF(w[0]) != R500_PVS_ADDR_MODE__ABSOLUTE, dual = w[0] & DUAL;

	if (!op)
		return;
	for (uint32_t k = 0; k < 3; k++) {
		bool used = k == 2 && dual ? DUAL_OP(w[3]) != 0 : op->used >> k & 1;

		if (!used)
			continue;
		touch(p, SRC_TYPE(w[1 + k]), SRC_AT(w[1 + k]),
		      PVS_MODE_OF(w[1 + k]) != R500_PVS_ADDR_MODE__ABSOLUTE);
		if (SRC_TYPE(w[1 + k]) == R500_PVS_SRC_REG_TYPE__INPUT)
			p->last_input = (uint16_t)i;
	}
	if (dual && p->n_alts < 4)
		p->n_alts = 4;
	if (!PVS_WRITES(w[0]))
		return;
	if (type == R500_PVS_DST_REG_TYPE__OUT || type == R500_PVS_DST_REG_TYPE__OUT_REPL_X) {
		*outputs |= relative ? UINT32_MAX : at < 32 ? 1u << at : 0;
		if (relative || at == 0)
			p->last_position = (uint16_t)i;
	} else if (type == R500_PVS_DST_REG_TYPE__TEMPORARY) {
		touch(p, R500_PVS_SRC_REG_TYPE__TEMPORARY, at, relative);
	} else if (type == R500_PVS_DST_REG_TYPE__ALT_TEMPORARY) {
		touch(p, R500_PVS_SRC_REG_TYPE__ALT_TEMPORARY, at, relative);
	}
}

static void finish(struct vs_asm *s, const char *end)
{
	struct fl_r500_vs *p = s->p;
	struct fl_asm *a = s->a;
	uint32_t outputs = 0, declared = 0;
	const struct fl_asm_symbol *start = fl_asm_find(a, "main", 4);

	a->bad = false;
	if (s->n_open && !a->n_errors)
		fl_asm_wrong(a, end, "a loop is still open at the end");
	/* Where the program ends nothing else may happen; and it has an instruction. */
	if (!p->n || (!s->fresh && !(p->options & FL_R500_ASM_NOSCHED)))
		put_nop(s, end);
	if (fl_r500_asm_labels_known(a))
		resolve(s);
	p->first = start && start->kind == FL_R500_SYM_LABEL ? start->first : 0;
	for (uint32_t i = 0; i < p->n; i++)
		account(p, i, &outputs);
	if (p->n_flows) /* a loop may come back to it */
		p->last_input = p->last_position = (uint16_t)(p->n - 1);
	for (uint32_t i = 0; i < 32; i++)
		if (p->inputs >> i & 1 || s->in_taken[0] >> i & 1)
			p->n_inputs = (uint8_t)(i + 1);
	for (uint32_t i = 0; i < FL_R500_MEANINGS; i++)
		if (s->out[i]) {
			a->bad = false;
			if (!a->n_errors && !(outputs >> s->out[i]->first & 1) &&
			    !(p->options & FL_R500_ASM_NOCHECK))
				fl_asm_wrong(a, s->out[i]->name, "this output is never written");
			declared++;
		}
	a->bad = false;
	if (declared && !s->out[FL_R500_POSITION])
		fl_asm_wrong(a, end, "no output is the position");
	if (s->out[FL_R500_COLOR0 + 1] && !s->out[FL_R500_COLOR0]) {
		a->bad = false;
		fl_asm_wrong(a, s->out[FL_R500_COLOR0 + 1]->name, "color1 without color0");
	}
	for (uint32_t i = 0; !declared && i < 32; i++)
		if (outputs >> i & 1)
			declared = i + 1;
	p->n_outputs = (uint8_t)declared;
}

static bool label(struct vs_asm *s)
{
	const char *name;
	uint32_t n = fl_asm_take_label(s->a, &name);

	if (!n)
		return false;
	if (s->since_ret == UINT32_MAX)
		s->since_ret = s->p->n;
	s->fresh = false;
	return fl_r500_asm_define_label(s->a, name, n, s->p->n);
}

static bool statement(struct vs_asm *s)
{
	struct fl_asm *a = s->a;
	struct fl_r500_vs *p = s->p;
	const char *name, *at[5];

	fl_asm_peek_name(a, &name);
	if (fl_asm_take_word(a, "in"))
		return declare(s, FL_R500_SYM_IN, "v", s->in_taken, 32);
	if (fl_asm_take_word(a, "out"))
		return declare_out(s);
	if (fl_asm_take_word(a, "temp"))
		return declare(s, FL_R500_SYM_TEMP, "r", s->temp_taken, 32);
	if (fl_asm_take_word(a, "alt"))
		return declare(s, FL_R500_SYM_ALT, "alt", s->alt_taken, 20);
	if (fl_asm_take_word(a, "const"))
		return fl_r500_asm_const(a, &p->consts);
	if (fl_asm_take_word(a, "option"))
		return fl_r500_asm_option(a, &p->options);
	if (fl_asm_take_word(a, "flow"))
		return raw_flow(s);
	if (fl_asm_take_word(a, "JUMP"))
		return jump(s, JUMP, name);
	if (fl_asm_take_word(a, "CALL"))
		return jump(s, CALL, name);
	if (fl_asm_take_word(a, "RET"))
		return ret(s, name);
	if (fl_asm_take_word(a, "LOOP"))
		return loop(s, false, name);
	if (fl_asm_take_word(a, "REP"))
		return loop(s, true, name);
	if (fl_asm_take_word(a, "ENDLOOP"))
		return end_loop(s, false, name);
	if (fl_asm_take_word(a, "ENDREP"))
		return end_loop(s, true, name);
	if (!room(s, fl_asm_here(a)))
		return false;
	uint32_t *w = p->words[p->n];
	if (fl_asm_take_word(a, "words")) {
		if (!fl_asm_words(a, w, 4))
			return false;
	} else if (!fl_r500_vs_instruction(a, p, w, at) || !fl_asm_statement_end(a) ||
		   (!(p->options & FL_R500_ASM_NOCHECK) && !fl_r500_vs_check(a, w, at))) {
		return false;
	}
	p->n++;
	s->fresh = true;
	return true;
}

bool fl_r500_vs_asm(struct fl_r500_vs *p, const char *text, size_t size_B)
{
	struct vs_asm s = {.a = &p->source, .p = p, .since_ret = UINT32_MAX};

	memset(p, 0, sizeof(*p));
	fl_asm_begin(s.a, text, size_B);
	if (!fl_asm_head(s.a, "PVS"))
		return false;
	while (fl_asm_next(s.a)) {
		while (!s.a->bad && label(&s))
			;
		if (!s.a->bad && fl_asm_peek(s.a) && statement(&s))
			fl_asm_statement_end(s.a);
	}
	finish(&s, s.a->end);
	return !s.a->n_errors;
}
