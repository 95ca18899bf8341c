/* SPDX-License-Identifier: MIT
 *
 * Buffers by format: the inputs of vertices.
 */
#ifndef HW_MODEL_CIK_SQ_FETCH_H
#define HW_MODEL_CIK_SQ_FETCH_H

#include "hw/model/cik/sq_buffer.h"

sq_exec mcik_sq_run_format;

/* A load as an instruction and its descriptor have it: n channels to registers from `to` on. */
struct sq_fetch {
	struct sq_access a;
	struct sq_format f;
	uint8_t n, to;
};

/* Of an instruction that is about to be carried out. False: it is none of those, or more than that. */
bool mcik_sq_fetch_of(struct mcik_wave *w, const struct sq_inst *i, struct sq_fetch *f);
/* Its result, there at once. Lanes outside of exec have the address of one in it, and get anything. */
void mcik_sq_fetch(struct mcik_wave *w, const struct sq_fetch *f, uint64_t exec);

#endif
