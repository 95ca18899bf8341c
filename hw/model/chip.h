/* SPDX-License-Identifier: MIT
 *
 * What every modelled card has, whatever its family: memory behind GPU addresses, reports, a clock, a PCI
 * function, and the arena that a batch of draws is gathered in.
 */
#ifndef HW_MODEL_CHIP_H
#define HW_MODEL_CHIP_H

#include "hw/model/fl_model.h"
#include "hw/model/jit/jit.h"
#include "hw/model/ranges.h"
#include "hw/model/vec.h"

/* ---- memory as the chip's blocks see it (mem.c) -------------------------------------------------------- */
struct fl_mem {
	struct fl_ranges map; /* what was mapped */
	struct fl_ranges ram; /* the machine's memory: where nothing else is, while ram_on */
	struct fl_ranges own; /* of ram, what is freed at the end */
	bool ram_on;          /* PCI COMMAND: bus master */
	bool via_on;          /* the machine's memory is reached through translations alone, */
	struct fl_ranges via; /* these: host is no pointer, but the address that addr becomes */
	uint8_t *vram;
	uint64_t vram_B;
	bool vram_lent;       /* by the caller, who frees it */
	uint64_t vram_addr;   /* where the memory controller puts VRAM; FL_MEM_NOWHERE: not yet */
	uint64_t vram_seen_B; /* what of it the chip's addresses reach */
	uint64_t limit_B;     /* addresses end here */
};

#define FL_MEM_NOWHERE UINT64_MAX

/* vram NULL: memory of its own, whose pages cost nothing until they are touched. False: no memory. */
bool fl_mem_init(struct fl_mem *mem, void *vram, uint64_t vram_B, uint64_t limit_B);
void fl_mem_free(struct fl_mem *mem);
/* Put VRAM at addr (FL_MEM_NOWHERE: take it away). */
void fl_mem_place_vram(struct fl_mem *mem, uint64_t addr);
bool fl_mem_map(struct fl_mem *mem, uint64_t addr, uint8_t *host, uint64_t size_B);
bool fl_mem_unmap(struct fl_mem *mem, uint64_t addr, uint64_t size_B);
/* Replace the machine's memory; and let the chip reach it, or not. False: as fl_mem_map(), and nothing is
 * changed. */
bool fl_mem_set_ram(struct fl_mem *mem, const struct fl_model_ram *ram, unsigned n);
/* For fl_model_own_ram(). */
uint8_t *fl_mem_own_ram(struct fl_mem *mem, uint64_t size_B, uint64_t *addr);
void fl_mem_ram_on(struct fl_mem *mem, bool on);
/* Forget all translations, and let the machine's memory be reached through such alone, or directly. Add one:
 * pages; false: it overlaps another. */
void fl_mem_translate(struct fl_mem *mem, bool on);
bool fl_mem_translate_add(struct fl_mem *mem, uint64_t addr, uint64_t to, uint64_t size_B);
/* Is there memory of the machine at this address, whether the chip may reach it or not? */
bool fl_mem_is_ram(const struct fl_mem *mem, uint64_t addr);
/* Is gpu_addr in VRAM, not in memory of the host? */
bool fl_mem_is_vram(const struct fl_mem *mem, uint64_t gpu_addr);
/* The host pointer of gpu_addr, and in *left how many bytes follow it in the same range. NULL: nothing
 * there. */
uint8_t *fl_mem_at(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t *left_B);
/* The same of the machine's memory, by its own address, for families that translate by themselves. */
uint8_t *fl_mem_bus_at(const struct fl_mem *mem, uint64_t bus, uint64_t *left_B);
/* The same for a run that must fit whole. */
uint8_t *fl_mem_span(const struct fl_mem *mem, uint64_t gpu_addr, uint64_t size_B);
/* Dwords; unmapped reads give ~0 and false. */
bool fl_mem_read32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t *value);
bool fl_mem_write32(const struct fl_mem *mem, uint64_t gpu_addr, uint32_t value);

/* ---- arena (arena.c): memory that is all freed at once ------------------------------------------------- */
struct fl_arena {
	struct fl_arena_chunk *first, *now;
	size_t used_B; /* in all chunks, since the last reset */
};
void *fl_arena_alloc(struct fl_arena *a, size_t size_B, size_t align_B); /* NULL: out of memory */
void fl_arena_reset(struct fl_arena *a);                                 /* keeps the chunks */
void fl_arena_free(struct fl_arena *a);

/* ---- threads (pool.c) ---------------------------------------------------------------------------------- */
struct fl_pool;
struct fl_pool *fl_pool_new(unsigned threads); /* the caller counts as one */
void fl_pool_free(struct fl_pool *p);
unsigned fl_pool_threads(const struct fl_pool *p);
/* Call job(arg, item, thread) for item 0 … n - 1, each once, thread < fl_pool_threads(); returns when all
 * are done. */
void fl_pool_run(struct fl_pool *p, unsigned n, void (*job)(void *arg, unsigned item, unsigned thread),
		 void *arg);
/* The same beside the caller, who goes on with something else: other threads take items, and fl_pool_end()
 * takes what is left, and returns when all are done. One job at a time: to run or begin another ends it. */
void fl_pool_begin(struct fl_pool *p, unsigned n, void (*job)(void *arg, unsigned item, unsigned thread),
		   void *arg);
void fl_pool_end(struct fl_pool *p); /* nothing, if no job was begun */

/* ---- a family ------------------------------------------------------------------------------------------ */
struct fl_model_ops {
	uint32_t (*read)(struct fl_model *m, uint32_t offset_B, unsigned size_B);
	void (*write)(struct fl_model *m, uint32_t offset_B, unsigned size_B, uint32_t value);
	void (*work)(struct fl_model *m, uint64_t us); /* time passes: do a share of what is queued */
	bool (*wait)(struct fl_model *m);
	bool (*run)(struct fl_model *m, const uint32_t *dw, uint64_t gpu_addr,
		    uint32_t size_dw); /* dw or gpu_addr */
	/* The VRAM BAR: the path from the host to memory, checked and reported. Inside the BAR. */
	void (*vram_read)(struct fl_model *m, uint64_t offset_B, void *to, size_t n_B);
	void (*vram_write)(struct fl_model *m, uint64_t offset_B, const void *from, size_t n_B);
	bool (*vram_plain)(const struct fl_model *m);
	bool (*vram_late)(const struct fl_model *m); /* NULL: no */
	bool (*holds)(struct fl_model *m, uint64_t gpu_addr, uint64_t size_B,
		      const char **which); /* unflushed there? */
	bool (*fault)(struct fl_model *m, const char *name);
	void (*reset)(struct fl_model *m); /* as after make() */
	bool (*irq)(const struct fl_model *m);
	bool (*busy)(const struct fl_model *m);
	bool (*flush)(struct fl_model *m); /* see fl_model_flush() */
	/* A dword to the BAR of doorbells. NULL: there is none. */
	void (*doorbell)(struct fl_model *m, uint32_t offset_B, uint32_t value);
	/* Memory is about to go: finish what keeps pointers to it. NULL: nothing does between two calls. */
	void (*let_go)(struct fl_model *m);
	bool (*screen)(struct fl_model *m, struct fl_model_screen *s, char *why, size_t why_size);
	void (*screen_row)(struct fl_model *m, const struct fl_model_screen *s, unsigned y, uint8_t *rgb);
	void (*where)(struct fl_model *m, char *out, size_t size); /* the place in the stream, for reports */
	void (*overrun)(struct fl_model *m, const char *what); /* the step budget is used up: fl_spend() */
	void (*free)(struct fl_model *m);
};

/* A family of chips, and the one table of them (families.c). */
struct fl_model_family {
	const char *family;                        /* "r500" */
	const char *(*name)(unsigned i);           /* the i-th chip, NULL past the end */
	const char *(*describe)(const char *chip); /* NULL: not of this family */
	const char *const *faults;                 /* beside those of every card; NULL-terminated */
	struct fl_model *(*make)(const char *chip, const struct fl_model_config *cfg, char *why,
				 size_t why_size);
	/* An image made up in the place of the i-th file of firmware, which the models take: fills out and
	 * returns its size, 0: there is no such file. NULL: no chip of the family wants any. */
	size_t (*firmware)(const char *chip, unsigned i, uint8_t *out, size_t max_B);
};
extern const struct fl_model_family *const fl_model_families[]; /* NULL-terminated */

/* A kind of report: a format, and a block's name in the report. Chains of those whose hash is the same:
 * report.c. */
struct fl_report_key {
	const char *fmt;
	uint32_t next; /* counted from 1 */
};
#define FL_REPORT_CHAINS 1024u

struct fl_model {
	const struct fl_model_ops *ops;
	const char *chip;
	struct fl_model_config cfg; /* as the chip was asked for; a fault may set its console later */
	uint64_t work, work_limit;  /* of the host's call at hand: fl_work() */
	bool flush_follows;         /* fl_model_submit(): what run() gathers can wait for flush() */
	struct fl_mem mem;
	struct fl_pool *pool;
	struct fl_raster *ras;      /* what primitives go to; NULL: nothing */
	struct fl_look_state *look; /* NULL: nobody looks (look.h) */
	enum fl_jit_when jit;       /* when programs are compiled, in families that do */
	uint64_t now_us;
	uint8_t config[256];      /* PCI configuration space */
	uint8_t config_mask[256]; /* bits that the host may write */
	uint32_t regs_B;          /* size of the register BAR */
	uint32_t io_B;            /* size of the I/O BAR, which shows the first registers; 0: none */
	uint64_t vram_bar_B;      /* size of the VRAM BAR, which may show less than all of it */
	struct fl_report *reports;
	struct fl_report_key *report_key;           /* one report a kind */
	uint32_t report_chain[FL_REPORT_CHAINS];    /* the last report of each chain, counted from 1 */
	unsigned n_reports, cap_reports, report_at; /* report_at: the one found last */
	bool on_chip;  /* a part of a system on a chip, not a function of PCI: it always answers */
	bool dead_bar; /* fault: register reads give ones, writes go nowhere */
	bool bad_bit;  /* fault: this bit of VRAM is stuck at one */
	uint64_t bad_bit_addr;
	unsigned bad_bit_no;
};

/* What every family's make() does first and free() last: memory (cfg->vram, or vram_B bytes of its own),
 * threads, an empty configuration space. */
bool fl_model_init(struct fl_model *m, const struct fl_model_ops *ops, const char *chip,
		   const struct fl_model_config *cfg, uint64_t vram_B, uint64_t addr_limit_B);
void fl_model_fini(struct fl_model *m);
/* The size of the VRAM BAR: what was asked for (fl_model_config.bar_B), else max_B; never more than VRAM. */
static inline uint64_t fl_model_choose_bar_B(const struct fl_model *m, uint64_t max_B)
{
	const uint64_t B = m->cfg.bar_B ? m->cfg.bar_B : max_B;

	return B < m->mem.vram_B ? B : m->mem.vram_B;
}
/* The set of *_simd.c functions that cfg asks for, or the widest. False: there is none, or programs are to be
 * compiled at a time that there is not, and why says so. */
bool fl_model_isa(const struct fl_model_config *cfg, enum fl_isa *isa, char *why, size_t why_size);
/* The stuck bit shows again after VRAM was written. */
void fl_model_settle(struct fl_model *m);

/* ---- PCI (pci.c): a function of type 0 is described once ----------------------------------------------- */
struct fl_model_bar {
	uint8_t index;   /* 0 to 5; a 64-bit BAR takes the next one too */
	uint8_t flags;   /* low bits as they read: FL_BAR_… */
	uint64_t size_B; /* power of two */
	uint64_t addr;   /* where the firmware put it */
};
enum { FL_BAR_MEM32 = 0, FL_BAR_IO = 1, FL_BAR_MEM64 = 4, FL_BAR_PREFETCH = 8 };
struct fl_pci_id {
	uint16_t vendor, device, subsystem_vendor, subsystem;
	uint8_t revision;
	uint32_t rom_B; /* size of the expansion ROM BAR */
};
void fl_pci_init(struct fl_model *m, const struct fl_pci_id *id, const struct fl_model_bar *bar,
		 unsigned n_bars);
/* Add a capability: its bytes from the id on (next pointers are set here), and which bits may be written. */
void fl_pci_add_capability(struct fl_model *m, unsigned at, const uint8_t *bytes, const uint8_t *mask,
			   unsigned n);
void fl_pci_unassign(struct fl_model *m); /* as RST# leaves it: no addresses, nothing enabled */
/* The capabilities that cards of the time have: power management, MSI, PCI Express. */
void fl_pci_add_power(struct fl_model *m);
void fl_pci_add_msi(struct fl_model *m);
void fl_pci_add_express(struct fl_model *m);
bool fl_pci_memory_on(const struct fl_model *m); /* COMMAND: memory space */
bool fl_pci_io_on(const struct fl_model *m);     /* COMMAND: I/O space */
bool fl_pci_master_on(const struct fl_model *m); /* COMMAND: bus master */
bool fl_pci_intx_off(const struct fl_model *m);  /* COMMAND: INTx disabled */

/* Add to the reports, or count up the one of the same block and fmt. Callable from the threads that draw. */
void fl_model_vreport(struct fl_model *m, enum fl_severity severity, const char *block, const char *section,
		      const char *fmt, __builtin_va_list ap);
/* One report of each kind for each register: its place becomes a part of the format, which is kept at *format
 * (the family frees it). The text may hold two %08x: the value, and a mask. */
void fl_model_report_reg(struct fl_model *m, char **format, enum fl_severity severity, const char *block,
			 const char *section, uint32_t offset, const char *text, ...);

/* ---- the step budget: no stream keeps the host for ever ------------------------------------------------ */
/* What a call of the host causes is counted, in units that cost about the same here: a pixel or a vertex
 * through an instruction. Beyond fl_model_config.work the chip hangs, as a card does that is still busy when
 * the driver's patience ends. Counting alone, on any thread; false: used up. */
static inline bool fl_work(struct fl_model *m, uint64_t units)
{
	return __atomic_add_fetch(&m->work, units, __ATOMIC_RELAXED) <= m->work_limit - 1; /* 0: no limit */
}
/* The same on the caller's thread; what: "the commands", for the report. False: used up, reported, the chip
 * hangs. */
static inline bool fl_spend(struct fl_model *m, uint64_t units, const char *what)
{
	if (fl_work(m, units))
		return true;
	m->ops->overrun(m, what);
	return false;
}
/* What hot loops take from the shared count at a time, so that they seldom touch it. Each thread may be ahead
 * by one. */
static inline uint64_t fl_work_portion(const struct fl_model *m)
{
	uint64_t n = (m->work_limit - 1) >> 8;

	return n < 1 ? 1 : n < 1u << 20 ? n : 1u << 20;
}
/* Instructions of one wave before the program counts as endless. */
enum { FL_WORK_STEPS = 1 << 20 };
static inline unsigned fl_work_steps(const struct fl_model *m)
{
	uint64_t n = (m->work_limit - 1) >> 8;

	return n < FL_WORK_STEPS ? (unsigned)n + 1 : FL_WORK_STEPS;
}
/* As many units are left as some dozen waves of programs that count as endless take, and as much again. */
static inline bool fl_work_plenty(const struct fl_model *m)
{
	const uint64_t used = __atomic_load_n(&m->work, __ATOMIC_RELAXED), all = m->work_limit - 1;

	return used <= all && all - used >= (uint64_t)FL_WORK_STEPS << 12;
}

#endif
