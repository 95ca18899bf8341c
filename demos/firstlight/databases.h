/* SPDX-License-Identifier: MIT
 *
 * The register databases of all families, for commands that take a chip by its name.
 */
#ifndef DEMOS_FIRSTLIGHT_DATABASES_H
#define DEMOS_FIRSTLIGHT_DATABASES_H

#include "hw/regs/fl_regs.h"

#define FL_ONE_MORE(...) +1
enum { FL_N_DATABASES = 0 FL_FAMILIES(FL_ONE_MORE) };
#undef FL_ONE_MORE

/* FL_N_DATABASES of them, then NULL. */
const struct fl_regs *const *fl_databases(void);

#endif
