/* SPDX-License-Identifier: MIT
 *
 * A log of accesses as C: a function of the kit's own calls.
 */
#ifndef DEMOS_FIRSTLIGHT_PLAY_C_H
#define DEMOS_FIRSTLIGHT_PLAY_C_H

#include "demos/firstlight/access_log.h"
#include "lib/tool/fl_regtool.h"

/* What a read is: one alone; one that another of the same place follows; the last of such: a wait. */
enum fl_play_read { FL_PLAY_ONCE, FL_PLAY_AGAIN, FL_PLAY_WAITED };

/* The beginning of the file; path: the log's name. */
void fl_play_c_begin(const struct fl_regtool *t, const char *path);
/* An access. False: it has no C, for its bytes are not in the log. */
bool fl_play_c_access(const struct fl_regtool *t, const struct fl_access *a, enum fl_play_read read);
void fl_play_c_end(void);

#endif
