/* SPDX-License-Identifier: MIT
 *
 * Where the events of an R3xx to R5xx stream write, beside registers.
 */
#ifndef LIB_R500_STREAM_H
#define LIB_R500_STREAM_H

#include "lib/stream/fl_stream.h"

enum {
	FL_R500_STREAM_PVS = FL_STREAM_PORT, /* vector shader memory: index is 4 * octword + component */
	FL_R500_STREAM_US_CODE,              /* fragment shader: 6 * instruction + word */
	FL_R500_STREAM_US_CONST,             /* 4 * constant + component */
};

#endif
