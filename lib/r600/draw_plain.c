/* SPDX-License-Identifier: MIT
 *
 * The fragment programs of clears and resolves. R0 is what the corners of the rectangle carry: the color
 * that a clear puts out; a resolve's place in pixels, of which the whole part names the pixel whose
 * samples it reads.
 *
 * The color buffers' own way to resolve (R6xx facts 7.3) is not taken: on R6xx it hangs where the result
 * has no tables of compression, which nothing here has.
 */
#include "lib/r600/draw_state.h"

enum { X, Y, Z, W, CHANNELS };
enum { CF_SLOTS = 4, SLOTS = 128, ZERO = 248, ONE_INT = 250, LITERAL = 253 };
#define OP2(name)    R600_SQ_ALU_WORD1_OP2_V2__ALU_INST__SQ_OP2_INST_##name
#define CF(name)     R600_SQ_CF_WORD1__CF_INST__SQ_CF_INST_##name

/* No state makes these keys: no fragment program of fixed function has so high a bit. */
#define KEY(samples) FL_R600_KEY(FL_R600_FF_FS, UINT64_C(1) << 55 | (samples))

struct program {
	uint32_t n, n_cf;
	bool r700;
	uint32_t words[SLOTS][2];
};

static void put(struct program *p, uint32_t word0, uint32_t word1)
{
	p->words[p->n][0] = word0;
	p->words[p->n++][1] = word1;
}

/* Channel chan of register to: an operation of channels of a and b. */
static void alu(struct program *p, uint32_t op, uint32_t to, uint32_t chan, uint32_t a, uint32_t b, bool last)
{
	const uint32_t b_chan = b == LITERAL ? (uint32_t)X : chan;

	put(p,
	    R600_SQ_ALU_WORD0__SRC0_SEL(a) | R600_SQ_ALU_WORD0__SRC0_CHAN(chan) |
		R600_SQ_ALU_WORD0__SRC1_SEL(b) | R600_SQ_ALU_WORD0__SRC1_CHAN(b_chan) |
		R600_SQ_ALU_WORD0__LAST(last),
	    R600_SQ_ALU_WORD1_OP2_V2__WRITE_MASK(1) | R600_SQ_ALU_WORD1__DST_GPR(to) |
		R600_SQ_ALU_WORD1__DST_CHAN(chan) |
		(p->r700 ? R600_SQ_ALU_WORD1_OP2_V2__ALU_INST(op) : R600_SQ_ALU_WORD1_OP2__ALU_INST(op)));
}

static void flow(struct program *p, uint32_t word0, uint32_t word1)
{
	p->words[p->n_cf][0] = word0;
	p->words[p->n_cf++][1] = word1 | R600_SQ_CF_WORD1__BARRIER(1);
}

static void alu_clause(struct program *p, uint32_t from)
{
	flow(p, from,
	     R600_SQ_CF_ALU_WORD1__COUNT(p->n - from - 1) |
		 R600_SQ_CF_ALU_WORD1__CF_INST(R600_SQ_CF_ALU_WORD1__CF_INST__SQ_CF_INST_ALU));
}

/* R0 ends as the color. */
static void export(struct program *p)
{
#define OUT(word, x) R600_SQ_CF_ALLOC_EXPORT_WORD##word##__##x
#define SEL(x)       R600_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ__SEL_##x
	flow(p, OUT(0, ELEM_SIZE)(3),
	     SEL(X)(X) | SEL(Y)(Y) | SEL(Z)(Z) | SEL(W)(W) | OUT(1, END_OF_PROGRAM)(1) |
		 OUT(1, CF_INST)(OUT(1, CF_INST__SQ_CF_INST_EXPORT_DONE)));
}

/* Sample i of the pixel comes to register i. */
static void load(struct program *p, uint32_t samples)
{
	uint32_t from = p->n;

	for (uint32_t c = X; c <= Y; c++)
		alu(p, OP2(FLT_TO_INT), 0, c, 0, 0, true);
	for (uint32_t c = Z; c <= W; c++)
		alu(p, OP2(MOV), 0, c, ZERO, ZERO, c == W);
	for (uint32_t i = 1; i < samples; i++) {
		for (uint32_t c = X; c <= Z; c++)
			alu(p, OP2(MOV), i, c, i - 1, i - 1, false);
		alu(p, OP2(ADD_INT), i, W, i - 1, ONE_INT, true);
	}
	alu_clause(p, from);
	if (p->n & 1) /* fetches begin at even slots */
		put(p, 0, 0);
	from = p->n;
	for (uint32_t i = 0; i < samples; i++) {
		put(p,
		    R600_SQ_TEX_WORD0__TEX_INST(R600_SQ_TEX_WORD0__TEX_INST__SQ_TEX_INST_LD) |
			R600_SQ_TEX_WORD0__SRC_GPR(i),
		    R600_SQ_TEX_WORD1__DST_GPR(i) | R600_SQ_TEX_WORD1__DST_SEL_X(X) |
			R600_SQ_TEX_WORD1__DST_SEL_Y(Y) | R600_SQ_TEX_WORD1__DST_SEL_Z(Z) |
			R600_SQ_TEX_WORD1__DST_SEL_W(W));
		put(p,
		    R600_SQ_TEX_WORD2__SRC_SEL_X(X) | R600_SQ_TEX_WORD2__SRC_SEL_Y(Y) |
			R600_SQ_TEX_WORD2__SRC_SEL_Z(Z) | R600_SQ_TEX_WORD2__SRC_SEL_W(W),
		    0);
	}
	flow(p, from, R600_SQ_CF_WORD1__COUNT(samples - 1) | R600_SQ_CF_WORD1__CF_INST(CF(TEX)));
}

static void mean(struct program *p, uint32_t samples)
{
	const uint32_t from = p->n;

	for (uint32_t i = 1; i < samples; i++)
		for (uint32_t c = 0; c < CHANNELS; c++)
			alu(p, OP2(ADD), 0, c, 0, i, c == W);
	for (uint32_t c = 0; c < CHANNELS; c++)
		alu(p, OP2(MUL), 0, c, 0, LITERAL, c == W);
	put(p, fl_f32(1.0f / (float)samples), 0);
	alu_clause(p, from);
}

const struct fl_r600_resident *fl_r600_plain(struct fl_draw *d, uint32_t samples)
{
	struct fl_r600_residents *r = &fl_r600_of(d)->programs;
	const struct fl_r600_resident what = {.key = KEY(samples),
					      .gprs = (uint8_t)(samples > 1 ? samples : 1)},
				      *found = fl_r600_resident(r, what.key);
	struct program p;

	if (found)
		return found;
	memset(&p, 0, sizeof(p));
	p.r700 = fl_r600_its(d)->r7xx;
	p.n = CF_SLOTS;
	if (samples > 1) {
		load(&p, samples);
		mean(&p, samples);
	}
	export(&p);
	return fl_r600_bring(r, d->cs, &what, (const uint32_t(*)[2])p.words, p.n);
}
