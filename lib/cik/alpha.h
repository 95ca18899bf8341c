/* SPDX-License-Identifier: MIT
 *
 * The alpha test, which these chips have no state for: it becomes a part of the pixel program.
 */
#ifndef LIB_CIK_ALPHA_H
#define LIB_CIK_ALPHA_H

#include <stdint.h>

enum { FL_CIK_ALPHA_DW = 3 };

/* Put the test before the first export to MRT 0 of a pixel program of n dwords, for whose growth by
 * FL_CIK_ALPHA_DW there is room; alpha is its fourth component. No branch may lead over that place. func:
 * enum fl_func. Returns how many dwords there are now. */
uint32_t fl_cik_alpha_test(uint32_t *words, uint32_t n, uint32_t func, float ref);

#endif
