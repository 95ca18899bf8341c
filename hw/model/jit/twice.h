/* SPDX-License-Identifier: MIT
 *
 * Programs of a multiplier that has 0 times anything for 0, written twice: plainly, with products as the
 * processor makes them, and exactly. What differs is a NaN, of zero times an infinity or a NaN. It stays one
 * on its way through arithmetic; where it could get lost, and where values are stored, the body says so to
 * fl_twice_look() or fl_twice_lost(). Vectors among whose lanes there is one are computed exactly, and
 * nothing of them has been stored by then.
 */
#ifndef HW_MODEL_JIT_TWICE_H
#define HW_MODEL_JIT_TWICE_H

#ifdef FL_JIT

#include "hw/model/jit/emit.h"

struct fl_twice {
	struct fl_emit *e;
	bool plain;                 /* the body that is written now */
	LLVMValueRef lost, to_look; /* lanes that may have lost a NaN; a value that was not looked at yet */
	unsigned n_lost;            /* vectors in lost */
	LLVMValueRef mask;          /* lanes that count; NULL: all */
	LLVMBasicBlockRef exact;    /* the other body; NULL: nothing got lost until now */
};

/* In the plain body; in the exact one they do nothing. */
void fl_twice_lost(struct fl_twice *t, LLVMValueRef lanes);
/* One comparison looks at two values. */
void fl_twice_look(struct fl_twice *t, LLVMValueRef f);

/* mask: lanes that count; NULL: all. The body may be asked for once, where nothing gets lost. */
void fl_twice(struct fl_twice *t, LLVMValueRef mask, void (*body)(void *of), void (*store)(void *of),
	      void *of);

#endif
#endif
