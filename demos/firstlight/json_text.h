/* SPDX-License-Identifier: MIT
 *
 * JSON as text that grows, for programs that have no library for it (a page's module).
 */
#ifndef DEMOS_FIRSTLIGHT_JSON_TEXT_H
#define DEMOS_FIRSTLIGHT_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fl_json {
	char *s; /* free() it; NULL: nothing was written yet, or there was no memory */
	size_t n, cap;
	bool failed; /* out of memory: s is NULL */
	bool first;  /* of an object or an array: no comma before what comes next */
};

/* key NULL: an element of an array, or the whole. */
void fl_json_open(struct fl_json *j, const char *key, char bracket);     /* '{' or '[' */
void fl_json_close(struct fl_json *j, char bracket);                     /* '}' or ']' */
void fl_json_text(struct fl_json *j, const char *key, const char *text); /* NULL: null */
void fl_json_uint(struct fl_json *j, const char *key, uint64_t value);
/* What is no finite number becomes null. */
void fl_json_float(struct fl_json *j, const char *key, double value);
void fl_json_bool(struct fl_json *j, const char *key, bool value);
void fl_json_null(struct fl_json *j, const char *key);
/* A string "0x…" of the digits of size_B bytes, the last one first, as of a number in memory. */
void fl_json_hex(struct fl_json *j, const char *key, const uint8_t *bytes, size_t size_B);
/* The text, NUL-terminated; the caller frees it. NULL: there was no memory. */
char *fl_json_take(struct fl_json *j);

#endif
