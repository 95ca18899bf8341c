/* SPDX-License-Identifier: MIT
 *
 * Inside the lowering: a program that is being put together. What the form calls a register is four VGPRs in
 * a row here, a quad, which it has from the first instruction that writes it to the last that reads it.
 */
#ifndef LIB_CIK_LOWER_OWN_H
#define LIB_CIK_LOWER_OWN_H

#include "lib/cik/emit.h"
#include "lib/cik/lower.h"

enum {
	/* Registers of the form, numbered: temporaries, which the inputs of fragment programs are among;
	 * inputs of vertex programs; outputs; and one for what is written too early */
	FL_CIK_LOW_TEMPS = 16,
	FL_CIK_LOW_IN = FL_CIK_LOW_TEMPS,
	FL_CIK_LOW_OUT = FL_CIK_LOW_IN + (int)FL_FF_IN_COUNT,
	FL_CIK_LOW_LATER = FL_CIK_LOW_OUT + (int)FL_FF_OUT_COUNT,
	FL_CIK_LOW_REGS,
	FL_CIK_NONE = 255,
	/* v0 and v1 are the chip's */
	FL_CIK_LOW_SPARE = 2, /* two VGPRs for what is between two instructions */
	FL_CIK_LOW_QUADS = 4, /* quads begin here */
	/* Descriptors and constants stand in SGPRs from here to VCC; before them what EXEC was. */
	FL_CIK_LOW_EXEC = 10,
	FL_CIK_LOW_SGPRS = 12,
	FL_CIK_LOW_SGPRS_END = 100, /* four before VCC, which has the last two of 104 */
};

struct fl_cik_low {
	struct fl_cik_code code;
	struct fl_cik_lowered *out;
	const struct fl_ff_places *at;
	const struct fl_ff_inst *inst;
	uint32_t n, now; /* instructions, and which is being lowered */
	bool fragment;
	uint8_t vgpr[FL_CIK_LOW_REGS];  /* the first of a quad; FL_CIK_NONE: it has none */
	uint8_t last[FL_CIK_LOW_REGS];  /* the last instruction that it is in; n: it is exported */
	uint8_t reads[FL_CIK_LOW_REGS]; /* masks of components, by all instructions */
	uint8_t load[FL_CIK_LOW_REGS];  /* which load of vector memory writes it, from 1 on; 0: it is there */
	uint32_t loads;                 /* so far */
	uint64_t taken;                 /* quads */
	uint16_t select[FL_FF_OUT_COUNT]; /* how an output is exported */
	uint8_t sgpr[FL_FF_C_COUNT];      /* of constants that are loaded; 0: it is not */
	uint32_t next_sgpr;
	bool waits; /* for scalar loads */
};

void fl_cik_low_begin(struct fl_cik_low *l, bool fragment, const struct fl_ff_inst *inst, uint32_t n,
		      const struct fl_ff_places *at, struct fl_cik_lowered *out);
/* The number of a file's register, and its first VGPR, which it has from now on */
uint32_t fl_cik_low_reg(const struct fl_cik_low *l, uint32_t file, uint32_t at);
uint32_t fl_cik_low_vgpr(struct fl_cik_low *l, uint32_t reg);
/* n SGPRs in a row; what was in them is gone. */
uint32_t fl_cik_low_sgprs(struct fl_cik_low *l, uint32_t n);
/* The constants that come next, as many as fit behind what there is, are on their way. */
void fl_cik_low_constants(struct fl_cik_low *l);
/* A load of vector memory writes the register from now on; what it has is read: the load must have come. */
void fl_cik_low_loads(struct fl_cik_low *l, uint32_t reg);
void fl_cik_low_wait(struct fl_cik_low *l, uint32_t reg);
/* Component k of a source */
struct fl_cik_src fl_cik_low_src(struct fl_cik_low *l, struct fl_ff_src s, uint32_t k);
/* A vector instruction, of whose sources at most one SGPR is read */
void fl_cik_low_op(struct fl_cik_low *l, uint32_t op, uint32_t to, const struct fl_cik_src *s, uint32_t n,
		   bool clamp);
/* An instruction of either kind of program */
void fl_cik_low_alu(struct fl_cik_low *l, const struct fl_ff_inst *i);
/* Registers that nothing reads behind this instruction are free. */
void fl_cik_low_next(struct fl_cik_low *l);
void fl_cik_low_export(struct fl_cik_low *l, uint32_t what, uint32_t target, uint32_t mask, uint32_t flags);
void fl_cik_low_end(struct fl_cik_low *l);

#endif
