/* SPDX-License-Identifier: MIT
 *
 * The table of the families whose command streams can be decoded, out of the one list.
 */
#include "lib/stream/fl_stream.h"

#define ROW(name, cards, smoke, contact, display, stage, asm, stream, model, node, compute) \
	FL_IF_##stream(&fl_stream_##name, )
const struct fl_stream_family *const fl_stream_families[] = {FL_FAMILIES(ROW) NULL};
