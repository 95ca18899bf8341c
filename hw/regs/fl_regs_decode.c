/* SPDX-License-Identifier: MIT
 *
 * Fields of a register, and the names of their values.
 */
#include "hw/fl_fmt.h"
#include "hw/regs/fl_regs_rows.h"

static size_t length_of(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

int fl_reg_full_name(const struct fl_reg *r, char *out, size_t size)
{
	if (r->dims == 2)
		return fl_format(out, size, "%s[%u][%u]", r->name, r->index[0], r->index[1]);
	if (r->dims)
		return fl_format(out, size, "%s[%u]", r->name, r->index[0]);
	return fl_format(out, size, "%s", r->name);
}

static const struct fl_regs_field_row *field_row(const struct fl_regs *db, uint32_t i)
{
	return FL_ROWS(db, field, struct fl_regs_field_row) + i;
}

bool fl_reg_field(const struct fl_reg *r, unsigned i, struct fl_reg_field *f)
{
	uint32_t n = fl_regs_rows(r->db)[r->row].field + i;
	const struct fl_regs_field_row *row = field_row(r->db, n);

	if (i >= r->n_fields)
		return false;
	*f = (struct fl_reg_field){
	    .name = fl_regs_text(r->db, row->place & FL_REGS_FIELD_TEXT),
	    .low = row->place >> 20 & 31,
	    .width = (row->place >> 25 & 31) + 1,
	    .shr = row->flags >> 4,
	    .access = row->flags & 15 ? row->flags & 15 : r->access,
	    .documented = !(row->place & FL_REGS_FIELD_PUBLIC),
	    .chips = fl_regs_chips(r->db, row->chips),
	    .row = n,
	};
	return true;
}

bool fl_reg_field_find(const struct fl_reg *r, const char *name, struct fl_reg_field *f)
{
	size_t n = length_of(name);

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

/* Which values apply, in a word: a field can have two sets, chosen by another field. NULL: none. */
static const struct fl_regs_set *set_of(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t word)
{
	const struct fl_regs_field_row *row = field_row(r->db, f->row);
	const struct fl_regs_alt *alt = FL_ROWS(r->db, alt, struct fl_regs_alt);
	unsigned set = row->set;

	if (row->place & FL_REGS_FIELD_ALT)
		for (unsigned i = 0; i < r->db->alt.n; i++) {
			struct fl_reg_field when;

			if (alt[i].field == f->row && fl_reg_field(r, alt[i].when, &when) &&
			    fl_reg_field_get(&when, word))
				set = alt[i].set;
		}
	if (!set && r->n_fields == 0)
		set = fl_regs_more(r->db, &fl_regs_rows(r->db)[r->row])->set;
	return set ? &FL_ROWS(r->db, set, struct fl_regs_set)[set] : NULL;
}

const char *fl_reg_value_name(const struct fl_reg *r, const struct fl_reg_field *f, uint32_t word, uint32_t *plus)
{
	const struct fl_regs_set *set = set_of(r, f, word);
	uint32_t v = fl_reg_field_get(f, word);

	for (unsigned i = 0; set && i < set->n; i++) {
		const struct fl_regs_value_row *row = &FL_ROWS(r->db, value, struct fl_regs_value_row)[set->first + i];

		if (v - row->value >= row->name >> 20)
			continue;
		if (plus)
			*plus = v - row->value;
		return fl_regs_text(r->db, row->name & FL_REGS_FIELD_TEXT);
	}
	return NULL;
}

/* Entry i of either set, the usual one first. */
static const struct fl_regs_value_row *value_row(const struct fl_reg *r, const struct fl_reg_field *f, unsigned i)
{
	const struct fl_regs_set *set = &FL_ROWS(r->db, set, struct fl_regs_set)[field_row(r->db, f->row)->set];
	const struct fl_regs_value_row *value = FL_ROWS(r->db, value, struct fl_regs_value_row);

	if (i < set->n)
		return &value[set->first + i];
	i -= set->n;
	for (unsigned k = 0; k < r->db->alt.n; k++) {
		const struct fl_regs_alt *alt = &FL_ROWS(r->db, alt, struct fl_regs_alt)[k];

		set = &FL_ROWS(r->db, set, struct fl_regs_set)[alt->set];
		if (alt->field == f->row)
			return i < set->n ? &value[set->first + i] : NULL;
	}
	return NULL;
}

const char *fl_reg_value_at(const struct fl_reg *r, const struct fl_reg_field *f, unsigned i, uint32_t *value)
{
	const struct fl_regs_value_row *row = value_row(r, f, i);

	if (!row)
		return NULL;
	*value = row->value;
	return fl_regs_text(r->db, row->name & FL_REGS_FIELD_TEXT);
}

bool fl_reg_value_find(const struct fl_reg *r, const struct fl_reg_field *f, const char *name, uint32_t *value)
{
	const char *s;

	for (unsigned i = 0; (s = fl_reg_value_at(r, f, i, value)); i++)
		if (fl_regs_same(s, name, length_of(name)))
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
