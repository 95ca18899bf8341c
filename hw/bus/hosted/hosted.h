/* SPDX-License-Identifier: MIT
 *
 * Ways to reach a card from a program under Linux. Each open function fills in *d, writes nothing to the card unless
 * its options ask for it, and is undone by fl_dev_close().
 */
#ifndef FL_BUS_HOSTED_H
#define FL_BUS_HOSTED_H

#include "hw/fl_dev.h"
#include "hw/model/fl_model.h"

/* ---- the model (model.c) ------------------------------------------------------------------------------------------ */
/* A card that the model plays, as a bus. The model stays the caller's: closing the device does not delete it. Register
 * accesses go through the model, and time is the model's. d->vram is the model's memory, to write to at full speed;
 * fl_vram_read() goes through the model, which reports a read of what is still being drawn. */
enum fl_code fl_open_model(struct fl_dev *d, struct fl_model *m, const char *chip, struct fl_err *err);
struct fl_model *fl_model_of(struct fl_dev *d); /* NULL if d is not a model */

#endif
