/* SPDX-License-Identifier: MIT
 *
 * The R5xx model: the chip object, and the seams between its blocks. Each block is one or more files named
 * after it (rbbm, mc, cp, e2, vap, pvs, ga, sc, rs, us, tx, fg, zb, cb) and owns one struct, kept in struct
 * r500.
 *
 * Of the rest of the kit the model includes the generated register headers, and nothing else.
 */
#ifndef HW_MODEL_R500_R500_H
#define HW_MODEL_R500_R500_H

#include "hw/model/r500/chips.h"
#include "hw/model/r500/draw.h"
#include "hw/model/avivo/dc.h"
#include "hw/model/chip.h" /* struct fl_model: memory, reports, clock, PCI, threads */
#include "hw/regs/r500.h"

enum { MR500_REGS_B = 0x10000 }; /* the register BAR: 64 KiB */

/* Who accesses a register: some are for the command processor alone, and back. */
enum mr500_from { MR500_HOST, MR500_CP };

/* Groups of registers whose decoded state goes stale when one of them is written. */
enum {
	MR500_DIRTY_VAP = 1 << 0,
	MR500_DIRTY_PVS = 1 << 1,
	MR500_DIRTY_GA = 1 << 2, /* GA, SU, GB */
	MR500_DIRTY_SC = 1 << 3,
	MR500_DIRTY_RS = 1 << 4,
	MR500_DIRTY_US = 1 << 5,
	MR500_DIRTY_TX = 1 << 6,
	MR500_DIRTY_FG = 1 << 7,
	MR500_DIRTY_ZB = 1 << 8,
	MR500_DIRTY_CB = 1 << 9,
	/* what GA decodes */
	MR500_DIRTY_DRAW = MR500_DIRTY_GA | MR500_DIRTY_SC | MR500_DIRTY_RS | MR500_DIRTY_US |
			   MR500_DIRTY_TX | MR500_DIRTY_FG | MR500_DIRTY_ZB | MR500_DIRTY_CB,
	MR500_DIRTY_ALL = 0x3ff,
};

struct mr500 {
	struct fl_model base;                /* first: a struct fl_model * is a struct mr500 * */
	const struct mr500_variant *variant; /* chips.c: what differs between the chips */

	uint32_t reg[MR500_REGS_B / 4]; /* the register file; raw values as written, reserved bits cleared */
	uint32_t dirty;  /* MR500_DIRTY_* since the last draw was decoded. RBBM sets them when a write changes
				a register, and on every write to a port (index and data pairs) */
	enum fl_isa isa; /* which set of the *_simd.c functions draws */
	struct fl_dc dc; /* the displays of R5xx */

	struct mr500_rbbm *rbbm; /* soft resets, status, idle bookkeeping */
	struct mr500_mc *mc;     /* memory controller, PLL, HDP */
	struct mr500_cp *cp;
	struct mr500_e2 *e2;
	struct mr500_vap *vap; /* includes PVS memory */
	struct mr500_ga *ga;   /* setup, bins, batches, threads */
	struct mr500_us *us;   /* instruction and constant memory, decoded programs */
	struct mr500_tx *tx;   /* texture cache */
	struct mr500_rb *rb;   /* tile cache: CB and ZB */
};

#define R500_REG(r, name) ((r)->reg[R500_##name / 4])

/* ---- every block: made with the chip, freed with it, and put back to its reset state ------------------ */
/* mr500_XX_new() allocates r->XX; mr500_XX_reset() is also what the block's soft reset bit does.
 * mr500_XX_write(r, offset, value, from) is called after value has been stored in r->reg[], for registers
 * that act when written; mr500_XX_read() for registers whose value is not what was written. rbbm.c's table
 * routes them. */
#define MR500_BLOCK(xx)                                                                                  \
	bool mr500_##xx##_new(struct mr500 *r);                                                          \
	void mr500_##xx##_free(struct mr500 *r);                                                         \
	void mr500_##xx##_reset(struct mr500 *r);                                                        \
	void mr500_##xx##_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from); \
	uint32_t mr500_##xx##_read(struct mr500 *r, uint32_t offset, enum mr500_from from)
MR500_BLOCK(rbbm);
MR500_BLOCK(mc);
MR500_BLOCK(cp);
MR500_BLOCK(e2);  /* 0x1400-0x17ff but for the few that RBBM owns, 0x3400-0x34ff */
MR500_BLOCK(vap); /* 0x1d98-0x1daf, 0x2000-0x2fff */
MR500_BLOCK(ga);  /* 0x4000-0x43ff (GB, GA, SU, RS, SC), but TX's and 0x4250-0x4258 */
MR500_BLOCK(us);  /* 0x4250-0x4258, 0x4600-0x46ff, 0x4c00-0x4dff, 0x9000-0xbfff */
MR500_BLOCK(tx);  /* 0x4100, 0x4104, 0x4400-0x45ff */
MR500_BLOCK(rb);  /* FG 0x4b00-0x4bff, CB 0x4e00-0x4eff, ZB 0x4f00-0x4fff */

/* ---- RBBM: register access (rbbm.c) -------------------------------------------------------------------- */
uint32_t mr500_reg_read(struct mr500 *r, uint32_t offset, enum mr500_from from);
void mr500_reg_write(struct mr500 *r, uint32_t offset, uint32_t value, enum mr500_from from);

/* May the 3D pipe draw: GB_TILE_CONFIG set up and in effect (guide 10.3.4, 10.4.1)? If not, why says what is
 * missing. */
bool mr500_pipes_ready(const struct mr500 *r, const char **why);

/* ---- reports: block "US", section "R5xx guide 8.5.2"; the place in the stream is added. Once a key (fmt).
 * --- */
void mr500_report(struct mr500 *r, enum fl_severity severity, const char *block, const char *section,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* ---- the step budget: fl_work() of chip.h. Beyond it the chip hangs. ----------------------------------- */
/* ---- VAP: a draw (vap.c), called by CP when VAP_VF_CNTL is written or a draw packet is complete -------- */
struct mr500_draw_src {
	const uint32_t *dw; /* vertices (PRIM_WALK vertex data) or indices embedded in the stream; or NULL */
	uint32_t size_dw;
	uint64_t index_addr; /* indices in memory (INDX_BUFFER), if dw is NULL and the walk is by index */
	uint32_t index_size_dw;
};
void mr500_vap_draw(struct mr500 *r, uint32_t vf_cntl, const struct mr500_draw_src *src);

/* ---- GA: a draw (ga_draw.c). Between mr500_ga_begin() and the next, primitives go to r->ga->ras. ------- */
/* Decodes what is dirty, checks that the 3D pipe may draw at all, opens a draw in the batch. NULL: refused,
 * reported. */
const struct mr500_draw *mr500_ga_begin(struct mr500 *r, const struct mr500_vap_out *out);
/* Draw everything that is gathered. Results are then in the tile cache, or in memory if a flush was due. */
void mr500_ga_finish(struct mr500 *r);
bool mr500_ga_busy(const struct mr500 *r); /* something is gathered */

/* ---- decode: state of a block for a draw, allocated in the batch's arena (chip.h: fl_arena). NULL: refused
 * --- */
const struct fl_raster_scan *mr500_sc_decode(struct mr500 *r, struct fl_arena *a);
const struct mr500_rs_state *mr500_rs_decode(struct mr500 *r, struct fl_arena *a,
					     bool fog); /* fog: px.fog is wanted */
const struct mr500_us_state *mr500_us_decode(struct mr500 *r, struct fl_arena *a);
/* For programs that look up these units; where registers are as before, also those that it had. */
const struct mr500_tx_state *mr500_tx_decode(struct mr500 *r, const struct mr500_tx_state *before,
					     unsigned units, struct fl_arena *a);
bool mr500_tx_lacks(const struct mr500_tx_state *tx, unsigned units);
const struct mr500_fg_state *mr500_fg_decode(struct mr500 *r, struct fl_arena *a);
const struct fl_pixel_depth *mr500_zb_decode(struct mr500 *r, struct fl_arena *a);
const struct fl_pixel_color *mr500_cb_decode(struct mr500 *r, struct fl_arena *a);
/* Between RS and US: d->us_zero, once d->us, rs, fg, cb and stages are there. False: out of memory. */
bool mr500_us_link(struct mr500 *r, struct fl_arena *a, struct mr500_draw *d);
/* Facts that one block's decode needs of another's registers. */
bool mr500_us_hung(struct mr500 *r);                        /* a program found no end: reported */
unsigned mr500_us_length(const struct mr500_us_state *us);  /* instructions, loops taken once */
unsigned mr500_us_units(const struct mr500_us_state *us);   /* texture units looked up: a bit each */
bool mr500_us_kills(const struct mr500_us_state *us);       /* the program may discard pixels */
bool mr500_tx_kills(const struct mr500_tx_state *tx);       /* a chroma key is on that kills pixels */
bool mr500_tx_in_memory(const struct mr500_tx_state *tx);   /* texels are read from memory while it draws */
bool mr500_fg_kills(const struct mr500_fg_state *fg);       /* alpha test or alpha to mask on */
bool mr500_fg_takes_depth(const struct mr500_fg_state *fg); /* of the shader: FG_DEPTH_SRC */
bool mr500_fg_wants_fog(const struct mr500_fg_state *fg);   /* RS is to fill px.fog */
bool mr500_zb_writes(const struct fl_pixel_depth *zb); /* depth or stencil may change: R5xx guide 10.4.5 */

/* ---- the pixel blocks: one call a wave; wave->cover says what is left to do ---------------------------- */
FL_SIMD_DECLARE(void, mr500_us_run, (struct fl_raster_thread *)); /* px.temp -> px.out, px.out_w; KILL */
FL_SIMD_DECLARE(void, mr500_fg_run, (struct fl_raster_thread *)); /* alpha test, fog */

/* ---- RB: color and depth caches (rb.c) ----------------------------------------------------------------- */
/* Flush: dirty tiles go to memory behind what is gathered; freed: and are forgotten then. Until that is drawn
 * the flush is due: one seldom comes alone, and tiles whose caches are flushed both leave as soon as they are
 * drawn. */
void mr500_rb_flush(struct mr500 *r, bool depth, bool freed);
/* Before whatever else acts: no flush is due after it. */
void mr500_rb_settle(struct mr500 *r);
/* Of mr500_ga_finish(): FL_RASTER_LEAVE_… for what is due, and that all is drawn. */
unsigned mr500_rb_leaving(const struct mr500 *r);
void mr500_rb_finished(struct mr500 *r);
/* Forget what the cache holds, dirty or not, so that it is read again (DC_FREE, ZC_FREE). */
void mr500_rb_forget(struct mr500 *r, bool depth);
/* What is drawn of depths goes to memory, and stays. */
void mr500_rb_evict_depth(struct mr500 *r);
/* Does the tile cache hold unflushed pixels of [addr, addr + size)? */
bool mr500_rb_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B, const char **which);
/* The same of all caches that write: RB's, and the 2D engine's destination cache. */
bool mr500_holds(const struct mr500 *r, uint64_t addr, uint64_t size_B, const char **which);
/* Packets 3D_CLEAR_ZMASK, 3D_CLEAR_HIZ and 3D_CLEAR_CMASK (opcodes 0x32, 0x37, 0x38): value into count dwords
 * of the RAM of every pipe, from dword start. */
void mr500_rb_clear_ram(struct mr500 *r, unsigned opcode, uint32_t start, uint32_t count, uint32_t value);

/* ---- TX ------------------------------------------------------------------------------------------------ */
/* A texture look-up for a wave: see tx.h. */

/* ---- idle ---------------------------------------------------------------------------------------------- */
bool mr500_e2_busy(const struct mr500 *r);
void mr500_e2_finish(struct mr500 *r); /* do what is queued; results may sit in the 2D destination cache */
void mr500_e2_flush(struct mr500 *r);  /* and that in memory */
bool mr500_cp_busy(const struct mr500 *r);

#endif
