/* SPDX-License-Identifier: MIT
 *
 * A card for `firstlight gl --device`: opened, woken as far as drawing needs it, and given to the render
 * node. `--device model:CHIP` is a model taken as a card: reached over its bus, woken step by step.
 */
#ifndef DEMOS_FIRSTLIGHT_GL_CARD_H
#define DEMOS_FIRSTLIGHT_GL_CARD_H

#include "demos/firstlight/cmd.h"
#include "hw/drm/fl_drm.h"

/* Wake what --device names; one at a time in a process. *chip: as its drivers call it. */
enum fl_code fl_gl_card_open(const struct fl_args *a, struct fl_drm_metal *metal, const char **chip,
			     struct fl_err *err);
/* Put it to sleep. The command's exit code, as fl_device_close() has it. Without a card it is code. */
int fl_gl_card_close(int code);

#endif
