/* SPDX-License-Identifier: MIT
 *
 * The commands of an image that draws, but for those of a first contact: linked to be measured.
 */
#include "demos/bare/monitor.h"
#include "demos/monitor.h"

const struct fl_mon_cmd *const fl_bare_cmds[FL_MON_TABLES] = {fl_mon_step_cmds, fl_mon_smoke_cmds,
							      fl_monitor_demo_cmds};
