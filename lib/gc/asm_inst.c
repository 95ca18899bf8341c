/* SPDX-License-Identifier: MIT
 *
 * One instruction of a Vivante core, from text. See asm.h.
 */
#include "hw/regs/gc.h"
#include "lib/gc/asm_own.h"

struct reading {
	struct fl_gc_program *p;
	struct fl_asm *a;
	const struct fl_gc_op *op;
	struct fl_gc_inst *i;
	const char *at[5]; /* sources, the destination, the operation */
};

/* ---- modifiers ----------------------------------------------------------------------------------------- */
static bool find(const char *const *list, uint32_t n, const char *name, uint32_t length, uint8_t *value)
{
	for (uint32_t k = 0; k < n; k++)
		if (list[k] && list[k][0] && fl_asm_is(name, length, list[k] + 1)) {
			*value = (uint8_t)k;
			return true;
		}
	return false;
}

static bool take_flag(struct reading *r, const char *name, uint32_t n)
{
	struct fl_gc_inst *i = r->i;
	const bool memory = r->op->form == FL_GC_LOAD || r->op->form == FL_GC_STORE;
	struct {
		const char *name;
		bool *flag, here;
	} flags[] = {
	    {"sat", &i->sat, true},
	    {"hp", &i->full, r->op->form != FL_GC_FLOW},
	    {"pack", &i->pack, r->op->form != FL_GC_TEX && !fl_gc_is_packed(r->op)},
	    {"skpHp", &i->skip, r->op->form != FL_GC_TEX},
	    {"denorm", &i->denorm, memory},
	    {"local", &i->local, memory},
	};

	for (uint32_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
		if (flags[k].here && fl_asm_is(name, n, flags[k].name)) {
			*flags[k].flag = true;
			return true;
		}
	if (memory && n == 3 && (name[0] | 32) == 'l' && (name[1] | 32) == 's' && name[2] >= '1' &&
	    name[2] <= '7') {
		i->shift = (uint8_t)(name[2] - '0');
		return true;
	}
	return false;
}

static bool take_modifiers(struct reading *r)
{
	const bool tex = r->op->form == FL_GC_TEX, flow = r->op->form == FL_GC_FLOW;
	struct fl_gc_inst *i = r->i;
	const char *name;
	uint32_t n;

	while (fl_asm_take(r->a, '.')) {
		n = fl_asm_name(r->a, &name);
		if (!find(fl_gc_conditions, 32, name, n, &i->cond) &&
		    !find(fl_gc_types, 8, name, n, &i->type) &&
		    (tex || !find(fl_gc_roundings, 4, name, n, &i->rmode)) &&
		    (flow || !find(fl_gc_threads, 4, name, n, &i->thread)) && !take_flag(r, name, n))
			return fl_asm_wrong(r->a, name, "expected a condition, a type or a flag that %s has",
					    r->op->name);
	}
	return true;
}

/* ---- operands ------------------------------------------------------------------------------------------ */
static bool take_components(struct reading *r, const char **name, uint32_t *n, bool holes)
{
	static const char xyzw[] = "xyzw";

	*n = fl_asm_name(r->a, name);
	for (uint32_t k = 0; k < *n; k++) {
		uint32_t c = 0;

		while (c < 4 && ((*name)[k] | 32) != xyzw[c])
			c++;
		if (c == 4 && !(holes && (*name)[k] == '_'))
			*n = 0;
	}
	return (*n && *n <= 4) ||
	       fl_asm_wrong(r->a, *name, "expected up to four of x, y, z and w%s", holes ? ", and _" : "");
}

static uint8_t component(char c)
{
	c |= 32;
	return c == 'w' ? 3 : (uint8_t)(c - 'x');
}

static bool take_swizzle(struct reading *r, uint8_t *swiz)
{
	const char *name;
	uint32_t n, v = 0;

	*swiz = FL_GC_XYZW;
	if (!fl_asm_take(r->a, '.'))
		return true;
	if (!take_components(r, &name, &n, false))
		return false;
	for (uint32_t k = 0; k < 4; k++)
		v |= (uint32_t)component(name[k < n ? k : n - 1]) << (2 * k);
	*swiz = (uint8_t)v;
	return true;
}

/* .xy__ has its places; of .xy any order will do. */
static bool take_mask(struct reading *r, uint8_t *mask)
{
	const char *name;
	uint32_t n;

	*mask = 15;
	if (!fl_asm_take(r->a, '.'))
		return true;
	if (!take_components(r, &name, &n, true))
		return false;
	*mask = 0;
	for (uint32_t k = 0; k < n; k++) {
		if (name[k] == '_')
			continue;
		if (n == 4 && component(name[k]) != k)
			return fl_asm_wrong(r->a, name, "of four components, each stands in its place");
		*mask |= (uint8_t)(1u << component(name[k]));
	}
	return true;
}

/* [a.x] behind a register; *index: [3] behind a name of several, NULL: it has none */
static bool take_address(struct reading *r, uint8_t *amode, uint32_t *index, uint32_t count)
{
	const char *name;
	uint32_t n;

	*amode = GC_INST_AMODE__DIRECT;
	while (fl_asm_take(r->a, '[')) {
		if (index && fl_asm_is_digit(fl_asm_peek(r->a))) {
			if (!fl_asm_integer(r->a, count - 1, "an index", index))
				return false;
		} else {
			if (!fl_asm_take_word(r->a, "a") || !fl_asm_want(r->a, '.'))
				return fl_asm_expected(r->a, "a.x, a.y, a.z or a.w");
			if (!take_components(r, &name, &n, false))
				return false;
			if (n != 1)
				return fl_asm_wrong(r->a, name, "expected one component");
			*amode = (uint8_t)(GC_INST_AMODE__ADD_A_X + component(name[0]));
		}
		if (!fl_asm_want(r->a, ']'))
			return false;
		if (*amode)
			break;
	}
	return true;
}

static void note_temp(struct reading *r, uint32_t reg)
{
	if (reg >= FL_GC_TEMPS)
		return;
	r->p->has_temp |= 1ull << reg;
	r->p->temps = r->p->temps > reg ? r->p->temps : reg + 1;
}

static bool take_destination(struct reading *r)
{
	struct fl_gc_inst *i = r->i;
	const char *name = fl_asm_here(r->a);
	uint32_t n = fl_asm_name(r->a, &name);
	const struct fl_asm_symbol *symbol;
	int32_t reg;

	r->at[3] = name;
	if (fl_asm_is(name, n, "void"))
		return true;
	if (r->op->form == FL_GC_STORE)
		return fl_asm_is(name, n, "mem") ? take_mask(r, &i->dst.mask)
						 : fl_asm_wrong(r->a, name, "expected mem, and a mask");
	if (r->op->form == FL_GC_ADDRESS && fl_asm_is(name, n, "a"))
		return take_mask(r, &i->dst.mask);
	if (r->op->form == FL_GC_FLOW)
		return fl_asm_wrong(r->a, name, "expected void: control flow has no destination");
	symbol = fl_asm_find(r->a, name, n);
	reg = fl_asm_register(name, n, "t");
	if (symbol &&
	    (symbol->kind == FL_GC_SYM_IN || symbol->kind == FL_GC_SYM_OUT || symbol->kind == FL_GC_SYM_TEMP))
		reg = symbol->first;
	if (reg < 0)
		return fl_asm_wrong(r->a, name, "expected a register, or void");
	if (reg > 127)
		return fl_asm_wrong(r->a, name, "registers are t0 to t63");
	i->dst.use = true;
	i->dst.reg = (uint8_t)reg;
	note_temp(r, (uint32_t)reg);
	return take_address(r, &i->dst.amode, NULL, 0) && take_mask(r, &i->dst.mask);
}

/* ---- immediates ---------------------------------------------------------------------------------------- */
/* A half, of a float's bits that it can hold exactly; false: it cannot */
static bool half_of(uint32_t f, uint32_t *half)
{
	const uint32_t sign = f >> 16 & 0x8000, exponent = f >> 23 & 0xff, mantissa = f & 0x7fffff;
	const uint32_t full = mantissa | 0x800000, shift = 126 - exponent;

	*half = sign;
	if (!exponent && !mantissa)
		return true;
	if (exponent == 0xff) {
		*half |= 0x7c00 | mantissa >> 13;
		return !(mantissa & 0x1fff);
	}
	if (exponent > 142 || exponent < 103)
		return false;
	if (exponent >= 113) {
		*half |= (exponent - 112) << 10 | mantissa >> 13;
		return !(mantissa & 0x1fff);
	}
	*half |= full >> shift; /* a denormal: steps of 2^-24 */
	return !(full & ((1u << shift) - 1));
}

static bool is_whole(struct fl_asm *a, bool *hex)
{
	const char *p = fl_asm_here(a);

	p += p < a->end && *p == '-';
	*hex = p + 1 < a->end && p[0] == '0' && (p[1] | 32) == 'x';
	if (p >= a->end || !fl_asm_is_digit(*p))
		return false;
	while (!*hex && p < a->end && fl_asm_is_digit(*p))
		p++;
	return *hex || p >= a->end || (*p != '.' && (*p | 32) != 'e');
}

static bool take_kind(struct fl_asm *a, uint32_t *kind)
{
	static const char *const kinds[] = {"f20", "s20", "u20", "f16"};
	const char *name;
	uint32_t n;

	if (!fl_asm_take(a, ':'))
		return true;
	n = fl_asm_name(a, &name);
	for (*kind = 0; *kind < 4; ++*kind)
		if (fl_asm_is(name, n, kinds[*kind]))
			return true;
	return fl_asm_wrong(a, name, "expected f20, s20, u20 or f16");
}

static bool take_whole(struct reading *r, struct fl_gc_src *s, bool hex)
{
	const char *at = fl_asm_here(r->a);
	const bool negative = fl_asm_take(r->a, '-');
	uint32_t v, kind = 4;

	if (!fl_asm_integer(r->a, 0xfffff, "a number of 20 bits", &v) || !take_kind(r->a, &kind))
		return false;
	if (kind == 4)
		kind = negative || v < 0x80000 ? FL_GC_IMM_S20 : FL_GC_IMM_U20;
	if (hex && !negative) { /* the bits, whatever they are */
		if (kind == FL_GC_IMM_F16 && v > 0xffff)
			return fl_asm_wrong(r->a, at, "f16 has 16 bits");
		fl_gc_set_immediate(s, kind, v);
		return true;
	}
	if (kind == FL_GC_IMM_F20 || kind == FL_GC_IMM_F16)
		return fl_asm_wrong(r->a, at, "a float has a point");
	if (negative ? kind == FL_GC_IMM_U20 || v > 0x80000 : kind == FL_GC_IMM_S20 && v > 0x7ffff)
		return fl_asm_wrong(r->a, at, "%s",
				    kind == FL_GC_IMM_U20 ? "u20 is 0 to 1048575"
							  : "s20 is -524288 to 524287");
	fl_gc_set_immediate(s, kind, (negative ? 0 - v : v) & 0xfffff);
	return true;
}

static bool take_immediate(struct reading *r, struct fl_gc_src *s)
{
	const char *at = fl_asm_here(r->a);
	uint32_t kind = FL_GC_IMM_F20, bits;
	bool hex;

	if (is_whole(r->a, &hex))
		return take_whole(r, s, hex);
	if (!fl_asm_float(r->a, &bits) || !take_kind(r->a, &kind))
		return false;
	if (kind == FL_GC_IMM_F20) {
		if (bits & 0xfff)
			return fl_asm_wrong(r->a, at,
					    "a float that 20 bits hold has 11 bits behind the point");
		bits >>= 12;
	} else if (kind == FL_GC_IMM_F16) {
		if (!half_of(bits, &bits))
			return fl_asm_wrong(r->a, at, "f16 does not hold it");
	} else {
		return fl_asm_wrong(r->a, at, "expected a whole number");
	}
	fl_gc_set_immediate(s, kind, bits);
	return true;
}

/* ---- sources ------------------------------------------------------------------------------------------- */
static bool take_name(struct reading *r, struct fl_gc_src *s, uint32_t *count)
{
	static const struct {
		char prefix[3];
		uint8_t group;
	} groups[] = {{"t", GC_INST_RGROUP__TEMP},
		      {"u", GC_INST_RGROUP__UNIFORM_0},
		      {"i", GC_INST_RGROUP__INTERNAL},
		      {"th", GC_INST_RGROUP__TEMP_FP}};
	const char *name;
	uint32_t n = fl_asm_name(r->a, &name);
	const struct fl_asm_symbol *symbol = fl_asm_find(r->a, name, n);

	*count = 1;
	if (symbol && symbol->kind != FL_GC_SYM_LABEL) {
		*count = symbol->count;
		s->reg = symbol->first;
		s->group = symbol->kind == FL_GC_SYM_CONST  ? GC_INST_RGROUP__UNIFORM_0
			   : symbol->kind == FL_GC_SYM_FACE ? GC_INST_RGROUP__INTERNAL
							    : GC_INST_RGROUP__TEMP;
		return true;
	}
	for (uint32_t k = 0; k < sizeof groups / sizeof groups[0]; k++) {
		int32_t reg = fl_asm_register(name, n, groups[k].prefix);

		if (reg < 0)
			continue;
		if (reg > 511)
			return fl_asm_wrong(r->a, name, "a register's number has 9 bits");
		s->reg = (uint16_t)reg;
		s->group = groups[k].group;
		return true;
	}
	return fl_asm_wrong(r->a, name, "expected a register, a uniform, a number or void");
}

static bool take_source(struct reading *r, uint32_t k)
{
	struct fl_gc_src *s = &r->i->src[k];
	struct fl_asm *a = r->a;
	uint32_t count, index = 0;
	const char *minus;

	r->at[k] = fl_asm_here(a);
	if (fl_asm_take_word(a, "void"))
		return true;
	if (fl_asm_is_number(a))
		return take_immediate(r, s);
	minus = a->at;
	s->neg = fl_asm_take(a, '-');
	if (s->neg && fl_asm_is_number(a)) {
		a->at = minus;
		return take_immediate(r, s);
	}
	s->abs = fl_asm_take(a, '|');
	s->use = true;
	if (!take_name(r, s, &count) || !take_address(r, &s->amode, &index, count) ||
	    !take_swizzle(r, &s->swiz))
		return false;
	s->reg = (uint16_t)(s->reg + index);
	if (s->group == GC_INST_RGROUP__UNIFORM_0 && s->reg >= FL_GC_UNIFORM_HALF) {
		s->reg = (uint16_t)(s->reg - FL_GC_UNIFORM_HALF);
		s->group = GC_INST_RGROUP__UNIFORM_1;
	}
	if (s->group == GC_INST_RGROUP__TEMP || s->group == GC_INST_RGROUP__TEMP_FP)
		note_temp(r, s->reg);
	return !s->abs || fl_asm_want(a, '|');
}

static bool take_sampler(struct reading *r)
{
	const char *name;
	uint32_t n = fl_asm_name(r->a, &name);
	int32_t unit = fl_asm_register(name, n, "tex");

	if (unit < 0 || unit > 31)
		return fl_asm_wrong(r->a, name, "expected a sampler, tex0 to tex31");
	r->at[3] = name;
	r->i->tex.id = (uint8_t)unit;
	r->p->has_sampler |= 1u << unit;
	return take_address(r, &r->i->tex.amode, NULL, 0) && take_swizzle(r, &r->i->tex.swiz) &&
	       fl_asm_want(r->a, ',');
}

/* A label, which may stand further down, or a number */
static bool take_target(struct reading *r, uint16_t *label, const char **label_at)
{
	struct fl_asm_symbol *symbol;
	const char *name;
	uint32_t n = fl_asm_peek_name(r->a, &name), target;

	*label_at = name;
	if (!n) {
		if (!fl_asm_integer(r->a, 0x7fff, "a label, or the number of an instruction", &target))
			return false;
		r->i->target = (uint16_t)target;
		return true;
	}
	r->a->at += n;
	symbol = fl_asm_find(r->a, name, n);
	if (symbol && symbol->kind != FL_GC_SYM_LABEL)
		return fl_asm_wrong(r->a, name, "this name is not a label's");
	if (!symbol)
		symbol = fl_asm_declare(r->a, name, n, FL_GC_SYM_LABEL);
	if (!symbol)
		return false;
	*label = (uint16_t)(symbol - r->a->symbol + 1);
	return true;
}

static bool take_operands(struct reading *r, uint16_t *label, const char **label_at)
{
	if (!take_destination(r) || !fl_asm_want(r->a, ','))
		return false;
	if (r->op->form == FL_GC_TEX && !take_sampler(r))
		return false;
	for (uint32_t k = 0; k < 3; k++) {
		if (k && !fl_asm_want(r->a, ','))
			return false;
		if (k == 2 && r->op->form == FL_GC_FLOW)
			return take_target(r, label, label_at);
		if (!take_source(r, k))
			return false;
	}
	return true;
}

bool fl_gc_take_inst(struct fl_gc_program *p, uint32_t *words, uint16_t *label, const char **label_at)
{
	struct fl_gc_inst i = {0};
	struct reading r = {.p = p, .a = &p->source, .i = &i};
	uint32_t n = fl_asm_name(r.a, &r.at[4]), where;
	const char *wrong;

	*label = 0;
	r.op = fl_gc_op_named(r.at[4], n);
	if (!r.op)
		return fl_asm_wrong(r.a, r.at[4], "no such instruction");
	i.op = r.op->op;
	i.form = r.op->form;
	if (!take_modifiers(&r) || !take_operands(&r, label, label_at))
		return false;
	i.pack |= fl_gc_is_packed(r.op);
	wrong = fl_gc_check(&fl_gc_limits[p->level], p->stage, r.op, &i, &where);
	if (wrong)
		return fl_asm_wrong(r.a, r.at[where], "%s", wrong);
	if (r.op->extended)
		fl_gc_set_immediate(&i.src[2], FL_GC_IMM_U20, r.op->extended);
	fl_gc_inst_words(&i, words);
	return fl_asm_residue(r.a, words, FL_GC_WORDS) && fl_asm_statement_end(r.a);
}
