/* SPDX-License-Identifier: MIT
 *
 * The R6xx and R7xx model: the chip object, and the seams between its blocks. Each block is one or more files
 * named after it (grbm, mc, cp, dma, vgt, pa, sc, spi, sq, fetch, rb, cb, db) and owns one struct, kept in
 * struct mr600.
 *
 * Of the rest of the kit the model includes the generated register headers, and nothing else.
 */
#ifndef HW_MODEL_R600_R600_H
#define HW_MODEL_R600_R600_H

#include "hw/model/avivo/dc.h"
#include "hw/model/chip.h" /* struct fl_model: memory, reports, clock, PCI, threads */
#include "hw/model/r600/chips.h"
#include "hw/model/r600/draw.h"
#include "hw/regs/r600.h"

enum {
	MR600_BAR_B = 0x10000,  /* the register BAR: what the host reaches */
	MR600_REGS_B = 0x40000, /* all spaces: contexts, constants, resources, samplers lie above the BAR */
};

/* Who accesses a register: some are for the command processor alone, and back. */
enum mr600_from { MR600_HOST, MR600_CP };

/* Groups of registers whose decoded state goes stale when one of them is written. */
enum {
	MR600_DIRTY_VGT = 1 << 0,
	MR600_DIRTY_PA = 1 << 1, /* PA_CL, PA_SU */
	MR600_DIRTY_SC = 1 << 2,
	MR600_DIRTY_SPI = 1 << 3,
	MR600_DIRTY_SQ = 1 << 4,    /* programs, ALU, boolean and loop constants, constant caches, SX */
	MR600_DIRTY_FETCH = 1 << 5, /* resources, samplers, border colors */
	MR600_DIRTY_DB = 1 << 6,
	MR600_DIRTY_CB = 1 << 7,
	MR600_DIRTY_ALL = 0xff,
};

struct mr600 {
	struct fl_model base;                /* first: a struct fl_model * is a struct mr600 * */
	const struct mr600_variant *variant; /* chips.c: what differs between the chips */

	uint32_t reg[MR600_REGS_B / 4]; /* the register file; raw values as written, reserved bits cleared */
	uint32_t dirty;                 /* MR600_DIRTY_* since the last draw was decoded. GRBM sets them */
	enum fl_isa isa;                /* which set of the *_simd.c functions draws */

	struct mr600_grbm *grbm; /* who owns which register; soft resets, status */
	struct mr600_mc *mc;     /* memory controller, HDP and its surfaces, clocks */
	struct mr600_cp *cp;
	struct mr600_dma *dma;
	struct mr600_ih *ih;   /* the interrupt ring */
	struct mr600_vgt *vgt; /* draws: VGT, PA, SC, SPI; batches of the rasterizer */
	struct mr600_sq *sq;   /* decoded programs */
	struct mr600_rb *rb;   /* tile cache: CB and DB */
	struct fl_dc dc;       /* the displays */
};

#define R600_REG(r, name) ((r)->reg[R600_##name / 4])

/* ---- every block: made with the chip, freed with it, and put back to its reset state ------------------ */
/* mr600_XX_new() allocates r->XX; mr600_XX_reset() is also what the block's soft reset bit does.
 * mr600_XX_write(r, offset, value, from) is called after value has been stored in r->reg[], for registers
 * that act when written; mr600_XX_read() for registers whose value is not what was written. A table of GRBM's
 * routes them. */
#define MR600_BLOCK(xx)                                                                                  \
	bool mr600_##xx##_new(struct mr600 *r);                                                          \
	void mr600_##xx##_free(struct mr600 *r);                                                         \
	void mr600_##xx##_reset(struct mr600 *r);                                                        \
	void mr600_##xx##_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from); \
	uint32_t mr600_##xx##_read(struct mr600 *r, uint32_t offset, enum mr600_from from)
MR600_BLOCK(grbm);
MR600_BLOCK(mc);
MR600_BLOCK(cp);
MR600_BLOCK(dma);
MR600_BLOCK(ih);
MR600_BLOCK(vgt);
MR600_BLOCK(sq);
MR600_BLOCK(rb);

/* ---- displays (dc.c): fl_model_ops.screen ------------------------------------------------------------- */
bool mr600_dc_screen(struct mr600 *r, struct fl_model_screen *s, char *why, size_t why_size);
void mr600_dc_row(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);

/* ---- GRBM: register access -------------------------------------------------------------------------- */
uint32_t mr600_reg_read(struct mr600 *r, uint32_t offset, enum mr600_from from);
void mr600_reg_write(struct mr600 *r, uint32_t offset, uint32_t value, enum mr600_from from);

/* ---- reports: block "SQ", section "R6xx facts 4.2"; the place in the stream is added. Once a key (fmt). */
void mr600_report(struct mr600 *r, enum fl_severity severity, const char *block, const char *section,
		  const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* ---- what CP asks of the others --------------------------------------------------------------------- */
struct mr600_draw_src {
	const uint32_t *dw; /* DRAW_INDEX_IMMD: indices, two of 16 bits or one of 32 a dword; or NULL */
	uint32_t size_dw;
	uint64_t index_addr; /* DRAW_INDEX, DRAW_INDEX_2 */
	uint32_t index_max;  /* indices that may be read there; ~0: not said */
	uint32_t count;      /* VGT_NUM_INDICES */
	uint32_t initiator;  /* VGT_DRAW_INITIATOR */
};
/* A draw packet (the registers it stands for, VGT_NUM_INDICES and so on, are written by CP before). dw was
 * copied: nothing changes it. */
void mr600_vgt_draw(struct mr600 *r, const struct mr600_draw_src *src);
/* EVENT_WRITE, EVENT_WRITE_EOP (which writes its fence itself, after this): what the event does to the 3D
 * engine, all work before it done first where the event says so. addr 0: none was given. */
void mr600_event(struct mr600 *r, unsigned event, unsigned index, uint64_t addr);
/* SURFACE_SYNC: caches of [base, base + size_B) written back or dropped, by the bits of CP_COHER_CNTL. */
void mr600_surface_sync(struct mr600 *r, uint32_t coher_cntl, uint64_t base, uint64_t size_B);
/* STRMOUT_BUFFER_UPDATE: buffer i goes on at offset_dw; or where it stands now. */
void mr600_strmout_set(struct mr600 *r, unsigned i, uint32_t offset_dw);
uint32_t mr600_strmout_filled(const struct mr600 *r, unsigned i); /* dwords */

/* ---- finish and flush (vgt, rb) --------------------------------------------------------------------- */
void mr600_finish(struct mr600 *r); /* draw what is gathered: results are then in the tile cache */
bool mr600_drawing(const struct mr600 *r);
struct fl_tile_cache;
struct fl_tile_cache *mr600_rb_tiles(struct mr600 *r);               /* where batches draw to */
void mr600_rb_passed(struct mr600 *r, const uint64_t *passed);       /* samples of a batch, a pipe */
void mr600_rb_event(struct mr600 *r, unsigned event, uint64_t addr); /* caches, counts of samples */
/* Finish, and write dirty tiles back. FORGET: what the cache holds is read again. */
enum { MR600_RB_COLOR = 1, MR600_RB_DEPTH = 2, MR600_RB_FORGET = 4 };
void mr600_rb_flush(struct mr600 *r, unsigned which);
/* Finish, where nothing but such a flush can follow: tiles may be written as they are drawn. */
void mr600_finish_for(struct mr600 *r, unsigned which);
unsigned mr600_rb_flushes(unsigned event); /* what an event flushes, MR600_RB_… */
/* Does the tile cache hold unflushed pixels of [addr, addr + size)? */
bool mr600_rb_holds(const struct mr600 *r, uint64_t addr, uint64_t size_B, const char **which);
bool mr600_cp_busy(const struct mr600 *r);
unsigned mr600_cp_flush_ahead(const struct mr600 *r); /* MR600_RB_…, of the event that comes next, or 0 */

/* ---- memory as clients see it ----------------------------------------------------------------------- */
/* Addresses are those of the chip (base.mem): VRAM where MC_VM_FB_LOCATION puts it, the machine's memory, and
 * what a host mapped; no page tables yet. */

#endif
