/* SPDX-License-Identifier: MIT
 *
 * Rules of Vivante's shader instructions that do not depend on how they are written: what an operation
 * has, what a chip has, and how far registers go. GC facts 0 and 5.
 */
#include "hw/regs/gc.h"
#include "lib/gc/asm_own.h"

const struct fl_gc_limits fl_gc_limits[FL_GC_LEVELS] = {
    {"GC2000", 256, 168, 64, 8, 4, 8, false, false},
    {"GC3000", 256, 256, 64, 16, 16, 16, true, false},
    {"GC7000L", FL_GC_PROGRAM_MAX, 256, 64, 16, 16, 16, true, true},
};

const char *fl_gc_level_name(uint8_t level)
{
	return fl_gc_limits[level].name;
}

static bool is_uniform(const struct fl_gc_src *s)
{
	return s->use && (s->group == GC_INST_RGROUP__UNIFORM_0 || s->group == GC_INST_RGROUP__UNIFORM_1);
}

static const char *check_source(const struct fl_gc_limits *l, uint8_t stage, const struct fl_gc_src *s)
{
	uint32_t most = stage == FL_GC_FRAGMENT ? l->ps_uniforms : l->vs_uniforms, number = s->reg;

	if (s->amode > GC_INST_AMODE__ADD_A_W && s->group != GC_INST_RGROUP__IMMEDIATE)
		return "no such addressing mode";
	switch (s->group) {
	case GC_INST_RGROUP__TEMP:
	case GC_INST_RGROUP__TEMP_FP:
		return s->reg < FL_GC_TEMPS ? NULL : "registers are t0 to t63";
	case GC_INST_RGROUP__INTERNAL:
		return s->reg ? "of the chip's own registers there is i0, the face" : NULL;
	case GC_INST_RGROUP__UNIFORM_1:
		number += FL_GC_UNIFORM_HALF;
		break;
	case GC_INST_RGROUP__IMMEDIATE:
		return l->immediates ? NULL : "this chip has no immediates: declare a const";
	case GC_INST_RGROUP__UNIFORM_0:
		break;
	default:
		return "no such group of registers";
	}
	if (number < most && s->reg < FL_GC_UNIFORM_HALF)
		return NULL;
	return stage == FL_GC_FRAGMENT ? "a fragment program has uniforms u0 to u63"
	       : most == 168           ? "a program has uniforms u0 to u167"
				       : "a program has uniforms u0 to u255";
}

/* Before SH_NO_ONECONST_LIMIT (GC facts 5) */
static bool is_another_uniform(const struct fl_gc_inst *i, uint32_t k)
{
	for (uint32_t j = 0; j < k; j++)
		if (is_uniform(&i->src[k]) && is_uniform(&i->src[j]) &&
		    (i->src[j].reg != i->src[k].reg || i->src[j].group != i->src[k].group ||
		     i->src[j].amode != i->src[k].amode))
			return true;
	return false;
}

static const char *check_sampler(const struct fl_gc_limits *l, uint8_t stage, uint32_t id)
{
	bool ps = id < l->ps_samplers,
	     vs = id >= l->vs_sampler && id < (uint32_t)l->vs_sampler + l->vs_samplers;

	if (stage == FL_GC_FRAGMENT ? ps : stage == FL_GC_VERTEX ? vs : ps || vs)
		return NULL;
	if (l->ps_samplers == 8)
		return "samplers are tex0 to tex7, of vertex programs tex8 to tex11";
	return "samplers are tex0 to tex15, of vertex programs tex16 to tex31";
}

const char *fl_gc_check(const struct fl_gc_limits *l, uint8_t stage, const struct fl_gc_op *op,
			const struct fl_gc_inst *i, uint32_t *src)
{
	const char *wrong;

	*src = 4;
	if (fl_gc_limits + op->level > l)
		return op->level == FL_GC_LEVEL_2 ? "the chip does not have it: GC3000 and GC7000L do"
						  : "the chip does not have it: GC7000L does";
	if (op->op == GC_INST_OPCODE__DSX || op->op == GC_INST_OPCODE__DSY ||
	    op->op == GC_INST_OPCODE__TEXKILL)
		if (stage == FL_GC_VERTEX)
			return "vertices have no neighbors and are not killed: of fragment programs alone";
	if (i->cond && !fl_gc_conditions[i->cond])
		return "no such condition";
	*src = 3;
	if (i->dst.use && i->dst.reg >= FL_GC_TEMPS)
		return "registers are t0 to t63";
	if (i->form == FL_GC_TEX && (wrong = check_sampler(l, stage, i->tex.id)))
		return wrong;
	for (uint32_t k = 0; k < 3; k++) {
		bool here = k == 2 && (op->extended || i->form == FL_GC_FLOW) ? false : i->src[k].use;

		*src = k;
		if (!here && op->needs >> k & 1)
			return "this source has to be there";
		if (here && !((op->needs | op->may) >> k & 1))
			return "the operation does not have this source";
		if (!here)
			continue;
		wrong = check_source(l, stage, &i->src[k]);
		if (wrong)
			return wrong;
		if (!l->many_uniforms && is_another_uniform(i, k))
			return "an instruction reads one uniform, before GC7000L";
	}
	return NULL;
}
