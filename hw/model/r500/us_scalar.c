/* SPDX-License-Identifier: MIT
 *
 * US: the plain interpreter, a pixel at a time, straight from the decoded instructions: the judge of
 * us_simd.c. Only flow control is shared with it (us_flow.h), for it is a matter of the whole wave.
 */
#include "hw/model/look.h"
#include "hw/model/num/flush.h"
#include "hw/model/num/num.h"
#include "hw/model/r500/r500.h"
#include "hw/model/r500/tx_block.h"
#include "hw/model/r500/us.h"
#include "hw/model/r500/us_flow.h"

#define NUM_KIT_SCALAR
#include "hw/model/num/num_kit.h"
#include "hw/model/r500/us_math_body.h"

struct machine {
	struct fl_raster_thread *t;
	const struct mr500_us_state *us;
	struct us_flow flow;
	bool legacy;
	int al;
};

static float load(const struct machine *m, const struct us_src *s, unsigned chan, unsigned lane)
{
	unsigned n = s->index + (s->rel ? m->al : 0);

	if (s->kind == US_SRC_INLINE)
		return s->value;
	if (s->kind == US_SRC_TEMP)
		return mr500_px_of(m->t)->temp[n & (MR500_MAX_TEMPS - 1)][chan][lane];
	n &= US_MAX_CONST - 1;
	return n < m->us->n_konst ? m->us->konst[n][chan] : 0;
}

static float modify(float v, unsigned mod)
{
	uint32_t b = (uint32_t)num_bits(v);

	if (mod & US_MOD_ABS)
		b &= 0x7fffffff;
	if (mod & US_MOD_NEG)
		b ^= 0x80000000;
	return num_float((int32_t)b);
}

static float presubtract(const struct machine *m, const struct us_half *h, unsigned chan, unsigned lane)
{
	float s0 = load(m, &h->src[0], chan, lane), s1 = load(m, &h->src[1], chan, lane);
	float v = h->presub == 0   ? 1.0f - 2.0f * s0
		  : h->presub == 1 ? s1 - s0
		  : h->presub == 2 ? s1 + s0
				   : 1.0f - s0;

	return v != v && m->us->prog.std_nan ? num_float(0x7fffffff) : v;
}

/* Argument n of channel c. */
static float argument(const struct machine *m, const struct us_inst *in, unsigned c, unsigned n,
		      unsigned lane)
{
	const struct us_arg *arg = &in->half[c == 3].arg[n];
	unsigned swz = arg->swz[c == 3 ? 0 : c];
	float v;

	if (swz >= US_SWZ_ZERO) {
		v = swz == US_SWZ_ONE ? 1.0f : swz == US_SWZ_HALF ? 0.5f : 0.0f;
	} else {
		const struct us_half *from = &in->half[swz == 3];
		v = arg->sel == 3 ? presubtract(m, from, swz, lane)
				  : load(m, &from->src[arg->sel], swz, lane);
	}
	return modify(v, arg->mod);
}

static float product(const struct machine *m, float a, float b)
{
	return m->legacy ? num_us_mul0(a, b) : a * b;
}

static float total(const struct machine *m, float v)
{
	return m->legacy ? v + 0.0f : v;
}

static float dot(const struct machine *m, const struct us_inst *in, unsigned lane)
{
	unsigned op = in->half[0].op, n = op == US_DP4 ? 4 : op == US_DP3 ? 3 : 2;
	float v = product(m, argument(m, in, 0, 0, lane), argument(m, in, 0, 1, lane));

	for (unsigned i = 1; i < n; i++)
		v = v + product(m, argument(m, in, i, 0, lane), argument(m, in, i, 1, lane));
	if (op == US_D2A)
		v = v + argument(m, in, 2, 2, lane);
	return total(m, v);
}

static bool is_trans(unsigned op)
{
	return op >= US_EX2 && op <= US_COS;
}

static float transcendental(unsigned op, float x)
{
	switch (op) {
	case US_EX2:
		return num_us_ex2(x);
	case US_LN2:
		return num_us_ln2(x);
	case US_RCP:
		return num_us_rcp(x);
	case US_RSQ:
		return num_us_rsq(x);
	case US_SIN:
		return num_us_sin(x);
	default:
		return num_us_cos(x);
	}
}

/* One of the two operands, with all its bits. The compiler must not make a min or max instruction of it,
 * because those flush denormals. */
static float pick(bool first, float a, float b)
{
	int32_t m = first ? -1 : 0;

	__asm__("" : "+r"(m));
	return num_float((num_bits(a) & m) | (num_bits(b) & ~m));
}

/* The result of channel c before its output modifier. */
static float result(const struct machine *m, const struct us_inst *in, unsigned c, unsigned lane)
{
	const struct us_half *h = &in->half[c == 3];
	unsigned op = h->op;
	bool dots = in->half[0].op == US_DP3 || in->half[0].op == US_DP4 || in->half[0].op == US_D2A;

	if (c < 3 && dots)
		return dot(m, in, lane);
	if (op == US_OTHER && c == 3)
		return dots ? dot(m, in, lane) : 0;
	if (op == US_OTHER) {
		unsigned alpha = in->half[1].op;
		return is_trans(alpha) ? transcendental(alpha, argument(m, in, 3, 0, lane)) : 0;
	}
	if (is_trans(op))
		return transcendental(op, argument(m, in, 3, 0, lane));
	if (op == US_MDH || op == US_MDV) {
		unsigned corner = lane & ~3u;
		float a = modify(load(m, &h->src[0], c, corner), h->arg[0].mod);
		float z = modify(load(m, &h->src[0], c, corner + (op == US_MDH ? 1 : 2)), h->arg[2].mod);
		return total(m, product(m, a, argument(m, in, c, 1, lane)) + z);
	}

	float a = argument(m, in, c, 0, lane), b = argument(m, in, c, 1, lane),
	      z = argument(m, in, c, 2, lane);
	switch (op) {
	case US_MAD:
		if (m->us->prog.fp24)
			return num_us_sum24(a * b, z);
		return total(m, product(m, a, b) + z);
	case US_MIN:
		return pick(a < b, a, b);
	case US_MAX:
		return pick(a > b, a, b);
	case US_CND:
		return pick(z > 0.5f, a, b);
	case US_CMP:
		return pick(z >= 0.0f, a, b);
	case US_FRC:
		return a - num_floor(a);
	default:
		return 0;
	}
}

static float finish(const struct machine *m, const struct us_inst *in, unsigned c, float v)
{
	static const float factor[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};
	const struct us_half *h = &in->half[c == 3];
	/* volatile, so that the multiplication, which flushes denormals, is done */
	volatile float one = 1.0f;

	if (h->omod == 7 && h->op >= US_MIN && h->op <= US_CMP)
		return v;
	v *= factor[h->omod] * one;
	if (h->clamp)
		v = num_us_clamp(v);
	if (m->us->prog.fp24)
		v = num_us_fp24(v);
	if (v != v && (in->type == US_OUT || m->us->prog.std_nan))
		v = num_float(0x7fffffff);
	return v;
}

static void alu(struct machine *m, const struct us_inst *in)
{
	struct mr500_px *px = mr500_px_of(m->t);
	unsigned n_lanes = m->t->wave.n_quads * 4;
	uint64_t active = in->write_inactive ? m->flow.lanes : m->flow.active;
	uint64_t write[4], pred[4], alu_result = m->flow.alu;
	static const uint8_t flat[4] = {0, 0, 0, 1};

	for (unsigned c = 0; c < 4; c++) {
		write[c] = us_flow_writes(&m->flow, in, c);
		pred[c] = m->flow.pred[c];
	}
	for (unsigned corner = 0; corner < n_lanes; corner += 4) {
		/* A quad's results before anything is written: MDH and MDV read its other pixels. */
		float v[4][4];
		for (unsigned k = 0; k < 4; k++)
			for (unsigned c = 0; c < 4; c++)
				v[k][c] = finish(m, in, c, result(m, in, c, corner + k));
		for (unsigned k = 0; k < 4; k++) {
			unsigned lane = corner + k;
			uint64_t bit = (uint64_t)1 << lane;
			for (unsigned c = 0; c < 4; c++) {
				const struct us_half *h = &in->half[flat[c]];
				unsigned dst = (h->dst + (h->dst_rel ? m->al : 0)) & (MR500_MAX_TEMPS - 1);
				if (in->wmask >> c & 1 && write[c] & bit)
					px->temp[dst][c][lane] = v[k][c];
				if (in->type == US_OUT && in->omask >> c & 1 && write[c] & bit)
					px->out[h->target][c][lane] = v[k][c];
				if (in->type == US_ALU && in->omask >> c & 1 && active & bit)
					pred[c] =
					    num_us_test(h->target, v[k][c]) ? pred[c] | bit : pred[c] & ~bit;
			}
			if (in->type == US_OUT && in->w_omask && write[3] & bit)
				px->out_w[lane] = v[k][3];
			if (in->alu_wmask && active & bit)
				alu_result = num_us_test(in->alu_op, v[k][in->alu_sel ? 3 : 0])
						 ? alu_result | bit
						 : alu_result & ~bit;
		}
	}
	for (unsigned c = 0; c < 4; c++)
		m->flow.pred[c] = pred[c];
	m->flow.alu = alu_result;
}

static uint64_t covered(const struct fl_wave *w)
{
	uint64_t mask = 0;
	unsigned n = w->draw->samples > 1 ? w->draw->samples : 1;

	for (unsigned s = 0; s < n && s < FL_WAVE_SAMPLES; s++)
		mask |= w->cover[s];
	return mask;
}

static void kill_lanes(struct fl_wave *w, uint64_t dead)
{
	for (unsigned s = 0; s < FL_WAVE_SAMPLES; s++)
		w->cover[s] &= ~dead;
}

static void texture(struct machine *m, const struct us_inst *in)
{
	struct mr500_px *px = mr500_px_of(m->t);
	unsigned n_lanes = m->t->wave.n_quads * 4;
	struct fl_texel_request q = {
	    .op = mr500_tx_op(in->tex_op), .unscaled = in->unscaled, .n_quads = m->t->wave.n_quads};
	const struct us_reg *src[3] = {&in->coord, &in->dx, &in->dy};
	const float **to[3] = {q.coord, q.dx, q.dy};
	uint64_t write[4], dead = 0;

	if (in->tex_op == US_TEX_NOP || in->tex_op == US_TEX_RESERVED)
		return;
	for (unsigned c = 0; c < 4; c++)
		write[c] = in->wmask >> c & 1 ? us_flow_writes(&m->flow, in, c) : 0;
	unsigned reg = (in->coord.index + (in->coord.rel ? m->al : 0)) & (MR500_MAX_TEMPS - 1);
	if (in->tex_op == US_TEX_KILL) {
		for (unsigned lane = 0; lane < n_lanes; lane++)
			for (unsigned c = 0; c < 4; c++) {
				float x = px->temp[reg][c][lane];
				if (write[c] >> lane & 1 && x == x && num_bits(x) < 0)
					dead |= (uint64_t)1 << lane;
			}
		kill_lanes(&m->t->wave, dead);
		return;
	}
	for (unsigned n = 0; n < 3; n++) {
		reg = (src[n]->index + (src[n]->rel ? m->al : 0)) & (MR500_MAX_TEMPS - 1);
		for (unsigned c = 0; c < 4; c++)
			to[n][c] = px->temp[reg][src[n]->swz[c]];
	}
	for (unsigned c = 0; c < 4; c++) {
		if (in->ignore_uncovered)
			write[c] &= covered(&m->t->wave);
		q.lanes |= write[c];
		q.out[c] = px->us[4 + c];
	}
	dead = fl_texel_lookup_scalar(mr500_tx_unit(mr500_draw_of(m->t->wave.draw)->tx, in->unit), &q);
	kill_lanes(&m->t->wave, dead & q.lanes);
	unsigned dst = (in->result.index + (in->result.rel ? m->al : 0)) & (MR500_MAX_TEMPS - 1);
	if (m->us->prog.late) {
		for (unsigned c = 0; c < 4; c++)
			mr500_us_late_fetch(px, dst, c, write[c], q.out[in->result.swz[c]]);
		return;
	}
	for (unsigned lane = 0; lane < n_lanes; lane++)
		for (unsigned c = 0; c < 4; c++)
			if (write[c] >> lane & 1)
				px->temp[dst][c][lane] = q.out[in->result.swz[c]][lane];
}

/* R3xx/R4xx: values on their way to a fixed-point target have 16 bits. Chosen so that a constant that drivers
 * cut to 16 bits of mantissa (0.1) gives the byte that was meant (26); nothing documents it. */
static void round_outputs(struct machine *m)
{
	for (unsigned i = 0; i < MR500_MAX_TARGETS; i++)
		for (unsigned c = 0; c < 4 && m->us->out_fmt[i] <= US_OUT_C4_10_GAMMA; c++)
			for (unsigned lane = 0; lane < m->t->wave.n_quads * 4; lane++)
				mr500_px_of(m->t)->out[i][c][lane] =
				    num_us_round16(mr500_px_of(m->t)->out[i][c][lane]);
}

static void begin_look(struct fl_raster_thread *t)
{
	const struct mr500_px *px = mr500_px_of(t);
	const struct fl_look_bank bank[] = {
	    {.name = "r", .base = px->temp, .n = MR500_MAX_TEMPS, .stride = FL_WAVE_PX, .components = 4},
	    {.name = "o", .base = px->out, .n = MR500_MAX_TARGETS, .stride = FL_WAVE_PX, .components = 4}};

	fl_look_program_begin(t->model, bank, sizeof(bank) / sizeof(*bank));
}

/* The words are in the memory of US; what a step of the program is comes from them. */
static void note_step(struct fl_raster_thread *t, const struct us_step *s, unsigned at, uint64_t lanes)
{
	static const char *const name[] = {
	    [US_ALU] = "arithmetic", [US_OUT] = "arithmetic, output", [US_FC] = "flow", [US_TEX] = "look-up"};

	fl_look_stepped(t->model, at, NULL, 0, name[s->in.type], lanes);
}

static __attribute__((noinline)) void run_wave(struct fl_raster_thread *t)
{
	struct machine m = {.t = t,
			    .us = mr500_draw_of(t->wave.draw)->us,
			    .legacy = mr500_draw_of(t->wave.draw)->us->prog.legacy_zero};
	const struct us_prog *p = &m.us->prog;
	unsigned at = 0;

	us_flow_start(&m.flow, t->wave.n_quads, p->full_fc);
	us_zero(t);
	if (p->late)
		mr500_us_late_begin(mr500_px_of(t));

	const bool looked = fl_look_lane(t->model) >= 0;

	if (looked)
		begin_look(t);
	/* A program without branches has an end, and is paid for before it starts: as in us_simd.c. */
	const unsigned most = p->flow ? fl_work_steps(t->model) : UINT32_MAX;
	for (unsigned n = 0; n < most; n++) {
		const struct us_step *s = &p->step[at];
		unsigned next = s->next;
		m.al = us_flow_al(&m.flow);
		if (p->late)
			mr500_us_late_wait(mr500_px_of(t), &s->in);
		if (s->in.type == US_FC)
			next = us_flow_step(&m.flow, s, p->step, m.us->bools, m.us->ints, covered(&t->wave));
		else if (s->in.type == US_TEX)
			texture(&m, &s->in);
		else
			alu(&m, &s->in);
		if (p->late)
			mr500_us_late_acquire(mr500_px_of(t), &s->in);
		if (looked)
			note_step(t, s, at, m.flow.active);
		if ((s->in.last && us_flow_last(&m.flow, &s->in)) || s->end) {
			if (p->fp24)
				round_outputs(&m);
			if (p->flow)
				us_count_steps(t, m.us->hung, n, true);
			return;
		}
		at = next;
	}
	us_count_steps(t, m.us->hung, most, false);
}

void mr500_us_run_scalar(struct fl_raster_thread *t)
{
	if (!t->wave.n_quads || __atomic_load_n(mr500_draw_of(t->wave.draw)->us->hung, __ATOMIC_RELAXED))
		return;
	const uint64_t was = fl_num_flush_begin();
	run_wave(t);
	fl_num_flush_end(was);
}
