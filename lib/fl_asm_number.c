/* SPDX-License-Identifier: MIT
 *
 * The shader assemblers' numbers. Decimals are rounded to the nearest float, ties to even, by whole numbers
 * alone: the assembler gives the same words on every machine, and runs where there is no floating point.
 */
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

/* ---- decimals ------------------------------------------------------------------------------------------ */
enum {
	LIMBS = 12
}; /* 384 bits: 10^60 has 200, the quotient's guard bits and a number of 19 digits go on top */

struct big {
	uint32_t limb[LIMBS];
};

static void multiply_add(struct big *b, uint32_t by, uint32_t add)
{
	uint64_t carry = add;

	for (int i = 0; i < LIMBS; i++) {
		carry += (uint64_t)b->limb[i] * by;
		b->limb[i] = (uint32_t)carry;
		carry >>= 32;
	}
}

static int bits_of(const struct big *b)
{
	for (int i = LIMBS - 1; i >= 0; i--)
		if (b->limb[i])
			for (int k = 31;; k--)
				if (b->limb[i] >> k & 1)
					return 32 * i + k + 1;
	return 0;
}

static void shift_left(struct big *b, int by)
{
	for (; by >= 31; by -= 31)
		multiply_add(b, 1u << 31, 0);
	multiply_add(b, 1u << by, 0);
}

static bool subtract(struct big *b, const struct big *by)
{
	struct big r;
	int64_t borrow = 0;

	for (int i = 0; i < LIMBS; i++) {
		borrow += (int64_t)b->limb[i] - by->limb[i];
		r.limb[i] = (uint32_t)borrow;
		borrow >>= 32; /* 0 or -1 */
	}
	if (borrow)
		return false;
	*b = r;
	return true;
}

/* n / d, both not 0, as a float. */
static uint32_t quotient(struct big *n, struct big *d)
{
	/* Scale so that 2^25 <= n/d < 2^27, then divide bit by bit. */
	int scale = 26 - (bits_of(n) - bits_of(d));
	uint32_t q = 0, sticky;

	if (scale > 0)
		shift_left(n, scale);
	else
		shift_left(d, -scale);
	for (int i = 27; i >= 0; i--) { /* q = floor(n / d): d times 2^i is taken off where it fits */
		struct big part = *d;

		shift_left(&part, i);
		if (subtract(n, &part))
			q |= 1u << i;
	}
	sticky = bits_of(n) != 0;
	/* q has 26 or 27 bits; its value is q * 2^-scale. */
	int exponent = 25 + (q >> 26 & 1) - scale; /* of the first bit */
	int drop = 2 + (int)(q >> 26 & 1);         /* bits below the 24 of a float */

	if (exponent < -126)
		drop += -126 - exponent;
	if (drop > 30)
		return 0;
	uint32_t rest = q & ((1u << drop) - 1), half = 1u << (drop - 1), m = q >> drop;
	if (rest > half || (rest == half && (sticky || (m & 1))))
		m++;
	/* A carry out of the mantissa raises the exponent, as it should. */
	uint32_t bits = exponent < -126 ? m : ((uint32_t)(exponent + 126) << 23) + m;
	return bits >= 0x7f800000u ? 0x7f800000u : bits;
}

static uint32_t decimal(const char **at, const char *end)
{
	struct big n = {{0}}, d = {{1}};
	const char *p = *at;
	int digits = 0, exponent = 0, more = 0;
	bool point = false;

	for (; p < end && (fl_asm_is_digit(*p) || (*p == '.' && !point)); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		if (digits || *p != '0') {
			if (digits < 40) { /* further ones cannot matter but in a tie of 40 digits */
				multiply_add(&n, 10, (uint32_t)(*p - '0'));
				digits++;
			} else {
				exponent += exponent < 10000;
			}
		}
		if (point)
			exponent -= exponent > -10000;
	}
	if (p < end && (*p | 32) == 'e') {
		const char *e = p + 1;
		bool minus = e < end && *e == '-';

		if (e < end && (*e == '-' || *e == '+'))
			e++;
		if (e < end && fl_asm_is_digit(*e)) {
			for (; e < end && fl_asm_is_digit(*e); e++)
				if (more < 10000)
					more = 10 * more + (*e - '0');
			exponent += minus ? -more : more;
			p = e;
		}
	}
	*at = p;
	if (!digits || digits + exponent < -50)
		return 0;
	if (digits + exponent > 40)
		return 0x7f800000u;
	for (; exponent > 0; exponent--)
		multiply_add(&n, 10, 0);
	for (; exponent < 0; exponent++)
		multiply_add(&d, 10, 0);
	return quotient(&n, &d);
}

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
		*bits = decimal(&a->at, a->end);
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
