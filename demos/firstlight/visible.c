/* SPDX-License-Identifier: MIT
 *
 * Control characters made visible; see visible.h.
 */
#include "demos/firstlight/visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ESCAPE_B = 4 }; /* "\x1b" */

/* The character that s begins with: how many bytes it has, and its number. 0: these bytes are no UTF-8
 * (RFC 3629). */
static unsigned character(const uint8_t *s, uint32_t *number)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;

	*number = n > 1 ? s[0] & 0xffu >> (n + 1) : s[0];
	for (unsigned i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		*number = *number << 6 | (s[i] & 0x3f);
	}
	return *number >= least[n] && *number <= 0x10ffff && *number >> 11 != 0x1b ? n : 0;
}

/* C0, DEL and C1; marks and overrides of direction (Unicode Standard Annex 9); ends of lines. */
static bool obeyed(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* What the character at *s is shown as, with its length; *s moves on. */
static size_t show(const char **s, char out[4 * ESCAPE_B + 1])
{
	uint32_t number;
	unsigned n = character((const uint8_t *)*s, &number), shown = n ? n : 1;
	size_t used = 0;

	if (n && !obeyed(number)) {
		memcpy(out, *s, n);
		used = n;
	} else {
		for (unsigned i = 0; i < shown; i++)
			used += (size_t)snprintf(out + used, ESCAPE_B + 1, "\\x%02x", (uint8_t)(*s)[i]);
	}
	*s += shown;
	return used;
}

char *fl_visible(char *out, size_t size, const char *text)
{
	char one[4 * ESCAPE_B + 1];
	size_t at = 0;

	while (*text) {
		size_t n = show(&text, one);

		if (at + n >= size)
			break;
		memcpy(out + at, one, n);
		at += n;
	}
	out[at] = 0;
	return out;
}

void fl_visible_put(FILE *f, const char *text)
{
	char one[4 * ESCAPE_B + 1];

	while (*text) {
		if (*text == '\n' || *text == '\t')
			fputc(*text++, f);
		else
			fwrite(one, 1, show(&text, one), f);
	}
}
