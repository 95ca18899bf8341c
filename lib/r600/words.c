/* SPDX-License-Identifier: MIT
 *
 * The library's own small programs: their words.
 */
#include "lib/r600/words.h"

#include <string.h>

enum { X, Y, Z, W, SEL_0, SEL_1 };

void fl_r600_words_begin(struct fl_r600_words *p)
{
	memset(p->w, 0, sizeof(p->w[0]) * FL_R600_WORDS_CF);
	p->n_cf = 0;
	p->n = FL_R600_WORDS_CF;
}

void fl_r600_slot(struct fl_r600_words *p, uint32_t word0, uint32_t word1)
{
	uint32_t *w = p->w[p->n++ % FL_R600_WORDS];

	w[0] = word0;
	w[1] = word1;
}

static void flow(struct fl_r600_words *p, uint32_t word0, uint32_t word1)
{
	uint32_t *w = p->w[p->n_cf++ % FL_R600_WORDS_CF];

	w[0] = word0;
	w[1] = word1 | R600_SQ_CF_WORD1__BARRIER(1);
}

void fl_r600_alu(struct fl_r600_words *p, uint32_t op, uint32_t to, uint32_t a, uint32_t b, bool last)
{
	fl_r600_slot(
	    p, a | b << R600_SQ_ALU_WORD0__SRC1_SEL__SHIFT | R600_SQ_ALU_WORD0__LAST(last),
	    R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK(1) |
		R600_SQ_ALU_WORD1__DST_GPR(to & R600_SQ_ALU_WORD0__SRC0_SEL__MASK) |
		R600_SQ_ALU_WORD1__DST_CHAN(R600_SQ_ALU_WORD0__SRC0_CHAN__GET(to)) |
		(p->r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST(op) : R600_SQ_ALU_WORD1_OP2__ALU_INST(op)));
}

void fl_r600_alu_clause(struct fl_r600_words *p, uint32_t from)
{
	flow(p, from,
	     R600_SQ_CF_ALU_WORD1__COUNT(p->n - from - 1) |
		 R600_SQ_CF_ALU_WORD1__CF_INST(R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU));
}

/* ---- fetches ------------------------------------------------------------------------------------------- */
uint32_t fl_r600_fetches(struct fl_r600_words *p)
{
	if (p->n & 1)
		fl_r600_slot(p, 0, 0);
	return p->n;
}

static uint32_t selects(uint32_t z, uint32_t w)
{
	return R600_SQ_VTX_WORD1__DST_SEL_X(X) | R600_SQ_VTX_WORD1__DST_SEL_Y(Y) |
	       R600_SQ_VTX_WORD1__DST_SEL_Z(z) | R600_SQ_VTX_WORD1__DST_SEL_W(w);
}

void fl_r600_load_texel(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t from, bool sampled)
{
	fl_r600_slot(p,
		     R600_SQ_TEX_WORD0__TEX_INST(R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_LD) |
			 R600_SQ_TEX_WORD0__RESOURCE_ID(id) | R600_SQ_TEX_WORD0__SRC_GPR(from),
		     R600_SQ_TEX_WORD1__DST_GPR(to) | selects(Z, W));
	fl_r600_slot(p,
		     R600_SQ_TEX_WORD2__SRC_SEL_X(X) | R600_SQ_TEX_WORD2__SRC_SEL_Y(Y) |
			 R600_SQ_TEX_WORD2__SRC_SEL_Z(SEL_0) |
			 R600_SQ_TEX_WORD2__SRC_SEL_W(sampled ? W : SEL_0),
		     0);
}

static void load(struct fl_r600_words *p, uint32_t type, uint32_t id, uint32_t to, uint32_t number)
{
	fl_r600_slot(p,
		     R600_SQ_VTX_WORD0__FETCH_TYPE(type) | R600_SQ_VTX_WORD0__BUFFER_ID(id) |
			 R600_SQ_VTX_WORD0__SRC_GPR(number & R600_SQ_ALU_WORD0__SRC0_SEL__MASK) |
			 R600_SQ_VTX_WORD0__SRC_SEL_X(R600_SQ_ALU_WORD0__SRC0_CHAN__GET(number)) |
			 R600_SQ_VTX_WORD0__MEGA_FETCH_COUNT(3),
		     R600_SQ_VTX_WORD1_GPR__DST_GPR(to) | selects(SEL_0, SEL_1) |
			 R600_SQ_VTX_WORD1__USE_CONST_FIELDS(1));
	fl_r600_slot(p, R600_SQ_VTX_WORD2__MEGA_FETCH(1), 0);
}

void fl_r600_load_element(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t number)
{
	load(p, R600_SQ_VTX_WORD0__FETCH_TYPE__SQ_VTX_FETCH_NO_INDEX_OFFSET, id, to, number);
}

void fl_r600_load_vertex(struct fl_r600_words *p, uint32_t id, uint32_t to, uint32_t number)
{
	load(p, R600_SQ_VTX_WORD0__FETCH_TYPE__SQ_VTX_FETCH_VERTEX_DATA, id, to, number);
}

static void fetch_clause(struct fl_r600_words *p, uint32_t inst, uint32_t from)
{
	flow(p, from, R600_SQ_CF_WORD1__COUNT((p->n - from) / 2 - 1) | R600_SQ_CF_WORD1__CF_INST(inst));
}

void fl_r600_texel_clause(struct fl_r600_words *p, uint32_t from)
{
	fetch_clause(p, R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_TEX, from);
}

void fl_r600_element_clause(struct fl_r600_words *p, uint32_t from)
{
	fetch_clause(p,
		     p->vertex_cache ? R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX
				     : R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_VTX_TC,
		     from);
}

void fl_r600_export(struct fl_r600_words *p, uint32_t type, uint32_t at, uint32_t gpr, bool ends)
{
#define OUT(word, x) R600_SQ_CF_ALLOC_EXPORT_WORD##word##__##x
#define SEL(x)       R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_##x
	flow(p, OUT(0, ARRAY_BASE)(at) | OUT(0, TYPE)(type) | OUT(0, RW_GPR)(gpr) | OUT(0, ELEM_SIZE)(3),
	     SEL(X)(X) | SEL(Y)(Y) | SEL(Z)(Z) | SEL(W)(W) | OUT(1, END_OF_PROGRAM)(ends) |
		 OUT(1, CF_INST)(OUT(1, CF_INST__SQ_CF_INST_EXPORT_DONE)));
}
