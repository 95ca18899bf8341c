/* SPDX-License-Identifier: MIT
 *
 * Strings: the freestanding part has no libc to ask.
 */
#ifndef HW_FL_STR_H
#define HW_FL_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline size_t fl_str_length(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

bool fl_str_same(const char *a, const char *b);

static inline bool fl_str_starts(const char *s, const char *with)
{
	while (*with && *s == *with)
		s++, with++;
	return !*with;
}

static inline char fl_str_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/* s begins with the n characters, in any case. */
bool fl_str_begins(const char *s, const char *with, size_t n);

/* The i-th of texts that stand behind one another, each ended by its NUL, the last by two. Past the end:
 * "". */
static inline const char *fl_str_nth(const char *texts, unsigned i)
{
	while (i-- && *texts)
		texts += fl_str_length(texts) + 1;
	return texts;
}

/* The first c in s, or NULL. */
const char *fl_str_find(const char *s, char c);

/* The word (n characters) is one of those in the blank-separated list. */
bool fl_str_in_list(const char *list, const char *word, size_t n);

#ifdef __cplusplus
}
#endif

#endif
