/* SPDX-License-Identifier: MIT
 *
 * The instructions of Sea Islands (GFX7), one table for the assembler and the disassembler. Names are those
 * of LLVM 14 for gfx704, opcodes those that it encodes; the encodings are in the register database (Sea
 * Islands reference, chapter 4).
 *
 * An instruction's operands are letters, in the order of its text.
 *
 *   SOP2 SOP1 SOPC SOPK SMRD
 *     1 2 4 8 g     scalar registers that are written, so many dwords (g: 16); of SOPK the one that is read
 *     i I           a scalar source of 32 or 64 bits: a register or a constant
 *     r R           the same, a register only
 *     p q o         SMRD: the address's registers (two, or a descriptor's four), and the offset
 *     k U b H K     16 bits, with no sign, a label, a hardware register's bits, a literal of 32 bits
 *     n             no source is a literal
 *   SOPP
 *     u b w m e     16 bits, a label, counters, a message, 16 bits that may be left out
 *   VOP2 VOP1 VOPC VOP3
 *     1 2 4         vector registers that are written
 *     R C S         a scalar register that is written; VCC, in the long form any pair; a pair (VOP3B)
 *     f F h         a source of floating point, 32, 64, 16 bits: has -x and |x| in the long form
 *     i I           a source of 32 or 64 bits
 *     v Q           a vector register that is read, four of them
 *     c             VCC that is read, in the long form any pair
 *     j L K         a scalar source, a lane, a literal of 32 bits
 *     ! *           the long form has clamp and output modifiers; output modifiers only
 *     -             there is no long form
 *   VINTRP
 *     1 v s A       the destination, a vector register, a place (p0, p10, p20), an attribute
 *   DS FLAT, a letter and how many dwords
 *     D A X Y       destination, address, data
 *     R             destination, with glc; without it there is none
 *     o p g         offset:N; offset0:N and offset1:N; GDS only
 *   MUBUF MTBUF     X and the dwords of data; l: lds can be said; a: atomic, tfe cannot
 *   MIMG            S: with a sampler, I: without; 4: gather; a: atomic, c: it compares
 */
#ifndef LIB_CIK_ISA_H
#define LIB_CIK_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum fl_cik_encoding {
	FL_CIK_SOP2,
	FL_CIK_SOPK,
	FL_CIK_SOP1,
	FL_CIK_SOPC,
	FL_CIK_SOPP,
	FL_CIK_SMRD,
	FL_CIK_VOP2,
	FL_CIK_VOP1,
	FL_CIK_VOPC,
	FL_CIK_VOP3,
	FL_CIK_VINTRP,
	FL_CIK_DS,
	FL_CIK_MUBUF,
	FL_CIK_MTBUF,
	FL_CIK_MIMG,
	FL_CIK_FLAT,
	FL_CIK_EXP,
	FL_CIK_NO_ENCODING,
};

struct fl_cik_op {
	const char *name, *operands;
	uint16_t op;
	uint8_t encoding;
};

/* Each ends with a NULL name. */
extern const struct fl_cik_op fl_cik_scalar[], fl_cik_vector[], fl_cik_compare[], fl_cik_local[],
    fl_cik_memory[];
extern const struct fl_cik_op *const fl_cik_ops[]; /* all of them; ends with NULL */

/* Fixed bits of the encodings */
#define FL_CIK_HEAD_SOP2   0x80000000u
#define FL_CIK_HEAD_SOPK   0xb0000000u
#define FL_CIK_HEAD_SOP1   0xbe800000u
#define FL_CIK_HEAD_SOPC   0xbf000000u
#define FL_CIK_HEAD_SOPP   0xbf800000u
#define FL_CIK_HEAD_SMRD   0xc0000000u
#define FL_CIK_HEAD_VOP2   0x00000000u
#define FL_CIK_HEAD_VOPC   0x7c000000u
#define FL_CIK_HEAD_VOP1   0x7e000000u
#define FL_CIK_HEAD_VOP3   0xd0000000u
#define FL_CIK_HEAD_VINTRP 0xc8000000u
#define FL_CIK_HEAD_DS     0xd8000000u
#define FL_CIK_HEAD_FLAT   0xdc000000u
#define FL_CIK_HEAD_MUBUF  0xe0000000u
#define FL_CIK_HEAD_MTBUF  0xe8000000u
#define FL_CIK_HEAD_MIMG   0xf0000000u
#define FL_CIK_HEAD_EXP    0xf8000000u

enum { FL_CIK_LITERAL = 255, FL_CIK_VGPR = 256, FL_CIK_INST_MAX = 3 /* dwords */ };

/* Places of the short forms' opcodes among those of VOP3 */
enum { FL_CIK_VOP2_LONG = 0x100, FL_CIK_VOP1_LONG = 0x180 };

struct fl_cik_inst {
	const struct fl_cik_op *op; /* NULL: no instruction */
	uint8_t encoding;           /* of the words: FL_CIK_VOP3 for the long form of any */
	uint8_t n;                  /* dwords, with a literal */
	uint32_t w[FL_CIK_INST_MAX];
};

/* The name of n characters; NULL: there is none. */
const struct fl_cik_op *fl_cik_op_named(const char *name, uint32_t n);
/* The instruction that begins at w, of which n dwords are there. What is no instruction, or is cut off, takes
 * one dword. */
struct fl_cik_inst fl_cik_decode(const uint32_t *w, uint32_t n);
/* Has the vector instruction a long form? */
bool fl_cik_has_long(const struct fl_cik_op *op);
/* Does it have this letter? */
bool fl_cik_has(const struct fl_cik_op *op, char letter);
bool fl_cik_is(const struct fl_cik_inst *i, const char *name);

#endif
