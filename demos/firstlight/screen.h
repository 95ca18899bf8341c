/* SPDX-License-Identifier: MIT
 *
 * What a model's display shows, as a picture.
 */
#ifndef DEMOS_FIRSTLIGHT_SCREEN_H
#define DEMOS_FIRSTLIGHT_SCREEN_H

#include "hw/fl_err.h"
#include "hw/model/fl_model.h"

/* Its pixels, rows of R, G, B bytes, to be freed. NULL: nothing is shown, and err says why; or no memory.
 * path: where they will be written, for the message. */
uint8_t *fl_screen_read(struct fl_model *m, const char *path, unsigned *w, unsigned *h, struct fl_err *err);

#endif
