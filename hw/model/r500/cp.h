/* SPDX-License-Identifier: MIT
 *
 * CP, the command processor: R5xx guide chapters 5 and 6.
 *
 * It takes dwords from one of three streams (primary: the ring, or the PIO aperture; indirect 1; indirect 2),
 * makes packets of them, and carries those out. Work is done in shares (mr500_cp_work()), so that the host
 * can watch it progress.
 */
#ifndef HW_MODEL_R500_CP_H
#define HW_MODEL_R500_CP_H

#include "hw/model/r500/r500.h"

enum { MR500_CP_DW_WORK = 64 }; /* a dword of commands, in units of fl_work() */
enum { MR500_CP_PRIMARY, MR500_CP_IB1, MR500_CP_IB2, MR500_CP_STREAMS };
enum {
	MR500_CP_RAM_WORDS = 256,
	MR500_CP_SEMAPHORES = 0xfc, /* ME RAM 0xfc to 0xff: guide 6.2.4.1 */
	MR500_CP_BODY_DW = 0x4000,  /* longest packet body */
	MR500_CP_PIO_DW = 0x60 * 8, /* the command stream queue: 0x60 double octwords */
	MR500_CP_DMA_QUEUE = 8,
	/* Packets whose opcode has this bit begin with the settings of the 2D engine: guide 6.2.2. */
	MR500_CP_WITH_SETTINGS = 0x80,
	MR500_CP_RESYNC_QUEUE = 8, /* CP_RESYNC_*: guide 5.9 */
};

/* An indirect buffer that is being read. */
struct mr500_cp_ib {
	bool active, pio;
	uint64_t addr;
	const uint32_t *host; /* the caller's memory, in place of addr: fl_model_run() */
	uint32_t at_dw, size_dw;
};

/* Dwords that the host pushed through an aperture. */
struct mr500_cp_pio {
	uint32_t dw[MR500_CP_PIO_DW];
	unsigned first, n;
};

struct mr500_cp_dma {
	uint32_t src, dst, command;
	uint32_t table; /* address of the descriptors, if by_table */
	bool vid, by_table;
};

enum mr500_cp_wait { MR500_CP_RUNS, MR500_CP_WAIT_SEMAPHORE, MR500_CP_WAIT_MEM };

struct mr500_cp {
	/* microcode: 40 bits a word */
	uint64_t ram[MR500_CP_RAM_WORDS];
	uint32_t ram_written[MR500_CP_RAM_WORDS / 32];
	uint8_t ram_addr;
	uint64_t ram_hold; /* what DATAH and DATAL read */
	uint8_t ram_high;  /* DATAH, until DATAL completes the word */
	bool no_ram;       /* fault */
	bool garbage;      /* the RAM is full, and of what is no microcode */

	/* streams */
	uint32_t rptr, wptr; /* of the ring, dwords */
	uint32_t wptr_staged;
	uint64_t wptr_due_us; /* CP_RB_WPTR_DELAY; 0: nothing staged */
	unsigned wptr_writes;
	uint32_t rptr_told;                      /* what the host's copy of the read pointer says */
	struct mr500_cp_ib ib[MR500_CP_STREAMS]; /* [0] is unused */
	uint32_t *own; /* A copy of what fl_model_run() brought and was not carried out yet. */
	struct mr500_cp_pio pio[MR500_CP_STREAMS];

	/* the packet at hand */
	bool in_packet;
	uint32_t header, need_dw, have_dw;
	uint32_t body[MR500_CP_BODY_DW];
	uint32_t swapped[MR500_CP_BODY_DW]; /* fetched through CP_RB_CNTL.BUF_SWAP */
	uint64_t skip_dw;                   /* of a PRED_EXEC or COND_EXEC that was not taken */
	unsigned skip_stream;

	/* where the current packet stands, for reports */
	unsigned at_stream;
	uint64_t at_addr;
	uint32_t at_dw;
	bool at_host, at_known;
	bool executing; /* a packet of at_stream: that stream may have ended with it */

	enum mr500_cp_wait wait;
	uint32_t wait_at, wait_reset; /* semaphore, or address */
	bool wait_resets;
	bool stuck; /* it hangs until it is reset */
	bool fault_stuck;
	/* Faults, each of one transport: what is pushed is lost; what is fetched from VRAM was never written;
	 * memory of the host does not answer */
	bool no_pio, no_vram, no_master;
	int64_t budget; /* what is left of the share */

	/* a draw that waits for its data: VAP_VF_CNTL was written, indices or vertices follow */
	bool draw_open;
	uint32_t draw_vf_cntl;
	uint64_t draw_need_dw;
	uint32_t *draw_dw;
	uint64_t draw_have_dw, draw_cap_dw;

	/* DMA: GUI and VID engine share the queue */
	struct mr500_cp_dma dma[MR500_CP_DMA_QUEUE];
	unsigned n_dma;
	bool dma_first;    /* CP_SYNC: the microengine waits for what is queued */
	bool dma_abort[2]; /* ABORT_EN of GUI, VID */

	/* CP_RESYNC_*: scratch writes that wait for the color buffer's sync pulses */
	uint8_t resync_addr[MR500_CP_RESYNC_QUEUE];
	uint32_t resync_data[MR500_CP_RESYNC_QUEUE];
	unsigned n_resync_addr, n_resync_data, sync_pulses;
};

/* cp.c */
void mr500_cp_work(struct mr500 *r, int64_t budget);
bool mr500_cp_run(struct mr500 *r, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw);
bool mr500_cp_can_progress(const struct mr500 *r);
void mr500_cp_hang(struct mr500 *r);
void mr500_cp_soft_reset(struct mr500 *r);
void mr500_cp_where(const struct mr500 *r, char *out, size_t size);
const char *mr500_cp_packet_name(uint32_t header);

/* cp_stream.c */
enum mr500_cp_mode { MR500_CP_OFF, MR500_CP_PIO, MR500_CP_BM };
enum mr500_cp_mode mr500_cp_mode(const struct mr500 *r, unsigned stream);
unsigned mr500_cp_stream(const struct mr500 *r);                 /* the one that is read now */
uint64_t mr500_cp_avail(const struct mr500 *r, unsigned stream); /* dwords that are there */
/* Up to n dwords in one piece, of at most MR500_CP_BODY_DW; *got says how many. NULL: unreadable, reported,
 * the CP hangs. */
const uint32_t *mr500_cp_peek(struct mr500 *r, unsigned stream, uint32_t n, uint32_t *got);
void mr500_cp_take(struct mr500 *r, unsigned stream, uint32_t n);
/* A dword through a swap of bytes, with the codes of CP_RB_CNTL.BUF_SWAP. */
uint32_t mr500_cp_swap(uint32_t v, unsigned how);
bool mr500_cp_start_ib(struct mr500 *r, unsigned stream, const uint32_t *host, uint64_t addr,
		       uint32_t size_dw);
bool mr500_cp_own_ib(struct mr500 *r);       /* false: out of memory, the CP hangs */
bool mr500_cp_pushed(const struct mr500 *r); /* the packet that is carried out came by PIO */
void mr500_cp_pio(struct mr500 *r, unsigned stream, uint32_t value);
void mr500_cp_wptr(struct mr500 *r, uint32_t value);
void mr500_cp_take_wptr(struct mr500 *r); /* what was held back */
void mr500_cp_tell_rptr(struct mr500 *r);
uint64_t mr500_cp_ring(const struct mr500 *r, uint64_t *size_B);
bool mr500_cp_read_mem(struct mr500 *r, uint64_t addr, uint32_t *value, const char *what);

/* cp_ram.c */
void mr500_cp_ram_write(struct mr500 *r, uint32_t offset, uint32_t value);
uint32_t mr500_cp_ram_read(struct mr500 *r, uint32_t offset);
bool mr500_cp_ram_loaded(const struct mr500 *r);
/* The microengine runs free, and has garbage to run: it hangs. */
void mr500_cp_run_free(struct mr500 *r);
void mr500_cp_ram_fill(struct mr500 *r); /* `running`: a well-formed image, not AMD's */

/* Type-3 packets: cp.c, and by opcode cp_draw.c, cp_2d.c, cp_sync.c. */
void mr500_cp_packet3(struct mr500 *r, uint32_t header, const uint32_t *dw, uint32_t n);
/* False: the packet is malformed. */
typedef bool mr500_cp_packet_fn(struct mr500 *r, unsigned opcode, const uint32_t *dw, uint32_t n);
mr500_cp_packet_fn mr500_cp_draw_packet, mr500_cp_2d_packet, mr500_cp_sync_packet;
/* cp_draw.c: VAP_VF_CNTL and the VAP's data ports */
void mr500_cp_vf_cntl(struct mr500 *r, uint32_t value);
void mr500_cp_vap_port(struct mr500 *r, uint32_t value);
/* The open draw of PRIM_WALK 0 ends with the vertices that it has. */
void mr500_cp_end_draw(struct mr500 *r);
void mr500_cp_drop_draw(struct mr500 *r);
bool mr500_cp_draw_open(const struct mr500 *r);
/* waits.c: reports what a chip waits for that is busy and has nothing to do. */
void mr500_tell_waits(struct mr500 *r);
/* cp_sync.c */
void mr500_cp_wait_until(struct mr500 *r, uint32_t value);
bool mr500_cp_wait_over(struct mr500 *r);
void mr500_cp_scratch(struct mr500 *r, unsigned i, uint32_t value);
void mr500_cp_resync_write(struct mr500 *r, uint32_t offset, uint32_t value);
void mr500_cp_sync_pulse(struct mr500 *r);
/* cp_dma.c */
void mr500_cp_dma_start(struct mr500 *r, uint32_t command_offset);
void mr500_cp_dma_table(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from);
void mr500_cp_dma_abort(struct mr500 *r, uint32_t offset, uint32_t value); /* DMA_xxx_STATUS */
uint32_t mr500_cp_dma_status(const struct mr500 *r, uint32_t offset);
void mr500_cp_dma_finish(struct mr500 *r);
void mr500_cp_dma_reset(struct mr500 *r);

#endif
