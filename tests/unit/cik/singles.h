/* SPDX-License-Identifier: MIT
 *
 * Recorded scenes of Sea Islands whose programs export their colors as singles instead of halves.
 *
 * Mesa's programs cut colors for 8 bits and less off to half floats before they export them. Where a color
 * lies next to the border between two steps of the target, the picture then differs from one that a
 * rasterizer drew with singles. Whether that is all there is to a difference shows in the same stream
 * without the cut.
 */
#ifndef TESTS_UNIT_CIK_SINGLES_H
#define TESTS_UNIT_CIK_SINGLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Change the GTRC trace of size_B bytes: the exports of halves to target 0, and SPI_SHADER_COL_FORMAT with
 * them. False: there is none of either, or the trace is damaged. */
bool cik_export_singles(uint8_t *trace, size_t size_B);

#endif
