/* SPDX-License-Identifier: MIT
 *
 * The Vivante GC model: the core object, and the seams between its blocks. Each block is one or more files
 * named after it and owns one struct, kept in struct mgc:
 *
 *   hi   host interface: clocks, reset, identity, interrupts, the registers that only a host reaches
 *   mmu  what an address of the core becomes: linear windows, version 1, version 2, with secure tables
 *   fe   front end: commands, states, semaphores and stalls, events
 *   vs   vertex fetch, vertex programs, primitives: VS, PA, SE, RA as far as setup and coverage
 *   sh   shader programs: decoded once, run on waves of 64 lanes
 *   tx   samplers and textures: TE, NTE, descriptors
 *   pe   pixel engine: depth, stencil, blending, tile status, counts; the tile cache
 *   rs   resolve engine
 *   blt  the copier of HALTI5
 *
 * Of the rest of the kit the model includes the generated register headers, and nothing else.
 */
#ifndef HW_MODEL_GC_GC_H
#define HW_MODEL_GC_GC_H

#include "hw/model/chip.h" /* struct fl_model: memory, reports, clock, threads */
#include "hw/regs/gc.h"

enum {
	MGC_STATES_B = 0x40000, /* LOAD_STATE has 16 bits for a number of a state */
	MGC_LANES = 64,         /* of a wave, of every kind */
	MGC_SYNC_RS = 32,       /* for mgc_sync_note(): the resolve engine, which no semaphore names */
};

/* Who asks for memory: each has its own window, table and fault bits. */
enum mgc_client { MGC_FE, MGC_TX, MGC_PE, MGC_PEZ, MGC_RA, MGC_CLIENTS };

/* Groups of states whose decoded form goes stale when one of them is written. */
enum {
	MGC_DIRTY_FE = 1 << 0,      /* vertex elements, streams, index buffers */
	MGC_DIRTY_PA = 1 << 1,      /* PA, SE, RA, multisampling */
	MGC_DIRTY_SH = 1 << 2,      /* programs: code, ranges, inputs, outputs, counts of registers */
	MGC_DIRTY_UNIFORM = 1 << 3, /* uniforms alone */
	MGC_DIRTY_TX = 1 << 4,
	MGC_DIRTY_PE = 1 << 5,
	MGC_DIRTY_TS = 1 << 6,
	MGC_DIRTY_ALL = 0x7f,
};

/* What differs between the cores: chips.c. */
struct mgc_variant {
	const char *name;     /* "gc2000" */
	const char *display;  /* "GC2000" */
	const char *where;    /* "i.MX6 Quad/Dual, revision 5108" */
	const char *describe; /* one line of all that */
	uint32_t chip_bit;    /* GC_CHIP_* of the register database */
	uint32_t regs_B;      /* what of its registers the host sees */
	bool axi_config;      /* its bus locks while AXI_CONFIG is as reset leaves it */
	uint32_t model, revision, product, customer, eco;
	uint32_t features, minor[12]; /* CHIP_FEATURES, CHIP_MINOR_FEATURES_0 to 11 */
	uint32_t specs[4];            /* CHIP_SPECS, _2, _3, _4 */
	int halti;                    /* -1: before HALTI0 */
	uint8_t pixel_pipes, resolve_pipes, streams, temps, varyings, targets, mmu; /* mmu: 1, 2 */
	bool secure;  /* the core's host side has a secure half, tables are reached through an array */
	bool blt;     /* a copier in place of the resolve engine */
	bool early_z; /* RA can test depths */
	bool half_float, logic_op, fast_transcendentals, one_const, supertiled_texture, icache,
	    unified_samplers, single_buffer, cache_128_256, no_alpha_test, seamless_cube, rect_primitive,
	    line_loop, mc20, msaa, small_msaa, new_gpipe, ra_write_depth, tx_descriptor,
	    z_div;                                                  /* by the names of the features */
	uint16_t instructions;                                      /* of the memory in the core */
	uint16_t vs_uniforms, ps_uniforms;                          /* vectors of four */
	uint8_t ps_samplers, vs_samplers, vs_sampler_base, ts_bits; /* ts_bits: of a tile, 2 or 4 */
	uint64_t memory_addr, memory_B;                             /* of the board's memory for it */
};

struct mgc {
	struct fl_model base;              /* first: a struct fl_model * is a struct mgc * */
	const struct mgc_variant *variant; /* chips.c */

	uint32_t state[MGC_STATES_B / 4]; /* states and registers, as written; FIXP values are converted */
	uint32_t dirty;                   /* MGC_DIRTY_* since the last draw was decoded. FE sets them */
	enum fl_isa isa;                  /* which set of the *_simd.c functions draws */
	bool fault_sh, fault_pipe, fault_ts,
	    fault_tx; /* on purpose: programs, the last pixel pipe, … are dead */

	struct mgc_hi *hi;
	struct mgc_mmu *mmu;
	struct mgc_fe *fe;
	struct mgc_vs *vs;
	struct mgc_sh *sh;
	struct mgc_tx *tx;
	struct mgc_pe *pe;
	struct mgc_rs *rs;
	struct mgc_blt *blt;
};

#define GC_STATE(g, name)       ((g)->state[GC_##name / 4])
/* State i of an array: name, and i times what follows the first. */
#define GC_STATE_AT(g, name, i) ((g)->state[GC_##name(i) / 4])

/* ---- every block: made with the core, freed with it, and put back to its reset state ------------------- */
/* mgc_XX_new() allocates g->XX; mgc_XX_reset() is what a reset of the core does to it. mgc_XX_write(g,
 * offset, value) is called after value has been stored in g->state[], for states that act when written, by a
 * table of FE's (state.c) that routes them. */
#define MGC_BLOCK(xx)                         \
	bool mgc_##xx##_new(struct mgc *g);   \
	void mgc_##xx##_free(struct mgc *g);  \
	void mgc_##xx##_reset(struct mgc *g); \
	void mgc_##xx##_write(struct mgc *g, uint32_t offset, uint32_t value)
MGC_BLOCK(hi);
MGC_BLOCK(mmu);
MGC_BLOCK(fe);
MGC_BLOCK(vs);
MGC_BLOCK(sh);
MGC_BLOCK(tx);
MGC_BLOCK(pe);
MGC_BLOCK(rs);
MGC_BLOCK(blt);

/* ---- memory as the core's units see it (mmu.c) --------------------------------------------------------- */
/* The host pointer of an address of the core's, and how many bytes follow it in the same page or window.
 * NULL: nothing is there; a fault is noted and reported (store: of a write). Callable from the threads that
 * draw. */
uint8_t *mgc_at(struct mgc *g, enum mgc_client client, uint32_t addr, bool store, uint64_t *left_B);
/* The same without a fault: what lies beside a surface may be looked at. */
uint8_t *mgc_peek(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t *left_B);
/* Bytes that may go over the ends of pages. False: a part of them is nowhere; reads give zeros there. */
bool mgc_read(struct mgc *g, enum mgc_client client, uint32_t addr, void *to, size_t n_B);
bool mgc_write(struct mgc *g, enum mgc_client client, uint32_t addr, const void *from, size_t n_B);

/* Memory around an address that a client went to, for who comes again nearby before anything is mapped or
 * translated anew. All zeros at first; reads and stores have one each. */
struct mgc_window {
	uint8_t *host;
	uint64_t n_B;
	uint32_t from;
};
/* Another piece of memory, with n_B bytes at addr. NULL: they are not in one, and nothing is reported. */
uint8_t *mgc_window_move(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t n_B, bool store,
			 struct mgc_window *w);
static inline uint8_t *mgc_near(struct mgc *g, enum mgc_client client, uint32_t addr, uint64_t n_B,
				bool store, struct mgc_window *w)
{
	const uint32_t in = addr - w->from;

	return n_B <= w->n_B && in <= w->n_B - n_B ? w->host + in
						   : mgc_window_move(g, client, addr, n_B, store, w);
}

/* ---- reports: block "PE", section "GC facts 8" (choices.md has what no document decides); the place in the
 * stream is added. Once a key (fmt). --------------------------------------------------------------------- */
void mgc_report(struct mgc *g, enum fl_severity severity, const char *block, const char *section,
		const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* ---- what FE asks of the others ------------------------------------------------------------------------ */
struct mgc_draw_src {
	uint8_t type; /* GC_PRIMITIVE_TYPE__…, as the command has it */
	bool indexed;
	bool by_vertices; /* DRAW_INSTANCED: count is of vertices; else of primitives */
	uint32_t first;   /* vertex or index */
	uint32_t count;
	int32_t base;       /* added to indices */
	uint32_t instances; /* 1 at least */
};
/* A draw: gathered, its results are in the tile cache after mgc_finish(). False: the core hangs, reported. */
bool mgc_draw(struct mgc *g, const struct mgc_draw_src *src);
/* Draw what is gathered. */
void mgc_finish(struct mgc *g);
/* The same, if there is something, ahead of a flush: leaving is FL_RASTER_LEAVE_…; 0: of none. */
void mgc_finish_for(struct mgc *g, unsigned leaving);
/* A stream of the caller's is at its end: what is gathered may wait for the flush that follows it, if it
 * reads nothing of the caller's any more. */
void mgc_stream_ends(struct mgc *g);
/* GL_FLUSH_CACHE's bits: caches of PE are written back, those of textures and programs dropped (FE's own, by
 * the calls that follow; mgc_sh_write() and mgc_tx_write() get GL_FLUSH_CACHE, too, for their other bits). */
void mgc_flush(struct mgc *g, uint32_t bits);
void mgc_pe_flush(struct mgc *g, bool color, bool depth);     /* finish; tiles are written, and forgotten */
void mgc_tx_flush(struct mgc *g, bool vertex);                /* texels in the cache are dropped */
void mgc_ts_flush(struct mgc *g);                             /* TS_FLUSH_CACHE */
void mgc_occlusion(struct mgc *g, bool start, uint32_t addr); /* GL_OCCLUSION_QUERY_ADDR, _CONTROL */
bool mgc_pe_holds(struct mgc *g, uint64_t addr, uint64_t size_B, const char **which);
/* RS_KICKER, BLT_COMMAND: done at once. False: the core hangs, reported. */
bool mgc_rs_go(struct mgc *g);
bool mgc_blt_go(struct mgc *g, uint32_t command);
/* FE and these say so by themselves: a unit (GC_SYNC_RECIPIENT__…, MGC_SYNC_RS) begins work. FE keeps who
 * has to wait for whom, and reports where work of one unit is used by another without a semaphore and a
 * stall (fe_sync.c). */
void mgc_sync_note(struct mgc *g, unsigned unit);
/* The core hangs, by what was reported just before: FE stops where it is until a reset. */
void mgc_hang(struct mgc *g);

#endif
