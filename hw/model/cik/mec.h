/* SPDX-License-Identifier: MIT
 *
 * MEC, the compute micro engines: queues of PM4 packets, each of which has a descriptor in registers (HQD)
 * that SRBM_GFX_CNTL selects, and a doorbell that says how far the host has written. CIK facts 1.4.
 */
#ifndef HW_MODEL_CIK_MEC_H
#define HW_MODEL_CIK_MEC_H

#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"

struct mcik_mec {
	struct mcik_pm4 queue[MCIK_ALL_QUEUES];
};

/* A dword is written to the doorbell BAR. */
void mcik_doorbell(struct fl_model *m, uint32_t offset_B, uint32_t value);

#endif
