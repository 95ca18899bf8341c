/* SPDX-License-Identifier: MIT
 *
 * Buffers by format: the inputs of vertices.
 */
#ifndef HW_MODEL_CIK_SQ_FETCH_H
#define HW_MODEL_CIK_SQ_FETCH_H

#include "hw/model/cik/sq_buffer.h"

sq_exec mcik_sq_run_format;

#endif
