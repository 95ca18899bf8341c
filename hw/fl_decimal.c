/* SPDX-License-Identifier: MIT
 *
 * Floats as decimals; see fl_decimal.h.
 */
#include "hw/fl_decimal.h"
#include "hw/fl_fmt.h"

#include <stdbool.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

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

/* The whole part of n / d, which is below 2^30; n keeps the rest. */
static uint32_t divide(struct big *n, const struct big *d)
{
	uint32_t q = 0;

	for (int i = 29; i >= 0; i--) { /* d times 2^i is taken off where it fits */
		struct big part = *d;

		shift_left(&part, i);
		if (subtract(n, &part))
			q |= 1u << i;
	}
	return q;
}

/* n / d, both not 0, as a float. */
static uint32_t quotient(struct big *n, struct big *d)
{
	/* Scale so that 2^25 <= n/d < 2^27, then divide bit by bit. */
	int scale = 26 - (bits_of(n) - bits_of(d));
	uint32_t q, sticky;

	if (scale > 0)
		shift_left(n, scale);
	else
		shift_left(d, -scale);
	q = divide(n, d);
	sticky = bits_of(n) != 0;
	/* q has 26 or 27 bits; its value is q * 2^-scale. */
	int exponent = 25 + (q >> 26 & 1) - scale; /* of the first bit */
	int drop = 2 + (int)(q >> 26 & 1);         /* bits below the 24 of a float */

	if (exponent < -126)
		drop += -126 - exponent;
	if (drop > 30 || drop < 1)
		return 0;
	uint32_t rest = q & ((1u << drop) - 1), half = 1u << (drop - 1), m = q >> drop;
	if (rest > half || (rest == half && (sticky || (m & 1))))
		m++;
	/* A carry out of the mantissa raises the exponent, as it should. */
	uint32_t bits = exponent < -126 ? m : ((uint32_t)(exponent + 126) << 23) + m;
	return bits >= 0x7f800000u ? 0x7f800000u : bits;
}

enum { FAR = 100000000 }; /* an exponent that no text is long enough to bring back */

uint32_t fl_decimal_read(const char **at, const char *end)
{
	struct big n = {{0}}, d = {{1}};
	const char *p = *at;
	int digits = 0, exponent = 0, more = 0;
	bool point = false;

	for (; p < end && (is_digit(*p) || (*p == '.' && !point)); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		if (digits || *p != '0') {
			if (digits < 40) { /* further ones cannot matter but in a tie of 40 digits */
				multiply_add(&n, 10, (uint32_t)(*p - '0'));
				digits++;
			} else {
				exponent++;
			}
		}
		if (point)
			exponent--;
	}
	if (p < end && (*p | 32) == 'e') {
		const char *e = p + 1;
		bool minus = e < end && *e == '-';

		if (e < end && (*e == '-' || *e == '+'))
			e++;
		if (e < end && is_digit(*e)) {
			for (; e < end && is_digit(*e); e++)
				if (more < FAR)
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

/* ---- and back ------------------------------------------------------------------------------------------ */
enum { DIGITS = 9 }; /* so many tell every float from its neighbours */

/* The first nine digits of a finite float that is not 0, and the power of ten of the first. *less: it is less
 * than they say. */
static uint32_t digits_of(uint32_t bits, int *power, uint32_t *less)
{
	int exponent = (int)(bits >> 23 & 255);
	uint32_t m = (bits & 0x7fffff) | (exponent ? 0x800000 : 0), q;
	int two = exponent ? exponent - 150 : -149; /* the value is m * 2^two */
	int guess = 0;

	for (uint32_t rest = m; rest >>= 1;)
		guess++;
	guess = (guess + two) * 1233 / 4096; /* log10(2) is 0.30103 */
	for (int shift = DIGITS - 1 - guess;; shift += q < 100000000 ? 1 : -1) {
		struct big n = {{m}}, d = {{1}};

		for (int i = 0; i < shift; i++)
			multiply_add(&n, 10, 0);
		for (int i = 0; i < -shift; i++)
			multiply_add(&d, 10, 0);
		shift_left(two > 0 ? &n : &d, two > 0 ? two : -two);
		q = divide(&n, &d);
		multiply_add(&n, 2, 0); /* to nearest */
		*less = subtract(&n, &d);
		q += *less;
		*power = DIGITS - 1 - shift;
		if (q >= 100000000 && q < 1000000000)
			return q;
	}
}

/* n digits, the first of which is worth 10^power, the last of which is not 0 if there are several. */
static void put_digits(char *out, size_t size, bool minus, uint32_t q, int n, int power)
{
	char digit[DIGITS + 1], text[32], *p = text;

	fl_format(digit, sizeof(digit), "%u", (unsigned)q);
	if (minus)
		*p++ = '-';
	if (power < -5 || power >= DIGITS) {
		*p++ = digit[0];
		*p++ = '.';
		for (int i = 1; i < n || i < 2; i++)
			*p++ = i < n ? digit[i] : '0';
		*p = 0;
		fl_format(out, size, "%se%d", text, power);
		return;
	}
	for (int i = power < 0 ? power : 0; i <= power || i < n || i < power + 2; i++) {
		if (i == power + 1)
			*p++ = '.';
		*p++ = i >= 0 && i < n ? digit[i] : '0';
	}
	*p = 0;
	fl_format(out, size, "%s", text);
}

void fl_decimal_write(uint32_t bits, char *out, size_t size)
{
	bool minus = bits >> 31;
	uint32_t q, less, least = bits & 0x7fffffff;
	int power, low = 1, high = DIGITS;

	if (least >= 0x7f800000) {
		fl_format(out, size, least > 0x7f800000 ? "nan" : minus ? "-inf" : "inf");
		return;
	}
	if (!least) {
		fl_format(out, size, minus ? "-0.0" : "0.0");
		return;
	}
	q = digits_of(least, &power, &less);
	while (low <= high) { /* the fewest of these that read as the same float */
		int n = (low + high) / 2, up;
		uint32_t cut = 1, short_q;
		const char *at;
		char text[32];

		for (int i = n; i < DIGITS; i++)
			cut *= 10;
		short_q = (q + (cut > 1 ? cut / 2 - less : 0)) / cut; /* half of what is cut off is less */
		up = short_q == 1000000000 / cut;                     /* 9.99 became 10.0 */
		fl_format(text, sizeof(text), "%ue%d", (unsigned)short_q, power - n + 1);
		for (at = text; *at; at++)
			;
		if (fl_decimal_read(&(const char *){text}, at) == least) {
			put_digits(out, size, minus, up ? short_q / 10 : short_q, n, power + up);
			high = n - 1;
		} else {
			low = n + 1;
		}
	}
}
