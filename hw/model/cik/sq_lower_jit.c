/* SPDX-License-Identifier: MIT
 *
 * A part of a span as a function that LLVM compiles: operands and their modifiers, results under EXEC,
 * masks. What an operation does is in sq_float_jit.c and sq_int_jit.c. The function's arguments are the
 * VGPRs, the scalars, and the constants that LLVM is not to see, one an instruction.
 */
#ifdef FL_JIT
#include "hw/model/cik/sq_lower.h"
#include "hw/model/cik/sq_vop.h"

#include <math.h>

const struct sq_how *mcik_sq_how(unsigned opcode)
{
	const struct sq_how *h = mcik_sq_float_how(opcode);

	h = h ? h : mcik_sq_int_how(opcode);
	h = h ? h : mcik_sq_wide_how(opcode);
	return h ? h : mcik_sq_compare_how(opcode);
}

/* ---- operands ----------------------------------------------------------------------------------------- */
static LV registers(struct sq_low *l, unsigned v)
{
	return fl_emit_at(l->e, l->e->arg[0], v * sizeof(mcik_plane));
}

static LV canonical(struct sq_low *l, LV v)
{
	const LV f = AS_F(v);

	return SELECT(FCMP(UNO, f, f), I_(SQ_NAN), v);
}

LV mcik_sq_vector(struct sq_low *l, unsigned v, bool nan_in)
{
	struct sq_value *r = &l->v[v];

	if (!r->v)
		*r = (struct sq_value){.v = fl_emit_load(l->e, registers(l, v))};
	if (r->any_nan && !nan_in)
		*r = (struct sq_value){.v = canonical(l, r->v), .bits = r->bits};
	return r->v;
}

/* A float that bits were put together to. LLVM computes with what it knows in its own way: to it a number
 * that is tiny is no zero, and x - 0 is x, whatever the arithmetic makes of denormals. The loop's counter,
 * which ends at 64, has no upper half. */
static LV unknown(struct sq_low *l, LV v)
{
	struct fl_emit *e = l->e;

	if (!l->nothing)
		l->nothing = fl_emit_splat(
		    e, e->llvm->BuildTrunc(
			   e->at, e->llvm->BuildLShr(e->at, e->lane, e->llvm->ConstInt(e->i64, 32, 0), ""),
			   e->i32, ""));
	return OR(v, l->nothing);
}

static LV float_of(struct sq_low *l, unsigned v, bool nan_in)
{
	const LV is = mcik_sq_vector(l, v, nan_in);

	return l->v[v].bits ? unknown(l, is) : is;
}

static LV source(struct sq_low *l, const struct sq_inst *i, unsigned k, bool nan_in)
{
	const unsigned code = i->src[k];
	const char letter = mcik_sq_letter(i, k);
	const uint32_t sign = letter == 'h' ? 0x8000 : 0x80000000;
	const bool has_sign = letter == 'f' || letter == 'h';
	LV v;

	if (code >= SQ_VGPR)
		v = letter == 'f' ? float_of(l, code - SQ_VGPR, nan_in)
				  : mcik_sq_vector(l, code - SQ_VGPR, nan_in);
	else if (code < MCIK_SCALARS && !l->whole)
		v = fl_emit_spread(l->e, l->e->arg[1], code * sizeof(uint32_t));
	else if (letter == 'f' ||
		 code < MCIK_SCALARS) /* a number, which LLVM would compute with in its own way */
		v = fl_emit_spread(l->e, l->e->arg[2], (l->n * 3 + k) * sizeof(uint32_t));
	else if (letter == 'I')
		v = I_((uint32_t)mcik_sq_read64(NULL, i, code, SQ_U64));
	else
		v = I_(mcik_sq_read32(NULL, i, code));
	if (has_sign && i->abs >> k & 1)
		v = AND(v, I_(~sign));
	if (has_sign && i->neg >> k & 1)
		v = XOR(v, I_(sign));
	return v;
}

static bool is_normal(const struct sq_inst *i, unsigned k)
{
	const unsigned code = i->src[k];

	return mcik_sq_letter(i, k) == 'f' && code >= MCIK_SCALARS && code < SQ_VGPR &&
	       isnormal(num_float((int32_t)mcik_sq_read32(NULL, i, code)));
}

/* The upper half of a source of 64 bits. */
static LV upper_source(struct sq_low *l, const struct sq_inst *i, unsigned k)
{
	const unsigned code = i->src[k];

	if (code >= SQ_VGPR)
		return mcik_sq_vector(l, code + 1 - SQ_VGPR, false);
	if (code < MCIK_SCALARS)
		return fl_emit_spread(l->e, l->e->arg[1], (code + 1) * sizeof(uint32_t));
	return I_((uint32_t)(mcik_sq_read64(NULL, i, code, SQ_U64) >> 32));
}

static LV mask_of(struct sq_low *l, unsigned pair)
{
	return l->mask[pair] ? l->mask[pair] : fl_emit_mask(l->e, l->e->arg[1], pair * sizeof(uint32_t));
}

/* ---- results ------------------------------------------------------------------------------------------ */
/* Output modifiers: scale() of the kit. */
static LV modified(struct sq_low *l, const struct sq_inst *i, LV v, bool *any_nan)
{
	static const float factors[4] = {1.0f, 2.0f, 4.0f, 0.5f};
	const bool kept = l->mode >> MCIK_MODE_DENORM_32_SHIFT & 2;
	const float factor = kept ? 1.0f : factors[i->omod];

	if (factor != 1.0f) {
		v = AS_I(FADD(FMUL(AS_F(v), F_(factor)), F_(0.0f)));
		*any_nan = true;
	}
	if (i->clamp) {
		const LV f = AS_F(v), low = SELECT_F(FCMP(OGT, f, F_(0.0f)), f, F_(0.0f));
		const LV in = SELECT(FCMP(OLT, low, F_(1.0f)), AS_I(low), AS_I(F_(1.0f)));

		v = SELECT(FCMP(UNO, f, f), I_(l->mode & MCIK_MODE_DX10_CLAMP ? 0 : SQ_NAN), in);
		*any_nan = false;
	}
	return v;
}

static void set(struct sq_low *l, unsigned v, LV to, bool any_nan)
{
	l->v[v] = (struct sq_value){.v = to, .any_nan = any_nan};
	l->wrote_v[v] = true;
}

static void set_mask(struct sq_low *l, const struct sq_inst *i, LV to)
{
	l->mask[i->sdst] = AND(to, l->exec);
	if (!l->whole)
		fl_emit_store_mask(l->e, l->mask[i->sdst], l->e->arg[1], i->sdst * sizeof(uint32_t));
}

void mcik_sq_say(struct sq_low *l, const struct sq_inst *i)
{
	const struct sq_how *how = mcik_sq_how(i->opcode);
	const unsigned d = i->dst - SQ_VGPR;
	const char letter = mcik_sq_letter(i, -1);
	LV of[3] = {NULL, NULL, NULL}, v;
	bool any_nan, moved, floats = false;

	if (i->opcode == SQ_V2(V_CNDMASK_B32)) {
		set(l, d,
		    SELECT(mask_of(l, mcik_sq_mask_at(i)), source(l, i, 1, false), source(l, i, 0, false)),
		    false);
		l->v[d].bits = true;
		return;
	}
	for (unsigned k = 0; k < 3; k++) {
		if (k < i->n_src || (k == 2 && mcik_sq_letter(i, 2) == '='))
			of[k] = mcik_sq_letter(i, k) == '=' ? float_of(l, d, how->nan_in)
							    : source(l, i, k, how->nan_in);
		floats |= k < i->n_src && mcik_sq_letter(i, k) == 'f';
		l->normal[k] = k < i->n_src && is_normal(i, k);
		if (k < i->n_src && mcik_sq_letter(i, k) == 'I')
			l->high[k] = upper_source(l, i, k);
	}
	if (i->reads_mask)
		l->in = mask_of(l, mcik_sq_mask_at(i));
	v = how->say(l, i->opcode, of[0], of[1], of[2]);
	moved = i->src[0] >= SQ_VGPR && l->v[i->src[0] - SQ_VGPR].bits;
	if (letter == 's') {
		set_mask(l, i, v);
		return;
	}
	any_nan = how->nan_out;
	if (letter == 'f')
		v = modified(l, i, v, &any_nan);
	set(l, d, v, any_nan);
	l->v[d].bits =
	    i->opcode == SQ_V1(V_MOV_B32) && i->src[0] >= SQ_VGPR ? moved : letter != 'f' || !floats;
	if (i->opcode == SQ_V2(V_CVT_PKRTZ_F16_F32))
		memcpy(l->v[d].cut, of, sizeof l->v[d].cut);
	if (letter == 'I') {
		set(l, d + 1, l->result_high, false);
		l->v[d + 1].bits = true;
	}
	if (i->writes_mask)
		set_mask(l, i, l->out);
}

/* ---- the function ------------------------------------------------------------------------------------- */
bool mcik_sq_lower(struct fl_emit *e, void *arg)
{
	struct sq_lower_ask *ask = arg;
	struct sq_low low = {.e = e, .part = ask->part, .mode = ask->mode, .isa = ask->isa}, *l = &low;
	const struct sq_line *line = ask->line;

	low.flushes = !((ask->part->key - 1) & 1); /* operands */
	fl_emit_loop(e, MCIK_LANES);
	low.exec = fl_emit_mask(e, e->arg[1], MCIK_EXEC * sizeof(uint32_t));
	for (unsigned at = ask->part->at; at < ask->part->end; at += line->inst[at].n_dw)
		if (line->inst[at].unit == SQ_VALU) {
			mcik_sq_say(&low, &line->inst[at]);
			low.n++;
		}
	for (unsigned v = 0; v < MCIK_VGPRS; v++)
		if (low.wrote_v[v]) {
			const LV is = mcik_sq_vector(l, v, false), to = registers(l, v);

			fl_emit_store(e, SELECT(low.exec, is, fl_emit_load(e, to)), to);
		}
	fl_emit_loop_end(e);
	return true;
}
#endif
