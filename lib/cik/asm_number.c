/* SPDX-License-Identifier: MIT
 *
 * Numbers in programs of Sea Islands: whole ones of 64 bits, and decimals as doubles, by whole numbers alone.
 */
#include "lib/cik/asm_own.h"

enum { DIGITS = 18, DOUBLE_BIAS = 1023, DOUBLE_MANTISSA = 52 };

/* m * 2^exponent, m not 0, to the nearest double; sticky: there is a rest below. */
static uint64_t to_double(uint64_t m, int exponent, bool sticky)
{
	while (!(m >> 63)) {
		m <<= 1;
		exponent--;
	}
	uint64_t rest = m & 0x7ff, top = m >> 11;

	if (rest > 0x400 || (rest == 0x400 && (sticky || (top & 1))))
		top++; /* a carry out of the mantissa raises the exponent, as it should */
	return ((uint64_t)(exponent + 63 + DOUBLE_BIAS - 1) << DOUBLE_MANTISSA) + top;
}

static uint64_t power_of_ten(int n)
{
	uint64_t p = 1;

	while (n-- > 0)
		p *= 10;
	return p;
}

/* m / 10^n, bit by bit: 10^18 times two fits into 64 bits. */
static uint64_t divided(uint64_t m, int n)
{
	uint64_t d = power_of_ten(n), q = m / d, rest = m % d;
	int exponent = 0;

	while (!(q >> 63)) {
		rest <<= 1;
		q = q << 1 | (rest >= d);
		rest -= rest >= d ? d : 0;
		exponent--;
	}
	return to_double(q, exponent, rest != 0);
}

/* m * 10^n in 128 bits */
static uint64_t multiplied(uint64_t m, int n)
{
	uint64_t hi = 0, lo = m;
	int exponent = 0;
	bool sticky = false;

	for (; n > 0; n--) {
		uint64_t a = (lo & 0xffffffff) * 10, b = (lo >> 32) * 10 + (a >> 32);

		lo = b << 32 | (a & 0xffffffff);
		hi = hi * 10 + (b >> 32);
	}
	while (hi) {
		sticky = sticky || (lo & 1);
		lo = lo >> 1 | hi << 63;
		hi >>= 1;
		exponent++;
	}
	return to_double(lo, exponent, sticky);
}

/* Digits with a point, and perhaps an exponent, at *p */
static bool decimal(struct fl_asm *a, const char *start, const char *p, uint64_t *bits)
{
	uint64_t m = 0;
	int digits = 0, exponent = 0, more = 0;
	bool point = false, minus;

	for (; p < a->end && (fl_asm_is_digit(*p) || (*p == '.' && !point)); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		digits += m || *p != '0';
		if (digits > DIGITS)
			break;
		m = m * 10 + (uint64_t)(*p - '0');
		exponent -= point;
	}
	if (p < a->end && (*p | 32) == 'e') {
		p++;
		minus = p < a->end && *p == '-';
		p += p < a->end && (*p == '-' || *p == '+');
		for (; p < a->end && fl_asm_is_digit(*p) && more < 1000; p++)
			more = 10 * more + (*p - '0');
		exponent += minus ? -more : more;
	}
	for (; m && exponent < 0 && m % 10 == 0; exponent++)
		m /= 10;
	if (digits > DIGITS || (m && (exponent < -DIGITS || exponent > DIGITS)))
		return fl_asm_wrong(a, start, "numbers have up to %u digits on either side of the point",
				    DIGITS);
	a->at = p;
	*bits = !m ? 0 : exponent < 0 ? divided(m, -exponent) : multiplied(m, exponent);
	return true;
}

static bool whole(struct fl_asm *a, const char *start, const char *p, uint64_t *value)
{
	uint32_t base = 10;
	const char *digits;

	*value = 0;
	if (p + 2 < a->end && p[0] == '0' && (p[1] | 32) == 'x') {
		base = 16;
		p += 2;
	}
	for (digits = p; p < a->end && fl_asm_hex_digit(*p) < base; p++) {
		if (*value > (UINT64_MAX - fl_asm_hex_digit(*p)) / base)
			return fl_asm_wrong(a, start, "whole numbers have up to 64 bits");
		*value = *value * base + fl_asm_hex_digit(*p);
	}
	a->at = p;
	return p > digits || fl_asm_wrong(a, start, "expected a number");
}

bool fl_cik_take_number(struct fl_asm *a, struct fl_cik_operand *o)
{
	const char *start = fl_asm_here(a), *p = start;
	bool minus = p < a->end && *p == '-', real = false;

	p += minus;
	for (const char *c = p; c < a->end && (fl_asm_is_digit(*c) || *c == '.' || (*c | 32) == 'e'); c++)
		real = real || *c == '.' || (*c | 32) == 'e';
	if (p >= a->end || (!fl_asm_is_digit(*p) && *p != '.'))
		return fl_asm_expected(a, "a number");
	o->kind = real ? FL_CIK_FLOAT : FL_CIK_INTEGER;
	if (!(real ? decimal : whole)(a, start, p, &o->value))
		return false;
	if (fl_asm_word_goes_on(a))
		return fl_asm_wrong(a, start, "expected a number");
	if (minus)
		o->value = real ? o->value ^ 1ull << 63 : -o->value;
	return true;
}

bool fl_cik_narrow(uint64_t bits, uint32_t exponent, uint32_t mantissa, uint32_t *value)
{
	const int bias = (1 << (exponent - 1)) - 1;
	uint64_t m = bits & ((1ull << DOUBLE_MANTISSA) - 1);
	int e = (int)(bits >> DOUBLE_MANTISSA & 0x7ff) - DOUBLE_BIAS + bias;
	int drop = DOUBLE_MANTISSA - (int)mantissa;
	uint32_t sign = (uint32_t)(bits >> 63) << (exponent + mantissa);

	*value = sign;
	if (!(bits << 1))
		return true;
	m |= 1ull << DOUBLE_MANTISSA;
	if (e < 1)
		drop += 1 - e;
	if (drop > DOUBLE_MANTISSA + 1)
		return false;
	uint64_t rest = m & ((1ull << drop) - 1), half = 1ull << (drop - 1), top = m >> drop;
	top += rest > half || (rest == half && (top & 1));
	/* The leading bit counts as one step of the exponent. */
	top += e < 1 ? 0 : (uint64_t)(e - 1) << mantissa;
	*value = sign | (uint32_t)top;
	return top < ((1ull << exponent) - 1) << mantissa && (e >= 1 || !rest);
}
