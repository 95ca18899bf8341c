/* SPDX-License-Identifier: MIT
 *
 * Registers by pattern, and the names nearest to a misspelt one.
 */
#include "hw/fl_str.h"
#include "hw/regs/fl_regs_rows.h"

#define MAX_NAME 64

/* A glob with * and ?, in any case; one star at a time is open, so a pattern cannot take exponential time. */
static bool glob(const char *pattern, const char *s)
{
	const char *star = NULL, *from = NULL;

	while (*s) {
		if (*pattern == '*') {
			star = ++pattern;
			from = s;
		} else if (*pattern == '?' || (*pattern && fl_regs_upper(*pattern) == fl_regs_upper(*s))) {
			pattern++;
			s++;
		} else if (star) {
			pattern = star;
			s = ++from;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool fl_regs_match(const struct fl_regs *db, const char *pattern, uint32_t chips, int *i, struct fl_reg *r)
{
	bool wild = false;

	for (const char *p = pattern; *p; p++)
		wild |= *p == '*' || *p == '?';
	while (++*i < (int)db->n_regs) {
		const struct fl_regs_row *row = &fl_regs_rows(db)[*i];
		const char *name = fl_regs_text(db, row->name & FL_REGS_TEXT_MASK);

		if (!(fl_regs_chips(db, row->chips) & chips) ||
		    !(wild ? glob(pattern, name) : fl_str_begins(name, pattern, fl_str_length(pattern))))
			continue;
		fl_regs_fill(db, (uint32_t)*i, r);
		return true;
	}
	return false;
}

/* How many characters to insert, delete, change or swap with a neighbour (optimal string alignment). */
static unsigned distance(const char *a, const char *b)
{
	unsigned row[3][MAX_NAME + 1], na = 0, nb = 0;

	while (a[na] && na < MAX_NAME)
		na++;
	while (b[nb] && nb < MAX_NAME)
		nb++;
	for (unsigned j = 0; j <= nb; j++)
		row[0][j] = j;
	for (unsigned i = 1; i <= na; i++) {
		unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];

		now[0] = i;
		for (unsigned j = 1; j <= nb; j++) {
			unsigned differ = fl_regs_upper(a[i - 1]) != fl_regs_upper(b[j - 1]),
				 best = last[j - 1] + differ;

			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && before[j - 2] + 1 < best &&
			    fl_regs_upper(a[i - 1]) == fl_regs_upper(b[j - 2]) &&
			    fl_regs_upper(a[i - 2]) == fl_regs_upper(b[j - 1]))
				best = before[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[na % 3][nb];
}

unsigned fl_regs_rank(const char *to, const char *name, const char **best, unsigned *rank, unsigned n,
		      unsigned have)
{
	unsigned d, at, length = 0;

	for (unsigned i = 0; i < have; i++)
		if (best[i] == name)
			return have;
	while (to[length])
		length++;
	d = distance(to, name);
	if (d > 2 + length / 3) /* no likeness left */
		return have;
	for (at = have; at > 0 && rank[at - 1] > d; at--)
		;
	if (at >= n)
		return have;
	if (have < n)
		have++;
	for (unsigned i = have - 1; i > at; i--) {
		best[i] = best[i - 1];
		rank[i] = rank[i - 1];
	}
	best[at] = name;
	rank[at] = d;
	return have;
}

unsigned fl_regs_nearest(const struct fl_regs *db, const char *name, uint32_t chips, const char **best,
			 unsigned n)
{
	unsigned rank[8], have = 0;

	if (n > 8)
		n = 8;
	for (unsigned i = 0; i < db->n_regs; i++) {
		const struct fl_regs_row *row = &fl_regs_rows(db)[i];

		if (fl_regs_chips(db, row->chips) & chips)
			have = fl_regs_rank(name, fl_regs_text(db, row->name & FL_REGS_TEXT_MASK), best, rank,
					    n, have);
	}
	return have;
}
