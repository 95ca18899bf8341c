/* SPDX-License-Identifier: MIT
 *
 * The tables of a family while they are put together. Strings are referred to by number until all of them are
 * known.
 */
#ifndef HW_REGS_GEN_TABLE_H
#define HW_REGS_GEN_TABLE_H

#include "hw/regs/fl_regs_table.h"
#include "hw/regs/gen/regsgen.h"

#define TEXT_SLOTS 65536u

struct table_row {
	const struct word *w;
	uint32_t offset;
	unsigned name, prefix, block, chips, more, flags, reset, field, n_fields, back;
};

struct table_field {
	unsigned name, low, width, set, is_public;
	unsigned odd, chips, access, shr, alt; /* odd: one of the members below is set */
	int when;
};

struct table_value {
	uint32_t value;
	unsigned name;
	uint32_t count;
};

struct table_more {
	uint32_t length[2], stride[2], alias;
	unsigned use, set, width;
};

struct table_domain {
	unsigned name, space, first, n, step, chips;
};

struct table_packet {
	unsigned name, row, n, opcode, chips, flags;
};

struct table_isa {
	uint32_t match, mask;
	unsigned name, row, n, dwords, chips;
};

struct table {
	const struct db *db;
	unsigned name, empty, n_regs;
	const char **text;
	unsigned n_text, cap_text, text_slot[TEXT_SLOTS];
	uint32_t *number, *chips;
	unsigned n_number, cap_number, n_chips, cap_chips;
	unsigned *prefix;
	unsigned n_prefix, cap_prefix;
	struct fl_regs_block *block;
	unsigned n_block, cap_block;
	struct table_row *row;
	unsigned n_row, cap_row;
	struct table_field *field;
	unsigned n_field, cap_field;
	struct table_value *value;
	unsigned n_value, cap_value;
	struct fl_regs_set *set;
	unsigned n_set, cap_set;
	struct table_more *more;
	unsigned n_more, cap_more;
	struct table_domain *domain;
	unsigned n_domain, cap_domain;
	struct table_packet *packet;
	unsigned n_packet, cap_packet;
	struct table_isa *isa;
	unsigned n_isa, cap_isa;
	unsigned *hash, hash_n;
};

unsigned table_text(struct table *t, const char *s); /* the number of a string */
void print_table(struct out *o, struct table *t);

#endif
