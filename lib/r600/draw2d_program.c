/* SPDX-License-Identifier: MIT
 *
 * 2D on R6xx and R7xx: its programs, put together when they are needed. Control flow has the first slots,
 * clauses follow. Each operation of the ALU is a group of its own, but for moves of a whole vector.
 *
 * Registers: R0 is the pixel's place, and what is exported at the end.
 */
#include "lib/r600/draw2d_own.h"

#include <string.h>

#define OP(name)     R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__SQ_OP2_INST_##name
#define CF(name)     R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_##name
#define EXPORT(name) R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE__SQ_EXPORT_##name

enum { CF_SLOTS = 8, X = 0, Y, Z, W, ALL_CHANNELS = 4, SEL_0 = 4, SEL_1, CONSTANTS = 256 };
enum { POSITION = 60, EXPORT_DONE = 0x28 };

/* A channel of a register, of a constant. */
static uint32_t reg(uint32_t gpr, uint32_t chan)
{
	return gpr | chan << R600_SQ_ALU_WORD0__SRC0_CHAN__SHIFT;
}

static uint32_t constant(uint32_t i, uint32_t chan)
{
	return reg(CONSTANTS + i, chan);
}

static void put(struct fl_r600_2d_program *p, uint32_t w0, uint32_t w1)
{
	p->w[p->n % FL_R600_2D_PROGRAM_SLOTS][0] = w0;
	p->w[p->n % FL_R600_2D_PROGRAM_SLOTS][1] = w1;
	p->n++;
}

static void flow(struct fl_r600_2d_program *p, uint32_t w0, uint32_t w1)
{
	p->w[p->n_cf % CF_SLOTS][0] = w0;
	p->w[p->n_cf % CF_SLOTS][1] = w1 | R600_SQ_CF_WORD1__BARRIER(1);
	p->n_cf++;
}

/* ---- clauses ------------------------------------------------------------------------------------------- */
static void alu(struct fl_r600_2d_program *p, uint32_t op, uint32_t gpr, uint32_t chan, uint32_t a,
		uint32_t b, bool last)
{
	put(p, a | b << R600_SQ_ALU_WORD0__SRC1_SEL__SHIFT | R600_SQ_ALU_WORD0__LAST(last),
	    R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK(1) | R600_SQ_ALU_WORD1__DST_GPR(gpr) |
		R600_SQ_ALU_WORD1__DST_CHAN(chan) |
		(p->r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST(op) : R600_SQ_ALU_WORD1_OP2__ALU_INST(op)));
}

/* The clause of what was put since `from`. */
static void alu_clause(struct fl_r600_2d_program *p, uint32_t from)
{
	flow(p, from,
	     R600_SQ_CF_ALU_WORD1__COUNT(p->n - from - 1) |
		 R600_SQ_CF_ALU_WORD1__CF_INST(R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU));
}

/* Fetches are 2 slots, and begin at even ones. */
static uint32_t fetches_from(struct fl_r600_2d_program *p)
{
	if (p->n & 1)
		put(p, 0, 0);
	return p->n;
}

static void fetch_clause(struct fl_r600_2d_program *p, uint32_t inst, uint32_t from)
{
	flow(p, from, R600_SQ_CF_WORD1__COUNT((p->n - from) / 2 - 1) | R600_SQ_CF_WORD1__CF_INST(inst));
}

static void vertex_clause(struct fl_r600_2d_program *p, uint32_t from)
{
	fetch_clause(p, p->vertex_cache ? CF(VTX) : CF(VTX_TC), from);
}

static uint32_t selects(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
	return R600_SQ_VTX_WORD1__DST_SEL_X(x) | R600_SQ_VTX_WORD1__DST_SEL_Y(y) |
	       R600_SQ_VTX_WORD1__DST_SEL_Z(z) | R600_SQ_VTX_WORD1__DST_SEL_W(w);
}

static void load_vertex(struct fl_r600_2d_program *p, uint32_t to, uint32_t from, uint32_t sel)
{
	put(p, R600_SQ_VTX_WORD0__SRC_GPR(from) | R600_SQ_VTX_WORD0__MEGA_FETCH_COUNT(3),
	    R600_SQ_VTX_WORD1_GPR__DST_GPR(to) | sel | R600_SQ_VTX_WORD1__USE_CONST_FIELDS(1));
	put(p, R600_SQ_VTX_WORD2__MEGA_FETCH(1), 0);
}

/* The texel of texture `id` at the whole numbers in x and y of a register. */
static void load_texel(struct fl_r600_2d_program *p, uint32_t id, uint32_t to, uint32_t from)
{
	put(p,
	    R600_SQ_TEX_WORD0__TEX_INST(R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_LD) |
		R600_SQ_TEX_WORD0__RESOURCE_ID(id) | R600_SQ_TEX_WORD0__SRC_GPR(from),
	    R600_SQ_TEX_WORD1__DST_GPR(to) | selects(X, Y, Z, W));
	put(p,
	    R600_SQ_TEX_WORD2__SRC_SEL_X(X) | R600_SQ_TEX_WORD2__SRC_SEL_Y(Y) |
		R600_SQ_TEX_WORD2__SRC_SEL_Z(SEL_0) | R600_SQ_TEX_WORD2__SRC_SEL_W(SEL_0),
	    0);
}

static void export(struct fl_r600_2d_program *p, uint32_t type, uint32_t at, uint32_t gpr, bool ends)
{
	flow(p,
	     R600_SQ_CF_ALLOC_EXPORT_WORD0__ARRAY_BASE(at) | R600_SQ_CF_ALLOC_EXPORT_WORD0__TYPE(type) |
		 R600_SQ_CF_ALLOC_EXPORT_WORD0__RW_GPR(gpr) | R600_SQ_CF_ALLOC_EXPORT_WORD0__ELEM_SIZE(3),
	     R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_X(X) | R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_Y(Y) |
		 R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_Z(Z) | R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_W(W) |
		 R600_SQ_CF_ALLOC_EXPORT_WORD1__CF_INST(EXPORT_DONE) |
		 R600_SQ_CF_ALLOC_EXPORT_WORD1__END_OF_PROGRAM(ends));
}

/* ---- programs ------------------------------------------------------------------------------------------ */
/* A corner, two numbers of 16 bits, is a place in pixels. What goes to the pixel programs does not matter. */
static void vertex(struct fl_r600_2d_program *p)
{
	uint32_t from = fetches_from(p);

	load_vertex(p, 0, 0, selects(X, Y, SEL_0, SEL_1));
	vertex_clause(p, from);
	export(p, EXPORT(POS), POSITION, 0, false);
	export(p, EXPORT(PARAM), 0, 0, true);
}

static void fill(struct fl_r600_2d_program *p)
{
	uint32_t from = p->n;

	for (uint32_t c = 0; c < ALL_CHANNELS; c++)
		alu(p, OP(MOV), 0, c, constant(0, c), 0, c == W);
	alu_clause(p, from);
}

/* Places are in the middle of pixels: cut off, they are whole numbers. R1 is where the source is. */
static void place_and_source(struct fl_r600_2d_program *p)
{
	uint32_t from = p->n;

	for (uint32_t c = X; c <= Y; c++)
		alu(p, OP(FLT_TO_INT), 0, c, reg(0, c), 0, true);
	for (uint32_t c = X; c <= Y; c++)
		alu(p, OP(ADD_INT), 1, c, reg(0, c), constant(1, c), true);
	alu_clause(p, from);
}

static void copy(struct fl_r600_2d_program *p)
{
	uint32_t from;

	place_and_source(p);
	from = fetches_from(p);
	load_texel(p, 0, 0, 1);
	fetch_clause(p, CF(TEX), from);
}

/* Pixels are whole numbers here. Every bit is m0 ^ (m1 & D) ^ (m2 & S) ^ (m3 & S & D); the masks hold the
 * operation and the brush. The pixel that is read has not been written by this draw: each is drawn once. */
static void mix(struct fl_r600_2d_program *p)
{
	enum { S = 2, D, BOTH, SUM };
	uint32_t from;

	place_and_source(p);
	from = fetches_from(p);
	load_texel(p, 0, S, 1);
	load_texel(p, 1, D, 0);
	fetch_clause(p, CF(TEX), from);
	from = p->n;
	alu(p, OP(AND_INT), BOTH, X, reg(S, X), reg(D, X), true);
	alu(p, OP(AND_INT), BOTH, X, reg(BOTH, X), constant(0, W), true);
	alu(p, OP(AND_INT), SUM, X, reg(D, X), constant(0, Y), true);
	alu(p, OP(XOR_INT), SUM, X, reg(SUM, X), reg(BOTH, X), true);
	alu(p, OP(AND_INT), BOTH, X, reg(S, X), constant(0, Z), true);
	alu(p, OP(XOR_INT), SUM, X, reg(SUM, X), reg(BOTH, X), true);
	for (uint32_t c = 0; c < ALL_CHANNELS; c++)
		alu(p, OP(XOR_INT), 0, c, reg(SUM, X), constant(0, X), true);
	alu_clause(p, from);
}

void fl_r600_2d_compose(struct fl_r600_2d_program *p, uint32_t key)
{
	memset(p->w, 0, sizeof(p->w[0]) * CF_SLOTS);
	p->n_cf = 0;
	p->n = CF_SLOTS;
	if (key == FL_R600_2D_VERTEX) {
		vertex(p);
		return;
	}
	if (key == FL_R600_2D_FILL)
		fill(p);
	else if (key == FL_R600_2D_COPY)
		copy(p);
	else
		mix(p);
	export(p, EXPORT(PIXEL), 0, 0, true);
}
