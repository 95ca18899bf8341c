/* SPDX-License-Identifier: MIT
 *
 * From a card, or the name of a chip, to its registers; see fl_regtool.h.
 */
#include "hw/fl_family.h"
#include "lib/tool/fl_regtool_word.h"

/* Chips that have the registers of another one. Linux radeon_family.h and include/drm/drm_pciids.h give
 * several names to one family; the database has the first. */
static const struct {
	char name[6], as[6];
} same_as[] = {
    {"R360", "R350"},   {"RV360", "RV350"}, {"RV370", "RV380"}, {"R423", "R420"},   {"R430", "R420"},
    {"R480", "R420"},   {"R481", "R420"},   {"RV505", "RV515"}, {"RV516", "RV515"}, {"RV550", "RV515"},
    {"RV535", "RV530"}, {"RS880", "RS780"}, {"RV790", "RV770"},
};

bool fl_regtool_chip(struct fl_regtool *t, const struct fl_regs *const *db, unsigned n, const char *name)
{
	const char *as = name;

	for (unsigned i = 0; i < sizeof(same_as) / sizeof(*same_as); i++)
		if (fl_regtool_same(same_as[i].name, name))
			as = same_as[i].as;
	for (unsigned i = 0; i < n; i++) {
		uint32_t bit = fl_regs_chip(db[i], as);

		if (!bit && fl_regtool_same(fl_regs_name(db[i]), as))
			bit = FL_REGS_ANY_CHIP; /* a whole family */
		if (!bit)
			continue;
		t->db = db[i];
		t->chips = bit;
		t->chip = name;
		for (unsigned c = 0; bit != FL_REGS_ANY_CHIP && as == name && fl_regs_chip_name(db[i], c);
		     c++)
			if (bit == 1u << c)
				t->chip = fl_regs_chip_name(db[i], c); /* in the documents' letters */
		return true;
	}
	return false;
}

enum fl_code fl_regtool_for(struct fl_regtool *t, struct fl_dev *d, struct fl_err *err)
{
	const struct fl_regs *db;
	struct fl_card card;

	if (!fl_card_of(d, &card))
		return fl_fail(err, FL_NO_DEVICE, "%s: the registers of this card are not known", d->name);
	db = card.family->regs();
	t->dev = d;
	if (!fl_regtool_chip(t, &db, 1, card.chip)) {
		t->db = db;
		t->chips = FL_REGS_ANY_CHIP;
		t->chip = card.chip;
	}
	t->n_spaces = 0;
	t->spaces = card.family->spaces ? card.family->spaces(d, &t->n_spaces) : NULL;
	return FL_OK;
}
