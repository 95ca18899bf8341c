/* SPDX-License-Identifier: MIT
 *
 * Registers by number, by name and by address.
 */
#include "hw/fl_str.h"
#include "hw/regs/fl_regs_rows.h"

#define MAX_NAME 64 /* no register has a longer one */

const char *fl_regs_name(const struct fl_regs *db)
{
	return fl_regs_text(db, db->name);
}

const char *fl_regs_chip_name(const struct fl_regs *db, unsigned i)
{
	return i < db->chip.n ? fl_regs_text(db, FL_ROWS(db, chip, uint32_t)[i]) : NULL;
}

bool fl_regs_same(const char *name, const char *s, size_t length)
{
	size_t i;

	for (i = 0; i < length && name[i]; i++)
		if (fl_regs_upper(name[i]) != fl_regs_upper(s[i]))
			return false;
	return i == length && !name[i];
}

uint32_t fl_regs_chip(const struct fl_regs *db, const char *name)
{
	for (unsigned i = 0; i < db->chip.n; i++)
		if (fl_regs_same(fl_regs_chip_name(db, i), name, fl_str_length(name)))
			return 1u << i;
	return 0;
}

static uint32_t mask_of(const struct fl_regs *db, const struct fl_regs_row *row, unsigned width)
{
	const uint32_t *f = FL_ROWS(db, field, uint32_t) + row->field;
	uint32_t mask = 0;

	for (unsigned i = 0; i < row->n_fields; i++)
		mask |= (0xffffffffu >> (31 - (f[i] >> FL_REGS_FIELD_WIDTH_SHIFT & 31)))
			<< (f[i] >> FL_REGS_FIELD_LOW_SHIFT & 31);
	return row->n_fields ? mask : 0xffffffffu >> (32 - width);
}

void fl_regs_fill(const struct fl_regs *db, uint32_t i, struct fl_reg *r)
{
	const struct fl_regs_row *row = &fl_regs_rows(db)[i];
	const struct fl_regs_more *more = fl_regs_more(db, row);
	const struct fl_regs_block *block = &FL_ROWS(db, block, struct fl_regs_block)[row->block];
	const struct fl_regs_domain *domain =
	    &FL_ROWS(db, domain, struct fl_regs_domain)[row->flags >> FL_REGS_ROW_DOMAIN_SHIFT & 15];

	*r = (struct fl_reg){
	    .db = db,
	    .row = i,
	    .name = fl_regs_text(db, row->name & FL_REGS_TEXT_MASK),
	    .prefix = fl_regs_text(db, FL_ROWS(db, prefix, uint32_t)[row->name >> FL_REGS_PREFIX_SHIFT]),
	    .block = fl_regs_text(db, block->name),
	    .set_class = fl_regs_text(db, block->set_class),
	    .space = i < db->n_regs ? fl_regs_text(db, domain->space) : "",
	    .offset = row->offset,
	    .alias = more->alias,
	    .width = more->width ? more->width : 32,
	    .access = row->flags & 15,
	    .hazard = row->flags >> FL_REGS_ROW_HAZARD_SHIFT & 31,
	    .read_unsafe = row->flags & FL_REGS_ROW_UNSAFE,
	    .documented = !(row->flags & FL_REGS_ROW_PUBLIC),
	    .masked = row->flags & FL_REGS_ROW_MASKED,
	    .use = fl_regs_text(db, more->use),
	    .has_reset = row->reset != 0,
	    .reset = FL_ROWS(db, number, uint32_t)[row->reset],
	    .chips = fl_regs_chips(db, row->chips),
	    .n_fields = row->n_fields,
	};
	for (unsigned d = 0; d < 2 && more->length[d]; d++) {
		r->dims++;
		r->length[d] = more->length[d];
		r->stride[d] = more->stride[d];
	}
	r->mask = mask_of(db, row, r->width);
}

bool fl_regs_element(struct fl_reg *r, uint32_t i, uint32_t j)
{
	const uint32_t index[2] = {i, j};

	for (unsigned d = 0; d < 2; d++) {
		if (index[d] && (d >= r->dims || index[d] >= r->length[d]))
			return false;
		r->index[d] = index[d];
		r->offset += index[d] * r->stride[d];
	}
	return true;
}

unsigned fl_regs_count(const struct fl_regs *db)
{
	return db->n_regs;
}

bool fl_regs_at(const struct fl_regs *db, unsigned i, struct fl_reg *r)
{
	if (i >= db->n_regs)
		return false;
	fl_regs_fill(db, i, r);
	return true;
}

/* ---- by name ------------------------------------------------------------------------------------------- */
/* "[12]" at *s. False: none there, or no number that fits. */
static bool take_index(const char **s, uint32_t *value)
{
	const char *p = *s + 1;
	uint64_t v = 0;

	if (**s != '[' || *p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9' && v < 0xffffffffu; p++)
		v = v * 10 + (uint64_t)(*p - '0');
	if (*p != ']' || v > 0xffffffffu)
		return false;
	*value = (uint32_t)v;
	*s = p + 1;
	return true;
}

/* The row of a bare name: in that space if there is one, of that prefix if there is one. */
static bool find_row(const struct fl_regs *db, const char *name, size_t n, const char *space, size_t space_n,
		     const char *prefix, uint32_t chips, struct fl_reg *r)
{
	const uint16_t *hash = FL_ROWS(db, hash, uint16_t);
	uint32_t mask = db->hash.n - 1;

	for (uint32_t h = fl_regs_hash(name, (uint32_t)n) & mask; hash[h]; h = (h + 1) & mask) {
		const struct fl_regs_row *row = &fl_regs_rows(db)[hash[h] - 1];

		if (!(fl_regs_chips(db, row->chips) & chips) ||
		    !fl_regs_same(fl_regs_text(db, row->name & FL_REGS_TEXT_MASK), name, n))
			continue;
		fl_regs_fill(db, hash[h] - 1u, r);
		if ((!space || fl_regs_same(r->space, space, space_n)) && (!prefix || r->prefix == prefix))
			return true;
	}
	return false;
}

/* In that prefix if name starts with one, else in any. */
static bool find_named(const struct fl_regs *db, const char *name, size_t n, const char *space,
		       size_t space_n, uint32_t chips, struct fl_reg *r)
{
	if (find_row(db, name, n, space, space_n, NULL, chips, r))
		return true;
	for (unsigned i = 0; i < db->prefix.n; i++) {
		const char *prefix = fl_regs_text(db, FL_ROWS(db, prefix, uint32_t)[i]);
		size_t p = fl_str_length(prefix);

		if (n > p + 1 && name[p] == '_' && fl_regs_same(prefix, name, p) &&
		    find_row(db, name + p + 1, n - p - 1, space, space_n, prefix, chips, r))
			return true;
	}
	return false;
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Documents number the registers of an array in their names: CB_COLOR3_INFO is CB_COLOR_INFO[3], US_OUT_FMT_2
 * is US_OUT_FMT[2]. Try each number in the name, with the "_" before it and without, and as the 0 of the
 * first. */
static bool find_numbered(const struct fl_regs *db, const char *name, size_t n, const char *space,
			  size_t space_n, uint32_t chips, struct fl_reg *r)
{
	char bare[MAX_NAME];

	if (n >= MAX_NAME)
		return false;
	for (size_t a = 0, b; a < n; a = b) {
		uint32_t index = 0;

		for (; a < n && !digit(name[a]); a++)
			;
		for (b = a; b < n && digit(name[b]) && b < a + 5; b++)
			index = index * 10 + (uint32_t)(name[b] - '0');
		for (unsigned way = 0; way < 3 && a < b && a > 0; way++) {
			size_t cut = way == 1 && name[a - 1] == '_' ? a - 1 : a, m = 0;

			for (size_t i = 0; i < cut; i++)
				bare[m++] = name[i];
			if (way == 2)
				bare[m++] = '0';
			for (size_t i = b; i < n; i++)
				bare[m++] = name[i];
			if (find_named(db, bare, m, space, space_n, chips, r) && r->dims == 1 &&
			    index < r->length[0])
				return fl_regs_element(r, index, 0);
		}
	}
	return false;
}

bool fl_regs_find(const struct fl_regs *db, const char *name, uint32_t chips, struct fl_reg *r)
{
	const char *space = NULL, *p;
	uint32_t index[2] = {0, 0};
	size_t space_n = 0, n;

	for (p = name; *p && *p != '['; p++)
		if (*p == ':' && !space) {
			space = name;
			space_n = (size_t)(p - name);
			name = p + 1;
		}
	n = (size_t)(p - name);
	if (!find_named(db, name, n, space, space_n, chips, r))
		return !*p && find_numbered(db, name, n, space, space_n, chips, r);
	for (unsigned d = 0; *p; d++)
		if (d >= r->dims || !take_index(&p, &index[d]))
			return false;
	return fl_regs_element(r, index[0], index[1]);
}

/* ---- by address ---------------------------------------------------------------------------------------- */
/* Whether the row reaches offset, and as which element. */
static bool reaches(const struct fl_regs_row *row, const struct fl_regs_more *more, uint32_t offset,
		    uint32_t index[2])
{
	uint32_t d = offset - row->offset, n = more->length[0] ? more->length[0] : 1;

	index[0] = index[1] = 0;
	if (!d)
		return true;
	if (!more->length[0])
		return false;
	if (!more->length[1]) {
		index[0] = d / more->stride[0];
		return d % more->stride[0] == 0 && index[0] < n;
	}
	for (uint32_t i = 0; i < n && i * more->stride[0] <= d; i++) {
		uint32_t rest = d - i * more->stride[0];

		if (rest % more->stride[1] == 0 && rest / more->stride[1] < more->length[1]) {
			index[0] = i;
			index[1] = rest / more->stride[1];
			return true;
		}
	}
	return false;
}

static bool lookup_in(const struct fl_regs *db, const struct fl_regs_domain *d, uint32_t offset,
		      uint32_t chips, unsigned *nth, struct fl_reg *r)
{
	const struct fl_regs_row *row = fl_regs_rows(db);
	unsigned low = d->first, high = d->first + d->n, first;
	uint32_t index[2];

	while (low < high) { /* the first row that starts past offset */
		unsigned mid = (low + high) / 2;

		if (row[mid].offset <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == d->first)
		return false;
	first = low - 1 - row[low - 1].back;
	for (unsigned i = first; i < low; i++) {
		if (!(fl_regs_chips(db, row[i].chips) & chips) ||
		    !reaches(&row[i], fl_regs_more(db, &row[i]), offset, index))
			continue;
		if ((*nth)--)
			continue;
		fl_regs_fill(db, i, r);
		return fl_regs_element(r, index[0], index[1]);
	}
	return false;
}

/* Second addresses are so few that a family keeps no order of them. */
static bool lookup_alias(const struct fl_regs *db, const struct fl_regs_domain *d, uint32_t offset,
			 uint32_t chips, unsigned *nth, struct fl_reg *r)
{
	bool any = false;

	for (unsigned i = 1; i < db->more.n; i++)
		any |= FL_ROWS(db, more, struct fl_regs_more)[i].alias == offset;
	if (!any || !offset)
		return false;
	for (unsigned i = d->first; i < d->first + (unsigned)d->n; i++) {
		const struct fl_regs_row *row = &fl_regs_rows(db)[i];

		if (fl_regs_more(db, row)->alias != offset || !(fl_regs_chips(db, row->chips) & chips) ||
		    (*nth)--)
			continue;
		fl_regs_fill(db, i, r);
		return true;
	}
	return false;
}

bool fl_regs_lookup(const struct fl_regs *db, const char *space, uint32_t offset, uint32_t chips,
		    unsigned nth, struct fl_reg *r)
{
	for (unsigned i = 0; i < db->domain.n; i++) {
		const struct fl_regs_domain *d = &FL_ROWS(db, domain, struct fl_regs_domain)[i];
		const char *name = space ? space : "mmio";

		if (!(fl_regs_chips(db, d->chips) & chips) ||
		    !fl_regs_same(fl_regs_text(db, d->space), name, fl_str_length(name)))
			continue;
		if (lookup_in(db, d, offset, chips, &nth, r) || lookup_alias(db, d, offset, chips, &nth, r))
			return true;
	}
	return false;
}
