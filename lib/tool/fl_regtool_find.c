/* SPDX-License-Identifier: MIT
 *
 * From a name to a register, and what to say when there is none; see fl_regtool.h.
 */
#include "lib/tool/fl_regtool_word.h"

enum { NAME_MAX = 96 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool fl_regtool_same(const char *a, const char *b)
{
	for (; *a && fl_str_lower(*a) == fl_str_lower(*b); a++, b++)
		;
	return fl_str_lower(*a) == fl_str_lower(*b);
}

const struct fl_space *fl_regtool_space(const struct fl_regtool *t, const char *name)
{
	for (unsigned i = 0; i < t->n_spaces; i++)
		if (fl_regtool_same(t->spaces[i].name, name))
			return &t->spaces[i];
	return NULL;
}

bool fl_regtool_locate(const struct fl_regtool *t, const struct fl_reg *r, struct fl_regtool_place *p)
{
	*p = (struct fl_regtool_place){.reg = *r, .known = true, .space = r->space, .offset = r->offset};
	if (!t->dev)
		return true;
	p->in = fl_regtool_space(t, r->space);
	if (p->in)
		return p->offset < p->in->size;
	return fl_regtool_same(r->space, "mmio") && p->offset % 4 == 0 && p->offset < t->dev->regs_size_B;
}

void fl_regtool_element(struct fl_reg *r, uint32_t i)
{
	uint32_t second = r->dims == 2 ? r->length[1] : 1, index[2] = {i / second, i % second};

	for (unsigned d = 0; d < r->dims && d < 2; d++) {
		r->index[d] = index[d];
		r->offset += index[d] * r->stride[d];
	}
}

void fl_regtool_name(const struct fl_regtool_place *p, char *out, size_t size)
{
	int n = 0;

	if (!p->known) {
		fl_format(out, size, "%s:0x%04x", p->space, p->offset);
		return;
	}
	if (*p->space && !fl_regtool_same(p->space, "mmio") && !fl_regtool_same(p->space, "none"))
		n = fl_format(out, size, "%s:", p->space);
	if ((size_t)n < size)
		fl_reg_full_name(&p->reg, out + n, size - (size_t)n);
}

/* ---- errors -------------------------------------------------------------------------------------------- */
/* "A, B, C" after an error's text. */
static void list_names(struct fl_err *err, const char *lead, const char *const *name, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		fl_fail_more(err, FL_USAGE, "%s%s", i ? ", " : lead, name[i]);
}

enum fl_code fl_regtool_no_space(const struct fl_regtool *t, const char *word, const char *name, size_t n,
				 struct fl_err *err)
{
	fl_fail(err, FL_USAGE, "'%.60s': %s has no address space '%.*s'; it has mmio", word, t->chip,
		(int)(n < 20 ? n : 20), name);
	for (unsigned i = 0; i < t->n_spaces; i++)
		fl_fail_more(err, FL_USAGE, ", %s", t->spaces[i].name);
	return FL_USAGE;
}

static enum fl_code no_name(const struct fl_regtool *t, const char *name, const char *base,
			    struct fl_err *err)
{
	const char *best[4];
	struct fl_reg r;

	if (fl_regs_find(t->db, base, FL_REGS_ANY_CHIP, &r)) {
		fl_fail(err, FL_USAGE, "'%.60s': %s has no %s; chips that have it:", name, t->chip, r.name);
		for (unsigned i = 0; fl_regs_chip_name(t->db, i); i++)
			if (r.chips & 1u << i)
				fl_fail_more(err, FL_USAGE, " %s", fl_regs_chip_name(t->db, i));
		return FL_USAGE;
	}
	if (fl_str_find(base, ':')) {
		base = fl_str_find(base, ':') + 1;
		if (fl_regs_find(t->db, base, t->chips, &r))
			return fl_fail(err, FL_USAGE, "'%.60s': %s is in the address space %s", name, r.name,
				       r.space);
	}
	fl_fail(err, FL_USAGE, "'%.60s': no register of %s is called that", name, t->chip);
	list_names(err, "; nearest: ", best, fl_regs_nearest(t->db, base, t->chips, best, 4));
	return FL_USAGE;
}

static enum fl_code bad_index(const char *name, const struct fl_reg *r, struct fl_err *err)
{
	if (!r->dims)
		return fl_fail(err, FL_USAGE, "'%.60s': %s is one register, and takes no index", name,
			       r->name);
	if (r->dims == 2)
		return fl_fail(err, FL_USAGE, "'%.60s': %s goes from %s[0][0] to %s[%u][%u]", name, r->name,
			       r->name, r->name, r->length[0] - 1, r->length[1] - 1);
	return fl_fail(err, FL_USAGE, "'%.60s': %s goes from %s[0] to %s[%u]", name, r->name, r->name,
		       r->name, r->length[0] - 1);
}

/* ---- names --------------------------------------------------------------------------------------------- */
/* A name with a number in it that nothing has may be an array's with an index past its end: RS_IP_9,
 * CB_COLOR9_INFO. */
static bool find_past_end(const struct fl_regtool *t, const char *name, struct fl_reg *r)
{
	size_t n = fl_str_length(name);

	for (size_t end = n; end > 0; end--) {
		char base[NAME_MAX];
		size_t from = end;

		if (!is_digit(name[end - 1]) || is_digit(name[end]))
			continue;
		while (from > 0 && is_digit(name[from - 1]))
			from--;
		/* with the underscore before it, and without; and inside a name one of the two stays */
		for (size_t cut = from; cut > 0; cut--) {
			if (cut < from && (cut + 1 < from || name[cut] != '_'))
				break;
			memcpy(base, name, cut);
			memcpy(base + cut, name + end, n - end + 1);
			if (fl_regs_find(t->db, base, t->chips, r) && r->dims == 1)
				return true;
		}
	}
	return false;
}

/* Whether name, after a space and a prefix that it may have, is the register's: an array without an index. */
static bool whole_name(const char *name, const struct fl_reg *r)
{
	size_t n = fl_str_length(name), k = fl_str_length(r->name);

	return n >= k && fl_regtool_same(name + n - k, r->name);
}

static enum fl_code find_own(const struct fl_regtool *t, const char *name, struct fl_reg *r, bool *all,
			     struct fl_err *err)
{
	const char *colon = fl_str_find(name, ':'), *bracket = fl_str_find(name, '[');
	char base[NAME_MAX];
	size_t n = bracket ? (size_t)(bracket - name) : fl_str_length(name);
	unsigned brackets = 0;

	*all = false;
	if (!n || (colon && !colon[1]))
		return fl_fail(err, FL_USAGE, "'%.60s': the name of a register is missing", name);
	if (fl_str_length(name) >= sizeof(base))
		return fl_fail(err, FL_USAGE, "'%.60s...': no name is that long", name);
	if (colon && t->dev) {
		memcpy(base, name, (size_t)(colon - name));
		base[colon - name] = 0;
		if (!fl_regtool_same(base, "mmio") && !fl_regtool_space(t, base))
			return fl_regtool_no_space(t, name, name, (size_t)(colon - name), err);
	}
	memcpy(base, name, n);
	base[n] = 0;
	if (fl_regs_find(t->db, base, t->chips, r)) {
		for (const char *p = name; *p; p++)
			brackets += *p == '[';
		if (brackets && (brackets != r->dims || !fl_regs_find(t->db, name, t->chips, r)))
			return bad_index(name, r, err);
		*all = r->dims && !brackets && whole_name(base, r);
		return FL_OK;
	}
	if (!bracket && find_past_end(t, name, r))
		return bad_index(name, r, err);
	return no_name(t, name, base, err);
}

/* ---- names as others write them ------------------------------------------------------------------------ */
/* "R_0280A0_" at s, as Linux's radeon and Mesa begin names: its length, and the number. 0: not there. */
static size_t numbered_prefix(const char *s, const char *letters, uint32_t *number)
{
	size_t n = 2;

	*number = 0;
	if (!fl_str_find(letters, fl_str_lower(*s)) || s[1] != '_')
		return 0;
	for (; n < 10 && (is_digit(s[n]) || (fl_str_lower(s[n]) >= 'a' && fl_str_lower(s[n]) <= 'f')); n++)
		*number =
		    *number << 4 | (unsigned)(is_digit(s[n]) ? s[n] - '0' : fl_str_lower(s[n]) - 'a' + 10);
	return n >= 6 && s[n] == '_' && s[n + 1] ? n + 1 : 0;
}

const char *fl_regtool_bare_field(const char *name)
{
	uint32_t number;

	return name + numbered_prefix(name, "sgc", &number);
}

/* What others put before a name: AMD's headers for amdgpu and umr mm, ix or reg; Mesa and Linux the driver's
 * or the chip's name. */
static size_t foreign_prefix(const char *name)
{
	static const char before[][8] = {"VIVS_", "RADEON_", "AVIVO_", "EG_", "SI_", "mm", "reg", "ix"};

	for (unsigned i = 0; i < sizeof(before) / sizeof(*before); i++) {
		size_t n = fl_str_length(before[i]), k = 0;

		while (k < n && fl_str_lower(name[k]) == fl_str_lower(before[i][k]))
			k++;
		if (k == n && name[n])
			return n;
	}
	return 0;
}

enum fl_code fl_regtool_find(const struct fl_regtool *t, const char *name, struct fl_reg *r, bool *all,
			     struct fl_err *err)
{
	enum fl_code code = find_own(t, name, r, all, err);
	struct fl_err ignored;
	char own[NAME_MAX];
	uint32_t at;
	size_t n = numbered_prefix(name, "r", &at), i;

	if (!code)
		return FL_OK;
	name += n ? n : foreign_prefix(name);
	for (i = 0; name[i] && i + 1 < sizeof(own); i++) /* a C macro's index is in parentheses */
		own[i] = name[i] == '(' ? '[' : name[i] == ')' ? ']' : name[i];
	own[i] = 0;
	if (!find_own(t, own, r, all, &ignored))
		return FL_OK;
	*all = false;
	return n && fl_regs_lookup(t->db, NULL, at, t->chips, 0, r) ? FL_OK : code;
}
