/* SPDX-License-Identifier: MIT
 *
 * The indirect address spaces of R3xx to R5xx, for code that takes registers as the database has them.
 */
#ifndef HW_R500_SPACES_H
#define HW_R500_SPACES_H

#include "hw/fl_space.h"

/* The spaces of this card, by its PCI id; *n of them, NULL and 0 for a card of another family. */
const struct fl_space *r500_spaces(const struct fl_dev *d, unsigned *n);

/* What is behind an index register, whose data port follows it; if value is not NULL, *value is written there
 * instead. The index register is afterwards as before. */
uint32_t r500_indexed(struct fl_dev *d, uint32_t reg, uint32_t index, const uint32_t *value);

#endif
