/* SPDX-License-Identifier: MIT
 *
 * Declarations, constants and labels of R5xx assembly. See asm_decl.h.
 */
#include "lib/r500/asm_decl.h"

#include <string.h>

_Static_assert((int)FL_R500_TEXCOORD0 == FL_MEANS_TEXCOORD && (int)FL_R500_PIXEL == FL_MEANS_PIXEL,
	       "meanings have the numbers of all languages");

bool fl_r500_asm_meaning(struct fl_asm *a, uint8_t *meaning)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	*meaning = (uint8_t)fl_asm_meaning(name, n);
	if (*meaning == FL_MEANINGS)
		return fl_asm_expected(a, "position, pointsize, color0-3, texcoord0-7, face or pixel");
	a->at += n;
	return true;
}

static bool is_register(const char *name, uint32_t n)
{
	static const char prefix[][4] = {"r", "v", "c", "o", "ox", "alt", "k", "a", "i", "b", "src", "tex"};
	static const char word[][6] = {"outA", "outB", "outC", "outD", "depth", "p",      "cc",
				       "aL",   "srcp", "inf",  "nan",  "_",     "unused", "from"};

	for (uint32_t i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++)
		if (fl_asm_register(name, n, prefix[i]) >= 0)
			return true;
	for (uint32_t i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		if (fl_asm_is(name, n, word[i]))
			return true;
	/* c[…] and its like */
	return n == 1 && (*name == 'r' || *name == 'v' || *name == 'c' || *name == 'o');
}

struct fl_asm_symbol *fl_r500_asm_new_name(struct fl_asm *a, uint8_t kind)
{
	return fl_asm_take_new(a, kind, is_register);
}

bool fl_r500_asm_place(struct fl_asm *a, const char *prefix, uint32_t *taken, uint32_t limit, uint32_t count,
		       uint32_t *first)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), run = 0;
	int32_t at = fl_asm_register(name, n, prefix);

	*first = 0;
	if (n && at < 0)
		return fl_asm_wrong(a, name, "expected a register %s0 to %s%u, or none", prefix, prefix,
				    limit - 1);
	if (n) {
		if ((uint32_t)at + count > limit)
			return fl_asm_wrong(a, name, "registers are %s0 to %s%u", prefix, prefix, limit - 1);
		a->at += n;
		*first = (uint32_t)at;
		for (uint32_t i = 0; i < count; i++)
			fl_r500_set(taken, *first + i);
		return true;
	}
	for (uint32_t i = 0; i < limit && run < count; i++)
		run = fl_r500_bit(taken, i) ? 0 : (*first = i + 1 - (run + 1), run + 1);
	if (run < count)
		return fl_asm_wrong(a, fl_asm_here(a), "no %u registers %s0 to %s%u in a row are free", count,
				    prefix, prefix, limit - 1);
	for (uint32_t i = 0; i < count; i++)
		fl_r500_set(taken, *first + i);
	return true;
}

bool fl_r500_asm_const(struct fl_asm *a, struct fl_r500_consts *k)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name), count = 1, first = 0;
	struct fl_asm_symbol *s = NULL;
	bool given;

	if (fl_asm_register(name, n, "c") < 0) {
		s = fl_r500_asm_new_name(a, FL_R500_SYM_CONST);
		if (!s || !fl_asm_take_count(a, s, 256))
			return false;
		count = s->count;
	}
	if (!fl_r500_asm_place(a, "c", k->taken, 256, count, &first))
		return false;
	if (s)
		s->first = (uint16_t)first;
	if (!fl_asm_take_values(a, &k->value[first], count, &given))
		return false;
	for (uint32_t i = 0; given && i < count; i++)
		fl_r500_set(k->given, first + i);
	return true;
}

bool fl_r500_asm_option(struct fl_asm *a, uint32_t *options)
{
	do {
		if (fl_asm_take_word(a, "nosched"))
			*options |= FL_R500_ASM_NOSCHED;
		else if (fl_asm_take_word(a, "nocheck"))
			*options |= FL_R500_ASM_NOCHECK;
		else
			return fl_asm_expected(a, "nosched or nocheck");
	} while (fl_asm_peek(a));
	return true;
}

bool fl_r500_asm_pool(struct fl_r500_consts *k, const uint32_t *v, uint32_t n, uint32_t *at,
		      uint32_t *component)
{
	for (uint32_t i = 0; i < 256; i++) {
		if (!fl_r500_bit(k->pooled, i))
			continue;
		*at = i;
		if (n == 4 && !memcmp(k->value[i], v, 16))
			return true;
		for (*component = 0; n == 1 && *component < 4; ++*component)
			if (k->value[i][*component] == v[0])
				return true;
	}
	/* Four to a vector, so that one constant may serve an instruction that has several. */
	if (n == 1 && k->n_pool && k->n_pool < 4) {
		*at = k->pool;
		*component = k->n_pool++;
		k->value[*at][*component] = v[0];
		return true;
	}
	for (uint32_t i = 0; i < 256; i++) {
		if (fl_r500_bit(k->taken, i))
			continue;
		if (n == 1) {
			k->pool = (uint16_t)i;
			k->n_pool = 1;
		}
		for (uint32_t c = 0; c < 4; c++)
			k->value[i][c] = v[n == 4 ? c : 0];
		fl_r500_set(k->given, i);
		fl_r500_set(k->taken, i);
		fl_r500_set(k->pooled, i);
		*at = i;
		*component = 0;
		return true;
	}
	return false;
}

void fl_r500_asm_put_words(struct fl_asm_out *o, const uint32_t *words, uint32_t n, const char *why)
{
	fl_asm_put(o, "words");
	for (uint32_t i = 0; i < n; i++)
		fl_asm_put(o, " 0x%08x", words[i]);
	fl_asm_put(o, "  # not valid: %s", why);
}

/* ---- labels -------------------------------------------------------------------------------------------- */
struct fl_asm_symbol *fl_r500_asm_label(struct fl_asm *a, uint32_t *index)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);
	struct fl_asm_symbol *s = n ? fl_asm_find(a, name, n) : NULL;

	if (!n || (s && s->kind != FL_R500_SYM_LABEL) || (!s && is_register(name, n))) {
		fl_asm_expected(a, "a label");
		return NULL;
	}
	a->at += n;
	if (!s)
		s = fl_asm_declare(a, name, n, FL_R500_SYM_LABEL);
	if (s)
		*index = (uint32_t)(s - a->symbol);
	return s;
}

bool fl_r500_asm_define_label(struct fl_asm *a, const char *name, uint32_t length, uint32_t address)
{
	struct fl_asm_symbol *s = fl_asm_find(a, name, length);

	if (is_register(name, length))
		return fl_asm_wrong(a, name, "expected a name that is not a register's or the language's");
	if (s && (s->kind != FL_R500_SYM_LABEL || s->count))
		return fl_asm_wrong(a, name, "this name is taken");
	if (!s)
		s = fl_asm_declare(a, name, length, FL_R500_SYM_LABEL);
	if (!s)
		return false;
	s->first = (uint16_t)address;
	s->count = 1;
	return true;
}

bool fl_r500_asm_labels_known(struct fl_asm *a)
{
	bool known = true;

	for (uint32_t i = 0; i < a->n_symbols; i++)
		if (a->symbol[i].kind == FL_R500_SYM_LABEL && !a->symbol[i].count) {
			a->bad = false;
			known = fl_asm_wrong(a, a->symbol[i].name, "this label is nowhere in the program");
		}
	return known;
}

int32_t fl_r500_asm_find(struct fl_asm *source, const char *name)
{
	uint32_t n = 0;

	while (name[n])
		n++;
	const struct fl_asm_symbol *s = fl_asm_find(source, name, n);
	return s ? s->first : -1;
}
