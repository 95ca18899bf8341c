# Its 2D engine is in hw/regs/shared/.
REGS_SHARED_r500 := e2
