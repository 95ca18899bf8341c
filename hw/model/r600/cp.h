/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: R6xx/R7xx guide chapter 5, and the drivers for what that leaves out.
 *
 * It takes dwords from one of three streams (the ring, indirect buffers 1 and 2), makes packets of them, and
 * carries those out. Work is done in shares (mr600_cp_work()), so that the host can watch it progress.
 */
#ifndef HW_MODEL_R600_CP_H
#define HW_MODEL_R600_CP_H

#include "hw/model/r600/r600.h"

enum { MR600_CP_DW_WORK = 64 }; /* a dword of commands, in units of fl_work() */
enum { MR600_CP_RING, MR600_CP_IB1, MR600_CP_IB2, MR600_CP_STREAMS };
enum {
	MR600_CP_BODY_DW = 0x4000, /* longest packet body */
	MR600_CP_SO = 4,           /* stream-out buffers */
	/* Microcode, in dwords. Linux r600_cp.h, r600_cp_load_microcode, rv770_cp_load_microcode */
	MR600_CP_PFP_R6XX = 576,
	MR600_CP_ME_R6XX = 1792 * 3,
	MR600_CP_PFP_R7XX = 848,
	MR600_CP_ME_R7XX = 1360,
};

/* An indirect buffer that is being read. */
struct mr600_cp_ib {
	bool active;
	bool started_3d; /* START_3D_CMDBUF was in it */
	uint64_t addr;
	const uint32_t *host; /* the caller's memory, in place of addr: fl_model_run() */
	uint32_t at_dw, size_dw;
};

/* One of the two engines' RAM. */
struct mr600_cp_ram {
	uint32_t dw[MR600_CP_ME_R6XX];
	uint32_t waddr, raddr, written; /* dwords, in a row from 0 on */
};

enum mr600_cp_wait { MR600_CP_RUNS, MR600_CP_WAIT_MEM, MR600_CP_WAIT_REG, MR600_CP_WAIT_SEMAPHORE };

struct mr600_cp {
	struct mr600_cp_ram pfp, me;
	bool no_ram;      /* fault */
	bool initialized; /* ME_INITIALIZE came since the reset */

	/* streams */
	uint32_t rptr, wptr;                     /* of the ring, dwords */
	uint32_t rptr_told;                      /* what the host's copy of the read pointer says */
	struct mr600_cp_ib ib[MR600_CP_STREAMS]; /* [0]: started_3d alone */
	uint32_t *own; /* a copy of what fl_model_run() brought and was not carried out yet */

	/* the packet at hand */
	bool in_packet;
	uint32_t header, need_dw, have_dw;
	uint32_t body[MR600_CP_BODY_DW];

	/* where the current packet stands, for reports */
	unsigned at_stream;
	uint64_t at_addr;
	uint32_t at_dw;
	bool at_host, at_known;
	bool executing; /* a packet of at_stream: that stream may have ended with it */

	enum mr600_cp_wait wait;
	uint64_t wait_at; /* an address, or the offset of a register */
	unsigned wait_function;
	uint32_t wait_reference, wait_mask;
	bool stuck; /* it hangs until it is reset */
	bool fault_stuck;
	bool no_vram, no_master; /* faults: what is fetched from VRAM was never written; memory of the host
				    does not answer */
	int64_t budget;          /* what is left of the share */
	uint64_t clock;          /* mr600_cp_clock() */

	/* SET_PREDICATION: packets with bit 0 of the header are carried out only while it is true */
	bool predicated, predicate;
	bool predicate_seen; /* what was found: "visible" */

	uint32_t loads; /* of CONTEXT_CONTROL: the spaces that LOAD_* loads, a bit each */

	/* written base registers that wait for the packet that makes them known */
	uint32_t strmout_bases; /* a bit a buffer: STRMOUT_BASE_UPDATE */
	uint32_t surface_bases; /* the bits of SURFACE_BASE_UPDATE */
	bool strmout_flushed;   /* SO_VGTSTREAMOUT_FLUSH, and no draw since */
	uint32_t int_status;    /* CP_INT_STATUS */
	/* since the last draw (cp_rules.c) */
	bool drawn, ps_flushed, cb_written;
	bool idle_due; /* WAIT_UNTIL 3D_IDLE is to come */
};

/* cp.c */
void mr600_cp_work(struct mr600 *r, int64_t budget);
bool mr600_cp_run(struct mr600 *r, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw);
bool mr600_cp_can_progress(const struct mr600 *r);
void mr600_cp_hang(struct mr600 *r);
void mr600_cp_soft_reset(struct mr600 *r);
void mr600_cp_malformed(struct mr600 *r, const char *what); /* it hangs there */
/* Does the host poll there while the chip works? */
bool mr600_cp_polled(const struct mr600 *r, uint64_t addr, uint64_t size_B);
/* Reports what a chip waits for that is busy and has nothing to do. */
void mr600_cp_tell_waits(struct mr600 *r);

/* cp_where.c */
void mr600_cp_where(const struct mr600 *r, char *out, size_t size);
const char *mr600_cp_packet_name(uint32_t header);

/* cp_stream.c */
unsigned mr600_cp_stream(const struct mr600 *r);                 /* the one that is read now */
uint64_t mr600_cp_avail(const struct mr600 *r, unsigned stream); /* dwords that are there */
/* Up to n dwords in one piece; *got says how many. NULL: unreadable, reported, the CP hangs. */
const uint32_t *mr600_cp_peek(struct mr600 *r, unsigned stream, uint32_t n, uint32_t *got);
void mr600_cp_take(struct mr600 *r, unsigned stream, uint32_t n);
bool mr600_cp_start_ib(struct mr600 *r, unsigned stream, const uint32_t *host, uint64_t addr,
		       uint32_t size_dw);
bool mr600_cp_own_ib(struct mr600 *r); /* false: out of memory, the CP hangs */
void mr600_cp_wptr(struct mr600 *r, uint32_t value);
void mr600_cp_tell_rptr(struct mr600 *r);
uint64_t mr600_cp_ring(const struct mr600 *r, uint64_t *size_B);
/* A dword of memory; false: reported, the CP hangs. what: "fence". */
bool mr600_cp_read_mem(struct mr600 *r, uint64_t addr, uint32_t *value, const char *what);
bool mr600_cp_write_mem(struct mr600 *r, uint64_t addr, uint32_t value, const char *what);
/* A space of registers, by the opcode of its SET_* packet: bytes, the end excluded. NULL: there is none. */
struct mr600_cp_space {
	uint8_t opcode;
	uint32_t first, end;
};
const struct mr600_cp_space *mr600_cp_space(unsigned opcode);
/* Dwords to a space from `at` on, with what their writing entails. */
void mr600_cp_set(struct mr600 *r, const struct mr600_cp_space *s, uint32_t at, const uint32_t *dw,
		  uint32_t n);
/* With the codes of RB_CNTL.BUF_SWAP: 0 none, 1 8 in 16, 2 8 in 32, 3 halves. */
uint32_t mr600_cp_swap(uint32_t v, unsigned how);

/* cp_ram.c */
void mr600_cp_ram_write(struct mr600 *r, uint32_t offset, uint32_t value);
uint32_t mr600_cp_ram_read(struct mr600 *r, uint32_t offset);
bool mr600_cp_loaded(const struct mr600 *r, const char **missing);
void mr600_cp_ram_fill(struct mr600 *r); /* `running`: well-formed images, not AMD's */
void mr600_cp_ram_reset(struct mr600 *r);

/* Type-3 packets: cp_packet.c, and by opcode the files beside it. False: the packet is malformed. */
typedef bool mr600_cp_packet_fn(struct mr600 *r, unsigned opcode, const uint32_t *dw, uint32_t n);
void mr600_cp_packet3(struct mr600 *r, uint32_t header, const uint32_t *dw, uint32_t n);
mr600_cp_packet_fn mr600_cp_set_packet;       /* cp_set.c: SET_* */
mr600_cp_packet_fn mr600_cp_load_packet;      /* cp_load.c: CONTEXT_CONTROL, LOAD_* */
mr600_cp_packet_fn mr600_cp_draw_packet;      /* cp_draw.c: draws, and what stands before them */
mr600_cp_packet_fn mr600_cp_sync_packet;      /* cp_sync.c: waits, semaphores */
mr600_cp_packet_fn mr600_cp_event_packet;     /* cp_event.c: events, fences, SURFACE_SYNC */
mr600_cp_packet_fn mr600_cp_mem_packet;       /* cp_mem.c: MEM_WRITE, COPY_DW, COND_WRITE */
mr600_cp_packet_fn mr600_cp_dma_packet;       /* cp_dma.c: CP_DMA */
mr600_cp_packet_fn mr600_cp_strmout_packet;   /* cp_strmout.c */
mr600_cp_packet_fn mr600_cp_predicate_packet; /* cp_predicate.c */

/* cp_rules.c: before a draw (false: the chip hangs), and behind it. */
bool mr600_cp_may_draw(struct mr600 *r);
void mr600_cp_drew(struct mr600 *r);
/* A packet wrote the registers from first to end. */
void mr600_cp_check_together(struct mr600 *r, uint32_t first, uint32_t end);
/* cp_event.c: of CP_INT_STATUS; the interrupt follows if CP_INT_CNTL has the bit. */
void mr600_cp_interrupt(struct mr600 *r, uint32_t bits, unsigned source);
/* cp_sync.c */
void mr600_cp_wait_until(struct mr600 *r, uint32_t value);
bool mr600_cp_wait_over(struct mr600 *r);
bool mr600_cp_compare(unsigned function, uint32_t value, uint32_t reference);
void mr600_cp_scratch(struct mr600 *r, unsigned i, uint32_t value);
/* The counter that fences and MEM_WRITE store. */
uint64_t mr600_cp_clock(struct mr600 *r);
/* cp_set.c: what a base register's write asks for, and whether a draw may follow. */
void mr600_cp_base_written(struct mr600 *r, uint32_t offset);

#endif
