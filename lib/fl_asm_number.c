/* SPDX-License-Identifier: MIT
 *
 * The shader assemblers' numbers.
 */
#include "hw/fl_decimal.h"
#include "lib/fl_asm.h"

#include <string.h>

#define FLOAT_ONE 0x3f800000u

/* 0x… at *p; the value, and *p behind it. False: no digits, or more than 32 bits. */
static bool hexadecimal(const char **p, const char *end, uint32_t *value)
{
	const char *s = *p + 2;
	uint64_t v = 0;

	if (s >= end || fl_asm_hex_digit(*s) > 15)
		return false;
	for (; s < end && fl_asm_hex_digit(*s) < 16; s++) {
		v = v << 4 | fl_asm_hex_digit(*s);
		if (v >> 32)
			return false;
	}
	*value = (uint32_t)v;
	*p = s;
	return true;
}

static bool is_hexadecimal(const char *p, const char *end)
{
	return p + 1 < end && p[0] == '0' && (p[1] | 32) == 'x';
}

bool fl_asm_integer(struct fl_asm *a, uint32_t max, const char *what, uint32_t *value)
{
	const char *start = fl_asm_here(a), *p = start;
	uint64_t v = 0;
	uint32_t v32;

	*value = 0;
	if (p >= a->end || !fl_asm_is_digit(*p))
		return fl_asm_expected(a, what);
	if (is_hexadecimal(p, a->end)) {
		if (!hexadecimal(&p, a->end, &v32))
			return fl_asm_wrong(a, start, "expected %s of at most 32 bits", what);
		v = v32;
	} else {
		for (; p < a->end && fl_asm_is_digit(*p); p++)
			if (v <= UINT32_MAX)
				v = 10 * v + (uint32_t)(*p - '0');
	}
	if (v > max)
		return fl_asm_wrong(a, start, "expected %s up to %u", what, max);
	a->at = p;
	*value = (uint32_t)v;
	return true;
}

bool fl_asm_is_number(struct fl_asm *a)
{
	const char *p = fl_asm_here(a), *name;
	uint32_t n;

	if (p < a->end && *p == '-')
		p++;
	if (p < a->end && (fl_asm_is_digit(*p) || (*p == '.' && p + 1 < a->end && fl_asm_is_digit(p[1]))))
		return true;
	const char *at = a->at;
	a->at = p;
	n = fl_asm_peek_name(a, &name);
	a->at = at;
	return fl_asm_is(name, n, "inf") || fl_asm_is(name, n, "nan");
}

/* ---- floats -------------------------------------------------------------------------------------------- */
bool fl_asm_float(struct fl_asm *a, uint32_t *bits)
{
	const char *start = fl_asm_here(a);
	uint32_t sign = 0;

	*bits = 0;
	if (!fl_asm_is_number(a))
		return fl_asm_expected(a, "a number");
	if (fl_asm_take(a, '-'))
		sign = 0x80000000u;
	if (fl_asm_take_word(a, "inf"))
		*bits = 0x7f800000u;
	else if (fl_asm_take_word(a, "nan"))
		*bits = 0x7fc00000u;
	else if (!is_hexadecimal(a->at, a->end))
		*bits = fl_decimal_read(&a->at, a->end);
	else if (!hexadecimal(&a->at, a->end, bits))
		return fl_asm_wrong(a, start, "expected a hexadecimal number of at most 32 bits");
	*bits ^= sign;
	return true;
}

bool fl_asm_vector(struct fl_asm *a, uint32_t v[4], uint32_t *n)
{
	if (!fl_asm_take(a, '{')) {
		*n = 1;
		if (!fl_asm_float(a, &v[0]))
			return false;
		v[1] = v[2] = v[3] = v[0];
		return true;
	}
	*n = 4;
	v[1] = v[2] = 0; /* as in ARB assembly: what is missing is 0, 0, 1 */
	v[3] = FLOAT_ONE;
	for (uint32_t i = 0; i < 4; i++) {
		if (!fl_asm_float(a, &v[i]))
			return false;
		if (!fl_asm_take_on(a, ','))
			break;
		if (i == 3)
			return fl_asm_expected(a, "at most four numbers");
	}
	return fl_asm_want(a, '}');
}

void fl_asm_put_float(struct fl_asm_out *o, uint32_t bits)
{
	uint32_t exponent = bits >> 23 & 255, m = (bits & 0x7fffff) | 0x800000;
	/* value = m * 2^(exponent - 150): short where it is a number of 1/1024 below 2^20 */
	int shift = (int)exponent - 150 + 10;

	if (bits == 0) {
		fl_asm_put(o, "0");
		return;
	}
	if (exponent && exponent < 147 && shift > -24 && (shift >= 0 || !(m & ((1u << -shift) - 1)))) {
		uint32_t v = shift >= 0 ? m << shift : m >> -shift; /* in 1/1024 */
		uint32_t whole = v >> 10, part = v & 1023;

		if (shift < 8) {
			char text[12];
			unsigned n = 0;

			/* 1/1024 is 0.0009765625: ten digits at most */
			while (part && n < 10) {
				part *= 10;
				text[n++] = (char)('0' + (part >> 10));
				part &= 1023;
			}
			text[n] = 0;
			fl_asm_put(o, "%s%u%s%s", bits >> 31 ? "-" : "", whole, n ? "." : "", text);
			return;
		}
	}
	fl_asm_put(o, "0x%08x", bits);
}
