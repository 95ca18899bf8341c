/* SPDX-License-Identifier: MIT
 *
 * Compute on Sea Islands; see lib/fl_compute.h, and code_object.h for what kernels are compiled with.
 */
#ifndef LIB_CIK_COMPUTE_H
#define LIB_CIK_COMPUTE_H

#include "lib/fl_compute.h"

extern const struct fl_compute_backend fl_cik_compute;

#endif
