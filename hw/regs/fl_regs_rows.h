/* SPDX-License-Identifier: MIT
 *
 * What the look-ups share: the arrays of a family, and a row spelled out.
 */
#ifndef HW_REGS_FL_REGS_ROWS_H
#define HW_REGS_FL_REGS_ROWS_H

#include "hw/regs/fl_regs.h"
#include "hw/regs/fl_regs_table.h"

/* Array `what` of a family. */
#define FL_ROWS(db, what, type) ((const type *)(const void *)((const char *)(db) + (db)->what.at))

static inline const char *fl_regs_text(const struct fl_regs *db, uint32_t at)
{
	return (const char *)db + db->text.at + at;
}

static inline const struct fl_regs_row *fl_regs_rows(const struct fl_regs *db)
{
	return FL_ROWS(db, row, struct fl_regs_row);
}

static inline uint32_t fl_regs_chips(const struct fl_regs *db, unsigned i)
{
	return FL_ROWS(db, chips, uint32_t)[i];
}

static inline const struct fl_regs_more *fl_regs_more(const struct fl_regs *db, const struct fl_regs_row *row)
{
	return &FL_ROWS(db, more, struct fl_regs_more)[row->more];
}

static inline unsigned fl_regs_upper(char c)
{
	return (unsigned char)(c >= 'a' && c <= 'z' ? c - 32 : c);
}

/* Whether name is the first `length` characters of s, in any case. */
bool fl_regs_same(const char *name, const char *s, size_t length);
/* All about row i, as element 0. */
void fl_regs_fill(const struct fl_regs *db, uint32_t i, struct fl_reg *r);
/* Move r to element [i][j]; false: past the end. */
bool fl_regs_element(struct fl_reg *r, uint32_t i, uint32_t j);
/* Put name among the nearest to `to`; rank[] keeps their distances. Returns the new count. */
unsigned fl_regs_rank(const char *to, const char *name, const char **best, unsigned *rank, unsigned n,
		      unsigned have);

#endif
