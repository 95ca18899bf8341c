/* SPDX-License-Identifier: MIT
 *
 * firstlight replay: its ways other than to judge.
 */
#ifndef DEMOS_FIRSTLIGHT_CMD_REPLAY_H
#define DEMOS_FIRSTLIGHT_CMD_REPLAY_H

#include "demos/firstlight/cmd.h"
#include "hw/model/fl_model.h"

/* --events, --event, --pixel: look into one scene. Returns the exit code. */
int fl_replay_look(const struct fl_args *a, const struct fl_model_config *config);
/* --diff: compare two scenes. Returns the exit code: 1, they differ. */
int fl_replay_diff(const struct fl_args *a, const struct fl_model_config *config);

#endif
