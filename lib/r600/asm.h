/* SPDX-License-Identifier: MIT
 *
 * Assembler and disassembler of R6xx and R7xx shader programs. What the instructions do: "R600-Family
 * Instruction Set Architecture" and its R700 edition; the syntax is near theirs and that of Mesa's dumps.
 *
 *	!!R700
 *	00  CALL_FS
 *	01  ALU KC0[CB0:0-15]
 *	         0  x: MUL_IEEE  R2.x, R1.x, KC0[0].x
 *	            y: MUL_IEEE  R2.y, R1.y, KC0[1].y       VEC_120
 *	            t: RECIP_IEEE R0.w, R1.w                SCL_122
 *	02  TEX
 *	            SAMPLE R0.xyzw, R2.xy0x, RID:18 SID:0 CT:NNNN
 *	03  EXPORT_DONE POS 60, R2.xyzw
 *	04  EXPORT_DONE PARAM 0-1, R0-1.xyz_ EOP
 *
 * Text
 *   !!R600 (all R6xx) or !!R700 (all R7xx) first: the words of some ALU operations differ, and what there is.
 *   Numbers before control flow are for the reader and mean nothing.
 *   LABEL:                             before control flow; JUMP, CALL, LOOP_START and so on go to a LABEL,
 *                                      or to @N, instruction N of control flow
 *   option nocheck                     words against the rules too; nothing is added or chosen
 *   data @SLOT, then words 0x… 0x…     64-bit slots as they are
 *   … ^ WORD:BITS                      after an instruction: flip these bits of word WORD
 *
 * Control flow is in the order of its text, and clauses stand under their ALU, TEX or VTX instruction;
 * addresses and counts follow from that. ALU @40: the clause is at slot 40. ALU @40 SLOTS:5: it is the one
 * that is there.
 *   All
 *     POP:N CONST:N COND_FALSE COND_BOOL COND_NOT_BOOL CALLS:N COUNT:N VPM WQM EOP NO_BARRIER
 *   ALU and its kin
 *     KC0[CB2:16-31] locks constants 16 to 31 of buffer 2 as KC0[0] to KC0[15], KC0[CB2:16-47] 32 of them,
 *     KC0[CB2:16-47+AL] by the loop's index; WATERFALL (R6xx), ALT_CONST (R7xx), WQM, NO_BARRIER
 *   EXPORT, EXPORT_DONE
 *     PIXEL, POS or PARAM, places, registers.xyzw01_; ES:N IDX:N
 *   MEM_STREAM0 and all MEM_…
 *     WRITE, WRITE_IND, R6xx READ, READ_IND, R7xx WRITE_ACK, WRITE_IND_ACK; ES:N IDX:N SIZE:N
 * Declarations come first, one a line; none is needed.
 *   vertex, fragment, geometry         which it is, before inputs and outputs
 *   takes points                       of a geometry program: or lines, triangles; what is drawn
 *   emits triangles N                  likewise: what it makes of each, strips of lines or triangles, with
 *                                      N vertices at most
 *   in NAME                            of a vertex program: position, color, normal, texcoord0 to
 *                                      texcoord3, in this order: R1, R2 and so on, which CALL_FS fills in
 *   in NAME : MEANING                  of a fragment program: color0-3, texcoord0-7, position or face: R0,
 *                                      R1 and so on
 *   out NAME : MEANING                 a register: of a vertex or geometry program position, pointsize, next
 *                                      PARAM
 *   out NAME, temp NAME                a register
 *   const NAME[N] = VALUE, …           N constants, {1, 2, 3, 4} or a number for all of a vector; without a
 *                                      value for fl_program_set(). N 1 is not written, C[0] is the first.
 * Names stand for registers: wave.x, and for constants: phase.y, rows[2].w. A register that is used by its
 * number should be none that has a name.
 *
 * The program ends with EOP or RETURN. If neither is there, the last instruction gets EOP; if that is an ALU
 * clause, a NOP follows it.
 *
 * ALU: [GROUP] [UNIT:] [(p) | (!p)] OP[*2 | *4 | /2][_sat] DESTINATION, SOURCE, … [SWIZZLE] [FLAGS]
 *   A line with a number begins a group, and those with x: y: z: w: or t: after it go on with it; the unit
 *   must be the one that the chip will choose. Lines with neither are put into groups by the assembler: it
 *   keeps the order of what depends on each other, begins a group where one is full or a rule wants it, and
 *   adds the NOP that some chips need after a destination with a relative address.
 *   DESTINATION
 *     R1.x, T0.x (R124 to R127, which live as long as the clause), R[5+AR.x].y, __.x (not written)
 *   SOURCE
 *     [-] [|] R1.x  KC0[3].y  KC1[3+AR.x].y  C[7].w  PV.x  PS, or a number [|]
 *     0 1 -1 and 0.0 0.5 1.0 are the chip's own constants, all others literals: 5 is a whole number, 5.0 a
 *     float, 0x3f800000 the bits of either; [5.0].y puts it into channel y of the group's literals.
 *   Index
 *     AR.x to AR.w, AL (the loop's), R7xx GLOBAL, GLOBAL_AR
 *   SWIZZLE
 *     VEC_012 VEC_021 VEC_120 VEC_102 VEC_201 VEC_210, of t SCL_210 SCL_122 SCL_212 SCL_221. Groups that
 *     have none get what their read ports need.
 *   FLAGS
 *     UPDATE_EXEC_MASK UPDATE_PRED FOG_MERGE (R6xx) IM:N
 *   literals 0x… 0x…                   the group's, all of them: those that no operand names are junk
 *
 * TEX: OP R0.xyzw, R1.xyz0, RID:N SID:N CT:NNUU (normalized, unnormalized) LB:N OX:N OY:N OZ:N BC_FRAC
 * VTX: VFETCH R1.xyz1, R0.x, RID:N [VERTEX | INSTANCE | NO_INDEX_OFFSET] MFC:N OFFSET:N, UCF or DTA:N NUM:N
 *      COMP:N MODE:N, SWAP_8IN16 SWAP_8IN32 MINI NO_STRIDE; SEMFETCH SEM5.xyzw, …
 *      R7xx: READ_SCRATCH, READ_REDUCT, READ_MEM with ES:N BURST:N UNCACHED INDEXED BASE:N SIZE:N
 */
#ifndef LIB_R600_ASM_H
#define LIB_R600_ASM_H

#include "lib/fl_asm_decl.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_R600_PROGRAM_MAX 4096u /* slots of 64 bits */
#define FL_R600_CF_MAX      1024u /* of them of control flow */
#define FL_R600_BLOCKS      3072u /* clauses and runs of data */

#define FL_R600_CONSTANTS   256u

/* Kinds of names, meanings of inputs and outputs, attributes of vertices */
enum { FL_R600_SYM_LABEL, FL_R600_SYM_IN, FL_R600_SYM_OUT, FL_R600_SYM_TEMP, FL_R600_SYM_CONST };
enum { FL_R600_NO_STAGE, FL_R600_VERTEX, FL_R600_FRAGMENT, FL_R600_GEOMETRY };

struct fl_r600_block {
	uint16_t cf;           /* whose clause it is; 0xffff: data */
	uint16_t first, slots; /* in the pool */
	bool even;             /* fetches stand at even slots */
	int32_t at;            /* the slot that the text asks for; -1: none */
};

struct fl_r600_program {
	struct fl_asm source; /* its errors */
	bool r700, nocheck;
	uint32_t n, n_cf; /* slots; those of control flow come first */
	uint32_t words[FL_R600_PROGRAM_MAX][2];
	/* What the registers want: NUM_GPRS and STACK_SIZE of SQ_PGM_RESOURCES_x. Stack entries of chips with
	 * wavefronts of 64 threads, and of those with fewer, whose loops cost more. */
	uint32_t gprs, stack, stack_narrow;
	/* declarations */
	uint8_t takes, emits;      /* of a geometry program: FL_ASM_POINTS and so on */
	uint16_t vertices;         /* that it emits at most of a primitive */
	uint8_t stage, attributes; /* bit i: the vertex program reads attribute i of struct fl_arrays */
	uint8_t n_in, n_out;       /* inputs of a fragment program, parameters of a vertex program: */
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON]; /* what they mean */
	uint32_t named, n_constants; /* registers that have names, and the one before them; constants */
	uint32_t given[FL_R600_CONSTANTS / 32]; /* bit i: constant i has a value in the text */
	uint32_t constant[FL_R600_CONSTANTS][4];
	/* of the assembler, while it works */
	uint32_t n_blocks, n_pool, group;
	struct fl_r600_block block[FL_R600_BLOCKS];
	uint32_t pool[FL_R600_PROGRAM_MAX][2];
	const char *cf_at[FL_R600_CF_MAX];
	uint16_t label[FL_R600_CF_MAX]; /* 1 + the symbol that it goes to */
	uint32_t taken[FL_R600_PROGRAM_MAX / 32];
};

/* True: no errors. Else p->source has them. A text for R6xx can be assembled for R7xx, too. */
bool fl_r600_asm(struct fl_r600_program *p, bool r700, const char *text, size_t size_B);

/* The text of n slots. Assembled again it gives the same words. Returns how many instructions are not valid;
 * comments say why. The text ends with a NUL unless size_B is 0; out->need_B says what it takes. */
uint32_t fl_r600_disasm(bool r700, const uint32_t (*words)[2], uint32_t n, struct fl_asm_out *out);

/* How many of n slots, at most, are control flow. */
uint32_t fl_r600_cf_count(bool r700, const uint32_t (*words)[2], uint32_t n);
/* Slots of the program that begins at words, of which n are known: control flow and all its clauses. */
uint32_t fl_r600_program_size(bool r700, const uint32_t (*words)[2], uint32_t n);
/* What a program needs: registers, and entries of the stack. narrow: wavefronts of fewer than 64 threads */
uint32_t fl_r600_gprs(bool r700, const uint32_t (*words)[2], uint32_t n_cf, uint32_t n);
uint32_t fl_r600_stack(const uint32_t (*words)[2], uint32_t n_cf, bool narrow);

#ifdef __cplusplus
}
#endif

#endif
