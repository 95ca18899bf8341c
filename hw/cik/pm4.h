/* SPDX-License-Identifier: MIT
 *
 * Packets of the Sea Islands command processors (CIK facts 1): their headers, and writing them at a cursor. A
 * type-3 packet has an opcode (CIK_PKT3_… of hw/regs/cik.h) and n dwords of body. Registers are written by
 * packets of their own, one for each space:
 *
 *	p = cik_pm4_context(p, CIK_CB_TARGET_MASK, 1);      // 2 dwords, n values follow
 *	*p++ = 0xf;
 *	p = cik_pm4_sh(p, CIK_COMPUTE_PGM_LO, 2);           // programs and what they start with
 *	p = cik_pm4_uconfig(p, CIK_SCRATCH_REG0, 1);        // what is no state of a context
 *	p = cik_pm4_event(p, CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CS_PARTIAL_FLUSH);
 */
#ifndef HW_CIK_PM4_H
#define HW_CIK_PM4_H

#include "hw/regs/cik.h"

enum { CIK_SH_SPACE = 0xb000, CIK_CONTEXT_SPACE = 0x28000, CIK_UCONFIG_SPACE = 0x30000 };
/* A filler of one dword: a NOP without a body. */
#define CIK_PM4_FILLER 0xffff1000u
/* Bit 1 of a header: the packet is of compute (DISPATCH_…, and SET_BASE before it). */
enum { CIK_PM4_COMPUTE = 1 << 1 };

/* n is the number of dwords that follow the header; 1 to 0x3fff. */
#define CIK_PM4(opcode, n) \
	((uint32_t)CIK_PKT3 << 30 | ((uint32_t)((n)-1) & 0x3fff) << 16 | (uint32_t)(opcode) << 8)

/* A header; a body of n dwords follows. */
static inline uint32_t *cik_pm4_pkt3(uint32_t *p, uint32_t opcode, uint32_t n)
{
	*p = CIK_PM4(opcode, n);
	return p + 1;
}

static inline uint32_t *cik_pm4_set(uint32_t *p, uint32_t opcode, uint32_t space, uint32_t reg, uint32_t n)
{
	p[0] = CIK_PM4(opcode, n + 1);
	p[1] = (reg - space) / 4;
	return p + 2;
}

/* The values of the n registers from reg on follow. */
static inline uint32_t *cik_pm4_context(uint32_t *p, uint32_t reg, uint32_t n)
{
	return cik_pm4_set(p, CIK_PKT3_SET_CONTEXT_REG, CIK_CONTEXT_SPACE, reg, n);
}

static inline uint32_t *cik_pm4_sh(uint32_t *p, uint32_t reg, uint32_t n)
{
	return cik_pm4_set(p, CIK_PKT3_SET_SH_REG, CIK_SH_SPACE, reg, n);
}

static inline uint32_t *cik_pm4_uconfig(uint32_t *p, uint32_t reg, uint32_t n)
{
	return cik_pm4_set(p, CIK_PKT3_SET_UCONFIG_REG, CIK_UCONFIG_SPACE, reg, n);
}

/* One register each, 3 dwords. */
static inline uint32_t *cik_pm4_put(uint32_t *p, uint32_t reg, uint32_t value)
{
	p = cik_pm4_context(p, reg, 1);
	*p = value;
	return p + 1;
}

static inline uint32_t *cik_pm4_put_sh(uint32_t *p, uint32_t reg, uint32_t value)
{
	p = cik_pm4_sh(p, reg, 1);
	*p = value;
	return p + 1;
}

/* An event for the graphics engine, 2 dwords. Those that wait until a stage has done its work have an index
 * of their own. */
static inline uint32_t *cik_pm4_event(uint32_t *p, uint32_t event)
{
	uint32_t index = event == CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CS_PARTIAL_FLUSH ||
				 event == CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH ||
				 event == CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__VS_PARTIAL_FLUSH
			     ? 4
			     : 0;

	p[0] = CIK_PM4(CIK_PKT3_EVENT_WRITE, 1);
	p[1] = CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_INDEX(index) |
	       CIK_PKT3_EVENT_WRITE__EVENT_CNTL__EVENT_TYPE(event);
	return p + 2;
}

/* Of fences: caches are written back, and what was read is old. */
#define CIK_PM4_EOP_EVENT                                                         \
	(CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_TYPE(                        \
	     CIK_VGT_EVENT_INITIATOR__EVENT_TYPE__CACHE_FLUSH_AND_INV_TS_EVENT) | \
	 CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__EVENT_INDEX(5) |                   \
	 CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TCL1_ACTION_EN(1) |                \
	 CIK_PKT3_EVENT_WRITE_EOP__EVENT_CNTL__TC_ACTION_EN(1))

/* Behind everything before it, 32 bits are written to memory, 6 dwords: of the graphics ring. On this
 * generation a fence is two of them, of which the second is heard when all is done (CIK facts 1.3). */
static inline uint32_t *cik_pm4_eop(uint32_t *p, uint64_t to, uint32_t value)
{
	p[0] = CIK_PM4(CIK_PKT3_EVENT_WRITE_EOP, 5);
	p[1] = CIK_PM4_EOP_EVENT;
	p[2] = (uint32_t)to;
	p[3] = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__ADDRESS_HI((uint32_t)(to >> 32)) |
	       CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__DATA_SEL(1);
	p[4] = value;
	p[5] = 0;
	return p + 6;
}

/* The same of a compute queue, 7 dwords; one is enough there. */
static inline uint32_t *cik_pm4_release(uint32_t *p, uint64_t to, uint32_t value)
{
	p[0] = CIK_PM4(CIK_PKT3_RELEASE_MEM, 6);
	p[1] = CIK_PM4_EOP_EVENT;
	p[2] = CIK_PKT3_EVENT_WRITE_EOP__DATA_CNTL__DATA_SEL(1);
	p[3] = (uint32_t)to;
	p[4] = (uint32_t)(to >> 32);
	p[5] = value;
	p[6] = 0;
	return p + 7;
}

/* Have size_dw dwords at addr run as an indirect buffer, with the addresses of that VMID: 4 dwords. */
static inline uint32_t *cik_pm4_ib(uint32_t *p, uint64_t addr, uint32_t size_dw, unsigned vmid)
{
	enum { VALID = 1 << 23, VMID_SHIFT = 24 };

	p[0] = CIK_PM4(CIK_PKT3_INDIRECT_BUFFER, 3);
	p[1] = (uint32_t)addr;
	p[2] = (uint32_t)(addr >> 32) & 0xffff;
	p[3] = size_dw | VALID | (uint32_t)vmid << VMID_SHIFT;
	return p + 4;
}

/* size_B bytes, a multiple of 4 and below 2^21, from memory to memory, 7 dwords; the command processor waits
 * for the end of it (CP_SYNC). */
static inline uint32_t *cik_pm4_copy(uint32_t *p, uint64_t to, uint64_t from, uint32_t size_B)
{
	p[0] = CIK_PM4(CIK_PKT3_DMA_DATA, 6);
	p[1] = 1u << 31;
	p[2] = (uint32_t)from;
	p[3] = (uint32_t)(from >> 32);
	p[4] = (uint32_t)to;
	p[5] = (uint32_t)(to >> 32);
	p[6] = size_B;
	return p + 7;
}

/* The type of primitives of the draws that follow, 3 dwords; the packet's index says which register it is. */
static inline uint32_t *cik_pm4_prim(uint32_t *p, uint32_t type)
{
	enum { WHICH = 1 << 28 };

	p = cik_pm4_uconfig(p, CIK_VGT_PRIMITIVE_TYPE, 1);
	p[-1] |= WHICH;
	*p = type;
	return p + 1;
}

/* A draw of n vertices in the order of their numbers, so many times, 5 dwords. */
static inline uint32_t *cik_pm4_draw_auto(uint32_t *p, uint32_t n, uint32_t instances)
{
	p[0] = CIK_PM4(CIK_PKT3_NUM_INSTANCES, 1);
	p[1] = instances;
	p[2] = CIK_PM4(CIK_PKT3_DRAW_INDEX_AUTO, 2);
	p[3] = n;
	p[4] = CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT(
	    CIK_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX);
	return p + 5;
}

/* Caches of all of memory, by bits of CP_COHER_CNTL; what fetches packets waits, too. 5 dwords, of the
 * graphics ring. */
static inline uint32_t *cik_pm4_sync(uint32_t *p, uint32_t coher)
{
	enum { POLL_INTERVAL = 10 };

	p[0] = CIK_PM4(CIK_PKT3_SURFACE_SYNC, 4);
	p[1] = coher;
	p[2] = ~0u;
	p[3] = 0;
	p[4] = POLL_INTERVAL;
	return p + 5;
}

/* All caches of all of memory: what programs wrote is there, and what they read is read again. 7 dwords; for
 * both kinds of queues. */
static inline uint32_t *cik_pm4_acquire(uint32_t *p)
{
	enum { POLL_INTERVAL = 10 };

	p[0] = CIK_PM4(CIK_PKT3_ACQUIRE_MEM, 6);
	p[1] = CIK_CP_COHER_CNTL__TCL1_ACTION_ENA(1) | CIK_CP_COHER_CNTL__TC_ACTION_ENA(1) |
	       CIK_CP_COHER_CNTL__SH_KCACHE_ACTION_ENA(1) | CIK_CP_COHER_CNTL__SH_ICACHE_ACTION_ENA(1);
	p[2] = ~0u;
	p[3] = 0xff;
	p[4] = 0;
	p[5] = 0;
	p[6] = POLL_INTERVAL;
	return p + 7;
}

#endif
