/* SPDX-License-Identifier: MIT
 *
 * Inside the lowering: a program that is being put together. Control flow and clauses are kept apart until
 * it is finished, since control flow comes first and says where the clauses are.
 */
#ifndef LIB_R600_LOWER_OWN_H
#define LIB_R600_LOWER_OWN_H

#include "lib/r600/group.h"
#include "lib/r600/lower.h"

enum { FL_R600_LOW_CF = 20, FL_R600_LOW_TEMPS = 16, FL_R600_NO_GPR = 255 };

struct fl_r600_low {
	struct fl_r600_lowered *out; /* its words are those of clauses, one after the other, till the end */
	const struct fl_ff_places *at;
	bool r700;
	uint8_t first_in;                               /* the register of input 0 */
	uint8_t temp[FL_R600_LOW_TEMPS], scratch, next; /* registers; the next that nobody has */
	uint8_t put_out[FL_FF_OUT_COUNT];               /* the register that is exported, */
	uint16_t select[FL_FF_OUT_COUNT];               /* and how */
	struct fl_r600_group group;                     /* that is being filled; n 0: none */
	uint32_t n_cf;
	uint32_t cf[FL_R600_LOW_CF][2];
	uint16_t first[FL_R600_LOW_CF], slots[FL_R600_LOW_CF]; /* of their clauses, in out->words */
};

/* Opcodes, and what goes with them in the word */
#define FL_R600_OP2(name) R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__SQ_OP2_INST_##name
#define FL_R600_OP3(name) (0x100u | R600_SQ_ALU_WORD1_OP3__ALU_INST__SQ_OP3_INST_##name)

/* Where one operation writes; gpr FL_R600_NO_GPR: nowhere */
struct fl_r600_to {
	uint8_t gpr, chan;
	bool clamp;
};

void fl_r600_low_begin(struct fl_r600_low *l, bool r700, const struct fl_ff_places *at, uint32_t first_in,
		       struct fl_r600_lowered *out);
/* Registers of a source's or a destination's file */
uint32_t fl_r600_low_gpr(struct fl_r600_low *l, uint32_t file, uint32_t at);
/* Component k of a source */
struct fl_r600_src fl_r600_low_src(struct fl_r600_low *l, struct fl_ff_src s, uint32_t k);
/* The words of an operation */
void fl_r600_low_op(const struct fl_r600_low *l, uint32_t w[2], uint32_t op, struct fl_r600_to to,
		    const struct fl_r600_src *s, uint32_t n);
/* n operations that belong together go into the group, or into a new one. Their order is that of their
 * units. Literals are 1.5. */
void fl_r600_low_put(struct fl_r600_low *l, const uint32_t (*w)[2], uint32_t n);
/* One operation of one result; s has its sources. */
void fl_r600_low_one(struct fl_r600_low *l, uint32_t op, struct fl_r600_to to, const struct fl_r600_src *s,
		     uint32_t n);
/* An instruction of either kind of program that the ALU does */
void fl_r600_low_alu(struct fl_r600_low *l, const struct fl_ff_inst *i);
/* An instruction of control flow; with a clause, which goes on as long as words are put. */
void fl_r600_low_cf(struct fl_r600_low *l, uint32_t word0, uint32_t word1);
/* The group is over: what comes next is no clause of the ALU. */
void fl_r600_low_flush(struct fl_r600_low *l);
/* Output `what` goes to place `at` of the type, which has no others behind it if done. */
void fl_r600_low_export(struct fl_r600_low *l, uint32_t what, uint32_t type, uint32_t at, bool done);
/* The last export ends the program. */
void fl_r600_low_end(struct fl_r600_low *l);

#endif
