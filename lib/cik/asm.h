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
 *   .long 0x…, 0x…            words as they are; the disassembler writes so what is no instruction, or is
 *                             none that LLVM would encode in these bits, with the reason in a comment
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
 * Declarations come first, one a line, in programs for drawing (lib/cik/program.h); LLVM does not know them.
 *   vertex, fragment                   which it is, before inputs and outputs
 *   in NAME                            of a vertex program: position, color, normal, texcoord0 to
 *                                      texcoord3, in this order: v[4:7], v[8:11] and so on
 *   in NAME : MEANING                  of a fragment program: color0-3, texcoord0-7: v[8:11], v[12:15] and
 *                                      so on; position, v[2:5]; face, v6
 *   out NAME : MEANING                 the next four vector registers: of a vertex program position,
 *                                      pointsize, next PARAM
 *   out NAME, temp NAME                the next four vector registers
 *   scalar NAME                        the next four scalar registers, from s12 on
 *   const NAME[N] = VALUE, …           N constants, {1, 2, 3, 4} or a number for all of a vector, without a
 *                                      value for fl_program_set(); the next four scalar registers each.
 *                                      N 1 is not written.
 *   table NAME[N] = VALUE, …           constants that stay in memory; NAME[I] is the offset of a load, in
 *                                      dwords: s_load_dwordx4 k, s[0:1], NAME[3]
 *   texture NAME : UNIT                the next twelve scalar registers: an image, and NAME.sampler
 *   stream NAME                        of a vertex program: where fl_stream_out() wants it, a buffer, the
 *                                      next four scalar registers; NAME.index, a vector register, the
 *                                      vertex' number in it; NAME.at, where it goes on, for soffset;
 *                                      NAME.mask, the vertices that fit, a pair
 *   geometry                           as the first line of the three: between the two others
 *   hand NAME                          of a vertex program before a geometry program: the next four vector
 *                                      registers, which that one has of each corner
 *   takes points                       of a geometry program: or lines, triangles; what is drawn
 *   emits triangles 4                  or points, lines; strips of them, of so many vertices at most
 *   in NAME                            of a geometry program, behind these: what the vertex program hands
 *                                      over, in the same order; NAME[0], NAME[1], NAME[2] of the corners
 *   out NAME : MEANING                 of a geometry program: position, color0-3, texcoord0-7
 * and two lines that stand among the instructions of a geometry program:
 *   emit                               its position and its outputs, as they are now, are a vertex
 *   cut                                the strip ends
 * Names stand for registers: wave is v[12:15], wave.x is v12, wave.yz is v[13:14]; rows[2].w is the scalar
 * register of a constant. `live` of a fragment program is s[10:11].
 */
#ifndef LIB_CIK_ASM_H
#define LIB_CIK_ASM_H

#include "lib/fl_asm_decl.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_CIK_PROGRAM_MAX 16384u /* dwords */
#define FL_CIK_BRANCHES    2048u  /* to labels */

#define FL_CIK_CONSTANTS   256u

/* Kinds of names, meanings of inputs and outputs, attributes of vertices */
enum {
	FL_CIK_SYM_LABEL,
	FL_CIK_SYM_IN,
	FL_CIK_SYM_OUT,
	FL_CIK_SYM_TEMP,
	FL_CIK_SYM_SCALAR,
	FL_CIK_SYM_CONST,
	FL_CIK_SYM_TABLE,
	FL_CIK_SYM_TEXTURE,
	FL_CIK_SYM_STREAM,
	FL_CIK_SYM_CORNERS,
};
enum { FL_CIK_NO_STAGE, FL_CIK_VERTEX, FL_CIK_FRAGMENT, FL_CIK_GEOMETRY };
/* What all vertices that a geometry program emits of a primitive take at most, dwords */
#define FL_CIK_RECORDS_DW 1024u
/* Vectors that a vertex program hands to a geometry program */
#define FL_CIK_HANDS      8u
enum { FL_CIK_UNITS = 8 };

/* Registers of programs for drawing, beside those of all programs (lib/cik/lower.h): what they find, and what
 * is given to names from there on */
enum {
	FL_CIK_OWN_VERTEX = 0,   /* the number of the vertex */
	FL_CIK_OWN_INSTANCE = 3, /* and of the instance */
	FL_CIK_OWN_VERTEX_INPUTS = 4,
	FL_CIK_OWN_WEIGHTS = 0, /* of fragment programs, two */
	FL_CIK_OWN_POSITION = 2,
	FL_CIK_OWN_FACE = 6,
	FL_CIK_OWN_INPUTS = 8,
	FL_CIK_OWN_LIVE = 10, /* what EXEC was */
	/* what the chip says of stream-out, behind the user's registers */
	FL_CIK_OWN_STREAM_COUNT = 8,
	FL_CIK_OWN_STREAM_FIRST,
	FL_CIK_OWN_STREAM_AT,
	/* the same of rings: where vertices go; the number of a wave of geometry, and a free one */
	FL_CIK_OWN_RING_AT = 8,
	FL_CIK_OWN_GS_WAVE,
	FL_CIK_OWN_FAR,
	FL_CIK_OWN_EMITTED = 7, /* a vector register of geometry programs: vertices, times 4 */
	FL_CIK_OWN_SGPRS = 12,
};

/* What declarations say; without any, all zeros but for the registers that are named */
struct fl_cik_declared {
	uint8_t stage, attributes; /* bit i: the vertex program reads attribute i of struct fl_arrays */
	/* inputs, of a fragment program but for position and face; parameters of a vertex program */
	uint8_t n_in, n_out;
	uint8_t in[FL_MEANINGS_COMMON], out[FL_MEANINGS_COMMON]; /* what they mean, but a vertex' inputs */
	bool position, face;                                     /* inputs */
	bool streams;                                            /* there is a stream: */
	uint8_t stream_sgpr, stream_vgpr;                        /* its buffer, mask, place; its index */
	uint16_t stream_const;                                   /* the constant that is the buffer */
	/* Of a geometry program: FL_ASM_POINTS and so on, and how many vertices it emits; where its position
	 * and its outputs are. Of a vertex program: what it hands to one. */
	uint8_t takes, emits;
	uint16_t vertices;
	uint8_t record[1 + FL_MEANINGS_COMMON];
	uint8_t n_hand, hand[FL_CIK_HANDS];
	/* Buffers of rings, constants and scalar registers: what it writes to, and what a geometry program
	 * reads of */
	uint16_t ring_const[2];
	uint8_t ring_sgpr[2];
	uint16_t vgprs, sgprs; /* the next that have no name */
	/* The first scalar register of a unit's descriptors; 0: it is not read */
	uint8_t image[FL_CIK_UNITS];
	/* registers that the text has, by names or by numbers */
	uint32_t has_vgpr[8], has_sgpr[4];
};

/* A text that is being read */
struct fl_cik_source {
	struct fl_asm a;
	struct fl_cik_declared declared;
};

struct fl_cik_program {
	struct fl_asm source; /* its errors; with what is next, a struct fl_cik_source */
	struct fl_cik_declared declared;
	uint32_t n;
	uint32_t words[FL_CIK_PROGRAM_MAX];
	uint32_t n_constants;
	uint8_t sgpr[FL_CIK_CONSTANTS]; /* where a constant is; 0: in memory */
	uint32_t constant[FL_CIK_CONSTANTS][4];
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

#ifdef __cplusplus
}
#endif

#endif
