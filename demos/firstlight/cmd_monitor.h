/* SPDX-License-Identifier: MIT
 *
 * Between the files of `firstlight monitor`.
 */
#ifndef DEMOS_FIRSTLIGHT_CMD_MONITOR_H
#define DEMOS_FIRSTLIGHT_CMD_MONITOR_H

#include "lib/tool/fl_mon.h"

/* The prompt, by libedit; returns the exit code. */
int fl_monitor_prompt(struct fl_mon *m);

#endif
