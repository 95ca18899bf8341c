/* SPDX-License-Identifier: MIT
 *
 * Registers of the back end that drivers use and the R5xx guide leaves out.
 */
#ifndef R500_RB_REGS_H
#define R500_RB_REGS_H

#include "hw/regs/r500.h"

/* regs: wanted. Mesa r300_reg.h, Linux reg_srcs/r300 and rv515 */
#ifndef R500_RB3D_DEBUG_CTL
#define R500_RB3D_DEBUG_CTL 0x4e48u
#endif
#ifndef R500_RB3D_CMASK_WRINDEX
#define R500_RB3D_CMASK_OFFSET(i) (0x4e54u + 4u * (i))
#define R500_RB3D_CMASK_PITCH(i)  (0x4e64u + 4u * (i))
#define R500_RB3D_CMASK_WRINDEX   0x4e74u
#define R500_RB3D_CMASK_DWORD     0x4e78u
#define R500_RB3D_CMASK_RDINDEX   0x4e7cu
#endif
#ifndef R500_ZB_ZMASK_OFFSET
#define R500_ZB_ZMASK_OFFSET  0x4f30u
#define R500_ZB_ZMASK_PITCH   0x4f34u
#define R500_ZB_ZMASK_WRINDEX 0x4f38u
#define R500_ZB_ZMASK_DWORD   0x4f3cu
#define R500_ZB_ZMASK_RDINDEX 0x4f40u
#endif
#ifndef R500_FG_ZBREG_DEST
#define R500_FG_ZBREG_DEST 0x4be8u /* RV530: bits 1:0, which Z pipes take register accesses */
#endif

#endif
