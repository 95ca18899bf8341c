/* SPDX-License-Identifier: MIT
 *
 * The vertex shader as R5xx guide 7.5 describes it: one vertex at a time, one instruction at a time, from the
 * raw words, with its own program counter. It is slow and plain; pvs_decode.c and pvs_simd.c must compute the
 * same bits.
 */
#include "hw/model/look.h"
#include "hw/model/num/flush.h"
#include "hw/model/r500/vap.h"
#include "hw/model/r500/pvs_math.h"

#include <stddef.h>
#include <string.h>

struct vertex {
	float temp[MR500_PVS_TEMPS][4], in[MR500_PVS_INPUTS][4], alt[MR500_PVS_ALTS][4],
	    out[MR500_PVS_OUTPUTS][4];
	int a0[4];
	int pred; /* bool */
	int i0;
};

struct vec4 {
	float v[4];
};

static struct vec4 fetch(const struct mr500_pvs *p, const struct vertex *s, uint32_t w)
{
	int at = (int)pvs_src_offset(w);
	struct vec4 raw = {{0, 0, 0, 0}}, got;

	if (pvs_src_mode(w) == PVS_RELATIVE_A0)
		at += s->a0[pvs_addr_sel(w)];
	else if (pvs_src_mode(w) == PVS_RELATIVE_I0)
		at += s->i0;
	switch (pvs_src_type(w)) {
	case PVS_SRC_TEMPORARY:
		if (at >= 0 && at < MR500_PVS_TEMPS)
			memcpy(&raw, s->temp[at], 16);
		break;
	case PVS_SRC_INPUT:
		if (at >= 0 && at < MR500_PVS_INPUTS)
			memcpy(&raw, s->in[at], 16);
		break;
	case PVS_SRC_CONSTANT:
		if (at >= 0 && at <= (int)p->const_max)
			memcpy(&raw, p->konst[((unsigned)at + p->const_base) % MR500_PVS_CONSTS], 16);
		break;
	case PVS_SRC_ALT_TEMPORARY:
		if (at >= 0 && at < MR500_PVS_ALTS)
			memcpy(&raw, s->alt[at], 16);
		break;
	}
	for (unsigned c = 0; c < 4; c++) {
		unsigned select = pvs_src_select(w, c);
		int32_t bits = select <= PVS_W         ? num_bits(raw.v[select])
			       : select == PVS_FORCE_1 ? 0x3f800000
						       : 0;
		if (w & PVS_SRC_ABS_XYZW && !p->r300)
			bits &= 0x7fffffff;
		if (pvs_src_negate(w, c))
			bits ^= (int32_t)0x80000000;
		got.v[c] = num_float(bits);
	}
	return got;
}

static struct vec4 all(float x)
{
	return (struct vec4){{x, x, x, x}};
}

/* Results of the vector engine; *write: components that may be written. */
static struct vec4 vector(struct vertex *s, unsigned op, struct vec4 a, struct vec4 b, struct vec4 c,
			  unsigned *write)
{
	struct vec4 o = {{0, 0, 0, 0}};
	bool counts;
	float x;

	switch (op) {
	case VE_DOT_PRODUCT:
		return all(((num_pvs_mul(a.v[0], b.v[0]) + num_pvs_mul(a.v[1], b.v[1])) +
			    num_pvs_mul(a.v[2], b.v[2])) +
			   num_pvs_mul(a.v[3], b.v[3]));
	case VE_DISTANCE_VECTOR:
		return (struct vec4){{1.0f, num_pvs_mul(a.v[1], b.v[1]), a.v[2], b.v[3]}};
	case VE_MULTIPLY_CLAMP:
		if (c.v[3] < num_pvs_mul(a.v[3], b.v[3]))
			return all(c.v[3]);
		x = num_pvs_mul(a.v[0], b.v[0]);
		return all(c.v[0] >= x ? c.v[0] : x);
	case VE_PRED_SET_EQ_PUSH:
	case VE_PRED_SET_GT_PUSH:
	case VE_PRED_SET_GTE_PUSH:
	case VE_PRED_SET_NEQ_PUSH:
		counts = op == VE_PRED_SET_EQ_PUSH    ? b.v[3] == 0
			 : op == VE_PRED_SET_GT_PUSH  ? b.v[3] > 0
			 : op == VE_PRED_SET_GTE_PUSH ? b.v[3] >= 0
						      : b.v[3] != 0;
		s->pred = counts && a.v[3] == 0;
		return all(s->pred ? 0.0f : a.v[3] + 1.0f);
	}
	for (unsigned i = 0; i < 4; i++) {
		const float y = b.v[i], z = c.v[i];
		bool yes = false;

		x = a.v[i];
		switch (op) {
		case VE_MULTIPLY:
			o.v[i] = num_pvs_mul(x, y);
			break;
		case VE_ADD:
			o.v[i] = x + y;
			break;
		case VE_MULTIPLY_ADD:
			o.v[i] = num_pvs_mul(x, y) + z;
			break;
		case VE_MULTIPLYX2_ADD:
			o.v[i] = 2.0f * num_pvs_mul(x, y) + z;
			break;
		case VE_FRACTION:
			o.v[i] = x - num_floor(x);
			break;
		case VE_MAXIMUM:
			o.v[i] = x > y ? x : y;
			break;
		case VE_MINIMUM:
			o.v[i] = x < y ? x : y;
			break;
		case VE_SET_GREATER_THAN_EQUAL:
			o.v[i] = x >= y;
			break;
		case VE_SET_LESS_THAN:
			o.v[i] = x < y;
			break;
		case VE_SET_GREATER_THAN:
			o.v[i] = x > y;
			break;
		case VE_SET_EQUAL:
			o.v[i] = x == y;
			break;
		case VE_SET_NOT_EQUAL:
			o.v[i] = x != y;
			break;
		case VE_FLT2FIX_DX:
			o.v[i] = num_floor(x);
			break;
		case VE_FLT2FIX_DX_RND:
			o.v[i] = num_floor(x + 0.5f);
			break;
		case VE_COND_WRITE_EQ:
		case VE_COND_MUX_EQ:
			yes = x == 0;
			break;
		case VE_COND_WRITE_GT:
		case VE_COND_MUX_GT:
			yes = x > 0;
			break;
		case VE_COND_WRITE_GTE:
		case VE_COND_MUX_GTE:
			yes = x >= 0;
			break;
		case VE_COND_WRITE_NEQ:
			yes = x != 0;
			break;
		}
		if (op >= VE_COND_WRITE_EQ && op <= VE_COND_WRITE_NEQ) {
			o.v[i] = y;
			if (!yes)
				*write &= ~(1u << i);
		} else if (op >= VE_COND_MUX_EQ && op <= VE_COND_MUX_GTE) {
			o.v[i] = yes ? y : z;
		}
	}
	return o;
}

static struct vec4 predicate(struct vertex *s, bool yes, float otherwise)
{
	s->pred = yes;
	return all(yes ? 0.0f : otherwise);
}

static struct vec4 math(struct vertex *s, unsigned op, float a, float b, float c)
{
	const float inf = __builtin_inff(), max = NUM_MAX_FLOAT;

	switch (op) {
	case ME_EXP_BASE2_DX:
		return (struct vec4){
		    {num_exp2(num_floor(a)), a > 128.0f ? 0.0f : a - num_floor(a), num_exp2(a), 1.0f}};
	case ME_LOG_BASE2_DX:
		if (num_pvs_zero(a))
			return (struct vec4){{-max, 1.0f, -max, 1.0f}};
		return (struct vec4){{a != a ? a : num_exponent(a), a != a ? a : num_mantissa(a),
				      num_pvs_log2(a, -max), 1.0f}};
	case ME_EXP_BASEE_FF:
		return all(num_exp2(a * 1.44269504f));
	case ME_LIGHT_COEFF_DX:
		return (struct vec4){{1.0f, b > 0.0f ? b : 0.0f, num_pvs_lit(a, b, c), 1.0f}};
	case ME_POWER_FUNC_FF:
		return all(num_pvs_pow(a, c));
	case ME_RECIP_DX:
		return all(num_pvs_rcp(a, max, false));
	case ME_RECIP_FF:
		return all(num_pvs_rcp(a, 0.0f, false));
	case ME_RECIP_IEEE:
		return all(num_pvs_rcp(a, inf, true));
	case ME_RECIP_SQRT_DX:
		return all(num_pvs_rsq(a, max));
	case ME_RECIP_SQRT_FF:
		return all(num_pvs_rsq(a, 0.0f));
	case ME_RECIP_SQRT_IEEE:
		return all(num_pvs_rsq(a, inf));
	case ME_MULTIPLY:
		return all(num_pvs_mul(a, b));
	case ME_EXP_BASE2_FULL_DX:
		return all(num_exp2(a));
	case ME_LOG_BASE2_FULL_DX:
		return all(num_pvs_log2(a, -max));
	case ME_LOG_BASE2_IEEE:
		return all(num_pvs_log2(a, -inf));
	case ME_POWER_FUNC_FF_CLAMP_B:
		return all(a < b ? 0.0f : num_pvs_pow(a, c));
	case ME_POWER_FUNC_FF_CLAMP_B1:
		return all(a < b ? 0.0f : a > 1.0f ? 1.0f : num_pvs_pow(a, c));
	case ME_POWER_FUNC_FF_CLAMP_01:
		return all(a <= 0.0f ? 0.0f : a > 1.0f ? 1.0f : num_pvs_pow(a, c));
	case ME_SIN:
		return all(num_pvs_sin(a));
	case ME_COS:
		return all(num_pvs_cos(a));
	case ME_PRED_SET_EQ:
		return predicate(s, a == 0, 1.0f);
	case ME_PRED_SET_GT:
		return predicate(s, a > 0, 1.0f);
	case ME_PRED_SET_GTE:
		return predicate(s, a >= 0, 1.0f);
	case ME_PRED_SET_NEQ:
		return predicate(s, a != 0, 1.0f);
	/* Guide 7.5.3 says it resets the bit, the listing in 7.5.8 sets it; Mesa's breaks need the reset
	 * (radeon_vert_fc.c). */
	case ME_PRED_SET_CLR:
		return predicate(s, false, max);
	case ME_PRED_SET_INV:
		return predicate(s, a == 1.0f, a == 0 ? 1.0f : a);
	/* The guide's listing has "< 0". But a lane that an IF pushed out has a count of 1 and is in again
	 * after the pop of its ENDIF (Mesa, radeon_vert_fc.c): loops with an IF in them, which run so on real
	 * chips, need "<= 0". */
	case ME_PRED_SET_POP:
		return predicate(s, a - 1.0f <= 0, a - 1.0f);
	case ME_PRED_SET_RESTORE:
		return predicate(s, a == 0, a);
	}
	return all(0.0f);
}

static void store(struct vertex *s, uint32_t w, struct vec4 o, unsigned write, bool sat)
{
	unsigned type = pvs_dst_type(w);
	int at = (int)pvs_dst_offset(w);
	float *to = NULL;

	if (type == PVS_DST_OUT_REPL_X)
		o = all(o.v[0]);
	if (sat)
		for (unsigned c = 0; c < 4; c++)
			o.v[c] = num_pvs_saturate(o.v[c]);
	for (unsigned c = 0; c < 4; c++)
		o.v[c] = num_pvs_flush(o.v[c]);
	write &= pvs_dst_mask(w);
	if (type == PVS_DST_A0) {
		for (unsigned c = 0; c < 4; c++)
			if (write >> c & 1)
				s->a0[c] = num_pvs_address(o.v[c]);
		return;
	}
	if (pvs_dst_mode(w) == PVS_RELATIVE_A0)
		at += s->a0[pvs_addr_sel(w)];
	else if (pvs_dst_mode(w) == PVS_RELATIVE_I0)
		at += s->i0;
	if (at < 0)
		return;
	if (type == PVS_DST_TEMPORARY && at < MR500_PVS_TEMPS)
		to = s->temp[at];
	else if ((type == PVS_DST_OUT || type == PVS_DST_OUT_REPL_X) && at < MR500_PVS_OUTPUTS)
		to = s->out[at];
	else if (type == PVS_DST_ALT && at < MR500_PVS_ALTS)
		to = s->alt[at];
	else if (type == PVS_DST_INPUT && at < MR500_PVS_INPUTS)
		to = s->in[at];
	for (unsigned c = 0; to && c < 4; c++)
		if (write >> c & 1)
			to[c] = o.v[c];
}

static void execute(const struct mr500_pvs *p, struct vertex *s, const uint32_t w[4])
{
	unsigned op = pvs_dst_opcode(w[0]), write = 15, mwrite = 15;
	bool is_math = w[0] & PVS_DST_MATH_INST, dual = w[0] & PVS_DST_DUAL_MATH_OP;
	bool pass = p->r300 || !(w[0] & PVS_DST_PRED_ENABLE) || s->pred == !!(w[0] & PVS_DST_PRED_SENSE);
	struct vec4 a = fetch(p, s, w[1]), b = fetch(p, s, w[2]), c = fetch(p, s, w[3]), o, m;

	if (w[0] & PVS_DST_MACRO_INST) {
		is_math = false;
		op = op == 0 ? VE_MULTIPLY_ADD : op == 1 ? VE_MULTIPLYX2_ADD : VECTOR_NO_OP;
	}
	/* c goes to the math half: x and y of its swizzle. The vector half has no third operand. */
	if (dual) {
		unsigned mop = ME + pvs_dual_opcode(w[3]);
		struct vec4 none = {{0, 0, 0, 0}};
		/* the math half goes first, but the vector half has fetched already */
		m = math(s, mop, c.v[0], c.v[1], c.v[1]);
		if (mop == MATH_NO_OP || mop >= ME_OPS)
			mwrite = 0;
		c = none;
	}
	if (is_math)
		o = math(s, ME + op, a.v[3], b.v[3], c.v[3]);
	else
		o = vector(s, op, a, b, c, &write);
	if (op == 0 || op >= (is_math ? (unsigned)ME_OPS - ME : (unsigned)VE_OPS))
		write = 0;
	if (!pass)
		return;
	if (dual)
		store(s,
		      R500_PVS_OP_DST_OPERAND__PVS_DST_REG_TYPE(PVS_DST_ALT) |
			  R500_PVS_OP_DST_OPERAND__PVS_DST_OFFSET(pvs_dual_offset(w[3])) |
			  R500_PVS_OP_DST_OPERAND__PVS_DST_WE_X(1) << pvs_dual_channel(w[3]),
		      m, mwrite, w[0] & PVS_DST_ME_SAT && !p->r300);
	store(s, w[0], o, write, w[0] & (is_math ? PVS_DST_ME_SAT : PVS_DST_VE_SAT) && !p->r300);
}

struct frame {
	const struct mr500_pvs_flow *f;
	unsigned count; /* of a loop; 0: a subroutine */
	int i0;
	bool turned;         /* once: */
	struct vertex turns; /* what the vertex was then */
};

/* At the end of a loop's turn: would the turns that are left change anything? Not if this one changed
 * nothing, and the index does not count. Mesa's loops go to 255, and switch themselves off by the predicate
 * long before. */
static bool all_done(const struct mr500_pvs *p, struct frame *f, const struct vertex *s)
{
	const size_t size_B = offsetof(struct vertex, i0);
	bool done;

	if (!p->looped || p->uses_i0)
		return false;
	done = f->turned && !memcmp(&f->turns, s, size_B);
	f->turned = true;
	memcpy(&f->turns, s, size_B);
	return done;
}

static void begin_look(struct fl_model *m, const struct vertex *s)
{
	const struct fl_look_bank bank[] = {
	    {.name = "r",
	     .base = s->temp,
	     .n = MR500_PVS_TEMPS,
	     .stride = 1,
	     .components = 4,
	     .uniform = true},
	    {.name = "v",
	     .base = s->in,
	     .n = MR500_PVS_INPUTS,
	     .stride = 1,
	     .components = 4,
	     .uniform = true},
	    {.name = "alt",
	     .base = s->alt,
	     .n = MR500_PVS_ALTS,
	     .stride = 1,
	     .components = 4,
	     .uniform = true},
	    {.name = "o",
	     .base = s->out,
	     .n = MR500_PVS_OUTPUTS,
	     .stride = 1,
	     .components = 4,
	     .uniform = true},
	    {.name = "a", .base = s->a0, .n = 1, .stride = 1, .components = 4, .uniform = true}};

	fl_look_program_begin(m, bank, sizeof(bank) / sizeof(*bank));
}

/* looked: its steps are noted; NULL: they are not. */
static __attribute__((noinline)) void run(const struct mr500_pvs *p, struct vertex *s,
					  struct fl_model *looked)
{
	struct frame stack[MR500_PVS_DEPTH];
	unsigned depth = 0, pc = p->first, code = p->r300 ? MR500_PVS_R300_CODE : MR500_PVS_CODE;

	if (looked)
		begin_look(looked, s);
	for (unsigned steps = 0; steps < MR500_PVS_STEPS; steps++) {
		unsigned here = pc;
		bool jumped = false;

		execute(p, s, p->code[here]);
		if (looked)
			fl_look_stepped(looked, here, p->code[here], 4, NULL, ~UINT64_C(0));
		pc = (here + 1) % code;
		/* ends of loops and subroutines, the innermost first */
		while (!jumped && depth && stack[depth - 1].f->last == here) {
			bool loop = stack[depth - 1].count != 0;

			if (loop && --stack[depth - 1].count && !all_done(p, &stack[depth - 1], s)) {
				s->i0 += stack[depth - 1].f->step;
				s->i0 = s->i0 < -256 ? -256 : s->i0 > 255 ? 255 : s->i0;
				jumped = true;
			} else if (loop) {
				s->i0 = stack[--depth].i0;
				continue;
			} else {
				depth--;
				jumped = true;
			}
			pc = (loop ? stack[depth - 1].f->rtn : stack[depth].f->rtn) % code;
		}
		/* activations */
		for (unsigned i = 0; !jumped && i < MR500_PVS_FLOWS; i++) {
			const struct mr500_pvs_flow *f = &p->flow[i];
			unsigned kind = p->flow_op >> (2 * i) & 3;
			if (!kind || f->act != here)
				continue;
			if (kind == 1) {
				pc = f->target % code;
				jumped = true;
				break;
			}
			if (depth == MR500_PVS_DEPTH)
				return;
			stack[depth].f = f;
			stack[depth].i0 = s->i0;
			stack[depth].turned = false;
			stack[depth].count = kind == 2 ? (f->target & 255 ? f->target & 255 : 1) : 0;
			depth++;
			if (kind == 2) {
				if (!f->inherit)
					s->i0 = f->init;
			} else {
				pc = f->target % code;
				jumped = true;
			}
		}
		if (here == p->last && (!jumped || pc == (here + 1) % code))
			return;
	}
}

void mr500_pvs_run_looked(struct mr500_pvs *p, unsigned n, struct fl_model *m)
{
	static const struct vertex fresh;
	struct mr500_pvs_regs *g = p->regs;
	const uint64_t was = fl_num_flush_begin();

	for (unsigned l = 0; l < n; l++) {
		struct vertex s = fresh;
		for (unsigned i = 0; i < MR500_PVS_INPUTS; i++)
			for (unsigned c = 0; c < 4; c++)
				s.in[i][c] = g->v[MR500_PVS_IN + i][c][l];
		run(p, &s, m && fl_look_lane(m) == (int)l ? m : NULL);
		for (unsigned i = 0; i < MR500_PVS_OUTPUTS; i++)
			if (p->writes_outputs >> i & 1)
				for (unsigned c = 0; c < 4; c++)
					g->v[MR500_PVS_OUT + i][c][l] = s.out[i][c];
	}
	fl_num_flush_end(was);
}

void mr500_pvs_run_scalar(struct mr500_pvs *p, unsigned n)
{
	mr500_pvs_run_looked(p, n, NULL);
}
