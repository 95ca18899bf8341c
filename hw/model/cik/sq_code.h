/* SPDX-License-Identifier: MIT
 *
 * Inside of SQ: decoded instructions, and what the files of the encodings share. Registers have one numbering
 * in it, that of operands of 9 bits: scalars by operand code, VGPRs from 256 on.
 */
#ifndef HW_MODEL_CIK_SQ_CODE_H
#define HW_MODEL_CIK_SQ_CODE_H

#include "hw/model/cik/sq.h"
#include "hw/model/cik/sq_format.h"

#include <string.h>

enum { SQ_VGPR = 256, SQ_LITERAL = 255, SQ_LDS_DIRECT = 254, SQ_INLINE = 128, SQ_READS = 6, SQ_WRITES = 3 };

struct sq_inst;
typedef void sq_exec(struct mcik_wave *w, const struct sq_inst *i);

struct sq_range {
	uint16_t first;
	uint8_t n;
};

/* Which settings of the processor's arithmetic a vector instruction wants: none, for it moves bits; of
 * numbers that keep their denormals; of singles and of doubles as MODE has it; of singles that have none. */
enum sq_arithmetic { SQ_ANY_ARITHMETIC, SQ_EXACT, SQ_SINGLE, SQ_DOUBLE, SQ_FLUSHED };

enum sq_unit { SQ_SALU, SQ_VALU, SQ_SMEM, SQ_VMEM, SQ_LDS, SQ_EXPORT, SQ_BRANCH };

struct sq_inst {
	sq_exec *run;   /* NULL: no instruction */
	const void *op; /* of the encoding's own table */
	uint32_t word[2], literal;
	uint32_t constant; /* of the source that `one` names, unless it is a register */
	uint16_t opcode;
	uint8_t n_dw, unit;
	uint16_t src[3], dst, sdst;
	uint8_t abs, neg, omod;
	bool clamp;
	bool plain;   /* of scalars alone: it writes registers or SCC, and goes on to the next */
	bool hazards; /* it writes scalars, or has to keep away from what did: sq_wait.c looks at it */
	/* of vector instructions, by sq_vop.c: */
	uint8_t arithmetic; /* enum sq_arithmetic */
	uint8_t n_src;      /* operands, of one dword each */
	uint8_t signs;      /* a bit each of those that are negated, or lose their sign */
	uint8_t one;        /* 1: the first of them is the same in all lanes, as it stands; 2: the second */
	bool reads_mask, writes_mask;
	uint8_t n_reads, n_writes;
	uint16_t n_scalars, n_vgprs; /* one more than the highest that it names */
	struct sq_range reads[SQ_READS], writes[SQ_WRITES];
};

/* Its second word, or its literal: it has one of them at most. 0: it has neither. */
static inline uint32_t sq_second_word(const struct sq_inst *i)
{
	return i->word[1] | i->literal;
}

bool mcik_sq_is_vintrp(const struct sq_inst *i);
/* What an image instruction asks for, but for its registers. False: it is none. */
bool mcik_sq_image(const struct mcik_wave *w, const struct sq_inst *i, struct mcik_image *m);

/* Decoders, a file an encoding: the words and the literal are there; they set run, unless there is no such
 * instruction, and the registers it uses. */
typedef void sq_decoder(struct sq_inst *i);
sq_decoder mcik_sq_sop2, mcik_sq_sop1, mcik_sq_sopc, mcik_sq_sopk, mcik_sq_sopp, mcik_sq_smrd, mcik_sq_vop1,
    mcik_sq_vop2, mcik_sq_vopc, mcik_sq_vop3, mcik_sq_vintrp, mcik_sq_ds, mcik_sq_mubuf, mcik_sq_mtbuf,
    mcik_sq_mimg, mcik_sq_flat, mcik_sq_exp;

/* For decoders: the instruction reads or writes n registers from `first` on. Constants count as none. */
void mcik_sq_reads(struct sq_inst *i, unsigned first, unsigned n);
void mcik_sq_writes(struct sq_inst *i, unsigned first, unsigned n);

/* The processor's arithmetic: which denormals are kept, and above that the rounding, plus one; 0: as the
 * caller has it. It stays so for the instructions that follow. */
void mcik_sq_set_arithmetic(struct mcik_wave *w, unsigned key);

static inline unsigned sq_rounding(unsigned key) /* enum fl_num_round */
{
	return (key - 1) >> 2;
}

static inline unsigned sq_arithmetic_key(uint32_t mode, enum sq_arithmetic a)
{
	unsigned key = 1;

	if (a == SQ_EXACT)
		key += 3;
	else if (a == SQ_SINGLE)
		key += (mode >> MCIK_MODE_DENORM_32_SHIFT & 3) | (mode & MCIK_MODE_ROUND_32) << 2;
	else if (a == SQ_DOUBLE)
		key += (mode >> MCIK_MODE_DENORM_64_SHIFT & 3) | (mode >> MCIK_MODE_ROUND_64_SHIFT & 3) << 2;
	return key;
}

static inline void sq_want_arithmetic(struct mcik_wave *w, enum sq_arithmetic a)
{
	const unsigned key = sq_arithmetic_key(w->mode, a);

	if (key != w->arithmetic && a != SQ_ANY_ARITHMETIC)
		mcik_sq_set_arithmetic(w, key);
}

/* ---- the instruction cache (sq_code.c) ----------------------------------------------------------------- */
enum {
	SQ_LINE_DW = 256,
	SQ_AHEAD_DW = 2, /* an instruction's second word, or literal, may be in the next line */
	SQ_CHAINS = 256,
};

struct sq_line {
	struct sq_line *next;
	uint64_t va;
	unsigned vmid;
	uint64_t fetched; /* at which generation of the cache */
	uint32_t n;       /* dwords that are there */
	uint32_t dw[SQ_LINE_DW + SQ_AHEAD_DW];
	bool decoded[SQ_LINE_DW];
	struct sq_inst inst[SQ_LINE_DW];
	struct sq_plan *plan; /* of what is decoded: sq_plan.c; NULL: none yet */
};

/* Vector instructions from dword `at` of the line on, with as few questions as can be. False: none was run,
 * and they are to be run one by one. */
bool mcik_sq_run_span(struct mcik_wave *w, struct sq_line *l, unsigned at);
void mcik_sq_plan_free(struct sq_line *l); /* when its code has changed, or goes */

struct mcik_code {
	const struct mcik_sq_env *env;
	struct sq_formats formats; /* of buffers */
	uint64_t generation;
	struct sq_line *last; /* the one found last, up to date */
	struct sq_line *chain[SQ_CHAINS];
	struct {
		uint64_t generation, pc; /* generation 0: none */
		unsigned vmid;
		uint64_t read[MCIK_VGPRS / 64]; /* registers that it may read before it has written them */
	} begun;                                /* the program that waves began with last: sq_begin.c */
	struct {
		uint64_t generation, pc;
		unsigned vmid, masks_at, n_inputs;
		bool is;
	} pure[2]; /* what was asked for last: with inputs, and without (sq_pure.c) */
};

/* A wave's registers but VGPRs, as they are when one begins (sq_run.c). */
void mcik_wave_settle(struct mcik_wave *w);

/* The instruction at pc, out of the cache; NULL: there is no code. */
const struct sq_inst *mcik_code_at(struct mcik_code *c, unsigned vmid, uint64_t pc);

/* The same where it is in the line that was found last, as it mostly is. */
static inline const struct sq_inst *sq_code_next(struct mcik_code *c, unsigned vmid, uint64_t pc)
{
	const struct sq_line *l = c->last;
	const unsigned at = (unsigned)(pc / 4 % SQ_LINE_DW);

	if (l && pc - l->va < 4 * SQ_LINE_DW && l->vmid == vmid && l->decoded[at])
		return &l->inst[at];
	return mcik_code_at(c, vmid, pc);
}

/* ---- reports (sq_run.c) -------------------------------------------------------------------------------- */
void mcik_sq_report(struct mcik_wave *w, enum fl_severity severity, const char *section, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* The same, and the wave is stuck. */
void mcik_sq_refuse(struct mcik_wave *w, const char *section, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Before what other groups may see the order of. False: the wave has come too late, and ends. */
static inline bool sq_in_turn(struct mcik_wave *w)
{
	if (!w->env->turn || w->env->turn(w->env->arg))
		return true;
	w->state = MCIK_STUCK;
	return false;
}

/* ---- waits (sq_wait.c) --------------------------------------------------------------------------------- */
/* A slot for a result that will land in n registers from `first` on; its planes are filled in by the caller.
 * lanes 0 and n 0: something that only counts. */
mcik_plane *mcik_sq_late(struct mcik_wave *w, enum mcik_counter counter, unsigned first, unsigned n,
			 uint64_t lanes);
/* What the next mcik_sq_late() will return: for a result that is there before anything else lands. */
static inline mcik_plane *sq_next_late(const struct mcik_wave *w)
{
	return w->pool + (size_t)__builtin_ctzll(~w->pool_used) * MCIK_RESULT;
}
void mcik_sq_exported(struct mcik_wave *w, const uint64_t vgprs[MCIK_VGPRS / 64]);
void mcik_sq_wait(struct mcik_wave *w, unsigned vm, unsigned exp, unsigned lgkm);
void mcik_sq_check_waits(struct mcik_wave *w, const struct sq_inst *i);
void mcik_sq_check_hazards(struct mcik_wave *w, const struct sq_inst *i);
/* For the decoder, when the registers are known: sq_inst.hazards. */
bool mcik_sq_has_hazards(const struct sq_inst *i);
/* Reports if fewer than so many wait states have passed since `at` (0: it never happened). */
void mcik_sq_space(struct mcik_wave *w, uint64_t at, unsigned states, const char *what);

/* ---- registers ----------------------------------------------------------------------------------------- */
static inline uint64_t sq_pair(const struct mcik_wave *w, unsigned at)
{
	return w->s[at & 127] | (uint64_t)w->s[(at + 1) & 127] << 32;
}

static inline void sq_set_pair(struct mcik_wave *w, unsigned at, uint64_t value)
{
	w->s[at & 127] = (uint32_t)value;
	w->s[(at + 1) & 127] = (uint32_t)(value >> 32);
}

static inline uint64_t sq_exec_mask(const struct mcik_wave *w)
{
	return sq_pair(w, MCIK_EXEC);
}

/* A scalar operand; the literal is the instruction's. */
uint32_t mcik_sq_read32(const struct mcik_wave *w, const struct sq_inst *i, unsigned code);
enum sq_wide_kind { SQ_U64, SQ_I64, SQ_F64 }; /* what a literal becomes */
uint64_t mcik_sq_read64(const struct mcik_wave *w, const struct sq_inst *i, unsigned code,
			enum sq_wide_kind kind);

/* ---- atomics (sq_atomic.c) ----------------------------------------------------------------------------- */
/* The operation of an opcode of DS (its low five bits) or of MUBUF, MIMG and FLAT (from their ATOMIC_SWAP
 * on); wide: of 64 bits. NULL: there is none. */
mcik_atomic_fn *mcik_sq_ds_atomic(unsigned op, bool wide);
mcik_atomic_fn *mcik_sq_mem_atomic(unsigned op, bool wide);

/* LDS of the wave's group: out of range reads 0, and writes nothing. limit: M0's. */
uint64_t mcik_sq_lds_load(struct mcik_wave *w, uint64_t addr, unsigned size_B, uint64_t limit);
void mcik_sq_lds_store(struct mcik_wave *w, uint64_t addr, unsigned size_B, uint64_t limit, uint64_t value);

#endif
