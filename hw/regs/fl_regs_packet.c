/* SPDX-License-Identifier: MIT
 *
 * Packets and instructions: lists of words with fields.
 */
#include "hw/regs/fl_regs_rows.h"

bool fl_regs_packet_at(const struct fl_regs *db, unsigned i, struct fl_reg_packet *p)
{
	const struct fl_regs_packet_row *row = FL_ROWS(db, packet, struct fl_regs_packet_row) + i;

	if (i >= db->packet.n)
		return false;
	*p = (struct fl_reg_packet){
	    .db = db,
	    .name = fl_regs_text(db, row->name),
	    .opcode = row->opcode,
	    .chips = fl_regs_chips(db, row->chips),
	    .settings = row->flags & FL_REGS_PACKET_SETTINGS,
	    .group = row->flags & FL_REGS_PACKET_GROUP,
	    .documented = !(row->flags & FL_REGS_PACKET_PUBLIC),
	    .row = row->row,
	    .n_dwords = row->n,
	};
	return true;
}

bool fl_regs_packet(const struct fl_regs *db, uint32_t opcode, uint32_t chips, struct fl_reg_packet *p)
{
	for (unsigned i = 0; fl_regs_packet_at(db, i, p); i++)
		if (!p->group && p->opcode == opcode && p->chips & chips)
			return true;
	return false;
}

bool fl_regs_packet_find(const struct fl_regs *db, const char *name, uint32_t chips, struct fl_reg_packet *p)
{
	size_t n = 0;

	while (name[n])
		n++;
	for (unsigned i = 0; fl_regs_packet_at(db, i, p); i++)
		if (p->chips & chips && fl_regs_same(p->name, name, n))
			return true;
	return false;
}

bool fl_reg_packet_dword(const struct fl_reg_packet *p, unsigned i, struct fl_reg_dword *d)
{
	uint32_t flags;

	if (i >= p->n_dwords)
		return false;
	fl_regs_fill(p->db, p->row + i, &d->word);
	flags = d->word.offset;
	d->word.offset = i;
	d->repeats = flags & FL_REGS_DW_REPEATS;
	d->optional = flags & FL_REGS_DW_OPTIONAL;
	d->fixed = flags & FL_REGS_DW_FIXED;
	return true;
}

bool fl_regs_isa_at(const struct fl_regs *db, unsigned i, struct fl_reg_isa *isa)
{
	const struct fl_regs_isa_row *row = FL_ROWS(db, isa, struct fl_regs_isa_row) + i;

	if (i >= db->isa.n)
		return false;
	*isa = (struct fl_reg_isa){
	    .db = db,
	    .name = fl_regs_text(db, row->name),
	    .dwords = row->dwords,
	    .match = row->match,
	    .mask = row->mask,
	    .chips = fl_regs_chips(db, row->chips),
	    .row = row->row,
	    .n_words = row->n,
	};
	return true;
}

bool fl_reg_isa_word(const struct fl_reg_isa *isa, unsigned i, struct fl_reg *word, unsigned *index)
{
	if (i >= isa->n_words)
		return false;
	fl_regs_fill(isa->db, isa->row + i, word);
	*index = word->offset;
	return true;
}
