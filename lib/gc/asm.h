/* SPDX-License-Identifier: MIT
 *
 * Assembler and disassembler of Vivante's shader programs. The syntax is Mesa's (src/etnaviv/isa): what its
 * assembler takes is taken and gives the same words, but for the number of a place in the program, which
 * may be a label.
 *
 *	!!GC2000
 *	mov             t2.xyz_, void, void, u0.xyzz
 *	mad.sat         t0.x___, t1.xxxx, u1.xyzw, -|t2.xyzw|
 *	texld           t1, tex0.xyzw, t1.xyyy, void, void
 *	select.gt       t1.x___, t0.xxxx, t1.xxxx, t0.xxxx
 *	branch.lt       void, t0.xxxx, t1.yyyy, again
 *
 * Text
 *   !!GC2000 (GC880, GC2000 and before), !!GC3000 or !!GC7000L first; an instruction a line.
 *   LABEL:                             branches and calls go to a LABEL or to the number of an instruction
 *   words 0x… 0x… 0x… 0x…              an instruction's words, as they are
 *   … ^ WORD:BITS                      after an instruction: flip these bits of word WORD
 * Instructions
 *   OPERATION DESTINATION, SOURCE0, SOURCE1, SOURCE2. What an operation has none of is `void`.
 *   Behind the operation, in any order: a condition (.gt .lt .ge .le .eq .ne .and .or .xor .not .nz .gez .gz
 *   .lez .lz .selmsb), a type (.s32 .s8 .u16 .f16 .s16 .u32 .u8; none: floats of 32 bits), .sat, .rtz or
 *   .rtne, .pack, .hp (all 32 bits of a destination are written), .t0 or .t1 (the thread of two), .skpHp
 *   (not in pixels that only derivatives want); of loads and stores .denorm, .local and .ls1 to .ls7, by
 *   which the offset is shifted.
 *   DESTINATION
 *     t5.xy__; t5, all of it; t5[a.x].x; mem.x___ of stores; of movar and movai a.x___
 *   SOURCE
 *     [-] [|] t5[a.x].xyzw u3.xxxx i0.xxxx th1.xyzw [|]. A swizzle that is short goes on with its last
 *     component; none is xyzw. i0 is the face; th registers of both threads.
 *   Immediates (GC3000 and later): 0.5:f20, -1:s20, 7:u20, 1.5:f16, 0x3f000:f20 its 20 bits. With no kind, a
 *     number with a point is f20 and any other s20, or u20 where it is too large.
 *   texN.xyzw, texN[a.x].xyzw          a sampler, and how what it gives is swizzled
 * Declarations come first, one a line; none is needed.
 *   vertex, fragment                   which it is, before inputs and outputs
 *   in NAME                            of a vertex program: position, color, normal, texcoord0 to texcoord3,
 *                                      in this order: t0, t1 and so on
 *   in NAME : MEANING                  of a fragment program: color0-3, texcoord0-7: t1, t2 and so on;
 *                                      position, t0; face, i0
 *   out NAME : MEANING                 of a vertex program: position, pointsize, color0-3, texcoord0-7: the
 *                                      next register
 *   out NAME                           of a fragment program: the next register, and the next target
 *   temp NAME                          the next register
 *   const NAME[N] = VALUE, …           N uniforms, {1, 2, 3, 4} or a number for all of a vector; without a
 *                                      value for fl_program_set(). N 1 is not written; NAME[I] is one.
 */
#ifndef LIB_GC_ASM_H
#define LIB_GC_ASM_H

#include "lib/fl_asm_decl.h"
#include "lib/gc/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_GC_PROGRAM_MAX 2048u /* instructions */
#define FL_GC_TEMPS       64u
#define FL_GC_CONSTANTS   256u
#define FL_GC_TARGETS     8u

/* Kinds of names */
enum {
	FL_GC_SYM_LABEL,
	FL_GC_SYM_IN,
	FL_GC_SYM_OUT,
	FL_GC_SYM_TEMP,
	FL_GC_SYM_CONST,
	FL_GC_SYM_FACE,
};
enum { FL_GC_NO_STAGE, FL_GC_VERTEX, FL_GC_FRAGMENT };

struct fl_gc_program {
	struct fl_asm source; /* its errors */
	uint8_t level;
	uint32_t n;
	uint32_t words[FL_GC_PROGRAM_MAX][FL_GC_WORDS];
	/* declarations */
	uint8_t stage, attributes; /* bit i: the vertex program reads attribute i of struct fl_arrays */
	uint8_t n_in, n_out;       /* inputs of a fragment program, outputs of a vertex program: */
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON]; /* what they mean: color0 and on */
	uint8_t out_reg[FL_MEANINGS_COMMON];                     /* of a vertex program's */
	uint8_t position_reg, point_size_reg;                    /* FL_GC_TEMPS: there is none */
	uint8_t n_targets, target_reg[FL_GC_TARGETS];
	uint32_t named;       /* registers that have names, and those before them */
	uint32_t temps;       /* the highest register that is used, and 1 */
	uint64_t has_temp;    /* bit i: t(i) is used */
	uint32_t has_sampler; /* bit i: texture unit i is */
	uint32_t n_constants;
	uint32_t given[FL_GC_CONSTANTS / 32]; /* bit i: constant i has a value in the text */
	uint32_t constant[FL_GC_CONSTANTS][4];
	/* of the assembler, while it works */
	uint16_t label[FL_GC_PROGRAM_MAX]; /* 1 + the symbol that it goes to */
	const char *label_at[FL_GC_PROGRAM_MAX];
};

/* True: no errors. Else p->source has them. A text for a lower level can be assembled for a higher one. */
bool fl_gc_asm(struct fl_gc_program *p, uint8_t level, const char *text, size_t size_B);

/* The text of n instructions. Assembled again it gives the same words. Returns how many are not valid;
 * comments say why. The text ends with a NUL unless size_B is 0; out->need_B says what it takes. */
uint32_t fl_gc_disasm(uint8_t level, const uint32_t (*words)[FL_GC_WORDS], uint32_t n,
		      struct fl_asm_out *out);

/* "GC2000", which the text of a level begins with */
const char *fl_gc_level_name(uint8_t level);

#ifdef __cplusplus
}
#endif

#endif
