/* SPDX-License-Identifier: MIT
 *
 * From a word of the command line to what is meant, with every objection that can be made before the first
 * access; see fl_regtool.h.
 */
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "lib/tool/fl_regtool_word.h"

/* What is wrong with a word. */
static __attribute__((format(printf, 3, 4))) enum fl_code bad(struct fl_err *err, const char *word,
							      const char *fmt, ...)
{
	struct fl_err what;
	va_list ap;

	va_start(ap, fmt);
	fl_vformat(what.text, sizeof(what.text), fmt, ap);
	va_end(ap);
	return fl_fail(err, FL_USAGE, "'%.60s': %s", word, what.text);
}

static const char accepted[] = "; if that is accepted: ";

/* A word taken apart. */
struct parts {
	char place[100];
	const char *field, *value, *mask; /* NULL: not there */
	char how;                         /* before the '=': '|', '&', or 0 */
	char rest[160];                   /* where they are kept */
};

static enum fl_code take_apart(const char *word, struct parts *p, struct fl_err *err)
{
	size_t n = fl_str_length(word), i;

	*p = (struct parts){.place = ""};
	if (!n)
		return fl_fail(err, FL_USAGE, "'': the name of a register is missing");
	for (i = 0; i < n; i++)
		if ((unsigned char)word[i] <= ' ' || word[i] == 0x7f)
			return fl_fail(err, FL_USAGE,
				       "a register is written without blanks: NAME, NAME.FIELD, "
				       "NAME=value");
	for (i = 0; i < n && !fl_str_find(".=|&", word[i]); i++)
		;
	if (i >= sizeof(p->place) || n - i >= sizeof(p->rest))
		return fl_fail(err, FL_USAGE, "'%.60s...' is too long", word);
	memcpy(p->place, word, i);
	memcpy(p->rest, word + i, n - i);
	if (!i)
		return bad(err, word, "the name of a register is missing");
	for (char *c = p->rest; *c; c++) {
		if (*c == '.' && !p->field && !p->value)
			p->field = c + 1;
		else if ((*c == '|' || *c == '&') && c[1] == '=' && !p->value)
			p->how = *c;
		else if ((*c == '|' || *c == '&') && !p->value)
			return bad(err, word, "bits are set with NAME|=value, and cleared with NAME&=~value");
		else if (*c == '=' && !p->value)
			p->value = c + 1;
		else if (*c == ':' && p->value && !p->mask)
			p->mask = c + 1;
		else if ((*c == '.' && p->value) || (*c == '=' && p->field && fl_str_find(p->value, ',')))
			continue; /* part of a number; another field, see parse_fields() */
		else if (*c == '.' || *c == '=' || *c == ':')
			return bad(err, word,
				   "a '%c' too many; a word is NAME.FIELD=value or "
				   "NAME=value:mask",
				   *c);
		else
			continue;
		*c = 0;
	}
	if (p->field && !*p->field)
		return bad(err, word, "the name of a field is missing after the '.'");
	if (p->value && !*p->value)
		return bad(err, word, "a value is missing after the '='");
	if (p->mask && !*p->mask)
		return bad(err, word, "a mask is missing after the ':'");
	if (p->mask && p->field)
		return bad(err, word, "a field is a mask already: NAME.FIELD=value, or NAME=value:mask");
	if (p->how && (p->field || p->mask))
		return bad(err, word, "%c= is for whole registers, and takes no mask: NAME%c=%svalue", p->how,
			   p->how, p->how == '&' ? "~" : "");
	return FL_OK;
}

/* "0x15e0" or "mc:0x04"; any: where no register is known, too, although there is no device. */
static enum fl_code parse_address(const struct fl_regtool *t, const char *word, const char *place,
				  const char *digits, bool any, struct fl_regtool_place *p,
				  struct fl_err *err)
{
	char name[16] = "mmio";
	enum fl_code code;
	uint32_t max;

	if (digits != place) {
		size_t n = (size_t)(digits - 1 - place);

		if (n < sizeof(name)) {
			memcpy(name, place, n);
			name[n] = 0;
		}
		if (n >= sizeof(name) ||
		    (t->dev && !fl_regtool_same(name, "mmio") && !fl_regtool_space(t, name)))
			return fl_regtool_no_space(t, word, place, n, err);
	}
	if (digits[0] != '0' || (digits[1] != 'x' && digits[1] != 'X'))
		return bad(err, word, "an address is hexadecimal, and written 0x%.20s", digits);
	*p = (struct fl_regtool_place){.in = fl_regtool_space(t, name)};
	p->space = p->in ? p->in->name : "mmio";
	max = p->in ? p->in->size - 1 : t->dev ? t->dev->regs_size_B - 4 : 0xffffffff;
	code = fl_regtool_number(digits, max, word, &p->offset, err);
	if (code)
		return code;
	if (!p->in && fl_regtool_same(name, "mmio") && p->offset % 4)
		return bad(err, word, "registers are 4 bytes apart, 0x%x is not a multiple of 4", p->offset);
	p->known = fl_regs_lookup(t->db, name, p->offset, t->chips, 0, &p->reg);
	if (p->known)
		p->space = p->reg.space;
	else if (!t->dev && !any)
		return bad(err, word, "no register of %s is known at %s address 0x%x", t->chip, name,
			   p->offset);
	return FL_OK;
}

/* A field of this chip, by name. */
static enum fl_code find_field(const struct fl_regtool *t, const char *word, const struct fl_reg *r,
			       const char *name, struct fl_reg_field *f, struct fl_err *err)
{
	const char *best[4];
	unsigned n;

	name = fl_regtool_bare_field(name);
	for (unsigned i = 0; fl_reg_field(r, i, f); i++)
		if (f->chips & t->chips && fl_regtool_same(f->name, name))
			return FL_OK;
	if (!r->n_fields)
		return bad(err, word, "%s has no fields", r->name);
	bad(err, word, "%s has no field '%.40s'", r->name, name);
	n = fl_reg_field_nearest(r, name, best, 4);
	if (n)
		fl_fail_more(err, FL_USAGE, "; nearest:");
	for (unsigned i = 0; i < n; i++)
		fl_fail_more(err, FL_USAGE, " %s", best[i]);
	if (!n) {
		fl_fail_more(err, FL_USAGE, "; it has");
		for (unsigned i = 0; i < 6 && fl_reg_field(r, i, f); i++)
			fl_fail_more(err, FL_USAGE, " %s", f->name);
		fl_fail_more(err, FL_USAGE, "%s", r->n_fields > 6 ? " ..." : "");
	}
	return FL_USAGE;
}

static enum fl_code no_value(const char *word, const struct fl_reg *r, const struct fl_reg_field *f,
			     const char *s, uint32_t max, struct fl_err *err)
{
	uint32_t value, i;
	const char *name;

	bad(err, word, "'%.40s' is no value of %s, which is", s, f->name);
	for (i = 0; i < 8 && (name = fl_reg_value_at(r, f, i, &value)); i++)
		fl_fail_more(err, FL_USAGE, "%s %s", i ? "," : "", name);
	return fl_fail_more(err, FL_USAGE, "%s or a number from 0 to 0x%x", i == 8 ? ", ..." : "", max);
}

static enum fl_code parse_field_value(const char *word, const struct fl_regtool_op *op, const char *s,
				      uint32_t *value, struct fl_err *err)
{
	const struct fl_reg *r = &op->place.reg;
	const struct fl_reg_field *f = &op->field;
	uint32_t max = (0xffffffffu >> (32 - f->width)) << f->shr, v, first;
	enum fl_code code;

	if (!fl_reg_value_find(r, f, s, &v)) {
		if ((*s < '0' || *s > '9') && *s != '-' && fl_reg_value_at(r, f, 0, &first))
			return no_value(word, r, f, s, max, err);
		code = fl_regtool_value(r, f, s, max, false, word, &v, err);
		if (code)
			return fl_fail_more(err, code, ", for %s, %u bit%s of %s", f->name, f->width,
					    f->width > 1 ? "s" : "", r->name);
	}
	*value = 0;
	if (!fl_reg_field_set(f, v, value))
		return bad(err, word, "%s holds multiples of %u, 0x%x is none", f->name, 1u << f->shr, v);
	return FL_OK;
}

/* NAME|=value sets bits, NAME&=value and NAME&=~value clear some. */
static enum fl_code parse_bits(const char *word, const struct parts *p, uint32_t max,
			       struct fl_regtool_op *op, struct fl_err *err)
{
	bool without = p->how == '&' && p->value[0] == '~';
	enum fl_code code = fl_regtool_number(p->value + without, max, word, &op->mask, err);

	if (code)
		return code;
	if (p->how == '&' && !without)
		op->mask = ~op->mask & max;
	op->value = p->how == '|' ? op->mask : 0;
	op->changes = true;
	return op->mask ? FL_OK : bad(err, word, "no bit would change, so that nothing is meant");
}

static enum fl_code parse_value(const char *word, const struct parts *p, struct fl_regtool_op *op,
				struct fl_err *err)
{
	unsigned width = op->place.known && op->place.reg.width < 32 ? op->place.reg.width : 32;
	uint32_t max = 0xffffffffu >> (32 - width);
	enum fl_code code;

	op->mask = max;
	if (op->has_field)
		op->mask = (0xffffffffu >> (32 - op->field.width)) << op->field.low;
	if (!p->value)
		return FL_OK;
	op->has_value = true;
	if (op->has_field)
		return parse_field_value(word, op, p->value, &op->value, err);
	if (p->how)
		return parse_bits(word, p, max, op, err);
	code = fl_regtool_value(op->place.known ? &op->place.reg : NULL, NULL, p->value, max, p->mask, word,
				&op->value, err);
	if (code || !p->mask)
		return code;
	code = fl_regtool_number(p->mask, max, word, &op->mask, err);
	if (code)
		return code;
	if (!op->mask)
		return bad(err, word, "the mask is 0, so that nothing is meant");
	if (op->value & ~op->mask)
		return bad(err, word, "bits 0x%x of the value are outside of the mask 0x%x",
			   op->value & ~op->mask, op->mask);
	return FL_OK;
}

/* ---- may it be done? ----------------------------------------------------------------------------------- */
const char *fl_regtool_unreadable(const struct fl_regtool_place *p)
{
	if (!p->known)
		return "no register is known there, and reading one can hang";
	if (!(p->reg.access & FL_REG_R))
		return "write-only";
	if (p->reg.access & FL_REG_READ_CLEARS)
		return "reading it clears it";
	return p->reg.read_unsafe ? "reading it has side effects, or can hang" : NULL;
}

static bool write_only(const struct fl_regtool_place *p)
{
	return p->known && !(p->reg.access & FL_REG_R);
}

static enum fl_code may_read(const struct fl_regtool *t, const struct fl_regtool_op *op, const char *name,
			     struct fl_err *err)
{
	const char *why = fl_regtool_unreadable(&op->place);

	if (write_only(&op->place) || (op->has_field && !(op->field.access & FL_REG_R)))
		return bad(err, op->word, "%s%s%s is write-only, and cannot be read", name,
			   op->has_field ? "." : "", op->has_field ? op->field.name : "");
	if (why && !t->unsafe_read)
		return bad(err, op->word, "%s: %s%s--unsafe-read", name, why, accepted);
	return FL_OK;
}

static enum fl_code may_write(const struct fl_regtool *t, const struct fl_regtool_op *op, const char *name,
			      struct fl_err *err)
{
	const struct fl_regtool_place *p = &op->place;
	unsigned hazard = (p->known ? p->reg.hazard : (unsigned)FL_REGTOOL_UNKNOWN) & ~t->force;
	bool part = op->mask != 0xffffffffu >> (p->known && p->reg.width < 32 ? 32 - p->reg.width : 0);
	const char *why = fl_regtool_unreadable(p);

	if (p->known && !(p->reg.access & FL_REG_W))
		return bad(err, op->word, "%s is read-only", name);
	if (op->has_field && !(op->field.access & FL_REG_W))
		return bad(err, op->word, "%s.%s is read-only", name, op->field.name);
	if (part && p->known && p->reg.masked)
		return bad(err, op->word,
			   "bits of %s enable the writing of others, so it is written as a whole: %s=value",
			   name, name);
	if (part) {
		if (write_only(p))
			return bad(err, op->word,
				   "%s is write-only, so its other bits cannot be kept: write the whole "
				   "register, %s=value",
				   name, name);
		if (why && !t->unsafe_read)
			return bad(err, op->word,
				   "to change a part, %s must be read first: %s%s--unsafe-read", name, why,
				   accepted);
	}
	if (!hazard)
		return FL_OK;
	if (!p->known)
		return bad(err, op->word,
			   "no register is known there, so writing it can do anything%s--force=unknown",
			   accepted);
	return bad(err, op->word, "writing %s can take the machine down (%s)%s--force=%s", name,
		   fl_regtool_hazard_name(hazard), accepted, fl_regtool_hazard_name(hazard));
}

static enum fl_code check(const struct fl_regtool *t, enum fl_regtool_verb verb,
			  const struct fl_regtool_op *op, struct fl_err *err)
{
	static const char *const verbs[] = {"read", "write", "poll", "read", "decode"};
	bool wants_value = verb == FL_REGTOOL_WRITE || verb == FL_REGTOOL_POLL;
	char name[80];

	fl_regtool_name(&op->place, name, sizeof(name));
	if (op->many && wants_value)
		return bad(err, op->word, "%s takes one register, and %s is an array; its first is %s",
			   verbs[verb], op->place.reg.name, name);
	if (wants_value && !op->has_value)
		return bad(err, op->word, "%s wants a value: %s%s%s=value", verbs[verb], name,
			   op->has_field ? "." : "", op->has_field ? op->field.name : "");
	if (!wants_value && op->has_value)
		return bad(err, op->word, "%s takes no '=value'", verbs[verb]);
	if (verb == FL_REGTOOL_POLL && op->changes)
		return bad(err, op->word, "poll waits for a value: NAME=value:mask");
	if (verb == FL_REGTOOL_DECODE)
		return FL_OK;
	return verb == FL_REGTOOL_WRITE ? may_write(t, op, name, err) : may_read(t, op, name, err);
}

static bool note_any(void *arg, const struct fl_regtool_place *p, const char *why)
{
	*(bool *)arg = true;
	return false;
}

static enum fl_code parse_glob(const struct fl_regtool *t, enum fl_regtool_verb verb,
			       const struct parts *parts, struct fl_regtool_op *op, struct fl_err *err)
{
	bool any = false;

	if (verb == FL_REGTOOL_WRITE || verb == FL_REGTOOL_POLL || parts->value)
		return bad(err, op->word, "* and ? stand for several registers, and are for reading only");
	if (parts->field)
		return bad(err, op->word, "a field needs the name of one register, without * and ?");
	if (fl_str_length(parts->place) >= sizeof(op->pattern))
		return fl_fail(err, FL_USAGE, "'%.60s...' is too long", op->word);
	op->many = true;
	op->mask = 0xffffffff;
	memcpy(op->pattern, parts->place, fl_str_length(parts->place) + 1);
	fl_regtool_walk(t, op, note_any, &any);
	if (!any)
		return bad(err, op->word, "no register of %s matches", t->chip);
	return FL_OK;
}

/* "0x100-0x120", "pll:0x0-0xf": what is known there and safe to read. */
static enum fl_code parse_range(const struct fl_regtool *t, enum fl_regtool_verb verb, struct parts *p,
				const char *digits, struct fl_regtool_op *op, struct fl_err *err)
{
	char *dash = (char *)(uintptr_t)fl_str_find(digits, '-');
	struct fl_regtool_place last = {0};
	char end[sizeof(p->place)];
	enum fl_code code;

	if (verb == FL_REGTOOL_WRITE || verb == FL_REGTOOL_POLL || p->value || p->field)
		return bad(err, op->word, "a range stands for several registers, and is for reading only");
	*dash = 0;
	fl_format(end, sizeof(end), "%.*s%s", (int)(digits - p->place), p->place, dash + 1);
	code = parse_address(t, op->word, p->place, digits, true, &op->place, err);
	if (!code)
		code = parse_address(t, op->word, end, end + (digits - p->place), true, &last, err);
	if (code)
		return code;
	if (last.offset < op->place.offset)
		return bad(err, op->word, "the range ends before it begins");
	op->many = op->range = true;
	op->last = last.offset;
	op->mask = 0xffffffff;
	return FL_OK;
}

/* "A=1,B=2" after the '.', at the first of them: one access changes them all. */
static enum fl_code parse_fields(const struct fl_regtool *t, enum fl_regtool_verb verb, struct parts *p,
				 struct fl_regtool_op *op, struct fl_err *err)
{
	uint32_t value = 0, mask = 0;
	enum fl_code code = FL_OK;

	for (char *next = p->rest + (p->value - p->rest), *equals; next && !code;) {
		char *comma = (char *)(uintptr_t)fl_str_find(next, ',');

		if (mask) { /* not the first, which take_apart() has cut already */
			equals = (char *)(uintptr_t)fl_str_find(next, '=');
			if (!equals || equals == next || (comma && comma < equals))
				return bad(err, op->word,
					   "several fields are written NAME.FIELD=value,FIELD=value");
			*equals = 0;
			p->field = next;
			p->value = equals + 1;
		}
		if (comma)
			*comma = 0;
		next = comma ? comma + 1 : NULL;
		if (!*p->value)
			return bad(err, op->word, "a value is missing after '%.40s='", p->field);
		code = find_field(t, op->word, &op->place.reg, p->field, &op->field, err);
		op->has_field = !code;
		if (!code)
			code = parse_value(op->word, p, op, err);
		if (!code)
			code = check(t, verb, op, err);
		if (!code && mask & op->mask)
			return bad(err, op->word, "%s is given twice, or overlaps another field of the word",
				   op->field.name);
		mask |= op->mask;
		value |= op->value;
	}
	op->has_field = false;
	op->mask = mask;
	op->value = value;
	return code;
}

enum fl_code fl_regtool_parse(const struct fl_regtool *t, enum fl_regtool_verb verb, const char *word,
			      struct fl_regtool_op *op, struct fl_err *err)
{
	const char *digits;
	struct parts parts;
	struct fl_reg reg;
	enum fl_code code = take_apart(word, &parts, err);
	bool all = false;

	if (code)
		return code;
	*op = (struct fl_regtool_op){.word = word};
	digits = parts.place;
	for (const char *c = parts.place; *c; c++) {
		if (*c == '*' || *c == '?')
			return parse_glob(t, verb, &parts, op, err);
		if (*c == ':' && digits == parts.place)
			digits = c + 1;
	}
	if (*digits >= '0' && *digits <= '9' && fl_str_find(digits, '-'))
		return parse_range(t, verb, &parts, digits, op, err);
	if (*digits >= '0' && *digits <= '9') {
		code = parse_address(t, word, parts.place, digits, false, &op->place, err);
	} else {
		code = fl_regtool_find(t, parts.place, &reg, &all, err);
		if (!code && !fl_regtool_locate(t, &reg, &op->place))
			code = bad(err, word, "%s is at %s address 0x%x, which this card does not reach",
				   reg.name, *reg.space ? reg.space : "no", reg.offset);
	}
	if (code)
		return code;
	op->many = all && verb != FL_REGTOOL_DECODE;
	if (op->many && parts.field)
		return bad(err, word, "%s is an array: which one? %s[0] to %s[%u]", reg.name, reg.name,
			   reg.name, reg.length[0] - 1);
	if (op->many)
		fl_format(op->pattern, sizeof(op->pattern), "%s", parts.place);
	if (parts.field) {
		if (!op->place.known)
			return bad(err, word, "no register is known there, so it has no fields");
		if (parts.value && fl_str_find(parts.value, ','))
			return parse_fields(t, verb, &parts, op, err);
		code = find_field(t, word, &op->place.reg, parts.field, &op->field, err);
		op->has_field = !code;
	}
	if (!code)
		code = parse_value(word, &parts, op, err);
	return code ? code : check(t, verb, op, err);
}

enum fl_code fl_regtool_parse_all(const struct fl_regtool *t, enum fl_regtool_verb verb, unsigned n,
				  const char *const *word, struct fl_regtool_op *op, struct fl_err *err)
{
	enum fl_code code = FL_OK;

	for (unsigned i = 0; i < n && !code; i++)
		code = fl_regtool_parse(t, verb, word[i], &op[i], err);
	return code;
}
