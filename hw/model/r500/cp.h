/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: R5xx guide chapters 5 and 6.
 *
 * It takes dwords from one of three streams (primary: the ring, or the PIO aperture; indirect 1; indirect 2),
 * makes packets of them, and carries those out. Work is done in shares (r500_cp_work()), so that the host
 * sees it progress.
 */
#ifndef R500_CP_H
#define R500_CP_H

#include "hw/model/r500/r500.h"

enum { R500_CP_DW_WORK = 64 }; /* a dword of commands, in units of r500_work() */
enum { R500_CP_PRIMARY, R500_CP_IB1, R500_CP_IB2, R500_CP_STREAMS };
enum {
	R500_CP_RAM_WORDS = 256,
	R500_CP_SEMAPHORES = 0xfc, /* ME RAM 0xfc to 0xff: guide 6.2.4.1 */
	R500_CP_BODY_DW = 0x4000,  /* longest packet body */
	R500_CP_PIO_DW = 0x60 * 8, /* the command stream queue: 0x60 double octwords */
	R500_CP_DMA_QUEUE = 8,
};

/* An indirect buffer that is being read. */
struct r500_cp_ib {
	bool active, pio;
	uint64_t addr;
	const uint32_t *host; /* instead of addr: fl_model_run() */
	uint32_t at_dw, size_dw;
};

/* Dwords that the host pushed through an aperture. */
struct r500_cp_pio {
	uint32_t dw[R500_CP_PIO_DW];
	unsigned first, n;
};

struct r500_cp_dma {
	uint32_t src, dst, command;
	uint32_t table; /* address of the descriptors, if by_table */
	bool vid, by_table;
};

enum r500_cp_wait { R500_CP_RUNS, R500_CP_WAIT_SEMAPHORE, R500_CP_WAIT_MEM };

struct r500_cp {
	/* microcode: 40 bits a word */
	uint64_t ram[R500_CP_RAM_WORDS];
	uint32_t ram_written[R500_CP_RAM_WORDS / 32];
	uint8_t ram_addr;
	uint64_t ram_hold; /* what DATAH and DATAL read */
	uint8_t ram_high;  /* DATAH, until DATAL completes the word */
	bool no_ram;       /* fault */

	/* streams */
	uint32_t rptr, wptr; /* of the ring, dwords */
	uint32_t wptr_staged;
	uint64_t wptr_due_us; /* CP_RB_WPTR_DELAY; 0: nothing staged */
	unsigned wptr_writes;
	uint32_t rptr_told;                    /* what the host's copy of the read pointer says */
	struct r500_cp_ib ib[R500_CP_STREAMS]; /* [0] is unused */
	uint32_t
	    *own; /* what fl_model_run() brought and is not carried out yet: the caller's memory may go */
	struct r500_cp_pio pio[R500_CP_STREAMS];

	/* the packet at hand */
	bool in_packet;
	uint32_t header, need_dw, have_dw;
	uint32_t body[R500_CP_BODY_DW];
	uint32_t swapped[R500_CP_BODY_DW]; /* fetched through CP_RB_CNTL.BUF_SWAP */
	uint64_t skip_dw;                  /* of a PRED_EXEC or COND_EXEC that was not taken */
	unsigned skip_stream;

	/* where it stands, for reports */
	unsigned at_stream;
	uint64_t at_addr;
	uint32_t at_dw;
	bool at_host, at_known;
	bool executing; /* a packet of at_stream: that stream may have ended with it */

	enum r500_cp_wait wait;
	uint32_t wait_at, wait_reset; /* semaphore, or address */
	bool wait_resets;
	bool stuck; /* hangs, until it is reset */
	bool fault_stuck;
	int64_t budget; /* what is left of the share */

	/* a draw that waits for its data: VAP_VF_CNTL was written, indices or vertices follow */
	bool draw_open;
	uint32_t draw_vf_cntl;
	uint64_t draw_need_dw;
	uint32_t *draw_dw;
	uint64_t draw_have_dw, draw_cap_dw;

	/* DMA: GUI and VID engine share the queue */
	struct r500_cp_dma dma[R500_CP_DMA_QUEUE];
	unsigned n_dma;
	bool dma_first;    /* CP_SYNC: the microengine waits for what is queued */
	bool dma_abort[2]; /* ABORT_EN of GUI, VID */

	/* CP_RESYNC_*: scratch writes that wait for the color buffer's sync pulses */
	uint8_t resync_addr[8];
	uint32_t resync_data[8];
	unsigned n_resync_addr, n_resync_data, sync_pulses;
};

/* cp.c */
void r500_cp_work(struct r500 *r, int64_t budget);
bool r500_cp_run(struct r500 *r, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw);
bool r500_cp_can_progress(const struct r500 *r);
void r500_cp_hang(struct r500 *r);
void r500_cp_soft_reset(struct r500 *r);
void r500_cp_where(const struct r500 *r, char *out, size_t size);
const char *r500_cp_packet_name(uint32_t header);

/* cp_stream.c */
enum r500_cp_mode { R500_CP_OFF, R500_CP_PIO, R500_CP_BM };
enum r500_cp_mode r500_cp_mode(const struct r500 *r, unsigned stream);
unsigned r500_cp_stream(const struct r500 *r);                 /* the one that is read now */
uint64_t r500_cp_avail(const struct r500 *r, unsigned stream); /* dwords that are there */
/* Up to n dwords in one piece; *got says how many. NULL: unreadable, reported, the CP hangs. */
const uint32_t *r500_cp_peek(struct r500 *r, unsigned stream, uint32_t n, uint32_t *got);
void r500_cp_take(struct r500 *r, unsigned stream, uint32_t n);
bool r500_cp_start_ib(struct r500 *r, unsigned stream, const uint32_t *host, uint64_t addr, uint32_t size_dw);
bool r500_cp_own_ib(struct r500 *r); /* false: out of memory, the CP hangs */
void r500_cp_pio(struct r500 *r, unsigned stream, uint32_t value);
void r500_cp_wptr(struct r500 *r, uint32_t value);
void r500_cp_tell_rptr(struct r500 *r);
uint64_t r500_cp_ring(const struct r500 *r, uint64_t *size_B);
bool r500_cp_read_mem(struct r500 *r, uint64_t addr, uint32_t *value, const char *what);

/* cp_ram.c */
void r500_cp_ram_write(struct r500 *r, uint32_t offset, uint32_t value);
uint32_t r500_cp_ram_read(struct r500 *r, uint32_t offset);
bool r500_cp_ram_loaded(const struct r500 *r);
void r500_cp_ram_fill(struct r500 *r); /* `running`: a well-formed image, not AMD's */

/* cp_packet3.c, cp_draw.c, cp_2d.c, cp_sync.c: type-3 packets, by opcode */
void r500_cp_packet3(struct r500 *r, uint32_t header, const uint32_t *dw, uint32_t n);
typedef bool r500_cp_packet_fn(struct r500 *r, unsigned opcode, const uint32_t *dw,
			       uint32_t n); /* false: malformed */
r500_cp_packet_fn r500_cp_draw_packet, r500_cp_2d_packet, r500_cp_sync_packet;
/* cp_draw.c: VAP_VF_CNTL and the VAP's data ports */
void r500_cp_vf_cntl(struct r500 *r, uint32_t value);
void r500_cp_vap_port(struct r500 *r, uint32_t value);
/* The open draw of PRIM_WALK 0 ends with the vertices that it has. */
void r500_cp_end_draw(struct r500 *r);
void r500_cp_drop_draw(struct r500 *r);
bool r500_cp_draw_open(const struct r500 *r);
/* cp_sync.c */
void r500_cp_wait_until(struct r500 *r, uint32_t value);
bool r500_cp_wait_over(struct r500 *r);
void r500_cp_scratch(struct r500 *r, unsigned i, uint32_t value);
void r500_cp_resync_write(struct r500 *r, uint32_t offset, uint32_t value);
void r500_cp_sync_pulse(struct r500 *r);
/* cp_dma.c */
void r500_cp_dma_start(struct r500 *r, uint32_t command_offset);
void r500_cp_dma_table(struct r500 *r, uint32_t offset, uint32_t value, enum r500_from from);
void r500_cp_dma_abort(struct r500 *r, uint32_t offset, uint32_t value); /* DMA_xxx_STATUS */
uint32_t r500_cp_dma_status(const struct r500 *r, uint32_t offset);
void r500_cp_dma_finish(struct r500 *r);
void r500_cp_dma_reset(struct r500 *r);

#endif
