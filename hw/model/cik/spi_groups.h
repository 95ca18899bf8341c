/* SPDX-License-Identifier: MIT
 *
 * Workgroups on several threads. What comes out is what they give one after the other: a group that wants
 * something of which others may see the order (an atomic, the GDS, coherent memory, an image, a fault, a
 * report) waits for its turn, which is when all groups before it have ended; and stays in turn from there on.
 * Memory that groups share without any of these has no order on a card either.
 */
#ifndef HW_MODEL_CIK_SPI_GROUPS_H
#define HW_MODEL_CIK_SPI_GROUPS_H

#include "hw/model/cik/spi.h"

/* Where a group runs: waves [0] to [n - 1] that have memory, and LDS. */
struct mcik_place {
	struct mcik_wave *wave;
	unsigned *n_waves;
	struct mcik_code *code;
	const struct mcik_sq_env *env;
	uint8_t *lds;
	uint64_t *time;      /* what s_memtime gives */
	const bool *in_turn; /* all groups before it have ended */
	struct mcik_cs_wholes *wholes;
};
bool mcik_place_waves(struct mcik_place *p, unsigned n); /* false: no memory */

enum mcik_group_end {
	MCIK_GROUP_DONE,
	MCIK_GROUP_STUCK,   /* and why is reported */
	MCIK_GROUP_OVERRUN, /* with it the work is used up: what a call may cost */
};
/* Runs group `at` at a place. */
typedef enum mcik_group_end mcik_group_fn(void *of, uint64_t at, struct mcik_place *p);

/* Groups 0 to n - 1 on all threads of the model. *end, *at: of the first that was not done; n: there was
 * none. What is seen of groups after it is what they stored to memory before it came to that. Returns false
 * where threads are of no use, and nothing was run. */
bool mcik_groups_run(struct mcik_spi *s, uint64_t n, mcik_group_fn *run, void *of, enum mcik_group_end *end,
		     uint64_t *at);
void mcik_groups_free(struct mcik_spi *s);

#endif
