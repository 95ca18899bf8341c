/* SPDX-License-Identifier: MIT
 *
 * The monitor's command `demo`, for whoever links the demos; a table for fl_mon.more.
 */
#ifndef DEMOS_MONITOR_H
#define DEMOS_MONITOR_H

#include "demos/demo.h"
#include "lib/tool/fl_mon.h"

extern const struct fl_mon_cmd fl_monitor_demo_cmds[];

/* What to do with the last frame's picture, while the stage is still open; NULL: nothing, it is on the
 * screen. */
extern void (*fl_monitor_picture)(struct fl_mon *m, struct fl_stage *s);

#endif
