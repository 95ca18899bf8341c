/* SPDX-License-Identifier: MIT
 *
 * 2D on Sea Islands: its programs, put together when they are needed. What is the same for all pixels of a
 * draw is in scalar registers, loaded from a block of the stream.
 */
#include "lib/cik/draw2d_own.h"

enum { X, Y, Z, W };

/* Vector registers: weights of attributes, which the chip wants somebody to take; the pixel's place; what is
 * looked up, and where. Words of the stream come with three components that are not used. */
enum { VERTEX = 0, CORNER = 1, PLACE = 2, S_AT = 4, S = 8, D = 12, P_AT = 16, P = 20, TEMP = 24, SUM, OUT };
_Static_assert((int)OUT < (int)FL_CIK_2D_VGPRS, "registers");

/* Scalar registers: what of the block is loaded */
enum { FROM = 8, TO = 16, STREAM = 24, CONSTANTS = 28 };
_Static_assert(CONSTANTS + 4 * (int)FL_2D_CONSTANTS + 2 <= (int)FL_CIK_2D_SGPRS, "VCC comes behind them");

static struct fl_cik_src constant(uint32_t i, uint32_t chan)
{
	return fl_cik_s(CONSTANTS + 4 * i + chan);
}

static void op2(struct fl_cik_code *c, uint32_t op, uint32_t to, struct fl_cik_src a, uint32_t b)
{
	const struct fl_cik_src s[2] = {a, fl_cik_v(b)};

	fl_cik_valu(c, op, to, s, 2, false);
}

/* ---- what there is on the way -------------------------------------------------------------------------- */
/* Constants i and so on, 1, 2 or 4 of them. */
static void load_constants(struct fl_cik_code *c, uint32_t i, uint32_t n)
{
	fl_cik_load(c, CONSTANTS + 4 * i, FL_CIK_2D_BLOCK, FL_CIK_2D_AT_CONSTANTS + 4 * i, 4 * n);
}

/* Places are in the middle of pixels: cut off, they are whole numbers. */
static void place(struct fl_cik_code *c)
{
	for (uint32_t k = X; k <= Y; k++) {
		const struct fl_cik_src s = fl_cik_v(PLACE + k);

		fl_cik_valu(c, FL_CIK_V1(CVT_I32_F32), PLACE + k, &s, 1, false);
	}
}

static void away(struct fl_cik_code *c, uint32_t to, uint32_t by)
{
	for (uint32_t k = X; k <= Y; k++)
		op2(c, FL_CIK_V2(ADD_I32), to + k, constant(by, k), PLACE + k);
}

/* One component of a texel at two whole numbers. */
static void texel(struct fl_cik_code *c, uint32_t to, uint32_t at, uint32_t image)
{
	fl_cik_word(c, FL_CIK_HEAD_MIMG | CIK_MIMG_WORD0__DMASK(1) | CIK_MIMG_WORD0__UNORM(1) |
			   CIK_MIMG_WORD0__OP(CIK_OP_MIMG__IMAGE_LOAD));
	fl_cik_word(c,
		    CIK_MIMG_WORD1__VADDR(at) | CIK_MIMG_WORD1__VDATA(to) | CIK_MIMG_WORD1__SRSRC(image / 4));
}

/* ---- pictures in the stream ---------------------------------------------------------------------------- */
/* The word that holds the pixel: y of `at`. How far up it holds it: z. Constants: struct fl_2d_picture. */
static void find(struct fl_cik_code *c, uint32_t at, uint32_t i)
{
	const struct fl_cik_src pitch[2] = {fl_cik_v(at + Y), constant(i + 1, X)};

	away(c, at, i);
	for (uint32_t k = X; k <= Y; k++)
		op2(c, FL_CIK_V2(AND_B32), at + k, constant(i, Z + k), at + k);
	fl_cik_valu(c, FL_CIK_V3(MUL_LO_I32), at + Y, pitch, 2, false);
	op2(c, FL_CIK_V2(ADD_I32), at + X, fl_cik_v(at + X), at + Y);
	op2(c, FL_CIK_V2(LSHRREV_B32), at + Y, constant(i + 1, Y), at + X);
	op2(c, FL_CIK_V2(ADD_I32), at + Y, constant(i + 1, Z), at + Y);
	op2(c, FL_CIK_V2(AND_B32), at + Z, constant(i + 1, W), at + X);
	op2(c, FL_CIK_V2(LSHLREV_B32), at + Z, constant(i + 2, X), at + Z);
	op2(c, FL_CIK_V2(XOR_B32), at + Z, constant(i + 2, Y), at + Z);
}

/* Nothing is drawn where x is 0, if the constant is -1; where it is not, if it is 0. */
static void drop(struct fl_cik_code *c, uint32_t x, struct fl_cik_src when)
{
	const struct fl_cik_src zero[2] = {fl_cik_s(CIK_SSRC__SRC_0), fl_cik_v(x)},
				flag[3] = {fl_cik_s(CIK_SSRC__SRC_0), fl_cik_s(CIK_SSRC__SRC_M_1_INT),
					   fl_cik_s(CIK_SSRC__VCC_LO)},
				other[2] = {when, fl_cik_v(TEMP)};

	fl_cik_valu(c, FL_CIK_VC(CMP_EQ_U32), CIK_SSRC__VCC_LO, zero, 2, false);
	fl_cik_valu(c, FL_CIK_V2(CNDMASK_B32), TEMP, flag, 3, false);
	fl_cik_valu(c, FL_CIK_VC(CMP_NE_U32), CIK_SSRC__VCC_LO, other, 2, false);
	fl_cik_sop2(c, CIK_OP_SOP2__S_AND_B64, CIK_SSRC__EXEC_LO, CIK_SSRC__EXEC_LO, CIK_SSRC__VCC_LO);
}

static void take(struct fl_cik_code *c, uint32_t to, uint32_t at, uint32_t i)
{
	const struct fl_cik_src times[2] = {fl_cik_v(to), constant(i + 3, X)};

	op2(c, FL_CIK_V2(LSHRREV_B32), to, fl_cik_v(at + Z), to);
	op2(c, FL_CIK_V2(AND_B32), to, constant(i + 2, Z), to);
	drop(c, to, constant(i + 3, Y));
	fl_cik_valu(c, FL_CIK_V3(MUL_LO_I32), to, times, 2, false);
	op2(c, FL_CIK_V2(XOR_B32), to, constant(i + 2, W), to);
}

/* ---- mixes --------------------------------------------------------------------------------------------- */
static void key(struct fl_cik_code *c, uint32_t of, uint32_t i)
{
	op2(c, FL_CIK_V2(XOR_B32), TEMP, constant(i, X), of);
	op2(c, FL_CIK_V2(AND_B32), TEMP, constant(i, Y), TEMP);
	drop(c, TEMP, constant(i, Z));
}

/* to = m0 ^ (m1 & D) ^ (m2 & S) ^ (m3 & S & D), as far as there are S and D. */
static void sum(struct fl_cik_code *c, uint32_t to, uint32_t masks, bool has_s, bool has_d)
{
	const struct fl_cik_src first = constant(masks, X);

	fl_cik_valu(c, FL_CIK_V1(MOV_B32), to, &first, 1, false);
	for (uint32_t k = Y; k <= W; k++) {
		if (((k & Y) && !has_d) || ((k & Z) && !has_s))
			continue;
		op2(c, FL_CIK_V2(AND_B32), TEMP, constant(masks, k), k == Y ? D : S);
		if (k == W)
			op2(c, FL_CIK_V2(AND_B32), TEMP, fl_cik_v(D), TEMP);
		op2(c, FL_CIK_V2(XOR_B32), to, fl_cik_v(TEMP), to);
	}
}

/* W, the mask of both, has the bits of Y, of D, and of Z, of S. */
_Static_assert(Y == 1 && Z == 2 && W == 3, "sum()");

static void load_parts(struct fl_cik_code *c, uint32_t parts)
{
	load_constants(c, FL_2D_MASKS, 1);
	load_constants(c, FL_2D_SOURCE, 4);
	load_constants(c, FL_2D_KEY_TESTS, 2);
	if (parts & FL_2D_S_TEXTURE)
		fl_cik_load(c, FROM, FL_CIK_2D_BLOCK, FL_CIK_2D_AT_FROM, 8);
	if (parts & FL_2D_D)
		fl_cik_load(c, TO, FL_CIK_2D_BLOCK, FL_CIK_2D_AT_TO, 8);
	if (parts & (FL_2D_S_STREAM | FL_2D_P_STREAM))
		fl_cik_load(c, STREAM, FL_CIK_2D_BLOCK, FL_CIK_2D_AT_STREAM, 4);
	if (parts & FL_2D_P_STREAM) {
		load_constants(c, FL_2D_MASKS_P, 1);
		load_constants(c, FL_2D_BRUSH, 4);
	}
	fl_cik_wait_lgkm(c);
}

static void look_up(struct fl_cik_code *c, uint32_t parts)
{
	if (parts & FL_2D_S_TEXTURE) {
		away(c, S_AT, FL_2D_SOURCE);
		texel(c, S, S_AT, FROM);
	}
	if (parts & FL_2D_S_STREAM) {
		find(c, S_AT, FL_2D_SOURCE);
		fl_cik_fetch(c, S, S_AT + Y, STREAM);
	}
	if (parts & FL_2D_D)
		texel(c, D, PLACE, TO);
	if (parts & FL_2D_P_STREAM) {
		find(c, P_AT, FL_2D_BRUSH);
		fl_cik_fetch(c, P, P_AT + Y, STREAM);
	}
	fl_cik_wait_vm(c, 0);
}

static void mix(struct fl_cik_code *c, uint32_t parts)
{
	const bool has_s = parts & (FL_2D_S_TEXTURE | FL_2D_S_STREAM), has_d = parts & FL_2D_D;

	load_parts(c, parts);
	place(c);
	look_up(c, parts);
	if (parts & FL_2D_S_STREAM)
		take(c, S, S_AT, FL_2D_SOURCE);
	if (parts & FL_2D_P_STREAM)
		take(c, P, P_AT, FL_2D_BRUSH);
	if (has_s)
		key(c, S, FL_2D_KEY_TESTS);
	if (has_d)
		key(c, D, FL_2D_KEY_TESTS + 1);
	sum(c, OUT, FL_2D_MASKS, has_s, has_d);
	if (parts & FL_2D_P_STREAM) {
		sum(c, SUM, FL_2D_MASKS_P, has_s, has_d);
		op2(c, FL_CIK_V2(AND_B32), SUM, fl_cik_v(P), SUM);
		op2(c, FL_CIK_V2(XOR_B32), OUT, fl_cik_v(SUM), OUT);
	}
}

/* ---- the programs -------------------------------------------------------------------------------------- */
/* The descriptor makes x, y, 0, 1 of a corner: a place in pixels. */
static void vertex(struct fl_cik_code *c)
{
	static const uint8_t corner[4] = {CORNER, CORNER + 1, CORNER + 2, CORNER + 3};

	fl_cik_fetch(c, CORNER, VERTEX, FL_CIK_2D_CORNERS);
	fl_cik_wait_vm(c, 0);
	fl_cik_export(c, CIK_EXP_WORD0__TGT__EXP_POS, 15, corner, CIK_EXP_WORD0__DONE(1));
}

static void fill(struct fl_cik_code *c)
{
	const struct fl_cik_src color = fl_cik_s(FL_CIK_2D_COLOR);

	fl_cik_valu(c, FL_CIK_V1(MOV_B32), OUT, &color, 1, false);
}

static void copy(struct fl_cik_code *c)
{
	load_constants(c, FL_2D_SOURCE, 1);
	fl_cik_load(c, FROM, FL_CIK_2D_BLOCK, FL_CIK_2D_AT_FROM, 8);
	fl_cik_wait_lgkm(c);
	place(c);
	away(c, S_AT, FL_2D_SOURCE);
	texel(c, OUT, S_AT, FROM);
	fl_cik_wait_vm(c, 0);
}

uint32_t fl_cik_2d_compose(uint32_t program, uint32_t words[FL_CIK_2D_PROGRAM_B / 4])
{
	static const uint8_t out[4] = {OUT, OUT, OUT, OUT};
	struct fl_cik_code c = {.words = words, .room = FL_CIK_2D_PROGRAM_B / 4};

	if (program == FL_2D_VERTEX) {
		vertex(&c);
	} else {
		if (program == FL_2D_FILL)
			fill(&c);
		else if (program == FL_2D_COPY)
			copy(&c);
		else
			mix(&c, program - FL_2D_MIX);
		fl_cik_export(&c, CIK_EXP_WORD0__TGT__EXP_MRT, 1, out,
			      CIK_EXP_WORD0__DONE(1) | CIK_EXP_WORD0__VM(1));
	}
	fl_cik_sopp(&c, CIK_OP_SOPP__S_ENDPGM, 0);
	return c.n;
}
