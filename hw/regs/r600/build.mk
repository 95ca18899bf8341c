# SPDX-License-Identifier: MIT
#
# Its displays are in hw/regs/shared/.
REGS_SHARED_r600 := avivo
