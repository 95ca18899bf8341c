/* SPDX-License-Identifier: MIT
 *
 * Packets of the R6xx and R7xx command processor (guide, chapter 5): their headers, and writing them at a
 * cursor. A type-3 packet has an opcode (R600_PKT3_… of hw/regs/r600.h) and n dwords of body, a type-2
 * packet is a filler of one dword. Registers are written by packets of their own, one for each space:
 *
 *	p = r600_pm4_config(p, R600_WAIT_UNTIL, 1);         // 2 dwords, n values follow
 *	*p++ = R600_WAIT_UNTIL__WAIT_3D_IDLE(1);
 *	p = r600_pm4_context(p, R600_CB_TARGET_MASK, 1);
 *	*p++ = 0xf;
 *	p = r600_pm4_resource(p, 160, 1);                   // 7 dwords of one resource follow
 *	p = r600_pm4_event(p, R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH);
 */
#ifndef HW_R600_PM4_H
#define HW_R600_PM4_H

#include "hw/regs/r600.h"

enum { R600_CONFIG_SPACE = 0x8000, R600_CONTEXT_SPACE = 0x28000 };
/* What one of these is, in dwords. */
enum { R600_CONSTANT_DW = 4, R600_RESOURCE_DW = 7, R600_SAMPLER_DW = 3 };
/* Of SURFACE_SYNC: all of memory, and how long the command processor rests between two looks. */
#define R600_ALL_MEMORY 0xffffffffu
enum { R600_POLL_INTERVAL = 10 };

/* n is the number of dwords that follow the header; 1 to 0x4000. */
#define R600_TYPE2            0x80000000u
#define R600_TYPE3(opcode, n) (3u << 30 | ((uint32_t)((n)-1) & 0x3fff) << 16 | (uint32_t)(opcode) << 8)

/* A header; a body of n dwords follows. */
static inline uint32_t *r600_pm4_pkt3(uint32_t *p, uint32_t opcode, uint32_t n)
{
	*p = R600_TYPE3(opcode, n);
	return p + 1;
}

/* The values of the n registers from reg on follow. */
static inline uint32_t *r600_pm4_config(uint32_t *p, uint32_t reg, uint32_t n)
{
	p[0] = R600_TYPE3(R600_PKT3_SET_CONFIG_REG, n + 1);
	p[1] = (reg - R600_CONFIG_SPACE) / 4;
	return p + 2;
}

static inline uint32_t *r600_pm4_context(uint32_t *p, uint32_t reg, uint32_t n)
{
	p[0] = R600_TYPE3(R600_PKT3_SET_CONTEXT_REG, n + 1);
	p[1] = (reg - R600_CONTEXT_SPACE) / 4;
	return p + 2;
}

/* One register of the context */
static inline uint32_t *r600_pm4_put(uint32_t *p, uint32_t reg, uint32_t value)
{
	p = r600_pm4_context(p, reg, 1);
	*p = value;
	return p + 1;
}

/* The same of the spaces whose items have no names: n items from the first-th on. Constants 0 to 255 are
 * those of pixel programs, 256 to 511 of vertex programs; resources and samplers of each stage have their
 * places, too (R6xx facts 1.2). */
static inline uint32_t *r600_pm4_items(uint32_t *p, uint32_t opcode, uint32_t item_dw, uint32_t first,
				       uint32_t n)
{
	p[0] = R600_TYPE3(opcode, item_dw * n + 1);
	p[1] = item_dw * first;
	return p + 2;
}

static inline uint32_t *r600_pm4_constant(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_ALU_CONST, R600_CONSTANT_DW, first, n);
}

static inline uint32_t *r600_pm4_resource(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_RESOURCE, R600_RESOURCE_DW, first, n);
}

static inline uint32_t *r600_pm4_sampler(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_SAMPLER, R600_SAMPLER_DW, first, n);
}

/* Bits of 32 flags: those of pixel, vertex, geometry programs. Counters of loops: 32 of each. */
static inline uint32_t *r600_pm4_flags(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_BOOL_CONST, 1, first, n);
}

static inline uint32_t *r600_pm4_loop(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_LOOP_CONST, 1, first, n);
}

/* 0: what is added to vertex numbers; 1: to instance numbers. */
static inline uint32_t *r600_pm4_first(uint32_t *p, uint32_t first, uint32_t n)
{
	return r600_pm4_items(p, R600_PKT3_SET_CTL_CONST, 1, first, n);
}

/* An event for the 3D engine, 2 dwords. Those that wait until a stage has done its work have an index of
 * their own (R6xx facts 1.1). */
static inline uint32_t *r600_pm4_event(uint32_t *p, uint32_t event)
{
	uint32_t index = event == R600_VGT_EVENT_INITIATOR__EVENT_TYPE__PS_PARTIAL_FLUSH ||
				 event == R600_VGT_EVENT_INITIATOR__EVENT_TYPE__VS_PARTIAL_FLUSH
			     ? 4
			     : 0;

	p[0] = R600_TYPE3(R600_PKT3_EVENT_WRITE, 1);
	p[1] = index << 8 | event;
	return p + 2;
}

/* Wait, 3 dwords: bits of WAIT_UNTIL. */
static inline uint32_t *r600_pm4_wait(uint32_t *p, uint32_t until)
{
	p = r600_pm4_config(p, R600_WAIT_UNTIL, 1);
	*p = until;
	return p + 1;
}

/* Caches forget or write back all of memory, 5 dwords: bits of CP_COHER_CNTL. It does not wait for programs
 * that still run (R6xx facts 1.4). */
static inline uint32_t *r600_pm4_sync(uint32_t *p, uint32_t coher)
{
	p[0] = R600_TYPE3(R600_PKT3_SURFACE_SYNC, 4);
	p[1] = coher;
	p[2] = R600_ALL_MEMORY;
	p[3] = 0;
	p[4] = R600_POLL_INTERVAL;
	return p + 5;
}

/* Behind everything before it, value is written to memory, 6 dwords: an event that has a time stamp. */
static inline uint32_t *r600_pm4_eop(uint32_t *p, uint32_t event, uint64_t to, uint32_t value)
{
	p[0] = R600_TYPE3(R600_PKT3_EVENT_WRITE_EOP, 5);
	p[1] = 5u << 8 | event;
	p[2] = (uint32_t)to;
	p[3] = R600_PKT3_EVENT_WRITE_EOP__CTRL__ADDRESS_HI((uint32_t)(to >> 32)) |
	       R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL(
		   R600_PKT3_EVENT_WRITE_EOP__CTRL__DATA_SEL__DATA_LOW_32BIT);
	p[4] = value;
	p[5] = 0;
	return p + 6;
}

/* size_B bytes, a multiple of 4 and below 2^21, from memory to memory, 6 dwords. It begins at once: what
 * reads or writes there must be idle. What follows waits for the end of it with wait (Linux
 * r600_copy_cpdma()). */
static inline uint32_t *r600_pm4_copy(uint32_t *p, uint64_t to, uint64_t from, uint32_t size_B)
{
	p[0] = R600_TYPE3(R600_PKT3_CP_DMA, 5);
	p[1] = (uint32_t)from;
	p[2] = (uint32_t)(from >> 32) | 1u << 31; /* CP_SYNC: the command processor waits for it */
	p[3] = (uint32_t)to;
	p[4] = (uint32_t)(to >> 32);
	p[5] = size_B;
	return p + 6;
}

#endif
