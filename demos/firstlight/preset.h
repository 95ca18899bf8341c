/* SPDX-License-Identifier: MIT
 *
 * FIRSTLIGHT_DEVICE in the environment: the card or the model of commands that name none.
 */
#ifndef DEMOS_FIRSTLIGHT_PRESET_H
#define DEMOS_FIRSTLIGHT_PRESET_H

#include "demos/firstlight/cmd.h"

#define FL_PRESET "FIRSTLIGHT_DEVICE"

/* Fill in a->device or a->chip, and a->preset, if neither --device nor --chip was given. A command that takes
 * --device gets what is set. One that knows models or databases alone gets a model's name; of a card in a
 * slot `decode` and `names` get the chip. One whose file says what chip it is for gets nothing. FL_USAGE:
 * it was said why. */
enum fl_code fl_preset_take(const struct fl_cmd *c, struct fl_args *a);
/* The chip of the card in a slot, out of what the kernel lists; no register is read. NULL: not known. */
const char *fl_preset_chip(const char *slot);
/* Add to what went wrong where the device's name came from, if that was the environment. */
enum fl_code fl_preset_blame(const struct fl_args *a, struct fl_err *err);

#endif
