/* SPDX-License-Identifier: MIT
 *
 * The front end: it fetches commands, loads states, draws, waits, raises events (GC facts 2.6, 3).
 */
#ifndef HW_MODEL_GC_FE_H
#define HW_MODEL_GC_FE_H

#include "hw/model/gc/gc.h"
#include "hw/model/registers.h"

enum {
	/* DRAW_2D: header, filler, 256 rectangles, 11 bits of data; LOAD_STATE has 1024 values. */
	MGC_COMMAND_DW = 2 + 2 * 256 + 2048,
	MGC_TOKENS = 32, /* 5 bits name a unit */
};

/* Who has to wait for whom: fe_sync.c. */
struct mgc_sync {
	bool color, depth; /* PE was given work, and FLUSH_CACHE has not come since for that cache */
	bool ra_behind;    /* PE was given work or a flush, and RA has not waited for it since */
	bool fe_behind;    /* the same of FE */
	bool copied;       /* BLT was given work, and nobody has waited for it since */
};

struct mgc_fe {
	bool running;
	bool stuck;           /* it hangs */
	bool half_started;    /* secure cores want a second write */
	bool client;          /* the stream at hand is a program's, not the kernel's */
	bool skip;            /* CHIP_SELECT: the commands are for other cores */
	uint32_t pc;          /* GPU address of what comes next */
	uint32_t at;          /* of the command at hand */
	uint32_t prefetch;    /* quadwords that it may still take */
	const uint32_t *host; /* a stream that the core cannot address, in place of memory; NULL: memory */
	uint32_t host_at, host_dw, host_from; /* host_from: of the command at hand */
	uint64_t wait;                        /* cycles that a WAIT still takes */
	uint32_t ret, ret_prefetch;
	bool called;
	uint32_t state;             /* DMA_DEBUG_STATE.CMD_STATE */
	uint32_t qword[2];          /* fetched last */
	uint32_t armed[MGC_TOKENS]; /* semaphores: a bit of [from] for each unit that is waited for */
	uint64_t draws, prims;
	bool fault_stuck, fault_pe, fault_copy; /* on purpose */
	bool copying;                           /* by fault_copy: RS or BLT began, and does not end */
	uint32_t half_reads;                    /* of status, since half_started */
	struct mgc_sync sync;
	uint32_t n_dw;
	uint32_t dw[MGC_COMMAND_DW];  /* the command at hand, copied: memory may change */
	bool known[MGC_STATES_B / 4]; /* states that the database has for this core */
	struct fl_reg_told *told;
};

/* COMMAND_CONTROL, SEC_COMMAND_CONTROL were written. */
void mgc_fe_control(struct mgc *g, uint32_t offset, uint32_t value);
/* Spend cycles on commands; returns how many are left. */
uint64_t mgc_fe_work(struct mgc *g, uint64_t cycles);
/* To the end, to the idle ring, or until it hangs. True: it did not. */
bool mgc_fe_finish(struct mgc *g);
bool mgc_fe_run(struct mgc *g, const uint32_t *dw, uint32_t addr, uint32_t size_dw);
/* The same of a few commands of the kernel's. */
bool mgc_fe_run_kernel(struct mgc *g, const uint32_t *dw, uint32_t size_dw);
/* Not at END, and not in a WAIT whose LINK leads back to it. */
bool mgc_fe_busy(struct mgc *g);
uint32_t mgc_fe_debug(const struct mgc *g, uint32_t offset);
void mgc_fe_where(const struct mgc *g, char *out, size_t size);
void mgc_fe_tell_half_started(struct mgc *g);

/* ---- between its files --------------------------------------------------------------------------------- */
/* How many dwords a command has, the filler aside; 0: there is no such command on this core. */
uint32_t mgc_command_dw(const struct mgc *g, uint32_t header);
const char *mgc_command_name(uint32_t header);
/* Carry out the command in fe->dw. */
void mgc_command(struct mgc *g);
/* Go to an address: LINK, CALL, RETURN. */
void mgc_fe_go(struct mgc *g, uint32_t addr, uint32_t prefetch);
/* A state is written: stored, and what follows from it (state.c). */
void mgc_state(struct mgc *g, uint32_t offset, uint32_t value);
void mgc_states_reset(struct mgc *g);
bool mgc_states_new(struct mgc *g);
/* Fields that a write leaves alone: the value that the state has after it (state_masked.c). */
uint32_t mgc_state_merge(uint32_t offset, uint32_t old, uint32_t value);
/* FE's own states and those of the unit GL (fe_state.c). */
void mgc_gl_write(struct mgc *g, uint32_t offset, uint32_t value);

/* ---- fe_sync.c ----------------------------------------------------------------------------------------- */
void mgc_sync_semaphore(struct mgc *g, uint32_t token);
void mgc_sync_stall(struct mgc *g, uint32_t token, bool command);
void mgc_sync_flush(struct mgc *g, uint32_t bits);
void mgc_sync_ts_flush(struct mgc *g);
/* Before a state is stored: where targets and tile status lie; what programs run on. */
void mgc_sync_state(struct mgc *g, uint32_t offset, uint32_t value);
void mgc_sync_source(struct mgc *g, uint32_t offset);

#endif
