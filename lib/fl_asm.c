/* SPDX-License-Identifier: MIT
 *
 * The shader assemblers' text: characters, words, names and errors. See fl_asm.h.
 */
#include "lib/fl_asm.h"
#include "hw/fl_fmt.h"

#include <string.h>

void fl_asm_begin(struct fl_asm *a, const char *text, size_t size_B)
{
	a->text = a->at = a->line_start = text;
	a->end = text + size_B;
	a->line = 1;
	a->bad = false;
	a->n_errors = a->n_symbols = 0;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* ---- errors -------------------------------------------------------------------------------------------- */
static void copy_word(struct fl_asm *a, char *out, size_t size, const char *at)
{
	size_t n = 0;

	while (at + n < a->end && n + 1 < size && (is_letter(at[n]) || is_digit(at[n])))
		n++;
	if (!n && at < a->end && at[0] > ' ' && at[0] < 127)
		n = 1;
	memcpy(out, at, n);
	out[n] = 0;
}

bool fl_asm_wrong(struct fl_asm *a, const char *at, const char *fmt, ...)
{
	struct fl_asm_error *e;
	va_list ap;

	if (a->bad)
		return false;
	a->bad = true;
	if (a->n_errors++ >= FL_ASM_ERRORS)
		return false;
	e = &a->error[a->n_errors - 1];
	e->line = a->line;
	/* A statement may have gone on over several lines: count those behind the word. */
	const char *start = a->line_start;
	if (at < start) {
		for (const char *p = at; p < start; p++)
			e->line -= *p == '\n';
		start = at;
		while (start > a->text && start[-1] != '\n')
			start--;
	}
	e->column = (uint32_t)(at - start) + 1;
	copy_word(a, e->word, sizeof(e->word), at);
	va_start(ap, fmt);
	fl_vformat(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return false;
}

bool fl_asm_expected(struct fl_asm *a, const char *what)
{
	return fl_asm_wrong(a, fl_asm_here(a), "expected %s", what);
}

int fl_asm_error_text(const struct fl_asm *a, uint32_t i, char *out, size_t size_B)
{
	const struct fl_asm_error *e;

	if (i >= a->n_errors || i >= FL_ASM_ERRORS)
		return fl_format(out, size_B, "%s", "");
	e = &a->error[i];
	return fl_format(out, size_B, "%u:%u: %s%s%s: %s", e->line, e->column, e->word[0] ? "'" : "",
			 e->word[0] ? e->word : "end of line", e->word[0] ? "'" : "", e->text);
}

/* ---- reading ------------------------------------------------------------------------------------------- */
static void skip(struct fl_asm *a, bool lines)
{
	while (a->at < a->end) {
		char c = *a->at;

		if (c == '#' || (c == '/' && a->at + 1 < a->end && a->at[1] == '/')) {
			while (a->at < a->end && *a->at != '\n')
				a->at++;
		} else if (c == '\n' && lines) {
			a->line_start = ++a->at;
			a->line++;
		} else if (c == ' ' || c == '\t' || c == '\r') {
			a->at++;
		} else {
			return;
		}
	}
}

const char *fl_asm_here(struct fl_asm *a)
{
	skip(a, false);
	return a->at;
}

char fl_asm_peek(struct fl_asm *a)
{
	skip(a, false);
	if (a->at >= a->end || *a->at == '\n' || *a->at == ';')
		return 0;
	return *a->at ? *a->at : 1; /* a NUL in the text is a character that fits nowhere */
}

bool fl_asm_take(struct fl_asm *a, char c)
{
	if (fl_asm_peek(a) != c)
		return false;
	a->at++;
	return true;
}

bool fl_asm_want(struct fl_asm *a, char c)
{
	if (fl_asm_take(a, c))
		return true;
	return fl_asm_wrong(a, fl_asm_here(a), "expected '%c'", c);
}

bool fl_asm_take_on(struct fl_asm *a, char c)
{
	if (!fl_asm_take(a, c))
		return false;
	skip(a, true);
	return true;
}

bool fl_asm_word_goes_on(const struct fl_asm *a)
{
	return a->at < a->end && (is_letter(*a->at) || is_digit(*a->at));
}

uint32_t fl_asm_peek_name(struct fl_asm *a, const char **name)
{
	uint32_t n = 0;

	*name = fl_asm_here(a);
	if (*name >= a->end || !is_letter(**name))
		return 0;
	while (*name + n < a->end && (is_letter((*name)[n]) || is_digit((*name)[n])))
		n++;
	return n;
}

uint32_t fl_asm_name(struct fl_asm *a, const char **name)
{
	uint32_t n = fl_asm_peek_name(a, name);

	a->at += n;
	return n;
}

bool fl_asm_is(const char *name, uint32_t length, const char *word)
{
	for (uint32_t i = 0; i < length; i++)
		if (!word[i] || lower(name[i]) != lower(word[i]))
			return false;
	return !word[length];
}

bool fl_asm_take_word(struct fl_asm *a, const char *word)
{
	const char *name;
	uint32_t n = fl_asm_peek_name(a, &name);

	if (!n || !fl_asm_is(name, n, word))
		return false;
	a->at += n;
	return true;
}

bool fl_asm_statement_end(struct fl_asm *a)
{
	return !fl_asm_peek(a) || fl_asm_expected(a, "the end of the statement");
}

bool fl_asm_next(struct fl_asm *a)
{
	if (a->bad) /* give up the rest of the line */
		while (a->at < a->end && *a->at != '\n' && *a->at != ';')
			if (fl_asm_peek(a)) /* over a comment, which may hold a semicolon */
				a->at++;
	a->bad = false;
	for (;;) {
		skip(a, true);
		if (a->at >= a->end)
			return false;
		if (*a->at != ';')
			return true;
		a->at++;
	}
}

/* ---- names --------------------------------------------------------------------------------------------- */
struct fl_asm_symbol *fl_asm_find(struct fl_asm *a, const char *name, uint32_t length)
{
	for (uint32_t i = 0; i < a->n_symbols; i++)
		if (a->symbol[i].length == length && !memcmp(a->symbol[i].name, name, length))
			return &a->symbol[i];
	return NULL;
}

struct fl_asm_symbol *fl_asm_declare(struct fl_asm *a, const char *name, uint32_t length, uint8_t kind)
{
	struct fl_asm_symbol *s;

	if (length > FL_ASM_NAME) {
		fl_asm_wrong(a, name, "names have at most %u characters", FL_ASM_NAME);
		return NULL;
	}
	if (fl_asm_find(a, name, length)) {
		fl_asm_wrong(a, name, "this name is taken");
		return NULL;
	}
	if (a->n_symbols == FL_ASM_SYMBOLS) {
		fl_asm_wrong(a, name, "there is room for %u names", FL_ASM_SYMBOLS);
		return NULL;
	}
	s = &a->symbol[a->n_symbols++];
	*s = (struct fl_asm_symbol){.name = name, .length = (uint8_t)length, .kind = kind};
	return s;
}

int32_t fl_asm_register(const char *name, uint32_t length, const char *prefix)
{
	uint32_t n = 0;
	int32_t v = 0;

	while (prefix[n]) {
		if (n >= length || name[n] != prefix[n])
			return -1;
		n++;
	}
	if (n == length || length - n > 4)
		return -1;
	for (; n < length; n++) {
		if (!is_digit(name[n]))
			return -1;
		v = 10 * v + (name[n] - '0');
	}
	return v;
}

/* ---- writing ------------------------------------------------------------------------------------------- */
void fl_asm_out(struct fl_asm_out *o, char *text, size_t size_B)
{
	*o = (struct fl_asm_out){.text = text, .size_B = size_B};
	if (size_B)
		text[0] = 0;
}

void fl_asm_put(struct fl_asm_out *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	if (o->need_B < o->size_B)
		n = fl_vformat(o->text + o->need_B, o->size_B - o->need_B, fmt, ap);
	else
		n = fl_vformat(NULL, 0, fmt, ap);
	va_end(ap);
	o->need_B += (size_t)n;
}
