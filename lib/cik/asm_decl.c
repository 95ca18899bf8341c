/* SPDX-License-Identifier: MIT
 *
 * Declarations: names of registers, of constants and textures, and what a program's inputs and outputs mean.
 */
#include "lib/cik/asm_own.h"
#include "lib/fl_draw.h"

#include <string.h>

_Static_assert(offsetof(struct fl_cik_program, source) == offsetof(struct fl_cik_source, a) &&
		   offsetof(struct fl_cik_program, declared) == offsetof(struct fl_cik_source, declared) &&
		   offsetof(struct fl_cik_source, a) == 0,
	       "a program begins with its source");
_Static_assert((int)FL_CIK_UNITS == FL_TEXTURES, "see asm.h");

enum { SGPRS_END = 100, IMAGE_SGPRS = 8, SAMPLER_SGPRS = 4 };

struct fl_cik_declared *fl_cik_declared(struct fl_asm *a)
{
	return &((struct fl_cik_source *)(void *)a)->declared;
}

/* Where there are declarations, there is a program. */
static struct fl_cik_program *program(struct fl_asm *a)
{
	return (struct fl_cik_program *)(void *)a;
}

void fl_cik_declare_none(struct fl_cik_declared *d)
{
	*d = (struct fl_cik_declared){.vgprs = FL_CIK_OWN_VERTEX_INPUTS, .sgprs = FL_CIK_OWN_SGPRS};
}

/* ---- registers with names ------------------------------------------------------------------------------ */
void fl_cik_note_register(struct fl_asm *a, const struct fl_cik_operand *o)
{
	struct fl_cik_declared *d = fl_cik_declared(a);

	for (uint32_t i = o->code; i < (uint32_t)o->code + o->n; i++)
		if (i >= FL_CIK_VGPR)
			d->has_vgpr[(i - FL_CIK_VGPR) / 32 & 7] |= 1u << i % 32;
		else if (i < 128)
			d->has_sgpr[i / 32] |= 1u << i % 32;
}

/* [I] behind a name of several vectors, which alone can go without */
static bool take_index(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t *index)
{
	*index = 0;
	if (!fl_asm_take(a, '['))
		return symbol->count == 1 ||
		       fl_asm_wrong(a, symbol->name, "which of them? Expected %.*s[0] to [%u]",
				    symbol->length, symbol->name, symbol->count - 1);
	return fl_asm_integer(a, symbol->count - 1u, "which of them", index) && fl_asm_want(a, ']');
}

/* .x or .yz and so on, one behind the other: components first to last */
static bool take_components(struct fl_asm *a, struct fl_cik_operand *o)
{
	const char *at;
	uint32_t n, first = 0;

	if (!fl_asm_take(a, '.'))
		return true;
	n = fl_asm_name(a, &at);
	while (n && first < 4 && at[0] != "xyzw"[first])
		first++;
	for (uint32_t i = 0; i < n; i++)
		if (first + i > 3 || at[i] != "xyzw"[first + i])
			return fl_asm_wrong(a, at, "expected x, y, z, w, or some of them in this order: yz");
	if (!n)
		return fl_asm_expected(a, "x, y, z or w");
	o->code = (uint16_t)(o->code + first);
	o->n = (uint16_t)n;
	if (o->code < FL_CIK_VGPR && n > 1 && (first % 2 || n == 3))
		return fl_asm_wrong(a, at,
				    "scalar registers stand in pairs and fours: xy, zw or all of them");
	return true;
}

static bool take_texture(struct fl_asm *a, struct fl_cik_operand *o)
{
	o->n = IMAGE_SGPRS;
	if (!fl_asm_take(a, '.'))
		return true;
	if (!fl_asm_take_word(a, "sampler"))
		return fl_asm_expected(a, "sampler");
	o->code = (uint16_t)(o->code + IMAGE_SGPRS);
	o->n = SAMPLER_SGPRS;
	return true;
}

/* Scalar registers behind the buffer: mask, place */
enum { STREAM_MASK = 4, STREAM_AT = 6, STREAM_SGPRS = 8 };

static bool take_stream(struct fl_asm *a, struct fl_cik_operand *o)
{
	if (!fl_asm_take(a, '.'))
		return true;
	o->n = 1;
	if (fl_asm_take_word(a, "index")) {
		o->code = (uint16_t)(FL_CIK_VGPR + fl_cik_declared(a)->stream_vgpr);
	} else if (fl_asm_take_word(a, "at")) {
		o->code = (uint16_t)(o->code + STREAM_AT);
	} else if (fl_asm_take_word(a, "mask")) {
		o->code = (uint16_t)(o->code + STREAM_MASK);
		o->n = 2;
	} else {
		return fl_asm_expected(a, "index, at or mask");
	}
	return true;
}

bool fl_cik_take_named(struct fl_asm *a, struct fl_cik_operand *o)
{
	const struct fl_cik_declared *d = fl_cik_declared(a);
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), index = 0;
	const struct fl_asm_symbol *symbol = n ? fl_asm_find(a, name, n) : NULL;

	if (!symbol && d->stage == FL_CIK_FRAGMENT && fl_asm_is(name, n, "live")) {
		a->at += n;
		o->code = FL_CIK_OWN_LIVE;
		o->n = 2;
		return true;
	}
	if (!symbol || symbol->kind == FL_CIK_SYM_LABEL)
		return false;
	a->at += n;
	if (symbol->kind == FL_CIK_SYM_TABLE)
		return fl_asm_wrong(a, name, "a table stays in memory: s_load_dwordx4 k, s[0:1], %.*s[I]",
				    (int)n, name);
	o->n = 4;
	o->code = symbol->first;
	if (symbol->kind == FL_CIK_SYM_TEXTURE)
		return take_texture(a, o);
	if (symbol->kind == FL_CIK_SYM_STREAM)
		return take_stream(a, o);
	if (symbol->kind == FL_CIK_SYM_CONST) {
		if (!take_index(a, symbol, &index))
			return false;
		o->code = program(a)->sgpr[symbol->first + index];
	} else if (symbol->kind != FL_CIK_SYM_SCALAR) {
		if (symbol->kind == FL_CIK_SYM_CORNERS && !take_index(a, symbol, &index))
			return false;
		o->code = (uint16_t)(o->code + 4 * index + FL_CIK_VGPR);
	}
	return take_components(a, o);
}

bool fl_cik_take_place(struct fl_asm *a, uint32_t *at_dw)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), index;
	const struct fl_asm_symbol *symbol = n ? fl_asm_find(a, name, n) : NULL;

	*at_dw = 0;
	if (!symbol || symbol->kind != FL_CIK_SYM_TABLE)
		return false;
	a->at += n;
	if (!take_index(a, symbol, &index))
		return false;
	*at_dw = 4 * (symbol->first + index);
	return true;
}

/* ---- declarations -------------------------------------------------------------------------------------- */
bool fl_cik_is_language(const char *name, uint32_t n)
{
	static const char word[][5] = {"s", "v", "m0", "vcc", "exec", "live", "off", "neg", "abs"};

	for (uint32_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (fl_asm_is(name, n, word[i]))
			return true;
	return fl_asm_register(name, n, "v") >= 0 || fl_asm_register(name, n, "s") >= 0 ||
	       fl_asm_register(name, n, "ttmp") >= 0;
}

bool fl_cik_give_vgprs(struct fl_asm *a, struct fl_asm_symbol *symbol, uint32_t n)
{
	struct fl_cik_declared *d = fl_cik_declared(a);

	if (d->vgprs + n > 256)
		return fl_asm_wrong(a, symbol->name, "the vector registers are used up");
	symbol->first = d->vgprs;
	d->vgprs = (uint16_t)(d->vgprs + n);
	return true;
}

static bool give_sgprs(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t n, uint32_t *first)
{
	struct fl_cik_declared *d = fl_cik_declared(a);

	*first = d->sgprs;
	if (d->sgprs + n > SGPRS_END)
		return fl_asm_wrong(a, symbol->name, "the scalar registers are used up; a table has none");
	d->sgprs = (uint16_t)(d->sgprs + n);
	return true;
}

static bool take_attribute(struct fl_asm *a, struct fl_asm_symbol *symbol)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	uint32_t k = fl_asm_attribute(symbol);

	if (k == FL_ATTRIBUTES || d->attributes >> k || d->vgprs != FL_CIK_OWN_VERTEX_INPUTS + 4 * d->n_in)
		return fl_asm_wrong(a, symbol->name,
				    "inputs are position, color, normal, texcoord0 to texcoord3, in this "
				    "order, before other names");
	d->attributes |= (uint8_t)(1u << k);
	d->n_in++;
	return fl_cik_give_vgprs(a, symbol, 4);
}

static bool take_in(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_IN, fl_cik_is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (d->stage == FL_CIK_VERTEX)
		return take_attribute(a, symbol);
	if (!fl_asm_take_meaning(a, symbol, &meaning))
		return false;
	if (meaning == FL_MEANS_POSITION || meaning == FL_MEANS_FACE) {
		*(meaning == FL_MEANS_FACE ? &d->face : &d->position) = true;
		symbol->first = meaning == FL_MEANS_FACE ? FL_CIK_OWN_FACE : FL_CIK_OWN_POSITION;
		return true;
	}
	if (meaning == FL_MEANS_POINT_SIZE || d->vgprs != FL_CIK_OWN_INPUTS + 4 * d->n_in)
		return fl_asm_wrong(a, symbol->name,
				    "inputs come before other names, and are color0-3, texcoord0-7, position "
				    "or face");
	if (d->n_in == FL_MEANINGS_COMMON)
		return fl_asm_expected(a, "fewer inputs");
	d->in[d->n_in++] = (uint8_t)meaning;
	return fl_cik_give_vgprs(a, symbol, 4);
}

/* Outputs of fragment programs are exports alone; a name for what is exported is a register. */
static bool take_out(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_OUT, fl_cik_is_language);
	uint32_t meaning;

	if (!symbol)
		return false;
	if (d->stage == FL_CIK_VERTEX) {
		if (!fl_asm_take_meaning(a, symbol, &meaning))
			return false;
		if (meaning == FL_MEANS_FACE)
			return fl_asm_wrong(a, symbol->name, "the chip makes the face, of no output");
		if (d->n_out == FL_MEANINGS_COMMON)
			return fl_asm_expected(a, "fewer outputs");
		if (meaning >= FL_MEANS_COLOR)
			d->out[d->n_out++] = (uint8_t)meaning;
	}
	return fl_cik_give_vgprs(a, symbol, 4);
}

static bool take_const(struct fl_asm *a, uint8_t kind)
{
	struct fl_cik_program *p = program(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, kind, fl_cik_is_language);
	uint32_t first = p->n_constants, sgpr = 0, n;
	bool given;

	if (!symbol || !fl_asm_take_count(a, symbol, FL_CIK_CONSTANTS))
		return false;
	n = symbol->count;
	if (first + n > FL_CIK_CONSTANTS)
		return fl_asm_wrong(a, symbol->name, "a program has 1 to %u constants", FL_CIK_CONSTANTS);
	symbol->first = (uint16_t)first;
	if (kind == FL_CIK_SYM_CONST && !give_sgprs(a, symbol, 4 * n, &sgpr))
		return false;
	for (uint32_t i = first; i < first + n; i++, sgpr += sgpr ? 4 : 0)
		p->sgpr[i] = (uint8_t)sgpr;
	p->n_constants += n;
	return fl_asm_take_values(a, &p->constant[first], n, &given);
}

static bool take_unit(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_TEXTURE, fl_cik_is_language);
	uint32_t unit, first;

	if (!symbol || !fl_asm_want(a, ':') || !fl_asm_integer(a, FL_CIK_UNITS - 1u, "a unit", &unit))
		return false;
	if (d->image[unit])
		return fl_asm_wrong(a, symbol->name, "unit %u has a name", unit);
	if (!give_sgprs(a, symbol, IMAGE_SGPRS + SAMPLER_SGPRS, &first))
		return false;
	d->image[unit] = (uint8_t)first;
	symbol->first = (uint16_t)first;
	return true;
}

static bool take_scalar(struct fl_asm *a)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_SCALAR, fl_cik_is_language);
	uint32_t first;

	if (!symbol || !give_sgprs(a, symbol, 4, &first))
		return false;
	symbol->first = (uint16_t)first;
	return true;
}

bool fl_cik_give_buffer(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t n, uint32_t *sgpr,
			uint16_t *constant)
{
	struct fl_cik_program *p = program(a);

	*sgpr = 0;
	if (p->n_constants == FL_CIK_CONSTANTS)
		return fl_asm_wrong(a, symbol->name, "the constants are used up, of which it takes one");
	if (!give_sgprs(a, symbol, n, sgpr))
		return false;
	*constant = (uint16_t)p->n_constants;
	memset(p->constant[p->n_constants], 0, sizeof(p->constant[0]));
	p->sgpr[p->n_constants++] = (uint8_t)*sgpr;
	return true;
}

static bool take_stream_out(struct fl_asm *a)
{
	struct fl_cik_declared *d = fl_cik_declared(a);
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_STREAM, fl_cik_is_language);
	uint32_t first;

	if (!symbol)
		return false;
	if (d->streams || d->stage != FL_CIK_VERTEX)
		return fl_asm_wrong(a, symbol->name, "a vertex program has one stream");
	if (!fl_cik_give_buffer(a, symbol, STREAM_SGPRS, &first, &d->stream_const) ||
	    !fl_cik_give_vgprs(a, symbol, 4))
		return false;
	d->streams = true;
	d->stream_vgpr = (uint8_t)symbol->first;
	d->stream_sgpr = (uint8_t)first;
	symbol->first = (uint16_t)first;
	return true;
}

static bool take_temp(struct fl_asm *a)
{
	struct fl_asm_symbol *symbol = fl_asm_take_new(a, FL_CIK_SYM_TEMP, fl_cik_is_language);

	return symbol && fl_cik_give_vgprs(a, symbol, 4);
}

static bool take_stage(struct fl_asm *a, uint8_t stage)
{
	struct fl_cik_declared *d = fl_cik_declared(a);

	if (d->stage || a->n_symbols)
		return fl_asm_expected(a, "this once, before all names");
	d->stage = stage;
	d->vgprs = stage == FL_CIK_VERTEX ? FL_CIK_OWN_VERTEX_INPUTS : FL_CIK_OWN_INPUTS;
	return true;
}

int fl_cik_take_declaration(struct fl_asm *a)
{
	const bool drawn = fl_cik_declared(a)->stage;
	const int of_geometry = drawn ? fl_cik_take_geometry(a) : 0;
	bool ok;

	if (of_geometry)
		return of_geometry;

	if (fl_asm_take_word(a, "vertex"))
		ok = take_stage(a, FL_CIK_VERTEX);
	else if (fl_asm_take_word(a, "fragment"))
		ok = take_stage(a, FL_CIK_FRAGMENT);
	else if (fl_asm_take_word(a, "geometry"))
		ok = take_stage(a, FL_CIK_GEOMETRY);
	else if (fl_asm_take_word(a, "const"))
		ok = take_const(a, FL_CIK_SYM_CONST);
	else if (fl_asm_take_word(a, "table"))
		ok = take_const(a, FL_CIK_SYM_TABLE);
	else if (fl_asm_take_word(a, "temp"))
		ok = take_temp(a);
	else if (fl_asm_take_word(a, "scalar"))
		ok = take_scalar(a);
	else if (fl_asm_take_word(a, "texture"))
		ok = take_unit(a);
	else if (fl_asm_take_word(a, "stream"))
		ok = take_stream_out(a);
	else if (drawn && fl_asm_take_word(a, "in"))
		ok = take_in(a);
	else if (drawn && fl_asm_take_word(a, "out"))
		ok = take_out(a);
	else
		return 0;
	return ok && fl_asm_statement_end(a) ? 1 : -1;
}
