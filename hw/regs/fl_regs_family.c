/* SPDX-License-Identifier: MIT
 *
 * All register databases, for programs that work with any family's names.
 */
#include "hw/regs/fl_regs.h"

const struct fl_regs *fl_regs_family(unsigned i)
{
#define ROW(name, ...) fl_regs_##name,
	static const struct fl_regs *(*const database[])(void) = {FL_FAMILIES(ROW)};

	return i < sizeof(database) / sizeof(*database) ? database[i]() : NULL;
}
