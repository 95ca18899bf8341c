/* SPDX-License-Identifier: MIT
 *
 * The table of the families whose cards can be met for the first time; see hw/fl_families.h and
 * hw/fl_contact.h.
 */
#include "hw/fl_contact.h"

#define DECLARE(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##contact(extern const struct fl_contact_list name##_contact;)
FL_FAMILIES(DECLARE)

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##contact(&name##_contact, )
const struct fl_contact_list *const fl_contacts[] = {FL_FAMILIES(ROW) NULL};
