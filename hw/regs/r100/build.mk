# SPDX-License-Identifier: MIT
#
# Its 2D engine is in hw/regs/shared/.
REGS_SHARED_r100 := e2
