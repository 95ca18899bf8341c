/* SPDX-License-Identifier: MIT
 *
 * Numbers and hazards as people write them; see fl_regtool.h.
 */
#include "lib/tool/fl_regtool_word.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 16;
}

/* Digits that would make a hexadecimal number, one of them a letter: somebody forgot 0x. */
static bool bare_hexadecimal(const char *s)
{
	bool letter = false;

	for (; *s; s++) {
		if (digit(*s) > 15)
			return false;
		letter |= digit(*s) > 9;
	}
	return letter;
}

enum fl_code fl_regtool_number(const char *s, uint32_t max, const char *word, uint32_t *value,
			       struct fl_err *err)
{
	const char *p = s;
	unsigned base = 10;
	uint64_t v = 0;
	bool big = false;

	if (!*s)
		return fl_fail(err, FL_USAGE, "'%.60s': a number is missing", word);
	if (*s == '-' || *s == '+')
		return fl_fail(err, FL_USAGE, "'%.60s': numbers have no sign, '%.60s' has", word, s);
	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
		base = 16;
	else if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
		base = 2;
	if (base != 10)
		p += 2;
	else if (s[0] == '0' && s[1] >= '0' && s[1] <= '9')
		return fl_fail(
		    err, FL_USAGE,
		    "'%.60s': '%.60s' begins with 0: octal is not known here, hexadecimal is 0x%.60s", word,
		    s, s + 1);
	if (!*p)
		return fl_fail(err, FL_USAGE, "'%.60s': digits are missing after '%.60s'", word, s);
	for (const char *q = p; *q; q++) {
		if ((unsigned)digit(*q) >= base) {
			if (base == 10 && bare_hexadecimal(s))
				return fl_fail(
				    err, FL_USAGE,
				    "'%.60s': '%.60s' is not a number; hexadecimal is written 0x%.60s", word,
				    s, s);
			return fl_fail(
			    err, FL_USAGE,
			    "'%.60s': '%.60s' is not a number (decimal, 0x hexadecimal, 0b binary)", word, s);
		}
		v = v * base + (unsigned)digit(*q);
		big |= v > max;
		if (big)
			v = 0; /* only the remaining digits are still of interest */
	}
	if (big)
		return fl_fail(err, FL_USAGE, "'%.60s': %s is out of range: 0 to 0x%x (%u)", word, s, max,
			       max);
	*value = (uint32_t)v;
	return FL_OK;
}

const char *fl_regtool_kind(enum fl_reg_kind kind)
{
	return fl_str_nth("a float (512.0)\0"
			  "a signed fraction (-0.5)\0"
			  "a fraction (0.5)\0"
			  "a signed number (-3)\0"
			  "an address (@0x1000)\0"
			  "one less than is meant (64-1)\0"
			  "an angle (90deg)\0",
			  kind - FL_REG_FLOAT);
}

enum fl_code fl_regtool_value(const struct fl_reg *r, const struct fl_reg_field *f, const char *s,
			      uint32_t max, bool bits, const char *word, uint32_t *value, struct fl_err *err)
{
	enum fl_reg_read read = r ? fl_reg_number_read(r, f, s, value) : FL_REG_READ_PLAIN;
	unsigned point;

	if (read == FL_REG_READ_OK)
		return FL_OK;
	if (read == FL_REG_READ_PLAIN || (read == FL_REG_READ_BITS && bits))
		return fl_regtool_number(s, max, word, value, err);
	return fl_fail(err, FL_USAGE,
		       "'%.60s': '%.40s' is no value of %s, which holds %s, or bits in hexadecimal", word, s,
		       f ? f->name : r->name, fl_regtool_kind(fl_reg_kind(r, f, &point)));
}

static const struct {
	char name[8];
	unsigned bit;
} hazards[] = {
    {"clock", FL_REG_CLOCK},     {"memory", FL_REG_MEMORY}, {"voltage", FL_REG_VOLTAGE},
    {"display", FL_REG_DISPLAY}, {"bus", FL_REG_BUS},       {"unknown", FL_REGTOOL_UNKNOWN},
};

unsigned fl_regtool_hazard(const char *name)
{
	for (unsigned i = 0; i < sizeof(hazards) / sizeof(*hazards); i++)
		if (fl_regtool_same(hazards[i].name, name))
			return hazards[i].bit;
	return 0;
}

const char *fl_regtool_hazard_name(unsigned bits)
{
	for (unsigned i = 0; i < sizeof(hazards) / sizeof(*hazards); i++)
		if (bits & hazards[i].bit)
			return hazards[i].name;
	return "none";
}
