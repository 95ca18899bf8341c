/* SPDX-License-Identifier: MIT
 *
 * The commands that the images bring to the monitor.
 */
#include "demos/bare/monitor.h"
#include "demos/contact.h"
#include "demos/monitor.h"

const struct fl_mon_cmd *const fl_bare_cmds[FL_MON_TABLES] = {fl_mon_step_cmds, fl_mon_smoke_cmds,
							      fl_monitor_demo_cmds, fl_monitor_contact_cmds};
