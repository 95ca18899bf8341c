/* SPDX-License-Identifier: MIT
 *
 * Command packets of the R5xx command processor (R5xx guide 6.1).
 */
#ifndef HW_R500_PM4_H
#define HW_R500_PM4_H

#include <stdint.h>

/* n is the number of dwords that follow the header; 1 to 0x4000. */
#define R500_TYPE0(reg, n)     (((uint32_t)((n)-1) & 0x3fff) << 16 | (((uint32_t)(reg) >> 2) & 0x1fff))
#define R500_TYPE0_ONE(reg, n) (R500_TYPE0(reg, n) | 1u << 15) /* all n values go to the one register */
#define R500_TYPE2             0x80000000u                     /* a filler */
#define R500_TYPE3(opcode, n)  (3u << 30 | ((uint32_t)((n)-1) & 0x3fff) << 16 | (uint32_t)(opcode) << 8)

#endif
