/* SPDX-License-Identifier: MIT
 *
 * Command streams of the toy: packets of type 3, each of which the register database describes whole.
 */
#include "hw/regs/toy.h"
#include "lib/stream/fl_stream.h"

enum { TRACE_NUMBER = 99 }; /* of its traces: demos/firstlight/gtrc.h */

static const uint8_t draws[] = {TOY_PKT3_TRIANGLE, TOY_PKT3_COPY, 0};

const struct fl_stream_family fl_stream_toy = {
    .name = "toy",
    .regs = fl_regs_toy,
    .trace = TRACE_NUMBER,
    .draws = draws,
};

/* They are in the packets, and are what they look like. */
const struct fl_stream_vertices fl_stream_vertices_toy = {.draw = NULL};
