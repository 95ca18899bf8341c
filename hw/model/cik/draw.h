/* SPDX-License-Identifier: MIT
 *
 * What the command processor hands to the engines behind it: draws and dispatches, as packets name them, and
 * events. State beside that is in the registers.
 */
#ifndef HW_MODEL_CIK_DRAW_H
#define HW_MODEL_CIK_DRAW_H

#include "hw/model/cik/cik.h"

struct mcik_draw {
	bool indexed;
	bool opaque; /* as many vertices as stream-out wrote */
	uint8_t vmid;
	uint32_t count;      /* indices, or vertices */
	uint32_t first;      /* indices are read from there on */
	uint32_t instances;  /* at least 1 */
	uint64_t index_addr; /* with index_max, how many may be read there; what is beyond is 0 */
	uint32_t index_max;
	uint32_t initiator; /* VGT_DRAW_INITIATOR */
};

struct mcik_dispatch {
	uint8_t vmid;
	uint32_t size[3];   /* groups; or threads, where initiator has USE_THREAD_DIMENSIONS */
	uint32_t initiator; /* COMPUTE_DISPATCH_INITIATOR */
};

void mcik_draw(struct mcik *c, const struct mcik_draw *d);
/* False: it does not end, which hangs the engine that asked for it. */
bool mcik_dispatch(struct mcik *c, const struct mcik_dispatch *d);

#endif
