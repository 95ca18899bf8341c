/* SPDX-License-Identifier: MIT
 *
 * Declarations of Vivante's programs: names of registers and of uniforms, and what inputs and outputs mean.
 */
#include "lib/gc/asm_own.h"

static bool is_language(const char *name, uint32_t n)
{
	static const char prefix[][4] = {"t", "u", "i", "th", "tex"}, word[][5] = {"void", "mem", "a"};

	for (uint32_t k = 0; k < sizeof prefix / sizeof prefix[0]; k++)
		if (fl_asm_register(name, n, prefix[k]) >= 0)
			return true;
	for (uint32_t k = 0; k < sizeof word / sizeof word[0]; k++)
		if (fl_asm_is(name, n, word[k]))
			return true;
	return false;
}

/* The next of the registers that have names */
static bool give_register(struct fl_gc_program *p, struct fl_asm_symbol *symbol)
{
	if (p->named == FL_GC_TEMPS)
		return fl_asm_expected(&p->source, "fewer names: the registers are used up");
	symbol->first = (uint16_t)p->named++;
	return true;
}

static bool take_attribute(struct fl_gc_program *p, struct fl_asm_symbol *symbol)
{
	uint32_t k = fl_asm_attribute(symbol);

	if (k == FL_ATTRIBUTES || p->attributes >> k)
		return fl_asm_wrong(
		    &p->source, symbol->name,
		    "inputs are position, color, normal, texcoord0 to texcoord3, in this order");
	p->attributes |= (uint8_t)(1u << k);
	return give_register(p, symbol);
}

static bool take_in(struct fl_gc_program *p)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(&p->source, FL_GC_SYM_IN, is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (p->stage == FL_GC_VERTEX)
		return take_attribute(p, symbol);
	if (!fl_asm_take_meaning(&p->source, symbol, &meaning))
		return false;
	if (meaning == FL_MEANS_POINT_SIZE || p->n_in + 1u != p->named)
		return fl_asm_wrong(
		    &p->source, symbol->name,
		    "inputs come before other names, and are color0-3, texcoord0-7, position or "
		    "face");
	if (meaning == FL_MEANS_FACE)
		symbol->kind = FL_GC_SYM_FACE;
	if (meaning == FL_MEANS_FACE || meaning == FL_MEANS_POSITION)
		return true; /* i0; t0 */
	if (p->n_in == FL_MEANINGS_COMMON)
		return fl_asm_expected(&p->source, "fewer inputs");
	p->in[p->n_in++] = (uint8_t)meaning;
	return give_register(p, symbol);
}

static bool take_fragment_out(struct fl_gc_program *p, struct fl_asm_symbol *symbol)
{
	if (p->n_targets == (p->level == FL_GC_LEVEL_0 ? 4u : FL_GC_TARGETS))
		return fl_asm_wrong(&p->source, symbol->name, "the chip has no more targets");
	if (!give_register(p, symbol))
		return false;
	p->target_reg[p->n_targets++] = (uint8_t)symbol->first;
	return true;
}

static bool take_out(struct fl_gc_program *p)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(&p->source, FL_GC_SYM_OUT, is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (p->stage == FL_GC_FRAGMENT)
		return take_fragment_out(p, symbol);
	if (!fl_asm_take_meaning(&p->source, symbol, &meaning) || !give_register(p, symbol))
		return false;
	if (meaning == FL_MEANS_FACE)
		return fl_asm_wrong(&p->source, symbol->name, "the chip makes the face, of no output");
	if (meaning == FL_MEANS_POSITION) {
		p->position_reg = (uint8_t)symbol->first;
	} else if (meaning == FL_MEANS_POINT_SIZE) {
		p->point_size_reg = (uint8_t)symbol->first;
	} else {
		if (p->n_out == FL_MEANINGS_COMMON)
			return fl_asm_expected(&p->source, "fewer outputs");
		p->out_reg[p->n_out] = (uint8_t)symbol->first;
		p->out[p->n_out++] = (uint8_t)meaning;
	}
	return true;
}

static bool take_const(struct fl_gc_program *p)
{
	const struct fl_gc_limits *l = &fl_gc_limits[p->level];
	const uint32_t most = p->stage == FL_GC_FRAGMENT ? l->ps_uniforms : l->vs_uniforms;
	struct fl_asm_symbol *symbol = fl_asm_take_new(&p->source, FL_GC_SYM_CONST, is_language);
	uint32_t first = p->n_constants, n;
	bool given;

	if (!symbol || !fl_asm_take_count(&p->source, symbol, FL_GC_CONSTANTS))
		return false;
	n = symbol->count;
	if (first + n > most)
		return fl_asm_wrong(&p->source, symbol->name, "the program has uniforms u0 to u%u", most - 1);
	symbol->first = (uint16_t)first;
	p->n_constants += n;
	if (!fl_asm_take_values(&p->source, &p->constant[first], n, &given))
		return false;
	for (uint32_t i = first; given && i < first + n; i++)
		p->given[i / 32] |= 1u << (i % 32);
	return true;
}

static bool take_stage(struct fl_gc_program *p, uint8_t stage)
{
	if (p->stage || p->named || p->n_constants)
		return fl_asm_expected(&p->source, "this once, before all names");
	p->stage = stage;
	p->named = stage == FL_GC_FRAGMENT; /* t0 is where the pixel is */
	return true;
}

static bool take_temp(struct fl_gc_program *p)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(&p->source, FL_GC_SYM_TEMP, is_language);

	return symbol && give_register(p, symbol);
}

int fl_gc_take_declaration(struct fl_gc_program *p)
{
	struct fl_asm *a = &p->source;
	bool ok;

	if (fl_asm_take_word(a, "vertex"))
		ok = take_stage(p, FL_GC_VERTEX);
	else if (fl_asm_take_word(a, "fragment"))
		ok = take_stage(p, FL_GC_FRAGMENT);
	else if (fl_asm_take_word(a, "const"))
		ok = take_const(p);
	else if (fl_asm_take_word(a, "temp"))
		ok = take_temp(p);
	else if (p->stage && fl_asm_take_word(a, "in"))
		ok = take_in(p);
	else if (p->stage && fl_asm_take_word(a, "out"))
		ok = take_out(p);
	else
		return 0;
	return ok && fl_asm_statement_end(a) ? 1 : -1;
}
