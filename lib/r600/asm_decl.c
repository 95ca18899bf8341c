/* SPDX-License-Identifier: MIT
 *
 * Declarations: names of registers and of constants, and what a program's inputs and outputs mean.
 */
#include "lib/r600/asm_own.h"

static bool is_language(const char *name, uint32_t n)
{
	static const char prefix[][3] = {"R", "T", "CB"},
			  word[][4] = {"R", "C", "KC0", "KC1", "PV", "PS", "AR"};

	for (uint32_t i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++)
		if (fl_asm_register(name, n, prefix[i]) >= 0)
			return true;
	for (uint32_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (fl_asm_is(name, n, word[i]))
			return true;
	return n > 1 && name[0] == '_' && name[1] == '_';
}

/* The next of the registers that have names */
static bool give_gpr(struct fl_r600_as *s, struct fl_asm_symbol *symbol)
{
	if (s->p->named == FL_R600_TEMPS)
		return fl_asm_expected(s->a, "fewer names: the registers are used up");
	symbol->first = (uint16_t)s->p->named++;
	return true;
}

static bool take_attribute(struct fl_r600_as *s, struct fl_asm_symbol *symbol)
{
	uint32_t k = fl_asm_attribute(symbol);

	if (k == FL_ATTRIBUTES || s->p->attributes >> k)
		return fl_asm_wrong(s->a, symbol->name,
				    "inputs are position, color, normal, texcoord0 to texcoord3, in this "
				    "order");
	s->p->attributes |= (uint8_t)(1u << k);
	return give_gpr(s, symbol);
}

static bool take_in(struct fl_r600_as *s)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(s->a, FL_R600_SYM_IN, is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (s->p->stage == FL_R600_VERTEX)
		return take_attribute(s, symbol);
	if (s->p->stage == FL_R600_GEOMETRY)
		return fl_asm_wrong(s->a, symbol->name,
				    "a geometry program fetches what vertex programs wrote: VFETCH, RID:159");
	if (!fl_asm_take_meaning(s->a, symbol, &meaning))
		return false;
	if (meaning == FL_MEANS_POINT_SIZE || s->p->n_in != s->p->named)
		return fl_asm_wrong(s->a, symbol->name,
				    "inputs come before other names, and are color0-3, texcoord0-7, position "
				    "or face");
	if (s->p->n_in == FL_MEANINGS_COMMON)
		return fl_asm_expected(s->a, "fewer inputs");
	s->p->in[s->p->n_in++] = (uint8_t)meaning;
	return give_gpr(s, symbol);
}

/* Outputs of fragment programs are exports alone; a name for what is exported is a register. */
static bool take_out(struct fl_r600_as *s)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(s->a, FL_R600_SYM_OUT, is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (s->p->stage != FL_R600_FRAGMENT) {
		if (!fl_asm_take_meaning(s->a, symbol, &meaning))
			return false;
		if (meaning == FL_MEANS_FACE)
			return fl_asm_wrong(s->a, symbol->name, "the chip makes the face, of no output");
		if (meaning == FL_MEANS_POINT_SIZE && s->p->stage == FL_R600_GEOMETRY)
			return fl_asm_wrong(
			    s->a, symbol->name,
			    "points of geometry programs are as large as fl_point_size() says");
		if (s->p->n_out == FL_MEANINGS_COMMON)
			return fl_asm_expected(s->a, "fewer outputs");
		if (meaning >= FL_MEANS_COLOR)
			s->p->out[s->p->n_out++] = (uint8_t)meaning;
	}
	return give_gpr(s, symbol);
}

static bool take_const(struct fl_r600_as *s)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(s->a, FL_R600_SYM_CONST, is_language);
	struct fl_r600_program *p = s->p;
	uint32_t first = p->n_constants, n;
	bool given;

	if (!symbol || !fl_asm_take_count(s->a, symbol, FL_R600_CONSTANTS))
		return false;
	n = symbol->count;
	if (first + n > FL_R600_CONSTANTS)
		return fl_asm_wrong(s->a, symbol->name, "a program has constants C[0] to C[255]");
	symbol->first = (uint16_t)first;
	p->n_constants += n;
	if (!fl_asm_take_values(s->a, &p->constant[first], n, &given))
		return false;
	for (uint32_t i = first; given && i < first + n; i++)
		p->given[i / 32] |= 1u << (i % 32);
	return true;
}

static bool take_stage(struct fl_r600_as *s, uint8_t stage)
{
	if (s->p->stage || s->p->named)
		return fl_asm_expected(s->a, "this once, before all names");
	s->p->stage = stage;
	/* R0 is the chip's, and R1 before a geometry program. */
	s->p->named = stage == FL_R600_VERTEX ? 1 : stage == FL_R600_GEOMETRY ? 2 : 0;
	return true;
}

static bool take_temp(struct fl_r600_as *s)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(s->a, FL_R600_SYM_TEMP, is_language);

	return symbol && give_gpr(s, symbol);
}

int fl_r600_take_declaration(struct fl_r600_as *s)
{
	struct fl_asm *a = s->a;
	bool ok;

	if (fl_asm_take_word(a, "vertex"))
		ok = take_stage(s, FL_R600_VERTEX);
	else if (fl_asm_take_word(a, "fragment"))
		ok = take_stage(s, FL_R600_FRAGMENT);
	else if (fl_asm_take_word(a, "geometry"))
		ok = take_stage(s, FL_R600_GEOMETRY);
	else if (s->p->stage == FL_R600_GEOMETRY && fl_asm_take_word(a, "takes"))
		ok = fl_asm_take_primitive(a, &s->p->takes);
	else if (s->p->stage == FL_R600_GEOMETRY && fl_asm_take_word(a, "emits"))
		ok = fl_asm_take_emits(a, &s->p->emits, &s->p->vertices);
	else if (fl_asm_take_word(a, "const"))
		ok = take_const(s);
	else if (fl_asm_take_word(a, "temp"))
		ok = take_temp(s);
	else if (s->p->stage && fl_asm_take_word(a, "in"))
		ok = take_in(s);
	else if (s->p->stage && fl_asm_take_word(a, "out"))
		ok = take_out(s);
	else
		return 0;
	return ok && fl_asm_statement_end(a) ? 1 : -1;
}
