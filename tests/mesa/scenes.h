/* SPDX-License-Identifier: MIT
 *
 * Scenes of fixed function, one a group of state. Ended by NULL.
 */
#ifndef TESTS_MESA_SCENES_H
#define TESTS_MESA_SCENES_H

#include "demos/demo.h"

extern const struct fl_demo *const mesa_scenes[];

#endif
