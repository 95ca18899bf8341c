/* SPDX-License-Identifier: MIT
 *
 * What the shader assemblers share: reading text, names, numbers, errors, and writing text. No heap, no libc,
 * nothing kept anywhere but in the struct that the caller brings.
 *
 * The text need not end with a NUL and may hold anything; it must stay where it is as long as names are
 * looked up. A statement ends with its line, or with a semicolon; a line goes on after a comma or an
 * ampersand. Comments run from # or // to the end of the line.
 */
#ifndef LIB_FL_ASM_H
#define LIB_FL_ASM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FL_ASM_ERRORS  16u
#define FL_ASM_SYMBOLS 160u
#define FL_ASM_NAME    40u /* characters */

struct fl_asm_error {
	uint32_t line, column; /* counted from 1 */
	char word[24];         /* what stood there; "" at the end of a line */
	char text[104];        /* what was expected, or what is wrong */
};

struct fl_asm_symbol {
	const char *name; /* in the text; length characters */
	uint8_t length, kind;
	uint16_t first, count; /* registers; of a label, where it stands */
};

struct fl_asm {
	const char *text, *at, *end, *line_start;
	uint32_t line;
	bool bad;          /* the current statement has an error: no second one is reported */
	uint32_t n_errors; /* all of them; the first FL_ASM_ERRORS are kept */
	uint32_t n_symbols;
	struct fl_asm_error error[FL_ASM_ERRORS];
	struct fl_asm_symbol symbol[FL_ASM_SYMBOLS];
};

void fl_asm_begin(struct fl_asm *a, const char *text, size_t size_B);

/* ---- errors -------------------------------------------------------------------------------------------- */
/* The word at `at` is wrong. Always returns false. */
bool fl_asm_wrong(struct fl_asm *a, const char *at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected …" at the place that is read next. */
bool fl_asm_expected(struct fl_asm *a, const char *what);
/* Error i as one line: "3:14: 'r200': temporaries are r0 to r31". Returns the length that it needs. */
int fl_asm_error_text(const struct fl_asm *a, uint32_t i, char *out, size_t size_B);

/* ---- reading ------------------------------------------------------------------------------------------- */
/* The place of the next character that means something, on this line. */
const char *fl_asm_here(struct fl_asm *a);
char fl_asm_peek(struct fl_asm *a); /* that character; 0 at the end of the statement */
bool fl_asm_take(struct fl_asm *a, char c);
/* take(), and an error if it is not there. */
bool fl_asm_want(struct fl_asm *a, char c);
/* A comma or an ampersand, after which the statement may go on in the next line. */
bool fl_asm_take_on(struct fl_asm *a, char c);
/* Letters, digits and _, starting with a letter or _; length 0 if there is none. */
uint32_t fl_asm_name(struct fl_asm *a, const char **name);
/* The same without reading on. */
uint32_t fl_asm_peek_name(struct fl_asm *a, const char **name);
/* Is the next character, with no blank before it, one of a name's? */
bool fl_asm_word_goes_on(const struct fl_asm *a);
bool fl_asm_is(const char *name, uint32_t length, const char *word); /* whatever the case */
/* Read `word` if it is the next name. */
bool fl_asm_take_word(struct fl_asm *a, const char *word);
/* A whole number from 0 to max, decimal or 0x. */
bool fl_asm_integer(struct fl_asm *a, uint32_t max, const char *what, uint32_t *value);
static inline bool fl_asm_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* 16: it is none. */
static inline uint32_t fl_asm_hex_digit(char c)
{
	if (fl_asm_is_digit(c))
		return (uint32_t)(c - '0');
	c |= 32;
	return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10 : 16;
}

/* A number, rounded to the nearest float, as its bits; 0x… gives the bits themselves; inf and nan are
 * known. */
bool fl_asm_float(struct fl_asm *a, uint32_t *bits);
/* {1, 2, 3, 4}, of which the last may be missing: *n is 4; or a number for all four: 1. */
bool fl_asm_vector(struct fl_asm *a, uint32_t v[4], uint32_t *n);
bool fl_asm_is_number(struct fl_asm *a); /* does one come next? */
/* Go to the next statement. False: there is none. */
bool fl_asm_next(struct fl_asm *a);
/* The statement must end here. */
bool fl_asm_statement_end(struct fl_asm *a);
/* !!NAME, the first statement. */
bool fl_asm_head(struct fl_asm *a, const char *name);
/* NAME: at the start of a statement; its length, 0 if there is none. */
uint32_t fl_asm_take_label(struct fl_asm *a, const char **name);
/* n words, as they are. */
bool fl_asm_words(struct fl_asm *a, uint32_t *words, uint32_t n);
/* `^ 1:0x4, 3:0x80` after an instruction: bits that its text does not say, to be flipped in its words. */
bool fl_asm_residue(struct fl_asm *a, uint32_t *words, uint32_t n);

/* ---- names --------------------------------------------------------------------------------------------- */
struct fl_asm_symbol *fl_asm_find(struct fl_asm *a, const char *name, uint32_t length);
/* NULL, with an error: the table is full, the name too long or taken. */
struct fl_asm_symbol *fl_asm_declare(struct fl_asm *a, const char *name, uint32_t length, uint8_t kind);
/* "r12" with prefix "r": its number; -1: something else. */
int32_t fl_asm_register(const char *name, uint32_t length, const char *prefix);

/* ---- writing ------------------------------------------------------------------------------------------- */
struct fl_asm_out {
	char *text;
	size_t size_B, need_B; /* need_B: what the whole text takes, without its NUL */
};

void fl_asm_out(struct fl_asm_out *o, char *text, size_t size_B);
void fl_asm_put(struct fl_asm_out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What fl_asm_residue() reads: the bits in which the words that the text gives differ from those wanted. */
void fl_asm_put_residue(struct fl_asm_out *o, const uint32_t *want, const uint32_t *got, uint32_t n);
/* A float that fl_asm_float() reads back to the same bits: short where it can be, else 0x…. */
void fl_asm_put_float(struct fl_asm_out *o, uint32_t bits);

#ifdef __cplusplus
}
#endif

#endif
