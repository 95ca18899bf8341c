/* SPDX-License-Identifier: MIT
 *
 * Reading msgpack; see fl_msgpack.h. The codes are the specification's ("Formats").
 */
#include "lib/fl_msgpack.h"
#include "hw/fl_str.h"

enum {
	FIX_MAP = 0x80,
	FIX_ARRAY = 0x90,
	FIX_TEXT = 0xa0,
	NIL = 0xc0,
	NEVER_USED = 0xc1,
	FALSE_ = 0xc2,
	TRUE_ = 0xc3,
	BYTES_8 = 0xc4,
	EXTENSION_8 = 0xc7,
	FLOAT_32 = 0xca,
	UNSIGNED_8 = 0xcc,
	SIGNED_8 = 0xd0,
	FIX_EXTENSION_1 = 0xd4,
	TEXT_8 = 0xd9,
	ARRAY_16 = 0xdc,
	MAP_16 = 0xde,
	NEGATIVE = 0xe0,
};

/* Numbers are big-endian there. */
static bool take(struct fl_msgpack *m, unsigned size_B, uint64_t *number)
{
	if ((size_t)(m->end - m->at) < size_B)
		return false;
	*number = 0;
	for (unsigned i = 0; i < size_B; i++)
		*number = *number << 8 | *m->at++;
	return true;
}

static bool text(struct fl_msgpack *m, struct fl_msgpack_item *i, enum fl_msgpack_kind kind)
{
	i->kind = kind;
	i->text = (const char *)m->at;
	if ((uint64_t)(m->end - m->at) < i->number)
		return false;
	m->at += i->number;
	return true;
}

static bool extension(struct fl_msgpack *m, struct fl_msgpack_item *i)
{
	uint64_t type;

	return take(m, 1, &type) && text(m, i, FL_MSGPACK_BYTES);
}

/* An item after its code, of those that are not in one byte. */
static bool long_item(struct fl_msgpack *m, struct fl_msgpack_item *i, unsigned code)
{
	if (code >= MAP_16) {
		i->kind = FL_MSGPACK_MAP;
		return take(m, 2u << (code - MAP_16), &i->number);
	}
	if (code >= ARRAY_16) {
		i->kind = FL_MSGPACK_ARRAY;
		return take(m, 2u << (code - ARRAY_16), &i->number);
	}
	if (code >= TEXT_8)
		return take(m, 1u << (code - TEXT_8), &i->number) && text(m, i, FL_MSGPACK_TEXT);
	if (code >= FIX_EXTENSION_1) {
		i->number = UINT64_C(1) << (code - FIX_EXTENSION_1);
		return extension(m, i);
	}
	if (code >= SIGNED_8) {
		const unsigned size_B = 1u << ((code - SIGNED_8) & 3);
		const uint64_t sign = UINT64_C(0x80) << 8 * (size_B - 1);

		i->kind = FL_MSGPACK_NUMBER;
		if (!take(m, size_B, &i->number))
			return false;
		i->number = (i->number ^ sign) - sign;
		return true;
	}
	if (code >= UNSIGNED_8) {
		i->kind = FL_MSGPACK_NUMBER;
		return take(m, 1u << (code - UNSIGNED_8), &i->number);
	}
	if (code >= FLOAT_32) {
		i->kind = FL_MSGPACK_FLOAT;
		return take(m, 4u << (code - FLOAT_32), &i->number);
	}
	if (code >= EXTENSION_8)
		return take(m, 1u << (code - EXTENSION_8), &i->number) && extension(m, i);
	return take(m, 1u << (code - BYTES_8), &i->number) && text(m, i, FL_MSGPACK_BYTES);
}

static bool item(struct fl_msgpack *m, struct fl_msgpack_item *i, unsigned code)
{
	if (code < FIX_MAP || code >= NEGATIVE) {
		i->kind = FL_MSGPACK_NUMBER;
		i->number = (uint64_t)(int64_t)(int8_t)code;
	} else if (code < FIX_ARRAY) {
		i->kind = FL_MSGPACK_MAP;
		i->number = code - FIX_MAP;
	} else if (code < FIX_TEXT) {
		i->kind = FL_MSGPACK_ARRAY;
		i->number = code - FIX_ARRAY;
	} else if (code < NIL) {
		i->number = code - FIX_TEXT;
		return text(m, i, FL_MSGPACK_TEXT);
	} else if (code == NIL) {
		i->kind = FL_MSGPACK_NIL;
	} else if (code == FALSE_ || code == TRUE_) {
		i->kind = FL_MSGPACK_BOOL;
		i->number = code - FALSE_;
	} else {
		return code != NEVER_USED && long_item(m, i, code);
	}
	return true;
}

bool fl_msgpack_next(struct fl_msgpack *m, struct fl_msgpack_item *i)
{
	struct fl_msgpack at = *m;
	uint64_t code;

	memset(i, 0, sizeof(*i));
	if (!take(&at, 1, &code) || !item(&at, i, (unsigned)code))
		return false;
	*m = at;
	return true;
}

/* Each item takes a byte, so that this ends with the bytes. */
bool fl_msgpack_skip(struct fl_msgpack *m)
{
	struct fl_msgpack at = *m;
	struct fl_msgpack_item i;

	for (uint64_t left = 1; left; left--) {
		if (!fl_msgpack_next(&at, &i))
			return false;
		if (i.kind == FL_MSGPACK_ARRAY)
			left += i.number;
		else if (i.kind == FL_MSGPACK_MAP)
			left += 2 * i.number;
	}
	*m = at;
	return true;
}

bool fl_msgpack_is(const struct fl_msgpack_item *i, const char *s)
{
	const size_t n = fl_str_length(s);

	return i->kind == FL_MSGPACK_TEXT && i->number == n && !memcmp(i->text, s, n);
}
