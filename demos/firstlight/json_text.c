/* SPDX-License-Identifier: MIT
 *
 * JSON as text; see json_text.h.
 */
#include "demos/firstlight/json_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(struct fl_json *j, const char *s, size_t n)
{
	if (j->failed)
		return;
	if (j->n + n + 1 > j->cap) {
		const size_t cap = 2 * (j->n + n) + 256;
		char *more = realloc(j->s, cap);

		if (!more) {
			free(j->s);
			j->s = NULL;
			j->failed = true;
			return;
		}
		j->s = more;
		j->cap = cap;
	}
	memcpy(j->s + j->n, s, n);
	j->n += n;
	j->s[j->n] = 0;
}

static void word(struct fl_json *j, const char *s)
{
	put(j, s, strlen(s));
}

static void string(struct fl_json *j, const char *s)
{
	word(j, "\"");
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;
		char code[8];

		if (c == '"' || c == '\\')
			snprintf(code, sizeof code, "\\%c", c);
		else if (c < 0x20)
			snprintf(code, sizeof code, "\\u%04x", c);
		else
			snprintf(code, sizeof code, "%c", c);
		word(j, code);
	}
	word(j, "\"");
}

static void begin(struct fl_json *j, const char *key)
{
	if (j->n && !j->first)
		word(j, ",");
	j->first = false;
	if (!key)
		return;
	string(j, key);
	word(j, ":");
}

void fl_json_open(struct fl_json *j, const char *key, char bracket)
{
	begin(j, key);
	put(j, &bracket, 1);
	j->first = true;
}

void fl_json_close(struct fl_json *j, char bracket)
{
	put(j, &bracket, 1);
	j->first = false;
}

void fl_json_text(struct fl_json *j, const char *key, const char *text)
{
	if (!text) {
		fl_json_null(j, key);
		return;
	}
	begin(j, key);
	string(j, text);
}

void fl_json_uint(struct fl_json *j, const char *key, uint64_t value)
{
	char s[24];

	begin(j, key);
	snprintf(s, sizeof s, "%llu", (unsigned long long)value);
	word(j, s);
}

void fl_json_float(struct fl_json *j, const char *key, double value)
{
	char s[40];

	if (!isfinite(value)) {
		fl_json_null(j, key);
		return;
	}
	begin(j, key);
	snprintf(s, sizeof s, "%.9g", value);
	word(j, s);
}

void fl_json_bool(struct fl_json *j, const char *key, bool value)
{
	begin(j, key);
	word(j, value ? "true" : "false");
}

void fl_json_null(struct fl_json *j, const char *key)
{
	begin(j, key);
	word(j, "null");
}

void fl_json_hex(struct fl_json *j, const char *key, const uint8_t *bytes, size_t size_B)
{
	char s[4];

	begin(j, key);
	word(j, "\"0x");
	for (size_t i = size_B; i--;) {
		snprintf(s, sizeof s, "%02x", bytes[i]);
		word(j, s);
	}
	word(j, "\"");
}

char *fl_json_take(struct fl_json *j)
{
	char *s = j->s;

	*j = (struct fl_json){.s = NULL};
	return s;
}
