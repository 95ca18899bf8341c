/* SPDX-License-Identifier: MIT
 *
 * Fields of a register, and the names of their values.
 */
#include "hw/fl_fmt.h"
#include "hw/fl_str.h"
#include "hw/regs/fl_regs_rows.h"

int fl_reg_full_name(const struct fl_reg *r, char *out, size_t size)
{
	if (r->dims == 2)
		return fl_format(out, size, "%s[%u][%u]", r->name, r->index[0], r->index[1]);
	if (r->dims)
		return fl_format(out, size, "%s[%u]", r->name, r->index[0]);
	return fl_format(out, size, "%s", r->name);
}

/* What is unusual about field i of the family, NULL: nothing. */
static const struct fl_regs_odd *odd_of(const struct fl_regs *db, uint32_t i)
{
	const struct fl_regs_odd *odd = FL_ROWS(db, odd, struct fl_regs_odd);
	uint32_t low = 0, high = db->odd.n;

	if (!(FL_ROWS(db, field, uint32_t)[i] & FL_REGS_FIELD_ODD))
		return NULL;
	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (odd[mid].field < i)
			low = mid + 1;
		else
			high = mid;
	}
	return &odd[low];
}

bool fl_reg_field(const struct fl_reg *r, unsigned i, struct fl_reg_field *f)
{
	uint32_t n = fl_regs_rows(r->db)[r->row].field + i, word;
	const struct fl_regs_odd *odd;

	if (i >= r->n_fields)
		return false;
	word = FL_ROWS(r->db, field, uint32_t)[n];
	odd = odd_of(r->db, n);
	*f = (struct fl_reg_field){
	    .name = fl_regs_text(r->db, word & FL_REGS_FIELD_TEXT),
	    .low = word >> FL_REGS_FIELD_LOW_SHIFT & 31,
	    .width = (word >> FL_REGS_FIELD_WIDTH_SHIFT & 31) + 1,
	    .shr = odd ? odd->flags >> 4 : 0,
	    .access = odd && odd->flags & 15 ? odd->flags & 15u : r->access,
	    .documented = !(word & FL_REGS_FIELD_PUBLIC),
	    .chips = odd && odd->chips != 255 ? fl_regs_chips(r->db, odd->chips) : r->chips,
	    .row = n,
	};
	return true;
}

bool fl_reg_field_find(const struct fl_reg *r, const char *name, struct fl_reg_field *f)
{
	size_t n = fl_str_length(name);

	for (unsigned i = 0; fl_reg_field(r, i, f); i++)
		if (fl_regs_same(f->name, name, n))
			return true;
	return false;
}

unsigned fl_reg_field_nearest(const struct fl_reg *r, const char *name, const char **best, unsigned n)
{
	unsigned rank[8], have = 0;
	struct fl_reg_field f;

	if (n > 8)
		n = 8;
	for (unsigned i = 0; fl_reg_field(r, i, &f); i++)
		have = fl_regs_rank(name, f.name, best, rank, n, have);
	return have;
}

uint32_t fl_reg_field_get(const struct fl_reg_field *f, uint32_t word)
{
	return (word >> f->low & (0xffffffffu >> (32 - f->width))) << f->shr;
}

bool fl_reg_field_set(const struct fl_reg_field *f, uint32_t value, uint32_t *word)
{
	uint32_t max = 0xffffffffu >> (32 - f->width);

	if (value >> f->shr > max || value & ((1u << f->shr) - 1))
		return false;
	*word = (*word & ~(max << f->low)) | value >> f->shr << f->low;
	return true;
}

static const struct fl_regs_set *set_at(const struct fl_regs *db, unsigned i)
{
	return &FL_ROWS(db, set, struct fl_regs_set)[i < FL_REGS_SET_NUMBER ? i : 0];
}

/* Which values apply, in a word: a field can have two sets, chosen by another field. */
static const struct fl_regs_set *set_of(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t word)
{
	const struct fl_regs_odd *odd = odd_of(r->db, f->row);
	struct fl_reg_field when;

	if (odd && odd->alt && fl_reg_field(r, odd->when, &when) && fl_reg_field_get(&when, word))
		return set_at(r->db, odd->alt);
	return set_at(r->db, FL_ROWS(r->db, field_set, uint16_t)[f->row]);
}

/* Value i of the family: its name, its number, and how many codes it stands for. */
static const char *value_of(const struct fl_regs *db, uint32_t i, uint32_t *value, uint32_t *count)
{
	const struct fl_regs_wide *wide = FL_ROWS(db, wide, struct fl_regs_wide);
	uint32_t word = FL_ROWS(db, value, uint32_t)[i], low = 0, high = db->wide.n;

	*value = word >> FL_REGS_VALUE_SHIFT;
	*count = 1;
	if (*value == FL_REGS_VALUE_WIDE) {
		while (low < high) {
			uint32_t mid = (low + high) / 2;

			if (wide[mid].row < i)
				low = mid + 1;
			else
				high = mid;
		}
		*value = wide[low].value;
		*count = wide[low].count;
	}
	return fl_regs_text(db, word & FL_REGS_FIELD_TEXT);
}

static const char *name_in(const struct fl_regs *db, const struct fl_regs_set *set, uint32_t v,
			   uint32_t *plus)
{
	for (unsigned i = 0; i < set->n; i++) {
		uint32_t first, count;
		const char *name = value_of(db, set->first + i, &first, &count);

		if (v - first >= count)
			continue;
		if (plus)
			*plus = v - first;
		return name;
	}
	return NULL;
}

const char *fl_reg_value_name(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t word,
			      uint32_t *plus)
{
	return name_in(r->db, set_of(r, f, word), fl_reg_field_get(f, word), plus);
}

const char *fl_reg_word_name(const struct fl_reg *r, uint32_t word)
{
	return name_in(r->db, set_at(r->db, fl_regs_more(r->db, &fl_regs_rows(r->db)[r->row])->set), word,
		       NULL);
}

const char *fl_reg_value_at(const struct fl_reg *r, const struct fl_reg_field *f, unsigned i, uint32_t *value)
{
	const struct fl_regs_odd *odd = odd_of(r->db, f->row);
	const struct fl_regs_set *set = set_at(r->db, FL_ROWS(r->db, field_set, uint16_t)[f->row]);
	uint32_t count;

	if (i >= set->n && odd && odd->alt) { /* the other set follows */
		i -= set->n;
		set = set_at(r->db, odd->alt);
	}
	return i < set->n ? value_of(r->db, set->first + i, value, &count) : NULL;
}

bool fl_reg_value_find(const struct fl_reg *r, const struct fl_reg_field *f, const char *name,
		       uint32_t *value)
{
	const char *s;

	for (unsigned i = 0; (s = fl_reg_value_at(r, f, i, value)); i++)
		if (fl_regs_same(s, name, fl_str_length(name)))
			return true;
	return false;
}

void fl_reg_decode(const struct fl_reg *r, uint32_t word, uint32_t chips, fl_reg_each_field *each, void *arg)
{
	struct fl_reg_field f;

	for (unsigned i = 0; fl_reg_field(r, i, &f); i++)
		if (f.chips & chips)
			each(arg, &f, fl_reg_field_get(&f, word), fl_reg_value_name(r, &f, word, NULL));
}
