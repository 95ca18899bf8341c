/* SPDX-License-Identifier: MIT
 *
 * What scalar instructions of 32 and of 64 bits have in common.
 */
#ifndef HW_MODEL_CIK_SQ_SCALAR_H
#define HW_MODEL_CIK_SQ_SCALAR_H

#include "hw/model/cik/sq_code.h"

/* and, or, xor, andn2, orn2, nand, nor, xnor, in the order of the opcodes */
uint64_t mcik_sq_logic(unsigned how, uint64_t a, uint64_t b);

static inline uint64_t sq_source(const struct mcik_wave *w, const struct sq_inst *i, unsigned k, bool wide)
{
	return wide ? mcik_sq_read64(w, i, i->src[k], SQ_U64) : mcik_sq_read32(w, i, i->src[k]);
}

/* The result, and SCC: whether it is not 0, if scc says so. */
static inline void sq_result(struct mcik_wave *w, const struct sq_inst *i, bool wide, uint64_t d, bool scc)
{
	if (wide)
		sq_set_pair(w, i->dst, d);
	else
		w->s[i->dst] = (uint32_t)d;
	if (scc)
		w->scc = wide ? d != 0 : (uint32_t)d != 0;
}

#endif
