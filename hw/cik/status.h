/* SPDX-License-Identifier: MIT
 *
 * Is the engine idle, and if not, which block is it? By the names of the status registers' bits.
 */
#ifndef HW_CIK_STATUS_H
#define HW_CIK_STATUS_H

#include "hw/fl_dev.h"

/* Wait until GUI_ACTIVE goes out: command processor and graphics engine have nothing to do. */
enum fl_code cik_idle_wait(struct fl_dev *d, uint64_t timeout_us, struct fl_err *err);

/* "GUI_ACTIVE CP_BUSY VGT_BUSY", or "idle"; all ones: "no answer". Returns the length. */
int cik_status_text(char *out, size_t size, uint32_t grbm_status);

/* Add to *err what the engine is doing: GRBM_STATUS and SRBM_STATUS by names, and CP_STAT. Returns code. */
enum fl_code cik_explain_state(struct fl_dev *d, enum fl_code code, struct fl_err *err);

/* All of it, for a report: every status register that there is, with the names of what is busy, and a fault
 * of the page tables if one stands. Reads only. */
void cik_hang_report(struct fl_dev *d, char *out, size_t size);

#endif
