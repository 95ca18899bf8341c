/* SPDX-License-Identifier: MIT
 *
 * Registers as the generated headers call them, for output that is C.
 */
#ifndef DEMOS_FIRSTLIGHT_REG_C_H
#define DEMOS_FIRSTLIGHT_REG_C_H

#include "hw/regs/fl_regs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "R500_CP_RB_CNTL", "GC_PE_PIPE_COLOR_ADDR(1)". False: the offset has no name, or is another one's alias;
 * out is as it was. */
bool fl_reg_c_name(const struct fl_regs *db, uint32_t chips, uint32_t offset_B, char *out, size_t size);

#endif
