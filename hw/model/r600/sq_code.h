/* SPDX-License-Identifier: MIT
 *
 * Programs of SQ as the model runs them. A program has two halves:
 *
 *   words in memory --sq_decode.c, sq_alu_decode.c, sq_check.c--> struct sq_code (what the words say)
 *   registers, constants --sq_link.c--> struct mr600_program (the code with what a draw found)
 *
 * sq_run.c walks the steps, sq_alu.c runs clauses, sq_math.c and sq_math64.c are the operations, sq_export.c
 * is what leaves.
 *
 * Sources: fields xf86-video-ati (hw/regs/r600/isa.xml), rules of groups Mesa r600_asm.c, control flow the
 * R600-family ISA document and its R700 edition. What the sources leave open is said where it is decided.
 */
#ifndef HW_MODEL_R600_SQ_CODE_H
#define HW_MODEL_R600_SQ_CODE_H

#include "hw/model/r600/sq.h"

enum {
	SQ_LANES = MR600_WAVE,
	SQ_UNITS = 5, /* x, y, z, w, t */
	SQ_T = 4,
	SQ_CF_MAX = 4096, /* instructions of control flow that a program may have: a bound of the model */
	SQ_STACK = 1024,  /* entries: the elements of the largest STACK_SIZE */
	SQ_CALLS = 32,    /* deepest nesting of calls */
	SQ_BANKS = 16,    /* constant caches of a stage */
	SQ_LINE = 16,     /* constants of a line of them */
	SQ_CFILE = 256,   /* constants of a stage in the register file */
	SQ_SCRATCH = 0,
	SQ_REDUCTION = 1,
	SQ_ROOMS = 2,
};

/* ---- operations (sq_ops.c) ----------------------------------------------------------------------------- */
/* d, a, b, c: a value a lane. Of tests, returns the lanes that pass; of others, nothing of use. */
typedef uint64_t sq_kernel(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c);

enum sq_kind {
	SQ_RESERVED, /* an opcode that is not there */
	SQ_PLAIN,
	SQ_KILL,
	SQ_PRED,
	SQ_MOVA,
	SQ_GANG, /* all four vector units give one result: DOT4, CUBE, MAX4 */
	SQ_PAIR, /* doubles: x and y, or z and w */
	SQ_QUAD, /* doubles in all four vector units */
};
/* Where an operation may stand, and what it is. */
enum {
	SQ_TRANS = 1 << 0, /* t alone */
	SQ_TRANS_R6 = 1 << 1,
	SQ_VECTOR = 1 << 2, /* x, y, z, w alone */
	SQ_FLOAT = 1 << 3,  /* its result takes OMOD and CLAMP */
	SQ_R6 = 1 << 4,
	SQ_R7 = 1 << 5,
	SQ_DOUBLE = 1 << 6,
	SQ_TEST = 1 << 7, /* of doubles: PRED_SET…_64 */
};

struct sq_opcode {
	const char *name;
	uint8_t sources, kind, flags;
	uint8_t run,
	    run_r6; /* SQ_OP_…, of several units SQ_WIDE_… (sq_math.h); run_r6: of R6xx, if it differs */
};

static inline bool sq_is_wide(const struct sq_opcode *code)
{
	return code->kind >= SQ_GANG;
}

/* Never NULL: of reserved ones the kind is SQ_RESERVED. */
const struct sq_opcode *mr600_sq_opcode(bool op3, unsigned inst);

/* ---- ALU clauses --------------------------------------------------------------------------------------- */
enum sq_from {
	SQ_GPR,       /* index, chan */
	SQ_GPR_REL,   /* the same and AR or aL */
	SQ_PREVIOUS,  /* PV (chan), PS (chan SQ_T) */
	SQ_TABLE,     /* index: of the program's constants, modifiers included */
	SQ_CACHE_REL, /* bank; index: in the buffer, with what AR or aL add inside the locked lines */
	SQ_CFILE_REL, /* index: in the constant file */
};
enum { SQ_NEG = 1, SQ_ABS = 2 };

struct sq_operand {
	uint8_t from, chan, mod;
	bool rel;       /* SQ_CACHE_REL: the operand is relative, not the lock alone */
	bool loop_line; /* SQ_CACHE_REL: the lines are locked by the loop's index */
	uint8_t bank;
	uint8_t offset, size; /* SQ_CACHE_REL: inside the locked lines; how many constants they have */
	uint16_t index;
};

struct sq_op {
	const struct sq_opcode *code;
	struct sq_operand src[3];
	uint8_t run;
	uint8_t unit, dst, chan, omod, pred_sel, index_mode;
	bool write, dst_rel, clamp, update_mask, update_pred;
	bool direct; /* the result may go to its register at once: nothing of the group or behind it cares */
	bool alone;  /* the same, as far as its own group goes */
};

struct sq_group {
	uint32_t op;
	uint8_t n;
	uint8_t planned; /* bool: of whole waves, moves[first_move...] do the same (sq_plan.c) */
	uint16_t n_move;
	uint32_t first_move;
};

/* What a planned group comes to: kernels, one after the other, on values that stand at fixed places. */
enum sq_base { SQ_AT_GPR, SQ_AT_PREVIOUS, SQ_AT_TEMP, SQ_AT_TABLE, SQ_BASES };
struct sq_place {
	uint8_t base;
	uint32_t at; /* values of 64 lanes from there */
};
struct sq_move {
	uint8_t run; /* SQ_OP_… */
	struct sq_place d, src[3];
};
/* The same for the registers and the state of a thread. */
struct sq_ready {
	sq_kernel *run;
	uint32_t *d;
	const uint32_t *src[3];
};

/* ---- control flow -------------------------------------------------------------------------------------- */
enum sq_what {
	SQ_FLOW, /* inst: R600_SQ_CF_WORD1__CF_INST */
	SQ_ALU,  /* inst: R600_SQ_CF_ALU_WORD1__CF_INST */
	SQ_FETCHES,
	SQ_OUT, /* inst: R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST */
};

struct sq_step {
	uint8_t what, inst, pops, cond, konst;
	bool end, vpm, wqm;
	uint16_t at;         /* where it stands: instruction of control flow */
	uint16_t next, jump; /* steps */
	uint32_t first, n;   /* of groups or fetches */
	uint32_t word[2];
	/* SQ_ALU: moves of all its groups, which stand in a row; 0: not all are planned (sq_plan.c) */
	uint32_t n_move;
};

enum sq_fetch_kind { SQ_FETCH, SQ_READ_SCRATCH, SQ_READ_REDUCTION, SQ_READ_SCATTER };
struct sq_fetch {
	uint32_t word[4];
	uint8_t kind, src, dst;
	bool vtx, src_rel, dst_rel, whole_quad;
};

enum sq_konst_from { SQ_VALUE, SQ_CACHE, SQ_FILE };
struct sq_konst {
	uint8_t from, bank, chan, mod;
	uint16_t index;
	uint32_t value;
};

struct sq_code {
	struct sq_step *step;
	struct sq_group *group;
	struct sq_op *op;
	struct sq_fetch *fetch;
	struct sq_konst *konst;
	struct sq_move *move;
	uint32_t n_step, n_group, n_op, n_fetch, n_konst, n_move;
	uint16_t banks; /* of which constants are read by number: all of them are kept */
	bool file;      /* the same of the constant file */
	uint32_t fs;    /* the step that the fetch program begins with; 0: there is none */
	unsigned gprs;  /* NUM_GPRS */
	unsigned stack; /* STACK_SIZE in elements */
	unsigned temps; /* the first clause temporary */
	bool relative;  /* uses AR */
	bool dx10_clamp, flow, kills, writes_z;
	unsigned pure; /* registers that it needs, and makes its colors of alone; or SQ_IMPURE */
	bool r7xx;
};

/* A snapshot of one constant buffer, or of the constant file */
struct sq_buffer {
	const uint32_t (*konst)[4];
	unsigned n;
};

struct sq_native;
struct mr600_program {
	struct sq_code code;
	const struct sq_native *native; /* sq_native.h; NULL: none of it is compiled */
	uint64_t *ran;                  /* moves of all waves; NULL: nobody counts them */
	uint64_t serial;                /* no two programs have the same */
	enum mr600_stage stage;
	const uint32_t (*table)[SQ_LANES];      /* of code.konst */
	const struct mr600_fetch *const *fetch; /* of code.fetch */
	const struct sq_kit *kit;               /* sq_math.h */
	struct sq_buffer bank[SQ_BANKS], file;
	uint32_t loops[32], bools;
	unsigned items[SQ_ROOMS];            /* of a lane's scratch and reduction buffer */
	uint64_t export_addr, export_size_B; /* SX_MEMORY_EXPORT_* */
	unsigned wave;                       /* what a loop costs on the stack: chips.h */
};

/* The words that a program was decoded from: are they still what memory has? (sq_log.c) */
struct sq_log {
	struct sq_run_of_words {
		uint64_t addr;
		uint32_t at, n_dw; /* in words[] */
	} * run;
	uint32_t *words;
	uint32_t n_run, cap_run, n_words, cap_words;
};
bool mr600_sq_log_add(struct sq_log *log, uint64_t addr, const uint32_t *words, unsigned n_dw);
bool mr600_sq_log_holds(const struct sq_log *log, const struct fl_mem *mem);
void mr600_sq_log_clear(struct sq_log *log);
void mr600_sq_log_free(struct sq_log *log);

/* ---- decoding ------------------------------------------------------------------------------------------ */
struct sq_decoder {
	struct mr600 *r;
	struct sq_code *code;
	enum mr600_stage stage;
	const char *name; /* "PS", …, "FS": of the program at hand, for reports */
	uint64_t base;    /* of it: address of its first instruction */
	uint64_t end;     /* of what is readable behind base */
	uint32_t cap_step, cap_group, cap_op, cap_fetch, cap_konst;
	unsigned cf;            /* at hand, for reports */
	bool refused, in_fetch; /* in_fetch: it is the fetch program */
	bool done[3];           /* EXPORT_DONE of this type was seen */
	struct sq_log *log;
};

/* One report, with the place in the program. */
#define SQ_SAY(d, severity, section, fmt, ...)                                                    \
	mr600_report((d)->r, severity, "SQ", section,                                             \
		     "the %s program at 0x%llx, instruction %u of control flow: " fmt, (d)->name, \
		     (unsigned long long)(d)->base, (d)->cf, ##__VA_ARGS__)
#define SQ_REFUSE(d, section, fmt, ...) \
	(SQ_SAY(d, FL_REFUSE, section, fmt, ##__VA_ARGS__), (d)->refused = true, false)
#define SQ_WARN(d, section, fmt, ...) SQ_SAY(d, FL_WARN, section, fmt, ##__VA_ARGS__)
/* 64-bit units from the program's start. False: not in memory; reported. */
bool mr600_sq_words(struct sq_decoder *d, uint32_t at, uint32_t *words, unsigned n_dw);
/* Room for one more entry of an array of the code. NULL: no memory. */
void *mr600_sq_more(void *array, uint32_t *cap, uint32_t n, size_t size_B);
uint32_t mr600_sq_konst(struct sq_decoder *d, const struct sq_konst *k); /* its number */
bool mr600_sq_decode_flow(struct sq_decoder *d, uint64_t addr, uint32_t *first);
bool mr600_sq_decode_alu(struct sq_decoder *d, struct sq_step *s);
bool mr600_sq_decode_fetches(struct sq_decoder *d, struct sq_step *s);
bool mr600_sq_check_out(struct sq_decoder *d, const struct sq_step *s);
/* The code with what the draw found (sq_link.c). NULL: refused, or no memory. */
struct mr600_program *mr600_sq_link(struct mr600 *r, struct fl_arena *a, enum mr600_stage stage,
				    const struct sq_code *code, uint64_t serial);
void mr600_sq_code_free(struct sq_code *c);
/* sq_plan.c: the groups of a decoded program that can be planned. False: no memory. */
bool mr600_sq_plan(struct sq_code *c);
enum { SQ_IMPURE = ~0u };
/* sq_pure.c: of a planned program of pixels; and which registers something behind a clause may read, a bit a
 * channel: of a pure program what it is going to, of others all. */
unsigned mr600_sq_pure(const struct sq_code *c);
void mr600_sq_live(const struct sq_code *c, const struct sq_step *clause, uint8_t live[MR600_GPRS]);
void mr600_sq_plan_nans(struct sq_code *c, const struct sq_step *s); /* sq_plan_nan.c: of a planned clause */

/* The words of a group, with the units that take them (sq_check.c). */
struct sq_words_of_group {
	unsigned n;
	uint32_t w[SQ_UNITS][2];
	uint8_t unit[SQ_UNITS];
	const struct sq_opcode *code[SQ_UNITS];
	unsigned kcache_mode[2];
	bool first;     /* of the clause */
	bool ar_loaded; /* by a group before it */
};
/* Which unit takes each operation, and the rules of a group: what is broken is reported. False: such a group
 * has no meaning. */
bool mr600_sq_group_units(struct sq_decoder *d, struct sq_words_of_group *g);
bool mr600_sq_group_rules(struct sq_decoder *d, const struct sq_words_of_group *g);
void mr600_sq_group_ports(struct sq_decoder *d, const struct sq_words_of_group *g); /* sq_ports.c */

static inline uint32_t sq_src_sel(const uint32_t w[2], unsigned i)
{
	return i == 0   ? R600_SQ_ALU_WORD0__SRC0_SEL__GET(w[0])
	       : i == 1 ? R600_SQ_ALU_WORD0__SRC1_SEL__GET(w[0])
			: R600_SQ_ALU_WORD1_OP3__SRC2_SEL__GET(w[1]);
}

static inline uint32_t sq_src_chan(const uint32_t w[2], unsigned i)
{
	return i == 0   ? R600_SQ_ALU_WORD0__SRC0_CHAN__GET(w[0])
	       : i == 1 ? R600_SQ_ALU_WORD0__SRC1_CHAN__GET(w[0])
			: R600_SQ_ALU_WORD1_OP3__SRC2_CHAN__GET(w[1]);
}

static inline bool sq_src_rel(const uint32_t w[2], unsigned i)
{
	return i == 0   ? R600_SQ_ALU_WORD0__SRC0_REL__GET(w[0])
	       : i == 1 ? R600_SQ_ALU_WORD0__SRC1_REL__GET(w[0])
			: R600_SQ_ALU_WORD1_OP3__SRC2_REL__GET(w[1]);
}

static inline bool sq_src_neg(const uint32_t w[2], unsigned i)
{
	return i == 0   ? R600_SQ_ALU_WORD0__SRC0_NEG__GET(w[0])
	       : i == 1 ? R600_SQ_ALU_WORD0__SRC1_NEG__GET(w[0])
			: R600_SQ_ALU_WORD1_OP3__SRC2_NEG__GET(w[1]);
}

static inline bool sq_is_op3(const uint32_t w[2])
{
	return R600_SQ_ALU_WORD1__ENCODING__GET(w[1]) != 0;
}

static inline bool sq_writes(const uint32_t w[2])
{
	return sq_is_op3(w) || R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK__GET(w[1]);
}

/* Selectors of sources */
enum {
	SQ_SEL_CACHE = 128, /* two sets of 32 */
	SQ_SEL_CACHE_END = 192,
	SQ_SEL_1_DOUBLE_LOW = 244, /* 1.0 low, high, 0.5 low, high */
	SQ_SEL_LITERAL = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_LITERAL,
	SQ_SEL_PV = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_PV,
	SQ_SEL_PS = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_PS,
	SQ_SEL_0 = R600_SQ_ALU_WORD1_OP3__SRC2_SEL__SQ_ALU_SRC_0,
	SQ_SEL_FILE = 256,
};
enum { SQ_INDEX_LOOP = 4, SQ_INDEX_GLOBAL, SQ_INDEX_GLOBAL_AR_X, SQ_INDEX_RESERVED };

/* ---- running ------------------------------------------------------------------------------------------- */
struct sq_entry { /* of the stack */
	uint64_t active, broken, waiting;
	uint8_t elements; /* that it takes; 0: a plain push */
	bool loop;
};

struct sq_loop {
	uint64_t lanes; /* that entered it */
	unsigned depth; /* of the stack, its own entry included */
	unsigned left;  /* rounds */
	bool counted;
	int32_t step, outer_index;
};

struct sq_run;
struct mr600_sq_state {
	_Alignas(64) uint32_t previous[2][SQ_UNITS][SQ_LANES];
	_Alignas(64) uint32_t temp[SQ_UNITS][3][SQ_LANES];
	_Alignas(64) uint32_t lane_mask[SQ_LANES];
	_Alignas(64) int32_t ar[4][SQ_LANES];
	struct sq_entry stack[SQ_STACK];
	struct sq_loop loop[SQ_STACK];
	uint16_t call[SQ_CALLS];
	/* The moves of the program with this serial number, for the registers at ready_gpr */
	struct sq_ready *ready;
	uint32_t cap_ready;
	uint64_t ready_serial;
	const void *ready_gpr;
	/* Scratch and reduction buffer of each lane: items of four dwords, grown when a program has more */
	union mr600_value (*room[SQ_ROOMS])[4];
	unsigned n_room[SQ_ROOMS];
};

struct sq_run {
	struct mr600_wave *w;
	const struct mr600_program *p;
	struct mr600_sq_state *s;
	uint64_t lanes;                   /* that run at all: valid and helper ones */
	uint64_t active, broken, waiting; /* waiting: for the next round of the loop */
	uint64_t predicate;
	uint64_t mask_is; /* what lane_mask holds */
	const struct sq_ready *ready;
	unsigned depth, n_loops, n_calls;
	unsigned elements; /* of the stack, without those of plain pushes */
	unsigned pushes;   /* plain ones that are open */
	unsigned now;      /* of previous[] */
	int32_t index;     /* aL */
	uint64_t executed; /* instructions */
	uint64_t moves;    /* of groups that could be compiled */
	bool computes;     /* the processor's arithmetic is set, and was `flags` before */
	uint64_t flags;
};

/* sq_plan.c: the moves of the program, for this wave's registers. NULL: no memory, or there are none. */
const struct sq_ready *mr600_sq_ready(struct sq_run *x);
/* The program goes no further, nor does the chip: reported by mr600_sq_hung(). Returns false. */
bool mr600_sq_hang(struct sq_run *x, const char *why);
void mr600_sq_run_alu(struct sq_run *x, const struct sq_step *s, uint64_t lanes);
bool mr600_sq_run_fetches(struct sq_run *x, const struct sq_step *s, uint64_t lanes);
bool mr600_sq_run_out(struct sq_run *x, const struct sq_step *s, uint64_t lanes);
/* Memory of the program's own (sq_memory.c): MEM_SCRATCH, MEM_REDUCTION, MEM_EXPORT; VTX reads of them */
bool mr600_sq_memory_out(struct sq_run *x, const struct sq_step *s, unsigned gpr, uint64_t lanes);
bool mr600_sq_memory_read(struct sq_run *x, const struct sq_fetch *f, unsigned src, unsigned dst,
			  uint64_t lanes);

static inline uint64_t sq_whole_quads(uint64_t lanes)
{
	uint64_t any = lanes | lanes >> 1;

	any = (any | any >> 2) & 0x1111111111111111ull;
	return any * 15;
}

#endif
