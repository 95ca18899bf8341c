/* SPDX-License-Identifier: MIT
 *
 * Programs of SH as the model runs them, and the machine that runs them.
 *
 *   words --sh_decode.c, by the table of sh_ops.c; sh_check.c--> struct sh_code (what the words say)
 *     --sh_plan.c, sh_plan_nan.c--> its spans: lists of kernels with their operands in place
 *   uniforms --sh_program.c--> struct mgc_program (the code with what a draw found)
 *
 * sh_run.c walks instructions with lanes at different places; arithmetic goes lane by lane (sh_scalar.c, the
 * judge), a component of all lanes at a time (sh_alu.c, sh_kit_simd.c), or where all lanes stand together a
 * span at a time. All call the functions of sh_math_body.h.
 */
#ifndef HW_MODEL_GC_SH_CODE_H
#define HW_MODEL_GC_SH_CODE_H

#include "hw/model/gc/sh.h"
#include "hw/model/gc/sh_math.h"

enum {
	SH_MAX_INST = 4096,      /* of a program: a bound of the model, above every chip's */
	SH_UNIFORMS = 512,       /* vectors of both stages */
	SH_UNIFORMS_STAGE = 256, /* that an instruction can name */
	SH_CALLS = 16,           /* deepest nesting: choices.md */
};

/* ---- what an opcode is (sh_ops.c) ---------------------------------------------------------------------- */
enum sh_shape {
	SH_NAMED,   /* only its name is public: refused */
	SH_NOTHING, /* NOP */
	SH_EACH,    /* component by component */
	SH_ONCE,    /* one component of the sources, its result in all masked ones */
	SH_DOT,
	SH_TEST,     /* SELECT, SET, CMP: a condition, then one of two values */
	SH_SLOPE,    /* DSX, DSY */
	SH_ADDRESS,  /* MOVAR, MOVAI */
	SH_CONVERT,  /* CONV, I2I: source 1 may name the type */
	SH_EXTENDED, /* 7F: source 2 says what */
	SH_BRANCH,
	SH_CALL,
	SH_RETURN,
	SH_KILL,
	SH_LOOKUP,
	SH_LOAD,
	SH_STORE,
	SH_ATOMIC,
};
enum {                    /* flags */
       SH_INT = 1 << 0,   /* the type says which integers */
       SH_FLOAT = 1 << 1, /* of floats */
       SH_BOTH = SH_INT | SH_FLOAT,
       SH_FROM_FLOAT = 1 << 2, /* sources are floats although the type is an integer's: F2I */
       SH_TO_FLOAT = 1 << 3,   /* the result is a float although the type is an integer's: I2F */
       SH_ROUNDS = 1 << 4,     /* its result is rounded as states and the instruction say */
       SH_PAIR = 1 << 5,       /* FAST_TRANSCENDENTALS: two factors */
       SH_ANY = 1 << 6,        /* a condition of any component */
       SH_NEAREST = 1 << 8,    /* its result is rounded to the nearest */
       SH_PIXEL = 1 << 7,      /* of pixel programs alone */
};

struct sh_opcode {
	const char *name;
	uint8_t shape;
	uint8_t slots;    /* of the operands that it takes: bits */
	uint8_t order[3]; /* slots of a, b, c of its kernel, SH_NO_SLOT */
	uint16_t flags;
	uint16_t run;    /* SH_OP_…, of floats; SH_DOT: components */
	uint8_t run_int; /* SH_INT_… */
	int8_t halti;    /* that has it first */
};
enum { SH_NO_SLOT = 3 };
extern const struct sh_opcode mgc_sh_opcodes[128];

/* ---- instructions -------------------------------------------------------------------------------------- */
enum sh_from { SH_TEMP, SH_FACE, SH_TABLE, SH_UNIFORM_REL };

struct sh_src {
	bool used;
	uint8_t from, amode;
	uint16_t reg;
	uint8_t swz[4];
	uint8_t mod;       /* SH_MOD_… (sh_math.h) */
	uint32_t table[4]; /* SH_TABLE: of the swizzled components, modifiers included */
	bool imm;
	uint32_t value; /* of imm */
};

struct sh_inst {
	const struct sh_opcode *code;
	uint8_t op, cond, type, rounding, shape;
	uint16_t run;    /* SH_OP_… */
	uint16_t test;   /* SH_TEST, SH_BRANCH, SH_KILL, SH_CALL: SH_OP_… */
	uint8_t a, b, c; /* slots of the kernel's operands */
	bool sat, dst_use, pair, any;
	uint8_t dst, dst_amode, mask,
	    direct; /* direct: components that nothing later in the instruction reads */
	uint8_t unit, unit_amode, swz[4];
	uint8_t shift, size_B;
	uint16_t target;
	struct sh_src src[3];
};

/* A constant as operands use it: component `from` & 3 of a uniform, or a value. */
struct sh_konst {
	uint16_t from;
	uint8_t mod;
	uint32_t value;
};
enum { SH_VALUE = 0xffff };

/* ---- spans (sh_plan.c) --------------------------------------------------------------------------------- */
/* Where a component of all lanes stands */
enum sh_base {
	SH_AT_TEMP,  /* 4 * register + component */
	SH_AT_FACE,  /* component of i0 */
	SH_AT_ROOM,  /* of sh_scratch.operand */
	SH_AT_TABLE, /* mgc_program.table */
	SH_AT_ZERO,
	SH_BASES
};

struct sh_place {
	uint16_t base, at;
};

/* A kernel, or how sums and products are rounded from here on */
enum sh_rounding { SH_ROUND_NONE, SH_ROUND_NEAREST, SH_ROUND_STATE, SH_ROUND_ZERO, SH_PIECE };
struct sh_move {
	uint16_t run; /* SH_OP_…, or SH_OPS + enum sh_rounding, SH_PIECE */
	struct sh_place d, src[3];
};

/* From an instruction on, so many that follow each other and of which none is a target. */
struct sh_span {
	uint32_t first_move, n_move;
	uint16_t n_inst; /* 0: no span begins here */
};

struct sh_code {
	struct sh_inst *inst;
	struct sh_konst *konst;
	struct sh_span *span; /* one an instruction */
	struct sh_move *move;
	unsigned n_inst, cap_konst, n_konst;
	uint32_t n_move, cap_move;
	unsigned n_uniform; /* the highest one named and 1; of relative ones all of the stage */
	bool relative;      /* uses address registers */
	struct mgc_program_facts facts;
};

/* ---- spans, compiled (sh_native.c, sh_jit.c) ----------------------------------------------------------- */
struct sh_piece { /* moves that are compiled together */
	const struct sh_move *move;
	unsigned n;
	uint32_t rooms; /* that moves after them read: bits */
};

struct fl_jit_program;
struct sh_native {
	enum fl_isa isa;
	bool later; /* the compiler was busy */
	const struct fl_jit_program **piece;
	unsigned n_piece;
	struct sh_span *span; /* as those of sh_code, of which pieces are one move each: d.at is the number */
	struct sh_move *move;
	uint32_t n_move;
};

struct mgc_program {
	const struct sh_code *code;     /* of a struct sh_cached */
	const struct sh_native *native; /* NULL: none of it is compiled */
	uint64_t *ran;                  /* moves, of all waves; NULL: they need not be counted */
	enum mgc_stage stage;
	const uint32_t (*table)[MGC_LANES]; /* of code.konst */
	const uint32_t (*uniform)[4];
	unsigned n_uniform;
	unsigned start;  /* the first instruction */
	bool round_zero; /* what the states say of results that an instruction says nothing of */
	bool old_lookup; /* below HALTI5: bias and level are in the coordinates' w */
};

struct sh_decoder {
	struct mgc *g;
	enum mgc_stage stage;
	struct sh_code *code;
	unsigned temps, at; /* at: instruction, for reports */
	unsigned uniforms;  /* of the stage */
	bool refused;
};
#define SH_SAY(d, severity, section, fmt, ...)                                          \
	mgc_report((d)->g, severity, "SH", section, "%s program, instruction %u: " fmt, \
		   (d)->stage == MGC_VERTEX ? "vertex" : "pixel", (d)->at, ##__VA_ARGS__)
#define SH_WARN(d, section, fmt, ...) SH_SAY(d, FL_WARN, section, fmt, ##__VA_ARGS__)
#define SH_REFUSE(d, section, fmt, ...) \
	((d)->refused = true, SH_SAY(d, FL_REFUSE, section, fmt, ##__VA_ARGS__))

/* n_inst * 4 words. False: refused, reported, or no memory; mgc_sh_code_free() in any case. */
bool mgc_sh_decode(struct sh_decoder *d, const uint32_t *words, unsigned n_inst);
void mgc_sh_code_free(struct sh_code *c);
void mgc_sh_check(struct sh_decoder *d); /* sh_check.c: the instruction d->at */
bool mgc_sh_plan(struct sh_decoder *d);  /* the spans of d->code; false: no memory */
/* Kernels of a span where any NaN will do leave it as it is. */
void mgc_sh_plan_nans(struct sh_code *c, const struct sh_span *s);
/* The number of a constant: of a uniform's component, or a value. */
unsigned mgc_sh_konst(struct sh_decoder *d, unsigned from, unsigned mod, uint32_t value);

/* The code of what was compiled of a program; NULL: none, so far. */
struct sh_cached;
const struct sh_native *mgc_sh_native(struct mgc *g, struct sh_cached *c);
/* It may be compiled yet, once it has run for long. */
bool mgc_sh_native_waits(const struct mgc *g, const struct sh_cached *c);
void mgc_sh_native_free(struct sh_native *n);
/* sh_jit.c: can this kernel be a part of a piece? The function of a struct sh_piece. */
bool mgc_sh_compiles(unsigned run);
struct fl_emit;
bool mgc_sh_build(struct fl_emit *e, void *arg);

/* ---- the machine --------------------------------------------------------------------------------------- */
struct sh_group { /* of lanes that stand at the same instruction */
	uint64_t lanes;
	unsigned pc;
};

enum { SH_ROOMS = 12 };

struct sh_scratch {
	_Alignas(64) uint32_t operand[SH_ROOMS][MGC_LANES]; /* with modifiers, or out of relative registers */
	_Alignas(64) uint32_t result[4][MGC_LANES];
	_Alignas(64) uint32_t lane_mask[MGC_LANES];
	_Alignas(64) uint32_t zero[MGC_LANES]; /* of operands that a kernel does not have */
	_Alignas(64) uint32_t texel[4][MGC_LANES];
	struct sh_group group[MGC_LANES];
	unsigned n_group;
	uint16_t call[SH_CALLS][MGC_LANES];
	uint8_t calls[MGC_LANES];
	uint64_t mask_is; /* what lane_mask holds */
};

struct sh_run {
	struct mgc *g;
	const struct mgc_program *p;
	struct mgc_sh_wave *w;
	struct sh_scratch *s;
	const struct sh_kit *kit; /* NULL: lane by lane */
	uint8_t *base[SH_BASES];  /* of enum sh_base */
	const struct sh_native *native;
	uint64_t ran; /* moves */
	uint64_t fp;  /* the host's floating-point state before */
	bool zero;    /* the unit rounds toward zero now */
};

/* A register's number with what is added of an address register. */
static inline unsigned sh_index(const struct sh_run *x, unsigned reg, unsigned amode, unsigned lane)
{
	return amode ? reg + x->w->a[(amode - 1) & 3].u[lane] : reg;
}

/* The value of component c, swizzled and modified: lane by lane (sh_scalar.c). */
uint32_t mgc_sh_value(const struct sh_run *x, const struct sh_inst *in, unsigned slot, unsigned c,
		      unsigned lane);
/* The same of all lanes: in place, or in `room` (sh_alu.c). */
const uint32_t *mgc_sh_operand(struct sh_run *x, const struct sh_inst *in, unsigned slot, unsigned c,
			       uint32_t *room);
void mgc_sh_alu_scalar(struct sh_run *x, const struct sh_inst *in, uint64_t lanes);
void mgc_sh_alu_vector(struct sh_run *x, const struct sh_inst *in, uint64_t lanes);
/* Lanes whose condition holds. */
uint64_t mgc_sh_test_scalar(struct sh_run *x, const struct sh_inst *in, uint64_t lanes);
uint64_t mgc_sh_test_vector(struct sh_run *x, const struct sh_inst *in, uint64_t lanes);
/* x->s->lane_mask of these lanes */
void mgc_sh_expand(struct sh_run *x, uint64_t lanes);
/* Component c of the instruction's destination, of these lanes. */
void mgc_sh_store(struct sh_run *x, const struct sh_inst *in, unsigned c, const uint32_t *value,
		  uint64_t lanes);
bool mgc_sh_lookup(struct sh_run *x, const struct sh_inst *in, uint64_t lanes); /* sh_lookup.c */
void mgc_sh_memory(struct sh_run *x, const struct sh_inst *in, uint64_t lanes); /* sh_memory.c */

/* ---- the block (sh.c, sh_words.c) ---------------------------------------------------------------------- */
struct sh_cached { /* a decoded program, and what it was made of */
	struct sh_cached *next;
	struct sh_code code;
	struct sh_native *native;
	bool never;   /* it does not compile */
	uint64_t ran; /* moves of it, by threads that draw */
	unsigned n_inst, temps;
	uint32_t words[];
};

struct sh_icache { /* what the instruction cache holds of a stage's code in memory */
	uint32_t addr, *words;
	unsigned n_inst;
	bool valid;
};

enum {
	SH_MEMORY_DW = 4096, /* 0xC000 to 0xFFFF */
	SH_OWN_DW = 1024,    /* 0x4000 to 0x4FFF */
	SH_OWN_INST = 256,   /* up to here a stage has a memory of its own: GC facts 5.1 */
	SH_CACHED = 32,      /* decoded programs of a stage */
};

struct mgc_sh {
	uint32_t inst[SH_MEMORY_DW]; /* instruction memory of both stages: 0xC000 on; 0x8000 shows it too */
	uint32_t own[2][SH_OWN_DW];  /* GC400: a memory a stage */
	uint32_t uniform[SH_UNIFORMS][4]; /* before HALTI2 the pixel stage's begin at SH_UNIFORMS_STAGE */
	struct sh_cached *cached[2];      /* of each stage, the last one asked for first */
	struct sh_cached *dropped;        /* that draws which are gathered may still have */
	struct sh_icache icache[2];
	uint64_t serial;
};

static inline bool sh_has_own(const struct mgc *g)
{
	return !g->variant->icache && g->variant->instructions <= SH_OWN_INST;
}

static inline bool sh_unified_uniforms(const struct mgc *g)
{
	return g->variant->halti >= 2;
}

/* The stage's words as the core takes them, and where it begins: in-core memory or instruction cache. NULL:
 * the core would hang, reported; or no memory. */
const uint32_t *mgc_sh_words(struct mgc *g, enum mgc_stage stage, unsigned *n_inst, unsigned *start);
void mgc_sh_icache_drop(struct mgc *g, unsigned stages); /* bits */
void mgc_sh_prefetch(struct mgc *g, enum mgc_stage stage);

#endif
