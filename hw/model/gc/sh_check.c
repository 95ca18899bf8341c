/* SPDX-License-Identifier: MIT
 *
 * SH: what an instruction may not ask for on this chip; reports, and what the chip does nevertheless.
 */
#include "hw/model/gc/sh_code.h"

enum { GC2000_MODEL = 0x2000 }; /* GC3000 says the same, and has another sine: GC facts 0 */

static bool is_uniform(const struct sh_src *s)
{
	return s->used && !s->imm && (s->from == SH_TABLE || s->from == SH_UNIFORM_REL);
}

/* GC facts 5: before SH_NO_ONECONST_LIMIT an instruction names one uniform; the last one serves for all. */
static void one_uniform(struct sh_decoder *d, struct sh_inst *in)
{
	const struct sh_src *last = NULL;

	if (!d->g->variant->one_const)
		return;
	for (unsigned i = 0; i < 3; i++)
		if (is_uniform(&in->src[i]))
			last = &in->src[i];
	for (unsigned i = 0; i < 3 && last; i++) {
		struct sh_src *s = &in->src[i];
		if (!is_uniform(s) || (s->reg == last->reg && s->amode == last->amode))
			continue;
		SH_WARN(d, "GC facts 5",
			"%s reads u%u and u%u: this chip has one uniform an instruction, and takes the last",
			in->code->name, s->reg, last->reg);
		s->reg = last->reg;
		s->amode = last->amode;
		s->from = last->from;
		for (unsigned c = 0; c < 4 && s->from == SH_TABLE; c++)
			s->table[c] = mgc_sh_konst(d, s->reg * 4u + s->swz[c], s->mod, 0);
	}
}

static void temps(struct sh_decoder *d, const struct sh_inst *in)
{
	for (unsigned i = 0; i < 3; i++)
		if (in->src[i].used && in->src[i].from == SH_TEMP && in->src[i].reg >= d->temps)
			SH_WARN(d, "GC facts 5",
				"%s reads t%u with NUM_TEMPS %u: that is a neighbouring thread's register",
				in->code->name, in->src[i].reg, d->temps);
	if (in->dst_use && in->shape != SH_ADDRESS && in->shape != SH_STORE && in->dst >= d->temps)
		SH_WARN(d, "GC facts 5",
			"%s writes t%u with NUM_TEMPS %u: that is a neighbouring thread's register",
			in->code->name, in->dst, d->temps);
}

static void types(struct sh_decoder *d, const struct sh_inst *in)
{
	const bool flt = in->type == GC_INST_TYPE__F32, half = in->type == GC_INST_TYPE__F16;
	const unsigned flags = in->code->flags;

	if (half && in->shape != SH_CONVERT && in->shape != SH_LOAD && in->shape != SH_STORE)
		SH_REFUSE(d, "GC facts 5", "%s of type f16: outside of dual-16 no source says what that is",
			  in->code->name);
	else if (flt && !(flags & SH_FLOAT))
		SH_REFUSE(d, "GC facts 5", "%s of type f32: it is one of integers", in->code->name);
	else if (!flt && !half && !(flags & SH_INT))
		SH_REFUSE(d, "GC facts 5", "%s of type %u: it is one of floats", in->code->name, in->type);
	if (in->sat && !flt)
		SH_WARN(d, "GC facts 5", "%s of type %u asks for saturation, which is one of floats",
			in->code->name, in->type);
	/* Integers work on one component on GC2000, and everywhere from HALTI2 on. */
	if (!flt && in->dst_use && in->mask & (in->mask - 1) && d->g->variant->halti < 2)
		SH_WARN(d, "GC facts 5", "%s of type %u writes several components: before HALTI2 that is one",
			in->code->name, in->type);
}

static void lookup(struct sh_decoder *d, const struct sh_inst *in)
{
	const struct mgc_variant *v = d->g->variant;

	if (in->shape != SH_LOOKUP || in->unit_amode)
		return;
	if (d->stage == MGC_PIXEL && in->unit >= v->ps_samplers)
		SH_WARN(d, "GC facts 5", "%s of unit %u: pixel programs have %u", in->code->name, in->unit,
			v->ps_samplers);
	if (d->stage == MGC_VERTEX &&
	    (in->unit < v->vs_sampler_base || in->unit >= v->vs_sampler_base + v->vs_samplers))
		SH_WARN(d, "GC facts 5", "%s of unit %u: vertex programs have %u, from %u on", in->code->name,
			in->unit, v->vs_samplers, v->vs_sampler_base);
}

void mgc_sh_check(struct sh_decoder *d)
{
	struct sh_inst *in = &d->code->inst[d->at];

	if (in->code->halti > d->g->variant->halti)
		SH_REFUSE(d, "GC facts 5", "%s: from HALTI%d on, and this chip has %d", in->code->name,
			  in->code->halti, d->g->variant->halti);
	if (in->code->flags & SH_PIXEL && d->stage != MGC_PIXEL)
		SH_REFUSE(d, "GC facts 5", "%s: for pixel programs alone", in->code->name);
	types(d, in);
	one_uniform(d, in);
	temps(d, in);
	lookup(d, in);
	/* etna_viv: on GC2000 a sine whose source is its destination goes wrong. Mesa's driver emits such, so
	 * it is no more than worth knowing (choices.md). */
	if ((in->op == GC_INST_OPCODE__SIN || in->op == GC_INST_OPCODE__COS) &&
	    d->g->variant->model == GC2000_MODEL && !d->g->variant->fast_transcendentals && in->src[2].used &&
	    in->src[2].from == SH_TEMP && in->src[2].reg == in->dst)
		SH_SAY(d, FL_NOTE, "GC facts 12",
		       "%s with t%u for source and destination: etna_viv calls it wrong", in->code->name,
		       in->dst);
	if (in->pair && in->mask != 3 && in->mask != 12) /* xy, zw */
		SH_WARN(d, "GC facts 5", "%s gives two factors, in xy or zw: its mask is 0x%x",
			in->code->name, in->mask);
	if ((in->shape == SH_BRANCH || in->shape == SH_CALL) && in->target > d->code->n_inst)
		SH_REFUSE(d, "GC facts 5", "%s to instruction %u of %u", in->code->name, in->target,
			  d->code->n_inst);
	if (in->rounding > GC_INST_ROUND_MODE__RTNE)
		SH_WARN(d, "GC facts 5", "%s has rounding mode %u, of which nothing is known", in->code->name,
			in->rounding);
}
