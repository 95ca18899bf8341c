/* SPDX-License-Identifier: MIT
 *
 * What pvs_jit.c and pvs_math_jit.c share: a piece of a vertex program on its way to LLVM.
 */
#ifndef HW_MODEL_R500_PVS_JIT_H
#define HW_MODEL_R500_PVS_JIT_H

#ifdef FL_JIT

#include "hw/model/jit/num.h"
#include "hw/model/jit/twice.h"
#include "hw/model/jit/words.h"
#include "hw/model/r500/pvs_native.h"

struct pvs_value {
	LV v;         /* dwords; NULL: it is where the piece found it */
	bool flushed; /* it is no denormal */
	bool written;
};

struct pvs_build {
	const struct pvs_piece *piece;
	struct fl_emit *e;
	struct fl_twice twice;
	struct pvs_value value[PVS_PLACES];
};

struct pvs_result {
	LV f; /* floats */
	bool flushed;
};

/* pvs_jit.c: channel c of operand k; a number of mr500_pvs_hidden. */
LV mr500_pvs_src(struct pvs_build *l, const struct pvs_move *m, unsigned k, unsigned c);
LV mr500_pvs_product(struct pvs_build *l, LV a, LV b);
LV mr500_pvs_hidden_of(struct pvs_build *l, unsigned which);
/* Sets the predicate, and returns the counter beside it: 0 where it is set. */
LV mr500_pvs_predicate(struct pvs_build *l, LV yes, LV otherwise);

/* pvs_math_jit.c: the results of the math engine, in channels that are wanted, and its predicates. */
void mr500_pvs_math(struct pvs_build *l, const struct pvs_move *m, unsigned wanted, struct pvs_result r[4]);
/* What can end a step: pvs_math.h. */
LV mr500_pvs_flush(struct pvs_build *l, LV f);
LV mr500_pvs_saturate(struct pvs_build *l, LV f);
LV mr500_pvs_address(struct pvs_build *l, LV f); /* integers */

#define SIGN    I_(0x80000000)
#define SIZE    I_(0x7fffffff)
#define INF     F_(__builtin_inff())
#define LOOK(f) fl_twice_look(&l->twice, f)

#endif
#endif
