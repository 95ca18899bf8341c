/* SPDX-License-Identifier: MIT
 *
 * The register databases as an array; see databases.h.
 */
#include "demos/firstlight/databases.h"

const struct fl_regs *const *fl_databases(void)
{
	static const struct fl_regs *db[FL_N_DATABASES + 1]; /* constant once filled */

	for (unsigned i = 0; i < FL_N_DATABASES; i++)
		db[i] = fl_regs_family(i);
	return db;
}
