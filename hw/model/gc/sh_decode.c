/* SPDX-License-Identifier: MIT
 *
 * SH: 128 bits to a flat record. Fields: hw/regs/gc/isa.xml (GC facts 5, Mesa isa/etnaviv.xml).
 */
#include "hw/model/gc/sh_code.h"

#include <stdlib.h>

#define W0(name) GC_INST_WORD_0__##name##__GET(w[0])
#define W1(name) GC_INST_WORD_1__##name##__GET(w[1])
#define W2(name) GC_INST_WORD_2__##name##__GET(w[2])
#define W3(name) GC_INST_WORD_3__##name##__GET(w[3])

enum { COND_MSB = 22, IMM_F32 = 0, IMM_S20, IMM_U20, IMM_F16 };

/* An operand's field as the instruction has it */
struct field {
	bool used, neg, abs;
	uint32_t reg, swz, amode, group;
};

static struct field field(const uint32_t w[4], unsigned slot)
{
	if (slot == 0)
		return (struct field){W1(SRC0_USE),  W1(SRC0_NEG),   W1(SRC0_ABS),   W1(SRC0_REG),
				      W1(SRC0_SWIZ), W2(SRC0_AMODE), W2(SRC0_RGROUP)};
	if (slot == 1)
		return (struct field){W2(SRC1_USE),  W2(SRC1_NEG),   W2(SRC1_ABS),   W2(SRC1_REG),
				      W2(SRC1_SWIZ), W2(SRC1_AMODE), W3(SRC1_RGROUP)};
	return (struct field){W3(SRC2_USE),  W3(SRC2_NEG),   W3(SRC2_ABS),   W3(SRC2_REG),
			      W3(SRC2_SWIZ), W3(SRC2_AMODE), W3(SRC2_RGROUP)};
}

/* GC facts 5: 20 bits out of the operand's other fields; the address mode's upper bits say which kind. */
static uint32_t immediate(const struct field *f)
{
	const uint32_t v =
	    f->reg | f->swz << 9 | (uint32_t)f->neg << 17 | (uint32_t)f->abs << 18 | (f->amode & 1) << 19;

	switch (f->amode >> 1) {
	case IMM_F32:
		return v << 12;
	case IMM_S20:
		return (uint32_t)((int32_t)(v << 12) >> 12);
	case IMM_U20:
		return v;
	default:
		return sh_u(num_from_half(v & 0xffff));
	}
}

static bool is_signed(unsigned type)
{
	return type == GC_INST_TYPE__S32 || type == GC_INST_TYPE__S16 || type == GC_INST_TYPE__S8;
}

static unsigned width(unsigned type)
{
	switch (type) {
	case GC_INST_TYPE__S8:
	case GC_INST_TYPE__U8:
		return 1;
	case GC_INST_TYPE__S16:
	case GC_INST_TYPE__U16:
	case GC_INST_TYPE__F16:
		return 2;
	default:
		return 4;
	}
}

static bool is_float(unsigned type)
{
	return type == GC_INST_TYPE__F32 || type == GC_INST_TYPE__F16;
}

/* The first kernel of a type of integers */
static unsigned int_kernel(unsigned type, unsigned which)
{
	static const uint8_t set[8] = {
	    [GC_INST_TYPE__S32] = 0, [GC_INST_TYPE__U32] = 1, [GC_INST_TYPE__S16] = 2,
	    [GC_INST_TYPE__U16] = 3, [GC_INST_TYPE__S8] = 4,  [GC_INST_TYPE__U8] = 5};

	return SH_OP_s32_add + set[type] * SH_INTS_N + which;
}

unsigned mgc_sh_konst(struct sh_decoder *d, unsigned from, unsigned mod, uint32_t value)
{
	enum { LOOK_BACK = 256 }; /* of a long program not all are gone through */
	struct sh_code *c = d->code;

	for (unsigned i = c->n_konst > LOOK_BACK ? c->n_konst - LOOK_BACK : 0; i < c->n_konst; i++)
		if (c->konst[i].from == from && c->konst[i].mod == mod && c->konst[i].value == value)
			return i;
	c->konst[c->n_konst] = (struct sh_konst){(uint16_t)from, (uint8_t)mod, value};
	return c->n_konst++;
}

static void source(struct sh_decoder *d, struct sh_inst *in, const uint32_t w[4], unsigned slot, bool integer)
{
	const struct field f = field(w, slot);
	struct sh_src *s = &in->src[slot];
	bool uniform = f.group == GC_INST_RGROUP__UNIFORM_0 || f.group == GC_INST_RGROUP__UNIFORM_1;

	s->used = f.used;
	s->reg = (uint16_t)f.reg;
	for (unsigned c = 0; c < 4; c++)
		s->swz[c] = f.swz >> 2 * c & 3;
	if (!f.used) { /* reads as zero: choices.md */
		for (unsigned c = 0; c < 4; c++)
			s->table[c] = mgc_sh_konst(d, SH_VALUE, 0, 0);
		s->from = SH_TABLE;
		return;
	}
	if (f.group == GC_INST_RGROUP__IMMEDIATE) {
		if (d->g->variant->halti < 2)
			SH_WARN(d, "GC facts 5", "an immediate operand: HALTI2 and later have them");
		s->imm = true;
		s->value = immediate(&f);
		s->from = SH_TABLE;
		for (unsigned c = 0; c < 4; c++)
			s->table[c] = mgc_sh_konst(d, SH_VALUE, 0, s->value);
		return;
	}
	s->amode = (uint8_t)f.amode;
	if (f.amode > GC_INST_AMODE__ADD_A_W)
		SH_REFUSE(d, "GC facts 5", "source %u has address mode %u, of which nothing is known", slot,
			  f.amode);
	s->mod = (uint8_t)((f.abs ? SH_MOD_ABS : 0) | (f.neg ? SH_MOD_NEG : 0));
	if (integer) {
		s->mod |= s->mod ? SH_MOD_INT : 0;
		if (width(in->type) < 4)
			s->mod |= SH_MOD_INT | (width(in->type) == 1 ? SH_MOD_BYTE : SH_MOD_SHORT) |
				  (is_signed(in->type) ? SH_MOD_SIGNED : 0);
	}
	if (f.group == GC_INST_RGROUP__INTERNAL) {
		s->from = SH_FACE;
		d->code->facts.face = true;
		if (f.reg)
			SH_REFUSE(d, "GC facts 5", "source %u is i%u: i0 alone is known", slot, f.reg);
	} else if (uniform) {
		if (f.group == GC_INST_RGROUP__UNIFORM_1)
			s->reg = (uint16_t)(f.reg + 128);
		if (f.reg > 127)
			SH_REFUSE(d, "GC facts 5", "source %u is uniform %u of its group: a group has 128",
				  slot, f.reg);
		s->from = s->amode ? SH_UNIFORM_REL : SH_TABLE;
		if (s->reg >= d->uniforms)
			SH_WARN(d, "GC facts 0", "source %u is u%u: the stage has %u uniforms", slot, s->reg,
				d->uniforms);
		for (unsigned c = 0; c < 4 && !s->amode; c++)
			s->table[c] = mgc_sh_konst(d, s->reg * 4u + s->swz[c], s->mod, 0);
		unsigned n = s->amode ? d->uniforms : s->reg + 1u;
		if (d->code->n_uniform < n)
			d->code->n_uniform = n < SH_UNIFORMS_STAGE ? n : SH_UNIFORMS_STAGE;
	} else if (f.group == GC_INST_RGROUP__TEMP || f.group == GC_INST_RGROUP__TEMP_FP) {
		s->from = SH_TEMP;
		d->code->facts.reads |= s->amode ? ~0ull : 1ull << (f.reg & (MGC_TEMPS - 1));
		if (f.reg >= MGC_TEMPS)
			SH_REFUSE(d, "GC facts 5", "source %u is t%u: there are %u", slot, f.reg, MGC_TEMPS);
	} else
		SH_REFUSE(d, "GC facts 5", "source %u is of group %u, of which nothing is known", slot,
			  f.group);
}

/* CONV, I2I: out of the instruction's type into the one that source 1 names; without it a conversion of
 * integers goes into the instruction's type. */
static void convert(struct sh_decoder *d, struct sh_inst *in)
{
	const unsigned from = in->type, to = in->src[1].imm ? in->src[1].value : from;

	if (in->src[1].used && (!in->src[1].imm || to > 7)) {
		SH_REFUSE(d, "GC facts 5", "%s: source 1 names no type", in->code->name);
		return;
	}
	if (from == to || (is_float(from) && is_float(to)))
		in->run = from == to ? (is_float(from) ? SH_OP_mov : (uint16_t)int_kernel(to, SH_INT_keep))
				     : (to == GC_INST_TYPE__F16 ? SH_OP_to_half : SH_OP_from_half);
	else if (from == GC_INST_TYPE__F16 || to == GC_INST_TYPE__F16)
		SH_REFUSE(d, "GC facts 5", "%s between halves and integers: no source says how",
			  in->code->name);
	else
		in->run = (uint16_t)(is_float(to)     ? int_kernel(from, SH_INT_to_float)
				     : is_float(from) ? int_kernel(to, SH_INT_from_float)
						      : int_kernel(to, SH_INT_keep));
}

static void extended(struct sh_decoder *d, struct sh_inst *in)
{
	enum { FIND_LSB = 0x0b, FIND_MSB = 0x0c };

	if (in->src[2].imm && in->src[2].value == FIND_LSB)
		in->run = (uint16_t)int_kernel(in->type, SH_INT_lsb);
	else if (in->src[2].imm && in->src[2].value == FIND_MSB)
		in->run = (uint16_t)int_kernel(in->type, SH_INT_msb_at);
	else
		SH_REFUSE(d, "GC facts 5", "extended operation 0x%x: 0xb and 0xc are known",
			  in->src[2].imm ? in->src[2].value : 0);
}

/* The condition's kernel, by the instruction's type */
static void condition(struct sh_decoder *d, struct sh_inst *in)
{
	unsigned cond = in->cond == COND_MSB ? SH_CONDITIONS - 1 : in->cond;

	if (in->cond > GC_INST_CONDITION__LZ && in->cond != COND_MSB) {
		SH_REFUSE(d, "GC facts 5", "%s: condition %u is none", in->code->name, in->cond);
		cond = 0;
	}
	in->test = (uint16_t)((is_float(in->type)    ? SH_OP_f_true
			       : is_signed(in->type) ? SH_OP_s_true
						     : SH_OP_u_true) +
			      cond);
}

/* Kernels, and in what order operands go to them */
static void operation(struct sh_decoder *d, struct sh_inst *in)
{
	const struct sh_opcode *code = in->code;

	in->run = is_float(in->type) ? code->run : (uint16_t)int_kernel(in->type, code->run_int);
	in->a = code->order[0];
	in->b = code->order[1];
	in->c = code->order[2];
	in->any = code->flags & SH_ANY;
	switch (in->shape) {
	case SH_TEST:
		in->run = code->run;
		/* fall through */
	case SH_BRANCH:
	case SH_CALL:
	case SH_KILL:
		condition(d, in);
		break;
	case SH_DOT:
	case SH_SLOPE:
		in->run = code->run;
		break;
	case SH_CONVERT:
		convert(d, in);
		break;
	case SH_EXTENDED:
		extended(d, in);
		break;
	default:
		break;
	}
	/* GC facts 5, FAST_TRANSCENDENTALS: two factors where the rounding field says so */
	if (code->flags & SH_PAIR && d->g->variant->fast_transcendentals &&
	    in->rounding == GC_INST_ROUND_MODE__RTZ) {
		in->pair = true;
		if (in->run == SH_OP_sin_quarter)
			in->run = SH_OP_sin_half;
		if (in->run == SH_OP_cos_quarter)
			in->run = SH_OP_cos_half;
	}
}

static bool reads_component(const struct sh_inst *in, unsigned reg, unsigned comp, unsigned at)
{
	for (unsigned i = 0; i < 3; i++) {
		const struct sh_src *s = &in->src[i];
		if (!s->used || s->from != SH_TEMP)
			continue;
		if (s->amode || (s->reg == reg && s->swz[at] == comp))
			return true;
	}
	return false;
}

/* Which components may be written before the later ones are computed */
static unsigned direct(const struct sh_inst *in)
{
	unsigned mask = 0;

	if (in->shape != SH_EACH && in->shape != SH_TEST && in->shape != SH_CONVERT &&
	    in->shape != SH_EXTENDED)
		return 0;
	for (unsigned c = 0; c < 4; c++) {
		bool later = in->dst_amode != 0;
		for (unsigned k = c + 1; k < 4; k++)
			later |= in->mask >> k & 1 && reads_component(in, in->dst, c, k);
		mask |= (unsigned)!later << c;
	}
	return mask & in->mask;
}

static void destination(struct sh_decoder *d, struct sh_inst *in)
{
	struct mgc_program_facts *f = &d->code->facts;

	if (!in->dst_use || in->shape == SH_STORE || in->shape == SH_ADDRESS || in->shape >= SH_BRANCH ||
	    in->shape == SH_NOTHING)
		if (in->shape != SH_LOOKUP && in->shape != SH_LOAD && in->shape != SH_ATOMIC)
			return;
	if (!in->dst_use)
		return;
	if (in->dst >= MGC_TEMPS)
		SH_REFUSE(d, "GC facts 5", "the result goes to t%u: there are %u", in->dst, MGC_TEMPS);
	if (in->dst_amode > GC_INST_AMODE__ADD_A_W)
		SH_REFUSE(d, "GC facts 5", "the result has address mode %u, of which nothing is known",
			  in->dst_amode);
	f->writes |= in->dst_amode ? ~0ull : 1ull << (in->dst & (MGC_TEMPS - 1));
	if (in->mask & 4)
		f->writes_z |= in->dst_amode ? ~0ull : 1ull << (in->dst & (MGC_TEMPS - 1));
}

static void one(struct sh_decoder *d, struct sh_inst *in, const uint32_t w[4])
{
	struct mgc_program_facts *f = &d->code->facts;
	bool integer, memory;

	*in = (struct sh_inst){.op = (uint8_t)(W0(OPCODE) | W2(OPCODE_BIT6) << 6),
			       .cond = (uint8_t)W0(COND),
			       .type = (uint8_t)(W1(TYPE_BIT2) << 2 | W2(TYPE_BIT01)),
			       .sat = W0(SAT),
			       .dst_use = W0(DST_USE),
			       .dst = (uint8_t)W0(DST_REG),
			       .dst_amode = (uint8_t)W0(DST_AMODE),
			       .mask = (uint8_t)W0(DST_COMPS),
			       .unit = (uint8_t)W0(TEX_ID),
			       .target = (uint16_t)W3(SRC2_IMM)};
	in->code = &mgc_sh_opcodes[in->op];
	in->shape = in->code->shape;
	in->size_B = (uint8_t)width(in->type);
	memory = in->shape == SH_LOAD || in->shape == SH_STORE || in->shape == SH_ATOMIC;
	if (in->shape == SH_NAMED) {
		SH_REFUSE(d, "GC facts 5", "opcode 0x%02x: its name alone is public, not what it does",
			  in->op);
		return;
	}
	if (in->shape == SH_LOOKUP) {
		in->unit_amode = (uint8_t)W1(TEX_AMODE);
		for (unsigned c = 0; c < 4; c++)
			in->swz[c] = W1(TEX_SWIZ) >> 2 * c & 3;
		if (in->unit_amode > GC_INST_AMODE__ADD_A_W)
			SH_REFUSE(d, "GC facts 5", "the unit has address mode %u, of which nothing is known",
				  in->unit_amode);
		f->units |= in->unit_amode ? ~0u : 1u << in->unit;
	} else
		in->rounding = (uint8_t)W1(RMODE);
	if (memory)
		in->shift = W1(TEX_SWIZ) & 7;
	integer = !is_float(in->type) && !(in->code->flags & SH_FROM_FLOAT) &&
		  !(in->shape == SH_LOAD || in->shape == SH_STORE);
	for (unsigned slot = 0; slot < 3; slot++)
		if (in->code->slots >> slot & 1)
			source(d, in, w, slot, integer);
	operation(d, in);
	destination(d, in);
	in->direct = (uint8_t)direct(in);
	d->code->relative |= in->shape == SH_ADDRESS || in->dst_amode || in->unit_amode;
	for (unsigned slot = 0; slot < 3; slot++)
		d->code->relative |= in->src[slot].amode != 0;
	f->kills |= in->shape == SH_KILL;
	f->flow |= in->shape == SH_BRANCH || in->shape == SH_CALL || in->shape == SH_RETURN;
	f->memory |= memory;
	f->stores |= in->shape == SH_STORE || in->shape == SH_ATOMIC;
	f->derivatives |=
	    in->shape == SH_SLOPE ||
	    (in->shape == SH_LOOKUP && (in->op == GC_INST_OPCODE__TEXLD || in->op == GC_INST_OPCODE__TEXLDB));
	mgc_sh_check(d);
}

bool mgc_sh_decode(struct sh_decoder *d, const uint32_t *words, unsigned n_inst)
{
	struct sh_code *c = d->code;

	*c = (struct sh_code){.n_inst = n_inst};
	c->inst = calloc(n_inst ? n_inst : 1, sizeof(*c->inst));
	c->cap_konst = n_inst * 25 + 1;
	c->konst = calloc(c->cap_konst, sizeof(*c->konst));
	if (!c->inst || !c->konst)
		return false;
	c->facts.n_inst = n_inst;
	c->facts.temps = d->temps;
	for (d->at = 0; d->at < n_inst; d->at++)
		one(d, &c->inst[d->at], words + d->at * 4);
	return !d->refused && mgc_sh_plan(d);
}

void mgc_sh_code_free(struct sh_code *c)
{
	free(c->inst);
	free(c->span);
	free(c->move);
	free(c->konst);
	*c = (struct sh_code){0};
}
