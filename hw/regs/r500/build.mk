# SPDX-License-Identifier: MIT
#
# Its 2D engine and the displays of R5xx are in hw/regs/shared/.
REGS_SHARED_r500 := e2 avivo
