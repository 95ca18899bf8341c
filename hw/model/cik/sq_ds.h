/* SPDX-License-Identifier: MIT
 *
 * Inside of DS: a data share, and what is quick where all lanes reach inside it (sq_ds_all.c).
 */
#ifndef HW_MODEL_CIK_SQ_DS_H
#define HW_MODEL_CIK_SQ_DS_H

#include "hw/model/cik/sq_code.h"
#include "hw/model/cik/sq_kit.h"

struct sq_share {
	uint8_t *at;
	uint64_t size_B; /* of what can be reached, by offsets from `at` */
};

/* n dwords of each of 64 lanes, from its address and the offset on, of which the bits below align_B (4 or
 * more) count as 0. False: a lane's lie outside, and nothing was done. */
bool mcik_sq_ds_read_all(const struct sq_kit *kit, const struct sq_share *s, const uint32_t *address,
			 uint32_t offset, unsigned align_B, unsigned n, mcik_plane *to);
bool mcik_sq_ds_write_all(const struct sq_share *s, const uint32_t *address, uint32_t offset,
			  unsigned align_B, unsigned n, const mcik_plane *from);

#endif
