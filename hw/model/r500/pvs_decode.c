/* SPDX-License-Identifier: MIT
 *
 * A vertex program into a list of steps. No instruction of the PVS branches on data (predicates only mask
 * writes, R5xx guide 7.5.3), so what is executed, in which order, and with which loop index is known before
 * the first vertex: the flow (guide 7.5.5) is followed here, and every operand is resolved to a place in the
 * group's registers or to a splat of a constant. What remains for the run is arithmetic.
 */
#include "hw/model/r500/pvs_native.h"
#include "hw/model/r500/chips.h"

#include <stdlib.h>
#include <string.h>

enum { MOD_ABS = 1, MOD_NEG = 2, POOL_FIXED = 4 }; /* fixed splats: 0, 1, -0, -1 */

struct work {
	struct mr500 *r;
	struct mr500_pvs *p;
	unsigned pc;                     /* the instruction at hand */
	uint8_t written[MR500_PVS_REGS]; /* channels that certainly hold something */
	/* channels that an instruction has written, for some vertices at least */
	uint8_t may[MR500_PVS_REGS];
	bool zero[MR500_PVS_REGS];
	bool a0_written, failed;
};

/* Operands an opcode reads: bit 0 the first, … */
unsigned mr500_pvs_operands(enum pvs_op op)
{
	switch ((int)op) {
	case VECTOR_NO_OP:
	case MATH_NO_OP:
	case ME_PRED_SET_CLR:
		return 0;
	case VE_FRACTION:
	case VE_FLT2FIX_DX:
	case VE_FLT2FIX_DX_RND:
		return 1;
	case VE_MULTIPLY_ADD:
	case VE_MULTIPLYX2_ADD:
	case VE_MULTIPLY_CLAMP:
	case VE_COND_MUX_EQ:
	case VE_COND_MUX_GT:
	case VE_COND_MUX_GTE:
	case ME_LIGHT_COEFF_DX:
	case ME_POWER_FUNC_FF_CLAMP_B:
	case ME_POWER_FUNC_FF_CLAMP_B1:
		return 7;
	case ME_POWER_FUNC_FF: /* powers come from the third operand: guide 7.5.8 rule 3 */
	case ME_POWER_FUNC_FF_CLAMP_01:
		return 5;
	case ME_MULTIPLY:
		return 3;
	default:
		return op < VE_OPS ? 3 : 1;
	}
}

static struct mr500_pvs_step *add(struct work *w)
{
	struct mr500_pvs *p = w->p;

	if (p->n_steps == p->cap_steps) {
		unsigned cap = p->cap_steps ? p->cap_steps * 2 : 64;
		void *more = realloc(p->step, cap * sizeof(*p->step));
		if (!more) {
			w->failed = true;
			return NULL;
		}
		p->step = more;
		p->cap_steps = cap;
	}
	struct mr500_pvs_step *s = &p->step[p->n_steps++];
	memset(s, 0, sizeof(*s));
	s->pred = -1;
	return s;
}

/* The splat of a constant's channel. Until the list is complete an operand holds its number. */
static unsigned pooled(struct work *w, unsigned addr, unsigned channel, unsigned mod)
{
	struct mr500_pvs *p = w->p;
	uint16_t *slot = &p->pool_at[(addr * 4 + channel) * 4 + mod];

	if (*slot)
		return *slot;
	if (p->n_pool == p->cap_pool) {
		unsigned cap = p->cap_pool ? p->cap_pool * 2 : 64;
		void *is = realloc(p->pool_is, cap * sizeof(*p->pool_is));
		if (is)
			p->pool_is = is;
		void *pool = is ? aligned_alloc(64, cap * sizeof(*p->pool)) : NULL;
		if (!pool) {
			w->failed = true;
			return 0;
		}
		free(p->pool); /* filled afresh after decoding */
		p->pool = pool;
		p->cap_pool = cap;
	}
	p->pool_is[p->n_pool] = (struct mr500_pvs_const){(uint16_t)addr, (uint8_t)channel, (uint8_t)mod};
	*slot = (uint16_t)p->n_pool;
	return p->n_pool++;
}

static const float *number(unsigned i)
{
	return (const float *)(uintptr_t)i;
}

/* A register's channel is read. If nothing was written there, it is cleared, so that it does not hold a value
 * of the group before. */
static void reads(struct work *w, unsigned reg, unsigned channel)
{
	if (reg < MR500_PVS_OUT)
		w->p->reads_inputs |= 1u << reg;
	else if (!(w->written[reg] >> channel & 1))
		w->zero[reg] = true;
}

/* Nothing can have written it: the program is wrong for any data. (Inputs are loaded by the stream.) */
static void check_set(const struct work *w, unsigned reg, unsigned channel)
{
	bool temp = reg >= MR500_PVS_TEMP && reg < MR500_PVS_SCRATCH;

	if ((temp || (reg >= MR500_PVS_ALT && reg < MR500_PVS_TEMP)) && !(w->may[reg] >> channel & 1))
		mr500_report(
		    w->r, FL_WARN, "VAP", "R5xx guide 7.5.1",
		    "vertex program, instruction %u: reads %s vector %u, channel %c, which nothing has "
		    "written: what the vector's last user left is there",
		    w->pc, temp ? "temporary" : "alternate temporary",
		    reg - (temp ? MR500_PVS_TEMP : MR500_PVS_ALT), "XYZW"[channel]);
}

static bool file_of(unsigned type, unsigned *base, unsigned *size)
{
	static const struct {
		uint16_t base, size;
	} files[] = {
	    [PVS_SRC_TEMPORARY] = {MR500_PVS_TEMP, MR500_PVS_TEMPS},
	    [PVS_SRC_INPUT] = {MR500_PVS_IN, MR500_PVS_INPUTS},
	    [PVS_SRC_CONSTANT] = {0, 0},
	    [PVS_SRC_ALT_TEMPORARY] = {MR500_PVS_ALT, MR500_PVS_ALTS},
	};

	*base = files[type].base;
	*size = files[type].size;
	return *size != 0;
}

/* Emit what operand k needs before the step, and say where it then is: a register, or -1 a constant at *addr,
 * or -2 zeros. */
static int place(struct work *w, unsigned k, uint32_t word, int i0, unsigned *addr)
{
	unsigned type = pvs_src_type(word), base, size;
	int at = (int)pvs_src_offset(word);
	bool konst = !file_of(type, &base, &size);

	if (pvs_src_mode(word) == PVS_RELATIVE_I0)
		at += i0;
	if (pvs_src_mode(word) == PVS_RELATIVE_A0) {
		struct mr500_pvs_step *s = add(w);
		if (!s)
			return -2;
		s->op = PVS_STEP_GATHER;
		s->base = (uint16_t)base;
		s->size = (uint16_t)size;
		s->addr = (int16_t)at;
		s->a0 = (uint8_t)pvs_addr_sel(word);
		s->dst[0] = w->p->regs->v[MR500_PVS_SCRATCH + k][0];
		w->p->uses_a0 = true;
		for (unsigned i = 0; i < size; i++)
			for (unsigned c = 0; c < 4; c++)
				reads(w, base + i, c);
		return MR500_PVS_SCRATCH + (int)k;
	}
	if (konst) {
		*addr = (unsigned)at;
		return at < 0 || (unsigned)at > w->p->const_max ? -2 : -1;
	}
	return at < 0 || (unsigned)at >= size ? -2 : (int)base + at;
}

/* Channels in which operand k counts: not where it is multiplied by a swizzle's 0, as in a dot product of
 * three. (The PVS makes 0 of 0 times anything.) */
static unsigned counting(unsigned op, unsigned k, const uint32_t word[4])
{
	bool product =
	    op == VE_DOT_PRODUCT || op == VE_MULTIPLY || op == VE_MULTIPLY_ADD || op == VE_MULTIPLYX2_ADD;
	unsigned channels = 15;

	for (unsigned c = 0; c < 4 && product && k < 2; c++)
		if (pvs_src_select(word[2 - k], c) == PVS_FORCE_0)
			channels &= ~(1u << c);
	return channels;
}

/* channels: those whose values the step uses; certain: those that its results depend on. */
static void operand(struct work *w, unsigned step, unsigned k, uint32_t word, int reg, unsigned addr,
		    unsigned channels, unsigned certain)
{
	struct mr500_pvs_step *s = &w->p->step[step];
	bool absolute = word & PVS_SRC_ABS_XYZW && !w->p->r300;

	for (unsigned c = 0; c < 4; c++) {
		unsigned select = pvs_src_select(word, c), negate = pvs_src_negate(word, c);

		s->src[k][c] = number(0);
		s->keep[k][c] = 0xffffffff;
		if (!(channels >> c & 1))
			continue;
		if (select > PVS_W || reg == -2) {
			s->src[k][c] = number((select == PVS_FORCE_1) + 2 * negate);
		} else if (reg == -1) {
			s->src[k][c] = number(
			    pooled(w, addr, select, (absolute ? MOD_ABS : 0) | (negate ? MOD_NEG : 0)));
			s = &w->p->step[step];
		} else {
			s->src[k][c] = w->p->regs->v[reg][select];
			s->same[k][c] = 0xffffffff;
			s->flip[k][c] = negate << 31;
			if (absolute)
				s->keep[k][c] = 0x7fffffff;
			if (negate || absolute)
				s->plain = false;
			if (reg < MR500_PVS_SCRATCH) {
				if (certain >> c & 1)
					check_set(w, (unsigned)reg, select);
				reads(w, (unsigned)reg, select);
			}
		}
	}
}

static bool dst_file(uint32_t word, unsigned *base, unsigned *size)
{
	switch (pvs_dst_type(word)) {
	case PVS_DST_TEMPORARY:
		*base = MR500_PVS_TEMP, *size = MR500_PVS_TEMPS;
		return true;
	case PVS_DST_OUT:
	case PVS_DST_OUT_REPL_X:
		*base = MR500_PVS_OUT, *size = MR500_PVS_OUTPUTS;
		return true;
	case PVS_DST_ALT:
		*base = MR500_PVS_ALT, *size = MR500_PVS_ALTS;
		return true;
	case PVS_DST_INPUT:
		*base = MR500_PVS_IN, *size = MR500_PVS_INPUTS;
		return true;
	}
	return false;
}

/* sure: every lane is written. */
static void result(struct work *w, unsigned step, uint32_t word, int i0, bool sure)
{
	struct mr500_pvs *p = w->p;
	struct mr500_pvs_step *s = &p->step[step];
	unsigned type = pvs_dst_type(word), mask = pvs_dst_mask(word), base, size;
	int at = (int)pvs_dst_offset(word);

	for (unsigned c = 0; c < 4; c++)
		if (mask >> c & 1)
			s->ch[s->n++] = (uint8_t)c;
	s->replicate_x = type == PVS_DST_OUT_REPL_X;
	for (unsigned c = 0; c < 4;
	     c++) /* Unless a place is found below, the result goes where nothing reads it. */
		s->dst[c] = p->regs->v[MR500_PVS_SCRATCH + 3][c];
	if (type == PVS_DST_A0) {
		s->to_a0 = true;
		p->uses_a0 = true;
		for (unsigned c = 0; c < 4; c++)
			s->dst[c] = (float *)p->regs->a0[c];
		return;
	}
	if (!dst_file(word, &base, &size)) {
		s->n = 0;
		return;
	}
	if (base == MR500_PVS_IN)
		p->writes_inputs = true;
	if (pvs_dst_mode(word) == PVS_RELATIVE_A0) {
		p->uses_a0 = true;
		for (unsigned i = 0; i < size; i++) {
			w->may[base + i] |= (uint8_t)mask;
			if (base == MR500_PVS_OUT)
				p->writes_outputs |= 1u << i;
			if (base != MR500_PVS_IN && w->written[base + i] != 15)
				w->zero[base + i] = true;
		}
		return;
	}
	if (pvs_dst_mode(word) == PVS_RELATIVE_I0)
		at += i0;
	if (at < 0 || (unsigned)at >= size)
		return;
	unsigned reg = base + (unsigned)at;
	for (unsigned c = 0; c < 4; c++)
		s->dst[c] = p->regs->v[reg][c];
	if (base == MR500_PVS_OUT)
		p->writes_outputs |= 1u << at;
	w->may[reg] |= (uint8_t)mask;
	if (sure)
		w->written[reg] |= (uint8_t)mask;
	else if (base != MR500_PVS_IN && (w->written[reg] & mask) != mask)
		w->zero[reg] = true;
}

static bool writes_conditionally(unsigned op)
{
	return op >= VE_COND_WRITE_EQ && op <= VE_COND_WRITE_NEQ;
}

static bool sets_predicate(unsigned op)
{
	return (op >= VE_PRED_SET_EQ_PUSH && op <= VE_PRED_SET_NEQ_PUSH) ||
	       (op >= ME_PRED_SET_EQ && op <= ME_PRED_SET_RESTORE);
}

/* The part of one engine in an instruction, with word[0] as in a single instruction. snapshot: masks come
 * from the snapshot. */
static void engine(struct work *w, unsigned op, const uint32_t word[4], int i0, const int reg[3],
		   const unsigned addr[3], bool sat, bool predicated, bool snapshot)
{
	struct mr500_pvs *p = w->p;
	unsigned used = mr500_pvs_operands((enum pvs_op)op), base = 0, size = 0;
	unsigned channels = pvs_dst_mask(word[0]);
	bool relative = pvs_dst_mode(word[0]) == PVS_RELATIVE_A0 && dst_file(word[0], &base, &size);
	struct mr500_pvs_step *s;

	if (relative && writes_conditionally(op)) { /* lanes that are not written keep what is there */
		s = add(w);
		if (!s)
			return;
		s->op = PVS_STEP_GATHER;
		s->base = (uint16_t)base;
		s->size = (uint16_t)size;
		s->addr = (int16_t)pvs_dst_offset(word[0]);
		s->a0 = (uint8_t)pvs_addr_sel(word[0]);
		s->dst[0] = p->regs->v[MR500_PVS_SCRATCH + 3][0];
	}
	unsigned step = p->n_steps;
	s = add(w);
	if (!s)
		return;
	s->op = (uint8_t)op;
	s->plain = true;
	s->sat = sat;
	s->pred_from = snapshot;
	if (predicated)
		s->pred = !!(word[0] & PVS_DST_PRED_SENSE);
	if (predicated || sets_predicate(op))
		p->uses_pred = true;
	if (pvs_dst_type(word[0]) == PVS_DST_OUT_REPL_X)
		channels |= 1;
	if (op == VE_DOT_PRODUCT)
		channels = 15;
	else if (op == VE_MULTIPLY_CLAMP)
		channels = 9;
	else if (op >= ME || sets_predicate(op))
		channels = 8;
	for (unsigned k = 0; k < 3; k++)
		if (used >> k & 1)
			operand(w, step, k, word[1 + k], reg[k], addr[k], channels, counting(op, k, word));
	result(w, step, word[0], i0, !predicated && !writes_conditionally(op));
	s = &p->step[step];
	s->simple = !sat && !predicated && !writes_conditionally(op) && !s->to_a0 && !s->replicate_x;
	if (relative) { /* the step writes every lane of the scratch register; masks are the scatter's */
		struct mr500_pvs_step *t = add(w);
		if (!t)
			return;
		t->op = PVS_STEP_SCATTER;
		t->base = (uint16_t)base;
		t->size = (uint16_t)size;
		t->mask = (uint8_t)pvs_dst_mask(word[0]);
		t->addr = (int16_t)pvs_dst_offset(word[0]);
		t->a0 = (uint8_t)pvs_addr_sel(word[0]);
		t->pred = p->step[step].pred;
		t->pred_from = snapshot;
		p->step[step].pred = -1;
	}
}

static void instruction(struct work *w, const uint32_t word[4], int i0)
{
	struct mr500_pvs *p = w->p;
	bool dual = word[0] & PVS_DST_DUAL_MATH_OP, math = word[0] & PVS_DST_MATH_INST;
	bool macro = word[0] & PVS_DST_MACRO_INST;
	bool predicated = word[0] & PVS_DST_PRED_ENABLE && !p->r300;
	unsigned op = pvs_dst_opcode(word[0]);
	int reg[3] = {-2, -2, -2};
	unsigned addr[3] = {0, 0, 0};

	if (macro)
		op = op == 0 ? VE_MULTIPLY_ADD : op == 1 ? VE_MULTIPLYX2_ADD : VECTOR_NO_OP;
	else if (math)
		op = op < ME_OPS - ME ? ME + op : MATH_NO_OP;
	else if (op >= VE_OPS)
		op = VECTOR_NO_OP;
	unsigned used = mr500_pvs_operands((enum pvs_op)op);
	unsigned mop = dual ? ME + pvs_dual_opcode(word[3]) : MATH_NO_OP;

	if (mop >= ME_OPS)
		mop = MATH_NO_OP;
	if (dual)
		used &= 3;
	/* Everything is read before anything is written. */
	bool self = sets_predicate(op) && predicated && pvs_dst_mode(word[0]) == PVS_RELATIVE_A0;
	bool snapshot = (dual && mop != MATH_NO_OP) || self;
	if (snapshot) {
		struct mr500_pvs_step *s = add(w);
		if (!s)
			return;
		s->op = PVS_STEP_SNAPSHOT;
	}
	for (unsigned k = 0; k < 3; k++)
		if (used >> k & 1)
			reg[k] = place(w, k, word[1 + k], i0, &addr[k]);
	if (dual && mop != MATH_NO_OP) {
		/* Both scalars come from one vector: x of the swizzle is the first, y the second and the
		 * third. */
		uint32_t src = word[3];
		uint32_t plain =
		    src &
		    (R500_PVS_DUAL_MATH__PVS_SRC_REG_TYPE__MASK | R500_PVS_DUAL_MATH__PVS_SRC_ABS_XYZW__MASK |
		     R500_PVS_DUAL_MATH__PVS_SRC_ADDR_MODE_0__MASK |
		     R500_PVS_DUAL_MATH__PVS_SRC_OFFSET__MASK | R500_PVS_DUAL_MATH__PVS_SRC_ADDR_SEL__MASK |
		     R500_PVS_DUAL_MATH__PVS_SRC_ADDR_MODE_1__MASK);
		uint32_t a = plain | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(pvs_src_select(src, 0)) |
			     R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W(pvs_src_negate(src, 0));
		uint32_t b = plain | R500_PVS_SRC_OPERAND_0__PVS_SRC_SWIZZLE_W(pvs_src_select(src, 1)) |
			     R500_PVS_SRC_OPERAND_0__PVS_SRC_MODIFIER_W(pvs_src_negate(src, 1));
		uint32_t me[4] = {R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(PVS_DST_ALT) |
				      R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(pvs_dual_offset(src)) |
				      R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X(1) << pvs_dual_channel(src) |
				      (word[0] & PVS_DST_PRED_SENSE),
				  a, b, b};
		unsigned from = 0;
		int mreg = place(w, 2, src, i0, &from);
		int mregs[3] = {mreg, mreg, mreg};
		unsigned maddr[3] = {from, from, from};

		/* The vector half must not see what the math half writes. */
		for (unsigned k = 0; k < 2; k++)
			if (reg[k] >= MR500_PVS_ALT && reg[k] < MR500_PVS_ALT + 4) {
				for (unsigned c = 0; c < 4; c++)
					reads(w, (unsigned)reg[k], c);
				reg[k] += MR500_PVS_SCRATCH + 4 - MR500_PVS_ALT;
			}
		engine(w, mop, me, i0, mregs, maddr, word[0] & PVS_DST_ME_SAT && !p->r300, predicated, true);
	}
	if (op == VECTOR_NO_OP || op == MATH_NO_OP)
		return;
	bool sat = word[0] & (math ? PVS_DST_ME_SAT : PVS_DST_VE_SAT) && !p->r300;
	uint32_t ve[4] = {word[0], word[1], word[2], dual ? 0 : word[3]}; /* a third operand reads as zeros */
	engine(w, op, ve, i0, reg, addr, sat, predicated, snapshot);
}

/* ---- flow ---------------------------------------------------------------------------------------------- */
struct frame {
	bool loop;
	unsigned last, rtn, count;
	int i0, step; /* outer loop index; step of this one */
};

static int clamp_index(int i)
{
	return i < -256 ? -256 : i > 255 ? 255 : i;
}

/* Sets *pc to the instruction that follows the one at *pc. False: the stack is full. */
static bool flow(const struct mr500_pvs *p, unsigned *pc, int *i0, struct frame *stack, unsigned *depth,
		 unsigned code, bool *moved)
{
	unsigned here = *pc;

	*moved = true;
	while (*depth && stack[*depth - 1].last == here) {
		struct frame *f = &stack[*depth - 1];
		if (!f->loop) {
			*pc = f->rtn % code;
			--*depth;
			return true;
		}
		if (--f->count) {
			*i0 = clamp_index(*i0 + f->step);
			*pc = f->rtn % code;
			return true;
		}
		*i0 = f->i0;
		--*depth;
	}
	*moved = false;
	*pc = (here + 1) % code;
	for (unsigned i = 0; i < MR500_PVS_FLOWS; i++) {
		const struct mr500_pvs_flow *f = &p->flow[i];
		unsigned op = p->flow_op >> (2 * i) & 3;
		if (op == R500_VAP_PVS_FLOW_CNTL_OPC__PVS_FC_OPC_0__NO_OP || f->act != here)
			continue;
		if (op == R500_VAP_PVS_FLOW_CNTL_OPC__PVS_FC_OPC_0__JUMP) {
			*pc = f->target % code;
			*moved = true;
			return true;
		}
		if (*depth == MR500_PVS_DEPTH)
			return false;
		struct frame *s = &stack[(*depth)++];
		*s = (struct frame){.last = f->last, .rtn = f->rtn, .i0 = *i0, .step = f->step};
		if (op != R500_VAP_PVS_FLOW_CNTL_OPC__PVS_FC_OPC_0__LOOP) {
			*pc = f->target % code;
			*moved = true;
			return true;
		}
		s->loop = true;
		s->count = f->target & 255;
		if (!s->count)
			s->count = 1; /* the test is at the end of the loop, so its body runs at least once */
		if (!f->inherit)
			*i0 = f->init;
		*moved = true;
	}
	return true;
}

/* Does an operand's address depend on the loop's index? */
static bool by_i0(const uint32_t w[4])
{
	bool does = pvs_dst_mode(w[0]) == PVS_RELATIVE_I0;

	for (unsigned k = 1; k < 4; k++)
		does |= pvs_src_mode(w[k]) == PVS_RELATIVE_I0;
	return does;
}

static void follow(struct work *w)
{
	struct mr500_pvs *p = w->p;
	struct frame stack[MR500_PVS_DEPTH];
	unsigned depth = 0, pc = p->first, executed = 0;
	unsigned code = p->r300 ? MR500_PVS_R300_CODE : MR500_PVS_CODE;
	int i0 = 0;
	static const uint32_t seen_none[MR500_PVS_CODE / 32];
	uint32_t seen[MR500_PVS_CODE / 32];

	memcpy(seen, seen_none, sizeof(seen));
	for (;;) {
		unsigned here = pc;
		bool moved;

		w->pc = here;
		const bool first = !(seen[here / 32] >> (here % 32) & 1);

		if (first) {
			seen[here / 32] |= 1u << (here % 32);
			mr500_pvs_check(w->r, p, here, p->code[here]);
			p->uses_i0 |= by_i0(p->code[here]);
		}
		/* Of a program that is not unrolled, what its instructions read and write is all that is
		 * wanted. */
		if (executed >= MR500_PVS_UNROLLED)
			p->n_steps = 0;
		if (first || executed < MR500_PVS_UNROLLED || by_i0(p->code[here]))
			instruction(w, p->code[here], i0);
		if (w->failed || ++executed > MR500_PVS_STEPS) {
			mr500_report(w->r, FL_REFUSE, "VAP", "R5xx guide 7.5.5",
				     "the vertex program does not end: %u instructions executed, now at %u "
				     "(first %u, last %u)",
				     executed, here, p->first, p->last);
			p->refused = true;
			return;
		}
		if (!flow(p, &pc, &i0, stack, &depth, code, &moved)) {
			mr500_report(w->r, FL_REFUSE, "VAP", "R5xx guide 7.5.5",
				     "loops and subroutines are nested deeper than 8, at instruction %u",
				     here);
			p->refused = true;
			return;
		}
		if (here == p->last && !(moved && pc != (here + 1) % code)) {
			p->executed = executed;
			p->looped = executed > MR500_PVS_UNROLLED;
			if (p->looped)
				p->n_steps = 0;
			return;
		}
	}
}

static void fill(struct mr500_pvs *p)
{
	for (unsigned i = 0; i < p->n_pool; i++) {
		uint32_t bits;
		if (i < POOL_FIXED) {
			bits = (i & 1 ? 0x3f800000 : 0) | (i & 2 ? 0x80000000 : 0);
		} else {
			const struct mr500_pvs_const *c = &p->pool_is[i];
			bits = p->konst[(c->addr + p->const_base) % MR500_PVS_CONSTS][c->channel];
			if (c->mod & MOD_ABS)
				bits &= 0x7fffffff;
			if (c->mod & MOD_NEG)
				bits ^= 0x80000000;
		}
		for (unsigned l = 0; l < 16; l++)
			memcpy(&p->pool[i][l], &bits, 4);
	}
	p->filled_const_version = p->const_version;
	p->filled_const_cntl = p->const_base;
}

static void decode(struct mr500 *r, struct mr500_pvs *p)
{
	static const struct work nothing;
	struct work w = nothing;

	w.r = r;
	w.p = p;
	mr500_pvs_native_drop(p);
	p->refused = false;
	p->n_steps = p->n_zero = 0;
	p->executed = 0;
	p->looped = false;
	p->uses_a0 = p->uses_i0 = p->uses_pred = p->writes_inputs = false;
	p->reads_inputs = p->writes_outputs = 0;
	memset(p->pool_at, 0, MR500_PVS_CONSTS * 16 * sizeof(*p->pool_at));
	p->n_pool = 0;
	for (unsigned i = 0; i < POOL_FIXED; i++) {
		pooled(&w, 0, 0, 0);
		p->pool_at[0] = 0;
	}
	follow(&w);
	for (unsigned i = 0; i < p->n_steps; i++)
		for (unsigned k = 0; k < 3; k++)
			for (unsigned c = 0; c < 4; c++)
				if (!p->step[i].same[k][c])
					p->step[i].src[k][c] = p->pool[(uintptr_t)p->step[i].src[k][c]];
	for (unsigned i = 0; i < MR500_PVS_REGS; i++) {
		/* an output of which a part is written is handed on as a whole */
		if (i >= MR500_PVS_OUT && i < MR500_PVS_ALT && p->writes_outputs >> (i - MR500_PVS_OUT) & 1 &&
		    w.written[i] != 15)
			w.zero[i] = true;
		if (w.zero[i] && i < MR500_PVS_SCRATCH)
			p->zero[p->n_zero++] = (uint8_t)i;
	}
	fill(p);
}

bool mr500_pvs_prepare(struct mr500 *r, struct mr500_pvs *p)
{
	uint32_t key[sizeof(p->key) / 4] = {0};
	uint32_t konst = R500_REG(r, VAP_PVS_CONST_CNTL), code = R500_REG(r, VAP_PVS_CODE_CNTL_0);
	unsigned n = 0;

	p->r300 = r->variant && r->variant->kind != MR500_KIND_R5XX;
	p->const_base = R500_VAP_PVS_CONST_CNTL__PVS_CONST_BASE_OFFSET__GET(konst);
	key[n++] = code;
	key[n++] = R500_REG(r, VAP_PVS_CODE_CNTL_1);
	key[n++] = R500_VAP_PVS_CONST_CNTL__PVS_MAX_CONST_ADDR__GET(konst);
	key[n++] = R500_REG(r, VAP_PVS_FLOW_CNTL_OPC);
	for (unsigned i = 0; i < MR500_PVS_FLOWS; i++) {
		if (!(key[3] >> (2 * i) & 3))
			continue;
		key[4 + i] = r->reg[R500_VAP_PVS_FLOW_CNTL_LOOP_INDEX(i) / 4];
		if (p->r300) {
			key[20 + i] = r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS(i) / 4];
		} else {
			key[20 + i] = r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_LW(i) / 4];
			key[36 + i] = r->reg[R500_VAP_PVS_FLOW_CNTL_ADDRS_UW(i) / 4];
		}
	}
	if (!p->valid || p->decoded_code_version != p->code_version || memcmp(key, p->key, sizeof(key))) {
		unsigned mask = p->r300 ? MR500_PVS_R300_CODE - 1 : MR500_PVS_CODE - 1;

		memcpy(p->key, key, sizeof(key));
		p->decoded_code_version = p->code_version;
		p->valid = true;
		p->first = R500_VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST__GET(code) & mask;
		p->last = R500_VAP_PVS_CODE_CNTL_0__PVS_LAST_INST__GET(code) & mask;
		p->const_max = key[2];
		p->flow_op = key[3];
		for (unsigned i = 0; i < MR500_PVS_FLOWS; i++) {
			uint32_t index = key[4 + i], lw = key[20 + i], uw = key[36 + i];
			struct mr500_pvs_flow *f = &p->flow[i];
			if (p->r300) {
				f->act = lw & 255;
				f->target = lw >> 8 & 255;
				f->last = lw >> 16 & 255;
				f->rtn = (uint16_t)(lw >> 24);
			} else {
				f->act = lw & 0xffff;
				f->target = (uint16_t)(lw >> 16);
				f->last = uw & 0xffff;
				f->rtn = (uint16_t)(uw >> 16);
			}
			f->init = index & 255;
			f->step = (int8_t)(index >> 8 & 255);
			f->inherit = index >> 31;
			if ((p->flow_op >> (2 * i) & 3) == R500_VAP_PVS_FLOW_CNTL_OPC__PVS_FC_OPC_0__LOOP &&
			    !(f->target & 255))
				mr500_report(r, FL_WARN, "VAP", "R5xx guide 7.5.5",
					     "flow control %u is a loop of count 0, which must be a jump", i);
		}
		decode(r, p);
	} else if (p->filled_const_version != p->const_version || p->filled_const_cntl != p->const_base) {
		fill(p);
	}
	if (p->refused)
		mr500_report(r, FL_REFUSE, "VAP", "R5xx guide 7.5.5",
			     "draw refused: the vertex program (first %u, last %u) cannot run", p->first,
			     p->last);
	else
		mr500_pvs_native_get(r, p);
	return !p->refused;
}
