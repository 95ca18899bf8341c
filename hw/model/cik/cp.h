/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: consumers of PM4 packets. There is one for the graphics ring (PFP and ME
 * together), one for the constant engine, and one for each compute queue; they take turns, so that one may
 * wait for another. CIK facts 1.
 */
#ifndef HW_MODEL_CIK_CP_H
#define HW_MODEL_CIK_CP_H

#include "hw/model/cik/vm.h"

enum {
	MCIK_CP_BODY_DW = 0x4000, /* longest packet body */
	MCIK_CP_DEPTH = 2,        /* indirect buffers, one in the other */
	MCIK_CP_DW_WORK = 64,     /* a dword of commands, in units of fl_work() */
	MCIK_CE_RAM_B = 32 << 10,
};

/* An indirect buffer that is being read. */
struct mcik_ib {
	uint64_t addr;
	const uint32_t *host; /* the caller's memory, in place of addr: fl_model_run() */
	uint32_t at_dw, size_dw;
	uint8_t vmid;
};

enum mcik_wait {
	MCIK_RUNS,
	MCIK_WAIT_MEM,
	MCIK_WAIT_REG,
	MCIK_WAIT_SEMAPHORE,
	MCIK_WAIT_CE,     /* until the CE's counter is beyond the DE's */
	MCIK_WAIT_DE_DIFF /* until it is ahead by less than wait_reference */
};

/* Which consumers know a packet. */
enum { MCIK_ON_GFX = 1, MCIK_ON_CE = 2, MCIK_ON_MEC = 4 };

struct mcik_pm4 {
	uint8_t kind;  /* one of the above */
	uint8_t me;    /* of a compute queue: its micro engine, 1 or 2 */
	char name[24]; /* "ring", "CE", "MEC1 pipe 0 queue 1" */

	uint64_t ring_addr;
	uint32_t ring_dw, rptr, wptr; /* dwords */
	uint8_t ring_vmid;
	uint64_t rptr_at; /* where the host's copy of the read pointer is; 0: nowhere */
	uint32_t rptr_told;

	unsigned depth; /* of indirect buffers: how many are being read */
	struct mcik_ib ib[MCIK_CP_DEPTH];

	uint32_t header; /* of the packet at hand, */
	bool at_known, at_host;
	unsigned at_depth; /* which stands there */
	uint64_t at_addr;
	uint32_t at_dw;

	enum mcik_wait wait;
	uint64_t wait_at; /* an address, or the offset of a register */
	uint8_t wait_vmid;
	unsigned wait_function;
	uint32_t wait_reference, wait_mask;
	bool stuck; /* it hangs until it is reset */

	bool predicated, predicate; /* SET_PREDICATION: packets with bit 0 are carried out while it is true */
	uint64_t fence_at;          /* where the packet before wrote a fence, and nothing since: the dummy */
};

/* A microcode RAM. */
enum {
	MCIK_RAM_DW = 8192,
	/* Images are at least as long as those that Linux first shipped: CIK_PFP_UCODE_SIZE and so on. */
	MCIK_RAM_GFX_DW = 2144,
	MCIK_RAM_MEC_DW = 4192,
	MCIK_RAM_PFP = 0,
	MCIK_RAM_ME,
	MCIK_RAM_CE,
	MCIK_RAM_MEC1,
	MCIK_RAM_MEC2,
	MCIK_RAMS
};
struct mcik_ram {
	uint32_t dw[MCIK_RAM_DW];
	uint32_t at, written; /* dwords, in a row from 0 on */
};

struct mcik_cp {
	struct mcik_pm4 gfx, ce;
	struct mcik_pm4 *turn;          /* whose packet is carried out now, or was last */
	uint32_t body[MCIK_CP_BODY_DW]; /* of the packet at hand: a copy, nothing changes it */
	uint32_t *own;                  /* a copy of what fl_model_run() brought */
	struct mcik_ram ram[MCIK_RAMS];
	bool fault_stuck, no_ram; /* faults */
	int64_t budget;           /* dwords that are left of the share */
	uint64_t clock;           /* mcik_clock() */

	uint32_t ce_counter, de_counter;
	uint8_t ce_ram[MCIK_CE_RAM_B];

	/* what draws begin with: INDEX_BASE, INDEX_BUFFER_SIZE, SET_BASE */
	uint64_t index_base, indirect_base;
	uint32_t index_max;
	bool index_type_gone; /* an unindexed draw came since INDEX_TYPE */
	uint32_t strmout[4];  /* where each buffer of stream-out stands, in dwords: the VGT's filled size */
};

/* A packet's body was copied. False: it is malformed. */
typedef bool mcik_packet_fn(struct mcik *c, struct mcik_pm4 *q, const uint32_t *dw, uint32_t n);
struct mcik_packet {
	uint8_t on;           /* MCIK_ON_* */
	uint16_t least, most; /* dwords of the body */
	const char *name;
	mcik_packet_fn *fn;
};
const struct mcik_packet *mcik_packet(unsigned opcode); /* cp_packet.c; NULL: nobody knows it */
const char *mcik_packet_name(uint32_t header);

/* cp.c */
/* Consumers take turns until the budget is used up. True: something was done. */
bool mcik_cp_work(struct mcik *c, int64_t budget);
bool mcik_cp_busy(const struct mcik *c);
bool mcik_cp_run(struct mcik *c, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw);
void mcik_cp_tell_waits(struct mcik *c);
void mcik_cp_where(const struct mcik *c, char *out, size_t size);
void mcik_cp_soft_reset(struct mcik *c);
/* It does not go on. */
void mcik_malformed(struct mcik *c, struct mcik_pm4 *q, const char *what);

/* cp_stream.c */
bool mcik_pm4_busy(const struct mcik_pm4 *q);
/* Carries out a packet. False: there is none, or not all of one, or it waits. */
bool mcik_pm4_step(struct mcik *c, struct mcik_pm4 *q);
void mcik_pm4_start_ib(struct mcik *c, struct mcik_pm4 *q, const struct mcik_ib *ib, bool chain);
void mcik_pm4_skip(struct mcik_pm4 *q, uint32_t n); /* dwords of what is being read now */
unsigned mcik_pm4_vmid(const struct mcik_pm4 *q);
enum mcik_client mcik_pm4_client(const struct mcik_pm4 *q);
/* Dwords of memory, by the consumer's VMID. False: a fault, reported. */
bool mcik_pm4_read(struct mcik *c, struct mcik_pm4 *q, uint64_t addr, uint32_t *value);
bool mcik_pm4_write(struct mcik *c, struct mcik_pm4 *q, uint64_t addr, uint32_t value);

static inline uint64_t mcik_addr(uint32_t lo, uint32_t hi)
{
	return lo | (uint64_t)(hi & 0xffff) << 32;
}

/* cp_ram.c */
bool mcik_ram_port(struct mcik *c, uint32_t offset, uint32_t value); /* false: it is none */
/* What its data port reads. False: it is none. */
bool mcik_ram_show(struct mcik *c, uint32_t offset, uint32_t *value);
bool mcik_ram_loaded(const struct mcik *c, unsigned ram);
void mcik_ram_fill(struct mcik *c); /* `running`: well-formed images, not AMD's */

/* Of the consumers' packets, by file. */
mcik_packet_fn mcik_set_config, mcik_set_context, mcik_set_sh, mcik_set_uconfig, mcik_load_config,
    mcik_load_context, mcik_load_sh, mcik_load_uconfig, mcik_context_control, mcik_packet_clear_state,
    mcik_set_base;                                                                              /* cp_set.c */
mcik_packet_fn mcik_write_data, mcik_copy_data, mcik_atomic_mem, mcik_cond_exec, mcik_dma_data; /* cp_mem.c */
mcik_packet_fn mcik_wait_reg_mem, mcik_mem_semaphore, mcik_set_predication; /* cp_sync.c */
mcik_packet_fn mcik_event_write, mcik_event_write_eop, mcik_event_write_eos, mcik_release_mem,
    mcik_surface_sync, mcik_acquire_mem, mcik_strmout_update; /* cp_event.c */
mcik_packet_fn mcik_index_base, mcik_index_size, mcik_index_type, mcik_num_instances, mcik_draw_index_2,
    mcik_draw_auto, mcik_draw_offset_2, mcik_draw_indirect, mcik_draw_indirect_multi, mcik_dispatch_direct,
    mcik_dispatch_indirect; /* cp_draw.c */
mcik_packet_fn mcik_load_const, mcik_write_const, mcik_dump_const, mcik_increment_ce, mcik_increment_de,
    mcik_wait_ce, mcik_wait_de_diff; /* cp_ce.c */

/* cp_sync.c */
enum {
	MCIK_ALWAYS,
	MCIK_LESS,
	MCIK_LESS_EQUAL,
	MCIK_EQUAL,
	MCIK_NOT_EQUAL,
	MCIK_GREATER_EQUAL,
	MCIK_GREATER
};
bool mcik_wait_over(struct mcik *c, struct mcik_pm4 *q);
bool mcik_compare(unsigned function, uint32_t value, uint32_t reference);
/* cp_event.c: the counter that fences and COPY_DATA store. */
uint64_t mcik_clock(struct mcik *c);

#endif
