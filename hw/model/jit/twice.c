/* SPDX-License-Identifier: MIT
 *
 * See twice.h.
 */
#ifdef FL_JIT
#include "hw/model/jit/twice.h"
#include "hw/model/jit/words.h"

/* So many vectors of lanes are gathered before there is a way off. Without one before the end LLVM puts all
 * of the comparisons there, and until then keeps what they compare: in memory, where registers are few. */
enum { TOGETHER = 2 };

static LV any(struct fl_twice *l, LV lanes, LV mask)
{
	const LLVMTypeRef word = l->e->lanes == 16 ? l->e->i16 : l->e->i8;

	if (mask)
		lanes = AND(lanes, mask);
	return ICMP(NE, LLVM_2(BitCast, lanes, word), l->e->llvm->ConstInt(word, 0, 0));
}

/* The way off the plain body, if a NaN may have got lost since the last one. */
static void leave(struct fl_twice *t)
{
	struct fl_emit *e = t->e;
	const struct fl_llvm *b = e->llvm;
	LLVMBasicBlockRef next;

	if (!t->lost)
		return;
	if (!t->exact)
		t->exact = b->AppendBasicBlockInContext(e->context, e->function, "exact");
	next = b->AppendBasicBlockInContext(e->context, e->function, "plain");
	b->BuildCondBr(e->at, any(t, t->lost, t->mask), t->exact, next);
	b->PositionBuilderAtEnd(e->at, next);
	t->lost = NULL;
	t->n_lost = 0;
}

void fl_twice_lost(struct fl_twice *t, LV lanes)
{
	struct fl_twice *l = t;

	if (!t->plain)
		return;
	t->lost = t->lost ? OR(t->lost, lanes) : lanes;
	if (++t->n_lost == TOGETHER)
		leave(t);
}

void fl_twice_look(struct fl_twice *t, LV f)
{
	struct fl_twice *l = t;
	const LV other = t->to_look;

	if (!t->plain)
		return;
	t->to_look = other ? NULL : f;
	if (other)
		fl_twice_lost(t, FCMP(UNO, other, f));
}

/* The plain body stands before, and goes on where it stored; the exact one is at the ways off it. */
void fl_twice(struct fl_twice *t, LV mask, void (*body)(void *of), void (*store)(void *of), void *of)
{
	struct fl_twice *l = t;
	struct fl_emit *e = t->e;
	const struct fl_llvm *b = e->llvm;
	LLVMBasicBlockRef end;

	*t = (struct fl_twice){.e = e, .plain = true, .mask = mask};
	body(of);
	if (t->to_look)
		fl_twice_lost(t, FCMP(UNO, t->to_look, t->to_look));
	leave(t);
	store(of);
	if (!t->exact)
		return;
	end = b->AppendBasicBlockInContext(e->context, e->function, "stored");
	b->BuildBr(e->at, end);
	b->PositionBuilderAtEnd(e->at, t->exact);
	t->plain = false;
	body(of);
	store(of);
	b->BuildBr(e->at, end);
	b->PositionBuilderAtEnd(e->at, end);
}
#endif
