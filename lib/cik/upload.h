/* SPDX-License-Identifier: MIT
 *
 * Programs come to video memory within the stream that runs them.
 */
#ifndef LIB_CIK_UPLOAD_H
#define LIB_CIK_UPLOAD_H

#include "lib/fl_cs.h"

/* n dwords to the address `to`, a multiple of 4. They take room of their own in the stream, in parts that
 * FL_CS_MIN_DW holds. Draws that run what was in their place are over before, and behind them the shaders'
 * caches have forgotten what they knew (CIK facts 1.3). cs->address is not 0. */
void fl_cik_upload(struct fl_cs *cs, uint64_t to, const uint32_t *words, uint32_t n);

#endif
