/* SPDX-License-Identifier: MIT
 *
 * Numbers as registers hold them: floats, fixed point, signed, one less than is meant, addresses, angles.
 */
#include "hw/fl_decimal.h"
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "hw/regs/fl_regs_rows.h"

enum fl_reg_kind fl_reg_kind(const struct fl_reg *r, const struct fl_reg_field *f, unsigned *point)
{
	struct fl_reg_field only;
	unsigned set;

	if (f)
		set = FL_ROWS(r->db, field_set, uint16_t)[f->row];
	else
		set = fl_regs_more(r->db, &fl_regs_rows(r->db)[r->row])->set;
	*point = set & FL_REGS_SET_POINT;
	if (set >= FL_REGS_SET_NUMBER)
		return (enum fl_reg_kind)((set - FL_REGS_SET_NUMBER) >> FL_REGS_SET_KIND_SHIFT);
	if (!f && r->n_fields == 1 && fl_reg_field(r, 0, &only) && only.width == 32)
		return fl_reg_kind(r, &only, point);
	return FL_REG_PLAIN;
}

/* The value of the field's highest bit; of a multiple it stands as high as the multiple does. */
static uint32_t sign_of(const struct fl_reg *r, const struct fl_reg_field *f)
{
	return f ? 1u << (f->width - 1) << f->shr : 1u << ((r->width < 32 ? r->width : 32) - 1);
}

/* "-1.25": v in units of 2^-point */
static int put_fixed(char *out, size_t size, bool minus, uint32_t v, unsigned point)
{
	uint64_t part = point ? (uint64_t)v << (32 - point) & 0xffffffff : 0;
	int n = fl_format(out, size, "%s%u.", minus ? "-" : "", (unsigned)((uint64_t)v >> point));

	do {
		part *= 10;
		n +=
		    fl_format(out + n, (size_t)n < size ? size - (size_t)n : 0, "%u", (unsigned)(part >> 32));
		part &= 0xffffffff;
	} while (part && (size_t)n + 1 < size);
	return n;
}

int fl_reg_number(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t value, char *out,
		  size_t size)
{
	uint32_t sign = sign_of(r, f);
	bool minus = value & sign;
	unsigned point;

	*out = 0;
	switch (fl_reg_kind(r, f, &point)) {
	case FL_REG_PLAIN:
		return -1;
	case FL_REG_FLOAT:
		fl_decimal_write(value, out, size);
		break;
	case FL_REG_FIXED:
		return put_fixed(out, size, minus, minus ? -(value | -sign) : value, point);
	case FL_REG_UFIXED:
		return put_fixed(out, size, false, value, point);
	case FL_REG_SIGNED:
		return minus ? fl_format(out, size, "%d", (int)(value | -sign)) : -1;
	case FL_REG_ADDRESS:
		return point ? fl_format(out, size, "@0x%llx", (unsigned long long)value << point) : 0;
	case FL_REG_MINUS1:
		return fl_format(out, size, "%llu-1", (unsigned long long)value + 1);
	case FL_REG_ANGLE:
		return fl_format(out, size, "%udeg", value * 180 / sign);
	}
	return (int)fl_str_length(out);
}

/* Digits, at most what 32 bits hold; *s moves past them. False: there are none, or it is more. */
static bool take_whole(const char **s, uint64_t *v)
{
	const char *p = *s;

	for (*v = 0; *p >= '0' && *p <= '9' && *v <= 0xffffffffu; p++)
		*v = *v * 10 + (unsigned)(*p - '0');
	if (p == *s || *v > 0xffffffffu)
		return false;
	*s = p;
	return true;
}

/* "1.25" in units of 2^-point, to nearest; at most nine digits of its part count. */
static bool take_fixed(const char **s, unsigned point, uint64_t *v)
{
	uint64_t part = 0, of = 1;

	if (!take_whole(s, v))
		return false;
	if (**s == '.') {
		for (++*s; **s >= '0' && **s <= '9'; ++*s)
			if (of < 1000000000) {
				part = part * 10 + (unsigned)(**s - '0');
				of *= 10;
			}
		part = ((part << point) + of / 2) / of;
	}
	*v = (*v << point) + part;
	return true;
}

static bool read_float(const char *s, uint32_t *value)
{
	const char *from = s;

	if (fl_str_same(s, "inf") || fl_str_same(s, "nan")) {
		*value = *s == 'i' ? 0x7f800000 : 0x7fc00000;
		return true;
	}
	*value = fl_decimal_read(&s, s + fl_str_length(s));
	return s != from && !*s;
}

/* "40010000": what is left when its last `point` bits, which must be 0, are gone. */
static enum fl_reg_read read_address(const char *s, unsigned point, uint32_t max, uint32_t *value)
{
	uint64_t v = *s ? 0 : UINT64_MAX;

	for (; *s && v >> 48 == 0; s++) {
		unsigned c = (unsigned char)fl_str_lower(*s), digit = c - (c < 'a' ? '0' : 'a' - 10);

		v = digit < 10 || (c >= 'a' && digit < 16) ? v << 4 | digit : UINT64_MAX;
	}
	*value = (uint32_t)(v >> point);
	return v >> point > max || v & ((1u << point) - 1) ? FL_REG_READ_BAD : FL_REG_READ_OK;
}

enum fl_reg_read fl_reg_number_read(const struct fl_reg *r, const struct fl_reg_field *f, const char *s,
				    uint32_t *value)
{
	bool minus = *s == '-', plain = *s >= '0' && *s <= '9';
	uint32_t sign = sign_of(r, f), max = sign - 1 + sign;
	const char *p = s + minus;
	unsigned point;
	enum fl_reg_kind kind = fl_reg_kind(r, f, &point);
	uint64_t v, one;

	for (const char *c = s; *c && plain; c++)
		plain = *c >= '0' && *c <= '9';
	if (plain && kind >= FL_REG_FLOAT && kind <= FL_REG_UFIXED)
		return *s == '0' && !s[1] ? FL_REG_READ_PLAIN : FL_REG_READ_BITS;
	if (kind == FL_REG_ADDRESS && fl_str_starts(s, "@0x"))
		return read_address(s + 3, point, max, value);
	if (kind == FL_REG_PLAIN || kind == FL_REG_ADDRESS || plain ||
	    (s[0] == '0' && s[1] && fl_str_find("xXbB", s[1])))
		return FL_REG_READ_PLAIN;
	switch (kind) {
	case FL_REG_FLOAT:
		if (!read_float(p, value))
			return FL_REG_READ_BAD;
		*value |= minus ? 0x80000000 : 0;
		return FL_REG_READ_OK;
	case FL_REG_ANGLE: /* there are few */
		for (*value = 0; *value <= max; ++*value) {
			char text[8];

			fl_reg_number(r, f, *value, text, sizeof text);
			if (fl_str_same(text, s))
				return FL_REG_READ_OK;
		}
		return FL_REG_READ_BAD;
	case FL_REG_MINUS1:
		if (minus || !take_whole(&p, &v) || *p++ != '-' || !take_whole(&p, &one) || *p || !v ||
		    one != 1 || v - 1 > max)
			return FL_REG_READ_BAD;
		*value = (uint32_t)(v - 1);
		return FL_REG_READ_OK;
	default: /* FIXED, UFIXED, SIGNED */
		if ((minus && kind == FL_REG_UFIXED) ||
		    !take_fixed(&p, kind == FL_REG_SIGNED ? 0 : point, &v) || *p ||
		    (kind == FL_REG_SIGNED && fl_str_find(s, '.')) ||
		    v > (kind == FL_REG_UFIXED ? max : sign - !minus))
			return FL_REG_READ_BAD;
		*value = (minus ? -(uint32_t)v : (uint32_t)v) & max;
		return FL_REG_READ_OK;
	}
}
