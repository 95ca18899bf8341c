/* SPDX-License-Identifier: MIT
 *
 * What differs between the cores of the family. One table (chips.c); the blocks read it through g->variant.
 */
#ifndef HW_MODEL_GC_CHIPS_H
#define HW_MODEL_GC_CHIPS_H

#include "hw/model/gc/gc.h"

/* NULL: no such core. */
const struct mgc_variant *mgc_variant(const char *name);
const struct mgc_variant *mgc_variant_at(unsigned i);

#endif
