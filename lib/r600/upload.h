/* SPDX-License-Identifier: MIT
 *
 * Programs come to video memory within the stream that runs them.
 */
#ifndef LIB_R600_UPLOAD_H
#define LIB_R600_UPLOAD_H

#include "lib/fl_cs.h"

/* n slots of two words to the address `to`, a multiple of 4. They take room of their own in the stream, in
 * parts that FL_CS_MIN_DW holds. Draws that run what was in their place are over before, and behind them the
 * 3D engine is idle, and the shaders' cache has forgotten what it knew (R6xx facts 1.4). cs->address is not
 * 0. */
void fl_r600_upload(struct fl_cs *cs, uint64_t to, const uint32_t (*words)[2], uint32_t n);

#endif
