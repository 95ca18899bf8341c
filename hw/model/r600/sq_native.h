/* SPDX-License-Identifier: MIT
 *
 * Planned groups (sq_plan.c) as compiled code. A span is what stands between groups that cannot be planned;
 * it has parts, of which some are code and the others kernels. Code takes a mask of lanes, so a span that is
 * code as a whole does for waves whose lanes have parted as well.
 */
#ifndef HW_MODEL_R600_SQ_NATIVE_H
#define HW_MODEL_R600_SQ_NATIVE_H

#include "hw/model/jit/emit.h"
#include "hw/model/jit/jit.h"
#include "hw/model/r600/sq_math.h"

struct sq_part {
	uint32_t first_move, n_move;
	const struct fl_jit_program *code; /* NULL: the moves' kernels */
};

struct sq_span {
	uint32_t first_part, n_part;
	uint32_t n_group; /* 0: no span begins with this group */
	bool whole;       /* it is code alone */
};

struct sq_native {
	struct sq_native *next; /* of those that nobody is going to ask for again */
	enum fl_isa isa;
	bool later;           /* the compiler was busy */
	struct sq_span *span; /* one a group */
	struct sq_part *part;
	uint32_t n_part, n_code;
};

/* ---- for the compiler (sq_jit.c) ----------------------------------------------------------------------- */
/* Places by number; from SQ_FIRST_ROOM on those that no program sees: PV and PS, operands. */
enum {
	SQ_FIRST_ROOM = MR600_GPRS * 4,
	SQ_FIRST_TEMP = SQ_FIRST_ROOM + 2 * SQ_UNITS,
	SQ_PLACES = SQ_FIRST_TEMP + 3 * SQ_UNITS,
};
#define SQ_ROOMS_PREVIOUS ((1u << 2 * SQ_UNITS) - 1)

/* SQ_AT_TABLE has no number: 0. */
static inline unsigned sq_place_number(struct sq_place p)
{
	return p.base == SQ_AT_GPR        ? p.at
	       : p.base == SQ_AT_PREVIOUS ? SQ_FIRST_ROOM + p.at
	       : p.base == SQ_AT_TEMP     ? SQ_FIRST_TEMP + p.at
					  : 0;
}

static inline struct sq_place sq_place_of(unsigned number)
{
	if (number < SQ_FIRST_ROOM)
		return (struct sq_place){SQ_AT_GPR, number};
	if (number < SQ_FIRST_TEMP)
		return (struct sq_place){SQ_AT_PREVIOUS, number - SQ_FIRST_ROOM};
	return (struct sq_place){SQ_AT_TEMP, number - SQ_FIRST_TEMP};
}

/* A literal that is a number, and neither zero nor counts as one */
static inline bool sq_is_nonzero(const struct sq_konst *konst, struct sq_place p)
{
	const uint32_t size = p.base == SQ_AT_TABLE ? konst[p.at].value << 1 : 0;

	return size >= 0x01000000u && size <= 0xff000000u && konst[p.at].from == SQ_VALUE;
}

struct sq_piece { /* moves that are compiled together */
	const struct sq_move *move;
	const struct sq_konst *konst;
	unsigned n;
	uint32_t rooms;      /* that something after them reads: bits, of numbers from SQ_FIRST_ROOM on */
	const uint8_t *live; /* registers that something may read, a bit a channel; NULL: all */
};

static inline bool sq_is_live(const uint8_t *live, struct sq_place gpr)
{
	return !live || live[gpr.at / 4] >> gpr.at % 4 & 1;
}

/* Can this operation be a part of a piece? And the build function of a struct sq_piece. */
bool mr600_sq_compiles(unsigned run);
bool mr600_sq_build(struct fl_emit *e, void *arg);
#ifdef FL_JIT
/* What the transcendental unit makes of floats (sq_trans_jit.c): floats. NULL: it is another operation. */
LLVMValueRef mr600_sq_build_trans(struct fl_emit *e, unsigned run, LLVMValueRef x);
#endif

/* ---- for the others (sq_native.c) ---------------------------------------------------------------------- */
/* NULL: nothing of it is code, or no memory. *never: nor will it be. */
struct sq_native *mr600_sq_native_new(const struct sq_code *c, enum fl_isa isa, bool *never);
void mr600_sq_native_free(struct sq_native *n); /* all that follow it as well */
/* Has a program of so many moves run for as long as compiling takes? ran: moves. */
bool mr600_sq_native_pays(const struct sq_code *c, uint64_t ran);

#endif
