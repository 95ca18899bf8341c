/* SPDX-License-Identifier: MIT
 *
 * What can be wrong with a database, and can be seen without a card.
 */
#include "hw/regs/gen/regsgen.h"

void check_db(struct db *db)
{
}
