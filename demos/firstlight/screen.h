/* SPDX-License-Identifier: MIT
 *
 * What a model's display shows, as a picture.
 */
#ifndef DEMOS_FIRSTLIGHT_SCREEN_H
#define DEMOS_FIRSTLIGHT_SCREEN_H

#include "hw/fl_err.h"
#include "hw/model/fl_model.h"

/* Write it as PNG. FL_FAILED: nothing is shown, and err says why; or the file cannot be written. */
enum fl_code fl_screen_write(struct fl_model *m, const char *path, struct fl_err *err);

#endif
