/* SPDX-License-Identifier: MIT
 *
 * Rules of ALU groups: what their operations may be and write, which read ports their operands need. Mesa
 * r600_asm.c, which was run on the chips; R6xx/R7xx guide 3.4.
 */
#ifndef LIB_R600_GROUP_H
#define LIB_R600_GROUP_H

#include "lib/r600/isa.h"

struct fl_r600_rule {
	const char *text; /* the rule that is broken; NULL: none is */
	uint32_t at;      /* by which operation of the group */
};

struct fl_r600_group {
	bool r700;
	uint32_t n;
	uint32_t w[FL_R600_SLOTS][2];
	uint8_t unit[FL_R600_SLOTS];
};

/* What a clause has before the group */
struct fl_r600_clause {
	uint32_t mode[2]; /* of both kcache sets */
	uint32_t groups;
	bool ar; /* loaded by an earlier group */
};

void fl_r600_clause_begin(struct fl_r600_clause *c, const uint32_t cf[2]);
/* Which unit takes each operation: x, y, z and w by the channel that it writes, the transcendental one what
 * must go there and what finds its place taken. */
bool fl_r600_group_units(struct fl_r600_group *g, struct fl_r600_rule *broken);
/* All rules but that of the read ports; the clause goes on behind the group. */
bool fl_r600_group_check(const struct fl_r600_group *g, struct fl_r600_clause *c,
			 struct fl_r600_rule *broken);
/* Do the bank swizzles of the words give every operand its read port? */
bool fl_r600_group_ports(const struct fl_r600_group *g, struct fl_r600_rule *broken);
/* Find such. False: there are none. */
bool fl_r600_group_search(struct fl_r600_group *g, struct fl_r600_rule *broken);

/* Must b, which comes later, wait for a? Within a group all is read before anything is written. */
bool fl_r600_depends(bool r700, const uint32_t a[2], const uint32_t b[2]);
/* The unit that is left for it, where those of taken have work; FL_R600_SLOTS: none */
uint32_t fl_r600_free_unit(bool r700, const uint32_t w[2], uint32_t taken);

static inline uint32_t fl_r600_swizzle(const uint32_t w[2])
{
	return R600_SQ_ALU_WORD1__BANK_SWIZZLE__GET(w[1]);
}

static inline void fl_r600_set_swizzle(uint32_t w[2], uint32_t v)
{
	w[1] = (w[1] & ~R600_SQ_ALU_WORD1__BANK_SWIZZLE__MASK) | v << R600_SQ_ALU_WORD1__BANK_SWIZZLE__SHIFT;
}

#endif
