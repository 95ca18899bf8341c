/* SPDX-License-Identifier: MIT
 *
 * See twice.h.
 */
#ifdef FL_JIT
#include "hw/model/jit/twice.h"
#include "hw/model/jit/words.h"

void fl_twice_lost(struct fl_twice *t, LV lanes)
{
	struct fl_twice *l = t;

	if (t->plain)
		t->lost = t->lost ? OR(t->lost, lanes) : lanes;
}

void fl_twice_look(struct fl_twice *t, LV f)
{
	struct fl_twice *l = t;

	if (!t->plain)
		return;
	if (t->to_look)
		fl_twice_lost(t, FCMP(UNO, t->to_look, f));
	t->to_look = t->to_look ? NULL : f;
}

static LV any(struct fl_twice *l, LV lanes, LV mask)
{
	const LLVMTypeRef word = l->e->lanes == 16 ? l->e->i16 : l->e->i8;

	if (mask)
		lanes = AND(lanes, mask);
	return ICMP(NE, LLVM_2(BitCast, lanes, word), l->e->llvm->ConstInt(word, 0, 0));
}

/* The plain body stands before, and goes on where it stored; the exact one is at the way off it. */
void fl_twice(struct fl_twice *t, LV mask, void (*body)(void *of), void (*store)(void *of), void *of)
{
	struct fl_twice *l = t;
	struct fl_emit *e = t->e;
	const struct fl_llvm *b = e->llvm;
	LLVMBasicBlockRef fits, lost, end;

	t->plain = true;
	t->lost = t->to_look = NULL;
	body(of);
	if (t->to_look)
		fl_twice_lost(t, FCMP(UNO, t->to_look, t->to_look));
	if (!t->lost) {
		store(of);
		return;
	}
	fits = b->AppendBasicBlockInContext(e->context, e->function, "plain");
	lost = b->AppendBasicBlockInContext(e->context, e->function, "exact");
	end = b->AppendBasicBlockInContext(e->context, e->function, "stored");
	b->BuildCondBr(e->at, any(l, t->lost, mask), lost, fits);
	b->PositionBuilderAtEnd(e->at, fits);
	store(of);
	b->BuildBr(e->at, end);
	b->PositionBuilderAtEnd(e->at, lost);
	t->plain = false;
	body(of);
	store(of);
	b->BuildBr(e->at, end);
	b->PositionBuilderAtEnd(e->at, end);
}
#endif
