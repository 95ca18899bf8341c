/* SPDX-License-Identifier: MIT
 *
 * The programs of fixed function in a form of no chip: straight lines of a few operations on vectors of four
 * floats x, y, z, w. A back end asks for the program of a key (lib/fl_ff.h) and lowers it to words of its
 * chip.
 *
 *	struct fl_ff_inst inst[FL_FF_VS_LONGEST];
 *	uint32_t n = fl_ff_vs_make(key, inst);
 *
 * Vertex programs are made of MOV ADD MUL MAD DP3 DP4 MAX RSQ RCP EX2 LIT, fragment programs of MOV ADD MUL
 * MAD FRC EX2 TEX TEXP KIL. What lowerings may rely on:
 *
 *  - An instruction reads at most one constant and two temporaries; of inputs one in a vertex program, and
 *    two in a fragment program. It may read each of them as often as it likes: chips that have a port for
 *    each take it as it is.
 *  - What is read of a temporary was written before.
 *  - Nothing that is put out is read again, and each component of an output is written once.
 *  - RSQ, RCP, EX2, LIT and KIL read one component of a source: its four selectors are alike.
 *  - FRC and EX2 of fragment programs write w and nothing else: for chips whose fourth lane does scalars.
 *  - A sum of twice a product is two MADs with the same product, one after the other: for chips with an
 *    operation for it.
 *  - Fragment programs: temporary i may be the register in which input number i arrives (struct
 *    fl_ff_places). It is not written before the last time that the input is read. Nothing is put out before
 *    the last KIL.
 */
#ifndef LIB_FL_FF_FORM_H
#define LIB_FL_FF_FORM_H

#include "lib/fl_ff.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fl_ff_op {
	FL_FF_MOV, /* a */
	FL_FF_ADD, /* a + b */
	FL_FF_MUL, /* a * b */
	FL_FF_MAD, /* a * b + c */
	FL_FF_DP3, /* a.x * b.x + a.y * b.y + a.z * b.z, in all components */
	FL_FF_DP4, /* the same with a.w * b.w */
	FL_FF_MAX, /* the larger of a and b */
	FL_FF_FRC, /* a - floor(a) */
	FL_FF_RSQ, /* 1 / sqrt(a), in all components, as are the next four */
	FL_FF_RCP, /* 1 / a */
	FL_FF_EX2, /* 2^a */
	/* light, with a = n.h, b = n.l, c = shininess: y max(b, 0); z max(a, 0)^c if b > 0, else 0 */
	FL_FF_LIT,
	FL_FF_TEX,  /* the texel of unit at a: x, y, and z of cubes and volumes */
	FL_FF_TEXP, /* the same at a / a.w */
	FL_FF_KIL,  /* the pixel is thrown away if a < 0; there is no destination */
	FL_FF_OPS,
};

/* Files of sources; of destinations the first two. */
enum fl_ff_file {
	FL_FF_TEMP,
	FL_FF_OUT,     /* by meaning: FL_FF_OUT_… */
	FL_FF_IN,      /* by meaning: FL_FF_IN_… */
	FL_FF_CONST,   /* FL_FF_C_… or FL_FF_FC_… */
	FL_FF_LITERAL, /* nothing but selectors FL_FF_0 and FL_FF_1 */
};

/* Of both kinds of programs. A vertex brings position (w = 1), color, a normal and coordinates; a fragment
 * has color, coordinates, the fog factor and the count of a line's stipple, in y. */
enum fl_ff_in {
	FL_FF_IN_POSITION,
	FL_FF_IN_COLOR,
	FL_FF_IN_NORMAL,
	FL_FF_IN_TEXCOORD,
	FL_FF_IN_FOG = FL_FF_IN_TEXCOORD + (int)FL_TEXCOORDS,
	FL_FF_IN_STIPPLE,
	FL_FF_IN_COUNT,
};

/* Of vertex programs; fragment programs have the color. */
enum fl_ff_out {
	FL_FF_OUT_POSITION,
	FL_FF_OUT_POINT_SIZE,
	FL_FF_OUT_COLOR,
	FL_FF_OUT_TEXCOORD,
	FL_FF_OUT_FOG = FL_FF_OUT_TEXCOORD + (int)FL_TEXCOORDS,
	FL_FF_OUT_COUNT,
};

/* Selectors, 3 bits each, x first */
enum { FL_FF_X, FL_FF_Y, FL_FF_Z, FL_FF_W, FL_FF_0, FL_FF_1 };
#define FL_FF_SELECT(x, y, z, w) ((uint16_t)((x) | (y) << 3 | (z) << 6 | (w) << 9))
#define FL_FF_SELECTOR(s, i)     ((uint32_t)(s).select >> (3 * (i)) & 7)
#define FL_FF_NEGATE             0x1000u /* beside them: -x, -y, -z, -w of what is selected */

struct fl_ff_src {
	uint8_t file, at; /* enum fl_ff_file, and which of them */
	uint16_t select;  /* FL_FF_SELECT(), FL_FF_NEGATE */
};

struct fl_ff_dst {
	uint8_t file, at;
	uint8_t mask;     /* bit 0: x is written … bit 3: w */
	uint8_t saturate; /* clamped to 0..1 */
};

struct fl_ff_inst {
	uint8_t op;         /* enum fl_ff_op */
	uint8_t unit, kind; /* TEX, TEXP: texture unit, enum fl_tex_kind */
	struct fl_ff_dst to;
	struct fl_ff_src a, b, c; /* those that op does not read are zeros */
};

/* The longest programs there are */
#define FL_FF_VS_LONGEST 142u
#define FL_FF_FS_LONGEST 33u

/* Make the program of key in inst[]; returns how many instructions it has. */
uint32_t fl_ff_vs_make(uint64_t key, struct fl_ff_inst *inst);
uint32_t fl_ff_fs_make(uint64_t key, struct fl_ff_inst *inst);

/* Inputs and outputs that a program has, numbered without gaps in the order of their meanings. */
#define FL_FF_NOT_THERE 255u
struct fl_ff_places {
	uint8_t in[FL_FF_IN_COUNT], n_in;
	uint8_t out[FL_FF_OUT_COUNT], n_out;
};
void fl_ff_vs_places(uint64_t key, struct fl_ff_places *at);
void fl_ff_fs_places(uint64_t key, struct fl_ff_places *at);

#ifdef __cplusplus
}
#endif

#endif
