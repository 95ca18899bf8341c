/* SPDX-License-Identifier: MIT
 *
 * Declarations in the shader assemblers' languages. See fl_asm_decl.h.
 */
#include "lib/fl_asm_decl.h"

#include <string.h>

static const char meanings[FL_MEANINGS][10] = {
    "position",  "pointsize", "color0",    "color1",    "color2",    "color3",    "texcoord0", "texcoord1",
    "texcoord2", "texcoord3", "texcoord4", "texcoord5", "texcoord6", "texcoord7", "face",      "pixel",
};
static const char attributes[FL_ATTRIBUTES][10] = {"position",  "color",     "normal",   "texcoord0",
						   "texcoord1", "texcoord2", "texcoord3"};

static uint32_t find(const char (*list)[10], uint32_t n, const char *name, uint32_t length)
{
	uint32_t i = 0;

	while (i < n && !fl_asm_is(name, length, list[i]))
		i++;
	return i;
}

struct fl_asm_symbol *fl_asm_take_new(struct fl_asm *a, uint8_t kind,
				      bool (*is_language)(const char *name, uint32_t length))
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	struct fl_asm_symbol *symbol;

	if (!n || is_language(name, n)) {
		fl_asm_expected(a, n ? "a name that is not the language's" : "a name");
		return NULL;
	}
	a->at += n;
	symbol = fl_asm_declare(a, name, n, kind);
	if (symbol)
		symbol->count = 1;
	return symbol;
}

bool fl_asm_take_count(struct fl_asm *a, struct fl_asm_symbol *symbol, uint32_t most)
{
	uint32_t n = 1;

	if (fl_asm_take(a, '[') && (!fl_asm_integer(a, most, "a count", &n) || !fl_asm_want(a, ']')))
		return false;
	symbol->count = (uint16_t)n;
	return n || fl_asm_wrong(a, symbol->name, "there is nothing of 0 vectors");
}

bool fl_asm_take_values(struct fl_asm *a, uint32_t (*v)[4], uint32_t n, bool *given)
{
	uint32_t size;

	memset(v, 0, sizeof(*v) * n);
	*given = fl_asm_take(a, '=');
	for (uint32_t i = 0; *given && i < n; i++) {
		if (i && !fl_asm_take_on(a, ','))
			return fl_asm_wrong(a, fl_asm_here(a), "expected ',' and %u more values", n - i);
		if (!fl_asm_vector(a, v[i], &size))
			return false;
	}
	return true;
}

uint32_t fl_asm_meaning(const char *name, uint32_t length)
{
	return find(meanings, FL_MEANINGS, name, length);
}

bool fl_asm_take_meaning(struct fl_asm *a, const struct fl_asm_symbol *symbol, uint32_t *meaning)
{
	const char *name = symbol->name;
	uint32_t n = symbol->length;

	if (fl_asm_take(a, ':'))
		n = fl_asm_name(a, &name);
	*meaning = fl_asm_meaning(name, n);
	return *meaning < FL_MEANINGS_COMMON ||
	       fl_asm_wrong(a, name, "expected position, pointsize, color0-3, texcoord0-7 or face");
}

bool fl_asm_take_primitive(struct fl_asm *a, uint8_t *primitive)
{
	static const char name[][10] = {"points", "lines", "triangles"};

	for (uint8_t i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		if (fl_asm_take_word(a, name[i])) {
			*primitive = (uint8_t)(FL_ASM_POINTS + i);
			return true;
		}
	return fl_asm_expected(a, "points, lines or triangles");
}

bool fl_asm_take_emits(struct fl_asm *a, uint8_t *primitive, uint16_t *vertices)
{
	uint32_t n = 0;
	const char *at;

	if (!fl_asm_take_primitive(a, primitive))
		return false;
	at = fl_asm_here(a);
	if (!fl_asm_integer(a, FL_ASM_EMITS_MAX, "a count of vertices", &n))
		return false;
	*vertices = (uint16_t)n;
	return n || fl_asm_wrong(a, at, "a geometry program emits 1 to %u vertices of a primitive",
				 FL_ASM_EMITS_MAX);
}

uint32_t fl_asm_attribute(const struct fl_asm_symbol *symbol)
{
	return find(attributes, FL_ATTRIBUTES, symbol->name, symbol->length);
}
