/* SPDX-License-Identifier: MIT
 *
 * Is the engine idle, and if not, which block is it? And what leaves its caches clean.
 */
#ifndef HW_R500_IDLE_H
#define HW_R500_IDLE_H

#include "hw/fl_dev.h"
#include "hw/regs/r500.h"

/* What writes the caches of colors and depths back, and empties them. */
enum {
	R500_FLUSH_COLOR =
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH(R500_RB3D_DSTCACHE_CTLSTAT__DC_FLUSH__FLUSH_DIRTY_3D) |
	    R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE(R500_RB3D_DSTCACHE_CTLSTAT__DC_FREE__FREE_3D_TAGS),
	R500_FLUSH_DEPTH =
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH(R500_ZB_ZCACHE_CTLSTAT__ZC_FLUSH__FLUSH_AND_FREE) |
	    R500_ZB_ZCACHE_CTLSTAT__ZC_FREE(R500_ZB_ZCACHE_CTLSTAT__ZC_FREE__FREE),
};

/* Wait for 64 free slots in the register FIFO, then for GUI_ACTIVE to go out (Linux
 * r100_gui_wait_for_idle). */
enum fl_code r500_idle_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);

/* "GUI_ACTIVE CP_CMDSTRM_BUSY VAP_BUSY", or "idle"; all ones: "no answer". Returns the length. */
int r500_status_text(char *out, size_t size, uint32_t rbbm_status);

/* Add to *err what the engine is doing: RBBM_STATUS by names, and CP_STAT. Returns code. */
enum fl_code r500_explain_state(struct fl_dev *d, enum fl_code code, struct fl_err *err);

#endif
