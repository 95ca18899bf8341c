/* SPDX-License-Identifier: MIT
 *
 * Text formatting without a libc; see fl_fmt.h.
 */
#include "hw/fl_fmt.h"

#include <stdbool.h>
#include <stdint.h>

struct out {
	char *at;
	size_t size; /* with the NUL */
	size_t n;    /* characters that the whole text needs so far */
};

struct spec {
	bool left, zero, plus, space, alt;
	int width;
	int precision; /* -1: none given */
	int size;      /* -2 hh, -1 h, 0, 1 l, 2 ll, 3 z */
};

static void put(struct out *o, char c)
{
	if (o->n + 1 < o->size)
		o->at[o->n] = c;
	o->n++;
}

static void pad(struct out *o, char c, int n)
{
	while (n-- > 0)
		put(o, c);
}

/* prefix ("-", "0x", …), then zeros, then the body; the whole in a field of the spec's width. */
static void put_number(struct out *o, const struct spec *s, const char *prefix, int zeros, const char *body,
		       int n)
{
	int prefix_n = 0, fill;

	while (prefix[prefix_n])
		prefix_n++;
	fill = s->width - prefix_n - zeros - n;
	if (!s->left && !s->zero)
		pad(o, ' ', fill);
	for (int i = 0; i < prefix_n; i++)
		put(o, prefix[i]);
	if (!s->left && s->zero)
		pad(o, '0', fill);
	pad(o, '0', zeros);
	for (int i = 0; i < n; i++)
		put(o, body[i]);
	if (s->left)
		pad(o, ' ', fill);
}

static const char *sign_of(const struct spec *s, bool negative)
{
	return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

/* Digits of v, backwards from the end of a buffer of 24 characters; returns the first. */
static char *digits(char end[24], uint64_t v, unsigned base, bool upper, int *n)
{
	const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char *p = end + 24;

	while (v) {
		*--p = set[v % base];
		v /= base;
	}
	*n = (int)(end + 24 - p);
	return p;
}

static void put_integer(struct out *o, struct spec *s, uint64_t v, const char *prefix, unsigned base,
			bool upper)
{
	char buf[24];
	int n;
	const char *p = digits(buf, v, base, upper, &n);
	int want = s->precision < 0 ? 1 : s->precision;

	if (s->precision >= 0)
		s->zero = false; /* C11 7.21.6.1: the 0 flag is ignored when a precision is given */
	put_number(o, s, prefix, want > n ? want - n : 0, p, n);
}

static void put_string(struct out *o, const struct spec *s, const char *text)
{
	int n = 0;

	if (!text)
		text = "(null)";
	while ((s->precision < 0 || n < s->precision) && text[n])
		n++;
	if (!s->left)
		pad(o, ' ', s->width - n);
	for (int i = 0; i < n; i++)
		put(o, text[i]);
	if (s->left)
		pad(o, ' ', s->width - n);
}

/* Fixed notation, rounded to even as the C library rounds: the fraction is kept as 64 binary places and a
 * sticky bit, each decimal place is one multiplication by ten, and what remains decides the rounding. */
static void put_float(struct out *o, struct spec *s, double value)
{
	union {
		double d;
		uint64_t u;
	} bits = {.d = value};
	bool negative = bits.u >> 63;
	int exponent = (int)(bits.u >> 52 & 0x7ff) - 1075;
	uint64_t mantissa = bits.u & 0xfffffffffffff, whole = 0, part = 0;
	bool sticky = false;
	char buf[24], body[48];
	int n, places = s->precision < 0 ? 2 : s->precision > 17 ? 17 : s->precision;
	char *p;

	if (exponent > 11) {
		const char *word = exponent != 0x7ff - 1075 ? "ovf" : mantissa ? "nan" : "inf";

		s->zero = false;
		put_number(o, s, sign_of(s, negative), 0, word, 3);
		return;
	}
	if (exponent == -1075)
		exponent++;
	else
		mantissa |= 1ull << 52;
	if (exponent >= 0) {
		whole = mantissa << exponent;
	} else if (exponent > -64) {
		whole = mantissa >> -exponent;
		part = mantissa << (64 + exponent);
	} else {
		int down = -exponent - 64;

		part = down < 64 ? mantissa >> down : 0;
		sticky = down < 64 ? (mantissa & ((1ull << down) - 1)) != 0 : mantissa != 0;
	}
	for (int i = 0; i < places; i++) {
		/* In halves: processors of 32 bits have no product of 128. */
		uint64_t low = (part & 0xffffffff) * 10, high = (part >> 32) * 10 + (low >> 32);

		body[24 + i] = (char)('0' + (unsigned)(high >> 32));
		part = high << 32 | (low & 0xffffffff);
	}
	bool odd = places ? (body[24 + places - 1] & 1) : (whole & 1);

	if (part > 1ull << 63 || (part == 1ull << 63 && (sticky || odd))) {
		int i = places - 1;

		while (i >= 0 && body[24 + i] == '9')
			body[24 + i--] = '0';
		if (i >= 0)
			body[24 + i]++;
		else
			whole++;
	}
	p = digits(buf, whole, 10, false, &n);
	if (!n) {
		*--p = '0';
		n = 1;
	}
	for (int i = 0; i < n; i++)
		body[23 - n + i] = p[i];
	body[23] = '.';
	put_number(o, s, sign_of(s, negative), 0, body + 23 - n, places || s->alt ? n + 1 + places : n);
}

enum { WIDTH_MAX = 10000 };

static int number(const char **fmt)
{
	int v = 0;

	while (**fmt >= '0' && **fmt <= '9') {
		if (v < WIDTH_MAX)
			v = v * 10 + (**fmt - '0');
		(*fmt)++;
	}
	return v;
}

/* The arguments that a format takes, one after the other; in a struct, so that functions can share them. */
struct args {
	va_list ap;
};

static void take_flags(struct spec *s, const char **fmt)
{
	for (;; (*fmt)++) {
		if (**fmt == '-')
			s->left = true;
		else if (**fmt == '0')
			s->zero = true;
		else if (**fmt == '+')
			s->plus = true;
		else if (**fmt == ' ')
			s->space = true;
		else if (**fmt == '#')
			s->alt = true;
		else
			return;
	}
}

static void take_width(struct spec *s, const char **fmt, struct args *args)
{
	if (**fmt != '*') {
		s->width = number(fmt);
		return;
	}
	s->width = va_arg(args->ap, int);
	if (s->width < 0) {
		s->left = true;
		s->width = s->width < -WIDTH_MAX ? WIDTH_MAX : -s->width;
	}
	(*fmt)++;
}

static void take_precision(struct spec *s, const char **fmt, struct args *args)
{
	if (**fmt != '.')
		return;
	(*fmt)++;
	if (**fmt != '*') {
		s->precision = number(fmt);
		return;
	}
	s->precision = va_arg(args->ap, int);
	if (s->precision < 0)
		s->precision = -1;
	(*fmt)++;
}

static void take_size(struct spec *s, const char **fmt)
{
	if (**fmt == 'h' || **fmt == 'l') {
		int step = **fmt == 'h' ? -1 : 1;

		s->size = step;
		if ((*fmt)[1] == **fmt) {
			s->size = 2 * step;
			(*fmt)++;
		}
		(*fmt)++;
	} else if (**fmt == 'z') {
		s->size = 3;
		(*fmt)++;
	}
}

static void put_char(struct out *o, const struct spec *s, char c)
{
	if (!s->left)
		pad(o, ' ', s->width - 1);
	put(o, c);
	if (s->left)
		pad(o, ' ', s->width - 1);
}

static void put_signed(struct out *o, struct spec *s, struct args *args)
{
	int64_t i = s->size == 3   ? (int64_t)va_arg(args->ap, ptrdiff_t)
		    : s->size == 2 ? va_arg(args->ap, long long)
		    : s->size == 1 ? va_arg(args->ap, long)
				   : va_arg(args->ap, int);

	if (s->size == -1)
		i = (short)i;
	else if (s->size == -2)
		i = (signed char)i;
	put_integer(o, s, i < 0 ? 0 - (uint64_t)i : (uint64_t)i, sign_of(s, i < 0), 10, false);
}

/* %u, %x, %X */
static void put_unsigned(struct out *o, struct spec *s, char how, struct args *args)
{
	uint64_t u = s->size == 3   ? va_arg(args->ap, size_t)
		     : s->size == 2 ? va_arg(args->ap, unsigned long long)
		     : s->size == 1 ? va_arg(args->ap, unsigned long)
				    : va_arg(args->ap, unsigned);
	const char *prefix = how == 'u' || !s->alt ? "" : how == 'x' ? "0x" : "0X";

	if (s->size == -1)
		u = (unsigned short)u;
	else if (s->size == -2)
		u = (unsigned char)u;
	put_integer(o, s, u, u ? prefix : "", how == 'u' ? 10 : 16, how == 'X');
}

/* False: not one of ours. */
static bool convert(struct out *o, struct spec *s, char how, struct args *args)
{
	switch (how) {
	case '%':
		put(o, '%');
		return true;
	case 'c':
		put_char(o, s, (char)va_arg(args->ap, int));
		return true;
	case 's':
		put_string(o, s, va_arg(args->ap, const char *));
		return true;
	case 'd':
	case 'i':
		put_signed(o, s, args);
		return true;
	case 'u':
	case 'x':
	case 'X':
		put_unsigned(o, s, how, args);
		return true;
	case 'p':
		put_integer(o, s, (uintptr_t)va_arg(args->ap, void *), "0x", 16, false);
		return true;
	case 'f':
		put_float(o, s, va_arg(args->ap, double));
		return true;
	default:
		return false;
	}
}

int fl_vformat(char *out, size_t size, const char *fmt, va_list ap)
{
	struct out o = {out, size, 0};
	struct args args;

	va_copy(args.ap, ap);
	while (*fmt) {
		struct spec s = {.precision = -1};
		const char *start = fmt;

		if (*fmt++ != '%') {
			put(&o, *start);
			continue;
		}
		take_flags(&s, &fmt);
		take_width(&s, &fmt, &args);
		take_precision(&s, &fmt, &args);
		take_size(&s, &fmt);
		if (convert(&o, &s, *fmt, &args))
			fmt++;
		else
			while (start < fmt) /* it prints itself */
				put(&o, *start++);
	}
	va_end(args.ap);
	if (size)
		out[o.n < size ? o.n : size - 1] = 0;
	return (int)o.n;
}

int fl_format(char *out, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = fl_vformat(out, size, fmt, ap);
	va_end(ap);
	return n;
}
