/* SPDX-License-Identifier: MIT
 *
 * US: instructions into operations of the vector machine (us.h). Swizzles, constants and their modifiers are
 * resolved here; multiplications by one and additions of zero are dropped; each channel becomes one lane that
 * reads and writes whole arrays. All of an instruction's sources are read before its results are written:
 * where the order of the lanes cannot give that, the results take a detour.
 */
#include "hw/model/r500/us.h"

#include <stddef.h>
#include <string.h>

/* px.us: scratch arrays of an instruction. */
enum { PRESUB_AT = 0, RESULT_AT = 4, RAW_AT = 8 };

static us_ref ref_temp(unsigned reg, unsigned chan)
{
	return offsetof(struct mr500_px, temp) + (reg * 4 + chan) * FL_WAVE_PX * sizeof(float);
}

static us_ref ref_out(unsigned target, unsigned chan)
{
	return offsetof(struct mr500_px, out) + (target * 4 + chan) * FL_WAVE_PX * sizeof(float);
}

static us_ref ref_scratch(unsigned n)
{
	return offsetof(struct mr500_px, us) + n * FL_WAVE_PX * sizeof(float);
}

struct operand {
	us_ref ref;
	uint8_t mod;
	bool fixed; /* the value is known: a 0, 0.5 or 1 of a swizzle, with its modifier applied */
	float value;
};

static float modified(float v, unsigned mod)
{
	union {
		float f;
		uint32_t u;
	} x = {v};

	if (mod & US_MOD_ABS)
		x.u &= 0x7fffffff;
	if (mod & US_MOD_NEG)
		x.u ^= 0x80000000;
	return x.f;
}

static us_ref slot(struct us_build *b, unsigned from, unsigned mod, float value)
{
	struct us_prog *p = b->p;

	for (unsigned i = 0; i < p->n_slot; i++)
		if (p->slot[i].from == from && p->slot[i].mod == mod &&
		    (from != US_SLOT_VALUE || memcmp(&p->slot[i].value, &value, sizeof(value)) == 0))
			return i * US_SLOT_B | US_REF_CONST;
	if (p->n_slot == b->cap_slot) {
		b->full = true;
		return US_REF_CONST;
	}
	p->slot[p->n_slot] = (struct us_slot){from, mod, value};
	return p->n_slot++ * US_SLOT_B | US_REF_CONST;
}

static us_ref slot_value(struct us_build *b, float value)
{
	return slot(b, US_SLOT_VALUE, 0, value);
}

static struct operand source(struct us_build *b, const struct us_inst *in, const struct us_src *s,
			     unsigned chan, unsigned mod)
{
	switch (s->kind) {
	case US_SRC_TEMP:
		return (struct operand){
		    .ref = ref_temp((s->index + (s->rel ? b->al : 0)) & (MR500_MAX_TEMPS - 1), chan),
		    .mod = mod};
	case US_SRC_CONST:
		if (s->rel) {
			unsigned n = (s->index + b->al) & (US_MAX_CONST - 1);
			return (struct operand){
			    .ref = b->konst_at + ((n * 4 + chan) * US_SLOT_B | US_REF_CONST), .mod = mod};
		}
		return (struct operand){.ref = slot(b, s->index * 4 + chan, mod, 0)};
	default:
		return (struct operand){.ref = slot_value(b, modified(s->value, mod))};
	}
}

/* Channel c (0-2 of RGB, 3: alpha) of argument n. */
static struct operand argument(struct us_build *b, const struct us_inst *in, unsigned c, unsigned n)
{
	unsigned h = c == 3;
	const struct us_arg *arg = &in->half[h].arg[n];
	unsigned swz = arg->swz[h ? 0 : c];

	if (swz >= US_SWZ_ZERO) {
		float v = modified(swz == US_SWZ_ONE ? 1.0f : swz == US_SWZ_HALF ? 0.5f : 0.0f, arg->mod);
		return (struct operand){.ref = slot_value(b, v), .fixed = true, .value = v};
	}
	if (arg->sel == 3)
		return (struct operand){.ref = ref_scratch(PRESUB_AT + swz), .mod = arg->mod};
	return source(b, in, &in->half[swz == 3].src[arg->sel], swz, arg->mod);
}

/* ---- what an operation takes --------------------------------------------------------------------------- */
static bool is_dot(unsigned op)
{
	return op == US_DP3 || op == US_DP4 || op == US_D2A;
}

static bool is_trans(unsigned op)
{
	return op >= US_EX2 && op <= US_COS;
}

/* Presubtract results that argument (c, n) reads, as a mask of channels. */
static unsigned presub_of(const struct us_inst *in, unsigned c, unsigned n)
{
	const struct us_arg *arg = &in->half[c == 3].arg[n];
	unsigned swz = arg->swz[c == 3 ? 0 : c];

	return arg->sel == 3 && swz < US_SWZ_ZERO ? 1u << swz : 0;
}

static unsigned presub_used(const struct us_inst *in)
{
	unsigned used = 0;

	for (unsigned c = 0; c < 4; c++)
		for (unsigned n = 0; n < 3; n++)
			used |= presub_of(in, c, n);
	return used;
}

/* ---- emitting ------------------------------------------------------------------------------------------ */
static struct us_op *emit(struct us_build *b, unsigned kind, unsigned n_lanes)
{
	struct us_prog *p = b->p;

	if (p->n_op == b->cap_op || p->n_lane + n_lanes > b->cap_lane) {
		b->full = true;
		return NULL;
	}
	struct us_op *op = &p->op[p->n_op++];
	*op = (struct us_op){.kind = kind, .n = n_lanes, .lane = p->n_lane, .plain = true};
	memset(&p->lane[p->n_lane], 0, n_lanes * sizeof(p->lane[0]));
	p->n_lane += n_lanes;
	return op;
}

static struct us_lane *emit1(struct us_build *b, unsigned kind, unsigned fn)
{
	struct us_op *op = emit(b, kind, 1);

	if (!op)
		return NULL;
	op->fn = fn;
	return &b->p->lane[op->lane];
}

static void emit_copy(struct us_build *b, us_ref from, us_ref to)
{
	struct us_lane *l = emit1(b, US_K_COPY, 0);

	if (l)
		*l = (struct us_lane){.a = from, .d = to};
}

static void emit_presub(struct us_build *b, const struct us_inst *in)
{
	unsigned used = presub_used(in);

	for (unsigned c = 0; c < 4; c++) {
		const struct us_half *h = &in->half[c == 3];
		if (!(used >> c & 1))
			continue;
		struct operand s0 = source(b, in, &h->src[0], c, 0), s1 = source(b, in, &h->src[1], c, 0);
		struct us_lane *l = emit1(b, US_K_PRESUB, h->presub);
		if (l)
			*l = (struct us_lane){.a = s0.ref,
					      .b = s1.ref,
					      .d = ref_scratch(PRESUB_AT + c),
					      .fin = b->p->std_nan ? US_FIN_NAN : 0};
	}
}

static void emit_dot(struct us_build *b, const struct us_inst *in, us_ref to)
{
	unsigned op = in->half[0].op, n = op == US_DP4 ? 4 : op == US_DP3 ? 3 : 2;
	struct us_op *o = emit(b, US_K_DOT, n);

	if (!o)
		return;
	o->has_c = op == US_D2A;
	for (unsigned i = 0; i < n; i++) {
		struct operand x = argument(b, in, i, 0), y = argument(b, in, i, 1);
		struct us_lane *l = &b->p->lane[o->lane + i];
		*l = (struct us_lane){.a = x.ref, .b = y.ref, .mod = {x.mod, y.mod}};
		if (x.mod || y.mod)
			o->plain = false;
	}
	struct us_lane *first = &b->p->lane[o->lane];
	if (o->has_c) {
		struct operand z = argument(b, in, 2, 2);
		first->c = z.ref;
		first->mod[2] = z.mod;
		if (z.mod)
			o->plain = false;
	}
	first->d = to;
}

/* ---- one channel's result ------------------------------------------------------------------------------ */
struct result {
	uint8_t kind;
	uint8_t chan;
	struct us_lane lane; /* without d */
	uint8_t reads;       /* bits: a, b, c */
};

static const float omod_factor[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};

static void mad(struct us_build *b, struct result *r, struct operand x, struct operand y, struct operand z)
{
	bool legacy = b->p->legacy_zero;
	struct operand t;

	if (x.fixed && !y.fixed) { /* put the known factor second */
		t = x;
		x = y;
		y = t;
	}
	if (y.fixed && (x.fixed || (legacy && y.value == 0))) {
		/* The product is known. With the legacy multiplier one zero is enough for that. */
		float p = x.fixed ? x.value * y.value : 0.0f;
		if (legacy && p == 0)
			p = 0.0f;
		x = (struct operand){.ref = slot_value(b, p), .fixed = true, .value = p};
		y = (struct operand){.ref = slot_value(b, 1.0f), .fixed = true, .value = 1};
	}
	bool one =
	    y.fixed && (y.value == 1 || y.value == -1) && !(legacy && x.fixed && x.value == 0 && y.value < 0);
	/* +0, or a zero whose sign does not matter */
	bool c_zero = z.fixed && z.value == 0 && (legacy || !__builtin_signbit(z.value));
	bool p_zero = one && x.fixed && x.value == 0 && (legacy || !__builtin_signbit(x.value));

	if (one && y.value < 0) {
		x.mod ^= US_MOD_NEG;
		if (x.ref & US_REF_CONST && x.fixed) {
			x.value = -x.value;
			x.mod = 0;
			x.ref = slot_value(b, x.value);
		}
	}
	if (p_zero) {
		r->kind = US_K_MOV;
		r->lane.a = z.ref;
		r->lane.mod[0] = z.mod;
		r->reads = 1;
	} else if (one && c_zero) {
		r->kind = US_K_MOV;
		r->lane.a = x.ref;
		r->lane.mod[0] = x.mod;
		r->reads = 1;
	} else {
		r->kind = one ? US_K_ADD : c_zero ? US_K_MUL : US_K_MAD;
		r->lane.a = x.ref;
		r->lane.b = y.ref;
		r->lane.c = z.ref;
		r->lane.mod[0] = x.mod;
		r->lane.mod[1] = y.mod;
		r->lane.mod[2] = z.mod;
		r->reads = one ? 5 : c_zero ? 3 : 7;
	}
}

static void compute(struct us_build *b, const struct us_inst *in, unsigned c, struct result *r)
{
	const struct us_half *h = &in->half[c == 3];
	unsigned op = h->op;

	*r = (struct result){.chan = c};
	if (op == US_MDH || op == US_MDV) {
		/* A and C are src0 of other pixels of the quad; only their modifiers are the instruction's
		 * (8.4.4). */
		struct operand s = source(b, in, &h->src[0], c, 0), y = argument(b, in, c, 1);
		r->kind = op == US_MDH ? US_K_MDH : US_K_MDV;
		r->lane.a = r->lane.c = s.ref;
		r->lane.b = y.ref;
		r->lane.mod[0] = s.mod ^ h->arg[0].mod;
		r->lane.mod[1] = y.mod;
		r->lane.mod[2] = s.mod ^ h->arg[2].mod;
		r->reads = 7;
	} else if (is_dot(op) || is_trans(op) || op == US_OTHER) {
		r->kind = US_K_FIN;
		r->lane.a = ref_scratch(RAW_AT);
		if (op == US_OTHER && !(c == 3 ? is_dot(in->half[0].op) : is_trans(in->half[1].op)))
			r->lane.a = slot_value(b, 0);
		r->reads = 1;
	} else if (op == US_RESERVED) {
		r->kind = US_K_MOV;
		r->lane.a = slot_value(b, 0);
		r->reads = 1;
	} else {
		struct operand x = argument(b, in, c, 0), y = argument(b, in, c, 1),
			       z = argument(b, in, c, 2);
		if (op == US_MAD) {
			mad(b, r, x, y, z);
		} else {
			static const uint8_t kind[] = {
			    [US_MIN] = US_K_MIN, [US_MAX] = US_K_MAX, [US_CND] = US_K_CND,
			    [US_CMP] = US_K_CMP, [US_FRC] = US_K_FRC,
			};
			r->kind = kind[op];
			r->lane.a = x.ref;
			r->lane.b = y.ref;
			r->lane.c = z.ref;
			r->lane.mod[0] = x.mod;
			r->lane.mod[1] = y.mod;
			r->lane.mod[2] = z.mod;
			r->reads = op == US_FRC ? 1 : op == US_MIN || op == US_MAX ? 3 : 7;
		}
	}
	if (!(r->reads & 2))
		r->lane.b = r->lane.a, r->lane.mod[1] = 0;
	if (!(r->reads & 4))
		r->lane.c = r->lane.a, r->lane.mod[2] = 0;

	r->lane.omod = omod_factor[h->omod];
	if (h->omod == 7 &&
	    (r->kind == US_K_MIN || r->kind == US_K_MAX || r->kind == US_K_CND || r->kind == US_K_CMP))
		return; /* exact */
	bool arith = r->kind <= US_K_MAD || r->kind == US_K_MDH || r->kind == US_K_MDV;
	if (h->omod != 0 || !(arith || r->kind == US_K_FIN)) /* a product with 1 flushes denormals */
		r->lane.fin |= US_FIN_OMOD;
	if (h->clamp)
		r->lane.fin |= US_FIN_CLAMP;
	if (in->type == US_OUT || b->p->std_nan)
		r->lane.fin |= US_FIN_NAN;
	if (b->p->fp24)
		r->lane.fin |= US_FIN_FP24;
}

/* Does a lane write what a later one reads? */
static bool hazard(const struct result *r, const us_ref *d, const uint8_t *order, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = i + 1; j < n; j++) {
			const struct result *later = &r[order[j]];
			us_ref w = d[order[i]];
			if (later->lane.a == w || later->lane.b == w || later->lane.c == w)
				return true;
		}
	return false;
}

static void emit_results(struct us_build *b, const struct result *r, const us_ref *d, const uint8_t *order,
			 unsigned n)
{
	for (unsigned i = 0; i < n;) {
		const struct result *first = &r[order[i]];
		bool plain = true;
		unsigned j = i;
		for (; j < n && r[order[j]].kind == first->kind; j++)
			;
		struct us_op *op = emit(b, first->kind, j - i);
		if (!op)
			return;
		for (unsigned k = i; k < j; k++) {
			struct us_lane *l = &b->p->lane[op->lane + k - i];
			*l = r[order[k]].lane;
			l->d = d[order[k]];
			l->chan = r[order[k]].chan;
			bool factor = first->kind >= US_K_MIN && first->kind <= US_K_FRC;
			if (l->fin != (factor ? US_FIN_OMOD : 0) || l->mod[0] || l->mod[1] || l->mod[2])
				plain = false;
		}
		op->plain = plain;
		i = j;
	}
}

void mr500_us_compile_inst(struct us_build *b, const struct us_inst *in, bool masked, uint16_t *first,
			   uint16_t *count)
{
	struct result r[4];
	us_ref d[4], at[4] = {0}; /* where lane i goes; where channel c's result then stands */
	unsigned n = 0, need = in->wmask | in->omask;

	*first = b->p->n_op;
	*count = 0;
	if (in->w_omask && in->type == US_OUT)
		need |= 8;
	if (in->alu_wmask)
		need |= in->alu_sel ? 8 : 1;
	if (!need)
		return;

	emit_presub(b, in);
	if (is_dot(in->half[0].op) && ((need & 7) || in->half[1].op == US_OTHER))
		emit_dot(b, in, ref_scratch(RAW_AT));
	if (is_trans(in->half[1].op) && ((need & 8) || in->half[0].op == US_OTHER)) {
		/* A dot product and a transcendental function in one instruction need two places. */
		struct operand x = argument(b, in, 3, 0);
		struct us_lane *l = emit1(b, US_K_TRANS, in->half[1].op);
		if (l)
			*l = (struct us_lane){.a = x.ref, .mod = {x.mod}, .d = ref_scratch(RAW_AT + 1)};
	}

	/* The final destinations of each channel. */
	us_ref dest[4][3];
	unsigned n_dest[4] = {0};
	for (unsigned c = 0; c < 4; c++) {
		const struct us_half *h = &in->half[c == 3];
		if (!(need >> c & 1))
			continue;
		if (in->wmask >> c & 1)
			dest[c][n_dest[c]++] =
			    ref_temp((h->dst + (h->dst_rel ? b->al : 0)) & (MR500_MAX_TEMPS - 1), c);
		if (in->type == US_OUT && in->omask >> c & 1)
			dest[c][n_dest[c]++] = ref_out(h->target, c);
		if (in->type == US_OUT && c == 3 && in->w_omask)
			dest[c][n_dest[c]++] = offsetof(struct mr500_px, out_w);
		compute(b, in, c, &r[n]);
		unsigned op = h->op;
		if (r[n].kind == US_K_FIN && r[n].lane.a == ref_scratch(RAW_AT) &&
		    (is_trans(op) || (c < 3 && op == US_OTHER)))
			r[n].lane.a = r[n].lane.b = r[n].lane.c = ref_scratch(RAW_AT + 1);
		d[n] = n_dest[c] && !masked ? dest[c][0] : ref_scratch(RESULT_AT + c);
		n++;
	}

	static const uint8_t forth[4] = {0, 1, 2, 3}, back[4][4] = {{0}, {1, 0}, {2, 1, 0}, {3, 2, 1, 0}};
	const uint8_t *order = forth;
	if (!masked && hazard(r, d, forth, n)) {
		order = back[n - 1];
		if (hazard(r, d, order, n)) {
			order = forth;
			for (unsigned i = 0; i < n; i++)
				d[i] = ref_scratch(RESULT_AT + r[i].chan);
		}
	}
	emit_results(b, r, d, order, n);
	for (unsigned i = 0; i < n; i++)
		at[r[i].chan] = d[i];

	for (unsigned c = 0; c < 4; c++)
		for (unsigned k = 0; k < n_dest[c]; k++) {
			if (masked) {
				struct us_lane *l = emit1(b, US_K_STORE, 0);
				if (l)
					*l = (struct us_lane){.a = at[c], .d = dest[c][k], .chan = c};
			} else if (dest[c][k] != at[c]) {
				emit_copy(b, at[c], dest[c][k]);
			}
		}
	for (unsigned c = 0; c < 4 && in->type == US_ALU; c++)
		if (in->omask >> c & 1) {
			struct us_lane *l = emit1(b, US_K_PRED, in->half[c == 3].target);
			if (l)
				*l = (struct us_lane){.a = at[c], .chan = c};
		}
	if (in->alu_wmask) {
		struct us_lane *l = emit1(b, US_K_ALU_RESULT, in->alu_op);
		if (l)
			*l = (struct us_lane){.a = at[in->alu_sel ? 3 : 0]};
	}
	*count = b->p->n_op - *first;
}

static bool is_rel(const struct us_inst *in)
{
	if (in->type == US_FC || in->type == US_TEX)
		return false;
	for (unsigned h = 0; h < 2; h++) {
		if (in->half[h].dst_rel)
			return true;
		for (unsigned n = 0; n < 3; n++)
			if (in->half[h].src[n].rel)
				return true;
	}
	return false;
}

bool mr500_us_compile(struct us_prog *p, unsigned cap_op, unsigned cap_lane, unsigned cap_slot)
{
	struct us_build b = {.p = p, .cap_op = cap_op, .cap_lane = cap_lane, .cap_slot = cap_slot};

	p->n_op = p->n_lane = p->n_slot = 0;
	p->late = mr500_us_is_late(p);
	p->kills = p->writes_w = p->uses_rel = p->std_nan = false;
	p->units = 0;
	p->flow = p->late; /* a step at a time */

	for (unsigned i = 0; i < p->n_step; i++) {
		const struct us_inst *in = &p->step[i].in;
		if (in->type == US_FC || in->last)
			p->flow = true;
		if (in->type <= US_OUT && (in->half[0].omod == 7 || in->half[1].omod == 7))
			p->std_nan = true;
		if (in->type == US_TEX && (in->coord.rel || in->result.rel || in->dx.rel || in->dy.rel))
			p->flow = true; /* needs aL */
		if (is_rel(in))
			p->flow = p->uses_rel = true;
	}
	/* The mirror of all constants for relative addresses follows the slots; leave room for every slot. */
	b.konst_at = cap_slot * US_SLOT_B;
	for (unsigned i = 0; i < p->n_step; i++) {
		struct us_step *s = &p->step[i];
		const struct us_inst *in = &s->in;
		if (in->type == US_FC)
			continue;
		s->masked = in->pred_sel[0] || in->pred_sel[1];
		if (s->masked || (in->type == US_ALU && (in->omask || in->alu_wmask)))
			p->flow = true;
		if (in->type == US_TEX) {
			if (in->tex_op == US_TEX_KILL)
				p->kills = true;
			else if (in->tex_op != US_TEX_NOP && in->tex_op != US_TEX_RESERVED)
				p->units |= 1u << in->unit;
			continue;
		}
		if (in->type == US_OUT && in->w_omask)
			p->writes_w = true;
		s->rel = is_rel(in);
	}
	for (unsigned i = 0; i < p->n_step; i++) {
		struct us_step *s = &p->step[i];

		if (s->in.type > US_OUT)
			continue;
		mr500_us_compile_inst(&b, &s->in, false, &s->op, &s->n_op);
		if (p->flow)
			mr500_us_compile_inst(&b, &s->in, true, &s->mop, &s->n_mop);
	}
	for (unsigned i = p->n_step; i-- > 0;) {
		struct us_step *s = &p->step[i];

		s->span = s->in.type > US_OUT ? 0 : i + 1 < p->n_step ? p->step[i + 1].span + 1 : 1;
	}
	return !b.full;
}
