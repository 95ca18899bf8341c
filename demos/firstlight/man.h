/* SPDX-License-Identifier: MIT
 *
 * The man page, made from the table of commands, the monitor's tables and the register databases.
 */
#ifndef DEMOS_FIRSTLIGHT_MAN_H
#define DEMOS_FIRSTLIGHT_MAN_H

/* Print it on standard output, in mdoc(7). */
void fl_man(void);

#endif
