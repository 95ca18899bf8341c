/* SPDX-License-Identifier: MIT
 *
 * Soft resets and status. Linux cik_gpu_soft_reset, cik_gpu_check_soft_reset.
 */
#include "hw/model/cik/cp.h"
#include "hw/model/cik/grbm.h"
#include "hw/model/cik/rlc.h"
#include "hw/model/cik/sdma.h"

static bool is_set(uint32_t value, uint32_t bits)
{
	return value & bits;
}

void mcik_soft_reset(struct mcik *c, uint32_t value)
{
	if (is_set(value,
		   CIK_GRBM_SOFT_RESET__SOFT_RESET_CP__MASK | CIK_GRBM_SOFT_RESET__SOFT_RESET_CPG__MASK))
		mcik_cp_soft_reset(c);
	if (is_set(value,
		   CIK_GRBM_SOFT_RESET__SOFT_RESET_CP__MASK | CIK_GRBM_SOFT_RESET__SOFT_RESET_CPC__MASK))
		mcik_mec_reset(c);
	if (is_set(value, CIK_GRBM_SOFT_RESET__SOFT_RESET_RLC__MASK))
		mcik_rlc_soft_reset(c);
}

void mcik_srbm_soft_reset(struct mcik *c, uint32_t value)
{
	if (is_set(value, CIK_SRBM_SOFT_RESET__SOFT_RESET_GRBM__MASK))
		mcik_cp_soft_reset(c);
	if (is_set(value, CIK_SRBM_SOFT_RESET__SOFT_RESET_VMC__MASK))
		mcik_vm_reset(c);
	if (is_set(value, CIK_SRBM_SOFT_RESET__SOFT_RESET_SDMA__MASK))
		mcik_sdma_soft_reset(c, 0);
	if (is_set(value, CIK_SRBM_SOFT_RESET__SOFT_RESET_SDMA1__MASK))
		mcik_sdma_soft_reset(c, 1);
}

bool mcik_gui_active(const struct mcik *c)
{
	return mcik_cp_busy(c);
}

/* The FIFO of commands has room, whatever happens. */
uint32_t mcik_grbm_status(const struct mcik *c)
{
	uint32_t v = CIK_GRBM_STATUS__ME0PIPE0_CMDFIFO_AVAIL__MASK | CIK_GRBM_STATUS__DB_CLEAN__MASK |
		     CIK_GRBM_STATUS__CB_CLEAN__MASK;

	return mcik_gui_active(c) ? v | CIK_GRBM_STATUS__GUI_ACTIVE__MASK | CIK_GRBM_STATUS__CP_BUSY__MASK
				  : v;
}
