/* SPDX-License-Identifier: MIT
 *
 * What every modelled card has, whatever its family: memory behind GPU addresses, reports, a clock, a PCI function, and
 * the arena that a batch of draws is gathered in.
 */
#ifndef FL_CHIP_H
#define FL_CHIP_H

#include "hw/model/fl_model.h"
#include "hw/model/vec.h"

/* ---- memory as the chip's blocks see it (mem.c) ------------------------------------------------------------------ */
struct fl_range {
	uint64_t addr, size_B;
	uint8_t *host;
};

struct fl_mem {
	struct fl_range *range; /* sorted, disjoint: VRAM where the memory controller puts it, and what was mapped */
	unsigned n, cap;
	uint8_t *vram;
	uint64_t vram_B;
};

/* The host pointer of gpu_addr, and in *left how many bytes follow it in the same range. NULL: nothing there. */
uint8_t *fl_mem_at(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t *left_B);
/* The same for a run that must fit whole. */
uint8_t *fl_mem_span(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t size_B);
/* Dwords; unmapped reads give ~0 and false. */
bool fl_mem_read32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t *value);
bool fl_mem_write32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t value);

/* ---- arena (arena.c): memory that is all freed at once ------------------------------------------------------------ */
struct fl_arena {
	struct fl_arena_chunk *first, *now;
	size_t used_B; /* in all chunks, since the last reset */
};
void *fl_arena_alloc(struct fl_arena *a, size_t size_B, size_t align_B); /* NULL: out of memory */
void fl_arena_reset(struct fl_arena *a);                                 /* keeps the chunks */
void fl_arena_free(struct fl_arena *a);

/* ---- threads (pool.c) ---------------------------------------------------------------------------------------------- */
struct fl_pool;
struct fl_pool *fl_pool_new(unsigned threads); /* the caller counts as one */
void fl_pool_free(struct fl_pool *p);
unsigned fl_pool_threads(const struct fl_pool *p);
/* Call job(arg, item, thread) for item 0 … n - 1, each once, thread < fl_pool_threads(); returns when all are done. */
void fl_pool_run(struct fl_pool *p, unsigned n, void (*job)(void *arg, unsigned item, unsigned thread), void *arg);

/* ---- a family ------------------------------------------------------------------------------------------------------ */
struct fl_model_ops {
	uint32_t (*read)(struct fl_model *m, uint32_t offset_B, unsigned size_B);
	void (*write)(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value);
	void (*work)(struct fl_model *m, uint64_t us); /* time passes: do a share of what is queued */
	bool (*wait)(struct fl_model *m);
	bool (*run)(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr, uint32_t size_dw); /* dw or gpu_addr */
	bool (*holds)(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B, const char **which); /* unflushed there? */
	bool (*fault)(struct fl_model *m, const char *name);
	void (*where)(struct fl_model *m, char *out, size_t size); /* the place in the stream, for reports */
	void (*free)(struct fl_model *m);
};

struct fl_model {
	const struct fl_model_ops *ops;
	const char *chip;
	struct fl_mem mem;
	struct fl_pool *pool;
	uint64_t now_us;
	uint8_t config[256];      /* PCI configuration space */
	uint8_t config_mask[256]; /* bits that the host may write */
	uint32_t regs_B;
	struct fl_report *reports;
	const char **report_key; /* the format of each: one report a kind */
	unsigned n_reports, cap_reports;
};

/* Add to the reports, or count up the one of the same block and fmt. */
void fl_model_vreport(struct fl_model *m, enum fl_severity severity, const char *block, const char *section,
		      const char *fmt, __builtin_va_list ap);

#endif
