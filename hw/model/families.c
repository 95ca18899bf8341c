/* SPDX-License-Identifier: MIT
 *
 * The families that are modelled: the one place outside their folders that names them.
 */
#include "hw/model/chip.h"

extern const struct fl_model_family mr500_model_family; /* hw/model/r500/chip.c */

const struct fl_model_family *const fl_model_families[] = {&mr500_model_family, NULL};
