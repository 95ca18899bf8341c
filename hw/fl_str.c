/* SPDX-License-Identifier: MIT
 *
 * Strings: what is worth a call.
 */
#include "hw/fl_str.h"

bool fl_str_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

bool fl_str_begins(const char *s, const char *with, size_t n)
{
	for (; n && *s && fl_str_lower(*s) == fl_str_lower(*with); n--)
		s++, with++;
	return !n;
}

const char *fl_str_find(const char *s, char c)
{
	while (*s && *s != c)
		s++;
	return *s ? s : NULL;
}

bool fl_str_in_list(const char *list, const char *word, size_t n)
{
	while (*list) {
		size_t k = 0;

		while (list[k] && list[k] != ' ')
			k++;
		if (k == n && !memcmp(list, word, n))
			return true;
		for (list += k; *list == ' '; list++)
			;
	}
	return false;
}
