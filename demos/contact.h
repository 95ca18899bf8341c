/* SPDX-License-Identifier: MIT
 *
 * What is drawn in a first contact (hw/fl_contact.h), and the monitor's command `contact`, for whoever links
 * the demos; a table for fl_mon.more.
 */
#ifndef DEMOS_CONTACT_H
#define DEMOS_CONTACT_H

#include "demos/demo.h"
#include "lib/tool/fl_contact_report.h"
#include "lib/tool/fl_mon.h"

enum { FL_CONTACT_WIDTH = 256, FL_CONTACT_HEIGHT = 192 };

/* For fl_contact.draw: rectangles by register writes, compared pixel by pixel; or the picture of a demo,
 * whose checksum goes into the report. The stage is left open, for its rows. */
enum fl_code fl_contact_draw(struct fl_contact_report *r, struct fl_stage *stage, enum fl_contact_stage s,
			     bool packets, struct fl_bringup *up, struct fl_err *err);

extern const struct fl_mon_cmd fl_monitor_contact_cmds[];

#endif
