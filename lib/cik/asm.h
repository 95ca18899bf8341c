/* SPDX-License-Identifier: MIT
 *
 * Assembler and disassembler of Sea Islands' programs (GFX7: Bonaire, Hawaii, Kaveri, Kabini, Mullins). The
 * syntax is LLVM's for -mcpu=gfx704: what LLVM's assembler takes is taken and gives the same words, and the
 * text that comes out is one that LLVM takes, too.
 *
 *	; !!GFX7
 *	s_load_dwordx4 s[4:7], s[0:1], 0x0
 *	v_lshlrev_b32_e32 v0, 2, v0
 *	s_waitcnt lgkmcnt(0)
 *	buffer_load_dword v1, v0, s[4:7], 0 offen offset:16
 *	s_waitcnt vmcnt(0)
 *	v_mad_f32 v1, |v1|, -v1, s8 clamp mul:2
 *	v_cmp_gt_f32_e32 vcc, 1.0, v1
 *	s_cbranch_vccz L9
 *	exp mrt0 v1, v1, v1, v1 done vm
 *	L9:
 *	s_endpgm
 *
 * Text
 *   An instruction a line. Comments run from ; or // or # to the end of the line. The first may be !!GFX7,
 *   behind a ; so that LLVM passes over it.
 *   LABEL:                    branches go to a label, or to a number of dwords from the next instruction
 *   .long 0x…, 0x…            words as they are; the disassembler writes what is no instruction, or is none
 *                             that LLVM would encode in these bits, with the reason in a comment
 * Registers
 *   v0 to v255, s0 to s103, ttmp0 to ttmp11, ranges v[4:7]; m0, vcc, exec, flat_scratch, tba, tma and their
 *   halves (vcc_lo, vcc_hi); src_vccz, src_execz, src_scc, src_lds_direct
 * Constants
 *   -16 to 64 and 0.0 0.5 1.0 2.0 4.0, with either sign, are the chip's own; any other is a literal of 32
 *   bits, which the short forms and scalar instructions can have. A whole number is the literal's bits; a
 *   number with a point or an exponent is rounded to the operand's type. It has up to 18 digits.
 * Vector instructions
 *   _e32 and _e64 ask for the short or the long form; with neither, the short one is taken if it fits. In the
 *   long form -v1, |v1|, neg(v1), abs(v1), and behind it clamp, mul:2, mul:4, div:2.
 */
#ifndef LIB_CIK_ASM_H
#define LIB_CIK_ASM_H

#include "lib/fl_asm.h"

#define FL_CIK_PROGRAM_MAX 16384u /* dwords */
#define FL_CIK_BRANCHES    2048u  /* to labels */

enum { FL_CIK_SYM_LABEL };

struct fl_cik_program {
	struct fl_asm source; /* its errors */
	uint32_t n;
	uint32_t words[FL_CIK_PROGRAM_MAX];
	/* of the assembler, while it works */
	uint32_t n_branches;
	struct {
		uint16_t at, label; /* the word, and the name that it goes to */
		const char *text;
	} branch[FL_CIK_BRANCHES];
};

/* True: no errors. Else p->source has them. */
bool fl_cik_asm(struct fl_cik_program *p, const char *text, size_t size_B);

/* The text of n words; comments at its head say which scalar registers are used as descriptors of buffers,
 * images and samplers. Assembled again it gives the same words, by LLVM, too. Returns how many words are no
 * instruction. The text ends with a NUL unless size_B is 0; out->need_B says what it takes. */
uint32_t fl_cik_disasm(const uint32_t *words, uint32_t n, struct fl_asm_out *out);

/* Control flow as a graph for Graphviz: dot -Tsvg. Instructions between branches and labels are a node; an
 * edge says on what it is taken. Returns the same. */
uint32_t fl_cik_graph(const uint32_t *words, uint32_t n, struct fl_asm_out *out);

#endif
