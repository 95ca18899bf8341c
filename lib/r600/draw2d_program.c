/* SPDX-License-Identifier: MIT
 *
 * 2D on R6xx and R7xx: its programs, put together when they are needed. Almost each operation of the ALU is a
 * group of its own.
 */
#include "lib/r600/draw2d_own.h"

#define OP(name) FL_R600_OP(name)

enum { X, Y, Z, W, CHANNELS };
enum { POSITION = 60 }; /* an export */

/* Registers. R0 is the pixel's place, and what is exported at the end; two are for what is looked up. */
enum { PLACE, S_AT, S, D, P_AT, P, TEMP, SUM };

static uint32_t reg(uint32_t gpr, uint32_t chan)
{
	return fl_r600_gpr(gpr, chan);
}

static uint32_t constant(uint32_t i, uint32_t chan)
{
	return fl_r600_constant(i, chan);
}

/* A corner, two numbers of 16 bits, is a place in pixels. What goes to the pixel programs does not matter. */
static void vertex(struct fl_r600_words *p)
{
	uint32_t from = fl_r600_fetches(p);

	fl_r600_load_vertex(p, 0, 0, reg(0, X));
	fl_r600_element_clause(p, from);
	fl_r600_export(p, FL_R600_EXPORT(POS), POSITION, 0, false);
	fl_r600_export(p, FL_R600_EXPORT(PARAM), 0, 0, true);
}

static void fill(struct fl_r600_words *p)
{
	uint32_t from = p->n;

	for (uint32_t c = 0; c < CHANNELS; c++)
		fl_r600_alu(p, OP(MOV), reg(PLACE, c), constant(0, c), 0, c == W);
	fl_r600_alu_clause(p, from);
}

/* Places are in the middle of pixels: cut off, they are whole numbers. */
static void place(struct fl_r600_words *p)
{
	for (uint32_t c = X; c <= Y; c++)
		fl_r600_alu(p, OP(FLT_TO_INT), reg(PLACE, c), reg(PLACE, c), 0, true);
}

static void away(struct fl_r600_words *p, uint32_t to, uint32_t by)
{
	for (uint32_t c = X; c <= Y; c++)
		fl_r600_alu(p, OP(ADD_INT), reg(to, c), reg(PLACE, c), constant(by, c), c == Y);
}

static void copy(struct fl_r600_words *p)
{
	uint32_t from = p->n;

	place(p);
	away(p, S_AT, FL_2D_SOURCE);
	fl_r600_alu_clause(p, from);
	from = fl_r600_fetches(p);
	fl_r600_load_texel(p, 0, PLACE, S_AT, false);
	fl_r600_texel_clause(p, from);
}

/* ---- pictures in the stream ---------------------------------------------------------------------------- */
static void step(struct fl_r600_words *p, uint32_t op, uint32_t to, uint32_t a, uint32_t b)
{
	fl_r600_alu(p, op, to, a, b, true);
}

/* The word that holds the pixel: y of `at`. How far up it holds it: z. Constants: struct
 * fl_2d_picture. */
static void find(struct fl_r600_words *p, uint32_t at, uint32_t c)
{
	away(p, at, c);
	for (uint32_t k = X; k <= Y; k++)
		fl_r600_alu(p, OP(AND_INT), reg(at, k), reg(at, k), constant(c, Z + k), k == Y);
	step(p, OP(MULLO_INT), reg(at, Y), reg(at, Y), constant(c + 1, X));
	step(p, OP(ADD_INT), reg(at, X), reg(at, X), reg(at, Y));
	step(p, OP(LSHR_INT), reg(at, Y), reg(at, X), constant(c + 1, Y));
	step(p, OP(ADD_INT), reg(at, Y), reg(at, Y), constant(c + 1, Z));
	step(p, OP(AND_INT), reg(at, Z), reg(at, X), constant(c + 1, W));
	step(p, OP(LSHL_INT), reg(at, Z), reg(at, Z), constant(c + 2, X));
	step(p, OP(XOR_INT), reg(at, Z), reg(at, Z), constant(c + 2, Y));
}

/* Nothing is drawn where x is 0, if the constant is -1; where it is not, if it is 0. */
static void drop(struct fl_r600_words *p, uint32_t x, uint32_t when)
{
	step(p, OP(SETE_INT), reg(TEMP, X), x, FL_R600_ZERO);
	step(p, OP(KILLE_INT), reg(TEMP, Y), reg(TEMP, X), when);
}

static void take(struct fl_r600_words *p, uint32_t to, uint32_t at, uint32_t c)
{
	step(p, OP(LSHR_INT), reg(to, X), reg(to, X), reg(at, Z));
	step(p, OP(AND_INT), reg(to, X), reg(to, X), constant(c + 2, Z));
	drop(p, reg(to, X), constant(c + 3, Y));
	step(p, OP(MULLO_INT), reg(to, X), reg(to, X), constant(c + 3, X));
	step(p, OP(XOR_INT), reg(to, X), reg(to, X), constant(c + 2, W));
}

/* ---- mixes --------------------------------------------------------------------------------------------- */
static void key(struct fl_r600_words *p, uint32_t of, uint32_t c)
{
	step(p, OP(XOR_INT), reg(TEMP, X), reg(of, X), constant(c, X));
	step(p, OP(AND_INT), reg(TEMP, X), reg(TEMP, X), constant(c, Y));
	drop(p, reg(TEMP, X), constant(c, Z));
}

/* to = m0 ^ (m1 & D) ^ (m2 & S) ^ (m3 & S & D), as far as there are S and D. */
static void sum(struct fl_r600_words *p, uint32_t to, uint32_t masks, bool has_s, bool has_d)
{
	step(p, OP(MOV), to, constant(masks, X), 0);
	for (uint32_t k = Y; k <= W; k++) {
		if (((k & Y) && !has_d) || ((k & Z) && !has_s))
			continue;
		step(p, OP(AND_INT), reg(TEMP, X), k == Y ? reg(D, X) : reg(S, X), constant(masks, k));
		if (k == W)
			step(p, OP(AND_INT), reg(TEMP, X), reg(TEMP, X), reg(D, X));
		step(p, OP(XOR_INT), to, to, reg(TEMP, X));
	}
}

/* W, the mask of both, has the bits of Y, of D, and of Z, of S. */
_Static_assert(Y == 1 && Z == 2 && W == 3, "sum()");

static void places(struct fl_r600_words *p, uint32_t parts)
{
	uint32_t from = p->n;

	place(p);
	if (parts & FL_2D_S_TEXTURE)
		away(p, S_AT, FL_2D_SOURCE);
	if (parts & FL_2D_S_STREAM)
		find(p, S_AT, FL_2D_SOURCE);
	if (parts & FL_2D_P_STREAM)
		find(p, P_AT, FL_2D_BRUSH);
	fl_r600_alu_clause(p, from);
}

static void fetches(struct fl_r600_words *p, uint32_t parts)
{
	uint32_t from = fl_r600_fetches(p);

	if (parts & FL_2D_S_TEXTURE)
		fl_r600_load_texel(p, 0, S, S_AT, false);
	if (parts & FL_2D_D)
		fl_r600_load_texel(p, 1, D, PLACE, false);
	if (p->n > from)
		fl_r600_texel_clause(p, from);
	from = p->n;
	if (parts & FL_2D_S_STREAM)
		fl_r600_load_element(p, FL_R600_2D_STREAM, S, reg(S_AT, Y));
	if (parts & FL_2D_P_STREAM)
		fl_r600_load_element(p, FL_R600_2D_STREAM, P, reg(P_AT, Y));
	if (p->n > from)
		fl_r600_element_clause(p, from);
}

static void mix(struct fl_r600_words *p, uint32_t parts)
{
	const bool has_s = parts & (FL_2D_S_TEXTURE | FL_2D_S_STREAM), has_d = parts & FL_2D_D;
	uint32_t from;

	places(p, parts);
	fetches(p, parts);
	from = p->n;
	if (parts & FL_2D_S_STREAM)
		take(p, S, S_AT, FL_2D_SOURCE);
	if (parts & FL_2D_P_STREAM)
		take(p, P, P_AT, FL_2D_BRUSH);
	if (has_s)
		key(p, S, FL_2D_KEY_TESTS);
	if (has_d)
		key(p, D, FL_2D_KEY_TESTS + 1);
	sum(p, reg(PLACE, X), FL_2D_MASKS, has_s, has_d);
	if (parts & FL_2D_P_STREAM) {
		sum(p, reg(SUM, X), FL_2D_MASKS_P, has_s, has_d);
		step(p, OP(AND_INT), reg(SUM, X), reg(SUM, X), reg(P, X));
		step(p, OP(XOR_INT), reg(PLACE, X), reg(PLACE, X), reg(SUM, X));
	}
	fl_r600_alu_clause(p, from);
}

void fl_r600_2d_compose(struct fl_r600_words *p, uint32_t program)
{
	fl_r600_words_begin(p);
	if (program == FL_2D_VERTEX) {
		vertex(p);
		return;
	}
	if (program == FL_2D_FILL)
		fill(p);
	else if (program == FL_2D_COPY)
		copy(p);
	else
		mix(p, program - FL_2D_MIX);
	fl_r600_export(p, FL_R600_EXPORT(PIXEL), 0, 0, true);
}
