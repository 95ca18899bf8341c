/* SPDX-License-Identifier: MIT
 *
 * firstlight stream: the ways in which it shows a stream, one file each.
 */
#ifndef DEMOS_FIRSTLIGHT_CMD_STREAM_H
#define DEMOS_FIRSTLIGHT_CMD_STREAM_H

#include "demos/firstlight/stream_show.h"

int fl_stream_list(struct fl_stream_show *show);   /* everything, or -r, --query */
int fl_stream_states(struct fl_stream_show *show); /* --draw, --changed */
int fl_stream_diff(struct fl_stream_show *show);
int fl_stream_c(struct fl_stream_show *show);

#endif
