/* SPDX-License-Identifier: MIT
 *
 * A model behind plain loads and stores: pages that may not be accessed. What an instruction wants there
 * raises SIGSEGV; the model is asked, the pages are opened, the instruction is carried out alone (the
 * processor's trap flag), and the pages are closed again. Linux traces device drivers so (mmiotrace). x86-64
 * alone.
 */
#ifndef TESTS_UNIT_TEST_PLAIN_LOADS_H
#define TESTS_UNIT_TEST_PLAIN_LOADS_H

#include "hw/model/fl_model.h"

/* The model's registers as memory; one model at a time. The pages are size_B at least. NULL: not on this
 * processor. The model must outlive every access, and be called by nobody else meanwhile. */
void *plain_loads_begin(struct fl_model *m, size_t size_B);
/* How many loads and stores there were. */
unsigned plain_loads(void);
unsigned plain_stores(void);

#endif
