/* SPDX-License-Identifier: MIT
 *
 * Parts of whole pixel programs in LLVM's terms: interpolation and exports beside what sq_lower_jit.c says.
 * All lanes take part. The function's arguments are the VGPRs, the colors that leave the wave
 * (out[target][channel][lane]), constants and scalars, three an instruction, and attributes.
 */
#include "hw/model/cik/ps_whole.h"

#ifndef FL_JIT
bool mcik_whole_takes(struct sq_part *part, const struct sq_note *n, const struct mcik_ps *ps, uint32_t mode,
		      enum fl_isa isa)
{
	return false;
}

enum fl_jit_answer mcik_whole_compile(const struct mcik_whole_ask *ask, const struct fl_jit_program **p)
{
	return FL_JIT_NEVER;
}
#else
#include "hw/model/cik/sq_lower.h"
#include "hw/model/cik/sq_vop.h"

#define FORMAT(name) CIK_SPI_SHADER_COL_FORMAT__COL0_EXPORT_FORMAT__SPI_SHADER_##name

enum { MOV_P10, MOV_P20, P20_AT = 8 };

/* ---- what is plain enough ------------------------------------------------------------------------------ */
static bool export_fits(const struct sq_inst *i, const struct mcik_ps *ps)
{
	const unsigned target = CIK_EXP_WORD0__TGT__GET(i->word[0]);

	if (target >= MCIK_MRTS || ps->to[target] >= MCIK_MRTS)
		return false;
	return CIK_EXP_WORD0__COMPR__GET(i->word[0])
		   ? ps->format[target] == FORMAT(FP16_ABGR)
		   : ps->format[target] < FORMAT(FP16_ABGR) || ps->format[target] == FORMAT(32_ABGR);
}

bool mcik_whole_takes(struct sq_part *part, const struct sq_note *n, const struct mcik_ps *ps, uint32_t mode,
		      enum fl_isa isa)
{
	const struct sq_inst *i = &n->inst;
	const unsigned flushed = sq_arithmetic_key(mode, SQ_FLUSHED);

	if (isa < FL_ISA_AVX2 || part->n == SQ_PART_MOST)
		return false;
	if (mcik_sq_is_vintrp(i)) {
		if (part->key && part->key != flushed && i->opcode != CIK_OP_VINTRP__V_INTERP_MOV_F32)
			return false;
		part->key = part->key ? part->key : (uint8_t)flushed;
	} else if (i->unit == SQ_EXPORT) {
		if (!export_fits(i, ps))
			return false;
	} else {
		return mcik_sq_part_takes_alone(part, i, mode, isa);
	}
	part->n++;
	return true;
}

/* ---- interpolation ------------------------------------------------------------------------------------- */
struct build {
	struct sq_low low; /* first */
	const struct mcik_whole_ask *ask;
};

/* Of four quads side by side, a lane each. */
static LV spread_quads(struct sq_low *l, LV four)
{
	const struct fl_llvm *b = l->e->llvm;
	LV place[16];

	for (unsigned k = 0; k < l->e->lanes; k++)
		place[k] = b->ConstInt(l->e->i32, k / 4, 0);
	return b->BuildShuffleVector(l->e->at, four, b->GetUndef(b->TypeOf(four)),
				     b->ConstVector(place, l->e->lanes), "");
}

static LV parameter(struct build *s, const struct sq_inst *i, unsigned part)
{
	struct sq_low *l = &s->low;
	const struct fl_llvm *b = l->e->llvm;
	const unsigned at = CIK_VINTRP_WORD0__ATTR__GET(i->word[0]) * MCIK_WHOLE_PARAMS + part;
	LV of[1], p, v;

	if (!s->ask->several)
		return fl_emit_spread(l->e, l->e->arg[3], at * sizeof(uint32_t));
	/* quads of four bytes: as many bytes as there were lanes before */
	of[0] = b->BuildAdd(l->e->at, l->e->lane,
			    b->ConstInt(l->e->i64, at * MCIK_WHOLE_QUADS * sizeof(uint32_t), 0), "");
	p = b->BuildGEP2(l->e->at, l->e->i8, l->e->arg[3], of, 1, "");
	p = b->BuildBitCast(l->e->at, p, b->PointerType(b->VectorType(l->e->i32, l->e->lanes / 4), 0), "");
	v = b->BuildLoad2(l->e->at, b->VectorType(l->e->i32, l->e->lanes / 4), p, "");
	b->SetAlignment(v, 4);
	return spread_quads(l, v);
}

static void interpolate(struct build *s, const struct sq_inst *i)
{
	struct sq_low *l = &s->low;
	const unsigned chan = CIK_VINTRP_WORD0__ATTRCHAN__GET(i->word[0]), d = i->dst - SQ_VGPR;
	const unsigned which = CIK_VINTRP_WORD0__VSRC__GET(i->word[0]) % 3;
	LV of[3];

	switch (i->opcode) {
	case CIK_OP_VINTRP__V_INTERP_MOV_F32:
		l->v[d] = (struct sq_value){
		    .v = parameter(s, i, which == MOV_P20 ? P20_AT + chan : 2 * chan + (which == MOV_P10))};
		break;
	case CIK_OP_VINTRP__V_INTERP_P1_F32:
		of[0] = AS_F(parameter(s, i, 2 * chan + 1));
		of[1] = AS_F(mcik_sq_vector(l, i->src[0] - SQ_VGPR, true));
		of[2] = AS_F(parameter(s, i, 2 * chan));
		l->v[d] =
		    (struct sq_value){.v = AS_I(fl_emit_intrinsic(l->e, "llvm.fma", of, 3)), .any_nan = true};
		break;
	default:
		of[0] = AS_F(parameter(s, i, P20_AT + chan));
		of[1] = AS_F(mcik_sq_vector(l, i->src[0] - SQ_VGPR, true));
		of[2] = AS_F(mcik_sq_vector(l, d, true));
		l->v[d] =
		    (struct sq_value){.v = AS_I(fl_emit_intrinsic(l->e, "llvm.fma", of, 3)), .any_nan = true};
	}
	l->wrote_v[d] = true;
}

/* ---- exports ------------------------------------------------------------------------------------------- */
/* from_half() of sq_half_body.h: a NaN stays as it is. */
static LV from_half(struct sq_low *l, LV half, bool cut)
{
	const struct fl_llvm *b = l->e->llvm;
	const LV size = AND(half, I_(0x7fff));
	const LV halves =
	    b->BuildBitCast(l->e->at, LLVM_2(Trunc, half, l->e->v16),
			    b->VectorType(b->HalfTypeInContext(l->e->context), l->e->lanes), "");
	const LV f = AS_I(LLVM_2(FPExt, halves, l->e->vf32));
	const LV less = ICMP(ULT, SUB(size, I_(0x400)), I_(0x3c00 - 0x400));
	const LV nan =
	    OR(OR(SHL(AND(half, I_(0x8000)), I_(16)), I_(0x7f800000)), SHL(AND(half, I_(0x3ff)), I_(13)));

	return SELECT(ICMP(UGT, size, I_(0x7c00)), nan, cut ? SELECT(less, ADD(f, I_(1 << 12)), f) : f);
}

/* The same of a float that has just been cut off to a half, for a buffer of normalized numbers: there a NaN
 * is 0, whichever it is. */
static LV from_cut(struct sq_low *l, LV v)
{
	enum { TO_ZERO = 3 | 8 /* and no exceptions */ };
	const struct fl_llvm *b = l->e->llvm;
	const bool large = l->isa == FL_ISA_AVX512;
	LV of[4] = {AS_F(v), b->ConstInt(l->e->i32, TO_ZERO, 0), b->GetUndef(l->e->v16),
		    b->ConstInt(l->e->i16, 0xffff, 0)};
	const LV h =
	    fl_emit_machine(l->e, large ? "llvm.x86.avx512.mask.vcvtps2ph.512" : "llvm.x86.vcvtps2ph.256",
			    l->e->v16, of, large ? 4 : 2);
	const LV halves =
	    b->BuildBitCast(l->e->at, h, b->VectorType(b->HalfTypeInContext(l->e->context), l->e->lanes), "");
	const LV f = AS_I(LLVM_2(FPExt, halves, l->e->vf32)), size = AND(f, I_(0x7fffffff));
	const LV less = ICMP(ULT, SUB(size, I_(0x38800000)), I_(0x3f800000 - 0x38800000));

	return SELECT(less, ADD(f, I_(1 << 12)), f);
}

/* The same for a buffer that makes whole numbers of ten bits at most of it first: what is negative, a NaN, or
 * so small that its half is a denormal is 0 there, and what is one or more is one. */
static LV from_cut10(struct sq_low *l, LV v)
{
	const LV one = AS_F(I_(0x3f800000)), f = AS_F(v);
	/* a NaN stays one */
	const LV most = SELECT(FCMP(OLT, one, f), one, f);

	return SELECT(FCMP(OGE, most, AS_F(I_(0x38800000))),
		      OR(AND(AS_I(most), I_(~UINT32_C(0x1fff))), I_(1 << 12)), I_(0));
}

static void export(struct build *s, const struct sq_inst *i)
{
	struct sq_low *l = &s->low;
	const struct mcik_ps *ps = s->ask->ps;
	const uint32_t w0 = i->word[0];
	const unsigned target = CIK_EXP_WORD0__TGT__GET(w0), en = CIK_EXP_WORD0__EN__GET(w0);
	const bool compr = CIK_EXP_WORD0__COMPR__GET(w0);

	for (unsigned k = 0; k < 4; k++) {
		const unsigned from = compr ? k : mcik_ps_source(ps->format[target], k);
		LV v = I_(0);

		if (from != MCIK_NO_SOURCE && en >> from & 1) {
			const unsigned r = i->word[1] >> 8 * (compr ? k / 2 : from) & 255;

			v = mcik_sq_vector(l, r, false);
			if (compr && ps->norm10 >> target & 1 && l->v[r].cut[k % 2])
				v = from_cut10(l, l->v[r].cut[k % 2]);
			else if (compr && ps->norm >> target & 1 && l->v[r].cut[k % 2])
				v = from_cut(l, l->v[r].cut[k % 2]);
			else if (compr)
				v = from_half(l, k % 2 ? LSHR(v, I_(16)) : AND(v, I_(0xffff)),
					      ps->norm >> target & 1);
		}
		fl_emit_store(l->e, v,
			      fl_emit_at(l->e, l->e->arg[1], (ps->to[target] * 4 + k) * sizeof(mcik_plane)));
	}
}

/* ---- the function -------------------------------------------------------------------------------------- */
static bool lower(struct fl_emit *e, void *arg)
{
	const struct mcik_whole_ask *ask = arg;
	struct build s = {.low = {.e = e, .mode = ask->mode, .isa = ask->isa, .whole = true}, .ask = ask};
	struct sq_low *l = &s.low;

	l->flushes = !((ask->step->key - 1) & 1);
	fl_emit_loop(e, MCIK_LANES);
	l->exec = e->llvm->ConstAllOnes(e->v1);
	for (; l->n < ask->step->n; l->n++) {
		const struct sq_inst *i = &ask->record->note[ask->step->first + l->n].inst;

		if (mcik_sq_is_vintrp(i))
			interpolate(&s, i);
		else if (i->unit == SQ_EXPORT)
			export(&s, i);
		else
			mcik_sq_say(l, i);
	}
	for (unsigned v = 0; v < MCIK_VGPRS; v++)
		if (l->wrote_v[v] && ask->step->live[v / 64] >> v % 64 & 1)
			fl_emit_store(e, mcik_sq_vector(l, v, false),
				      fl_emit_at(e, e->arg[0], v * sizeof(mcik_plane)));
	fl_emit_loop_end(e);
	return true;
}

enum fl_jit_answer mcik_whole_compile(const struct mcik_whole_ask *ask, const struct fl_jit_program **p)
{
	const struct mcik_whole_step *step = ask->step;
	struct {
		uint32_t mode, key;
		uint8_t norm, norm10, several, format[MCIK_MRTS], to[MCIK_MRTS], zero;
		uint64_t live[MCIK_VGPRS / 64];
		uint32_t word[SQ_PART_MOST][3];
	} key;

	memset(&key, 0, sizeof key);
	key.mode = ask->mode & SQ_JIT_MODE;
	key.key = step->key;
	key.several = ask->several;
	key.norm = ask->ps->norm;
	key.norm10 = ask->ps->norm10;
	memcpy(key.format, ask->ps->format, sizeof key.format);
	memcpy(key.to, ask->ps->to, sizeof key.to);
	memcpy(key.live, step->live, sizeof key.live);
	for (unsigned n = 0; n < step->n; n++) {
		const struct sq_inst *i = &ask->record->note[step->first + n].inst;

		memcpy(key.word[n], i->word, sizeof i->word);
		key.word[n][2] = i->literal;
	}
	return fl_jit_get(&(struct fl_jit_ask){ask->isa, &key,
					       offsetof(__typeof__(key), word) + step->n * sizeof key.word[0],
					       lower, (void *)(uintptr_t)ask},
			  p);
}
#endif
