/* SPDX-License-Identifier: MIT
 *
 * Packets of the R5xx command processor (R5xx guide 6.1): their headers, and writing them at a cursor.
 *
 *	p = r500_pm4_reg(p, R500_SC_SCISSOR0, 0);             // 2 dwords
 *	p = r500_pm4_regs(p, R500_ZB_CNTL, 2);                // 1 dword, 2 values follow
 *	*p++ = zb_cntl;
 *	*p++ = zb_zstencilcntl;
 *
 * A type-0 packet writes n consecutive registers, a type-3 packet has an opcode (R500_PKT3_… of
 * hw/regs/r500.h) and n dwords of body, a type-2 packet is a filler of one dword.
 */
#ifndef HW_R500_PM4_H
#define HW_R500_PM4_H

#include <stdint.h>

/* n is the number of dwords that follow the header; 1 to 0x4000. */
#define R500_TYPE0(reg, n)     (((uint32_t)((n)-1) & 0x3fff) << 16 | (((uint32_t)(reg) >> 2) & 0x1fff))
#define R500_TYPE0_ONE(reg, n) (R500_TYPE0(reg, n) | 1u << 15) /* all n values go to the one register */
#define R500_TYPE2             0x80000000u                     /* a filler */
#define R500_TYPE3(opcode, n)  (3u << 30 | ((uint32_t)((n)-1) & 0x3fff) << 16 | (uint32_t)(opcode) << 8)

static inline uint32_t *r500_pm4_reg(uint32_t *p, uint32_t reg, uint32_t value)
{
	p[0] = R500_TYPE0(reg, 1);
	p[1] = value;
	return p + 2;
}

/* A header; the values of the n registers from reg on follow. */
static inline uint32_t *r500_pm4_regs(uint32_t *p, uint32_t reg, uint32_t n)
{
	*p = R500_TYPE0(reg, n);
	return p + 1;
}

/* A header; n values for one register follow: a data port. */
static inline uint32_t *r500_pm4_port(uint32_t *p, uint32_t reg, uint32_t n)
{
	*p = R500_TYPE0_ONE(reg, n);
	return p + 1;
}

/* A header; a body of n dwords follows. */
static inline uint32_t *r500_pm4_pkt3(uint32_t *p, uint32_t opcode, uint32_t n)
{
	*p = R500_TYPE3(opcode, n);
	return p + 1;
}

#endif
