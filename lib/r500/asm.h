/* SPDX-License-Identifier: MIT
 *
 * Assembler and disassembler of R5xx vertex (PVS) and fragment (US) programs. R5xx guide 7.5 and 8.
 *
 *	!!PVS                                        !!US
 *	in position                                  in base : color0
 *	in color                                     in uv : texcoord0
 *	out pos : position                           out pixel : A
 *	out col : color0                             temp texel
 *	const mvp[4]                                 LD texel, uv, tex0
 *	DP4 pos.x, mvp[0], position                  MUL pixel, texel, base
 *	DP4 pos.y, mvp[1], position
 *	DP4 pos.z, mvp[2], position
 *	DP4 pos.w, mvp[3], position
 *	MOV col, color
 *
 * Both, text
 *   !!PVS or !!US first. Names are declared before they are used; opcodes may be written in any case.
 *   in NAME [REGISTER]                 of a fragment program: in NAME [REGISTER] : color0 .. texcoord7,
 *                                      face, pixel
 *   out NAME : MEANING                 position, pointsize, color0-3, texcoord0-7[.xy]; of a fragment
 *                                      program A to D, depth
 *   temp NAME[COUNT] [REGISTER]        alt NAME … (alternate temporaries)
 *   const NAME[COUNT] [REGISTER] [= {1, 2, 3, 4}, {…}]        a number alone stands for all four
 *   LABEL:                             main: is where the program starts, if not at its first instruction
 *   option nosched                     no NOPs, waits, semaphores of the assembler's own
 *   option nocheck                     no look at ports, ranges and rules of the guide
 *   words 0x… 0x… …                    an instruction as it is
 *   … ^ WORD:BITS                      after an instruction: flip these bits in word WORD (what the chip
 *                                      ignores)
 *
 * PVS instructions: [(p) | (!p)] OP[.sat] DEST[.xyzw], SOURCE, …
 *   Registers v0.. inputs, o0.. outputs, r0.. temporaries, alt0.. alternate temporaries, c0.. constants; ox0
 *   is output 0 with x in all four places. Relative: c[a0.x + 5], c[i0 + 5] (i0: the loop's index), names
 *   likewise: mvp[a0.x].
 *   SOURCE: [-] [|] register [.swizzle] [|], or numbers. Swizzles have one or four of x y z w 0 1, each with
 *   - if need be (6 and _ are the two reserved selectors). Numbers other than 0 and 1 become constants.
 *   Vector: NOP DP4 MUL ADD MAD DST FRC MAX MIN SGE SLT MADX2 MULCLAMP ARL ARR
 *           PRED_SET_{EQ,GT,GTE,NEQ}_PUSH COND_WRITE_{EQ,GT,GTE,NEQ} COND_MUX_{EQ,GT,GTE} SGT SEQ SNE;
 *           also MOV DP3 SUB
 *   Math:   MNOP EXP LOG EXPE LIT POW RCP RCP_FF RSQ RSQ_FF MMUL EX2 LG2 POW_CLAMP_B POW_CLAMP_B1
 *           POW_CLAMP_01 SIN COS LG2_IEEE RCP_IEEE RSQ_IEEE PRED_SET_{EQ,GT,GTE,NEQ,CLR,INV,POP,RESTORE}
 *   The guide's names (VE_MULTIPLY, …) do too. Math reads w: RSQ r0.w, r1.x selects x there. Operands that
 *   an operation does not use are filled in (the guide's rule 3 of 7.5.8); `unused SOURCE` says what they
 *   hold. MAD with three temporaries becomes the macro; MAD.macro and MAD.plain say which.
 *   Dual:   VECTOR-OP … & MATH-OP alt0.x, r1.x
 *   Two scalars from one register: POW alt0.x, r1.xw
 *   Flow, which is not in words but in 16 register sets:
 *           JUMP [bN,] LABEL; CALL [bN,] LABEL; RET; LOOP COUNT[, INIT[, STEP]]; ENDLOOP;
 *           REP COUNT[, STEP] (keeps the outer loop's index); ENDREP.
 *           A set as it is: flow op=2 act=0 target=5 last=3 rtn=1.
 *
 * US instructions: RGB HALF & ALPHA HALF, or one text for both:
 *   [(p)] OP[.mods] DEST, SOURCE, … [from SLOTS] [[FLAGS]]
 *   A half that does nothing is _. Modifiers: .sat; .x2 .x4 .x8 .d2 .d4 .d8; .exact (no output modifier).
 *   DEST: r0.rgb, outA.rgba to outD, depth, p.rgba:lt (predicate bits; :eq :lt :ge :ne against 0), cc.r:ge or
 *   cc.a:ge (the ALU result), joined by +. Predicates: (p) by channel, (p.r) … (p.a), (!p.r); (p.r / p.a)
 *   for the two halves.
 *   SOURCE: r0, c0, k56 (inline constant by its code), numbers, r[aL + 3], presubtracts (1-r0) (1-2*r0)
 *   (r1-r0) (r1+r0); swizzles of r g b a 0 h 1 (h: 0.5, _ the reserved one). Source slots are chosen by the
 *   assembler; to say them: `src0.rgb`, `srcp.rgb` with `from r0, c1, _ / r0, _, _ [: OP / OP]` (RGB slots /
 *   alpha slots : presubtracts bias sub add inv).
 *   ALU:     MAD DP3 DP4 D2A MIN MAX CND CMP FRC MDH MDV EX2 LN2 RCP RSQ SIN COS; SOP and DP in halves; also
 *            MOV ADD SUB MUL
 *   Texture: LD PROJ LODBIAS LOD  DEST, COORD, texN[.rgba];  DXDY DEST, COORD, texN, DX, DY;
 *            KIL SOURCE.mask;  TEXNOP
 *   Flow:    IF c / ELSE / ENDIF; LOOP iN / ENDLOOP; REP iN / ENDREP; BRK [c]; CONT [c]; CALL [c,] LABEL;
 *            RET; JUMP [c,] LABEL, with c one of bN, p.r (a predicate bit), cc (the ALU result), or its
 *            opposite: !b0. As the guide's table 8.6.4; anything else:
 *            FC OP func=… any else a=push|pop b0=incr|decr b1=… pop=N bool=N int=N to=N|LABEL global
 *   FLAGS: out wait nop aluwait last inactive uncovered stat=N; acquire unscaled of look-ups.
 */
#ifndef LIB_R500_ASM_H
#define LIB_R500_ASM_H

#include "lib/fl_asm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FL_R500_VS_MAX    1024u /* instructions */
#define FL_R500_FS_MAX    512u
#define FL_R500_VS_FLOWS  16u
#define FL_R500_FS_INPUTS 16u

/* Meanings of vertex outputs, in the order of the output memory (R5xx guide 7.4.5), and of fragment
 * inputs. */
enum fl_r500_meaning {
	FL_R500_POSITION,
	FL_R500_POINT_SIZE,
	FL_R500_COLOR0,                         /* to COLOR3 */
	FL_R500_TEXCOORD0 = FL_R500_COLOR0 + 4, /* to TEXCOORD7 */
	FL_R500_MEANINGS = FL_R500_TEXCOORD0 + 8,
	FL_R500_FACE = FL_R500_MEANINGS, /* fragment inputs only: r is 1 on back faces */
	FL_R500_PIXEL,                   /* likewise: x and y of the pixel */
	FL_R500_NO_MEANING = 255,
};

enum { FL_R500_ASM_NOSCHED = 1, FL_R500_ASM_NOCHECK = 2 };

struct fl_r500_consts {
	uint32_t value[256][4]; /* floats, as bits */
	uint32_t given[8];      /* those that the text gives values */
	uint32_t taken[8];      /* those that are declared or used */
	uint32_t pooled[8];     /* those that hold numbers out of instructions */
	uint16_t pool, n_pool;  /* the one that takes numbers one by one, and how many are in it */
};

struct fl_r500_vs_flow {
	uint8_t op;      /* VAP_PVS_FLOW_CNTL_OPC: 1 jump, 2 loop, 3 call */
	uint8_t boolean; /* b0 to b15: carry it out only if that is set; 255: always. The chip has no
			    booleans: leave op 0. */
	uint16_t act, target, last, rtn; /* VAP_PVS_FLOW_CNTL_ADDRS; target: of a loop, its count */
	uint32_t index;                  /* VAP_PVS_FLOW_CNTL_LOOP_INDEX */
};

struct fl_r500_vs {
	uint32_t n; /* of words */
	uint32_t options;
	uint32_t inputs;                              /* bit n: vn is read */
	uint8_t n_inputs, n_outputs, n_temps, n_alts; /* vectors a vertex */
	uint16_t first, last_position, last_input;    /* VAP_PVS_CODE_CNTL; the last instruction is n - 1 */
	uint8_t output[FL_R500_MEANINGS];             /* components; 0: it is not there */
	uint32_t n_flows;
	struct fl_r500_vs_flow flow[FL_R500_VS_FLOWS];
	struct fl_asm source; /* its errors, and the names */
	struct fl_r500_consts consts;
	uint32_t words[FL_R500_VS_MAX][4];
};

struct fl_r500_fs_input {
	uint8_t meaning, reg;
};

struct fl_r500_fs {
	uint32_t n;
	uint32_t options;
	uint16_t first;
	uint8_t last_temp; /* US_PIXSIZE; 1 at least */
	uint8_t targets;   /* bit n: outA + n is written */
	uint16_t textures; /* bit n: texn is looked up */
	bool depth, full_flow;
	uint32_t n_inputs;
	struct fl_r500_fs_input input[FL_R500_FS_INPUTS];
	struct fl_asm source;
	struct fl_r500_consts consts;
	uint32_t words[FL_R500_FS_MAX][6];
};

/* Registers that follow from a pair of programs, which stand at instruction vs_at and fs_at of the chip's
 * memories. */
struct fl_r500_route {
	uint32_t vap_pvs_code_cntl_0, vap_pvs_code_cntl_1, vap_pvs_const_cntl;
	uint32_t vap_pvs_flow_cntl_opc, vap_pvs_flow_cntl_addrs[2 * FL_R500_VS_FLOWS]; /* LW, UW */
	uint32_t vap_pvs_flow_cntl_loop_index[FL_R500_VS_FLOWS];
	uint32_t vap_cntl; /* slots and controllers; the rest of the register is the caller's */
	uint32_t vap_out_vtx_fmt_0, vap_out_vtx_fmt_1, vap_vsm_vtx_assm;
	uint32_t n_rs; /* of the next two */
	uint32_t rs_ip[16], rs_inst[16], rs_count, rs_inst_count;
	uint32_t us_code_addr, us_code_range, us_code_offset, us_pixsize, us_fc_ctrl, us_w_fmt;
};

/* Assemble. True: no errors. Else p->source has them; p->n and the rest are what could be made of it. */
bool fl_r500_vs_asm(struct fl_r500_vs *p, const char *text, size_t size_B);
bool fl_r500_fs_asm(struct fl_r500_fs *p, const char *text, size_t size_B);
/* The first register of a declared name; -1: there is none. Of constants and inputs, what a caller fills
 * in. */
int32_t fl_r500_asm_find(struct fl_asm *source, const char *name);

/* The text of n instructions. Assembled again it gives the same words. Returns how many of them are not valid
 * (a comment says so, and they are text as `words`). The text ends with a NUL unless size_B is 0; out->need_B
 * says what it takes. */
uint32_t fl_r500_vs_disasm(const uint32_t (*words)[4], uint32_t n, struct fl_asm_out *out);
uint32_t fl_r500_fs_disasm(const uint32_t (*words)[6], uint32_t n, struct fl_asm_out *out);
/* Flow control of a vertex program, which is not in its words: to be put before them. */
void fl_r500_vs_disasm_flow(const struct fl_r500_vs_flow *flow, uint32_t n, struct fl_asm_out *out);

/* What the registers must hold for the pair. sprites: the rasterizer makes s and t of texcoord0
 * (GB_ENABLE.TEX0_SOURCE STUFF_ST), in place of the vertex program's, after which no other coordinate may
 * come then (guide 7.4.5). The fragment program's inputs face and pixel count as colors, of which there are
 * four. False: the two do not fit each other, and *why says so. */
bool fl_r500_asm_route(const struct fl_r500_vs *vs, const struct fl_r500_fs *fs, uint32_t vs_at,
		       uint32_t fs_at, bool sprites, struct fl_r500_route *r, const char **why);

/* The rasterizer's part of it: from vectors of so many components, to registers. NULL, or why not. */
const char *fl_r500_route_raster(const uint8_t output[FL_R500_MEANINGS], const struct fl_r500_fs_input *in,
				 uint32_t n_in, bool sprites, struct fl_r500_route *r);
/* VAP_CNTL's slots and controllers for a program, on a chip of that many vectors of vertex memory: 128 on
 * R5xx (guide 7.5.2), 72 before (Mesa r300_emit.c). */
uint32_t fl_r500_asm_vap_cntl(const struct fl_r500_vs *vs, uint32_t vectors);

#ifdef __cplusplus
}
#endif

#endif
